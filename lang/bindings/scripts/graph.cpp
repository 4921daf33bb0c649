#include "lang/bindings/scripts/graph.hpp"

#include <fmt/format.h>

#include "lang/values/explicit.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

// Instance, board, table entry and node, about.
constexpr std::uint64_t kBytesPerPosition = 300;
// Parts of one position. Larger multiples are worth their value.
constexpr std::size_t kMostParts = 1024;
constexpr std::int64_t kMostCopies = 64;
// More moves than these are told apart by a table.
constexpr std::size_t kFewMoves = 32;

[[noreturn]] void too_large() {
  throw Error("a position leads to an integer that is too large", "integers go up to 2^63 - 1");
}

}  // namespace

// None of the positions on the path is open once a throw has left.
class ScriptGraph::Path {
 public:
  Path(ScriptGraph& graph, PositionTable<Word>& table) : graph_(graph), table_(table) {}
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;
  ~Path() {
    using State = PositionTable<Word>::State;
    while (graph_.depth_ > 0) {
      table_.known_slot(graph_.path_[--graph_.depth_].position).state = State::kUnknown;
    }
  }

 private:
  ScriptGraph& graph_;
  PositionTable<Word>& table_;
};

std::uint32_t ScriptGraph::home_of(const std::shared_ptr<ScriptHost>& host) {
  for (std::size_t i = 0; i < homes_.size(); ++i) {
    if (homes_[i]->host == host) return static_cast<std::uint32_t>(i);
  }
  homes_.push_back(std::make_unique<Home>());
  homes_.back()->host = host;
  return static_cast<std::uint32_t>(homes_.size() - 1);
}

ScriptPosition ScriptGraph::position(NodeId node) const {
  return {homes_[nodes_[node].home]->host, nodes_[node].value};
}

std::int64_t ScriptGraph::components(const AnyPosition& position, std::vector<SignedNode>& out) {
  const auto* script = position.as<ScriptPosition>();
  CGT_EXPECTS(script != nullptr, "a graph holds positions of one type");
  return components(*script, out);
}

std::int64_t ScriptGraph::components(const ScriptPosition& position, std::vector<SignedNode>& out) {
  const std::uint32_t home = home_of(position.host);
  std::int64_t rest = 0;
  position.host->ask(nullptr, [&](Context& context) {
    add(rest, out, resolve(context, home, position.value), 1);
  });
  return rest;
}

// --- what positions come to ---------------------------------------------------------------------

void ScriptGraph::add(std::int64_t& rest, std::vector<SignedNode>& parts, Word word,
                      std::int64_t times) const {
  const bool list = (word & kList) != 0;
  const std::span<const SignedNode> more =
      list ? parts_of(sums_[word & ~kList]) : std::span<const SignedNode>(&word, 1);
  if (list) {
    std::int64_t change = 0;
    if (__builtin_mul_overflow(sums_[word & ~kList].rest, times, &change) ||
        __builtin_add_overflow(rest, change, &rest)) {
      too_large();
    }
  }
  const auto copies = static_cast<std::size_t>(times < 0 ? -times : times);
  if (parts.size() + copies * more.size() > kMostParts) {
    throw Error("a position is the sum of too many parts",
                fmt::format("at most {} are searched", kMostParts));
  }
  for (std::size_t i = 0; i < copies; ++i) {
    for (const SignedNode v : more) parts.push_back(v ^ (times < 0 ? 1U : 0U));
  }
}

ScriptGraph::Word ScriptGraph::word_of(std::int64_t rest, std::vector<SignedNode>& parts) {
  if (rest == 0 && parts.empty()) return kList;
  if (rest == 0 && parts.size() == 1) return parts[0];
  std::sort(parts.begin(), parts.end());
  CGT_EXPECTS(sums_.size() < kList && parts_.size() < kNotCounted - parts.size(),
              "2^31 sums of positions");
  Sum sum{rest, static_cast<std::uint32_t>(parts_.size()), 0};
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  sum.last = static_cast<std::uint32_t>(parts_.size());
  sums_.push_back(sum);
  return static_cast<Word>(sums_.size() - 1) | kList;
}

