// Scores, records, and that play follows the laws.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "decomp/labs/bridge/pbn.hpp"
#include "decomp/labs/bridge/players.hpp"
#include "decomp/labs/bridge/view.hpp"
#include "tests/files.hpp"

namespace bridge_rules_test {

using namespace cgt;
using namespace cgt::bridge;
using cgt::bridge::Game;
using cgt::bridge::Player;  // not cgt::Player

int scored(const std::string& text, bool vulnerable, int tricks) {
  Contract contract;
  REQUIRE(parse_contract(text, contract));
  CHECK(contract_text(contract) == text);
  return score(contract, vulnerable, tricks);
}

TEST_CASE("duplicate scores", "[bridge]") {
  CHECK(scored("2NT", false, 9) == 150);
  CHECK(scored("3NT", true, 9) == 600);
  CHECK(scored("4H", true, 10) == 620);
  CHECK(scored("6S", false, 12) == 980);
  CHECK(scored("3NT", true, 7) == -200);
  CHECK(scored("1C", false, 7) == 70);
  CHECK(scored("5D", false, 11) == 400);
  CHECK(scored("7NT", true, 13) == 2220);
  CHECK(scored("2HX", false, 8) == 470);
  CHECK(scored("2HXX", true, 9) == 1240);
  CHECK(scored("1NTX", false, 3) == -800);
  CHECK(scored("1NTX", true, 4) == -800);
  CHECK(scored("1NTXX", false, 6) == -200);
}

TEST_CASE("the cycle of boards", "[bridge]") {
  const std::string vulnerable = "0123123023013012";
  for (int board = 1; board <= 32; ++board) {
    CHECK(board_vulnerable(board) == static_cast<unsigned>(vulnerable[(board - 1) % 16] - '0'));
    CHECK(board_dealer(board) == (board - 1) % 4);
  }
}

TEST_CASE("records read back as they were written", "[bridge]") {
  std::vector<pbn::Record> records;
  for (int board = 1; board <= 20; ++board) {
    const Deal deal = random_deal(5, board);
    const Contract contract = contract_by_points(deal);
    pbn::Record r = pbn::record_of(board, deal, contract);
    // Plays at random: legal cards only.
    Table table(deal.hands, contract);
    Random random(static_cast<std::uint64_t>(board));
    std::vector<Card> cards;
    const int stop = board % 3 == 0 ? 30 : 52;
    while (static_cast<int>(cards.size()) < stop) {
      Cards legal = table.legal();
      for (auto k = random.below(static_cast<std::uint32_t>(count(legal))); k > 0; --k)
        legal &= legal - 1;
      cards.push_back(lowest(legal));
      table.play(cards.back());
    }
    if (stop == 52) {
      CHECK(table.finished());
      pbn::set_play(r, cards, table.won(), false);
    } else {
      pbn::set_play(r, cards, table.won() + 2, true);
    }
    r.set("Note", "an unknown tag is kept");
    r.set("OptimumResultTable", "Declarer;Denomination\\2R;Result\\2R", {"N NT 7", "N  S 8"});
    records.push_back(r);
  }
  const std::string text = pbn::write(records);
  const std::vector<pbn::Record> again = pbn::read(SourceText("a.pbn", text)).records;
  REQUIRE(again.size() == records.size());
  CHECK(pbn::write(again) == text);
  for (std::size_t i = 0; i < again.size(); ++i) {
    CHECK(again[i].deal == records[i].deal);
    CHECK(again[i].contract == records[i].contract);
    CHECK(again[i].play == records[i].play);
    CHECK(again[i].claimed == records[i].claimed);
    CHECK(again[i].result == records[i].result);
  }
  const std::string printed =
      testing::read_file(testing::test_data() + "/labs/bridge/data/smith.pbn");
  CHECK(pbn::write(pbn::read(SourceText("smith.pbn", printed)).records) == printed);
}

std::string complaint(const std::string& text) {
  try {
    pbn::read(SourceText("x.pbn", text));
  } catch (const InputError& error) {
    const auto place = error.place();
    return std::to_string(place.line) + ":" + std::to_string(place.column) + " " + error.message();
  }
  return "";
}

TEST_CASE("records that are wrong are refused where they are wrong", "[bridge]") {
  const std::string deal =
      "[Deal \"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 A2.KQ4.J76.KJT63\"]\n";
  CHECK(complaint(deal).empty());
  CHECK(complaint("[Deal \"N:QJ65.97.AK532.A9 - - -\"]\n").empty());
  CHECK(complaint("[Deal \"N:QJ65.97.AK532.A - - -\"]\n") ==
        "1:10 a hand has 13 cards, this one 12");
  CHECK(complaint("[Deal \"N:QJ65.97.AK532.AA - - -\"]\n") == "1:25 CA is dealt twice");
  CHECK(complaint("[Deal \"N:QJ65.97.AK532.AX - - -\"]\n") == "1:25 expected a rank; found \"X\"");
  CHECK(complaint("[Board \"1\"]\n[Contract \"8NT\"]\n") ==
        "2:12 expected a contract; found \"8NT\"");
  CHECK(complaint("[Dealer \"Q\"]\n") == "1:10 expected a seat; found \"Q\"");
  CHECK(complaint("[Vulnerable \"few\"]\n") == "1:14 \"few\" does not say who is vulnerable");
  CHECK(complaint("[Result \"14\"]\n") == "1:10 expected a number of tricks; found \"14\"");
  CHECK(complaint("[Board 1]\n") == "1:1 expected a tag and its value");
  CHECK(complaint("[Board \"1\"\n") == "1:1 the value of a tag ends with \"]");
  CHECK(complaint("D6 D2\n") == "1:1 a record begins with a tag pair");
  const std::string begun = deal + "[Declarer \"S\"]\n[Contract \"4H\"]\n[Play \"W\"]\n";
  CHECK(complaint(begun + "D6 D2 D8 DQ\n*\n").empty());
  CHECK(complaint(begun + "D6 S5 D8 DQ\n") == "5:4 N has to follow suit");
  CHECK(complaint(begun + "D6 H2 D8 DQ\n") == "5:4 N does not hold H2");
  CHECK(complaint(begun + "D6 D2 D8 XX\n") == "5:10 expected a card; found \"XX\"");
}

pbn::Records read_text(const std::string& text) { return pbn::read(SourceText("x.pbn", text)); }

TEST_CASE("play that goes on after an incomplete trick is left out, not its deal", "[bridge]") {
  const auto read = read_text(
      "[Deal \"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 A2.KQ4.J76.KJT63\"]\n"
      "[Declarer \"S\"]\n[Contract \"4H\"]\n[Play \"W\"]\nD6 D2 - -\nS2 SQ S3 SK\n");
  REQUIRE(read.records.size() == 1);
  CHECK(read.records[0].deal);
  CHECK(read.records[0].play.size() == 2);
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].find("x.pbn:5:1: warning: this trick is not complete") !=
        std::string::npos);
}

TEST_CASE("a comment without an end does not take the records behind it", "[bridge]") {
  const std::string one = "[Board \"1\"]\n{ 2D 10 3C 9\n[Contract \"\"]\n\n";
  const std::string two = "[Board \"2\"]\n{ 6S 10 }\n[Contract \"\"]\n";
  for (const std::string& text :
       {one + two, one + "[Board \"2\"]\n", "[Board \"0\"]\n\n" + one + two}) {
    CAPTURE(text);
    const auto read = read_text(text);
    CHECK(read.records.size() == (text[8] == '0' ? 3 : 2));
    CHECK(read.records.back().board == "2");
    REQUIRE(read.warnings.size() == 1);
    CHECK(read.warnings[0].find("this comment has no end before the next record") !=
          std::string::npos);
  }
  // Records may be commented out.
  const auto out = read_text("[Board \"1\"]\n{\n" + std::string("[Board \"2\"]\n}\n") + two);
  CHECK(out.records.size() == 2);
  CHECK(out.warnings.empty());
  // A tag in a comment is not the next record, even if a line of it begins with a brace.
  const auto quoted =
      read_text("[Board \"1\"]\n[Play \"W\"]\n{ see\n[Board \"7\"]\n{ there }\nD6 D2 D4 D3\n");
  CHECK(quoted.records.size() == 1);
  for (const std::string& warning : quoted.warnings)
    CHECK(warning.find("no end") == std::string::npos);
  // Read once, however many there are: this took minutes.
  std::string many = "[Event \"\"]\n";
  for (int i = 0; i < 20000; ++i) many += "{ a\n[Board \"1\"]\n";
  CHECK(!read_text(many).records.empty());
}

