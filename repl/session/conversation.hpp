// A conversation without its terminal: statements, and the commands that begin with ':' or '?'. The
// prompt, a pipe and a notebook hold the same one; they differ in who listens (Listener) and in where
// the lines come from.
//
//   Conversation conversation(session, Budget::Limits{.milliseconds = 500}, listener);
//   conversation.take("{3||");       // kOk: nothing is wrong yet, and incomplete() holds
//   conversation.take("2|1}");       // the listener hears of the result
//   conversation.take("?Mean");      // printed on std::cout
//
// What Print() and commands say goes to std::cout, results and errors to the listener. Ctrl-C ends
// what runs (repl/support/interrupt.hpp), never the conversation.
//
// Thread rule: everything in the thread of the session.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/number/trajectory.hpp"
#include "lang/lang.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/session/settings.hpp"

namespace cgt::repl {

class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;
  // A value that is to be printed; `name` is "%3", or "" where results have no numbers.
  virtual void result(const lang::Result& result, const std::string& name) = 0;
  // A statement or a file failed: its diagnostics and its trace.
  virtual void failure(const lang::Result& result) = 0;
  // A command was refused.
  virtual void complaint(const std::string& message) = 0;
  // The picture of a thermograph: for terminals as text, without the last end of line.
  virtual void plot(const std::string& drawing, const Thermograph& thermograph) = 0;
  // Help, of any length: printed, unless there is a better way.
  virtual void help(const std::string& text);
  // A long text to read.
  virtual void page(const std::string& text) = 0;
  // What was shown so far is to go.
  virtual void wipe() = 0;
  // Columns.
  virtual int width() const = 0;
  // Is somebody looking who wants to know that an evaluation takes long?
  virtual bool shows_progress() const { return false; }
};

class Conversation {
 public:
  // The first line of a log, by which :load knows one.
  static constexpr const char* kLogTitle = "// A log of cgt: `:load` of this file types it again.";

  // Session and listener must outlive it.
  Conversation(lang::Session& session, const Budget::Limits& limits, Listener& listener);
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  // A command that only one kind of conversation has. Its `arguments` and `doc` are shown by :help.
  struct Command {
    std::string name;  // "log"
    std::string arguments;
    std::string doc;
    std::function<void(const std::string& rest)> run;
  };
  void add(Command command);

  // What errors call the text that follows, and the number of its first line, from 1. At first
  // "<input>" and 1.
  void set_source(std::string name, std::size_t line = 1);

  // One line: a command, or a statement or part of one. Returns how what it completed went; kOk if
  // nothing is complete.
  ExitCode take(const std::string& line);
  // All lines of a text up to the first that fails. A statement that is open at its end is an error.
  ExitCode take_all(const std::string& text);
  // The statement or command that the last line completed; "" if none.
  const std::string& taken() const;
  // Is a statement begun? Then open() tells what is open in it: "'(' opened at 1:5".
  bool incomplete() const;
  const std::string& open() const;
  // Forgets what was begun, or takes it for an error.
  void drop();
  ExitCode finish();
  // Was the last line :quit?
  bool finished() const;
  // How take_all() would find the text, as far as that can be told without running it: kOk,
  // kIncomplete or kSyntaxError.
  lang::Status check(const std::string& text) const;

  // Runs a script in the session, as :load does.
  ExitCode load(const std::string& path);
  // Tells the listener, as for a command that is refused.
  void complain(const std::string& message);

  // What could stand in place of line[start, cursor).
  struct Completions {
    std::size_t start = 0;
    std::vector<std::string> candidates;
  };
  Completions complete(const std::string& line, std::size_t cursor) const;
  // What ?TOPIC shows: a page of the help, or what a variable holds. Empty if there is nothing. Every
  // line ends.
  std::optional<std::string> about(const std::string& topic) const;

  Settings& settings();
  const Settings& settings() const;
  lang::Session& session();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::repl
