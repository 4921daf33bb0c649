#include "lang/values/class.hpp"

#include <algorithm>
#include <utility>

#include "cgt/support/memory/hash.hpp"
#include "lang/registry.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {

bool ClassInfo::derives_from(const ClassInfo* other) const {
  return std::find(ancestry.begin(), ancestry.end(), other) != ancestry.end();
}

std::uint64_t InstanceObject::make_hash() const {
  if (type->is_mutable) {
    cached_hash = mix(reinterpret_cast<std::uintptr_t>(this), 1) | 1U;
    return cached_hash;
  }
  std::uint64_t h = mix(reinterpret_cast<std::uintptr_t>(type.get()), fields.size());
  for (const Value& field : fields) h = mix(h, field.hash());
  if (is_instance(outer)) h = mix(h, as_instance(outer).hash());
  cached_hash = h | 1U;
  return cached_hash;
}

void MutableInstance::release(std::vector<Value>& out) const {
  for (Value& field : fields) out.push_back(std::exchange(field, Value()));
}

Value class_value(const ClassInfo* type, Value outer) {
  return Value::object(Kind::kClass, new ClassValue(type, std::move(outer)));
}

const ClassInfo* script_class(const Value& v) {
  if (is_instance(v)) return as_instance(v).type.get();
  return v.kind() == Kind::kEnum ? v.as_enum().type->script_class : nullptr;
}

bool belongs(const Value& value, const ClassInfo& type) {
  if (const ClassInfo* own = script_class(value)) return own->derives_from(&type);
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
    default: break;
  }
  if (type.name == "Number") return value.is_number();
  const std::vector<std::string> chain = class_chain(value);
  return std::find(chain.begin(), chain.end(), type.name) != chain.end();
}

}  // namespace cgt::lang
