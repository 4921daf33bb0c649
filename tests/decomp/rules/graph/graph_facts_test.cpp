#include <catch2/catch.hpp>

#include "tests/decomp/rules/facts.hpp"

TEST_CASE("Games on graphs have the values that CGSuite prints", "[graph][facts]") {
  cgt::testing::check_facts("graph.tsv");
}
