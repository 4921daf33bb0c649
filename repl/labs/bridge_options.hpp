// The options of cgt bridge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"
#include "repl/support/parts/part.hpp"

namespace cgt::repl {

// cgt bridge
struct BridgeOptions {
  enum class Action : std::uint8_t { kDeal, kPlay, kMatch, kSuit, kEnding, kExplain };
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
  std::string defence = "dd";
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
  // ending
  std::string hidden;
  std::string trump = "N";
  std::string leader = "S";
  std::vector<std::string> conditions;
  // explain
  bool plans = false;  // all that were compared
  bool tree = false;   // the tree of the plan made before this card
  int cards = 0;
};

Command add_bridge(const Command& program, BridgeOptions& options);

}  // namespace cgt::repl
