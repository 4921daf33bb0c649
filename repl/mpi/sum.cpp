#include "repl/mpi/sum.hpp"

#include <fmt/format.h>

#include <cstring>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "cgt/support/error.hpp"
#include "decomp/solve/sums/driven/driven_search.hpp"
#include "repl/support/rulesets.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/running/stopwatch.hpp"

namespace cgt::repl {
namespace {

using solve::DrivenFigures;
using solve::DrivenSearch;
using solve::Verdict;

constexpr std::chrono::milliseconds kWait{5};
constexpr std::chrono::milliseconds kLastWords{500};  // of a rank whose time is over, to rank 0

// First letters of messages: a visit; the budget of a rank is spent, and why; all is answered; what a rank did.
constexpr char kVisit = 'v';
constexpr char kSpent = 's';
constexpr char kDone = 'd';
constexpr char kFigures = 'f';

struct RankReport {
  DrivenFigures figures;
  double cpu_milliseconds = 0;
};

// What one process needs for the same question.
struct Alone {
  std::uint64_t searched = 0;
  double seconds = 0;
};

class MpiSum {
 public:
  MpiSum(const MpiSumOptions& options, Ranks& ranks)
      : options_(options),
        ranks_(ranks),
        sum_(solve::parse_sum(store_, SourceText("<sum>", options.sum.sum), called())),
        search_(store_, {.rank = static_cast<unsigned>(ranks.rank()),
                         .ranks = static_cast<unsigned>(ranks.size()),
                         .grain = options.grain,
                         .called = called(),
                         .send = [this](unsigned to, std::string message) {
                           ranks_.post(static_cast<int>(to), kVisit + std::move(message));
                         }}) {}

  ExitCode run() {
    if (ranks_.rank() != 0) return take_part();
    for (const Player first : kPlayers) {
      if (options_.sum.first && *options_.sum.first != first) continue;
      verdicts_[first] = decide(first);
      if (stop_) break;
    }
    milliseconds_ = watch_.wall_milliseconds();
    gather();
    if (options_.compare && !stop_) compare();
    ranks_.leave();
    if (options_.sum.json) {
      std::cout << json().dump() << '\n' << std::flush;
    } else {
      print();
    }
    if (!stop_) return kOk;
    return *stop_ == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
  }

 private:
  solve::RulesetCalled called() {
    return [this](const std::string& name) {
      auto& game = games_[name];
      if (game == nullptr) game = ruleset_called(name, options_.sum.common);
      return game;
    };
  }

  // --- rank 0 ---

  Verdict decide(Player first) {
    Budget budget(options_.sum.common.limits, &interrupt_flag());
    const Store::BudgetScope scope(store_, budget);
    try {
      bool loopy = false;
      try {
        search_.ask(sum_, first);
      } catch (const solve::LoopySum&) {
        loopy = true;
      }
      while (!loopy && !search_.answer()) {
        step(budget);
        if (stop_) return Verdict::kUnknown;
      }
      if (!loopy && !search_.answer()->loopy) return search_.answer()->verdict;
      // Values settle it, in one process.
      solve::SumOutcome solver(store_);
      const solve::SumAnswer answer = solver.solve(sum_, first, budget);
      stop_ = answer.stop;
      return answer.verdict;
    } catch (const BudgetExhausted& spent) {
      stop_ = spent.reason();
      return Verdict::kUnknown;
    }
  }

  void step(Budget& budget) {
    take_in_posts(std::chrono::milliseconds(0));
    budget.poll();
    if (!stop_ && !search_.work(budget)) take_in_posts(kWait);
  }

  void take_in_posts(std::chrono::milliseconds patience) {
    while (const std::optional<std::string> text = ranks_.take_post(patience)) {
      take_in(*text);
      patience = {};
    }
  }

  void take_in(const std::string& text) {
    const std::string_view rest = std::string_view(text).substr(1);
    switch (text[0]) {
      case kVisit: search_.take_in(rest); break;
      case kSpent: stop_ = static_cast<StopReason>(rest[0]); break;
      case kDone: done_ = true; break;
      case kFigures: {
        RankReport report;
        std::memcpy(&report, rest.data(), sizeof report);
        add(report);
        ++reported_;
        break;
      }
      default: break;
    }
  }

  void add(const RankReport& report) {
    total_.figures += report.figures;
    total_.cpu_milliseconds += report.cpu_milliseconds;
  }

  void gather() {
    for (int to = 1; to < ranks_.size(); ++to) ranks_.post(to, {kDone});
    add({search_.figures(), watch_.cpu_milliseconds()});
    // A rank looks for messages when its search of a grain has ended.
    const Stopwatch patience;
    while (reported_ + 1 < ranks_.size() && patience.wall_milliseconds() < 60'000) {
      take_in_posts(kWait);
    }
  }

  void compare() {
    Store store;
    const solve::Sum sum = solve::parse_sum(store, SourceText("<sum>", options_.sum.sum), called());
    solve::SumOutcome solver(store);
    const Stopwatch watch;
    alone_.emplace();
    for (const Player first : kPlayers) {
      if (!verdicts_[first]) continue;
      Budget budget(options_.sum.common.limits, &interrupt_flag());
      const solve::SumAnswer answer = solver.solve(sum, first, budget);
      alone_->searched += answer.figures.expansions;
      if (answer.stop) {
        alone_.reset();
        return;
      }
      if (answer.verdict == *verdicts_[first]) continue;
      throw Error("one process comes to another answer: this is a defect of cgt");
    }
    alone_->seconds = watch.wall_milliseconds() / 1000;
  }

