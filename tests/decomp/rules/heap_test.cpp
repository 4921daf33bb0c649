#include "decomp/rules/heap/heap.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "decomp/rules/heap/pair_scan.hpp"
#include "decomp/rules/heap/pairs.hpp"
#include "decomp/rules/heap/saltus.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/rules/variant.hpp"
#include "decomp/solve/misere/positions.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "decomp/solve/values/nim_search.hpp"
#include "tests/files.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace heap_test {

namespace {

using namespace cgt;
using heap::Size;
using Values = std::vector<std::uint32_t>;

std::shared_ptr<const Ruleset> coded(const std::string& code) {
  return find_ruleset("take-and-break")->make({{{"", code}}});
}
const heap::HeapRuleset& heaps(const std::shared_ptr<const Ruleset>& game) {
  const auto* found = dynamic_cast<const heap::HeapRuleset*>(game.get());
  REQUIRE(found != nullptr);
  return *found;
}

// All partitions of n, largest part first.
void partitions(Size n, Size most, std::vector<Size>& parts,
                const std::function<void(const std::vector<Size>&)>& use) {
  if (n == 0) return use(parts);
  for (Size part = std::min(n, most); part >= 1; --part) {
    parts.push_back(part);
    partitions(n - part, part, parts, use);
    parts.pop_back();
  }
}

// By the definition: every partition of what is left, tested against the digit.
Values naive(const heap::Code& code, Size last) {
  Values values{0};
  for (Size n = 1; n <= last; ++n) {
    std::set<std::uint32_t> seen;
    for (Size taken = 0; taken <= n; ++taken) {
      const heap::Digit& digit = code.digit(taken);
      std::vector<Size> parts;
      partitions(n - taken, n - taken, parts, [&](const std::vector<Size>& left) {
        if (taken == 0 && left.size() < 2) return;
        if (!digit.allows(static_cast<Size>(left.size()))) return;
        const std::set<Size> sizes(left.begin(), left.end());
        if (digit.modifier == '!' && sizes.size() != left.size()) return;
        if (digit.modifier == '=' && sizes.size() > 1) return;
        if (digit.modifier == '?' && left.size() > 1 && sizes.size() == 1) return;
        std::uint32_t value = 0;
        for (const Size part : left) value ^= values[part];
        seen.insert(value);
      });
    }
    std::uint32_t value = 0;
    while (seen.contains(value)) ++value;
    values.push_back(value);
  }
  return values;
}

}  // namespace

TEST_CASE("Genera of heaps are the published ones", "[heap]") {
  std::ifstream in(cgt::testing::test_data() + "/decomp/rules/data/heap_genus.tsv");
  Budget budget;
  solve::MiserePositions positions;
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    CAPTURE(line);
    std::istringstream fields(line);
    std::string code;
    Size size = 0;
    fields >> code >> size >> std::ws;
    std::string expected;
    std::getline(fields, expected);
    const auto game = coded(code);
    const MisereId form = positions.form(game->position(std::to_string(size)), budget);
    const Genus genus = positions.games().genus(form, budget);
    std::string found = std::to_string(heaps(game).nim_value(size, budget)) + " | " +
                        std::to_string(positions.games().misere_nim_value(form)) + " | ";
    for (std::size_t i = 0; i < 6; ++i) found += std::to_string(genus.term(i));
    CHECK(found == expected);
    CHECK(genus.nim_value == heaps(game).nim_value(size, budget));
    ++rows;
  }
  CHECK(rows == 72);
}

