// The part of the machine that deals with classes and instances.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lang/machine/vm.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/export.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/grid.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

const CellObject& cell_in(const Value& v) { return static_cast<const CellObject&>(*v.object()); }

// Does code of `user` stand in `owner` or in a class within it?
bool sees_private(const ClassInfo* user, const ClassInfo* owner) {
  for (; user != nullptr; user = user->outer) {
    if (user == owner) return true;
  }
  return false;
}

void check_mutable(const ClassInfo& type, std::uint32_t field) {
  if (!type.is_mutable)
    throw Error(fmt::format("instances of '{}' do not change", type.path),
                "declare it as 'mutable class'");
  if (std::ranges::find(type.settled, field) != type.settled.end())
    throw Error(fmt::format("'{}' does not change", type.fields[field]),
                "other variables of the class are 'mutable var'; this one is not");
}

// What does not change holds nothing that does.
void check_held(const ClassInfo& type, std::string_view field, const Value& value) {
  const auto* native = value.as_native<NativeObject>();
  const bool changes = native != nullptr
                           ? native->is_mutable()
                           : is_instance(value) && as_instance(value).type->is_mutable;
  if (!changes) return;
  throw Error(fmt::format("'{}' of '{}' cannot hold what changes: a {}", field, type.path,
                          value.class_name()),
              "declare it as 'mutable class'");
}

void set_field(const InstanceObject& instance, std::uint32_t field, const Value& value) {
  if (!instance.type->is_mutable) {
    check_held(*instance.type, instance.type->fields[field], value);
    const_cast<InstanceObject&>(instance).hold(value);
  }
  instance.fields[field] = value;
}

std::string bare(Token token) {
  const std::string quoted = spelling(token);
  return quoted.substr(1, quoted.size() - 2);
}

// Without asking the class: as the constructor call that makes an equal instance.
std::string plain_text(Context& context, const Value& v, const PrintStyle& style) {
  const InstanceObject& instance = as_instance(v);
  const ClassInfo& type = *instance.type;
  if (type.is_singleton) return type.path;
  if (type.is_mutable) return type.path + "(...)";
  std::string out = type.path + "(";
  if (type.board != BoardKind::kNone && instance.fields.size() == 1 &&
      !instance.outer.is_nothing()) {
    const Value& board = instance.fields[0];
    const auto* cells = as_grid(board) != nullptr ? static_cast<const BoardObject*>(as_grid(board))
                                                  : as_strip(board);
    if (cells != nullptr) {
      const Value char_map = context.call_member(instance.outer, "CharMap", {});
      return out + '"' + cells->draw(context.string(char_map, "CharMap")) + "\")";
    }
  }
  for (std::size_t i = 0; i < type.parameters.size(); ++i) {
    const auto at = std::find(type.fields.begin(), type.fields.end(), type.parameters[i]);
    if (i > 0) out += ", ";
    out +=
        format(context, instance.fields[static_cast<std::size_t>(at - type.fields.begin())], style);
  }
  return out + ")";
}

}  // namespace

// --- calls from native code ---------------------------------------------------------------------

Value Machine::finish(std::size_t first) {
  return frames_.size() > first ? execute(first) : stack_.pop();
}

template <class Begin>
Value Machine::nested(std::span<const Value> values, Begin begin) {
  if (native_depth_ >= kMaxNativeDepth) {
    throw Error("native functions call back into scripts too deeply",
                fmt::format("at most {} levels; is this an infinite recursion?", kMaxNativeDepth));
  }
  const std::size_t bottom = stack_.size();
  stack_.append(values);
  const std::size_t first = frames_.size();
  ++native_depth_;
  try {
    begin();
    Value result = finish(first);
    --native_depth_;
    return result;
  } catch (...) {
    --native_depth_;
    stack_.resize(bottom);
    throw;
  }
}

bool Machine::has_member(const Value& receiver, std::uint32_t symbol) {
  const ClassInfo* type = script_class(receiver);
  return type != nullptr && type->find(symbol) != nullptr;
}

Value Machine::call_member(const Value& receiver, std::uint32_t symbol,
                           std::span<const Value> arguments) {
  SmallVector<Value, 4> values{receiver};
  values.insert(values.end(), arguments.begin(), arguments.end());
  return nested({values.data(), values.size()},
                [&] { send(symbol, arguments.size(), 0, !arguments.empty()); });
}

