// game.bridge: players by name, and what they compare.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "decomp/labs/bridge/players.hpp"
#include "lang/bindings/labs/values.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang::cards {
namespace {

// A player for declarer's side or for the defenders. What it answers depends on the play alone: it is
// led through all cards before, as if it had been asked at each turn of its side. What it was led
// through last is kept.
class PlayerObject final : public NativeObject {
 public:
  // Throws Error for a name that is none, and if it needs a solver that is not there.
  PlayerObject(std::string n, std::uint64_t s) : name_(std::move(n)), seed_(s) {
    const std::lock_guard lock(solver_lock());
    make(name_ != "dd");
  }
  const char* class_name() const override { return "Bridge.Player"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("game.bridge.Player(\"{}\"{})", name_,
                       seed_ == 1 ? std::string() : fmt::format(",{}", seed_));
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const PlayerObject*>(&other);
    return o != nullptr && o->name_ == name_ && o->seed_ == seed_;
  }
  std::uint64_t hash() const override { return std::hash<std::string>()(name_) + seed_; }

  // The card for whoever is to play. Throws Error after the last card, and if the player does not
  // play for that side; BudgetExhausted.
  bridge::Card card(Context& c, const DealObject& deal, const bridge::Game& game) const {
    if (game.table().finished()) throw Error("all cards are played");
    const std::lock_guard lock(solver_lock());
    const bool declares = game.table().our_turn();
    if (!goes_on(deal, game, declares)) begin(deal, game, declares);
    while (asked_.history().size() < game.history().size()) {
      const bridge::Card next = game.history()[asked_.history().size()].card;
      ask(c);
      asked_.play(next);
      answered_ = false;
    }
    ask(c);
    return card_;
  }
  // Why it plays the last card that it was asked for.
  std::string reason() const { return player_->reason(); }
  const bridge::Player& player() const { return *player_; }

 private:
  void make(bool declares) const {
    player_ =
        declares ? bridge::make_declarer(name_, seed_, 0) : bridge::make_defence(name_, seed_, 0);
    declares_ = declares;
  }

  bool goes_on(const DealObject& deal, const bridge::Game& game, bool declares) const {
    if (!begun_ || declares != declares_ || deal.record.hands != hands_ ||
        deal.contract() != contract_ || deal.is_vulnerable() != vulnerable_ ||
        deal.board() != board_)
      return false;
    const auto& mine = asked_.history();
    const auto& theirs = game.history();
    return mine.size() <= theirs.size() &&
           std::equal(mine.begin(), mine.end(), theirs.begin(),
                      [](const auto& a, const auto& b) { return a.card == b.card; });
  }

  void begin(const DealObject& deal, const bridge::Game& game, bool declares) const {
    // Half-way through a deal a player may remember the one before, so it is made anew.
    make(declares);
    hands_ = deal.record.hands;
    contract_ = deal.contract();
    vulnerable_ = deal.is_vulnerable();
    board_ = deal.board();
    asked_ = bridge::Game(hands_, contract_, vulnerable_);
    player_->begin(static_cast<std::uint64_t>(board_));
    answered_ = false;
    begun_ = true;
    CGT_EXPECTS(game.history().size() <= 52, "a deal has 52 cards");
  }

  void ask(Context& c) const {
    if (answered_ || asked_.table().our_turn() != declares_) return;
    c.budget().poll();
    const std::uint64_t before = player_->nodes();
    // Until it has answered, what is random in it may be half used.
    begun_ = false;
    card_ = player_->choose(asked_.view(player_->sees_all()), c.budget());
    begun_ = answered_ = true;
    c.budget().charge(player_->nodes() - before);
  }

