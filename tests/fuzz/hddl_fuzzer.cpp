// libFuzzer target: any bytes as a domain, a problem and a plan, parted by bytes 0xff. What is read
// without complaint is planned for a moment, and a plan that is found must be verified. Built and
// run as language_fuzzer.cpp tells, with the target hddl_fuzzer; a corpus is
//
//   mkdir corpus; for d in examples/htn/hddl/*-domain.hddl; do p=${d%-domain.hddl}-problem.hddl
//     { cat $d; printf '\377'; cat $p; printf '\377'
//       build/release/bin/cgt htn plan $d $p --format ipc; } >corpus/$(basename $d); done
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cgt/support/error.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"

namespace {

using cgt::SourceText;
using namespace cgt::htn::hddl;

std::string next_part(std::string_view& text) {
  const std::size_t end = std::min(text.find('\xff'), text.size());
  std::string out(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return out;
}

void replay(std::string_view text) {
  const SourceText domain("domain", next_part(text));
  const SourceText problem("problem", next_part(text));
  const SourceText plan("plan", next_part(text));
  try {
    const Model model = read_model(domain, problem);
    cgt::Budget budget({.nodes = 2000, .milliseconds = 200, .megabytes = 200});
    const Solution found = find_plan(model, {}, budget);
    cgt::Budget checking({.nodes = 100'000, .milliseconds = 1000});
    if (!found.result.plans.empty()) {
      const WrittenPlan own = written(*found.domain, found.result.plans[0]);
      if (!verify(model, own, checking).valid) std::abort();
    }
    if (!plan.text().empty()) verify(model, read_plan(model, plan), checking);
  } catch (const cgt::Error&) {
  } catch (const cgt::BudgetExhausted&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  replay({reinterpret_cast<const char*>(data), size});
  return 0;
}
