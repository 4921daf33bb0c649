#include "decomp/boxes/board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "cgt/support/text_input.hpp"

namespace cgt::boxes {
namespace {

constexpr const char* kHint =
    "write a drawing, \"+-+ +/|   |/+ +-+\"; a size, \"3x3\"; or strings of a graph, \"a-b b-. "
    "a-.\"";
constexpr std::string_view kDots = "+*.o";

[[noreturn]] void refuse(const SourceText& source, SourceSpan span, std::string message,
                         std::string hint = kHint) {
  throw InputError(source, {{Severity::kError, std::move(message), std::move(hint), span}});
}

bool is_name(char c) { return is_letter(c) || is_digit(c); }

// Rows, each without the blanks at its end.
std::vector<SourceSpan> rows_of(std::string_view text) {
  std::vector<SourceSpan> rows;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("/\n", from), text.size());
    std::size_t length = end - from;
    while (length > 0 && is_space(text[from + length - 1])) --length;
    rows.push_back({from, length});
    from = end + 1;
  }
  while (!rows.empty() && rows.back().length == 0) rows.pop_back();
  return rows;
}

// "ROWSxCOLUMNS" as a drawing without lines; none if the text is something else.
std::optional<std::string> empty_drawing(std::string_view text) {
  const std::optional<int> rows = take_number<int>(text);
  if (!rows || text.empty() || lower(text.front()) != 'x') return std::nullopt;
  text.remove_prefix(1);
  const std::optional<int> columns = parse_number<int>(text);
  if (!columns) return std::nullopt;
  if (*rows < 1 || *columns < 1 || *rows > kMaxStrings || *columns > kMaxStrings)
    throw Error(fmt::format("expected 1 to {} rows and columns of boxes; found {}x{}", kMaxStrings,
                            *rows, *columns));
  std::string row(static_cast<std::size_t>(2 * *columns + 1), ' ');
  for (std::size_t i = 0; i < row.size(); i += 2) row[i] = '+';
  std::string out = row;
  for (int r = 0; r < *rows; ++r) out += "//" + row;
  return out;
}

// "A", ..., "Z", "AA", ...
std::string column_name(int column) {
  std::string out;
  for (++column; column > 0; column = (column - 1) / 26) {
    out.insert(out.begin(), static_cast<char>('A' + (column - 1) % 26));
  }
  return out;
}

}  // namespace

Board Board::parse(std::string_view text, const std::string& name) {
  if (const std::optional<std::string> empty = empty_drawing(trimmed(text)))
    return parse(*empty, name);
  text.remove_prefix(byte_order_mark(text));
  const SourceText source(name, std::string(text));
  std::vector<SourceSpan> rows = rows_of(source.text());
  while (!rows.empty() && rows.front().length == 0) rows.erase(rows.begin());
  if (rows.empty()) refuse(source, {}, "the board is empty");
  Board board;
  // The first row of a drawing has nothing but dots and lines.
  const std::string_view first = text.substr(rows.front().offset, rows.front().length);
  const bool drawing =
      kDots.find(first.front()) != std::string_view::npos && rows.size() >= 3 &&
      std::ranges::all_of(first, [&](char c) {
        return c == first.front() || std::string_view(" .-_=").find(c) != std::string_view::npos;
      });
  if (drawing) {
    board.read_drawing(source, rows);
  } else {
    board.read_graph(source);
  }
  board.find_symmetries();
  return board;
}

void Board::add_string(int a, int b, std::string name) {
  const auto string = static_cast<int>(ends_.size());
  ends_.push_back({a, b});
  names_.push_back(std::move(name));
  for (const int end : {a, b}) {
    if (end == kGround) continue;
    if (static_cast<std::size_t>(end) >= tied_.size())
      tied_.resize(static_cast<std::size_t>(end) + 1);
    tied_[static_cast<std::size_t>(end)] |= one(string);
  }
}

