// Smart Game Format (Hollosi 1997-1999, FF[4], and its elders). The reader goes once over the text
// with depth counters instead of a stack: only one line of the tree means anything here. So its
// memory does not grow with nesting, and of a node only the known properties are kept, each as a
// place in the text. Texts become UTF-8 before anything is read (charset.hpp).
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "decomp/go/board/game.hpp"
#include "decomp/go/record/annotate.hpp"
#include "decomp/go/record/charset.hpp"
#include "decomp/go/record/decimal.hpp"
#include "decomp/go/record/problem.hpp"

namespace cgt::go {
namespace {

// Larger files are refused before they fill the memory; collections of all known games are smaller.
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 28U;

// Problems with a record that is read all the same: that many are told one by one.
constexpr std::size_t kMostWarnings = 16;

enum class Key {
  kNone,
  kGM,
  kSZ,
  kCA,
  kKM,
  kRU,
  kGN,
  kHA,
  kPL,
  kAB,
  kAW,
  kAE,
  kTR,
  kMA,
  kTB,
  kTW,
  kB,
  kW
};

constexpr std::array<std::pair<std::string_view, Key>, 17> kKeys{{{"GM", Key::kGM},
                                                                  {"SZ", Key::kSZ},
                                                                  {"CA", Key::kCA},
                                                                  {"KM", Key::kKM},
                                                                  {"RU", Key::kRU},
                                                                  {"GN", Key::kGN},
                                                                  {"HA", Key::kHA},
                                                                  {"PL", Key::kPL},
                                                                  {"AB", Key::kAB},
                                                                  {"AW", Key::kAW},
                                                                  {"AE", Key::kAE},
                                                                  {"TR", Key::kTR},
                                                                  {"MA", Key::kMA},
                                                                  {"TB", Key::kTB},
                                                                  {"TW", Key::kTW},
                                                                  {"B", Key::kB},
                                                                  {"W", Key::kW}}};

std::string_view name_of(Key key) {
  for (const auto& [name, known] : kKeys) {
    if (known == key) return name;
  }
  return "";
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// 0 to 51, or -1.
int coordinate(char c) {
  if (is_lower(c)) return c - 'a';
  if (is_upper(c)) return c - 'A' + 26;
  return -1;
}

class SgfReader {
 public:
  // `places`, if given, gets the nodes of the line: first that of the position before the first move,
  // then those of the moves; `unclosed` how many ')' are missing at the end of the file.
  SgfReader(const Utf8Text& text, const std::string& name, const SgfOptions& options,
            std::vector<SgfPlace>* places = nullptr, std::size_t* unclosed = nullptr)
      : text_(text.text),
        name_(name),
        options_(options),
        play_moves_(options.moves < 0 ? 0 : static_cast<std::size_t>(options.moves)),
        places_(places),
        unclosed_(unclosed),
        charset_warning_(text.warning) {}

  Problem read() {
    for (std::size_t game = 1; game < options_.game; ++game) {
      find_game(game);
      pass_game();
    }
    find_game(options_.game);
    std::size_t depth = 0;
    // Of the parentheses around the line, the innermost; variations seen right inside of it.
    std::size_t level = 1;
    std::size_t variations = 0;
    std::size_t branchings = 0;
    bool line_ended = false;
    do {
      skip_blanks();
      if (at_ == text_.size()) {
        warn(text_.size(), 1, fmt::format("the file ends inside a game: {} '(' without ')'", depth),
             "the file seems to be cut off; read as far as it goes");
        if (!line_ended) end_line(branchings, variations);
        if (unclosed_ != nullptr) *unclosed_ = depth;
        break;
      }
      const char c = text_[at_];
      if (c == '(') {
        if (!line_ended && depth == level && ++variations == variation(branchings)) {
          ++level;
          ++branchings;
          variations = 0;
        }
        ++depth;
        ++at_;
        skip_blanks();
        if (at_ < text_.size() && text_[at_] != ';') {
          if (!is_property_next()) {
            throw fail(at_, 1, "a variation starts with ';'", "after '(' comes a node, ';'");
          }
          warn(at_, 1, "a variation starts with ';'", "read as if it stood here");
          take_node(at_, !line_ended && depth == level && variations == 0);
        }
      } else if (c == ')') {
        if (!line_ended && depth == level) {
          end_line(branchings, variations);
          line_ended = true;
        }
        --depth;
        ++at_;
      } else if (c == ';') {
        const bool on_line = !line_ended && depth == level && variations == 0;
        const std::size_t start = at_++;
        take_node(start, on_line);
      } else {
        throw fail(at_, 1, "expected ';', '(' or ')' between nodes",
                   "properties look like AB[aa][bb]");
      }
    } while (depth > 0);
    return finish();
  }

  // Of what was read: a game from its beginning, not a problem with its solution?
  bool is_game() const { return is_game_; }

 private:
  // A known property of the node at hand: where its name is, and where its first '[' is.
  struct Property {
    Key key;
    std::size_t at;
    std::size_t values;
  };

  // Reads a node; one of the line that is followed counts.
  void take_node(std::size_t start, bool on_line) {
    read_node(on_line);
    if (on_line) apply_node(start);
  }

  // Does "AB[" or the like come?
  bool is_property_next() const {
    std::size_t at = at_;
    while (at < text_.size() && (is_upper(text_[at]) || is_lower(text_[at]))) ++at;
    const std::size_t end = at;
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return end > at_ && is_upper(text_[at_]) && at < text_.size() && text_[at] == '[';
  }

  // Which variation to follow at the branching with this number, from 1.
  std::size_t variation(std::size_t branching) const {
    return branching < options_.path.size() ? options_.path[branching] : 1;
  }

  // At the ')' that ends the line.
  void end_line(std::size_t branchings, std::size_t variations) const {
    if (variations > 0) {
      throw fail(at_, 1,
                 fmt::format("variation {} asked for, but there are {}", variation(branchings),
                             variations),
                 "a path has the number of a variation, from 1, for each branching");
    }
    if (branchings < options_.path.size()) {
      throw fail(at_, 1,
                 fmt::format("a path of {} variations asked for, but the line branches {} times",
                             options_.path.size(), branchings),
                 "each place where the file opens variations counts, with a single one, too");
    }
  }

  // Reads over the game at hand.
  void pass_game() {
    std::size_t depth = 0;
    do {
      skip_blanks();
      if (at_ == text_.size()) return;
      const char c = text_[at_];
      if (c == '(' || c == ')') depth += c == '(' ? std::size_t{1} : ~std::size_t{0};
      if (c == '[') {
        read_value();
      } else {
        ++at_;
      }
    } while (depth > 0);
  }

  void warn(std::size_t offset, std::size_t length, std::string message, std::string hint) {
    if (++warnings_ > kMostWarnings) return;
    problem_.warnings.push_back(
        render({Severity::kWarning, std::move(message), std::move(hint), {offset, length}},
               SourceText(name_, std::string(text_))));
  }

  InputError fail(std::size_t offset, std::size_t length, std::string message,
                  std::string hint) const {
    return InputError(SourceText(name_, std::string(text_)),
                      {{Severity::kError, std::move(message), std::move(hint), {offset, length}}});
  }

  InputError fail(std::string_view piece, std::string message, std::string hint) const {
    return fail(offset_of(piece), std::max<std::size_t>(piece.size(), 1), std::move(message),
                std::move(hint));
  }

  std::size_t offset_of(std::string_view piece) const {
    return static_cast<std::size_t>(piece.data() - text_.data());
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  // Text before the first "(;" is not part of the game (FF[4] says to skip it: mail headers). A '(' with
  // a property behind it is taken for one.
  // Leaves `at_` at its '('. `number`, from 1, tells how many there were before.
  void find_game(std::size_t number) {
    const std::size_t first = text_.find('(', at_);
    for (std::size_t open = first; open != std::string_view::npos; open = text_.find('(', at_)) {
      at_ = open + 1;
      skip_blanks();
      if (at_ < text_.size() && (text_[at_] == ';' || is_property_next())) {
        at_ = open;
        return;
      }
    }
    if (number > 1) {
      throw fail(text_.size(), 1,
                 fmt::format("game {} asked for, but the file has {}", options_.game, number - 1),
                 "games of a collection count from 1");
    }
    at_ = 0;
    skip_blanks();
    if (at_ == text_.size()) throw fail(0, 1, "the file is empty", "an SGF file starts with '(;'");
    const std::size_t shown = first == std::string_view::npos ? at_ : first;
    throw fail(shown, 1, "no game found", "an SGF file starts with '(;'");
  }

  // Leaves `at_` behind the ']' and returns what was inside. Requires '[' at `at_`.
  std::string_view read_value() {
    const std::size_t open = at_++;
    while (true) {
      at_ = text_.find_first_of("]\\", at_);
      if (at_ == std::string_view::npos || at_ + 1 >= text_.size()) {
        if (at_ != std::string_view::npos && text_[at_] == ']') break;
        at_ = text_.size();
        throw fail(open, 1, "the file ends inside a value: '[' without ']'",
                   "a ']' within text is written \\]");
      }
      if (text_[at_] == ']') break;
      at_ += 2;
    }
    return text_.substr(open + 1, at_++ - open - 1);
  }

  // Reads the properties of a node; keeps the known ones if `keep`.
  void read_node(bool keep) {
    properties_.clear();
    while (true) {
      skip_blanks();
      const std::size_t start = at_;
      std::array<char, 2> letters{};
      std::size_t capitals = 0;
      // Before FF[4] small letters in a name are only decoration: AddBlack is AB. Old names may have a
      // digit behind their first letter.
      const auto in_name = [&](char c) {
        return is_upper(c) || is_lower(c) || (capitals > 0 && is_digit(c));
      };
      for (; at_ < text_.size() && in_name(text_[at_]); ++at_) {
        if (is_lower(text_[at_])) continue;
        if (capitals < 2) letters[capitals] = text_[at_];
        ++capitals;
      }
      if (at_ == start) return;
      const std::size_t name_end = at_;
      skip_blanks();
      if (at_ == text_.size() || text_[at_] != '[' || capitals == 0) {
        if (at_ == text_.size()) {
          throw fail(start, name_end - start, "the file ends after a property name",
                     "the file seems to be cut off");
        }
        throw fail(
            start, name_end - start,
            capitals == 0 ? "property names have capital letters" : "a property name without value",
            "properties look like AB[aa][bb]");
      }
      Key key = Key::kNone;
      for (const auto& [name, known] : kKeys) {
        if (capitals == name.size() && name == std::string_view(letters.data(), capitals))
          key = known;
      }
      if (keep && key != Key::kNone) {
        const bool twice = std::ranges::any_of(
            properties_, [&](const Property& earlier) { return earlier.key == key; });
        if (twice && !may_be_twice(key)) throw given_twice(key, start);
        if (twice && !is_mark(key)) {
          warn(start, name_of(key).size(), fmt::format("{} is given twice", name_of(key)),
               is_setup(key) ? "read as one list" : "the first counts");
        }
        if (!twice || is_setup(key) || is_mark(key)) properties_.push_back({key, start, at_});
      }
      do {
        read_value();
        skip_blanks();
      } while (at_ < text_.size() && text_[at_] == '[');
    }
  }

  InputError given_twice(Key key, std::size_t offset) const {
    return fail(offset, name_of(key).size(), fmt::format("{} is given twice", name_of(key)), "");
  }

  // Two sizes, or two moves, leave open what the position is.
  static bool may_be_twice(Key key) {
    return key != Key::kSZ && key != Key::kGM && key != Key::kB && key != Key::kW;
  }

  // Calls take(value) for every value of the property. The text has been read before: no errors.
  template <class Take>
  void for_values(const Property& property, Take take) {
    const std::size_t kept = at_;
    at_ = property.values;
    do {
      take(read_value());
      skip_blanks();
    } while (at_ < text_.size() && text_[at_] == '[');
    at_ = kept;
  }

  std::string_view single_value(const Property& property) {
    std::string_view single;
    std::size_t count = 0;
    for_values(property, [&](std::string_view value) {
      if (count++ == 0) {
        single = value;
      } else if (value != single && !may_be_twice(property.key)) {
        throw fail(value, fmt::format("{} has one value only", name_of(property.key)), "");
      } else {
        warn(offset_of(value), std::max<std::size_t>(value.size(), 1),
             fmt::format("{} has one value only", name_of(property.key)), "the first counts");
      }
    });
    return single;
  }

  void apply_node(std::size_t start) {
    if (line_cut_) return;
    for (const Property& property : properties_) {
      if (is_setup(property.key) || property.key == Key::kB || property.key == Key::kW) continue;
      if (property.key == Key::kPL || is_mark(property.key)) continue;
      const bool anywhere = property.key == Key::kKM || property.key == Key::kRU ||
                            property.key == Key::kGN || property.key == Key::kHA;
      const auto index = static_cast<std::size_t>(property.key);
      if (root_done_ && !anywhere) {
        warn(property.at, 2, fmt::format("{} belongs to the first node", name_of(property.key)),
             "ignored here");
      } else if (given_[index]) {
        warn(property.at, 2, fmt::format("{} is given twice", name_of(property.key)),
             "the first counts");
      } else {
        given_[index] = true;
        apply_info(property);
      }
    }
    if (!root_done_) {
      problem_.board = Board(width_, height_);
      const auto size = static_cast<std::size_t>(problem_.board.size());
      set_at_.assign(size, 0);
      set_in_node_.assign(size, 0);
      root_done_ = true;
    }
    ++node_;
    if (places_ != nullptr) note_place(start);
    for (const Property& property : properties_) {
      if (is_setup(property.key)) apply_setup(property);
      if (line_cut_) return;
      if (property.key == Key::kPL && problem_.moves.empty()) apply_player(property);
    }
    for (const Property& property : properties_) {
      if (property.key == Key::kB) apply_move(property, Player::kLeft);
      if (property.key == Key::kW) apply_move(property, Player::kRight);
    }
    if (problem_.moves.empty()) apply_marks();
  }

  // The marks of the last node of the position. Readers of marks are lenient: what is not a point of the
  // board says nothing here.
  void apply_marks() {
    problem_.assumed.clear();
    for (const Player player : kPlayers) problem_.territory[player].clear();
    for (const Property& property : properties_) {
      if (property.key == Key::kTB) add_marked(property, problem_.territory[Player::kLeft]);
      if (property.key == Key::kTW) add_marked(property, problem_.territory[Player::kRight]);
      if (property.key == Key::kTR || property.key == Key::kMA) {
        add_marked(property, problem_.assumed);
      }
    }
  }

  void add_marked(const Property& property, std::vector<Point>& marked) {
    for_values(property, [&](std::string_view raw) {
      const std::string_view value = trimmed(raw);
      const std::size_t colon = value.find(':');
      const std::string_view a = trimmed(value.substr(0, colon));
      const std::string_view b =
          colon == std::string_view::npos ? a : trimmed(value.substr(colon + 1));
      if (a.size() != 2 || b.size() != 2) return;
      const auto [left, right] = std::minmax({coordinate(a[0]), coordinate(b[0])});
      const auto [top, bottom] = std::minmax({coordinate(a[1]), coordinate(b[1])});
      for (int y = top; y <= bottom; ++y) {
        for (int x = left; x <= right; ++x) {
          if (problem_.board.contains(x, y)) marked.push_back(Point::at(x, y));
        }
      }
    });
    std::ranges::sort(marked);
    marked.erase(std::unique(marked.begin(), marked.end()), marked.end());
  }

  static bool is_mark(Key key) {
    return key == Key::kTR || key == Key::kMA || key == Key::kTB || key == Key::kTW;
  }

  void note_place(std::size_t start) {
    std::size_t end = at_;
    while (is_blank(text_[end - 1])) --end;
    const SgfPlace here{start, end};
    if (places_->empty()) places_->emplace_back();
    const auto moves = std::ranges::count_if(properties_, [](const Property& property) {
      return property.key == Key::kB || property.key == Key::kW;
    });
    if (moves == 0 && places_->size() == 1) places_->back() = here;
    if (moves > 0) places_->push_back(here);
    // Two moves in a node, which is no good style: the node is the place of the first.
    if (moves > 1) places_->emplace_back();
  }

  static bool is_setup(Key key) { return key == Key::kAB || key == Key::kAW || key == Key::kAE; }

  void apply_info(const Property& property) {
    const std::string_view raw = single_value(property);
    const std::string_view value = trimmed(raw);
    switch (property.key) {
      case Key::kGM:
        if (!value.empty() && value != "1") {
          throw fail(value, fmt::format("game number {} is not Go", shown(value)), "Go is GM[1]");
        }
        return;
      case Key::kSZ: return read_size(raw);
      case Key::kHA: return read_handicap(value);
      case Key::kKM:
        problem_.komi = read_komi(raw);
        komi_at_ = raw;
        return;
      case Key::kRU: rules_ = raw; return;
      case Key::kGN: title_ = raw; return;
      default: return;
    }
  }

  // For messages: at most 20 bytes, quotes included.
  static std::string shown(std::string_view value) {
    constexpr std::size_t kShown = 20;
    if (value.size() <= kShown) return '"' + std::string(value) + '"';
    return '"' + std::string(value.substr(0, kShown)) + "...\"";
  }

  void read_size(std::string_view raw) {
    const std::string_view value = trimmed(raw);
    const std::size_t colon = value.find(':');
    const auto side = [&](std::string_view digits) {
      digits = trimmed(digits);
      int number = 0;
      if (digits.empty() || digits.size() > 9 ||
          !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        throw fail(raw, fmt::format("board size {} is not a number", shown(value)),
                   "SZ[19], or SZ[columns:rows]");
      }
      for (const char c : digits) number = number * 10 + (c - '0');
      if (number < 1 || number > kMaxSide) {
        throw fail(raw, fmt::format("board size {} is out of range", shown(value)),
                   "boards have 1 to 52 columns and rows");
      }
      return number;
    };
    width_ = side(value.substr(0, colon));
    height_ = colon == std::string_view::npos ? width_ : side(value.substr(colon + 1));
  }

  Dyadic read_komi(std::string_view raw) {
    const std::string_view value = trimmed(raw);
    if (value.empty()) return {};  // common in the wild, and means "none"
    Decimal komi;
    if (value.size() <= kLongestDecimal) komi = read_decimal(value);
    if (!komi.number) {
      komi = read_decimal(number_before_words(value));
      warn(offset_of(raw), std::max<std::size_t>(raw.size(), 1),
           fmt::format("komi {} is not a decimal number", shown(value)),
           komi.dyadic ? "read as " + decimal_text(komi.value) : "no komi is counted");
      return komi.value;
    }
    if (!komi.dyadic) {
      throw fail(raw, fmt::format("komi {} is not a dyadic number", shown(value)),
                 "scores are exact: use halves, quarters, eighths, ..., as in 6.5");
    }
    return komi.value;
  }

  // The number of "6,5" and "6.5 points", with a point in it; nothing if there are more numbers.
  static std::string number_before_words(std::string_view value) {
    const std::size_t end = std::min(value.find_first_not_of("+-.,0123456789"), value.size());
    if (end > kLongestDecimal || value.find_first_of("0123456789", end) != value.npos) return "";
    std::string number(value.substr(0, end));
    std::ranges::replace(number, ',', '.');
    return number;
  }

  // Some servers write hundredths of points: 375 and 650.
  void check_komi() {
    const Dyadic most(problem_.board.size() / 2);
    if (komi_at_.data() == nullptr || problem_.komi.abs() <= most) return;
    warn(offset_of(komi_at_), komi_at_.size(),
         fmt::format("komi {} is more than half of the board", shown(trimmed(komi_at_))),
         "counted as it is written; some servers write hundredths of points");
  }

  Point read_point(std::string_view point) {
    const int x = point.size() == 2 ? coordinate(point[0]) : -1;
    const int y = point.size() == 2 ? coordinate(point[1]) : -1;
    if (x < 0 || y < 0) {
      throw fail(point, fmt::format("{} is not a point", shown(point)),
                 "a point is two letters, column and row from the upper left corner");
    }
    if (!problem_.board.contains(x, y)) {
      throw fail(point, fmt::format("point {} is off the board", shown(point)),
                 fmt::format("a board of {} columns and {} rows has points aa to {}{}", width_,
                             height_, letter(width_ - 1), letter(height_ - 1)));
    }
    return Point::at(x, y);
  }

  static char letter(int coordinate) {
    return static_cast<char>(coordinate < 26 ? 'a' + coordinate : 'A' + coordinate - 26);
  }

  // Programs write words and fractions here, too; those mean nothing.
  void read_handicap(std::string_view value) {
    const bool digit = value.size() == 1 && value[0] >= '0' && value[0] <= '9';
    problem_.handicap = digit ? value[0] - '0' : 0;
  }

  void apply_setup(const Property& property) {
    if (!problem_.moves.empty()) {
      warn(property.at, 2,
           fmt::format("set-up stones after move {}", played_ + problem_.moves.size()),
           "play that many moves to get the position; the line is read up to here");
      line_cut_ = true;
      return;
    }
    if (played_ > 0) {
      warn(property.at, 2, fmt::format("set-up stones after move {}", played_),
           "put on the board, no prisoners are counted for stones that they replace");
    }
    black_set_ = black_set_ || property.key == Key::kAB;
    setup_changed_ = true;
    const Colour colour = property.key == Key::kAB   ? Colour::kBlack
                          : property.key == Key::kAW ? Colour::kWhite
                                                     : Colour::kEmpty;
    for_values(property, [&](std::string_view raw) {
      const std::string_view value = trimmed(raw);
      // AE[] and the like: some programs write empty lists so.
      if (value.empty()) return;
      const std::size_t colon = value.find(':');
      const Point a = read_point(trimmed(value.substr(0, colon)));
      const Point b =
          colon == std::string_view::npos ? a : read_point(trimmed(value.substr(colon + 1)));
      for (int y = std::min(a.y, b.y); y <= std::max(a.y, b.y); ++y) {
        for (int x = std::min(a.x, b.x); x <= std::max(a.x, b.x); ++x) {
          set_up(Point::at(x, y), colour, value);
        }
      }
    });
  }

  void set_up(Point p, Colour colour, std::string_view value) {
    const std::size_t number = problem_.board.index(p);
    if (set_in_node_[number] == node_ && problem_.board[p] != colour) {
      const bool stones = colour != Colour::kEmpty && problem_.board[p] != Colour::kEmpty;
      warn(offset_of(value), std::max<std::size_t>(value.size(), 1),
           stones ? "two stones on " + problem_.board.name(p)
                  : problem_.board.name(p) + " is set both to a stone and to empty",
           "the last counts; AB, AW and AE of a node list different points");
    }
    set_in_node_[number] = node_;
    set_at_[number] = offset_of(value);
    problem_.board.set(p, colour);
  }

  void apply_player(const Property& property) {
    const std::string_view raw = single_value(property);
    const std::string_view value = trimmed(raw);
    if (value == "B" || value == "b" || value == "black" || value == "Black" || value == "1") {
      problem_.to_play = Player::kLeft;
    } else if (value == "W" || value == "w" || value == "white" || value == "White" ||
               value == "2") {
      problem_.to_play = Player::kRight;
    } else {
      throw fail(raw, fmt::format("{} is not a player", shown(value)), "PL[B] or PL[W]");
    }
  }

  void check_setup() {
    if (!setup_changed_) return;
    setup_changed_ = false;
    if (const auto stone = problem_.board.stone_without_liberty()) {
      throw fail(
          set_at_[problem_.board.index(*stone)], 2,
          fmt::format("the {} stones at {} have no liberty",
                      colour_name(player_of(problem_.board[*stone])), problem_.board.name(*stone)),
          "such a position cannot arise: the stones would have been taken");
    }
  }

  // Handicap stones that a record counts and does not list stand where custom puts them.
  void place_handicap(const Property& property, Player player) {
    if (problem_.handicap < 2 || black_set_ || player != Player::kRight) return;
    if (played_ > 0 || !problem_.moves.empty()) return;
    const std::vector<Point> points = handicap_points(width_, height_, problem_.handicap);
    for (const Point p : points) {
      if (problem_.board[p] != Colour::kEmpty) return;
    }
    if (points.empty()) return;
    for (const Point p : points) problem_.board.set(p, Colour::kBlack);
    black_set_ = true;
    warn(property.at, 1, fmt::format("HA[{}] without stones", problem_.handicap),
         "they are put on their customary points");
  }

  void apply_move(const Property& property, Player player) {
    check_setup();
    place_handicap(property, player);
    const std::string_view raw = single_value(property);
    const std::string_view value = trimmed(raw);
    Problem::Move move{player, std::nullopt};
    const bool pass = value.empty() || (value == "tt" && width_ <= 19 && height_ <= 19);
    if (!pass) move.point = read_point(value);
    if (played_ + problem_.moves.size() == 0) {
      is_game_ = true;
      for (std::size_t i = 0; i < set_at_.size(); ++i) {
        is_game_ = is_game_ && problem_.board[problem_.board.point(i)] != Colour::kWhite;
      }
    }
    if (played_ == play_moves_) {
      problem_.moves.push_back(move);
      return;
    }
    problem_.last = move;
    if (move.point) {
      const bool free = problem_.board[*move.point] == Colour::kEmpty;
      if (!play_recorded(problem_.board, move, problem_.prisoners)) {
        warn(offset_of(value), value.size(),
             fmt::format("move {} is not legal: {} {}", played_ + 1,
                         problem_.board.name(*move.point), free ? "is suicide" : "is occupied"),
             free ? "played all the same: the stones are taken off"
                  : "played all the same: the stone there is replaced");
      }
      set_at_[problem_.board.index(*move.point)] = offset_of(value);
    }
    ++played_;
    problem_.to_play = opponent(player);
  }

  Problem finish() {
    check_setup();
    check_komi();
    std::erase_if(problem_.assumed, [&](Point p) { return problem_.board[p] == Colour::kEmpty; });
    if (options_.moves != kAllMoves && played_ < play_moves_) {
      throw fail(std::min(at_, text_.size()) - 1, 1,
                 fmt::format("move {} asked for, but the line has {}", play_moves_, played_),
                 "moves are counted along the variations that are followed, passes included");
    }
    if (!problem_.moves.empty() && (!problem_.to_play || played_ > 0)) {
      problem_.to_play = problem_.moves.front().player;
    }
    if (!problem_.to_play && problem_.handicap >= 2 && black_set_) {
      problem_.to_play = Player::kRight;
    }
    problem_.played = played_;
    if (!charset_warning_.empty()) {
      problem_.warnings.push_back(fmt::format("{}: warning: {}", name_, charset_warning_));
    }
    if (warnings_ > kMostWarnings) {
      problem_.warnings.push_back(
          fmt::format("{}: {} more warnings", name_, warnings_ - kMostWarnings));
    }
    problem_.name = simple_text(title_);
    problem_.rules = simple_text(rules_);
    return std::move(problem_);
  }

  // SimpleText: escapes resolved, blanks of all kinds are spaces, UTF-8.
  static std::string simple_text(std::string_view raw) {
    std::string out;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] == '\\' && i + 1 < raw.size()) {
        ++i;
        if (raw[i] == '\n' || raw[i] == '\r') {
          // A line end of two bytes counts once.
          if (i + 1 < raw.size() && (raw[i + 1] == '\n' || raw[i + 1] == '\r') &&
              raw[i + 1] != raw[i])
            ++i;
          continue;
        }
      }
      out += is_blank(raw[i]) ? ' ' : raw[i];
    }
    return out;
  }

