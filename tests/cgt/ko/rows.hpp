// Rows of tests/cgt/data/ko.tsv: thermographs of score graphs and Go regions, found by an
// independent prototype and kept where it agrees with a search of a stack of coupons.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cgt/ko/thermograph.hpp"
#include "tests/files.hpp"

namespace cgt::testing {

struct KoRow {
  std::string name;
  std::string game;
  Komaster komaster = Komaster::kNone;
  std::string mast;
  std::string temperature;
  PerPlayer<std::string> walls;
  std::string kind;
  bool go() const { return game.find(':') == std::string::npos; }
};

inline std::vector<KoRow> ko_rows() {
  std::vector<KoRow> rows;
  std::istringstream lines(read_file("tests/cgt/data/ko.tsv"));
  std::string line;
  while (std::getline(lines, line)) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == '\t') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (fields.size() < 8 || fields[0] == "name") continue;
    KoRow row{fields[0], fields[1], Komaster::kNone, fields[3], fields[4], {{fields[5], fields[6]}},
              fields[7]};
    for (const Komaster komaster : kKomasters) {
      if (fields[2] == cgt::name(komaster)) row.komaster = komaster;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// "-1:3 1/3:1/3", as the rows write walls.
inline std::string knots_text(const KoThermograph& graph, Player player) {
  std::string out;
  for (const KoThermograph::Knot& knot : graph.knots(player)) {
    if (!out.empty()) out += ' ';
    out += to_string(knot.temperature) + ":" + to_string(knot.value);
  }
  return out;
}

}  // namespace cgt::testing
