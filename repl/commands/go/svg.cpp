#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "cgt/pictures/drawing.hpp"
#include "cgt/pictures/ko_drawing.hpp"
#include "cgt/pictures/thermograph_drawing.hpp"
#include "repl/commands/go/go.hpp"

namespace cgt::repl {
namespace {

constexpr int kCell = 36;
constexpr int kMargin = 44;  // coordinates
constexpr int kHeader = 64;  // title and scores
constexpr int kPanel = 300;  // the list of subgames beside the board
constexpr int kPanelRow = 19;
constexpr int kGap = 28;
constexpr int kThermographHeight = 340;
constexpr int kRemarkHeight = 60;  // why there is none
// Of the three thermographs of a ko, as ko_svg() draws them.
constexpr int kKoWidth = 900;
constexpr int kKoHeight = 340;

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '&': safe += "&amp;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return safe;
}

std::string shortened_label(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 1) + "\u2026";
}

// Cold subgames are blue, a point or so is green to amber, hot ones are red.
struct Tint {
  double temperature;
  std::array<int, 3> rgb;
  const char* label;
};
constexpr std::array<Tint, 5> kTints{{{-1, {120, 144, 196}, "-1 settled"},
                                      {0, {79, 142, 217}, "0"},
                                      {1, {72, 176, 120}, "1"},
                                      {2, {240, 170, 50}, "2"},
                                      {4, {226, 62, 48}, "4 or more"}}};
constexpr const char* kUnknownTint = "#9a8f9e";

