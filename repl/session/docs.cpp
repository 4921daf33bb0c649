#include "repl/session/docs.hpp"

#include <iostream>

#include "lang/bindings/bindings.hpp"
#include "lang/session/reference.hpp"

namespace cgt::repl {

ExitCode run_docs(const DocsOptions& options) {
  if (options.page == "rulesets") {
    std::cout << lang::rulesets_page();
    return kOk;
  }
  if (options.page != "reference") {
    std::cerr << "error: no page \"" << options.page << "\"; there are: reference, rulesets\n";
    return kUsageError;
  }
  lang::Session session;
  lang::add_all_packages(session);
  std::cout << lang::reference_page(session.registry());
  return kOk;
}

}  // namespace cgt::repl
