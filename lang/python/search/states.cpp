#include "lang/python/search/states.hpp"

#include <fmt/format.h>

#include <cmath>

#include "decomp/search/evaluation.hpp"

namespace cgt::python {
namespace {

std::string class_name(const py::object& object) {
  return py::str(py::type::of(object).attr("__name__")).cast<std::string>();
}

// The attribute, or null if there is none. What a property raises passes.
py::object attribute(const py::object& object, const char* name) {
  PyObject* found = PyObject_GetAttrString(object.ptr(), name);
  if (found != nullptr) return py::reinterpret_steal<py::object>(found);
  if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0 || py::hasattr(py::type::of(object), name))
    throw py::error_already_set();
  PyErr_Clear();
  return {};
}

}  // namespace

std::uint32_t ObjectMove::code() const {
  const Py_hash_t hash = PyObject_Hash(object.ptr());
  if (hash != -1) return static_cast<std::uint32_t>(hash);
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  return 0;
}

ObjectGame::ObjectGame(const py::object& root, const char* what, Budget& budget)
    : budget_(&budget), what_(what) {
  static_cast<void>(ask(root, "to_move"));
  require_equality(root, "states");
  if (const py::object players = attribute(root, "players")) {
    type_.players = players.cast<int>();
    if (type_.players < 1 || type_.players > 64)
      throw Error(fmt::format("a game has 1 to 64 players, not {}", type_.players));
    if (type_.players > 2) type_.sum = search::UtilitySum::kGeneral;
  }
  has_quiet_ = static_cast<bool>(attribute(root, "quiet"));
  if (attribute(root, "information")) type_.information = search::Information::kImperfect;
  if (attribute(root, "probability")) type_.chance = search::ChanceMode::kExplicit;
  if (const py::object may = attribute(root, "may_repeat")) type_.may_repeat = may.cast<bool>();
  type_.greatest_utility = std::numeric_limits<double>::max();
  type_.least_utility = -type_.greatest_utility;
  const py::object range = attribute(root, "utility_range");
  if (!range || range.is_none()) return;
  const auto ends = py::tuple(range);
  if (ends.size() != 2) throw py::type_error("utility_range is (least, greatest)");
  Doubles plain;  // the ends say nothing of what utilities are
  type_.least_utility = plain.take(ends[0], "utility_range");
  type_.greatest_utility = plain.take(ends[1], "utility_range");
  if (!(type_.least_utility <= type_.greatest_utility)) throw Error("utility_range is empty");
  has_range_ = true;
}

py::object state_member(const py::object& state, const char* member, const char* what) {
  const py::object value = attribute(state, member);
  if (!value) {
    throw py::type_error(
        fmt::format("{} needs {} of a state, and {} has none; cgt.search tells all members", what,
                    member, class_name(state)));
  }
  return PyCallable_Check(value.ptr()) != 0 ? py::object(value()) : value;
}

double ObjectGame::number(const py::object& utility, int player, const char* member) const {
  const bool list = py::isinstance<py::tuple>(utility) || py::isinstance<py::list>(utility);
  double x = 0;
  if (list) {
    if (player == kAll) {
      throw Error(
          fmt::format("{} is for games in which one of two players loses what the other gains",
                      what_),
          fmt::format("{}() is one number then; max_n takes one a player", member));
    }
    const auto all = py::reinterpret_borrow<py::sequence>(utility);
    if (all.size() != static_cast<std::size_t>(type_.players)) {
      throw Error(
          fmt::format("{}() gives {} numbers to {} players", member, all.size(), type_.players));
    }
    x = numbers_.take(all[static_cast<std::size_t>(player)], member);
  } else {
    if (type_.players > 2) {
      throw Error(fmt::format("{}() is one number for {} players", member, type_.players),
                  "a tuple with one a player");
    }
    x = numbers_.take(utility, member);
    if (player > 0) x = -x;
  }
  const double of_first = !list && player > 0 ? -x : x;
  if (has_range_ && (of_first < type_.least_utility || of_first > type_.greatest_utility)) {
    throw Error(fmt::format("{}() is {}, outside of utility_range", member,
                            py::repr(utility).cast<std::string>()));
  }
  return x;
}

