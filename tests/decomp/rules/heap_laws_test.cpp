// The heap games against second move generators: texts in, texts out, straight from the rules of
// the games. Nothing here knows codes, digits or the heaps of decomp.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/decomp/rules/laws.hpp"

namespace heap_laws_test {

namespace {

using namespace cgt;
using namespace cgt::testing;
using Heaps = std::vector<int>;
using Moves = std::set<std::string>;
using Generator = std::function<Moves(const std::string&, Player)>;

// --- sums of heaps ---

Heaps heaps_in(const std::string& text) {
  Heaps heaps;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one, '+');) heaps.push_back(std::stoi(one));
  return heaps;
}

std::string text_of(Heaps heaps) {
  std::ranges::sort(heaps);
  std::string out;
  for (const int n : heaps) {
    if (n > 0) out += (out.empty() ? "" : "+") + std::to_string(n);
  }
  return out.empty() ? "0" : out;
}

// All ways to put n tokens on heaps, the largest heap first.
std::vector<Heaps> piles(int n, int largest) {
  if (n == 0) return {{}};
  std::vector<Heaps> out;
  for (int first = std::min(n, largest); first >= 1; --first) {
    for (Heaps rest : piles(n - first, first)) {
      rest.insert(rest.begin(), first);
      out.push_back(std::move(rest));
    }
  }
  return out;
}

// May a move take so many tokens and leave these heaps?
using Rule = std::function<bool(int taken, const Heaps& left)>;

Generator moves_by(const PerPlayer<Rule>& rules) {
  return [rules](const std::string& text, Player player) {
    const Heaps heaps = heaps_in(text);
    Moves out;
    for (std::size_t i = 0; i < heaps.size(); ++i) {
      for (int taken = 0; taken <= heaps[i]; ++taken) {
        for (const Heaps& left : piles(heaps[i] - taken, heaps[i] - taken)) {
          if (heaps[i] == 0 || !rules[player](taken, left)) continue;
          Heaps after = heaps;
          after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
          after.insert(after.end(), left.begin(), left.end());
          out.insert(text_of(after));
        }
      }
    }
    return out;
  };
}
Generator moves_by(const Rule& rule) { return moves_by(PerPlayer<Rule>{{rule, rule}}); }

// Take a number of the set; leave so many heaps at most.
Rule takes(std::set<int> numbers, std::size_t most) {
  return
      [=](int taken, const Heaps& left) { return numbers.contains(taken) && left.size() <= most; };
}
bool different(const Heaps& left) {
  return std::set<int>(left.begin(), left.end()).size() == left.size();
}
bool equal(const Heaps& left) { return std::set<int>(left.begin(), left.end()).size() <= 1; }

// Guy and Smith: `numbers[k]` are the numbers of heaps that a move which takes k may leave.
Rule leaves(std::map<int, std::set<std::size_t>> numbers) {
  return [=](int taken, const Heaps& left) {
    const auto found = numbers.find(taken);
    return found != numbers.end() && found->second.contains(left.size());
  };
}

// --- coins ---

// Coins that a move turns, from the left to the right.
using Turn = std::function<bool(const Heaps& coins)>;

bool side_by_side(const Heaps& coins) {
  return coins.back() - coins.front() + 1 == static_cast<int>(coins.size());
}
Turn among(int neighbours) {
  return [=](const Heaps& coins) { return coins.back() - coins.front() + 1 <= neighbours; };
}
bool equally_spaced(const Heaps& coins) {
  for (std::size_t i = 2; i < coins.size(); ++i) {
    if (coins[i] - coins[i - 1] != coins[1] - coins[0]) return false;
  }
  return true;
}
bool with_the_first(const Heaps& coins) { return coins.front() == 1; }
bool symmetric(const Heaps& coins) {
  const int ends = coins.front() + coins.back();
  return std::ranges::all_of(coins,
                             [&](int c) { return std::ranges::count(coins, ends - c) == 1; });
}
Turn turns(std::set<std::size_t> numbers) {
  return [=](const Heaps& coins) { return numbers.contains(coins.size()); };
}
bool any_number(const Heaps&) { return true; }

