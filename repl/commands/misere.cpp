// cgt misere: quotients, outcomes, comparison, counts, certificates.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <array>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cgt/misere/counts.hpp"
#include "cgt/misere/universe.hpp"
#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"
#include "decomp/rules/heap/heap.hpp"
#include "decomp/solve/misere/certificate.hpp"
#include "decomp/solve/misere/heaps.hpp"
#include "decomp/solve/misere/positions.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

// cgt misere quotient|outcome|compare|count|verify
struct MisereOptions {
  enum class Action : std::uint8_t { kQuotient, kOutcome, kCompare, kCount, kVerify };
  // Of cgt misere count: a universe, or the impartial games.
  enum class Counted : std::uint8_t { kAll, kDicot, kDeadEnding, kImpartial };
  CommonOptions common;
  Action action = Action::kQuotient;
  std::string game;               // code or ruleset
  std::string question;           // a sum of heaps, "G ? H"
  std::string file;               // one question a line; "": none
  std::uint32_t heaps = 0;        // of a partial quotient; 0: until a period is proved
  std::uint32_t copies = 64;      // see QuotientLimits
  std::uint32_t elements = 2000;  // likewise
  bool moves = false;             // all that win, with the outcome
  bool json = false;
  std::string certificate;  // file to write
  MisereUniverse::Kind universe = MisereUniverse::Kind::kAll;
  Counted counted = Counted::kAll;
  std::uint32_t day = 2;
};

using MisereAction = MisereOptions::Action;

Command add_misere_action(const Command& misere, const char* name, MisereAction action,
                          const char* what, MisereOptions& options) {
  const Command command = misere.add(name, what);
  command.then([&options, action] { options.action = action; });
  add_common(command, options.common);
  return command;
}

void add_search_limits(const Command& command, MisereOptions& options) {
  command
      .option("--copies", options.copies, "N", "Give up at N copies of a heap that do not repeat")
      .with_default()
      .positive();
  command
      .option("--elements", options.elements, "N", "Give up at a quotient of more than N elements")
      .with_default()
      .positive();
  command.flag("--json", options.json, "Print JSON, one object a line");
}

constexpr const char* kHeapGame = "A code, 0.77, or an impartial heap game, kayles";

