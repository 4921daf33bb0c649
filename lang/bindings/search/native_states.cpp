// Search.State: states of native code for the searches of game.search and game.pob. Positions that are played out,
// and states of belief.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "decomp/pob/move_order.hpp"
#include "decomp/search/belief.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/search/poset.hpp"
#include "lang/bindings/search/script_game.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;

[[noreturn]] void no_move(Context& c, const StateObject& state, const Value& move) {
  throw Error(fmt::format("{} is not a move", c.text(move)),
              fmt::format("moves are {}", c.text(Value::list(state.moves(c)))));
}

Value player_value(int player) {
  if (player == search::kTerminal) return {};
  return Value::player(player == 0 ? Player::kLeft : Player::kRight);
}

// A position that is played out: who cannot move loses, or wins.
class PlayObject final : public StateObject {
 public:
  PlayObject(Context& c, Value p, Player first, bool m)
      : position_(std::move(p)), mover_(first), misere_(m) {
    options_ = position_options(c, position_, mover_);
  }
  const char* class_name() const override { return "Search.Play"; }
  std::string to_text(Context& c, const PrintStyle& style) const override {
    return fmt::format("game.search.Play({}, {}{})", format(c, position_, style),
                       mover_ == Player::kLeft ? "Left" : "Right", misere_ ? ", true" : "");
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const PlayObject*>(&other);
    return o != nullptr && o->mover_ == mover_ && o->misere_ == misere_ &&
           o->position_ == position_;
  }
  std::uint64_t hash() const override {
    return mix(position_.hash(), index(mover_) * 2 + (misere_ ? 1 : 0));
  }
  Value to_move(Context&) const override {
    return options_.empty() ? Value() : Value::player(mover_);
  }
  std::vector<Value> moves(Context&) const override { return options_; }
  Value play(Context& c, const Value& move) const override {
    if (std::find(options_.begin(), options_.end(), move) == options_.end())
      no_move(c, *this, move);
    return Value::native<PlayObject>(c, move, opponent(mover_), misere_);
  }
  Value utility(Context&) const override {
    return Value::integer((mover_ == Player::kLeft) == misere_ ? 1 : -1);
  }

 private:
  Value position_;
  Player mover_;
  bool misere_;
  std::vector<Value> options_;
};

Value play_out(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.Play";
  if (!has_options(a[0]) && !is_leaf_game(a[0])) {
    throw Error(fmt::format("{} needs a position or a game, not {}", kName, a[0].described()));
  }
  if (!a[2].is_nothing() && a[2].kind() != Kind::kBoolean) throw Error("misere is true or false");
  const bool misere = !a[2].is_nothing() && a[2].as_boolean();
  return Value::native<PlayObject>(c, a[0], c.player(a[1], kName), misere);
}

// The states that are possible as far as player 1 knows.
class BeliefObject final : public StateObject {
 public:
  using Belief = search::BeliefGame<ScriptState>;
  BeliefObject(std::shared_ptr<const ScriptGame> game, Belief belief)
      : game_(std::move(game)), belief_(std::move(belief)) {}
  const char* class_name() const override { return "Search.Belief"; }
  std::string to_text(Context& c, const PrintStyle& style) const override {
    std::vector<Value> states;
    for (const ScriptState& state : belief_.possible()) states.push_back(state.value());
    return fmt::format("game.search.Belief({})", format(c, Value::list(std::move(states)), style));
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const BeliefObject*>(&other);
    return o != nullptr && o->belief_ == belief_;
  }
  std::uint64_t hash() const override { return belief_.hash(); }
  Value to_move(Context&) const override { return player_value(belief_.player()); }
  std::vector<Value> moves(Context&) const override {
    std::vector<Value> out;
    for (const Belief::Move& move : all()) out.push_back(value_of(move));
    return out;
  }
  Value play(Context& c, const Value& move) const override {
    for (const Belief::Move& one : all()) {
      if (!(value_of(one) == move)) continue;
      Belief after = belief_;
      after.play(one);
      return Value::native<BeliefObject>(game_, std::move(after));
    }
    no_move(c, *this, move);
  }
  Value utility(Context&) const override {
    return Value::integer(std::llround(belief_.utility(0)));
  }

 private:
  std::vector<Belief::Move> all() const {
    std::vector<Belief::Move> out;
    belief_.moves(out);
    return out;
  }
  Value value_of(const Belief::Move& move) const {
    if (belief_.player() == 0) return move.move.value;
    const ScriptState& seen = belief_.seen(move.view);
    const Value end = Value::string("end");
    if (seen.player() == search::kTerminal) return end;
    Value information = seen.information();
    // Two moves of one name would be one.
    if (information == end) {
      throw Error("Information is \"end\", which is what belief calls an end of the game",
                  "another value, such as [\"end\"]");
    }
    return information;
  }

  std::shared_ptr<const ScriptGame> game_;
  Belief belief_;
};

Value belief_state(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.Belief";
  std::vector<Value> roots{a[0]};
  if (a[0].kind() == Kind::kList || a[0].kind() == Kind::kSet) roots = c.elements(a[0], kName);
  if (roots.empty()) throw Error("a state of belief has a state at least");
  const auto game = std::make_shared<const ScriptGame>(c, roots.front(), kName);
  std::vector<ScriptState> states;
  for (const Value& root : roots) states.emplace_back(*game, root);
  return Value::native<BeliefObject>(game, BeliefObject::Belief(std::move(states)));
}