Generator coin_moves(const std::vector<Turn>& conditions) {
  return [=](const std::string& text, Player) {
    const Heaps heaps = heaps_in(text);
    Moves out;
    for (std::size_t i = 0; i < heaps.size(); ++i) {
      if (heaps[i] == 0) continue;
      for (unsigned others = 0; others < (1U << static_cast<unsigned>(heaps[i] - 1)); ++others) {
        Heaps coins;
        for (int c = 1; c < heaps[i]; ++c) {
          if (((others >> static_cast<unsigned>(c - 1)) & 1U) != 0) coins.push_back(c);
        }
        coins.push_back(heaps[i]);
        if (!std::ranges::all_of(conditions, [&](const Turn& t) { return t(coins); })) continue;
        coins.pop_back();
        coins.insert(coins.end(), heaps.begin(), heaps.end());
        coins.erase(std::ranges::find(coins.end() - static_cast<std::ptrdiff_t>(heaps.size()),
                                      coins.end(), heaps[i]));
        out.insert(text_of(coins));
      }
    }
    return out;
  };
}

// --- cakes ---

using Pair = std::pair<int, int>;

std::vector<Pair> pairs_in(const std::string& text) {
  std::vector<Pair> out;
  std::istringstream in(text);
  char c = 0;
  int a = 0;
  int b = 0;
  while (in >> c) {
    if (c == '+') continue;
    in >> a >> c >> b >> c;
    out.emplace_back(a, b);
  }
  return out;
}

std::string text_of(Pair p) {
  return "(" + std::to_string(p.first) + "," + std::to_string(p.second) + ")";
}

// The lengths into which one cut parts a length.
using Cut = std::function<std::set<Heaps>(int length)>;

std::set<Heaps> in_two(int length) {
  std::set<Heaps> out;
  for (int a = 1; a < length; ++a) out.insert({a, length - a});
  return out;
}
std::set<Heaps> in_equal_pieces(int length) {
  std::set<Heaps> out;
  for (int pieces = 2; pieces <= length; ++pieces) {
    if (length % pieces == 0) {
      out.insert(Heaps(static_cast<std::size_t>(pieces), length / pieces));
    }
  }
  return out;
}
std::set<Heaps> eaten(int length) {
  std::set<Heaps> out;
  for (int at = 0; at < length; ++at) out.insert({at, length - 1 - at});
  return out;
}

// Left cuts between columns, Right between rows; before that the cake may be turned.
Generator cake_moves(const Cut& left, const Cut& right, bool turned) {
  return [=](const std::string& text, Player player) {
    const std::vector<Pair> cakes = pairs_in(text);
    Moves out;
    for (std::size_t i = 0; i < cakes.size(); ++i) {
      int rows = cakes[i].first;
      int columns = cakes[i].second;
      if (turned) std::swap(rows, columns);
      const bool across = player == Player::kLeft;
      for (const Heaps& lengths : across ? left(columns) : right(rows)) {
        std::vector<Pair> after = cakes;
        after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
        for (const int length : lengths) {
          if (length > 0) after.push_back(across ? Pair{rows, length} : Pair{length, columns});
        }
        std::ranges::sort(after);
        std::string one;
        for (const Pair& p : after) one += (one.empty() ? "" : "+") + text_of(p);
        out.insert(one.empty() ? "(0,0)" : one);
      }
    }
    return out;
  };
}

std::string sides_exchanged(const std::string& text) {
  std::string out;
  for (const auto& [a, b] : pairs_in(text)) out += (out.empty() ? "" : "+") + text_of(Pair{b, a});
  return out;
}

// --- pairs of numbers ---

// Of two heaps a and b take k and l: allowed?
Generator two_heaps(const std::function<bool(int k, int l)>& allowed) {
  return [=](const std::string& text, Player) {
    const auto [a, b] = pairs_in(text).front();
    Moves out;
    for (int k = 0; k <= a; ++k) {
      for (int l = 0; l <= b; ++l) {
        if (k + l > 0 && allowed(k, l)) out.insert(text_of(Pair{a - k, b - l}));
      }
    }
    return out;
  };
}

Generator with_memory(const std::function<bool(int last, int now)>& allowed) {
  return [=](const std::string& text, Player) {
    const auto [heap, last] = pairs_in(text).front();
    Moves out;
    for (int now = 1; now <= heap; ++now) {
      if (allowed(last, now)) out.insert(text_of(Pair{heap - now, now}));
    }
    return out;
  };
}

// McKay, Nowakowski (2013).
Moves euclid_moves(const std::string& text, Player player) {
  auto [p, q] = pairs_in(text).front();
  if (p < q) std::swap(p, q);
  if (q == 0) return {};
  int r = p;
  while (r >= q) r -= q;
  if (r == 0) return {};
  return {text_of(Pair{q, player == Player::kLeft ? r : q - r})};
}

RulesetLaws laws_of(const std::string& name, std::vector<RulesetParameter> arguments,
                    Generator generator,
                    std::vector<std::string> starts = {"8", "3+5", "2+2+3", "0"}) {
  RulesetLaws laws;
  laws.name = name;
  laws.starts = std::move(starts);
  laws.naive = std::move(generator);
  laws.values = 100;
  laws.arguments = std::move(arguments);
  return laws;
}

