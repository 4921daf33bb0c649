// The requests of the page, one function each: from the object of the request to that of the reply.
// docs/explorer.md lists their members. They throw Error for what is wrong with a request, RequestError
// for another status, and BudgetExhausted where nothing at all is known by the end of the budget.
#pragma once

#include "repl/explorer/api/request.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {

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
Json call_go_save(Workspace& workspace, const Json& request, Budget& budget);
Json call_go_example(Workspace& workspace, const Json& request, Budget& budget);
Json call_plan(Workspace& workspace, const Json& request, Budget& budget);
Json call_plan_examples(Workspace& workspace, const Json& request, Budget& budget);
Json call_pob(Workspace& workspace, const Json& request, Budget& budget);
Json call_info(Workspace& workspace, const Json& request, Budget& budget);

}  // namespace cgt::repl
