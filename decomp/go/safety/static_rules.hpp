// The static rules of safety under alternating play for one colour (Mueller 1997), on any graph of
// points. safety.hpp has the terms.
//
// Rules as in Mueller's thesis and Fuego, with corrections: a ring of points is not a corridor, nor is
// one in which a block is thin, and every miai pair is recorded, so that no point serves two
// proofs. Interior blocks of an area
// count as safe only where a miai pair of their own connects them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "decomp/go/board/point_set.hpp"

namespace cgt::go::safety_rules {

inline constexpr NodeId kNone = static_cast<NodeId>(-1);

// If the enemy plays one of the two points, the other one connects `from` with `to`; kNone: makes
// two eyes, or connects an empty point `from` with the boundary.
struct MiaiNodes {
  NodeId from = kNone;
  NodeId to = kNone;
  NodeId first = kNone;
  NodeId second = kNone;
};

enum class EyeReason : std::uint8_t {
  kVital,     // all empty points are liberties of the chain
  kOneBlock,  // no interior point, one block
  kJoint,     // no interior point, a pair of joint liberties
  kCorridor,  // a corridor, no thin block, no enemy stone on a cut point
  kFilled,    // one block, a pair of liberties for each interior point
  kSearched   // a small ring or corridor, by search; the pairs are those of links in it
};

enum class AreaRule : std::uint8_t { kTwoVital, kNoRoom, kConnected, kOneEye };

// What makes a region an eye.
struct EyeProof {
  NodeId region = kNone;  // its first node
  EyeReason reason = EyeReason::kVital;
  std::vector<MiaiNodes> pairs;
};

template <class Set>
struct Proof {
  Set stones;     // own stones that are safe
  Set territory;  // all other points of the claim
  bool chains = false;
  AreaRule rule = AreaRule::kTwoVital;  // unless chains
  std::vector<MiaiNodes> links;         // between blocks
  std::vector<EyeProof> eyes;
  std::vector<MiaiNodes> fills;  // of empty points
};

template <class Set>
class Side {
 public:
  struct Block {
    Set stones;
    Set border;  // neighbours
    Set liberties;
    int need = 2;
  };
  struct Region {
    Set points;
    Set border;
    std::vector<std::size_t> blocks;
    Set interior;
    bool small = false;
    bool corridor = false;
    bool search = false;  // a ring, or a corridor with a block that has too few liberties
    bool joined = false;  // 1-vital and connected
    bool held = false;    // has stones of the enemy that do not die: no eye, and no territory
    bool vital = false;   // 1-vital
    EyeReason reason = EyeReason::kOneBlock;
    std::vector<MiaiNodes> pairs;
  };

  // Blocks with a stone of `immortal` need no eye, those with one of `one_eye` need one. Blocks of the
  // enemy with a stone of `held` do not die. No pair may
  // use a point of `reserved`. eye_search(region, pairs) decides whether a small one is 1-vital if
  // it is a ring or a corridor with a block of too few liberties, where the owner answers at once at
  // the other point of each of these pairs.
  template <class EyeSearch>
  Side(const Graph<Set>& graph, const Set& own, const Set& enemy, const Set& immortal,
       const Set& one_eye, const Set& held, const Set& reserved, const EyeSearch& eye_search)
      : graph_(graph),
        own_(own),
        enemy_(enemy),
        empty_(graph.all - own - enemy),
        reserved_(reserved) {
    block_of_.assign(graph.near.size(), 0);
    find_blocks(immortal, one_eye);
    find_regions();
    for (Region& region : regions_) {
      region.held = region.points.meets(held);
      if (region.held) continue;
      classify(region);
      if (!region.vital && region.search && eye_search(region, region.pairs)) {
        region.vital = true;
        region.reason = EyeReason::kSearched;
      }
    }
    find_chains(eye_search);
    base();
  }

