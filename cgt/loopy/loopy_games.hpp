// LoopyGames: the loopy values beside the short games of a Store.
//
// Invariants
//   1. Every LoopyId that is given out names a stopper in simplest form: no option is dominated or
//      reversible, and no two vertices are equal. Equality of stoppers is then isomorphism of their
//      graphs (Conway 1978), and each is kept once: equal stoppers have equal words.
//   2. A stopper that is equal to a short game is the GameId of that game.
//   3. A side that is given as a stopper has been proved equal to its source: every step of its
//      simplification is checked by comparing the games before and after. What no step leads to a
//      stopper stays a graph ("not shown to be stopper-sided"); it is never guessed.
//   4. A throw (BudgetExhausted, Error, std::bad_alloc) leaves the table valid.
//
// Thread rule: a table belongs to one handle of a store (Store::share()), and so to one thread at a
// time. Tables of different handles may work at once. Short games are the same to all of them; the
// words of loopy stoppers mean something to their own table only, so what passes from one table to
// another is a text, a JSON document or a LoopySystem.
//
// Work and memory are charged to the budget in scope of the store. Nothing recurses on the size of a
// graph, and neither sums with numbers nor the order of stoppers and numbers take time that depends
// on the size of the number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cgt/loopy/value.hpp"
#include "cgt/store/store.hpp"

namespace cgt {

// Who wins the onside and the offside (by OutcomeClass of a stopper).
struct CGT_API LoopyOutcome {
  OutcomeClass onside = OutcomeClass::kPrevious;
  OutcomeClass offside = OutcomeClass::kPrevious;
  friend bool operator==(const LoopyOutcome&, const LoopyOutcome&) = default;
};
// "L", "R", "N", "P", "D", "PHat", "PCheck", "NHat", "NCheck"
CGT_API const char* name(LoopyOutcome outcome);

// x, x + over or x + under for a number x, on or off.
struct CGT_API Pseudonumber {
  enum class Kind : std::uint8_t { kNumber, kOver, kUnder, kOn, kOff };
  Kind kind = Kind::kNumber;
  Dyadic number;  // 0 for on and off
  friend bool operator==(const Pseudonumber&, const Pseudonumber&) = default;
};

// on + off is dud, whose sides are on and off:
//
//   Store store;
//   LoopyGames loopy(store);
//   const LoopyValue on = loopy.on();
//   const LoopyValue dud = loopy.add(on, loopy.negate(on));
//   assert(dud.side(Side::kOnside).id == loopy.on());
//
class CGT_API LoopyGames {
 public:
  explicit LoopyGames(Store& store);
  ~LoopyGames();
  LoopyGames(const LoopyGames&) = delete;
  LoopyGames& operator=(const LoopyGames&) = delete;

  Store& store() const;

  // --- values -----------------------------------------------------------------------------------
  LoopyId on();
  LoopyId off();
  LoopyId over();
  LoopyId under();
  LoopyId upon();    // {pass|*}
  LoopyValue dud();  // on & off
  LoopyId make(const Pseudonumber& x);
  // {left|right}
  LoopyValue construct(std::span<const LoopyValue> left, std::span<const LoopyValue> right);
  // The values of all vertices, one strongly connected component after the other, those that others
  // lead to first.
  std::vector<LoopyValue> values(const LoopySystem& system);
  // S & T: the value with the onside of S and the offside of T. Throws Error unless the first is >=
  // the second.
  LoopyValue sides(const LoopyValue& s, const LoopyValue& t);
  LoopyValue side(const LoopyValue& g, Side side);

  // --- structure of stoppers --------------------------------------------------------------------
  // Canonical options, sorted by word.
  std::vector<LoopyId> options(LoopyId g, Player player);
  // The options of a position of one side: canonical ones of a stopper, else vertices of its graph
  // and stoppers.
  std::vector<LoopySide> options(const LoopySide& g, Player player);
  // Every follower once, g first; those of a number n are n games.
  std::vector<LoopyId> followers(LoopyId g);
  // The loopy ones among them.
  std::vector<LoopyId> loopy_followers(LoopyId g);
  // Has every cycle of the canonical form length 1, so that it is a tree with passes?
  bool is_plumtree(LoopyId g);
  std::optional<Pseudonumber> as_pseudonumber(LoopyId g);
  // The number that a player reaches who begins, with what is left of passes; of a pseudonumber,
  // itself. A strong stop is without over and under.
  Pseudonumber stop(LoopyId g, Player first);
  Pseudonumber strong_stop(LoopyId g, Player first);
  OutcomeClass outcome(LoopyId g);
  // A short game H that differs from the stopper G by an infinitesimal: G with every position that is
  // close to a number x (is_numberish) replaced by x. So G is between H - e and H + e for every number
  // e > 0, and whatever follows from comparisons up to that, as the thermograph from temperature 0
  // up, is that of H. Empty: play comes back to a position that is close to no number; then G may have
  // neither mean nor temperature.
  std::optional<GameId> modulo_infinitesimals(LoopyId g);

