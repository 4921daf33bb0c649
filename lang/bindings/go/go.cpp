// The package game.go.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/endgame/ko_region.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/report/judgement.hpp"
#include "decomp/go/safety/bounds.hpp"
#include "decomp/solve/values/local_search.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/go/drawing.hpp"
#include "lang/bindings/scripts/running.hpp"
#include "lang/library/core.hpp"
#include "lang/values/thermographs.hpp"

namespace cgt::lang {
namespace {

using solve::LocalValue;
// Kept for a session: its table serves all regions that scripts ask about.
using RegionSearch = solve::LocalSearch<go::Region>;

// The thermographs with kos of a region, found at the first question and kept.
class KeptKos {
 public:
  // Throws Error if a cycle is not a ko.
  const KoThermographs& of(Context& c, const go::Region& region, const LocalValue& value) const {
    if (!ko_) ko_ = go::region_ko(c.store(), region, value, c.budget());
    if (ko_->thermographs) return *ko_->thermographs;
    throw Error(fmt::format("there is no thermograph: {}", ko_->refused),
                "LowerBound and UpperBound give bounds of the value");
  }

 private:
  mutable std::optional<go::RegionKo> ko_;
};

// A local position. Its value is computed at the first question and kept.
class RegionObject final : public NativeObject {
 public:
  explicit RegionObject(go::Region r) : region(std::move(r)) {}
  const char* class_name() const override { return "Go.Region"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("game.go.Region(\"{}\")", region.text());
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const RegionObject*>(&other);
    return o != nullptr && o->region == region;
  }
  std::uint64_t hash() const override { return region.hash(); }

  LocalValue bounds(Context& c) const {
    if (value_) return *value_;
    value_ = telling_what_is_known(
        [&] { return c.kept<RegionSearch>().evaluate(region, c.budget()); },
        [&] {
          const go::Bounds known = go::integer_bounds(region);
          return KnownSoFar{"the region",
                            fmt::format("{} <= value <= {}", known.lower, known.upper)};
        });
    return *value_;
  }
  // Throws Error if the value depends on ko.
  GameId exact(Context& c) const {
    const LocalValue value = bounds(c);
    if (value.exact()) return value.lower;
    throw Error(fmt::format("this value depends on ko: it lies between {} and {}",
                            c.text(c.wrap(value.lower)), c.text(c.wrap(value.upper))),
                "LowerBound and UpperBound give the two");
  }

  // Throws Error if a cycle is not a ko.
  const KoThermographs& thermographs(Context& c) const { return kos_.of(c, region, bounds(c)); }

  const go::Region region;

 private:
  mutable std::optional<LocalValue> value_;
  KeptKos kos_;
};

constexpr const char* kUnknownTint = "#9a8f9e";

// Cold parts are blue, hot ones red: the colours of `cgt go --svg` at -1, 0, 1, 2 and 4.
std::string temperature_tint(const Dyadic& temperature) {
  constexpr std::array<std::pair<int, const char*>, 4> kTints{
      {{4, "#e23e30"}, {2, "#f0aa32"}, {1, "#48b078"}, {0, "#4f8ed9"}}};
  for (const auto& [bound, colour] : kTints) {
    if (temperature >= Dyadic(bound)) return colour;
  }
  return "#7890c4";
}

// A board with its solution; the solution is computed at the first question and kept.
class ProblemObject final : public NativeObject {
 public:
  ProblemObject(Store& store, go::Problem problem) : endgame_(store, std::move(problem)) {}
  // The endgame as far as so many units of work more bring it, if not solved before: what is not
  // searched then has bounds. Throws BudgetExhausted if the budget of the script is spent.
  go::GoEndgame& bounded(Context& c, std::uint64_t nodes) const {
    if (!endgame_.partitioned() || !solved_) {
      Budget share = c.budget().part(nodes);
      solved_ = endgame_.solve(share) || share.used_nodes() < nodes;
      c.budget().settle(share);
    }
    return endgame_;
  }
  const char* class_name() const override { return "Go.Problem"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    const go::Problem& p = problem();
    return fmt::format("Go problem {} ({}x{})", p.name, p.board.width(), p.board.height());
  }
  const go::Problem& problem() const { return endgame_.problem(); }

