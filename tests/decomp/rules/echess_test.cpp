#include "decomp/rules/echess.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/error.hpp"
#include "cgt/text/loopy_text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/solve/values/explored.hpp"

namespace cgt::testing::echess_test {
namespace {

std::shared_ptr<const Ruleset> game(std::vector<RulesetParameter> parameters = {}) {
  return find_ruleset(parameters.empty() ? "echess" : "gen-echess")->make(std::move(parameters));
}

// --- a second generator: men by their letters on a map of squares, the rook's lines walked ------

using Place = std::pair<int, int>;  // column and row from 1, the lower left corner
using Men = std::map<char, Place>;

struct Drawing {
  int columns = 0;
  int rows = 0;
  Men men;
};

Drawing drawing_of(const std::string& text) {
  const std::vector<std::string> rows = rows_of(text);
  Drawing out{static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), {}};
  for (int r = 0; r < out.rows; ++r) {
    for (int c = 0; c < out.columns; ++c) {
      const char man = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
      if (man != '.') out.men[man] = {c + 1, out.rows - r};
    }
  }
  return out;
}

std::string drawn(const Drawing& drawing) {
  std::vector<std::string> rows(static_cast<std::size_t>(drawing.rows),
                                std::string(static_cast<std::size_t>(drawing.columns), '.'));
  for (const auto& [man, at] : drawing.men)
    rows[static_cast<std::size_t>(drawing.rows - at.second)]
        [static_cast<std::size_t>(at.first - 1)] = man;
  return joined(rows);
}

bool inside(const Drawing& d, Place p) {
  return p.first >= 1 && p.second >= 1 && p.first <= d.columns && p.second <= d.rows;
}

std::set<Place> around(Place p) {
  std::set<Place> out;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) out.insert({p.first + dx, p.second + dy});
  out.erase(p);
  return out;
}

// All squares that the rook reaches or attacks, on the board and one beyond it, with one man gone.
std::set<Place> lines(const Drawing& d, char without) {
  std::set<Place> out;
  for (const auto& [dx, dy] : {Place(1, 0), Place(-1, 0), Place(0, 1), Place(0, -1)}) {
    Place p = d.men.at('R');
    for (int steps = 0; steps <= d.columns + d.rows; ++steps) {
      p = {p.first + dx, p.second + dy};
      out.insert(p);
      if (std::ranges::any_of(
              d.men, [&, at = p](const auto& m) { return m.first != without && m.second == at; }))
        break;
    }
  }
  return out;
}

struct Choice {
  int corner = 1;
  std::string taken = "taken";
  bool fixed_king = false;
};

std::vector<std::string> naive_moves(const std::string& text, Player player, const Choice& choice) {
  if (text == "free")
    return player == Player::kLeft ? std::vector{text} : std::vector<std::string>{};
  if (text == "taken")
    return player == Player::kRight ? std::vector{text} : std::vector<std::string>{};
  if (text.find_first_not_of("-0123456789") == std::string::npos) {
    const int n = std::stoi(text);
    const bool moves = player == Player::kLeft ? n > 0 : n < 0;
    return moves ? std::vector{std::to_string(n > 0 ? n - 1 : n + 1)} : std::vector<std::string>{};
  }
  const Drawing d = drawing_of(text);
  std::vector<std::string> out;
  const auto moved = [&](char man, Place to) {
    Drawing next = d;
    next.men[man] = to;
    return drawn(next);
  };
  const Place black = d.men.at('k');
  const Place white = d.men.at('K');
  const Place rook = d.men.at('R');
  if (player == Player::kLeft) {
    const std::set<Place> barred = lines(d, 'k');
    for (const Place& to : around(black)) {
      if (to.first < 1 || to.second < 1 || to == white || around(white).contains(to) ||
          barred.contains(to))
        continue;
      out.push_back(to == rook || !inside(d, to) ? "free" : moved('k', to));
    }
    out.push_back(std::to_string(black.first + black.second + 2 * (choice.corner - 1)));
    return out;
  }
  if (!choice.fixed_king) {
    for (const Place& to : around(white)) {
      if (inside(d, to) && to != rook && to != black && !around(black).contains(to))
        out.push_back(moved('K', to));
    }
  }
  for (const Place& to : lines(d, '-')) {
    if (!inside(d, to) || to == white) continue;
    out.push_back(to == black ? choice.taken : moved('R', to));
  }
  return out;
}

