#include "cgt/text/parse.hpp"

#include <charconv>
#include <limits>
#include <string>

#include "cgt/algebra/uptimal.hpp"
#include "cgt/support/diagnostic.hpp"

namespace cgt {
namespace {

// Enough for every value that was ever printed; more is a typing error.
constexpr std::size_t kMostBars = 1000;

// A reader with one frame for every open bracket, so nesting costs no machine stack.
class Reader {
 public:
  Reader(Store& store, std::string_view text) : store_(store), text_(text) {}

  GameId read() {
    frames_.push_back({Frame::Kind::kTop, 0});
    while (true) {
      skip_space();
      if (at_ == text_.size()) break;
      step();
    }
    if (frames_.size() > 1) {
      fail(frames_.back().opened, 1, "this bracket is never closed");
    }
    return finish_sum(frames_.back());
  }

 private:
  struct Frame {
    enum class Kind { kTop, kParen, kTiny, kMiny, kBrace };
    Kind kind;
    std::size_t opened;
    // The sum being read.
    GameId sum = kZero;
    bool has_value = false;  // something has been read since the last separator
    bool expects = true;     // an operand must come next
    bool glued = false;      // the last thing read was a part to which ^ v * Tiny may be glued
    int sign = 1;            // of the next operand
    int binary_sign = 1;     // of the operator before it, without the signs that are its own
    int glue_sign = 1;       // of what is glued to the last part
    bool switches = false;   // +- before the next operand
    std::size_t operand_at = 0;
    // Of a brace: the lists read so far, and after each the bars that end it.
    std::vector<GameList> lists{1};
    std::vector<std::size_t> bars{};
    std::vector<std::size_t> bar_at{};
    bool comma = false;  // the last separator was a comma
  };

