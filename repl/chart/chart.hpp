// Charts as SVG: curves with error bars, heat maps, contours.
//
// Geometry is a function of the data alone. Colours tell apart for people with the common colour
// vision deficiencies (Okabe, Ito 2008); curves differ in their markers, too. Text is never
// narrower than 11 units; tick labels are thinned out until they cannot overlap.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cgt::repl {

struct ChartPoint {
  double x = 0;
  double y = 0;
  double error = 0;  // half the height of the bar; 0: none
};

struct ChartCurve {
  std::string name;
  std::vector<ChartPoint> points;  // in ascending x
};

struct Axis {
  std::string label;
  bool logarithmic = false;
  std::optional<double> least;  // else from the data
  std::optional<double> greatest;
};

struct LineChart {
  std::string title;
  Axis x;
  Axis y;
  std::vector<ChartCurve> curves;
  std::optional<double> level;  // a dashed line at this y
};

// Panels of cells, each coloured by its value; NaN cells stay grey.
struct HeatMap {
  struct Panel {
    std::string title;
    std::vector<std::vector<double>> values;  // rows from the top, columns
  };
  std::string title;
  std::string x_label;
  std::string y_label;
  std::string value_label;
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  std::vector<Panel> panels;
  double middle = 1;  // white; below blue, above orange, on a scale of ratios
  double span = 4;    // middle / span and middle * span are the darkest
};

// Lines of equal value over columns and rows, each labelled: for surfaces such as "which g".
struct ContourChart {
  std::string title;
  Axis x;
  Axis y;
  std::string value_label;
  std::vector<double> columns;              // x of the grid
  std::vector<double> rows;                 // y
  std::vector<std::vector<double>> values;  // by row; NaN: unknown
  std::vector<double> levels;
  std::string unknown;  // what grey cells mean, for the legend; shown if there are any
};

std::string svg(const LineChart& chart);
std::string svg(const HeatMap& chart);
std::string svg(const ContourChart& chart);

// Pictures side by side, as the terms of a sum.

struct PictureInRow {
  std::string sign;     // before it: "", "+" or "-"
  std::string picture;  // a complete <svg> element with width and height, such as all of ours
  std::string text;     // below it, or in its place if there is no picture
};

// A complete <svg> element. `title` and the texts are given to screen readers.
std::string row_of_pictures(const std::string& title, const std::vector<PictureInRow>& pictures);

}  // namespace cgt::repl
