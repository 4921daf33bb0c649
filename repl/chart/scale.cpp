#include "repl/chart/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cgt/pictures/drawing.hpp"
#include "cgt/support/words.hpp"

namespace cgt::repl {
namespace {

// 1, 2 or 5 times a power of ten: about `parts` of them make the range.
double round_step(double range, double parts) {
  const double rough = range / parts;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * 0.999) return factor * power;
  }
  return 10 * power;
}

}  // namespace

std::string tick_label(double value) {
  if (std::abs(value) < 1e-12) return "0";
  return fmt::format("{:.6g}", value);
}

double text_width(std::string_view text) {
  double out = 0;
  for (const char c : text) {
    if (!begins_letter(c)) continue;  // inside of a character
    const auto one_of = [c](std::string_view set) { return set.find(c) != std::string_view::npos; };
    const bool wide = (c >= 'A' && c <= 'Z') || (c & 0x80) != 0 || one_of("w+<=>~");
    out += one_of("mMW@%") ? 12 : wide ? 10.2 : one_of("il.,:;|!' ") ? 4.5 : 7.8;
  }
  return out;
}

Scale::Scale(const Axis& axis, double least, double greatest, double from, double to)
    : logarithmic_(axis.logarithmic),
      least_(axis.least.value_or(least)),
      greatest_(axis.greatest.value_or(greatest)),
      from_(from),
      to_(to) {
  if (!(greatest_ > least_)) greatest_ = least_ + (logarithmic_ ? least_ : 1);
  if (logarithmic_) {
    if (!axis.least) least_ /= 1.05;
    if (!axis.greatest) greatest_ *= 1.05;
    return;
  }
  step_ = round_step(greatest_ - least_, 8);
  if (!axis.least) least_ = std::floor(least_ / step_ + 1e-9) * step_;
  if (!axis.greatest) greatest_ = std::ceil(greatest_ / step_ - 1e-9) * step_;
}

double Scale::operator()(double value) const {
  const double part = logarithmic_ ? std::log(value / least_) / std::log(greatest_ / least_)
                                   : (value - least_) / (greatest_ - least_);
  return from_ + part * (to_ - from_);
}

std::vector<Scale::Tick> Scale::ticks(double gap) const {
  std::vector<Tick> out;
  std::vector<double> preferred;
  if (logarithmic_) {
    const int first = static_cast<int>(std::floor(std::log10(least_)));
    const int last = static_cast<int>(std::ceil(std::log10(greatest_)));
    for (const int round : {1, 5, 2, 3, 4, 7, 6, 8, 9}) {
      for (int e = first; e <= last; ++e) preferred.push_back(round * std::pow(10, e));
    }
  } else {
    const auto from = static_cast<long>(std::ceil(least_ / step_ - 1e-9));
    const auto to = static_cast<long>(std::floor(greatest_ / step_ + 1e-9));
    for (long k = from; k <= to; ++k) preferred.push_back(static_cast<double>(k) * step_);
  }
  for (const double v : preferred) {
    if (v < least_ * (1 - 1e-9) - 1e-12 || v > greatest_ * (1 + 1e-9) + 1e-12) continue;
    const bool free = std::none_of(out.begin(), out.end(), [&](const Tick& other) {
      return !other.label.empty() && std::abs((*this)(other.value) - (*this)(v)) < gap;
    });
    out.push_back({v, free ? tick_label(v) : ""});
  }
  return out;
}

Svg::Svg(double width, double height, std::string_view title, std::string_view description)
    : out_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                       "viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu Sans, Helvetica, Arial, "
                       "sans-serif\" font-size=\"12\" fill=\"{2}\" role=\"img\">\n"
                       "<title>{3}</title>\n<desc>{4}</desc>\n"
                       "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
                       width, height, kInk, escape_xml(title), escape_xml(description))) {}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view style) {
  out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1,
                      y1, x2, y2, style);
}

void Svg::rect(double x, double y, double width, double height, std::string_view style) {
  out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>\n",
                      x, y, width, height, style);
}

void Svg::text(double x, double y, std::string_view text, std::string_view anchor,
               std::string_view style) {
  out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}{}>{}</text>\n", x, y,
                      anchor, style.empty() ? "" : " ", style, escape_xml(text));
}

void Svg::text_upward(double x, double y, std::string_view text) {
  out_ += fmt::format(
      "<text transform=\"translate({:.1f},{:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      x, y, escape_xml(text));
}

void Svg::raw(const std::string& element) { out_ += element + "\n"; }

std::string Svg::finish() { return out_ + "</svg>\n"; }

void draw_axes(Svg& out, const Scale& x, const Scale& y, const Axis& x_axis, const Axis& y_axis,
               double left, double top, double right, double bottom) {
  const std::string style = fmt::format("stroke=\"{}\"", kInk);
  out.line(left, bottom, right, bottom, style);
  out.line(left, top, left, bottom, style);
  for (const Scale::Tick& tick : x.ticks(40)) {
    const double at = x(tick.value);
    out.line(at, bottom, at, bottom + (tick.label.empty() ? 3 : 6), style);
    if (!tick.label.empty()) out.text(at, bottom + 20, tick.label, "middle");
  }
  for (const Scale::Tick& tick : y.ticks(18)) {
    const double at = y(tick.value);
    out.line(left - (tick.label.empty() ? 3 : 6), at, left, at, style);
    if (!tick.label.empty()) out.text(left - 9, at + 4, tick.label, "end");
  }
  out.text((left + right) / 2, bottom + 42, x_axis.label, "middle");
  out.text_upward(left - 48, (top + bottom) / 2, y_axis.label);
}

}  // namespace cgt::repl
