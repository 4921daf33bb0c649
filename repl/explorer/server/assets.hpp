// The files of the page. Its own are part of the program; KaTeX, CodeMirror and marked are
// Debian's, in the folder that the build was told (CGT_JAVASCRIPT).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "repl/support/embedded.hpp"

namespace cgt::repl {

// All files of repl/explorer/page.
std::span<const EmbeddedFile> page_files();

struct Served {
  std::string type;
  std::string text;
};

// What stands at a path of a URL: "/" and what index.html names, "/lib/katex/katex.min.js",
// "/favicon.ico". `page`: read the page's own files from this folder; "": those built in. None: there is
// nothing, or nothing that may be shown: names are letters, digits, '.', '_', '-', and no part begins
// with a dot.
std::optional<Served> asset_at(std::string_view path, const std::string& page);

}  // namespace cgt::repl
