#include "repl/commands/census.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/words.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "decomp/db/table.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/census/census.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"
#include "repl/support/table.hpp"

namespace cgt::repl {
namespace {

void add_census_rows(const Command& census, CensusOptions& options, bool shards) {
  add_common(census, options.common);
  census.option("GAME", options.game, "", "domineering, kayles, ...; cgt eval --list shows all")
      .required()
      .ruleset();
  census.option("SIZE", options.size, "", "ROWSxCOLUMNS of boards, or FIRST..LAST of heaps")
      .required();
  census.option("--cells", options.cells, "CHARS",
                "Characters that the cells show; all that differ");
  census.flag("--all", options.all, "Look at each board, not at one of each class of images");
  using Key = solve::CensusKey;
  const CommandOption by = census.choice<std::optional<Key>, Key>(
      "--by", options.by,
      {{"value", Key::kValue},
       {"outcome", Key::kOutcome},
       {"mean", Key::kMean},
       {"temperature", Key::kTemperature},
       {"birthday", Key::kBirthday}},
      "KEY", "Count by value, outcome, mean, temperature or birthday");
  CommandOption hottest =
      census.option("--hottest", options.hottest, "N", "The N hottest boards, of each class one")
          .between(std::int64_t{1}, static_cast<std::int64_t>(solve::Census::kHottest));
  CommandOption unique = census.flag("--unique", options.unique, "Values that occur once");
  hottest.excludes(by).excludes(unique);
  unique.excludes(by);
  census.option("--top", options.top, "N", "Only the first N lines");
  census.option("--max", options.common.max_length, "N",
                "Of values longer than N characters print the size (60 in tables; 0: none)");
  const CommandOption tsv = census.flag("--tsv", options.tsv, "Columns separated by tabs");
  census.flag("--json", options.json, "One JSON object").excludes(tsv);
  constexpr const char* kState = "Write a checkpoint to FILE, go on where it stopped";
  if (shards) {
    add_sharding(census, options.sharding, kState);
  } else {
    census.option("--state", options.sharding.state, "FILE", kState);
  }
  census.option("--save-every", options.save_seconds, "S", "Seconds between checkpoints")
      .between(0.01, 1e6)
      .with_default();
  if (!shards) return;
  census.option("--threads", options.threads, "N", "0: as many as the machine has");
  census.option("--db", options.db, "FILE", kKnown).file({"db"});
}

}  // namespace

Command add_census(const Command& program, CensusOptions& options) {
  const Command census = program.add(
      "census", "The values of all boards of one size, or of a range of heaps, and how often");
  add_census_rows(census, options, true);
  census.examples(
      R"(  cgt census domineering 4x4               the values of all boards, and how often
  cgt census kayles 0..100 --by outcome    of heaps
  cgt census clobber 3x4 --hottest 5       the hottest boards
  cgt census clobber 3x3 --shard 1/2 --state half   half of the boards; cgt merge joins
  cgt census clobber 3x3 --shard 2/2 --state rest   the others, on another machine
)");
  return census;
}

Command add_mpi_census(const Command& mpi, CensusOptions& options) {
  const Command census =
      mpi.add("census", "The values of all boards of one size, and how often, by all processes");
  add_census_rows(census, options, false);
  census.examples("  cgt mpi census clobber 3x3   one process; mpirun before it starts more\n");
  return census;
}
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr std::size_t kTableValue = 60;  // characters of a value in a table

// Writes the checkpoint at once, then now and then while it lives. What goes wrong later is kept.
class Saver {
 public:
  Saver(const solve::Census& census, const CensusOptions& options, std::string header)
      : census_(census), options_(options), header_(std::move(header)) {
    if (options.sharding.state.empty()) return;
    // A file that cannot be written is found out before hours of work.
    save();
    rethrow();
    // Ctrl-C belongs to the threads that work.
    sigset_t blocked;
    sigset_t previous;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    pthread_sigmask(SIG_BLOCK, &blocked, &previous);
    thread_ = std::thread([this] { save_regularly(); });
    pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  }
  ~Saver() { join(); }
  Saver(const Saver&) = delete;
  Saver& operator=(const Saver&) = delete;

  // The last checkpoint.
  void finish() {
    if (options_.sharding.state.empty()) return;
    join();
    save();
  }
  void rethrow() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  void save_regularly() {
    const std::chrono::duration<double> interval(options_.save_seconds);
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, interval, [this] { return done_; })) save();
  }
  void save() {
    try {
      replace_file(options_.sharding.state, header_ + census_.state());
      failure_ = nullptr;
    } catch (const FileError&) {
      failure_ = std::current_exception();
    }
  }
  void join() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  const solve::Census& census_;
  const CensusOptions& options_;
  std::string header_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

