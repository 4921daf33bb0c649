#include "repl/kernel/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string_view>
#include <utility>

#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/support/words.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/kernel/interrupts.hpp"
#include "repl/session/notebook.hpp"

namespace cgt::repl {
namespace {

// Jupyter counts characters, we count bytes. A place behind the end is the end, a negative one, too.
std::size_t byte_of(std::string_view text, int characters) {
  if (characters < 0) return text.size();
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (begins_letter(text[at]) && characters-- == 0) break;
  }
  return at;
}

nlohmann::json json_of(const MimeBundle& bundle) {
  nlohmann::json data = nlohmann::json::object();
  for (const auto& [type, text] : bundle) data[type] = text;
  return data;
}

}  // namespace

Interpreter::Interpreter(lang::Session& session, const CommonOptions& common, History& history)
    : session_(session), history_(history), conversation_(session, common.limits, *this) {
  conversation_.settings().numbered = true;
  session.set_history(true);
  if (!common.max_length) {
    PrintStyle style = session.style();
    style.max_length = kTerminalMaxLength;
    session.set_style(style);
  }
}

template <class Body>
void Interpreter::publish_after_streams(const Body& publish) {
  const InterruptsBlocked blocked;
  if (streams_) streams_->flush();
  if (!silent_) publish();
}

Interpreter::Json Interpreter::execute_request_impl(int counter, const std::string& code,
                                                    bool silent, bool store_history,
                                                    Json user_expressions, bool /*allow_stdin*/) {
  counter_ = counter;
  silent_ = silent;
  failure_.reset();
  payload_ = Json::array();
  shown_.clear();
  streams_ = std::make_unique<Streams>([this](const std::string& name, const std::string& text) {
    const InterruptsBlocked blocked;
    if (!silent_) publish_stream(name, text);
  });
  conversation_.drop();
  conversation_.set_source(fmt::format("<cell {}>", counter));
  if (silent) session_.set_history(false);
  Json expressions;
  {
    const InterruptsAllowed allowed;
    conversation_.take_all(code);
    if (!failure_) expressions = evaluate_expressions(user_expressions);
  }
  if (silent) session_.set_history(conversation_.settings().numbered);
  if (conversation_.finished()) {
    payload_.push_back({{"source", "ask_exit"}, {"keepkernel", false}});
    std::cerr << "the kernel goes on until the notebook is closed or its kernel shut down\n";
  }
  streams_.reset();
  if (store_history && !silent) history_.add(counter, code, shown_);
  if (failure_) return reply_of(*failure_);
  return {{"status", "ok"}, {"payload", payload_}, {"user_expressions", expressions}};
}

Interpreter::Json Interpreter::evaluate_expressions(const Json& expressions) {
  Json out = Json::object();
  if (!expressions.is_object()) return out;
  session_.set_history(false);
  for (const auto& [name, text] : expressions.items()) {
    if (!text.is_string()) continue;
    const lang::Result found = session_.evaluate(
        SourceText("<" + name + ">", text.get<std::string>()), conversation_.settings().limits);
    if (!found.ok()) {
      out[name] = reply_of(failure_of(found));
      continue;
    }
    out[name] = {{"status", "ok"},
                 {"data", json_of(mime_bundle(session_, found.value, found.text,
                                              conversation_.settings().limits))},
                 {"metadata", Json::object()}};
  }
  session_.set_history(!silent_ && conversation_.settings().numbered);
  return out;
}

Interpreter::Json Interpreter::complete_request_impl(const std::string& code, int cursor) {
  const std::size_t at = byte_of(code, cursor);
  const std::size_t begin = line_around(code, at).first;
  const Conversation::Completions found =
      conversation_.complete(code.substr(begin, at - begin), at - begin);
  const std::size_t start = found.candidates.empty() ? at : begin + found.start;
  return {{"status", "ok"},
          {"matches", found.candidates},
          {"cursor_start", letters(std::string_view(code).substr(0, start))},
          {"cursor_end", letters(std::string_view(code).substr(0, at))},
          {"metadata", Json::object()}};
}

Interpreter::Json Interpreter::inspect_request_impl(const std::string& code, int cursor,
                                                    int /*detail*/) {
  const std::size_t at = byte_of(code, cursor);
  const auto [begin, end] = line_around(code, at);
  const std::string name =
      name_around(std::string_view(code).substr(begin, end - begin), at - begin);
  std::optional<std::string> page;
  if (!name.empty()) page = conversation_.about(name);
  // A method of whatever stands before it.
  const std::size_t dot = name.rfind('.');
  if (!page && dot != std::string::npos) page = conversation_.about(name.substr(dot + 1));
  Json data = Json::object();
  if (page) data["text/plain"] = *page;
  return {
      {"status", "ok"}, {"found", page.has_value()}, {"data", data}, {"metadata", Json::object()}};
}

Interpreter::Json Interpreter::is_complete_request_impl(const std::string& code) {
  switch (conversation_.check(code)) {
    case lang::Status::kOk: return {{"status", "complete"}};
    case lang::Status::kIncomplete: return {{"status", "incomplete"}, {"indent", "  "}};
    default: return {{"status", "invalid"}};
  }
}

Interpreter::Json Interpreter::kernel_info_request_impl() {
  const std::string version = version_line().substr(version_line().find(' ') + 1);
  return {{"status", "ok"},
          {"implementation", "cgt"},
          {"implementation_version", version},
          {"banner", version_line() + ": combinatorial game theory, exactly\n" +
                         ":help for help, ?topic for a topic"},
          {"language_info",
           // Nobody else knows the language; its comments, strings and numbers are those of
           // JavaScript.
           {{"name", "cgscript"},
            {"version", version},
            {"mimetype", "text/x-cgscript"},
            {"file_extension", ".cgs"},
            {"pygments_lexer", "javascript"},
            {"codemirror_mode", "javascript"}}},
          {"help_links", Json::array()},
          {"debugger", false}};
}

void Interpreter::result(const lang::Result& result, const std::string& name) {
  shown_ = result.text;
  const MimeBundle bundle =
      mime_bundle(session_, result.value, result.text, conversation_.settings().limits);
  Json metadata = Json::object();
  if (!name.empty()) metadata["name"] = name;
  publish_after_streams([&] { publish_execution_result(counter_, json_of(bundle), metadata); });
}

Interpreter::Json Interpreter::reply_of(const Failure& failure) {
  return {{"status", "error"},
          {"ename", failure.kind},
          {"evalue", failure.message},
          {"traceback", failure.trace}};
}

void Interpreter::fail(Failure failure) {
  failure_ = std::make_unique<Failure>(std::move(failure));
  publish_after_streams(
      [&] { publish_execution_error(failure_->kind, failure_->message, failure_->trace); });
}

void Interpreter::failure(const lang::Result& result) { fail(failure_of(result)); }

void Interpreter::complaint(const std::string& message) {
  fail({"CommandError", message, {"error: " + message}});
}

void Interpreter::plot(const std::string& drawing, const Thermograph& thermograph) {
  const Json data{{"text/plain", drawing},
                  {"image/svg+xml", thermograph_svg(thermograph, "Thermograph")}};
  publish_after_streams([&] { display_data(data, Json::object(), Json::object()); });
}

void Interpreter::page(const std::string& text) {
  payload_.push_back({{"source", "page"}, {"data", {{"text/plain", text}}}, {"start", 0}});
}

void Interpreter::wipe() {
  publish_after_streams([&] { clear_output(false); });
}

}  // namespace cgt::repl
