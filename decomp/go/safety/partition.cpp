#include "decomp/go/safety/partition.hpp"

#include <fmt/format.h>

namespace cgt::go {
namespace {

// Splits the points for which `inside` holds into components, points in board order each.
template <class Inside, class Same>
std::vector<std::vector<Point>> components(const Board& board, const std::vector<Point>& points,
                                           std::vector<char>& seen, Inside inside, Same same,
                                           Budget& budget) {
  std::vector<std::vector<Point>> out;
  for (const Point start : points) {
    if (!inside(start) || seen[board.index(start)] != 0) continue;
    budget.poll();
    std::vector<Point> component{start};
    seen[board.index(start)] = 1;
    for (std::size_t next = 0; next < component.size(); ++next) {
      const Point p = component[next];
      for (const Point q : board.neighbours(p)) {
        if (seen[board.index(q)] != 0 || !inside(q) || !same(p, q)) continue;
        seen[board.index(q)] = 1;
        component.push_back(q);
      }
    }
    std::sort(component.begin(), component.end());
    out.push_back(std::move(component));
  }
  for (const std::vector<Point>& component : out) {
    for (const Point p : component) seen[board.index(p)] = 0;
  }
  return out;
}

class Partitioner {
 public:
  Partitioner(const Board& board, const PartitionOptions& options, Budget& budget)
      : board_(board),
        options_(options),
        budget_(budget),
        seen_(static_cast<std::size_t>(board.size()), 0) {
    out_.owner.assign(static_cast<std::size_t>(board.size()), Colour::kEmpty);
    mark_.assign(static_cast<std::size_t>(board.size()), -1);
    in_area_.assign(static_cast<std::size_t>(board.size()), 0);
  }

  Partition run() {
    out_.proved = proved({});
    if (options_.assumed.empty() && options_.areas[Player::kLeft].empty() &&
        options_.areas[Player::kRight].empty()) {
      settle(out_.proved);
    } else {
      assume();
    }
    out_.nothing_safe =
        out_.safe_stones[Player::kLeft].empty() && out_.safe_stones[Player::kRight].empty();
    std::vector<Point> all;
    for (std::size_t i = 0; i < out_.owner.size(); ++i) all.push_back(board_.point(i));
    const auto any = [](Point, Point) { return true; };
    const auto open = [&](Point p) { return is_open(p); };
    for (std::vector<Point>& points : components(board_, all, seen_, open, any, budget_)) {
      Part part;
      part.points = std::move(points);
      cut_out(part);
      find_couplers(part);
      for (const Player player : kPlayers) find_dependence(part, player);
      out_.parts.push_back(std::move(part));
    }
    return std::move(out_);
  }

 private:
  bool is_open(Point p) const { return out_.owner[board_.index(p)] == Colour::kEmpty; }
  bool is_safe_stone(Point p, Colour colour) const {
    return board_[p] == colour && out_.owner[board_.index(p)] == colour;
  }
  bool touches_safe(Point p, Colour colour) const {
    for (const Point q : board_.neighbours(p)) {
      if (is_safe_stone(q, colour)) return true;
      if (in_area_[board_.index(q)] != 0 && out_.owner[board_.index(q)] == colour) return true;
    }
    return false;
  }

  // Unconditional life, then the claims of the chosen method that need no answer in a part.
  Safety proved(std::span<const Point> assumed) {
    Safety out = safety(board_, SafetyMethod::kBenson, assumed, budget_);
    if (options_.safety == SafetyMethod::kBenson) {
      if (assumed.empty()) out_.certified = out;
      return out;
    }
    const Safety found = options_.prove ? options_.prove(board_, assumed, budget_)
                                        : safety(board_, options_.safety, assumed, budget_);
    if (assumed.empty()) out_.certified = found;
    PerPlayer<std::vector<char>> mine;
    for (const Player player : kPlayers) {
      mine[player].assign(out_.owner.size(), 0);
      for (const auto* points : {&out.stones[player], &out.territory[player]}) {
        for (const Point p : *points) mine[player][board_.index(p)] = 1;
      }
    }
    PerPlayer<bool> ended{};
    for (SafetyClaim claim : found.claims) {
      if (ended[claim.owner]) continue;
      std::vector<char>& known = mine[claim.owner];
      std::vector<char> with = known;
      for (const auto* points : {&claim.stones, &claim.territory}) {
        for (const Point p : *points) with[board_.index(p)] = 1;
      }
      if (needs_answers_outside(claim, with)) {
        ended[claim.owner] = true;
        continue;
      }
      const auto is_known = [&](Point p) { return known[board_.index(p)] != 0; };
      std::erase_if(claim.stones, is_known);
      std::erase_if(claim.territory, is_known);
      known = std::move(with);
      if (!claim.stones.empty() || !claim.territory.empty()) out.add(board_, std::move(claim));
    }
    return out;
  }

