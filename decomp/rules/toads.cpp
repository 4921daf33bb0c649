// Toads and Frogs (Guy; Berlekamp, Conway, Guy 1982, chapter 1; Erickson 1996) and relatives, on a
// strip. Left's toads go to the right, Right's frogs to the left. A piece slides over free cells,
// or jumps over pieces next to it onto the first cell behind them, if that is free. Nothing is
// taken. Parameters as CGSuite's GenToadsAndFrogs:
//   minSlide, maxSlide    how far a piece may slide; backwards if negative;
//   maxJump               over how many pieces it may jump at once;
//   allowFriendlyJump     over its own, too.
// Toads and Frogs is (1, 1, 1, no). Elephants and Rhinos never jump: maxJump 0. In Backsliding
// Toads and Frogs minSlide is -1: that game is loopy.
//
// Which moves can ever happen is bounded from above; the cells of such moves hang together and form
// the summands, other cells never change and are walls. Toads alone are worth the free cells in
// front of them; so are those that have passed all enemies. Elephants and Rhinos is a sum of integers
// and switches, whatever the strip (toads.cpp has the proof). Turning a strip around and exchanging
// the players negates it.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "decomp/position/graph.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/rules/grid/board.hpp"

namespace cgt::toads {

struct Rules {
  int min_slide = 1;
  int max_slide = 1;
  int max_jump = 1;
  bool friendly_jump = false;
  friend bool operator==(const Rules&, const Rules&) = default;
};

// A strip of up to 64 cells, bit i of each word for cell i. A wall is in both.
struct Words {
  std::uint64_t toads = 0;
  std::uint64_t frogs = 0;
  int length = 0;
  friend bool operator==(const Words&, const Words&) = default;
};

class Position {
 public:
  static constexpr const char* kCharMap = ".tf#";

  Position() = default;
  Position(const grid::Board& strip, const Rules* rules);

