// Partial orders of values of the language: game.pob makes them, searches of games and plans use
// them.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "decomp/pob/antichain.hpp"
#include "lang/context.hpp"

namespace cgt::lang {

// A partial order of values of the language.
class PosetObject final : public NativeObject {
 public:
  using LessEqual = std::function<bool(Context&, const Value&, const Value&)>;
  using Elements = std::function<std::vector<Value>()>;
  // The least element above both, or the greatest below both.
  enum class Side : std::uint8_t { kJoin, kMeet };
  using Bound = std::function<Value(Context&, Side, const Value&, const Value&)>;
  // `text` reads back. `all` lists the elements; null where they cannot be listed. `between` is null where
  // two elements need not have a join and a meet.
  PosetObject(std::string t, LessEqual order, Elements all, Bound between)
      : less_equal(std::move(order)),
        elements(std::move(all)),
        bound(std::move(between)),
        text_(std::move(t)) {}
  const char* class_name() const override { return "Pob.Poset"; }
  std::string to_text(Context&, const PrintStyle&) const override { return text_; }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const PosetObject*>(&other);
    return o != nullptr && o->text_ == text_;
  }
  std::uint64_t hash() const override { return std::hash<std::string>()(text_); }

  // Throws Error for what is not an element.
  const LessEqual less_equal;
  const Elements elements;
  const Bound bound;

 private:
  std::string text_;
};

// The same for decomp/pob.
struct ValueOrder {
  using Element = Value;
  const PosetObject* poset = nullptr;
  Context* context = nullptr;
  bool less_equal(const Value& a, const Value& b) const {
    context->budget().charge();
    return poset->less_equal(*context, a, b);
  }
};

using ValueBound = pob::BoundOf<ValueOrder>;

// They throw Error naming `what` for what is not a partial order, and no antichain of its elements.
const PosetObject& poset_of(const Value& v, const char* what);
ValueBound bound_of(Context& c, const ValueOrder& order, const Value& v, const char* what);

}  // namespace cgt::lang
