// The options of cgt gtp.
#pragma once

#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

struct GtpOptions {
  CommonOptions common;
};

Command add_gtp(const Command& program, GtpOptions& options);

}  // namespace cgt::repl