void Board::read_drawing(const SourceText& source, const std::vector<SourceSpan>& lines) {
  const std::string_view text = source.text();
  const auto at = [&](std::size_t line, std::size_t column) {
    return line < lines.size() && column < lines[line].length ? text[lines[line].offset + column]
                                                              : ' ';
  };
  // Dots are as far apart as in the first row.
  const char dot = at(0, 0);
  std::size_t step = 0;
  for (std::size_t k = 2; k < lines[0].length && step == 0; ++k) {
    bool fits = (lines[0].length - 1) % k == 0;
    for (std::size_t i = 0; i < lines[0].length && fits; i += k) fits = at(0, i) == dot;
    if (fits) step = k;
  }
  if (step == 0) refuse(source, lines[0], "the first row has no dots at equal distances");
  if (lines.size() % 2 == 0)
    refuse(source, lines.back(), "the last row of dots is missing",
           "rows of dots and rows of boxes take turns");
  rows_ = static_cast<int>(lines.size() / 2);
  columns_ = static_cast<int>((lines[0].length - 1) / step);
  const auto box = [&](int r, int c) {
    return r < 0 || c < 0 || r >= rows_ || c >= columns_ ? kGround : r * columns_ + c;
  };
  picture_.assign(lines.size(), std::string(static_cast<std::size_t>(2 * columns_ + 1), ' '));
  struct Open {
    std::array<int, 2> ends;
    std::array<int, 2> place;
    std::string name;
  };
  std::vector<Open> open;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    const bool dots = line % 2 == 0;
    const int r = static_cast<int>(line / 2);
    if (lines[line].length > static_cast<std::size_t>(columns_) * step + 1)
      refuse(source, lines[line],
             fmt::format("this row has more than {} columns of boxes", columns_));
    for (std::size_t column = 0; column <= static_cast<std::size_t>(columns_) * step; ++column) {
      const int c = static_cast<int>(column / step);
      const bool on_dot = column % step == 0;
      const char found = at(line, column);
      const SourceSpan here{lines[line].offset + column, 1};
      if (dots && on_dot) {
        if (found != dot)
          refuse(source, here, fmt::format("expected the dot '{}'; found '{}'", dot, found));
        picture_[line][static_cast<std::size_t>(2 * c)] = '+';
        continue;
      }
      const bool free = found == ' ' || found == '.';
      if (!dots && !on_dot) {  // whose the box is
        if (!free && !is_name(found)) refuse(source, here, "a line stands in the middle of a box");
        continue;
      }
      const bool line_here =
          dots ? found == '-' || found == '_' || found == '=' : found == '|' || found == '!';
      if (!free && !line_here)
        refuse(source, here,
               fmt::format("expected {} or a blank; found '{}'", dots ? "'-'" : "'|'", found));
      const std::size_t middle = static_cast<std::size_t>(c) * step + (dots ? 1 : 0);
      if (column != middle) {
        if (line_here != (at(line, middle) != ' ' && at(line, middle) != '.'))
          refuse(source, here, "this line is drawn in part", "");
        continue;
      }
      const auto x = static_cast<std::size_t>(2 * c + (dots ? 1 : 0));
      if (line_here) {
        picture_[line][x] = dots ? '-' : '|';
        continue;
      }
      const std::string from = fmt::format("{}{}", column_name(c), r + 1);
      open.push_back(
          {dots ? std::array{box(r - 1, c), box(r, c)} : std::array{box(r, c - 1), box(r, c)},
           {static_cast<int>(line), static_cast<int>(x)},
           fmt::format("{}-{}{}", from, column_name(c + (dots ? 1 : 0)), r + (dots ? 1 : 2))});
    }
  }
  if (open.size() > static_cast<std::size_t>(kMaxStrings))
    refuse(source, lines[0],
           fmt::format("{} lines are not drawn; the searches take at most {}", open.size(),
                       kMaxStrings),
           "");
  // Only boxes with an open line are coins.
  std::map<int, int> coin;
  for (Open& o : open) {
    for (int& end : o.ends) {
      if (end != kGround) end = coin.emplace(end, static_cast<int>(coin.size())).first->second;
    }
    add_string(o.ends[0], o.ends[1], std::move(o.name));
    places_.push_back(o.place);
  }
}

void Board::read_graph(const SourceText& source) {
  const std::string_view text = source.text();
  std::map<std::string, int> coins;
  const auto end = [&](std::size_t& at) {
    if (at < text.size() && text[at] == '.') {
      ++at;
      return kGround;
    }
    const std::size_t from = at;
    while (at < text.size() && is_name(text[at])) ++at;
    if (at == from)
      refuse(source, {at, at < text.size() ? 1U : 0U},
             "expected the name of a coin, or '.' for the ground");
    return coins.emplace(std::string(text.substr(from, at - from)), static_cast<int>(coins.size()))
        .first->second;
  };
  for (std::size_t at = 0; at < text.size();) {
    if (is_space(text[at]) || text[at] == ',' || text[at] == ';') {
      ++at;
      continue;
    }
    const std::size_t from = at;
    const int a = end(at);
    if (at >= text.size() || text[at] != '-')
      refuse(source, {at, at < text.size() ? 1U : 0U},
             "expected '-' and the other end of the string");
    ++at;
    const int b = end(at);
    const SourceSpan span{from, at - from};
    if (a == b)
      refuse(source, span,
             a == kGround ? "this string ties no coin" : "this string ties a coin to itself");
    if (string_count() == kMaxStrings)
      refuse(source, span, fmt::format("the searches take at most {} strings", kMaxStrings), "");
    std::string name(text.substr(span.offset, span.length));
    int same = 1;
    while (std::ranges::find(names_, same == 1 ? name : fmt::format("{}#{}", name, same)) !=
           names_.end())
      ++same;
    add_string(a, b, same == 1 ? name : fmt::format("{}#{}", name, same));
  }
}

