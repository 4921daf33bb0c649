// cgt db: builds that are stopped and killed, readers beside a writer, damage, refusals.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "decomp/db/table.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace db_test {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::Scratch;
using cgt::testing::TemporaryFile;
using cgt::testing::write_bytes;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// The program, without a word from it.
class Child {
 public:
  explicit Child(Words words) {
    words.insert(words.begin(), cgt::testing::program());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_ = fork();
    REQUIRE(pid_ >= 0);
    if (pid_ != 0) return;
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  ~Child() {
    if (pid_ != 0) end(SIGKILL);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // The status.
  int end(int signal) {
    REQUIRE(pid_ != 0);
    kill(pid_, signal);
    return wait();
  }
  int wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return status;
  }
  bool running() {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == 0) return true;
    pid_ = 0;
    return false;
  }

 private:
  pid_t pid_ = 0;
};

std::string exported(const std::string& path) {
  const auto run = run_cgt({"db", "export", path});
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  return run.out;
}

}  // namespace

TEST_CASE("cgt db builds, tells, exports and verifies", "[cli][db]") {
  const Scratch scratch;
  const std::string file = scratch / "a.db";
  const auto built = run_cgt({"db", "build", "clobber", "2x3", "--out", file});
  CHECK(built.exit_code == 0);
  CHECK(built.err.empty());
  CHECK(built.out == file +
                         ": game.grid.Clobber, values of boards up to 2x3 of \".xo\": 62 records\n"
                         "searched 62 components, 0 were known\n");
  // Once more: there is nothing to do.
  CHECK(run_cgt({"db", "build", "clobber", "2x3", "--out", file}).out ==
        file +
            ": game.grid.Clobber, values of boards up to 2x3 of \".xo\": 62 records\n"
            "searched 0 components, 0 were known\n");
  const std::string lines = exported(file);
  CHECK(lines.starts_with("ruleset\tcomponent\tkind\tvalue\n"));
  CHECK(lines.find("\ngame.grid.Clobber\txo\tvalue\t*\n") != std::string::npos);
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 63);
  CHECK(run_cgt({"db", "export", file, "--ruleset", "clobber"}).out == lines);
  std::istringstream json(run_cgt({"db", "export", file, "--json"}).out);
  std::string again = "ruleset\tcomponent\tkind\tvalue\n";
  for (std::string line; std::getline(json, line);) {
    const auto row = nlohmann::json::parse(line);
    again += row["ruleset"].get<std::string>() + "\t" + row["component"].get<std::string>() + "\t" +
             row["kind"].get<std::string>() + "\t" + row["value"].get<std::string>() + "\n";
  }
  CHECK(again == lines);
  const auto info = nlohmann::json::parse(run_cgt({"db", "info", file, "--json"}).out);
  CHECK(info["format"] == 1);
  CHECK(info["rulesets"][0]["ruleset"] == "game.grid.Clobber");
  CHECK(info["rulesets"][0]["value"] == 62);
  CHECK(info["builds"][0]["complete"] == true);
  CHECK(info["builds"][0]["command"] == "cgt db build clobber 2x3 --out " + file);
  CHECK(run_cgt({"db", "verify", file, "--recompute", "all"}).out ==
        file + ": 62 records, 62 found again, clean\n");
  // Only the file itself is left.
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);
}

TEST_CASE("cgt eval and cgt census take known values from a database", "[cli][db]") {
  const Scratch scratch;
  const std::string file = scratch / "a.db";
  run_cgt({"db", "build", "domineering", "3x4", "--out", file});
  const auto json = [](Words words) {
    return nlohmann::json::parse(run_cgt(std::move(words)).out);
  };
  for (const char* board : {"....|....|....", "....|....|....|....", "......|..#..."}) {
    const auto plain = json({"eval", "domineering", board, "--json"});
    const auto with = json({"eval", "domineering", board, "--json", "--db", file});
    CHECK(with["value"] == plain["value"]);
    CHECK(with["components"].get<int>() < plain["components"].get<int>());
    CHECK(with["known"].get<int>() > 0);
  }
  const auto plain = json({"census", "domineering", "3x4", "--json"});
  auto with = json({"census", "domineering", "3x4", "--json", "--db", file, "--threads", "2"});
  CHECK(with["searched"] == 0);
  CHECK(with["known"].get<int>() > 100);
  with.erase("searched");
  with.erase("known");
  CHECK(with == plain);
  const auto other = run_cgt({"eval", "clobber", "xo", "--db", file});
  CHECK(other.exit_code == 0);
  CHECK(other.err == file + " knows nothing of game.grid.Clobber\n");
}