bool ScriptGraph::same(Word a, Word b) const {
  if (a == b || (a & b & kList) == 0) return a == b;
  const Sum& x = sums_[a & ~kList];
  const Sum& y = sums_[b & ~kList];
  return x.rest == y.rest && std::ranges::equal(parts_of(x), parts_of(y));
}

ScriptGraph::Word ScriptGraph::new_node(std::uint32_t home, const Value& value) {
  CGT_EXPECTS(nodes_.size() < kList / 2, "2^30 positions");
  const auto fresh = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({value, home});
  return signed_node(fresh, false);
}

bool ScriptGraph::take_apart(Context& context, Home& home, Visit& visit) {
  const Value& position = visit.position;
  using Operation = CompoundObject::Operation;
  if (is_form(position)) {
    const GameId value = context.forms().value(form_of(context, position, "an option"));
    visit.parts = {context.wrap(value)};
    return true;
  }
  if (const CompoundObject* compound = as_compound(position)) {
    switch (compound->operation) {
      case Operation::kSum: visit.parts = {compound->a, compound->b}; return true;
      case Operation::kNegative:
        visit.parts = {compound->a};
        visit.times = -1;
        return true;
      case Operation::kMultiple: {
        const std::optional<std::int64_t> copies = compound->a.small_integer();
        if (copies && *copies <= kMostCopies && *copies >= -kMostCopies) {
          visit.parts = {compound->b};
          visit.times = *copies;
        } else {
          visit.parts = {loopy_value(context, context.positions().loopy_value(context, position))};
        }
        return true;
      }
      case Operation::kOrdinalSum: return false;
    }
  }
  if (is_explicit(position)) return false;
  if (const PositionObject* native = as_native_position(position)) {
    visit.parts = {loopy_value(context, native->loopy_value(context))};
    return true;
  }
  if (!home.canonical_form) {
    home.canonical_form = context.symbol("CanonicalForm");
    home.decomposition = context.symbol("Decomposition");
  }
  if (const ClassInfo* type = as_instance(position).type.get(); type != home.type) {
    home.type = type;
    home.says_canonical_form = context.has_member(position, *home.canonical_form);
    home.says_decomposition = context.has_member(position, home.decomposition);
  }
  if (home.says_canonical_form) {
    visit.parts = {context.call_member(position, *home.canonical_form, {})};
    return true;
  }
  if (!home.says_decomposition) return false;
  visit.parts =
      context.elements(context.call_member(position, home.decomposition, {}), "Decomposition");
  return visit.parts.size() != 1 || !(visit.parts[0] == position);
}

ScriptGraph::Word ScriptGraph::finish(Home& home, Word word) {
  const Visit& visit = path_[depth_ - 1];
  auto& slot =
      visit.capacity == home.table.capacity() ? *visit.slot : home.table.known_slot(visit.position);
  slot.result = word;
  slot.state = PositionTable<Word>::State::kKnown;
  --depth_;
  return word;
}

std::optional<ScriptGraph::Word> ScriptGraph::begin(Context& context, std::uint32_t home,
                                                    const Value& value) {
  using State = PositionTable<Word>::State;
  Home& here = *homes_[home];
  const bool loopy = is_loopy(value);
  const bool leaf = is_leaf_game(value);
  if (leaf) {
    if (!is_form(value)) context.game(value, "an option of a position");
    if (value.is_integer() && !value.small_integer()) too_large();
  } else if (!loopy && !has_options(value)) {
    throw Error(fmt::format("an option of a position is a game, not {}", value.described()));
  }
  auto& slot = here.table.slot(value);
  if (slot.state == State::kKnown) return slot.result;
  if (slot.state == State::kOpen) {
    throw Error("the Decomposition of a position leads back to it: " +
                context.text(value).substr(0, 200));
  }
  if (depth_ == path_.size()) path_.emplace_back();
  Visit& visit = path_[depth_++];
  slot.state = State::kOpen;
  visit.position = slot.key;
  visit.slot = &slot;
  visit.capacity = here.table.capacity();
  visit.parts.clear();
  visit.times = 1;
  visit.next = 0;
  visit.rest = 0;
  visit.sum.clear();
  if (here.host->positions++ % kMemoryInterval == 0) {
    note_memory(context.budget());
  }
  context.budget().charge();
  if (const auto integer = visit.position.small_integer()) {
    return finish(here, word_of(*integer, visit.sum));
  }
  const bool plain_game = loopy || (leaf && !is_form(visit.position));
  if (!plain_game && take_apart(context, here, visit)) return std::nullopt;
  return finish(here, new_node(home, visit.position));
}

