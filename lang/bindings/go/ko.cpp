// The package game.ko, and the thermographs of Go regions.
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "cgt/ko/graph.hpp"
#include "cgt/ko/stack.hpp"
#include "cgt/ko/thermograph.hpp"
#include "cgt/pictures/ko_drawing.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/library/core.hpp"

namespace cgt::lang {
namespace {

std::uint64_t text_hash(const std::string& text) { return std::hash<std::string>{}(text); }

// One thermograph, written as the question that it answers.
class KoThermographObject final : public NativeObject {
 public:
  KoThermographObject(KoThermograph t, std::string q)
      : thermograph(std::move(t)), question(std::move(q)) {}
  const char* class_name() const override { return "Ko.Thermograph"; }
  std::string to_text(Context&, const PrintStyle&) const override { return question; }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const KoThermographObject*>(&other);
    return o != nullptr && o->thermograph == thermograph;
  }
  std::uint64_t hash() const override {
    return mix(thermograph.mast().hash(), thermograph.temperature().hash());
  }

  const KoThermograph thermograph;
  const std::string question;
};

// A score graph; its thermographs are worked out at the first question and kept.
class KoGraphObject final : public NativeObject {
 public:
  explicit KoGraphObject(KoGraph g) : graph(std::move(g)) {}
  const char* class_name() const override { return "Ko.Graph"; }
  std::string to_text(Context&, const PrintStyle&) const override { return expression(); }
  std::string expression() const { return fmt::format("game.ko.Graph(\"{}\")", graph.text()); }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const KoGraphObject*>(&other);
    return o != nullptr && o->graph == graph;
  }
  std::uint64_t hash() const override { return text_hash(graph.text()); }

  // Throws IrregularKo.
  const KoThermographs& thermographs(Context& c) const {
    if (!thermographs_) thermographs_ = ko_thermographs(graph, c.budget());
    return *thermographs_;
  }

  const KoGraph graph;

 private:
  mutable std::optional<KoThermographs> thermographs_;
};

// What a stack holds; larger ones say nothing new.
constexpr std::int64_t kMostCoupons = 1'000'000;
constexpr std::int64_t kMostThreats = 1000;

const KoGraphObject& ko_graph_of(const Value& v) { return *v.as_native<KoGraphObject>(); }
const KoThermograph& ko_walls_of(const Value& v) {
  return v.as_native<KoThermographObject>()->thermograph;
}

Value wall_value(const KoThermograph& graph, Player player) {
  std::vector<Value> knots;
  for (const KoThermograph::Knot& knot : graph.knots(player)) {
    knots.push_back(Value::list({Value::rational(knot.temperature), Value::rational(knot.value)}));
  }
  return Value::list(std::move(knots));
}

constexpr const char* kDirectKo = "game.ko.Graph(\"A: B | 0; B: 30 | A\")";
constexpr const char* kDirectWalls = "game.ko.Graph(\"A: B | 0; B: 30 | A\").Thermograph(\"none\")";

