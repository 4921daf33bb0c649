// Misere quotients (Plambeck 2005; Plambeck, Siegel 2008). Let A be a set of impartial games that is
// closed under sums and options. G and H of A are equivalent if G + X and H + X have the same misere
// outcome for every X of A; the classes are a commutative monoid, and the classes of P-positions in it
// answer every sum of A.
//
// The games are given as a list, 1, 2, 3, ..., each by its options, which are sums of games before it:
// the heaps of a heap game are one.
//
//   const auto star = [](std::uint32_t, Budget&, const VisitOption& visit) { visit({}); };
//   MisereQuotientSearch search(star);
//   search.extend(1, budget);     // true
//   search.quotient().order();    // 2: an even or an odd number of stars
//
// How it is found. Some of the games become generators; the P-positions among sums of generators are a
// set of PositionSets, and the quotient of those sums is the set of its translates. Every other game
// is the translate that its options make it, if that is one.
//
// How it is proved. A game G has the pair (class of G, set of the classes of its options), and a sum
// has the product (xy, yE + xF) of (x, E) and (y, F). The map is right if in all products of pairs of
// games, but in (1, {}), x is a P-class iff E has none, and 1 is not one: then the P-classes obey the
// rule that defines P-positions. Different elements have different translates, so the quotient is no
// larger than it must be. The products are all made (QuotientPairs); a game that spoils them becomes a
// generator, and all begins anew from it on. certificate.hpp checks the result by itself.
//
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"

namespace cgt::solve {

// Sets of positions a1 g1 + a2 g2 + ... + ar gr of finitely many games, ai >= 0, of which each is
// given by the sets that it is cut into: with 0, 1, 2, ... copies of the last game. Those repeat from
// some place on, so the set is a word, a repeated word, and the sets of the games before in them
// (Plambeck, Siegel 2008, call such sets of P-positions those of a finite quotient; the form is a
// decision diagram with cycles). Equal ids are equal sets.
//
//   PositionSets sets;
//   const SetId nothing_left = sets.zero(1);   // the sum without games, among those of g1
//
// Thread rule: one thread at a time.

using SetId = std::uint32_t;

// A sum of games g1, g2, ...: their numbers, ascending, with how many there are of each.
using GameSum = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class PositionSets {
 public:
  static constexpr SetId kEmpty = 0;
  static constexpr SetId kAll = 1;

  // Sets of more than `most_copies` copies of one game that do not repeat yet are given up.
  explicit PositionSets(std::uint32_t most_copies = 64) : most_copies_(most_copies) {}

  // The next game. Its options are sums of the games before. Requires one at least: a game without
  // options is nothing. Of more than `most_asked` copies lost() says nothing true, and they need not
  // repeat; what without() moves within that number stays true.
  void add_game(std::vector<GameSum> options, std::uint32_t most_asked = kAnyNumber);
  static constexpr std::uint32_t kAnyNumber = 0xffff'ffffU;
  std::uint32_t games() const { return static_cast<std::uint32_t>(options_.size()); }

  // {0} among the sums of the first `games` games.
  SetId zero(std::uint32_t games);
  bool contains_zero(SetId set) const;
  // The union.
  SetId join(SetId a, SetId b, Budget& budget);
  // {X: X + g in the set}, for the game number `game` from 1, or for all of a sum.
  SetId without(SetId set, std::uint32_t game, Budget& budget);
  SetId without(SetId set, const GameSum& sum, Budget& budget);
  // {X: X is not in `won`, and no option of X is in this set}, among the sums of the first `games`
  // games: the P-positions where those of `won` are won at once. Empty if the copies of some game do
  // not repeat.
  std::optional<SetId> lost(SetId won, std::uint32_t games, Budget& budget);

  std::size_t size() const { return nodes_.size(); }

 private:
  // Of games up to number `level`, the last on which the set depends: kEmpty and kAll have level 0.
  struct Node {
    std::uint32_t level = 0;
    std::uint32_t before = 0;  // copies before the repetition
    std::uint32_t period = 1;
    std::size_t first = 0;  // in parts_
  };

  SetId part(SetId set, std::uint32_t level, std::uint64_t copies) const;
  SetId make(std::uint32_t level, std::vector<SetId> parts, std::size_t before);

  std::uint32_t most_copies_;
  std::vector<std::vector<GameSum>> options_;  // of game i at i - 1
  std::vector<std::uint32_t> most_asked_;      // likewise
  std::vector<Node> nodes_{{}, {}};
  std::vector<SetId> parts_;
  FlatMap<std::uint64_t, std::vector<SetId>> index_;
  FlatMap<std::uint64_t, SetId> unions_;
  FlatMap<std::uint64_t, SetId> moved_;
  FlatMap<std::uint64_t, SetId> lost_;
  MemoryMeter meter_;
};

// An option: the games that are its sum, by number.
using VisitOption = std::function<void(std::span<const std::uint32_t>)>;
// Calls `visit` for every option of a game. May throw BudgetExhausted.
using OptionsOfGame = std::function<void(std::uint32_t game, Budget&, const VisitOption& visit)>;

// Elements are numbers; 0 is the identity, the class of the empty sum.
struct MisereQuotient {
  std::vector<std::uint32_t> generators;          // games, ascending
  std::vector<std::vector<std::uint32_t>> times;  // times[g][x]: x times the class of generators[g]
  std::vector<GameSum> words;                     // of each element, in generators numbered from 1
  std::vector<bool> lost;                         // is the element a class of P-positions?
  std::vector<std::uint32_t> classes{0};          // of the games 0, 1, 2, ...; 0 is the empty sum

