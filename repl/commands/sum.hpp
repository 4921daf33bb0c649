// cgt sum: who wins sums of positions and values.
#pragma once

#include <optional>
#include <string>

#include "cgt/support/player.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/parts/part.hpp"

namespace cgt::repl {

// cgt sum SUM
struct SumCommandOptions {
  CommonOptions common;
  Sharding sharding;            // of sums in a file
  std::string sum;              // "-": one a line from standard input
  std::string file;             // one a line; "": none
  std::string mcgs;             // file of MCGS; "": none
  std::optional<Player> first;  // none: both
  bool moves = false;           // all winning moves
  bool misere = false;          // who makes the last move loses
  bool scores = false;          // played for a score, not for the last move
  bool json = false;
  bool time = false;
  bool fresh = false;       // each sum of a file of MCGS with empty tables
  std::string certificate;  // file for the strategy of the winner; "": none
  std::string svg;          // file for a drawing; "": none
  std::string db;           // database of values known before; "": none
  solve::SumMethod method = solve::SumMethod::kProofNumbers;
  unsigned threads = 1;  // 0: as many as the machine has
};

}  // namespace cgt::repl
