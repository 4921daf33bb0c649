#include "lang/bindings/search/script_game.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "lang/values/class.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {

std::string TreeObject::to_text(Context& context, const PrintStyle& style) const {
  return fmt::format("game.search.Tree({})", format(context, root, style));
}

bool TreeObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const TreeObject*>(&other);
  return o != nullptr && o->root == root;
}

ScriptGame::ScriptGame(Context& context, const Value& root, const char* what, bool vectors)
    : context_(&context), root_(root), what_(what) {
  type_.sum = search::UtilitySum::kZero;
  if (const auto* tree = root.as_native<TreeObject>()) {
    tree_ = true;
    root_ = tree->root;
    Value end = root_;
    while (end.kind() == Kind::kList) {
      Value first = end.as_list().front();
      end = std::move(first);
    }
    vectors_ = vectors && end.kind() == Kind::kCoordinates;
    if (!vectors_) return;
    type_.players = static_cast<int>(end.coordinate_items().size());
    type_.sum = search::UtilitySum::kGeneral;
    return;
  }
  if (root.as_native<StateObject>() == nullptr && !is_instance(root)) {
    throw Error(fmt::format("{} needs a state of a game, not {}", what, root.described()),
                "an instance of a class with ToMove, Moves, Play(move) and Utility or Outcome, or "
                "game.search.Tree([[3,12],[2,4]])");
  }
  if (has(root, "Information")) type_.information = search::Information::kImperfect;
  if (has(root, "Probability")) type_.chance = search::ChanceMode::kExplicit;
  if (!has(root, "Players")) return;
  const std::int64_t players = context.integer(ask(root, "Players"), "Players");
  if (players < 1 || players > 64) {
    throw Error(fmt::format("a game has 1 to 64 players, not {}", players));
  }
  type_.players = static_cast<int>(players);
  if (players > 2) type_.sum = search::UtilitySum::kGeneral;
}

bool ScriptGame::has(const Value& state, const char* member) const {
  if (const auto* native = state.as_native<StateObject>()) return has(native->inner(), member);
  return is_instance(state) && context_->has_member(state, member);
}

Value ScriptGame::ask(const Value& state, const char* member,
                      std::span<const Value> arguments) const {
  const std::string_view name = member;
  if (const auto* native = state.as_native<StateObject>()) {
    if (name == "ToMove") return native->to_move(*context_);
    if (name == "Moves") return Value::list(native->moves(*context_));
    if (name == "Play") return native->play(*context_, arguments.front());
    if (name == "Utility") return native->utility(*context_);
    if (!native->inner().is_nothing()) return ask(native->inner(), member, arguments);
  }
  if (!has(state, member)) {
    throw Error(
        fmt::format("{} needs the member '{}' of the game; {} has none", what_, member,
                    state.described()),
        "members of states are ToMove, Moves, Play(move), Utility, Estimate, Outcome, Information, "
        "MoveValue, Quiet, Probability, Players");
  }
  return context_->call_member(state, member, arguments);
}

ScriptState::ScriptState(const ScriptGame& game, Value state)
    : game_(&game), value_(std::move(state)) {
  if (!game.is_tree()) {
    find_player();
  } else if (value_.kind() == Kind::kList) {
    player_ = 0;
  }
}

void ScriptState::find_player() {
  const Value mover = game_->ask(value_, "ToMove");
  player_ = search::kTerminal;
  if (mover.is_nothing()) return;
  if (mover.kind() == Kind::kString && mover.as_string() == "Chance") {
    if (type().chance != search::ChanceMode::kExplicit) {
      throw Error("ToMove is \"Chance\", and the first state has no member 'Probability'",
                  "Probability(move) is a fraction, of every state of a game with chance");
    }
    player_ = search::kChance;
    return;
  }
  if (const auto side = mover.as_player()) {
    player_ = *side == Player::kLeft ? 0 : 1;
    return;
  }
  const auto number = mover.small_integer();
  if (!number || *number < 1 || *number > type().players) {
    throw Error(fmt::format("ToMove is {}, which is not a player", game_->context().text(mover)),
                fmt::format("Left or 1, Right or 2{}; Nothing at the end of the game",
                            type().players > 2 ? ", ... up to Players" : ""));
  }
  player_ = static_cast<int>(*number) - 1;
}

void ScriptState::moves(std::vector<Move>& out) const {
  if (game_->is_tree()) {
    const auto count = static_cast<std::int64_t>(value_.as_list().size());
    for (std::int64_t i = 1; i <= count; ++i) out.push_back({Value::integer(i)});
    return;
  }
  for (Value& move : game_->context().elements(game_->ask(value_, "Moves"), "Moves")) {
    out.push_back({std::move(move)});
  }
}

