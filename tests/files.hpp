// Files and their lines in tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cgt::testing {

// The whole file, byte for byte. Throws std::runtime_error, which fails a test, if it cannot be
// read.
std::string read_file(const std::filesystem::path& path);

// Without their ends.
std::vector<std::string> lines_of(const std::string& text);

// Where the sources, tests/, the build and the program are. Files of tests are compiled without
// paths, so that checkouts can share what a compiler cache holds.
const std::string& source_root();
const std::string& test_data();
const std::string& binary_root();
const std::string& program();  // "" if it is not built

}  // namespace cgt::testing
