#include "decomp/db/maintain.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <tuple>

#include "decomp/db/checksum.hpp"
#include "decomp/db/detail/sqlite.hpp"

#include "cgt/support/text_input.hpp"

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

Build whole_of(Build build) {
  if (std::optional<ShardOfBuild> shard = shard_of(build.what)) build.what = std::move(shard->what);
  return build;
}

// All shards of a build must be there, each once and to its end.
void check_shards(const std::vector<std::string>& parts) {
  using Key = std::tuple<std::string, std::string, std::string, unsigned>;
  std::map<Key, std::map<unsigned, std::string>> files;  // by shard
  for (const std::string& path : parts) {
    const Database part = Database::open(path, Database::Access::kRead);
    for (const Build& build : part.builds()) {
      const std::optional<ShardOfBuild> shard = shard_of(build.what);
      if (!shard) continue;
      const std::string name = fmt::format("shard {}/{}", shard->index, shard->of);
      if (build.finished.empty()) {
        throw Error(fmt::format("{}: {} of {} is not complete", path, name, shard->what),
                    "the command that began it goes on");
      }
      const auto [there, fresh] =
          files[{build.ruleset, shard->what, build.version, shard->of}].emplace(shard->index, path);
      if (!fresh) {
        throw Error(fmt::format("{} of {} is there twice: {} and {}", name, shard->what,
                                there->second, path));
      }
    }
  }
  const std::string* version = nullptr;
  for (const auto& [key, shards] : files) {
    const auto& [ruleset, what, by, of] = key;
    if (version != nullptr && *version != by) {
      throw Error(fmt::format("shards of different versions: {} and {}", *version, by));
    }
    version = &by;
    for (unsigned i = 1; i <= of; ++i) {
      if (!shards.contains(i)) {
        throw Error(fmt::format("shard {}/{} of {} is missing", i, of, what));
      }
    }
  }
}

