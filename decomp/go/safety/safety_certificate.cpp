#include "decomp/go/safety/safety_certificate.hpp"

#include <map>
#include <set>

#include <fmt/format.h>

#include "decomp/go/safety/small_area.hpp"

namespace cgt::go {
namespace {

// Thrown by the checker, and caught by check_safety().
struct Refused {
  std::string why;
};

// Claims of one player.
class ClaimChecker {
 public:
  ClaimChecker(const Board& board, Player owner, std::span<const Point> assumed, Budget& budget,
               bool trust_search)
      : board_(board),
        owner_(owner),
        own_(colour_of(owner)),
        budget_(budget),
        trust_search_(trust_search) {
    for (const Point p : assumed) {
      if (board[p] != own_) continue;
      for (const Point q : board.block(p).stones) assumed_.insert(q);
    }
  }

  void check(const SafetyClaim& claim) {
    stones_ = Points(claim.stones.begin(), claim.stones.end());
    territory_ = Points(claim.territory.begin(), claim.territory.end());
    paired_.clear();
    const SafetyCertificate& proof = claim.certificate;
    demand(claim.rule == name(proof.rule), "the rule is named otherwise");
    demand(stones_.size() == claim.stones.size() && territory_.size() == claim.territory.size(),
           "a point is named twice");
    demand(!stones_.empty() || !territory_.empty(), "the claim is empty");
    for (const Point p : stones_) {
      demand(inside(p) && board_[p] == own_, "a stone is not the owner's", p);
      demand(safe_stones_.count(p) == 0, "a stone was claimed before", p);
      for (const Point q : board_.block(p).stones) {
        demand(stones_.count(q) != 0, "a block is cut", p);
      }
    }
    for (const Point p : territory_) {
      demand(inside(p) && board_[p] != own_, "territory is a stone of the owner", p);
      demand(safe_points_.count(p) == 0, "territory was claimed before", p);
    }
    demand(proof.fights.empty() || proof.rule == SafetyRule::kSearch, "answers of no search");
    switch (proof.rule) {
      case SafetyRule::kUnconditional:
        demand(proof.links.empty(), "unconditional life has no links");
        [[fallthrough]];
      case SafetyRule::kChains: check_chains(proof); break;
      case SafetyRule::kTwoVital: check_two_vital(proof); break;
      case SafetyRule::kNoRoom:
      case SafetyRule::kConnected:
      case SafetyRule::kOneEye: check_area(proof); break;
      case SafetyRule::kSearch:
        if (!trust_search_ || !proof.fights.empty()) check_search(proof);
        break;
      case SafetyRule::kAssumed:
        demand(territory_.empty(), "an assumption has no territory");
        for (const Point p : stones_) demand(assumed_.count(p) != 0, "not assumed", p);
        break;
    }
    for (const Point p : stones_) {
      safe_stones_.insert(p);
      safe_points_.insert(p);
    }
    safe_points_.insert(territory_.begin(), territory_.end());
    reserved_.insert(paired_.begin(), paired_.end());
  }

  const Points& safe_points() const { return safe_points_; }

 private:
  void demand(bool holds, const char* what) const {
    if (!holds) throw Refused{what};
  }
  void demand(bool holds, const char* what, Point p) const {
    if (!holds) throw Refused{fmt::format("{} at {}", what, inside(p) ? board_.name(p) : "?")};
  }
  bool inside(Point p) const { return board_.contains(p.x, p.y); }
  bool empty(Point p) const { return inside(p) && board_[p] == Colour::kEmpty; }
  bool next_to(Point p, const Points& points) const {
    for (const Point q : board_.neighbours(p)) {
      if (points.count(q) != 0) return true;
    }
    return false;
  }

  Points region_of(Point start) const {
    Points region{start};
    std::vector<Point> todo{start};
    while (!todo.empty()) {
      const Point p = todo.back();
      todo.pop_back();
      for (const Point q : board_.neighbours(p)) {
        if (board_[q] != own_ && region.insert(q).second) todo.push_back(q);
      }
    }
    return region;
  }
  // First stones of the owner's blocks next to the points.
  Points blocks_at(const Points& points) const {
    Points out;
    Points seen;
    for (const Point p : points) {
      for (const Point q : board_.neighbours(p)) {
        if (board_[q] != own_ || seen.count(q) != 0) continue;
        const Block block = board_.block(q);
        seen.insert(block.stones.begin(), block.stones.end());
        out.insert(block.stones.front());
      }
    }
    return out;
  }
  bool touches_block(Point p, Point stone) const {
    const std::vector<Point> stones = board_.block(stone).stones;
    for (const Point q : board_.neighbours(p)) {
      if (std::binary_search(stones.begin(), stones.end(), q)) return true;
    }
    return false;
  }
  bool touches_own(Point p) const {
    for (const Point q : board_.neighbours(p)) {
      if (board_[q] == own_) return true;
    }
    return false;
  }
  Points interior(const Points& region) const {
    Points out;
    for (const Point p : region) {
      if (empty(p) && !touches_own(p)) out.insert(p);
    }
    return out;
  }

  // Two different empty points that no other pair uses.
  void take(const MiaiPair& pair) {
    demand(empty(pair.first) && empty(pair.second), "a miai point is not empty", pair.first);
    demand(pair.first != pair.second, "a miai pair is one point", pair.first);
    for (const Point p : {pair.first, pair.second}) {
      demand(reserved_.count(p) == 0, "a miai point serves two proofs", p);
      demand(safe_points_.count(p) == 0, "a miai point lies in safe territory", p);
      demand(paired_.insert(p).second, "a miai point serves two pairs", p);
    }
  }

  bool is_corridor(const Points& region) const {
    std::size_t inner = 0;
    for (const Point p : region) {
      int others = 0;
      bool own = false;
      for (const Point q : board_.neighbours(p)) {
        if (board_[q] == own_) {
          own = true;
        } else {
          ++others;
        }
      }
      if (!own || others > 2) return false;
      inner += static_cast<std::size_t>(others);
    }
    return inner < 2 * region.size();
  }

  // Is there a block with one liberty in the corridor, between two of its points, or are there two
  // with two liberties there and at most one elsewhere?
  bool is_thin(const Points& blocks, const Points& corridor) const {
    if (blocks.size() < 2) return false;
    int weak = 0;
    for (const Point first : blocks) {
      if (assumed_.count(first) != 0) continue;
      const std::vector<Point> all = board_.block(first).liberties;
      std::vector<Point> here;
      for (const Point p : all) {
        if (corridor.count(p) != 0) here.push_back(p);
      }
      if (here.size() == 1) {
        int beside = 0;
        for (const Point q : board_.neighbours(here.front())) {
          beside += corridor.count(q) != 0 ? 1 : 0;
        }
        if (beside > 1) return true;
      }
      weak += here.size() == 2 && all.size() < 4 ? 1 : 0;
    }
    return weak > 1;
  }

  // Chains: by the first stone of each block claimed, that of its representative. Other blocks
  // stand for themselves.
  Point representative(Point stone) const {
    Point at = board_.block(stone).stones.front();
    for (auto next = chain_.find(at); next != chain_.end() && next->second != at;
         next = chain_.find(at)) {
      at = next->second;
    }
    return at;
  }
  bool touches_chain(Point p, Point chain) const {
    for (const Point q : board_.neighbours(p)) {
      if (board_[q] == own_ && representative(q) == chain) return true;
    }
    return false;
  }