std::string Machine::instance_text(const Value& v, const PrintStyle& style) {
  const InstanceObject& instance = as_instance(v);
  const ClassInfo& type = *instance.type;
  for (const char* name : {"ToString", "ToOutput"}) {
    if (!has_member(v, name)) continue;
    const Value text = call_member(v, name, {});
    if (text.kind() == Kind::kString) return text.as_string();
    if (const std::string* output = as_output(text)) return *output;
    throw Error(
        fmt::format("{} of '{}' gives a {}, not a String", name, type.path, text.class_name()));
  }
  return plain_text(*this, v, style);
}

// --- making instances ---------------------------------------------------------------------------

// A text stands for the board that it draws.
void Machine::read_board(const ClassInfo& type, const Value& outer, Value& argument) {
  if (type.board == BoardKind::kGraph) {
    std::array<Value, 3> drawn{argument, Value(), Value()};
    if (is_instance(outer)) {
      drawn[1] = call_member(outer, "VertexLabels", {});
      drawn[2] = call_member(outer, "EdgeLabels", {});
    }
    argument = host_.registry->function("Graph")->function(*this, drawn);
    return;
  }
  Value char_map = Value::string(".xo");
  if (is_instance(outer)) char_map = call_member(outer, "CharMap", {});
  const std::string& map = string(char_map, "CharMap");
  argument = type.board == BoardKind::kGrid ? parse_grid(argument.as_string(), map)
                                            : parse_strip(argument.as_string(), map);
}

CountedPointer<InstanceObject> Machine::new_instance(const ClassInfo& type) {
  if (!type.is_mutable) return new InstanceObject(&type);
  auto* instance = new MutableInstance(&type);
  host_.instances->push_back(*instance);
  return instance;
}

void Machine::construct(const ClassInfo& type, Value outer, std::size_t bottom,
                        std::uint32_t names) {
  if (type.is_native) {
    if (const Builtin* function = host_.registry->function(type.name))
      return call_builtin(*function, bottom, bottom + 1, names);
    const Value* maker = host_.registry->constant(type.path);
    if (maker == nullptr) throw Error(fmt::format("'{}' makes no instances", type.name));
    stack_[bottom] = *maker;
    return call_value(stack_.size() - bottom - 1, names);
  }
  // Static versions of Eval stand beside the constructor.
  const std::uint32_t eval = host_.registry->symbol("Eval");
  if (const Member* made = type.find(eval); made != nullptr && made->is_static) {
    const bool fits = type.maker != nullptr ? takes(*type.maker->prototype, bottom, names)
                                            : stack_.size() == bottom + 1;
    if (!fits && choose(*made, bottom, names, true) != nullptr)
      return use(*made, eval, bottom, names, true);
  }
  if (type.is_enum) {
    throw Error(fmt::format("'{}' makes no instances", type.path),
                fmt::format("name a member: {}.{}", type.path, type.enumeration.members[0].name));
  }
  if (!type.has_brackets && !type.is_singleton) {
    throw Error(fmt::format("'{}' makes no instances: it has no brackets", type.path),
                type.is_ruleset ? "is it meant to be a 'singleton class'?"
                                : fmt::format("declare it as 'class {}()'", type.name));
  }
  if (type.board != BoardKind::kNone && stack_.size() > bottom + 1 &&
      stack_[bottom + 1].kind() == Kind::kString) {
    Value board = stack_[bottom + 1];
    read_board(type, outer, board);
    stack_[bottom + 1] = std::move(board);
  }
  CountedPointer<InstanceObject> instance = new_instance(type);
  instance->outer = std::move(outer);
  const std::size_t given = stack_.size() - bottom - 1;
  if (type.maker == nullptr) {
    if (!type.fields.empty()) throw Error("this class was forgotten");
    if (given > 0) {
      throw Error(fmt::format("'{}' takes no arguments", type.path));
    }
    budget_.charge();
    stack_[bottom] = Value::object(Kind::kInstance, std::move(instance));
    return;
  }
  const FunctionObject& maker = *type.maker;
  if (type.plain_fields > 0 && names == 0 && given == type.plain_fields) {
    budget_.charge();
    check_types(*maker.prototype, bottom + 1);
    for (std::size_t i = 0; i < given; ++i) {
      if (!type.is_mutable) {
        check_held(type, type.fields[i], stack_[bottom + 1 + i]);
        instance->hold(stack_[bottom + 1 + i]);
      }
      instance->fields.push_back(std::move(stack_[bottom + 1 + i]));
    }
    stack_[bottom] = Value::object(Kind::kInstance, std::move(instance));
    stack_.resize(bottom + 1);
    return;
  }
  instance->fields.resize(type.fields.size());
  stack_[bottom] = Value::object(Kind::kInstance, std::move(instance));
  enter(maker, bottom, names);
}