  std::string name_;
  std::uint64_t seed_;
  mutable std::unique_ptr<bridge::Player> player_;
  // What it was led through, for which side; its answer there.
  mutable bridge::Game asked_{bridge::Hands{}, bridge::Contract{}, false};
  mutable bool begun_ = false;
  mutable bool declares_ = true;
  mutable bool answered_ = false;
  mutable bridge::Card card_ = bridge::kNoCard;
  mutable bridge::Hands hands_{};
  mutable bridge::Contract contract_;
  mutable bool vulnerable_ = false;
  mutable int board_ = 1;
};

const PlayerObject& player_of(const Value& v) { return *v.as_native<PlayerObject>(); }

const PlayerObject& player_argument(const Value& v, const char* what) {
  if (const auto* player = v.as_native<PlayerObject>()) return *player;
  throw Error(fmt::format("{} needs a player, not {}", what, v.described()),
              "game.bridge.Player(\"classic\")");
}

Value make_player(Context& c, Arguments a) {
  const std::int64_t seed = a[1].is_nothing() ? 1 : c.integer(a[1], "game.bridge.Player");
  if (seed < 0) throw Error("game.bridge.Player: seeds begin with 0");
  return Value::native<PlayerObject>(c.string(a[0], "game.bridge.Player"),
                                     static_cast<std::uint64_t>(seed));
}

Value chosen_card(Context& c, Arguments a) {
  const PlayObject& play = play_argument(a[1], "Card");
  return card_value(player_of(a[0]).card(c, play.deal(), play.game));
}

Value reason_of_card(Context& c, Arguments a) {
  const PlayObject& play = play_argument(a[1], "Reason");
  const PlayerObject& player = player_of(a[0]);
  player.card(c, play.deal(), play.game);
  return Value::string(player.reason());
}

using Entries = std::vector<std::pair<Value, Value>>;

Value compared(Context& c, Arguments a) {
  const PlayObject& play = play_argument(a[1], "Compared");
  const PlayerObject& object = player_of(a[0]);
  object.card(c, play.deal(), play.game);
  std::vector<Value> out;
  if (const auto* classic = dynamic_cast<const bridge::ClassicPlayer*>(&object.player())) {
    for (const bridge::Network::Scheme& s : classic->schemes()) {
      out.push_back(make_map(
          c,
          Entries{{Value::string("card"), s.card == bridge::kNoCard ? Value() : card_value(s.card)},
                  {Value::string("value"), number_value(s.value)},
                  {Value::string("reason"), Value::string(s.reason.empty() ? s.name : s.reason)}}));
    }
  } else if (const auto* improved = dynamic_cast<const bridge::ImprovedPlayer*>(&object.player())) {
    for (const bridge::PlanReport& plan : improved->plans()) {
      std::vector<Value> next;
      for (const bridge::PlanReport::Next& n : plan.next) {
        next.push_back(make_map(c, Entries{{Value::string("seen"), Value::string(n.seen)},
                                           {Value::string("card"), card_value(n.card)},
                                           {Value::string("layouts"), Value::integer(n.layouts)}}));
      }
      out.push_back(make_map(c, Entries{{Value::string("card"), card_value(plan.card)},
                                        {Value::string("tricks"), number_value(plan.tricks)},
                                        {Value::string("next"), Value::list(std::move(next))}}));
    }
  }
  return Value::list(std::move(out));
}

Value finish(Context& c, Arguments a) {
  const PlayObject& play = play_of(a[0]);
  const PlayerObject& declarer = player_argument(a[1], "Finish");
  const PlayerObject& defence = player_argument(a[2], "Finish");
  // One object would be led from the beginning again with each change of sides.
  if (&declarer == &defence)
    throw Error("Finish: declarer and defenders are two players",
                "game.bridge.Player(\"pimc:20\"), game.bridge.Player(\"pimc:20\")");
  bridge::Game game = play.game;
  while (!game.table().finished()) {
    const PlayerObject& mover = game.table().our_turn() ? declarer : defence;
    game.play(mover.card(c, play.deal(), game));
  }
  return Value::native<PlayObject>(play.deal_value(), std::move(game));
}

}  // namespace

std::mutex& solver_lock() {
  static std::mutex lock;
  return lock;
}

void add_player_rows(Package& package) {
  Rows(package, "")
      .after(kSmithStart)
      .add("game.bridge.Player(name, seed?)",
           "A declarer: \"improved\", \"classic\", \"classic+layouts\", \"rule\", \"pimc:20\"; "
           "or defenders: \"dd\", \"rule\", \"pimc:10\". All but \"classic\", "
           "\"classic+layouts\" and \"rule\" need libdds.",
           "game.bridge.Player(\"classic\").Card(p) --> \"DA\"", make_player);
  const Rows rows = Rows(package, "Bridge.Player").after(kSmithStart);
  rows.add("Card(play)",
           "The card that it plays now: for declarer's side, or for the defenders if it is their "
           "turn. What it was asked before does not change the answer.",
           "game.bridge.Player(\"rule\").Card(p) --> \"DA\"", chosen_card);
  rows.add("Reason(play)", "Why it plays that card.",
           "game.bridge.Player(\"classic\").Reason(p) --> \"Try to set up D discard\"",
           reason_of_card);
  rows.add(
      "Compared(play)",
      "What it compared when it last planned, in maps: \"card\", \"value\" and \"reason\" of "
      "classic, with duplicate scores; \"card\", \"tricks\" and \"next\" of improved; of others "
      "nothing.",
      "[x[\"card\"] for x in game.bridge.Player(\"classic\").Compared(p)] --> "
      "[\"DA\",\"DA\",\"S5\",\"DA\"]",
      compared);
  Rows(package, "Bridge.Play")
      .after(kSmithStart)
      .add("Finish(declarer, defence)", "The deal played to its end by two players.",
           "p.Finish(p, p) --> !!Finish needs a player, not a Bridge.Play", finish);
}

}  // namespace cgt::lang::cards
