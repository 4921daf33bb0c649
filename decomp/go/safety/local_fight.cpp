#include "decomp/go/safety/local_fight.hpp"

#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"
#include "decomp/go/safety/static_rules.hpp"

namespace cgt::go::safety_rules {
namespace {

constexpr std::uint64_t bit_of(std::size_t node) { return std::uint64_t{1} << node; }

LocalFight::Set set_of(std::uint64_t word) {
  LocalFight::Set out;
  for (; word != 0; word &= word - 1) out.insert(static_cast<std::size_t>(std::countr_zero(word)));
  return out;
}

struct FightHash {
  using is_avalanching = void;
  std::size_t operator()(const FightState& state) const {
    return static_cast<std::size_t>(state.hash());
  }
};

}  // namespace

std::uint64_t FightState::hash() const {
  const std::uint64_t flags = std::uint64_t{ko} << 4U | (confirming ? 8U : 0U) |
                              (defender ? 1U : 0U) | (must_play ? 2U : 0U) | (lost ? 4U : 0U);
  return mix(mix(mix(own, enemy), settled), flags);
}

std::optional<LocalFight> LocalFight::make(const Board& board, Player defender,
                                           std::span<const Point> area,
                                           std::span<const char> immortal,
                                           std::span<const char> one_eye,
                                           std::span<const std::pair<Point, Point>> pairs,
                                           bool walls_are_one) {
  constexpr auto kNowhere = static_cast<NodeId>(-1);  // no point that matters
  if (area.size() >= Set::kCapacity) return std::nullopt;
  const Colour own = colour_of(defender);
  LocalFight out;
  out.points_.assign(area.begin(), area.end());
  std::vector<NodeId> node(static_cast<std::size_t>(board.size()), kNowhere);
  for (std::size_t i = 0; i < area.size(); ++i) {
    node[board.index(area[i])] = static_cast<NodeId>(i);
    out.area_ |= bit_of(i);
  }
  for (const auto& [p, q] : pairs) {
    const NodeId first = node[board.index(p)];
    const NodeId second = node[board.index(q)];
    if ((first == kNowhere) != (second == kNowhere)) return std::nullopt;
    if (first == kNowhere) continue;
    out.pairs_.emplace_back(static_cast<FightState::Move>(first),
                            static_cast<FightState::Move>(second));
  }
  std::size_t nodes = area.size();
  std::vector<Point> stones;  // one of each block around
  NodeId wall = kNowhere;     // the node of all that are one
  for (const Point p : area) {
    for (const Point q : board.neighbours(p)) {
      if (node[board.index(q)] != kNowhere) continue;
      if (board[q] != own) {
        out.haven_ |= bit_of(node[board.index(p)]);
        continue;
      }
      const bool shared = walls_are_one && immortal[board.index(q)] != 0;
      if (shared && wall != kNowhere) {
        for (const Point s : board.block(q).stones) node[board.index(s)] = wall;
        continue;
      }
      if (nodes == Set::kCapacity) return std::nullopt;
      if (shared) wall = static_cast<NodeId>(nodes);
      for (const Point s : board.block(q).stones) {
        node[board.index(s)] = static_cast<NodeId>(nodes);
      }
      stones.push_back(q);
      ++nodes;
    }
  }
  Graph<Set>& graph = out.graph_;
  graph.near.resize(nodes);
  for (std::size_t i = 0; i < nodes; ++i) graph.all.insert(i);
  for (std::size_t i = 0; i < area.size(); ++i) {
    const Point p = area[i];
    for (const Point q : board.neighbours(p)) {
      const NodeId other = node[board.index(q)];
      if (other == kNowhere) continue;
      graph.near[i].insert(other);
      graph.near[other].insert(i);
    }
    if (board[p] == own) {
      out.start_.own |= bit_of(i);
    } else if (board[p] != Colour::kEmpty) {
      out.start_.enemy |= bit_of(i);
    } else {
      ++out.empties_;
    }
    if (board[p] != own) continue;
    if (immortal[board.index(p)] != 0) out.immortal_ |= bit_of(i);
    if (one_eye[board.index(p)] != 0) out.one_eye_ |= bit_of(i);
  }
  for (std::size_t k = 0; k < stones.size(); ++k) {
    const std::size_t i = area.size() + k;
    out.start_.own |= bit_of(i);
    if (immortal[board.index(stones[k])] != 0) out.immortal_ |= bit_of(i);
    if (one_eye[board.index(stones[k])] != 0) out.one_eye_ |= bit_of(i);
  }
  out.first_ = out.start_.own;
  out.start_.lost = out.gasps(out.start_);
  return out;
}

LocalFight LocalFight::hunting(Point stone, const HuntRules& rules) const {
  LocalFight out = *this;
  const auto at = std::find(points_.begin(), points_.end(), stone);
  out.hunted_ = block(static_cast<std::size_t>(at - points_.begin()), start_.enemy);
  out.hunt_ = rules;
  out.pairs_.clear();
  out.start_.defender = rules.hunter_first;
  out.start_.lost = false;
  return out;
}

std::uint64_t LocalFight::around(std::uint64_t stones) const {
  std::uint64_t out = 0;
  for (std::uint64_t rest = stones; rest != 0; rest &= rest - 1) {
    out |= graph_.near[static_cast<std::size_t>(std::countr_zero(rest))].word(0);
  }
  return out & ~stones;
}

std::uint64_t LocalFight::block(std::size_t node, std::uint64_t stones) const {
  std::uint64_t out = bit_of(node);
  std::uint64_t front = out;
  while (front != 0) {
    std::uint64_t grown = 0;
    for (; front != 0; front &= front - 1) {
      grown |= graph_.near[static_cast<std::size_t>(std::countr_zero(front))].word(0);
    }
    front = grown & stones & ~out;
    out |= front;
  }
  return out;
}

bool LocalFight::legal(const FightState& state, std::size_t node) const {
  const std::uint64_t near = graph_.near[node].word(0);
  const std::uint64_t empty = area_ & ~state.own & ~state.enemy;
  if ((near & empty) != 0) return true;
  const std::uint64_t mine = state.defender ? state.own : state.enemy;
  const std::uint64_t theirs = state.defender ? state.enemy : state.own;
  const std::uint64_t others = empty & ~bit_of(node);
  if (!state.defender && (bit_of(node) & haven_) != 0) return true;
  for (std::uint64_t rest = near & mine; rest != 0;) {
    const std::uint64_t joined = block(static_cast<std::size_t>(std::countr_zero(rest)), mine);
    if ((joined & living(state, state.defender)) != 0 || (around(joined) & others) != 0) {
      return true;
    }
    rest &= ~joined;
  }
  for (std::uint64_t rest = near & theirs; rest != 0;) {
    const std::uint64_t taken = block(static_cast<std::size_t>(std::countr_zero(rest)), theirs);
    rest &= ~taken;
    if (!state.defender && (taken & one_eye_) != 0) continue;
    if ((taken & living(state, !state.defender)) == 0 && (around(taken) & others) == 0) {
      return true;
    }
  }
  return false;
}

void LocalFight::moves(const FightState& state, std::vector<FightState::Move>& out) const {
  if (state.lost) return;
  const std::size_t before = out.size();
  if (state.defender) {
    for (const auto& [p, q] : pairs_) {
      for (const auto& [taken, answer] : {std::pair{p, q}, std::pair{q, p}}) {
        if ((state.enemy & bit_of(taken)) == 0) continue;
        if (((state.own | state.enemy) & bit_of(answer)) != 0) continue;
        const bool possible = answer != state.ko && legal(state, answer);
        out.push_back(possible ? answer : FightState::kResign);
        return;
      }
    }
  }
  for (std::uint64_t rest = area_ & ~state.own & ~state.enemy; rest != 0; rest &= rest - 1) {
    const auto node = static_cast<std::size_t>(std::countr_zero(rest));
    if (node == state.ko) continue;
    if (legal(state, node)) out.push_back(static_cast<FightState::Move>(node));
  }
  if (hunted_ != 0 || !state.defender || !state.must_play) {
    out.push_back(FightState::kPass);
  } else if (out.size() == before) {
    out.push_back(FightState::kResign);
  }
}

void LocalFight::play(FightState& state, FightState::Move move) const {
  const bool defends = state.defender;
  const bool passed = state.must_play;
  state.ko = FightState::kPass;
  state.defender = !defends;
  state.must_play = false;
  if (move == FightState::kResign) {
    state.lost = true;
    return;
  }
  if (move == FightState::kPass) {
    if (hunted_ == 0) {
      state.must_play = !defends;
      state.lost = defends && gasps(state);
    } else {
      const bool again = passed && hunt_.confirmed && !state.confirming;
      state.must_play = !again;
      state.lost = passed && !again;
      if (again) {
        state.confirming = true;
        state.defender = true;
      }
    }
    return;
  }
  std::uint64_t& mine = defends ? state.own : state.enemy;
  std::uint64_t& theirs = defends ? state.enemy : state.own;
  mine |= bit_of(move);
  std::uint64_t taken = 0;
  for (std::uint64_t rest = graph_.near[move].word(0) & theirs; rest != 0;) {
    const std::uint64_t other = block(static_cast<std::size_t>(std::countr_zero(rest)), theirs);
    rest &= ~other;
    if (!defends && (other & one_eye_) != 0) continue;
    const std::uint64_t empty = area_ & ~state.own & ~state.enemy;
    if ((other & living(state, !defends)) == 0 && (around(other) & empty) == 0) taken |= other;
  }
  if (hunted_ == 0 && !defends && (taken & first_) != 0) {
    state.lost = true;
    return;
  }
  theirs &= ~taken;
  if (hunted_ == 0 && defends && gasps(state)) {
    state.lost = true;
    return;
  }
  // Who has the kos may take back at once: nothing is forbidden to him.
  const bool forbids = defends == hunt_.hunter_has_kos || state.confirming;
  if (!forbids || std::popcount(taken) != 1) return;
  if (!defends && (bit_of(move) & haven_) != 0) return;
  const std::uint64_t empty = area_ & ~state.own & ~state.enemy;
  if (block(move, mine) == bit_of(move) && (around(bit_of(move)) & empty) == taken) {
    state.ko = static_cast<FightState::Move>(std::countr_zero(taken));
  }
}

// Is a block of the beginning without liberty here? When the attacker is to move, that is lost.
bool LocalFight::gasps(const FightState& state) const {
  const std::uint64_t empty = area_ & ~state.own & ~state.enemy;
  for (std::uint64_t rest = first_ & ~immortal(state); rest != 0;) {
    const std::uint64_t stones = block(static_cast<std::size_t>(std::countr_zero(rest)), state.own);
    rest &= ~stones;
    if ((stones & immortal(state)) == 0 && (around(stones) & empty) == 0) return true;
  }
  return false;
}

// Benson's test for the attacker, with eyes that no block of the defender around touches.
bool LocalFight::enemy_lives(const FightState& state) const {
  const std::uint64_t walls = ~area_ | state.settled;
  const std::uint64_t empty = area_ & ~state.own & ~state.enemy;
  struct Eye {
    std::uint64_t points;
    std::uint64_t border;
  };
  std::vector<Eye> eyes;
  for (std::uint64_t rest = area_ & ~state.enemy; rest != 0;) {
    const std::uint64_t points =
        block(static_cast<std::size_t>(std::countr_zero(rest)), area_ & ~state.enemy);
    rest &= ~points;
    const std::uint64_t border = around(points);
    if ((border & walls) == 0 && (points & empty) != 0) eyes.push_back({points, border});
  }
  if (haven_ == 0 && eyes.size() < 2) return false;
  std::vector<std::uint64_t> blocks;
  for (std::uint64_t rest = state.enemy; rest != 0;) {
    blocks.push_back(block(static_cast<std::size_t>(std::countr_zero(rest)), state.enemy));
    rest &= ~blocks.back();
  }
  std::uint64_t kept = state.enemy;
  bool changed = true;
  while (changed && kept != 0) {
    changed = false;
    for (const std::uint64_t stones : blocks) {
      if ((stones & kept) == 0 || (stones & haven_) != 0) continue;
      const std::uint64_t liberties = around(stones);
      int vital = 0;
      for (const Eye& eye : eyes) {
        vital += (eye.border & ~kept) == 0 && (eye.points & empty & ~liberties) == 0 ? 1 : 0;
      }
      if (vital >= 2) continue;
      kept &= ~stones;
      changed = true;
    }
  }
  return hunted_ == 0 ? kept != 0 : (kept & hunted_) != 0;
}

int LocalFight::way_out(const FightState& state) const {
  const std::uint64_t empty = area_ & ~state.own & ~state.enemy;
  if (hunted_ == 0) return 1;
  std::uint64_t reached = hunted_;
  for (int way = 1; way < kLongestWay; ++way) {
    // Through own stones for nothing.
    for (std::uint64_t grown = around(reached) & state.enemy; grown != 0;
         grown = around(reached) & state.enemy) {
      reached |= grown;
    }
    if ((reached & haven_) != 0) return way;
    reached |= around(reached) & empty;
  }
  return kLongestWay;
}

bool LocalFight::has_eyes(const FightState& state) const {
  if (state.lost || (state.defender && gasps(state))) return false;
  const std::uint64_t empty = area_ & ~state.own & ~state.enemy;
  struct Wall {
    std::uint64_t stones;
    std::uint64_t liberties;
    int eyes = 0;
  };
  std::vector<Wall> walls(1, Wall{0, 0});  // first all that are immortal, as one
  for (std::uint64_t rest = state.own; rest != 0;) {
    const std::uint64_t stones = block(static_cast<std::size_t>(std::countr_zero(rest)), state.own);
    rest &= ~stones;
    if ((stones & immortal(state)) == 0) walls.push_back({stones, around(stones) & empty});
    if ((stones & immortal(state)) != 0) walls.front().liberties |= around(stones) & empty;
  }
  for (std::uint64_t rest = area_ & ~state.own; rest != 0;) {
    const std::uint64_t region =
        block(static_cast<std::size_t>(std::countr_zero(rest)), area_ & ~state.own);
    rest &= ~region;
    bool any = false;
    for (Wall& wall : walls) {
      if ((region & empty) == 0 || (region & empty & ~wall.liberties) != 0) continue;
      ++wall.eyes;
      any = true;
    }
    if (!any) return false;
  }
  return std::all_of(walls.begin() + 1, walls.end(), [&](const Wall& wall) {
    if ((wall.stones & first_) == 0) return true;
    return wall.eyes >= ((wall.stones & one_eye_) != 0 ? 1 : 2);
  });
}

LocalFight::Verdict LocalFight::verdict(const FightState& state) const {
  FightState copy = state;
  int open = 0;
  return settle(copy, open);
}

LocalFight::Verdict LocalFight::settle(FightState& state, int& open) const {
  open = static_cast<int>(graph_.near.size());
  if (hunted_ != 0) {
    if ((state.enemy & hunted_) != hunted_) return Verdict::kWon;
    if (enemy_lives(state)) return Verdict::kLost;
    const std::uint64_t empty = area_ & ~state.own & ~state.enemy;
    const std::uint64_t prey =
        block(static_cast<std::size_t>(std::countr_zero(hunted_)), state.enemy);
    const std::uint64_t liberties = around(prey) & empty;
    open = std::popcount(liberties);
    if (!state.lost) {
      // It joins living stones at the next move, wherever the defender plays before.
      std::uint64_t ways = liberties & haven_;
      if (!state.defender && state.ko != FightState::kPass) ways &= ~bit_of(state.ko);
      return std::popcount(ways) >= (state.defender ? 2 : 1) ? Verdict::kLost : Verdict::kOpen;
    }
    return hunt_.must_live ? Verdict::kWon : Verdict::kLost;
  }
  if (state.lost) return Verdict::kLost;
  if (state.defender && gasps(state)) return Verdict::kOpen;
  const auto no_ring = [](const Side<Set>::Region&, const auto&) { return false; };
  std::uint64_t reserved = 0;
  for (const auto& [p, q] : pairs_) {
    const std::uint64_t both = bit_of(p) | bit_of(q);
    if ((state.own & both) != 0) continue;
    // Half taken: the defender has to answer first.
    if ((state.enemy & both) != 0) return Verdict::kOpen;
    reserved |= both;
  }
  Side<Set> side(graph_, set_of(state.own), set_of(state.enemy), set_of(immortal(state)),
                 set_of(one_eye_), Set{}, set_of(reserved), no_ring);
  if (graph_.all.within(side.safe())) return Verdict::kWon;
  side.two_vital(Set{});
  side.areas(Set{}, [](const Set&) { return false; });
  if (graph_.all.within(side.safe())) return Verdict::kWon;
  open = static_cast<int>((graph_.all - side.safe()).size());
  if (enemy_lives(state)) return Verdict::kLost;
  // Where a proof rests on pairs elsewhere, it is none without them.
  if (pairs_.empty() && side.reserved().within(side.safe())) {
    const std::uint64_t safe = side.safe().word(0);
    state.own |= safe;
    state.enemy &= ~safe;
    state.settled |= safe;
    // A stone that may not be taken back has left play.
    if (state.ko != FightState::kPass && (safe & bit_of(state.ko)) != 0) {
      state.ko = FightState::kPass;
    }
  }
  return Verdict::kOpen;
}

std::uint64_t LocalFight::fixed_stones(const FightState& state) const {
  std::uint64_t fixed = 0;
  for (std::uint64_t rest = state.own & immortal(state); rest != 0;) {
    const std::uint64_t stones = block(static_cast<std::size_t>(std::countr_zero(rest)), state.own);
    fixed |= stones;
    rest &= ~stones;
  }
  return fixed;
}

std::uint64_t LocalFight::contested(const FightState& state) const {
  return graph_.all.word(0) & ~fixed_stones(state);
}

LocalFight::Room LocalFight::room(const FightState& state) const {
  const std::uint64_t fixed = fixed_stones(state);
  Room out;
  out.points =
      block(static_cast<std::size_t>(std::countr_zero(hunted_)), graph_.all.word(0) & ~fixed);
  out.eyes = out.points & ~state.enemy & ~around(fixed);
  out.closed = (out.points & haven_) == 0;
  return out;
}

// A point beside stones of the hunter that cannot be taken is never part of an eye, and he may always play
// there. So he fills all such points; where the others are one point, or two neighbours, what is left then
// has one liberty, or two of which he plays one and is taken: the block is taken by his next stone. It is no
// ko, for the stone that took his joins others.
bool LocalFight::eyeless(const Room& room) const {
  if (!room.closed) return false;
  const int count = std::popcount(room.eyes);
  if (count != 2) return count < 2;
  const auto first = static_cast<std::size_t>(std::countr_zero(room.eyes));
  const auto second = static_cast<std::size_t>(std::countr_zero(room.eyes & (room.eyes - 1)));
  return graph_.near[first].contains(second) && graph_.near[first].size() > 1 &&
         graph_.near[second].size() > 1;
}

bool LocalFight::two_eyed(const FightState& state) const {
  if (hunt_.must_live) return false;  // the eyes have to be made
  const std::uint64_t fixed = fixed_stones(state);
  // Most positions have no room for eyes that is closed by now.
  int regions = 0;
  int points = 0;
  for (std::uint64_t rest = area_ & ~state.enemy; rest != 0;) {
    const std::uint64_t region =
        block(static_cast<std::size_t>(std::countr_zero(rest)), graph_.all.word(0) & ~state.enemy);
    rest &= ~region;
    if ((region & fixed) != 0) continue;
    ++regions;
    points += std::popcount(region);
  }
  if (regions == 0 || points < 2) return false;
  const auto no_ring = [](const Side<Set>::Region&, const auto&) { return false; };
  Side<Set> side(graph_, set_of(state.enemy), set_of(state.own), set_of(state.enemy & haven_),
                 Set{}, set_of(fixed), Set{}, no_ring);
  side.two_vital(Set{});
  return set_of(hunted_).within(side.safe());
}

void LocalFight::parts(const FightState& state, std::vector<FightState::Move>& out) const {
  if (state.lost || !pairs_.empty()) return;
  const std::uint64_t all = contested(state);
  bool alone = true;
  for (std::uint64_t rest = all; rest != 0; alone = false) {
    const auto first = static_cast<std::size_t>(std::countr_zero(rest));
    rest &= ~block(first, all);
    if (alone && rest == 0) return;
    out.push_back(static_cast<FightState::Move>(first));
  }
}

void LocalFight::keep_part(FightState& state, std::size_t first) const {
  const std::uint64_t others = graph_.all.word(0) & ~block(first, contested(state));
  state.own |= others;
  state.enemy &= ~others;
  state.settled |= others;
}

namespace {

// The defender wins the states of the least fixed point: play that goes on for ever is lost. It is found
// on the fly (Liu and Smolka 1998): a state is looked at only if its answer is asked for. An attacker's
// move waits until those before are known to lose; where one is not, the others are never looked at.
//
// How many states that takes depends on the order of moves, by factors of ten thousand. So there are
// rounds, each with another order and more steps than the one before; what is won stays won.
class SmallFight {
 public:
  SmallFight(const LocalFight& fight, std::size_t most_states, Budget& budget)
      : fight_(fight), most_states_(most_states), budget_(budget) {}