// Every board of this size with the three men on it, legal or not.
std::vector<std::string> placements(int columns, int rows) {
  std::vector<std::string> out;
  const int cells = columns * rows;
  for (int k = 0; k < cells; ++k) {
    for (int w = 0; w < cells; ++w) {
      for (int r = 0; r < cells; ++r) {
        if (k == w || k == r || w == r) continue;
        const auto at = [&](int i) { return Place(i % columns + 1, i / columns + 1); };
        out.push_back(drawn({columns, rows, {{'k', at(k)}, {'K', at(w)}, {'R', at(r)}}}));
      }
    }
  }
  return out;
}

bool touching(const std::string& text) {
  const Drawing d = drawing_of(text);
  return around(d.men.at('k')).contains(d.men.at('K'));
}

std::vector<std::string> boards(int columns, int rows) {
  std::vector<std::string> out = placements(columns, rows);
  std::erase_if(out, touching);
  return out;
}

struct Table {
  Store store;
  LoopyGames games{store};
  solve::Evaluator evaluator{store};
  Budget budget;
  LoopyValue value(const std::shared_ptr<const Ruleset>& rules, const std::string& text) {
    return evaluator.loopy_value(rules->position(text), games, budget);
  }
  LoopyValue read(const std::string& text) { return parse_loopy(games, text); }
};

}  // namespace

TEST_CASE("Moves of Echess are those of a second generator on all small boards", "[echess][laws]") {
  const std::vector<std::pair<std::vector<RulesetParameter>, Choice>> all{
      {{}, {}},
      {{{"corner", RulesetArgument(std::int64_t{0})}}, {0, "taken", false}},
      {{{"corner", RulesetArgument(std::int64_t{-3})}, {"taken", RulesetArgument(std::int64_t{0})}},
       {-3, "0", false}},
      {{{"fixedKing", RulesetArgument(true)}}, {1, "taken", true}}};
  std::size_t seen = 0;
  std::size_t freed = 0;
  std::size_t taken = 0;
  for (const auto& [parameters, choice] : all) {
    const auto rules = game(parameters);
    for (const auto& [columns, rows] :
         {Place(3, 1), Place(1, 4), Place(2, 2), Place(3, 2), Place(2, 3), Place(3, 3)}) {
      for (const std::string& text : boards(columns, rows)) {
        const AnyPosition position = rules->position(text);
        CAPTURE(text, choice.corner);
        REQUIRE(position.text() == text);
        for (const Player player : kPlayers) {
          std::vector<std::string> moves;
          std::set<std::uint32_t> codes;
          for (const auto& option : position.options(player)) {
            moves.push_back(option.position.text());
            codes.insert(option.move);
            REQUIRE(rules->position(moves.back()) == option.position);
            freed += moves.back() == "free" ? 1U : 0U;
            taken += moves.back() == choice.taken && player == Player::kRight ? 1U : 0U;
          }
          REQUIRE(codes.size() == moves.size());
          std::vector<std::string> expected = naive_moves(text, player, choice);
          std::ranges::sort(moves);
          std::ranges::sort(expected);
          REQUIRE(moves == expected);
        }
        ++seen;
      }
    }
  }
  // 3x3: the kings stand apart in 32 ways, and 7 squares are left for the rook.
  CHECK(boards(3, 3).size() == 224);
  CHECK(seen == 4 * (2 + 3 * 4 + 0 + 2 * 32 + 224));
  CHECK(freed > 1000);
  CHECK(taken > 200);
}

TEST_CASE("Echess keeps the laws of moves in play", "[echess][laws]") {
  const auto naive = [](const std::string& text, Player player) {
    const std::vector<std::string> moves = naive_moves(text, player, {});
    return std::set<std::string>(moves.begin(), moves.end());
  };
  check_laws({"echess",
              {"..R.|....|...k|K...", "K.....|......|R..k..", "....|.k..|....|....|..RK"},
              naive,
              {},
              {},
              5000,
              0});
}

// --- values ----------------------------------------------------------------------------------------

TEST_CASE("Positions of Echess by hand", "[echess][values]") {
  Table table;
  const auto rules = game();
  const auto is = [&](const char* text, const char* value) {
    CAPTURE(text);
    const LoopyValue g = table.value(rules, text);
    CAPTURE(to_text(table.games, g));
    CHECK(table.games.equal(g, table.read(value)));
  };
  is("free", "on");
  is("taken", "off");
  is("7", "7");
  is("-2", "-2");
  // He walks off to the north at once, and is in check: whoever moves has all.
  is("kRK|...", "{on|off}");
  // White cannot stop him from walking off.
  is("k.K|.R.", "on");
  // Mate, so that Left can only cash out; White to move takes him.
  is("K..|...|k.R", "{2|off}");
  is("R.K|...|k..", "{5|off}");
}

