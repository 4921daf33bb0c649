#include <charconv>
#include <limits>
#include <string>
#include <utility>

#include "cgt/algebra/uptimal.hpp"
#include "cgt/loopy/text.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/diagnostic.hpp"

namespace cgt {
namespace {

constexpr std::size_t kMostLoopyBarsRead = 1000;

// One frame for every open bracket, so nesting costs no machine stack. A form in braces is a value
// as soon as all names in it are bound; until then it is a vertex of equations.
class LoopyReader {
 public:
  LoopyReader(LoopyGames& games, std::string_view text)
      : games_(games), store_(games.store()), text_(text) {}

  LoopyValue read() {
    frames_.push_back({});
    for (;;) {
      skip_space();
      if (at_ == text_.size()) break;
      step();
    }
    if (frames_.size() > 1) fail(frames_.back().opened, 1, "this bracket is never closed");
    return finish(frames_.back()).value;
  }

 private:
  struct Item {
    enum class Kind { kValue, kForm, kPass };
    Kind kind = Kind::kValue;
    LoopyValue value;
    std::size_t form = 0;
    std::size_t at = 0;
  };
  // A form in braces, with the frames of the names that occur in it.
  struct FormNode {
    PerPlayer<std::vector<Item>> options;
    std::size_t needs = 0;  // depth of the outermost open name that it needs; kNone: of none
  };
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct Frame {
    enum class Kind { kTop, kParen, kTiny, kMiny, kBrace };
    Kind kind = Kind::kTop;
    std::size_t opened = 0;
    std::string label;  // of a brace
    std::size_t form = 0;
    LoopyValue sum{kZero};
    LoopyValue before;  // what stands before &
    bool has_before = false;
    bool has_value = false;
    bool expects = true;
    bool glued = false;
    int sign = 1;
    int binary_sign = 1;
    int glue_sign = 1;
    bool switches = false;
    bool has_open = false;  // an option that is no value yet
    Item open;
    std::vector<std::vector<Item>> lists{1};
    std::vector<std::size_t> bars{};
    std::vector<std::size_t> bar_at{};
    bool comma = false;
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
  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
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
      fail(slash + 1, at_ - slash - 1, "this is not the value of a game",
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
  LoopyValue read_power(Player rising) {
    const std::size_t from = at_;
    const bool sum = text_[at_++] == '[';
    const char close = sum ? ']' : '>';
    LoopyValue value;
    if (text_.substr(at_, 2) == "on") {
      at_ += 2;
      value = sum ? LoopyValue(games_.upon()) : uponth(games_);
      if (rising == Player::kRight) value = games_.negate(value);
    } else {
      if (!is_digit(peek()))
        fail(at_, 1, "a power of up is a number or on", "write ^<2>, ^[2] or ^[on]");
      const auto power = read_count<std::uint32_t>(0);
      if (power == 0) fail(from + 1, at_ - from - 1, "powers of up count from 1");
      if (power > kMostPower) fail(from + 1, at_ - from - 1, "this power is too large");
      value = uptimal(store_, sum ? UptimalExpansion::powers_to(power, rising)
                                  : UptimalExpansion::power(power, rising));
    }
    if (peek() != close) fail(from, at_ - from, "this power of up is not closed");
    ++at_;
    return value;
  }

  // --- operands ---------------------------------------------------------------------------------
  void refuse_open(const Frame& frame) const {
    if (!frame.has_open) return;
    fail(frame.open.at, 1, "this is an option only: it has no value before its braces are closed",
         "a sum cannot contain pass or a name that is being defined");
  }

  void operand(const Item& item) {
    Frame& frame = frames_.back();
    if (item.kind != Item::Kind::kValue) {
      const bool alone = !frame.has_value && !frame.has_before && frame.sign == 1 &&
                         !frame.switches && frame.kind == Frame::Kind::kBrace;
      if (!alone) {
        fail(item.at, 1, "this is an option only: it has no value before its braces are closed",
             "a sum cannot contain pass or a name that is being defined");
      }
      frame.has_open = true;
      frame.open = item;
    } else {
      LoopyValue value = item.value;
      if (frame.switches) {
        const LoopyValue minus = games_.negate(value);
        value = games_.construct({&value, 1}, {&minus, 1});
      }
      frame.sum = frame.sign > 0 ? games_.add(frame.sum, value) : games_.subtract(frame.sum, value);
    }
    frame.sign = 1;
    frame.binary_sign = 1;
    frame.switches = false;
    frame.has_value = true;
    frame.expects = false;
  }

  Item finish(Frame& frame) {
    if (frame.expects || !frame.has_value) {
      fail(at_ == 0 ? 0 : at_ - (at_ == text_.size() ? 1 : 0), 1, "a value is missing here");
    }
    Item out;
    if (frame.has_open) {
      out = frame.open;
    } else {
      out.value = frame.has_before ? sides(frame.before, frame.sum) : frame.sum;
    }
    frame.sum = LoopyValue(kZero);
    frame.has_before = false;
    frame.has_open = false;
    frame.has_value = false;
    frame.expects = true;
    frame.glued = false;
    return out;
  }

  LoopyValue sides(const LoopyValue& s, const LoopyValue& t) {
    try {
      return games_.sides(s, t);
    } catch (const InputError&) {
      throw;
    } catch (const Error& e) {
      fail(at_ == 0 ? 0 : at_ - 1, 1, e.what(), e.hint());
    }
  }

  void begin_part() {
    Frame& frame = frames_.back();
    if (!frame.expects && !frame.glued) fail(at_, 1, "an operator is missing before this");
  }
  void part(LoopyValue value, bool may_glue, bool is_number = false) {
    Frame& frame = frames_.back();
    if (!frame.expects) {
      frame.sign = frame.glue_sign;
    } else {
      // -^* is -(^*), but the minus of -1^ belongs to the number: it is -1 + ^.
      frame.glue_sign = is_number ? frame.binary_sign : frame.sign;
    }
    Item item;
    item.value = std::move(value);
    operand(item);
    frames_.back().glued = may_glue;
  }

  void open(Frame::Kind kind, std::size_t from, std::string label = {}) {
    Frame frame;
    frame.kind = kind;
    frame.opened = from;
    frame.label = std::move(label);
    if (kind == Frame::Kind::kBrace) {
      frame.form = forms_.size();
      forms_.push_back({{}, kNone});
    }
    frames_.push_back(std::move(frame));
  }

  void step() {
    const std::size_t from = at_;
    const char c = peek();
    if (frames_.back().glued && from > 0 && (text_[from - 1] == ' ' || text_[from - 1] == '\n'))
      frames_.back().glued = false;
    const bool is_word = is_letter(c) && !(c == 'v' && !is_letter(peek(1)) && peek(1) != '{');
    if (is_digit(c)) {
      if (!frames_.back().expects) fail(from, 1, "an operator is missing before this");
      part(store_.number(read_number()), true, true);
    } else if (is_word && !(c == 'v' && peek(1) == 'v')) {
      word();
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
    } else if (c == '(' || c == '{') {
      if (!frames_.back().expects) fail(from, 1, "an operator is missing before this");
      ++at_;
      open(c == '(' ? Frame::Kind::kParen : Frame::Kind::kBrace, from);
    } else if (c == '+' || c == '-') {
      sign_operator(c);
    } else if (c == '&') {
      Frame& frame = frames_.back();
      refuse_open(frame);
      if (frame.has_before) fail(from, 1, "a value has two sides only");
      frame.before = finish(frame).value;
      frame.has_before = true;
      ++at_;
    } else if (c == ')' || c == '}') {
      close(c);
    } else if (c == '|' || c == ',') {
      separator(c);
    } else {
      fail(from, 1, "this does not belong to a value",
           "values look like 3/4, ^2+*, {2|1||0}, a{0|a}, {0|pass}, on & off");
    }
  }

  void word() {
    const std::size_t from = at_;
    while (is_letter(peek()) || is_digit(peek())) ++at_;
    const std::string name(text_.substr(from, at_ - from));
    Frame& frame = frames_.back();
    const bool tiny = name == "Tiny";
    if ((tiny || name == "Miny") && peek() == '(') {
      const std::size_t bracket = at_;
      at_ = from;
      begin_part();
      at_ = bracket + 1;
      open(tiny ? Frame::Kind::kTiny : Frame::Kind::kMiny, bracket);
      return;
    }
    const auto value = named(name);
    if (peek() == '{') {
      if (!frame.expects) fail(from, name.size(), "an operator is missing before this");
      if (value || name == "pass") fail(from, name.size(), "this name has a meaning of its own");
      for (const Frame& f : frames_) {
        if (f.kind == Frame::Kind::kBrace && f.label == name)
          fail(from, name.size(), "this name is already bound around here", "choose another name");
      }
      ++at_;
      open(Frame::Kind::kBrace, from, name);
      return;
    }
    Item item;
    item.at = from;
    if (value) {
      // 1over is 1 + over.
      if (!frame.expects && !frame.glued)
        fail(from, name.size(), "an operator is missing before this");
      part(*value, false);
      return;
    }
    if (!frame.expects) fail(from, name.size(), "an operator is missing before this");
    if (name == "pass") {
      item.kind = Item::Kind::kPass;
      if (frame.kind != Frame::Kind::kBrace)
        fail(from, name.size(), "pass stands outside of braces", "{0|pass}");
      operand(item);
      return;
    }
    for (std::size_t i = frames_.size(); i-- > 0;) {
      if (frames_[i].kind != Frame::Kind::kBrace || frames_[i].label != name) continue;
      item.kind = Item::Kind::kForm;
      item.form = frames_[i].form;
      for (std::size_t j = i + 1; j < frames_.size(); ++j) {
        if (frames_[j].kind == Frame::Kind::kBrace)
          forms_[frames_[j].form].needs = std::min(forms_[frames_[j].form].needs, i);
      }
      operand(item);
      return;
    }
    fail(from, name.size(), "the name '" + name + "' is not bound here",
         "a name stands before the braces that it names: a{0|a}");
  }

  std::optional<LoopyValue> named(const std::string& name) {
    if (name == "on") return LoopyValue(games_.on());
    if (name == "off") return LoopyValue(games_.off());
    if (name == "over") return LoopyValue(games_.over());
    if (name == "under") return LoopyValue(games_.under());
    if (name == "upon") return LoopyValue(games_.upon());
    if (name == "dud") return games_.dud();
    if (name == "tis") return games_.sides(LoopyValue(store_.integer(1)), LoopyValue(kZero));
    if (name == "tisn") return games_.sides(LoopyValue(kZero), LoopyValue(store_.integer(-1)));
    return std::nullopt;
  }

  void sign_operator(char c) {
    Frame& frame = frames_.back();
    refuse_open(frame);
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
      frame.lists.back().push_back(finish(frame));
      frame.comma = true;
      return;
    }
    std::size_t count = 0;
    while (peek() == '|') {
      ++at_;
      ++count;
    }
    if (count > kMostLoopyBarsRead) fail(from, 1, "too many bars in a row");
    end_of_list(frame, from);
    frame.bars.push_back(count);
    frame.bar_at.push_back(from);
    frame.lists.emplace_back();
  }
  void end_of_list(Frame& frame, std::size_t where) {
    if (frame.has_value || !frame.expects || frame.has_before) {
      frame.lists.back().push_back(finish(frame));
    } else if (frame.comma) {
      fail(where, 1, "a value is missing before this");
    }
    frame.comma = false;
  }

  void close(char c) {
    Frame& top = frames_.back();
    const bool is_brace = top.kind == Frame::Kind::kBrace;
    if (c == '}' ? !is_brace : is_brace || top.kind == Frame::Kind::kTop)
      fail(at_, 1, "this bracket closes nothing");
    if (is_brace) {
      close_brace();
      return;
    }
    const Frame::Kind kind = top.kind;
    const LoopyValue value = finish(top).value;
    ++at_;
    frames_.pop_back();
    if (kind == Frame::Kind::kParen) return part(value, false);
    const bool tiny = kind == Frame::Kind::kTiny;
    const LoopyValue zero(kZero);
    const LoopyValue far = tiny ? games_.negate(value) : value;
    const LoopyValue threat =
        tiny ? games_.construct({&zero, 1}, {&far, 1}) : games_.construct({&far, 1}, {&zero, 1});
    part(tiny ? games_.construct({&zero, 1}, {&threat, 1})
              : games_.construct({&threat, 1}, {&zero, 1}),
         false);
  }

  void close_brace() {
    Frame& here = frames_.back();
    end_of_list(here, at_);
    if (here.bars.empty()) {
      Frame& outer = frames_[frames_.size() - 2];
      if (!outer.switches)
        fail(here.opened, 1, "a game needs a bar", "write {Left options|Right options}");
      std::vector<LoopyValue> left;
      std::vector<LoopyValue> right;
      for (const Item& item : here.lists[0]) {
        if (item.kind != Item::Kind::kValue) fail(item.at, 1, "the options of +-{...} are values");
        left.push_back(item.value);
        right.push_back(games_.negate(item.value));
      }
      outer.switches = false;
      frames_.pop_back();
      ++at_;
      return part(games_.construct(left, right), false);
    }
    reduce(here, 0, here.bars.size(), here.form);
    const std::size_t form = here.form;
    const std::size_t opened = here.opened;
    ++at_;
    frames_.pop_back();
    if (forms_[form].needs == kNone || forms_[form].needs >= frames_.size())
      return part(value_of(form), false);
    Item item;
    item.kind = Item::Kind::kForm;
    item.form = form;
    item.at = opened;
    operand(item);
  }

  // The form made of lists[from..to] and the bars between them; see parse.cpp of cgt/text.
  void reduce(Frame& frame, std::size_t from, std::size_t to, std::size_t form) {
    std::size_t split = from;
    bool unique = true;
    for (std::size_t i = from + 1; i < to; ++i) {
      if (frame.bars[i] == frame.bars[split]) {
        split = i;
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
    const auto side = [&](Player player, std::size_t a, std::size_t b) {
      if (a == b) {
        for (Item item : frame.lists[a]) {
          if (item.kind == Item::Kind::kPass) {
            item.kind = Item::Kind::kForm;
            item.form = form;
          }
          forms_[form].options[player].push_back(std::move(item));
        }
        return;
      }
      Item inner;
      inner.kind = Item::Kind::kForm;
      inner.form = forms_.size();
      forms_.push_back({{}, forms_[form].needs});
      forms_[form].options[player].push_back(inner);
      reduce(frame, a, b, inner.form);
    };
    side(Player::kLeft, from, split);
    side(Player::kRight, split + 1, to);
  }

  LoopyValue value_of(std::size_t root) {
    LoopySystem system;
    std::vector<std::size_t> queue{root};
    FlatMap<std::size_t, std::uint32_t> place;
    place.emplace(root, system.add());
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Player player : kPlayers) {
        for (const Item& item : forms_[queue[i]].options[player]) {
          const auto v = static_cast<std::uint32_t>(i);
          if (item.kind == Item::Kind::kValue) {
            system.add_option(v, player, item.value);
            continue;
          }
          const auto [it, fresh] = place.emplace(item.form, system.size());
          if (fresh) {
            system.add();
            queue.push_back(item.form);
          }
          system.add_move(v, player, it->second);
        }
      }
    }
    return games_.values(system)[0];
  }

  LoopyGames& games_;
  Store& store_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Frame> frames_;
  std::vector<FormNode> forms_;
};

}  // namespace

LoopyValue parse_loopy(LoopyGames& games, std::string_view text) {
  return LoopyReader(games, text).read();
}

}  // namespace cgt