  std::size_t order() const { return words.size(); }
  std::size_t lost_count() const;
  std::uint32_t product(std::uint32_t x, std::uint32_t y) const;
  // The quotient of the empty sum alone.
  static MisereQuotient trivial() { return {{}, {}, {{}}, {false}, {0}}; }
};

// What is asked of a finite commutative monoid with its P-portion.
struct QuotientFacts {
  std::size_t order = 0;
  std::size_t lost = 0;         // elements in the P-portion
  std::size_t idempotents = 0;  // x with x * x = x
  std::size_t kernel = 0;       // of the least ideal, which is a group
  std::size_t kernel_lost = 0;  // P-positions in it
  std::size_t involutions = 0;  // x with x * x = 1
  // All P-positions behave like those of nim heaps: the order is 1, 2, or 2^n + 2.
  bool tame = false;
};
QuotientFacts facts_of(const MisereQuotient& quotient, Budget& budget);

// Relations that define the quotient: each side a word in the generators a, b, c, ... ("a^2 = 1").
std::vector<std::string> presentation(const MisereQuotient& quotient, Budget& budget);
// "1", "a", "b^2*c": the word of an element. The generators after z are a1, b1, ...
std::string element_text(const GameSum& word);

// When a search for a quotient gives up.
struct QuotientLimits {
  std::uint32_t copies = 64;      // of a game that do not repeat
  std::uint32_t elements = 2000;  // of a quotient
};

class MisereQuotientSearch {
 public:
  // Why no larger quotient is found: the copies of some game do not repeat, or it is too large.
  enum class Stuck : std::uint8_t { kNot, kCopies, kElements };

  explicit MisereQuotientSearch(OptionsOfGame options, QuotientLimits limits = {});
  MisereQuotientSearch(MisereQuotientSearch&&) noexcept;
  MisereQuotientSearch& operator=(MisereQuotientSearch&&) noexcept;
  ~MisereQuotientSearch();

  // The quotient of the games 1 .. last. False if none was found within the limits. Then, and when
  // BudgetExhausted is thrown, quotient() is that of the games so far.
  bool extend(std::uint32_t last, Budget& budget);
  const MisereQuotient& quotient() const;
  // The number of games in it.
  std::uint32_t games() const { return static_cast<std::uint32_t>(quotient().classes.size() - 1); }
  Stuck stuck() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

// Who wins many copies of one game under misere play, n = 0, 1, 2, ...? Their canonical forms grow
// beyond all measure; the sets of P-positions beside them do not: those beside n copies follow from
// those beside n - 1. Nothing need repeat: of no follower there are ever more
// copies than the moves make of `most` games.
//
// Thread rule: one thread at a time.

// Does the previous player win n copies of the game number `game`, by n from 0 to `most`? `options`
// are those of the games 1 .. game, each a sum of games before it. Throws BudgetExhausted.
std::vector<bool> lost_copies(const OptionsOfGame& options, std::uint32_t game, std::uint32_t most,
                              Budget& budget);

}  // namespace cgt::solve
