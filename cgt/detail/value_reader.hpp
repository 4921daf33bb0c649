// The grammar of values, once for all that is written in it: text.hpp reads short games with it,
// cgt/text/loopy_text.hpp loopy ones.
//
//   value   = sum ["&" sum]
//   sum     = {sign} operand {sign {sign} operand}   sign: "+" "-", or "+-" before the last operand
//   operand = number {part} | part {part}            nothing between what is glued together
//   part    = "^" or "v" with a count, a power or repeated; "*" count; "Tiny(" value ")";
//             "Miny(" value ")"; a name of a value
//           | "(" value ")" | [label] "{" form "}"   nothing is glued to these
//   form    = list bars list {bars list}             more bars bind less
//   list    = [option {"," option}]                  option: a value, "pass" or a label around it
//
// Where Maker::kLoops is false, "&", names, labels and "pass" are refused, and what is left is the
// notation of short games.
//
// A Maker makes the values:
//   Value, Options            of a sum; a sequence of what stands in lists (short: the same thing)
//   store()                   where numbers, ups and nimbers come from: Value has to take a GameId
//   add, subtract, negate     of values
//   construct(left, right)    {left|right} of options that are values
//   form(left, right, n)      the same as an option; the n-th form, where "pass" leads to
//   new_form()                the next n
// and where there are loops
//   named(word)               the value of a name, if it is one
//   upon, uponth, sides(S, T) ^[on], ^<on>, S & T; the last one throws Error
//   pass(), label(n)          an option that leads to its own form, or to the n-th
//   is_value(o), value_of(o)  what an option is worth whose labels are all bound
//
// One frame for every open bracket and a stack of bars in it: nesting costs no machine stack.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "cgt/store/uptimal.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/text_input.hpp"

namespace cgt {

// Values as books print them, in the characters that values are read from: "±1" is "+-1".
class PlainText {
 public:
  explicit PlainText(std::string_view text) : given_(text) {
    while (!text.empty()) text_ += take(text);
  }

  std::string_view text() const { return text_; }
  std::string_view given() const { return given_; }
  // Where that place of the text stands in what was given.
  std::size_t place(std::size_t at) const {
    std::string_view rest = given_;
    std::size_t plain = 0;
    while (plain < at && !rest.empty()) plain += take(rest).size();
    return given_.size() - rest.size();
  }

 private:
  // The next character.
  static std::string_view take(std::string_view& text) {
    constexpr std::pair<std::string_view, std::string_view> kSymbols[] = {
        {"↑", "^"}, {"↓", "v"},   {"±", "+-"},  {"∗", "*"},   {"×", "*"},
        {"−", "-"}, {"½", "1/2"}, {"¼", "1/4"}, {"¾", "3/4"},
    };
    std::string_view symbol = text.substr(0, 1);
    std::string_view plain = symbol;
    if (static_cast<unsigned char>(text[0]) >= 0x80U) {
      for (const auto& [printed, read] : kSymbols) {
        if (text.starts_with(printed)) std::tie(symbol, plain) = std::tie(printed, read);
      }
    }
    text.remove_prefix(symbol.size());
    return plain;
  }

  std::string_view given_;
  std::string text_;
};

template <class Maker>
class ValueReader {
 public:
  using Value = typename Maker::Value;
  using Options = typename Maker::Options;
  using Option = typename Options::value_type;

  ValueReader(Maker& maker, std::string_view text)
      : make_(maker), plain_(text), text_(plain_.text()) {}

  // Throws InputError with position and hint.
  Value read() {
    open(Kind::kTop, 0);
    for (;;) {
      skip_space();
      if (at_ == text_.size()) break;
      step();
    }
    if (frames_.size() > 1) fail(frames_.back().opened, 1, "this bracket is never closed");
    return finish_value(frames_.back());
  }

