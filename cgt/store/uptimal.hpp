// Uptimals: the values x + *m + a_1 ^<1> + a_2 ^<2> + ... + a_n ^<n> with x a number, *m a nimber
// and integers a_k. The powers of up are ^<1> = ^ and
//   ^<k> = {0 | * - ^[k-1]}    with    ^[k] = ^<1> + ^<2> + ... + ^<k>,
// each infinitesimal against the one before: ^<1> >> ^<2> >> ... > 0 (Conway 1976, chapter 16;
// Conway and Ryba, unpublished; Siegel 2013, section II.3; canonical forms: McKay 2011).
//
// The expansion of an uptimal is unique, and so is its text: number, nimber, point, digits, e.g.
//   0.0202       2.^<2> + 2.^<4>             *.1-       * + v
//   73/16*8.9-   73/16 + *8 + 9.v            9/8*.0     9/8 + *
// A negative digit is followed by '-'; a digit beyond 9 stands in parentheses: 0.(12)(10)-
//
// Every follower of an uptimal x + ... is an uptimal x + ..., or a follower of x: this is how they
// are recognised, from the options upwards, without forming a sum.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt {

// The coefficients are kept as runs of equal ones, so that ^[100000] is as small as ^[2].
class CGT_API UptimalExpansion {
 public:
  struct Run {
    std::int64_t coefficient = 0;
    std::uint32_t count = 0;
    friend bool operator==(const Run&, const Run&) = default;
  };

  UptimalExpansion() = default;
  UptimalExpansion(Dyadic number, std::uint32_t nimber,
                   const std::vector<std::int64_t>& coefficients = {});
  // sign(rising) * ^<k> and sign(rising) * ^[k]. Requires 1 <= k.
  static UptimalExpansion power(std::uint32_t k, Player rising = Player::kLeft);
  static UptimalExpansion powers_to(std::uint32_t k, Player rising = Player::kLeft);

  Dyadic number;
  std::uint32_t nimber = 0;

  // a_k; 0 beyond the length. Requires k >= 1.
  std::int64_t coefficient(std::uint32_t k) const;
  // The greatest k with a_k != 0, or 0.
  std::uint32_t length() const;
  // Neighbours differ and the last is not zero.
  const std::vector<Run>& runs() const { return runs_; }
  std::vector<std::int64_t> coefficients() const;
  // Adds `amount` to a_first, ..., a_last. Requires 1 <= first <= last. Throws Error if a
  // coefficient leaves int64.
  void add(std::uint32_t first, std::uint32_t last, std::int64_t amount);
  // Keeps a_1, ..., a_length only.
  void cut(std::uint32_t length);
  std::uint64_t hash() const;

  UptimalExpansion operator-() const;
  CGT_API friend UptimalExpansion operator+(const UptimalExpansion& a, const UptimalExpansion& b);
  friend bool operator==(const UptimalExpansion&, const UptimalExpansion&) = default;

 private:
  std::vector<Run> runs_;
};

// "0.111", "*.1-", "9/8*.0": see above.
CGT_API std::string to_text(const UptimalExpansion& expansion);

// The canonical options of the value of an expansion without number part and with length() > 0, as
// expansions, in no special order (McKay 2011). For a_n > 0 (mirrored for a_n < 0):
//   Right: the move on ^<n>, which adds -1 to a_1, ..., a_n and * to the nimber; nothing else.
//   Left:  "main", which takes one from a_n = 1, and else keeps only a_1, ..., a_j with j < n the
//          last place where a_j <= 0; all go if there is none;
//          if a_j < 0 for some j, take the last: the move on its v<j>, which goes to
//          a_1 + 1, ..., a_j + 1 and * more, with all places after it gone;
//          else, if the value is positive, nothing, but a main without ups becomes 0;
//          else the smaller nimbers.
CGT_API std::vector<UptimalExpansion> canonical_options(const UptimalExpansion& expansion,
                                                        Player player);

// How the values of the expansions compare, from the digits alone. With equal numbers and
// a = the difference of the coefficients, m = the nim-sum of the nimbers, the difference is
// positive iff the first nonzero digit is, except that for m = 1 it must exceed 0.1111... at the
// first digit that is not 1, and for m >= 2 the first digit must be positive.
CGT_API Relation compare(const UptimalExpansion& a, const UptimalExpansion& b);

// Which coefficients come first in print: the first difference decides, else the shorter. -1, 0, 1.
CGT_API int word_order(const UptimalExpansion& a, const UptimalExpansion& b);

// Powers and lengths stop here, as the value has at least so many followers.
inline constexpr std::uint32_t kMostPower = 100'000;

// The value with this expansion. Throws Error if its length exceeds kMostPower. Costs about the
// number of followers of the value.
CGT_API GameId uptimal(Store& store, const UptimalExpansion& expansion);

// Finds expansions, each follower once; keep one for many questions about the games of one store.
class CGT_API UptimalExpansions {
 public:
  explicit UptimalExpansions(Store& store);
  UptimalExpansions(const UptimalExpansions&) = delete;
  UptimalExpansions& operator=(const UptimalExpansions&) = delete;
  ~UptimalExpansions();
  // The expansion of g, or null if g is not an uptimal; valid as long as this object. No sum is formed,
  // and nothing is walked that stops or the number of options refute.
  const UptimalExpansion* find(GameId g);

 private:
  using Entry = std::unique_ptr<const UptimalExpansion>;  // null: no uptimal
  struct Known;

  // Null: not known yet.
  const Entry* known(GameId g);
  bool is_candidate(GameId g);
  Entry resolve(GameId g);
  bool matches(GameId g, const UptimalExpansion& guess, Player rising);

  Store& store_;
  std::unique_ptr<Known> known_;
};

// For a single question.
CGT_API std::optional<UptimalExpansion> uptimal_expansion(Store& store, GameId g);
CGT_API bool is_uptimal(Store& store, GameId g);
// Throws Error for a game that is not an uptimal.
CGT_API UptimalExpansion expect_uptimal(Store& store, GameId g);

// The generalised powers of G = {0|H} (Siegel 2013, section II.3), so that ^.Pow(n) = ^<n> and
// ^.PowTo(n) = ^[n]:
//   PowTo: G^{->x} = {G^L, G^{->x^L} | G^R, G^{->x^R}}, where G^{->0} is left out among the options
//          of a positive x, so that G^{->1} = G. Any G; a dyadic x > 0.
//   Pow:   G^x = {0 | H - G^{->x-1}} with G^{->0} = 0. G has 0 as its only Left option and a single
//          Right option H; a dyadic x >= 1.
// Throw Error for other games and exponents, and for exponents whose powers are longer than
// kMostPower.
CGT_API GameId power(Store& store, GameId g, const Dyadic& x);
CGT_API GameId power_to(Store& store, GameId g, const Dyadic& x);

}  // namespace cgt
