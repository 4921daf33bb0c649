// Machine: runs prototypes on one explicit stack of values and one of frames; calls between script
// functions use no C++ stack.
//
// Invariants
//   1. A frame's slots are stack[base, base + slots); temporaries lie above them.
//   2. An error unwinds to the innermost handler of this run(), or leaves stack and frames as they
//      were before it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgt/text/text.hpp"
#include "lang/context.hpp"
#include "lang/registry.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/value.hpp"
#include "lang/values/class.hpp"
#include "lang/values/function.hpp"
#include "lang/values/mutable.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang {

// The stack of the machine: a vector of values whose push and pop are a few instructions.

// Objects that only the machine sees stand in slots as values of kind kInternal.
inline Value make_internal(const Object* object) {
  return Value::object(Kind::kInternal, CountedPointer<const Object>(object));
}
// Requires that the machine put a T there.
template <class T>
const T& internal(const Value& v) {
  return static_cast<const T&>(*v.object());
}

class ValueStack {
 public:
  ValueStack() = default;
  ValueStack(const ValueStack&) = delete;
  ValueStack& operator=(const ValueStack&) = delete;
  ~ValueStack() {
    resize(0);
    deallocate();
  }

  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  Value& operator[](std::size_t i) { return begin_[i]; }
  const Value& operator[](std::size_t i) const { return begin_[i]; }
  Value& back() { return end_[-1]; }
  // The topmost `count`.
  std::span<Value> top(std::size_t count) { return {end_ - count, count}; }

  // Requires that `value` lies outside of the stack.
  void push_back(Value&& value) {
    if (end_ == limit_) grow(size() + 1);
    ::new (static_cast<void*>(end_)) Value(std::move(value));
    ++end_;
  }
  void pop_back() { (--end_)->~Value(); }
  Value pop() {
    Value top = std::move(end_[-1]);
    pop_back();
    return top;
  }
  void append(std::span<const Value> values) {
    for (const Value& value : values) push_back(Value(value));
  }
  // New places hold Nothing.
  void resize(std::size_t count) {
    if (count > static_cast<std::size_t>(limit_ - begin_)) grow(count);
    Value* const end = begin_ + count;
    while (end_ > end) pop_back();
    for (; end_ < end; ++end_) ::new (static_cast<void*>(end_)) Value();
  }

 private:
  void grow(std::size_t count) {
    const std::size_t capacity = std::max<std::size_t>({64, count, 2 * size()});
    Value* const fresh = std::allocator<Value>().allocate(capacity);
    Value* const end = std::uninitialized_move(begin_, end_, fresh);
    std::destroy(begin_, end_);
    deallocate();
    begin_ = fresh;
    end_ = end;
    limit_ = fresh + capacity;
  }
  void deallocate() {
    if (begin_ != nullptr)
      std::allocator<Value>().deallocate(begin_, static_cast<std::size_t>(limit_ - begin_));
  }

  Value* begin_ = nullptr;
  Value* end_ = nullptr;
  Value* limit_ = nullptr;
};

// Script calls within each other.
inline constexpr std::size_t kMaxCallDepth = 20'000;
// Native functions that call back into scripts within each other: these use the C++ stack.
inline constexpr std::size_t kMaxNativeDepth = 200;

// A script failed: message with the place, and the calls that led there, innermost first.
struct ScriptFailure : std::exception {
  struct Call {
    std::string function;  // "" for the top level
    std::shared_ptr<Program> program;
    SourceSpan span;
  };
  std::string message;
  std::string hint;
  std::vector<Call> calls;  // calls[0] is the place of the error
  std::size_t elided = 0;   // calls left out between the innermost and the outermost ones
  const char* what() const noexcept override { return message.c_str(); }
};

// What the machine needs from the session.
struct Host {
  Store* store = nullptr;
  Forms* forms = nullptr;
  Registry* registry = nullptr;
  Positions* positions = nullptr;
  const PrintStyle* style = nullptr;
  const std::string* directory = nullptr;
  const std::map<std::string, std::string>* provided = nullptr;
  MutableObjects* mutables = nullptr;
  KeptByPackages* kept = nullptr;
  MutableInstances* instances = nullptr;
  Statistics* statistics = nullptr;
  bool read_everywhere = false;
  std::string write_folder;
  std::function<void(std::string_view)> print;
  std::function<Value(std::int64_t)> history;  // as Node::ups; throws Error
};

class Machine final : public Context {
 public:
  Machine(const Host& host, Budget& budget) : host_(host), budget_(budget) {}

  // Throws ScriptFailure or BudgetExhausted.
  Value run(const std::shared_ptr<const Prototype>& program);

  Store& store() override { return *host_.store; }
  Forms& forms() override { return *host_.forms; }
  Budget& budget() override { return budget_; }
  const PrintStyle& style() const override { return *host_.style; }
  const std::string& directory() const override { return *host_.directory; }
  bool may_read_everywhere() const override { return host_.read_everywhere; }
  const std::string& write_folder() const override { return host_.write_folder; }
  const std::string* provided(const std::string& path) const override {
    const auto it = host_.provided->find(path);
    return it == host_.provided->end() ? nullptr : &it->second;
  }
  std::shared_ptr<void>& kept(const std::type_info& type) override {
    return (*host_.kept)[std::type_index(type)];
  }
  void own(MutableObject& object) override { host_.mutables->push_back(object); }
  void print(std::string_view line) override { host_.print(line); }
  Positions& positions() override { return *host_.positions; }
  Value call(const Value& function, std::span<const Value> arguments) override;
  std::uint32_t symbol(std::string_view name) override { return host_.registry->symbol(name); }
  using Context::call_member;
  using Context::has_member;
  bool has_member(const Value& receiver, std::uint32_t symbol) override;
  Value call_member(const Value& receiver, std::uint32_t symbol,
                    std::span<const Value> arguments) override;
  std::string instance_text(const Value& instance, const PrintStyle& style) override;