Command add_misere(const Command& program, MisereOptions& options) {
  const Command misere = program.add(
      "misere",
      "Misere play: quotients of heap games, who wins, comparison; `cgt misere quotient --help`");
  misere.require_command();

  const Command quotient =
      add_misere_action(misere, "quotient", MisereAction::kQuotient,
                        "The misere quotient of a heap game, with a proof for all heaps", options);
  const CommandOption game = quotient.option("GAME", options.game, "", kHeapGame);
  const CommandOption games =
      quotient.option("--file", options.file, "FILE", "Games, one a line").excludes(game);
  quotient.option("--heaps", options.heaps, "N",
                  "Of the heaps 1 .. N; otherwise of all, if a period is proved");
  quotient
      .option("--certificate", options.certificate, "FILE",
              "Write what proves it there, for cgt misere verify")
      .excludes(games);
  add_search_limits(quotient, options);
  quotient.needs(
      [&options] { return options.game.empty() && options.file.empty() ? "GAME or --file" : ""; });
  quotient.examples(R"(  cgt misere quotient 0.77              Kayles
  cgt misere quotient 0.07 --heaps 20   no finite quotient of all heaps is known
  cgt misere quotient kayles --certificate kayles.txt
                                        and a proof for cgt misere verify
)");

  const Command outcome = add_misere_action(
      misere, "outcome", MisereAction::kOutcome,
      "Who wins a sum of heaps: N, the next player, or P, the previous one", options);
  outcome.option("GAME", options.game, "", kHeapGame).required();
  const CommandOption sum = outcome.option("SUM", options.question, "", "Heaps: 42+91");
  outcome.option("--file", options.file, "FILE", "Sums, one a line").excludes(sum);
  outcome.flag("--moves", options.moves, "All winning moves, too");
  add_search_limits(outcome, options);
  outcome.needs([&options] {
    if (options.game.empty()) return "GAME";
    return options.question.empty() && options.file.empty() ? "SUM or --file" : "";
  });
  outcome.examples("  cgt misere outcome kayles 30+31+25\n");

  const Command compare = add_misere_action(misere, "compare", MisereAction::kCompare,
                                            "Compare two games within a universe", options);
  const CommandOption pair =
      compare.option("QUESTION", options.question, "",
                     "'G ? H', forms: 0, *, *2, 1, -1, {0|*}; or 'RULESET:BOARD ? RULESET:BOARD'");
  compare.option("--file", options.file, "FILE", "Questions, one a line").excludes(pair);
  using Kind = MisereUniverse::Kind;
  compare.choice<Kind, Kind>(
      "--universe", options.universe,
      {{"all", Kind::kAll}, {"dicot", Kind::kDicot}, {"dead-ending", Kind::kDeadEnding}}, "NAME",
      "The games beside which they are compared: all, dicot or dead-ending (default: all)");
  compare.flag("--json", options.json, "Print JSON, one object a line, with the simplest forms");
  compare.needs([&options] {
    return options.question.empty() && options.file.empty() ? "QUESTION or --file" : "";
  });
  compare.examples("  cgt misere compare --universe dicot '{*|*} ? 0'\n");

  const Command count =
      add_misere_action(misere, "count", MisereAction::kCount,
                        "How many games are born by a day, in a universe or impartial", options);
  using Counted = MisereOptions::Counted;
  count.choice<Counted, Counted>(
      "--universe", options.counted,
      {{"all", Counted::kAll},
       {"dicot", Counted::kDicot},
       {"dead-ending", Counted::kDeadEnding},
       {"impartial", Counted::kImpartial}},
      "NAME",
      "What is counted: all, dicot, dead-ending or impartial (all unless "
      "told)");
  count.option("--day", options.day, "N", "Born by day N: to 3, impartial ones to 6")
      .with_default();
  count.flag("--json", options.json, "Print JSON");
  count.examples(R"(  cgt misere count --universe dicot --day 3
  cgt misere count --universe impartial --day 6   a formula; the number has 1255831 digits
)");

  const Command verify = add_misere_action(misere, "verify", MisereAction::kVerify,
                                           "Check the certificate of a quotient", options);
  verify.option("FILE", options.file, "", "The certificate, or - for standard input").required();
  verify.examples("  cgt misere verify kayles.txt\n");

  misere.examples(R"(  cgt misere quotient 0.77              the misere quotient of Kayles
  cgt misere outcome 0.77 30+31+25      who wins this sum of heaps
  cgt misere compare --universe dicot '{*|*} ? 0'
                                        are two games the same among dicots?
  cgt misere count --universe dead-ending --day 2
)");
  return misere;
}

using MisereJson = nlohmann::ordered_json;

// A game without a theorem, or with none found by then, is looked at up to this heap.
constexpr std::uint32_t kPeriodSearch = 2000;

// answer(line) for each question; errors are told at their place in the file. What is worst counts.
ExitCode each_misere_question(const MisereOptions& options,
                              const std::function<ExitCode(const SourceText&)>& answer) {
  if (options.file.empty()) return answer(SourceText("<question>", options.question));
  const SourceText source(display_name(options.file), read_file(options.file));
  ExitCode code = kOk;
  for (const SourceSpan& line : written_lines(source.text())) {
    try {
      code = worse(code, answer(SourceText(source.name(), std::string(source.text().substr(
                                                              line.offset, line.length)))));
      std::cout << std::flush;
    } catch (const InputError& error) {
      throw InputError(error, source, line.offset);
    } catch (const Error& error) {
      throw InputError(source, {{Severity::kError, error.what(), error.hint(), line}});
    }
    if (code == kInterrupted) break;
  }
  return code;
}

