// Broken contracts as exceptions, for tests of what a function refuses.
#pragma once

#include <stdexcept>

#include "cgt/support/error.hpp"

namespace cgt::testing {

struct BrokenContract : std::logic_error {
  using std::logic_error::logic_error;
};

// While it lives, a broken contract throws BrokenContract with its rule.
class ContractsThrow {
 public:
  ContractsThrow()
      : before_(set_contract_handler(
            [](const char* rule, const char*, int) { throw BrokenContract(rule); })) {}
  ContractsThrow(const ContractsThrow&) = delete;
  ContractsThrow& operator=(const ContractsThrow&) = delete;
  ~ContractsThrow() { set_contract_handler(before_); }

 private:
  ContractHandler before_;
};

}  // namespace cgt::testing
