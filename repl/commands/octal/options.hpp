// The options of cgt octal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"
#include "repl/support/parts/part.hpp"

namespace cgt::repl {

// cgt octal [CODE...]: one code is a long search, several are rows of a table.
struct OctalOptions {
  CommonOptions common;
  std::vector<std::string> codes;
  std::string file;             // codes, one a line
  std::uint32_t digits = 0;     // all codes of so many digits, or fewer; 0: those that are named
  std::uint32_t last = 10'000;  // heap
  bool json = false;
  unsigned threads = 1;  // 0: as many as the machine has
  Sharding sharding;     // of the codes
};

Command add_octal(const Command& program, OctalOptions& options);

}  // namespace cgt::repl
