// The options of cgt sokoban.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"

namespace cgt::sokoban {
enum class Method : std::uint8_t;
}

namespace cgt::repl {

// cgt sokoban solve|verify|show
struct SokobanOptions {
  enum class Action : std::uint8_t { kSolve, kVerify, kShow };
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
  std::string out;  // file for the solutions; "": none
  std::string svg;  // file for a drawing; "": none
};

Command add_sokoban(const Command& program, SokobanOptions& options);

}  // namespace cgt::repl
