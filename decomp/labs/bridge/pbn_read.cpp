// Reading PBN: lines into tags, tags into what they say.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "cgt/support/text_input.hpp"
#include "decomp/labs/bridge/pbn.hpp"
#include "decomp/labs/bridge/read.hpp"

namespace cgt::bridge::pbn {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!(text = trimmed(text)).empty()) {
    std::size_t end = 0;
    while (end < text.size() && !is_blank(text[end])) ++end;
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

// A tag, and where it stands in the text.
struct PlacedTag {
  Tag tag;
  std::size_t value = 0;  // offset of the first character of the value
  std::size_t lines = 0;  // of what follows the pair
  std::size_t end = 0;
};
using Block = std::vector<PlacedTag>;

const PlacedTag* find(const Block& block, std::string_view name) {
  const auto at = std::find_if(block.begin(), block.end(),
                               [&](const PlacedTag& placed) { return placed.tag.name == name; });
  return at == block.end() ? nullptr : &*at;
}

// What the tags of one record say.
class Meaning {
 public:
  Meaning(const SourceText& source, const Block& block, Findings& findings)
      : source_(source), text_(source.text()), block_(block), findings_(findings) {}

  // Throws Refused.
  Record record() {
    for (const PlacedTag& placed : block_) record_.tags.push_back(placed.tag);
    if (const Tag* board = record_.find("Board")) record_.board = board->value;
    if (told("Dealer")) record_.dealer = seat("Dealer");
    if (told("Vulnerable")) vulnerable();
    if (told("Deal")) deal();
    if (told("Contract")) contract();
    if (told("Result")) result();
    if (record_.find("Play") != nullptr) play();
    return std::move(record_);
  }

 private:
  const SourceText& source_;
  std::string_view text_;
  const Block& block_;
  Findings& findings_;
  Record record_;

  const PlacedTag& placed(std::string_view name) const { return *find(block_, name); }
  // Without the mark of something irregular.
  std::string_view value_of(std::string_view name) const {
    const std::string_view value = trimmed(placed(name).tag.value);
    return value.substr(value.empty() || value[0] != '^' ? 0 : 1);
  }
  // A tag that is there and says something: "?" and "" do not.
  bool told(std::string_view name) const {
    return find(block_, name) != nullptr && !value_of(name).empty() && value_of(name) != "?";
  }
  [[noreturn]] void refuse_value(std::string_view name, std::string message,
                                 std::string hint) const {
    const PlacedTag& tag = placed(name);
    refuse(tag.value, std::max<std::size_t>(1, tag.tag.value.size()), std::move(message),
           std::move(hint));
  }

  int seat(std::string_view name) const {
    const std::string_view value = value_of(name);
    const auto seat = value.size() == 1 ? parse_seat(value[0]) : std::nullopt;
    if (!seat)
      refuse_value(name, fmt::format("expected a seat; found \"{}\"", value), "N, E, S or W");
    return *seat;
  }

  void vulnerable() {
    static constexpr std::pair<std::string_view, unsigned> kNames[] = {
        {"None", 0}, {"Love", 0}, {"-", 0}, {"NS", 1}, {"EW", 2}, {"All", 3}, {"Both", 3}};
    for (const auto& [name, sides] : kNames) {
      if (!same_word(value_of("Vulnerable"), name)) continue;
      record_.vulnerable = sides;
      return;
    }
    refuse_value("Vulnerable",
                 fmt::format("\"{}\" does not say who is vulnerable", value_of("Vulnerable")),
                 "None, NS, EW or All");
  }