  std::string_view text_;
  const std::string& name_;
  const SgfOptions& options_;
  std::size_t play_moves_;
  std::vector<SgfPlace>* places_;
  std::size_t* unclosed_;
  const std::string& charset_warning_;

  std::size_t at_ = 0;
  std::vector<Property> properties_;
  bool root_done_ = false;
  std::array<bool, kKeys.size() + 1> given_{};
  std::uint64_t node_ = 0;
  int width_ = 19;
  int height_ = 19;
  std::string_view title_;
  std::string_view rules_;
  std::string_view komi_at_;  // its value, if there is one
  std::size_t played_ = 0;
  bool setup_changed_ = false;
  bool black_set_ = false;           // AB was given, or the handicap placed
  bool is_game_ = false;             // there are moves, and no white stone before them
  bool line_cut_ = false;            // set-up stones after moves that are not played: the line ends
  std::size_t warnings_ = 0;         // all of them
  std::vector<std::size_t> set_at_;  // per point: offset of the value that set it last
  std::vector<std::uint64_t> set_in_node_;  // per point: number of the node that set it last
  Problem problem_;
};

}  // namespace

bool play_recorded(Board& board, const Move& move, PerPlayer<int>& prisoners) {
  if (!move.point) return true;
  const bool free = board[*move.point] == Colour::kEmpty;
  if (!free) board.set(*move.point, Colour::kEmpty);
  const PlayResult played = board.play(move.player, *move.point);
  prisoners[move.player] += played.captured;
  if (played.legal) return free;
  board.set(*move.point, colour_of(move.player));
  const Block block = board.block(*move.point);
  for (const Point p : block.stones) board.set(p, Colour::kEmpty);
  prisoners[opponent(move.player)] += static_cast<int>(block.stones.size());
  return false;
}

