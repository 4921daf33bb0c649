// The checker: no code of the search.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "decomp/solve/misere/certificate.hpp"

namespace cgt::solve {
namespace {

using CheckedElement = std::uint32_t;
using CheckedPair = std::pair<CheckedElement, std::vector<CheckedElement>>;

class CertificateChecker {
 public:
  CertificateChecker(const SourceText& source, Budget& budget)
      : source_(source), text_(source.text()), budget_(budget) {}

  CheckedQuotient check() {
    read();
    check_products();
    check_pairs();
    check_least();
    if (period_) check_period();
    return {code_, order_, static_cast<std::uint32_t>(classes_.size() - 1), pairs_.size(), period_};
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(source_,
                     {{Severity::kError, why, "", {line_, std::max<std::size_t>(word_, 1)}}});
  }

  // --- reading: words of lines --------------------------------------------------------------------
  bool next_line() {
    if (at_ >= text_.size()) return false;
    line_ = at_;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line_text_ = text_.substr(at_, end - at_);
    word_ = line_text_.size();
    at_ = end + 1;
    return true;
  }
  std::string_view next_word() {
    while (!line_text_.empty() && line_text_.front() == ' ') line_text_.remove_prefix(1);
    const std::size_t end = std::min(line_text_.find(' '), line_text_.size());
    const std::string_view word = line_text_.substr(0, end);
    line_text_.remove_prefix(end);
    return word;
  }
  std::optional<std::uint32_t> next_number() {
    const std::string_view word = next_word();
    if (word.empty()) return std::nullopt;
    std::uint64_t n = 0;
    for (const char c : word) {
      if (c < '0' || c > '9' || n > 100'000'000)
        refuse(fmt::format("'{}' is not a number here", word));
      n = 10 * n + static_cast<std::uint64_t>(c - '0');
    }
    return static_cast<std::uint32_t>(n);
  }
  std::vector<CheckedElement> elements() {
    std::vector<CheckedElement> out;
    while (const auto x = next_number()) {
      if (*x >= order_)
        refuse(fmt::format("there is no element {} in a quotient of order {}", *x, order_));
      out.push_back(*x);
    }
    return out;
  }

  void read() {
    if (!next_line() || line_text_ != "misere-quotient 1") {
      refuse("this is not a certificate of a misere quotient");
    }
    while (next_line()) {
      budget_.charge(1 + line_text_.size() / 8);
      const std::string_view key = next_word();
      if (key == "end") {
        if (order_ == 0 || classes_.empty() || rules_ == nullptr) break;
        return;
      }
      if (key == "game") {
        code_ = std::string(next_word());
        rules_ = std::make_shared<heap::TakeAndBreak>(heap::Code::parse(code_));
      } else if (key == "order") {
        order_ = next_number().value_or(0);
        lost_.assign(order_, false);
      } else if (key == "times") {
        times_.push_back(elements());
        if (times_.back().size() != order_) refuse("a product is missing, or one too many");
      } else if (key == "lost") {
        for (const CheckedElement x : elements()) lost_[x] = true;
      } else if (key == "classes") {
        classes_ = elements();
      } else if (key == "period") {
        const auto period = next_number();
        const auto preperiod = next_number();
        if (!period || !preperiod || *period == 0 || *preperiod == 0)
          refuse("this is not a period");
        period_ = {*period, *preperiod};
      } else if (key == "pair") {
        const auto x = next_number();
        if (!x || *x >= order_ || next_word() != ":") refuse("this is not a pair");
        pairs_.emplace(*x, elements());
      } else {
        refuse(fmt::format("'{}' begins no line of a certificate", key));
      }
    }
    refuse("the certificate ends too early");
  }

  // --- checking -----------------------------------------------------------------------------------
  // Generators that commute make a commutative monoid of what they make of the identity.
  void check_products() {
    line_ = 0;
    word_ = 1;
    for (const auto& g : times_) {
      for (const auto& h : times_) {
        budget_.charge(order_);
        for (CheckedElement x = 0; x < order_; ++x) {
          if (g[h[x]] != h[g[x]]) refuse("the products do not commute");
        }
      }
    }
    words_.assign(order_, {});
    std::vector<CheckedElement> found{0};
    std::vector<bool> seen(order_);
    seen[0] = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t g = 0; g < times_.size(); ++g) {
        const CheckedElement next = times_[g][found[i]];
        if (seen[next]) continue;
        seen[next] = true;
        words_[next] = words_[found[i]];
        words_[next].push_back(g);
        found.push_back(next);
      }
    }
    if (found.size() != order_) refuse("the generators do not make all elements");
    table_.assign(order_, {});
    for (CheckedElement y = 0; y < order_; ++y) {
      for (CheckedElement x = 0; x < order_; ++x) {
        CheckedElement product = x;
        for (const std::size_t g : words_[y]) product = times_[g][product];
        table_[y].push_back(product);
      }
      budget_.charge(order_);
    }
  }

