#include "decomp/labs/bridge/match.hpp"

#include <cmath>
#include <ctime>

#include "cgt/support/contract.hpp"

namespace cgt::bridge {
namespace {

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

PlayedDeal play_deal(const Hands& hands, const Contract& contract, bool vulnerable,
                     Player& declarer, Player& defence, std::uint64_t board, Budget& budget) {
  PlayedDeal out;
  Game game(hands, contract, vulnerable);
  declarer.begin(board);
  defence.begin(board);
  const std::uint64_t nodes = declarer.nodes();
  while (!game.table().finished()) {
    budget.poll();
    const bool ours = game.table().our_turn();
    Player& player = ours ? declarer : defence;
    const View view = game.view(player.sees_all());
    const double before = thread_seconds();
    const Card card = player.choose(view, budget);
    if (ours) out.cpu += thread_seconds() - before;
    CGT_EXPECTS(has(game.table().legal(), card), "players play legal cards");
    out.cards.push_back(card);
    out.reasons.push_back(ours ? player.reason() : std::string());
    game.play(card);
  }
  out.tricks = game.table().won();
  out.nodes = declarer.nodes() - nodes;
  return out;
}

double BoardAMatch::margin() const {
  return boards() == 0 ? 0 : static_cast<double>(won_ - lost_) / boards();
}
double BoardAMatch::deviation() const {
  if (boards() < 2) return 0;
  const double m = margin();
  const double squares = won_ * (1 - m) * (1 - m) + lost_ * (1 + m) * (1 + m) + tied_ * m * m;
  return std::sqrt(squares / (boards() - 1));
}
double BoardAMatch::half_width() const {
  return boards() == 0 ? 0 : 1.96 * deviation() / std::sqrt(static_cast<double>(boards()));
}

}  // namespace cgt::bridge
