// Squeezes and throw-ins against a plain search of the definitions, in which a blank card is a card.
#include "decomp/labs/bridge/endplays.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <vector>

#include "tests/testing.hpp"

namespace cgt::bridge::endplays_test {
namespace {

constexpr int kBlank = 999;  // follows no suit, beats nothing

struct Plain {
  std::array<std::vector<int>, 4> hands;
  std::vector<int> trick;
  int leader = 0;
  int tricks = 0;  // that are left to count, this one included
  int trump = 4;
  int declarer = 2;
};

Plain plain_of(const Table& t) {
  Plain out;
  for (int seat = 0; seat < 4; ++seat)
    each_card(t.hand(seat),
              [&](Card c) { out.hands[static_cast<std::size_t>(seat)].push_back(c); });
  for (int i = 0; i < t.size(); ++i) out.trick.push_back(t.on_table(i));
  out.leader = t.leader();
  out.tricks = t.left();
  out.trump = t.trump();
  out.declarer = t.declarer();
  return out;
}

// Declarer's tricks. No memory, no bounds, every card.
int plain_value(const Plain& p) {
  if (p.tricks == 0) return 0;
  const int seat = (p.leader + static_cast<int>(p.trick.size())) % 4;
  const bool ours = seat % 2 == p.declarer % 2;
  const std::vector<int>& hand = p.hands[static_cast<std::size_t>(seat)];
  const auto follows = [&](int card) { return card != kBlank && card / 16 == p.trick[0] / 16; };
  const bool must = !p.trick.empty() && std::any_of(hand.begin(), hand.end(), follows);
  int best = ours ? -1 : 99;
  for (std::size_t i = 0; i < hand.size(); ++i) {
    if (must && !follows(hand[i])) continue;
    if (hand[i] == kBlank && p.trick.empty()) continue;
    Plain next = p;
    auto& rest = next.hands[static_cast<std::size_t>(seat)];
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    next.trick.push_back(hand[i]);
    int tricks = 0;
    if (next.trick.size() == 4) {
      std::size_t winner = 0;
      for (std::size_t k = 1; k < 4; ++k) {
        const int card = next.trick[k];
        const int high = next.trick[winner];
        if (card == kBlank) continue;
        if (card / 16 == high / 16 ? card > high : card / 16 == p.trump) winner = k;
      }
      next.leader = (p.leader + static_cast<int>(winner)) % 4;
      next.trick.clear();
      --next.tricks;
      tricks = next.leader % 2 == p.declarer % 2 ? 1 : 0;
    }
    tricks += plain_value(next);
    best = ours ? std::max(best, tricks) : std::min(best, tricks);
  }
  return best;
}

std::vector<Card> cards(const char* text) {
  std::vector<Card> out;
  for (std::string rest = text; rest.size() >= 2; rest = rest.size() > 3 ? rest.substr(3) : "")
    out.push_back(*parse_card(rest.substr(0, 2)));
  return out;
}

std::vector<Endplay> of(std::array<const char*, 4> hands, int strain, const char* play) {
  Hands dealt{};
  for (std::size_t seat = 0; seat < 4; ++seat) dealt[seat] = *parse_hand(hands[seat]);
  Contract contract;
  contract.strain = strain;
  contract.declarer = 2;
  Budget budget;
  return endplays(dealt, contract, cards(play), budget);
}

}  // namespace

TEST_CASE("the simple squeeze, and none with an idle card", "[bridge]") {
  // West keeps the king and queen of spades or the ace of hearts, not both.
  const std::vector<Endplay> found =
      of({"AJ.K4..", "..32.65", "32.9.A.", "KQ.A2.."}, kNotrump, "H2 H4 C5 H9 DA SQ HK D2");
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Endplay::Kind::kSqueeze);
  CHECK(found[0].at == 5);
  CHECK(found[0].defender == 3);
  CHECK(card_text(found[0].by) == "DA");
  CHECK(found[0].tricks == 1);
  CHECK(found[0].suits == 0b0011);
  // The ace of hearts is East's: West throws a heart away.
  CHECK(of({"AJ.K4..", ".A5.3.6", "32.9.A.", "KQ.32.."}, kNotrump, "H2 H4 H5 H9 DA H3 HK D3")
            .empty());
}

TEST_CASE("the throw-in", "[bridge]") {
  // East wins the heart that South leads, and must lead away from the king of spades.
  const std::vector<Endplay> found = of({"AQ.3.2.", "KJ.A.3.", "43.2.A.", "65.4.4."}, kNotrump,
                                        "D4 D2 D3 DA H2 H4 H3 HA SJ S3 S5 SQ");
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Endplay::Kind::kThrowIn);
  CHECK(found[0].at == 8);
  CHECK(found[0].defender == 1);
  CHECK(card_text(found[0].by) == "H2");
  CHECK(found[0].tricks == 1);
  CHECK(found[0].suits == 0b0001);
  // With a heart to lead there is none.
  CHECK(of({"AQ.3.2.", "K.A5.3.", "43.2.A.", "65.4.4."}, kNotrump, "D4 D2 D3 DA H2 H4 H3 HA")
            .empty());
  // Nor is there one where West led the heart himself.
  CHECK(of({"AQ..2.", "KJ.A..", "43.2..", "65.4.."}, kNotrump, "H4 D2 HA H2 SJ S3 S5 SQ").empty());
}

TEST_CASE("the trump coup", "[bridge]") {
  // Spades are trumps. Dummy leads a club through the king and the jack.
  const std::vector<Endplay> found =
      of({"..A.32", "KJ..2.", "AQ..3.", "..54.4"}, 0, "D4 DA D2 D3 C2 SJ SQ C4");
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Endplay::Kind::kTrumpCoup);
  CHECK(found[0].at == 5);
  CHECK(found[0].defender == 1);
  CHECK(card_text(found[0].by) == "C2");
  CHECK(found[0].tricks == 1);
  // With ace and king behind the queen nothing is gained.
  CHECK(of({"..A.32", "QJ..2.", "AK..3.", "..54.4"}, 0, "D4 DA D2 D3 C2 SJ SK C4").empty());
  std::mt19937 random(5);
  std::size_t coups = 0;
  for (int i = 0; i < 200; ++i) {
    // Three trumps each with East and South, of the eight highest.
    std::vector<int> ranks{7, 8, 9, 10, 11, 12, 13, 14};
    std::shuffle(ranks.begin(), ranks.end(), random);
    Hands hands{*parse_hand("...A432"), *parse_hand("...T"), *parse_hand("...J"),
                *parse_hand("...9876")};
    for (std::size_t k = 0; k < 6; ++k) hands[k % 2 == 0 ? 1 : 2] |= bit(card_of(0, ranks[k]));
    Contract contract;
    contract.strain = 0;
    contract.declarer = 2;
    // West leads a club, and dummy another one after its ace.
    std::vector<Card> play = cards("C9 CA CT CJ C2");
    Table table(hands, contract);
    for (const Card card : play) table.play(card);
    play.push_back(lowest(table.legal()));
    const Plain now = plain_of(table);
    Plain other = now;
    other.hands[0].push_back(*parse_card("C2"));
    other.trick.clear();
    other.leader = 2;
    const int gain = plain_value(now) - plain_value(other);
    Budget budget;
    const std::vector<Endplay> named = endplays(hands, contract, play, budget);
    REQUIRE(named.size() == (gain > 0 ? 1 : 0));
    if (gain <= 0) continue;
    CHECK(named[0].kind == Endplay::Kind::kTrumpCoup);
    CHECK(named[0].tricks == gain);
    ++coups;
  }
  CHECK(coups > 20);
}

TEST_CASE("squeezes and throw-ins are those of the definitions", "[bridge]") {
  std::mt19937 random(1927);
  std::size_t squeezes = 0;
  std::size_t throw_ins = 0;
  std::size_t asked = 0;
  const int boards = static_cast<int>(cgt::testing::scaled(2500));
  for (int board = 1; board <= boards; ++board) {
    // Four cards a hand, of the five highest of each suit.
    std::vector<Card> deck;
    for (int suit = 0; suit < 4; ++suit)
      for (int rank = 10; rank <= 14; ++rank) deck.push_back(card_of(suit, rank));
    std::shuffle(deck.begin(), deck.end(), random);
    Hands hands{};
    for (std::size_t i = 0; i < 16; ++i) hands[i % 4] |= bit(deck[i]);
    Contract contract;
    contract.strain = static_cast<int>(random() % 5);
    contract.declarer = static_cast<int>(random() % 4);
    // Or a squeeze in which up to two pairs of cards have changed hands, with the cards of its play where they are
    // legal.
    std::vector<Card> line;
    if (board % 2 == 0) {
      const char* const squeeze[] = {"AJ.K4..", "..32.65", "32.9.A.", "KQ.A2.."};
      for (std::size_t seat = 0; seat < 4; ++seat) hands[seat] = *parse_hand(squeeze[seat]);
      contract.strain = random() % 2 == 0 ? kNotrump : 3;
      contract.declarer = 2;
      line = cards("H2 H4 C5 H9 DA");
      for (auto swaps = random() % 3; swaps > 0; --swaps) {
        const std::size_t one = random() % 4;
        const std::size_t other = (one + 1 + random() % 3) % 4;
        const auto any = [&](Cards hand) {
          for (auto k = random() % 4; k > 0; --k) hand &= hand - 1;
          return lowest(hand);
        };
        const Cards both = bit(any(hands[one])) | bit(any(hands[other]));
        hands[one] ^= both;
        hands[other] ^= both;
      }
    }
    std::vector<Card> play;
    for (Table t(hands, contract); !t.finished();) {
      Cards legal = t.legal();
      if (play.size() < line.size() && has(legal, line[play.size()])) {
        legal = bit(line[play.size()]);
      }
      for (auto k = random() % static_cast<unsigned>(count(legal)); k > 0; --k) legal &= legal - 1;
      play.push_back(lowest(legal));
      t.play(play.back());
    }
    Budget budget;
    std::map<std::size_t, Endplay> found;
    for (const Endplay& e : endplays(hands, contract, play, budget)) found[e.at] = e;
    Table table(hands, contract);
    bool ours_led = false;  // to the trick before
    for (std::size_t i = 0; i < play.size(); ++i) {
      CAPTURE(board, i);
      if (table.left() <= 3 && table.left() > 1 && !table.our_turn()) {
        const Plain now = plain_of(table);
        const int value = plain_value(now);
        const auto trumps_only = [&](int seat) {
          return contract.strain != kNotrump &&
                 table.hand(seat) == in_suit(table.hand(seat), contract.strain);
        };
        const bool coup = table.size() == 1 && trumps_only(table.turn()) &&
                          trumps_only((table.turn() + 1) % 4) &&
                          table.suit_led() != contract.strain;
        const bool discards = !coup && table.size() > 0 &&
                              in_suit(table.hand(table.turn()), table.suit_led()) == 0 &&
                              !trumps_only(table.turn());
        int without = value;
        if (coup) {
          Plain other = now;
          other.hands[static_cast<std::size_t>(now.leader)].push_back(now.trick[0]);
          other.trick.clear();
          other.leader = (table.turn() + 1) % 4;
          without = plain_value(other);
        } else if (discards) {
          Plain blank = now;
          auto& hand = blank.hands[static_cast<std::size_t>(table.turn())];
          // He may keep all: only the blank is thrown now.
          const std::vector<int> all = hand;
          hand = {kBlank};
          Plain thrown = blank;
          thrown.trick.push_back(kBlank);
          thrown.hands[static_cast<std::size_t>(table.turn())] = all;
          if (thrown.trick.size() == 4) {
            // plain_value() ends tricks when the fourth card falls: play that card once more.
            thrown.trick.pop_back();
            thrown.hands[static_cast<std::size_t>(table.turn())] = {kBlank};
            std::size_t winner = 0;
            for (std::size_t k = 1; k < 3; ++k) {
              const int card = thrown.trick[k];
              const int high = thrown.trick[winner];
              if (card / 16 == high / 16 ? card > high : card / 16 == thrown.trump) winner = k;
            }
            thrown.hands[static_cast<std::size_t>(table.turn())] = all;
            thrown.trick.clear();
            thrown.leader = (thrown.leader + static_cast<int>(winner)) % 4;
            --thrown.tricks;
            without = (thrown.leader % 2 == thrown.declarer % 2 ? 1 : 0) + plain_value(thrown);
          } else {
            without = plain_value(thrown);
          }
        } else if (table.size() == 0 && i > 0 && ours_led) {
          Plain other = now;
          without = 0;
          for (const int leader : {contract.declarer, (contract.declarer + 2) % 4}) {
            other.leader = leader;
            without = std::max(without, plain_value(other));
          }
        }
        ++asked;
        REQUIRE(found.count(i) == (value > without ? 1 : 0));
        if (value > without) {
          CHECK(found[i].tricks == value - without);
          CHECK((found[i].kind == Endplay::Kind::kSqueeze) == discards);
          if (!coup) (discards ? squeezes : throw_ins) += 1;
        }
      }
      if (table.size() == 0) ours_led = table.our_turn();
      table.play(play[i]);
    }
  }
  CHECK(asked > 1000);
  CHECK(squeezes > 10);
  CHECK(throw_ins > 0);
}

}  // namespace cgt::bridge::endplays_test
