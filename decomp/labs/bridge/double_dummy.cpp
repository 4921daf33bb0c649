#include "decomp/labs/bridge/double_dummy.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <iostream>

#ifdef CGT_DDS_LIBRARY
#include <dds/dll.h>
#undef INT8
#include <dlfcn.h>
#include <unistd.h>
#endif

namespace cgt::bridge {

#ifdef CGT_DDS_LIBRARY

namespace {

struct DdsLibrary {
  decltype(&SetMaxThreads) set_max_threads = nullptr;
  decltype(&SolveBoard) solve_board = nullptr;
  std::string error;
};

unsigned& dds_slots() {
  static unsigned slots = 1;
  return slots;
}

// Is libdds in this process?
std::atomic<bool>& dds_is_loaded() {
  static std::atomic<bool> loaded = false;
  return loaded;
}

// What libdds does last frees tables that its destructors have destroyed before, if it was loaded late,
// and ends the process with a signal. So the process ends before that, with all that was written, and
// after all other handlers: this one is the first to be registered.
void end_before_libdds(int status, void* /*unused*/) {
  if (!dds_is_loaded()) return;
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  _exit(status);
}
__attribute__((constructor(101))) void watch_exit() { on_exit(end_before_libdds, nullptr); }

const DdsLibrary& dds_library() {
  static const DdsLibrary library = [] {
    DdsLibrary out;
    void* const handle = dlopen(CGT_DDS_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      const char* const why = dlerror();
      out.error = why == nullptr ? "it cannot be loaded" : why;
      return out;
    }
    dds_is_loaded() = true;
    out.set_max_threads =
        reinterpret_cast<decltype(&SetMaxThreads)>(dlsym(handle, "SetMaxThreads"));
    out.solve_board = reinterpret_cast<decltype(&SolveBoard)>(dlsym(handle, "SolveBoard"));
    if (out.set_max_threads == nullptr || out.solve_board == nullptr) {
      out.error = "it lacks SetMaxThreads or SolveBoard";
      return out;
    }
    out.set_max_threads(static_cast<int>(dds_slots()));
    return out;
  }();
  return library;
}

}  // namespace

bool DoubleDummy::available() { return dds_library().error.empty(); }

void DoubleDummy::set_slots(unsigned slots) { dds_slots() = std::clamp(slots, 1U, kMaxSlots); }

DoubleDummy::DoubleDummy(unsigned slot) : slot_(static_cast<int>(slot)) {
  const DdsLibrary& library = dds_library();
  if (!library.error.empty()) {
    throw Error("the double-dummy solver is not there: " + library.error,
                "Debian has it as the package libdds0");
  }
  CGT_EXPECTS(slot < dds_slots(), "the slot was announced");
}

int DoubleDummy::ask(const Table& table, const Hands& hands, int solutions, bool reuse, void* out) {
  ++solves_;
  deal d{};
  d.trump = table.trump();
  d.first = table.leader();
  for (int i = 0; i < table.size(); ++i) {
    d.currentTrickSuit[i] = suit_of(table.on_table(i));
    d.currentTrickRank[i] = rank_of(table.on_table(i));
  }
  for (int seat = 0; seat < 4; ++seat) {
    for (int suit = 0; suit < 4; ++suit) d.remainCards[seat][suit] = ranks(hands[seat], suit);
  }
  const int code = dds_library().solve_board(d, -1, solutions, reuse ? 2 : 1,
                                             static_cast<futureTricks*>(out), slot_);
  if (code != RETURN_NO_FAULT) {
    throw Error("the double-dummy solver refuses a position, code " + std::to_string(code));
  }
  return code;
}

namespace {

// The card of an answer, and those that are equal to it.
Cards dds_cards(const futureTricks& answer, int i) {
  Cards out = bit(card_of(answer.suit[i], answer.rank[i]));
  for (int r = 2; r <= 14; ++r) {
    if ((answer.equals[i] >> r & 1) != 0) out |= bit(card_of(answer.suit[i], r));
  }
  return out;
}

}  // namespace

DoubleDummy::Scores DoubleDummy::solve(const Table& table, const Hands& hands, bool reuse) {
  futureTricks answer{};
  ask(table, hands, 3, reuse, &answer);
  Scores out;
  out.tricks.fill(-1);
  for (int i = 0; i < answer.cards; ++i) {
    const auto score = static_cast<std::int8_t>(answer.score[i]);
    each_card(dds_cards(answer, i), [&](Card card) { out.tricks[card] = score; });
    out.best = std::max(out.best, answer.score[i]);
  }
  return out;
}

int DoubleDummy::best(const Table& table, const Hands& hands, bool reuse) {
  futureTricks answer{};
  ask(table, hands, 1, reuse, &answer);
  return answer.score[0];
}

Cards DoubleDummy::best_cards(const Table& table, const Hands& hands, bool reuse) {
  futureTricks answer{};
  ask(table, hands, 2, reuse, &answer);
  Cards out = 0;
  for (int i = 0; i < answer.cards; ++i) out |= dds_cards(answer, i);
  return out;
}

#else

bool DoubleDummy::available() { return false; }
void DoubleDummy::set_slots(unsigned /*slots*/) {}
DoubleDummy::DoubleDummy(unsigned slot) : slot_(static_cast<int>(slot)) {
  throw Error("this program was built without the double-dummy solver",
              "build it where libdds-dev is installed");
}
int DoubleDummy::ask(const Table&, const Hands&, int, bool, void*) { return slot_; }
DoubleDummy::Scores DoubleDummy::solve(const Table&, const Hands&, bool) { return {}; }
Cards DoubleDummy::best_cards(const Table&, const Hands&, bool) { return 0; }
int DoubleDummy::best(const Table&, const Hands&, bool) { return -1; }

#endif

}  // namespace cgt::bridge
