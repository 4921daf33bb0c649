// The order of loopy games, decided on their graphs.
//
// G <= H iff Left, moving second, survives H - G: she wins it or it goes on for ever. That is a game
// on triples (vertex of G, vertex of H, who moves), in which Left moves to an H^L or a G^R and Right
// to an H^R or a G^L.
//   stoppers   Left survives unless she runs out of moves: the triples from which Right can force
//              that are marked backwards from the ends, with counters.
//   onside     every infinite play of one game is Left's: in H - G she survives an infinite play iff
//              H is moved in for ever; offside: iff G is. This is a Buechi condition: a greatest
//              fixed point of forcing one more such move, or the end of Right's moves.
// G <= H for games in general means both sides (Siegel 2013, section VI.1).
//
// Number avoidance. Against a number x, a stopper G that is not a number is moved in alone: a player who
// wins, or survives, by a move in x also does so by one in G. If Left survives x - G by moving to
// x^L, then x^L >= G, and they are not equal; so she wins x^L - G moving first, by induction on x^L
// with a move to some x^L - G^R that she wins moving second, and x - G^R is better still. So the order
// does not depend on how many moves there are in x.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "cgt/loopy/graph.hpp"
#include "cgt/support/containers.hpp"

namespace cgt::detail {

enum class Rule : std::uint8_t { kStopper, kOnside, kOffside };

struct PairHash {
  using is_avalanching = void;  // mix() spreads every bit
  std::size_t operator()(const std::pair<LoopyId, LoopyId>& p) const {
    return static_cast<std::size_t>(mix(p.first.word(), p.second.word()));
  }
};
using OrderMemo = FlatMap<std::pair<LoopyId, LoopyId>, bool, PairHash>;

// What a fight asks of the table of stoppers.
class StopperTable {
 public:
  virtual ~StopperTable() = default;
  virtual Store& store() = 0;
  // Requires g.is_loopy().
  virtual const LoopyOptions& options(LoopyId g) const = 0;
  // Of two stoppers of the table.
  virtual bool stopper_leq(LoopyId g, LoopyId h) = 0;
  // Does Left survive h - g if she moves first? Of two stoppers of the table.
  virtual bool left_survives_first(LoopyId g, LoopyId h) = 0;
  // The order of stoppers, as far as it was asked for.
  virtual OrderMemo& memo() = 0;
};

// One question g <= h, or many, on vertices of one graph g and one graph h (which may be the same).
// Every triple that an answer needed is known afterwards. A question that was ended by a throw was the
// last one.
class Survival {
 public:
  // A null graph: no vertices on that side. The graphs stay, and keep their values, while it lives.
  Survival(StopperTable& table, const LoopyGraph* g, const LoopyGraph* h, Rule rule)
      : table_(table), g_graph_(g), h_graph_(h), rule_(rule) {
    const std::size_t rows = g == nullptr ? 0 : g->vertices.size();
    const std::size_t columns = h == nullptr ? 0 : h->vertices.size();
    const std::size_t vertices = std::max(rows, columns);
    numbers_.reserve(kReserved * std::min<std::size_t>(vertices, kMostReserved));
    if (vertices <= kMostInRows) columns_ = columns;
    if (vertices <= kMostInGrid) {
      grid_.resize(rows * columns);
    } else if (vertices <= kMostInRows) {
      rows_.resize(rows);
    }
  }
  // For the table itself, which answers stopper_leq() with it: asks the memo only.
  explicit Survival(StopperTable& table)
      : table_(table), g_graph_(nullptr), h_graph_(nullptr), rule_(Rule::kStopper), asks_(false) {}
  bool leq(LoopyId g, LoopyId h);

  // The two graphs have the same vertices, and only `changed` ones have other options; then a
  // vertex that is unchanged is taken to be equal to itself. That is sound if it turns out so for
  // all changed ones: Left mirrors Right's moves until play in both reaches a changed vertex, and
  // in mirrored play both games are moved in.
  void mirror(std::vector<bool> changed) { changed_ = std::move(changed); }
  // Vertices of the graphs that are known not to be numbers.
  void no_numbers(std::vector<bool> vertices) { no_numbers_ = std::move(vertices); }
  // No moves in a number are needed beside the vertices of g, and of h, in one side of the games.
  void avoid_numbers(bool beside_g, bool beside_h) {
    beside_g_ = beside_g;
    beside_h_ = beside_h;
  }

 private:
  // Places for pairs of games, per vertex.
  static constexpr std::size_t kReserved = 8;
  static constexpr std::size_t kMostReserved = 64;
  // Vertices of graphs whose pairs have a table of their own, and of those with rows that are made
  // when they are needed.
  static constexpr std::size_t kMostInGrid = 32;
  static constexpr std::size_t kMostInRows = 4096;

  struct State {
    LoopyId g;
    LoopyId h;
    bool left = false;  // who moves
  };
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool good = false;  // Left likes it to happen for ever
  };
  // An edge by where it leads.
  struct Source {
    std::uint32_t from = 0;
    bool good = false;
  };
  enum class Known : std::uint8_t { kOpen, kSurvives, kLoses };

  std::uint32_t state(LoopyId g, LoopyId h, bool left);
  // False: the move decides about `from`, and the others do not matter.
  bool add_edge(std::uint32_t from, LoopyId g, LoopyId h, bool good);
  // Is x a number that no move in it is needed of, beside y? `beside`: those of the graph of y avoid
  // numbers.
  bool is_avoided(LoopyId x, LoopyId y, bool beside) const;
  std::uint64_t bytes() const;
  void expand(std::uint32_t at);
  void index_edges();
  void settle();
  void propagate();
  void settle_cycles();
  // Empty: play decides.
  Known known(LoopyId g, LoopyId h, bool left);
  const std::vector<LoopyId>& options(const LoopyGraph* graph, LoopyId g, Player player);

  StopperTable& table_;
  const LoopyGraph* g_graph_;
  const LoopyGraph* h_graph_;
  Rule rule_;
  bool asks_ = true;
  std::vector<bool> changed_;     // empty: no mirroring
  std::vector<bool> no_numbers_;  // empty: none is known
  bool beside_g_ = false;
  bool beside_h_ = false;
  std::vector<State> states_;
  std::vector<Known> status_;         // open: of the question that is asked
  std::uint32_t base_ = 0;            // first state of that question
  std::vector<Edge> edges_;           // between its states
  std::vector<std::uint32_t> first_;  // edges into base_ + i: into_[first_[i] .. first_[i + 1]]
  std::vector<Source> into_;
  std::vector<std::uint32_t> moves_;  // scratch
  std::vector<std::uint32_t> queue_;
  // Numbers of states from 1, by who moves; 0: none yet. Of pairs of vertices of small graphs, of larger
  // ones, and of all others.
  using Numbers = std::array<std::uint32_t, 2>;
  Numbers& numbers_of(LoopyId g, LoopyId h);
  std::vector<Numbers> grid_;
  std::vector<std::vector<Numbers>> rows_;
  std::size_t rows_made_ = 0;
  std::size_t columns_ = 0;  // 0: neither
  FlatMap<std::pair<LoopyId, LoopyId>, Numbers, PairHash> numbers_;
  std::vector<LoopyId> buffer_;
  MemoryMeter meter_;
};

}  // namespace cgt::detail
