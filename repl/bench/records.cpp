#include "cgt/support/text_input.hpp"
#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cgt/fmt.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/misere_sums.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/journal.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

constexpr std::uint64_t kRecordMilliseconds = 10'000;
constexpr int kMostSize = 400;
constexpr std::uint32_t kMostNimber = 16;  // of a misere board; beyond, it is not a Nim heap
constexpr auto kRecordRow = "{:<12} {:<14} {:<12} {:>10}\n";

// What solvers keep from one row of a table to the next.
struct RecordSolvers {
  Store store;
  solve::SumOutcome sums{store};
  solve::MisereSums misere{store};
};

solve::SumTerm board_term(const std::string& ruleset, const std::string& text) {
  return {find_ruleset(ruleset)->make({})->position(text), ruleset, text};
}

std::string empty_board(int rows, int columns) {
  std::string out;
  for (int r = 0; r < rows; ++r) {
    out += (r > 0 ? "|" : "") + std::string(static_cast<std::size_t>(columns), '.');
  }
  return out;
}

// N, P, L or R.
std::string outcome_text(RecordSolvers& solvers, const solve::SumTerm& term, Budget& budget) {
  const auto first_wins = [&](Player first) {
    return solvers.sums.decide({term}, first, budget) == solve::Verdict::kWins;
  };
  const bool left = first_wins(Player::kLeft);
  const bool right = first_wins(Player::kRight);
  if (left && right) return "N";
  return left ? "L" : right ? "R" : "P";
}

// The k for which G + *k is lost by who moves first, if there is one: what the board is worth
// beside heaps of Nim as far as a single number can tell.
std::string misere_nim_text(RecordSolvers& solvers, const solve::SumTerm& term, Budget& budget) {
  for (std::uint32_t k = 0; k <= kMostNimber; ++k) {
    solve::Sum sum{term};
    if (k > 0) sum.push_back({solvers.store.nimber(k), "", fmt::format("*{}", k)});
    if (!solvers.misere.wins(sum, Player::kLeft, budget)) return std::to_string(k);
  }
  return fmt::format("above {}", kMostNimber);
}

// One row: what is asked, and who answers.
struct RecordRow {
  std::string label;
  std::function<std::string(RecordSolvers&, Budget&)> answer;
};

struct RecordTable {
  const char* name;
  const char* about;
  int size;  // by default
  std::vector<RecordRow> (*rows)(int size);
};

// m x n with m <= n, ordered by the number of cells.
template <class Answer>
std::vector<RecordRow> boards_up_to(int cells, int fewest_rows, Answer answer) {
  std::vector<RecordRow> out;
  for (int area = 1; area <= cells; ++area) {
    for (int m = fewest_rows; m * m <= area; ++m) {
      if (area % m != 0) continue;
      const int n = area / m;
      out.push_back({fmt::format("{}x{}", m, n), [=](RecordSolvers& solvers, Budget& budget) {
                       return answer(solvers, empty_board(m, n), budget);
                     }});
    }
  }
  return out;
}

// One row of 1, 2, ... `size` cells.
template <class Text>
std::vector<RecordRow> strips_up_to(int size, const char* ruleset, Text text) {
  std::vector<RecordRow> out;
  for (int n = 1; n <= size; ++n) {
    out.push_back({fmt::format("1x{}", n), [=](RecordSolvers& solvers, Budget& budget) {
                     return outcome_text(solvers, board_term(ruleset, text(n)), budget);
                   }});
  }
  return out;
}

std::vector<RecordRow> domineering_rows(int cells) {
  return boards_up_to(cells, 1, [](RecordSolvers& solvers, const std::string& board, Budget& b) {
    return outcome_text(solvers, board_term("domineering", board), b);
  });
}

std::vector<RecordRow> cram_rows(int cells) {
  return boards_up_to(cells, 1, [](RecordSolvers& solvers, const std::string& board, Budget& b) {
    return std::to_string(solvers.sums.nim_value({board_term("cram", board)}, b));
  });
}

