#include "repl/commands/go/go.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "decomp/go/report/contradictions.hpp"
#include "decomp/go/report/judgement.hpp"
#include "repl/commands/go/advisor.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

// More than any game has seen; a bound on what is added up.
constexpr std::int64_t kMostPrisoners = 1'000'000;

// The points named in the value of an option, with commas or blanks between.
std::vector<go::Point> named_points(const std::string& option, const std::string& text,
                                    const go::Board& board, bool stones) {
  const SourceText source(option, text);
  std::vector<go::Point> points;
  constexpr const char* kGaps = ", \t";
  for (std::size_t from = text.find_first_not_of(kGaps); from < text.size();) {
    const std::size_t end = std::min(text.find_first_of(kGaps, from), text.size());
    const std::optional<go::Point> point = board.point(text.substr(from, end - from));
    const SourceSpan span{from, end - from};
    if (!point) {
      throw InputError(source,
                       {{Severity::kError, "this is not a point of the board",
                         "columns are A to Z without I, rows count from below: F4,G2", span}});
    }
    if (stones && board[*point] == go::Colour::kEmpty) {
      throw InputError(source, {{Severity::kError, "there is no stone at " + board.name(*point),
                                 "name a stone of each block", span}});
    }
    points.push_back(*point);
    from = std::min(text.find_first_not_of(kGaps, end), text.size());
  }
  return points;
}

go::KoLineRules play_out_rules(const GoOptions& options, const go::Board& board) {
  go::KoLineRules rules;
  rules.strategies = {{options.line.front(), options.line.back()}};
  rules.komaster = options.komaster;
  rules.given = named_points("--after", options.after, board, false);
  return rules;
}

// 6.5, -3 or 13/2, with at most nine digits; none unless it is a dyadic number.
std::optional<Dyadic> dyadic_number(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  std::int64_t digits = 0;
  std::uint32_t halves = 0;  // the denominator is 2^halves
  std::uint32_t decimals = 0;
  std::size_t count = 0;
  std::size_t at = 0;
  bool point = false;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !point)); ++at) {
    point = point || text[at] == '.';
    if (text[at] == '.') continue;
    digits = digits * 10 + (text[at] - '0');
    decimals += point ? 1 : 0;
    if (++count > 9) return std::nullopt;
  }
  if (count == 0) return std::nullopt;
  if (at < text.size()) {
    std::int64_t bottom = 0;
    const std::string_view rest = text.substr(at + 1);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), bottom);
    const bool power = bottom > 0 && (bottom & (bottom - 1)) == 0;
    if (point || text[at] != '/' || error != std::errc() || end != rest.data() + rest.size() ||
        !power) {
      return std::nullopt;
    }
    for (; bottom > 1; bottom /= 2) ++halves;
  }
  // digits / 10^d is dyadic if 5^d divides the digits.
  for (std::uint32_t d = 0; d < decimals; ++d) {
    if (digits % 5 != 0) return std::nullopt;
    digits /= 5;
    ++halves;
  }
  return Dyadic(negative ? -digits : digits, halves);
}

InputError wrong_option(const std::string& option, const std::string& text, const char* message,
                        const char* hint) {
  return {SourceText(option, text),
          {{Severity::kError, message, hint, {0, std::max<std::size_t>(text.size(), 1)}}}};
}

}  // namespace

std::vector<go::Point> named_stones(const std::string& option, const std::string& text,
                                    const go::Board& board) {
  return named_points(option, text, board, true);
}

PerPlayer<std::int64_t> prisoners_of(const GoOptions& options) {
  if (options.prisoners.empty()) return {{0, 0}};
  const std::size_t comma = options.prisoners.find(',');
  const auto count = [&](std::string_view text) {
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || number < 0 || number > kMostPrisoners) {
      throw wrong_option("--prisoners", options.prisoners, "these are no two numbers of stones",
                         "those that Black took and those that White took: 3,5");
    }
    return number;
  };
  const std::string_view all = options.prisoners;
  return {{count(all.substr(0, comma)),
           count(comma == std::string::npos ? std::string_view() : all.substr(comma + 1))}};
}

namespace {

// A stone of each block, but those of `dead`.
std::vector<go::Point> all_but(const go::Board& board, const std::vector<go::Point>& dead) {
  std::vector<char> seen(static_cast<std::size_t>(board.size()), 0);
  const auto see = [&](go::Point p) {
    for (const go::Point q : board.block(p).stones) seen[board.index(q)] = 1;
  };
  for (const go::Point p : dead) see(p);
  std::vector<go::Point> out;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const go::Point p = board.point(i);
    if (seen[i] != 0 || board[p] == go::Colour::kEmpty) continue;
    see(p);
    out.push_back(p);
  }
  return out;
}

