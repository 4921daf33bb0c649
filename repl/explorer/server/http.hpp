// The server: requests of HTTP on cpp-httplib, judged by the Guard and answered by files of the page or
// by the workers of the tabs. docs/explorer.md tells what is promised about security.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repl/support/files.hpp"

namespace cgt::repl {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;                     // 0: any
  std::string page;                 // folder; "": built in
  std::string initial;              // JSON that the page asks for at its start; "": nothing
  std::string fragment;             // of the first URL, "#..." or ""
  bool open = true;                 // a browser
  std::vector<std::string> worker;  // the command of a worker
};

// Prints the URL with its token as the first line of standard output and serves until SIGINT or SIGTERM,
// which the calling thread and all others have blocked. Throws Error if it cannot listen.
void serve(const ServerOptions& options);

// The files of the page. Its own are part of the program; KaTeX, CodeMirror and marked are
// Debian's, in the folder that the build was told (CGT_JAVASCRIPT).

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
