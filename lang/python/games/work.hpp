// What the sources of games share: work on a store within the limits of a call.
//
// Thread rule: for callers that hold the lock of the interpreter.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "cgt/store/print_order.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/games.hpp"

namespace cgt::python {

using GameClass = py::class_<PyGame>;

// work(store) of the calling thread, within the budget.
template <class Work>
auto game_work(const UniversePtr& universe, const py::object& budget, Work work) {
  Store& store = universe->here().store;
  return ask_briefly(budget, [&](Budget& limited) {
    const Store::BudgetScope scope(store, limited);
    return work(store);
  });
}

// The number that the game is, a Fraction. Requires a number.
py::object number_of(const PyGame& g);
std::string shown(const PyGame& g, const PrintStyle& style);
// The graph of followers, the same bytes for equal games; what game_from_json reads.
std::string pickled(const PyGame& g);
py::object game_from_json(const UniversePtr& universe, const std::string& text);

// Parts of bind_games().
void bind_stores(py::module_& module);
void bind_operators(GameClass& game);
void bind_texts(GameClass& game);
void bind_print_order(py::module_& module);

}  // namespace cgt::python
