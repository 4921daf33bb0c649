// The GTP engine as a class: dialogues with their exact answers, fuzzed dialogues, whole games.
#include <unistd.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/go/record/problem.hpp"
#include "repl/commands/gtp/engine.hpp"
#include "repl/commands/gtp/mover.hpp"
#include "repl/commands/gtp/protocol.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace cgt::repl::engine_test {
namespace {

using testing::source_root;

// Answers do not depend on a clock.
GtpSettings by_nodes(std::vector<std::string>* notes = nullptr) {
  GtpSettings settings;
  settings.milliseconds = Budget::kUnlimited;
  settings.nodes = 200'000;
  if (notes != nullptr)
    settings.note = [notes](std::string_view text) { notes->emplace_back(text); };
  return settings;
}

// Lines and the answers to them, in order.
using Dialogue = std::vector<std::pair<std::string, std::string>>;

void check(const Dialogue& dialogue) {
  GtpEngine engine(by_nodes());
  for (const auto& [line, answer] : dialogue) {
    INFO(line);
    CHECK(engine.answer(line) == answer);
  }
}

std::string example(const std::string& name) {
  return (std::filesystem::path(source_root()) / "examples" / "go" / name).string();
}

// The text of a successful answer without an id.
std::string text_of(const std::string& answer) {
  REQUIRE(answer.size() >= 3);
  REQUIRE(answer[0] == '=');
  REQUIRE(answer.substr(answer.size() - 2) == "\n\n");
  const std::string text = answer.substr(1, answer.size() - 3);
  return text.rfind(' ', 0) == 0 ? text.substr(1) : text;
}

std::vector<std::string> words_of_text(const std::string& text) {
  std::vector<std::string> words;
  bool open = false;
  for (const char c : text) {
    if (c == ' ' || c == '\n') {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    open = true;
    words.back() += c;
  }
  return words;
}

TEST_CASE("GTP: ids, comments, control characters, wrong commands") {
  check({{"protocol_version", "= 2\n\n"},
         {"17 protocol_version", "=17 2\n\n"},
         {"name", "= cgt\n\n"},
         {"", ""},
         {"   \t ", ""},
         {"# only a comment", ""},
         {"# interrupt", ""},
         {"1\tprotocol_version\r", "=1 2\n\n"},
         {"2 proto\1\2col_version # why not", "=2 2\n\n"},
         {"3 nonsense", "?3 unknown command\n\n"},
         {"nonsense", "? unknown command\n\n"},
         {"4", "?4 unknown command\n\n"},
         {"protocol_version 2", "? syntax error\n\n"},
         {"known_command play", "= true\n\n"},
         {"known_command Play", "= false\n\n"},
         {"known_command", "? syntax error\n\n"},
         {"5 quit", "=5\n\n"}});
}

TEST_CASE("GTP: board, moves, undo") {
  check({{"boardsize 9", "=\n\n"},
         {"boardsize 26", "? unacceptable size\n\n"},
         {"boardsize 0", "? unacceptable size\n\n"},
         {"boardsize nine", "? syntax error\n\n"},
         {"boardsize", "? syntax error\n\n"},
         {"komi 6.5", "=\n\n"},
         {"komi", "? syntax error\n\n"},
         {"komi six", "? syntax error\n\n"},
         {"undo", "? cannot undo\n\n"},
         {"play b C3", "=\n\n"},
         {"play BLACK c4", "=\n\n"},
         {"play w c3", "? illegal move\n\n"},
         {"play white D4", "=\n\n"},
         {"play w k1", "? illegal move\n\n"},
         {"play w i5", "? syntax error\n\n"},
         {"play w z99", "? syntax error\n\n"},
         {"play green D4", "? syntax error\n\n"},
         {"play b", "? syntax error\n\n"},
         {"play w PASS", "=\n\n"},
         {"play b pass", "=\n\n"},
         {"gg-undo 9", "? cannot undo\n\n"},
         {"gg-undo 2", "=\n\n"},
         {"undo", "=\n\n"},
         {"undo", "=\n\n"},
         {"play w c4", "=\n\n"},
         {"gg-undo 2", "=\n\n"},
         {"undo", "? cannot undo\n\n"},
         {"clear_board", "=\n\n"},
         {"undo", "? cannot undo\n\n"}});
}

TEST_CASE("GTP: the board is shown") {
  check({{"boardsize 3", "=\n\n"},
         {"play b a1", "=\n\n"},
         {"play w b1", "=\n\n"},
         {"play w a2", "=\n\n"},
         {"8 showboard",
          "=8\n"
          "   A B C\n"
          " 3 . . . 3\n"
          " 2 O . . 2\n"
          " 1 . O . 1\n"
          "   A B C\n"
          "Prisoners: Black 0, White 1; Black to play\n\n"}});
}

TEST_CASE("GTP: ko and superko") {
  check({{"boardsize 4", "=\n\n"},
         {"gogui-setup b b4 w c4 b a3 b c3 w d3 b b2 w c2", "=\n\n"},
         {"play w b3", "=\n\n"},
         {"play b c3", "? illegal move\n\n"},
         {"play b a4", "=\n\n"},
         {"play w d1", "=\n\n"},
         {"play b c3", "=\n\n"},
         {"play w b3", "? illegal move\n\n"},
         {"play w pass", "=\n\n"}});
  // Another engine may go by the simple ko rule, which a pass lifts.
  check({{"boardsize 4", "=\n\n"},
         {"gogui-setup b b4 w c4 b a3 b c3 w d3 b b2 w c2", "=\n\n"},
         {"play w b3", "=\n\n"},
         {"play b pass", "=\n\n"},
         {"play b c3", "=\n\n"},
         {"play w b3", "? illegal move\n\n"},
         {"undo", "=\n\n"},
         {"play b b3", "? illegal move\n\n"}});
}

TEST_CASE("GTP: handicaps") {
  check({{"boardsize 19", "=\n\n"},
         {"fixed_handicap 1", "? invalid number of stones\n\n"},
         {"fixed_handicap 10", "? invalid number of stones\n\n"},
         {"fixed_handicap two", "? syntax error\n\n"},
         {"fixed_handicap 3", "= D4 Q16 D16\n\n"},
         {"fixed_handicap 3", "? board not empty\n\n"},
         {"place_free_handicap 3", "? board not empty\n\n"},
         {"set_free_handicap a1 b1", "? board not empty\n\n"},
         {"clear_board", "=\n\n"},
         {"place_free_handicap 1", "? invalid number of stones\n\n"},
         {"place_free_handicap 12", "= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10\n\n"},
         {"clear_board", "=\n\n"},
         {"set_free_handicap d4 d4", "? bad vertex list\n\n"},
         {"set_free_handicap d4 pass", "? bad vertex list\n\n"},
         {"set_free_handicap d4", "? bad vertex list\n\n"},
         {"set_free_handicap d4 q4 k10", "=\n\n"},
         {"play w D4", "? illegal move\n\n"},
         {"boardsize 6", "=\n\n"},
         {"fixed_handicap 2", "? invalid number of stones\n\n"}});
}

TEST_CASE("GTP: clocks") {
  check({{"time_settings 300 30 5", "=\n\n"},
         {"time_settings 300 30", "? syntax error\n\n"},
         {"time_settings 300 -1 5", "? syntax error\n\n"},
         {"time_left b 20 3", "=\n\n"},
         {"time_left x 20 3", "? syntax error\n\n"},
         {"kgs-time_settings none", "=\n\n"},
         {"kgs-time_settings absolute 300", "=\n\n"},
         {"kgs-time_settings byoyomi 300 30 5", "=\n\n"},
         {"kgs-time_settings canadian 300 30 5", "=\n\n"},
         {"kgs-time_settings canadian 300", "? syntax error\n\n"}});
}

TEST_CASE("GTP: GoGui's commands") {
  check({{"boardsize 5", "=\n\n"},
         {"gogui-title", "= cgt\n\n"},
         {"gogui-interrupt", "=\n\n"},
         {"gogui-sigint", "= " + std::to_string(getpid()) + "\n\n"},
         {"gogui-play_sequence b a1 w b1 b a1", "? illegal move\n\n"},
         {"undo", "? cannot undo\n\n"},
         {"gogui-play_sequence b a1 w", "? syntax error\n\n"},
         {"gogui-play_sequence b a1 w b2 b pass", "=\n\n"},
         {"gg-undo 3", "=\n\n"},
         {"gogui-setup b a1 w a2 w b1", "? illegal position\n\n"},
         {"gogui-setup b a1 w a1", "? illegal position\n\n"},
         {"gogui-setup b a1 w pass", "? syntax error\n\n"},
         {"gogui-setup b a1 w a2", "=\n\n"},
         {"gogui-setup b c3", "? board not empty\n\n"},
         {"gogui-setup_player w", "=\n\n"},
         {"gogui-setup_player", "? syntax error\n\n"}});
  GtpEngine engine(by_nodes());
  CHECK_FALSE(engine.controlled_by_signals());
  engine.answer("gogui-sigint");
  CHECK(engine.controlled_by_signals());
  // Each analyze command names one that there is.
  const std::string commands = text_of(engine.answer("list_commands")) + '\n';
  const auto offered = words_of_text(text_of(engine.answer("gogui-analyze_commands")));
  std::size_t found = 0;
  for (const std::string& line : offered) {
    const std::size_t slash = line.rfind('/');
    if (slash == std::string::npos) continue;  // a wildcard behind a command
    ++found;
    CHECK(commands.find(line.substr(slash + 1) + '\n') != std::string::npos);
  }
  CHECK(found == 10);
}

// Scores and moves of examples/go/S9.sgf: literature (Mueller 1999), as in endgame_test.
TEST_CASE("GTP: a solved endgame is shown and played") {
  std::vector<std::string> notes;
  GtpEngine engine(by_nodes(&notes));
  REQUIRE(engine.answer("loadsgf " + example("S9.sgf") + " 1") == "=\n\n");
  CHECK(engine.answer("cgt-score") == "= Black first: B+4, White first: B+3\n\n");
  CHECK(engine.answer("cgt-best b") == "= D6 F6 H6 F3\n\n");
  // Whoever moves first gains a point: no score is proved, and the answer is an estimate.
  notes.clear();
  CHECK(text_of(engine.answer("final_score")) == "B+4");
  REQUIRE_FALSE(notes.empty());
  CHECK(notes.front() == "final_score: an estimate, not proved");
  CHECK(engine.answer("estimate_score") == "= B+4 (upper bound: 4, lower: 4)\n\n");
  const auto line = words_of_text(text_of(engine.answer("cgt-line b")));
  CHECK(line.size() == 9);
  CHECK(text_of(engine.answer("reg_genmove b")) == line.front());
  const auto losses = words_of_text(text_of(engine.answer("cgt-loss b")));
  CHECK(losses.size() == 26);
  CHECK(losses[1] == "0");
  CHECK(losses.back() == "2");
  CHECK(text_of(engine.answer("cgt-subgames")).substr(0, 46) ==
        "1: D8 D7 D6 value {3||2|0} mean 2 temperature ");
  CHECK(words_of_text(text_of(engine.answer("cgt-parts"))).size() == 81);
  CHECK(words_of_text(text_of(engine.answer("cgt-temperature"))).size() == 81);
  CHECK(words_of_text(text_of(engine.answer("cgt-territory"))).size() == 81);
  CHECK(text_of(engine.answer("cgt-safe")).rfind("BLACK ", 0) == 0);

  // Sabaki: the answer stays open until the next line, whatever it is.
  const std::string open = engine.answer("7 analyze b 50");
  CHECK(open.rfind("=7\ninfo move " + line.front() + " visits ", 0) == 0);
  CHECK(open.find(" winrate 10000 scoreLead 4 pv " + line.front() + ' ' + line[1]) !=
        std::string::npos);
  CHECK(std::count(open.begin(), open.end(), '\n') == 2);
  CHECK(engine.answer("# stop") == "\n");
  CHECK(engine.answer("# stop") == "");
  engine.answer("analyze");
  CHECK(engine.answer("name") == "\n= cgt\n\n");
  engine.answer("analyze w");
  CHECK(engine.finish() == "\n");
  CHECK(engine.finish() == "");
  CHECK(engine.answer("analyze green") == "? syntax error\n\n");

  // Played against itself: B+4, no move loses, both pass when nothing is left.
  notes.clear();
  int passes = 0;
  for (int move = 0; passes < 2 && move < 40; ++move) {
    const std::string answer = engine.answer(move % 2 == 0 ? "genmove b" : "genmove w");
    passes = answer == "= pass\n\n" ? passes + 1 : 0;
    CHECK(notes.back().find(": proved: ") != std::string::npos);
  }
  CHECK(passes == 2);
  notes.clear();
  CHECK(engine.answer("final_score") == "= B+4\n\n");
  CHECK(notes == std::vector<std::string>{"final_score: proved"});
  CHECK(engine.answer("komi 0.5") == "=\n\n");
  CHECK(engine.answer("final_score") == "= B+3.5\n\n");
  CHECK(engine.answer("undo") == "=\n\n");
}

TEST_CASE("GTP: genmove_analyze plays what it tells") {
  GtpEngine engine(by_nodes());
  REQUIRE(engine.answer("loadsgf " + example("S9.sgf") + " 1") == "=\n\n");
  const std::string chosen = text_of(engine.answer("reg_genmove b"));
  const std::string answer = engine.answer("3 genmove_analyze b 100");
  CHECK(answer.rfind("=3\ninfo move " + chosen, 0) == 0);
  CHECK(answer.substr(answer.rfind("\nplay ")) == "\nplay " + chosen + "\n\n");
  CHECK(engine.answer("play w " + chosen) == "? illegal move\n\n");
  CHECK(engine.answer("undo") == "=\n\n");
  CHECK(engine.answer("undo") == "? cannot undo\n\n");
}

// Two black eyes of one point on the left, White's on the right; a dead white stone in a black eye of
// two points; C1 is a dame between safe stones.
const std::string kSettled =
    "gogui-setup b b1 b b2 b b3 b b4 b b5 b a2 w a5 b a3 w d1 w d2 w d3 w d4 w d5 w e2 w e4 "
    "b c5 w c4 w c2";

TEST_CASE("GTP: safe points, dead stones, clean-up") {
  GtpEngine engine(by_nodes());
  engine.answer("boardsize 5");
  REQUIRE(engine.answer(kSettled) == "=\n\n");
  CHECK(engine.answer("go_safe benson b") == "= 11 A1 B1 A2 B2 A3 B3 A4 B4 A5 B5 C5\n\n");
  CHECK(engine.answer("go_safe benson w") == "= 12 D1 E1 C2 D2 E2 D3 E3 C4 D4 E4 D5 E5\n\n");
  CHECK(text_of(engine.answer("go_safe benson")).rfind("23 ", 0) == 0);
  CHECK(engine.answer("go_safe magic") == "? syntax error\n\n");
  CHECK(engine.answer("final_status_list dead") == "= A5\n\n");
  CHECK(engine.answer("final_status_list seki") == "=\n\n");
  CHECK(engine.answer("final_status_list alive") ==
        "= B5 C5 B4 A3 B3 A2 B2 B1\nD5 C4 D4 E4 D3 C2 D2 E2 D1\n\n");
  CHECK(engine.answer("final_status_list both") == "? syntax error\n\n");
  // The dead stone is taken, and then there is nothing left to take.
  CHECK(engine.answer("kgs-genmove_cleanup b") == "= A4\n\n");
  CHECK(engine.game().prisoners(Player::kLeft) == 1);
  CHECK(engine.answer("final_status_list dead") == "=\n\n");
}

TEST_CASE("GTP: stones in seki") {
  // White's group around four black stones, enclosed by a black one that lives.
  const go::Board board = go::parse_board(
                              ".XXX.OX../"
                              "OOOOOOX.X/"
                              "XXXXXXXXX/"
                              ".X.XXXXXX/"
                              "XXXXXXXXX/"
                              "OOOOOOOOO/"
                              "O.O.OOOOO/"
                              "OOOOOOOOO/"
                              ".O.......")
                              .board;
  GtpEngine engine(by_nodes());
  engine.answer("boardsize 9");
  std::string setup = "gogui-setup";
  for (std::size_t i = 0; i < 81; ++i) {
    const go::Point p = board.point(i);
    if (board[p] == go::Colour::kEmpty) continue;
    setup += (board[p] == go::Colour::kBlack ? " b " : " w ") + board.name(p);
  }
  CHECK(engine.answer(setup) == "=\n\n");
  CHECK(engine.answer("final_status_list seki") == "= B9 C9 D9\nF9 A8 B8 C8 D8 E8 F8\n\n");
  CHECK(engine.answer("go_safe_shared_liberties_in_seki") == "= A9 E9\n\n");
  CHECK(engine.answer("final_status_list dead") == "=\n\n");
  // Territory 5 of Black's and 10 of White's; nobody has to play in the seki.
  CHECK(engine.answer("final_score") == "= W+5\n\n");
  CHECK(engine.answer("reg_genmove b") == "= pass\n\n");
  CHECK(engine.answer("reg_genmove w") == "= pass\n\n");
}

TEST_CASE("GTP: dame between safe stones") {
  GtpEngine engine(by_nodes());
  engine.answer("boardsize 5");
  REQUIRE(engine.answer("gogui-setup b b1 b b2 b b3 b b4 b b5 b a2 b a3 "
                        "w d1 w d2 w d3 w d4 w d5 w e2 w e4") == "=\n\n");
  CHECK(engine.answer("go_safe_dame_static") == "= C1 C2 C3 C4 C5\n\n");
  CHECK(engine.answer("1 go_safe benson w").rfind("=1 10 D1 ", 0) == 0);
  // A stone in between that is not safe: the points beside it may be worth something.
  engine.answer("play b c3");
  CHECK(engine.answer("go_safe_dame_static") == "= C1 C2 C4 C5\n\n");
  engine.answer("undo");
  engine.answer("play w c1");
  CHECK(engine.answer("go_safe benson w") == "= 11 C1 D1 E1 D2 E2 D3 E3 D4 E4 D5 E5\n\n");
  CHECK(engine.answer("go_safe_dame_static") == "= C2 C3 C4 C5\n\n");
}

TEST_CASE("GTP: nothing is safe on an empty board") {
  GtpEngine engine(by_nodes());
  engine.answer("boardsize 5");
  CHECK(engine.answer("go_safe benson") == "= 0\n\n");
  CHECK(engine.answer("go_safe_dame_static") == "=\n\n");
  const std::string score = text_of(engine.answer("final_score"));
  CHECK((score == "0" || score.rfind("B+", 0) == 0 || score.rfind("W+", 0) == 0));
  CHECK(engine.answer("final_status_list dead") == "=\n\n");
  const std::string estimate = text_of(engine.answer("estimate_score"));
  CHECK(estimate.find(" (upper bound: 25, lower: -25)") != std::string::npos);
  CHECK(engine.answer("cgt-best b") == "? the position is not solved\n\n");
  CHECK(engine.answer("cgt-score") == "= Black first: W+25 to B+25, White first: W+25 to B+25\n\n");
}

TEST_CASE("GTP: stones, captures, rules, and the record of the game") {
  GtpEngine engine(by_nodes());
  engine.answer("boardsize 5");
  engine.answer("komi 2.5");
  for (const char* move : {"b a5", "w b5", "b c3", "w a4"}) {
    CHECK(engine.answer(std::string("play ") + move) == "=\n\n");
  }
  CHECK(engine.answer("list_stones black") == "= C3\n\n");
  CHECK(engine.answer("list_stones w") == "= B5 A4\n\n");
  CHECK(engine.answer("list_stones green") == "? syntax error\n\n");
  CHECK(engine.answer("captures b") == "= 0\n\n");
  CHECK(engine.answer("captures white") == "= 1\n\n");
  const go::Problem record = go::parse_sgf(text_of(engine.answer("printsgf")), "printed", 0);
  CHECK(record.moves.size() == 4);
  CHECK(record.komi == Dyadic(5, 1));
  CHECK(record.rules == "Japanese");
  const std::string path =
      (std::filesystem::temp_directory_path() / ("cgt out " + std::to_string(getpid()) + ".sgf"))
          .string();
  CHECK(engine.answer("printsgf " + path) == "=\n\n");
  GtpEngine other(by_nodes());
  CHECK(other.answer("loadsgf " + path) == "=\n\n");
  std::filesystem::remove(path);
  CHECK(other.game().board() == engine.game().board());
  CHECK(other.game().moves() == 4);
  CHECK(other.game().prisoners(Player::kRight) == 1);
  CHECK(engine.answer("printsgf /no/such/folder/x.sgf") == "? cannot write file\n\n");
  // A position that was set up is written as one.
  engine.answer("clear_board");
  engine.answer("gogui-setup b a1 w c3");
  const go::Problem set_up = go::parse_sgf(text_of(engine.answer("printsgf")));
  CHECK(set_up.board == engine.game().board());
  CHECK(engine.answer("kgs-rules chess") == "? unknown rules\n\n");
}

TEST_CASE("GTP: area scoring by kgs-rules, and by the record") {
  GtpEngine engine(by_nodes());
  engine.answer("boardsize 5");
  // Black has three points and seven stones, White six and nine.
  REQUIRE(engine.answer("gogui-setup b b1 b b2 b b3 b b4 b b5 b a2 b a4 w c1 w c2 w c3 w c4 w c5 "
                        "w d2 w d4 w e2 w e4") == "=\n\n");
  CHECK(engine.answer("final_score") == "= W+3\n\n");
  CHECK(engine.answer("kgs-rules chinese") == "=\n\n");
  CHECK(engine.answer("final_score") == "= W+5\n\n");
  CHECK(engine.answer("kgs-rules japanese") == "=\n\n");
  CHECK(engine.answer("final_score") == "= W+3\n\n");
}

TEST_CASE("GTP: analysis in the dialects of other programs") {
  GtpEngine engine(by_nodes());
  REQUIRE(engine.answer("loadsgf " + example("S9.sgf") + " 1") == "=\n\n");
  const std::string leela = engine.answer("lz-analyze b interval 50");
  CHECK(leela.rfind("=\ninfo move ", 0) == 0);
  CHECK(leela.find(" winrate 10000 prior 10000 lcb 10000 order 0 pv ") != std::string::npos);
  CHECK(leela.find(" order 3 ") != std::string::npos);
  const std::string kata = engine.answer("kata-analyze b 50 ownership true");
  CHECK(kata.find(" winrate 1 scoreMean 4 scoreStdev 0 scoreLead 4 prior 1 lcb 1 order 0 pv ") !=
        std::string::npos);
  const std::size_t owners = kata.find(" ownership ");
  REQUIRE(owners != std::string::npos);
  const auto numbers = words_of_text(kata.substr(owners + 11));
  REQUIRE(numbers.size() == 81);
  CHECK(numbers.front() == "1.00");
  CHECK(numbers.back() == "-1.00");
  // The mover's view: White's, with the signs turned.
  const std::string white = engine.answer("kata-analyze w 50 ownership true");
  CHECK(words_of_text(white.substr(white.find(" ownership ") + 11)).back() == "1.00");
  CHECK(engine.answer("kata-analyze b 50").find("ownership") == std::string::npos);
  CHECK(engine.answer("kata-analyze b ownership").find("? syntax error\n\n") != std::string::npos);
  // Where nothing is proved the lead is the estimate.
  engine.answer("boardsize 5");
  const std::string open = engine.answer("kata-analyze b 50 ownership true");
  CHECK(open.find(" winrate 0.5 ") != std::string::npos);
  CHECK(open.find(" scoreLead ") != std::string::npos);
}

TEST_CASE("GTP: records are loaded at a move, and undone") {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("cgt gtp " + std::to_string(getpid()) + ".sgf"))
          .string();
  std::ofstream(path) << "(;SZ[5]KM[2.5];B[aa];W[ba];B[cc];W[ab])";
  GtpEngine engine(by_nodes());
  CHECK(engine.answer("loadsgf " + path) == "=\n\n");
  CHECK(engine.game().moves() == 4);
  CHECK(engine.game().prisoners(Player::kRight) == 1);
  CHECK(engine.answer("gg-undo 4") == "=\n\n");
  CHECK(engine.answer("loadsgf \"" + path + "\" 3") == "=\n\n");
  CHECK(engine.game().moves() == 2);
  CHECK(engine.game().to_play() == Player::kLeft);
  CHECK(engine.answer("loadsgf " + path + " 100") == "=\n\n");
  CHECK(engine.game().moves() == 4);
  CHECK(engine.answer("loadsgf " + path + " 0") == "? syntax error\n\n");
  // Prisoners are counted also where moves cannot be undone: here a stone is put on another.
  std::ofstream(path) << "(;SZ[5];B[aa];W[ba];B[cc];W[ab];B[ba])";
  CHECK(engine.answer("loadsgf " + path) == "=\n\n");
  CHECK(engine.game().moves() == 0);
  CHECK(engine.game().prisoners(Player::kRight) == 1);
  CHECK(engine.answer("loadsgf " + path + " 5") == "=\n\n");
  CHECK(engine.game().moves() == 4);
  std::ofstream(path) << "(;SZ[5]AB[zz])";
  CHECK(engine.answer("loadsgf " + path) == "? cannot load file\n\n");
  std::ofstream(path) << "(;SZ[26])";
  CHECK(engine.answer("loadsgf " + path) == "? cannot load file\n\n");
  CHECK(engine.game().moves() == 4);  // a file that cannot be read changes nothing
  CHECK(engine.answer("loadsgf /no/such/file.sgf") == "? cannot load file\n\n");
  std::filesystem::remove(path);
}

TEST_CASE("GTP: heuristic moves are legal, marked, and end") {
  std::vector<std::string> notes;
  GtpEngine engine(by_nodes(&notes));
  engine.answer("boardsize 5");
  int passes = 0;
  int moves = 0;
  for (; passes < 2 && moves < 300; ++moves) {
    const Player player = moves % 2 == 0 ? Player::kLeft : Player::kRight;
    const go::Board before = engine.game().board();
    const std::string text =
        text_of(engine.answer(player == Player::kLeft ? "genmove b" : "genmove w"));
    REQUIRE(notes.size() == static_cast<std::size_t>(moves) + 1);
    const bool proved = notes.back().find(": proved: ") != std::string::npos;
    const bool hottest = notes.back().find(": not proved: ") != std::string::npos;
    const bool heuristic = notes.back().find(": heuristic: ") != std::string::npos;
    CHECK((proved ? 1 : 0) + (hottest ? 1 : 0) + (heuristic ? 1 : 0) == 1);
    // Whatever was tried before took no more than its share.
    CHECK(notes.back().find("no playout") == std::string::npos);
    passes = text == "pass" ? passes + 1 : 0;
    if (text != "pass") CHECK(before[*before.point(text)] == go::Colour::kEmpty);
  }
  CHECK(moves < 300);
  REQUIRE_FALSE(notes.empty());
  CHECK(notes.front().find(": heuristic: ") != std::string::npos);
}

TEST_CASE("GTP: an interrupt ends a computation, which answers all the same") {
  const std::atomic<bool> stop{true};
  GtpSettings settings = by_nodes();
  settings.stop = &stop;
  GtpEngine engine(settings);
  REQUIRE(engine.answer("loadsgf " + example("S9.sgf") + " 1") == "=\n\n");
  const std::string move = text_of(engine.answer("genmove b"));
  CHECK(move != "pass");
  CHECK(engine.game().moves() == 1);
}

// What an answer must look like, whatever was asked.
void check_answer(const GtpRequest& request, const std::string& answer, bool was_open) {
  std::string text = answer;
  if (was_open) {
    REQUIRE(text.rfind('\n', 0) == 0);
    text.erase(0, 1);
  }
  if (request.empty()) {
    REQUIRE(text.empty());
    return;
  }
  REQUIRE(text.size() >= 2);
  REQUIRE((text[0] == '=' || text[0] == '?'));
  REQUIRE(text.compare(1, request.id.size(), request.id) == 0);
  // The empty line is the end.
  const std::size_t end = text.find("\n\n");
  REQUIRE((end == std::string::npos || end + 2 == text.size()));
  REQUIRE(text.back() == '\n');
}

TEST_CASE("GTP: damaged dialogues get one answer for each command", "[random]") {
  const std::vector<std::string> lines{"boardsize 5",
                                       "boardsize 4",
                                       "clear_board",
                                       "komi 0.5",
                                       "play b c3",
                                       "play w c4",
                                       "play b b4",
                                       "play w d2",
                                       "play b pass",
                                       "undo",
                                       "gg-undo 2",
                                       "genmove b",
                                       "genmove w",
                                       "reg_genmove b",
                                       "showboard",
                                       "final_score",
                                       "final_status_list dead",
                                       "final_status_list alive",
                                       "fixed_handicap 2",
                                       "set_free_handicap a1 b2",
                                       "place_free_handicap 2",
                                       "cgt-safe",
                                       "cgt-territory",
                                       "cgt-parts",
                                       "cgt-temperature",
                                       "cgt-best b",
                                       "cgt-loss w",
                                       "cgt-line b",
                                       "cgt-subgames",
                                       "cgt-score",
                                       "analyze b 10",
                                       "genmove_analyze w 10",
                                       "go_safe benson b",
                                       "go_safe static",
                                       "go_safe_dame_static",
                                       "gogui-play_sequence b a1 w b2",
                                       "gogui-setup b a1",
                                       "gogui-setup_player w",
                                       "kgs-genmove_cleanup b",
                                       "time_settings 100 10 2",
                                       "time_left b 10 0",
                                       "list_commands",
                                       "known_command play",
                                       "loadsgf nothing.sgf",
                                       "list_stones b",
                                       "captures w",
                                       "printsgf",
                                       "kgs-rules chinese",
                                       "estimate_score",
                                       "lz-analyze b 10",
                                       "kata-analyze w 10 ownership true",
                                       "12 name",
                                       "# comment",
                                       "",
                                       "gogui-analyze_commands",
                                       "kgs-time_settings byoyomi 1 1 1"};
  std::mt19937_64 random(7);
  GtpSettings settings = by_nodes();
  settings.nodes = 300;
  std::size_t refused = 0;
  std::size_t asked = 0;
  for (std::size_t round = 0; round < testing::scaled(25); ++round) {
    GtpEngine engine(settings);
    engine.answer("boardsize 4");
    bool open = false;
    for (int step = 0; step < 60; ++step) {
      std::string line = lines[static_cast<std::size_t>(random() % lines.size())];
      if (!line.empty() && random() % 3 == 0) {
        line = testing::mutated(line, "abwBW 0123456789-_#\t\r\x01\xff=?", random);
      }
      std::erase(line, '\n');
      const GtpRequest request = parse_gtp(line);
      INFO("round " << round << " step " << step << ": " << line);
      const std::string answer = engine.answer(line);
      check_answer(request, answer, open);
      const bool failed = answer.find('?') == (open ? 1U : 0U) && !request.empty();
      open = !request.empty() && !failed && answer.find("\n\n", open ? 1 : 0) == std::string::npos;
      if (request.empty()) continue;
      ++asked;
      if (failed) ++refused;
      REQUIRE_FALSE(engine.game().board().stone_without_liberty().has_value());
    }
  }
  testing::expect_share(refused, asked, 0.2);
}

}  // namespace
}  // namespace cgt::repl::engine_test