  void check_chains(const SafetyCertificate& proof) {
    chain_.clear();
    for (const Point p : stones_) {
      const Point first = board_.block(p).stones.front();
      chain_[first] = first;
    }
    demand(proof.fills.empty(), "chains have no points to fill");
    const auto claimed = [&](Point p) { return inside(p) && stones_.count(p) != 0; };
    std::set<std::pair<Point, Point>> links;
    for (const MiaiPair& link : proof.links) {
      take(link);
      links.insert({link.first, link.second});
      demand(claimed(link.from) && claimed(link.to), "a link starts at no stone claimed",
             link.first);
      const Points region = region_of(link.first);
      demand(region.count(link.second) != 0, "a pair lies in two regions", link.first);
      demand(is_corridor(region) || interior(region).empty(),
             "a link lies in no corridor and no small region", link.first);
      const Point x = representative(link.from);
      const Point y = representative(link.to);
      demand(x != y, "a link joins a chain with itself", link.first);
      for (const Point p : {link.first, link.second}) {
        demand(touches_chain(p, x) && touches_chain(p, y), "a link touches not both chains", p);
      }
      chain_[y] = x;
    }
    std::map<Point, int> eyes;
    Points covered;
    for (const SafetyEye& eye : proof.eyes) {
      demand(inside(eye.region) && board_[eye.region] != own_, "no region", eye.region);
      const Points region = region_of(eye.region);
      demand(*region.begin() == eye.region, "a region starts elsewhere", eye.region);
      for (const Point p : region) {
        demand(covered.insert(p).second, "a region is named twice", p);
      }
      // A block of an earlier claim is safe by eyes and pairs of its own: it need not be shown to live
      // again, and the region stays closed. It is not an eye of a chain claimed here for that.
      std::set<Point> chains;
      for (const Point first : blocks_at(region)) {
        if (safe_stones_.count(first) != 0) continue;
        demand(stones_.count(first) != 0, "an eye is next to a block not claimed", first);
        chains.insert(representative(first));
      }
      if (eye.rule == EyeRule::kVital) {
        demand(eye.pairs.empty(), "this eye needs no pairs", eye.region);
      } else {
        check_eye(eye, region, links);
      }
      int healthy = 0;
      for (const Point chain : chains) {
        bool vital = eye.rule != EyeRule::kVital;
        if (!vital) {
          vital = true;
          for (const Point p : region) vital = vital && (!empty(p) || touches_chain(p, chain));
        }
        eyes[chain] += vital ? 1 : 0;
        healthy += vital ? 1 : 0;
      }
      demand(healthy > 0, "a region is not an eye", eye.region);
    }
    demand(covered == territory_, "the territory is not that of the eyes");
    std::set<Point> lives;  // chains with an assumed block
    for (const auto& [first, next] : chain_) {
      if (assumed_.count(first) != 0) lives.insert(representative(first));
    }
    for (const auto& [first, next] : chain_) {
      const Point chain = representative(first);
      demand(lives.count(chain) != 0 || eyes[chain] >= 2, "a chain has less than two eyes", first);
    }
  }

  void check_eye(const SafetyEye& eye, const Points& region,
                 const std::set<std::pair<Point, Point>>& links) {
    const Points blocks = blocks_at(region);
    const Points inner = interior(region);
    const Point at = eye.region;
    switch (eye.rule) {
      case EyeRule::kVital: return;
      case EyeRule::kOneBlock:
        demand(inner.empty() && blocks.size() == 1 && eye.pairs.empty(),
               "not a small region of one block", at);
        return;
      case EyeRule::kJoint: {
        demand(inner.empty() && blocks.size() <= 4 && eye.pairs.size() == 1,
               "not a small region of few blocks", at);
        const MiaiPair& pair = eye.pairs.front();
        if (links.count({pair.first, pair.second}) == 0) take(pair);
        for (const Point p : {pair.first, pair.second}) {
          demand(region.count(p) != 0, "a pair lies outside its region", p);
          for (const Point block : blocks) {
            demand(touches_block(p, block), "not a joint liberty", p);
          }
        }
        return;
      }
      case EyeRule::kCorridor:
        demand(is_corridor(region) && eye.pairs.empty(), "not a corridor", at);
        for (const Point block : blocks) {
          const bool liberty = std::any_of(region.begin(), region.end(), [&](Point p) {
            return empty(p) && touches_block(p, block);
          });
          demand(liberty, "a block has no liberty in its corridor", block);
        }
        for (const Point p : region) {
          demand(empty(p) || blocks_at({p}).size() < 2, "an enemy stone on a cut point", p);
        }
        demand(!is_thin(blocks, region), "blocks with too few liberties in a corridor", at);
        return;
      case EyeRule::kFilled: {
        demand(blocks.size() == 1, "not a region of one block", at);
        Points filled;
        for (const MiaiPair& pair : eye.pairs) {
          take(pair);
          demand(inner.count(pair.from) != 0 && filled.insert(pair.from).second,
                 "not an interior point", pair.first);
          for (const Point p : {pair.first, pair.second}) {
            demand(region.count(p) != 0 && inner.count(p) == 0 && next_to(p, {pair.from}),
                   "a pair does not connect its point", p);
          }
        }
        demand(filled == inner, "an interior point is not connected", at);
        return;
      }
      case EyeRule::kSearched: {
        constexpr std::size_t kMostRing = 8;
        demand(region.size() <= kMostRing, "too large for a search", at);
        // The search is that of an eye with the answers which the links in it ask for.
        std::set<std::pair<Point, Point>> here;
        for (const auto& link : links) {
          if (region.count(link.first) != 0) here.insert(link);
        }
        for (const MiaiPair& pair : eye.pairs) {
          demand(here.erase({pair.first, pair.second}) == 1, "a pair that is not a link",
                 pair.first);
        }
        demand(here.empty(), "a link without a search", at);
        demand(SmallArea(board_, owner_, region, assumed_, 1, budget_, eye.pairs).held(),
               "search makes no eye", at);
        return;
      }
    }
  }

