#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cgt/support/json_answer.hpp"
#include "decomp/labs/bridge/ending.hpp"
#include "decomp/labs/bridge/suit.hpp"
#include "repl/labs/bridge.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

using TableRow = std::map<std::string, std::string>;

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    out.push_back(line.substr(at, end - at));
    if (end == line.size()) return out;
    at = end + 1;
  }
}

// Calls f(row, where) for each row of a table with a line of names; # begins a comment. What f throws
// is told with the line.
template <class F>
void each_row(const std::string& file, std::initializer_list<const char*> needed, F f) {
  const SourceText source(display_name(file), read_file(file));
  std::istringstream lines{std::string(source.text())};
  std::vector<std::string> names;
  std::size_t offset = 0;
  for (std::string line; std::getline(lines, line); offset += line.size() + 1) {
    if (line.empty() || line[0] == '#') continue;
    const auto refuse = [&](const std::string& message, const std::string& hint) {
      Diagnostic d;
      d.message = message;
      d.hint = hint;
      d.span = {offset, line.size()};
      throw InputError(source, {d});
    };
    const std::vector<std::string> cells = cells_of(line);
    if (names.empty()) {
      names = cells;
      for (const char* name : needed) {
        if (std::find(names.begin(), names.end(), name) == names.end())
          refuse(fmt::format("there is no column {}", name), "the first line names the columns");
      }
      continue;
    }
    TableRow row;
    for (std::size_t i = 0; i < names.size() && i < cells.size(); ++i) row[names[i]] = cells[i];
    try {
      f(row);
    } catch (const InputError& error) {
      refuse(error.message(), error.hint());
    } catch (const Error& error) {
      refuse(error.what(), error.hint());
    }
  }
}

[[noreturn]] void refuse_argument(const std::string& name, const std::string& text,
                                  const std::string& message, const std::string& hint) {
  const SourceText source(name, text);
  Diagnostic d;
  d.message = message;
  d.hint = hint;
  d.span = {0, std::max<std::size_t>(1, text.size())};
  throw InputError(source, {d});
}

int number_of(const std::string& name, const std::string& text) {
  if (text.empty() || text.size() > 3 || text.find_first_not_of("0123456789") != std::string::npos)
    refuse_argument(name, text, fmt::format("\"{}\" is not a number", text), "0, 1, 2, ...");
  return std::stoi(text);
}

// --- suits ---

bridge::SuitProblem suit_problem(const std::string& north, const std::string& south,
                                 const std::string& entries) {
  bridge::SuitProblem p;
  const auto ranks = [](const char* name, const std::string& text) {
    const auto read = bridge::parse_ranks(text);
    if (!read) refuse_argument(name, text, "these are not ranks of one suit", "AKQJT98765432");
    return *read;
  };
  p.north = ranks("NORTH", north);
  p.south = ranks("SOUTH", south);
  p.entries = entries == "free" ? -1 : number_of("--entries", entries);
  return p;
}

// `parts`: of one trick, or of one.
std::string suit_leads(const bridge::SuitAnswer& answer, int parts = 100) {
  std::string out;
  for (const auto& lead : answer.leads) {
    out += fmt::format("{}{}{}={:.2f}", out.empty() ? "" : " ", lead.hand,
                       bridge::kRankLetters[lead.rank], parts * lead.best);
  }
  return out;
}

double rounded(double x) { return std::round(10000 * x) / 10000; }

// cgt bridge suit --average
void print_suit_average(const bridge::SuitAnswer& a, bool as_json) {
  if (as_json) {
    nlohmann::ordered_json json{{"average", rounded(a.best)}, {"line", a.line}};
    for (const double chance : a.at_least)
      json["at_least"].push_back(std::round(10000 * chance) / 100);
    json["smith"] = rounded(a.smith);
    json["dd"] = rounded(a.dd);
    for (const auto& lead : a.leads)
      json["leads"][std::string{lead.hand, bridge::kRankLetters[lead.rank]}] = rounded(lead.best);
    json["layouts"] = a.layouts;
    put_doubts(json, {});
    std::cout << json_line(json) << '\n';
    return;
  }
  std::cout << fmt::format("{:.4f} tricks on average: {}\n", a.best, a.line);
  std::string chances;
  for (std::size_t n = 1; n < a.at_least.size(); ++n)
    chances += fmt::format(" {} {:.2f} %", n, 100 * a.at_least[n]);
  std::cout << "at least:" << chances << "\nfirst cards: " << suit_leads(a, 1) << '\n';
}

void print_suit_rows(const BridgeOptions& o) {
  std::cout << "id\tnorth\tsouth\tentries\ttricks\tbest\tsmith\tdd\tleads\tline\n";
  each_row(o.file, {"north", "south", "entries", "tricks"}, [&](TableRow& row) {
    bridge::SuitProblem p = suit_problem(row["north"], row["south"], row["entries"]);
    p.tricks = number_of("tricks", row["tricks"]);
    Budget budget(o.common.limits, &interrupt_flag());
    std::string answers = "refused: ";
    try {
      const bridge::SuitAnswer a = bridge::solve_suit(p, budget);
      answers = fmt::format("{:.2f}\t{:.2f}\t{:.2f}\t{}\t{}", 100 * a.best, 100 * a.smith,
                            100 * a.dd, suit_leads(a), a.line);
    } catch (const Error& error) {
      answers += error.what();
    }
    std::cout << fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", row["id"], row["north"], row["south"],
                             row["entries"], row["tricks"], answers);
  });
}

// --- endings ---

bridge::Cards ending_hand(const char* name, const std::string& text) {
  const auto read = bridge::parse_hand(text);
  if (!read)
    refuse_argument(name, text, "this is not a hand", "spades.hearts.diamonds.clubs: KJ2.3..5");
  return *read;
}

