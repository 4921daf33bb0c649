#include "decomp/go/record/generator.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgt/support/hash.hpp"
#include "decomp/go/safety/partition.hpp"

namespace cgt::go {
namespace {

constexpr int kMinSide = 9;
// Teeth of this length hold every kind; a board with room for more gets more slabs instead.
constexpr int kToothLength = 6;

class Random : public SplitMix64 {
 public:
  using SplitMix64::SplitMix64;
  // low <= result <= high. The bias of the remainder is far below anything that matters here.
  int between(int low, int high) {
    const auto span = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<int>(next() % span);
  }
};

class Generator {
 public:
  explicit Generator(const GeneratorOptions& options)
      : options_(options),
        kinds_(options.kinds.begin(), options.kinds.end()),
        // Different sizes of one seed share nothing.
        random_(options.seed * 64 + static_cast<std::uint64_t>(options.size)),
        side_(options.size),
        board_(options.size, options.size) {}

  Problem run() {
    lay_out();
    for (std::size_t s = 0; s < slabs_.size(); ++s) fill_slab(slabs_[s]);
    for (std::size_t s = 0; s + 1 < slabs_.size(); ++s) draw_border(slabs_[s], slabs_[s + 1]);
    for (const Slab& slab : slabs_) {
      choose_eyes(slab);
      if (slab.above > 0) draw_comb(slab, -1);
      if (slab.below > 0) draw_comb(slab, 1);
    }
    Problem problem;
    problem.name = fmt::format("comb {} #{}", side_, options_.seed);
    problem.rules = "Japanese";
    problem.to_play = options_.to_play;
    problem.board = board_;
    check();
    return problem;
  }

 private:
  // Rows middle - above ... middle + below have the slab's colour; the teeth point up and down from
  // the middle row, which holds the eyes.
  struct Slab {
    Player owner;
    int middle;
    int above;
    int below;
    int separators_below;  // rows between the two border rows below it: 0 or 1
  };

  void lay_out() {
    // n slabs have n middle rows, 2n - 2 combs, and n - 1 borders of 2 or 3 rows.
    int count = 2;
    while ((side_ - (count + 1) - 3 * count) / (2 * count) >= kToothLength) ++count;
    const int combs = 2 * count - 2;
    const int separators = side_ >= 13 ? 1 : 0;
    const int tooth_rows = side_ - count - (2 + separators) * (count - 1);
    std::vector<int> teeth(static_cast<std::size_t>(combs), tooth_rows / combs);
    for (int extra = tooth_rows % combs; extra > 0; --extra)
      ++teeth[static_cast<std::size_t>(extra - 1)];
    int row = 0;
    for (int s = 0; s < count; ++s) {
      const int above = s == 0 ? 0 : teeth[static_cast<std::size_t>(2 * s - 1)];
      const int below = s + 1 == count ? 0 : teeth[static_cast<std::size_t>(2 * s)];
      slabs_.push_back(
          {s % 2 == 0 ? Player::kLeft : Player::kRight, row + above, above, below, separators});
      row += above + 1 + below + 2 + separators;
    }
  }

  void set(int x, int y, Player player) { board_.set(Point::at(x, y), colour_of(player)); }
  void clear(int x, int y) { board_.set(Point::at(x, y), Colour::kEmpty); }

  void fill_slab(const Slab& slab) {
    for (int y = slab.middle - slab.above; y <= slab.middle + slab.below; ++y) {
      for (int x = 0; x < side_; ++x) set(x, y, slab.owner);
    }
  }

  // Below a slab comes a row of the other colour, connected to the next slab along the right side,
  // and above the next slab a row of the first one's colour, connected along the left side.
  void draw_border(const Slab& upper, const Slab& lower) {
    const int top = upper.middle + upper.below + 1;
    const int bottom = lower.middle - lower.above - 1;
    for (int x = 0; x < side_; ++x) {
      set(x, top, x == 0 ? upper.owner : lower.owner);
      set(x, bottom, x == side_ - 1 ? lower.owner : upper.owner);
    }
    for (int y = top + 1; y < bottom; ++y) {
      set(0, y, upper.owner);
      set(side_ - 1, y, lower.owner);
      // Dame lanes of 1 to 3 points, mostly 1, between single stones.
      int x = 1;
      while (x < side_ - 1) {
        const int lane = random_.between(0, 9) == 0 ? random_.between(2, 3) : 1;
        const int end = std::min(x + lane, side_ - 1);
        parts_.push_back(end - x);
        for (; x < end; ++x) clear(x, y);
        if (x < side_ - 1) set(x++, y, random_.between(0, 1) == 0 ? upper.owner : lower.owner);
      }
    }
  }

