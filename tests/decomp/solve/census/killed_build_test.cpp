// Builds of databases whose process is killed. Which moment it is does not depend on a clock: a
// child process counts what SQLite asks of the file system, and kills itself at the call it was
// told, before, in the middle of, or after it.
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <random>
#include <string_view>
#include <vector>

#include "decomp/db/maintain.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/census/build.hpp"
#include "tests/scratch.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace killed_build_test {

using namespace cgt;
using cgt::testing::Scratch;
using db::Database;

namespace {

namespace fs = std::filesystem;

// What a call does to the files.
enum class Call : std::uint8_t {
  kLog,       // writes to the log what is not committed by it
  kCommit,    // writes the head of the page that ends a transaction
  kDatabase,  // carries pages from the log into the database
  kCut,       // shortens or removes a file
};
constexpr std::size_t kCalls = 4;

enum class Moment : std::uint8_t { kBefore, kInTheMiddle, kAfter };

// --- the calls, counted ---

std::vector<Call>* recorded = nullptr;  // if not null: what was called
std::atomic<std::size_t> calls{0};
std::size_t last_call = SIZE_MAX;  // here the process dies
Moment moment = Moment::kBefore;

std::string path_of(int file) {
  std::array<char, PATH_MAX> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t size = readlink(link.c_str(), path.data(), path.size());
  return {path.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

Call kind_of_write(int file, const void* data, std::size_t size) {
  if (!path_of(file).ends_with("-wal")) return Call::kDatabase;
  // A page of the log has a head of 24 bytes; in the last one of a transaction, bytes 4 to 7 are
  // the size of the database.
  constexpr std::size_t kHead = 24;
  if (size != kHead) return Call::kLog;
  const auto* const bytes = static_cast<const unsigned char*>(data);
  const bool ends = std::any_of(bytes + 4, bytes + 8, [](unsigned char b) { return b != 0; });
  return ends ? Call::kCommit : Call::kLog;
}

[[noreturn]] void die() {
  kill(getpid(), SIGKILL);
  while (true) pause();
}

// Counts the call; `call(whole)` makes it, or only half of it.
template <class F>
auto counted(Call kind, const F& call) {
  const std::size_t number = calls++;
  if (recorded != nullptr) recorded->push_back(kind);
  if (number == last_call) {
    if (moment != Moment::kBefore) call(moment == Moment::kAfter);
    die();
  }
  return call(true);
}

ssize_t counted_write(int file, const void* data, std::size_t size) {
  return counted(kind_of_write(file, data, size),
                 [&](bool whole) { return write(file, data, whole ? size : size / 2); });
}
ssize_t counted_pwrite(int file, const void* data, std::size_t size, off_t at) {
  return counted(kind_of_write(file, data, size),
                 [&](bool whole) { return pwrite(file, data, whole ? size : size / 2, at); });
}
int counted_truncate(int file, off_t size) {
  return counted(Call::kCut, [&](bool whole) { return whole ? ftruncate(file, size) : 0; });
}
int counted_unlink(const char* path) {
  return counted(Call::kCut, [&](bool whole) { return whole ? unlink(path) : 0; });
}

// While it lives, SQLite calls the functions above. `calls` begins at 0.
class Counting {
 public:
  Counting() {
    calls = 0;
    set("write", reinterpret_cast<sqlite3_syscall_ptr>(&counted_write));
    set("pwrite", reinterpret_cast<sqlite3_syscall_ptr>(&counted_pwrite));
    set("pwrite64", reinterpret_cast<sqlite3_syscall_ptr>(&counted_pwrite));
    set("ftruncate", reinterpret_cast<sqlite3_syscall_ptr>(&counted_truncate));
    set("unlink", reinterpret_cast<sqlite3_syscall_ptr>(&counted_unlink));
  }
  ~Counting() {
    for (const char* name : {"write", "pwrite", "pwrite64", "ftruncate", "unlink"})
      set(name, nullptr);
  }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

 private:
  static void set(const char* name, sqlite3_syscall_ptr function) {
    sqlite3_vfs* const files = sqlite3_vfs_find(nullptr);
    files->xSetSystemCall(files, name, function);
  }
};

// --- builds ---

// All of what is left. A commit after every board that has new records.
void build(const std::string& path, solve::BoardSpace::Size largest, unsigned threads = 1) {
  Store store;
  Database file =
      fs::exists(path) ? Database::open(path, Database::Access::kWrite) : Database::create(path);
  const solve::BoardSpaces boards(find_ruleset("clobber")->make({}), largest, "");
  solve::DatabaseBuild build(store, file, boards,
                             {"game.grid.Clobber", solve::DatabaseContent::kValues, "test", "test",
                              std::chrono::duration<double>(0)});
  if (build.run({}, nullptr, threads)) throw Error("a build without limits has stopped");
}

// The same in a child that dies at call number `at`. False if it has finished before.
bool build_until(std::size_t at, Moment when, const std::string& path,
                 solve::BoardSpace::Size largest, unsigned threads = 1) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    last_call = at;
    moment = when;
    const Counting counting;
    try {
      build(path, largest, threads);
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) {
    REQUIRE(WTERMSIG(status) == SIGKILL);
    return true;
  }
  REQUIRE(WEXITSTATUS(status) == 0);
  return false;
}

std::uint64_t content(const std::string& path) {
  const Database known = Database::open(path, Database::Access::kRead);
  const auto rulesets = known.rulesets();
  return rulesets.empty() ? 0 : db::content_checksum(known, rulesets[0]);
}

bool finished(const std::string& path) {
  const Database known = Database::open(path, Database::Access::kRead);
  const std::vector<db::Build> builds = known.builds();
  return !builds.empty() && !builds[0].finished.empty();
}

// A database with what a killed process left beside it.
void copy(const std::string& from, const std::string& to) {
  for (const char* suffix : {"", "-wal"}) {
    fs::remove(to + suffix);
    if (fs::exists(from + suffix)) fs::copy_file(from + suffix, to + suffix);
  }
  fs::remove(to + "-shm");
}

void remove(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path + suffix);
}

}  // namespace

