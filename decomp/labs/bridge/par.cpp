#include "decomp/labs/bridge/par.hpp"

#include <algorithm>

namespace cgt::bridge {

TrickTable trick_table(const Hands& hands, DoubleDummy& solver) {
  TrickTable out{};
  for (int strain = 0; strain < 5; ++strain) {
    for (int declarer = 0; declarer < 4; ++declarer) {
      const Contract contract{.strain = strain, .declarer = declarer};
      out.of(strain, declarer) = 13 - solver.best(Table(hands, contract), hands);
    }
  }
  return out;
}

namespace {

constexpr int kBids = 35;

// Of clubs, diamonds, hearts, spades, notrump, level by level.
Contract bid(int rank) {
  const int strain = rank % 5 == 4 ? kNotrump : 3 - rank % 5;
  return {.level = 1 + rank / 5, .strain = strain};
}

bool is_game(const Contract& c) {
  return c.level >= (c.strain == kNotrump ? 3 : c.strain <= 1 ? 4 : 5);
}

// Scores of North-South.
struct Auction {
  const TrickTable& tricks;
  unsigned vulnerable;

  // The contract of a side: who takes more tricks declares, and what goes down is doubled.
  Contract contract(int rank, int side) const {
    Contract out = bid(rank);
    out.declarer = tricks.of(out.strain, side) >= tricks.of(out.strain, side + 2) ? side : side + 2;
    out.doubled = tricks.of(out) < out.tricks() ? 1 : 0;
    return out;
  }
  int value(int rank, int side) const {
    const Contract c = contract(rank, side);
    const int points = score(c, (vulnerable >> side & 1U) != 0, tricks.of(c));
    return side == 0 ? points : -points;
  }
};

}  // namespace

Par par(const TrickTable& tricks, int dealer, unsigned vulnerable) {
  const Auction auction{tricks, vulnerable};
  // What comes of a bid that a side has made, if the other side may bid on; and the best bid of a side above a rank.
  std::array<std::array<int, 2>, kBids> after{};
  constexpr int kMost = 1'000'000;
  std::array<int, 2> best{-kMost, kMost};
  for (int rank = kBids - 1; rank >= 0; --rank) {
    auto& here = after[static_cast<std::size_t>(rank)];
    here = {std::min(auction.value(rank, 0), best[1]), std::max(auction.value(rank, 1), best[0])};
    best = {std::max(best[0], here[0]), std::min(best[1], here[1])};
  }
  // Four players may open, the last one or pass the board out.
  int worth = 0;
  for (int seat = dealer + 3; seat >= dealer; --seat) {
    worth = seat % 2 == 0 ? std::max(worth, best[0]) : std::min(worth, best[1]);
  }
  Par out{worth, {}};
  if (worth == 0) return out;
  for (int rank = 0; rank < kBids; ++rank) {
    for (int side = 0; side < 2; ++side) {
      const int final = after[static_cast<std::size_t>(rank)][static_cast<std::size_t>(side)];
      if (auction.value(rank, side) != worth || final != worth) continue;
      Contract contract = auction.contract(rank, side);
      const int made = tricks.of(contract);
      for (const int declarer : {side, side + 2}) {
        contract.declarer = declarer;
        if (tricks.of(contract) != made) continue;
        const auto same =
            std::find_if(out.contracts.begin(), out.contracts.end(), [&](const Contract& c) {
              return c.strain == contract.strain && c.declarer == declarer;
            });
        if (same == out.contracts.end()) {
          out.contracts.push_back(contract);
        } else if (!is_game(*same)) {
          *same = contract;
        }
      }
    }
  }
  return out;
}

Mistakes mistakes_of(const Hands& hands, const Contract& contract, const std::vector<Card>& play,
                     DoubleDummy& solver, Budget& budget) {
  Table table(hands, contract);
  Mistakes out{13 - solver.best(table, hands), {}};
  for (std::size_t i = 0; i < play.size(); ++i) {
    budget.poll();
    const DoubleDummy::Scores scores = solver.solve(table, table.hands(), true);
    const int lost = scores.best - scores.tricks[play[i]];
    if (lost > 0) {
      Mistake mistake{i, table.turn(), play[i], lost, 0};
      each_card(table.legal(), [&](Card card) {
        if (scores.tricks[card] == scores.best) mistake.better |= bit(card);
      });
      out.mistakes.push_back(mistake);
    }
    table.play(play[i]);
  }
  return out;
}

}  // namespace cgt::bridge
