// LIN, as Bridge Base Online writes it: md hands, sv vulnerability, mb calls, pc cards, mc tricks claimed.
#include <fmt/format.h>

#include <algorithm>

#include "cgt/support/text_input.hpp"
#include "decomp/labs/bridge/read.hpp"

namespace cgt::bridge::pbn {
namespace {

constexpr int kSeatOfHand[] = {2, 3, 0, 1};  // hands and names: South, West, North, East

struct Pair {
  std::string key;
  std::string_view value;
  std::size_t offset = 0;  // of the value
};

std::vector<Pair> pairs_of(std::string_view text) {
  std::vector<Pair> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t key = text.find('|', at);
    const std::size_t value = key == std::string_view::npos ? key : text.find('|', key + 1);
    if (value == std::string_view::npos) break;
    Pair pair{{}, text.substr(key + 1, value - key - 1), key + 1};
    for (const char c : text.substr(at, key - at)) {
      if (!is_space(c)) pair.key += lower(c);
    }
    out.push_back(std::move(pair));
    at = value + 1;
  }
  return out;
}

std::vector<std::string> split(std::string_view text, char by) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == by) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

// "1C", "Pass", "X" or "XX".
struct Call {
  std::string text;
  int level = 0;  // of a bid
  int strain = 0;
};

// The calls of one pair, mostly one: "1C", "p", "d", "2N!".
std::vector<Call> calls_of(const Pair& pair) {
  std::vector<Call> out;
  const std::string_view text = pair.value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = lower(text[i]);
    if (c == '!' || is_space(c)) continue;
    if (c == 'p') {
      out.push_back({"Pass"});
      while (i + 1 < text.size() && lower(text[i + 1]) >= 'a') ++i;  // "pass"
      continue;
    }
    if (c == 'd' || c == 'x') {
      const bool again = c == 'x' && i + 1 < text.size() && lower(text[i + 1]) == 'x';
      if (again) ++i;
      out.push_back({again ? "XX" : "X"});
      continue;
    }
    if (c == 'r') {
      out.push_back({"XX"});
      continue;
    }
    Contract bid;
    const std::string word(text.substr(i, 2));
    if (!parse_contract(word, bid)) {
      refuse(pair.offset + i, 1, fmt::format("expected a call; found \"{}\"", text),
             "1C, 2N, p, d, r");
    }
    bid.doubled = 0;
    out.push_back({contract_text(bid), bid.level, bid.strain});
    i += i + 2 < text.size() && lower(text[i + 1]) == 'n' && lower(text[i + 2]) == 't' ? 2 : 1;
  }
  return out;
}

class LinReader {
 public:
  explicit LinReader(const SourceText& source)
      : findings_(source), pairs_(pairs_of(source.text())) {}

  Records read() {
    for (const Pair& pair : pairs_) {
      if (pair.key == "pn") names_ = split(pair.value, ',');
      if (pair.key == "qx" || (pair.key == "md" && first_of("md") != nullptr)) end_board();
      board_.push_back(&pair);
    }
    end_board();
    return findings_.finish();
  }

 private:
  Findings findings_;
  std::vector<Pair> pairs_;
  std::vector<std::string> names_;
  std::vector<const Pair*> board_;  // the pairs of one board

  const Pair* first_of(std::string_view key) const {
    const auto at = std::find_if(board_.begin(), board_.end(),
                                 [&](const Pair* pair) { return pair->key == key; });
    return at == board_.end() ? nullptr : *at;
  }
  std::string_view value_of(std::string_view key) const {
    const Pair* pair = first_of(key);
    return pair == nullptr ? std::string_view() : pair->value;
  }

  // "Board 7", or the table and board of a match: "o7", "c7".
  std::string board_name() const {
    std::string_view name = value_of("ah").empty() ? value_of("qx") : value_of("ah");
    const std::size_t digit = name.find_first_of("0123456789");
    if (digit == std::string_view::npos) return "";
    name = name.substr(digit);
    return std::string(name.substr(0, name.find_first_not_of("0123456789")));
  }

  void end_board() {
    if (first_of("md") != nullptr) {
      const std::string name = board_name();
      findings_.attempt(name.empty() ? "a board" : "board " + name,
                        [&] { findings_.add(record(name)); });
    }
    board_.clear();
  }

  Record record(const std::string& name) {
    Record out;
    out.board = name;
    if (!name.empty()) out.set("Board", name);
    const bool closed = !value_of("qx").empty() && lower(value_of("qx")[0]) == 'c';
    if (!value_of("qx").empty()) out.set("Room", closed ? "Closed" : "Open");
    const std::size_t first_name = closed && names_.size() >= 8 ? 4 : 0;
    static constexpr const char* kNames[] = {"South", "West", "North", "East"};
    for (std::size_t i = 0; i < 4 && first_name + i < names_.size(); ++i) {
      std::string player = names_[first_name + i];
      std::erase_if(player, [](char c) { return c == '"' || c == '\\' || is_space(c); });
      if (!player.empty()) out.set(kNames[i], player);
    }
    deal(*first_of("md"), out);
    if (out.deal) auction(out);
    return out;
  }