  // As far as it was searched by now.
  go::GoEndgame& so_far() const { return endgame_; }
  // The endgame with every subgame searched. Throws BudgetExhausted.
  go::GoEndgame& solved(Context& c) const {
    if (!solved_) {
      endgame_.solve(c.budget());
      c.budget().poll();
      solved_ = true;
    }
    return endgame_;
  }
  // The same, for questions that only exact values answer.
  go::GoEndgame& complete(Context& c, const char* what) const {
    go::GoEndgame& endgame = solved(c);
    if (endgame.complete()) return endgame;
    for (const go::Subgame& subgame : endgame.subgames()) {
      if (subgame.exact) continue;
      throw Error(fmt::format("{} needs exact values, and the subgame at {} has none", what,
                              subgame.points.empty() ? "?" : name(subgame.points.front())),
                  subgame.note);
    }
    throw Error(fmt::format("{} needs exact values of all subgames", what));
  }
  std::string name(go::Point p) const { return problem().board.name(p); }

  // The parts of a board that was solved; none before.
  std::vector<GoTint> tints(Context& c) const {
    std::vector<GoTint> found;
    if (!solved_) return found;
    for (const go::Subgame& s : endgame_.subgames()) {
      if (s.points.empty()) continue;
      found.push_back({s.points, s.exact ? temperature_tint(s.temperature) : kUnknownTint,
                       s.exact ? fmt::format("{}: {}", name(s.points.front()),
                                             cgt::to_text(c.store(), s.lower, c.style()))
                               : fmt::format("{}: {}", name(s.points.front()), s.note)});
    }
    return found;
  }

 private:
  mutable go::GoEndgame endgame_;
  mutable bool solved_ = false;
};

class SubgameObject final : public NativeObject {
 public:
  SubgameObject(Value owner, std::size_t number) : owner_(std::move(owner)), number_(number) {}
  const char* class_name() const override { return "Go.Subgame"; }
  std::string to_text(Context& c, const PrintStyle& style) const override {
    const go::Subgame& s = get(c);
    if (s.exact)
      return fmt::format("Subgame({}, {})", s.diagram, cgt::to_text(c.store(), s.lower, style));
    return fmt::format("Subgame({})", s.diagram);
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const SubgameObject*>(&other);
    return o != nullptr && o->number_ == number_ && o->owner_ == owner_;
  }
  std::uint64_t hash() const override { return owner_.hash() + number_; }
  const ProblemObject& problem() const { return *owner_.as_native<ProblemObject>(); }
  const go::Subgame& get(Context& c) const { return problem().solved(c).subgames()[number_]; }
  const go::Subgame& exact(Context& c) const {
    const go::Subgame& s = get(c);
    if (s.exact) return s;
    if (!s.searched) throw Error("this subgame was not searched", s.note);
    throw Error(fmt::format("this value depends on ko: it lies between {} and {}",
                            c.text(c.wrap(s.lower)), c.text(c.wrap(s.upper))),
                s.note);
  }
  const go::Region& region(Context& c) const {
    return problem().solved(c).partition().parts[number_].region;
  }
  // Of the value, or of a value not searched: integers.
  LocalValue ends(Context& c) const { return {get(c).lower, get(c).upper}; }
  // Throws Error if it was not searched.
  LocalValue bounds(Context& c) const {
    const go::Subgame& s = get(c);
    if (!s.searched) throw Error("this subgame was not searched", s.note);
    return {s.lower, s.upper};
  }
  // Throws Error if a cycle is not a ko.
  const KoThermographs& thermographs(Context& c) const { return kos_.of(c, region(c), bounds(c)); }

