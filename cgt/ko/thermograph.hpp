// Generalised thermography: means, temperatures and walls of positions with kos (Berlekamp 1996, "The
// economist's view of combinatorial games"; Spight 2002, "Evaluating kos in a neutral threat
// environment"; Mueller, Berlekamp, Spight 1996).
//
// Every move costs a tax t. The *komaster* of a graph, if there is one, may take back at once: he
// can afford the threat. His opponent, and both players if there is none, may not take a ko back
// before he has played elsewhere, and then the other has gone on. Below the temperature the two
// walls are apart, or lean together (the inclined masts of kos); above it they stand in one
// vertical mast, whose value is the mean.
//
//   Budget budget;
//   const KoGraph ko = KoGraph::parse("A: B | 0; B: 30 | A");
//   const KoThermograph graph = ko_thermograph(ko, Komaster::kNone, budget);
//   const Rational mean = graph.mast();                // 10
//   const Rational temperature = graph.temperature();  // 10
//
// Where the graph has no cycle this is the ordinary thermograph. Cycles that are not kos are refused
// by name (cycles.hpp). A thermograph speaks of one ko fight at a time: masts of a sum add up, walls
// do not, since nobody can be komaster of two kos for nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cgt/ko/cycles.hpp"
#include "cgt/ko/graph.hpp"
#include "cgt/ko/wall.hpp"

namespace cgt {

enum class Komaster : std::uint8_t { kNone, kLeft, kRight };
inline constexpr std::array<Komaster, 3> kKomasters{Komaster::kNone, Komaster::kLeft,
                                                    Komaster::kRight};
// "none", "L", "R".
CGT_API const char* name(Komaster komaster);
// The player who is komaster; none for kNone.
constexpr bool is_komaster(Komaster komaster, Player player) {
  return komaster == (player == Player::kLeft ? Komaster::kLeft : Komaster::kRight);
}

// A cycle that is not a ko: there is no thermograph. what() is "double ko at A, B, C, D".
class CGT_API IrregularKo : public Error {
 public:
  IrregularKo(const IrregularCycle& cycle, const KoGraph& graph);
};

struct CGT_API KoThermograph {
  // Both end in the same constant.
  PerPlayer<KoWall> walls;

  struct Knot {
    Rational temperature;
    Rational value;
    friend bool operator==(const Knot&, const Knot&) = default;
  };

  const Rational& mast() const { return walls[Player::kLeft].corners.back().value; }
  // The lowest point of the vertical mast, >= -1.
  Rational temperature() const;
  // Is there nothing to gain by a move, but an infinitesimal? Temperature <= 0.
  bool cold() const { return temperature().sign() <= 0; }
  // Corners of a wall from temperature -1 up to the temperature, both ends included. Of a cold
  // position only the mast is claimed: one knot at 0.
  std::vector<Knot> knots(Player player) const;
  // "10", or "<=0" of a cold position.
  std::string temperature_text() const;
  friend bool operator==(const KoThermograph&, const KoThermograph&) = default;
};

// Throws IrregularKo and BudgetExhausted.
CGT_API KoThermograph ko_thermograph(const KoGraph& graph, Komaster komaster, Budget& budget);

// Placid: mean and temperature are the same for all komasters; active: the mean is, the temperature
// is not; hyperactive: the mean is not (Spight). Cold positions count as equally warm.
enum class KoClass : std::uint8_t { kPlacid, kActive, kHyperactive };
CGT_API const char* name(KoClass kind);

// The graph under all three settings.
struct CGT_API KoThermographs {
  std::array<KoThermograph, 3> by_komaster;
  const KoThermograph& operator[](Komaster komaster) const {
    return by_komaster[static_cast<std::size_t>(komaster)];
  }
  KoClass kind() const;
};
CGT_API KoThermographs ko_thermographs(const KoGraph& graph, Budget& budget);

// A move of the root: what Left's or Right's scaffold says of it alone, taxed.
struct CGT_API KoMove {
  std::size_t option = 0;  // among the options of the player
  // The score that it leads to at temperature t, tax paid; a move that the opponent answers by
  // playing elsewhere, when there is nothing to go on with, has none and is left out.
  KoWall wall;
};
CGT_API std::vector<KoMove> ko_moves(const KoGraph& graph, Komaster komaster, Player player,
                                     Budget& budget);

}  // namespace cgt