TEST_CASE("records are read as people write them", "[bridge]") {
  const std::string deal =
      "[Deal \"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 A2.KQ4.J76.KJT63\"]\n";
  const std::string played = deal + "[Declarer \"S\"]\n[Contract \"4H\"]\n";
  const auto one = [&](const std::string& text) {
    INFO(text);
    const pbn::Records read = read_text(text);
    CHECK(read.warnings.empty());
    REQUIRE(read.records.size() == 1);
    CHECK(read.records[0].deal.has_value());
    return read.records[0];
  };
  // The standard: tags may come again, notes are one tag each; irregular players and results.
  CHECK(one(played + "[Note \"1:weak\"]\n[Note \"2:strong\"]\n[Room \"Open\"]\n[Room \"IMP\"]\n")
            .find("Room")
            ->value == "Open");
  CHECK(one(deal + "[Declarer \"^E\"]\n[Contract \"2S\"]\n[Result \"^8\"]\n").contract->declarer ==
        1);
  CHECK(one(played + "[Result \"NS 11\"]\n").result == 11);
  CHECK(one(played + "[Result \"EW 8\"]\n").result == 5);
  CHECK(one(played + "[Result \"EW 8 NS 5\"]\n").result == 5);
  // What programs write.
  CHECK(contract_text(*one(deal + "[Declarer \"S\"]\n[Contract \"3N\"]\n").contract) == "3NT");
  CHECK(contract_text(*one(deal + "[Declarer \"S\"]\n[Contract \"4sx\"]\n").contract) == "4SX");
  CHECK_FALSE(one(deal + "[Contract \"PASS\"]\n").contract);
  CHECK(one("\xef\xbb\xbf"
            "[Board \"1\"] [Dealer \"E\"]\r\n\r\n" +
            deal + "{ a comment\n\nof two parts }\n")
            .dealer == 1);
  CHECK(one(deal + "\n[Declarer \"S\"]\n\n[Contract \"4H\"]\n").contract);
  // Play: claims in the middle of a trick, rows in the order of play, annotations.
  const std::string begun = played + "[Play \"W\"]\n";
  CHECK(one(begun + "D6 D2 D8 DQ\n- - - S8\n- - - -\n*\n").claimed);
  // A card whose turn does not come: programs write some after a claim.
  const pbn::Records early = read_text(begun + "D6 D2 D8 DQ\nS2 - - -\n- - - -\n*\n");
  CHECK(early.records.at(0).claimed);
  CHECK(early.warnings.size() == 1);
  CHECK(one(begun + "D6 D2 D8 DQ\nS2 - - S8\n- - - -\n- - - -\n").play.size() == 6);
  CHECK(one(begun + "D6 D2 D8 DQ\nHA H4 H7 H5\n+\n").play.size() == 8);
  CHECK(one(begun + "D6 D2 D8 DQ\nHA H4 H7\n").play.size() == 7);
  const pbn::Records cut = read_text(begun + "D6 D2 D8 DQ\nHA H4 H4\n");
  CHECK(cut.records.at(0).play.size() == 4);
  CHECK(cut.warnings.at(0).find("S has no card in this trick") != std::string::npos);
  CHECK(one(begun + "D6!=1= D2 $3 D8 {low} DQ ^S\n*\n").play.size() == 4);
  CHECK(one(begun + "D6 D2 D8 DQ\n^R HA\n").play.size() == 4);
  // Hands that are not given.
  CHECK(read_text("[Deal \"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87\"]\n").records[0].known ==
        std::array<bool, 4>{true, true, false, false});
  CHECK(hand_text(
            one("[Deal \"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 -\"]\n").hands[3]) ==
        "A2.KQ4.J76.KJT63");
}

TEST_CASE("records take values from the one before", "[bridge]") {
  const std::string first =
      "[Event \"##Club\"]\n[Site \"here\"]\n[Board \"1\"]\n[Dealer \"S\"]\n[Vulnerable \"NS\"]\n"
      "[Deal \"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 A2.KQ4.J76.KJT63\"]\n"
      "[Declarer \"S\"]\n[Contract \"4H\"]\n\n";
  const auto records =
      read_text(first + "[Site \"#\"]\n[Board \"#\"]\n[Deal \"#\"]\n[Dealer \"#\"]\n\n" +
                "[Board \"1\"]\n[Site \"#2\"]\n[Declarer \"N\"]\n[Contract \"3NT\"]\n\n" +
                "[Event \"League\"]\n[Board \"2\"]\n\n[Board \"3\"]\n")
          .records;
  REQUIRE(records.size() == 5);
  CHECK(records[0].find("Event")->value == "Club");
  CHECK(records[1].find("Site")->value == "here");
  CHECK(records[1].deal == records[0].deal);
  CHECK(records[1].dealer == 2);
  CHECK_FALSE(records[1].contract);
  CHECK(records[2].deal->hands == records[0].deal->hands);
  CHECK(records[2].vulnerable == 1);
  CHECK(records[2].contract->declarer == 0);
  CHECK(records[2].find("Site")->value == "#2");
  CHECK(records[2].find("Event")->value == "Club");
  CHECK(records[3].find("Event")->value == "League");
  CHECK_FALSE(records[3].deal);
  CHECK(records[4].find("Event") == nullptr);
}