// Values printed by CGSuite 2.x.
TEST_CASE("Pairs of heaps by a function of one's own", "[heap]") {
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  const auto nim_values = [&](const std::shared_ptr<const Ruleset>& game) {
    Values out;
    for (std::int64_t n = 0; n <= 20; ++n) {
      const AnyPosition position = game->position({{{"", std::vector<Coordinate>{{10, n}}}}});
      out.push_back(store.as_nus(evaluator.value(position, budget))->nimber);
    }
    return out;
  };
  CHECK(nim_values(
            heap::pair_ruleset(heap::gen_wythoff([](std::int64_t x) { return x + 2; }, "x+2"))) ==
        Values{10, 11, 12, 13, 0, 14, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 15, 28, 29, 30});
  CHECK(nim_values(heap::pair_ruleset(heap::gen_mem(
            [](std::int64_t memory, std::int64_t j) { return j != memory; }, "not"))) ==
        Values{6, 6, 6, 4, 6, 6, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6});
}

TEST_CASE("Nim values of codes follow from the definition", "[heap]") {
  Budget budget;
  for (const char* code :
       {"0.77",     "0.07",     "0.6",      "4.0",      "4!.0",  "4.7",   "0.[3]",  "0.3003330[3]",
        "0.7[3]",   "0.04[21]", "0.3F",     "8.31",     "0.0F2", "0.8!4", "C!.3",   "{2+}=.0",
        "0.{1,3+}", "0.4?8?",   "{2,4}=.1", "0.52[7!]", "0.[2]", "0.[1]", "0.01[2]"}) {
    CAPTURE(code);
    const auto game = coded(code);
    const Values found = heaps(game).nim_values(24, budget);
    CHECK(found == naive(heap::Code::parse(code), 24));
    for (Size n = 0; n <= 24; ++n) {
      CHECK(heaps(game).heap_options(n, budget).size() == heaps(game).options_count(n, budget));
    }
  }
}

// Take-and-break games that leave two heaps at most, pair by pair.
Values values_by_pairs(const heap::Code& code, Size last) {
  Values values{0};
  for (Size n = 1; n <= last; ++n) {
    std::vector<bool> seen(4096);
    for (Size taken = 0; taken <= n; ++taken) {
      if (code.finite() && taken > code.last()) break;
      const heap::Digit& digit = code.digit(taken);
      const Size rest = n - taken;
      if (rest == 0 && digit.allows(0)) seen[0] = true;
      if (rest > 0 && taken > 0 && digit.allows(1)) seen[values[rest]] = true;
      for (Size a = 1; digit.allows(2) && 2 * a <= rest; ++a) {
        if (digit.modifier == 0 || 2 * a != rest) seen[values[a] ^ values[rest - a]] = true;
      }
    }
    values.push_back(static_cast<std::uint32_t>(std::ranges::find(seen, false) - seen.begin()));
  }
  return values;
}

TEST_CASE("Long sequences agree with pairs of heaps looked at one by one", "[heap]") {
  Budget budget;
  for (const char* code : {"0.77", "0.07", "0.16", "0.64", "4!.0", "0.06", "4.7", "0.137"}) {
    CAPTURE(code);
    CHECK(heaps(coded(code)).nim_values(1500, budget) ==
          values_by_pairs(heap::Code::parse(code), 1500));
  }
  // Many sparse values: several heaps at a time; others are scanned for single values.
  for (const char* code : {"0.007", "0.06", "0.74", "0.44", "4.0007", "0.0404", "0.06[1]", "4!.07",
                           "0.127", "0.4", "0.104", "0.106", "0.324", "4.05"}) {
    CAPTURE(code);
    const Size last = testing::sized<Size>(5000, 2500);
    const Values all = values_by_pairs(heap::Code::parse(code), last);
    CHECK(heaps(coded(code)).nim_values(last, budget) == all);
    // In pieces that end anywhere, as those who ask heap by heap do.
    const auto game = coded(code);
    std::mt19937_64 random(7);
    Values pieces;
    for (Size n = 0; n < last;) {
      n = std::min<Size>(last, n + 1 + static_cast<Size>(random() % 700));
      pieces = heaps(game).nim_values(n, budget);
    }
    CHECK(pieces == all);
  }
  // So many pairs that what the first ones leave is looked for in the others, one pair of a sum or two.
  std::vector<const char*> longer{"0.0404", "0.007"};
  longer.resize(testing::sized<std::size_t>(2, 1));
  for (const char* code : longer) {
    CAPTURE(code);
    const Size last = 18'000;
    CHECK(heaps(coded(code)).nim_values(last, budget) ==
          values_by_pairs(heap::Code::parse(code), last));
  }
}

