// LoopyValue: what a loopy game is worth. It has two sides. In the onside every infinite play is
// won by Left, in the offside by Right; G >= H iff that holds of the onsides and of the offsides.
//
// A side that is equal to a stopper is that stopper in canonical form, one word. One that was not
// shown to be is kept as its graph, simplified but not canonical: there is no simplicity theorem for
// such games (Bach's carousel, a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}, is one). A stopper is equal to both
// of its sides, and a short game is a stopper.
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "cgt/loopy/graph.hpp"

namespace cgt {

enum class Side : std::uint8_t { kOnside = 0, kOffside = 1 };
inline constexpr std::array<Side, 2> kSides{Side::kOnside, Side::kOffside};
constexpr Side other(Side side) { return side == Side::kOnside ? Side::kOffside : Side::kOnside; }

// A stopper, or the vertex `id` of a graph of which one side is meant.
struct CGT_API LoopySide {
  LoopyId id;
  std::shared_ptr<const LoopyGraph> graph;  // null: a stopper
  bool is_stopper() const { return graph == nullptr; }
  // The same position of the same graph; stoppers are equal as values then.
  friend bool operator==(const LoopySide&, const LoopySide&) = default;
};

class CGT_API LoopyValue {
 public:
  LoopyValue() = default;
  LoopyValue(GameId game) : LoopyValue(LoopyId(game)) {}  // NOLINT: a short game is a value
  LoopyValue(LoopyId stopper)                             // NOLINT: so is a stopper
      : sides_{{{stopper, {}}, {stopper, {}}}} {}
  LoopyValue(LoopySide onside, LoopySide offside) : sides_{std::move(onside), std::move(offside)} {}

  const LoopySide& side(Side side) const { return sides_[static_cast<std::size_t>(side)]; }
  // Were both sides shown to be stoppers?
  bool is_stopper_sided() const { return sides_[0].is_stopper() && sides_[1].is_stopper(); }
  bool is_stopper() const { return is_stopper_sided() && sides_[0].id == sides_[1].id; }
  bool is_short() const { return is_stopper() && sides_[0].id.is_short(); }
  // Requires is_stopper().
  LoopyId stopper() const { return sides_[0].id; }

 private:
  std::array<LoopySide, 2> sides_;
};

// Positions that lead to each other, and to values: the equations of loopy games. The vertex v of
//
//   LoopySystem system;
//   const std::uint32_t v = system.add();       // v = {0 | v}
//   system.add_option(v, Player::kLeft, LoopyValue(kZero));
//   system.add_move(v, Player::kRight, v);
//
// is over, as LoopyGames::values(system)[v] says.
class CGT_API LoopySystem {
 public:
  // An option that is not a stopper: it counts with one of its sides.
  struct SidedOption {
    std::uint32_t from = 0;
    Player player = Player::kLeft;
    LoopyValue value;
  };

  std::uint32_t add() {
    graph_.vertices.emplace_back();
    return size() - 1;
  }
  void add_move(std::uint32_t v, Player player, std::uint32_t to) {
    graph_.vertices[v][player].push_back(LoopyId::vertex(to));
  }
  void add_option(std::uint32_t v, Player player, LoopyValue value) {
    if (value.is_stopper())
      graph_.vertices[v][player].push_back(value.stopper());
    else
      sided_.push_back({v, player, std::move(value)});
  }
  std::uint32_t size() const { return graph_.size(); }
  // Without the options that are not stoppers, which are these.
  const LoopyGraph& graph() const { return graph_; }
  const std::vector<SidedOption>& sided() const { return sided_; }

 private:
  LoopyGraph graph_;
  std::vector<SidedOption> sided_;
};

}  // namespace cgt

template <>
struct std::hash<cgt::LoopySide> {
  std::size_t operator()(const cgt::LoopySide& g) const noexcept {
    return static_cast<std::size_t>(
        cgt::mix(g.id.word(), reinterpret_cast<std::uintptr_t>(g.graph.get())));
  }
};
