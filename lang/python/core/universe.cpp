#include "lang/python/core/universe.hpp"

#include <cstdlib>  // __GLIBC__
#include <unordered_map>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace cgt::python {
namespace {

std::atomic<std::uint64_t> next_universe{0};

// By the number of the universe.
std::unordered_map<std::uint64_t, std::unique_ptr<Handle>>& handles_of_thread() {
  thread_local std::unordered_map<std::uint64_t, std::unique_ptr<Handle>> handles;
  return handles;
}

}  // namespace

Universe::Universe() : number_(next_universe++) {}

Universe::~Universe() {
  constexpr std::uint64_t kMuch = std::uint64_t{1} << 24U;
  returned_.much = root_.statistics().bytes > kMuch;
  handles_of_thread().erase(number_);
}

// A million handles and records in small blocks: without this the C library would keep what they took.
Universe::Returned::~Returned() {
#ifdef __GLIBC__
  if (much) malloc_trim(0);
#endif
}

Store Universe::share() {
  const std::lock_guard lock(sharing_);
  return root_.share();
}

Handle& Universe::here() {
  // The question before was most often put to the same universe.
  thread_local std::uint64_t last_number = ~std::uint64_t{0};
  thread_local Handle* last = nullptr;
  if (last_number == number_) return *last;
  std::unique_ptr<Handle>& handle = handles_of_thread()[number_];
  if (!handle) handle = std::make_unique<Handle>(*this);
  last_number = number_;
  last = handle.get();
  return *last;
}

Handle::Handle(Universe& universe) : store(universe.share()) {}

const UniversePtr& default_universe() {
  // Lives as long as the process: objects of Python may be destroyed after all else.
  static const UniversePtr& universe = *new UniversePtr(std::make_shared<Universe>());
  return universe;
}

std::uint64_t Handle::content_hash(GameId root) {
  const auto of_nus = [this](GameId g) -> std::optional<std::uint64_t> {
    const auto nus = store.as_nus(g);
    if (!nus) return std::nullopt;
    return mix(nus->number.hash(), mix(static_cast<std::uint64_t>(nus->ups), nus->nimber));
  };
  if (const auto hash = of_nus(root)) return *hash;
  if (const auto found = hashes_.find(root); found != hashes_.end()) return found->second;
  const auto known = [&](GameId g) {
    if (const auto hash = of_nus(g)) return *hash;
    return hashes_.at(g);
  };
  std::vector<std::uint64_t> sorted;
  for (const GameId g : store.followers(root)) {
    if (store.is_nus(g) || hashes_.contains(g)) continue;
    store.charge();
    std::uint64_t hash = 0x6a09e667f3bcc909ULL;
    for (const Player player : kPlayers) {
      sorted.clear();
      for (const GameId option : store.options(g, player)) sorted.push_back(known(option));
      std::ranges::sort(sorted);
      hash = mix(hash, sorted.size());
      for (const std::uint64_t option : sorted) hash = mix(hash, option);
    }
    hashes_.emplace(g, hash);
  }
  return hashes_.at(root);
}

}  // namespace cgt::python
