// What a tab keeps from one request to the next: a session whose store holds all values, the searches
// over it, and the rulesets that were asked for.
//
// A request is answered under one budget, its own. Expressions are evaluated first, everything else
// happens within the session (Workspace::within), with its table of loopy values.
//
// Thread rule: that of a lang::Session.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgt/loopy/loopy_games.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "lang/lang.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/explorer/api/request.hpp"

namespace cgt::repl {

// A ruleset by the name that the page uses.
struct NamedRuleset {
  std::string name;  // "subtraction([1,2])", as `cgt eval` takes it
  std::string
      path;  // in the language, without arguments: "game.heap.Subtraction"; "": none of ours
  std::shared_ptr<const Ruleset> rules;
};

// As people call it: "Toads and Frogs", "Subtraction([1,2])".
std::string title_of(const NamedRuleset& ruleset);

// What a request is about.
struct Subject {
  enum class Kind { kPosition, kValue, kSum };
  struct Part;

  Kind kind = Kind::kValue;
  std::string title;     // for drawings
  NamedRuleset ruleset;  // of a position
  AnyPosition position;
  lang::Value value;
  std::optional<LoopyValue> known;  // of a value: it was found already
  std::vector<Part> parts;
  std::int64_t shift = 0;  // points for Left beside it: free moves on the way to it
};
struct Subject::Part {
  Subject subject;
  bool negated = false;
  std::int64_t count = 1;
};

// What a request works with while it runs.
struct Work {
  lang::Context& context;
  Store& store;
  LoopyGames& games;
  solve::Evaluator& evaluator;
  Budget& budget;
};

class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // Throws Error.
  const NamedRuleset& ruleset(const std::string& name);
  // {"game","board"}, {"expr"} or {"sum"}. Evaluates what is to be evaluated; throws Error, and
  // RequestError with the diagnostics of an expression.
  Subject subject(const Json& request, Budget& budget);

  // Calls body within the session. Throws what it throws.
  void within(Budget& budget, const std::function<void(Work&)>& body);

  // Forgets all values if they hold much memory. Nothing of the workspace may be in use.
  void tidy();

  lang::Session& session() { return *session_; }
  const CommonOptions& common() const { return common_; }

 private:
  Subject subject(const Json& request, Budget& budget, int depth);

  CommonOptions common_;
  std::unique_ptr<lang::Session> session_;
  std::unique_ptr<solve::Evaluator> evaluator_;
  std::map<std::string, NamedRuleset> rulesets_;
};

// The limits of a request: "budget_ms", and 1 GB.
Budget::Limits limits_of(const Json& request);
// What is left of the time.
Budget::Limits rest_of(const Budget& budget);

// The value of a subject. Throws BudgetExhausted, with what is known of a position; Error if it is no
// game; solve::KoMatters.
LoopyValue value_of(Work& work, const Subject& subject);

// The requests of the page, one function each: from the object of the request to that of the reply.
// docs/explorer.md lists their members. They throw Error for what is wrong with a request, RequestError
// for another status, and BudgetExhausted where nothing at all is known by the end of the budget.

// boards/
Json call_rulesets(Workspace& workspace, const Json& request, Budget& budget);
Json call_position(Workspace& workspace, const Json& request, Budget& budget);
Json call_explain(Workspace& workspace, const Json& request, Budget& budget);
Json call_edit(Workspace& workspace, const Json& request, Budget& budget);
Json call_play(Workspace& workspace, const Json& request, Budget& budget);
// values/
Json call_value(Workspace& workspace, const Json& request, Budget& budget);
Json call_thermograph(Workspace& workspace, const Json& request, Budget& budget);
Json call_sum(Workspace& workspace, const Json& request, Budget& budget);
Json call_tree(Workspace& workspace, const Json& request, Budget& budget);
Json call_export(Workspace& workspace, const Json& request, Budget& budget);
// views/
Json call_go_load(Workspace& workspace, const Json& request, Budget& budget);
Json call_go_solve(Workspace& workspace, const Json& request, Budget& budget);
Json call_go_try(Workspace& workspace, const Json& request, Budget& budget);
Json call_go_review(Workspace& workspace, const Json& request, Budget& budget);
Json call_go_save(Workspace& workspace, const Json& request, Budget& budget);
Json call_go_example(Workspace& workspace, const Json& request, Budget& budget);
Json call_plan(Workspace& workspace, const Json& request, Budget& budget);
Json call_plan_examples(Workspace& workspace, const Json& request, Budget& budget);
Json call_pob(Workspace& workspace, const Json& request, Budget& budget);
Json call_info(Workspace& workspace, const Json& request, Budget& budget);

}  // namespace cgt::repl
