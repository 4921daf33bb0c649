// libFuzzer target: any bytes through lexer, parser and evaluator, with a small budget. Whatever
// the text does, evaluate() returns; sanitizers watch the rest. Built by clang with -DCGT_FUZZ=ON:
//
//   cmake -S . -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCGT_FUZZ=ON
//   cmake --build build/fuzz --target language_fuzzer
//   mkdir corpus; split -l 1 tests/fuzz/corpus.txt corpus/
//   build/fuzz/bin/language_fuzzer corpus -max_total_time=600 -dict=tests/fuzz/language.dict
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tests/fuzz/replay.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (!cgt::lang::testing::replay(text).empty()) std::abort();
  return 0;
}
