#include "repl/session/prompt/prompt.hpp"

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <streambuf>
#include <utility>
#include <vector>

#include "repl/command_line/exit_code.hpp"
#include "repl/session/conversation.hpp"
#include "repl/session/prompt/line_editor.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {

namespace {

constexpr int kNotFound = 127;  // what a shell returns then

// False if there is no such program.
bool piped(const char* pager, const std::string& text) {
  // Who leaves the pager early closes the pipe.
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  std::FILE* pipe = popen(pager, "w");
  int status = kNotFound << 8;
  if (pipe != nullptr) {
    std::fwrite(text.data(), 1, text.size(), pipe);
    status = pclose(pipe);
  }
  std::signal(SIGPIPE, before);
  take_interrupt();  // Ctrl-C was for the pager
  return !WIFEXITED(status) || WEXITSTATUS(status) != kNotFound;
}

// Columns and lines of the terminal; what is not a terminal is taken for a common one.
winsize window() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {24, 80, 0, 0};
  return size;
}

bool fits(const std::string& text) {
  const winsize size = window();
  std::size_t lines = 1;  // of the prompt
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines += 1 + (end - at) / size.ws_col;
    at = end + 1;
  }
  return lines <= size.ws_row;
}

// Through $PAGER (less, if it is not set) where standard output is a terminal with fewer lines;
// printed elsewhere, and where there is no such program.
void show_in_pager(const std::string& text) {
  if (isatty(STDOUT_FILENO) != 0 && !fits(text)) {
    std::cout.flush();
    const char* chosen = std::getenv("PAGER");
    if (piped(chosen == nullptr || *chosen == '\0' ? "less" : chosen, text)) return;
  }
  std::cout << text;
}

constexpr const char* kSaid = "// ";

// The lines of the log; each begins with the mark of who speaks.
class Log {
 public:
  // Throws FileError.
  explicit Log(const std::string& path) : out_(path, std::ios::binary | std::ios::trunc) {
    if (!out_) throw FileError(path + ": it cannot be written");
    std::cout << "writing to " << path << "; :log off ends it" << std::endl;
  }

  void said(char c) {
    if (at_start_) out_ << kSaid;
    out_ << c;
    at_start_ = c == '\n';
  }
  void typed(const std::string& line) {
    if (!at_start_) out_ << '\n';
    at_start_ = true;
    out_ << line << '\n' << std::flush;
  }

 private:
  std::ofstream out_;
  bool at_start_ = true;
};

// Hands everything on to the buffer that a stream had, and writes it to the log.
class Tee : public std::streambuf {
 public:
  Tee(std::ostream& stream, Log& log) : stream_(stream), log_(log), own_(stream.rdbuf(this)) {}
  ~Tee() override { stream_.rdbuf(own_); }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    log_.said(traits_type::to_char_type(c));
    return own_->sputc(traits_type::to_char_type(c));
  }
  int sync() override { return own_->pubsync(); }

 private:
  std::ostream& stream_;
  Log& log_;
  std::streambuf* own_;
};

// A log of a conversation that is a conversation again: what was typed stands as it was typed, what
// the program said behind "// ". `:load LOG` and `cgt --keep-going < LOG` repeat it.
class Transcript {
 public:
  // From now on all that goes to std::cout and std::cerr is written to the file, too. At most one
  // lives at a time. Throws FileError if the file cannot be written.
  explicit Transcript(const std::string& path)
      : log_(path), out_(std::cout, log_), err_(std::cerr, log_) {}

  // A line that was typed.
  void typed(const std::string& line) { log_.typed(line); }

 private:
  Log log_;
  Tee out_;
  Tee err_;
};

constexpr const char* kPrompt = "cgt> ";
constexpr const char* kContinuation = "...> ";
constexpr const char* kLogCommand = ":log";
constexpr const char* kNumbered = ":set history on";
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
  void help(const std::string& text) override { show_in_pager(text); }
  void page(const std::string& text) override { show_in_pager(text); }
  void wipe() override {
    if (isatty(STDOUT_FILENO) != 0) std::cout << kClearScreen << std::flush;
  }
  int width() const override { return window().ws_col; }
  bool shows_progress() const override { return isatty(STDIN_FILENO) != 0 && !common_.quiet; }

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
                       "write what was typed and will be, and answers as comments, to a file that "
                       ":load repeats",
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
    if (!terminal_) {
      // Whoever writes one line may wait for its answer before the next.
      if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
      return static_cast<bool>(std::getline(std::cin, line));
    }
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
    const ExitCode code = conversation_.take(line);
    settle(code);
    const std::string& taken = conversation_.taken();
    if (taken.empty()) return;
    if (editor_) editor_->remember(taken);
    if (code == kOk && !taken.starts_with('?') && !taken.starts_with(kLogCommand))
      typed_.push_back(taken);
  }

  void settle(ExitCode code) {
    if (code == kOk || terminal_) return;
    if (code_ == kOk) code_ = code;
    if (!options_.keep_going || code == kInterrupted) ended_ = true;
  }

  void log(const std::string& path) {
    if (path.empty()) return conversation_.complain("usage: :log FILE, :log off");
    const bool open = std::exchange(transcript_, nullptr) != nullptr;
    if (path == "off") {
      if (!open) conversation_.complain("there is no log; :log FILE begins one");
      return;
    }
    try {
      auto transcript = std::make_unique<Transcript>(path);
      transcript->typed(Conversation::kLogTitle);
      if (conversation_.settings().numbered) transcript->typed(kNumbered);
      for (const std::string& line : typed_) {
        if (line != kNumbered) transcript->typed(line);
      }
      transcript_ = std::move(transcript);
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
  std::vector<std::string> typed_;  // what went well so far, for a log
  bool ended_ = false;              // by an error
  bool left_ = false;               // by Ctrl-C
  ExitCode code_ = kOk;
};

}  // namespace

ExitCode run_prompt(const SessionOptions& options, lang::Session& session) {
  return Prompt(options, session).run();
}

}  // namespace cgt::repl
