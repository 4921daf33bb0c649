// Go endgames.
#include <fmt/format.h>

#include <memory>

#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/record/either.hpp"
#include "decomp/go/report/contradictions.hpp"
#include "decomp/go/report/json.hpp"
#include "lang/c/handle.hpp"

namespace {

namespace c = cgt::c;
using cgt::Budget;

cgt_go_options read_options(const cgt_go_options* given) {
  cgt_go_options options{sizeof(cgt_go_options), -1, 0, 0};
  if (given != nullptr) c::read_sized(given, &options, sizeof options);
  if (options.area != 0 && options.area != 1) {
    throw c::Refusal(fmt::format("{} is not a way to score", options.area),
                     "0: territory, 1: area");
  }
  return options;
}

}  // namespace

cgt_status cgt_go_solve(cgt_store* store, const char* text, const cgt_go_options* options,
                        char* buffer, size_t size, size_t* needed) {
  return c::computing(store, [&](Budget& budget) {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    const cgt_go_options wanted = read_options(options);
    const auto moves = static_cast<std::ptrdiff_t>(wanted.moves);
    cgt::go::Problem problem = cgt::go::parse_either(
        c::read_text(text, "text"), "<go>", {.moves = moves == 0 ? cgt::go::kLastOfGame : moves});
    const cgt::Player to_play = wanted.to_play == -1 ? problem.to_play.value_or(cgt::Player::kLeft)
                                                     : c::read_player(wanted.to_play);
    cgt::go::ScoringRules rules;
    if (wanted.area == 1) rules.scoring = cgt::go::Scoring::kArea;
    // As `cgt go` does without options.
    cgt::go::PartitionOptions partition;
    partition.safety = cgt::go::SafetyMethod::kStatic;
    auto endgame =
        std::make_unique<cgt::go::GoEndgame>(store->games, std::move(problem), partition, rules);
    const auto report_on = [&](cgt::go::GoEndgame& of) {
      Budget search(cgt::go::search_limits(budget.limits()), &store->stop);
      return cgt::go::make_report(store->games, of, to_play, {}, false, search);
    };
    cgt::go::GoReport report = report_on(*endgame);
    if (auto found = cgt::go::contradictions(report); !found.empty()) {
      cgt::go::withdraw(store->games, endgame, report, std::move(found), report_on);
    }
    c::give(*store, cgt::go::go_json(report), to);
    if (report.stopped) throw cgt::BudgetExhausted(*report.stopped);
  });
}
