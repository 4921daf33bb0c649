// The nim values of one long search, kept in a file that survives whatever happens to the program:
//
//   cgt octal values 1
//   code 0.007
//
// and behind the empty line blocks, each of them 16 bytes (the number of values and the bytes of one,
// 4 bytes each; the CRC-64 of what follows, 8 bytes; lowest byte first) and the values. A block that
// was not written whole is dropped.
#pragma once

#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace cgt::repl {

class ValuesFile {
 public:
  // Reads what is there, cuts off what is damaged, and opens the file for more. Throws FileError if
  // it cannot be read or written, or holds anything but the values of this code.
  ValuesFile(std::string path, const std::string& code);

  // The values that were found in it, from the heap 0 on.
  std::vector<std::uint32_t> take_values() { return std::move(values_); }
  // Bytes at the end of the file that were no whole block.
  std::uint64_t dropped() const { return dropped_; }
  // Writes the values that follow those of the file. Throws FileError.
  void append(std::span<const std::uint32_t> values);

 private:
  std::string path_;
  std::vector<std::uint32_t> values_;
  std::uint64_t dropped_ = 0;
  std::ofstream out_;
};

}  // namespace cgt::repl