  bool splits(Point p, Points region) const {
    region.erase(p);
    if (region.empty()) return false;
    std::vector<Point> todo{*region.begin()};
    region.erase(region.begin());
    while (!todo.empty()) {
      const Point at = todo.back();
      todo.pop_back();
      for (const Point q : board_.neighbours(at)) {
        if (region.erase(q) != 0) todo.push_back(q);
      }
    }
    return !region.empty();
  }

  // All blocks next to `points` must be claimed or safe, and those claimed must be next to them.
  void demand_blocks(const Points& points) {
    Points named;
    for (const Point first : blocks_at(points)) {
      demand(stones_.count(first) != 0 || safe_stones_.count(first) != 0,
             "a block at the border is not claimed", first);
      named.insert(first);
    }
    for (const Point p : stones_) {
      demand(named.count(board_.block(p).stones.front()) != 0, "a stone is not at the border", p);
    }
  }

  void check_two_vital(const SafetyCertificate& proof) {
    demand(proof.eyes.empty() && proof.links.size() == 1, "two eyes come from one pair");
    demand(!territory_.empty(), "no region");
    const Points region = region_of(*territory_.begin());
    demand(region == territory_, "the territory is not a region", *territory_.begin());
    for (const Point p : region) {
      demand(reserved_.count(p) == 0, "a miai point serves two proofs", p);
    }
    demand_blocks(region);
    const Points blocks = blocks_at(region);
    demand(!blocks.empty(), "a region without blocks");
    const Points inner = interior(region);
    const MiaiPair& pair = proof.links.front();
    take(pair);
    bool central = inner.size() <= 2;
    for (const Point p : {pair.first, pair.second}) {
      demand(region.count(p) != 0 && splits(p, region), "does not cut the region", p);
      for (const Point block : blocks) demand(touches_block(p, block), "not a joint liberty", p);
      for (const Point q : inner) central = central && next_to(p, {q});
    }
    for (const Point block : blocks) {
      demand(blocks.size() == 1 || board_.block(block).liberties.size() >= 2, "a block in atari",
             block);
    }
    Points connected;
    for (const MiaiPair& fill : proof.fills) {
      take(fill);
      demand(inner.count(fill.from) != 0, "not an interior point", fill.first);
      for (const Point p : {fill.first, fill.second}) {
        demand(region.count(p) != 0 && next_to(p, {fill.from}) &&
                   (inner.count(p) == 0 || connected.count(p) != 0),
               "a pair does not connect its point", p);
      }
      demand(connected.insert(fill.from).second, "a point is connected twice", fill.from);
    }
    demand(connected == inner || (central && proof.fills.empty()),
           "an interior point is not connected", *region.begin());
  }

