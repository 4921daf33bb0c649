#include "decomp/solve/values/stored_values.hpp"

#include <fmt/format.h>

#include "decomp/solve/values/local_search.hpp"

namespace cgt::solve {

namespace {

// What cannot be read was not written by this program.
template <class Read>
auto reading(std::string_view component, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw db::DamageError(
        fmt::format("the record of \"{}\" cannot be used: {}", component, error.what()));
  }
}

}  // namespace

db::Record value_record(Store& store, std::string component, const LocalValue& value) {
  if (value.exact()) {
    return {std::move(component), db::Kind::kValue, db::write_value(store, value.lower)};
  }
  return {std::move(component), db::Kind::kBounds,
          db::write_bounds(store, {value.lower, value.upper})};
}

std::optional<LocalValue> StoredValues::value(std::string_view component, bool impartial) {
  LocalValue out;
  if (const auto exact = table_.find(db::Kind::kValue, component)) {
    out.lower = out.upper = reading(component, [&] { return reader_.value(*exact); });
  } else if (const auto bounds = table_.find(db::Kind::kBounds, component)) {
    const db::Bounds read = reading(component, [&] { return reader_.bounds(*bounds); });
    out = {read.lower, read.upper};
  } else {
    return std::nullopt;
  }
  if (impartial) {
    const std::optional<Nus> nimber = store_.as_nus(out.lower);
    if (!out.exact() || !nimber || !nimber->number.is_zero() || nimber->ups != 0) {
      throw db::DamageError(
          fmt::format("the record of \"{}\" cannot be used: it is not a nim value", component));
    }
  }
  return out;
}

std::optional<Thermograph> StoredValues::thermograph(std::string_view component) {
  if (const auto known = table_.find(db::Kind::kThermograph, component)) {
    return reading(component, [&] { return db::read_thermograph(*known); });
  }
  if (const auto value = table_.find(db::Kind::kValue, component)) {
    return store_.thermograph(reading(component, [&] { return reader_.value(*value); }));
  }
  return std::nullopt;
}

std::optional<OutcomeClass> StoredValues::outcome(std::string_view component) {
  if (const auto known = table_.find(db::Kind::kOutcome, component)) {
    return reading(component, [&] { return db::read_outcome(*known); });
  }
  if (const auto value = table_.find(db::Kind::kValue, component)) {
    return store_.outcome(reading(component, [&] { return reader_.value(*value); }));
  }
  return std::nullopt;
}

}  // namespace cgt::solve