  std::optional<bool> decide() {
    constexpr std::uint64_t kFirstRound = 16;  // steps
    add(fight_.start());
    if (nodes_[0].verdict == LocalFight::Verdict::kLost) return false;
    std::uint64_t steps = kFirstRound;
    while (!nodes_[0].won) {
      const Round round = play_round(steps);
      if (round == Round::kFull) return std::nullopt;
      if (round == Round::kEnded) break;
      steps += steps / 2;
      ++round_;
    }
    return nodes_[0].won;
  }

 private:
  enum class Round : std::uint8_t { kEnded, kStopped, kFull };

  struct Node {
    std::vector<std::uint32_t> children;  // that no rule decides
    std::vector<std::uint32_t> waiting;   // states whose answer may follow from this one being won
    std::uint32_t cursor = 0;  // the children before were asked for; of the attacker: are won
    std::uint32_t round = 0;   // in which it was asked for
    int unsafe = 0;            // nodes that the static rules do not prove
    LocalFight::Verdict verdict = LocalFight::Verdict::kOpen;
    bool defender = false;
    bool expanded = false;
    bool won = false;
    bool waits = false;  // of the attacker: for the child at the cursor
  };

  Round play_round(std::uint64_t steps) {
    open_.assign(1, 0);
    for (std::uint64_t k = 0; !open_.empty() && !nodes_[0].won; ++k) {
      if (k == steps) return Round::kStopped;
      budget_.charge();
      const std::uint32_t next = open_.back();
      if (!nodes_[next].expanded && !expand(next)) return Round::kFull;
      begin(next);
      if (!advance(next)) open_.pop_back();
      propagate();
    }
    return Round::kEnded;
  }

