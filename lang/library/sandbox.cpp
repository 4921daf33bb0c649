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
namespace {

namespace fs = std::filesystem;

// Both may be given by links, which are resolved.
bool is_below(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  fs::path root = fs::weakly_canonical(fs::absolute(folder), error);
  if (!root.has_filename()) root = root.parent_path();
  const fs::path real = error ? fs::path() : fs::weakly_canonical(fs::absolute(file), error);
  return !error &&
         std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
}

}  // namespace

std::string readable_path(Context& context, const std::string& path) {
  const fs::path folder(context.directory().empty() ? std::string(".") : context.directory());
  const fs::path full =
      fs::path(path).is_relative() && !context.directory().empty() ? folder / path : fs::path(path);
  if (context.may_read_everywhere()) return full.string();
  if (!is_below(folder, full)) {
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

void write_text(Context& context, const std::string& path, const std::string& text, bool append) {
  const std::string& folder = context.write_folder();
  if (folder.empty())
    throw Error("a script may not write files",
                "the option --allow-write DIR permits it below DIR");
  std::error_code error;
  if (!fs::is_directory(folder, error)) throw Error(fmt::format("there is no folder {}", folder));
  const fs::path full = fs::path(path).is_relative() ? fs::path(folder) / path : fs::path(path);
  if (!is_below(folder, full))
    throw Error(fmt::format("a script may not write {}: it is not below {}", path, folder));
  // A link may lead out of the folder to a file that is not there yet; pipes and devices are not files.
  const fs::file_status status = fs::symlink_status(full, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    throw Error(fmt::format("a script may not write {}: it is a link, a pipe or a device", path));
  std::ofstream out(full, append ? std::ios::binary | std::ios::app : std::ios::binary);
  out << text << std::flush;
  if (!out) throw Error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

}  // namespace cgt::lang
