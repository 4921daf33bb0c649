#include "lang/values/thermographs.hpp"

#include "cgt/pictures/thermograph_drawing.hpp"

namespace cgt::lang {

std::string ThermographObject::to_text(Context&, const PrintStyle&) const {
  return cgt::to_text(thermograph);
}
bool ThermographObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const ThermographObject*>(&other);
  return o != nullptr && o->thermograph == thermograph;
}
std::uint64_t ThermographObject::hash() const {
  return mix(thermograph.mean().hash(), thermograph.temperature().hash());
}

std::string TrajectoryObject::to_text(Context&, const PrintStyle&) const {
  return "Trajectory(" + cgt::to_text(wall) + ")";
}
bool TrajectoryObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const TrajectoryObject*>(&other);
  return o != nullptr && o->wall == wall;
}
std::uint64_t TrajectoryObject::hash() const { return mix(wall.mast.hash(), wall.critical.size()); }

Value make_thermograph(Thermograph thermograph, std::string name) {
  return Value::native<ThermographObject>(std::move(thermograph), std::move(name));
}

const Thermograph* as_thermograph(const Value& value) {
  const auto* object = value.as_native<ThermographObject>();
  return object == nullptr ? nullptr : &object->thermograph;
}

}  // namespace cgt::lang
