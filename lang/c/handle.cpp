#include "lang/c/handle.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "cgt/version.hpp"

namespace cgt::c {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers set it");

thread_local bool within_call = false;

class WithinCall {
 public:
  WithinCall() : before_(within_call) { within_call = true; }
  ~WithinCall() { within_call = before_; }
  WithinCall(const WithinCall&) = delete;
  WithinCall& operator=(const WithinCall&) = delete;

 private:
  bool before_;
};

class BrokenContract : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

void on_broken_contract(const char* rule, const char* file, int line) {
  if (within_call) throw BrokenContract(fmt::format("{} ({}:{})", rule, file, line));
  std::fprintf(stderr, "contract violated: %s (%s:%d)\n", rule, file, line);
}

struct Caught {
  cgt_status status = CGT_INTERNAL;
  Failure failure;
};

std::string report_of(const std::string& message, const std::string& hint) {
  return hint.empty() ? "error: " + message : "error: " + message + "\nhint: " + hint;
}

// The one place that tells what an exception means.
Caught describe_thrown() {
  const auto plain = [](cgt_status status, const std::string& message, const std::string& hint) {
    return Caught{status, {message, hint, report_of(message, hint), "", 0, 0}};
  };
  try {
    throw;
  } catch (const Refusal& refusal) {
    Caught caught = plain(refusal.status, refusal.what(), refusal.hint);
    if (!refusal.report.empty()) caught.failure.report = refusal.report;
    caught.failure.line = refusal.line;
    caught.failure.column = refusal.column;
    return caught;
  } catch (const InputError& error) {
    const SourceText::Place place = error.place();
    return {CGT_INPUT,
            {error.message(), error.diagnostics().front().hint, error.what(), "", place.line,
             place.column}};
  } catch (const Error& error) {
    return plain(CGT_DOMAIN, error.what(), error.hint());
  } catch (const BudgetExhausted& spent) {
    const bool stopped = spent.reason() == StopReason::kInterrupted;
    return plain(stopped ? CGT_INTERRUPTED : CGT_BUDGET, spent.what(), known_text(spent));
  } catch (const std::bad_alloc&) {
    return plain(CGT_NO_MEMORY, "out of memory", {});
  } catch (const std::length_error&) {
    return plain(CGT_NO_MEMORY, "out of memory", {});
  } catch (const std::exception& error) {
    return plain(CGT_INTERNAL, fmt::format("a bug of the library: {}", error.what()),
                 "free the store");
  } catch (...) {
    return plain(CGT_INTERNAL, "a bug of the library", "free the store");
  }
}

Caught caught_now() noexcept {
  try {
    return describe_thrown();
  } catch (...) {
    // No memory for the message.
    Caught caught;
    caught.status = CGT_NO_MEMORY;
    caught.failure.fixed = "out of memory";
    return caught;
  }
}

}  // namespace

void catch_broken_contracts() {
  static const bool once = [] {
    if (const ContractHandler before = set_contract_handler(&on_broken_contract)) {
      set_contract_handler(before);
    }
    return true;
  }();
  static_cast<void>(once);
}

cgt_status status_of_thrown() noexcept { return caught_now().status; }

cgt_status guard(cgt_store* store, Work work, Call call, const void* body) noexcept {
  if (store == nullptr) return CGT_INPUT;
  if (store->broken) return CGT_INTERNAL;
  const WithinCall within;
  store->failure = {};
  try {
    if (work == Work::kAnswering) {
      Budget unlimited;
      call(body, unlimited);
      return CGT_OK;
    }
    Budget budget(store->limits, &store->stop);
    const Store::BudgetScope scope(store->games, budget);
    // A stop that came before, or a budget of nothing, ends even what is known already.
    budget.poll();
    call(body, budget);
    return CGT_OK;
  } catch (...) {
    Caught caught = caught_now();
    store->failure = std::move(caught.failure);
    if (caught.status == CGT_INTERRUPTED) store->stop = false;
    store->broken = caught.status == CGT_INTERNAL;
    if (caught.status == CGT_NO_MEMORY) {
      // The store is as good as before, and so are the loopy values; tables beside them may not be, and
      // what they hold is wanted.
      store->sums.reset();
      store->evaluator.reset();
    }
    return caught.status;
  }
}

