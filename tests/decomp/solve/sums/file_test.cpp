#include "decomp/solve/sums/mcgs/file.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "cgt/text/text.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace file_test {

namespace {

using namespace cgt;
using namespace cgt::solve;

std::string data(const std::string& name) {
  return cgt::testing::read_file(cgt::testing::test_data() + "/decomp/solve/data/" + name);
}

McgsFile parsed(Store& store, const std::string& text) {
  return parse_mcgs(store, SourceText("file", text));
}

// "LINE:COLUMN: message", or "read".
std::string refusal(const std::string& text) {
  Store store;
  try {
    parsed(store, text);
  } catch (const InputError& error) {
    return std::to_string(error.place().line) + ":" + std::to_string(error.place().column) + ": " +
           error.message();
  }
  return "read";
}

// With a version before it, on a line of its own.
std::string refused(const std::string& text) { return refusal("{version 1.7}\n" + text); }

GameId value_of(Store& store, Evaluator& evaluator, const McgsSum& sum) {
  Budget budget;
  GameId value = kZero;
  for (const SumTerm& term : sum.sum) {
    const auto* position = std::get_if<AnyPosition>(&term.game);
    value = store.add(value, position == nullptr ? std::get<GameId>(term.game)
                                                 : evaluator.value(*position, budget));
  }
  return value;
}

OutcomeClass outcome_of(Store& store, Evaluator& evaluator, const McgsSum& sum) {
  Budget budget;
  const auto* position = sum.sum.size() == 1 ? std::get_if<AnyPosition>(&sum.sum[0].game) : nullptr;
  return position != nullptr ? evaluator.outcome(*position, budget)
                             : store.outcome(value_of(store, evaluator, sum));
}

bool first_wins(OutcomeClass outcome, Player first) {
  return outcome == OutcomeClass::kNext ||
         outcome == (first == Player::kLeft ? OutcomeClass::kLeft : OutcomeClass::kRight);
}

// Every expectation about who wins, and nim values, against what the evaluator finds. Returns how
// many.
std::size_t check_expectations(Store& store, Evaluator& evaluator, const McgsSum& sum) {
  std::size_t checked = 0;
  CAPTURE(mcgs_text(sum));
  const OutcomeClass outcome = outcome_of(store, evaluator, sum);
  for (const McgsCommand& command : sum.commands) {
    if (command.win) {
      CHECK(first_wins(outcome, *command.first) == *command.win);
      ++checked;
    }
    if (command.nim_value) {
      CHECK(value_of(store, evaluator, sum) == store.nimber(*command.nim_value));
      ++checked;
    }
    if (command.winning_moves) {
      // A sum in which both have the same moves can be won by Left if it can be won.
      CHECK(first_wins(outcome, command.first.value_or(Player::kLeft)) ==
            !command.winning_moves->empty());
      ++checked;
    }
  }
  return checked;
}

struct Row {
  std::string text;
  double seconds = 0;  // of MCGS without its database; large if it did not finish
};

std::vector<Row> rows_of_sums() {
  std::istringstream in(data("sums.tsv"));
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("game\t")) continue;
    std::istringstream fields(line);
    std::string game;
    std::string sum;
    std::string first;
    std::string result;
    std::string seconds;
    std::getline(fields, game, '\t');
    std::getline(fields, sum, '\t');
    std::getline(fields, first, '\t');
    std::getline(fields, result, '\t');
    std::getline(fields, seconds, '\t');
    const std::string expected = result == "?"      ? ""
                                 : result == "Win"  ? " win"
                                 : result == "Loss" ? " loss"
                                                    : " " + result;
    const bool finished = !seconds.empty() && seconds[0] >= '0' && seconds[0] <= '9';
    rows.push_back({"{version 1.7} [" + game + "] " + sum + " {" + first + expected + "}",
                    finished ? std::stod(seconds) : 1e9});
  }
  return rows;
}

}  // namespace

