#include "decomp/labs/bridge/pbn.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/support/text_input.hpp"

namespace cgt::bridge::pbn {
namespace {

constexpr std::string_view kVulnerableNames[] = {"None", "NS", "EW", "All"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Where tags and their words stand in the text, beside the record.
struct PlacedTag {
  std::size_t value = 0;  // offset of the first character of the value
  std::size_t lines = 0;  // of what follows the pair
  std::size_t end = 0;
};

class PbnReader {
 public:
  explicit PbnReader(const SourceText& source) : source_(source), text_(source.text()) {}

  std::vector<Record> read() {
    std::size_t at = 0;
    while (at < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      line(at, end);
      at = end + 1;
    }
    finish();
    return std::move(records_);
  }

 private:
  [[noreturn]] void refuse(std::size_t offset, std::size_t length, std::string message,
                           std::string hint = {}) const {
    Diagnostic d;
    d.message = std::move(message);
    d.hint = std::move(hint);
    d.span = {offset, length};
    throw InputError(source_, {d});
  }

  void line(std::size_t begin, std::size_t end) {
    std::size_t stop = end;
    while (stop > begin && is_blank(text_[stop - 1])) --stop;
    std::string_view body = text_.substr(begin, stop - begin);
    if (in_braces_) {
      comments_.emplace_back(body);
      in_braces_ = body.find('}') == std::string_view::npos;
      return;
    }
    if (body.empty()) return finish();
    if (body[0] == '%' || body[0] == ';') {
      comments_.emplace_back(body);
      return;
    }
    if (body[0] == '{') {
      comments_.emplace_back(body);
      in_braces_ = body.find('}') == std::string_view::npos;
      return;
    }
    if (body[0] == '[') return pair(begin, body);
    if (record_.tags.empty()) {
      refuse(begin, body.size(), "a record begins with a tag pair", "[Board \"1\"]");
    }
    PlacedTag& place = places_.back();
    if (record_.tags.back().lines.empty()) place.lines = begin;
    place.end = stop;
    record_.tags.back().lines.emplace_back(body);
  }

  void pair(std::size_t begin, std::string_view body) {
    std::size_t at = 1;
    while (at < body.size() &&
           (std::isalnum(static_cast<unsigned char>(body[at])) != 0 || body[at] == '_')) {
      ++at;
    }
    const std::string_view name = body.substr(1, at - 1);
    while (at < body.size() && is_blank(body[at])) ++at;
    if (name.empty() || at == body.size() || body[at] != '"') {
      refuse(begin, body.size(), "this is no tag pair", "[Name \"value\"]");
    }
    const std::size_t value = at + 1;
    // A quote inside of a value has a backslash before it.
    for (at = value; at < body.size() && (body[at] != '"' || body[at - 1] == '\\'); ++at) {
    }
    if (at + 1 >= body.size() || body[at + 1] != ']') {
      refuse(begin, body.size(), "the value of a tag ends with \"]", "[Name \"value\"]");
    }
    for (const Tag& tag : record_.tags) {
      if (tag.name == name) {
        refuse(begin, body.size(), fmt::format("the tag {} comes twice", name),
               "a blank line stands between two records");
      }
    }
    record_.tags.push_back(
        {std::string(name), std::string(body.substr(value, at - value)), {}, std::move(comments_)});
    comments_.clear();
    places_.push_back({begin + value, begin + body.size(), begin + body.size()});
  }

  void finish() {
    if (record_.tags.empty()) return;
    understand();
    records_.push_back(std::move(record_));
    record_ = {};
    places_.clear();
  }

  const PlacedTag* place_of(std::string_view name) const {
    for (std::size_t i = 0; i < record_.tags.size(); ++i) {
      if (record_.tags[i].name == name) return &places_[i];
    }
    return nullptr;
  }
  const std::string& value_of(std::string_view name) const { return record_.find(name)->value; }
  [[noreturn]] void refuse_value(std::string_view name, std::string message,
                                 std::string hint) const {
    refuse(place_of(name)->value, std::max<std::size_t>(1, value_of(name).size()),
           std::move(message), std::move(hint));
  }
  // A tag that is there and says something: "?" and "" do not, "#" is as in the record before.
  bool told(std::string_view name) const {
    const Tag* tag = record_.find(name);
    return tag != nullptr && !tag->value.empty() && tag->value != "?";
  }

  void understand() {
    if (const Tag* board = record_.find("Board")) record_.board = board->value;
    if (told("Dealer")) record_.dealer = seat("Dealer");
    if (told("Vulnerable")) vulnerable();
    if (told("Deal")) deal();
    if (told("Contract") && value_of("Contract") != "Pass") contract();
    if (told("Result")) result();
    if (record_.find("Play") != nullptr) play();
  }

  int seat(std::string_view name) const {
    const std::string& value = value_of(name);
    const auto seat = value.size() == 1 ? parse_seat(value[0]) : std::nullopt;
    if (!seat) refuse_value(name, fmt::format("\"{}\" is no seat", value), "N, E, S or W");
    return *seat;
  }

  void vulnerable() {
    std::string value = value_of("Vulnerable");
    if (value == "Love" || value == "-") value = "None";
    if (value == "Both") value = "All";
    const auto* const at =
        std::find(std::begin(kVulnerableNames), std::end(kVulnerableNames), value);
    if (at == std::end(kVulnerableNames)) {
      refuse_value("Vulnerable", fmt::format("\"{}\" does not say who is vulnerable", value),
                   "None, NS, EW or All");
    }
    record_.vulnerable = static_cast<unsigned>(at - std::begin(kVulnerableNames));
  }

  void deal() {
    const std::string& value = value_of("Deal");
    const std::size_t start = place_of("Deal")->value;
    const auto first = parse_seat(value[0]);
    if (!first || value.size() < 2 || value[1] != ':') {
      refuse(start, 1, "a deal begins with a seat and a colon", "N:AKQ2.J3.T987.654 ...");
    }
    std::size_t at = 2;
    for (int i = 0; i < 4; ++i) {
      while (at < value.size() && is_blank(value[at])) ++at;
      const std::size_t end = std::min(value.find(' ', at), value.size());
      const auto seat = static_cast<std::size_t>((*first + i) & 3);
      if (at == end) refuse_value("Deal", "a deal has four hands", "an unknown hand is -");
      one_hand(seat, std::string_view(value).substr(at, end - at), start + at);
      at = end;
    }
    while (at < value.size() && is_blank(value[at])) ++at;
    if (at < value.size()) refuse(start + at, value.size() - at, "a deal has four hands");
    if (record_.known == std::array<bool, 4>{true, true, true, true}) {
      record_.deal = Deal{record_.hands, record_.dealer, record_.vulnerable};
    }
  }

  void one_hand(std::size_t seat, std::string_view text, std::size_t offset) {
    if (text == "-") return;
    Cards hand = 0;
    int suit = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '.') {
        if (++suit > 3) refuse(offset + i, 1, "a hand has four suits");
        continue;
      }
      const auto rank = parse_rank(text[i]);
      if (!rank) {
        refuse(offset + i, 1, fmt::format("\"{}\" is no rank", text[i]), "AKQJT98765432");
      }
      const Card card = card_of(suit, *rank);
      Cards before = hand;
      for (const Cards other : record_.hands) before |= other;
      if (has(before, card)) {
        refuse(offset + i, 1, fmt::format("{} is dealt twice", card_text(card)));
      }
      hand |= bit(card);
    }
    if (suit != 3) {
      refuse(offset, text.size(), "a hand has four suits", "spades.hearts.diamonds.clubs");
    }
    if (count(hand) != 13) {
      refuse(offset, text.size(), fmt::format("a hand has 13 cards, this one {}", count(hand)));
    }
    record_.hands[seat] = hand;
    record_.known[seat] = true;
  }

