#include "repl/commands/htn.hpp"

#include <fmt/format.h>

#include <iostream>

#include "decomp/htn/hddl/explain.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using Format = HtnOptions::Format;
using Aim = HtnOptions::Aim;

SourceText source_of(const std::string& path) {
  return SourceText(display_name(path), read_file(path));
}

htn::hddl::Model model_of(const HtnOptions& options) {
  const htn::hddl::ReadOptions reading{.strict = options.strict};
  const SourceText domain = source_of(options.domain);
  htn::hddl::Model model = options.problem.empty()
                               ? htn::hddl::read_domain(domain, reading)
                               : read_model(domain, source_of(options.problem), reading);
  for (const std::string& warning : model.warnings) std::cerr << warning << '\n';
  return model;
}

std::string count_of(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// "14 steps, cost 27"
std::string summary(const htn::hddl::RelationalDomain& domain, const htn::Plan& plan) {
  std::string out = count_of(plan.steps.size(), "step");
  for (std::size_t a = 0; a < plan.values.size(); ++a) {
    const std::string& name = domain.attributes()[a].name;
    if (name != "steps") out += fmt::format(", {} {}", name, plan.values[a]);
  }
  return out;
}

void print(const htn::hddl::RelationalDomain& domain, const htn::Plan& plan,
           const HtnOptions& options) {
  const htn::Plan shown = domain.without_continuations(plan);
  switch (options.format) {
    case Format::kIpc: std::cout << ipc_text(domain.model(), written(domain, plan)); break;
    case Format::kJson: std::cout << json_text(domain, plan); break;
    case Format::kText:
      std::cout << "plan: " << summary(domain, plan) << '\n' << steps_text(domain, shown);
      break;
    case Format::kTree:
      std::cout << "plan: " << summary(domain, plan) << '\n' << tree_text(domain, shown);
      break;
  }
}

ExitCode code_of(const htn::PlanResult& result) {
  if (!result.plans.empty()) return kOk;
  if (result.stop == StopReason::kInterrupted) return kInterrupted;
  return result.stop == StopReason::kExhausted ? kRuntimeError : kOutOfBudget;
}

// What the plans are worth that were printed, or why there are none.
std::string verdict(const htn::PlanResult& result, Aim aim) {
  const bool all_seen = result.stop == StopReason::kExhausted;
  const bool cut = result.statistics.nested_cuts > 0;
  const std::string stop = describe(result.stop);
  if (result.plans.empty()) {
    if (!all_seen) return "unknown: " + stop;
    return cut ? "unknown: no plan without a task inside of itself in the same state"
               : "there is no plan";
  }
  if (aim == Aim::kFirst) return {};
  if (!all_seen)
    return fmt::format("{}: there may be {} plans", stop, aim == Aim::kAll ? "more" : "better");
  if (cut) {
    return "no others without a task inside of itself in the same state; --nested N looks further";
  }
  return aim == Aim::kAll ? "these are all plans" : "proved: no plan is better";
}

// Why there is no plan, if that is known. Counted in nodes, so that it does not depend on time.
constexpr std::uint64_t kNodesForReasons = 2'000'000;

void tell_reasons(const htn::hddl::Model& model, const htn::PlanResult& result) {
  if (!result.plans.empty() || result.stop != StopReason::kExhausted) return;
  Budget budget({.nodes = kNodesForReasons}, &interrupt_flag());
  for (const std::string& reason : why_no_plan(model, budget)) std::cerr << reason << '\n';
}

ExitCode run_lint(const HtnOptions& options) {
  const htn::hddl::Model model = model_of(options);
  for (const std::string& line : lint(model)) std::cout << line << '\n';
  if (options.problem.empty()) return kOk;
  Budget budget({.nodes = kNodesForReasons}, &interrupt_flag());
  const std::vector<std::string> reasons = impossible(model, budget);
  if (!reasons.empty()) std::cout << "there is no plan\n";
  for (const std::string& reason : reasons) std::cout << reason << '\n';
  return kOk;
}

// Says the verdict, beside the plans where they are for people.
ExitCode tell(const htn::PlanResult& result, const HtnOptions& options) {
  const std::string said = verdict(result, options.aim);
  const bool plain = options.format == Format::kText || options.format == Format::kTree;
  const bool answer = plain && !result.plans.empty();
  if (!said.empty()) (answer ? std::cout : std::cerr) << said << '\n';
  return code_of(result);
}

ExitCode run_plan(const HtnOptions& options) {
  const htn::hddl::Model model = model_of(options);
  Budget budget(options.common.limits, &interrupt_flag());
  const Progress progress("planning", options.common.quiet);
  if (options.aim == Aim::kBest || (options.aim == Aim::kFirst && !options.nested)) {
    const htn::hddl::Solution found = solve(model, options, budget);
    if (!found.result.plans.empty()) print(*found.domain, found.result.plans[0], options);
    const ExitCode code = tell(found.result, options);
    tell_reasons(model, found.result);
    return code;
  }
  require_total_order(model);
  htn::hddl::DomainOptions domain_options;
  domain_options.many_attributes = options.aim == Aim::kPareto;
  htn::hddl::RelationalDomain domain(model, domain_options);
  htn::PlannerOptions planner_options;
  planner_options.nested = options.nested.value_or(0);
  planner_options.shuffle = options.seed;
  htn::Planner planner(domain, planner_options);
  htn::PlanResult result;
  switch (options.aim) {
    case Aim::kFirst: result = planner.first(budget); break;
    case Aim::kAll:
      // Plans may be many: each is printed as it is found, and forgotten.
      planner.on_plan([&](const htn::Plan& plan, const htn::Statistics&) {
        print(domain, plan, options);
        return true;
      });
      result = planner.all(budget);
      break;
    case Aim::kBest: break;
    case Aim::kPareto: result = planner.pareto({}, budget); break;
  }
  if (options.aim != Aim::kAll) {
    for (const htn::Plan& plan : result.plans) print(domain, plan, options);
  }
  return tell(result, options);
}

ExitCode run_verify_plan(const HtnOptions& options) {
  const htn::hddl::Model model = model_of(options);
  const SourceText plan_text = source_of(options.plan);
  const htn::hddl::WrittenPlan plan = htn::hddl::read_plan(model, plan_text);
  Budget budget(options.common.limits, &interrupt_flag());
  const htn::hddl::PlanVerdict verdict = verify(model, plan, budget);
  if (!verdict.valid) {
    if (verdict.span.length > 0) {
      std::cout << fmt::format("{}:{}: ", plan_text.name(),
                               plan_text.place(verdict.span.offset).line);
    } else {
      std::cout << plan_text.name() << ": ";
    }
    std::cout << "refused: " << verdict.reason << '\n';
    return kRuntimeError;
  }
  std::cout << plan_text.name() << ": valid: " << count_of(plan.steps.size(), "step");
  for (std::size_t a = 0; a < verdict.names.size(); ++a) {
    if (verdict.names[a] != "steps") {
      std::cout << fmt::format(", {} {}", verdict.names[a], verdict.values[a]);
    }
  }
  std::cout << '\n';
  return kOk;
}

}  // namespace

htn::hddl::Solution solve(const htn::hddl::Model& model, const HtnOptions& options,
                          Budget& budget) {
  htn::hddl::SolveOptions solving;
  if (options.seed) solving.seed = *options.seed;
  if (options.aim != Aim::kBest) return find_plan(model, solving, budget);
  require_total_order(model);
  return find_best(model, solving, options.nested.value_or(0), budget);
}

static ExitCode run_htn(const HtnOptions& options) {
  switch (options.action) {
    case HtnOptions::Action::kPlan: return run_plan(options);
    case HtnOptions::Action::kVerify: return run_verify_plan(options);
    case HtnOptions::Action::kLint: return run_lint(options);
    case HtnOptions::Action::kBench: return run_htn_bench(options);
  }
  return kUsageError;
}

void offer_htn(Commands& commands) { commands.offer(add_htn, run_htn); }

}  // namespace cgt::repl
