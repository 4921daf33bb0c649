#include "decomp/rules/fox.hpp"

#include <fmt/format.h>

#include <tuple>

#include "cgt/support/text_input.hpp"

namespace cgt::fox {
namespace {

constexpr std::int64_t kMaxSide = 1000;
constexpr const char* kEscaped = "escaped";

// "(4,2);(4,4);(2,2)".
std::vector<Coordinate> squares(const std::string& text) {
  const SourceText source("<FoxAndGeese>", text);
  std::vector<Coordinate> out;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto expect = [&](char c) {
    if (at != end && *at == c) {
      ++at;
      return;
    }
    const auto place = static_cast<std::size_t>(at - text.data());
    throw InputError(source, {{Severity::kError,
                               fmt::format("'{}' is missing here", c),
                               "squares are written (row,column), with ; between; the fox is last",
                               {place, at == end ? 0U : 1U}}});
  };
  const auto number = [&] {
    std::string_view rest(at, static_cast<std::size_t>(end - at));
    const std::optional<std::int64_t> value = take_number<std::int64_t>(rest);
    if (!value) {
      const auto place = static_cast<std::size_t>(at - text.data());
      throw InputError(source, {{Severity::kError, "a number is missing here", "", {place, 0}}});
    }
    at = rest.data();
    return *value;
  };
  while (true) {
    expect('(');
    const std::int64_t row = number();
    expect(',');
    const std::int64_t column = number();
    expect(')');
    out.emplace_back(row, column);
    if (at == end) return out;
    expect(';');
  }
}

Square checked(const Coordinate& at, const Rules& rules) {
  const auto& [row, column] = at;
  if (row < 1 || row > kMaxSide || column < 1 || column > rules.width) {
    throw Error(fmt::format("({},{}) is not on the board", row, column),
                fmt::format("rows go from 1 at the bottom, columns to {}", rules.width));
  }
  if ((row + column) % 2 != 0) {
    throw Error(fmt::format("({},{}) is a square of the wrong colour", row, column),
                "rows and columns are both even or both odd");
  }
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(column)};
}

[[noreturn]] void refuse_one_square() { throw Error("two of them are on one square"); }

// In order; at least one, and no two on one square.
std::vector<Square> checked(const std::vector<Coordinate>& geese, const Rules& rules) {
  if (geese.empty()) throw Error("there are no geese");
  std::vector<Square> out;
  for (const Coordinate& goose : geese) out.push_back(checked(goose, rules));
  std::ranges::sort(out);
  if (std::ranges::adjacent_find(out) != out.end()) refuse_one_square();
  return out;
}

}  // namespace

Position::Position(std::vector<Coordinate> geese, Coordinate fox, const Rules* rules)
    : rules_(rules) {
  for (const Square& goose : checked(geese, *rules)) geese_.push_back(goose);
  fox_ = checked(fox, *rules);
  if (holds_goose(fox_)) refuse_one_square();
  notice_escape();
}

bool Position::holds_goose(Square square) const {
  return std::ranges::find(geese_, square) != geese_.end();
}

bool Position::on_board(Square square) const {
  return square.row >= 1 && square.column >= 1 && square.column <= rules_->width;
}

void Position::step_down(std::size_t i, Square to) {
  for (; i > 0 && to < geese_[i - 1]; --i) geese_[i] = geese_[i - 1];
  geese_[i] = to;
  notice_escape();
}

