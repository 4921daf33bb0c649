#include <fmt/format.h>

#include <algorithm>

#include "cgt/support/known_so_far.hpp"
#include "repl/explorer/api/values.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {
namespace {

// A move of the sum: one in a part. In the negative of a game it is a move of the opponent there.
struct ListedMove {
  std::size_t part = 0;
  Player played_by = Player::kLeft;  // in the part as it is shown
  SubjectOption option;
  LoopyValue after;  // of the part as it is shown
  LoopyValue incentive;
};

// values: of one copy of each part, as it is shown.
Json moves_json(Work& work, const Subject& sum, const std::vector<LoopyValue>& values,
                const LoopyValue& total, Player player) {
  std::vector<ListedMove> moves;
  std::vector<RankedMove> ranked;
  for (std::size_t i = 0; i < sum.parts.size(); ++i) {
    const Subject::Part& part = sum.parts[i];
    if (part.count == 0) continue;
    const Player own = part.negated ? opponent(player) : player;
    for (SubjectOption& option : options_of(work, part.subject, own)) {
      const LoopyValue after = value_of(work, option.subject);
      // What the part gains, for who moves in it, is the same in its negative.
      const LoopyValue gain = own == Player::kLeft ? work.games.subtract(after, values[i])
                                                   : work.games.subtract(values[i], after);
      ranked.push_back({player == Player::kLeft ? work.games.add(total, gain)
                                                : work.games.subtract(total, gain)});
      moves.push_back({i, own, std::move(option), after, gain});
    }
  }
  rank_moves(work, player, ranked);
  Json out = Json::array();
  for (std::size_t m = 0; m < moves.size(); ++m) {
    const ListedMove& move = moves[m];
    Json row{{"part", move.part},
             {"index", move.option.index},
             {"player", player_word(move.played_by)},
             {"best", ranked[m].best},
             {"loses", ranked[m].loses}};
    put_fact(row, "text", [&] { return value_text(work, move.after); });
    put_fact(row, "incentive", [&] { return value_text(work, move.incentive); });
    if (!move.option.label.empty()) row["label"] = move.option.label;
    // Where the way there had free moves, the board alone is not what is left.
    if (move.option.subject.kind == Subject::Kind::kPosition && move.option.subject.shift == 0)
      row["board"] = move.option.subject.position.text();
    out.push_back(std::move(row));
  }
  // The best come first, in the order of the parts otherwise.
  std::stable_sort(out.begin(), out.end(), [](const Json& a, const Json& b) {
    return a["best"].get<bool>() && !b["best"].get<bool>();
  });
  return out;
}

}  // namespace

Json call_sum(Workspace& workspace, const Json& request, Budget& budget) {
  // A part that cannot be read spoils the total, but not what is known of the others.
  Subject sum;
  std::vector<Json> refused;
  std::string unknown;
  for (const Json& part : list_in(request, "sum")) {
    Json trouble;
    try {
      sum.parts.push_back(workspace.subject({{"sum", {part}}}, budget).parts.front());
    } catch (const Error& error) {
      trouble = {{"text", "unknown"}, {"error", error.what()}, {"hint", error.hint()}};
      unknown = fmt::format("part {} cannot be read", refused.size() + 1);
      sum.parts.emplace_back();
    }
    refused.push_back(std::move(trouble));
  }
  Json out;
  workspace.within(budget, [&](Work& work) {
    std::vector<LoopyValue> values;
    Json rows = Json::array();
    LoopyValue total(kZero);
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      const Subject::Part& part = sum.parts[i];
      Json row = refused[i];
      if (!row.is_null()) {
        rows.push_back(std::move(row));
        continue;
      }
      try {
        LoopyValue one = value_of(work, part.subject);
        const LoopyValue counted =
            work.games.multiple(part.negated ? -part.count : part.count, one);
        total = work.games.add(total, counted);
        const Json facts = facts_of(work, counted, part.subject.title, Dyadic(1));
        for (const char* const name : {"text", "latex", "mean", "temperature", "svg"}) {
          if (facts.contains(name)) row[name] = facts[name];
        }
        values.push_back(std::move(one));
      } catch (const BudgetExhausted& spent) {
        if (spent.reason() == StopReason::kInterrupted) throw;
        unknown = spent.what();
        row = {{"text", "unknown"}, {"known", known_text(spent)}};
      }
      rows.push_back(std::move(row));
    }
    if (!unknown.empty()) {
      out = {{"text", "unknown"}, {"unknown", unknown}};
    } else {
      out = facts_of(work, total, "sum", Dyadic(1));
    }
    out["parts"] = std::move(rows);
    if (!unknown.empty()) return;
    for (const Player player : kPlayers) {
      put_fact(out, player_word(player),
               [&] { return moves_json(work, sum, values, total, player); });
    }
  });
  return out;
}

}  // namespace cgt::repl