// A ruleset makes positions.
void Machine::call_instance(std::size_t bottom, std::uint32_t names) {
  const Value callee = stack_[bottom];
  const ClassInfo& type = *as_instance(callee).type;
  const std::uint32_t eval = host_.registry->symbol("Eval");
  const Member* position =
      type.is_ruleset ? type.find(host_.registry->symbol("Position")) : nullptr;
  const bool has_position = position != nullptr && position->kind == Member::Kind::kClass;
  const Member* made = type.find(eval);
  if (made != nullptr && (!has_position || choose(*made, bottom, names, true) != nullptr))
    return use(*made, eval, bottom, names, true);
  if (!has_position) {
    throw Error(fmt::format("a {} cannot be called", type.path),
                type.is_ruleset ? "a ruleset has a class Position" : "");
  }
  construct(*position->nested, callee, bottom, names);
}

// --- members ------------------------------------------------------------------------------------

void Machine::check_private(const Member& member, std::uint32_t symbol) const {
  if (!member.is_private) return;
  const ClassInfo* user = frames_.empty() ? nullptr : frames_.back().prototype->owner;
  if (sees_private(user, member.owner)) return;
  throw Error(fmt::format("'{}' is private to '{}'", host_.registry->symbol_name(symbol),
                          member.owner->path));
}

bool Machine::belongs(const Value& value, const ClassInfo& type) {
  const bool narrow = type.is_value || as_compound(value) != nullptr;
  if (!narrow || script_class(value) != nullptr) return lang::belongs(value, type);
  const ClassInfo* own = host_.registry->class_named(narrow_class(*this, value));
  return own != nullptr && own->derives_from(&type);
}

bool Machine::takes(const Prototype& p, std::size_t bottom, std::uint32_t names) {
  const std::size_t given = stack_.size() - bottom - 1;
  if (given > p.parameters.size() && !p.variadic) return false;
  if (names == 0 && given < p.required) return false;
  std::vector<bool> set(p.parameters.size(), false);
  for (std::size_t i = 0; i < given; ++i) {
    std::size_t at = std::min(i, p.parameters.size() - 1);
    if (names != 0) {
      const std::string& name = frames_.back().prototype->argument_names[names - 1][i];
      const auto found = std::ranges::find(p.parameters, name);
      if (!name.empty()) at = static_cast<std::size_t>(found - p.parameters.begin());
      if (at == p.parameters.size() || set[at]) return false;
      set[at] = true;
    }
    const bool left_over = p.variadic && at + 1 == p.parameters.size();
    const ClassInfo* type = left_over ? p.rest : p.types[at];
    if (type != nullptr && !belongs(stack_[bottom + 1 + i], *type)) return false;
  }
  const auto required = set.begin() + static_cast<std::ptrdiff_t>(p.required);
  return names == 0 || std::find(set.begin(), required, false) == required;
}

const FunctionObject* Machine::choose(const Member& member, std::size_t bottom, std::uint32_t names,
                                      bool called) {
  const std::size_t given = stack_.size() - bottom - 1;
  // Takes whatever `other` takes, as far as the arguments go that are given.
  const auto as_narrow = [&](const Prototype& one, const Prototype& other) {
    for (std::size_t i = 0; i < std::min({given, one.types.size(), other.types.size()}); ++i) {
      if (other.types[i] == nullptr || one.types[i] == other.types[i]) continue;
      if (one.types[i] == nullptr || !one.types[i]->derives_from(other.types[i])) return false;
    }
    return true;
  };
  const bool by_class = stack_[bottom].kind() == Kind::kClass;
  SmallVector<const FunctionObject*, 4> fitting;
  for (const Member* m = &member; m != nullptr; m = m->inherited) {
    for (const auto& version : m->overloads) {
      const Prototype& p = *version->prototype;
      // R(x) of an instance has nothing to do with the static versions, which make instances.
      if (!by_class && !p.has_this && p.name == "Eval") continue;
      if (p.is_property != called && !(by_class && p.has_this) && takes(p, bottom, names))
        fitting.push_back(version.get());
    }
  }
  if (fitting.size() < 2) return fitting.empty() ? nullptr : fitting[0];
  const FunctionObject* best = fitting[0];
  for (const FunctionObject* other : fitting) {
    if (!as_narrow(*best->prototype, *other->prototype)) best = other;
  }
  for (const FunctionObject* other : fitting) {
    if (as_narrow(*best->prototype, *other->prototype)) continue;
    throw Error(fmt::format("two versions of '{}' fit equally well", best->prototype->name),
                "one of them must have narrower types in all places");
  }
  return best;
}