  void contract() {
    Contract contract;
    if (!parse_contract(value_of("Contract"), contract)) {
      refuse_value("Contract", fmt::format("\"{}\" is no contract", value_of("Contract")),
                   "3NT, 4H, 2SX, 6DXX");
    }
    if (!told("Declarer")) {
      refuse_value("Contract", "a contract needs a declarer", "[Declarer \"S\"]");
    }
    contract.declarer = seat("Declarer");
    record_.contract = contract;
  }

  void result() {
    const std::string& value = value_of("Result");
    const std::optional<int> tricks = parse_number<int>(value);
    if (!tricks || *tricks < 0 || *tricks > 13) {
      refuse_value("Result", fmt::format("expected a number of tricks; found \"{}\"", value),
                   "0 to 13");
    }
    record_.result = *tricks;
  }

  struct Word {
    std::string_view text;
    std::size_t offset;
  };
  std::vector<Word> words_of_play() const {
    const PlacedTag& place = *place_of("Play");
    std::vector<Word> words;
    for (std::size_t at = place.lines; at < place.end;) {
      if (is_blank(text_[at]) || text_[at] == '\n') {
        ++at;
        continue;
      }
      if (text_[at] == '%' || text_[at] == ';' || text_[at] == '{') {  // a comment between rows
        at = std::min(text_.find(text_[at] == '{' ? '}' : '\n', at), place.end) + 1;
        continue;
      }
      std::size_t end = at;
      while (end < place.end && !is_blank(text_[end]) && text_[end] != '\n') ++end;
      words.push_back({text_.substr(at, end - at), at});
      at = end;
    }
    return words;
  }

