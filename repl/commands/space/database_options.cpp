#include "repl/commands/space/database_options.hpp"

namespace cgt::repl {
namespace {

using Action = DbOptions::Action;

Command add_action(const Command& db, const char* name, Action action, const char* what,
                   DbOptions& options) {
  const Command command = db.add(name, what);
  command.then([&options, action] { options.action = action; });
  add_common(command, options.common);
  return command;
}

Command add_build(const Command& db, DbOptions& options, bool alone) {
  const Command build =
      add_action(db, "build", Action::kBuild,
                 "All components of all boards up to a size, or go on with that", options);
  build.option("GAME", options.game, "", "domineering, kayles, ...; cgt eval --list shows all")
      .required()
      .ruleset();
  build
      .option("--max", options.size, "SIZE", "The largest board, ROWSxCOLUMNS, or the largest heap")
      .required();
  using solve::Wanted;
  build.choice<Wanted, Wanted>("--only", options.wanted,
                               {{"value", Wanted::kValues},
                                {"thermograph", Wanted::kThermographs},
                                {"outcome", Wanted::kOutcomes}},
                               "WHAT", "value (which tells the others), thermograph or outcome");
  build.option("--cells", options.cells, "CHARS",
               "Characters that the cells show; all that differ");
  build.option("--out", options.out, "FILE", "File to make or add to; GAME.db unless told")
      .file({"db"});
  build.option("--save-every", options.save_seconds, "S", "Seconds between commits")
      .between(0.001, 1e6)
      .with_default();
  if (!alone) return build;
  add_sharding(build, options.sharding, "", false);
  build.option("--threads", options.threads, "N", "0: as many as the machine has");
  build.option("--costs", options.costs, "FILE",
               "Write there what each range of boards took, for cgt bench scale");
  build.examples(R"(  cgt db build clobber --max 3x4 --out clobber.db
  cgt db build kayles --max 100
)");
  return build;
}

}  // namespace

Command add_mpi_build(const Command& mpi, MpiBuildOptions& options) {
  const Command db = mpi.add("db", "Databases of positions, built by all processes: build");
  db.require_command();
  const Command build = add_build(db, options.db, false);
  constexpr const char* kExample =
      "  cgt mpi db build clobber --max 2x3 --out clobber.db   one process; mpirun before it "
      "starts more\n";
  build.examples(kExample);
  db.examples(kExample);
  return build;
}

Command add_db(const Command& program, DbOptions& options) {
  const Command db = program.add(
      "db", "Databases of positions: build, info, verify, export, merge; `cgt db build --help`");
  db.require_command();
  add_build(db, options, true);
  const Command info = add_action(db, "info", Action::kInfo, "Rulesets, records, builds", options);
  const Command verify = add_action(db, "verify", Action::kVerify, "Look for damage", options);
  const Command write = add_action(db, "export", Action::kExport,
                                   "All records, one a line, in the order of components", options);
  const Command merge =
      add_action(db, "merge", Action::kMerge, "One new file out of several", options);
  for (const Command& one : {info, verify, write})
    one.option("FILE", options.files, "", "The database").required().words(1, 1).file({"db"});
  merge.option("FILES", options.files, "", "The new file, then those to merge")
      .required()
      .words(2, -1)
      .file({"db"});
  for (const Command& one : {info, write}) one.flag("--json", options.json, "Print JSON");
  verify.option("--recompute", options.recompute, "N|all",
                "Find N records anew, drawn at random, or all");
  verify.option("--seed", options.seed, "N", "Of that draw").with_default();
  write.option("--ruleset", options.ruleset, "NAME", "Of this ruleset only");
  write.option("--max", options.common.max_length, "N",
               "Longer values are written as bytes of their record (10000; 0: no limit)");
  db.examples(R"(  cgt db build clobber --max 3x4   keep the values of all components in clobber.db
  cgt db info clobber.db           what is in it
)");
  info.examples("  cgt db info clobber.db --json\n");
  verify.examples("  cgt db verify clobber.db --recompute 100\n");
  write.examples("  cgt db export clobber.db --ruleset game.grid.Clobber > clobber.txt\n");
  merge.examples("  cgt db merge all.db clobber.db kayles.db\n");
  return db;
}

}  // namespace cgt::repl
