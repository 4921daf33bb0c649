#include "cgt/pictures/drawing.hpp"

#include <cmath>

namespace cgt {

double approximate(const Dyadic& x) {
  constexpr double kMost = 1e150;
  signed long power = 0;
  const mpz_class numerator = x.numerator();
  const double mantissa = mpz_get_d_2exp(&power, numerator.get_mpz_t());
  const signed long shift = power - static_cast<signed long>(x.exponent());
  const double value = std::ldexp(mantissa, static_cast<int>(std::clamp(shift, -2000L, 2000L)));
  return std::clamp(value, -kMost, kMost);
}

std::vector<Corner> corners(const Trajectory& wall, const Dyadic& top) {
  std::vector<Corner> out{{top, wall.mast}};
  for (std::size_t i = 0; i < wall.critical.size(); ++i) {
    CGT_EXPECTS(wall.critical[i] < top, "the mast is longer than that");
    const Corner& above = out.back();
    const Dyadic value =
        above.value + Dyadic(wall.slopes[i]) * (wall.critical[i] - above.temperature);
    out.push_back({wall.critical[i], value});
  }
  const Dyadic lowest(-1);
  const Dyadic value =
      out.back().value + Dyadic(wall.slopes.back()) * (lowest - out.back().temperature);
  out.push_back({lowest, value});
  std::ranges::reverse(out);
  return out;
}

Frame frame_of(const Thermograph& thermograph) {
  Frame frame;
  const Dyadic hottest = std::max(thermograph.temperature(), Dyadic());
  frame.top = hottest + (hottest > Dyadic(4) ? hottest.scaled(-2) : Dyadic(1));
  frame.low = thermograph.mean();
  frame.high = frame.low;
  for (const Player player : kPlayers) {
    frame.walls[player] = corners(thermograph.wall(player), frame.top);
    for (const Corner& corner : frame.walls[player]) {
      frame.low = std::min(frame.low, corner.value);
      frame.high = std::max(frame.high, corner.value);
    }
  }
  return frame;
}

std::vector<Dyadic> round_ticks(const Dyadic& low, const Dyadic& high, int count) {
  const mpz_class from = low.ceil().numerator();
  const mpz_class to = high.floor().numerator();
  // Steps 1, 2, 5, 10, 20, ...
  mpz_class step = 1;
  for (int i = 0; (to - from) / step >= count; ++i) {
    step *= i % 3 == 1 ? 5 : 2;
    if (i % 3 == 1) step /= 2;
  }
  mpz_class first;
  mpz_cdiv_q(first.get_mpz_t(), from.get_mpz_t(), step.get_mpz_t());
  std::vector<Dyadic> ticks;
  for (mpz_class tick = first * step; tick <= to; tick += step) ticks.emplace_back(tick, 0U);
  return ticks;
}

std::string escape_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string escape_latex(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\textbackslash{}"; break;
      case '^': out += "\\textasciicircum{}"; break;
      case '~': out += "\\textasciitilde{}"; break;
      case '{':
      case '}':
      case '#':
      case '$':
      case '%':
      case '&':
      case '_':
        out += '\\';
        out += c;
        break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace cgt
