#include "decomp/rules/heap/heap.hpp"

#include <catch2/catch.hpp>

#include "tests/decomp/rules/facts.hpp"

using namespace cgt::testing;

TEST_CASE("Heap games have the values that CGSuite prints", "[heap][facts]") {
  check_facts("heap.tsv");
}
