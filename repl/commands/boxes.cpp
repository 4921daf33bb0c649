// cgt boxes: Dots and Boxes.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/words.hpp"
#include "decomp/boxes/certificate.hpp"
#include "decomp/boxes/nimstring.hpp"
#include "decomp/boxes/score.hpp"
#include "lang/values/drawing.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/table.hpp"

namespace cgt::repl {
namespace {

using BoxesJson = nlohmann::ordered_json;

struct BoxesOptions {
  CommonOptions common;
  std::string board;
  std::string file;
  bool moves = false;
  bool json = false;
  std::string svg;
  std::string certificate;
};

Command add_boxes(const Command& program, BoxesOptions& options) {
  const Command command =
      program.add("boxes", "Dots and Boxes: the score, the best lines, Nimstring");
  add_common(command, options.common);
  const CommandOption board =
      command.option("BOARD", options.board, "",
                     "A drawing, rows separated by /; a size, 2x3; strings of a graph, 'a-b b-.'");
  command.option("--file", options.file, "FILE", "A file with the drawing; - is standard input")
      .file({"txt"})
      .excludes(board);
  command.flag("--moves", options.moves, "All lines with their scores, not only the best ones");
  command.flag("--json", options.json, "Print JSON, one object");
  command.option("--svg", options.svg, "FILE", "Draw the board, best lines dashed: FILE.svg")
      .file({"svg"});
  command
      .option("--certificate", options.certificate, "FILE",
              "Write why the score is what it is, for cgt verify")
      .file({"json"});
  command.needs([&options] {
    return options.board.empty() && options.file.empty() ? "BOARD or --file" : "";
  });
  command.examples(
      R"(  cgt boxes 2x3                         the empty board of two rows of three boxes
  cgt boxes '+-+ +/| | |/+ +-+' --moves   a drawing: each line with its score
  cgt boxes 'a-b b-c c-. a-.'           strings between coins; . is the ground
  cgt boxes 2x2 --certificate score.json   and cgt verify score.json
  cgt boxes --file board.txt --svg board.svg   drawn as "+---+" and "|   |"
)");
  return command;
}

// What is known of a board; searches that were cut short leave holes.
struct BoxesReport {
  explicit BoxesReport(boxes::Board read) : board(std::move(read)), left(board.strings()) {}

  boxes::Board board;
  boxes::Strings left;
  boxes::ScoreBounds score;
  std::optional<std::vector<boxes::ScoredMove>> moves;
  bool nimstring = false;                  // it was solved
  std::optional<std::uint32_t> nim_value;  // none: loony
  std::vector<int> winning;
  std::optional<StopReason> stopped;
  std::optional<boxes::Certificate> certificate;

