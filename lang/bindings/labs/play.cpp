// game.bridge: the play of a deal, card by card.
#include <fmt/format.h>

#include "decomp/labs/bridge/open_cards.hpp"
#include "lang/bindings/labs/values.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang::cards {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Plays the cards of a text, which blanks part. Throws InputError.
void play_text(Context& c, bridge::Game& game, const std::string& text) {
  const SourceText source("<cards>", text);
  for (std::size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    c.budget().charge();
    std::size_t end = at;
    while (end < text.size() && !is_space(text[end])) ++end;
    const std::string word = text.substr(at, end - at);
    const auto refuse = [&](std::string message, std::string hint) {
      Diagnostic d;
      d.message = std::move(message);
      d.hint = std::move(hint);
      d.span = {at, end - at};
      throw InputError(source, {d});
    };
    const bridge::Table& table = game.table();
    const auto card = bridge::parse_card(word);
    if (!card) refuse(fmt::format("{} is not a card", word), "SA, HT, D9, C2");
    if (table.finished()) refuse("all cards are played", "");
    const char seat = bridge::kSeatLetters[table.turn()];
    if (!bridge::has(table.hand(table.turn()), *card)) {
      refuse(fmt::format("{} does not hold {}", seat, word),
             "it holds " + bridge::hand_text(table.hand(table.turn())));
    }
    if (!bridge::has(table.legal(), *card))
      refuse(fmt::format("{} has to follow suit", seat),
             bridge::hand_text(table.legal()) + " can be played");
    game.play(*card);
    at = end;
  }
}

// One text of cards, or a list of cards.
bridge::Game played(Context& c, bridge::Game game, const Value& cards) {
  if (cards.is_nothing()) return game;
  if (cards.kind() == Kind::kString) {
    play_text(c, game, cards.as_string());
    return game;
  }
  std::string text;
  for (const Value& card : c.elements(cards, "Play"))
    text += (text.empty() ? "" : " ") + c.string(card, "Play");
  play_text(c, game, text);
  return game;
}

Value play_deal(Context& c, Arguments a) {
  const DealObject& deal = deal_of(a[0]);
  const bridge::Game start(deal.record.hands, deal.contract(), deal.is_vulnerable());
  return Value::native<PlayObject>(a[0], played(c, start, a[1]));
}

Value play_on(Context& c, Arguments a) {
  const PlayObject& play = play_of(a[0]);
  return Value::native<PlayObject>(play.deal_value(), played(c, play.game, a[1]));
}

Value cards_value(bridge::Cards set) {
  std::vector<bridge::Card> out;
  for (int suit = 0; suit < 4; ++suit) {
    std::vector<bridge::Card> cards;
    bridge::each_card(bridge::in_suit(set, suit),
                      [&](bridge::Card card) { cards.push_back(card); });
    out.insert(out.end(), cards.rbegin(), cards.rend());
  }
  return list_of_cards(out);
}

// Who wins the trick on the table so far, or has won the last one.
Value winner(Context&, Arguments a) {
  const bridge::Table& table = play_of(a[0]).game.table();
  if (table.size() > 0) return seat_value(table.winner());
  return table.tricks() > 0 ? seat_value(table.leader()) : Value();
}

// Tricks of declarer's side in the end after each legal card, if all see all cards from now on.
Value double_dummy(Context& c, Arguments a) {
  const bridge::Game& game = play_of(a[0]).game;
  const bridge::Table& table = game.table();
  std::vector<std::pair<Value, Value>> out;
  if (!table.finished()) {
    const std::lock_guard lock(solver_lock());
    const bool few = table.left() <= bridge::OpenCards::kFewTricks;
    bridge::DealSolver solver(c.budget(), !few && bridge::DoubleDummy::available());
    const bridge::DoubleDummy::Scores scores = solver.solve(table, table.hands());
    bridge::each_card(table.legal(), [&](bridge::Card card) {
      const int tricks = scores.tricks[card];
      out.emplace_back(
          card_value(card),
          Value::integer(table.won() + (table.our_turn() ? tricks : table.left() - tricks)));
    });
  }
  return make_map(c, std::move(out));
}

Value pbn_of_play(Context&, Arguments a) {
  const PlayObject& play = play_of(a[0]);
  bridge::pbn::Record record = play.deal().record;
  const bridge::Table& table = play.game.table();
  const std::vector<bridge::Card> cards = play.cards();
  if (!cards.empty()) bridge::pbn::set_play(record, cards, table.won(), false);
  // The tricks of what is not played to the end are not a result.
  if (!table.finished() && (!cards.empty() || record.find("Result") != nullptr))
    record.set("Result", "?");
  return Value::string(bridge::pbn::write({record}));
}

}  // namespace

const PlayObject& play_argument(const Value& v, const char* what) {
  if (const auto* play = v.as_native<PlayObject>()) return *play;
  throw Error(fmt::format("{} needs a deal that is played, not {}", what, v.described()),
              "d.Play(), d.Play(\"H4 H7\")");
}

std::vector<bridge::Card> PlayObject::cards() const {
  std::vector<bridge::Card> out;
  for (const bridge::PlayedCard& card : game.history()) out.push_back(card.card);
  return out;
}

