#include "decomp/rules/heap/cake.hpp"

#include "decomp/rules/heap/pairs.hpp"

namespace cgt::heap {
namespace {

class CakeRuleset final : public Ruleset {
 public:
  CakeRuleset(std::string class_name, std::shared_ptr<const CakeRules> rules)
      : class_name_(std::move(class_name)), rules_(std::move(rules)) {}
  std::string class_name() const override { return class_name_; }
  using Ruleset::position;
  AnyPosition position(RulesetArguments arguments) const override {
    return AnyPosition(
        Cakes(rules_, read_cells(std::move(arguments), "the size of a cake is missing")));
  }

 private:
  std::string class_name_;
  std::shared_ptr<const CakeRules> rules_;
};

std::shared_ptr<const Rules> rule(const std::string& code) {
  return std::make_shared<const TakeAndBreak>(Code::parse(code));
}

}  // namespace

Cakes::Cakes(std::shared_ptr<const CakeRules> rules, std::vector<Cake> cakes)
    : rules_(std::move(rules)), cakes_(std::move(cakes)) {
  std::erase(cakes_, Cake{0, 0});
  std::ranges::sort(cakes_);
}

std::vector<Option<Cakes>> Cakes::options(Player player) const {
  Budget budget;
  return options(player, budget);
}

std::vector<Option<Cakes>> Cakes::options(Player player, Budget& budget) const {
  std::vector<Option<Cakes>> out;
  std::uint64_t bytes = 0;
  MemoryMeter meter;
  const bool columns = (player == Player::kLeft) != rules_->twisted;
  for (std::size_t i = 0; i < cakes_.size(); ++i) {
    if (i > 0 && cakes_[i] == cakes_[i - 1]) continue;
    const Size rows = cakes_[i].first;
    const Size cols = cakes_[i].second;
    std::vector<Cake> others = cakes_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    rules_->cuts[player]->options(columns ? cols : rows, budget, [&](std::span<const Size> pieces) {
      std::vector<Cake> cakes;
      cakes.reserve(others.size() + pieces.size());
      cakes.insert(cakes.end(), others.begin(), others.end());
      for (const Size piece : pieces) {
        // A twisted cake was turned before it was cut: (rows, cols) became (cols, rows).
        if (player == Player::kLeft) {
          cakes.emplace_back(columns ? rows : cols, piece);
        } else {
          cakes.emplace_back(piece, columns ? rows : cols);
        }
      }
      budget.charge(cakes.size() / 8);
      bytes += sizeof(Option<Cakes>) + cakes.size() * sizeof(Cake);
      out.push_back({static_cast<std::uint32_t>(out.size()), Cakes(rules_, std::move(cakes))});
      if (out.size() % kMemoryInterval == 0) meter.set(budget, bytes);
    });
  }
  return out;
}

std::int64_t Cakes::split(std::vector<Summand<Cakes>>& sum) const {
  // Exchanging rows and columns exchanges the players if both cut by the same rule.
  const bool symmetric = *rules_->cuts[Player::kLeft] == *rules_->cuts[Player::kRight];
  for (const Cake& cake : cakes_) {
    bool dead = true;
    for (const Player player : kPlayers) {
      const bool columns = (player == Player::kLeft) != rules_->twisted;
      dead = dead && rules_->cuts[player]->dead(columns ? cake.second : cake.first);
    }
    if (dead) continue;
    const bool negated = symmetric && cake.first > cake.second;
    const Cake kept = negated ? Cake{cake.second, cake.first} : cake;
    sum.push_back({Cakes(rules_, {kept}), negated});
  }
  return 0;
}

std::uint64_t Cakes::hash() const { return hash_of(cakes_); }

std::string Cakes::text() const { return text_of(cakes_); }

bool operator==(const Cakes& a, const Cakes& b) {
  if (a.cakes_ != b.cakes_) return false;
  if (a.rules_ == b.rules_) return true;
  if (a.rules_ == nullptr || b.rules_ == nullptr) return false;
  return a.rules_->twisted == b.rules_->twisted &&
         *a.rules_->cuts[Player::kLeft] == *b.rules_->cuts[Player::kLeft] &&
         *a.rules_->cuts[Player::kRight] == *b.rules_->cuts[Player::kRight];
}

std::shared_ptr<const Ruleset> cake_ruleset(std::string class_name,
                                            std::shared_ptr<const Rules> left,
                                            std::shared_ptr<const Rules> right, bool twisted) {
  return std::make_shared<CakeRuleset>(
      std::move(class_name), std::make_shared<const CakeRules>(CakeRules{
                                 RulePair{{std::move(left), std::move(right)}}, twisted}));
}

std::vector<RulesetEntry> cake_entries() {
  const auto entry = [](std::string name, std::string class_name, std::string summary,
                        std::string code, bool twisted) -> RulesetEntry {
    return {std::move(name),
            "game.heap." + class_name,
            std::move(summary),
            "rows and columns of a cake: (3,5)",
            "(3,5)",
            "",
            [=](RulesetArguments arguments) {
              arguments.finish();
              return cake_ruleset("GenCutcake", rule(code), rule(code), twisted);
            }};
  };
  return {
      entry("cutcake", "Cutcake", "Left cuts a cake between columns, Right between rows", "4.0",
            false),
      entry("maundy-cake", "MaundyCake", "a cake is cut into any number of equal pieces", "{2+}=.0",
            false),
      entry("eatcake", "Eatcake", "Left eats a column of a cake, Right a row", "0.7", false),
      entry("turn-and-eatcake", "TurnAndEatcake",
            "the cake is turned before Left eats a column or Right a row", "0.7", true),
      {"gen-cutcake", "game.heap.GenCutcake", "cakes cut as two take-and-break codes say",
       "rows and columns of a cake: (3,5)", "(3,5)", "left, right, twisted?",
       [](RulesetArguments arguments) {
         const std::string left = arguments.string("left", 0, "4.0");
         const std::string right = arguments.string("right", 1, left);
         const bool twisted = arguments.boolean("twisted", 2, false);
         arguments.finish();
         return cake_ruleset("GenCutcake", rule(left), rule(right), twisted);
       }},
  };
}

}  // namespace cgt::heap
