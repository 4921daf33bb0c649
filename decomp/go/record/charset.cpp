#include "decomp/go/record/charset.hpp"
#include "cgt/support/words.hpp"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

namespace cgt::go {
namespace {

// Names are shorter.
constexpr std::size_t kLongestName = 40;

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    std::size_t size = 1;
    if (c >= 0x80) {
      if (c < 0xC2 || c > 0xF4) return false;
      size = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    }
    if (i + size > text.size()) return false;
    for (std::size_t k = 1; k < size; ++k) {
      if (begins_letter(text[i + k])) return false;
    }
    i += size;
  }
  return true;
}

std::string utf8_of_latin1(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    const auto c = static_cast<unsigned char>(byte);
    if (c < 0x80) {
      out += byte;
    } else {
      out += static_cast<char>(0xC0U | (c >> 6U));
      out += static_cast<char>(0x80U | (c & 0x3FU));
    }
  }
  return out;
}

// The value of CA in the first node of the first game, "" without one. Goes over bytes: in no set
// that can be asked for here do names and brackets look otherwise.
std::string charset_named(std::string_view file) {
  std::size_t at = file.find("(;");
  if (at == std::string_view::npos) return "";
  std::string name;
  for (at += 2; at < file.size(); ++at) {
    const char c = file[at];
    if (c == ';' || c == '(' || c == ')') return "";
    if (c >= 'A' && c <= 'Z') name += c;
    if (c != '[') continue;
    const std::size_t begin = ++at;
    while (at < file.size() && file[at] != ']') at += file[at] == '\\' ? 2 : 1;
    if (name == "CA") {
      std::string set;
      for (const char letter : file.substr(begin, std::min(at - begin, kLongestName))) {
        if (letter > ' ' && letter <= '~') set += letter;
      }
      return set;
    }
    // More values of the same property may follow.
    if (at + 1 >= file.size() || file[at + 1] != '[') name.clear();
  }
  return "";
}

// Capitals without '-', '_' and blanks: UTF8, ISO88591.
std::string plain(const std::string& name) {
  std::string out;
  for (const char c : name) {
    if (c == '-' || c == '_' || c == ' ') continue;
    out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  }
  return out;
}

class Converter {
 public:
  explicit Converter(const char* from) : handle_(iconv_open("UTF-8", from)) {}
  ~Converter() {
    if (known()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool known() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

  // Counts the bytes that mean nothing in `bad`.
  std::string run(std::string_view text, std::size_t& bad) {
    std::string out;
    std::array<char, 8192> buffer;
    char* in = const_cast<char*>(text.data());  // iconv does not write there
    std::size_t left = text.size();
    while (left > 0) {
      char* to = buffer.data();
      std::size_t room = buffer.size();
      const std::size_t done = iconv(handle_, &in, &left, &to, &room);
      out.append(buffer.data(), buffer.size() - room);
      if (done != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
      // Also a sign cut off by the end of the file (EINVAL).
      out += "\xEF\xBF\xBD";
      ++bad;
      ++in;
      --left;
    }
    return out;
  }

 private:
  iconv_t handle_;
};

}  // namespace

Utf8Text sgf_utf8(std::string_view file) {
  const bool utf16 = file.substr(0, 2) == "\xFF\xFE" || file.substr(0, 2) == "\xFE\xFF";
  const std::string name = utf16 ? "UTF-16" : charset_named(file);
  const std::string set = plain(name);
  if (set.empty() || set == "UTF8" || set == "ASCII" || set == "USASCII") {
    return {is_utf8(file) ? std::string(file) : utf8_of_latin1(file), ""};
  }
  if (set == "ISO88591" || set == "LATIN1") return {utf8_of_latin1(file), ""};
  // What is called GB2312 is often written with its successors' signs, too.
  const bool chinese = set == "GB2312" || set == "GBK" || set == "EUCCN";
  Converter converter(chinese ? "GB18030" : name.c_str());
  if (!converter.known()) {
    return {is_utf8(file) ? std::string(file) : utf8_of_latin1(file),
            fmt::format("character set \"{}\" is not known: text is read as {}", name,
                        is_utf8(file) ? "UTF-8" : "Latin-1")};
  }
  std::size_t bad = 0;
  Utf8Text out;
  out.text = converter.run(file, bad);
  if (bad > 0) {
    out.warning = fmt::format("{} bytes are not text in the character set \"{}\"", bad, name);
  }
  return out;
}

}  // namespace cgt::go