 private:
  struct Frame {
    CountedPointer<const FunctionObject> function;
    const Prototype* prototype = nullptr;
    std::size_t base = 0;  // of the slots; the result replaces the stack from `bottom`
    std::size_t bottom = 0;
    std::size_t next = 0;  // instruction
  };
  struct Handler {
    std::size_t frame;
    std::size_t height;
    std::uint32_t target;
  };

  Value execute(std::size_t first_frame);
  void step(Frame& frame, const Instruction& i);
  void jump_if_false(Frame& frame);
  void compute(const Frame& frame, const Instruction& i);
  void closure(const Frame& frame, const Instruction& i);
  bool handle(std::size_t first_frame, std::exception_ptr error);
  ScriptFailure describe(std::size_t first_frame, std::exception_ptr error) const;

  Value& slot(std::uint32_t index) { return stack_[frames_.back().base + index]; }
  CountedPointer<CellObject> new_cell();
  const CellObject& cell(std::uint32_t index);
  const CellObject& captured(std::uint32_t index) const;
  bool pop_condition(std::uint32_t what);
  void push_frame(CountedPointer<const FunctionObject> function, std::size_t bottom);
  // Callee at stack[bottom], arguments above.
  void call_value(std::size_t count, std::uint32_t names);
  void call_builtin(const Builtin& builtin, std::size_t bottom, std::size_t first,
                    std::uint32_t names);
  void gather(const Prototype& prototype, std::size_t first, std::uint32_t names);
  // Puts stack[first..] into the order of `parameters`, `absent` for those left out. `row`: of a
  // function that has one.
  void arrange(const std::string& function, const std::vector<std::string>& parameters,
               std::size_t required, std::size_t first, std::uint32_t names, const Value& absent,
               const Builtin* row);
  const Builtin& find_method(const Value& receiver, std::uint32_t symbol) const;
  // A script function, with its arguments (of a method: and the receiver) on the stack.
  void enter(const FunctionObject& function, std::size_t bottom, std::uint32_t names);
  void check_types(const Prototype& prototype, std::size_t first);

  // --- objects (vm_objects.cpp) -----------------------------------------------------------------
  void object(const Instruction& i);
  // receiver x.. -> result, or the value of a member if it is not `called`.
  void send(std::uint32_t symbol, std::size_t count, std::uint32_t names, bool called);
  void use(const Member& member, std::uint32_t symbol, std::size_t bottom, std::uint32_t names,
           bool called);
  void send_builtin(std::uint32_t symbol, std::size_t bottom, std::uint32_t names, bool called);
  // The narrowest version that fits the arguments above stack[bottom]; of those without brackets if
  // it is not `called`. Null if none does.
  const FunctionObject* choose(const Member& member, std::size_t bottom, std::uint32_t names,
                               bool called);
  bool takes(const Prototype& version, std::size_t bottom, std::uint32_t names);
  [[noreturn]] void refuse_arguments(const Member& member, std::uint32_t symbol,
                                     std::size_t bottom) const;
  // Does `value is type` hold?
  bool belongs(const Value& value, const ClassInfo& type);
  void check_private(const Member& member, std::uint32_t symbol) const;
  CountedPointer<InstanceObject> new_instance(const ClassInfo& type);
  // Arguments above stack[bottom], which the instance replaces.
  void construct(const ClassInfo& type, Value outer, std::size_t bottom, std::uint32_t names);
  void read_board(const ClassInfo& type, const Value& outer, Value& argument);
  void call_native(std::size_t bottom, std::uint32_t names);
  void call_instance(std::size_t bottom, std::uint32_t names);
  // True if an operator method of the instance below `count` arguments took over.
  bool operator_method(std::string_view prefix, Token op, std::size_t count);
  // Runs what a call above `first` frames began.
  Value finish(std::size_t first);
  template <class Begin>
  Value nested(std::span<const Value> values, Begin begin);

  // --- collections (vm_collections.cpp) ---------------------------------------------------------
  void collection(const Instruction& i);
  void loop(Frame& frame, const Instruction& i);
  void next(Frame& frame, const Instruction& i);
  void update(std::uint32_t symbol, std::size_t pairs);
  // target i -> element, where that is simple; else it leaves the stack as it is.
  bool quick_index();
  Value spread(Value options);
  // Of two lists of options. A form among the options makes the whole one a form.
  Value make_game(std::span<const Value> sides);
  Value make_form(std::span<const Value> sides);
  Value index(const Value& target, std::span<const Value> indices);

  // Methods found recently, by symbol and something whose address identifies the class.
  struct Found {
    const void* type = nullptr;
    std::uint32_t symbol = 0;
    const Builtin* method = nullptr;
  };
  static constexpr std::size_t kFound = 64;
  const Builtin* method_of(const Value& receiver, std::uint32_t symbol);

  const Host& host_;
  Budget& budget_;
  std::array<Found, kFound> found_{};
  ValueStack stack_;
  std::vector<Frame> frames_;
  std::vector<Handler> handlers_;
  std::size_t native_depth_ = 0;
};

// Compiler: resolved tree -> code of the stack machine (function.hpp).

// Requires a program that resolve() accepted.
// `classes`: those of the program, bases first; their methods are compiled too, and they are in the
// globals then. The code of the program begins with their static variables and singletons.
std::shared_ptr<Prototype> compile(const std::shared_ptr<Program>& program, Registry& registry,
                                   const std::shared_ptr<Globals>& globals,
                                   const std::vector<ClassDeclaration*>& classes = {});

}  // namespace cgt::lang
