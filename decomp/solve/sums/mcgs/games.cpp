#include "decomp/solve/sums/mcgs/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "decomp/rules/registry.hpp"
#include "decomp/rules/variant.hpp"

namespace cgt::solve {
namespace {

constexpr std::string_view kImpartial = "impartial ";

// --- positions ---

struct BoardGame {
  const char* name;     // in MCGS
  const char* ruleset;  // here
  bool strip;
  const char* cells;  // of MCGS, and what they are here
  const char* ours;
};

constexpr std::array<BoardGame, 10> kBoardGames{{
    {"clobber_1xn", "clobber", true, ".XO", ".xo"},
    {"nogo_1xn", "nogo", true, ".XO", ".xo"},
    {"elephants", "elephants-and-rhinos", true, ".XO", ".tf"},
    {"toppling_dominoes", "toppling-dominoes", true, "XO#", "lre"},
    {"clobber", "clobber", false, ".XO", ".xo"},
    {"cannibal_clobber", "cannibal-clobber", false, ".XO", ".xo"},
    {"nogo", "nogo", false, ".XO#", ".xo#"},
    {"amazons", "amazons", false, ".XO#", ".xo#"},
    {"domineering", "domineering", false, ".#", ".#"},
    {"fission", "fission", false, ".X#", ".x#"},
}};

[[noreturn]] void refuse(const std::string& text, std::size_t at, std::size_t length,
                         std::string message, std::string hint) {
  throw InputError(SourceText("<game>", text),
                   {{Severity::kError, std::move(message), std::move(hint), {at, length}}});
}

std::string spelled(std::string_view cells) {
  std::string out;
  for (const char c : cells) out += fmt::format("{}{}", out.empty() ? "" : " ", c);
  return out;
}

// The board from `start` on with our letters.
std::string translated(const std::string& text, std::size_t start, std::string_view name,
                       std::string_view cells, std::string_view ours, bool strip) {
  std::string board = text.substr(start);
  for (std::size_t i = 0; i < board.size(); ++i) {
    if (board[i] == '|' && !strip) continue;
    const std::size_t found = cells.find(board[i]);
    if (found == std::string_view::npos) {
      refuse(text, start + i, 1, fmt::format("no cell of {} is written so", name),
             fmt::format("cells are {}{}", spelled(cells),
                         strip ? ", in one row" : ", rows are separated by |"));
    }
    board[i] = ours[found];
  }
  if (board.empty()) refuse(text, start, 1, "the board is empty", "cells are " + spelled(cells));
  return board;
}

std::shared_ptr<const Ruleset> made(const std::string& name, RulesetArguments arguments = {}) {
  return find_ruleset(name)->make(std::move(arguments));
}

// A section of positions of one ruleset.
class Positions : public McgsSection {
 public:
  Positions(std::string ruleset, bool impartial)
      : ruleset_(std::move(ruleset)), impartial_(impartial) {}
  bool impartial() const override { return impartial_; }

 protected:
  // As sums name it: its name and arguments "(1, 2)", or an expression of the language.
  std::string ruleset(const std::string& arguments = "") const {
    if (!variant_) return ruleset_ + arguments;
    return find_ruleset(ruleset_)->path + arguments + ".ImpartialVariant";
  }
  // The ruleset, or its impartial variant.
  std::shared_ptr<const Ruleset> in_this_section(std::shared_ptr<const Ruleset> game) const {
    return variant_ ? variant::variant(std::move(game), variant::Kind::kImpartial) : game;
  }
  void make_variant() { variant_ = impartial_ = true; }

 private:
  std::string ruleset_;
  bool impartial_;
  bool variant_ = false;
};

class Boards final : public Positions {
 public:
  Boards(const BoardGame& game, bool impartial)
      : Positions(impartial && game.ruleset == kDomineering ? "cram" : game.ruleset, impartial),
        game_(game) {
    const bool cram = impartial && game.ruleset == kDomineering;
    if (impartial && !cram) make_variant();
    rules_ = in_this_section(made(cram ? "cram" : game.ruleset));
  }
  SumTerm read(Store&, const std::string& text) const override {
    const std::string board = translated(text, 0, game_.name, game_.cells, game_.ours, game_.strip);
    return {rules_->position(board), ruleset(), text};
  }

