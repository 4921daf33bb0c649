#include "decomp/go/report/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/playout/tree_search.hpp"

namespace cgt::go {
namespace {

// Of the playouts, or of the mean ownership of an engine, that are of one mind. In finished games 3 of 21
// blocks that 80 to 84 % of the playouts keep do not live, and 4 of 1,480 above that; none of 70 that 20 to
// 34 % keep lives.
constexpr int kSureAlive = 85;
constexpr int kSureDead = 35;
// Until which percent of the budget goes what: proofs, playouts with each colour first; then hunts.
constexpr std::uint64_t kForProofs = 40;
constexpr std::uint64_t kForPlayouts = 55;
constexpr std::uint64_t kForOthers = 70;
// Of the rounds of hunts, and after them until 100 of those with their walls.
constexpr std::array<std::uint64_t, 3> kHuntsUntil{kForOthers, 80, 90};
// By so much are hunts shorter for what the estimate is sure of.
constexpr std::uint64_t kFewer = 10;
// Of the search whether a block owes an answer.
constexpr std::uint64_t kAnswerNodes = 2'000;
// The ownership of a point that is beyond doubt.
constexpr float kOwned = 0.8F;

std::size_t points_of(const Board& board) { return static_cast<std::size_t>(board.size()); }

// Pieces of the points that `inside` holds; each() gets their points.
template <class Inside, class Each>
void each_piece(const Board& board, Inside inside, Each each) {
  std::vector<char> seen(points_of(board), 0);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] != 0 || !inside(board.point(i))) continue;
    std::vector<Point> piece{board.point(i)};
    seen[i] = 1;
    for (std::size_t next = 0; next < piece.size(); ++next) {
      for (const Point q : board.neighbours(piece[next])) {
        if (seen[board.index(q)] != 0 || !inside(q)) continue;
        seen[board.index(q)] = 1;
        piece.push_back(q);
      }
    }
    each(piece);
  }
}

class Judge {
 public:
  Judge(const Board& board, Player to_play, const JudgeOptions& options, Budget& budget)
      : board_(board),
        to_play_(to_play),
        options_(options),
        budget_(budget),
        block_at_(points_of(board), 0) {}

  Judgement run() {
    for (std::size_t i = 0; i < block_at_.size(); ++i) {
      const Point p = board_.point(i);
      if (board_[p] == Colour::kEmpty || block_at_[i] != 0) continue;
      out_.blocks.push_back({.stones = board_.block(p).stones, .owner = player_of(board_[p])});
      for (const Point q : out_.blocks.back().stones) {
        block_at_[board_.index(q)] = out_.blocks.size();
      }
    }
    contested_.assign(out_.blocks.size() + 1, 0);
    within(0, kForProofs, [&](Budget& share) { prove(share); });
    for (const Point p : options_.living) tell(p, GroupStatus::kAlive, JudgedBy::kTold);
    for (const Point p : options_.dead) tell(p, GroupStatus::kDead, JudgedBy::kTold);
    for (const Point p : options_.seki) tell(p, GroupStatus::kSeki, JudgedBy::kEngine);
    find_owners();
    for (JudgedBlock& block : out_.blocks) {
      if (block.status == GroupStatus::kUnknown) estimate(block);
    }
    hunt();
    for (JudgedBlock& block : out_.blocks) {
      block.assumable = block.status == GroupStatus::kAlive && !block.doubtful() &&
                        board_.block(block.stones.front()).liberties.size() > 1 &&
                        contested_[number(block)] == 0;
    }
    try {
      budget_.charge(used_);
    } catch (const BudgetExhausted&) {
      // The next question finds out.
    }
    return std::move(out_);
  }

 private:
  std::size_t number(const JudgedBlock& block) const {
    return block_at_[board_.index(block.stones.front())];
  }
  JudgedBlock& block_of(Point p) { return out_.blocks[block_at_[board_.index(p)] - 1]; }

  // What a step has found when its share of the budget ends counts.
  template <class Step>
  void within(std::uint64_t from, std::uint64_t to, Step step) {
    Budget share = budget_.slice(from, to);
    try {
      step(share);
    } catch (const BudgetExhausted&) {
      // The rest stays unknown.
    }
    used_ += share.used_nodes();
  }

