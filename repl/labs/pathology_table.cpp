#include "cgt/support/text_input.hpp"
#include "repl/labs/pathology.hpp"
#include "repl/support/table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace cgt::repl {

std::string number(double value) { return fmt::format("{:.4g}", value); }

PathologyTable PathologyTable::of_tallies(std::vector<std::string> keys,
                                          const std::vector<std::string>& more) {
  PathologyTable out{std::move(keys), {}};
  for (const char* column :
       {"cases", "deep_error", "shallow_error", "p", "p_error", "mean_ratio", "mean_ratio_error"}) {
    out.columns.emplace_back(column);
  }
  out.columns.insert(out.columns.end(), more.begin(), more.end());
  return out;
}

void PathologyTable::add(std::vector<std::string> keys, const search::pathology::ErrorTally& tally,
                         const std::vector<std::string>& more) {
  std::vector<std::string>& row = rows.emplace_back(std::move(keys));
  row.push_back(std::to_string(static_cast<std::uint64_t>(tally.count)));
  for (const double value :
       {tally.mean_deep(), tally.mean_shallow(), tally.pathology(), tally.pathology_error(),
        tally.mean_ratio(), tally.mean_ratio_error()}) {
    row.push_back(number(value));
  }
  row.insert(row.end(), more.begin(), more.end());
}

std::string PathologyTable::json() const {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& row : rows) {
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::optional<double> value = parse_number<double>(row[i]);
      if (!value) {
        object[columns[i]] = row[i];
      } else if (!std::isfinite(*value)) {
        object[columns[i]] = nullptr;
      } else {
        object[columns[i]] = nlohmann::ordered_json::parse(row[i]);
      }
    }
    out.push_back(std::move(object));
  }
  return out.dump(1) + "\n";
}

std::string PathologyTable::text(PathologyOptions::Output output) const {
  if (output == PathologyOptions::Output::kJson) return json();
  TextTable table;
  for (const std::string& column : columns) table.columns.push_back({column, false, true});
  table.lines = rows;
  return output == PathologyOptions::Output::kCsv ? table.separated(',') : table.aligned();
}

}  // namespace cgt::repl