bridge::EndingProblem ending_problem(TableRow& row) {
  bridge::EndingProblem p;
  const std::string& trump = row["trump"];
  const std::size_t strain = std::string("SHDCN").find(trump);
  if (trump.size() != 1 || strain == std::string::npos)
    refuse_argument("trump", trump, "this is not a strain", "S, H, D, C or N");
  p.trump = static_cast<int>(strain);
  if (row["leader"] != "N" && row["leader"] != "S")
    refuse_argument("leader", row["leader"], "North or South has to be on lead", "N or S");
  p.leader = row["leader"] == "N" ? 0 : 2;
  p.north = ending_hand("north", row["north"]);
  p.south = ending_hand("south", row["south"]);
  p.hidden = ending_hand("hidden", row["hidden"]);
  p.need = row["need"].empty() ? bridge::count(p.north) : number_of("need", row["need"]);
  std::vector<bridge::HiddenCondition> conditions;
  std::istringstream words(row["conditions"]);
  for (std::string word; words >> word;) conditions.push_back(bridge::parse_condition(word));
  p.worlds = bridge::all_worlds(p, conditions);
  return p;
}

std::string ending_cards(const bridge::EndingAnswer& answer) {
  std::string out;
  for (const auto& lead : answer.cards) {
    out += fmt::format("{}{}={:.1f}({:.1f},{:.2f})", out.empty() ? "" : " ",
                       bridge::card_text(lead.card), 100 * lead.best, 100 * lead.dd, lead.tricks);
  }
  return out;
}

void print_ending_rows(const BridgeOptions& o) {
  std::cout << "id\ttrump\tleader\tneed\tnorth\tsouth\thidden\tconditions\tbest\tdd\tcards\tlayouts"
               "\tline\n";
  each_row(o.file, {"trump", "leader", "need", "north", "south", "hidden"}, [&](TableRow& row) {
    const bridge::EndingProblem p = ending_problem(row);
    Budget budget(o.common.limits, &interrupt_flag());
    const bridge::EndingAnswer a = bridge::solve_ending(p, budget);
    std::cout << fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.2f}\t{:.2f}\t{}\t{}\t{}\n",
                             row["id"], row["trump"], row["leader"], row["need"], row["north"],
                             row["south"], row["hidden"], row["conditions"], 100 * a.best,
                             100 * a.dd, ending_cards(a), p.worlds.size(), a.line);
  });
}

}  // namespace

ExitCode run_bridge_suit(const BridgeOptions& o) {
  if (!o.file.empty()) {
    print_suit_rows(o);
    return kOk;
  }
  bridge::SuitProblem p = suit_problem(o.north, o.south, o.entries);
  const int most = std::max(std::popcount(p.north), std::popcount(p.south));
  if (o.average) {
    p.average = true;
    Budget budget(o.common.limits, &interrupt_flag());
    print_suit_average(bridge::solve_suit(p, budget), o.json);
    return kOk;
  }
  for (int tricks = o.tricks.value_or(1); tricks <= o.tricks.value_or(most); ++tricks) {
    p.tricks = tricks;
    Budget budget(o.common.limits, &interrupt_flag());
    const bridge::SuitAnswer a = bridge::solve_suit(p, budget);
    if (o.json) {
      nlohmann::ordered_json json;
      json["best"] = std::round(10000 * a.best) / 100;
      json["line"] = a.line;
      json["tricks"] = tricks;
      json["smith"] = std::round(10000 * a.smith) / 100;
      json["dd"] = std::round(10000 * a.dd) / 100;
      for (const auto& lead : a.leads) {
        json["leads"][std::string{lead.hand, bridge::kRankLetters[lead.rank]}] =
            std::round(10000 * lead.best) / 100;
      }
      json["layouts"] = a.layouts;
      put_doubts(json, {});
      std::cout << json_line(json) << '\n';
      continue;
    }
    std::cout << fmt::format("{} of {}: {:.2f} %  {}\n", tricks, most, 100 * a.best, a.line);
    if (o.tricks) std::cout << "first cards: " << suit_leads(a) << '\n';
  }
  return kOk;
}

ExitCode run_bridge_ending(const BridgeOptions& o) {
  if (!o.file.empty()) {
    print_ending_rows(o);
    return kOk;
  }
  TableRow row{{"trump", o.trump},
               {"leader", o.leader},
               {"north", o.north},
               {"south", o.south},
               {"hidden", o.hidden}};
  if (o.tricks) row["need"] = std::to_string(*o.tricks);
  for (const std::string& fact : o.conditions) row["conditions"] += fact + " ";
  const bridge::EndingProblem p = ending_problem(row);
  Budget budget(o.common.limits, &interrupt_flag());
  const bridge::EndingAnswer a = bridge::solve_ending(p, budget);
  if (o.json) {
    nlohmann::ordered_json json;
    json["best"] = std::round(10000 * a.best) / 100;
    json["line"] = a.line;
    json["dd"] = std::round(10000 * a.dd) / 100;
    for (const auto& lead : a.cards)
      json["cards"][bridge::card_text(lead.card)] = std::round(10000 * lead.best) / 100;
    json["layouts"] = p.worlds.size();
    put_doubts(json, {});
    std::cout << json_line(json) << '\n';
    return kOk;
  }
  std::cout << fmt::format(
      "{} of {} tricks: {:.2f} % of {} layouts ({:.2f} % if all cards are seen)\n{}\n", p.need,
      bridge::count(p.north), 100 * a.best, p.worlds.size(), 100 * a.dd, a.line);
  std::cout << "first cards: " << ending_cards(a) << '\n';
  return kOk;
}

}  // namespace cgt::repl
