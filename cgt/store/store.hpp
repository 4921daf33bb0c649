// The Store: all canonical short games of one computation, each exactly once.
//
// Invariants
//   1. Every id names a canonical form: no dominated and no reversible options (Conway 1976).
//      Two ids of one store are equal iff the games are equal.
//   2. A record is immutable once its id is handed out, and never moves; only its memo words
//   change,
//      each from "not known" to the one true value.
//   3. The options of a record are older than the record: walks over followers terminate.
//   4. A throw (BudgetExhausted, Error, std::bad_alloc) leaves every table valid.
//
// Thread rule: a Store belongs to one thread at a time; different stores are independent.
// There is no process-wide state.
//
// Nothing here recurses on the depth of a game: all walks have explicit stacks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cgt/store/game_id.hpp"
#include "cgt/store/nus.hpp"
#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/player.hpp"
#include "cgt/thermo/trajectory.hpp"

namespace cgt {

// How two games compare. kFuzzy: confused with each other (G || H).
enum class Relation { kLess, kEqual, kGreater, kFuzzy };

// Who wins under normal play: N the first player, P the second.
enum class OutcomeClass { kLeft, kRight, kNext, kPrevious };

using GameList = SmallVector<GameId, 8>;

struct StoreStatistics {
  std::uint64_t games = 0;        // records interned
  std::uint64_t bytes = 0;        // held by arena, tables, caches and thermographs
  std::uint64_t order_calls = 0;  // pairs that <= had to expand
  std::uint64_t sum_calls = 0;    // pairs that + had to expand
  std::uint64_t cache_hits = 0;
  std::uint64_t cache_misses = 0;
};

class Store {
 public:
  Store();
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // --- making games -----------------------------------------------------------------------------
  GameId number(const Dyadic& x) { return nus({x, 0, 0}); }
  GameId integer(std::int64_t n) { return nus({Dyadic(n), 0, 0}); }
  GameId nimber(std::uint32_t k) { return nus({Dyadic(), 0, k}); }
  // u*up + *k.
  GameId up(std::int64_t u, std::uint32_t k = 0) { return nus({Dyadic(), u, k}); }
  GameId nus(const Nus& value);
  // The canonical form of {left | right}.
  GameId construct(std::span<const GameId> left, std::span<const GameId> right);
  GameId construct(std::initializer_list<GameId> left, std::initializer_list<GameId> right);

  // --- structure --------------------------------------------------------------------------------
  // Number of canonical options, and the i-th. Options of a record come sorted by word.
  std::uint64_t option_count(GameId g, Player player) const;
  GameId option(GameId g, Player player, std::uint64_t i);
  // All of them. A nimber *k has k options on each side.
  GameList options(GameId g, Player player);
  // The number-up-star decomposition; empty for every other game.
  std::optional<Nus> as_nus(GameId g) const;
  bool is_nus(GameId g) const;
  bool is_number(GameId g) const;
  // Requires is_number(g).
  Dyadic number_value(GameId g) const;
  bool is_integer(GameId g) const { return is_number(g) && number_value(g).is_integer(); }
  std::uint64_t birthday(GameId g);
  // Distinct followers, g itself included.
  std::uint64_t follower_count(GameId g);
  // Every follower of g once, options before the games that have them, g last.
  std::vector<GameId> followers(GameId g);

  // --- order ------------------------------------------------------------------------------------
  bool leq(GameId g, GameId h);
  bool geq(GameId g, GameId h) { return leq(h, g); }
  Relation compare(GameId g, GameId h);
  OutcomeClass outcome(GameId g);
  // Does Left win g when `first` moves first?
  bool left_wins(GameId g, Player first) {
    return first == Player::kLeft ? !leq(g, kZero) : leq(kZero, g);
  }

  // --- algebra ----------------------------------------------------------------------------------
  GameId negate(GameId g);
  GameId add(GameId g, GameId h);
  GameId subtract(GameId g, GameId h) { return add(g, negate(h)); }
  // n copies of g; n may be negative.
  GameId multiple(const Dyadic& n, GameId g);

  // --- thermography (cgt/thermo) ----------------------------------------------------------------
  // LS: the number reached when `player` moves first and both play for the stop; of a number,
  // itself.
  Dyadic stop(GameId g, Player player);
  const Thermograph& thermograph(GameId g);
  const Dyadic& mean(GameId g) { return thermograph(g).mean(); }
  Dyadic temperature(GameId g) { return thermograph(g).temperature(); }
  // G cooled by t: every move taxed t, until the game is infinitesimally close to a number. Throws
  // Error unless t > -1.
  GameId cool(GameId g, const Dyadic& t);
  // G heated by t (any game): {G^L + t | G^R - t}, numbers unchanged.
  GameId heat(GameId g, GameId t);
  // G cooled by its own temperature; a number is frozen already.
  GameId freeze(GameId g) { return is_number(g) ? g : cool(g, temperature(g)); }
  // The smallest k such that every number among the followers of g is a multiple of 1/2^k.
  std::uint32_t granularity(GameId g);

  // --- limits and figures -----------------------------------------------------------------------
  const StoreStatistics& statistics();

  // While it lives, all work of the store is charged to `budget`. Scopes nest; the inner one
  // counts.
  class BudgetScope {
   public:
    BudgetScope(Store& store, Budget& budget);
    ~BudgetScope();
    BudgetScope(const BudgetScope&) = delete;
    BudgetScope& operator=(const BudgetScope&) = delete;

   private:
    Store& store_;
    Budget* outer_;
  };

  // The inside; defined in cgt/detail, not part of the interface.
  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt
