// What bridge costs: exact suits and endings, the last tricks with open cards, plans of the network;
// and, where the double-dummy solver is installed, declarers beside each other on the same deals.
#include <fmt/format.h>

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "decomp/labs/bridge/double_dummy.hpp"
#include "decomp/labs/bridge/ending.hpp"
#include "decomp/labs/bridge/open_cards.hpp"
#include "decomp/labs/bridge/players.hpp"
#include "decomp/labs/bridge/suit.hpp"
#include "repl/bench/bench.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using bridge::Cards;
using bridge::Hands;
using bridge::Table;

constexpr auto kWorkRow = "{:<36} {:>9} {:>12} {:>9}\n";
constexpr auto kPlayerRow = "{:<16} {:>8} {:>14} {:>14} {:>10}\n";
constexpr int kOpenCards = 6;  // a hand
constexpr int kOpenEndings = 20;
constexpr int kOpenLayouts = 10;  // of each
constexpr int kPlayedDeals = 4;   // by each declarer

struct Work {
  std::uint64_t problems = 0;
  std::uint64_t nodes = 0;
  std::uint64_t answers = 0;  // something of all results
  void add(std::uint64_t more, std::uint64_t answer) {
    ++problems;
    nodes += more;
    answers = mix(answers, answer);
  }
};

std::uint64_t parts_of_million(double share) {
  return static_cast<std::uint64_t>(1e6 * share + 0.5);
}

Work bench_suits(const BenchOptions& o) {
  constexpr std::array<std::array<const char*, 2>, 10> kSuits{{{"AJT", "432"},
                                                               {"KJ4", "AT3"},
                                                               {"AQ9", "432"},
                                                               {"AKJ54", "632"},
                                                               {"A9432", "KJ85"},
                                                               {"AK943", "J52"},
                                                               {"KJT32", "A54"},
                                                               {"AQ7654", "32"},
                                                               {"AK865", "432"},
                                                               {"KQT", "432"}}};
  Work out;
  for (const auto& [north, south] : kSuits) {
    for (int tricks = 1; tricks <= 5; ++tricks) {
      Budget budget(o.common.limits, &interrupt_flag());
      const bridge::SuitAnswer a = bridge::solve_suit(
          {*bridge::parse_ranks(north), *bridge::parse_ranks(south), -1, tricks}, budget);
      out.add(a.nodes, parts_of_million(a.best));
    }
  }
  return out;
}

// Four hands of so many cards, high ones of three suits.
Hands sampled_hands(bridge::Random& random, int cards) {
  std::vector<bridge::Card> deck;
  bridge::each_card(bridge::kDeck & ~bridge::suit_mask(3), [&](bridge::Card card) {
    if (bridge::rank_of(card) >= 6) deck.push_back(card);
  });
  Hands out{};
  for (Cards& hand : out) {
    for (int i = 0; i < cards; ++i) {
      std::swap(deck[random.below(static_cast<std::uint32_t>(deck.size()))], deck.back());
      hand |= bridge::bit(deck.back());
      deck.pop_back();
    }
  }
  return out;
}

Work bench_endings(const BenchOptions& o) {
  bridge::Random random(1998);
  Work out;
  for (int i = 0; i < 8; ++i) {
    const int cards = i % 4 == 0 ? 4 : 3;
    const Hands hands = sampled_hands(random, cards);
    bridge::EndingProblem p;
    p.trump = i % 2 == 0 ? bridge::kNotrump : 0;
    p.north = hands[0];
    p.south = hands[2];
    p.hidden = hands[1] | hands[3];
    p.worlds = bridge::all_worlds(p, {});
    for (p.need = 1; p.need <= cards; ++p.need) {
      Budget budget(o.common.limits, &interrupt_flag());
      const bridge::EndingAnswer a = bridge::solve_ending(p, budget);
      out.add(a.nodes, parts_of_million(a.best));
    }
  }
  return out;
}

// Tables with layouts of the defenders' cards, for solvers of open cards.
std::vector<Table> open_tables() {
  bridge::Random random(2006);
  std::vector<Table> out;
  for (int i = 0; i < kOpenEndings; ++i) {
    const Hands hands = sampled_hands(random, kOpenCards);
    for (int k = 0; k < kOpenLayouts; ++k) {
      Hands layout = hands;
      Cards west = 0;
      std::vector<bridge::Card> hidden;
      bridge::each_card(hands[1] | hands[3], [&](bridge::Card card) { hidden.push_back(card); });
      for (int n = 0; n < kOpenCards; ++n) {
        std::swap(hidden[random.below(static_cast<std::uint32_t>(hidden.size()))], hidden.back());
        west |= bridge::bit(hidden.back());
        hidden.pop_back();
      }
      layout[3] = west;
      layout[1] = (hands[1] | hands[3]) & ~west;
      out.emplace_back(layout, i % 2 == 0 ? bridge::kNotrump : i / 2 % 3, 2, i / 6 % 4);
    }
  }
  return out;
}

