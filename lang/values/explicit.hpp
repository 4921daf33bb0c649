// Games in braces whose options are positions: '{game.grid.Clobber("xo")|0}'. They keep their options,
// as positions keep theirs, and have the value that follows from them.
#pragma once

#include "lang/values/positions.hpp"

namespace cgt::lang {

class ExplicitObject final : public PositionObject {
 public:
  // Positions, compounds, values and forms; of equal ones the first counts. Throws Error if games of this
  // kind lie too deep in each other.
  explicit ExplicitObject(PerPlayer<std::vector<Value>> options);
  const char* class_name() const override { return "ExplicitGame"; }
  const char* base_class() const override { return "Position"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  void parts(std::vector<Value>& out) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return hash_; }
  std::uint32_t nesting() const override { return depth_; }

  bool impartial() const override { return false; }
  GameId value(Context& context) const override;
  LoopyValue loopy_value(Context& context) const override;
  std::vector<Value> options(Context& context, Player player) const override;
  std::vector<Value> parts(Context& context) const override;
  GameBounds bounds(Context& context, Budget& budget) const override;
  KnownSoFar known(Context& context) const override;

 private:
  PerPlayer<std::vector<Value>> options_;
  std::uint32_t depth_ = 1;
  std::uint64_t hash_ = 0;
};

inline bool is_explicit(const Value& v) { return v.as_native<ExplicitObject>() != nullptr; }
// Whether some option is a position or a compound. Each side is a list.
bool any_position(std::span<const Value> sides);
Value explicit_game(Context& context, std::span<const Value> sides);

}  // namespace cgt::lang
