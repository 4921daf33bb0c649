#include "repl/session/conversation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <span>
#include <sstream>
#include <utility>

#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/store/store.hpp"
#include "cgt/support/text_input.hpp"
#include "lang/registry.hpp"
#include "lang/values/thermographs.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/session/completion.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

// Of the description of a variable.
constexpr std::size_t kShownLength = 400;
constexpr std::uint64_t kShownMilliseconds = 200;

constexpr const char* kExamples =
    "Try  {2|1||0}   ^ + *2   {3||1|-1}.Thermograph   +-1 + {2|-1} > 0\n"
    "     G := {5|2}; G.Mean   game.go.Region(\"BBB/W..B/BBB\")\n";

// FILE of `load "FILE"`, which means what `:load FILE` does; none if the line is anything else.
std::optional<std::string> load_statement(std::string_view text) {
  constexpr std::string_view kLoad = "load";
  if (!text.starts_with(kLoad)) return std::nullopt;
  text.remove_prefix(kLoad.size());
  if (text.ends_with(';')) text.remove_suffix(1);
  const std::string file(trimmed(text));
  const bool quoted =
      file.size() > 2 && file.find('"') == 0 && file.find('"', 1) == file.size() - 1;
  return quoted ? std::optional(file.substr(1, file.size() - 2)) : std::nullopt;
}

bool is_command(const std::string& text) {
  return text[0] == ':' || text[0] == '?' || text == "##" || load_statement(text);
}
std::string_view first_sentence(std::string_view doc) {
  doc = doc.substr(0, doc.find('\n'));
  return doc.substr(0, doc.find(". "));
}

bool is_comment(const std::string& text) { return text.empty() || text.starts_with("//"); }

}  // namespace

void Listener::help(const std::string& text) { std::cout << text; }

struct Conversation::Impl {
  Impl(lang::Session& session, const Budget::Limits& limits, Listener& listener)
      : session_(session), listener_(listener), settings_{session, limits} {}

  void take_line(const std::string& line) {
    const std::string text(trimmed(line));
    if (pending_.empty()) {
      if (is_comment(text)) return;
      if (is_command(text)) {
        taken_ = text;
        command(text);
        return;
      }
    }
    pending_ += line + "\n";
    evaluate();
  }

  // The statement, behind as many empty lines as it has before it: places in it are then those of
  // the whole text.
  SourceText source() const { return {source_, std::string(line_ - 1, '\n') + pending_}; }

  void evaluate() {
    take_interrupt();
    const std::uint64_t games = session_.store().statistics().games;
    const std::uint64_t instructions = session_.statistics().instructions;
    const Stopwatch watch;
    const lang::Result result =
        watched([&] { return session_.evaluate(source(), settings_.limits); });
    if (result.status == lang::Status::kIncomplete) {
      open_ = result.open;
      return;
    }
    taken_ = pending_.substr(0, pending_.size() - 1);
    pending_.clear();
    if (!result.ok()) {
      fail(result);
    } else if (!result.text.empty()) {
      const std::string name = result.history == 0 ? "" : fmt::format("%{}", result.history);
      listener_.result(result, name);
      last_ = result.value;
      plotted_.reset();
      if (settings_.show_type) {
        std::cout << name << (name.empty() ? "" : " ") << ": " << last_.class_name() << '\n';
      }
    }
    cost_ = fmt::format("{:.1f} ms (CPU {:.1f} ms)", watch.wall_milliseconds(),
                        watch.cpu_milliseconds());
    if (time_) std::cout << cost_ << '\n';
    // Clearing the tables in between can make them fewer.
    const std::uint64_t now = session_.store().statistics().games;
    cost_ += fmt::format(", {} new games, {} instructions", now < games ? 0 : now - games,
                         session_.statistics().instructions - instructions);
    take_interrupt();
  }

