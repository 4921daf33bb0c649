// The kernel as xeus asks for it: a Conversation whose lines are those of cells, and whose listener
// publishes what it hears.
//
//   a cell               its lines, one after the other, up to the first that fails
//   each result          execute_result with the forms of notebook/mime.hpp; its metadata names it: "%3"
//   Print(), commands    stream, while they run
//   :plot                display_data;  ??TOPIC: a page;  :wipe: clear_output;  :quit: ask_exit
//   a failure            error: its kind, its message, its diagnostics and the calls of the script
//
// Thread rule: all requests come in the thread that made it.
#pragma once

#include <memory>
#include <string>
#include <vector>
#include <xeus/xinterpreter.hpp>

#include "repl/command_line/common_options.hpp"
#include "repl/kernel/history.hpp"
#include "repl/session/conversation.hpp"
#include "repl/session/notebook.hpp"

namespace cgt::repl {

class Interpreter final : public xeus::xinterpreter, private Listener {
 public:
  // The session is prepared (repl/support/rulesets.hpp); it and the history outlive the interpreter.
  Interpreter(lang::Session& session, const CommonOptions& common, History& history);

 private:
  using Json = nlohmann::json;

  // --- xeus ---
  void configure_impl() override {}
  Json execute_request_impl(int counter, const std::string& code, bool silent, bool store_history,
                            Json user_expressions, bool allow_stdin) override;
  Json complete_request_impl(const std::string& code, int cursor) override;
  Json inspect_request_impl(const std::string& code, int cursor, int detail) override;
  Json is_complete_request_impl(const std::string& code) override;
  Json kernel_info_request_impl() override;
  void shutdown_request_impl() override {}

  // --- Listener ---
  void result(const lang::Result& result, const std::string& name) override;
  void failure(const lang::Result& result) override;
  void complaint(const std::string& message) override;
  void plot(const std::string& drawing, const Thermograph& thermograph) override;
  void page(const std::string& text) override;
  void wipe() override;
  int width() const override { return 80; }

  static Json reply_of(const Failure& failure);
  void fail(Failure failure);
  // Sends what waits, then calls publish(), neither of which a signal may interrupt.
  template <class Body>
  void publish_after_streams(const Body& publish);
  Json evaluate_expressions(const Json& expressions);

  lang::Session& session_;
  History& history_;
  Conversation conversation_;
  // Of the running cell.
  std::unique_ptr<Streams> streams_;
  int counter_ = 0;
  bool silent_ = false;
  std::unique_ptr<Failure> failure_;
  Json payload_;
  std::string shown_;  // the text of the last result
};

}  // namespace cgt::repl