  void check_area(const SafetyCertificate& proof) {
    demand(proof.eyes.empty(), "an area has no eyes");
    demand(!territory_.empty(), "no area");
    Points area = territory_;
    for (const Point p : territory_) {
      for (const Point q : board_.neighbours(p)) {
        demand(board_[q] == own_ || territory_.count(q) != 0, "the area is open", q);
      }
    }
    demand_blocks(territory_);
    const Points blocks = blocks_at(territory_);
    Points waiting;  // first stones of blocks not yet safe
    bool border_safe = true;
    for (const Point first : blocks) {
      const std::vector<Point> stones = board_.block(first).stones;
      bool lies_inside = true;
      for (const Point p : stones) {
        for (const Point q : board_.neighbours(p)) {
          lies_inside = lies_inside && (board_[q] == own_ || territory_.count(q) != 0);
        }
      }
      const bool safe = safe_stones_.count(first) != 0;
      if (lies_inside && !safe) area.insert(stones.begin(), stones.end());
      if (!safe) waiting.insert(first);
      border_safe = border_safe && (safe || lies_inside);
    }
    demand(border_safe || proof.rule == SafetyRule::kConnected, "the border is not safe");
    if (proof.rule == SafetyRule::kOneEye) {
      constexpr int kMostEmpty = 7;
      int empties = 0;
      for (const Point p : area) {
        empties += empty(p) ? 1 : 0;
        demand(reserved_.count(p) == 0, "a miai point serves two proofs", p);
      }
      demand(empties <= kMostEmpty && proof.links.empty() && proof.fills.empty(),
             "too large for a search", *area.begin());
      Points immortal = safe_stones_;
      immortal.insert(assumed_.begin(), assumed_.end());
      demand(SmallArea(board_, owner_, area, immortal, 0, budget_).held(),
             "search makes it not safe", *area.begin());
      return;
    }
    Points safe = safe_stones_;
    for (const MiaiPair& link : proof.links) {
      take(link);
      demand(inside(link.from) && board_[link.from] == own_, "a link starts at no stone",
             link.first);
      const std::vector<Point> stones = board_.block(link.from).stones;
      demand(waiting.erase(stones.front()) == 1, "a block is connected twice", link.from);
      for (const Point p : {link.first, link.second}) {
        demand(touches_block(p, link.from) && next_to(p, safe), "a link does not connect", p);
      }
      safe.insert(stones.begin(), stones.end());
    }
    demand(waiting.empty(), "a block is not connected",
           waiting.empty() ? Point{} : *waiting.begin());
    Points held = safe_points_;
    held.insert(safe.begin(), safe.end());
    Points inner;
    for (const Point p : territory_) {
      if (empty(p) && !next_to(p, held)) inner.insert(p);
    }
    const bool no_room =
        inner.size() < 2 || (inner.size() == 2 && next_to(*inner.begin(), {*inner.rbegin()}));
    if (no_room) {
      demand(proof.fills.empty(), "pairs are not needed");
      return;
    }
    demand(proof.rule == SafetyRule::kConnected, "the enemy has room", *inner.begin());
    std::size_t filled = 0;
    for (const MiaiPair& fill : proof.fills) {
      take(fill);
      demand(inner.erase(fill.from) == 1, "not an interior point", fill.first);
      for (const Point p : {fill.first, fill.second}) {
        demand(next_to(p, {fill.from}) && next_to(p, safe), "a pair does not connect its point", p);
      }
      ++filled;
    }
    demand(inner.size() <= 1, "two interior points are not connected",
           inner.empty() ? Point{} : *inner.begin());
  }

  // The points and the blocks that lie in them.
  Points with_blocks_inside(const Points& points) const {
    Points out = points;
    for (const Point first : blocks_at(points)) {
      const std::vector<Point> stones = board_.block(first).stones;
      const bool lies_inside = std::all_of(stones.begin(), stones.end(), [&](Point p) {
        const Board::Neighbours near = board_.neighbours(p);
        return std::all_of(near.begin(), near.end(),
                           [&](Point q) { return board_[q] == own_ || points.count(q) != 0; });
      });
      if (lies_inside) out.insert(stones.begin(), stones.end());
    }
    return out;
  }