TEST_CASE("a record that is wrong costs itself only", "[bridge]") {
  const std::string good =
      "[Board \"1\"]\n[Deal \"N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 "
      "A2.KQ4.J76.KJT63\"]\n[Declarer \"S\"]\n[Contract \"4H\"]\n\n";
  std::string bad = good;
  bad.replace(bad.find("\"1\""), 3, "\"2\"").replace(bad.find("QJ65"), 4, "QJ6");
  const pbn::Records read = read_text(good + bad + "[Note 3]\n" + good);
  CHECK(read.records.size() == 2);
  REQUIRE(read.warnings.size() == 2);
  CHECK(read.warnings[0].find(
            "x.pbn:11:1: warning: a line is left out: expected a tag and its value") == 0);
  CHECK(read.warnings[1].find("x.pbn:7:10: warning: board 2 is left out: a hand has 13 cards, "
                              "this one 12") == 0);
  for (const char* kept : {"[Contract \"3NT\"]\n", "[Contract \"3NT\"]\n[Declarer \"?\"]\n"}) {
    const pbn::Records one = read_text(kept);
    CHECK_FALSE(one.records.at(0).contract);
    REQUIRE(one.warnings.size() == 1);
    CHECK(one.warnings[0].find("a contract without a declarer is left out") != std::string::npos);
  }
}

// From the description of LIN that Bridge Base Online's files follow: dealer and hands from South on.
TEST_CASE("LIN is read as PBN", "[bridge]") {
  const std::string text =
      "pn|me,you,her,him|st||md|1SK8HAJ8632DQ4C542,SA2HKQ4DJ76CKJT63,SQJ65H97DAK532CA9,|rh||\n"
      "ah|Board 7|sv|b|mb|1H!|an|five or more|mb|p|mb|4H|mb|d|mb|p|mb|p|mb|p|pg||\n"
      "pc|D6|pc|D2|pc|D8|pc|DQ|pg||mc|10|\n";
  const pbn::Records read = pbn::read(SourceText("x.lin", text));
  CHECK(read.warnings.empty());
  REQUIRE(read.records.size() == 1);
  const pbn::Record& r = read.records[0];
  CHECK(pbn::deal_text(r.hands) ==
        "N:QJ65.97.AK532.A9 T9743.T5.T98.Q87 K8.AJ8632.Q4.542 A2.KQ4.J76.KJT63");
  CHECK(r.board == "7");
  CHECK(r.dealer == 2);
  CHECK(r.vulnerable == 3);
  CHECK(r.find("West")->value == "you");
  CHECK(contract_text(*r.contract) == "4HX");
  CHECK(r.contract->declarer == 2);
  CHECK(r.result == 10);
  CHECK(r.claimed);
  CHECK(r.play.size() == 4);
  const std::string written = pbn::write({r});
  CHECK(pbn::write(read_text(written).records) == written);
  std::string two = text + text;
  two.replace(two.rfind("DQ"), 2, "DJ");
  const pbn::Records rest = pbn::read(SourceText("x.lin", two));
  CHECK(rest.records.size() == 1);
  REQUIRE(rest.warnings.size() == 1);
  CHECK(rest.warnings[0].find("x.lin:6:22: warning: board 7 is left out: S may not play DJ") == 0);
}

