// What the questions of the package htn share: maps of options, limits, and how an answer that a
// limit cut short differs from an evaluation that ran out of its budget.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "decomp/htn/planner/planner.hpp"
#include "decomp/htn/planner/policy.hpp"
#include "lang/bindings/htn/values.hpp"

namespace cgt::lang::plans {

// The options that one function knows, each with the place that its value goes to.
//
//   Options options(context);
//   options.flag("share", request.share);
//   options.read(arguments[2]);
class Options {
 public:
  using Take = std::function<void(const std::string& name, const Value&)>;

  explicit Options(Context& context) : context_(&context) {}

  void add(const char* name, Take take) { known_.emplace_back(name, std::move(take)); }
  void flag(const char* name, bool& out);
  // An integer that is not negative.
  void count(const char* name, std::uint64_t& out);
  // The same, or the greatest number that there is room for.
  void number(const char* name, std::uint32_t& out);
  void function(const char* name, Value& out);
  // Nothing is a map without options. Throws Error for what is not a map, for names that are not known
  // and for values of another kind.
  void read(const Value& given) const;

 private:
  Context* context_;
  std::vector<std::pair<std::string, Take>> known_;
};

// The options that change what the planner does.
void declare_planner(Context& c, const DomainObject& domain, Options& options,
                     htn::PlannerOptions& out);
// The options of policies but for the utility of an end.
void declare_policy(Options& options, htn::PolicyOptions& out);
// The criteria of the agents of the domain, and value(s, attributes) of an end, if it is not Nothing,
// as the search asks for them. Used while functions of the domain can be called.
void prepare_policy(Context& c, const DomainPointer& pointer, const Value& value,
                    htn::PolicyOptions& out);

struct RequestLimits {
  std::uint64_t nodes = Budget::kUnlimited;
  std::uint64_t milliseconds = Budget::kUnlimited;

  void declare(Options& options) {
    options.count("nodes", nodes);
    options.count("milliseconds", milliseconds);
  }
};

// What ask(budget) answers within the limits. A limit of the request is part of the answer (its
// member `stop`), one of the session ends the evaluation.
template <class Ask>
auto limited(Context& c, ScriptDomain& domain, const RequestLimits& limits, Ask ask) {
  domain.set_limit(limits.milliseconds);
  // The part has the stop flag and the time of the whole.
  Budget budget = c.budget().part(limits.nodes);
  auto answer = ask(budget);
  c.budget().charge(budget.used_nodes());
  if (answer.stop != StopReason::kExhausted) c.budget().poll();
  return answer;
}

}  // namespace cgt::lang::plans
