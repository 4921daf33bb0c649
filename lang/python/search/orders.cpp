// cgt.pob: orders of objects of Python, and partial order bounding.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "decomp/pob/dimension.hpp"
#include "decomp/pob/frontier.hpp"
#include "decomp/pob/lattice_search.hpp"
#include "decomp/pob/linear_extension.hpp"
#include "decomp/pob/preference.hpp"
#include "decomp/pob/subgoals.hpp"
#include "lang/python/search/searches.hpp"
#include "lang/python/search/states.hpp"

namespace cgt::python {
namespace {

struct ObjectElement {
  py::object object;
  friend bool operator==(const ObjectElement& a, const ObjectElement& b) {
    return a.object.is(b.object) || a.object.equal(b.object);
  }
};

// An object with less_equal(a, b).
struct ObjectOrder {
  using Element = ObjectElement;
  py::object less_equal_of;
  Budget* budget = nullptr;
  bool less_equal(const ObjectElement& a, const ObjectElement& b) const {
    budget->charge();
    budget->poll();
    return less_equal_of(a.object, b.object).cast<bool>();
  }
};

using ObjectBound = pob::BoundOf<ObjectOrder>;

ObjectOrder order_of(const py::object& order, Budget& budget) {
  if (!py::hasattr(order, "less_equal")) {
    throw py::type_error(
        fmt::format("{} is not an order: it has no less_equal(a, b); cgt.pob has orders",
                    py::repr(order).cast<std::string>()));
  }
  return {order.attr("less_equal"), &budget};
}

ObjectBound elements_of(const py::iterable& given) {
  ObjectBound out;
  for (const py::handle x : given) out.push_back({py::reinterpret_borrow<py::object>(x)});
  return out;
}

py::list list_of_elements(const ObjectBound& elements) {
  py::list out;
  for (const ObjectElement& x : elements) out.append(x.object);
  return out;
}

ObjectBound bound_of(const ObjectOrder& order, const py::iterable& given) {
  ObjectBound bound = elements_of(given);
  if (pob::is_antichain(order, bound)) return bound;
  throw Error(
      fmt::format("{} is not a bound: two of its elements can be compared",
                  py::repr(given).cast<std::string>()),
      fmt::format("its minimal elements are {}",
                  py::repr(list_of_elements(pob::minimal(order, bound))).cast<std::string>()));
}

// What outcome() says: an element, pob.AnyOf, pob.Between, or None.
struct OutcomesOfState {
  py::object any_of;
  py::object between;
  ObjectOrder order;