  void prove(Budget& share) {
    const JudgedBy by = options_.living.empty() ? JudgedBy::kProof : JudgedBy::kTold;
    for (const GroupLife& life : options_.lives) settle(life.stones.front(), life.status, by);
    safety_ = searched_safety(board_, {}, share, {.rounds = {300, 3'000}});
    for (const Player player : kPlayers) {
      for (const Point p : safety_.stones[player]) settle(p, GroupStatus::kAlive);
      for (const Point p : safety_.dead[player]) settle(p, GroupStatus::kDead);
    }
    if (!options_.lives.empty()) return;
    for (const GroupLife& life : all_groups(board_, safety_, {}, share, limits())) {
      settle(life.stones.front(), life.status);
    }
  }
  void settle(Point p, GroupStatus status, JudgedBy by = JudgedBy::kProof) {
    if (status == GroupStatus::kUnknown) return;
    block_of(p).status = status;
    block_of(p).by = by;
  }

  void tell(Point p, GroupStatus status, JudgedBy by) {
    JudgedBlock& block = block_of(p);
    const bool proved = block.status == GroupStatus::kAlive || block.status == GroupStatus::kDead;
    if (block.proved() && proved) return;
    block.status = status;
    block.by = by;
    block.percent = 100;
  }

  GroupLimits limits() const { return {.nodes = options_.nodes}; }

  void find_owners() {
    out_.owners = options_.owners;
    if (!out_.owners.empty()) return;
    out_.owners.assign(points_of(board_), 0);
    PlayoutOptions wanted;
    wanted.playouts = options_.playouts;
    wanted.settled.resize(points_of(board_));
    for (const Player player : kPlayers) {
      for (const auto* points : {&safety_.stones[player], &safety_.territory[player]}) {
        for (const Point p : *points) {
          wanted.settled[board_.index(p)] = {true, colour_of(player)};
          out_.owners[board_.index(p)] = static_cast<float>(sign(player));
        }
      }
    }
    const auto play_out = [&](Player first, Budget& share) {
      const PlayoutAdvice advice = advise(Game(board_, first), first, wanted, share);
      for (std::size_t i = 0; i < advice.owners.size(); ++i) {
        if (!wanted.settled[i].settled) out_.owners[i] += advice.owners[i] / 2;
      }
    };
    within(kForProofs, kForPlayouts, [&](Budget& share) { play_out(to_play_, share); });
    within(kForPlayouts, kForOthers, [&](Budget& share) { play_out(opponent(to_play_), share); });
  }

  void estimate(JudgedBlock& block) const {
    float sum = 0;
    for (const Point p : block.stones) sum += out_.owners[board_.index(p)];
    const float mean = sum / static_cast<float>(block.stones.size());
    block.percent =
        static_cast<int>(std::lround(50 + 50 * static_cast<float>(sign(block.owner)) * mean));
    block.by = options_.owners.empty() ? JudgedBy::kPlayouts : JudgedBy::kEngine;
    block.status = block.percent >= 50 ? GroupStatus::kAlive : GroupStatus::kDead;
  }

  static bool is_told(const JudgedBlock& block) {
    return block.by == JudgedBy::kProof || block.by == JudgedBy::kTold;
  }
  static bool is_sure(const JudgedBlock& block) {
    return block.status == GroupStatus::kAlive && !block.doubtful();
  }
  // Of a block that surely lives. That it cannot be taken is nothing against it.
  static bool takes_life(GroupStatus status) {
    return status == GroupStatus::kDead || status == GroupStatus::kUnsettled ||
           status == GroupStatus::kKo;
  }
  static void find(JudgedBlock& block, GroupStatus status) {
    if (status == GroupStatus::kUnknown) return;
    block.status = status;
    block.by = JudgedBy::kSearch;
  }

  // Of one block, among those that surely live and `may_help`.
  template <class MayHelp>
  GroupStatus hunted(const JudgedBlock& block, MayHelp may_help, std::uint64_t nodes,
                     Budget& share) const {
    std::vector<Point> living;
    for (const JudgedBlock& other : out_.blocks) {
      if (&other == &block || !is_sure(other) || !may_help(other)) continue;
      living.push_back(other.stones.front());
    }
    return group_life(board_, block.stones.front(), safety_, living, share, {.nodes = nodes})
        .status;
  }

  // All that is neither proved nor told, among what surely lives. What falls there is no help to
  // others: they are hunted again.
  void hunt() {
    if (!options_.owners.empty()) return;
    const auto anyone = [](const JudgedBlock&) { return true; };
    bool fell = true;
    for (std::size_t round = 0; fell && round + 1 < kHuntsUntil.size(); ++round) {
      fell = false;
      std::vector<GroupStatus> found(out_.blocks.size(), GroupStatus::kUnknown);
      within(kHuntsUntil[round], kHuntsUntil[round + 1], [&](Budget& share) {
        for (const bool sure : {false, true}) {
          for (std::size_t b = 0; b < found.size(); ++b) {
            const JudgedBlock& block = out_.blocks[b];
            if (is_told(block) || is_sure(block) != sure) continue;
            found[b] =
                hunted(block, anyone, sure ? options_.nodes / kFewer : options_.nodes, share);
          }
        }
      });
      for (std::size_t b = 0; b < found.size(); ++b) {
        if (is_told(out_.blocks[b])) continue;
        if (is_sure(out_.blocks[b])) {
          if (!takes_life(found[b])) continue;
          fell = true;
        }
        find(out_.blocks[b], found[b]);
      }
    }
    within(kHuntsUntil.back(), 100, [&](Budget& share) {
      for (JudgedBlock& block : out_.blocks) {
        if (block.by != JudgedBy::kSearch || block.status != GroupStatus::kDead) continue;
        hunt_with_walls(block, share);
      }
      // Against what search found, they would kill it together.
      for (const JudgedBlock& block : out_.blocks) {
        if (block.status == GroupStatus::kAlive || block.status == GroupStatus::kDead) continue;
        if (hunted(block, anyone, options_.nodes, share) != GroupStatus::kDead) continue;
        const std::vector<char> walls = walls_of(block);
        for (std::size_t w = 0; w < walls.size(); ++w) contested_[w] |= walls[w];
      }
    });
  }

  // By number, the blocks of its hunter that hold it among the living, and those joined to them through
  // empty points and blocks in doubt. Blocks that are safe or told are left out.
  std::vector<char> walls_of(const JudgedBlock& prey) {
    std::vector<char> area(points_of(board_), 0);
    std::vector<char> is_wall(out_.blocks.size() + 1, 0);
    std::vector<Point> queue = prey.stones;
    for (const Point p : queue) area[board_.index(p)] = 1;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const Point q : board_.neighbours(queue[next])) {
        if (area[board_.index(q)] != 0) continue;
        if (board_[q] != Colour::kEmpty && is_sure(block_of(q))) {
          const JudgedBlock& wall = block_of(q);
          const bool fixed = wall.by == JudgedBy::kTold ||
                             std::ranges::binary_search(safety_.stones[wall.owner], q);
          if (wall.owner == prey.owner || fixed) continue;
          is_wall[block_at_[board_.index(q)]] = 1;
        }
        area[board_.index(q)] = 1;
        queue.push_back(q);
      }
    }
    return is_wall;
  }

  // Nothing dies by walls that live by its death alone: it has to be dead, too, if its walls (walls_of)
  // may be taken first. Where that is not known, the estimate stands.
  void hunt_with_walls(JudgedBlock& prey, Budget& share) {
    const std::vector<char> is_wall = walls_of(prey);
    const auto no_wall = [&](const JudgedBlock& block) { return is_wall[number(block)] == 0; };
    const GroupStatus status = hunted(prey, no_wall, options_.nodes, share);
    if (status == GroupStatus::kDead) return;
    if (status == GroupStatus::kUnknown) return estimate(prey);
    std::vector<std::pair<JudgedBlock*, GroupStatus>> found{{&prey, status}};
    std::vector<char> dame(points_of(board_), 0);
    const auto add_liberties = [&](const JudgedBlock& block) {
      for (const Point p : board_.block(block.stones.front()).liberties) dame[board_.index(p)] = 1;
    };
    for (JudgedBlock& wall : out_.blocks) {
      if (is_wall[number(wall)] == 0 || is_told(wall)) continue;
      const GroupStatus its = hunted(wall, no_wall, options_.nodes, share);
      const bool both = status == GroupStatus::kSeki && its == GroupStatus::kSeki;
      if (takes_life(its) || both) found.emplace_back(&wall, its);
    }
    for (const auto& [block, its] : found) {
      find(*block, its);
      if (its == GroupStatus::kSeki) add_liberties(*block);
    }
    // What possesses dame is in seki, though it lives.
    for (bool more = true; more;) {
      more = false;
      for (JudgedBlock& wall : out_.blocks) {
        if (is_wall[number(wall)] == 0 || is_told(wall) || wall.status != GroupStatus::kAlive)
          continue;
        if (std::ranges::none_of(board_.block(wall.stones.front()).liberties,
                                 [&](Point p) { return dame[board_.index(p)] != 0; })) {
          continue;
        }
        find(wall, GroupStatus::kSeki);
        add_liberties(wall);
        more = true;
      }
    }
  }

  const Board& board_;
  Player to_play_;
  const JudgeOptions& options_;
  Budget& budget_;
  std::vector<std::size_t> block_at_;  // number + 1, 0: empty
  std::vector<char> contested_;        // by number
  Safety safety_;
  std::uint64_t used_ = 0;
  Judgement out_;
};

}  // namespace

