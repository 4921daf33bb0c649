#include "lang/registry.hpp"

#include <algorithm>
#include <utility>

#include "cgt/store/uptimal.hpp"
#include "lang/values/class.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {
namespace {

// "Svg(title?)" -> name, parameters, how many are required.
void read_signature(Builtin& builtin) {
  const std::string& s = builtin.signature;
  const std::size_t open = s.find('(');
  builtin.name = s.substr(0, open);
  builtin.is_property = open == std::string::npos;
  if (builtin.is_property) return;
  CGT_EXPECTS(s.back() == ')', "a signature is Name or Name(a, b?)");
  std::string word;
  for (std::size_t i = open + 1; i < s.size(); ++i) {
    if (s[i] == ' ') continue;
    if (s[i] != ',' && s[i] != ')') {
      word += s[i];
      continue;
    }
    if (word.empty()) continue;
    const bool optional = word.back() == '?';
    if (optional) word.pop_back();
    CGT_EXPECTS(optional || builtin.required == builtin.parameters.size(),
                "optional parameters stand last");
    builtin.parameters.push_back(std::exchange(word, {}));
    if (!optional) ++builtin.required;
  }
}

}  // namespace

std::vector<std::string> class_chain(const Value& value) {
  switch (value.kind()) {
    case Kind::kInteger: return {"Integer", "Rational", "Game", "Object"};
    case Kind::kRational:
      if (value.is_integer()) return {"Integer", "Rational", "Game", "Object"};
      return to_dyadic(value.as_rational())
                 ? std::vector<std::string>{"Rational", "Game", "Object"}
                 : std::vector<std::string>{"Rational", "SurrealNumber", "Object"};
    case Kind::kList: return {"List", "Collection", "Object"};
    case Kind::kSet: return {"Set", "Collection", "Object"};
    case Kind::kMap: return {"Map", "Collection", "Object"};
    case Kind::kRange: return {"Range", "List", "Collection", "Object"};
    case Kind::kInstance: return as_instance(value).type->owners;
    case Kind::kEnum:
      if (const ClassInfo* type = script_class(value)) return type->owners;
      return {value.class_name(), "Object"};
    case Kind::kNative: {
      const auto& native = static_cast<const NativeObject&>(*value.object());
      if (native.base_class() == nullptr) return {native.class_name(), "Object"};
      // What is asked of short games only is refused by the methods of Game themselves.
      if (is_loopy(value)) return {native.class_name(), native.base_class(), "Game", "Object"};
      return {native.class_name(), native.base_class(), "Object"};
    }
    default: return {value.class_name(), "Object"};
  }
}

std::string value_class(Store& store, const Value& v) {
  if (v.is_number()) {
    if (v == Value::integer(0)) return "Zero";
    if (v.is_integer()) return "Integer";
    return to_dyadic(v.as_rational()) ? "DyadicRational" : "Rational";
  }
  if (infinity_sign(v) != 0) return "Rational";
  if (v.kind() == Kind::kGame) {
    const auto nus = store.as_nus(v.as_game());
    if (nus && nus->number.is_zero() && nus->ups == 0) return "Nimber";
    return is_uptimal(store, v.as_game()) ? "Uptimal" : "CanonicalShortGame";
  }
  if (const CompoundObject* compound = as_compound(v)) {
    if (compound->operation == CompoundObject::Operation::kNegative) return "NegativeGame";
    const auto impartial = [&](const Value& part) {
      const std::string own = value_class(store, part);
      const std::vector<std::string> chain = class_chain(part);
      return own == "Nimber" || own == "Zero" || own == "CompoundImpartialGame" ||
             std::ranges::find(chain, "ImpartialGame") != chain.end();
    };
    const bool two = compound->operation != CompoundObject::Operation::kMultiple;
    return two && impartial(compound->a) && impartial(compound->b) ? "CompoundImpartialGame"
                                                                   : "CompoundGame";
  }
  return v.class_name();
}

