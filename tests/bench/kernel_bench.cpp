// Single operations of the kernel. `./dev bench kernel` runs these and then the larger jobs of
// `cgt bench kernel`. Every benchmark states how many operations one iteration holds, so that the
// column items_per_second compares.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"

namespace cgt {
namespace {

// Random games of up to a few dozen followers, not number-up-stars.
std::vector<GameId> games(Store& store, std::size_t count, int depth) {
  std::mt19937_64 random(7);
  std::vector<GameId> out;
  while (out.size() < count) {
    const GameId g = testing::random_game(store, random, depth, 2);
    if (!store.is_nus(g)) out.push_back(g);
  }
  return out;
}

void items(benchmark::State& state, std::size_t per_iteration) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(per_iteration));
}

// Every option list is known: the price of finding it again.
void intern_known(benchmark::State& state) {
  Store store;
  const auto all = games(store, 1000, 3);
  std::vector<PerPlayer<GameList>> sides(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Player player : kPlayers) sides[i][player] = store.options(all[i], player);
  }
  for (auto _ : state) {
    for (const auto& s : sides) {
      benchmark::DoNotOptimize(store.construct(s[Player::kLeft], s[Player::kRight]));
    }
  }
  items(state, all.size());
}
BENCHMARK(intern_known);

// A fresh store each time: canonical forms of new option lists.
void construct_new(benchmark::State& state) {
  std::uint64_t made = 0;
  for (auto _ : state) {
    Store store;
    games(store, 1000, 3);
    made += store.statistics().games;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(made));
}
BENCHMARK(construct_new);

void add_new(benchmark::State& state) {
  for (auto _ : state) {
    Store store;
    const auto all = games(store, 200, 2);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      benchmark::DoNotOptimize(store.add(all[i], all[i + 1]));
    }
  }
  items(state, 199);
}
BENCHMARK(add_new);

void add_remembered(benchmark::State& state) {
  Store store;
  const auto all = games(store, 200, 2);
  for (auto _ : state) {
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      benchmark::DoNotOptimize(store.add(all[i], all[i + 1]));
    }
  }
  items(state, 199);
}
BENCHMARK(add_remembered);

void add_number_up_stars(benchmark::State& state) {
  Store store;
  GameId sum = kZero;
  const GameId step = store.nus({Dyadic(1, 3), 1, 2});
  const GameId back = store.negate(step);
  for (auto _ : state) {
    sum = store.add(store.add(sum, step), back);
    benchmark::DoNotOptimize(sum);
  }
  items(state, 2);
}
BENCHMARK(add_number_up_stars);

void compare_all_pairs(benchmark::State& state) {
  Store store;
  const auto all = games(store, static_cast<std::size_t>(state.range(0)), 3);
  for (auto _ : state) {
    for (const GameId g : all) {
      for (const GameId h : all) benchmark::DoNotOptimize(store.leq(g, h));
    }
  }
  items(state, all.size() * all.size());
}
BENCHMARK(compare_all_pairs)->Arg(100)->Arg(1000);

void thermograph_new(benchmark::State& state) {
  std::uint64_t followers = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Store store;
    GameId sum = kZero;
    for (int n = 1; n <= 9; ++n) {
      sum = store.add(sum, store.construct({store.integer(n)}, {store.integer(-n)}));
    }
    state.ResumeTiming();
    benchmark::DoNotOptimize(store.temperature(sum));
    state.PauseTiming();
    followers += store.follower_count(sum);
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(followers));
}
BENCHMARK(thermograph_new);

void print_and_parse(benchmark::State& state) {
  Store store;
  const auto all = games(store, 200, 3);
  for (auto _ : state) {
    for (const GameId g : all) benchmark::DoNotOptimize(parse_value(store, to_text(store, g)));
  }
  items(state, all.size());
}
BENCHMARK(print_and_parse);

void open_a_store(benchmark::State& state) {
  for (auto _ : state) {
    Store store;
    benchmark::DoNotOptimize(store.construct({store.integer(1)}, {store.integer(-1)}));
  }
}
BENCHMARK(open_a_store);

}  // namespace
}  // namespace cgt

BENCHMARK_MAIN();
