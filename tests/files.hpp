// Reading files in tests.
#pragma once

#include <filesystem>
#include <string>

namespace cgt::testing {

// The whole file, byte for byte. Throws std::runtime_error, which fails a test, if it cannot be
// read.
std::string read_file(const std::filesystem::path& path);

}  // namespace cgt::testing