const char* name(JudgedBy source) {
  switch (source) {
    case JudgedBy::kProof: return "proof";
    case JudgedBy::kTold: return "told";
    case JudgedBy::kEngine: return "engine";
    case JudgedBy::kPlayouts: return "playouts";
    case JudgedBy::kSearch: return "search";
  }
  return "";
}

bool JudgedBlock::doubtful() const {
  const bool estimated = by == JudgedBy::kPlayouts || by == JudgedBy::kEngine;
  return estimated && percent > kSureDead && percent < kSureAlive;
}

bool Judgement::stands(const JudgedBlock& block, const Board& board) const {
  if (block.lives() || block.status == GroupStatus::kDead) return block.lives();
  float sum = 0;
  for (const Point p : block.stones) sum += owners[board.index(p)];
  return sum * static_cast<float>(sign(block.owner)) >= 0;
}

std::vector<Point> Judgement::living() const {
  std::vector<Point> out;
  for (const JudgedBlock& block : blocks) {
    if (block.assumable) out.push_back(block.stones.front());
  }
  return out;
}

std::vector<Point> Judgement::dead() const {
  std::vector<Point> out;
  for (const JudgedBlock& block : blocks) {
    if (block.status != GroupStatus::kDead) continue;
    out.insert(out.end(), block.stones.begin(), block.stones.end());
  }
  std::ranges::sort(out);
  return out;
}

