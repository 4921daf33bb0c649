#include "repl/commands/sum/command.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <mutex>

#include "cgt/store/parallel.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "repl/chart/row.hpp"
#include "repl/commands/sum/mcgs.hpp"
#include "repl/commands/sum/report.hpp"
#include "repl/commands/sum/verify.hpp"
#include "repl/support/files.hpp"
#include "repl/support/in_order.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/known_games.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

// Reads sums in any thread. Rulesets are made once.
class Reader {
 public:
  explicit Reader(const CommonOptions& common) : common_(common) {}

  solve::Sum read(Store& store, const SourceText& text) {
    const std::lock_guard lock(mutex_);
    return solve::parse_sum(store, text, [this](const std::string& name) {
      auto& game = games_[name];
      if (game == nullptr) game = ruleset_called(name, common_);
      return game;
    });
  }

  // How many may use what was read.
  unsigned threads(unsigned wanted) const {
    for (const auto& [name, game] : games_) wanted = threads_for(*game, wanted);
    return wanted;
  }

 private:
  const CommonOptions& common_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Ruleset>> games_;
};

// The boards of a sum side by side; values as text.
std::string drawing_of(const solve::Sum& sum, const SumCommandOptions& options) {
  std::vector<PictureInRow> row;
  for (const solve::SumTerm& term : sum) {
    PictureInRow& one = row.emplace_back();
    one.text = term.text;
    if (row.size() > 1) one.sign = "+";
    if (term.ruleset.empty()) continue;
    if (std::holds_alternative<AnyPosition>(term.game) && one.text.starts_with("-(")) {
      one.sign = "-";
      one.text = one.text.substr(2, one.text.size() - 3);
    }
    one.picture = picture_called(term.ruleset, one.text, options.common);
    one.text = term.ruleset + ":" + one.text;
  }
  return row_of_pictures(options.sum, row);
}

ExitCode solve_one(const SumCommandOptions& options) {
  Reader reader(options.common);
  KnownGames known(options.db, options.common.quiet);
  Store store;
  const solve::Sum sum = reader.read(store, SourceText("<sum>", options.sum));
  if (!options.svg.empty()) write_file(options.svg, drawing_of(sum, options));
  SumReport report;
  {
    const Progress progress("solving", options.common.quiet);
    report = solve_sum(store, sum, options, known);
  }
  report.text = options.sum;
  if (options.json) {
    std::cout << json_of(report, options).dump() << '\n';
  } else {
    std::cout << lines_of(report, options);
  }
  std::cout << std::flush;
  if (!options.certificate.empty() && report.code() == kOk) {
    // A solver that has looked for winning moves knows other replies, of longer proofs.
    solve::SumOutcome solver(store, solver_options(options, known));
    Budget budget(options.common.limits, &interrupt_flag());
    write_certificate(options.certificate, store, solver, options.sum, *options.first, budget,
                      options.common);
  }
  return report.code();
}

// The sums of a text: offset and length of each line that holds one.
std::vector<SourceSpan> sum_lines(std::string_view text) {
  std::vector<SourceSpan> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::size_t to = end;
    if (to > from && text[to - 1] == '\r') --to;
    const std::size_t first = std::min(text.find_first_not_of(" \t", from), to);
    if (first < to && text[first] != '#') lines.push_back({first, to - first});
    from = end + 1;
  }
  return lines;
}

// What many sums come to.
class Tally {
 public:
  explicit Tally(const SumCommandOptions& options) : options_(options) {}

  void add(const SumReport& report) {
    const std::lock_guard lock(mutex_);
    ++count_;
    if (!report.trouble.empty()) {
      ++refused_;
    } else if (options_.scores) {
      bool all = true;
      for (const auto& side : report.sides.values) all = all && (!side || side->score);
      ++(all ? scored_ : verdicts_[0]);
    } else if (options_.first) {
      ++verdicts_[static_cast<std::size_t>(report.sides[*options_.first]->verdict)];
    } else if (const std::optional<LoopyOutcome> outcome = report.outcome()) {
      ++outcomes_[name(*outcome)];
    } else {
      ++verdicts_[0];
    }
    // What is worst counts.
    static constexpr ExitCode kOrder[] = {kInterrupted, kRuntimeError, kOutOfBudget, kOk};
    const auto rank = [](ExitCode code) { return std::ranges::find(kOrder, code); };
    if (rank(report.code()) < rank(code_)) code_ = report.code();
  }

