#include "lang/vm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "cgt/support/diagnostic.hpp"
#include "cgt/text/parse.hpp"
#include "lang/arithmetic.hpp"
#include "lang/collections.hpp"
#include "lang/forms.hpp"

namespace cgt::lang {
namespace {

// Innermost and outermost calls kept of a long trace.
constexpr std::size_t kTraceInner = 8;
constexpr std::size_t kTraceOuter = 4;

struct IteratorObject final : Object {
  Value collection;  // list, set, coordinates or range; a map is a list of its entries
  mutable std::uint64_t next = 0;
};
struct BuilderObject final : Object {
  mutable std::vector<Value> items;
};
struct ErrorObject final : Object {
  explicit ErrorObject(std::exception_ptr e) : error(std::move(e)) {}
  std::exception_ptr error;
};

template <class T>
const T& internal(const Value& v) {
  return static_cast<const T&>(*v.object());
}

// In the slot of a parameter that was left out.
const Value kAbsent = Value::object(Kind::kInternal, nullptr);

Value make_internal(const Object* object) {
  return Value::object(Kind::kInternal, boost::intrusive_ptr<const Object>(object));
}

bool any_form(std::span<const Value> sides) {
  for (const Value& side : sides) {
    for (const Value& option : side.as_list()) {
      if (is_form(option)) return true;
    }
  }
  return false;
}

}  // namespace

std::string FunctionObject::name() const {
  if (builtin != nullptr) return builtin->name;
  return prototype->name.empty() ? unparse(*prototype->node) : prototype->name;
}

Value make_function(const Builtin& builtin) {
  boost::intrusive_ptr<FunctionObject> function(new FunctionObject);
  function->builtin = &builtin;
  return Value::object(Kind::kFunction, std::move(function));
}

Globals::Globals() = default;
Globals::~Globals() = default;

void Globals::clear() {
  // Values go last, all at once: the end of one may be the end of other cells.
  std::vector<Value> last;
  for (Entry& entry : entries) {
    last.push_back(std::exchange(entry.value, Value()));
    entry.defined = false;
  }
  for (const CellObject& cell : cells) last.push_back(std::exchange(cell.value, Value()));
  // Methods hold these globals, which hold the classes.
  for (const auto& type : classes) {
    type->maker.reset();
    for (const auto& entry : type->members) entry.second->overloads.clear();
  }
}

std::uint32_t Globals::slot(std::string_view name) {
  const auto [it, fresh] =
      slots.emplace(std::string(name), static_cast<std::uint32_t>(entries.size()));
  if (fresh) entries.push_back({std::string(name), {}, false});
  return it->second;
}

const Globals::Entry* Globals::find(std::string_view name) const {
  const auto it = slots.find(std::string(name));
  return it == slots.end() ? nullptr : &entries[it->second];
}

// --- calls --------------------------------------------------------------------------------------

Value Machine::run(const std::shared_ptr<const Prototype>& program) {
  boost::intrusive_ptr<FunctionObject> function(new FunctionObject);
  function->prototype = program;
  const std::size_t first = frames_.size();
  push_frame(std::move(function), stack_.size());
  return execute(first);
}

Value Machine::call(const Value& function, std::span<const Value> arguments) {
  if (native_depth_ >= kMaxNativeDepth) {
    throw Error("native functions call back into scripts too deeply",
                fmt::format("at most {} levels; is this an infinite recursion?", kMaxNativeDepth));
  }
  const std::size_t bottom = stack_.size();
  stack_.push_back(function);
  stack_.insert(stack_.end(), arguments.begin(), arguments.end());
  const std::size_t first = frames_.size();
  ++native_depth_;
  try {
    call_value(arguments.size(), 0);
    Value result = frames_.size() > first ? execute(first) : pop();
    --native_depth_;
    return result;
  } catch (...) {
    --native_depth_;
    stack_.resize(bottom);
    throw;
  }
}

void Machine::push_frame(boost::intrusive_ptr<const FunctionObject> function, std::size_t bottom) {
  if (frames_.size() >= kMaxCallDepth) {
    throw Error("too many calls within each other",
                fmt::format("at most {}; is this an infinite recursion?", kMaxCallDepth));
  }
  Frame frame;
  frame.prototype = function->prototype.get();
  frame.function = std::move(function);
  frame.bottom = bottom;
  frame.base =
      stack_.size() - frame.prototype->parameters.size() - (frame.prototype->has_this ? 1 : 0);
  stack_.resize(frame.base + frame.prototype->slots);
  frames_.push_back(std::move(frame));
}

void Machine::call_value(std::size_t count, std::uint32_t names) {
  const std::size_t bottom = stack_.size() - count - 1;
  const Value callee = stack_[bottom];
  if (callee.kind() == Kind::kClass) return construct(bottom, names);
  if (callee.kind() == Kind::kInstance) return call_instance(bottom, names);
  if (callee.kind() == Kind::kNative) return call_native(bottom, names);
  if (callee.kind() != Kind::kFunction) {
    throw Error(fmt::format("a {} cannot be called", callee.class_name()),
                callee.is_number() ? "write 5*(3) for a product" : "");
  }
  const FunctionObject& function = callee.as_function();
  if (function.builtin != nullptr)
    return call_builtin(*function.builtin, bottom, bottom + 1, names);
  enter(function, bottom, names);
}

void Machine::call_native(std::size_t bottom, std::uint32_t names) {
  budget_.charge();
  const Value callee = stack_[bottom];
  const std::vector<Value> arguments(stack_.begin() + static_cast<std::ptrdiff_t>(bottom) + 1,
                                     stack_.end());
  std::span<const std::string> given;
  if (names != 0) given = frames_.back().prototype->argument_names[names - 1];
  Value result = static_cast<const NativeObject&>(*callee.object()).call(*this, arguments, given);
  stack_.resize(bottom + 1);
  stack_[bottom] = std::move(result);
}

void Machine::enter(const FunctionObject& function, std::size_t bottom, std::uint32_t names) {
  budget_.charge();
  const Prototype& prototype = *function.prototype;
  static const std::string kUnnamed = "this function";
  arrange(prototype.name.empty() ? kUnnamed : prototype.name, prototype.parameters,
          prototype.required, bottom + 1, names, kAbsent);
  check_types(prototype, bottom + 1);
  push_frame(boost::intrusive_ptr<const FunctionObject>(&function), bottom);
}

void Machine::check_types(const Prototype& prototype, std::size_t first) const {
  for (std::size_t i = 0; i < prototype.types.size(); ++i) {
    const ClassInfo* type = prototype.types[i];
    if (type == nullptr) continue;
    const Value& given = stack_[first + i];
    if (belongs(given, *type) || given.kind() == Kind::kInternal) continue;
    throw Error(fmt::format("'{}' needs a {}, not a {}", prototype.parameters[i], type->name,
                            given.class_name()));
  }
}

void Machine::arrange(const std::string& function, const std::vector<std::string>& parameters,
                      std::size_t required, std::size_t first, std::uint32_t names,
                      const Value& absent) {
  const std::size_t given = stack_.size() - first;
  if (names == 0 && given == parameters.size()) return;
  if (given > parameters.size()) {
    throw Error(fmt::format("{} takes {} argument{}, not {}", function, parameters.size(),
                            parameters.size() == 1 ? "" : "s", given));
  }
  const std::vector<std::string>* given_names =
      names == 0 ? nullptr : &frames_.back().prototype->argument_names[names - 1];
  std::vector<Value> ordered(parameters.size(), absent);
  std::vector<bool> set(parameters.size(), false);
  bool named_seen = false;
  for (std::size_t i = 0; i < given; ++i) {
    std::size_t at = i;
    if (given_names != nullptr && !(*given_names)[i].empty()) {
      named_seen = true;
      const std::string& name = (*given_names)[i];
      const auto it = std::find(parameters.begin(), parameters.end(), name);
      if (it == parameters.end()) {
        const std::string near = closest(name, parameters);
        throw Error(fmt::format("{} has no parameter '{}'", function, name),
                    near.empty() ? "" : fmt::format("did you mean '{}'?", near));
      }
      at = static_cast<std::size_t>(it - parameters.begin());
    } else if (named_seen) {
      throw Error("arguments by place stand before the named ones");
    }
    if (set[at]) throw Error(fmt::format("{} gets '{}' twice", function, parameters[at]));
    set[at] = true;
    ordered[at] = stack_[first + i];
  }
  for (std::size_t i = 0; i < required; ++i) {
    if (!set[i]) throw Error(fmt::format("{} lacks the argument '{}'", function, parameters[i]));
  }
  stack_.resize(first);
  std::move(ordered.begin(), ordered.end(), std::back_inserter(stack_));
}

// The arguments of a free function begin at `first` = bottom + 1; a method's receiver is `bottom`.
void Machine::call_builtin(const Builtin& builtin, std::size_t bottom, std::size_t first,
                           std::uint32_t names) {
  budget_.charge();
  arrange(builtin.name, builtin.parameters, builtin.required, first, names, Value());
  const std::size_t begin = builtin.owner.empty() ? first : bottom;
  // The stack may move while the function calls back: it gets its own copy.
  const SmallVector<Value, 4> arguments(stack_.begin() + static_cast<std::ptrdiff_t>(begin),
                                        stack_.end());
  Value result = builtin.function(*this, {arguments.data(), arguments.size()});
  stack_.resize(bottom);
  stack_.push_back(std::move(result));
}

const Builtin& Machine::find_method(const Value& receiver, std::uint32_t symbol) const {
  if (const Builtin* method = host_.registry->method(receiver, symbol)) return *method;
  const std::string& name = host_.registry->symbol_name(symbol);
  std::vector<std::string> names = host_.registry->method_names(receiver);
  if (const ClassInfo* type = script_class(receiver)) {
    for (const auto& entry : type->members)
      names.push_back(host_.registry->symbol_name(entry.first));
  }
  const std::string near = closest(name, names);
  throw Error(fmt::format("{} has no method '{}'", receiver.class_name(), name),
              near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

// --- errors -------------------------------------------------------------------------------------

ScriptFailure Machine::describe(std::size_t first_frame, std::exception_ptr error) const {
  ScriptFailure out;
  try {
    std::rethrow_exception(error);
  } catch (const ScriptFailure& failure) {
    out = failure;
  } catch (const InputError& e) {
    out.message = fmt::format("{} (line {}, column {} of the text)", e.message(), e.place().line,
                              e.place().column);
    out.hint = e.hint();
  } catch (const Error& e) {
    out.message = e.what();
    out.hint = e.hint();
  } catch (const std::bad_alloc&) {
    out.message = "out of memory";
  } catch (const std::exception& e) {
    out.message = fmt::format("internal error: {}", e.what());
  }
  for (std::size_t i = frames_.size(); i-- > first_frame;) {
    const Frame& frame = frames_[i];
    const std::size_t at = frame.next == 0 ? 0 : frame.next - 1;
    // An error raised again knows its frame already.
    if (i + 1 == frames_.size() && frame.prototype->code[at].op == Op::kRethrow) continue;
    const bool lambda = frame.prototype->node != nullptr;
    out.calls.push_back({lambda ? frame.function->name() : std::string(), frame.prototype->program,
                         frame.prototype->spans[at]});
    if (out.calls.size() > kTraceInner + kTraceOuter) {
      out.calls.erase(out.calls.begin() + kTraceInner);
      ++out.elided;
    }
  }
  return out;
}

// Sends the error to the innermost handler; false if there is none in this run.
bool Machine::handle(std::size_t first_frame, std::exception_ptr error) {
  while (!handlers_.empty() && handlers_.back().frame >= frames_.size()) handlers_.pop_back();
  if (handlers_.empty() || handlers_.back().frame < first_frame) return false;
  const Handler handler = handlers_.back();
  handlers_.pop_back();
  ScriptFailure failure = describe(handler.frame, error);
  frames_.resize(handler.frame + 1);
  stack_.resize(handler.height);
  stack_.push_back(make_internal(new ErrorObject(std::make_exception_ptr(std::move(failure)))));
  frames_.back().next = handler.target;
  return true;
}

Value Machine::execute(std::size_t first_frame) {
  const std::size_t bottom = frames_[first_frame].bottom;
  const auto leave = [&] {
    frames_.resize(first_frame);
    stack_.resize(bottom);
    while (!handlers_.empty() && handlers_.back().frame >= first_frame) handlers_.pop_back();
  };
  for (;;) {
    try {
      while (frames_.size() > first_frame) {
        Frame& frame = frames_.back();
        step(frame.prototype->code[frame.next++]);
      }
      return pop();
    } catch (const BudgetExhausted&) {
      // No finally block runs: it would be stopped at once.
      leave();
      throw;
    } catch (...) {
      const std::exception_ptr error = std::current_exception();
      if (handle(first_frame, error)) continue;
      ScriptFailure failure = describe(first_frame, error);
      leave();
      throw failure;
    }
  }
}

// --- instructions -------------------------------------------------------------------------------

Value Machine::pop() {
  Value top = std::move(stack_.back());
  stack_.pop_back();
  return top;
}

boost::intrusive_ptr<CellObject> Machine::new_cell() {
  boost::intrusive_ptr<CellObject> cell(new CellObject);
  frames_.back().prototype->globals->cells.push_back(*cell);
  return cell;
}

const CellObject& Machine::cell(std::uint32_t index) {
  Value& v = slot(index);
  if (v.kind() != Kind::kInternal) v = Value::object(Kind::kInternal, new_cell());
  return internal<CellObject>(v);
}

const CellObject& Machine::captured(std::uint32_t index) const {
  return *frames_.back().function->captured[index];
}

bool Machine::pop_condition(std::uint32_t what) {
  const Value v = pop();
  if (v.kind() == Kind::kBoolean) return v.as_boolean();
  throw Error(fmt::format("{} needs a Boolean, not a {}", spelling(static_cast<Token>(what)),
                          v.class_name()),
              "true or false, or a comparison");
}

void Machine::step(const Instruction& i) {
  Frame& frame = frames_.back();
  switch (i.op) {
    case Op::kConstant: stack_.push_back(frame.prototype->constants[i.a]); return;
    case Op::kNothing: stack_.emplace_back(); return;
    case Op::kPop: stack_.pop_back(); return;
    case Op::kLocal: stack_.push_back(Value(slot(i.a))); return;
    case Op::kSetLocal: slot(i.a) = stack_.back(); return;
    case Op::kCell: stack_.push_back(cell(i.a).value); return;
    case Op::kSetCell: cell(i.a).value = stack_.back(); return;
    case Op::kNewCell: {
      boost::intrusive_ptr<CellObject> fresh = new_cell();
      if (i.b != 0) fresh->value = slot(i.a);
      slot(i.a) = Value::object(Kind::kInternal, std::move(fresh));
      return;
    }
    case Op::kCaptured: stack_.push_back(captured(i.a).value); return;
    case Op::kSetCaptured: captured(i.a).value = stack_.back(); return;
    case Op::kGlobal: {
      const Globals::Entry& entry = frame.prototype->globals->entries[i.a];
      if (!entry.defined) throw Error(fmt::format("'{}' has no value yet", entry.name));
      stack_.push_back(entry.value);
      return;
    }
    case Op::kSetGlobal: {
      Globals::Entry& entry = frame.prototype->globals->entries[i.a];
      entry.value = stack_.back();
      entry.defined = true;
      return;
    }
    case Op::kHistory:
      stack_.push_back(host_.history(frame.prototype->constants[i.a].as_int64()));
      return;
    case Op::kJump: frame.next = i.a; return;
    case Op::kJumpIfFalse:
      if (!pop_condition(i.b)) frame.next = i.a;
      return;
    case Op::kAndJump:
    case Op::kOrJump: {
      const bool value = pop_condition(i.b);
      if (value == (i.op == Op::kAndJump)) return;
      stack_.push_back(Value::boolean(value));
      frame.next = i.a;
      return;
    }
    case Op::kBoolean: stack_.push_back(Value::boolean(pop_condition(i.b))); return;
    case Op::kUnary:
      if (is_instance(stack_.back()) && operator_method("op unary ", static_cast<Token>(i.a), 0))
        return;
      stack_.back() = unary(*this, static_cast<Token>(i.a), stack_.back());
      return;
    case Op::kBinary: {
      if (is_instance(stack_[stack_.size() - 2]) &&
          operator_method("op ", static_cast<Token>(i.a), 1))
        return;
      const Value right = pop();
      stack_.back() = binary(*this, static_cast<Token>(i.a), stack_.back(), right);
      return;
    }
    case Op::kUptimal:
      try {
        stack_.push_back(wrap(parse_value(store(), frame.prototype->constants[i.a].as_string())));
      } catch (const InputError& error) {
        throw Error(error.message(), error.hint());
      }
      return;
    case Op::kNus: {
      const Value nimber = (i.b & 4U) != 0 ? pop() : Value::integer((i.b & 2U) != 0 ? 1 : 0);
      Value ups = frame.prototype->constants[i.a];
      if ((i.b & 1U) != 0)
        ups = ups == Value::integer(-1) ? unary(*this, Token::kMinus, pop()) : pop();
      stack_.push_back(ups_and_nimber(*this, ups, nimber));
      return;
    }
    case Op::kCall: call_value(i.a, i.b); return;
    case Op::kMethod: return send(i.a, i.b, i.c, true);
    case Op::kMember: return send(i.a, 0, 0, false);
    case Op::kClosure: {
      boost::intrusive_ptr<FunctionObject> function(new FunctionObject);
      function->prototype = frame.prototype->prototypes[i.a];
      for (const Prototype::Capture& capture : function->prototype->captures) {
        function->captured.emplace_back(capture.from_local ? &cell(capture.index)
                                                           : &captured(capture.index));
      }
      stack_.push_back(Value::object(Kind::kFunction, std::move(function)));
      return;
    }
    case Op::kReturn: {
      Value result = pop();
      stack_.resize(frame.bottom);
      stack_.push_back(std::move(result));
      frames_.pop_back();
      return;
    }
    case Op::kMark: slot(i.a) = Value::integer(static_cast<std::int64_t>(stack_.size())); return;
    case Op::kUnwind: stack_.resize(static_cast<std::size_t>(slot(i.a).as_int64())); return;
    case Op::kTry: handlers_.push_back({frames_.size() - 1, stack_.size(), i.a}); return;
    case Op::kEndTry: handlers_.pop_back(); return;
    case Op::kRethrow: std::rethrow_exception(internal<ErrorObject>(slot(i.a)).error);
    case Op::kIterate:
    case Op::kNext:
    case Op::kForTest:
    case Op::kForStep:
    case Op::kPoll:
    case Op::kNewBuilder:
    case Op::kAppend:
    case Op::kBuilt: return loop(i);
    case Op::kThisField: stack_.push_back(Value(as_instance(slot(0)).fields[i.a])); return;
    case Op::kField: {
      Value field = as_instance(stack_.back()).fields[i.a];
      stack_.back() = std::move(field);
      return;
    }
    case Op::kOuter:
    case Op::kSetField:
    case Op::kSetMember:
    case Op::kStatic:
    case Op::kSetStatic:
    case Op::kSuper:
    case Op::kBaseInit:
    case Op::kIs:
    case Op::kDefault: return object(i);
    default: return collection(i);
  }
}

void Machine::loop(const Instruction& i) {
  switch (i.op) {
    case Op::kIterate: {
      Value collection = pop();
      if (items_of(collection) == nullptr && collection.kind() != Kind::kRange) {
        collection = Value::list(elements(collection, "'in'"));
      }
      boost::intrusive_ptr<IteratorObject> iterator(new IteratorObject);
      iterator->collection = std::move(collection);
      slot(i.a) = Value::object(Kind::kInternal, std::move(iterator));
      return;
    }
    case Op::kNext: {
      const auto& iterator = internal<IteratorObject>(slot(i.a));
      const std::vector<Value>* items = items_of(iterator.collection);
      const std::uint64_t size =
          items != nullptr ? items->size() : iterator.collection.as_range().size;
      if (iterator.next >= size) {
        frames_.back().next = i.b;
        return;
      }
      const std::uint64_t at = iterator.next++;
      stack_.push_back(items != nullptr ? (*items)[at] : iterator.collection.as_range().at(at));
      return;
    }
    case Op::kForTest: {
      // Down only for a negative step: a step that is confused with 0 counts up.
      const bool down = compare(*this, slot(i.a + 2), Value::integer(0)) == Relation::kLess;
      const Relation r = compare(*this, slot(i.a), slot(i.a + 1));
      const bool goes_on =
          r == Relation::kEqual || r == (down ? Relation::kGreater : Relation::kLess);
      if (!goes_on) frames_.back().next = i.b;
      return;
    }
    case Op::kForStep: slot(i.a) = add(*this, slot(i.a), slot(i.a + 2)); return;
    case Op::kPoll: budget_.charge(); return;
    case Op::kNewBuilder: slot(i.a) = make_internal(new BuilderObject); return;
    case Op::kAppend: {
      auto& items = internal<BuilderObject>(slot(i.a)).items;
      if (items.size() >= kMaxCollection) {
        throw Error("this list is too long", fmt::format("at most {} elements", kMaxCollection));
      }
      items.push_back(pop());
      return;
    }
    default: {  // kBuilt
      std::vector<Value> items = std::move(internal<BuilderObject>(slot(i.a)).items);
      slot(i.a) = Value();
      stack_.push_back(Value::list(std::move(items)));
      return;
    }
  }
}

void Machine::collection(const Instruction& i) {
  const auto take = [&](std::size_t count) {
    std::vector<Value> items(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
    stack_.resize(stack_.size() - count);
    return items;
  };
  switch (i.op) {
    case Op::kIndex: {
      const std::vector<Value> indices = take(i.a);
      stack_.back() = index(stack_.back(), indices);
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
      std::vector<Value> items = take(i.a);
      for (const Value& item : items) {
        if (item.is_integer()) continue;
        throw Error(fmt::format("coordinates are integers, not a {}", item.class_name()),
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
      const Value right = pop();
      std::vector<Value> items = stack_.back().as_list();
      items.insert(items.end(), right.as_list().begin(), right.as_list().end());
      stack_.back() = Value::list(std::move(items));
      return;
    }
    default: {  // kGame
      const std::vector<Value> sides = take(2);
      stack_.push_back(i.a != 0 || any_form(sides) ? make_form(sides) : make_game(sides));
      return;
    }
  }
}

Value Machine::make_game(std::span<const Value> sides) {
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

// Indices count from 1.
Value Machine::index(const Value& target, std::span<const Value> indices) {
  if (has_member(target, "op []")) return call_member(target, "op []", indices);
  if (target.kind() == Kind::kNative) {
    const auto found = static_cast<const NativeObject*>(target.object())->at(*this, indices);
    if (found) return *found;
  }
  if (target.kind() == Kind::kMap && indices.size() == 1) {
    if (const Value* found = target.as_map().find(indices[0])) return *found;
    throw Error(fmt::format("the map has no key {}", text(indices[0])));
  }
  const bool is_string = target.kind() == Kind::kString;
  const std::vector<Value>* items = target.kind() == Kind::kSet ? nullptr : items_of(target);
  if ((items == nullptr && !is_string && target.kind() != Kind::kRange) || indices.size() != 1) {
    throw Error(fmt::format("a {} cannot be indexed with {} ind{}", target.class_name(),
                            indices.size(), indices.size() == 1 ? "ex" : "ices"));
  }
  const std::uint64_t size = is_string          ? target.as_string().size()
                             : items != nullptr ? items->size()
                                                : target.as_range().size;
  if (!indices[0].is_integer()) {
    throw Error(fmt::format("an index is an integer, not a {}", indices[0].class_name()));
  }
  const auto at = indices[0].small_integer();
  if (!at || *at < 1 || static_cast<std::uint64_t>(*at) > size) {
    throw Error(fmt::format("index {} is out of range", text(indices[0])),
                size == 0 ? "it is empty" : fmt::format("indices go from 1 to {}", size));
  }
  const auto i = static_cast<std::uint64_t>(*at) - 1;
  if (is_string) return Value::string(target.as_string().substr(i, 1));
  return items != nullptr ? (*items)[i] : target.as_range().at(i);
}

}  // namespace cgt::lang