std::string read_text(const char* text, const char* name) {
  return std::string(&required(text, name));
}

GameId read_game(cgt_store& store, cgt_game g) {
  const GameId id = GameId::from_word(g);
  if (id.is_none()) throw Refusal("0 is not a game");
  // A small value has one word, though others could be read as the same value.
  if (!store.games.contains(id) || (id.is_inline() && encode_inline(decode_inline(id)) != id)) {
    throw Refusal(fmt::format("{} is not a game of this store", g),
                  "games are valid with the store that made them, and handles shared from it");
  }
  return id;
}

Player read_player(cgt_player player) {
  if (player == CGT_LEFT) return Player::kLeft;
  if (player == CGT_RIGHT) return Player::kRight;
  throw Refusal(fmt::format("{} is not a player", player), "CGT_LEFT or CGT_RIGHT");
}

void refuse_format(cgt_format format, const char* hint) {
  throw Refusal(fmt::format("{} is not a format here", format), hint);
}

const AnyPosition& read_position(const cgt_position* position) {
  return required(position, "the position").position;
}

void read_sized(const void* given, void* known, std::size_t size) {
  std::size_t theirs = 0;
  std::memcpy(&theirs, given, sizeof theirs);
  if (theirs < sizeof theirs || theirs % alignof(std::size_t) != 0 || theirs > size) {
    throw Refusal(fmt::format("a size of {} is not that of the struct", theirs),
                  "set its member `size` to sizeof of the struct");
  }
  std::memcpy(known, given, theirs);
}

void check(const Buffer& buffer) {
  if (buffer.data == nullptr && buffer.needed == nullptr) {
    throw Refusal("both the buffer and `needed` are NULL", "ask for the size, or give a buffer");
  }
}

void give(cgt_store& store, std::string text, const Buffer& buffer) {
  store.text = std::move(text);
  const std::size_t needed = store.text.size() + 1;
  if (buffer.needed != nullptr) *buffer.needed = needed;
  if (buffer.data == nullptr) return;
  if (buffer.size < needed) {
    if (buffer.size > 0) *buffer.data = '\0';
    throw Refusal(fmt::format("the buffer has {} bytes, the text needs {}", buffer.size, needed),
                  "cgt_text_again() copies it to a larger one");
  }
  std::memcpy(buffer.data, store.text.c_str(), needed);
}

const LoopyValue& read_loopy(cgt_store& store, const cgt_loopy* value, const char* name) {
  const cgt_loopy& given = required(value, name);
  const auto games = given.games.lock();
  if (games == nullptr || games != store.loopy) {
    throw Refusal(fmt::format("{} is not a loopy value of this handle", name),
                  "write it with cgt_loopy_print(), and read it with the other handle");
  }
  return given.value;
}

LoopyGames& loopy_of(cgt_store& store) {
  if (!store.loopy) store.loopy = std::make_shared<LoopyGames>(store.games);
  return *store.loopy;
}

solve::Evaluator& evaluator_of(cgt_store& store) {
  if (!store.evaluator) store.evaluator.emplace(store.games);
  return *store.evaluator;
}

solve::SumOutcome& sums_of(cgt_store& store) {
  if (!store.sums) store.sums.emplace(store.games);
  return *store.sums;
}

cgt_outcome outcome_of(OutcomeClass outcome) {
  switch (outcome) {
    case OutcomeClass::kLeft: return CGT_OUTCOME_L;
    case OutcomeClass::kRight: return CGT_OUTCOME_R;
    case OutcomeClass::kNext: return CGT_OUTCOME_N;
    case OutcomeClass::kPrevious: return CGT_OUTCOME_P;
  }
  throw Refusal("an outcome without name", {}, CGT_INTERNAL);
}

cgt_outcome outcome_of(LoopyOutcome outcome) {
  // In the order of the enumeration.
  static constexpr std::array<std::string_view, 9> kNames{"L",    "R",      "N",    "P",     "D",
                                                          "PHat", "PCheck", "NHat", "NCheck"};
  const auto found = std::ranges::find(kNames, std::string_view(name(outcome)));
  if (found == kNames.end()) throw Refusal("an outcome without name", {}, CGT_INTERNAL);
  return static_cast<cgt_outcome>(found - kNames.begin());
}

