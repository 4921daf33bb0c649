#include "decomp/labs/bridge/par.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

TrickTable trick_table(const Hands& hands, DealSolver& solver) {
  TrickTable out{};
  for (int strain = 0; strain < 5; ++strain) {
    for (int declarer = 0; declarer < 4; ++declarer) {
      // With one declarer for all leads, what a solver knows of tricks serves all of them.
      const Table table(hands, strain, 2, (declarer + 1) & 3);
      out.of(strain, declarer) = 13 - solver.best(table, hands);
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
                     DealSolver& solver, Budget& budget) {
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

namespace {

using TricksByCard = std::array<std::int8_t, 64>;

struct TricksInLayouts {
  std::vector<TricksByCard> tricks;
  bool all = false;  // there are no other layouts
};
// In each of some layouts that fit what is seen. All of them if there are at most `most`.
TricksInLayouts tricks_in_layouts(const View& view, int most, Random& random, CardSolver& solver,
                                  Budget& budget) {
  const Sampler sampler(view);
  // The opening leader sees one hand; else two are unseen, whose layouts are drawn in balance.
  const bool two = std::count(view.seen.begin(), view.seen.end(), false) == 2;
  std::optional<Layouts> layouts;
  if (two) layouts.emplace(sampler, most);
  TricksInLayouts out;
  out.all = two && sampler.layouts() <= most;
  for (int i = two ? layouts->size() : most; i > 0; --i) {
    budget.poll();
    const Hands hands = two ? layouts->next(random) : sampler.draw(random);
    out.tricks.push_back(solver.solve(view.table, hands).tricks);
  }
  return out;
}

// The card with most tricks in the layouts from `first` on; of equal ones `played`, if it is among them.
Card most_tricks(const std::vector<TricksByCard>& tricks, std::size_t first, std::size_t end,
                 Cards legal, Card played) {
  std::array<int, 64> sum{};
  for (std::size_t i = first; i < end; ++i)
    each_card(legal, [&](Card card) { sum[card] += tricks[i][card]; });
  return card_with_most(legal, sum, played);
}

}  // namespace

std::vector<DoubtfulCard> single_dummy_mistakes(const Hands& hands, const Contract& contract,
                                                const std::vector<Card>& play, int layouts,
                                                std::uint64_t seed, CardSolver& solver,
                                                Budget& budget) {
  Game game(hands, contract, false);
  std::vector<DoubtfulCard> out;
  for (std::size_t i = 0; i < play.size(); ++i) {
    const View view = game.view();
    const Cards legal = view.table.legal();
    if (count(legal) > 1 && view.unseen != 0) {
      Random random = random_of_board(seed, i);
      const auto [tricks, all] = tricks_in_layouts(view, layouts, random, solver, budget);
      const std::size_t half = all ? 0 : tricks.size() / 2;
      const Card better = most_tricks(tricks, 0, all ? tricks.size() : half, legal, play[i]);
      DoubtfulCard found{i, view.table.turn(), play[i], better, 0, 0, 0};
      double squares = 0;
      for (std::size_t k = half; k < tricks.size(); ++k) {
        const double less = tricks[k][better] - tricks[k][play[i]];
        found.tricks += less;
        squares += less * less;
        ++found.layouts;
      }
      found.tricks /= found.layouts;
      if (!all) {
        const double variance =
            std::max(0.0, squares / found.layouts - found.tricks * found.tricks);
        found.half_width = 1.96 * std::sqrt(variance / (found.layouts - 1));
        // All alike in a few layouts need not be alike in all.
        if (found.half_width == 0) found.half_width = 3.0 / found.layouts;
      }
      if (better != play[i] && found.tricks > found.half_width) out.push_back(found);
    }
    game.play(play[i]);
  }
  return out;
}

}  // namespace cgt::bridge