 private:
  static constexpr bool kLoops = Maker::kLoops;
  // Enough for every value that was ever printed; more is a typing error.
  static constexpr std::size_t kMostBars = 1000;
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  enum class Kind { kTop, kParen, kTiny, kMiny, kBrace };
  // What stands before bars, until what stands behind them is complete.
  struct Half {
    Options left;
    std::size_t bars = 0;
  };
  struct Frame {
    Kind kind = Kind::kTop;
    std::size_t opened = 0;
    // The sum being read.
    Value sum{kZero};
    bool has_value = false;  // something has been read since the last separator
    bool expects = true;     // an operand must come next
    bool glued = false;      // the last thing read was a part to which others may be glued
    bool switches = false;   // +- before the next operand
    int sign = 1;            // of the next operand
    int binary_sign = 1;     // of the operator before it, without the signs that are its own
    int glue_sign = 1;       // of what is glued to the last part
    // Of a brace: the list being read, and the halves before it, fewer bars over more.
    Options list;
    std::vector<Half> halves{};
    bool comma = false;  // the last separator was a comma
    // Where there are loops.
    Value onside{kZero};  // of what stands before &
    std::size_t ampersand = kNone;
    bool is_option = false;  // what has been read is `option`, which has no value yet
    Option option{kZero};
    std::size_t option_at = 0;
    std::size_t option_length = 0;
    std::string_view label{};
    std::size_t form = 0;
    std::size_t needs = kNone;  // the outermost frame whose label occurs in it
  };

  [[noreturn]] void fail(std::size_t offset, std::size_t length, std::string message,
                         std::string hint = {}) const {
    const std::size_t first = plain_.place(offset);
    const std::size_t last = std::max(plain_.place(offset + length), first + 1);
    throw InputError(
        SourceText("<value>", std::string(plain_.given())),
        {{Severity::kError, std::move(message), std::move(hint), {first, last - first}}});
  }

