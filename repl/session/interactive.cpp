#include "repl/session/interactive.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <sstream>

#include "cgt/text/plot.hpp"
#include "lang/values/thermographs.hpp"
#include "repl/session/line_editor.hpp"
#include "repl/session/run_script.hpp"
#include "repl/session/settings.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/stopwatch.hpp"
#include "repl/support/version.hpp"

namespace cgt::repl {
namespace {

constexpr const char* kPrompt = "cgt> ";
constexpr const char* kContinuation = "...> ";
// What readline counts as width 0 stands between \001 and \002.
constexpr const char* kColourPrompt = "\001\033[1;34m\002cgt> \001\033[0m\002";

constexpr const char* kExamples =
    "Try  {2|1||0}   ^ + *2   {3||1|-1}.Thermograph   +-1 + {2|-1} > 0\n"
    "     G := {5|2}; G.Mean   game.go.Region(\"BBB/W..B/BBB\")\n";

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::filesystem::path start_file() {
  namespace fs = std::filesystem;
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return fs::path(config) / "cgt" / "init.cgs";
  const char* home = std::getenv("HOME");
  return home == nullptr ? fs::path() : fs::path(home) / ".config" / "cgt" / "init.cgs";
}

// Columns; what is no terminal is taken for a common one.
int terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

class Conversation {
 public:
  Conversation(const SessionOptions& options, lang::Session& session)
      : options_(options), session_(session), terminal_(isatty(STDIN_FILENO) != 0) {
    colour_ = terminal_ && isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  }

  ExitCode run() {
    if (terminal_) open_terminal();
    std::string line;
    while (!finished_ && next_line(line)) take_line(line);
    if (!pending_.empty() && !terminal_) finish_incomplete();
    if (terminal_ && !finished_) std::cout << '\n';
    std::cout.flush();
    return terminal_ ? kOk : code_;
  }

 private:
  void open_terminal() {
    const bool quiet = options_.common.quiet;
    if (!quiet) {
      std::cerr << version_line() << ": combinatorial game theory, exactly\n"
                << ":help for help, ?topic for a topic, Ctrl-D to leave\n";
    }
    session_.set_history(!quiet);
    if (!options_.common.max_length) {
      PrintStyle style = session_.style();
      style.max_length = kTerminalMaxLength;
      session_.set_style(style);
    }
    if (!options_.no_init) {
      const auto path = start_file();
      std::error_code error;
      if (!path.empty() && std::filesystem::exists(path, error)) load(path.string());
    }
    editor_ = std::make_unique<LineEditor>(
        options_.no_history ? "" : default_history_file(),
        [this](const std::string& text, std::size_t cursor) { return completions(text, cursor); });
  }

  // False at the end of the input.
  bool next_line(std::string& line) {
    if (!terminal_) return static_cast<bool>(std::getline(std::cin, line));
    std::cout.flush();
    const char* prompt = !pending_.empty() ? kContinuation : colour_ ? kColourPrompt : kPrompt;
    switch (editor_->read(prompt, line)) {
      case LineEditor::Status::kLine: return true;
      case LineEditor::Status::kInterrupted:
        pending_.clear();
        line.clear();
        return true;
      case LineEditor::Status::kEnd: return false;
    }
    return false;
  }

  void take_line(const std::string& line) {
    const std::string text = trimmed(line);
    if (pending_.empty()) {
      if (text.empty()) return;
      if (text[0] == ':' || text[0] == '?') {
        if (editor_) editor_->remember(text);
        command(text);
        return;
      }
    } else if (text.empty() && terminal_) {
      // Without a way out, whatever is typed next would be swallowed as continuation.
      std::cerr << "input dropped: " << open_ << '\n';
      pending_.clear();
      return;
    }
    pending_ += line + "\n";
    evaluate();
  }

  void evaluate() {
    take_interrupt();
    const Stopwatch watch;
    const lang::Result result = session_.evaluate(
        SourceText(terminal_ ? "<input>" : "<stdin>", pending_), options_.common.limits);
    if (result.status == lang::Status::kIncomplete) {
      open_ = result.open;
      return;
    }
    if (editor_) editor_->remember(pending_.substr(0, pending_.size() - 1));
    pending_.clear();
    if (result.ok() && !result.text.empty()) last_ = result.value;
    report(result, result.history == 0 ? "" : fmt::format("%{} = ", result.history));
    if (time_) {
      std::cout << fmt::format("{:.1f} ms (CPU {:.1f} ms)\n", watch.wall_milliseconds(),
                               watch.cpu_milliseconds());
    }
    settle(exit_code(result.status));
  }

