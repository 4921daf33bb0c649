#include "repl/explorer/api/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "decomp/rules/registry.hpp"
#include "decomp/solve/play/temperature_discovery.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/values/loopy.hpp"
#include "repl/explorer/api/request.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

constexpr std::uint64_t kMegabytes = 1'024;
// A tab that holds more than this after a request begins anew.
constexpr std::uint64_t kMostKept = std::uint64_t{640} << 20U;
constexpr std::size_t kMostGameName = 2'000;
constexpr std::size_t kMostRulesets = 64;
constexpr std::size_t kMostExpression = 200'000;
constexpr std::size_t kMostParts = 100;
constexpr std::int64_t kMostCopies = 1'000;
constexpr int kDeepestSum = 8;
// Longer texts of values are told by their size.
constexpr std::size_t kMostText = 20'000;

Json diagnostics_of_result(const lang::Result& result) {
  Json list = Json::array();
  for (const lang::Problem& problem : result.problems)
    list.push_back(Json::parse(to_json(problem)));
  return list;
}

// Only files below the folder in which the explorer was started.
void check_script(const std::string& name) {
  const std::string file = script_file(name);
  if (file.empty()) return;
  if (file.starts_with('/') || file.find("..") != std::string::npos) {
    throw Error(file + " is not below the folder of the explorer",
                "rulesets in scripts are read from the folder in which it was started");
  }
}

}  // namespace

Workspace::Workspace() : session_(std::make_unique<lang::Session>()) {
  common_.limits = {.megabytes = kMegabytes};
  common_.quiet = true;
  prepare(*session_, common_);
  session_->set_output([](std::string_view) {});
  session_->set_style({Notation::kCanonical, kMostText});
  evaluator_ = std::make_unique<solve::Evaluator>(session_->store());
}

Workspace::~Workspace() = default;

const NamedRuleset& Workspace::ruleset(const std::string& name) {
  if (const auto known = rulesets_.find(name); known != rulesets_.end()) return known->second;
  if (name.empty() || name.size() > kMostGameName) throw Error("this is not a name of a game");
  check_script(name);
  CommonOptions common = common_;
  common.limits.milliseconds = kMostMilliseconds;
  NamedRuleset made{name, "", ruleset_called(in_the_language(name), common)};
  const std::string bare = name.substr(0, name.find('('));
  if (const RulesetEntry* const entry = find_ruleset(bare)) made.path = entry->path;
  if (rulesets_.size() >= kMostRulesets) rulesets_.clear();
  return rulesets_.emplace(name, std::move(made)).first->second;
}

Subject Workspace::subject(const Json& request, Budget& budget) {
  return subject(request, budget, 0);
}

// The depth is limited, and so is that of the JSON.
Subject Workspace::subject(const Json& request, Budget& budget, int depth) {  // NOLINT
  if (!request.is_object()) throw Error("a game in a request is an object");
  Subject out;
  if (has(request, "game")) {
    out.kind = Subject::Kind::kPosition;
    out.ruleset = ruleset(text_in(request, "game"));
    out.position = out.ruleset.rules->position(text_in(request, "board"));
    out.title = title_of(out.ruleset) + " " + out.position.text();
    return out;
  }
  if (has(request, "expr")) {
    const std::string text = text_in(request, "expr");
    if (text.size() > kMostExpression) throw Error("this expression is too long");
    out.title = text;
    // Variables of one expression mean nothing to the next.
    session_->fresh_scope();
    const lang::Result result =
        session_->evaluate(SourceText("<expression>", text), rest_of(budget));
    if (result.status == lang::Status::kOutOfBudget ||
        result.status == lang::Status::kInterrupted) {
      budget.poll();
      throw BudgetExhausted(result.status == lang::Status::kInterrupted ? StopReason::kInterrupted
                                                                        : StopReason::kTime);
    }
    if (!result.ok()) {
      const std::string message =
          result.problems.empty() ? "this has no value" : result.problems.front().message;
      const std::string hint = result.problems.empty() ? "" : result.problems.front().hint;
      throw RequestError(400, message, hint, diagnostics_of_result(result));
    }
    out.value = result.value;
    if (const auto* const native = result.value.as_native<lang::NativePosition>()) {
      const lang::RulesetObject& owner = lang::ruleset_of(native->ruleset);
      out.kind = Subject::Kind::kPosition;
      out.ruleset = {owner.text, owner.text.substr(0, owner.text.find('(')), owner.ruleset};
      out.position = native->position;
    }
    return out;
  }
  out.kind = Subject::Kind::kSum;
  if (!has(request, "sum"))
    throw Error("the request names no game", R"("game" and "board", "expr" or "sum")");
  const Json& parts = list_in(request, "sum");
  if (depth >= kDeepestSum || parts.size() > kMostParts) throw Error("this sum is too large");
  for (const Json& part : parts) {
    if (!part.is_object()) throw Error("a part of a sum is an object");
    Subject::Part one;
    const auto inner = part.find("subject");
    if (inner == part.end()) throw Error("a part of a sum has no \"subject\"");
    one.subject = subject(*inner, budget, depth + 1);
    one.negated = flag_in(part, "negated");
    one.count = integer_in(part, "count", 0, kMostCopies, 1);
    out.parts.push_back(std::move(one));
  }
  out.title = "sum";
  return out;
}

