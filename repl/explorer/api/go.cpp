// Records of Go: what `cgt go` answers, and lines that were not played.
#include "repl/explorer/api/views.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/text/text.hpp"
#include "decomp/go/record/either.hpp"
#include "decomp/go/report/json.hpp"
#include "repl/commands/go/go.hpp"
#include "repl/explorer/api/workspace.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

constexpr std::int64_t kMostMoveNumbers = 10'000;
constexpr std::size_t kMostTried = 500;

const char* letter_of(Player player) { return player == Player::kLeft ? "B" : "W"; }

Player player_called(const std::string& word) {
  if (word == "B" || word == "b") return Player::kLeft;
  if (word == "W" || word == "w") return Player::kRight;
  throw Error("\"" + word + "\" is neither B nor W");
}

char stone_letter(go::Colour colour) {
  switch (colour) {
    case go::Colour::kBlack: return 'X';
    case go::Colour::kWhite: return 'O';
    case go::Colour::kEmpty: break;
  }
  return '.';
}

Json board_json(const go::Board& board) {
  Json stones = Json::array();
  Json names = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const go::Point point = board.point(i);
    stones.push_back(std::string(1, stone_letter(board[point])));
    names.push_back(board.name(point));
  }
  return {{"kind", "go"},           {"size", board.width()}, {"columns", board.width()},
          {"rows", board.height()}, {"cells", stones},       {"names", names}};
}

Json move_json(const go::Board& board, const go::Move& move) {
  return {{"colour", letter_of(move.player)},
          {"point", move.point ? Json(board.name(*move.point)) : Json()}};
}

// The answer of `cgt go --json`, and what the page draws besides.
Json solution_of(const GoOptions& options, go::Problem problem, const Budget& budget) {
  Store store;
  GoOptions asked = options;
  asked.common.limits = rest_of(budget);
  GoAnswer answer = answer_go(store, asked, std::move(problem));
  go::GoReport& report = answer.report;
  go::GoEndgame& endgame = *answer.endgame;
  const go::Board& board = endgame.problem().board;
  report.file = options.file;
  if (report.stopped == StopReason::kInterrupted) throw BudgetExhausted(StopReason::kInterrupted);
  const Json answered = Json::parse(go::go_json(report));
  Json out{{"svg", go_svg(report)}};
  Budget rest(rest_of(budget), &interrupt_flag());
  const Store::BudgetScope scope(store, rest);
  const auto without_budget = [](const auto& body) {
    try {
      body();
    } catch (const BudgetExhausted& spent) {
      if (spent.reason() == StopReason::kInterrupted) throw;
    }
  };
  out["regions"] = answered["subgames"];
  Json marks{{"safe", Json::array()},
             {"assumed", answered["assumed"]},
             {"bounded", Json::array()},
             {"ko", Json::array()},
             {"seki", Json::array()}};
  for (const char* const colour : {"black", "white"}) {
    for (const Json& point : answered["safe"][colour]) marks["safe"].push_back(point);
  }
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    if (report.rows[i].kind != go::PartKind::kExact) {
      for (const std::string& point : report.rows[i].points)
        marks[go::name(report.rows[i].kind)].push_back(point);
    }
    if (!report.rows[i].exact) continue;
    without_budget([&] {
      out["regions"][i]["latex"] =
          to_latex(store, endgame.subgames()[i].lower, {.max_length = 2'000});
    });
  }
  out["marks"] = std::move(marks);
  out["scores"] = answered["score"];
  out["best"] = nullptr;
  if (endgame.complete()) {
    without_budget([&] {
      Json moves = Json::array();
      for (const go::MoveReport& move : endgame.moves(report.to_play, rest)) {
        moves.push_back({{"point", board.name(move.point)},
                         {"subgame", move.subgame + 1},
                         {"score", move.score.to_string()},
                         {"loss", move.loss.to_string()}});
      }
      out["best"] = std::move(moves);
    });
  }
  out["line"] = answered["line"];
  if (out["line"].is_array()) {
    go::Board after = board;
    for (std::size_t i = 0; i < report.line.size(); ++i) {
      after.play(report.line[i].player, report.line[i].point);
      Json rows = Json::array();
      for (int y = 0; y < after.height(); ++y) {
        std::string row;
        for (int x = 0; x < after.width(); ++x) row += stone_letter(after[go::Point::at(x, y)]);
        rows.push_back(std::move(row));
      }
      out["line"][i]["rows"] = std::move(rows);
    }
  }
  out["answer"] = answered;
  return out;
}

}  // namespace

