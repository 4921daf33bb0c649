#include "decomp/go/life/safety_search.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include "decomp/go/life/fight_search.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/safety/local_fight.hpp"
#include "decomp/go/safety/safety_certificate.hpp"
#include "tests/decomp/go/safety/refuter.hpp"
#include "tests/testing.hpp"

namespace cgt::go::safety_search_test {
namespace {

Safety searched(const Board& board, const SafetySearchOptions& options = {}) {
  Budget budget;
  return searched_safety(board, {}, budget, options);
}

std::vector<Point> claimed(const Safety& safe, Player player) {
  std::vector<Point> out = safe.stones[player];
  out.insert(out.end(), safe.territory[player].begin(), safe.territory[player].end());
  std::sort(out.begin(), out.end());
  return out;
}

TEST_CASE("search contains static safety, and what it adds survives every attack", "[safety]") {
  std::mt19937_64 random(2004);
  std::uint64_t more = 0;
  std::uint64_t checked = 0;
  const std::size_t cases = testing::scaled(400);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 4 + static_cast<int>(random() % 2);
    const int height = 3 + static_cast<int>(random() % 3);
    const int size = width * height;
    const auto moves = static_cast<int>(random() % static_cast<unsigned>(2 * size));
    const Board board = refuter::random_board(random, width, height, size / 2 + moves);
    Budget budget;
    const Safety before = safety(board, SafetyMethod::kStatic, budget);
    const Safety after = searched(board);
    CHECK(check_safety(board, after, {}, budget, true) == "");
    for (const Player player : kPlayers) {
      const std::vector<Point> small = claimed(before, player);
      const std::vector<Point> all = claimed(after, player);
      CHECK(std::includes(all.begin(), all.end(), small.begin(), small.end()));
      if (all.size() == small.size()) continue;
      ++more;
      const auto answer = refuter::refuted(board, player, all, 8'000);
      if (!answer) continue;
      ++checked;
      INFO(to_diagram(board, '/'));
      CHECK_FALSE(*answer);
    }
  }
  testing::expect_share(more, cases, 0.02);   // 0.08
  testing::expect_share(checked, more, 0.1);  // 0.42
}

// The claim that the region at `start` is the player's, with all blocks next to it, as a search would
// make it.
Safety claim_of_region(const Board& board, Player player, Point start) {
  SafetyClaim claim;
  claim.owner = player;
  claim.certificate.rule = SafetyRule::kSearch;
  claim.rule = name(SafetyRule::kSearch);
  claim.territory.push_back(start);
  for (std::size_t next = 0; next < claim.territory.size(); ++next) {
    for (const Point q : board.neighbours(claim.territory[next])) {
      const bool own = board[q] == colour_of(player);
      std::vector<Point>& list = own ? claim.stones : claim.territory;
      if (std::find(list.begin(), list.end(), q) != list.end()) continue;
      if (!own) {
        list.push_back(q);
        continue;
      }
      const std::vector<Point> stones = board.block(q).stones;
      list.insert(list.end(), stones.begin(), stones.end());
    }
  }
  std::sort(claim.stones.begin(), claim.stones.end());
  std::sort(claim.territory.begin(), claim.territory.end());
  Safety out;
  out.add(board, std::move(claim));
  return out;
}

TEST_CASE("the checker searches claims by search again", "[safety]") {
  std::mt19937_64 random(1976);
  std::uint64_t accepted = 0;
  std::uint64_t compared = 0;
  const std::size_t cases = testing::scaled(100);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 4 + static_cast<int>(random() % 2);
    const int height = 3 + static_cast<int>(random() % 2);
    const Board board = refuter::random_board(random, width, height, width * height);
    const Point start =
        board.point(static_cast<std::size_t>(random() % static_cast<unsigned>(board.size())));
    for (const Player player : kPlayers) {
      if (board[start] == colour_of(player)) continue;
      const Safety claim = claim_of_region(board, player, start);
      Budget budget;
      if (!check_safety(board, claim, {}, budget).empty()) continue;
      ++accepted;
      const auto refuted = refuter::refuted(board, player, claimed(claim, player), 20'000);
      if (!refuted) continue;
      ++compared;
      INFO(to_diagram(board, '/'));
      CHECK_FALSE(*refuted);
      // With a block less, a point less, or another owner it is another claim.
      Safety other = claim;
      other.claims[0].territory.pop_back();
      CHECK_FALSE(check_safety(board, other, {}, budget).empty());
      other = claim;
      if (!other.claims[0].stones.empty()) other.claims[0].stones.pop_back();
      CHECK_FALSE(check_safety(board, other, {}, budget).empty());
      other = claim;
      other.claims[0].owner = opponent(player);
      CHECK_FALSE(check_safety(board, other, {}, budget).empty());
    }
  }
  testing::expect_share(accepted, cases, 0.02);
  testing::expect_share(compared, accepted, 0.1);
}

// A fight decided by all its states, backwards from those that the static rules win: what is not won so
// is lost, play that goes on for ever with it. None if there are more than `most`.
std::optional<bool> decided_by_all(const safety_rules::LocalFight& fight, std::size_t most) {
  using safety_rules::FightState;
  using safety_rules::LocalFight;
  std::vector<FightState> states{fight.start()};
  std::vector<std::vector<std::size_t>> before(1);
  std::vector<std::size_t> open(1);
  std::vector<std::size_t> won;
  std::vector<FightState::Move> moves;
  for (std::size_t next = 0; next < states.size(); ++next) {
    const FightState state = states[next];
    const LocalFight::Verdict verdict = fight.verdict(state);
    if (verdict == LocalFight::Verdict::kWon) won.push_back(next);
    if (verdict != LocalFight::Verdict::kOpen) continue;
    moves.clear();
    fight.moves(state, moves);
    open[next] = state.defender ? 1 : moves.size();
    for (const FightState::Move move : moves) {
      FightState child = state;
      fight.play(child, move);
      const auto at =
          static_cast<std::size_t>(std::find(states.begin(), states.end(), child) - states.begin());
      if (at == states.size()) {
        if (at == most) return std::nullopt;
        states.push_back(child);
        before.emplace_back();
        open.emplace_back();
      }
      before[at].push_back(next);
    }
  }
  while (!won.empty()) {
    const std::size_t number = won.back();
    won.pop_back();
    if (number == 0) return true;
    for (const std::size_t b : before[number]) {
      if (open[b] > 0 && --open[b] == 0) won.push_back(b);
    }
  }
  return false;
}

TEST_CASE("a search without what is settled proves what all states of the fight prove",
          "[safety]") {
  std::mt19937_64 random(2007);
  std::uint64_t decided = 0;
  std::uint64_t won = 0;
  std::uint64_t missed = 0;
  std::uint64_t compared = 0;
  const std::size_t cases = testing::scaled(600);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 4 + static_cast<int>(random() % 3);
    const int height = 3 + static_cast<int>(random() % 2);
    const int size = width * height;
    const Board board = refuter::random_board(random, width, height, size / 2 + size);
    const Point start =
        board.point(static_cast<std::size_t>(random() % static_cast<unsigned>(board.size())));
    for (const Player player : kPlayers) {
      if (board[start] == colour_of(player)) continue;
      const std::vector<Point> area = claim_of_region(board, player, start).territory[player];
      if (area.size() == static_cast<std::size_t>(size)) continue;
      // Any stones may be without need of eyes, or of one.
      std::vector<char> immortal(static_cast<std::size_t>(size), 0);
      std::vector<char> one_eye(static_cast<std::size_t>(size), 0);
      for (int k = 0; k < size; ++k) {
        const Point p = board.point(static_cast<std::size_t>(k));
        if (board[p] != colour_of(player)) continue;
        const auto luck = random() % 6;
        for (const Point q : board.block(p).stones) {
          immortal[board.index(q)] = luck == 0 ? 1 : 0;
          one_eye[board.index(q)] = luck >= 1 && luck <= 3 ? 1 : 0;
        }
      }
      const auto fight = safety_rules::LocalFight::make(board, player, area, immortal, one_eye, {});
      if (!fight) continue;
      Budget budget;
      const std::optional<bool> all = safety_rules::decide_small(*fight, 20'000, budget);
      if (!all) continue;
      if (const auto plainly = decided_by_all(*fight, 600)) {
        ++compared;
        INFO(to_diagram(board, '/'));
        CHECK(*plainly == *all);
      }
      const search::Proof proof = search_fight(*fight, 100'000, budget);
      if (proof == search::Proof::kOpen) continue;
      ++decided;
      won += proof == search::Proof::kProved ? 1 : 0;
      missed += *all && proof == search::Proof::kDisproved ? 1 : 0;
      INFO(to_diagram(board, '/'));
      if (proof == search::Proof::kProved) CHECK(*all);
    }
  }
  testing::expect_share(decided, cases, 0.3);  // 0.71
  testing::expect_share(won, decided, 0.1);    // 0.27
  testing::expect_share(compared, decided, 0.1);
  CHECK(50 * missed <= won);  // none
}

// A claim with answers, and the number of its fight.
struct Proved {
  std::size_t claim;
  std::size_t fight;
};
std::vector<Proved> proved_fights(const Safety& safe) {
  std::vector<Proved> out;
  for (std::size_t c = 0; c < safe.claims.size(); ++c) {
    for (std::size_t f = 0; f < safe.claims[c].certificate.fights.size(); ++f)
      out.push_back({c, f});
  }
  return out;
}

TEST_CASE("claims by search come with answers that are replayed", "[safety]") {
  std::mt19937_64 random(2005);
  std::uint64_t claims = 0;
  std::uint64_t with_proof = 0;
  std::uint64_t mutations = 0;
  std::uint64_t refused = 0;
  const std::size_t cases = testing::scaled(600);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 5 + static_cast<int>(random() % 3);
    const int size = width * 5;
    const auto moves = static_cast<int>(random() % static_cast<unsigned>(size));
    const Board board = refuter::random_board(random, width, 5, size + moves);
    SafetySearchOptions options;
    options.rounds = {300, 3'000};
    options.proof_nodes = 30'000;
    const Safety safe = searched(board, options);
    for (const SafetyClaim& claim : safe.claims) {
      if (claim.certificate.rule != SafetyRule::kSearch) continue;
      ++claims;
      with_proof += claim.certificate.fights.empty() ? 0 : 1;
    }
    Budget budget;
    INFO(to_diagram(board, '/'));
    // Trust is asked for only by claims without answers.
    CHECK(check_safety(board, safe, {}, budget, true) == "");
    const std::vector<Proved> fights = proved_fights(safe);
    if (fights.empty()) continue;
    // The proof does not change what is claimed.
    options.proof_nodes = 0;
    const Safety plain = searched(board, options);
    for (const Player player : kPlayers) CHECK(claimed(plain, player) == claimed(safe, player));

    for (int n = 0; n < 8; ++n) {
      Safety other = safe;
      const Proved at = fights[random() % fights.size()];
      SafetyFight& fight = other.claims[at.claim].certificate.fights[at.fight];
      const std::vector<Point>& area = other.claims[at.claim].territory;
      const std::optional<Point> anywhere = area[random() % area.size()];
      switch (random() % 5) {
        case 0: fight.answers.emplace_back(anywhere); break;
        case 1:
          if (!fight.answers.empty()) fight.answers.pop_back();
          break;
        case 2:
          if (!fight.answers.empty()) fight.answers[random() % fight.answers.size()] = anywhere;
          break;
        case 3:
          if (!fight.answers.empty()) fight.answers[random() % fight.answers.size()].reset();
          break;
        default: fight.regions.push_back(*anywhere); break;
      }
      if (other.claims[at.claim].certificate == safe.claims[at.claim].certificate) continue;
      ++mutations;
      // Another answer may be as good; a proof of more than the claim is none.
      const bool holds = check_safety(board, other, {}, budget, true).empty();
      refused += holds ? 0 : 1;
    }
    // What no search says has no answers.
    Safety other = safe;
    for (SafetyClaim& claim : other.claims) {
      if (claim.certificate.rule == SafetyRule::kSearch) continue;
      claim.certificate.fights = safe.claims[fights[0].claim].certificate.fights;
      CHECK(check_safety(board, other, {}, budget, true) != "");
      break;
    }
  }
  testing::expect_share(claims, cases, 0.02);  // 0.05
  testing::expect_share(with_proof, claims, 0.7);
  testing::expect_share(refused, mutations, 0.7);
}

TEST_CASE("answers that lead back prove nothing", "[safety]") {
  // A pass is answered by a pass: the region is White's only if he ever plays in it.
  const Board board = go::parse_board("OOOO/O..O/OX.O/OOOO").board;
  Safety claim = claim_of_region(board, Player::kRight, Point::at(1, 1));
  SafetyFight fight;
  fight.regions = {Point::at(1, 1)};
  fight.answers.assign(1'000, std::nullopt);
  claim.claims[0].certificate.fights = {fight};
  Budget budget;
  CHECK(check_safety(board, claim, {}, budget, true) ==
        "claim 1 (search): the answers do not hold it at A4");
}

TEST_CASE("a budget ends the search, not the answer", "[safety]") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20; ++i) {
    const Board board = refuter::random_board(random, 9, 9, 100);
    Budget unlimited;
    const Safety before = safety(board, SafetyMethod::kStatic, unlimited);
    Budget small({.nodes = 3'000});
    const Safety after = searched_safety(board, {}, small);
    for (const Player player : kPlayers) {
      const std::vector<Point> least = claimed(before, player);
      const std::vector<Point> all = claimed(after, player);
      CHECK(std::includes(all.begin(), all.end(), least.begin(), least.end()));
    }
  }
}

}  // namespace
}  // namespace cgt::go::safety_search_test
