#include "decomp/go/life/safety_search.hpp"

#include <map>

#include "decomp/go/life/fight_search.hpp"
#include "decomp/go/safety/local_fight.hpp"

namespace cgt::go {
namespace {

using safety_rules::LocalFight;

struct OpenRegion {
  std::vector<Point> points;        // board order
  std::vector<std::size_t> blocks;  // next to it and not safe, in increasing order
  int empties = 0;
};

class SafetySearcher {
 public:
  SafetySearcher(const Board& board, std::span<const Point> assumed, Budget& budget,
                 const SafetySearchOptions& options)
      : board_(board), budget_(budget), options_(options) {
    out_ = safety(board, SafetyMethod::kStatic, assumed, budget);
    const auto size = static_cast<std::size_t>(board.size());
    for (const Player player : kPlayers) {
      immortal_[player].assign(size, 0);
      safe_[player].assign(size, 0);
      for (const Point p : out_.stones[player]) immortal_[player][board.index(p)] = 1;
      for (const Point p : out_.stones[player]) safe_[player][board.index(p)] = 1;
      for (const Point p : out_.territory[player]) safe_[player][board.index(p)] = 1;
    }
    for (const Point p : assumed) {
      if (board[p] == Colour::kEmpty) continue;
      for (const Point q : board.block(p).stones) {
        immortal_[player_of(board[p])][board.index(q)] = 1;
      }
    }
    for (const SafetyClaim& claim : out_.claims) {
      const auto note = [&](const std::vector<MiaiPair>& pairs) {
        for (const MiaiPair& pair : pairs) {
          pairs_[claim.owner].emplace_back(pair.first, pair.second);
        }
      };
      note(claim.certificate.links);
      note(claim.certificate.fills);
    }
  }

  Safety run() {
    try {
      for (const std::uint64_t nodes : options_.rounds) {
        nodes_ = nodes;
        bool changed = true;
        while (changed) {
          changed = false;
          for (const Player player : kPlayers) {
            changed = separately(player) || changed;
            changed = merged(player) || changed;
          }
        }
      }
    } catch (const BudgetExhausted&) {  // what was proved stands
    }
    return std::move(out_);
  }

 private:
  // Regions without safe points, small enough for a search.
  std::vector<OpenRegion> open_regions(Player player) {
    const Colour own = colour_of(player);
    const auto size = static_cast<std::size_t>(board_.size());
    std::vector<OpenRegion> out;
    std::vector<char> seen(size, 0);
    block_of_.assign(size, 0);
    blocks_.clear();
    for (std::size_t i = 0; i < size; ++i) {
      const Point p = board_.point(i);
      if (board_[p] != own || seen[i] != 0) continue;
      Block block = board_.block(p);
      for (const Point q : block.stones) {
        seen[board_.index(q)] = 1;
        block_of_[board_.index(q)] = blocks_.size();
      }
      blocks_.push_back(std::move(block));
    }
    for (std::size_t i = 0; i < size; ++i) {
      if (seen[i] != 0) continue;
      OpenRegion region;
      region.points.push_back(board_.point(i));
      seen[i] = 1;
      bool open = true;
      bool bordered = false;
      for (std::size_t next = 0; next < region.points.size(); ++next) {
        const Point p = region.points[next];
        region.empties += board_[p] == Colour::kEmpty ? 1 : 0;
        for (const Player who : kPlayers) open = open && safe_[who][board_.index(p)] == 0;
        for (const Point q : board_.neighbours(p)) {
          const std::size_t at = board_.index(q);
          if (board_[q] == own) {
            bordered = true;
            if (immortal_[player][at] == 0) region.blocks.push_back(block_of_[at]);
          } else if (seen[at] == 0) {
            seen[at] = 1;
            region.points.push_back(q);
          }
        }
      }
      if (!open || !bordered || region.empties > options_.most_empties) continue;
      std::sort(region.points.begin(), region.points.end());
      std::sort(region.blocks.begin(), region.blocks.end());
      region.blocks.erase(std::unique(region.blocks.begin(), region.blocks.end()),
                          region.blocks.end());
      out.push_back(std::move(region));
    }
    return out;
  }

