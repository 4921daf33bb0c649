#include "decomp/go/life/seki.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/life/check_seki.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/safety/partition.hpp"
#include "tests/decomp/go/safety/refuter.hpp"
#include "tests/slow.hpp"

namespace cgt::go::seki_test {
namespace {

std::optional<Seki> seki_of(const char* diagram) {
  Budget budget;
  return find_seki(Region::parse(diagram), budget);
}

// The board as one region without immortal stones.
Region whole(const Board& board) {
  std::vector<Region::Cell> cells;
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Colour colour = board[board.point(i)];
    cells.push_back(colour == Colour::kEmpty   ? Region::kEmpty
                    : colour == Colour::kBlack ? Region::kBlackStone
                                               : Region::kWhiteStone);
  }
  return Region::from_cells(board.width(), board.height(), cells);
}

TEST_CASE("sekis of textbooks", "[seki]") {
  // Two shared liberties, no eyes.
  const auto plain = seki_of("WXX.OOB/WXXXOOB/WXX.OOB");
  REQUIRE(plain);
  CHECK(plain->stones.size() == 13);
  CHECK(plain->shared == std::vector<std::uint32_t>{2, 12});
  CHECK(plain->eyes.empty());
  CHECK(plain->area == 1);
  // Who takes is taken himself, under the stones.
  CHECK_FALSE(seki_of("WXX.OOB/WXX.OOB"));
  // One shared liberty, an eye each.
  const auto eyes = seki_of("WWWWWBBBBB/WXXXXOOOOB/WX.X.OO.OB/WXXXXOOOOB/WWWWWBBBBB");
  REQUIRE(eyes);
  CHECK(eyes->shared.size() == 1);
  CHECK(eyes->eyes.size() == 2);
  CHECK(eyes->area == -1);
  // A larger eye wins the race.
  CHECK_FALSE(seki_of("WWWWWWBBBBB/WXXXXXOOOOB/WX..X.OO.OB/WXXXXXOOOOB/WWWWWWBBBBB"));
  // An eye against none, one shared liberty: the one with the eye takes the other.
  CHECK_FALSE(seki_of("WWWWWBBBBB/WXXXXOOOOB/WX.X.OOOOB/WXXXXOOOOB/WWWWWBBBBB"));
  // One shared liberty and no eyes: who plays first takes.
  CHECK_FALSE(seki_of("WXX.OOB/WXXOOOB"));
  // A liberty that touches a wall connects.
  CHECK_FALSE(seki_of("WWWWBBB/WXX.OOB/WXX.OOB"));
}

TEST_CASE("a group around stones of the enemy", "[seki]") {
  // Black's four in a row would live for White's space; whoever plays first loses.
  const auto four = seki_of(".XXX.OB/OOOOOOB/BBBBBBB");
  REQUIRE(four);
  CHECK(four->shared.size() == 2);
  CHECK(four->stones.size() == 10);
  // Three make one eye: White is dead.
  CHECK_FALSE(seki_of(".XX.OB/OOOOOB/BBBBBB"));
  // A liberty outside is filled first.
  CHECK_FALSE(seki_of(".XXX.O.B/OOOOOO.B/BBBBBBBB"));
}

TEST_CASE("settled areas that are not a seki", "[seki]") {
  CHECK_FALSE(seki_of("BB.WW"));           // no stones
  CHECK_FALSE(seki_of("BBBB/WO.B/BBBB"));  // one colour
  CHECK_FALSE(seki_of("BBBBBB/WX.O.B/BBBBBB"));
}

TEST_CASE("bent four in the corner is not a seki", "[seki]") {
  // Black may fill a liberty, let White take the four and play back in the corner: a ko.
  CHECK_FALSE(seki_of("XX.OB/XOOOB/.OBBB/OOBBB/BBBBB"));
}

TEST_CASE("sekis are confirmed by other code, and changed claims are refused", "[seki]") {
  for (const char* diagram :
       {"WXX.OOB/WXXXOOB/WXX.OOB", "WWWWWBBBBB/WXXXXOOOOB/WX.X.OO.OB/WXXXXOOOOB/WWWWWBBBBB",
        ".XXX.OB/OOOOOOB/BBBBBBB", ".OOO.XW/XXXXXXW/WWWWWWW"}) {
    INFO(diagram);
    const Region region = Region::parse(diagram);
    const auto seki = seki_of(diagram);
    REQUIRE(seki);
    Budget budget;
    const SekiCheck check = check_seki(region, *seki, 200'000, budget);
    CHECK(check.confirmed);
    CHECK(check.wrong == "");
    CHECK_FALSE(check_seki(region, *seki, 1, budget).confirmed);
    const auto refused = [&](auto change) {
      Seki other = *seki;
      change(other);
      const SekiCheck changed = check_seki(region, other, 200'000, budget);
      return !changed.confirmed && !changed.wrong.empty();
    };
    CHECK(refused([](Seki& s) { s.stones.pop_back(); }));
    CHECK(refused([](Seki& s) { s.stones.push_back(s.shared.front()); }));
    CHECK(refused([](Seki& s) { s.shared.push_back(s.stones.front()); }));
    CHECK(refused([](Seki& s) { s.eyes.push_back(s.shared.front()); }));
    CHECK(refused([](Seki& s) { s.eyes.push_back(s.stones.front()); }));
    if (seki->area) CHECK(refused([](Seki& s) { ++*s.area; }));
  }
  // Areas that are not a seki.
  for (const char* diagram : {"WXX.OOB/WXX.OOB", "WXX.OOB/WXXOOOB",
                              "WWWWWBBBBB/WXXXXOOOOB/WX.X.OOOOB/WXXXXOOOOB/WWWWWBBBBB",
                              ".XX.OB/OOOOOB/BBBBBB", "XX.OB/XOOOB/.OBBB/OOBBB/BBBBB"}) {
    INFO(diagram);
    Budget budget;
    CHECK_FALSE(check_seki(Region::parse(diagram), Seki{}, 50'000, budget).confirmed);
  }
}

const char* const kProvedSekis[] = {"WXX.OOB/WXXXOOB/WXX.OOB",
                                    "WWWWWBBBBB/WXXXXOOOOB/WX.X.OO.OB/WXXXXOOOOB/WWWWWBBBBB",
                                    ".XXX.OB/OOOOOOB/BBBBBBB", ".OOO.XW/XXXXXXW/WWWWWWW"};

std::optional<Seki> proved_seki(const Region& region, std::size_t most_answers = 1'000) {
  Budget budget;
  SekiLimits limits;
  limits.most_answers = most_answers;
  return find_seki(region, budget, limits);
}

SekiCheck replayed(const Region& region, const Seki& seki) {
  Budget budget;
  return check_seki(region, seki, 0, budget);  // no nodes: a search would confirm nothing
}

TEST_CASE("proofs of sekis are replayed without a search", "[seki]") {
  for (const char* diagram : kProvedSekis) {
    INFO(diagram);
    const Region region = Region::parse(diagram);
    const auto seki = proved_seki(region);
    REQUIRE(seki);
    CHECK(seki->proofs.size() == (seki->area ? 4U : 2U));
    CHECK_FALSE(seki->proofs_left_out);
    std::size_t answers = 0;
    for (const SiegeProof& proof : seki->proofs) answers += proof.answers.size();
    const SekiCheck check = replayed(region, *seki);
    CHECK(check.wrong == "");
    CHECK(check.confirmed);
    CHECK(check.answers == answers);
    // What is claimed does not depend on the proofs.
    auto plain = seki_of(diagram);
    REQUIRE(plain);
    CHECK(plain->proofs.empty());
    CHECK(plain->stones == seki->stones);
    CHECK(plain->area == seki->area);
    // A limit leaves them out and says so; then the check is a search.
    const auto limited = proved_seki(region, 1);
    REQUIRE(limited);
    CHECK(limited->proofs_left_out);
    CHECK(limited->proofs.empty());
    CHECK_FALSE(replayed(region, *limited).confirmed);
    Budget budget;
    CHECK(check_seki(region, *limited, 200'000, budget).confirmed);
  }
}

TEST_CASE("changed proofs of sekis are refused", "[seki]") {
  for (const char* diagram : kProvedSekis) {
    INFO(diagram);
    const Region region = Region::parse(diagram);
    const auto seki = proved_seki(region);
    REQUIRE(seki);
    REQUIRE_FALSE(seki->proofs.empty());
    const auto refused = [&](const auto& change) {
      Seki other = *seki;
      change(other);
      const SekiCheck check = replayed(region, other);
      return !check.confirmed && !check.wrong.empty();
    };
    CHECK(refused([](Seki& s) { s.proofs.pop_back(); }));
    CHECK(refused([](Seki& s) { s.proofs.front() = s.proofs[1]; }));
    CHECK(refused([](Seki& s) { s.proofs.push_back(s.proofs.front()); }));
    CHECK(refused([](Seki& s) { std::swap(s.proofs[0].answers, s.proofs[1].answers); }));
    CHECK(refused([](Seki& s) { s.stones.pop_back(); }));
    CHECK(refused([](Seki& s) { s.eyes.push_back(s.shared.front()); }));
    if (seki->area) CHECK(refused([](Seki& s) { ++*s.area; }));
    std::size_t changed = 0;
    std::size_t accepted = 0;
    for (std::size_t k = 0; k < seki->proofs.size(); ++k) {
      const auto& answers = seki->proofs[k].answers;
      CHECK(refused([&](Seki& s) { s.proofs[k].answers.emplace_back(std::nullopt); }));
      // So many places of each proof, over all of it.
      const std::size_t step = 1 + answers.size() / cgt::testing::sized<std::size_t>(40, 8);
      for (std::size_t i = 0; i < answers.size(); i += step) {
        CHECK(refused([&](Seki& s) { s.proofs[k].answers.resize(i); }));
        // Beyond the region.
        CHECK(refused(
            [&](Seki& s) { s.proofs[k].answers[i] = static_cast<std::uint32_t>(region.size()); }));
        CHECK(refused([&](Seki& s) {
          auto& list = s.proofs[k].answers;
          list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        }));
        for (std::uint32_t cell = 0; cell < region.size(); ++cell) {
          if (answers[i] == cell) continue;
          ++changed;
          accepted += refused([&](Seki& s) { s.proofs[k].answers[i] = cell; }) ? 0 : 1;
        }
      }
    }
    // Where the defender is far ahead after it, another answer is as good.
    CHECK(changed > 100);
    if (!cgt::testing::kSlow) CHECK(accepted * 2 < changed);
  }
}

TEST_CASE("proofs of other boards, and random answers, prove no seki", "[seki]") {
  std::vector<Region> boards;
  std::vector<Seki> sekis;
  std::vector<char> is_seki;
  for (std::size_t number = 0; number < 6'561; ++number) {  // all of 4 x 2
    const auto board = refuter::numbered_board(4, 2, number);
    if (!board) continue;
    const Region region = whole(*board);
    if (region.empties() > 4) continue;
    auto seki = proved_seki(region);
    boards.push_back(region);
    is_seki.push_back(seki ? 1 : 0);
    if (!seki) continue;
    CHECK(replayed(region, *seki).confirmed);
    sekis.push_back(std::move(*seki));
  }
  REQUIRE(sekis.size() == 16);
  std::mt19937_64 random(18);
  std::size_t tried = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (is_seki[i] != 0) continue;
    INFO(boards[i].text());
    for (const Seki& other : sekis) {
      Seki claim;
      claim.proofs = other.proofs;
      if (claim.proofs.size() > 2) claim.proofs.resize(2);
      CHECK_FALSE(replayed(boards[i], claim).confirmed);
      for (SiegeProof& proof : claim.proofs) {
        proof.answers.resize(random() % 12);
        for (auto& answer : proof.answers) {
          answer = static_cast<std::uint32_t>(random() % 9);
          if (*answer == 8) answer.reset();
        }
      }
      CHECK_FALSE(replayed(boards[i], claim).confirmed);
      ++tried;
    }
  }
  CHECK(tried > 16 * 500);
}

TEST_CASE("two searches find the same sekis", "[seki]") {
  std::uint64_t found = 0;
  std::uint64_t boards = 0;
  // All of 4 x 2; one in three where everything is slow.
  constexpr std::size_t kStep = cgt::testing::sized(1, 3);
  for (std::size_t number = 0; number < 6'561; number += kStep) {
    const auto board = refuter::numbered_board(4, 2, number);
    if (!board) continue;
    const Region region = whole(*board);
    Budget budget;
    const auto seki = find_seki(region, budget, {.most_empties = 4, .nodes = 20'000});
    std::size_t stones[2] = {0, 0};
    for (std::size_t i = 0; i < region.size(); ++i) {
      for (const Player player : kPlayers) {
        stones[player == Player::kLeft ? 0 : 1] += region[i] == Region::stone_of(player) ? 1U : 0U;
      }
    }
    if (stones[0] == 0 || stones[1] == 0 || stones[0] + stones[1] < 4) continue;
    ++boards;
    found += seki ? 1 : 0;
    INFO(to_diagram(*board, '/'));
    CHECK(check_seki(region, seki.value_or(Seki{}), 20'000, budget).confirmed == seki.has_value());
  }
  if (kStep == 1) CHECK(found == 16);
  CHECK(found > 0);
  CHECK(boards > 500 / kStep);
}

// Every claim against searches of the whole board that know the rules only.
void check_claim(const Board& board, const Seki& seki, std::uint64_t& checked) {
  INFO(to_diagram(board, '/'));
  PerPlayer<std::vector<Point>> stones;
  for (const std::uint32_t cell : seki.stones) {
    const Point p = board.point(cell);
    stones[player_of(board[p])].push_back(p);
  }
  for (const Player player : kPlayers) {
    const auto taken = refuter::refuted(board, player, stones[player], 30'000);
    if (taken) CHECK_FALSE(*taken);
    checked += taken ? 1 : 0;
    if (!seki.area) continue;
    // The other one moves first and cannot raise his area.
    const std::int64_t least = sign(player) * *seki.area;
    const auto raised = refuter::area_below(board, player, least, 30'000);
    if (raised) CHECK_FALSE(*raised);
  }
}

TEST_CASE("sekis on small boards survive every attack", "[seki][long]") {
  // All boards of these sizes with few empty points.
  struct Size {
    int width;
    int height;
    std::uint64_t sekis;
  };
  for (const auto& [width, height, sekis] : {Size{4, 2, 16}, Size{3, 3, 32}, Size{5, 2, 120}}) {
    std::size_t boards = 1;
    for (int i = 0; i < width * height; ++i) boards *= 3;
    std::uint64_t found = 0;
    std::uint64_t checked = 0;
    std::uint64_t settled = 0;
    for (std::size_t number = 0; number < boards; ++number) {
      const auto board = refuter::numbered_board(width, height, number);
      if (!board) continue;
      Budget budget;
      const auto seki = find_seki(whole(*board), budget, {.most_empties = 4, .nodes = 20'000});
      if (!seki) continue;
      ++found;
      settled += seki->area ? 1 : 0;
      if (found % 8 != 0) continue;  // the others are mostly their images
      check_claim(*board, *seki, checked);
    }
    CHECK(found == sekis);
    CHECK(checked == 2 * (found / 8));
    CHECK(settled > 0);
  }
}

TEST_CASE("colours and symmetries do not change a seki", "[seki]") {
  const auto one = seki_of(".XXX.OB/OOOOOOB/BBBBBBB");
  const auto other = seki_of(".OOO.XW/XXXXXXW/WWWWWWW");
  const auto turned = seki_of("BBBBBBB/BOOOOOO/BO.XXX.");
  REQUIRE(one);
  REQUIRE(other);
  REQUIRE(turned);
  CHECK(one->stones == other->stones);
  CHECK(one->shared == other->shared);
  CHECK(one->stones.size() == turned->stones.size());
  REQUIRE(one->area);
  CHECK(-*one->area == other->area);
}

TEST_CASE("boards with a seki have exact scores", "[seki][endgame]") {
  // Between two living walls, an eye each. Black has one point more elsewhere.
  const Problem problem = parse_board(
      ".OOOOOOXXXXXX./"
      "OOOXXXXOOOOXXX/"
      ".OOX.X.OO.OXX./"
      "OOOXXXXOOOOXXX/"
      "OOOOOOOXXXXXX.");
  for (const auto scoring : {go::Scoring::kTerritory, go::Scoring::kArea}) {
    Store store;
    go::ScoringRules rules;
    rules.scoring = scoring;
    go::GoEndgame endgame(store, problem, {}, rules);
    Budget budget;
    REQUIRE(endgame.solve(budget));
    REQUIRE(endgame.subgames().size() == 1);
    CHECK(endgame.subgames().front().seki);
    const bool area = scoring == go::Scoring::kArea;
    const Dyadic expected(area ? refuter::area(problem.board) : 1);
    for (const Player first : kPlayers) {
      const auto score = endgame.score(first, budget);
      REQUIRE(score.exact());
      CHECK(*score.lower == expected);
      CHECK(endgame.moves(first, budget).empty());
      CHECK(endgame.line(first, budget).empty());
      CHECK(endgame.bounded_moves(first, budget).empty());
    }
  }
}

}  // namespace
}  // namespace cgt::go::seki_test
