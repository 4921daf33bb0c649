#include "lang/values/as_loopy.hpp"

#include <fmt/format.h>

#include "lang/values/positions.hpp"

namespace cgt::lang {

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

}  // namespace cgt::lang
