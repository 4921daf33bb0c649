#include "decomp/go/safety/zones.hpp"

#include <deque>

namespace cgt::go {
namespace {

constexpr int kUnreached = std::numeric_limits<int>::max();

class ZoneFinder {
 public:
  ZoneFinder(const Board& board, const Partition& partition, const Part& part, Budget& budget)
      : board_(board), partition_(partition), part_(part), budget_(budget) {
    const auto size = static_cast<std::size_t>(board.size());
    in_part_.assign(size, 0);
    for (const Point p : part.points) in_part_[board.index(p)] = 1;
    for (const Player player : kPlayers) {
      measure(player);
      bordered_ = bordered_ &&
                  std::ranges::any_of(part.points, [&](Point p) { return touches(p, player); });
    }
  }

  Zones find(int width) {
    in_zone_.assign(in_part_.size(), 0);
    for (const Point p : part_.points) {
      const std::size_t i = board_.index(p);
      const bool near = board_[p] == Colour::kEmpty && steps_[Player::kLeft][i] <= width &&
                        steps_[Player::kRight][i] <= width;
      if (near || !bordered_) join(p);
    }
    Zones out;
    out.width = width;
    // What joins the zone may leave other components without a wall; each round adds points.
    while (!beyond(out)) budget_.poll();
    for (const Player player : kPlayers) std::ranges::sort(out.areas[player]);
    for (const std::vector<Point>& zone : components(1)) {
      out.largest = std::max(out.largest, static_cast<int>(zone.size()));
    }
    return out;
  }

 private:
  bool touches(Point p, Player player) const {
    const Colour colour = colour_of(player);
    return std::ranges::any_of(board_.neighbours(p), [&](Point q) {
      return board_[q] == colour && partition_.owner[board_.index(q)] == colour;
    });
  }

  // Empty points cost a step, own stones none.
  void measure(Player player) {
    std::vector<int>& steps = steps_[player];
    steps.assign(in_part_.size(), kUnreached);
    std::deque<Point> queue;
    const auto reach = [&](Point p, int before) {
      const std::size_t i = board_.index(p);
      if (in_part_[i] == 0 || board_[p] == colour_of(opponent(player))) return;
      const bool free = board_[p] != Colour::kEmpty;
      const int here = before + (free ? 0 : 1);
      if (here >= steps[i]) return;
      steps[i] = here;
      free ? queue.push_front(p) : queue.push_back(p);
    };
    for (const Point p : part_.points) {
      if (touches(p, player)) reach(p, 0);
    }
    while (!queue.empty()) {
      const Point p = queue.front();
      queue.pop_front();
      for (const Point q : board_.neighbours(p)) reach(q, steps[board_.index(p)]);
    }
  }

  // Components of the points of the part inside (1) or outside (0) of the zone.
  std::vector<std::vector<Point>> components(char inside) {
    std::vector<char> seen(in_part_.size(), 0);
    std::vector<std::vector<Point>> out;
    for (const Point start : part_.points) {
      if (in_zone_[board_.index(start)] != inside || seen[board_.index(start)] != 0) continue;
      budget_.poll();
      std::vector<Point> found{start};
      seen[board_.index(start)] = 1;
      for (std::size_t next = 0; next < found.size(); ++next) {
        for (const Point q : board_.neighbours(found[next])) {
          const std::size_t i = board_.index(q);
          if (in_part_[i] == 0 || in_zone_[i] != inside || seen[i] != 0) continue;
          seen[i] = 1;
          found.push_back(q);
        }
      }
      out.push_back(std::move(found));
    }
    return out;
  }

  void join(Point p) { in_zone_[board_.index(p)] = 1; }

  // Finds the areas. False if points joined the zone meanwhile: then all is to be done again.
  bool beyond(Zones& out) {
    for (const Player player : kPlayers) out.areas[player].clear();
    bool done = true;
    for (const std::vector<Point>& area : components(0)) {
      PerPlayer<bool> next{};
      for (const Point p : area) {
        if (board_[p] != Colour::kEmpty) continue;
        for (const Player player : kPlayers) next[player] = next[player] || touches(p, player);
      }
      if (next[Player::kLeft] == next[Player::kRight]) {
        for (const Point p : area) join(p);
        done = false;
        continue;
      }
      const Player owner = next[Player::kLeft] ? Player::kLeft : Player::kRight;
      bool whole = true;
      for (const Point p : area) {
        if (board_[p] != colour_of(opponent(owner)) || in_zone_[board_.index(p)] != 0) continue;
        const Block block = board_.block(p);
        const auto in_zone = [&](Point q) { return in_zone_[board_.index(q)] != 0; };
        if (std::ranges::none_of(block.liberties, in_zone)) continue;
        for (const Point q : block.stones) join(q);
        for (const Point q : block.liberties) join(q);
        whole = false;
      }
      done = done && whole;
      out.areas[owner].insert(out.areas[owner].end(), area.begin(), area.end());
    }
    return done;
  }

  const Board& board_;
  const Partition& partition_;
  const Part& part_;
  Budget& budget_;
  bool bordered_ = true;  // by safe stones of both colours
  std::vector<char> in_part_;
  std::vector<char> in_zone_;
  PerPlayer<std::vector<int>> steps_;
};

}  // namespace

Zones zones_of(const Board& board, const Partition& partition, const Part& part, int width,
               Budget& budget) {
  CGT_EXPECTS(width >= 1, "a zone has at least the points next to both colours");
  return ZoneFinder(board, partition, part, budget).find(width);
}

std::optional<Zones> zones_within(const Board& board, const Partition& partition, const Part& part,
                                  int points, Budget& budget) {
  ZoneFinder finder(board, partition, part, budget);
  for (int width = kMostZoneWidth; width >= 1; --width) {
    Zones found = finder.find(width);
    const bool any = !found.areas[Player::kLeft].empty() || !found.areas[Player::kRight].empty();
    if (any && found.largest <= points) return found;
  }
  return std::nullopt;
}

}  // namespace cgt::go