void add_ko_graphs(Package& package) {
  Rows(package, "")
      .add("game.ko.Graph(text)",
           "A cyclic score graph: nodes \"NAME: left options | right options\" with ';' between; "
           "options are scores, or nodes, which points to Left may come with: B+1.",
           "game.ko.Graph(\"A: B | 0; B: 30 | A\").Mast(\"none\") --> 10",
           [](Context& c, Arguments a) {
             return Value::native<KoGraphObject>(KoGraph::parse(c.string(a[0], "game.ko.Graph")));
           });
  const Rows rows = Rows(package, "Ko.Graph").on(kDirectKo);
  const auto thermograph = [](Context& c, Arguments a) {
    const KoGraphObject& g = ko_graph_of(a[0]);
    return ko_thermograph_value(g.thermographs(c), komaster_argument(c, a[1]),
                                g.expression() + ".Thermograph");
  };
  rows.add("Thermograph(komaster)",
           "Both walls; the komaster is Left, Right or \"none\". An error that names the cycle if "
           "it is not a ko.",
           "Thermograph(Right).LeftWall --> [[-1,-1],[10,10]]", thermograph);
  rows.add("KoThermograph(komaster)",
           "Thermograph(komaster), by the name that it has of regions of Go.",
           "KoThermograph(Right).Mast --> 10", thermograph);
  rows.add("Mast(komaster)", "The mean; the komaster is Left, Right or \"none\".",
           "Mast(Left) --> 10", [](Context& c, Arguments a) {
             return Value::rational(
                 ko_graph_of(a[0]).thermographs(c)[komaster_argument(c, a[1])].mast());
           });
  rows.add("Mean(komaster)", "The mast; the komaster is Left, Right or \"none\".",
           "Mean(Left) --> 10", [](Context& c, Arguments a) {
             return Value::rational(
                 ko_graph_of(a[0]).thermographs(c)[komaster_argument(c, a[1])].mast());
           });
  rows.add("Temperature(komaster)",
           "Where the vertical mast begins, -1 or more; the komaster is Left, Right or \"none\".",
           "Temperature(\"none\") --> 10", [](Context& c, Arguments a) {
             return Value::rational(
                 ko_graph_of(a[0]).thermographs(c)[komaster_argument(c, a[1])].temperature());
           });
  for (const Player player : kPlayers) {
    rows.add(fmt::format("{}Wall(komaster)", name(player)),
             fmt::format("{}'s wall: lists [temperature, value] of its corners from -1 to the "
                         "temperature; of a cold position the mast alone. The komaster is Left, "
                         "Right or \"none\".",
                         name(player)),
             player == Player::kLeft ? "LeftWall(\"none\") --> [[-1,32],[10,10]]"
                                     : "RightWall(\"none\") --> [[-1,-1],[10,10]]",
             [player](Context& c, Arguments a) {
               return wall_value(ko_graph_of(a[0]).thermographs(c)[komaster_argument(c, a[1])],
                                 player);
             });
  }
  const auto kind = [](Context& c, Arguments a) {
    return Value::string(name(ko_graph_of(a[0]).thermographs(c).kind()));
  };
  rows.add("Class",
           "\"placid\": no komaster changes mean or temperature; \"active\": only the temperature; "
           "\"hyperactive\": the mean.",
           "Class --> \"placid\"", kind);
  rows.add("KoClass", "Class, by the name that it has of regions of Go.", "KoClass --> \"placid\"",
           kind);
  rows.add("Irregular",
           "The cycle for which there is no thermograph, \"double ko at A, B, C, D\"; Nothing if "
           "all cycles are kos.",
           "Irregular --> Nothing", [](Context& c, Arguments a) {
             const KoGraph& graph = ko_graph_of(a[0]).graph;
             const auto cycle = irregular_cycle(graph, c.budget());
             return cycle ? Value::string(cycle->text(graph)) : Value();
           });
  rows.add("Check(komaster)",
           "Does a search beside a stack of coupons find the same walls? Says how near. The "
           "komaster is Left, Right or \"none\".",
           "Check(\"none\") --> \"agrees with the coupon stack: 1 steps of 1/12, 1 steps of 1/24\"",
           [](Context& c, Arguments a) {
             const KoGraphObject& g = ko_graph_of(a[0]);
             const Komaster komaster = komaster_argument(c, a[1]);
             return Value::string(
                 check_by_stack(g.graph, komaster, g.thermographs(c)[komaster], c.budget()).text());
           });
  rows.add(
      "Score(first, coupons, perPoint, komaster, threats?)",
      "Best play in an enriched environment: the graph beside coupons worth 1, 2, ... (so many) "
      "parts of a point, searched. The komaster has one threat by default.",
      "Score(Left, 48, 4, \"none\") --> 16", [](Context& c, Arguments a) {
        const std::int64_t coupons = c.integer(a[2], "Score");
        const std::int64_t per_point = c.integer(a[3], "Score");
        const std::int64_t threats = a[5].is_nothing() ? 1 : c.integer(a[5], "Score");
        if (coupons < 0 || coupons > kMostCoupons || threats < 0 || threats > kMostThreats ||
            per_point < 1 || per_point > kMostCoupons) {
          throw Error("Score needs a stack that can be held",
                      fmt::format("0 to {0} coupons, 1 to {0} parts of a point, 0 to {1} "
                                  "threats",
                                  kMostCoupons, kMostThreats));
        }
        const Player first = c.player(a[1], "Score");
        CouponStack stack(ko_graph_of(a[0]).graph, komaster_argument(c, a[4]),
                          static_cast<std::uint32_t>(threats),
                          static_cast<std::uint32_t>(per_point), c.budget());
        for (std::int64_t i = 0; i < coupons; ++i) stack.add_coupon(c.budget());
        return Value::rational(stack.value(first));
      });
  rows.add(
      "Discover(komaster, perPoint?)",
      "[[least, greatest] mean, [least, greatest] temperature] by play beside coupons of 1/24 of "
      "a point (or 1/perPoint) and of half of that; for any cycles, superko decides. Not proved.",
      "Discover(\"none\") --> [[79/8,81/8],[79/8,81/8]]", [](Context& c, Arguments a) {
        const std::int64_t per_point = a[2].is_nothing() ? 24 : c.integer(a[2], "Discover");
        if (per_point < 1 || per_point > kMostThreats) {
          throw Error(fmt::format("Discover needs 1 to {} parts of a point", kMostThreats));
        }
        const StackReading found = read_stack(ko_graph_of(a[0]).graph, komaster_argument(c, a[1]),
                                              static_cast<std::uint32_t>(per_point), c.budget());
        const auto interval = [](const Rational& low, const Rational& high) {
          return Value::list({Value::rational(low), Value::rational(high)});
        };
        return Value::list({interval(found.mean_low, found.mean_high),
                            interval(found.temperature_low, found.temperature_high)});
      });
  rows.add("Negative", "Left and Right exchanged.",
           "Negative --> game.ko.Graph(\"A: 0 | B; B: A | -30\")", [](Context&, Arguments a) {
             return Value::native<KoGraphObject>(ko_graph_of(a[0]).graph.negative());
           });
  rows.add("Nodes", "Names of its nodes, the root first.", "Nodes --> [\"A\",\"B\"]",
           [](Context&, Arguments a) {
             std::vector<Value> names;
             const KoGraph& graph = ko_graph_of(a[0]).graph;
             for (std::uint32_t v = 0; v < graph.size(); ++v) {
               names.push_back(Value::string(graph[v].name));
             }
             return Value::list(std::move(names));
           });
  rows.add("Text", "The graph, as game.ko.Graph() reads it.", "Text --> \"A: B | 0; B: 30 | A\"",
           [](Context&, Arguments a) { return Value::string(ko_graph_of(a[0]).graph.text()); });
}

