#include "cgt/support/error.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace cgt {
namespace {

std::atomic<ContractHandler> current{nullptr};

}  // namespace

ContractHandler set_contract_handler(ContractHandler handler) { return current.exchange(handler); }

void contract_violation(const char* rule, const char* file, int line) {
  if (const ContractHandler handler = current.load(); handler != nullptr) {
    handler(rule, file, line);
  } else {
    std::fprintf(stderr, "contract violated: %s (%s:%d)\n", rule, file, line);
  }
  std::abort();
}

}  // namespace cgt