  const std::vector<Block>& blocks() const { return blocks_; }
  const std::vector<Region>& regions() const { return regions_; }
  const Set& own() const { return own_; }
  const Set& safe() const { return safe_; }
  // Points of pairs that the proofs rest on, and those given.
  const Set& reserved() const { return reserved_; }
  const std::vector<Proof<Set>>& proofs() const { return proofs_; }

  // Regions with two eyes whatever comes, disjoint from `taken`.
  void two_vital(const Set& taken) {
    for (const Region& region : regions_) {
      if (region.held || region.points.meets(safe_) || region.points.meets(taken)) continue;
      if (region.points.meets(reserved_)) continue;
      Proof<Set> proof;
      proof.rule = AreaRule::kTwoVital;
      if (two_vital(region, proof)) accept(region.points, std::move(proof));
    }
  }

  // Areas with a safe block at the border, disjoint from `taken`; one_eye(area) decides by search
  // whether the enemy has no more than one eye in a small area with a safe border.
  template <class OneEye>
  void areas(const Set& taken, const OneEye& one_eye) {
    while (single_area(taken, one_eye)) {
    }
    while (area_pair(taken)) {
      while (single_area(taken, one_eye)) {
      }
    }
  }

  // The region and the blocks that lie in it.
  Set with_interior_blocks(const Region& region) const {
    Set area = region.points;
    for (const std::size_t b : region.blocks) {
      if (blocks_[b].border.within(region.points)) area |= blocks_[b].stones;
    }
    return area;
  }

  std::size_t block_at(NodeId p) const { return block_of_[p]; }

 private:
  struct Chain {
    Set stones;
    Set liberties;
    Set free;  // liberties that no miai pair of the chain uses
    int need = 2;
    bool kept = true;
    std::vector<MiaiNodes> links;
    std::vector<std::size_t> healthy;  // regions
  };

  void find_blocks(const Set& immortal, const Set& one_eye) {
    Set rest = own_;
    while (!rest.empty()) {
      Block block;
      block.stones = graph_.component(rest.first(), own_);
      block.border = graph_.border(block.stones);
      block.liberties = block.border & empty_;
      block.need = block.stones.meets(immortal) ? 0 : block.stones.meets(one_eye) ? 1 : 2;
      block.stones.each([&](NodeId p) { block_of_[p] = blocks_.size(); });
      near_own_ |= block.border;
      rest -= block.stones;
      blocks_.push_back(std::move(block));
    }
  }

  void find_regions() {
    const Set others = graph_.all - own_;
    Set rest = others;
    while (!rest.empty()) {
      Region region;
      region.points = graph_.component(rest.first(), others);
      rest -= region.points;
      region.border = graph_.border(region.points);
      Set stones = region.border;
      while (!stones.empty()) {
        const std::size_t b = block_of_[stones.first()];
        region.blocks.push_back(b);
        stones -= blocks_[b].stones;
      }
      region.interior = (region.points & empty_) - near_own_;
      region.small = region.interior.empty();
      regions_.push_back(std::move(region));
    }
  }

  Set joint_liberties(const Region& region) const {
    Set joint;
    if (region.blocks.empty()) return joint;
    joint = region.points & empty_;
    for (const std::size_t b : region.blocks) joint &= blocks_[b].liberties;
    return joint;
  }

  static bool first_pair(Set from, MiaiNodes& pair) {
    if (from.empty()) return false;
    pair.first = from.first();
    from.erase(pair.first);
    if (from.empty()) return false;
    pair.second = from.first();
    return true;
  }

  // A block with one liberty in the corridor, not at its end, is left with none there when the
  // enemy takes it. One with two may be, when the enemy takes one and is answered at the other: of
  // two such blocks, with at most one liberty elsewhere, the enemy can choose.
  bool has_thin_blocks(const Region& region) const {
    if (region.blocks.size() < 2) return false;
    int weak = 0;
    for (const std::size_t b : region.blocks) {
      if (blocks_[b].need == 0) continue;
      const Set here = blocks_[b].liberties & region.points;
      if (here.size() == 1 && (graph_.near[here.first()] & region.points).size() > 1) return true;
      weak += here.size() == 2 && (blocks_[b].liberties - region.points).size() < 2 ? 1 : 0;
    }
    return weak > 1;
  }

