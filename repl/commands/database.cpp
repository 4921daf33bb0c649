#include "repl/commands/database.hpp"

#include <fmt/format.h>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/text.hpp"
#include "decomp/db/maintain.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/census/build.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"

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
  build.option("SIZE", options.size, "", "The largest board, ROWSxCOLUMNS, or the largest heap")
      .required();
  using solve::DatabaseContent;
  build.choice<DatabaseContent, DatabaseContent>(
      "--only", options.wanted,
      {{"value", DatabaseContent::kValues},
       {"thermograph", DatabaseContent::kThermographs},
       {"outcome", DatabaseContent::kOutcomes}},
      "WHAT", "value (which tells the others), thermograph or outcome");
  build.option("--cells", options.cells, "CHARS",
               "Characters that the cells show; all that differ");
  build.option("--out", options.out, "FILE", "File to make or add to; default: GAME.db")
      .file({"db"});
  build.option("--save-every", options.save_seconds, "S", "Seconds between commits")
      .between(0.001, 1e6)
      .with_default();
  if (!alone) return build;
  add_sharding(build, options.sharding, "", false);
  build.option("--threads", options.threads, "N", "0: as many as the machine has");
  build.examples(R"(  cgt db build clobber 3x4 --out clobber.db
  cgt db build kayles 100
)");
  return build;
}

}  // namespace

Command add_mpi_build(const Command& mpi, DbOptions& options) {
  const Command db = mpi.add("db", "Databases of positions, built by all processes: build");
  db.require_command();
  const Command build = add_build(db, options, false);
  constexpr const char* kExample =
      "  cgt mpi db build clobber 2x3 --out clobber.db   one process; mpirun before it "
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
                "Find N records again, drawn at random, or all");
  verify.option("--seed", options.seed, "N", "Of that draw").with_default();
  write.option("--ruleset", options.ruleset, "NAME", "Of this ruleset only");
  write.option("--max", options.common.max_length, "N",
               "Longer values are written as bytes of their record (10000; 0: no limit)");
  db.examples(R"(  cgt db build clobber 3x4   keep the values of all components in clobber.db
  cgt db info clobber.db           what is in it
)");
  info.examples("  cgt db info clobber.db --json\n");
  verify.examples("  cgt db verify clobber.db --recompute 100\n");
  write.examples("  cgt db export clobber.db --ruleset game.grid.Clobber > clobber.txt\n");
  merge.examples("  cgt db merge all.db clobber.db kayles.db\n");
  return db;
}
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestExport = 10'000;  // characters of a value

// --- build ---

class Building {
 public:
  Building(const DbOptions& options, const RankRole* role)
      : options_(options), role_(role), game_(ruleset_called(options.game, options.common)) {
    const BoardSize size = parse_board_size(options.size);
    if (!size.board) {
      if (size.first != 0) throw Error("a database of heaps begins at the heap 0");
      if (role != nullptr)
        throw Error("heaps are built by one process: each rests on smaller ones");
      if (!options.cells.empty()) throw Error("heaps have no cells");
      spaces_ = std::make_unique<solve::HeapSpaces>(game_, size.last);
    } else {
      spaces_ = std::make_unique<solve::BoardSpaces>(
          game_, solve::BoardSpace::Size{static_cast<int>(size.first), static_cast<int>(size.last)},
          options.cells);
    }
    path_ = options.out;
    if (!path_.empty()) return;
    const RulesetEntry* entry = find_ruleset(options.game);
    if (entry == nullptr) throw Error("the file has no name", "--out FILE gives it one");
    path_ = entry->name + ".db";
  }

  ExitCode run() {
    if (role_ != nullptr && !role_->tells) return take_part();
    db::Database file = std::filesystem::exists(path_)
                            ? db::Database::open(path_, db::Database::Access::kWrite)
                            : db::Database::create(path_);
    solve::DatabaseBuild build(store_, file, *spaces_, build_options());
    const std::uint64_t before = build.progress().done;
    if (before != 0 && !build.finished() && !options_.common.quiet) {
      std::cerr << fmt::format("going on at {} of {} {}, from {}\n", before, build.progress().total,
                               spaces_->noun(), path_);
    }
    if (role_ != nullptr) build.set_feed(role_->feed);
    std::optional<StopReason> stopped;
    {
      const Clock::time_point start = Clock::now();
      const Progress progress(
          [&] {
            const std::chrono::duration<double> elapsed = Clock::now() - start;
            const solve::DatabaseProgress now = build.progress();
            return progress_text(now.done, now.total, before, elapsed.count(),
                                 counted(now.records, "record"));
          },
          options_.common.quiet);
      stopped = build.run(options_.common.limits, &interrupt_flag(),
                          threads_for(*game_, options_.threads));
    }
    const solve::DatabaseProgress now = build.progress();
    std::cout << fmt::format("{}: {}, {}: {}\n", path_, build.build().ruleset, build.build().what,
                             counted(now.records, "record"));
    // Of one process of many they would say little.
    if (role_ == nullptr) {
      std::cout << fmt::format("searched {} components, {} were known\n", build.components(),
                               build.known());
      if (build.without() != 0) {
        std::cout << fmt::format("without a record: {}, such as {}\n",
                                 counted(build.without(), "component"), build.without_example());
      }
    }
    if (stopped) {
      std::cout << fmt::format("Incomplete ({}): {} of {} {}; the same command goes on\n",
                               describe(*stopped), now.done, now.total, spaces_->noun());
    }
    std::cout << std::flush;
    return code(stopped);
  }

