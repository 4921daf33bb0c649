// Every picture that the program writes: well formed, with a size, a title and a description for who
// cannot see it, without inline styles (pages with a strict policy refuse them), the same bytes each
// time; and not blank where rsvg-convert can tell.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace picture_test {
namespace {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

// As pixels, in a PNG.
std::string painted(const std::string& svg) {
  const TemporaryFile drawing(svg, ".svg");
  const TemporaryFile pixels("", ".png");
  REQUIRE(cgt::testing::run({"rsvg-convert", drawing.path(), "-o", pixels.path()}).exit_code == 0);
  return read_file(pixels.path());
}

void check_picture(const std::string& svg) {
  REQUIRE(svg.rfind("<svg ", 0) == 0);
  const std::string head = svg.substr(0, svg.find('>') + 1);
  for (const char* attribute : {" viewBox=\"", " width=\"", " height=\"", " role=\"img\""})
    CHECK(head.find(attribute) != std::string::npos);
  const std::size_t title = svg.find("<title>");
  const std::size_t description = svg.find("<desc>");
  REQUIRE(title != std::string::npos);
  REQUIRE(description != std::string::npos);
  CHECK(title < description);
  CHECK(svg.find("<desc></desc>") == std::string::npos);
  CHECK(svg.find(" style=") == std::string::npos);
  static const bool has_painter = std::filesystem::exists("/usr/bin/rsvg-convert");
  if (has_painter) CHECK(painted(svg).size() > painted(head + "</svg>").size() + 100);
}

}  // namespace

TEST_CASE("the pictures of all subcommands are well formed, and the same each time",
          "[cli][picture]") {
  const std::string levels = cgt::testing::source_root() + "/examples/sokoban/four.xsb";
  const std::string record = cgt::testing::source_root() + "/examples/go/comb9.sgf";
  const std::vector<std::vector<std::string>> commands{
      {"eval", "domineering", "....|....|...#", "--svg"},
      {"eval", "clobber", "xo|ox", "--tree"},
      {"eval", "clobber", "xo|ox", "--positions"},
      {"eval", "clobber", "xo|ox", "--board"},
      {"eval", "nim", "3+5", "--board"},
      {"eval", "hackenbush", "l(r;le)", "--board"},
      {"ko", "A: B | 0; B: 30 | A", "--svg"},
      {"go", record, "--svg"},
      {"sum", "clobber:xoxo - domineering:..|.. + {2|1} + nim:3+4", "--svg"},
      {"sokoban", "show", levels, "--svg"},
  };
  for (const std::vector<std::string>& command : commands) {
    CAPTURE(command);
    std::vector<std::string> drawn;
    for (int run = 0; run < 2; ++run) {
      const TemporaryFile file("", ".svg");
      std::vector<std::string> words = command;
      words.push_back(file.path());
      const auto result = run_cgt(words);
      INFO(result.err);
      CHECK(result.exit_code == 0);
      drawn.push_back(read_file(file.path()));
    }
    check_picture(drawn[0]);
    CHECK(drawn[0] == drawn[1]);
  }
}

TEST_CASE("--format svg draws every kind of value that has a picture", "[cli][picture]") {
  for (const char* value :
       {"{2|1||0}", "{3|1}.Thermograph", "on", "upon", "game.grid.Clobber(\"xo|ox\")",
        "game.heap.Nim(5)", "game.graph.Hackenbush(\"l(r;le)\")",
        "game.strip.ToadsAndFrogs(\"t.f\")", "Grid([[0,1],[1,2]])"}) {
    CAPTURE(value);
    const auto first = run_cgt({"-e", value, "--format", "svg"});
    INFO(first.err);
    REQUIRE(first.exit_code == 0);
    if (first.out.rfind("<svg ", 0) != 0) FAIL("no picture: " + first.out.substr(0, 80));
    check_picture(first.out);
    CHECK(run_cgt({"-e", value, "--format", "svg"}).out == first.out);
  }
}

}  // namespace picture_test
