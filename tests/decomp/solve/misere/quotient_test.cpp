// Misere quotients against published figures, plain search, and the checker of their certificates.
#include <catch2/catch.hpp>

#include <map>
#include <sstream>

#include "cgt/support/hash.hpp"
#include "decomp/solve/misere/certificate.hpp"
#include "decomp/solve/misere/heaps.hpp"
#include "tests/files.hpp"

namespace quotient_test {

using namespace cgt;
using namespace cgt::solve;

namespace {

std::shared_ptr<const heap::Rules> game_of(const std::string& code) {
  return std::make_shared<heap::TakeAndBreak>(heap::Code::parse(code));
}

// Who wins, by trying every move of every position up to a total size.
class PlainSearch {
 public:
  explicit PlainSearch(const std::string& code) : rules_(game_of(code)) {}

  // Heaps in ascending order, one character each.
  bool lost(const std::string& heaps) {
    if (const auto found = lost_.find(heaps); found != lost_.end()) return found->second;
    bool any = false;
    bool wins = false;
    for (std::size_t i = 0; i < heaps.size(); ++i) {
      if (i > 0 && heaps[i] == heaps[i - 1]) continue;
      for (const std::string& left : moves(static_cast<heap::Size>(heaps[i]))) {
        any = true;
        if (wins) break;
        std::string next = heaps;
        next.erase(i, 1);
        next += left;
        std::ranges::sort(next);
        wins = lost(next);
      }
    }
    return lost_[heaps] = any && !wins;
  }

 private:
  const std::vector<std::string>& moves(heap::Size heap) {
    const auto [at, fresh] = moves_.try_emplace(heap);
    if (fresh) {
      rules_->options(heap, budget_, [&, &out = at->second](std::span<const heap::Size> parts) {
        out.emplace_back(parts.begin(), parts.end());
      });
    }
    return at->second;
  }