 private:
  solve::DatabaseBuildOptions build_options() const {
    return {stored_name(options_.game),
            options_.wanted,
            version_line(),
            options_.sharding.given ? command_text(options_.sharding.words) : as_typed(),
            std::chrono::duration<double>(options_.save_seconds),
            {options_.sharding.share.index - 1, options_.sharding.share.of}};
  }

  std::string as_typed() const {
    std::string out = "cgt";
    for (const std::string& word : options_.sharding.words) out += ' ' + quoted_word(word);
    return out;
  }

  // Another process has the file, and tells.
  ExitCode take_part() {
    solve::DatabaseBuild build(store_, *spaces_, build_options());
    build.set_feed(role_->feed);
    return code(build.run(options_.common.limits, &interrupt_flag(), 1));
  }

  static ExitCode code(std::optional<StopReason> stopped) { return exit_code(stopped); }

  const DbOptions& options_;
  const RankRole* role_;
  std::shared_ptr<const Ruleset> game_;
  std::unique_ptr<solve::PositionSpaces> spaces_;
  std::string path_;
  Store store_;
};

// --- info ---

struct RulesetFigures {
  std::map<db::Kind, std::uint64_t> records;
  std::uint64_t content = 0;
};

RulesetFigures figures_of(const db::Database& file, const db::StoredRuleset& ruleset,
                          Budget& budget) {
  RulesetFigures out;
  out.content = db::content_checksum(file, ruleset, [&](const db::Row& row) {
    budget.charge();
    ++out.records[row.kind];
  });
  return out;
}

ExitCode info_of_database(const DbOptions& options) {
  const db::Database file = db::Database::open(options.files[0], db::Database::Access::kRead);
  const db::Database::Snapshot snapshot(file);
  const std::uintmax_t bytes = std::filesystem::file_size(options.files[0]);
  Budget budget(options.common.limits, &interrupt_flag());
  Json json;
  json["file"] = options.files[0];
  json["format"] = db::kFormat;
  json["bytes"] = bytes;
  json["rulesets"] = Json::array();
  json["builds"] = Json::array();
  std::string text = fmt::format("{}: format {}, {} bytes\n", options.files[0], db::kFormat, bytes);
  for (const db::StoredRuleset& ruleset : file.rulesets()) {
    const RulesetFigures figures = figures_of(file, ruleset, budget);
    Json one{{"ruleset", ruleset.name}};
    text += fmt::format("\n{}\n", ruleset.name);
    for (const auto& [kind, count] : figures.records) {
      one[db::name(kind)] = count;
      text += fmt::format("  {:<12}{}\n", db::name(kind), count);
    }
    one["content"] = fmt::format("{:016x}", figures.content);
    text += fmt::format("  {:<12}{:016x}\n", "content", figures.content);
    json["rulesets"].push_back(std::move(one));
  }
  for (const db::Build& build : file.builds()) {
    const bool complete = !build.finished.empty();
    json["builds"].push_back({{"ruleset", build.ruleset},
                              {"what", build.what},
                              {"records", build.records},
                              {"complete", complete},
                              {"version", build.version},
                              {"command", build.command},
                              {"started", build.started},
                              {"finished", complete ? Json(build.finished) : Json()}});
    text += fmt::format("\nbuild {}: {}, {}, {}\n", build.id, build.ruleset, build.what,
                        complete ? "complete" : "not complete");
    text += fmt::format("  {:<12}{}\n", "records", build.records);
    text += fmt::format("  {:<12}{}\n", "command", build.command);
    text += fmt::format("  {:<12}{}\n", "by", build.version);
    text += fmt::format("  {:<12}{}\n", "started", build.started);
    if (complete) text += fmt::format("  {:<12}{}\n", "finished", build.finished);
  }
  std::cout << (options.json ? json_line(json) + "\n" : text) << std::flush;
  return kOk;
}

// --- verify ---