  // --- order ------------------------------------------------------------------------------------
  bool leq(LoopyId g, LoopyId h);
  bool leq(const LoopyValue& g, const LoopyValue& h);
  bool leq(const LoopyValue& g, const LoopyValue& h, Side side);
  bool equal(const LoopyValue& g, const LoopyValue& h);
  Relation compare(const LoopyValue& g, const LoopyValue& h);
  LoopyOutcome outcome(const LoopyValue& g);

  // --- algebra ----------------------------------------------------------------------------------
  LoopyId negate(LoopyId g);
  LoopyValue negate(const LoopyValue& g);
  LoopyValue add(const LoopyValue& g, const LoopyValue& h);
  LoopyValue subtract(const LoopyValue& g, const LoopyValue& h) { return add(g, negate(h)); }
  // One side of the sum: the upsum is the onside of G + H, the downsum its offside.
  LoopyValue side_of_sum(const LoopyValue& g, const LoopyValue& h, Side side);
  LoopyValue upsum(const LoopyValue& g, const LoopyValue& h) {
    return side_of_sum(g, h, Side::kOnside);
  }
  LoopyValue downsum(const LoopyValue& g, const LoopyValue& h) {
    return side_of_sum(g, h, Side::kOffside);
  }
  // n copies; n may be negative.
  LoopyValue multiple(std::int64_t n, const LoopyValue& g);
  // G:H = {G^L, G:H^L | G^R, G:H^R} of canonical forms, or of a G with the options `base`. Requires
  // that g is a stopper.
  LoopyValue ordinal_sum(LoopyId g, const LoopyValue& h) {
    return ordinal_sum({{options(g, Player::kLeft), options(g, Player::kRight)}}, h);
  }
  LoopyValue ordinal_sum(const PerPlayer<std::vector<LoopyId>>& base, const LoopyValue& h);
  // The H of a G that is written as base:H, as subordinate() has it for short games: options of
  // followers that are those of the base are left out. Requires a stopper. Throws Error if it is none.
  LoopyValue subordinate(LoopyId g, const PerPlayer<std::vector<LoopyId>>& base);
  // Powers of G = {0|H} as power() and power_to() of cgt/store/uptimal.hpp have them for numbers:
  // the sum to x is {sum to x^L | H, sum to x^R}, the x-th power {0 | H - sum to x - 1}. Throw Error
  // where x is too small.
  LoopyValue power(GameId g, const Pseudonumber& x);
  LoopyValue power_to(GameId g, const Pseudonumber& x);
  // The onside of G - G: 0 iff G is loopfree. Requires a stopper.
  LoopyValue degree(LoopyId g);
  // How G varies about the idempotent D (Berlekamp, Conway, Guy 1982, chapter 11): the upsum variety
  // is G upsum (-G downsum -D), the downsum variety G downsum (-G upsum D).
  LoopyValue upsum_variety(const LoopyValue& g, const LoopyValue& d);
  LoopyValue downsum_variety(const LoopyValue& g, const LoopyValue& d);
  bool is_idempotent(const LoopyValue& g);
  bool is_infinitesimal(const LoopyValue& g);
  // Infinitesimally close to a number?
  bool is_numberish(const LoopyValue& g);
  // The number x, the side and the G of x + Tiny(G) or x + Miny(G), where G >= 0 is not a number.
  struct NumberTiny {
    Dyadic number;
    Player sided = Player::kLeft;  // kLeft: tiny
    LoopyId parameter;
  };
  std::optional<NumberTiny> as_number_tiny(LoopyId g);
  bool is_number_tiny(LoopyId g) { return as_number_tiny(g).has_value(); }

  // --- memory -----------------------------------------------------------------------------------
  // A moment to which the table and its store can return. Marks are nested: releasing one ends the
  // later ones.
  struct Mark {
    Store::Mark games;
    std::uint32_t stoppers = 0;
  };
  Mark mark();
  // Forgets every loopy stopper and every game of the store made since the mark; words, values and
  // graphs from before stay as they are. Requires that no other handle shares the games, and that no
  // other table stands on the store. While there is a table, its store is released by it alone.
  void release(const Mark& mark);
  std::uint64_t size() const;   // loopy stoppers kept
  std::uint64_t bytes() const;  // held by the tables, the store not counted

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt
