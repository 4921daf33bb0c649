#include "decomp/labs/bridge/table.hpp"

namespace cgt::bridge {

std::string contract_text(const Contract& contract) {
  std::string out(1, static_cast<char>('0' + contract.level));
  out += contract.strain == kNotrump ? std::string("NT")
                                     : std::string(1, kSuitLetters[contract.strain]);
  return out + std::string(static_cast<std::size_t>(contract.doubled), 'X');
}

bool parse_contract(std::string_view text, Contract& out) {
  if (text.size() < 2 || text[0] < '1' || text[0] > '7') return false;
  Contract read = out;
  read.level = text[0] - '0';
  text.remove_prefix(1);
  const std::size_t strain = std::string_view("SHDCNshdcn").find(text[0]);
  if (strain == std::string_view::npos) return false;
  read.strain = static_cast<int>(strain % 5);
  text.remove_prefix(1);
  if (read.strain == kNotrump && !text.empty() && (text[0] == 'T' || text[0] == 't')) {
    text.remove_prefix(1);
  }
  if (text.size() > 2 || text.find_first_not_of("Xx") != std::string_view::npos) return false;
  read.doubled = static_cast<int>(text.size());
  out = read;
  return true;
}

int score(const Contract& contract, bool vulnerable, int tricks) {
  const int over = tricks - contract.tricks();
  if (over < 0) {
    const int down = -over;
    if (contract.doubled == 0) return -down * (vulnerable ? 100 : 50);
    const int first = vulnerable ? 200 : 100;
    int lost = first;
    for (int i = 2; i <= down; ++i) lost += vulnerable || i > 3 ? 300 : 200;
    return -lost * contract.doubled;
  }
  const int each = contract.strain == 2 || contract.strain == 3 ? 20 : 30;
  const int base = (each * contract.level + (contract.strain == kNotrump ? 10 : 0))
                   << contract.doubled;
  const int overtrick = contract.doubled == 0 ? each : (vulnerable ? 200 : 100) * contract.doubled;
  int bonus = base >= 100 ? (vulnerable ? 500 : 300) : 50;
  if (contract.level == 6) bonus += vulnerable ? 750 : 500;
  if (contract.level == 7) bonus += vulnerable ? 1500 : 1000;
  return base + over * overtrick + bonus + 50 * contract.doubled;
}

int board_dealer(int board) { return (board - 1) & 3; }

unsigned board_vulnerable(int board) {
  // None NS EW All, shifted by one every four boards.
  const int i = (board - 1) & 15;
  return static_cast<unsigned>((i + i / 4) & 3);
}

Deal random_deal(std::uint64_t seed, int board) {
  std::array<Card, 52> deck{};
  std::size_t n = 0;
  each_card(kDeck, [&](Card card) { deck[n++] = card; });
  Random random(seed * 1000003 + static_cast<std::uint64_t>(board));
  for (std::size_t i = 51; i > 0; --i) {
    std::swap(deck[i], deck[random.below(static_cast<std::uint32_t>(i + 1))]);
  }
  Deal deal;
  for (std::size_t i = 0; i < 52; ++i) deal.hands[i / 13] |= bit(deck[i]);
  deal.dealer = board_dealer(board);
  deal.vulnerable = board_vulnerable(board);
  return deal;
}

Contract contract_by_points(const Deal& deal) {
  const int ns = points(deal.hands[0]) + points(deal.hands[2]);
  const int side = ns >= 20 ? 0 : 1;
  const int total = side == 0 ? ns : 40 - ns;
  const Cards one = deal.hands[static_cast<std::size_t>(side)];
  const Cards two = deal.hands[static_cast<std::size_t>(side + 2)];
  int suit = kNotrump;
  int best = 7;
  for (int s = 0; s < 4; ++s) {
    const int both = length(one, s) + length(two, s);
    // A minor needs nine cards if the points are for game in notrump.
    const int needed = s >= 2 && total >= 25 && total < 33 ? 9 : 8;
    if (both >= needed && both > best) {
      best = both;
      suit = s;
    }
  }
  Contract contract;
  contract.strain = suit;
  const int level = total >= 37 ? 7 : total >= 33 ? 6 : total >= 25 ? 0 : total >= 23 ? 2 : 1;
  contract.level = level;
  if (level == 0) contract.level = suit == kNotrump ? 3 : suit >= 2 ? (total >= 28 ? 5 : 3) : 4;
  if (level == 1 && suit != kNotrump) contract.level = best >= 9 ? 3 : 2;
  const int first =
      suit == kNotrump ? points(one) - points(two) : length(one, suit) - length(two, suit);
  contract.declarer = first > 0 || (first == 0 && points(one) >= points(two)) ? side : side + 2;
  return contract;
}

int Table::winner() const {
  int best = 0;
  for (int i = 1; i < size_; ++i) {
    if (beats(trick_[i], trick_[best])) best = i;
  }
  return (leader_ + best) & 3;
}

void Table::play(Card card) {
  const int seat = turn();
  CGT_ASSERT(has(legal(), card), "the card is legal");
  hands_[seat] &= ~bit(card);
  trick_[size_] = card;
  if (++size_ < 4) return;
  leader_ = static_cast<std::int8_t>(winner());
  size_ = 0;
  ++tricks_;
  if (ours(leader_)) ++won_;
}

}  // namespace cgt::bridge
