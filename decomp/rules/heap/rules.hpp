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
  // Of equal class and code: the same moves.
  friend bool operator==(const Rules& a, const Rules& b) {
    return &a == &b || (a.class_name_ == b.class_name_ && a.code_ == b.code_);
  }

  // Every option of a heap once.
  virtual void options(Size heap, const Visit& visit) const = 0;
  virtual std::uint64_t options_count(Size heap) const;

  // Nim values of the heaps 0 .. last. Throws BudgetExhausted; what was found by then stays.
  std::vector<std::uint32_t> nim_values(Size last, Budget& budget) const;
  std::uint32_t nim_value(Size heap, Budget& budget) const;

  // The period of the nim values, if the values of heaps up to `last` prove one (Guy and Smith
  // 1956); empty if they do not.
  virtual std::optional<Periodicity> check_periodicity(Size last, Budget& budget) const;

 protected:
  // Appends nim values of the heaps values.size() .. last.
  virtual void extend(std::vector<std::uint32_t>& values, Size last, Budget& budget) const;

 private:
  std::string class_name_;
  std::string code_;
  std::uint64_t hash_;
  mutable std::mutex mutex_;
  mutable std::vector<std::uint32_t> values_;
};

class TakeAndBreak final : public Rules {
 public:
  explicit TakeAndBreak(Code code, std::string class_name = "TakeAndBreak");

  const Code& rule() const { return rule_; }
  void options(Size heap, const Visit& visit) const override;
  std::uint64_t options_count(Size heap) const override;
  std::optional<Periodicity> check_periodicity(Size last, Budget& budget) const override;

 protected:
  void extend(std::vector<std::uint32_t>& values, Size last, Budget& budget) const override;

 private:
  Code rule_;
};

// Does `periodicity` hold for ever, given that `values` are the nim values of the heaps 0, 1, ...?
// The theorem of Guy and Smith, for codes without modifiers that leave at most t heaps and take at
// most k tokens: G(n + p) = G(n) for n0 <= n < t*n0 + (t-1)*p + k, n0 >= 1, proves it for all
// n >= n0. Looks at nothing but the code and the values. False if the values are too few.
bool verify_periodicity(const Code& code, std::span<const std::uint32_t> values,
                        const Periodicity& periodicity);

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
  void options(Size heap, const Visit& visit) const override;

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