// Shares nothing with the ruleset but the texts: the second generator, without symmetries, components
// or choices of options.
TEST_CASE("Values of Echess on all small boards are right by ranks", "[echess][values][long]") {
  std::size_t checked = 0;
  std::size_t loopy = 0;
  std::set<std::string> values;
  const auto check = [&](std::vector<RulesetParameter> parameters, const Choice& choice,
                         int columns, int rows) {
    Table table;
    const auto rules = game(std::move(parameters));
    for (const std::string& text : boards(columns, rows)) {
      CAPTURE(text, choice.corner, choice.taken, choice.fixed_king);
      const LoopyValue value = table.value(rules, text);
      values.insert(to_text(table.games, value));
      CAPTURE(to_text(table.games, value));
      const ExplicitGraph graph = explored(
          text, [](const std::string& t) { return t; },
          [&](const std::string& from, Player player) {
            return naive_moves(from, player, choice);
          });
      CHECK(equal_by_ranks(table.games, graph, value));
      loopy += value.is_short() ? 0U : 1U;
      ++checked;
    }
  };
  const RulesetParameter fixed{"fixedKing", RulesetArgument(true)};
  check({}, {}, 3, 1);
  check({}, {}, 3, 2);
  check({}, {}, 2, 4);
  check({}, {}, 3, 3);
  check({{"taken", RulesetArgument(std::int64_t{0})}}, {1, "0", false}, 3, 3);
  check({{"corner", RulesetArgument(std::int64_t{-2})}}, {-2, "taken", false}, 3, 3);
  check({fixed}, {1, "taken", true}, 3, 3);
  CHECK(checked == 2 + 32 + 144 + 4 * 224);
  CHECK(loopy > 1000);
  CHECK(values.size() > 40);
}

TEST_CASE("Larger boards and a white king that may move are never better for Left",
          "[echess][values]") {
  Table table;
  const auto rules = game();
  const auto fixed = game({{"fixedKing", RulesetArgument(true)}});
  std::size_t less = 0;
  std::size_t pairs = 0;
  const auto compare = [&](const LoopyValue& small, const LoopyValue& large) {
    CHECK(table.games.leq(small, large));
    less += table.games.equal(small, large) ? 0U : 1U;
    ++pairs;
  };
  for (const auto& [columns, rows] : {Place(3, 2), Place(2, 3), Place(2, 4), Place(3, 3)}) {
    for (const std::string& text : boards(columns, rows)) {
      CAPTURE(text);
      const LoopyValue here = table.value(rules, text);
      const Drawing d = drawing_of(text);
      if (d.columns + d.rows == 5)
        compare(table.value(rules, drawn({d.columns + 1, d.rows, d.men})), here);
      if (d.columns + d.rows < 7 && d.rows != 3)
        compare(table.value(rules, drawn({d.columns, d.rows + 1, d.men})), here);
      compare(here, table.value(fixed, text));
      // The diagonal through the corner.
      Drawing turned{d.rows, d.columns, d.men};
      for (auto& [man, at] : turned.men) std::swap(at.first, at.second);
      CHECK(table.games.equal(here, table.value(rules, drawn(turned))));
    }
  }
  CHECK(pairs == 3 * 32 + 2 * 32 + 2 * 144 + 224);
  CHECK(less > 30);
}

// --- who wins, by sweeps over the positions --------------------------------------------------------

TEST_CASE("Values of Echess tell who wins", "[echess][values][long]") {
  const auto wins = [](OutcomeClass outcome, Player winner, Player first) {
    if (outcome == OutcomeClass::kNext) return winner == first;
    if (outcome == OutcomeClass::kPrevious) return winner != first;
    return (outcome == OutcomeClass::kLeft) == (winner == Player::kLeft);
  };
  // With corners at -2 some cash-outs are negative, so that not only checks matter.
  for (const int corner : {1, -2}) {
    Table table;
    const auto rules = game({{"corner", RulesetArgument(std::int64_t{corner})}});
    std::set<std::pair<OutcomeClass, OutcomeClass>> met;
    for (const std::string& text : boards(3, 3)) {
      const AnyPosition position = rules->position(text);
      const ExplicitGraph graph = explored(position);
      const LoopyOutcome outcome =
          table.games.outcome(table.evaluator.loopy_value(position, table.games, table.budget));
      met.insert({outcome.onside, outcome.offside});
      CAPTURE(text, corner);
      for (const Player first : kPlayers) {
        // What goes on for ever is the opponent's.
        CHECK(forced_wins(graph, Player::kLeft)[first][0] ==
              wins(outcome.offside, Player::kLeft, first));
        CHECK(forced_wins(graph, Player::kRight)[first][0] ==
              wins(outcome.onside, Player::kRight, first));
      }
    }
    CHECK(met.size() >= 2);
  }
}

