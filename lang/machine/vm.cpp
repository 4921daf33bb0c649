#include "lang/machine/vm.hpp"

#include <fmt/format.h>

#include "cgt/support/words.hpp"
#include "cgt/text/loopy_text.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

// Innermost and outermost calls kept of a long trace.
constexpr std::size_t kTraceInner = 8;
constexpr std::size_t kTraceOuter = 4;

struct ErrorObject final : Object {
  explicit ErrorObject(std::exception_ptr e) : error(std::move(e)) {}
  std::exception_ptr error;
};

// In the slot of a parameter that was left out.
const Value kAbsent = Value::object(Kind::kInternal, nullptr);

}  // namespace

std::string FunctionObject::name() const {
  if (builtin != nullptr) return builtin->name;
  return prototype->name.empty() ? unparse(*prototype->node) : prototype->name;
}

Value make_function(const Builtin& builtin) {
  CountedPointer<FunctionObject> function(new FunctionObject);
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
  CountedPointer<FunctionObject> function(new FunctionObject);
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
  stack_.push_back(Value(function));
  stack_.append(arguments);
  const std::size_t first = frames_.size();
  ++native_depth_;
  try {
    call_value(arguments.size(), 0);
    Value result = frames_.size() > first ? execute(first) : stack_.pop();
    --native_depth_;
    return result;
  } catch (...) {
    --native_depth_;
    stack_.resize(bottom);
    throw;
  }
}

