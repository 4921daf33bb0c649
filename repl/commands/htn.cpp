#include "repl/commands/htn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/words.hpp"
#include "decomp/htn/hddl/explain.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "decomp/htn/planner/trace.hpp"
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

htn::hddl::Model model_of(const HtnOptions& options, const SourceText& domain) {
  const htn::hddl::ReadOptions reading{.strict = options.strict};
  htn::hddl::Model model = options.problem.empty()
                               ? htn::hddl::read_domain(domain, reading)
                               : read_model(domain, source_of(options.problem), reading);
  for (const std::string& warning : model.warnings) std::cerr << warning << '\n';
  return model;
}

htn::hddl::Model model_of(const HtnOptions& options) {
  return model_of(options, source_of(options.domain));
}

constexpr const char* kRelaxedProof =
    "there is no plan (proved: not even if nothing were ever undone)";

// "14 steps, cost 27"
std::string summary(const htn::hddl::RelationalDomain& domain, const htn::Plan& plan) {
  std::string out = counted(plan.steps.size(), "step");
  for (std::size_t a = 0; a < plan.values.size(); ++a) {
    const std::string& name = domain.attributes()[a].name;
    if (name != "steps") out += fmt::format(", {} {}", name, plan.values[a]);
  }
  return out;
}

void print(const htn::hddl::RelationalDomain& domain, const htn::Plan& plan,
           const HtnOptions& options, const std::string& doubt = {}) {
  const htn::Plan shown = domain.without_continuations(plan);
  switch (options.format) {
    case Format::kIpc: std::cout << ipc_text(domain.model(), written(domain, plan)); break;
    case Format::kJson: std::cout << json_text(domain, plan, doubt); break;
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

// Why there may be more plans than those, or better ones; empty: that there are none is proved, or was not asked.
std::string doubt_of(const htn::PlanResult& result, Aim aim) {
  if (aim == Aim::kFirst) return {};
  if (result.stop != StopReason::kExhausted)
    return fmt::format("{}: there may be {} plans", describe(result.stop),
                       aim == Aim::kAll ? "more" : "better");
  if (result.statistics.nested_cuts > 0) {
    return "no others without a task inside of itself in the same state; --nested N looks further";
  }
  return {};
}

// What the plans are worth that were printed.
std::string verdict(const htn::PlanResult& result, Aim aim) {
  if (aim == Aim::kFirst) return {};
  if (std::string doubt = doubt_of(result, aim); !doubt.empty()) return doubt;
  return aim == Aim::kAll ? "these are all plans" : "proved: no plan is better";
}

// Why there is no plan, if that is known. Counted in nodes, so that it does not depend on time.
constexpr std::uint64_t kNodesForReasons = 2'000'000;

// Without a plan: how that is known, and why it is so.
struct NoPlan {
  std::string said;
  const char* proof = nullptr;  // "relaxed", "search"; null: unknown
  htn::hddl::Explanation why;
};

NoPlan without_plan(const htn::hddl::Model& model, const htn::PlanResult& result) {
  NoPlan out;
  if (result.stop != StopReason::kExhausted) {
    out.said = "unknown: " + std::string(describe(result.stop));
    return out;
  }
  Budget budget({.nodes = kNodesForReasons}, &interrupt_flag());
  out.why = explain(model, budget);
  if (out.why.relaxed) {
    out.proof = "relaxed";
    out.said = kRelaxedProof;
  } else if (result.statistics.nested_cuts > 0) {
    out.said = "unknown: no plan without a task inside of itself in the same state";
  } else {
    out.proof = "search";
    out.said = "there is no plan (the search has looked at everything)";
  }
  return out;
}

using Json = nlohmann::ordered_json;

// {"domain", "problem", "answer": "no plan" or "unknown", "proof": "relaxed", "search" or null,
// "said", "because": [{"text", "what", "asked by", "file"}], "enough": [{"what", "file",
// "proved"}], "proved"}; where nothing is proved, "because" says only what ended the search.
void print_json(const htn::hddl::Model& model, const NoPlan& answer) {
  const auto text_or_null = [](std::string_view text) {
    return text.empty() ? Json() : Json(text);
  };
  Json because = Json::array();
  for (const htn::hddl::Reason& reason : answer.why.because) {
    because.push_back({{"text", reason.text},
                       {"what", reason.what},
                       {"asked by", text_or_null(reason.owner)},
                       {"file", text_or_null(name_of(reason.fault))}});
  }
  Json enough = Json::array();
  for (const htn::hddl::Repair& repair : answer.why.enough) {
    enough.push_back(
        {{"what", repair.what}, {"file", name_of(repair.fault)}, {"proved", repair.proved}});
  }
  Json out{{"domain", model.domain},
           {"problem", model.problem},
           {"answer", answer.proof == nullptr ? "unknown" : "no plan"},
           {"proof", answer.proof == nullptr ? Json() : Json(answer.proof)},
           {"said", answer.said},
           {"because", because},
           {"enough", enough}};
  if (answer.proof == nullptr) {
    put_doubt(out, answer.said);
  } else {
    out["proved"] = true;
  }
  std::cout << json_line(out) << '\n';
}

// Facts of one predicate share a line.
void print(std::ostream& out, const htn::hddl::Explanation& why) {
  for (const htn::hddl::Reason& reason : why.because) out << reason.text << '\n';
  std::string last;
  for (const htn::hddl::Repair& repair : why.enough) {
    const bool fact = repair.fault == htn::hddl::Fault::kProblem;
    const std::string predicate =
        fact ? repair.what.substr(0, repair.what.find_first_of(" )")) : "";
    if (last.empty()) {
      out << (repair.proved ? "there is a plan with any one of these:"
                            : "any one of these may be all that is missing:");
    }
    if (fact && predicate == last) {
      out << " or " << repair.what;
    } else {
      out << "\n  " << (fact ? "in :init of the problem: " : "in the domain: a method for ")
          << repair.what;
    }
    last = fact ? predicate : "domain";
  }
  if (!last.empty()) out << '\n';
}

ExitCode run_lint(const HtnOptions& options) {
  const SourceText domain = source_of(options.domain);
  const htn::hddl::Model model = model_of(options, domain);
  Budget budget({.nodes = kNodesForReasons}, &interrupt_flag());
  std::vector<std::array<std::string, 3>> rows;
  std::array<std::size_t, 2> width{};
  for (const htn::hddl::Remark& remark : lint(model, budget)) {
    const SourceText::Place place = domain.place(remark.span.offset);
    rows.push_back({fmt::format("{}:{}:{}:", domain.name(), place.line, place.column),
                    remark.subject, remark.text});
    for (std::size_t i = 0; i < width.size(); ++i) {
      width[i] = std::max(width[i], rows.back()[i].size());
    }
  }
  for (const auto& [place, subject, text] : rows) {
    std::cout << fmt::format("{:{}} {:{}} {}\n", place, width[0], subject, width[1], text);
  }
  std::cout << order_class(model) << '\n';
  if (options.problem.empty()) return kOk;
  const htn::hddl::Explanation why = impossible(model, budget);
  if (!why.relaxed) return kOk;
  std::cout << kRelaxedProof << '\n';
  print(std::cout, why);
  return kOk;
}

// Says the verdict, beside the plans where they are for people.
ExitCode tell(const htn::hddl::Model& model, const htn::PlanResult& result,
              const HtnOptions& options) {
  if (result.plans.empty()) {
    const NoPlan answer = without_plan(model, result);
    if (options.format == Format::kJson) {
      print_json(model, answer);
    } else {
      std::cerr << answer.said << '\n';
      print(std::cerr, answer.why);
    }
    return code_of(result);
  }
  const std::string said = verdict(result, options.aim);
  const bool plain = options.format == Format::kText || options.format == Format::kTree;
  if (!said.empty()) (plain ? std::cout : std::cerr) << said << '\n';
  return kOk;
}

// One search, in the order of the text, with each condition where it stands there.
ExitCode run_trace(const htn::hddl::Model& model, const HtnOptions& options, Budget& budget) {
  require_total_order(model);
  htn::hddl::DomainOptions building;
  building.hierarchy.pull_up = building.hierarchy.bind_late = false;
  htn::hddl::RelationalDomain domain(model, building);
  htn::Trace trace(domain, static_cast<int>(options.trace),
                   [](const std::string& line) { std::cerr << line << '\n'; });
  htn::PlannerOptions searching;
  searching.nested = options.nested.value_or(0);
  searching.shuffle = options.seed;
  searching.guide = &trace;
  htn::Planner planner(trace, searching);
  planner.on_dead_end([&](htn::TaskId task, const htn::Statistics&) {
    trace.dead_end(task);
    return true;
  });
  const htn::PlanResult result = planner.first(budget);
  std::cerr << fmt::format("{}, {}\n", counted(result.statistics.nodes, "node"),
                           counted(result.statistics.dead_ends, "dead end"));
  if (!result.plans.empty()) print(domain, result.plans[0], options);
  return tell(model, result, options);
}

ExitCode run_plan(const HtnOptions& options) {
  const htn::hddl::Model model = model_of(options);
  Budget budget(options.common.limits, &interrupt_flag());
  if (options.trace > 0) return run_trace(model, options, budget);
  const Progress progress("planning", options.common.quiet);
  if (options.aim == Aim::kBest || (options.aim == Aim::kFirst && !options.nested)) {
    const htn::hddl::Solution found = solve(model, options, budget);
    if (!found.result.plans.empty()) {
      print(*found.domain, found.result.plans[0], options, doubt_of(found.result, options.aim));
    }
    return tell(model, found.result, options);
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
    const std::string doubt = doubt_of(result, options.aim);
    for (const htn::Plan& plan : result.plans) print(domain, plan, options, doubt);
  } else if (options.format == Format::kJson && !result.plans.empty()) {
    Json all{{"plans", result.statistics.plans}};
    put_doubt(all, doubt_of(result, options.aim));
    std::cout << json_line(all) << '\n';
  }
  return tell(model, result, options);
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
  std::cout << plan_text.name() << ": valid: " << counted(plan.steps.size(), "step");
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
    case HtnOptions::Action::kAct: return run_htn_act(options, model_of(options));
  }
  return kUsageError;
}

void offer_htn(Commands& commands) { commands.offer(add_htn, run_htn); }

}  // namespace cgt::repl