  // Hands that are left out at the end are not known.
  void deal() {
    const std::string& value = placed("Deal").tag.value;
    const std::size_t start = placed("Deal").value;
    const auto first = parse_seat(value[0]);
    if (!first || value.size() < 2 || value[1] != ':') {
      refuse(start, 1, "a deal begins with a seat and a colon", "N:AKQ2.J3.T987.654 ...");
    }
    const std::vector<std::string_view> hands = words_of(std::string_view(value).substr(2));
    const auto offset = [&](std::string_view word) {
      return start + static_cast<std::size_t>(word.data() - value.data());
    };
    for (std::size_t i = 0; i < hands.size(); ++i) {
      if (i == 4) {
        const std::size_t at = offset(hands[i]);
        refuse(at, start + value.size() - at, "a deal has four hands");
      }
      one_hand((static_cast<std::size_t>(*first) + i) & 3U, hands[i], offset(hands[i]));
    }
    if (hands.empty()) refuse_value("Deal", "a deal has four hands", "an unknown hand is -");
    if (std::count(record_.known.begin(), record_.known.end(), true) == 3) {
      const auto fourth = std::find(record_.known.begin(), record_.known.end(), false);
      Cards rest = kDeck;
      for (const Cards hand : record_.hands) rest &= ~hand;
      record_.hands[static_cast<std::size_t>(fourth - record_.known.begin())] = rest;
      *fourth = true;
    }
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
      if (text[i] == '-') continue;  // a void
      const bool ten = text.substr(i, 2) == "10";
      const auto rank = ten ? 10 : parse_rank(text[i]);
      if (!rank) {
        refuse(offset + i, 1, fmt::format("expected a rank; found \"{}\"", text[i]),
               "AKQJT98765432");
      }
      const Card card = card_of(suit, *rank);
      Cards before = hand;
      for (const Cards other : record_.hands) before |= other;
      if (has(before, card)) {
        refuse(offset + i, 1, fmt::format("{} is dealt twice", card_text(card)));
      }
      hand |= bit(card);
      if (ten) ++i;
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
    const std::string_view value = value_of("Contract");
    for (const char* passed : {"Pass", "AP", "All Pass", "Passed", "Passed out", "P", "-"}) {
      if (same_word(value, passed)) return;
    }
    Contract contract;
    if (!parse_contract(value, contract)) {
      refuse_value("Contract", fmt::format("expected a contract; found \"{}\"", value),
                   "3NT, 4H, 2SX, 6DXX");
    }
    if (!told("Declarer")) {
      findings_.warn({placed("Contract").value, std::max<std::size_t>(1, value.size())},
                     "a contract without a declarer is left out", "[Declarer \"S\"]");
      return;
    }
    contract.declarer = seat("Declarer");
    record_.contract = contract;
  }

  // "9", or the tricks of a side: "NS 9", "NS 9 EW 4".
  void result() {
    std::vector<std::string_view> words = words_of(value_of("Result"));
    bool theirs = false;
    if (words.size() == 2 || words.size() == 4) {
      const auto side = parse_seat(words[0][0]);
      const bool known = side && (same_word(words[0], "NS") || same_word(words[0], "EW"));
      if (known && record_.contract) {
        theirs = ((*side ^ record_.contract->declarer) & 1) != 0;
        words = {words[1]};
      }
    }
    const auto tricks = parse_number<int>(words.size() == 1 ? words[0] : std::string_view());
    if (!tricks || *tricks < 0 || *tricks > 13) {
      refuse_value("Result",
                   fmt::format("expected a number of tricks; found \"{}\"", value_of("Result")),
                   "0 to 13");
    }
    record_.result = theirs ? 13 - *tricks : *tricks;
  }

  struct Word {
    std::string_view text;
    std::size_t offset;
  };
  // Cards, "-", and at the end "*" or "+"; what annotates them is left out.
  std::vector<Word> words_of_play() const {
    const PlacedTag& place = placed("Play");
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
      std::string_view word = text_.substr(at, end - at);
      if (word == "^R") {  // what is played after a revoke obeys no rules
        words.push_back({"*", at});
        return words;
      }
      word = word.substr(0, word.find_first_of("!?=$^"));
      if (!word.empty()) words.push_back({word, at});
      at = end;
    }
    return words;
  }

