#include "decomp/go/endgame/ko_score.hpp"

#include "decomp/go/board/region_cells.hpp"

namespace cgt::go {
namespace {

bool region_less(const Region& a, const Region& b) {
  if (a.width() != b.width()) return a.width() < b.width();
  if (a.height() != b.height()) return a.height() < b.height();
  return std::ranges::lexicographical_compare(a.cells(), b.cells());
}

// The cell where the stone stood that a ko has just taken: the one next to the move that is empty
// now.
std::uint32_t taken_cell(const Region& before, const Option<Region>& option) {
  std::uint32_t cell = option.move;
  for_neighbours(option.move, static_cast<std::size_t>(before.width()), before.size(),
                 [&](std::size_t j) {
                   if (contents(before[j]) >= Region::kBlackStone &&
                       contents(option.position[j]) == Region::kEmpty) {
                     cell = static_cast<std::uint32_t>(j);
                   }
                 });
  return cell;
}

// Adds the connected parts of a region that are in play, and counts the others. `banned` is a cell
// of it, or none; where it is now stands in the state's ban, with the number of its region before
// sorting.
void add_parts(KoState& state, const Region& region, std::optional<std::uint32_t> banned) {
  for (Located& part : region.without_settled(state.score).parts()) {
    if (banned) {
      const auto width = static_cast<std::uint32_t>(region.width());
      const int x = static_cast<int>(*banned % width) - part.dx;
      const int y = static_cast<int>(*banned / width) - part.dy;
      if (x >= 0 && y >= 0 && x < part.region.width() && y < part.region.height() &&
          part.region.at(x, y) != Region::kOutside) {
        state.ban = {state.regions.size(), static_cast<std::uint32_t>(y * part.region.width() + x)};
      }
    }
    state.regions.push_back(std::move(part.region));
  }
}

void sort_regions(KoState& state) {
  std::optional<Region> holder;
  if (state.ban) holder = state.regions[state.ban->region];
  std::ranges::sort(state.regions, region_less);
  if (!holder) return;
  const auto at = std::ranges::lower_bound(state.regions, *holder, region_less);
  state.ban->region = static_cast<std::size_t>(at - state.regions.begin());
}

// `rest` is in play beside `before`, in which who is to move takes the option.
KoState moved(KoState rest, const Region& before, const Option<Region>& option) {
  rest.to_move = opponent(rest.to_move);
  rest.score += option.shift;
  std::optional<std::uint32_t> banned;
  if (option.ko) banned = taken_cell(before, option);
  add_parts(rest, option.position, banned);
  sort_regions(rest);
  return rest;
}

bool is_banned(const KoState& state, std::size_t number, const Option<Region>& option) {
  const bool one = option.shift == 1 || option.shift == -1;
  return state.ban && state.ban->region == number && state.ban->cell == option.move && one;
}

KoState passed(const KoState& state) {
  KoState out = state;
  out.to_move = opponent(state.to_move);
  out.ban.reset();
  return out;
}

}  // namespace

std::size_t KoScores::KeyHash::operator()(const Key& key) const {
  std::uint64_t h = mix(key.regions.size(), index(key.to_move));
  if (key.ban) h = mix(h, key.ban->region * 4096 + key.ban->cell + 1);
  for (const Region& region : key.regions) h = mix(h, region.hash());
  return static_cast<std::size_t>(h);
}

KoState KoScores::state(std::span<const Region> regions, Player first) {
  KoState out;
  out.to_move = first;
  for (const Region& region : regions) add_parts(out, region, std::nullopt);
  sort_regions(out);
  return out;
}

KoState KoScores::after(const KoState& state, std::size_t number, const Option<Region>& option) {
  KoState rest;
  rest.to_move = state.to_move;
  rest.score = state.score;
  rest.regions.reserve(state.regions.size() + 1);
  for (std::size_t i = 0; i < state.regions.size(); ++i) {
    if (i != number) rest.regions.push_back(state.regions[i]);
  }
  return moved(std::move(rest), state.regions[number], option);
}

KoState KoScores::after(std::span<const Region> regions, std::size_t number,
                        const Option<Region>& option, Player mover) {
  KoState rest;
  rest.to_move = mover;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (i != number) add_parts(rest, regions[i], std::nullopt);
  }
  return moved(std::move(rest), regions[number], option);
}

std::vector<KoState> KoScores::successors(const KoState& state) const {
  std::vector<KoState> out;
  for (std::size_t i = 0; i < state.regions.size(); ++i) {
    // Equal regions have equal moves; a banned one differs.
    const bool ban_near = state.ban && (state.ban->region == i || state.ban->region + 1 == i);
    if (i > 0 && !ban_near && state.regions[i] == state.regions[i - 1]) continue;
    for (const Option<Region>& option : state.regions[i].options(state.to_move)) {
      if (!is_banned(state, i, option)) out.push_back(after(state, i, option));
    }
  }
  out.push_back(passed(state));
  return out;
}

Dyadic KoScores::end(const KoState& state, bool lower, Budget& budget) {
  std::vector<GameId> values;
  values.reserve(state.regions.size());
  for (const Region& region : state.regions) {
    const solve::LocalValue value = local_.evaluate(region, budget);
    values.push_back(lower ? value.lower : value.upper);
  }
  return sum_.stop(values, state.to_move, budget) + Dyadic(state.score);
}