  ExitCode code() const { return code_; }
  std::string text() const {
    std::string out = fmt::format("{} {}:", count_, count_ == 1 ? "sum" : "sums");
    if (options_.scores) {
      out += fmt::format(" {} with scores", scored_);
    } else if (options_.first) {
      out += fmt::format(" {} won, {} lost", verdicts_[1], verdicts_[2]);
      if (verdicts_[3] > 0) out += fmt::format(", {} drawn", verdicts_[3]);
    } else {
      static constexpr const char* kNames[] = {"L",    "R",      "N",    "P",     "D",
                                               "PHat", "PCheck", "NHat", "NCheck"};
      // Those of games that end are always told.
      for (std::size_t i = 0; i < std::size(kNames); ++i) {
        const auto found = outcomes_.find(kNames[i]);
        if (i >= 4 && found == outcomes_.end()) continue;
        out += fmt::format("{} {} {}", i > 0 ? "," : "",
                           found == outcomes_.end() ? 0 : found->second, kNames[i]);
      }
    }
    out += fmt::format(", {} unknown", verdicts_[0]);
    if (refused_ > 0) out += fmt::format(", {} refused", refused_);
    return out;
  }

 private:
  const SumCommandOptions& options_;
  std::mutex mutex_;
  std::size_t count_ = 0;
  std::size_t refused_ = 0;
  std::size_t scored_ = 0;
  std::array<std::size_t, 4> verdicts_{};  // by Verdict
  std::map<std::string, std::size_t> outcomes_;
  ExitCode code_ = kOk;
};

// Each sum has a store and a solver of its own: so its answer, figures and limits do not depend on
// the others, nor on the number of threads. What is known before is shared.
SumReport solve_line(Reader& reader, KnownGames& known, const SumCommandOptions& options,
                     const SourceText& line) {
  Store store;
  SumReport report;
  try {
    report = solve_sum(store, reader.read(store, line), options, known);
  } catch (const db::DatabaseError&) {
    throw;
  } catch (const Error& error) {
    report.trouble = error.what();
  }
  report.text = line.text();
  return report;
}

ExitCode solve_lines(const SumCommandOptions& options) {
  const std::string path = options.file.empty() ? "-" : options.file;
  const SourceText source(display_name(path), read_file(path));
  const std::vector<SourceSpan> lines = sum_lines(source.text());
  Reader reader(options.common);
  KnownGames known(options.db, options.common.quiet);
  Store scratch;
  std::vector<SourceText> texts;
  for (const SourceSpan& line : lines) {
    texts.emplace_back(source.name(), std::string(source.text().substr(line.offset, line.length)));
    // What cannot be read is found out before hours of work.
    try {
      reader.read(scratch, texts.back());
    } catch (const InputError& error) {
      throw InputError(error, source, line.offset);
    }
  }
  if (!options.json) std::cout << tsv_header(options) << std::flush;
  InOrder output(lines.size());
  Tally tally(options);
  {
    const Progress progress(
        [&] { return fmt::format("{} of {} sums", output.count_finished(), lines.size()); },
        options.common.quiet);
    parallel_for(
        scratch, lines.size(), reader.threads(options.threads), [&](Store&, std::size_t i) {
          const SumReport report = solve_line(reader, known, options, texts[i]);
          tally.add(report);
          output.finished(
              i, options.json ? json_of(report, options).dump() + "\n" : tsv_row(report, options));
        });
  }
  if (!options.common.quiet) std::cerr << tally.text() << '\n';
  return tally.code();
}

}  // namespace

ExitCode run_sum(const SumCommandOptions& options) {
  if (!options.mcgs.empty()) return run_sum_mcgs(options);
  if (!options.file.empty() || options.sum == "-") return solve_lines(options);
  return solve_one(options);
}

}  // namespace cgt::repl
