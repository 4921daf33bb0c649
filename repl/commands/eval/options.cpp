#include "repl/commands/eval/options.hpp"

namespace cgt::repl {

Command add_eval(const Command& program, EvalOptions& options) {
  const Command eval = program.add("eval", "The value of a position of a native ruleset");
  add_common(eval, options.common);
  add_printing(eval, options.common);
  eval.option("GAME", options.game, "",
              "domineering, game.heap.Subtraction([1,2]), ...; see --list")
      .ruleset();
  eval.option("POSITION", options.positions, "",
              "Boards as text; - reads one a line, empty lines are none");
  eval.flag("--list", options.list, "Print all games, how boards are written, an example");
  eval.flag("--json", options.json, "Print JSON, one object a line");
  eval.flag("--moves", options.moves, "Print all first moves with their values");
  using Only = EvalOptions::Only;
  eval.choice<Only, Only>(
      "--only", options.only, {{"outcome", Only::kOutcome}, {"thermograph", Only::kThermograph}},
      "WHAT", "outcome or thermograph: find that alone, without the canonical form");
  eval.flag("--discover", options.discover,
            "Find mean and temperature alone, by play beside coupons: bounds that shrink");
  using Step = std::optional<std::uint32_t>;
  eval.choice<Step, std::uint32_t>("--delta", options.delta,
                                   {{"1", 0},
                                    {"1/2", 1},
                                    {"1/4", 2},
                                    {"1/8", 3},
                                    {"1/16", 4},
                                    {"1/32", 5},
                                    {"1/64", 6},
                                    {"1/128", 7},
                                    {"1/256", 8}},
                                   "STEP", "The coupons are so far apart; else 1, 1/2, 1/4, ...");
  eval.option("--depth", options.depth, "N", "--discover looks at most N moves ahead");
  eval.flag("--guess", options.guess, "--discover tells an estimate, too: half the moves to spare");
  eval.option("--threads", options.threads, "N",
              "Positions at a time, or threads for one position; 0: as the machine has");
  eval.option("--tree", options.tree, "FILE", "Draw the tree of the value: FILE.svg or FILE.dot")
      .file({"svg", "dot"});
  eval.option("--positions", options.positions_tree, "FILE",
              "Draw the tree of positions: FILE.svg, FILE.dot or FILE.json")
      .file({"svg", "dot", "json"});
  eval.flag("--sensible", options.sensible, "Of that tree only the sensible moves");
  eval.option("--svg,--thermograph", options.thermograph, "FILE", "Draw the thermograph: FILE.svg")
      .file({"svg"});
  eval.option("--board", options.board, "FILE", "Draw the position: FILE.svg").file({"svg"});
  eval.option("--db", options.db, "FILE", kKnown).file({"db"});
  eval.needs([&options] {
    const bool details = options.delta || options.depth > 0 || options.guess;
    if (details && !options.discover) return "--discover";
    if (options.discover && (options.only != Only::kAll || options.moves)) {
      return "neither --only nor --moves beside --discover, but that";
    }
    if (options.discover && options.draws()) return "no drawing beside --discover, but that";
    if (options.positions.size() > 1 && options.draws()) return "one POSITION, for a drawing,";
    if (options.list || !options.positions.empty()) return "";
    return options.game.empty() ? "GAME" : "POSITION";
  });
  eval.examples(
      R"(  cgt eval --list                          all games, and how their boards are written
  cgt eval domineering '..|..' --moves     the value of a board, and of each move
  cgt eval clobber 'xoxo|oxox' --only outcome
                                           who wins, without the value
  cgt eval amazons 'x..|...|..o' --discover
                                           mean and temperature alone; --budget-ms N: their bounds
  cgt eval domineering '....|....|...#' --svg walls.svg
                                           draw the thermograph
  cgt eval clobber 'xo|ox' --board board.svg
                                           draw the board
)");
  return eval;
}

}  // namespace cgt::repl
