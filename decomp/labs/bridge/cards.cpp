#include "decomp/labs/bridge/cards.hpp"

namespace cgt::bridge {
namespace {

std::optional<int> place_of(char letter, std::string_view letters) {
  if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  const std::size_t at = letters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<int>(at);
}

}  // namespace

std::optional<int> parse_rank(char letter) {
  const auto at = place_of(letter, "23456789TJQKA");
  return at ? std::optional<int>(*at + 2) : std::nullopt;
}
std::optional<int> parse_seat(char letter) { return place_of(letter, "NESW"); }

std::string card_text(Card card) {
  return {kSuitLetters[suit_of(card)], kRankLetters[rank_of(card)]};
}

std::optional<Card> parse_card(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const auto suit = place_of(text[0], "SHDC");
  const auto rank = parse_rank(text[1]);
  if (!suit || !rank) return std::nullopt;
  return card_of(*suit, *rank);
}

std::string ranks_text(unsigned ranks) {
  std::string out;
  for (int r = 14; r >= 2; --r) {
    if ((ranks >> r & 1U) != 0) out += kRankLetters[r];
  }
  return out;
}

std::string hand_text(Cards hand) {
  std::string out;
  for (int suit = 0; suit < 4; ++suit) {
    if (suit > 0) out += '.';
    out += ranks_text(ranks(hand, suit));
  }
  return out;
}

std::optional<Cards> parse_hand(std::string_view text) {
  Cards hand = 0;
  int suit = 0;
  for (const char c : text) {
    if (c == '.') {
      if (++suit > 3) return std::nullopt;
      continue;
    }
    const auto rank = parse_rank(c);
    if (!rank || has(hand, card_of(suit, *rank))) return std::nullopt;
    hand |= bit(card_of(suit, *rank));
  }
  return suit == 3 ? std::optional<Cards>(hand) : std::nullopt;
}

int points(Cards hand) {
  int sum = 0;
  for (int suit = 0; suit < 4; ++suit) {
    for (int rank = 11; rank <= 14; ++rank) {
      if (has(hand, card_of(suit, rank))) sum += rank - 10;
    }
  }
  return sum;
}

}  // namespace cgt::bridge