ExitCode verify_database(const DbOptions& options) {
  constexpr std::size_t kMostProblems = 100;  // printed
  const std::string& path = options.files[0];
  Budget budget(options.common.limits, &interrupt_flag());
  const Progress progress("verifying", options.common.quiet);
  db::Verification found = db::verify(path, budget);
  std::string text = counted(found.records, "record");
  if (!options.recompute.empty()) {
    std::optional<std::uint64_t> sample;
    if (options.recompute != "all") {
      sample = need_number<std::uint64_t>(options.recompute, "a number or \"all\" for --recompute");
    }
    try {
      const db::Database file = db::Database::open(path, db::Database::Access::kRead);
      Store store;
      const Store::BudgetScope scope(store, budget);
      solve::Recomputation again = solve::recompute(
          store, file,
          [&](const std::string& name) { return ruleset_called(name, options.common); }, sample,
          options.seed, budget);
      text += fmt::format(", {} found again", again.records);
      std::ranges::move(again.problems, std::back_inserter(found.problems));
    } catch (const db::DamageError&) {
      // It has been told.
    }
  }
  for (std::size_t i = 0; i < found.problems.size() && i < kMostProblems; ++i) {
    std::cout << found.problems[i] << '\n';
  }
  if (found.problems.size() > kMostProblems) {
    std::cout << fmt::format("... and {} more\n", found.problems.size() - kMostProblems);
  }
  std::cout << fmt::format("{}: {}, {}\n", path, text,
                           found.clean() ? "clean" : counted(found.problems.size(), "problem"))
            << std::flush;
  return found.clean() ? kOk : kRuntimeError;
}

// --- export ---

class Exporting {
 public:
  explicit Exporting(const DbOptions& options)
      : options_(options), longest_(options.common.max_length.value_or(kLongestExport)) {}

  ExitCode run() {
    const db::Database file = db::Database::open(options_.files[0], db::Database::Access::kRead);
    const db::Database::Snapshot snapshot(file);
    const std::string wanted = options_.ruleset.empty() ? "" : stored_name(options_.ruleset);
    if (!wanted.empty() && !file.find(wanted)) {
      throw Error(fmt::format("{} knows nothing of {}", file.path(), wanted),
                  "cgt db info FILE tells what it knows");
    }
    Budget budget(options_.common.limits, &interrupt_flag());
    if (!options_.json) std::cout << "ruleset\tcomponent\tkind\tvalue\n";
    for (const db::StoredRuleset& ruleset : file.rulesets()) {
      if (!wanted.empty() && ruleset.name != wanted) continue;
      file.for_each(ruleset, [&](const db::Row& row) {
        budget.charge();
        write(ruleset.name, row);
      });
    }
    std::cout << std::flush;
    return kOk;
  }

 private:
  void write(const std::string& ruleset, const db::Row& row) {
    // Nothing is shared by lines, so that memory does not grow with the file.
    if (++lines_ % kForget == 0) {
      store_.release(empty_);
      empty_ = store_.mark();
    }
    const db::Kind kind = row.kind;
    const std::string text = db::payload_text(store_, kind, row.payload, longest_);
    if (!options_.json) {
      std::cout << fmt::format("{}\t{}\t{}\t{}\n", ruleset, row.component, db::name(kind), text);
      return;
    }
    Json line{{"ruleset", ruleset}, {"component", row.component}, {"kind", db::name(kind)}};
    if (text.starts_with("payload:")) {
      line["payload"] = db::hexadecimal(row.payload);
    } else if (kind == db::Kind::kThermograph) {
      line["thermograph"] = Json::parse(to_json(db::read_thermograph(row.payload)));
    } else if (kind == db::Kind::kBounds) {
      const db::Bounds bounds = db::PayloadReader(store_).bounds(row.payload);
      line["lower"] = to_text(store_, bounds.lower);
      line["upper"] = to_text(store_, bounds.upper);
    } else {
      line[db::name(kind)] = text;
    }
    std::cout << json_line(line) << '\n';
  }

  static constexpr std::uint64_t kForget = 1U << 12U;

  const DbOptions& options_;
  std::size_t longest_;
  Store store_;
  Store::Mark empty_ = store_.mark();
  std::uint64_t lines_ = 0;
};

// --- merge ---

ExitCode merge_databases_of(const DbOptions& options) {
  Budget budget(options.common.limits, &interrupt_flag());
  std::atomic<std::uint64_t> read{0};
  {
    const Progress progress([&] { return fmt::format("merging, {} records", read.load()); },
                            options.common.quiet);
    db::merge(options.files[0], {options.files.begin() + 1, options.files.end()},
              [&](std::uint64_t records) {
                read = records;
                budget.poll();
              });
  }
  const db::Database file = db::Database::open(options.files[0], db::Database::Access::kRead);
  std::uint64_t records = 0;
  for (const db::StoredRuleset& ruleset : file.rulesets()) records += ruleset.records;
  std::cout << fmt::format("{}: {} out of {} read\n", options.files[0], counted(records, "record"),
                           read.load());
  return kOk;
}

}  // namespace

ExitCode run_db(const DbOptions& options, const RankRole* role) {
  switch (options.action) {
    case DbOptions::Action::kBuild: return Building(options, role).run();
    case DbOptions::Action::kInfo: return info_of_database(options);
    case DbOptions::Action::kVerify: return verify_database(options);
    case DbOptions::Action::kExport: return Exporting(options).run();
    case DbOptions::Action::kMerge: return merge_databases_of(options);
  }
  return kOk;
}

void offer_db(Commands& commands) {
  commands.offer(add_db, [](const DbOptions& options) { return run_db(options); });
}

}  // namespace cgt::repl