 private:
  static constexpr std::string_view kDomineering = "domineering";
  const BoardGame& game_;
  std::shared_ptr<const Ruleset> rules_;
};

// --- numbers ---

// Integers, fractions and stars in a text, separated by blanks and commas.
class Numbers {
 public:
  explicit Numbers(const std::string& text) : text_(text) { skip_space(); }

  bool at_end() const { return at_ == text_.size(); }
  std::size_t at() const { return at_; }
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    skip_space();
    return true;
  }
  mpz_class integer() {
    const std::size_t from = at_;
    if (!at_end() && text_[at_] == '-') ++at_;
    const std::size_t digits = at_;
    while (!at_end() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    if (at_ == digits) fail(from, "a number is missing here", "numbers are written 3, -5 or 7/8");
    mpz_class n(text_.substr(from, at_ - from), 10);  // else 010 is eight
    skip_space();
    return n;
  }
  template <class Int>
  Int integer_between(Int low, Int high, const char* what) {
    const std::size_t from = at_;
    const mpz_class n = integer();
    if (n < mpz_class(std::to_string(low)) || n > mpz_class(std::to_string(high))) {
      fail(from, fmt::format("{} is not {}", what, n.get_str()),
           fmt::format("from {} to {}", low, high));
    }
    return static_cast<Int>(std::stoll(n.get_str()));
  }
  Dyadic fraction() {
    mpz_class numerator = integer();
    if (!take('/')) return {std::move(numerator), 0};
    const std::size_t from = at_;
    const mpz_class denominator = integer();
    const auto power = denominator > 0 ? mpz_scan1(denominator.get_mpz_t(), 0) : 0;
    if (denominator <= 0 || mpz_sizeinbase(denominator.get_mpz_t(), 2) != power + 1) {
      fail(from, "this is not a denominator of a game", "denominators are powers of two");
    }
    return {std::move(numerator), static_cast<std::uint32_t>(power)};
  }
  // Between two entries of a list; true if another one follows.
  bool next() {
    const std::size_t comma = at_;
    if (!at_end() && text_[at_] != ',' && !is_space(text_[at_ - 1])) {
      fail(at_, "a blank or a comma is missing before this", "entries of lists are separated");
    }
    if (take(',') && at_end()) fail(comma, "nothing follows this comma", "a list ends without one");
    return !at_end();
  }
  void finish(const char* hint) const {
    if (!at_end()) fail(at_, "nothing more is expected here", hint);
  }
  [[noreturn]] void fail(std::size_t from, std::string message, std::string hint) const {
    refuse(text_, from, std::max<std::size_t>(at_, from + 1) - from, std::move(message),
           std::move(hint));
  }

 private:
  void skip_space() {
    while (!at_end() && is_space(text_[at_])) ++at_;
  }
  const std::string& text_;
  std::size_t at_ = 0;
};

// A section of values: as they are, or as nimbers.
class Values : public McgsSection {
 public:
  explicit Values(bool impartial) : impartial_(impartial) {}
  bool impartial() const override { return impartial_; }

 private:
  bool impartial_;
};

SumTerm term(GameId game, const std::string& text) { return {game, "", text}; }

class Dyadics final : public Values {
 public:
  Dyadics(bool impartial, bool integers) : Values(impartial), integers_(integers) {}
  SumTerm read(Store& store, const std::string& text) const override {
    Numbers numbers(text);
    const Dyadic x = integers_ ? Dyadic(numbers.integer(), 0) : numbers.fraction();
    numbers.finish(integers_ ? "a single integer" : "a single fraction");
    return term(impartial() ? store.nimber(impartial_nim_value(x)) : store.number(x), text);
  }

