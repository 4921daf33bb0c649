#include "lang/values/class.hpp"

#include <algorithm>
#include <utility>

#include "cgt/support/hash.hpp"

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

}  // namespace cgt::lang
