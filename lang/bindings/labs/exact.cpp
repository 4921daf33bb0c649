// game.bridge: one suit, and the last tricks, exactly.
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "decomp/labs/bridge/ending.hpp"
#include "decomp/labs/bridge/suit.hpp"
#include "lang/bindings/labs/values.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang::cards {
namespace {

// Ways to deal 26 cards to two hands: probabilities of one suit are multiples of one in so many.
constexpr std::int64_t kDeals = 10'400'600;
// Smith's coin for each of at most 13 cards.
constexpr std::int64_t kCoins = std::int64_t{1} << 13U;

// What is written as one call: equal calls are equal.
class Asked : public NativeObject {
 public:
  explicit Asked(std::string call) : call_(std::move(call)) {}
  std::string to_text(Context&, const PrintStyle&) const override { return call_; }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const Asked*>(&other);
    return o != nullptr && o->call_ == call_;
  }
  std::uint64_t hash() const override { return std::hash<std::string>()(call_); }

 private:
  std::string call_;
};

class SuitObject final : public Asked {
 public:
  SuitObject(std::string call, bridge::SuitAnswer a)
      : Asked(std::move(call)), answer(std::move(a)) {}
  const char* class_name() const override { return "Bridge.Suit"; }
  const bridge::SuitAnswer answer;
};

class EndingObject final : public Asked {
 public:
  EndingObject(std::string call, bridge::EndingAnswer a, std::size_t n)
      : Asked(std::move(call)), answer(std::move(a)), layouts(static_cast<std::int64_t>(n)) {}
  const char* class_name() const override { return "Bridge.Ending"; }
  const bridge::EndingAnswer answer;
  const std::int64_t layouts;
};

const SuitObject& suit_of_value(const Value& v) { return *v.as_native<SuitObject>(); }
const EndingObject& ending_of(const Value& v) { return *v.as_native<EndingObject>(); }

unsigned ranks_argument(Context& c, const Value& v, const char* what) {
  const std::string& text = c.string(v, what);
  const auto ranks = bridge::parse_ranks(text);
  if (!ranks)
    throw Error(fmt::format("{}: {} are not ranks of one suit", what, quote(text)),
                "AKQJT98765432, each once at most");
  return *ranks;
}

Value suit(Context& c, Arguments a) {
  constexpr const char* kName = "game.bridge.Suit";
  bridge::SuitProblem problem;
  problem.north = ranks_argument(c, a[0], kName);
  problem.south = ranks_argument(c, a[1], kName);
  problem.average = a[2].kind() == Kind::kString && a[2].as_string() == "average";
  if (!problem.average) problem.tricks = tricks_argument(c, a[2], kName);
  const std::int64_t entries = a[3].is_nothing() ? -1 : c.integer(a[3], kName);
  if (!a[3].is_nothing() && (entries < 0 || entries > 13))
    throw Error(fmt::format("{}: entries are 0 to 13", kName), "without them they are free");
  problem.entries = static_cast<int>(entries);
  std::string call = fmt::format("{}(\"{}\",\"{}\",{}{})", kName, bridge::ranks_text(problem.north),
                                 bridge::ranks_text(problem.south),
                                 problem.average ? "\"average\"" : std::to_string(problem.tricks),
                                 entries < 0 ? std::string() : fmt::format(",{}", entries));
  return Value::native<SuitObject>(std::move(call), bridge::solve_suit(problem, c.budget()));
}

bridge::Cards hand_argument(Context& c, const Value& v) {
  const std::string& text = c.string(v, "game.bridge.Ending");
  const auto hand = bridge::parse_hand(text);
  if (!hand)
    throw Error(fmt::format("game.bridge.Ending: {} is not a hand", quote(text)),
                "spades.hearts.diamonds.clubs: KJ2.3..5");
  return *hand;
}

std::string ending_call(const bridge::EndingProblem& p, const std::vector<std::string>& given) {
  std::string facts;
  for (const std::string& fact : given) facts += (facts.empty() ? "" : ",") + quote(fact);
  return fmt::format(
      "game.bridge.Ending(\"{}\",\"{}\",\"{}\",{{\"given\" => [{}],\"leader\" => \"{}\",\"tricks\" "
      "=> {},\"trump\" => \"{}\"}})",
      bridge::hand_text(p.north), bridge::hand_text(p.south), bridge::hand_text(p.hidden), facts,
      bridge::kSeatLetters[p.leader], p.need, bridge::kSuitLetters[p.trump]);
}