 private:
  bool integers_;
};

class Nimbers final : public Values {
 public:
  Nimbers() : Values(true) {}
  SumTerm read(Store& store, const std::string& text) const override {
    Numbers numbers(text);
    const auto n = numbers.integer_between<std::int64_t>(0, UINT32_MAX, "a nimber");
    numbers.finish("a single integer");
    return term(store.nimber(static_cast<std::uint32_t>(n)), text);
  }
};

class Switches final : public Values {
 public:
  using Values::Values;
  SumTerm read(Store& store, const std::string& text) const override {
    Numbers numbers(text);
    const Dyadic left = numbers.fraction();
    if (!numbers.next()) numbers.fail(numbers.at(), "a number is missing here", "two fractions");
    const Dyadic right = numbers.fraction();
    numbers.finish("a list of two fractions");
    if (!impartial())
      return term(store.construct({store.number(left)}, {store.number(right)}), text);
    const std::uint32_t a = impartial_nim_value(left);
    const std::uint32_t b = impartial_nim_value(right);
    std::uint32_t least = 0;
    while (least == a || least == b) ++least;
    return term(store.nimber(least), text);
  }
};

class UpStars final : public Values {
 public:
  using Values::Values;
  SumTerm read(Store& store, const std::string& text) const override {
    const auto [ups, star] = mcgs_up_star(text);
    return term(
        impartial() ? store.nimber(impartial_nim_value(ups, star)) : store.up(ups, star ? 1 : 0),
        text);
  }
};

class Kayles final : public Positions {
 public:
  Kayles() : Positions("kayles", true) {}
  SumTerm read(Store&, const std::string& text) const override {
    Numbers numbers(text);
    const auto pins = numbers.integer_between<std::int64_t>(0, UINT32_MAX, "a row of pins");
    numbers.finish("a single integer");
    return {rules_->position(std::to_string(pins)), ruleset(), text};
  }

 private:
  std::shared_ptr<const Ruleset> rules_ = made("kayles");
};

// Four numbers and a strip: "1,1,1,0:XX..OO".
class GenToads final : public Positions {
 public:
  explicit GenToads(bool impartial) : Positions("gen-toads-and-frogs", impartial) {
    if (impartial) make_variant();
  }
  SumTerm read(Store&, const std::string& text) const override {
    constexpr std::int64_t kMost = 1000;
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) {
      refuse(text, 0, text.size(), "':' is missing", "four numbers and a strip: 1,1,1,0:XX..OO");
    }
    const std::string parameters = text.substr(0, colon);
    Numbers numbers(parameters);
    const auto entry = [&](std::int64_t low, std::int64_t high, const char* what) {
      if (numbers.at() > 0) numbers.next();
      return numbers.integer_between(low, high, what);
    };
    const std::int64_t min_slide = entry(1, kMost, "the least slide");
    const std::int64_t max_slide = entry(min_slide, kMost, "the longest slide");
    const std::int64_t max_jump = entry(0, kMost, "the longest jump");
    const bool friendly = entry(0, 1, "the number that allows jumps over friends") == 1;
    numbers.finish("four numbers and a strip: 1,1,1,0:XX..OO");
    const std::string strip = translated(text, colon + 1, "gen_toads", ".XO", ".tf", true);
    const auto rules =
        made("gen-toads-and-frogs", RulesetArguments({{"minSlide", min_slide},
                                                      {"maxSlide", max_slide},
                                                      {"maxJump", max_jump},
                                                      {"allowFriendlyJump", friendly}}));
    const std::string arguments =
        fmt::format("({}, {}, {}, {})", min_slide, max_slide, max_jump, friendly);
    return {in_this_section(rules)->position(strip), ruleset(arguments), text};
  }
};

// Rulesets whose boards are written alike.
class SameText final : public Positions {
 public:
  SameText(const std::string& name, bool impartial) : Positions(name, impartial) {
    if (impartial) make_variant();
    rules_ = in_this_section(made(name));
    needs_colon_ = name == "king-dirt";
  }
  SumTerm read(Store&, const std::string& text) const override {
    if (needs_colon_ && text.find(':') == std::string::npos) {
      refuse(text, 0, text.size(), "':' is missing", "three numbers and a board: 1,1,0:..X|O..");
    }
    return {rules_->position(text), ruleset(), text};
  }

