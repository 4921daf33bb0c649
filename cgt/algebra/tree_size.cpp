#include "cgt/algebra/tree_size.hpp"

#include <cmath>
#include <limits>

#include "cgt/support/containers.hpp"

namespace cgt {
namespace {

// Counts in mpz_class, or in long double: exact below 2^64, then an estimate.
template <class Count>
Count power_of_three(std::uint32_t k);

template <>
mpz_class power_of_three(std::uint32_t k) {
  if (k > 1'000'000) throw Error("the tree of this nimber is too large to count");
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), 3, k);
  return out;
}

template <>
long double power_of_three(std::uint32_t k) {
  return std::pow(3.0L, static_cast<long double>(k));
}

// *k has k options on both sides: 1 + 2(1 + 3 + ... + 3^(k-1)) = 3^k. Below u ups the answers take
// one up each and turn the nimber over, 2 nodes a step; the last is {0|*(k^1)}, or {0,*|0} for ^*.
template <class Count>
Count nus_nodes(const Nus& value) {
  if (value.ups == 0) return power_of_three<Count>(value.nimber);
  const auto word = static_cast<std::uint64_t>(value.ups);
  const std::uint64_t u = value.ups < 0 ? 0 - word : word;
  const std::uint32_t last = value.nimber ^ static_cast<std::uint32_t>((u - 1) & 1U);
  const Count base = last == 1 ? Count(6) : Count(power_of_three<Count>(last ^ 1U) + 2);
  return base + Count(2) * Count(u - 1);
}

template <class Count>
Count nodes(Store& store, GameId root, Leaves leaves) {
  FlatMap<GameId, Count> counts;
  struct Frame {
    GameId g;
    Count sum;
    Player player = Player::kLeft;
    std::uint64_t next = 0;
  };
  std::vector<Frame> stack;
  Count result{};
  const auto enter = [&](GameId g) {
    if (const auto value = store.as_nus(g)) {
      result = leaves == Leaves::kNumbers ? nus_nodes<Count>(*value) : Count(1);
    } else if (const auto it = counts.find(g); it != counts.end()) {
      result = it->second;
    } else {
      store.charge();
      stack.push_back({g, Count(1)});
      return false;
    }
    return true;
  };
  if (enter(root)) return result;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next < store.option_count(frame.g, frame.player)) {
      if (enter(store.option(frame.g, frame.player, frame.next))) {
        // `frame` is the top: nothing was pushed.
        frame.sum += result;
        ++frame.next;
      }
    } else if (frame.player == Player::kLeft) {
      frame.player = Player::kRight;
      frame.next = 0;
    } else {
      result = frame.sum;
      counts.emplace(frame.g, frame.sum);
      stack.pop_back();
      if (stack.empty()) break;
      stack.back().sum += result;
      ++stack.back().next;
    }
  }
  return result;
}

}  // namespace

mpz_class tree_node_count(Store& store, GameId g, Leaves leaves) {
  return nodes<mpz_class>(store, g, leaves);
}

std::string tree_node_count_text(Store& store, GameId g, Leaves leaves) {
  const auto estimate = nodes<long double>(store, g, leaves);
  if (estimate < 1e18L)
    return with_separators(std::to_string(static_cast<std::uint64_t>(estimate)));
  if (!std::isfinite(estimate)) {
    return "over 10^" + std::to_string(std::numeric_limits<long double>::max_exponent10 - 1);
  }
  return "about 10^" + std::to_string(std::lround(std::log10(estimate)));
}

std::string with_separators(const std::string& digits) {
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

}  // namespace cgt
