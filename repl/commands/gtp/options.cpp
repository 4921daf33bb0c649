#include "repl/commands/gtp/options.hpp"

namespace cgt::repl {

Command add_gtp(const Command& program, GtpOptions& options) {
  const Command gtp =
      program.add("gtp", "Play and analyse Go for GoGui, Sabaki and others (GTP 2)");
  add_common(gtp, options.common,
             "Think at most N ms about a move or an analysis (default: 5000; 0: no limit)");
  gtp.examples(
      R"(  cgt gtp                    GTP on standard input and output; `list_commands` lists all
  cgt gtp --budget-ms 500    half a second a move
)");
  return gtp;
}

}  // namespace cgt::repl