ScriptGraph::Word ScriptGraph::resolve(Context& context, std::uint32_t home, const Value& value) {
  Home& here = *homes_[home];
  const Path path(*this, here.table);
  if (const auto known = begin(context, home, value)) return *known;
  for (;;) {
    Visit& top = path_[depth_ - 1];
    std::optional<Word> word;
    if (top.next < top.parts.size()) {
      word = begin(context, home, top.parts[top.next]);
      if (!word) continue;  // it is on top now
    } else {
      word = finish(here, word_of(top.rest, top.sum));
      if (depth_ == 0) return *word;
    }
    Visit& above = path_[depth_ - 1];
    add(above.rest, above.sum, *word, above.times);
    ++above.next;
  }
}

// --- moves --------------------------------------------------------------------------------------

void ScriptGraph::list_moves(Context& context, NodeId node, Expansion& out) {
  const Value value = nodes_[node].value;
  const std::uint32_t home = nodes_[node].home;
  options_.clear();
  PerPlayer<std::size_t> counts;
  for (const Player player : kPlayers) {
    const std::size_t before = options_.size();
    for (Value& option : position_options(context, value, player)) {
      options_.push_back(std::move(option));
    }
    counts[player] = options_.size() - before;
    nodes_[node].moves[player] = static_cast<std::uint32_t>(counts[player]);
  }
  homes_[home]->table.look_up(options_, known_);
  std::size_t at = 0;
  for (const Player player : kPlayers) {
    words_.clear();
    std::vector<cgt::GraphEdge>& edges = out.edges[player];
    edges.reserve(counts[player]);
    // Equal sums are found by their words where there are many moves: an equal move more does no
    // harm.
    FlatSet<Word> seen;
    for (const std::size_t end = at + counts[player]; at < end; ++at) {
      const Word word = known_[at] ? *known_[at] : resolve(context, home, options_[at]);
      if (words_.size() < kFewMoves) {
        if (std::ranges::any_of(words_, [&](Word other) { return same(word, other); })) continue;
      } else {
        if (seen.empty()) seen.insert(words_.begin(), words_.end());
        if (!seen.insert(word).second) continue;
      }
      words_.push_back(word);
      cgt::GraphEdge& edge = edges.emplace_back();
      edge.first = static_cast<std::uint32_t>(out.children.size());
      if ((word & kList) != 0) {
        const Sum& sum = sums_[word & ~kList];
        edge.shift = sum.rest;
        const std::span<const SignedNode> parts = parts_of(sum);
        out.children.insert(out.children.end(), parts.begin(), parts.end());
      } else {
        out.children.push_back(word);
      }
      edge.last = static_cast<std::uint32_t>(out.children.size());
    }
  }
}

void ScriptGraph::expand(NodeId node, Expansion& out, Budget& budget) {
  out.clear();
  homes_[nodes_[node].home]->host->ask(&budget,
                                       [&](Context& context) { list_moves(context, node, out); });
}

std::uint32_t ScriptGraph::move_count(NodeId node, Player player) const {
  const std::uint32_t known = nodes_[node].moves[player];
  if (known != kNotCounted) return known;
  return static_cast<std::uint32_t>(position(node).options(player).size());
}

std::uint64_t ScriptGraph::bytes() const {
  std::uint64_t positions = 0;
  for (const auto& home : homes_) positions += home->table.size();
  return positions * kBytesPerPosition + sums_.capacity() * sizeof(Sum) +
         parts_.capacity() * sizeof(SignedNode);
}

}  // namespace cgt::lang
