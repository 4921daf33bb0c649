// Dots and Boxes and its dual, Strings and Coins (Berlekamp, Conway, Guy 1982, chapter 16; Berlekamp 2000).
//
// A box is a *coin*, and a line that is still to be drawn is a *string* that ties its box to the next one or to the
// ground. Drawing a line is cutting its string. The player who cuts the last string of a coin takes the coin and moves
// again. In Dots and Boxes more coins win; in Nimstring a player who cannot move loses.
//
//   const boxes::Board board = boxes::Board::parse("+ + +/     /+ + +");  // one row of two boxes; also "1x2"
//   const boxes::Board graph = boxes::Board::parse("a-b b-c c-. a-.");    // coins and strings, '.' is the ground
//   CGT_EXPECTS(board.string_count() == 7 && graph.coins(graph.strings()) == 3, "two boards");
//
// Drawings have the dots in the rows and columns 1, 3, 5, ..., or farther apart: "+---+" is read, too.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/diagnostic.hpp"

namespace cgt::boxes {

// A set of strings of one board, by bits.
using Strings = std::uint64_t;
inline constexpr int kMaxStrings = 64;
inline constexpr int kGround = -1;

// Paths of coins of two strings. A chain ends at the ground or at coins of more strings.
struct CGT_API Chain {
  int coins = 0;
  bool loop = false;  // it closes upon itself
  Strings strings = 0;
};

class CGT_API Board {
 public:
  // A drawing, its rows separated by '/' or line breaks; "ROWSxCOLUMNS"; or strings of a graph. Throws InputError:
  // what is none of these, more than kMaxStrings strings, a string with both ends in one coin or in the ground.
  static Board parse(std::string_view text, const std::string& name = "<boxes>");

  // All that are not cut at the beginning: 0 .. string_count() - 1.
  Strings strings() const {
    return string_count() == kMaxStrings ? ~Strings{0} : (Strings{1} << string_count()) - 1;
  }
  int string_count() const { return static_cast<int>(ends_.size()); }
  int coin_count() const { return static_cast<int>(tied_.size()); }  // those that have a string
  // Coins or kGround.
  const std::array<int, 2>& ends(int string) const {
    return ends_[static_cast<std::size_t>(string)];
  }
  Strings tied(int coin) const { return tied_[static_cast<std::size_t>(coin)]; }
  // How many coins cutting it takes, 0 to 2.
  int taken(Strings left, int string) const;
  // What is left of the connected part of the lowest string. Requires a string.
  Strings part(Strings left) const;
  // The coins that have a string in the set.
  int coins(Strings left) const;
  // All chains and loops of the set, the longest first.
  std::vector<Chain> chains(Strings left) const;

  // "A1-B1" between dots (column by letter, row by number), or as it was written.
  const std::string& string_name(int string) const {
    return names_[static_cast<std::size_t>(string)];
  }
  // The string of this name among those left. Throws Error.
  int string_named(Strings left, std::string_view name) const;
  // As Board::parse reads it, with '/' between rows.
  std::string text(Strings left) const;
  // Several lines, if it is drawn; the strings in words if it is a graph.
  std::string drawing(Strings left) const;
  bool drawn() const { return rows_ > 0; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }

  // How many turns and reflections map the open lines onto themselves, without the one that moves nothing.
  std::size_t symmetries() const { return symmetries_.size(); }
  // One set of strings for all its images under these.
  Strings canonical(Strings left) const;

 private:
  void add_string(int a, int b, std::string name);
  void finish();
  void read_drawing(const SourceText& source, const std::vector<SourceSpan>& lines);
  void read_graph(const SourceText& source);
  void find_symmetries();

  std::vector<std::array<int, 2>> ends_;
  std::vector<Strings> tied_;
  std::vector<std::string> names_;
  int rows_ = 0;  // of boxes; 0: a graph
  int columns_ = 0;
  std::vector<std::string> picture_;                   // the drawing with dots two apart
  std::vector<std::array<int, 2>> places_;             // of each string in it: row, column
  std::vector<std::vector<std::uint8_t>> symmetries_;  // where each takes each string
};

inline int lowest(Strings set) { return __builtin_ctzll(set); }
inline int count(Strings set) { return __builtin_popcountll(set); }
constexpr Strings one(int string) { return Strings{1} << static_cast<unsigned>(string); }

}  // namespace cgt::boxes