  pob::Outcomes<ObjectElement> operator()(const ObjectState& s) const {
    using Outcomes = pob::Outcomes<ObjectElement>;
    const py::object said = s.outcome();
    if (said.is_none()) return Outcomes::nothing();
    if (py::isinstance(said, any_of)) {
      ObjectBound possible = elements_of(said.attr("outcomes"));
      if (possible.empty())
        throw Error("outcome() is AnyOf no outcomes",
                    "all that are possible, or None if nothing is known");
      return Outcomes::any_of(std::move(possible));
    }
    if (py::isinstance(said, between)) {
      ObjectElement low{said.attr("low")};
      ObjectElement high{said.attr("high")};
      if (!order.less_equal(low, high)) {
        throw Error(
            fmt::format("outcome() is {}, which is empty", py::repr(said).cast<std::string>()),
            "Between(low, high) with low <= high");
      }
      return Outcomes::between(std::move(low), std::move(high));
    }
    return Outcomes::one({said});
  }
};

OutcomesOfState outcomes_under(const ObjectOrder& order) {
  const py::module_ module = py::module_::import("cgt.pob");
  return {module.attr("AnyOf"), module.attr("Between"), order};
}

using ObjectPob = pob::PobSearch<ObjectState, ObjectOrder, OutcomesOfState>;

pob::PobOptions options_of(const std::string& engine, const py::object& depth) {
  pob::PobOptions options;
  if (engine == "alpha-beta") {
    options.engine = pob::Engine::kAlphaBeta;
  } else if (engine == "df-pn") {
    options.engine = pob::Engine::kDfPn;
  } else if (engine == "proof-number") {
    options.engine = pob::Engine::kProofNumber;
  } else {
    throw Error(fmt::format("there is no engine '{}'", engine),
                "'alpha-beta', 'df-pn', 'proof-number'");
  }
  if (depth.is_none()) return options;
  if (options.engine != pob::Engine::kAlphaBeta) throw Error("only alpha-beta takes a depth");
  const auto plies = depth.cast<int>();
  if (plies < 1) throw Error(fmt::format("a depth limit of {} plies", plies), "1 or more, or None");
  options.max_depth = plies;
  options.iterative = true;
  return options;
}

// The fields of a result whose value is "win", "loss" or "unknown".
template <class Found>
py::dict verdict_answer(const ObjectGame&, const Found& found) {
  py::dict out = answer_of(found);
  out["value"] = search::name(found.verdict);
  out["exact"] = found.verdict != search::Verdict::kUnknown;
  return out;
}

py::dict query(const py::object& order, const py::object& root, const py::iterable& bound,
               const std::string& engine, const py::object& depth, const py::object& budget) {
  const pob::PobOptions options = options_of(engine, depth);
  const auto run = [&](const ObjectState& state, Budget& b) {
    const ObjectOrder poset = order_of(order, b);
    return ObjectPob(poset, outcomes_under(poset), options).query(state, bound_of(poset, bound), b);
  };
  using Answer = search::VerdictResult<ObjectMove>;
  return search_from(root, "query", budget, run, verdict_answer<Answer>);
}

py::dict extension(const py::object& order, const py::object& root, const py::iterable& bound,
                   const py::object& budget) {
  using Answer = pob::ExtensionResult<ObjectMove>;
  const auto run = [&](const ObjectState& state, Budget& b) {
    const ObjectOrder poset = order_of(order, b);
    const OutcomesOfState outcomes = outcomes_under(poset);
    using Rank = pob::ExtensionRank<ObjectOrder>;
    Answer found;
    try {
      const Rank rank(poset, pob::outcomes_of(poset, outcomes, state, b, "a linear extension"));
      pob::ExtensionSearch<ObjectState, ObjectOrder, OutcomesOfState, Rank> search(poset, outcomes,
                                                                                   rank);
      found = search.query(state, bound_of(poset, bound), true, b);
    } catch (const BudgetExhausted& spent) {
      found.stop = spent.reason();
    }
    return found;
  };
  return search_from(root, "linear_extension", budget, run, verdict_answer<Answer>);
}

py::dict frontier(const py::object& order, const py::object& root, const py::object& engine,
                  const py::object& budget) {
  const auto run = [&](const ObjectState& state, Budget& b) {
    const ObjectOrder poset = order_of(order, b);
    const OutcomesOfState outcomes = outcomes_under(poset);
    if (engine.is_none()) return pob::frontier_by_algebra(poset, outcomes, state, b);
    ObjectPob search(poset, outcomes, options_of(engine.cast<std::string>(), py::none()));
    return pob::frontier_by_queries(search, state, b);
  };
  return search_from(root, "frontier", budget, run, [](const ObjectGame&, const auto& found) {
    py::dict out;
    py::list bounds;
    for (const ObjectBound& bound : found.bounds) bounds.append(list_of_elements(bound));
    out["bounds"] = bounds;
    out["complete"] = found.complete;
    out["nodes"] = found.counts.nodes;
    out["queries"] = found.queries;
    out["stop"] = describe(found.stop);
    return out;
  });
}

py::dict lattice(const py::object& order, const py::object& root, const py::object& budget) {
  if (!py::hasattr(order, "join") || !py::hasattr(order, "meet"))
    throw py::type_error("lattice needs an order with join(a, b) and meet(a, b)");
  const auto run = [&](const ObjectState& state, Budget& b) {
    const ObjectOrder poset = order_of(order, b);
    const auto bound = [&](bool join, const ObjectElement& x, const ObjectElement& y) {
      return ObjectElement{order.attr(join ? "join" : "meet")(x.object, y.object)};
    };
    return pob::lattice_search(poset, bound, outcomes_under(poset), state, b);
  };
  return search_from(root, "lattice", budget, run, [](const ObjectGame&, const auto& found) {
    py::dict out;
    out["value"] = found.value ? found.value->object : py::none();
    out["exact"] = found.value.has_value();
    out["best"] = py::list();
    out["line"] = py::list();
    out["nodes"] = found.counts.nodes;
    out["leaves"] = found.counts.leaves;
    out["stop"] = describe(found.stop);
    return out;
  });
}

py::dict preference(const py::object& order, const py::object& root, const py::object& phi,
                    std::uint64_t seed, const py::object& budget) {
  const auto liked = [&](const ObjectElement& x) { return rational(phi(x.object)); };
  const auto run = [&](const ObjectState& state, Budget& b) {
    const ObjectOrder poset = order_of(order, b);
    return pob::preference_search(poset, outcomes_under(poset), liked, state, seed, b);
  };
  return search_from(root, "preference", budget, run, [](const ObjectGame&, const auto& found) {
    py::dict out;
    out["value"] = found.bound ? py::object(list_of_elements(*found.bound)) : py::none();
    out["exact"] = found.bound.has_value();
    out["best"] = list_of(found.best);
    out["line"] = py::list();
    out["nodes"] = found.counts.nodes;
    out["leaves"] = found.counts.leaves;
    out["stop"] = describe(found.stop);
    return out;
  });
}

// work(order, budget) about elements.
template <class Work>
auto about(const py::object& order, const Work& work) {
  return ask(
      py::none(), [&](Budget& budget) { return work(order_of(order, budget)); }, Lock::kKeep);
}

// Formulas of goals, each read once.
class Goals {
 public:
  Goals(std::vector<std::string> goals,
        const std::vector<std::pair<std::string, std::string>>& implications)
      : order_(std::move(goals)) {
    for (const auto& [premise, conclusion] : implications) order_.imply(premise, conclusion);
  }
  bool less_equal(const std::string& a, const std::string& b) {
    const pob::Subgoals::Element left = read(a);
    return order_.less_equal(left, read(b));
  }
  std::string text(const std::string& formula) { return order_.text(read(formula)); }

