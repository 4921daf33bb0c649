// game.go.Semeai: races to capture.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "decomp/go/races/semeai.hpp"
#include "lang/bindings/bindings.hpp"

namespace cgt::lang {
namespace {

namespace semeai = go::semeai;
using Arguments = std::span<const Value>;

// A race; answers are computed at the first question and kept. Each of them by a search of its own,
// so that the work of one does not depend on what was asked before.
class SemeaiObject final : public NativeObject {
 public:
  // `named`: the essential stones were named, so that the text does it too.
  SemeaiObject(semeai::Problem problem, bool named)
      : solver_(std::make_unique<semeai::Solver>(std::move(problem))), named_(named) {}
  const char* class_name() const override { return "Go.Semeai"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    std::string names;
    for (const Player player : kPlayers) {
      if (!named_) break;
      for (const go::Point p : problem().essential[player]) {
        names += fmt::format("{}\"{}\"", names.empty() ? ",[" : ",", problem().point_name(p));
      }
    }
    return fmt::format("game.go.Semeai(\"{}\"{})", semeai::to_diagram(problem()),
                       named_ ? names + "]" : "");
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const SemeaiObject*>(&other);
    return o != nullptr && o->problem().cells == problem().cells &&
           o->problem().width == problem().width && o->problem().essential == problem().essential;
  }
  std::uint64_t hash() const override {
    return std::hash<std::string>()(semeai::to_diagram(problem()));
  }
  const semeai::Problem& problem() const { return solver_->problem(); }
  const semeai::Solver& solver() const { return *solver_; }
  const semeai::Answer& answer(Context& c, Player first) const {
    std::optional<semeai::Answer>& known = answers_[first];
    if (!known) {
      semeai::Answer found = semeai::Solver(problem()).solve(first, c.budget());
      c.budget().poll();
      known = std::move(found);
    }
    return *known;
  }

 private:
  std::unique_ptr<semeai::Solver> solver_;
  bool named_;
  mutable PerPlayer<std::optional<semeai::Answer>> answers_;
};

const SemeaiObject& race_of(const Value& v) { return *v.as_native<SemeaiObject>(); }

// Nothing: none.
std::vector<std::string> names_of(Context& c, const Value& list, const char* what) {
  std::vector<std::string> names;
  if (list.is_nothing()) return names;
  for (const Value& name : c.elements(list, what)) names.push_back(c.string(name, what));
  return names;
}

Value make(Context& c, Arguments a) {
  constexpr const char* kName = "game.go.Semeai";
  const std::vector<std::string> essential = names_of(c, a[1], kName);
  return Value::native<SemeaiObject>(
      semeai::parse_problem(c.string(a[0], kName), "<semeai>", essential), !essential.empty());
}

Value region_value(const SemeaiObject& race, const semeai::Region& region) {
  std::vector<Value> points;
  for (const auto p : region.points) {
    points.push_back(Value::string(race.problem().point_name(race.solver().layout().point(p))));
  }
  const bool owned =
      region.kind == semeai::RegionKind::kOutside || region.kind == semeai::RegionKind::kEye;
  Value count;
  if (region.count) {
    count = Value::coordinates(
        {Value::integer(region.count->liberties), Value::integer(region.count->eye)});
  }
  return Value::list({Value::string(semeai::name(region.kind)),
                      owned ? Value::player(region.owner) : Value(), std::move(count),
                      Value::list(std::move(points))});
}

constexpr const char* kRaceExample = "game.go.Semeai(\"WWWWW/W...W/WXXXW/BOOOB/B.B.B/BBBBB\")";

}  // namespace

Value semeai_on_board(Context& c, const go::Board& board, const Value& essential,
                      const Value& others) {
  const auto points = [&](const Value& list) {
    return semeai::points_named(names_of(c, list, "Semeai"), board.width(), board.height());
  };
  return Value::native<SemeaiObject>(semeai::problem_of(board, points(essential), points(others)),
                                     true);
}

void add_semeai_rows(Package& package) {
  Rows(package, "")
      .add("game.go.Semeai(rows, essential?)",
           "A race to capture; B W safe stones, X O others; names of essential stones, else the "
           "largest blocks.",
           fmt::format("{}.Verdict(Left) --> \"kill\"", kRaceExample), make);
  const Rows rows = Rows(package, "Go.Semeai").on(kRaceExample);
  rows.add(
      "Verdict(first)",
      "\"kill\": Black takes the white block; \"live\": White the black one; \"seki\": neither.",
      "Verdict(Right) --> \"kill\"", [](Context& c, Arguments a) {
        const auto& answer = race_of(a[0]).answer(c, c.player(a[1], "Verdict"));
        return Value::string(semeai::verdict_name(*answer.outcome()));
      });
  rows.add("Line(first)", "Play to the end that keeps the verdict: \"B C2\", \"W pass\", ...",
           "Line(Right) --> [\"W B5\",\"B B2\",\"W C5\",\"B D2\"]", [](Context& c, Arguments a) {
             const SemeaiObject& race = race_of(a[0]);
             std::vector<Value> moves;
             for (const auto& move : race.answer(c, c.player(a[1], "Line")).line) {
               moves.push_back(Value::string(
                   fmt::format("{} {}", move.player == Player::kLeft ? 'B' : 'W',
                               move.point ? race.problem().point_name(*move.point) : "pass")));
             }
             return Value::list(std::move(moves));
           });
  rows.add("Nodes(first)", "Positions that the search entered; 1 or 2: formulas decided at once.",
           "Nodes(Left) --> 1", [](Context& c, Arguments a) {
             return Value::integer(static_cast<std::int64_t>(
                 race_of(a[0]).answer(c, c.player(a[1], "Nodes")).counts.nodes));
           });
  rows.add("Regions", "Lists of kind, owner, (liberties, eye status) and points.",
           "Regions[1] --> [\"outside\",Left,(3,0),[\"B5\",\"C5\",\"D5\"]]",
           [](Context&, Arguments a) {
             const SemeaiObject& race = race_of(a[0]);
             std::vector<Value> regions;
             for (const semeai::Region& region : race.solver().analysis().regions) {
               regions.push_back(region_value(race, region));
             }
             return Value::list(std::move(regions));
           });
}

}  // namespace cgt::lang
