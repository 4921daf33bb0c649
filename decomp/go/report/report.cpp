#include "decomp/go/report/report.hpp"

#include <fmt/format.h>

#include <chrono>

#include "cgt/support/text_input.hpp"
#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/report/review.hpp"

namespace cgt::go {
namespace {

// For the texts of all values together: seconds.
constexpr std::uint64_t kPrintingNodes = 1'000'000;

constexpr std::size_t kGroupAnswers = 20'000;  // of one proof of life or death

PartKind kind_of(const Store& store, const Board& board, const Subgame& subgame) {
  if (!subgame.searched) return PartKind::kBounded;
  if (!subgame.exact) return PartKind::kKo;
  const auto has = [&](Colour colour) {
    return std::ranges::any_of(subgame.points, [&](Point p) { return board[p] == colour; });
  };
  const bool seki = store.is_number(subgame.lower) && store.number_value(subgame.lower).is_zero() &&
                    has(Colour::kBlack) && has(Colour::kWhite);
  return seki ? PartKind::kSeki : PartKind::kExact;
}

std::vector<GoReport::Row> make_rows(Store& store, const GoEndgame& endgame,
                                     const PrintStyle& style) {
  // What is known is told when the budget of the search is spent, too.
  Budget budget({.nodes = kPrintingNodes});
  const Store::BudgetScope scope(store, budget);
  const auto text = [&](GameId value) -> std::string {
    try {
      return to_text(store, value, style);
    } catch (const BudgetExhausted&) {
      return "{...}";
    }
  };
  std::vector<GoReport::Row> rows;
  for (const Subgame& subgame : endgame.subgames()) {
    GoReport::Row row;
    for (const Point point : subgame.points) {
      row.points.push_back(endgame.problem().board.name(point));
    }
    row.known = subgame.searched;
    row.exact = subgame.searched && subgame.exact;
    row.kind = kind_of(store, endgame.problem().board, subgame);
    row.lower = text(subgame.lower);
    row.upper = row.exact ? row.lower : text(subgame.upper);
    if (row.exact) {
      row.chilled = text(subgame.chilled);
      try {
        row.worth = worth_of(store, subgame);
      } catch (const BudgetExhausted&) {
        // It stays untold.
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void count_moves(const std::vector<MoveReport>& moves, GoReport& report) {
  report.legal_moves = moves.size();
  for (const MoveReport& move : moves) {
    if (move.loss.is_zero()) continue;
    const auto place =
        std::find_if(report.losses.begin(), report.losses.end(),
                     [&](const LossCount& known) { return known.loss == move.loss; });
    if (place == report.losses.end()) {
      report.losses.push_back({move.loss, 1});
    } else {
      ++place->moves;
    }
  }
  std::sort(report.losses.begin(), report.losses.end(),
            [](const LossCount& a, const LossCount& b) { return a.loss < b.loss; });
}

// Scores are known without them: a region with as many positions as a search of kos cannot hold
// takes nothing from the rest.
constexpr std::uint64_t kKoNodes = 500'000;

// Larger boards on which nothing is safe are one part that no search settles.
constexpr int kMostUnbounded = 64;

void find_kos(Store& store, const GoEndgame& endgame, Budget& budget, GoReport& report) {
  Budget share = budget.part(kKoNodes);
  try {
    report.kos = board_kos(store, endgame, report.to_play, share);
  } catch (const BudgetExhausted&) {
    report.kos_unknown = "the kos have too many positions for a thermograph";
  }
  budget.settle(share);
}

// Parts without value, each cut into a zone and what lies beyond.
void add_conditional(GoEndgame& endgame, Player to_play, Budget& budget, GoReport& report) {
  const auto unsolved = [](const Subgame& subgame) {
    return !subgame.searched && subgame.lower != subgame.upper;
  };
  if (std::ranges::none_of(endgame.subgames(), unsolved)) return;
  try {
    std::optional<GoEndgame> cut = endgame.with_zones(budget);
    if (!cut) return;
    GoReport::Conditional found;
    found.endgame = std::make_shared<GoEndgame>(std::move(*cut));
    for (const Player player : kPlayers) {
      found.scores[player] = found.endgame->score(player, budget);
    }
    try {
      found.proved_best = found.endgame->complete()
                              ? found.endgame->best_moves(to_play, budget)
                              : proved_best_of(found.endgame->bounded_moves(to_play, budget));
    } catch (const BudgetExhausted&) {
      // Scores without moves.
    }
    report.conditional = std::move(found);
  } catch (const BudgetExhausted&) {
    // No condition is told, then.
  }
}

}  // namespace

Budget::Limits search_limits(Budget::Limits limits) {
  if (limits.milliseconds != Budget::kUnlimited) limits.milliseconds = limits.milliseconds / 5 * 2;
  return limits;
}

GoReport make_report(Store& store, GoEndgame& endgame, Player to_play, const PrintStyle& style,
                     bool with_thermograph, Budget& search) {
  const auto start = std::chrono::steady_clock::now();
  GoReport report;
  report.endgame = &endgame;
  report.to_play = to_play;
  const auto ask = [&](auto&& question) {
    try {
      question();
      return true;
    } catch (const BudgetExhausted& spent) {
      if (!report.stopped) report.stopped = spent.reason();
      return false;
    }
  };
  const auto solve = [&](Budget& share) {
    const bool hopeless = endgame.divide(share) && endgame.partition().nothing_safe &&
                          endgame.problem().board.size() > kMostUnbounded;
    if (!hopeless && !endgame.solve(share)) share.poll();
  };
  ask([&] { solve(search); });
  // What was found by then is added up and told in the other half of the time.
  Budget budget = search.another();
  // Answers mostly take little of that: half of it for subgames that were not finished.
  if (report.stopped == StopReason::kTime) {
    report.stopped.reset();
    Budget more = budget.half();
    ask([&] { solve(more); });
  }
  report.partitioned = endgame.partitioned();
  report.no_safe_stones = endgame.partition().nothing_safe;
  report.rows = make_rows(store, endgame, style);
  // Bounds are worth having even when the budget is spent: scores answer what is known.
  for (const Player player : kPlayers) report.scores[player] = endgame.score(player, budget);
  ask([&] { budget.poll(); });
  for (const Player player : kPlayers) {
    ask([&] { report.by_parity[player] = endgame.area_by_parity(player, budget); });
  }
  report.dame = static_cast<std::size_t>(
      std::ranges::count_if(endgame.subgames(), [&](const Subgame& subgame) {
        return subgame.exact && subgame.points.size() == 1 && subgame.lower == store.nimber(1);
      }));
  if (endgame.complete()) {
    report.moves_known = ask([&] {
      const std::vector<MoveReport> moves = endgame.moves(to_play, budget);
      count_moves(moves, report);
      report.best_moves = best_of(moves);
    });
    report.proved_best_known = report.moves_known;
    report.proved_best = report.best_moves;
    report.line_known = ask([&] { report.line = endgame.line(to_play, budget); });
    if (with_thermograph) ask([&] { report.thermograph = endgame.thermograph(budget); });
  } else if (endgame.partitioned()) {
    const auto exact = [&](Player player) { return report.scores[player].exact(); };
    if (!std::ranges::all_of(kPlayers, exact)) report.resolve_next = endgame.widest();
    if (report.resolve_next) report.resolve_width = endgame.width(*report.resolve_next);
    report.proved_best_known =
        ask([&] { report.proved_best = proved_best_of(endgame.bounded_moves(to_play, budget)); });
    add_conditional(endgame, to_play, budget, report);
  }
  const auto depends = [](const Subgame& s) { return s.searched && !s.exact; };
  if (!report.stopped && std::ranges::any_of(endgame.subgames(), depends)) {
    ask([&] { find_kos(store, endgame, budget, report); });
  }
  report.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return report;
}

void add_play_out(Store& store, const GoEndgame& endgame, const KoLineRules& rules, Budget& budget,
                  GoReport& report) {
  const auto searched = [](const Subgame& s) { return s.searched; };
  if (!endgame.partitioned() || !std::ranges::all_of(endgame.subgames(), searched)) return;
  try {
    report.play_out = ko_line(store, endgame, report.to_play, rules, budget);
    report.play_out_rules = rules;
  } catch (const BudgetExhausted& spent) {
    report.stopped = spent.reason();
  }
}

std::optional<Scoring> scoring_named(std::string_view rules) {
  const std::string word = lower(rules);
  const auto begins = [&](const char* with) { return word.starts_with(with); };
  for (const char* const area : {"chinese", "cn", "aga", "ing", "goe", "new zealand", "new_zealand",
                                 "nz", "tromp", "area", "stone", "bga", "french"}) {
    if (begins(area)) return Scoring::kArea;
  }
  for (const char* const territory : {"japan", "jp", "korea", "kr", "territory"}) {
    if (begins(territory)) return Scoring::kTerritory;
  }
  return std::nullopt;
}

JudgeOptions judge_options(const GoEndgame& endgame,
                           const std::optional<GoReport::Groups>& groups) {
  JudgeOptions out;
  const Board& board = endgame.problem().board;
  for (const Point p : endgame.options().assumed) {
    if (board[p] != Colour::kEmpty) out.living.push_back(p);
  }
  if (!groups) return out;
  out.lives = groups->lives;
  const auto add = [&](Point p, GroupStatus status) {
    GroupLife& life = out.lives.emplace_back();
    life.stones = {p};
    life.owner = player_of(board[p]);
    life.status = status;
  };
  for (const Player player : kPlayers) {
    for (const Point p : groups->safety.stones[player]) add(p, GroupStatus::kAlive);
    for (const Point p : groups->safety.dead[player]) add(p, GroupStatus::kDead);
  }
  return out;
}

namespace {

// Stones of blocks that may live, though what is settled counts them as dead.
std::vector<Point> dead_in_doubt(const Judgement& judged, const Partition& partition,
                                 const Board& board) {
  std::vector<Point> out;
  for (const JudgedBlock& block : judged.blocks) {
    const Point p = block.stones.front();
    const bool dead = block.status == GroupStatus::kDead && !block.doubtful();
    const bool taken = partition.owner[board.index(p)] == colour_of(opponent(block.owner));
    if (taken && !dead) out.push_back(p);
  }
  return out;
}

// The scores if `assumed` live.
GoReport::Conditional if_alive(Store& store, const GoEndgame& endgame,
                               const std::vector<Point>& assumed, Player to_play, Budget& budget) {
  Problem problem = endgame.problem();
  PartitionOptions options = endgame.options();
  options.assumed.insert(options.assumed.end(), assumed.begin(), assumed.end());
  problem.assumed.clear();
  GoReport::Conditional out;
  out.endgame = std::make_shared<GoEndgame>(store, std::move(problem), options, endgame.rules());
  try {
    solve_where_safe(*out.endgame, budget);
    for (const Player player : kPlayers) out.scores[player] = out.endgame->score(player, budget);
    if (out.endgame->partitioned()) {
      out.proved_best = out.endgame->complete()
                            ? out.endgame->best_moves(to_play, budget)
                            : proved_best_of(out.endgame->bounded_moves(to_play, budget));
    }
  } catch (const BudgetExhausted&) {
    // Scores are there, moves are not.
  }
  return out;
}

// Widened by what holds if other blocks live, too.
void widen(GoReport::Conditional& found, const PerPlayer<GoEndgame::Score>& other) {
  found.proved_best.clear();
  for (const Player player : kPlayers) {
    GoEndgame::Score& score = found.scores[player];
    if (!score.lower || !score.upper) continue;
    score.lower = std::min(*score.lower, *other[player].lower);
    score.upper = std::max(*score.upper, *other[player].upper);
  }
}

// What lives only if it answers may have to, each time for a point of its own. What is proved stays.
void pay(GoReport::Conditional& found, const PerPlayer<int>& owed,
         const PerPlayer<GoEndgame::Score>& proved) {
  if (owed[Player::kLeft] + owed[Player::kRight] > 0) found.proved_best.clear();
  for (const Player player : kPlayers) {
    GoEndgame::Score& score = found.scores[player];
    const GoEndgame::Score& known = proved[player];
    if (!score.lower || !score.upper || !known.lower || !known.upper) continue;
    score.lower = std::max(*score.lower - Dyadic(owed[Player::kLeft]), *known.lower);
    score.upper = std::min(*score.upper + Dyadic(owed[Player::kRight]), *known.upper);
    if (*score.lower > *score.upper) score = known;  // the assumption is against a proof
  }
}

}  // namespace

void add_estimate(Store& store, const GoEndgame& endgame, Judgement judged, Budget& budget,
                  GoReport& report) {
  const Board& board = endgame.problem().board;
  const ScoringRules& rules = endgame.rules();
  GoReport::Estimate out;
  // As a referee counts, whoever moves first.
  Dyadic counted(judged.count(board, rules.scoring));
  counted -= endgame.problem().komi;
  if (rules.scoring == Scoring::kTerritory) {
    counted += Dyadic(rules.prisoners[Player::kLeft] - rules.prisoners[Player::kRight]);
  } else {
    counted -= Dyadic(rules.handicap);
  }
  out.scores = {{counted, counted}};
  // Parts know nothing of sekis between groups that are assumed to live, nor of doubtful ones, and may
  // take for dead what lives if it moves first or wins a ko.
  const bool plain = std::ranges::none_of(judged.blocks, [](const JudgedBlock& block) {
    return block.doubtful() || block.status == GroupStatus::kSeki;
  });
  const auto take = [&](const PerPlayer<GoEndgame::Score>& scores, const GoEndgame& of) {
    if (!plain || !dead_in_doubt(judged, of.partition(), board).empty()) return false;
    for (const Player player : kPlayers) {
      if (!scores[player].exact()) return false;
    }
    for (const Player player : kPlayers) out.scores[player] = *scores[player].lower;
    return true;
  };
  bool valued = false;
  PerPlayer<int> owed{};
  if (report.estimated) {
    valued = take(report.scores, endgame);
  } else {
    const std::vector<Point> assumed = judged.living();
    Budget half = budget.half();
    GoReport::Conditional found = if_alive(store, endgame, assumed, report.to_play, half);
    if (found.endgame->partitioned() && !found.endgame->partition().nothing_safe) {
      valued = take(found.scores, *found.endgame);
      if (!valued) {
        Budget rest = budget.half();
        try {
          if (std::optional<GoEndgame> cut = found.endgame->with_zones(rest)) {
            valued =
                take({{cut->score(Player::kLeft, rest), cut->score(Player::kRight, rest)}}, *cut);
            if (valued) out.reasons = cut->areas_assumed();
          }
        } catch (const BudgetExhausted&) {
          // As a referee counts, then.
        }
      }
      const std::vector<Point> doubtful = dead_in_doubt(judged, found.endgame->partition(), board);
      if (!doubtful.empty()) {
        std::vector<Point> more = assumed;
        more.insert(more.end(), doubtful.begin(), doubtful.end());
        Budget rest = budget.half();
        const auto other = if_alive(store, endgame, more, report.to_play, rest);
        const bool known = other.scores[Player::kLeft].lower && other.scores[Player::kRight].lower;
        widen(found, known ? other.scores : report.scores);
      }
      try {
        Budget rest = budget.half();
        owed = answers_owed(board, judged, found.endgame->partition(), rest);
      } catch (const BudgetExhausted&) {
        // Then nobody answers.
      }
      pay(found, owed, report.scores);
      report.living = std::move(found);
    }
  }
  for (std::string& line : judged.doubts(board)) out.reasons.push_back(std::move(line));
  if (!valued) {
    out.reasons.emplace_back(
        "open areas are counted as they would most often end, whoever moves first");
  }
  const auto keep_within = [&out](const PerPlayer<GoEndgame::Score>& known) {
    for (const Player player : kPlayers) {
      Dyadic& score = out.scores[player];
      if (known[player].lower) score = std::max(score, *known[player].lower);
      if (known[player].upper) score = std::min(score, *known[player].upper);
    }
  };
  // Neither what follows from its own judgement is overruled, nor, above all, what is proved or told.
  if (report.living) keep_within(report.living->scores);
  keep_within(report.scores);
  out.judged = std::move(judged);
  report.estimate = std::move(out);
}

void add_groups(const GoEndgame& endgame, Budget& budget, GoReport& report) {
  const PartitionOptions& options = endgame.options();
  const Board& board = endgame.problem().board;
  GoReport::Groups found;
  found.assumed = options.assumed;
  try {
    if (options.safety == SafetyMethod::kBenson) {
      found.safety = safety(board, options.safety, found.assumed, budget);
    } else {
      // As much for the groups afterwards, whatever it proves.
      SafetySearchOptions wanted;
      if (options.proofs) wanted.proof_nodes = kProofNodes;
      Budget half = budget.half();
      found.safety = searched_safety(board, found.assumed, half, wanted);
      budget.settle(half);
    }
  } catch (const BudgetExhausted&) {
    // Then nothing is safe, and nothing enclosed.
  }
  GroupLimits limits;
  if (options.proofs) limits.most_answers = kGroupAnswers;
  found.lives = all_groups(board, found.safety, found.assumed, budget, limits);
  found.races = semeai::find_races(board, found.safety, found.assumed, {}, budget);
  report.groups = std::move(found);
}

std::vector<std::string> GoReport::doubts() const {
  std::vector<std::string> out;
  for (const Contradiction& one : withdrawn) out.push_back(one.text());
  if (!partitioned) return {"nothing is known of the board"};
  for (std::string& line : endgame->life_assumed()) out.push_back(std::move(line));
  if (!scores[to_play].exact()) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].exact) continue;
      const std::string& note = endgame->subgames()[i].note;
      out.push_back(
          fmt::format("subgame {} has no value{}{}", i + 1, note.empty() ? "" : ": ", note));
    }
  }
  if (out.empty() && !exact()) out.emplace_back("the sum was not played to its end");
  return out;
}

const char* name(PartKind kind) {
  switch (kind) {
    case PartKind::kExact: return "exact";
    case PartKind::kSeki: return "seki";
    case PartKind::kKo: return "ko";
    case PartKind::kBounded: return "bounded";
  }
  return "";
}

std::string mean_text(const Rational& mean) {
  if (mean.sign() == 0) return "0";
  return (mean.sign() > 0 ? "B+" : "W+") + to_string(abs(mean));
}

const char* komaster_text(Komaster komaster) {
  if (komaster == Komaster::kNone) return "none";
  return player_name(komaster == Komaster::kLeft ? Player::kLeft : Player::kRight);
}

std::string score_text(const Dyadic& score) {
  return score.is_zero() ? "0 (jigo)" : settled_text(score);
}

std::string settled_text(const Dyadic& score) {
  if (score.is_zero()) return "0";
  return (score.sign() > 0 ? "B+" : "W+") + score.abs().to_string();
}

std::string score_text(const GoEndgame::Score& score) {
  if (score.exact()) return score_text(*score.lower);
  if (!score.lower && !score.upper) return "unknown";
  if (!score.lower) return "at most " + score_text(*score.upper);
  if (!score.upper) return "at least " + score_text(*score.lower);
  return score_text(*score.lower) + " to " + score_text(*score.upper);
}

char colour_letter(Player player) { return player == Player::kLeft ? 'B' : 'W'; }

}  // namespace cgt::go
