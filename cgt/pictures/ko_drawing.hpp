// Thermographs with kos for people and programs. In pictures values grow to the left, temperature upwards.
#pragma once

#include <string>
#include <vector>

#include "cgt/ko/thermograph.hpp"

namespace cgt {

// One thermograph of a picture, with a line above it.
struct KoPanel {
  std::string title;
  KoThermograph graph;
};

// A complete <svg> element: the panels side by side, all to one scale. Left's wall is blue, Right's
// red; where both lean together, an inclined mast, the line is of the colour of the player in whose
// favour it leans as the temperature rises: he can afford to move.
std::string ko_svg(const std::string& title, const std::vector<KoPanel>& panels);

// A drawing of `rows` lines for a terminal: '<' Left's wall, '>' Right's, '|' both; temperatures at
// the left, the values of the ends below.
std::string plot_ko(const KoThermograph& graph, int rows = 12, int columns = 48);

// {"mast":"10","temperature":"10","left_wall":[["-1","32"],["10","10"]],"right_wall":[...]}: lists of
// [temperature, value], as exact strings.
std::string to_json(const KoThermograph& graph);

}  // namespace cgt
