#include "repl/pathology_table.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cgt::repl {

std::string number(double value) { return fmt::format("{:.4g}", value); }

std::vector<std::string> tally_columns() {
  return {"cases", "deep_error", "shallow_error", "p", "p_error", "mean_ratio", "mean_ratio_error"};
}

std::vector<std::string> tally_cells(const search::pathology::ErrorTally& tally) {
  return {fmt::format("{}", static_cast<std::uint64_t>(tally.count)),
          number(tally.mean_deep()),
          number(tally.mean_shallow()),
          number(tally.pathology()),
          number(tally.pathology_error()),
          number(tally.mean_ratio()),
          number(tally.mean_ratio_error())};
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