 private:
  Value owner_;
  std::size_t number_;
  KeptKos kos_;
};

const RegionObject& region_of(const Value& v) { return *v.as_native<RegionObject>(); }
const ProblemObject& problem_of(const Value& v) { return *v.as_native<ProblemObject>(); }
const SubgameObject& subgame_of(const Value& v) { return *v.as_native<SubgameObject>(); }

Value names(const ProblemObject& problem, std::span<const go::Point> points) {
  std::vector<Value> items;
  for (const go::Point p : points) items.push_back(Value::string(problem.name(p)));
  return Value::list(std::move(items));
}

Value strings(const std::vector<std::string>& texts) {
  std::vector<Value> items;
  for (const std::string& text : texts) items.push_back(Value::string(text));
  return Value::list(std::move(items));
}

// Receivers of the examples.
constexpr const char* kRegion = "game.go.Region(\"BBBB/W..B/BBBB\")";
constexpr const char* kProblem = "game.go.Load(\"examples/go/S9.sgf\")";
constexpr const char* kBoardExample =
    "game.go.Board(\"...../OOOOO/O...O/OXXXO/XOOOX/X.X.X/XXXXX/.....\")";
constexpr const char* kSubgame = "game.go.Load(\"examples/go/S9.sgf\").Subgames[3]";

// Rows on the exact value of the receiver, which `exact` finds; the receiver of the examples has
// the value {1|*}.
void add_value_rows(const Rows& rows, GameId (*exact)(Context&, const Value&)) {
  const auto of_value = [exact](std::function<Value(Context&, GameId)> f) -> Builtin::Function {
    return [exact, f = std::move(f)](Context& c, Arguments a) { return f(c, exact(c, a[0])); };
  };
  rows.add("Value", "Canonical form; an error that tells the bounds if it depends on ko.",
           "Value --> {1|*}", of_value([](Context& c, GameId g) { return c.wrap(g); }));
  rows.add("CanonicalForm", "The same as Value.", "CanonicalForm --> {1|*}",
           of_value([](Context& c, GameId g) { return c.wrap(g); }));
  rows.add("Chilled", "The value cooled by 1.", "Chilled --> 1/2",
           of_value([](Context& c, GameId g) { return c.wrap(c.store().cool(g, Dyadic(1))); }));
  rows.add("Mean", "Mean of the value.", "Mean --> 1/2",
           of_value([](Context& c, GameId g) { return Value::number(c.store().mean(g)); }));
  rows.add("Temperature", "Temperature of the value.", "Temperature --> 1/2",
           of_value([](Context& c, GameId g) { return Value::number(c.store().temperature(g)); }));
  rows.add("LeftStop", "Score when Black moves first.", "LeftStop --> 1",
           of_value([](Context& c, GameId g) {
             return Value::number(c.store().stop(g, Player::kLeft));
           }));
  rows.add("RightStop", "Score when White moves first.", "RightStop --> 0",
           of_value([](Context& c, GameId g) {
             return Value::number(c.store().stop(g, Player::kRight));
           }));
  rows.add("Thermograph", "Thermograph of the value.",
           "Thermograph --> Thermograph(1/2,[1/2],[0,-1],1/2,[1/2,0],[0,1,0])",
           of_value([](Context& c, GameId g) {
             return make_thermograph(c.store().thermograph(g), c.text(c.wrap(g)));
           }));
}

// A region or subgame, whichever the receiver is.
const KoThermographs& ko_thermographs_of(Context& c, const Value& v) {
  const auto* region = v.as_native<RegionObject>();
  return region != nullptr ? region->thermographs(c) : subgame_of(v).thermographs(c);
}
const go::Region& region_in(Context& c, const Value& v) {
  const auto* region = v.as_native<RegionObject>();
  return region != nullptr ? region->region : subgame_of(v).region(c);
}

// Rows on the kos of the receiver, which in the examples is a ko of one point that Black may take.
void add_ko_rows(const Rows& kos) {
  kos.add("KoThermograph(komaster)",
          "Thermograph with kos; the komaster is Left, Right or \"none\". An error that names the "
          "cycle if it is not a ko.",
          "KoThermograph(Right).Mast --> -1/3", [](Context& c, Arguments a) {
            return ko_thermograph_value(
                ko_thermographs_of(c, a[0]), komaster_argument(c, a[1]),
                fmt::format("game.go.Region(\"{}\").KoThermograph", region_in(c, a[0]).text()));
          });
  kos.add("KoClass",
          "\"placid\", \"active\" or \"hyperactive\": what the komaster changes; see Ko.Graph.",
          "KoClass --> \"placid\"", [](Context& c, Arguments a) {
            return Value::string(cgt::name(ko_thermographs_of(c, a[0]).kind()));
          });
  kos.add("KoGraph", "Its positions as a score graph, without what is settled.",
          "KoGraph --> game.ko.Graph(\"P0: 0 | P1-1; P1: P0+1 | 0\")", [](Context& c, Arguments a) {
            return ko_graph_value(go::region_graph(region_in(c, a[0]), c.budget()).graph);
          });
}

void add_region(Package& package) {
  Rows(package, "")
      .add(
          "game.go.Region(rows)",
          "A local position: B W immortal stones, X O ordinary ones, . empty, # outside; rows by "
          "'/'.",
          "game.go.Region(\"BBBB/W..B/BBBB\").Value --> {1|*}", [](Context& c, Arguments a) {
            return Value::native<RegionObject>(go::Region::parse(c.string(a[0], "game.go.Region")));
          });
  const Rows rows = Rows(package, "Go.Region").on(kRegion);
  add_value_rows(rows, [](Context& c, const Value& v) { return region_of(v).exact(c); });
  rows.add("LowerBound", "A game that the value is >= under the basic ko rule.",
           "LowerBound --> {1|*}",
           [](Context& c, Arguments a) { return c.wrap(region_of(a[0]).bounds(c).lower); });
  rows.add("UpperBound", "A game that the value is <= under the basic ko rule.",
           "UpperBound --> {1|*}",
           [](Context& c, Arguments a) { return c.wrap(region_of(a[0]).bounds(c).upper); });
  rows.add("IsExact", "Are both bounds equal?", "IsExact --> true", [](Context& c, Arguments a) {
    return Value::boolean(region_of(a[0]).bounds(c).exact());
  });
  add_ko_rows(Rows(package, "Go.Region").on("game.go.Region(\"#BW#/B.XW/#BW#\")"));
  rows.add("Diagram", "The rows, as game.go.Region() reads them.", "Diagram --> \"#BB#/W..B/##B#\"",
           [](Context&, Arguments a) { return Value::string(region_of(a[0]).region.text()); });
  rows.add("Svg", "The region as an SVG document, in a string; immortal stones have a core.",
           "Svg.Substring(1, 4) --> \"<svg\"", [](Context&, Arguments a) {
             return Value::string(go_region_svg(region_of(a[0]).region.text()));
           });
}

void add_subgame(Package& package) {
  const Rows rows = Rows(package, "Go.Subgame").on(kSubgame);
  add_value_rows(rows, [](Context& c, const Value& v) { return subgame_of(v).exact(c).lower; });
  rows.add("LowerBound",
           "A game that the value is >= under the basic ko rule; an integer if it is dependent.",
           "LowerBound --> {1|*}",
           [](Context& c, Arguments a) { return c.wrap(subgame_of(a[0]).ends(c).lower); });
  rows.add("UpperBound",
           "A game that the value is <= under the basic ko rule; an integer if it is dependent.",
           "UpperBound --> {1|*}",
           [](Context& c, Arguments a) { return c.wrap(subgame_of(a[0]).ends(c).upper); });
  rows.add("IsExact", "Is the value known exactly?", "IsExact --> true",
           [](Context& c, Arguments a) { return Value::boolean(subgame_of(a[0]).get(c).exact); });
  rows.add("Points", "Names of its points.", "Points --> [\"B7\",\"B6\"]",
           [](Context& c, Arguments a) {
             return names(subgame_of(a[0]).problem(), subgame_of(a[0]).get(c).points);
           });
  rows.add("Diagram", "As game.go.Region() reads it.", "Diagram --> \"#B#/B.B/B.W\"",
           [](Context& c, Arguments a) { return Value::string(subgame_of(a[0]).get(c).diagram); });
  rows.add("Svg", "It as an SVG document, in a string; immortal stones have a core.",
           "Svg.Substring(1, 4) --> \"<svg\"", [](Context& c, Arguments a) {
             return Value::string(go_region_svg(subgame_of(a[0]).get(c).diagram));
           });
  rows.add("Note", "Why it is not exact, or what couples its areas; \"\" if nothing.",
           "Note --> \"\"",
           [](Context& c, Arguments a) { return Value::string(subgame_of(a[0]).get(c).note); });
  add_ko_rows(
      Rows(package, "Go.Subgame")
          .on("game.go.Board(\"X.XXOO.O/XXXXOOOO/XXX.XOOO/XXXXOOOO/X.XXOO.O\").Subgames[1]"));
}

// With the blocks at the points named in `living`, or Nothing, assumed to live.
Value problem_value(Context& c, go::Problem problem, const Value& living, const char* what) {
  if (!living.is_nothing()) problem.assumed.clear();
  if (living.kind() == Kind::kString) {
    if (c.string(living, what) != "auto") {
      throw Error(fmt::format("{}: \"auto\", or a list of points", what));
    }
    Budget budget({.nodes = go::kJudgeNodes});
    const Player first = problem.to_play.value_or(Player::kLeft);
    problem.assumed = go::judge(problem.board, first, {}, budget).living();
  } else if (!living.is_nothing()) {
    for (const Value& name : c.elements(living, what)) {
      const std::string text = c.string(name, what);
      const std::optional<go::Point> point = problem.board.point(text);
      if (!point || problem.board[*point] == go::Colour::kEmpty) {
        throw Error(fmt::format("{}: there is no stone at \"{}\"", what, text),
                    "name a stone of each block that lives");
      }
      problem.assumed.push_back(*point);
    }
  }
  return Value::native<ProblemObject>(c.store(), std::move(problem));
}

Value load(Context& c, Arguments a) {
  const std::string path = readable_path(c, c.string(a[0], "game.go.Load"));
  return problem_value(c, go::load_sgf(path), a[1], "game.go.Load");
}

// Units of work of a question about bounds, by default.
constexpr std::int64_t kBoundNodes = 100'000;

std::uint64_t bound_nodes(Context& c, const Value& told, const char* what) {
  const std::int64_t nodes = told.is_nothing() ? kBoundNodes : c.integer(told, what);
  if (nodes < 1) throw Error(fmt::format("{}: the number of nodes is positive", what));
  return static_cast<std::uint64_t>(nodes);
}

// Of a board that was searched in part.
KnownSoFar known_score(const ProblemObject& problem, Player first) {
  Budget grace(kGrace);
  const go::GoEndgame::Score s = problem.so_far().score(first, grace);
  return {problem.problem().name.empty() ? "the board" : problem.problem().name,
          DyadicInterval{s.lower, s.upper}.text_of("score")};
}

Value score(Context& c, const ProblemObject& problem, Player first) {
  const go::GoEndgame::Score s = telling_what_is_known(
      [&] {
        const go::GoEndgame::Score found = problem.solved(c).score(first, c.budget());
        if (!found.exact()) c.budget().poll();
        return found;
      },
      [&] { return known_score(problem, first); });
  if (s.exact()) return Value::number(*s.lower);
  if (s.lower && s.upper) {
    throw Error(fmt::format("the score is not exact: it lies between {} and {}",
                            s.lower->to_string(), s.upper->to_string()));
  }
  throw Error("the score is not known");
}

void add_problem(Package& package) {
  const Rows functions(package, "");
  functions.add(
      "game.go.Board(rows, living?)",
      "A whole board: X black, O white, . empty; rows from the top by '/'. The blocks at "
      "the points `living`, or written B and W, are assumed to live; \"auto\": those that "
      "look alive.",
      "game.go.Board(\".X./XXX/.X.\").FixedScore --> 4", [](Context& c, Arguments a) {
        return problem_value(c, go::parse_board(c.string(a[0], "game.go.Board")), a[1],
                             "game.go.Board");
      });
  functions.add("game.go.Load(path, living?)",
                "A problem from an SGF file; the path starts at the folder of the script. Blocks "
                "marked TR or MA, or at the points `living`, are assumed to live.",
                "game.go.Load(\"examples/go/S9.sgf\").Score(Left) --> 4", load);
  const Rows rows = Rows(package, "Go.Problem").on(kProblem);
  rows.add("Size", "Width and height.", "Size --> (9,9)", [](Context&, Arguments a) {
    const go::Board& board = problem_of(a[0]).problem().board;
    return Value::coordinates({Value::integer(board.width()), Value::integer(board.height())});
  });
  rows.add("Name", "Name of the problem.", "Name --> \"S9\"",
           [](Context&, Arguments a) { return Value::string(problem_of(a[0]).problem().name); });
  rows.add("ToPlay", "Who moves, as the file says; Nothing if it does not.", "ToPlay --> Left",
           [](Context&, Arguments a) {
             const auto player = problem_of(a[0]).problem().to_play;
             return player ? Value::player(*player) : Value();
           });
  rows.add("Komi", "Komi.", "Komi --> 0",
           [](Context&, Arguments a) { return Value::number(problem_of(a[0]).problem().komi); });
  rows.add("Svg",
           "The board as an SVG document, in a string; once it is solved, its parts are tinted by "
           "their temperatures.",
           "Svg.Substring(1, 4) --> \"<svg\"", [](Context& c, Arguments a) {
             const ProblemObject& p = problem_of(a[0]);
             return Value::string(go_board_svg(p.problem().board, c.text(a[0]), p.tints(c)));
           });
  rows.add("Subgames", "The independent parts of the board.", "Subgames.Size --> 8",
           [](Context& c, Arguments a) {
             std::vector<Value> items;
             const std::size_t count = problem_of(a[0]).solved(c).subgames().size();
             for (std::size_t i = 0; i < count; ++i)
               items.push_back(Value::native<SubgameObject>(a[0], i));
             return Value::list(std::move(items));
           });
  rows.add("FixedScore", "Black minus White of what is settled, komi counted.", "FixedScore --> 0",
           [](Context& c, Arguments a) {
             return Value::number(problem_of(a[0]).solved(c).fixed_score());
           });
  rows.add(
      "Score(player)", "Final Black minus White when the player moves first.", "Score(Left) --> 4",
      [](Context& c, Arguments a) { return score(c, problem_of(a[0]), c.player(a[1], "Score")); });
  rows.add("Bounds(player, nodes?)",
           "The score lies between these, [lower, upper], after a search of at most so many nodes "
           "(100000).",
           "Bounds(Left) --> [4,4]", [](Context& c, Arguments a) {
             go::GoEndgame& endgame = problem_of(a[0]).bounded(c, bound_nodes(c, a[2], "Bounds"));
             const auto found = endgame.score(c.player(a[1], "Bounds"), c.budget());
             return Value::list({Value::number(*found.lower), Value::number(*found.upper)});
           });
  rows.add("ProvedBest(player, nodes?)",
           "First moves that no other and no pass can beat, whatever the parts without value are "
           "worth.",
           "ProvedBest(Left) --> [\"D6\",\"F6\",\"H6\",\"F3\"]", [](Context& c, Arguments a) {
             const ProblemObject& p = problem_of(a[0]);
             go::GoEndgame& endgame = p.bounded(c, bound_nodes(c, a[2], "ProvedBest"));
             return names(p, go::proved_best_of(
                                 endgame.bounded_moves(c.player(a[1], "ProvedBest"), c.budget())));
           });
  rows.add("Safe(player)", "Points proved to be the player's, stones and territory.",
           "Safe(Left).Size --> 35", [](Context& c, Arguments a) {
             const ProblemObject& p = problem_of(a[0]);
             const Player player = c.player(a[1], "Safe");
             const go::Safety& safe = p.bounded(c, 1).partition().proved;
             std::vector<go::Point> points = safe.stones[player];
             points.insert(points.end(), safe.territory[player].begin(),
                           safe.territory[player].end());
             std::ranges::sort(points);
             return names(p, points);
           });
  rows.add("Assumed", "Stones that are assumed to live; [] if the results hold without that.",
           "Assumed --> []", [](Context& c, Arguments a) {
             const ProblemObject& p = problem_of(a[0]);
             const auto& assumed = p.bounded(c, 1).partition().assumed_stones;
             std::vector<go::Point> points = assumed[Player::kLeft];
             points.insert(points.end(), assumed[Player::kRight].begin(),
                           assumed[Player::kRight].end());
             std::ranges::sort(points);
             return names(p, points);
           });
  rows.add("BestMoves(player)", "First moves that lose nothing.",
           "BestMoves(Left) --> [\"D6\",\"F6\",\"H6\",\"F3\"]", [](Context& c, Arguments a) {
             const ProblemObject& p = problem_of(a[0]);
             return names(
                 p, p.complete(c, "BestMoves").best_moves(c.player(a[1], "BestMoves"), c.budget()));
           });
  rows.add("Moves(player)", "All first moves, best first: lists [point, final score, points lost].",
           "Moves(Left)[5] --> [\"D7\",3,1]", [](Context& c, Arguments a) {
             const ProblemObject& p = problem_of(a[0]);
             std::vector<Value> items;
             for (const go::MoveReport& m :
                  p.complete(c, "Moves").moves(c.player(a[1], "Moves"), c.budget())) {
               items.push_back(Value::list({Value::string(p.name(m.point)), Value::number(m.score),
                                            Value::number(m.loss)}));
             }
             return Value::list(std::move(items));
           });
  rows.add("Line(player)", "One optimal line: \"B D6\", \"W E5\", ...",
           "Line(Left).Take(3) --> [\"B D6\",\"W F6\",\"B F3\"]", [](Context& c, Arguments a) {
             const ProblemObject& p = problem_of(a[0]);
             std::vector<std::string> line;
             for (const go::LineMove& m :
                  p.complete(c, "Line").line(c.player(a[1], "Line"), c.budget())) {
               line.push_back(
                   fmt::format("{} {}", m.player == Player::kLeft ? 'B' : 'W', p.name(m.point)));
             }
             return strings(line);
           });
  rows.add("TotalValue", "Value of the whole board, the fixed score included.",
           "TotalValue --> {5||4|3+*||||4||3|2+*|||2||1|*}", [](Context& c, Arguments a) {
             return c.wrap(problem_of(a[0]).complete(c, "TotalValue").total_value());
           });
  Rows(package, "Go.Problem")
      .on(kBoardExample)
      .add("Semeai(essential, others?)",
           "The race of the blocks at these points, as game.go.Semeai; the blocks at `others` can "
           "be taken too, all that are left are safe.",
           "Semeai([\"B5\",\"B4\"]).Verdict(Left) --> \"kill\"", [](Context& c, Arguments a) {
             return semeai_on_board(c, problem_of(a[0]).problem().board, a[1], a[2]);
           });
  rows.add(
      "Assumptions", "What the results rest on.",
      "Assumptions[1] --> \"rules: territory scoring; a captured stone counts one point; suicide "
      "is illegal\"",
      [](Context& c, Arguments a) { return strings(problem_of(a[0]).solved(c).assumptions()); });
}

}  // namespace

std::optional<std::variant<GameId, KoGraph>> go_term(Context& c, const Value& value) {
  const bool subgame = value.as_native<SubgameObject>() != nullptr;
  if (!subgame && value.as_native<RegionObject>() == nullptr) return std::nullopt;
  const LocalValue bounds = subgame ? subgame_of(value).bounds(c) : region_of(value).bounds(c);
  if (bounds.exact()) return bounds.lower;
  const go::RegionGraph found = go::region_graph(region_in(c, value), c.budget());
  std::vector<KoNode> nodes;
  for (std::uint32_t v = 0; v < found.graph.size(); ++v) {
    nodes.push_back(found.graph[v]);
    for (auto& options : nodes.back().options.values) {
      for (KoOption& option : options) {
        if (!option.node) option.value += Dyadic(found.settled);
      }
    }
  }
  return KoGraph(std::move(nodes));
}

Package go_package() {
  Package package;
  package.name = "game.go";
  package.doc = "Go: local positions, boards and SGF problems, races to capture. Black is Left.";
  add_region(package);
  add_subgame(package);
  add_problem(package);
  add_semeai_rows(package);
  package.constants.push_back({"game.go.Black", "Black: Left.", Value::player(Player::kLeft)});
  package.constants.push_back({"game.go.White", "White: Right.", Value::player(Player::kRight)});
  return package;
}

void add_all_packages(Session& session) {
  session.add(go_package());
  session.add(ko_package());
  session.add(environment_package());
  session.add(boxes_package());
#ifdef CGT_LABS
  session.add(bridge_package());
#endif
  session.add(htn_package());
  session.add(sums_package());
  session.add(search_package());
  session.add(pob_package());
  for (Package& package : ruleset_packages()) session.add(std::move(package));
  session.set_position_solver(script_solver());
}

}  // namespace cgt::lang
