#include "decomp/go/life/seki.hpp"

#include <bit>

#include "decomp/go/life/region_bits.hpp"
#include "decomp/search/df_pn.hpp"

namespace cgt::go {
namespace {

// A position of a siege. Player 0 of the search is the defender.
struct Standing : GroundState {
  std::int32_t taken = 0;  // prisoners of the defender minus those of the attacker
  bool lost = false;       // he lost a stone of the beginning

  friend bool operator==(const Standing&, const Standing&) = default;
};

class Siege {
 public:
  Siege(const Ground& ground, Player defender, bool area)
      : ground_(ground), defender_(defender), area_(area), first_(ground.stones[defender]) {
    start_.own = first_;
    start_.enemy = ground.stones[opponent(defender)];
    target_ = area_of(start_);
  }

  const Standing& start() const { return start_; }
  std::int64_t target() const { return target_; }

  static constexpr std::int8_t kPass = -1;

  // Of the defender, who may pass, or of the attacker, who may stop: then nothing is left to move.
  void moves(const Standing& s, std::vector<std::int8_t>& out) const {
    ground_.moves(s, defender_, out);
    if (s.defends) out.push_back(kPass);
  }

  void play(Standing& s, std::int8_t move) const {
    if (move == kPass) {
      Ground::pass(s);
      return;
    }
    const bool defends = s.defends;
    const CellSet taken = ground_.play(s, defender_, move);
    if (!area_) s.taken += (defends ? 1 : -1) * std::popcount(taken);
    if (!defends) s.lost = !area_ && (taken & first_) != 0;
  }

  search::Verdict verdict(const Standing& s) const {
    if (s.lost) return search::Verdict::kLoss;
    if (s.defends) return search::Verdict::kUnknown;
    if (!may_stop(s)) return search::Verdict::kLoss;
    if (is_ahead(s)) return search::Verdict::kWin;
    std::vector<std::int8_t> left;
    moves(s, left);
    return left.empty() ? search::Verdict::kWin : search::Verdict::kUnknown;
  }

 private:
  // If the attacker plays no more here.
  bool may_stop(const Standing& s) const {
    if (area_) return area_of(s) >= target_;
    return s.taken >= gain_at_most(s);
  }

  // Can the defender keep his score by bounds alone (safety/bounds.hpp)? With I stones that are
  // immortal, k empty cells next to them ("rim"), e others and o other stones of his, the attacker
  // gains at most e + 2o, and one more if k is odd: each of his moves on the rim is answered there.
  // In area, the rim counts alike for both, and all other cells may be the attacker's.
  bool is_ahead(const Standing& s) const {
    const CellSet immortal = ground_.immortal(s.own, defender_);
    const CellSet free = ground_.empty(s);
    const CellSet rim = free & (ground_.walls[defender_] | ground_.around(immortal));
    const int odd = std::popcount(rim) % 2;
    if (area_) {
      const CellSet others = ground_.all & ~immortal & ~rim;
      return std::popcount(immortal) - std::popcount(others) - odd >= target_;
    }
    return s.taken >= std::popcount(free & ~rim) + 2 * std::popcount(s.own & ~immortal) + odd;
  }

  // Of the defender, minus that of the attacker.
  std::int64_t area_of(const Standing& s) const {
    std::int64_t out = std::popcount(s.own) - std::popcount(s.enemy);
    const Player attacker = opponent(defender_);
    for (CellSet rest = ground_.empty(s); rest != 0;) {
      const CellSet part = ground_.component(std::countr_zero(rest), rest);
      rest &= ~part;
      const CellSet border = ground_.around(part);
      const bool own = ((border & s.own) | (part & ground_.walls[defender_])) != 0;
      const bool enemy = ((border & s.enemy) | (part & ground_.walls[attacker])) != 0;
      if (own != enemy) out += (own ? 1 : -1) * std::popcount(part);
    }
    return out;
  }

