// What the command line asks for. The options of a command, and the lines that read them, stand
// beside the command: repl/COMMAND/options.hpp.
#pragma once

#include <variant>

#include "repl/bench/jobs/options.hpp"
#include "repl/commands/bridge/options.hpp"
#include "repl/commands/eval/options.hpp"
#include "repl/commands/front/options.hpp"
#include "repl/commands/go/options.hpp"
#include "repl/commands/gtp/options.hpp"
#include "repl/commands/htn/options.hpp"
#include "repl/commands/ko/options.hpp"
#include "repl/commands/misere/options.hpp"
#include "repl/commands/octal/options.hpp"
#include "repl/commands/parts/options.hpp"
#include "repl/commands/pathology/options.hpp"
#include "repl/commands/sokoban/options.hpp"
#include "repl/commands/space/census_options.hpp"
#include "repl/commands/space/database_options.hpp"
#include "repl/commands/sum/options.hpp"
#include "repl/package/options.hpp"
#include "repl/session/options.hpp"

namespace cgt::repl {

// The request, or the exit code if the line was wrong or only asked for help; then everything has
// been said already.
using Request = std::variant<int, SessionOptions, BatchOptions, GoOptions, GenerateOptions,
                             EvalOptions, CensusOptions, DbOptions, SumCommandOptions, EdapsOptions,
                             PathologyOptions, BenchOptions, VerifyOptions, HtnOptions, DocsOptions,
                             KoOptions, MisereOptions, GtpOptions, ExploreOptions, KernelOptions,
                             SokobanOptions, BridgeOptions, OctalOptions, MergeOptions, InfoOptions,
                             MpiOptions, MpiCensusOptions, MpiBuildOptions, MpiSumOptions>;

Request parse_command_line(int argc, const char* const* argv);

// What made the files, to show what they come to. Throws FileError: they do not belong together, or
// some are missing.
Request merged_request(const MergeOptions& options);

// All commands of the program with their options.
CommandEntry command_table();

}  // namespace cgt::repl