bool belongs(const Value& value, const ClassInfo& type) {
  if (const ClassInfo* own = script_class(value)) return own->derives_from(&type);
  if (value.kind() == Kind::kNative &&
      static_cast<const NativeObject*>(value.object())->belongs_to(type.name))
    return true;
  if (!type.is_native) return false;
  switch (value.kind()) {
    case Kind::kEnum: {
      const char* name = value.as_enum().type->name;
      if (name == type.known_name) return true;
      const bool belongs = type.name == name || type.name == "Object";
      if (belongs) type.known_name = name;
      return belongs;
    }
    case Kind::kNative: {
      const char* name = static_cast<const NativeObject*>(value.object())->class_name();
      if (name == type.known_name) return true;
      if (type.name == "Game" &&
          (as_compound(value) != nullptr || is_form(value) || is_loopy(value)))
        return true;
      if (type.name != name) break;
      type.known_name = name;
      return true;
    }
    case Kind::kClass: return type.name == "Class" || type.name == "Object";
    case Kind::kFunction:
      if (type.name == "Procedure") return true;
      break;
    case Kind::kMap:
      if (type.name == "Function") return true;
      break;
    default: break;
  }
  if (type.name == "Number") return value.is_number();
  const std::vector<std::string> chain = class_chain(value);
  return std::find(chain.begin(), chain.end(), type.name) != chain.end();
}

void Registry::add(Builtin builtin) {
  read_signature(builtin);
  const std::string key = builtin.owner + "." + builtin.name;
  auto& table = builtin.owner.empty() ? functions_ : methods_;
  const std::string id = builtin.owner.empty() ? builtin.name : key;
  const auto old = table.find(id);
  if (old != table.end()) {
    // The row keeps its address: compiled code may hold it.
    *const_cast<Builtin*>(old->second) = std::move(builtin);
    return;
  }
  builtins_.push_back(std::make_unique<Builtin>(std::move(builtin)));
  table.emplace(id, builtins_.back().get());
  dispatch_.clear();
}

Rows Rows::on(std::string_view receiver) const {
  Rows rows = *this;
  rows.receiver_ = std::string(receiver) + ".";
  return rows;
}

Rows Rows::after(std::string_view setup) const {
  Rows rows = *this;
  rows.setup_ = setup;
  return rows;
}

void Rows::add_plain(std::string_view signature, std::string_view doc, std::string_view example,
                     Plain function) const {
  add_function(signature, doc, example, function);
}

void Rows::add_function(std::string_view signature, std::string_view doc, std::string_view example,
                        Builtin::Function function) const {
  Builtin row{owner_,
              std::string(signature),
              std::string(doc),
              receiver_ + std::string(example),
              std::move(function),
              setup_};
  if (registry_ != nullptr)
    registry_->add(std::move(row));
  else
    package_->builtins.push_back(std::move(row));
}

void Registry::add(Constant constant) {
  constant_ids_[constant.name] = constants_.size();
  constants_.push_back(std::move(constant));
}

void Registry::add(Package package) {
  packages_.emplace_back(package.name, package.doc);
  for (Builtin& builtin : package.builtins) add(std::move(builtin));
  for (Constant& constant : package.constants) add(std::move(constant));
  for (const CountedPointer<const Object>& type : package.classes)
    add_class(CountedPointer<const ClassInfo>(static_cast<const ClassInfo*>(type.get())));
  for (auto& [name, text] : package.scripts) scripts_.insert_or_assign(std::move(name), text);
}

std::string_view Registry::script(std::string_view name) const {
  const auto it = scripts_.find(name);
  return it == scripts_.end() ? std::string_view() : it->second;
}

const Builtin* Registry::row(std::string_view owner, std::string_view name) const {
  const auto it = methods_.find(std::string(owner) + "." + std::string(name));
  return it == methods_.end() ? nullptr : it->second;
}

