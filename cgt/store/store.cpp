#include "cgt/store/store.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "cgt/detail/store_impl.hpp"
#include "cgt/support/hash.hpp"

namespace cgt {
namespace {

constexpr std::uint64_t kAddressSpace = std::uint64_t{32} << 30U;  // 2^31 units of 16 bytes
constexpr std::size_t kFirstSlots = 1U << 12U;

std::uint32_t fold(std::uint64_t h) {
  return static_cast<std::uint32_t>(h >> 32U) ^ static_cast<std::uint32_t>(h);
}

std::uint32_t hash_options(std::span<const GameId> left, std::span<const GameId> right) {
  std::uint64_t h = mix(left.size(), right.size());
  for (const GameId g : left) h = mix(h, g.word());
  for (const GameId g : right) h = mix(h, g.word());
  return fold(h);
}

}  // namespace

Store::Impl::Impl() : arena(kAddressSpace), slots(kFirstSlots) {}

std::uint64_t Store::Impl::bytes() const {
  std::uint64_t memo_bytes = 0;
  for (const auto& memo : memos) memo_bytes += memo.bytes();
  return arena.used_bytes() + slots.size() * sizeof(slots[0]) + order_cache.bytes() +
         sum_cache.bytes() + memo_bytes +
         thermographs.size() * (sizeof(Thermograph) + 4 * sizeof(Dyadic));
}

template <class Matches>
std::size_t Store::Impl::find_slot(std::uint32_t hash, Matches matches) const {
  const std::size_t mask = slots.size() - 1;
  std::size_t i = hash & mask;
  while (slots[i] != 0) {
    if (static_cast<std::uint32_t>(slots[i] >> 32U) == hash &&
        matches(GameId::from_word(static_cast<std::uint32_t>(slots[i])))) {
      return i;
    }
    i = (i + 1) & mask;
  }
  return i;
}

void Store::Impl::grow_slots() {
  std::vector<std::uint64_t> old(slots.size() * 2);
  old.swap(slots);
  const std::size_t mask = slots.size() - 1;
  for (const std::uint64_t slot : old) {
    if (slot == 0) continue;
    std::size_t i = static_cast<std::uint32_t>(slot >> 32U) & mask;
    while (slots[i] != 0) i = (i + 1) & mask;
    slots[i] = slot;
  }
  note_memory();
}

GameId Store::Impl::intern_nus(const Nus& value) {
  if (const auto id = encode_inline(value)) return *id;
  const std::uint32_t hash =
      fold(mix(mix(value.number.hash(), static_cast<std::uint64_t>(value.ups)), value.nimber));
  if (used_slots * 2 >= slots.size()) grow_slots();
  const std::size_t slot = find_slot(
      hash, [&](GameId g) { return record(g).is_nus() && large[record(g).right_count] == value; });
  if (slots[slot] != 0) return GameId::from_word(static_cast<std::uint32_t>(slots[slot]));
  // A number's own stops are itself; set once its id is known.
  const GameId number = value.is_number() ? GameId() : intern_nus({value.number, 0, 0});
  charge();
  const std::uint32_t unit = arena.allocate(sizeof(Record));
  const GameId id = GameId::from_word(unit << 1U);
  large.push_back(value);
  Record& r = record(id);
  r.hash = hash;
  r.left_count = Record::kNusMark;
  r.right_count = static_cast<std::uint32_t>(large.size() - 1);
  r.granularity = value.number.exponent();
  for (const Player player : kPlayers) r.stops[player] = value.is_number() ? id : number;
  // Interning the number may have grown the table.
  const std::size_t mask = slots.size() - 1;
  std::size_t i = hash & mask;
  while (slots[i] != 0) i = (i + 1) & mask;
  slots[i] = (std::uint64_t{hash} << 32U) | id.word();
  ++used_slots;
  ++statistics.games;
  return id;
}

GameId Store::Impl::intern(std::span<const GameId> left, std::span<const GameId> right) {
  CGT_ASSERT(std::is_sorted(left.begin(), left.end()) && std::is_sorted(right.begin(), right.end()),
             "options are interned sorted by word");
  const std::uint32_t hash = hash_options(left, right);
  if (used_slots * 2 >= slots.size()) grow_slots();
  const std::size_t slot = find_slot(hash, [&](GameId g) {
    const Record& r = record(g);
    return !r.is_nus() && r.left_count == left.size() && r.right_count == right.size() &&
           std::ranges::equal(r.options(Player::kLeft), left) &&
           std::ranges::equal(r.options(Player::kRight), right);
  });
  if (slots[slot] != 0) return GameId::from_word(static_cast<std::uint32_t>(slots[slot]));
  charge();
  const std::uint32_t unit =
      arena.allocate(sizeof(Record) + (left.size() + right.size()) * sizeof(GameId));
  const GameId id = GameId::from_word(unit << 1U);
  Record& r = record(id);
  r.hash = hash;
  r.left_count = static_cast<std::uint32_t>(left.size());
  r.right_count = static_cast<std::uint32_t>(right.size());
  auto* const options = reinterpret_cast<GameId*>(&r + 1);
  std::ranges::copy(left, options);
  std::ranges::copy(right, options + left.size());
  std::uint64_t days = 0;
  for (const Player player : kPlayers) {
    GameId best;
    for (const GameId g : r.options(player)) {
      days = std::max(days, birthday(g) + 1);
      r.granularity = std::max(r.granularity, granularity(g));
      const GameId reached = stop(g, opponent(player));
      if (best.is_none() || compare_numbers(reached, best) * sign(player) > 0) best = reached;
    }
    r.stops[player] = best;
  }
  if (days > std::numeric_limits<std::uint32_t>::max())
    throw Error("the birthday is too large to count");
  r.birthday = static_cast<std::uint32_t>(days);
  slots[slot] = (std::uint64_t{hash} << 32U) | id.word();
  ++used_slots;
  ++statistics.games;
  if ((statistics.games & 0xFFFU) == 0) note_memory();
  return id;
}

std::uint64_t Store::Impl::option_count(GameId g, Player player) const {
  if (g == detail::kForm) return form.options[player].size();
  return is_nus(g) ? nus_option_count(nus_of(g), player) : record(g).count(player);
}

GameId Store::Impl::option(GameId g, Player player, std::uint64_t i) {
  if (g == detail::kForm) return form.options[player][i];
  return is_nus(g) ? intern_nus(nus_option(nus_of(g), player, i)) : record(g).begin(player)[i];
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

GameId Store::Impl::stop(GameId g, Player player) const {
  if (g == detail::kForm) return form.stops[player];
  if (!g.is_inline()) return record(g).stops[player];
  // The number part: clear the ups and the nimber.
  constexpr std::uint32_t kNotNumber = ((1U << 12U) - 1) << 1U;
  return GameId::from_word(g.word() & ~kNotNumber);
}

int Store::Impl::compare_numbers(GameId x, GameId y) const {
  if (x == y) return 0;
  if (x.is_inline() && y.is_inline()) {
    const auto numerator = [](GameId g) {
      return std::int64_t{static_cast<std::int32_t>(g.word()) >> 17};
    };
    const auto exponent = [](GameId g) { return (g.word() >> 13U) & 15U; };
    const std::int64_t a = numerator(x) * (std::int64_t{1} << exponent(y));
    const std::int64_t b = numerator(y) * (std::int64_t{1} << exponent(x));
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const auto order = nus_of(x).number <=> nus_of(y).number;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

std::uint32_t Store::Impl::granularity(GameId g) const {
  return g.is_inline() ? (g.word() >> 13U) & 15U : record(g).granularity;
}

std::uint64_t Store::Impl::birthday(GameId g) const {
  return is_nus(g) ? nus_birthday(nus_of(g)) : record(g).birthday;
}

// --- the public face -----------------------------------------------------------------------------

Store::Store() : impl_(std::make_unique<Impl>()) {}
Store::~Store() = default;

GameId Store::nus(const Nus& value) { return impl_->intern_nus(value); }
GameId Store::construct(std::span<const GameId> left, std::span<const GameId> right) {
  return impl_->construct(left, right);
}
GameId Store::construct(std::initializer_list<GameId> left, std::initializer_list<GameId> right) {
  return impl_->construct({left.begin(), left.size()}, {right.begin(), right.size()});
}

std::uint64_t Store::option_count(GameId g, Player player) const {
  return impl_->option_count(g, player);
}
GameId Store::option(GameId g, Player player, std::uint64_t i) {
  CGT_EXPECTS(i < option_count(g, player), "the option exists");
  return impl_->option(g, player, i);
}
GameList Store::options(GameId g, Player player) { return impl_->options(g, player); }
bool Store::is_nus(GameId g) const { return impl_->is_nus(g); }
std::optional<Nus> Store::as_nus(GameId g) const {
  if (!impl_->is_nus(g)) return std::nullopt;
  return impl_->nus_of(g);
}
bool Store::is_number(GameId g) const {
  return impl_->is_nus(g) && impl_->stop(g, Player::kLeft) == g;
}
Dyadic Store::number_value(GameId g) const {
  CGT_EXPECTS(is_number(g), "only a number has a number value");
  return impl_->nus_of(g).number;
}
std::uint64_t Store::birthday(GameId g) { return impl_->birthday(g); }
std::uint32_t Store::granularity(GameId g) { return impl_->granularity(g); }

std::vector<GameId> Store::followers(GameId g) {
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

const StoreStatistics& Store::statistics() {
  StoreStatistics& s = impl_->statistics;
  s.bytes = impl_->bytes();
  s.cache_hits = impl_->order_cache.hits + impl_->sum_cache.hits;
  s.cache_misses = impl_->order_cache.misses + impl_->sum_cache.misses;
  return s;
}

Store::BudgetScope::BudgetScope(Store& store, Budget& budget)
    : store_(store), outer_(store.impl_->budget) {
  store.impl_->budget = &budget;
}
Store::BudgetScope::~BudgetScope() { store_.impl_->budget = outer_; }

}  // namespace cgt