// 100,000 cards of random play: what a view shows, and where layouts may lie.
TEST_CASE("views hide what their player cannot know", "[bridge]") {
  int cards = 0;
  for (int board = 1; cards < 100'000; ++board) {
    const Deal deal = random_deal(11, board);
    Game game(deal.hands, contract_by_points(deal), false);
    Random random(static_cast<std::uint64_t>(board));
    while (!game.table().finished()) {
      const View view = game.view();
      const int turn = game.table().turn();
      CHECK(view.table.legal() == game.table().legal());
      if (board % 50 == 1) {
        const Sampler sampler(view);
        BalancedSampler balanced(sampler);
        // A second layout that is balanced against the first one, where two hands are unseen.
        if (cards % 2 == 1) balanced.draw(random);
        const Hands drawn = cards % 2 == 0 ? sampler.draw(random) : balanced.draw(random);
        Cards all = 0;
        for (int seat = 0; seat < 4; ++seat) {
          const auto s = static_cast<std::size_t>(seat);
          CHECK(count(drawn[s]) == view.held[s]);
          CHECK((drawn[s] & all) == 0);
          all |= drawn[s];
          if (view.seen[s]) {
            CHECK(drawn[s] == game.table().hand(seat));
          } else {
            CHECK(view.table.hand(seat) == 0);
            CHECK((drawn[s] & ~view.possible(seat)) == 0);
          }
        }
        CHECK((view.unseen & game.table().hand(turn)) == 0);
      }
      Cards legal = game.table().legal();
      for (auto k = random.below(static_cast<std::uint32_t>(count(legal))); k > 0; --k)
        legal &= legal - 1;
      game.play(lowest(legal));
      ++cards;
    }
    CHECK(game.table().tricks() == 13);
  }
}

// With 20 layouts and with 35: none comes more often than another, and of each few that are drawn one after the
// other a card lies with one hand about as often as it should.
TEST_CASE("balanced layouts are uniform one by one, and even together", "[bridge]") {
  for (const char* unseen : {"AKQJT9...", "AKQJT98..."}) {
    View view;
    view.contract.declarer = 2;
    view.table = Table({*parse_hand("432..."), 0, *parse_hand("765..."), 0}, kNotrump, 2, 1);
    view.seen = {true, false, true, false};
    view.unseen = *parse_hand(unseen);
    view.held = {3, static_cast<std::int8_t>(count(view.unseen) - 3), 3, 3};
    const Sampler sampler(view);
    CHECK(sampler.layouts() == (count(view.unseen) == 6 ? 20 : 35));
    Random random(20261128);
    constexpr int kBatches = 6000;
    constexpr int kBatch = 10;
    // Squared distance of the times that the cards of a batch are West's from those expected.
    const auto spread = [&](auto&& draw_batch) {
      std::map<Cards, int> times;
      double squares = 0;
      for (int i = 0; i < kBatches; ++i) {
        std::map<Card, int> batch;
        for (const Hands& hands : draw_batch()) {
          ++times[hands[3]];
          each_card(hands[3], [&](Card card) { ++batch[card]; });
        }
        each_card(view.unseen, [&](Card card) {
          const double d = batch[card] - 3.0 * kBatch / count(view.unseen);
          squares += d * d;
        });
      }
      CHECK(static_cast<double>(times.size()) == sampler.layouts());
      const double expected = kBatches * kBatch / sampler.layouts();
      for (const auto& [hand, n] : times) {
        INFO(hand_text(hand) << " " << n << " of " << expected);
        CHECK(std::abs(n - expected) < 5 * std::sqrt(expected));
      }
      return squares;
    };
    const double one_by_one = spread([&] {
      std::vector<Hands> out;
      for (int i = 0; i < kBatch; ++i) out.push_back(sampler.draw(random));
      return out;
    });
    const double together = spread([&] {
      std::vector<Hands> out;
      BalancedSampler balanced(sampler);
      for (int i = 0; i < kBatch; ++i) out.push_back(balanced.draw(random));
      return out;
    });
    CHECK(together < 0.35 * one_by_one);

    // All of them, each once, where no more are asked for than there are.
    const auto number = static_cast<int>(sampler.layouts());
    for (const int most : {number - 1, number, number + 1}) {
      Layouts layouts(sampler, most);
      CHECK(layouts.size() == std::min(most, number));
      std::set<Cards> west;
      for (int i = 0; i < layouts.size(); ++i) west.insert(layouts.next(random)[3]);
      CHECK((static_cast<int>(west.size()) == number) == (most >= number));
    }
  }
}

TEST_CASE("of cards with the same sum the preferred one is played, else the lowest", "[bridge]") {
  const Cards hand = *parse_hand("A2.2..3");
  std::array<int, 64> sum{};
  CHECK(card_text(card_with_most(hand, sum)) == "H2");
  CHECK(card_text(card_with_most(hand, sum, card_of(0, 14))) == "SA");
  each_card(hand, [&](Card card) { sum[card] = rank_of(card) == 3 ? 0 : 1; });
  CHECK(card_text(card_with_most(hand, sum, card_of(3, 3))) == "H2");
}

}  // namespace bridge_rules_test
