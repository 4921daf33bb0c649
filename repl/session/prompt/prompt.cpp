#include "repl/session/prompt/prompt.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include "repl/session/conversation/conversation.hpp"
#include "repl/session/prompt/line_editor.hpp"
#include "repl/session/prompt/pager.hpp"
#include "repl/session/prompt/transcript.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/version.hpp"

namespace cgt::repl {
namespace {

constexpr const char* kPrompt = "cgt> ";
constexpr const char* kContinuation = "...> ";
constexpr const char* kLogCommand = ":log";
// What readline counts as width 0 stands between \001 and \002.
constexpr const char* kColourPrompt = "\001\033[1;34m\002cgt> \001\033[0m\002";
constexpr const char* kClearScreen = "\033[H\033[2J";

std::filesystem::path start_file() {
  namespace fs = std::filesystem;
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return fs::path(config) / "cgt" / "init.cgs";
  const char* home = std::getenv("HOME");
  return home == nullptr ? fs::path() : fs::path(home) / ".config" / "cgt" / "init.cgs";
}

// Prints what it hears.
class Printer : public Listener {
 public:
  explicit Printer(const CommonOptions& common) : common_(common) {}

  void result(const lang::Result& result, const std::string& name) override {
    report(result, common_, name.empty() ? "" : name + " = ");
  }
  void failure(const lang::Result& result) override { report(result, common_); }
  void complaint(const std::string& message) override { std::cerr << "error: " << message << '\n'; }
  void plot(const std::string& drawing, const Thermograph&) override {
    std::cout << drawing << '\n';
  }
  void page(const std::string& text) override { show_in_pager(text); }
  void wipe() override {
    if (isatty(STDOUT_FILENO) != 0) std::cout << kClearScreen << std::flush;
  }
  // What is no terminal is taken for a common one.
  int width() const override {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
  }

 private:
  const CommonOptions& common_;
};

class Prompt {
 public:
  Prompt(const SessionOptions& options, lang::Session& session)
      : options_(options),
        terminal_(isatty(STDIN_FILENO) != 0),
        printer_(options.common),
        conversation_(session, options.common.limits, printer_) {
    colour_ = terminal_ && isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    conversation_.set_source(terminal_ ? "<input>" : "<stdin>");
    conversation_.add({"log", "FILE|off",
                       "write what is typed, and the answers as comments, to a file that runs",
                       [this](const std::string& path) { log(path); }});
  }

  ExitCode run() {
    if (terminal_) open_terminal();
    std::string line;
    while (!finished() && next_line(line)) take_line(line);
    if (conversation_.incomplete() && !terminal_) settle(conversation_.finish());
    if (terminal_ && !finished() && !left_) std::cout << '\n';
    std::cout.flush();
    if (left_) return kInterrupted;
    return terminal_ ? kOk : code_;
  }

 private:
  bool finished() const { return ended_ || conversation_.finished(); }

  void open_terminal() {
    const bool quiet = options_.common.quiet;
    if (!quiet) {
      std::cerr << version_line() << ": combinatorial game theory, exactly\n"
                << ":help for help, ?topic for a topic, Ctrl-D to leave\n";
    }
    lang::Session& session = conversation_.session();
    conversation_.settings().numbered = !quiet;
    session.set_history(!quiet);
    if (!options_.common.max_length) {
      PrintStyle style = session.style();
      style.max_length = kTerminalMaxLength;
      session.set_style(style);
    }
    if (!options_.no_init) {
      const auto path = start_file();
      std::error_code error;
      if (!path.empty() && std::filesystem::exists(path, error)) conversation_.load(path.string());
    }
    editor_ = std::make_unique<LineEditor>(
        options_.no_history ? "" : default_history_file(),
        [this](const std::string& text, std::size_t cursor) {
          Conversation::Completions found = conversation_.complete(text, cursor);
          return LineEditor::Completions{found.start, std::move(found.candidates)};
        });
  }

  // False at the end of the input.
  bool next_line(std::string& line) {
    if (!terminal_) return static_cast<bool>(std::getline(std::cin, line));
    std::cout.flush();
    const char* prompt = conversation_.incomplete() ? kContinuation
                         : colour_                  ? kColourPrompt
                                                    : kPrompt;
    switch (editor_->read(prompt, conversation_.incomplete(), line)) {
      case LineEditor::Status::kLine: return true;
      case LineEditor::Status::kInterrupted:
        conversation_.drop();
        line.clear();
        return true;
      case LineEditor::Status::kLeave: left_ = true; return false;
      case LineEditor::Status::kEnd: return false;
    }
    return false;
  }

  void take_line(const std::string& line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    const bool empty = first == std::string::npos;
    if (transcript_ && (empty || line.compare(first, 4, kLogCommand) != 0))
      transcript_->typed(line);
    if (empty && terminal_ && conversation_.incomplete()) {
      // Without a way out, whatever is typed next would be swallowed as continuation.
      std::cerr << "input dropped: " << conversation_.open() << '\n';
      conversation_.drop();
      return;
    }
    settle(conversation_.take(line));
    if (editor_ && !conversation_.taken().empty()) editor_->remember(conversation_.taken());
  }

  void settle(ExitCode code) {
    if (code == kOk || terminal_) return;
    if (code_ == kOk) code_ = code;
    if (!options_.keep_going || code == kInterrupted) ended_ = true;
  }

  void log(const std::string& path) {
    if (path.empty()) return conversation_.complain("usage: :log FILE, :log off");
    transcript_.reset();
    if (path == "off") return;
    try {
      transcript_ = std::make_unique<Transcript>(path);
      if (conversation_.settings().numbered) transcript_->typed(":set history on");
    } catch (const FileError& error) {
      conversation_.complain(error.what());
    }
  }

  const SessionOptions& options_;
  const bool terminal_;
  bool colour_ = false;
  Printer printer_;
  Conversation conversation_;
  std::unique_ptr<LineEditor> editor_;
  std::unique_ptr<Transcript> transcript_;
  bool ended_ = false;  // by an error
  bool left_ = false;   // by Ctrl-C
  ExitCode code_ = kOk;
};

}  // namespace

ExitCode run_prompt(const SessionOptions& options, lang::Session& session) {
  return Prompt(options, session).run();
}

}  // namespace cgt::repl
