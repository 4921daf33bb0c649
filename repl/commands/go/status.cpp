// cgt go --status: tsumego on boards as people have them.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/words.hpp"
#include "decomp/go/life/group_moves.hpp"
#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/report/judgement.hpp"
#include "decomp/go/report/report.hpp"
#include "repl/commands/go/go.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

std::string moves_word(int moves) { return counted(static_cast<std::uint64_t>(moves), "move"); }

// "a direct ko: Black needs 2 moves in a row, White 1".
std::string ko_words(const go::GroupMoves& found) {
  if (!found.hunter_moves || !found.owner_moves) return "ko decides";
  const int approach = *found.hunter_moves + *found.owner_moves - 3;
  const std::string kind =
      approach <= 0 ? "a direct ko decides"
                    : fmt::format("a ko with {} to approach it decides", moves_word(approach));
  return fmt::format("{}: {} needs {} in a row, {} {}", kind,
                     go::player_name(opponent(found.owner)), moves_word(*found.hunter_moves),
                     go::player_name(found.owner), *found.owner_moves);
}

std::string status_words(const go::GroupMoves& found) {
  switch (found.status) {
    case go::GroupStatus::kAlive: return "alive, even if the enemy moves first";
    case go::GroupStatus::kSeki: return "seki: it cannot be taken; nothing shows that it lives";
    case go::GroupStatus::kDead: return "dead, even if it moves first";
    case go::GroupStatus::kUnsettled: return "unsettled: who moves first decides";
    case go::GroupStatus::kKo: return ko_words(found);
    case go::GroupStatus::kUnknown: break;
  }
  return "unknown: " + found.why;
}

std::string status_text(const go::Board& board, const go::GroupMoves& found) {
  std::string out = fmt::format("{} {} ({}): {}\n", go::player_name(found.owner),
                                board.name(found.stones.front()),
                                counted(found.stones.size(), "stone"), status_words(found));
  if (found.status == go::GroupStatus::kUnknown) {
    if (found.enemy_first)
      out += fmt::format("  if the enemy moves first: {}\n", name(*found.enemy_first));
    if (found.owner_first)
      out += fmt::format("  if its owner moves first: {}\n", name(*found.owner_first));
  }
  if (found.endless == true)
    out +=
        fmt::format("  with endless ko threats {} would keep it\n", go::player_name(found.owner));
  const bool ko = found.status == go::GroupStatus::kKo;
  const Player hunter = opponent(found.owner);
  const auto add = [&](const char* what, Player player, const std::vector<go::Point>& moves) {
    if (moves.empty()) return;
    out += fmt::format("  {} {}{}\n", what, board.names(moves),
                       ko ? fmt::format(" (if {} wins the ko)", go::player_name(player)) : "");
  };
  add("kills:", hunter, found.killing);
  add("saves:", found.owner, found.saving);
  return out;
}

nlohmann::ordered_json status_json(const go::Board& board, const go::GroupMoves& found,
                                   const std::string& condition) {
  nlohmann::ordered_json json;
  const auto points = [&](const std::vector<go::Point>& of) {
    auto list = nlohmann::ordered_json::array();
    for (const go::Point p : of) list.push_back(board.name(p));
    return list;
  };
  const auto count = [](const std::optional<int>& number) {
    return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
  };
  json["colour"] = std::string(1, go::colour_letter(found.owner));
  json["stones"] = points(found.stones);
  json["status"] = name(found.status);
  const auto fate = [](const std::optional<go::Fate>& known) {
    return known ? nlohmann::ordered_json(name(*known)) : nlohmann::ordered_json();
  };
  json["enemy_first"] = fate(found.enemy_first);
  json["owner_first"] = fate(found.owner_first);
  json["kills"] = points(found.killing);
  json["saves"] = points(found.saving);
  if (found.endless) json["endless_threats"] = *found.endless;
  if (found.status == go::GroupStatus::kKo) {
    json["kill_moves"] = count(found.hunter_moves);
    json["save_moves"] = count(found.owner_moves);
  }
  std::vector<std::string> because;
  if (found.status == go::GroupStatus::kUnknown) because.push_back(status_words(found));
  if (!condition.empty()) because.push_back(condition);
  put_doubts(json, because);
  return json;
}

}  // namespace

Walls find_walls(const GoOptions& options, const go::Problem& problem, Budget& budget) {
  Walls out;
  const go::Board& board = problem.board;
  go::Problem copy = problem;
  out.told = partition_options(options, copy).assumed;
  out.told.insert(out.told.end(), copy.assumed.begin(), copy.assumed.end());
  std::erase_if(out.told, [&](go::Point p) { return board[p] == go::Colour::kEmpty; });
  try {
    Budget half = budget.half();
    if (out.told.empty()) out.judged = go::judge(board, Player::kLeft, {}, half).living();
    Budget rest = budget.half();
    out.safety = go::searched_safety(board, out.told, rest);
  } catch (const BudgetExhausted&) {
    // Then nothing is proved to be safe.
  }
  return out;
}

std::string condition_of(const go::Board& board, const Walls& walls,
                         const std::vector<go::Point>& besides) {
  std::vector<go::Point> stones;
  for (const go::Point p : walls.all()) stones.push_back(board.block(p).stones.front());
  std::ranges::sort(stones);
  stones.erase(std::unique(stones.begin(), stones.end()), stones.end());
  for (const go::Point p : besides) std::erase(stones, board.block(p).stones.front());
  return stones.empty() ? "" : "if these live: the blocks of " + board.names(stones);
}

std::string walls_text(const Walls& walls, const std::string& condition) {
  if (condition.empty()) return "";
  return fmt::format("{}: {}\n", walls.told.empty() ? "Estimated" : "Assumed", condition);
}

ExitCode run_status(const GoOptions& options, const go::Problem& problem) {
  const go::Board& board = problem.board;
  const std::vector<go::Point> named = named_stones("--status", options.status, board);
  Budget budget(go_limits(options.common.limits), &interrupt_flag());
  std::optional<Progress> progress(std::in_place, "searching", options.common.quiet);
  const Walls walls = find_walls(options, problem, budget);
  bool known = true;
  std::string text;
  auto all = nlohmann::ordered_json::array();
  for (const go::Point stone : named) {
    const std::vector<go::Point> block = board.block(stone).stones;
    // Walls that nobody told are the enemy's: a block lives by itself.
    Walls around;
    around.told = walls.told;
    for (const go::Point p : walls.judged) {
      if (board[p] != board[stone]) around.judged.push_back(p);
    }
    std::vector<go::Point> living = around.all();
    std::erase_if(living, [&](go::Point p) { return std::ranges::binary_search(block, p); });
    Budget share = budget.slice(0, 100);
    const go::GroupMoves found = go::group_moves(board, stone, walls.safety, living, share);
    known = known && found.status != go::GroupStatus::kUnknown && !found.owed;
    std::string condition = condition_of(board, around, {stone});
    if (found.owed) {
      condition += condition.empty() ? "if " : "; if ";
      condition += "the stones around it, which live by answers in its area, are answered for";
    }
    text += status_text(board, found) + walls_text(around, condition);
    all.push_back(status_json(board, found, condition));
  }
  progress.reset();
  if (options.json) {
    std::cout << json_line(all, 2) << '\n';
  } else {
    std::cout << text;
  }
  std::cout.flush();
  if (take_interrupt()) return kInterrupted;
  return known && (!walls.told.empty() || walls.judged.empty()) ? kOk : kOutOfBudget;
}

}  // namespace cgt::repl
