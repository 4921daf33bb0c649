#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cgt/fmt.hpp"
#include "cgt/support/json_answer.hpp"
#include "cgt/support/words.hpp"
#include "decomp/go/report/report.hpp"
#include "repl/commands/go/review.hpp"

namespace cgt::repl {
namespace {

using Json = nlohmann::ordered_json;

std::string move_name(const GameReview& review, const go::Move& move) {
  return move.point ? review.record.board.name(*move.point) : "pass";
}

// At most `most` names, and how many there are more.
std::string names(const GameReview& review, const std::vector<go::Point>& points,
                  std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < std::min(points.size(), most); ++i) {
    out += (i > 0 ? " " : "") + review.record.board.name(points[i]);
  }
  if (points.size() > most) out += fmt::format(" and {} more", points.size() - most);
  return out.empty() ? "-" : out;
}

Json number_json(const std::optional<Dyadic>& number) {
  if (!number) return nullptr;
  if (number->is_integer() && number->is_small()) return number->small_numerator();
  return number->to_string();
}

// "1/2 gote", "2 reverse sente", "dame".
std::string worth_text(const std::optional<go::MoveWorth>& worth) {
  if (!worth) return "-";
  if (worth->deiri.is_zero()) return name(worth->kind);
  return fmt::format("{} {}", worth->temperature.to_string(), name(worth->kind));
}

std::string lost_text(const GameReview& review, Player player) {
  const std::size_t mistakes = review.found.mistakes[player];
  const std::string name = go::player_name(player);
  if (mistakes == 0) return name + " lost nothing";
  return fmt::format("{} lost {} in {}", name, review.found.lost[player],
                     counted(mistakes, "move"));
}

}  // namespace

std::string review_text(const GameReview& review) {
  const go::Review& found = review.found;
  const std::size_t count = found.moves.size();
  std::string out = fmt::format("{}: {}x{}, komi {}, {}\n", review.title,
                                review.record.board.width(), review.record.board.height(),
                                review.record.komi.to_string(), counted(count, "move"));
  if (!found.decided) {
    out += "The score is not exact at the end of the record: nothing is decided exactly.\n";
  } else {
    const go::ReviewedPosition& from = found.positions[*found.decided];
    out += fmt::format("{} after move {} and from there on: {} with best play, {} to play{}\n",
                       review.estimated ? "Estimated" : "Exact", *found.decided,
                       go::score_text(from.scores[from.to_play]), go::player_name(from.to_play),
                       found.conditional ? " (if these live, see below)" : "");
    out += fmt::format("After that {}; {}.\n", lost_text(review, Player::kLeft),
                       lost_text(review, Player::kRight));
  }
  if (std::ranges::any_of(found.losses, [](const auto& loss) { return loss.has_value(); })) {
    out += "\n   #  move    loses  worth              score       temp  best were\n";
    for (std::size_t i = 0; i < count; ++i) {
      if (!found.losses[i]) continue;
      const go::ReviewedPosition& before = found.positions[i];
      const go::ReviewedPosition& after = found.positions[i + 1];
      const std::string row = fmt::format(
          "{:>4}  {} {:<5} {:>5}  {:<17}  {:<10} {:>5}  {}", i + 1,
          go::colour_letter(found.moves[i].player), move_name(review, found.moves[i]),
          found.losses[i]->is_zero() ? "-" : found.losses[i]->to_string(), worth_text(before.worth),
          go::settled_text(*after.scores[opponent(found.moves[i].player)].lower),
          before.temperature ? before.temperature->to_string() : "-",
          names(review, before.best, 8));
      out += row + '\n';
    }
  }
  const auto reached = std::ranges::count_if(
      found.positions, [](const go::ReviewedPosition& position) { return position.reached; });
  const auto exact =
      std::ranges::count_if(found.positions, [](const go::ReviewedPosition& position) {
        return position.scores[position.to_play].exact();
      });
  out += fmt::format("\n{} of {} positions {}", exact, found.positions.size(),
                     review.estimated ? "have a score if these live" : "are exact");
  if (review.stopped) {
    out += fmt::format("; the budget ended with {} looked at", reached);
  }
  out += ".\n";
  std::string upsets;
  for (std::size_t i = 0; i < count; ++i) {
    if (found.upsets[i]) upsets += fmt::format(" {}", i + 1);
  }
  if (!upsets.empty()) {
    out += "Not counted, for they do what is taken for impossible: moves" + upsets + '\n';
  }
  for (const std::string& line : review.assumed) out += "Assumed: " + line + '\n';
  return out;
}

std::string review_json(const GameReview& review) {
  const go::Review& found = review.found;
  Json json;
  json["size"] = {review.record.board.width(), review.record.board.height()};
  json["komi"] = number_json(review.record.komi);
  if (!review.assumed.empty()) json["if"] = review.assumed;
  json["status"] = review.estimated ? "estimated" : "exact";
  json["decided"] = found.decided ? Json(*found.decided) : Json(nullptr);
  for (const Player player : kPlayers) {
    const char* name = go::colour_name(player);
    json["lost"][name] = found.decided ? number_json(found.lost[player]) : Json(nullptr);
    json["mistakes"][name] = found.decided ? Json(found.mistakes[player]) : Json(nullptr);
  }
  json["positions"] = Json::array();
  for (std::size_t i = 0; i < found.positions.size(); ++i) {
    const go::ReviewedPosition& position = found.positions[i];
    Json row;
    row["moves"] = i;
    if (i > 0) row["played"] = move_name(review, found.moves[i - 1]);
    if (i > 0) row["loss"] = number_json(found.losses[i - 1]);
    if (i > 0 && found.upsets[i - 1]) row["upsets"] = true;
    if (i > 0) {
      const std::optional<go::MoveWorth>& worth = found.positions[i - 1].worth;
      row["worth"] = nullptr;
      if (worth) {
        row["worth"] = {{"temperature", number_json(worth->temperature)},
                        {"deiri", number_json(worth->deiri)},
                        {"kind", name(worth->kind)}};
      }
    }
    row["to_play"] = go::colour_name(position.to_play);
    for (const Player player : kPlayers) {
      const go::GoEndgame::Score& score = position.scores[player];
      row["bounds"][player == Player::kLeft ? "black_first" : "white_first"] = {
          number_json(score.lower), number_json(score.upper)};
    }
    row["temperature"] = number_json(position.temperature);
    row["best"] = nullptr;
    if (position.solved) {
      row["best"] = Json::array();
      for (const go::Point p : position.best) row["best"].push_back(review.record.board.name(p));
    }
    json["positions"].push_back(std::move(row));
  }
  return json_line(json, 2) + '\n';
}

}  // namespace cgt::repl