  // What the attacker may count as his territory there.
  std::int32_t gain_at_most(const Standing& s) const {
    const Player attacker = opponent(defender_);
    CellSet kept = 0;  // blocks with stones of the beginning, and immortal ones
    for (CellSet rest = s.own; rest != 0;) {
      const CellSet block = ground_.component(std::countr_zero(rest), rest);
      rest &= ~block;
      if ((block & (first_ | ground_.walls[defender_])) != 0) kept |= block;
    }
    const CellSet open = ground_.all & ~s.enemy & ~kept;
    CellSet dame = 0;  // areas that the defender's stones touch
    std::int32_t gain = 0;
    for (CellSet rest = open; rest != 0;) {
      const CellSet part = ground_.component(std::countr_zero(rest), rest);
      rest &= ~part;
      gain += 2 * std::popcount(part & s.own);
      if (((ground_.around(part) & kept) | (part & ground_.walls[defender_])) != 0) {
        dame |= part & ~s.own;
      }
    }
    for (CellSet rest = open & ~s.own & ~dame; rest != 0;) {
      const CellSet part = ground_.component(std::countr_zero(rest), open);
      const CellSet points = part & ~s.own;
      rest &= ~part;
      if ((part & dame) != 0) continue;
      bool counts = (part & ground_.walls[attacker]) != 0;
      CellSet border = ground_.around(part) & s.enemy;
      // An area that nothing surrounds, the whole board, is nobody's.
      while (!counts && border != 0) {
        const CellSet block = ground_.component(std::countr_zero(border), s.enemy);
        border &= ~block;
        counts = (block & ground_.walls[attacker]) != 0 || (ground_.around(block) & dame) == 0;
      }
      if (counts) gain += std::popcount(points);
    }
    return gain;
  }

  const Ground& ground_;
  Player defender_;
  bool area_;
  CellSet first_;
  Standing start_;
  std::int64_t target_ = 0;
};

// A siege as searches see it.
struct SiegeGame {
  using Move = std::int8_t;

  const Siege* siege = nullptr;
  Standing state;

  search::GameType type() const { return {.may_repeat = true}; }
  int player() const {
    if (state.lost) return search::kTerminal;
    return state.defends ? 0 : 1;
  }
  void moves(std::vector<Move>& out) const { siege->moves(state, out); }
  void play(Move move) { siege->play(state, move); }
  std::uint64_t hash() const {
    const auto flags = static_cast<std::uint64_t>(state.taken) << 10U |
                       static_cast<std::uint64_t>(state.ko + 1) << 2U | (state.defends ? 2U : 0U) |
                       (state.lost ? 1U : 0U);
    return mix(mix(state.own, state.enemy), flags);
  }
  friend bool operator==(const SiegeGame& a, const SiegeGame& b) { return a.state == b.state; }
};

struct SiegeJudge {
  search::Verdict operator()(const SiegeGame& game) const {
    return game.siege->verdict(game.state);
  }
};

// Does the defender hold the region? False also where the nodes do not suffice.
bool holds_siege(const Siege& siege, std::uint64_t nodes, std::uint64_t& used, Budget& budget) {
  search::DfPnOptions options;
  options.table_entries = std::size_t{1} << 15U;
  options.line_moves = 0;
  search::DfPn<SiegeGame, SiegeJudge> search(SiegeJudge{}, options);
  Budget part = budget.part(nodes);
  const auto result = search.search(SiegeGame{&siege, siege.start()}, part);
  used += part.used_nodes();
  budget.charge(part.used_nodes());
  budget.poll();
  return result.proof == search::Proof::kProved;
}

struct StandingHash {
  using is_avalanching = void;
  std::size_t operator()(const Standing& state) const {
    return static_cast<std::size_t>(SiegeGame{nullptr, state}.hash());
  }
};

// Lists the answers of a siege that is held (SiegeProof has the order).
class SiegeWalk {
 public:
  SiegeWalk(const Siege& siege, std::size_t most, Budget& budget)
      : siege_(siege), most_(most), budget_(budget), search_(SiegeJudge{}, options()) {}

  // The attacker is to move. False: not held, or by too many answers.
  bool walk(const Standing& state) {
    const search::Verdict verdict = siege_.verdict(state);
    if (verdict != search::Verdict::kUnknown) return verdict == search::Verdict::kWin;
    const auto [at, fresh] = done_.try_emplace(state, false);
    if (!fresh) return at->second;  // false: on the way here
    std::vector<std::int8_t> moves;
    siege_.moves(state, moves);
    for (const std::int8_t move : moves) {
      Standing child = state;
      siege_.play(child, move);
      if (!answer(child)) return false;
    }
    done_[state] = true;
    return true;
  }

  std::vector<std::int8_t> take() { return std::move(answers_); }

 private:
  static search::DfPnOptions options() {
    search::DfPnOptions out;
    out.table_entries = std::size_t{1} << 15U;
    out.line_moves = 1;  // the shortest way: such answers never lead back
    return out;
  }

  bool answer(const Standing& state) {
    if (state.lost) return false;
    const auto [at, fresh] = done_.try_emplace(state, false);
    if (!fresh) return at->second;
    if (answers_.size() == most_) return false;
    const auto result = search_.search(SiegeGame{&siege_, state}, budget_);
    if (result.proof != search::Proof::kProved || result.line.empty()) return false;
    answers_.push_back(result.line.front());
    Standing child = state;
    siege_.play(child, result.line.front());
    if (!walk(child)) return false;
    done_[state] = true;
    return true;
  }