// A code, or a ruleset by name.
std::shared_ptr<const heap::Rules> heap_rules(const SourceText& source,
                                              const CommonOptions& common) {
  const std::string name(source.text());
  if (name.size() > 1 && (name[0] == '{' || (name[0] >= '0' && name[0] <= '9')) &&
      name.find('.') != std::string::npos) {
    try {
      return std::make_shared<heap::TakeAndBreak>(heap::Code::parse(name));
    } catch (const InputError& error) {
      throw InputError(error, source, 0);
    }
  }
  const std::shared_ptr<const Ruleset> ruleset = ruleset_called(name, common);
  const auto* heaps = dynamic_cast<const heap::HeapRuleset*>(ruleset.get());
  if (heaps == nullptr) {
    throw Error(fmt::format("{} is not an impartial heap game", name),
                "kayles is one, and every code: 0.77");
  }
  return heaps->rules();
}

std::vector<heap::Size> heaps_of_sum(const SourceText& source) {
  const std::string_view text = source.text();
  std::vector<heap::Size> heaps;
  std::size_t at = 0;
  const auto skip = [&] {
    while (at < text.size() && text[at] == ' ') ++at;
  };
  const auto fail = [&](const std::string& what) {
    throw InputError(source, {{Severity::kError, what, "heaps are numbers: 42+91", {at, 1}}});
  };
  while (true) {
    skip();
    const std::size_t start = at;
    std::uint64_t n = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && n <= heap::kMaxHeap) {
      n = 10 * n + static_cast<std::uint64_t>(text[at++] - '0');
    }
    if (at == start) fail("a heap is missing here");
    if (n > heap::kMaxHeap) {
      at = start;
      fail(fmt::format("a heap has at most {} tokens", heap::kMaxHeap));
    }
    if (n > 0) heaps.push_back(static_cast<heap::Size>(n));
    skip();
    if (at == text.size()) return heaps;
    if (text[at] != '+') fail("'+' is missing here");
    ++at;
  }
}

std::string why_stuck(const solve::MisereHeaps& heaps, const MisereOptions& options) {
  using Stuck = solve::MisereQuotientSearch::Stuck;
  switch (heaps.stuck()) {
    case Stuck::kCopies:
      return fmt::format("the copies of some heap to {} do not repeat within {} (--copies)",
                         heaps.heaps() + 1, options.copies);
    case Stuck::kElements:
      return fmt::format("that of the heaps 1 .. {} has more than {} elements (--elements)",
                         heaps.heaps() + 1, options.elements);
    case Stuck::kNot: break;
  }
  return "";
}

struct QuotientReport {
  std::string game;
  std::optional<StopReason> stopped;
  std::string stuck;
  bool complete = false;  // what was asked for
};

MisereJson quotient_json(const QuotientReport& report, const solve::MisereHeaps& heaps) {
  Budget budget;
  const solve::QuotientFacts facts = solve::facts_of(heaps.quotient(), budget);
  MisereJson json;
  json["game"] = report.game;
  json["order"] = facts.order;
  json["p"] = facts.lost;
  json["period"] = heaps.period() ? MisereJson(heaps.period()->period) : MisereJson();
  json["preperiod"] = heaps.period() ? MisereJson(heaps.period()->preperiod) : MisereJson();
  json["idempotents"] = facts.idempotents;
  json["kernel"] = facts.kernel;
  json["kernel_p"] = facts.kernel_lost;
  json["involutions"] = facts.involutions;
  json["tame"] = facts.tame;
  json["heaps"] = heaps.heaps();
  json["generators"] = heaps.quotient().generators;
  json["map"] = heaps.quotient().classes;
  MisereJson lost = MisereJson::array();
  MisereJson words = MisereJson::array();
  for (std::size_t x = 0; x < facts.order; ++x) {
    if (heaps.quotient().lost[x]) lost.push_back(x);
    words.push_back(solve::element_text(heaps.quotient().words[x]));
  }
  json["elements"] = std::move(words);
  json["p_elements"] = std::move(lost);
  json["relations"] = solve::presentation(heaps.quotient(), budget);
  if (report.stopped) json["stopped"] = describe(*report.stopped);
  if (!report.stuck.empty()) json["stuck"] = report.stuck;
  put_doubt(json, report.stopped ? describe(*report.stopped) : report.stuck);
  return json;
}

