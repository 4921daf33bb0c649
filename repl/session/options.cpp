#include "repl/session/options.hpp"

namespace cgt::repl {

void add_session(const Command& program, SessionOptions& options) {
  add_common(program, options.common);
  add_printing(program, options.common);
  program.choice<bool, bool>("--diagnostics", options.common.json_diagnostics,
                             {{"text", false}, {"json", true}}, "NAME",
                             "How errors are written: text, or json, one object a line");
  program.flag("--allow-read", options.common.allow_read,
               "Scripts may read files outside of their own folder");
  program.repeatable("-e", options.expressions, "EXPR",
                     "Evaluate EXPR and print its value; repeatable");
  program.option("FILE", options.file, "", "Script to run, or - for standard input").file({"cgs"});
  program.flag("-i", options.interactive, "Go on interactively after -e or FILE");
  program.flag("--no-init", options.no_init, "Do not run the start file");
  program.flag("--no-history", options.no_history, "Neither read nor write the history file");
  program.flag("--keep-going", options.keep_going, "Go on after an error; the first one counts");
  program.examples(
      R"(  cgt                               calculate interactively; :help shows the way
  cgt -e '{2|1||0}.Mean'            print one value
  cgt script.cgs 19 fast            run a script; `args` is ["19", "fast"]
  cgt go endgame.sgf --svg out.svg  solve a Go endgame and draw it
  cgt census domineering 4x4        the values of all boards, and how often
  cgt db build clobber --max 3x4    keep the values of all components in a file
  cgt sum 'clobber:xoxo + ^*'       who wins a sum of games, and by which move
  cgt htn plan domain.hddl p.hddl   a plan for a problem of hierarchical tasks

Exit codes: 0 ok, 1 runtime error, 2 wrong usage or unreadable file, 3 syntax error,
            4 out of budget, 130 interrupted.
)");
}

}  // namespace cgt::repl
