#include <fmt/format.h>

#include <algorithm>

#include "cgt/pictures/tree.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "repl/explorer/api/moves.hpp"
#include "repl/explorer/api/values.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {
namespace {

const char* name_of_player(Player player) { return player == Player::kLeft ? "Left" : "Right"; }

// What is said of a best move.
std::string reason(Work& work, Player player, const LoopyValue& before, const BoardMove& move,
                   const RankedMove& ranked) {
  std::string out = fmt::format("{} plays {}.", name_of_player(player), move.label);
  switch (ranked.end) {
    case 2: out += " This wins: the opponent, to move, has lost."; break;
    case 1: out += " This draws: play can go on for ever."; break;
    default: out += " Every move loses against best play; this one makes it hardest."; break;
  }
  if (!before.is_short() || !ranked.after.is_short()) return out;
  Store& store = work.store;
  const GameId was = before.stopper().game();
  const GameId is = ranked.after.stopper().game();
  const auto hot = [](const Dyadic& temperature) { return temperature.sign() > 0; };
  out += hot(store.temperature(was))
             ? fmt::format(" The position is hot: its temperature {} is what a move is worth.",
                           store.temperature(was).to_string())
             : std::string(
                   " The position is not hot: no move gains points, only who moves last counts.");
  out += fmt::format(" The mean goes from {} to {}, the temperature from {} to {}.",
                     store.mean(was).to_string(), store.mean(is).to_string(),
                     store.temperature(was).to_string(), store.temperature(is).to_string());
  if (hot(store.temperature(is)) && store.temperature(is) > store.temperature(was))
    out += " That is a threat: the opponent has to answer.";
  return out;
}

// By values, which tell incentives, too.
Json by_values(Work& work, const Subject& subject, const std::vector<BoardMove>& moves,
               Player player) {
  const LoopyValue before = value_of(work, subject);
  std::vector<RankedMove> ranked;
  for (const BoardMove& move : moves) {
    Subject after = subject;
    after.position = move.option.position;
    after.shift = move.option.shift;
    ranked.push_back({value_of(work, after)});
  }
  rank_moves(work, player, ranked);
  Json out{{"best", Json::array()}, {"all", Json::array()}};
  put_fact(out, "value", [&] { return value_text(work, before); });
  put_fact(out, "outcome", [&] { return outcome_letter(work, before); });
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Json row = json_of(moves[i]);
    put_fact(row, "value", [&] { return value_text(work, ranked[i].after); });
    put_fact(row, "incentive", [&] {
      const LoopyValue gain = player == Player::kLeft
                                  ? work.games.subtract(ranked[i].after, before)
                                  : work.games.subtract(before, ranked[i].after);
      return value_text(work, gain);
    });
    if (ranked[i].after.is_short()) {
      put_fact(row, "temperature", [&] {
        return work.store.temperature(ranked[i].after.stopper().game()).to_string();
      });
    }
    put_fact(row, "thermograph",
             [&] { return json_of(thermograph_of(work.games, ranked[i].after)); });
    row["best"] = ranked[i].best;
    row["loses"] = ranked[i].loses;
    row["end"] = ranked[i].end == 2 ? "win" : ranked[i].end == 1 ? "draw" : "loss";
    if (ranked[i].best) out["best"].push_back(row);
    out["all"].push_back(std::move(row));
  }
  const auto best = std::ranges::find(ranked, true, &RankedMove::best);
  if (best == ranked.end()) return out;
  const BoardMove& move = moves[static_cast<std::size_t>(best - ranked.begin())];
  Json& why = out["why"];
  why["text"] = reason(work, player, before, move, *best);
  put_fact(why, "thermograph", [&] { return json_of(thermograph_of(work.games, before)); });
  return out;
}

// Where values are out of reach: who wins after each move.
Json by_outcomes(Work& work, const std::vector<BoardMove>& moves, Player player,
                 const std::string& why_not) {
  Json out{
      {"best", Json::array()}, {"all", Json::array()}, {"value", "unknown"}, {"unknown", why_not}};
  std::vector<std::optional<int>> ends;
  solve::SumOutcome sums(work.store);
  bool spent_all = false;  // nothing is left for further moves
  for (const BoardMove& move : moves) {
    std::optional<int> end;
    if (move.option.shift == 0 && !spent_all) {
      try {
        const AnyPosition& after = move.option.position;
        end = end_after(
            solve::outcome_of(work.evaluator, sums, {{after, "", after.text()}}, work.budget),
            player);
      } catch (const solve::LoopySum&) {  // not told without its value
      } catch (const BudgetExhausted& spent) {
        if (spent.reason() == StopReason::kInterrupted) throw;
        spent_all = true;
      }
    }
    ends.push_back(end);
  }
  const bool wins = std::ranges::any_of(ends, [](const auto& end) { return end == 2; });
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Json row = json_of(moves[i]);
    row["value"] = "unknown";
    row["incentive"] = "unknown";
    row["end"] = !ends[i] ? "unknown" : *ends[i] == 2 ? "win" : "loss";
    row["best"] = wins && ends[i] == 2;
    row["loses"] = wins && ends[i] == 0;
    if (row["best"].get<bool>()) out["best"].push_back(row);
    out["all"].push_back(std::move(row));
  }
  out["why"] = {{"text", wins ? "The value was not found in time, but who wins was: this move does."
                              : "Neither the value nor a winning move was found in time."}};
  return out;
}

}  // namespace

Json call_play(Workspace& workspace, const Json& request, Budget& budget) {
  Subject subject;
  subject.kind = Subject::Kind::kPosition;
  subject.ruleset = workspace.ruleset(text_in(request, "game"));
  subject.position = subject.ruleset.rules->position(text_in(request, "board"));
  subject.title = title_of(subject.ruleset) + " " + subject.position.text();
  const Player player = player_in(request, "player");
  Json out;
  workspace.within(budget, [&](Work& work) {
    const Picture picture = picture_of(subject.ruleset, subject.position, budget);
    const std::vector<BoardMove> moves =
        moves_of(subject.ruleset, subject.position, picture, player, budget);
    try {
      // Half of the time is left for what needs no values.
      Budget part = budget.half();
      const Store::BudgetScope scope(work.store, part);
      Work within{work.context, work.store, work.games, work.evaluator, part};
      out = by_values(within, subject, moves, player);
    } catch (const BudgetExhausted& spent) {
      if (spent.reason() == StopReason::kInterrupted) throw;
      out = by_outcomes(work, moves, player, spent.what());
    } catch (const solve::KoMatters& ko) {
      out = {{"best", Json::array()}, {"all", Json::array()}, {"value", "depends on ko"}};
      for (const BoardMove& move : moves) {
        Json row = json_of(move);
        row["best"] = row["loses"] = false;
        row["value"] = row["incentive"] = row["end"] = "unknown";
        out["all"].push_back(std::move(row));
      }
      out["why"] = {{"text", ko.what()}};
    }
  });
  out["game"] = subject.ruleset.name;
  out["board"] = subject.position.text();
  out["player"] = player_word(player);
  return out;
}

}  // namespace cgt::repl
