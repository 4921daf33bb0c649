// Sums of impartial misere games taken apart (Conway 1976, chapter 12; Siegel 2013, chapter V). No two
// games that differ have equal sums with a third one, so a difference is one game or none; every game
// has finitely many parts, and 0 and 1 are the only ones that are part of all. Games come in pairs
// G, G + *1: the one born earlier is even, the other one odd.
//
//   MisereGames games;
//   MisereParts parts(games);
//   const MisereId two = games.nim_heap(2, budget);
//   parts.minus(games.add(two, two, budget), two, budget);   // two
//   parts.is_prime(two, budget);                             // true
//
// Nothing is forgotten: it must not outlive `games`. Methods throw BudgetExhausted.
//
// Thread rule: that of MisereGames.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cgt/misere/misere_games.hpp"

namespace cgt {

class MisereParts {
 public:
  explicit MisereParts(MisereGames& games);
  ~MisereParts();

  // The even one of G and G + *1.
  MisereId even_part(MisereId g, Budget& budget);
  bool is_even(MisereId g, Budget& budget) { return even_part(g, budget) == g; }
  // The options in the order in which games are printed: by birthday, number of options, nim value,
  // misere nim value and options of their even parts; then the even one first.
  std::vector<MisereId> options(MisereId g, Budget& budget);
  void sort(std::vector<MisereId>& games, Budget& budget);
  // The X with X + h = g, if there is one.
  std::optional<MisereId> minus(MisereId g, MisereId h, Budget& budget);
  // The even parts of the even part of g but 0 and itself: X, Y, ... in pairs with X + Y = g or
  // g + *1 (once if X = Y), the X ascending.
  std::vector<MisereId> parts(MisereId g, Budget& budget);
  // Neither 0 nor *1, and without such parts.
  bool is_prime(MisereId g, Budget& budget);
  // All ways to write g as a sum of even primes, ascending, and of *1 where needed.
  std::vector<std::vector<MisereId>> partitions(MisereId g, Budget& budget);
  // Is each option a part?
  bool is_extraverted(MisereId g, Budget& budget);
  // A T for which the previous player wins G + T and H + T; there is one iff neither game is an option
  // of the other one.
  std::optional<MisereId> link(MisereId g, MisereId h, Budget& budget);
  bool is_linked(MisereId g, MisereId h) const;
  // A T with unequal outcomes of G + T and H + T; there is one unless the games are equal.
  std::optional<MisereId> distinguisher(MisereId g, MisereId h, Budget& budget);

 private:
  struct Tables;
  bool has_option(MisereId g, MisereId option) const;
  bool before(MisereId g, MisereId h);
  void order(MisereId g, Budget& budget);
  bool previous_wins(MisereId g, MisereId h, Budget& budget);
  bool take_apart(MisereId g, MisereId h, std::vector<std::pair<MisereId, MisereId>>& missing,
                  Budget& budget);
  // Requires the links of `left` with the options of the other game.
  MisereId winning_distinguisher(MisereId won, MisereId other, Budget& budget);
  bool find_link(MisereId g, MisereId h, std::vector<std::pair<MisereId, MisereId>>& missing,
                 Budget& budget);

  MisereGames& games_;
  std::unique_ptr<Tables> tables_;
};

}  // namespace cgt
