// What a context says of values of all kinds: their texts, the games and the elements that they are.
#include <fmt/format.h>

#include "lang/context.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {

std::string Context::text(const Value& value) { return format(*this, value, style()); }

std::optional<GameId> as_short_game(Store& store, const Value& value) {
  if (value.kind() == Kind::kGame) return value.as_game();
  if (!value.is_number()) return std::nullopt;
  if (const auto n = value.small_integer()) return store.integer(*n);
  if (const auto dyadic = to_dyadic(value.as_rational())) return store.number(*dyadic);
  return std::nullopt;
}

GameId Context::game(const Value& value, std::string_view what) {
  if (const auto game = as_short_game(store(), value)) return *game;
  if (value.is_number()) {
    throw Error(
        fmt::format("{} needs a short game, and {} is none", what, to_string(value.as_rational())),
        "the numbers among short games have a power of 2 as denominator");
  }
  if (has_options(value)) return positions().value(*this, value);
  if (const auto* loopy = value.as_native<LoopyObject>()) {
    throw Error(fmt::format("{} needs a short game, and {} is loopy: {}", what, text(value),
                            cycle_of(*this, loopy->value)));
  }
  throw Error(fmt::format("{} needs a game, not {}", what, value.described()));
}

Dyadic Context::dyadic(const Value& value, std::string_view what) {
  if (const auto n = value.small_integer()) return Dyadic(*n);
  if (value.is_number()) {
    if (auto dyadic = to_dyadic(value.as_rational())) return *std::move(dyadic);
    throw Error(fmt::format("{} needs a number with a power of 2 as denominator, not {}", what,
                            to_string(value.as_rational())));
  }
  throw Error(fmt::format("{} needs a number, not {}", what, value.described()));
}

std::int64_t Context::integer(const Value& value, std::string_view what) {
  if (const auto n = value.small_integer()) return *n;
  if (value.is_integer()) throw Error(fmt::format("{} needs a smaller integer", what));
  throw Error(fmt::format("{} needs an integer, not {}", what, value.described()));
}

Player Context::player(const Value& value, std::string_view what) {
  if (const auto player = value.as_player()) return *player;
  throw Error(fmt::format("{} needs a player, not {}", what, value.described()), "Left or Right");
}

const std::string& Context::string(const Value& value, std::string_view what) {
  if (value.kind() == Kind::kString) return value.as_string();
  throw Error(fmt::format("{} needs a string, not {}", what, value.described()));
}

std::vector<Value> Context::elements(Value&& value, std::string_view what) {
  const Value list = std::move(value);
  if (list.kind() != Kind::kList || list.object()->is_shared()) return elements(list, what);
  return std::move(const_cast<std::vector<Value>&>(list.as_list()));
}

std::vector<Value> Context::elements(const Value& value, std::string_view what) {
  switch (value.kind()) {
    case Kind::kList:
    case Kind::kCoordinates:
    case Kind::kSet:
    case Kind::kRange: return flat_items(value);
    case Kind::kMap: return map_entries(value);
    case Kind::kNative: {
      std::vector<Value> items;
      if (static_cast<const NativeObject*>(value.object())->elements(*this, items)) return items;
      break;
    }
    default: break;
  }
  throw Error(fmt::format("{} needs a collection, not {}", what, value.described()));
}

void check_text(std::size_t size) {
  if (size > kMaxText)
    throw Error("this string is too long", fmt::format("at most {} bytes", kMaxText));
}

}  // namespace cgt::lang