void Registry::add_class(CountedPointer<const ClassInfo> type) {
  const std::string name = type->name;
  classes_.emplace(name, std::move(type));
}

const ClassInfo* Registry::class_named(std::string_view name) const {
  const auto it = classes_.find(std::string(name));
  return it == classes_.end() ? nullptr : static_cast<const ClassInfo*>(it->second.get());
}

std::vector<std::string> Registry::class_names() const {
  std::vector<std::string> names;
  for (const auto& entry : classes_) names.push_back(entry.first);
  std::sort(names.begin(), names.end());
  return names;
}

const Builtin* Registry::function(std::string_view name) const {
  const auto it = functions_.find(std::string(name));
  return it == functions_.end() ? nullptr : it->second;
}

const Value* Registry::constant(std::string_view name) const {
  const auto it = constant_ids_.find(std::string(name));
  return it == constant_ids_.end() ? nullptr : &constants_[it->second].value;
}

bool Registry::is_namespace(std::string_view name) const {
  const std::string prefix = std::string(name) + ".";
  const auto starts = [&](std::string_view full) { return full.starts_with(prefix); };
  for (const std::string_view package :
       {"cgsuite.lang.", "cgsuite.util.", "game.misere.", "game."}) {
    if (name.starts_with(package) && is_namespace(name.substr(package.size()))) return true;
  }
  const bool of_classes = std::ranges::any_of(classes_, [&](const auto& entry) {
    return starts(static_cast<const ClassInfo&>(*entry.second).path);
  });
  if (of_classes) return true;
  return std::any_of(functions_.begin(), functions_.end(),
                     [&](const auto& f) { return starts(f.first); }) ||
         std::any_of(constants_.begin(), constants_.end(),
                     [&](const auto& c) { return starts(c.name); });
}

std::uint32_t Registry::symbol(std::string_view name) {
  const auto [it, fresh] =
      symbol_ids_.emplace(std::string(name), static_cast<std::uint32_t>(symbols_.size()));
  if (fresh) symbols_.emplace_back(name);
  return it->second;
}

namespace {

// Small dense number of a value's class chain, for the dispatch table; natives go by class name.
std::string chain_key(const Value& value) {
  if (const ClassInfo* type = script_class(value)) {
    std::string key = "class";
    for (const std::string& owner : type->owners) key += ' ' + owner;
    return key;
  }
  if (value.kind() == Kind::kNative || value.kind() == Kind::kEnum) return value.class_name();
  std::string key(1, static_cast<char>(value.kind()));
  if (value.kind() == Kind::kRational)
    key += value.is_integer() ? 'i' : to_dyadic(value.as_rational()) ? 'd' : 'r';
  return key;
}

}  // namespace

const Builtin* Registry::method(const Value& receiver, std::uint32_t symbol) const {
  auto& table = dispatch_[chain_key(receiver)];
  if (const auto it = table.find(symbol); it != table.end()) return it->second;
  const Builtin* found = nullptr;
  for (const std::string& owner : class_chain(receiver)) {
    const auto it = methods_.find(owner + "." + symbols_[symbol]);
    if (it == methods_.end()) continue;
    found = it->second;
    break;
  }
  table.emplace(symbol, found);
  return found;
}

std::vector<std::string> Registry::method_names(const Value& receiver) const {
  std::vector<std::string> names;
  const std::vector<std::string> chain = class_chain(receiver);
  for (const auto& builtin : builtins_) {
    if (std::find(chain.begin(), chain.end(), builtin->owner) != chain.end())
      names.push_back(builtin->name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> Registry::free_names() const {
  std::vector<std::string> names;
  for (const auto& entry : functions_) names.push_back(entry.first);
  for (const Constant& constant : constants_) names.push_back(constant.name);
  for (const auto& script : scripts_) names.push_back(script.first);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace cgt::lang
