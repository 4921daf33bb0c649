#include "repl/command_line/complaint.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

namespace cgt::repl {

ExitCode complain(bool json, ExitCode code, const std::string& message, const std::string& hint) {
  if (json) {
    nlohmann::ordered_json error{{"message", message}};
    if (!hint.empty()) error["hint"] = hint;
    error["exit_code"] = static_cast<int>(code);
    using Json = nlohmann::ordered_json;
    std::cout << Json{{"error", error}}.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n'
              << std::flush;
    return code;
  }
  std::cerr << "error: " << message << '\n';
  if (!hint.empty()) std::cerr << "hint: " << hint << '\n';
  return code;
}

}  // namespace cgt::repl
