// Scales and text of charts: what lines.cpp and maps.cpp share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repl/chart/chart.hpp"

namespace cgt::repl {

// Maps values to units of the picture and knows where ticks go.
class Scale {
 public:
  // The range is widened to whole ticks where the axis does not say where it ends.
  Scale(const Axis& axis, double least, double greatest, double from, double to);

  double operator()(double value) const;
  bool inside(double value) const { return value >= least_ && value <= greatest_; }
  struct Tick {
    double value;
    std::string label;  // "": a small tick without a label
  };
  // Labels are at least `gap` units apart.
  std::vector<Tick> ticks(double gap) const;
  double least() const { return least_; }
  double greatest() const { return greatest_; }

 private:
  bool logarithmic_;
  double least_;
  double greatest_;
  double from_;
  double to_;
  double step_ = 0;  // of linear ticks
};

// With as few digits as tell neighbours apart.
std::string tick_label(double value);
// Width of a text of 12 units in a sans-serif font, from above.
double text_width(std::string_view text);

// Writes elements one a line.
class Svg {
 public:
  // `title` and `description` are for screen readers.
  Svg(double width, double height, std::string_view title, std::string_view description);
  void line(double x1, double y1, double x2, double y2, std::string_view style);
  void rect(double x, double y, double width, double height, std::string_view style);
  // `anchor` is start, middle or end.
  void text(double x, double y, std::string_view text, std::string_view anchor,
            std::string_view style = "");
  // Read from below.
  void text_upward(double x, double y, std::string_view text);
  void raw(const std::string& element);
  std::string finish();

 private:
  std::string out_;
};

// The frame of a chart: axes, ticks, labels.
void draw_axes(Svg& out, const Scale& x, const Scale& y, const Axis& x_axis, const Axis& y_axis,
               double left, double top, double right, double bottom);

inline constexpr const char* kInk = "#222222";

}  // namespace cgt::repl
