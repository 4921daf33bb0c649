// Session: one running conversation in the language. See lang.hpp for the manual.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "cgt/text/text.hpp"
#include "lang/context.hpp"
#include "lang/registry.hpp"
#include "lang/value.hpp"
#include "lang/values/export.hpp"

namespace cgt::lang {

class PositionSolver;

enum class Status {
  kOk,
  kRuntimeError,  // it ran and failed
  kSyntaxError,   // refused before anything ran: syntax, unknown names, unsupported constructs
  kIncomplete,    // more input could complete it; `open` names what is open
  kOutOfBudget,   // nodes, time or memory spent
  kInterrupted,   // the stop flag was set
};

// What is wrong with a script, for programs: the same as Result::diagnostics and Result::trace, in
// parts. As JSON, one line:
//
//   {"file":"a.cgs","line":3,"col":5,"end":{"line":3,"col":9},"severity":"error",
//    "message":"unknown name 'Foot'","hint":"did you mean 'foo'?","stack":[]}
//
// `end` is the place behind the last character. Lines and columns count from 1, columns are bytes.
// A problem without a place (a spent budget) has no "line", "col" and "end". `stack` holds the
// calls, innermost first: {"function","file","line","col"}, function "" at the top level.
struct CGT_API Problem {
  struct Call {
    std::string function;
    std::string file;
    SourceText::Place place;
  };
  Severity severity = Severity::kError;
  std::string message;
  std::string hint;
  std::string file;
  bool has_place = false;
  SourceText::Place begin;
  SourceText::Place end;
  std::vector<Call> stack;
};

CGT_API Problem make_problem(const Diagnostic& diagnostic, const SourceText& source);
// Bytes that are not UTF-8 become U+FFFD.
CGT_API std::string to_json(const Problem& problem);

struct CGT_API Result {
  Status status = Status::kOk;
  Value value;                    // of the last statement (kOk)
  std::string text;               // what to print; empty if suppressed by a trailing ';' or not kOk
  std::string output;             // lines printed by Print(), unless a sink is set
  std::string diagnostics;        // rendered errors, several for kSyntaxError; empty if kOk
  std::vector<Problem> problems;  // the errors in parts; empty if kOk
  std::string trace;        // script stack, innermost call first, one line a call; may be empty
  std::string open;         // kIncomplete: what is open, e.g. "'(' opened at 1:5"
  std::size_t history = 0;  // number n under which %n recalls the value; 0 if it was not recorded

  bool ok() const { return status == Status::kOk; }
};

struct CGT_API HelpEntry {
  std::string name;       // "Cool", "game.go.Region"
  std::string signature;  // "Game.Cool(t)"
  std::string doc;
  std::string example;
  std::string setup;  // statements that come before the example, or ""
};

class CGT_API Session {
 public:
  Session();
  // On the games of this store, through a handle of its own.
  explicit Session(Store& games);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // --- set-up -----------------------------------------------------------------------------------
  Store& store();
  // Registered so far: the core, and what add() brought.
  const Registry& registry() const;
  void add(Package package);
  // Finds values of positions of scripts from now on (values/positions.hpp). Without one they follow
  // from the forms of the positions.
  void set_position_solver(std::unique_ptr<PositionSolver> solver);
  void set_style(const PrintStyle& style);
  const PrintStyle& style() const;
  // How results are written; Print() and strings stay text.
  void set_format(Format format);
  Format format() const;
  // The flag must outlive the session; setting it ends the running evaluation (kInterrupted). The
  // session never clears it.
  void set_stop_flag(const std::atomic<bool>* stop);
  // Folder for relative paths in scripts.
  void set_directory(std::string directory);
  // Scripts read files below that folder only (without a script: below the working folder), unless
  // this is set. Default off.
  void set_read_everywhere(bool allowed);
  // Scripts may write files below that folder; "" (the default): none.
  void set_write_folder(std::string folder);
  // A file that need not exist: scripts find `text` where they look for `path` below their folder,
  // as a class or with ReadText. For libraries that are part of a program.
  void provide(const std::string& path, std::string text);
  // Receives Print() lines at once, without end of line. Without a sink they go to Result::output.
  void set_output(std::function<void(std::string_view)> sink);
  // Record printed results as %1, %2, ...; % is the last, %% the one before, _ the last. Default
  // off.
  void set_history(bool on);
  // Defines or replaces a global variable.
  void set_global(const std::string& name, Value value);
  std::vector<std::string> global_names() const;

  // --- evaluation -------------------------------------------------------------------------------
  // Runs a text: a line, a statement or a whole file. Never throws for anything that the text does.
  Result evaluate(const SourceText& source, const Budget::Limits& limits = {});
  Result evaluate(const std::string& text, const Budget::Limits& limits = {}) {
    return evaluate(SourceText("<input>", text), limits);
  }
  // Parses only: kOk, kSyntaxError or kIncomplete. Unknown names are not noticed.
  Result check(const SourceText& source) const;
  // Calls body(context), for what a program asks of the session's values outside of evaluate(): such
  // as the moves of a position, in a search of its own. Throws what the body throws; where a script
  // fails, Error with the place of the failure behind the message. Not while evaluate() runs.
  void with_context(Budget& budget, const std::function<void(Context&)>& body);
  // A context for making and reading values, which calls no scripts. Session and budget must outlive it.
  std::unique_ptr<Context> make_context(Budget& budget);
  // Forgets all globals and history; the Store with all games computed so far is kept.
  void fresh_scope();
  // Forgets the games too, and gives their memory back. Values obtained from the session before
  // must not be used any more.
  void clear();
  // Result::text is the value in the session's style and format, or in another style. Printing may
  // take long, and may run the ToString of a class, so it has limits and a status like an
  // evaluation, and never throws for anything that the value does. Nothing is recorded.
  Result text(const Value& value, const Budget::Limits& limits = {});
  Result text(const Value& value, const PrintStyle& style, const Budget::Limits& limits = {});

  // Since the session began; positions: those known now.
  Statistics statistics() const;

  // --- help -------------------------------------------------------------------------------------
  // What could replace the last word of `line`: names, or methods after a dot. Candidates are whole
  // words ("Mean", "game.go.Region"), sorted. After a dot, if what stands before it is a variable
  // or a literal, only methods of its value; otherwise of any class. Evaluates nothing.
  std::vector<std::string> complete(std::string_view line) const;
  // One screen about a name ("Cool", "Game.Cool", "game.go", "for"); empty if it is unknown.
  std::optional<std::string> help(std::string_view topic) const;
  // All rows whose name or doc contains `word` (case is ignored).
  std::vector<HelpEntry> apropos(std::string_view word) const;
  std::vector<HelpEntry> help_entries() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::lang
