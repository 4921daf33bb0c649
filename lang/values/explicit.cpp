#include "lang/values/explicit.hpp"

#include "lang/values/collections.hpp"
#include "lang/values/loopy.hpp"

namespace cgt::lang {

ExplicitObject::ExplicitObject(PerPlayer<std::vector<Value>> options)
    : options_(std::move(options)) {
  for (const Player player : kPlayers) {
    depth_ = std::max(depth_, nesting_with(options_[player]));
    hash_ = mix(hash_, options_[player].size());
    for (const Value& option : options_[player]) {
      if (const CompoundObject* sum = as_compound(option)) {
        depth_ = std::max(depth_, sum->depth() + 1);
      }
      hash_ = mix(hash_, option.hash());
    }
  }
  if (depth_ > kMaxCollectionDepth) throw Error("this game is nested too deeply");
}

std::string ExplicitObject::to_text(Context& context, const PrintStyle& style) const {
  std::string out = "'{";
  for (const Player player : kPlayers) {
    bool first = true;
    for (const Value& option : options_[player]) {
      if (!first) out += ',';
      first = false;
      out += format(context, option, style);
      check_printed(context, out);
    }
    out += player == Player::kLeft ? "|" : "}'";
  }
  return out;
}

void ExplicitObject::parts(std::vector<Value>& out) const {
  for (const Player player : kPlayers) {
    out.insert(out.end(), options_[player].begin(), options_[player].end());
  }
}

// The options are compared as parts.
bool ExplicitObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const ExplicitObject*>(&other);
  return o != nullptr && hash_ == o->hash_ &&
         options_[Player::kLeft].size() == o->options_[Player::kLeft].size();
}

GameId ExplicitObject::value(Context& context) const {
  PerPlayer<GameList> values;
  for (const Player player : kPlayers) {
    for (const Value& option : options_[player]) {
      values[player].push_back(context.game(option, "an option of a game"));
    }
  }
  return context.store().construct(values[Player::kLeft], values[Player::kRight]);
}

LoopyValue ExplicitObject::loopy_value(Context& context) const {
  LoopyShape single;
  single.vertices = 1;
  const Value sides[] = {Value::list(options_[Player::kLeft]),
                         Value::list(options_[Player::kRight])};
  return loopy_of(context, make_loopy(context, single, sides));
}

std::vector<Value> ExplicitObject::options(Context&, Player player) const {
  return options_[player];
}

std::vector<Value> ExplicitObject::parts(Context&) const {
  return {Value::native<ExplicitObject>(options_)};
}

GameBounds ExplicitObject::bounds(Context&, Budget&) const { return {}; }

KnownSoFar ExplicitObject::known(Context&) const { return {}; }

bool any_position(std::span<const Value> sides) {
  return std::ranges::any_of(sides, [](const Value& side) {
    return std::ranges::any_of(side.as_list(), [](const Value& v) { return has_options(v); });
  });
}

Value explicit_game(Context& context, std::span<const Value> sides) {
  PerPlayer<std::vector<Value>> options;
  for (const Player player : kPlayers) {
    for (const Value& option : sides[cgt::index(player)].as_list()) {
      if (!has_options(option) && !is_leaf_game(option) && !is_loopy(option)) {
        throw Error("an option of a game needs a game, not " + option.described());
      }
    }
    options[player] =
        context.elements(make_set(context, sides[cgt::index(player)].as_list()), "options");
  }
  return Value::native<ExplicitObject>(std::move(options));
}

}  // namespace cgt::lang