  void play() {
    const std::vector<Word> words = words_of_play();
    if (words.empty()) return;
    if (!record_.contract || !record_.deal) {
      const PlacedTag& tag = placed("Play");
      findings_.warn({tag.value, 1}, record_.deal ? "play without a contract is left out"
                                                  : "play without all four hands is left out");
      return;
    }
    Table table(record_.deal->hands, *record_.contract);
    const int leader = seat("Play");
    if (leader != table.leader()) {
      refuse_value(
          "Play",
          fmt::format("{} leads, not {}", kSeatLetters[table.leader()], kSeatLetters[leader]),
          "the columns begin with the player on declarer's left");
    }
    bool stopped = false;
    for (std::size_t row = 0; row < words.size() && !stopped; row += 4) {
      const std::size_t end = std::min(row + 4, words.size());
      stopped = one_row(table,
                        {words.begin() + static_cast<std::ptrdiff_t>(row),
                         words.begin() + static_cast<std::ptrdiff_t>(end)},
                        leader);
      if (!stopped) continue;
      // After the end come "-" only.
      for (std::size_t i = end; i < words.size(); ++i) {
        if (words[i].text == "*") record_.claimed = true;
        if (!parse_card(words[i].text)) continue;
        findings_.warn({words[row].offset, 2},
                       "this trick is not complete: what comes after it is left out",
                       "columns are seats, not turns");
        break;
      }
    }
    if (table.finished() && record_.result && *record_.result != table.won()) {
      refuse_value("Result", fmt::format("the play gives {} tricks", table.won()), "");
    }
  }

  // Rows have fixed columns from the opening leader on, whoever led; some are written in the order of
  // play all the same, which the cards tell. True if the play ends here.
  bool one_row(Table& table, const std::vector<Word>& row, int leader) {
    std::array<const Word*, 4> by_column{};
    std::array<const Word*, 4> by_holder{};
    bool in_columns = true;
    int cards = 0;
    int held = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].text == "*" || row[i].text == "+") {
        record_.claimed = row[i].text == "*";
        break;
      }
      const std::size_t column = (static_cast<std::size_t>(leader) + i) & 3U;
      by_column[column] = &row[i];
      if (row[i].text != "-") ++cards;
      const auto card = parse_card(row[i].text);
      for (std::size_t seat = 0; card && seat < 4; ++seat) {
        if (!has(table.hand(static_cast<int>(seat)), *card)) continue;
        in_columns = in_columns && seat == column;
        if (by_holder[seat] == nullptr) ++held;
        by_holder[seat] = &row[i];
      }
    }
    // Each card is another player's, and those have them whose turn it is.
    bool in_turn = held == cards;
    for (int i = 0; i < held; ++i)
      in_turn = in_turn && by_holder[static_cast<std::size_t>((table.turn() + i) & 3)] != nullptr;
    const auto& by_seat = in_columns || !in_turn ? by_column : by_holder;
    for (int i = 0; i < 4; ++i) {
      const Word* word = by_seat[static_cast<std::size_t>(table.turn())];
      if (word == nullptr || word->text == "-") {
        if (i < cards) {
          findings_.warn({row.front().offset, row.front().text.size()},
                         fmt::format("{} has no card in this trick: what is left of it is left out",
                                     kSeatLetters[table.turn()]));
        }
        return true;
      }
      one_card(table, *word);
    }
    return false;
  }

  void one_card(Table& table, const Word& word) {
    const auto card = parse_card(word.text);
    if (!card)
      refuse(word.offset, word.text.size(), fmt::format("expected a card; found \"{}\"", word.text),
             "SA, HT, D9, C2");
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
};

class PbnReader {
 public:
  explicit PbnReader(const SourceText& source)
      : source_(source), text_(source.text()), findings_(source) {}

  Records read() {
    std::size_t at = byte_order_mark(text_);
    while (at < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      findings_.attempt({}, [&] { line(at, end); });
      at = end + 1;
    }
    end_block();
    end_record();
    return findings_.finish();
  }

 private:
  const SourceText& source_;
  std::string_view text_;
  Findings findings_;
  Block block_;     // tags without a blank line between them
  Block record_;    // the blocks before it, if they may belong to the same record
  Block previous_;  // the record before
  std::map<std::string, std::string> standing_;  // "##": until the tag comes again
  std::vector<std::string> comments_;            // before the next tag
  bool in_braces_ = false;
  bool in_data_ = false;  // or among the comments before a tag
  // Where a text stands next behind a place; the size of the whole if it does not. Places that are asked for come in
  // ascending order, so that the file is gone through once.
  struct Sought {
    std::string_view what;
    std::size_t at = 0;
  };
  Sought close_{"}"};
  Sought comment_{"\n{"};
  std::array<Sought, 5> begun_{{{"\n\n[Event \""},
                                {"\n\r\n[Event \""},
                                {"\n\n[Board \""},
                                {"\n\r\n[Board \""},
                                {"\n[Deal \""}}};

