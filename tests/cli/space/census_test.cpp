// cgt census: tables, checkpoints, refusals.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_census_test {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

namespace {

// A path where nothing is; what is there later vanishes with the object.
class StateFile {
 public:
  StateFile() : path_(TemporaryFile("").path()) {}
  ~StateFile() {
    std::filesystem::remove(path_);
    std::filesystem::remove(path_ + ".new");
  }
  StateFile(const StateFile&) = delete;
  StateFile& operator=(const StateFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Starts the program in a child that does `prepare` before. Returns its process.
template <class F>
pid_t start(std::vector<std::string> words, const F& prepare) {
  words.insert(words.begin(), cgt::testing::program());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);
    prepare();
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  return child;
}

// Interrupts the program once `file` holds a value. Returns the status.
int interrupt_at_file(std::vector<std::string> words, const std::string& file) {
  const pid_t child = start(std::move(words), [] {});
  const auto has_begun = [&] {
    return std::filesystem::exists(file) && read_file(file).find("\nvalue ") != std::string::npos;
  };
  int status = 0;
  while (!has_begun()) {
    if (waitpid(child, &status, WNOHANG) == child) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(child, SIGINT);
  waitpid(child, &status, 0);
  return status;
}

// The program is killed as soon as it writes a file of more than `bytes`. Returns the status.
int kill_at_size(std::vector<std::string> words, std::size_t bytes) {
  const pid_t child = start(std::move(words), [bytes] {
    const rlimit size{bytes, bytes};
    const rlimit none{0, 0};
    setrlimit(RLIMIT_FSIZE, &size);
    setrlimit(RLIMIT_CORE, &none);
  });
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("cgt census counts values", "[cli][census]") {
  const auto run = run_cgt({"census", "domineering", "2x2"});
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK(run.out ==
        "Domineering 2x2 of \".#\": 16 boards, 7 classes under 4 symmetries, 5 values\n"
        "\n"
        "value  classes  boards  example\n"
        "0            3       7  .#|#.\n"
        "*            1       4  ..|.#\n"
        "-1           1       2  ..|##\n"
        "1            1       2  .#|.#\n"
        "+-1          1       1  ..|..\n");
  CHECK(run_cgt({"census", "domineering", "2x2", "--all", "--top", "2"}).out ==
        "Domineering 2x2 of \".#\": 16 boards, 5 values\n"
        "\n"
        "value  boards  example\n"
        "0           7  .#|#.\n"
        "*           4  ..|.#\n"
        "... and 3 more\n");
  CHECK(run_cgt({"census", "domineering", "2x2", "--unique", "--tsv"}).out ==
        "value\tclasses\tboards\texample\n"
        "*\t1\t4\t..|.#\n"
        "-1\t1\t2\t..|##\n"
        "1\t1\t2\t.#|.#\n"
        "+-1\t1\t1\t..|..\n");
  CHECK(run_cgt({"census", "domineering", "2x2", "--unique", "--all", "--tsv"}).out ==
        "value\tboards\texample\n+-1\t1\t..|..\n");
}

TEST_CASE("cgt census counts by other keys", "[cli][census]") {
  const auto table = [](const std::string& key) {
    return run_cgt({"census", "domineering", "2x2", "--tsv", "--by", key}).out;
  };
  CHECK(table("outcome") ==
        "outcome\tvalues\tclasses\tboards\texample\n"
        "L\t1\t1\t2\t.#|.#\nR\t1\t1\t2\t..|##\nN\t2\t2\t5\t..|..\nP\t1\t3\t7\t.#|#.\n");
  CHECK(table("mean") ==
        "mean\tvalues\tclasses\tboards\texample\n"
        "1\t1\t1\t2\t.#|.#\n0\t3\t5\t12\t..|..\n-1\t1\t1\t2\t..|##\n");
  CHECK(table("temperature") ==
        "temperature\tvalues\tclasses\tboards\texample\n"
        "1\t1\t1\t1\t..|..\n0\t1\t1\t4\t..|.#\n-1\t3\t5\t11\t..|##\n");
  CHECK(table("birthday") ==
        "birthday\tvalues\tclasses\tboards\texample\n"
        "0\t1\t3\t7\t.#|#.\n1\t3\t3\t8\t..|.#\n2\t1\t1\t1\t..|..\n");
  CHECK(run_cgt({"census", "domineering", "2x3", "--hottest", "2", "--all", "--tsv"}).out ==
        "temperature\tmean\tvalue\tboard\n"
        "5/4\t3/4\t{2|-1/2}\t...|...\n"
        "1\t0\t+-1\t...|..#\n");
  const auto run = run_cgt({"census", "clobber", "1x4", "--json", "--by", "outcome"});
  const auto json = nlohmann::json::parse(run.out);
  CHECK(json["game"] == "Clobber");
  CHECK(json["rows"] == 1);
  CHECK(json["columns"] == 4);
  CHECK(json["cells"] == ".xo");
  CHECK(json["symmetries"] == 2);
  CHECK(json["complete"] == true);
  CHECK(json["boards"] == 81);
  CHECK(json["classes"] == 45);
  std::uint64_t boards = 0;
  for (const auto& line : json["table"]) boards += line["boards"].get<std::uint64_t>();
  CHECK(boards == 81);
}

TEST_CASE("cgt census lists heaps", "[cli][census]") {
  CHECK(run_cgt({"census", "kayles", "0..7", "--tsv"}).out ==
        "heap\tnim value\n0\t0\n1\t1\n2\t2\n3\t3\n4\t1\n5\t4\n6\t3\n7\t2\n");
  const std::string by_value = run_cgt({"census", "kayles", "0..7", "--by", "value"}).out;
  CHECK(by_value ==
        "Kayles 0..7: 8 heaps, 5 values\n"
        "\n"
        "value  heaps  example\n"
        "*          2  1\n"
        "*2         2  2\n"
        "*3         2  3\n"
        "0          1  0\n"
        "*4         1  5\n");
  CHECK(run_cgt({"census", "kayles", "0..7", "--by", "value", "--threads", "3"}).out == by_value);
  const auto state = run_cgt({"census", "kayles", "0..7", "--state", "x"});
  CHECK(state.exit_code == 1);
  CHECK(state.err.find("has no checkpoint") != std::string::npos);
}

TEST_CASE("cgt census counts loopy values", "[cli][census]") {
  const std::vector<std::string> census{"census", "backsliding-toads-and-frogs", "1x4", "-q"};
  const auto run = run_cgt(census);
  CHECK(run.exit_code == 0);
  CHECK(run.out ==
        "BackslidingToadsAndFrogs 1x4 of \".tf#\": 256 boards, 256 classes under 1 symmetry, 6 "
        "values\n\n"
        "value    classes  boards  example\n"
        "0            134     134  ....\n"
        "on            54      54  ...t\n"
        "off           54      54  ...f\n"
        "*             12      12  ..tf\n"
        "{on|0}         1       1  f.tt\n"
        "{0|off}        1       1  ff.t\n");
  const StateFile state;
  for (int i = 0; i < 2; ++i) {
    auto saving = census;
    saving.insert(saving.end(), {"--state", state.path(), "--threads", "3"});
    CHECK(run_cgt(saving).out == run.out);
  }
  const auto by = [&](const std::string& key) {
    auto words = census;
    words.insert(words.end(), {"--by", key, "--json"});
    return nlohmann::json::parse(run_cgt(words).out)["table"];
  };
  // A loopy value has no birthday and no temperature.
  CHECK(by("birthday").back()["birthday"].is_null());
  CHECK(by("birthday").back()["boards"] == 110);
  CHECK(by("temperature").back()["temperature"] == "-");
  CHECK(by("outcome").size() == 4);
}

TEST_CASE("cgt census refuses what is not a census", "[cli][census]") {
  const auto says = [](std::vector<std::string> words, int code, const std::string& message) {
    words.insert(words.begin(), "census");
    const auto run = run_cgt(words);
    INFO(message);
    CHECK(run.exit_code == code);
    CHECK(run.err.find(message) != std::string::npos);
    CHECK(run.out.empty());
  };
  says({"domineering"}, 2, "SIZE");
  says({"domineerin", "2x2"}, 2, "did you mean \"domineering\"?");
  says({"domineering", "two"}, 1, "expected a size; found \"two\"");
  says({"domineering", "2x"}, 1, "expected a size; found \"2x\"");
  says({"domineering", "0x2"}, 1, "at least one cell");
  says({"domineering", "0..5"}, 1, "played on boards");
  says({"domineering", "20x20"}, 1, "too many boards");
  says({"toads-and-frogs", "2x6"}, 1, "played on one row");
  says({"kayles", "4x4"}, 1, "give a range of sizes");
  says({"kayles", "5..3"}, 1, "5..3 is not a range of heaps");
  says({"clobber", "2x2", "--cells", "ab"}, 1, "no cell of Clobber is written 'a'");
  says({"domineering", "2x2", "--by", "colour"}, 2, "--by");
  says({"domineering", "2x2", "--hottest", "0"}, 2, "--hottest");
  says({"domineering", "2x2", "--by", "mean", "--unique"}, 2, "--by");
  const auto both = run_cgt({"census", "domineering", "2x2", "--json", "--tsv"});
  CHECK(both.exit_code == 2);
  CHECK(both.out.starts_with("{\"error\":"));
  says({"domineering", "2x2", "--state", "/nonexistent/x"}, 2, "cannot write /nonexistent/x");
}

TEST_CASE("cgt census out of budget prints what is known", "[cli][census]") {
  const auto run = run_cgt({"census", "domineering", "4x5", "--budget-nodes", "30000"});
  CHECK(run.exit_code == 4);
  CHECK(run.out.find("\nIncomplete (node budget spent): ") != std::string::npos);
  CHECK(run.out.find(" of 1048576 boards looked at\n") != std::string::npos);
  const auto json = nlohmann::json::parse(
      run_cgt({"census", "domineering", "4x5", "--budget-nodes", "30000", "--json"}).out);
  CHECK(json["complete"] == false);
  CHECK(json["stopped"] == "node budget spent");
  CHECK(json["classes"].get<int>() > 0);
}

TEST_CASE("cgt census goes on where it was stopped", "[cli][census]") {
  const std::vector<std::string> census{"census", "domineering", "4x4",
                                        "--by",   "temperature", "-q"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), census.begin(), census.end());
    return more;
  };
  const std::string whole = run_cgt(census).out;
  const StateFile state;
  std::uint64_t nodes = 4'000;
  int stops = 0;
  for (;; ++stops, nodes += 4'000) {
    REQUIRE(stops < 50);
    const auto run =
        run_cgt(with({"--state", state.path(), "--budget-nodes", std::to_string(nodes)}));
    if (run.exit_code == 0) {
      CHECK(run.out == whole);
      break;
    }
    CHECK(run.exit_code == 4);
    CHECK(run.out != whole);
  }
  CHECK(stops > 1);
  // When all is done the checkpoint answers alone, in other tables too.
  const auto hottest =
      run_cgt({"census", "domineering", "4x4", "--hottest", "5", "-q", "--state", state.path()});
  CHECK(hottest.out == run_cgt({"census", "domineering", "4x4", "--hottest", "5"}).out);
  const auto other = run_cgt({"census", "domineering", "3x4", "--state", state.path()});
  CHECK(other.exit_code == 2);
  CHECK(other.err.find("it says \"size 4x4\", not \"size 3x4\"") != std::string::npos);
  std::ofstream(state.path(), std::ios::app) << "more\n";
  const auto damaged = run_cgt(with({"--state", state.path()}));
  CHECK(damaged.exit_code == 2);
  CHECK(damaged.err.find("the checkpoint is damaged") != std::string::npos);
}

TEST_CASE("cgt census survives that it is killed", "[cli][census][long]") {
  const std::vector<std::string> census{"census", "domineering", "4x5", "--tsv", "-q"};
  const auto with_state = [&](const StateFile& state) {
    std::vector<std::string> words = census;
    words.insert(words.end(), {"--state", state.path(), "--save-every", "0.01"});
    return words;
  };
  const StateFile whole;
  const auto expected = run_cgt(with_state(whole));
  CHECK(expected.exit_code == 0);
  CHECK(read_file(whole.path()).find("\ndone 0-1048576\n") != std::string::npos);
  // It dies in the middle of a checkpoint that is nearly as large as the last one.
  const StateFile state;
  const int status = kill_at_size(with_state(state), read_file(whole.path()).size() / 10 * 9);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGXFSZ);
  const std::string saved = read_file(state.path());
  CHECK(saved.find("\nvalue ") != std::string::npos);
  CHECK(saved.find("\ndone 0-1048576\n") == std::string::npos);
  auto resuming = with_state(state);
  resuming.insert(resuming.end(), {"--threads", "2"});
  const auto resumed = run_cgt(resuming);
  CHECK(resumed.exit_code == 0);
  CHECK(resumed.out == expected.out);
  CHECK(read_file(state.path()).find("\ndone 0-1048576\n") != std::string::npos);
}

TEST_CASE("cgt census stops at Ctrl-C with a checkpoint", "[cli][census]") {
  const StateFile state;
  const int status = interrupt_at_file(
      {"census", "domineering", "5x5", "-q", "--state", state.path(), "--save-every", "0.05"},
      state.path());
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(read_file(state.path()).find("\nchecksum ") != std::string::npos);
}

}  // namespace cli_census_test