std::vector<RecordRow> misere_cram_rows(int cells) {
  return boards_up_to(cells, 1, [](RecordSolvers& solvers, const std::string& board, Budget& b) {
    return misere_nim_text(solvers, board_term("cram", board), b);
  });
}

std::vector<RecordRow> nogo_rows(int size) {
  return strips_up_to(size, "nogo", [](int n) { return empty_board(1, n); });
}

std::vector<RecordRow> clobber_rows(int size) {
  return strips_up_to(size, "clobber", [](int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += i % 2 == 0 ? 'x' : 'o';
    return out;
  });
}

// a toads, b free cells, a frogs.
std::vector<RecordRow> toads_rows(int size) {
  std::vector<RecordRow> out;
  for (int sum = 2; sum <= size; ++sum) {
    for (int a = 1; a < sum; ++a) {
      const int b = sum - a;
      out.push_back({fmt::format("{}-{}-{}", a, b, a), [=](RecordSolvers& solvers, Budget& budget) {
                       const auto times = [](int n, char c) {
                         return std::string(static_cast<std::size_t>(n), c);
                       };
                       const std::string strip = times(a, 't') + times(b, '.') + times(a, 'f');
                       return solvers.sums
                           .thermograph({board_term("toads-and-frogs", strip)}, budget)
                           .temperature()
                           .to_string();
                     }});
    }
  }
  return out;
}

constexpr std::array<RecordTable, 6> kRecordTables{{
    {"domineering", "outcomes of m x n boards; SIZE: cells", 36, domineering_rows},
    {"cram", "nim values of m x n boards; SIZE: cells", 25, cram_rows},
    {"nogo", "outcomes of 1 x n; SIZE: cells", 22, nogo_rows},
    {"clobber", "outcomes of xoxo...; SIZE: cells", 40, clobber_rows},
    {"toads", "temperatures of a toads, b free cells, a frogs; SIZE: a + b", 8, toads_rows},
    {"misere-cram",
     "the k for which m x n + *k is lost by who moves first, misere play; SIZE: cells", 12,
     misere_cram_rows},
}};

struct RecordUnit {
  const RecordTable* table;
  RecordRow row;
};

// The rows of NAME or NAME:SIZE; of all tables where none is named. Throws Error.
std::vector<RecordUnit> units_of(const std::vector<std::string>& wanted) {
  std::vector<RecordUnit> out;
  const auto add = [&](const RecordTable& table, int size) {
    for (RecordRow& row : table.rows(size)) out.push_back({&table, std::move(row)});
  };
  for (const std::string& word : wanted) {
    const std::size_t colon = std::min(word.find(':'), word.size());
    const std::string name = word.substr(0, colon);
    const auto* table =
        std::ranges::find_if(kRecordTables, [&](const RecordTable& t) { return name == t.name; });
    if (table == kRecordTables.end()) {
      std::string names;
      for (const RecordTable& t : kRecordTables)
        names += (names.empty() ? "" : ", ") + std::string(t.name);
      throw Error(fmt::format("there is no table \"{}\"", name), "tables are " + names);
    }
    int size = table->size;
    if (colon < word.size()) {
      size = need_number<int>(word.substr(colon + 1), "the size of a table", 1, kMostSize,
                              fmt::format("a number from 1 to {}", kMostSize));
    }
    add(*table, size);
  }
  if (wanted.empty()) {
    for (const RecordTable& table : kRecordTables) add(table, table.size);
  }
  return out;
}

// "N\t0.123".
struct RecordAnswer {
  std::string result;  // "?": out of budget
  std::string seconds;
  bool interrupted = false;
  bool full = false;  // it took all memory that there is

  std::string text() const { return result + "\t" + seconds; }
  static RecordAnswer read(const std::string& text) {
    const std::size_t tab = std::min(text.find('\t'), text.size());
    return {text.substr(0, tab), tab < text.size() ? text.substr(tab + 1) : ""};
  }
};

