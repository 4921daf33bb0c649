#include "repl/commands/htn.hpp"

namespace cgt::repl {
namespace {

using Aim = HtnOptions::Aim;
using Format = HtnOptions::Format;

Command add_htn_action(const Command& htn, const char* name, HtnOptions::Action action,
                       const char* what, HtnOptions& options) {
  const Command command = htn.add(name, what);
  command.then([&options, action] { options.action = action; });
  add_common(command, options.common);
  return command;
}

CommandOption add_aim(const Command& plan, const char* name, Aim aim, const char* what,
                      HtnOptions& options) {
  return plan.flag(
      name, [&options, aim] { options.aim = aim; }, what);
}

void add_plan(const Command& plan, HtnOptions& options) {
  const CommandOption all =
      add_aim(plan, "--all", Aim::kAll, "All plans, as they are found", options);
  CommandOption best =
      add_aim(plan, "--best", Aim::kBest, "The plan of least metric, or of fewest steps", options);
  CommandOption pareto =
      add_aim(plan, "--pareto", Aim::kPareto,
              "One plan for each undominated vector of costs and steps", options);
  best.excludes(all).excludes(pareto);
  pareto.excludes(all);
  plan.choice<Format, Format>("--format", options.format,
                              {{"text", Format::kText},
                               {"tree", Format::kTree},
                               {"ipc", Format::kIpc},
                               {"json", Format::kJson}},
                              "NAME", "How plans are written: text, tree, ipc (IPC 2020) or json");
  plan.option("--nested", options.nested, "N",
              "How often a task may be inside of itself in the same state");
  plan.option(
          "--trace", options.trace, "N",
          "Tell what one depth-first search does: 1 ends, 2 tasks, methods and actions, 3 values")
      .between(std::int64_t{0}, std::int64_t{3})
      .excludes(all)
      .excludes(best)
      .excludes(pareto);
}

}  // namespace

Command add_htn(const Command& program, HtnOptions& options) {
  const Command htn = program.add(
      "htn", "Plans for problems in HDDL: plan, verify, act, lint, bench; `cgt htn plan --help`");
  htn.require_command();
  const Command plan =
      add_htn_action(htn, "plan", HtnOptions::Action::kPlan, "A plan for a problem", options);
  const Command verify = add_htn_action(htn, "verify", HtnOptions::Action::kVerify,
                                        "Check a plan in the format of the IPC", options);
  const Command act = add_htn_action(htn, "act", HtnOptions::Action::kAct,
                                     "Carry out a plan, and plan again where steps fail", options);
  const Command bench =
      add_htn_action(htn, "bench", HtnOptions::Action::kBench,
                     "Solve all problems in a folder, verify the plans, one line each", options);
  const Command lint =
      add_htn_action(htn, "lint", HtnOptions::Action::kLint,
                     "What a domain never uses, and why a problem has no plan", options);
  for (const auto& [one, has_problem] : {std::pair{plan, true}, std::pair{verify, true},
                                         std::pair{act, true}, std::pair{lint, false}}) {
    one.option("DOMAIN", options.domain, "",
               "Types, predicates, tasks, methods and actions in HDDL")
        .required()
        .file({"hddl"});
    CommandOption problem =
        one.option("PROBLEM", options.problem, "", "Objects, tasks to do and facts in HDDL");
    problem.file({"hddl"});
    if (has_problem) problem.required();
    one.flag("--strict", options.strict, "Refuse what is not HDDL even where a warning would do");
  }
  verify.option("PLAN", options.plan, "", "As --format ipc writes it, or - for standard input")
      .required();
  bench.option("FOLDER", options.folder, "", "With domains and problems; 60 s for each by default")
      .required();
  act.option("--answers", options.answers, "FILE",
             "A line for each step: ok, failed, or the facts that hold instead; - asks")
      .file({"txt"});
  act.repeatable("--success", options.success, "[ACTION=]P",
                 "Without an answer, steps (of this action) fail but for this chance, 0 to 1");
  act.option("--retries", options.retries, "N", "Try a step that failed N times more");
  act.flag("--states", options.states, "What each step changed");
  act.choice<Format, Format>("--format", options.format,
                             {{"text", Format::kText}, {"json", Format::kJson}}, "NAME",
                             "text or json");
  add_plan(plan, options);
  for (const Command& one : {plan, bench, act}) {
    one.option("--seed", options.seed, "N", "Of shuffled searches");
  }
  add_aim(bench, "--best", Aim::kBest, "As good plans as the budget allows, not the first",
          options);
  add_sharding(bench, options.sharding,
               "Keep each line there as it is found, go on where it stopped");
  htn.examples("  cgt htn plan domain.hddl problem.hddl\n");
  plan.examples(R"(  cgt htn plan domain.hddl problem.hddl --best
  cgt htn plan domain.hddl problem.hddl --format ipc > plan.txt
)");
  verify.examples("  cgt htn verify domain.hddl problem.hddl plan.txt\n");
  act.examples(
      "  cgt htn act domain.hddl problem.hddl --success .9 --success pick-up=.7 --retries 1\n");
  lint.examples("  cgt htn lint domain.hddl problem.hddl\n");
  bench.examples("  cgt htn bench ipc2020/ --budget-ms 10000\n");
  return htn;
}

}  // namespace cgt::repl
