#include "decomp/solve/go/review.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cgt::solve {
namespace {

void look_at(const go::Problem& problem, const ReviewOptions& options, Budget& budget,
             ReviewedPosition& out) {
  Store store;
  GoEndgame endgame(store, problem);
  Budget share = budget.part(options.nodes_each);
  out.solved = solve_where_safe(endgame, share);
  // Known values of a spent share are worth their sum, which is little work.
  Budget rest = budget.part(options.nodes_each);
  for (const Player player : kPlayers) out.scores[player] = endgame.score(player, rest);
  for (const Subgame& subgame : endgame.subgames()) {
    if (!subgame.exact) continue;
    const auto empty = std::ranges::find_if(
        subgame.points, [&](go::Point p) { return problem.board[p] == go::Colour::kEmpty; });
    out.parts.emplace_back(*empty, subgame.temperature);
    if (!out.temperature || subgame.temperature > *out.temperature) {
      out.temperature = subgame.temperature;
    }
  }
  if (!out.solved) out.temperature.reset();
  if (out.solved) out.best = endgame.best_moves(out.to_play, rest);
  budget.charge(share.used_nodes() + rest.used_nodes());
}

}  // namespace

bool solve_where_safe(GoEndgame& endgame, Budget& budget) {
  if (!endgame.divide(budget) || endgame.partition().nothing_safe) return false;
  return endgame.solve(budget);
}

Review review(const go::Problem& record, const ReviewOptions& options, Budget& budget) {
  Review out;
  out.moves = record.moves;
  const std::size_t count = record.moves.size();
  out.positions.resize(count + 1);
  out.losses.resize(count);
  // Boards, and the komi less the prisoners of Black and plus those of White.
  std::vector<go::Problem> problems(count + 1);
  problems[0].board = record.board;
  problems[0].komi = record.komi;
  problems[0].rules = record.rules;
  for (std::size_t i = 0; i < count; ++i) {
    const go::Move& move = record.moves[i];
    problems[i + 1] = problems[i];
    if (!move.point) continue;
    const go::PlayResult played = problems[i + 1].board.play(move.player, *move.point);
    if (!played.legal) {
      throw Error(fmt::format("move {} at {} is not legal", i + 1, record.board.name(*move.point)));
    }
    problems[i + 1].komi -= Dyadic(sign(move.player) * played.captured);
  }
  for (std::size_t i = count + 1; i-- > 0;) {
    ReviewedPosition& position = out.positions[i];
    position.to_play = i < count   ? record.moves[i].player
                       : count > 0 ? opponent(record.moves.back().player)
                                   : record.to_play.value_or(Player::kLeft);
    try {
      budget.poll();
      look_at(problems[i], options, budget, position);
      position.reached = true;
    } catch (const BudgetExhausted&) {
      // Of the share of the position, or of the whole: the next poll tells.
      position.reached = position.scores[Player::kLeft].lower.has_value();
    }
  }
  const auto exact = [&](std::size_t i) {
    const auto& scores = out.positions[i].scores;
    return scores[Player::kLeft].exact() && scores[Player::kRight].exact();
  };
  for (std::size_t i = count + 1; i-- > 0 && exact(i);) out.decided = i;
  for (std::size_t i = 0; i < count; ++i) {
    if (!exact(i) || !exact(i + 1)) continue;
    const Player player = record.moves[i].player;
    const Dyadic before = *out.positions[i].scores[player].lower;
    const Dyadic after = *out.positions[i + 1].scores[opponent(player)].lower;
    out.losses[i] = player == Player::kLeft ? before - after : after - before;
    if (!out.decided || i < *out.decided || out.losses[i]->is_zero()) continue;
    out.lost[player] += *out.losses[i];
    ++out.mistakes[player];
  }
  return out;
}

}  // namespace cgt::solve
