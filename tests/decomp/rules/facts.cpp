#include "tests/decomp/rules/facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/text/parse.hpp"
#include "cgt/text/print.hpp"
#include "decomp/position/misere.hpp"
#include "decomp/rules/heap/cake.hpp"
#include "decomp/rules/heap/heap.hpp"
#include "decomp/rules/heap/pairs.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/rules/variant/variant.hpp"

namespace cgt::testing {
namespace {

// Parts between `separator`s that stand in no brackets or strings.
std::vector<std::string> split_top(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && std::string_view("([{").find(c) != std::string_view::npos) ++depth;
    if (!quoted && std::string_view(")]}").find(c) != std::string_view::npos) --depth;
    if (c == separator && depth == 0 && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) {
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
  }
  if (parts.size() == 1 && parts.front().empty()) parts.clear();
  return parts;
}

std::string without_brackets(const std::string& text) { return text.substr(1, text.size() - 2); }

GraphInput simple_graph(const std::string& kind, std::size_t n) {
  GraphInput graph;
  const bool star = kind == "Star";  // of n vertices
  graph.labels.resize(n);
  const auto edge = [&](std::size_t a, std::size_t b) { graph.edges.push_back({a, b, ""}); };
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (kind == "Clique" || (star && a == 0) || (!star && b == a + 1)) edge(a, b);
    }
  }
  if (kind == "Cycle") edge(n - 1, 0);
  return graph;
}

RulesetArgument argument(const std::string& text);

RulesetArguments arguments(const std::string& text) {
  std::vector<RulesetParameter> out;
  for (const std::string& part : split_top(text, ',')) {
    const std::size_t arrow = part.find(" => ");
    if (arrow != std::string::npos && part.front() != '"') {
      out.push_back({part.substr(0, arrow), argument(part.substr(arrow + 4))});
    } else {
      out.push_back({"", argument(part)});
    }
  }
  return out;
}

RulesetArgument argument(const std::string& text) {
  if (text.front() == '"') return without_brackets(text);
  if (text == "true" || text == "false") return text == "true";
  if (text.front() == '[') {
    std::vector<std::int64_t> list;
    for (const std::string& part : split_top(without_brackets(text), ',')) {
      list.push_back(std::stoll(part));
    }
    return list;
  }
  if (text.front() == '(') {
    const std::vector<std::string> parts = split_top(without_brackets(text), ',');
    return std::vector<Coordinate>{{std::stoll(parts.at(0)), std::stoll(parts.at(1))}};
  }
  if (text.starts_with("Graph.")) {
    const std::size_t open = text.find('(');
    return simple_graph(text.substr(6, open - 6), std::stoul(text.substr(open + 1)));
  }
  if (text.starts_with("Grid.Empty(")) {
    const std::size_t comma = text.find(',');
    GridInput grid{std::stoul(text.substr(11)), std::stoul(text.substr(comma + 1)), {}};
    grid.cells.assign(grid.rows * grid.columns, 0);
    return grid;
  }
  return static_cast<std::int64_t>(std::stoll(text));
}

std::string listed(const std::vector<std::string>& parts) {
  return fmt::format("[{}]", fmt::join(parts, ","));
}

// The functions that some expressions bring along.
std::shared_ptr<const Ruleset> functional(const std::string& path, const std::string& given) {
  if (path == "game.heap.GenWythoff" && given == "x -> x + 2") {
    return find_ruleset("gen-wythoff")->make({{{"slack", std::int64_t{2}}}});
  }
  if (path == "game.heap.GenMem" && given == "(memory, j) -> j != memory") {
    return heap::pair_ruleset(heap::gen_mem(
        [](std::int64_t memory, std::int64_t taken) { return taken != memory; }, given));
  }
  if (path == "game.heap.GenCutcake") {
    // TakeAndBreak(code) as an argument is the code.
    std::string codes = given;
    for (std::size_t at = 0; (at = codes.find("game.heap.TakeAndBreak(")) != std::string::npos;) {
      const std::size_t close = codes.find(')', at);
      codes.erase(close, 1);
      codes.erase(at, 23);
    }
    return find_ruleset(path)->make(arguments(codes));
  }
  return nullptr;
}

}  // namespace

