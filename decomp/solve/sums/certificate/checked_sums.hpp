// Checked sums: sums of components and values in normal form, their moves, their values by
// definition, and what is known about who wins them. The checker of certificates
// (check.cpp) rests on this and shares no code with the search that found the win. It
// sees the moves and the splitting of the rulesets (decomp/position/ruleset.hpp), and the order and
// sums of values in the store. These it trusts, and three theorems:
//   - G + -G is 0 if play ends (Conway 1976: the second player copies the first, Tweedledum and
//     Tweedledee); that play ends is what the ruleset says (depth_hint) or is found out;
//   - a summand may be replaced by another of the same value: a position by its canonical form, or
//     by its parts (Position::split), and
//   - who wins G + P, wins H + P with the same player to move if H is as good for him as G.
// The value of a position is found anew, by the definition, from all positions that follow it.
//
// Thread rule: that of the store's handle.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/solve/sums/certificate/certificate.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {

// A part of a sum: a component by its number from 1, negative for its negative, or a value.
using CheckedPart = std::int64_t;
inline constexpr CheckedPart kFirstValuePart = CheckedPart{1} << 40U;
constexpr bool is_value(CheckedPart part) { return part >= kFirstValuePart; }

// A number-up-star plus the parts, which are ascending and hold no G together with -G.
struct CheckedSum {
  GameId game = kZero;
  std::vector<CheckedPart> parts;
  friend bool operator==(const CheckedSum&, const CheckedSum&) = default;
};

// A move in a component: an integer plus parts.
struct CheckedMove {
  std::int64_t shift = 0;
  std::vector<CheckedPart> parts;
};

// A value as one term of a sum as text: in brackets where it would read as several.
std::string value_term_text(Store& store, GameId value);

// Throws Error: proofs are for games that end.
[[noreturn]] void refuse_loops();

class CheckedSums {
 public:
  struct Component {
    AnyPosition position;
    std::string ruleset;
    GameId value;     // that stands for it in sums; none: it stands for itself
    GameId computed;  // none: not known
    PerPlayer<std::vector<CheckedMove>> moves;
    bool expanded = false;
    bool play_ends = false;
  };

  // The store must outlive it.
  explicit CheckedSums(Store& store) : store_(store) {}

  CheckedSum sum_of(const Sum& sum, Budget& budget);
  CheckedSum sum_of(const std::vector<CheckedSum>& terms, const TermNumbers& numbers,
                    Budget& budget);
  // The same sum after what use_value() said in between.
  CheckedSum renewed(const CheckedSum& sum, Budget& budget);

  // All sums that one move of the player leads to, each once. Throws Error if play can repeat.
  std::vector<CheckedSum> moves(const CheckedSum& sum, Player player, Budget& budget);

  // The canonical form of a component, by its definition.
  GameId evaluate(CheckedPart component, Budget& budget);
  // Puts it in the place of the component in all sums made from now on.
  void use_value(CheckedPart component);
  const Component& component(CheckedPart part) const { return components_[index_of(part)]; }
  GameId value(CheckedPart part) const {
    return GameId::from_word(static_cast<std::uint32_t>(part - kFirstValuePart));
  }

  // As sum_text.hpp reads it.
  std::string text(CheckedPart part) const;
  std::string text(const CheckedSum& sum) const;

  // Records that the player wins the sum, moving next or after the opponent.
  void learn(const CheckedSum& sum, Player winner, Player next);
  // Does that follow from what was learnt, or from the order of values?
  bool known(const CheckedSum& sum, Player winner, Player next);

 private:
  static std::size_t index_of(CheckedPart part) {
    return static_cast<std::size_t>(part < 0 ? -part : part) - 1;
  }
  void add(GameId game, CheckedSum& sum);
  void add(CheckedPart part, bool negated, CheckedSum& sum);
  void add(const CheckedMove& move, bool negated, CheckedSum& sum);
  CheckedMove split(const AnyPosition& position, const std::string& ruleset);
  std::optional<CheckedPart> find(const AnyPosition& position) const;
  CheckedPart intern(const AnyPosition& position, const std::string& ruleset);
  CheckedPart negative(CheckedPart part);
  void expect_end(CheckedPart part, Budget& budget);
  void normalise(CheckedSum& sum, Budget& budget);
  // Holds until the next call.
  const PerPlayer<std::vector<CheckedMove>>& all_moves(std::size_t index, Budget& budget);

  struct Key {
    Player winner;
    Player next;
    std::vector<CheckedPart> parts;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  Store& store_;
  std::vector<Component> components_;
  std::multimap<std::uint64_t, CheckedPart> by_hash_;
  std::map<Key, std::vector<GameId>> known_;
};

}  // namespace cgt::solve
