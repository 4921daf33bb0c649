// The package game.bridge: deals, and PBN in and out.
#include <fmt/format.h>

#include <functional>

#include "cgt/support/text_input.hpp"
#include "lang/bindings/labs/values.hpp"
#include "lang/library/core.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang::cards {
namespace {

namespace pbn = bridge::pbn;

std::string text_of_record(const pbn::Record& record) { return pbn::write({record}); }

// The number that a board is called by, if it is one.
std::optional<int> board_number(const std::string& name) {
  const std::optional<int> number = parse_number<int>(name);
  return number && *number >= 1 ? number : std::nullopt;
}

int board_argument(Context& c, const Value& value, const char* what) {
  if (value.is_nothing()) return 1;
  const std::int64_t board = c.integer(value, what);
  if (board < 1 || board > 1'000'000'000)
    throw Error(fmt::format("{}: boards are numbered from 1", what));
  return static_cast<int>(board);
}

// The record of a deal without any tags that it does not need.
pbn::Record plain_record(int board, const bridge::Deal& deal,
                         const std::optional<bridge::Contract>& contract) {
  pbn::Record record = pbn::record_of(board, deal, contract.value_or(bridge::Contract{}));
  if (contract) return record;
  record.contract.reset();
  std::erase_if(record.tags, [](const pbn::Tag& tag) {
    return tag.name == "Declarer" || tag.name == "Contract";
  });
  return record;
}

// A value of a tag: what would end it is refused.
const std::string& tag_argument(Context& c, const Value& value, const char* what) {
  const std::string& text = c.string(value, what);
  if (text.find_first_of("\"\n\\") != std::string::npos)
    throw Error(fmt::format("{}: {} is not a value of a tag", what, quote(text)),
                "it has no quotes and no line ends");
  return text;
}

// A text that the reader of PBN judges: it says what is wrong and where.
pbn::Record read_tags(const std::string& text) {
  const SourceText source("<deal>", text);
  return pbn::read(source).records.front();
}

Value make_deal(Context& c, Arguments a) {
  constexpr const char* kName = "game.bridge.Deal";
  const int number = board_argument(c, a[3], kName);
  std::string tags = fmt::format("[Deal \"{}\"]\n", tag_argument(c, a[0], kName));
  if (!a[2].is_nothing()) tags += fmt::format("[Declarer \"{}\"]\n", tag_argument(c, a[2], kName));
  if (!a[1].is_nothing()) tags += fmt::format("[Contract \"{}\"]\n", tag_argument(c, a[1], kName));
  if (!a[4].is_nothing())
    tags += fmt::format("[Vulnerable \"{}\"]\n", tag_argument(c, a[4], kName));
  if (!a[5].is_nothing()) tags += fmt::format("[Dealer \"{}\"]\n", tag_argument(c, a[5], kName));
  const pbn::Record read = read_tags(tags);
  if (!read.deal)
    throw Error(fmt::format("{}: a deal has four known hands", kName), "N:AKQ2.J3.T987.654 ...");
  if (!a[1].is_nothing() && a[2].is_nothing())
    throw Error(fmt::format("{}: a contract needs a declarer", kName), "\"S\"");
  bridge::Deal deal = *read.deal;
  deal.dealer = a[5].is_nothing() ? bridge::board_dealer(number) : read.dealer;
  deal.vulnerable = a[4].is_nothing() ? bridge::board_vulnerable(number) : read.vulnerable;
  return Value::native<DealObject>(plain_record(number, deal, read.contract));
}

Value deals_of(Context& c, const SourceText& source) {
  pbn::Records read = pbn::read(source);
  for (const std::string& warning : read.warnings) c.print(warning);
  std::vector<Value> out;
  for (pbn::Record& record : read.records) {
    if (record.deal) out.push_back(Value::native<DealObject>(std::move(record)));
  }
  if (out.empty() && !read.records.empty()) {
    c.print(source.name() + ": no record has four known hands (\"-\" is a hand that is not given)");
  }
  return Value::list(std::move(out));
}

Value read_deals(Context& c, Arguments a) {
  return deals_of(c, SourceText("<pbn>", c.string(a[0], "game.bridge.Read")));
}

Value load_deals(Context& c, Arguments a) {
  const std::string& path = c.string(a[0], "game.bridge.Load");
  return deals_of(c, SourceText(path, readable_text(c, path)));
}

Value random_deal(Context& c, Arguments a) {
  constexpr const char* kName = "game.bridge.Random";
  const std::int64_t seed = c.integer(a[0], kName);
  if (seed < 0) throw Error(fmt::format("{}: seeds begin with 0", kName));
  const int board = board_argument(c, a[1], kName);
  const bridge::Deal deal = bridge::random_deal(static_cast<std::uint64_t>(seed), board);
  return Value::native<DealObject>(plain_record(board, deal, bridge::contract_by_points(deal)));
}

Value with_contract(Context& c, Arguments a) {
  const DealObject& deal = deal_of(a[0]);
  const pbn::Record told = read_tags(fmt::format("[Declarer \"{}\"]\n[Contract \"{}\"]\n",
                                                 tag_argument(c, a[2], "WithContract"),
                                                 tag_argument(c, a[1], "WithContract")));
  if (!told.contract)
    throw Error("WithContract: a passed deal has no contract", "3NT, 4H, 2SX, 6DXX");
  // What was played under another contract means nothing now.
  pbn::Record record = deal.record;
  std::erase_if(record.tags, [](const pbn::Tag& tag) {
    return tag.name == "Play" || tag.name == "Result" || tag.name == "Score";
  });
  record.play.clear();
  record.claimed = false;
  record.result.reset();
  record.contract = told.contract;
  record.set("Declarer", {bridge::kSeatLetters[told.contract->declarer]});
  record.set("Contract", bridge::contract_text(*told.contract));
  return Value::native<DealObject>(std::move(record));
}

Value score(Context& c, Arguments a) {
  constexpr const char* kName = "game.bridge.Score";
  bridge::Contract contract;
  const std::string& text = c.string(a[0], kName);
  if (!bridge::parse_contract(text, contract))
    throw Error(fmt::format("{}: {} is not a contract", kName, quote(text)), "3NT, 4H, 2SX, 6DXX");
  const int tricks = tricks_argument(c, a[1], kName);
  if (!a[2].is_nothing() && a[2].kind() != Kind::kBoolean)
    throw Error(fmt::format("{}: vulnerable or not is true or false", kName));
  const bool vulnerable = !a[2].is_nothing() && a[2].as_boolean();
  return Value::integer(bridge::score(contract, vulnerable, tricks));
}

}  // namespace

int seat_argument(Context& c, const Value& value, const char* what) {
  const std::string& text = c.string(value, what);
  const auto seat = text.size() == 1 ? bridge::parse_seat(text[0]) : std::nullopt;
  if (!seat) throw Error(fmt::format("{}: {} is not a seat", what, quote(text)), "N, E, S or W");
  return *seat;
}

int tricks_argument(Context& c, const Value& value, const char* what) {
  const std::int64_t tricks = c.integer(value, what);
  if (tricks < 0 || tricks > 13) throw Error(fmt::format("{}: tricks are 0 to 13", what));
  return static_cast<int>(tricks);
}

Value list_of_cards(const std::vector<bridge::Card>& cards) {
  std::vector<Value> out;
  for (const bridge::Card card : cards) out.push_back(card_value(card));
  return Value::list(std::move(out));
}

bool DealObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const DealObject*>(&other);
  return o != nullptr && text_of_record(o->record) == text_of_record(record);
}
std::uint64_t DealObject::hash() const {
  return std::hash<std::string>()(pbn::deal_text(record.hands));
}

