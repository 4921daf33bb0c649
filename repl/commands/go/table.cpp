#include <fmt/format.h>

#include <algorithm>

#include "cgt/support/words.hpp"
#include "repl/commands/go/go.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kTableWidth = 100;

// Words joined by blanks, broken before `kTableWidth`; every line starts with `indent` blanks.
std::string wrapped(const std::vector<std::string>& words, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string text;
  std::string line = margin;
  for (const std::string& word : words) {
    if (line.size() > indent && line.size() + 1 + word.size() > kTableWidth) {
      text += line + "\n";
      line = margin;
    }
    if (line.size() > indent) line += ' ';
    line += word;
  }
  return text + line + "\n";
}

// At most `width` characters: the first words that fit, and how many are left.
std::string shortened(const std::vector<std::string>& words, std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string more =
        i + 1 < words.size() ? fmt::format(" +{}", words.size() - i - 1) : std::string();
    if (!text.empty() && text.size() + 1 + words[i].size() + more.size() > width) {
      return text + fmt::format(" +{}", words.size() - i);
    }
    text += (text.empty() ? "" : " ") + words[i];
  }
  return text;
}

std::string shortened(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 3) + "...";
}

std::string value_text(const go::GoReport::Row& row) {
  if (!row.known && row.lower == row.upper) return row.lower + " by integers";
  if (!row.known) return fmt::format("not searched: {} .. {}", row.lower, row.upper);
  return row.exact ? row.lower : row.lower + " .. " + row.upper;
}

// What a move there is to a player.
std::string kind_text(const go::GoReport& report, std::size_t i) {
  const go::GoReport::Row& row = report.rows[i];
  if (row.worth && !row.worth->sente) return "gote";
  if (row.worth) return fmt::format("{} sente", go::colour_letter(*row.worth->sente));
  const bool level = row.exact && report.endgame->subgames()[i].temperature.is_zero();
  return row.kind == go::PartKind::kSeki ? "seki" : level ? "dame" : "";
}

// "B 1, W 1/2": what the next move is worth after the first one of Black, and of White.
std::string next_text(const go::GoReport::Row& row) {
  std::string text;
  for (const Player player : kPlayers) {
    if (!row.worth || row.worth->next[player].sign() <= 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", go::colour_letter(player),
                        row.worth->next[player].to_string());
  }
  return text;
}

// Columns with numbers: mean, temp, deiri.
constexpr std::size_t kFirstNumber = 3;
constexpr std::size_t kLastNumber = 5;

using Cells = std::vector<std::string>;

// Columns as wide as their widest cell; the first, and those headed by their number, to the right.
std::string aligned(const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const Cells& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool right = i == 0 || (i >= kFirstNumber && i <= kLastNumber);
      row += "  " + (right ? fmt::format("{:>{}}", line[i], widths[i])
                           : fmt::format("{:<{}}", line[i], widths[i]));
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

constexpr const char* kGlossary =
    "  temp: what a move is worth (miai value); deiri: what it matters who is first; "
    "next: temp after it\n";

std::string subgame_table(const go::GoReport& report) {
  std::vector<Cells> lines{{"#", "points", "value", "mean", "temp", "deiri", "kind", "next"}};
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const go::GoReport::Row& row = report.rows[i];
    const go::Subgame& subgame = report.endgame->subgames()[i];
    lines.push_back({std::to_string(i + 1), shortened(row.points, 28),
                     shortened(value_text(row), 32), row.exact ? subgame.mean.to_string() : "",
                     row.exact ? subgame.temperature.to_string() : "",
                     row.worth ? row.worth->deiri.to_string() : "", kind_text(report, i),
                     next_text(row)});
  }
  std::string text = aligned(lines) + kGlossary;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const std::string& remark = report.endgame->subgames()[i].note;
    if (!remark.empty()) text += fmt::format("  note on {}: {}\n", i + 1, remark);
  }
  return text;
}

std::vector<std::string> names(const go::GoReport& report, const std::vector<go::Point>& points) {
  std::vector<std::string> out;
  for (const go::Point point : points) out.push_back(report.endgame->problem().board.name(point));
  return out;
}

