// Games that are made of heap games, native ones or those of scripts: joins and products.
#include <fmt/format.h>

#include <utility>

#include "decomp/rules/heap/cake.hpp"
#include "decomp/rules/heap/heap.hpp"
#include "decomp/rules/heap/product.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/bindings/rulesets/script_heaps.hpp"
#include "lang/library/core.hpp"

namespace cgt::lang {

void add_product_rows(Package& package) {
  const Rows natives(package, "NativeRuleset");
  const Rows rulesets(package, "Ruleset");
  natives.add("HeapOptions(heapSize)", "The moves from a heap: lists of the heaps that are left.",
              "game.heap.Kayles.HeapOptions(3) --> [[2],[1,1],[1]]", [](Context& c, Arguments a) {
                const auto rules = heap_rules_of(c, a[0]);
                const std::int64_t heap = c.integer(a[1], "HeapOptions");
                if (heap < 0 || heap > heap::kMaxHeap) throw Error("this is not a size of a heap");
                const ScriptScope scope(c);
                std::vector<Value> out;
                rules->options(static_cast<heap::Size>(heap), c.budget(),
                               [&](std::span<const heap::Size> heaps) {
                                 std::vector<Value> option;
                                 for (const heap::Size h : heaps)
                                   option.push_back(Value::integer(h));
                                 out.push_back(Value::list(std::move(option)));
                               });
                return Value::list(std::move(out));
              });
  using Make = std::shared_ptr<const Ruleset> (*)(std::shared_ptr<const heap::Rules>,
                                                  std::shared_ptr<const heap::Rules>);
  const auto add = [&](const char* name, const char* doc, const char* example, Make make) {
    rulesets.add(fmt::format("{}(that)", name), doc, example,
                 [make, name = std::string(name)](Context& c, Arguments a) {
                   return Value::native<RulesetObject>(
                       make(heap_rules_of(c, a[0]), heap_rules_of(c, a[1])),
                       fmt::format("{}.{}({})", c.text(a[0]), name, c.text(a[1])));
                 });
  };
  using Rules = std::shared_ptr<const heap::Rules>;
  add("Join", "The heap game with the moves of both.",
      "game.heap.Subtraction([1]).Join(game.heap.Subtraction([3])).NimValueSequence(8) --> "
      "[1,0,1,0,1,0,1,0]",
      [](Rules first, Rules second) -> std::shared_ptr<const Ruleset> {
        return std::make_shared<heap::HeapRuleset>(
            std::make_shared<const heap::Join>(std::move(first), std::move(second)));
      });
  add("PartizanJoin", "The heap game in which Left has the moves of this one, Right of the other.",
      "game.heap.Subtraction([1,3]).PartizanJoin(game.heap.Subtraction([2,3]))(3).CanonicalForm "
      "--> {0,{1|0}|0}",
      [](Rules first, Rules second) -> std::shared_ptr<const Ruleset> {
        return std::make_shared<heap::PartizanHeapRuleset>("PartizanJoin", std::move(first),
                                                           std::move(second));
      });
  add("DirectProduct",
      "Heaps in two coordinates, moved in both at once as coins in a plane; the value is the nim "
      "product.",
      "[game.heap.Nim.DirectProduct(game.heap.Nim)((n,n)).NimValue for n from 1 to 6] --> "
      "[1,3,2,6,7,5]",
      [](Rules first, Rules second) {
        return heap::product_ruleset(std::move(first), std::move(second), false);
      });
  add("AcrosticProduct",
      "Heaps in two coordinates; a move is one in either, as coins in a row or in a column.",
      "game.heap.Nim.AcrosticProduct(game.heap.Nim)((3,5)).NimValue --> 7",
      [](Rules first, Rules second) {
        return heap::product_ruleset(std::move(first), std::move(second), true);
      });
  rulesets.add(
      "CakeProduct(that, twisted?)",
      "Cakes: Left cuts columns by the rules of this game, Right rows by those of the other.",
      "game.heap.TakeAndBreak(\"0.7\").CakeProduct(game.heap.TakeAndBreak(\"0.7\"))((2,3)) == "
      "game.heap.Eatcake((2,3)) --> true",
      [](Context& c, Arguments a) {
        const bool twisted = a[2] == Value::boolean(true);
        return Value::native<RulesetObject>(heap::cake_ruleset("GenCutcake", heap_rules_of(c, a[0]),
                                                               heap_rules_of(c, a[1]), twisted),
                                            fmt::format("{}.CakeProduct({}{})", c.text(a[0]),
                                                        c.text(a[1]), twisted ? ", true" : ""));
      });
}

}  // namespace cgt::lang