int DealObject::board() const { return board_number(record.board).value_or(1); }

const bridge::Contract& DealObject::contract() const {
  if (record.contract) return *record.contract;
  throw Error("this deal has no contract", "d.WithContract(\"3NT\", \"S\")");
}

std::string DealObject::text() const {
  const int number = board();
  const std::string all = text_of_record(record);
  if (all != text_of_record(plain_record(number, *record.deal, record.contract)))
    return fmt::format("game.bridge.Read({})[1]", quote(all));
  std::string out = fmt::format("game.bridge.Deal(\"{}\"", pbn::deal_text(record.hands));
  const bool usual = record.dealer == bridge::board_dealer(number) &&
                     record.vulnerable == bridge::board_vulnerable(number);
  if (record.contract) {
    out += fmt::format(",\"{}\",\"{}\"", bridge::contract_text(*record.contract),
                       bridge::kSeatLetters[record.contract->declarer]);
  } else if (!usual || number != 1) {
    out += ",Nothing,Nothing";
  }
  if (!usual || number != 1) out += fmt::format(",{}", number);
  if (!usual)
    out += fmt::format(",\"{}\",\"{}\"", pbn::vulnerable_text(record.vulnerable),
                       bridge::kSeatLetters[record.dealer]);
  return out + ")";
}

