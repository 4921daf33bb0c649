#include "decomp/go/races/races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/words.hpp"

namespace cgt::go::semeai {
namespace {

constexpr int kMostAhead = 20;
// Of each question about the lead: formulas take one or two.
constexpr std::uint64_t kLeadNodes = 10'000;

// Outcomes are the attacker's.
std::optional<Player> taker(const RaceReport& race, Player first) {
  const auto outcome = race.answers[first].outcome();
  if (!outcome || *outcome == Outcome::kNeither) return std::nullopt;
  const Player attacker = race.problem.attacker;
  return *outcome == Outcome::kAttackerCaptures ? attacker : opponent(attacker);
}

void count_liberties(const Solver& solver, RaceReport& race) {
  const Layout& layout = solver.layout();
  const Analysis analysis = solver.analysis();
  const auto add = [&](std::vector<Point>& points, const Region& region) {
    for (const Layout::Number p : region.empty) points.push_back(layout.point(p));
    std::ranges::sort(points);
  };
  bool counted = analysis.one_block_each;
  for (const Region& region : analysis.regions) {
    const bool safe_eye = region.kind == RegionKind::kEye && analysis.alive[region.owner];
    if (region.kind == RegionKind::kNeutral) continue;
    if (region.kind == RegionKind::kOpen || (!region.count && !safe_eye)) {
      add(race.open, region);
      counted = false;
      continue;
    }
    if (region.kind == RegionKind::kShared) {
      add(race.shared, region);
      continue;
    }
    RaceSide& side = race.sides[region.owner];
    if (region.kind == RegionKind::kOutside) {
      add(side.outside, region);
      side.outside_liberties += region.count->liberties;
      continue;
    }
    add(side.eye, region);
    if (!region.count) continue;
    counted = counted && (side.eye_status == 0 || region.count->eye == 0);
    side.eye_liberties += region.count->liberties;
    side.eye_status = std::max(side.eye_status, region.count->eye);
  }
  for (const Player player : kPlayers) {
    if (analysis.alive[player]) race.sides[player].eye_status = kAlive;
  }
  const int black = race.sides[Player::kLeft].eye_status;
  const int white = race.sides[Player::kRight].eye_status;
  if (black == kAlive || white == kAlive) {
    race.kind = RaceClass::kLife;
  } else if (!counted) {
    race.kind = RaceClass::kOpen;
  } else if (black == white) {
    race.kind = black == 0 ? RaceClass::kNoEyes : RaceClass::kEqualEyes;
  } else {
    race.kind = std::min(black, white) == 0 ? RaceClass::kEyeAgainstNone : RaceClass::kLargerEye;
  }
}

// Does the winner take the other block, not moving first, if that has so many outside liberties more?
std::optional<bool> wins_against(const RaceReport& race, int more, const Options& options,
                                 Budget& budget) {
  const Player winner = *race.winner;
  const Player loser = opponent(winner);
  Solver solver(race.problem, options, Layout(race.problem).with_outside(loser, more));
  const auto outcome = solver.solve(loser, budget).outcome();
  if (!outcome) return std::nullopt;
  return *outcome == (winner == race.problem.attacker ? Outcome::kAttackerCaptures
                                                      : Outcome::kDefenderCaptures);
}

void find_lead(RaceReport& race, Options options, Budget& budget) {
  const std::optional<Player> black = taker(race, Player::kLeft);
  if (!black || black != taker(race, Player::kRight)) return;
  race.winner = black;
  if (race.sides[*black].eye_status == kAlive) return;
  options.line = false;
  for (int more = 1; more <= kMostAhead; ++more) {
    Budget share = budget.part(kLeadNodes);
    const std::optional<bool> wins = wins_against(race, more, options, share);
    if (!wins) return;
    if (*wins) continue;
    race.ahead = more;
    return;
  }
}

}  // namespace

const char* name(RaceClass kind) {
  switch (kind) {
    case RaceClass::kNoEyes: return "no eyes";
    case RaceClass::kEyeAgainstNone: return "an eye against none";
    case RaceClass::kEqualEyes: return "equal eyes";
    case RaceClass::kLargerEye: return "a larger eye against a smaller one";
    case RaceClass::kLife: return "one side lives";
    case RaceClass::kOpen: break;
  }
  return "open";
}

bool RaceReport::seki() const {
  return std::ranges::all_of(
      kPlayers, [&](Player first) { return answers[first].outcome() == Outcome::kNeither; });
}

RaceReport describe(const Problem& problem, Budget& budget, const Options& options) {
  RaceReport race;
  race.problem = problem;
  Solver solver(problem, options);
  const Layout& layout = solver.layout();
  const State start(layout, layout.attacker());
  const Blocks blocks(layout, start.stones());
  for (std::size_t p = 0; p < layout.size(); ++p) {
    if (layout.stone(p) == 0 || !blocks.of(p).essential) continue;
    const Player owner =
        layout.stone(p) == Layout::stone_of(Player::kLeft) ? Player::kLeft : Player::kRight;
    race.sides[owner].stones.push_back(layout.point(static_cast<Layout::Number>(p)));
  }
  count_liberties(solver, race);
  for (const Player first : kPlayers) {
    race.by_formula[first] = options.formulas && solver.static_value(first).certain() != nullptr;
    race.answers[first] = solver.solve(first, budget);
  }
  find_lead(race, options, budget);
  return race;
}

std::optional<bool> confirm(RaceReport& race, Player first, Budget& budget) {
  Solver solver(race.problem, {.formulas = false, .prune = false, .line = false});
  const auto found = solver.solve(first, budget).outcome();
  Answer& answer = race.answers[first];
  if (!found || !answer.outcome()) return std::nullopt;
  if (*found == *answer.outcome()) return true;
  answer.lower = std::min(answer.lower, *found);
  answer.upper = std::max(answer.upper, *found);
  answer.line.clear();
  race.winner.reset();
  race.ahead.reset();
  return false;
}

std::string verdict_text(const RaceReport& race, Player first) {
  if (const auto winner = taker(race, first)) {
    return fmt::format("{} takes {}'s block", player_name(*winner), player_name(opponent(*winner)));
  }
  const Answer& answer = race.answers[first];
  if (answer.outcome()) return "neither takes the other's block";
  if (answer.stop == StopReason::kSolved) return "withdrawn: plain search finds another outcome";
  return fmt::format("unknown: {}", cgt::describe(answer.stop));
}

std::string summary_text(const RaceReport& race) {
  if (race.winner) {
    const std::string who = player_name(*race.winner);
    if (!race.ahead) return who + " wins, whoever moves first";
    return fmt::format("{} is {} ahead", who,
                       counted(static_cast<std::uint64_t>(*race.ahead), "move"));
  }
  if (race.seki()) return "seki, whoever moves first";
  const auto black = taker(race, Player::kLeft);
  const auto white = taker(race, Player::kRight);
  for (const Player first : kPlayers) {
    if (!race.answers[first].outcome()) return "unknown";
  }
  if (black == Player::kLeft && white == Player::kRight) return "who moves first wins";
  const Player better = black ? *black : *white;
  // The other first mover makes a seki.
  const bool first_helps = (better == Player::kLeft ? black : white).has_value();
  return fmt::format("{} wins if {} moves first, else seki", player_name(better),
                     player_name(first_helps ? better : opponent(better)));
}

namespace {

// Whose liberties or stones meet.
struct Pair {
  Block black;
  Block white;
  std::size_t size() const { return black.stones.size() + white.stones.size(); }
};

class Finder {
 public:
  Finder(const Board& board, const Safety& safety, std::span<const Point> told,
         std::span<const Point> living, Budget& budget, const RaceLimits& limits)
      : board_(board), safety_(safety), told_(told), budget_(budget), limits_(limits) {
    fixed_.assign(static_cast<std::size_t>(board.size()), 0);
    lives_ = fixed_;
    for (const Player player : kPlayers) {
      for (const auto* points : {&safety.stones[player], &safety.dead[player]}) {
        for (const Point p : *points) fixed_[board.index(p)] = 1;
      }
    }
    mark(fixed_, told);
    mark(lives_, living);
  }

