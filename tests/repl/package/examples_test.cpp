// The examples of --help, which are those of the manual pages, are run: each in a folder that has the
// files that they name.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "repl/request.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace examples_test {

namespace {

namespace fs = std::filesystem;
using cgt::testing::read_file;

// Those that end otherwise than with success, and why.
const std::map<std::string, int> kCodes{
    // In the small game here no stone is proved alive, so nothing is cut apart.
    {"cgt go game.sgf", 4},
    {"cgt go game.sgf --moves -20 --to-play W", 4},
    {"cgt go game.sgf --review --assume auto", 4},
    {"cgt semeai game.sgf --moves 120", 4},
    // What the walls do is not proved.
    {"cgt go problem.sgf --status D4", 4},
};

// Only times, for a minute.
const std::set<std::string> kLong{"cgt bench kernel"};

// The explorer serves until it is told to end, here as soon as it has told its address; then it ends with success.
// No browser is opened. Commands about Go have a limit of work here, and not of time.
std::string ended(const std::string& command) {
  if ((command.starts_with("cgt go ") && !command.starts_with("cgt go generate")) ||
      command.starts_with("cgt semeai "))
    return command + " --budget-ms 0 --budget-nodes 50000";
  if (!command.starts_with("cgt explore")) return command;
  const bool opens = command.find("--no-open") == std::string::npos;
  return "rm -f address; env --default-signal=INT " + command + (opens ? " --no-open" : "") +
         " > address & until [ -s address ] || ! kill -0 $! 2> /dev/null; do sleep .1; done; "
         "kill -INT $!; wait $!";
}

class ExampleFolder {
 public:
  ExampleFolder() {
    const fs::path root = fs::path(cgt::testing::source_root()) / "examples";
    const fs::path here = folder_.path();
    fs::create_directory(here / "examples");
    fs::create_directory_symlink(root / "edaps", here / "examples/edaps");
    fs::copy_file(root / "go/S9.sgf", here / "endgame.sgf");
    fs::copy_file(root / "go/race.txt", here / "race.txt");
    // Of the white block at D4 the first move decides.
    write("problem.sgf", "(;SZ[7:4]AW[da][ab:db][ac]AB[ea][ga][eb:gb][bc:ec][gc][ad:gd])");
    fs::copy_file(root / "sokoban/four.xsb", here / "levels.xsb");
    // A record of more than 200 moves: passes, after those of a small game.
    std::string game = read_file(root / "go/games/game9.sgf");
    game.erase(game.rfind(')'));
    for (int i = 0; i < 90; ++i) game += ";B[];W[]";
    write("game.sgf", game + ")\n");
    for (const char* name : {"domain", "problem"}) {
      const std::string text =
          read_file(root / "htn" / "hddl" / (std::string("blocks-") + name + ".hddl"));
      write(std::string(name) + ".hddl", text);
      write(std::string("ipc2020/") + name + ".hddl", text);
      write("p.hddl", text);
    }
    fs::copy_file(fs::path(cgt::testing::test_data()) / "labs/bridge/data/smith.pbn",
                  here / "deals.pbn");
    write("sums", "1/2 + 1/4\n");
    write("sums.txt", "1/2 + 1/4\n");
    write("mcgs-tests/first.test", read_file(root / "sums/first.test"));
    write("kos.txt", "A: B | 0; B: 30 | A\n");
    write("script.cgs", "args\n");
    write("board.txt", "+-+ +\n| |\n+ +-+\n");
    write("moves.txt", "a: b | c\nb: |\nc: | b\n");
    write("costs.tsv", "first\tlast\tcpu ns\trecords\tbytes\n0\t9\t90000\t2\t60\n");
  }

  cgt::testing::ProcessResult run(const std::string& command) const {
    const std::string programs = fs::path(cgt::testing::program()).parent_path().string();
    cgt::testing::ProcessInput input;
    input.environment = {"PATH=" + programs + ":" + std::getenv("PATH"), "HOME=" + folder_.path(),
                         "XDG_STATE_HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent"};
    return cgt::testing::run({"/bin/sh", "-c", "cd '" + folder_.path() + "' && " + command}, input);
  }
  bool has(const std::string& name) const { return fs::exists(folder_ / name); }

 private:
  void write(const std::string& name, const std::string& text) const {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }

  cgt::testing::Scratch folder_;
};

}  // namespace

TEST_CASE("the examples of --help run", "[package][long]") {
  // In the order of their texts a file is written before it is read.
  std::set<std::string> commands;
  const cgt::repl::CommandEntry program = cgt::repl::command_table();
  for (const auto* command : cgt::repl::all_commands(program)) {
    for (const auto& example : cgt::repl::examples_of(*command)) commands.insert(example.command);
  }
  CHECK(commands.size() > 50);
  const ExampleFolder folder;
  for (const std::string& command : commands) {
    if (kLong.contains(command)) continue;
    INFO(command);
    const auto result = folder.run(ended(command));
    INFO(result.out << result.err);
    const auto code = kCodes.find(command);
    CHECK(result.exit_code == (code == kCodes.end() ? 0 : code->second));
  }
  for (const auto& [command, code] : kCodes) CHECK(commands.contains(command));
  for (const char* written :
       {"out.svg", "clobber.db", "all.db", "won.json", "plan.txt", "notes.sgf", "comb.sgf",
        "man1/cgt.1", ".local/share/zsh/site-functions/_cgt"}) {
    INFO(written);
    CHECK(folder.has(written));
  }
}

}  // namespace examples_test