RulesetParameter numbers(std::vector<std::int64_t> list) { return {"", std::move(list)}; }
RulesetParameter code(const char* text) { return {"", std::string(text)}; }

}  // namespace

TEST_CASE("Named heap games keep the laws of rulesets", "[heap][laws][long]") {
  const Rule nim = [](int taken, const Heaps& left) { return taken > 0 && left.size() <= 1; };
  check_laws(laws_of("nim", {}, moves_by(nim), {"9", "3+5+5", "0"}));
  check_laws(laws_of("kayles", {}, moves_by(takes({1, 2}, 2)), {"9", "3+5", "1+1+4", "0"}));
  check_laws(laws_of("dawsons-kayles", {}, moves_by(takes({2}, 2)), {"12", "3+5+5", "0"}));
  const Rule grundy = [](int taken, const Heaps& left) {
    return taken == 0 && left.size() == 2 && different(left);
  };
  check_laws(laws_of("grundys-game", {}, moves_by(grundy), {"11", "3+5+5", "0"}));
  CHECK(count_lines("kayles", "10", 3) == std::vector<std::uint64_t>{1, 10, 81, 520});
  CHECK(count_lines("grundys-game", "9", 2) == std::vector<std::uint64_t>{1, 4, 12});
}

TEST_CASE("Subtraction and splittles keep the laws of rulesets", "[heap][laws]") {
  check_laws(laws_of("subtraction", {numbers({2, 3, 5})}, moves_by(takes({2, 3, 5}, 1))));
  const Rule but = [](int taken, const Heaps& left) {
    return taken > 0 && taken != 1 && taken != 4 && left.size() <= 1;
  };
  check_laws(laws_of("subtraction", {numbers({1, 4}), {"", true}}, moves_by(but)));
  check_laws(laws_of("splittles", {numbers({1, 4})}, moves_by(takes({1, 4}, 2))));
  const Rule split_but = [](int taken, const Heaps& left) {
    return taken > 0 && taken != 2 && left.size() <= 2;
  };
  check_laws(laws_of("splittles", {numbers({2}), {"", true}}, moves_by(split_but)));
}

TEST_CASE("Take-and-break codes keep the laws of rulesets", "[heap][laws][long]") {
  const auto check = [](const char* text, const Rule& rule) {
    check_laws(laws_of("take-and-break", {code(text)}, moves_by(rule)));
  };
  // Octal and hexadecimal.
  check("0.137", leaves({{1, {0}}, {2, {0, 1}}, {3, {0, 1, 2}}}));
  check("4.7", leaves({{0, {2}}, {1, {0, 1, 2}}}));
  check("0.3F", leaves({{1, {0, 1}}, {2, {0, 1, 2, 3}}}));
  check("8.A1", leaves({{0, {3}}, {1, {1, 3}}, {2, {0}}}));
  check("0.0W", leaves({{2, {5}}}));
  // Digits that repeat.
  check("0.04[21]", [](int taken, const Heaps& left) {
    if (taken == 2) return left.size() == 2;
    return taken >= 3 && left.size() == (taken % 2 == 1 ? 1U : 0U);
  });
  // Sizes that must, or must not, be equal.
  check("0.8!4", [](int taken, const Heaps& left) {
    return (taken == 1 && left.size() == 3 && different(left)) || (taken == 2 && left.size() == 2);
  });
  check("0.4?8?", [](int taken, const Heaps& left) {
    return taken > 0 && static_cast<int>(left.size()) == taken + 1 && taken <= 2 && !equal(left);
  });
  check("{2,4}=.1", [](int taken, const Heaps& left) {
    if (taken == 1) return left.empty();
    return taken == 0 && (left.size() == 2 || left.size() == 4) && equal(left);
  });
  check("0.{1,3+}", [](int taken, const Heaps& left) {
    return taken == 1 && (left.size() == 1 || left.size() >= 3);
  });
  check("0.{2+}!", [](int taken, const Heaps& left) {
    return taken == 1 && left.size() >= 2 && different(left);
  });
  check("{2+}?.0", [](int taken, const Heaps& left) {
    return taken == 0 && left.size() >= 2 && !equal(left);
  });
}

