#include "decomp/go/safety/safety.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <ranges>
#include <set>
#include <string>
#include <vector>

#include "decomp/go/record/problem.hpp"
#include "decomp/go/safety/benson.hpp"
#include "decomp/go/safety/safety_certificate.hpp"
#include "tests/decomp/go/safety/refuter.hpp"
#include "tests/testing.hpp"

namespace cgt::go::safety_test {
namespace {

Safety found(const Board& board, SafetyMethod method, std::span<const Point> assumed = {}) {
  Budget budget;
  return safety(board, method, assumed, budget);
}

Board board_of(const char* diagram) { return parse_board(diagram).board; }

std::vector<Point> all_points(const Safety& safe, Player player) {
  std::vector<Point> out = safe.stones[player];
  out.insert(out.end(), safe.territory[player].begin(), safe.territory[player].end());
  std::sort(out.begin(), out.end());
  return out;
}

// Rows of B and W for what is claimed, else as on the board.
std::string map_of(const Board& board, const Safety& safe) {
  std::string out = to_diagram(board, '/');
  const auto width = static_cast<std::size_t>(board.width()) + 1;
  for (const Player player : kPlayers) {
    for (const Point p : all_points(safe, player)) {
      out[p.y * width + p.x] = player == Player::kLeft ? 'B' : 'W';
    }
  }
  return out;
}

// What the lists of a Safety say follows from its claims.
Safety rebuilt(const Board& board, const std::vector<SafetyClaim>& claims) {
  Safety out;
  for (const SafetyClaim& claim : claims) {
    SafetyClaim copy = claim;
    const auto on_board = [&](Point p) { return board.contains(p.x, p.y); };
    if (!std::all_of(copy.territory.begin(), copy.territory.end(), on_board)) continue;
    out.add(board, std::move(copy));
  }
  return out;
}

void check_true(const Board& board, const Safety& safe, std::size_t most_states,
                std::uint64_t& searched) {
  for (const Player player : kPlayers) {
    const std::vector<Point> claimed = all_points(safe, player);
    if (claimed.empty()) continue;
    const auto answer = refuter::refuted(board, player, claimed, most_states);
    if (!answer) continue;
    ++searched;
    INFO(map_of(board, safe) << " of " << to_diagram(board, '/'));
    CHECK_FALSE(*answer);
  }
}

TEST_CASE("Benson's blocks are safe by every method", "[safety]") {
  const Board board = board_of(".X.X./XXXX./...../...../.....");
  const Safety benson = found(board, SafetyMethod::kBenson);
  CHECK(benson.points(Player::kLeft) == 8);
  REQUIRE(benson.claims.size() == 1);
  CHECK(benson.claims[0].rule == "unconditional");
  CHECK(map_of(board, found(board, SafetyMethod::kStatic)) == "BBBB./BBBB./...../...../.....");
}

TEST_CASE("a corridor of four blocks is not an eye for all of them", "[safety]") {
  // The published rule takes the corridor from B3 to D1 for one. Black B2 puts B1 in atari, and A3
  // as well as C3 and D2 still need their eyes.
  const Board board = board_of("O.O./O..O/.OX.");
  const Safety safe = found(board, SafetyMethod::kStatic);
  CHECK(safe.claims.empty());
  std::vector<Point> all;
  for (std::size_t i = 0; i < 12; ++i) all.push_back(board.point(i));
  CHECK(refuter::refuted(board, Player::kRight, all, 20'000) == true);
}

TEST_CASE("a corridor of two blocks with two liberties each may be no eye for both", "[safety]") {
  // Black B2 puts both White blocks in atari, whichever side of it White takes.
  const Board board = board_of(".XOO/O..O/.OOO");
  CHECK(found(board, SafetyMethod::kStatic).claims.empty());
  std::vector<Point> all;
  for (std::size_t i = 0; i < 12; ++i) all.push_back(board.point(i));
  CHECK(refuter::refuted(board, Player::kRight, all, 20'000) == true);
}

TEST_CASE("blocks assumed to live need no eyes", "[safety]") {
  const Board board = board_of(".X.../XX.../...../...../.....");
  CHECK(found(board, SafetyMethod::kStatic).claims.empty());
  const std::array<Point, 1> assumed{Point::at(1, 0)};
  for (const SafetyMethod method : {SafetyMethod::kBenson, SafetyMethod::kStatic}) {
    const Safety safe = found(board, method, assumed);
    CHECK(map_of(board, safe) == "BB.../BB.../...../...../.....");
    Budget budget;
    CHECK(check_safety(board, safe, assumed, budget) == "");
    CHECK(check_safety(board, safe, {}, budget) != "");
  }
}

TEST_CASE("a block that is safe by an earlier claim may close an eye", "[safety]") {
  // White's right lives by E3 and E1 alone. His left has the eyes A1 and A3. The region of A3 is next
  // to the right, too, but is not an eye of it, for A3 is not a liberty of it.
  for (const bool exchanged : {false, true}) {
    const Board board = board_of(exchanged ? "..OX./XX.XX/.XOX." : "..XO./OO.OO/.OXO.");
    const Player owner = exchanged ? Player::kLeft : Player::kRight;
    const Safety safe = found(board, SafetyMethod::kStatic);
    Budget budget;
    CHECK(check_safety(board, safe, {}, budget) == "");
    REQUIRE(safe.claims.size() == 2);
    const SafetyClaim& right = safe.claims[0];
    const SafetyClaim& left = safe.claims[1];
    CHECK(right.stones.size() == 4);
    CHECK(right.territory == std::vector{Point::at(4, 0), Point::at(4, 2)});
    CHECK(left.stones.size() == 3);
    CHECK(left.territory.size() == 6);
    const std::vector<Point> all = all_points(safe, owner);
    CHECK(all.size() == 15);
    CHECK(refuter::refuted(board, owner, all, 1'000'000) == false);
    // The left needs the right: before it, or without it, it is not proved.
    CHECK(check_safety(board, rebuilt(board, {right}), {}, budget) == "");
    CHECK(check_safety(board, rebuilt(board, {left, right}), {}, budget) ==
          "claim 1 (chains): an eye is next to a block not claimed at D3");
    CHECK(check_safety(board, rebuilt(board, {left}), {}, budget) ==
          "claim 1 (chains): an eye is next to a block not claimed at D3");
    // An eye of the right is none of the left, and the one they share none of the right.
    SafetyClaim other = left;
    other.certificate.eyes.erase(other.certificate.eyes.begin() + 1);
    std::erase(other.territory, Point::at(0, 2));
    CHECK(check_safety(board, rebuilt(board, {right, other}), {}, budget) != "");
    other.certificate.eyes.push_back({Point::at(4, 2), EyeRule::kVital, {}});
    other.territory.push_back(Point::at(4, 2));
    CHECK(check_safety(board, rebuilt(board, {right, other}), {}, budget) != "");
  }
}

TEST_CASE("an area with too many positions to list is checked by looking for a win", "[safety]") {
  // Fifteen points on the right, seven of them empty, inside of a wall that lives.
  const Board board = board_of(
      ".X.XXOOOO/XXXOOO.O./X.XOO.O../.XXOOOO.O/XOOOOOXXO/O.OO.OO../OOOOXOXXX/OOOOOOOO./"
      ".OO.O.OOO");
  const Safety safe = found(board, SafetyMethod::kStatic);
  Budget budget;
  CHECK(check_safety(board, safe, {}, budget) == "");
  REQUIRE(safe.claims.size() == 3);
  const SafetyClaim& area = safe.claims.back();
  CHECK(area.certificate.rule == SafetyRule::kOneEye);
  CHECK(std::ranges::count_if(area.territory,
                              [&](Point p) { return board[p] == Colour::kEmpty; }) == 7);
  // Without White's stones in it Black has more room, and no claim is made there.
  Board room = board;
  room.set(Point::at(8, 3), Colour::kEmpty);
  room.set(Point::at(8, 4), Colour::kEmpty);
  for (const SafetyClaim& claim : found(room, SafetyMethod::kStatic).claims) {
    CHECK_FALSE(std::ranges::binary_search(claim.territory, Point::at(8, 3)));
  }
}

TEST_CASE("a connected interior point serves the plan of another one", "[safety]") {
  // D3 and D2 touch no stone. C2 and D1 connect D2, and then C3 and D2 connect D3, so that D4 and D5
  // are free, either of which cuts the region in two.
  const Board board = board_of("XXX./XXX./XXX./XX../XX../XXX.");
  const Safety safe = found(board, SafetyMethod::kStatic);
  REQUIRE(safe.claims.size() == 1);
  const SafetyCertificate& proof = safe.claims[0].certificate;
  CHECK(proof.rule == SafetyRule::kTwoVital);
  const auto pair_of = [&](const MiaiPair& pair) {
    return std::set{board.name(pair.first), board.name(pair.second)};
  };
  REQUIRE(proof.fills.size() == 2);
  CHECK(board.name(proof.fills[0].from) == "D2");
  CHECK(pair_of(proof.fills[0]) == std::set<std::string>{"C2", "D1"});
  CHECK(board.name(proof.fills[1].from) == "D3");
  CHECK(pair_of(proof.fills[1]) == std::set<std::string>{"C3", "D2"});
  REQUIRE(proof.links.size() == 1);
  CHECK(pair_of(proof.links[0]) == std::set<std::string>{"D4", "D5"});
  Budget budget;
  CHECK(check_safety(board, safe, {}, budget) == "");
  CHECK(refuter::refuted(board, Player::kLeft, all_points(safe, Player::kLeft), 1'000'000) ==
        false);
  // In the other order D3 would rest on what is not connected yet.
  Safety other = safe;
  std::swap(other.claims[0].certificate.fills[0], other.claims[0].certificate.fills[1]);
  CHECK(check_safety(board, other, {}, budget) != "");
}

TEST_CASE("blocks are linked in a corridor that only search finds an eye", "[safety]") {
  // Blocks with two liberties in a corridor and at most one elsewhere: the rule for corridors says
  // nothing. The owner answers at one point of a pair what the enemy plays at the other, and has an
  // eye all the same.
  for (const char* diagram : {"OO.O./.OO.X/OOO.O/.OO.O", ".XOO/O.../.OOO/XOOO"}) {
    const Board board = board_of(diagram);
    const Safety safe = found(board, SafetyMethod::kStatic);
    INFO(map_of(board, safe));
    Budget budget;
    CHECK(check_safety(board, safe, {}, budget) == "");
    bool linked = false;
    for (std::size_t c = 0; c < safe.claims.size(); ++c) {
      const SafetyCertificate& proof = safe.claims[c].certificate;
      for (std::size_t e = 0; e < proof.eyes.size(); ++e) {
        if (proof.eyes[e].rule != EyeRule::kSearched || proof.eyes[e].pairs.empty()) continue;
        linked = true;
        // The search has to be that with the answers.
        Safety other = safe;
        other.claims[c].certificate.eyes[e].pairs.clear();
        CHECK(check_safety(board, other, {}, budget) != "");
        other = safe;
        other.claims[c].certificate.links.clear();
        CHECK(check_safety(board, other, {}, budget) != "");
      }
    }
    CHECK(linked);
    std::uint64_t searched = 0;
    check_true(board, safe, 100'000, searched);
    CHECK(searched == 1);
  }
}

TEST_CASE("links in corridors that search finds survive every attack", "[safety]") {
  // Boards that are all of White's, with few points left: most such corridors are there.
  std::mt19937_64 random(26);
  std::uint64_t linked = 0;
  std::uint64_t searched = 0;
  const std::size_t cases = testing::scaled(20'000);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 4 + static_cast<int>(random() % 3);
    Board board(width, 4);
    for (std::size_t k = 0; k < static_cast<std::size_t>(board.size()); ++k) {
      const auto what = random() % 16;
      if (what < 10) board.set(board.point(k), Colour::kWhite);
      if (what == 10) board.set(board.point(k), Colour::kBlack);
    }
    const bool breathes = std::ranges::all_of(std::views::iota(0, board.size()), [&](int k) {
      const Point p = board.point(static_cast<std::size_t>(k));
      return board[p] == Colour::kEmpty || !board.block(p).liberties.empty();
    });
    if (!breathes) continue;
    const Safety safe = found(board, SafetyMethod::kStatic);
    const bool any = std::ranges::any_of(safe.claims, [](const SafetyClaim& claim) {
      return std::ranges::any_of(claim.certificate.eyes, [](const SafetyEye& eye) {
        return eye.rule == EyeRule::kSearched && !eye.pairs.empty();
      });
    });
    if (!any) continue;
    ++linked;
    Budget budget;
    CHECK(check_safety(board, safe, {}, budget) == "");
    check_true(board, safe, 50'000, searched);
  }
  testing::expect_share(linked, cases, 0.0002);  // 0.0004
  testing::expect_share(searched, linked, 0.5);
}

TEST_CASE("a group with an eye and a false one is fought for in a ko", "[safety]") {
  // Who has the kos takes E5 back each time that F5 takes it, so that the group is not taken. Boards from
  // tests/referee/check_go.py.
  for (const auto& [diagram, at] :
       {std::pair{"OOOOX.X./OOOOOXXX/O.O.O.XX/OOOOOOXX/OO.O.OOX", Point::at(6, 0)},
        std::pair{"XXXXO./XXXXOO/.XXXO./XX.OXO/XXXXXO/X.XXXO", Point::at(4, 0)}}) {
    const Board board = board_of(diagram);
    const Safety safe = found(board, SafetyMethod::kStatic);
    CHECK_FALSE(std::ranges::binary_search(safe.dead[player_of(board[at])], at));
  }
}

TEST_CASE("search is not for the rules", "[safety]") {
  CHECK_THROWS_AS(found(Board(5, 5), SafetyMethod::kSearch), Error);
}

TEST_CASE("every claim on 3 x 3 and 4 x 2 survives every attack", "[safety][long]") {
  std::uint64_t boards = 0;
  std::uint64_t searched = 0;
  for (const auto& [width, height] : {std::pair{3, 3}, std::pair{4, 2}, std::pair{5, 1}}) {
    std::size_t count = 1;
    for (int i = 0; i < width * height; ++i) count *= 3;
    for (std::size_t number = 0; number < count; ++number) {
      const auto board = refuter::numbered_board(width, height, number);
      if (!board) continue;
      ++boards;
      const Safety safe = found(*board, SafetyMethod::kStatic);
      Budget budget;
      CHECK(check_safety(*board, safe, {}, budget) == "");
      check_true(*board, safe, 20'000, searched);
    }
  }
  testing::expect_share(searched, boards, 0.01);  // 0.05
}

TEST_CASE("every claim on every seventh board of 4 x 3 survives every attack",
          "[safety][.][nightly]") {
  std::size_t count = 1;
  for (int i = 0; i < 12; ++i) count *= 3;
  std::uint64_t searched = 0;
  for (std::size_t number = 0; number < count; number += 7) {
    const auto board = refuter::numbered_board(4, 3, number);
    if (!board) continue;
    check_true(*board, found(*board, SafetyMethod::kStatic), 20'000, searched);
  }
  CHECK(searched > 1'000);
}

TEST_CASE("claims on random boards survive every attack", "[safety]") {
  std::mt19937_64 random(18);
  std::uint64_t searched = 0;
  const std::size_t cases = testing::scaled(600);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 3 + static_cast<int>(random() % 3);
    const int height = 3 + static_cast<int>(random() % 2);
    const int size = width * height;
    const Board board = refuter::random_board(
        random, width, height,
        size / 2 + static_cast<int>(random() % (2U * static_cast<unsigned>(size))));
    check_true(board, found(board, SafetyMethod::kStatic), 3'000, searched);
  }
  testing::expect_share(searched, cases, 0.1);  // 0.4
}

Point image(Point p, int symmetry, int side) {
  int x = p.x;
  int y = p.y;
  if ((symmetry & 1) != 0) x = side - 1 - x;
  if ((symmetry & 2) != 0) y = side - 1 - y;
  if ((symmetry & 4) != 0) std::swap(x, y);
  return Point::at(x, y);
}

TEST_CASE("static safety contains Benson's and respects symmetries", "[safety]") {
  std::mt19937_64 random(5);
  std::uint64_t more = 0;
  std::uint64_t same = 0;
  std::uint64_t images = 0;
  const std::size_t cases = testing::scaled(300);
  for (std::size_t i = 0; i < cases; ++i) {
    const int side = 5 + static_cast<int>(random() % 5);
    const Board board = refuter::random_board(random, side, side, side * side * 3 / 2);
    const Safety safe = found(board, SafetyMethod::kStatic);
    const Safety benson = found(board, SafetyMethod::kBenson);
    for (const Player player : kPlayers) {
      const std::vector<Point> all = all_points(safe, player);
      const std::vector<Point> least = all_points(benson, player);
      CHECK(std::includes(all.begin(), all.end(), least.begin(), least.end()));
      CHECK(static_cast<int>(least.size()) == unconditional_life(board, player).safe_points());
      more += all.size() > least.size() ? 1 : 0;
    }
    Budget budget;
    CHECK(check_safety(board, safe, {}, budget) == "");
    CHECK(check_safety(board, benson, {}, budget) == "");
    for (int symmetry = 0; symmetry < 16; ++symmetry) {
      Board other(side, side);
      for (std::size_t k = 0; k < static_cast<std::size_t>(board.size()); ++k) {
        const Point p = board.point(k);
        Colour colour = board[p];
        if (colour != Colour::kEmpty && symmetry >= 8) {
          colour = colour_of(opponent(player_of(colour)));
        }
        other.set(image(p, symmetry % 8, side), colour);
      }
      const Safety there = found(other, SafetyMethod::kStatic);
      ++images;
      bool equal = true;
      for (const Player player : kPlayers) {
        std::vector<Point> expected;
        for (const Point p : all_points(safe, player))
          expected.push_back(image(p, symmetry % 8, side));
        std::sort(expected.begin(), expected.end());
        equal = equal && expected == all_points(there, symmetry < 8 ? player : opponent(player));
      }
      same += equal ? 1 : 0;
    }
  }
  testing::expect_share(more, 2 * cases, 0.03);  // 0.05
  // Which miai pair is taken first depends on the order of points.
  testing::expect_share(same, images, 0.98);
}

// One random change of one certificate or claim; false: nothing to change there.
bool mutate(Safety& safe, const Board& board, std::mt19937_64& random) {
  if (safe.claims.empty()) return false;
  SafetyClaim& claim = safe.claims[random() % safe.claims.size()];
  SafetyCertificate& proof = claim.certificate;
  const auto anywhere = [&] {
    return board.point(random() % static_cast<std::size_t>(board.size()));
  };
  const auto disturb = [&](std::vector<MiaiPair>& pairs) {
    if (pairs.empty()) return false;
    const std::size_t at = random() % pairs.size();
    switch (random() % 4) {
      case 0: pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(at)); return true;
      case 1: pairs[at].first = anywhere(); return true;
      case 2: pairs[at].second = anywhere(); return true;
      default: pairs.push_back(pairs[at]); return true;
    }
  };
  switch (random() % 7) {
    case 0: return disturb(proof.links);
    case 1: return disturb(proof.fills);
    case 2: {
      if (proof.eyes.empty()) return false;
      SafetyEye& eye = proof.eyes[random() % proof.eyes.size()];
      if (random() % 2 == 0) return disturb(eye.pairs);
      eye.rule = static_cast<EyeRule>(random() % 6);
      return true;
    }
    case 3:
      if (proof.eyes.empty()) return false;
      proof.eyes.erase(proof.eyes.begin() +
                       static_cast<std::ptrdiff_t>(random() % proof.eyes.size()));
      return true;
    case 4:
      if (claim.territory.empty()) return false;
      claim.territory[random() % claim.territory.size()] = anywhere();
      return true;
    case 5:
      if (claim.stones.empty()) return false;
      claim.stones.erase(claim.stones.begin() +
                         static_cast<std::ptrdiff_t>(random() % claim.stones.size()));
      return true;
    default:
      proof.rule = static_cast<SafetyRule>(random() % 8);
      claim.rule = name(proof.rule);
      return true;
  }
}

TEST_CASE("mutated certificates are refused", "[safety]") {
  std::mt19937_64 random(77);
  std::uint64_t mutations = 0;
  std::uint64_t refused = 0;
  const std::size_t cases = testing::scaled(3000);
  for (std::size_t i = 0; i < cases; ++i) {
    const int side = 5 + static_cast<int>(random() % 4);
    const Board board = refuter::random_board(random, side, side, side * side * 3 / 2);
    const Safety safe = found(board, SafetyMethod::kStatic);
    Safety other = safe;
    if (!mutate(other, board, random)) continue;
    bool changed = false;
    for (std::size_t c = 0; c < safe.claims.size(); ++c) {
      changed = changed || !(safe.claims[c].certificate == other.claims[c].certificate) ||
                safe.claims[c].stones != other.claims[c].stones ||
                safe.claims[c].territory != other.claims[c].territory;
    }
    if (!changed) continue;
    ++mutations;
    other = rebuilt(board, other.claims);
    Budget budget;
    if (!check_safety(board, other, {}, budget).empty()) {
      ++refused;
      continue;
    }
    // Another proof of the same claim may be as good, and so may less be claimed, but not more.
    for (const Player player : kPlayers) {
      const std::vector<Point> all = all_points(safe, player);
      const std::vector<Point> left = all_points(other, player);
      INFO(map_of(board, safe) << " and " << map_of(board, other));
      CHECK(std::includes(all.begin(), all.end(), left.begin(), left.end()));
    }
  }
  testing::expect_share(mutations, cases, 0.3);
  testing::expect_share(refused, mutations, 0.85);
}

}  // namespace
}  // namespace cgt::go::safety_test
