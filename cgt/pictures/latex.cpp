#include "cgt/pictures/latex.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/pictures/drawing.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/text/printer.hpp"

namespace cgt {
namespace {

std::string number_latex(const Dyadic& x) {
  if (x.is_integer()) return x.to_string();
  const Dyadic whole = x.abs().scaled(x.exponent());
  const Dyadic unit = Dyadic(1).scaled(x.exponent());
  return std::string(x.sign() < 0 ? "-" : "") + "\\frac{" + whole.to_string() + "}{" +
         unit.to_string() + "}";
}

std::string nimber_latex(std::uint32_t k) {
  return k == 1 ? "{\\ast}" : fmt::format("{{\\ast}}{}", k);
}

class LatexDialect : public Dialect {
 public:
  std::string nus(const Nus& value) const override {
    std::string out;
    if (!value.number.is_zero() || value.is_number()) out += number_latex(value.number);
    if (value.ups != 0) {
      const char* const arrow = value.ups > 0 ? "{\\uparrow}" : "{\\downarrow}";
      const auto word = static_cast<std::uint64_t>(value.ups);
      const std::uint64_t count = value.ups < 0 ? 0 - word : word;
      if (count == 1) {
        out += arrow;
      } else if (count == 2) {
        out += value.ups > 0 ? "{\\Uparrow}" : "{\\Downarrow}";
      } else {
        // 1 4.up would be read as fourteen.
        out += fmt::format("{}{}{{\\cdot}}{}", out.empty() ? "" : "+", count, arrow);
      }
    }
    if (value.nimber != 0) out += nimber_latex(value.nimber);
    return out;
  }
  bool is_plain(const Nus& value) const override {
    return value.nimber == 0 && is_one_part(value) && value.number.sign() >= 0;
  }
  std::string power(const Dyadic& number, const PowerName& name,
                    std::uint32_t nimber) const override {
    std::string out = number.is_zero() ? "" : number_latex(number);
    out += name.rising == Player::kLeft ? "{\\uparrow}^{" : "{\\downarrow}_{";
    out += fmt::format("{}{}{}}}", name.sum ? "[" : "", name.power, name.sum ? "]" : "");
    if (nimber != 0) out += nimber_latex(nimber);
    return out;
  }
  std::string open_tiny(const Dyadic& number, Player sided) const override {
    return (number.is_zero() ? "" : number_latex(number)) +
           (sided == Player::kLeft ? "{+}_{" : "{-}_{");
  }
  std::string close_tiny() const override { return "}"; }
  std::string plus_minus() const override { return "{\\pm}"; }
  std::string open_brace() const override { return "\\{"; }
  std::string close_brace() const override { return "\\}"; }
  std::string bars(int bars) const override {
    if (bars == 1) return "\\mid ";
    std::string out = "\\mathrel{|";
    for (int i = 1; i < bars; ++i) out += "\\mkern-2mu|";
    return out + "}";
  }
  std::string size_note(const std::string& nodes, const std::string& followers) const override {
    return "\\{\\ldots\\}\\mbox{ " + nodes + " nodes, " + followers + " followers}";
  }
};

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

std::string to_latex(Store& store, GameId g, const PrintStyle& style) {
  CGT_EXPECTS(!g.is_none(), "only a game has a text");
  return Printer(store, LatexDialect(), style.max_length).print(g);
}

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
    out += fmt::format("  \\node[left] at ({},{}) {{${}$}};\n", left, y_of(t), number_latex(t));
  }
  PerPlayer<Dyadic> stops;
  for (const Player player : kPlayers) stops[player] = thermograph.wall(player).at(Dyadic());
  for (const Player player : kPlayers) {
    if (player == Player::kRight && stops[Player::kLeft] == stops[Player::kRight]) break;
    out += fmt::format("  \\node[below] at ({},{}) {{${}$}};\n", x_of(stops[player]), y_of(floor),
                       number_latex(stops[player]));
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
                     number_latex(mean));
  return out + "\\end{tikzpicture}\n";
}

}  // namespace cgt