  void line(std::size_t begin, std::size_t end) {
    while (end > begin && is_blank(text_[end - 1])) --end;
    const std::string_view body = text_.substr(begin, end - begin);
    if (in_braces_) {
      in_braces_ = body.find('}') == std::string_view::npos;
      return comment_or_data(begin, body);
    }
    const std::string_view shown = trimmed(body);
    if (shown.empty()) {
      end_block();
    } else if (body[0] == '%' || shown[0] == ';') {
      comments_.emplace_back(body);
      in_data_ = false;
    } else if (shown[0] == '{') {
      in_data_ = false;
      in_braces_ = shown.find('}') == std::string_view::npos &&
                   comment_goes_on(static_cast<std::size_t>(shown.data() - text_.data()));
      comments_.emplace_back(body);
    } else if (shown[0] == '[') {
      in_data_ = true;
      pairs(static_cast<std::size_t>(shown.data() - text_.data()), end);
    } else if (block_.empty()) {
      refuse(begin, body.size(), "a record begins with a tag pair", "[Board \"1\"]");
    } else {
      in_data_ = true;
      data(begin, body);
    }
  }

  void comment_or_data(std::size_t begin, std::string_view body) {
    if (in_data_) return append(begin, body);
    comments_.emplace_back(body);
  }
  void data(std::size_t begin, std::string_view body) {
    const std::size_t open = body.rfind('{');
    in_braces_ = open != std::string_view::npos && body.find('}', open) == std::string_view::npos &&
                 comment_goes_on(begin + open);
    append(begin, body);
  }
  // Of a brace that its line does not close. If another comment or nothing closes it, and records begin before, it was
  // forgotten, and they are not a part of the comment. A tag that a comment quotes begins no record: that stands
  // behind an empty line, or is a deal.
  bool comment_goes_on(std::size_t open) {
    const std::size_t close = next(close_, open);
    const std::size_t end = next(comment_, open);
    if (end >= close && close < text_.size()) return true;
    const std::size_t last = std::min(end, close);
    for (Sought& begun : begun_) {
      if (next(begun, open) >= last) continue;
      findings_.warn({open, 1}, "this comment has no end before the next record");
      return false;
    }
    return true;
  }
  std::size_t next(Sought& sought, std::size_t behind) const {
    if (sought.at <= behind)
      sought.at = std::min(text_.find(sought.what, behind + 1), text_.size());
    return sought.at;
  }
  void append(std::size_t begin, std::string_view body) {
    PlacedTag& last = block_.back();
    if (last.tag.lines.empty()) last.lines = begin;
    last.end = begin + body.size();
    last.tag.lines.emplace_back(body);
  }

  // Tag pairs of one line, and what follows the last one.
  void pairs(std::size_t begin, std::size_t end) {
    while (begin < end && text_[begin] == '[') {
      begin = pair(begin, text_.substr(begin, end - begin));
      while (begin < end && is_blank(text_[begin])) ++begin;
    }
    if (begin < end) data(begin, text_.substr(begin, end - begin));
  }

  // Returns where the pair ends.
  std::size_t pair(std::size_t begin, std::string_view body) {
    std::size_t at = 1;
    while (at < body.size() && is_blank(body[at])) ++at;
    const std::size_t first = at;
    while (at < body.size() &&
           (std::isalnum(static_cast<unsigned char>(body[at])) != 0 || body[at] == '_')) {
      ++at;
    }
    const std::string name(body.substr(first, at - first));
    while (at < body.size() && is_blank(body[at])) ++at;
    if (name.empty() || at == body.size() || body[at] != '"') {
      refuse(begin, body.size(), "expected a tag and its value", "[Name \"value\"]");
    }
    const std::size_t value = at + 1;
    // A quote inside of a value has a backslash before it.
    for (at = value; at < body.size() && (body[at] != '"' || body[at - 1] == '\\'); ++at) {
    }
    std::size_t close = std::min(at + 1, body.size());
    while (close < body.size() && is_blank(body[close])) ++close;
    if (close == body.size() || body[close] != ']') {
      refuse(begin, body.size(), "the value of a tag ends with \"]", "[Name \"value\"]");
    }
    const std::size_t after = begin + close + 1;
    if (identifies(name) && find(block_, name) != nullptr) end_block();
    block_.push_back({{name, std::string(body.substr(value, at - value)), {}, std::move(comments_)},
                      begin + value,
                      after,
                      after});
    comments_.clear();
    return after;
  }

