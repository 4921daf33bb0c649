#include "repl/session/prompt/interactive.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <sstream>

#include "cgt/support/diagnostic.hpp"
#include "cgt/text/plot.hpp"
#include "cgt/text/svg.hpp"
#include "lang/session/reference.hpp"
#include "lang/values/thermographs.hpp"
#include "repl/session/prompt/line_editor.hpp"
#include "repl/session/prompt/pager.hpp"
#include "repl/session/prompt/settings.hpp"
#include "repl/session/prompt/symbols.hpp"
#include "repl/session/prompt/transcript.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/stopwatch.hpp"
#include "repl/support/version.hpp"

namespace cgt::repl {
namespace {

constexpr const char* kPrompt = "cgt> ";
constexpr const char* kContinuation = "...> ";
constexpr const char* kLogCommand = ":log";
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
    settings_.numbered = !quiet;
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
    if (transcript_ && !text.starts_with(kLogCommand)) transcript_->typed(line);
    if (pending_.empty()) {
      if (text.empty() || text.starts_with("//")) return;
      if (text[0] == ':' || text[0] == '?' || text == "##") {
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
    const std::uint64_t games = session_.store().statistics().games;
    const std::uint64_t instructions = session_.statistics().instructions;
    const Stopwatch watch;
    const lang::Result result = session_.evaluate(
        SourceText(terminal_ ? "<input>" : "<stdin>", pending_), options_.common.limits);
    if (result.status == lang::Status::kIncomplete) {
      open_ = result.open;
      return;
    }
    if (editor_) editor_->remember(pending_.substr(0, pending_.size() - 1));
    pending_.clear();
    if (!result.ok()) trace_ = result.trace;
    const std::string name = result.history == 0 ? "" : fmt::format("%{} ", result.history);
    report(result, name.empty() ? "" : name + "= ");
    if (result.ok() && !result.text.empty()) {
      last_ = result.value;
      plotted_.reset();
      if (settings_.show_type) std::cout << name << ": " << last_.class_name() << '\n';
    }
    cost_ = fmt::format("{:.1f} ms (CPU {:.1f} ms)", watch.wall_milliseconds(),
                        watch.cpu_milliseconds());
    if (time_) std::cout << cost_ << '\n';
    // Clearing the tables in between can make them fewer.
    const std::uint64_t now = session_.store().statistics().games;
    cost_ += fmt::format(", {} new games, {} instructions", now < games ? 0 : now - games,
                         session_.statistics().instructions - instructions);
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
    if (text.starts_with("??")) return page(trimmed(text.substr(2)));
    if (text[0] == '?') return help(trimmed(text.substr(1)));
    if (text == "##") return cost("");
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
        {"page", "[TOPIC]", "its part of the reference in $PAGER, as ??TOPIC does",
         &Conversation::page},
        {"load", "FILE", "run a script in this session", &Conversation::load},
        {"reload", "", "run it again", &Conversation::reload},
        {"log", "FILE|off", "write what is typed, and the answers as comments, to a file that runs",
         &Conversation::log},
        {"plot", "EXPR", "draw the thermograph of a game", &Conversation::plot},
        {"export", "FILE", "the last plot or result: FILE.svg, FILE.tex, FILE.json or FILE.txt",
         &Conversation::export_last},
        {"all", "", "the last result at its full length", &Conversation::all},
        {"set", "[NAME VALUE]", "show or change settings", &Conversation::set},
        {"time", "on|off", "time of every evaluation", &Conversation::time},
        {"cost", "", "what the last evaluation took, as ## does", &Conversation::cost},
        {"bt", "", "the calls that ran when the last error came", &Conversation::backtrace},
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

  // The section of the reference that a name belongs to.
  void page(const std::string& topic) {
    const std::string reference = lang::reference_page(session_.registry());
    if (topic.empty()) return show_in_pager(reference);
    const auto entry = session_.help(topic);
    if (!entry) return complain("no topic \"" + topic + "\"; ?*" + topic + " searches");
    std::string text = *entry + (entry->ends_with('\n') ? "" : "\n");
    for (const std::string& section : sections_about(reference, topic)) text += '\n' + section;
    show_in_pager(text);
  }

  // Those called like it or its owner, or with a row of this name.
  static std::vector<std::string> sections_about(const std::string& reference,
                                                 const std::string& topic) {
    constexpr std::string_view kTitle = "\n## ";
    const std::string name = topic.substr(topic.rfind('.') + 1);
    const std::string owner =
        name.size() == topic.size() ? "" : topic.substr(0, topic.size() - name.size() - 1);
    std::vector<std::string> found;
    std::size_t at = reference.find(kTitle);
    while (at != std::string::npos) {
      const std::size_t next = reference.find(kTitle, at + 1);
      const std::string section = reference.substr(at + 1, next - at - 1);
      const std::string title = section.substr(3, section.find('\n') - 3);
      const auto has_row = [&](const std::string& row) {
        return section.find("\n- `" + row + '`') != std::string::npos ||
               section.find("\n- `" + row + '(') != std::string::npos;
      };
      const bool row = has_row(topic) || (has_row(name) && (owner.empty() || owner == title));
      if (title == topic || row) found.push_back(section);
      at = next;
    }
    return found;
  }

  void load(const std::string& path) {
    if (path.empty()) return complain("usage: :load FILE");
    take_interrupt();
    try {
      const ExitCode code = run_file(session_, path, options_.common, &trace_);
      loaded_ = path;
      settle(code);
    } catch (const FileError& error) {
      complain(error.what());
    }
  }

  void reload(const std::string&) {
    if (loaded_.empty()) return complain("nothing was loaded yet; :load FILE does");
    load(loaded_);
  }

  void log(const std::string& path) {
    if (path.empty()) return complain("usage: :log FILE, :log off");
    transcript_.reset();
    if (path == "off") return;
    try {
      transcript_ = std::make_unique<Transcript>(path);
      if (settings_.numbered) transcript_->typed(":set history on");
    } catch (const FileError& error) {
      complain(error.what());
    }
  }

  void backtrace(const std::string&) {
    if (trace_.empty()) return complain("no error happened inside of a call");
    std::cout << trace_ << (trace_.ends_with('\n') ? "" : "\n");
  }

  void cost(const std::string&) {
    if (cost_.empty()) return complain("nothing was evaluated yet");
    std::cout << cost_ << '\n';
  }

  void export_last(const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    if (path.empty() ||
        (ending != ".svg" && ending != ".tex" && ending != ".json" && ending != ".txt")) {
      return complain("usage: :export FILE.svg, FILE.tex, FILE.json or FILE.txt");
    }
    const lang::Value& value = plotted_ ? *plotted_ : last_;
    take_interrupt();
    try {
      write_file(path, ending == ".svg" ? drawing(value) : exported(value, ending));
    } catch (const FileError& error) {
      complain(error.what());
    } catch (const Error& error) {
      complain(error.what() + (error.hint().empty() ? "" : "; " + error.hint()));
    } catch (const BudgetExhausted& exhausted) {
      complain(exhausted.what());
    }
  }

  // A string that is a drawing already, such as G.Svg, stays as it is.
  std::string drawing(const lang::Value& value) {
    if (value.kind() == lang::Kind::kString && value.as_string().starts_with("<svg"))
      return value.as_string();
    return thermograph_svg(thermograph_of(value), "Thermograph") + "\n";
  }

  std::string exported(const lang::Value& value, const std::string& ending) {
    const lang::Format before = session_.format();
    session_.set_format(ending == ".tex"    ? lang::Format::kLatex
                        : ending == ".json" ? lang::Format::kJson
                                            : lang::Format::kText);
    PrintStyle style = session_.style();
    style.max_length = 0;
    const lang::Result result = session_.text(value, style, options_.common.limits);
    session_.set_format(before);
    if (!result.ok()) throw Error(trimmed(result.diagnostics));
    return result.text + "\n";
  }

  void quit(const std::string&) { finished_ = true; }

  void set(const std::string& rest) {
    std::istringstream words(rest);
    std::string name;
    std::string value;
    words >> name >> value;
    if (name.empty()) {
      for (const Setting& setting : settings()) {
        std::cout << fmt::format("{:<9} {:<10} {}\n", setting.name, setting.get(settings_),
                                 setting.values);
      }
      return;
    }
    const Setting* setting = find_setting(name);
    if (setting == nullptr) return complain("no setting \"" + name + "\"; :set shows them");
    if (value.empty()) {
      std::cout << setting->name << ' ' << setting->get(settings_) << '\n';
    } else if (!setting->set(settings_, value)) {
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
    print_guarded([&] {
      PlotStyle style;
      style.width = std::min(std::max(terminal_width(), 24), 100);
      style.ascii = settings_.ascii;
      std::string plot = plot_thermograph(thermograph_of(result.value), style);
      plotted_ = result.value;
      return plot;
    });
  }

  Thermograph thermograph_of(const lang::Value& value) {
    if (const Thermograph* thermograph = lang::as_thermograph(value)) return *thermograph;
    Budget budget(options_.common.limits, &interrupt_flag());
    const Store::BudgetScope scope(session_.store(), budget);
    const auto game = lang::as_short_game(session_.store(), value);
    if (!game) {
      throw Error(fmt::format("a {} has no thermograph", value.class_name()),
                  "a short game has one");
    }
    return session_.store().thermograph(*game);
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
    plotted_.reset();
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
    // \up is ^: the whole name becomes the symbol, the beginning of names becomes more of them.
    if (const std::size_t name = before.rfind('\\'); name != std::string::npos) {
      const std::string typed = before.substr(name + 1);
      found.start = name;
      for (const SymbolName& symbol : symbol_names()) {
        if (std::string_view(symbol.name).starts_with(typed))
          found.candidates.push_back(std::string("\\") + symbol.name);
      }
      const bool single = found.candidates.size() == 1;
      if (const auto text = symbol_named(single ? found.candidates.front().substr(1) : typed);
          !text.empty()) {
        found.candidates = {std::string(text)};
      }
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
  std::string pending_;                 // the statement so far, if it is incomplete
  std::string open_;                    // what is open in it
  lang::Value last_;                    // of the last result
  std::optional<lang::Value> plotted_;  // of :plot, if that came after it
  std::string trace_;                   // of the last error
  std::string cost_;                    // of the last evaluation
  std::string loaded_;                  // the last file of :load
  Settings settings_{session_};
  std::unique_ptr<Transcript> transcript_;
  bool time_ = false;
  bool finished_ = false;
  ExitCode code_ = kOk;
};

}  // namespace

ExitCode run_interactive(const SessionOptions& options, lang::Session& session) {
  return Conversation(options, session).run();
}

}  // namespace cgt::repl
