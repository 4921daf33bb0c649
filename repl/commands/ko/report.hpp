// What cgt ko found about one game, and how it is shown.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cgt/ko/stack.hpp"
#include "cgt/ko/thermograph.hpp"
#include "cgt/support/stop_reason.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/ko/options.hpp"

namespace cgt::repl {

struct KoReport {
  std::string game;  // as it was written
  std::optional<KoThermographs> thermographs;
  std::string refused;  // the irregular cycle
  bool exact = false;   // of a region: no ko matters
  std::string lower;    // of a region whose value depends on ko: the bounds
  std::string upper;
  std::optional<StopReason> stopped;
  std::array<std::optional<StackCheck>, 3> checks;  // by komaster, if asked for
  std::string unchecked;                            // why there is none
  std::array<std::optional<StackReading>, 3> readings;

  ExitCode code() const;
};

// The settings that are asked for, in order.
std::vector<Komaster> komasters_of(const KoOptions& options);
// Each ends with a newline.
std::string ko_lines(const KoReport& report, const KoOptions& options);
std::string ko_json(const KoReport& report, const KoOptions& options);
// Requires thermographs.
std::string ko_drawing(const KoReport& report, const KoOptions& options);

}  // namespace cgt::repl