  // The pipe ended in the middle of a statement: the parser's own words about it.
  void finish_incomplete() {
    settle(run_text(session_, SourceText("<stdin>", pending_), options_.common));
  }

  void settle(ExitCode code) {
    take_interrupt();
    if (code == kOk || terminal_) return;
    if (code_ == kOk) code_ = code;
    if (!options_.keep_going || code == kInterrupted) finished_ = true;
  }

  void complain(const std::string& message) {
    std::cout.flush();
    std::cerr << "error: " << message << '\n';
    settle(kUsageError);
  }

  void command(const std::string& text) {
    if (text[0] == '?') {
      help(trimmed(text.substr(1)));
      return;
    }
    const std::size_t end = text.find_first_of(" \t");
    const std::string name = text.substr(1, end == std::string::npos ? end : end - 1);
    const std::string rest = end == std::string::npos ? "" : trimmed(text.substr(end));
    if (const Command* known = find_command(name)) return (this->*known->run)(rest);
    if (find_setting(name) != nullptr) return set(name + " " + rest);
    std::vector<std::string> names;
    for (const Command& known : table()) names.emplace_back(known.name);
    for (const Setting& setting : settings()) names.emplace_back(setting.name);
    const std::string near = closest(name, names);
    complain("no command :" + name +
             (near.empty() ? "; :help lists them" : "; did you mean :" + near + "?"));
  }

  struct Command {
    const char* name;
    const char* arguments;
    const char* doc;
    void (Conversation::*run)(const std::string&);
  };
  static std::span<const Command> table() {
    static constexpr Command kCommands[] = {
        {"help", "[TOPIC]", "what a name means, as ?TOPIC does; ?*WORD searches",
         &Conversation::help},
        {"load", "FILE", "run a script in this session", &Conversation::load},
        {"plot", "EXPR", "draw the thermograph of a game", &Conversation::plot},
        {"all", "", "the last result at its full length", &Conversation::all},
        {"set", "[NAME VALUE]", "show or change settings", &Conversation::set},
        {"time", "on|off", "time of every evaluation", &Conversation::time},
        {"stats", "", "size of the tables", &Conversation::stats},
        {"clear", "", "forget variables, results and games, and free their memory",
         &Conversation::clear},
        {"version", "", "which program this is", &Conversation::version},
        {"quit", "", "leave, as Ctrl-D does; Ctrl-C stops an evaluation", &Conversation::quit},
    };
    return kCommands;
  }
  static const Command* find_command(const std::string& name) {
    for (const Command& command : table()) {
      if (name == command.name) return &command;
    }
    return nullptr;
  }

  static void help_line(const std::string& usage, const char* doc) {
    std::cout << fmt::format("{:<26} {}\n", usage, doc);
  }

  void list_commands() {
    for (const Command& command : table()) {
      const char* gap = *command.arguments == 0 ? "" : " ";
      help_line(fmt::format(":{}{}{}", command.name, gap, command.arguments), command.doc);
    }
    for (const Setting& setting : settings())
      help_line(fmt::format(":{} {}", setting.name, setting.values), setting.doc);
    std::cout << '\n' << kExamples;
  }

  void help(const std::string& topic) {
    if (topic.empty()) return list_commands();
    if (topic[0] == '*') {
      const std::string word = topic.substr(1);
      const auto entries = session_.apropos(word);
      if (entries.empty()) return complain("nothing about \"" + word + "\"");
      std::size_t width = 0;
      for (const auto& entry : entries) width = std::max(width, entry.signature.size());
      for (const auto& entry : entries) {
        std::cout << fmt::format("{:<{}}  {}\n", entry.signature, std::min<std::size_t>(width, 40),
                                 entry.doc.substr(0, entry.doc.find('\n')));
      }
      return;
    }
    const auto page = session_.help(topic);
    if (!page) return complain("no topic \"" + topic + "\"; ?*" + topic + " searches");
    std::cout << *page;
    if (page->empty() || page->back() != '\n') std::cout << '\n';
  }

  void load(const std::string& path) {
    if (path.empty()) return complain("usage: :load FILE");
    take_interrupt();
    try {
      settle(run_file(session_, path, options_.common));
    } catch (const FileError& error) {
      complain(error.what());
    }
  }

  void quit(const std::string&) { finished_ = true; }

  void set(const std::string& rest) {
    std::istringstream words(rest);
    std::string name;
    std::string value;
    words >> name >> value;
    if (name.empty()) {
      for (const Setting& setting : settings()) {
        std::cout << fmt::format("{:<9} {:<10} {}\n", setting.name, setting.get(session_),
                                 setting.values);
      }
      return;
    }
    const Setting* setting = find_setting(name);
    if (setting == nullptr) return complain("no setting \"" + name + "\"; :set shows them");
    if (value.empty()) {
      std::cout << setting->name << ' ' << setting->get(session_) << '\n';
    } else if (!setting->set(session_, value)) {
      complain(fmt::format("usage: :set {} {}", setting->name, setting->values));
    }
  }