std::string PlayObject::to_text(Context&, const PrintStyle&) const {
  std::string out;
  for (const bridge::Card card : cards()) out += (out.empty() ? "" : " ") + bridge::card_text(card);
  return deal().text() + ".Play(" + (out.empty() ? "" : "\"" + out + "\"") + ")";
}
// The deals are compared as parts.
bool PlayObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const PlayObject*>(&other);
  return o != nullptr && o->deal_ == deal_ && o->cards() == cards();
}
std::uint64_t PlayObject::hash() const {
  std::uint64_t h = deal_.hash();
  for (const bridge::Card card : cards()) h = mix(h, card);
  return h;
}

void add_play_rows(Package& package) {
  Rows(package, "Bridge.Deal")
      .after(kSmithStart)
      .add("Play(cards?)", "The deal after these cards, a text or a list of them (default: none).",
           "d.Play(\"D6 D2\").Turn --> \"E\"", play_deal);
  const Rows rows = Rows(package, "Bridge.Play").after(kSmithStart);
  rows.add("Play(cards)",
           "The deal after these cards, a text or a list of them; an error that says which one "
           "cannot be played.",
           "p.Play(\"DA D9\").Turn --> \"S\"", play_on);
  rows.add("Deal", "The deal that is played.", "p.Deal == d --> true",
           [](Context&, Arguments a) { return play_of(a[0]).deal_value(); });
  rows.add("Turn", "The seat that plays next; Nothing after the last card.", "p.Turn --> \"N\"",
           [](Context&, Arguments a) {
             const bridge::Table& table = play_of(a[0]).game.table();
             return table.finished() ? Value() : seat_value(table.turn());
           });
  rows.add("Legal", "Cards that can be played now.", "p.Play(\"DA\").Legal --> [\"DT\",\"D9\"]",
           [](Context&, Arguments a) {
             const bridge::Table& table = play_of(a[0]).game.table();
             return table.finished() ? Value::list({}) : cards_value(table.legal());
           });
  rows.add("Trick", "The cards on the table, in the order of play.",
           "p.Play(\"DA D9\").Trick --> [\"DA\",\"D9\"]", [](Context&, Arguments a) {
             const bridge::Table& table = play_of(a[0]).game.table();
             std::vector<bridge::Card> out;
             for (int i = 0; i < table.size(); ++i) out.push_back(table.on_table(i));
             return list_of_cards(out);
           });
  rows.add("Leader", "The seat that leads to this trick, or has led.", "p.Leader --> \"N\"",
           [](Context&, Arguments a) { return seat_value(play_of(a[0]).game.table().leader()); });
  rows.add("Winner",
           "The seat that wins the trick on the table so far, or has won the last one; Nothing "
           "before the first card.",
           "[d.Play().Winner, p.Winner, p.Play(\"D3 DT\").Winner] --> [Nothing,\"N\",\"E\"]",
           winner);
  rows.add("Tricks", "Tricks that declarer's side has won.", "p.Tricks --> 3",
           [](Context&, Arguments a) { return Value::integer(play_of(a[0]).game.table().won()); });
  rows.add("Left", "Tricks that are left, the one on the table included.", "p.Left --> 9",
           [](Context&, Arguments a) {
             const bridge::Table& table = play_of(a[0]).game.table();
             return Value::integer(table.finished() ? 0 : table.left());
           });
  rows.add("Hand(seat)", "What \"N\", \"E\", \"S\" or \"W\" still holds.",
           "p.Hand(\"N\") --> \"QJ65..AK53.9\"", [](Context& c, Arguments a) {
             const int seat = seat_argument(c, a[1], "Hand");
             return Value::string(bridge::hand_text(play_of(a[0]).game.table().hand(seat)));
           });
  rows.add("Cards", "All cards that were played, in their order.",
           "p.Cards.Take(4) --> [\"D6\",\"D2\",\"D8\",\"DQ\"]",
           [](Context&, Arguments a) { return list_of_cards(play_of(a[0]).cards()); });
  rows.add(
      "IsFinished", "Are all cards played?", "p.IsFinished --> false",
      [](Context&, Arguments a) { return Value::boolean(play_of(a[0]).game.table().finished()); });
  rows.add("Score", "What declarer's side scores; Nothing before the last card.",
           "p.Score --> Nothing", [](Context&, Arguments a) {
             const PlayObject& play = play_of(a[0]);
             const bridge::Table& table = play.game.table();
             if (!table.finished()) return Value();
             return Value::integer(
                 bridge::score(play.deal().contract(), play.deal().is_vulnerable(), table.won()));
           });
  rows.add("DoubleDummy",
           "For each legal card declarer's tricks in the end if all see all cards. Without libdds "
           "a whole deal takes some seconds.",
           "p.Play(\"DA D9 D4 D7\").DoubleDummy[\"DK\"] --> 10", double_dummy);
  rows.add("Pbn", "The record in Portable Bridge Notation, with what was played.",
           "p.Pbn.Lines.Reversed[2] --> \"CJ CA C8 C2\"", pbn_of_play);
}

}  // namespace cgt::lang::cards