  // The fight for a region, with one eye for the blocks of `one_eye` in it and two for the others.
  struct Fight {
    std::vector<Point> area;
    std::vector<char> single;  // by point
    std::optional<LocalFight> local;
  };
  Fight fight_for(Player player, const OpenRegion& region,
                  const std::vector<std::size_t>& one_eye) const {
    std::vector<char> single(static_cast<std::size_t>(board_.size()), 0);
    for (const std::size_t b : one_eye) {
      for (const Point p : blocks_[b].stones) single[board_.index(p)] = 1;
    }
    // Blocks that lie inside belong to the area.
    std::vector<Point> area = region.points;
    for (const std::size_t b : region.blocks) {
      const std::vector<Point>& stones = blocks_[b].stones;
      const bool inside = std::all_of(stones.begin(), stones.end(), [&](Point p) {
        for (const Point q : board_.neighbours(p)) {
          if (board_[q] != board_[p] &&
              !std::binary_search(region.points.begin(), region.points.end(), q)) {
            return false;
          }
        }
        return true;
      });
      if (inside) area.insert(area.end(), stones.begin(), stones.end());
    }
    std::sort(area.begin(), area.end());
    Fight out;
    out.local = LocalFight::make(board_, player, area, immortal_[player], single, pairs_[player]);
    out.area = std::move(area);
    out.single = std::move(single);
    return out;
  }

  // Does the defender hold the region?
  bool holds(Player player, const OpenRegion& region, const std::vector<std::size_t>& one_eye) {
    const Fight fight = fight_for(player, region, one_eye);
    if (!fight.local) return false;
    Key key{fight.area, {}};
    for (const Point p : fight.area) {
      for (const Point q : board_.neighbours(p)) {
        const std::size_t at = board_.index(q);
        if (board_[q] != colour_of(player)) continue;
        key.targets.push_back(
            static_cast<char>(immortal_[player][at] != 0 ? 0 : 2 - fight.single[at]));
      }
    }
    Answer& known = answers_[player][std::move(key)];
    if (known.proved || known.tried >= nodes_) return known.proved;
    const search::Proof proof = search_fight(*fight.local, nodes_, budget_);
    known.proved = proof == search::Proof::kProved;
    known.tried = proof == search::Proof::kOpen ? nodes_ : Budget::kUnlimited;
    return known.proved;
  }

  // The answers that hold it; none: not asked for, or not found.
  std::optional<SafetyFight> proof_of(Player player, const std::vector<const OpenRegion*>& regions,
                                      const OpenRegion& whole,
                                      const std::vector<std::size_t>& one_eye) {
    if (options_.proof_nodes == 0) return std::nullopt;
    const Fight fight = fight_for(player, whole, one_eye);
    if (!fight.local) return std::nullopt;
    const auto moves =
        answers_of_fight(*fight.local, options_.proof_nodes, options_.most_answers, budget_);
    if (!moves) return std::nullopt;
    SafetyFight out;
    for (const OpenRegion* region : regions) out.regions.push_back(region->points.front());
    for (const safety_rules::FightState::Move move : *moves) {
      if (move == safety_rules::FightState::kPass) {
        out.answers.emplace_back();
      } else {
        out.answers.emplace_back(fight.local->point_of(move));
      }
    }
    return out;
  }

  // The greatest set of regions that hold each with the targets that the set allows.
  bool separately(Player player) {
    std::vector<OpenRegion> regions = open_regions(player);
    std::vector<char> kept(regions.size(), 1);
    bool dropped = true;
    while (dropped) {
      dropped = false;
      std::vector<int> next_to(blocks_.size(), 0);
      for (std::size_t r = 0; r < regions.size(); ++r) {
        if (kept[r] == 0) continue;
        for (const std::size_t b : regions[r].blocks) ++next_to[b];
      }
      for (std::size_t r = 0; r < regions.size(); ++r) {
        if (kept[r] == 0) continue;
        if (holds(player, regions[r], shared_blocks(regions[r], next_to))) continue;
        kept[r] = 0;
        dropped = true;
        break;
      }
    }
    std::vector<int> next_to(blocks_.size(), 0);
    for (std::size_t r = 0; r < regions.size(); ++r) {
      if (kept[r] == 0) continue;
      for (const std::size_t b : regions[r].blocks) ++next_to[b];
    }
    // One claim for all regions that blocks tie together.
    bool any = false;
    for (std::size_t r = 0; r < regions.size(); ++r) {
      if (kept[r] == 0) continue;
      std::vector<std::size_t> together{r};
      kept[r] = 0;
      for (std::size_t next = 0; next < together.size(); ++next) {
        for (std::size_t other = 0; other < regions.size(); ++other) {
          if (kept[other] == 0 || !share(regions[together[next]], regions[other])) continue;
          kept[other] = 0;
          together.push_back(other);
        }
      }
      OpenRegion whole;
      std::vector<SafetyFight> fights;
      for (const std::size_t at : together) {
        join(whole, regions[at]);
        auto proof =
            proof_of(player, {&regions[at]}, regions[at], shared_blocks(regions[at], next_to));
        if (proof) fights.push_back(std::move(*proof));
      }
      // Half a proof is none.
      if (fights.size() < together.size()) fights.clear();
      claim(player, whole, std::move(fights));
      any = true;
    }
    return any;
  }

