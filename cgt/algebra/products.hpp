// Products and sums of values beyond + : ordinal sum, Norton and Conway products, conjunctive and
// selective sums, ordinal product.
//
// None of these, except the Norton product by a positive game, is a function of values in the
// mathematical sense: the result depends on the forms of the arguments. The functions here read
// every argument as its canonical form, which makes each of them one definite function of ids, and
// remember results in the store. Arguments in other forms are the matter of form.hpp, which has the
// definitions too; both are the same code.
#pragma once

#include "cgt/algebra/form.hpp"
#include "cgt/store/store.hpp"

namespace cgt {

// G : H, "G, and only then H": a move in G throws H away. The value depends on the form of G but
// only on the value of H, and H >= K implies G:H >= G:K (the colon principle: Berlekamp, Conway,
// Guy 1982, chapter 7). * : 1 is ^*, 1 : 1 is 2, +-1 : 1 is {1,+-1|-1}.
CGT_API GameId ordinal_sum(Store& store, GameId g, GameId h);

// G . U: n copies of U if G is the integer n, else {G^L.U + U + I | G^R.U - U - I}, where I runs
// over all incentives of U, of both players (Norton; Berlekamp, Conway, Guy 1982, chapter 8; Siegel
// 2013, section II.7). If U > 0 it is independent of the form of G, additive and strictly
// increasing in G. For other U it is computed from the canonical form of G by the same rule, and
// none of this is promised.
CGT_API GameId norton_multiply(Store& store, GameId g, GameId u);

// The Conway product of the canonical forms (Conway 1976, chapter 1). On numbers it is the product
// of numbers, on nimbers the nim product, and an integer times G is a sum of copies of G. On other
// values it is commutative, but neither distributive nor independent of form.
CGT_API GameId conway_product(Store& store, GameId g, GameId h);

// A move in both components at once; the game ends when either has no move for the player (Conway
// 1976, chapter 14: "and"). 2 and 1 give 1; *a and *b give *min(a,b).
CGT_API GameId conjunctive_sum(Store& store, GameId g, GameId h);

// A move in one of the components or in both (Conway 1976, chapter 14: "or"; Smith 1966). Sources
// disagree: CGSuite follows the rule only for the first move, see SelectiveRule.
CGT_API GameId selective_sum(Store& store, GameId g, GameId h,
                             SelectiveRule rule = SelectiveRule::kSelective);

// G (x) H: H with a copy of G in the place of every move (form.hpp has the definition). n (x) 1 is
// n, *5 (x) *6 is *30, 1/2 (x) 1/4 is 11/32.
CGT_API GameId ordinal_product(Store& store, GameId g, GameId h);

// The H with G = B : H, for the canonical form of B. Throws Error if there is none.
CGT_API GameId subordinate(Store& store, GameId g, GameId base);
// The same for a base in any form.
CGT_API GameId subordinate(Forms& forms, GameId g, Form base);

}  // namespace cgt
