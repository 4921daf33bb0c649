#include "decomp/labs/sokoban/level.hpp"
#include "cgt/support/words.hpp"

#include <algorithm>

namespace cgt::sokoban {

bool Level::has_errors() const {
  return std::any_of(faults.begin(), faults.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

std::string Level::text() const {
  std::string out;
  for (int row = 0; row < height; ++row) {
    std::string line = cells.substr(static_cast<std::size_t>(row) * static_cast<std::size_t>(width),
                                    static_cast<std::size_t>(width));
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += line + '\n';
  }
  return out;
}

void require_sound(const Level& level, const SourceText& source) {
  std::vector<Diagnostic> errors;
  for (const Diagnostic& fault : level.faults) {
    if (fault.severity == Severity::kError) errors.push_back(fault);
  }
  if (!errors.empty()) throw InputError(source, std::move(errors));
}

Play play(const Level& level, std::string_view moves, Level* end) {
  Play out;
  std::vector<bool> box(level.cells.size());
  const auto index = [&](int row, int column) {
    return static_cast<std::size_t>(row * level.width + column);
  };
  int row = 0;
  int column = 0;
  for (int r = 0; r < level.height; ++r) {
    for (int c = 0; c < level.width; ++c) {
      box[index(r, c)] = is_box(level.at(r, c));
      if (is_player(level.at(r, c))) {
        row = r;
        column = c;
      }
    }
  }
  const auto finish = [&] {
    if (end == nullptr) return;
    *end = level;
    end->faults.clear();
    for (std::size_t i = 0; i < box.size(); ++i) {
      if (level.cells[i] == '#') continue;
      const bool here = i == index(row, column);
      const bool goal = is_goal(level.cells[i]);
      end->cells[i] = here ? (goal ? '+' : '@') : box[i] ? (goal ? '*' : '$') : goal ? '.' : ' ';
    }
  };
  const auto fail = [&](const std::string& why) {
    finish();
    out.fault = "move " + std::to_string(out.moves + 1) + ": " + why;
    return out;
  };
  for (const char letter : moves) {
    int d = 0;
    while (d < 4 && letter != kStepLetter[d] && letter != kPushLetter[d]) ++d;
    if (d == 4) return fail("no move is written so");
    const bool push = letter == kPushLetter[d];
    const int to_row = row + kRowStep[d];
    const int to_column = column + kColumnStep[d];
    if (level.at(to_row, to_column) == '#') return fail("into a wall");
    if (box[index(to_row, to_column)]) {
      if (!push) return fail("a push written as a step");
      const int next_row = to_row + kRowStep[d];
      const int next_column = to_column + kColumnStep[d];
      if (level.at(next_row, next_column) == '#' || box[index(next_row, next_column)])
        return fail("the box is blocked");
      box[index(to_row, to_column)] = false;
      box[index(next_row, next_column)] = true;
      ++out.pushes;
    } else if (push) {
      return fail("a step written as a push");
    }
    row = to_row;
    column = to_column;
    ++out.moves;
  }
  finish();
  std::size_t off = 0;
  for (std::size_t i = 0; i < box.size(); ++i) off += box[i] && !is_goal(level.cells[i]);
  out.solved = off == 0;
  if (off > 0) {
    out.fault = counted(off, "box is", "boxes are") + " not on a goal at the end";
  }
  return out;
}

}  // namespace cgt::sokoban
