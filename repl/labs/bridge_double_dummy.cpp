// cgt bridge dd, mistakes, endplays: boards as they are if all see all cards.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/words.hpp"
#include "decomp/labs/bridge/endplays.hpp"
#include "decomp/labs/bridge/par.hpp"
#include "repl/labs/bridge.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using bridge::pbn::Record;
using Json = nlohmann::ordered_json;

constexpr std::array<int, 5> kStrainsByRank{bridge::kNotrump, 0, 1, 2, 3};
constexpr std::array<int, 4> kSeatsByPair{0, 2, 1, 3};

std::string strain_text(int strain) {
  return strain == bridge::kNotrump ? "NT" : std::string(1, bridge::kSuitLetters[strain]);
}

// "4S+1 by N S, 5H by W"
std::string contracts_text(const bridge::Par& par, const bridge::TrickTable& tricks) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const bridge::Contract& contract : par.contracts) {
    const int more = tricks.of(contract) - contract.tricks();
    std::string text = bridge::contract_text(contract);
    if (more != 0) text += fmt::format("{:+}", more);
    if (rows.empty() || rows.back().first != text) rows.emplace_back(text, "");
    rows.back().second += fmt::format(" {}", bridge::kSeatLetters[contract.declarer]);
  }
  std::string out;
  for (const auto& [contract, seats] : rows)
    out += fmt::format("{}{} by{}", out.empty() ? "" : ", ", contract, seats);
  return out;
}

// "NS 420", "EW 110"
std::string score_text(const bridge::Par& par) {
  return par.score == 0 ? "NS 0"
                        : fmt::format("{} {}", par.score > 0 ? "NS" : "EW", std::abs(par.score));
}

void print(const Record& record, const bridge::TrickTable& tricks, const bridge::Par& par) {
  std::cout << fmt::format("Board {}: {} deals, {} vulnerable\n", record.board,
                           bridge::kSeatLetters[record.dealer],
                           bridge::pbn::vulnerable_text(record.vulnerable));
  std::cout << ' ';
  for (const int strain : kStrainsByRank) std::cout << fmt::format("{:>4}", strain_text(strain));
  for (const int declarer : kSeatsByPair) {
    std::cout << fmt::format("\n{}", bridge::kSeatLetters[declarer]);
    for (const int strain : kStrainsByRank)
      std::cout << fmt::format("{:4}", tricks.of(strain, declarer));
  }
  std::cout << "\npar: "
            << (par.contracts.empty() ? "all pass"
                                      : score_text(par) + ", " + contracts_text(par, tricks))
            << '\n';
}

Json json_of(const Record& record, const bridge::TrickTable& tricks, const bridge::Par& par) {
  Json table;
  for (const int declarer : kSeatsByPair) {
    Json& row = table[std::string(1, bridge::kSeatLetters[declarer])];
    for (const int strain : kStrainsByRank) row[strain_text(strain)] = tricks.of(strain, declarer);
  }
  Json contracts = Json::array();
  for (const bridge::Contract& contract : par.contracts) {
    contracts.push_back({{"contract", bridge::contract_text(contract)},
                         {"declarer", std::string(1, bridge::kSeatLetters[contract.declarer])},
                         {"tricks", tricks.of(contract)}});
  }
  return {{"board", record.board},
          {"tricks", table},
          {"par", {{"north_south", par.score}, {"contracts", contracts}}},
          {"proved", true}};
}

// As PBN 2.1 has them.
void add_tags(Record& record, const bridge::TrickTable& tricks, const bridge::Par& par) {
  std::vector<std::string> rows;
  for (const int declarer : kSeatsByPair) {
    for (const int strain : kStrainsByRank) {
      rows.push_back(fmt::format("{} {:2} {:2}", bridge::kSeatLetters[declarer],
                                 strain_text(strain), tricks.of(strain, declarer)));
    }
  }
  record.set("OptimumScore", score_text(par));
  record.set("OptimumResultTable", "Declarer;Denomination\\2R;Result\\2R", std::move(rows));
}

// The player's name, or the seat.
std::string player_of(const Record& record, int seat) {
  static constexpr const char* kNames[] = {"North", "East", "South", "West"};
  const bridge::pbn::Tag* tag = record.find(kNames[seat]);
  return tag == nullptr || tag->value.empty() || tag->value == "?" ? kNames[seat] : tag->value;
}

std::string cards_text(bridge::Cards cards) {
  std::string out;
  bridge::each_card(cards, [&](bridge::Card card) { out += ' ' + bridge::card_text(card); });
  return out;
}

void print(const Record& record, const bridge::Mistakes& found) {
  std::cout << fmt::format("Board {}: {} by {}, {} double dummy", record.board,
                           bridge::contract_text(*record.contract),
                           bridge::kSeatLetters[record.contract->declarer],
                           counted(static_cast<std::uint64_t>(found.declarer_tricks), "trick"));
  if (record.result) std::cout << fmt::format(", {} taken", *record.result);
  std::cout << '\n';
  for (const bridge::Mistake& m : found.mistakes) {
    std::cout << fmt::format("  trick {:2}  {} {}  gives away {}; better:{}\n", m.at / 4 + 1,
                             bridge::kSeatLetters[m.seat], bridge::card_text(m.card),
                             counted(static_cast<std::uint64_t>(m.tricks), "trick"),
                             cards_text(m.better));
  }
}