  // Rows have fixed columns from the opening leader on, whoever led.
  void play() {
    const std::vector<Word> words = words_of_play();
    if (words.empty()) return;
    if (!record_.contract) refuse_value("Play", "play needs a contract", "[Contract \"3NT\"]");
    if (!record_.deal) refuse_value("Play", "play needs all four hands", "[Deal \"N:...\"]");
    Table table(record_.deal->hands, *record_.contract);
    const int leader = seat("Play");
    if (leader != table.leader()) {
      refuse_value(
          "Play",
          fmt::format("{} leads, not {}", kSeatLetters[table.leader()], kSeatLetters[leader]),
          "the columns begin with the player on declarer's left");
    }
    for (std::size_t row = 0; row < words.size(); row += 4) {
      std::array<const Word*, 4> by_seat{};
      for (std::size_t i = 0; i < 4 && row + i < words.size(); ++i) {
        if (words[row + i].text == "*") {
          if (row + i + 1 != words.size()) {
            refuse(words[row + i].offset, 1, "nothing follows the end of the play");
          }
          record_.claimed = true;
          break;
        }
        by_seat[(static_cast<std::size_t>(leader) + i) & 3U] = &words[row + i];
      }
      for (int i = 0; i < 4; ++i) {
        const Word* word = by_seat[static_cast<std::size_t>(table.turn())];
        if (word == nullptr || word->text == "-") break;
        one_card(table, *word);
        if (table.size() == 0) break;
      }
      if (table.size() != 0 && row + 4 < words.size() && words[row + 4].text != "*") {
        refuse(words[row].offset, 2, "this trick is not complete", "columns are seats, not turns");
      }
    }
    if (table.finished() && record_.result && *record_.result != table.won()) {
      refuse_value("Result", fmt::format("the play gives {} tricks", table.won()), "");
    }
  }

  void one_card(Table& table, const Word& word) {
    const auto card = parse_card(word.text);
    if (!card) refuse(word.offset, word.text.size(), "this is no card", "SA, HT, D9, C2");
    const char seat = kSeatLetters[table.turn()];
    if (!has(table.hand(table.turn()), *card)) {
      refuse(word.offset, word.text.size(),
             fmt::format("{} does not hold {}", seat, card_text(*card)));
    }
    if (!has(table.legal(), *card)) {
      refuse(word.offset, word.text.size(), fmt::format("{} has to follow suit", seat));
    }
    table.play(*card);
    record_.play.push_back(*card);
  }

  const SourceText& source_;
  std::string_view text_;
  std::vector<Record> records_;
  Record record_;
  std::vector<PlacedTag> places_;
  std::vector<std::string> comments_;
  bool in_braces_ = false;
};

}  // namespace

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

std::vector<Record> read(const SourceText& source) { return PbnReader(source).read(); }

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
  out.set("Vulnerable", std::string(kVulnerableNames[deal.vulnerable]));
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
