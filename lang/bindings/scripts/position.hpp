// Positions of rulesets in scripts as decomp sees them: their moves and parts are calls of the
// interpreter, and everything that decomp does with positions (values, thermographs, outcomes,
// sums, a census, databases) is done with them too.
//
// AnyPosition(ScriptPosition(host, v)) is such a position: `host` is how the interpreter is reached, v
// a value of the language.
//
// Thread rule: a position belongs to the thread of its session.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "decomp/position/ruleset.hpp"
#include "lang/context.hpp"

namespace cgt::lang {

// The way from a position to the interpreter of its session.
class ScriptHost {
 public:
  ScriptHost() = default;
  ScriptHost(const ScriptHost&) = delete;
  ScriptHost& operator=(const ScriptHost&) = delete;
  virtual ~ScriptHost() = default;

  // Calls body(context), under `budget` unless it is null: then nobody searches. Throws what the
  // body throws, BudgetExhausted, and what scripts throw.
  virtual void ask(Budget* budget, const std::function<void(Context&)>& body) = 0;

  // Positions that graphs have met so far.
  std::size_t positions = 0;
};

class ScriptPosition {
 public:
  // `v`: a position or a compound of positions (positions.hpp), or a game that one of these leads
  // to.
  ScriptPosition(std::shared_ptr<ScriptHost> h, Value v)
      : host(std::move(h)), value(std::move(v)) {}

  // By Options of the class, in its order.
  std::vector<Option<ScriptPosition>> options(Player player, Budget& budget) const;
  std::vector<Option<ScriptPosition>> options(Player player) const;
  // By Decomposition of the class, until nothing decomposes any more. A part whose class says
  // CanonicalForm is that game.
  std::int64_t split(std::vector<Summand<ScriptPosition>>& sum) const;
  std::uint64_t hash() const { return value.hash(); }
  // Of a ruleset's position: the argument that makes it from the ruleset ("xo|ox", "5"). Of a game
  // '=' and its value: "={3|-5}". Of anything else what the language prints.
  std::string text() const;
  friend bool operator==(const ScriptPosition& a, const ScriptPosition& b) {
    return a.host == b.host && a.value == b.value;
  }

  std::shared_ptr<ScriptHost> host;  // outlives the value
  Value value;

 private:
  std::vector<Option<ScriptPosition>> options(Player player, Budget* budget) const;
};

}  // namespace cgt::lang

namespace cgt {

// These positions have a graph of their own: bindings/scripts/graph.hpp.
template <>
std::unique_ptr<AnyGraph> AnyPosition::ModelOf<lang::ScriptPosition>::new_graph() const;

}  // namespace cgt
