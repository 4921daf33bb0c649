// Partizan games in misere play: the player who cannot move wins. Values mean nothing here, so games
// are forms as they are written; each is kept once, with the sets of its options in order.
//
//   MisereForms forms;
//   const MisereFormId star = forms.parse(SourceText("<form>", "{0|0}"));   // *
//   forms.text(forms.add(star, star, budget));                              // "{*|*}"
//   forms.outcome(star);                                                    // OutcomeClass::kPrevious
//
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/diagnostic.hpp"

namespace cgt {

// 0 is the form without options.
using MisereFormId = std::uint32_t;

class CGT_API MisereForms {
 public:
  // Longer games are refused: what is asked of forms goes down to their ends.
  static constexpr std::uint32_t kMaxBirthday = 1000;

  MisereForms();

  // The form with these options. Throws Error beyond kMaxBirthday.
  MisereFormId make(std::vector<MisereFormId> left, std::vector<MisereFormId> right);
  MisereFormId conjugate(MisereFormId g);
  // The disjunctive sum. Throws BudgetExhausted.
  MisereFormId add(MisereFormId g, MisereFormId h, Budget& budget);
  MisereFormId integer(std::int64_t n);
  MisereFormId nim_heap(std::uint32_t n);
  // {0|*}, *2, -3, {1,*|}: braces are forms, * and *n nim heaps, n is {n-1|}. Throws InputError.
  MisereFormId parse(const SourceText& text);
  // With short names where a form has one. Throws Error beyond `longest` characters.
  std::string text(MisereFormId g, std::size_t longest = 50'000) const;

  std::span<const MisereFormId> options(MisereFormId g, Player player) const {
    return forms_[g].options[player];
  }
  OutcomeClass outcome(MisereFormId g) const;
  bool wins_moving_first(MisereFormId g, Player player) const { return forms_[g].wins[player]; }
  std::uint32_t birthday(MisereFormId g) const { return forms_[g].birthday; }
  // In every follower either both players can move or none.
  bool is_dicot(MisereFormId g) const { return forms_[g].dicot; }
  // Whoever cannot move in a follower never can again in it.
  bool is_dead_ending(MisereFormId g) const { return forms_[g].dead_ending; }
  std::size_t size() const { return forms_.size(); }

 private:
  struct Entry {
    PerPlayer<std::vector<MisereFormId>> options;  // ascending
    PerPlayer<bool> wins{};                        // moving first
    PerPlayer<bool> dead{};                        // can this player move in no follower?
    std::uint32_t birthday = 0;
    bool dicot = true;
    bool dead_ending = true;
  };

  std::vector<Entry> forms_;
  FlatMap<std::uint64_t, std::vector<MisereFormId>> index_;  // by hash of the options
  FlatMap<std::uint64_t, MisereFormId> sums_;
  std::vector<MisereFormId> conjugates_;  // kNoConjugate: not known
  MemoryMeter meter_;
};

}  // namespace cgt