  [[noreturn]] void fail(std::size_t offset, std::size_t length, std::string message,
                         std::string hint = {}) const {
    throw InputError(SourceText("<value>", std::string(text_)),
                     {{Severity::kError, std::move(message), std::move(hint), {offset, length}}});
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  Dyadic read_integer() {
    const std::size_t from = at_;
    while (is_digit(peek())) ++at_;
    return {mpz_class(std::string(text_.substr(from, at_ - from))), 0};
  }

  Dyadic read_number() {
    const Dyadic numerator = read_integer();
    if (peek() != '/' || !is_digit(peek(1))) return numerator;
    const std::size_t slash = at_++;
    const mpz_class denominator = read_integer().numerator();
    const auto power = denominator == 0 ? 0 : mpz_scan1(denominator.get_mpz_t(), 0);
    if (denominator == 0 || mpz_sizeinbase(denominator.get_mpz_t(), 2) != power + 1) {
      fail(slash + 1, at_ - slash - 1, "this is not the value of a short game",
           "denominators of numbers are powers of two");
    }
    return {numerator.numerator(), static_cast<std::uint32_t>(power)};
  }

  template <class Int>
  Int read_count(Int if_missing) {
    if (!is_digit(peek())) return if_missing;
    const std::size_t from = at_;
    while (is_digit(peek())) ++at_;
    Int value{};
    const auto [end, error] = std::from_chars(text_.data() + from, text_.data() + at_, value);
    if (error != std::errc()) fail(from, at_ - from, "this count is too large");
    return value;
  }

  // <n> or [n] after ^ or v.
  GameId read_power(Player rising) {
    const std::size_t from = at_;
    const bool sum = text_[at_++] == '[';
    const char close = sum ? ']' : '>';
    if (!is_digit(peek())) fail(at_, 1, "a power of up is a number", "write ^<2> or ^[2]");
    const auto power = read_count<std::uint32_t>(0);
    if (peek() != close) fail(from, at_ - from, "this power of up is not closed");
    if (power == 0) fail(from + 1, at_ - from - 1, "powers of up count from 1");
    if (power > kMostPower) fail(from + 1, at_ - from - 1, "this power is too large");
    ++at_;
    return uptimal(store_, sum ? UptimalExpansion::powers_to(power, rising)
                               : UptimalExpansion::power(power, rising));
  }

  void operand(GameId value) {
    Frame& frame = frames_.back();
    if (frame.switches) value = store_.construct({value}, {store_.negate(value)});
    frame.sum = frame.sign > 0 ? store_.add(frame.sum, value) : store_.subtract(frame.sum, value);
    frame.sign = 1;
    frame.binary_sign = 1;
    frame.switches = false;
    frame.has_value = true;
    frame.expects = false;
  }

  GameId finish_sum(Frame& frame) {
    if (frame.expects || !frame.has_value) {
      fail(at_ == 0 ? 0 : at_ - (at_ == text_.size() ? 1 : 0), 1, "a value is missing here");
    }
    const GameId sum = frame.sum;
    frame.sum = kZero;
    frame.has_value = false;
    frame.expects = true;
    frame.glued = false;
    return sum;
  }

  // A part such as ^3 or *2 may stand where an operand is due, or be glued to the part before it.
  void begin_part() {
    Frame& frame = frames_.back();
    if (!frame.expects && !frame.glued) fail(at_, 1, "an operator is missing before this");
    frame.operand_at = at_;
  }

  void part(GameId value, bool may_glue, bool is_number = false) {
    Frame& frame = frames_.back();
    if (!frame.expects) {
      frame.sign = frame.glue_sign;
    } else {
      // -^* is -(^*), but the minus of -1^ belongs to the number: it is -1 + ^.
      frame.glue_sign = is_number ? frame.binary_sign : frame.sign;
    }
    operand(value);
    frame.glued = may_glue;
  }

  void open(Frame::Kind kind, std::size_t from) { frames_.push_back({kind, from}); }

  void step() {
    const std::size_t from = at_;
    const char c = peek();
    if (frames_.back().glued && from > 0 && (text_[from - 1] == ' ' || text_[from - 1] == '\n')) {
      frames_.back().glued = false;
    }
    if (is_digit(c)) {
      Frame& frame = frames_.back();
      if (!frame.expects) fail(from, 1, "an operator is missing before this");
      part(store_.number(read_number()), true, true);
    } else if (c == '^' || c == 'v') {
      begin_part();
      std::int64_t count = 0;
      while (peek() == c) {
        ++at_;
        ++count;
      }
      if (count == 1 && (peek() == '<' || peek() == '[')) {
        part(read_power(c == '^' ? Player::kLeft : Player::kRight), true);
        return;
      }
      if (count == 1) count = read_count<std::int64_t>(1);
      part(store_.up(c == '^' ? count : -count), true);
    } else if (c == '*') {
      begin_part();
      ++at_;
      part(store_.nimber(read_count<std::uint32_t>(1)), false);
    } else if (take("Tiny(")) {
      at_ = from;
      begin_part();
      at_ = from + 5;
      open(Frame::Kind::kTiny, from + 4);
    } else if (take("Miny(")) {
      at_ = from;
      begin_part();
      at_ = from + 5;
      open(Frame::Kind::kMiny, from + 4);
    } else if (c == '(' || c == '{') {
      if (!frames_.back().expects) fail(from, 1, "an operator is missing before this");
      ++at_;
      open(c == '(' ? Frame::Kind::kParen : Frame::Kind::kBrace, from);
    } else if (c == '+' || c == '-') {
      sign_operator(c);
    } else if (c == ')' || c == '}') {
      close(c);
    } else if (c == '|' || c == ',') {
      separator(c);
    } else {
      fail(from, 1, "this does not belong to a value",
           "values look like 3/4, ^2+*, {2|1||0}, +-1, Tiny(2)");
    }
  }

  void sign_operator(char c) {
    Frame& frame = frames_.back();
    const std::size_t from = at_++;
    frame.glued = false;
    if (c == '+' && peek() == '-') {
      ++at_;
      if (frame.switches) fail(from, 2, "+- cannot follow +-");
      frame.switches = true;
      frame.expects = true;
      return;
    }
    if (frame.switches) fail(from, 1, "put the value after +- in parentheses");
    if (c == '-') frame.sign = -frame.sign;
    if (!frame.expects) frame.binary_sign = frame.sign;
    frame.expects = true;
  }

  void separator(char c) {
    Frame& frame = frames_.back();
    const std::size_t from = at_;
    if (frame.kind != Frame::Kind::kBrace) {
      fail(from, 1, c == '|' ? "a bar outside braces" : "a comma outside braces",
           "games are written {Left options|Right options}");
    }
    if (c == ',') {
      ++at_;
      frame.lists.back().push_back(finish_sum(frame));
      frame.comma = true;
      return;
    }
    std::size_t count = 0;
    while (peek() == '|') {
      ++at_;
      ++count;
    }
    if (count > kMostBars) fail(from, 1, "too many bars in a row");
    if (frame.has_value || !frame.expects) {
      frame.lists.back().push_back(finish_sum(frame));
    } else if (frame.comma) {
      fail(from, 1, "a value is missing before this");
    }
    frame.comma = false;
    frame.bars.push_back(count);
    frame.bar_at.push_back(from);
    frame.lists.emplace_back();
  }

  void close(char c) {
    Frame& frame = frames_.back();
    const bool matches = c == '}'
                             ? frame.kind == Frame::Kind::kBrace
                             : frame.kind != Frame::Kind::kBrace && frame.kind != Frame::Kind::kTop;
    if (!matches) fail(at_, 1, "this bracket closes nothing");
    const Frame::Kind kind = frame.kind;
    GameId value;
    if (kind == Frame::Kind::kBrace) {
      if (frame.has_value || !frame.expects) {
        frame.lists.back().push_back(finish_sum(frame));
      } else if (frame.comma) {
        fail(at_, 1, "a value is missing before this");
      }
      if (frame.bars.empty()) {
        // +-{a,b}: a switch with several options.
        Frame& outer = frames_[frames_.size() - 2];
        if (!outer.switches)
          fail(frame.opened, 1, "a game needs a bar", "write {Left options|Right options}");
        GameList negatives;
        for (const GameId g : frame.lists[0]) negatives.push_back(store_.negate(g));
        value = store_.construct(frame.lists[0], negatives);
        outer.switches = false;
      } else {
        value = reduce(frame, 0, frame.bars.size());
      }
    } else {
      value = finish_sum(frame);
    }
    ++at_;
    frames_.pop_back();
    if (kind == Frame::Kind::kTiny || kind == Frame::Kind::kMiny) {
      const bool tiny = kind == Frame::Kind::kTiny;
      const GameId threat = tiny ? store_.construct({kZero}, {store_.negate(value)})
                                 : store_.construct({value}, {kZero});
      part(tiny ? store_.construct({kZero}, {threat}) : store_.construct({threat}, {kZero}), false);
    } else {
      part(value, false);
    }
  }

  // The form made of lists[from..to] and the bars between them: the longest bar splits it, and a
  // side with bars of its own is one option. Depth is at most the number of different bar lengths.
  GameId reduce(Frame& frame, std::size_t from, std::size_t to) {
    std::size_t split = from;
    bool unique = true;
    for (std::size_t i = from + 1; i < to; ++i) {
      if (frame.bars[i] == frame.bars[split]) {
        split = i;  // the later one is the surprise
        unique = false;
      } else if (frame.bars[i] > frame.bars[split]) {
        split = i;
        unique = true;
      }
    }
    if (!unique) {
      fail(frame.bar_at[split], frame.bars[split], "two bars of the same length do not nest",
           "give the outer bar more strokes: {a||b|c}");
    }
    const auto side = [&](std::size_t a, std::size_t b) {
      return a == b ? frame.lists[a] : GameList{reduce(frame, a, b)};
    };
    const GameList left = side(from, split);
    const GameList right = side(split + 1, to);
    return store_.construct(left, right);
  }

  Store& store_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Frame> frames_;
};

}  // namespace

GameId parse_value(Store& store, std::string_view text) { return Reader(store, text).read(); }

}  // namespace cgt
