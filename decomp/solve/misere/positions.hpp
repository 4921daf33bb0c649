// Positions of rulesets in misere play: the forms of partizan ones (cgt/misere/partizan.hpp), and the
// winning moves of sums of heaps.
//
// Thread rule: one thread at a time.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "cgt/misere/misere_games.hpp"
#include "cgt/misere/partizan.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/rules/heap/rules.hpp"
#include "decomp/solve/misere/heaps.hpp"

namespace cgt::solve {

class MisereTrees {
 public:
  // `forms` must outlive it.
  explicit MisereTrees(MisereForms& forms) : forms_(forms) {}
  // The form by its moves alone: what a ruleset says of independent parts holds in normal play.
  // Throws BudgetExhausted, Error if play can come back to a position.
  MisereFormId form(const AnyPosition& position, Budget& budget);

 private:
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const AnyPosition& p) const {
      return static_cast<std::size_t>(p.hash());
    }
  };

  MisereForms& forms_;
  FlatMap<AnyPosition, MisereFormId, Hash> known_;
};

// The sums that a winning move leaves, each once; empty if there is none. Requires that the quotient
// has all of the heaps.
std::vector<std::vector<heap::Size>> winning_heap_moves(MisereHeaps& heaps,
                                                        std::span<const heap::Size> sum,
                                                        Budget& budget);

// Misere canonical forms (cgt/misere/misere_games.hpp) of positions of impartial rulesets. Heap
// games are sums of their heaps in misere play too: their forms come heap by heap. All others go by
// their moves alone, for what split() says holds in normal play only.
//
//   solve::MiserePositions positions;
//   const AnyPosition kayles = find_ruleset("kayles")->make({})->position("20");
//   positions.games().genus(positions.form(kayles, budget), budget).text();   // "1^031"
//
// Thread rule: one thread at a time.

class MiserePositions {
 public:
  // With a table of forms of its own, or with one that must outlive it.
  MiserePositions() : own_(std::make_unique<MisereGames>()), games_(*own_) {}
  explicit MiserePositions(MisereGames& games) : games_(games) {}
  // Throws BudgetExhausted (forms found by then stay known), Error if the position is partizan or
  // play can come back to it.
  MisereId form(const AnyPosition& position, Budget& budget);
  MisereGames& games() { return games_; }

 private:
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const AnyPosition& p) const {
      return static_cast<std::size_t>(p.hash());
    }
  };
  using RulesPointer = std::shared_ptr<const heap::Rules>;
  struct RulesHash {
    using is_avalanching = void;
    std::size_t operator()(const RulesPointer& r) const {
      return static_cast<std::size_t>(r->hash());
    }
  };
  struct RulesEqual {
    bool operator()(const RulesPointer& a, const RulesPointer& b) const { return *a == *b; }
  };

  MisereId heap_form(const RulesPointer& rules, heap::Size heap, Budget& budget);
  MisereId form_by_moves(const AnyPosition& position, Budget& budget);

  std::unique_ptr<MisereGames> own_;
  MisereGames& games_;
  FlatMap<AnyPosition, MisereId, Hash> forms_;
  FlatMap<RulesPointer, std::vector<MisereId>, RulesHash, RulesEqual> heaps_;  // 0, 1, 2, ...
};

}  // namespace cgt::solve
