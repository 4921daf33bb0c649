// The examples in the comments of headers, which tests/tools/collect_examples.cpp hands to the
// compiler.
#pragma once

#include <string>
#include <vector>

namespace cgt {

namespace testing {

// Where they begin, "path:line", in the order of paths and lines.
const std::vector<std::string>& compiled_examples();

}  // namespace testing

// The programs that cgt/cgt.hpp and decomp/decomp.hpp show.
namespace cgt_cgt_hpp {
int main();
}
namespace decomp_decomp_hpp {
int main();
}

}  // namespace cgt
