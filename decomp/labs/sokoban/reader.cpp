// Reading levels and solutions.
#include <algorithm>
#include <optional>
#include <utility>

#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"
#include "decomp/labs/sokoban/level.hpp"

namespace cgt::sokoban {
namespace {

struct Written {
  char letter;
  std::size_t offset;  // in the file
};
using Row = std::vector<Written>;

constexpr std::string_view kCellLetters = "#@+$*. -_pPbB\t";

[[noreturn]] void refuse_text(const SourceText& source, std::size_t offset, std::size_t length,
                              std::string message, std::string hint = {}) {
  throw InputError(source,
                   {{Severity::kError, std::move(message), std::move(hint), {offset, length}}});
}

bool is_digit_letter(char c) { return c >= '0' && c <= '9'; }

// Run lengths and groups of source[begin, end) written out, at most `most` characters.
Row unrolled(const SourceText& source, std::size_t begin, std::size_t end, std::size_t most) {
  struct Group {
    Row letters;
    std::size_t times;
    std::size_t offset;
  };
  std::vector<Group> open(1);
  std::optional<std::size_t> times;
  std::size_t number_at = begin;
  const auto append = [&](const Row& what, std::size_t count, std::size_t at) {
    Row& to = open.back().letters;
    if (!what.empty() && count > (most - std::min(most, to.size())) / what.size()) {
      refuse_text(source, at, 1, "this is longer than " + std::to_string(most) + " characters");
    }
    for (std::size_t i = 0; i < count; ++i) to.insert(to.end(), what.begin(), what.end());
  };
  for (std::size_t i = begin; i < end; ++i) {
    const char c = source.text()[i];
    if (is_digit_letter(c)) {
      if (!times) number_at = i;
      times = times.value_or(0) * 10 + static_cast<std::size_t>(c - '0');
      if (*times > most)
        refuse_text(source, number_at, i + 1 - number_at, "the number is too large");
    } else if (c == '(') {
      open.push_back({{}, times.value_or(1), i});
      times.reset();
    } else if (c == ')') {
      if (times) refuse_text(source, number_at, i - number_at, "a number repeats nothing");
      if (open.size() == 1) refuse_text(source, i, 1, "a bracket is closed that was not opened");
      const Group group = std::move(open.back());
      open.pop_back();
      append(group.letters, group.times, group.offset);
    } else {
      append({{c, i}}, times.value_or(1), i);
      times.reset();
    }
  }
  if (times) refuse_text(source, number_at, end - number_at, "a number repeats nothing");
  if (open.size() > 1) refuse_text(source, open.back().offset, 1, "this bracket is not closed");
  return std::move(open.back().letters);
}

bool only(std::string_view text, std::string_view letters) {
  return text.find_first_not_of(letters) == std::string_view::npos;
}

bool starts_with_word(std::string_view line, std::string_view word) {
  return same_word(line.substr(0, word.size()), word);
}

char plain_cell(char c) {
  switch (c) {
    case '-':
    case '\t':
    case '_': return ' ';
    case 'p': return '@';
    case 'P': return '+';
    case 'b': return '$';
    case 'B': return '*';
    default: return c;
  }
}

// Squares that the player reaches if no box is in the way; empty if there is no player.
std::vector<bool> region_of(const Level& level, bool& leaves) {
  std::vector<bool> seen(level.cells.size());
  std::vector<std::pair<int, int>> open;
  leaves = false;
  const auto visit = [&](int row, int column) {
    if (!level.inside(row, column)) {
      leaves = true;
      return;
    }
    const auto i = static_cast<std::size_t>(row * level.width + column);
    if (level.cells[i] == '#' || seen[i]) return;
    seen[i] = true;
    open.emplace_back(row, column);
  };
  for (int row = 0; row < level.height; ++row) {
    for (int column = 0; column < level.width; ++column) {
      if (is_player(level.at(row, column))) visit(row, column);
    }
  }
  while (!open.empty()) {
    const auto [row, column] = open.back();
    open.pop_back();
    for (int d = 0; d < 4; ++d) visit(row + kRowStep[d], column + kColumnStep[d]);
  }
  return seen;
}

class LevelReader {
 public:
  explicit LevelReader(const SourceText& source) : source_(source) {}

  std::vector<Level> read() {
    const std::string_view text = source_.text();
    std::size_t begin = byte_order_mark(text);
    if (trimmed(text.substr(begin)).starts_with('<')) {
      read_elements(begin);
      begin = text.size() + 1;
    }
    while (begin <= text.size()) {
      std::size_t end = text.find('\n', begin);
      if (end == std::string_view::npos) end = text.size();
      std::size_t content_end = end;
      while (content_end > begin &&
             (text[content_end - 1] == '\r' || text[content_end - 1] == ' ' ||
              text[content_end - 1] == '\t')) {
        --content_end;
      }
      take_line(begin, content_end);
      begin = end + 1;
    }
    finish();
    if (levels_.empty()) {
      refuse_text(source_, 0, 1, "there is no level in this file",
                  "rows of a level hold # and the characters ' -_.$*@+' only");
    }
    return std::move(levels_);
  }

 private:
  // SLC: <Level Id="title"> with a row in each <L>; other elements are passed over.
  void read_elements(std::size_t begin) {
    const std::string_view text = source_.text();
    for (std::size_t at = text.find('<', begin); at != std::string_view::npos;
         at = text.find('<', at)) {
      if (text.substr(at).starts_with("<!--")) {
        at = std::min(text.find("-->", at), text.size());
        continue;
      }
      // A title may have a '>' in its quotes.
      std::size_t close = at;
      for (char quote = 0; close < text.size() && (quote != 0 || text[close] != '>'); ++close) {
        if (quote == 0 ? text[close] == '"' || text[close] == '\'' : text[close] == quote)
          quote = quote == 0 ? text[close] : '\0';
      }
      const std::string_view tag = text.substr(at + 1, close - at - 1);
      const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/", 1));
      at = std::min(close + 1, text.size());
      if (name == "Level") title_ = attribute(tag, "Id");
      if (name == "/Level") finish();
      if (name != "L") continue;
      const std::size_t end = std::min(text.find('<', at), text.size());
      Row row;
      for (std::size_t i = at; i < end; ++i) {
        const bool is_cell = only(text.substr(i, 1), kCellLetters);
        if (!is_cell) note_unread(i);
        row.push_back({is_cell ? text[i] : ' ', i});
      }
      add_row(std::move(row));
    }
  }

  // A fault of the level, not of the file.
  void note_unread(std::size_t at) {
    unread_.push_back({Severity::kError,
                       "this character stands for nothing in a level",
                       "cells are ' -_.$*@+' and #",
                       {at, 1}});
  }

  // The value in quotes of either kind behind the name; "" if there is none.
  static std::string attribute(std::string_view tag, std::string_view name) {
    const std::size_t at = tag.find(std::string(" ") + std::string(name) + "=");
    const std::size_t begin = at + name.size() + 3;
    if (at == std::string_view::npos || begin > tag.size()) return {};
    const char quote = tag[begin - 1];
    if (quote != '"' && quote != '\'') return {};
    std::string out(tag.substr(begin, tag.find(quote, begin) - begin));
    for (const auto& [entity, letter] :
         {std::pair{"&quot;", "\""}, std::pair{"&apos;", "'"}, std::pair{"&lt;", "<"},
          std::pair{"&gt;", ">"}, std::pair{"&amp;", "&"}}) {
      for (std::size_t i = 0; (i = out.find(entity, i)) != std::string::npos; ++i)
        out.replace(i, std::string_view(entity).size(), letter);
    }
    return out;
  }

