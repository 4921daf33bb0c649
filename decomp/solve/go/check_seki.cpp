#include "decomp/solve/go/check_seki.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "cgt/support/memory/containers.hpp"
#include "cgt/support/player.hpp"

namespace cgt::go {
namespace {

constexpr char kDefends = 'd';
constexpr char kAttacks = 'a';
constexpr char kFree = '.';
constexpr char kNoCell = '#';
constexpr int kDeepest = 60;

using CellList = std::vector<std::size_t>;

CellList neighbours(std::size_t cell, std::size_t width, std::size_t size) {
  CellList out;
  if (cell % width > 0) out.push_back(cell - 1);
  if (cell % width + 1 < width) out.push_back(cell + 1);
  if (cell >= width) out.push_back(cell - width);
  if (cell + width < size) out.push_back(cell + width);
  return out;
}

class PlainSiege {
 public:
  PlainSiege(const Region& region, Player defender, bool area, std::uint64_t nodes, Budget& budget)
      : width_(static_cast<std::size_t>(region.width())),
        area_(area),
        nodes_(nodes),
        budget_(budget) {
    for (std::size_t i = 0; i < region.size(); ++i) {
      const auto content = region[i] & Region::kContents;
      start_ += content == Region::kOutside             ? kNoCell
                : content == Region::kEmpty             ? kFree
                : content == Region::stone_of(defender) ? kDefends
                                                        : kAttacks;
      wall_[0].push_back((region[i] & Region::touches(defender)) != 0);
      wall_[1].push_back((region[i] & Region::touches(opponent(defender))) != 0);
    }
    target_ = area_of(start_);
  }

  // None: not decided.
  std::optional<bool> held() {
    for (int depth = 2; depth <= kDeepest; depth += 2) {
      failed_.clear();
      cut_ = false;
      if (attacker_moves({start_, 0, std::nullopt}, depth)) return true;
      if (used_ > nodes_) return std::nullopt;
      if (!cut_) return false;
    }
    return std::nullopt;
  }

  std::int64_t target() const { return target_; }
  std::uint64_t used() const { return used_; }

 private:
  struct Position {
    std::string cells;
    int taken = 0;                  // prisoners of the defender minus those of the attacker
    std::optional<std::size_t> ko;  // where the defender may not play
  };

  CellList near(std::size_t cell) const { return neighbours(cell, width_, start_.size()); }

  // Cells with a character of `kinds` that hang together with this one.
  CellList piece(const std::string& cells, std::size_t cell, const std::string& kinds) const {
    CellList out{cell};
    std::vector<char> seen(cells.size(), 0);
    seen[cell] = 1;
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (const std::size_t q : near(out[k])) {
        if (seen[q] != 0 || kinds.find(cells[q]) == std::string::npos) continue;
        seen[q] = 1;
        out.push_back(q);
      }
    }
    return out;
  }

  bool walled(const CellList& cells, char owner) const {
    const std::vector<bool>& wall = wall_[owner == kDefends ? 0 : 1];
    return std::any_of(cells.begin(), cells.end(), [&](std::size_t c) { return wall[c]; });
  }

  bool touches(const std::string& cells, const CellList& piece, char kind) const {
    return std::any_of(piece.begin(), piece.end(), [&](std::size_t c) {
      const CellList around = near(c);
      return std::any_of(around.begin(), around.end(),
                         [&](std::size_t q) { return cells[q] == kind; });
    });
  }

  bool breathes(const std::string& cells, const CellList& block) const {
    return walled(block, cells[block.front()]) || touches(cells, block, kFree);
  }

  // Plays a stone; the stones taken, or none if the move is suicide.
  std::optional<CellList> place(std::string& cells, std::size_t cell, char mine) const {
    const char theirs = mine == kDefends ? kAttacks : kDefends;
    cells[cell] = mine;
    CellList taken;
    for (const std::size_t q : near(cell)) {
      if (cells[q] != theirs) continue;
      const CellList block = piece(cells, q, std::string(1, theirs));
      if (breathes(cells, block)) continue;
      for (const std::size_t c : block) cells[c] = kFree;
      taken.insert(taken.end(), block.begin(), block.end());
    }
    if (taken.empty() && !breathes(cells, piece(cells, cell, std::string(1, mine)))) {
      return std::nullopt;
    }
    return taken;
  }

