// cgt htn act: a plan carried out step by step, in a world that answers.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"
#include "decomp/htn/hddl/act.hpp"
#include "repl/commands/htn.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

using htn::hddl::Actor;
using htn::hddl::Observation;
using Json = nlohmann::ordered_json;

// What became of a step.
struct StepAnswer {
  enum class What : std::uint8_t { kDone, kFailed, kOther };
  What what = What::kDone;
  std::vector<Observation> seen;
};

// The world: lines of a file or of standard input, chance, or all as planned.
class StepAnswers {
 public:
  StepAnswers(const HtnOptions& options, const htn::hddl::Model& model)
      : model_(model),
        success_(chances(options.success, model)),
        random_(options.seed.value_or(1)) {
    asks_ = options.answers == "-";
    name_ = display_name(options.answers);
    if (!options.answers.empty() && !asks_) lines_.str(read_file(options.answers));
  }

  // `action`: of the step.
  StepAnswer next(htn::hddl::Index action) {
    for (std::string line; asks_ ? ask(line) : static_cast<bool>(std::getline(lines_, line));) {
      before_ += line + '\n';
      if (!line.starts_with(';')) return answer_of(line);
    }
    if (asks_ && !interrupt_flag()) {
      throw Error("the answers ended before the plan",
                  "a line for each step: ok, failed, or facts");
    }
    // 53 random bits are a number below 1.
    const double chance = success_[action];
    const bool fails = chance < 1 && static_cast<double>(random_() >> 11U) * 0x1p-53 >= chance;
    return {fails ? StepAnswer::What::kFailed : StepAnswer::What::kDone, {}};
  }

  // The answers of a file that no step asked for: a warning, or "".
  std::string left_over() {
    std::size_t first = 0;
    std::uint64_t count = 0;
    for (std::string line; std::getline(lines_, line); before_ += line + '\n') {
      const std::size_t begin = line.find_first_not_of(" \t\r");
      if (begin == std::string::npos || line[begin] == ';') continue;
      if (count++ == 0) first = before_.size() + begin;
    }
    if (count == 0) return {};
    return render({Severity::kWarning,
                   counted(count, "answer") + " too many: acting has ended before",
                   "",
                   {first, before_.find('\n', first) - first}},
                  SourceText(name_, before_));
  }

