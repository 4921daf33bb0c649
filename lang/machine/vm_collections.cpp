// The part of the machine that deals with loops and collections.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cgt/support/words.hpp"
#include "lang/machine/vm.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/explicit.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/grid.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

struct IteratorObject final : Object {
  explicit IteratorObject(Value v)
      : collection(std::move(v)),
        items(items_of(collection)),
        size(items != nullptr ? items->size() : collection.as_range().size) {}
  Value collection;                 // list, set or range; others are a list of their elements
  const std::vector<Value>* items;  // null: a range
  std::uint64_t size;
  mutable std::uint64_t next = 0;
};
struct BuilderObject final : Object {
  mutable std::vector<Value> items;
};

bool any_form(std::span<const Value> sides) {
  for (const Value& side : sides) {
    for (const Value& option : side.as_list()) {
      if (is_form(option)) return true;
    }
  }
  return false;
}

}  // namespace

void Machine::next(Frame& frame, const Instruction& i) {
  const auto& iterator = internal<IteratorObject>(stack_[frame.base + i.a]);
  if (iterator.next >= iterator.size) {
    frame.next = i.b;
    return;
  }
  const std::uint64_t at = iterator.next++;
  Value element = iterator.items != nullptr ? Value((*iterator.items)[static_cast<std::size_t>(at)])
                                            : iterator.collection.as_range().at(at);
  if (i.c != 0)
    stack_[frame.base + i.c - 1] = std::move(element);
  else
    stack_.push_back(std::move(element));
}

void Machine::loop(Frame& frame, const Instruction& i) {
  const auto local = [&](std::uint32_t index) -> Value& { return stack_[frame.base + index]; };
  switch (i.op) {
    case Op::kIterate: {
      Value collection = stack_.pop();
      if (items_of(collection) == nullptr && collection.kind() != Kind::kRange) {
        collection = Value::list(elements(collection, "'in'"));
      }
      local(i.a) = make_internal(new IteratorObject(std::move(collection)));
      return;
    }
    case Op::kForTest: {
      const auto at = local(i.a).small_integer();
      const auto last = local(i.a + 1).small_integer();
      const auto step = local(i.a + 2).small_integer();
      if (at && last && step) {
        if (*step < 0 ? *at < *last : *at > *last) frame.next = i.b;
        return;
      }
      // Down only for a negative step: a step that is confused with 0 counts up.
      const bool down = compare(*this, Value(slot(i.a + 2)), Value::integer(0)) == Relation::kLess;
      const Relation r = compare(*this, Value(slot(i.a)), Value(slot(i.a + 1)));
      const bool goes_on =
          r == Relation::kEqual || r == (down ? Relation::kGreater : Relation::kLess);
      if (!goes_on) frames_.back().next = i.b;
      return;
    }
    case Op::kForStep: {
      if (quick_binary(Token::kPlus, local(i.a), local(i.a + 2))) return;
      Value next = add(*this, Value(local(i.a)), Value(local(i.a + 2)));
      slot(i.a) = std::move(next);
      return;
    }
    case Op::kNewBuilder: local(i.a) = make_internal(new BuilderObject); return;
    case Op::kAppend: {
      auto& items = internal<BuilderObject>(local(i.a)).items;
      if (items.size() >= kMaxCollection) {
        throw Error("this list is too long", fmt::format("at most {} elements", kMaxCollection));
      }
      items.push_back(stack_.pop());
      return;
    }
    default: {  // kBuilt
      std::vector<Value> items = std::move(internal<BuilderObject>(local(i.a)).items);
      local(i.a) = Value();
      stack_.push_back(Value::list(std::move(items)));
      return;
    }
  }
}