// Turns and reflections of the whole drawing that map open lines onto open lines.
void Board::find_symmetries() {
  if (!drawn()) return;
  const int height = 2 * rows_;
  const int width = 2 * columns_;
  for (int image = 1; image < (rows_ == columns_ ? 8 : 4); ++image) {
    std::vector<std::uint8_t> map;
    for (const auto& [row, column] : places_) {
      std::array<int, 2> to{(image & 1) != 0 ? height - row : row,
                            (image & 2) != 0 ? width - column : column};
      if ((image & 4) != 0) std::swap(to[0], to[1]);
      const auto found = std::ranges::find(places_, to);
      if (found == places_.end()) break;
      map.push_back(static_cast<std::uint8_t>(found - places_.begin()));
    }
    if (map.size() == places_.size()) symmetries_.push_back(std::move(map));
  }
}

Strings Board::canonical(Strings left) const {
  Strings least = left;
  for (const auto& map : symmetries_) {
    Strings image = 0;
    for (Strings rest = left; rest != 0; rest &= rest - 1)
      image |= one(map[static_cast<std::size_t>(lowest(rest))]);
    least = std::min(least, image);
  }
  return least;
}

int Board::taken(Strings left, int string) const {
  const auto& [a, b] = ends(string);
  const auto last = [&](int coin) { return coin != kGround && (tied(coin) & left) == one(string); };
  return (last(a) ? 1 : 0) + (last(b) ? 1 : 0);
}

Strings Board::part(Strings left) const {
  Strings found = left & (~left + 1);
  for (Strings fresh = found; fresh != 0;) {
    const int string = lowest(fresh);
    fresh &= fresh - 1;
    for (const int coin : ends(string)) {
      if (coin == kGround) continue;
      fresh |= tied(coin) & left & ~found;
      found |= tied(coin) & left;
    }
  }
  return found;
}

int Board::coins(Strings left) const {
  return static_cast<int>(std::ranges::count_if(tied_, [&](Strings t) { return (t & left) != 0; }));
}

std::vector<Chain> Board::chains(Strings left) const {
  const auto passes = [&](int coin) { return coin != kGround && count(tied(coin) & left) == 2; };
  std::vector<Chain> found;
  std::vector<bool> seen(tied_.size());
  for (int first = 0; first < coin_count(); ++first) {
    if (!passes(first) || seen[static_cast<std::size_t>(first)]) continue;
    Chain chain;
    std::vector<int> open{first};
    seen[static_cast<std::size_t>(first)] = true;
    chain.loop = true;
    while (!open.empty()) {
      const int coin = open.back();
      open.pop_back();
      ++chain.coins;
      for (Strings rest = tied(coin) & left; rest != 0; rest &= rest - 1) {
        const int string = lowest(rest);
        chain.strings |= one(string);
        const auto& [a, b] = ends(string);
        const int next = a == coin ? b : a;
        if (!passes(next)) chain.loop = false;
        if (!passes(next) || seen[static_cast<std::size_t>(next)]) continue;
        seen[static_cast<std::size_t>(next)] = true;
        open.push_back(next);
      }
    }
    found.push_back(chain);
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &Chain::coins);
  return found;
}

int Board::string_named(Strings left, std::string_view name) const {
  std::vector<std::string> names;
  for (Strings rest = left; rest != 0; rest &= rest - 1) {
    const std::string& known = string_name(lowest(rest));
    const std::size_t dash = known.find('-');
    const std::string turned = known.substr(dash + 1) + "-" + known.substr(0, dash);
    // Coins may differ in case alone; dots do not.
    if (name == known || name == turned) return lowest(rest);
    if (drawn() && (same_word(name, known) || same_word(name, turned))) return lowest(rest);
    names.push_back(known);
  }
  const std::string near = closest(std::string(name), names);
  throw Error(fmt::format("there is no open line \"{}\"", name),
              near.empty() ? "lines are named by their dots, A1-B1"
                           : fmt::format("did you mean \"{}\"?", near));
}

std::string Board::text(Strings left) const {
  if (!drawn()) {
    std::string out;
    for (Strings rest = left; rest != 0; rest &= rest - 1) {
      const std::string& name = string_name(lowest(rest));
      out += (out.empty() ? "" : " ") + name.substr(0, name.find('#'));
    }
    return out;
  }
  std::string out = drawing(left);
  std::ranges::replace(out, '\n', '/');
  return out;
}

std::string Board::drawing(Strings left) const {
  if (!drawn()) return text(left);
  std::vector<std::string> rows = picture_;
  for (int s = 0; s < string_count(); ++s) {
    const auto& [row, column] = places_[static_cast<std::size_t>(s)];
    if ((left & one(s)) != 0) continue;
    rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] =
        row % 2 == 0 ? '-' : '|';
  }
  std::string out;
  for (const std::string& row : rows) out += (out.empty() ? "" : "\n") + row;
  return out;
}

}  // namespace cgt::boxes
