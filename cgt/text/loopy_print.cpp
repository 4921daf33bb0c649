#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cgt/support/containers.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"

namespace cgt {
namespace {

// Bars separate down to this many nested forms before braces start afresh, as for short games.
constexpr int kMostLoopyBars = 4;
// Vertices of a printed tree without a limit on its length.
constexpr std::size_t kMostNodes = 100'000;
// Largest nimber that is looked for beside a power of up with exponent on.
constexpr std::uint32_t kMostStars = 64;

enum class Language { kText, kLatex };

// x + over, on, ^[on]+*k, and the like.
struct LoopyName {
  enum class Kind { kPseudonumber, kPower };
  Kind kind = Kind::kPseudonumber;
  Pseudonumber pseudonumber;
  Dyadic number;
  Player rising = Player::kLeft;
  bool sum = false;  // ^[on] rather than ^<on>
  std::uint32_t nimber = 0;
};

class LoopyPrinter {
 public:
  LoopyPrinter(LoopyGames& games, const PrintStyle& style, Language language)
      : games_(games),
        style_{style.notation, 0},
        max_length_(style.max_length),
        language_(language) {}

  std::string print(const LoopyValue& g) {
    if (g.is_stopper()) return print(g.side(Side::kOnside));
    if (games_.equal(g, games_.dud())) return word("dud");
    return print(g.side(Side::kOnside)) + (is_latex() ? "\\,\\&\\," : " & ") +
           print(g.side(Side::kOffside));
  }

  std::string print(const LoopySide& side) {
    if (auto text = print_if_short(side)) return *std::move(text);
    const std::size_t count =
        side.is_stopper() ? games_.followers(side.id).size() : side.graph->vertices.size();
    return "{...} " + std::to_string(count) + " followers";
  }
  std::optional<std::string> print_if_short(const LoopySide& side) {
    if (!fill(side)) return std::nullopt;
    finish();
    std::string out = write();
    if (max_length_ != 0 && out.size() > max_length_) return std::nullopt;
    return out;
  }

  void sort(std::vector<LoopyId>& items, const LoopyGraph* graph) {
    std::vector<GameId> games;
    std::vector<LoopyId> others;
    for (const LoopyId o : items) {
      if (o.is_short())
        games.push_back(o.game());
      else
        others.push_back(o);
    }
    sort_for_print(games_.store(), games);
    std::vector<std::pair<Key, LoopyId>> keys;
    for (const LoopyId o : others) keys.emplace_back(key(o, graph), o);
    std::ranges::stable_sort(keys, [](const auto& a, const auto& b) { return a.first < b.first; });
    items.assign(games.begin(), games.end());
    for (const auto& entry : keys) items.push_back(entry.second);
  }

 private:
  struct TreeNode {
    enum class Kind { kText, kReference, kSwitch, kTiny, kForm };
    Kind kind = Kind::kText;
    LoopyId id;
    std::size_t parent = 0;
    std::size_t target = 0;  // of a reference
    std::string text;        // kText; of a kTiny what stands before and after
    std::string after;
    PerPlayer<std::vector<std::size_t>> kids;
    bool labelled = false;
    std::string label;
    int bars = 0;  // of a form, or of a text in braces
  };
  // A value and nothing else: rank, number, passes, followers, hash of the unfolding.
  struct Key {
    int rank = 0;
    Dyadic number;
    int passes = 0;
    std::size_t followers = 0;
    std::uint64_t hash = 0;
    friend bool operator<(const Key& a, const Key& b) {
      if (a.rank != b.rank) return a.rank < b.rank;
      if (!(a.number == b.number)) return a.number < b.number;
      if (a.passes != b.passes) return a.passes < b.passes;
      if (a.followers != b.followers) return a.followers < b.followers;
      return a.hash < b.hash;
    }
  };

  bool is_latex() const { return language_ == Language::kLatex; }
  std::string word(const std::string& name) const {
    return is_latex() ? "\\mathbf{" + name + "}" : name;
  }
  std::string glue() const {
    return is_latex() || style_.notation == Notation::kCgsuite ? "" : "+";
  }
  std::string short_text(GameId g) {
    return is_latex() ? cgt::to_latex(games_.store(), g, style_)
                      : cgt::to_text(games_.store(), g, style_);
  }

  std::vector<LoopyId> options(LoopyId g, const LoopyGraph* graph, Player player) {
    return g.is_vertex() ? (*graph)[g][player] : games_.options(g, player);
  }

