// Deals of bridge and deals that are played as values of the language.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "decomp/labs/bridge/pbn.hpp"
#include "decomp/labs/bridge/view.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/library/core.hpp"

namespace cgt::lang::cards {

// A record of PBN with four known hands; a contract it may have.
class DealObject final : public NativeObject {
 public:
  explicit DealObject(bridge::pbn::Record r) : record(std::move(r)) {}
  const char* class_name() const override { return "Bridge.Deal"; }
  std::string to_text(Context&, const PrintStyle&) const override { return text(); }
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;
  std::string text() const;
  // The number of the board, or 1: what is random in play depends on it.
  int board() const;
  // Throws Error if there is none.
  const bridge::Contract& contract() const;
  bool is_vulnerable() const { return record.is_vulnerable(contract().declarer); }

  const bridge::pbn::Record record;
};

// A deal after some cards.
class PlayObject final : public NativeObject {
 public:
  PlayObject(Value d, bridge::Game g) : deal_(std::move(d)), game(std::move(g)) {}
  const char* class_name() const override { return "Bridge.Play"; }
  std::string to_text(Context&, const PrintStyle&) const override;
  void parts(std::vector<Value>& out) const override { out = {deal_}; }
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;
  const Value& deal_value() const { return deal_; }
  const DealObject& deal() const { return *deal_.as_native<DealObject>(); }
  // The cards played so far.
  std::vector<bridge::Card> cards() const;

 private:
  Value deal_;

 public:
  const bridge::Game game;
};

inline const DealObject& deal_of(const Value& v) { return *v.as_native<DealObject>(); }
inline const PlayObject& play_of(const Value& v) { return *v.as_native<PlayObject>(); }
// What an argument is; they throw Error naming `what`.
const PlayObject& play_argument(const Value& v, const char* what);
int seat_argument(Context& c, const Value& v, const char* what);
int tricks_argument(Context& c, const Value& v, const char* what);

inline Value card_value(bridge::Card card) { return Value::string(bridge::card_text(card)); }
Value list_of_cards(const std::vector<bridge::Card>& cards);
inline Value seat_value(int seat) { return Value::string({bridge::kSeatLetters[seat]}); }

// The one solver of double dummy that sessions share; see labs/bridge/double_dummy.hpp. Whoever lets a
// player choose, or asks it, holds the lock.
std::mutex& solver_lock();

// A probability that is a multiple of 1 / ways, as the exact fraction.
Value share_value(double probability, std::int64_t ways);

void add_deal_rows(Package& package);
void add_play_rows(Package& package);
void add_player_rows(Package& package);
void add_plan_rows(Package& package);
void add_exact_rows(Package& package);

// Receivers of the examples.
inline constexpr const char* kSmithDeal =
    "game.bridge.Deal(\"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 "
    "A2.KQ4.J76.KJT63\", \"4H\", \"S\", 4)";
inline constexpr const char* kSmithStart =
    "d := game.bridge.Deal(\"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 "
    "A2.KQ4.J76.KJT63\", \"4H\", \"S\", 4);\n"
    "p := d.Play(\"D6 D2 D8 DQ HA H4 H7 H5 H2 HQ H9 HT CJ CA C8 C2\");";

}  // namespace cgt::lang::cards