void Machine::collection(const Instruction& i) {
  const auto take = [&](std::size_t count) {
    const std::span<Value> top = stack_.top(count);
    std::vector<Value> items(std::make_move_iterator(top.begin()),
                             std::make_move_iterator(top.end()));
    stack_.resize(stack_.size() - count);
    return items;
  };
  switch (i.op) {
    case Op::kIndex: {
      const std::vector<Value> indices = take(i.a);
      stack_.back() = index(Value(stack_.back()), indices);
      return;
    }
    case Op::kList: stack_.push_back(Value::list(take(i.a))); return;
    case Op::kSet: stack_.back() = make_set(*this, stack_.back().as_list()); return;
    case Op::kMap: {
      std::vector<std::pair<Value, Value>> entries;
      if (i.a > 0) {
        const std::size_t first = stack_.size() - 2 * i.a;
        entries.reserve(i.a);
        for (std::size_t k = first; k < stack_.size(); k += 2)
          entries.emplace_back(std::move(stack_[k]), std::move(stack_[k + 1]));
        stack_.resize(first);
        stack_.push_back(make_map(*this, std::move(entries)));
        return;
      }
      for (const Value& pair : stack_.back().as_list())
        entries.emplace_back(pair.as_list()[0], pair.as_list()[1]);
      stack_.back() = make_map(*this, std::move(entries));
      return;
    }
    case Op::kCoordinates: {
      if (i.a == 2) {
        const std::span<Value> pair = stack_.top(2);
        if (const auto cell = small_cell(pair[0], pair[1])) {
          stack_.pop_back();
          stack_.back() = Value::coordinates(*cell);
          return;
        }
      }
      std::vector<Value> items = take(i.a);
      for (const Value& item : items) {
        if (item.is_integer()) continue;
        throw Error(fmt::format("coordinates are integers, not {}", item.described()),
                    "a list is written [a,b]");
      }
      stack_.push_back(Value::coordinates(std::move(items)));
      return;
    }
    case Op::kRange: {
      const std::vector<Value> parts = take(i.a);
      stack_.push_back(make_range(parts[0], parts[1], i.a == 3 ? &parts[2] : nullptr));
      return;
    }
    case Op::kConcat: {
      const Value right = stack_.pop();
      std::vector<Value> items = stack_.back().as_list();
      items.insert(items.end(), right.as_list().begin(), right.as_list().end());
      stack_.back() = Value::list(std::move(items));
      return;
    }
    case Op::kUpdated: return update(i.a, i.b);
    case Op::kGame: {
      std::vector<Value> sides = take(2);
      for (Value& side : sides) side = spread(std::move(side));
      stack_.push_back(any_position(sides)           ? explicit_game(*this, sides)
                       : i.a != 0 || any_form(sides) ? make_form(sides)
                                                     : make_game(sides));
      return;
    }
    default: {  // kLoopy
      const auto& shape =
          static_cast<const LoopyShape&>(*frames_.back().prototype->constants[i.a].object());
      std::vector<Value> lists = take(i.b);
      for (Value& list : lists) list = spread(std::move(list));
      stack_.push_back(make_loopy(*this, shape, lists));
      return;
    }
  }
}

// Collections among options stand for their elements.
Value Machine::spread(Value options) {
  const auto is_collection = [](const Value& v) {
    return v.kind() == Kind::kList || v.kind() == Kind::kSet || v.kind() == Kind::kRange;
  };
  if (std::ranges::none_of(options.as_list(), is_collection)) return options;
  std::vector<Value> all;
  for (const Value& option : options.as_list()) {
    if (!is_collection(option)) {
      all.push_back(option);
      continue;
    }
    for (Value& element : elements(option, "an option of a game"))
      all.push_back(std::move(element));
  }
  return Value::list(std::move(all));
}

Value Machine::make_game(std::span<const Value> sides) {
  for (const Value& side : sides) {
    if (!std::ranges::any_of(side.as_list(), is_loopy)) continue;
    LoopyShape single;
    single.vertices = 1;
    return make_loopy(*this, single, sides);
  }
  PerPlayer<GameList> options;
  for (const Player player : kPlayers) {
    for (const Value& option : sides[cgt::index(player)].as_list())
      options[player].push_back(game(option, "an option of a game"));
  }
  return wrap(store().construct(options[Player::kLeft], options[Player::kRight]));
}

