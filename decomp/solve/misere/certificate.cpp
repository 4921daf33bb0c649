#include "decomp/solve/misere/certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "decomp/solve/misere/quotient_pairs.hpp"

namespace cgt::solve {

std::string misere_certificate(const MisereHeaps& heaps, Budget& budget) {
  const MisereQuotient& quotient = heaps.quotient();
  std::string out =
      fmt::format("misere-quotient 1\ngame {}\norder {}\n", heaps.rules().code(), quotient.order());
  for (const auto& times : quotient.times) out += fmt::format("times {}\n", fmt::join(times, " "));
  out += "lost";
  for (std::size_t x = 0; x < quotient.order(); ++x) {
    if (quotient.lost[x]) out += fmt::format(" {}", x);
  }
  out += fmt::format("\nclasses {}\n", fmt::join(quotient.classes, " "));
  if (const auto& period = heaps.period()) {
    out += fmt::format("period {} {}\n", period->period, period->preperiod);
  }
  QuotientPairs pairs(quotient);
  for (std::uint32_t heap = 1; heap < quotient.classes.size(); ++heap) {
    ElementSet options((quotient.order() + 63) / 64);
    bool any = false;
    heaps.rules().options(heap, budget, [&](std::span<const heap::Size> parts) {
      std::uint32_t x = 0;
      for (const heap::Size part : parts) x = quotient.product(x, quotient.classes[part]);
      options[x / 64] |= std::uint64_t{1} << (x % 64);
      any = true;
    });
    if (any) pairs.add(quotient.classes[heap], options, budget);
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    out += fmt::format("pair {} :", pairs.element(i));
    for (std::size_t x = 0; x < quotient.order(); ++x) {
      if (((pairs.options(i)[x / 64] >> (x % 64)) & 1U) != 0) out += fmt::format(" {}", x);
    }
    out += '\n';
  }
  return out + "end\n";
}

}  // namespace cgt::solve
