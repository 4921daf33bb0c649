#include "repl/support/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cgt::repl {

std::string TextTable::aligned() const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns) widths.push_back(column.name.size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string out;
  const auto put = [&](std::size_t i, const std::string& cell) {
    const bool last = i + 1 == widths.size();
    if (columns[i].number || columns[i].right) {
      out += fmt::format("{:>{}}", cell, widths[i]);
    } else {
      out += last ? cell : fmt::format("{:<{}}", cell, widths[i]);
    }
    out += last ? "\n" : "  ";
  };
  for (std::size_t i = 0; i < widths.size(); ++i) put(i, columns[i].name);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < widths.size(); ++i) put(i, line[i]);
  }
  return out;
}

std::string TextTable::separated(char by) const {
  std::string out;
  const auto put = [&](std::size_t i, const std::string& cell) {
    if (i > 0) out += by;
    out += cell;
    if (i + 1 == columns.size()) out += '\n';
  };
  for (std::size_t i = 0; i < columns.size(); ++i) put(i, columns[i].name);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) put(i, line[i]);
  }
  return out;
}

nlohmann::ordered_json TextTable::json() const {
  using Json = nlohmann::ordered_json;
  Json out = Json::array();
  for (const auto& line : lines) {
    Json object;
    for (std::size_t i = 0; i < line.size(); ++i) {
      Json& cell = object[columns[i].name] = line[i];
      if (!columns[i].number) continue;
      cell = Json::parse(line[i], nullptr, false);
      if (!cell.is_number()) cell = nullptr;
    }
    out.push_back(std::move(object));
  }
  return out;
}

}  // namespace cgt::repl