// The records of one ruleset that came from one build.
void take_over(Database& out, const Database& part, const Build& from, const StoredRuleset& ruleset,
               std::uint64_t& read, const std::function<void(std::uint64_t)>& step) {
  Build wanted = whole_of(from);
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

std::string shard_suffix(unsigned index, unsigned of) {
  return fmt::format(" (shard {}/{})", index, of);
}

std::optional<ShardOfBuild> shard_of(std::string_view what) {
  constexpr std::string_view kBegin = " (shard ";
  const std::size_t at = what.rfind(kBegin);
  if (at == std::string_view::npos) return std::nullopt;
  ShardOfBuild out{.what = std::string(what.substr(0, at))};
  std::string_view rest = what.substr(at + kBegin.size());
  const auto index = take_number<unsigned>(rest);
  if (!index || !rest.starts_with('/')) return std::nullopt;
  rest.remove_prefix(1);
  const auto of = take_number<unsigned>(rest);
  if (!of || rest != ")") return std::nullopt;
  out.index = *index;
  out.of = *of;
  return out;
}

void merge(const std::string& out, const std::vector<std::string>& parts,
           const std::function<void(std::uint64_t)>& step) {
  if (std::filesystem::exists(out)) throw DatabaseError(fmt::format("{} is there already", out));
  check_shards(parts);
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
        Build there = whole.begin(whole_of(build));
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

namespace {

// Games of so many bytes are forgotten again.
constexpr std::uint64_t kStoreBytes = std::uint64_t{1} << 30U;
constexpr std::uint64_t kForgetInterval = 1024;

class Verifier {
 public:
  Verifier(const Database& file, Verification& out, Budget& budget)
      : file_(file), out_(out), budget_(budget), scope_(store_, budget), empty_(store_.mark()) {}

  void run() {
    const Database::Snapshot snapshot(file_);
    attempt([&] { check_structure(); });
    attempt([&] {
      for (const StoredRuleset& ruleset : file_.rulesets()) {
        attempt([&] { check_records(ruleset); });
      }
    });
    attempt([&] { check_builds(); });
    attempt([&] {
      detail::Statement count(file_.connection(), "SELECT count(*) FROM record");
      const std::int64_t all = count.step() ? count.integer(0) : 0;
      count.reset();
      if (static_cast<std::uint64_t>(all) != out_.records) {
        problem(fmt::format("table record: {} rows, of which {} could be read", all, out_.records));
      }
    });
  }

 private:
  void problem(std::string text) { out_.problems.push_back(std::move(text)); }

  // What cannot be read is a problem, and the rest is looked at all the same.
  template <class Part>
  void attempt(const Part& part) {
    try {
      part();
    } catch (const DatabaseError& error) {
      problem(error.what());
    }
  }

  void check_structure() {
    detail::Statement check(file_.connection(), "PRAGMA integrity_check(1000)");
    while (check.step()) {
      if (check.text(0) != "ok") problem(fmt::format("structure: {}", check.text(0)));
    }
  }

  void check_builds() {
    std::vector<std::int64_t> there;
    for (const Build& build : file_.builds()) there.push_back(build.id);
    for (const auto& [id, name] : used_) {
      if (std::ranges::find(there, id) != there.end()) continue;
      problem(fmt::format("{}: comes from build {}, which is not there", name, id));
    }
  }

  void check_records(const StoredRuleset& ruleset) {
    std::uint64_t rows = 0;
    std::uint64_t sum = 0;
    bool complete = true;
    component_.clear();
    value_.reset();
    file_.for_each_as_it_is(ruleset.id, [&](const Row& row, const std::string& trouble) {
      budget_.charge();
      ++rows;
      ++out_.records;
      const std::string name = fmt::format("record of {} \"{}\", {}", ruleset.name, row.component,
                                           cgt::db::name(row.kind));
      if (!trouble.empty()) {
        problem(name + ": " + trouble);
        complete = false;
        return;
      }
      sum += row.checksum;
      used_.try_emplace(row.build, name);
      if (rewritten(store_, row.kind, row.payload) != row.payload) {
        problem(name + ": the payload does not follow its format");
        return;
      }
      compare(row, name);
      if (rows % kForgetInterval == 0 && store_.statistics().bytes > kStoreBytes) {
        store_.release(empty_);
        empty_ = store_.mark();
        value_.reset();
      }
    });
    if (rows != ruleset.records) {
      problem(fmt::format("records of {}: {} are there, {} were written", ruleset.name, rows,
                          ruleset.records));
    } else if (complete && sum != ruleset.sum) {
      problem(fmt::format("records of {}: not those that were written", ruleset.name));
    }
  }

  // With the value of the same component, which comes first.
  void compare(const Row& row, const std::string& name) {
    if (row.component != component_) {
      component_ = row.component;
      value_.reset();
    }
    if (row.kind == Kind::kValue) {
      value_ = PayloadReader(store_).value(row.payload);
    } else if (!value_) {
      return;
    } else if (row.kind == Kind::kBounds) {
      problem(name + ": there is a value too");
    } else if (row.kind == Kind::kThermograph
                   ? read_thermograph(row.payload) != store_.thermograph(*value_)
                   : read_outcome(row.payload) != store_.outcome(*value_)) {
      problem(name + ": it is not that of the value");
    }
  }

  const Database& file_;
  Verification& out_;
  Budget& budget_;
  Store store_;
  Store::BudgetScope scope_;
  Store::Mark empty_;
  std::string component_;
  std::optional<GameId> value_;
  std::map<std::int64_t, std::string> used_;  // builds, and a record of each
};

}  // namespace

Verification verify(const std::string& path, Budget& budget) {
  Verification out;
  try {
    const Database file = Database::open(path, Database::Access::kRead);
    Verifier(file, out, budget).run();
  } catch (const DamageError& error) {
    out.problems.emplace_back(error.what());
  }
  return out;
}

std::uint64_t content_checksum(const Database& file, const StoredRuleset& ruleset,
                               const std::function<void(const Row&)>& visit) {
  Checksum sum;
  file.for_each(ruleset, [&](const Row& row) {
    if (visit) visit(row);
    sum.text(row.component).number(static_cast<std::uint64_t>(row.kind)).text(row.payload);
  });
  return sum.value();
}

}  // namespace cgt::db
