// A folder of its own for the files of a test; gone with the object.
#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace cgt::testing {

class Scratch {
 public:
  Scratch() {
    // In memory where there is such a place: the tests copy files by the thousand, and every close
    // of a database waits for the disk.
    const std::string memory = "/dev/shm";
    const std::string folder = access(memory.c_str(), W_OK) == 0
                                   ? memory
                                   : std::filesystem::temp_directory_path().string();
    path_ = folder + "/cgt-test-XXXXXX";
    REQUIRE(mkdtemp(path_.data()) != nullptr);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << bytes;
  REQUIRE(out.flush());
}

}  // namespace cgt::testing