TEST_CASE("Pairs of heaps of two kinds leave common values", "[heap]") {
  Budget budget;
  std::mt19937_64 random(9);
  for (const auto& [code, parity] :
       {std::pair{"0.104", 1}, std::pair{"0.106", 1}, std::pair{"0.051", 0}, std::pair{"0.16", 0},
        std::pair{"0.4", 1}, std::pair{"0.44", -1}, std::pair{"0.37", 0}, std::pair{"0.33", -1},
        std::pair{"4.05", 0}, std::pair{"0.05[1]", 0}, std::pair{"0.05[15]", -1}}) {
    CAPTURE(code);
    const heap::Code rule = heap::Code::parse(code);
    const auto found = heap::parity_of_breaking(rule);
    CHECK((found ? static_cast<int>(*found) : -1) == parity);
    const Values values = heaps(coded(code)).nim_values(testing::sized<Size>(3000, 800), budget);
    heap::SparseMask mask = heap::best_mask(rule, values);
    CHECK((found || !mask.by_position));
    const auto count = [&](const heap::SparseMask& m) {
      std::size_t sparse = 0;
      for (Size n = 0; n < values.size(); ++n) sparse += m.sparse(n, values[n]) ? 1 : 0;
      return sparse;
    };
    // No other mask has fewer.
    const std::size_t least = count(mask);
    for (std::uint32_t m = 0; m < 64; ++m) {
      if (m > 0) CHECK(count({m, false, 0}) >= least);
      if (found) CHECK(count({m, true, *found}) >= least);
    }
    // By position or not, whatever the mask.
    for (int i = 0; i < 20; ++i) {
      mask.mask = static_cast<std::uint32_t>(random() % 64);
      for (const Size k : rule.used()) {
        if (!rule.digit(k).allows(2)) continue;
        for (Size a = 1; a < 60; ++a) {
          const Size b = 1 + static_cast<Size>(random() % (values.size() - 100));
          const bool two_kinds = mask.sparse(a, values[a]) != mask.sparse(b, values[b]);
          CHECK(mask.sparse(a + b + k, values[a] ^ values[b]) == !two_kinds);
        }
      }
    }
  }
}

TEST_CASE("Values are found in pairs of heaps many at a time", "[heap]") {
  std::mt19937_64 random(2020);
  for (std::size_t i = 0; i < testing::scaled(20); ++i) {
    Values values{0};
    heap::PairScan scan(i % 2 == 1);
    const std::size_t size = 2 + random() % 1500;
    for (std::size_t n = 1; n < size; ++n) values.push_back(random() % (1U << (random() % 12)));
    // In pieces: the copies move.
    for (std::size_t known = 1; known < size; known += 1 + random() % 300) {
      REQUIRE(scan.follow(std::span(values).first(known)));
    }
    REQUIRE(scan.follow(values));
    for (int asked = 0; asked < 200; ++asked) {
      const Size sum = 1 + static_cast<Size>(random() % (size - 1));
      const Size from = 1 + static_cast<Size>(random() % sum);
      const Size to = static_cast<Size>(random() % (sum + 1));
      std::vector<std::uint16_t> wanted(random() % (heap::PairScan::kTogether + 1));
      for (std::uint16_t& value : wanted) value = static_cast<std::uint16_t>(random() % 600);
      std::vector<std::uint16_t> expected = wanted;
      for (Size a = from; a <= to; ++a) std::erase(expected, values[a] ^ values[sum - a]);
      wanted.resize(scan.strike(sum, from, to, wanted.data(), wanted.size()));
      CHECK(wanted == expected);
    }
  }
  heap::PairScan wide;
  CHECK(wide.follow(Values{0, 65535}));
  CHECK_FALSE(wide.follow(Values{0, 65535, 65536}));
  CHECK_FALSE(wide.follow(Values{0, 65535, 65536, 1}));
}

