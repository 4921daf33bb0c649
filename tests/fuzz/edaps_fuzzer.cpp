// libFuzzer target: any bytes as a design for EDAPS, read by the plan library. Run in the root of the
// project; built as language_fuzzer.cpp tells, with the target edaps_fuzzer. A corpus is
//
//   mkdir corpus; cp examples/edaps/designs/*.edaps corpus/
//   n=0; while IFS= read -r line; do printf '%b' "$line" >corpus/$((++n)); done \
//     <tests/fuzz/edaps_corpus.txt
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/fuzz/edaps_replay.hpp"

namespace {

// The reader is a script: which code of the interpreter runs says little of it. So libFuzzer is told
// what it said, but for numbers.
[[gnu::section("__libfuzzer_extra_counters")]] std::uint8_t seen[1U << 14U];

void note(const std::string& said) {
  std::uint64_t hash = 0;
  for (const char c : said) {
    if (c >= '0' && c <= '9') continue;
    hash = (hash + static_cast<unsigned char>(c)) * 0x9e3779b97f4a7c15ULL;
    if (c != '\n') continue;
    seen[hash >> 50U] = 1;
    hash = 0;
  }
  seen[hash >> 50U] = 1;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static cgt::lang::testing::EdapsReplay replay("examples/edaps");
  const std::string broken = replay(std::string(reinterpret_cast<const char*>(data), size));
  note(replay.said());
  if (broken.empty()) return 0;
  std::fprintf(stderr, "%s\n", broken.c_str());
  std::abort();
}
