#include "decomp/pob/namoa_star.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cgt::pob {

void require_costs(const Costs& costs, std::size_t dimension, const char* what) {
  const bool fit = std::all_of(costs.begin(), costs.end(),
                               [](std::int64_t c) { return c >= 0 && c <= search::kMostCost; });
  if (fit && costs.size() == dimension) return;
  throw Error(
      fmt::format("{} [{}]", what, fmt::join(costs, ",")),
      fmt::format("expected a list of {} integers from 0 to {}", dimension, search::kMostCost));
}

void refuse_order(const Costs& less, const Costs& more) {
  throw Error(fmt::format("in this order [{}] is not at most [{}]", fmt::join(less, ","),
                          fmt::join(more, ",")),
              "an order of costs has to put below what is less in every entry");
}

}  // namespace cgt::pob
