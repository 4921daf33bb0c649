// The position of a game record, for loadsgf.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "decomp/rules/go/game.hpp"

namespace cgt::repl {

struct GtpGame {
  go::Game game;
  Dyadic komi;
  std::vector<std::string> warnings;
};

// After the first `moves` moves of the main line, or as many as there are. They can be undone, if
// play without set-up stones in between leads there, by the simple ko rule and without suicide. Throws
// FileError, and InputError for a record that cannot be read.
GtpGame gtp_load(const std::string& path, std::size_t moves);

}  // namespace cgt::repl
