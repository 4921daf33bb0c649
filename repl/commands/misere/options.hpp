// The options of cgt misere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgt/misere/universe.hpp"
#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// cgt misere quotient|outcome|compare|count|verify
struct MisereOptions {
  enum class Action : std::uint8_t { kQuotient, kOutcome, kCompare, kCount, kVerify };
  // Of cgt misere count: a universe, or the impartial games.
  enum class Counted : std::uint8_t { kAll, kDicot, kDeadEnding, kImpartial };
  CommonOptions common;
  Action action = Action::kQuotient;
  std::string game;               // code or ruleset
  std::string question;           // a sum of heaps, "G ? H"
  std::string file;               // one question a line; "": none
  std::uint32_t heaps = 0;        // of a partial quotient; 0: until a period is proved
  std::uint32_t copies = 64;      // see QuotientLimits
  std::uint32_t elements = 2000;  // likewise
  bool moves = false;             // all that win, with the outcome
  bool json = false;
  std::string certificate;  // file to write
  MisereUniverse::Kind universe = MisereUniverse::Kind::kAll;
  Counted counted = Counted::kAll;
  std::uint32_t day = 2;
};

Command add_misere(const Command& program, MisereOptions& options);

}  // namespace cgt::repl
