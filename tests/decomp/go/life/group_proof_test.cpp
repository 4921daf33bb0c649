// Proofs of the life and death of groups: replayed, changed, and against all positions of small areas.
#include <algorithm>
#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "decomp/go/life/check_group.hpp"
#include "decomp/go/life/group_status.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/safety/benson.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace cgt::go::group_proof_test {
namespace {

// An area in the upper left corner, Black's wall below and to the right, and the wall's liberties behind.
// With a haven the wall on the right is White's, around two eyes.
struct Corner {
  int width;
  int height;
  bool haven = false;
  std::vector<Point> wall() const {
    std::vector<Point> out{Point::at(width, height)};
    if (haven) out.push_back(Point::at(width, 0));
    return out;
  }
  std::vector<Point> area() const {
    std::vector<Point> out;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) out.push_back(Point::at(x, y));
    }
    return out;
  }
  // The number to base 3 has the points of the area; none if a block has no liberty.
  std::optional<Board> board(std::size_t number) const {
    Board out(width + (haven ? 5 : 2), height + 2);
    for (int y = 0; y <= height; ++y) out.set(Point::at(width, y), Colour::kBlack);
    for (int x = 0; x <= width; ++x) out.set(Point::at(x, height), Colour::kBlack);
    for (int x = 0; haven && x < 5; ++x) {
      out.set(Point::at(width + x, height), Colour::kBlack);
      for (int y = 0; y < height; ++y) out.set(Point::at(width + x, y), Colour::kWhite);
    }
    for (int x = 1; haven && x < 5; x += 2) out.set(Point::at(width + x, 0), Colour::kEmpty);
    for (const Point p : area()) {
      out.set(p, static_cast<Colour>(number % 3));
      number /= 3;
    }
    if (out.stone_without_liberty()) return std::nullopt;
    return out;
  }
};

// A hunt for White's block at the stone, decided by all its positions, backwards from the captures. None
// if there are more than `most`.
class AllPositions {
 public:
  AllPositions(const Corner& corner, Point stone, bool black_has_kos, bool must_live,
               std::size_t most)
      : corner_(corner),
        stone_(stone),
        black_has_kos_(black_has_kos),
        must_live_(must_live),
        most_(most) {}

  std::optional<bool> taken(const Board& board, bool black_first) {
    add({board, black_first, false, false, std::nullopt});
    block_ = board.block(stone_).stones;
    std::vector<std::size_t> won;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (positions_.size() > most_) return std::nullopt;
      const Position position = positions_[i];
      if (is_taken(position)) {
        won.push_back(i);
        continue;
      }
      if (position.ended) continue;
      for (const Point p : corner_.area()) {
        if (position.board[p] != Colour::kEmpty || position.ko == p) continue;
        Position after{position.board, !position.black, false, false, std::nullopt};
        const PlayResult played =
            after.board.play(position.black ? Player::kLeft : Player::kRight, p);
        if (!played.legal) continue;
        if (position.black == black_has_kos_) after.ko = played.ko;
        link(i, after);
      }
      link(i, {position.board, !position.black, true, position.passed, std::nullopt});
    }
    std::vector<char> is_won(positions_.size(), 0);
    while (!won.empty()) {
      const std::size_t i = won.back();
      won.pop_back();
      if (is_won[i] != 0) continue;
      is_won[i] = 1;
      for (const std::size_t before : before_[i]) {
        if (positions_[before].black || --open_[before] == 0) won.push_back(before);
      }
    }
    return is_won[0] != 0;
  }

 private:
  struct Position {
    Board board;
    bool black;
    bool passed;
    bool ended;
    std::optional<Point> ko;
  };

  bool is_taken(const Position& position) const {
    for (const Point p : block_) {
      if (position.board[p] != Colour::kWhite) return true;
    }
    if (!must_live_ || !position.ended) return false;
    const auto living = unconditional_life(position.board, Player::kRight).blocks;
    return std::none_of(living.begin(), living.end(), [&](const std::vector<Point>& block) {
      return std::find(block.begin(), block.end(), stone_) != block.end();
    });
  }

  std::size_t add(const Position& position) {
    std::string key = to_diagram(position.board, '/');
    key += position.black ? 'b' : 'w';
    if (position.passed) key += 'p';
    if (position.ended) key += 'e';
    if (position.ko) key += position.board.name(*position.ko);
    const auto [at, fresh] = numbers_.try_emplace(key, positions_.size());
    if (fresh) {
      positions_.push_back(position);
      before_.emplace_back();
      open_.push_back(0);
    }
    return at->second;
  }

  void link(std::size_t from, const Position& after) {
    before_[add(after)].push_back(from);
    ++open_[from];
  }

  const Corner& corner_;
  Point stone_;
  bool black_has_kos_;
  bool must_live_;
  std::size_t most_;
  std::vector<Point> block_;
  std::vector<Position> positions_;
  std::vector<std::vector<std::size_t>> before_;
  std::vector<std::size_t> open_;  // moves that are not known to lose
  std::map<std::string, std::size_t> numbers_;
};