  // A record has one event, one board and one deal.
  static bool identifies(std::string_view name) {
    return name == "Event" || name == "Board" || name == "Deal";
  }
  // Blank lines stand between records, but inside of some, too.
  void end_block() {
    bool named = false;
    bool again = false;
    for (const PlacedTag& placed : block_) {
      if (!identifies(placed.tag.name)) continue;
      named = true;
      again = again || find(record_, placed.tag.name) != nullptr;
    }
    if (again || (named && find(record_, "Deal") != nullptr)) end_record();
    std::move(block_.begin(), block_.end(), std::back_inserter(record_));
    block_.clear();
  }

  // The values that are told by reference.
  void inherit() {
    for (PlacedTag& placed : record_) {
      std::string& value = placed.tag.value;
      if (value.empty() || value[0] != '#') {
        standing_.erase(placed.tag.name);
        continue;
      }
      const bool stands = value.substr(0, 2) == "##";
      const PlacedTag* before = find(previous_, placed.tag.name);
      if (value.size() == (stands ? 2 : 1)) {
        const std::vector<std::string> lines = std::move(placed.tag.lines);
        value = before == nullptr ? "" : before->tag.value;
        if (lines.empty() && before != nullptr) {
          placed.tag.lines = before->tag.lines;
          placed.value = before->value;
          placed.lines = before->lines;
          placed.end = before->end;
        } else {
          placed.tag.lines = lines;
        }
      } else if (stands) {
        value.erase(0, 2);
      }
      standing_.erase(placed.tag.name);
      if (stands) standing_[placed.tag.name] = placed.tag.value;
    }
    for (const auto& [name, value] : standing_) {
      if (find(record_, name) == nullptr) record_.push_back({{name, value, {}, {}}, 0, 0, 0});
    }
    // Another table of the same board.
    const PlacedTag* board = find(record_, "Board");
    const PlacedTag* before = find(previous_, "Board");
    if (board == nullptr || before == nullptr || board->tag.value != before->tag.value) return;
    for (const char* shared : {"Dealer", "Vulnerable", "Deal"}) {
      const PlacedTag* known = find(previous_, shared);
      if (find(record_, shared) != nullptr || known == nullptr) continue;
      record_.push_back(*known);
      record_.back().tag.comments.clear();
    }
  }

  void end_record() {
    if (record_.empty()) return;
    inherit();
    const PlacedTag* board = find(record_, "Board");
    findings_.attempt(board == nullptr ? "a record" : fmt::format("board {}", board->tag.value),
                      [&] { findings_.add(Meaning(source_, record_, findings_).record()); });
    previous_ = std::move(record_);
    record_.clear();
  }
};

}  // namespace

Findings::Findings(const SourceText& source) : source_(source) {}

void Findings::warn(SourceSpan span, std::string message, std::string hint) {
  warnings_.push_back({Severity::kWarning, std::move(message), std::move(hint), span});
}

void Findings::attempt(const std::string& what, const std::function<void()>& read) {
  try {
    read();
  } catch (const Refused& refused) {
    if (!refusal_) refusal_ = refused.diagnostic;
    Diagnostic told = refused.diagnostic;
    told.severity = Severity::kWarning;
    told.message = (what.empty() ? "a line" : what) + " is left out: " + told.message;
    warnings_.push_back(std::move(told));
  }
}

Records Findings::finish() {
  if (records_.empty() && refusal_) throw InputError(source_, {*refusal_});
  Records out{std::move(records_), {}};
  for (const Diagnostic& warning : warnings_) out.warnings.push_back(render(warning, source_));
  return out;
}

void refuse(std::size_t offset, std::size_t length, std::string message, std::string hint) {
  throw Refused{{Severity::kError, std::move(message), std::move(hint), {offset, length}}};
}

Records read(const SourceText& source) {
  return looks_like_lin(source.text()) ? read_lin(source) : PbnReader(source).read();
}

}  // namespace cgt::bridge::pbn
