#include "decomp/rules/heap/product.hpp"

#include <fmt/format.h>

#include <set>

#include "decomp/rules/heap/pairs.hpp"

namespace cgt::heap {
namespace {

class ProductRuleset final : public Ruleset {
 public:
  explicit ProductRuleset(std::shared_ptr<const ProductRules> rules) : rules_(std::move(rules)) {}
  std::string class_name() const override {
    return rules_->acrostic ? "AcrosticProduct" : "DirectProduct";
  }
  using Ruleset::position;
  AnyPosition position(RulesetArguments arguments) const override {
    return AnyPosition(
        Products(rules_, read_cells(std::move(arguments), "a pair of heaps is missing")));
  }

 private:
  std::shared_ptr<const ProductRules> rules_;
};

}  // namespace

Join::Join(std::shared_ptr<const Rules> first, std::shared_ptr<const Rules> second)
    : Rules("Join", fmt::format("{}({}), {}({})", first->class_name(), first->code(),
                                second->class_name(), second->code())),
      first_(std::move(first)),
      second_(std::move(second)) {}

void Join::options(Size heap, Budget& budget, const Visit& visit) const {
  std::set<std::vector<Size>> seen;
  for (const Rules* rules : {first_.get(), second_.get()}) {
    rules->options(heap, budget, [&](std::span<const Size> heaps) {
      budget.charge(1 + heaps.size() / 8);
      std::vector<Size> sorted(heaps.begin(), heaps.end());
      std::ranges::sort(sorted, std::greater());
      if (seen.insert(sorted).second) visit(sorted);
    });
  }
}

Products::Products(std::shared_ptr<const ProductRules> rules, std::vector<Cell> cells)
    : rules_(std::move(rules)), cells_(std::move(cells)) {
  // A heap that is gone has no moves: of the direct product nothing is left then, of the acrostic one
  // the moves of the other heap.
  std::erase_if(cells_, [&](const Cell& cell) {
    const bool either = cell.first == 0 || cell.second == 0;
    return rules_->acrostic ? cell.first == 0 && cell.second == 0 : either;
  });
  std::ranges::sort(cells_);
}

std::vector<Option<Products>> Products::options(Player player) const {
  Budget budget;
  return options(player, budget);
}

std::vector<Option<Products>> Products::options(Player /*player*/, Budget& budget) const {
  std::vector<Option<Products>> out;
  std::uint64_t bytes = 0;
  MemoryMeter meter;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (i > 0 && cells_[i] == cells_[i - 1]) continue;
    const Cell cell = cells_[i];
    std::vector<Cell> others = cells_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const auto leave = [&](std::span<const Size> rows, std::span<const Size> columns, bool both) {
      std::vector<Cell> cells = others;
      for (const Size a : rows) cells.emplace_back(a, cell.second);
      for (const Size b : columns) cells.emplace_back(cell.first, b);
      if (both) {
        for (const Size a : rows) {
          for (const Size b : columns) cells.emplace_back(a, b);
        }
      }
      budget.charge(1 + cells.size() / 8);
      bytes += sizeof(Option<Products>) + cells.size() * sizeof(Cell);
      out.push_back({static_cast<std::uint32_t>(out.size()), Products(rules_, std::move(cells))});
      if (out.size() % kMemoryInterval == 0) meter.set(budget, bytes);
    };
    std::vector<std::vector<Size>> columns;
    rules_->second->options(cell.second, budget, [&](std::span<const Size> heaps) {
      columns.emplace_back(heaps.begin(), heaps.end());
    });
    rules_->first->options(cell.first, budget, [&](std::span<const Size> rows) {
      if (rules_->acrostic) {
        leave(rows, {}, false);
        return;
      }
      for (const std::vector<Size>& column : columns) leave(rows, column, true);
    });
    if (!rules_->acrostic) continue;
    for (const std::vector<Size>& column : columns) leave({}, column, false);
  }
  return out;
}

std::int64_t Products::split(std::vector<Summand<Products>>& sum) const {
  for (const Cell& cell : cells_) sum.push_back({Products(rules_, {cell}), false});
  return 0;
}

std::uint64_t Products::hash() const { return hash_of(cells_); }

std::string Products::text() const { return text_of(cells_); }

bool operator==(const Products& a, const Products& b) {
  if (a.cells_ != b.cells_) return false;
  if (a.rules_ == b.rules_) return true;
  if (a.rules_ == nullptr || b.rules_ == nullptr) return false;
  return a.rules_->acrostic == b.rules_->acrostic && *a.rules_->first == *b.rules_->first &&
         *a.rules_->second == *b.rules_->second;
}

std::shared_ptr<const Ruleset> product_ruleset(std::shared_ptr<const Rules> first,
                                               std::shared_ptr<const Rules> second, bool acrostic) {
  return std::make_shared<ProductRuleset>(std::make_shared<const ProductRules>(
      ProductRules{std::move(first), std::move(second), acrostic}));
}

}  // namespace cgt::heap