  // Regions that were searched, with the owner's answers in them.
  void check_fights(const std::vector<SafetyFight>& fights) {
    std::vector<Points> areas;
    Points covered;
    std::map<Point, int> next_to;  // by the first stones of blocks
    for (const SafetyFight& fight : fights) {
      Points& area = areas.emplace_back();
      demand(!fight.regions.empty(), "a fight for nothing");
      for (const Point start : fight.regions) {
        demand(inside(start) && board_[start] != own_, "no region", start);
        const Points region = region_of(start);
        demand(*region.begin() == start, "a region starts elsewhere", start);
        for (const Point p : region) demand(covered.insert(p).second, "a region is named twice", p);
        area.insert(region.begin(), region.end());
      }
      for (const Point first : blocks_at(area)) ++next_to[first];
    }
    demand(covered == territory_, "the territory is not that of the fights");
    Points immortal = safe_stones_;
    immortal.insert(assumed_.begin(), assumed_.end());
    for (std::size_t i = 0; i < fights.size(); ++i) {
      Points one_eye;
      for (const Point first : blocks_at(areas[i])) {
        if (next_to[first] < 2) continue;
        const std::vector<Point> stones = board_.block(first).stones;
        one_eye.insert(stones.begin(), stones.end());
      }
      const Points area = with_blocks_inside(areas[i]);
      demand(SmallArea(board_, owner_, area, immortal, 2, budget_, {}, one_eye)
                 .held_by(fights[i].answers),
             "the answers do not hold it", *area.begin());
    }
  }

  // What a search says is searched again, all of the claim at once, if it is small enough.
  void check_search(const SafetyCertificate& proof) {
    demand(proof.links.empty() && proof.eyes.empty() && proof.fills.empty(),
           "a search rests on nothing else");
    demand(!territory_.empty(), "no area");
    Points area = territory_;
    int empties = 0;
    for (const Point p : territory_) {
      empties += empty(p) ? 1 : 0;
      demand(reserved_.count(p) == 0, "a miai point serves two proofs", p);
      for (const Point q : board_.neighbours(p)) {
        demand(board_[q] == own_ || territory_.count(q) != 0, "the area is open", q);
      }
    }
    demand_blocks(territory_);
    if (!proof.fights.empty()) {
      check_fights(proof.fights);
      return;
    }
    demand(empties <= kMostSearchedEmpties && territory_.size() <= kMostSearchedPoints,
           "too large to be searched again", *area.begin());
    area = with_blocks_inside(area);
    Points immortal = safe_stones_;
    immortal.insert(assumed_.begin(), assumed_.end());
    demand(SmallArea(board_, owner_, area, immortal, 2, budget_).held(), "search makes it not safe",
           *area.begin());
  }

  const Board& board_;
  Player owner_;
  Colour own_;
  Budget& budget_;
  bool trust_search_;
  Points assumed_;
  Points safe_stones_;  // of earlier claims
  Points safe_points_;
  Points reserved_;  // miai points of earlier claims
  Points stones_;    // of the claim at hand
  Points territory_;
  Points paired_;  // its miai points
  std::map<Point, Point> chain_;
};

}  // namespace

std::string check_safety(const Board& board, const Safety& safety, std::span<const Point> assumed,
                         Budget& budget, bool trust_search) {
  PerPlayer<Points> claimed;
  PerPlayer<std::vector<Point>> stones;
  for (const Player player : kPlayers) {
    ClaimChecker checker(board, player, assumed, budget, trust_search);
    std::size_t number = 0;
    for (const SafetyClaim& claim : safety.claims) {
      ++number;
      budget.charge();
      if (claim.owner != player) continue;
      try {
        checker.check(claim);
      } catch (const Refused& refused) {
        return fmt::format("claim {} ({}): {}", number, claim.rule, refused.why);
      }
      stones[player].insert(stones[player].end(), claim.stones.begin(), claim.stones.end());
    }
    claimed[player] = checker.safe_points();
    std::sort(stones[player].begin(), stones[player].end());
    if (stones[player] != safety.stones[player]) return "the stones are not those of the claims";
    std::vector<Point> territory;
    std::vector<Point> dead;
    for (const Point p : claimed[player]) {
      if (board[p] == colour_of(player)) continue;
      territory.push_back(p);
      if (board[p] != Colour::kEmpty) dead.push_back(p);
    }
    if (territory != safety.territory[player]) return "the territory is not that of the claims";
    if (dead != safety.dead[opponent(player)]) return "the dead stones are not those of the claims";
  }
  for (const Point p : claimed[Player::kLeft]) {
    if (claimed[Player::kRight].count(p) != 0) {
      return fmt::format("{} is claimed for both players", board.name(p));
    }
  }
  return "";
}

}  // namespace cgt::go
