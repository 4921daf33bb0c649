// Scripts.
#include "lang/session.hpp"

#include <fmt/format.h>

#include "decomp/rules/registry.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/c/handle.hpp"
#include "lang/context.hpp"

namespace {

namespace c = cgt::c;
using cgt::Budget;

}  // namespace

struct cgt_session {
  cgt_session() : handle(session.store()) {
    cgt::lang::add_all_packages(session);
    session.set_stop_flag(&handle.stop);
  }

  cgt::lang::Session session;
  cgt_store handle;  // shares the games of the session
  cgt::lang::Value last;
  std::string output;
};

namespace {

cgt_store* store_of(cgt_session* session) {
  return session == nullptr ? nullptr : &session->handle;
}

void set_format(cgt::lang::Session& session, cgt_format format) {
  cgt::PrintStyle style;
  if (format == CGT_CGSUITE) style.notation = cgt::Notation::kCgsuite;
  session.set_style(style);
  switch (format) {
    case CGT_TEXT:
    case CGT_CGSUITE: session.set_format(cgt::lang::Format::kText); return;
    case CGT_LATEX: session.set_format(cgt::lang::Format::kLatex); return;
    case CGT_JSON: session.set_format(cgt::lang::Format::kJson); return;
    case CGT_SVG: session.set_format(cgt::lang::Format::kSvg); return;
    default: c::refuse_format(format);
  }
}

cgt_status status_of(cgt::lang::Status status) {
  switch (status) {
    case cgt::lang::Status::kOk: return CGT_OK;
    case cgt::lang::Status::kRuntimeError: return CGT_DOMAIN;
    case cgt::lang::Status::kSyntaxError:
    case cgt::lang::Status::kIncomplete: return CGT_INPUT;
    case cgt::lang::Status::kOutOfBudget: return CGT_BUDGET;
    case cgt::lang::Status::kInterrupted: return CGT_INTERRUPTED;
  }
  return CGT_INTERNAL;
}

// Throws Refusal with all that the result says, unless it is good.
void require_ok(const cgt::lang::Result& result) {
  if (result.ok()) return;
  const bool open = result.status == cgt::lang::Status::kIncomplete;
  c::Refusal refusal(
      open ? fmt::format("the text is not complete: {}", result.open) : "the text failed", {},
      status_of(result.status));
  if (!result.problems.empty()) {
    const cgt::lang::Problem& problem = result.problems.front();
    if (!open) refusal = c::Refusal(problem.message, problem.hint, refusal.status);
    // To a script it is an error like others, which it may catch.
    if (problem.message == "out of memory") refusal.status = CGT_NO_MEMORY;
    if (problem.has_place) {
      refusal.line = problem.begin.line;
      refusal.column = problem.begin.column;
    }
  }
  refusal.report = result.diagnostics;
  throw refusal;
}

cgt::lang::Result run(cgt_session& session, const char* text, const Budget& budget) {
  return session.session.evaluate(cgt::SourceText("<input>", c::read_text(text, "text")),
                                  budget.limits());
}

}  // namespace

cgt_status cgt_session_new(cgt_session** out) { return c::make_new(out); }

void cgt_session_free(cgt_session* session) { delete session; }

cgt_store* cgt_session_store(cgt_session* session) { return store_of(session); }

cgt_status cgt_eval(cgt_session* session, const char* text, cgt_format format, char* buffer,
                    size_t size, size_t* needed) {
  return c::computing(store_of(session), [&](Budget& budget) {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    set_format(session->session, format);
    cgt::lang::Result result = run(*session, text, budget);
    session->output = std::move(result.output);
    require_ok(result);
    session->last = std::move(result.value);
    c::give(session->handle, std::move(result.text), to);
  });
}

cgt_status cgt_session_output(cgt_session* session, char* buffer, size_t size, size_t* needed) {
  return c::answering(store_of(session), [&] {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    c::give(session->handle, session->output, to);
  });
}

cgt_status cgt_session_game(cgt_session* session, cgt_game* out) {
  return c::computing(store_of(session), [&](Budget&) {
    cgt_game& to = c::required(out, "out");
    const auto game = cgt::lang::as_short_game(session->session.store(), session->last);
    if (!game) throw cgt::Error("the last value is not a short game");
    to = game->word();
  });
}

cgt_status cgt_session_set(cgt_session* session, const char* name, cgt_game g) {
  return c::computing(store_of(session), [&](Budget&) {
    const std::string variable = c::read_text(name, "name");
    const cgt::GameId game = c::read_game(session->handle, g);
    // What scripts cannot write would be there for nobody.
    const auto checked = session->session.check(cgt::SourceText("<name>", variable + " := 0"));
    const bool word =
        variable.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
    if (!word || !checked.ok()) {
      throw c::Refusal(fmt::format("'{}' is not a name of a variable", variable));
    }
    session->session.set_global(variable, cgt::lang::Value::game(session->session.store(), game));
  });
}

cgt_status cgt_session_position(cgt_session* session, const char* ruleset, const char* text,
                                cgt_position** out) {
  return c::computing(store_of(session), [&](Budget& budget) {
    cgt_position*& to = c::required(out, "out");
    const std::string board = c::read_text(text, "text");
    const std::string name = cgt::in_the_language(c::read_text(ruleset, "ruleset"));
    const cgt::lang::Result result = run(*session, name.c_str(), budget);
    require_ok(result);
    auto rules = cgt::lang::native_ruleset(result.value);
    if (rules == nullptr) throw cgt::Error(fmt::format("{} is not a ruleset", name));
    cgt::AnyPosition position = rules->position(board);
    to = new cgt_position{std::move(rules), std::move(position)};
  });
}