TEST_CASE("Periods are certified by the theorem of Guy and Smith", "[heap]") {
  Budget budget;
  const auto kayles = coded("0.77");
  const heap::Code code = heap::Code::parse("0.77");
  const auto found = heaps(kayles).check_periodicity(2000, budget);
  REQUIRE(found);
  CHECK(*found == heap::Periodicity{12, 71, 0});
  Values values = heaps(kayles).nim_values(200, budget);
  CHECK(heap::verify_periodicity(code, values, *found));
  CHECK(heap::verify_periodicity(code, values, {24, 71, 0}));
  CHECK_FALSE(heap::verify_periodicity(code, values, {12, 70, 0}));
  CHECK_FALSE(heap::verify_periodicity(code, values, {11, 71, 0}));
  CHECK_FALSE(heap::verify_periodicity(code, values, {12, 71, 1}));
  CHECK_FALSE(heap::verify_periodicity(heap::Code::parse("0.[30]"), values, *found));
  // 2 * 71 + 12 + 2 values and one period must be there.
  values.resize(2 * 71 + 12 + 2 + 12);
  CHECK(heap::verify_periodicity(code, values, *found));
  values.pop_back();
  CHECK_FALSE(heap::verify_periodicity(code, values, *found));
  values = heaps(kayles).nim_values(200, budget);
  values[160] ^= 1U;
  CHECK_FALSE(heap::verify_periodicity(code, values, *found));
}

TEST_CASE("Nim values by outcomes are those by the definition", "[heap][nim_search]") {
  Budget budget;
  for (const auto& [name, text] :
       std::vector<std::pair<std::string, std::string>>{{"wythoff", "(9,14)"},
                                                        {"cram", "....|....|...."},
                                                        {"node-kayles", "---(-;--(-;-);--)"},
                                                        {"mem", "(40,1)"},
                                                        {"kayles", "40+7"}}) {
    const auto game = find_ruleset(name)->make({});
    const AnyPosition position = game->position(text);
    Store store;
    solve::Evaluator evaluator(store);
    solve::NimSearch search(position);
    const std::uint32_t value = search.nim_value(position, budget);
    CAPTURE(name, value);
    CHECK(evaluator.value(position, budget) == store.nimber(value));
    solve::NimSearch fresh(position);
    for (std::uint32_t k = 0; k <= value + 2; ++k) {
      CHECK(fresh.next_player_wins(position, k, budget) == (k != value));
    }
  }
}

TEST_CASE("Codes that make no sense are refused with a place", "[heap]") {
  for (const char* code :
       {"", "0", "3.1", "0.a", "0.[", "0.[]", "0.[3]4", "0.{", "0.{1", "0.{x}", "77"}) {
    CAPTURE(code);
    CHECK_THROWS_AS(heap::Code::parse(code), InputError);
  }
  for (const char* code : {"", "C", "3-1", "1C(", "1C(2", "2X"}) {
    CAPTURE(code);
    CHECK_THROWS_AS(heap::Spawning(code), InputError);
  }
  CHECK_THROWS_AS(find_ruleset("subtraction")->make({}), Error);
  CHECK_THROWS_AS(coded("0.7")->position("3+"), InputError);
}

// The games of the second theorem, by the definition.
Values values_one_by_one(const heap::Code& code, Size last) {
  Values values{0};
  for (Size n = 1; n <= last; ++n) {
    std::vector<bool> seen(n + 2);
    for (Size taken = 1; taken <= n; ++taken) {
      const heap::Digit& digit = code.digit(taken);
      if (taken == n ? digit.allows(0) : digit.allows(1)) seen[values[n - taken]] = true;
    }
    values.push_back(static_cast<std::uint32_t>(std::ranges::find(seen, false) - seen.begin()));
  }
  return values;
}

