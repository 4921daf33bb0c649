// What results rest on, told in words.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "decomp/go/endgame/state.hpp"

namespace cgt::go {

bool GoEndgame::conditional() const { return impl_->conditional(); }

std::vector<std::string> GoEndgame::areas_assumed() const {
  std::vector<std::string> out;
  const Board& board = impl_->problem.board;
  for (const Player player : kPlayers) {
    std::vector<char> wanted(static_cast<std::size_t>(board.size()), 0);
    const auto& all = impl_->partition.assumed_areas[player];
    for (const Point p : all) wanted[board.index(p)] = 1;
    for (const Point start : all) {
      if (wanted[board.index(start)] == 0) continue;
      std::vector<Point> area{start};
      wanted[board.index(start)] = 0;
      for (std::size_t next = 0; next < area.size(); ++next) {
        for (const Point q : board.neighbours(area[next])) {
          if (wanted[board.index(q)] == 0) continue;
          wanted[board.index(q)] = 0;
          area.push_back(q);
        }
      }
      std::ranges::sort(area);
      std::string dead;
      std::string alive;
      for (const Point p : area) {
        if (board[p] == Colour::kEmpty) continue;
        (board[p] == colour_of(player) ? alive : dead) += ' ' + board.name(p);
      }
      if (!alive.empty()) alive = "; living there:" + alive;
      out.push_back(fmt::format("if the {} at {} {} {} territory{}{}{}",
                                area.size() == 1 ? "point" : fmt::format("{} points", area.size()),
                                board.name(area.front()), area.size() == 1 ? "is" : "are",
                                colour_name(player), alive,
                                dead.empty() ? "" : "; dead there:", dead));
    }
  }
  return out;
}

std::vector<std::string> GoEndgame::life_assumed() const {
  std::vector<std::string> out;
  if (!conditional()) return out;
  const Partition& found = impl_->partition;
  const Board& board = impl_->problem.board;
  // A block by its first stone.
  for (const Player player : kPlayers) {
    std::string blocks;
    std::vector<char> seen(static_cast<std::size_t>(board.size()), 0);
    for (const Point p : found.assumed_stones[player]) {
      if (seen[board.index(p)] != 0) continue;
      for (const Point q : board.block(p).stones) seen[board.index(q)] = 1;
      blocks += ' ' + board.name(p);
    }
    if (!blocks.empty()) {
      out.push_back(fmt::format("if these live: the {} blocks of{}", colour_name(player), blocks));
    }
  }
  std::size_t points = 0;
  std::string dead;
  for (const Player player : kPlayers) {
    points += found.assumed_territory[player].size();
    for (const Point p : found.assumed_territory[opponent(player)]) {
      if (board[p] == colour_of(player)) dead += ' ' + board.name(p);
    }
  }
  if (points > 0) {
    out.push_back(fmt::format(
        "if these live: an area next to living stones of one colour only is its territory{}{}",
        dead.empty() ? "" : "; dead in such areas:", dead));
  }
  if (!found.contradicted.empty()) {
    std::string names;
    for (const Point p : found.contradicted) names += ' ' + board.name(p);
    out.push_back("against a proof: the stones" + names +
                  " are dead whatever their owner does, and are taken to live all the same");
  }
  for (std::string& line : areas_assumed()) out.push_back(std::move(line));
  return out;
}

std::vector<std::string> GoEndgame::assumptions() const {
  std::vector<std::string> out{
      impl_->area() ? "rules: area scoring; suicide is illegal; simple ko"
                    : "rules: territory scoring; a captured stone counts one point; suicide is "
                      "illegal",
      impl_->options.safety == SafetyMethod::kBenson
          ? "safety: blocks that are unconditionally alive (Benson 1976), and their vital regions"
          : fmt::format("safety: blocks and areas proved safe by \"{}\" rules",
                        name(impl_->options.safety))};
  for (std::string& line : life_assumed()) out.push_back(std::move(line));
  out.emplace_back(
      "local play: every legal move of both players, capture and refill by the no-pass rules");
  if (!impl_->area() && !impl_->problem.rules.empty() && impl_->problem.rules != "Japanese" &&
      impl_->problem.rules != "japanese") {
    out.push_back(fmt::format("the file says rules \"{}\"; territory scoring is used all the same",
                              impl_->problem.rules));
  }
  if (impl_->local.loops() > 0) {
    out.push_back(
        "ko: basic ko rule; a value is exact only if it is the same whichever side is barred from "
        "taking kos back, otherwise the two values bound it");
  }
  if (impl_->kos_searched) {
    out.emplace_back(
        "ko threats: those in the areas of the table, and passes; settled points give none");
  }
  return out;
}

}  // namespace cgt::go
