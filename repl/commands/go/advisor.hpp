// Another program's eyes: what a GTP engine says of life and death.
//
// The engine is run by the shell and gets the board as moves. It is asked for the ownership of points
// if it speaks KataGo's dialect (kata-raw-nn, else kata-analyze), else for its dead stones and sekis
// (final_status_list). What it says is neither proved nor checked here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgt/support/player.hpp"
#include "decomp/go/record/problem.hpp"

namespace cgt::repl {

struct EngineView {
  std::string name;           // with its version
  std::vector<float> owners;  // by Board::index
  std::vector<go::Point> seki;
};

// Waits at most so long for each answer. Throws Error if the engine cannot be run, does not answer, or
// knows none of these commands; and for a board that is not a square of at most 25 lines.
EngineView ask_engine(const std::string& command, const go::Problem& problem, Player to_play,
                      std::uint64_t milliseconds);

}  // namespace cgt::repl