std::string joined_to(const std::vector<std::string>& parts, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = parts[i] + (i + 1 < parts.size() ? "," : "");
    if (column > 0 && column + part.size() + 1 > width) {
      out += "\n              ";
      column = 0;
    }
    out += (column > 0 ? " " : "") + part;
    column += part.size() + 1;
  }
  return out;
}

std::string quotient_lines(const QuotientReport& report, const solve::MisereHeaps& heaps) {
  Budget budget;
  const solve::MisereQuotient& quotient = heaps.quotient();
  const solve::QuotientFacts facts = solve::facts_of(quotient, budget);
  std::string out = fmt::format("{}: ", report.game);
  if (!heaps.period()) {
    out += fmt::format("heaps 1 .. {}, {}\n", heaps.heaps(),
                       report.complete ? "as asked" : "no quotient of all heaps was found");
  } else {
    out += fmt::format("all heaps; period {} from heap {} on\n", heaps.period()->period,
                       heaps.period()->preperiod);
  }
  if (!report.stuck.empty()) out += fmt::format("  stopped:    {}\n", report.stuck);
  if (report.stopped) out += fmt::format("  stopped:    {}\n", describe(*report.stopped));
  out += fmt::format("  order:      {}, {} of them P-positions{}\n", facts.order, facts.lost,
                     facts.tame ? "; tame" : "");
  out += fmt::format("  idempotents {}, kernel {} with {}, x*x = 1 for {}\n", facts.idempotents,
                     facts.kernel, counted(facts.kernel_lost, "P-position"), facts.involutions);
  std::vector<std::string> generators;
  for (std::size_t g = 0; g < quotient.generators.size(); ++g) {
    generators.push_back(fmt::format("{} = heap {}",
                                     solve::element_text({{static_cast<std::uint32_t>(g + 1), 1}}),
                                     quotient.generators[g]));
  }
  if (!generators.empty()) out += fmt::format("  generators: {}\n", joined_to(generators, 84));
  // Longer lists are for --json.
  constexpr std::size_t kShown = 60;
  const std::vector<std::string> relations = solve::presentation(quotient, budget);
  if (!relations.empty()) {
    out += relations.size() > kShown
               ? fmt::format("  relations:  {} (--json lists them)\n", relations.size())
               : fmt::format("  relations:  {}\n", joined_to(relations, 84));
  }
  std::vector<std::string> lost;
  for (std::size_t x = 0; x < facts.order; ++x) {
    if (quotient.lost[x]) lost.push_back(solve::element_text(quotient.words[x]));
  }
  if (lost.size() <= kShown && !lost.empty()) {
    out += fmt::format("  P-portion:  {}\n", joined_to(lost, 84));
  }
  const std::size_t shown =
      heaps.period() ? heaps.period()->preperiod + heaps.period()->period : quotient.classes.size();
  std::vector<std::string> map;
  for (std::size_t n = 1; n < shown; ++n) {
    map.push_back(solve::element_text(quotient.words[quotient.classes[n]]));
  }
  if (!map.empty()) out += fmt::format("  heaps 1 ..: {}\n", joined_to(map, 84));
  return out;
}

