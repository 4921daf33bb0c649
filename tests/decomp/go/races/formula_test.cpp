// The closed formulas against plain search, on races drawn as graphs: two essential stones with any
// liberties, and an eye of any shape for either.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "decomp/go/races/semeai.hpp"
#include "decomp/pob/query.hpp"
#include "tests/testing.hpp"

namespace formula_test {

using namespace cgt::go::semeai;
using cgt::Budget;
using cgt::PerPlayer;
using cgt::Player;
namespace pob = cgt::pob;

namespace {

using Number = Layout::Number;
using Cells = std::vector<std::pair<int, int>>;

// The shape with its cells in order, touching the axes: equal for shapes that are translations.
Cells at_origin(Cells shape) {
  int left = shape.front().first;
  int top = shape.front().second;
  for (const auto& [x, y] : shape) {
    left = std::min(left, x);
    top = std::min(top, y);
  }
  for (auto& [x, y] : shape) {
    x -= left;
    y -= top;
  }
  std::sort(shape.begin(), shape.end());
  return shape;
}

// All polyominoes of `size` cells up to translation, by growth.
std::set<Cells> polyominoes(std::size_t size) {
  std::set<Cells> shapes{{{0, 0}}};
  for (std::size_t n = 1; n < size; ++n) {
    std::set<Cells> next;
    for (const Cells& shape : shapes) {
      for (const auto& [x, y] : shape) {
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
          const std::pair<int, int> cell{x + dx, y + dy};
          if (std::find(shape.begin(), shape.end(), cell) != shape.end()) continue;
          Cells grown = shape;
          grown.push_back(cell);
          next.insert(at_origin(std::move(grown)));
        }
      }
    }
    shapes = std::move(next);
  }
  return shapes;
}

struct Eye {
  Cells cells;
  unsigned inside = 0;  // enemy stones
  unsigned apart = 0;   // points that are not liberties, as at the edge of a board
};

// The cell has eye on all sides.
bool is_enclosed(const Cells& cells, std::size_t cell) {
  return std::count_if(cells.begin(), cells.end(), [&](const auto& other) {
           return std::abs(cells[cell].first - other.first) +
                      std::abs(cells[cell].second - other.second) ==
                  1;
         }) == 4;
}

// One shape of each class of turned and mirrored ones.
std::vector<Cells> free_polyominoes(std::size_t size) {
  std::set<Cells> seen;
  std::vector<Cells> out;
  for (const Cells& shape : polyominoes(size)) {
    if (seen.count(shape) != 0) continue;
    out.push_back(shape);
    for (int turn = 0; turn < 8; ++turn) {
      Cells other;
      for (auto [x, y] : shape) {
        if ((turn & 1) != 0) x = -x;
        if ((turn & 2) != 0) y = -y;
        if ((turn & 4) != 0) std::swap(x, y);
        other.emplace_back(x, y);
      }
      seen.insert(at_origin(std::move(other)));
    }
  }
  return out;
}

struct Drawn {
  PerPlayer<int> outside;
  int shared = 0;
  PerPlayer<Eye> eye;
};

// Point 0 is the black stone, 1 the white one; black attacks.
Layout layout_of(const Drawn& drawn) {
  std::vector<std::vector<Number>> edges(2);
  std::vector<std::uint8_t> stones{1, 2};
  std::vector<std::uint8_t> touches{0, 0};
  const auto join = [&](std::size_t a, std::size_t b) {
    edges[a].push_back(static_cast<Number>(b));
    edges[b].push_back(static_cast<Number>(a));
  };
  const auto point = [&](std::uint8_t stone, std::uint8_t touch) {
    edges.emplace_back();
    stones.push_back(stone);
    touches.push_back(touch);
    return edges.size() - 1;
  };
  for (const Player player : cgt::kPlayers) {
    const std::size_t own = index(player);
    const auto enemy_safe = static_cast<std::uint8_t>(player == Player::kLeft ? 2 : 1);
    for (int i = 0; i < drawn.outside[player]; ++i) join(point(0, enemy_safe), own);
    const Cells& cells = drawn.eye[player].cells;
    const std::size_t first = edges.size();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool enemy = (drawn.eye[player].inside >> i & 1U) != 0;
      point(enemy ? Layout::stone_of(opponent(player)) : std::uint8_t{0}, 0);
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (std::size_t j = i + 1; j < cells.size(); ++j) {
        const int distance =
            std::abs(cells[i].first - cells[j].first) + std::abs(cells[i].second - cells[j].second);
        if (distance == 1) join(first + i, first + j);
      }
      const bool apart = (drawn.eye[player].apart >> i & 1U) != 0;
      if (!apart && !is_enclosed(cells, i)) join(first + i, own);
    }
  }
  for (int i = 0; i < drawn.shared; ++i) {
    const std::size_t p = point(0, 0);
    join(p, 0);
    join(p, 1);
  }
  PerPlayer<std::vector<Number>> essential;
  essential[Player::kLeft] = {0};
  essential[Player::kRight] = {1};
  return Layout(edges, stones, touches, essential, Player::kLeft);
}

