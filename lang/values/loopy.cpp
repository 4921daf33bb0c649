#include "lang/values/loopy.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "cgt/text/loopy_text.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {

namespace {

const char* class_of(LoopyGames& games, const LoopyValue& g) {
  if (!g.is_stopper_sided()) return "SidedValue";
  if (!g.is_stopper()) return "StopperSidedValue";
  return games.as_pseudonumber(g.stopper()) ? "Pseudonumber" : "CanonicalStopper";
}

}  // namespace

LoopyObject::LoopyObject(LoopyGames& g, LoopyValue v)
    : value(std::move(v)), games_(g), class_name_(class_of(g, value)) {}

std::string LoopyObject::to_text(Context&, const PrintStyle& style) const {
  return cgt::to_text(games_, value, style);
}

bool LoopyObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const LoopyObject*>(&other);
  return o != nullptr && games_.equal(value, o->value);
}

std::uint64_t LoopyObject::hash() const {
  if (!value.is_stopper_sided()) return 1;
  return mix(value.side(Side::kOnside).id.word(), value.side(Side::kOffside).id.word());
}

LoopyGames& loopy_games(Context& context) { return context.kept<LoopyGames>(); }

Value loopy_value(Context& context, const LoopyValue& g) {
  if (g.is_short()) return context.wrap(g.stopper().game());
  return Value::native<LoopyObject>(loopy_games(context), g);
}

std::string cycle_of(Context& context, const LoopyValue& g) {
  return cycle_text(loopy_games(context), g, {context.style().notation, 80});
}

int print_order(Context& context, const LoopyObject& g, const LoopyObject& h) {
  const LoopyId a = g.value.stopper();
  const LoopyId b = h.value.stopper();
  if (a == b) return 0;
  std::vector<LoopyId> pair{a, b};
  cgt::sort_for_print(loopy_games(context), pair);
  return pair[0] == a ? -1 : 1;
}

LoopyValue loopy_of(Context& context, const Value& v, std::string_view what) {
  if (const auto* object = v.as_native<LoopyObject>()) return object->value;
  if (has_options(v)) return context.positions().loopy_value(context, v);
  return {context.game(v, what)};
}

LoopyId stopper_of(Context& context, const Value& v, std::string_view what) {
  const LoopyValue g = loopy_of(context, v, what);
  if (g.is_stopper()) return g.stopper();
  throw Error(fmt::format("{} needs a stopper, and {} is none: {}", what, context.text(v),
                          cycle_of(context, g)),
              "ask its Onside or its Offside");
}

Value make_loopy(Context& context, const LoopyShape& shape, std::span<const Value> lists) {
  LoopySystem system;
  for (std::uint32_t v = 0; v < shape.vertices; ++v) system.add();
  for (const LoopyShape::Move& move : shape.moves) system.add_move(move.from, move.player, move.to);
  for (std::uint32_t v = 0; v < shape.vertices; ++v) {
    for (const Player player : kPlayers) {
      for (const Value& option : lists[2 * v + cgt::index(player)].as_list())
        system.add_option(v, player, loopy_of(context, option, "an option of a game"));
    }
  }
  return loopy_value(context, loopy_games(context).values(system)[0]);
}

Value outcome_value(LoopyOutcome outcome) {
  const auto& members = outcome_type().members;
  return Value::member(*std::ranges::find(members, std::string_view(name(outcome)),
                                          [](const EnumMember& m) { return m.name; }));
}

}  // namespace cgt::lang
