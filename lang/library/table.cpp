// Tables, and texts that print without quotes.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cgt/support/words.hpp"
#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/export.hpp"

namespace cgt::lang {
namespace {

using Items = std::vector<Value>;

// Rows of cells; strings in cells print without quotes, Nothing as an empty cell. A row that is
// shorter ends early.
class TableObject final : public NativeObject {
 public:
  explicit TableObject(Value r) : rows(std::move(r)) {}
  const char* class_name() const override { return "Table"; }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths;
    for (const Value& row : rows.as_list()) {
      std::vector<std::string>& line = cells.emplace_back();
      for (const Value& cell : row.as_list()) {
        context.budget().charge();
        line.push_back(cell.is_nothing() ? "" : format(context, cell, style, false));
        if (widths.size() < line.size()) widths.push_back(0);
        std::size_t& width = widths[line.size() - 1];
        width = std::max(width, letters(line.back()));
      }
    }
    std::string rule = "\n";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::size_t inner = i > 0 && i + 1 < widths.size() ? 2 : widths.size() > 1 ? 1 : 0;
      rule += std::string(i > 0 ? 1 : 0, '+') + std::string(widths[i] + inner, '-');
    }
    rule += '\n';
    std::string out;
    for (std::size_t r = 0; r < cells.size(); ++r) {
      check_printed(context, out);
      if (r > 0) out += rule;
      for (std::size_t i = 0; i < cells[r].size(); ++i) {
        if (i > 0) out += " | ";
        out += std::string(widths[i] - letters(cells[r][i]), ' ') + cells[r][i];
      }
      out.erase(out.find_last_not_of(' ') + 1);
    }
    return out;
  }
  bool equals(const NativeObject& other) const override {
    return dynamic_cast<const TableObject*>(&other) != nullptr;
  }
  void parts(Items& out) const override { out = {rows}; }
  std::uint64_t hash() const override { return rows.hash(); }
  std::uint32_t nesting() const override { return rows.object()->nesting(); }
  bool elements(Context&, Items& out) const override {
    out = rows.as_list();
    return true;
  }
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override {
    const Items* items = &rows.as_list();
    Value found = rows;
    for (const Value& v : indices) {
      const std::int64_t i = context.integer(v, "the index of a table");
      if (indices.size() > 2 || i < 1 || static_cast<std::uint64_t>(i) > items->size())
        throw Error("there is no such cell", "T[row] is a list, T[row, column] a cell");
      found = Value((*items)[static_cast<std::size_t>(i) - 1]);
      if (found.kind() == Kind::kList) items = &found.as_list();
    }
    return found;
  }
  const Value rows;  // a list of lists
};

Value table(Context& c, const Value& v, const char* what) {
  std::vector<Items> rows;
  for (const Value& row : c.elements(v, what)) rows.push_back(c.elements(row, what));
  return make_table(std::move(rows));
}

Value grouped_table(Context& c, const Value& v, const Value& columns_value) {
  const std::int64_t n = c.integer(columns_value, "PeriodicTable");
  if (n < 1) throw Error("PeriodicTable needs a number of columns >= 1");
  std::vector<Items> rows;
  Items row;
  for (Value& item : c.elements(v, "PeriodicTable")) {
    row.push_back(std::move(item));
    if (row.size() == static_cast<std::size_t>(n)) rows.push_back(std::exchange(row, {}));
  }
  if (!row.empty()) rows.push_back(std::move(row));
  return make_table(std::move(rows));
}

// With one argument it stands between the elements; with three: start, separator, end.
Value output(Context& c, Arguments a) {
  const bool three = !a[2].is_nothing() || !a[3].is_nothing();
  const auto text = [&](const Value& v) {
    return v.is_nothing() ? std::string() : c.string(v, "MkOutput");
  };
  const std::string separator = text(three ? a[2] : a[1]);
  std::string out = three ? text(a[1]) : "";
  bool first = true;
  for (const Value& item : c.elements(a[0], "MkOutput")) {
    c.budget().charge();
    if (!first) out += separator;
    first = false;
    out += format(c, item, c.style(), false);
    check_text(out.size());
  }
  return output_value(out + text(a[3]));
}

}  // namespace

std::vector<Value> table_rows(const Value& table) {
  const auto rows = table.as_native<TableObject>()->rows.as_list();
  return {rows.begin(), rows.end()};
}

Value make_table(std::vector<std::vector<Value>> rows) {
  Items lists;
  for (Items& row : rows) lists.push_back(Value::list(std::move(row)));
  return Value::native<TableObject>(Value::list(std::move(lists)));
}

void register_tables(Registry& registry) {
  const Rows functions(registry, "");
  const Rows collections(registry, "Collection");
  const Rows tables(registry, "Table");
  const Rows objects(registry, "Object");
  const Rows strings(registry, "String");
  functions.add("Table(rows)", "A table of a list of rows.",
                "Table([n,n^2] for n in 3..4) --> 3 |  9\n--+---\n4 | 16",
                [](Context& c, Arguments a) { return table(c, a[0], "Table"); });
  collections.add("PeriodicTable(period)", "The elements, row by row, as a table.",
                  "[5,6,7] PeriodicTable 2 --> 5 | 6\n--+--\n7",
                  [](Context& c, Arguments a) { return grouped_table(c, a[0], a[1]); });
  for (const char* name : {"Rows", "rows"}) {
    tables.add(name, "The rows, a list of lists.",
               fmt::format("Table([[1,2]]).{} --> [[1,2]]", name),
               [](Context& c, Arguments a) { return Value::list(c.elements(a[0], "Rows")); });
  }
  collections.add("MkOutput(start?, separator?, end?)",
                  "The elements in one text, with a separator between them.",
                  "[1,2].MkOutput(\"<\", \"; \", \">\") --> <1; 2>", output);
  objects.add("ToOutput", "What is printed, as a value.", "3.ToOutput --> 3",
              [](Context& c, Arguments a) { return output_value(format(c, a[0], c.style())); });
  strings.add("ToUnquotedOutput", "The text, to print without quotes.",
              "\"Toads and Frogs\".ToUnquotedOutput --> Toads and Frogs",
              [](Context&, Arguments a) { return output_value(a[0].as_string()); });
  // What CGSuite draws on the screen is a text here.
  for (const char* board : {"Grid", "Strip"}) {
    functions.add(
        fmt::format("cgsuite.util.output.{}Output(board, icons, text)", board),
        "The text, for rulesets that say how their boards are drawn.",
        fmt::format("cgsuite.util.output.{}Output(Nothing, [], \"xo\") --> xo", board),
        [](Context& c, Arguments a) { return output_value(c.string(a[2], "an output")); });
  }
  functions.add("cgsuite.util.output.TextOutput(text?)", "The text, to print without quotes.",
                "cgsuite.util.output.TextOutput(\"x\") --> x", [](Context& c, Arguments a) {
                  return output_value(a[0].is_nothing() ? "" : c.string(a[0], "TextOutput"));
                });
}

}  // namespace cgt::lang