TEST_CASE("Arithmetic periods are certified", "[heap]") {
  Budget budget;
  CHECK(heaps(coded("0.[3]")).check_periodicity(20, budget) == heap::Periodicity{1, 0, 1});
  // All but 1: 0,0,1,1,2,2,...
  CHECK(heaps(coded("0.0[3]")).check_periodicity(20, budget) == heap::Periodicity{2, 0, 1});
  CHECK(heaps(coded("0.3[2]")).check_periodicity(200, budget) == heap::Periodicity{1, 3, 1});
  // Heaps of 3 or more may be taken whole, and that is all.
  CHECK(heaps(coded("0.00[1]")).check_periodicity(200, budget) == heap::Periodicity{1, 3, 0});
  std::mt19937_64 random(1956);
  std::size_t found = 0;
  std::size_t rising = 0;
  std::size_t late = 0;
  const std::size_t cases = testing::scaled(400);
  for (std::size_t i = 0; i < cases; ++i) {
    std::string text = "0.";
    for (std::uint64_t digits = random() % 7; digits > 0; --digits) text += "0123"[random() % 4];
    text += '[';
    text += "0123"[random() % 4];
    text += ']';
    CAPTURE(text);
    const heap::Code code = heap::Code::parse(text);
    const Values all = values_one_by_one(code, 600);
    const auto game = coded(text);
    CHECK(heaps(game).nim_values(600, budget) == all);
    const auto p = heaps(game).check_periodicity(250, budget);
    if (!p) continue;
    ++found;
    rising += p->saltus > 0 ? 1U : 0U;
    late += p->preperiod > 0 ? 1U : 0U;
    for (Size n = p->preperiod; n + p->period < all.size(); ++n) {
      if (all[n + p->period] != all[n] + p->saltus) FAIL("the period does not hold");
    }
    Values first(all.begin(), all.begin() + 251);
    CHECK(heap::verify_periodicity(code, first, *p));
    CHECK_FALSE(heap::verify_periodicity(code, first, {p->period, p->preperiod, p->saltus + 1}));
    if (p->preperiod > 0) {
      CHECK_FALSE(heap::verify_periodicity(code, first, {p->period, p->preperiod - 1, p->saltus}));
    }
    ++first[random() % (first.size() - p->preperiod - p->period) + p->preperiod];
    CHECK_FALSE(heap::verify_periodicity(code, first, *p));
    // Far away the formula speaks.
    const Size far = 90'000'000 + static_cast<Size>(random() % 1000);
    const Size periods = (far - p->preperiod) / p->period;
    CHECK(heaps(game).nim_value(far, budget) ==
          all[far - periods * p->period] + periods * p->saltus);
  }
  testing::expect_share(found, cases, 0.5);   // 1
  testing::expect_share(rising, found, 0.2);  // 0.47
  testing::expect_share(late, found, 0.3);    // 0.76
}