  std::vector<RaceReport> run() {
    std::vector<Pair> pairs = meeting();
    std::ranges::stable_sort(pairs,
                             [](const Pair& a, const Pair& b) { return a.size() > b.size(); });
    std::vector<RaceReport> out;
    std::vector<char> used(fixed_.size(), 0);
    try {
      for (const Pair& pair : pairs) {
        if (used[board_.index(pair.black.stones.front())] != 0 ||
            used[board_.index(pair.white.stones.front())] != 0 || !races(pair)) {
          continue;
        }
        for (const Block* block : {&pair.black, &pair.white}) {
          for (const Point p : block->stones) used[board_.index(p)] = 1;
        }
        Budget share = budget_.part(limits_.race_nodes);
        out.push_back(describe(problem(pair), share));
        budget_.settle(share);
      }
    } catch (const BudgetExhausted&) {
      // Those found so far.
    }
    return out;
  }

 private:
  void mark(std::vector<char>& marks, std::span<const Point> stones) const {
    for (const Point p : stones) {
      if (board_[p] == Colour::kEmpty) continue;
      for (const Point q : board_.block(p).stones) marks[board_.index(q)] = 1;
    }
  }

  std::vector<Pair> meeting() const {
    std::vector<Pair> out;
    std::vector<char> seen(fixed_.size(), 0);
    for (std::size_t i = 0; i < fixed_.size(); ++i) {
      const Point p = board_.point(i);
      if (board_[p] != Colour::kBlack || fixed_[i] != 0 || seen[i] != 0) continue;
      Pair pair;
      pair.black = board_.block(p);
      for (const Point q : pair.black.stones) seen[board_.index(q)] = 1;
      std::vector<char> near(fixed_.size(), 0);
      for (const auto* points : {&pair.black.stones, &pair.black.liberties}) {
        for (const Point q : *points) {
          for (const Point r : board_.neighbours(q)) near[board_.index(r)] = 1;
        }
      }
      std::vector<char> met(fixed_.size(), 0);
      for (std::size_t k = 0; k < near.size(); ++k) {
        const Point q = board_.point(k);
        if (near[k] == 0 || board_[q] != Colour::kWhite || fixed_[k] != 0 || met[k] != 0) continue;
        // Both are taken to live.
        if (lives_[i] != 0 && lives_[k] != 0) continue;
        pair.white = board_.block(q);
        for (const Point r : pair.white.stones) met[board_.index(r)] = 1;
        out.push_back(pair);
      }
    }
    return out;
  }

