#include "repl/commands/octal/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>

#include "cgt/store/parallel.hpp"
#include "cgt/support/threads.hpp"
#include "decomp/rules/heap/rules.hpp"
#include "repl/support/in_order.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/parts/units.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using OctalJson = nlohmann::ordered_json;

// All of at most `digits` digits, none with a 0 at the end: those are codes of fewer.
std::vector<std::string> octal_codes(std::uint32_t digits) {
  std::vector<std::string> out;
  std::uint64_t count = 1;
  for (std::uint32_t n = 1; n <= digits; ++n) {
    count *= 8;
    for (std::uint64_t code = 0; code < count; ++code) {
      if (code % 8 != 0) out.push_back(fmt::format("0.{:0{}o}", code, n));
    }
  }
  return out;
}

// A row, and the exit code that goes with it.
struct OctalAnswer {
  std::string row;
  ExitCode code = kOk;

  std::string text() const { return OctalJson{row, static_cast<int>(code)}.dump(); }
  static OctalAnswer read(const std::string& text) {
    const auto json = OctalJson::parse(text);
    return {json.at(0), static_cast<ExitCode>(json.at(1).get<int>())};
  }
};

constexpr const char* kOctalHead = "code\tperiod\tpreperiod\tsaltus\tlargest\theap\n";

OctalAnswer examine(const std::string& code, const OctalOptions& options) {
  OctalAnswer out;
  Budget budget(options.common.limits, &interrupt_flag());
  OctalJson json{{"code", code}, {"last", options.last}};
  std::string period = "-\t-\t-";
  std::string most = "-\t-";
  try {
    const heap::TakeAndBreak rules(heap::Code::parse(code));
    const std::vector<std::uint32_t> values = rules.nim_values(options.last, budget);
    const auto largest = std::ranges::max_element(values);
    most = fmt::format("{}\t{}", *largest, largest - values.begin());
    json["largest"] = *largest;
    json["heap"] = largest - values.begin();
    if (const auto found = rules.check_periodicity(options.last, budget)) {
      period = fmt::format("{}\t{}\t{}", found->period, found->preperiod, found->saltus);
      json["period"] = found->period;
      json["preperiod"] = found->preperiod;
      json["saltus"] = found->saltus;
    }
  } catch (const BudgetExhausted& spent) {
    out.code = spent.reason() == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
    json["stopped"] = describe(spent.reason());
    period = "?\t?\t?";
    if (most == "-\t-") most = "?\t?";
  }
  out.row = options.json ? json.dump() + "\n" : fmt::format("{}\t{}\t{}\n", code, period, most);
  return out;
}

// What is worst counts.
void count_in(ExitCode& all, ExitCode one) {
  static constexpr ExitCode kOrder[] = {kInterrupted, kOutOfBudget, kOk};
  const auto rank = [](ExitCode code) { return std::ranges::find(kOrder, code); };
  if (rank(one) < rank(all)) all = one;
}

}  // namespace

ExitCode run_octal(const OctalOptions& options) {
  const std::vector<std::string> codes =
      options.digits == 0 ? options.codes : octal_codes(options.digits);
  // What is no code is found out before hours of work.
  for (const std::string& code : codes) heap::Code::parse(code);
  UnitRun units(options.sharding, new_header(options.sharding, "units"), codes.size(),
                options.common.quiet);
  if (units.prints() && !options.json) std::cout << kOctalHead << std::flush;
  InOrder output(codes.size());
  std::mutex mutex;
  ExitCode all = kOk;
  const auto tell = [&](std::size_t i, const OctalAnswer& answer) {
    {
      const std::lock_guard lock(mutex);
      count_in(all, answer.code);
    }
    if (units.prints()) output.finished(i, answer.row);
  };
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (const std::string* before = units.result(i)) tell(i, OctalAnswer::read(*before));
  }
  const std::vector<std::size_t>& todo = units.todo();
  std::atomic<std::size_t> done{codes.size() - todo.size()};
  {
    const Progress progress(
        [&] { return fmt::format("{} of {} codes", done.load(), codes.size()); },
        options.common.quiet);
    Store store;
    parallel_for(store, todo.size(), thread_count(options.threads), [&](Store&, std::size_t k) {
      const OctalAnswer answer = examine(codes[todo[k]], options);
      tell(todo[k], answer);
      // What Ctrl-C cut short is not an answer.
      if (answer.code != kInterrupted) units.finished(todo[k], answer.text());
      ++done;
    });
  }
  units.tell();
  return all;
}

}  // namespace cgt::repl
