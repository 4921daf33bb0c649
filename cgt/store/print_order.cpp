#include "cgt/store/print_order.hpp"

#include "cgt/support/containers.hpp"

namespace cgt {
namespace {

// 0 numbers, 1 nimbers, 2 the other uptimals.
int rank(const UptimalExpansion& e) {
  if (e.length() > 0) return 2;
  if (e.nimber == 0) return 0;
  return e.number.is_zero() ? 1 : 2;
}

int three_way(const UptimalExpansion& a, const UptimalExpansion& b) {
  if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
  if (a.number != b.number) return a.number < b.number ? -1 : 1;
  if (const int order = word_order(a, b); order != 0) return order;
  return a.nimber < b.nimber ? -1 : a.nimber > b.nimber ? 1 : 0;
}

}  // namespace

struct PrintOrder::Known {
  using Sides = PerPlayer<std::vector<GameId>>;

  FlatMap<GameId, std::unique_ptr<Sides>> sorted;
  // Results along long walks of compare(), so that a comparison never walks the same way twice.
  FlatMap<std::uint64_t, int> compared;
};

PrintOrder::PrintOrder(Store& store)
    : store_(store), expansions_(store), known_(std::make_unique<Known>()) {}
PrintOrder::~PrintOrder() = default;

const std::vector<GameId>& PrintOrder::options(GameId g, Player player) {
  if (!known_->sorted.contains(g)) prepare(g);
  return (*known_->sorted.at(g))[player];
}

void PrintOrder::sort(std::vector<GameId>& games) {
  for (const GameId g : games) options(g, Player::kLeft);
  sort_prepared(games);
}

void PrintOrder::sort_prepared(std::vector<GameId>& games) {
  std::ranges::sort(games, [this](GameId a, GameId b) { return compare(a, b) < 0; });
}

// Sorts the option lists of all followers of g, options before owners.
void PrintOrder::prepare(GameId root) {
  std::vector<GameId> stack{root};
  while (!stack.empty()) {
    const GameId g = stack.back();
    if (known_->sorted.contains(g)) {
      stack.pop_back();
      continue;
    }
    store_.charge();
    auto sides = std::make_unique<Known::Sides>();
    bool ready = true;
    if (!store_.is_nus(g)) {
      for (const Player player : kPlayers) {
        for (const GameId x : store_.options(g, player)) {
          (*sides)[player].push_back(x);
          if (!known_->sorted.contains(x)) {
            stack.push_back(x);
            ready = false;
          }
        }
      }
    }
    if (!ready) continue;
    for (const Player player : kPlayers) sort_prepared((*sides)[player]);
    known_->sorted.emplace(g, std::move(sides));
    stack.pop_back();
  }
}

// Needs both prepared. Goes down along the first difference only.
int PrintOrder::compare(GameId a, GameId b) {
  const auto key_of = [](GameId x, GameId y) {
    return (std::uint64_t{x.word()} << 32U) | y.word();
  };
  SmallVector<std::uint64_t, 8> walked;
  int result = 0;
  while (a != b) {
    const UptimalExpansion* x = expansions_.find(a);
    const UptimalExpansion* y = expansions_.find(b);
    if (x != nullptr || y != nullptr) {
      result = x == nullptr ? 1 : y == nullptr ? -1 : three_way(*x, *y);
      break;
    }
    const std::uint64_t key = key_of(a, b);
    if (const auto it = known_->compared.find(key); it != known_->compared.end()) {
      result = it->second;
      break;
    }
    walked.push_back(key);
    GameId next_a = a;
    GameId next_b = b;
    for (const Player player : kPlayers) {
      const auto& p = (*known_->sorted.at(a))[player];
      const auto& q = (*known_->sorted.at(b))[player];
      const auto [i, j] = std::ranges::mismatch(p, q);
      if (i == p.end() && j == q.end()) continue;
      if (i == p.end() || j == q.end()) {
        result = i == p.end() ? -1 : 1;
      } else {
        next_a = *i;
        next_b = *j;
      }
      break;
    }
    if (result != 0) break;
    a = next_a;
    b = next_b;
  }
  if (walked.size() > 1) {
    for (const std::uint64_t key : walked) known_->compared.emplace(key, result);
  }
  return result;
}

}  // namespace cgt
