// Arithmetic periods of take-and-break games that leave any number of heaps, decided.
//
// Octal games of finite code are never arithmetic-periodic (Austin 1976); those that leave three
// heaps may be (Howse, Nowakowski 2004, who have a test by finitely many values). Here any
// conjecture G(n + p) = G(n) + s for n >= n0 about a finite code without modifiers is decided:
//
//   const Code code = Code::parse("0.28");
//   const auto values = TakeAndBreak(code).nim_values(200, budget);
//   decide_saltus(code, values, {53, 1, 16}, budget);   // holds: true
//   decide_saltus(code, values, {53, 1, 17}, budget);   // holds: false
//
// Method. Heaps n >= n0 are n0 + c + p q with a class c < p and q >= 0; the conjecture says that
// such a heap has the value g_c + s q. It is true iff for each c and q no option has that value and
// every smaller value w is the value of an option, since all options are smaller heaps. An option
// leaves small heaps of known values and some heaps of classes c_1, c_2, ... and numbers q_1, q_2,
// ... with q = q_1 + q_2 + ... + d for a constant d. So for each class the pairs (q, w) of which w is
// the value of an option are the union of finitely many sets that an automaton recognises: it reads
// q and w in binary, lowest digit first, guesses the digits of q_1, q_2, ..., and remembers carries
// (Buechi 1960; Bruyere, Hansel, Michaux, Villemaire 1994). The automaton is made deterministic, as
// far as it is reached, beside a comparison of w with g_c + s q. Each pair of one state that would
// refute the conjecture, were the numbers to end here, is looked at. With s = 2^e u, u odd, the e
// lowest digits of w are told apart before.
#pragma once

#include <cstdint>
#include <span>

#include "decomp/rules/heap/rules.hpp"

namespace cgt::heap {

struct SaltusDecision {
  bool holds = false;
  // The least heap that was found to differ, if it does not hold. Heaps before it may differ, too.
  std::uint64_t fails_at = 0;
  std::uint64_t automata = 0;  // one for each class and each end of e digits of w
  std::uint64_t states = 0;    // of all of them, equal ones once
};

// May decide_saltus() be asked of this code? It is finite, without modifiers, and leaves a limited
// number of heaps.
bool saltus_decidable(const Code& code);

// `values` are the nim values of the heaps 0, 1, ..., at least preperiod + period + 1 of them; the
// conjecture is about all that follow, and of those given none is trusted that is not needed.
// Requires saltus_decidable(), period > 0. Throws BudgetExhausted.
SaltusDecision decide_saltus(const Code& code, std::span<const std::uint32_t> values,
                             const Periodicity& periodicity, Budget& budget);

}  // namespace cgt::heap
