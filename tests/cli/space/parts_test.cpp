// --shard, cgt merge, cgt info: shards come to what one run prints, and nothing else is joined.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "decomp/db/checksum.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace cli_parts_test {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::Scratch;
using Words = std::vector<std::string>;

namespace {

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string numbered(const Scratch& scratch, unsigned i) {
  return scratch / ("part-" + std::to_string(i));
}

// Runs all shards; returns cgt merge FILES, the last shard first.
Words sharded(const Words& command, unsigned of, const Scratch& scratch) {
  Words merge{"merge"};
  for (unsigned i = of; i >= 1; --i) {
    std::filesystem::remove(numbered(scratch, i));
    const auto run = run_cgt(with(command, {"--shard", std::to_string(i) + "/" + std::to_string(of),
                                            "--state", numbered(scratch, i)}));
    INFO(run.err);
    CHECK(run.out.empty());
    merge.push_back(numbered(scratch, i));
  }
  return merge;
}

void check_merges(const Words& command, const std::vector<unsigned>& counts) {
  const auto whole = run_cgt(command);
  INFO(whole.err);
  REQUIRE(whole.exit_code != 2);
  CHECK(!whole.out.empty());
  for (const unsigned of : counts) {
    const Scratch scratch;
    const auto merged = run_cgt(sharded(command, of, scratch));
    CHECK(merged.out == whole.out);
    CHECK(merged.err == whole.err);
    CHECK(merged.exit_code == whole.exit_code);
  }
}

void check_refused(const Words& words, int code, const std::string& says) {
  const auto run = run_cgt(words);
  INFO(run.err);
  CHECK(run.exit_code == code);
  CHECK(run.err.find(says) != std::string::npos);
  CHECK(run.out.empty());
}

std::string sums_file(const Scratch& scratch) {
  std::string path = scratch / "sums.txt";
  std::ofstream(path)
      << "clobber:xoxo + ^*\n# a comment\nclobber:xo\n\nkayles:5+3\n1 + -1\n{1|-1}\n"
         "clobber:xxo\n*2 + *2\n";
  return path;
}

// The columns of a table but the one with this name.
std::string without_column(const std::string& table, const std::string& name) {
  std::string out;
  std::istringstream lines(table);
  std::size_t skipped = 0;
  bool head = true;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::size_t at = 0;
    for (std::string cell; std::getline(cells, cell, '\t'); ++at) {
      if (head && cell == name) skipped = at;
      if (at != skipped || at == 0) out += cell + '\t';
    }
    out += '\n';
    head = false;
  }
  return out;
}

