#include <fmt/format.h>

#include "cgt/fmt.hpp"
#include "decomp/go/report/report.hpp"
#include "repl/commands/go/review.hpp"

namespace cgt::repl {
namespace {

// Temperatures are shown in parts that are in play.
std::string heat_label(const Dyadic& temperature) {
  return temperature.sign() < 0 ? "" : temperature.to_string();
}

}  // namespace

std::vector<go::SgfNote> review_notes(const GameReview& review) {
  const go::Review& found = review.found;
  std::vector<go::SgfNote> notes(found.positions.size());
  for (std::size_t i = 0; i < found.positions.size(); ++i) {
    const go::ReviewedPosition& position = found.positions[i];
    const go::GoEndgame::Score& score = position.scores[position.to_play];
    go::SgfNote& note = notes[i];
    // Where nothing is known there is nothing to say.
    if (!score.lower && !score.upper) continue;
    note.comment = fmt::format("cgt: {} with best play, {} to play{}", go::score_text(score),
                               go::player_name(position.to_play),
                               found.conditional ? ", if the assumed groups live" : "");
    if (position.temperature) {
      note.comment += fmt::format("; temperature {}", *position.temperature);
    }
    if (i > 0 && found.losses[i - 1] && !found.losses[i - 1]->is_zero()) {
      note.comment += fmt::format("\nThis move loses {}.", *found.losses[i - 1]);
    }
    if (i > 0 && found.positions[i - 1].worth) {
      const go::MoveWorth& worth = *found.positions[i - 1].worth;
      note.comment += fmt::format("\nIt was worth {}, {}.", worth.temperature, name(worth.kind));
    }
    if (i > 0 && found.upsets[i - 1]) {
      note.comment += "\nThis move does what is taken for impossible.";
    }
    if (found.decided == i && !review.estimated) {
      note.comment += "\nFrom here on the score is exact.";
    }
    if (i == 0) {
      for (const std::string& line : review.assumed) note.comment += '\n' + line;
    }
    if (score.exact()) note.value = *score.lower;
    note.triangles = position.best;
    for (const auto& [point, temperature] : position.parts) {
      const std::string label = heat_label(temperature);
      if (!label.empty()) note.labels.emplace_back(point, label);
    }
  }
  return notes;
}

}  // namespace cgt::repl