GoOptions go_options(const Json& request, const Budget& budget) {
  GoOptions options;
  options.common.quiet = true;
  options.common.limits = rest_of(budget);
  // What is called so is SGF; else the text tells.
  options.file = text_in(request, "name", "game");
  if (has(request, "move")) options.moves = integer_in(request, "move", 0, kMostMoveNumbers);
  options.game = static_cast<std::size_t>(integer_in(request, "game", 1, kMostMoveNumbers, 1));
  options.path = text_in(request, "path", "");
  if (has(request, "to_play")) options.to_play = player_called(text_in(request, "to_play"));
  options.komi = text_in(request, "komi", "");
  options.assume = text_in(request, "assume", "");
  options.dead = text_in(request, "dead", "");
  options.prisoners = text_in(request, "prisoners", "");
  const std::string safety = text_in(request, "safety", "static");
  bool known = false;
  for (const auto method :
       {go::SafetyMethod::kBenson, go::SafetyMethod::kStatic, go::SafetyMethod::kSearch}) {
    if (safety != go::name(method)) continue;
    options.safety = method;
    known = true;
  }
  if (!known) throw Error("\"safety\" is benson, static or search");
  const std::string rules = text_in(request, "rules", "territory");
  if (rules != "territory" && rules != "area") throw Error("\"rules\" are territory or area");
  const bool area = rules == "area";
  options.scoring = area ? go::Scoring::kArea : go::Scoring::kTerritory;
  options.rules.button = flag_in(request, "button");
  options.rules.handicap = static_cast<int>(integer_in(request, "handicap", 0, 99, 0));
  if (!area && (options.rules.button || options.rules.handicap != 0))
    throw Error("button and handicap are of area scoring");
  if (area && !options.prisoners.empty()) throw Error("prisoners count in territory scoring only");
  // With the thermograph of the sum.
  options.svg = "board.svg";
  return options;
}

go::Problem problem_of(const Json& request, const GoOptions& options) {
  return go::parse_either(text_in(request, "sgf"), options.file, sgf_options(options));
}

Tried play_line(const Json& request, GoOptions& options, go::Problem& problem) {
  const Player first = options.to_play.value_or(problem.to_play.value_or(Player::kLeft));
  Tried tried{go::Game(problem.board, first), {}};
  go::Game& game = tried.game;
  const Json& line = list_in(request, "line");
  if (line.size() > kMostTried) throw Error("this line is too long");
  for (const Json& one : line) {
    std::string word = string_of(one, "a move of the line");
    go::Move move;
    move.player = game.to_play();
    // "D4", "pass" or, out of turn, "W D4".
    if (word.size() > 2 && word[1] == ' ') {
      move.player = player_called(word.substr(0, 1));
      word = word.substr(2);
    }
    if (word != "pass") {
      move.point = problem.board.point(word);
      if (!move.point) throw RequestError(422, "\"" + word + "\" is not a point of this board");
    }
    const go::Legality legality = game.play(move);
    if (legality != go::Legality::kLegal) {
      throw RequestError(422, fmt::format("{} {} is not legal: {}", letter_of(move.player), word,
                                          go::name(legality)));
    }
    tried.moves.push_back(move);
  }
  problem.board = game.board();
  problem.to_play = game.to_play();
  problem.moves.clear();
  options.to_play = game.to_play();
  if (options.scoring == go::Scoring::kTerritory) {
    // What was taken on the way counts as taken before.
    PerPlayer<std::int64_t> before = prisoners_of(options);
    for (const Player player : kPlayers) {
      if (options.prisoners.empty()) before[player] = problem.prisoners[player];
    }
    options.prisoners = fmt::format("{},{}", before[Player::kLeft] + game.prisoners(Player::kLeft),
                                    before[Player::kRight] + game.prisoners(Player::kRight));
  }
  return tried;
}

Json call_go_load(Workspace& /*workspace*/, const Json& request, Budget& budget) {
  const GoOptions options = go_options(request, budget);
  const go::Problem problem = problem_of(request, options);
  GoOptions from_start = options;
  from_start.moves = 0;
  const go::Problem record = problem.played == 0 ? problem : problem_of(request, from_start);
  Json moves = Json::array();
  for (const go::Move& move : record.moves) moves.push_back(move_json(record.board, move));
  const Player to_play = options.to_play.value_or(problem.to_play.value_or(Player::kLeft));
  return {{"picture", board_json(problem.board)},
          {"to_play", letter_of(to_play)},
          {"move", problem.played},
          {"moves_total", record.moves.size()},
          {"moves", moves},
          {"info",
           {{"name", problem.name},
            {"komi", problem.komi.to_string()},
            {"rules", problem.rules},
            {"handicap", problem.handicap}}},
          {"warnings", problem.warnings}};
}

Json call_go_solve(Workspace& /*workspace*/, const Json& request, Budget& budget) {
  const GoOptions options = go_options(request, budget);
  go::Problem problem = problem_of(request, options);
  Json picture = board_json(problem.board);
  Json out = solution_of(options, std::move(problem), budget);
  out["picture"] = std::move(picture);
  return out;
}

Json call_go_try(Workspace& /*workspace*/, const Json& request, Budget& budget) {
  GoOptions options = go_options(request, budget);
  go::Problem problem = problem_of(request, options);
  const Tried tried = play_line(request, options, problem);
  const go::Game& game = tried.game;
  Json picture = board_json(problem.board);
  Json out;
  if (!flag_in(request, "board_only")) out = solution_of(options, std::move(problem), budget);
  out["picture"] = std::move(picture);
  out["to_play"] = letter_of(game.to_play());
  out["played"] = Json::array();
  for (const go::Move& move : tried.moves) out["played"].push_back(move_json(game.board(), move));
  out["prisoners"] = {{"black", game.prisoners(Player::kLeft)},
                      {"white", game.prisoners(Player::kRight)}};
  return out;
}

Json call_go_example(Workspace& /*workspace*/, const Json& request, Budget& /*budget*/) {
  const std::string name = text_in(request, "name");
  if (const EmbeddedFile* const example = example_file("go/" + name))
    return {{"sgf", example->text}, {"name", name}};
  throw Error("there is no example \"" + name + "\"");
}

}  // namespace cgt::repl
