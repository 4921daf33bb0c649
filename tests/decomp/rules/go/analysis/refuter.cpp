#include "tests/decomp/rules/go/analysis/refuter.hpp"

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

}  // namespace

std::optional<bool> refuted(const Board& board, Player owner, std::span<const Point> claimed,
                            std::size_t most_states) {
  struct Node {
    std::vector<std::size_t> before;
    std::size_t open = 0;
    bool attacker = false;
    bool won = false;  // by the attacker
  };
  const Colour own = colour_of(owner);
  const Colour enemy = colour_of(opponent(owner));
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
      const bool took = now.attacker && std::any_of(claimed.begin(), claimed.end(), [&](Point q) {
                          return board[q] == own && child.board[q] != own;
                        });
      if (took) {
        win(next);
      } else {
        reach(child);
      }
    }
    if (now.passed) {
      const bool stands = std::any_of(claimed.begin(), claimed.end(),
                                      [&](Point q) { return now.board[q] == enemy; });
      if (now.attacker && stands) win(next);
      // For the defender the end is one more way out, unless it loses.
      if (!now.attacker && !stands) ++nodes[next].open;
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