// By search that knows captures only.
Outcome searched(const State& state) {
  static const MoveRule rule{false};
  pob::PobSearch<Race, RaceOrder, RaceLeaves> search(RaceOrder{}, RaceLeaves{{false}});
  Budget budget;
  const Race race(state, rule);
  const pob::BoundOf<RaceOrder> capture{RaceValue::of(Outcome::kAttackerCaptures)};
  const pob::BoundOf<RaceOrder> not_lose{RaceValue::of(Outcome::kNeither)};
  if (search.query(race, capture, budget).verdict == pob::Verdict::kWin) {
    return Outcome::kAttackerCaptures;
  }
  return search.query(race, not_lose, budget).verdict == pob::Verdict::kWin
             ? Outcome::kNeither
             : Outcome::kDefenderCaptures;
}

struct Tally {
  int compared = 0;
  int wrong = 0;
  std::map<int, int> outcomes;
};

void compare(const Drawn& drawn, bool pass_first, Tally& tally) {
  const Layout layout = layout_of(drawn);
  if (Blocks(layout, State(layout, Player::kLeft).stones())[0].liberties == 0) return;
  for (const Player first : cgt::kPlayers) {
    State state(layout, pass_first ? opponent(first) : first);
    const Blocks blocks(layout, state.stones());
    if (blocks.of(0).liberties == 0 || blocks.of(1).liberties == 0) return;
    if (pass_first) state.play(State::kPass);
    const auto value = static_value(state);
    const RaceValue* certain = value.certain();
    if (certain == nullptr) continue;
    const Outcome formula = reaches(Goal::kCapture, *certain)   ? Outcome::kAttackerCaptures
                            : reaches(Goal::kNotLose, *certain) ? Outcome::kNeither
                                                                : Outcome::kDefenderCaptures;
    const Outcome truth = searched(state);
    ++tally.compared;
    ++tally.outcomes[static_cast<int>(truth)];
    if (formula == truth) continue;
    ++tally.wrong;
    const auto text = [&](Player p) {
      std::string out = std::to_string(drawn.outside[p]) + " outside, eye";
      for (std::size_t i = 0; i < drawn.eye[p].cells.size(); ++i) {
        const auto& [x, y] = drawn.eye[p].cells[i];
        out += " " + std::to_string(x) + std::to_string(y);
        if ((drawn.eye[p].inside >> i & 1U) != 0) out += "*";
        if ((drawn.eye[p].apart >> i & 1U) != 0) out += "-";
      }
      return out;
    };
    UNSCOPED_INFO("black " << text(Player::kLeft) << "; white " << text(Player::kRight)
                           << "; shared " << drawn.shared << "; first " << name(first)
                           << (pass_first ? " after a pass" : "") << ": formula "
                           << verdict_name(formula) << ", search " << verdict_name(truth));
  }
}

