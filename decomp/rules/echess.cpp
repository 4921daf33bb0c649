#include "decomp/rules/echess.hpp"

#include <fmt/format.h>

#include <tuple>

#include "cgt/support/text_input.hpp"

namespace cgt::echess {
namespace {

using grid::Board;

constexpr Board::Cell kBlackKing = 1;
constexpr Board::Cell kWhiteKing = 2;
constexpr Board::Cell kRook = 3;
constexpr const char* kName = "Echess";
constexpr const char* kFreeKing = "free";
constexpr const char* kTakenKing = "taken";
// Of parameters, and of positions that are integers.
constexpr std::int64_t kMostCash = 1'000'000;

constexpr std::array<std::pair<int, int>, 8> kSteps{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
constexpr std::array<std::pair<int, int>, 4> kLines{{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};

Square beside(Square s, std::pair<int, int> step) {
  return {static_cast<std::int16_t>(s.x + step.first),
          static_cast<std::int16_t>(s.y + step.second)};
}

// Different squares that a king steps between.
bool side_by_side(Square a, Square b) {
  return a != b && std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1;
}

Square mirrored(Square s) { return {s.y, s.x}; }

// What is wrong with a board, and the cell where it is seen; none: the whole board.
struct Fault {
  std::string message;
  std::string hint;
  std::optional<int> cell;
};

std::optional<Fault> fault_of(const Board& board) {
  const std::string men(Position::kCharMap);
  std::array<int, 4> place{};
  for (const Board::Cell man : {kBlackKing, kWhiteKing, kRook}) {
    std::optional<int> found;
    for (int i = 0; i < board.size(); ++i) {
      if (board[i] != man) continue;
      if (found) {
        return Fault{fmt::format("there is more than one {}", men[man]),
                     "each of the men k, K and R is on the board once", i};
      }
      found = i;
    }
    if (!found) {
      return Fault{fmt::format("there is no {} on the board", men[man]),
                   "k is Left's king, K and R are Right's king and rook",
                   {}};
    }
    place[man] = *found;
  }
  const auto square = [&](int i) {
    return Square{static_cast<std::int16_t>(board.column(i)),
                  static_cast<std::int16_t>(board.row(i))};
  };
  if (side_by_side(square(place[kBlackKing]), square(place[kWhiteKing]))) {
    return Fault{"the kings are side by side",
                 "no king steps beside the other: leave a square between k and K",
                 place[kWhiteKing]};
  }
  return std::nullopt;
}

}  // namespace

Position::Position(const Board& board, const Rules* rules)
    : stage_(Stage::kBoard),
      columns_(static_cast<std::int16_t>(board.columns())),
      rows_(static_cast<std::int16_t>(board.rows())),
      rules_(rules) {
  if (const std::optional<Fault> fault = fault_of(board)) throw Error(fault->message, fault->hint);
  for (int i = 0; i < board.size(); ++i) {
    const Square square{static_cast<std::int16_t>(board.column(i)),
                        static_cast<std::int16_t>(rows_ - 1 - board.row(i))};
    if (board[i] == kBlackKing) black_ = square;
    if (board[i] == kWhiteKing) white_ = square;
    if (board[i] == kRook) rook_ = square;
  }
}

Position Position::cashed(std::int64_t n, const Rules* rules) {
  Position out(Stage::kCashed, rules);
  out.cash_ = n;
  return out;
}

bool Position::rook_attacks(Square s) const {
  if (s == rook_) return false;
  const auto between = [](int a, int b, int c) { return std::min(a, c) < b && b < std::max(a, c); };
  if (s.x == rook_.x) return white_.x != s.x || !between(s.y, white_.y, rook_.y);
  if (s.y == rook_.y) return white_.y != s.y || !between(s.x, white_.x, rook_.x);
  return false;
}

std::uint32_t Position::number(Square s) const {
  return static_cast<std::uint32_t>(s.y * (columns_ + 1) + s.x);
}

void Position::black_moves(std::vector<Option<Position>>& out) const {
  const std::uint32_t squares = number({columns_, rows_}) + 1;
  for (const auto& step : kSteps) {
    const Square to = beside(black_, step);
    if (to.x < 0 || to.y < 0 || to == white_ || side_by_side(to, white_) || rook_attacks(to))
      continue;
    Position next = to == rook_ || !on_board(to) ? free(rules_) : *this;
    if (next.stage_ == Stage::kBoard) next.black_ = to;
    out.push_back({number(to), next});
  }
  out.push_back({3 * squares, cashed(2 * rules_->corner + black_.x + black_.y, rules_)});
}

void Position::white_moves(std::vector<Option<Position>>& out) const {
  const std::uint32_t squares = number({columns_, rows_}) + 1;
  if (!rules_->fixed_king) {
    for (const auto& step : kSteps) {
      const Square to = beside(white_, step);
      if (!on_board(to) || to == rook_ || side_by_side(to, black_)) continue;
      out.push_back({squares + number(to), *this});
      out.back().position.white_ = to;
    }
  }
  for (const auto& line : kLines) {
    for (Square to = beside(rook_, line); on_board(to) && to != white_; to = beside(to, line)) {
      out.push_back({2 * squares + number(to), *this});
      Position& next = out.back().position;
      next.rook_ = to;
      if (to == black_) {
        next = rules_->taken ? cashed(*rules_->taken, rules_) : taken(rules_);
        break;
      }
    }
  }
}

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const bool left = player == Player::kLeft;
  switch (stage_) {
    case Stage::kBoard:
      if (left) {
        black_moves(out);
      } else {
        white_moves(out);
      }
      break;
    case Stage::kCashed:
      if (left ? cash_ > 0 : cash_ < 0) out.push_back({0, cashed(cash_ + (left ? -1 : 1), rules_)});
      break;
    case Stage::kFree:
      if (left) out.push_back({0, *this});
      break;
    case Stage::kTaken:
      if (!left) out.push_back({0, *this});
      break;
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  if (stage_ == Stage::kCashed) return cash_;
  sum.push_back({*this, false});
  if (stage_ != Stage::kBoard) return 0;
  Position image = *this;
  std::swap(image.columns_, image.rows_);
  for (Square* man : {&image.black_, &image.white_, &image.rook_}) *man = mirrored(*man);
  const auto key = [](const Position& p) {
    return std::tie(p.columns_, p.rows_, p.black_, p.white_, p.rook_);
  };
  if (key(image) < key(*this)) sum.back().position = image;
  return 0;
}

std::uint64_t Position::hash() const {
  const auto pair = [](int a, int b) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(a)) << 16U |
           static_cast<std::uint16_t>(b);
  };
  const auto man = [&](Square s) { return pair(s.x, s.y); };
  std::uint64_t h = mix(reinterpret_cast<std::uintptr_t>(rules_),
                        static_cast<std::uint64_t>(stage_) << 32U | pair(columns_, rows_));
  h = mix(h, man(black_) << 32U | man(white_));
  return mix(mix(h, man(rook_)), static_cast<std::uint64_t>(cash_));
}

std::string Position::text() const {
  if (stage_ == Stage::kFree) return kFreeKing;
  if (stage_ == Stage::kTaken) return kTakenKing;
  if (stage_ == Stage::kCashed) return std::to_string(cash_);
  Board board(rows_, columns_);
  const auto put = [&](Square s, Board::Cell man) {
    board.set(board.cell(rows_ - 1 - s.y, s.x), man);
  };
  put(black_, kBlackKing);
  put(white_, kWhiteKing);
  put(rook_, kRook);
  return board.text(kCharMap);
}

namespace {

Position read(RulesetArguments& arguments, const Rules* rules) {
  const RulesetArgument* first = arguments.find("grid", 0);
  if (first != nullptr && std::holds_alternative<std::string>(*first)) {
    const std::string& text = std::get<std::string>(*first);
    if (text == kFreeKing) return Position::free(rules);
    if (text == kTakenKing) return Position::taken(rules);
    const std::optional<std::int64_t> cash = parse_number<std::int64_t>(text);
    if (cash && std::abs(*cash) <= 3 * kMostCash) return Position::cashed(*cash, rules);
    const Board board = Board::parse(text, Position::kCharMap, kName);
    if (const std::optional<Fault> fault = fault_of(board)) {
      // Between two rows there is one character.
      const auto place =
          static_cast<std::size_t>(fault->cell ? *fault->cell + board.row(*fault->cell) : 0);
      throw InputError(SourceText(fmt::format("<{}>", kName), text),
                       {{Severity::kError,
                         fault->message,
                         fault->hint,
                         {place, fault->cell ? 1 : text.size()}}});
    }
    return {board, rules};
  }
  return Position(Board::read(arguments, Position::kCharMap, kName), rules);
}

std::int64_t bounded(std::int64_t n, const char* what) {
  if (n < -kMostCash || n > kMostCash)
    throw Error(fmt::format("{} is from -{} to {}", what, kMostCash, kMostCash));
  return n;
}

constexpr const char* kBoardText =
    "k is Left's king, K and R Right's king and rook, . is free; rows are separated by |. "
    "Choices of this program: beyond the north and the east edge k is free, worth on; "
    "k taken, which may happen in a sum, is worth off";
constexpr const char* kExample = "K..|..R|k..";

std::shared_ptr<const Ruleset> made(std::string class_name, const Rules& rules) {
  const Rules* kept = interned(rules);
  return std::make_shared<PlainRuleset>(
      std::move(class_name), Position::kCharMap,
      [kept](RulesetArguments& given) { return read(given, kept); });
}

}  // namespace

RulesetEntry echess_entry() {
  return {
      "echess",
      "game.grid.Echess",
      "Left's king flees from Right's king and rook, or cashes out for the sum of its coordinates, "
      "from (1,1) in the lower left corner: loopy",
      kBoardText,
      kExample,
      "",
      [](RulesetArguments arguments) {
        arguments.finish();
        return made(kName, {});
      }};
}

RulesetEntry gen_echess_entry() {
  return {
      "gen-echess",
      "game.grid.GenEchess",
      "Echess with other coordinates of the corner, an integer for a king taken, or a white king "
      "that stays: loopy",
      kBoardText,
      kExample,
      "corner?, taken?, fixedKing?",
      [](RulesetArguments arguments) {
        Rules rules;
        rules.corner = bounded(arguments.integer("corner", 0, 1), "the corner");
        if (arguments.find("taken", 1) != nullptr)
          rules.taken = bounded(arguments.integer("taken", 1, 0), "what a taken king leaves");
        rules.fixed_king = arguments.boolean("fixedKing", 2, false);
        arguments.finish();
        return made("GenEchess", rules);
      }};
}

}  // namespace cgt::echess
