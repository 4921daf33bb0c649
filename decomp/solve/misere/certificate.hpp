// What proves a misere quotient of a heap game, and a checker that shares no code with the search: it
// asks for the moves of the heaps and for nothing else.
//
// A certificate is a text. Its lines are, with elements as numbers from 0, the identity:
//
//   misere-quotient 1
//   game 0.77                      the code
//   order 40
//   times 1 0 3 2 ...              for each generator: what times it every element is
//   lost 1 3 ...                   the elements in the P-portion
//   classes 0 1 2 1 ...            of the heaps 0, 1, 2, ...
//   period 12 71                   if one is claimed: its length, and the first heap in it
//   pair 1 : 0                     an element and the classes of the options, of every sum of heaps
//   end
//
// Checked are: the products are those of a commutative monoid that its generators generate; the pairs
// of the heaps, found from their moves, are among the pairs, and so are their products with all; every
// pair but (0, nothing) has an element in the P-portion iff none of its options is; 0 is not in it; no
// two elements have the same products in the P-portion, so none could be left out; the classes prove
// the period.
#pragma once

#include <string>

#include "cgt/support/diagnostic.hpp"
#include "decomp/solve/misere/heaps.hpp"

namespace cgt::solve {

// Throws BudgetExhausted.
std::string misere_certificate(const MisereHeaps& heaps, Budget& budget);

struct CheckedQuotient {
  std::string code;
  std::size_t order = 0;
  std::uint32_t heaps = 0;  // those whose moves were looked at
  std::size_t pairs = 0;
  std::optional<MiserePeriod> period;
};
// Throws InputError, with line and column, if the text is not a certificate or proves nothing.
CheckedQuotient check_misere_certificate(const SourceText& text, Budget& budget);

}  // namespace cgt::solve