 private:
  std::shared_ptr<const Ruleset> rules_;
  bool needs_colon_ = false;
};

}  // namespace

std::unique_ptr<const McgsSection> mcgs_section(const std::string& name) {
  const bool impartial = name.starts_with(kImpartial);
  const std::string game = impartial ? name.substr(kImpartial.size()) : name;
  for (const BoardGame& board : kBoardGames) {
    if (game == board.name) return std::make_unique<Boards>(board, impartial);
  }
  if (game == "integer_game") return std::make_unique<Dyadics>(impartial, true);
  if (game == "dyadic_rational") return std::make_unique<Dyadics>(impartial, false);
  if (game == "switch_game") return std::make_unique<Switches>(impartial);
  if (game == "up_star") return std::make_unique<UpStars>(impartial);
  if (game == "nimber") return std::make_unique<Nimbers>();
  if (game == "kayles") return std::make_unique<Kayles>();
  if (game == "gen_toads") return std::make_unique<GenToads>(impartial);
  if (game == "sheep") return std::make_unique<SameText>("sheep", impartial);
  if (game == "gen_king_dirt") return std::make_unique<SameText>("king-dirt", impartial);
  std::vector<std::string> names{"integer_game", "dyadic_rational", "switch_game",
                                 "up_star",      "nimber",          "kayles",
                                 "gen_toads",    "sheep",           "gen_king_dirt"};
  for (const BoardGame& board : kBoardGames) names.emplace_back(board.name);
  const std::string near = closest(game, names);
  std::ranges::sort(names);
  throw Error(fmt::format("there is no section [{}]", name),
              near.empty()
                  ? fmt::format("sections are {}", fmt::join(names, ", "))
                  : fmt::format("did you mean [{}{}]?", impartial ? kImpartial : "", near));
}

std::vector<Dyadic> mcgs_numbers(const std::string& text) {
  Numbers numbers(text);
  std::vector<Dyadic> out{numbers.fraction()};
  while (!numbers.at_end()) {
    numbers.next();
    out.push_back(numbers.fraction());
  }
  return out;
}

std::pair<std::int64_t, bool> mcgs_up_star(const std::string& text) {
  constexpr std::int64_t kMost = INT64_MAX / 4;
  constexpr const char* kHint = "at most one * and at most one number of ups";
  Numbers numbers(text);
  std::optional<std::int64_t> ups;
  bool star = false;
  do {
    const std::size_t from = numbers.at();
    if (numbers.take('*')) {
      if (star) numbers.fail(from, "this is a second star", kHint);
      star = true;
    } else {
      if (ups) numbers.finish(kHint);
      ups = numbers.integer_between<std::int64_t>(-kMost, kMost, "the number of ups");
    }
  } while (numbers.next());
  return {ups.value_or(0), star};
}

// Integers are chains of moves. Between two neighbouring multiples of 1/2^k, of which at least one
// is not a multiple of 1/2^(k-1), stands the number whose moves lead to both.
std::uint32_t impartial_nim_value(const Dyadic& number) {
  const auto of_integer = [](const Dyadic& n) {
    return static_cast<std::uint32_t>(mpz_odd_p(n.numerator().get_mpz_t()) != 0 ? 1 : 0);
  };
  Dyadic low = number.floor();
  Dyadic high = number.ceil();
  std::uint32_t at_low = of_integer(low);
  std::uint32_t at_high = of_integer(high);
  while (low != high) {
    const Dyadic middle = (low + high).half();
    std::uint32_t at_middle = 0;
    while (at_middle == at_low || at_middle == at_high) ++at_middle;
    if (number >= middle) {
      low = middle;
      at_low = at_middle;
    }
    if (number <= middle) {
      high = middle;
      at_high = at_middle;
    }
  }
  return at_low;
}

// ^ = {0|*} and ^* = {0,*|0} have nim value 2; from there on ^n = {0|^(n-1)*} and ^n* = {0|^(n-1)}.
std::uint32_t impartial_nim_value(std::int64_t ups, bool star) {
  if (ups == 0) return star ? 1 : 0;
  return ups % 2 != 0 ? 2 : 1;
}

}  // namespace cgt::solve
