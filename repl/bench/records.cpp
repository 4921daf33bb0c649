#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/fmt.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/rules/variant.hpp"
#include "decomp/solve/sums/misere_sums.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/journal.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

constexpr std::uint64_t kRecordMilliseconds = 10'000;
constexpr int kMostSize = 400;
constexpr std::uint32_t kMostNimber = 16;  // of a misere board; beyond, it is not a Nim heap
constexpr auto kRecordRow = "{:<12} {:<14} {:<12} {:>10}\n";

// What solvers keep from one row of a table to the next.
struct RecordSolvers {
  Store store;
  solve::Evaluator values{store};
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
std::string outcome_by_search(RecordSolvers& solvers, const solve::SumTerm& term, Budget& budget) {
  const auto first_wins = [&](Player first) {
    return solvers.sums.decide({term}, first, budget) == solve::Verdict::kWins;
  };
  const bool left = first_wins(Player::kLeft);
  const bool right = first_wins(Player::kRight);
  if (left && right) return "N";
  return left ? "L" : right ? "R" : "P";
}

constexpr int kLongestValue = 24;  // characters; longer ones are told by their size

// A value as the tables print it, and how many distinct followers it has.
std::string value_text(Store& store, GameId value) {
  const std::uint64_t followers = store.follower_count(value);
  const std::string text = followers <= 64 ? to_text(store, value) : "";
  return (text.empty() || text.size() > kLongestValue ? "{...}" : text) + "\t" +
         std::to_string(followers);
}

// Mean, temperature, stops, canonical form and its followers. The thermograph is found twice: from the
// canonical form, and by a search that makes none (solve/values/thermograph_search.hpp); the last cell says
// whether the second one came to its end. Throws Error where they differ.
std::string heat_cells(RecordSolvers& solvers, const solve::SumTerm& term, Budget& budget) {
  Store& store = solvers.store;
  const GameId value = solvers.values.value(std::get<AnyPosition>(term.game), budget);
  const Thermograph heat = store.thermograph(value);
  std::string checked = "yes";
  try {
    if (solvers.values.thermograph(std::get<AnyPosition>(term.game), budget) != heat) {
      throw Error("the thermograph of " + term.text + " is not that of its canonical form");
    }
  } catch (const BudgetExhausted& spent) {
    if (spent.reason() == StopReason::kInterrupted) throw;
    checked = "no";
  }
  return fmt::format("{}\t{}\t{} | {}\t{}\t{}", heat.mean().to_string(),
                     heat.temperature().to_string(), store.stop(value, Player::kLeft).to_string(),
                     store.stop(value, Player::kRight).to_string(), value_text(store, value),
                     checked);
}

// Of an infinitesimal: outcome, atomic weight, canonical form and its followers. The last cell says whether
// a search of outcomes, which makes no canonical form, came to its end. Throws Error where they differ.
std::string weight_cells(RecordSolvers& solvers, const solve::SumTerm& term, Budget& budget) {
  Store& store = solvers.store;
  const GameId value = solvers.values.value(std::get<AnyPosition>(term.game), budget);
  const std::string outcome = outcome_text(store.outcome(value)).substr(0, 1);
  std::string checked = "yes";
  try {
    if (outcome_by_search(solvers, term, budget) != outcome) {
      throw Error("the outcome of " + term.text + " is not that of its canonical form");
    }
  } catch (const BudgetExhausted& spent) {
    if (spent.reason() == StopReason::kInterrupted) throw;
    checked = "no";
  }
  const std::optional<GameId> weight = find_atomic_weight(store, value);
  return fmt::format("{}\t{}\t{}\t{}", outcome, weight ? to_text(store, *weight) : "none",
                     value_text(store, value), checked);
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

// One row: what is asked, and who answers, in cells that tabs separate.
struct RecordRow {
  std::string label;
  int row;  // of a grid of all answers, from 1
  int column;
  std::function<std::string(RecordSolvers&, Budget&)> answer;
};

struct RecordTable {
  const char* name;
  const char* about;
  const char* cells;  // names of an answer's, separated by tabs
  int size;           // by default
  std::vector<RecordRow> (*rows)(int size);
  const char* rows_name = "m";  // of the grid
  const char* columns_name = "n";

  bool is_grid() const { return std::string_view(cells).find('\t') == std::string_view::npos; }
};

// m x n with m <= n, ordered by the number of cells.
template <class Answer>
std::vector<RecordRow> boards_up_to(int cells, int fewest_rows, Answer answer) {
  std::vector<RecordRow> out;
  for (int area = fewest_rows; area <= cells; ++area) {
    for (int m = fewest_rows; m * m <= area; ++m) {
      if (area % m != 0) continue;
      const int n = area / m;
      out.push_back({fmt::format("{}x{}", m, n), m, n, [=](RecordSolvers& solvers, Budget& budget) {
                       return answer(solvers, m, n, budget);
                     }});
    }
  }
  return out;
}

// One row of 1, 2, ... `size` cells.
template <class Answer>
std::vector<RecordRow> strips_up_to(int size, Answer answer) {
  std::vector<RecordRow> out;
  for (int n = 1; n <= size; ++n) {
    out.push_back({fmt::format("1x{}", n), 1, n, [=](RecordSolvers& solvers, Budget& budget) {
                     return answer(solvers, n, budget);
                   }});
  }
  return out;
}

std::vector<RecordRow> domineering_rows(int cells) {
  return boards_up_to(cells, 1, [](RecordSolvers& solvers, int m, int n, Budget& b) {
    return outcome_by_search(solvers, board_term("domineering", empty_board(m, n)), b);
  });
}

std::vector<RecordRow> cram_rows(int cells) {
  return boards_up_to(cells, 1, [](RecordSolvers& solvers, int m, int n, Budget& b) {
    return std::to_string(solvers.sums.nim_value({board_term("cram", empty_board(m, n))}, b));
  });
}

std::vector<RecordRow> misere_cram_rows(int cells) {
  return boards_up_to(cells, 1, [](RecordSolvers& solvers, int m, int n, Budget& b) {
    return misere_nim_text(solvers, board_term("cram", empty_board(m, n)), b);
  });
}

std::vector<RecordRow> nogo_rows(int size) {
  return strips_up_to(size, [](RecordSolvers& solvers, int n, Budget& b) {
    return outcome_by_search(solvers, board_term("nogo", empty_board(1, n)), b);
  });
}

std::vector<RecordRow> clobber_rows(int size) {
  return strips_up_to(size, [](RecordSolvers& solvers, int n, Budget& b) {
    return outcome_by_search(solvers, board_term("clobber", checkerboard(1, n)), b);
  });
}

// a toads, b free cells, a frogs.
std::vector<RecordRow> toads_rows(int size) {
  std::vector<RecordRow> out;
  for (int sum = 2; sum <= size; ++sum) {
    for (int a = 1; a < sum; ++a) {
      const int b = sum - a;
      out.push_back(
          {fmt::format("{}-{}-{}", a, b, a), a, b, [=](RecordSolvers& solvers, Budget& budget) {
             const auto times = [](int n, char c) {
               return std::string(static_cast<std::size_t>(n), c);
             };
             const std::string strip = times(a, 't') + times(b, '.') + times(a, 'f');
             return solvers.sums.thermograph({board_term("toads-and-frogs", strip)}, budget)
                 .temperature()
                 .to_string();
           }});
    }
  }
  return out;
}

std::vector<RecordRow> domineering_values(int cells) {
  return boards_up_to(cells, 2, [](RecordSolvers& solvers, int m, int n, Budget& b) {
    return heat_cells(solvers, board_term("domineering", empty_board(m, n)), b);
  });
}

std::vector<RecordRow> nogo_values(int cells) {
  return boards_up_to(cells, 1, [](RecordSolvers& solvers, int m, int n, Budget& b) {
    return heat_cells(solvers, board_term("nogo", empty_board(m, n)), b);
  });
}

std::vector<RecordRow> amazons_values(int cells) {
  return boards_up_to(cells, 2, [](RecordSolvers& solvers, int m, int n, Budget& b) {
    std::string board = empty_board(m, n);
    board.front() = 'x';
    board.back() = 'o';
    return heat_cells(solvers, board_term("amazons", board), b);
  });
}

// The full board without the stone in the corner and the one beside it, as a game begins.
std::vector<RecordRow> konane_values(int cells) {
  return boards_up_to(cells, 2, [](RecordSolvers& solvers, int m, int n, Budget& b) {
    std::string board = checkerboard(m, n);
    board[0] = board[1] = '.';
    return heat_cells(solvers, board_term("konane", board), b);
  });
}

std::vector<RecordRow> clobber_values(int cells) {
  return boards_up_to(cells, 2, [](RecordSolvers& solvers, int m, int n, Budget& b) {
    return weight_cells(solvers, board_term("clobber", checkerboard(m, n)), b);
  });
}

std::vector<RecordRow> clobber_strip_values(int size) {
  return strips_up_to(size, [](RecordSolvers& solvers, int n, Budget& b) {
    return weight_cells(solvers, board_term("clobber", checkerboard(1, n)), b);
  });
}

std::string impartial_nogo(RecordSolvers& solvers, int m, int n, Budget& budget) {
  const auto rules = variant::variant(find_ruleset("nogo")->make({}), variant::Kind::kImpartial);
  const std::string board = empty_board(m, n);
  return std::to_string(
      solvers.sums.nim_value({{rules->position(board), "impartial nogo", board}}, budget));
}

std::vector<RecordRow> impartial_nogo_strips(int size) {
  return strips_up_to(size, [](RecordSolvers& solvers, int n, Budget& b) {
    return impartial_nogo(solvers, 1, n, b);
  });
}

std::vector<RecordRow> impartial_nogo_boards(int cells) {
  return boards_up_to(cells, 2, impartial_nogo);
}

constexpr const char* kHeatCells = "mean\ttemperature\tstops\tvalue\tfollowers\tchecked";
constexpr const char* kWeightCells = "outcome\tatomic weight\tvalue\tfollowers\tchecked";

constexpr std::array<RecordTable, 14> kRecordTables{{
    {"domineering", "outcomes of m x n boards; SIZE: cells", "outcome", 36, domineering_rows},
    {"cram", "nim values of m x n boards; SIZE: cells", "nim value", 25, cram_rows},
    {"nogo", "outcomes of 1 x n; SIZE: cells", "outcome", 22, nogo_rows},
    {"clobber", "outcomes of xoxo...; SIZE: cells", "outcome", 40, clobber_rows},
    {"toads", "temperatures of a toads, b free cells, a frogs; SIZE: a + b", "temperature", 8,
     toads_rows, "a", "b"},
    {"misere-cram",
     "the k for which m x n + *k is lost by who moves first, misere play; SIZE: cells", "k", 12,
     misere_cram_rows},
    {"impartial-nogo", "nim values of 1 x n, both players place either stone; SIZE: cells",
     "nim value", 20, impartial_nogo_strips},
    {"impartial-nogo-boards",
     "nim values of m x n boards, m >= 2, both players place either stone; SIZE: cells",
     "nim value", 12, impartial_nogo_boards},
    {"domineering-values", "m x n boards, m >= 2; SIZE: cells", kHeatCells, 20, domineering_values},
    {"nogo-values", "m x n boards; SIZE: cells", kHeatCells, 10, nogo_values},
    {"amazons-values", "m x n boards with an amazon each in opposite corners; SIZE: cells",
     kHeatCells, 9, amazons_values},
    {"konane-values", "full m x n boards without a corner stone and its neighbour; SIZE: cells",
     kHeatCells, 20, konane_values},
    {"clobber-values", "m x n boards of x and o in turn, m >= 2; SIZE: cells", kWeightCells, 12,
     clobber_values},
    {"clobber-strip-values", "1 x n of x and o in turn; SIZE: cells", kWeightCells, 16,
     clobber_strip_values},
}};

struct RecordUnit {
  const RecordTable* table;
  RecordRow row;
};

// The rows of NAME or NAME:SIZE; of all tables where none is named. Throws Error.
std::vector<RecordUnit> units_of(const std::vector<std::string>& wanted) {
  std::vector<RecordUnit> out;
  const auto add = [&](const RecordTable& table, int size) {
    std::vector<RecordRow> rows = table.rows(size);
    if (rows.empty()) {
      throw Error(fmt::format("{}:{} has no rows", table.name, size),
                  fmt::format("{}:{}, or more", table.name, table.size));
    }
    for (RecordRow& row : rows) out.push_back({&table, std::move(row)});
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

// "N\t0.123", or more cells before the seconds.
struct RecordAnswer {
  std::string result;  // cells between tabs; "?": out of budget
  std::string seconds;
  bool interrupted = false;
  bool full = false;  // it took all memory that there is

  std::string text() const { return result + "\t" + seconds; }
  static RecordAnswer read(const std::string& text) {
    const std::size_t tab = std::min(text.rfind('\t'), text.size());
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
class RecordWord {
 public:
  void add(const RecordUnit& unit, const RecordAnswer& answer) {
    ++rows_;
    known_ += answer.result == "?" ? 0 : 1;
    for (const char c : unit.row.label + "\t" + answer.result + "\n") {
      hash_ = mix(hash_, static_cast<unsigned char>(c));
    }
  }
  // "12 of 12 rows known, signature 0123456789abcdef".
  std::string text() const {
    return fmt::format("{} of {} rows known, signature {:016x}", known_, rows_, hash_);
  }

 private:
  std::size_t rows_ = 0;
  std::size_t known_ = 0;
  std::uint64_t hash_ = 0;
};

std::string replaced(std::string text, char from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, 1, to);
  }
  return text;
}

// The cells of a row of Markdown; what stands in them as it is.
std::string markdown_row(const std::string& cells) {
  return "| " + replaced(replaced(cells, '|', "\\|"), '\t', " | ") + " |\n";
}

std::string markdown_rule(std::size_t columns) {
  std::string out = "|";
  for (std::size_t i = 0; i < columns; ++i) out += "---|";
  return out + "\n";
}

// A table of Markdown, its word above: a grid of single answers, or a line a board. Boards whose answers
// nobody knows yet are left out of lines, and "?" in grids.
class PublishedTable {
 public:
  explicit PublishedTable(const RecordTable& table) : table_(table) {}

  void add(const RecordUnit& unit, const RecordAnswer& answer) {
    word_.add(unit, answer);
    if (table_.is_grid()) {
      grid_[{unit.row.row, unit.row.column}] = answer.result;
    } else if (answer.result != "?") {
      lines_ += markdown_row(unit.row.label + "\t" + code(answer.result));
    }
  }
  const RecordTable& table() const { return table_; }
  // "cram         19 of 19 rows known, ...: nim values of ...".
  std::string summary() const {
    return fmt::format("{:<12} {}: {}\n", table_.name, word_.text(), table_.about);
  }
  std::string text() const {
    return fmt::format("**{}**: {}.\n{}.\n\n{}", table_.name, about(), word_.text(),
                       table_.is_grid() ? grid() : list());
  }

 private:
  // A row of single answers is cut into pieces of so many.
  static constexpr int kPiece = 10;
  struct Range {
    int first = kMostSize;
    int last = 1;
    void take(int i) {
      first = std::min(first, i);
      last = std::max(last, i);
    }
  };

  std::string about() const {
    const std::string_view text = table_.about;
    return std::string(text.substr(0, text.find("; SIZE")));
  }
  // Stars and braces of values mean something to Markdown.
  static std::string code(const std::string& cells) {
    std::string out;
    for (std::size_t first = 0; first <= cells.size();) {
      const std::size_t tab = std::min(cells.find('\t', first), cells.size());
      const std::string cell = cells.substr(first, tab - first);
      const bool plain = cell.find_first_of("*{^_") == std::string::npos;
      out += (first > 0 ? "\t" : "") + (plain ? cell : "`" + cell + "`");
      first = tab + 1;
    }
    return out;
  }
  std::string list() const {
    const std::string head = std::string("board\t") + table_.cells;
    return markdown_row(head) +
           markdown_rule(static_cast<std::size_t>(std::ranges::count(head, '\t')) + 1) + lines_;
  }
  std::string grid() const {
    Range rows;
    Range columns;
    for (const auto& [at, answer] : grid_) {
      rows.take(at.first);
      columns.take(at.second);
    }
    return rows.last == 1 ? strip(columns.last) : rectangle(rows, columns);
  }
  std::string strip(int columns) const {
    std::string head = table_.columns_name;
    for (int i = 1; i <= kPiece; ++i) head += fmt::format("\t+{}", i);
    std::string out = markdown_row(head) + markdown_rule(kPiece + 1);
    for (int first = 0; first < columns; first += kPiece) {
      std::string row = std::to_string(first);
      for (int i = 1; i <= kPiece; ++i) row += "\t" + at(1, first + i);
      out += markdown_row(row);
    }
    return out;
  }
  std::string rectangle(Range rows, Range columns) const {
    std::string head = fmt::format("{} \\ {}", table_.rows_name, table_.columns_name);
    for (int n = columns.first; n <= columns.last; ++n) head += fmt::format("\t{}", n);
    const int cells = columns.last - columns.first + 2;
    std::string out = markdown_row(head) + markdown_rule(static_cast<std::size_t>(cells));
    for (int row = rows.first; row <= rows.last; ++row) {
      std::string line = std::to_string(row);
      for (int n = columns.first; n <= columns.last; ++n) line += "\t" + at(row, n);
      out += markdown_row(line);
    }
    return out;
  }
  std::string at(int row, int column) const {
    const auto found = grid_.find({row, column});
    return found == grid_.end() ? "" : found->second;
  }

  const RecordTable& table_;
  RecordWord word_;
  std::string lines_;
  std::map<std::pair<int, int>, std::string> grid_;
};

// What is printed of rows as they come: a line each and the words of the tables at the end, or tables
// of Markdown.
class RecordPrinter {
 public:
  explicit RecordPrinter(bool publish) : publish_(publish) {
    if (!publish_) std::cout << fmt::format(kRecordRow, "table", "board", "result", "s");
  }
  void add(const RecordUnit& unit, const RecordAnswer& answer) {
    if (tables_.empty() || &tables_.back().table() != unit.table) tables_.emplace_back(*unit.table);
    tables_.back().add(unit, answer);
    if (publish_) return;
    std::cout << fmt::format(kRecordRow, unit.table->name, unit.row.label,
                             replaced(answer.result, '\t', "  "), answer.seconds)
              << std::flush;
  }
  void end() const {
    if (!publish_) std::cout << '\n';
    for (const PublishedTable& table : tables_) {
      if (publish_ && &table != &tables_.front()) std::cout << '\n';
      std::cout << (publish_ ? table.text() : table.summary());
    }
  }

 private:
  bool publish_;
  std::vector<PublishedTable> tables_;
};

}  // namespace

ExitCode bench_records(const BenchOptions& options) {
  const std::vector<RecordUnit> rows = units_of(options.files);
  Budget::Limits limits = options.common.limits;
  if (limits.milliseconds == Budget::kUnlimited) limits.milliseconds = kRecordMilliseconds;
  UnitRun units(options.sharding, new_header(options.sharding, "units"), rows.size(),
                options.common.quiet);
  std::map<const RecordTable*, RecordSolvers> solvers;
  std::optional<RecordPrinter> printer;
  if (units.prints()) printer.emplace(options.publish);
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
    if (printer && !interrupted) printer->add(unit, answer);
  }
  units.tell();
  if (printer && !interrupted) printer->end();
  if (interrupted) return kInterrupted;
  return unknown ? kOutOfBudget : kOk;
}

}  // namespace cgt::repl