std::vector<Fact> read_facts(const std::string& file) {
  std::ifstream in("tests/decomp/rules/data/" + file);
  REQUIRE(in);
  std::vector<Fact> facts;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> parts = [&] {
      std::vector<std::string> fields(1);
      for (const char c : line) {
        if (c == '\t') {
          fields.emplace_back();
        } else {
          fields.back() += c;
        }
      }
      return fields;
    }();
    REQUIRE(parts.size() == 3);
    facts.push_back({parts[0], parts[1], parts[2]});
  }
  REQUIRE_FALSE(facts.empty());
  return facts;
}

std::string FactChecker::answer(const std::string& expression) {
  if (expression.front() == '[') {  // [E for n from a to b]
    const std::string inner = without_brackets(expression);
    const std::size_t at = inner.rfind(" for n from ");
    const std::size_t to = inner.find(" to ", at);
    const std::string body = inner.substr(0, at);
    const int first = std::stoi(inner.substr(at + 12));
    const int last = std::stoi(inner.substr(to + 4));
    std::vector<std::string> parts;
    for (int n = first; n <= last; ++n) {
      std::string one;
      for (std::size_t i = 0; i < body.size(); ++i) {
        const auto letter = [&](std::size_t j) {
          return j < body.size() && std::isalnum(static_cast<unsigned char>(body[j])) != 0;
        };
        const bool name = body[i] == 'n' && !letter(i + 1) && (i == 0 || !letter(i - 1));
        one += name ? std::to_string(n) : std::string(1, body[i]);
      }
      parts.push_back(answer(one));
    }
    return listed(parts);
  }
  // game.pack.Name or game.pack.Name.Variant, (arguments) up to twice, and methods.
  std::vector<std::string> steps = split_top(expression, '.');
  std::string path = steps.at(0) + "." + steps.at(1) + ".";
  std::size_t step = 2;
  std::shared_ptr<const Ruleset> game;
  AnyPosition position;
  const auto brackets = [](const std::string& text) {
    std::vector<std::string> out;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = text.find('('); i < text.size(); ++i) {
      const char c = text[i];
      if (c == '"') quoted = !quoted;
      if (!quoted && c == '(' && depth++ == 0) {
        out.emplace_back();
        continue;
      }
      if (!quoted && c == ')' && --depth == 0) continue;
      out.back() += c;
    }
    return out;
  };
  std::string name = steps[step].substr(0, steps[step].find('('));
  std::vector<std::string> groups;
  std::string changed;  // the variant
  if (steps[step].find('(') != std::string::npos) groups = brackets(steps[step]);
  path += name;
  ++step;
  if (step < steps.size() && steps[step].find("Variant") != std::string::npos) {
    changed = steps[step].substr(0, steps[step].find('('));
    groups = brackets(steps[step]);
    ++step;
  }
  const RulesetEntry* entry = find_ruleset(path);
  if (entry == nullptr && path != "game.heap.GenMem") throw Error("no ruleset " + path);
  std::size_t group = 0;
  if (!groups.empty()) game = functional(path, groups[0]);
  if (game != nullptr) {
    group = 1;
  } else if (!entry->signature.empty()) {
    game = entry->make(arguments(groups.at(group++)));
  } else {
    game = entry->make({});
  }
  if (changed == "ImpartialVariant") game = variant::variant(game, variant::Kind::kImpartial);
  if (changed == "DicoticVariant") game = variant::variant(game, variant::Kind::kDicotic);
  if (changed == "TwistedVariant") game = variant::variant(game, variant::Kind::kTwisted);
  if (group < groups.size()) position = game->position(arguments(groups[group++]));
  std::string result;
  for (; step < steps.size(); ++step) {
    std::string call = steps[step];
    if (call.ends_with("Options") && step + 1 < steps.size()) call += "." + steps[++step];
    const std::size_t open = call.find('(');
    result =
        method(game, position, call.substr(0, open),
               open == std::string::npos ? RulesetArguments() : arguments(brackets(call).front()));
  }
  return result;
}

