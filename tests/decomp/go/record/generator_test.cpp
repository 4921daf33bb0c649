#include "decomp/go/record/generator.hpp"

#include <catch2/catch.hpp>

#include <span>

#include "cgt/support/hash.hpp"
#include "decomp/go/safety/partition.hpp"

namespace cgt::go::generator_test {
namespace {

Problem board_of(std::uint64_t seed, int size) {
  GeneratorOptions options;
  options.seed = seed;
  options.size = size;
  return generate(options);
}

std::uint64_t fingerprint(const Problem& problem) {
  const std::string text = to_sgf(problem);
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  return hash_bytes(bytes);
}

TEST_CASE("a seed gives the same board on every machine") {
  CHECK(fingerprint(board_of(1, 19)) == 0x2a47b51a456fbd9ULL);
  CHECK(fingerprint(board_of(2, 13)) == 0x6b4bb74ff1b9c14fULL);
  CHECK(fingerprint(board_of(3, 52)) == 0x249e6b1e35dd732fULL);
  CHECK(to_sgf(board_of(4, 19)) == to_sgf(board_of(4, 19)));
  CHECK(to_sgf(board_of(4, 19)) != to_sgf(board_of(5, 19)));
}

TEST_CASE("boards of every size and kind are independent subgames") {
  for (int size = 9; size <= kMaxSide; ++size) {
    for (int kind = 0; kind < 5; ++kind) {
      GeneratorOptions options;
      options.seed = static_cast<std::uint64_t>(size);
      options.size = size;
      options.kinds = {static_cast<SubgameKind>(kind)};
      options.to_play = Player::kRight;
      const Problem problem = generate(options);
      REQUIRE(problem.board.width() == size);
      REQUIRE(problem.to_play == Player::kRight);
      const Partition found = partition(problem.board);
      // A fork may take the place of two strips.
      REQUIRE(static_cast<int>(found.parts.size()) >= size * 2 / 3 + 2);
      REQUIRE(found.fixed_score >= -4);
      REQUIRE(found.fixed_score <= 4);
      for (const Part& part : found.parts) REQUIRE_FALSE(part.dependent);
      REQUIRE(parse_sgf(to_sgf(problem)).board == problem.board);
      REQUIRE(parse_board(to_diagram(problem.board)).board == problem.board);
    }
  }
}

TEST_CASE("the largest board is used") {
  CHECK(partition(board_of(1, 52).board).parts.size() > 150);
}

TEST_CASE("what cannot be generated is refused") {
  CHECK_THROWS_AS(board_of(1, 8), Error);
  CHECK_THROWS_AS(board_of(1, 53), Error);
  GeneratorOptions options;
  options.kinds.clear();
  CHECK_THROWS_AS(generate(options), Error);
}

}  // namespace
}  // namespace cgt::go::generator_test