  // `move` is the cell that is left times the length of the strip plus the cell reached.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // Where pieces only go ahead: each move takes one a cell or more nearer to the end of the strip, and pieces that
  // have passed all enemies are sure of the steps before them.
  std::optional<IntegerBounds> integer_bounds() const;
  std::uint32_t depth_hint() const;
  bool split_impartial(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const;
  std::string text() const { return board().text(kCharMap); }
  friend bool operator==(const Position& a, const Position& b);

 private:
  // Moves of a player's pieces where they only go ahead: at most, and whatever the opponent does.
  struct Steps {
    PerPlayer<std::int64_t> most{};
    PerPlayer<std::int64_t> sure{};
  };

  Position(const Words& words, const Rules* rules) : words_(words), rules_(rules) {}
  grid::Board board() const;
  Steps steps() const;
  void append(const grid::Board& part, std::vector<Summand<Position>>& sum) const;
  void append(const Words& part, std::vector<Summand<Position>>& sum) const;
  std::int64_t split_words(const Words& strip, std::vector<Summand<Position>>& sum) const;

  Words words_;                              // unless there is a board
  std::shared_ptr<const grid::Board> long_;  // a strip of more than 64 cells
  const Rules* rules_ = nullptr;
};

namespace {

using grid::Board;
using grid::kind;
using grid::Kinds;

constexpr Board::Cell kFree = 0;
constexpr Board::Cell kWall = 3;
constexpr std::string_view kExchange("\0\2\1\3", 4);
constexpr int kMaxCells = 1000;
constexpr int kWordCells = Board::kWordCells;

std::uint64_t bit(int cell) { return std::uint64_t{1} << static_cast<unsigned>(cell); }

// Cells 0 to length - 1, with 0 <= length <= 64.
std::uint64_t first_cells(int length) {
  return length == 0 ? 0 : ~std::uint64_t{0} >> static_cast<unsigned>(kWordCells - length);
}

Board::Cell cell_of(const Words& strip, int i) {
  return static_cast<Board::Cell>((strip.toads >> static_cast<unsigned>(i) & 1U) |
                                  (strip.frogs >> static_cast<unsigned>(i) & 1U) << 1U);
}

Board::Cell piece_of(Player player) { return player == Player::kLeft ? 1 : 2; }

// Calls visit(from, to) for every move where cells may hold what `may_hold(cell)` says.
template <class MayHold, class Visit>
void each_move(int length, const Rules& rules, Player player, MayHold may_hold, Visit visit) {
  const int ahead = player == Player::kLeft ? 1 : -1;
  const auto may = [&](int cell, Kinds wanted) {
    return cell >= 0 && cell < length && (may_hold(cell) & wanted) != 0;
  };
  const Kinds mine = kind(piece_of(player));
  const Kinds jumped = kind(piece_of(opponent(player))) | (rules.friendly_jump ? mine : 0);
  for (int from = 0; from < length; ++from) {
    if (!may(from, mine)) continue;
    for (int k = 1; k <= rules.max_slide && may(from + k * ahead, kind(kFree)); ++k) {
      if (k >= rules.min_slide) visit(from, from + k * ahead);
    }
    for (int k = -1; k >= rules.min_slide && may(from + k * ahead, kind(kFree)); --k) {
      if (k <= rules.max_slide) visit(from, from + k * ahead);
    }
    for (int k = 1; k <= rules.max_jump && may(from + k * ahead, jumped); ++k) {
      if (may(from + (k + 1) * ahead, kind(kFree))) visit(from, from + (k + 1) * ahead);
    }
  }
}

}  // namespace

Position::Position(const Board& strip, const Rules* rules) : rules_(rules) {
  if (!strip.small()) {
    long_ = std::make_shared<const Board>(strip);
    return;
  }
  words_ = {strip.word(kind(1) | kind(kWall)), strip.word(kind(2) | kind(kWall)), strip.size()};
}

Board Position::board() const {
  if (long_) return *long_;
  Board out(1, words_.length);
  for (int i = 0; i < words_.length; ++i) out.set(i, cell_of(words_, i));
  return out;
}

bool operator==(const Position& a, const Position& b) {
  if (a.rules_ != b.rules_ || a.words_ != b.words_) return false;
  return a.long_ && b.long_ ? *a.long_ == *b.long_ : a.long_ == b.long_;
}

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const int length = long_ ? long_->size() : words_.length;
  const auto holds = [&](int cell) { return kind(long_ ? (*long_)[cell] : cell_of(words_, cell)); };
  const auto add = [&](int from, int to) -> Position& {
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(from * length + to);
    option.position.rules_ = rules_;
    return option.position;
  };
  if (long_) {
    each_move(length, *rules_, player, holds, [&](int from, int to) {
      Board after = *long_;
      after.set(from, kFree);
      after.set(to, piece_of(player));
      add(from, to).long_ = std::make_shared<const Board>(std::move(after));
    });
    return out;
  }
  const std::uint64_t walls = words_.toads & words_.frogs;
  const std::uint64_t mine = (player == Player::kLeft ? words_.toads : words_.frogs) & ~walls;
  out.reserve(static_cast<std::size_t>(std::popcount(mine)));
  const auto move = [&](int from, int to) {
    Words& after = add(from, to).words_;
    after = words_;
    (player == Player::kLeft ? after.toads : after.frogs) ^= bit(from) | bit(to);
  };
  if (*rules_ != Rules{}) {
    each_move(length, *rules_, player, holds, move);
    return out;
  }
  const bool left = player == Player::kLeft;
  const std::uint64_t free = first_cells(length) & ~(words_.toads | words_.frogs);
  const std::uint64_t theirs = (left ? words_.frogs : words_.toads) & ~walls;
  const std::uint64_t steps = mine & (left ? free >> 1U : free << 1U);
  const std::uint64_t jumps = mine & (left ? theirs >> 1U & free >> 2U : theirs << 1U & free << 2U);
  for (std::uint64_t rest = steps | jumps; rest != 0; rest &= rest - 1) {
    const int from = std::countr_zero(rest);
    const int by = (steps & bit(from)) != 0 ? 1 : 2;
    move(from, left ? from + by : from - by);
  }
  return out;
}

namespace {

// What may ever happen, from above: which cells may be free, which may hold a piece of whom, and
// which neighbours the moves that this allows join (joined[i]: cells i and i + 1).
using Joined = SmallVector<std::uint8_t, 64>;

Joined joined_cells(const Board& strip, const Rules& rules) {
  const int length = strip.size();
  SmallVector<std::uint8_t, 64> may_hold(static_cast<std::size_t>(length));
  for (int i = 0; i < length; ++i) {
    may_hold[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(kind(strip[i]));
  }
  const auto may = [&](int cell) -> std::uint8_t& {
    return may_hold[static_cast<std::size_t>(cell)];
  };
  const auto widen = [&](int cell, Kinds by, bool& changed) {
    const auto wider = static_cast<std::uint8_t>(may(cell) | by);
    changed = changed || wider != may(cell);
    may(cell) = wider;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Player player : kPlayers) {
      each_move(length, rules, player, may, [&](int from, int to) {
        widen(from, kind(kFree), changed);
        widen(to, kind(piece_of(player)), changed);
      });
    }
  }
  Joined joined(static_cast<std::size_t>(length), 0);
  for (const Player player : kPlayers) {
    each_move(length, rules, player, may, [&](int from, int to) {
      for (int i = std::min(from, to); i < std::max(from, to); ++i) {
        joined[static_cast<std::size_t>(i)] = 1;
      }
    });
  }
  return joined;
}

// The same for strips of up to 64 cells, all cells at once.
std::uint64_t joined_word(const Words& strip, const Rules& rules) {
  using Word = std::uint64_t;
  const Word walls = strip.toads & strip.frogs;
  Word free = first_cells(strip.length) & ~(strip.toads | strip.frogs);
  PerPlayer<Word> pieces{{strip.toads & ~walls, strip.frogs & ~walls}};
  if (rules == Rules{}) {
    // Toads and Frogs. What can happen only grows, so the links need be looked at but once.
    Word& toads = pieces[Player::kLeft];
    Word& frogs = pieces[Player::kRight];
    while (true) {
      const Word toads_step = toads & free >> 1U;
      const Word toads_jump = toads & frogs >> 1U & free >> 2U;
      const Word frogs_step = frogs & free << 1U;
      const Word frogs_jump = frogs & toads << 1U & free << 2U;
      const Word moved = toads_step | toads_jump | frogs_step | frogs_jump;
      const Word toads_at = toads_step << 1U | toads_jump << 2U;
      const Word frogs_at = frogs_step >> 1U | frogs_jump >> 2U;
      if (((moved & ~free) | (toads_at & ~toads) | (frogs_at & ~frogs)) == 0) {
        return toads_step | toads_jump | toads_jump << 1U | frogs_step >> 1U | frogs_jump >> 1U |
               frogs_jump >> 2U;
      }
      free |= moved;
      toads |= toads_at;
      frogs |= frogs_at;
    }
  }
  Word joined = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Player player : kPlayers) {
      // ahead(w, k): what is k cells ahead of each cell; behind(w, k) undoes it.
      const auto shifted = [](Word w, int k) {
        if (k <= -64 || k >= 64) return Word{0};
        return k >= 0 ? w >> static_cast<unsigned>(k) : w << static_cast<unsigned>(-k);
      };
      const int sign = player == Player::kLeft ? 1 : -1;
      const auto ahead = [&](Word w, int k) { return shifted(w, sign * k); };
      const auto take = [&](Word from, int k) {
        if (from == 0) return;
        const Word to = ahead(from, -k);
        Word links = joined;
        const Word low = sign * k > 0 ? from : to;
        for (int i = 0; i < std::abs(k); ++i) links |= low << static_cast<unsigned>(i);
        changed = changed || (from & ~free) != 0 || (to & ~pieces[player]) != 0 || links != joined;
        free |= from;
        pieces[player] |= to;
        joined = links;
      };
      Word path = ~Word{0};
      for (int k = 1; k <= rules.max_slide && path != 0; ++k) {
        path &= ahead(free, k);
        if (k >= rules.min_slide) take(pieces[player] & path, k);
      }
      path = ~Word{0};
      for (int k = -1; k >= rules.min_slide && path != 0; --k) {
        path &= ahead(free, k);
        if (k <= rules.max_slide) take(pieces[player] & path, k);
      }
      path = ~Word{0};
      for (int k = 1; k <= rules.max_jump && path != 0; ++k) {
        const Word jumped = pieces[opponent(player)] | (rules.friendly_jump ? pieces[player] : 0);
        path &= ahead(jumped, k);
        take(pieces[player] & path & ahead(free, k + 1), k + 1);
      }
    }
  }
  return joined;
}

