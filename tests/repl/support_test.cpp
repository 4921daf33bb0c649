// What the commands of the program share: files, output in order, progress.
#include <fcntl.h>
#include <pty.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "repl/support/files.hpp"
#include "repl/support/progress.hpp"
#include "tests/scratch.hpp"
#include "tests/testing.hpp"

namespace cgt::repl::support_test {
namespace {

namespace fs = std::filesystem;

// Standard output or input for a while.
class Redirected {
 public:
  Redirected(std::ios& stream, std::stringstream& to)
      : stream_(stream), before_(stream.rdbuf(to.rdbuf())) {}
  ~Redirected() { stream_.rdbuf(before_); }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  std::ios& stream_;
  std::streambuf* before_;
};

// Standard error as a file descriptor for a while.
class ErrorsTo {
 public:
  explicit ErrorsTo(int descriptor) : before_(dup(STDERR_FILENO)) {
    std::cerr.flush();
    dup2(descriptor, STDERR_FILENO);
  }
  ~ErrorsTo() {
    std::cerr.flush();
    dup2(before_, STDERR_FILENO);
    close(before_);
  }
  ErrorsTo(const ErrorsTo&) = delete;
  ErrorsTo& operator=(const ErrorsTo&) = delete;

 private:
  int before_;
};

std::string refusal(const auto& action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("files are written and read byte for byte", "[files]") {
  const testing::Scratch folder;
  const std::string path = folder / "a";
  std::string text(300, '\0');
  std::iota(text.begin(), text.end(), '\0');
  text += "\r\n\n";
  for (const std::string& content : {text, std::string(), std::string("x")}) {
    write_file(path, content);
    CHECK(read_file(path) == content);
    replace_file(path, content + "!");
    CHECK(read_file(path) == content + "!");
  }
  // Nothing else is left behind.
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("'-' is standard input", "[files]") {
  std::stringstream typed("1+2\n3");
  const Redirected input(std::cin, typed);
  CHECK(read_file("-") == "1+2\n3");
  CHECK(display_name("-") == "<stdin>");
  CHECK(display_name("a.cgs") == "a.cgs");
}

TEST_CASE("errors of files name the file and the reason", "[files]") {
  const testing::Scratch folder;
  const std::string missing = folder / "none/a";
  CHECK(refusal([&] { read_file(missing); }) ==
        "cannot read " + missing + ": No such file or directory");
  CHECK(refusal([&] { read_file(folder.path()); }) ==
        "cannot read " + folder.path() + ": it is a directory");
  CHECK(refusal([&] { write_file(missing, "x"); }) ==
        "cannot write " + missing + ": No such file or directory");
  CHECK(refusal([&] { write_file("/dev/full", "x"); }) ==
        "cannot write /dev/full: No space left on device");
}

TEST_CASE("only ordinary files are replaced, behind links as well", "[files]") {
  const testing::Scratch folder;
  const std::string file = folder / "a";
  const std::string link = folder / "b";
  write_file(file, "old");
  fs::create_symlink("a", link);
  replace_file(link, "new");
  CHECK(fs::is_symlink(link));
  CHECK(read_file(file) == "new");
  CHECK_FALSE(fs::exists(file + ".new"));
  // A device: root may rename over it, and may remove it, too.
  CHECK(refusal([&] { replace_file("/dev/full", "x"); }) ==
        "cannot write /dev/full: No space left on device");
  CHECK(fs::is_character_file("/dev/full"));
  // A pipe takes the text as it comes.
  const std::string pipe = folder / "c";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  replace_file(pipe, "text");
  std::array<char, 8> got{};
  CHECK(read(reader, got.data(), got.size()) == 4);
  CHECK(std::string(got.data()) == "text");
  close(reader);
  CHECK(fs::is_fifo(pipe));
}

TEST_CASE("a file that cannot be replaced stays as it was", "[files]") {
  const testing::Scratch folder;
  const std::string path = folder / "a";
  write_file(path, "old");
  // The fresh text has no place: a folder stands there.
  fs::create_directory(path + ".new");
  CHECK_THAT(refusal([&] { replace_file(path, "new"); }), Catch::Contains("cannot write"));
  CHECK(read_file(path) == "old");
  // The old name is a folder, which no file replaces.
  const std::string taken = folder / "b";
  fs::create_directory(taken);
  write_file(taken + "/inside", "kept");
  CHECK_THAT(refusal([&] { replace_file(taken, "new"); }),
             Catch::Contains("cannot write " + taken));
  CHECK(read_file(taken + "/inside") == "kept");
}

TEST_CASE("output comes in order, each item as soon as it can", "[in_order][random]") {
  std::mt19937_64 random(7);
  for (std::size_t round = 0; round < testing::scaled(100); ++round) {
    const std::size_t count = random() % 12;
    std::vector<std::size_t> finish(count);
    std::iota(finish.begin(), finish.end(), std::size_t{0});
    std::shuffle(finish.begin(), finish.end(), random);
    std::stringstream written;
    const Redirected output(std::cout, written);
    InOrder in_order(count);
    std::vector<bool> done(count);
    for (const std::size_t item : finish) {
      in_order.finished(item, std::to_string(item) + "\n");
      done[item] = true;
      std::string expected;
      for (std::size_t i = 0; i < count && done[i]; ++i) expected += std::to_string(i) + "\n";
      CHECK(written.str() == expected);
    }
    CHECK(in_order.count_finished() == count);
  }
}

TEST_CASE("output comes in order from several threads", "[in_order]") {
  constexpr std::size_t kItems = 400;
  std::stringstream written;
  {
    const Redirected output(std::cout, written);
    InOrder in_order(kItems);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t i = t; i < kItems; i += 4) in_order.finished(i, std::to_string(i) + "\n");
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  std::string expected;
  for (std::size_t i = 0; i < kItems; ++i) expected += std::to_string(i) + "\n";
  CHECK(written.str() == expected);
}

TEST_CASE("progress says how much is done and how long it takes", "[progress]") {
  CHECK(progress_text(300, 1000, 0, 12, "7 values") ==
        "300/1000 (30.0%), 25/s, 7 values, left 28 s");
  // What was done before the work began does not count for the rate.
  CHECK(progress_text(300, 1000, 200, 10, "x") == "300/1000 (30.0%), 10/s, x, left 1 min 10 s");
  CHECK(progress_text(10, 100'000, 0, 10, "x") == "10/100000 (0.0%), 1/s, x, left 27 h 46 min");
  CHECK(progress_text(1, 7201, 0, 1, "x") == "1/7201 (0.0%), 1/s, x, left 2 h 00 min");
  // Nothing is known of the rate yet, nothing is to be done.
  CHECK(progress_text(5, 10, 5, 3, "x") == "5/10 (50.0%), 0/s, x");
  CHECK(progress_text(0, 0, 0, 0, "x") == "0/0 (0.0%), 0/s, x");
  CHECK(progress_text(10, 10, 0, 1, "x") == "10/10 (100.0%), 10/s, x, left 0 s");
}

TEST_CASE("progress is for terminals, and not if it is unwelcome", "[progress]") {
  const testing::Scratch folder;
  const std::string path = folder / "errors";
  const int file = open(path.c_str(), O_CREAT | O_WRONLY, 0600);
  REQUIRE(file >= 0);
  {
    const ErrorsTo errors(file);
    const Progress progress("work", false);
  }
  close(file);
  CHECK(read_file(path).empty());
}

TEST_CASE("progress is rewritten in place and vanishes", "[progress]") {
  int terminal = -1;
  int line = -1;
  if (openpty(&terminal, &line, nullptr, nullptr, nullptr) != 0) {
    WARN("skipped: there are no pseudo-terminals here");
    return;
  }
  {
    const ErrorsTo errors(line);
    { const Progress silent("unwelcome", true); }
    std::mutex mutex;
    std::condition_variable asked_twice;
    int asked = 0;
    const Progress progress(
        [&] {
          const std::lock_guard lock(mutex);
          ++asked;
          asked_twice.notify_one();
          return "step " + std::to_string(asked);
        },
        false);
    std::unique_lock lock(mutex);
    asked_twice.wait(lock, [&] { return asked == 2; });
  }
  close(line);
  std::string seen;
  char buffer[256];
  for (ssize_t n = 0; (n = read(terminal, buffer, sizeof buffer)) > 0;)
    seen.append(buffer, static_cast<std::size_t>(n));
  close(terminal);
  CHECK(seen.find("unwelcome") == std::string::npos);
  CHECK_THAT(seen, Catch::StartsWith("\rstep 1 ... "));
  CHECK_THAT(seen, Catch::Contains(" s (Ctrl-C stops)\033[K\rstep 2 ... "));
  CHECK_THAT(seen, Catch::EndsWith(" s (Ctrl-C stops)\033[K\r\033[K"));
}

}  // namespace
}  // namespace cgt::repl::support_test
