// The options of the program itself, and of cgt batch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// cgt [FILE [ARGS]] [-e EXPR]...
struct SessionOptions {
  CommonOptions common;
  std::vector<std::string> expressions;
  std::optional<std::string> file;  // "-": standard input
  std::vector<std::string> arguments;
  bool interactive = false;
  bool no_init = false;
  bool no_history = false;
  bool keep_going = false;
};

// The program itself.
void add_session(const Command& program, SessionOptions& options);
void offer_batch(class Commands& commands);

}  // namespace cgt::repl