ExitCode show_quotient(const SourceText& game, const MisereOptions& options) {
  solve::MisereHeaps heaps(heap_rules(game, options.common), {options.copies, options.elements});
  QuotientReport report;
  report.game = std::string(game.text());
  Budget budget(options.common.limits, &interrupt_flag());
  {
    const Progress progress("solving", options.common.quiet);
    try {
      report.complete = options.heaps > 0 ? heaps.extend(options.heaps, budget)
                                          : heaps.find_period(kPeriodSearch, budget);
      // The heaps of a bound may show the period of all.
      if (options.heaps > 0 && report.complete) heaps.find_period(options.heaps, budget);
    } catch (const BudgetExhausted& spent) {
      report.stopped = spent.reason();
    }
  }
  report.stuck = why_stuck(heaps, options);
  if (options.json) {
    std::cout << json_line(quotient_json(report, heaps)) << '\n';
  } else {
    std::cout << quotient_lines(report, heaps);
  }
  std::cout << std::flush;
  if (!options.certificate.empty()) {
    Budget writing(options.common.limits, &interrupt_flag());
    replace_file(options.certificate, solve::misere_certificate(heaps, writing));
  }
  if (report.stopped == StopReason::kInterrupted) return kInterrupted;
  return report.complete ? kOk : kOutOfBudget;
}

std::string sum_text(std::vector<heap::Size> heaps) {
  std::ranges::sort(heaps);
  return heaps.empty() ? "0" : fmt::format("{}", fmt::join(heaps, "+"));
}

ExitCode show_misere_outcome(solve::MisereHeaps& heaps, const SourceText& text,
                             const MisereOptions& options) {
  const std::vector<heap::Size> sum = heaps_of_sum(text);
  Budget budget(options.common.limits, &interrupt_flag());
  std::optional<bool> lost;
  std::optional<StopReason> stopped;
  std::vector<std::string> winning;
  try {
    lost = heaps.lost(sum, budget);
    if (lost && options.moves) {
      for (const auto& move : solve::winning_heap_moves(heaps, sum, budget)) {
        winning.push_back(sum_text(move));
      }
    }
  } catch (const BudgetExhausted& spent) {
    stopped = spent.reason();
  }
  const std::string outcome = lost ? *lost ? "P" : "N" : "unknown";
  if (options.json) {
    MisereJson json;
    json["sum"] = text.text();
    json["outcome"] = outcome;
    if (lost && options.moves) json["moves"] = winning;
    if (stopped) json["stopped"] = describe(*stopped);
    const std::string stuck = lost ? "" : why_stuck(heaps, options);
    if (!lost) json["stuck"] = stuck;
    put_doubt(json, stopped ? describe(*stopped) : stuck);
    std::cout << json_line(json) << '\n';
  } else {
    std::cout << outcome << '\n';
    for (const std::string& move : winning) std::cout << "  to " << move << '\n';
    if (!lost && !options.common.quiet) {
      std::cerr << fmt::format("the quotient of the heaps 1 .. {} is known; {}\n", heaps.heaps(),
                               stopped ? describe(*stopped) : why_stuck(heaps, options));
    }
  }
  if (stopped == StopReason::kInterrupted) return kInterrupted;
  return lost ? kOk : kOutOfBudget;
}

// Forms as written, or positions of rulesets.
class ComparedGames {
 public:
  explicit ComparedGames(const MisereOptions& options)
      : options_(options), universe_(forms_, options.universe) {}