// Pieces that have passed all enemies are worth their steps to the end of the strip, wherever the
// others are: the Terminal Toads Theorem of Erickson 1996, for slides of any length from one cell on and
// jumps over one enemy. (Jumps over three make it false: with slides of at most two,
// ttttf..tttffft. is not ttttf..tttfff. + 1.) Takes such pieces from the strip and returns what they
// are worth.
//
// Let N be n free cells and M n-1. With the last toad of X t N, a toad,
//     P  X t N = X N + n       F  Y t f N >= Y f N + n-1       E  Y . f M + 1 >= Y f N  (n >= 1)
// By induction on the pieces, then in this order, then on the moves left. The second player answers in
// the difference: a move within X or Y by the same move, and others as follows.
// P, X t N <= X N + n: the last toad slides i cells, which leaves X N + n-i.
// P, X t N >= X N + n: n becomes n-1, or a toad of X = Y t .^m slides to cell j >= 1 behind X, which
//   leaves Y .^(m+n) + n-j there; the last toad steps, worth X N + n-1 and Y .^(m+n) + m + 2n-1.
//   Or a toad of X = Y t f jumps to Y . f t M. The frog follows, to Y f . t M = Y f t N - 1, and
//   it remains that Y t f t N >= Y f t N + n-1 (Q):
// Q: f jumps to W f . . t N = W f . . N + 2n+1, from Y = W . ; so steps the other: W f . t N =
//   W f . . N + n. The last toad of Y f t N slides, or n-1 becomes n-2: the last toad of Y t f t N steps,
//   and Y t f N + n-1 >= Y f N + 2n-2 is F. No toad of Y gets over f: t stands behind it.
// F, as Y t f N + 1 >= Y f t N by P: f jumps to W f . . N + n+1; so steps the other, to W f . . N + n.
//   t slides i cells, to Y f N + n-i: in Y t f N t jumps, to Y . f M + n-1, and E is enough.
// E: f slides to the cell i in front of it: i = 1 is Y f N, else the other f slides there, too. A toad of
//   Y = W t jumps over f to W . f t M = W . f M + n-1: in Y . f M it steps, and W . t f M + 1 >= that is F.
std::int64_t take_escaped(Board& strip) {
  std::int64_t value = 0;
  for (const Player player : kPlayers) {
    const Board::Cell mine = piece_of(player);
    const int length = strip.size();
    // Cell i as the frogs go: 0 is the end of the strip that they go to.
    const auto cell = [&](int i) { return player == Player::kLeft ? length - 1 - i : i; };
    int enemy = 0;
    while (enemy < length && (strip[cell(enemy)] == mine || strip[cell(enemy)] == kFree)) ++enemy;
    int last = enemy - 1;
    while (last >= 0 && strip[cell(last)] != mine) --last;
    if (last < 0) continue;
    int escaped = 0;
    for (int i = 0; i <= last; ++i) {
      if (strip[cell(i)] != mine) continue;
      value += player == Player::kLeft ? i - escaped : escaped - i;
      ++escaped;
    }
    Board rest(1, length - escaped);
    const int skip = player == Player::kLeft ? 0 : escaped;
    for (int i = escaped; i < length; ++i) {
      rest.set(cell(i) - skip, i <= last ? kFree : strip[cell(i)]);
    }
    strip = std::move(rest);
  }
  return value;
}