Json json_of(const Record& record, const bridge::Mistakes& found) {
  Json list = Json::array();
  for (const bridge::Mistake& m : found.mistakes) {
    Json better = Json::array();
    bridge::each_card(m.better,
                      [&](bridge::Card card) { better.push_back(bridge::card_text(card)); });
    list.push_back({{"card", m.at + 1},
                    {"seat", std::string(1, bridge::kSeatLetters[m.seat])},
                    {"player", player_of(record, m.seat)},
                    {"played", bridge::card_text(m.card)},
                    {"tricks", m.tricks},
                    {"better", better}});
  }
  return {{"board", record.board},
          {"contract", bridge::contract_text(*record.contract)},
          {"declarer", std::string(1, bridge::kSeatLetters[record.contract->declarer])},
          {"double_dummy", found.declarer_tricks},
          {"taken", record.result ? Json(*record.result) : Json()},
          {"mistakes", list},
          {"proved", true}};
}

// "0.35 tricks"
std::string tricks_text(double tricks) { return fmt::format("{:.2f} tricks", tricks); }

void print(const Record& record, const std::vector<bridge::DoubtfulCard>& found) {
  std::cout << fmt::format(
      "Board {}: {} by {}, single dummy{}\n", record.board, bridge::contract_text(*record.contract),
      bridge::kSeatLetters[record.contract->declarer], found.empty() ? ": nothing" : "");
  for (const bridge::DoubtfulCard& m : found) {
    std::cout << fmt::format("  trick {:2}  {} {}  {} fewer than {} on average ({})\n",
                             m.at / 4 + 1, bridge::kSeatLetters[m.seat], bridge::card_text(m.card),
                             tricks_text(m.tricks), bridge::card_text(m.better),
                             m.half_width == 0
                                 ? fmt::format("all {} layouts", m.layouts)
                                 : fmt::format("+-{:.2f}, {} layouts", m.half_width, m.layouts));
  }
}

Json json_of(const Record& record, const std::vector<bridge::DoubtfulCard>& found) {
  Json list = Json::array();
  for (const bridge::DoubtfulCard& m : found) {
    list.push_back({{"card", m.at + 1},
                    {"seat", std::string(1, bridge::kSeatLetters[m.seat])},
                    {"player", player_of(record, m.seat)},
                    {"played", bridge::card_text(m.card)},
                    {"better", bridge::card_text(m.better)},
                    {"tricks", m.tricks},
                    {"half_width", m.half_width},
                    {"layouts", m.layouts},
                    {"all_layouts", m.half_width == 0}});
  }
  return {{"board", record.board},
          {"contract", bridge::contract_text(*record.contract)},
          {"declarer", std::string(1, bridge::kSeatLetters[record.contract->declarer])},
          {"mistakes", list},
          {"proved", false},
          {"because", {"layouts are drawn at random, and all see all cards in each"}}};
}

// What each player gave away, by his cards.
class Sums {
 public:
  // `found`: Mistake or DoubtfulCard.
  template <class M>
  void add(const Record& record, const std::vector<M>& found) {
    bridge::Table table(record.deal->hands, *record.contract);
    for (const bridge::Card card : record.play) {
      ++sums_[player_of(record, player(table, table.turn()))].cards;
      table.play(card);
    }
    for (const M& m : found) sums_[player_of(record, player(table, m.seat))].tricks += m.tricks;
  }
  void print(bool whole) const {
    std::cout << "given away:";
    const char* between = " ";
    for (const auto& [name, sum] : sums_) {
      std::cout << between << name << ' '
                << (whole ? counted(static_cast<std::uint64_t>(sum.tricks), "trick")
                          : tricks_text(sum.tricks))
                << " by " << counted(sum.cards, "card");
      between = ", ";
    }
    std::cout << '\n';
  }

 private:
  // Dummy's cards are declarer's.
  static int player(const bridge::Table& table, int seat) {
    return seat == table.dummy() ? table.declarer() : seat;
  }
  struct Sum {
    std::uint64_t cards = 0;
    double tricks = 0;
  };
  std::map<std::string, Sum> sums_;
};

// "a spade or a heart"
std::string suits_text(unsigned suits) {
  static constexpr const char* kSuits[] = {"a spade", "a heart", "a diamond", "a club"};
  std::string out;
  for (unsigned suit = 0; suit < 4; ++suit) {
    if ((suits >> suit & 1U) == 0) continue;
    out += out.empty() ? "" : suits >> (suit + 1) == 0 ? " or " : ", ";
    out += kSuits[suit];
  }
  return out;
}

