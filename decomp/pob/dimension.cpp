#include "decomp/pob/dimension.hpp"

namespace cgt::pob {

namespace {

using Element = ExplicitPoset::Element;
using Pair = std::pair<Element, Element>;

std::vector<Pair> critical_pairs(const ExplicitPoset& poset) {
  std::vector<Pair> out;
  const auto n = static_cast<Element>(poset.size());
  for (Element x = 0; x < n; ++x) {
    for (Element y = 0; y < n; ++y) {
      bool critical = !poset.less_equal(x, y) && !poset.less_equal(y, x);
      for (Element z = 0; z < n && critical; ++z) {
        const bool below_x_only = z != x && poset.less_equal(z, x) && !poset.less_equal(z, y);
        const bool above_y_only = z != y && poset.less_equal(y, z) && !poset.less_equal(x, z);
        critical = !below_x_only && !above_y_only;
      }
      if (critical) out.emplace_back(x, y);
    }
  }
  return out;
}

// A partial order that grows by pairs; add() keeps it transitively closed.
class GrowingOrder {
 public:
  explicit GrowingOrder(const ExplicitPoset& poset) : size_(poset.size()) {
    for (Element a = 0; a < size_; ++a) {
      for (Element b = 0; b < size_; ++b) below_.push_back(poset.less_equal(a, b));
    }
  }
  bool less_equal(Element a, Element b) const { return below_[a * size_ + b]; }
  // a <= b; false, and nothing is changed, if b < a.
  bool add(Element a, Element b) {
    if (less_equal(b, a)) return false;
    for (Element x = 0; x < size_; ++x) {
      if (!less_equal(x, a)) continue;
      for (Element y = 0; y < size_; ++y) {
        if (less_equal(b, y)) below_[x * size_ + y] = true;
      }
    }
    return true;
  }
  ExplicitPoset poset() const {
    std::vector<Pair> pairs;
    for (Element a = 0; a < size_; ++a) {
      for (Element b = 0; b < size_; ++b) {
        if (a != b && less_equal(a, b)) pairs.emplace_back(a, b);
      }
    }
    return ExplicitPoset(size_, pairs);
  }

 private:
  std::size_t size_;
  std::vector<bool> below_;
};

// Extensions of `poset`, at most k, that reverse all pairs.
std::optional<std::vector<GrowingOrder>> reversed_in(const ExplicitPoset& poset,
                                                     const std::vector<Pair>& pairs, std::size_t k,
                                                     Budget& budget) {
  // orders[i]: the classes when the first i pairs have been placed; choice[i]: where pair i is
  // tried next. A pair may open one new class only, the first that is empty.
  std::vector<std::vector<GrowingOrder>> orders(1);
  std::vector<std::size_t> choice(1, 0);
  while (true) {
    const std::size_t i = choice.size() - 1;
    if (i == pairs.size()) return std::move(orders.back());
    budget.charge();
    const std::size_t open = orders.back().size();
    const std::size_t at = choice.back()++;
    if (at > open || at == k) {
      choice.pop_back();
      orders.pop_back();
      if (choice.empty()) return std::nullopt;
      continue;
    }
    std::vector<GrowingOrder> next = orders.back();
    if (at == open) next.emplace_back(poset);
    const auto [x, y] = pairs[i];
    if (!next[at].add(y, x)) continue;
    orders.push_back(std::move(next));
    choice.push_back(0);
  }
}

}  // namespace

Realizer realizer(const ExplicitPoset& poset, Budget& budget) {
  Realizer out;
  const std::vector<Pair> pairs = critical_pairs(poset);
  if (pairs.empty()) {
    out.extensions.push_back(poset.linear_extension());
    return out;
  }
  out.lower = 2;
  try {
    while (true) {
      if (const auto orders = reversed_in(poset, pairs, out.lower, budget)) {
        for (const GrowingOrder& order : *orders) {
          out.extensions.push_back(order.poset().linear_extension());
        }
        return out;
      }
      ++out.lower;
    }
  } catch (const BudgetExhausted&) {  // lower is what is known
    out.extensions.clear();
  }
  return out;
}

bool realizes(const ExplicitPoset& poset, const std::vector<LinearExtension>& extensions) {
  const auto vectors = embedding(poset, extensions);
  const VectorOrder order(extensions.size());
  for (Element a = 0; a < poset.size(); ++a) {
    for (Element b = 0; b < poset.size(); ++b) {
      if (poset.less_equal(a, b) != order.less_equal(vectors[a], vectors[b])) return false;
    }
  }
  return true;
}

std::vector<VectorOrder::Element> embedding(const ExplicitPoset& poset,
                                            const std::vector<LinearExtension>& extensions) {
  std::vector<VectorOrder::Element> out(poset.size(), VectorOrder::Element(extensions.size(), -1));
  for (std::size_t k = 0; k < extensions.size(); ++k) {
    CGT_EXPECTS(extensions[k].size() == poset.size(), "an extension lists every element once");
    for (std::size_t place = 0; place < extensions[k].size(); ++place) {
      out[extensions[k][place]][k] = static_cast<std::int64_t>(place);
    }
  }
  return out;
}

}  // namespace cgt::pob