TEST_CASE("an MCGS file is a list of sums with questions", "[mcgs]") {
  Store store;
  const McgsFile file = parsed(store,
                               "{version 1.4}\n"
                               "[clobber_1xn] XOXO (OXX)\n"
                               "[integer_game] 4\n"
                               "/* Comments can go here too. */\n"
                               "-5 [dyadic_rational] (-3 / 8)\n"
                               "{B, W loss}\n"
                               "{B loss}\n"
                               "[impartial  domineering] ..|.. [kayles] 7\n"
                               "  {N 3,\n   winning moves N, winning moves N None}");
  CHECK(file.version == "1.4");
  REQUIRE(file.sums.size() == 3);
  const McgsSum& first = file.sums[0];
  REQUIRE(first.sum.size() == 5);
  CHECK(first.sum[0].ruleset == "clobber");
  CHECK(first.sum[0].text == "XOXO");
  CHECK(std::get<AnyPosition>(first.sum[1].game).text() == "oxx");
  CHECK(std::get<GameId>(first.sum[2].game) == store.integer(4));
  CHECK(std::get<GameId>(first.sum[4].game) == parse_value(store, "-3/8"));
  CHECK(first.sum[4].text == "-3 / 8");
  CHECK_FALSE(first.impartial);
  CHECK(first.games[1].section == "clobber_1xn");
  CHECK(first.games[1].place.line == 2);
  CHECK(first.games[1].place.column == 20);
  CHECK(first.games[3].place.line == 5);
  REQUIRE(first.commands.size() == 2);
  CHECK(first.commands[0].first == Player::kLeft);
  CHECK_FALSE(first.commands[0].win.has_value());
  CHECK(first.commands[1].first == Player::kRight);
  CHECK(first.commands[1].win == false);
  CHECK(first.commands[1].place.line == 6);
  CHECK(first.commands[1].place.column == 5);

  CHECK(file.sums[1].sum.empty());
  CHECK(file.sums[1].impartial);

  const McgsSum& third = file.sums[2];
  CHECK(third.impartial);
  CHECK(third.sum[0].ruleset == "cram");
  CHECK(third.sum[1].ruleset == "kayles");
  REQUIRE(third.commands.size() == 3);
  CHECK(third.commands[0].nim_value == 3U);
  CHECK(third.commands[1].kind == McgsCommand::Kind::kWinningMoves);
  CHECK_FALSE(third.commands[1].winning_moves.has_value());
  CHECK(third.commands[2].winning_moves->empty());
  CHECK(third.commands[2].place.line == 10);

  CHECK(parse_mcgs(store, SourceText("", "[nimber] 2 {N}"), false).version.empty());
}

