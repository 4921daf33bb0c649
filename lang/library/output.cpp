// Values for people and for other programs: LaTeX, JSON, drawings, sizes, classes.
#include <fmt/format.h>

#include "cgt/algebra/reduced.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/pictures/loopy_drawing.hpp"
#include "cgt/pictures/plot.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/store/uptimal.hpp"
#include "cgt/support/hash.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/latex.hpp"
#include "cgt/text/loopy_json.hpp"
#include "lang/library/core.hpp"
#include "lang/values/as_loopy.hpp"
#include "lang/values/class.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/export.hpp"
#include "lang/values/infinity.hpp"
#include "lang/values/misere.hpp"
#include "lang/values/thermographs.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {
namespace {

// What `x.Class` gives: a class as a value, which is its name.
class ClassNameObject final : public NativeObject {
 public:
  explicit ClassNameObject(std::string n) : name(std::move(n)) {}
  const char* class_name() const override { return "Class"; }
  std::string to_text(Context&, const PrintStyle&) const override { return "⟪" + name + "⟫"; }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const ClassNameObject*>(&other);
    return o != nullptr && o->name == name;
  }
  std::uint64_t hash() const override {
    return hash_bytes({reinterpret_cast<const std::uint8_t*>(name.data()), name.size()});
  }
  const std::string name;
};

// What has no class that could be asked for: the name of what makes the ruleset.
std::string ruleset_maker(Context& c, const Value& v) {
  const std::string text = static_cast<const NativeObject&>(*v.object()).to_text(c, {});
  return text.substr(0, text.find('('));
}

std::size_t size_argument(Context& c, const Value& v, std::size_t otherwise, const char* what) {
  if (v.is_nothing()) return otherwise;
  const std::int64_t n = c.integer(v, what);
  if (n < 1) throw Error(fmt::format("{} needs an integer > 0", what));
  return static_cast<std::size_t>(n);
}

TreeStyle tree_style(Context& c, const Value& nodes, const char* what) {
  TreeStyle style;
  style.max_nodes = size_argument(c, nodes, style.max_nodes, what);
  return style;
}

