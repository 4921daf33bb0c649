// Comparison of games in misere play within a universe, a set of games that is closed under options,
// sums and conjugates: G >= H if Left, moving first or second, does at least as well in G + X as in
// H + X for every X of the universe.
//
// For all games and for absolute universes the options decide (Siegel 2015; Larsson, Nowakowski,
// Santos 2021): G >= H iff
// each Right option G' of G has a Right option H' of H with G' >= H', or a Left option G'' of its
// own with G'' >= H;
// each Left option H' of H has a Left option G' of G with G' >= H', or a Right option H'' of its own
// with G >= H''; and
// the proviso of the universe holds:
// all games     if Left cannot move in H, she cannot in G; if Right cannot in G, he cannot in H
// dicots        who wins is not worse: o(G) >= o(H)
// dead-ending   the same of strong outcomes: whether Left wins moving first in G + X for every X
// in which she cannot move, and Right likewise. Of these X those suffice whose Right
// options are all such X of less days, M_0 = 0, M_n = {|M_0, ..., M_(n-1)}, for n
// up to two days more than those of G and H (Larsson, Milley, Nowakowski, Renault,
// Santos 2021).
//
//   MisereForms forms;
//   MisereUniverse dicots(forms, MisereUniverse::Kind::kDicot);
//   dicots.at_least(forms.parse(SourceText("", "{*|*}")), 0, budget);     // true: * + * = 0
//
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "cgt/misere/partizan.hpp"

namespace cgt {

class CGT_API MisereUniverse {
 public:
  enum class Kind : std::uint8_t { kAll, kDicot, kDeadEnding };
  enum class Order : std::uint8_t { kEqual, kLess, kGreater, kIncomparable };

  // `forms` must outlive it.
  MisereUniverse(MisereForms& forms, Kind kind) : forms_(forms), kind_(kind) {}

  Kind kind() const { return kind_; }
  bool contains(MisereFormId g) const;
  // Both must be in the universe. All throw BudgetExhausted.
  bool at_least(MisereFormId g, MisereFormId h, Budget& budget);
  Order compare(MisereFormId g, MisereFormId h, Budget& budget);
  // An equal form without dominated and reversible options. Of all games and of dicots it is the
  // canonical form: equal games have the same one (Siegel 2015; Dorbec, Renault, Siegel, Sopena 2015).
  // A dead-ending game may have several forms of this kind.
  MisereFormId simplest(MisereFormId g, Budget& budget);
  // One form of each class born by a day.
  std::vector<MisereFormId> born_by(std::uint32_t day, Budget& budget);

 private:
  bool proviso(MisereFormId g, MisereFormId h, Budget& budget);
  bool strong(MisereFormId g, Player player, std::uint32_t days, Budget& budget);
  bool wins_beside_ends(MisereFormId g, bool left_moves, std::uint32_t n, Budget& budget);
  MisereFormId simplest_by_options(MisereFormId g, Budget& budget);

  MisereForms& forms_;
  Kind kind_;
  FlatMap<std::uint64_t, bool> order_;
  FlatMap<std::uint64_t, bool> beside_;
  FlatMap<MisereFormId, MisereFormId> simplest_;
  MemoryMeter meter_;
};

// "=", "<", ">" or "||".
CGT_API const char* order_sign(MisereUniverse::Order order);
// "all", "dicot", "dead-ending".
CGT_API const char* universe_name(MisereUniverse::Kind kind);

}  // namespace cgt
