// cgt-kernel: the language in Jupyter. What it does with a cell is in interpreter.hpp.
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <xeus/xeus_context.hpp>
#include <xeus/xkernel.hpp>
#include <xeus/xkernel_configuration.hpp>
#include <xeus/xserver_zmq.hpp>

#include "repl/command_line/command.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/programs.hpp"
#include "repl/kernel/history.hpp"
#include "repl/kernel/interpreter.hpp"
#include "repl/kernel/interrupts.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

int run(int argc, const char* const* argv) {
  // Before there is any thread: all inherit it.
  const InterruptsBlocked blocked;
  catch_interrupts(Impatience::kIsPatient);
  KernelOptions options;
  Program program("cgt-kernel", "cgt-kernel: combinatorial game theory in Jupyter", version_line());
  add_kernel_rows(program.command(), options);
  if (const auto finished = program.parse(std::vector<std::string>(argv + 1, argv + argc)))
    return *finished;
  const CommonOptions& common = options.common;
  // The process ends with it.
  auto* const session = new lang::Session;
  prepare(*session, common);
  const xeus::xconfiguration configuration = xeus::load_configuration(options.connection);
  auto history = std::make_unique<History>();
  auto interpreter = std::make_unique<Interpreter>(*session, common, *history);
  // Texts of scripts need not be UTF-8; messages have U+FFFD in place of what is not.
  xeus::xkernel kernel(configuration, xeus::get_user_name(), xeus::make_context<zmq::context_t>(),
                       std::move(interpreter), xeus::make_xserver_zmq, std::move(history), nullptr,
                       xeus::make_null_debugger, nlohmann::json::object(),
                       nlohmann::json::error_handler_t::replace);
  kernel.start();
  return kOk;
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) {
  try {
    return cgt::repl::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return cgt::repl::kUsageError;
  }
}
