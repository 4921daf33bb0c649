// cgt extremes: a random search for boards on which some figure is large.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/threads.hpp"
#include "cgt/support/words.hpp"
#include "decomp/search/random.hpp"
#include "lang/lang.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {
namespace {

struct ExtremesOptions {
  CommonOptions common;
  std::string game;
  std::string size;
  std::string by = "g.Temperature";
  std::string cells;
  std::string state;
  std::uint32_t rounds = 100;
  std::uint32_t boards = 40;
  std::uint64_t seed = 1;
  std::uint32_t top = 5;
  unsigned threads = 1;
  bool json = false;
};

Command add_extremes(const Command& program, ExtremesOptions& options) {
  // Of one board; a few hard ones do not stop the search.
  options.common.limits.nodes = 200'000;
  const Command command =
      program.add("extremes", "Look by chance for boards with a large temperature, birthday, ...");
  add_common(command, options.common, "Spend at most N ms on a board");
  command
      .option("GAME", options.game, "", "domineering, clobber, ...; a ruleset on a grid or strip")
      .required()
      .ruleset();
  command.option("SIZE", options.size, "", "ROWSxCOLUMNS").required();
  command.option("--by", options.by, "EXPR",
                 "What to maximise: an expression of the language in which g is the position "
                 "(default: g.Temperature)");
  command.option("--cells", options.cells, "CHARS",
                 "Characters to fill the cells with (default: all of the ruleset)");
  command.option("--rounds", options.rounds, "N", "How often to change the best boards")
      .with_default();
  command.option("--boards", options.boards, "N", "Boards to try in a round, and to keep")
      .between(std::int64_t{2}, std::int64_t{100'000})
      .with_default();
  command.option("--seed", options.seed, "N", "Of the random boards").with_default();
  command.option("--top", options.top, "N", "Print the best N").with_default();
  command.option("--threads", options.threads, "N", "0: as many as the machine has");
  command.option("--state", options.state, "FILE",
                 "Write a checkpoint there after each round, go on where it stopped");
  command.flag("--json", options.json, "Print JSON, one object");
  command.examples(R"(  cgt extremes domineering 4x4 --rounds 20   hot boards
  cgt extremes toads-and-frogs 1x8 --rounds 20 --by 'g.CanonicalForm.Birthday'
  cgt extremes clobber 3x3 --rounds 10 --by '-g.AtomicWeight'   small figures: change the sign
)");
  return command;
}

struct Found {
  Rational figure;
  std::string board;
};

// The larger figure first, then the board: a total order.
bool better(const Found& a, const Found& b) {
  if (a.figure != b.figure) return b.figure < a.figure;
  return a.board < b.board;
}

// One for each thread.
class Judge {
 public:
  explicit Judge(const ExtremesOptions& options) : options_(options) {}

  // None: the board is too hard, not legal, or has no such figure. Throws Error then if it must have one.
  std::optional<Rational> figure(const std::string& board, bool must) {
    // What a session has found is kept; many boards need a fresh one.
    if (!session_ || ++asked_ % 1000 == 0) {
      session_ = std::make_unique<lang::Session>();
      prepare(*session_, options_.common);
      text_ = ruleset_expression(*session_, options_.game);
    }
    const lang::Result result = session_->evaluate(
        SourceText("--by", fmt::format("g := {}(\"{}\");\n{}", text_, board, options_.by)),
        options_.common.limits);
    if (result.status == lang::Status::kInterrupted)
      throw BudgetExhausted(StopReason::kInterrupted);
    if (!result.ok()) {
      if (must && result.status != lang::Status::kOutOfBudget)
        throw Error("this is not a figure of a position\n" + result.diagnostics);
      return std::nullopt;
    }
    if (result.value.is_number()) return result.value.as_rational();
    if (must)
      throw Error(
          fmt::format("expected a number for each board; {} is {}", options_.by, result.text));
    return std::nullopt;
  }

 private:
  const ExtremesOptions& options_;
  std::unique_ptr<lang::Session> session_;
  std::string text_;
  std::uint64_t asked_ = 0;
};

constexpr std::size_t kMostCells = 100'000'000;  // of a round

class Search {
 public:
  explicit Search(const ExtremesOptions& options) : options_(options) {
    const BoardSize size = parse_board_size(options.size);
    if (!size.board)
      throw UsageError("expected ROWSxCOLUMNS", "boards have rows and columns: 4x4, 1x12");
    rows_ = static_cast<std::size_t>(size.first);
    columns_ = static_cast<std::size_t>(size.last);
    cells_ = options.cells.empty() ? ruleset_called(options.game, options.common)->char_map()
                                   : options.cells;
    if (rows_ == 0 || columns_ == 0 || rows_ * columns_ * options.boards > kMostCells)
      throw UsageError(fmt::format("expected boards with 1 to {} cells; found {}",
                                   kMostCells / options.boards, options.size));
    const auto is_cell = [](char c) {
      return c > ' ' && c <= '~' && c != '|' && c != '"' && c != '\\';
    };
    if (!std::ranges::all_of(cells_, is_cell))
      throw UsageError(fmt::format("expected characters of cells; found \"{}\"", cells_));
    if (options.by.find('\n') != std::string::npos) throw UsageError("--by must be one line");
    if (cells_.empty())
      throw UsageError(fmt::format("{} has no cells", options.game),
                       "--cells says what the cells show");
  }

  ExitCode run() {
    std::optional<Progress> progress(std::in_place, "searching", options_.common.quiet);
    ExitCode code = kOk;
    try {
      resume();
      while (round_ < options_.rounds) {
        play_round();
        save();
      }
    } catch (const BudgetExhausted& spent) {
      code = exit_code(spent.reason());
      stopped_ = describe(spent.reason());
    }
    progress.reset();
    print();
    return code;
  }

 private:
  std::string random_board(search::Random& random) const {
    std::string board;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (r > 0) board += '|';
      for (std::size_t c = 0; c < columns_; ++c) board += cells_[random.below(cells_.size())];
    }
    return board;
  }

  // A kept board, the better ones more often, with a row of cells from another one or without, and a few cells changed.
  std::string changed_board(search::Random& random) const {
    const auto kept = [&] {
      return std::min(random.below(kept_.size()), random.below(kept_.size()));
    };
    std::string board = kept_[kept()].board;
    if (random.below(3) == 0) {
      const std::string& other = kept_[kept()].board;
      const std::size_t first = random.below(board.size());
      const std::size_t length = random.below(board.size() - first) + 1;
      board.replace(first, length, other, first, length);
    }
    for (std::uint64_t n = random.below(3) + 1; n > 0; --n) {
      const std::size_t at = random.below(board.size());
      if (board[at] != '|') board[at] = cells_[random.below(cells_.size())];
    }
    return board;
  }

  void play_round() {
    // Boards of a round depend on seed, round and place alone: threads change nothing, unless what a thread knows already
    // decides whether a budget is enough.
    std::vector<std::string> boards;
    std::set<std::string> known;
    for (const Found& found : kept_) known.insert(found.board);
    for (std::uint32_t i = 0; i < options_.boards; ++i) {
      search::Random random(options_.seed, round_, i);
      const std::string board =
          kept_.size() < 2 || random.below(10) == 0 ? random_board(random) : changed_board(random);
      if (known.insert(board).second) boards.push_back(board);
    }
    std::vector<std::optional<Rational>> figures(boards.size());
    const std::exception_ptr failed =
        share_items(boards.size(), options_.threads, [&](const NextItem& next) {
          Judge judge(options_);
          while (const std::optional<std::size_t> i = next())
            figures[*i] = judge.figure(boards[*i], false);
        });
    if (failed) std::rethrow_exception(failed);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      ++tried_;
      if (!figures[i]) ++without_figure_;
      if (figures[i]) kept_.push_back({*figures[i], boards[i]});
    }
    // Why no board has a figure: the expression is wrong, or the budget is too small.
    if (kept_.empty() && round_ == 0) Judge(options_).figure(boards.front(), true);
    std::ranges::sort(kept_, better);
    if (kept_.size() > options_.boards) kept_.resize(options_.boards);
    ++round_;
  }

  // --- the state: a line of counts, then a board a line
  PartHeader header() const {
    PartHeader out = new_header({}, "extremes");
    out.command =
        fmt::format("cgt extremes {} {} --by {} --cells {} --boards {}", options_.game,
                    options_.size, quoted_word(options_.by), quoted_word(cells_), options_.boards);
    out.ruleset = stored_name(options_.game);
    out.seed = std::to_string(options_.seed);
    return out;
  }
  void resume() {
    if (options_.state.empty() || !std::filesystem::exists(options_.state)) return;
    const Part part = read_part(options_.state);
    check_same(part, header(), true);
    std::istringstream body(part.body);
    if (!(body >> round_ >> tried_ >> without_figure_))
      throw FileError(fmt::format("{} is damaged", part.path));
    // The figures are found again: that is a round's work.
    Judge judge(options_);
    for (std::string board; body >> board;) {
      if (const std::optional<Rational> figure = judge.figure(board, true))
        kept_.push_back({*figure, board});
    }
  }
  void save() const {
    if (options_.state.empty()) return;
    std::string out = header().text() + fmt::format("{} {} {}\n", round_, tried_, without_figure_);
    for (const Found& found : kept_) out += found.board + "\n";
    replace_file(options_.state, out);
  }

  void print() const {
    const std::size_t count = std::min<std::size_t>(options_.top, kept_.size());
    if (!options_.json) {
      for (std::size_t i = 0; i < count; ++i)
        std::cout << fmt::format("{}\t{}\n", to_string(kept_[i].figure), kept_[i].board);
      std::cout << fmt::format(
          "{}, {}, {} of them without a figure; found by chance, there may be larger ones\n",
          counted(round_, "round"), counted(tried_, "board"), without_figure_);
      if (!stopped_.empty()) std::cout << "stopped: " << stopped_ << '\n';
      std::cout << std::flush;
      return;
    }
    nlohmann::ordered_json out;
    out["game"] = options_.game;
    out["by"] = options_.by;
    out["found"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < count; ++i)
      out["found"].push_back({{"figure", to_string(kept_[i].figure)}, {"board", kept_[i].board}});
    out["rounds"] = round_;
    out["boards"] = tried_;
    out["without_figure"] = without_figure_;
    std::vector<std::string> doubts{"the boards are random: others may have a larger figure"};
    if (!stopped_.empty()) doubts.push_back(stopped_);
    put_doubts(out, doubts);
    std::cout << json_line(out) << '\n' << std::flush;
  }

  const ExtremesOptions& options_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::string cells_;
  std::vector<Found> kept_;  // best first
  std::uint32_t round_ = 0;
  std::uint64_t tried_ = 0;
  std::uint64_t without_figure_ = 0;
  std::string stopped_;
};

ExitCode run_extremes(const ExtremesOptions& options) { return Search(options).run(); }

}  // namespace

void offer_extremes(Commands& commands) { commands.offer(add_extremes, run_extremes); }

}  // namespace cgt::repl