  void take_line(std::size_t begin, std::size_t end) {
    const std::string_view line = source_.text().substr(begin, end - begin);
    // Moves behind the word Solution are those of the level before; they may go over several lines.
    if (in_solution_ && !line.empty() && only(line, "udlrUDLR0123456789()")) {
      StoredSolution& solution = levels_.back().solutions.back();
      if (solution.moves.empty()) solution.span = {begin, end - begin};
      solution.moves += line;
      return;
    }
    in_solution_ = in_solution_ && line.empty() && levels_.back().solutions.back().moves.empty();
    if (in_comment_) {
      if (ends_comment(line)) in_comment_ = false;
      return;
    }
    const bool wall = line.find('#') != std::string_view::npos;
    const bool packed = line.find_first_of("0123456789|()") != std::string_view::npos;
    if (wall && only(line, kCellLetters)) {
      Row row;
      for (std::size_t i = begin; i < end; ++i) row.push_back({source_.text()[i], i});
      add_row(std::move(row));
    } else if (wall && packed && only(line, "#@+$*. -_pPbB0123456789|()")) {
      Row row;
      for (const Written& one : unrolled(source_, begin, end, kMostCells)) {
        if (one.letter == '|') {
          add_row(std::exchange(row, {}));
        } else {
          row.push_back(one);
        }
      }
      add_row(std::move(row));
    } else {
      const std::string_view bare = trimmed(line);
      if (!rows_.empty() && !bare.empty() && bare.front() == '#' && bare.back() == '#') {
        Row row;
        for (std::size_t i = begin; i < end; ++i) {
          const bool is_cell = only(source_.text().substr(i, 1), kCellLetters);
          if (!is_cell) note_unread(i);
          row.push_back({is_cell ? source_.text()[i] : ' ', i});
        }
        add_row(std::move(row));
        return;
      }
      finish();
      take_text(bare);
    }
  }

  static bool ends_comment(std::string_view line) {
    return starts_with_word(line, "comment-end") || starts_with_word(line, "comment_end");
  }
  // A comment without an end is a line only, so that it does not take all levels behind it.
  bool comment_ends_after(std::string_view line) {
    const std::string_view text = source_.text();
    auto at = static_cast<std::size_t>(line.data() + line.size() - text.data());
    while (last_comment_ends_ && (at = text.find('\n', at)) != std::string_view::npos) {
      ++at;
      if (ends_comment(trimmed(text.substr(at, text.find('\n', at) - at)))) return true;
    }
    return last_comment_ends_ = false;
  }

  void take_text(std::string_view line) {
    if (starts_with_word(line, "comment:") && trimmed(line.substr(8)).empty()) {
      in_comment_ = comment_ends_after(line);
    } else if (starts_with_word(line, "title:")) {
      const std::string title(trimmed(line.substr(6)));
      // Behind the rows in .sok files.
      if (!levels_.empty() && levels_.back().title.empty()) levels_.back().title = title;
    } else if (starts_with_word(line, "solution") && !levels_.empty()) {
      levels_.back().solutions.emplace_back();
      in_solution_ = true;
    } else if (!line.empty() && line.front() == ';') {
      title_ = trimmed(line.substr(1));
    } else if (line.size() > 2 && line.front() == '\'' && line.back() == '\'') {
      title_ = line.substr(1, line.size() - 2);
    }
  }

  void add_row(Row row) {
    cells_ += row.size();
    if (cells_ > kMostCells) {
      refuse_text(source_, row.empty() ? 0 : row.front().offset, 1,
                  "a level of more than " + std::to_string(kMostCells) + " cells");
    }
    rows_.push_back(std::move(row));
  }

  void finish() {
    cells_ = 0;
    if (rows_.empty()) return;
    Level level;
    level.title = std::exchange(title_, {});
    level.faults = std::exchange(unread_, {});
    level.height = static_cast<int>(rows_.size());
    std::size_t width = 0;
    for (const Row& row : rows_) width = std::max(width, row.size());
    level.width = static_cast<int>(width);
    if (width * rows_.size() > kMostCells) {
      refuse_text(source_, rows_.front().empty() ? 0 : rows_.front().front().offset, 1,
                  "a level of more than " + std::to_string(kMostCells) + " cells");
    }
    level.cells.assign(width * rows_.size(), ' ');
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      for (std::size_t c = 0; c < rows_[r].size(); ++c)
        level.cells[r * width + c] = plain_cell(rows_[r][c].letter);
    }
    judge(level);
    levels_.push_back(std::move(level));
    rows_.clear();
  }

