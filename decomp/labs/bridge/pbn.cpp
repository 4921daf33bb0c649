#include "decomp/labs/bridge/pbn.hpp"

#include <fmt/format.h>

namespace cgt::bridge::pbn {

std::string vulnerable_text(unsigned sides) {
  static constexpr const char* kNames[] = {"None", "NS", "EW", "All"};
  return kNames[sides];
}

const Tag* Record::find(std::string_view name) const {
  for (const Tag& tag : tags) {
    if (tag.name == name) return &tag;
  }
  return nullptr;
}

void Record::set(std::string_view name, std::string value, std::vector<std::string> lines) {
  for (Tag& tag : tags) {
    if (tag.name != name) continue;
    tag.value = std::move(value);
    tag.lines = std::move(lines);
    return;
  }
  tags.push_back({std::string(name), std::move(value), std::move(lines), {}});
}

std::string write(const std::vector<Record>& records) {
  std::string out;
  for (const Record& record : records) {
    for (const Tag& tag : record.tags) {
      for (const std::string& comment : tag.comments) out += comment + "\n";
      out += fmt::format("[{} \"{}\"]\n", tag.name, tag.value);
      for (const std::string& line : tag.lines) out += line + "\n";
    }
    out += "\n";
  }
  return out;
}

std::string deal_text(const Hands& hands, const std::array<bool, 4>& known) {
  std::string out = "N:";
  for (std::size_t seat = 0; seat < 4; ++seat) {
    if (seat > 0) out += ' ';
    out += known[seat] ? hand_text(hands[seat]) : "-";
  }
  return out;
}

Record record_of(int board, const Deal& deal, const Contract& contract) {
  Record out;
  out.board = std::to_string(board);
  out.deal = deal;
  out.hands = deal.hands;
  out.known = {true, true, true, true};
  out.dealer = deal.dealer;
  out.vulnerable = deal.vulnerable;
  out.contract = contract;
  out.set("Board", out.board);
  out.set("Dealer", {kSeatLetters[deal.dealer]});
  out.set("Vulnerable", vulnerable_text(deal.vulnerable));
  out.set("Deal", deal_text(deal.hands));
  out.set("Declarer", {kSeatLetters[contract.declarer]});
  out.set("Contract", contract_text(contract));
  return out;
}

void set_play(Record& record, const std::vector<Card>& cards, int tricks, bool claim) {
  const int leader = (record.contract->declarer + 1) & 3;
  Table table(record.deal->hands, *record.contract);
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < cards.size();) {
    std::array<std::string, 4> row{"-", "-", "-", "-"};
    do {
      row[static_cast<std::size_t>((table.turn() - leader) & 3)] = card_text(cards[i]);
      table.play(cards[i++]);
    } while (i < cards.size() && table.size() != 0);
    rows.push_back(row[0] + " " + row[1] + " " + row[2] + " " + row[3]);
  }
  if (claim) rows.emplace_back("*");
  record.result = tricks;
  record.play = cards;
  record.claimed = claim;
  record.set("Result", std::to_string(tricks));
  record.set("Play", {kSeatLetters[leader]}, std::move(rows));
}

}  // namespace cgt::bridge::pbn