Work bench_open_cards(const BenchOptions& /*o*/) {
  bridge::OpenCards solver;
  Work out;
  for (const Table& table : open_tables()) {
    const std::uint64_t before = solver.nodes();
    const bridge::DoubleDummy::Scores scores = solver.solve(table, table.hands());
    out.add(solver.nodes() - before, static_cast<std::uint64_t>(scores.best));
  }
  return out;
}

// Follows with the lowest card, so that plans are measured without any solver.
class LowCards final : public bridge::Player {
 public:
  bridge::Card choose(const bridge::View& view, Budget& /*budget*/) override {
    return bridge::lowest(view.table.legal());
  }
};

Work bench_network(const BenchOptions& o) {
  const auto player = bridge::make_classic();
  LowCards defence;
  Work out;
  for (int board = 1; board <= 12; ++board) {
    const bridge::Deal deal = bridge::random_deal(1997, board);
    Budget budget(o.common.limits, &interrupt_flag());
    const bridge::PlayedDeal played =
        bridge::play_deal(deal.hands, bridge::contract_by_points(deal), false, *player, defence,
                          static_cast<std::uint64_t>(board), budget);
    std::uint64_t cards = 0;
    for (const bridge::Card card : played.cards) cards = mix(cards, card);
    out.add(played.nodes, cards);
  }
  return out;
}

std::uint64_t print_work(const BenchOptions& o) {
  struct Job {
    const char* name;
    Work (*run)(const BenchOptions&);
  };
  constexpr std::array<Job, 4> kJobs{{{"suits, exact", bench_suits},
                                      {"endings of 3 and 4 cards, exact", bench_endings},
                                      {"open cards, 6 a hand", bench_open_cards},
                                      {"deals by classic, low cards led", bench_network}}};
  if (!o.signature) std::cout << fmt::format(kWorkRow, "work", "problems", "nodes", "ms each");
  std::uint64_t word = 0;
  for (const Job& job : kJobs) {
    const Progress progress(job.name, o.common.quiet);
    const Stopwatch watch;
    const Work work = job.run(o);
    const double each = watch.cpu_milliseconds() / static_cast<double>(work.problems);
    word = mix(mix(word, work.nodes), work.answers);
    if (o.signature) continue;
    std::cout << fmt::format(kWorkRow, job.name, work.problems, work.nodes,
                             fmt::format("{:.3f}", each))
              << std::flush;
  }
  return word;
}

// The same positions with both solvers, one after the other.
void print_open_cards() {
  const std::vector<Table> tables = open_tables();
  bridge::OpenCards own;
  bridge::DoubleDummy other;
  const Stopwatch of_own;
  for (const Table& table : tables) own.solve(table, table.hands());
  const double first = of_own.cpu_milliseconds();
  const Stopwatch of_other;
  for (const Table& table : tables) other.solve(table, table.hands());
  const double second = of_other.cpu_milliseconds();
  const auto n = static_cast<double>(tables.size());
  std::cout << fmt::format("open cards, {} a hand: {:.3f} ms, libdds {:.3f} ms, ratio {:.2f}\n\n",
                           kOpenCards, first / n, second / n, first / second);
}

void print_players(const BenchOptions& o) {
  std::cout << fmt::format(
      "{} deals, defenders who see all cards; solves and CPU seconds are of declarer.\n",
      kPlayedDeals);
  std::cout << fmt::format(kPlayerRow, "declarer", "tricks", "nodes a deal", "CPU s a deal",
                           "ratio");
  const auto defence = bridge::make_defence("dd", 1, 0);
  double of_sampling = 0;
  for (const char* name : {"pimc:20", "improved", "classic", "classic+layouts", "rule"}) {
    const Progress progress(name, o.common.quiet);
    const auto player = bridge::make_declarer(name, 1, 0);
    int tricks = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    for (int board = 1; board <= kPlayedDeals; ++board) {
      const bridge::Deal deal = bridge::random_deal(2024, board);
      Budget budget(o.common.limits, &interrupt_flag());
      const bridge::PlayedDeal played =
          bridge::play_deal(deal.hands, bridge::contract_by_points(deal), false, *player, *defence,
                            static_cast<std::uint64_t>(board), budget);
      tricks += played.tricks;
      nodes += played.nodes;
      seconds += played.cpu;
    }
    if (of_sampling == 0) of_sampling = seconds;
    std::cout << fmt::format(kPlayerRow, name, tricks, nodes / kPlayedDeals,
                             fmt::format("{:.4f}", seconds / kPlayedDeals),
                             fmt::format("{:.3f}", seconds / of_sampling))
              << std::flush;
  }
}

}  // namespace

ExitCode bench_bridge(const BenchOptions& o) {
  const std::uint64_t word = print_work(o);
  if (!o.signature) {
    std::cout << '\n';
    if (bridge::DoubleDummy::available()) {
      bridge::DoubleDummy::set_slots(1);
      print_open_cards();
      print_players(o);
    } else {
      std::cout << "Declarers are left out: the double-dummy solver is not there.\n";
    }
    std::cout << '\n';
  }
  std::cout << fmt::format("signature {:016x}\n", word);
  return kOk;
}

}  // namespace cgt::repl
