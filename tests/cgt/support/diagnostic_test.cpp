#include "cgt/support/diagnostic.hpp"

#include <catch2/catch.hpp>

namespace cgt::diagnostic_test {
namespace {

std::string show(const std::string& text, std::size_t offset, std::size_t length) {
  return render({Severity::kError, "wrong", "", {offset, length}}, SourceText("f", text));
}

}  // namespace

TEST_CASE("a diagnostic shows its place", "[diagnostic]") {
  const SourceText source("game.sgf", "(;SZ[9]\n  ;AB[aa][zz]\n");
  CHECK(
      render({Severity::kError, "point \"zz\" is off the board", "SZ[9] allows aa to ii", {18, 2}},
             source) ==
      "game.sgf:2:11: error: point \"zz\" is off the board\n"
      "    ;AB[aa][zz]\n"
      "            ^~\n"
      "hint: SZ[9] allows aa to ii");
}

TEST_CASE("diagnostics at the edges of a text", "[diagnostic]") {
  CHECK(show("", 0, 1) == "f:1:1: error: wrong\n  \n  ^");
  CHECK(show("ab", 2, 5) == "f:1:3: error: wrong\n  ab\n    ^");
  CHECK(show("ab\r\ncd", 1, 9) == "f:1:2: error: wrong\n  ab\n   ^");
  CHECK(show("ab\ncd\n", 6, 1) == "f:3:1: error: wrong\n  \n  ^");
  CHECK(show("ab\ncd", 99, 1) == "f:2:3: error: wrong\n  cd\n    ^");
  CHECK(show("a\tb\x01\xff z", 6, 1) == "f:1:7: error: wrong\n  a b?? z\n        ^");
  // A column of the terminal for each character, not for each byte.
  CHECK(show("\xc3\xa9\xc3\xa9 x", 5, 1) == "f:1:6: error: wrong\n  \xc3\xa9\xc3\xa9 x\n     ^");
}

TEST_CASE("long lines are cut around the place", "[diagnostic]") {
  const std::string text = std::string(5000, 'a') + "!" + std::string(5000, 'b');
  const std::string shown = show(text, 5000, 1);
  CHECK(shown.size() < 400);
  const std::size_t caret = shown.rfind('^');
  const std::size_t last_line = shown.rfind('\n') + 1;
  const std::size_t source_line = shown.rfind('\n', last_line - 2) + 1;
  CHECK(shown[source_line + (caret - last_line)] == '!');
  CHECK(show(text, 5000, 5000).size() < 500);
}

TEST_CASE("several diagnostics in one error", "[diagnostic]") {
  const SourceText source("f", "one two");
  const InputError error(source, {{Severity::kError, "first", "look", {4, 3}},
                                  {Severity::kNote, "second", "", {0, 3}}});
  CHECK(std::string(error.what()) ==
        "f:1:5: error: first\n  one two\n      ^~~\nhint: look\n"
        "f:1:1: note: second\n  one two\n  ^~~");
  CHECK(error.message() == "first");
  CHECK(error.hint() == "look");
  CHECK(error.place().column == 5);
}

TEST_CASE("close words", "[diagnostic]") {
  const std::vector<std::string> words{"Mean", "Temperature", "Thermograph"};
  CHECK(closest("meam", words) == "Mean");
  CHECK(closest("temprature", words) == "Temperature");
  CHECK(closest("Thermografh", words) == "Thermograph");
  CHECK(closest("zebra", words).empty());
  CHECK(closest("", words).empty());
}

TEST_CASE("the beginning of a word is enough for a suggestion", "[diagnostic]") {
  const std::vector<std::string> words{"Thermographs", "Mean", "Thermograph", "Thermometers"};
  CHECK(closest("thermo", words) == "Thermograph");
  CHECK(closest("Thermom", words) == "Thermometers");
  CHECK(closest("Th", words).empty());
  CHECK(closest("hermo", words).empty());
}

}  // namespace cgt::diagnostic_test
