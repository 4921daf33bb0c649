#include "cgt/store/store.hpp"

#include <bit>
#include <mutex>

#include "cgt/detail/store_impl.hpp"

namespace cgt {

using detail::kOwnGame;

namespace {

std::uint32_t fold(std::uint64_t h) {
  return detail::spoil(static_cast<std::uint32_t>(h >> 32U) ^ static_cast<std::uint32_t>(h));
}

std::uint32_t hash_options(std::span<const GameId> left, std::span<const GameId> right) {
  std::uint64_t h = mix(left.size(), right.size());
  for (const GameId g : left) h = mix(h, g.word());
  for (const GameId g : right) h = mix(h, g.word());
  return fold(h);
}

// A quarter of the room for caches each for order and sums, the rest for all other operations.
unsigned cache_bits(std::uint64_t megabytes, std::uint64_t divisor) {
  constexpr std::uint64_t kSlotBytes = 16;
  const std::uint64_t slots = megabytes * (std::uint64_t{1} << 20U) / divisor / kSlotBytes;
  return std::max(detail::first_cache_bits(),
                  static_cast<unsigned>(std::bit_width(slots | 1U)) - 1);
}

}  // namespace

Store::Impl::Impl(std::shared_ptr<detail::Tables> shared, const StoreOptions& options)
    : tables(std::move(shared)),
      options_given(options),
      order_cache(cache_bits(options.cache_megabytes, 2)),
      sum_cache(cache_bits(options.cache_megabytes, 4)) {
  constexpr auto kMemos = static_cast<std::size_t>(detail::Operation::kCount);
  memos.assign(kMemos, detail::OpCache(cache_bits(options.cache_megabytes, 2 * kMemos)));
  ++tables->handles;
}

Store::Impl::~Impl() {
  tables->heap_bytes -= reported_cache_bytes;
  --tables->handles;
}

void Store::Impl::note_figures() {
  std::uint64_t cache_bytes = order_cache.bytes() + sum_cache.bytes();
  for (const auto& memo : memos) cache_bytes += memo.bytes();
  tables->heap_bytes += cache_bytes - reported_cache_bytes;
  reported_cache_bytes = cache_bytes;
}

void Store::Impl::note_memory() {
  note_figures();
  if (budget == nullptr) return;
  const std::lock_guard lock(tables->meter_mutex);
  tables->meter.set(*budget, tables->bytes());
}

void Store::Impl::hold_memory() {
  const std::lock_guard lock(tables->meter_mutex);
  tables->meter.hold(*budget, tables->bytes());
}

std::uint32_t Store::Impl::allocate(std::size_t bytes) {
  const auto units = static_cast<std::uint32_t>((bytes + Arena::kUnit - 1) / Arena::kUnit);
  if (chunk.last - chunk.first < units) chunk = tables->arena.take(bytes, detail::chunk_bytes());
  const std::uint32_t unit = chunk.first;
  chunk.first += units;
  return unit;
}

GameId Store::Impl::intern_nus(const Nus& value) {
  if (const auto id = encode_inline(value)) return *id;
  const std::uint32_t hash =
      fold(mix(mix(value.number.hash(), static_cast<std::uint64_t>(value.ups)), value.nimber));
  // A number's own stops are itself.
  const GameId number = value.is_number() ? GameId() : intern_nus({value.number, 0, 0});
  return tables->intern(
      hash,
      [&](GameId g) {
        const Record& r = record(g);
        return r.is_nus() && tables->large.at(r.right_count) == value;
      },
      [&] {
        charge();
        const GameId id = GameId::from_word(allocate(sizeof(Record)) << 1U);
        Record& r = record(id);
        r.hash = hash;
        r.left_count = Record::kNusMark;
        r.right_count = tables->add_large(value);
        r.granularity = value.number.exponent();
        for (const Player player : kPlayers) r.stops[player] = value.is_number() ? id : number;
        if (detail::infinitesimal_leq_zero(value.ups, value.nimber)) r.set_within(Player::kLeft);
        if (detail::infinitesimal_geq_zero(value.ups, value.nimber)) r.set_within(Player::kRight);
        return id;
      });
}

GameId Store::Impl::intern(std::span<const GameId> left, std::span<const GameId> right) {
  CGT_ASSERT(std::is_sorted(left.begin(), left.end()) && std::is_sorted(right.begin(), right.end()),
             "options are interned sorted by word");
  const std::uint32_t hash = hash_options(left, right);
  bool fresh = false;
  const GameId id = tables->intern(
      hash,
      [&](GameId g) {
        const Record& r = record(g);
        return !r.is_nus() && r.left_count == left.size() && r.right_count == right.size() &&
               std::ranges::equal(r.options(Player::kLeft), left) &&
               std::ranges::equal(r.options(Player::kRight), right);
      },
      [&] {
        charge();
        const std::uint32_t unit =
            allocate(sizeof(Record) + (left.size() + right.size()) * sizeof(GameId));
        Record& r = record(GameId::from_word(unit << 1U));
        r.hash = hash;
        r.left_count = static_cast<std::uint32_t>(left.size());
        r.right_count = static_cast<std::uint32_t>(right.size());
        auto* const options = reinterpret_cast<GameId*>(&r + 1);
        std::ranges::copy(left, options);
        std::ranges::copy(right, options + left.size());
        std::uint64_t days = 0;
        for (const Player player : kPlayers) {
          for (const GameId g : r.options(player)) {
            days = std::max(days, birthday(g) + 1);
            r.granularity = std::max(r.granularity, granularity(g));
          }
        }
        const detail::Sides own = sides({{{r.options(Player::kLeft), r.options(Player::kRight)}}});
        r.stops = own.stops;
        for (const Player player : kPlayers) {
          if (own.within[player]) r.set_within(player);
        }
        if (days > std::numeric_limits<std::uint32_t>::max()) {
          throw Error("the birthday is too large to count");
        }
        r.birthday = static_cast<std::uint32_t>(days);
        fresh = true;
        return GameId::from_word(unit << 1U);
      });
  if (fresh && (++interned & 0xFFFU) == 0) note_memory();
  return id;
}

GameList Store::Impl::options(GameId g, Player player) {
  GameList out;
  if (!is_nus(g)) {
    const auto all = record(g).options(player);
    out.assign(all.begin(), all.end());
    return out;
  }
  const Nus value = nus_of(g);
  const std::uint64_t count = nus_option_count(value, player);
  for (std::uint64_t i = 0; i < count; ++i) {
    charge();
    out.push_back(intern_nus(nus_option(value, player, i)));
  }
  return out;
}

int Store::Impl::compare_large(GameId x, GameId y) const {
  const auto order = nus_of(x).number <=> nus_of(y).number;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

detail::Sides Store::Impl::sides(const PerPlayer<std::span<const GameId>>& options) const {
  detail::Sides out;
  for (const Player player : kPlayers) {
    BestSide best(player);
    for (const GameId g : options[player]) best.take(*this, sides(g));
    out.stops[player] = best.stop;
    out.within[player] = best.within;
  }
  return out;
}

std::uint32_t Store::Impl::granularity(GameId g) const {
  return g.is_inline() ? (g.word() >> 13U) & 15U : record(g).granularity;
}

std::uint64_t Store::Impl::birthday(GameId g) const {
  return is_nus(g) ? nus_birthday(nus_of(g)) : record(g).birthday;
}

// --- the public face -----------------------------------------------------------------------------

Store::Store(const StoreOptions& options)
    : impl_(std::make_unique<Impl>(std::make_shared<detail::Tables>(options.address_space),
                                   options)) {}
Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;

Store Store::share() { return Store(std::make_unique<Impl>(impl_->tables, impl_->options_given)); }

bool Store::shares_games_with(const Store& other) const {
  return impl_->tables == other.impl_->tables;
}
bool Store::contains(GameId g) const { return impl_->tables->contains(g); }

GameId Store::nus(const Nus& value) { return impl_->intern_nus(value); }
GameId Store::construct(std::span<const GameId> left, std::span<const GameId> right) {
  for ([[maybe_unused]] const auto side : {left, right}) {
    CGT_ASSERT(std::ranges::all_of(side, [this](GameId g) { return contains(g); }), kOwnGame);
  }
  return impl_->construct(left, right);
}
GameId Store::restore(std::span<const GameId> left, std::span<const GameId> right) {
  for ([[maybe_unused]] const auto side : {left, right}) {
    CGT_ASSERT(std::ranges::all_of(side, [this](GameId g) { return contains(g); }), kOwnGame);
  }
  return impl_->restore(left, right);
}
GameId Store::construct(std::initializer_list<GameId> left, std::initializer_list<GameId> right) {
  return construct(std::span(left.begin(), left.size()), std::span(right.begin(), right.size()));
}

std::uint64_t Store::option_count(GameId g, Player player) const {
  CGT_ASSERT(contains(g), kOwnGame);
  return impl_->option_count(g, player);
}
GameId Store::option(GameId g, Player player, std::uint64_t i) {
  CGT_EXPECTS(i < option_count(g, player), "the option exists");
  return impl_->option(g, player, i);
}
GameList Store::options(GameId g, Player player) {
  CGT_ASSERT(contains(g), kOwnGame);
  return impl_->options(g, player);
}
bool Store::is_nus(GameId g) const {
  CGT_ASSERT(contains(g), kOwnGame);
  return impl_->is_nus(g);
}
std::optional<Nus> Store::as_nus(GameId g) const {
  CGT_ASSERT(contains(g), kOwnGame);
  if (!impl_->is_nus(g)) return std::nullopt;
  return impl_->nus_of(g);
}
bool Store::is_number(GameId g) const {
  CGT_ASSERT(contains(g), kOwnGame);
  return impl_->is_nus(g) && impl_->stop(g, Player::kLeft) == g;
}
Dyadic Store::number_value(GameId g) const {
  CGT_EXPECTS(is_number(g), "only a number has a number value");
  return impl_->nus_of(g).number;
}
std::uint64_t Store::birthday(GameId g) {
  CGT_ASSERT(contains(g), kOwnGame);
  return impl_->birthday(g);
}
std::uint32_t Store::granularity(GameId g) {
  CGT_ASSERT(contains(g), kOwnGame);
  return impl_->granularity(g);
}

std::vector<GameId> Store::followers(GameId g) {
  CGT_ASSERT(contains(g), kOwnGame);
  std::vector<GameId> order;
  FlatSet<GameId> seen;
  struct Frame {
    GameId g;
    Player player = Player::kLeft;
    std::uint64_t next = 0;
  };
  std::vector<Frame> stack{{g}};
  seen.insert(g);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next < impl_->option_count(frame.g, frame.player)) {
      const GameId child = impl_->option(frame.g, frame.player, frame.next++);
      if (seen.insert(child).second) {
        impl_->charge();
        stack.push_back({child});
      }
    } else if (frame.player == Player::kLeft) {
      frame.player = Player::kRight;
      frame.next = 0;
    } else {
      order.push_back(frame.g);
      stack.pop_back();
    }
  }
  return order;
}

