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
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/solve/misere/position_sets.hpp"

namespace cgt::solve {

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

}  // namespace cgt::solve
