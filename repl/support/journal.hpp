// A job of numbered units whose results are kept in a part file, one line each, as they are finished:
// a run that is stopped or killed goes on where it was, a shard does its share, and cgt merge shows
// the results of all shards as one run would have.
//
//   const Sharding whole;
//   UnitRun run(whole, new_header(whole, "squares"), 3, true);
//   for (const std::size_t i : run.todo()) run.finished(i, std::to_string(i * i));
//   *run.result(2);   // "4"
//
// A result is one line of text. Each line of the file ends in a checksum; one that was cut off by a
// crash is done again.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/parallel.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {

// A journal with a header: what is in `body` already, then what is appended.
class PartJournal {
 public:
  // Throws FileError.
  void open(const std::string& path, const PartHeader& header, const std::string& body);
  bool is_open() const { return out_.is_open(); }
  void append(const std::string& line);

 private:
  std::string path_;
  std::ofstream out_;
};

class UnitRun {
 public:
  // `header.units` is set to `count`. Throws FileError if the file is of another job, cannot be
  // written, or if a merged part lacks some of its units.
  UnitRun(const Sharding& sharding, PartHeader header, std::size_t count, bool quiet);
  UnitRun(const UnitRun&) = delete;
  UnitRun& operator=(const UnitRun&) = delete;

  // What this run has to do, ascending; nothing if it merges.
  const std::vector<std::size_t>& todo() const { return todo_; }
  // A line without newline. Any thread.
  void finished(std::size_t unit, std::string result);
  // Null: not done.
  const std::string* result(std::size_t unit) const;
  // A shard prints no results: they are in its file.
  bool prints() const { return !shard_; }
  // Finds what is to do, several at a time, and prints all rows in order. An Answer has a row, a code, text()
  // and read(text); one that Ctrl-C cut short is not kept. `count` is given each answer, in any order.
  template <class Answer, class Find, class Count>
  void run(unsigned threads, const char* noun, const Find& find, const Count& count) {
    InOrder output(results_.size());
    std::mutex counting;
    const auto told = [&](std::size_t i, const Answer& answer) {
      {
        const std::lock_guard lock(counting);
        count(answer);
      }
      if (prints()) output.finished(i, answer.row);
    };
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (const std::string* before = result(i)) told(i, Answer::read(*before));
    }
    std::atomic<std::size_t> done{results_.size() - todo_.size()};
    const Progress progress(
        [&] { return fmt::format("{} of {} {}", done.load(), results_.size(), noun); }, quiet_);
    Store store;
    parallel_for(store, todo_.size(), threads, [&](Store&, std::size_t k) {
      const Answer answer = find(todo_[k]);
      told(todo_[k], answer);
      if (answer.code != kInterrupted) finished(todo_[k], answer.text());
      ++done;
    });
  }
  // "shard 2/3: 5 of 6 units in FILE" on standard error, unless quiet or the job is whole.
  void tell() const;

 private:
  void read_body(const Part& part);

  bool shard_ = false;
  bool quiet_ = false;
  PartHeader header_;
  std::string path_;
  PartJournal journal_;
  mutable std::mutex mutex_;
  std::vector<std::optional<std::string>> results_;
  std::vector<std::size_t> todo_;
};

// How many units the job that is merged has.
std::size_t merged_units(const Sharding& sharding);

}  // namespace cgt::repl