// What an interval decides, what is proved in it, and what would make it smaller.
std::string bounds_text(const go::GoReport& report) {
  if (!report.partitioned || report.endgame->complete()) return "";
  std::string text;
  for (const Player first : kPlayers) {
    if (report.scores[first].exact()) continue;
    if (const auto winner = report.scores[first].winner()) {
      text +=
          fmt::format("{} wins if {} moves first, whatever the parts without value are worth.\n",
                      go::player_name(*winner), go::player_name(first));
    }
  }
  if (report.proved_best_known && !report.proved_best.empty()) {
    const bool exact = report.scores[report.to_play].exact();
    text += fmt::format("Proved best for {}{}:\n", go::player_name(report.to_play),
                        exact ? "" : ", whatever those parts are worth") +
            wrapped(names(report, report.proved_best), 2);
  } else if (report.proved_best_known) {
    text += fmt::format("No first move of {} is proved best.\n", go::player_name(report.to_play));
  }
  if (report.resolve_next) {
    text += fmt::format("To resolve next: {}, at {}: its bounds are {} points apart.\n",
                        *report.resolve_next + 1, report.rows[*report.resolve_next].points.front(),
                        report.resolve_width.to_string());
  }
  return text.empty() ? text : text + "\n";
}

// What would hold if the areas beyond the contested zones were territory.
std::string conditional_text(const go::GoReport& report) {
  if (!report.conditional) return "";
  const go::GoEndgame& endgame = *report.conditional->endgame;
  std::string text;
  for (const std::string& line : endgame.areas_assumed()) text += "I" + line.substr(1) + "\n";
  text += fmt::format("  Black first: {}      White first: {}\n",
                      go::score_text(report.conditional->scores[Player::kLeft]),
                      go::score_text(report.conditional->scores[Player::kRight]));
  if (!report.conditional->proved_best.empty()) {
    text += fmt::format("  Then proved best for {}:\n", go::player_name(report.to_play)) +
            wrapped(names(report, report.conditional->proved_best), 4);
  }
  return text + "\n";
}

// What is known of the life of a group, in a few words.
std::string life_text(const go::GroupLife& life) {
  switch (life.status) {
    case go::GroupStatus::kAlive: return "alive";
    case go::GroupStatus::kSeki: return "seki: it cannot be taken; nothing shows that it lives";
    case go::GroupStatus::kDead: return "dead";
    case go::GroupStatus::kUnsettled: return "unsettled: who moves first decides";
    case go::GroupStatus::kKo: return "ko decides";
    case go::GroupStatus::kUnknown: break;
  }
  return "unknown: " + life.why;
}

std::string groups_text(const go::GoReport& report) {
  if (!report.groups) return "";
  if (report.groups->lives.empty()) return "Every block is safe.\n\n";
  std::string text = "Life and death of blocks that are not safe:\n";
  std::size_t widest = 0;
  std::vector<std::string> places;
  for (const go::GroupLife& life : report.groups->lives) {
    places.push_back(fmt::format("{} {}", go::player_name(life.owner),
                                 shortened(names(report, life.stones), 20)));
    widest = std::max(widest, places.back().size());
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    text += fmt::format("  {:<{}}  {}\n", places[i], widest, life_text(report.groups->lives[i]));
  }
  for (const go::semeai::RaceReport& race : report.groups->races) {
    text += fmt::format("  race: {}\n", race_title(report.endgame->problem().board, race));
  }
  return text + "\n";
}

std::string best_text(const go::GoReport& report) {
  const std::string who = go::player_name(report.to_play);
  if (report.legal_moves == 0) return fmt::format("Nothing is left to play for {}.\n", who);
  if (report.best_moves.empty()) return fmt::format("Best for {}: pass; every move loses.\n", who);
  std::string text = fmt::format("Best first moves for {} ({} of {}):\n", who,
                                 report.best_moves.size(), report.legal_moves) +
                     wrapped(names(report, report.best_moves), 2);
  std::vector<std::string> parts;
  for (const go::LossCount& loss : report.losses) {
    parts.push_back(fmt::format("{} lose {},", loss.moves, loss.loss.to_string()));
  }
  if (parts.empty()) return text;
  parts.back().back() = '.';
  parts.insert(parts.begin(), "The others:");
  return text + wrapped(parts, 2);
}

