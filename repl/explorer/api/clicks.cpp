#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "decomp/go/board/region.hpp"
#include "repl/explorer/api/moves.hpp"

namespace cgt::repl {
namespace {

using Cells = std::vector<std::size_t>;

// More are offered as a list only.
constexpr std::size_t kMostMoves = 20'000;

bool is_board(const Picture& picture) {
  return picture.kind == PictureKind::kGrid || picture.kind == PictureKind::kStrip;
}

// Cells without a piece of anybody.
bool is_vacant(const Picture& picture, const std::string& cell) {
  const bool go_point = picture.go && (cell == "b" || cell == "w" || cell == "d");
  return cell == "." || cell == "0" || cell == "#" || go_point;
}

// The first column and row of the box of a region in its text, which is cut to what there is to see.
// None: they do not fit together.
std::optional<std::pair<std::ptrdiff_t, std::ptrdiff_t>> box_in_text(const go::Region& region,
                                                                     const Picture& picture) {
  const auto width = static_cast<std::ptrdiff_t>(picture.columns);
  const auto height = static_cast<std::ptrdiff_t>(picture.rows);
  const auto letter = [&](std::ptrdiff_t x, std::ptrdiff_t y) {
    if (x < 0 || y < 0 || x >= width || y >= height) return '#';
    return picture.cells[static_cast<std::size_t>(y * width + x)][0];
  };
  const auto matches = [&](go::Region::Cell cell, char c) {
    switch (cell & go::Region::kContents) {
      case go::Region::kEmpty: return c == '.' || c == 'b' || c == 'w' || c == 'd';
      case go::Region::kBlackStone: return c == 'X' || c == 'Y';
      case go::Region::kWhiteStone: return c == 'O' || c == 'Q';
      default: return c == '#' || c == 'B' || c == 'W';
    }
  };
  const auto fits = [&](std::ptrdiff_t dx, std::ptrdiff_t dy) {
    for (int y = 0; y < region.height(); ++y) {
      for (int x = 0; x < region.width(); ++x) {
        if (!matches(region.at(x, y), letter(x + dx, y + dy))) return false;
      }
    }
    return true;
  };
  for (std::ptrdiff_t dy = -region.height(); dy <= height; ++dy) {
    for (std::ptrdiff_t dx = -region.width(); dx <= width; ++dx) {
      if (fits(dx, dy)) return std::pair(dx, dy);
    }
  }
  return std::nullopt;
}

// What the boards before and after have in different cells. `owners` are those of the board before.
void compare_boards(const Picture& before, const std::vector<std::string_view>& owners,
                    const Picture& after, Player player, BoardMove& move) {
  if (!is_board(after) || before.rows != after.rows || before.columns != after.columns) return;
  // How often each kind of piece left a cell, or came to one, and where.
  std::map<std::string, std::pair<Cells, Cells>> pieces;
  for (std::size_t i = 0; i < before.cells.size(); ++i) {
    if (before.cells[i] == after.cells[i]) continue;
    move.cells.push_back(i);
    const bool vacant = is_vacant(before, before.cells[i]);
    if (vacant && !is_vacant(before, after.cells[i])) move.filled.push_back(i);
    if (!vacant && is_vacant(before, after.cells[i])) move.vacated.push_back(i);
    if (i < owners.size() && (owners[i] == player_word(player) || owners[i] == "both"))
      move.own.push_back(i);
    pieces[before.cells[i]].first.push_back(i);
    pieces[after.cells[i]].second.push_back(i);
  }
  if (before.writing == GridText::kNumbers) {
    // Herds part: moves between two cells differ in how many go.
    if (move.own.size() == 1 && move.filled.size() == 1) {
      const std::size_t to = move.filled.front();
      std::string_view many = after.cells[to];
      if (many.starts_with('-')) many.remove_prefix(1);
      move.label = fmt::format("{}-{}: {}", cell_name(before, move.own.front()),
                               cell_name(before, to), many);
    }
    return;
  }
  for (const auto& [piece, places] : pieces) {
    if (is_vacant(before, piece) || places.first.size() != 1 || places.second.size() != 1) continue;
    // One of the opponent's that goes was pushed.
    const std::size_t begun = places.first.front();
    if (begun < owners.size() && owners[begun] == player_word(opponent(player))) continue;
    // Two pieces that go at once are not a piece that goes.
    if (move.from) {
      move.from = move.to = std::nullopt;
      return;
    }
    move.from = begun;
    move.to = places.second.front();
  }
}

// Where a strip was cut, if `board` is its beginning; nothing is left of it if that is written 0.
std::optional<std::size_t> cut_of(const Picture& before, std::string_view board) {
  if (before.kind != PictureKind::kStrip || before.text.size() != before.columns) return {};
  if (board == "0") board = {};
  if (board.size() >= before.columns || !std::string_view(before.text).starts_with(board))
    return {};
  return board.size();
}

std::string sizes_text(const std::vector<std::vector<std::int64_t>>& heaps) {
  std::string out;
  for (const auto& heap : heaps) {
    if (!out.empty()) out += " and ";
    out += heap.size() == 1 ? std::to_string(heap[0]) : fmt::format("({},{})", heap[0], heap[1]);
  }
  return out.empty() ? "nothing" : out;
}

// Heaps in any order: those that are gone and those that are new.
void compare_heaps(const Picture& before, const Picture& after, BoardMove& move) {
  if (after.kind != PictureKind::kHeaps) return;
  if (before.shape == HeapShape::kPair || before.shape == HeapShape::kMemory) {
    for (std::size_t i = 0; i < 2 && !before.heaps.empty() && !after.heaps.empty(); ++i) {
      if (before.heaps[0][i] != after.heaps[0][i]) move.cells.push_back(i);
    }
    move.label = fmt::format("{} to {}", sizes_text(before.heaps), sizes_text(after.heaps));
    return;
  }
  std::vector<std::vector<std::int64_t>> fresh = after.heaps;
  std::vector<std::vector<std::int64_t>> gone;
  for (std::size_t i = 0; i < before.heaps.size(); ++i) {
    const auto same = std::ranges::find(fresh, before.heaps[i]);
    if (same != fresh.end()) {
      fresh.erase(same);
    } else {
      move.cells.push_back(i);
      gone.push_back(before.heaps[i]);
    }
  }
  move.label = fmt::format("{}: leave {}", sizes_text(gone), sizes_text(fresh));
}

std::string board_label(const Picture& picture, const BoardMove& move) {
  if (move.cells.empty()) return "to " + move.board;
  std::string out;
  if (move.from && move.to) {
    out = cell_name(picture, *move.from) + "-" + cell_name(picture, *move.to);
  }
  constexpr std::size_t kMostNames = 6;
  std::size_t named = 0;
  for (const std::size_t cell : move.cells) {
    if (cell == move.from || cell == move.to) continue;
    if (++named > kMostNames) return out + " ...";
    out += (out.empty() ? "" : " ") + cell_name(picture, cell);
  }
  return out;
}

// The sequences of clicks that would name a move, the best first.
std::vector<Cells> proposals(const BoardMove& move) {
  std::vector<Cells> out;
  if (move.cells.empty()) return out;
  Cells all = move.cells;
  if (move.from && move.to) {
    out.push_back({*move.from, *move.to});
    all = out.front();
    for (const std::size_t cell : move.cells) {
      if (cell != *move.from && cell != *move.to) all.push_back(cell);
    }
  } else {
    // Pieces that go together, by the one that pushes the others.
    if (!move.filled.empty() && !move.own.empty()) {
      out.push_back({move.own.back()});
      out.push_back({move.own.front()});
    }
    // A row that falls, by the piece at whose end it begins, and the other end.
    const bool front = std::ranges::binary_search(move.own, all.front());
    const bool back = std::ranges::binary_search(move.own, all.back());
    if (move.filled.empty() && front && !back) out.push_back({all.front(), all.back()});
    if (move.filled.empty() && back && !front) out.push_back({all.back(), all.front()});
    if (all.size() <= 2) out.push_back(all);
    if (move.filled.size() == 1) out.push_back(move.filled);
    if (move.vacated.size() == 1) out.push_back(move.vacated);
    out.push_back({all.front()});
    out.push_back({all.back()});
    out.push_back({all.front(), all.back()});
  }
  out.push_back(all);
  // Where this is the beginning of another move, a last click at the first cell ends it: an amazon that
  // shoots back to where it came from.
  all.push_back(all.front());
  out.push_back(std::move(all));
  return out;
}

// Gives each move the first of its proposals at which all moves with that proposal are different and
// none begins another.
void assign_clicks(std::vector<BoardMove>& moves) {
  if (moves.size() > kMostMoves) return;
  std::vector<std::vector<Cells>> proposed;
  // Moves to one board are the same to whoever plays: the first of them is clicked.
  std::set<std::string_view> boards;
  for (const BoardMove& move : moves) {
    const bool fresh = boards.insert(move.board).second;
    proposed.push_back(fresh ? proposals(move) : std::vector<Cells>());
  }
  std::vector<std::size_t> choice(moves.size(), 0);
  const auto current = [&](std::size_t i) -> const Cells* {
    return choice[i] < proposed[i].size() ? &proposed[i][choice[i]] : nullptr;
  };
  // Moves that clash go on to their next proposal, all of them, so that moves of one kind are clicked
  // in one way. Each round takes at least one proposal away.
  for (bool clash = true; clash;) {
    clash = false;
    std::map<Cells, std::vector<std::size_t>> by_clicks;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (const Cells* const clicks = current(i)) by_clicks[*clicks].push_back(i);
    }
    std::set<std::size_t> clashing;
    for (auto at = by_clicks.begin(); at != by_clicks.end(); ++at) {
      if (at->second.size() > 1) clashing.insert(at->second.begin(), at->second.end());
      // In order, those that begin with it follow it.
      const auto next = std::next(at);
      if (next != by_clicks.end() && next->first.size() > at->first.size() &&
          std::equal(at->first.begin(), at->first.end(), next->first.begin()))
        clashing.insert(at->second.begin(), at->second.end());
    }
    for (const std::size_t i : clashing) {
      ++choice[i];
      clash = true;
    }
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (const Cells* const clicks = current(i)) moves[i].clicks = *clicks;
  }
}

}  // namespace

