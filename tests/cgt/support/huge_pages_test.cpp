#include "cgt/support/huge_pages.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

namespace cgt::huge_pages_test {
namespace {

constexpr std::size_t kPage = std::size_t{1} << 21U;

TEST_CASE("a table in huge pages keeps its content while it grows and shrinks", "[memory]") {
  // From less than a page to several, and back.
  std::vector<std::uint64_t, HugePages<std::uint64_t>> table;
  for (const std::size_t size : {std::size_t{10}, kPage / 8 - 1, kPage / 8, kPage / 8 + 1,
                                 3 * kPage / 8 + 5, kPage / 8 - 1, std::size_t{7}}) {
    const std::size_t before = table.size();
    table.resize(size);
    table.shrink_to_fit();
    CHECK(table.capacity() == size);
    for (std::size_t i = before; i < size; ++i) table[i] = i * i;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < size; ++i) wrong += table[i] == i * i ? 0 : 1;
    CHECK(wrong == 0);
  }
}

TEST_CASE("blocks of a page or more begin at a page", "[memory]") {
  HugePages<char> pages;
  for (const std::size_t bytes : {kPage, kPage + 1, 5 * kPage}) {
    char* const block = pages.allocate(bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(block) % kPage == 0);
    block[0] = 1;
    block[bytes - 1] = 2;
    pages.deallocate(block, bytes);
  }
  // Smaller ones come from the heap as always, one byte included.
  for (const std::size_t bytes : {std::size_t{1}, kPage - 1}) {
    char* const block = pages.allocate(bytes);
    REQUIRE(block != nullptr);
    block[bytes - 1] = 3;
    pages.deallocate(block, bytes);
  }
}

TEST_CASE("allocators of huge pages are all the same", "[memory]") {
  const HugePages<int> ints;
  const HugePages<double> doubles(ints);
  CHECK(doubles == HugePages<double>());
  std::vector<int, HugePages<int>> a(kPage / 4, 5);
  const int* const place = a.data();
  std::vector<int, HugePages<int>> b;
  b = std::move(a);  // equal allocators: the block changes hands
  CHECK(b.data() == place);
}

}  // namespace
}  // namespace cgt::huge_pages_test
