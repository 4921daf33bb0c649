// Files of results that belong to a larger job: checkpoints, journals and shards. All begin with the
// same header, which says what made them:
//
//   cgt part 1
//   kind units
//   version cgt 0.1.0
//   command cgt sum --file sums.txt
//   ruleset -
//   seed -
//   shard 2/3
//   units 17
//   input 995dc9bbdf1939fa sums.txt
//   header 0123456789abcdef
//
// The command is without the options that no result depends on (--shard, --state, --threads, ...).
// An input stands there with the CRC-64 of its bytes; the last line has that of the lines before it. The body
// is for who writes it.
//
// A job is cut by Share: unit i of a list belongs to shard 1 + i mod N.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decomp/solve/census/number_ranges.hpp"
#include "repl/command_line/command.hpp"

namespace cgt::repl {

// Shard `index` of `of`, from 1; 1/1 is the whole.
struct Share {
  unsigned index = 1;
  unsigned of = 1;
  bool whole() const { return of == 1; }
  bool has(std::size_t unit) const { return unit % of == index - 1; }
  std::string text() const { return std::to_string(index) + "/" + std::to_string(of); }
  friend bool operator==(const Share&, const Share&) = default;
};

struct PartHeader {
  std::string kind;     // "census", "grid", "units", "boards": who reads the body
  std::string version;  // of the program
  std::string command;
  std::string ruleset;  // "": none
  std::string seed;     // "": none
  Share share;
  std::uint64_t units = 0;                                  // of the whole job
  std::vector<std::pair<std::string, std::string>> inputs;  // checksum, path

  std::string text() const;
};

struct Part {
  std::string path;
  PartHeader header;
  std::string body;
};

// Does the text begin as such a file does?
bool is_part(std::string_view text);
// Throws FileError that names the file if it is none or its header is damaged.
Part read_part(const std::string& path);
Part parse_part(const std::string& path, std::string_view text);

// What the command line says of all this; a part of the options of a command.
struct Sharding {
  std::string shard;               // "I/N" as typed; "": the whole job
  std::string state;               // the file; "": none
  bool given = false;              // --shard
  Share share;                     // of `shard`
  std::vector<std::string> words;  // of the command, as typed
  // Of cgt merge: the parts of all shards, in order. The command prints what they come to.
  std::shared_ptr<const std::vector<Part>> merged;

  bool merging() const { return merged != nullptr; }
};

// Offers --shard, and --state with this help. With `own_file` false the shard has no file of this
// form, so --shard needs no --state.
void add_sharding(const Command& command, Sharding& sharding, const char* state_help,
                  bool own_file = true);

// The command line without what no result depends on, as a shell would read it.
std::string command_text(const std::vector<std::string>& words);
// The words of such a text, "cgt" first.
std::vector<std::string> command_words(const std::string& command);
// As a shell would read it as one word.
std::string quoted_word(const std::string& word);

// A header with version, command, share; the rest is for the caller.
PartHeader new_header(const Sharding& sharding, std::string kind);
// Checksum and name of a file that was read.
std::pair<std::string, std::string> input_of(const std::string& path, std::string_view bytes);

// What hinders the file from being gone on with as `wanted`: throws FileError that says so.
// `command` false: other tables may be asked of it.
void check_same(const Part& part, const PartHeader& wanted, bool command);

// The parts of one job, in the order of their shards. Throws FileError that names a file that does
// not belong to the first one's job, and the shards that are missing or there twice.
std::vector<Part> read_parts(const std::vector<std::string>& paths);

// One process of several that go through a space together.

struct RankRole {
  solve::RangeFeed* feed = nullptr;
  bool tells = true;  // keeps the file and prints; one of them does
};

}  // namespace cgt::repl
