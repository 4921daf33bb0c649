#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cgt/pictures/drawing.hpp"
#include "decomp/go/report/report.hpp"
#include "repl/commands/go/review.hpp"

namespace cgt::repl {
namespace {

constexpr double kStripWidth = 960;
constexpr double kStripHeight = 320;
constexpr double kStripMargin = 56;

}  // namespace

std::string review_strip(const GameReview& review) {
  const auto& positions = review.found.positions;
  // The range of the scores, 0 included.
  double low = -1;
  double high = 1;
  for (const go::ReviewedPosition& position : positions) {
    const auto& score = position.scores[position.to_play];
    for (const auto& end : {score.lower, score.upper}) {
      if (!end) continue;
      low = std::min(low, approximate(*end));
      high = std::max(high, approximate(*end));
    }
  }
  const double left = kStripMargin;
  const double right = kStripWidth - 16;
  const double top = 44;
  const double bottom = kStripHeight - 40;
  const double step =
      (right - left) / static_cast<double>(std::max<std::size_t>(positions.size(), 1));
  const auto x = [&](std::size_t i) { return left + step * static_cast<double>(i); };
  const auto y = [&](double score) {
    return bottom - (score - low) / (high - low) * (bottom - top);
  };

  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" role=\"img\" font-family=\"'DejaVu Sans', Verdana, sans-serif\" font-size=\"12\">\n"
      "<title>{2}: the score over the moves</title>\n<desc>{3} positions; each bar tells its own "
      "score</desc>\n"
      "<defs><pattern id=\"unknown\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" "
      "patternTransform=\"rotate(45)\"><rect width=\"8\" height=\"8\" fill=\"#f0ede6\"/>"
      "<line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"8\" stroke=\"#c9c2b4\" stroke-width=\"2\"/>"
      "</pattern></defs>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fbfaf7\"/>\n"
      "<text x=\"16\" y=\"24\" font-size=\"15\" fill=\"#222\">{2}</text>\n",
      kStripWidth, kStripHeight, escape_xml(review.title), positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const go::ReviewedPosition& position = positions[i];
    const auto& score = position.scores[position.to_play];
    std::string what = fmt::format("after move {}: {}", i, go::score_text(score));
    if (i > 0 && positions[i - 1].worth) {
      const go::MoveWorth& worth = *positions[i - 1].worth;
      what += fmt::format("; the move was worth {}, {}", worth.temperature.to_string(),
                          name(worth.kind));
    }
    const double from = score.lower ? y(approximate(*score.lower)) : bottom;
    const double to = score.upper ? y(approximate(*score.upper)) : top;
    if (score.exact()) {
      out += fmt::format(
          "<rect class=\"exact\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"4\" "
          "fill=\"#1d4e89\"><title>{}</title></rect>\n",
          x(i), from - 2, step, escape_xml(what));
    } else if (score.lower || score.upper) {
      out += fmt::format(
          "<rect class=\"bounds\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
          "fill=\"#b9d0e8\" stroke=\"#1d4e89\" stroke-width=\"0.6\"><title>{}</title></rect>\n",
          x(i), to, step, std::max(from - to, 1.0), escape_xml(what));
    } else {
      out += fmt::format(
          "<rect class=\"unknown\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
          "fill=\"url(#unknown)\"><title>{}</title></rect>\n",
          x(i), top, step, bottom - top, escape_xml(what));
    }
    if (i == 0 || !review.found.losses[i - 1] || review.found.losses[i - 1]->is_zero()) continue;
    const Player player = review.found.moves[i - 1].player;
    out += fmt::format(
        "<circle class=\"loss\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\" stroke=\"#222\">"
        "<title>move {} by {} loses {}</title></circle>\n",
        x(i) + step / 2, from, player == Player::kLeft ? "#222" : "#fff", i,
        go::player_name(player), review.found.losses[i - 1]->to_string());
  }
  out += fmt::format(
      "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"#666\" "
      "stroke-dasharray=\"4 3\"/>\n",
      left, y(0), right);
  for (const double mark : {low, 0.0, high}) {
    const std::string label =
        mark == 0 ? "0" : fmt::format("{}+{:g}", mark > 0 ? 'B' : 'W', std::abs(mark));
    out +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#444\">{}</text>\n",
                    left - 6, y(mark) + 4, label);
  }
  if (review.found.decided) {
    const double at = x(*review.found.decided);
    out += fmt::format(
        "<line class=\"decided\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" "
        "stroke=\"#222\"/>\n"
        "<text x=\"{3:.1f}\" y=\"{4}\" text-anchor=\"{5}\" fill=\"#222\">exact after move "
        "{6}</text>\n",
        at, top - 6, bottom + 6, at, top - 10, at > kStripWidth / 2 ? "end" : "start",
        *review.found.decided);
  }
  out += fmt::format(
      "<text x=\"{:.1f}\" y=\"{}\" fill=\"#444\">moves 0 to {}; line: exact, box: bounds, hatched: "
      "unknown, disc: a move that loses points{}</text>\n",
      left, kStripHeight - 14, positions.size() - 1,
      review.found.conditional ? "; if the assumed groups live" : "");
  return out + "</svg>\n";
}

}  // namespace cgt::repl
