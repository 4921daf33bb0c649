// Nimstring: a player who cannot move loses, and a player who takes a coin moves again (Berlekamp, Conway, Guy 1982, chapter 16).
//
// A position is worth a nimber, or it is *loony*: the player to move wins it beside any other game, by taking the
// coins and choosing who moves next. Let v(P) be the value of P. Without a coin to take, v(P) is
// the least nimber that no move leads to; moves to loony positions do not count. Taking a coin, P to Q, wins beside
// each nimber but v(Q). So P is loony if two such moves lead to different values, if one leads to a loony position, or
// if another move leads to v(Q); else v(P) = v(Q). Unconnected parts add like nimbers; one loony part makes the
// whole loony.
//
//   const boxes::Board board = boxes::Board::parse("2x2");
//   boxes::Nimstring solver(board);
//   Budget budget;
//   const std::optional<std::uint32_t> value = solver.value(board.strings(), budget);  // none: loony
//   CGT_EXPECTS(value == 0U, "the second player wins on two by two boxes");
//
// Thread rule: one thread a solver.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/boxes/board.hpp"

namespace cgt::boxes {

class CGT_API Nimstring {
 public:
  // The board must outlive the solver.
  explicit Nimstring(const Board& board);
  Nimstring(const Nimstring&) = delete;
  Nimstring& operator=(const Nimstring&) = delete;
  ~Nimstring();

  // None: loony. Throws BudgetExhausted; what is known by then stays.
  std::optional<std::uint32_t> value(Strings left, Budget& budget);
  // The strings whose cutting wins Nimstring on its own. Throws BudgetExhausted.
  std::vector<int> winning(Strings left, Budget& budget);
  std::uint64_t positions() const;

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace cgt::boxes
