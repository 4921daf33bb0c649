// The commands of a program and their options as data. --help, man pages and completions are
// written from one table, so none of them can know an option that another one does not.
//
//   Program program("cgt", "Combinatorial game theory", "cgt 0.1.0");
//   bool quick = false;
//   program.command().add("bench", "Benchmarks").flag("--quick", quick, "Only the short ones");
//   const CommandEntry table = program.table();
//   assert(table.commands.front().path() == "cgt bench");
//   const OptionEntry* quick_entry = table.commands.front().find("--quick");
//   assert(quick_entry != nullptr && !quick_entry->takes_value);
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cgt::repl {

// What may stand in the place of a value.
struct Expected {
  enum class Kind {
    kAnything,
    kWords,    // one of `words`
    kFile,     // a file whose name ends in "." and one of `words`; any if there are none
    kFolder,   // a folder
    kRuleset,  // the name of a ruleset, or an expression
  };
  Kind kind = Kind::kAnything;
  std::vector<std::string> words;
};

struct OptionEntry {
  std::vector<std::string> names;  // "-q", "--quiet"; of a word without a name its place: "FILE"
  bool positional = false;         // a word without a name
  bool takes_value = false;
  bool list = false;        // values with commas between
  bool repeatable = false;  // may be given again; of words: several may follow each other
  std::string type;         // of the value, as --help says it: "N"; may be ""
  std::string what;         // one sentence, as --help says it
  Expected expected;        // of the value
};

struct CommandEntry {
  std::vector<std::string> words;    // "cgt", "db", "build"
  std::string what;                  // one sentence
  std::string usage;                 // "cgt db build [OPTIONS] GAME"
  std::string footer;                // of --help: examples, and what stands behind them
  std::vector<OptionEntry> options;  // words without names first
  std::vector<CommandEntry> commands;

  std::string path() const;  // the words with blanks between
  // Null if there is no option of this name.
  const OptionEntry* find(std::string_view name) const;
  // Words without names, in their order.
  std::vector<const OptionEntry*> places() const;
};

// The command and all below it, each before its own commands.
std::vector<const CommandEntry*> all_commands(const CommandEntry& command);

// "cgt db build GAME   what it does": the examples of --help.
struct Example {
  std::string command;
  std::string what;  // "" if there is nothing to say
};
std::vector<Example> examples_of(const CommandEntry& command);

}  // namespace cgt::repl