  static const char* word(Verdict verdict) {
    static constexpr const char* kWords[] = {"unknown", "wins", "loses", "draws"};  // by Verdict
    return kWords[static_cast<std::size_t>(verdict)];
  }

  std::optional<LoopyOutcome> outcome() const {
    const auto known = [&](Player first) {
      return verdicts_[first] && *verdicts_[first] != Verdict::kUnknown;
    };
    if (!known(Player::kLeft) || !known(Player::kRight)) return std::nullopt;
    return solve::outcome_of(*verdicts_[Player::kLeft], *verdicts_[Player::kRight]);
  }

  void print() const {
    const auto line = [](const char* name, const std::string& text) {
      std::cout << fmt::format("{:<12} {}\n", name, text);
    };
    line("sum", options_.sum.sum);
    for (const Player first : kPlayers) {
      if (!verdicts_[first]) continue;
      std::string text = word(*verdicts_[first]);
      if (*verdicts_[first] == Verdict::kUnknown && stop_)
        text += fmt::format(" ({})", describe(*stop_));
      line(first == Player::kLeft ? "Left first" : "Right first", text);
    }
    if (!options_.sum.first) {
      const std::optional<LoopyOutcome> both = outcome();
      line("outcome", both ? outcome_text(*both) : "unknown");
    }
    std::cout << std::flush;
    if (options_.sum.common.quiet) return;
    const DrivenFigures& figures = total_.figures;
    std::cerr << fmt::format(
        "{} ranks: {} sums expanded in {} searches; {} sums in the table, {} divided; {} visits "
        "sent; {:.2f} s, {:.2f} s of CPU time\n",
        ranks_.size(), figures.searched, figures.tries, figures.homes, figures.divided,
        figures.messages, milliseconds_ / 1000, total_.cpu_milliseconds / 1000);
    if (!alone_) return;
    std::cerr << fmt::format(
        "one process: {} sums expanded, {:.2f} s; speed-up {:.2f}, {:.2f} times its sums\n",
        alone_->searched, alone_->seconds, speed_up(), ratio());
  }

  double speed_up() const { return milliseconds_ > 0 ? alone_->seconds * 1000 / milliseconds_ : 0; }
  double ratio() const {
    const auto all = static_cast<double>(total_.figures.searched);
    return alone_->searched == 0 ? 0 : all / static_cast<double>(alone_->searched);
  }

  nlohmann::ordered_json json() const {
    nlohmann::ordered_json out;
    out["sum"] = options_.sum.sum;
    for (const Player first : kPlayers) {
      if (!verdicts_[first]) continue;
      out[first == Player::kLeft ? "left_first" : "right_first"] = word(*verdicts_[first]);
    }
    if (!options_.sum.first) {
      const std::optional<LoopyOutcome> both = outcome();
      out["outcome"] = both ? nlohmann::ordered_json(name(*both)) : nlohmann::ordered_json();
    }
    out["ranks"] = ranks_.size();
    out["expanded"] = total_.figures.searched;
    out["searches"] = total_.figures.tries;
    out["table"] = total_.figures.homes;
    out["divided"] = total_.figures.divided;
    out["visits_sent"] = total_.figures.messages;
    out["seconds"] = milliseconds_ / 1000;
    out["cpu_seconds"] = total_.cpu_milliseconds / 1000;
    if (alone_) {
      out["alone_expanded"] = alone_->searched;
      out["alone_seconds"] = alone_->seconds;
      out["speed_up"] = speed_up();
    }
    return out;
  }

  // --- the others ---

  ExitCode take_part() {
    Budget budget(options_.sum.common.limits, &interrupt_flag());
    const Store::BudgetScope scope(store_, budget);
    ExitCode code = kOk;
    try {
      while (!done_) step(budget);
    } catch (const BudgetExhausted& spent) {
      code = spent.reason() == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
      ranks_.post(0, std::string{kSpent, static_cast<char>(spent.reason())});
      const Stopwatch patience;
      while (!done_ && patience.wall_milliseconds() < static_cast<double>(kLastWords.count()))
        take_in_posts(kWait);
    }
    const RankReport report{search_.figures(), watch_.cpu_milliseconds()};
    std::string text(1, kFigures);
    text.append(reinterpret_cast<const char*>(&report), sizeof report);
    ranks_.post(0, std::move(text));
    ranks_.leave();
    return code;
  }

  const MpiSumOptions& options_;
  Ranks& ranks_;
  std::map<std::string, std::shared_ptr<const Ruleset>> games_;
  Store store_;
  solve::Sum sum_;
  DrivenSearch search_;
  Stopwatch watch_;
  PerPlayer<std::optional<Verdict>> verdicts_;
  std::optional<StopReason> stop_;
  bool done_ = false;
  int reported_ = 0;  // ranks that told what they did
  RankReport total_;
  double milliseconds_ = 0;
  std::optional<Alone> alone_;
};

}  // namespace

ExitCode run_mpi_sum(const MpiSumOptions& options, Ranks& ranks) {
  return MpiSum(options, ranks).run();
}

}  // namespace cgt::repl
