// What requests about records of Go have in common: the options of `cgt go`, and positions after moves that
// were not played.
#pragma once

#include <vector>

#include "decomp/go/board/game.hpp"
#include "decomp/go/record/problem.hpp"
#include "repl/commands/go/go.hpp"
#include "repl/explorer/api/request.hpp"

namespace cgt::repl {

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

}  // namespace cgt::repl