void print(const std::vector<bridge::Endplay>& found) {
  for (const bridge::Endplay& e : found) {
    static constexpr const char* kHow[] = {"is squeezed by", "is thrown in with", "is couped by"};
    std::cout << fmt::format(
        "  trick {:2}  {} {} {}: {} costs {}\n", e.at / 4 + 1, bridge::kSeatLetters[e.defender],
        kHow[static_cast<std::size_t>(e.kind)], bridge::card_text(e.by), suits_text(e.suits),
        counted(static_cast<std::uint64_t>(e.tricks), "trick"));
  }
}

Json json_of(const Record& record, const std::vector<bridge::Endplay>& found) {
  Json list = Json::array();
  for (const bridge::Endplay& e : found) {
    Json suits = Json::array();
    for (unsigned suit = 0; suit < 4; ++suit)
      if ((e.suits >> suit & 1U) != 0) suits.push_back(std::string(1, bridge::kSuitLetters[suit]));
    static constexpr const char* kNames[] = {"squeeze", "throw-in", "trump coup"};
    list.push_back({{"name", kNames[static_cast<std::size_t>(e.kind)]},
                    {"card", e.at + 1},
                    {"defender", std::string(1, bridge::kSeatLetters[e.defender])},
                    {"by", bridge::card_text(e.by)},
                    {"suits", suits},
                    {"tricks", e.tricks}});
  }
  return {{"board", record.board},
          {"contract", bridge::contract_text(*record.contract)},
          {"declarer", std::string(1, bridge::kSeatLetters[record.contract->declarer])},
          {"proved", true},
          {"endplays", list}};
}

// Those of --board, if it was given.
std::vector<Record> chosen(std::vector<Record> records, const BridgeOptions& o) {
  std::erase_if(records, [&](const Record& r) { return !o.board.empty() && r.board != o.board; });
  if (records.empty()) throw Error("there is no board " + o.board + " in " + display_name(o.file));
  return records;
}

}  // namespace

ExitCode run_bridge_double_dummy(const BridgeOptions& o) {
  std::vector<Record> records = chosen(bridge_deals(o.file, false), o);
  bridge::DoubleDummy::set_slots(1);
  Budget budget(o.common.limits, &interrupt_flag());
  bridge::DealSolver solver(budget);
  for (Record& record : records) {
    budget.poll();
    const bridge::TrickTable tricks = bridge::trick_table(record.deal->hands, solver);
    const bridge::Par par = bridge::par(tricks, record.dealer, record.vulnerable);
    if (o.json) {
      std::cout << json_line(json_of(record, tricks, par)) << '\n';
    } else if (o.out.empty()) {
      if (&record != &records.front()) std::cout << '\n';
      print(record, tricks, par);
    }
    std::cout.flush();
    add_tags(record, tricks, par);
  }
  if (!o.out.empty()) replace_file(o.out, bridge::pbn::write(records));
  return kOk;
}

ExitCode run_bridge_endplays(const BridgeOptions& o) {
  const std::vector<Record> records = chosen(bridge_deals(o.file, true), o);
  Budget budget(o.common.limits, &interrupt_flag());
  for (const Record& record : records) {
    const std::vector<bridge::Endplay> found =
        bridge::endplays(record.deal->hands, *record.contract, record.play, budget);
    if (o.json) {
      std::cout << json_line(json_of(record, found)) << '\n';
    } else {
      std::cout << fmt::format(
          "Board {}: {} by {}{}\n", record.board, bridge::contract_text(*record.contract),
          bridge::kSeatLetters[record.contract->declarer], found.empty() ? ": none" : "");
      print(found);
    }
    std::cout.flush();
  }
  return kOk;
}

ExitCode run_bridge_mistakes(const BridgeOptions& o) {
  const std::vector<Record> records = chosen(bridge_deals(o.file, true), o);
  bridge::DoubleDummy::set_slots(1);
  Budget budget(o.common.limits, &interrupt_flag());
  // One solver a slot.
  std::optional<bridge::CardSolver> single;
  std::optional<bridge::DealSolver> open;
  if (o.layouts > 0) {
    single.emplace();
  } else {
    open.emplace(budget);
  }
  const Progress progress("comparing", o.common.quiet || o.layouts == 0);
  Sums sums;
  const auto tell = [&](const Record& record, const auto& found, const auto& mistakes) {
    if (o.json) {
      std::cout << json_line(json_of(record, found)) << '\n';
    } else {
      print(record, found);
    }
    std::cout.flush();
    sums.add(record, mistakes);
  };
  for (const Record& record : records) {
    const auto& hands = record.deal->hands;
    if (o.layouts > 0) {
      const auto found = bridge::single_dummy_mistakes(hands, *record.contract, record.play,
                                                       o.layouts, o.seed, *single, budget);
      tell(record, found, found);
    } else {
      const bridge::Mistakes found =
          bridge::mistakes_of(hands, *record.contract, record.play, *open, budget);
      tell(record, found, found.mistakes);
    }
  }
  if (!o.json) sums.print(o.layouts == 0);
  return kOk;
}

}  // namespace cgt::repl