  void check_pairs() {
    if (classes_[0] != 0) refuse("the empty heap is not of the class 0");
    if (lost_[0]) refuse("the empty sum is won by the next player, but 0 is in the P-portion");
    const CheckedPair nothing{0, {}};
    if (!pairs_.contains(nothing)) refuse("the pair of the empty sum is missing");
    std::set<CheckedPair> of_heaps;
    for (heap::Size n = 1; n < classes_.size(); ++n) {
      std::set<CheckedElement> options;
      rules_->options(n, budget_, [&](std::span<const heap::Size> parts) {
        CheckedElement x = 0;
        for (const heap::Size part : parts) x = table_[x][classes_[part]];
        options.insert(x);
      });
      of_heaps.insert({classes_[n], {options.begin(), options.end()}});
    }
    for (const auto& [x, options] : pairs_) {
      if (!std::ranges::is_sorted(options)) refuse("the options of a pair are not in order");
      const bool to_lost = std::ranges::any_of(options, [&](CheckedElement o) { return lost_[o]; });
      if (CheckedPair{x, options} != nothing && lost_[x] == to_lost) {
        refuse(fmt::format("a pair of the element {} breaks the rule of P-positions", x));
      }
      for (const auto& [y, others] : of_heaps) {
        budget_.charge(1 + (options.size() + others.size()) / 4);
        std::set<CheckedElement> made;
        for (const CheckedElement o : options) made.insert(table_[y][o]);
        for (const CheckedElement o : others) made.insert(table_[x][o]);
        if (!pairs_.contains({table_[x][y], {made.begin(), made.end()}})) {
          refuse(fmt::format("a product of the elements {} and {} is not among the pairs", x, y));
        }
      }
    }
  }

  void check_least() {
    std::set<std::vector<bool>> portions;
    for (CheckedElement x = 0; x < order_; ++x) {
      std::vector<bool> portion;
      for (CheckedElement y = 0; y < order_; ++y) portion.push_back(lost_[table_[x][y]]);
      budget_.charge(order_ / 8 + 1);
      if (!portions.insert(portion).second) refuse(fmt::format("the element {} is superfluous", x));
    }
  }

  void check_period() {
    const heap::Code& code = rules_->rule();
    if (!code.finite() || !code.plain() || code.most() == heap::Digit::kNever) {
      refuse("no theorem proves a period of this code");
    }
    const std::uint64_t t = std::max<std::uint64_t>(code.most(), 1);
    const std::uint64_t n0 = period_->preperiod;
    const std::uint64_t p = period_->period;
    if (t * n0 + t * p + code.last() > classes_.size()) refuse("too few heaps for this period");
    const auto at = [&](std::uint64_t n) { return classes_[static_cast<std::size_t>(n)]; };
    for (std::uint64_t n = n0; n + p < classes_.size(); ++n) {
      if (at(n) != at(n + p)) refuse(fmt::format("heap {} differs from heap {}", n + p, n));
    }
  }

  const SourceText& source_;
  std::string_view text_;
  Budget& budget_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  std::size_t word_ = 1;
  std::string_view line_text_;

  std::string code_;
  std::shared_ptr<heap::TakeAndBreak> rules_;
  std::uint32_t order_ = 0;
  std::vector<std::vector<CheckedElement>> times_;
  std::vector<bool> lost_;
  std::vector<CheckedElement> classes_;
  std::optional<MiserePeriod> period_;
  std::set<CheckedPair> pairs_;
  std::vector<std::vector<std::size_t>> words_;
  std::vector<std::vector<CheckedElement>> table_;
};

}  // namespace

CheckedQuotient check_misere_certificate(const SourceText& text, Budget& budget) {
  return CertificateChecker(text, budget).check();
}

}  // namespace cgt::solve