  bool wins(int string) const { return std::ranges::find(winning, string) != winning.end(); }
};

BoxesReport solve_boxes(boxes::Board board, const BoxesOptions& options) {
  BoxesReport report(std::move(board));
  boxes::ScoreSearch scores(report.board);
  boxes::Nimstring nimstring(report.board);
  Budget whole(options.common.limits, &interrupt_flag());
  // Neither question starves the other.
  try {
    Budget first = whole.slice(0, 40);
    report.score = scores.score(report.left, first);
    report.stopped = report.score.stopped;
    if (report.score.exact()) {
      Budget second = whole.slice(40, 60);
      report.moves = scores.moves(report.left, second);
      if (!options.certificate.empty())
        report.certificate = boxes::certify(report.board, scores, second);
    }
  } catch (const BudgetExhausted& spent) {
    report.stopped = spent.reason();
  }
  try {
    Budget third = whole.slice(60, 100);
    report.nim_value = nimstring.value(report.left, third);
    report.winning = nimstring.winning(report.left, third);
    report.nimstring = true;
  } catch (const BudgetExhausted& spent) {
    report.stopped = spent.reason();
  }
  return report;
}

std::string chains_text(const BoxesReport& report) {
  std::string out;
  for (const boxes::Chain& chain : report.board.chains(report.left)) {
    out += fmt::format("{}{} of {}", out.empty() ? "" : ", ", chain.loop ? "loop" : "chain",
                       chain.coins);
  }
  return out.empty() ? "none" : out;
}

std::string names_of(const BoxesReport& report, const std::vector<int>& strings) {
  std::string out;
  for (const int s : strings) out += (out.empty() ? "" : " ") + report.board.string_name(s);
  return out;
}

std::vector<int> best_of(const BoxesReport& report) {
  std::vector<int> best;
  if (!report.moves) return best;
  for (const boxes::ScoredMove& move : *report.moves) {
    if (move.score == report.score.lower) best.push_back(move.string);
  }
  std::ranges::sort(best);
  return best;
}

std::string score_text(const BoxesReport& report) {
  const auto& [lower, upper, stopped] = report.score;
  if (lower != upper) return fmt::format("between {:+} and {:+}", lower, upper);
  const int open = report.board.coins(report.left);
  if (lower == 0) return fmt::format("0: each player takes {} of {}", open / 2, open);
  return fmt::format("{:+}: the player to move takes {} of {}", lower, (open + lower) / 2, open);
}

std::string boxes_lines(const BoxesReport& report, const BoxesOptions& options) {
  std::string out;
  for (const char c : report.board.drawing(report.left) + "\n\n") {
    while (c == '\n' && out.ends_with(' ')) out.pop_back();
    out += c;
  }
  out += fmt::format("open       {}, {}\n", counted(boxes::count(report.left), "line"),
                     counted(report.board.coins(report.left), "box", "boxes"));
  out += fmt::format("chains     {}\n", chains_text(report));
  out += fmt::format("score      {}\n", score_text(report));
  if (report.moves && report.left != 0)
    out += fmt::format("best       {}\n", names_of(report, best_of(report)));
  std::string nimstring = "unknown";
  if (report.nimstring) {
    nimstring = report.nim_value ? std::to_string(*report.nim_value) : "loony";
    nimstring += report.winning.empty() ? ": the player to move loses"
                                        : ": wins with " + names_of(report, report.winning);
  }
  out += fmt::format("nimstring  {}\n", nimstring);
  if (report.stopped) out += fmt::format("stopped    {}\n", describe(*report.stopped));
  if (!options.moves || !report.moves) return out;
  TextTable table{{{"line"}, {"closes", true, true}, {"score", true, true}, {"nimstring"}}, {}};
  for (const boxes::ScoredMove& move : *report.moves) {
    table.lines.push_back(
        {report.board.string_name(move.string), std::to_string(move.taken),
         fmt::format("{:+}", move.score),
         !report.nimstring ? "unknown" : (report.wins(move.string) ? "wins" : "loses")});
  }
  return out + "\n" + table.aligned();
}

BoxesJson boxes_json(const BoxesReport& report) {
  BoxesJson out;
  out["board"] = report.board.text(report.left);
  out["open_lines"] = boxes::count(report.left);
  out["open_boxes"] = report.board.coins(report.left);
  out["chains"] = BoxesJson::array();
  for (const boxes::Chain& chain : report.board.chains(report.left))
    out["chains"].push_back({{"boxes", chain.coins}, {"loop", chain.loop}});
  out["score"] = report.score.exact() ? BoxesJson(report.score.lower) : BoxesJson();
  if (!report.score.exact()) {
    out["lower"] = report.score.lower;
    out["upper"] = report.score.upper;
  }
  out["nimstring"] = !report.nimstring  ? BoxesJson()
                     : report.nim_value ? BoxesJson(*report.nim_value)
                                        : BoxesJson("loony");
  out["moves"] = BoxesJson();
  if (report.moves) {
    out["moves"] = BoxesJson::array();
    for (const boxes::ScoredMove& move : *report.moves) {
      out["moves"].push_back(
          {{"line", report.board.string_name(move.string)},
           {"closes", move.taken},
           {"score", move.score},
           {"wins_nimstring",
            report.nimstring ? BoxesJson(report.wins(move.string)) : BoxesJson()}});
    }
  }
  put_doubt(out, report.stopped ? describe(*report.stopped) : "");
  return out;
}

std::string boxes_drawing(const BoxesReport& report) {
  boxes::Strings best = 0;
  for (const int s : best_of(report)) best |= boxes::one(s);
  const std::string before = report.board.text(report.left);
  std::string marked = report.board.text(report.left & ~best);
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (before[i] == ' ' && marked[i] != ' ') marked[i] = marked[i] == '-' ? '=' : '!';
  }
  return lang::boxes_svg(marked, "Dots and Boxes");
}

ExitCode run_boxes(const BoxesOptions& options) {
  const std::string text = options.file.empty() ? options.board : read_file(options.file);
  boxes::Board board =
      boxes::Board::parse(text, options.file.empty() ? "<board>" : display_name(options.file));
  if (!options.svg.empty() && !board.drawn())
    throw Error("--svg draws boxes, not graphs", "game.boxes.Board(..).Svg draws graphs");
  const BoxesReport report = [&] {
    const Progress progress("solving", options.common.quiet);
    return solve_boxes(std::move(board), options);
  }();
  std::cout << (options.json ? json_line(boxes_json(report)) + "\n" : boxes_lines(report, options))
            << std::flush;
  if (!options.svg.empty()) {
    write_file(options.svg, boxes_drawing(report));
    if (!options.json) std::cout << "Drawn to " << options.svg << '\n' << std::flush;
  }
  if (report.certificate) write_file(options.certificate, certificate_json(*report.certificate));
  return report.stopped ? exit_code(*report.stopped) : kOk;
}

}  // namespace

void offer_boxes(Commands& commands) { commands.offer(add_boxes, run_boxes); }

}  // namespace cgt::repl
