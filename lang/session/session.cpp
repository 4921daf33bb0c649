#include "lang/session.hpp"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/session/impl.hpp"
#include "lang/syntax/parser.hpp"
#include "lang/values/class.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {
namespace {

std::string render_all(const std::vector<Diagnostic>& diagnostics, const SourceText& source) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!out.empty()) out += '\n';
    out += render(diagnostic, source);
  }
  return out;
}

std::string place_text(const ScriptFailure::Call& call) {
  const SourceText& source = call.program->source;
  const SourceText::Place place = source.place(call.span.offset);
  return fmt::format("{}:{}:{}", source.name(), place.line, place.column);
}

// One line a call, innermost first, equal neighbours folded. Empty if the error stands at top
// level.
std::string render_trace(const ScriptFailure& failure) {
  if (failure.calls.size() < 2) return {};
  std::string out;
  std::string last;
  std::size_t repeats = 0;
  const auto flush = [&] {
    if (repeats > 0) out += fmt::format("  ... {} more of the same\n", repeats);
    repeats = 0;
  };
  const std::size_t inner = failure.calls.size() - (failure.elided > 0 ? 4 : 0);
  for (std::size_t i = 0; i < failure.calls.size(); ++i) {
    const ScriptFailure::Call& call = failure.calls[i];
    if (i == inner && failure.elided > 0) {
      flush();
      out += fmt::format("  ... {} calls not shown\n", failure.elided);
      last.clear();
    }
    std::string name = call.function.empty() ? "at top level" : "in " + call.function;
    if (name.size() > 60) name = name.substr(0, 57) + "...";
    std::string line = fmt::format("  {}, {}\n", name, place_text(call));
    if (line == last) {
      ++repeats;
      continue;
    }
    flush();
    out += line;
    last = std::move(line);
  }
  flush();
  out.pop_back();
  return out;
}

std::vector<Problem> problems_of(const std::vector<Diagnostic>& diagnostics,
                                 const SourceText& source) {
  std::vector<Problem> problems;
  for (const Diagnostic& d : diagnostics) problems.push_back(make_problem(d, source));
  return problems;
}

void fail(Result& result, const ScriptFailure& failure) {
  result.status = Status::kRuntimeError;
  const ScriptFailure::Call& place = failure.calls.front();
  result.diagnostics =
      render({Severity::kError, failure.message, failure.hint, place.span}, place.program->source);
  result.trace = render_trace(failure);
  result.problems = problems_of({{Severity::kError, failure.message, failure.hint, place.span}},
                                place.program->source);
  for (const ScriptFailure::Call& call : failure.calls) {
    const SourceText& source = call.program->source;
    result.problems[0].stack.push_back(
        {call.function, source.name(), source.place(call.span.offset)});
  }
}

void stop_with(Result& result, const BudgetExhausted& exhausted) {
  const bool interrupted = exhausted.reason() == StopReason::kInterrupted;
  result.status = interrupted ? Status::kInterrupted : Status::kOutOfBudget;
  result.diagnostics = fmt::format("{}: the value is unknown", exhausted.what());
  Problem& problem = result.problems.emplace_back();
  problem.message = result.diagnostics;
  problem.hint = known_text(exhausted);
  if (!problem.hint.empty()) result.diagnostics += "\n" + problem.hint;
}

// What the method Svg of the value answers.
std::string picture(Context& context, const Registry& registry, const Value& value) {
  if (value.is_nothing()) return {};
  constexpr const char* kMethod = "Svg";
  Value drawn = value;  // a picture already
  if (is_instance(value) && context.has_member(value, kMethod)) {
    drawn = context.call_member(value, kMethod, {});
  } else if (const Builtin* row = registry.method(value, context.symbol(kMethod))) {
    std::vector<Value> arguments(1 + row->parameters.size());
    arguments[0] = value;
    drawn = row->function(context, arguments);
  }
  if (drawn.kind() == Kind::kString && drawn.as_string().starts_with("<svg"))
    return drawn.as_string();
  throw Error(fmt::format("{} has no picture", value.described()),
              "a game, a thermograph or whatever has a method Svg has one; :set format text prints "
              "all values");
}

}  // namespace

std::string Session::Impl::written(Machine& machine, const Value& value,
                                   const PrintStyle& in_style) const {
  return format == Format::kSvg ? picture(machine, registry, value)
                                : export_text(machine, value, in_style, format);
}

