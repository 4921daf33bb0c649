// Microwave modules for tests: the designs of Smith (1997), "Task-Network Planning using
// Total-Order Forward Search", chapter 7, as data. Inches; tolerances in mils.
#pragma once

#include <vector>

namespace edaps {

struct Hole {
  double x, y, depth, diameter, tolerance;
};
struct Milling {
  double x, y, depth, length, width, radius, tolerance;
};
struct Part {
  bool adhere, hand_solder;
  int pins;
};
struct Design {
  double length = 0, width = 0;
  double gap = 0;      // least distance of couplers
  double trace = 0;    // thickness
  double plating = 0;  // of vias
  std::vector<Hole> vias;
  std::vector<Hole> holes;
  std::vector<Milling> milling;
  std::vector<Part> parts;
};

// Figures 7.6 to 7.9.
inline Design rm1() {
  Design d{4, 6, .015, .0014, .1, {}, {}, {}, {}};
  d.vias = {{.25, 5.875, 1, .2, 10},
            {5.75, 5.875, 1, .2, 10},
            {3, 2.25, 1, .2, 10},
            {3.5, 1, 1, .2, 10},
            {1.5, .5, 1, .3, 10}};
  d.holes = {{.5, .25, 1, .4, 10},    {.5, 5.75, 1, .4, 10},  {3.25, .25, 1, .4, 10},
             {3.25, 5.75, 1, .4, 10}, {.2, 2.4, 1, .15, 2.5}, {.2, 4.15, 1, .15, 2.5}};
  d.milling = {{0, 2.25, .5, .4, .3, .15, 2},
               {0, 4, .5, .4, .3, .15, 2},
               {1.2, 4.2, .5, .3, .4, .075, 4},
               {1.6, 4.2, .5, .3, .4, .075, 4},
               {3.1, 1, .5, .5, .75, .075, 10}};
  // C1 C2 C3 C4 C5 Cs Cf Cc Cd L1 L2 D1 D2 FET Rg Rf Rs Rd
  d.parts.assign(9, {false, false, 2});
  d.parts.insert(d.parts.end(), 2, {false, true, 2});
  d.parts.insert(d.parts.end(), 2, {true, false, 2});
  d.parts.push_back({true, true, 3});
  d.parts.insert(d.parts.end(), 4, {false, false, 2});
  return d;
}

// RM1 with a hole that cannot be drilled that exactly.
inline Design rum1() {
  Design d = rm1();
  d.holes[4].tolerance = 1.5;
  return d;
}

// The file of RM2 is not printed. This one has its contents (figure 7.1: 3 parts, 6 holes, no via, 4 milling
// features, 12 pins, all tolerances of milling 5 mils). The node counts of RM2 and URM4 to URM6 leave no choice of
// five diameters, one hole that is finished, a larger corner radius at the side, and parts without adhesive and
// hand soldering; the lead times leave a board of 3 by 4 inches, if milled from the side. The rest is a fit to them.
inline Design rm2() {
  Design d{3, 4, .015, .0007, .1, {}, {}, {}, {}};
  d.holes = {{1.2, .2, .75, .4, 10},   {2.7, .2, .75, .3, 10},   {2.7, 3.8, .75, .3, 4},
             {1.2, 3.8, .75, .25, 10}, {1.2, 1.85, .75, .2, 10}, {2.7, 1.85, .75, .125, 10}};
  d.milling = {{0, .1, .6, .9, 1.85, .1, 5},
               {0, 2.05, .6, .9, 1.85, .1, 5},
               {1.4, .5, .6, 1, 1, .05, 5},
               {1.4, 2.2, .6, 1, 1, .05, 5}};
  d.parts.assign(3, {false, false, 4});
  return d;
}

// RM2 with a milling feature that cannot be made that exactly.
inline Design rum2() {
  Design d = rm2();
  d.milling[0].tolerance = 1;
  return d;
}

// `copies` of a module on one board, each 10 inches further to the right and down.
inline Design copied(const Design& one, int copies) {
  Design d = one;
  d.length += 10 * (copies - 1);
  d.width += 10 * (copies - 1);
  for (int i = 1; i < copies; ++i) {
    const auto add = [&](auto& to, const auto& from) {
      for (auto item : from) {
        item.x += 10 * i;
        item.y += 10 * i;
        to.push_back(item);
      }
    };
    add(d.vias, one.vias);
    add(d.holes, one.holes);
    add(d.milling, one.milling);
    d.parts.insert(d.parts.end(), one.parts.begin(), one.parts.end());
  }
  return d;
}

}  // namespace edaps
