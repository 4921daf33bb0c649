#include "repl/commands/go/go.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "decomp/go/safety/living.hpp"
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
                       {{Severity::kError, "this is no point of the board",
                         "columns are A to Z without I, rows count from below: F4,G2", span}});
    }
    if (stones && board[*point] == go::Colour::kEmpty) {
      throw InputError(source, {{Severity::kError, "there is no stone at " + board.name(*point),
                                 "name a stone of each block that lives", span}});
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

go::PartitionOptions partition_options(const GoOptions& options, go::Problem& problem) {
  go::PartitionOptions wanted;
  wanted.safety = options.safety;
  wanted.proofs = options.verify;
  if (options.assume.empty()) return wanted;
  problem.assumed.clear();
  wanted.assumed = options.assume == "auto"
                       ? go::living_stones(problem.board)
                       : named_points("--assume", options.assume, problem.board, true);
  return wanted;
}

go::ScoringRules scoring_rules(const GoOptions& options, go::Problem& problem) {
  if (!options.komi.empty()) {
    const std::optional<Dyadic> komi = dyadic_number(options.komi);
    if (!komi) {
      throw wrong_option("--komi", options.komi, "this is no dyadic number", "as 6.5, 13/2 or -3");
    }
    problem.komi = *komi;
  }
  go::ScoringRules rules = options.rules;
  rules.prisoners = prisoners_of(options);
  if (options.prisoners.empty() && rules.scoring == go::Scoring::kTerritory) {
    for (const Player player : kPlayers) rules.prisoners[player] = problem.prisoners[player];
  }
  return rules;
}

go::SgfOptions sgf_options(const GoOptions& options) {
  go::SgfOptions out{.moves = options.moves, .game = options.game};
  for (std::size_t from = 0; from < options.path.size();) {
    const std::size_t end = std::min(options.path.find(',', from), options.path.size());
    const std::string word = options.path.substr(from, end - from);
    const bool digits = !word.empty() && word.size() < 7 &&
                        std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || std::stoul(word) == 0) {
      throw InputError(SourceText("--path", options.path),
                       {{Severity::kError,
                         "this is no number of a variation",
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

GoAnswer answer_go(Store& store, const GoOptions& options, go::Problem problem) {
  const std::optional<Player> told = problem.to_play;
  const Player to_play = options.to_play.value_or(told.value_or(Player::kLeft));
  const Budget::Limits limits = go_limits(options.common.limits);
  Budget budget(go::search_limits(limits), &interrupt_flag());
  const go::PartitionOptions partition = partition_options(options, problem);
  const go::ScoringRules rules = scoring_rules(options, problem);
  GoAnswer answer;
  answer.endgame = std::make_unique<go::GoEndgame>(store, std::move(problem), partition, rules);
  go::GoEndgame& endgame = *answer.endgame;
  go::GoReport& report = answer.report;
  report = go::make_report(store, endgame, to_play, {options.common.notation, 0},
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
  report.looks_alive = options.assume == "auto";
  if (options.common.limits.milliseconds == Budget::kUnlimited) {
    report.default_milliseconds = kGoMilliseconds;
  }
  report.to_play_source = options.to_play ? "as asked"
                          : told          ? "as the file says"
                                          : "the file does not say; --to-play W for White";
  return answer;
}

}  // namespace cgt::repl
