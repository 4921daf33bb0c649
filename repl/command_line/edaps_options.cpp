#include "repl/command_line/option_groups.hpp"

namespace cgt::repl {

void add_edaps(CLI::App& app, EdapsOptions& edaps) {
  add_common(app, edaps.common);
  app.add_option("FILE", edaps.file, "Commands of a design, or - for standard input")
      ->required()
      ->type_name("");
  app.add_option("--edit", edaps.edits,
                 "Say what it changes to put TEXT in the place of a line; repeatable")
      ->type_name("LINE=TEXT")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  app.add_option("--library", edaps.library,
                 "Folder with the plan library and its tables (part of the program unless told)")
      ->type_name("DIR");
  app.add_flag("--no-echo", edaps.no_echo, "Do not repeat the design in English");
  app.add_flag("--no-pruner", edaps.no_pruner, "Try every way to apply photoresist");
  app.add_flag("--tree", edaps.tree, "Show the tasks, methods and reasons, too");
}

}  // namespace cgt::repl
