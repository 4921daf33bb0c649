#include "decomp/db/merge.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace cgt::db {
namespace {

constexpr std::size_t kBatch = 10'000;

// A name for what is not complete yet; gone with the object.
class Unfinished {
 public:
  explicit Unfinished(const std::string& path) : path_(fmt::format("{}.merge{}", path, getpid())) {
    remove();
  }
  ~Unfinished() { remove(); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  const std::string& path() const { return path_; }

 private:
  void remove() const {
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm"}) {
      std::filesystem::remove(path_ + suffix, ignored);
    }
  }
  std::string path_;
};

// The records of one ruleset that came from one build.
void take_over(Database& out, const Database& part, const Build& from, const StoredRuleset& ruleset,
               std::uint64_t& read, const std::function<void(std::uint64_t)>& step) {
  Build wanted = from;
  wanted.progress.clear();
  wanted.finished.clear();
  Build build = out.begin(wanted);
  std::vector<Record> batch;
  const auto flush = [&] {
    out.commit(build, batch, build.progress, false);
    batch.clear();
    step(read);
  };
  part.for_each(ruleset, [&](const Row& row) {
    if (row.build != from.id) return;
    ++read;
    batch.push_back({std::string(row.component), row.kind, std::string(row.payload)});
    if (batch.size() >= kBatch) flush();
  });
  flush();
}

}  // namespace

void merge(const std::string& out, const std::vector<std::string>& parts,
           const std::function<void(std::uint64_t)>& step) {
  if (std::filesystem::exists(out)) throw DatabaseError(fmt::format("{} is there already", out));
  const Unfinished unfinished(out);
  {
    Database whole = Database::create(unfinished.path());
    std::uint64_t read = 0;
    for (const std::string& path : parts) {
      const Database part = Database::open(path, Database::Access::kRead);
      const Database::Snapshot snapshot(part);
      const std::uint64_t before = read;
      try {
        for (const Build& build : part.builds()) {
          take_over(whole, part, build, *part.find(build.ruleset), read, step);
        }
      } catch (const DatabaseError&) {
        throw;
      } catch (const Error& error) {
        throw Error(fmt::format("{} does not go with the files before it: {}", path, error.what()),
                    error.hint());
      }
      std::uint64_t written = 0;
      for (const StoredRuleset& ruleset : part.rulesets()) written += ruleset.records;
      if (read - before != written) {
        throw DamageError(fmt::format("{} is damaged: {} of its {} records come from a build", path,
                                      read - before, written));
      }
      for (const Build& build : part.builds()) {
        if (build.finished.empty()) continue;
        Build there = whole.begin(build);
        if (!there.finished.empty()) continue;
        there.finished = build.finished;
        whole.commit(there, {}, build.progress, true);
      }
    }
  }
  if (link(unfinished.path().c_str(), out.c_str()) != 0) {
    throw DatabaseError(fmt::format("cannot make {}: {}", out, std::strerror(errno)));
  }
}

}  // namespace cgt::db
