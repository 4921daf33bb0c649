// Plans under the partial orders of decomp/pob.
//
// A poset says what is better (less_equal(a, b): b is at least as good), and a function says which
// element a vector of attributes is. Bounds are those of partial order bounding: antichains of
// elements, of which a plan must reach one (pob/antichain.hpp).
//
//   const pob::VectorOrder order(2);
//   const auto element = [](std::span<const double> v) {       // time and risk: less is better
//     return pob::VectorOrder::Element{-std::int64_t(v[0]), -std::int64_t(v[1])};
//   };
//   PlanPoset plans(order, element, {.compatible = true, .bounding = true});
//   plans.pareto(planner, budget);
//   plans.reach(planner, {{-10, -3}, {-20, 0}}, budget);
//
// Whether the order of elements fits the adding up of attributes, only the caller knows: see
// PlanOrder. With both flags off complete plans are compared and nothing else, which is right for
// every poset.
#pragma once

#include <span>
#include <utility>

#include "decomp/htn/planner/planner.hpp"
#include "decomp/pob/antichain.hpp"

namespace cgt::solve {

struct PlanPosetFit {
  bool compatible = false;
  bool bounding = false;
};

template <pob::Poset P, class ToElement>
class PlanPoset {
 public:
  PlanPoset(P poset, ToElement to_element, PlanPosetFit fit = {})
      : poset_(std::move(poset)), to_element_(std::move(to_element)), fit_(fit) {}

  htn::PlanOrder order() const {
    return {[poset = poset_, element = to_element_](std::span<const double> a,
                                                    std::span<const double> b) {
              return poset.less_equal(element(b), element(a));
            },
            fit_.compatible, fit_.bounding};
  }
  // One plan for each maximal element.
  htn::PlanResult pareto(htn::Planner& planner, Budget& budget) const {
    return planner.pareto(order(), budget);
  }
  // A plan whose element is in the success set of the bound.
  htn::PlanResult reach(htn::Planner& planner, const pob::BoundOf<P>& bound, Budget& budget) const {
    const htn::UpSet wanted = [&](std::span<const double> values) {
      return pob::succeeds(poset_, bound, to_element_(values));
    };
    return planner.reach(order(), wanted, budget);
  }

 private:
  P poset_;
  ToElement to_element_;
  PlanPosetFit fit_;
};

}  // namespace cgt::solve
