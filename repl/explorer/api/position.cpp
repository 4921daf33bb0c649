#include "repl/explorer/api/moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "decomp/rules/registry.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {
namespace {

// Parameters with which families are offered first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kSamples{{
    {"gen-cutcake", "(\"4.0\",\"0.7\")"},
    {"gen-wythoff", "(2)"},
    {"partizan-splittles", "([1,2],[1,3])"},
    {"partizan-subtraction", "([1,2],[1,3])"},
    {"partizan-take-and-break", "(\"0.3\",\"0.7\")"},
    {"spawning", "(\"3\")"},
    {"splittles", "([1,2])"},
    {"subtraction", "([1,2])"},
    {"take-and-break", "(\"0.77\")"},
}};

std::string sample_of(const RulesetEntry& entry) {
  if (!needs_arguments(entry.signature)) return entry.name;
  const auto* const found =
      std::ranges::find(kSamples, entry.name, [](const auto& sample) { return sample.first; });
  if (found != kSamples.end()) return entry.path + std::string(found->second);
  return entry.path + "(2)";
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

bool holds_all(const BoardMove& move, const std::vector<std::size_t>& cells) {
  return std::ranges::all_of(cells, [&](std::size_t cell) {
    return std::ranges::find(move.cells, cell) != move.cells.end();
  });
}

}  // namespace

Json position_reply(const NamedRuleset& ruleset, const AnyPosition& position, Budget& budget) {
  const Picture picture = picture_of(ruleset, position, budget);
  Json out{{"game", ruleset.name},
           {"board", picture.text},
           {"kind", kind_name(picture)},
           {"picture", json_of(ruleset, picture)},
           {"text", fmt::format("{} {}", title_of(ruleset), picture.text)},
           {"impartial", position.impartial()}};
  bool over = true;
  for (const Player player : kPlayers) {
    Json& moves = out[player_word(player)] = Json::array();
    for (const BoardMove& move : moves_of(ruleset, position, picture, player, budget)) {
      moves.push_back(json_of(move));
      over = false;
    }
  }
  out["over"] = over;
  return out;
}

Json call_rulesets(Workspace& workspace, const Json& /*request*/, Budget& budget) {
  Json list = Json::array();
  for (const RulesetEntry& entry : rulesets()) {
    const std::string sample = sample_of(entry);
    Json row{{"name", entry.name},       {"path", entry.path},
             {"summary", entry.summary}, {"board", entry.board},
             {"example", entry.example}, {"signature", entry.signature},
             {"sample", sample},         {"needs_arguments", needs_arguments(entry.signature)}};
    const NamedRuleset ruleset = needs_arguments(entry.signature)
                                     ? workspace.ruleset(sample)
                                     : NamedRuleset{entry.name, entry.path, entry.make({})};
    row["title"] = title_of({entry.name, entry.path, ruleset.rules});
    const AnyPosition example = ruleset.rules->position(entry.example);
    row["char_map"] = ruleset.rules->char_map();
    row["kind"] = kind_name(picture_of(ruleset, example, budget));
    row["impartial"] = example.impartial();
    list.push_back(std::move(row));
  }
  return {{"rulesets", list}};
}

Json call_position(Workspace& workspace, const Json& request, Budget& budget) {
  const std::string game = text_in(request, "game");
  const NamedRuleset& ruleset = workspace.ruleset(game);
  std::string board = text_in(request, "board", "");
  if (!has(request, "board")) {
    const RulesetEntry* const entry = find_ruleset(game.substr(0, game.find('(')));
    if (entry == nullptr) throw Error("this game has no example", "give its board, too");
    board = entry->example;
  }
  return position_reply(ruleset, ruleset.rules->position(board), budget);
}

Json call_explain(Workspace& workspace, const Json& request, Budget& budget) {
  const NamedRuleset& ruleset = workspace.ruleset(text_in(request, "game"));
  const AnyPosition position = ruleset.rules->position(text_in(request, "board"));
  const Player player = player_in(request, "player");
  const Picture picture = picture_of(ruleset, position, budget);
  std::vector<std::size_t> cells;
  std::vector<std::string> names;
  for (const Json& cell : list_in(request, "cells")) {
    const auto number = static_cast<std::size_t>(
        integer_of(cell, "a cell", 0,
                   static_cast<std::int64_t>(std::max<std::size_t>(cells_of(picture), 1)) - 1));
    cells.push_back(number);
    names.push_back(cell_name(picture, number));
  }
  const std::string where = joined(names, " and ");
  const auto reply = [&](bool legal, const std::string& message) {
    return Json{{"legal", legal}, {"message", message}};
  };
  const char* const who = player == Player::kLeft ? "Left" : "Right";
  const char* const them = player == Player::kLeft ? "Right" : "Left";
  const std::vector<BoardMove> moves = moves_of(ruleset, position, picture, player, budget);
  const std::vector<BoardMove> others =
      moves_of(ruleset, position, picture, opponent(player), budget);
  if (moves.empty() && others.empty()) return reply(false, "The game is over: nobody has a move.");
  if (moves.empty()) return reply(false, fmt::format("{} has no move, and so loses in turn.", who));
  if (cells.empty()) return reply(false, fmt::format("{} has {} moves.", who, moves.size()));
  for (const BoardMove& move : moves) {
    if (holds_all(move, cells))
      return reply(true, fmt::format("{} may move here: {}.", who, move.label));
  }
  for (const BoardMove& move : others) {
    if (holds_all(move, cells))
      return reply(false, fmt::format("That is a move of {}: {}.", them, move.label));
  }
  std::vector<std::string> near;
  constexpr std::size_t kMostNear = 6;
  for (const BoardMove& move : moves) {
    const bool meets = std::ranges::any_of(cells, [&](std::size_t cell) {
      return std::ranges::find(move.cells, cell) != move.cells.end();
    });
    if (meets && near.size() < kMostNear) near.push_back(move.label);
  }
  const RulesetEntry* const entry = find_ruleset(ruleset.path);
  const std::string rule = entry == nullptr ? "" : fmt::format(" The rule: {}.", entry->summary);
  if (near.empty())
    return reply(false, fmt::format("No move of {} changes {}.{}", who, where, rule));
  return reply(false, fmt::format("No move of {} changes {} together; moves near it: {}.{}", who,
                                  where, joined(near, "; "), rule));
}

}  // namespace cgt::repl
