#include "cgt/support/text_input.hpp"
#include "repl/chart/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cgt/pictures/drawing.hpp"
#include "repl/chart/scale.hpp"

namespace cgt::repl {
namespace {

// The number in the first ` name="..."`; 0 if there is none.
double attribute_of(std::string_view svg, std::string_view name) {
  const std::string key = fmt::format(" {}=\"", name);
  const std::size_t at = svg.substr(0, svg.find('>')).find(key);
  if (at == std::string_view::npos) return 0;
  std::string_view rest = svg.substr(at + key.size());
  return take_number<double>(rest).value_or(0);
}

}  // namespace

std::string row_of_pictures(const std::string& title, const std::vector<PictureInRow>& pictures) {
  constexpr double kSpace = 12;
  constexpr double kSign = 22;
  constexpr double kText = 22;
  double height = 0;
  for (const PictureInRow& one : pictures)
    height = std::max(height, attribute_of(one.picture, "height"));
  std::string body;
  std::string description;
  double x = kSpace;
  const double middle = kSpace + height / 2;
  const auto write = [&](double at, double y, std::string_view text, int size) {
    body += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"middle\">{}</text>\n", at,
        y, size, escape_xml(text));
  };
  for (const PictureInRow& one : pictures) {
    if (!one.sign.empty()) {
      write(x + kSign / 2, middle + 6, one.sign == "-" ? "\u2212" : one.sign, 20);
      x += kSign + kSpace;
      description += description.empty() ? one.sign : " " + one.sign + " ";
    }
    description += one.text;
    const double own = attribute_of(one.picture, "width");
    const double width = std::max(own, text_width(one.text) * 1.1);
    if (one.picture.empty()) {
      write(x + width / 2, middle + 5, one.text, 14);
    } else {
      const double y = middle - attribute_of(one.picture, "height") / 2;
      body += fmt::format("<svg x=\"{:.1f}\" y=\"{:.1f}\"{}", x + (width - own) / 2, y,
                          one.picture.substr(std::string_view("<svg").size()));
      write(x + width / 2, kSpace + height + 16, one.text, 12);
    }
    x += width + kSpace;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"Helvetica,Arial,sans-serif\" fill=\"{2}\" role=\"img\">\n"
      "<title>{3}</title>\n<desc>{4}</desc>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fffdf8\"/>\n{5}</svg>\n",
      x, 2 * kSpace + height + kText, kInk, escape_xml(title), escape_xml(description), body);
}

}  // namespace cgt::repl