// Stones in what the record marks as territory of the other colour.
std::vector<go::Point> dead_by_marks(const go::Problem& problem) {
  std::vector<go::Point> out;
  for (const Player player : kPlayers) {
    for (const go::Point p : problem.territory[player]) {
      if (problem.board[p] == go::colour_of(opponent(player))) out.push_back(p);
    }
  }
  return out;
}

// Stones of what is dead, where play is over: as --dead says, else as the record marks territory.
std::optional<std::vector<go::Point>> told_dead(const GoOptions& options,
                                                const go::Problem& problem) {
  if (options.dead == "none") return std::vector<go::Point>();
  if (!options.dead.empty()) return named_points("--dead", options.dead, problem.board, true);
  const bool marked =
      !problem.territory[Player::kLeft].empty() || !problem.territory[Player::kRight].empty();
  const bool named = !options.assume.empty() && !assumes_by_itself(options);
  if (!marked || named) return std::nullopt;
  return dead_by_marks(problem);
}

}  // namespace

go::PartitionOptions partition_options(const GoOptions& options, go::Problem& problem) {
  go::PartitionOptions wanted;
  wanted.safety = options.safety;
  wanted.proofs = options.verify;
  if (const auto dead = told_dead(options, problem)) {
    if (!options.dead.empty()) problem.assumed.clear();
    wanted.assumed = all_but(problem.board, *dead);
  } else if (!options.assume.empty() && !assumes_by_itself(options)) {
    problem.assumed.clear();
    wanted.assumed = named_points("--assume", options.assume, problem.board, true);
  }
  return wanted;
}

go::ScoringRules scoring_rules(const GoOptions& options, go::Problem& problem) {
  if (!options.komi.empty()) {
    const std::optional<Dyadic> komi = dyadic_number(options.komi);
    if (!komi) {
      throw wrong_option("--komi", options.komi, "this is not a dyadic number",
                         "as 6.5, 13/2 or -3");
    }
    problem.komi = *komi;
  }
  go::ScoringRules rules = options.rules;
  rules.scoring =
      options.scoring.value_or(go::scoring_named(problem.rules).value_or(go::Scoring::kTerritory));
  if (rules.scoring == go::Scoring::kArea && !(options.prisoners.empty() && options.line.empty())) {
    throw Error("the record is scored by area, as its rules say",
                "--prisoners and --line are for --rules territory");
  }
  rules.prisoners = prisoners_of(options);
  if (options.prisoners.empty() && rules.scoring == go::Scoring::kTerritory) {
    for (const Player player : kPlayers) rules.prisoners[player] = problem.prisoners[player];
  }
  return rules;
}

go::SgfOptions sgf_options(const GoOptions& options) {
  go::SgfOptions out{.moves = options.moves.value_or(go::kLastOfGame), .game = options.game};
  for (std::size_t from = 0; from < options.path.size();) {
    const std::size_t end = std::min(options.path.find(',', from), options.path.size());
    const std::string word = options.path.substr(from, end - from);
    const bool digits = !word.empty() && word.size() < 7 &&
                        std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || std::stoul(word) == 0) {
      throw InputError(SourceText("--path", options.path),
                       {{Severity::kError,
                         "this is not a number of a variation",
                         "numbers from 1 with commas between: 2,1,3",
                         {from, std::max<std::size_t>(word.size(), 1)}}});
    }
    out.path.push_back(std::stoul(word));
    from = end + 1;
  }
  return out;
}

Budget::Limits go_limits(const Budget::Limits& given) {
  Budget::Limits limits = given;
  if (given.milliseconds == Budget::kUnlimited) limits.milliseconds = kGoMilliseconds;
  if (given.milliseconds == 0) limits.milliseconds = Budget::kUnlimited;
  return limits;
}