  // Regions that share blocks, as one.
  bool merged(Player player) {
    const std::vector<OpenRegion> regions = open_regions(player);
    for (std::size_t r = 0; r < regions.size(); ++r) {
      for (std::size_t other = r + 1; other < regions.size(); ++other) {
        if (!share(regions[r], regions[other])) continue;
        OpenRegion both = regions[r];
        join(both, regions[other]);
        if (both.empties > options_.most_merged) continue;
        if (holds(player, both, {})) {
          claim_merged(player, {&regions[r], &regions[other]}, both);
          return true;
        }
        // A third one that shares blocks with them.
        for (std::size_t third = other + 1; third < regions.size(); ++third) {
          if (!share(both, regions[third])) continue;
          OpenRegion three = both;
          join(three, regions[third]);
          if (three.empties > options_.most_merged || !holds(player, three, {})) continue;
          claim_merged(player, {&regions[r], &regions[other], &regions[third]}, three);
          return true;
        }
      }
    }
    return false;
  }

  void claim_merged(Player player, const std::vector<const OpenRegion*>& regions,
                    const OpenRegion& whole) {
    std::vector<SafetyFight> fights;
    if (auto proof = proof_of(player, regions, whole, {})) fights.push_back(std::move(*proof));
    claim(player, whole, std::move(fights));
  }

  // The blocks of the region that are next to another one, by the number of regions next to each.
  static std::vector<std::size_t> shared_blocks(const OpenRegion& region,
                                                const std::vector<int>& next_to) {
    std::vector<std::size_t> out;
    for (const std::size_t b : region.blocks) {
      if (next_to[b] > 1) out.push_back(b);
    }
    return out;
  }

  static bool share(const OpenRegion& a, const OpenRegion& b) {
    return std::any_of(a.blocks.begin(), a.blocks.end(), [&](std::size_t block) {
      return std::binary_search(b.blocks.begin(), b.blocks.end(), block);
    });
  }

  static void join(OpenRegion& into, const OpenRegion& other) {
    into.points.insert(into.points.end(), other.points.begin(), other.points.end());
    std::sort(into.points.begin(), into.points.end());
    into.blocks.insert(into.blocks.end(), other.blocks.begin(), other.blocks.end());
    std::sort(into.blocks.begin(), into.blocks.end());
    into.blocks.erase(std::unique(into.blocks.begin(), into.blocks.end()), into.blocks.end());
    into.empties += other.empties;
  }

  void claim(Player player, const OpenRegion& region, std::vector<SafetyFight> fights) {
    SafetyClaim claim;
    claim.owner = player;
    claim.certificate.rule = SafetyRule::kSearch;
    claim.rule = name(SafetyRule::kSearch);
    claim.certificate.fights = std::move(fights);
    claim.territory = region.points;
    for (const std::size_t b : region.blocks) {
      claim.stones.insert(claim.stones.end(), blocks_[b].stones.begin(), blocks_[b].stones.end());
    }
    std::sort(claim.stones.begin(), claim.stones.end());
    for (const Point p : claim.stones) {
      immortal_[player][board_.index(p)] = 1;
      safe_[player][board_.index(p)] = 1;
    }
    for (const Point p : claim.territory) safe_[player][board_.index(p)] = 1;
    out_.add(board_, std::move(claim));
  }

  struct Key {
    std::vector<Point> area;
    std::vector<char> targets;  // of the stones next to its points
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Answer {
    bool proved = false;
    std::uint64_t tried = 0;  // nodes; unlimited: it is disproved, or proved
  };

  const Board& board_;
  Budget& budget_;
  const SafetySearchOptions& options_;
  Safety out_;
  PerPlayer<std::vector<char>> immortal_;  // stones, by point
  PerPlayer<std::vector<char>> safe_;      // points of claims
  PerPlayer<std::vector<std::pair<Point, Point>>> pairs_;
  PerPlayer<std::map<Key, Answer>> answers_;
  std::uint64_t nodes_ = 0;
  std::vector<Block> blocks_;          // of the player at hand
  std::vector<std::size_t> block_of_;  // by point
};

}  // namespace

Safety searched_safety(const Board& board, std::span<const Point> assumed, Budget& budget,
                       const SafetySearchOptions& options) {
  return SafetySearcher(board, assumed, budget, options).run();
}

}  // namespace cgt::go