  bool needs_answers_outside(const SafetyClaim& claim, const std::vector<char>& known) const {
    const auto outside = [&](const MiaiPair& pair) {
      return known[board_.index(pair.first)] == 0 || known[board_.index(pair.second)] == 0;
    };
    const SafetyCertificate& why = claim.certificate;
    return std::ranges::any_of(why.links, outside) || std::ranges::any_of(why.fills, outside) ||
           std::ranges::any_of(why.eyes, [&](const SafetyEye& eye) {
             return std::ranges::any_of(eye.pairs, outside);
           });
  }

  // A claim that contradicts what is settled already is left out, with all claims of its owner that
  // follow, which may rest on it: only a wrong assumption makes one.
  void settle(const Safety& found) {
    PerPlayer<bool> refuted{};
    for (const SafetyClaim& claim : found.claims) {
      if (refuted[claim.owner]) continue;
      const Colour enemy = colour_of(opponent(claim.owner));
      const auto taken = [&](Point p) { return out_.owner[board_.index(p)] == enemy; };
      if (std::ranges::any_of(claim.stones, taken) || std::ranges::any_of(claim.territory, taken)) {
        refuted[claim.owner] = true;
        continue;
      }
      for (const Point p : claim.stones) {
        if (is_open(p)) own_stone(p, claim.owner);
      }
      for (const Point p : claim.territory) {
        if (is_open(p)) own_area(p, claim.owner);
      }
    }
    sort_settled();
  }

  void own_stone(Point p, Player player) {
    out_.owner[board_.index(p)] = colour_of(player);
    out_.safe_stones[player].push_back(p);
  }

  void own_area(Point p, Player player) {
    out_.owner[board_.index(p)] = colour_of(player);
    out_.territory[player].push_back(p);
    // An own stone there is neither territory nor a prisoner.
    if (board_[p] == colour_of(player)) return;
    out_.fixed_score += sign(player) * (board_[p] == Colour::kEmpty ? 1 : 2);
    if (board_[p] != Colour::kEmpty) out_.dead[opponent(player)].push_back(p);
  }

  void sort_settled() {
    for (const Player player : kPlayers) {
      std::ranges::sort(out_.safe_stones[player]);
      std::ranges::sort(out_.territory[player]);
      std::ranges::sort(out_.dead[player]);
    }
  }

  // Settles what holds if the assumed blocks live.
  void assume() {
    std::vector<Point> stones;
    for (const Point given : options_.assumed) {
      if (board_[given] == Colour::kEmpty || !is_open(given)) continue;
      const Player player = player_of(board_[given]);
      for (const Point p : board_.block(given).stones) {
        stones.push_back(p);
        own_stone(p, player);
        out_.assumed_stones[player].push_back(p);
        if (std::ranges::binary_search(out_.proved.dead[player], p)) out_.contradicted.push_back(p);
      }
    }
    for (const Player player : kPlayers) std::ranges::sort(out_.assumed_stones[player]);
    std::ranges::sort(out_.contradicted);
    settle(proved(stones));
    settle_one_sided();
    take_areas();
    for (const Player player : kPlayers) {
      std::ranges::set_difference(out_.territory[player], out_.proved.territory[player],
                                  std::back_inserter(out_.assumed_territory[player]));
    }
  }

  void take_areas() {
    bool any = false;
    for (const Player player : kPlayers) {
      for (const Point p : options_.areas[player]) {
        if (!is_open(p)) continue;
        any = true;
        in_area_[board_.index(p)] = 1;
        out_.assumed_areas[player].push_back(p);
        if (board_[p] == colour_of(player)) {
          own_stone(p, player);
        } else {
          own_area(p, player);
        }
      }
      std::ranges::sort(out_.assumed_areas[player]);
    }
    if (!any) return;
    // Stones next to an own area are connected to its wall.
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < out_.owner.size(); ++i) {
        const Point p = board_.point(i);
        if (!is_open(p) || board_[p] == Colour::kEmpty || !touches_safe(p, board_[p])) continue;
        own_stone(p, player_of(board_[p]));
        changed = true;
      }
    }
    sort_settled();
    settle_one_sided();
  }

  // Areas next to living stones of one colour only, where both colours have such stones.
  void settle_one_sided() {
    for (const Player player : kPlayers) {
      if (out_.safe_stones[player].empty()) return;
    }
    std::vector<Point> all;
    for (std::size_t i = 0; i < out_.owner.size(); ++i) all.push_back(board_.point(i));
    const auto any = [](Point, Point) { return true; };
    const auto open = [&](Point p) { return is_open(p); };
    for (const auto& area : components(board_, all, seen_, open, any, budget_)) {
      PerPlayer<bool> next{};
      for (const Point p : area) {
        for (const Player player : kPlayers) {
          next[player] = next[player] || touches_safe(p, colour_of(player));
        }
      }
      if (next[Player::kLeft] == next[Player::kRight]) continue;
      if (std::ranges::any_of(area, [&](Point p) {
            return std::ranges::find(options_.contested, p) != options_.contested.end();
          })) {
        continue;
      }
      const Player owner = next[Player::kLeft] ? Player::kLeft : Player::kRight;
      for (const Point p : area) own_area(p, owner);
    }
    sort_settled();
  }

