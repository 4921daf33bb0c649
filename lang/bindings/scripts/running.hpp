// Positions of scripts while a session evaluates: questions that builtins ask about them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/number/trajectory.hpp"
#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"
#include "lang/bindings/scripts/position.hpp"
#include "lang/context.hpp"
#include "lang/registry.hpp"
#include "lang/session.hpp"
#include "lang/value.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {

// Reaches the interpreter of the evaluation that runs. Budgets of searches are parts of that of the
// evaluation, which scripts charge.
class RunningHost final : public ScriptHost {
 public:
  void ask(Budget* budget, const std::function<void(Context&)>& body) override;
  // Is there a Scope?
  bool running() const { return context_ != nullptr; }

  // For as long as it lives, positions ask `context`.
  class Scope {
   public:
    Scope(RunningHost& host, Context& context)
        : host_(host), before_(std::exchange(host.context_, &context)) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { host_.context_ = before_; }

   private:
    RunningHost& host_;
    Context* before_;
  };

 private:
  Context* context_ = nullptr;
};

// That of the session; kept for it.
std::shared_ptr<RunningHost> running_host(Context& context);

// Solvers that ask scripts may be asked again by what they ask: Options of a class may want the
// value of another position. So there is one for each depth, made when it is needed; T is made from
// a Store.
template <class T>
class Nested {
 public:
  // Holds one that nobody else uses.
  class Use {
   public:
    Use(Nested& all, Store& store) : all_(all), place_(all.depth_++) {
      if (place_ < all_.solvers_.size()) return;
      try {
        all_.solvers_.push_back(std::make_unique<T>(store));
      } catch (...) {
        --all_.depth_;
        throw;
      }
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { --all_.depth_; }
    T& operator*() const { return *all_.solvers_[place_]; }
    T* operator->() const { return all_.solvers_[place_].get(); }

   private:
    Nested& all_;
    std::size_t place_;
  };

  void clear() {
    if (depth_ == 0) solvers_.clear();
  }

 private:
  std::vector<std::unique_ptr<T>> solvers_;
  std::size_t depth_ = 0;
};

// Positions of native rulesets among the values of the language, for packages that only search them.

// The position that the value is; null if it is none of a native ruleset.
const AnyPosition* native_position(const Value& value);

// The searches of decomp for positions of scripts and compounds, as the language asks for them.

// For Session::set_position_solver.
std::unique_ptr<PositionSolver> script_solver();

// Rows of Position and Compound: questions whose answers need no canonical form.
void add_position_search_rows(Package& package);
// Who wins a position of a native ruleset, or a compound of such positions and of values: solve::outcome_of().
LoopyOutcome sum_outcome(Context& context, const Value& position);

// Rulesets of scripts for a program: positions from text, with a session of their own behind them.
//
// How a position is written, in both directions:
//   boards      rulesets whose Position extends GridGame or StripGame: rows of the characters of
//               CharMap, "xo.|oxo"; censuses and databases go through all boards
//   arguments   all others: what stands between the brackets of Position, "5", "(3,4)", "[1,2], 3";
//               a census of heaps counts 0, 1, 2, ...
//   "=VALUE"    a game that a position leads to, "={3|-5}"
//
// Thread rule: one thread at a time has the ruleset and all of its positions.

// The ruleset that a value of the session is: an instance of a class that extends Ruleset. Null if
// it is none. What is asked outside of searches (reading a position, taking it apart) may take
// `limits` each time, and can be stopped by `stop`.
std::shared_ptr<const Ruleset> script_ruleset(std::shared_ptr<Session> session, const Value& value,
                                              const Budget::Limits& limits,
                                              const std::atomic<bool>* stop);

// Is it one of these, which one thread at a time may use?
bool is_script_ruleset(const Ruleset& ruleset);

}  // namespace cgt::lang
