#include "decomp/rules/variant/variant.hpp"

#include <catch2/catch.hpp>

#include "tests/decomp/rules/facts.hpp"

TEST_CASE("Variants of rulesets have the values that CGSuite prints", "[variant][facts]") {
  cgt::testing::check_facts("variant.tsv");
}