// Games that leave any number of heaps, from the values of the moves.
TEST_CASE("Arithmetic periods of codes that leave three heaps are decided", "[heap][saltus]") {
  Budget budget;
  // All of one and two digits that leave three heaps.
  std::size_t rising = 0;
  const std::string digits = "0123456789ABCDEF";
  for (std::size_t i = 0; i < 256; ++i) {
    if (i / 16 < 8 && i % 16 < 8) continue;
    const std::string text = {'0', '.', digits[i / 16], digits[i % 16]};
    const heap::Code code = heap::Code::parse(text);
    const auto game = coded(text);
    const auto p = heaps(game).check_periodicity(200, budget);
    if (!p || p->saltus == 0) continue;
    CAPTURE(text, p->period, p->preperiod, p->saltus);
    ++rising;
    // Another way: the definition, far beyond what was looked at.
    const Values all = heaps(coded(text)).nim_values(60, budget);
    REQUIRE(naive(code, 24) == Values(all.begin(), all.begin() + 25));
    const heap::Rules* plain = heaps(game).rules().get();
    Values values = plain->nim_values(420, budget);
    std::vector<std::uint32_t> seen(2048, 0);
    for (Size n = 201; n <= 420; n += 73) {
      for (Size k = 0; k <= code.last(); ++k) {
        const heap::Digit& digit = code.digit(k);
        const Size rest = n - k;
        if (digit.allows(1) && k > 0) seen[values[rest]] = n;
        for (Size a = 1; 2 * a <= rest; ++a) {
          if (digit.allows(2)) seen[values[a] ^ values[rest - a]] = n;
          for (Size b = a; digit.allows(3) && a + 2 * b <= rest; ++b) {
            seen[values[a] ^ values[b] ^ values[rest - a - b]] = n;
          }
        }
      }
      CHECK(std::ranges::find_if(seen, [&](std::uint32_t v) { return v != n; }) - seen.begin() ==
            values[n]);
    }
    // What is not so is refuted, at a heap whose value would be wrong.
    values = heaps(coded(text)).nim_values(200, budget);
    CHECK(heap::decide_saltus(code, values, *p, budget).holds);
    const heap::Periodicity twice{2 * p->period, p->preperiod, 2 * p->saltus};
    CHECK(heap::decide_saltus(code, values, twice, budget).holds);
    const heap::Periodicity steeper{p->period, p->preperiod, p->saltus + 1};
    const auto no = heap::decide_saltus(code, values, steeper, budget);
    CHECK_FALSE(no.holds);
    CHECK(no.fails_at >= p->preperiod);
    const heap::Periodicity longer{p->period + 1, p->preperiod, p->saltus};
    CHECK_FALSE(heap::decide_saltus(code, values, longer, budget).holds);
    const heap::Periodicity flat{p->period, p->preperiod, 0};
    CHECK_FALSE(heap::decide_saltus(code, values, flat, budget).holds);
  }
  CHECK(rising == 69);
}

TEST_CASE("Periods of octal games are decided by automata, too", "[heap][saltus]") {
  Budget budget;
  std::mt19937_64 random(1963);
  std::size_t found = 0;
  for (const char* text :
       {"0.3", "0.5", "0.15", "0.7", "0.51", "0.53", "0.71", "4.3", "4.12", "0.77", "0.34"}) {
    CAPTURE(text);
    const heap::Code code = heap::Code::parse(text);
    const auto p = heaps(coded(text)).check_periodicity(1000, budget);
    REQUIRE(p);
    const Values values = heaps(coded(text)).nim_values(1000, budget);
    CHECK(heap::decide_saltus(code, values, *p, budget).holds);
    ++found;
    // A value that is changed makes the values of greater heaps other ones.
    Values wrong = values;
    wrong[p->preperiod + random() % p->period] ^= 1U;
    CHECK_FALSE(heap::decide_saltus(code, wrong, *p, budget).holds);
  }
  CHECK(found == 11);
}

TEST_CASE("Values that the ruleset knows are those of the moves", "[heap]") {
  Budget budget;
  const auto check = [&](const std::shared_ptr<const Ruleset>& game,
                         const std::vector<const char*>& texts) {
    // The variant has the same moves and no nim values of its own.
    const auto plain = variant::variant(game, variant::Kind::kImpartial);
    Store store;
    solve::Evaluator evaluator(store);
    solve::Evaluator searching(store);
    for (const char* text : texts) {
      CAPTURE(game->class_name(), text);
      const AnyPosition known = game->position(text);
      const AnyPosition searched = plain->position(text);
      const GameId value = evaluator.value(known, budget);
      CHECK(value == searching.value(searched, budget));
      CHECK(evaluator.outcome(known, budget) == searching.outcome(searched, budget));
      CHECK(evaluator.outcome(known, budget) == store.outcome(value));
      CHECK(evaluator.thermograph(known, budget) == searching.thermograph(searched, budget));
      solve::NimSearch by_outcomes(known);
      CHECK(value == store.nimber(by_outcomes.nim_value(known, budget)));
    }
    CHECK(evaluator.components() == 0);
    CHECK(searching.components() > 0);
  };
  for (const char* code : {"0.77", "4!.0", "0.[3]", "0.3F", "0.04[21]"}) {
    check(coded(code), {"0", "1", "7", "12", "3+5", "4+4", "1+2+6"});
  }
  check(find_ruleset("spawning")->make({{{"", std::string("1+S")}}}), {"0", "1", "5", "2+3"});
  // So large a heap has no table of moves.
  Store store;
  solve::Evaluator evaluator(store);
  const AnyPosition large = coded("0.[3]")->position("1000000+3");
  CHECK(evaluator.value(large, budget) == store.nimber(1'000'003));
  CHECK(evaluator.components() == 0);
}