  // --- order ------------------------------------------------------------------------------------
  Key key(LoopyId g, const LoopyGraph* graph) {
    if (const auto it = keys_.find(g); it != keys_.end()) return it->second;
    Key key;
    key.rank = 2;
    if (const auto x = g.is_vertex() ? std::nullopt : games_.as_pseudonumber(g)) {
      using Kind = Pseudonumber::Kind;
      key.rank = 1;
      key.number = x->number;
      key.passes = x->kind == Kind::kOff     ? -2
                   : x->kind == Kind::kUnder ? -1
                   : x->kind == Kind::kOver  ? 1
                                             : 2;
    } else {
      // Unfolded to a depth at which different vertices differ.
      std::vector<LoopyId> all{g};
      FlatMap<LoopyId, std::size_t> place;
      place.emplace(g, 0);
      std::vector<std::uint64_t> hashes;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].is_short()) {
          hashes.push_back(short_hash(all[i].game()));
          continue;
        }
        hashes.push_back(1);
        for (const Player player : kPlayers) {
          for (const LoopyId o : options(all[i], graph, player)) {
            if (place.emplace(o, all.size()).second) all.push_back(o);
          }
        }
      }
      for (std::size_t depth = 0; depth <= all.size(); ++depth) {
        games_.store().charge(all.size());
        std::vector<std::uint64_t> next = hashes;
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (all[i].is_short()) continue;
          std::uint64_t h = 3;
          for (const Player player : kPlayers) {
            std::uint64_t sum = 0;
            for (const LoopyId o : options(all[i], graph, player))
              sum += mix(hashes[place.find(o)->second], 5);
            h = mix(h, sum);
          }
          next[i] = h;
        }
        hashes = std::move(next);
      }
      key.followers = all.size();
      key.hash = hashes[0];
    }
    keys_.emplace(g, key);
    return key;
  }
  std::uint64_t short_hash(GameId g) {
    const std::string text = cgt::to_text(games_.store(), g, {Notation::kCanonical, 10'000});
    return hash_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }

  // --- names ------------------------------------------------------------------------------------
  const std::optional<LoopyName>& name_of(LoopyId g) {
    const auto [it, fresh] = names_.try_emplace(g);
    if (fresh) it->second = find_name(g);
    return it->second;
  }

  std::optional<LoopyName> find_name(LoopyId g) {
    LoopyName name;
    if (const auto x = games_.as_pseudonumber(g)) {
      name.pseudonumber = *x;
      return name;
    }
    if (!games_.is_numberish(LoopyValue(g))) return std::nullopt;
    const Pseudonumber x = games_.strong_stop(g, Player::kLeft);
    const std::size_t loopy = games_.loopy_followers(g).size();
    name.kind = LoopyName::Kind::kPower;
    name.number = x.number;
    const LoopyId power = uponth(games_).stopper();
    const LoopyId sum = games_.upon();
    // Beside *k a power has at least k loopy followers, and few more than 2k.
    const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(loopy, kMostStars));
    Store& store = games_.store();
    const LoopyValue rest = games_.subtract(LoopyValue(g), LoopyValue(store.number(x.number)));
    for (std::uint32_t k = 0; k <= most; ++k) {
      const LoopyValue plain = games_.add(rest, LoopyValue(store.nimber(k)));
      if (!plain.is_stopper()) continue;
      name.nimber = k;
      for (const Player rising : kPlayers) {
        for (const bool is_sum : {true, false}) {
          const LoopyId base = is_sum ? sum : power;
          const LoopyId candidate = rising == Player::kLeft ? base : games_.negate(base);
          if (plain.stopper() != candidate) continue;
          name.rising = rising;
          name.sum = is_sum;
          return name;
        }
      }
    }
    return std::nullopt;
  }

  std::string name_text(const LoopyName& name) {
    const auto number = [&](const Dyadic& x) {
      return x.is_zero() ? "" : short_text(games_.store().number(x)) + glue();
    };
    if (name.kind == LoopyName::Kind::kPower) {
      const bool up = name.rising == Player::kLeft;
      std::string out = number(name.number);
      if (is_latex()) {
        out += up ? "{\\uparrow}^{" : "{\\downarrow}_{";
        out += name.sum ? "[\\mathbf{on}]}" : "\\mathbf{on}}";
      } else {
        out += up ? "^" : "v";
        out += name.sum ? "[on]" : "<on>";
      }
      if (name.nimber != 0) out += glue() + short_text(games_.store().nimber(name.nimber));
      return out;
    }
    switch (name.pseudonumber.kind) {
      case Pseudonumber::Kind::kOn: return word("on");
      case Pseudonumber::Kind::kOff: return word("off");
      case Pseudonumber::Kind::kOver: return number(name.pseudonumber.number) + word("over");
      case Pseudonumber::Kind::kUnder: return number(name.pseudonumber.number) + word("under");
      case Pseudonumber::Kind::kNumber: break;
    }
    return short_text(games_.store().number(name.pseudonumber.number));
  }
  // Needs no parentheses after +-.
  bool is_plain(const LoopyName& name) const {
    return name.kind == LoopyName::Kind::kPower
               ? style_.notation == Notation::kCgsuite && name.number.is_zero() && name.nimber == 0
               : name.pseudonumber.number.is_zero();
  }

  bool on_cycle(LoopyId g) {
    for (const LoopyId x : games_.loopy_followers(g)) {
      for (const Player player : kPlayers) {
        const std::vector<LoopyId> there = games_.options(x, player);
        if (std::ranges::find(there, g) != there.end()) return true;
      }
    }
    return false;
  }

  // --- the tree ---------------------------------------------------------------------------------
  bool fill(const LoopySide& side) {
    tree_.clear();
    if (!side.is_stopper()) keys_.clear();  // vertices of another graph
    tree_.push_back({});
    tree_[0].id = side.id;
    const std::size_t most = max_length_ == 0 ? kMostNodes : max_length_;
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      games_.store().charge();
      fill(i, side.graph.get());
      if (tree_.size() > most) return false;
    }
    return true;
  }

  void add_kids(std::size_t at, Player player, std::vector<LoopyId> options,
                const LoopyGraph* graph) {
    sort(options, graph);
    for (const LoopyId o : options) {
      tree_[at].kids[player].push_back(tree_.size());
      TreeNode kid;
      kid.id = o;
      kid.parent = at;
      tree_.push_back(std::move(kid));
    }
  }

  void fill(std::size_t at, const LoopyGraph* graph) {
    const LoopyId g = tree_[at].id;
    using Kind = TreeNode::Kind;
    if (g.is_short()) {
      tree_[at].text = short_text(g.game());
      if (!is_latex()) tree_[at].bars = outer_bars(tree_[at].text);
      return;
    }
    if (at != 0) {
      for (std::size_t up = tree_[at].parent;; up = tree_[up].parent) {
        if (tree_[up].id == g) {
          tree_[at].kind = Kind::kReference;
          tree_[at].target = up;
          if (up != tree_[at].parent) tree_[up].labelled = true;
          return;
        }
        if (up == 0) break;
      }
    }
    if (!g.is_vertex()) {
      if (const auto& name = name_of(g)) {
        tree_[at].text = name_text(*name);
        return;
      }
      if (!on_cycle(g)) {
        if (games_.options(g, Player::kLeft).size() == games_.options(g, Player::kRight).size() &&
            games_.negate(g) == g) {
          tree_[at].kind = Kind::kSwitch;
          add_kids(at, Player::kLeft, games_.options(g, Player::kLeft), graph);
          return;
        }
        if (const auto tiny = games_.as_number_tiny(g)) {
          tree_[at].kind = Kind::kTiny;
          const bool left = tiny->sided == Player::kLeft;
          const std::string head = tiny->number.is_zero()
                                       ? ""
                                       : short_text(games_.store().number(tiny->number)) + glue();
          tree_[at].text = head + (is_latex() ? (left ? "{+}_{" : "{-}_{")
                                   : left     ? "Tiny("
                                              : "Miny(");
          tree_[at].after = is_latex() ? "}" : ")";
          add_kids(at, Player::kLeft, {tiny->parameter}, graph);
          return;
        }
      }
    }
    tree_[at].kind = Kind::kForm;
    for (const Player player : kPlayers) add_kids(at, player, options(g, graph, player), graph);
  }

  // The longest run of bars outside of inner braces, if the text is one pair of braces; else 0.
  static int outer_bars(const std::string& text) {
    if (text.empty() || text.front() != '{' || text.back() != '}') return 0;
    int depth = 0;
    int run = 0;
    int most = 0;
    for (const char c : text) {
      if (c == '{') ++depth;
      if (c == '}') --depth;
      run = c == '|' && depth == 1 ? run + 1 : 0;
      most = std::max(most, run);
    }
    return most;
  }

  // Can it be written without its braces?
  bool is_bare(const TreeNode& node) const {
    return !node.labelled && node.bars > 0 && node.bars < kMostLoopyBars;
  }

  // Labels from the outside to the inside, as they are read; bars from the inside.
  void finish() {
    std::vector<std::size_t> order{0};
    std::size_t labels = 0;
    while (!order.empty()) {
      const std::size_t at = order.back();
      order.pop_back();
      if (tree_[at].labelled) tree_[at].label = label(labels++);
      for (const Player player : {Player::kRight, Player::kLeft}) {
        for (auto it = tree_[at].kids[player].rbegin(); it != tree_[at].kids[player].rend(); ++it)
          order.push_back(*it);
      }
    }
    for (std::size_t i = tree_.size(); i-- > 0;) {
      TreeNode& node = tree_[i];
      if (node.kind != TreeNode::Kind::kForm) continue;
      int bars = 0;
      for (const Player player : kPlayers) {
        if (is_latex() || node.kids[player].size() != 1) continue;
        const TreeNode& kid = tree_[node.kids[player][0]];
        if (is_bare(kid)) bars = std::max(bars, kid.bars);
      }
      node.bars = bars + 1;
    }
  }

  // a, b, ..., but not v, which is down; then a1, b1, ...
  static std::string label(std::size_t i) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuwxyz";
    std::string out(1, kLetters[i % kLetters.size()]);
    if (i >= kLetters.size()) out += std::to_string(i / kLetters.size());
    return out;
  }

  struct Work {
    std::size_t node = 0;
    bool bare = false;
    bool is_text = false;
    std::string text;
  };

  void push_text(std::string text) { work_.push_back({0, false, true, std::move(text)}); }
  void push_kids(const std::vector<std::size_t>& kids, bool may_be_bare) {
    if (may_be_bare && !is_latex() && kids.size() == 1 && is_bare(tree_[kids[0]])) {
      work_.push_back({kids[0], true, false, {}});
      return;
    }
    for (std::size_t i = kids.size(); i-- > 0;) {
      work_.push_back({kids[i], false, false, {}});
      if (i > 0) push_text(",");
    }
  }

  std::string write() {
    std::string out;
    work_.assign(1, Work{});
    while (!work_.empty()) {
      const Work work = std::move(work_.back());
      work_.pop_back();
      if (work.is_text) {
        out += work.text;
      } else {
        write(tree_[work.node], work.bare, out);
      }
      if (max_length_ != 0 && out.size() > max_length_) break;
    }
    work_.clear();
    return out;
  }

  void write(const TreeNode& node, bool bare, std::string& out) {
    using Kind = TreeNode::Kind;
    switch (node.kind) {
      case Kind::kText: out += bare ? node.text.substr(1, node.text.size() - 2) : node.text; return;
      case Kind::kReference: {
        const TreeNode& to = tree_[node.target];
        out += to.labelled ? to.label : word("pass");
        return;
      }
      case Kind::kSwitch: {
        const std::vector<std::size_t>& kids = node.kids[Player::kLeft];
        const TreeNode& only = tree_[kids[0]];
        const bool braces = kids.size() > 1;
        const bool plain = kids.size() == 1 && is_plain_operand(only);
        push_text(braces ? close_brace() : plain ? "" : ")");
        push_kids(kids, false);
        push_text(std::string(is_latex() ? "{\\pm}" : "+-") + (braces  ? open_brace()
                                                               : plain ? ""
                                                                       : "("));
        return;
      }
      case Kind::kTiny:
        push_text(node.after);
        push_kids(node.kids[Player::kLeft], false);
        out += node.text;
        return;
      case Kind::kForm:
        if (!bare) push_text(close_brace());
        push_kids(node.kids[Player::kRight], true);
        push_text(is_latex() ? "\\mid " : std::string(static_cast<std::size_t>(node.bars), '|'));
        push_kids(node.kids[Player::kLeft], true);
        if (!bare) push_text(node.label + open_brace());
        return;
    }
  }
  bool is_plain_operand(const TreeNode& node) {
    if (node.kind == TreeNode::Kind::kForm) return true;
    if (node.kind != TreeNode::Kind::kText) return false;
    if (node.bars > 0) return true;
    if (node.id.is_short()) {
      const GameId g = node.id.game();
      Store& store = games_.store();
      return store.is_integer(g) && store.number_value(g).sign() >= 0;
    }
    const auto& name = name_of(node.id);
    return name && is_plain(*name);
  }
  std::string open_brace() const { return is_latex() ? "\\left\\{" : "{"; }
  std::string close_brace() const { return is_latex() ? "\\right\\}" : "}"; }

  LoopyGames& games_;
  PrintStyle style_;  // without a limit, for the parts
  std::size_t max_length_;
  Language language_;
  FlatMap<LoopyId, Key> keys_;
  std::map<LoopyId, std::optional<LoopyName>> names_;
  std::vector<TreeNode> tree_;
  std::vector<Work> work_;
};

}  // namespace

