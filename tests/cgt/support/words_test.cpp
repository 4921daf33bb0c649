#include "cgt/support/words.hpp"

#include <catch2/catch.hpp>

namespace cgt::words_test {

TEST_CASE("things are counted in words", "[support]") {
  CHECK(counted(0, "stone") == "0 stones");
  CHECK(counted(1, "stone") == "1 stone");
  CHECK(counted(2, "stone") == "2 stones");
  CHECK(counted(1, "index", "indices") == "1 index");
  CHECK(counted(3, "index", "indices") == "3 indices");
}

TEST_CASE("letters of UTF-8 are code points", "[support]") {
  CHECK(letters("") == 0);
  CHECK(letters("abc") == 3);
  CHECK(letters("\u00b1\u2191\u2217") == 3);
  CHECK(letters("\U0001f3b2!") == 2);
  CHECK(begins_letter('a'));
  CHECK(begins_letter("\u2191"[0]));
  CHECK_FALSE(begins_letter("\u2191"[1]));
}

}  // namespace cgt::words_test