void Machine::push_frame(CountedPointer<const FunctionObject> function, std::size_t bottom) {
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
  if (callee.kind() == Kind::kClass)
    return construct(*as_class(callee).type, Value(as_class(callee).outer), bottom, names);
  if (callee.kind() == Kind::kInstance) return call_instance(bottom, names);
  if (callee.kind() == Kind::kNative) return call_native(bottom, names);
  if (callee.kind() == Kind::kMap && count == 1 && names == 0) {
    Value found = index(callee, stack_.top(1));
    stack_.resize(bottom);
    stack_.push_back(std::move(found));
    return;
  }
  if (callee.kind() != Kind::kFunction) {
    throw Error(fmt::format("{} cannot be called", callee.described()),
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
  const std::span<const Value> given_values = stack_.top(stack_.size() - bottom - 1);
  const std::vector<Value> arguments(given_values.begin(), given_values.end());
  std::span<const std::string> given;
  if (names != 0) given = frames_.back().prototype->argument_names[names - 1];
  Value result = static_cast<const NativeObject&>(*callee.object()).call(*this, arguments, given);
  stack_.resize(bottom + 1);
  stack_[bottom] = std::move(result);
}

void Machine::enter(const FunctionObject& function, std::size_t bottom, std::uint32_t names) {
  budget_.charge();
  const Prototype& prototype = *function.prototype;
  if (prototype.variadic) gather(prototype, bottom + 1, names);
  if (names != 0 || stack_.size() - bottom - 1 != prototype.parameters.size()) {
    static const std::string kUnnamed = "this function";
    arrange(prototype.name.empty() ? kUnnamed : prototype.name, prototype.parameters,
            prototype.required, bottom + 1, names, kAbsent, nullptr);
  }
  if (prototype.variadic && stack_[bottom + prototype.parameters.size()].kind() == Kind::kInternal)
    stack_[bottom + prototype.parameters.size()] = Value::list({});
  check_types(prototype, bottom + 1);
  push_frame(CountedPointer<const FunctionObject>(&function), bottom);
}

// The arguments by place from the last parameter on become one list.
void Machine::gather(const Prototype& prototype, std::size_t first, std::uint32_t names) {
  const std::size_t last = prototype.parameters.size() - 1;
  const std::size_t given = stack_.size() - first;
  if (names != 0 || given <= last) return;
  std::vector<Value> rest;
  for (std::size_t i = last; i < given; ++i) {
    if (prototype.rest != nullptr && !belongs(stack_[first + i], *prototype.rest)) {
      throw Error(fmt::format("'{}' needs {}, not {}", prototype.parameters[last],
                              with_article(prototype.rest->name), stack_[first + i].described()));
    }
    rest.push_back(stack_[first + i]);
  }
  stack_.resize(first + last);
  stack_.push_back(Value::list(std::move(rest)));
}

void Machine::check_types(const Prototype& prototype, std::size_t first) {
  for (std::size_t i = 0; i < prototype.types.size(); ++i) {
    const ClassInfo* type = prototype.types[i];
    if (type == nullptr) continue;
    const Value& given = stack_[first + i];
    if (belongs(given, *type) || given.kind() == Kind::kInternal) continue;
    throw Error(fmt::format("'{}' needs {}, not {}", prototype.parameters[i],
                            with_article(type->name), given.described()));
  }
}

void Machine::arrange(const std::string& function, const std::vector<std::string>& parameters,
                      std::size_t required, std::size_t first, std::uint32_t names,
                      const Value& absent, const Builtin* row) {
  const std::size_t given = stack_.size() - first;
  if (names == 0 && given >= required && given <= parameters.size()) {
    while (stack_.size() < first + parameters.size()) stack_.push_back(Value(absent));
    return;
  }
  if (given > parameters.size()) {
    throw Error(fmt::format("{} takes {}, not {}", function, counted(parameters.size(), "argument"),
                            given));
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
    if (set[i]) continue;
    throw Error(fmt::format("{} lacks the argument '{}'", function, parameters[i]),
                row != nullptr ? fmt::format("{}: {}", row->signature, row->doc)
                               : fmt::format("its arguments are {}", fmt::join(parameters, ", ")));
  }
  stack_.resize(first);
  for (Value& value : ordered) stack_.push_back(std::move(value));
}

// The arguments of a free function begin at `first` = bottom + 1; a method's receiver is `bottom`.
void Machine::call_builtin(const Builtin& builtin, std::size_t bottom, std::size_t first,
                           std::uint32_t names) {
  budget_.charge();
  if (names != 0 || stack_.size() - first != builtin.parameters.size())
    arrange(builtin.name, builtin.parameters, builtin.required, first, names, Value(), &builtin);
  const std::size_t begin = builtin.owner.empty() ? first : bottom;
  if (stack_.size() == begin + 1) {
    const Value argument = stack_.pop();
    Value result = builtin.function(*this, {&argument, 1});
    stack_.resize(bottom);
    stack_.push_back(std::move(result));
    return;
  }
  // The stack may move while the function calls back: the arguments leave it.
  const std::span<Value> given = stack_.top(stack_.size() - begin);
  const SmallVector<Value, 4> arguments(std::make_move_iterator(given.begin()),
                                        std::make_move_iterator(given.end()));
  Value result = builtin.function(*this, {arguments.data(), arguments.size()});
  stack_[bottom] = std::move(result);
  stack_.resize(bottom + 1);
}

const Builtin& Machine::find_method(const Value& receiver, std::uint32_t symbol) const {
  if (const Builtin* method = host_.registry->method(receiver, symbol)) return *method;
  const std::string& name = host_.registry->symbol_name(symbol);
  std::vector<std::string> names = host_.registry->method_names(receiver);
  if (has_options(receiver)) {
    // What its value can be asked, too.
    for (std::string& of_value : host_.registry->method_names(Value::integer(0)))
      names.push_back(std::move(of_value));
  }
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

// --- instructions -------------------------------------------------------------------------------

CountedPointer<CellObject> Machine::new_cell() {
  CountedPointer<CellObject> cell(new CellObject);
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
  if (stack_.back().kind() == Kind::kBoolean) {
    const bool value = stack_.back().as_boolean();
    stack_.pop_back();
    return value;
  }
  const Value v = stack_.pop();
  throw Error(
      fmt::format("{} needs a Boolean, not {}", spelling(static_cast<Token>(what)), v.described()),
      "true or false, or a comparison");
}

// A comparison takes the jump after it along, if it gave a boolean.
inline void Machine::jump_if_false(Frame& frame) {
  const Value& condition = stack_.back();
  if (condition.kind() != Kind::kBoolean) return;
  if (condition.as_boolean())
    ++frame.next;
  else
    frame.next = frame.prototype->code[frame.next].a;
  stack_.pop_back();
}

// Operators and literals that are not plain words.
void Machine::compute(const Frame& frame, const Instruction& i) {
  switch (i.op) {
    case Op::kHistory:
      stack_.push_back(host_.history(frame.prototype->constants[i.a].as_int64()));
      return;
    case Op::kUnary:
      if (is_instance(stack_.back()) && operator_method("op unary ", static_cast<Token>(i.a), 0))
        return;
      stack_.back() = unary(*this, static_cast<Token>(i.a), Value(stack_.back()));
      return;
    case Op::kBinary:
    case Op::kBinaryLocal:
    case Op::kBinaryConstant: {
      const auto op = static_cast<Token>(i.a);
      if (is_instance(stack_.top(2)[0]) && operator_method("op ", op, 1)) return;
      const Value right = stack_.pop();
      stack_.back() = binary(*this, op, Value(stack_.back()), right);
      return;
    }
    case Op::kUptimal:
      try {
        stack_.push_back(loopy_value(
            *this, parse_loopy(loopy_games(*this), frame.prototype->constants[i.a].as_string())));
      } catch (const InputError& error) {
        throw Error(error.message(), error.hint());
      }
      return;
    default: {  // kNus
      const Value nimber = (i.b & 4U) != 0 ? stack_.pop() : Value::integer((i.b & 2U) != 0 ? 1 : 0);
      Value ups = frame.prototype->constants[i.a];
      if ((i.b & 1U) != 0)
        ups = ups == Value::integer(-1) ? unary(*this, Token::kMinus, stack_.pop()) : stack_.pop();
      stack_.push_back(ups_and_nimber(*this, ups, nimber));
      return;
    }
  }
}

void Machine::closure(const Frame& frame, const Instruction& i) {
  CountedPointer<FunctionObject> function(new FunctionObject);
  function->prototype = frame.prototype->prototypes[i.a];
  for (const Prototype::Capture& capture : function->prototype->captures) {
    function->captured.emplace_back(capture.from_local ? &cell(capture.index)
                                                       : &captured(capture.index));
  }
  stack_.push_back(Value::object(Kind::kFunction, std::move(function)));
}

// A call makes `frame` invalid: each of them comes last. In the loop of execute(), and nowhere
// else.
[[gnu::always_inline]] inline void Machine::step(Frame& frame, const Instruction& i) {
  const auto local = [&](std::uint32_t index) -> Value& { return stack_[frame.base + index]; };
  switch (i.op) {
    case Op::kConstant: stack_.push_back(Value(frame.prototype->constants[i.a])); return;
    case Op::kNothing: stack_.push_back(Value()); return;
    case Op::kPop: stack_.pop_back(); return;
    case Op::kLocal: stack_.push_back(Value(local(i.a))); return;
    case Op::kSetLocal: local(i.a) = stack_.back(); return;
    case Op::kMoveLocal: local(i.a) = stack_.pop(); return;
    case Op::kCell: stack_.push_back(Value(cell(i.a).value)); return;
    case Op::kSetCell: cell(i.a).value = stack_.back(); return;
    case Op::kNewCell: {
      CountedPointer<CellObject> fresh = new_cell();
      if (i.b != 0) fresh->value = slot(i.a);
      slot(i.a) = Value::object(Kind::kInternal, std::move(fresh));
      return;
    }
    case Op::kCaptured: stack_.push_back(Value(captured(i.a).value)); return;
    case Op::kSetCaptured: captured(i.a).value = stack_.back(); return;
    case Op::kGlobal: {
      const Globals::Entry& entry = frame.prototype->globals->entries[i.a];
      if (!entry.defined) {
        throw Error(fmt::format("'{}' has no value yet", entry.name),
                    "a function is made by  def f(x) := ...");
      }
      stack_.push_back(Value(entry.value));
      return;
    }
    case Op::kSetGlobal: {
      Globals::Entry& entry = frame.prototype->globals->entries[i.a];
      entry.value = stack_.back();
      entry.defined = true;
      return;
    }
    case Op::kHistory: return compute(frame, i);
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
    case Op::kBinary: {
      const std::span<Value> operands = stack_.top(2);
      if (!quick_binary(static_cast<Token>(i.a), operands[0], operands[1]))
        return compute(frame, i);
      stack_.pop_back();
      if (i.b != 0) jump_if_false(frame);
      return;
    }
    case Op::kBinaryLocal:
    case Op::kBinaryConstant: {
      const Value& right = i.op == Op::kBinaryLocal ? local(i.c) : frame.prototype->constants[i.c];
      if (quick_binary(static_cast<Token>(i.a), stack_.back(), right)) {
        if (i.b != 0) jump_if_false(frame);
        return;
      }
      stack_.push_back(Value(right));
      return compute(frame, i);
    }
    case Op::kUnary:
    case Op::kUptimal:
    case Op::kNus: return compute(frame, i);
    case Op::kCall: call_value(i.a, i.b); return;
    case Op::kMethod: return send(i.a, i.b, i.c, true);
    case Op::kMember: return send(i.a, 0, 0, false);
    case Op::kClosure: return closure(frame, i);
    case Op::kReturn: {
      const std::size_t bottom = frame.bottom;
      stack_[bottom] = std::move(stack_.back());
      stack_.resize(bottom + 1);
      frames_.pop_back();
      return;
    }
    case Op::kMark: slot(i.a) = Value::integer(static_cast<std::int64_t>(stack_.size())); return;
    case Op::kUnwind: stack_.resize(static_cast<std::size_t>(slot(i.a).as_int64())); return;
    case Op::kTry: handlers_.push_back({frames_.size() - 1, stack_.size(), i.a}); return;
    case Op::kEndTry: handlers_.pop_back(); return;
    case Op::kRethrow: std::rethrow_exception(internal<ErrorObject>(slot(i.a)).error);
    case Op::kPoll: budget_.charge(); return;
    case Op::kNext: budget_.charge(); return next(frame, i);
    case Op::kIterate:
    case Op::kForTest:
    case Op::kForStep:
    case Op::kNewBuilder:
    case Op::kAppend:
    case Op::kBuilt: return loop(frame, i);
    case Op::kThisField: stack_.push_back(Value(as_instance(local(0)).fields[i.a])); return;
    case Op::kField: {
      stack_.back() = Value(as_instance(stack_.back()).fields[i.a]);
      return;
    }
    case Op::kIndex:
      if (i.a == 1 && quick_index()) return;
      return collection(i);
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
        ++host_.statistics->instructions;
        step(frame, frame.prototype->code[frame.next++]);
      }
      return stack_.pop();
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

}  // namespace cgt::lang