  // With a line that says that it takes long; what Print() says comes with the result.
  template <class Body>
  lang::Result watched(const Body& body) {
    const Progress progress("evaluating", !listener_.shows_progress());
    return body();
  }

  // The text ended in the middle of a statement: the parser's own words about it.
  void finish_incomplete() {
    const lang::Result result = evaluate_whole(session_, source(), settings_.limits);
    taken_ = std::exchange(pending_, {});
    if (!result.ok()) fail(result);
    take_interrupt();
  }

  void fail(const lang::Result& result) {
    trace_ = result.trace;
    code_ = exit_code(result.status);
    listener_.failure(result);
  }

  void complain(const std::string& message) {
    std::cout.flush();
    listener_.complaint(message);
    take_interrupt();
    code_ = kUsageError;
  }

  void command(const std::string& text) {
    if (text.starts_with("??")) return page(std::string(trimmed(text.substr(2))));
    if (text[0] == '?') return help(std::string(trimmed(text.substr(1))));
    if (text == "##") return cost("");
    if (const auto file = load_statement(text)) return load(*file);
    const std::size_t end = text.find_first_of(" \t");
    const std::string name = text.substr(1, end == std::string::npos ? end : end - 1);
    const std::string rest(end == std::string::npos ? ""
                                                    : trimmed(std::string_view(text).substr(end)));
    if (const Known* known = find_command(name)) return (this->*known->run)(rest);
    for (const Command& own : own_) {
      if (name == own.name) return own.run(rest);
    }
    if (find_setting(name) != nullptr) return set(name + " " + rest);
    std::vector<std::string> names;
    for_each_name([&](const std::string& word) { names.push_back(word); });
    const std::string near = closest(name, names);
    complain("no command :" + name +
             (near.empty() ? "; :help lists them" : "; did you mean :" + near + "?"));
  }

  // All that can stand behind a ':'.
  template <class Body>
  void for_each_name(const Body& body) const {
    for (const Known& known : table()) body(std::string(known.name));
    for (const Command& own : own_) body(own.name);
    for (const Setting& setting : repl::settings()) body(std::string(setting.name));
  }

  struct Known {
    const char* name;
    const char* arguments;
    const char* doc;
    void (Impl::*run)(const std::string&);
  };
  static std::span<const Known> table() {
    static constexpr Known kCommands[] = {
        {"help", "[TOPIC]", "what a name means, as ?TOPIC does; ?*WORD searches", &Impl::help},
        {"page", "[TOPIC]", "its part of the reference in $PAGER, as ??TOPIC does", &Impl::page},
        {"load", "FILE", "run a script in this session, as load \"FILE\" does", &Impl::load},
        {"reload", "", "run it again", &Impl::reload},
        {"plot", "EXPR", "draw the thermograph of a game", &Impl::plot},
        {"export", "FILE", "the last plot or result: FILE.svg, FILE.tex, FILE.json or FILE.txt",
         &Impl::export_last},
        {"all", "", "the last result at its full length", &Impl::all},
        {"set", "[NAME VALUE]", "show or change settings", &Impl::set},
        {"time", "on|off", "time of every evaluation", &Impl::time},
        {"cost", "", "what the last evaluation took, as ## does", &Impl::cost},
        {"bt", "", "the calls that ran when the last error came", &Impl::backtrace},
        {"stats", "", "size of the tables, and how full they are", &Impl::stats},
        {"clear", "", "forget variables, results and games, and free their memory", &Impl::clear},
        {"wipe", "", "clear the screen; in a notebook, what the cell has shown", &Impl::wipe},
        {"version", "", "which program this is", &Impl::version},
        {"quit", "", "leave, as Ctrl-D does; Ctrl-C stops an evaluation", &Impl::quit},
    };
    return kCommands;
  }
  static const Known* find_command(const std::string& name) {
    for (const Known& command : table()) {
      if (name == command.name) return &command;
    }
    return nullptr;
  }

