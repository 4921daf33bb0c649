#include "decomp/rules/variant.hpp"

namespace cgt::variant {
namespace {

constexpr std::string_view kTurned = "turned ";

template <Kind kKind>
class VariantRuleset final : public Ruleset {
 public:
  explicit VariantRuleset(std::shared_ptr<const Ruleset> base) : base_(std::move(base)) {}
  std::string class_name() const override {
    constexpr const char* kNames[] = {"ImpartialVariant", "DicoticVariant", "TwistedVariant"};
    return base_->class_name() + "." + kNames[static_cast<int>(kKind)];
  }
  std::string char_map() const override { return base_->char_map(); }
  using Ruleset::position;
  AnyPosition position(RulesetArguments arguments) const override {
    if (kKind == Kind::kTwisted) {
      // What text() writes.
      const RulesetArgument* given = arguments.find("", 0);
      const auto* text = given == nullptr ? nullptr : std::get_if<std::string>(given);
      if (text != nullptr && text->starts_with(kTurned)) {
        return AnyPosition(Position<kKind>(base_->position(text->substr(kTurned.size())), true));
      }
    }
    return AnyPosition(Position<kKind>(base_->position(std::move(arguments))));
  }

 private:
  std::shared_ptr<const Ruleset> base_;
};

}  // namespace

template <Kind kKind>
void Position<kKind>::append(Player mover, bool turned, Budget& budget,
                             std::vector<Option<Position>>& out) const {
  for (Option<AnyPosition>& o : base_.options(mover, budget)) {
    if (o.shift != 0) throw Error("games with free moves have no variants");
    const std::uint32_t move = 2 * o.move + (mover == Player::kRight ? 1U : 0U);
    out.push_back({move, Position(std::move(o.position), turned), 0, o.may_repeat, o.ko});
  }
}

template <Kind kKind>
std::vector<Option<Position<kKind>>> Position<kKind>::options(Player player) const {
  Budget budget;
  return options(player, budget);
}

template <Kind kKind>
std::vector<Option<Position<kKind>>> Position<kKind>::options(Player player, Budget& budget) const {
  std::vector<Option<Position>> out;
  switch (kKind) {
    case Kind::kImpartial:
      for (const Player mover : kPlayers) append(mover, false, budget, out);
      // From one end of the board to the other, as the moves of one player come.
      std::ranges::stable_sort(out, {}, &Option<Position>::move);
      break;
    case Kind::kDicotic:
      if (!base_.options(opponent(player), budget).empty()) append(player, false, budget, out);
      break;
    case Kind::kTwisted: append(turned_ ? opponent(player) : player, !turned_, budget, out); break;
  }
  return out;
}

template <Kind kKind>
std::int64_t Position<kKind>::split(std::vector<Summand<Position>>& sum) const {
  // The negative of a part has the same moves for both players together.
  std::vector<Summand<AnyPosition>> parts;
  if (kKind != Kind::kImpartial || !base_.split_impartial(parts)) {
    sum.push_back({*this, false});
    return 0;
  }
  for (Summand<AnyPosition>& part : parts)
    sum.push_back({Position(std::move(part.position)), false});
  return 0;
}

template class Position<Kind::kImpartial>;
template class Position<Kind::kDicotic>;
template class Position<Kind::kTwisted>;

std::shared_ptr<const Ruleset> variant(std::shared_ptr<const Ruleset> base, Kind kind) {
  switch (kind) {
    case Kind::kImpartial:
      return std::make_shared<VariantRuleset<Kind::kImpartial>>(std::move(base));
    case Kind::kDicotic: return std::make_shared<VariantRuleset<Kind::kDicotic>>(std::move(base));
    case Kind::kTwisted: break;
  }
  return std::make_shared<VariantRuleset<Kind::kTwisted>>(std::move(base));
}

}  // namespace cgt::variant
