// Strings of Hackenbush: edges one above the other on the ground, l for Left, r for Right, e for both.
// Whoever cuts an edge takes all above it away. The same game as game.graph.Hackenbush on such a
// graph, for strings of millions of edges.
//
// Strings of red and blue edges are numbers by Berlekamp's rule (Berlekamp, Conway, Guy 1982, chapter 3):
// the n edges of the first colour count as n, and those above them, the j-th of which is worth 2^-j to
// its player. Strings of n green edges are *n. Both take time and memory in proportion to the string.
// Others are searched: their followers are what is left below a cut.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/nus.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::hackenbush {

class String {
 public:
  static constexpr std::size_t kMaxEdges = 10'000'000;

  String() : String(std::string()) {}
  // Letters l, r, e from the ground up.
  explicit String(std::string colours);

  std::size_t edges() const { return edges_; }

  // `move` is the number of the edge, from 0 at the ground.
  std::vector<Option<String>> options(Player player) const;
  std::vector<Option<String>> options(Player player, Budget& budget) const;
  // One summand whose first edge that is not green is Left's; none for the empty string.
  std::int64_t split(std::vector<Summand<String>>& sum) const;
  std::optional<Nus> known_value() const;
  std::uint64_t hash() const { return whole_->hashes[edges_]; }
  // 0 for the empty string, as for heaps; that is read as the empty text is.
  std::string text() const { return edges_ == 0 ? "0" : whole_->colours.substr(0, edges_); }
  friend bool operator==(const String& a, const String& b);

 private:
  // What all followers of a string share.
  struct Whole {
    std::string colours;
    std::vector<std::uint64_t> hashes;  // of what the first 0, 1, 2, ... edges are
    std::size_t first_green = 0;        // number of edges below it; all, if there is none
    std::size_t first_coloured = 0;
  };

  String(std::shared_ptr<const Whole> whole, std::size_t edges)
      : whole_(std::move(whole)), edges_(edges) {}

  std::shared_ptr<const Whole> whole_;
  std::size_t edges_ = 0;
};

}  // namespace cgt::hackenbush