namespace {

// The same with a number of moves from the beginning.
SgfOptions counted(const Utf8Text& text, const std::string& name, SgfOptions options) {
  if (options.moves >= 0) return options;
  SgfOptions whole = options;
  whole.moves = kAllMoves;
  SgfReader reader(text, name, whole);
  const auto played = static_cast<MoveCount>(reader.read().played);
  if (options.moves == kLastOfGame) {
    options.moves = reader.is_game() ? played : 0;
  } else if (played + options.moves < 0) {
    throw Error(fmt::format("{}: {} moves before the end asked for, but the line has {}", name,
                            -options.moves, played),
                "moves are counted along the variations that are followed, passes included");
  } else {
    options.moves += played;
  }
  return options;
}

}  // namespace

Problem parse_sgf(std::string_view text, const std::string& name, const SgfOptions& options) {
  const Utf8Text utf8 = sgf_utf8(text);
  const SgfOptions from_start = counted(utf8, name, options);
  return SgfReader(utf8, name, from_start).read();
}

Problem parse_sgf(std::string_view text, const std::string& name, MoveCount moves) {
  return parse_sgf(text, name, SgfOptions{.moves = moves});
}

std::vector<SgfPlace> sgf_places(const Utf8Text& text, const std::string& name,
                                 const SgfOptions& options, std::size_t* unclosed) {
  std::vector<SgfPlace> places;
  SgfReader(text, name, options, &places, unclosed).read();
  return places;
}

