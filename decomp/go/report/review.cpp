#include "decomp/go/report/review.hpp"

namespace cgt::go {
namespace {

using Points = std::vector<Point>;

PartitionOptions assuming(const ReviewOptions& options, const Points& living) {
  PartitionOptions out = options.partition;
  out.assumed = living;
  return out;
}

std::optional<MoveWorth> worth_of_move(Store& store, const GoEndgame& endgame, const Move& move) {
  if (!move.point) return std::nullopt;
  for (const Subgame& subgame : endgame.subgames()) {
    if (!subgame.exact || !std::ranges::binary_search(subgame.points, *move.point)) continue;
    using Kind = MoveWorth::Kind;
    MoveWorth out;
    out.temperature = subgame.temperature;
    const std::optional<Worth> worth = worth_of(store, subgame);
    if (!worth) {
      out.kind = subgame.temperature.is_zero() ? Kind::kDame : Kind::kNothing;
      return out;
    }
    out.deiri = worth->deiri;
    out.kind = !worth->sente                  ? Kind::kGote
               : *worth->sente == move.player ? Kind::kSente
                                              : Kind::kReverseSente;
    return out;
  }
  return std::nullopt;
}

// Returns whose each point is, as it is settled, by Board::index.
std::vector<Colour> look_at(const Problem& problem, const Points& living,
                            const ReviewOptions& options, const Move* next, Budget& budget,
                            ReviewedPosition& out) {
  Store store;
  GoEndgame endgame(store, problem, assuming(options, living), options.rules);
  Budget share = budget.part(options.nodes_each);
  out.solved = solve_where_safe(endgame, share);
  // Known values of a spent share are worth their sum, which is little work.
  Budget rest = budget.part(options.nodes_each);
  for (const Player player : kPlayers) out.scores[player] = endgame.score(player, rest);
  for (const Subgame& subgame : endgame.subgames()) {
    if (!subgame.exact) continue;
    const auto empty = std::ranges::find_if(
        subgame.points, [&](Point p) { return problem.board[p] == Colour::kEmpty; });
    out.parts.emplace_back(*empty, subgame.temperature);
    if (!out.temperature || subgame.temperature > *out.temperature) {
      out.temperature = subgame.temperature;
    }
  }
  if (!out.solved) out.temperature.reset();
  if (next != nullptr) {
    try {
      const Store::BudgetScope scope(store, rest);
      out.worth = worth_of_move(store, endgame, *next);
    } catch (const BudgetExhausted&) {
      // It stays untold.
    }
  }
  if (out.solved) out.best = endgame.best_moves(out.to_play, rest);
  budget.charge(share.used_nodes() + rest.used_nodes());
  return endgame.partition().owner;
}

// Is a point settled before the move that after it is not so, but for the point of the move?
bool unsettles(const std::vector<Colour>& before, const std::vector<Colour>& after,
               std::size_t at) {
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    if (i != at && before[i] != Colour::kEmpty && after[i] != before[i]) return true;
  }
  return false;
}

// Of the living stones of the last position those that stand already.
Points standing(const Points& living, const Board& last, const Board& board) {
  Points out;
  for (const Point p : living) {
    if (last[p] != Colour::kEmpty && last[p] == board[p]) out.push_back(p);
  }
  return out;
}

// Does the stone that was just put at `at` make a block that is assumed to live, and was not before?
bool newly_living(const Points& before, const Points& now, const Board& board, Point at) {
  if (!std::ranges::binary_search(now, at)) return false;
  const Block block = board.block(at);
  return std::ranges::none_of(before,
                              [&](Point p) { return std::ranges::binary_search(block.stones, p); });
}

}  // namespace

const char* name(MoveWorth::Kind kind) {
  switch (kind) {
    case MoveWorth::Kind::kGote: return "gote";
    case MoveWorth::Kind::kSente: return "sente";
    case MoveWorth::Kind::kReverseSente: return "reverse sente";
    case MoveWorth::Kind::kDame: return "dame";
    case MoveWorth::Kind::kNothing: break;
  }
  return "nothing";
}

bool solve_where_safe(GoEndgame& endgame, Budget& budget) {
  if (!endgame.divide(budget) || endgame.partition().nothing_safe) return false;
  return endgame.solve(budget);
}

