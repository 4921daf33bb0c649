// Squeezes, throw-ins and trump coups in the play of a record, by definitions that a search of the last tricks decides.
//
// *Squeeze*: a defender has to discard (not only trumps are left to him), and whatever he throws away costs a trick:
// declarer's side takes more tricks from here on, if all see all cards, than if he could keep all his cards (throw a
// blank one). So it is none if any of his cards is idle, and none if he is beaten anyhow.
//
// *Throw-in* (endplay): a defender has won a trick that declarer's side led, is on lead, and whatever he leads costs
// a trick: declarer's side takes more tricks than if declarer or dummy were on lead in the same position.
//
// *Trump coup*: one of declarer's hands has led a plain card through a defender who has trumps only, as has the other
// hand of declarer's behind him, and declarer's side takes more tricks than if that hand were on lead and had to lead
// trumps itself.
//
// All are properties of positions, so they are found whether declarer had them in mind or not, and named only where
// they are real. Other coups (en passant, Bath, ...) have no name here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/bridge/table.hpp"

namespace cgt::bridge {

struct Endplay {
  enum class Kind : std::uint8_t { kSqueeze, kThrowIn, kTrumpCoup };
  Kind kind = Kind::kSqueeze;
  std::size_t at = 0;      // cards played before the discard, or before the lead of the defender
  int defender = 0;        // who has no good card
  Card by = kNoCard;       // what was led to the trick that squeezes him or that he won
  int tricks = 0;          // that it gains
  std::uint8_t suits = 0;  // bit s: a card of suit s is one of those that cost a trick
};

// Of the last kEndplayTricks tricks. Requires legal play, which may end early. Throws BudgetExhausted.
inline constexpr int kEndplayTricks = 7;
std::vector<Endplay> endplays(const Hands& hands, const Contract& contract,
                              const std::vector<Card>& play, Budget& budget);

}  // namespace cgt::bridge