 private:
  const pob::Subgoals::Element& read(const std::string& formula) {
    const auto at = known_.find(formula);
    if (at != known_.end()) return at->second;
    return known_.emplace(formula, order_.parse(formula)).first->second;
  }
  pob::Subgoals order_;
  FlatMap<std::string, pob::Subgoals::Element> known_;
};

}  // namespace

void bind_orders(py::module_& module) {
  module.def("_query", query, py::arg("order"), py::arg("state"), py::arg("bound"),
             py::arg("engine"), py::arg("depth"), py::arg("budget"));
  module.def("_linear_extension", extension, py::arg("order"), py::arg("state"), py::arg("bound"),
             py::arg("budget"));
  module.def("_frontier", frontier, py::arg("order"), py::arg("state"), py::arg("engine"),
             py::arg("budget"));
  module.def("_lattice", lattice, py::arg("order"), py::arg("state"), py::arg("budget"));
  module.def("_preference", preference, py::arg("order"), py::arg("state"), py::arg("phi"),
             py::arg("seed"), py::arg("budget"));
  module.def(
      "_realizer",
      [](const py::object& order, const py::iterable& given, const py::object& limit) {
        return ask(
            limit,
            [&](Budget& budget) {
              const ObjectBound elements = elements_of(given);
              const auto found =
                  pob::realizer(pob::ExplicitPoset::of(order_of(order, budget), elements), budget);
              if (found.extensions.empty()) budget.poll();
              py::list out;
              for (const auto& extension : found.extensions) {
                py::list line;
                for (const auto i : extension) line.append(elements[i].object);
                out.append(line);
              }
              return out;
            },
            Lock::kKeep);
      },
      py::arg("order"), py::arg("elements"), py::arg("budget"));
  module.def(
      "_minimal",
      [](const py::object& order, const py::iterable& elements) {
        return about(order, [&](const ObjectOrder& o) {
          return list_of_elements(pob::minimal(o, elements_of(elements)));
        });
      },
      py::arg("order"), py::arg("elements"));
  module.def(
      "_maximal",
      [](const py::object& order, const py::iterable& elements) {
        return about(order, [&](const ObjectOrder& o) {
          return list_of_elements(pob::maximal(o, elements_of(elements)));
        });
      },
      py::arg("order"), py::arg("elements"));
  module.def(
      "_accepts",
      [](const py::object& order, const py::iterable& bound, const py::object& outcome) {
        return about(order, [&](const ObjectOrder& o) {
          return pob::succeeds(o, bound_of(o, bound), {outcome});
        });
      },
      py::arg("order"), py::arg("bound"), py::arg("outcome"));
  module.def(
      "_at_least_as_strong",
      [](const py::object& order, const py::iterable& bound, const py::iterable& other) {
        return about(order, [&](const ObjectOrder& o) {
          return pob::at_least_as_strong(o, bound_of(o, bound), bound_of(o, other));
        });
      },
      py::arg("order"), py::arg("bound"), py::arg("other"));
  py::class_<Goals>(module, "_Goals")
      .def(py::init<std::vector<std::string>,
                    const std::vector<std::pair<std::string, std::string>>&>(),
           py::arg("goals"), py::arg("implications"))
      .def("less_equal", &Goals::less_equal, py::arg("a"), py::arg("b"))
      .def("text", &Goals::text, py::arg("formula"));
}

}  // namespace cgt::python