void Position::notice_escape() {
  if (escaped() || geese_.back().row >= fox_.row) return;
  geese_.clear();
  fox_ = {};
}

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  out.reserve(escaped() ? 1 : player == Player::kLeft ? 2 * geese_.size() : 4);
  const auto add = [&](std::uint32_t move) -> Position& {
    Option<Position>& option = out.emplace_back();
    option.move = move;
    option.position = *this;
    return option.position;
  };
  if (escaped()) {
    if (player == Player::kRight) add(0);
    return out;
  }
  if (player == Player::kLeft) {
    for (std::size_t i = 0; i < geese_.size(); ++i) {
      for (const int right : {-1, 1}) {
        const Square to{static_cast<std::int16_t>(geese_[i].row - 1),
                        static_cast<std::int16_t>(geese_[i].column + right)};
        if (!on_board(to) || holds_goose(to) || to == fox_) continue;
        add(static_cast<std::uint32_t>(2 * i + (right > 0 ? 1 : 0))).step_down(i, to);
      }
    }
    return out;
  }
  for (const auto& [up, right] : {std::pair{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}) {
    for (int steps = 1; steps <= rules_->fox_range; ++steps) {
      const Square to{static_cast<std::int16_t>(fox_.row + steps * up),
                      static_cast<std::int16_t>(fox_.column + steps * right)};
      if (!on_board(to) || holds_goose(to)) break;
      Position& after = add(static_cast<std::uint32_t>(to.row * (rules_->width + 1) + to.column));
      after.fox_ = to;
      after.notice_escape();
    }
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  sum.push_back({*this, false});
  // Only an odd width keeps the colour of the squares.
  if (escaped() || rules_->width % 2 == 0) return 0;
  Position mirrored = *this;
  const auto mirror = [&](Square& square) {
    square.column = static_cast<std::int16_t>(rules_->width + 1 - square.column);
  };
  std::ranges::for_each(mirrored.geese_, mirror);
  mirror(mirrored.fox_);
  std::ranges::sort(mirrored.geese_);
  if (std::tie(mirrored.geese_, mirrored.fox_) < std::tie(geese_, fox_))
    sum.back().position = std::move(mirrored);
  return 0;
}

std::uint64_t Position::hash() const {
  std::uint64_t h = mix(reinterpret_cast<std::uintptr_t>(rules_), fox_.key());
  for (const Square& goose : geese_) h = mix(h, goose.key());
  return h;
}

std::string Position::text() const {
  if (escaped()) return kEscaped;
  std::string out;
  for (const Square& goose : geese_) out += fmt::format("({},{});", goose.row, goose.column);
  return out + fmt::format("({},{})", fox_.row, fox_.column);
}

namespace {

Position read(RulesetArguments& arguments, const Rules* rules) {
  const RulesetArgument* first = arguments.find("geese", 0);
  std::vector<Coordinate> geese;
  Coordinate fox;
  if (first != nullptr && std::holds_alternative<std::string>(*first)) {
    const std::string& text = std::get<std::string>(*first);
    if (text == kEscaped) return Position({{1, 1}}, {3, 1}, rules);
    geese = squares(text);
    fox = geese.back();
    geese.pop_back();
  } else {
    geese = arguments.coordinates("geese", 0, {});
    const std::vector<Coordinate> foxes = arguments.coordinates("fox", 1, {});
    if (foxes.size() != 1) throw Error("there is one fox", "give its square: (2,2)");
    fox = foxes.front();
  }
  return {std::move(geese), fox, rules};
}

}  // namespace

FoxRuleset::FoxRuleset(std::string class_name, const Rules* rules)
    : PlainRuleset(std::move(class_name), "",
                   [rules](RulesetArguments& arguments) { return read(arguments, rules); }),
      rules_(rules) {}

std::vector<std::vector<FoxSquare>> FoxRuleset::squares(RulesetArguments given) const {
  const RulesetArgument* first = given.find("geese", 0);
  const auto* text = first == nullptr ? nullptr : std::get_if<std::string>(first);
  const std::vector<Coordinate> geese =
      text != nullptr ? cgt::fox::squares(*text) : given.coordinates("geese", 0, {});
  given.finish();
  const std::vector<Square> in_order = checked(geese, *rules_);
  std::vector<std::vector<FoxSquare>> rows;
  for (std::int64_t row = in_order.back().row; row >= 1; --row) {
    std::vector<FoxSquare>& line = rows.emplace_back();
    for (std::int64_t column = 1; column <= rules_->width; ++column) {
      FoxSquare& square = line.emplace_back();
      square.goose = std::ranges::find(geese, Coordinate(row, column)) != geese.end();
      if (!square.goose && (row + column) % 2 == 0)
        square.position = AnyPosition(Position(geese, {row, column}, rules_));
    }
  }
  return rows;
}

namespace {

std::shared_ptr<const Ruleset> made(std::string class_name, Rules given) {
  return std::make_shared<FoxRuleset>(std::move(class_name), interned(given));
}

RulesetEntry entry(std::string name, std::string class_name, std::string summary,
                   std::string signature, std::function<Rules(RulesetArguments&)> rules) {
  return {
      std::move(name),
      "game.grid." + class_name,
      std::move(summary),
      "squares (row,column) of the geese and, last, of the fox, with ; between; row 1 is lowest",
      "(3,1);(3,3);(3,5);(3,7);(1,3)",
      std::move(signature),
      [=](RulesetArguments arguments) {
        const Rules read_rules = rules(arguments);
        arguments.finish();
        return made(class_name, read_rules);
      }};
}

}  // namespace

RulesetEntry fox_and_geese_entry() {
  return entry("fox-and-geese", "FoxAndGeese",
               "Left's geese step down, Right's fox steps anywhere, diagonally: loopy", "",
               [](RulesetArguments&) { return Rules{}; });
}

RulesetEntry ceylonese_fox_and_geese_entry() {
  return entry("ceylonese-fox-and-geese", "CeyloneseFoxAndGeese",
               "Fox and Geese with a fox that goes one or two squares in a line: loopy", "",
               [](RulesetArguments&) {
                 return Rules{8, 2};
               });
}

RulesetEntry gen_fox_and_geese_entry() {
  return entry("gen-fox-and-geese", "GenFoxAndGeese",
               "Fox and Geese on a board of any width: loopy", "boardWidth?, foxRange?",
               [](RulesetArguments& arguments) {
                 const std::int64_t width = arguments.integer("boardWidth", 0, 8);
                 const std::int64_t range = arguments.integer("foxRange", 1, 1);
                 if (width < 1 || width > kMaxSide)
                   throw Error(fmt::format("a board is 1 to {} columns wide", kMaxSide));
                 if (range < 1 || range > kMaxSide) throw Error("the fox moves at least one step");
                 return Rules{static_cast<int>(width), static_cast<int>(range)};
               });
}

}  // namespace cgt::fox
