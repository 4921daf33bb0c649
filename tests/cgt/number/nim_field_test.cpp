#include "cgt/number/nim_field.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "cgt/number/rational.hpp"
#include "tests/testing.hpp"

namespace cgt::nim_field_test {
namespace {

Budget unlimited;

Integer times(const Integer& a, const Integer& b) { return nim_product(a, b, unlimited); }

// Random numbers of all sizes up to `bits`.
class Numbers {
 public:
  explicit Numbers(unsigned bits) : bits_(bits) {}
  Integer operator()() {
    const unsigned size = static_cast<unsigned>(random_() % (bits_ + 1));
    Integer n = 0;
    for (unsigned i = 0; i < size; i += 32) n = (n << 32) | static_cast<std::uint32_t>(random_());
    Integer cut;
    mpz_fdiv_r_2exp(cut.raw(), n.raw(), size);
    return cut;
  }

 private:
  unsigned bits_;
  std::mt19937_64 random_{1976};
};

// The definition: mex{a'b + ab' + a'b'}.
TEST_CASE("the nim product is the least excluded value, for all pairs below 64", "[nim]") {
  constexpr std::size_t kSize = 64;
  std::vector<std::vector<std::uint64_t>> product(kSize, std::vector<std::uint64_t>(kSize));
  std::vector<std::uint64_t> options;
  for (std::size_t a = 0; a < kSize; ++a) {
    for (std::size_t b = 0; b < kSize; ++b) {
      options.clear();
      for (std::size_t i = 0; i < a; ++i) {
        for (std::size_t j = 0; j < b; ++j)
          options.push_back(product[i][b] ^ product[a][j] ^ product[i][j]);
      }
      product[a][b] = mex(options);
      INFO(a << " * " << b);
      CHECK(times(a, b) == product[a][b]);
    }
  }
}

TEST_CASE("the integers are a field under nim operations", "[nim]") {
  Numbers numbers(700);
  for (std::size_t i = 0; i < testing::scaled(150); ++i) {
    const Integer a = numbers();
    const Integer b = numbers();
    const Integer c = numbers();
    INFO(a << " " << b << " " << c);
    CHECK(times(a, b) == times(b, a));
    CHECK(times(times(a, b), c) == times(a, times(b, c)));
    CHECK(times(a, nim_sum(b, c)) == nim_sum(times(a, b), times(a, c)));
    CHECK(times(a, 1) == a);
    CHECK(times(a, 0) == 0);
    if (a != 0) {
      CHECK(times(a, nim_inverse(a, unlimited)) == 1);
      CHECK(times(nim_quotient(b, a, unlimited), a) == b);
    }
    const Integer root = nim_square_root(a, unlimited);
    CHECK(times(root, root) == a);
  }
}

TEST_CASE("every word has an inverse, every small number by search", "[nim]") {
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < testing::scaled(500); ++i) {
    const Integer a = random() | 1U;
    CHECK(times(a, nim_inverse(a, unlimited)) == 1);
  }
  for (unsigned a = 1; a < 256; ++a) {
    unsigned found = 0;
    for (unsigned x = 1; x < 256 && found == 0; ++x) {
      if (times(a, x) == 1) found = x;
    }
    CHECK(nim_inverse(a, unlimited) == found);
  }
}

// Conway 1976: F * x is the ordinary product for x below a Fermat power F, and F * F = 3F/2.
TEST_CASE("Fermat powers", "[nim]") {
  Numbers numbers(4096);
  for (unsigned level = 0; level <= 12; ++level) {
    const unsigned bits = 1U << level;
    const Integer power = Integer(1) << bits;
    CHECK(times(power, power) == power + power / 2);
    for (int i = 0; i < 5; ++i) {
      Integer x;
      mpz_fdiv_r_2exp(x.raw(), numbers().raw(), bits);
      CHECK(times(power, x) == power * x);
      // The numbers below the power are a field: closed.
      CHECK(times(x, x) < power);
    }
  }
}

TEST_CASE("long nim products stop when the budget is spent", "[nim]") {
  Budget little(Budget::Limits{10'000, Budget::kUnlimited, Budget::kUnlimited});
  const Integer a = (Integer(1) << 2'000'000) - 1;
  CHECK_THROWS_AS(nim_product(a, a, little), BudgetExhausted);
  Budget small(Budget::Limits{10'000, Budget::kUnlimited, Budget::kUnlimited});
  CHECK_THROWS_AS(ugly_product(a, a, small), BudgetExhausted);
}

// A coin alone: the values of all sets of nearer coins of its row, and of its column, are excluded.
TEST_CASE("the ugly product is the value of a coin", "[nim]") {
  constexpr std::size_t kSize = 9;
  std::vector<std::vector<std::uint64_t>> value(kSize, std::vector<std::uint64_t>(kSize));
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j < kSize; ++j) {
      std::vector<std::uint64_t> options;
      const auto moves = [&](std::size_t count, auto&& at) {
        const std::size_t first = options.size();
        options.push_back(0);
        for (std::size_t k = 0; k < count; ++k) {
          const std::size_t size = options.size();
          for (std::size_t old = first; old < size; ++old) options.push_back(options[old] ^ at(k));
        }
      };
      moves(i, [&](std::size_t k) { return value[k][j]; });
      moves(j, [&](std::size_t k) { return value[i][k]; });
      value[i][j] = mex(options);
      INFO(i << " and " << j);
      CHECK(ugly_product(Integer(1) << i, Integer(1) << j, unlimited) == value[i][j]);
    }
  }
  Numbers numbers(200);
  for (int i = 0; i < 50; ++i) {
    const Integer a = numbers();
    const Integer b = numbers();
    const Integer c = numbers();
    CHECK(ugly_product(a, b, unlimited) == ugly_product(b, a, unlimited));
    CHECK(ugly_product(a, b ^ c, unlimited) ==
          nim_sum(ugly_product(a, b, unlimited), ugly_product(a, c, unlimited)));
  }
}

}  // namespace
}  // namespace cgt::nim_field_test
