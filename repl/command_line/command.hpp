// Commands and their options, as lines: what an option is called, where its value goes, what --help
// says of it. CLI11 does the reading; it takes more than a second to compile, so that only
// command.cpp includes it.
//
//   std::string name;
//   bool quick = false;
//   Program program("cgt", "Combinatorial game theory", "cgt 0.1.0");
//   const Command bench = program.command().add("bench", "Benchmarks: kernel, rulesets, ...");
//   bench.option("NAME", name, "", "Which one (default: all)");
//   bench.flag("--quick", quick, "sums: only those that MCGS solves in a second");
//   bench.examples("  cgt bench kernel   single operations\n");
//
// Values must outlive the Program. A wrong line, --help and --version are answered by
// Program::parse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "repl/command_line/table.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cgt::repl {

class CommandOption {
 public:
  // Null: of a command that the line does not name, and so left out.
  CommandOption(class Program& program, CLI::Option* option)
      : program_(&program), option_(option) {}

  CommandOption& required();
  CommandOption& excludes(const CommandOption& other);
  // Numbers from `least` to `most`; --help says so.
  // T: int, std::int64_t, double.
  template <class T>
  CommandOption& between(T least, T most);
  CommandOption& positive();
  // --help tells the value that it has now.
  CommandOption& with_default();
  // Of lists: how many words.
  CommandOption& words(int least, int most);
  // For completion, which offers these and lets everything else pass: files whose names end in "."
  // and one of `endings`; names of rulesets. Values called FILE, OUT, DIR or FOLDER need no word.
  CommandOption& file(std::initializer_list<const char*> endings);
  CommandOption& ruleset();

 private:
  class Program* program_;
  CLI::Option* option_;
};

// Names and what they stand for.
template <class T>
using Choices = std::initializer_list<std::pair<const char*, T>>;

// A handle: copies are the same command.
class Command {
 public:
  Command(class Program& program, CLI::App& app, bool whole)
      : program_(&program), app_(&app), whole_(whole) {}

  // A command of this one.
  Command add(const char* name, const char* what) const;
  // The heading above it in --help of the outer one.
  void group(const char* name) const;
  // One of its commands has to be given.
  void require_command() const;
  // The end of --help: lines with a command and what it does, that begin with two blanks.
  void examples(const char* lines) const;

  // `name` is "--long", "-s,--long", or "WORD" for what stands without a name. `type` is what --help
  // puts behind the name. T: std::string, int, double, std::uint32_t, std::uint64_t, std::optional
  // of these; std::vector of int or double (with commas between) or of std::string (words).
  template <class T>
  CommandOption option(const char* name, T& value, const char* type, const std::string& what) const;
  // May be given several times, with one value each.
  CommandOption repeatable(const char* name, std::vector<std::string>& values, const char* type,
                           const char* what) const;
  CommandOption flag(const char* name, bool& value, const char* what) const;
  CommandOption flag(const char* name, std::function<void()> set, const char* what) const;

  // One of a few names.
  template <class T, class E>
  CommandOption choice(const char* name, T& value, Choices<E> choices, const char* type,
                       const char* what) const {
    const auto [names, values] = split(choices);
    return choose(
        name, names, false,
        [&value, values = values](const std::vector<std::size_t>& found) {
          value = values[found.front()];
        },
        type, what);
  }
  // Some of them, with commas between.
  template <class E>
  CommandOption choices(const char* name, std::vector<E>& chosen, Choices<E> choices,
                        const char* type, const char* what) const {
    const auto [names, values] = split(choices);
    return choose(
        name, names, true,
        [&chosen, values = values](const std::vector<std::size_t>& found) {
          for (const std::size_t i : found) chosen.push_back(values[i]);
        },
        type, what);
  }

  // Called once the whole line is read, if this command was given; of nested commands the inner one
  // first.
  void then(std::function<void()> action) const;
  // Called before that, unless a command of this one was given: what is missing, or "".
  void needs(std::function<const char*()> missing) const;

 private:
  using Taken = std::function<void(const std::vector<std::size_t>&)>;
  template <class E>
  static std::pair<std::vector<std::string>, std::vector<E>> split(Choices<E> choices) {
    std::pair<std::vector<std::string>, std::vector<E>> out;
    for (const auto& [name, value] : choices) {
      out.first.emplace_back(name);
      out.second.push_back(value);
    }
    return out;
  }
  // `take` gets the numbers of the names that were given.
  CommandOption choose(const char* name, std::vector<std::string> names, bool several, Taken take,
                       const char* type, const char* what) const;

  class Program* program_;
  CLI::App* app_;
  bool whole_;  // false: it has a name and a description, and its options are left out
};

class Program {
 public:
  // Of commands that no word of `line` names, the options are left out: making them all takes longer than
  // all else that a short run does. Empty: all options of all commands.
  Program(const char* name, const char* what, const std::string& version,
          std::optional<std::vector<std::string>> line = std::nullopt);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Command command();

  // The words behind the name of the program. Nothing if all is well; else an exit code, after help
  // or the error were printed.
  std::optional<int> parse(std::vector<std::string> words);

  // All commands and options that it has by now.
  CommandEntry table() const;

  // Is it the name of a command, or an option whose value is the next word?
  bool is_command(const std::string& word) const;
  bool takes_next_word(const std::string& word) const;

 private:
  friend class Command;
  friend class CommandOption;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::repl
