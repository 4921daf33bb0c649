#include "repl/commands/sum.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "cgt/store/parallel.hpp"
#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"
#include "decomp/db/table.hpp"
#include "decomp/solve/sums/certificate/certificate.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "repl/chart/chart.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/journal.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

Command add_sum(const Command& program, SumCommandOptions& options) {
  const Command sum =
      program.add("sum", "Who wins a sum of positions and values, and by which move");
  add_common(sum, options.common);
  const CommandOption text =
      sum.option("SUM", options.sum, "",
                 "RULESET:BOARD and values, joined by + and - with blanks around; - reads one a "
                 "line");
  const CommandOption file =
      sum.option("--file", options.file, "FILE", "Sums, one a line; # starts a comment")
          .excludes(text);
  const CommandOption mcgs =
      sum.option("--mcgs", options.mcgs, "FILE", "A file of MCGS: answer its commands")
          .excludes(text)
          .excludes(file);
  using First = std::optional<Player>;
  sum.choice<First, First>(
         "--first", options.question.first,
         {{"L", First(Player::kLeft)}, {"R", First(Player::kRight)}, {"both", std::nullopt}},
         "PLAYER", "Who moves first: L, R or both (default: both)")
      .excludes(mcgs);
  sum.flag("--moves", options.question.all_moves, "All winning moves, not one").excludes(mcgs);
  const CommandOption scores = sum.flag("--scores", options.question.scores,
                                        "Play for the score, as in Go, not for the last move")
                                   .excludes(mcgs);
  const CommandOption misere = sum.flag("--misere", options.question.misere,
                                        "Who makes the last move loses, instead of winning")
                                   .excludes(mcgs)
                                   .excludes(scores);
  sum.option("--certificate", options.certificate, "FILE",
             "Write a strategy of the winner there, for cgt verify; needs --first L or R")
      .excludes(file)
      .excludes(mcgs)
      .excludes(scores)
      .excludes(misere);
  sum.option("--svg", options.svg, "FILE", "Draw the boards of the sum side by side: FILE.svg")
      .file({"svg"})
      .excludes(file)
      .excludes(mcgs);
  sum.flag("--json", options.json, "Print JSON, one object a line");
  sum.flag("--time", options.time, "Tell CPU milliseconds, too");
  sum.flag("--fresh", options.fresh,
           "With --mcgs: empty tables for each sum, so that no time depends on those before it");
  using Method = solve::SumMethod;
  sum.choice<Method, Method>(
      "--method", options.method,
      {{"proof-numbers", Method::kProofNumbers},
       {"in-turns", Method::kInTurns},
       {"alpha-beta", Method::kAlphaBeta}},
      "NAME", "Search by proof-numbers, alpha-beta, or both in-turns (default: proof-numbers)");
  add_sharding(sum, options.sharding,
               "With --file: keep each answer there as it is found, go on where it stopped");
  sum.option("--db", options.db, "FILE", kKnown).file({"db"});
  sum.option("--threads", options.threads, "N",
             "Sums at a time; threads on one SUM; 0: as many as the machine has");
  sum.needs([&options] {
    if (options.sum.empty() && options.file.empty() && options.mcgs.empty())
      return "SUM, --file or --mcgs";
    if (!options.certificate.empty() && (!options.question.first || options.sum == "-"))
      return "one SUM and --first L or R, for a certificate,";
    if (!options.sharding.state.empty() && options.file.empty()) return "--file, for --state,";
    if (!options.svg.empty() && options.sum == "-") return "one SUM, for a drawing,";
    if (options.fresh && options.mcgs.empty()) return "--mcgs, for --fresh,";
    return "";
  });
  sum.examples(R"(  cgt sum 'clobber:xoxo + ^*'              who wins, and by which move
  cgt sum 'clobber:xoxo - {2|-1}' --first L --certificate won.json
                                           and a strategy that cgt verify checks
  cgt sum 'clobber:xoxo - domineering:..|..' --svg sum.svg
                                           draw it, too
  cgt sum --misere 'kayles:30+31+25'       the last move loses
  cgt sum --file sums.txt --threads 0      a sum a line, on all processors
)");
  return sum;
}

// Reads sums in any thread. Rulesets are made once.
class SumReader {
 public:
  explicit SumReader(const CommonOptions& common) : common_(common) {}

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

// With so many threads on the sum. Throws Error.
AnsweredSum solve_sum(Store& store, const solve::Sum& sum, const SumCommandOptions& options,
                      GameTables& known, unsigned threads = 1) {
  const Stopwatch watch;
  AnsweredSum out{
      solve::report_sum(store, sum, options.question, solver_options(options, known, threads),
                        Budget(options.common.limits, &interrupt_flag())),
      "", 0, ""};
  out.milliseconds = watch.cpu_milliseconds();
  return out;
}

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
  SumReader reader(options.common);
  GameTables known(options.db, options.common.quiet);
  Store store;
  const solve::Sum sum = reader.read(store, SourceText("<sum>", options.sum));
  if (!options.svg.empty()) write_file(options.svg, drawing_of(sum, options));
  AnsweredSum report;
  {
    const Progress progress("solving", options.common.quiet);
    report = solve_sum(store, sum, options, known, reader.threads(options.threads));
  }
  report.text = options.sum;
  if (options.json) {
    std::cout << json_line(json_of(report, options)) << '\n';
  } else {
    std::cout << lines_of(report, options);
  }
  std::cout << std::flush;
  if (!options.certificate.empty() && report.code() == kOk) {
    // A solver that has looked for winning moves knows other replies, of longer proofs.
    solve::SumOutcome solver(store, solver_options(options, known));
    Budget budget(options.common.limits, &interrupt_flag());
    const solve::Certificate certificate = solve::certify(
        store, solver, options.sum, *options.question.first, budget,
        [&](const std::string& name) { return ruleset_called(name, options.common); });
    write_file(options.certificate, solve::certificate_json(certificate));
  }
  return report.code();
}

