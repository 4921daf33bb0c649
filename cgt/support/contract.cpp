#include "cgt/support/contract.hpp"

#include <cstdio>
#include <cstdlib>

namespace cgt {

void contract_violation(const char* rule, const char* file, int line) {
  std::fprintf(stderr, "contract violated: %s (%s:%d)\n", rule, file, line);
  std::abort();
}

}  // namespace cgt
