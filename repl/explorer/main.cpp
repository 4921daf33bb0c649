// cgt-explorer: games and values in the browser. Without other words it serves a page; with --worker it is
// one of the processes that compute for it (server/tabs.hpp).
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/rules/registry.hpp"
#include "repl/command_line/command.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/programs.hpp"
#include "repl/explorer/api/request.hpp"
#include "repl/explorer/api/workspace.hpp"
#include "repl/explorer/server/frames.hpp"
#include "repl/explorer/server/guard.hpp"
#include "repl/explorer/server/http.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

// Longer addresses are a burden for browsers; what they would hold is asked for by the page.
constexpr std::size_t kMostFragment = 8'000;

std::string base64url(std::string_view text) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, text.size() - i);
    unsigned bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = (bits << 8U) | (j < count ? static_cast<unsigned char>(text[i + j]) : 0U);
    for (std::size_t j = 0; j <= count; ++j) out += kLetters[(bits >> (18 - 6 * j)) & 63U];
  }
  return out;
}

std::string fragment_of(const Json& state) { return "#v1/" + base64url(text_of(state)); }

// What the page shows first. Gives what is wrong with an expression, "" for nothing.
std::string show_first(const std::vector<std::string>& what, ServerOptions& server) {
  if (what.empty()) return {};
  if (what.size() > 2)
    throw Error("what shall be shown?", "GAME BOARD, a FILE.sgf or an expression");
  const std::string called = what[0].substr(0, what[0].find('('));
  const bool known = find_ruleset(called) != nullptr;
  if (what.size() == 2) {
    // What cannot be shown is told here, and not in a browser that opens for it.
    Workspace().ruleset(what[0]).rules->position(what[1]);
    server.fragment = fragment_of({{"view", "position"}, {"game", what[0]}, {"board", what[1]}});
  } else if (what[0].ends_with(".sgf")) {
    const std::string name = std::filesystem::path(what[0]).filename().string();
    const Json record{{"sgf", read_file(what[0])}, {"name", name}};
    server.fragment = fragment_of({{"view", "go"}, {"go", record}});
    if (server.fragment.size() > kMostFragment) {
      server.initial = text_of(record);
      server.fragment = fragment_of({{"view", "go"}, {"initial", true}});
    }
  } else if (known) {
    // With its example.
    server.fragment = fragment_of({{"view", "position"}, {"game", what[0]}});
  } else {
    const lang::Result read = Workspace().session().check(SourceText("<expression>", what[0]));
    if (!read.ok()) return read.diagnostics;
    server.fragment = fragment_of({{"view", "position"}, {"expr", what[0]}});
  }
  if (server.fragment.size() > kMostFragment)
    throw Error("this is too long for an address", "open the explorer and paste it there");
  return {};
}

int run(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "--worker") return run_worker();
  // Before there is any thread: all inherit it, and one waits for them.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  ExploreOptions options;
  Program program("cgt-explorer", "cgt-explorer: games and values in the browser", version_line());
  add_explorer_rows(program.command(), options);
  if (const auto finished = program.parse(std::move(words))) return *finished;
  if (!is_loopback(options.host) && !options.i_know) {
    throw Error("--host " + options.host + " would let others in the network compute here",
                "add --i-know if they may: whoever learns the token can");
  }
  ServerOptions server;
  server.host = options.host;
  server.port = static_cast<int>(options.port);
  server.page = options.page;
  server.open = !options.no_open;
  std::array<char, 4096> self{};
  const ssize_t length = readlink("/proc/self/exe", self.data(), self.size() - 1);
  if (length <= 0) throw Error("the program does not find itself");
  server.worker = {std::string(self.data(), static_cast<std::size_t>(length)), "--worker"};
  if (const std::string trouble = show_first(options.what, server); !trouble.empty()) {
    std::cerr << trouble << '\n';
    return kUsageError;
  }
  serve(server);
  return kOk;
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) {
  using namespace cgt;
  try {
    return repl::run(argc, argv);
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
  } catch (const Error& error) {
    std::cerr << "error: " << error.what() << '\n';
    if (!error.hint().empty()) std::cerr << "hint: " << error.hint() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
  }
  return repl::kUsageError;
}