namespace {

// The boards from which White, who may also pass, can take Left's king or leave him without a step,
// by who moves: what plain sweeps with the second generator say.
PerPlayer<std::set<std::string>> stopped_kings(const std::vector<std::string>& all) {
  PerPlayer<std::set<std::string>> lost;
  const auto left_lost = [&](const std::string& t) { return lost[Player::kLeft].contains(t); };
  const auto right_lost = [&](const std::string& t) { return lost[Player::kRight].contains(t); };
  const auto steps = [](const std::string& from) {
    std::vector<std::string> moves = naive_moves(from, Player::kLeft, {});
    moves.pop_back();  // cashing out
    return moves;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string& from : all) {
      if (!left_lost(from) && std::ranges::all_of(steps(from), right_lost))
        changed |= lost[Player::kLeft].insert(from).second;
      const std::vector<std::string> white = naive_moves(from, Player::kRight, {});
      if (!right_lost(from) &&
          (left_lost(from) || std::ranges::any_of(white, [&](const std::string& t) {
             return t == "taken" || left_lost(t);
           })))
        changed |= lost[Player::kRight].insert(from).second;
    }
  }
  return lost;
}

}  // namespace

TEST_CASE("The onside is on iff White cannot stop the king", "[echess][values][long]") {
  // Beside `off` White may pass for ever, and Left has lost when he cashes out. What goes on for ever
  // is Left's in the onside.
  Table table;
  const auto rules = game();
  const std::vector<std::string> all = boards(4, 4);
  const PerPlayer<std::set<std::string>> stopped = stopped_kings(all);
  std::size_t held = 0;
  std::size_t away = 0;
  for (std::size_t i = 0; i < all.size(); i += 7) {
    CAPTURE(all[i]);
    const LoopyValue graph =
        table.evaluator.graph_value(rules->position(all[i]), table.games, table.budget);
    const bool on = table.games.leq(LoopyValue(table.games.on()), graph, Side::kOnside);
    CHECK(on != stopped[Player::kRight].contains(all[i]));
    ++(on ? away : held);
  }
  CHECK(held > 50);
  CHECK(away > 50);
}

// The problem of Guy and Nowakowski (2002): on which boards does White win from WKa1, WRb2, BKc3,
// moving first, if Left wins by walking off the north or the east edge? By the moves of the ruleset
// without cashing out, and backward induction. Low and Stamp (Integers 6, 2006): on 9x11.
namespace {

bool white_mates(int columns, int rows) {
  using Numbers = std::vector<std::uint32_t>;
  const auto rules = game();
  const auto squares = static_cast<std::uint32_t>(columns * rows);
  const auto beyond = static_cast<std::uint32_t>((columns + 1) * (rows + 1));
  const auto wide = static_cast<std::uint32_t>(columns + 1);
  const auto square = [&](Place p) {
    return static_cast<std::uint32_t>((p.second - 1) * columns + p.first - 1);
  };
  const auto number = [&](const std::array<std::uint32_t, 3>& men) {
    return (men[0] * squares + men[1]) * squares + men[2];
  };
  struct Moves {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  const std::size_t size = std::size_t{squares} * squares * squares;
  PerPlayer<std::vector<Moves>> moves;
  Numbers to;
  std::vector<bool> legal(size, false);
  std::vector<bool> out_of_reach(size, false);  // Left walks off or takes the rook
  std::vector<bool> check(size, false);
  for (const Player player : kPlayers) moves[player].resize(size);
  for (std::uint32_t k = 0; k < squares; ++k) {
    for (std::uint32_t w = 0; w < squares; ++w) {
      for (std::uint32_t r = 0; r < squares; ++r) {
        if (k == w || k == r || w == r) continue;
        const std::array<std::uint32_t, 3> men{k, w, r};
        const auto at = [&](std::uint32_t i) {
          return Place(static_cast<int>(i) % columns + 1, static_cast<int>(i) / columns + 1);
        };
        if (around(at(k)).contains(at(w))) continue;
        const std::uint32_t v = number(men);
        legal[v] = true;
        grid::Board board(rows, columns);
        for (std::uint32_t man = 0; man < 3; ++man) {
          const Place p = at(men[man]);
          board.set(board.cell(rows - p.second, p.first - 1),
                    static_cast<grid::Board::Cell>(man + 1));
        }
        static const echess::Rules kRules;
        const echess::Position position(board, &kRules);
        for (const Player player : kPlayers) {
          Moves& mine = moves[player][v];
          mine.first = to.size();
          for (const auto& option : position.options(player)) {
            const std::uint32_t man = option.move / beyond;
            if (man == 3) continue;  // no cashing out
            const std::uint32_t x = option.move % beyond % wide;
            const std::uint32_t y = option.move % beyond / wide;
            std::array<std::uint32_t, 3> next = men;
            if (player == Player::kRight && x == static_cast<std::uint32_t>(at(k).first - 1) &&
                y == static_cast<std::uint32_t>(at(k).second - 1)) {
              check[v] = true;
              continue;
            }
            if (x >= static_cast<std::uint32_t>(columns) || y >= static_cast<std::uint32_t>(rows)) {
              out_of_reach[v] = true;
              continue;
            }
            next[man] = y * static_cast<std::uint32_t>(columns) + x;
            if (man == 0 && next[man] == r) {
              out_of_reach[v] = true;
              continue;
            }
            to.push_back(number(next));
          }
          mine.count = to.size() - mine.first;
        }
      }
    }
  }
  PerPlayer<std::vector<bool>> won;  // by White, with this player to move
  for (const Player player : kPlayers) won[player].resize(size, false);
  const auto leads = [&](std::size_t v, Player mover) {
    const Moves& m = moves[mover][v];
    return std::span(to).subspan(m.first, m.count);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t v = 0; v < size; ++v) {
      if (!legal[v]) continue;
      const auto black = leads(v, Player::kLeft);
      if (!won[Player::kLeft][v] && !out_of_reach[v] && (!black.empty() || check[v]) &&
          std::ranges::all_of(black, [&](std::uint32_t n) { return won[Player::kRight][n]; }))
        won[Player::kLeft][v] = changed = true;
      if (!won[Player::kRight][v] &&
          std::ranges::any_of(leads(v, Player::kRight),
                              [&](std::uint32_t n) { return won[Player::kLeft][n]; }))
        won[Player::kRight][v] = changed = true;
    }
  }
  return won[Player::kRight][number({square({3, 3}), square({1, 1}), square({2, 2})})];
}

}  // namespace

