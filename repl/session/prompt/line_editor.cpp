#include "repl/session/prompt/line_editor.hpp"

#include <cstdio>
// readline's headers need stdio first.
#include <poll.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

constexpr int kHistorySize = 2000;
// Entries of several lines are stored in one line of the history file.
constexpr char kLineBreakInFile = '\x1f';

// What readline's callbacks, which take no context, hand over.
struct Handover {
  LineEditor::Completer completer;
  std::vector<std::string> candidates;
  bool finished = false;
  std::optional<std::string> line;
};

Handover& handover() {
  static Handover instance;
  return instance;
}

char* copy_for_readline(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// The terminal as readline wants it, but what was typed stays when Ctrl-C is pressed: else it could be gone
// between the poll that saw it and the read, which would wait for another key.
void prepare_terminal(int meta) {
  rl_prep_terminal(meta);
  termios settings{};
  if (tcgetattr(STDIN_FILENO, &settings) != 0) return;
  settings.c_lflag |= NOFLSH;
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

char* next_candidate(const char*, int state) {
  static std::size_t next = 0;
  if (state == 0) next = 0;
  const auto& candidates = handover().candidates;
  return next < candidates.size() ? copy_for_readline(candidates[next++]) : nullptr;
}

char** complete(const char* text, int start, int end) {
  rl_attempted_completion_over = 1;  // never fall back to file names
  rl_completion_append_character = '\0';
  const std::string line = rl_line_buffer;
  auto found = handover().completer(line, static_cast<std::size_t>(end));
  // The session may see a longer or shorter word than readline did: hand over what differs.
  const auto readline_start = static_cast<std::size_t>(start);
  handover().candidates.clear();
  for (std::string& candidate : found.candidates) {
    if (found.start < readline_start) {
      const std::size_t typed = readline_start - found.start;
      if (candidate.size() < typed) continue;
      candidate.erase(0, typed);
    } else {
      candidate.insert(0, line.substr(readline_start, found.start - readline_start));
    }
    handover().candidates.push_back(std::move(candidate));
  }
  return rl_completion_matches(text, next_candidate);
}

void on_line(char* line) {
  handover().finished = true;
  if (line != nullptr) {
    handover().line = line;
    std::free(line);
  } else {
    handover().line.reset();
  }
  rl_callback_handler_remove();
}

std::string replaced(std::string text, char from, char to) {
  std::replace(text.begin(), text.end(), from, to);
  return text;
}

}  // namespace

LineEditor::LineEditor(std::string history_file, Completer completer)
    : history_file_(std::move(history_file)) {
  handover() = {};
  handover().completer = std::move(completer);
  rl_readline_name = "cgt";  // for "$if cgt" in inputrc
  rl_catch_signals = 0;
  rl_prep_term_function = prepare_terminal;
  rl_catch_sigwinch = 1;
  rl_attempted_completion_function = complete;
  rl_basic_word_break_characters = " \t\n\"'{}()[]|,;+-*/^=<>~&!";
  rl_completer_word_break_characters = const_cast<char*>(rl_basic_word_break_characters);
  using_history();
  stifle_history(kHistorySize);
  if (!history_file_.empty() && read_history(history_file_.c_str()) == 0) {
    for (int i = 0; i < history_length; ++i) {
      HIST_ENTRY* entry = history_get(history_base + i);
      const std::string line = replaced(entry->line, kLineBreakInFile, '\n');
      HIST_ENTRY* old = replace_history_entry(i, line.c_str(), nullptr);
      free_history_entry(old);
    }
  }
}

LineEditor::~LineEditor() {
  rl_callback_handler_remove();
  if (history_file_.empty()) return;
  // History holds what was typed; it is nobody else's business. Losing it is not an error.
  for (int i = 0; i < history_length; ++i) {
    HIST_ENTRY* entry = history_get(history_base + i);
    const std::string line = replaced(entry->line, '\n', kLineBreakInFile);
    HIST_ENTRY* old = replace_history_entry(i, line.c_str(), nullptr);
    free_history_entry(old);
  }
  write_history(history_file_.c_str());
}

// A press that comes too late to stop an evaluation only clears the line, so that it costs nobody the session:
// two of them on empty lines end it.
LineEditor::Status LineEditor::interrupted(bool open) {
  const bool empty = !open && rl_end == 0 && !RL_ISSTATE(RL_STATE_ISEARCH);
  tcflush(STDIN_FILENO, TCIFLUSH);
  // First what a search in the history shows is taken back, then the cursor goes behind all that is on the screen.
  rl_callback_sigcleanup();
  rl_point = rl_end;
  rl_redisplay();
  std::fputs("^C\n", rl_outstream);
  rl_free_line_state();
  rl_callback_handler_remove();
  const auto now = Clock::now();
  const bool again = empty && pressed_ && now - *pressed_ < std::chrono::seconds(1);
  pressed_ = empty ? std::optional(now) : std::nullopt;
  return again ? Status::kLeave : Status::kInterrupted;
}

LineEditor::Status LineEditor::read(const std::string& prompt, bool open, std::string& line) {
  Handover& state = handover();
  state.finished = false;
  take_interrupt();
  rl_callback_handler_install(prompt.c_str(), on_line);
  while (!state.finished) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    // The timeout covers a signal that arrives between the test of the flag and the poll.
    const int ready = poll(&input, 1, 200);
    if (take_interrupt()) return interrupted(open);
    if (ready > 0) rl_callback_read_char();
    if (ready < 0 && errno != EINTR) {
      rl_callback_handler_remove();
      return Status::kEnd;
    }
  }
  pressed_.reset();
  if (!state.line) return Status::kEnd;
  line = *std::move(state.line);
  return Status::kLine;
}

void LineEditor::remember(const std::string& entry) {
  for (int i = history_length - 1; i >= 0; --i) {
    if (entry == history_get(history_base + i)->line) free_history_entry(remove_history(i));
  }
  add_history(entry.c_str());
}

std::string default_history_file() {
  namespace fs = std::filesystem;
  fs::path folder;
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state != nullptr && *state == '/') {
    folder = fs::path(state) / "cgt";
  } else if (home != nullptr && *home != '\0') {
    folder = fs::path(home) / ".local" / "state" / "cgt";
  } else {
    return "";
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return "";
  return (folder / "history").string();
}

}  // namespace cgt::repl