  std::shared_ptr<const heap::Rules> rules_;
  Budget budget_;
  std::map<heap::Size, std::vector<std::string>> moves_;
  FlatMap<std::string, bool> lost_;
};

// Calls use(heaps) for all positions without empty heaps up to a total.
template <class Use>
void each_sum(std::uint32_t total, const Use& use) {
  std::vector<heap::Size> heaps;
  const auto go = [&](const auto& again, std::uint32_t left, heap::Size least) -> void {
    use(heaps);
    for (heap::Size n = least; n <= left; ++n) {
      heaps.push_back(n);
      again(again, left - n, n);
      heaps.pop_back();
    }
  };
  go(go, total, 1);
}

void check_by_search(const std::string& code, MisereHeaps& heaps, std::uint32_t total) {
  INFO(code);
  PlainSearch plain(code);
  Budget budget;
  std::size_t wrong = 0;
  std::size_t lost = 0;
  each_sum(total, [&](const std::vector<heap::Size>& sum) {
    const bool expected = plain.lost(std::string(sum.begin(), sum.end()));
    if (heaps.lost(sum, budget) != expected) ++wrong;
    if (expected) ++lost;
  });
  CHECK(wrong == 0);
  CHECK(lost > 0);
}

std::string facts_text(MisereHeaps& heaps) {
  Budget budget;
  const QuotientFacts f = facts_of(heaps.quotient(), budget);
  std::ostringstream out;
  out << "order=" << f.order << " P=" << f.lost;
  if (const auto& period = heaps.period()) {
    out << " period=" << period->period << " preperiod=" << period->preperiod;
  }
  out << " idempotents=" << f.idempotents << " kernel=" << f.kernel << " kernelP=" << f.kernel_lost
      << " involutions=" << f.involutions;
  return out.str();
}

}  // namespace

TEST_CASE("Misere quotients that others found", "[misere]") {
  std::map<std::string, std::size_t> rows;
  for (const std::string& line : testing::lines_of(
           testing::read_file(testing::test_data() + "/decomp/solve/data/misere.tsv"))) {
    if (line.empty() || line[0] == '#') continue;
    INFO(line);
    std::istringstream columns(line);
    std::string category;
    std::string input;
    std::string expected;
    std::getline(columns, category, '\t');
    std::getline(columns, input, '\t');
    std::getline(columns, expected, '\t');
    std::istringstream words(input);
    std::string code;
    std::string what;
    words >> code >> what;
    MisereHeaps heaps(game_of(code));
    Budget budget;
    ++rows[category];
    if (category == "misere.quotient") {
      REQUIRE(heaps.find_period(1000, budget));
      CHECK(facts_text(heaps) == expected);
    } else if (category == "misere.partial-quotient") {
      words >> what;
      REQUIRE(heaps.extend(static_cast<std::uint32_t>(std::stoul(what.substr(3))), budget));
      CHECK(facts_text(heaps).starts_with(expected + " "));
    } else if (category == "misere.least-equal-heap") {
      REQUIRE(heaps.find_period(1000, budget));
      std::istringstream numbers(expected);
      std::uint32_t least = 0;
      for (heap::Size heap = 1; numbers >> least; ++heap) {
        const auto x = heaps.class_of(heap, budget);
        CHECK(x == heaps.class_of(least, budget));
        for (heap::Size smaller = 0; smaller < least; ++smaller) {
          CHECK(x != heaps.class_of(smaller, budget));
        }
      }
    } else {
      REQUIRE(category == "misere.outcome");
      std::vector<heap::Size> sum;
      for (std::size_t at = 0; at < what.size();) {
        std::size_t used = 0;
        sum.push_back(static_cast<heap::Size>(std::stoul(what.substr(at), &used)));
        at += used + 1;
      }
      CHECK(heaps.lost(sum, budget) == (expected == "P"));
    }
  }
  CHECK(rows == std::map<std::string, std::size_t>{{"misere.quotient", 28},
                                                   {"misere.partial-quotient", 22},
                                                   {"misere.least-equal-heap", 17},
                                                   {"misere.outcome", 46}});
}

TEST_CASE("Outcomes of all small sums, by quotient and by search", "[misere]") {
  for (const char* code :
       {"0.77", "0.15", "0.72", "0.53", "0.312", "0.75", "0.123", "0.34", "0.144", "4.12"}) {
    MisereHeaps heaps(game_of(code));
    Budget budget;
    REQUIRE(heaps.find_period(1000, budget));
    check_by_search(code, heaps, 25);
  }
}

TEST_CASE("Outcomes of all sums of total 30", "[misere][nightly][.]") {
  for (const char* code :
       {"0.77", "0.15", "0.72", "0.53", "0.312", "0.75", "0.123", "0.34", "0.144", "4.12"}) {
    MisereHeaps heaps(game_of(code));
    Budget budget;
    REQUIRE(heaps.find_period(1000, budget));
    check_by_search(code, heaps, 30);
  }
}

TEST_CASE("Quotients without a period are as good as far as they reach", "[misere]") {
  // Codes with modifiers, and of games whose quotient never ends.
  for (const char* code : {"0.07", "4!.0", "4.7", "0.26", "0.8", "{2+}=.0", "0.3"}) {
    INFO(code);
    MisereHeaps heaps(game_of(code));
    Budget budget;
    REQUIRE(heaps.extend(16, budget));
    check_by_search(code, heaps, 16);
  }
}

TEST_CASE("A quotient that is not found leaves that of the smaller heaps", "[misere]") {
  MisereHeaps heaps(game_of("0.06"), {.copies = 40, .elements = 10000});
  Budget budget;
  CHECK_FALSE(heaps.find_period(200, budget));
  CHECK(heaps.stuck() == MisereQuotientSearch::Stuck::kCopies);
  CHECK(heaps.heaps() == 16);
  check_by_search("0.06", heaps, 16);
  CHECK_FALSE(heaps.lost(std::vector<heap::Size>{17}, budget).has_value());
  MisereHeaps narrow(game_of("0.77"), {.copies = 64, .elements = 30});
  CHECK_FALSE(narrow.find_period(200, budget));
  CHECK(narrow.stuck() == MisereQuotientSearch::Stuck::kElements);
  CHECK(narrow.quotient().order() <= 30);
  check_by_search("0.77", narrow, narrow.heaps());
  // Never one of infinitely many heaps.
  MisereHeaps nim(game_of("0.[3]"));
  CHECK_FALSE(nim.find_period(9, budget));
  CHECK_FALSE(nim.period().has_value());
  CHECK(nim.quotient().order() == 18);
  CHECK(facts_of(nim.quotient(), budget).tame);
}

TEST_CASE("A search for a quotient goes on where a budget ended", "[misere]") {
  Budget whole;
  MisereHeaps at_once(game_of("0.15"));
  REQUIRE(at_once.find_period(1000, whole));
  MisereHeaps often(game_of("0.15"));
  std::size_t stops = 0;
  for (std::uint64_t nodes = 1500; !often.period(); nodes += nodes / 4) {
    Budget budget({.nodes = nodes});
    try {
      const bool found = often.find_period(1000, budget);
      CHECK(found);
    } catch (const BudgetExhausted&) {
      ++stops;
      REQUIRE(stops < 100);
    }
  }
  CHECK(stops > 3);
  CHECK(often.quotient().classes == at_once.quotient().classes);
  CHECK(facts_text(often) == facts_text(at_once));
}

TEST_CASE("Presentations of quotients", "[misere]") {
  Budget budget;
  MisereHeaps heaps(game_of("0.75"));
  REQUIRE(heaps.find_period(100, budget));
  // R8 of Plambeck and Siegel 2008, the least wild quotient, and their order of 0.123.
  const MisereQuotient& q = heaps.quotient();
  CHECK(presentation(q, budget) ==
        std::vector<std::string>{"a^2 = 1", "b*c = a*b", "b^3 = b", "c^2 = b^2"});
  MisereHeaps other(game_of("0.123"));
  REQUIRE(other.find_period(100, budget));
  CHECK(facts_text(other).starts_with("order=20 P=5 period=5 preperiod=5 "));
}

TEST_CASE("Certificates of quotients are checked apart from their making", "[misere]") {
  for (const char* code : {"0.75", "0.77", "0.15", "0.3", "0.07"}) {
    INFO(code);
    MisereHeaps heaps(game_of(code));
    Budget budget;
    const bool periodic = std::string(code) != "0.07";
    if (periodic) {
      REQUIRE(heaps.find_period(1000, budget));
    } else {
      REQUIRE(heaps.extend(20, budget));
    }
    const std::string text = misere_certificate(heaps, budget);
    const CheckedQuotient checked =
        check_misere_certificate(SourceText("certificate", text), budget);
    CHECK(checked.order == heaps.quotient().order());
    CHECK(checked.heaps == heaps.heaps());
    CHECK(checked.period == heaps.period());
    if (std::string(code) == "0.77") CHECK(checked.pairs == 1417);
  }
}

TEST_CASE("No line of a certificate can be changed", "[misere]") {
  MisereHeaps heaps(game_of("0.75"));
  Budget budget;
  REQUIRE(heaps.find_period(1000, budget));
  const std::string good = misere_certificate(heaps, budget);
  const std::vector<std::string> lines = testing::lines_of(good);
  std::size_t refused = 0;
  std::size_t tried = 0;
  const auto check = [&](const std::string& text) {
    ++tried;
    try {
      check_misere_certificate(SourceText("certificate", text), budget);
    } catch (const InputError&) {
      ++refused;
    }
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // The line left out; a claim of a period need not be made.
    std::string without;
    for (std::size_t j = 0; j < lines.size(); ++j) {
      if (j != i) without += lines[j] + "\n";
    }
    if (!lines[i].empty() && !lines[i].starts_with("period")) check(without);
    // Each number changed to each other element.
    for (std::size_t at = 0; at < lines[i].size(); ++at) {
      const char digit = lines[i][at];
      if (digit < '0' || digit > '7' || lines[i].starts_with("game") ||
          lines[i].starts_with("misere") || lines[i].starts_with("period")) {
        continue;
      }
      for (char other = '0'; other <= '8'; ++other) {
        if (other == digit) continue;
        std::string changed = good;
        const std::size_t start = good.find(lines[i] + "\n");
        changed[start + at] = other;
        check(changed);
      }
    }
  }
  CHECK(tried > 500);
  CHECK(refused == tried);
  for (const char* period : {"period 1 8", "period 2 7", "period 3 8", "period 2 90"}) {
    std::string changed = good;
    changed.replace(good.find("period 2 8"), 10, period);
    CHECK_THROWS_AS(check_misere_certificate(SourceText("certificate", changed), budget),
                    InputError);
  }
}

}  // namespace quotient_test