void Workspace::within(Budget& budget, const std::function<void(Work&)>& body) {
  session_->with_context(budget, [&](lang::Context& context) {
    Work work{context, context.store(), lang::loopy_games(context), *evaluator_, budget};
    body(work);
  });
}

void Workspace::tidy() {
  if (resident_bytes() < kMostKept) return;
  evaluator_.reset();
  session_->clear();
  evaluator_ = std::make_unique<solve::Evaluator>(session_->store());
}

Budget::Limits limits_of(const Json& request) {
  Budget::Limits limits;
  limits.milliseconds = static_cast<std::uint64_t>(
      integer_in(request, "budget_ms", 1, kMostMilliseconds, kMostMilliseconds));
  limits.megabytes = kMegabytes;
  return limits;
}

Budget::Limits rest_of(const Budget& budget) {
  Budget::Limits limits = budget.limits();
  const auto used = static_cast<std::uint64_t>(budget.elapsed_milliseconds());
  limits.milliseconds -= std::min(limits.milliseconds - 1, used);
  return limits;
}

namespace {

LoopyValue value_without_shift(Work& work, const Subject& subject) {  // NOLINT: a few levels deep
  switch (subject.kind) {
    case Subject::Kind::kPosition:
      return telling_what_is_known(
          [&] {
            work.budget.poll();
            return work.evaluator.loopy_value(subject.position, work.games, work.budget);
          },
          [&] { return solve::known_of_position(work.store, work.evaluator, subject.position); });
    case Subject::Kind::kValue:
      return subject.known ? *subject.known
                           : lang::loopy_of(work.context, subject.value, "the explorer");
    case Subject::Kind::kSum: break;
  }
  LoopyValue total(kZero);
  for (const Subject::Part& part : subject.parts) {
    const LoopyValue one = value_of(work, part.subject);
    total =
        work.games.add(total, work.games.multiple(part.negated ? -part.count : part.count, one));
  }
  return total;
}

}  // namespace

std::string title_of(const NamedRuleset& ruleset) {
  if (ruleset.path.empty()) return ruleset.rules->class_name();
  const std::string name = ruleset.path.substr(ruleset.path.rfind('.') + 1);
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins = i > 0 && name[i] >= 'A' && name[i] <= 'Z';
    if (begins) out += ' ';
    out += name.substr(i).starts_with("And") && begins ? 'a' : name[i];
  }
  const std::size_t arguments = ruleset.name.find('(');
  return arguments == std::string::npos ? out : out + ruleset.name.substr(arguments);
}

LoopyValue value_of(Work& work, const Subject& subject) {  // NOLINT: sums are a few levels deep
  const LoopyValue value = value_without_shift(work, subject);
  if (subject.shift == 0) return value;
  return work.games.add(value, LoopyValue(work.store.integer(subject.shift)));
}

}  // namespace cgt::repl
