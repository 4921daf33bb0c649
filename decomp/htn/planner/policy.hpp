// Planning against others and against chance: methods as the moves of a game tree (Smith 1997,
// chapter 4).
//
// The tasks of a domain are owned by agents (Domain::owner). Where the planner owns the first task
// of the list, it chooses among the method instances: a decision node. Where another agent owns it,
// what that agent will do is not known: an external node, whose value a criterion derives from the
// values of its children. Chance is an agent like others, with weights for probabilities. The
// answer is a policy: what to do at every decision node that can come up.
//
//   PolicyOptions options;
//   options.criteria = {Criterion::maximum(), Criterion::minimum(), Criterion::weighted()};
//   options.evaluate = [](const Leaf& leaf) { return leaf.values[0]; };
//   PolicyResult result = plan_policy(domain, options, budget);
//   std::cout << policy_text(domain, result.tree);
//
// Values are utilities of the planner: the more the better. The tree is unfolded as a whole,
// nothing is cut but what the likelihood cut-off says; with `share`, nodes with equal state, list
// and values are one node (a hash of 128 bits; see planner.hpp), so that the tree is a graph
// without cycles. Play must end, or max_depth must be set: a node that comes back below itself is
// refused.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "decomp/htn/plan.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn {

// The value of a node whose children another agent chooses.
struct CGT_API Criterion {
  enum Kind : std::uint8_t {
    kMaximum,      // an agent that helps; also: the planner itself
    kMinimum,      // an adversary; also the maximin of Wald (1950)
    kWeighted,     // the mean by the weights of the instances
    kWeightedSum,  // the same without dividing by the sum of the weights
    kHurwicz,      // optimism * greatest + (1 - optimism) * least (Hurwicz 1951)
    kRegret,       // minimax regret (Savage 1951), see below
    kCustom,
  };
  Kind kind = kMaximum;
  double optimism = 0;
  std::function<double(std::span<const double> values, std::span<const double> weights)> custom;

  static Criterion maximum() { return {kMaximum, 0, {}}; }
  static Criterion minimum() { return {kMinimum, 0, {}}; }
  static Criterion maximin() { return minimum(); }
  static Criterion weighted() { return {kWeighted, 0, {}}; }
  static Criterion weighted_sum() { return {kWeightedSum, 0, {}}; }
  static Criterion hurwicz(double optimism) { return {kHurwicz, optimism, {}}; }
  // A decision node all of whose alternatives lead, without another choice, to external nodes of
  // this kind or to ends, is decided by regret: the alternative whose value falls least below the
  // best alternative of the same outcome, at worst. Outcomes are the same if method and bindings
  // are; an alternative that does not name an outcome has its least value there. The node then has
  // the least value of the alternative taken. Elsewhere such an external node counts as kMinimum.
  static Criterion regret() { return {kRegret, 0, {}}; }
};

enum class NodeKind : std::uint8_t {
  kStep,      // an operator of one edge
  kDecision,  // a task of the planner
  kExternal,  // a task of another agent
  kEnd,       // no task is left, and the domain accepts
  kDeadEnd,   // nothing can be done
  kDepth,     // max_depth
};

struct CGT_API Leaf {
  Domain& domain;  // in the state of the leaf
  std::span<const double> values;
  NodeKind kind;
};

struct CGT_API PolicyOptions {
  // Of agents by their number; [0] is the planner and must be kMaximum. Agents beyond the list are
  // adversaries.
  std::vector<Criterion> criteria;
  // Of leaves. Empty: attribute 0 (its negative if less is better), and -infinity for a dead end.
  std::function<double(const Leaf&)> evaluate;
  // Instances for tasks of others that are less likely (Expansion::weight) are left out, but for
  // the likeliest one. Smith plays bridge with 0.05.
  double cutoff = 0;
  std::uint32_t max_depth = 0xffffffffU;  // nodes on a path
  bool share = true;
};

struct CGT_API PolicyEdge {
  std::uint32_t child = 0;
  MethodId method = kNoMethod;
  std::uint32_t binding = 0;  // in PolicyTree::words
  std::uint32_t bindings = 0;
  double weight = 1;
};

struct CGT_API PolicyNode {
  NodeKind kind = NodeKind::kEnd;
  TaskId task = kNil;  // the first of the list
  int owner = 0;
  double value = 0;
  double regret = 0;       // of the alternative taken, if the node was decided by regret
  std::uint32_t edge = 0;  // in PolicyTree::edges
  std::uint32_t edges = 0;
  std::uint32_t best = kNoNode;  // decisions: the edge taken, from 0; of equal ones the first
  std::uint32_t list = kNoNode;  // in PolicyTree::lists
  std::uint32_t length = 0;      // of the list
};

struct CGT_API PolicyTree {
  struct List {
    TaskId head;
    std::uint32_t tail;
  };
  std::vector<PolicyNode> nodes;
  std::vector<PolicyEdge> edges;
  std::vector<Word> words;
  std::vector<List> lists;
  std::uint32_t root = kNoNode;

  std::span<const PolicyEdge> edges_of(std::uint32_t node) const {
    return {edges.data() + nodes[node].edge, nodes[node].edges};
  }
  std::span<const Word> bindings(const PolicyEdge& edge) const {
    return {words.data() + edge.binding, edge.bindings};
  }
  std::vector<TaskId> tasks_at(std::uint32_t node) const;
};

struct CGT_API PolicyResult {
  PolicyTree tree;
  // kExhausted: the root has its value. Else the tree ends at what was completed, and the root, if
  // the planner decides there, has the best of the alternatives that were completed.
  StopReason stop = StopReason::kExhausted;
  bool has_value = false;
  double value = 0;
  std::uint64_t nodes = 0;
  std::uint64_t shared = 0;    // nodes that were met again
  std::uint64_t unlikely = 0;  // instances left out by the cut-off
};

CGT_API PolicyResult plan_policy(Domain& domain, const PolicyOptions& options, Budget& budget);
// For these tasks instead of those of the problem.
CGT_API PolicyResult plan_policy(Domain& domain, std::vector<TaskId> tasks,
                                 const PolicyOptions& options, Budget& budget);

struct CGT_API PolicyTextOptions {
  bool all = false;  // alternatives that are not taken, too
  std::uint32_t max_depth = 0xffffffffU;
};
// One node a line, subtrees indented; steps that follow each other stand at one depth.
CGT_API std::string policy_text(const Domain& domain, const PolicyTree& tree,
                                const PolicyTextOptions& options = {});

}  // namespace cgt::htn