std::vector<Colour> Judgement::territory(const Board& board, Scoring scoring) const {
  Board cleared = board;
  std::vector<char> seki(points_of(board), 0);
  for (const JudgedBlock& block : blocks) {
    const bool lives = stands(block, board);
    for (const Point p : block.stones) {
      if (!lives) cleared.set(p, Colour::kEmpty);
      if (block.status == GroupStatus::kSeki) seki[board.index(p)] = 1;
    }
  }
  std::vector<Colour> out(points_of(board), Colour::kEmpty);
  const auto empty = [&](Point p) { return cleared[p] == Colour::kEmpty; };
  each_piece(board, empty, [&](const std::vector<Point>& piece) {
    PerPlayer<bool> next{};
    bool beside_seki = false;
    for (const Point p : piece) {
      for (const Point q : board.neighbours(p)) {
        if (cleared[q] == Colour::kEmpty) continue;
        next[player_of(cleared[q])] = true;
        beside_seki = beside_seki || seki[board.index(q)] != 0;
      }
    }
    if (next[Player::kLeft] != next[Player::kRight]) {
      if (beside_seki && scoring == Scoring::kTerritory) return;
      const Colour owner = next[Player::kLeft] ? Colour::kBlack : Colour::kWhite;
      for (const Point p : piece) out[board.index(p)] = owner;
      return;
    }
    // A dame, or a territory with a gap.
    std::size_t owned = 0;
    for (const Point p : piece) owned += std::abs(owners[board.index(p)]) >= kOwned ? 1 : 0;
    if (2 * owned <= piece.size() || piece.size() < 3) return;
    for (const Point p : piece) {
      const float owner = owners[board.index(p)];
      if (std::abs(owner) < kOwned) continue;
      out[board.index(p)] = owner > 0 ? Colour::kBlack : Colour::kWhite;
    }
  });
  if (scoring == Scoring::kTerritory) return out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Colour stone = cleared[board.point(i)];
    if (stone != Colour::kEmpty) out[i] = stone;
  }
  return out;
}

