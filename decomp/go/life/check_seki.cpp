#include "decomp/go/life/check_seki.hpp"

#include "cgt/support/containers.hpp"
#include "decomp/go/life/plain_cells.hpp"

namespace cgt::go {
namespace {

constexpr int kDeepest = 60;

class PlainSiege : PlainCells {
 public:
  PlainSiege(const Region& region, Player defender, bool area, std::uint64_t nodes, Budget& budget)
      : PlainCells(static_cast<std::size_t>(region.width()), region.size()),
        area_(area),
        nodes_(nodes),
        budget_(budget) {
    for (std::size_t i = 0; i < region.size(); ++i) {
      const auto content = region[i] & Region::kContents;
      start_ += content == Region::kOutside             ? kNoCell
                : content == Region::kEmpty             ? kFree
                : content == Region::stone_of(defender) ? kDefends
                                                        : kAttacks;
      wall_[0][i] = (region[i] & Region::touches(defender)) != 0;
      wall_[1][i] = (region[i] & Region::touches(opponent(defender))) != 0;
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

  // What is wrong with these answers, "" if the defender holds the region by them.
  std::string replay(const std::vector<std::optional<std::uint32_t>>& answers) {
    answers_ = &answers;
    next_ = 0;
    std::string wrong = replay_attacks({start_, 0, std::nullopt});
    if (wrong.empty() && next_ < answers.size()) wrong = "there are more answers than moves";
    return wrong;
  }

  std::int64_t target() const { return target_; }
  std::uint64_t used() const { return used_; }

 private:
  struct Position {
    std::string cells;
    int taken = 0;                  // prisoners of the defender minus those of the attacker
    std::optional<std::size_t> ko;  // where the defender may not play
  };

  bool may_stop(const Position& position) const {
    return area_ ? area_of(position.cells) >= target_ : position.taken >= territory(position);
  }

  // The position after a move of the attacker; none if it is suicide. `lost`: it took a stone that the
  // defender may not lose.
  std::optional<Position> attack(const Position& position, std::size_t cell, bool& lost) const {
    Position after = position;
    after.ko.reset();
    const auto taken = place(after.cells, cell, kAttacks);
    if (!taken) return std::nullopt;
    lost = !area_ && std::any_of(taken->begin(), taken->end(),
                                 [&](std::size_t c) { return start_[c] == kDefends; });
    if (!area_) after.taken -= static_cast<int>(taken->size());
    if (taken->size() == 1 && alone(after.cells, cell, kAttacks)) after.ko = taken->front();
    return after;
  }

  // The position after a move of the defender; none if he may not play there.
  std::optional<Position> answer(const Position& position, std::optional<std::size_t> cell) const {
    Position after = position;
    after.ko.reset();
    if (!cell) return after;
    if (*cell >= start_.size() || position.cells[*cell] != kFree || position.ko == cell) {
      return std::nullopt;
    }
    const auto taken = place(after.cells, *cell, kDefends);
    if (!taken) return std::nullopt;
    if (!area_) after.taken += static_cast<int>(taken->size());
    return after;
  }

  // Once for each position; "" also where it was replayed already.
  template <class Replay>
  std::string once(const std::string& name, const Replay& replay) {
    const auto [at, fresh] = replayed_.try_emplace(name, false);
    if (!fresh) return at->second ? "" : "the answers lead back";
    budget_.charge();
    ++used_;
    std::string wrong = replay();
    if (wrong.empty()) replayed_[name] = true;
    return wrong;
  }

  std::string replay_attacks(const Position& position) {
    if (!may_stop(position)) return "the attacker gains by stopping";
    if (ahead(position)) return "";
    return once(key(position, 'a'), [&]() -> std::string {
      for (std::size_t i = 0; i < start_.size(); ++i) {
        if (position.cells[i] != kFree) continue;
        bool lost = false;
        const auto after = attack(position, i, lost);
        if (!after) continue;
        if (lost) return "a stone of the beginning is taken";
        std::string wrong = replay_answer(*after);
        if (!wrong.empty()) return wrong;
      }
      return "";
    });
  }

  std::string replay_answer(const Position& position) {
    return once(key(position, 'd'), [&]() -> std::string {
      if (next_ == answers_->size()) return "an answer is missing";
      const std::optional<std::uint32_t> cell = (*answers_)[next_++];
      const auto after = answer(position, cell ? std::optional<std::size_t>(*cell) : std::nullopt);
      return after ? replay_attacks(*after) : "an answer is not a legal move";
    });
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
  // two for each stone of his that can be taken are the most that there is to lose. On cells next to
  // immortal stones of his he answers each move by another one: they cost him one if they are odd in
  // number, and nothing else (safety/bounds.hpp).
  bool ahead(const Position& position) const {
    std::int64_t immortal = 0;
    std::int64_t mortal = 0;
    std::string cells = position.cells;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      if (cells[i] != kDefends) continue;
      const CellList block = piece(cells, i, std::string(1, kDefends));
      const bool lives = walled(block, kDefends);
      for (const std::size_t c : block) cells[c] = lives ? 'I' : 'M';
      (lives ? immortal : mortal) += static_cast<std::int64_t>(block.size());
    }
    std::int64_t beside = 0;
    std::int64_t open = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      if (cells[i] != kFree) continue;
      ++(wall_[0][i] || touches(cells, {i}, 'I') ? beside : open);
    }
    if (!area_) return position.taken >= open + 2 * mortal + beside % 2;
    const auto all = static_cast<std::int64_t>(start_.size()) -
                     std::count(start_.begin(), start_.end(), kNoCell);
    return immortal - (all - immortal - beside) - beside % 2 >= target_;
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
    if (!may_stop(position)) return false;
    if (ahead(position)) return true;
    return remembered(key(position, 'a'), depth, [&] {
      if (spent()) return false;
      for (std::size_t i = 0; i < start_.size(); ++i) {
        if (position.cells[i] != kFree) continue;
        bool lost = false;
        const auto after = attack(position, i, lost);
        if (!after) continue;
        if (lost) return false;
        if (depth == 0) {
          cut_ = true;
          return false;
        }
        if (!defender_moves(*after, depth - 1)) return false;
      }
      return true;
    });
  }

  bool defender_moves(const Position& position, int depth) {
    return remembered(key(position, 'd'), depth, [&] {
      if (spent()) return false;
      if (depth == 0) {
        cut_ = true;
        return false;
      }
      for (std::size_t i = 0; i <= start_.size(); ++i) {
        const auto after =
            answer(position, i < start_.size() ? std::optional<std::size_t>(i) : std::nullopt);
        if (after && attacker_moves(*after, depth - 1)) return true;
      }
      return false;
    });
  }

  bool area_;
  std::uint64_t nodes_;
  Budget& budget_;
  std::string start_;
  std::int64_t target_ = 0;
  std::uint64_t used_ = 0;
  bool cut_ = false;
  FlatSet<std::string> won_;
  FlatMap<std::string, int> failed_;
  const std::vector<std::optional<std::uint32_t>>* answers_ = nullptr;  // to be replayed
  std::size_t next_ = 0;
  FlatMap<std::string, bool> replayed_;  // false: on the way here
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
    return plain_neighbours(cell, static_cast<std::size_t>(region.width()), region.size());
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
    CellList area{cell};
    PerPlayer<bool> touched{};
    for (std::size_t k = 0; k < area.size(); ++k) {
      for (const Player player : kPlayers) {
        if ((region[area[k]] & Region::touches(player)) != 0) touched[player] = true;
      }
      for (const std::size_t q : near(area[k])) {
        if (colour(q) == Region::kEmpty) {
          if (std::find(area.begin(), area.end(), q) == area.end()) area.push_back(q);
        } else if (colour(q) != Region::kOutside) {
          touched[colour(q) == Region::kBlackStone ? Player::kLeft : Player::kRight] = true;
        }
      }
    }
    if (touched[Player::kLeft] == touched[Player::kRight]) {
      return "an eye is next to stones of both colours";
    }
  }
  return "";
}

// The proofs of a claim have to be one for each question.
void replay_proofs(const Region& region, const Seki& seki, Budget& budget, SekiCheck& out) {
  for (const bool area : {false, true}) {
    if (area && !seki.area) continue;
    for (const Player defender : kPlayers) {
      PlainSiege siege(region, defender, area, 0, budget);
      if (area && sign(defender) * *seki.area != siege.target()) {
        out.wrong = "the area is another one";
        return;
      }
      const auto is_asked = [&](const SiegeProof& proof) {
        return proof.defender == defender && proof.area == area;
      };
      const auto proof = std::find_if(seki.proofs.begin(), seki.proofs.end(), is_asked);
      if (proof == seki.proofs.end()) {
        out.wrong = "a proof is missing";
        return;
      }
      out.wrong = siege.replay(proof->answers);
      out.nodes += siege.used();
      out.answers += proof->answers.size();
      if (!out.wrong.empty()) return;
    }
  }
  const std::size_t asked = seki.area ? 4 : 2;
  if (seki.proofs.size() != asked) out.wrong = "a proof of another question";
  out.confirmed = out.wrong.empty();
}

}  // namespace

SekiCheck check_seki(const Region& region, const Seki& seki, std::uint64_t nodes, Budget& budget) {
  SekiCheck out;
  out.wrong = wrong_cells(region, seki);
  if (!out.wrong.empty()) return out;
  if (!seki.proofs.empty()) {
    replay_proofs(region, seki, budget, out);
    return out;
  }
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
