#include "lang/library/texts/sandbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cgt/support/error.hpp"

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

}  // namespace cgt::lang
