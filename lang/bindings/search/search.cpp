// game.search: searches of games that scripts define.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/df_pn.hpp"
#include "decomp/search/max_n.hpp"
#include "decomp/search/minimax.hpp"
#include "decomp/search/monte_carlo.hpp"
#include "decomp/search/mtd.hpp"
#include "decomp/search/proof_number.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/search/search_result.hpp"
#include "lang/bindings/search/trace.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;

// Integers of player 1; for the searches of decomp.
struct Scalar {
  using Value = std::int64_t;
  static Value terminal(const ScriptState& s) { return s.scalar(); }
  static Value evaluate(const ScriptState& s) { return s.estimate(); }
  static bool stable(const ScriptState& s) { return s.is_quiet(); }
  static Value least() { return kLeastUtility; }
  static Value greatest() { return kGreatestUtility; }
};

int depth_of(Context& c, const Value& v, const char* what) {
  if (v.is_nothing()) return search::kUnlimitedDepth;
  const std::int64_t depth = c.integer(v, what);
  if (depth < 1 || depth >= search::kUnlimitedDepth) {
    throw Error(fmt::format("a depth limit of {} plies", depth), "1 or more, or none at all");
  }
  return static_cast<int>(depth);
}

// A switch; Nothing leaves it as it is.
bool switched(const Value& v, const char* what, bool otherwise) {
  if (v.is_nothing()) return otherwise;
  if (v.kind() == Kind::kBoolean) return v.as_boolean();
  throw Error(fmt::format("{} is {}, neither true nor false", what, v.described()));
}

// A search for the value of player 1: run(state, depth, trace, budget). The arguments are the state, a depth, a
// number of nodes, and last whether a trace is wanted.
template <class Run>
Value scalar(Context& c, Arguments a, const char* name, const Run& run) {
  const int depth = depth_of(c, a[1], name);
  const bool traced = switched(a.back(), "trace", false);
  ScriptTrace trace;
  const auto found =
      search_from(c, a[0], a[2], name, [&](const ScriptState& state, Budget& budget) {
        return run(state, depth, traced ? &trace : nullptr, budget);
      });
  auto answer = SearchAnswer::of(found);
  if (traced) answer.trace = Value::native<TraceObject>(std::move(trace));
  if (found.value) answer.value = Value::integer(*found.value);
  answer.exact = found.exact();
  return Value::native<SearchResult>(std::move(answer));
}

Value minimax(Context& c, Arguments a) {
  return scalar(c, a, "game.search.Minimax",
                [](const ScriptState& s, int depth, ScriptTrace* trace, Budget& budget) {
                  search::Minimax<ScriptState, Scalar, ScriptTrace> search;
                  search.set_trace(trace);
                  return search.search(s, budget, depth);
                });
}

// A limit is reached depth by depth where one depth learns from the last.
template <class Search>
Value windows(Context& c, Arguments a, const char* name, search::AlphaBetaOptions options) {
  return scalar(
      c, a, name, [&](const ScriptState& s, int depth, ScriptTrace* trace, Budget& budget) {
        options.max_depth = depth;
        options.iterative =
            depth < search::kUnlimitedDepth && (options.killers || options.table_entries > 0);
        Search search(options);
        search.set_trace(trace);
        return search.search(s, budget);
      });
}

Value alpha_beta(Context& c, Arguments a) {
  search::AlphaBetaOptions options;
  options.scout = switched(a[3], "scout", true);
  if (!switched(a[4], "table", true)) options.table_entries = 0;
  options.killers = options.history = switched(a[5], "killers", true);
  return windows<search::AlphaBeta<ScriptState, Scalar, ScriptTrace>>(c, a, "game.search.AlphaBeta",
                                                                      options);
}

Value mtd(Context& c, Arguments a) {
  return windows<search::Mtd<ScriptState, Scalar, ScriptTrace>>(c, a, "game.search.Mtd", {});
}

Value max_n(Context& c, Arguments a) {
  const auto run = [](const ScriptState& state, Budget& budget) {
    if (state.game().is_tree() && !state.game().has_vectors()) {
      throw Error(
          "the ends of this tree are not utilities of all players",
          "a list is a choice, (1,2,6) are the utilities of three players who move in turn; "
          "game.search.AlphaBeta takes trees of numbers");
    }
    return search::MaxN<ScriptState>().search(state, budget);
  };
  const auto found = search_from(c, a[0], a[1], "game.search.MaxN", run, true);
  auto answer = SearchAnswer::of(found);
  if (!found.value.empty()) {
    std::vector<Value> values;
    for (const double v : found.value) values.push_back(Value::integer(std::llround(v)));
    answer.value = Value::list(std::move(values));
    answer.exact = found.stop == StopReason::kSolved;
  }
  return Value::native<SearchResult>(std::move(answer));
}