// The same for strips of up to 64 cells without walls.
std::int64_t take_escaped(Words& strip) {
  std::int64_t value = 0;
  if (strip.frogs == 0 || strip.toads == 0) return value;
  // Toads behind the last frog: the free cells above each.
  const std::uint64_t cells = first_cells(strip.length);
  const int last_frog = kWordCells - 1 - std::countl_zero(strip.frogs);
  if (std::uint64_t toads = strip.toads & ~first_cells(last_frog); toads != 0) {
    const int escaped = std::popcount(toads);
    for (; toads != 0; toads &= toads - 1) {
      const std::uint64_t behind = cells & ~first_cells(std::countr_zero(toads) + 1);
      value += std::popcount(behind & ~strip.toads);
    }
    strip.toads &= first_cells(last_frog);
    strip.length -= escaped;
  }
  // Frogs before the first toad; with none left, the strip is one of frogs, and worth the same later.
  if (strip.toads == 0) return value;
  const int first_toad = std::countr_zero(strip.toads);
  if (std::uint64_t frogs = strip.frogs & first_cells(first_toad); frogs != 0) {
    const int escaped = std::popcount(frogs);
    for (; frogs != 0; frogs &= frogs - 1) {
      const std::uint64_t before = first_cells(std::countr_zero(frogs));
      value -= std::popcount(before & ~strip.frogs);
    }
    strip.frogs = (strip.frogs & ~first_cells(first_toad)) >> static_cast<unsigned>(escaped);
    strip.toads >>= static_cast<unsigned>(escaped);
    strip.length -= escaped;
  }
  return value;
}