Value Machine::make_form(std::span<const Value> sides) {
  PerPlayer<FormList> options;
  for (const Player player : kPlayers) {
    for (const Value& option : sides[cgt::index(player)].as_list())
      options[player].push_back(form_of(*this, option, "an option of a form"));
  }
  return form_value(*this, forms().make(options[Player::kLeft], options[Player::kRight]));
}

// board.Updated({key => value, ...}) without the map; whatever else that call may mean has one.
void Machine::update(std::uint32_t symbol, std::size_t pairs) {
  const std::size_t bottom = stack_.size() - 2 * pairs - 1;
  if (auto made = updated(stack_[bottom], stack_.top(2 * pairs))) {
    budget_.charge();
    stack_[bottom] = *std::move(made);
    stack_.resize(bottom + 1);
    return;
  }
  collection({Op::kMap, static_cast<std::uint32_t>(pairs)});
  send(symbol, 1, 0, true);
}

// The elements that loops over boards ask for.
bool Machine::quick_index() {
  const std::span<Value> operands = stack_.top(2);
  Value& target = operands[0];
  if (target.kind() == Kind::kNative) {
    const auto cell = operands[1].as_cell();
    const GridObject* grid = cell ? as_grid(target) : nullptr;
    if (grid == nullptr) return false;
    target = cell_at(*grid, *cell);
  } else if (target.kind() == Kind::kList) {
    const std::vector<Value>& items = target.as_list();
    const auto at = operands[1].small_integer();
    if (!at || *at < 1 || static_cast<std::uint64_t>(*at) > items.size()) return false;
    target = Value(items[static_cast<std::size_t>(*at) - 1]);
  } else {
    return false;
  }
  stack_.pop_back();
  return true;
}

// Indices count from 1.
Value Machine::index(const Value& target, std::span<const Value> indices) {
  if (is_instance(target) && has_member(target, "op []"))
    return call_member(target, "op []", indices);
  if (target.kind() == Kind::kNative) {
    const auto found = static_cast<const NativeObject*>(target.object())->at(*this, indices);
    if (found) return *found;
  }
  if (target.kind() == Kind::kMap && indices.size() == 1) {
    if (const Value* found = target.as_map().find(indices[0])) return *found;
    throw Error(fmt::format("the map has no key {}", text(indices[0])));
  }
  if (target.kind() == Kind::kCoordinates) {
    return index(Value::list(target.coordinate_items()), indices);
  }
  const bool is_string = target.kind() == Kind::kString;
  const std::vector<Value>* items = target.kind() == Kind::kSet ? nullptr : items_of(target);
  if ((items == nullptr && !is_string && target.kind() != Kind::kRange) || indices.size() != 1) {
    throw Error(fmt::format("{} cannot be indexed with {}", target.described(),
                            counted(indices.size(), "index", "indices")));
  }
  const std::uint64_t size = is_string          ? target.as_string().size()
                             : items != nullptr ? items->size()
                                                : target.as_range().size;
  if (!indices[0].is_integer()) {
    throw Error(fmt::format("an index is an integer, not {}", indices[0].described()));
  }
  const auto at = indices[0].small_integer();
  if (!at || *at < 1 || static_cast<std::uint64_t>(*at) > size) {
    throw Error(fmt::format("index {} is out of range", text(indices[0])),
                size == 0 ? "it is empty" : fmt::format("indices go from 1 to {}", size));
  }
  const auto i = static_cast<std::uint64_t>(*at) - 1;
  if (is_string) return Value::string(target.as_string().substr(static_cast<std::size_t>(i), 1));
  return items != nullptr ? (*items)[static_cast<std::size_t>(i)] : target.as_range().at(i);
}

}  // namespace cgt::lang