KoScores::Answer KoScores::quick(Player prover, const Dyadic& target, const KoState& state,
                                 const Key& key, Budget& budget) {
  const bool left = prover == Player::kLeft;
  const auto at = known_[prover].find(key);
  if (at != known_[prover].end()) {
    const Dyadic wanted = target - Dyadic(state.score);
    const auto& [yes, no] = at->second;
    if (yes && (left ? wanted <= *yes : wanted >= *yes)) return Answer::kYes;
    if (no && (left ? wanted >= *no : wanted <= *no)) return Answer::kNo;
  }
  const auto enough = [&](const Dyadic& score) { return left ? score >= target : score <= target; };
  if (enough(end(state, left, budget))) return Answer::kYes;
  if (!enough(end(state, !left, budget))) return Answer::kNo;
  return Answer::kUnknown;
}

bool KoScores::secures(Player prover, const Dyadic& target, const KoState& state, Budget& budget) {
  const Store::BudgetScope scope(store_, budget);
  const bool left = prover == Player::kLeft;
  // The states that the bounds do not decide, each once: a graph with cycles.
  struct Node {
    KoState state;
    Key key;
    std::vector<std::uint32_t> parents;
    std::uint32_t open = 0;  // moves whose answer is not known
    Answer answer = Answer::kUnknown;
  };
  std::vector<Node> nodes;
  FlatMap<Key, std::vector<std::uint32_t>, KeyHash> numbers;  // by position; they differ in score
  const auto key_of = [](const KoState& of) { return Key{of.regions, of.ban, of.to_move}; };
  const auto number_of = [&](KoState of, Key key) {
    std::vector<std::uint32_t>& same = numbers[key];
    for (const std::uint32_t n : same) {
      if (nodes[n].state.score == of.score) return n;
    }
    const auto n = static_cast<std::uint32_t>(nodes.size());
    same.push_back(n);
    Node& node = nodes.emplace_back();
    node.state = std::move(of);
    node.key = std::move(key);
    return n;
  };
  const auto remember = [&](const Node& node, bool yes) {
    const Dyadic wanted = target - Dyadic(node.state.score);
    Known& known = known_[prover][node.key];
    std::optional<Dyadic>& mark = yes ? known.yes : known.no;
    if (!mark || (yes == left ? wanted > *mark : wanted < *mark)) mark = wanted;
  };
  // Passes an answer on to those that wait for it.
  const auto resolve = [&](std::uint32_t start, Answer found) {
    std::vector<std::uint32_t> work{start};
    nodes[start].answer = found;
    while (!work.empty()) {
      const std::uint32_t n = work.back();
      work.pop_back();
      const Answer answer = nodes[n].answer;
      remember(nodes[n], answer == Answer::kYes);
      for (const std::uint32_t p : nodes[n].parents) {
        Node& parent = nodes[p];
        if (parent.answer != Answer::kUnknown) continue;
        const Answer wanted = parent.state.to_move == prover ? Answer::kYes : Answer::kNo;
        if (answer != wanted && --parent.open > 0) continue;
        parent.answer = answer;
        work.push_back(p);
      }
    }
  };
  const auto expand = [&](std::uint32_t n) {
    budget.charge();
    ++states_;
    const Answer wanted = nodes[n].state.to_move == prover ? Answer::kYes : Answer::kNo;
    std::vector<std::pair<KoState, Key>> open;
    for (KoState& child : successors(nodes[n].state)) {
      Key key = key_of(child);
      const Answer answer = quick(prover, target, child, key, budget);
      if (answer == wanted) return resolve(n, wanted);
      if (answer == Answer::kUnknown) open.emplace_back(std::move(child), std::move(key));
    }
    std::vector<std::uint32_t> waits;
    for (auto& [child, key] : open) {
      const std::uint32_t c = number_of(std::move(child), std::move(key));
      if (nodes[c].answer == wanted) return resolve(n, wanted);
      if (nodes[c].answer == Answer::kUnknown) waits.push_back(c);
    }
    if (waits.empty()) return resolve(n, wanted == Answer::kYes ? Answer::kNo : Answer::kYes);
    nodes[n].open = static_cast<std::uint32_t>(waits.size());
    for (const std::uint32_t c : waits) nodes[c].parents.push_back(n);
  };

  Key root = key_of(state);
  const Answer at_once = quick(prover, target, state, root, budget);
  if (at_once != Answer::kUnknown) return at_once == Answer::kYes;
  number_of(state, std::move(root));
  for (std::uint32_t n = 0; n < nodes.size() && nodes[0].answer == Answer::kUnknown; ++n) {
    if (nodes[n].answer == Answer::kUnknown) expand(n);
  }
  // What waits only for one another has no strategy that ends.
  if (nodes[0].answer == Answer::kUnknown) {
    for (const Node& node : nodes) {
      if (node.answer == Answer::kUnknown) remember(node, false);
    }
  }
  return nodes[0].answer == Answer::kYes;
}

}  // namespace cgt::go