  std::int64_t area_of(const std::string& cells) const {
    std::int64_t out = 0;
    std::vector<char> done(cells.size(), 0);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] == kDefends) ++out;
      if (cells[i] == kAttacks) --out;
      if (cells[i] != kFree || done[i] != 0) continue;
      const CellList part = piece(cells, i, std::string(1, kFree));
      for (const std::size_t c : part) done[c] = 1;
      const bool own = walled(part, kDefends) || touches(cells, part, kDefends);
      const bool enemy = walled(part, kAttacks) || touches(cells, part, kAttacks);
      const auto size = static_cast<std::int64_t>(part.size());
      if (own != enemy) out += own ? size : -size;
    }
    return out;
  }

  // Stones of the defender that stand for good: with one of the beginning, or immortal.
  std::string standing(std::string cells) const {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] != kDefends) continue;
      const CellList block = piece(cells, i, std::string(1, kDefends));
      const bool first = std::any_of(block.begin(), block.end(),
                                     [&](std::size_t c) { return start_[c] == kDefends; });
      for (const std::size_t c : block) cells[c] = first || walled(block, kDefends) ? 'D' : 'x';
    }
    return cells;  // 'x': stands alone
  }

  int territory(const Position& position) const {
    const std::string cells = standing(position.cells);
    std::string marked = cells;
    int out = static_cast<int>(2 * std::count(cells.begin(), cells.end(), 'x'));
    std::vector<CellList> parts;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (marked[i] != kFree && marked[i] != 'x') continue;
      CellList part = piece(marked, i, ".x");
      const bool dame = walled(part, kDefends) || touches(cells, part, 'D');
      for (const std::size_t c : part) {
        marked[c] = !dame ? 'o' : cells[c] == kFree ? '~' : 'y';
      }
      if (!dame) parts.push_back(std::move(part));
    }
    for (const CellList& part : parts) {
      bool counts = walled(part, kAttacks);
      for (const std::size_t c : part) {
        for (const std::size_t q : near(c)) {
          if (marked[q] != kAttacks) continue;
          const CellList block = piece(marked, q, std::string(1, kAttacks));
          counts = counts || walled(block, kAttacks) || !touches(marked, block, '~');
        }
      }
      if (!counts) continue;
      out += static_cast<int>(std::count_if(part.begin(), part.end(),
                                            [&](std::size_t c) { return cells[c] == kFree; }));
    }
    return out;
  }

  // Is the defender so far ahead that he keeps his score in any play? A point for each empty cell and
  // two for each stone of his that can be taken are the most that there is to lose.
  bool ahead(const Position& position) const {
    std::int64_t empty = 0;
    std::int64_t mortal = 0;
    std::int64_t rest = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      const char c = position.cells[i];
      if (c == kNoCell) continue;
      ++rest;
      if (c == kFree) ++empty;
      if (c == kDefends && !walled(piece(position.cells, i, "d"), kDefends)) ++mortal;
    }
    if (!area_) return position.taken >= empty + 2 * mortal;
    const std::int64_t immortal =
        std::count(position.cells.begin(), position.cells.end(), kDefends) - mortal;
    return 2 * immortal - rest >= target_;
  }

  bool spent() {
    budget_.charge();
    return ++used_ > nodes_;
  }

  std::string key(const Position& position, char mover) const {
    std::string out = position.cells;
    out += mover;
    out += std::to_string(position.taken);
    if (position.ko) out += 'k' + std::to_string(*position.ko);
    return out;
  }

  // Does the defender hold the region from here within so many moves? Who has failed with as many or
  // more, fails.
  template <class Holds>
  bool remembered(const std::string& name, int depth, const Holds& holds) {
    if (won_.contains(name)) return true;
    const auto at = failed_.find(name);
    if (at != failed_.end() && at->second >= depth) return false;
    if (holds()) {
      won_.insert(name);
      return true;
    }
    failed_[name] = depth;
    return false;
  }

  bool attacker_moves(const Position& position, int depth) {
    const bool may_stop =
        area_ ? area_of(position.cells) >= target_ : position.taken >= territory(position);
    if (!may_stop) return false;
    if (ahead(position)) return true;
    return remembered(key(position, 'a'), depth, [&] {
      if (spent()) return false;
      for (std::size_t i = 0; i < start_.size(); ++i) {
        if (position.cells[i] != kFree) continue;
        Position after = position;
        after.ko.reset();
        const auto taken = place(after.cells, i, kAttacks);
        if (!taken) continue;
        const bool lost = std::any_of(taken->begin(), taken->end(),
                                      [&](std::size_t c) { return start_[c] == kDefends; });
        if (lost && !area_) return false;
        if (!area_) after.taken -= static_cast<int>(taken->size());
        if (taken->size() == 1 && alone(after.cells, i)) after.ko = taken->front();
        if (depth == 0) {
          cut_ = true;
          return false;
        }
        if (!defender_moves(after, depth - 1)) return false;
      }
      return true;
    });
  }

  // Is this a single stone whose one liberty was taken from?
  bool alone(const std::string& cells, std::size_t cell) const {
    if (piece(cells, cell, std::string(1, kAttacks)).size() > 1) return false;
    if (wall_[1][cell]) return false;
    const CellList around = near(cell);
    return std::count_if(around.begin(), around.end(),
                         [&](std::size_t q) { return cells[q] == kFree; }) == 1;
  }

  bool defender_moves(const Position& position, int depth) {
    return remembered(key(position, 'd'), depth, [&] {
      if (spent()) return false;
      if (depth == 0) {
        cut_ = true;
        return false;
      }
      for (std::size_t i = 0; i <= start_.size(); ++i) {
        Position after = position;
        after.ko.reset();
        if (i < start_.size()) {
          if (position.cells[i] != kFree || position.ko == i) continue;
          const auto taken = place(after.cells, i, kDefends);
          if (!taken) continue;
          if (!area_) after.taken += static_cast<int>(taken->size());
        }
        if (attacker_moves(after, depth - 1)) return true;
      }
      return false;
    });
  }

  std::size_t width_;
  bool area_;
  std::uint64_t nodes_;
  Budget& budget_;
  std::string start_;
  std::vector<bool> wall_[2];  // cells that touch immortal stones of the defender, of the attacker
  std::int64_t target_ = 0;
  std::uint64_t used_ = 0;
  bool cut_ = false;
  FlatSet<std::string> won_;
  FlatMap<std::string, int> failed_;
};

