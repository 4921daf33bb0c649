#include "decomp/go/life/check_group.hpp"

#include "cgt/support/containers.hpp"
#include "decomp/go/life/plain_cells.hpp"

namespace cgt::go {
namespace {

// The hunter attacks, the owner of the block defends.
class PlainHunt : PlainCells {
 public:
  PlainHunt(const Board& board, std::string start, const std::vector<bool>& owners_wall,
            const std::vector<bool>& hunters_wall, CellList block, const HuntProof& proof,
            Budget& budget)
      : PlainCells(static_cast<std::size_t>(board.width()), static_cast<std::size_t>(board.size())),
        board_(board),
        start_(std::move(start)),
        block_(std::move(block)),
        proof_(proof),
        budget_(budget) {
    wall_[0] = owners_wall;
    wall_[1] = hunters_wall;
  }

  // What is wrong with the answers, "" if they win the hunt.
  std::string replay() {
    Position first;
    first.cells = start_;
    first.hunter = proof_.hunter_first;
    std::string wrong = walk(first);
    if (wrong.empty() && next_ < proof_.answers.size()) wrong = "there are more answers than moves";
    return wrong;
  }

  std::uint64_t used() const { return used_; }

 private:
  struct Position {
    std::string cells;
    bool hunter = false;            // moves
    bool passed = false;            // the other one
    bool ended = false;             // by two passes
    std::optional<std::size_t> ko;  // where the player to move may not play
  };

  std::optional<Position> move(const Position& position, std::optional<std::size_t> cell) const {
    Position after = position;
    after.hunter = !position.hunter;
    after.passed = !cell;
    after.ko.reset();
    if (!cell) {
      after.ended = position.passed;
      return after;
    }
    if (*cell >= size_ || position.cells[*cell] != kFree || position.ko == cell) {
      return std::nullopt;
    }
    const char mine = position.hunter ? kAttacks : kDefends;
    const auto taken = place(after.cells, *cell, mine);
    if (!taken) return std::nullopt;
    const bool has_kos = position.hunter == proof_.hunter_has_kos;
    if (has_kos && taken->size() == 1 && alone(after.cells, *cell, mine)) after.ko = taken->front();
    return after;
  }

  // Who has won; none: play goes on.
  std::optional<bool> taken(const Position& position) const {
    const auto stands = [&](std::size_t c) { return position.cells[c] == kDefends; };
    if (!std::all_of(block_.begin(), block_.end(), stands)) return true;
    if (lives(position.cells)) return false;
    if (position.ended) return proof_.must_live;
    if (joins(position)) return false;
    return std::nullopt;
  }

  // Does the block join living stones at its next move, whatever the hunter plays before?
  bool joins(const Position& position) const {
    const CellList block = piece(position.cells, block_.front(), std::string(1, kDefends));
    std::size_t ways = 0;
    for (std::size_t c = 0; c < size_; ++c) {
      if (position.cells[c] != kFree || !walled({c}, kDefends)) continue;
      if (!position.hunter && position.ko == c) continue;
      const CellList around = near(c);
      ways += std::any_of(around.begin(), around.end(), [&](std::size_t q) {
        return std::find(block.begin(), block.end(), q) != block.end();
      });
    }
    return ways >= (position.hunter ? 2 : 1);
  }

  // Benson's test of the block, by a list of regions for each block and one of blocks for each region.
  // What has joined living stones of its colour lives without eyes.
  bool lives(const std::string& cells) const {
    struct Piece {
      CellList cells;
      bool out = false;
    };
    std::vector<Piece> blocks;
    std::vector<Piece> regions;
    std::string done = cells;
    for (std::size_t i = 0; i < size_; ++i) {
      if (done[i] == kNoCell) continue;
      const bool owned = cells[i] == kDefends;
      const CellList all =
          piece(done, i, owned ? std::string(1, kDefends) : std::string{kFree, kAttacks});
      for (const std::size_t c : all) done[c] = kNoCell;
      (owned ? blocks : regions).push_back({all});
    }
    const auto empty = [&](std::size_t c) { return cells[c] == kFree; };
    const auto beside = [&](std::size_t c, const CellList& list) {
      const CellList around = near(c);
      return std::any_of(around.begin(), around.end(), [&](std::size_t q) {
        return std::find(list.begin(), list.end(), q) != list.end();
      });
    };
    const auto touch = [&](const CellList& a, const CellList& b) {
      return std::any_of(a.begin(), a.end(), [&](std::size_t c) { return beside(c, b); });
    };
    for (Piece& region : regions) {
      region.out = walled(region.cells, kAttacks) ||
                   std::none_of(region.cells.begin(), region.cells.end(), empty);
    }
    const auto vital = [&](const Piece& region, const Piece& block) {
      return !region.out &&
             std::all_of(region.cells.begin(), region.cells.end(),
                         [&](std::size_t c) { return !empty(c) || beside(c, block.cells); });
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (Piece& block : blocks) {
        if (block.out || walled(block.cells, kDefends)) continue;
        const auto eyes = std::count_if(regions.begin(), regions.end(),
                                        [&](const Piece& r) { return vital(r, block); });
        if (eyes >= 2) continue;
        block.out = changed = true;
        for (Piece& region : regions) region.out = region.out || touch(region.cells, block.cells);
      }
    }
    return std::any_of(blocks.begin(), blocks.end(), [&](const Piece& block) {
      return !block.out &&
             std::find(block.cells.begin(), block.cells.end(), block_.front()) != block.cells.end();
    });
  }

