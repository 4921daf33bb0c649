// Games of Python: an id with the universe that it is in.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "lang/python/core/universe.hpp"

namespace cgt::python {

namespace py = pybind11;

// cgt.Game.
struct PyGame {
  UniversePtr universe;
  GameId id;
};

// cgt.Number, a Game that is a number: isinstance(g, numbers.Rational) is true of these, so that
// Fraction(g) and Fraction(1, 2) == g are right without a conversion.
struct PyNumber : PyGame {};

// cgt.Store.
struct PyStore {
  UniversePtr universe;
};

// The universe of a Store, or the default one for None.
UniversePtr universe_of(const py::object& store);
// A Game or a Number.
py::object wrap(const UniversePtr& universe, GameId id);
// The game of this universe that the object stands for: a Game, an int, a Fraction. Empty for other
// types. Throws Error for a game of another store and for fractions that are not a game, TypeError for a
// float and for a text, which == does not take for a game, either.
[[noreturn]] void refuse_other_store();
std::optional<GameId> operand(const UniversePtr& universe, py::handle object);
// The same; a text is read, and TypeError for anything else. Throws InputError.
GameId game_from(const UniversePtr& universe, const py::object& object);

void bind_games(py::module_& module);
void bind_thermographs(py::module_& module);
void bind_rulesets(py::module_& module);
void bind_sums(py::module_& module);
void bind_go(py::module_& module);
void bind_scripts(py::module_& module);
void bind_loopy(py::module_& module);
void bind_census(py::module_& module);

}  // namespace cgt::python
