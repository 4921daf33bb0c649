// The options that commands share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "cgt/support/budget.hpp"
#include "repl/command_line/command.hpp"

namespace cgt {
enum class Notation;
namespace lang {
enum class Format;
}
}  // namespace cgt

namespace cgt::repl {

// What commands take.
struct CommonOptions {
  // Keeps a runaway evaluation from taking the machine down.
  Budget::Limits limits{.megabytes = 4096};
  Notation notation{};  // canonical
  bool quiet = false;
  // Of commands that print values of the language.
  lang::Format format{};                  // text
  std::optional<std::size_t> max_length;  // 0: none
  bool json_diagnostics = false;          // errors as JSON, one object a line
  bool allow_read = false;                // scripts may read files outside of their folder
  std::string allow_write;                // the folder that scripts may write into; "": none
};

void add_quiet(const Command& command, CommonOptions& common);
// All of these but --quiet are for commands that compute. `limit` says what --budget-ms does.
void add_common(const Command& command, CommonOptions& common,
                const char* limit = "Stop a computation after N ms");
// Of commands that print values of the language.
void add_printing(const Command& command, CommonOptions& common);

// Of --db.
inline constexpr const char* kKnown = "Values known before: a file that cgt db build made";

}  // namespace cgt::repl
