#include "repl/commands/sum.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "cgt/fmt.hpp"
#include "cgt/support/json_answer.hpp"
#include "cgt/support/words.hpp"

namespace cgt::repl {
namespace {

using Json = nlohmann::ordered_json;
using solve::Verdict;

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kUnknown: return "unknown";
    case Verdict::kWins: return "wins";
    case Verdict::kLoses: return "loses";
    case Verdict::kDraws: return "draws";
  }
  return "";
}

std::string score_text(const solve::SumScore& score) {
  if (score.exact()) return score.lower.to_string();
  return fmt::format("{}..{}", score.lower, score.upper);
}

// What the question comes to: "wins", "-3/2", "2..3" where a ko matters.
std::string answer_text(const solve::SideReport& side) {
  return side.score ? score_text(*side.score) : verdict_text(side.verdict);
}

std::string text_of(const solve::WrittenMove& move) {
  return fmt::format("term {}, {} -> {}", move.term, move.from, move.to);
}

std::string side_text(const solve::SideReport& side, bool all) {
  std::string out = answer_text(side);
  if (!side.moves_known) {
    const std::string why = side.stop ? describe(*side.stop) : "";
    const bool known = side.score || side.verdict != Verdict::kUnknown;
    return fmt::format("{} ({}{})", out, known ? "moves unknown: " : "", why);
  }
  if (side.moves.empty()) return out;
  if (!all) return fmt::format("{}: {}", out, text_of(side.moves.front()));
  out += " by " + counted(side.moves.size(), "move");
  for (const solve::WrittenMove& move : side.moves)
    out += fmt::format("\n{:<12} {}", "", text_of(move));
  return out;
}

std::string moves_cell(const std::optional<solve::SideReport>& side) {
  if (!side) return "-";
  if (!side->moves_known) return "?";
  std::string out;
  for (const solve::WrittenMove& move : side->moves) {
    out += fmt::format("{}{}: {} -> {}", out.empty() ? "" : "; ", move.term, move.from, move.to);
  }
  return out.empty() ? "-" : out;
}

Json json_of(const solve::SideReport& side, bool all, bool scores) {
  Json out;
  if (scores) {
    out["score"] = nullptr;
    if (side.score && side.score->exact()) out["score"] = score_text(*side.score);
    if (side.score && !side.score->exact()) {
      out["bounds"] = {side.score->lower.to_string(), side.score->upper.to_string()};
    }
  } else {
    out["verdict"] = nullptr;
    if (side.verdict != Verdict::kUnknown) out["verdict"] = verdict_text(side.verdict);
  }
  if (all) {
    out["moves"] = nullptr;
    if (side.moves_known) {
      out["moves"] = Json::array();
      for (const solve::WrittenMove& move : side.moves) out["moves"].push_back(move_json(move));
    }
  } else {
    out["move"] = nullptr;
    if (!side.moves.empty()) out["move"] = move_json(side.moves.front());
  }
  if (side.stop) out["stopped"] = describe(*side.stop);
  return out;
}

}  // namespace

std::string lines_of(const AnsweredSum& report, const SumCommandOptions& options) {
  std::string out;
  const auto line = [&](const char* name, const std::string& text) {
    out += fmt::format("{:<12} {}\n", name, text);
  };
  line("sum", report.text);
  for (const Player first : kPlayers) {
    if (!report.sides[first]) continue;
    line(first == Player::kLeft ? "Left first" : "Right first",
         side_text(*report.sides[first], options.question.all_moves));
  }
  std::string took;
  if (options.time) {
    took = fmt::format("{:<12} {:.3f} ms of CPU time\n", "took", report.milliseconds);
  }
  if (options.question.scores) return out + took;
  if (!options.question.first) {
    const std::optional<LoopyOutcome> outcome = report.outcome();
    line("outcome", outcome ? outcome_text(*outcome) : "unknown");
  }
  if (options.question.misere) return out + took;
  const auto& components = report.figures.components;
  line("terms", fmt::format("{}, {} of them valued{}", report.terms, report.valued,
                            report.loopy ? "; the sum is loopy" : ""));
  line("components", fmt::format("{} met, {} valued, {} positions evaluated", components.components,
                                 components.valued, components.evaluated));
  if (!options.db.empty()) line("known", fmt::format("{} components", components.known));
  line("searched", fmt::format("{} states, {} expanded, {} table hits", report.figures.states,
                               report.figures.expansions, report.figures.hits));
  return out + took;
}

std::string tsv_header(const SumCommandOptions& options) {
  return fmt::format("sum\tleft_first\tright_first\toutcome\tleft_moves\tright_moves{}\n",
                     options.time ? "\tcpu_ms" : "");
}

std::string tsv_row(const AnsweredSum& report, const SumCommandOptions& options) {
  std::string text = report.text;
  std::ranges::replace(text, '\t', ' ');
  std::string out = text;
  if (!report.trouble.empty()) {
    out += "\t!!" + report.trouble + "\t-\t-\t-\t-";
  } else {
    for (const Player first : kPlayers) {
      out += '\t';
      out += report.sides[first] ? answer_text(*report.sides[first]) : "-";
    }
    const std::optional<LoopyOutcome> outcome = report.outcome();
    out += '\t';
    out += outcome ? name(*outcome) : options.question.first || options.question.scores ? "-" : "?";
    for (const Player first : kPlayers) out += '\t' + moves_cell(report.sides[first]);
  }
  if (options.time) out += fmt::format("\t{:.3f}", report.milliseconds);
  return out + '\n';
}

Json move_json(const solve::WrittenMove& move) {
  return {{"term", move.term}, {"from", move.from}, {"to", move.to}};
}

// Whose win is open, and what ended the search for it.
std::vector<std::string> doubts_of(const AnsweredSum& report) {
  std::vector<std::string> out;
  for (const Player first : kPlayers) {
    const auto& side = report.sides[first];
    if (!side) continue;
    const bool known = side->score ? side->score->exact() : side->verdict != Verdict::kUnknown;
    if (known) continue;  // moves that nobody found are null
    out.push_back(fmt::format("{} first: {}", first == Player::kLeft ? "Left" : "Right",
                              side->stop ? describe(*side->stop) : "the bounds are not closed"));
  }
  return out;
}

Json json_of(const AnsweredSum& report, const SumCommandOptions& options) {
  Json out;
  out["sum"] = report.text;
  if (!report.trouble.empty()) {
    out["error"] = report.trouble;
    put_doubt(out, report.trouble);
    return out;
  }
  put_doubts(out, doubts_of(report));
  if (!options.question.first && !options.question.scores) {
    const std::optional<LoopyOutcome> outcome = report.outcome();
    out["outcome"] = nullptr;
    if (outcome) out["outcome"] = name(*outcome);
  }
  for (const Player first : kPlayers) {
    if (!report.sides[first]) continue;
    out[first == Player::kLeft ? "left_first" : "right_first"] =
        json_of(*report.sides[first], options.question.all_moves, options.question.scores);
  }
  out["terms"] = report.terms;
  if (options.time) out["cpu_ms"] = report.milliseconds;
  if (options.question.scores) return out;
  const solve::SumFigures& figures = report.figures;
  out["terms_valued"] = report.valued;
  if (report.loopy) out["loopy"] = true;
  out["components"] = figures.components.components;
  out["components_valued"] = figures.components.valued;
  out["positions_evaluated"] = figures.components.evaluated;
  if (!options.db.empty()) out["components_known"] = figures.components.known;
  out["states"] = figures.states;
  out["expansions"] = figures.expansions;
  out["table_hits"] = figures.hits;
  return out;
}

}  // namespace cgt::repl
