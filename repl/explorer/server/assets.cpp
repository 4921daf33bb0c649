#include "repl/explorer/server/http.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "cgt/support/diagnostic.hpp"

namespace cgt::repl {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".json", "application/json"},
    {".ico", "image/svg+xml"},
    {".woff2", "font/woff2"},
    {".woff", "font/woff"},
    {".ttf", "font/ttf"},
}};

// "" for a file that is none of a page.
std::string_view type_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return {};
  const auto* const found = std::ranges::find(
      kTypes, path.substr(dot), &std::pair<std::string_view, std::string_view>::first);
  return found == kTypes.end() ? std::string_view() : found->second;
}

bool is_plain(std::string_view path) {
  bool begins = true;  // a part of the path
  for (const char c : path) {
    const bool letter = is_letter(c) || is_digit(c) || c == '-';
    if (!letter && c != '.' && c != '/') return false;
    if (begins && (c == '.' || c == '/')) return false;
    begins = c == '/';
  }
  return !begins;
}

std::optional<std::string> file_at(const std::filesystem::path& path) {
  std::error_code trouble;
  if (!std::filesystem::is_regular_file(path, trouble)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return std::nullopt;
  return std::move(text).str();
}

std::optional<std::string> text_at(std::string_view path, const std::string& page) {
  constexpr std::string_view kLibraries = "lib/";
  constexpr std::string_view kFolders[] = {"katex/", "codemirror/", "marked/"};
  if (path.starts_with(kLibraries)) {
    const std::string_view name = path.substr(kLibraries.size());
    if (std::ranges::none_of(kFolders, [&](std::string_view one) { return name.starts_with(one); }))
      return std::nullopt;
    return file_at(std::filesystem::path(CGT_JAVASCRIPT) / name);
  }
  if (!page.empty()) return file_at(std::filesystem::path(page) / path);
  for (const EmbeddedFile& asset : page_files()) {
    if (asset.path == path) return std::string(asset.text);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Served> asset_at(std::string_view path, const std::string& page) {
  if (!path.starts_with('/')) return std::nullopt;
  path.remove_prefix(1);
  if (path.empty()) path = "index.html";
  const std::string_view type = type_of(path);
  if (type.empty() || !is_plain(path)) return std::nullopt;
  if (path == "favicon.ico") path = "favicon.svg";
  auto text = text_at(path, page);
  if (!text) return std::nullopt;
  return Served{std::string(type), *std::move(text)};
}

}  // namespace cgt::repl
