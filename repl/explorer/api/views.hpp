// What several requests about games of Go, plans and partial orders need.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "decomp/go/board/game.hpp"
#include "decomp/go/record/problem.hpp"
#include "repl/commands/go/go.hpp"
#include "repl/explorer/api/request.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {

// The examples that the explorer offers: files of examples/, as they were when it was built.

// Of the folders go, htn and edaps: "go/comb9.sgf".
std::span<const EmbeddedFile> example_files();
// The text of one of them; null if there is none.
const EmbeddedFile* example_file(std::string_view path);

// What requests about records of Go have in common: the options of `cgt go`, and positions after moves that
// were not played.

// Those of a request, with what is left of its budget. Throws Error.
GoOptions go_options(const Json& request, const Budget& budget);

// The position that the options name in "sgf", a record or a diagram. Throws InputError.
go::Problem problem_of(const Json& request, const GoOptions& options);

struct Tried {
  go::Game game;
  std::vector<go::Move> moves;
};

// Plays "line", what-if moves by the rules, from the position on: the problem is what is left, and the
// options say who moves there and what was taken. Throws RequestError for a move that is not legal.
Tried play_line(const Json& request, GoOptions& options, go::Problem& problem);

// The examples of partial order bounding that the explorer offers.

struct PobExample {
  std::string_view name;
  std::string_view script;
};
std::span<const PobExample> pob_examples();

}  // namespace cgt::repl