void ScriptState::play(const Move& move) {
  if (game_->is_tree()) {
    const auto at = static_cast<std::size_t>(move.value.as_int64() - 1);
    Value child = value_.as_list()[at];
    value_ = std::move(child);
    player_ = value_.kind() != Kind::kList ? search::kTerminal : (player_ + 1) % type().players;
    return;
  }
  Value after = game_->ask(value_, "Play", {&move.value, 1});
  if (!is_instance(after) && after.as_native<StateObject>() == nullptr) {
    throw Error(fmt::format("Play({}) gives {}, which is not a state of the game",
                            game_->context().text(move.value), after.described()));
  }
  value_ = std::move(after);
  find_player();
}

double ScriptState::utility(int player) const {
  const Value value = game_->is_tree() ? value_ : game_->ask(value_, "Utility");
  const auto number = [&](const Value& v) { return static_cast<double>(integer(v, "Utility")); };
  if (value.kind() == Kind::kList || game_->has_vectors()) {
    if (game_->has_vectors() && value.kind() != Kind::kCoordinates) {
      throw Error(fmt::format("an end is {}, others are utilities of {} players",
                              game_->context().text(value), type().players));
    }
    const auto list = game_->has_vectors() ? value.coordinate_items() : value.as_list();
    if (list.size() != static_cast<std::size_t>(type().players)) {
      throw Error(fmt::format("Utility is a list of {} numbers for {} players", list.size(),
                              type().players));
    }
    return number(list[static_cast<std::size_t>(player)]);
  }
  if (type().players > 2) {
    throw Error("Utility is one number for more than two players", "a list with one a player");
  }
  return player == 0 ? number(value) : -number(value);
}

Rational ScriptState::exact_utility() const {
  const Value value = game_->is_tree() ? value_ : game_->ask(value_, "Utility");
  if (!value.is_number()) {
    throw Error(
        fmt::format("Utility is {}, and {} takes numbers", value.described(), game_->what()));
  }
  return value.as_rational();
}

Rational ScriptState::exact_probability(const Move& move) const {
  const Value value = game_->ask(value_, "Probability", {&move.value, 1});
  if (!value.is_number()) {
    throw Error(fmt::format("Probability({}) is {}, which is not a number",
                            game_->context().text(move.value), value.described()));
  }
  return value.as_rational();
}

std::int64_t ScriptState::integer(const Value& number, const char* member) const {
  constexpr std::int64_t kMost = std::int64_t{1} << 53U;  // exact as a double
  const auto n = number.small_integer();
  if (n && *n > -kMost && *n < kMost) return *n;
  throw Error(fmt::format("{} is {}, and {} takes integers below 2^53", member,
                          game_->context().text(number), game_->what()),
              "multiply fractions by a common denominator");
}

std::int64_t ScriptState::scalar() const {
  const Value value = game_->is_tree() ? value_ : game_->ask(value_, "Utility");
  if (value.kind() == Kind::kList) {
    throw Error(fmt::format("{} is for games of two players where one loses what the other gains",
                            game_->what()),
                "Utility is a number then; game.search.MaxN takes lists");
  }
  return integer(value, "Utility");
}

std::int64_t ScriptState::estimate() const {
  if (game_->is_tree()) {
    throw Error("a tree of lists has no estimates", "search it without a depth limit");
  }
  return integer(game_->ask(value_, "Estimate"), "Estimate");
}

Rational ScriptState::exact_estimate() const {
  const Value estimate = game_->ask(value_, "Estimate");
  if (estimate.is_number()) return estimate.as_rational();
  throw Error(fmt::format("Estimate is {}, not a number", estimate.described()));
}

bool ScriptState::is_quiet() const {
  if (!game_->has(value_, "Quiet")) return true;
  const Value quiet = game_->ask(value_, "Quiet");
  if (quiet.kind() == Kind::kBoolean) return quiet.as_boolean();
  throw Error(fmt::format("Quiet is {}, neither true nor false", quiet.described()));
}

Value ScriptState::outcome() const {
  if (game_->is_tree()) return value_.kind() == Kind::kList ? Value() : value_;
  return game_->ask(value_, "Outcome");
}

KnownSoFar known_of_search(const ScriptGame& game, std::int64_t lower, std::int64_t upper) {
  std::string facts;
  if (lower > kLeastUtility) facts += fmt::format("{} <= ", lower);
  facts += "value";
  if (upper < kGreatestUtility) facts += fmt::format(" <= {}", upper);
  if (facts == "value") facts.clear();
  return {game.what(), std::move(facts)};
}

SearchBudget::SearchBudget(Context& context, const Value& nodes, const char* what)
    : context_(&context) {
  if (nodes.is_nothing()) return;
  const std::int64_t count = context.integer(nodes, what);
  if (count < 1) throw Error("a search needs at least one node");
  part_.reset(new Budget(context.budget().part(static_cast<std::uint64_t>(count))));
}

void SearchBudget::settle(StopReason stop) {
  if (part_) {
    context_->budget().charge(part_->used_nodes());
    context_->budget().poll();
    return;
  }
  if (is_limit(stop)) throw BudgetExhausted(stop);
}

}  // namespace cgt::lang