Result refuse(const ParseResult& parsed) {
  Result result;
  const bool incomplete = parsed.status == ParseResult::Status::kIncomplete;
  result.status = incomplete ? Status::kIncomplete : Status::kSyntaxError;
  result.open = parsed.open;
  result.diagnostics = render_all(parsed.diagnostics, parsed.program->source);
  result.problems = problems_of(parsed.diagnostics, parsed.program->source);
  return result;
}

Result refuse(const Program& program, const std::vector<Diagnostic>& diagnostics) {
  Result result;
  result.status = Status::kSyntaxError;
  result.diagnostics = render_all(diagnostics, program.source);
  result.problems = problems_of(diagnostics, program.source);
  return result;
}

Session::Impl::Impl(Store* games) : store(games == nullptr ? Store() : games->share()) {
  register_core(registry);
  host.store = &store;
  host.forms = &forms.emplace(store);
  host.registry = &registry;
  host.positions = &positions;
  host.style = &style;
  host.directory = &directory;
  host.mutables = &mutables;
  host.kept = &kept;
  host.provided = &provided;
  host.instances = &instances;
  host.statistics = &statistics;
  host.print = [this](std::string_view line) {
    if (sink) return sink(line);
    output.append(line).append("\n");
  };
  host.history = [this](std::int64_t which) { return recall(which); };
}

Value Session::Impl::recall(std::int64_t which) const {
  const auto size = static_cast<std::int64_t>(history.size());
  const std::int64_t at = which > 0 ? which - 1 : size + which;
  if (at < 0 || at >= size || which == 0) {
    throw Error(size == 0 ? "there is no earlier result" : "there is no such result",
                size == 0 ? "" : fmt::format("results go from %1 to %{}", size));
  }
  return history[static_cast<std::size_t>(at)];
}

Result Session::Impl::run(const SourceText& source, Budget& budget) {
  const ParseResult parsed = parse(source);
  if (parsed.status != ParseResult::Status::kComplete) return refuse(parsed);
  Result result;
  if (!start) start = store.mark();
  result.value = run_program(parsed.program, budget);
  const Store::BudgetScope scope(store, budget);
  Machine machine(host, budget);
  if (parsed.program->suppressed || parsed.program->root->kids.empty()) return result;
  try {
    result.text = written(machine, result.value, style);
  } catch (const Error& error) {
    ScriptFailure failure;
    failure.message = error.what();
    failure.hint = error.hint();
    failure.calls.push_back({"", parsed.program, parsed.program->root->span});
    throw failure;
  }
  if (history_on) {
    history.push_back(result.value);
    result.history = history.size();
  }
  return result;
}

Session::Session() : impl_(std::make_unique<Impl>(nullptr)) {}
Session::Session(Store& games) : impl_(std::make_unique<Impl>(&games)) {}
Session::~Session() {
  try {
    impl_->empty();
  } catch (const std::bad_alloc&) {
    // Objects that hold each other are lost; the alternative is the end of the program.
  }
  impl_->kept.clear();  // it may hold values
}

Store& Session::store() { return impl_->store; }
const Registry& Session::registry() const { return impl_->registry; }
void Session::add(Package package) {
  impl_->registry.add(std::move(package));
  impl_->start.reset();  // its constants stay
}
void Session::set_position_solver(std::unique_ptr<PositionSolver> solver) {
  impl_->positions.set_solver(std::move(solver));
}
void Session::set_style(const PrintStyle& style) { impl_->style = style; }
const PrintStyle& Session::style() const { return impl_->style; }
void Session::set_format(Format format) { impl_->format = format; }
Format Session::format() const { return impl_->format; }
void Session::set_stop_flag(const std::atomic<bool>* stop) { impl_->stop = stop; }
void Session::set_directory(std::string directory) { impl_->directory = std::move(directory); }
void Session::set_read_everywhere(bool allowed) { impl_->host.read_everywhere = allowed; }
void Session::set_write_folder(std::string folder) { impl_->host.write_folder = std::move(folder); }
void Session::provide(const std::string& path, std::string text) {
  impl_->provided.insert_or_assign(path, std::move(text));
}
void Session::set_output(std::function<void(std::string_view)> sink) {
  impl_->sink = std::move(sink);
}
void Session::set_history(bool on) { impl_->history_on = on; }

