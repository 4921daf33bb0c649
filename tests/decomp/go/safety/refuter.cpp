#include "tests/decomp/go/safety/refuter.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace cgt::go::refuter {
namespace {

struct Moment {
  Board board;
  bool attacker = true;  // moves
  bool passed = false;   // the player before did
  std::optional<Point> ko;

  std::string key() const {
    std::string out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      out += static_cast<char>('0' + static_cast<int>(board[board.point(i)]));
    }
    out += attacker ? 'a' : 'd';
    out += passed ? 'p' : '.';
    if (ko) out += board.name(*ko);
    return out;
  }
};

// Does the attacker, who moves first, win? `took` says it of a capture (before, after, by the
// attacker), `ended` of a board on which both passed.
template <class Took, class Ended>
std::optional<bool> attacker_wins(const Board& board, Player owner, std::size_t most_states,
                                  Took took, Ended ended) {
  struct Node {
    std::vector<std::size_t> before;
    std::size_t open = 0;
    bool attacker = false;
    bool won = false;  // by the attacker
  };
  std::vector<Moment> moments{{board, true, false, std::nullopt}};
  std::vector<Node> nodes(1);
  std::map<std::string, std::size_t> numbers{{moments[0].key(), 0}};
  std::vector<std::size_t> todo;
  const auto win = [&](std::size_t node) {
    if (nodes[node].won) return;
    nodes[node].won = true;
    todo.push_back(node);
  };
  for (std::size_t next = 0; next < moments.size(); ++next) {
    const Moment now = moments[next];
    nodes[next].attacker = now.attacker;
    const auto reach = [&](const Moment& child) {
      const auto [at, fresh] = numbers.try_emplace(child.key(), moments.size());
      if (fresh) {
        moments.push_back(child);
        nodes.emplace_back();
      }
      nodes[at->second].before.push_back(next);
      ++nodes[next].open;
    };
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      const Point p = board.point(i);
      if (now.ko == p) continue;
      Moment child = now;
      const PlayResult played = child.board.play(now.attacker ? opponent(owner) : owner, p);
      if (!played.legal) continue;
      child.attacker = !now.attacker;
      child.passed = false;
      child.ko = played.ko;
      if (now.attacker && took(child.board)) {
        win(next);
      } else {
        reach(child);
      }
    }
    if (now.passed) {
      const bool wins = ended(now.board);
      if (now.attacker && wins) win(next);
      // For the defender the end is one more way out, unless it loses.
      if (!now.attacker && !wins) ++nodes[next].open;
    } else {
      Moment child = now;
      child.attacker = !now.attacker;
      child.passed = true;
      child.ko.reset();
      reach(child);
    }
    if (nodes[next].open == 0 && !now.attacker) win(next);
    if (moments.size() > most_states) return std::nullopt;
  }
  while (!todo.empty()) {
    const std::size_t at = todo.back();
    todo.pop_back();
    for (const std::size_t before : nodes[at].before) {
      if (nodes[before].won) continue;
      if (!nodes[before].attacker && --nodes[before].open > 0) continue;
      win(before);
    }
  }
  return nodes[0].won;
}

}  // namespace

std::optional<bool> refuted(const Board& board, Player owner, std::span<const Point> claimed,
                            std::size_t most_states) {
  const Colour own = colour_of(owner);
  const Colour enemy = colour_of(opponent(owner));
  const auto took = [&](const Board& after) {
    return std::any_of(claimed.begin(), claimed.end(),
                       [&](Point q) { return board[q] == own && after[q] != own; });
  };
  const auto stands = [&](const Board& end) {
    return std::any_of(claimed.begin(), claimed.end(), [&](Point q) { return end[q] == enemy; });
  };
  return attacker_wins(board, owner, most_states, took, stands);
}

std::optional<bool> area_below(const Board& board, Player owner, std::int64_t least,
                               std::size_t most_states) {
  const auto never = [](const Board&) { return false; };
  const auto below = [&](const Board& end) { return sign(owner) * area(end) < least; };
  return attacker_wins(board, owner, most_states, never, below);
}

std::int64_t area(const Board& board) {
  std::int64_t out = 0;
  std::vector<char> seen(static_cast<std::size_t>(board.size()), 0);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Point start = board.point(i);
    if (board[start] != Colour::kEmpty) {
      out += sign(player_of(board[start]));
      continue;
    }
    if (seen[i] != 0) continue;
    seen[i] = 1;
    PerPlayer<bool> touches{};
    std::vector<Point> points{start};
    for (std::size_t next = 0; next < points.size(); ++next) {
      for (const Point q : board.neighbours(points[next])) {
        if (board[q] != Colour::kEmpty) {
          touches[player_of(board[q])] = true;
        } else if (seen[board.index(q)] == 0) {
          seen[board.index(q)] = 1;
          points.push_back(q);
        }
      }
    }
    if (touches[Player::kLeft] == touches[Player::kRight]) continue;
    out += (touches[Player::kLeft] ? 1 : -1) * static_cast<std::int64_t>(points.size());
  }
  return out;
}

Board random_board(std::mt19937_64& random, int width, int height, int moves) {
  Board board(width, height);
  Player player = Player::kLeft;
  std::optional<Point> ko;
  std::vector<Point> points;
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    points.push_back(board.point(i));
  }
  for (int move = 0; move < moves; ++move) {
    std::shuffle(points.begin(), points.end(), random);
    for (const Point p : points) {
      if (board[p] != Colour::kEmpty || ko == p) continue;
      const Board::Neighbours near = board.neighbours(p);
      const bool eye = std::all_of(near.begin(), near.end(),
                                   [&](Point q) { return board[q] == colour_of(player); });
      if (eye) continue;
      const PlayResult played = board.play(player, p);
      if (!played.legal) continue;
      ko = played.ko;
      break;
    }
    player = opponent(player);
  }
  return board;
}

std::optional<Board> numbered_board(int width, int height, std::size_t number) {
  Board board(width, height);
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    board.set(board.point(i), static_cast<Colour>(number % 3));
    number /= 3;
  }
  if (board.stone_without_liberty()) return std::nullopt;
  return board;
}

}  // namespace cgt::go::refuter
