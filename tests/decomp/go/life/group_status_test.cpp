#include "decomp/go/life/group_status.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "decomp/go/life/check_group.hpp"
#include "decomp/go/life/fight_search.hpp"
#include "decomp/go/life/group_moves.hpp"
#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/search/games/liberty_race.hpp"
#include "tests/decomp/go/safety/refuter.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace cgt::go::group_status_test {
namespace {

// Of the block at `stone`, where the block at `wall` is assumed to live.
std::string status_of(const char* diagram, Point stone, Point wall) {
  const Board board = parse_board(diagram).board;
  Budget budget;
  const std::vector<Point> assumed{wall};
  const Safety safe = searched_safety(board, assumed, budget);
  return name(group_status(board, stone, safe, assumed, budget));
}

TEST_CASE("groups in the corner", "[safety]") {
  const Point stone = Point::at(0, 2);
  const Point wall = Point::at(0, 3);
  // Three points in a row: who plays the middle decides.
  CHECK(status_of("...OX/OOOOX/OXXXX/XX...", Point::at(0, 1), wall) == "unsettled");
  // Four in a row live, two die, and so does a square of four.
  CHECK(status_of("....OX/OOOOOX/XXXXXX/XX....", Point::at(0, 1), Point::at(0, 2)) == "alive");
  CHECK(status_of("..OX/OOOX/XXXX/....", Point::at(0, 1), Point::at(0, 2)) == "dead");
  CHECK(status_of("..OX/..OX/OOOX/XXXX/....", stone, wall) == "dead");
  // So does White around two stones in six points, though he takes them first.
  CHECK(status_of("..OX/XXOX/..OX/OOOX/XXXX/....", Point::at(0, 3), Point::at(3, 0)) == "dead");
}

TEST_CASE("seki of a group around stones of the enemy", "[safety]") {
  // Whoever plays first loses: White's liberties are the two ends, and four points in a row live.
  CHECK(status_of(".XXX.OX/OOOOOOX/XXXXXXX/X......", Point::at(0, 1), Point::at(6, 0)) == "seki");
  // Three points in a row do not.
  CHECK(status_of(".XX.OX/OOOOOX/XXXXXX/X.....", Point::at(0, 1), Point::at(5, 0)) == "dead");
}

// A race on three rows: White's block has `white` liberties of its own, Black's `black`, and they share
// `shared`. Living stones of the enemy are beside the outside liberties.
Board race(int white, int black, int shared) {
  Board out(11, 3);
  for (int y = 0; y < 3; ++y) {
    const auto set = [&](int x, Colour colour) { out.set(Point::at(x, y), colour); };
    set(1, Colour::kBlack);
    if (y >= white) set(2, Colour::kBlack);
    for (const int x : {3, 4}) set(x, Colour::kWhite);
    // The rows of the shared liberties: first, last, middle.
    if ((y == 0 ? 1 : y == 2 ? 2 : 3) > shared) set(5, Colour::kWhite);
    for (const int x : {6, 7}) set(x, Colour::kBlack);
    if (y >= black) set(8, Colour::kWhite);
    set(9, Colour::kWhite);
  }
  return out;
}

// By the closed form, of the block of the race's defender.
std::string race_status(int own, int others, int shared) {
  using search::LibertyRace;
  using search::RaceOutcome;
  const auto outcome = [&](int first) {
    const LibertyRace::Side attacker{static_cast<std::uint8_t>(others), 0};
    const LibertyRace::Side defender{static_cast<std::uint8_t>(own), 0};
    return LibertyRace(attacker, defender, shared, first).outcome();
  };
  if (outcome(0) == RaceOutcome::kDefenderCaptures) return "alive";
  if (outcome(0) == RaceOutcome::kSeki) return "seki";
  return outcome(1) == RaceOutcome::kAttackerCaptures ? "dead" : "unsettled";
}

TEST_CASE("groups that race to capture", "[safety]") {
  const std::vector<Point> walls{Point::at(1, 0), Point::at(9, 0)};
  std::map<std::string, int> found;
  constexpr int kMost = cgt::testing::sized(3, 2);
  for (int shared = 0; shared <= kMost; ++shared) {
    for (int white = shared == 0 ? 1 : 0; white <= kMost; ++white) {
      for (int black = shared == 0 ? 1 : 0; black <= kMost; ++black) {
        if (white + black + shared > 7) continue;  // more than a hundred thousand positions
        const Board board = race(white, black, shared);
        INFO(to_diagram(board, '/'));
        Budget budget;
        for (const auto& [stone, own, others] :
             {std::tuple{Point::at(4, 1), white, black}, {Point::at(6, 1), black, white}}) {
          const GroupLife life = group_life(board, stone, Safety{}, walls, budget,
                                            {.nodes = 1'000'000, .most_answers = 20'000});
          CHECK(name(life.status) == race_status(own, others, shared));
          const GroupCheck check = check_group(board, life, Safety{}, walls, budget);
          CHECK(check.wrong == "");
          CHECK(check.confirmed);
          ++found[name(life.status)];
        }
      }
    }
  }
  CHECK(found.size() == 4);
  for (const auto& [status, count] : found) CHECK(count >= 5);
}

TEST_CASE("hanezeki: who takes three stones first loses the race", "[safety]") {
  // Both have three enemy stones in atari, in an eye of four points, and share a liberty.
  const Board board = parse_board(
                          "XOX.O.X.OXO/"
                          "XOXXOOXOOXO/"
                          "XOOOOOXXXXO/"
                          "XXXXXXOOOOO/"
                          "...........")
                          .board;
  const std::vector<Point> walls{Point::at(0, 0), Point::at(10, 0)};
  Budget budget;
  const Point white = Point::at(1, 0);
  const Point black = Point::at(6, 0);
  const auto status = [&](const Board& now, Point stone) {
    const GroupLife life =
        group_life(now, stone, Safety{}, walls, budget, {.most_answers = 20'000});
    CHECK(check_group(now, life, Safety{}, walls, budget).confirmed);
    return std::string(name(life.status));
  };
  CHECK(status(board, white) == "seki");
  CHECK(status(board, black) == "seki");
  Board white_takes = board;
  REQUIRE(white_takes.play(Player::kRight, Point::at(3, 0)).captured == 3);
  CHECK(status(white_takes, white) == "unsettled");
  CHECK(status(white_takes, black) == "unsettled");
  Board black_takes = board;
  REQUIRE(black_takes.play(Player::kLeft, Point::at(7, 0)).captured == 3);
  CHECK(status(black_takes, black) == "unsettled");
  CHECK(status(black_takes, white) == "unsettled");
}

TEST_CASE("bent four in the corner is a ko", "[safety]") {
  // Played out: without threats White is dead, and Black may wait until there are none.
  CHECK(status_of("XX.OXXXXX/XOOOX.X.X/.OXXXXXXX/OOX....../XXX......", Point::at(3, 0),
                  Point::at(4, 0)) == "ko");
}

TEST_CASE("safe, dead and open groups need no search", "[safety]") {
  const Board board = parse_board(".X.X./XXXXX/.O..O/...O./.....").board;
  Budget budget;
  const Safety safe = searched_safety(board, {}, budget);
  CHECK(group_status(board, Point::at(1, 0), safe, {}, budget) == GroupStatus::kAlive);
  CHECK(group_status(board, Point::at(1, 2), safe, {}, budget, 1) == GroupStatus::kUnknown);
}

// The search takes the static rules at their word; the walk that finds answers plays hunts out.
TEST_CASE("what static rules say of hunts has answers without them", "[safety]") {
  using safety_rules::LocalFight;
  std::mt19937_64 random(540);
  std::size_t open = 0;
  std::size_t eyeless = 0;
  std::size_t two_eyed = 0;
  std::size_t checked = 0;
  const std::size_t boards = testing::scaled(3'000);
  for (std::size_t i = 0; i < boards; ++i) {
    const int width = 3 + static_cast<int>(random() % 3);
    const int height = 3 + static_cast<int>(random() % 2);
    const Board board =
        refuter::random_board(random, width, height, 8 + static_cast<int>(random() % 30));
    // Some blocks of either colour live, the first other one is hunted.
    std::vector<char> stands(static_cast<std::size_t>(board.size()), 0);
    for (std::size_t k = 0; k < stands.size(); ++k) {
      const Point p = board.point(k);
      if (board[p] == Colour::kEmpty || board.block(p).stones.front() != p) continue;
      if (random() % 5 < 2) continue;
      for (const Point q : board.block(p).stones) stands[board.index(q)] = 1;
    }
    std::vector<Point> living;
    std::optional<Point> prey;
    for (std::size_t k = 0; k < stands.size(); ++k) {
      const Point p = board.point(k);
      if (board[p] == Colour::kEmpty) continue;
      if (stands[k] != 0) living.push_back(p);
      if (stands[k] == 0 && !prey) prey = p;
    }
    if (!prey) continue;
    const Player hunter = opponent(player_of(board[*prey]));
    for (std::size_t k = 0; k < stands.size(); ++k)
      if (board[board.point(k)] != colour_of(hunter)) stands[k] = 0;
    const std::vector<char> none(stands.size(), 0);
    const auto fight =
        LocalFight::make(board, hunter, area_of(board, *prey, {}, living), stands, none, {}, true);
    REQUIRE(fight);
    if (fight->empties() > 9) continue;
    for (unsigned k = 0; k < 16; ++k) {
      const LocalFight hunt =
          fight->hunting(*prey, {(k & 1) != 0, (k & 2) != 0, (k & 4) != 0, (k & 8) != 0});
      if (hunt.verdict(hunt.start()) != LocalFight::Verdict::kOpen) continue;
      ++open;
      const bool dies = hunt.eyeless(hunt.room(hunt.start()));
      const bool lives = hunt.two_eyed(hunt.start());
      eyeless += dies ? 1 : 0;
      two_eyed += lives ? 1 : 0;
      REQUIRE(!(dies && lives));
      Budget budget;
      const search::Proof found = search_fight(hunt, 20'000, budget);
      CAPTURE(i, k, board.name(*prey), to_diagram(board, '/'), board.names(living));
      if (dies) REQUIRE(found == search::Proof::kProved);
      if (lives) REQUIRE(found == search::Proof::kDisproved);
      if (found == search::Proof::kOpen) continue;
      const bool taken = found == search::Proof::kProved;
      if (answers_of_hunt(hunt, taken, 20'000, 5'000, budget)) {
        ++checked;
      } else {
        // Too long, or the opposite is true.
        REQUIRE(!answers_of_hunt(hunt, !taken, 20'000, 5'000, budget));
      }
    }
  }
  testing::expect_share(eyeless, open, 0.05);
  testing::expect_share(two_eyed, open, 0.003);  // 0.0057
  testing::expect_share(checked, open, 0.7);
}

// --- the moves that decide, and open surroundings ---

GroupMoves moves_of(const Board& board, Point stone, const std::vector<Point>& living) {
  Budget budget({.nodes = 300'000});
  return group_moves(board, stone, {}, living, budget, {.nodes = 3'000});
}

TEST_CASE("moves that kill and save a group", "[safety]") {
  const Board corner = parse_board("...OX/OOOOX/OXXXX/XX...").board;
  const GroupMoves found = moves_of(corner, Point::at(0, 1), {Point::at(0, 3)});
  CHECK(found.status == GroupStatus::kUnsettled);
  CHECK(found.killing == std::vector<Point>{Point::at(1, 0)});
  CHECK(found.saving == std::vector<Point>{Point::at(1, 0)});
  CHECK(found.enemy_first == Fate::kTaken);
  CHECK(found.owner_first == Fate::kKept);
  CHECK(found.steps == 0);
  // Black's six points in a row along the edge, with White's wall around (GNU Go's ld1, closed).
  const Board edge = parse_board(".X.O/.XOO/.XO./.XO./.XO./OOO.").board;
  const GroupMoves row = moves_of(edge, Point::at(1, 0), {Point::at(3, 0)});
  CHECK(row.status == GroupStatus::kUnsettled);
  CHECK(row.killing == std::vector<Point>{Point::at(0, 1), Point::at(0, 4)});
  CHECK(row.saving == row.killing);
}

TEST_CASE("what only endless threats keep is dead once play has ended", "[safety]") {
  // Bent four in the corner.
  const Board bent = parse_board("XX.OXXXXX/XOOOX.X.X/.OXXXXXXX/OOX....../XXX......").board;
  const GroupMoves dead = moves_of(bent, Point::at(3, 0), {Point::at(4, 0)});
  CHECK(dead.status == GroupStatus::kDead);
  CHECK(dead.endless == true);
  // Where the winner can end the ko it stays one.
  const Board ko = parse_board("OX.XX/OXOOX/.O..X").board;
  Budget budget({.nodes = 3'000'000});
  CHECK(group_moves(ko, Point::at(1, 0), {}, {}, budget).status == GroupStatus::kKo);
}

TEST_CASE("what a zone shows of a group is true of the whole area", "[safety]") {
  std::mt19937_64 random(54);
  std::map<GroupStatus, std::size_t> decided;
  std::size_t narrow = 0;
  const std::size_t boards = testing::scaled(400);
  for (std::size_t i = 0; i < boards; ++i) {
    const int width = 5 + static_cast<int>(random() % 2);
    const int height = 4 + static_cast<int>(random() % 2);
    const Board board =
        refuter::random_board(random, width, height, 12 + static_cast<int>(random() % 40));
    std::vector<Point> stones;
    for (std::size_t k = 0; k < static_cast<std::size_t>(board.size()); ++k) {
      if (board[board.point(k)] != Colour::kEmpty) stones.push_back(board.point(k));
    }
    if (stones.empty()) continue;
    const Point stone = stones[random() % stones.size()];
    // Another block may stand as a wall.
    std::vector<Point> living{stones[random() % stones.size()]};
    if (std::ranges::binary_search(board.block(stone).stones, living[0])) living.clear();
    const auto whole = [&](std::uint64_t nodes) {
      Budget budget({.nodes = 100 * nodes});
      return group_moves(board, stone, {}, living, budget, {.nodes = nodes});
    };
    GroupMoves all = whole(10'000);
    Budget part({.nodes = 200'000});
    const GroupMoves zone =
        group_moves(board, stone, {}, living, part, {.nodes = 2'000, .points = 12});
    if (all.status == GroupStatus::kUnknown || zone.status == GroupStatus::kUnknown) continue;
    CAPTURE(i, board.name(stone), to_diagram(board, '/'), name(all.status), name(zone.status),
            zone.steps, board.names(living));
    ++decided[zone.status];
    narrow += zone.steps > 0 ? 1 : 0;
    // That it has eyes of its own may take more than the zone.
    const bool eyes = all.status == GroupStatus::kAlive && zone.status == GroupStatus::kSeki;
    REQUIRE((eyes || zone.status == all.status));
    if (all.status != GroupStatus::kUnsettled) continue;
    const auto holds = [&] {
      return std::ranges::includes(all.killing, zone.killing) &&
             std::ranges::includes(all.saving, zone.saving);
    };
    if (!holds()) all = whole(2'000'000);  // the smaller search has left moves open
    CAPTURE(board.names(all.killing), board.names(zone.killing), board.names(all.saving),
            board.names(zone.saving));
    REQUIRE(holds());
  }
  INFO(narrow << " by a zone; alive " << decided[GroupStatus::kAlive] << ", dead "
              << decided[GroupStatus::kDead] << ", unsettled " << decided[GroupStatus::kUnsettled]);
  CHECK(narrow > 0);
}

}  // namespace
}  // namespace cgt::go::group_status_test