TEST_CASE("a build survives that it is killed at any call of the file system", "[db]") {
  const Scratch scratch;
  const std::string file = scratch / "a.db";
  const std::string seen = scratch / "seen.db";
  const solve::BoardSpace::Size largest{1, 3};
  std::vector<Call> all;
  {
    const Counting counting;
    recorded = &all;
    build(scratch / "whole.db", largest);
    recorded = nullptr;
  }
  const std::uint64_t whole = content(scratch / "whole.db");
  // Moments of all kinds: before, in and after a commit among them.
  std::array<std::size_t, kCalls> kinds{};
  for (const Call call : all) ++kinds[static_cast<std::size_t>(call)];
  for (const std::size_t n : kinds) CHECK(n > 0);
  Budget budget;
  constexpr std::size_t kStep = testing::sized(1, 25);
  for (std::size_t at = 0; at < all.size(); at += kStep) {
    for (const Moment when : {Moment::kBefore, Moment::kInTheMiddle, Moment::kAfter}) {
      CAPTURE(at, static_cast<int>(all[at]), static_cast<int>(when));
      REQUIRE(build_until(at, when, file, largest));
      if (fs::exists(file)) {
        // The copy is recovered here, the file itself by the next build.
        copy(file, seen);
        CHECK(db::verify(seen, budget).problems == std::vector<std::string>());
        if (finished(seen)) CHECK(content(seen) == whole);
      }
      build(file, largest);
      CHECK(content(file) == whole);
      CHECK(db::verify(file, budget).clean());
      remove(file);
    }
  }
}

TEST_CASE("a build survives that it is killed at random moments", "[db][random][long]") {
  const Scratch scratch;
  const std::string file = scratch / "a.db";
  const std::string seen = scratch / "seen.db";
  const solve::BoardSpace::Size largest{2, 4};
  std::size_t all = 0;
  {
    const Counting counting;
    build(scratch / "whole.db", largest);
    all = calls;
  }
  const std::uint64_t whole = content(scratch / "whole.db");
  Budget budget;
  std::mt19937_64 random(2026);
  std::size_t killed = 0;
  std::size_t with_log = 0;  // files that had to be recovered
  const std::size_t kills = testing::scaled(testing::sized(60, 50));
  for (std::size_t i = 0; i < kills; ++i) {
    // Each goes on where the one before died.
    const bool dead = build_until(random() % (all / 4), static_cast<Moment>(random() % 3), file,
                                  largest, 1 + i % 2);
    killed += dead ? 1 : 0;
    if (!fs::exists(file)) continue;  // nothing was written yet, so nothing is there
    if (fs::exists(file + "-wal") && fs::file_size(file + "-wal") != 0) ++with_log;
    copy(file, seen);
    CHECK(db::verify(seen, budget).problems == std::vector<std::string>());
    CHECK((dead || finished(seen)));
    if (!finished(seen)) continue;
    CHECK(content(seen) == whole);
    remove(file);
  }
  build(file, largest);
  CHECK(content(file) == whole);
  CHECK(db::verify(file, budget).clean());
  testing::expect_share(killed, kills, 0.4);    // 0.89
  testing::expect_share(with_log, kills, 0.4);  // 0.89
}

}  // namespace killed_build_test