  void deal(const Pair& pair, Record& out) const {
    std::string_view text = pair.value;
    if (text.empty() || text[0] < '1' || text[0] > '4') {
      refuse(pair.offset, 1, "hands begin with the dealer", "1 South, 2 West, 3 North, 4 East");
    }
    out.dealer = kSeatOfHand[text[0] - '1'];
    const char sides = value_of("sv").empty() ? 'o' : lower(value_of("sv")[0]);
    out.vulnerable = sides == 'n' ? 1 : sides == 'e' ? 2 : sides == 'b' ? 3 : 0;
    Cards all = 0;
    std::size_t hand = 0;
    int suit = -1;
    for (std::size_t i = 1; i < text.size() && hand < 4; ++i) {
      const char c = lower(text[i]);
      const std::size_t as_suit = std::string_view("shdc").find(c);
      if (c == ',') {
        ++hand;
        suit = -1;
      } else if (as_suit != std::string_view::npos) {
        suit = static_cast<int>(as_suit);
      } else {
        const auto rank = parse_rank(text[i]);
        if (!rank || suit < 0) {
          refuse(pair.offset + i, 1, fmt::format("expected a rank; found \"{}\"", text[i]),
                 "SAK72H3DQJC...");
        }
        const Card card = card_of(suit, *rank);
        if (has(all, card)) {
          refuse(pair.offset + i, 1, fmt::format("{} is dealt twice", card_text(card)));
        }
        all |= bit(card);
        out.hands[static_cast<std::size_t>(kSeatOfHand[hand])] |= bit(card);
      }
    }
    std::size_t unknown = 0;
    for (const Cards held : out.hands) unknown += held == 0 ? 1 : 0;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      if (out.hands[seat] == 0 && unknown == 1) out.hands[seat] = kDeck & ~all;
      const int held = count(out.hands[seat]);
      if (held != 0 && held != 13) {
        refuse(pair.offset, text.size(),
               fmt::format("a hand has 13 cards, {}'s {}", kSeatLetters[seat], held));
      }
      out.known[seat] = held == 13;
    }
    if (unknown < 2) out.deal = Deal{out.hands, out.dealer, out.vulnerable};
    out.set("Dealer", {kSeatLetters[out.dealer]});
    out.set("Vulnerable", vulnerable_text(out.vulnerable));
    out.set("Deal", deal_text(out.hands, out.known));
  }

  void auction(Record& out) const {
    std::vector<Call> calls;
    for (const Pair* pair : board_) {
      if (pair->key != "mb") continue;
      for (Call& call : calls_of(*pair)) calls.push_back(std::move(call));
    }
    if (calls.empty()) return;
    Contract contract;
    std::array<std::array<int, 5>, 2> first{};  // who of a side named the strain first
    for (auto& side : first) side.fill(-1);
    bool bid = false;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const int seat = (out.dealer + static_cast<int>(i)) & 3;
      const Call& call = calls[i];
      if (call.level > 0) {
        int& declarer =
            first[static_cast<std::size_t>(seat & 1)][static_cast<std::size_t>(call.strain)];
        if (declarer < 0) declarer = seat;
        contract = {call.level, call.strain, 0, declarer};
        bid = true;
      } else if (call.text[0] == 'X') {
        contract.doubled = static_cast<int>(call.text.size());
      }
    }
    if (bid) {
      out.contract = contract;
      out.set("Declarer", {kSeatLetters[contract.declarer]});
    }
    out.set("Contract", bid ? contract_text(contract) : "Pass");
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (i % 4 == 0) {
        rows.push_back(calls[i].text);
      } else {
        rows.back() += " " + calls[i].text;
      }
    }
    out.set("Auction", {kSeatLetters[out.dealer]}, std::move(rows));
    if (bid) play(out);
  }

  // Cards in the order of play.
  void play(Record& out) const {
    Table table(out.deal->hands, *out.contract);
    std::vector<Card> cards;
    for (const Pair* pair : board_) {
      if (pair->key != "pc") continue;
      for (std::size_t i = 0; i + 1 < pair->value.size(); i += 2) {
        const std::string_view word = pair->value.substr(i, 2);
        const auto card = parse_card(word);
        if (!card)
          refuse(pair->offset + i, 2, fmt::format("expected a card; found \"{}\"", word),
                 "SA, HT, D9, C2");
        if (table.finished() || !has(table.legal(), *card)) {
          refuse(pair->offset + i, 2,
                 fmt::format("{} may not play {}", kSeatLetters[table.turn()], card_text(*card)));
        }
        table.play(*card);
        cards.push_back(*card);
      }
    }
    const auto claim = parse_number<int>(value_of("mc"));
    const bool claimed = !table.finished() && claim && *claim >= 0 && *claim <= 13;
    if (table.finished() || claimed) {
      set_play(out, cards, claimed ? *claim : table.won(), claimed);
    } else if (!cards.empty()) {
      set_play(out, cards, 0, false);
      out.result.reset();
      std::erase_if(out.tags, [](const Tag& tag) { return tag.name == "Result"; });
    }
  }
};

}  // namespace

bool looks_like_lin(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return !text.empty() && text[0] != '[' && text[0] != '%' && text[0] != ';' && text[0] != '{' &&
         (text.find("|md|") != std::string_view::npos || text.substr(0, 3) == "md|");
}

Records read_lin(const SourceText& source) { return LinReader(source).read(); }

}  // namespace cgt::bridge::pbn
