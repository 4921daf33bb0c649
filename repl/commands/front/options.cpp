#include "repl/commands/front/options.hpp"

namespace cgt::repl {

void add_explorer_rows(const Command& command, ExploreOptions& options) {
  command
      .option("WHAT", options.what, "",
              "GAME BOARD, the FILE.sgf of a game of Go, or an expression; nothing: a choice")
      .file({"sgf"});
  command.flag("--no-open", options.no_open, "Open no browser: print the address and serve");
  command.option("--port", options.port, "N", "Listen there; 0, as unless told: any that is free")
      .between<int>(0, 65535);
  command.option("--host", options.host, "HOST",
                 "Listen there, not on this machine alone: only with --i-know");
  command.flag("--i-know", options.i_know,
               "Others in the network who learn the token can compute here");
  command.option("--page", options.page, "FOLDER", "Serve the page from there, for its developers");
}

Command add_explore(const Command& program, ExploreOptions& options) {
  const Command explore = program.add("explore", "Games and values in the browser");
  add_explorer_rows(explore, options);
  explore.examples(
      R"(  cgt explore                              choose a game in the browser
  cgt explore domineering '....|....'      a board, its value, its moves
  cgt explore game.sgf                     a game of Go
  cgt explore '{3||2|1}' --no-open         print the address, open nothing
)");
  return explore;
}

Command add_serve(const Command& program, ExploreOptions& options) {
  const Command serve = program.add("serve", "The same without opening a browser");
  add_explorer_rows(serve, options);
  serve.examples("  cgt serve --port 0   print the address, open nothing\n");
  return serve;
}

void add_kernel_rows(const Command& command, KernelOptions& options) {
  command.option("-f", options.connection, "FILE", "The connection file that Jupyter wrote")
      .file({"json"})
      .required();
  add_common(command, options.common);
  add_printing(command, options.common);
  command.flag("--allow-read", options.common.allow_read,
               "Scripts may read files outside of the folder of the notebook");
}

Command add_kernel(const Command& program, KernelOptions& options) {
  const Command kernel = program.add("kernel", "The kernel for notebooks, as Jupyter starts it");
  add_kernel_rows(kernel, options);
  kernel.examples("  cgt kernel --help   its options; Jupyter gives it a connection file\n");
  return kernel;
}

Command add_mpi(const Command& program, MpiOptions&) {
  const Command mpi = program.add(
      "mpi",
      "Work that the processes of mpirun share: census, db build, sum --file; a program of its "
      "own, cgt-mpi");
  mpi.require_command();
  mpi.examples("  cgt mpi census clobber 2x3   one process; mpirun before it starts more\n");
  return mpi;
}

}  // namespace cgt::repl
