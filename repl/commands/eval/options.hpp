// The options of cgt eval.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// cgt eval GAME POSITION...
struct EvalOptions {
  CommonOptions common;
  std::string game;
  std::vector<std::string> positions;  // "-": one a line from standard input
  bool list = false;
  bool json = false;
  bool moves = false;
  enum class Only : std::uint8_t { kAll, kOutcome, kThermograph };
  Only only = Only::kAll;              // what is found without the canonical form
  bool discover = false;               // mean and temperature by play beside coupons, alone
  std::optional<std::uint32_t> delta;  // of their steps: 1/2^delta; none: finer and finer
  std::uint32_t depth = 0;             // moves to look ahead; 0: all
  bool guess = false;                  // tell an estimate, too
  unsigned threads = 1;                // 0: as many as the machine has
  std::string tree;                    // file; "": no drawing
  std::string positions_tree;          // file
  bool sensible = false;               // of that tree: only sensible moves
  std::string thermograph;             // file
  std::string board;                   // file
  std::string db;                      // database of values known before; "": none

  bool draws() const {
    return !tree.empty() || !positions_tree.empty() || !thermograph.empty() || !board.empty();
  }
};

Command add_eval(const Command& program, EvalOptions& options);

}  // namespace cgt::repl
