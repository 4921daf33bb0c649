// Heap games of scripts, and functions of scripts as rules, for what decomp does with heap games.
//
// Their moves are asked of the interpreter of the running evaluation, once a heap. Who evaluates such
// positions holds a ScriptScope.
#pragma once

#include <memory>

#include "decomp/rules/heap/pairs.hpp"
#include "decomp/rules/heap/rules.hpp"
#include "lang/bindings/scripts/running.hpp"

namespace cgt::lang {

// For as long as it lives, rules that are written in a script may be asked for moves.
class ScriptScope {
 public:
  explicit ScriptScope(Context& context) : host_(running_host(context)), scope_(*host_, context) {}

 private:
  std::shared_ptr<RunningHost> host_;
  RunningHost::Scope scope_;
};

// The rules of an impartial heap game: of a native ruleset, of an instance of a class with
// HeapOptions(heapSize), of a function from a heap to lists of heaps. Throws Error. A value of a script
// has the same rules whenever it is asked for in a session.
std::shared_ptr<const heap::Rules> heap_rules_of(Context& context, const Value& v);

// GenWythoff(f) for a function of a script.
std::shared_ptr<const heap::PairRules> wythoff_rules_of(Context& context, const Value& function);

}  // namespace cgt::lang