  void classify(Region& region) const {
    std::size_t inner = 0;
    region.corridor = true;
    region.points.each([&](NodeId p) {
      const Set around = graph_.near[p];
      inner += (around & region.points).size();
      if ((around - own_).size() > 2 || !around.meets(own_)) region.corridor = false;
    });
    // As many connections as points: a cycle.
    const bool doubtful =
        region.corridor && (inner >= 2 * region.points.size() || has_thin_blocks(region));
    const bool corridor = region.corridor;
    if (doubtful) region.corridor = false;
    if (region.blocks.empty()) return;
    if (region.small) {
      MiaiNodes pair;
      if (region.blocks.size() == 1) {
        region.joined = region.vital = true;
        region.reason = EyeReason::kOneBlock;
        return;
      }
      if (region.blocks.size() <= 4 && first_pair(joint_liberties(region) - reserved_, pair)) {
        region.joined = region.vital = true;
        region.reason = EyeReason::kJoint;
        region.pairs = {pair};
        return;
      }
    }
    for (const std::size_t b : region.blocks) {
      if (!blocks_[b].liberties.meets(region.points)) return;
    }
    if (corridor && !region.points.meets(reserved_)) {
      bool cut = false;
      Set stones = region.points - empty_;
      stones.each([&](NodeId p) {
        std::size_t touching = 0;
        for (const std::size_t b : region.blocks) touching += blocks_[b].border.contains(p) ? 1 : 0;
        cut = cut || touching > 1;
      });
      if (!cut) {
        region.vital = !doubtful;
        region.search = doubtful;
        region.reason = EyeReason::kCorridor;
        return;
      }
    }
    if (region.blocks.size() > 1) return;
    Set liberties = (region.points & empty_) - region.interior - reserved_;
    std::vector<MiaiNodes> pairs;
    const bool stuck = region.interior.some([&](NodeId p) {
      MiaiNodes pair{p, kNone, kNone, kNone};
      if (!first_pair(graph_.near[p] & liberties, pair)) return true;
      liberties.erase(pair.first);
      liberties.erase(pair.second);
      pairs.push_back(pair);
      return false;
    });
    if (stuck) return;
    region.vital = true;
    region.reason = EyeReason::kFilled;
    region.pairs = std::move(pairs);
  }

  void merge(std::size_t a, std::size_t b, MiaiNodes pair) {
    Chain& x = chains_[a];
    Chain& y = chains_[b];
    pair.from = (x.stones & (graph_.near[pair.first] | graph_.near[pair.second])).first();
    pair.to = (y.stones & (graph_.near[pair.first] | graph_.near[pair.second])).first();
    x.stones |= y.stones;
    x.liberties |= y.liberties;
    x.free |= y.free;
    x.free.erase(pair.first);
    x.free.erase(pair.second);
    x.need = std::min(x.need, y.need);
    x.links.insert(x.links.end(), y.links.begin(), y.links.end());
    x.links.push_back(pair);
    for (std::size_t& c : chain_of_) c = c == b ? a : c;
    y.kept = false;
  }

  // Chains next to the region, each once, in order.
  void chains_at(const Region& region, std::vector<std::size_t>& out) const {
    out.clear();
    for (const std::size_t b : region.blocks) out.push_back(chain_of_[b]);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }

  // A pair of free points in the region such that it is an eye though the owner answers at one where
  // the enemy takes the other. The first pair, unless only search says that the region is an eye.
  template <class EyeSearch>
  bool link_pair(Region& region, const Set& common, const EyeSearch& eye_search,
                 MiaiNodes& pair) const {
    if (region.reason != EyeReason::kSearched) {
      if (!first_pair(common, pair)) return false;
      // The pair that makes the region an eye, if it is free: then no other point is used.
      if (region.reason == EyeReason::kJoint && common.contains(region.pairs[0].first) &&
          common.contains(region.pairs[0].second)) {
        pair.first = region.pairs[0].first;
        pair.second = region.pairs[0].second;
      }
      return true;
    }
    return common.some([&](NodeId first) {
      return common.some([&](NodeId second) {
        if (second <= first) return false;
        pair = {kNone, kNone, first, second};
        std::vector<MiaiNodes> pairs = region.pairs;
        pairs.push_back(pair);
        if (!eye_search(region, pairs)) return false;
        region.pairs = std::move(pairs);
        return true;
      });
    });
  }

  template <class EyeSearch>
  void find_chains(const EyeSearch& eye_search) {
    for (const Block& block : blocks_) {
      chain_of_.push_back(chains_.size());
      Chain chain;
      chain.stones = block.stones;
      chain.liberties = block.liberties;
      chain.free = block.liberties - reserved_;
      chain.need = block.need;
      chains_.push_back(std::move(chain));
    }
    std::vector<std::size_t> at;
    bool changed = true;
    while (changed) {
      changed = false;
      for (Region& region : regions_) {
        const bool corridor =
            region.vital && (region.corridor || region.reason == EyeReason::kSearched);
        if (!corridor && !region.joined) continue;
        chains_at(region, at);
        if (at.size() < 2 || (!corridor && at.size() != 2)) continue;
        for (std::size_t i = 0; i < at.size() && !changed; ++i) {
          for (std::size_t j = i + 1; j < at.size() && !changed; ++j) {
            const Set common = region.points & chains_[at[i]].free & chains_[at[j]].free;
            MiaiNodes pair;
            if (!link_pair(region, common, eye_search, pair)) continue;
            merge(at[i], at[j], pair);
            changed = true;
          }
        }
        if (changed) break;
      }
    }
  }

  bool vital_to(const Region& region, const Chain& chain) const {
    return !region.held && (region.points & empty_).within(chain.liberties);
  }

