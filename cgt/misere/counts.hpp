// How many games there are under misere play, by the day on which they are born.
//
//   Budget budget;
//   count_impartial_misere(4, budget).games;   // 22
//
// Thread rule: pure functions, but for the tables that are handed in.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "cgt/misere/misere_games.hpp"
#include "cgt/misere/universe.hpp"
#include "cgt/number/rational.hpp"

namespace cgt {

// The last day on which the classes of a universe were ever counted.
constexpr std::uint32_t kLastUniverseDay = 3;

// Pairs (G, H) of the games with G >= H, those with G = H included. Throws BudgetExhausted.
std::size_t ordered_pairs(MisereUniverse& universe, std::span<const MisereFormId> games,
                          Budget& budget);
// Is G + conjugate of G = 0? In dicots and dead-ending games no other game can be an inverse (Larsson,
// Milley, Nowakowski, Renault, Santos 2021). Throws BudgetExhausted, and Error for a game outside.
bool is_conjugate_invertible(MisereForms& forms, MisereUniverse& universe, MisereFormId g,
                             Budget& budget);

// Of the classes of one universe born by a day, each by one game of it.
struct UniverseCounts {
  std::size_t classes = 0;
  std::size_t ordered_pairs = 0;
  std::map<OutcomeClass, std::size_t> outcomes;
  std::size_t conjugate_invertible = 0;
};
// Throws BudgetExhausted.
UniverseCounts count_by_day(MisereForms& forms, MisereUniverse& universe, std::uint32_t day,
                            Budget& budget);

// A sum of powers of two, each with a factor, and a number: 2^4 - 2^2 + 2.
struct SumOfPowers {
  std::vector<std::pair<std::uint64_t, std::int64_t>> powers;  // exponent, factor; descending
  std::int64_t rest = 0;

  Integer value() const;
  std::string text() const;
};

// Of the impartial games in canonical form.
struct ImpartialMisereCounts {
  Integer games;
  SumOfPowers formula;  // what `games` is
  // Up to day 4, where games are few enough to be looked at one by one.
  bool examined = false;
  std::size_t previous_player_wins = 0;
  std::size_t genus_of_nim = 0;  // the genus of some sum of nim heaps
};
constexpr std::uint32_t kLastImpartialMisereDay = 6;

// The canonical forms of all impartial games born by a day, options before the games that have them.
// Requires day <= kLastListedImpartialDay: there are 22 by then, and 4,171,780 a day later. Throws
// BudgetExhausted.
constexpr std::uint32_t kLastListedImpartialDay = 4;
std::vector<MisereId> impartial_misere_games(MisereGames& table, std::uint32_t day, Budget& budget);

// A set S of games born before the day is not a canonical form iff it simplifies to some H: all options of H
// are in S, and all other elements, one at least, have H as an option; for H = 0 one of them must be a
// P-position (Grundy, Smith 1956). H is unique, and is born two days before, so the sets that simplify
// are counted by the number of games that have H as an option (Conway 1976, chapter 12). Requires
// day <= 6: the games that have an option would have to be counted among 2^4171780. Throws
// BudgetExhausted.
ImpartialMisereCounts count_impartial_misere(std::uint32_t day, Budget& budget);

}  // namespace cgt
