// cgt.ko: cyclic score graphs and their thermographs.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <string>

#include "cgt/ko/thermograph.hpp"
#include "cgt/pictures/ko_drawing.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/games.hpp"

namespace cgt::python {
namespace {

// cgt.ko.Thermograph.
struct PyKoThermograph {
  KoThermograph thermograph;
  std::string title;
};

py::object rational(const Rational& x) {
  return py::module_::import("fractions").attr("Fraction")(to_string(x));
}

// None, 'L', 'R'.
Komaster komaster_of(const py::object& object) {
  if (object.is_none()) return Komaster::kNone;
  return player(object) == Player::kLeft ? Komaster::kLeft : Komaster::kRight;
}

PyKoThermograph ko_thermograph_of(const KoGraph& graph, const py::object& komaster,
                                  const py::object& given) {
  const Komaster master = komaster_of(komaster);
  return {ask(given, [&](Budget& budget) { return ko_thermograph(graph, master, budget); }),
          graph.text()};
}

Rational temperature_argument(const py::object& t) {
  // Rationals of any denominator: their text is "m/n".
  if (PyFloat_Check(t.ptr()))
    throw py::type_error("a float is no exact number; write Fraction(1, 2)");
  const py::object exact = py::module_::import("fractions").attr("Fraction")(t);
  const auto whole = [&](const char* part) {
    return Integer(py::str(exact.attr(part)).cast<std::string>());
  };
  const Rational out(whole("numerator"), whole("denominator"));
  if (out < Rational(-1)) throw Error("a thermograph begins at temperature -1");
  return out;
}

}  // namespace

void bind_kos(py::module_& module) {
  py::class_<PyKoThermograph>(module, "KoThermograph", "The two walls of a position with kos.")
      .def_property_readonly(
          "mean", [](const PyKoThermograph& t) { return rational(t.thermograph.mast()); },
          "The value of the mast.")
      .def_property_readonly(
          "temperature",
          [](const PyKoThermograph& t) { return rational(t.thermograph.temperature()); },
          "Where the vertical mast begins; -1 or more.")
      .def(
          "wall",
          [](const PyKoThermograph& t, const py::object& side) {
            py::list out;
            for (const KoThermograph::Knot& knot : t.thermograph.knots(player(side)))
              out.append(py::make_tuple(rational(knot.temperature), rational(knot.value)));
            return out;
          },
          py::arg("player"),
          "The corners of a wall from temperature -1 to the mast: (temperature, value).")
      .def(
          "at",
          [](const PyKoThermograph& t, const py::object& side, const py::object& temperature) {
            return rational(
                t.thermograph.walls[player(side)].at(temperature_argument(temperature)));
          },
          py::arg("player"), py::arg("temperature"),
          "The value of a wall at a temperature of at least -1.")
      .def(
          "plot", [](const PyKoThermograph& t) { return plot_ko(t.thermograph); },
          "The picture for a terminal.")
      .def(
          "svg",
          [](const PyKoThermograph& t) {
            return ko_svg(t.title, {{"", t.thermograph}});
          },
          "The picture, an <svg> element.")
      .def("_repr_svg_",
           [](const PyKoThermograph& t) {
             return ko_svg(t.title, {{"", t.thermograph}});
           })
      .def(
          "__eq__",
          [](const PyKoThermograph& t, const py::object& other) -> py::object {
            if (!py::isinstance<PyKoThermograph>(other)) return not_implemented();
            return py::bool_(t.thermograph == other.cast<const PyKoThermograph&>().thermograph);
          },
          py::arg("other"))
      .def("__hash__",
           [](const PyKoThermograph& t) {
             return py::hash(py::str(to_string(t.thermograph.mast())));
           })
      .def("__repr__", [](const PyKoThermograph& t) {
        return fmt::format("<mean {}, temperature {}>", to_string(t.thermograph.mast()),
                           t.thermograph.temperature_text());
      });
  py::class_<KoGraph>(module, "KoGraph",
                      R"(Positions whose play may come back, as kos do, and ends in a score.

Nodes are separated by ';': name, Left's options, Right's options. An option is a score, or a node with
points that go to Left on the way.

    >>> from cgt import ko
    >>> graph = ko.Graph('A: B | 0; B: 30 | A')
    >>> graph.thermograph(), graph.thermograph('L'), graph.kind()
    (<mean 10, temperature 10>, <mean 10, temperature 10>, 'placid')
)")
      .def(py::init([](const std::string& text) { return KoGraph::parse(text); }), py::arg("text"))
      .def_property_readonly("text", &KoGraph::text, "What Graph reads back.")
      .def("thermograph", ko_thermograph_of, py::arg("komaster") = py::none(), py::kw_only(),
           budget_keyword(),
           "With this player as komaster, or none. Raises Error for cycles that are no kos.")
      .def(
          "kind",
          [](const KoGraph& graph, const py::object& given) {
            return name(
                ask(given, [&](Budget& budget) { return ko_thermographs(graph, budget); }).kind());
          },
          py::kw_only(), budget_keyword(),
          "'placid', 'active' or 'hyperactive' (Spight 2002): what the komaster changes.")
      .def("__neg__", &KoGraph::negative)
      .def(
          "__eq__",
          [](const KoGraph& graph, const py::object& other) -> py::object {
            if (!py::isinstance<KoGraph>(other)) return not_implemented();
            return py::bool_(graph == other.cast<const KoGraph&>());
          },
          py::arg("other"))
      .def("__hash__", [](const KoGraph& graph) { return py::hash(py::str(graph.text())); })
      .def("__repr__",
           [](const KoGraph& graph) { return fmt::format("ko.Graph('{}')", graph.text()); });
}

}  // namespace cgt::python
