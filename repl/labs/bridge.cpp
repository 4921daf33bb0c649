#include "repl/labs/bridge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>

#include "cgt/support/threads.hpp"
#include "decomp/labs/bridge/double_dummy.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {

namespace {

using BridgeAction = BridgeOptions::Action;

Command add_bridge_action(const Command& bridge, const char* name, BridgeAction action,
                          const char* what, BridgeOptions& o) {
  const Command command = bridge.add(name, what);
  command.then([&o, action] { o.action = action; });
  add_common(command, o.common);
  return command;
}

constexpr const char* kDeclarers =
    "improved, classic, classic+layouts, rule, or pimc:N with N sampled layouts";
constexpr const char* kDefences =
    "dd: sees all hands; pimc:N; rule: by rules of thumb (dd; without libdds rule)";

void add_bridge_players(const Command& command, BridgeOptions& o) {
  command.option("--defence", o.defence, "NAME", kDefences);
  command.option("--seed", o.seed, "N", "Other samples").with_default();
}

void add_bridge_deal(const Command& bridge, BridgeOptions& o) {
  const Command deal = add_bridge_action(bridge, "deal", BridgeAction::kDeal,
                                         "Random deals with a contract by points, as PBN", o);
  deal.option("--boards", o.boards, "N", "How many").between(1, 1'000'000).with_default();
  deal.option("--seed", o.seed, "N", "Other deals").with_default();
  deal.choice<std::string, std::string>("--strains", o.strains,
                                        {{"mixed", "mixed"}, {"nt", "nt"}, {"suit", "suit"}},
                                        "NAME", "mixed, nt or suit: which contracts");
  deal.option("--out", o.out, "FILE", "Write them there");
  deal.examples("  cgt bridge deal --boards 1 --seed 7\n");
}

void add_bridge_play(const Command& bridge, BridgeOptions& o) {
  const Command play =
      add_bridge_action(bridge, "play", BridgeAction::kPlay, "Play deals: PBN in, PBN out", o);
  play.option("DEALS", o.file, "", "Deals with contracts; -: standard input")
      .required()
      .file({"pbn"});
  play.option("--declarer", o.declarer, "NAME", kDeclarers).with_default();
  add_bridge_players(play, o);
  play.option("--threads", o.threads, "N", "0: as many as the machine has").between(0, 16);
  play.option("--out", o.out, "FILE", "Write there, and go on with what is there");
  play.option("--board", o.board, "NAME", "This board only");
  play.examples("  cgt bridge play deals.pbn --declarer classic --out played.pbn\n");
}

void add_bridge_match(const Command& bridge, BridgeOptions& o) {
  const Command match =
      add_bridge_action(bridge, "match", BridgeAction::kMatch,
                        "Two declarers board-a-match: same deals, contracts, defence", o);
  match.option("DEALS", o.file, "", "Deals with contracts; -: standard input")
      .required()
      .file({"pbn"});
  match.option("--a", o.a, "NAME", kDeclarers).with_default();
  match.option("--b", o.b, "NAME", "The other").with_default();
  add_bridge_players(match, o);
  match.option("--threads", o.threads, "N", "0: as many as the machine has").between(0, 16);
  match.option("--out-a", o.out_a, "FILE", "What A played; boards that are there are not played");
  match.option("--out-b", o.out_b, "FILE", "The same for B");
  add_sharding(match, o.sharding,
               "Keep each board there as it is played, go on with what is there");
  match.needs([&o] {
    const bool both = !o.sharding.state.empty() && !(o.out_a.empty() && o.out_b.empty());
    return both ? "--out-a and --out-b alone (a match goes on with them, too) or --state alone, "
                  "not both,"
                : "";
  });
  match.flag("--json", o.json, "As one JSON object");
  match.examples("  cgt bridge match deals.pbn --a classic --b rule --out-a a.pbn --out-b b.pbn\n");
}

void add_bridge_suit(const Command& bridge, BridgeOptions& o) {
  const Command suit = add_bridge_action(bridge, "suit", BridgeAction::kSuit,
                                         "Best play of one suit against best defence, exactly", o);
  suit.option("NORTH", o.north, "", "Cards of one hand: AJT");
  suit.option("SOUTH", o.south, "", "Of the other, which can always be reached");
  const CommandOption tricks =
      suit.option("--tricks", o.tricks, "N", "How many are wanted (as many as can be won)")
          .between(0, 13);
  CommandOption average =
      suit.flag("--average", o.average, "Most tricks on average, not the best chance of a number");
  suit.option("--entries", o.entries, "N", "To North outside of the suit; free: any number")
      .with_default();
  const CommandOption file = suit.option("--file", o.file, "TSV",
                                         "Rows with columns north, south, entries, tricks instead");
  average.excludes(tricks).excludes(file);
  suit.flag("--json", o.json, "As one JSON object");
  suit.examples(
      "  cgt bridge suit AJT 432 --tricks 2\n  cgt bridge suit KJ4 AT3 --tricks 3 --json\n"
      "  cgt bridge suit AQT 432 --average\n");
}

void add_bridge_ending(const Command& bridge, BridgeOptions& o) {
  const Command ending = add_bridge_action(bridge, "ending", BridgeAction::kEnding,
                                           "Best play of the last tricks, exactly", o);
  ending.option("NORTH", o.north, "", "spades.hearts.diamonds.clubs: KJ2.3..5");
  ending.option("SOUTH", o.south, "", "The same of South");
  ending.option("HIDDEN", o.hidden, "", "The cards of both defenders together");
  ending.option("--tricks", o.tricks, "N", "How many North-South want (all)").between(0, 13);
  ending.option("--trump", o.trump, "SUIT", "S, H, D, C or N").with_default();
  ending.option("--leader", o.leader, "SEAT", "N or S").with_default();
  ending.repeatable("--given", o.conditions, "FACT",
                    "W:SK West holds it; E:H=2 East has two hearts");
  ending.option("--file", o.file, "TSV",
                "Rows with columns trump, leader, need, north, south, hidden, conditions instead");
  ending.flag("--json", o.json, "As one JSON object");
  ending.examples(
      "  cgt bridge ending KJ2.3..5 AT3.4..6 Q987654.AKQ.. --trump C --tricks 4 --given W:S=3\n");
}

void add_bridge_explain(const Command& bridge, BridgeOptions& o) {
  const Command explain =
      add_bridge_action(bridge, "explain", BridgeAction::kExplain,
                        "A reason for each card of declarer; the record's cards are kept", o);
  explain.option("DEALS", o.file, "", "Deals with contracts; -: standard input")
      .required()
      .file({"pbn"});
  explain.option("--board", o.board, "NAME", "Which board (the first)");
  explain.option("--declarer", o.declarer, "NAME", kDeclarers).with_default();
  add_bridge_players(explain, o);
  explain.flag("--plans", o.plans, "All that was compared, with values");
  explain.flag("--tree", o.tree, "classic: the whole tree of the plan in force at a card");
  explain.option("--card", o.cards, "N", "Which one: cards played before it (0)").between(0, 51);
  explain.examples("  cgt bridge explain deals.pbn --declarer classic --plans\n");
}

void add_bridge_double_dummy(const Command& bridge, BridgeOptions& o) {
  const Command dd = add_bridge_action(
      bridge, "dd", BridgeAction::kDoubleDummy,
      "Tricks of each declarer in each strain, and the par, if all see all cards", o);
  dd.option("DEALS", o.file, "", "Deals, as PBN or LIN; -: standard input")
      .required()
      .file({"pbn", "lin"});
  dd.option("--board", o.board, "NAME", "This board only");
  dd.option("--out", o.out, "FILE", "Write the deals there, as PBN with tables and scores");
  dd.flag("--json", o.json, "A JSON object for each board");
  dd.examples("  cgt bridge dd deals.pbn --out tables.pbn\n");
  const Command mistakes =
      add_bridge_action(bridge, "mistakes", BridgeAction::kMistakes,
                        "What the cards of a record gave away, if all see all cards", o);
  mistakes.option("DEALS", o.file, "", "Deals with play, as PBN or LIN; -: standard input")
      .required()
      .file({"pbn", "lin"});
  mistakes.option("--board", o.board, "NAME", "This board only");
  mistakes
      .option("--layouts", o.layouts, "N",
              "Single dummy instead: on average over N layouts that fit what the player saw")
      .between(10, 100'000);
  mistakes.option("--seed", o.seed, "N", "Other layouts").with_default();
  mistakes.flag("--json", o.json, "A JSON object for each board");
  mistakes.examples(
      "  cgt bridge mistakes deals.pbn\n"
      "  cgt bridge mistakes deals.pbn --board 353021 --layouts 40\n");
}

void add_bridge_endplays(const Command& bridge, BridgeOptions& o) {
  const Command endplays =
      add_bridge_action(bridge, "endplays", BridgeAction::kEndplays,
                        "Squeezes, throw-ins and trump coups in the last seven tricks", o);
  endplays.option("DEALS", o.file, "", "Deals with play, as PBN or LIN; -: standard input")
      .required()
      .file({"pbn", "lin"});
  endplays.option("--board", o.board, "NAME", "This board only");
  endplays.flag("--json", o.json, "A JSON object for each board");
  endplays.examples("  cgt bridge endplays deals.pbn\n");
}

Command add_bridge(const Command& program, BridgeOptions& options) {
  const Command bridge =
      program.add("bridge", "Bridge: declarer play by plans, its rivals, exact suits and endings");
  bridge.require_command();
  add_bridge_deal(bridge, options);
  add_bridge_play(bridge, options);
  add_bridge_match(bridge, options);
  add_bridge_explain(bridge, options);
  add_bridge_suit(bridge, options);
  add_bridge_ending(bridge, options);
  add_bridge_double_dummy(bridge, options);
  add_bridge_endplays(bridge, options);
  bridge.examples("  cgt bridge suit AJT 432 --tricks 2\n");
  return bridge;
}

ExitCode run_bridge_deal(const BridgeOptions& o) {
  std::vector<bridge::pbn::Record> records;
  // Boards are numbered as they are kept; deals that do not fit are passed over.
  for (int number = 1; static_cast<int>(records.size()) < o.boards; ++number) {
    bridge::Deal deal = bridge::random_deal(o.seed, number);
    const bridge::Contract contract = bridge::contract_by_points(deal);
    const bool notrump = contract.strain == bridge::kNotrump;
    if (o.strains != "mixed" && (o.strains == "nt") != notrump) continue;
    const int board = static_cast<int>(records.size()) + 1;
    deal.dealer = bridge::board_dealer(board);
    deal.vulnerable = bridge::board_vulnerable(board);
    records.push_back(bridge::pbn::record_of(board, deal, contract));
  }
  const std::string text = bridge::pbn::write(records);
  if (o.out.empty()) {
    std::cout << text;
  } else {
    replace_file(o.out, text);
  }
  return kOk;
}

}  // namespace

std::vector<bridge::pbn::Record> bridge_deals(const std::string& file, bool with_contract) {
  const SourceText source(display_name(file), read_file(file));
  auto [records, warnings] = bridge::pbn::read(source);
  for (const std::string& warning : warnings) std::cerr << warning << '\n';
  std::erase_if(records, [&](const auto& r) { return !r.deal || (with_contract && !r.contract); });
  if (records.empty()) {
    throw Error(fmt::format("{} has no deal with four hands{}", display_name(file),
                            with_contract ? " and a contract" : ""),
                "cgt bridge deal makes some");
  }
  return records;
}

std::string chosen_defence(const BridgeOptions& options) {
  if (!options.defence.empty()) return options.defence;
  if (bridge::DoubleDummy::available()) return "dd";
  if (!options.common.quiet)
    std::cerr << "libdds is not there: the defenders play by rules of thumb (--defence rule)\n";
  return "rule";
}

static ExitCode run_bridge(const BridgeOptions& given) {
  using Action = BridgeOptions::Action;
  BridgeOptions options = given;
  if (options.action == Action::kPlay || options.action == Action::kMatch) {
    bridge::DoubleDummy::set_slots(
        std::min(thread_count(options.threads), bridge::DoubleDummy::kMaxSlots));
    options.defence = chosen_defence(options);
  }
  switch (options.action) {
    case Action::kDeal: return run_bridge_deal(options);
    case Action::kPlay: return run_bridge_play(options);
    case Action::kMatch: return run_bridge_match(options);
    case Action::kSuit: return run_bridge_suit(options);
    case Action::kEnding: return run_bridge_ending(options);
    case Action::kExplain: return run_bridge_explain(options);
    case Action::kDoubleDummy: return run_bridge_double_dummy(options);
    case Action::kMistakes: return run_bridge_mistakes(options);
    case Action::kEndplays: return run_bridge_endplays(options);
  }
  return kOk;
}

void offer_bridge(Commands& commands) { commands.offer(add_bridge, run_bridge); }

}  // namespace cgt::repl
