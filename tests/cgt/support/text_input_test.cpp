// Numbers and lines in text.
#include "cgt/support/text_input.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/testing.hpp"

namespace cgt::text_input_test {

TEST_CASE("a number is the whole text, and fits its type", "[support]") {
  CHECK(parse_number<int>("-30") == -30);
  CHECK(parse_number<double>("2.5") == 2.5);
  CHECK(parse_number<std::uint8_t>("255") == 255);
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "0x1", "--1", "1.5", "-", "2147483648"}) {
    INFO(text);
    CHECK_FALSE(parse_number<int>(text));
  }
  CHECK_FALSE(parse_number<std::uint32_t>("-1"));
  CHECK_FALSE(parse_number<std::uint8_t>("256"));
}

TEST_CASE("numbers read back as they are written", "[support][random]") {
  std::mt19937_64 random(53);
  for (std::size_t i = 0; i < testing::scaled(500); ++i) {
    const auto n = static_cast<std::int64_t>(random() >> (random() % 64)) * (i % 2 == 0 ? 1 : -1);
    CHECK(parse_number<std::int64_t>(std::to_string(n)) == n);
  }
}

TEST_CASE("a number is taken off the front, or nothing is", "[support]") {
  std::string_view text = "12/-30 left";
  CHECK(take_number<int>(text) == 12);
  CHECK(text == "/-30 left");
  CHECK_FALSE(take_number<int>(text));
  CHECK(text == "/-30 left");
  text.remove_prefix(1);
  CHECK(take_number<int>(text) == -30);
  CHECK(text == " left");
}

TEST_CASE("what is not a number of the range is refused with what was expected", "[support]") {
  CHECK(need_number<int>("7", "a size", 1, 7) == 7);
  for (const std::string text : {"0", "8", "seven"}) {
    try {
      need_number<int>(text, "a size", 1, 7, "from 1 to 7");
      FAIL(text);
    } catch (const Error& error) {
      CHECK(error.what() == "expected a size; found \"" + text + "\"");
      CHECK(error.hint() == "from 1 to 7");
    }
  }
}

TEST_CASE("written lines are those that say something", "[support]") {
  const auto lines = [](std::string_view text, std::string_view comment = "#") {
    std::vector<std::string> out;
    for (const SourceSpan& line : written_lines(text, comment))
      out.emplace_back(text.substr(line.offset, line.length));
    return out;
  };
  CHECK(lines("a b\n\n  # no\n\tc \r\n#\nlast") == std::vector<std::string>{"a b", "c", "last"});
  CHECK(lines("#a\n# b", "# ") == std::vector<std::string>{"#a"});
  CHECK(lines("").empty());
  CHECK(lines(" \n\t\r\n").empty());
}

}  // namespace cgt::text_input_test