// "Player 1 gets at least so much."
struct AtLeast {
  std::int64_t least = 1;
  search::Verdict operator()(const ScriptState& s) const {
    if (s.player() != search::kTerminal) return search::Verdict::kUnknown;
    return s.scalar() >= least ? search::Verdict::kWin : search::Verdict::kLoss;
  }
};

// Nobody says of a game in a script whether its play can come back to a state; proof searches are told
// that it may.
struct ReturningState : ScriptState {
  explicit ReturningState(const ScriptState& state) : ScriptState(state) {}
  search::GameType type() const {
    search::GameType type = ScriptState::type();
    type.may_repeat = true;
    return type;
  }
};

// run(state, goal, budget) searches for a proof.
template <class Run>
Value proof(Context& c, Arguments a, const char* name, const Run& run) {
  const AtLeast goal{c.integer(a[1], name)};
  const auto found =
      search_from(c, a[0], a[2], name, [&](const ScriptState& state, Budget& budget) {
        return run(ReturningState(state), goal, budget);
      });
  auto answer = SearchAnswer::of(found);
  if (found.proof != search::Proof::kOpen) {
    answer.value = Value::boolean(found.proof == search::Proof::kProved);
    answer.exact = true;
  }
  return Value::native<SearchResult>(std::move(answer));
}

Value df_pn(Context& c, Arguments a) {
  return proof(c, a, "game.search.DfPn", [](const ReturningState& s, AtLeast goal, Budget& budget) {
    return search::DfPn<ReturningState, AtLeast>(goal, {.turns = true}).search(s, budget);
  });
}
Value proof_number(Context& c, Arguments a) {
  return proof(c, a, "game.search.ProofNumber",
               [](const ReturningState& s, AtLeast goal, Budget& budget) {
                 return search::ProofNumberSearch<ReturningState, AtLeast>(goal, {.turns = true})
                     .search(s, budget);
               });
}

// Means are fractions with the number of playouts below: utilities are integers. What a game with
// chance is worth is rounded to such a fraction, too.
Value monte_carlo(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.MonteCarlo";
  search::MonteCarloOptions options;
  const std::int64_t playouts = c.integer(a[1], kName);
  if (playouts < 1) throw Error("a Monte Carlo search needs at least one playout");
  options.playouts = static_cast<std::uint64_t>(playouts);
  if (!a[2].is_nothing()) options.seed = static_cast<std::uint64_t>(c.integer(a[2], kName));
  const auto run = [&](const ScriptState& state, Budget& budget) {
    return search::MonteCarlo<ScriptState>(options).search(state, budget);
  };
  const auto found = search_from(c, a[0], Value(), kName, run, true);
  auto answer = SearchAnswer::of(found);
  std::vector<Value> means;
  answer.exact = found.exact;
  const std::int64_t parts = found.exact ? 1 : playouts;
  for (const double mean : found.value) {
    const auto sum = std::llround(mean * static_cast<double>(parts));
    means.push_back(Value::rational(Rational(sum) / Rational(parts)));
  }
  answer.value = Value::list(std::move(means));
  if (found.stop == StopReason::kDepthLimit) answer.ended = "all playouts made";
  return Value::native<SearchResult>(std::move(answer));
}

Value tree(Context& c, Arguments a) {
  if (a[0].kind() == Kind::kList) {
    // Lists within lists, each with a move at least. Lists may share others, so that what is
    // looked at once is many nodes.
    std::vector<Value> open{a[0]};
    FlatSet<Value, ValueHash> seen;
    while (!open.empty()) {
      const Value list = std::move(open.back());
      open.pop_back();
      if (!seen.insert(list).second) continue;
      c.budget().charge();
      if (list.as_list().empty()) {
        throw Error("a list without elements is not a node of a tree",
                    "inner nodes have a child at least; ends are what is not a list");
      }
      for (const Value& child : list.as_list()) {
        if (child.kind() == Kind::kList) open.push_back(child);
      }
    }
  }
  return Value::native<TreeObject>(a[0]);
}

constexpr const char* kTree = "game.search.Tree([[3,12,8],[2,4,6],[14,5,2]])";

