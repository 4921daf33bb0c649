#include "lang/values/grid.hpp"

#include <fmt/format.h>

namespace cgt::lang {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::int8_t cell_named(char c, std::string_view char_map) {
  std::size_t at = char_map.find(c);
  if (at == std::string_view::npos) {
    at = static_cast<std::size_t>(std::find_if(char_map.begin(), char_map.end(),
                                               [&](char k) { return upper(k) == upper(c); }) -
                                  char_map.begin());
  }
  if (at >= char_map.size()) {
    throw Error(fmt::format("'{}' is not a cell of this board", c),
                fmt::format("the cells are \"{}\"", char_map));
  }
  return static_cast<std::int8_t>(at);
}

void check_map(std::string_view char_map) {
  if (char_map.size() > 128) throw Error("a char map has at most 128 characters");
}

// An index outside of 32 bits is outside of every board.
std::int32_t clamp_index(std::int64_t n) {
  constexpr std::int64_t kFar = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp(n, -kFar, kFar));
}

// Bytes in words of the machine: boards are hashed as often as they are made.
std::uint64_t hash_cells(const Cells& cells) {
  std::uint64_t h = cells.size();
  for (std::size_t at = 0; at < cells.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, cells.data() + at, std::min(sizeof(word), cells.size() - at));
    h = mix(h, word);
  }
  return h;
}

// The place that a key of Updated names.
std::optional<std::size_t> place_of(const BoardObject& board, bool is_grid, const Value& key) {
  Cell cell;
  if (is_grid) {
    const auto given = key.as_cell();
    if (!given) return std::nullopt;
    cell = *given;
  } else {
    const auto given = key.small_integer();
    if (!given || *given > board.columns()) return std::nullopt;
    cell = {1, clamp_index(*given)};
  }
  if (!board.contains(cell)) return std::nullopt;
  return board.place(cell);
}

}  // namespace

bool BoardObject::equals(const NativeObject& other) const {
  if (typeid(*this) != typeid(other)) return false;
  const auto& o = static_cast<const BoardObject&>(other);
  return rows_ == o.rows_ && columns_ == o.columns_ &&
         std::memcmp(cells_.data(), o.cells_.data(), cells_.size()) == 0;
}

std::uint64_t BoardObject::hash() const {
  if (hash_ == 0) {
    hash_ = mix(hash_cells(cells_),
                (static_cast<std::uint64_t>(rows_) << 32U) | static_cast<std::uint64_t>(columns_)) |
            1U;
  }
  return hash_;
}

std::string BoardObject::draw(std::string_view char_map) const {
  std::string out;
  for (std::int32_t row = 1; row <= rows_; ++row) {
    if (row > 1) out += '|';
    for (std::int32_t column = 1; column <= columns_; ++column) {
      const std::int8_t cell = (*this)[{row, column}];
      const auto at = static_cast<std::size_t>(cell);
      out += cell >= 0 && at < char_map.size() ? char_map[at] : '?';
    }
  }
  return out;
}

std::string GridObject::to_text(Context& /*context*/, const PrintStyle& /*style*/) const {
  std::string out = "Grid([";
  for (std::int32_t row = 1; row <= rows(); ++row) {
    out += row > 1 ? ",[" : "[";
    for (std::int32_t column = 1; column <= columns(); ++column) {
      if (column > 1) out += ',';
      out += std::to_string((*this)[{row, column}]);
    }
    out += ']';
  }
  return out + "])";
}

std::optional<Value> GridObject::at(Context& context, std::span<const Value> indices) const {
  if (indices.size() == 1) return cell_at(*this, cell_of(indices[0], "a grid index"));
  if (indices.size() != 2) return std::nullopt;
  const Cell cell{clamp_index(context.integer(indices[0], "a grid index")),
                  clamp_index(context.integer(indices[1], "a grid index"))};
  return cell_at(*this, cell);
}

std::string StripObject::to_text(Context& /*context*/, const PrintStyle& /*style*/) const {
  std::string out = "Strip([";
  for (std::size_t i = 0; i < cells().size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(cells()[i]);
  }
  return out + "])";
}

std::optional<Value> StripObject::at(Context& context, std::span<const Value> indices) const {
  if (indices.size() != 1) return std::nullopt;
  return cell_at(*this, {1, clamp_index(context.integer(indices[0], "a strip index"))});
}

const GridObject* as_grid(const Value& value) {
  if (value.kind() != Kind::kNative) return nullptr;
  const Object& object = *value.object();
  return typeid(object) == typeid(GridObject) ? static_cast<const GridObject*>(&object) : nullptr;
}

const StripObject* as_strip(const Value& value) {
  if (value.kind() != Kind::kNative) return nullptr;
  const Object& object = *value.object();
  return typeid(object) == typeid(StripObject) ? static_cast<const StripObject*>(&object) : nullptr;
}

Value cell_at(const BoardObject& board, Cell cell) {
  return board.contains(cell) ? Value::integer(board[cell]) : Value();
}

std::optional<Value> updated(const Value& board, std::span<const Value> changes) {
  const GridObject* grid = as_grid(board);
  const BoardObject* old =
      grid != nullptr ? static_cast<const BoardObject*>(grid) : as_strip(board);
  if (old == nullptr) return std::nullopt;
  Cells cells = old->cells();
  for (std::size_t i = 0; i + 1 < changes.size(); i += 2) {
    const auto place = place_of(*old, grid != nullptr, changes[i]);
    const auto value = changes[i + 1].small_integer();
    if (!place || !value || *value < -128 || *value > 127) return std::nullopt;
    cells[*place] = static_cast<std::int8_t>(*value);
  }
  if (grid == nullptr) return Value::native<StripObject>(std::move(cells));
  return Value::native<GridObject>(old->rows(), old->columns(), std::move(cells));
}

Value parse_grid(std::string_view text, std::string_view char_map) {
  check_map(char_map);
  if (text.size() > static_cast<std::size_t>(kMaxCells)) throw Error("this board is too large");
  Cells cells;
  std::int32_t rows = 0;
  std::size_t columns = 0;
  while (rows == 0 || !text.empty()) {
    const std::size_t end = std::min(text.find('|'), text.size());
    const std::string_view row = text.substr(0, end);
    if (rows > 0 && row.size() != columns) {
      throw Error(fmt::format("row {} of the board has {} cells, the rows before {}", rows + 1,
                              row.size(), columns));
    }
    columns = row.size();
    for (const char c : row) cells.push_back(cell_named(c, char_map));
    ++rows;
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
    if (text.empty() && columns > 0)
      throw Error("the last row of the board is empty", "rows are separated by '|'");
  }
  return Value::native<GridObject>(rows, static_cast<std::int32_t>(columns), std::move(cells));
}

Value parse_strip(std::string_view text, std::string_view char_map) {
  check_map(char_map);
  if (text.size() > static_cast<std::size_t>(kMaxCells)) throw Error("this strip is too long");
  Cells cells;
  for (const char c : text) cells.push_back(cell_named(c, char_map));
  return Value::native<StripObject>(std::move(cells));
}

Cell cell_of(const Value& value, std::string_view what) {
  if (const auto cell = value.as_cell())
    return {clamp_index(cell->first), clamp_index(cell->second)};
  if (value.kind() == Kind::kCoordinates) {
    const std::vector<Value> items = value.coordinate_items();
    if (items.size() == 2 && items[0].small_integer() && items[1].small_integer())
      return {clamp_index(items[0].as_int64()), clamp_index(items[1].as_int64())};
  }
  throw Error(fmt::format("{} needs coordinates (row,column), not {}", what, value.described()));
}

}  // namespace cgt::lang