  void all(const std::string&) {
    PrintStyle style = session_.style();
    style.max_length = 0;
    take_interrupt();
    const lang::Result result = session_.text(last_, style, options_.common.limits);
    report(result);
    if (!result.ok()) settle(exit_code(result.status));
  }

  // Draws as wide as the terminal allows.
  void plot(const std::string& rest) {
    if (rest.empty()) return complain("usage: :plot EXPR");
    take_interrupt();
    const lang::Result result =
        session_.evaluate(SourceText("<input>", rest), options_.common.limits);
    if (!result.ok()) {
      report(result);
      return settle(exit_code(result.status));
    }
    print_guarded([&] { return picture(result.value); });
  }

  std::string picture(const lang::Value& value) {
    PlotStyle style;
    style.width = std::min(std::max(terminal_width(), 24), 100);
    if (const Thermograph* thermograph = lang::as_thermograph(value))
      return plot_thermograph(*thermograph, style);
    Budget budget(options_.common.limits, &interrupt_flag());
    const Store::BudgetScope scope(session_.store(), budget);
    const auto game = lang::as_short_game(session_.store(), value);
    if (!game) {
      throw Error(fmt::format("a {} has no thermograph", value.class_name()),
                  "a short game has one");
    }
    return plot_thermograph(session_.store().thermograph(*game), style);
  }

  // What may take long or go wrong, outside of an evaluation.
  template <class Text>
  void print_guarded(const Text& text) {
    try {
      const std::string shown = text();
      std::cout << shown << (shown.ends_with('\n') ? "" : "\n");
    } catch (const Error& error) {
      complain(error.what() + (error.hint().empty() ? "" : "; " + error.hint()));
    } catch (const BudgetExhausted& exhausted) {
      complain(exhausted.what());
    }
  }

  void stats(const std::string&) {
    const StoreStatistics figures = session_.store().statistics();
    std::cout << fmt::format(
        "games {} ({:.0f} bytes each)   memory {:.1f} MB, caches {:.1f} MB of it\n"
        "<= expanded {}, from cache {}   + expanded {}, from cache {}\n",
        figures.games,
        static_cast<double>(figures.record_bytes) /
            static_cast<double>(std::max<std::uint64_t>(1, figures.games)),
        static_cast<double>(figures.bytes) / 1e6, static_cast<double>(figures.cache_bytes) / 1e6,
        figures.order_calls, figures.order_hits, figures.sum_calls, figures.sum_hits);
  }

  void time(const std::string& rest) {
    if (rest != "on" && rest != "off") return complain("usage: :time on|off");
    time_ = rest == "on";
  }

  void clear(const std::string&) {
    last_ = {};
    session_.clear();
  }

  void version(const std::string&) { std::cout << version_line() << '\n'; }

  LineEditor::Completions completions(const std::string& line, std::size_t cursor) const {
    LineEditor::Completions found;
    const std::string before = line.substr(0, cursor);
    if (before.rfind(":", 0) == 0 && before.find(' ') == std::string::npos) {
      const auto offer = [&](const std::string& name) {
        if ((":" + name).starts_with(before)) found.candidates.push_back(":" + name);
      };
      for (const Command& command : table()) offer(command.name);
      for (const Setting& setting : settings()) offer(setting.name);
      return found;
    }
    found.candidates = session_.complete(before);
    // A candidate is a whole word: it starts where the longest typed part that begins it starts.
    if (!found.candidates.empty()) {
      const std::string& word = found.candidates.front();
      std::size_t typed = std::min(word.size(), cursor);
      while (typed > 0 && before.compare(cursor - typed, typed, word, 0, typed) != 0) --typed;
      found.start = cursor - typed;
    }
    return found;
  }

  const SessionOptions& options_;
  lang::Session& session_;
  const bool terminal_;
  bool colour_ = false;
  std::unique_ptr<LineEditor> editor_;
  std::string pending_;  // the statement so far, if it is incomplete
  std::string open_;     // what is open in it
  lang::Value last_;     // of the last result
  bool time_ = false;
  bool finished_ = false;
  ExitCode code_ = kOk;
};

}  // namespace

ExitCode run_interactive(const SessionOptions& options, lang::Session& session) {
  return Conversation(options, session).run();
}

}  // namespace cgt::repl