void add_result_rows(Package& package) {
  const Rows rows =
      Rows(package, "Search.Result").on(fmt::format("game.search.AlphaBeta({})", kTree));
  const auto of_answer = [](Value (*f)(const SearchAnswer&)) -> Builtin::Function {
    return [f](Context&, Arguments a) { return f(a[0].as_native<SearchResult>()->answer); };
  };
  rows.add("Value", "What was searched for; Nothing if it is not known.", "Value --> 3",
           of_answer([](const SearchAnswer& r) { return r.value; }));
  rows.add("IsExact", "Is it proved, and not an estimate or a mean?", "IsExact --> true",
           of_answer([](const SearchAnswer& r) { return Value::boolean(r.exact); }));
  rows.add("Best", "Best moves of the first position that were found.", "Best --> [1]",
           of_answer([](const SearchAnswer& r) { return Value::list(r.best); }));
  rows.add("Line", "Best play, as far as it is known.", "Line --> [1,1]",
           of_answer([](const SearchAnswer& r) { return Value::list(r.line); }));
  rows.add("Nodes", "Positions entered.", "Nodes --> 11", of_answer([](const SearchAnswer& r) {
             return Value::integer(static_cast<std::int64_t>(r.counts.nodes));
           }));
  rows.add("Leaves", "Positions valued.", "Leaves --> 7", of_answer([](const SearchAnswer& r) {
             return Value::integer(static_cast<std::int64_t>(r.counts.leaves));
           }));
  rows.add("Stop", "Why the search ended.", "Stop --> \"solved\"",
           of_answer([](const SearchAnswer& r) { return Value::string(r.reason()); }));
  Rows(package, "Search.Result")
      .on(fmt::format("game.search.AlphaBeta({}, trace => true)", kTree))
      .add("Trace", "What it did node by node, if trace => true asked for that; else Nothing.",
           "Trace.Rows.Size --> 11", of_answer([](const SearchAnswer& r) { return r.trace; }));
}

}  // namespace

std::string SearchResult::to_text(Context& context, const PrintStyle&) const {
  return fmt::format("{}({}, {})", class_name(), context.text(answer.value), answer.reason());
}

Package search_package() {
  Package package;
  package.name = "game.search";
  package.doc =
      "Searches of games that scripts define by ToMove, Moves, Play(move), Utility, Estimate.";
  const Rows rows(package, "");
  rows.add("game.search.Tree(lists)",
           "A game written as lists within lists; who moves takes an element, player 1 first. Ends "
           "are numbers of player 1, outcomes, or (1,2,6), what each player gets.",
           fmt::format("{} --> {}", kTree, kTree), tree);
  rows.add("game.search.Minimax(state, depth?, nodes?, trace?)",
           "Value by full search, or to a depth with estimates.",
           fmt::format("game.search.Minimax({}).Value --> 3", kTree), minimax);
  rows.add("game.search.AlphaBeta(state, depth?, nodes?, scout?, table?, killers?, trace?)",
           "The same by alpha-beta with null windows (SCOUT), a table, killers and history, depth "
           "by depth: "
           "false switches them off.",
           fmt::format("game.search.AlphaBeta({}).Best --> [1]", kTree), alpha_beta);
  rows.add("game.search.Mtd(state, depth?, nodes?, trace?)", "The same by null windows: MTD(f).",
           fmt::format("game.search.Mtd({}).Value --> 3", kTree), mtd);
  rows.add("game.search.MaxN(state, nodes?)",
           "Utilities of all players, each doing what is best for himself: max^n.",
           "game.search.MaxN(game.search.Tree([[[(1,2,6),(4,2,3)],[(6,1,2),(7,4,1)]]])).Value --> "
           "[1,2,6]",
           max_n);
  rows.add("game.search.DfPn(state, least, nodes?)",
           "Can player 1 get at least so much? By df-pn; Value is true, false or Nothing.",
           fmt::format("game.search.DfPn({}, 4).Value --> false", kTree), df_pn);
  rows.add("game.search.ProofNumber(state, least, nodes?)", "The same by proof-number search.",
           fmt::format("game.search.ProofNumber({}, 3).Value --> true", kTree), proof_number);
  rows.add(
      "game.search.MonteCarlo(state, playouts, seed?)",
      "Mean utilities and the move tried most often, by Monte Carlo tree search (UCT); exact where "
      "all ends were met.",
      fmt::format("game.search.MonteCarlo({}, 500).Best --> [1]", kTree), monte_carlo);
  add_single_agent_rows(package);
  add_retrograde_rows(package);
  add_state_rows(package);
  add_chess_rows(package);
  add_information_rows(package);
#ifdef CGT_LABS
  add_lookahead_rows(package);
#endif
  add_result_rows(package);
  add_trace_rows(
      package,
      fmt::format("game.search.AlphaBeta({}, scout => false, trace => true).Trace", kTree));
  return package;
}

}  // namespace cgt::lang
