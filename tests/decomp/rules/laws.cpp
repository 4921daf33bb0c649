#include "tests/decomp/rules/laws.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/rows.hpp"
#include "tests/testing.hpp"

namespace cgt::testing {
namespace {

std::shared_ptr<const Ruleset> ruleset_named(const std::string& name,
                                             std::vector<RulesetParameter> arguments = {}) {
  const RulesetEntry* entry = find_ruleset(name);
  REQUIRE(entry != nullptr);
  return entry->make(std::move(arguments));
}

// The value by the definition: no splitting, no symmetry.
GameId plain_value(Store& store, const AnyPosition& position,
                   std::map<std::string, GameId>& known) {
  const std::string text = position.text();
  if (const auto it = known.find(text); it != known.end()) return it->second;
  PerPlayer<std::vector<GameId>> options;
  for (const Player player : kPlayers) {
    for (const Option<AnyPosition>& option : position.options(player)) {
      const GameId value = plain_value(store, option.position, known);
      options[player].push_back(store.add(value, store.integer(option.shift)));
    }
  }
  const GameId value = store.construct(options[Player::kLeft], options[Player::kRight]);
  known.emplace(text, value);
  return value;
}

std::set<std::string> option_texts(const AnyPosition& position, Player player) {
  std::set<std::string> texts;
  for (const Option<AnyPosition>& option : position.options(player)) {
    texts.insert(option.position.text());
  }
  return texts;
}

void check_summands(const AnyPosition& position) {
  std::vector<Summand<AnyPosition>> parts;
  position.split(parts);
  for (const Summand<AnyPosition>& part : parts) {
    std::vector<Summand<AnyPosition>> again;
    CAPTURE(part.position.text());
    CHECK(part.position.split(again) == 0);
    REQUIRE(again.size() == 1);
    CHECK(again[0].position == part.position);
    CHECK(again[0].position.hash() == part.position.hash());
    CHECK_FALSE(again[0].negated);
  }
}

}  // namespace

void check_laws(const RulesetLaws& laws) {
  const std::shared_ptr<const Ruleset> game = ruleset_named(laws.name, laws.arguments);
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  std::map<std::string, GameId> known;
  std::mt19937_64 random(2026);
  const std::size_t visits = scaled(laws.visits);
  const std::size_t step =
      std::max<std::size_t>(laws.visits / std::max<std::size_t>(laws.values, 1), 1);
  std::size_t seen = 0;
  while (seen < visits) {
    AnyPosition position = game->position(laws.starts[random() % laws.starts.size()]);
    while (true) {
      const std::string text = position.text();
      CAPTURE(laws.name, laws.arguments, text);
      const AnyPosition again = game->position(text);
      CHECK(again == position);
      CHECK(again.hash() == position.hash());
      if (laws.naive) {
        for (const Player player : kPlayers) {
          CAPTURE(cgt::name(player));
          CHECK(option_texts(position, player) == laws.naive(text, player));
        }
      }
      if (laws.values > 0 && seen % step == 0) {
        check_summands(position);
        const GameId value = evaluator.value(position, budget);
        CHECK(value == plain_value(store, position, known));
        for (const auto& image : laws.same) {
          CHECK(evaluator.value(game->position(image(text)), budget) == value);
        }
        for (const auto& image : laws.negative) {
          CHECK(evaluator.value(game->position(image(text)), budget) == store.negate(value));
        }
      }
      if (++seen >= visits) return;
      const auto player = static_cast<Player>(random() % 2);
      std::vector<Option<AnyPosition>> options = position.options(player);
      if (options.empty()) options = position.options(opponent(player));
      if (options.empty()) break;
      position = options[random() % options.size()].position;
    }
  }
}

std::size_t check_all_values(const std::string& ruleset, const std::string& characters, int columns,
                             int rows, std::vector<RulesetParameter> arguments) {
  std::size_t boards = 0;
  const std::shared_ptr<const Ruleset> game = ruleset_named(ruleset, std::move(arguments));
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  std::map<std::string, GameId> known;
  std::vector<std::size_t> cells(static_cast<std::size_t>(rows * columns), 0);
  while (true) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0 && i % static_cast<std::size_t>(columns) == 0) text += '|';
      text += characters[cells[i]];
    }
    const AnyPosition position = game->position(text);
    if (evaluator.value(position, budget) != plain_value(store, position, known)) {
      CAPTURE(ruleset, text);
      CHECK(evaluator.value(position, budget) == plain_value(store, position, known));
    }
    std::vector<Summand<AnyPosition>> parts;
    position.split(parts);
    for (const Summand<AnyPosition>& part : parts) {
      std::vector<Summand<AnyPosition>> again;
      const std::int64_t rest = part.position.split(again);
      if (rest == 0 && again.size() == 1 && again[0].position == part.position) continue;
      CAPTURE(ruleset, text, part.position.text());
      FAIL_CHECK("a summand splits");
    }
    std::size_t next = 0;
    while (next < cells.size() && ++cells[next] == characters.size()) cells[next++] = 0;
    ++boards;
    if (next == cells.size()) return boards;
  }
}

std::vector<std::uint64_t> count_lines(const std::string& ruleset, const std::string& text,
                                       std::size_t depth) {
  std::vector<AnyPosition> level{ruleset_named(ruleset)->position(text)};
  std::vector<std::uint64_t> counts;
  Player player = Player::kLeft;
  for (std::size_t moves = 0;; ++moves) {
    counts.push_back(level.size());
    if (moves == depth) return counts;
    std::vector<AnyPosition> next;
    for (const AnyPosition& position : level) {
      for (Option<AnyPosition>& option : position.options(player)) {
        next.push_back(std::move(option.position));
      }
    }
    level = std::move(next);
    player = opponent(player);
  }
}

std::vector<std::string> rows_of(const std::string& text) {
  std::vector<std::string> rows(1);
  for (const char c : text) {
    if (c == '|') {
      rows.emplace_back();
    } else {
      rows.back() += c;
    }
  }
  return rows;
}

std::string joined(const std::vector<std::string>& rows) {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) text += (r == 0 ? "" : "|") + rows[r];
  return text;
}

std::string mirrored_rows(const std::string& text) {
  std::vector<std::string> rows = rows_of(text);
  std::ranges::reverse(rows);
  return joined(rows);
}

std::string mirrored_columns(const std::string& text) {
  std::vector<std::string> rows = rows_of(text);
  for (std::string& row : rows) std::ranges::reverse(row);
  return joined(rows);
}

std::string transposed(const std::string& text) {
  const std::vector<std::string> rows = rows_of(text);
  std::vector<std::string> columns(rows.front().size());
  for (const std::string& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) columns[c] += row[c];
  }
  return joined(columns);
}

std::string exchanged(std::string text, char a, char b) {
  for (char& c : text) {
    if (c == a || c == b) c = c == a ? b : a;
  }
  return text;
}

}  // namespace cgt::testing