std::string to_text(LoopyGames& games, const LoopyValue& g, const PrintStyle& style) {
  if (g.is_short()) return to_text(games.store(), g.stopper().game(), style);
  return LoopyPrinter(games, style, Language::kText).print(g);
}

std::string to_latex(LoopyGames& games, const LoopyValue& g, const PrintStyle& style) {
  if (g.is_short()) return to_latex(games.store(), g.stopper().game(), style);
  return LoopyPrinter(games, style, Language::kLatex).print(g);
}

std::optional<std::string> text_if_short(LoopyGames& games, const LoopySide& g,
                                         std::size_t max_length) {
  return LoopyPrinter(games, {Notation::kCanonical, max_length}, Language::kText).print_if_short(g);
}

void sort_for_print(LoopyGames& games, std::vector<LoopySide>& positions) {
  std::vector<LoopyId> ids;
  std::shared_ptr<const LoopyGraph> graph;
  for (const LoopySide& g : positions) {
    ids.push_back(g.id);
    if (!g.is_stopper()) graph = g.graph;
  }
  LoopyPrinter(games, {}, Language::kText).sort(ids, graph.get());
  for (std::size_t i = 0; i < ids.size(); ++i)
    positions[i] = {ids[i], ids[i].is_vertex() ? graph : nullptr};
}

