#include <map>

#include "repl/command_line/option_groups.hpp"

namespace cgt::repl {

void add_db(CLI::App& app, DbOptions& db) {
  app.require_subcommand(1);
  const auto command = [&](const char* name, DbOptions::Action action, const char* what) {
    CLI::App* out = app.add_subcommand(name, what);
    out->parse_complete_callback([&db, action] { db.action = action; });
    add_common(*out, db.common);
    return out;
  };
  CLI::App* build = command("build", DbOptions::Action::kBuild,
                            "All components of all boards up to a size, or go on with that");
  build->add_option("GAME", db.game, "domineering, kayles, ...; cgt eval --list shows all")
      ->required()
      ->type_name("");
  build->add_option("--max", db.size, "The largest board, ROWSxCOLUMNS, or the largest heap")
      ->required()
      ->type_name("SIZE");
  const std::map<std::string, solve::Wanted> wanted{{"value", solve::Wanted::kValues},
                                                    {"thermograph", solve::Wanted::kThermographs},
                                                    {"outcome", solve::Wanted::kOutcomes}};
  build->add_option("--only", db.wanted, "value (which tells the others), thermograph or outcome")
      ->transform(CLI::CheckedTransformer(wanted))
      ->type_name("WHAT");
  build->add_option("--cells", db.cells, "Characters that the cells show; all that differ")
      ->type_name("CHARS");
  build->add_option("--out", db.out, "File to make or add to; GAME.db unless told")
      ->type_name("FILE");
  build->add_option("--save-every", db.save_seconds, "Seconds between commits")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str()
      ->type_name("S");
  build->add_option("--threads", db.threads, "0: as many as the machine has")->type_name("N");

  CLI::App* info = command("info", DbOptions::Action::kInfo, "Rulesets, records, builds");
  CLI::App* verify = command("verify", DbOptions::Action::kVerify, "Look for damage");
  CLI::App* write = command("export", DbOptions::Action::kExport,
                            "All records, one a line, in the order of components");
  CLI::App* merge = command("merge", DbOptions::Action::kMerge, "One new file out of several");
  for (CLI::App* one : {info, verify, write}) {
    one->add_option("FILE", db.files, "The database")->required()->expected(1)->type_name("");
  }
  merge->add_option("FILES", db.files, "The new file, then those to merge")
      ->required()
      ->expected(2, -1)
      ->type_name("");
  for (CLI::App* one : {info, write}) one->add_flag("--json", db.json, "Print JSON");
  verify->add_option("--recompute", db.recompute, "Find N records anew, drawn at random, or all")
      ->type_name("N|all");
  verify->add_option("--seed", db.seed, "Of that draw")->capture_default_str()->type_name("N");
  write->add_option("--ruleset", db.ruleset, "Of this ruleset only")->type_name("NAME");
  write
      ->add_option("--max", db.common.max_length,
                   "Longer values are written as bytes of their record (10000; 0: no limit)")
      ->type_name("N");
}

}  // namespace cgt::repl
