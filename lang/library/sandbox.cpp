#include "lang/library/core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "lang/context.hpp"

namespace cgt::lang {

std::string readable_path(Context& context, const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder(context.directory().empty() ? std::string(".") : context.directory());
  const fs::path full =
      fs::path(path).is_relative() && !context.directory().empty() ? folder / path : fs::path(path);
  if (context.may_read_everywhere()) return full.string();
  // The folder may be given by a link: both are resolved.
  std::error_code error;
  const fs::path root = fs::weakly_canonical(fs::absolute(folder), error);
  const fs::path real = error ? fs::path() : fs::weakly_canonical(fs::absolute(full), error);
  const bool below =
      !error &&
      std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
  if (!below) {
    throw Error(fmt::format("a script may not read {}: it is not below its folder", path),
                "the option --allow-read permits it");
  }
  return full.string();
}

std::string readable_text(Context& context, const std::string& path) {
  if (const std::string* text = context.provided(path)) return *text;
  const std::string file = readable_path(context, path);
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    throw Error(fmt::format("cannot read {}: it is a folder", path));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (!error) check_text(static_cast<std::size_t>(size));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  check_text(text.size());
  return text;
}

}  // namespace cgt::lang