  // What lives besides the two, and perhaps one of them.
  std::vector<Point> walls(const Pair& pair, const Block* with) const {
    std::vector<Point> out(told_.begin(), told_.end());
    for (std::size_t i = 0; i < lives_.size(); ++i) {
      const Point p = board_.point(i);
      if (lives_[i] == 0 || std::ranges::binary_search(pair.black.stones, p) ||
          std::ranges::binary_search(pair.white.stones, p)) {
        continue;
      }
      out.push_back(p);
    }
    if (with != nullptr) out.push_back(with->stones.front());
    return out;
  }

  bool races(const Pair& pair) {
    const auto lives = [&](const Block& block, const Block& other) {
      Budget share = budget_.part(4 * limits_.hunt_nodes);
      GroupStatus status = GroupStatus::kUnknown;
      try {
        status = group_life(board_, block.stones.front(), safety_, walls(pair, &other), share,
                            {.nodes = limits_.hunt_nodes})
                     .status;
      } catch (const BudgetExhausted&) {
        // Of the share, or of the whole: settle() tells.
      }
      budget_.settle(share);
      return status == GroupStatus::kAlive || status == GroupStatus::kUnknown;
    };
    return !lives(pair.black, pair.white) && !lives(pair.white, pair.black);
  }

  Problem problem(const Pair& pair) const {
    return race_on(board_, {{pair.black.stones.front(), pair.white.stones.front()}}, safety_,
                   walls(pair, nullptr));
  }

  const Board& board_;
  const Safety& safety_;
  std::span<const Point> told_;
  Budget& budget_;
  const RaceLimits& limits_;
  std::vector<char> fixed_;  // safe, dead or told to live: no part of a race
  std::vector<char> lives_;
};

}  // namespace

Problem race_on(const Board& board, std::span<const Point> essential, const Safety& safety,
                std::span<const Point> living) {
  std::vector<Point> ordinary;
  for (const Point stone : essential) {
    if (board[stone] == Colour::kEmpty) continue;  // problem_of() refuses it
    for (const Point p : area_of(board, stone, safety, living)) {
      if (board[p] != Colour::kEmpty) ordinary.push_back(p);
    }
  }
  return problem_of(board, essential, ordinary);
}

std::vector<RaceReport> find_races(const Board& board, const Safety& safety,
                                   std::span<const Point> told, std::span<const Point> living,
                                   Budget& budget, const RaceLimits& limits) {
  return Finder(board, safety, told, living, budget, limits).run();
}

}  // namespace cgt::go::semeai