Value ending(Context& c, Arguments a) {
  constexpr const char* kName = "game.bridge.Ending";
  constexpr const char* kHint =
      "{\"tricks\" => 4, \"trump\" => \"C\", \"leader\" => \"N\", \"given\" => [\"W:SK\"]}";
  bridge::EndingProblem problem;
  problem.north = hand_argument(c, a[0]);
  problem.south = hand_argument(c, a[1]);
  problem.hidden = hand_argument(c, a[2]);
  problem.need = bridge::count(problem.north);
  std::vector<std::string> given;
  if (!a[3].is_nothing()) {
    if (a[3].kind() != Kind::kMap)
      throw Error(fmt::format("{}: options are a map, not {}", kName, a[3].described()), kHint);
    for (const auto& [key, value] : a[3].as_map().entries) {
      const std::string& name = c.string(key, "the name of an option");
      if (name == "tricks") {
        problem.need = tricks_argument(c, value, "the option 'tricks'");
      } else if (name == "trump") {
        const std::string& text = c.string(value, "the option 'trump'");
        const std::size_t strain =
            text.size() == 1 ? std::string_view("SHDCN").find(text[0]) : std::string_view::npos;
        if (strain == std::string_view::npos)
          throw Error(fmt::format("{}: {} is not a strain", kName, quote(text)), "S, H, D, C or N");
        problem.trump = static_cast<int>(strain);
      } else if (name == "leader") {
        const std::string& text = c.string(value, "the option 'leader'");
        if (text != "N" && text != "S")
          throw Error(fmt::format("{}: North or South has to be on lead", kName), "N or S");
        problem.leader = text == "N" ? 0 : 2;
      } else if (name == "given") {
        for (const Value& fact : c.elements(value, "the option 'given'"))
          given.push_back(c.string(fact, "the option 'given'"));
      } else {
        throw Error(fmt::format("{}: there is no option '{}'", kName, name), kHint);
      }
    }
  }
  std::vector<bridge::HiddenCondition> conditions;
  for (const std::string& fact : given) conditions.push_back(bridge::parse_condition(fact));
  problem.worlds = bridge::all_worlds(problem, conditions);
  bridge::EndingAnswer answer = bridge::solve_ending(problem, c.budget());
  return Value::native<EndingObject>(ending_call(problem, given), std::move(answer),
                                     problem.worlds.size());
}

constexpr const char* kSuitExample = "game.bridge.Suit(\"AJT\",\"432\",2)";
constexpr const char* kEndingExample =
    "game.bridge.Ending(\"KJ2.3..5\", \"AT3.4..6\", \"Q987654.AKQ..\", {\"tricks\" => 4, \"trump\" "
    "=> "
    "\"C\", \"given\" => [\"W:S9\",\"W:S8\",\"W:S7\",\"E:S6\",\"E:S5\",\"E:S4\"]})";