RecordAnswer solve_record(const RecordRow& row, RecordSolvers& solvers,
                          const Budget::Limits& limits) {
  RecordAnswer out;
  const Stopwatch watch;
  Budget budget(limits, &interrupt_flag());
  try {
    const Store::BudgetScope scope(solvers.store, budget);
    out.result = row.answer(solvers, budget);
  } catch (const BudgetExhausted& spent) {
    out.result = "?";
    out.interrupted = spent.reason() == StopReason::kInterrupted;
    out.full = spent.reason() == StopReason::kMemory;
  }
  out.seconds = fmt::format("{:.3f}", watch.cpu_milliseconds() / 1000);
  return out;
}

// The word of a table: of all its rows, in order.
class RecordWords {
 public:
  void add(const RecordUnit& unit, const RecordAnswer& answer) {
    if (words_.empty() || words_.back().table != unit.table)
      words_.push_back({unit.table, 0, 0, 0});
    Word& word = words_.back();
    ++word.rows;
    word.known += answer.result == "?" ? 0 : 1;
    for (const char c : unit.row.label + "\t" + answer.result + "\n") {
      word.hash = mix(word.hash, static_cast<unsigned char>(c));
    }
  }
  std::string text() const {
    std::string out;
    for (const Word& word : words_) {
      out += fmt::format("{:<12} {} of {} rows known, signature {:016x}: {}\n", word.table->name,
                         word.known, word.rows, word.hash, word.table->about);
    }
    return out;
  }

 private:
  struct Word {
    const RecordTable* table;
    std::size_t rows;
    std::size_t known;
    std::uint64_t hash;
  };
  std::vector<Word> words_;
};

}  // namespace

ExitCode bench_records(const BenchOptions& options) {
  const std::vector<RecordUnit> rows = units_of(options.files);
  Budget::Limits limits = options.common.limits;
  if (limits.milliseconds == Budget::kUnlimited) limits.milliseconds = kRecordMilliseconds;
  UnitRun units(options.sharding, new_header(options.sharding, "units"), rows.size(),
                options.common.quiet);
  std::map<const RecordTable*, RecordSolvers> solvers;
  if (units.prints()) std::cout << fmt::format(kRecordRow, "table", "board", "result", "s");
  RecordWords words;
  bool interrupted = false;
  bool unknown = false;
  auto todo = units.todo().begin();
  for (std::size_t i = 0; i < rows.size() && !interrupted; ++i) {
    const RecordUnit& unit = rows[i];
    RecordAnswer answer;
    if (const std::string* before = units.result(i)) {
      answer = RecordAnswer::read(*before);
    } else if (todo != units.todo().end() && *todo == i) {
      const Progress progress(fmt::format("{} {}", unit.table->name, unit.row.label),
                              options.common.quiet);
      answer = solve_record(unit.row, solvers[unit.table], limits);
      interrupted = answer.interrupted;
      // The tables of this row would leave the next ones no room.
      if (answer.full) solvers.erase(unit.table);
      // A shard keeps what it could not answer, so that all shards can be joined.
      const bool keeps = answer.result != "?" || !options.sharding.share.whole();
      if (!interrupted && keeps) units.finished(i, answer.text());
    } else {
      continue;  // of another shard
    }
    if (todo != units.todo().end() && *todo == i) ++todo;
    unknown = unknown || answer.result == "?";
    if (!units.prints() || interrupted) continue;
    words.add(unit, answer);
    std::cout << fmt::format(kRecordRow, unit.table->name, unit.row.label, answer.result,
                             answer.seconds)
              << std::flush;
  }
  units.tell();
  if (units.prints() && !interrupted) std::cout << '\n' << words.text();
  if (interrupted) return kInterrupted;
  return unknown ? kOutOfBudget : kOk;
}

}  // namespace cgt::repl
