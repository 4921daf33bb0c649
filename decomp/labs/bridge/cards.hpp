// Cards, sets of cards and hands of contract bridge.
//
// A card is suit * 16 + rank: suits are 0 .. 3 (spades, hearts, diamonds, clubs), ranks 2 .. 14. A set
// of cards has the bit of that number for each, so that 16 bits are what is held of one suit.
//
// Seats are 0 .. 3 clockwise: North, East, South, West.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cgt/support/hash.hpp"

namespace cgt::bridge {

using Card = std::uint8_t;
using Cards = std::uint64_t;
inline constexpr Card kNoCard = 0xff;
inline constexpr int kNotrump = 4;  // as a strain; 0 .. 3 are the suits
inline constexpr Cards kDeck = 0x7ffc7ffc7ffc7ffcULL;

constexpr Card card_of(int suit, int rank) { return static_cast<Card>(suit * 16 + rank); }
constexpr int suit_of(Card card) { return card >> 4U; }
constexpr int rank_of(Card card) { return card & 15U; }
constexpr Cards bit(Card card) { return Cards{1} << card; }
constexpr bool has(Cards set, Card card) { return (set >> card & 1U) != 0; }
constexpr Cards suit_mask(int suit) { return Cards{0x7ffc} << (suit * 16); }
constexpr Cards in_suit(Cards set, int suit) { return set & suit_mask(suit); }
// Bits 2 .. 14.
constexpr unsigned ranks(Cards set, int suit) {
  return static_cast<unsigned>(set >> (suit * 16)) & 0x7ffcU;
}
constexpr int count(Cards set) { return std::popcount(set); }
constexpr int length(Cards set, int suit) { return count(in_suit(set, suit)); }
// Of sets that are not empty; within one suit the ranks decide.
constexpr Card lowest(Cards set) { return static_cast<Card>(std::countr_zero(set)); }
constexpr Card highest(Cards set) { return static_cast<Card>(63 - std::countl_zero(set)); }
// Calls f(card), the lowest first.
template <class F>
void each_card(Cards set, F f) {
  for (; set != 0; set &= set - 1) f(lowest(set));
}

inline constexpr char kSuitLetters[] = "SHDCN";
inline constexpr char kSeatLetters[] = "NESW";
inline constexpr char kRankLetters[] = "??23456789TJQKA";

std::string card_text(Card card);                  // "SA"
std::optional<Card> parse_card(std::string_view);  // "SA" or "sa"
std::optional<int> parse_rank(char letter);
std::optional<int> parse_seat(char letter);
// Ranks of one suit, the highest first: "AQ2"; "" for none.
std::string ranks_text(unsigned ranks);
// "AQ2.K4.T987.JT53": spades to clubs, any number of cards; nothing if it cannot be read.
std::string hand_text(Cards hand);
std::optional<Cards> parse_hand(std::string_view text);

// High-card points: 4, 3, 2, 1.
int points(Cards hand);

class Random : public SplitMix64 {
 public:
  using SplitMix64::SplitMix64;
  // 0 .. bound - 1.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((next() >> 32U) * bound >> 32U);
  }
};

}  // namespace cgt::bridge