  void base() {
    std::vector<std::size_t> at;
    std::vector<char> kept(regions_.size(), 1);
    for (std::size_t r = 0; r < regions_.size(); ++r) {
      chains_at(regions_[r], at);
      for (const std::size_t c : at) {
        if (regions_[r].vital || vital_to(regions_[r], chains_[c])) chains_[c].healthy.push_back(r);
      }
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t r = 0; r < regions_.size(); ++r) {
        if (kept[r] == 0) continue;
        for (const std::size_t b : regions_[r].blocks) {
          if (!chains_[chain_of_[b]].kept) kept[r] = 0;
        }
        changed = changed || kept[r] == 0;
      }
      for (Chain& chain : chains_) {
        if (!chain.kept) continue;
        int eyes = 0;
        for (const std::size_t r : chain.healthy) eyes += kept[r];
        if (eyes >= chain.need) continue;
        chain.kept = false;
        changed = true;
      }
    }
    // One proof for all chains that kept regions tie together.
    std::vector<char> done(chains_.size(), 0);
    std::vector<char> used(regions_.size(), 0);
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      if (!chains_[c].kept || done[c] != 0) continue;
      Proof<Set> proof;
      proof.chains = true;
      std::vector<std::size_t> todo{c};
      done[c] = 1;
      while (!todo.empty()) {
        const std::size_t next = todo.back();
        todo.pop_back();
        const Chain& chain = chains_[next];
        proof.stones |= chain.stones;
        proof.links.insert(proof.links.end(), chain.links.begin(), chain.links.end());
        for (const std::size_t r : chain.healthy) {
          if (kept[r] == 0 || used[r] != 0) continue;
          used[r] = 1;
          const Region& region = regions_[r];
          proof.territory |= region.points;
          EyeProof eye{region.points.first(), EyeReason::kVital, {}};
          if (region.vital) {
            eye.reason = region.reason;
            eye.pairs = region.pairs;
          }
          proof.eyes.push_back(std::move(eye));
          chains_at(region, at);
          for (const std::size_t other : at) {
            if (done[other] == 0) todo.push_back(other);
            done[other] = 1;
          }
        }
      }
      safe_ |= proof.stones | proof.territory;
      reserve(proof);
      proofs_.push_back(std::move(proof));
    }
  }

  void reserve(const Proof<Set>& proof) {
    const auto all = [&](const std::vector<MiaiNodes>& pairs) {
      for (const MiaiNodes& pair : pairs) {
        reserved_.insert(pair.first);
        reserved_.insert(pair.second);
      }
    };
    all(proof.links);
    all(proof.fills);
    for (const EyeProof& eye : proof.eyes) all(eye.pairs);
  }

  void accept(const Set& points, Proof<Set> proof) {
    proof.territory = points - own_;
    graph_.border(points).each([&](NodeId p) {
      if (own_.contains(p)) proof.stones |= blocks_[block_of_[p]].stones;
    });
    points.each([&](NodeId p) {
      if (own_.contains(p)) proof.stones |= blocks_[block_of_[p]].stones;
    });
    safe_ |= proof.territory | proof.stones;
    reserve(proof);
    proofs_.push_back(std::move(proof));
  }

  bool two_vital(const Region& region, Proof<Set>& proof) const {
    if (region.blocks.empty()) return false;
    Set joint = joint_liberties(region);
    if (region.blocks.size() > 1) {
      for (const std::size_t b : region.blocks) {
        if (blocks_[b].liberties.size() < 2) joint = Set{};
      }
    }
    Set split;
    joint.each([&](NodeId p) {
      if (graph_.splits(p, region.points)) split.insert(p);
    });
    MiaiNodes pair;
    if (region.interior.size() <= 2) {
      Set central;
      split.each([&](NodeId p) {
        if (region.interior.within(graph_.near[p])) central.insert(p);
      });
      if (first_pair(central, pair)) {
        proof.links = {pair};
        return true;
      }
    }
    for (const bool sparing : {true, false}) {
      proof.fills.clear();
      if (!fill_plan(region, split, sparing, proof.fills)) continue;
      Set left = split;
      for (const MiaiNodes& used : proof.fills) {
        left.erase(used.first);
        left.erase(used.second);
      }
      if (!first_pair(left, pair)) continue;
      proof.links = {pair};
      return true;
    }
    return false;
  }

  // Miai pairs that connect every interior point with the boundary, sparing `split` points.
  bool fill_plan(const Region& region, const Set& split, bool sparing,
                 std::vector<MiaiNodes>& plan) const {
    Set todo = region.interior;
    Set liberties = (graph_.border(todo) & region.points & empty_) - region.interior;
    bool changed = true;
    while (changed && !todo.empty()) {
      changed = false;
      region.interior.each([&](NodeId p) {
        if (!todo.contains(p)) return;
        const Set candidates = graph_.near[p] & liberties;
        if (candidates.size() < 2) return;
        // Points that no other unconnected point needs come first; if `sparing`, those that do not
        // cut the region before others, and those that are connected by others last.
        Set others = todo;
        others.erase(p);
        MiaiNodes pair{p, kNone, kNone, kNone};
        const auto rank = [&](NodeId q) {
          const int needed = graph_.near[q].meets(others) ? 4 : 0;
          if (!sparing) return needed;
          return needed + (split.contains(q) ? 2 : 0) + (region.interior.contains(q) ? 1 : 0);
        };
        for (NodeId* member : {&pair.first, &pair.second}) {
          candidates.each([&](NodeId q) {
            if (q == pair.first) return;
            if (*member == kNone || rank(q) < rank(*member)) *member = q;
          });
        }
        plan.push_back(pair);
        liberties.erase(pair.first);
        liberties.erase(pair.second);
        liberties.insert(p);
        todo.erase(p);
        changed = true;
      });
    }
    if (!todo.empty()) return false;
    for (MiaiNodes& pair : plan) {
      for (NodeId* member : {&pair.first, &pair.second}) {
        if (!split.contains(*member)) continue;
        Set spare = (graph_.near[pair.from] & liberties) - split;
        Set fixed;  // points whose connection rests on this one
        spare.each([&](NodeId q) {
          if (region.interior.contains(q) && rests_on(plan, q, pair.from)) fixed.insert(q);
        });
        spare -= fixed;
        if (spare.empty()) continue;
        // An interior point last: others may need it.
        const Set outer = spare - region.interior;
        const NodeId instead = outer.empty() ? spare.first() : outer.first();
        liberties.insert(*member);
        liberties.erase(instead);
        *member = instead;
      }
    }
    // Points that are connected first come first.
    for (std::size_t done = 0; done < plan.size(); ++done) {
      for (std::size_t k = done + 1; k < plan.size(); ++k) {
        const bool needed = plan[done].first == plan[k].from || plan[done].second == plan[k].from;
        if (!needed) continue;
        std::swap(plan[done], plan[k]);
        k = done;
      }
    }
    return true;
  }

  // Does the connection of the interior point p by the plan use `other`, directly or not?
  bool rests_on(const std::vector<MiaiNodes>& plan, NodeId p, NodeId other) const {
    if (p == other) return true;
    for (const MiaiNodes& pair : plan) {
      if (pair.from != p) continue;
      for (const NodeId q : {pair.first, pair.second}) {
        if (rests_on(plan, q, other)) return true;
      }
    }
    return false;
  }

  // Could the enemy have two eyes in the area, or one and a false one, which is a ko, or which is none if
  // the enemy surrounds what makes it false? One possible eye and one point next to it are not enough.
  bool has_room(const Set& area, const Set& safe) const {
    NodeId eye = kNone;
    bool beside = false;
    return (area - enemy_).some([&](NodeId p) {
      if (graph_.near[p].meets(safe)) return false;
      if (eye == kNone) {
        eye = p;
      } else if (!beside && graph_.near[eye].contains(p)) {
        beside = true;
      } else {
        return true;
      }
      return false;
    });
  }

  // Connects all blocks of `todo` with safety by pairs of liberties out of `liberties`.
  bool connect(std::vector<std::size_t> todo, const Set& room, Set& liberties, Set& safe,
               std::vector<MiaiNodes>& links) const {
    Set spent;
    bool changed = true;
    while (changed && !todo.empty()) {
      changed = false;
      for (std::size_t k = 0; k < todo.size(); ++k) {
        const Block& block = blocks_[todo[k]];
        MiaiNodes pair;
        if (!first_pair(block.liberties & liberties, pair)) continue;
        pair.from = block.stones.first();
        links.push_back(pair);
        spent.insert(pair.first);
        spent.insert(pair.second);
        safe |= block.stones;
        liberties = (liberties | (block.liberties & room)) - spent;
        todo.erase(todo.begin() + static_cast<std::ptrdiff_t>(k));
        changed = true;
        break;
      }
    }
    return todo.empty();
  }

  std::vector<std::size_t> unsafe_blocks(const Set& stones) const {
    std::vector<std::size_t> out;
    Set rest = (stones & own_) - safe_;
    while (!rest.empty()) {
      const std::size_t b = block_of_[rest.first()];
      out.push_back(b);
      rest -= blocks_[b].stones;
    }
    return out;
  }

  // May liberties at p serve a proof? Not those of another proof, nor points of eyes.
  Set usable() const { return graph_.all - reserved_ - safe_; }

  template <class OneEye>
  bool is_territory(const Set& area, const OneEye& one_eye, Proof<Set>& proof) const {
    const Set border = graph_.border(area);
    if (!border.within(own_)) return false;
    const std::vector<std::size_t> inside = unsafe_blocks(area);
    if (border.within(safe_)) {
      Set safe = safe_;
      Set liberties = (area & empty_ & graph_.border(safe_)) - reserved_;
      std::vector<MiaiNodes> links;
      if (connect(inside, area - reserved_, liberties, safe, links) && !has_room(area, safe)) {
        proof.rule = AreaRule::kNoRoom;
        proof.links = std::move(links);
        return true;
      }
    }
    for (const bool strict : {true, false}) {
      if (connects_all(area, border, strict, proof)) return true;
    }
    if (border.within(safe_) && !area.meets(reserved_) && one_eye(area)) {
      proof.rule = AreaRule::kOneEye;
      return true;
    }
    return false;
  }

  bool connects_all(const Set& area, const Set& border, bool strict, Proof<Set>& proof) const {
    Set safe = safe_;
    Set liberties = (area & empty_ & graph_.border(safe_)) - reserved_;
    std::vector<std::size_t> todo = unsafe_blocks(border | area);
    proof.rule = AreaRule::kConnected;
    proof.links.clear();
    proof.fills.clear();
    const Set room = strict ? area - reserved_ : usable();
    if (!connect(std::move(todo), room, liberties, safe, proof.links)) return false;
    const Set inner = (area & empty_) - graph_.border(safe);
    if (!has_room(inner, safe)) return true;
    int missed = 0;
    Set spare = liberties;
    inner.each([&](NodeId p) {
      MiaiNodes pair{p, kNone, kNone, kNone};
      if (!first_pair(graph_.near[p] & spare, pair)) {
        ++missed;
        return;
      }
      spare.erase(pair.first);
      spare.erase(pair.second);
      proof.fills.push_back(pair);
    });
    return missed <= 1;
  }

  template <class OneEye>
  bool single_area(const Set& taken, const OneEye& one_eye) {
    for (const Region& region : regions_) {
      if (region.held || region.points.meets(safe_) || region.points.meets(taken)) continue;
      if (!region.border.meets(safe_)) continue;
      const Set area = with_interior_blocks(region);
      if (area.meets(safe_) || area.meets(taken)) continue;
      Proof<Set> proof;
      if (!is_territory(area, one_eye, proof)) continue;
      accept(area, std::move(proof));
      return true;
    }
    return false;
  }

  bool area_pair(const Set& taken) {
    const auto never = [](const Set&) { return false; };
    const auto open = [&](const Region& region) {
      return !region.held && !region.points.meets(safe_) && !region.points.meets(taken);
    };
    for (const Region& region : regions_) {
      if (!open(region) || !region.border.meets(safe_)) continue;
      for (const Region& other : regions_) {
        if (&other == &region || !open(other)) continue;
        bool shared = false;
        for (const std::size_t b : region.blocks) {
          shared = shared ||
                   (!blocks_[b].stones.meets(safe_) &&
                    std::find(other.blocks.begin(), other.blocks.end(), b) != other.blocks.end());
        }
        if (!shared) continue;
        Proof<Set> proof;
        const Set area = region.points | other.points;
        if (!is_territory(area, never, proof)) continue;
        accept(area, std::move(proof));
        return true;
      }
    }
    return false;
  }

  const Graph<Set>& graph_;
  Set own_;
  Set enemy_;
  Set empty_;
  Set reserved_;  // points of miai pairs of what is proved
  Set near_own_;
  std::vector<Block> blocks_;
  std::vector<Region> regions_;
  std::vector<Chain> chains_;
  std::vector<std::size_t> block_of_;  // of each node with an own stone
  std::vector<std::size_t> chain_of_;  // of each block
  Set safe_;
  std::vector<Proof<Set>> proofs_;
};

}  // namespace cgt::go::safety_rules