std::string game_text(Store& games, GameId g, cgt_format format) {
  switch (format) {
    case CGT_TEXT: return to_text(games, g);
    case CGT_CGSUITE: return to_text(games, g, {Notation::kCgsuite, 0});
    case CGT_LATEX: return to_latex(games, g);
    case CGT_JSON: return to_json(games, g);
    case CGT_SVG: return game_tree_svg(games, g);
    default: refuse_format(format);
  }
}

std::string loopy_text(LoopyGames& games, const LoopyValue& g, cgt_format format) {
  if (g.is_short()) return game_text(games.store(), g.stopper().game(), format);
  switch (format) {
    case CGT_TEXT: return to_text(games, g);
    case CGT_CGSUITE: return to_text(games, g, {Notation::kCgsuite, 0});
    case CGT_LATEX: return to_latex(games, g);
    case CGT_JSON: return to_json(games, g);
    case CGT_SVG: return loopy_svg(games, g);
    default: refuse_format(format);
  }
}

cgt_relation relation_of(Relation relation) {
  switch (relation) {
    case Relation::kLess: return CGT_LESS;
    case Relation::kEqual: return CGT_EQUAL;
    case Relation::kGreater: return CGT_GREATER;
    case Relation::kFuzzy: break;
  }
  return CGT_CONFUSED;
}

std::string thermograph_text(const Thermograph& thermograph, cgt_format format) {
  switch (format) {
    case CGT_TEXT: return to_text(thermograph);
    case CGT_LATEX: return thermograph_tikz(thermograph);
    case CGT_JSON: return to_json(thermograph);
    case CGT_SVG: return thermograph_svg(thermograph, "Thermograph");
    default: refuse_format(format, "CGT_TEXT, CGT_LATEX, CGT_JSON or CGT_SVG");
  }
}

}  // namespace cgt::c

// --- the functions of handles ---

namespace {

namespace c = cgt::c;

}  // namespace

const char* cgt_version(void) { return cgt::version(); }

cgt_status cgt_store_new(cgt_store** out) { return c::make_new(out); }

cgt_status cgt_store_share(cgt_store* store, cgt_store** out) {
  return c::answering(store, [&] {
    cgt_store*& to = c::required(out, "out");
    to = new cgt_store(store->games);
  });
}

void cgt_store_free(cgt_store* store) { delete store; }

cgt_status cgt_store_set_budget(cgt_store* store, const cgt_budget* budget) {
  return c::answering(store, [&] {
    cgt_budget limits{sizeof(cgt_budget), CGT_UNLIMITED, CGT_UNLIMITED, CGT_UNLIMITED};
    if (budget != nullptr) c::read_sized(budget, &limits, sizeof limits);
    store->limits = {limits.nodes, limits.milliseconds, limits.megabytes};
  });
}

void cgt_store_stop(cgt_store* store) {
  if (store != nullptr) store->stop = true;
}

void cgt_store_resume(cgt_store* store) {
  if (store != nullptr) store->stop = false;
}

const char* cgt_last_error(const cgt_store* store) {
  if (store == nullptr) return "the store is NULL";
  const c::Failure& failure = store->failure;
  return failure.message.empty() ? failure.fixed : failure.message.c_str();
}

const char* cgt_error_hint(const cgt_store* store) {
  return store == nullptr ? "" : store->failure.hint.c_str();
}

const char* cgt_error_report(const cgt_store* store) {
  if (store == nullptr) return "error: the store is NULL";
  const c::Failure& failure = store->failure;
  return failure.report.empty() ? failure.fixed : failure.report.c_str();
}

size_t cgt_error_line(const cgt_store* store) { return store == nullptr ? 0 : store->failure.line; }

size_t cgt_error_column(const cgt_store* store) {
  return store == nullptr ? 0 : store->failure.column;
}

cgt_status cgt_text_again(cgt_store* store, char* buffer, size_t size, size_t* needed) {
  return c::answering(store, [&] {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    c::give(*store, store->text, to);
  });
}