void add_ko_thermographs(Package& package) {
  const Rows rows = Rows(package, "Ko.Thermograph").on(kDirectWalls);
  rows.add("Mast", "The mean.", "Mast --> 10",
           [](Context&, Arguments a) { return Value::rational(ko_walls_of(a[0]).mast()); });
  rows.add("Mean", "The mast.", "Mean --> 10",
           [](Context&, Arguments a) { return Value::rational(ko_walls_of(a[0]).mast()); });
  rows.add("Temperature", "Where the vertical mast begins, -1 or more.", "Temperature --> 10",
           [](Context&, Arguments a) { return Value::rational(ko_walls_of(a[0]).temperature()); });
  for (const Player player : kPlayers) {
    rows.add(fmt::format("{}Wall", name(player)),
             fmt::format("{}'s wall: lists [temperature, value].", name(player)),
             player == Player::kLeft ? "LeftWall --> [[-1,32],[10,10]]"
                                     : "RightWall --> [[-1,-1],[10,10]]",
             [player](Context&, Arguments a) { return wall_value(ko_walls_of(a[0]), player); });
  }
  rows.add("At(player, t)", "The wall of the player at temperature t >= -1.", "At(Left, 4) --> 22",
           [](Context& c, Arguments a) {
             if (!a[2].is_number()) throw Error("At needs a number, the temperature");
             const Rational t = a[2].as_rational();
             if (t < Rational(-1)) throw Error("temperatures start at -1");
             return Value::rational(ko_walls_of(a[0]).walls[c.player(a[1], "At")].at(t));
           });
  rows.add(
      "Svg(title?)", "The picture as an SVG document, in a string.",
      "Svg.Substring(1, 4) --> \"<svg\"", [](Context& c, Arguments a) {
        const auto& object = *a[0].as_native<KoThermographObject>();
        return Value::string(ko_svg(a[1].is_nothing() ? object.question : c.string(a[1], "Svg"),
                                    {{"", object.thermograph}}));
      });
  rows.add("Plot", "A drawing in text: '<' Left's wall, '>' Right's, '|' both.",
           "Plot.Substring(1, 4) --> \"   |\"",
           [](Context&, Arguments a) { return Value::string(plot_ko(ko_walls_of(a[0]))); });
}

}  // namespace

Komaster komaster_argument(Context& c, const Value& value) {
  if (value.kind() == Kind::kString) {
    for (const Komaster komaster : kKomasters) {
      if (value.as_string() == name(komaster)) return komaster;
    }
  } else {
    for (const Player player : kPlayers) {
      if (value == Value::player(player)) {
        return player == Player::kLeft ? Komaster::kLeft : Komaster::kRight;
      }
    }
  }
  throw Error(fmt::format("{} is not a komaster", c.text(value)),
              "the komaster is Left, Right or \"none\"");
}

Value ko_thermograph_value(const KoThermographs& all, Komaster komaster,
                           const std::string& question) {
  const char* const argument = komaster == Komaster::kNone   ? "\"none\""
                               : komaster == Komaster::kLeft ? "Left"
                                                             : "Right";
  return Value::native<KoThermographObject>(all[komaster],
                                            fmt::format("{}({})", question, argument));
}

const KoGraph* as_ko_graph(const Value& value) {
  const auto* object = value.as_native<KoGraphObject>();
  return object == nullptr ? nullptr : &object->graph;
}

Value ko_graph_value(const KoGraph& graph) { return Value::native<KoGraphObject>(graph); }

Package ko_package() {
  Package package;
  package.name = "game.ko";
  package.doc = "Kos: cyclic score graphs and their thermographs, for each komaster.";
  add_ko_graphs(package);
  add_ko_thermographs(package);
  return package;
}

}  // namespace cgt::lang
