// Dots and Boxes and Nimstring against plain search: all moves, no table of bounds, nothing left out.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "decomp/boxes/certificate.hpp"
#include "decomp/boxes/nimstring.hpp"
#include "decomp/boxes/score.hpp"

namespace boxes_test {

namespace {

using namespace cgt;
using namespace cgt::boxes;

// The score for who moves, by all moves.
class Plain {
 public:
  explicit Plain(const Board& board) : board_(board) {}
  int score(Strings left) {
    if (left == 0) return 0;
    if (const auto known = scores_.find(left); known != scores_.end()) return known->second;
    int best = -kMaxStrings;
    for (Strings rest = left; rest != 0; rest &= rest - 1) {
      const int taken = board_.taken(left, lowest(rest));
      const int after = score(left & ~one(lowest(rest)));
      best = std::max(best, taken != 0 ? taken + after : -after);
    }
    return scores_[left] = best;
  }
  // Does who moves win Nimstring beside a heap of so many?
  bool wins(Strings left, int heap) {
    const auto key = std::pair(left, heap);
    if (const auto known = wins_.find(key); known != wins_.end()) return known->second;
    bool won = false;
    for (int less = 0; less < heap && !won; ++less) won = !wins(left, less);
    for (Strings rest = left; rest != 0 && !won; rest &= rest - 1) {
      const bool again = board_.taken(left, lowest(rest)) != 0;
      won = wins(left & ~one(lowest(rest)), heap) == again;
    }
    return wins_[key] = won;
  }