// What is wrong with the cells that the claim names.
std::string wrong_cells(const Region& region, const Seki& seki) {
  const auto colour = [&](std::size_t cell) { return region[cell] & Region::kContents; };
  const auto has = [](const std::vector<std::uint32_t>& list, std::size_t cell) {
    return std::find(list.begin(), list.end(), cell) != list.end();
  };
  const auto inside = [&](std::uint32_t cell) {
    return cell < region.size() && colour(cell) != Region::kOutside;
  };
  const auto near = [&](std::size_t cell) {
    return neighbours(cell, static_cast<std::size_t>(region.width()), region.size());
  };
  for (const std::uint32_t cell : seki.stones) {
    if (!inside(cell) || colour(cell) == Region::kEmpty) return "a stone in seki is none";
    for (const std::size_t q : near(cell)) {
      if (colour(q) == colour(cell) && !has(seki.stones, q)) return "a block is in seki by half";
    }
  }
  for (const std::uint32_t cell : seki.shared) {
    if (!inside(cell) || colour(cell) != Region::kEmpty) return "a shared liberty is not empty";
    for (const Player player : kPlayers) {
      const CellList around = near(cell);
      const bool touched = std::any_of(around.begin(), around.end(), [&](std::size_t q) {
        return colour(q) == Region::stone_of(player) && has(seki.stones, q);
      });
      if (!touched) return "a shared liberty touches stones of one colour only";
    }
  }
  for (const std::uint32_t cell : seki.eyes) {
    if (!inside(cell) || colour(cell) != Region::kEmpty) return "an eye is not empty";
    if (has(seki.shared, cell)) return "an eye is a shared liberty";
  }
  return "";
}

}  // namespace

SekiCheck check_seki(const Region& region, const Seki& seki, std::uint64_t nodes, Budget& budget) {
  SekiCheck out;
  out.wrong = wrong_cells(region, seki);
  if (!out.wrong.empty()) return out;
  bool open = false;
  for (const bool area : {false, true}) {
    if (area && !seki.area) continue;
    for (const Player defender : kPlayers) {
      PlainSiege siege(region, defender, area, nodes, budget);
      const std::optional<bool> held = siege.held();
      out.nodes += siege.used();
      if (area && sign(defender) * *seki.area != siege.target()) {
        out.wrong = "the area is another one";
      } else if (held && !*held) {
        out.wrong = defender == Player::kLeft ? "Black does not hold it" : "White does not hold it";
      }
      if (!out.wrong.empty()) return out;
      open = open || !held;
    }
  }
  out.confirmed = !open;
  return out;
}

}  // namespace cgt::go
