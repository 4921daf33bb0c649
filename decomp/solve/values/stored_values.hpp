// What a database of positions knows, for searches in one store. The thermograph and the
// outcome follow from a value.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cgt/number/trajectory.hpp"
#include "cgt/store/store.hpp"
#include "decomp/db/table.hpp"

namespace cgt::solve {

struct LocalValue;

// What a database keeps of a component with this value.
db::Record value_record(Store& store, std::string component, const LocalValue& value);

class StoredValues {
 public:
  // Both must outlive it. Thread rule: that of the store's handle; handles may share a table.
  StoredValues(Store& store, const db::Table& table)
      : store_(store), table_(table), reader_(store, db::PayloadReader::Forms::kAsWritten) {}

  bool has(db::Kind kind, std::string_view component) const {
    return table_.find(kind, component).has_value();
  }
  // Components by their text. Empty where nothing is known. Throw DamageError where that
  // cannot be read, or is not a nim value though the game is impartial.
  std::optional<LocalValue> value(std::string_view component, bool impartial);
  std::optional<Thermograph> thermograph(std::string_view component);
  std::optional<OutcomeClass> outcome(std::string_view component);

 private:
  Store& store_;
  const db::Table& table_;
  db::PayloadReader reader_;
};

}  // namespace cgt::solve