// A state whose moves are ordered, and pruned, by what they are worth in a partial order.
class OrderedObject final : public StateObject {
 public:
  OrderedObject(std::shared_ptr<const ScriptGame> game, ScriptState state, Value order, bool prune)
      : game_(std::move(game)), state_(std::move(state)), order_(std::move(order)), prune_(prune) {}
  const char* class_name() const override { return "Search.Ordered"; }
  std::string to_text(Context& c, const PrintStyle& style) const override {
    return fmt::format("game.search.Ordered({}, {}{})", format(c, state_.value(), style),
                       format(c, order_, style), prune_ ? ", true" : "");
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const OrderedObject*>(&other);
    return o != nullptr && o->prune_ == prune_ && o->order_ == order_ && o->state_ == state_;
  }
  std::uint64_t hash() const override { return mix(state_.hash(), order_.hash()); }
  Value to_move(Context&) const override {
    return state_.player() == search::kTerminal ? Value() : game_->ask(state_.value(), "ToMove");
  }
  std::vector<Value> moves(Context& c) const override {
    std::vector<ScriptMove> all;
    state_.moves(all);
    const auto value = [](const ScriptState& s, const ScriptMove& move) -> std::optional<Value> {
      Value worth = s.game().ask(s.value(), "MoveValue", {&move.value, 1});
      if (worth.is_nothing()) return std::nullopt;
      return worth;
    };
    using Rule = pob::PartialOrderRule<ValueOrder, decltype(value)>;
    if (state_.player() != search::kChance)
      Rule{{&poset_of(order_, "game.search.Ordered"), &c}, value, prune_}(state_, all, 0);
    std::vector<Value> out;
    for (const ScriptMove& move : all) out.push_back(move.value);
    return out;
  }
  Value play(Context& c, const Value& move) const override {
    std::vector<ScriptMove> all;
    state_.moves(all);
    if (std::ranges::none_of(all, [&](const ScriptMove& one) { return one.value == move; }))
      no_move(c, *this, move);
    ScriptState after = state_;
    after.play({move});
    return Value::native<OrderedObject>(game_, std::move(after), order_, prune_);
  }
  Value utility(Context&) const override { return game_->ask(state_.value(), "Utility"); }
  Value inner() const override { return state_.value(); }

 private:
  std::shared_ptr<const ScriptGame> game_;
  ScriptState state_;
  Value order_;
  bool prune_;
};

Value ordered(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.Ordered";
  const auto game = std::make_shared<const ScriptGame>(c, a[0], kName);
  if (game->is_tree()) throw Error("moves of a tree have no value but their place");
  static_cast<void>(poset_of(a[1], kName));
  if (!a[2].is_nothing() && a[2].kind() != Kind::kBoolean) throw Error("prune is true or false");
  return Value::native<OrderedObject>(game, ScriptState(*game), a[1],
                                      !a[2].is_nothing() && a[2].as_boolean());
}

// Stones are taken from a heap, and who takes the last one wins. Taking more is worth more, say.
constexpr const char* kTaking = R"(class Heap(left, first)
  def ToMove := if left == 0 then Nothing elseif first then Left else Right end;
  def Moves := [n for n from 1 to [3,left].Min];
  def Play(n) := Heap(left - n, not first);
  def Utility := if first then -1 else 1 end;
  def MoveValue(n) := [n];
end;)";

// The other player has turned a coin, and player 1 guesses which side is up.
constexpr const char* kGuessing = R"(class Guess(coin, called)
  def ToMove := if called == 0 then Left else Nothing end;
  def Moves := [1,2];
  def Play(side) := Guess(coin, side);
  def Utility := if called == coin then 1 else -1 end;
  def Information := called;
end;)";

}  // namespace

void add_state_rows(Package& package) {
  const Rows rows(package, "");
  rows.add(
      "game.search.Play(position, player, misere?)",
      "A position or a game that is played out: who cannot move loses; in misere play he wins.",
      "game.search.AlphaBeta(game.search.Play(game.grid.Domineering(\"...|...\"), Left)).Value --> "
      "1",
      play_out);
  Rows(package, "")
      .after(kGuessing)
      .add("game.search.Belief(states)",
           "A state of belief: one of these states, or of those that chance and the other player "
           "make of them, and "
           "all that player 1 knows is Information. Searched, it gives what he gets for sure.",
           "game.search.AlphaBeta(game.search.Belief([Guess(1, 0),Guess(2, 0)])).Value --> -1",
           belief_state);
  Rows(package, "")
      .after(kTaking)
      .add("game.search.Ordered(state, order, prune?)",
           "The same game with moves tried in a linear extension of the order of MoveValue(move), "
           "what the player "
           "to move wants most first; Nothing comes last. If prune is true, values are taken for "
           "exact, and moves that "
           "another one is worth at least as much as are left out.",
           "game.search.Ordered(Heap(5, true), game.pob.Vectors(1)).Moves --> [3,2,1]", ordered);
  const Rows members = Rows(package, "Search.State").on("game.search.Play(*2, Left)");
  const auto state = [](const Value& v) -> const StateObject& {
    return *v.as_native<StateObject>();
  };
  members.add("ToMove", "Who moves; Nothing at the end.", "ToMove --> Left",
              [state](Context& c, Arguments a) { return state(a[0]).to_move(c); });
  members.add("Moves", "The moves of who moves: of a position, its options.", "Moves --> [0,*]",
              [state](Context& c, Arguments a) { return Value::list(state(a[0]).moves(c)); });
  members.add("Play(move)", "The state after a move.", "Play(*) --> game.search.Play(*, Right)",
              [state](Context& c, Arguments a) { return state(a[0]).play(c, a[1]); });
  members.add("Utility", "At the end, what player 1 gets.", "Play(0).Utility --> 1",
              [state](Context& c, Arguments a) {
                const Value mover = state(a[0]).to_move(c);
                if (!mover.is_nothing())
                  throw Error("play has not ended", "Utility is that of an end");
                return state(a[0]).utility(c);
              });
}

}  // namespace cgt::lang
