// The options of cgt sokoban, and what its files share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decomp/labs/sokoban/search.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

// cgt sokoban
struct SokobanOptions {
  enum class Action : std::uint8_t { kSolve, kVerify, kShow, kHint, kRate };
  CommonOptions common;
  Action action = Action::kSolve;
  std::string file;                    // levels
  std::string solutions;               // of verify; "-": standard input
  std::optional<std::uint32_t> level;  // counts from 1
  bool all = false;
  sokoban::Method method{};  // automatic
  bool best = false;
  bool pareto = false;
  bool rooms = false;
  std::string out;    // file for the solutions; "": none
  std::string svg;    // file for a drawing; "": none
  std::string after;  // moves before a hint
  bool json = false;
};

// "level 3 (Microban 33)"
std::string head_of(std::size_t index, const sokoban::Level& level);
// "solved: 8 pushes, 33 moves, fewest pushes"
std::string verdict_of(const sokoban::Solution& found, const sokoban::Play& play);
ExitCode code_of(const sokoban::Solution& found);
// As LURD. A solution that is none would be a fault of the program: it is never shown.
std::string checked_lurd(const sokoban::Board& board, const sokoban::Level& level,
                         const sokoban::Solution& found, sokoban::Play& play);
sokoban::Solution solved(const sokoban::Board& board, const SokobanOptions& options);

ExitCode run_sokoban_hint(const SokobanOptions& options, std::size_t index,
                          const sokoban::Level& level);
ExitCode run_sokoban_rate(const SokobanOptions& options, const std::vector<sokoban::Level>& levels);

}  // namespace cgt::repl