void Machine::refuse_arguments(const Member& member, std::uint32_t symbol,
                               std::size_t bottom) const {
  const std::string& name = host_.registry->symbol_name(symbol);
  if (member.overloads.empty()) throw Error("the class of this object was forgotten");
  if (stack_[bottom].kind() == Kind::kClass && !member.is_static)
    throw Error(fmt::format("'{}' needs an instance of '{}'", name, member.owner->path));
  std::string classes;
  for (std::size_t i = bottom + 1; i < stack_.size(); ++i)
    classes += (i == bottom + 1 ? "" : ", ") + stack_[i].class_name();
  throw Error(fmt::format("no version of '{}' takes ({})", name, classes));
}

void Machine::use(const Member& member, std::uint32_t symbol, std::size_t bottom,
                  std::uint32_t names, bool called) {
  check_private(member, symbol);
  Value value;
  switch (member.kind) {
    case Member::Kind::kField: value = as_instance(stack_[bottom]).fields[member.field]; break;
    case Member::Kind::kVariable: value = member.cell->value; break;
    case Member::Kind::kConstant: value = member.value; break;
    case Member::Kind::kClass:
      if (called) {
        Value outer = is_instance(stack_[bottom]) ? std::move(stack_[bottom]) : Value();
        return construct(*member.nested, std::move(outer), bottom, names);
      }
      value = class_value(member.nested, is_instance(stack_[bottom]) ? stack_[bottom] : Value());
      break;
    case Member::Kind::kMethod: {
      // A single version is entered whatever the arguments are: the call says what is wrong with them.
      const bool single = member.overloads.size() == 1 && member.inherited == nullptr;
      const bool by_class = stack_[bottom].kind() == Kind::kClass;
      const FunctionObject* version =
          single && (!called || !member.is_property) &&
                  !(by_class && member.overloads[0]->prototype->has_this)
              ? member.overloads[0].get()
              : choose(member, bottom, names, called);
      // Without brackets, what needs no argument is called, too.
      if (version == nullptr && !called) version = choose(member, bottom, names, true);
      if (version != nullptr) return enter(*version, bottom, names);
      // f(x), where f is a property that holds a function.
      if (called && member.is_property) {
        const Value receiver = stack_[bottom];
        value = nested({&receiver, 1}, [&] { use(member, symbol, stack_.size() - 1, 0, false); });
        break;
      }
      refuse_arguments(member, symbol, bottom);
    }
  }
  stack_[bottom] = std::move(value);
  if (called) call_value(stack_.size() - bottom - 1, names);
}

void Machine::send(std::uint32_t symbol, std::size_t count, std::uint32_t names, bool called) {
  const std::size_t bottom = stack_.size() - count - 1;
  const Value& receiver = stack_[bottom];
  if (receiver.kind() == Kind::kInstance || receiver.kind() == Kind::kEnum) {
    if (const ClassInfo* type = script_class(receiver)) {
      if (const Member* member = type->find(symbol))
        return use(*member, symbol, bottom, names, called);
    }
  } else if (receiver.kind() == Kind::kClass) {
    const Member* member = as_class(receiver).type->find(symbol);
    if (member != nullptr && (member->kind != Member::Kind::kField)) {
      return use(*member, symbol, bottom, names, called);
    }
  }
  send_builtin(symbol, bottom, names, called);
}

const Builtin* Machine::method_of(const Value& receiver, std::uint32_t symbol) {
  static constexpr std::array<char, 32> kKinds{};
  const void* type = nullptr;
  switch (receiver.kind()) {
    case Kind::kNative:
      type = static_cast<const NativeObject*>(receiver.object())->class_name();
      break;
    case Kind::kEnum: type = receiver.as_enum().type; break;
    case Kind::kInstance: type = as_instance(receiver).type.get(); break;
    case Kind::kRational: return host_.registry->method(receiver, symbol);  // of several classes
    default: type = &kKinds[static_cast<std::size_t>(receiver.kind())]; break;
  }
  Found& found = found_[(reinterpret_cast<std::uintptr_t>(type) / 8 + symbol) % kFound];
  if (found.type != type || found.symbol != symbol)
    found = {type, symbol, host_.registry->method(receiver, symbol)};
  return found.method;
}