// Eyes with a static count, of this size.
std::vector<Eye> counted_eyes(std::size_t size) {
  std::vector<Eye> out;
  for (const Cells& cells : free_polyominoes(size)) {
    unsigned enclosed = 0;
    for (std::size_t i = 0; i < size; ++i) enclosed |= is_enclosed(cells, i) ? 1U << i : 0U;
    for (unsigned apart = 0; apart < 1U << size; ++apart) {
      if ((apart & enclosed) != 0) continue;
      for (unsigned inside = 0; inside + 1 < 1U << size; ++inside) {
        Drawn drawn;
        drawn.eye[Player::kLeft] = {cells, inside, apart};
        drawn.outside[Player::kLeft] = drawn.outside[Player::kRight] = 1;
        const Layout layout = layout_of(drawn);
        const State state(layout, Player::kLeft);
        for (const Region& region : analyse(state, Blocks(layout, state.stones())).regions) {
          if (region.kind == RegionKind::kEye && region.count) {
            out.push_back({cells, inside, apart});
          }
        }
      }
    }
  }
  return out;
}

int liberties_of(const Eye& eye) {
  const auto n = static_cast<int>(eye.cells.size());
  const int stones = std::popcount(eye.inside);
  return (n < 3 ? n : n * (n - 3) / 2 + 3) - stones;
}

}  // namespace

TEST_CASE("formulas of races: no eyes and small eyes", "[semeai][long]") {
  Tally tally;
  std::vector<Eye> eyes{{}};
  for (const std::size_t n : {1U, 2U, 3U}) {
    for (const Eye& eye : counted_eyes(n)) eyes.push_back(eye);
  }
  CHECK(eyes.size() > 6);
  const int most = cgt::testing::scaled(2) > 2 ? 3 : 2;
  std::size_t apart = 0;
  for (const Eye& a : eyes) {
    apart += a.apart != 0 ? 1 : 0;
    for (const Eye& d : eyes) {
      if (a.apart != 0 && d.apart != 0) continue;
      for (int out_a = 0; out_a <= most; ++out_a) {
        for (int out_d = 0; out_d <= most; ++out_d) {
          for (int shared = 0; shared <= most - 1; ++shared) {
            Drawn drawn;
            drawn.outside = {{out_a, out_d}};
            drawn.shared = shared;
            drawn.eye = {{a, d}};
            for (const bool pass : {false, true}) compare(drawn, pass, tally);
          }
        }
      }
    }
  }
  CHECK(tally.wrong == 0);
  CHECK(apart > 1);
  CHECK(tally.compared > 1500);
  for (const int o : {-1, 0, 1}) CHECK(tally.outcomes[o] > 100);
}

TEST_CASE("formulas of races: large eyes", "[semeai][long]") {
  Tally tally;
  const std::vector<Eye> others{{}, counted_eyes(1).front(), counted_eyes(3).front()};
  std::map<std::size_t, int> sizes;
  std::map<std::size_t, int> apart;
  const bool more = cgt::testing::scaled(2) > 2;
  for (const std::size_t n : {4U, 5U}) {
    for (const Eye& eye : counted_eyes(n)) {
      ++sizes[n];
      apart[n] += eye.apart != 0 ? 1 : 0;
      if (n == 5 && std::popcount(eye.inside) < (more ? 2 : 4)) continue;
      for (const Eye& other : others) {
        for (int shared = 0; shared <= (more ? 2 : 1); ++shared) {
          // Around the lead that decides.
          for (int lead = -shared - 1; lead <= shared + 1; ++lead) {
            const int difference =
                liberties_of(eye) - lead - (other.cells.empty() ? 0 : liberties_of(other));
            if (difference < -2 || difference > 8) continue;
            Drawn drawn;
            drawn.eye = {{eye, other}};
            drawn.shared = shared;
            drawn.outside = {{std::max(0, -difference), std::max(0, difference)}};
            compare(drawn, false, tally);
          }
        }
      }
    }
  }
  CHECK(sizes[4] >= 6);
  CHECK(sizes[5] >= 4);
  CHECK(apart[4] >= 1);
  CHECK(apart[5] >= 1);
  CHECK(tally.wrong == 0);
  CHECK(tally.compared > 200);
}

}  // namespace formula_test