TEST_CASE("the games of MCGS are ours in other letters", "[mcgs]") {
  Store store;
  const auto term = [&](const std::string& section, const std::string& text) {
    return mcgs_section(section)->read(store, text);
  };
  const auto position = [&](const std::string& section, const std::string& text) {
    const SumTerm read = term(section, text);
    return read.ruleset + ":" + std::get<AnyPosition>(read.game).text();
  };
  CHECK(position("clobber_1xn", "XO.X") == "clobber:xo.x");
  CHECK(position("nogo_1xn", "X..O") == "nogo:x..o");
  CHECK(position("elephants", "X.O") == "elephants-and-rhinos:t.f");
  CHECK(position("toppling_dominoes", "XO#") == "toppling-dominoes:lre");
  CHECK(position("clobber", "XO|OX") == "clobber:xo|ox");
  CHECK(position("cannibal_clobber", "XO|OX") == "cannibal-clobber:xo|ox");
  CHECK(position("nogo", "..|#X") == "nogo:..|#x");
  CHECK(position("amazons", ".X|O#") == "amazons:.x|o#");
  CHECK(position("domineering", "..|.#") == "domineering:..|.#");
  CHECK(position("fission", ".X#") == "fission:.x#");
  CHECK(position("gen_toads", "1, 2,1,0 :X.O") == "gen-toads-and-frogs(1, 2, 1, false):t.f");
  CHECK(position("sheep", "0, 1 | 2 -3") == "sheep:0, 1 | 2, -3");
  CHECK(position("gen_king_dirt", "1,2,0:X.O") == "king-dirt:1,2,0:x.o");
  CHECK(position("kayles", "12") == "kayles:12");
  CHECK(position("impartial kayles", "12") == "kayles:12");
  CHECK(position("impartial clobber", "XO") == "game.grid.Clobber.ImpartialVariant:xo");
  CHECK(position("impartial gen_toads", "1,1,1,1:X.O") ==
        "game.strip.GenToadsAndFrogs(1, 1, 1, true).ImpartialVariant:t.f");
  CHECK(position("impartial sheep", "3 0 -2") == "game.grid.Sheep.ImpartialVariant:3, 0, -2");
  CHECK(std::get<AnyPosition>(term("impartial sheep", "3 0 -2").game).impartial());

  const auto value = [&](const std::string& section, const std::string& text) {
    return std::get<GameId>(term(section, text).game);
  };
  CHECK(value("integer_game", "-2147483647") == store.integer(-2'147'483'647));
  CHECK(value("integer_game", "010") == store.integer(10));  // decimal, not octal
  CHECK(value("integer_game", "-08") == store.integer(-8));
  CHECK(value("dyadic_rational", "-024/032") == parse_value(store, "-3/4"));
  CHECK(value("dyadic_rational", "-24/32") == parse_value(store, "-3/4"));
  CHECK(value("nimber", "5") == store.nimber(5));
  CHECK(value("switch_game", "3/4,-4") == parse_value(store, "{3/4|-4}"));
  CHECK(value("switch_game", "-6 , 5") == kZero);
  CHECK(value("up_star", "*") == parse_value(store, "*"));
  CHECK(value("up_star", "3") == parse_value(store, "^3"));
  CHECK(value("up_star", "* -2") == parse_value(store, "v2*"));
  CHECK(value("impartial nimber", "5") == store.nimber(5));
  CHECK(value("impartial integer_game", "-7") == store.nimber(1));
}

TEST_CASE("impartial values have the nim value of their canonical forms", "[mcgs]") {
  Store store;
  std::map<GameId, std::uint32_t> known;
  const std::function<std::uint32_t(GameId)> by_definition = [&](GameId g) {
    if (const auto it = known.find(g); it != known.end()) return it->second;
    std::set<std::uint32_t> seen;
    for (const Player player : kPlayers) {
      for (const GameId option : store.options(g, player)) seen.insert(by_definition(option));
    }
    std::uint32_t least = 0;
    while (seen.contains(least)) ++least;
    return known[g] = least;
  };
  for (std::uint32_t exponent = 0; exponent <= 5; ++exponent) {
    for (std::int64_t numerator = -150; numerator <= 150; ++numerator) {
      const Dyadic x(numerator, exponent);
      CAPTURE(x.to_string());
      CHECK(impartial_nim_value(x) == by_definition(store.number(x)));
    }
  }
  for (std::int64_t ups = -9; ups <= 9; ++ups) {
    CAPTURE(ups);
    CHECK(impartial_nim_value(ups, false) == by_definition(store.up(ups)));
    CHECK(impartial_nim_value(ups, true) == by_definition(store.up(ups, 1)));
  }
}

TEST_CASE("sums of MCGS files are won by whom the files say", "[mcgs]") {
  Store store;
  Evaluator evaluator(store);
  const McgsFile file = parsed(store, data("mcgs_games.test"));
  CHECK(file.sums.size() == 38);
  std::size_t checked = 0;
  for (const McgsSum& sum : file.sums) checked += check_expectations(store, evaluator, sum);
  CHECK(checked == 78);
}

TEST_CASE("thermographs of MCGS files are ours", "[mcgs]") {
  Store store;
  Evaluator evaluator(store);
  Budget budget;
  const McgsFile file = parsed(store, data("mcgs_nogo.test"));
  REQUIRE(file.sums.size() == 8);
  for (const McgsSum& sum : file.sums) {
    CAPTURE(mcgs_text(sum));
    const Thermograph found = evaluator.thermograph(std::get<AnyPosition>(sum.sum[0].game), budget);
    REQUIRE(sum.commands[0].walls.has_value());
    for (const Player player : kPlayers) {
      CHECK(mcgs_wall(found.wall(player)) == (*sum.commands[0].walls)[player]);
    }
  }
}

TEST_CASE("every sum that MCGS was timed on is read", "[mcgs][long]") {
  const std::vector<Row> rows = rows_of_sums();
  CHECK(rows.size() == 64);
  Store store;
  Evaluator evaluator(store);
  std::size_t checked = 0;
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const McgsFile file = parsed(store, row.text);
    REQUIRE(file.sums.size() == 1);
    CHECK_FALSE(file.sums[0].sum.empty());
    CHECK(file.sums[0].commands.size() == 1);
    if (row.seconds <= 0.05) checked += check_expectations(store, evaluator, file.sums[0]);
  }
  CHECK(checked == 15);
}

TEST_CASE("sums are written as they are read", "[mcgs]") {
  std::vector<std::string> files{data("mcgs_games.test"), data("mcgs_nogo.test")};
  for (const Row& row : rows_of_sums()) files.push_back(row.text);
  for (const std::string& text : files) {
    Store store;
    const McgsFile file = parsed(store, text);
    std::string written = "{version 1.7}\n";
    for (const McgsSum& sum : file.sums) written += mcgs_text(sum);
    CAPTURE(written);
    const McgsFile again = parsed(store, written);
    REQUIRE(again.sums.size() == file.sums.size());
    for (std::size_t i = 0; i < file.sums.size(); ++i) {
      const McgsSum& a = file.sums[i];
      const McgsSum& b = again.sums[i];
      CHECK(a.commands == b.commands);
      CHECK(a.impartial == b.impartial);
      REQUIRE(a.sum.size() == b.sum.size());
      for (std::size_t k = 0; k < a.sum.size(); ++k) {
        CHECK(a.sum[k].text == b.sum[k].text);
        CHECK(a.sum[k].ruleset == b.sum[k].ruleset);
        CHECK(a.sum[k].game.index() == b.sum[k].game.index());
        if (const auto* position = std::get_if<AnyPosition>(&a.sum[k].game)) {
          CHECK(position->text() == std::get<AnyPosition>(b.sum[k].game).text());
        } else {
          CHECK(std::get<GameId>(a.sum[k].game) == std::get<GameId>(b.sum[k].game));
        }
      }
    }
  }
}

TEST_CASE("malformed MCGS files are refused at the place", "[mcgs]") {
  CHECK(refusal("") == "1:1: the version is missing");
  CHECK(refusal("/* only */") == "1:11: the version is missing");
  CHECK(refusal("[nimber] 3 {N}") == "1:1: the version is missing");
  CHECK(refusal("{B}") == "1:1: the version is missing");
  CHECK(refusal("{version 1.0} {B}") == "1:1: this version is not known");
  CHECK(refusal("{version1.7}") == "1:1: this version is not known");
  CHECK(refusal("{version}") == "1:1: this version is not known");
  CHECK(refusal("{version 1.7}") == "read");

  CHECK(refused("{version 1.7}") == "2:2: the version is not expected here");
  CHECK(refused("XO {B}") == "2:1: this game stands in no section");
  CHECK(refused("[clober] XO {B}") == "2:1: there is no section [clober]");
  CHECK(refused("[impartial clober] XO {B}") == "2:1: there is no section [impartial clober]");
  CHECK(refused("[] XO {B}") == "2:1: there is no section []");
  CHECK(refused("[clobber_1xn] XO\n OX") == "2:15: no command asks about this game");
  CHECK(refused("[clobber_1xn]XO {B}") == "2:14: white space is missing before this");
  CHECK(refused("[clobber_1xn] XO{B}") == "2:17: white space is missing before this");
  CHECK(refused("[clobber_1xn] (XO)(OX) {B}") == "2:19: white space is missing before this");
  CHECK(refused("[clobber_1xn] XO/* no */ {B}") == "2:17: white space is missing before this");
  CHECK(refused("[elephants()] X.O {B}") == "2:11: '(' stands inside of brackets");
  CHECK(refused("[[elephants]] X.O {B}") == "2:2: '[' stands inside of brackets");
  CHECK(refused("[clobber_1xn] (XO {B}") == "2:19: '{' stands inside of brackets");
  CHECK(refused("[clobber_1xn] XO) {B}") == "2:17: white space is missing before this");
  CHECK(refused("[clobber_1xn] (XO") == "2:15: this bracket is never closed");
  CHECK(refused("[clobber_1xn] XO {B") == "2:18: this bracket is never closed");
  CHECK(refused("/* no end */{B}") == "2:1: this comment is never closed");
  CHECK(refused("/*/ {B}") == "2:1: this comment is never closed");
  CHECK(refused("cgt: 1 {B}") == "2:1: this value is never closed");
  CHECK(refused("cgt: 1 | 2 :cgt {B}").starts_with("2:8: "));

  CHECK(refused("[clobber_1xn] XO|OX {B}") == "2:17: no cell of clobber_1xn is written so");
  CHECK(refused("[clobber_1xn] xo {B}") == "2:15: no cell of clobber_1xn is written so");
  CHECK(refused("[clobber_1xn] ( XO OX) {B}") == "2:19: no cell of clobber_1xn is written so");
  CHECK(refused("[clobber_1xn] () {B}") == "2:16: the board is empty");
  CHECK(refused("[clobber] XO|O {B}") == "2:14: this row has 1 cells, the first has 2");
  CHECK(refused("[domineering] ..\n .X {B}") == "3:3: no cell of domineering is written so");
  CHECK(refused("[sheep] (0 1,\n | 2) {B}") == "2:13: a number is missing after this");
  CHECK(refused("[sheep] (0 51) {B}") == "2:12: this herd is too large");
  CHECK(refused("[gen_king_dirt] 1,1,2:.. {B}") == "2:17: the third number is 0 or 1");
  CHECK(refused("[gen_king_dirt] ..X {B}") == "2:17: ':' is missing");
  CHECK(refused("[gen_king_dirt] 1,1,1:.a {B}") == "2:24: no cell of KingDirt is written so");
  CHECK(refused("[gen_toads] X.O {B}") == "2:13: ':' is missing");
  CHECK(refused("[gen_toads] 0,1,1,0:X.O {B}") == "2:13: the least slide is not 0");
  CHECK(refused("[gen_toads] 2,1,1,0:X.O {B}") == "2:15: the longest slide is not 1");
  CHECK(refused("[gen_toads] 1,1,1,2:X.O {B}") ==
        "2:19: the number that allows jumps over friends is not 2");
  CHECK(refused("[gen_toads] 1,1,1:X.O {B}") == "2:18: a number is missing here");
  CHECK(refused("[gen_toads] 1,1,1,1,1:X.O {B}") == "2:20: nothing more is expected here");
  CHECK(refused("[gen_toads] 1,1,1,1:X.# {B}") == "2:23: no cell of gen_toads is written so");
  CHECK(refused("[kayles] -1 {N}") == "2:10: a row of pins is not -1");
  CHECK(refused("[kayles] 4294967296 {N}") == "2:10: a row of pins is not 4294967296");
  CHECK(refused("[nimber] x {N}") == "2:10: a number is missing here");
  CHECK(refused("[nimber] -2 {N}") == "2:10: a nimber is not -2");
  CHECK(refused("[nimber] (1 2) {N}") == "2:13: nothing more is expected here");
  CHECK(refused("[integer_game] 1/2 {B}") == "2:17: nothing more is expected here");
  CHECK(refused("[dyadic_rational] 1/3 {B}") == "2:21: this is not a denominator of a game");
  CHECK(refused("[dyadic_rational] 1/-2 {B}") == "2:21: this is not a denominator of a game");
  CHECK(refused("[dyadic_rational] 1/0 {B}") == "2:21: this is not a denominator of a game");
  CHECK(refused("[dyadic_rational] 1/ 2 {B}") == "2:21: a number is missing here");
  CHECK(refused("[switch_game] 3 {B}") == "2:16: a number is missing here");
  CHECK(refused("[switch_game] (3, ) {B}") == "2:17: nothing follows this comma");
  CHECK(refused("[switch_game] (3 2 1) {B}") == "2:20: nothing more is expected here");
  CHECK(refused("[switch_game] 3-2 {B}") == "2:16: a blank or a comma is missing before this");
  CHECK(refused("[up_star] (* *) {B}") == "2:14: this is a second star");
  CHECK(refused("[up_star] (1 2) {B}") == "2:14: nothing more is expected here");
  CHECK(refused("[up_star] () {B}") == "2:12: a number is missing here");

  CHECK(refused("[nimber] 1 {}") == "2:13: something is missing here");
  CHECK(refused("[nimber] 1 {B,}") == "2:15: something is missing here");
  CHECK(refused("[nimber] 1 {B W}") == "2:15: \"W\" is not expected here");
  CHECK(refused("[nimber] 1 {X}") == "2:13: \"X\" is not expected here");
  CHECK(refused("[nimber] 1 {B wins}") == "2:15: \"wins\" is not expected here");
  CHECK(refused("[nimber] 1 {B win loss}") == "2:19: \"loss\" is not expected here");
  CHECK(refused("[nimber] 1 {N win}") == "2:15: \"win\" is not expected here");
  CHECK(refused("[nimber] 1 {N -1}") == "2:15: \"-1\" is not expected here");
  CHECK(refused("[nimber] 1 {N 99999999999}") == "2:15: \"99999999999\" is not expected here");
  CHECK(refused("[nimber] 1 {B, W, B, N}") == "2:22: this is a fourth question about one sum");
  CHECK(refused("[clobber_1xn] XOXO.X {winning moves N}") ==
        "2:37: N asks about a sum that is not impartial");
  CHECK(refused("[nimber] 1\n[up_star] * {N}") == "3:14: N asks about a sum that is not impartial");
  CHECK(refused("[nimber] 1 {winning B}") == "2:21: \"B\" is not expected here");
  CHECK(refused("[nimber] 1 {winning moves}") == "2:26: something is missing here");
  CHECK(refused("[nimber] 1 {winning moves X}") == "2:27: \"X\" is not expected here");
  CHECK(refused("[nimber] 1 {winning moves B None *0}") == "2:34: \"*0\" is not expected here");
  CHECK(refused("[nimber] 1 {winning moves B *0 None}") == "2:32: \"None\" is not expected here");
  CHECK(refused("[nimber] 1 {thermograph R: (0, -1)}") == "2:25: \"R:\" is not expected here");
  CHECK(refused("[nimber] 1 {thermograph L: (0, -1)}") == "2:35: something is missing here");
  CHECK(refused("[nimber] 1 {thermograph L: R: (0, -1)}") == "2:28: \"R:\" is not expected here");
  CHECK(refused("[nimber] 1 {thermograph L: (0 -1)}") == "2:31: \"-1\" is not expected here");
  CHECK(refused("[nimber] 1 {thermograph L: (0, 0) R: (0, -1)}") ==
        "2:32: this temperature is out of order");
  CHECK(refused("[nimber] 1 {thermograph L: (0, -1) (1, -1) R: (0, -1)}") ==
        "2:40: this temperature is out of order");
  CHECK(refused("[nimber] 1 {thermograph L: (1/3, -1) R: (0, -1)}") ==
        "2:29: \"1/3\" is not expected here");
}

TEST_CASE("an error of an MCGS file shows the line and a hint", "[mcgs]") {
  Store store;
  try {
    parsed(store, "{version 1.7}\n[clobber]\nXO|OX XOX|.Y.\n{B}\n");
    FAIL("read");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) ==
          "file:3:12: error: no cell of clobber is written so\n"
          "  XO|OX XOX|.Y.\n"
          "             ^\n"
          "hint: cells are . X O, rows are separated by |");
  }
  try {
    parsed(store, "{version 1.7} [impartial clobbr] XO {B}");
    FAIL("read");
  } catch (const InputError& error) {
    CHECK(error.hint() == "did you mean [impartial clobber]?");
  }
}

TEST_CASE("mutated MCGS files are read or refused", "[mcgs][random]") {
  std::vector<std::string> files{data("mcgs_games.test"), data("mcgs_nogo.test")};
  for (const Row& row : rows_of_sums()) files.push_back(row.text);
  std::mt19937_64 random(2026);
  constexpr std::string_view kSigns = "()[]{}/*,|:.#XOBWN-0123456789 \n\tcgt:LRxo\0\xff";
  std::size_t read = 0;
  std::size_t refusals = 0;
  for (std::size_t i = 0; i < testing::scaled(2000); ++i) {
    const std::string text = testing::mutated(files[random() % files.size()], kSigns, random);
    Store store;
    try {
      for (const McgsSum& sum : parsed(store, text).sums) mcgs_text(sum);
      ++read;
    } catch (const InputError& error) {
      CHECK(error.place().line >= 1);
      ++refusals;
    }
  }
  testing::expect_share(read, read + refusals, 0.02);     // 0.047
  testing::expect_share(refusals, read + refusals, 0.4);  // 0.95
}

}  // namespace file_test