std::vector<BoardMove> moves_of(const NamedRuleset& ruleset, const AnyPosition& position,
                                const Picture& picture, Player player, Budget& budget) {
  std::vector<BoardMove> moves;
  std::optional<std::pair<std::ptrdiff_t, std::ptrdiff_t>> box;
  const auto* const region = position.as<go::Region>();
  if (region != nullptr && picture.go) box = box_in_text(*region, picture);
  const std::vector<std::string_view> owners =
      is_board(picture) ? owners_of(ruleset, picture) : std::vector<std::string_view>();
  for (Option<AnyPosition>& option : position.options(player, budget)) {
    budget.charge();
    BoardMove move;
    move.index = moves.size();
    move.board = option.position.text();
    if (picture.kind == PictureKind::kGraph) {
      const bool edges = moves_are_edges(ruleset);
      const std::size_t cell = option.move + (edges ? picture.graph.labels.size() : 0);
      if (cell < cells_of(picture)) move.cells = {cell};
    } else if (box && region != nullptr) {
      const auto width = static_cast<std::ptrdiff_t>(region->width());
      const auto number = static_cast<std::ptrdiff_t>(option.move);
      const std::ptrdiff_t x = number % width + box->first;
      const std::ptrdiff_t y = number / width + box->second;
      move.cells = {static_cast<std::size_t>(y) * picture.columns + static_cast<std::size_t>(x)};
    } else if (picture.kind == PictureKind::kHeaps) {
      compare_heaps(picture, picture_of(ruleset, option.position, budget), move);
    } else if (const auto cut = cut_of(picture, move.board)) {
      move.cells = {*cut};
    } else if (is_board(picture)) {
      compare_boards(picture, owners, picture_of(ruleset, option.position, budget), player, move);
    }
    if (move.label.empty()) move.label = board_label(picture, move);
    if (option.shift != 0) move.label += fmt::format(" ({:+})", option.shift);
    move.option = std::move(option);
    moves.push_back(std::move(move));
  }
  assign_clicks(moves);
  return moves;
}

Json json_of(const BoardMove& move) {
  const auto cell = [](const std::optional<std::size_t>& c) { return c ? Json(*c) : Json(); };
  return {{"index", move.index},
          {"board", move.board},
          {"cells", move.cells},
          {"from", cell(move.from)},
          {"to", cell(move.to)},
          {"clicks", move.clicks ? Json(*move.clicks) : Json()},
          {"shift", move.option.shift},
          {"label", move.label},
          {"repeats", move.option.may_repeat}};
}

}  // namespace cgt::repl
