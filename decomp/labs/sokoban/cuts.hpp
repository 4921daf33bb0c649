// What the player's region falls into where a box takes one of its squares, known for all its squares after one
// depth-first search (articulation points: Hopcroft and Tarjan 1973).
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

class Cuts {
 public:
  explicit Cuts(const Board& board);

  // Looks at the region that the player reaches from p.
  void search(const Position& position, Square p);

  // The rest is about the region of the last search.
  bool inside(Square s) const { return met_[index(s)] == epoch_; }

  // What is left of the region without its square s: so many parts.
  int parts(Square s) const {
    const std::uint32_t n = number_[index(s)];
    return pieces_[n] + (n > 0 ? 1 : 0);
  }
  struct Part {
    std::uint32_t name;  // equal for squares of one part, with s the same
    Square least;        // square
  };
  // That of q, another square of the region.
  Part part(Square s, Square q) const;

 private:
  static std::size_t index(Square s) { return static_cast<std::size_t>(s); }
  void meet(Square s, std::uint32_t parent);

  const Board* board_;
  std::uint32_t epoch_ = 0;
  // By square.
  std::vector<std::uint32_t> met_, number_;
  // By number, in the order in which the search met the squares. A subtree has consecutive numbers.
  std::vector<Square> order_;
  std::vector<std::uint32_t> parent_, low_, last_;
  std::vector<int> pieces_;     // subtrees that hang on nothing but this square
  std::vector<Square> least_;   // of the subtree
  std::vector<Square> before_;  // the least square up to this one
  std::vector<Square> after_;   // and from it on; one more at the end
  std::vector<std::uint8_t> direction_;
  std::uint32_t size_ = 0;
};

}  // namespace cgt::sokoban