  // Eyes lie in wall columns of the middle row; the strips beside them stop short of it, so that
  // the wall behind the eye stays connected.
  void choose_eyes(const Slab& slab) {
    const int last_wall = (side_ - 1) / 2;  // wall columns are 0, 2, ..., 2 * last_wall
    const int first = random_.between(0, last_wall / 2 - 1);
    const int second = random_.between(last_wall / 2 + 1, last_wall);
    eyes_ = {2 * first, 2 * second};
    for (const int x : eyes_) clear(x, slab.middle);
  }

  void draw_comb(const Slab& slab, int direction) {
    const int length = direction < 0 ? slab.above : slab.below;
    // Row of depth d of this comb; depth 1 is at the mouth.
    const auto row = [&](int depth) { return slab.middle + direction * (length + 1 - depth); };
    const Player invader = opponent(slab.owner);
    // Deepest cell that the strip in column x may use. Shrinks beside eyes and beside forks.
    std::vector<int> room(static_cast<std::size_t>(side_) + 3, 0);
    for (int x = 1; x < side_ - 1; x += 2) {
      const bool by_eye = std::any_of(eyes_.begin(), eyes_.end(),
                                      [&](int eye) { return eye == x - 1 || eye == x + 1; });
      room[static_cast<std::size_t>(x)] = by_eye ? length - 1 : length;
    }
    for (int x = 1; x < side_ - 1; x += 2) {
      const int deepest = room[static_cast<std::size_t>(x)];
      if (deepest < 1) continue;
      const SubgameKind kind =
          kinds_[static_cast<std::size_t>(random_.between(0, static_cast<int>(kinds_.size()) - 1))];
      int open = random_.between(1, deepest);
      int stones = 0;
      int fork = 0;  // depth of the side branch
      switch (kind) {
        case SubgameKind::kNumbers: break;
        case SubgameKind::kUps:
          if (deepest >= 2) {
            stones = 1;
            open = random_.between(1, deepest - 1);
          }
          break;
        case SubgameKind::kTinies:
          if (deepest >= 4) {
            open = random_.between(2, std::min(deepest - 2, 4));
            stones = random_.between(2, std::min(deepest - open, 4));
          }
          break;
        case SubgameKind::kHot:
          if (deepest >= 3) {
            open = 1;
            stones = random_.between(2, std::min(deepest - 1, 5));
          }
          break;
        case SubgameKind::kForks: {
          // The branch leaves through the wall to the right at depth `fork` into the next column,
          // whose own strip then has to end two short of it: the wall before the branch hangs on
          // the cell between them.
          const int next_room = room[static_cast<std::size_t>(x) + 2];
          const int reach = std::min(deepest, length - 1);
          if (reach >= 3 && next_room >= 3 && x + 3 < side_) {
            fork = random_.between(3, std::min(reach, next_room));
            open = random_.between(fork, deepest);
          }
          break;
        }
      }
      for (int depth = 1; depth <= open + stones; ++depth) {
        if (depth <= open) {
          clear(x, row(depth));
        } else {
          set(x, row(depth), invader);
        }
      }
      int cells = open + stones;
      if (fork > 0) {
        clear(x + 1, row(fork));
        ++cells;
        switch (random_.between(0, 2)) {
          case 0: break;
          case 1:
            clear(x + 2, row(fork));
            ++cells;
            break;
          default:
            set(x + 2, row(fork), invader);
            ++cells;
            break;
        }
        room[static_cast<std::size_t>(x) + 2] = fork - 2;
      }
      parts_.push_back(cells);
    }
  }

  // The walls are alive and the parts are the ones drawn.
  void check() const {
    const Partition found = partition(board_);
    std::vector<int> sizes;
    bool independent = true;
    for (const Part& part : found.parts) {
      sizes.push_back(static_cast<int>(part.points.size()));
      independent = independent && !part.dependent;
    }
    std::vector<int> intended = parts_;
    std::sort(sizes.begin(), sizes.end());
    std::sort(intended.begin(), intended.end());
    const bool two_eyes_each =
        found.territory[Player::kLeft].size() + found.territory[Player::kRight].size() ==
        2 * slabs_.size();
    CGT_EXPECTS(independent && two_eyes_each && sizes == intended,
                "a generated board falls into the subgames drawn on it");
  }

  const GeneratorOptions& options_;
  std::vector<SubgameKind> kinds_;
  Random random_;
  int side_;
  Board board_;
  std::vector<Slab> slabs_;
  std::vector<int> eyes_;
  std::vector<int> parts_;  // points of each subgame drawn
};

}  // namespace

Problem generate(const GeneratorOptions& options) {
  if (options.size < kMinSide || options.size > kMaxSide) {
    throw Error(fmt::format("a board of size {} cannot be generated", options.size),
                "sizes are 9 to 52");
  }
  if (options.kinds.empty()) {
    throw Error("no kind of subgame to generate", "numbers, ups, tinies, hot, forks");
  }
  return Generator(options).run();
}

}  // namespace cgt::go
