// What stands behind cgt.h: the handle, and the one guard through which every function goes.
//
// Invariants
//   1. No exception leaves a function: its body runs in computing() or answering(), which make a
//      status of whatever it throws and note message, place and hint in the handle.
//   2. Nothing that a caller gives is trusted: read() and the functions below it check it, and throw
//      Refusal.
//   3. Results are written last, so that a failure writes none.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/solve/play/temperature_discovery.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "lang/c/cgt.h"

namespace cgt::c {

// What the caller did wrong, or what a script says of itself.
class Refusal : public std::runtime_error {
 public:
  explicit Refusal(const std::string& message, std::string what_to_do = {},
                   cgt_status answer = CGT_INPUT)
      : std::runtime_error(message), hint(std::move(what_to_do)), status(answer) {}
  std::string hint;
  std::string report;  // "": made from message and hint
  cgt_status status;
  std::size_t line = 0;
  std::size_t column = 0;
};

struct Failure {
  std::string message;
  std::string hint;
  std::string report;
  const char* fixed = "";  // the message where there was no memory for one
  std::size_t line = 0;
  std::size_t column = 0;
};

// A text goes there.
struct Buffer {
  char* data;
  std::size_t size;
  std::size_t* needed;
};

}  // namespace cgt::c

struct cgt_store {
  cgt_store() = default;
  explicit cgt_store(cgt::Store& other) : games(other.share()) {}

  cgt::Store games;
  cgt::Budget::Limits limits;
  std::atomic<bool> stop{false};
  bool broken = false;  // a contract was found broken half way through a call
  cgt::c::Failure failure;
  std::string text;  // the last one made
  // Made when first asked for.
  std::shared_ptr<cgt::LoopyGames> loopy;  // loopy values look after it
  std::optional<cgt::solve::Evaluator> evaluator;
  std::optional<cgt::solve::SumOutcome> sums;
};

struct cgt_loopy {
  cgt::LoopyValue value;
  std::weak_ptr<const cgt::LoopyGames> games;  // means something to this table alone
};

struct cgt_position {
  std::shared_ptr<const cgt::Ruleset> ruleset;  // the position may point into it
  cgt::AnyPosition position;
};

namespace cgt::c {

enum class Work {
  kComputing,  // has the budget of the handle, and is stopped
  kAnswering,  // answers at once, whatever is spent
};

// Runs call(body, budget) with the budget of the handle.
using Call = void (*)(const void* body, Budget& budget);
cgt_status guard(cgt_store* store, Work work, Call call, const void* body) noexcept;

template <class Body>
cgt_status computing(cgt_store* store, const Body& body) noexcept {
  return guard(
      store, Work::kComputing,
      [](const void* given, Budget& budget) { (*static_cast<const Body*>(given))(budget); }, &body);
}
template <class Body>
cgt_status answering(cgt_store* store, const Body& body) noexcept {
  return guard(
      store, Work::kAnswering,
      [](const void* given, Budget&) { (*static_cast<const Body*>(given))(); }, &body);
}
// The status of what is being thrown, for calls that have no handle yet.
cgt_status status_of_thrown() noexcept;

// Broken contracts become CGT_INTERNAL within calls from now on, unless the program has a handler of
// its own; outside of calls they end the program, as they do by themselves.
void catch_broken_contracts();

// *out = new Object.
template <class Object>
cgt_status make_new(Object** out) noexcept {
  if (out == nullptr) return CGT_INPUT;
  try {
    catch_broken_contracts();
    *out = new Object;
    return CGT_OK;
  } catch (...) {
    return status_of_thrown();
  }
}

// --- checks of what was given; they throw Refusal ---

template <class T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) throw Refusal(std::string(name) + " is NULL");
  return *pointer;
}
std::string read_text(const char* text, const char* name);
GameId read_game(cgt_store& store, cgt_game g);
Player read_player(cgt_player player);
[[noreturn]] void refuse_format(cgt_format format, const char* hint = "see cgt_format in cgt.h");
const AnyPosition& read_position(const cgt_position* position);
// A struct that begins with its own size, of a caller that may be older or newer: what he does not have
// stays as it is in `known`, and what is not known here must be absent.
void read_sized(const void* given, void* known, std::size_t size);

void check(const Buffer& buffer);
// Keeps the text in the handle and copies it. Requires check(buffer).
void give(cgt_store& store, std::string text, const Buffer& buffer);

// --- tables of the handle ---

LoopyGames& loopy_of(cgt_store& store);
// Throws Refusal if the value is of another table.
const LoopyValue& read_loopy(cgt_store& store, const cgt_loopy* value, const char* name);
solve::Evaluator& evaluator_of(cgt_store& store);
solve::SumOutcome& sums_of(cgt_store& store);

// question() about a position, which tells what is known of it if the budget ends it.
template <class Question>
auto ask_position(cgt_store& store, const AnyPosition& position, const Question& question) {
  return telling_what_is_known(question, [&] {
    return solve::known_of_position(store.games, evaluator_of(store), position);
  });
}

cgt_outcome outcome_of(OutcomeClass outcome);
cgt_outcome outcome_of(LoopyOutcome outcome);
std::string game_text(Store& games, GameId g, cgt_format format);
std::string loopy_text(LoopyGames& games, const LoopyValue& g, cgt_format format);
cgt_relation relation_of(Relation relation);
std::string thermograph_text(const Thermograph& thermograph, cgt_format format);

}  // namespace cgt::c