  ExitCode compare(const SourceText& line) {
    const std::string_view text = line.text();
    const std::size_t mark = text.find('?');
    if (mark == std::string_view::npos) {
      throw InputError(
          line,
          {{Severity::kError, "'?' is missing between two games", "{0|*} ? *", {0, text.size()}}});
    }
    Budget budget(options_.common.limits, &interrupt_flag());
    std::optional<MisereUniverse::Order> order;
    std::optional<StopReason> stopped;
    PerPlayer<MisereFormId> games{};
    std::array<std::string, 2> simplest;
    try {
      games[Player::kLeft] = read(line, 0, mark, budget);
      games[Player::kRight] = read(line, mark + 1, text.size() - mark - 1, budget);
      order = universe_.compare(games[Player::kLeft], games[Player::kRight], budget);
      if (options_.json) {
        simplest = {forms_.text(universe_.simplest(games[Player::kLeft], budget)),
                    forms_.text(universe_.simplest(games[Player::kRight], budget))};
      }
    } catch (const BudgetExhausted& spent) {
      stopped = spent.reason();
    }
    const std::string sign = order ? order_sign(*order) : "unknown";
    if (options_.json) {
      MisereJson json;
      json["question"] = text;
      json["universe"] = universe_name(options_.universe);
      json["order"] = sign;
      if (!simplest[1].empty()) json["simplest"] = simplest;
      if (stopped) json["stopped"] = describe(*stopped);
      put_doubt(json, stopped ? describe(*stopped) : "");
      std::cout << json_line(json) << '\n';
    } else {
      std::cout << sign << '\n';
    }
    if (stopped == StopReason::kInterrupted) return kInterrupted;
    return order ? kOk : kOutOfBudget;
  }

 private:
  MisereFormId read(const SourceText& line, std::size_t from, std::size_t length, Budget& budget) {
    std::string text(line.text().substr(from, length));
    while (!text.empty() && text.back() == ' ') text.pop_back();
    std::size_t blanks = 0;
    while (blanks < text.size() && text[blanks] == ' ') ++blanks;
    text.erase(0, blanks);
    const SourceText source(line.name(), text);
    try {
      const std::size_t colon = text.find(':');
      if (colon == std::string::npos) return forms_.parse(source);
      auto& ruleset = rulesets_[text.substr(0, colon)];
      if (ruleset == nullptr) ruleset = ruleset_called(text.substr(0, colon), options_.common);
      return positions_.form(ruleset->position(text.substr(colon + 1)), budget);
    } catch (const InputError& error) {
      throw InputError(error, line, from + blanks);
    }
  }

  const MisereOptions& options_;
  MisereForms forms_;
  MisereUniverse universe_;
  solve::MisereTrees positions_{forms_};
  std::map<std::string, std::shared_ptr<const Ruleset>> rulesets_;
};

// Names as in the text and as in JSON.
struct MisereCount {
  std::string name;
  std::string key;
  MisereJson value;
};

std::vector<MisereCount> counts_of_universe(const MisereOptions& options, Budget& budget) {
  using Kind = MisereUniverse::Kind;
  constexpr std::array kKinds{Kind::kAll, Kind::kDicot, Kind::kDeadEnding};
  MisereForms forms;
  MisereUniverse universe(forms, kKinds.at(static_cast<std::size_t>(options.counted)));
  const UniverseCounts counts = count_by_day(forms, universe, options.day, budget);
  MisereJson outcomes;
  const auto count_of = [&](OutcomeClass o) {
    const auto found = counts.outcomes.find(o);
    return found == counts.outcomes.end() ? std::size_t{0} : found->second;
  };
  outcomes["N"] = count_of(OutcomeClass::kNext);
  outcomes["L"] = count_of(OutcomeClass::kLeft);
  outcomes["R"] = count_of(OutcomeClass::kRight);
  outcomes["P"] = count_of(OutcomeClass::kPrevious);
  return {{"classes", "classes", counts.classes},
          {"ordered pairs, G >= H", "ordered_pairs", counts.ordered_pairs},
          {"outcomes", "outcomes", outcomes},
          {"G + conjugate = 0", "conjugate_invertible", counts.conjugate_invertible}};
}

