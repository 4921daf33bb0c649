#include "repl/explorer/api/api.hpp"

#include <array>
#include <exception>
#include <map>
#include <new>
#include <string_view>

#include "cgt/support/known_so_far.hpp"
#include "repl/explorer/api/sheet.hpp"
#include "repl/explorer/api/workspace.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

using Call = Json (*)(Workspace&, const Json&, Budget&);

const std::map<std::string_view, Call>& calls() {
  static const std::map<std::string_view, Call> all{
      {"rulesets", call_rulesets},
      {"position", call_position},
      {"explain", call_explain},
      {"edit", call_edit},
      {"play", call_play},
      {"value", call_value},
      {"thermograph", call_thermograph},
      {"sum", call_sum},
      {"tree", call_tree},
      {"export", call_export},
      {"go/load", call_go_load},
      {"go/solve", call_go_solve},
      {"go/try", call_go_try},
      {"go/review", call_go_review},
      {"go/save", call_go_save},
      {"go/example", call_go_example},
      {"plan", call_plan},
      {"plan/examples", call_plan_examples},
      {"pob", call_pob},
      {"info", call_info},
  };
  return all;
}

}  // namespace

struct Api::Impl {
  Json reply(const std::string& name, const Json& request,
             const std::function<void(const std::string&)>& say) {
    if (name == "sheet/run") return sheet().run(request, say);
    if (name == "sheet/complete") return sheet().complete(request);
    if (name == "sheet/check") return sheet().check(request);
    if (name == "sheet/inspect") return sheet().inspect(request);
    if (name == "sheet/reset") return sheet().reset();
    if (name == "sheet/export") return export_sheet(request);
    if (name == "sheet/import") return import_sheet(request);
    const auto found = calls().find(name);
    if (found == calls().end()) throw RequestError(404, "there is no request \"" + name + "\"");
    Budget budget(limits_of(request), &interrupt_flag());
    return found->second(workspace(), request, budget);
  }

  // Both are made when they are first needed: a tab may never ask for one.
  Sheet& sheet() {
    if (!sheet_) sheet_ = std::make_unique<Sheet>();
    return *sheet_;
  }
  Workspace& workspace() {
    if (!workspace_) workspace_ = std::make_unique<Workspace>();
    return *workspace_;
  }
  void tidy() {
    if (workspace_) workspace_->tidy();
  }

  std::unique_ptr<Sheet> sheet_;
  std::unique_ptr<Workspace> workspace_;
};

Api::Api() : impl_(std::make_unique<Impl>()) {}
Api::~Api() = default;

ApiReply Api::answer(const std::string& name, const std::string& body,
                     const std::function<void(const std::string&)>& say) {
  ApiReply reply;
  try {
    reply.body = text_of(impl_->reply(name, parse_object(body), say));
    impl_->tidy();
    return reply;
  } catch (const RequestError& error) {
    reply = {error.status(), error_text(error.what(), error.hint(), error.diagnostics())};
  } catch (const InputError& error) {
    const std::string hint = error.diagnostics().front().hint;
    reply = {400, error_text(error.message(), hint, diagnostics_of(error))};
  } catch (const Error& error) {
    reply = {400, error_text(error.what(), error.hint())};
  } catch (const BudgetExhausted& spent) {
    if (spent.reason() == StopReason::kInterrupted) {
      reply = {409, error_text("cancelled")};
    } else {
      Json unknown{{"text", "unknown"}, {"unknown", spent.what()}};
      if (const std::string known = known_text(spent); !known.empty()) unknown["known"] = known;
      reply.body = text_of(unknown);
    }
  } catch (const std::bad_alloc&) {
    reply.body = text_of({{"text", "unknown"}, {"unknown", "out of memory"}});
  } catch (const std::exception& error) {
    reply = {400, error_text(std::string("this request cannot be answered: ") + error.what())};
  }
  // A request that failed must leave nothing behind that holds memory for ever.
  try {
    impl_->tidy();
  } catch (const std::exception&) {
    impl_->workspace_.reset();
  }
  return reply;
}

}  // namespace cgt::repl