std::string FactChecker::method(const std::shared_ptr<const Ruleset>& game,
                                const AnyPosition& position, const std::string& name,
                                const RulesetArguments& given) {
  RulesetArguments arguments = given;
  const auto* heaps = dynamic_cast<const heap::HeapRuleset*>(game.get());
  const auto* heap = position ? position.as<heap::Position>() : nullptr;
  const heap::Size size = heap == nullptr || heap->heaps().empty() ? 0 : heap->heaps().front();
  const auto count = [&] { return static_cast<heap::Size>(arguments.integer("n", 0, 0)); };
  if (name == "code") return '"' + heaps->code() + '"';
  if (name == "NimValueSequence") {
    std::vector<std::uint32_t> values = heaps->nim_values(count(), budget_);
    values.erase(values.begin());
    return fmt::format("[{}]", fmt::join(values, ","));
  }
  if (name == "CheckPeriodicity") {
    const auto found = heaps->check_periodicity(count(), budget_);
    return found ? heap::text(*found) : "Nothing";
  }
  if (name == "GameValueSequence") {
    std::vector<std::string> values;
    for (heap::Size n = 1; n <= count(); ++n) {
      values.push_back(
          to_text(store_, evaluator_.value(game->position(std::to_string(n)), budget_)));
    }
    return listed(values);
  }
  if (name == "CanonicalForm") return to_text(store_, evaluator_.value(position, budget_));
  if (name == "AtomicWeight") {
    return to_text(store_, atomic_weight(store_, evaluator_.value(position, budget_)));
  }
  if (name == "NimValue") {
    return evaluator_.value(position, budget_) == kZero ? "0" : [&] {
      const auto nus = store_.as_nus(evaluator_.value(position, budget_));
      REQUIRE(nus);
      return std::to_string(nus->nimber);
    }();
  }
  if (name == "Options.Size" && heaps != nullptr) {
    return std::to_string(heaps->options_count(size));
  }
  if (name == "Options.Size" || name == "LeftOptions.Size") {
    std::set<std::string> texts;
    for (const auto& option : position.options(Player::kLeft)) texts.insert(option.position.text());
    return std::to_string(texts.size());
  }
  if (name == "MisereNimValue" && heaps != nullptr) {
    return std::to_string(heaps->misere_nim_value(size, budget_));
  }
  if (name == "Genus" && heaps != nullptr) return heaps->genus(size, budget_).text();
  MisereGames games;
  if (name == "MisereNimValue") {
    return std::to_string(games.misere_nim_value(games.form(position, budget_)));
  }
  if (name == "Genus") return games.genus(games.form(position, budget_)).text();
  throw Error("no method " + name);
}

bool FactChecker::same(const std::string& answer, const std::string& value) {
  if (answer == value) return true;
  if (value.empty() || answer.empty()) return false;
  if (value.front() == '[') {
    const std::vector<std::string> a = split_top(without_brackets(answer), ',');
    const std::vector<std::string> b = split_top(without_brackets(value), ',');
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(),
                      [&](const std::string& x, const std::string& y) { return same(x, y); });
  }
  try {
    return parse_value(store_, answer) == parse_value(store_, value);
  } catch (const Error&) {
    return false;
  }
}

void FactChecker::check(const Fact& fact) {
  CAPTURE(fact.expression, fact.value);
  std::string found;
  try {
    found = answer(fact.expression);
  } catch (const std::exception& error) {
    found = fact.value == "!!error" ? "!!error" : std::string("error: ") + error.what();
  }
  CAPTURE(found);
  CHECK(same(found, fact.value));
}

void check_facts(const std::string& file) {
  FactChecker checker;
  for (const Fact& fact : read_facts(file)) checker.check(fact);
}

}  // namespace cgt::testing
