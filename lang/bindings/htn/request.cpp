#include "lang/bindings/htn/request.hpp"

#include <fmt/format.h>

namespace cgt::lang::plans {

void Options::flag(const char* name, bool& out) {
  add(name, [&out](const std::string& given, const Value& v) {
    if (v.kind() != Kind::kBoolean)
      throw Error(fmt::format("the option '{}' is true or false, not {}", given, v.described()));
    out = v.as_boolean();
  });
}

void Options::count(const char* name, std::uint64_t& out) {
  add(name, [&out, context = context_](const std::string& given, const Value& v) {
    out = count_argument(*context, v, fmt::format("the option '{}'", given));
  });
}

void Options::number(const char* name, std::uint32_t& out) {
  add(name, [&out, context = context_](const std::string& given, const Value& v) {
    const std::uint64_t n = count_argument(*context, v, fmt::format("the option '{}'", given));
    out = static_cast<std::uint32_t>(std::min<std::uint64_t>(n, 0xffffffffU));
  });
}

void Options::function(const char* name, Value& out) {
  add(name, [&out](const std::string& given, const Value& v) {
    out = function_argument(v, fmt::format("the option '{}'", given));
  });
}

void Options::read(const Value& given) const {
  if (given.is_nothing()) return;
  if (given.kind() != Kind::kMap) {
    throw Error(fmt::format("options are a map, not {}", given.described()),
                "{\"nodes\" => 10000}");
  }
  for (const auto& [key, value] : given.as_map().entries) {
    const std::string& name = context_->string(key, "the name of an option");
    const auto at = std::find_if(known_.begin(), known_.end(),
                                 [&](const auto& option) { return option.first == name; });
    if (at == known_.end()) {
      std::vector<std::string> names;
      for (const auto& option : known_) names.push_back(option.first);
      throw Error(fmt::format("there is no option '{}'", name), did_you_mean(name, names));
    }
    at->second(name, value);
  }
}

void declare_planner(Context& c, const DomainObject& domain, Options& options,
                     htn::PlannerOptions& out) {
  options.flag("duplicates", out.duplicates);
  options.flag("failures", out.failures);
  options.flag("bound", out.bound);
  options.flag("pruner", out.local_choice);
  options.add("seed", [&](const std::string& name, const Value& v) {
    out.shuffle = count_argument(c, v, fmt::format("the option '{}'", name));
  });
  options.number("nested", out.nested);
  options.add("banned", [&](const std::string& /*name*/, const Value& v) {
    out.banned = task_arguments(c, domain, v, "the option 'banned'");
  });
}

}  // namespace cgt::lang::plans
