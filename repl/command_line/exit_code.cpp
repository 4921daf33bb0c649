#include "repl/command_line/exit_code.hpp"

#include <iostream>
#include <new>
#include <nlohmann/json.hpp>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/json_answer.hpp"
#include "cgt/support/known_so_far.hpp"
#include "cgt/version.hpp"
#include "decomp/db/database.hpp"

namespace cgt::repl {

ExitCode complain(bool json, ExitCode code, const std::string& message, const std::string& hint) {
  if (json) {
    nlohmann::ordered_json error{{"message", message}};
    if (!hint.empty()) error["hint"] = hint;
    error["exit_code"] = static_cast<int>(code);
    using Json = nlohmann::ordered_json;
    std::cout << json_line(Json{{"error", error}}) << '\n' << std::flush;
    return code;
  }
  std::cerr << "error: " << message << '\n';
  if (!hint.empty()) std::cerr << "hint: " << hint << '\n';
  return code;
}

int run_reporting(const std::function<int()>& run, const bool& json, const std::string& who) {
  const auto say = [&](ExitCode code, const std::string& message, const std::string& hint = {}) {
    if (!json) std::cerr << who;
    return complain(json, code, message, hint);
  };
  try {
    return run();
  } catch (const InputError& error) {
    const std::string text = error.what();  // FILE:LINE:COLUMN: error: ..., the line and a caret
    if (json) {
      return say(kSyntaxError, text.substr(0, text.find(" error: ")) + ' ' + error.message(),
                 error.diagnostics().front().hint);
    }
    std::cerr << who << text << (text.ends_with('\n') ? "" : "\n");
    return kSyntaxError;
  } catch (const FileError& error) {
    return say(kUsageError, error.what());
  } catch (const Error& error) {
    const bool usage = dynamic_cast<const db::DatabaseError*>(&error) != nullptr ||
                       dynamic_cast<const UsageError*>(&error) != nullptr;
    return say(usage ? kUsageError : kRuntimeError, error.what(), error.hint());
  } catch (const BudgetExhausted& error) {
    const std::string known = known_text(error);
    const ExitCode code = exit_code(error.reason());
    say(code, error.what(), json ? known : "");
    if (!json && !known.empty()) std::cerr << known << '\n';
    return code;
  } catch (const std::bad_alloc&) {
    return say(kOutOfBudget,
               "out of memory; --budget-mb sets a limit that ends a computation in good order");
  }
}

std::string version_line() { return std::string("cgt ") + version(); }

}  // namespace cgt::repl
