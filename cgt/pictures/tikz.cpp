#include "cgt/pictures/tikz.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/pictures/drawing.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/text/latex.hpp"

namespace cgt {
namespace {

// m/2^k has k decimals.
std::string decimal(const Dyadic& x) {
  mpz_class digits = abs(x.numerator());
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 5, x.exponent());
  digits *= power;
  std::string text = digits.get_str();
  if (x.exponent() > 0) {
    if (text.size() <= x.exponent()) text.insert(0, x.exponent() + 1 - text.size(), '0');
    text.insert(text.size() - x.exponent(), ".");
  }
  return (x.sign() < 0 ? "-" : "") + text;
}

// TeX holds no length beyond 16383pt: larger coordinates are halved as often as needed.
std::uint32_t halvings(Dyadic extent) {
  std::uint32_t count = 0;
  for (; extent > Dyadic(100); extent = extent.half()) ++count;
  return count;
}

}  // namespace

std::string thermograph_tikz(const Thermograph& thermograph, const TikzStyle& style) {
  const Frame frame = frame_of(thermograph);
  const Dyadic& mean = thermograph.mean();
  const std::uint32_t x_halvings = halvings(frame.high - frame.low);
  const std::uint32_t y_halvings = halvings(frame.top);
  const auto x_of = [&](const Dyadic& v) {
    return decimal((mean - v).scaled(-std::int64_t{x_halvings}));
  };
  const auto y_of = [&](const Dyadic& t) { return decimal(t.scaled(-std::int64_t{y_halvings})); };
  const Dyadic floor(-1);
  const Dyadic half(1, 1);
  const std::string left = x_of(frame.high + half);
  const std::string right = x_of(frame.low - half);

  std::string out =
      fmt::format("\\begin{{tikzpicture}}[x={:g}cm,y={:g}cm]\n", style.x_scale, style.y_scale);
  out += "  % x = mean - value, so values grow to the left; y = temperature";
  if (x_halvings != 0) out += fmt::format("; x divided by 2^{}", x_halvings);
  if (y_halvings != 0) out += fmt::format("; y divided by 2^{}", y_halvings);
  out += "\n";
  out += fmt::format("  \\draw[->] ({0},{1}) -- ({0},{2});\n", left, y_of(floor), y_of(frame.top));
  out += fmt::format("  \\draw ({},0) -- ({},0);\n", left, right);

  // Exact labels: critical temperatures on the axis, mean above, stops below.
  std::vector<Dyadic> levels{Dyadic()};
  for (const Player player : kPlayers) {
    const auto& critical = thermograph.wall(player).critical;
    levels.insert(levels.end(), critical.begin(), critical.end());
  }
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  for (const Dyadic& t : levels) {
    out += fmt::format("  \\node[left] at ({},{}) {{${}$}};\n", left, y_of(t), to_latex(t));
  }
  PerPlayer<Dyadic> stops;
  for (const Player player : kPlayers) stops[player] = thermograph.wall(player).at(Dyadic());
  for (const Player player : kPlayers) {
    if (player == Player::kRight && stops[Player::kLeft] == stops[Player::kRight]) break;
    out += fmt::format("  \\node[below] at ({},{}) {{${}$}};\n", x_of(stops[player]), y_of(floor),
                       to_latex(stops[player]));
  }
  for (const Player player : kPlayers) {
    out += "  \\draw[thick]";
    const char* separator = " ";
    for (const Corner& corner : frame.walls[player]) {
      out += fmt::format("{}({},{})", separator, x_of(corner.value), y_of(corner.temperature));
      separator = " -- ";
    }
    out += ";\n";
  }
  out += fmt::format("  \\draw[thick,->] (0,{0}) -- (0,{1}) node[above] {{${2}$}};\n",
                     y_of(std::max(thermograph.temperature(), floor)), y_of(frame.top),
                     to_latex(mean));
  return out + "\\end{tikzpicture}\n";
}

}  // namespace cgt
