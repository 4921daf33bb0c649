// The Store: all canonical short games of one computation, each exactly once.
//
// Invariants
//   1. Every id names a canonical form: no dominated and no reversible options (Conway 1976).
//      Two ids of one store are equal iff the games are equal.
//   2. A record is immutable once its id is handed out, and never moves; only its memo words
//      change, each from "not known" to the one true value.
//   3. The options of a record are older than the record: walks over followers terminate.
//   4. A throw (BudgetExhausted, Error, std::bad_alloc) leaves every table valid.
//
// Thread rule: a Store is a handle, and a handle belongs to one thread at a time. share() makes
// another handle on the same games for another thread: an id means the same game to both, and both
// may read and grow the tables at once (cgt/store/parallel.hpp does the work of sharing). Caches
// and the budget belong to the handle. Stores that do not share are independent; there is no
// process-wide state.
//
// Nothing here recurses on the depth of a game: all walks have explicit stacks.
//
// Contract: ids that are given to a store are those of its games, contains(id). Builds with
// assertions check it on every entry; Game (cgt/game.hpp) checks it in every build.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cgt/number/trajectory.hpp"
#include "cgt/store/game_id.hpp"
#include "cgt/store/nus.hpp"
#include "cgt/support/budget.hpp"

namespace cgt {

// How two games compare. kFuzzy: confused with each other (G || H).
enum class Relation { kLess, kEqual, kGreater, kFuzzy };

// Who wins under normal play: N the first player, P the second.
enum class OutcomeClass { kLeft, kRight, kNext, kPrevious };

using GameList = SmallVector<GameId, 8>;

struct CGT_API StoreStatistics {
  std::uint64_t games = 0;         // records interned
  std::uint64_t record_bytes = 0;  // of their records
  std::uint64_t bytes = 0;         // held by arena, tables, thermographs and caches together
  // Of this handle:
  std::uint64_t cache_bytes = 0;
  std::uint64_t order_calls = 0;  // pairs that <= had to expand
  std::uint64_t sum_calls = 0;    // pairs that + had to expand
  std::uint64_t order_hits = 0;   // answered by the cache of <=
  std::uint64_t order_misses = 0;
  std::uint64_t sum_hits = 0;
  std::uint64_t sum_misses = 0;
};

struct CGT_API StoreOptions {
  // Bytes of address space reserved for records; memory is used only where records are written.
  // 2^35 is the most that ids can address. A store that is full throws std::bad_alloc.
  std::uint64_t address_space = std::uint64_t{1} << 35U;
  // The caches of each handle together never grow beyond this by more than a few kilobytes.
  std::uint64_t cache_megabytes = 256;
};

namespace detail {
struct StoreAccess;
}  // namespace detail

class CGT_API Store {
 public:
  explicit Store(const StoreOptions& options = {});
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Another handle on the same games, for another thread, with its own caches and no budget. The
  // tables live until the last handle is gone.
  Store share();
  // Are these handles on the same games?
  bool shares_games_with(const Store& other) const;
  // Does the id name a game of this store? Not so for the empty id, for one that was released, and
  // for one of another store, unless a game of this store happens to have the same word. Small
  // number-up-stars have the same words in all stores.
  bool contains(GameId g) const;

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
  // {left | right} with the options of a canonical form that is not a number-up-star, as options() of another
  // store told them, in any order: nothing is compared. What is not canonical spoils later answers;
  // assertions look for it.
  GameId restore(std::span<const GameId> left, std::span<const GameId> right);

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

  // --- memory -----------------------------------------------------------------------------------
  // A moment to which the store can return. Marks are nested: releasing one ends the later ones.
  struct Mark {
    std::uint32_t end = 0;
    std::uint32_t large_end = 0;
    std::uint32_t thermographs_end = 0;
  };
  Mark mark();
  // Forgets every game made since the mark and gives their memory back. Their ids mean nothing from
  // then on, nor do references to thermographs got since. Requires that no other handle shares the
  // games.
  void release(const Mark& mark);

  // --- limits and figures -----------------------------------------------------------------------
  StoreStatistics statistics();

  // While it lives, all work of the store is charged to `budget`, and what the store holds counts as
  // memory of its request. Scopes nest; the inner one counts.
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

  // The budget in scope; outside of all scopes one without limits. Solvers (decomp) take a budget as an
  // argument: given this one they are limited by the scope, as operations on values are.
  Budget& budget();

  // Charges work on games that is done outside of the store, such as printing, to the budget in
  // scope. Throws BudgetExhausted.
  void charge(std::uint64_t nodes = 1);
  // Tells the budget in scope that a table beside the store, whose meter this is, holds so many bytes
  // now. Throws BudgetExhausted.
  void charge_memory(MemoryMeter& meter, std::uint64_t bytes);

  // The inside; defined in cgt/detail, not part of the interface.
  struct Impl;

 private:
  friend struct detail::StoreAccess;
  explicit Store(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

// How full the hash tables of a store are, for people who wonder where memory and time go.

struct CGT_API TableFill {
  std::string name;
  std::uint64_t used = 0;
  std::uint64_t slots = 0;  // that there are now: tables grow
};

// "games", the table of all records, which all handles share; "<=", "+" and "other", the caches of this
// handle, which forget. Looks at every slot.
CGT_API std::vector<TableFill> table_fill(Store& store);

}  // namespace cgt