std::uint64_t Store::follower_count(GameId g) {
  return is_nus(g) ? nus_follower_count(impl_->nus_of(g)) : followers(g).size();
}

// --- memory and figures --------------------------------------------------------------------------

Store::Mark Store::mark() {
  detail::Tables& tables = *impl_->tables;
  impl_->chunk = {};  // later records lie behind the mark
  return {tables.arena.next(), tables.large.size(), tables.thermographs.size()};
}

void Store::release(const Mark& mark) {
  CGT_EXPECTS(impl_->tables->handles == 1, "only a store that is not shared can forget games");
  CGT_ASSERT(mark.end <= impl_->tables->arena.next(), "a mark ends with the release of an older");
  impl_->release(mark);
}

void Store::Impl::release(const Mark& mark) {
  chunk = {};
  const auto gone = [&](std::uint32_t word) {
    const GameId g = GameId::from_word(word);
    return !g.is_inline() && g.address() >= mark.end;
  };
  order_cache.clear();
  sum_cache.purge(gone);
  for (auto& memo : memos) memo.purge(gone);
  ++form.epoch;
  erase_if(nus_thermographs, [&](const auto& entry) {
    return gone(entry.first.word()) || entry.second >= mark.thermographs_end;
  });
  tables->rewind(mark.end, mark.large_end, mark.thermographs_end);
}

