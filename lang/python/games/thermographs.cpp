#include "lang/python/games/thermographs.hpp"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "cgt/pictures/drawing.hpp"
#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/text.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/games.hpp"

namespace cgt::python {
namespace {

py::list wall_corners(const PyThermograph& t, const py::object& side) {
  py::list out;
  const Frame frame = frame_of(t.thermograph);
  for (const Corner& corner : frame.walls[player(side)])
    out.append(py::make_tuple(fraction(corner.temperature), fraction(corner.value)));
  return out;
}

}  // namespace

void bind_thermographs(py::module_& module) {
  py::class_<PyThermograph>(module, "Thermograph",
                            R"(The two walls of a game, exact and piecewise linear (Conway 1976).

    >>> t = Game('{3||2|1}').thermograph()
    >>> t.mean, t.temperature
    (Fraction(9, 4), Fraction(3, 4))
    >>> t.at(LEFT, 0), t.at(RIGHT, 0)
    (Fraction(3, 1), Fraction(2, 1))
)")
      .def(
          "wall", wall_corners, py::arg("player"),
          R"(The wall of a player from temperature -1 to the top of the picture: (temperature, value).

    >>> [(str(t), str(v)) for t, v in Game('{3||2|1}').thermograph().wall(RIGHT)]
    [('-1', '2'), ('1/2', '2'), ('3/4', '9/4'), ('7/4', '9/4')]
)")
      .def_property_readonly(
          "left_wall",
          [](const PyThermograph& t) { return wall_corners(t, player_object(Player::kLeft)); },
          R"(The wall of Left, as wall() gives it.

    >>> Game('{3|1}').thermograph().left_wall[0]
    (Fraction(-1, 1), Fraction(4, 1))
)")
      .def_property_readonly(
          "right_wall",
          [](const PyThermograph& t) { return wall_corners(t, player_object(Player::kRight)); },
          R"(The wall of Right, as wall() gives it.

    >>> Game('{3|1}').thermograph().right_wall[0]
    (Fraction(-1, 1), Fraction(0, 1))
)")
      .def(
          "at",
          [](const PyThermograph& t, const py::object& side, const py::object& temperature) {
            const Dyadic at = dyadic(temperature, "temperature");
            if (at < Dyadic(-1)) throw Error("a thermograph begins at temperature -1");
            return fraction(t.thermograph.wall(player(side)).at(at));
          },
          py::arg("player"), py::arg("temperature"),
          R"(The value of a wall at a temperature of at least -1.

    >>> Game('{3|1}').thermograph().at('L', '1/2')
    Fraction(5, 2)
)")
      .def(
          "svg",
          [](const PyThermograph& t, const std::optional<std::string>& title, int width,
             int height) {
            return thermograph_svg(t.thermograph, title.value_or(t.title), width, height);
          },
          py::arg("title") = py::none(), py::arg("width") = 480, py::arg("height") = 360,
          R"(The picture, an <svg> element; values grow to the left, as the field draws them.

    >>> Game('{3|1}').thermograph().svg()[:4]
    '<svg'
)")
      .def("_repr_svg_",
           [](const PyThermograph& t) { return thermograph_svg(t.thermograph, t.title); })
      .def(
          "plot",
          [](const PyThermograph& t, int width, int height, bool ascii) {
            return plot_thermograph(t.thermograph, {width, height, ascii});
          },
          py::arg("width") = 64, py::arg("height") = 20, py::arg("ascii") = false,
          R"(The picture for a terminal, of so many columns and lines.

    >>> len(Game('{3|1}').thermograph().plot(width=30, height=8).splitlines()) >= 8
    True
)")
      .def(
          "latex", [](const PyThermograph& t) { return thermograph_tikz(t.thermograph); },
          R"(A tikzpicture environment.

    >>> Game('{3|1}').thermograph().latex().startswith(r'\begin{tikzpicture}')
    True
)")
      .def(
          "json", [](const PyThermograph& t) { return to_json(t.thermograph); },
          R"(As the program writes it: docs/language/tutorial.md.

    >>> Thermograph.from_json(Game('{3|1}').thermograph().json()).mean
    Fraction(2, 1)
)")
      .def_static(
          "from_json",
          [](const std::string& text) {
            return PyThermograph{thermograph_from_json(text), ""};
          },
          py::arg("text"), R"(Reads what json() wrote. Raises ParseError and Error.

    >>> Thermograph.from_json(Game('{3|1}').thermograph().json()).temperature
    Fraction(1, 1)
)")
      .def(
          "__eq__",
          [](const PyThermograph& a, const py::object& b) -> py::object {
            if (!py::isinstance<PyThermograph>(b)) return not_implemented();
            return py::bool_(a.thermograph == b.cast<const PyThermograph&>().thermograph);
          },
          py::arg("other"))
      .def("__hash__",
           [](const PyThermograph& t) { return py::hash(py::str(to_text(t.thermograph))); })
      .def("__str__", [](const PyThermograph& t) { return to_text(t.thermograph); })
      .def("__repr__", [](const PyThermograph& t) { return "<" + to_text(t.thermograph) + ">"; })
      .def(py::pickle(
          [](const PyThermograph& t) { return py::make_tuple(to_json(t.thermograph), t.title); },
          [](const py::tuple& state) {
            return PyThermograph{thermograph_from_json(state[0].cast<std::string>()),
                                 state[1].cast<std::string>()};
          }));
}

}  // namespace cgt::python
