#include "lang/bindings/rulesets/script_heaps.hpp"

#include <fmt/format.h>

#include "decomp/rules/heap/heap.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"

namespace cgt::lang {
namespace {

// Not every search of the program knows that a native position may ask a script.
void ask_script(RunningHost& host, const std::function<void(Context&)>& body) {
  if (!host.running()) {
    throw Error("the moves of this game are written in a script, which cannot be asked here");
  }
  host.ask(nullptr, body);
}

class ScriptHeapRules final : public heap::Rules {
 public:
  // `serial` tells rules of one session apart.
  ScriptHeapRules(std::string name, std::size_t serial, std::shared_ptr<RunningHost> host, Value v)
      : Rules(std::move(name), fmt::format("script {}", serial)),
        host_(std::move(host)),
        script_(std::move(v)) {}

  void options(heap::Size heap, Budget& budget, const Visit& visit) const override {
    const std::vector<std::vector<heap::Size>> all = of(heap);  // a visit may ask for other heaps
    for (const std::vector<heap::Size>& heaps : all) {
      budget.charge(1 + heaps.size() / 8);
      visit(heaps);
    }
  }

 private:
  std::vector<std::vector<heap::Size>> of(heap::Size heap) const {
    if (const auto found = known_.find(heap); found != known_.end()) return found->second;
    std::vector<std::vector<heap::Size>> found;
    if (heap > 0) ask_script(*host_, [&](Context& c) { found = asked(c, heap); });
    known_.emplace(heap, found);
    return found;
  }

  std::vector<std::vector<heap::Size>> asked(Context& c, heap::Size heap) const {
    const Value size = Value::integer(heap);
    const Value answer = is_instance(script_) ? c.call_member(script_, "HeapOptions", {&size, 1})
                                              : c.call(script_, {&size, 1});
    std::vector<std::vector<heap::Size>> found;
    for (const Value& option : c.elements(answer, "HeapOptions")) {
      std::vector<heap::Size> heaps;
      for (const Value& left : c.elements(option, "an option of a heap")) {
        const std::int64_t n = c.integer(left, "a heap that is left");
        if (n < 0 || n >= heap) {
          throw Error(fmt::format("a heap of {} leaves one of {}", heap, n),
                      "here the heaps that a move leaves are smaller ones");
        }
        if (n > 0) heaps.push_back(static_cast<heap::Size>(n));
      }
      std::ranges::sort(heaps, std::greater());
      found.push_back(std::move(heaps));
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  std::shared_ptr<RunningHost> host_;
  Value script_;
  mutable FlatMap<heap::Size, std::vector<std::vector<heap::Size>>>
      known_;  // by heap, as asked for
};

struct ScriptRules {
  explicit ScriptRules(Store&) {}
  FlatMap<Value, std::shared_ptr<const heap::Rules>, ValueHash> heaps;
  FlatMap<Value, std::shared_ptr<const heap::PairRules>, ValueHash> pairs;
};

}  // namespace

std::shared_ptr<const heap::Rules> heap_rules_of(Context& context, const Value& v) {
  if (const auto* object = v.as_native<RulesetObject>()) {
    const auto* heaps = dynamic_cast<const heap::HeapRuleset*>(object->ruleset.get());
    if (heaps != nullptr) return heaps->rules();
  }
  const bool is_game = is_instance(v) && context.has_member(v, "HeapOptions");
  if (!is_game && v.kind() != Kind::kFunction) {
    throw Error("this is not an impartial heap game",
                "game.heap.Kayles is one, and every class with HeapOptions(heapSize)");
  }
  auto& known = context.kept<ScriptRules>().heaps;
  const std::size_t serial = known.size() + 1;
  auto& rules = known[v];
  if (rules == nullptr) {
    rules = std::make_shared<const ScriptHeapRules>(
        is_game ? as_instance(v).type->name : "FunctionalHeapRuleset", serial,
        running_host(context), v);
  }
  return rules;
}

std::shared_ptr<const heap::PairRules> wythoff_rules_of(Context& context, const Value& function) {
  auto& known = context.kept<ScriptRules>().pairs;
  const std::size_t serial = known.size() + 1;
  auto& rules = known[function];
  if (rules != nullptr) return rules;
  auto values = std::make_shared<FlatMap<std::int64_t, std::int64_t>>();
  rules = heap::gen_wythoff(
      [host = running_host(context), function, values](std::int64_t k) {
        if (const auto found = values->find(k); found != values->end()) return found->second;
        std::int64_t f = 0;
        ask_script(*host, [&](Context& c) {
          const Value argument = Value::integer(k);
          f = c.integer(c.call(function, {&argument, 1}), "the function of GenWythoff");
        });
        values->emplace(k, f);
        return f;
      },
      fmt::format("script {}", serial));
  return rules;
}

}  // namespace cgt::lang