std::string describe_progress(const solve::CensusProgress& now, std::uint64_t before,
                              double seconds) {
  if (now.pending != 0) return fmt::format("reading the checkpoint, {} values left", now.pending);
  return progress_text(now.done, now.total, before, seconds, fmt::format("{} values", now.values));
}

class CensusReport {
 public:
  CensusReport(const CensusOptions& options, std::shared_ptr<const Ruleset> game, BoardSize size,
               const RankRole* role)
      : options_(options),
        role_(role),
        game_(std::move(game)),
        size_(size),
        database_(options.db, options.common.quiet) {
    const RulesetEntry* entry = find_ruleset(options.game);
    const std::string name = entry != nullptr ? entry->path : options.game;
    title_ = entry != nullptr ? name.substr(name.rfind('.') + 1) : name;
    if (size.board) {
      auto boards = std::make_unique<solve::BoardSpace>(
          game_, name,
          solve::BoardSpace::Size{static_cast<int>(size.first), static_cast<int>(size.last)},
          options.cells, !options.all);
      boards_ = boards.get();
      space_ = std::move(boards);
    } else {
      if (!options.sharding.state.empty() || options.sharding.given) {
        throw Error("a census of heaps has no checkpoint: each heap rests on the smaller ones");
      }
      space_ = std::make_unique<solve::HeapSpace>(game_, name, size.first, size.last);
    }
    const bool table = !options.tsv && !options.json;
    style_.notation = options.common.notation;
    style_.max_length = options.common.max_length.value_or(table ? kTableValue : 0);
    census_.emplace(store_, *space_);
    census_->set_known(database_(options.game));
    if (role != nullptr) {
      if (!size.board)
        throw Error(
            "a census of heaps is made by one process: each heap rests on the smaller ones");
      if (!options.db.empty()) throw Error("processes exchange what they find: --db is for one");
      census_->set_known(&shared_);
      census_->set_feed(role->feed, &shared_);
    }
    const Share share = options.sharding.share;
    census_->set_share({share.index - 1, share.of});
    header_ = new_header(options.sharding, "census");
    header_.ruleset = name;
    header_.units = space_->size();
  }

  ExitCode run() {
    if (options_.sharding.merging()) {
      for (const Part& part : *options_.sharding.merged) restore(part);
      check_complete();
    } else if (tells() && !options_.sharding.state.empty() &&
               std::filesystem::exists(options_.sharding.state)) {
      const Part part = read_part(options_.sharding.state);
      check_same_census(part);
      restore(part);
      if (!options_.common.quiet) {
        const solve::CensusProgress now = census_->progress();
        std::cerr << fmt::format("going on at {} of {} boards, from {}\n", now.done, now.total,
                                 part.path);
      }
    }
    if (!tells()) return take_part();
    Saver saver(*census_, options_, header_.text());
    try {
      const Clock::time_point start = Clock::now();
      const std::uint64_t before = census_->progress().done;
      const Progress progress(
          [&] {
            const std::chrono::duration<double> elapsed = Clock::now() - start;
            return describe_progress(census_->progress(), before, elapsed.count());
          },
          options_.common.quiet);
      search();
    } catch (...) {
      saver.finish();
      throw;
    }
    saver.finish();
    if (census_->total().boards == 0 && census_->troubles().boards != 0) {
      throw Error(census_->trouble());
    }
    if (options_.sharding.given) {
      tell_shard();
    } else {
      print();
    }
    saver.rethrow();
    return exit_code(stopped_);
  }

 private:
  bool tells() const { return role_ == nullptr || role_->tells; }

  void search() {
    const auto finish = [&](bool complete) {
      if (role_ != nullptr) role_->feed->end(*census_, complete);
    };
    try {
      stopped_ = census_->run(options_.common.limits, &interrupt_flag(),
                              threads_for(*game_, options_.threads));
    } catch (...) {
      finish(false);
      throw;
    }
    finish(!stopped_);
  }

  // Somebody else tells what is found.
  ExitCode take_part() {
    search();
    return exit_code(stopped_);
  }

  void restore(const Part& part) {
    try {
      census_->restore(part.body);
    } catch (const Error& error) {
      throw FileError(fmt::format("{}: {}{}", part.path, error.what(),
                                  error.hint().empty() ? "" : "\nhint: " + error.hint()));
    }
  }

  // The checkpoint itself says of which boards it is; other tables may be asked of it.
  void check_same_census(const Part& part) const {
    if (part.header.share == header_.share) return;
    throw FileError(fmt::format("{}: shard {}, not {}\nhint: each shard has a file of its own",
                                part.path, part.header.share.text(), header_.share.text()));
  }

