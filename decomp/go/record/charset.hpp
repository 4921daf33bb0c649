// Character sets of game records: all text becomes UTF-8 before it is read.
//
// A record names its set in CA, in its first node. Without CA, text that is not UTF-8 is Latin-1, the
// set that FF[4] prescribes. Files begin with a byte order mark where they are UTF-16. The whole file
// is converted, values and all: in Shift_JIS, Big5 and GB18030 the second byte of a sign may look
// like `]` or `\`, and programs that write these sets do not escape it.
#pragma once

#include <string>
#include <string_view>

namespace cgt::go {

struct Utf8Text {
  std::string text;
  std::string warning;  // "", or what could not be converted
};

// Bytes that mean nothing in their set become U+FFFD; a set that nobody knows is read as Latin-1.
// Both are told in the warning.
Utf8Text sgf_utf8(std::string_view file);

}  // namespace cgt::go
