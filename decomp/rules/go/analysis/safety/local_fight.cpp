#include "decomp/rules/go/analysis/safety/local_fight.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "cgt/support/memory/containers.hpp"
#include "cgt/support/memory/hash.hpp"
#include "decomp/rules/go/analysis/safety/static_rules.hpp"

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
  const std::uint64_t flags =
      std::uint64_t{ko} << 3U | (defender ? 1U : 0U) | (must_play ? 2U : 0U) | (lost ? 4U : 0U);
  return mix(mix(mix(own, enemy), settled), flags);
}

std::optional<LocalFight> LocalFight::make(const Board& board, Player defender,
                                           std::span<const Point> area,
                                           std::span<const char> immortal,
                                           std::span<const char> one_eye,
                                           std::span<const std::pair<Point, Point>> pairs) {
  constexpr NodeId kNowhere = Graph<Set>::kNowhere;
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
  for (const Point p : area) {
    for (const Point q : board.neighbours(p)) {
      if (node[board.index(q)] != kNowhere) continue;
      if (nodes == Set::kCapacity) return std::nullopt;
      for (const Point s : board.block(q).stones) {
        node[board.index(s)] = static_cast<NodeId>(nodes);
      }
      stones.push_back(q);
      ++nodes;
    }
  }
  Graph<Set>& graph = out.graph_;
  graph.near.resize(nodes);
  graph.diagonal.assign(nodes, {kNowhere, kNowhere, kNowhere, kNowhere});
  graph.edge.assign(nodes, 0);
  for (std::size_t i = 0; i < nodes; ++i) graph.all.insert(i);
  for (std::size_t i = 0; i < area.size(); ++i) {
    const Point p = area[i];
    for (const Point q : board.neighbours(p)) {
      const NodeId other = node[board.index(q)];
      graph.near[i].insert(other);
      graph.near[other].insert(i);
    }
    std::size_t count = 0;
    for (const int dy : {-1, 1}) {
      for (const int dx : {-1, 1}) {
        const int x = p.x + dx;
        const int y = p.y + dy;
        if (board.contains(x, y)) graph.diagonal[i][count++] = node[board.index(Point::at(x, y))];
      }
    }
    graph.edge[i] = board.neighbours(p).size() < 4 ? 1 : 0;
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

LocalFight LocalFight::hunting(Point stone, bool defender_first, bool defender_has_kos) const {
  LocalFight out = *this;
  const auto at = std::find(points_.begin(), points_.end(), stone);
  out.hunted_ = block(static_cast<std::size_t>(at - points_.begin()), start_.enemy);
  out.defender_has_kos_ = defender_has_kos;
  out.pairs_.clear();
  out.start_.defender = defender_first;
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
  for (std::uint64_t rest = near & mine; rest != 0;) {
    const std::uint64_t joined = block(static_cast<std::size_t>(std::countr_zero(rest)), mine);
    if ((joined & immortal(state)) != 0 || (around(joined) & others) != 0) return true;
    rest &= ~joined;
  }
  for (std::uint64_t rest = near & theirs; rest != 0;) {
    const std::uint64_t taken = block(static_cast<std::size_t>(std::countr_zero(rest)), theirs);
    rest &= ~taken;
    if (!state.defender && (taken & one_eye_) != 0) continue;
    if ((taken & immortal(state)) == 0 && (around(taken) & others) == 0) return true;
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
      state.must_play = true;
      state.lost = passed;
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
    if ((other & immortal(state)) == 0 && (around(other) & empty) == 0) taken |= other;
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
  if (defends != defender_has_kos_ || std::popcount(taken) != 1) return;
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

// Benson's test for the attacker, with eyes that no block around touches.
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
  if (eyes.size() < 2) return false;
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
      if ((stones & kept) == 0) continue;
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
    return state.lost || enemy_lives(state) ? Verdict::kLost : Verdict::kOpen;
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
                 set_of(one_eye_), set_of(reserved), no_ring);
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

std::uint64_t LocalFight::contested(const FightState& state) const {
  std::uint64_t fixed = 0;
  for (std::uint64_t rest = state.own & immortal(state); rest != 0;) {
    const std::uint64_t stones = block(static_cast<std::size_t>(std::countr_zero(rest)), state.own);
    fixed |= stones;
    rest &= ~stones;
  }
  return graph_.all.word(0) & ~fixed;
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

std::optional<bool> decide_small(const LocalFight& fight, std::size_t most_states, Budget& budget) {
  // The defender wins the states of the least fixed point: play that goes on for ever is lost.
  struct Node {
    std::vector<std::uint32_t> before;
    std::uint32_t open = 0;  // moves of the attacker not yet known to lose
    bool defender = false;
    bool won = false;
  };
  std::vector<FightState> states{fight.start()};
  std::vector<Node> nodes(1);
  FlatMap<FightState, std::uint32_t, FightHash> numbers;
  numbers[fight.start()] = 0;
  std::vector<std::uint32_t> todo;
  std::vector<FightState::Move> moves;
  for (std::uint32_t next = 0; next < states.size(); ++next) {
    budget.charge();
    const FightState state = states[next];
    nodes[next].defender = state.defender;
    const LocalFight::Verdict verdict = fight.verdict(state);
    if (verdict == LocalFight::Verdict::kWon) {
      nodes[next].won = true;
      todo.push_back(next);
      // The start is settled if the static rules do it.
    }
    if (verdict != LocalFight::Verdict::kOpen) continue;
    moves.clear();
    fight.moves(state, moves);
    nodes[next].open = static_cast<std::uint32_t>(moves.size());
    for (const FightState::Move move : moves) {
      FightState child = state;
      fight.play(child, move);
      const auto [at, fresh] =
          numbers.try_emplace(child, static_cast<std::uint32_t>(states.size()));
      if (fresh) {
        if (states.size() >= most_states) return std::nullopt;
        states.push_back(child);
        nodes.emplace_back();
      }
      nodes[at->second].before.push_back(next);
    }
  }
  while (!todo.empty()) {
    const std::uint32_t won = todo.back();
    todo.pop_back();
    for (const std::uint32_t before : nodes[won].before) {
      Node& node = nodes[before];
      if (node.won) continue;
      if (!node.defender && --node.open > 0) continue;
      node.won = true;
      todo.push_back(before);
    }
  }
  return nodes[0].won;
}

}  // namespace cgt::go::safety_rules
