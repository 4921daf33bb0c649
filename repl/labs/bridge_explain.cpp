// Why a declarer plays what he plays: the record of a deal, with a reason for each of his cards.
#include <fmt/format.h>

#include <iostream>

#include "decomp/labs/bridge/double_dummy.hpp"
#include "decomp/labs/bridge/players.hpp"
#include "repl/labs/bridge.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

void print_schemes(const bridge::ClassicPlayer& player) {
  for (const bridge::Network::Scheme& s : player.schemes()) {
    std::cout << fmt::format("        {:+9.2f}  {:4} {}\n", s.value,
                             s.card == bridge::kNoCard ? "-" : bridge::card_text(s.card),
                             s.reason.empty() ? s.name : s.reason);
  }
}

void print_plans(const bridge::ImprovedPlayer& player) {
  for (const bridge::PlanReport& plan : player.plans()) {
    std::cout << fmt::format("        {:9.2f}  {}\n", plan.tricks, bridge::card_text(plan.card));
    for (const bridge::PlanReport::Next& next : plan.next) {
      std::cout << fmt::format("                   {}: {} ({} layouts)\n", next.seen,
                               bridge::card_text(next.card), next.layouts);
    }
  }
}

}  // namespace

ExitCode run_bridge_explain(const BridgeOptions& o) {
  std::vector<bridge::pbn::Record> deals = bridge_deals(o.file);
  std::erase_if(
      deals, [&](const bridge::pbn::Record& r) { return !o.board.empty() && r.board != o.board; });
  if (deals.empty()) throw Error("there is no board " + o.board + " in " + display_name(o.file));
  const bridge::pbn::Record& record = deals.front();
  const bridge::Contract& contract = *record.contract;
  bridge::Game game(record.deal->hands, contract, record.is_vulnerable(contract.declarer));
  bridge::DoubleDummy::set_slots(1);
  const std::unique_ptr<bridge::Player> declarer = bridge::make_declarer(o.declarer, o.seed, 0);
  const auto* classic = dynamic_cast<const bridge::ClassicPlayer*>(declarer.get());
  const auto* improved = dynamic_cast<const bridge::ImprovedPlayer*>(declarer.get());
  std::unique_ptr<bridge::Player> defence;
  declarer->begin(1);
  std::uint64_t plans = 0;
  Budget budget(o.common.limits, &interrupt_flag());
  std::cout << fmt::format("Board {}: {} by {}\n", record.board, bridge::contract_text(contract),
                           bridge::kSeatLetters[contract.declarer]);
  std::size_t differ = 0;
  while (!game.table().finished()) {
    budget.poll();
    const std::size_t i = game.history().size();
    if (i % 4 == 0) std::cout << fmt::format("Trick {}\n", i / 4 + 1);
    const int seat = game.table().turn();
    const bool recorded = i < record.play.size();
    bridge::Card card = recorded ? record.play[i] : bridge::kNoCard;
    if (!game.table().our_turn()) {
      if (!recorded) {
        if (defence == nullptr) defence = bridge::make_defence(chosen_defence(o), o.seed, 0);
        card = defence->choose(game.view(defence->sees_all()), budget);
      }
      std::cout << fmt::format("  {} {}\n", bridge::kSeatLetters[seat], bridge::card_text(card));
    } else {
      const bridge::Card chosen = declarer->choose(game.view(), budget);
      std::cout << fmt::format("  {} {}  {}\n", bridge::kSeatLetters[seat],
                               bridge::card_text(chosen), declarer->reason());
      if (classic != nullptr && o.plans && classic->plans_made() > plans) {
        plans = classic->plans_made();
        std::cout << fmt::format("        {} nodes\n", classic->nodes());
        print_schemes(*classic);
      }
      if (improved != nullptr && o.plans) print_plans(*improved);
      if (o.tree && classic != nullptr && i == static_cast<std::size_t>(o.cards))
        std::cout << classic->plan_text(true);
      if (recorded && chosen != card) {
        ++differ;
        std::cout << fmt::format("        the record has {}\n", bridge::card_text(card));
      } else {
        card = chosen;
      }
    }
    game.play(card);
  }
  std::cout << fmt::format(
      "{} tricks, {:+}", game.table().won(),
      score(contract, record.is_vulnerable(contract.declarer), game.table().won()));
  if (!record.play.empty()) std::cout << fmt::format("; {} cards differ from the record", differ);
  std::cout << '\n';
  return kOk;
}

}  // namespace cgt::repl