// None: too many positions.
std::optional<GroupStatus> status_by_all(const Corner& corner, const Board& board, Point stone,
                                         std::size_t most) {
  bool taken[2][2];
  for (const bool first : {false, true}) {
    for (const bool kos : {false, true}) {
      const auto answer = AllPositions(corner, stone, kos, false, most).taken(board, first);
      if (!answer) return std::nullopt;
      taken[first ? 1 : 0][kos ? 1 : 0] = *answer;
    }
  }
  if (!taken[1][1]) {
    const auto dies = AllPositions(corner, stone, true, true, most).taken(board, true);
    if (!dies) return std::nullopt;
    return *dies ? GroupStatus::kSeki : GroupStatus::kAlive;
  }
  if (taken[0][0]) return GroupStatus::kDead;
  return taken[1][0] && !taken[0][1] ? GroupStatus::kUnsettled : GroupStatus::kKo;
}

const GroupLimits kWithProofs{.most_answers = 20'000};

GroupLife life_of(const Corner& corner, const Board& board, Point stone,
                  const GroupLimits& limits = kWithProofs) {
  Budget budget;
  return group_life(board, stone, Safety{}, corner.wall(), budget, limits);
}

GroupCheck checked(const Corner& corner, const Board& board, const GroupLife& life) {
  Budget budget;
  return check_group(board, life, Safety{}, corner.wall(), budget);
}

struct Case {
  Board board;
  GroupLife life;
};

// The first stones of White's blocks in the area.
std::vector<Point> white_blocks(const Corner& corner, const Board& board) {
  std::vector<Point> out;
  for (const Point p : corner.area()) {
    if (board[p] != Colour::kWhite) continue;
    const std::vector<Point> stones = board.block(p).stones;
    const auto joined = [&](Point q) { return q.x >= corner.width; };
    if (stones.front() == p && std::none_of(stones.begin(), stones.end(), joined)) out.push_back(p);
  }
  return out;
}

void compare(const Corner& corner, const Board& board, std::size_t most, std::vector<Case>& cases) {
  for (const Point stone : white_blocks(corner, board)) {
    INFO(to_diagram(board, '/') << " at " << board.name(stone));
    const auto plainly = status_by_all(corner, board, stone, most);
    if (!plainly) continue;
    const GroupLife life = life_of(corner, board, stone);
    CHECK(std::string(name(life.status)) == name(*plainly));
    CHECK_FALSE(life.proofs_left_out);
    const GroupCheck check = checked(corner, board, life);
    CHECK(check.wrong == "");
    CHECK(check.confirmed);
    cases.push_back({board, life});
  }
}

// Mostly White.
std::size_t random_number(std::mt19937_64& random, const Corner& corner) {
  std::size_t number = 0;
  for (int k = 0; k < corner.width * corner.height; ++k) {
    const auto luck = random() % 10;
    number = 3 * number + (luck < 5 ? 2U : luck < 6 ? 1U : 0U);
  }
  return number;
}

// Of 4 x 2 points.
const Corner kEight{4, 2};
std::vector<Case> some_cases() {
  std::mt19937_64 random(1);
  std::vector<Case> cases;
  for (std::size_t i = 0; i < cgt::testing::sized<std::size_t>(120, 20); ++i) {
    const auto board = kEight.board(random_number(random, kEight));
    if (board) compare(kEight, *board, 4'000, cases);
  }
  return cases;
}

std::size_t count(const std::vector<Case>& cases, GroupStatus status) {
  return static_cast<std::size_t>(std::count_if(
      cases.begin(), cases.end(), [&](const Case& c) { return c.life.status == status; }));
}

TEST_CASE("groups in all areas of 3 x 2 points, and their proofs", "[safety]") {
  const Corner corner{3, 2};
  std::vector<Case> cases;
  constexpr std::size_t kStep = cgt::testing::sized(1, 5);
  for (std::size_t number = 0; number < 729; number += kStep) {
    if (const auto board = corner.board(number)) compare(corner, *board, 50'000, cases);
  }
  CHECK(cases.size() > 60);
  CHECK(count(cases, GroupStatus::kDead) > 30);
}

TEST_CASE("groups beside living stones in all areas of 3 x 2 points, and their proofs",
          "[safety]") {
  const Corner corner{3, 2, true};
  std::vector<Case> cases;
  constexpr std::size_t kStep = cgt::testing::sized(1, 5);
  for (std::size_t number = 0; number < 729; number += kStep) {
    if (const auto board = corner.board(number)) compare(corner, *board, 50'000, cases);
  }
  CHECK(cases.size() > 60);
  CHECK(count(cases, GroupStatus::kAlive) > 10);
  CHECK(count(cases, GroupStatus::kUnsettled) > 10);
  CHECK(count(cases, GroupStatus::kDead) > 0);
}

TEST_CASE("groups in random areas, and their proofs", "[safety][long]") {
  std::mt19937_64 random(2005);
  std::vector<Case> cases;
  for (const Corner corner :
       {kEight, Corner{3, 3}, Corner{5, 2}, Corner{4, 2, true}, Corner{3, 3, true}}) {
    const std::size_t tries = cgt::testing::scaled(60);
    for (std::size_t i = 0; i < tries; ++i) {
      const auto board = corner.board(random_number(random, corner));
      if (board) compare(corner, *board, 4'000, cases);
    }
  }
  CHECK(cases.size() > 20);
  CHECK(count(cases, GroupStatus::kDead) > 5);
  CHECK(count(cases, GroupStatus::kUnsettled) > 0);
  CHECK(count(cases, GroupStatus::kAlive) > 0);
  CHECK(count(cases, GroupStatus::kKo) > 0);
}

TEST_CASE("changed proofs of groups are refused, or are still true", "[safety]") {
  const Corner& corner = kEight;
  const std::vector<Case> cases = some_cases();
  std::mt19937_64 random(9);
  std::size_t changed = 0;
  std::size_t refused = 0;
  for (const Case& c : cases) {
    INFO(to_diagram(c.board, '/') << " at " << c.board.name(c.life.stones.front()));
    const auto is_refused = [&](const GroupLife& other) {
      const GroupCheck check = checked(corner, c.board, other);
      CHECK(check.confirmed == check.wrong.empty());
      return !check.confirmed;
    };
    // Fewer answers, or more; another question; another owner; other stones.
    for (std::size_t k = 0; k < c.life.proofs.size(); ++k) {
      const std::size_t size = c.life.proofs[k].answers.size();
      GroupLife other = c.life;
      other.proofs[k].answers.emplace_back(std::nullopt);
      CHECK(is_refused(other));
      for (std::size_t less = 0; less < size; less += 1 + size / 4) {
        other = c.life;
        other.proofs[k].answers.resize(less);
        CHECK(is_refused(other));
      }
      for (bool HuntProof::*flag : {&HuntProof::hunter_first, &HuntProof::hunter_has_kos,
                                    &HuntProof::must_live, &HuntProof::taken}) {
        other = c.life;
        other.proofs[k].*flag = !(other.proofs[k].*flag);
        CHECK(is_refused(other));
      }
      for (int n = 0; n < 10 && size > 0; ++n) {
        other = c.life;
        auto& answer = other.proofs[k].answers[random() % size];
        const auto before = answer;
        answer = corner.area()[random() % corner.area().size()];
        if (random() % 5 == 0) answer.reset();
        if (answer == before) continue;
        ++changed;
        refused += is_refused(other) ? 1 : 0;
      }
      other = c.life;
      if (size > 0) {
        other.proofs[k].answers[random() % size] = Point::at(51, 51);
        CHECK(is_refused(other));
        other.proofs[k].answers[0] = corner.wall().front();
        CHECK(is_refused(other));
      }
    }
    GroupLife other = c.life;
    other.proofs.pop_back();
    if (!other.proofs.empty()) CHECK(is_refused(other));
    other = c.life;
    other.owner = opponent(other.owner);
    CHECK(is_refused(other));
    other = c.life;
    other.stones.push_back(corner.wall().front());
    CHECK(is_refused(other));
    other = c.life;
    other.status = c.life.status == GroupStatus::kAlive ? GroupStatus::kSeki : GroupStatus::kAlive;
    CHECK(is_refused(other));
    other.status = GroupStatus::kUnknown;
    CHECK(is_refused(other));
  }
  cgt::testing::expect_share(refused, changed, 0.5);
}

TEST_CASE("proofs of other groups, and random answers, prove no other status", "[safety]") {
  const Corner& corner = kEight;
  const std::vector<Case> cases = some_cases();
  std::mt19937_64 random(18);
  std::size_t tried = 0;
  std::size_t same = 0;
  for (const Case& c : cases) {
    INFO(to_diagram(c.board, '/') << " at " << c.board.name(c.life.stones.front()));
    for (int n = 0; n < 40; ++n) {
      const Case& from = cases[random() % cases.size()];
      GroupLife claim = c.life;
      claim.status = from.life.status;
      claim.proofs = from.life.proofs;
      if (random() % 2 == 0) {
        for (HuntProof& proof : claim.proofs) {
          proof.answers.resize(random() % 6);
          for (auto& answer : proof.answers) {
            answer = corner.area()[random() % corner.area().size()];
            if (random() % 4 == 0) answer.reset();
          }
        }
      }
      const bool confirmed = checked(corner, c.board, claim).confirmed;
      ++tried;
      same += confirmed ? 1 : 0;
      if (confirmed) CHECK(claim.status == c.life.status);
    }
  }
  CHECK(cases.size() > cgt::testing::sized<std::size_t>(50, 20));
  cgt::testing::expect_share(same, tried, 0.001);  // 0.0048
}

TEST_CASE("groups without proofs, and why", "[safety]") {
  // Three points in a row: who plays the middle decides.
  const Board board = parse_board("...OX/OOOOX/OXXXX/XX...").board;
  const std::vector<Point> wall{Point::at(4, 0)};
  const Point stone = Point::at(0, 1);
  Budget budget;
  const GroupLife proved = group_life(board, stone, Safety{}, wall, budget, kWithProofs);
  CHECK(proved.status == GroupStatus::kUnsettled);
  CHECK(proved.proofs.size() == 2);
  CHECK(proved.why == "");
  CHECK(check_group(board, proved, Safety{}, wall, budget).confirmed);
  const auto status_if = [&](const GroupLife& life) {
    const GroupCheck check = check_group(board, life, Safety{}, wall, budget);
    CHECK_FALSE(check.confirmed);
    CHECK(check.wrong == "");
    return std::string(name(life.status)) + ", " + life.why;
  };
  const GroupLife plain = group_life(board, stone, Safety{}, wall, budget);
  CHECK(status_if(plain) == "unsettled, ");
  CHECK_FALSE(plain.proofs_left_out);
  const GroupLife limited = group_life(board, stone, Safety{}, wall, budget, {.most_answers = 1});
  CHECK(status_if(limited) == "unsettled, ");
  CHECK(limited.proofs_left_out);
  const GroupLife cut = group_life(board, stone, Safety{}, wall, budget, {.nodes = 1});
  CHECK(status_if(cut) == "unknown, the search took too many nodes");
  // Without the wall the same proofs prove nothing.
  CHECK_FALSE(check_group(board, proved, Safety{}, {}, budget).confirmed);
  // Assumed to live itself.
  const std::vector<Point> both{wall.front(), stone};
  const GroupLife alive = group_life(board, stone, Safety{}, both, budget);
  CHECK(alive.status == GroupStatus::kAlive);
  CHECK(check_group(board, alive, Safety{}, both, budget).confirmed);
  // Spent: everything is listed, nothing is known.
  Budget spent({.nodes = 1});
  const auto groups = all_groups(board, Safety{}, wall, spent);
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].status == GroupStatus::kUnknown);
  CHECK(groups[0].why != "");
}

TEST_CASE("walls that live by answers in the area enclose nothing", "[safety]") {
  // A claim of the hunter rests on a pair of points inside.
  const Board board = parse_board("...OX/OOOOX/OXXXX/XX...").board;
  Safety safety;
  SafetyClaim claim;
  claim.owner = Player::kLeft;
  claim.stones = board.block(Point::at(4, 0)).stones;
  claim.certificate.links.resize(1);
  claim.certificate.links[0].first = Point::at(0, 0);
  claim.certificate.links[0].second = Point::at(1, 0);
  safety.add(board, claim);
  Budget budget;
  const Point stone = Point::at(0, 1);
  const GroupLife life = group_life(board, stone, safety, {}, budget, kWithProofs);
  CHECK(life.status == GroupStatus::kUnknown);
  CHECK(life.why == "stones around it live by answers in its area");
  const std::vector<Point> wall{Point::at(4, 0)};
  const GroupLife proved = group_life(board, stone, Safety{}, wall, budget, kWithProofs);
  CHECK(check_group(board, proved, safety, {}, budget).wrong ==
        "stones around live by answers in the area");
}

}  // namespace
}  // namespace cgt::go::group_proof_test
