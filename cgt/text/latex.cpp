#include "cgt/text/latex.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/support/contract.hpp"
#include "cgt/text/printer.hpp"

namespace cgt {

std::string to_latex(const Dyadic& x) {
  if (x.is_integer()) return x.to_string();
  const Dyadic whole = x.abs().scaled(x.exponent());
  const Dyadic unit = Dyadic(1).scaled(x.exponent());
  return std::string(x.sign() < 0 ? "-" : "") + "\\frac{" + whole.to_string() + "}{" +
         unit.to_string() + "}";
}

namespace {

std::string nimber_latex(std::uint32_t k) {
  return k == 1 ? "{\\ast}" : fmt::format("{{\\ast}}{}", k);
}

class LatexDialect : public Dialect {
 public:
  std::string nus(const Nus& value) const override {
    std::string out;
    if (!value.number.is_zero() || value.is_number()) out += to_latex(value.number);
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
    std::string out = number.is_zero() ? "" : to_latex(number);
    out += name.rising == Player::kLeft ? "{\\uparrow}^{" : "{\\downarrow}_{";
    out += fmt::format("{}{}{}}}", name.sum ? "[" : "", name.power, name.sum ? "]" : "");
    if (nimber != 0) out += nimber_latex(nimber);
    return out;
  }
  std::string open_tiny(const Dyadic& number, Player sided) const override {
    return (number.is_zero() ? "" : to_latex(number)) +
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

}  // namespace

std::string to_latex(Store& store, GameId g, const PrintStyle& style) {
  CGT_EXPECTS(!g.is_none(), "only a game has a text");
  return Printer(store, LatexDialect(), style.max_length).print(g);
}

}  // namespace cgt