TEST_CASE("builds of one and of two threads have the same records", "[cli][db]") {
  const Scratch scratch;
  for (const char* only : {"value", "thermograph", "outcome"}) {
    for (const char* threads : {"1", "2", "0"}) {
      const auto run = run_cgt({"db", "build", "clobber", "3x3", "--only", only, "--threads",
                                threads, "--out", scratch / (std::string(only) + threads)});
      CHECK(run.exit_code == 0);
    }
    const std::string one = exported(scratch / (std::string(only) + "1"));
    CHECK(std::count(one.begin(), one.end(), '\n') == 801);
    CHECK(exported(scratch / (std::string(only) + "2")) == one);
    CHECK(exported(scratch / (std::string(only) + "0")) == one);
  }
}

TEST_CASE("two readers beside a build see sound files", "[cli][db]") {
  const Scratch scratch;
  const std::string file = scratch / "a.db";
  // More boards than the readers will wait for.
  Child writer({"db", "build", "domineering", "5x5", "-q", "--out", file, "--save-every", "0.001"});
  while (!fs::exists(file) && writer.running()) std::this_thread::yield();
  std::array<int, 2> grown{};  // looks that saw more records than the one before
  std::array<std::string, 2> troubles;
  std::array<std::thread, 2> readers;
  for (std::size_t i = 0; i < readers.size(); ++i) {
    readers[i] = std::thread([&, i] {
      std::uint64_t before = 0;
      constexpr int kLooks = 100'000;
      try {
        for (int looks = 0; grown[i] < 5 && looks < kLooks && troubles[i].empty(); ++looks) {
          // Reads every record and its checksum.
          const auto known = cgt::db::Database::open(file, cgt::db::Database::Access::kRead);
          if (known.rulesets().empty()) continue;
          const cgt::db::Table table(known, "game.grid.Domineering");
          if (table.size() < before) troubles[i] = "records have gone";
          if (table.size() > before) ++grown[i];
          before = table.size();
        }
      } catch (const cgt::Error& error) {
        troubles[i] = error.what();
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  REQUIRE(writer.running());
  const int status = writer.end(SIGINT);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  for (const std::string& trouble : troubles) CHECK(trouble.empty());
  for (const int n : grown) CHECK(n == 5);
  CHECK(run_cgt({"db", "verify", file}).exit_code == 0);
}

TEST_CASE("a second build of the same file is refused, Ctrl-C leaves it sound", "[cli][db]") {
  const Scratch scratch;
  const std::string file = scratch / "a.db";
  Child writer({"db", "build", "domineering", "5x5", "-q", "--out", file, "--save-every", "0.01"});
  const auto records = [&] {
    const auto info = run_cgt({"db", "info", file, "--json"});
    if (info.exit_code != 0) return std::uint64_t{0};
    const auto json = nlohmann::json::parse(info.out);
    return json["builds"].empty() ? 0 : json["builds"][0]["records"].get<std::uint64_t>();
  };
  while (records() == 0 && writer.running()) {
  }
  const auto second = run_cgt({"db", "build", "clobber", "2x2", "--out", file});
  CHECK(second.exit_code == 2);
  CHECK(second.err.find("another process writes " + file) != std::string::npos);
  const int status = writer.end(SIGINT);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(run_cgt({"db", "verify", file, "--recompute", "100"}).exit_code == 0);
  const auto info = nlohmann::json::parse(run_cgt({"db", "info", file, "--json"}).out);
  CHECK(info["builds"][0]["complete"] == false);
  CHECK(info["builds"][0]["records"].get<std::uint64_t>() > 0);
  // It goes on there, and is killed once it has found more.
  const auto reached = records();
  Child killed({"db", "build", "domineering", "5x5", "-q", "--out", file, "--save-every", "0.01"});
  while (records() == reached && killed.running()) {
  }
  REQUIRE(killed.running());
  CHECK(WIFSIGNALED(killed.end(SIGKILL)));
  CHECK(run_cgt({"db", "verify", file}).exit_code == 0);
  CHECK(records() > reached);
  const auto more =
      run_cgt({"db", "build", "domineering", "5x5", "--out", file, "--budget-nodes", "2000"});
  CHECK(more.exit_code == 4);
  CHECK(more.err.starts_with("going on at "));
  CHECK(more.out.find("\nIncomplete (node budget spent): ") != std::string::npos);
}

TEST_CASE("cgt db merge", "[cli][db]") {
  const Scratch scratch;
  const auto build = [&](const std::string& name, const std::string& game, const std::string& size,
                         const std::string& only = "value") {
    CHECK(run_cgt({"db", "build", game, size, "--only", only, "--out", scratch / name}).exit_code ==
          0);
  };
  build("a.db", "clobber", "2x3");
  build("b.db", "clobber", "1x7");
  build("c.db", "domineering", "3x3");
  build("d.db", "clobber", "2x3", "outcome");
  const std::string all = scratch / "all.db";
  const auto merged = run_cgt(
      {"db", "merge", all, scratch / "a.db", scratch / "b.db", scratch / "c.db", scratch / "d.db"});
  CHECK(merged.exit_code == 0);
  CHECK(merged.out.starts_with(all + ": "));
  CHECK(run_cgt({"db", "verify", all, "--recompute", "all"}).exit_code == 0);
  // The same as built into one file.
  build("one.db", "clobber", "2x3");
  build("one.db", "clobber", "1x7");
  build("one.db", "domineering", "3x3");
  build("one.db", "clobber", "2x3", "outcome");
  CHECK(exported(all) == exported(scratch / "one.db"));
  const auto twice = run_cgt({"db", "merge", all, scratch / "a.db", scratch / "b.db"});
  CHECK(twice.exit_code == 2);
  CHECK(twice.err.find(all + " is there already") != std::string::npos);

  // A file that says something else of one component.
  cgt::Store store;
  {
    auto file = cgt::db::Database::create(scratch / "wrong.db");
    cgt::db::Build wanted;
    wanted.ruleset = "game.grid.Clobber";
    cgt::db::Build wrong = file.begin(wanted);
    file.commit(wrong,
                std::vector<cgt::db::Record>{
                    {"xo", cgt::db::Kind::kValue, cgt::db::write_value(store, store.integer(2))}},
                "", true);
  }
  const auto conflict =
      run_cgt({"db", "merge", scratch / "no.db", scratch / "a.db", scratch / "wrong.db"});
  CHECK(conflict.exit_code == 1);
  CHECK(conflict.err.find("wrong.db does not go with the files before it: two records of "
                          "game.grid.Clobber \"xo\" differ in their value: * and 2") !=
        std::string::npos);
  for (const auto& entry : fs::directory_iterator(scratch.path())) {
    CHECK(entry.path().filename().string().find("no.db") == std::string::npos);
  }
  const auto found = run_cgt({"db", "verify", scratch / "wrong.db", "--recompute", "all"});
  CHECK(found.exit_code == 1);
  CHECK(found.out.starts_with("record of game.grid.Clobber \"xo\", value: it is *, not 2\n"));
}

TEST_CASE("cgt db refuses what is not a database, and what makes none", "[cli][db]") {
  const Scratch scratch;
  const auto says = [](Words words, int code, const std::string& message) {
    const auto run = run_cgt(std::move(words));
    INFO(message);
    INFO(run.err);
    CHECK(run.exit_code == code);
    CHECK(run.err.find(message) != std::string::npos);
    CHECK(run.out.empty());
  };
  const std::string text = scratch / "text";
  write_bytes(text, "xoxo\n");
  const std::string file = scratch / "a.db";
  run_cgt({"db", "build", "clobber", "2x3", "--out", file});
  const std::string good = read_file(file);
  std::string component = exported(file);  // of the last line
  component =
      component.substr(component.find('\t', component.rfind('\n', component.size() - 2)) + 1);
  component = component.substr(0, component.find('\t'));
  REQUIRE(component.size() >= 5);
  const TemporaryFile sums("clobber:xo\n");
  const TemporaryFile mcgs("{version 1.7} [clobber] XO {B}");
  for (const Words& use :
       {Words{"db", "info"}, Words{"db", "verify"}, Words{"db", "export"},
        Words{"eval", "clobber", "xo", "--db"}, Words{"census", "clobber", "1x2", "--db"},
        Words{"sum", "clobber:xo", "--db"}, Words{"sum", "--file", sums.path(), "--db"},
        Words{"sum", "--mcgs", mcgs.path(), "--db"}, Words{"db", "merge", scratch / "new.db"},
        Words{"db", "build", "clobber", "1x3", "--out"}}) {
    const auto with = [&](const std::string& path) {
      Words words = use;
      words.push_back(path);
      return words;
    };
    CAPTURE(use);
    if (use[1] != "build") says(with(scratch / "none.db"), 2, "cannot open ");
    says(with(scratch.path()), 2, "it is a directory");
    says(with(text), 2, text + " is not a database of positions");
    std::string later = good;
    later[63] = 9;
    write_bytes(scratch / "later.db", later);
    says(with(scratch / "later.db"), 2, "has format 9, this program reads format 1");
    write_bytes(scratch / "short.db", good.substr(0, good.size() / 2));
    if (use[1] != "verify") says(with(scratch / "short.db"), 2, "is damaged: ");
    // Also where the file only remembers what stood there before.
    std::string flipped = good;
    for (std::size_t at = 0; (at = flipped.find(component, at)) != std::string::npos;) {
      flipped[at] = static_cast<char>(flipped[at] ^ 1);
    }
    write_bytes(scratch / "flipped.db", flipped);
    // An export has written the lines before.
    const auto told = run_cgt(with(scratch / "flipped.db"));
    CHECK(told.exit_code == (use[1] == "verify" ? 1 : 2));
    CHECK((told.out + told.err).find("wrong checksum") != std::string::npos);
    CHECK_FALSE(fs::exists(scratch / "new.db"));
  }
  const auto verified = run_cgt({"db", "verify", scratch / "flipped.db"});
  CHECK(verified.exit_code == 1);
  component[0] = static_cast<char>(component[0] ^ 1);
  CHECK(verified.out.find("record of game.grid.Clobber \"" + component +
                          "\", value: wrong checksum\n") != std::string::npos);
  CHECK(run_cgt({"db", "verify", scratch / "short.db"}).exit_code == 1);

  says({"db"}, 2, "A subcommand is required");
  says({"db", "build", "clobber"}, 2, "SIZE");
  says({"db", "build", "clobbr", "2x2"}, 2, "did you mean \"clobber\"?");
  says({"db", "build", "clobber", "2by2"}, 1, "expected a size; found \"2by2\"");
  says({"db", "build", "clobber", "5"}, 1, "played on boards");
  says({"db", "build", "kayles", "5x5"}, 1, "not played on boards");
  says({"db", "build", "clobber", "20x20"}, 1, "too many boards");
  says({"db", "build", "clobber", "2x2", "--cells", "ab"}, 1, "no cell of Clobber");
  says({"db", "build", "clobber", "2x2", "--only", "colour"}, 2, "--only");
  says({"db", "build", "game.heap.Subtraction([1,2])", "9"}, 1, "the file has no name");
  says({"db", "build", "clobber", "2x2", "--out", "/nonexistent/x.db"}, 2, "/nonexistent/x.db");
  says({"db", "verify", file, "--recompute", "some"}, 1, "--recompute");
  says({"db", "export", file, "--ruleset", "domineering"}, 1,
       "knows nothing of game.grid.Domineering");
  says({"db", "merge", scratch / "x.db"}, 2, "FILES");
}

}  // namespace db_test