void Machine::send_builtin(std::uint32_t symbol, std::size_t bottom, std::uint32_t names,
                           bool called) {
  const Builtin* method = method_of(stack_[bottom], symbol);
  if (method == nullptr && has_options(stack_[bottom])) {
    // Everything that a value can be asked.
    const Value position = stack_[bottom];
    const Value zero = Value::integer(0);
    if (host_.registry->method(zero, symbol) != nullptr) {
      Value value = loopy_value(*this, positions().loopy_value(*this, position));
      stack_[bottom] = std::move(value);
    }
  }
  if (method == nullptr) method = &find_method(stack_[bottom], symbol);
  if (!called && method->required > 0) {
    throw Error(fmt::format("'{}' needs arguments", method->name),
                fmt::format("write x.{}", method->signature));
  }
  if (called && method->is_property && stack_.size() > bottom + 1) {
    // x.P(arguments), where P is a property, calls what it gives.
    const Value receiver = stack_[bottom];
    stack_[bottom] = method->function(*this, {&receiver, 1});
    return call_value(stack_.size() - bottom - 1, names);
  }
  call_builtin(*method, bottom, bottom + 1, names);
}

bool Machine::operator_method(std::string_view prefix, Token op, std::size_t count) {
  const std::size_t bottom = stack_.size() - count - 1;
  const std::uint32_t symbol = host_.registry->symbol(std::string(prefix) + bare(op));
  const Member* member = as_instance(stack_[bottom]).type->find(symbol);
  if (member == nullptr) return false;
  use(*member, symbol, bottom, 0, true);
  return true;
}

// --- instructions -------------------------------------------------------------------------------

void Machine::object(const Instruction& i) {
  const Prototype& code = *frames_.back().prototype;
  switch (i.op) {
    case Op::kOuter: {
      Value outer = as_instance(stack_.back()).outer;
      if (!is_instance(outer)) {
        throw Error(fmt::format("this '{}' was made without the instance around it",
                                stack_.back().class_name()));
      }
      stack_.back() = std::move(outer);
      return;
    }
    case Op::kSetField: {
      const Value instance = stack_.pop();
      const InstanceObject& object = as_instance(instance);
      if (i.b == 0) check_mutable(*object.type, i.a);
      set_field(object, i.a, stack_.back());
      return;
    }
    case Op::kSetMember: {
      Value value = stack_.pop();
      const Value target = std::exchange(stack_.back(), value);
      const std::string& name = host_.registry->symbol_name(i.a);
      const ClassInfo* type = is_instance(target)             ? as_instance(target).type.get()
                              : target.kind() == Kind::kClass ? as_class(target).type.get()
                                                              : nullptr;
      const Member* member = type == nullptr ? nullptr : type->find(i.a);
      if (member != nullptr) check_private(*member, i.a);
      if (member != nullptr && member->kind == Member::Kind::kVariable) {
        member->cell->value = std::move(value);
        return;
      }
      if (member == nullptr || member->kind != Member::Kind::kField || !is_instance(target)) {
        throw Error(fmt::format("{} has no variable '{}'", target.class_name(), name));
      }
      check_mutable(*type, member->field);
      set_field(as_instance(target), member->field, value);
      return;
    }
    case Op::kStatic: stack_.push_back(Value(cell_in(code.constants[i.a]).value)); return;
    case Op::kSetStatic: cell_in(code.constants[i.a]).value = stack_.back(); return;
    case Op::kSuper: {
      const std::size_t bottom = stack_.size() - i.b - 1;
      for (std::size_t k = 1; k < code.owner->ancestry.size(); ++k) {
        const Member* member = code.owner->ancestry[k]->find(i.a);
        if (member == nullptr || member->kind == Member::Kind::kField) continue;
        return use(*member, i.a, bottom, i.c, !member->is_property || i.b > 0);
      }
      const std::string& name = host_.registry->symbol_name(i.a);
      if (name == "ToString" || name == "ToOutput") {
        stack_[bottom] = Value::string(plain_text(*this, Value(stack_[bottom]), style()));
        return;
      }
      return send_builtin(i.a, bottom, i.c, true);
    }
    case Op::kBaseInit: {
      const ClassInfo& base = *as_class(code.constants[i.a]).type;
      const std::size_t bottom = stack_.size() - i.b - 1;
      if (base.maker == nullptr) {
        if (i.b > 0) throw Error(fmt::format("'{}' takes no arguments", base.path));
        return;
      }
      return enter(*base.maker, bottom, 0);
    }
    case Op::kIs: {
      const Value v = stack_.pop();
      stack_.push_back(Value::boolean(belongs(v, *as_class(code.constants[i.a]).type)));
      return;
    }
    default: {  // kDefault
      const Value& given = slot(i.a);
      if (given.kind() != Kind::kInternal || given.object() != nullptr) frames_.back().next = i.b;
      return;
    }
  }
}

}  // namespace cgt::lang