 private:
  // By action. What is said of one action goes before what is said of all.
  static std::vector<double> chances(const std::vector<std::string>& said,
                                     const htn::hddl::Model& model) {
    std::vector<double> out(model.actions.size(), 1);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < out.size(); ++i) names.push_back(model.tasks[i].name);
    for (const bool of_one : {false, true}) {
      for (const std::string& one : said) {
        const std::size_t equals = one.rfind('=');
        if ((equals != std::string::npos) != of_one) continue;
        const std::string_view number = std::string_view(one).substr(of_one ? equals + 1 : 0);
        const std::optional<double> chance = parse_number<double>(number);
        if (!chance || !(*chance >= 0 && *chance <= 1)) {
          throw UsageError(fmt::format("expected a chance from 0 to 1; found \"{}\"", number),
                           "--success .9 --success drive=.7");
        }
        if (!of_one) {
          std::fill(out.begin(), out.end(), *chance);
          continue;
        }
        const std::string name = one.substr(0, equals);
        const auto at = std::find(names.begin(), names.end(), name);
        if (at == names.end()) {
          const std::string near = closest(name, names);
          throw UsageError(fmt::format("no action is called \"{}\"", name),
                           near.empty() ? "" : fmt::format("did you mean \"{}\"?", near));
        }
        out[static_cast<std::size_t>(at - names.begin())] = *chance;
      }
    }
    return out;
  }

  // A line of standard input. False at its end and at Ctrl-C, which streams would wait through.
  bool ask(std::string& line) {
    std::size_t end = std::string::npos;
    while ((end = asked_.find('\n')) == std::string::npos) {
      // Ctrl-C may come just before a wait begins, so that none is long.
      pollfd input{STDIN_FILENO, POLLIN, 0};
      const int ready = poll(&input, 1, 200);
      if (interrupt_flag()) return false;
      if (ready <= 0) continue;
      std::array<char, 4096> part{};
      const ssize_t got = read(STDIN_FILENO, part.data(), part.size());
      if (got <= 0) {
        line = std::exchange(asked_, "");
        return !line.empty();
      }
      asked_.append(part.data(), static_cast<std::size_t>(got));
    }
    line = asked_.substr(0, end);
    asked_.erase(0, end + 1);
    return true;
  }
  StepAnswer answer_of(const std::string& line) const {
    const std::size_t first = std::min(line.find_first_not_of(" \t\r"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t\r(", first), line.size());
    const std::string word = line.substr(first, end - first);
    StepAnswer out;
    if (word.empty() && line.find('(') != std::string::npos) {
      out.what = StepAnswer::What::kOther;
    } else if (word == "failed") {
      out.what = StepAnswer::What::kFailed;
      require(line.find_first_not_of(" \t\r", end) == std::string::npos, line, end,
              "nothing follows \"failed\"");
    } else {
      require(word.empty() || word == "ok", line, first, "\"" + word + "\" is not an answer");
    }
    const std::size_t rest = std::min(line.find_first_not_of(" \t\r", end), line.size());
    require(rest == line.size() || line[rest] == '(' || line[rest] == ';', line, rest,
            "only facts follow \"ok\"");
    const std::size_t facts = std::min(line.find('(', first), line.size());
    const SourceText part(name_, line.substr(facts));
    try {
      out.seen = read_observations(model_, part);
    } catch (const InputError& error) {
      throw InputError(error, SourceText(name_, before_), before_.size() - line.size() - 1 + facts);
    }
    return out;
  }
  void require(bool right, const std::string& line, std::size_t at, std::string message) const {
    if (right) return;
    throw InputError(
        SourceText(name_, before_),
        {{Severity::kError,
          std::move(message),
          "ok, failed, (at van shop) for what happened instead, or ok (at van shop) besides",
          {before_.size() - line.size() - 1 + at, line.size() - at}}});
  }

  const htn::hddl::Model& model_;
  std::vector<double> success_;
  std::mt19937_64 random_;
  bool asks_ = false;
  std::string name_;
  std::istringstream lines_;
  std::string before_;  // the lines so far
  std::string asked_;   // of standard input, not looked at yet
};

// Facts as texts, sorted.
std::vector<std::string> texts_of(const Actor& actor) {
  const htn::hddl::Model& model = actor.model();
  std::vector<std::string> out;
  for (const htn::hddl::Fact& fact : actor.facts())
    out.push_back(call_text(model, model.predicates[fact.symbol].name, fact.objects));
  std::sort(out.begin(), out.end());
  return out;
}

// "  + (holding c)  - (on c a)"
std::string changes_text(const std::vector<std::string>& before,
                         const std::vector<std::string>& after) {
  std::string out;
  const auto add = [&](const char* sign, const std::vector<std::string>& from,
                       const std::vector<std::string>& without) {
    for (const std::string& fact : from) {
      if (!std::binary_search(without.begin(), without.end(), fact))
        out += fmt::format("  {} {}", sign, fact);
    }
  };
  add("+", after, before);
  add("-", before, after);
  return out;
}

const char* name_of(htn::hddl::ActEvent::Kind kind) {
  static constexpr const char* kNames[] = {"planned", "done",       "failed",    "retried",
                                           "other",   "serves",     "replanned", "no plan",
                                           "gave up", "goal missed"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

ExitCode run_htn_act(const HtnOptions& options, const htn::hddl::Model& model) {
  htn::hddl::ActOptions acting;
  acting.retries = options.retries;
  if (options.seed) acting.solve.seed = *options.seed;
  Actor actor(model, acting);
  StepAnswers answers(options, model);
  const Budget budget(options.common.limits, &interrupt_flag());
  std::size_t told = 0;
  const auto tell = [&](const std::string& changes) {
    for (; told < actor.events().size(); ++told) {
      if (options.format == HtnOptions::Format::kJson) continue;
      std::cout << actor.events()[told].text();
      if (actor.events()[told].kind == htn::hddl::ActEvent::Kind::kDone) std::cout << changes;
      std::cout << '\n';
    }
    std::cout.flush();
  };
  Budget first = budget.another();
  if (!actor.plan(first)) {
    const bool none = actor.stop() == StopReason::kExhausted;
    if (options.format == HtnOptions::Format::kJson) {
      const Json out{{"finished", false},
                     {"steps", Json::array()},
                     {"replans", 0},
                     {"events", Json::array()},
                     {"stop", describe(actor.stop())}};
      std::cout << json_line(out) << '\n';
    }
    std::cerr << (none ? "there is no plan; cgt htn plan says why\n"
                       : fmt::format("unknown: {}\n", describe(actor.stop())));
    return none ? kRuntimeError : exit_code(actor.stop());
  }
  tell("");
  std::vector<std::string> before;
  if (options.states) before = texts_of(actor);
  while (!actor.ended()) {
    if (interrupt_flag()) return kInterrupted;
    if (options.answers == "-") std::cout << "do " << actor.next_step() << std::endl;
    const StepAnswer answer = answers.next(actor.domain().symbol(actor.next_task()));
    if (interrupt_flag()) return kInterrupted;
    Budget next = budget.another();
    switch (answer.what) {
      case StepAnswer::What::kDone: actor.done(answer.seen, next); break;
      case StepAnswer::What::kFailed: actor.failed(next); break;
      case StepAnswer::What::kOther: actor.turned_out(answer.seen, next); break;
    }
    std::string changes;
    if (options.states) {
      std::vector<std::string> after = texts_of(actor);
      changes = changes_text(before, after);
      before = std::move(after);
    }
    tell(changes);
  }
  if (const std::string rest = answers.left_over(); !rest.empty()) std::cerr << rest << '\n';
  // Gave up: the budget ended, or there were as many new plans as there may be.
  const bool limited =
      !actor.finished() && actor.events().back().kind == htn::hddl::ActEvent::Kind::kGaveUp;
  const std::string limit = is_limit(actor.stop()) ? describe(actor.stop()) : "too many new plans";
  if (options.format == HtnOptions::Format::kJson) {
    Json events = Json::array();
    for (const htn::hddl::ActEvent& event : actor.events())
      events.push_back(
          {{"event", name_of(event.kind)}, {"step", event.step}, {"count", event.count}});
    Json out{{"finished", actor.finished()},
             {"steps", actor.steps()},
             {"replans", actor.replans()},
             {"events", events},
             {"state", texts_of(actor)}};
    if (limited) out["stop"] = limit;
    std::cout << json_line(out) << '\n';
  } else {
    std::cout << fmt::format("{}: {}, {}{}\n", actor.finished() ? "finished" : "not finished",
                             counted(actor.steps().size(), "step"),
                             counted(actor.replans(), "new plan"),
                             limited ? fmt::format(" ({})", limit) : "");
  }
  if (actor.finished()) return kOk;
  if (!limited) return kRuntimeError;
  return is_limit(actor.stop()) ? exit_code(actor.stop()) : kOutOfBudget;
}

}  // namespace cgt::repl