  // All positions are in the parts.
  void check_complete() const {
    for (const Part& part : *options_.sharding.merged) {
      const Share share = part.header.share;
      Store store;
      solve::Census alone(store, *space_);
      alone.set_share({share.index - 1, share.of});
      alone.restore(part.body);
      const solve::CensusProgress there = alone.progress();
      if (there.done == there.total) continue;
      throw FileError(
          fmt::format("{}: shard {} is not complete: {} of {} boards\n"
                      "hint: the command that began it goes on",
                      part.path, share.text(), there.done, there.total));
    }
  }

  void tell_shard() const {
    if (options_.common.quiet) return;
    const solve::CensusProgress now = census_->progress();
    std::cerr << fmt::format("shard {}: {} of {} boards, {} values in {}\n", header_.share.text(),
                             now.done, now.total, now.values, options_.sharding.state);
    if (stopped_) std::cerr << incomplete() << '\n';
  }

  std::string noun() const { return boards_ != nullptr ? "boards" : "heaps"; }
  bool with_classes() const { return boards_ != nullptr && !options_.all; }
  // "{...}" if there is no time left to print it.
  std::string value_text(GameId value, const std::string& loopy = "") {
    try {
      if (loopy.empty()) return to_text(store_, value, style_);
      return to_text(loopy_, parse_loopy(loopy_, loopy), style_);
    } catch (const BudgetExhausted& spent) {
      if (spent.reason() == StopReason::kInterrupted) throw;
      return "{...}";
    }
  }

  // The columns of counts, and their cells.
  void add_count_columns(TextTable& table) const {
    if (with_classes()) table.columns.push_back({"classes", true});
    table.columns.push_back({noun(), true});
    table.columns.push_back({"example"});
  }
  void add_count(std::vector<std::string>& line, const solve::CensusCount& count) const {
    if (with_classes()) line.push_back(std::to_string(count.classes));
    line.push_back(std::to_string(count.boards));
    line.push_back(space_->text(count.example));
  }

  TextTable found() {
    if (options_.hottest) return hottest();
    if (boards_ == nullptr && !options_.by && !options_.unique) return list();
    const solve::CensusKey key = options_.by.value_or(solve::CensusKey::kValue);
    const bool by_value = key == solve::CensusKey::kValue;
    static constexpr const char* kNames[] = {"value", "outcome", "mean", "temperature", "birthday"};
    TextTable out;
    out.columns.push_back(
        {kNames[static_cast<std::size_t>(key)], key == solve::CensusKey::kBirthday,
         key == solve::CensusKey::kMean || key == solve::CensusKey::kTemperature});
    if (!by_value) out.columns.push_back({"values", true});
    add_count_columns(out);
    for (const solve::CensusGroup& group : census_->groups(key)) {
      if (options_.unique && group.count.classes != 1) continue;
      ++rows_;
      if (options_.top && out.lines.size() >= *options_.top) continue;
      std::vector<std::string> line{by_value ? value_text(group.value, group.loopy) : group.key};
      if (!by_value) line.push_back(std::to_string(group.values));
      add_count(line, group.count);
      out.lines.push_back(std::move(line));
    }
    return out;
  }

  TextTable hottest() {
    TextTable out{{{"temperature", false, true}, {"mean", false, true}, {"value"}, {"example"}},
                  {}};
    out.columns.back().name = boards_ != nullptr ? "board" : "heap";
    for (const solve::Census::Hot& hot : census_->hottest(*options_.hottest)) {
      ++rows_;
      if (options_.top && out.lines.size() >= *options_.top) continue;
      out.lines.push_back({hot.temperature.to_string(), store_.mean(hot.value).to_string(),
                           value_text(hot.value), space_->text(hot.position)});
    }
    return out;
  }