// Elephants and Rhinos: pieces step by one cell and never jump, so that they keep their order. Frogs
// that have a toad to their right move away from it: the strip falls apart there, and at walls. What
// is left is a row of toads and, to their right, a row of frogs.
struct Row {
  int toads = 0;
  int frogs = 0;
  int gap = 0;  // free cells between the foremost toad and the foremost frog, if there are both
  // Steps of toads, of frogs up to the foremost of their own; to the end, if they are alone.
  std::int64_t left = 0;
  std::int64_t right = 0;
};

std::vector<Row> rows_of(const Board& strip) {
  std::vector<Row> rows;
  std::vector<int> toads;  // cells of those in the row
  std::vector<int> frogs;
  const auto end_row = [&](int begin, int end) {
    if (toads.empty() && frogs.empty()) return;
    Row& row = rows.emplace_back();
    row.toads = static_cast<int>(toads.size());
    row.frogs = static_cast<int>(frogs.size());
    const int last = frogs.empty() ? end - 1 : toads.empty() ? begin : toads.back();
    const int first = toads.empty() ? begin : frogs.empty() ? end : frogs.front();
    if (row.toads > 0 && row.frogs > 0) row.gap = first - last - 1;
    for (int i = 0; i < row.toads; ++i) {
      row.left += last - i - toads[static_cast<std::size_t>(row.toads - 1 - i)];
    }
    for (int i = 0; i < row.frogs; ++i) row.right += frogs[static_cast<std::size_t>(i)] - first - i;
    toads.clear();
    frogs.clear();
  };
  int begin = 0;
  for (int i = 0; i < strip.size(); ++i) {
    if (strip[i] == kWall) {
      end_row(begin, i);
      begin = i + 1;
    } else if (strip[i] == piece_of(Player::kLeft)) {
      if (!frogs.empty()) end_row(begin, i);
      toads.push_back(i);
    } else if (strip[i] != kFree) {
      frogs.push_back(i);
    }
  }
  end_row(begin, strip.size());
  return rows;
}

// So many toads, a free cell, and the frogs: "ttt.ff".
Board meeting(int toads, int frogs) {
  Board out(1, toads + 1 + frogs);
  for (int i = 0; i < toads; ++i) out.set(i, piece_of(Player::kLeft));
  for (int i = 0; i < frogs; ++i) out.set(toads + 1 + i, piece_of(Player::kRight));
  return out;
}