// The legend of the marks that tell without colour what is known.
struct Mark {
  const char* drawing;  // in a box of 16 x 16
  const char* meaning;
};
constexpr int kMarkRow = 20;
constexpr std::array<Mark, 7> kMarks{
    {{R"svg(<rect x="3" y="3" width="9" height="9" fill="#111" stroke="#555"/>)svg",
      "full: proved territory (large: a dead stone)"},
     {R"svg(<rect x="3" y="3" width="9" height="9" fill="none" stroke="#111" stroke-width="2"/>)svg",
      "hollow: territory if the marked blocks live"},
     {R"svg(<path d="M8 0l7 13h-14z" fill="none" stroke="#111" stroke-width="1.6"/>)svg",
      "a block that is assumed to live"},
     {R"svg(<circle cx="8" cy="8" r="4" fill="none" stroke="#111" stroke-width="1.6" stroke-dasharray="2 1.5"/>)svg",
      "dashed: territory of the conditional result"},
     {R"svg(<rect width="16" height="16" fill="url(#bounded)" stroke="#555"/>)svg",
      "stripes: only bounds are known"},
     {R"svg(<rect width="16" height="16" fill="url(#ko)" stroke="#555"/>)svg",
      "rings: the value depends on ko"},
     {R"svg(<rect width="16" height="16" fill="url(#seki)" stroke="#555"/>)svg",
      "crosses: seki; a plain part has an exact value"}}};

std::string tint(double temperature) {
  const double t = std::clamp(temperature, kTints.front().temperature, kTints.back().temperature);
  std::size_t i = 1;
  while (i + 1 < kTints.size() && kTints[i].temperature < t) ++i;
  const double span = kTints[i].temperature - kTints[i - 1].temperature;
  const double part = (t - kTints[i - 1].temperature) / span;
  std::array<int, 3> rgb{};
  for (std::size_t c = 0; c < 3; ++c) {
    rgb[c] =
        static_cast<int>(std::lround(kTints[i - 1].rgb[c] * (1 - part) + kTints[i].rgb[c] * part));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
}

class Drawing {
 public:
  explicit Drawing(const go::GoReport& report)
      : report_(report), endgame_(*report.endgame), board_(endgame_.problem().board) {
    board_width_ = kCell * board_.width() + 2 * kMargin;
    board_height_ = kCell * board_.height() + 2 * kMargin;
    const int rows = static_cast<int>(report.rows.size());
    panel_height_ = kPanelRow * (rows + 2) + 170 + kMarkRow * static_cast<int>(kMarks.size());
    width_ = board_width_ + kPanel + 3 * kGap;
    body_height_ = std::max(board_height_, panel_height_);
    sum_height_ = report.thermograph ? kThermographHeight : kRemarkHeight;
    height_ = kHeader + body_height_ + sum_height_ + 3 * kGap;
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
      if (ko_of(i) == nullptr) continue;
      width_ = std::max(width_, kKoWidth + 2 * kGap);
      height_ += kKoHeight + kGap;
    }
    for (std::size_t i = 0; i < report.line.size(); ++i) {
      // A point may be played again after a capture: the first move is drawn, the rest is told.
      const auto [first, fresh] = numbers_.try_emplace(report.line[i].point, i + 1);
      if (!fresh) replayed_.emplace_back(i + 1, first->second);
    }
  }

  std::string text() {
    const std::string title = title_text();
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" role=\"img\" font-family=\"'DejaVu Sans', Verdana, sans-serif\">\n"
        "<title>{2}</title>\n<desc>{3}</desc>\n",
        width_, height_, escaped(title), escaped(summary()));
    definitions();
    out_ += fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"#fbfaf7\"/>\n", width_, height_);
    header(title);
    out_ += fmt::format("<g transform=\"translate({},{})\">\n", kGap, kHeader);
    board();
    out_ += "</g>\n";
    out_ += fmt::format("<g transform=\"translate({},{})\">\n", board_width_ + 2 * kGap, kHeader);
    panel();
    out_ += "</g>\n";
    thermograph();
    ko_thermographs();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  int x(int column) const { return kMargin + kCell * column + kCell / 2; }
  int y(int row) const { return kMargin + kCell * row + kCell / 2; }

  // The thermographs of a region that depends on ko; null if there are none.
  const KoThermographs* ko_of(std::size_t i) const {
    if (!report_.kos || !report_.kos->regions[i]) return nullptr;
    const auto& found = report_.kos->regions[i]->thermographs;
    return found ? &*found : nullptr;
  }

  std::string title_text() const {
    const std::string& name = endgame_.problem().name;
    return name.empty() ? report_.file : name;
  }

  std::string subgame_tint(std::size_t i) const {
    return report_.rows[i].exact ? tint(approximate(endgame_.subgames()[i].temperature))
                                 : kUnknownTint;
  }

  void label(double x, double y, const std::string& text, const std::string& style) {
    out_ += fmt::format("<text x=\"{:g}\" y=\"{:g}\" {}>{}</text>\n", x, y, style, escaped(text));
  }

  void definitions() {
    out_ +=
        "<defs>\n"
        "<linearGradient id=\"wood\" x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\">"
        "<stop offset=\"0\" stop-color=\"#efcf93\"/><stop offset=\"0.5\" stop-color=\"#e6c07c\"/>"
        "<stop offset=\"1\" stop-color=\"#dfb56c\"/></linearGradient>\n"
        "<radialGradient id=\"black\" cx=\"0.35\" cy=\"0.3\" r=\"0.75\">"
        "<stop offset=\"0\" stop-color=\"#666\"/><stop offset=\"0.5\" stop-color=\"#262626\"/>"
        "<stop offset=\"1\" stop-color=\"#0c0c0c\"/></radialGradient>\n"
        "<radialGradient id=\"white\" cx=\"0.35\" cy=\"0.3\" r=\"0.8\">"
        "<stop offset=\"0\" stop-color=\"#fff\"/><stop offset=\"0.7\" stop-color=\"#f1f0ec\"/>"
        "<stop offset=\"1\" stop-color=\"#c9c7bf\"/></radialGradient>\n"
        "<pattern id=\"bounded\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
        "<path d=\"M-2 2L2 -2M0 8L8 0M6 10L10 6\" stroke=\"#222\" stroke-width=\"1\"/></pattern>\n"
        "<pattern id=\"ko\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">"
        "<circle cx=\"5\" cy=\"5\" r=\"3\" fill=\"none\" stroke=\"#222\"/></pattern>\n"
        "<pattern id=\"seki\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
        "<path d=\"M0 0L8 8M8 0L0 8\" stroke=\"#222\" stroke-width=\"0.8\"/></pattern>\n"
        "</defs>\n";
  }

  std::string summary() const {
    return "Black first: " + go::score_text(report_.scores[Player::kLeft]) +
           " \u00b7 White first: " + go::score_text(report_.scores[Player::kRight]) +
           " \u00b7 settled part of the board: " +
           (report_.partitioned ? go::settled_text(endgame_.fixed_score()) : "unknown") +
           (endgame_.conditional() ? " \u00b7 if the marked blocks live" : "");
  }

  void header(const std::string& title) {
    label(kGap, 34, shortened_label(title, 80),
          "font-size=\"20\" font-weight=\"bold\" fill=\"#222\"");
    // Bounds and conditions make it too long for the drawing.
    const std::string text = summary();
    label(kGap, 54, text,
          text.size() > 100 ? "font-size=\"11\" fill=\"#444\"" : "font-size=\"13\" fill=\"#444\"");
    if (!report_.conditional) return;
    const PerPlayer<go::GoEndgame::Score>& scores = report_.conditional->scores;
    label(kGap, kHeader + body_height_ + kGap,
          "If the areas with dashed circles are territory: Black first " +
              go::score_text(scores[Player::kLeft]) + " \u00b7 White first " +
              go::score_text(scores[Player::kRight]),
          "font-size=\"13\" fill=\"#444\"");
  }

  void board() {
    out_ += fmt::format(
        "<rect width=\"{}\" height=\"{}\" rx=\"6\" fill=\"url(#wood)\" stroke=\"#a9824a\"/>\n",
        board_width_, board_height_);
    grid();
    for (std::size_t i = 0; i < report_.rows.size(); ++i) region(i);
    stones();
    settled_marks();
    area_marks();
    line();
    for (std::size_t i = 0; i < report_.rows.size(); ++i) region_label(i);
  }

  void grid() {
    std::string path;
    for (int row = 0; row < board_.height(); ++row) {
      path += fmt::format("M{} {}H{}", x(0), y(row), x(board_.width() - 1));
    }
    for (int column = 0; column < board_.width(); ++column) {
      path += fmt::format("M{} {}V{}", x(column), y(0), y(board_.height() - 1));
    }
    out_ += "<path d=\"" + path + "\" stroke=\"#6d5228\" stroke-width=\"1\" fill=\"none\"/>\n";
    for (const int row : star_lines(board_.height())) {
      for (const int column : star_lines(board_.width())) {
        out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3.2\" fill=\"#5a431f\"/>\n", x(column),
                            y(row));
      }
    }
    const std::string style = "font-size=\"12\" fill=\"#6b5026\" text-anchor=\"middle\"";
    for (int column = 0; column < board_.width(); ++column) {
      label(x(column), kMargin - 14, go::column_name(column), style);
      label(x(column), board_height_ - kMargin + 24, go::column_name(column), style);
    }
    for (int row = 0; row < board_.height(); ++row) {
      const std::string number = std::to_string(board_.height() - row);
      label(kMargin - 20, y(row) + 4, number, style);
      label(board_width_ - kMargin + 20, y(row) + 4, number, style);
    }
  }

  // Where the star points stand on a side of this length.
  static std::vector<int> star_lines(int side) {
    if (side < 7) return {};
    const int edge = side < 12 ? 2 : 3;
    if (side % 2 == 0) return {edge, side - 1 - edge};
    return {edge, side / 2, side - 1 - edge};
  }

  void region(std::size_t i) {
    std::string path;
    for (const go::Point point : endgame_.subgames()[i].points) {
      path += fmt::format("M{} {}h{}v{}h-{}z", x(point.x) - kCell / 2, y(point.y) - kCell / 2,
                          kCell, kCell, kCell);
    }
    out_ +=
        fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.55\"><title>{}</title></path>\n",
                    path, subgame_tint(i), escaped(region_title(i)));
    const go::PartKind kind = report_.rows[i].kind;
    if (kind == go::PartKind::kExact) return;
    out_ +=
        fmt::format("<path d=\"{}\" fill=\"url(#{})\" fill-opacity=\"0.6\"/>\n", path, name(kind));
  }

  // Marks that need no colour: on settled points a square, full where it is proved and hollow where
  // it is assumed, larger on stones that are dead there; a triangle on stones assumed to live.
  void settled_marks() {
    const go::Partition& found = endgame_.partition();
    for (const Player player : kPlayers) {
      const auto& hollow = found.assumed_territory[player];
      for (const go::Point p : found.territory[player]) {
        settled_mark(p, player, std::ranges::binary_search(hollow, p));
      }
      for (const go::Point p : found.assumed_stones[player]) living_mark(p, player);
    }
  }

  // What the conditional result takes for territory.
  void area_marks() {
    if (!report_.conditional) return;
    const go::Partition& found = report_.conditional->endgame->partition();
    for (const Player player : kPlayers) {
      for (const go::Point p : found.assumed_areas[player]) {
        out_ += fmt::format(
            "<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"none\" stroke=\"{}\" "
            "stroke-width=\"2\" stroke-dasharray=\"3 2\"/>\n",
            x(p.x), y(p.y), player == Player::kLeft ? "#111" : "#fff");
      }
    }
  }

  void settled_mark(go::Point p, Player owner, bool assumed) {
    const double side = board_[p] == go::Colour::kEmpty ? 9 : 14;
    const char* const shade = owner == Player::kLeft ? "#111" : "#fff";
    out_ += fmt::format(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"{}\" stroke=\"{}\" "
        "stroke-width=\"{}\"/>\n",
        x(p.x) - side / 2, y(p.y) - side / 2, side, side, assumed ? "none" : shade,
        assumed ? shade : "#555", assumed ? "2" : "0.6");
  }

  void living_mark(go::Point p, Player owner) {
    out_ += fmt::format(
        "<path d=\"M{} {}l8 14h-16z\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"1.6\"/>\n",
        x(p.x), y(p.y) - 9, owner == Player::kLeft ? "#fff" : "#111");
  }

  std::string region_title(std::size_t i) const {
    const go::GoReport::Row& row = report_.rows[i];
    if (!row.known) return fmt::format("{}: bounds {} .. {}", i + 1, row.lower, row.upper);
    if (!row.exact) return fmt::format("{}: {} .. {}", i + 1, row.lower, row.upper);
    return fmt::format("{}: {}, mean {}, temperature {}", i + 1, shortened_label(row.lower, 200),
                       endgame_.subgames()[i].mean.to_string(),
                       endgame_.subgames()[i].temperature.to_string());
  }

  void stone(go::Point point, go::Colour colour) {
    const bool black = colour == go::Colour::kBlack;
    out_ += fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{:g}\" fill=\"url(#{})\" stroke=\"{}\" "
        "stroke-width=\"0.6\"/>\n",
        x(point.x), y(point.y), kCell * 0.475, black ? "black" : "white",
        black ? "#000" : "#8d8a80");
  }

  void stones() {
    for (int row = 0; row < board_.height(); ++row) {
      for (int column = 0; column < board_.width(); ++column) {
        const go::Point point = go::Point::at(column, row);
        if (board_[point] != go::Colour::kEmpty) stone(point, board_[point]);
      }
    }
  }

  void line() {
    for (const auto& [point, number] : numbers_) {
      const bool black = report_.line[number - 1].player == Player::kLeft;
      out_ += fmt::format(
          "<circle cx=\"{}\" cy=\"{}\" r=\"{:g}\" fill=\"{}\" fill-opacity=\"0.82\" "
          "stroke=\"#333\" "
          "stroke-width=\"0.8\" stroke-dasharray=\"2 1.6\"/>\n",
          x(point.x), y(point.y), kCell * 0.40, black ? "#2b2b2b" : "#fdfdfb");
      label(x(point.x), y(point.y) + 4.6, std::to_string(number),
            fmt::format("font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\"",
                        black ? "#fff" : "#222"));
    }
  }

  // The mean, along the longer side of the region, on the edge of its first cells.
  void region_label(std::size_t i) {
    const std::vector<go::Point>& points = endgame_.subgames()[i].points;
    if (points.empty()) return;
    const auto [left, right] = std::minmax_element(
        points.begin(), points.end(), [](go::Point a, go::Point b) { return a.x < b.x; });
    const auto [top, bottom] = std::minmax_element(
        points.begin(), points.end(), [](go::Point a, go::Point b) { return a.y < b.y; });
    const int columns = right->x - left->x + 1;
    const int rows = bottom->y - top->y + 1;
    const bool upright = rows > columns;
    // Room for text of this size: the long side and a bit of the neighbours.
    const double room = kCell * (std::max(rows, columns) + 0.7);
    const auto fits = static_cast<std::size_t>(room / 7.4);
    const go::GoReport::Row& row = report_.rows[i];
    std::string text = row.exact   ? endgame_.subgames()[i].mean.to_string()
                       : row.known ? "?"
                                   : row.lower + " .. " + row.upper;
    if (text.size() > std::max<std::size_t>(fits, 5)) text = fmt::format("#{}", i + 1);
    const double middle_x = (x(left->x) + x(right->x)) / 2.0;
    const double middle_y = (y(top->y) + y(bottom->y)) / 2.0;
    const double at_x = upright ? x(left->x) - kCell / 2.0 : middle_x;
    const double at_y = upright ? middle_y : y(top->y) - kCell / 2.0;
    const double width = 7.2 * static_cast<double>(text.size()) + 9;
    out_ += fmt::format(
        "<g transform=\"translate({:g},{:g}){}\"><rect x=\"{:g}\" y=\"-7.5\" width=\"{:g}\" "
        "height=\"15\" rx=\"7\" fill=\"#fffaf0\" fill-opacity=\"0.95\" stroke=\"{}\" "
        "stroke-width=\"1.4\"/>",
        at_x, at_y, upright ? " rotate(-90)" : "", -width / 2, width, subgame_tint(i));
    label(0, 4.2, text,
          "font-size=\"11.5\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#5a1420\"");
    out_ += "</g>\n";
  }

  void panel() {
    const std::string head = "font-size=\"12\" font-weight=\"bold\" fill=\"#333\"";
    label(0, 14, "#", head);
    label(34, 14, "at", head);
    label(82, 14, "value", head);
    label(kPanel - 50, 14, "mean", head + " text-anchor=\"end\"");
    label(kPanel, 14, "temp", head + " text-anchor=\"end\"");
    int row = 1;
    for (std::size_t i = 0; i < report_.rows.size(); ++i, ++row) {
      const go::GoReport::Row& known = report_.rows[i];
      const int base = 14 + kPanelRow * row;
      out_ += fmt::format(
          "<rect x=\"-2\" y=\"{}\" width=\"28\" height=\"15\" rx=\"3\" fill=\"{}\" "
          "fill-opacity=\"0.75\"/>\n",
          base - 12, subgame_tint(i));
      const std::string style = "font-size=\"12\" fill=\"#222\"";
      label(12, base, std::to_string(i + 1), style + " text-anchor=\"middle\"");
      label(34, base, known.points.empty() ? "" : known.points.front(), style);
      const std::string value = known.exact ? known.lower : known.lower + " .. " + known.upper;
      label(82, base, shortened_label(value, known.exact ? 20 : 24), style);
      if (known.exact) {
        label(kPanel - 50, base, endgame_.subgames()[i].mean.to_string(),
              style + " text-anchor=\"end\"");
      }
      const KoThermographs* const ko = ko_of(i);
      if (known.exact || ko != nullptr) {
        label(kPanel, base,
              known.exact ? endgame_.subgames()[i].temperature.to_string()
                          : (*ko)[Komaster::kNone].temperature_text() + " (ko)",
              style + " text-anchor=\"end\"");
      }
    }
    legend(14 + kPanelRow * row + 22);
  }

  void legend(int top) {
    label(0, top, "temperature", "font-size=\"12\" font-weight=\"bold\" fill=\"#333\"");
    int left = 0;
    const int step = kPanel / static_cast<int>(kTints.size());
    for (const Tint& mark : kTints) {
      out_ += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"13\" fill=\"{}\" "
          "fill-opacity=\"0.75\"/>\n",
          left, top + 8, step, tint(mark.temperature));
      label(left + 1, top + 35, mark.label, "font-size=\"10\" fill=\"#444\"");
      left += step;
    }
    if (!report_.line.empty()) {
      label(0, top + 62,
            fmt::format("Numbers: an optimal line, {} first.", go::player_name(report_.to_play)),
            "font-size=\"12\" fill=\"#333\"");
    }
    std::string again;
    for (const auto& [number, first] : replayed_) {
      again += fmt::format("{}{} at {}", again.empty() ? "" : ", ", number, first);
    }
    if (!again.empty())
      label(0, top + 80, shortened_label(again, 46), "font-size=\"12\" fill=\"#333\"");
    int base = top + 108;
    for (const Mark& mark : kMarks) {
      out_ += fmt::format("<g transform=\"translate(0,{})\">{}</g>\n", base - 12, mark.drawing);
      label(24, base, mark.meaning, "font-size=\"11\" fill=\"#333\"");
      base += kMarkRow;
    }
  }

  void thermograph() {
    const int top = kHeader + body_height_ + kGap;
    if (!report_.thermograph) {
      out_ += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#f1eee6\"/>\n", kGap,
          top, width_ - 2 * kGap, kRemarkHeight);
      label(kGap + 16, top + 36,
            endgame_.complete()
                ? "The sum of all subgames is too large to draw its thermograph exactly."
            : report_.kos && report_.kos->sums
                ? "The sum has no thermograph, because a ko matters: those of the kos are below."
                : "The thermograph of the sum is unknown: not every subgame has an exact value.",
            "font-size=\"13\" fill=\"#444\"");
      return;
    }
    out_ += fmt::format("<g transform=\"translate({},{})\">\n", kGap, top);
    out_ += thermograph_svg(*report_.thermograph, "Thermograph of the sum of all subgames",
                            board_width_, kThermographHeight);
    out_ += "</g>\n";
  }

  // Below everything else, one row a ko.
  void ko_thermographs() {
    int top = kHeader + body_height_ + sum_height_ + 2 * kGap;
    for (std::size_t i = 0; i < report_.rows.size(); ++i) {
      const KoThermographs* const ko = ko_of(i);
      if (ko == nullptr) continue;
      std::vector<KoPanel> panels;
      for (const Komaster komaster : kKomasters) {
        panels.push_back({komaster == Komaster::kNone
                              ? "no komaster"
                              : fmt::format("{} is komaster", go::komaster_text(komaster)),
                          (*ko)[komaster]});
      }
      out_ += fmt::format("<g transform=\"translate({},{})\">\n", kGap, top);
      out_ += ko_svg(fmt::format("Ko of {} at {} ({})", i + 1, report_.rows[i].points.front(),
                                 name(ko->kind())),
                     panels);
      out_ += "</g>\n";
      top += kKoHeight + kGap;
    }
  }

  const go::GoReport& report_;
  const go::GoEndgame& endgame_;
  const go::Board& board_;
  int board_width_ = 0;
  int board_height_ = 0;
  int panel_height_ = 0;
  int body_height_ = 0;
  int sum_height_ = 0;
  int width_ = 0;
  int height_ = 0;
  std::map<go::Point, std::size_t> numbers_;                   // first move at a point
  std::vector<std::pair<std::size_t, std::size_t>> replayed_;  // move, move at the same point
  std::string out_;
};

}  // namespace

std::string go_svg(const go::GoReport& report) { return Drawing(report).text(); }

}  // namespace cgt::repl