void add_deal_rows(Package& package) {
  const Rows functions(package, "");
  functions.add("game.bridge.Deal(cards, contract?, declarer?, board?, vulnerable?, dealer?)",
                "A deal: four hands as in PBN, any seat first. The number of the board "
                "(default: 1) says who deals and who is vulnerable where they are not given.",
                fmt::format("{}.Hand(\"S\") --> \"K8.AJ8632.Q4.542\"", kSmithDeal), make_deal);
  functions.add(
      "game.bridge.Read(text)",
      "The deals of a text in Portable Bridge Notation or LIN, in a list; records without "
      "four known hands are passed over, and those that are wrong are named.",
      "game.bridge.Read(ReadText(\"examples/bridge/smith.pbn\"))[2].Contract --> \"2NT\"",
      read_deals);
  functions.add("game.bridge.Load(path)",
                "The deals of a file in PBN or LIN; the path starts at the folder of the script.",
                "game.bridge.Load(\"examples/bridge/smith.pbn\").Length --> 3", load_deals);
  functions.add("game.bridge.Random(seed, board?)",
                "A random deal, the same on every machine, with a contract by the points of the "
                "stronger side.",
                "game.bridge.Random(7).Contract --> \"3NT\"", random_deal);
  functions.add("game.bridge.Score(contract, tricks, vulnerable?)",
                "What declarer's side scores for so many tricks; not vulnerable by default.",
                "[game.bridge.Score(\"4H\", 10, true), game.bridge.Score(\"3NTX\", 7)] --> "
                "[620,-300]",
                score);
  const Rows rows = Rows(package, "Bridge.Deal").on(kSmithDeal);
  rows.add("Board", "The name of the board.", "Board --> \"4\"",
           [](Context&, Arguments a) { return Value::string(deal_of(a[0]).record.board); });
  rows.add("Cards", "The four hands, North first.",
           "Cards.Substring(1, 18) --> \"N:QJ65.97.AK532.A9\"", [](Context&, Arguments a) {
             return Value::string(pbn::deal_text(deal_of(a[0]).record.hands));
           });
  rows.add("Hand(seat)", "Spades, hearts, diamonds and clubs of \"N\", \"E\", \"S\" or \"W\".",
           "Hand(\"N\") --> \"QJ65.97.AK532.A9\"", [](Context& c, Arguments a) {
             const int seat = seat_argument(c, a[1], "Hand");
             return Value::string(
                 bridge::hand_text(deal_of(a[0]).record.hands[static_cast<std::size_t>(seat)]));
           });
  rows.add("Points(seat)", "High-card points of the hand: 4, 3, 2, 1 for ace to jack.",
           "Points(\"N\") --> 14", [](Context& c, Arguments a) {
             const int seat = seat_argument(c, a[1], "Points");
             return Value::integer(
                 bridge::points(deal_of(a[0]).record.hands[static_cast<std::size_t>(seat)]));
           });
  rows.add("Dealer", "Who deals.", "Dealer --> \"W\"",
           [](Context&, Arguments a) { return seat_value(deal_of(a[0]).record.dealer); });
  rows.add("Vulnerable", "Who is vulnerable: \"None\", \"NS\", \"EW\" or \"All\".",
           "Vulnerable --> \"All\"", [](Context&, Arguments a) {
             return Value::string(pbn::vulnerable_text(deal_of(a[0]).record.vulnerable));
           });
  rows.add("Contract", "\"4H\", \"3NTX\", or Nothing.", "Contract --> \"4H\"",
           [](Context&, Arguments a) {
             const auto& contract = deal_of(a[0]).record.contract;
             return contract ? Value::string(bridge::contract_text(*contract)) : Value();
           });
  rows.add("Declarer", "The seat, or Nothing.", "Declarer --> \"S\"", [](Context&, Arguments a) {
    const auto& contract = deal_of(a[0]).record.contract;
    return contract ? seat_value(contract->declarer) : Value();
  });
  rows.add("WithContract(contract, declarer)", "The same cards in another contract, not played.",
           "WithContract(\"5D\", \"N\").Contract --> \"5D\"", with_contract);
  rows.add("Record", "The cards that the record has played, in their order.", "Record --> []",
           [](Context&, Arguments a) { return list_of_cards(deal_of(a[0]).record.play); });
  rows.add("Result", "Declarer's tricks in the record, or Nothing.", "Result --> Nothing",
           [](Context&, Arguments a) {
             const auto& result = deal_of(a[0]).record.result;
             return result ? Value::integer(*result) : Value();
           });
  rows.add("Pbn", "The record in Portable Bridge Notation, with all its tags.",
           "Pbn.Lines[1] --> \"[Board \\\"4\\\"]\"", [](Context&, Arguments a) {
             return Value::string(text_of_record(deal_of(a[0]).record));
           });
}

}  // namespace cgt::lang::cards

namespace cgt::lang {

Package bridge_package() {
  Package package;
  package.name = "game.bridge";
  package.doc = "Bridge: deals, play, declarers who plan, exact suits and endings.";
  cards::add_deal_rows(package);
  cards::add_play_rows(package);
  cards::add_player_rows(package);
  cards::add_plan_rows(package);
  cards::add_exact_rows(package);
  return package;
}

}  // namespace cgt::lang