std::string line_text(const go::GoReport& report) {
  if (report.line.empty()) return "";
  const auto single = std::count_if(report.line.begin(), report.line.end(),
                                    [](const go::LineMove& move) { return move.single_incentive; });
  std::string text = fmt::format(
      "Optimal line: {} moves; {} decided by a single undominated incentive, {} (marked ?) by "
      "search\n",
      report.line.size(), single, static_cast<std::ptrdiff_t>(report.line.size()) - single);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < report.line.size(); ++i) {
    const go::LineMove& move = report.line[i];
    words.push_back(fmt::format(
        "{:>3} {} {:<4}", i + 1, go::colour_letter(move.player),
        report.endgame->problem().board.name(move.point) + (move.single_incentive ? "" : "?")));
  }
  text += wrapped(words, 1);
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    clean += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    at = end + 1;
  }
  return clean;
}

std::string temperature_text(const Rational& t) { return t.sign() <= 0 ? "<=0" : to_string(t); }

std::string ko_text(const go::GoReport& report) {
  if (!report.kos_unknown.empty()) return "Kos: " + report.kos_unknown + "\n\n";
  if (!report.kos) return "";
  std::string text;
  for (std::size_t i = 0; i < report.kos->regions.size(); ++i) {
    const auto& ko = report.kos->regions[i];
    if (!ko) continue;
    if (!ko->thermographs) {
      text += fmt::format("Ko of {}: no thermograph, {}\n", i + 1, ko->refused);
      continue;
    }
    text += fmt::format("Ko of {} ({}):", i + 1, name(ko->thermographs->kind()));
    const char* separator = " ";
    for (const Komaster komaster : kKomasters) {
      const KoThermograph& graph = (*ko->thermographs)[komaster];
      text += fmt::format("{}komaster {} mean {} temp {}", separator, go::komaster_text(komaster),
                          to_string(graph.mast()), graph.temperature_text());
      separator = "; ";
    }
    text += "\n";
  }
  if (report.kos->sums) {
    for (const Komaster komaster : kKomasters) {
      const go::KoSum& sum = (*report.kos->sums)[static_cast<std::size_t>(komaster)];
      text +=
          fmt::format("Estimate, komaster {}: mean {}, temperature {}", go::komaster_text(komaster),
                      go::mean_text(sum.mean), temperature_text(sum.temperature));
      if (sum.move) {
        text +=
            fmt::format(", {} plays {} (hotstrat and sentestrat)", go::player_name(report.to_play),
                        report.endgame->problem().board.name(sum.move->point));
      }
      text += "\n";
    }
  }
  return text + "\n";
}

// The line of the strategies; moves that answer are marked !, those that a threat goes before, *.
std::string play_out_text(const go::GoReport& report) {
  if (!report.play_out) return "";
  const go::KoLine& line = *report.play_out;
  const go::KoLineRules& rules = report.play_out_rules;
  std::string who = name(rules.strategies[Player::kLeft]);
  if (rules.strategies[Player::kLeft] != rules.strategies[Player::kRight]) {
    who += fmt::format(" against {}", name(rules.strategies[Player::kRight]));
  }
  std::string text =
      fmt::format("Played out by {}, komaster {}: {} to {}{}\n", who,
                  go::komaster_text(rules.komaster), counted(line.moves.size(), "move"),
                  line.exact() ? go::mean_text(line.lower)
                               : fmt::format("a score from {} to {}", go::mean_text(line.lower),
                                             go::mean_text(line.upper)),
                  line.trouble.empty() ? "" : " on average; " + line.trouble);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    const go::KoLineMove& move = line.moves[i];
    words.push_back(fmt::format("{:>3} {} {}{}{}", i + 1, go::colour_letter(move.player),
                                report.endgame->problem().board.name(move.point),
                                move.answer ? "!" : "", move.threat ? "*" : ""));
  }
  return text + (words.empty() ? "" : wrapped(words, 1)) + "\n";
}

std::string both_first(const Dyadic& black, const Dyadic& white) {
  return fmt::format("Black first: {}      White first: {}", go::score_text(black),
                     go::score_text(white));
}

std::string both_first(const PerPlayer<go::GoEndgame::Score>& scores) {
  return fmt::format("Black first: {}      White first: {}", go::score_text(scores[Player::kLeft]),
                     go::score_text(scores[Player::kRight]));
}