  // --- characters -------------------------------------------------------------------------------
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  // Nothing is glued over a space.
  void skip_space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
      ++at_;
      frames_.back().glued = false;
    }
  }
  // So many of the character; `at_` goes behind them.
  std::size_t take_run(char c) {
    const std::size_t from = at_;
    while (peek() == c) ++at_;
    return at_ - from;
  }
  // The name of letters and digits that begins here.
  std::string_view word_here() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    return text_.substr(at_, end - at_);
  }
  bool tiny_at(std::size_t ahead) const {
    const std::string_view head = text_.substr(std::min(at_ + ahead, text_.size()), 5);
    return head == "Tiny(" || head == "Miny(";
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
      fail(slash + 1, at_ - slash - 1,
           kLoops ? "this is not the value of a game" : "this is not the value of a short game",
           "denominators of numbers are powers of two");
    }
    return {numerator.numerator(), static_cast<std::uint32_t>(power)};
  }

  template <class Int>
  Int read_count(Int if_missing) {
    if (!is_digit(peek())) return if_missing;
    const std::size_t from = at_;
    while (is_digit(peek())) ++at_;
    const std::optional<Int> value = parse_number<Int>(text_.substr(from, at_ - from));
    if (!value) fail(from, at_ - from, "this count is too large");
    return *value;
  }

  // <n> or [n] after ^ or v.
  Value read_power(Player rising) {
    const std::size_t from = at_;
    const bool sum = text_[at_++] == '[';
    const auto expect_end = [&] {
      if (peek() != (sum ? ']' : '>')) fail(from, at_ - from, "this power of up is not closed");
      ++at_;
    };
    if constexpr (kLoops) {
      if (word_here() == "on") {
        at_ += 2;
        expect_end();
        const Value power = sum ? make_.upon() : make_.uponth();
        return rising == Player::kLeft ? power : make_.negate(power);
      }
    }
    if (!is_digit(peek())) {
      if (kLoops) fail(at_, 1, "a power of up is a number or on", "write ^<2>, ^[2] or ^[on]");
      fail(at_, 1, "a power of up is a number", "write ^<2> or ^[2]");
    }
    const auto power = read_count<std::uint32_t>(0);
    expect_end();
    const std::size_t length = at_ - from - 2;
    if (power == 0) fail(from + 1, length, "powers of up count from 1");
    if (power > kMostPower) fail(from + 1, length, "this power is too large");
    return uptimal(make_.store(), sum ? UptimalExpansion::powers_to(power, rising)
                                      : UptimalExpansion::power(power, rising));
  }

  // --- sums -------------------------------------------------------------------------------------
  [[noreturn]] void fail_option(std::size_t at, std::size_t length) const {
    fail(at, length, "this is an option only: it has no value before its braces are closed",
         "a sum cannot contain pass or a name that is being defined");
  }

  void operand(Value value) {
    Frame& frame = frames_.back();
    if (frame.switches) value = make_.construct({value}, {make_.negate(value)});
    frame.sum = frame.sign > 0 ? make_.add(frame.sum, value) : make_.subtract(frame.sum, value);
    end_operand();
  }
  // One that stands by itself in braces.
  void operand(Option option, std::size_t at, std::size_t length) {
    Frame& frame = frames_.back();
    const bool alone = !frame.has_value && frame.ampersand == kNone && frame.sign == 1 &&
                       !frame.switches && frame.kind == Kind::kBrace;
    if (!alone) fail_option(at, length);
    frame.is_option = true;
    frame.option = std::move(option);
    frame.option_at = at;
    frame.option_length = length;
    end_operand();
    frame.glued = false;
  }
  void end_operand() {
    Frame& frame = frames_.back();
    frame.sign = 1;
    frame.binary_sign = 1;
    frame.switches = false;
    frame.has_value = true;
    frame.expects = false;
  }

  void expect_operand_due(std::size_t length = 1) const {
    if (!frames_.back().expects) fail(at_, length, "an operator is missing before this");
  }
  // A part such as ^3 or *2 may stand where an operand is due, or be glued to the part before it.
  void expect_part_due(std::size_t length = 1) const {
    if (!frames_.back().glued) expect_operand_due(length);
  }

  void part(Value value, bool may_glue, bool is_number = false) {
    Frame& frame = frames_.back();
    if (!frame.expects) {
      frame.sign = frame.glue_sign;
    } else {
      // -^* is -(^*), but the minus of -1^ belongs to the number: it is -1 + ^.
      frame.glue_sign = is_number ? frame.binary_sign : frame.sign;
    }
    operand(std::move(value));
    frame.glued = may_glue;
  }

  Value finish_value(Frame& frame) {
    if (frame.expects || !frame.has_value) {
      fail(at_ == 0 ? 0 : at_ - (at_ == text_.size() ? 1 : 0), 1, "a value is missing here");
    }
    Value value = std::move(frame.sum);
    if constexpr (kLoops) {
      if (frame.ampersand != kNone) value = sides(frame, value);
      frame.ampersand = kNone;
    }
    frame.sum = Value(kZero);
    frame.has_value = false;
    frame.expects = true;
    frame.glued = false;
    return value;
  }
  Option finish_option(Frame& frame) {
    Value value = finish_value(frame);
    if (std::exchange(frame.is_option, false)) return std::move(frame.option);
    return Option(std::move(value));
  }

  Value sides(const Frame& frame, const Value& offside) {
    try {
      return make_.sides(frame.onside, offside);
    } catch (const InputError&) {
      throw;
    } catch (const Error& error) {
      fail(frame.ampersand, 1, error.what(), error.hint());
    }
  }

  // --- steps ------------------------------------------------------------------------------------
  void open(Kind kind, std::size_t from) {
    Frame& frame = frames_.emplace_back();
    frame.kind = kind;
    frame.opened = from;
    if (kind == Kind::kBrace) frame.form = make_.new_form();
  }

  void step() {
    const std::size_t from = at_;
    const char c = peek();
    if (is_digit(c)) {
      expect_operand_due();
      part(make_.store().number(read_number()), true, true);
    } else if (c == '^' || (c == 'v' && is_down())) {
      up(c);
    } else if (c == '*') {
      expect_part_due();
      ++at_;
      part(make_.store().nimber(read_count<std::uint32_t>(1)), false);
    } else if (tiny_at(0)) {
      expect_part_due(4);
      at_ += 5;
      open(c == 'T' ? Kind::kTiny : Kind::kMiny, from + 4);
    } else if (c == '(' || c == '{') {
      expect_operand_due();
      ++at_;
      open(c == '(' ? Kind::kParen : Kind::kBrace, from);
    } else if (c == '+' || c == '-') {
      sign_operator(c);
    } else if (c == ')' || c == '}') {
      close(c);
    } else if (c == '|' || c == ',') {
      separator(c);
    } else {
      if constexpr (kLoops) {
        if (c == '&') return ampersand();
        if (is_letter(c)) return word();
      }
      fail(from, 1, "this does not belong to a value",
           kLoops ? "values look like 3/4, ^2+*, {2|1||0}, a{0|a}, {0|pass}, on & off"
                  : "values look like 3/4, ^2+*, {2|1||0}, +-1, Tiny(2)");
    }
  }

  // Is this v down, rather than the beginning of a name?
  bool is_down() const {
    if constexpr (kLoops)
      return (!is_letter(peek(1)) && peek(1) != '{') || peek(1) == 'v' || tiny_at(1);
    return true;
  }

  void up(char c) {
    expect_part_due();
    auto count = static_cast<std::int64_t>(take_run(c));
    if (count == 1 && (peek() == '<' || peek() == '[')) {
      part(read_power(c == '^' ? Player::kLeft : Player::kRight), true);
      return;
    }
    if (count == 1) count = read_count<std::int64_t>(1);
    part(make_.store().up(c == '^' ? count : -count), true);
  }

  void sign_operator(char c) {
    Frame& frame = frames_.back();
    if (frame.is_option) fail_option(frame.option_at, frame.option_length);
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

  void ampersand() {
    Frame& frame = frames_.back();
    if (frame.is_option) fail_option(frame.option_at, frame.option_length);
    if (frame.ampersand != kNone) fail(at_, 1, "a value has two sides only");
    frame.onside = finish_value(frame);
    frame.ampersand = at_++;
  }

  // A name of a value, a label, or "pass".
  void word() {
    const std::size_t from = at_;
    const std::string_view name = word_here();
    auto value = make_.named(name);
    if (value) {
      // 1over is 1 + over.
      expect_part_due(name.size());
    } else {
      expect_operand_due(name.size());
    }
    at_ += name.size();
    if (peek() == '{') {
      if (value || name == "pass" || name == "v")
        fail(from, name.size(), "this name has a meaning of its own");
      if (!labels_.emplace(name, frames_.size()).second)
        fail(from, name.size(), "this name is already bound around here", "choose another name");
      ++at_;
      open(Kind::kBrace, from);
      frames_.back().label = name;
    } else if (value) {
      part(*std::move(value), false);
    } else if (name == "pass") {
      if (frames_.back().kind != Kind::kBrace)
        fail(from, name.size(), "pass stands outside of braces", "{0|pass}");
      operand(make_.pass(), from, name.size());
    } else if (const auto it = labels_.find(name); it != labels_.end()) {
      frames_.back().needs = std::min(frames_.back().needs, it->second);
      operand(make_.label(frames_[it->second].form), from, name.size());
    } else {
      fail(from, name.size(), "the name '" + std::string(name) + "' is not bound here",
           "a name stands before the braces that it names: a{0|a}");
    }
  }

  void separator(char c) {
    Frame& frame = frames_.back();
    const std::size_t from = at_;
    if (frame.kind != Kind::kBrace) {
      fail(from, 1, c == '|' ? "a bar outside braces" : "a comma outside braces",
           "games are written {Left options|Right options}");
    }
    if (c == ',') {
      ++at_;
      frame.list.push_back(finish_option(frame));
      frame.comma = true;
      return;
    }
    const std::size_t count = take_run('|');
    if (count > kMostBars) fail(from, 1, "too many bars in a row");
    end_list(from);
    // What fewer bars separate is one option of what these do.
    join_halves(count);
    if (!frame.halves.empty() && frame.halves.back().bars == count) {
      fail(from, count, "two bars of the same length do not nest",
           "give the outer bar more strokes: {a||b|c}");
    }
    frame.halves.push_back({std::exchange(frame.list, {}), count});
  }

  void end_list(std::size_t where) {
    Frame& frame = frames_.back();
    if (frame.has_value || !frame.expects || frame.ampersand != kNone) {
      frame.list.push_back(finish_option(frame));
    } else if (frame.comma) {
      fail(where, 1, "a value is missing before this");
    }
    frame.comma = false;
  }

  // Puts together what fewer than `bars` bars separate, but for the outermost form of the braces.
  void join_halves(std::size_t bars) {
    Frame& frame = frames_.back();
    while (!frame.halves.empty() && frame.halves.back().bars < bars) {
      if (bars == kNone && frame.halves.size() == 1) return;
      Half half = std::move(frame.halves.back());
      frame.halves.pop_back();
      Option joined =
          make_.form(std::move(half.left), std::exchange(frame.list, {}), make_.new_form());
      frame.list.push_back(std::move(joined));
    }
  }

  void close(char c) {
    const Kind kind = frames_.back().kind;
    const bool matches =
        c == '}' ? kind == Kind::kBrace : kind != Kind::kBrace && kind != Kind::kTop;
    if (!matches) fail(at_, 1, "this bracket closes nothing");
    if (kind == Kind::kBrace) {
      end_list(at_);
      if (frames_.back().halves.empty()) {
        close_switch();
      } else {
        close_form();
      }
      return;
    }
    const Value value = finish_value(frames_.back());
    ++at_;
    frames_.pop_back();
    if (kind == Kind::kParen) return part(value, false);
    const Value zero(kZero);
    const bool tiny = kind == Kind::kTiny;
    const Value threat =
        tiny ? make_.construct({zero}, {make_.negate(value)}) : make_.construct({value}, {zero});
    part(tiny ? make_.construct({zero}, {threat}) : make_.construct({threat}, {zero}), false);
  }

  // +-{a,b}: a switch with several options.
  void close_switch() {
    const Frame& frame = frames_.back();
    Frame& outer = frames_[frames_.size() - 2];
    if (!outer.switches)
      fail(frame.opened, 1, "a game needs a bar", "write {Left options|Right options}");
    Options negatives;
    for (const Option& option : frame.list) {
      if (!make_.is_value(option))
        fail(frame.option_at, frame.option_length, "the options of +-{...} are values");
      negatives.push_back(make_.negate(make_.value_of(option)));
    }
    const Value value = make_.construct(frame.list, negatives);
    outer.switches = false;
    close_label();
    part(value, false);
  }

  void close_form() {
    join_halves(kNone);
    Frame& frame = frames_.back();
    const std::size_t opened = frame.opened;
    const std::size_t needs = frame.needs;
    Option form = make_.form(std::move(frame.halves[0].left), std::move(frame.list), frame.form);
    close_label();
    if (needs >= frames_.size()) return part(make_.value_of(form), false);
    frames_.back().needs = std::min(frames_.back().needs, needs);
    operand(std::move(form), opened, at_ - opened);
  }

  void close_label() {
    if (!frames_.back().label.empty()) labels_.erase(frames_.back().label);
    frames_.pop_back();
    ++at_;
  }

  Maker& make_;
  const PlainText plain_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Frame> frames_;
  FlatMap<std::string_view, std::size_t> labels_;  // the frames that they name
};

}  // namespace cgt