  // Heap by heap.
  TextTable list() {
    const std::vector<GameId>& values = census_->list();
    const std::map<std::uint64_t, std::string>& loopies = census_->loopy_list();
    const auto known = std::ranges::find_if(values, [](GameId g) { return !g.is_none(); });
    const bool impartial =
        known != values.end() && loopies.empty() &&
        space_->position(static_cast<std::uint64_t>(known - values.begin())).impartial();
    TextTable out{{{"heap", true}, {impartial ? "nim value" : "value", impartial}}, {}};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto loopy = loopies.find(i);
      if (values[i].is_none() && loopy == loopies.end()) continue;
      ++rows_;
      if (options_.top && out.lines.size() >= *options_.top) continue;
      if (loopy != loopies.end()) {
        out.lines.push_back({space_->text(i), value_text({}, loopy->second)});
        continue;
      }
      const std::optional<Nus> nimber = store_.as_nus(values[i]);
      out.lines.push_back({space_->text(i), impartial && nimber ? std::to_string(nimber->nimber)
                                                                : value_text(values[i])});
    }
    return out;
  }

  void print() {
    // What was found is told, however the census ended, in as much time as it had itself; another
    // Ctrl-C ends that, too.
    if (stopped_ == StopReason::kInterrupted) take_interrupt();
    Budget printing({.milliseconds = options_.common.limits.milliseconds}, &interrupt_flag());
    const Store::BudgetScope scope(store_, printing);
    const TextTable lines = found();
    if (options_.json) {
      std::cout << json_line(json(lines)) << '\n' << std::flush;
      return;
    }
    if (options_.tsv) {
      std::cout << lines.separated('\t') << std::flush;
      if (stopped_) std::cerr << incomplete() << '\n';
      return;
    }
    std::cout << title() << "\n\n" << lines.aligned();
    if (rows_ > lines.lines.size()) {
      std::cout << fmt::format("... and {} more\n", rows_ - lines.lines.size());
    }
    if (stopped_) std::cout << '\n' << incomplete() << '\n';
    const solve::CensusCount& troubles = census_->troubles();
    if (troubles.boards != 0) {
      std::cout << fmt::format("\nWithout a value: {} {}, such as {}: {}\n", troubles.boards,
                               noun(), space_->text(troubles.example), census_->trouble());
    }
    if (!options_.db.empty()) {
      std::cout << fmt::format("\nSearched {} components; {} were known\n", census_->components(),
                               census_->known());
    }
    std::cout << std::flush;
  }

  std::string title() const {
    const solve::CensusCount total = census_->total();
    const std::size_t values = census_->progress().values;
    const std::string size = boards_ != nullptr ? fmt::format("{}x{}", size_.first, size_.last)
                                                : fmt::format("{}..{}", size_.first, size_.last);
    std::string out = fmt::format("{} {}", title_, size);
    if (boards_ != nullptr) out += fmt::format(" of \"{}\"", boards_->cells());
    out += fmt::format(": {} {}", total.boards, noun());
    if (with_classes()) {
      out += fmt::format(", {} under {}", counted(total.classes, "class", "classes"),
                         counted(boards_->symmetries(), "symmetry", "symmetries"));
    }
    return out + ", " + counted(values, "value");
  }

  std::string incomplete() const {
    const solve::CensusProgress now = census_->progress();
    std::string out = fmt::format("Incomplete ({}): {} of {} {} looked at", describe(*stopped_),
                                  now.done, now.total, noun());
    if (now.pending != 0) {
      out += fmt::format("; {} values of the checkpoint not found again", now.pending);
    }
    return out;
  }

  // Why the table may not be whole.
  std::vector<std::string> doubts() const {
    std::vector<std::string> out;
    if (stopped_) out.push_back(describe(*stopped_));
    if (census_->troubles().boards != 0) out.push_back(census_->trouble());
    return out;
  }

  Json json(const TextTable& lines) const {
    const solve::CensusProgress now = census_->progress();
    const solve::CensusCount total = census_->total();
    Json out;
    out["game"] = title_;
    if (boards_ != nullptr) {
      out["rows"] = size_.first;
      out["columns"] = size_.last;
      out["cells"] = boards_->cells();
      if (with_classes()) out["symmetries"] = boards_->symmetries();
    } else {
      out["first"] = size_.first;
      out["last"] = size_.last;
    }
    out["complete"] = !stopped_;
    if (stopped_) out["stopped"] = describe(*stopped_);
    out["done"] = now.done;
    out["of"] = now.total;
    if (with_classes()) out["classes"] = total.classes;
    out[noun()] = total.boards;
    out["values"] = now.values;
    if (!options_.db.empty()) {
      out["searched"] = census_->components();
      out["known"] = census_->known();
    }
    const solve::CensusCount& troubles = census_->troubles();
    if (troubles.boards != 0) {
      out["without_value"] = {{noun(), troubles.boards},
                              {"example", space_->text(troubles.example)},
                              {"reason", census_->trouble()}};
    }
    put_doubts(out, doubts());
    out["table"] = lines.json();
    return out;
  }

  const CensusOptions& options_;
  const RankRole* role_;
  db::Table shared_;  // what others found
  std::shared_ptr<const Ruleset> game_;
  BoardSize size_;
  std::string title_;  // what the game is called
  PrintStyle style_;
  Store store_;
  LoopyGames loopy_{store_};
  std::unique_ptr<solve::CensusPositions> space_;
  GameTables database_;
  const solve::BoardSpace* boards_ = nullptr;  // space_, if it is one
  std::optional<solve::Census> census_;
  PartHeader header_;
  std::optional<StopReason> stopped_;
  std::size_t rows_ = 0;  // of the table, with those that --top leaves out
};

}  // namespace

ExitCode run_census(const CensusOptions& options, const RankRole* role) {
  const BoardSize size = parse_board_size(options.size);
  return CensusReport(options, ruleset_called(options.game, options.common), size, role).run();
}

void offer_census(Commands& commands) {
  commands.offer(add_census, [](const CensusOptions& options) { return run_census(options); });
}

}  // namespace cgt::repl