py::tuple ObjectGame::give_all(const std::vector<double>& vector) const {
  py::tuple out(vector.size());
  for (std::size_t i = 0; i < vector.size(); ++i) out[i] = give(vector[i]);
  return out;
}

ObjectState::ObjectState(const ObjectGame& game, py::object root) : game_(&game) {
  take(std::move(root));
}

void ObjectState::take(py::object object) {
  object_ = std::move(object);
  const py::object mover = game_->ask(object_, "to_move");
  if (mover.is_none()) {
    player_ = search::kTerminal;
  } else if (py::isinstance<py::str>(mover)) {
    player_ = mover.equal(py::str("chance")) ? search::kChance
                                             : (python::player(mover) == Player::kLeft ? 0 : 1);
  } else {
    player_ = PyIndex_Check(mover.ptr()) != 0 ? py::int_(mover).cast<int>() : -1;
    if (player_ < 0 || player_ >= type().players) {
      throw Error(
          fmt::format("to_move is {}, which is not a player", py::repr(mover).cast<std::string>()),
          "LEFT or 0, RIGHT or 1, 2, ... up to `players`; CHANCE; None at the end");
    }
  }
  if (player_ == search::kChance && type().chance == search::ChanceMode::kDeterministic)
    throw py::type_error(
        fmt::format("{} has chance nodes and no probability(move)", class_name(object_)));
  hash_ = mix(static_cast<std::uint64_t>(py::hash(object_)), 0);
}

void ObjectState::moves(std::vector<Move>& out) const {
  game_->poll();
  const std::size_t first = out.size();
  for (const py::handle move : game_->ask(object_, "moves"))
    out.push_back({py::reinterpret_borrow<py::object>(move)});
  if (out.size() == first) search::no_moves();
  if (player_ != search::kChance) return;
  double sum = 0;
  for (std::size_t i = first; i < out.size(); ++i) {
    const py::object p = object_.attr("probability")(out[i].object);
    // A probability such as 1/3 may be rounded: averages are.
    out[i].probability = py::float_(p);
    if (!(out[i].probability >= 0)) throw Error("a probability is negative, or no number");
    sum += out[i].probability;
  }
  if (!(std::abs(sum - 1) < 1e-9)) {
    throw Error(fmt::format("the probabilities of {} add up to {}",
                            py::repr(object_).cast<std::string>(), sum),
                "those of all outcomes are 1 together");
  }
}

void ObjectState::play(const Move& move) { take(object_.attr("play")(move.object)); }

double ObjectState::utility(int player) const {
  return game_->number(game_->ask(object_, "utility"), player, "utility");
}

double ObjectState::scalar() const {
  return game_->number(game_->ask(object_, "utility"), ObjectGame::kAll, "utility");
}

double ObjectState::estimate() const {
  return game_->number(game_->ask(object_, "estimate"), ObjectGame::kAll, "estimate");
}

bool ObjectState::is_quiet() const {
  return !game_->has_quiet() || py::bool_(game_->ask(object_, "quiet"));
}

std::vector<double> ObjectState::estimates() const {
  const py::object given = game_->ask(object_, "estimate");
  std::vector<double> out;
  for (int i = 0; i < type().players; ++i) out.push_back(game_->number(given, i, "estimate"));
  return out;
}

Rational ObjectState::exact_utility() const {
  const py::object given = game_->ask(object_, "utility");
  if (!py::isinstance<py::tuple>(given) && !py::isinstance<py::list>(given)) return rational(given);
  if (py::len(given) == 0) throw Error("utility() gives no number");
  return rational(given[py::int_(0)]);
}

Rational ObjectState::exact_probability(const Move& move) const {
  return rational(object_.attr("probability")(move.object));
}

py::list list_of(const std::vector<ObjectMove>& moves) {
  py::list out;
  for (const ObjectMove& move : moves) out.append(move.object);
  return out;
}

}  // namespace cgt::python
