// game.bridge: what scripts see of deals, play, players, plans and exact answers, against the
// classes behind it.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <set>
#include <string>

#include "decomp/labs/bridge/double_dummy.hpp"
#include "decomp/labs/bridge/ending.hpp"
#include "decomp/labs/bridge/pbn.hpp"
#include "decomp/labs/bridge/players.hpp"
#include "decomp/labs/bridge/suit.hpp"
#include "lang/values/token.hpp"
#include "tests/files.hpp"
#include "tests/lang/script.hpp"
#include "tests/slow.hpp"

namespace cgt::lang::testing::lang_bridge_test {
namespace {

std::string smith_text() {
  return cgt::testing::read_file(cgt::testing::source_root() + "/examples/bridge/smith.pbn");
}

// The words of a list of texts, parted by blanks.
std::string cards_text(const std::vector<bridge::Card>& cards) {
  std::string out;
  for (const bridge::Card card : cards) out += (out.empty() ? "" : " ") + bridge::card_text(card);
  return out;
}

TEST_CASE("game.bridge reads and writes deals byte by byte", "[bridge]") {
  Script s;
  const std::string text = smith_text();
  s.session.provide("smith.pbn", text);
  CHECK(s.text("ds := game.bridge.Load(\"smith.pbn\"); ds.Length") == "3");
  const auto records = bridge::pbn::read(SourceText("smith.pbn", text)).records;
  REQUIRE(records.size() == 3);
  for (std::size_t i = 0; i < records.size(); ++i) {
    s.text(fmt::format("d := ds[{}];", i + 1));
    // Its own text is the record, and reads back as the same deal.
    CHECK(s.text("d.Pbn") == quote(bridge::pbn::write({records[i]})));
    CHECK(s.text("game.bridge.Read(d.Pbn)[1] == d") == "true");
    CHECK(s.text(s.text("d") + " == d") == "true");
    CHECK(s.text("[d.Contract, d.Declarer]") ==
          fmt::format("[\"{}\",\"{}\"]", bridge::contract_text(*records[i].contract),
                      bridge::kSeatLetters[records[i].contract->declarer]));
    CHECK(s.text("d.Record.Length") == std::to_string(records[i].play.size()));
    CHECK(s.text("d.Result") == std::to_string(*records[i].result));
  }
  for (int board = 1; board <= 20; ++board) {
    const bridge::Deal deal = bridge::random_deal(5, board);
    s.text(fmt::format("d := game.bridge.Random(5, {});", board));
    CHECK(s.text("d.Cards") == "\"" + bridge::pbn::deal_text(deal.hands) + "\"");
    CHECK(s.text("d.Pbn") == quote(bridge::pbn::write({bridge::pbn::record_of(
                                 board, deal, bridge::contract_by_points(deal))})));
    const std::string shown = s.text("d");
    CHECK(shown.starts_with("game.bridge.Deal("));
    CHECK(s.text(shown + " == d") == "true");
    CHECK(s.text("game.bridge.Read(d.Pbn)[1] == d") == "true");
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const std::string name(1, bridge::kSeatLetters[seat]);
      CHECK(s.text("d.Hand(\"" + name + "\")") ==
            "\"" + bridge::hand_text(deal.hands[seat]) + "\"");
      CHECK(s.text("d.Points(\"" + name + "\")") ==
            std::to_string(bridge::points(deal.hands[seat])));
    }
  }
  // Without a contract; with one; dealer and vulnerability that are not those of the board.
  s.text("c := game.bridge.Random(5).Cards;");
  for (const char* call : {"game.bridge.Deal(c)", "game.bridge.Deal(c, Nothing, Nothing, 3)",
                           "game.bridge.Deal(c, \"3NTX\", \"W\")",
                           "game.bridge.Deal(c, \"1S\", \"N\", 2, \"EW\", \"S\")",
                           "game.bridge.Deal(c, Nothing, Nothing, 1, \"All\")",
                           "game.bridge.Deal(c).WithContract(\"6C\", \"E\")"}) {
    INFO(call);
    s.text(fmt::format("d := {};", call));
    CHECK(s.text(s.text("d") + " == d") == "true");
    CHECK(s.text("game.bridge.Read(d.Pbn)[1] == d") == "true");
  }
  CHECK(
      s.text("d := game.bridge.Deal(c, \"1S\", \"N\", 2, \"EW\", \"S\"); [d.Vulnerable, d.Dealer, "
             "d.Board, d.Contract]") == "[\"EW\",\"S\",\"2\",\"1S\"]");
  CHECK(s.text("ds[1].WithContract(\"5D\", \"N\").Record") == "[]");
  CHECK(s.text("{game.bridge.Random(5), game.bridge.Random(5), game.bridge.Random(6)}.Size") ==
        "2");
}

TEST_CASE("game.bridge plays by the laws", "[bridge]") {
  Script s;
  bridge::Random random(11);
  for (int board = 1; board <= 6; ++board) {
    const bridge::Deal deal = bridge::random_deal(17, board);
    const bridge::Contract contract = bridge::contract_by_points(deal);
    bridge::Table table(deal.hands, contract);
    s.text(fmt::format("d := game.bridge.Random(17, {}); p := d.Play();", board));
    std::vector<bridge::Card> cards;
    while (!table.finished()) {
      bridge::Cards legal = table.legal();
      std::set<std::string> names;
      bridge::each_card(legal, [&](bridge::Card card) { names.insert(bridge::card_text(card)); });
      std::string expected;
      for (const std::string& name : names)
        expected += (expected.empty() ? "" : ",") + ("\"" + name + "\"");
      CHECK(s.text("p.Legal.Sorted") == "[" + expected + "]");
      for (auto k = random.below(static_cast<std::uint32_t>(bridge::count(legal))); k > 0; --k)
        legal &= legal - 1;
      const bridge::Card card = bridge::lowest(legal);
      CHECK(s.text("p.Turn") == fmt::format("\"{}\"", bridge::kSeatLetters[table.turn()]));
      table.play(card);
      cards.push_back(card);
      s.text(fmt::format("p := p.Play(\"{}\");", bridge::card_text(card)));
      const int winner = table.size() > 0 ? table.winner() : table.leader();
      CHECK(s.text("[p.Winner, p.Leader, p.Tricks, p.Trick.Length, p.IsFinished]") ==
            fmt::format("[\"{}\",\"{}\",{},{},{}]", bridge::kSeatLetters[winner],
                        bridge::kSeatLetters[table.leader()], table.won(), table.size(),
                        table.finished()));
    }
    CHECK(s.text("p.Score") == std::to_string(bridge::score(
                                   contract, deal.is_vulnerable(contract.declarer), table.won())));
    CHECK(s.text("[p.Turn, p.Legal, p.Left]") == "[Nothing,[],0]");
    CHECK(s.text("p == d.Play(\"" + cards_text(cards) + "\")") == "true");
    CHECK(s.text("p == d.Play(p.Cards)") == "true");
    CHECK(s.text(s.text("p") + " == p") == "true");
    // The record has the cards in columns; reading it gives them in their order again.
    CHECK(s.text("game.bridge.Read(p.Pbn)[1].Record == p.Cards") == "true");
    CHECK(s.text("game.bridge.Read(p.Pbn)[1].Result == p.Tricks") == "true");
    const std::string early = cards_text({cards.begin(), cards.begin() + 22});
    CHECK(s.text(fmt::format("q := d.Play(\"{}\"); r := game.bridge.Read(q.Pbn)[1]; "
                             "[r.Record == q.Cards, r.Result]",
                             early)) == "[true,Nothing]");
  }
  for (const char* contract : {"1NT", "3NT", "4H", "5DX", "6SXX", "7C"}) {
    bridge::Contract read;
    REQUIRE(bridge::parse_contract(contract, read));
    for (int tricks = 0; tricks <= 13; ++tricks) {
      for (const bool vulnerable : {false, true}) {
        CHECK(s.text(
                  fmt::format("game.bridge.Score(\"{}\", {}, {})", contract, tricks, vulnerable)) ==
              std::to_string(bridge::score(read, vulnerable, tricks)));
      }
    }
  }
}

TEST_CASE("game.bridge says what is wrong with a deal or a card", "[bridge]") {
  Script s;
  const auto has = [&](const std::string& script, const std::string& part) {
    const std::string text = s.error(script);
    INFO(script << "\n" << text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(text.find("<input>:1:") != std::string::npos);
  };
  s.text("d := game.bridge.Random(7); p := d.Play();");
  has("game.bridge.Deal(\"N:AKQ\")", "a hand has four suits (line 1, column 10 of the text)");
  has("game.bridge.Deal(\"X:\")", "a deal begins with a seat and a colon");
  has("game.bridge.Deal(\"N:- - - -\")", "a deal has four known hands");
  has("game.bridge.Deal(d.Cards + \"\\\"]\")", "is not a value of a tag");
  has("game.bridge.Deal(d.Cards, \"8NT\", \"S\")", "expected a contract; found \"8NT\"");
  has("game.bridge.Deal(d.Cards, \"3NT\")", "a contract needs a declarer");
  has("game.bridge.Deal(d.Cards, \"3NT\", \"Q\")", "expected a seat; found \"Q\"");
  has("game.bridge.Deal(d.Cards, \"3NT\", \"S\", 0)", "boards are numbered from 1");
  has("game.bridge.Deal(d.Cards, \"3NT\", \"S\", 1, \"WE\")", "does not say who is vulnerable");
  has("game.bridge.Deal(d.Cards).Play()", "this deal has no contract");
  has("game.bridge.Deal(3)", "needs a string, not an Integer");
  has("game.bridge.Read(\"[Deal 3]\")",
      "expected a tag and its value (line 1, column 1 of the text)");
  has("game.bridge.Load(\"no such file.pbn\")", "cannot read no such file.pbn");
  has("game.bridge.Load(\"/etc/hostname\")", "a script may not read");
  has("d.Hand(\"X\")", "\"X\" is not a seat");
  has("d.WithContract(\"Pass\", \"N\")", "has no contract");
  has("p.Play(\"S1\")", "S1 is not a card (line 1, column 1 of the text)");
  // South leads: 8.6432.A9765.JT7 against 3NT by East.
  has("p.Play(\"SA\")", "S does not hold SA");
  has("p.Play(\"D5 DA\")", "W does not hold DA (line 1, column 4 of the text)");
  has("p.Play([\"D5\",\"H5\"])", "W has to follow suit");
  has("p.Plan()", "it is the turn of S, a defender");
  has("p.Play(\"D5\").Plan(0)", "the number of nodes is positive");
  has("game.bridge.Score(\"4H\", 14)", "tricks are 0 to 13");
  has("game.bridge.Score(\"4Z\", 4)", "is not a contract");
  has("game.bridge.Score(\"4H\", 4, 1)", "vulnerable or not is true or false");
  has("game.bridge.Random(-1)", "seeds begin with 0");
  has("game.bridge.Player(\"clasic\")", "\"clasic\" is not a player");
  has("game.bridge.Player(\"improved-luck\")", "\"improved-luck\" is not a player");
  has("game.bridge.Player(\"rule\", -1)", "seeds begin with 0");
  has("game.bridge.Player(\"rule\").Card(d)",
      "Card needs a deal that is played, not a Bridge.Deal");
  has("game.bridge.Player(\"classic\").Card(p)", "\"classic\" is not a defence");
  has("r := game.bridge.Player(\"rule\"); p.Finish(r, r)", "are two players");
  has("p.Finish(d, d)", "Finish needs a player");
  has("game.bridge.Suit(\"AKA\", \"2\", 1)", "\"AKA\" are not ranks of one suit");
  has("game.bridge.Suit(\"AK\", \"A\", 1)", "both hands hold the A");
  has("game.bridge.Suit(\"AK\", \"2\", 14)", "tricks are 0 to 13");
  has("game.bridge.Suit(\"AK\", \"2\", 1, -1)", "entries are 0 to 13");
  has("game.bridge.Ending(\"A\", \"...\", \"...\")", "\"A\" is not a hand");
  has("game.bridge.Ending(\"A...\", \"2...\", \"KQ...\", 3)", "options are a map");
  has("game.bridge.Ending(\"A...\", \"2...\", \"KQ...\", {\"trumps\" => \"S\"})",
      "there is no option 'trumps'");
  has("game.bridge.Ending(\"A...\", \"2...\", \"KQ...\", {\"leader\" => \"W\"})",
      "North or South has to be on lead");
  has("game.bridge.Ending(\"A...\", \"2...\", \"KQ...\", {\"trump\" => \"X\"})", "is not a strain");
}

TEST_CASE("a player of game.bridge whose time is over answers later as if never asked",
          "[bridge]") {
  if (!bridge::DoubleDummy::available()) return;
  Script s;
  s.text("d := game.bridge.Random(23, 1); p := d.Play(d.Play().Legal.Take(1));");
  for (const char* name : {"pimc:20", "improved"}) {
    CAPTURE(name);
    s.text(fmt::format("c := game.bridge.Player(\"{}\");", name));
    Budget::Limits limits = kLimits;
    limits.milliseconds = 1;
    CHECK(s.session.evaluate("c.Card(p)", limits).status == Status::kOutOfBudget);
    CHECK(s.text(fmt::format("c.Card(p) == game.bridge.Player(\"{}\").Card(p)", name)) == "true");
  }
}

TEST_CASE("players of game.bridge play as those of matches do", "[bridge]") {
  Script s;
  Budget budget;
  for (int board = 1; board <= cgt::testing::sized(3, 1); ++board) {
    const bridge::Deal deal = bridge::random_deal(23, board);
    const bridge::Contract contract = bridge::contract_by_points(deal);
    const bool vulnerable = deal.is_vulnerable(contract.declarer);
    s.text(fmt::format("d := game.bridge.Random(23, {}); c := game.bridge.Player(\"classic\");",
                       board));
    // Both sides of one script, card by card; the defenders take what comes first.
    const auto player = bridge::make_classic();
    player->begin(static_cast<std::uint64_t>(board));
    bridge::Game game(deal.hands, contract, vulnerable);
    s.text("p := d.Play();");
    while (!game.table().finished()) {
      bridge::Card card = bridge::lowest(game.table().legal());
      if (game.table().our_turn()) {
        card = player->choose(game.view());
        CHECK(s.text("c.Card(p)") == "\"" + bridge::card_text(card) + "\"");
        CHECK(s.text("c.Reason(p)") == "\"" + player->reason() + "\"");
        // One that was asked for nothing before says the same.
        if (game.history().size() % 8 < 2)
          CHECK(s.text("game.bridge.Player(\"classic\").Card(p)") ==
                "\"" + bridge::card_text(card) + "\"");
      }
      game.play(card);
      s.text(fmt::format("p := p.Play(\"{}\");", bridge::card_text(card)));
    }
    CHECK(s.text("p.Tricks") == std::to_string(game.table().won()));
    // Asked about the past again it has not learned from what came later.
    CHECK(s.text("q := d.Play(p.Cards.Take(9)); q.Turn == d.Declarer or "
                 "c.Card(d.Play(p.Cards.Take(1))) == game.bridge.Player(\"classic\").Card("
                 "d.Play(p.Cards.Take(1)))") == "true");
  }
  if (!bridge::DoubleDummy::available()) {
    for (const char* name : {"dd", "improved", "pimc:2"}) {
      const std::string text = s.error(fmt::format("game.bridge.Player(\"{}\")", name));
      CHECK(text.find("the double-dummy solver is not there") != std::string::npos);
      CHECK(text.find("libdds0") != std::string::npos);
    }
    return;
  }
  for (const char* name : {"classic", "classic+layouts", "rule", "pimc:3", "improved"}) {
    for (const char* defence : {"dd", "pimc:2"}) {
      const bridge::Deal deal = bridge::random_deal(29, 2);
      const bridge::Contract contract = bridge::contract_by_points(deal);
      const auto declarer = bridge::make_declarer(name, 4, 0);
      const auto defenders = bridge::make_defence(defence, 4, 0);
      const bridge::PlayedDeal played =
          bridge::play_deal(deal.hands, contract, deal.is_vulnerable(contract.declarer), *declarer,
                            *defenders, 2, budget);
      INFO(name << " " << defence);
      CHECK(s.text(fmt::format("p := game.bridge.Random(29, 2).Play().Finish("
                               "game.bridge.Player(\"{}\", 4), game.bridge.Player(\"{}\", 4)); "
                               "p.Cards == \"{}\".Split(\" \")",
                               name, defence, cards_text(played.cards))) == "true");
      CHECK(s.text("p.Tricks") == std::to_string(played.tricks));
    }
  }
  s.text(
      "x := game.bridge.Player(\"improved\"); d := game.bridge.Random(29, 2); p := d.Play(); "
      "p := p.Play(p.Legal[1]);");
  CHECK(s.text("x.Compared(p)[1][\"card\"] == x.Card(p)") == "true");
}

TEST_CASE("game.bridge shows the tree of figure 5.13", "[bridge]") {
  Script s;
  s.session.provide("smith.pbn", smith_text());
  s.text("d := game.bridge.Load(\"smith.pbn\")[1]; p := d.Play(d.Record.Take(16)); t := p.Plan();");
  CHECK(s.text("[[x[2], x[3].ToDecimal(2)] for x in t.Schemes]") ==
        "[[\"DA\",\"394.29\"],[\"DA\",\"170.00\"],[\"S5\",\"-200.00\"],[\"DA\",\"-200.00\"]]");
  CHECK(s.text("[t.Value.ToDecimal(2), t.IsComplete, t.Nodes]") == "[\"394.29\",true,410]");
  CHECK(s.text("t.Schemes[1][3] == t.Value") == "true");
  CHECK(s.text("c := game.bridge.Player(\"classic\"); [[x[\"card\"], x[\"value\"]] for x in "
               "c.Compared(p)] == [[x[2], x[3]] for x in t.Schemes]") == "true");
  // The value of each node is what its kind makes of the nodes below it, down to the scores.
  s.text(
      "def weighted(ways) begin var all := 0; var sum := 0; for w in ways do all := all + w[2]; "
      "sum := sum + w[2]*w[3].Value; end; sum/all end;\n"
      "def holds(n) begin var ok := true; "
      "if n.Kind == \"choose\" and n.Ways.Length > 0 then ok := n.Value == [w[3].Value for w in "
      "n.Ways].Max and n.Best.Value == n.Value "
      "elseif n.Kind == \"others\" and n.Ways.Length > 0 then ok := (n.Value - "
      "weighted(n.Ways)).Abs < 1/1000000 "
      "elseif n.Kind == \"step\" and n.Ways.Length > 0 then ok := n.Value == n.Ways[1][3].Value "
      "end; "
      "for w in n.Ways do if ok then ok := holds(w[3]) end end; ok end;");
  CHECK(s.text("holds(t.Root)") == "true");
  // The first card of the best way is the card that is played.
  CHECK(
      s.text("n := t.Root; while n.Card is Nothing do n := if n.Best is Nothing then n.Ways[1][3] "
             "else n.Best end end; n.Card == [\"N\", c.Card(p)]") == "true");
  CHECK(s.text("t.Root == t.Root") == "true");
  CHECK(s.text("t.Text.Lines.Length < t.FullText.Lines.Length") == "true");
  // So few nodes do not suffice.
  CHECK(s.text("p.Plan(50).IsComplete") == "false");
}

TEST_CASE("suits and endings of game.bridge are exact fractions", "[bridge]") {
  Script s;
  CHECK(s.text("x := game.bridge.Suit(\"AJT\", \"432\", 2); [x.Chance, x.Coins]") == "[19/25,3/4]");
  CHECK(s.text("game.bridge.Suit(\"AQ\", \"32\", 2).Chance") == "1/2");
  CHECK(s.text("game.bridge.Suit(\"AQJ\", \"432\", 3).Chance") == "1/2");
  CHECK(s.text("x == game.bridge.Suit(\"JAT\", \"234\", 2)") == "true");
  CHECK(s.text(s.text("x") + " == x") == "true");
  for (const char* hands : {"KJ4|AT3|3", "A9432|KJ85|5", "AK865|432|4", "KQT|432|2"}) {
    const std::string text(hands);
    const std::size_t first = text.find('|');
    const std::size_t second = text.rfind('|');
    bridge::SuitProblem problem;
    problem.north = *bridge::parse_ranks(text.substr(0, first));
    problem.south = *bridge::parse_ranks(text.substr(first + 1, second - first - 1));
    problem.tricks = std::stoi(text.substr(second + 1));
    for (const int entries : {-1, 0, 1}) {
      problem.entries = entries;
      Budget budget;
      const bridge::SuitAnswer answer = bridge::solve_suit(problem, budget);
      s.text(fmt::format("x := game.bridge.Suit(\"{}\", \"{}\", {}, {});", text.substr(0, first),
                         text.substr(first + 1, second - first - 1), problem.tricks,
                         entries < 0 ? "Nothing" : std::to_string(entries)));
      CHECK(s.text("x.Chance.ToDecimal(6)") == fmt::format("\"{:.6f}\"", answer.best));
      CHECK(s.text("x.DoubleDummy.ToDecimal(6)") == fmt::format("\"{:.6f}\"", answer.dd));
      CHECK(s.text("x.Line") == "\"" + answer.line + "\"");
      CHECK(s.text("x.Layouts") == std::to_string(answer.layouts));
      problem.average = true;
      const bridge::SuitAnswer average = bridge::solve_suit(problem, budget);
      problem.average = false;
      s.text(fmt::format("y := game.bridge.Suit(\"{}\", \"{}\", \"average\", {});",
                         text.substr(0, first), text.substr(first + 1, second - first - 1),
                         entries < 0 ? "Nothing" : std::to_string(entries)));
      CHECK(s.text("y.Chance.ToDecimal(6)") == fmt::format("\"{:.6f}\"", average.best));
      CHECK(s.text("y.AtLeast.Sum - 1 == y.Chance") == "true");
      CHECK(s.text("x.AtLeast is Nothing") == "true");
      // The best first card is as good as the strategy.
      CHECK(s.text("x.Cards.Values.ToList.Max == x.Chance") == "true");
      // A fraction of the ways to deal 26 cards.
      CHECK(s.text("(x.Chance*10400600).IsInteger") == "true");
    }
  }
  s.text(
      "e := game.bridge.Ending(\"KJ2.3..5\", \"AT3.4..6\", \"Q987654.AKQ..\", {\"tricks\" => 4, "
      "\"trump\" => \"C\", \"given\" => "
      "[\"W:S9\",\"W:S8\",\"W:S7\",\"E:S6\",\"E:S5\",\"E:S4\"]});");
  CHECK(s.text("[e.Chance, e.DoubleDummy, e.Layouts, e.Cards[\"S3\"], e.Cards[\"H4\"]]") ==
        "[1,1,6,2/3,1]");
  CHECK(s.text(s.text("e") + " == e") == "true");
  CHECK(s.text("e.Line.Substring(1, 4)") == "\"S:H4\"");
}

TEST_CASE("double dummy in game.bridge is that of the solver", "[bridge]") {
  Script s;
  s.session.provide("smith.pbn", smith_text());
  s.text("d := game.bridge.Load(\"smith.pbn\")[1];");
  // Backwards from the last trick: the best card of either side keeps what it leads to.
  s.text(
      "def keeps(p) begin var m := p.DoubleDummy; var best := [m[k] for k in m.Keys]; "
      "var ours := p.Turn == \"N\" or p.Turn == \"S\"; var ok := true; "
      "for k in m.Keys do var q := p.Play(k); "
      "if q.IsFinished then ok := ok and m[k] == q.Tricks else "
      "var next := [q.DoubleDummy[j] for j in q.DoubleDummy.Keys]; "
      "var theirs := if q.Turn == \"N\" or q.Turn == \"S\" then next.Max else next.Min end; "
      "ok := ok and m[k] == theirs end end; ok end;");
  for (const int cards : {20, 23, 30, 37, 41, 50})
    CHECK(s.text(fmt::format("keeps(d.Play(d.Record.Take({})))", cards)) == "true");
  CHECK(s.text("d.Play(d.Record).DoubleDummy") == "{=>}");
  CHECK(s.text("keeps(d.Play(d.Record.Take(17)))") == "true");
}

}  // namespace
}  // namespace cgt::lang::testing::lang_bridge_test