// What a row is worth, but for its meeting if the gap is odd. With a > 0 toads, b > 0 frogs and the
// gap g it is worth left - right + M(g), where
//     M(0) = 0,   M(g) = {M(g-1) + A | M(g-1) - B},   A = a-1, B = b-1,
// for a step of the foremost piece gives one to each of those behind it. Hence M(g) is g/2 (A-B) if
// g is even, and (g-1)/2 (A-B) + {A|-B} if it is odd. By induction: after an even number the next one
// is a switch, moved by an integer. After an odd one let n = M(g-1) - {A|-B} + A-B. Either player's
// move in M(g) - n can be answered by a move to 0, so both stops of M(g) are n, and M(g) - n is
// infinitesimal. If it were not 0, then it were no number, and by number avoidance one of these moves
// would win.
std::int64_t value_but_meeting(const Row& row) {
  return row.left - row.right + std::int64_t{row.gap / 2} * (row.toads - row.frogs);
}

// The nim value of a row if either player may move all pieces. Each step behind the foremost is a
// heap of one. With a, b, g, A, B as above, and A and B as heaps of one or none that are left, the
// rest has the nim value N(0) = 0, N(g) = mex{N(g-1) + A, N(g-1) + B} (+ is nim addition): A = B = 0
// gives 0, 1, 0, 1, ...; A = B = 1 gives 0, 0, ...; A != B gives 0, 2, 0, 2, ...
std::uint32_t nim_value_of(const Row& row) {
  const auto steps = static_cast<std::uint32_t>((row.left + row.right) % 2);
  if (row.gap % 2 == 0) return steps;
  if ((row.toads - row.frogs) % 2 != 0) return steps ^ 2U;
  return steps ^ (row.toads % 2 != 0 ? 1U : 0U);
}

// Whether these are Elephants and Rhinos.
bool in_rows(const Rules& rules) {
  return rules.min_slide == 1 && rules.max_slide == 1 && rules.max_jump == 0;
}

// Calls visit(start, length) for each part of the strip that shares no move with the others.
template <class IsJoined, class Visit>
void each_part(int length, IsJoined joined, Visit visit) {
  for (int start = 0; start < length; ++start) {
    if (!joined(start)) continue;
    int end = start + 1;
    while (end < length && joined(end)) ++end;
    visit(start, end - start + 1);
    start = end;
  }
}

std::vector<Board> parts_of(const Board& strip, const Rules& rules) {
  const Joined cells = joined_cells(strip, rules);
  std::vector<Board> parts;
  each_part(
      strip.size(), [&](int i) { return cells[static_cast<std::size_t>(i)] != 0; },
      [&](int start, int length) {
        Board& part = parts.emplace_back(1, length);
        for (int i = 0; i < length; ++i) part.set(i, strip[start + i]);
      });
  return parts;
}

template <class Visit>
void each_part(const Words& strip, const Rules& rules, Visit visit) {
  std::uint64_t joined = joined_word(strip, rules);
  while (joined != 0) {
    const int start = std::countr_zero(joined);
    const int links = std::countr_one(joined >> static_cast<unsigned>(start));
    const std::uint64_t cells = first_cells(links + 1);
    visit(Words{strip.toads >> static_cast<unsigned>(start) & cells,
                strip.frogs >> static_cast<unsigned>(start) & cells, links + 1});
    joined &= ~(first_cells(links) << static_cast<unsigned>(start));
  }
}

// How such a part is split, by its rules.
struct Splitting {
  // Steps of one cell are most moves of pieces alone.
  bool steps;
  // Pieces that have passed all enemies are worth their steps.
  bool escapes;
  explicit Splitting(const Rules& r)
      : steps(r.min_slide >= 0 && r.min_slide <= 1 && r.max_slide >= 1 && !r.friendly_jump),
        escapes(r.min_slide == 1 && r.max_slide >= 1 && r.max_jump <= 1 && !r.friendly_jump) {}
};

}  // namespace

void Position::append(const grid::Board& part, std::vector<Summand<Position>>& sum) const {
  grid::CanonicalBoard least = grid::canonical(part, {0}, kExchange, {grid::kMirrorColumns});
  sum.push_back({Position(least.board, rules_), least.negated});
}

// The least in the order of boards, as above: cell by cell, free cells before toads before frogs.
void Position::append(const Words& part, std::vector<Summand<Position>>& sum) const {
  const auto unused = static_cast<unsigned>(kWordCells - part.length);
  const Words turned{reversed_bits(part.frogs) >> unused, reversed_bits(part.toads) >> unused,
                     part.length};
  const std::uint64_t differ = (part.toads ^ turned.toads) | (part.frogs ^ turned.frogs);
  bool negated = false;
  if (differ != 0) {
    const int first = std::countr_zero(differ);
    negated = cell_of(turned, first) < cell_of(part, first);
  }
  sum.push_back({Position(negated ? turned : part, rules_), negated});
}

