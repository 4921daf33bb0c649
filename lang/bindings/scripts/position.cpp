#include "lang/bindings/scripts/position.hpp"

#include <fmt/format.h>

#include "lang/bindings/scripts/graph.hpp"
#include "lang/values/class.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/grid.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

const BoardObject* board_of(const Value& v) {
  if (const GridObject* grid = as_grid(v)) return grid;
  return as_strip(v);
}

// The arguments of the constructor, as they are written between its brackets.
std::string arguments_text(Context& context, const InstanceObject& instance,
                           const PrintStyle& style) {
  const ClassInfo& type = *instance.type;
  std::string out;
  for (const std::string& parameter : type.parameters) {
    const auto at = std::find(type.fields.begin(), type.fields.end(), parameter);
    if (!out.empty()) out += ", ";
    out +=
        format(context, instance.fields[static_cast<std::size_t>(at - type.fields.begin())], style);
  }
  return out;
}

std::string text_of(Context& context, const Value& v) {
  const PrintStyle style{Notation::kCanonical, 0};
  if (is_leaf_game(v)) return "=" + format(context, v, style);
  if (!is_position(v)) return format(context, v, style);
  const InstanceObject& instance = as_instance(v);
  if (!is_instance(instance.outer) || !as_instance(instance.outer).type->is_ruleset) {
    return format(context, v, style);
  }
  if (instance.type->board != BoardKind::kNone && instance.fields.size() == 1) {
    if (const BoardObject* board = board_of(instance.fields[0])) {
      return board->draw(
          context.string(context.call_member(instance.outer, "CharMap", {}), "CharMap"));
    }
  }
  return arguments_text(context, instance, style);
}

}  // namespace

std::vector<Option<ScriptPosition>> ScriptPosition::options(Player player, Budget* budget) const {
  std::vector<Option<ScriptPosition>> out;
  host->ask(budget, [&](Context& context) {
    for (Value& option : position_options(context, value, player)) {
      if (!is_leaf_game(option) && !has_options(option)) {
        throw Error(fmt::format("an option of a position is a game, not {}", option.described()));
      }
      out.push_back({static_cast<std::uint32_t>(out.size()),
                     ScriptPosition(host, std::move(option)), 0, false, false});
    }
  });
  return out;
}

std::vector<Option<ScriptPosition>> ScriptPosition::options(Player player, Budget& budget) const {
  return options(player, &budget);
}
std::vector<Option<ScriptPosition>> ScriptPosition::options(Player player) const {
  return options(player, nullptr);
}

std::int64_t ScriptPosition::split(std::vector<Summand<ScriptPosition>>& sum) const {
  ScriptGraph graph;
  std::vector<SignedNode> parts;
  const std::int64_t rest = graph.components(*this, parts);
  for (const SignedNode v : parts) sum.push_back({graph.position(node_of(v)), is_negated(v)});
  return rest;
}

std::string ScriptPosition::text() const {
  std::string out;
  host->ask(nullptr, [&](Context& context) { out = text_of(context, value); });
  return out;
}

}  // namespace cgt::lang

namespace cgt {

template <>
std::unique_ptr<AnyGraph> AnyPosition::ModelOf<lang::ScriptPosition>::new_graph() const {
  return std::make_unique<lang::ScriptGraph>();
}

}  // namespace cgt
