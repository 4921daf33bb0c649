// The options of cgt merge and cgt info.
#pragma once

#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// cgt merge FILES
struct MergeOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string out;  // of databases: the file to make
};

// cgt info FILE
struct InfoOptions {
  CommonOptions common;
  std::vector<std::string> files;  // one
  bool json = false;
};

Command add_merge(const Command& program, MergeOptions& options);
Command add_info(const Command& program, InfoOptions& options);

}  // namespace cgt::repl