TEST_CASE("Partizan heap games keep the laws of rulesets", "[heap][laws]") {
  const auto both = [](const Rule& left, const Rule& right) {
    return moves_by(PerPlayer<Rule>{{left, right}});
  };
  check_laws(laws_of("partizan-subtraction", {numbers({1, 2}), numbers({1, 3})},
                     both(takes({1, 2}, 1), takes({1, 3}, 1))));
  check_laws(laws_of("partizan-splittles", {numbers({1, 4}), numbers({2})},
                     both(takes({1, 4}, 2), takes({2}, 2))));
  check_laws(laws_of("partizan-take-and-break", {code("0.07"), code("4!.3")},
                     both(takes({2}, 2), [](int taken, const Heaps& left) {
                       if (taken == 0) return left.size() == 2 && different(left);
                       return taken == 1 && left.size() <= 1;
                     })));
}

TEST_CASE("Coin-turning games keep the laws of rulesets", "[heap][laws][long]") {
  const auto check = [](const char* text, const std::vector<Turn>& conditions) {
    check_laws(laws_of("spawning", {code(text)}, coin_moves(conditions), {"7", "2+5", "3+3", "0"}));
  };
  check("3", {turns({3})});
  check("1-3", {turns({1, 2, 3})});
  check("1,3-4", {turns({1, 3, 4})});
  check("1+", {any_number});
  check("1+C", {side_by_side});
  check("3C", {turns({3}), side_by_side});
  check("1+C(4)", {among(4)});
  check("2-3C(4)", {turns({2, 3}), among(4)});
  check("1+E", {equally_spaced});
  check("3+EC(6)", {turns({3, 4, 5, 6, 7}), equally_spaced, among(6)});
  check("1+F", {with_the_first});
  check("2F", {turns({2}), with_the_first});
  check("1+S", {symmetric});
  check("3S", {turns({3}), symmetric});
  check("5S", {turns({5}), symmetric});
  check("4-5S", {turns({4, 5}), symmetric});
  check("1+SF", {symmetric, with_the_first});
  check("1+SC(5)", {symmetric, among(5)});
  check("3+ES", {turns({3, 4, 5, 6, 7}), equally_spaced, symmetric});
}

TEST_CASE("Cake games keep the laws of rulesets", "[heap][laws]") {
  const auto check = [](const char* name, std::vector<RulesetParameter> arguments, const Cut& left,
                        const Cut& right, bool turned) {
    RulesetLaws laws = laws_of(name, std::move(arguments), cake_moves(left, right, turned),
                               {"(3,4)", "(2,2)+(1,5)", "(4,4)"});
    // The players change places, and so do rows and columns.
    if (laws.arguments.size() != 2) laws.negative = {sides_exchanged};
    check_laws(laws);
  };
  check("cutcake", {}, in_two, in_two, false);
  check("maundy-cake", {}, in_equal_pieces, in_equal_pieces, false);
  check("eatcake", {}, eaten, eaten, false);
  check("turn-and-eatcake", {}, eaten, eaten, true);
  check("gen-cutcake", {code("4.0"), code("0.7")}, in_two, eaten, false);
  check("gen-cutcake", {code("4.0"), code("4.0"), {"", true}}, in_two, in_two, true);
  CHECK(count_lines("cutcake", "(3,4)", 2) == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("Games of two numbers keep the laws of rulesets", "[heap][laws]") {
  const auto wythoff = [](int slack) {
    return two_heaps([slack](int k, int l) {
      if (k > l) std::swap(k, l);
      return k == 0 || l < k + slack;
    });
  };
  const std::vector<std::string> heaps{"(5,7)", "(4,4)", "(0,3)"};
  RulesetLaws laws = laws_of("wythoff", {}, wythoff(1), heaps);
  laws.same = {sides_exchanged};
  check_laws(laws);
  laws = laws_of("gen-wythoff", {{"", std::int64_t{3}}}, wythoff(3), heaps);
  laws.same = {sides_exchanged};
  check_laws(laws);
  const std::vector<std::string> memory{"(9,2)", "(13,8)", "(11,11)", "(6,0)", "(0,0)"};
  check_laws(
      laws_of("mem", {}, with_memory([](int last, int now) { return now >= last; }), memory));
  check_laws(laws_of("fibonacci-nim", {},
                     with_memory([](int last, int now) { return now <= 2 * last; }), memory));
  check_laws(laws_of("take-away", {{"", std::int64_t{3}}},
                     with_memory([](int last, int now) { return now <= 3 * last; }), memory));
  laws = laws_of("partizan-euclid", {}, euclid_moves, {"(19,12)", "(12,31)", "(50,21)", "(0,0)"});
  laws.same = {sides_exchanged};
  check_laws(laws);
  CHECK(count_lines("wythoff", "(2,3)", 2) == std::vector<std::uint64_t>{1, 7, 25});
}

}  // namespace heap_laws_test
