// GtpEngine: the Go Text Protocol, version 2, a line in and an answer out, without any stream.
//
//   GtpEngine engine({});
//   engine.answer("boardsize 9");           // "=\n\n"
//   engine.answer("1 play b e5");           // "=1\n\n"
//   engine.answer("2 play b e5 # again");   // "?2 illegal move\n\n"
//
// Rules are those of go::Game: territory scoring with prisoners; positional superko for the moves that it
// finds, the simple ko rule for those that it is told.
// What moves and scores rest on is in mover.hpp and go/endgame/endgame.hpp.
//
// Every request gets one answer. That of `analyze` stays open, as Sabaki wants it: the empty line
// that ends it comes with the answer to the next line, whatever that is, or from finish().
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cgt/store/print_order.hpp"
#include "decomp/go/board/game.hpp"

namespace cgt::repl {

// Of one move or one analysis, unless the clock of the game leaves less.
inline constexpr std::uint64_t kGtpMilliseconds = 5'000;

struct GtpSettings {
  std::uint64_t milliseconds = kGtpMilliseconds;  // Budget::kUnlimited: no limit
  std::uint64_t megabytes = 4096;
  std::uint64_t nodes = ~std::uint64_t{0};  // a limit that does not depend on the clock
  Notation notation{};                      // of values
  // Ends the computation at hand, which then answers with what it has. Null: nothing does.
  const std::atomic<bool>* stop = nullptr;
  // Gets a line for people about every generated move: what is proved of it, and what is not.
  std::function<void(std::string_view)> note;
};

class GtpEngine {
 public:
  explicit GtpEngine(GtpSettings settings);
  ~GtpEngine();

  // What to write for this line: "" for an empty one or a comment. Never throws for what it says.
  std::string answer(std::string_view line);
  // Ends an answer that is still open.
  std::string finish();
  // The answer to `quit` was given.
  bool done() const;
  // gogui-sigint was asked: signals are the controller's way to interrupt a command.
  bool controlled_by_signals() const;

  const go::Game& game() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::repl
