#include "repl/labs/pathology.hpp"

#include <fmt/format.h>

#include <charconv>
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

std::string PathologyTable::aligned() const {
  std::vector<std::size_t> widths;
  for (const std::string& column : columns) widths.push_back(column.size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  const auto put = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += fmt::format("{}{:>{}}", i > 0 ? "  " : "", row[i], widths[i]);
    }
    out += '\n';
  };
  put(columns);
  for (const auto& row : rows) put(row);
  return out;
}

std::string PathologyTable::csv() const {
  std::string out = fmt::format("{}\n", fmt::join(columns, ","));
  for (const auto& row : rows) out += fmt::format("{}\n", fmt::join(row, ","));
  return out;
}

std::string PathologyTable::json() const {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& row : rows) {
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < row.size(); ++i) {
      double value = 0;
      const char* end = row[i].data() + row[i].size();
      const auto [stop, error] = std::from_chars(row[i].data(), end, value);
      if (error != std::errc() || stop != end) {
        object[columns[i]] = row[i];
      } else if (!std::isfinite(value)) {
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
  switch (output) {
    case PathologyOptions::Output::kCsv: return csv();
    case PathologyOptions::Output::kJson: return json();
    case PathologyOptions::Output::kTable: return aligned();
  }
  return aligned();
}

}  // namespace cgt::repl
