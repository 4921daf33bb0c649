// The options of cgt go and cgt go generate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/player.hpp"
#include "decomp/rules/go/analysis/safety.hpp"
#include "decomp/rules/go/record/generator.hpp"
#include "decomp/solve/go/ko_play.hpp"
#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// cgt go FILE
struct GoOptions {
  CommonOptions common;
  std::string file;
  std::optional<Player> to_play;
  std::size_t moves = 0;  // of the record, played before the position is solved
  go::SafetyMethod safety = go::SafetyMethod::kStatic;
  std::string assume;  // points of blocks that live, or "auto"; "": what the file marks
  solve::ScoringRules rules;
  std::string komi;       // "": of the file
  std::string prisoners;  // "3,5": taken before by Black and by White
  std::size_t game = 1;   // of a collection
  std::string path;       // variations, with commas between
  bool review = false;    // the game as a whole
  std::string sgf;        // of --review: where to write the record with notes; "": nowhere
  bool json = false;
  std::string svg;  // "": no drawing
  bool verify = false;
  bool groups = false;  // life and death of what is neither safe nor assumed to live
  // Strategies of a play-out: of both, or of Black and White; none: no play-out.
  std::vector<solve::KoStrategy> line;
  Komaster komaster = Komaster::kNone;
  std::string after;  // points: the moves that go before it
};

// cgt go generate
struct GenerateOptions {
  CommonOptions common;
  int size = 19;
  std::uint64_t seed = 1;
  std::vector<go::SubgameKind> kinds;  // none: all
  std::string out;                     // "": standard output
};

Command add_go(const Command& program, GoOptions& options);
// A command of cgt go.
Command add_generate(const Command& go, GenerateOptions& options);

}  // namespace cgt::repl