// What is kept of one sum of many: its row, what it counts as, its exit code.
struct LineAnswer {
  std::string row;
  std::string counts_as;
  ExitCode code = kOk;

  static LineAnswer of(const AnsweredSum& report, const SumCommandOptions& options) {
    LineAnswer out;
    out.row = options.json ? json_line(json_of(report, options)) + "\n" : tsv_row(report, options);
    out.code = report.code();
    static constexpr const char* kVerdicts[] = {"unknown", "won", "lost", "drawn"};  // by Verdict
    out.counts_as = kVerdicts[0];
    if (!report.trouble.empty()) {
      out.counts_as = "refused";
    } else if (options.question.scores) {
      bool all = true;
      for (const auto& side : report.sides.values) all = all && (!side || side->score);
      if (all) out.counts_as = "scored";
    } else if (options.question.first) {
      out.counts_as =
          kVerdicts[static_cast<std::size_t>(report.sides[*options.question.first]->verdict)];
    } else if (const std::optional<LoopyOutcome> outcome = report.outcome()) {
      out.counts_as = name(*outcome);
    }
    return out;
  }

  std::string text() const {
    return json_line(nlohmann::json{row, counts_as, static_cast<int>(code)});
  }
  static LineAnswer read(const std::string& text) {
    const auto json = nlohmann::json::parse(text);
    return {json.at(0), json.at(1), static_cast<ExitCode>(json.at(2).get<int>())};
  }
};

// What many sums come to.
class Tally {
 public:
  explicit Tally(const SumCommandOptions& options) : options_(options) {}

  void add(const LineAnswer& answer) {
    ++count_;
    ++counts_[answer.counts_as];
    code_ = worse(code_, answer.code);
  }

  ExitCode code() const { return code_; }
  std::string text() const {
    const auto of = [&](const char* what) {
      const auto found = counts_.find(what);
      return found == counts_.end() ? 0 : found->second;
    };
    std::string out = counted(count_, "sum") + ":";
    if (options_.question.scores) {
      out += fmt::format(" {} with scores", of("scored"));
    } else if (options_.question.first) {
      out += fmt::format(" {} won, {} lost", of("won"), of("lost"));
      if (of("drawn") > 0) out += fmt::format(", {} drawn", of("drawn"));
    } else {
      static constexpr const char* kNames[] = {"L",    "R",      "N",    "P",     "D",
                                               "PHat", "PCheck", "NHat", "NCheck"};
      // Those of games that end are always told.
      for (std::size_t i = 0; i < std::size(kNames); ++i) {
        if (i >= 4 && of(kNames[i]) == 0) continue;
        out += fmt::format("{} {} {}", i > 0 ? "," : "", of(kNames[i]), kNames[i]);
      }
    }
    out += fmt::format(", {} unknown", of("unknown"));
    if (of("refused") > 0) out += fmt::format(", {} refused", of("refused"));
    return out;
  }

 private:
  const SumCommandOptions& options_;
  std::mutex mutex_;
  std::size_t count_ = 0;
  std::map<std::string, std::size_t> counts_;
  ExitCode code_ = kOk;
};

// Each sum has a store and a solver of its own: so its answer, figures and limits do not depend on
// the others, nor on the number of threads. What is known before is shared.
AnsweredSum solve_line(SumReader& reader, GameTables& known, const SumCommandOptions& options,
                       const SourceText& line) {
  Store store;
  AnsweredSum report;
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

// The sums of a file, or of the shards that are merged.
ExitCode solve_lines(const SumCommandOptions& options) {
  SumReader reader(options.common);
  GameTables known(options.db, options.common.quiet);
  PartHeader header = new_header(options.sharding, "units");
  std::vector<SourceText> texts;
  if (!options.sharding.merging()) {
    const std::string path = options.file.empty() ? "-" : options.file;
    const SourceText source(display_name(path), read_file(path));
    Store scratch;
    for (const SourceSpan& line : written_lines(source.text())) {
      texts.emplace_back(source.name(),
                         std::string(source.text().substr(line.offset, line.length)));
      // What cannot be read is found out before hours of work.
      try {
        reader.read(scratch, texts.back());
      } catch (const InputError& error) {
        throw InputError(error, source, line.offset);
      }
    }
    header.inputs.push_back(input_of(path, source.text()));
  }
  UnitRun units(options.sharding, std::move(header),
                options.sharding.merging() ? merged_units(options.sharding) : texts.size(),
                options.common.quiet);
  if (!options.json && units.prints()) std::cout << tsv_header(options) << std::flush;
  Tally tally(options);
  units.run<LineAnswer>(
      reader.threads(options.threads), "sums",
      [&](std::size_t i) {
        return LineAnswer::of(solve_line(reader, known, options, texts[i]), options);
      },
      [&](const LineAnswer& answer) { tally.add(answer); });
  units.tell();
  if (!options.common.quiet && units.prints()) std::cerr << tally.text() << '\n';
  return tally.code();
}

ExitCode run_sum(const SumCommandOptions& options) {
  if (!options.mcgs.empty()) return run_sum_mcgs(options);
  if (options.sharding.merging() || !options.file.empty() || options.sum == "-")
    return solve_lines(options);
  return solve_one(options);
}

}  // namespace

solve::SumOptions solver_options(const SumCommandOptions& options, GameTables& known,
                                 unsigned threads) {
  return {options.method,
          {},
          [&known](const std::string& ruleset) { return known(ruleset); },
          true,
          threads};
}

void offer_sum(Commands& commands) { commands.offer(add_sum, run_sum); }

}  // namespace cgt::repl