std::int64_t Position::split_words(const Words& strip, std::vector<Summand<Position>>& sum) const {
  const Splitting by(*rules_);
  std::int64_t value = 0;
  each_part(strip, *rules_, [&](Words part) {
    if (by.steps && (part.toads == 0 || part.frogs == 0)) {
      const std::uint64_t pieces = part.toads | part.frogs;
      for (std::uint64_t rest = pieces; rest != 0; rest &= rest - 1) {
        const std::uint64_t before = first_cells(std::countr_zero(rest));
        const std::uint64_t free = first_cells(part.length) & ~pieces;
        value += part.frogs == 0 ? std::popcount(free & ~before) : -std::popcount(free & before);
      }
      return;
    }
    if (by.escapes) {
      const int length = part.length;
      value += take_escaped(part);
      if (part.length < length) {
        value += split_words(part, sum);
        return;
      }
    }
    append(part, sum);
  });
  return value;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  std::int64_t value = 0;
  if (in_rows(*rules_)) {
    for (const Row& row : rows_of(board())) {
      value += value_but_meeting(row);
      if (row.gap % 2 != 0) append(meeting(row.toads, row.frogs), sum);
    }
    return value;
  }
  if (!long_) return split_words(words_, sum);
  const Splitting by(*rules_);
  for (Board& part : parts_of(*long_, *rules_)) {
    const Kinds pieces = part.kinds() & (kind(1) | kind(2));
    if (by.steps && pieces != (kind(1) | kind(2))) {
      int free = 0;
      const bool toads = pieces == kind(1);
      for (int i = 0; i < part.size(); ++i) {
        const Board::Cell c = part[toads ? part.size() - 1 - i : i];
        if (c == kFree) ++free;
        if (c != kFree) value += toads ? free : -free;
      }
      continue;
    }
    if (by.escapes) {
      const int before = part.size();
      value += take_escaped(part);
      if (part.size() < before) {
        value += Position(part, rules_).split(sum);
        continue;
      }
    }
    append(part, sum);
  }
  return value;
}

bool Position::split_impartial(std::vector<Summand<Position>>& sum) const {
  if (in_rows(*rules_)) {
    std::uint32_t nim = 0;
    for (const Row& row : rows_of(board())) nim ^= nim_value_of(row);
    if ((nim & 1U) != 0) append(meeting(1, 0), sum);
    if ((nim & 2U) != 0) append(meeting(2, 1), sum);
  } else if (!long_) {
    each_part(words_, *rules_, [&](const Words& part) { append(part, sum); });
  } else {
    for (const Board& part : parts_of(*long_, *rules_)) append(part, sum);
  }
  return true;
}

// Between walls let k pieces of a player be i_1 < ... < i_k cells from the end that they go to. They are
// never nearer than 0, ..., k-1 in some order, and each move takes one nearer, so no more than the sum of
// the i_j - (j-1) are made: B, his most moves. Enemies all go the other way, and those that none of his first e
// pieces has before it never will be there; so he is sure of A, the sum of the i_j - (j-1) for j <= e, if
// pieces may step. With A of Left's and B of Right's the value is at least A - B: Left has an
// answer to each of Right's moves in the sum of this and B - A.
Position::Steps Position::steps() const {
  const bool may_step = rules_->min_slide <= 1 && rules_->max_slide >= 1;
  const int length = long_ ? long_->size() : words_.length;
  const auto cell = [&](int i) { return long_ ? (*long_)[i] : cell_of(words_, i); };
  Steps out;
  for (const Player player : kPlayers) {
    const Board::Cell mine = piece_of(player);
    int distance = 0;  // of the cell from the end, or the wall
    int before = 0;    // pieces
    bool escaped = true;
    for (int i = 0; i < length; ++i, ++distance) {
      const Board::Cell content = cell(player == Player::kLeft ? length - 1 - i : i);
      if (content == kWall) {
        distance = -1;
        before = 0;
        escaped = true;
      } else if (content == mine) {
        out.most[player] += distance - before;
        if (escaped && may_step) out.sure[player] += distance - before;
        ++before;
      } else if (content != kFree) {
        escaped = false;
      }
    }
  }
  return out;
}