  const Siege& siege_;
  std::size_t most_;
  Budget& budget_;
  search::DfPn<SiegeGame, SiegeJudge> search_;
  FlatMap<Standing, bool, StandingHash> done_;
  std::vector<std::int8_t> answers_;
};

// None: beyond the limits.
std::optional<SiegeProof> proof_of_siege(const Ground& ground, Player defender, bool area,
                                         const SekiLimits& limits, std::uint64_t& used,
                                         Budget& budget) {
  const Siege siege(ground, defender, area);
  Budget part = budget.part(limits.proof_nodes);
  SiegeWalk walk(siege, limits.most_answers, part);
  bool held = false;
  try {
    held = walk.walk(siege.start());
  } catch (const BudgetExhausted&) {  // of the part, or of the whole: poll() tells
  }
  used += part.used_nodes();
  budget.charge(part.used_nodes());
  budget.poll();
  if (!held) return std::nullopt;
  SiegeProof out{defender, area, {}};
  for (const std::int8_t move : walk.take()) {
    if (move == Siege::kPass) {
      out.answers.emplace_back(std::nullopt);
    } else {
      out.answers.emplace_back(ground.cells[static_cast<std::size_t>(move)]);
    }
  }
  return out;
}

// All of them or none.
void prove(const Ground& ground, const SekiLimits& limits, Seki& out, Budget& budget) {
  for (const bool area : {false, true}) {
    if (area && !out.area) continue;
    for (const Player defender : kPlayers) {
      auto proof = proof_of_siege(ground, defender, area, limits, out.nodes, budget);
      if (!proof) {
        out.proofs.clear();
        out.proofs_left_out = true;
        return;
      }
      out.proofs.push_back(std::move(*proof));
    }
  }
}

std::vector<std::uint32_t> listed_cells(const Ground& ground, CellSet set) {
  std::vector<std::uint32_t> out;
  for_cells(set, [&](int c) { out.push_back(ground.cells[static_cast<std::size_t>(c)]); });
  return out;
}

// Stones of blocks that do not connect to an immortal one of their colour, and the empty cells.
void name_cells(const Ground& ground, Seki& out) {
  const CellSet stones = ground.stones[Player::kLeft] | ground.stones[Player::kRight];
  const CellSet empty = ground.all & ~stones;
  CellSet in_seki = 0;
  for (const Player player : kPlayers) {
    for (CellSet rest = ground.stones[player]; rest != 0;) {
      const CellSet block = ground.component(std::countr_zero(rest), rest);
      rest &= ~block;
      if ((ground.around(block) & empty & ground.walls[player]) == 0) in_seki |= block;
    }
  }
  CellSet shared = 0;
  CellSet eyes = 0;
  for (CellSet rest = empty; rest != 0;) {
    const CellSet part = ground.component(std::countr_zero(rest), rest);
    rest &= ~part;
    PerPlayer<bool> touches{};
    for (const Player player : kPlayers) {
      touches[player] =
          ((ground.around(part) & ground.stones[player]) | (part & ground.walls[player])) != 0;
    }
    if (touches[Player::kLeft] && touches[Player::kRight]) {
      for_cells(part, [&](int c) {
        const CellSet here = ground.near[static_cast<std::size_t>(c)];
        if ((here & ground.stones[Player::kLeft] & in_seki) != 0 &&
            (here & ground.stones[Player::kRight] & in_seki) != 0) {
          shared |= cell_bit(c);
        }
      });
    } else {
      eyes |= part;
    }
  }
  out.stones = listed_cells(ground, in_seki);
  out.shared = listed_cells(ground, shared);
  out.eyes = listed_cells(ground, eyes);
}

}  // namespace

std::optional<Seki> find_seki(const Region& region, Budget& budget, const SekiLimits& limits) {
  if (region.empties() > limits.most_empties) return std::nullopt;
  const std::optional<Ground> ground = Ground::of(region);
  if (!ground) return std::nullopt;
  for (const Player player : kPlayers) {
    if (ground->stones[player] == 0) return std::nullopt;
  }
  Seki out;
  for (const Player defender : kPlayers) {
    const Siege siege(*ground, defender, false);
    if (!holds_siege(siege, limits.nodes, out.nodes, budget)) return std::nullopt;
  }
  name_cells(*ground, out);
  bool settled = true;
  std::int64_t area = 0;
  for (const Player defender : kPlayers) {
    const Siege siege(*ground, defender, true);
    settled = settled && holds_siege(siege, limits.nodes, out.nodes, budget);
    if (defender == Player::kLeft) area = siege.target();
  }
  if (settled) out.area = area;
  if (limits.most_answers > 0) prove(*ground, limits, out, budget);
  return out;
}

}  // namespace cgt::go
