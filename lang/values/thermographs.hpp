// Thermographs and their walls as values of the language: classes "Thermograph" and "Trajectory".
#pragma once

#include <string>

#include "cgt/number/trajectory.hpp"
#include "lang/context.hpp"

namespace cgt::lang {

class ThermographObject final : public NativeObject {
 public:
  ThermographObject(Thermograph t, std::string name)
      : thermograph(std::move(t)), title(std::move(name)) {}
  const char* class_name() const override { return "Thermograph"; }
  std::string to_text(Context&, const PrintStyle&) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;
  const Thermograph thermograph;
  const std::string title;
};

class TrajectoryObject final : public NativeObject {
 public:
  explicit TrajectoryObject(Trajectory w) : wall(std::move(w)) {}
  const char* class_name() const override { return "Trajectory"; }
  std::string to_text(Context&, const PrintStyle&) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;
  const Trajectory wall;
};

// `name` titles its pictures.
Value make_thermograph(Thermograph thermograph, std::string name);
// Null for everything else.
const Thermograph* as_thermograph(const Value& value);

}  // namespace cgt::lang
