#include "decomp/db/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "decomp/db/checksum.hpp"
#include "decomp/db/detail/sqlite.hpp"

namespace cgt::db {
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
