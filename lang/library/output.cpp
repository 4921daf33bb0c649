// Values for people and for other programs: LaTeX, JSON, drawings, sizes, classes.
#include <fmt/format.h>

#include "cgt/algebra/reduced.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/number/rational.hpp"
#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/store/uptimal.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/text.hpp"
#include "lang/library/core.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/class.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/export.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"
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
  const auto& ruleset = static_cast<const NativeObject&>(*v.object());
  const std::string text = ruleset.to_text(c, {});
  const std::string package = text.substr(0, text.find('('));
  PrintStyle style;
  style.notation = Notation::kCgsuite;
  const std::string name = ruleset.to_text(c, style);
  return package.substr(0, package.rfind('.') + 1) + name.substr(0, name.find('('));
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
                std::string name = narrow_class(c, a[0]);
                if (name == "NativeRuleset") name = ruleset_maker(c, a[0]);
                const PositionObject* position = as_native_position(a[0]);
                if (position != nullptr && !position->enclosing().is_nothing())
                  name = ruleset_maker(c, position->enclosing()) + ".Position";
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

// Texts from files, numbers from texts and back: what scripts need to read tables and to print
// them.

namespace {

// Characters of a number in a text. Reading more takes time with the square of their number.
constexpr std::size_t kMaxNumberText = 100'000;
constexpr std::int64_t kMaxDecimals = 10'000;

// The digits from `at` on as an integer; moves `at` behind them. Empty: there is none.
std::string digits(const std::string& text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(begin, at - begin);
}

Integer power_of_ten(std::size_t n) { return pow(Integer(10), n); }

// 12, -1.5, .25, 2/21; Nothing for everything else.
Value to_number(Context&, Arguments a) {
  const std::string& text = a[0].as_string();
  if (text.size() > kMaxNumberText) {
    throw Error("ToNumber: this number is too long",
                fmt::format("at most {} characters", kMaxNumberText));
  }
  std::size_t at = 0;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) ++at;
  const std::string whole = digits(text, at);
  Rational value(whole.empty() ? Integer(0) : Integer(whole));
  if (at < text.size() && text[at] == '.') {
    ++at;
    const std::string part = digits(text, at);
    if (part.empty()) return {};
    value += Rational(Integer(part), power_of_ten(part.size()));
  } else if (whole.empty()) {
    return {};
  } else if (at < text.size() && text[at] == '/') {
    ++at;
    const std::string below = digits(text, at);
    if (below.empty()) return {};
    const Integer divisor(below);
    if (divisor == 0) return {};
    value /= divisor;
  }
  if (at != text.size()) return {};
  return Value::rational(negative ? -value : value);
}

// Rounded to the nearest, halves away from 0.
Value to_decimal(Context& c, Arguments a) {
  const std::int64_t places = c.integer(a[1], "ToDecimal");
  if (places < 0 || places > kMaxDecimals)
    throw Error(fmt::format("ToDecimal needs 0 to {} digits, not {}", kMaxDecimals, places));
  const Rational value = a[0].as_rational();
  const Rational scaled =
      abs(value) * power_of_ten(static_cast<std::size_t>(places)) + Rational(1, 2);
  const Integer shown = floor(scaled);
  std::string text = to_string(shown);
  const auto width = static_cast<std::size_t>(places) + 1;
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  if (places > 0) text.insert(text.size() - static_cast<std::size_t>(places), 1, '.');
  return Value::string((value < 0 && shown != 0 ? "-" : "") + text);
}

Value padded(Context& c, Arguments a, bool left, const char* what) {
  const std::int64_t width = c.integer(a[1], what);
  const std::string& text = a[0].as_string();
  if (width <= static_cast<std::int64_t>(text.size())) return a[0];
  check_text(static_cast<std::size_t>(width));
  const std::string blanks(static_cast<std::size_t>(width) - text.size(), ' ');
  return Value::string(left ? blanks + text : text + blanks);
}

Value read_text(Context& c, Arguments a) {
  return Value::string(readable_text(c, c.string(a[0], "ReadText")));
}

Value write_file(Context& c, Arguments a) {
  write_text(c, c.string(a[0], "WriteText"), c.string(a[1], "WriteText"), false);
  return {};
}

Value append_file(Context& c, Arguments a) {
  write_text(c, c.string(a[0], "AppendText"), c.string(a[1], "AppendText"), true);
  return {};
}

// Without their ends; a text that ends in a line end has no empty line after it.
Value lines(Context& c, Arguments a) {
  const std::string& text = a[0].as_string();
  std::vector<Value> out;
  std::size_t at = 0;
  while (at < text.size()) {
    c.budget().charge();
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const std::size_t length = end > at && text[end - 1] == '\r' ? end - at - 1 : end - at;
    out.push_back(Value::string(text.substr(at, length)));
    at = end + 1;
  }
  return Value::list(std::move(out));
}

}  // namespace

void register_reading(Registry& registry) {
  const Rows functions(registry, "");
  const Rows strings(registry, "String");
  const Rows rationals(registry, "Rational");
  functions.add(
      "ReadText(path)", "The text of a file; the path starts at the folder of the script.",
      "ReadText(\"examples/corridors.cgs\").Substring(1, 20) --> \"// Blocked corridors\"",
      read_text);
  functions.add(
      "WriteText(path, text)",
      "Makes a file of a text, below the folder of --allow-write, where relative paths start.",
      "WriteText(\"hot.txt\", \"3/2\") --> !!a script may not write files", write_file);
  functions.add("AppendText(path, text)", "The same, but adds to the end of the file.",
                "AppendText(\"hot.txt\", \"3/2\") --> !!a script may not write files", append_file);
  strings.add("ToNumber", "The number that it writes (12, -1.5, .25, 2/21), or Nothing.",
              "[\"-1.5\".ToNumber, \"2/21\".ToNumber, \"1.5 in\".ToNumber] --> [-3/2,2/21,Nothing]",
              to_number);
  rationals.add(
      "ToDecimal(digits)", "With so many digits after the point, rounded; halves away from 0.",
      "[(2/3).ToDecimal(2), (-1/8).ToDecimal(2), 5.ToDecimal(0)] --> [\"0.67\",\"-0.13\",\"5\"]",
      to_decimal);
  strings.add("Lines", "The lines, without their ends.", "\"a\\nb\\n\".Lines --> [\"a\",\"b\"]",
              lines);
  strings.add("PaddedLeft(width)", "With blanks before it, up to a width.",
              "\"ab\".PaddedLeft(4) --> \"  ab\"",
              [](Context& c, Arguments a) { return padded(c, a, true, "PaddedLeft"); });
  strings.add("PaddedRight(width)", "With blanks behind it, up to a width.",
              "\"ab\".PaddedRight(4) --> \"ab  \"",
              [](Context& c, Arguments a) { return padded(c, a, false, "PaddedRight"); });
}

}  // namespace cgt::lang
