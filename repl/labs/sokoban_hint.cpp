// cgt sokoban hint, rate: levels as somebody plays them, and how hard they are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/words.hpp"
#include "decomp/labs/sokoban/refutation.hpp"
#include "repl/labs/sokoban.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using sokoban::Cell;
using sokoban::Level;
using sokoban::Solution;
using Json = nlohmann::ordered_json;

// Positions that a proof by few boxes may take: before a search, and after one that found no solution.
constexpr std::size_t kFewPositions = 2'000;
constexpr std::size_t kManyPositions = 50'000;
constexpr std::uint64_t kRefutationNodes = 2'000'000;

// A level after one of the pushes of a player.
struct Stand {
  Level level;
  std::string moves;         // up to that push
  std::optional<Cell> last;  // the box, where it stands now
};

bool is_push(char letter) { return letter >= 'A' && letter <= 'Z'; }

// Before the first push, and after each.
std::vector<Stand> stands_of(const Level& level, const std::string& moves) {
  std::vector<Stand> out{{level, "", std::nullopt}};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!is_push(moves[i])) continue;
    Stand stand;
    stand.moves = moves.substr(0, i + 1);
    sokoban::play(level, stand.moves, &stand.level);
    // Whoever has pushed stands where the box was.
    const std::size_t at = stand.level.cells.find_first_of("@+");
    const int direction = static_cast<int>(
        std::find(sokoban::kPushLetter, sokoban::kPushLetter + 4, moves[i]) - sokoban::kPushLetter);
    const int width = level.width;
    stand.last = Cell{static_cast<int>(at) / width + sokoban::kRowStep[direction],
                      static_cast<int>(at) % width + sokoban::kColumnStep[direction]};
    out.push_back(std::move(stand));
  }
  return out;
}

struct Judged {
  Solution found;
  bool lost = false;
  std::vector<Cell> stuck;  // the proof, if there is a short one
};

// Empty if the search for a proof takes too long; the budget of the position goes on.
std::vector<Cell> stuck_in(const Stand& stand, bool try_all, Budget& budget) {
  Budget part = budget.part(kRefutationNodes);
  std::optional<std::vector<Cell>> boxes;
  try {
    boxes = sokoban::refute(stand.level, try_all ? std::nullopt : stand.last,
                            try_all ? kManyPositions : kFewPositions, part);
  } catch (const BudgetExhausted&) {  // settle() tells whether that of the position is spent, too
  }
  budget.settle(part);
  return boxes.value_or(std::vector<Cell>{});
}

Judged judge(const Stand& stand, const SokobanOptions& options) {
  Budget budget(options.common.limits, &interrupt_flag());
  Judged out;
  try {
    if (stand.last) out.stuck = stuck_in(stand, false, budget);
    out.lost = !out.stuck.empty();
    if (out.lost) return out;
    const sokoban::Board board(stand.level);
    out.found = sokoban::solve(board, {.best = options.best}, budget);
    out.lost = out.found.impossible();
    if (out.lost) out.stuck = stuck_in(stand, true, budget);
  } catch (const BudgetExhausted& spent) {
    if (!out.lost) out.found.stop = spent.reason();
  }
  return out;
}

std::string solution_of(const Stand& stand, const Judged& judged, sokoban::Play& play) {
  return checked_lurd(sokoban::Board(stand.level), stand.level, judged.found, play);
}

// "after 2 pushes, 7 moves"
std::string after_text(const std::string& moves) {
  const auto pushes =
      static_cast<std::uint64_t>(std::count_if(moves.begin(), moves.end(), is_push));
  return fmt::format("after {}, {}", counted(pushes, "push", "pushes"),
                     counted(moves.size(), "move"));
}

// The level with these boxes only.
std::string with_boxes(Level level, const std::vector<Cell>& boxes) {
  for (int r = 0; r < level.height; ++r) {
    for (int c = 0; c < level.width; ++c) {
      char& cell = level.cells[static_cast<std::size_t>(r * level.width + c)];
      if (!sokoban::is_box(cell) ||
          std::find(boxes.begin(), boxes.end(), Cell{r, c}) != boxes.end())
        continue;
      cell = cell == '*' ? '.' : ' ';
    }
  }
  return level.text();
}

