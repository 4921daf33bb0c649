// How much memory a process has, as Linux tells.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

namespace cgt::repl {

// Bytes in memory of a process, by its number, or of this one; 0 if there is no such process.
inline std::uint64_t resident_bytes(const std::string& process = "self") {
  std::ifstream file("/proc/" + process + "/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace cgt::repl
