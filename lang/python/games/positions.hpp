// Positions of Python: those of native rulesets, and objects of classes written in Python.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decomp/position/ruleset.hpp"
#include "lang/python/games/games.hpp"

namespace cgt::python {

// cgt.rulesets.Ruleset.
struct PyRuleset {
  std::shared_ptr<const Ruleset> ruleset;
  std::string path;    // in the language, "game.heap.Subtraction"
  std::string text;    // in Python, "Subtraction([1, 2])"
  std::string called;  // as ruleset_called() reads it, "game.heap.Subtraction([1,2])"
};

// The ruleset that people call so, with its arguments: "subtraction([1,2])". Throws Error.
std::shared_ptr<const PyRuleset> ruleset_called(const std::string& name);

// cgt.rulesets.Position.
struct PyPosition {
  UniversePtr universe;
  AnyPosition position;
  std::shared_ptr<const PyRuleset> ruleset;
};

// The position that a text means: also boards of several lines, and negatives as they are shown. Throws Error.
PyPosition position_of_text(const PyRuleset& ruleset, const std::string& text,
                            const py::object& store);
// Lines of a board become rows between '|': blanks around them and empty lines mean nothing.
std::string in_one_line(const Ruleset& ruleset, const std::string& text);

// What a class of Python takes for a position: any object with options(player), a Game, or a position of
// a native ruleset. Options may be any of these. Exceptions of Python pass through the searches.
//
// Thread rule: only while the lock of the interpreter is held, copies and their end included.
class ObjectPosition {
 public:
  // Throws TypeError for an object that is not a position.
  ObjectPosition(UniversePtr universe, py::object object);

  std::vector<Option<ObjectPosition>> options(Player player) const;
  std::vector<Option<ObjectPosition>> options(Player player, Budget& budget) const;
  // By split() of the class, if it has one: a list of positions and numbers.
  std::int64_t split(std::vector<Summand<ObjectPosition>>& sum) const;
  std::uint64_t hash() const { return hash_; }
  std::string text() const { return py::str(object).cast<std::string>(); }
  friend bool operator==(const ObjectPosition& a, const ObjectPosition& b) {
    return a.object.is(b.object) || (a.hash_ == b.hash_ && a.object.equal(b.object));
  }

  UniversePtr universe;
  py::object object;

 private:
  // An object like `parent`, which was looked at before: of the same class.
  ObjectPosition(const ObjectPosition& parent, py::object object);

  std::uint64_t hash_;
  bool splits_ = false;  // its class has split()
};

// The object as a position; empty if it is none. Not for games.
std::optional<AnyPosition> position_of(const UniversePtr& universe, const py::object& object);
// Does asking it call Python?
bool asks_python(const AnyPosition& position);
// The object that position_of() or an option of one came from.
py::object object_of(const UniversePtr& universe, const AnyPosition& position,
                     const std::shared_ptr<const PyRuleset>& ruleset);

void bind_positions(py::module_& module);

}  // namespace cgt::python
