// cgt pathology: figures, their pictures, experiments, journals.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <span>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/slow.hpp"

namespace pathology_test {

using cgt::testing::ProcessInput;
using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

namespace {

namespace fs = std::filesystem;

// A folder that vanishes with the object.
class Folder {
 public:
  Folder() : path_(TemporaryFile("").path() + ".d") {}
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(const std::string& name) const { return fs::path(path_) / name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Box {
  double left, top, right, bottom;
  std::string text;
};

// Boxes of all texts that are read from left to right, at least as large as they are drawn.
std::vector<Box> boxes_of(const std::string& svg) {
  static const std::regex pattern(
      R"re(<text x="([-0-9.]+)" y="([-0-9.]+)" text-anchor="(\w+)"([^>]*)>([^<]*)</text>)re");
  std::vector<Box> out;
  for (std::sregex_iterator at(svg.begin(), svg.end(), pattern), end; at != end; ++at) {
    const std::smatch& m = *at;
    const double x = std::stod(m[1]);
    const double y = std::stod(m[2]);
    const bool title = m[4].str().find("15") != std::string::npos;
    const bool bold = m[4].str().find("bold") != std::string::npos;
    std::string text = std::regex_replace(m[5].str(), std::regex("&[a-z]+;"), "m");
    const auto letters = static_cast<double>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
    const double width = letters * (title ? 10.5 : bold ? 8.2 : 6.6);
    const double from = m[3] == "start" ? x : m[3] == "end" ? x - width : x - width / 2;
    out.push_back({from, y - 10, from + width, y + 2, text});
  }
  return out;
}

void check_picture(const std::string& svg) {
  REQUIRE(svg.rfind("<svg", 0) == 0);
  REQUIRE(svg.find("nan") == std::string::npos);
  std::smatch size;
  REQUIRE(std::regex_search(svg, size, std::regex(R"re(width="([0-9.]+)" height="([0-9.]+)")re")));
  const std::vector<Box> boxes = boxes_of(svg);
  REQUIRE(boxes.size() > 10);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& a = boxes[i];
    INFO(a.text);
    CHECK(a.left >= 0);
    CHECK(a.right <= std::stod(size[1]));
    CHECK(a.bottom <= std::stod(size[2]));
    for (std::size_t k = i + 1; k < boxes.size(); ++k) {
      const Box& b = boxes[k];
      const bool apart =
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      INFO(b.text);
      CHECK(apart);
    }
  }
}

}  // namespace

TEST_CASE("heat maps of the quick grid are written as CSV, JSON and picture", "[cli]") {
  const Folder folder;
  const auto result = run_cgt({"pathology", "figure", "10", "--quick", "--threads", "2", "--out",
                               folder.path(), "--resume"});
  REQUIRE(result.exit_code == 0);
  const std::string csv = read_file(folder / "figure10.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 3 * 3 * 6);
  CHECK(csv.rfind("b,s,g,cases,deep_error,shallow_error,p,p_error,mean_ratio,mean_ratio_error\n",
                  0) == 0);
  const auto json = nlohmann::json::parse(read_file(folder / "figure10.json"));
  REQUIRE(json.size() == 54);
  CHECK(json[0]["b"] == 2);
  CHECK(json[0]["cases"] == 2000);
  CHECK(json[36]["p"].get<double>() > 1.5);
  const std::string svg = read_file(folder / "figure10.svg");
  check_picture(svg);
  CHECK(std::count(svg.begin(), svg.end(), '\n') > 54);

  // What the journal has is not done again, whatever else is asked of it; the contours come from
  // it.
  const auto again = run_cgt({"pathology", "figure", "7", "--quick", "--out", folder.path(),
                              "--resume", "--budget-nodes", "1"});
  CHECK(again.exit_code == 0);
  CHECK(again.err.find("going on at 9 of 9 units") != std::string::npos);
  check_picture(read_file(folder / "figure7.svg"));
}

TEST_CASE("pictures of curves are readable", "[cli][long]") {
  const Folder folder;
  // All of them draw curves of the same kind of grid.
  const std::vector<std::string> figures{"9", "13", "11", "12", "14"};
  for (const std::string& figure : std::span(figures).first(cgt::testing::sized(5, 2))) {
    INFO("figure " << figure);
    const auto result = run_cgt({"pathology", "figure", figure, "--quick", "--out", folder.path()});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    check_picture(read_file(folder / ("figure" + figure + ".svg")));
  }
}

TEST_CASE("a grid goes on where it stopped", "[cli]") {
  const Folder folder;
  fs::create_directories(folder.path());
  const std::vector<std::string> command{
      "pathology", "grid",    "-b",  "2,3",      "-s",  "0,1",     "-g",
      "2,9",       "--trees", "400", "--format", "csv", "--state", (folder / "journal").string()};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> out = command;
    out.insert(out.end(), more.begin(), more.end());
    return out;
  };
  const auto stopped = run_cgt(with({"--budget-nodes", "100000"}));
  CHECK(stopped.exit_code == 4);
  CHECK(stopped.err.find("Incomplete (node budget spent)") != std::string::npos);
  const auto whole = run_cgt(with({"--threads", "2"}));
  CHECK(whole.exit_code == 0);
  CHECK(whole.err.find("going on at") != std::string::npos);
  const auto fresh = run_cgt({"pathology", "grid", "-b", "2,3", "-s", "0,1", "-g", "2,9", "--trees",
                              "400", "--format", "csv"});
  CHECK(fresh.out == whole.out);
  const auto other = run_cgt(with({"--seed", "2"}));
  CHECK(other.exit_code == 1);
  CHECK(other.err.find("another experiment") != std::string::npos);
}

TEST_CASE("a surface of which nothing is known says so", "[cli]") {
  const Folder folder;
  const auto result =
      run_cgt({"pathology", "figure", "7", "--out", folder.path(), "--budget-nodes", "1"});
  CHECK(result.exit_code == 4);
  CHECK(result.out.find("Incomplete") != std::string::npos);
  const auto json = nlohmann::json::parse(read_file(folder / "figure7.json"));
  REQUIRE(json.size() == 99);
  for (const auto& cell : json) CHECK(cell["needed_g"].is_null());
}

TEST_CASE("experiments that cannot be are refused", "[cli]") {
  const auto code = [](std::vector<std::string> words) {
    words.insert(words.begin(), "pathology");
    return run_cgt(words).exit_code;
  };
  CHECK(code({}) == 2);
  CHECK(code({"figure", "6", "--out", "/tmp"}) == 2);
  CHECK(code({"figure", "14", "--out", "/dev/null/x"}) == 2);
  CHECK(code({"chess", "KPK"}) == 1);
  CHECK(code({"chess", "KQK", "-g", "1"}) == 1);
  CHECK(code({"grid", "-b", "1"}) == 1);
  CHECK(code({"grid", "-s", "2"}) == 1);
  CHECK(code({"grid", "--deep", "6"}) == 1);
  CHECK(code({"kalah", "--pits", "9"}) == 1);
  CHECK(code({"puzzle", "--deep", "0"}) == 1);
  CHECK(code({"remedies", "-g", "0", "--trees", "1"}) == 1);
  CHECK(code({"win-loss", "-b", "2", "--height", "40"}) == 1);
  CHECK(code({"pruning", "-p", "1.5"}) == 1);
  CHECK(code({"pruning", "-p", "nan"}) == 1);
  CHECK(code({"grid", "-s", "nan"}) == 1);
  CHECK(code({"grid", "--trees", "1000000000000000000"}) == 1);
  for (const char* sigma : {"nan", "inf", "-3"}) {
    INFO(sigma);
    CHECK(code({"grid", "--sigma", sigma}) == 1);
    CHECK(code({"puzzle", "--noise", "--sigma", sigma}) == 1);
    CHECK(code({"chess", "KQK", "--sigma", sigma}) == 1);
    CHECK(code({"kalah", "--boards", "1", "--sigma", sigma}) == 1);
  }
  for (const char* none : {"0", "-5", "x"}) {
    INFO(none);
    CHECK(code({"grid", "--trees", none}) == 2);
    CHECK(code({"kalah", "--boards", none}) == 2);
    CHECK(code({"remedies", "--trees", none}) == 2);
    CHECK(code({"win-loss", "--trees", none}) == 2);
  }
  CHECK(code({"kalah", "--boards", "1", "-g", "-3"}) == 1);
  CHECK(code({"puzzle", "--deep", "1000000000", "--budget-ms", "200"}) == 4);
  CHECK(code({"pruning", "--rounds", "200", "--budget-nodes", "100000"}) == 4);
  CHECK(run_cgt({"pathology", "chess", "KQK", "--budget-nodes", "1000"}).exit_code == 4);
}

}  // namespace pathology_test
