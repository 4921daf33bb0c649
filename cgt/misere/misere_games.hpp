// Misere play of impartial games: the player who cannot move wins. Canonical forms after Conway
// (1976, chapter 12): a game is the set of its options, and an option that has the game itself for
// an option is reversible. There is no addition of values as short as nim addition; sums are made
// and remembered.
//
//   MisereGames games;
//   const MisereId two = games.nim_heap(2, budget);
//   games.genus(games.add(two, two, budget), budget).text();   // "0^0"
//
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt {

// Equal ids are equal games in misere play. 0 is the game without options.
using MisereId = std::uint32_t;

// The genus g^abc...: g the nim value in normal play, a, b, c the misere nim values of G, G + *2,
// G + *2 + *2, ... (Conway 1976). From some place on two numbers x, x ^ 2 alternate; terms end with
// the first such pair.
struct CGT_API Genus {
  std::uint32_t nim_value = 0;
  std::vector<std::uint32_t> terms;
  // G is a nim heap: written as its size alone.
  bool nim_heap = false;
  // G is tameable, with terms that alternate from the first on, or half tame (MisereGames::Kind):
  // written g^x with the first term alone.
  bool short_form = false;

  // The i-th term of the infinite sequence.
  std::uint32_t term(std::size_t i) const {
    const std::size_t n = terms.size();
    return i < n ? terms[i] : terms[n - 2 + (i - n) % 2];
  }
  // As CGSuite prints it: "3^1431", "2^2", "2^20", "7", "6^(1,9,10,8)".
  std::string text() const;
};

class CGT_API MisereGames {
 public:
  MisereGames();
  MisereGames(MisereGames&&) noexcept;
  MisereGames& operator=(MisereGames&&) noexcept;
  ~MisereGames();

  // The canonical form of the game with these options. Throws BudgetExhausted.
  MisereId construct(std::vector<MisereId> options, Budget& budget);
  MisereId add(MisereId g, MisereId h, Budget& budget);
  MisereId nim_heap(std::uint32_t size, Budget& budget);

  std::span<const MisereId> options(MisereId g) const { return games_[g].options; }
  // Normal play.
  std::uint32_t nim_value(MisereId g) const { return games_[g].nim_value; }
  // The size k of a nim heap *k with which G forms a sum that the previous player wins: 0 or 1 for
  // those that nim-like play ends with, the least excluded value of the options' otherwise; 1 for
  // 0.
  std::uint32_t misere_nim_value(MisereId g) const { return games_[g].misere_nim_value; }
  // The next player wins.
  bool next_player_wins(MisereId g) const { return misere_nim_value(g) != 0; }
  std::uint32_t birthday(MisereId g) const { return games_[g].birthday; }
  // The size of the nim heap that g is; empty if it is none.
  std::optional<std::uint32_t> nim_heap_size(MisereId g) const {
    return games_[g].nim_heap ? std::optional(games_[g].nim_value) : std::nullopt;
  }
  Genus genus(MisereId g, Budget& budget);
  // See Kind.
  bool is_tame(MisereId g, Budget& budget) { return kind(g, budget).tame; }
  bool is_tameable(MisereId g, Budget& budget) { return kind(g, budget).tameable; }
  bool is_half_tame(MisereId g, Budget& budget) { return kind(g, budget).half_tame; }
  // Has it tame options only, without being tame?
  bool is_wild_over_tame(MisereId g, Budget& budget) {
    return kind(g, budget).options_tame && !kind(g, budget).tame;
  }
  // 1 for 0, 0 for 1, else the game of the mates of the options (Conway 1976, chapter 12).
  MisereId mate(MisereId g, Budget& budget);
  std::size_t size() const { return games_.size(); }

 private:
  struct Game {
    std::vector<MisereId> options;  // ascending
    std::uint32_t nim_value = 0;
    std::uint32_t misere_nim_value = 0;
    std::uint32_t birthday = 0;
    bool nim_heap = false;
  };
  struct Kind {
    std::vector<std::uint32_t> terms;
    // The genus is that of a sum of nim heaps, and the options are tame.
    bool tame = false;
    // The same, but options that are not tameable may be there if they change no nim value and can be
    // answered by tameable games of the same nim value, and of the same misere nim value.
    bool tameable = false;
    // Options as those of a tameable game, a nim value of 0 or 1, and a misere nim value above that.
    bool half_tame = false;
    bool options_tame = false;
  };

  // What is found by its options, and sums by their parts.
  struct Tables;

  bool has_option(MisereId g, MisereId option) const;
  // The options without reversible ones, if `options` simplifies to the game `g`.
  bool simplifies(const std::vector<MisereId>& options, MisereId g, Budget& budget) const;
  const Kind& kind(MisereId g, Budget& budget);
  // Requires the kinds of the options.
  Kind new_kind(MisereId g, Budget& budget) const;
  std::uint32_t misere_mex(const std::vector<MisereId>& options) const;

  std::vector<Game> games_;
  std::unique_ptr<Tables> tables_;
  std::vector<Kind> kinds_;
};

// Misere play of a canonical form: the player who cannot move wins. Values mean little there (* and
// * + * + * + * differ in nothing but their outcomes in sums), so the question is asked of the
// canonical form as a position; for other forms see Forms::misere_outcome.

// Who wins the canonical form of g under misere play: kNext is the first player.
CGT_API OutcomeClass misere_outcome(Store& store, GameId g);

}  // namespace cgt
