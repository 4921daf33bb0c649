#include "repl/labs/sokoban_options.hpp"

#include "decomp/labs/sokoban/solve.hpp"

namespace cgt::repl {
namespace {

using sokoban::Method;

Command add_sokoban_action(const Command& outer, const char* name, SokobanOptions::Action action,
                           const char* what, SokobanOptions& options) {
  const Command command = outer.add(name, what);
  command.then([&options, action] { options.action = action; });
  add_common(command, options.common, "Stop after N ms for each level");
  command.option("FILE", options.file, "", "Levels: .xsb or .sok, or - for standard input")
      .required()
      .file({"xsb", "sok", "txt"});
  return command;
}

}  // namespace

Command add_sokoban(const Command& program, SokobanOptions& options) {
  const Command outer =
      program.add("sokoban", "Sokoban: solve, verify, show; `cgt sokoban solve --help`");
  outer.require_command();
  using Action = SokobanOptions::Action;
  const Command solve =
      add_sokoban_action(outer, "solve", Action::kSolve, "A solution of a level", options);
  const Command verify = add_sokoban_action(outer, "verify", Action::kVerify,
                                            "Check solutions, one line each: NUMBER LURD", options);
  const Command show = add_sokoban_action(outer, "show", Action::kShow,
                                          "A level, and its rooms and tunnels", options);
  for (const Command& one : {solve, show})
    one.option("--level", options.level, "N", "Which level, from 1; the first unless told");
  solve.flag("--all", options.all, "Every level, one line each: NUMBER LURD");
  solve.choice<Method, Method>("--method", options.method,
                               {{"auto", Method::kAuto},
                                {"astar", Method::kAStar},
                                {"ida", Method::kIda},
                                {"weighted", Method::kWeighted},
                                {"abstract", Method::kAbstract},
                                {"scalar", Method::kScalar}},
                               "NAME",
                               "astar or ida: fewest pushes; weighted, abstract, scalar: any "
                               "solution; auto: any solution, by several of them");
  CommandOption best = solve.flag("--best", options.best,
                                  "Go on to fewest pushes; bounds if the budget ends before");
  CommandOption pareto =
      solve.flag("--pareto", options.pareto,
                 "One solution for each pair of pushes and moves that no other beats");
  pareto.excludes(best);
  solve.option("--out", options.out, "OUT", "Write NUMBER LURD of solved levels to this file");
  verify.option("SOLUTIONS", options.solutions, "", "A file, or - for standard input").required();
  show.option("--svg", options.svg, "OUT", "Draw the level: OUT.svg").file({"svg"});
  show.flag("--rooms", options.rooms, "Rooms as letters, tunnels as - and |, and a line for each");
  outer.examples("  cgt sokoban solve levels.xsb --level 3\n");
  solve.examples(R"(  cgt sokoban solve levels.xsb --level 3 --best
  cgt sokoban solve levels.xsb --all --budget-ms 60000 > solutions.txt
)");
  verify.examples("  cgt sokoban verify levels.xsb solutions.txt\n");
  show.examples("  cgt sokoban show levels.xsb --level 3 --rooms\n");
  return outer;
}

}  // namespace cgt::repl