  static void help_line(std::string_view name, std::string_view arguments, std::string_view doc) {
    const std::string usage = fmt::format(":{}{}{}", name, arguments.empty() ? "" : " ", arguments);
    std::cout << fmt::format("{:<26} {}\n", usage, doc);
  }

  void list_commands() {
    for (const Known& known : table()) help_line(known.name, known.arguments, known.doc);
    for (const Command& own : own_) help_line(own.name, own.arguments, own.doc);
    for (const Setting& setting : repl::settings())
      help_line(setting.name, setting.values, setting.doc);
    std::cout << '\n' << kExamples;
  }

  void help(const std::string& topic) {
    if (topic.empty()) return list_commands();
    if (topic[0] == '*') {
      const std::string word = topic.substr(1);
      const std::string found = search(word);
      if (found.empty()) return complain("nothing about \"" + word + "\"");
      return listener_.help(found);
    }
    if (const auto page = about(topic)) return listener_.help(*page);
    const std::string found = search(topic);
    if (found.empty()) return complain("no topic \"" + topic + "\", and nothing about it");
    listener_.help("No topic is called \"" + topic + "\"; these tell of it:\n" + found);
  }

  // A line for each row about `word`; "" if there is none.
  std::string search(const std::string& word) const {
    constexpr std::size_t kWidest = 40;
    const auto entries = session_.apropos(word);
    std::size_t width = 0;
    for (const auto& entry : entries) width = std::max(width, entry.signature.size());
    std::string lines;
    for (const auto& entry : entries) {
      lines += fmt::format("{:<{}}  {}\n", entry.signature, std::min(width, kWidest),
                           first_sentence(entry.doc));
    }
    return lines;
  }

  std::optional<std::string> about(const std::string& topic) const {
    std::optional<std::string> page = session_.help(topic);
    const std::vector<std::string> variables = session_.global_names();
    if (!page && std::ranges::find(variables, topic) != variables.end()) page = variable(topic);
    if (page && !page->ends_with('\n')) *page += '\n';
    return page;
  }

  // "G: Game" and its value; no value if that takes long.
  std::string variable(const std::string& name) const {
    PrintStyle style = session_.style();
    style.max_length =
        std::min(style.max_length == 0 ? kShownLength : style.max_length, kShownLength);
    Budget::Limits limits = settings_.limits;
    limits.milliseconds = std::min(limits.milliseconds, kShownMilliseconds);
    // Behind a ';' it is not a result.
    const lang::Result found = session_.evaluate(SourceText("<variable>", name + ";"), limits);
    if (!found.ok()) return name + ": a variable\n";
    const std::string text = session_.text(found.value, style, limits).text;
    return fmt::format("{}: {}\n{}{}", name, found.value.class_name(), text.empty() ? "" : "  ",
                       text);
  }