void sort_for_print(LoopyGames& games, std::vector<LoopyId>& stoppers) {
  LoopyPrinter(games, {}, Language::kText).sort(stoppers, nullptr);
}

namespace {

// A shortest cycle of moves, of either player, below g; its first position is the last one, too.
std::vector<LoopyId> shortest_cycle(LoopyGames& games, LoopyId g) {
  std::vector<LoopyId> best;
  for (const LoopyId start : games.loopy_followers(g)) {
    std::vector<LoopyId> queue{start};
    std::vector<std::size_t> from{0};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      bool closed = false;
      for (const Player player : kPlayers) {
        for (const LoopyId o : games.options(queue[i], player)) {
          closed = closed || o == start;
          if (o.is_short() || std::ranges::find(queue, o) != queue.end()) continue;
          queue.push_back(o);
          from.push_back(i);
        }
      }
      if (!closed) continue;
      std::vector<LoopyId> cycle{start};
      for (std::size_t at = i; at != 0; at = from[at]) cycle.push_back(queue[at]);
      cycle.push_back(start);
      std::ranges::reverse(cycle);
      if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
      break;
    }
  }
  return best;
}

}  // namespace

std::string cycle_text(LoopyGames& games, const LoopyValue& g, const PrintStyle& style) {
  for (const Side side : kSides) {
    const LoopySide& s = g.side(side);
    if (!s.is_stopper() || s.id.is_short()) continue;
    std::string path;
    for (const LoopyId position : shortest_cycle(games, s.id)) {
      if (!path.empty()) path += " -> ";
      path += to_text(games, LoopyValue(position), style);
    }
    std::string_view which;
    if (!g.is_stopper()) which = side == Side::kOnside ? "its onside " : "its offside ";
    return fmt::format("play in {}{} can go {} for ever", which,
                       to_text(games, LoopyValue(s.id), style), path);
  }
  return "play in it can go round by turns for ever";
}

LoopyValue uponth(LoopyGames& games) {
  LoopySystem system;
  const std::uint32_t g = system.add();
  const std::uint32_t h = system.add();
  system.add_option(g, Player::kLeft, LoopyValue(kZero));
  system.add_move(g, Player::kRight, h);
  system.add_option(h, Player::kLeft, LoopyValue(kZero));
  system.add_option(h, Player::kRight, LoopyValue(kZero));
  system.add_move(h, Player::kRight, h);
  return games.values(system)[g];
}

}  // namespace cgt
