#include "repl/commands/octal/values_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "decomp/db/checksum.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kBlockHead = 16;
constexpr std::size_t kBlockValues = 1U << 16U;

void put_number(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 0xffU);
}

std::uint64_t number_at(std::string_view text, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(text[at + i])} << (8 * i);
  }
  return value;
}

}  // namespace

ValuesFile::ValuesFile(std::string path, const std::string& code) : path_(std::move(path)) {
  const std::string head = fmt::format("cgt octal values 1\ncode {}\n\n", code);
  std::error_code none;
  if (std::filesystem::exists(path_, none) && std::filesystem::file_size(path_, none) > 0) {
    const std::string text = read_file(path_);
    if (!text.starts_with(head)) {
      throw FileError(fmt::format("{} does not hold the values of {}", display_name(path_), code));
    }
    std::size_t at = head.size();
    while (text.size() - at >= kBlockHead) {
      const std::uint64_t count = number_at(text, at, 4);
      const std::uint64_t width = number_at(text, at + 4, 4);
      const std::size_t body = at + kBlockHead;
      if ((width != 2 && width != 4) || count * width > text.size() - body) break;
      const std::string_view bytes = std::string_view(text).substr(body, count * width);
      if (db::Checksum().bytes(bytes).value() != number_at(text, at + 8, 8)) break;
      for (std::size_t i = 0; i < count; ++i) {
        values_.push_back(static_cast<std::uint32_t>(number_at(bytes, i * width, width)));
      }
      at = body + bytes.size();
    }
    dropped_ = text.size() - at;
    if (dropped_ > 0) std::filesystem::resize_file(path_, at, none);
    if (none) throw FileError(fmt::format("{} cannot be written", display_name(path_)));
  } else {
    write_file(path_, head);
  }
  out_.open(path_, std::ios::binary | std::ios::app);
  if (!out_) throw FileError(fmt::format("{} cannot be written", display_name(path_)));
}

void ValuesFile::append(std::span<const std::uint32_t> values) {
  for (; values.size() > kBlockValues; values = values.subspan(kBlockValues)) {
    append(values.first(kBlockValues));
  }
  if (values.empty()) return;
  const std::size_t width = std::ranges::max(values) > 0xffffU ? 4 : 2;
  std::string body;
  body.reserve(values.size() * width);
  for (const std::uint32_t value : values) put_number(body, value, width);
  std::string block;
  put_number(block, values.size(), 4);
  put_number(block, width, 4);
  put_number(block, db::Checksum().bytes(body).value(), 8);
  out_ << block << body << std::flush;
  if (!out_) throw FileError(fmt::format("{} cannot be written", display_name(path_)));
}

}  // namespace cgt::repl