std::vector<MisereCount> counts_of_impartial_games(const MisereOptions& options, Budget& budget) {
  const ImpartialMisereCounts counts = count_impartial_misere(options.day, budget);
  const std::string digits = to_string(counts.games);
  std::vector<MisereCount> out;
  // Longer numbers are told by their formula.
  if (digits.size() <= 40) out.push_back({"games", "games", MisereJson::parse(digits)});
  if (!counts.examined) out.push_back({"formula", "formula", counts.formula.text()});
  out.push_back({"decimal digits", "digits", digits.size()});
  if (counts.examined) {
    out.push_back({"P-positions", "p", counts.previous_player_wins});
    out.push_back({"genus of a nim position", "genus_of_nim", counts.genus_of_nim});
  }
  return out;
}

ExitCode count_misere(const MisereOptions& options) {
  const bool impartial = options.counted == MisereOptions::Counted::kImpartial;
  const std::uint32_t last = impartial ? kLastImpartialMisereDay : kLastUniverseDay;
  if (options.day > last) {
    throw Error(fmt::format("--day is {} at most", last), "no later day was ever counted");
  }
  Budget budget(options.common.limits, &interrupt_flag());
  std::vector<MisereCount> counts;
  try {
    counts = impartial ? counts_of_impartial_games(options, budget)
                       : counts_of_universe(options, budget);
  } catch (const BudgetExhausted& spent) {
    std::cerr << fmt::format("no answer: {}\n", describe(spent.reason()));
    return exit_code(spent.reason());
  }
  if (options.json) {
    MisereJson json;
    json["day"] = options.day;
    for (const MisereCount& count : counts) json[count.key] = count.value;
    put_doubts(json, {});
    std::cout << json_line(json) << '\n';
    return kOk;
  }
  for (const MisereCount& count : counts) {
    std::string shown =
        count.value.is_string() ? count.value.get<std::string>() : json_line(count.value);
    if (count.value.is_object()) {
      shown.clear();
      for (const auto& item : count.value.items()) {
        shown +=
            fmt::format("{}{} {}", shown.empty() ? "" : ", ", item.key(), json_line(item.value()));
      }
    }
    std::cout << fmt::format("{:<24} {}\n", count.name, shown);
  }
  return kOk;
}

ExitCode verify_quotient(const MisereOptions& options) {
  const SourceText source(display_name(options.file), read_file(options.file));
  Budget budget(options.common.limits, &interrupt_flag());
  const solve::CheckedQuotient checked = solve::check_misere_certificate(source, budget);
  std::cout << fmt::format("{}: order {}, proved by {} pairs for ", checked.code, checked.order,
                           checked.pairs);
  if (checked.period) {
    std::cout << fmt::format("all heaps, with period {} from heap {} on\n", checked.period->period,
                             checked.period->preperiod);
  } else {
    std::cout << fmt::format("the heaps 1 .. {}\n", checked.heaps);
  }
  std::cout << std::flush;
  return kOk;
}

ExitCode run_misere(const MisereOptions& options) {
  switch (options.action) {
    case MisereOptions::Action::kQuotient: {
      const auto show = [&](const SourceText& game) { return show_quotient(game, options); };
      if (options.file.empty()) return show(SourceText("<game>", options.game));
      return each_misere_question(options, show);
    }
    case MisereOptions::Action::kOutcome: {
      solve::MisereHeaps heaps(heap_rules(SourceText("<game>", options.game), options.common),
                               {options.copies, options.elements});
      const Progress progress("solving", options.common.quiet);
      return each_misere_question(
          options, [&](const SourceText& sum) { return show_misere_outcome(heaps, sum, options); });
    }
    case MisereOptions::Action::kCompare: {
      ComparedGames games(options);
      return each_misere_question(options,
                                  [&](const SourceText& line) { return games.compare(line); });
    }
    case MisereOptions::Action::kCount: return count_misere(options);
    case MisereOptions::Action::kVerify: break;
  }
  return verify_quotient(options);
}

}  // namespace

void offer_misere(Commands& commands) { commands.offer(add_misere, run_misere); }

}  // namespace cgt::repl