Json cells_json(const std::vector<Cell>& cells) {
  Json out = Json::array();
  for (const Cell& cell : cells) out.push_back({cell.row + 1, cell.column + 1});
  return out;
}

// A position that has no solution: since which push, and why.
ExitCode tell_lost(const SokobanOptions& options, std::size_t index, const Level& level,
                   const std::vector<Stand>& stands, Judged last) {
  // Once lost, always lost: halve. What is not known is taken for not lost.
  std::size_t least = 0;
  std::size_t most = stands.size() - 1;
  std::optional<std::pair<std::size_t, Judged>> before;
  while (least < most) {
    const std::size_t middle = least + (most - least) / 2;
    Judged judged = judge(stands[middle], options);
    if (interrupt_flag()) return kInterrupted;
    if (judged.lost) {
      most = middle;
      last = std::move(judged);
    } else {
      least = middle + 1;
      before.emplace(middle, std::move(judged));
    }
  }
  const Stand& stand = stands[most];
  const bool exact =
      most == 0 || (before && before->first + 1 == most && before->second.found.pushes);
  std::string solution;
  if (most > 0 && exact) {
    sokoban::Play play;
    solution = solution_of(stands[most - 1], before->second, play);
  }
  std::string proof;
  if (!last.stuck.empty()) {
    proof = fmt::format("{} {} lost", index + 1, stand.moves);
    for (const Cell& cell : last.stuck)
      proof += fmt::format(" {},{}", cell.row + 1, cell.column + 1);
  }
  if (!options.out.empty()) {
    if (proof.empty())
      std::cerr << "no proof was written: none by few boxes was found\n";
    else
      write_file(options.out, proof + '\n');
  }
  if (options.json) {
    Json json{
        {"level", index + 1}, {"answer", "lost"}, {"push", most}, {"move", stand.moves.size()}};
    json["first_lost_push_is_proved"] = exact;
    json["before"] = solution.empty() ? Json() : Json(solution);
    json["stuck"] = cells_json(last.stuck);
    json["proof"] = proof.empty() ? Json() : Json(proof);
    json["proved"] = true;
    std::cout << json_line(json) << '\n';
    return kRuntimeError;
  }
  std::cout << head_of(index, level) << ", " << after_text(stands.back().moves) << ": ";
  if (most == 0) {
    std::cout << "no solution, and none from the start\n";
  } else {
    std::cout << fmt::format("lost since push {} (move {}, {}){}\n", most, stand.moves.size(),
                             stand.moves.back(), exact ? "" : ", or before");
    if (!solution.empty()) std::cout << "before it: " << solution << '\n';
  }
  if (proof.empty()) {
    std::cout << "everything was looked at; no proof by few boxes was found\n";
  } else {
    std::cout << (last.stuck.size() == 1 ? "this box comes to no goal"
                                         : "these boxes cannot all come to goals")
              << ", whatever the others do:\n"
              << with_boxes(stand.level, last.stuck) << proof << '\n';
  }
  return kRuntimeError;
}

}  // namespace

