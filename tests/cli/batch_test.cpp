#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/process.hpp"
#include "tests/scratch.hpp"

namespace batch_test {

using cgt::testing::ProcessInput;
using cgt::testing::run_cgt;

namespace {

std::vector<std::string> batch(const std::string& text, std::vector<std::string> options = {}) {
  ProcessInput input;
  input.text = text;
  options.insert(options.begin(), {"batch", "-"});
  const auto result = run_cgt(options, input);
  CHECK(result.exit_code == 0);
  std::vector<std::string> lines;
  std::istringstream in(result.out);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("batch answers every line with one line", "[cli][batch]") {
  const auto lines = batch("1+1\n\n0/0\n(1\n{1|-1}\n*2+*3\r\n");
  REQUIRE(lines.size() == 6);
  CHECK(lines[0] == "2");
  CHECK(lines[2].rfind("!!", 0) == 0);
  CHECK(lines[3].rfind("!!", 0) == 0);
  CHECK(lines[4] == "+-1");
  CHECK(lines[5] == "*");
}

TEST_CASE("every line of a batch has a fresh scope", "[cli][batch]") {
  const auto lines = batch("x := 5\nx\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "5");
  CHECK(lines[1].rfind("!!", 0) == 0);
}

TEST_CASE("a batch finds the classes beside its file", "[cli][batch]") {
  const cgt::testing::Scratch folder;
  cgt::testing::write_bytes(folder / "Take3.cgs",
                            "singleton class Take3 extends game.heap.HeapRuleset\n"
                            "  override def HeapOptions(n as Integer) :=\n"
                            "    [[n - k] for k from 1 to 3 where k <= n];\n"
                            "end\n");
  cgt::testing::write_bytes(folder / "lines.txt", "Take3(7).NimValue\nTake3(6).NimValue\n");
  CHECK(run_cgt({"batch", folder / "lines.txt"}).out == "3\n2\n");
  CHECK(batch("Take3(7).NimValue\n")[0] == "!!unknown name 'Take3'");
}

TEST_CASE("batch adds the time as a column", "[cli][batch]") {
  const auto lines = batch("1+1\n0/0\n", {"--time"});
  REQUIRE(lines.size() == 2);
  CHECK(std::regex_match(lines[0], std::regex("2\t[0-9]+\\.[0-9]{3}")));
  CHECK(std::regex_match(lines[1], std::regex("!!.*\t[0-9]+\\.[0-9]{3}")));
}

TEST_CASE("batch escapes line ends inside values", "[cli][batch]") {
  const auto lines = batch("\"a\\nb\"\n2\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[1] == "2");
}

TEST_CASE("a budget in a batch is per line", "[cli][batch]") {
  const auto lines = batch("for i from 1 to 1000000000 do i end\n1+1\n", {"--budget-ms", "50"});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].rfind("!!out of budget: ", 0) == 0);
  CHECK(lines[1] == "2");
}

TEST_CASE("a line that is stopped tells what is known", "[cli][batch]") {
  const auto lines =
      batch("game.grid.Domineering(\"......|......|......|......\").CanonicalForm\n1+1\n",
            {"--budget-nodes", "30"});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find("!!out of budget: ") == 0);
  CHECK(lines[0].find("; known so far of game.grid.Domineering(") != std::string::npos);
  CHECK(lines[0].find("-12 <= value <= 12") != std::string::npos);
  CHECK(lines[1] == "2");
}

TEST_CASE("a long batch keeps within its memory", "[cli]") {
  // Each line needs a few megabytes, all of them together far more than the limit.
  std::string lines;
  for (int i = 1; i <= 40; ++i) {
    lines += "Sum(+-(n+1/" + std::to_string(1 << (i % 8)) + "+" + std::to_string(i) +
             ") for n from 1 to 12).Temperature\n";
  }
  ProcessInput input;
  input.text = lines;
  const auto run = run_cgt({"batch", "--budget-mb", "24", "-"}, input);
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("!!") == std::string::npos);
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 40);
}

TEST_CASE("batch takes any bytes", "[cli][batch]") {
  std::string noise;
  for (int i = 0; i < 4000; ++i) noise += static_cast<char>((i * 7919 + i / 3) % 256);
  noise += "\n1+1\n";
  const auto lines = batch(noise);
  REQUIRE_FALSE(lines.empty());
  CHECK(lines.back() == "2");
  const auto expected = static_cast<std::size_t>(std::count(noise.begin(), noise.end(), '\n'));
  CHECK(lines.size() == expected);
}

}  // namespace batch_test
