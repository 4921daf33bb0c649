// The double-dummy solver libdds (Haglund, Hein 2006-2018), loaded when it is first needed.
//
// This is the only place that knows the library. Programs do not link it: starting them costs
// nothing, and they run without it until somebody asks for a solver.
//
// Thread rule: one solver a slot, one thread a solver.
#pragma once

#include <array>
#include <cstdint>

#include "decomp/labs/bridge/table.hpp"

namespace cgt::bridge {

class DoubleDummy {
 public:
  static constexpr unsigned kMaxSlots = 16;
  // Is it there? The message of the constructor says why not.
  static bool available();
  // Before the first solver: how many slots there will be (1). Each takes about 100 MiB when used.
  static void set_slots(unsigned slots);
  // Throws Error if the library cannot be loaded.
  explicit DoubleDummy(unsigned slot = 0);

  // Tricks for the side of the player whose turn it is, the present one included, for each legal
  // card if both sides see all cards; -1 elsewhere. Cards that are equal have equal scores.
  struct Scores {
    std::array<std::int8_t, 64> tricks;
    int best = -1;
  };
  // `hands` are what is held now, cards on the table excluded; play is as `table` has it.
  // `reuse`: what this solver was last asked was of the same hands, fewer cards played.
  Scores solve(const Table& table, const Hands& hands, bool reuse = false);
  // The cards whose score is the best; cheaper.
  Cards best_cards(const Table& table, const Hands& hands, bool reuse = false);
  // The best score only; cheaper still.
  int best(const Table& table, const Hands& hands, bool reuse = false);
  std::uint64_t solves() const { return solves_; }

 private:
  int ask(const Table& table, const Hands& hands, int solutions, bool reuse, void* out);
  int slot_;
  std::uint64_t solves_ = 0;
};

}  // namespace cgt::bridge