  void cut_out(Part& part) {
    int left = kMaxSide;
    int right = 0;
    for (const Point p : part.points) {
      left = std::min(left, int{p.x});
      right = std::max(right, int{p.x});
    }
    const int top = part.points.front().y;
    const int width = right - left + 1;
    const int height = part.points.back().y - top + 1;
    std::vector<Region::Cell> cells(
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height), Region::kOutside);
    for (const Point p : part.points) {
      unsigned cell = Region::kEmpty;
      if (board_[p] == Colour::kEmpty) ++part.empties;
      if (board_[p] == Colour::kBlack) cell = Region::kBlackStone;
      if (board_[p] == Colour::kWhite) cell = Region::kWhiteStone;
      if (touches_safe(p, Colour::kBlack)) cell |= Region::kTouchesBlack;
      if (touches_safe(p, Colour::kWhite)) cell |= Region::kTouchesWhite;
      cells[static_cast<std::size_t>((p.y - top) * width + (p.x - left))] =
          static_cast<Region::Cell>(cell);
    }
    part.region = Region::from_cells(width, height, cells);
    part.origin = Point::at(left, top);
  }

  void find_couplers(Part& part) {
    const auto empty = [&](Point p) { return is_open(p) && board_[p] == Colour::kEmpty; };
    const auto stone = [&](Point p) { return is_open(p) && board_[p] != Colour::kEmpty; };
    const auto any = [](Point, Point) { return true; };
    const auto same = [&](Point p, Point q) { return board_[p] == board_[q]; };
    const auto areas = components(board_, part.points, seen_, empty, any, budget_);
    part.areas = static_cast<int>(areas.size());
    if (part.areas < 2) return;
    for (std::size_t a = 0; a < areas.size(); ++a) {
      for (const Point p : areas[a]) mark_[board_.index(p)] = static_cast<int>(a);
    }
    for (const auto& block : components(board_, part.points, seen_, stone, same, budget_)) {
      int first = -1;
      bool couples = false;
      for (const Point p : block) {
        for (const Point q : board_.neighbours(p)) {
          if (!empty(q)) continue;
          const int area = mark_[board_.index(q)];
          if (first < 0) first = area;
          couples = couples || area != first;
        }
      }
      if (couples) part.couplers.push_back(block.front());
    }
  }

  void find_dependence(Part& part, Player player) {
    if (out_.nothing_safe) {
      if (part.empties == static_cast<int>(part.points.size()) || part.dependent) return;
      part.dependent = true;
      part.note = "no stone is proved alive, so that nothing bounds the fights for life";
      return;
    }
    const Colour own = colour_of(player);
    const Colour enemy = colour_of(opponent(player));
    const auto first_stone = std::find_if(part.points.begin(), part.points.end(),
                                          [&](Point p) { return board_[p] == own; });
    if (first_stone == part.points.end()) return;
    const auto others = [&](Point p) { return is_open(p) && board_[p] != own; };
    const auto any = [](Point, Point) { return true; };
    std::vector<Point> eyes;
    for (const auto& area : components(board_, part.points, seen_, others, any, budget_)) {
      const bool connects =
          std::any_of(area.begin(), area.end(), [&](Point p) { return touches_safe(p, own); });
      if (connects) continue;
      const auto eye =
          std::find_if(area.begin(), area.end(), [&](Point p) { return !touches_safe(p, enemy); });
      if (eye != area.end()) eyes.push_back(*eye);
    }
    // The part is connected, so with two such areas each of them borders stones of `own`.
    if (eyes.size() < 2) return;
    part.dependent = true;
    std::string places;
    constexpr std::size_t kNamed = 4;
    for (std::size_t e = 0; e < std::min(eyes.size(), kNamed); ++e) {
      if (e > 0) places += e + 1 == eyes.size() ? " and " : ", ";
      places += board_.name(eyes[e]);
    }
    if (eyes.size() > kNamed) places += ", ...";
    if (!part.note.empty()) part.note += "; ";
    part.note +=
        fmt::format("the life of the {} stones around {} depends on {} areas at once, with {}",
                    colour_name(player), board_.name(*first_stone), eyes.size(), places);
  }

  const Board& board_;
  const PartitionOptions& options_;
  Budget& budget_;
  Partition out_;
  std::vector<char> seen_;     // scratch of components(), all 0 between calls
  std::vector<char> in_area_;  // belongs to an assumed area
  std::vector<int> mark_;      // area of each empty point of the part at hand
};

}  // namespace

Partition partition(const Board& board) {
  Budget unlimited;
  return partition(board, unlimited);
}

Partition partition(const Board& board, Budget& budget) { return partition(board, {}, budget); }

Partition partition(const Board& board, const PartitionOptions& options, Budget& budget) {
  return Partitioner(board, options, budget).run();
}

}  // namespace cgt::go