TEST_CASE("A heap is dead if it has no option", "[heap]") {
  Budget budget;
  for (const char* code :
       {"0.77", "0.007", "4!.0", "0.8", "0.8!", "0.0W!", "{2+}=.0", "{3}=.0", "0.4?", "0.{2,4}?",
        "0.0{4+}?", "0.{1,3+}", "0.04[21]", "0.00[1]", "0.[02]", "0.0{5+}=", "0.0", "0.0{0,6+}!"}) {
    const heap::TakeAndBreak rules(heap::Code::parse(code));
    for (Size n = 0; n <= 30; ++n) {
      CAPTURE(code, n);
      bool any = false;
      rules.options(n, budget, [&](std::span<const Size>) { any = true; });
      CHECK(rules.dead(n) == !any);
    }
  }
}

TEST_CASE("A spent budget stops every question about a heap, and does no harm", "[heap]") {
  const auto spawning = [](const char* code) {
    return find_ruleset("spawning")->make({{{"", std::string(code)}}});
  };
  const char* const large_nim = "100000000";
  struct Question {
    std::shared_ptr<const Ruleset> game;
    const char* large;
  };
  for (const auto& [game, large] :
       {Question{coded("0.[3]"), large_nim}, Question{coded("0.{3+}"), "1000000"},
        Question{coded("0.0{63+}!"), "3000"}, Question{coded("0.8?"), "1000000"},
        Question{spawning("1+"), "1000000"}, Question{spawning("3S"), "1000000"},
        Question{spawning("1+S"), "1000000"}, Question{spawning("1+SF"), "1000000"},
        Question{spawning("1+E"), "1000000"}, Question{spawning("1+C"), "1000000"},
        Question{spawning("64F"), "1000000"}}) {
    CAPTURE(large);
    const AnyPosition position = game->position(large);
    const AnyPosition small = game->position("5");
    const auto limited = [](std::uint64_t nodes) { return Budget::Limits{.nodes = nodes}; };
    {
      Budget budget(limited(5'000));
      CHECK_THROWS_AS(position.options(Player::kLeft, budget), BudgetExhausted);
    }
    {
      Budget budget({.nodes = 2'000'000, .megabytes = 1});
      CHECK_THROWS_AS(position.options(Player::kLeft, budget), BudgetExhausted);
    }
    Store store;
    solve::Evaluator evaluator(store);
    solve::MiserePositions misere;
    if (large != large_nim) {  // whose values have a period
      Budget budget(limited(5'000));
      CHECK_THROWS_AS(evaluator.value(position, budget), BudgetExhausted);
    }
    {
      Budget budget(limited(5'000));
      CHECK_THROWS_AS(misere.form(position, budget), BudgetExhausted);
    }
    Budget budget;
    Store fresh_store;
    solve::Evaluator fresh(fresh_store);
    const auto plain = variant::variant(game, variant::Kind::kImpartial);
    CHECK(store.as_nus(evaluator.value(small, budget))->nimber ==
          fresh_store.as_nus(fresh.value(plain->position("5"), budget))->nimber);
    solve::MiserePositions fresh_misere;
    CHECK(
        misere.games().genus(misere.form(small, budget), budget).text() ==
        fresh_misere.games().genus(fresh_misere.form(plain->position("5"), budget), budget).text());
  }
}

}  // namespace heap_test
