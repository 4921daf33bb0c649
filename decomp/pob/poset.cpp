#include "decomp/pob/poset.hpp"

namespace cgt::pob {

ExplicitPoset::ExplicitPoset(std::size_t size,
                             const std::vector<std::pair<Element, Element>>& pairs,
                             std::vector<std::string> names, Budget* budget)
    : size_(size), words_((size + 63) / 64), rows_(size * words_), names_(std::move(names)) {
  for (std::size_t i = names_.size(); i < size; ++i) names_.push_back(std::to_string(i));
  const auto set = [&](std::size_t a, std::size_t b) {
    rows_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
  };
  for (std::size_t i = 0; i < size; ++i) set(i, i);
  for (const auto& [a, b] : pairs) {
    CGT_EXPECTS(a < size && b < size, "the pairs of a relation are elements of the poset");
    set(a, b);
  }
  // Warshall 1962, a row at a time.
  for (Element via = 0; via < size; ++via) {
    if (budget != nullptr) budget->poll();
    for (Element a = 0; a < size; ++a) {
      if (a == via || !less_equal(a, via)) continue;
      for (std::size_t w = 0; w < words_; ++w) rows_[a * words_ + w] |= rows_[via * words_ + w];
    }
  }
  for (Element a = 0; a < size; ++a) {
    if (budget != nullptr) budget->poll();
    for (Element b = a + 1; b < size; ++b) {
      if (less_equal(a, b) && less_equal(b, a)) {
        throw Error("not a partial order: " + names_[a] + " <= " + names_[b] + " and " + names_[b] +
                    " <= " + names_[a]);
      }
    }
  }
}

std::vector<std::pair<ExplicitPoset::Element, ExplicitPoset::Element>> ExplicitPoset::covers()
    const {
  std::vector<std::pair<Element, Element>> out;
  for (Element a = 0; a < size_; ++a) {
    for (Element b = 0; b < size_; ++b) {
      if (a == b || !less_equal(a, b)) continue;
      bool between = false;
      for (Element c = 0; c < size_ && !between; ++c) {
        between = c != a && c != b && less_equal(a, c) && less_equal(c, b);
      }
      if (!between) out.emplace_back(a, b);
    }
  }
  return out;
}

std::vector<ExplicitPoset::Element> ExplicitPoset::linear_extension() const {
  std::vector<std::size_t> below(size_, 0);
  for (Element a = 0; a < size_; ++a) {
    for (Element b = 0; b < size_; ++b) below[b] += a != b && less_equal(a, b) ? 1 : 0;
  }
  std::vector<Element> out;
  std::vector<bool> used(size_);
  while (out.size() < size_) {
    Element next = 0;
    while (used[next] || below[next] > 0) ++next;
    used[next] = true;
    out.push_back(next);
    for (Element b = 0; b < size_; ++b) below[b] -= b != next && less_equal(next, b) ? 1 : 0;
  }
  return out;
}

bool VectorOrder::less_equal(const Element& a, const Element& b) const {
  CGT_EXPECTS(a.size() == dimension_ && b.size() == dimension_,
              "vectors have the dimension of the order");
  for (std::size_t i = 0; i < dimension_; ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

VectorOrder::Element VectorOrder::join(const Element& a, const Element& b) const {
  Element out = a;
  for (std::size_t i = 0; i < dimension_; ++i) out[i] = std::max(a[i], b[i]);
  return out;
}

VectorOrder::Element VectorOrder::meet(const Element& a, const Element& b) const {
  Element out = a;
  for (std::size_t i = 0; i < dimension_; ++i) out[i] = std::min(a[i], b[i]);
  return out;
}

}  // namespace cgt::pob
