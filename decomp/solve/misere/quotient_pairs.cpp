#include "decomp/solve/misere/quotient_pairs.hpp"

#include "cgt/support/hash.hpp"

namespace cgt::solve {
namespace {

std::uint64_t pair_hash(std::uint32_t element, std::span<const std::uint64_t> options) {
  std::uint64_t h = element;
  for (const std::uint64_t word : options) h = mix(h, word);
  return h;
}

template <class Use>
void each_element(std::span<const std::uint64_t> set, const Use& use) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (std::uint64_t left = set[w]; left != 0; left &= left - 1) {
      use(static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
  }
}

}  // namespace

QuotientPairs::QuotientPairs(const MisereQuotient& quotient)
    : quotient_(quotient),
      width_((quotient.order() + 63) / 64),
      lost_(width_),
      slots_(256),
      columns_(quotient.order()) {
  for (std::size_t x = 0; x < quotient.order(); ++x) {
    if (quotient.lost[x]) lost_[x / 64] |= std::uint64_t{1} << (x % 64);
  }
  elements_.push_back(0);
  bits_.resize(width_);
  slots_[hash_at(0) & (slots_.size() - 1)] = 1;
}

std::uint64_t QuotientPairs::hash_at(std::size_t i) const {
  return pair_hash(elements_[i], options(i));
}

const std::vector<std::uint32_t>& QuotientPairs::column(std::uint32_t element) {
  std::vector<std::uint32_t>& products = columns_[element];
  if (products.empty()) {
    products.resize(quotient_.order());
    for (std::uint32_t x = 0; x < products.size(); ++x) products[x] = x;
    for (const auto& [generator, copies] : quotient_.words[element]) {
      const std::vector<std::uint32_t>& times = quotient_.times[generator - 1];
      for (std::uint32_t i = 0; i < copies; ++i) {
        for (std::uint32_t& x : products) x = times[x];
      }
    }
  }
  return products;
}

bool QuotientPairs::obeys(std::uint32_t element, std::span<const std::uint64_t> options) const {
  bool to_lost = false;
  for (std::size_t w = 0; w < width_; ++w) to_lost = to_lost || (options[w] & lost_[w]) != 0;
  return quotient_.lost[element] != to_lost;
}

void QuotientPairs::grow() {
  std::vector<std::uint32_t> larger(2 * slots_.size());
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    std::size_t at = hash_at(i) & (larger.size() - 1);
    while (larger[at] != 0) at = (at + 1) & (larger.size() - 1);
    larger[at] = static_cast<std::uint32_t>(i + 1);
  }
  slots_ = std::move(larger);
}

bool QuotientPairs::insert(std::uint32_t element, std::span<const std::uint64_t> options,
                           Budget& budget) {
  std::size_t at = pair_hash(element, options) & (slots_.size() - 1);
  while (slots_[at] != 0) {
    const std::size_t i = slots_[at] - 1;
    if (elements_[i] == element && std::ranges::equal(this->options(i), options)) return false;
    at = (at + 1) & (slots_.size() - 1);
  }
  elements_.push_back(element);
  bits_.insert(bits_.end(), options.begin(), options.end());
  slots_[at] = static_cast<std::uint32_t>(elements_.size());
  if (2 * elements_.size() > slots_.size()) grow();
  if (elements_.size() % kMemoryInterval == 0) {
    meter_.set(budget, 8 * bits_.size() + 4 * (elements_.size() + slots_.size()));
  }
  return true;
}

// The pairs so far are closed under products. With one more they are closed once each is multiplied by
// the new one again and again; what comes out of a product that was there was multiplied already.
bool QuotientPairs::add(std::uint32_t element, const ElementSet& options, Budget& budget) {
  const std::vector<std::uint32_t> by_element = column(element);
  std::vector<const std::uint32_t*> by_option;
  each_element(options, [&](std::uint32_t o) { by_option.push_back(column(o).data()); });
  const std::size_t before = elements_.size();
  ElementSet made(width_);
  for (std::size_t start = 0; start < before; ++start) {
    std::size_t at = start;
    while (true) {
      budget.charge(1 + width_ + by_option.size() / 8);
      std::ranges::fill(made, 0);
      const auto put = [&](std::uint32_t x) { made[x / 64] |= std::uint64_t{1} << (x % 64); };
      each_element(this->options(at), [&](std::uint32_t o) { put(by_element[o]); });
      const std::uint32_t x = elements_[at];
      for (const std::uint32_t* times : by_option) put(times[x]);
      const std::uint32_t product = by_element[x];
      if (!insert(product, made, budget)) break;
      if (!obeys(product, made)) return false;
      at = elements_.size() - 1;
    }
  }
  return true;
}

}  // namespace cgt::solve