  SourceSpan first_cell() const {
    for (const Row& row : rows_) {
      for (const Written& cell : row) {
        if (cell.letter == '#') return {cell.offset, 1};
      }
    }
    return {};
  }

  void judge(Level& level) const {
    std::size_t boxes = 0;
    std::size_t goals = 0;
    std::vector<SourceSpan> players;
    const auto fault = [&](Severity severity, SourceSpan span, std::string message,
                           std::string hint) {
      level.faults.push_back({severity, std::move(message), std::move(hint), span});
    };
    for (const Row& row : rows_) {
      for (const Written& cell : row) {
        const char c = plain_cell(cell.letter);
        boxes += is_box(c);
        goals += is_goal(c);
        if (is_player(c)) players.push_back({cell.offset, 1});
      }
    }
    if (players.empty()) {
      fault(Severity::kError, first_cell(), "this level has no player",
            "the player is written @, or + on a goal");
    }
    for (std::size_t i = 1; i < players.size(); ++i)
      fault(Severity::kError, players[i], "a second player", "a level has one");
    if (boxes == 0)
      fault(Severity::kError, first_cell(), "this level has no box", "$, or * on a goal");
    if (goals < boxes) {
      fault(Severity::kError, first_cell(),
            counted(boxes, "box", "boxes") + " and " + counted(goals, "goal"),
            "each box needs a goal");
    }
    if (players.size() != 1) return;
    bool leaves = false;
    const std::vector<bool> region = region_of(level, leaves);
    if (leaves) {
      fault(Severity::kError, players.front(), "the player can leave the level",
            "walls (#) must surround all that the player reaches");
      return;
    }
    const auto reached = [&](auto what) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < region.size(); ++i) count += region[i] && what(level.cells[i]);
      return count;
    };
    if (goals >= boxes && reached(is_goal) < reached(is_box)) {
      fault(Severity::kError, players.front(), "the player reaches fewer goals than boxes", "");
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      for (std::size_t c = 0; c < rows_[r].size(); ++c) {
        const char cell = plain_cell(rows_[r][c].letter);
        if (!is_box(cell) || region[r * static_cast<std::size_t>(level.width) + c]) continue;
        const SourceSpan span{rows_[r][c].offset, 1};
        if (is_goal(cell)) {
          fault(Severity::kWarning, span, "the player never gets to this box", "it is like a wall");
        } else {
          fault(Severity::kError, span, "the player never gets to this box",
                "so that it never gets to a goal");
        }
      }
    }
  }

  const SourceText& source_;
  std::vector<Level> levels_;
  std::vector<Row> rows_;
  std::size_t cells_ = 0;
  std::vector<Diagnostic> unread_;  // of the level: characters that stand for nothing
  std::string title_;
  bool in_comment_ = false;
  bool last_comment_ends_ = true;  // a comment that begins here may have an end
  bool in_solution_ = false;
};

}  // namespace

std::vector<Level> read_levels(const SourceText& source) { return LevelReader(source).read(); }

std::string read_moves(const SourceText& source, std::size_t most) {
  std::string out;
  for (const Written& one : unrolled(source, 0, source.text().size(), most)) {
    if (one.letter == ' ' || one.letter == '\t' || one.letter == '\n' || one.letter == '\r')
      continue;
    if (std::string_view("udlrUDLR").find(one.letter) == std::string_view::npos) {
      refuse_text(source, one.offset, 1, "no move is written so",
                  "u d l r are steps, U D L R are pushes; 3(uR) repeats");
    }
    out += one.letter;
  }
  return out;
}

}  // namespace cgt::sokoban
