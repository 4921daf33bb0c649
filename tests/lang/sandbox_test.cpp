#include "lang/library/core.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing::sandbox_test {
namespace {

TEST_CASE("scripts read below their folder only", "[sandbox]") {
  namespace fs = std::filesystem;
  const fs::path root = fs::temp_directory_path() / "cgt_sandbox_test";
  fs::remove_all(root);
  fs::create_directories(root / "in" / "deep");
  const char* const record = "(;GM[1]SZ[9]AB[aa])";
  for (const char* name : {"in/a.sgf", "in/deep/b.sgf", "out.sgf", "in_beside.sgf"})
    std::ofstream(root / name) << record;
  fs::create_symlink(root / "out.sgf", root / "in" / "link.sgf");

  Session session;
  add_all_packages(session);
  session.set_directory((root / "in").string());
  const auto reads = [&](const std::string& path) {
    const Result result = session.evaluate("game.go.Load(\"" + path + "\");", kLimits);
    INFO(result.diagnostics);
    const bool refused = result.diagnostics.find("may not read") != std::string::npos;
    CHECK(result.ok() != refused);
    return result.ok();
  };
  CHECK(reads("a.sgf"));
  CHECK(reads("deep/../deep/b.sgf"));
  CHECK(reads((root / "in/a.sgf").string()));
  CHECK_FALSE(reads("../out.sgf"));
  CHECK_FALSE(reads("deep/../../out.sgf"));
  CHECK_FALSE(reads("../in_beside.sgf"));
  CHECK_FALSE(reads((root / "out.sgf").string()));
  CHECK_FALSE(reads("link.sgf"));
  CHECK_FALSE(reads("/etc/passwd"));
  session.set_read_everywhere(true);
  CHECK(reads("../out.sgf"));
  CHECK(reads("link.sgf"));
  fs::remove_all(root);
}

TEST_CASE("scripts write below the folder that they were given only", "[sandbox]") {
  namespace fs = std::filesystem;
  const fs::path root = fs::temp_directory_path() / "cgt_sandbox_write_test";
  fs::remove_all(root);
  fs::create_directories(root / "in" / "deep");
  fs::create_symlink(root, root / "in" / "up");

  Session session;
  add_all_packages(session);
  const auto said = [&](const std::string& text) {
    const Result result = session.evaluate(text, kLimits);
    return result.ok() ? std::string() : result.diagnostics;
  };
  CHECK(said("WriteText(\"a\", \"b\")").find("--allow-write DIR permits it") != std::string::npos);
  session.set_write_folder((root / "in").string());
  CHECK(
      said("WriteText(\"a\", \"old\"); WriteText(\"a\", \"b\"); AppendText(\"a\", \"c\")").empty());
  CHECK(said("AppendText(\"deep/new\", \"c\")").empty());
  for (const char* path : {"../out", "up/out", "deep/../../out", "/cgt_out"}) {
    INFO(path);
    CHECK(said(std::string("WriteText(\"") + path + "\", \"b\")").find("may not write") !=
          std::string::npos);
  }
  CHECK(said("WriteText(\"deep\", \"b\")").find("cannot write deep") != std::string::npos);
  CHECK_FALSE(fs::exists(root / "out"));
  std::string text;
  std::ifstream(root / "in" / "a") >> text;
  CHECK(text == "bc");
  CHECK(fs::exists(root / "in" / "deep" / "new"));
  fs::remove_all(root);
}

}  // namespace
}  // namespace cgt::lang::testing::sandbox_test