void Session::set_global(const std::string& name, Value value) {
  Globals::Entry& entry = impl_->globals->entries[impl_->globals->slot(name)];
  entry.value = std::move(value);
  entry.defined = true;
}

std::vector<std::string> Session::global_names() const {
  std::vector<std::string> names;
  for (const auto& entry : impl_->globals->entries) {
    if (entry.defined) names.push_back(entry.name);
  }
  return names;
}

Result Session::Impl::guarded(const SourceText& source, const Budget::Limits& limits,
                              const std::function<Result(Budget&)>& body) {
  Result result;
  const auto refuse_with = [&](const std::string& message, const std::string& hint) {
    result = {};
    result.status = Status::kRuntimeError;
    const Diagnostic problem{Severity::kError, message, hint, {}};
    result.diagnostics = render(problem, source);
    result.problems = problems_of({problem}, source);
  };
  output.clear();
  try {
    Budget budget(limits, stop);
    result = body(budget);
  } catch (LoadFailure& failure) {
    result = std::move(failure.result);
  } catch (const ScriptFailure& failure) {
    result = {};
    fail(result, failure);
  } catch (const BudgetExhausted& exhausted) {
    result = {};
    stop_with(result, exhausted);
  } catch (const std::bad_alloc&) {
    refuse_with("out of memory", "");
  } catch (const Error& error) {
    refuse_with(error.what(), error.hint());
  }
  result.output = std::exchange(output, {});
  return result;
}

Result Session::evaluate(const SourceText& source, const Budget::Limits& limits) {
  return impl_->guarded(source, limits, [&](Budget& budget) {
    impl_->reload_changed_files(budget);
    return impl_->run(source, budget);
  });
}

Result Session::check(const SourceText& source) const {
  const ParseResult parsed = parse(source);
  return parsed.status == ParseResult::Status::kComplete ? Result{} : refuse(parsed);
}

void Session::with_context(Budget& budget, const std::function<void(Context&)>& body) {
  const Store::BudgetScope scope(impl_->store, budget);
  Machine machine(impl_->host, budget);
  try {
    body(machine);
  } catch (const ScriptFailure& failure) {
    if (failure.calls.empty()) throw Error(failure.message, failure.hint);
    throw Error(fmt::format("{} ({})", failure.message, place_text(failure.calls.front())),
                failure.hint);
  }
}

std::unique_ptr<Context> Session::make_context(Budget& budget) {
  return std::make_unique<Machine>(impl_->host, budget);
}

void Session::Impl::empty() {
  // Functions own the globals that they use, so globals and functions hold each other.
  globals->clear();
  history.clear();
  positions.clear();
  loaded.clear();
  constants.clear();
  watched.clear();
  files.clear();
  programs.clear();
  documents.clear();
  // Values go last, all at once: the end of one may be the end of other objects.
  std::vector<Value> last;
  for (const MutableObject& object : mutables) object.release(last);
  for (const MutableInstance& instance : instances) instance.release(last);
}

void Session::fresh_scope() {
  auto fresh = std::make_shared<Globals>();
  impl_->retired.insert(impl_->retired.end(), impl_->globals->classes.begin(),
                        impl_->globals->classes.end());
  impl_->empty();
  impl_->globals = std::move(fresh);
}

void Session::clear() {
  fresh_scope();
  impl_->kept.clear();
  impl_->forms.emplace(impl_->store);  // in the same place, where the host looks for it
  if (impl_->start) impl_->store.release(*impl_->start);
}

Statistics Session::statistics() const {
  Statistics statistics = impl_->statistics;
  statistics.positions = impl_->positions.size();
  return statistics;
}

Result Session::text(const Value& value, const Budget::Limits& limits) {
  return text(value, impl_->style, limits);
}

Result Session::text(const Value& value, const PrintStyle& style, const Budget::Limits& limits) {
  return impl_->guarded(SourceText("<value>", ""), limits, [&](Budget& budget) {
    const Store::BudgetScope scope(impl_->store, budget);
    budget.poll();  // a short text may end before anything else does
    Machine machine(impl_->host, budget);
    Result result;
    result.text = impl_->written(machine, value, style);
    result.value = value;
    return result;
  });
}

}  // namespace cgt::lang
