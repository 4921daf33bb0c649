#include "decomp/go/report/contradictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace cgt::go {
namespace {

bool has(const std::vector<Point>& points, Point p) {
  return std::ranges::binary_search(points, p);
}

// One player's claims against the other's.
void compare_claims(const GoReport& report, std::vector<Contradiction>& out) {
  const Board& board = report.endgame->problem().board;
  const Safety& proved = report.endgame->partition().proved;
  PerPlayer<std::vector<Point>> claimed;
  for (const SafetyClaim& claim : proved.claims) {
    for (const auto* points : {&claim.stones, &claim.territory}) {
      claimed[claim.owner].insert(claimed[claim.owner].end(), points->begin(), points->end());
    }
  }
  for (const Player player : kPlayers) std::ranges::sort(claimed[player]);
  std::vector<Point> both;
  std::ranges::set_intersection(claimed[Player::kLeft], claimed[Player::kRight],
                                std::back_inserter(both));
  if (both.empty()) return;
  out.push_back({Doubt::kSafety, "proved to be Black's: " + board.names(both),
                 "proved to be White's, too", both});
}

// What the user says himself, he may say of a board of which he shows a part.
void compare_assumptions(const GoReport& report, std::vector<Contradiction>& out) {
  const Partition& cut = report.endgame->partition();
  if (!report.estimated || cut.contradicted.empty()) return;
  const Board& board = report.endgame->problem().board;
  out.push_back({Doubt::kAssumption, "taken to live: " + board.names(cut.contradicted),
                 "they are proved to be dead", cut.contradicted});
}

void compare_groups(const GoReport& report, std::vector<Contradiction>& out) {
  if (!report.groups) return;
  const Board& board = report.endgame->problem().board;
  const Partition& cut = report.endgame->partition();
  for (const GroupLife& life : report.groups->lives) {
    const Point p = life.stones.front();
    if (life.status == GroupStatus::kUnknown) continue;
    const Player enemy = opponent(life.owner);
    const bool stands = life.status == GroupStatus::kAlive || life.status == GroupStatus::kSeki;
    const std::string who =
        fmt::format("the {} block of {}", colour_name(life.owner), board.name(p));
    const std::string against = fmt::format("search finds it {}", name(life.status));
    if (life.status != GroupStatus::kDead && cut.owner[board.index(p)] == colour_of(enemy)) {
      const bool assumed = has(cut.assumed_territory[enemy], p) || has(cut.assumed_areas[enemy], p);
      out.push_back({assumed ? Doubt::kAssumption : Doubt::kSafety,
                     who + (assumed ? " is taken to be dead" : " is proved to be dead"), against,
                     life.stones});
    }
    if (!stands && has(cut.proved.stones[life.owner], p)) {
      out.push_back({Doubt::kSafety, who + " is proved to live", against, life.stones});
    }
  }
}

void compare_parity(const GoReport& report, std::vector<Contradiction>& out) {
  for (const Player first : kPlayers) {
    const GoEndgame::Score& score = report.scores[first];
    const auto& parity = report.by_parity[first];
    if (!parity || !score.lower || (*score.lower <= *parity && *parity <= *score.upper)) continue;
    out.push_back({Doubt::kValues,
                   fmt::format("{} first: the score is {}", colour_name(first), score_text(score)),
                   "by territory and parity it is " + score_text(*parity)});
  }
}

}  // namespace

std::vector<Contradiction> contradictions(const GoReport& report) {
  std::vector<Contradiction> out;
  if (!report.partitioned) return out;
  compare_claims(report, out);
  compare_assumptions(report, out);
  compare_groups(report, out);
  compare_parity(report, out);
  return out;
}

GoEndgame without(Store& store, const GoEndgame& endgame, std::span<const Contradiction> found) {
  Problem problem = endgame.problem();
  problem.assumed.clear();  // they are among the options
  PartitionOptions options = endgame.options();
  const Board& board = problem.board;
  bool changed = false;
  Doubt worst = Doubt::kAssumption;
  for (const Contradiction& one : found) {
    worst = std::max(worst, one.doubt);
    if (one.doubt != Doubt::kAssumption) continue;
    for (const Point p : one.points) {
      const std::vector<Point> block = board.block(p).stones;
      changed |= std::erase_if(options.assumed, [&](Point q) { return has(block, q); }) > 0;
      for (const Player player : kPlayers) changed |= std::erase(options.areas[player], p) > 0;
      if (std::ranges::find(options.contested, p) != options.contested.end()) continue;
      options.contested.push_back(p);
      changed = true;
    }
  }
  changed |= worst != Doubt::kAssumption && options.safety != SafetyMethod::kBenson;
  if (worst != Doubt::kAssumption) {
    options.safety = SafetyMethod::kBenson;
    options.prove = nullptr;
  }
  if (worst == Doubt::kValues || !changed) {
    options.safety = SafetyMethod::kBenson;
    options.prove = nullptr;
    options.values = false;
  }
  return GoEndgame(store, std::move(problem), std::move(options), endgame.rules());
}

void withdraw(Store& store, std::unique_ptr<GoEndgame>& endgame, GoReport& report,
              std::vector<Contradiction> found, const std::function<GoReport(GoEndgame&)>& again) {
  // Other assumptions may be refuted, too, once those that were are gone.
  constexpr int kMostRounds = 4;
  const GoReport before = std::exchange(report, GoReport());
  std::vector<Contradiction> all;
  for (int round = 0; round < kMostRounds && !found.empty(); ++round) {
    auto left = std::make_unique<GoEndgame>(without(store, *endgame, found));
    report = again(*left);
    endgame = std::move(left);
    all.insert(all.end(), found.begin(), found.end());
    found = contradictions(report);
  }
  report.withdrawn = std::move(all);
  report.to_play_source = before.to_play_source;
  report.scoring_source = before.scoring_source;
  report.file = before.file;
  report.by_parity = {};
  report.moves_known = report.line_known = report.proved_best_known = false;
  report.best_moves.clear();
  report.proved_best.clear();
  report.losses.clear();
  report.line.clear();
  report.conditional.reset();
  report.play_out.reset();
}

}  // namespace cgt::go