void add_suit_rows(Package& package) {
  Rows(package, "")
      .add(
          "game.bridge.Suit(north, south, tricks, entries?)",
          "The best play of one suit for so many tricks, against defenders who see all cards and "
          "know "
          "the strategy; South can always be reached, North as often as `entries` says, or freely. "
          "Tricks \"average\": for most of them on average.",
          fmt::format("{}.Chance --> 19/25", kSuitExample), suit);
  const Rows suits = Rows(package, "Bridge.Suit").on(kSuitExample);
  suits.add("Chance",
            "The probability of the best strategy, exactly; of \"average\" its tricks on average.",
            "Chance --> 19/25", [](Context&, Arguments a) {
              return share_value(suit_of_value(a[0]).answer.best, kDeals);
            });
  Rows(package, "Bridge.Suit")
      .add(
          "AtLeast",
          "Of \"average\", the chances of 0, 1, ... tricks or more by that strategy; else Nothing.",
          "game.bridge.Suit(\"AQT\",\"432\",\"average\").AtLeast --> [1,1,19/25,6/25]",
          [](Context&, Arguments a) {
            const std::vector<double>& chances = suit_of_value(a[0]).answer.at_least;
            if (chances.empty()) return Value();
            std::vector<Value> out;
            for (const double chance : chances) out.push_back(share_value(chance, kDeals));
            return Value::list(std::move(out));
          });
  suits.add("Line", "One best strategy, along the defenders' low cards.",
            "Line.Substring(1, 2) --> \"S2\"",
            [](Context&, Arguments a) { return Value::string(suit_of_value(a[0]).answer.line); });
  suits.add("Cards", "For each first card the best chance after it; N: led by North.",
            "Cards[\"NA\"].ToDecimal(4) --> \"0.0339\"", [](Context& c, Arguments a) {
              std::vector<std::pair<Value, Value>> out;
              for (const auto& lead : suit_of_value(a[0]).answer.leads) {
                out.emplace_back(Value::string({lead.hand, bridge::kRankLetters[lead.rank]}),
                                 share_value(lead.best, kDeals));
              }
              return make_map(c, std::move(out));
            });
  suits.add("Coins",
            "The chance of the same strategy if each card lies with either defender by a coin "
            "(Smith 1997).",
            "Coins --> 3/4", [](Context&, Arguments a) {
              return share_value(suit_of_value(a[0]).answer.smith, kCoins);
            });
  suits.add("DoubleDummy", "The chance of a declarer who sees all cards.",
            "DoubleDummy.ToDecimal(4) --> \"0.7673\"", [](Context&, Arguments a) {
              return share_value(suit_of_value(a[0]).answer.dd, kDeals);
            });
  suits.add("Layouts", "Layouts of the missing cards, equal ones once.", "Layouts --> 18",
            [](Context&, Arguments a) {
              return Value::integer(static_cast<std::int64_t>(suit_of_value(a[0]).answer.layouts));
            });
}

void add_ending_rows(Package& package) {
  Rows(package, "")
      .add("game.bridge.Ending(north, south, hidden, options?)",
           "The best play of the last tricks; `hidden` are the cards of both defenders, whose "
           "layouts are "
           "equally likely. Options: \"tricks\" that are needed (all), \"trump\", \"leader\" "
           "(\"S\"), "
           "\"given\": facts such as \"W:SK\" and \"E:H=2\".",
           fmt::format("{}.Chance --> 1", kEndingExample), ending);
  const Rows endings = Rows(package, "Bridge.Ending").on(kEndingExample);
  endings.add("Chance", "The share of the layouts in which the best strategy has its tricks.",
              "Chance --> 1", [](Context&, Arguments a) {
                return share_value(ending_of(a[0]).answer.best, ending_of(a[0]).layouts);
              });
  endings.add("Line", "The first card, and how it goes on.", "Line.Substring(1, 4) --> \"S:H4\"",
              [](Context&, Arguments a) { return Value::string(ending_of(a[0]).answer.line); });
  endings.add("Cards", "For each first card the best chance after it.", "Cards[\"S3\"] --> 2/3",
              [](Context& c, Arguments a) {
                std::vector<std::pair<Value, Value>> out;
                for (const auto& lead : ending_of(a[0]).answer.cards) {
                  out.emplace_back(card_value(lead.card),
                                   share_value(lead.best, ending_of(a[0]).layouts));
                }
                return make_map(c, std::move(out));
              });
  endings.add("DoubleDummy", "The share that a declarer who sees all cards wins.",
              "DoubleDummy --> 1", [](Context&, Arguments a) {
                return share_value(ending_of(a[0]).answer.dd, ending_of(a[0]).layouts);
              });
  endings.add("Layouts", "Layouts that fit the facts.", "Layouts --> 6",
              [](Context&, Arguments a) { return Value::integer(ending_of(a[0]).layouts); });
}

}  // namespace

Value share_value(double probability, std::int64_t ways) {
  const double scaled = probability * static_cast<double>(ways);
  const std::int64_t count = std::llround(scaled);
  CGT_EXPECTS(std::abs(scaled - static_cast<double>(count)) < 0.01, "a share of so many ways");
  return Value::rational(Rational(Integer(count), Integer(ways)));
}

void add_exact_rows(Package& package) {
  add_suit_rows(package);
  add_ending_rows(package);
}

}  // namespace cgt::lang::cards