  // The section of the reference that a name belongs to.
  void page(const std::string& topic) {
    const std::string reference = lang::reference_page(session_.registry());
    if (topic.empty()) return listener_.page(reference);
    const auto entry = session_.help(topic);
    if (!entry) return help(topic);
    std::string text = *entry + (entry->ends_with('\n') ? "" : "\n");
    for (const std::string& section : sections_about(reference, topic)) text += '\n' + section;
    listener_.page(text);
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
      const std::string log = path == "-" ? "" : read_file(path);
      loaded_ = path;
      if (log.starts_with(Conversation::kLogTitle)) return repeat(path, log);
      const lang::Result result =
          watched([&] { return evaluate_file(session_, path, settings_.limits); });
      if (!result.ok()) {
        fail(result);
      } else if (!result.text.empty()) {
        listener_.result(result, "");
      }
      take_interrupt();
    } catch (const FileError& error) {
      complain(error.what());
    }
  }

  // The lines of a log, typed again; what fails fails as it did then.
  void repeat(const std::string& path, const std::string& text) {
    if (repeats_) return complain(path + ": a log inside of a log is left out");
    repeats_ = true;
    const std::string source = std::exchange(source_, path);
    const std::size_t first = line_;
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line) && !finished_; ++number) {
      if (pending_.empty()) line_ = number;
      take_line(line);
      if (code_ == kInterrupted) break;
    }
    if (!pending_.empty()) finish_incomplete();
    finished_ = false;  // the log was left, not this conversation
    source_ = source;
    line_ = first;
    taken_ = ":load " + path;
    repeats_ = false;
  }

  void reload(const std::string&) {
    if (loaded_.empty()) return complain("nothing was loaded yet; :load FILE does");
    load(loaded_);
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
    guarded([&] {
      write_file(path, ending == ".svg" ? drawing(value) : exported(value, ending));
      std::cout << "wrote " << path << '\n';
    });
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
    const lang::Result result = session_.text(value, style, settings_.limits);
    session_.set_format(before);
    if (!result.ok()) throw Error(std::string(trimmed(result.diagnostics)));
    return result.text + "\n";
  }

  void quit(const std::string&) { finished_ = true; }

  void set(const std::string& rest) {
    std::istringstream words(rest);
    std::string name;
    std::string value;
    words >> name >> value;
    if (name.empty()) {
      for (const Setting& setting : repl::settings()) {
        std::cout << fmt::format("{:<12} {:<10} {}\n", setting.name, setting.get(settings_),
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
    const lang::Result result = session_.text(last_, style, settings_.limits);
    if (!result.ok()) {
      fail(result);
    } else if (!result.text.empty()) {
      listener_.result(result, "");
    }
    take_interrupt();
  }

  // Draws as wide as the terminal allows.
  void plot(const std::string& rest) {
    if (rest.empty()) return complain("usage: :plot EXPR");
    take_interrupt();
    const lang::Result result = session_.evaluate(SourceText("<input>", rest), settings_.limits);
    if (!result.ok()) return fail(result);
    guarded([&] {
      PlotStyle style;
      style.width = std::min(std::max(listener_.width(), 24), 100);
      style.ascii = settings_.ascii;
      const Thermograph thermograph = thermograph_of(result.value);
      std::string plot = plot_thermograph(thermograph, style);
      while (plot.ends_with('\n')) plot.pop_back();
      plotted_ = result.value;
      listener_.plot(plot, thermograph);
    });
  }

  Thermograph thermograph_of(const lang::Value& value) {
    if (const Thermograph* thermograph = lang::as_thermograph(value)) return *thermograph;
    Budget budget(settings_.limits, &interrupt_flag());
    const Store::BudgetScope scope(session_.store(), budget);
    const auto game = lang::as_short_game(session_.store(), value);
    if (!game) {
      throw Error(fmt::format("a {} has no thermograph", value.class_name()),
                  "a short game has one");
    }
    return session_.store().thermograph(*game);
  }

  // What may take long or go wrong, outside of an evaluation.
  template <class Body>
  void guarded(const Body& body) {
    try {
      body();
    } catch (const FileError& error) {
      complain(error.what());
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
    std::string filled;
    for (const TableFill& table : table_fill(session_.store())) {
      filled += fmt::format("{}{} {} of {} ({:.0f} %)", filled.empty() ? "" : ", ", table.name,
                            table.used, table.slots,
                            100.0 * static_cast<double>(table.used) /
                                static_cast<double>(std::max<std::uint64_t>(1, table.slots)));
    }
    std::cout << "slots filled: " << filled << '\n';
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

  void wipe(const std::string&) { listener_.wipe(); }

  void version(const std::string&) { std::cout << version_line() << '\n'; }

  Completions completions(const std::string& line, std::size_t cursor) const {
    if (auto files = file_completions(session_.registry(), line, cursor)) return *std::move(files);
    Completions found;
    const std::string before = line.substr(0, cursor);
    if (before.rfind(":", 0) == 0 && before.find(' ') == std::string::npos) {
      const auto offer = [&](const std::string& name) {
        if ((":" + name).starts_with(before)) found.candidates.push_back(":" + name);
      };
      for_each_name(offer);
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

  lang::Session& session_;
  Listener& listener_;
  Settings settings_;
  std::vector<Command> own_;
  std::string source_ = "<input>";
  std::size_t line_ = 1;                // of the beginning of the statement
  std::string pending_;                 // the statement so far, if it is incomplete
  std::string open_;                    // what is open in it
  std::string taken_;                   // what the last line completed
  lang::Value last_;                    // of the last result
  std::optional<lang::Value> plotted_;  // of :plot, if that came after it
  std::string trace_;                   // of the last error
  std::string cost_;                    // of the last evaluation
  std::string loaded_;                  // the last file of :load
  bool repeats_ = false;                // a log
  bool time_ = false;
  bool finished_ = false;
  ExitCode code_ = kOk;  // of the last line
};

Conversation::Conversation(lang::Session& session, const Budget::Limits& limits, Listener& listener)
    : impl_(std::make_unique<Impl>(session, limits, listener)) {}

Conversation::~Conversation() = default;

void Conversation::add(Command command) { impl_->own_.push_back(std::move(command)); }

void Conversation::set_source(std::string name, std::size_t line) {
  impl_->source_ = std::move(name);
  impl_->line_ = line;
}

ExitCode Conversation::take(const std::string& line) {
  impl_->code_ = kOk;
  impl_->finished_ = false;
  impl_->taken_.clear();
  impl_->take_line(line);
  return impl_->code_;
}

ExitCode Conversation::take_all(const std::string& text) {
  const std::string source = impl_->source_;
  const std::size_t first = impl_->line_;
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = first; std::getline(lines, line); ++number) {
    if (!incomplete()) set_source(source, number);
    const ExitCode code = take(line);
    if (code == kOk && !finished()) continue;
    set_source(source, first);
    return code;
  }
  const ExitCode code = incomplete() ? finish() : kOk;
  set_source(source, first);
  return code;
}

const std::string& Conversation::taken() const { return impl_->taken_; }
bool Conversation::incomplete() const { return !impl_->pending_.empty(); }
const std::string& Conversation::open() const { return impl_->open_; }
void Conversation::drop() { impl_->pending_.clear(); }

ExitCode Conversation::finish() {
  impl_->code_ = kOk;
  impl_->finish_incomplete();
  return impl_->code_;
}

bool Conversation::finished() const { return impl_->finished_; }

lang::Status Conversation::check(const std::string& text) const {
  std::istringstream lines(text);
  std::string pending;
  for (std::string line; std::getline(lines, line);) {
    const std::string word(trimmed(line));
    if (pending.empty() && (is_comment(word) || is_command(word))) continue;
    pending += line + "\n";
    const lang::Status status = impl_->session_.check(SourceText("<input>", pending)).status;
    if (status == lang::Status::kSyntaxError) return status;
    if (status == lang::Status::kOk) pending.clear();
  }
  return pending.empty() ? lang::Status::kOk : lang::Status::kIncomplete;
}

ExitCode Conversation::load(const std::string& path) {
  impl_->code_ = kOk;
  impl_->load(path);
  return impl_->code_;
}

void Conversation::complain(const std::string& message) { impl_->complain(message); }

Conversation::Completions Conversation::complete(const std::string& line,
                                                 std::size_t cursor) const {
  return impl_->completions(line, cursor);
}

std::optional<std::string> Conversation::about(const std::string& topic) const {
  return impl_->about(topic);
}

Settings& Conversation::settings() { return impl_->settings_; }
const Settings& Conversation::settings() const { return impl_->settings_; }
lang::Session& Conversation::session() { return impl_->session_; }

}  // namespace cgt::repl
