#include <fmt/format.h>

#include <algorithm>

#include "repl/commands/go/present.hpp"

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

std::string value_text(const GoReport::Row& row) {
  if (!row.known) return "not searched";
  return row.exact ? row.lower : row.lower + " .. " + row.upper;
}

using Cells = std::vector<std::string>;

// Columns as wide as their widest cell; the last three are numbers, to the right.
std::string aligned(const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const Cells& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool right = i == 0 || i + 2 >= line.size();
      row += "  " + (right ? fmt::format("{:>{}}", line[i], widths[i])
                           : fmt::format("{:<{}}", line[i], widths[i]));
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

std::string subgame_table(const GoReport& report) {
  std::vector<Cells> lines{{"#", "points", "value", "chilled", "mean", "temp"}};
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const GoReport::Row& row = report.rows[i];
    const solve::Subgame& subgame = report.endgame->subgames()[i];
    lines.push_back({std::to_string(i + 1), shortened(row.points, 28),
                     shortened(value_text(row), 32), row.exact ? shortened(row.chilled, 18) : "",
                     row.exact ? subgame.mean.to_string() : "",
                     row.exact ? subgame.temperature.to_string() : ""});
  }
  std::string text = aligned(lines);
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const std::string& remark = report.endgame->subgames()[i].note;
    if (!remark.empty()) text += fmt::format("  note on {}: {}\n", i + 1, remark);
  }
  return text;
}

const char* colour_word(Player player) { return player == Player::kLeft ? "Black" : "White"; }

std::string best_text(const GoReport& report) {
  const std::string who = colour_word(report.to_play);
  if (report.legal_moves == 0) return fmt::format("Nothing is left to play for {}.\n", who);
  if (report.best_moves.empty()) return fmt::format("Best for {}: pass; every move loses.\n", who);
  std::vector<std::string> names;
  for (const go::Point point : report.best_moves) {
    names.push_back(report.endgame->problem().board.name(point));
  }
  std::string text =
      fmt::format("Best first moves for {} ({} of {}):\n", who, names.size(), report.legal_moves) +
      wrapped(names, 2);
  std::vector<std::string> parts;
  for (const LossCount& loss : report.losses) {
    parts.push_back(fmt::format("{} lose {},", loss.moves, loss.loss.to_string()));
  }
  if (parts.empty()) return text;
  parts.back().back() = '.';
  parts.insert(parts.begin(), "The others:");
  return text + wrapped(parts, 2);
}

std::string line_text(const GoReport& report) {
  if (report.line.empty()) return "";
  const auto single =
      std::count_if(report.line.begin(), report.line.end(),
                    [](const solve::LineMove& move) { return move.single_incentive; });
  std::string text = fmt::format(
      "Optimal line: {} moves; {} decided by a single undominated incentive, {} (marked ?) by "
      "search\n",
      report.line.size(), single, static_cast<std::ptrdiff_t>(report.line.size()) - single);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < report.line.size(); ++i) {
    const solve::LineMove& move = report.line[i];
    words.push_back(fmt::format(
        "{:>3} {} {:<4}", i + 1, colour_letter(move.player),
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

std::string ko_text(const GoReport& report) {
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
      text += fmt::format("{}komaster {} mean {} temp {}", separator, komaster_text(komaster),
                          to_string(graph.mast()), graph.temperature_text());
      separator = "; ";
    }
    text += "\n";
  }
  if (report.kos->sums) {
    for (const Komaster komaster : kKomasters) {
      const solve::KoSum& sum = (*report.kos->sums)[static_cast<std::size_t>(komaster)];
      text += fmt::format("Estimate, komaster {}: mean {}, temperature {}", komaster_text(komaster),
                          mean_text(sum.mean), temperature_text(sum.temperature));
      if (sum.move) {
        text += fmt::format(", {} plays {} (hotstrat and sentestrat)", colour_word(report.to_play),
                            report.endgame->problem().board.name(sum.move->point));
      }
      text += "\n";
    }
  }
  return text + "\n";
}

// The line of the strategies; moves that answer are marked !, those that a threat goes before, *.
std::string play_out_text(const GoReport& report) {
  if (!report.play_out) return "";
  const solve::KoLine& line = *report.play_out;
  const solve::KoLineRules& rules = report.play_out_rules;
  std::string who = name(rules.strategies[Player::kLeft]);
  if (rules.strategies[Player::kLeft] != rules.strategies[Player::kRight]) {
    who += fmt::format(" against {}", name(rules.strategies[Player::kRight]));
  }
  std::string text =
      fmt::format("Played out by {}, komaster {}: {} moves to {}{}\n", who,
                  komaster_text(rules.komaster), line.moves.size(), mean_text(line.score),
                  line.trouble.empty() ? "" : " on average; " + line.trouble);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    const solve::KoLineMove& move = line.moves[i];
    words.push_back(fmt::format("{:>3} {} {}{}{}", i + 1, colour_letter(move.player),
                                report.endgame->problem().board.name(move.point),
                                move.answer ? "!" : "", move.threat ? "*" : ""));
  }
  return text + (words.empty() ? "" : wrapped(words, 1)) + "\n";
}

}  // namespace

std::string go_table(const GoReport& report) {
  const solve::GoEndgame& endgame = *report.endgame;
  const go::Problem& problem = endgame.problem();
  const std::string title = problem.name.empty() ? report.file : problem.name;
  std::string text =
      fmt::format("{}: {}x{}, komi {}, {} to play ({})\n\n", title, problem.board.width(),
                  problem.board.height(), problem.komi.to_string(), colour_word(report.to_play),
                  report.to_play_source);
  if (report.no_safe_stones) {
    text +=
        "No stone on this board is unconditionally alive, so nothing bounds the regions and the\n"
        "board cannot be cut into independent games. Give the groups around each endgame two sure\n"
        "eyes (walls that cannot be captured), or look at one region with game.go.Region(...).\n\n";
  }
  if (!report.rows.empty()) text += subgame_table(report) + "\n";
  text += fmt::format("Fixed score {}: territory, dead stones, prisoners and komi outside them\n",
                      report.partitioned ? settled_text(endgame.fixed_score()) : "unknown");
  text += fmt::format("Black first: {}      White first: {}\n\n",
                      score_text(report.scores[Player::kLeft]),
                      score_text(report.scores[Player::kRight]));
  text += ko_text(report);
  if (report.moves_known) text += best_text(report) + "\n";
  if (report.line_known && !report.line.empty()) text += line_text(report) + "\n";
  text += play_out_text(report);
  for (const std::string& region : report.refused) text += "Refused: " + region + "\n";
  if (report.stopped) {
    text += fmt::format("Stopped: {}. What is missing is unknown.\n", describe(*report.stopped));
    if (*report.stopped == StopReason::kTime && report.default_milliseconds > 0) {
      text += fmt::format(
          "The limit is {} s unless --budget-ms N sets another; --budget-ms 0 lifts it.\n",
          report.default_milliseconds / 1000);
    }
  }
  if (!report.refused.empty() || report.stopped) text += "\n";
  for (const std::string& assumption : endgame.assumptions()) {
    text += "Assumed: " + assumption + "\n";
  }
  const solve::GoStatistics& figures = endgame.statistics();
  text += fmt::format(
      "Took {:.1f} ms: partition {:.1f}, local search {:.1f}, sum {:.1f}\n"
      "{} local positions, {} states of the sum, {} games\n",
      report.milliseconds, figures.partition_ms, figures.local_ms, figures.sum_ms,
      figures.local_positions, figures.sum_states, figures.games);
  return text;
}

}  // namespace cgt::repl