StoreStatistics Store::statistics() {
  impl_->note_figures();
  StoreStatistics s = impl_->statistics;
  s.games = s.record_bytes = 0;
  for (auto& shard : impl_->tables->shards) {
    const std::lock_guard lock(shard.mutex);
    s.games += shard.used;
    s.record_bytes += shard.record_bytes;
  }
  s.bytes = impl_->tables->bytes();
  s.cache_bytes = impl_->reported_cache_bytes;
  s.order_hits = impl_->order_cache.hits;
  s.order_misses = impl_->order_cache.misses;
  s.sum_hits = impl_->sum_cache.hits;
  s.sum_misses = impl_->sum_cache.misses;
  return s;
}

Store::BudgetScope::BudgetScope(Store& store, Budget& budget)
    : store_(store), outer_(store.impl_->budget) {
  store.impl_->budget = &budget;
  if (outer_ != &budget) store.impl_->hold_memory();
}
Store::BudgetScope::~BudgetScope() {
  const Budget* const inner = std::exchange(store_.impl_->budget, outer_);
  if (outer_ != nullptr && outer_ != inner) store_.impl_->hold_memory();
}

Budget& Store::budget() {
  return impl_->budget == nullptr ? impl_->without_limits : *impl_->budget;
}

void Store::charge(std::uint64_t nodes) {
  if (impl_->budget != nullptr) impl_->budget->charge(nodes);
}

void Store::charge_memory(MemoryMeter& meter, std::uint64_t bytes) {
  if (impl_->budget != nullptr) meter.set(*impl_->budget, bytes);
}

std::vector<TableFill> table_fill(Store& store) {
  Store::Impl& impl = detail::impl_of(store);
  TableFill games{"games", 0, 0};
  for (auto& shard : impl.tables->shards) {
    const std::lock_guard lock(shard.mutex);
    games.used += shard.used;
    games.slots += shard.slots.size();
  }
  TableFill others{"other", 0, 0};
  for (detail::OpCache& memo : impl.memos) {
    others.used += memo.used();
    others.slots += memo.size();
  }
  return {games,
          {"<=", impl.order_cache.used(), impl.order_cache.size()},
          {"+", impl.sum_cache.used(), impl.sum_cache.size()},
          others};
}

}  // namespace cgt