Problem load_sgf(const std::string& path, MoveCount moves) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Error(fmt::format("{} is a directory", path), "give the name of an SGF file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(fmt::format("cannot open {}", path), "is the name right?");
  std::string text;
  std::vector<char> chunk(std::size_t{1} << 16U);
  while (file) {
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    text.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > kMaxFileBytes) {
      throw Error(fmt::format("{} is larger than {} MB", path, kMaxFileBytes >> 20U),
                  "is it an SGF file?");
    }
  }
  if (file.bad()) throw Error(fmt::format("cannot read {}", path));
  Problem problem = parse_sgf(text, path, moves);
  if (problem.name.empty()) problem.name = std::filesystem::path(path).stem().string();
  return problem;
}

std::string to_sgf(const Problem& problem) {
  const Board& board = problem.board;
  std::string out = "(;FF[4]CA[UTF-8]GM[1]";
  out += board.width() == board.height() ? fmt::format("SZ[{}]", board.width())
                                         : fmt::format("SZ[{}:{}]", board.width(), board.height());
  out += fmt::format("KM[{}]", decimal_text(problem.komi));
  if (!problem.rules.empty()) out += fmt::format("RU[{}]", sgf_escaped(problem.rules));
  if (!problem.name.empty()) out += fmt::format("GN[{}]", sgf_escaped(problem.name));
  if (problem.to_play) out += *problem.to_play == Player::kLeft ? "PL[B]" : "PL[W]";
  for (const Player player : kPlayers) {
    bool first = true;
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      if (board[board.point(i)] != colour_of(player)) continue;
      if (first) out += player == Player::kLeft ? "AB" : "AW";
      first = false;
      out += '[' + sgf_point(board.point(i)) + ']';
    }
  }
  if (!problem.assumed.empty()) out += "TR";
  for (const Point p : problem.assumed) out += '[' + sgf_point(p) + ']';
  for (const Problem::Move& move : problem.moves) {
    out += move.player == Player::kLeft ? ";B[" : ";W[";
    if (move.point) out += sgf_point(*move.point);
    out += ']';
  }
  return out + ")\n";
}

}  // namespace cgt::go