std::string plotted(Context& c, const Thermograph& thermograph, const Value& width,
                    const Value& height) {
  PlotStyle style;
  const auto bounded = [&](const Value& v, int otherwise) {
    return static_cast<int>(std::min<std::size_t>(
        size_argument(c, v, static_cast<std::size_t>(otherwise), "Plot"), 10'000));
  };
  style.width = bounded(width, style.width);
  style.height = bounded(height, style.height);
  return plot_thermograph(thermograph, style);
}

void print_lines(Context& c, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    c.print(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

// The terminal picture of {3||2|1}, 24 columns and 8 lines, for the examples.
constexpr const char* kPlotExample = R"(                mean 9/4
   │                 ⡇
3/4┤                ⢀⣇
1/2┤           ⣀⡠⠔⠒⠉⠁ ⠉⢲
  0┤     ⣀⡠⠤⠒⠊⠉        ⢸
 -1┤⣀⠤⠔⠒⠉              ⢸
   └──────────┴────────┴
              3        2)";

// And of its right wall alone.
constexpr const char* kWallExample = R"(    mean 9/4
   │⡇
3/4┤⣇⣀⣀⣀⣀
1/2┤     ⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠒⠒⠒⠒⢲
  0┤                   ⢸
 -1┤                   ⢸
   └───────────────────┴
                       2)";

}  // namespace

void register_texts(Registry& registry) {
  const Rows objects(registry, "Object");
  const Rows functions(registry, "");
  const Rows games(registry, "Game");
  const Rows loopy(registry, "LoopyGame");
  const Rows thermographs(registry, "Thermograph");
  objects.add("Class", "Its class, as narrow as possible.", "*3.Class --> ⟪game.Nimber⟫",
              [&registry](Context& c, Arguments a) {
                if (const ClassInfo* type = script_class(a[0])) return class_value(type);
                std::string name = value_class(c.store(), a[0]);
                if (name == "NativeRuleset") name = ruleset_maker(c, a[0]);
                const std::string last = name.substr(name.rfind('.') + 1);
                if (const ClassInfo* type = registry.class_named(last)) return class_value(type);
                return Value::native<ClassNameObject>(name);
              });
  const Rows classes(registry, "Class");
  const auto name_of = [](const Value& v) {
    const auto* named = v.as_native<ClassNameObject>();
    return named != nullptr ? named->name : as_class(v).type->path;
  };
  classes.add("Name", "Its name without the package.", "*3.Class.Name --> \"Nimber\"",
              [name_of](Context&, Arguments a) {
                const std::string name = name_of(a[0]);
                // A nested class is named within the one around it.
                const ClassInfo* type =
                    a[0].kind() == Kind::kClass ? as_class(a[0]).type.get() : nullptr;
                std::string nested;
                for (; type != nullptr && type->outer != nullptr; type = type->outer)
                  nested = '.' + type->name + nested;
                return Value::string(type != nullptr ? type->name + nested
                                                     : name.substr(name.rfind('.') + 1));
              });
  classes.add("QualifiedName", "Its name with the package.",
              "*3.Class.QualifiedName --> \"game.Nimber\"",
              [name_of](Context&, Arguments a) { return Value::string(name_of(a[0])); });
  objects.add("Text", "The whole printed text in a string, whatever the limit of length.",
              "{3|1}.Text --> \"{3|1}\"", [](Context& c, Arguments a) {
                PrintStyle style = c.style();
                style.max_length = 0;
                return Value::string(format(c, a[0], style, false));
              });
  objects.add("LaTeX", "Math-mode LaTeX, without dollar signs, in a string.",
              "(1/2).LaTeX --> \"\\\\frac{1}{2}\"", [](Context& c, Arguments a) {
                PrintStyle style = c.style();
                style.max_length = 0;
                return Value::string(to_latex(c, a[0], style));
              });
  objects.add("Json", "JSON in a string; numbers are exact strings.",
              "[1/2,true].Json --> \"[\\\"1/2\\\",true]\"",
              [](Context& c, Arguments a) { return Value::string(to_json(c, a[0])); });
  functions.add("FromJson(text)", "The value of a game, short or loopy, that Json wrote.",
                "FromJson({3|1}.Json) --> {3|1}", [](Context& c, Arguments a) {
                  return loopy_value(c,
                                     loopy_from_json(loopy_games(c), c.string(a[0], "FromJson")));
                });

  games.add(
      "Svg(maxNodes?)", "The game tree as an SVG document, in a string.",
      "{2|1||0}.Svg.Substring(1, 4) --> \"<svg\"", [](Context& c, Arguments a) {
        return Value::string(game_tree_svg(c.store(), c.game(a[0]), tree_style(c, a[1], "Svg")));
      });
  games.add(
      "Dot(maxNodes?)", "The game tree as a Graphviz graph, in a string.",
      "{2|1||0}.Dot.Substring(1, 12) --> \"digraph game\"", [](Context& c, Arguments a) {
        return Value::string(game_tree_dot(c.store(), c.game(a[0]), tree_style(c, a[1], "Dot")));
      });
  loopy.add("Svg(maxNodes?)",
            "The graph as an SVG document, in a string: each line of play until it comes back.",
            "on.Svg.Substring(1, 4) --> \"<svg\"", [](Context& c, Arguments a) {
              return Value::string(
                  loopy_svg(loopy_games(c), loopy_of(c, a[0]), tree_style(c, a[1], "Svg")));
            });
  loopy.add("Dot(maxNodes?)",
            "The graph as a Graphviz graph, in a string: each line of play until it comes back.",
            "on.Dot.Substring(1, 12) --> \"digraph game\"", [](Context& c, Arguments a) {
              return Value::string(
                  loopy_dot(loopy_games(c), loopy_of(c, a[0]), tree_style(c, a[1], "Dot")));
            });
  games.add("TreeNodeCount", "Nodes of the canonical tree, each line of play its own.",
            "{2|1||0}.TreeNodeCount --> 5", [](Context& c, Arguments a) {
              return Value::rational(
                  Rational(Integer(tree_node_count(c.store(), c.game(a[0])).get_mpz_t())));
            });
  games.add("Plot(width?, height?)", "Prints the thermograph on the terminal.",
            fmt::format("{{3||2|1}}.Plot(24, 8); --> {}", kPlotExample),
            [](Context& c, Arguments a) {
              print_lines(c, plotted(c, c.store().thermograph(c.game(a[0])), a[1], a[2]));
              return Value();
            });
  thermographs.add("Plot(width?, height?)", "Prints it on the terminal.",
                   fmt::format("{{3||2|1}}.Thermograph.Plot(24, 8); --> {}", kPlotExample),
                   [](Context& c, Arguments a) {
                     print_lines(c, plotted(c, *as_thermograph(a[0]), a[1], a[2]));
                     return Value();
                   });
  Rows(registry, "Trajectory")
      .add("Plot(width?, height?)", "Prints the wall on the terminal.",
           fmt::format("{{3||2|1}}.Thermograph.RightWall.Plot(24, 8); --> {}", kWallExample),
           [](Context& c, Arguments a) {
             // A picture of two walls that are one.
             Thermograph both;
             for (const Player player : kPlayers)
               both.walls[player] = a[0].as_native<TrajectoryObject>()->wall;
             print_lines(c, plotted(c, both, a[1], a[2]));
             return Value();
           });
}

}  // namespace cgt::lang
