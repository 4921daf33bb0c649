// What a record of the database says of a component, as bytes. Equal contents have equal bytes,
// whatever store they come from, so records are compared without being read.
//
// Format 1. Unsigned integers are LEB128 (seven bits a byte, the lowest first); signed ones are
// folded first: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
//   value       the graph of the followers of its canonical form, each once: their number, then the
//               entries. Number-up-stars are leaves, without their followers, of height 0; a form
//               is higher by one than the highest of its options. Entries are in the order of
//               heights; leaves by number, ups, nimber, forms of one height by their lists of
//               options. So options come before what has them, and the value itself is the last
//               entry.
//                 0 n                   the integer n
//                 1 e n u k             n/2^e + u*up + *k
//                 2 e s c bytes u k     the same where n leaves 64 bits: sign s (0, 1: negative),
//                                       c bytes of magnitude, the lowest first
//                 3 l left r right      {left | right}: numbers of earlier entries, ascending
//   bounds      lower bound, as a value, after its length in bytes; then the upper bound
//   thermograph the Left wall, then the Right wall: mast (e n, or e + 2^32 with s c bytes), the
//               number of critical temperatures, each as the mast, then the slopes
//   outcome     one letter: L, R, N or P
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cgt/number/trajectory.hpp"
#include "cgt/store/store.hpp"

namespace cgt::db {

// The numbers stand in files.
enum class Kind : std::uint8_t { kValue = 1, kBounds = 2, kThermograph = 3, kOutcome = 4 };

inline constexpr Kind kKinds[] = {Kind::kValue, Kind::kBounds, Kind::kThermograph, Kind::kOutcome};

constexpr bool is_kind(std::int64_t number) { return number >= 1 && number <= 4; }
// "value", ...
CGT_API const char* name(Kind kind);

// lower <= value <= upper.
struct CGT_API Bounds {
  GameId lower = kZero;
  GameId upper = kZero;
};

// Charged to the budget in scope on the store.
CGT_API std::string write_value(Store& store, GameId value);
CGT_API std::string write_bounds(Store& store, const Bounds& bounds);
CGT_API std::string write_thermograph(const Thermograph& thermograph);
CGT_API std::string write_outcome(OutcomeClass outcome);

// Reads payloads into one store.
//
// All throw Error if the bytes are not a payload of the kind; the store stays valid.
class CGT_API PayloadReader {
 public:
  // Are forms reduced to canonical ones, wherever the bytes come from, or taken as they are? That is faster by
  // all comparisons, and for what write_value() wrote: rows whose checksum holds.
  enum class Forms : std::uint8_t { kReduced, kAsWritten };

  // The store must outlive it. Thread rule: that of the store's handle.
  explicit PayloadReader(Store& store, Forms forms = Forms::kReduced)
      : store_(store), forms_(forms) {}

  GameId value(std::string_view payload);
  Bounds bounds(std::string_view payload);

 private:
  Store& store_;
  Forms forms_;
};

CGT_API Thermograph read_thermograph(std::string_view payload);
CGT_API OutcomeClass read_outcome(std::string_view payload);

// The payload, read into `store` and written again, or "" if it has no meaning: what is not a fixed
// point of this was not written by write_...().
CGT_API std::string rewritten(Store& store, Kind kind, std::string_view payload);

// For people: a value as to_text() prints it, so that it reads back; bounds as "lower .. upper".
// What is longer than `longest` (0: no limit) is written as "payload:" and its bytes in
// hexadecimal.
CGT_API std::string payload_text(Store& store, Kind kind, std::string_view payload,
                                 std::size_t longest);
CGT_API std::string hexadecimal(std::string_view bytes);

}  // namespace cgt::db