int Judgement::count(const Board& board, Scoring scoring) const {
  const std::vector<Colour> owner = territory(board, scoring);
  int out = 0;
  for (std::size_t i = 0; i < owner.size(); ++i) {
    if (owner[i] == Colour::kEmpty) continue;
    const Colour stone = board[board.point(i)];
    const bool prisoner = scoring == Scoring::kTerritory && stone != Colour::kEmpty;
    if (prisoner && stone == owner[i]) continue;
    out += sign(player_of(owner[i])) * (prisoner ? 2 : 1);
  }
  return out;
}

std::vector<std::string> Judgement::doubts(const Board& board) const {
  std::vector<std::string> out;
  for (const JudgedBlock& block : blocks) {
    const std::string which = fmt::format("the {} {} at {}", colour_name(block.owner),
                                          block.stones.size() == 1 ? "stone" : "stones",
                                          board.name(block.stones.front()));
    if (block.doubtful()) {
      out.push_back(fmt::format(
          "{}: {} % {} that they live", which, block.percent,
          block.by == JudgedBy::kEngine ? "sure, says the engine," : "of the playouts say"));
    } else if (block.status == GroupStatus::kUnsettled) {
      out.push_back(which + ": who moves first decides over their life");
    } else if (block.status == GroupStatus::kKo) {
      out.push_back(which + ": a ko decides over their life");
    }
  }
  return out;
}

PerPlayer<int> answers_owed(const Board& board, const Judgement& judged, const Partition& settled,
                            Budget& budget) {
  PerPlayer<int> out{};
  for (const Player player : kPlayers) {
    const Colour enemy = colour_of(opponent(player));
    Board filled = board;
    const auto joined = [&](Point p) {
      return filled[p] == enemy && (board[p] != enemy || settled.owner[board.index(p)] == enemy);
    };
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < points_of(board); ++i) {
        const Point p = board.point(i);
        if (filled[p] != Colour::kEmpty || settled.owner[i] != Colour::kEmpty) continue;
        if (std::ranges::none_of(board.neighbours(p), joined)) continue;
        filled.set(p, enemy);
        const bool illegal = filled.stone_without_liberty().has_value();
        if (illegal) filled.set(p, Colour::kEmpty);
        more = more || !illegal;
      }
    }
    const auto is_new = [&](Point p) { return board[p] != filled[p]; };
    const std::vector<Point> all = judged.living();
    for (const JudgedBlock& block : judged.blocks) {
      const Point first = block.stones.front();
      if (block.owner != player || !block.assumable) continue;
      if (std::ranges::binary_search(settled.proved.stones[player], first)) continue;
      if (std::ranges::none_of(board.block(first).liberties, is_new)) continue;
      std::vector<Point> living = all;
      std::erase(living, first);
      const GroupStatus status =
          group_life(filled, first, {}, living, budget, {.nodes = kAnswerNodes}).status;
      if (status == GroupStatus::kUnsettled || status == GroupStatus::kKo) out[player] += 1;
      if (status == GroupStatus::kDead) out[player] += 2;
    }
  }
  return out;
}

Judgement judge(const Board& board, Player to_play, const JudgeOptions& options, Budget& budget) {
  return Judge(board, to_play, options, budget).run();
}

}  // namespace cgt::go