 private:
  const Board& board_;
  std::map<Strings, int> scores_;
  std::map<std::pair<Strings, int>, bool> wins_;
};

void check(const Board& board, Strings left, Plain& plain, ScoreSearch& search,
           Nimstring& nimstring, int heaps) {
  Budget budget;
  CAPTURE(board.text(left));
  const ScoreBounds score = search.score(left, budget);
  REQUIRE(score.exact());
  REQUIRE(score.lower == plain.score(left));
  const std::optional<std::uint32_t> value = nimstring.value(left, budget);
  for (int heap = 0; heap < heaps; ++heap) {
    REQUIRE(plain.wins(left, heap) == (!value || *value != static_cast<std::uint32_t>(heap)));
  }
}

// Strings between random coins and the ground, several between two allowed.
Board random_graph(std::mt19937_64& random, int coins, int strings) {
  std::string text;
  for (int i = 0; i < strings; ++i) {
    const auto a = random() % static_cast<std::uint64_t>(coins);
    auto b = random() % static_cast<std::uint64_t>(coins + 2);
    if (b == a) b = static_cast<std::uint64_t>(coins);
    text += static_cast<char>('a' + a);
    text += '-';
    text += b >= static_cast<std::uint64_t>(coins) ? '.' : static_cast<char>('a' + b);
    text += ' ';
  }
  return Board::parse(text);
}

TEST_CASE("certificates of scores hold, and no other score has one", "[boxes][certificate]") {
  std::mt19937_64 random(23);
  std::size_t steps = 0;
  std::size_t refused = 0;
  for (const char* text : {"1x1", "2x2", "1x4", "a-b b-c c-. a-. a-b", "a-b b-c c-a a-. d-."}) {
    const Board board = Board::parse(text);
    ScoreSearch search(board);
    Budget budget;
    const Certificate proof = certify(board, search, budget);
    CAPTURE(text);
    CHECK(proof.score == Plain(board).score(board.strings()));
    CHECK(refute(proof, budget) == std::nullopt);
    const std::string json = certificate_json(proof);
    const SourceText source("proof", json);
    CHECK(is_certificate(source));
    CHECK(parse_certificate(source) == proof);
    steps += proof.steps.size();
    for (const int by : {-2, -1, 1, 2}) {
      Certificate other = proof;
      other.score += by;
      CHECK(refute(other, budget) != std::nullopt);
    }
    // A stronger bound than the truth is never shown; a weaker one may be missed or not.
    Plain plain(board);
    for (std::size_t i = 0; i < proof.steps.size(); ++i) {
      const int truth = plain.score(proof.steps[i].open);
      CHECK((proof.steps[i].line ? proof.steps[i].bound <= truth : proof.steps[i].bound >= truth));
      Certificate tampered = proof;
      tampered.steps[i].bound = proof.steps[i].line ? truth + 1 : truth - 1;
      CHECK(refute(tampered, budget) != std::nullopt);
      // Whatever is left out, no other score is shown.
      Certificate shorter = proof;
      shorter.steps.erase(shorter.steps.begin() + static_cast<std::ptrdiff_t>(i));
      refused += refute(shorter, budget) != std::nullopt ? 1 : 0;
      Certificate turned = proof;
      if (turned.steps[i].line) {
        turned.steps[i].line = static_cast<int>(random() % turned.lines.size());
        refused += refute(turned, budget) != std::nullopt ? 1 : 0;
      }
    }
  }
  CHECK(steps > 100);
  CHECK(refused > steps / 2);
  for (const char* text :
       {"{\"format\": \"cgt boxes certificate\"}",
        "{\"format\": \"cgt boxes certificate\", \"version\": 1}",
        "{\"format\": \"cgt boxes certificate\", \"version\": 1, \"board\": \"1x1\", \"score\": 1, "
        "\"lines\": [], \"steps\": [{\"open\": \"zz\", \"least\": 1}]}"}) {
    CHECK_THROWS_AS(parse_certificate(SourceText("proof", text)), Error);
  }
}

}  // namespace

TEST_CASE("all positions of two by two boxes are scored as by plain search", "[boxes]") {
  const Board board = Board::parse("2x2");
  Plain plain(board);
  ScoreSearch search(board);
  Nimstring nimstring(board);
  CHECK(board.string_count() == 12);
  CHECK(board.symmetries() == 7);
  for (Strings left = 0; left <= board.strings(); ++left)
    check(board, left, plain, search, nimstring, 5);
}

TEST_CASE("random parts of boards and random graphs are scored as by plain search", "[boxes]") {
  std::mt19937_64 random(16);
  for (const char* size : {"1x5", "2x3", "3x3"}) {
    const Board board = Board::parse(size);
    for (int i = 0; i < 60; ++i) {
      Strings left = random() & random() & board.strings();
      if (i % 2 == 0) left |= random() & random() & board.strings();
      while (count(left) > 12) left &= left - 1;
      Plain plain(board);
      ScoreSearch search(board);
      Nimstring nimstring(board);
      check(board, left, plain, search, nimstring, 4);
    }
  }
  for (int i = 0; i < 400; ++i) {
    const int coins = 2 + i % 6;
    const Board board = random_graph(random, coins, std::min(12, coins + 1 + i % 5));
    Plain plain(board);
    ScoreSearch search(board);
    Nimstring nimstring(board);
    check(board, board.strings(), plain, search, nimstring, 4);
    Budget budget;
    const Strings left = board.strings();
    for (const ScoredMove& move : search.moves(left, budget)) {
      const int after = plain.score(left & ~one(move.string));
      REQUIRE(move.score == (move.taken != 0 ? move.taken + after : -after));
    }
    int score = 0;
    int sign = 1;
    Strings rest = left;
    for (const int string : search.line(left, budget)) {
      const int taken = board.taken(rest, string);
      rest &= ~one(string);
      score += sign * taken;
      if (taken == 0) sign = -sign;
    }
    REQUIRE(rest == 0);
    REQUIRE(score == plain.score(left));
    for (const int string : nimstring.winning(left, budget)) {
      REQUIRE(plain.wins(left & ~one(string), 0) == (board.taken(left, string) != 0));
    }
  }
}

TEST_CASE("more than a hundred coins are counted", "[boxes]") {
  std::string text;
  for (int i = 0; i < kMaxStrings; ++i)
    text += "a" + std::to_string(i) + "-b" + std::to_string(i) + " ";
  const Board board = Board::parse(text);
  ScoreSearch search(board);
  Budget budget;
  CHECK(search.score(board.strings(), budget).lower == 2 * kMaxStrings);
  CHECK(search.moves(board.strings(), budget).front().score == 2 * kMaxStrings);
}

TEST_CASE("a small budget leaves bounds that hold", "[boxes]") {
  const Board board = Board::parse("3x3");
  ScoreSearch whole(board);
  Budget unlimited;
  const int score = whole.score(board.strings(), unlimited).lower;
  for (std::uint64_t nodes = 1; nodes < 100'000; nodes *= 10) {
    ScoreSearch search(board);
    Budget budget({.nodes = nodes});
    const ScoreBounds bounds = search.score(board.strings(), budget);
    CHECK(bounds.lower <= score);
    CHECK(score <= bounds.upper);
    CHECK(bounds.exact() != bounds.stopped.has_value());
  }
}

TEST_CASE("drawings of boxes are read as people write them", "[boxes]") {
  const Board board = Board::parse("+---+   +\n|   |    \n+   +---+");
  CHECK(board.rows() == 1);
  CHECK(board.columns() == 2);
  CHECK(board.text(board.strings()) == "+-+ +/| |  /+ +-+");
  CHECK(board.string_count() == 3);
  CHECK(board.string_name(0) == "B1-C1");
  CHECK(Board::parse("+-+ +/| |/+ +-+").text(7) == board.text(7));
  CHECK(Board::parse("*-*.*/|A|../*.*-*").text(7) == board.text(7));
  CHECK(board.string_named(board.strings(), "c1-b1") == 0);
  const Board graph = Board::parse("a-b, b-.; a-b");
  CHECK(graph.text(graph.strings()) == "a-b b-. a-b");
  CHECK(graph.string_name(2) == "a-b#2");
  const Board cases = Board::parse("a-b A-b b-.");
  CHECK(cases.string_named(cases.strings(), "A-b") == 1);
  CHECK(cases.string_named(cases.strings(), "b-A") == 1);
  CHECK(Board::parse(".-a\n.-b\na-b").string_count() == 3);
  CHECK(Board::parse("\xEF\xBB\xBF+ +\n   \n+ +").string_count() == 4);
  const auto refused = [](const char* text) {
    try {
      Board::parse(text);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refused("").find("empty") != std::string::npos);
  CHECK(refused("+ +/ x |/+ +").find("expected '|'") == std::string::npos);
  CHECK(refused("+ +/  x/+ +").find("expected '|' or a blank; found 'x'") != std::string::npos);
  CHECK(refused("+ +/   /+ -").find("expected the dot '+'; found '-'") != std::string::npos);
  CHECK(refused("a-b c").find("expected '-'") != std::string::npos);
  CHECK(refused("a-b b-b").find("ties a coin to itself") != std::string::npos);
  CHECK(refused(".-.").find("ties no coin") != std::string::npos);
  CHECK(refused("6x6").find("84 lines are not drawn; the searches take at most 64") !=
        std::string::npos);
}

}  // namespace boxes_test