TEST_CASE("White mates from a1, b2 and c3 on boards of 9x11 squares", "[.][nightly][echess]") {
  CHECK(white_mates(9, 11));
  CHECK_FALSE(white_mates(9, 10));
}

// --- reading ---------------------------------------------------------------------------------------

TEST_CASE("A spent budget says nothing about Echess", "[echess][values]") {
  Table table;
  Budget little(Budget::Limits{2000});
  const AnyPosition position = game()->position("......|..k...|......|......|...R..|K.....");
  CHECK_THROWS_AS(table.evaluator.loopy_value(position, table.games, little), BudgetExhausted);
}

TEST_CASE("Wrong boards of Echess are refused", "[echess]") {
  const auto rules = game();
  const auto message = [&](const std::string& text) {
    try {
      rules->position(text);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(message("..R|...|K.."), Catch::Contains("1:1: error: there is no k on the board"));
  CHECK_THAT(message("..R|k..|..."), Catch::Contains("1:1: error: there is no K on the board"));
  CHECK_THAT(message("...|k..|..K"), Catch::Contains("1:1: error: there is no R on the board"));
  CHECK_THAT(message("k..|..R|K.R"), Catch::Contains("1:11: error: there is more than one R"));
  CHECK_THAT(message("kK.|..R"), Catch::Contains("1:2: error: the kings are side by side"));
  CHECK_THAT(message("k..|.K.|..R"), Catch::Contains("1:6: error: the kings are side by side"));
  CHECK_THAT(message("k..|.K.|..R"), Catch::Contains("hint: no king steps beside the other"));
  CHECK_THROWS_AS(
      rules->position(RulesetArguments({{"", RulesetArgument(GridInput{1, 2, {1, 2}})}})), Error);
  CHECK_THAT(message("k.K|R."), Catch::Contains("this row has 2 cells, the first has 3"));
  CHECK_THAT(message("k.K|Rq."), Catch::Contains("no cell of Echess is written so"));
  CHECK_THAT(message(""), Catch::Contains("the board is empty"));
  CHECK_THAT(message("99999999999999999999"), Catch::Contains("no cell of Echess is written so"));
  CHECK_THROWS_AS(game({{"corner", RulesetArgument(std::int64_t{10'000'000})}}), Error);
  CHECK_THROWS_AS(game({{"king", RulesetArgument(std::int64_t{1})}}), Error);
}

}  // namespace cgt::testing::echess_test
