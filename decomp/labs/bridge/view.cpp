#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

Game::Game(const Hands& hands, const Contract& contract, bool vulnerable)
    : table_(hands, contract) {
  view_.contract = contract;
  view_.vulnerable = vulnerable;
}

void Game::play(Card card) {
  const int seat = table_.turn();
  if (table_.size() > 0 && suit_of(card) != table_.suit_led()) {
    view_.voids[static_cast<std::size_t>(seat)] |=
        static_cast<std::uint8_t>(1U << static_cast<unsigned>(table_.suit_led()));
  }
  view_.history.push_back({static_cast<std::int8_t>(seat), card});
  table_.play(card);
}

View Game::view(bool all) const {
  View out = view_;
  out.table = table_;
  const int turn = table_.turn();
  for (int seat = 0; seat < 4; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const bool dummy_open = !view_.history.empty();
    bool seen = all || seat == turn || (seat == table_.dummy() && dummy_open);
    if (table_.our_turn() && table_.ours(seat)) seen = true;
    out.seen[s] = seen;
    out.held[s] = static_cast<std::int8_t>(count(table_.hand(seat)));
    if (!seen) {
      out.unseen |= table_.hand(seat);
      out.table.set_hand(seat, 0);
    }
  }
  return out;
}

Sampler::Sampler(const View& view) {
  int unseen_seats = 0;
  for (int seat = 0; seat < 4; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    if (view.seen[s]) {
      fixed_[s] = view.table.hand(seat);
    } else {
      ++unseen_seats;
      need_[s] = view.held[s];
    }
  }
  Cards open = view.unseen;
  for (int seat = 0; seat < 4 && unseen_seats == 2; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    if (view.seen[s]) continue;
    // What the other one cannot have is here.
    for (int other = 0; other < 4; ++other) {
      if (other == seat || view.seen[static_cast<std::size_t>(other)]) continue;
      const Cards here = view.unseen & ~view.possible(other);
      fixed_[s] |= here;
      open &= ~here;
      need_[s] -= count(here);
    }
  }
  each_card(open, [&](Card card) { open_.push_back(card); });
  for (int seat = 0; seat < 4; ++seat) {
    if (need_[static_cast<std::size_t>(seat)] > 0) seats_.push_back(seat);
  }
}

Hands Sampler::draw(Random& random) const {
  std::array<Card, 52> cards{};
  std::copy(open_.begin(), open_.end(), cards.begin());
  Hands out = fixed_;
  std::size_t from = 0;
  for (const int seat : seats_) {
    for (int i = 0; i < need_[static_cast<std::size_t>(seat)]; ++i, ++from) {
      const auto rest = static_cast<std::uint32_t>(open_.size() - from);
      std::swap(cards[from], cards[from + (rest > 1 ? random.below(rest) : 0)]);
      out[static_cast<std::size_t>(seat)] |= bit(cards[from]);
    }
  }
  return out;
}

double Sampler::layouts() const {
  if (seats_.size() < 2) return 1;
  const int k = need_[static_cast<std::size_t>(seats_[0])];
  double out = 1;
  for (int i = 1; i <= k; ++i) out = out * (static_cast<double>(open_.size()) - k + i) / i;
  return out;
}

std::vector<Hands> Sampler::all() const {
  std::vector<Hands> out;
  Cards open = 0;
  for (const Card card : open_) open |= bit(card);
  if (seats_.size() < 2) {
    Hands hands = fixed_;
    if (!seats_.empty()) hands[static_cast<std::size_t>(seats_[0])] |= open;
    return {hands};
  }
  const auto first = static_cast<std::size_t>(seats_[0]);
  const auto second = static_cast<std::size_t>(seats_[1]);
  const auto n = static_cast<unsigned>(open_.size());
  const int k = need_[first];
  CGT_EXPECTS(n <= 26, "few enough cards to list layouts");
  // Gosper's hack: all words of n bits with k set, in order.
  for (std::uint64_t chosen = (std::uint64_t{1} << k) - 1; chosen < std::uint64_t{1} << n;) {
    Hands hands = fixed_;
    for (unsigned i = 0; i < n; ++i) {
      hands[(chosen >> i & 1U) != 0 ? first : second] |= bit(open_[i]);
    }
    out.push_back(hands);
    if (chosen == 0) break;
    const std::uint64_t low = chosen & (~chosen + 1);
    const std::uint64_t next = chosen + low;
    chosen = (((next ^ chosen) >> 2U) / low) | next;
  }
  return out;
}

int BalancedSampler::after(std::size_t i, const Hands& hands) const {
  const auto seat = static_cast<std::size_t>(sampler_->seats_[0]);
  const int times = has(hands[seat], sampler_->open_[i]) ? static_cast<int>(excess_.size()) : 0;
  return excess_[i] + times - sampler_->need_[seat];
}

Hands BalancedSampler::draw(Random& random) {
  constexpr int kTries = 8;
  if (sampler_->seats_.size() < 2) return sampler_->draw(random);
  Hands best{};
  long least = std::numeric_limits<long>::max();
  for (int k = 0; k < kTries; ++k) {
    const Hands hands = sampler_->draw(random);
    long squares = 0;
    for (std::size_t i = 0; i < excess_.size(); ++i) {
      const long excess = after(i, hands);
      squares += excess * excess;
    }
    if (squares >= least) continue;
    least = squares;
    best = hands;
  }
  for (std::size_t i = 0; i < excess_.size(); ++i) excess_[i] = after(i, best);
  return best;
}

Layouts::Layouts(const Sampler& sampler, int most) : balancer_(sampler), size_(most) {
  CGT_EXPECTS(most > 0, "cards are compared in layouts");
  if (sampler.layouts() > most) return;
  all_ = sampler.all();
  size_ = static_cast<int>(all_.size());
}

Hands Layouts::next(Random& random) {
  CGT_EXPECTS(next_ < static_cast<std::size_t>(size_), "a layout is left");
  const std::size_t i = next_++;
  if (!all_.empty()) return all_[i];
  return balancer_.draw(random);
}

bool before_in_ties(Card a, Card b) {
  if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
  return suit_of(a) > suit_of(b);
}

Card card_with_most(Cards cards, const std::array<int, 64>& sum, Card preferred) {
  CGT_EXPECTS(cards != 0 && (preferred == kNoCard || has(cards, preferred)), "there is a card");
  Card best = preferred == kNoCard ? lowest(cards) : preferred;
  each_card(cards, [&](Card card) {
    if (sum[card] > sum[best] ||
        (sum[card] == sum[best] && best != preferred && before_in_ties(card, best))) {
      best = card;
    }
  });
  return best;
}

}  // namespace cgt::bridge