Review review(const Problem& record, const ReviewOptions& options, Budget& budget) {
  Review out;
  out.moves = record.moves;
  const std::size_t count = record.moves.size();
  out.positions.resize(count + 1);
  out.losses.resize(count);
  out.upsets.assign(count, false);
  // Boards, and under territory scoring the komi less the prisoners of Black and plus those of White.
  std::vector<Problem> problems(count + 1);
  std::vector<bool> legal(count, true);
  problems[0].board = record.board;
  problems[0].komi = record.komi;
  problems[0].rules = record.rules;
  for (std::size_t i = 0; i < count; ++i) {
    const Move& move = record.moves[i];
    problems[i + 1] = problems[i];
    PerPlayer<int> prisoners{};
    legal[i] = play_recorded(problems[i + 1].board, move, prisoners);
    if (options.rules.scoring == Scoring::kTerritory) {
      problems[i + 1].komi -= Dyadic(prisoners[Player::kLeft] - prisoners[Player::kRight]);
    }
  }
  // All stones of the blocks of the last position that live, in board order.
  const Board& last = problems[count].board;
  Points living_at_last;
  for (const Point p : options.partition.assumed) {
    if (last[p] == Colour::kEmpty) continue;
    const Points block = last.block(p).stones;
    living_at_last.insert(living_at_last.end(), block.begin(), block.end());
  }
  std::ranges::sort(living_at_last);
  living_at_last.erase(std::unique(living_at_last.begin(), living_at_last.end()),
                       living_at_last.end());
  out.conditional = !living_at_last.empty();
  std::vector<Points> living(count + 1);
  for (std::size_t i = 0; i <= count; ++i) {
    living[i] = standing(living_at_last, last, problems[i].board);
  }
  // After a move, by what was assumed before it, where that makes a difference.
  std::vector<std::optional<ReviewedPosition>> as_before(count + 1);
  std::vector<std::vector<Colour>> owners(count + 1);
  std::vector<std::vector<Colour>> owners_as_before(count + 1);
  for (std::size_t i = count + 1; i-- > 0;) {
    ReviewedPosition& position = out.positions[i];
    position.to_play = i < count   ? record.moves[i].player
                       : count > 0 ? opponent(record.moves.back().player)
                                   : record.to_play.value_or(Player::kLeft);
    try {
      budget.poll();
      owners[i] = look_at(problems[i], living[i], options, i < count ? &record.moves[i] : nullptr,
                          budget, position);
      owners_as_before[i] = owners[i];
      position.reached = true;
      if (i == 0 || !record.moves[i - 1].point ||
          !newly_living(living[i - 1], living[i], problems[i].board, *record.moves[i - 1].point)) {
        continue;
      }
      as_before[i].emplace().to_play = position.to_play;
      owners_as_before[i] =
          look_at(problems[i], living[i - 1], options, nullptr, budget, *as_before[i]);
    } catch (const BudgetExhausted&) {
      // Of the share of the position, or of the whole: the next poll tells.
      position.reached = position.scores[Player::kLeft].lower.has_value();
    }
  }
  const auto exact_scores = [](const ReviewedPosition& position) {
    return position.scores[Player::kLeft].exact() && position.scores[Player::kRight].exact();
  };
  const auto exact = [&](std::size_t i) { return exact_scores(out.positions[i]); };
  for (std::size_t i = count + 1; i-- > 0 && exact(i);) out.decided = i;
  for (std::size_t i = 0; i < count; ++i) {
    const ReviewedPosition& next = as_before[i + 1] ? *as_before[i + 1] : out.positions[i + 1];
    if (!legal[i] || !exact(i) || !exact_scores(next)) continue;
    const Player player = record.moves[i].player;
    const Dyadic before = *out.positions[i].scores[player].lower;
    const Dyadic after = *next.scores[opponent(player)].lower;
    const Dyadic loss = player == Player::kLeft ? before - after : after - before;
    const auto& point = record.moves[i].point;
    if (out.conditional && point) {
      out.upsets[i] = loss.sign() < 0 ||
                      unsettles(owners[i], owners_as_before[i + 1], record.board.index(*point));
      if (out.upsets[i]) continue;
    }
    out.losses[i] = loss;
    if (!out.decided || i < *out.decided || out.losses[i]->is_zero()) continue;
    out.lost[player] += *out.losses[i];
    ++out.mistakes[player];
  }
  return out;
}

}  // namespace cgt::go
