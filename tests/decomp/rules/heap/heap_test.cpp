#include "decomp/rules/heap/heap.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "decomp/rules/heap/pairs.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/evaluator.hpp"
#include "decomp/solve/impartial/nim_search.hpp"
#include "tests/decomp/rules/laws.hpp"

namespace {

using namespace cgt;
using namespace cgt::testing;
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

std::set<std::string> kayles_moves(const std::string& text, Player) {
  std::vector<int> sizes;
  for (std::size_t at = 0; at < text.size(); at = text.find('+', at) + 1) {
    sizes.push_back(std::stoi(text.substr(at)));
    if (text.find('+', at) == std::string::npos) break;
  }
  std::set<std::string> out;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    for (int taken = 1; taken <= 2; ++taken) {
      for (int left = 0; left + taken <= sizes[i]; ++left) {
        std::vector<int> after = sizes;
        after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
        after.push_back(left);
        after.push_back(sizes[i] - taken - left);
        std::ranges::sort(after);
        std::string one;
        for (const int n : after) {
          if (n > 0) one += (one.empty() ? "" : "+") + std::to_string(n);
        }
        out.insert(one.empty() ? "0" : one);
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Genera of heaps are the published ones", "[heap]") {
  std::ifstream in(CGT_TEST_DATA "/decomp/rules/data/heap_genus.tsv");
  Budget budget;
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
    const Genus genus = heaps(game).genus(size, budget);
    std::string found = std::to_string(heaps(game).nim_value(size, budget)) + " | " +
                        std::to_string(heaps(game).misere_nim_value(size, budget)) + " | ";
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
      CHECK(heaps(game).heap_options(n).size() == heaps(game).options_count(n));
    }
  }
}

TEST_CASE("Long sequences agree with pairs of heaps looked at one by one", "[heap]") {
  Budget budget;
  for (const char* code : {"0.77", "0.07", "0.16", "0.64", "4!.0", "0.06", "4.7", "0.137"}) {
    CAPTURE(code);
    const heap::Code parsed = heap::Code::parse(code);
    const Values found = heaps(coded(code)).nim_values(1500, budget);
    Values values{0};
    for (Size n = 1; n <= 1500; ++n) {
      std::vector<bool> seen(4096);
      for (Size taken = 0; taken <= parsed.last() && taken <= n; ++taken) {
        const heap::Digit& digit = parsed.digit(taken);
        const Size rest = n - taken;
        if (rest == 0 && digit.allows(0)) seen[0] = true;
        if (rest > 0 && taken > 0 && digit.allows(1)) seen[values[rest]] = true;
        for (Size a = 1; digit.allows(2) && 2 * a <= rest; ++a) {
          if (digit.modifier == 0 || 2 * a != rest) seen[values[a] ^ values[rest - a]] = true;
        }
      }
      values.push_back(static_cast<std::uint32_t>(std::ranges::find(seen, false) - seen.begin()));
    }
    CHECK(found == values);
  }
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
  CHECK_FALSE(heap::verify_periodicity(heap::Code::parse("0.[3]"), values, *found));
  // 2 * 71 + 12 + 2 values and one period must be there.
  values.resize(2 * 71 + 12 + 2 + 12);
  CHECK(heap::verify_periodicity(code, values, *found));
  values.pop_back();
  CHECK_FALSE(heap::verify_periodicity(code, values, *found));
  values = heaps(kayles).nim_values(200, budget);
  values[160] ^= 1U;
  CHECK_FALSE(heap::verify_periodicity(code, values, *found));
}

TEST_CASE("Kayles keeps the laws of rulesets", "[heap][laws]") {
  check_laws({"kayles", {"9", "3+5", "1+1+4", "0"}, kayles_moves, {}, {}});
  CHECK(count_lines("kayles", "10", 3) == std::vector<std::uint64_t>{1, 10, 81, 520});
}

TEST_CASE("Other heap games keep the laws of rulesets", "[heap][laws]") {
  for (const char* name : {"nim", "dawsons-kayles", "grundys-game"}) {
    check_laws({name, {"9", "3+5+5", "0"}, {}, {}, {}, 2'000});
  }
  const auto exchanged_sides = [](const std::string& text) {
    // (r,c)+... becomes (c,r)+...
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t comma = text.find(',', at);
      const std::size_t close = text.find(')', at);
      out += (out.empty() ? "(" : "+(") + text.substr(comma + 1, close - comma - 1) + "," +
             text.substr(at + 1, comma - at - 1) + ")";
      at = close + 2;
    }
    return out;
  };
  for (const char* name : {"cutcake", "maundy-cake", "eatcake", "turn-and-eatcake"}) {
    check_laws({name, {"(3,4)", "(2,2)+(1,5)", "(4,4)"}, {}, {}, {exchanged_sides}, 2'000});
  }
  check_laws({"wythoff", {"(5,7)"}, {}, {exchanged_sides}, {}, 2'000});
  for (const char* name : {"mem", "fibonacci-nim", "partizan-euclid"}) {
    check_laws({name, {"(9,2)", "(13,8)", "(0,0)"}, {}, {}, {}, 2'000});
  }
  CHECK(count_lines("grundys-game", "9", 2) == std::vector<std::uint64_t>{1, 4, 12});
  CHECK(count_lines("cutcake", "(3,4)", 2) == std::vector<std::uint64_t>{1, 2, 3});
  CHECK(count_lines("wythoff", "(2,3)", 2) == std::vector<std::uint64_t>{1, 7, 25});
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
