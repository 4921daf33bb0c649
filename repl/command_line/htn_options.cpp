#include <map>

#include "repl/command_line/option_groups.hpp"

namespace cgt::repl {

void add_htn(CLI::App& app, HtnOptions& htn) {
  app.require_subcommand(1);
  const auto command = [&](const char* name, HtnOptions::Action action, const char* what) {
    CLI::App* out = app.add_subcommand(name, what);
    out->parse_complete_callback([&htn, action] { htn.action = action; });
    add_common(*out, htn.common);
    return out;
  };
  const auto file = [](CLI::App* to, const char* name, std::string& value, const char* what) {
    to->add_option(name, value, what)->required()->type_name("");
  };
  CLI::App* plan = command("plan", HtnOptions::Action::kPlan, "A plan for a problem");
  CLI::App* verify =
      command("verify", HtnOptions::Action::kVerify, "Check a plan in the format of the IPC");
  CLI::App* bench = command("bench", HtnOptions::Action::kBench,
                            "Solve all problems in a folder, verify the plans, one line each");
  for (CLI::App* one : {plan, verify}) {
    file(one, "DOMAIN", htn.domain, "Types, predicates, tasks, methods and actions in HDDL");
    file(one, "PROBLEM", htn.problem, "Objects, tasks to do and facts in HDDL");
  }
  file(verify, "PLAN", htn.plan, "As --format ipc writes it, or - for standard input");
  file(bench, "FOLDER", htn.folder, "With domains and problems; 60 s for each unless told");
  using Aim = HtnOptions::Aim;
  const auto aim = [&](const char* name, Aim value, const char* what) {
    return plan->add_flag_callback(
        name, [&htn, value] { htn.aim = value; }, what);
  };
  CLI::Option* all = aim("--all", Aim::kAll, "All plans, as they are found");
  CLI::Option* best = aim("--best", Aim::kBest, "The plan of least metric, or of fewest steps");
  CLI::Option* pareto =
      aim("--pareto", Aim::kPareto, "One plan for each undominated vector of costs and steps");
  best->excludes(all)->excludes(pareto);
  pareto->excludes(all);
  const std::map<std::string, HtnOptions::Format> formats{{"text", HtnOptions::Format::kText},
                                                          {"tree", HtnOptions::Format::kTree},
                                                          {"ipc", HtnOptions::Format::kIpc},
                                                          {"json", HtnOptions::Format::kJson}};
  plan->add_option("--format", htn.format,
                   "How plans are written: text, tree, ipc (IPC 2020) or json")
      ->transform(CLI::CheckedTransformer(formats))
      ->type_name("NAME");
  plan->add_option("--nested", htn.nested,
                   "How often a task may be inside of itself in the same state")
      ->type_name("N");
  for (CLI::App* one : {plan, bench}) {
    one->add_option("--seed", htn.seed, "Of shuffled searches")->type_name("N");
  }
}

}  // namespace cgt::repl