std::optional<IntegerBounds> Position::integer_bounds() const {
  if (rules_->min_slide < 0) return std::nullopt;
  const auto [most, sure] = steps();
  return IntegerBounds{sure[Player::kLeft] - most[Player::kRight],
                       most[Player::kLeft] - sure[Player::kRight]};
}

std::uint32_t Position::depth_hint() const {
  if (rules_->min_slide < 0) return kUnknownDepth;
  const Steps all = steps();
  return static_cast<std::uint32_t>(all.most[Player::kLeft] + all.most[Player::kRight]);
}

std::uint64_t Position::hash() const {
  const auto rules = reinterpret_cast<std::uintptr_t>(rules_);
  if (long_) return mix(long_->hash(), rules);
  return mix(mix(words_.toads, static_cast<std::uint64_t>(words_.length)), words_.frogs ^ rules);
}

namespace {

constexpr const char* kBoard = "t is Left's toad, f is Right's frog, . is free, # is a wall";

Position read(RulesetArguments& arguments, const std::string& name, const Rules* rules) {
  return {Board::read_strip(arguments, Position::kCharMap, name), rules};
}

RulesetEntry variant(std::string name, std::string class_name, std::string summary,
                     std::string example, Rules rules) {
  const std::string path = "game.strip." + class_name;
  return plain_entry(std::move(name), path, std::move(summary), kBoard, std::move(example),
                     class_name, Position::kCharMap,
                     [=, made = interned(rules)](RulesetArguments& arguments) {
                       return read(arguments, class_name, made);
                     });
}

}  // namespace

RulesetEntry toads_and_frogs_entry() {
  return variant("toads-and-frogs", "ToadsAndFrogs",
                 "pieces step ahead, or jump over one enemy piece: toads right, frogs left",
                 "ttt..ff", {});
}

RulesetEntry elephants_and_rhinos_entry() {
  return variant("elephants-and-rhinos", "ElephantsAndRhinos",
                 "pieces step ahead and never jump: Left's to the right, Right's to the left",
                 "t.t..f.f", {1, 1, 0, false});
}

RulesetEntry backsliding_toads_and_frogs_entry() {
  return variant("backsliding-toads-and-frogs", "BackslidingToadsAndFrogs",
                 "Toads and Frogs where pieces may also step back: loopy", "tt.ff",
                 {-1, 1, 1, false});
}

RulesetEntry gen_toads_and_frogs_entry() {
  return {"gen-toads-and-frogs",
          "game.strip.GenToadsAndFrogs",
          "Toads and Frogs with slides and jumps of the lengths given",
          kBoard,
          "tttt..fff",
          "minSlide?, maxSlide?, maxJump?, allowFriendlyJump?",
          [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
            const auto length = [&](const char* name, std::size_t place) {
              const std::int64_t given = arguments.integer(name, place, 1);
              if (given < -kMaxCells || given > kMaxCells)
                throw Error(fmt::format("'{}' is at most {}", name, kMaxCells));
              return static_cast<int>(given);
            };
            Rules rules;
            rules.min_slide = length("minSlide", 0);
            rules.max_slide = length("maxSlide", 1);
            rules.max_jump = length("maxJump", 2);
            rules.friendly_jump = arguments.boolean("allowFriendlyJump", 3, false);
            arguments.finish();
            if (rules.min_slide > rules.max_slide || rules.max_jump < 0)
              throw Error("no piece could move so", "minSlide <= maxSlide and maxJump >= 0");
            return std::make_shared<PlainRuleset>(
                "GenToadsAndFrogs", Position::kCharMap,
                [made = interned(rules)](RulesetArguments& position) {
                  return read(position, "GenToadsAndFrogs", made);
                });
          }};
}

}  // namespace cgt::toads
