// A full capture search: all positions that play can reach, on texts, by plain rules, and who can
// force a capture by working backwards. It shares no code with decomp/go/races and knows
// neither formulas nor pruning, and it plays on the whole diagram; play that goes on for ever
// captures nothing. Both players passing in a row end the race, unless the first pass lifted the ban
// of a ko.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cgt::testing {

class CaptureOracle {
 public:
  // A diagram as parse_problem() reads it, rows split by '/', and a stone of each essential block,
  // black and white.
  CaptureOracle(const std::string& diagram, std::vector<std::size_t> black,
                std::vector<std::size_t> white)
      : width_(diagram.find('/')), essential_{std::move(black), std::move(white)} {
    for (const char c : diagram) {
      if (c != '/') start_ += c;
    }
    if (width_ == std::string::npos) width_ = start_.size();
    for (std::size_t p = 0; p < start_.size(); ++p) around_.push_back(around(p));
  }

  // 1: black takes a white block, -1: white a black one, 0: neither; `first` 'X' or 'O'. None
  // if more than `limit` positions are reached; those of earlier questions are kept, and count.
  std::optional<int> solve(char first, std::size_t limit) {
    const std::size_t root = id({start_, first, kNone, 0});
    for (; expanded_ < nodes_.size(); ++expanded_) {
      if (nodes_.size() > limit) return std::nullopt;
      expand(expanded_);
    }
    if (forced(root, 1)) return 1;
    return forced(root, -1) ? -1 : 0;
  }
  std::size_t positions() const { return nodes_.size(); }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Key {
    std::string cells;
    char mover;
    std::size_t ko;
    int passes;
    auto operator<=>(const Key&) const = default;
  };
  struct Node {
    const Key* key;
    std::vector<std::size_t> next, back;
    int result = 0;  // of an end
  };

  std::size_t id(Key key) {
    const auto [at, fresh] = ids_.emplace(std::move(key), nodes_.size());
    if (fresh) nodes_.push_back({&at->first, {}, {}, 0});
    return at->second;
  }

  static char colour(char c) { return c == 'B' ? 'X' : c == 'W' ? 'O' : c; }
  std::vector<std::size_t> around(std::size_t p) const {
    std::vector<std::size_t> out;
    if (p >= width_) out.push_back(p - width_);
    if (p + width_ < start_.size()) out.push_back(p + width_);
    if (p % width_ != 0) out.push_back(p - 1);
    if ((p + 1) % width_ != 0) out.push_back(p + 1);
    return out;
  }
  // Stones of the block, and how many liberties it has: many, if it is safe.
  std::vector<std::size_t> block(const std::string& cells, std::size_t p,
                                 std::size_t& liberties) const {
    std::vector<std::size_t> stones{p};
    std::string seen(cells.size(), 0);
    seen[p] = 1;
    bool safe = false;
    liberties = 0;
    for (std::size_t i = 0; i < stones.size(); ++i) {
      safe |= cells[stones[i]] == 'B' || cells[stones[i]] == 'W';
      for (const std::size_t q : around_[stones[i]]) {
        if (seen[q] != 0) continue;
        seen[q] = 1;
        if (cells[q] == '.') ++liberties;
        if (colour(cells[q]) == colour(cells[p])) stones.push_back(q);
      }
    }
    if (safe) liberties = 1000;
    return stones;
  }

  void expand(std::size_t n) {
    const Key key = *nodes_[n].key;
    const auto add = [&](Key after, int result) {
      if (result != 0) after.mover = '!';  // the race is over
      const std::size_t to = id(std::move(after));
      nodes_[to].result = result;
      nodes_[n].next.push_back(to);
      nodes_[to].back.push_back(n);
    };
    if (key.mover == '!' || key.passes == 2) return;
    const char enemy = key.mover == 'X' ? 'O' : 'X';
    add({key.cells, enemy, kNone, key.ko == kNone ? key.passes + 1 : 0}, 0);
    for (std::size_t p = 0; p < start_.size(); ++p) {
      if (key.cells[p] != '.' || p == key.ko) continue;
      Key after{key.cells, enemy, kNone, 0};
      after.cells[p] = key.mover;
      std::vector<std::size_t> taken;
      std::size_t liberties = 0;
      for (const std::size_t q : around_[p]) {
        if (colour(after.cells[q]) != enemy) continue;
        const auto stones = block(after.cells, q, liberties);
        if (liberties > 0) continue;
        for (const std::size_t s : stones) {
          after.cells[s] = '.';
          taken.push_back(s);
        }
      }
      const auto mine = block(after.cells, p, liberties);
      if (liberties == 0) continue;
      if (taken.size() == 1 && mine.size() == 1 && liberties == 1) after.ko = taken[0];
      int result = 0;
      for (const std::size_t stone : essential_[enemy == 'X' ? 0 : 1]) {
        if (after.cells[stone] == '.') result = key.mover == 'X' ? 1 : -1;
      }
      add(std::move(after), result);
    }
  }

  // Can the side of `result` force it from the root?
  bool forced(std::size_t root, int result) const {
    const char side = result == 1 ? 'X' : 'O';
    std::vector<std::size_t> left(nodes_.size());
    std::vector<bool> won(nodes_.size());
    std::vector<std::size_t> open;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      left[n] = nodes_[n].key->mover == side ? 1 : nodes_[n].next.size();
      if (nodes_[n].next.empty() && nodes_[n].result == result) {
        won[n] = true;
        open.push_back(n);
      }
    }
    while (!open.empty()) {
      const std::size_t n = open.back();
      open.pop_back();
      for (const std::size_t m : nodes_[n].back) {
        if (won[m] || --left[m] > 0) continue;
        won[m] = true;
        open.push_back(m);
      }
    }
    return won[root];
  }

  std::size_t width_;
  std::array<std::vector<std::size_t>, 2> essential_;
  std::string start_;
  std::vector<std::vector<std::size_t>> around_;
  std::map<Key, std::size_t> ids_;
  std::vector<Node> nodes_;
  std::size_t expanded_ = 0;  // of the nodes
};

}  // namespace cgt::testing