namespace {

// Judging, and solving what is judged, each get a tenth of the time that was given. Where none was, they end by work and
// not by the clock, so that they say the same again on a machine that is busy.
Budget::Limits share_of(const Budget::Limits& given, Budget::Limits limits, std::uint64_t nodes) {
  limits.nodes = std::min(limits.nodes, nodes);
  if (given.milliseconds != Budget::kUnlimited && given.milliseconds != 0) {
    limits.milliseconds /= 10;
  }
  return limits;
}

// "area scoring (RU[Chinese])": of records that are played, and wherever area is counted.
std::string scoring_source(const GoOptions& options, const go::Problem& problem) {
  const auto named = go::scoring_named(problem.rules);
  const auto scoring = options.scoring.value_or(named.value_or(go::Scoring::kTerritory));
  const bool area = scoring == go::Scoring::kArea;
  if (!area && problem.played == 0) return "";
  const std::string what = area ? "area scoring" : "territory scoring";
  if (options.scoring) return what + " (as asked)";
  if (named) return fmt::format("{} (RU[{}])", what, problem.rules);
  return what + " (the file does not say; --rules area)";
}

// What is judged of life and death, and the engine that said so.
struct Judged {
  std::optional<go::Judgement> life;
  std::string engine;
};

Judged judge(const GoOptions& options, const go::Problem& of, Player to_play,
             go::JudgeOptions wanted) {
  const Budget::Limits limits = go_limits(options.common.limits);
  Judged out;
  if (!options.life_from.empty()) {
    EngineView view = ask_engine(options.life_from, of, to_play, limits.milliseconds);
    wanted.owners = std::move(view.owners);
    wanted.seki = std::move(view.seki);
    out.engine = std::move(view.name);
  }
  wanted.dead = told_dead(options, of).value_or(std::vector<go::Point>());
  Budget share(share_of(options.common.limits, limits, go::kJudgeNodes), &interrupt_flag());
  out.life = go::judge(of.board, to_play, wanted, share);
  return out;
}

// The report of an endgame, as the options want it.
go::GoReport report_of(Store& store, const GoOptions& options, go::GoEndgame& endgame,
                       Player to_play) {
  const Budget::Limits limits = go_limits(options.common.limits);
  Budget budget(go::search_limits(limits), &interrupt_flag());
  go::GoReport report = go::make_report(store, endgame, to_play, {options.common.notation, 0},
                                        !options.svg.empty(), budget);
  if (!options.line.empty()) {
    Budget play(limits, &interrupt_flag());
    go::add_play_out(store, endgame, play_out_rules(options, endgame.problem().board), play,
                     report);
  }
  if (options.groups) {
    Budget life(limits, &interrupt_flag());
    go::add_groups(endgame, life, report);
  }
  report.estimated = assumes_by_itself(options);
  if (options.common.limits.milliseconds == Budget::kUnlimited) {
    report.default_milliseconds = kGoMilliseconds;
  }
  return report;
}

void estimate(Store& store, const GoOptions& options, GoAnswer& answer, Judged judged) {
  go::GoReport& report = answer.report;
  const go::GoEndgame& endgame = *answer.endgame;
  if (report.exact() || !report.partitioned || report.stopped == StopReason::kInterrupted) return;
  if (!judged.life) {
    judged = judge(options, endgame.problem(), report.to_play,
                   go::judge_options(endgame, report.groups));
  }
  const Budget::Limits limits = go_limits(options.common.limits);
  Budget share(share_of(options.common.limits, limits, go::kEstimateNodes), &interrupt_flag());
  go::add_estimate(store, endgame, std::move(*judged.life), share, report);
  if (judged.engine.empty()) return;
  auto& reasons = report.estimate->reasons;
  reasons.insert(reasons.begin(), "life and death as " + judged.engine + " says");
}

}  // namespace

void withdraw(Store& store, const GoOptions& options, GoAnswer& answer,
              std::vector<go::Contradiction> found) {
  const Player to_play = answer.report.to_play;
  go::withdraw(store, answer.endgame, answer.report, std::move(found),
               [&](go::GoEndgame& left) { return report_of(store, options, left, to_play); });
  estimate(store, options, answer, {});
}

GoAnswer answer_go(Store& store, const GoOptions& options, go::Problem problem) {
  const std::optional<Player> told = problem.to_play;
  const Player to_play = options.to_play.value_or(told.value_or(Player::kLeft));
  go::PartitionOptions partition = partition_options(options, problem);
  const go::ScoringRules rules = scoring_rules(options, problem);
  const std::string scoring = scoring_source(options, problem);
  Judged judged;
  if (assumes_by_itself(options)) {
    judged = judge(options, problem, to_play, {.living = partition.assumed});
    for (const go::Point p : judged.life->living()) partition.assumed.push_back(p);
    problem.assumed.clear();
  }
  GoAnswer answer;
  answer.endgame = std::make_unique<go::GoEndgame>(store, std::move(problem), partition, rules);
  answer.report = report_of(store, options, *answer.endgame, to_play);
  answer.report.scoring_source = scoring;
  answer.report.to_play_source = options.to_play ? "as asked"
                                 : told          ? "as the file says"
                                                 : "the file does not say; --to-play W for White";
  std::vector<go::Contradiction> found = go::contradictions(answer.report);
  if (found.empty()) {
    estimate(store, options, answer, std::move(judged));
  } else {
    withdraw(store, options, answer, std::move(found));
  }
  return answer;
}

}  // namespace cgt::repl