  // The number of the state; none if there would be too many.
  std::optional<std::uint32_t> add(const FightState& state) {
    const auto [at, fresh] =
        numbers_.try_emplace(state, static_cast<std::uint32_t>(states_.size()));
    if (!fresh) return at->second;
    if (states_.size() >= most_states_) return std::nullopt;
    budget_.charge();
    states_.push_back(state);
    Node& node = nodes_.emplace_back();
    node.defender = state.defender;
    FightState settled = state;
    node.verdict = fight_.settle(settled, node.unsafe);
    node.won = node.verdict == LocalFight::Verdict::kWon;
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // False if there are too many states. Children that decide the state are looked for before any is
  // played out.
  bool expand(std::uint32_t number) {
    nodes_[number].expanded = true;
    const FightState state = states_[number];
    std::vector<FightState::Move> moves;
    std::vector<std::uint32_t> children;
    fight_.moves(state, moves);
    for (const FightState::Move move : moves) {
      FightState after = state;
      fight_.play(after, move);
      const auto child = add(after);
      if (!child) return false;
      const LocalFight::Verdict verdict = nodes_[*child].verdict;
      if (state.defender && nodes_[*child].won) {
        win(number);
        return true;
      }
      if (!state.defender && verdict == LocalFight::Verdict::kLost) return true;
      if (verdict == LocalFight::Verdict::kOpen) children.push_back(*child);
    }
    // An attacker without open moves has lost; a defender without them never wins.
    if (!state.defender && children.empty()) win(number);
    // First what leaves most open, or least.
    std::stable_sort(children.begin(), children.end(), [&](std::uint32_t a, std::uint32_t b) {
      return state.defender ? nodes_[a].unsafe < nodes_[b].unsafe
                            : nodes_[a].unsafe > nodes_[b].unsafe;
    });
    nodes_[number].children = std::move(children);
    return true;
  }

  // Nothing was asked of the state before in this round.
  void begin(std::uint32_t number) {
    Node& node = nodes_[number];
    if (node.round == round_) return;
    node.round = round_;
    node.cursor = 0;
    node.waits = false;
    node.waiting.clear();
    std::sort(node.children.begin(), node.children.end(),
              [&](std::uint32_t a, std::uint32_t b) { return mix(round_, a) < mix(round_, b); });
  }

  // Asks for the answer of one more child. False if there is nothing to ask for now.
  bool advance(std::uint32_t number) {
    Node& node = nodes_[number];
    if (node.won) return false;
    for (; node.cursor < node.children.size(); ++node.cursor) {
      const std::uint32_t asked = node.children[node.cursor];
      Node& child = nodes_[asked];
      if (child.won) {
        if (node.defender) return win(number);
        node.waits = false;
        continue;
      }
      const bool fresh = !child.expanded || child.round != round_;
      if (fresh) begin(asked);
      if (!node.waits) child.waiting.push_back(number);
      node.waits = !node.defender;
      if (fresh) {
        if (node.defender) ++node.cursor;
        open_.push_back(asked);
        return true;
      }
      if (!node.defender) return false;
    }
    if (!node.defender && !node.children.empty()) return win(number);
    return false;
  }

  bool win(std::uint32_t number) {
    nodes_[number].won = true;
    won_.push_back(number);
    return false;
  }

  void propagate() {
    while (!won_.empty()) {
      const std::uint32_t number = won_.back();
      won_.pop_back();
      if (nodes_[number].round != round_) continue;
      const std::vector<std::uint32_t> waiting = std::move(nodes_[number].waiting);
      for (const std::uint32_t before : waiting) {
        if (nodes_[before].won) continue;
        if (nodes_[before].defender) {
          win(before);
        } else {
          open_.push_back(before);
        }
      }
    }
  }

  const LocalFight& fight_;
  std::size_t most_states_;
  Budget& budget_;
  std::vector<FightState> states_;
  std::vector<Node> nodes_;
  FlatMap<FightState, std::uint32_t, FightHash> numbers_;
  std::vector<std::uint32_t> open_;  // states to go on with, the last one first
  std::vector<std::uint32_t> won_;   // found, and not yet told
  std::uint32_t round_ = 0;
};

}  // namespace

std::optional<bool> decide_small(const LocalFight& fight, std::size_t most_states, Budget& budget) {
  return SmallFight(fight, most_states, budget).decide();
}

}  // namespace cgt::go::safety_rules
