// Deals, and their last tricks, if all cards are seen: double dummy, without libdds.
//
// Zero windows over tricks, winners of the hand on lead as bounds, and partition search (Ginsberg 1996):
// each result comes with the cards whose ranks it rests on. An entry of the table is a set of positions:
// the lengths of all suits in all hands, and who holds the highest, second highest, ... card of each suit,
// down to the lowest one that counts. So it stands for other layouts and later tricks, too, and a card is
// not tried where a card as irrelevant has failed.
// Where few cards are left this takes less than the call of a solver that is made for 13; a whole deal takes
// seconds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "decomp/labs/bridge/double_dummy.hpp"
#include "decomp/labs/bridge/table.hpp"

namespace cgt::bridge {

class OpenCards {
 public:
  static constexpr int kFewTricks = 8;

  // `budget`, if given, is charged with nodes; it must outlive the solver.
  explicit OpenCards(Budget* budget = nullptr) : budget_(budget) {}

  // As DoubleDummy::solve().
  DoubleDummy::Scores solve(const Table& table, const Hands& hands);
  // As DoubleDummy::best_cards().
  Cards best_cards(const Table& table, const Hands& hands);
  // As DoubleDummy::best().
  int best(const Table& table, const Hands& hands);
  // Cards that were tried.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Trick {
    Hands hands{};
    std::uint64_t lengths = 0;  // of each suit of each hand, four bits each
    std::array<Card, 4> cards{};
    int size = 0;
    int leader = 0;
    int winner = 0;  // index of the card that wins
    int left = 0;    // tricks, this one included
  };
  struct Key {
    std::uint64_t lengths = 0;
    std::uint64_t rest = 0;  // leader, trump, declarer's side
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(const Key& key) const;
  };
  // Two bits for each card, its seat; the cards of a suit from the highest one on, from the lowest bits on: spades
  // and hearts, diamonds and clubs.
  using Owners = std::array<std::uint64_t, 2>;
  struct Known {
    Owners owners;                     // of the cards that count
    Owners mask;                       // of the bits that count
    std::array<std::uint8_t, 4> tops;  // so many cards of each suit
    std::int8_t least;                 // tricks of declarer's side
    std::int8_t most;
    std::uint32_t next;  // with the same key, or kNone
  };
  static constexpr std::uint32_t kNone = 0xffffffff;

  Trick trick_of(const Table& table, const Hands& hands);
  bool beats(Card card, Card best) const;
  Trick played(const Trick& t, Card card) const;
  bool is_ours(int seat) const { return ((seat ^ declarer_) & 1) == 0; }
  Key key_of(const Trick& t) const;
  int winners_on_lead(const Trick& t, Cards& relevant) const;
  int trumps_behind(const Trick& t, Cards& relevant) const;
  Cards others_than_turn(const Trick& t) const;
  Cards legal(const Trick& t) const;
  std::size_t choices(const Trick& t, std::array<Card, 16>& out) const;
  Cards equals_that_count(const Trick& t, Cards relevant) const;
  // `relevant`: cards whose ranks the answer rests on, and with each all higher ones of its suit.
  bool reach(const Trick& t, int tricks, Cards& relevant);
  bool reach_by_play(const Trick& t, int tricks, Cards& relevant);
  bool after(const Trick& t, Card card, int tricks, Cards& relevant);
  bool after(const Trick& t, Card card, int tricks);
  static Owners owners_of(const Hands& hands);
  void keep(const Key& key, const Owners& owners, Cards all, Cards relevant, int tricks,
            bool reached);

  FlatMap<Key, std::uint32_t, KeyHash> first_;
  std::vector<Known> known_;
  Budget* budget_;
  std::size_t most_known_ = 0;
  std::uint64_t nodes_ = 0;
  int trump_ = kNotrump;
  int declarer_ = 2;
  int guess_ = 6;  // tricks of declarer's side, as last found
};

// libdds where it is, else OpenCards. Thread rule: that of DoubleDummy.
class DealSolver {
 public:
  explicit DealSolver(Budget& budget, bool library = DoubleDummy::available()) : own_(&budget) {
    if (library) library_.emplace();
  }
  // As those of DoubleDummy. Throw BudgetExhausted.
  DoubleDummy::Scores solve(const Table& table, const Hands& hands, bool reuse = false) {
    return library_ ? library_->solve(table, hands, reuse) : own_.solve(table, hands);
  }
  int best(const Table& table, const Hands& hands) {
    return library_ ? library_->best(table, hands) : own_.best(table, hands);
  }

 private:
  std::optional<DoubleDummy> library_;
  OpenCards own_;
};

// Either solver, whichever takes less time. Thread rule: that of DoubleDummy.
class CardSolver {
 public:
  static constexpr int kOpen = OpenCards::kFewTricks;  // from so many tricks on that is OpenCards
  // Throws Error if libdds cannot be loaded.
  explicit CardSolver(unsigned slot = 0) : early_(slot) {}

  // As DoubleDummy::solve(); the hands may be others than those of the table.
  DoubleDummy::Scores solve(const Table& table, const Hands& hands, bool reuse = false) {
    if (count(hands[static_cast<std::size_t>(table.turn())]) > kOpen)
      return early_.solve(table, hands, reuse);
    ++solves_;
    return late_.solve(table, hands);
  }
  // As DoubleDummy::best_cards().
  Cards best_cards(const Table& table, const Hands& hands, bool reuse = false) {
    if (count(hands[static_cast<std::size_t>(table.turn())]) > kOpen)
      return early_.best_cards(table, hands, reuse);
    ++solves_;
    return late_.best_cards(table, hands);
  }
  std::uint64_t solves() const { return early_.solves() + solves_; }

 private:
  DoubleDummy early_;
  OpenCards late_;
  std::uint64_t solves_ = 0;
};

}  // namespace cgt::bridge
