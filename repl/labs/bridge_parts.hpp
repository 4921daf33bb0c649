// What the files of cgt bridge share.
#pragma once

#include <string>
#include <vector>

#include "decomp/labs/bridge/pbn.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/labs/bridge_options.hpp"

namespace cgt::repl {

// The records of a file that can be played: deals with contracts. Throws InputError, FileError.
std::vector<bridge::pbn::Record> bridge_deals(const std::string& file);

ExitCode run_bridge_play(const BridgeOptions& options);
ExitCode run_bridge_match(const BridgeOptions& options);
ExitCode run_bridge_suit(const BridgeOptions& options);
ExitCode run_bridge_explain(const BridgeOptions& options);
ExitCode run_bridge_ending(const BridgeOptions& options);

}  // namespace cgt::repl
