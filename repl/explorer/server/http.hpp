// The server: requests of HTTP on cpp-httplib, judged by the Guard and answered by files of the page or
// by the workers of the tabs. docs/explorer.md tells what is promised about security.
#pragma once

#include <string>
#include <vector>

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

}  // namespace cgt::repl