// The score, or where it is not exact all that is known of it: what it seems to be, what it is if
// what seems to live does, and what is proved.
std::string scores_text(const go::GoReport& report) {
  const bool conditional = report.endgame->conditional();
  const char* const see = conditional ? "      (if these live, see below)" : "";
  if (!report.estimate) return both_first(report.scores) + see + "\n\n";
  std::string text =
      "Estimate:       " +
      both_first(report.estimate->scores[Player::kLeft], report.estimate->scores[Player::kRight]) +
      "\n";
  if (report.living) text += "If these live:  " + both_first(report.living->scores) + "\n";
  text += (!report.withdrawn.empty() ? "Still sound:    "
           : report.estimated        ? "If these live:  "
           : conditional             ? "As assumed:     "
                                     : "Proved:         ") +
          both_first(report.scores) + see + "\n";
  for (const go::Contradiction& one : report.withdrawn) {
    text += "Withdrawn, for two statements exclude each other: " + one.text() + "\n";
  }
  return text + "\n";
}

// "after move 35 of 35, Black pass"; "" if it is the first position of a problem.
std::string moment_text(const go::Problem& problem) {
  const std::size_t all = problem.played + problem.moves.size();
  if (problem.played == 0) return "";
  const go::Move& last = *problem.last;
  return fmt::format(", after move {} of {} ({} {})", problem.played, all,
                     go::player_name(last.player),
                     last.point ? problem.board.name(*last.point) : "pass");
}

}  // namespace

std::string go_table(const go::GoReport& report) {
  const go::GoEndgame& endgame = *report.endgame;
  const go::Problem& problem = endgame.problem();
  const std::string title = problem.name.empty() ? report.file : problem.name;
  std::string text =
      fmt::format("{}: {}x{}, komi {}{}, {} to play ({}){}\n\n", title, problem.board.width(),
                  problem.board.height(), problem.komi.to_string(), moment_text(problem),
                  go::player_name(report.to_play), report.to_play_source,
                  report.scoring_source.empty() ? "" : ", " + report.scoring_source);
  if (report.no_safe_stones) {
    text +=
        "No stone on this board is unconditionally alive, so nothing bounds the regions and the\n"
        "board cannot be cut into independent games. Name the blocks that live, --assume D4,Q16 "
        "or\n"
        "--assume auto, or look at one region with game.go.Region(...).\n\n";
  }
  if (!report.rows.empty()) text += subgame_table(report) + "\n";
  const bool area = endgame.rules().scoring == go::Scoring::kArea;
  text += fmt::format("Fixed score {}: {} and komi outside them\n",
                      report.partitioned ? go::settled_text(endgame.fixed_score()) : "unknown",
                      area ? "territory, stones" : "territory, dead stones, prisoners");
  text += scores_text(report);
  if (report.by_parity[Player::kLeft] && report.by_parity[Player::kRight]) {
    text += fmt::format("By territory and parity: {} and {}; {} dame, one point each\n\n",
                        go::score_text(*report.by_parity[Player::kLeft]),
                        go::score_text(*report.by_parity[Player::kRight]), report.dame);
  }
  text += bounds_text(report);
  text += conditional_text(report);
  text += ko_text(report);
  text += groups_text(report);
  if (report.moves_known) text += best_text(report) + "\n";
  if (report.line_known && !report.line.empty()) text += line_text(report) + "\n";
  text += play_out_text(report);
  if (report.stopped) {
    text +=
        fmt::format("Stopped: {}. What was not searched has bounds.\n", describe(*report.stopped));
    if (*report.stopped == StopReason::kTime && report.default_milliseconds > 0) {
      text += fmt::format(
          "The limit is {} s unless --budget-ms N sets another; --budget-ms 0 lifts it.\n",
          report.default_milliseconds / 1000);
    }
  }
  if (report.stopped) text += "\n";
  for (const std::string& assumption : endgame.assumptions()) {
    text += "Assumed: " + assumption + "\n";
  }
  if (report.living && !report.exact()) {
    for (const std::string& line : report.living->endgame->life_assumed()) {
      text += "I" + line.substr(1) + "\n";
    }
  }
  if (report.estimate) {
    for (const std::string& line : report.estimate->reasons) text += "Estimated: " + line + "\n";
  }
  const go::GoStatistics& figures = endgame.statistics();
  text += fmt::format(
      "Took {:.1f} ms: partition {:.1f}, local search {:.1f}, sum {:.1f}\n"
      "{} local positions, {} states of the sum, {} games\n",
      report.milliseconds, figures.partition_ms, figures.local_ms, figures.sum_ms,
      figures.local_positions, figures.sum_states, figures.games);
  return text;
}

}  // namespace cgt::repl
