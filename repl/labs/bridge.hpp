// The options of cgt bridge, and what its files share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decomp/labs/bridge/pbn.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {

// cgt bridge
struct BridgeOptions {
  enum class Action : std::uint8_t {
    kDeal,
    kPlay,
    kMatch,
    kSuit,
    kEnding,
    kExplain,
    kDoubleDummy,
    kMistakes,
    kEndplays
  };
  CommonOptions common;
  Action action = Action::kDeal;
  bool json = false;
  std::string file;  // deals, or rows of problems
  std::string out;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  int boards = 16;
  std::string board;  // one of the file
  std::string strains = "mixed";
  std::string declarer = "improved";
  std::string defence;  // "": dd if libdds is there, else rule
  std::string a = "improved";
  std::string b = "pimc:20";
  std::string out_a;
  std::string out_b;
  Sharding sharding;  // of match
  // suit
  std::string north;
  std::string south;
  std::string entries = "free";
  std::optional<int> tricks;
  bool average = false;
  // ending
  std::string hidden;
  std::string trump = "N";
  std::string leader = "S";
  std::vector<std::string> conditions;
  // explain
  bool plans = false;  // all that were compared
  bool tree = false;   // the tree of the plan made before this card
  int cards = 0;
  // mistakes
  int layouts = 0;  // single dummy in so many; 0: double dummy
};

// The records of a file that have four hands, and a contract where that is needed. Throws InputError,
// FileError.
std::vector<bridge::pbn::Record> bridge_deals(const std::string& file, bool with_contract = true);

// Of a match, or from the card on that no record has. Without libdds those who see all cards cannot play, so that rules
// of thumb defend where nothing else is asked for, with a word on standard error.
std::string chosen_defence(const BridgeOptions& options);

ExitCode run_bridge_play(const BridgeOptions& options);
ExitCode run_bridge_match(const BridgeOptions& options);
ExitCode run_bridge_suit(const BridgeOptions& options);
ExitCode run_bridge_explain(const BridgeOptions& options);
ExitCode run_bridge_ending(const BridgeOptions& options);
ExitCode run_bridge_double_dummy(const BridgeOptions& options);
ExitCode run_bridge_mistakes(const BridgeOptions& options);
ExitCode run_bridge_endplays(const BridgeOptions& options);

}  // namespace cgt::repl
