#include "decomp/go/report/json.hpp"

#include <nlohmann/json.hpp>

#include "cgt/support/json_answer.hpp"

namespace cgt::go {
namespace {

using Json = nlohmann::ordered_json;

Json number(const Dyadic& x) {
  if (x.is_integer() && x.is_small()) return x.small_numerator();
  return x.to_string();
}

Json bounds_json(const GoEndgame::Score& score) {
  return {score.lower ? number(*score.lower) : Json(), score.upper ? number(*score.upper) : Json()};
}

void put_score(Json& into, const std::string& key, const GoEndgame::Score& score,
               bool withdrawn = false) {
  if (score.exact() && !withdrawn) {
    into[key] = number(*score.lower);
    return;
  }
  into[key] = nullptr;
  into[key + "_bounds"] = bounds_json(score);
}

// "B", "W", "jigo", or null where the interval leaves it open.
Json winner_json(const GoEndgame::Score& score) {
  if (const auto winner = score.winner()) return std::string(1, colour_letter(*winner));
  return score.exact() ? Json("jigo") : Json();
}

Json points_json(const Board& board, const std::vector<Point>& points) {
  Json json = Json::array();
  for (const Point point : points) json.push_back(board.name(point));
  return json;
}

// Of one player: what is proved without assumption.
Json safe_json(const Board& board, const Safety& safety, Player player) {
  std::vector<Point> points = safety.stones[player];
  points.insert(points.end(), safety.territory[player].begin(), safety.territory[player].end());
  std::ranges::sort(points);
  return points_json(board, points);
}

void put_life(Json& json, const GoReport& report) {
  const Board& board = report.endgame->problem().board;
  const Partition& found = report.endgame->partition();
  json["safe"] = {{"black", safe_json(board, found.proved, Player::kLeft)},
                  {"white", safe_json(board, found.proved, Player::kRight)}};
  json["claims"] = Json::array();
  for (const SafetyClaim& claim : found.proved.claims) {
    json["claims"].push_back({{"colour", std::string(1, colour_letter(claim.owner))},
                              {"rule", claim.rule},
                              {"stones", points_json(board, claim.stones)},
                              {"territory", points_json(board, claim.territory)}});
  }
  std::vector<Point> assumed;
  std::vector<Point> territory;
  for (const Player player : kPlayers) {
    const auto& stones = found.assumed_stones[player];
    const auto& areas = found.assumed_territory[player];
    assumed.insert(assumed.end(), stones.begin(), stones.end());
    territory.insert(territory.end(), areas.begin(), areas.end());
  }
  std::ranges::sort(assumed);
  std::ranges::sort(territory);
  json["assumed"] = points_json(board, assumed);
  if (assumed.empty()) return;
  json["assumed_territory"] = points_json(board, territory);
  json["if"] = report.endgame->life_assumed();
}

Json seki_json(const Board& board, const Part& part, const Seki& seki) {
  const auto named = [&](const std::vector<std::uint32_t>& cells) {
    std::vector<Point> points;
    for (const std::uint32_t cell : cells) points.push_back(part.point_of(cell));
    return points_json(board, points);
  };
  Json json;
  json["stones"] = named(seki.stones);
  json["shared"] = named(seki.shared);
  json["eyes"] = named(seki.eyes);
  json["area"] = seki.area ? Json(*seki.area) : Json();
  if (seki.proofs_left_out) json["proofs"] = nullptr;
  for (const SiegeProof& proof : seki.proofs) {
    Json answers = Json::array();
    for (const auto cell : proof.answers) {
      answers.push_back(cell ? board.name(part.point_of(*cell)) : "pass");
    }
    json["proofs"].push_back({{"defender", std::string(1, colour_letter(proof.defender))},
                              {"rules", proof.area ? "area" : "territory"},
                              {"answers", std::move(answers)}});
  }
  return json;
}

const char* letter_text(Player player) { return player == Player::kLeft ? "B" : "W"; }

Json group_json(const Board& board, const GroupLife& life) {
  const Player hunter = opponent(life.owner);
  Json json;
  json["colour"] = letter_text(life.owner);
  json["stones"] = points_json(board, life.stones);
  json["status"] = name(life.status);
  if (!life.why.empty()) json["why"] = life.why;
  if (life.proofs_left_out) json["proofs"] = nullptr;
  for (const HuntProof& proof : life.proofs) {
    Json answers = Json::array();
    for (const auto point : proof.answers) answers.push_back(point ? board.name(*point) : "pass");
    json["proofs"].push_back({{"first", letter_text(proof.hunter_first ? hunter : life.owner)},
                              {"kos", letter_text(proof.hunter_has_kos ? hunter : life.owner)},
                              {"must_live", proof.must_live},
                              {"taken", proof.taken},
                              {"answers", std::move(answers)}});
  }
  return json;
}

Json race_json(const Board& board, const semeai::RaceReport& race) {
  Json json;
  for (const Player player : kPlayers) {
    const semeai::RaceSide& side = race.sides[player];
    json[colour_name(player)] = {
        {"stones", points_json(board, side.stones)},
        {"outside", points_json(board, side.outside)},
        {"eye", points_json(board, side.eye)},
        {"outside_liberties", side.outside_liberties},
        {"eye_liberties", side.eye_liberties},
        {"eye_status", side.eye_status == semeai::kAlive ? Json("alive") : Json(side.eye_status)}};
  }
  json["shared"] = points_json(board, race.shared);
  json["open"] = points_json(board, race.open);
  json["class"] = name(race.kind);
  json["winner"] = race.winner ? Json(letter_text(*race.winner)) : Json();
  json["ahead"] = race.ahead ? Json(*race.ahead) : Json();
  json["summary"] = summary_text(race);
  for (const Player first : kPlayers) {
    const semeai::Answer& answer = race.answers[first];
    Json one;
    // As game.go.Semeai says it, of Black.
    one["verdict"] = answer.outcome() ? Json(semeai::verdict_name(*answer.outcome())) : Json();
    one["by"] = race.by_formula[first] ? "formula" : "search";
    one["nodes"] = answer.counts.nodes;
    one["line"] = Json::array();
    for (const semeai::LineMove& move : answer.line) {
      one["line"].push_back({{"colour", letter_text(move.player)},
                             {"point", move.point ? board.name(*move.point) : "pass"}});
    }
    json[first == Player::kLeft ? "black_first" : "white_first"] = std::move(one);
  }
  return json;
}

Json races_list(const Board& board, const std::vector<semeai::RaceReport>& races) {
  Json list = Json::array();
  for (const semeai::RaceReport& race : races) list.push_back(race_json(board, race));
  return list;
}

Json subgame_json(const GoReport::Row& row, const Subgame& subgame) {
  Json json;
  json["points"] = row.points;
  json["kind"] = name(row.kind);
  json["value"] = row.exact ? Json(row.lower) : Json();
  json["chilled"] = row.exact ? Json(row.chilled) : Json();
  json["mean"] = row.exact ? number(subgame.mean) : Json();
  json["temperature"] = row.exact ? number(subgame.temperature) : Json();
  if (row.worth) {
    const Worth& worth = *row.worth;
    json["sente"] = worth.sente ? Json(letter_text(*worth.sente)) : Json();
    json["deiri"] = number(worth.deiri);
    json["next"] = {{"B", number(worth.next[Player::kLeft])},
                    {"W", number(worth.next[Player::kRight])}};
  }
  json["exact"] = row.exact;
  if (!row.exact) {
    json["lower"] = row.lower;
    json["upper"] = row.upper;
  }
  if (subgame.coupled) json["coupled"] = true;
  if (!subgame.note.empty()) json["note"] = subgame.note;
  return json;
}

Json ko_region_json(const RegionKo& ko) {
  if (!ko.thermographs) return {{"refused", ko.refused}};
  Json json;
  for (const Komaster komaster : kKomasters) {
    const KoThermograph& graph = (*ko.thermographs)[komaster];
    json[name(komaster)] = {{"mast", to_string(graph.mast())},
                            {"temperature", graph.temperature_text()}};
  }
  json["class"] = name(ko.thermographs->kind());
  return json;
}

// Means and moves of the whole board, by komaster.
Json estimate_json(const GoReport& report) {
  Json json;
  for (const Komaster komaster : kKomasters) {
    const KoSum& sum = (*report.kos->sums)[static_cast<std::size_t>(komaster)];
    Json one;
    one["mean"] = to_string(sum.mean);
    one["temperature"] = sum.temperature.sign() <= 0 ? "<=0" : to_string(sum.temperature);
    const Json move =
        sum.move ? Json(report.endgame->problem().board.name(sum.move->point)) : Json();
    one["hotstrat"] = move;
    one["sentestrat"] = move;
    json[name(komaster)] = one;
  }
  return json;
}

Json play_out_json(const GoReport& report) {
  const KoLineRules& rules = report.play_out_rules;
  Json json;
  json["black"] = name(rules.strategies[Player::kLeft]);
  json["white"] = name(rules.strategies[Player::kRight]);
  json["komaster"] = name(rules.komaster);
  const KoLine& line = *report.play_out;
  json["score"] = line.exact() ? Json(to_string(line.lower)) : Json();
  if (!line.exact()) json["score_bounds"] = {to_string(line.lower), to_string(line.upper)};
  json["ko"] = line.ko;
  if (!line.trouble.empty()) json["trouble"] = line.trouble;
  json["line"] = Json::array();
  for (const KoLineMove& move : line.moves) {
    json["line"].push_back({{"colour", std::string(1, colour_letter(move.player))},
                            {"point", report.endgame->problem().board.name(move.point)},
                            {"subgame", move.subgame + 1},
                            {"ambient", to_string(move.ambient)},
                            {"answer", move.answer},
                            {"threat", move.threat}});
  }
  return json;
}

Json conditional_json(const GoReport& report) {
  const GoEndgame& endgame = *report.conditional->endgame;
  const Board& board = endgame.problem().board;
  const PerPlayer<GoEndgame::Score>& scores = report.conditional->scores;
  Json json;
  json["if"] = endgame.areas_assumed();
  json["areas"] = {
      {"black", points_json(board, endgame.partition().assumed_areas[Player::kLeft])},
      {"white", points_json(board, endgame.partition().assumed_areas[Player::kRight])}};
  json["score"] = Json::object();
  put_score(json["score"], "black_first", scores[Player::kLeft]);
  put_score(json["score"], "white_first", scores[Player::kRight]);
  json["bounds"] = {{"black_first", bounds_json(scores[Player::kLeft])},
                    {"white_first", bounds_json(scores[Player::kRight])}};
  json["proved_best"] = points_json(board, report.conditional->proved_best);
  return json;
}

Json living_json(const GoReport& report) {
  const GoEndgame& endgame = *report.living->endgame;
  Json json;
  json["if"] = endgame.life_assumed();
  json["bounds"] = {{"black_first", bounds_json(report.living->scores[Player::kLeft])},
                    {"white_first", bounds_json(report.living->scores[Player::kRight])}};
  json["proved_best"] = points_json(endgame.problem().board, report.living->proved_best);
  return json;
}

// Blocks with what becomes of them and who says so; rows of whose each point is.
Json estimated_json(const GoReport& report) {
  const Board& board = report.endgame->problem().board;
  const GoReport::Estimate& estimate = *report.estimate;
  Json json;
  json["score"] = {{"black_first", number(estimate.scores[Player::kLeft])},
                   {"white_first", number(estimate.scores[Player::kRight])}};
  json["reasons"] = estimate.reasons;
  json["blocks"] = Json::array();
  for (const JudgedBlock& block : estimate.judged.blocks) {
    json["blocks"].push_back({{"colour", letter_text(block.owner)},
                              {"at", board.name(block.stones.front())},
                              {"stones", block.stones.size()},
                              {"status", name(block.status)},
                              {"by", name(block.by)}});
    const bool counted = block.by == JudgedBy::kPlayouts || block.by == JudgedBy::kEngine;
    if (counted) json["blocks"].back()["percent"] = block.percent;
  }
  json["owners"] = Json::array();
  const auto owners = estimate.judged.territory(board, Scoring::kArea);
  for (int y = 0; y < board.height(); ++y) {
    std::string row;
    for (int x = 0; x < board.width(); ++x) {
      const Colour owner = owners[board.index(Point::at(x, y))];
      row += owner == Colour::kEmpty ? '.' : colour_letter(player_of(owner));
    }
    json["owners"].push_back(std::move(row));
  }
  return json;
}

}  // namespace

std::string races_json(const Board& board, const std::vector<semeai::RaceReport>& races,
                       const std::vector<std::string>& because) {
  Json json{{"races", races_list(board, races)}};
  put_doubts(json, because);
  return json_line(json, 2) + "\n";
}

std::string go_json(const GoReport& report) {
  const GoEndgame& endgame = *report.endgame;
  const Board& board = endgame.problem().board;
  Json json;
  json["size"] = board.width();
  if (board.height() != board.width()) json["height"] = board.height();
  json["fixed_score"] = report.partitioned ? number(endgame.fixed_score()) : Json();
  json["subgames"] = Json::array();
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    json["subgames"].push_back(subgame_json(report.rows[i], endgame.subgames()[i]));
    if (const auto& seki = endgame.subgames()[i].seki) {
      json["subgames"].back()["seki"] = seki_json(board, endgame.partition().parts[i], *seki);
    }
    if (report.kos && report.kos->regions[i]) {
      json["subgames"].back()["ko"] = ko_region_json(*report.kos->regions[i]);
    }
  }
  put_doubts(json, report.doubts());
  json["status"] = report.exact() ? "exact" : report.estimated ? "estimated" : "bounds";
  json["score"] = Json::object();
  const bool withdrawn = !report.withdrawn.empty();
  put_score(json["score"], "black_first", report.scores[Player::kLeft], withdrawn);
  put_score(json["score"], "white_first", report.scores[Player::kRight], withdrawn);
  json["bounds"] = {{"black_first", bounds_json(report.scores[Player::kLeft])},
                    {"white_first", bounds_json(report.scores[Player::kRight])}};
  if (report.living) json["if_these_live"] = living_json(report);
  if (report.estimate) json["estimated"] = estimated_json(report);
  if (endgame.rules().scoring == Scoring::kArea) {
    const auto parity = [&](Player first) {
      return report.by_parity[first] ? number(*report.by_parity[first]) : Json();
    };
    json["rules"] = "area";
    json["dame"] = report.dame;
    json["area_by_parity"] = {{"black_first", parity(Player::kLeft)},
                              {"white_first", parity(Player::kRight)}};
  }
  json["winner"] = {{"black_first", winner_json(report.scores[Player::kLeft])},
                    {"white_first", winner_json(report.scores[Player::kRight])}};
  if (report.kos && report.kos->sums) json["estimate"] = estimate_json(report);
  if (!report.kos_unknown.empty()) json["kos_unknown"] = report.kos_unknown;
  json["to_play"] = std::string(1, colour_letter(report.to_play));
  json["best_moves"] = report.moves_known ? points_json(board, report.best_moves) : Json();
  json["proved_best"] = report.proved_best_known ? points_json(board, report.proved_best) : Json();
  if (report.resolve_next) {
    json["resolve_next"] = {{"subgame", *report.resolve_next + 1},
                            {"at", report.rows[*report.resolve_next].points.front()},
                            {"width", number(report.resolve_width)}};
  }
  if (report.conditional) json["conditional"] = conditional_json(report);
  json["line"] = Json();
  if (report.line_known) {
    json["line"] = Json::array();
    for (const LineMove& move : report.line) {
      json["line"].push_back({{"colour", std::string(1, colour_letter(move.player))},
                              {"point", board.name(move.point)}});
    }
  }
  if (report.groups) {
    json["groups"] = Json::array();
    for (const GroupLife& life : report.groups->lives) {
      json["groups"].push_back(group_json(board, life));
    }
    json["races"] = races_list(board, report.groups->races);
  }
  if (report.play_out) json["play_out"] = play_out_json(report);
  put_life(json, report);
  const GoStatistics& statistics = endgame.statistics();
  json["stats"] = {{"local_positions", statistics.local_positions},
                   {"sum_states", statistics.sum_states},
                   {"games", statistics.games},
                   {"partition_ms", statistics.partition_ms},
                   {"local_ms", statistics.local_ms},
                   {"sum_ms", statistics.sum_ms},
                   {"total_ms", report.milliseconds}};
  json["assumptions"] = endgame.assumptions();
  if (report.stopped) json["stopped"] = describe(*report.stopped);
  if (report.stopped == StopReason::kTime && report.default_milliseconds > 0) {
    json["default_limit_ms"] = report.default_milliseconds;
  }
  return json_line(json, 2) + "\n";
}

}  // namespace cgt::go