  std::string walk(const Position& position) {
    if (const auto over = taken(position)) {
      if (*over == proof_.taken) return "";
      return *over ? "the block is taken" : "the block is not taken";
    }
    const auto [at, fresh] = replayed_.try_emplace(key(position), false);
    if (!fresh) return at->second || !proof_.taken ? "" : "the answers lead back";
    budget_.charge();
    ++used_;
    const bool answers = position.hunter == proof_.taken;
    std::string wrong = answers ? walk_answer(position) : walk_all(position);
    if (wrong.empty()) replayed_[key(position)] = true;
    return wrong;
  }

  std::string walk_all(const Position& position) {
    for (std::size_t i = 0; i <= size_; ++i) {
      const auto after = move(position, i < size_ ? std::optional(i) : std::nullopt);
      if (!after) continue;
      std::string wrong = walk(*after);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  std::string walk_answer(const Position& position) {
    if (next_ == proof_.answers.size()) return "an answer is missing";
    const std::optional<Point> point = proof_.answers[next_++];
    if (point && !board_.contains(point->x, point->y)) return "an answer is not a legal move";
    const auto after = move(position, point ? std::optional(board_.index(*point)) : std::nullopt);
    return after ? walk(*after) : "an answer is not a legal move";
  }

  std::string key(const Position& position) const {
    std::string out = position.cells;
    out += position.hunter ? 'h' : 'o';
    if (position.passed) out += 'p';
    if (position.ko) out += 'k' + std::to_string(*position.ko);
    return out;
  }

  const Board& board_;
  std::string start_;
  CellList block_;
  const HuntProof& proof_;
  Budget& budget_;
  std::size_t next_ = 0;
  std::uint64_t used_ = 0;
  FlatMap<std::string, bool> replayed_;  // false: on the way here
};

struct AskedHunt {
  bool hunter_first;
  bool hunter_has_kos;
  bool taken;
  bool must_live = false;
};

// Do the proofs answer these hunts, in this order?
bool are_asked(const std::vector<HuntProof>& proofs, const std::vector<AskedHunt>& asked) {
  return std::equal(proofs.begin(), proofs.end(), asked.begin(), asked.end(),
                    [](const HuntProof& proof, const AskedHunt& hunt) {
                      return proof.hunter_first == hunt.hunter_first &&
                             proof.hunter_has_kos == hunt.hunter_has_kos &&
                             proof.must_live == hunt.must_live && proof.taken == hunt.taken;
                    });
}

// Does the status follow from the hunts that are proved?
bool status_follows(const GroupLife& life) {
  switch (life.status) {
    case GroupStatus::kAlive: return are_asked(life.proofs, {{true, true, false, true}});
    case GroupStatus::kSeki: return are_asked(life.proofs, {{true, true, false}});
    case GroupStatus::kDead: return are_asked(life.proofs, {{false, false, true}});
    case GroupStatus::kUnsettled:
      return are_asked(life.proofs, {{true, false, true}, {false, true, false}});
    case GroupStatus::kKo:
      return are_asked(life.proofs, {{true, true, true}, {true, false, false}}) ||
             are_asked(life.proofs, {{false, true, true}, {false, false, false}});
    case GroupStatus::kUnknown: break;
  }
  return life.proofs.empty();
}

bool lists(const std::vector<Point>& points, Point p) {
  return std::find(points.begin(), points.end(), p) != points.end();
}

// The area on characters, with the cells that touch living stones of the owner, and of the hunter.
struct PlainGround {
  std::string cells;
  std::vector<bool> owners_wall;
  std::vector<bool> hunters_wall;
  std::string wrong;
};

PlainGround plain_ground(const Board& board, const GroupLife& life, const Safety& safety,
                         std::span<const Point> assumed) {
  const Player hunter = opponent(life.owner);
  std::vector<Point> living = safety.stones[hunter];
  std::vector<Point> own = safety.stones[life.owner];
  for (const Point p : assumed) {
    if (board[p] == Colour::kEmpty) continue;
    const std::vector<Point> stones = board.block(p).stones;
    std::vector<Point>& list = board[p] == colour_of(hunter) ? living : own;
    list.insert(list.end(), stones.begin(), stones.end());
  }
  const auto size = static_cast<std::size_t>(board.size());
  PlainGround out;
  out.cells.assign(size, kNoCell);
  out.owners_wall.assign(size, false);
  out.hunters_wall.assign(size, false);
  std::vector<Point> open{life.stones.front()};
  while (!open.empty()) {
    const Point p = open.back();
    open.pop_back();
    if (out.cells[board.index(p)] != kNoCell) continue;
    out.cells[board.index(p)] = board[p] == Colour::kEmpty      ? kFree
                                : board[p] == colour_of(hunter) ? kAttacks
                                                                : kDefends;
    for (const Point q : board.neighbours(p)) {
      if (lists(living, q)) {
        out.hunters_wall[board.index(p)] = true;
      } else if (lists(own, q)) {
        out.owners_wall[board.index(p)] = true;
      } else {
        open.push_back(q);
      }
    }
  }
  const auto inside = [&](Point p) { return out.cells[board.index(p)] != kNoCell; };
  for (const SafetyClaim& claim : safety.claims) {
    std::vector<MiaiPair> pairs = claim.certificate.links;
    pairs.insert(pairs.end(), claim.certificate.fills.begin(), claim.certificate.fills.end());
    for (const SafetyEye& eye : claim.certificate.eyes) {
      pairs.insert(pairs.end(), eye.pairs.begin(), eye.pairs.end());
    }
    for (const MiaiPair& pair : pairs) {
      if (inside(pair.first) || inside(pair.second))
        out.wrong = "stones around live by answers in the area";
    }
  }
  return out;
}

}  // namespace

GroupCheck check_group(const Board& board, const GroupLife& life, const Safety& safety,
                       std::span<const Point> assumed, Budget& budget) {
  GroupCheck out;
  const auto refuse = [&](std::string why) {
    out.wrong = std::move(why);
    return out;
  };
  const auto is_there = [&](Point p) { return board.contains(p.x, p.y); };
  if (life.stones.empty() || !std::all_of(life.stones.begin(), life.stones.end(), is_there) ||
      board[life.stones.front()] != colour_of(life.owner) ||
      board.block(life.stones.front()).stones != life.stones) {
    return refuse("its stones are not a block");
  }
  if (life.status == GroupStatus::kUnknown) {
    return life.proofs.empty() ? out : refuse("a proof of nothing");
  }
  const Point stone = life.stones.front();
  const bool claimed =
      life.status == GroupStatus::kAlive
          ? lists(safety.stones[life.owner], stone) ||
                std::any_of(assumed.begin(), assumed.end(),
                            [&](Point p) { return lists(life.stones, p); })
          : life.status == GroupStatus::kDead && lists(safety.dead[life.owner], stone);
  if (claimed && life.proofs.empty()) {
    out.confirmed = true;
    return out;
  }
  if (life.proofs.empty()) return out;
  if (!status_follows(life)) return refuse("its status does not follow from what is proved");
  const PlainGround ground = plain_ground(board, life, safety, assumed);
  if (!ground.wrong.empty()) return refuse(ground.wrong);
  CellList block;
  for (const Point p : life.stones) block.push_back(board.index(p));
  for (const HuntProof& proof : life.proofs) {
    PlainHunt hunt(board, ground.cells, ground.owners_wall, ground.hunters_wall, block, proof,
                   budget);
    std::string wrong = hunt.replay();
    out.nodes += hunt.used();
    if (!wrong.empty()) return refuse(std::move(wrong));
    out.answers += proof.answers.size();
  }
  out.confirmed = true;
  return out;
}

}  // namespace cgt::go