ExitCode run_sokoban_hint(const SokobanOptions& options, std::size_t index, const Level& level) {
  const SourceText text("--after", options.after);
  const std::string moves = sokoban::read_moves(text);
  Stand now{level, moves, std::nullopt};
  const sokoban::Play so_far = sokoban::play(level, moves, &now.level);
  if (so_far.moves < moves.size())
    throw Error("--after: " + so_far.fault, "small letters are steps, capitals are pushes");
  const std::string head = head_of(index, level) + ", " + after_text(moves);
  if (so_far.solved) {
    if (options.json) {
      std::cout << json_line(Json{{"level", index + 1}, {"answer", "solved"}, {"proved", true}})
                << '\n';
    } else {
      std::cout << head << ": solved\n";
    }
    return kOk;
  }
  const std::vector<Stand> stands = stands_of(level, moves);
  now.last = stands.back().last;
  const Progress progress("solving", options.common.quiet);
  Judged judged = judge(now, options);
  if (interrupt_flag()) return kInterrupted;
  if (judged.lost) {
    // The walk after the last push changes nothing.
    return tell_lost(options, index, level, stands, std::move(judged));
  }
  if (!judged.found.pushes) {
    if (options.json) {
      Json json{{"level", index + 1}, {"answer", "unknown"}};
      put_doubt(json, verdict_of(judged.found, {}));
      std::cout << json_line(json) << '\n';
    } else {
      std::cout << head << ": " << verdict_of(judged.found, {}) << '\n';
    }
    return code_of(judged.found);
  }
  sokoban::Play play;
  const std::string rest = solution_of(now, judged, play);
  const auto push = std::find_if(rest.begin(), rest.end(), is_push);
  const std::string next(rest.begin(), push + 1);
  if (options.json) {
    std::cout << json_line(Json{{"level", index + 1},
                                {"answer", "solvable"},
                                {"next", next},
                                {"pushes", play.pushes},
                                {"moves", play.moves},
                                {"fewest_pushes_at_least", judged.found.lower},
                                {"solution", rest},
                                {"proved", true}})
              << '\n';
  } else {
    // "solved: 7 pushes, ..." says what is still to be done.
    const std::string verdict = verdict_of(judged.found, play);
    std::cout << head << ": to go" << verdict.substr(verdict.find(':')) << "\nnext: " << next
              << '\n';
  }
  return kOk;
}

// --- rate ---

namespace {

// How often the next push is of another box.
std::size_t box_changes(const sokoban::Board& board, const std::vector<sokoban::Push>& pushes) {
  std::size_t out = 0;
  sokoban::Square at = -1;
  for (const sokoban::Push& push : pushes) {
    out += push.box != at ? 1 : 0;
    at = board.next(push.box, push.direction);
  }
  return out;
}

}  // namespace

ExitCode run_sokoban_rate(const SokobanOptions& options, const std::vector<Level>& levels) {
  if (!options.json)
    std::cout
        << "level\ttitle\tanswer\tboxes\tsquares\tpushes\tleast\tmoves\tlines\tstates\trating\n";
  std::size_t known = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < levels.size() && !interrupt_flag(); ++i) {
    const Level& level = levels[i];
    Json row{{"level", i + 1}, {"title", level.title}};
    try {
      const sokoban::Board board(level);
      const Solution found = [&] {
        const Progress progress(head_of(i, level), options.common.quiet);
        return solved(board, options);
      }();
      sokoban::Play play;
      if (found.pushes) checked_lurd(board, level, found, play);
      row["answer"] = found.pushes ? "solved" : found.impossible() ? "impossible" : "unknown";
      row["boxes"] = board.boxes().size();
      row["squares"] = board.squares();
      row["pushes"] = found.pushes ? Json(play.pushes) : Json();
      row["least"] = found.impossible() ? Json() : Json(found.lower);
      row["moves"] = found.pushes ? Json(play.moves) : Json();
      row["lines"] = found.pushes ? Json(box_changes(board, *found.pushes)) : Json();
      row["states"] = found.counts.nodes;
      row["rating"] = std::round(10 * std::log10(1 + static_cast<double>(found.counts.nodes))) / 10;
      known += found.pushes || found.impossible() ? 1 : 0;
    } catch (const Error& error) {
      row["answer"] = "wrong";
      row["why"] = error.what();
      ++wrong;
      if (!options.json) std::cerr << head_of(i, level) << ": " << error.what() << '\n';
    }
    put_doubt(row,
              row["answer"] == "unknown" ? "the budget ended before a solution was found" : "");
    if (options.json) {
      std::cout << json_line(row) << std::endl;
      continue;
    }
    const char* between = "";
    for (const char* name : {"level", "title", "answer", "boxes", "squares", "pushes", "least",
                             "moves", "lines", "states", "rating"}) {
      const Json value = row.contains(name) ? row[name] : Json();
      std::cout << between
                << (value.is_null()     ? "-"
                    : value.is_string() ? value.get<std::string>()
                                        : json_line(value));
      between = "\t";
    }
    std::cout << std::endl;
  }
  if (interrupt_flag()) return kInterrupted;
  if (known + wrong < levels.size()) return kOutOfBudget;
  return wrong == 0 ? kOk : kRuntimeError;
}

}  // namespace cgt::repl
