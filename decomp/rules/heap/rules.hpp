// The moves on one heap of tokens, for any player who has them, and what follows from them: nim
// values of all heaps up to a size, and their periods.
//
// A rule is immutable but for its table of nim values, which grows on demand.
//
// Thread rule: any number of threads may use one rule; the table is guarded by a mutex.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/rules/heap/code.hpp"

namespace cgt::heap {

// G(n + period) = G(n) + saltus for every n >= preperiod; G(0) = 0 is counted.
struct Periodicity {
  Size period = 0;
  Size preperiod = 0;
  std::uint32_t saltus = 0;
  friend bool operator==(const Periodicity&, const Periodicity&) = default;
};
// "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)"
std::string text(const Periodicity& periodicity);

class Rules {
 public:
  // The heaps that a move leaves, none of them empty, in descending order.
  using Visit = std::function<void(std::span<const Size>)>;

  Rules(std::string class_name, std::string code);
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;
  virtual ~Rules() = default;

  const std::string& class_name() const { return class_name_; }
  // As CGSuite prints it; "" if the game has no code.
  const std::string& code() const { return code_; }
  std::uint64_t hash() const { return hash_; }
  // For rules of equal class and code: do they have the same moves?
  friend bool operator==(const Rules& a, const Rules& b) {
    return &a == &b || (a.class_name_ == b.class_name_ && a.code_ == b.code_);
  }

  // Every option of a heap once. Charges the budget for each one, and for the way to it.
  virtual void options(Size heap, Budget& budget, const Visit& visit) const = 0;
  virtual std::uint64_t options_count(Size heap, Budget& budget) const;
  // True only if a heap has no option; found without listing them.
  virtual bool dead(Size heap) const { return heap == 0; }

  // Nim values of the heaps 0 .. last. Throws BudgetExhausted; what was found by then stays.
  std::vector<std::uint32_t> nim_values(Size last, Budget& budget) const;
  std::uint32_t nim_value(Size heap, Budget& budget) const;

  // The period of the nim values, if the values of heaps up to `last` prove one
  // (verify_periodicity); empty if they do not.
  virtual std::optional<Periodicity> check_periodicity(Size last, Budget& budget) const;
  // What proves that period: a sentence.
  virtual std::optional<std::string> period_proof(Size last, Budget& budget) const;

 protected:
  // Appends nim values of the heaps values.size() .. last; or finds a period that is proved by the
  // values so far, and stops there. Called by one thread at a time, always with the same values.
  virtual std::optional<Periodicity> extend(std::vector<std::uint32_t>& values, Size last,
                                            Budget& budget) const;

 private:
  // Requires the mutex.
  void reach(Size last, Budget& budget) const;
  std::uint32_t value_at(Size heap) const;

  std::string class_name_;
  std::string code_;
  std::uint64_t hash_;
  mutable std::mutex mutex_;
  mutable std::vector<std::uint32_t> values_;
  mutable std::optional<Periodicity> period_;  // then values_ holds it and all before
};

class TakeAndBreak : public Rules {
 public:
  explicit TakeAndBreak(Code code, std::string class_name = "TakeAndBreak");
  ~TakeAndBreak() override;

  const Code& rule() const { return rule_; }
  void options(Size heap, Budget& budget, const Visit& visit) const override;
  std::uint64_t options_count(Size heap, Budget& budget) const override;
  bool dead(Size heap) const override;  // exact
  std::optional<Periodicity> check_periodicity(Size last, Budget& budget) const override;
  std::optional<std::string> period_proof(Size last, Budget& budget) const override;

 protected:
  std::optional<Periodicity> extend(std::vector<std::uint32_t>& values, Size last,
                                    Budget& budget) const override;

 private:
  class Engine;

  // Calls use(taken) for the numbers of tokens that a move from the heap may take, ascending, until
  // it returns false.
  template <class Use>
  void each_taken(Size heap, const Use& use) const;

  Code rule_;
  mutable std::unique_ptr<Engine> engine_;  // of extend()
  mutable MemoryMeter meter_;               // of the values that it is given
  mutable Size next_check_ = 256;           // values before a period is looked for again
};

// Does `periodicity` hold for ever, given that `values` are the nim values of the heaps 0, 1, ...?
// Looks at nothing but the code and the values. False if the values are too few, or if no theorem
// applies. Three do, for codes without modifiers:
//
// Guy and Smith (1956): a finite code leaves at most t heaps and takes at most k tokens. Then
// G(n + p) = G(n) for n0 <= n < t*n0 + (t-1)*p + k, n0 >= 1, proves it for all n >= n0. (Saltus 0.)
//
// Codes that leave at most one heap, and whose digits after the k-th are all the same. Let P(n) be
// the values of the options that take more than k tokens: all heaps 1 .. n-k-1 if the last digit
// allows one heap, and 0 if it allows none. The value of n > k is the mex of P(n) and of some of
// G(n-1) .. G(n-k), so it is at least u = mex P(n), and what is below u does not matter. Hence, if
// P(n+p) above its mex is P(n) above its mex, all moved by s, and G(n+p-j) is G(n-j) + s, or else
// both are below their mex, for 1 <= j <= k, then G(n+p) = G(n) + s, and the same holds of n + 1:
// the values are arithmetic-periodic with saltus s. (So Nim, 0.[3], has period 1 and saltus 1, and
// subtraction games `allbut` a set are arithmetic-periodic; Berlekamp, Conway, Guy 1982, chapter
// 4; Siegel 2013, chapter IV.)
//
// Finite codes that leave three heaps or more: a saltus that is not 0, once it was seen for four
// periods, is decided by automata (saltus.hpp).
bool has_period_theorem(const Code& code);
bool verify_periodicity(const Code& code, std::span<const std::uint32_t> values,
                        const Periodicity& periodicity);

// The least period that these values prove.
std::optional<Periodicity> find_period(const Code& code, std::span<const std::uint32_t> values,
                                       Budget& budget);

// What proves a period that find_period() found: a sentence for people.
std::string period_proof(const Code& code, std::span<const std::uint32_t> values,
                         const Periodicity& periodicity, Budget& budget);

// Coin-turning moves as heaps (Lenstra; Berlekamp, Conway, Guy 1982, chapter 14): coin n is
// replaced by other coins further left. A code is the number of coins turned, the rightmost one
// included (3, 1-5, 1+, 1,3-4), and any of
//   C      they stand side by side
//   C(k)   they stand among k neighbouring coins
//   E      they are equally spaced
//   F      the first coin (number 1) is one of them
//   S      they stand symmetrically
class Spawning final : public Rules {
 public:
  // Throws InputError.
  explicit Spawning(const std::string& code);
  void options(Size heap, Budget& budget, const Visit& visit) const override;

 private:
  struct Walk;
  bool count_allowed(Size coins) const;

  std::vector<std::pair<Size, Size>> counts_;  // inclusive
  Size window_ = Digit::kNever;
  bool contiguous_ = false;
  bool equal_ = false;
  bool first_ = false;
  bool symmetric_ = false;
};

}  // namespace cgt::heap