// With another header line, and the checksum that goes with it.
void rewrite_header(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = read_file(path);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  const std::size_t line = text.find("\nheader ") + 1;
  const std::size_t end = text.find('\n', line);
  std::ostringstream hash;
  hash << std::hex;
  hash.width(16);
  hash.fill('0');
  hash << cgt::db::Checksum().bytes(text.substr(0, line)).value();
  text.replace(line, end - line, "header " + hash.str());
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("shards of a census come to the whole table", "[cli][parts]") {
  check_merges({"census", "clobber", "2x3", "--by", "temperature"}, {1, 2, 3, 7});
  check_merges({"census", "domineering", "3x3", "--tsv", "--all"}, {2, 7});
  check_merges({"census", "domineering", "3x3", "--hottest", "5"}, {3});
  check_merges({"census", "nogo", "2x3", "--json", "-q"}, {7});
  // Fewer boards than shards.
  check_merges({"census", "clobber", "1x1"}, {7});
}

TEST_CASE("shards of a search of octal codes come to all its rows", "[cli][parts]") {
  check_merges({"octal", "--digits", "2", "--to", "500"}, {1, 2, 3, 7});
  check_merges({"octal", "0.07", "0.77", "4.3", "0.[3]", "--last", "400", "--json"}, {3});
  check_merges({"octal", "0.06", "0.3", "--budget-nodes", "300"}, {2});
  check_refused({"octal", "0.07", "0.8x"}, 3, "'x' is not a digit");
  check_refused({"octal"}, 2, "CODES, --file or --digits");
}

TEST_CASE("shards of a file of sums come to all its rows", "[cli][parts]") {
  const Scratch scratch;
  const std::string sums = sums_file(scratch);
  check_merges({"sum", "--file", sums}, {1, 2, 3, 7});
  check_merges({"sum", "--file", sums, "--first", "L", "--json", "--moves"}, {3});
  check_merges({"sum", "--file", sums, "--budget-nodes", "1"}, {2});
}

TEST_CASE("shards of a grid and of a match come to their tables", "[cli][parts]") {
  check_merges(
      {"pathology", "grid", "-b", "2,3", "-s", "0,1", "-g", "2,5", "--trees", "200", "--seed", "3"},
      {1, 2, 3, 7});
  const Scratch scratch;
  const std::string deals = scratch / "deals.pbn";
  std::ofstream(deals) << run_cgt({"bridge", "deal", "--boards", "4", "--seed", "5"}).out;
  check_merges({"bridge", "match", deals, "--a", "rule", "--b", "classic", "-q"}, {1, 3});
}

TEST_CASE("shards of a bench of plans come to its lines but for the times", "[cli][parts]") {
  const Words bench{"htn", "bench", "examples/htn/hddl", "-q"};
  const std::string whole = without_column(run_cgt(bench).out, "ms");
  CHECK(whole.find("verified") != std::string::npos);
  for (const unsigned of : {2U, 7U}) {
    const Scratch scratch;
    CHECK(without_column(run_cgt(sharded(bench, of, scratch)).out, "ms") == whole);
  }
}

TEST_CASE("shards of a database come to its records", "[cli][parts][db]") {
  const Scratch scratch;
  const Words build{"db", "build", "clobber", "2x3", "-q"};
  REQUIRE(run_cgt(with(build, {"--out", scratch / "whole.db"})).exit_code == 0);
  const std::string records = run_cgt({"db", "export", scratch / "whole.db"}).out;
  CHECK(records.find("\txo\t") != std::string::npos);
  for (const unsigned of : {1U, 2U, 3U, 7U}) {
    const std::string all = scratch / ("all-" + std::to_string(of) + ".db");
    Words merge{"merge", "--out", all};
    for (unsigned i = 1; i <= of; ++i) {
      const std::string part = scratch / ("part-" + std::to_string(i) + "of" + std::to_string(of));
      const auto run = run_cgt(
          with(build, {"--shard", std::to_string(i) + "/" + std::to_string(of), "--out", part}));
      CHECK(run.exit_code == 0);
      merge.push_back(part);
    }
    if (of == 3) {
      Words missing = merge;
      missing.erase(missing.begin() + 4);
      check_refused(missing, 1, "shard 2/3 of values of boards up to 2x3 of \".xo\" is missing");
      check_refused(with(merge, {merge.back()}), 1, "shard 3/3");
    }
    CHECK(run_cgt(merge).exit_code == 0);
    CHECK(run_cgt({"db", "export", all}).out == records);
    // It is the whole build: nothing is left to do.
    const auto again = run_cgt(with(build, {"--out", all}));
    CHECK(again.out.find("searched 0 components") != std::string::npos);
    const auto info = nlohmann::json::parse(run_cgt({"info", all, "--json"}).out);
    REQUIRE(info["builds"].size() == 1);
    CHECK(info["builds"][0]["complete"] == true);
  }
  check_refused({"merge", scratch / "whole.db"}, 2, "--out FILE");
}

TEST_CASE("a shard that was cut off goes on, and is not merged before", "[cli][parts]") {
  const Scratch scratch;
  const std::string sums = sums_file(scratch);
  const Words command{"sum", "--file", sums};
  const std::string whole = run_cgt(command).out;
  const Words merge = sharded(command, 2, scratch);
  const std::string path = numbered(scratch, 1);
  const std::string full = read_file(path);
  const std::size_t body = full.find('\n', full.find("\nheader ") + 1) + 1;
  // Wherever a crash cuts the lines, the rest is done again.
  for (std::size_t size = body; size < full.size(); size += 97) {
    std::ofstream(path, std::ios::binary) << full.substr(0, size);
    check_refused(merge, 2, "shard 1/2 is not complete");
    const auto again = run_cgt(with(command, {"--shard", "1/2", "--state", path, "-q"}));
    CHECK(again.exit_code == 2);  // -q is another command: what it prints may differ
    CHECK(run_cgt(with(command, {"--shard", "1/2", "--state", path})).exit_code == 0);
    CHECK(read_file(path) == full);
    CHECK(run_cgt(merge).out == whole);
  }
  // Cut off inside of its header it says so.
  std::ofstream(path, std::ios::binary) << full.substr(0, body - 5);
  check_refused(merge, 2, "its header is damaged");
  check_refused(with(command, {"--shard", "1/2", "--state", path}), 2, "its header is damaged");
}

TEST_CASE("a file of sums goes on where it stopped", "[cli][parts]") {
  const Scratch scratch;
  const Words command{"sum", "--file", sums_file(scratch)};
  const auto whole = run_cgt(command);
  const std::string state = scratch / "journal";
  CHECK(run_cgt(with(command, {"--state", state})).out == whole.out);
  const std::string full = read_file(state);
  std::ofstream(state, std::ios::binary) << full.substr(0, full.size() / 4 * 3);
  const auto again = run_cgt(with(command, {"--state", state, "--threads", "2"}));
  CHECK(again.out == whole.out);
  CHECK(again.err.find("going on after") != std::string::npos);
  CHECK(again.err.ends_with(whole.err));
  // The journal of a whole run is one shard of one.
  CHECK(run_cgt({"merge", state}).out == whole.out);
}

TEST_CASE("what does not belong together is not merged", "[cli][parts]") {
  const Scratch scratch;
  const std::string sums = sums_file(scratch);
  const Words merge = sharded({"sum", "--file", sums}, 3, scratch);  // 3, 2, 1
  check_refused({"merge", merge[1], merge[3]}, 2, "shard 2/3 is missing");
  check_refused({"merge", merge[2]}, 2, "shards 1/3, 3/3 are missing");
  check_refused(with(merge, {merge[2]}), 2, "shard 2/3 is there twice");
  const std::string one = numbered(scratch, 1);
  const std::string good = read_file(one);
  const auto changed = [&](const std::string& from, const std::string& to,
                           const std::string& says) {
    std::ofstream(one, std::ios::binary) << good;
    rewrite_header(one, from, to);
    check_refused(merge, 2, says);
  };
  changed("version cgt ", "version cgt 9", "made by");
  changed("\ncommand cgt sum", "\ncommand cgt sum --moves", "made with");
  changed("\nseed -", "\nseed 7", "with seed");
  changed("\nruleset -", "\nruleset game.grid.Clobber", "of the ruleset");
  changed("\nunits 7", "\nunits 8", "with units");
  changed("\nshard 1/3", "\nshard 1/4", "shard 1/4, but");
  changed("\ninput ", "\ninput 0", "from inputs with checksums");
  changed("\nkind units", "\nkind grid", "made as");
  // Without the checksum that goes with it, no change passes.
  std::string flipped = good;
  flipped[good.find("sum --file")] = 'S';
  std::ofstream(one, std::ios::binary) << flipped;
  check_refused(merge, 2, "its header is damaged");
  std::ofstream(one, std::ios::binary) << "cgt part 2\n" << good.substr(11);
  check_refused(merge, 2, "another version of cgt");
  check_refused({"merge", sums}, 2, "it has no header");
  check_refused({"merge", scratch / "nothing"}, 2, "cannot read");
  check_refused({"merge", "--out", scratch / "x", merge[1]}, 2, "--out is for databases");
  // All parts of another program.
  const Words old = sharded({"sum", "--file", sums}, 1, scratch);
  rewrite_header(numbered(scratch, 1), "version cgt ", "version cgt 9");
  check_refused(old, 2, "made by");
  // A command without shards.
  const Words grid = sharded({"sum", "--file", sums}, 1, scratch);
  rewrite_header(numbered(scratch, 1), "command cgt sum --file", "command cgt eval --list --file");
  CHECK(run_cgt(grid).exit_code == 2);
}

TEST_CASE("a changed input is noticed", "[cli][parts]") {
  const Scratch scratch;
  const std::string sums = sums_file(scratch);
  const Words shard{"sum", "--file", sums, "--shard", "1/2", "--state", scratch / "one"};
  REQUIRE(run_cgt(shard).exit_code == 0);
  std::ofstream(sums, std::ios::app) << "clobber:oxo\n";
  check_refused(shard, 2, "from inputs with checksums");
  check_refused({"sum", "--file", sums, "--shard", "2/2", "--state", scratch / "one"}, 2,
                "from inputs with checksums");
}

TEST_CASE("shards are given as I/N", "[cli][parts]") {
  const Scratch scratch;
  const auto refuse = [&](const std::string& shard, const std::string& says) {
    const Words more{"--shard", shard, "--state", scratch / "x"};
    check_refused(with({"census", "clobber", "2x2"}, more), 2, says);
    check_refused({"db", "build", "clobber", "2x2", "--out", scratch / "x", "--shard", shard}, 2,
                  says);
  };
  refuse("0/3", "--shard I/N with I from 1 to N, not 0/3, is required");
  refuse("4/3", "--shard I/N with I from 1 to N, not 4/3, is required");
  refuse("1/0", "--shard I/N with N from 1 to 1000000, not 1/0, is required");
  refuse("1/99999999999999999999", "not \"1/99999999999999999999\", is required");
  refuse("3", "--shard I/N, such as 2/3, not \"3\", is required");
  refuse("-1/2", "is required");
  refuse("1/2/3", "is required");
  CHECK(!std::filesystem::exists(scratch / "x"));
  check_refused({"census", "clobber", "2x2", "--shard", "1/2"}, 2, "--state FILE, for --shard,");
  check_refused({"census", "kayles", "0..9", "--shard", "1/2", "--state", scratch / "x"}, 1,
                "each heap rests on the smaller ones");
  check_refused({"sum", "1 + *", "--state", scratch / "x"}, 2, "--file, for --state,");
  check_refused({"bridge", "match", "x.pbn", "--out-a", "a", "--state", scratch / "x"}, 2,
                "--out-a and --out-b alone (a match goes on with them, too) or --state alone");
  // A file belongs to one shard.
  REQUIRE(
      run_cgt({"census", "clobber", "2x2", "--shard", "1/2", "--state", scratch / "y"}).exit_code ==
      0);
  check_refused({"census", "clobber", "2x2", "--shard", "2/2", "--state", scratch / "y"}, 2,
                "shard 1/2, not 2/2");
  check_refused({"census", "clobber", "2x2", "--state", scratch / "y"}, 2, "shard 1/2, not 1/1");
}

TEST_CASE("the scripts for clusters run", "[cli][parts]") {
  const Scratch scratch;
  const std::string sums = sums_file(scratch);
  const std::string programs =
      std::filesystem::path(cgt::testing::program()).parent_path().string();
  cgt::testing::ProcessInput input;
  input.environment = {"PATH=" + programs + ":" + std::getenv("PATH"), "HOME=" + scratch.path(),
                       "CGT_FOLDER=" + (scratch / "parts"), "SLURM_ARRAY_TASK_COUNT=2",
                       "SLURM_ARRAY_JOB_ID=5"};
  const auto script = [&](Words words) {
    words[0] = cgt::testing::source_root() + "/examples/cluster/" + words[0];
    words.insert(words.begin(), "bash");
    const auto run = cgt::testing::run(words, input);
    INFO(run.err);
    CHECK(run.exit_code == 0);
    return run.out;
  };
  CHECK(script({"sums.sh", sums, "3"}) == run_cgt({"sum", "--file", sums}).out);
  input.environment[2] = "CGT_FOLDER=" + (scratch / "array");
  for (const char* task : {"SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_ID=2"}) {
    input.environment.emplace_back(task);
    script({"census.slurm", "clobber", "2x3", "--tsv"});
    input.environment.pop_back();
  }
  CHECK(script({"merge.slurm", scratch / "array"}) ==
        run_cgt({"census", "clobber", "2x3", "--tsv"}).out);
}

TEST_CASE("SIGTERM ends a shard when it has saved", "[cli][parts]") {
  const Scratch scratch;
  const Words words{"census",  "domineering", "5x5",     "-q",
                    "--shard", "1/2",         "--state", scratch / "x"};
  Words shell{
      "/bin/sh", "-c",
      "\"$@\" & child=$!; while ! grep -q '^value ' \"$0\" 2> /dev/null; do sleep .01; done; "
      "kill -TERM $child; wait $child",
      scratch / "x", cgt::testing::program()};
  const auto run = cgt::testing::run(with(with(shell, words), {"--save-every", "0.05"}));
  CHECK(run.exit_code == 130);
  CHECK(read_file(scratch / "x").find("\nchecksum ") != std::string::npos);
}

TEST_CASE("cgt info says what made a file", "[cli][parts]") {
  const Scratch scratch;
  const std::string sums = sums_file(scratch);
  const Words merge = sharded({"sum", "--file", sums, "--threads", "2"}, 3, scratch);
  const auto json = nlohmann::json::parse(run_cgt({"info", merge[2], "--json"}).out);
  CHECK(json["kind"] == "journal");
  CHECK(json["command"] == "cgt sum --file " + sums);
  CHECK(json["version"].get<std::string>().starts_with("cgt "));
  CHECK(json["shard"] == "2/3");
  CHECK(json["units"] == 7);
  CHECK(json["seed"].is_null());
  REQUIRE(json["inputs"].size() == 1);
  CHECK(json["inputs"][0]["file"] == sums);
  const auto text = run_cgt({"info", merge[2]});
  CHECK(text.out.find("\nshard     2/3\n") != std::string::npos);
  const std::string grid = scratch / "grid";
  REQUIRE(run_cgt({"pathology", "grid", "-b", "2", "-s", "0", "-g", "2", "--trees", "10", "--seed",
                   "9", "--state", grid})
              .exit_code == 0);
  CHECK(run_cgt({"info", grid}).out.find("\nseed      9\n") != std::string::npos);
  const std::string census = scratch / "census";
  REQUIRE(run_cgt({"census", "clobber", "2x2", "--cells", "xo", "--state", census}).exit_code == 0);
  const auto made = run_cgt({"info", census}).out;
  CHECK(made.find("\nruleset   game.grid.Clobber\n") != std::string::npos);
  CHECK(made.find("\ncommand   cgt census clobber 2x2 --cells xo\n") != std::string::npos);
  const std::string certificate = scratch / "won.json";
  REQUIRE(run_cgt({"sum", "clobber:xoxo + 1", "--first", "L", "--certificate", certificate})
              .exit_code == 0);
  CHECK(run_cgt({"info", certificate}).out.find("kind      certificate\n") != std::string::npos);
  check_refused({"info", sums}, 2, "no checkpoint, journal, shard, database or certificate");
  check_refused({"info", scratch / "nothing"}, 2, "cannot read");
  check_refused({"info", scratch.path()}, 2, "it is a directory");
}

}  // namespace cli_parts_test
