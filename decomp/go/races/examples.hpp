// Races of our own, for tests, the node table of `cgt bench search` and as examples. The patterns
// "two regions" and "large eyes" follow the words about figures 5 and 6 of Mueller (1999), whose
// diagrams we do not have.
#pragma once

#include <array>
#include <string_view>

#include "decomp/go/races/semeai.hpp"

namespace cgt::go::semeai {

struct Example {
  std::string_view name;
  std::string_view diagram;
};

inline constexpr std::array<Example, 16> kExamples{{
    // Three stones with three liberties against three with two, which lie in two regions.
    {"two regions", "WWWWW/W...W/WXXXW/BOOOB/B.B.B/BBBBB"},
    {"shared two", "WWWWWWW/W..W..W/WXXXXXW/WX..OOB/BOOOOOB/B..B..B/BBBBBBB"},
    {"shared, ahead", "WWWWWWW/W.....W/WXXXXXW/WX..OOB/BOOOOOB/B.BBB.B/BBBBBBB"},
    {"eye against none", "WWWWWWW/WXXX..W/WX.XXXW/WXX..OB/BOOOOOB/B.B.B.B/BBBBBBB"},
    {"small eyes", "WWWWWWW/WXXX..W/WX.XXXW/WXX..OB/BOOOOOB/BO.OB.B/BOOOBBB"},
    {"eye of two points", "WWWWWWW/WXXXX.W/WX..XXW/WXXX.OB/BOOOOOB/B..B..B/BBBBBBB"},
    {"pyramid four", "WWXXXWW/WXX.XXW/WX.O.XW/WXXXXXW/BOOOOOB/B.....B/BBBBBBB"},
    {"square four", "WXXXXWW/WX..XXW/WX..XXW/WXXX.OB/BOOOOOB/BO.O..B/BOOOBBB"},
    // The upper region gives two liberties or an eye, by choice.
    {"eye or liberty", "WW.XWWW/WX.XX.W/WXXXXXW/WX..OOB/BOOOOOB/B.B.B.B/BBBBBBB"},
    {"two choices", "WW.XWWW/WX.XX.W/WXXXXXW/WX..OOB/BOOOOOB/BO.O..B/BB.OBBB"},
    {"three with a captive", "WWWWWWW/WXXXXXW/WXO..XW/WXXXXOB/BOOOOOB/B.....B/BBBBBBB"},
    {"three, empty", "WWWWWWW/WXXXXXW/WX...XW/WXXXXXW/BOOOOOB/B..B..B/BBBBBBB"},
    {"approach", "WWWW.WW/WXXX.XW/WXXXXXW/WX..OOB/BOOOOOB/B.B.B.B/BBBBBBB"},
    {"two eyes to make", "WWWWWWW/WX.X.XW/WXX.XXW/WX.XOOB/BOOOOOB/BB.B.BB/BBBBBBB"},
    {"ladder of choices", "WW.X.WW/WX.X.XW/WXXXXXW/WX..OOB/BOOOOOB/BO.O..B/BB.OBBB"},
    // A five-point eye that holds one white stone against a four-point eye and six outside
    // liberties in two regions; two shared liberties.
    {"large eyes",
     "WXXXXWWWWWWWW/WX..XXWWWWWWW/WX.O.XXXXXXXW/WXXXXXXXXXXXW/WX..OOOOOOOOB/BOOOOOOOOOOOB/"
     "BO..O...B...B/BO..OBBBBBBBB/BOOOOBBBBBBBB"},
}};

// The columns of the node table: partial order bounding, the same without move pruning, alpha-beta
// with it but without formulas, plain alpha-beta.
inline constexpr std::array<Options, 4> kNodeTable{
    {{.line = false},
     {.prune = false, .line = false},
     {.formulas = false, .line = false},
     {.formulas = false, .prune = false, .line = false}}};

}  // namespace cgt::go::semeai
