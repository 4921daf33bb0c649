#include "repl/commands/sum.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <mutex>

#include "cgt/store/parallel.hpp"
#include "cgt/support/json_answer.hpp"
#include "decomp/solve/sums/mcgs/file.hpp"
#include "decomp/solve/sums/mcgs/moves.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

using Json = nlohmann::ordered_json;
using solve::McgsCommand;
using solve::Verdict;

std::string text_of(const solve::McgsWall& wall) {
  std::string out;
  for (const solve::McgsPoint& point : wall) {
    out += fmt::format(" ({}, {})", point.value.to_string(), point.temperature.to_string());
  }
  return out;
}

std::string text_of(const PerPlayer<solve::McgsWall>& walls) {
  return fmt::format("L:{} R:{}", text_of(walls[Player::kLeft]), text_of(walls[Player::kRight]));
}

std::string name_of(const McgsCommand& command) {
  const char* const player = !command.first ? "N" : *command.first == Player::kLeft ? "B" : "W";
  switch (command.kind) {
    case McgsCommand::Kind::kSolve: return player;
    case McgsCommand::Kind::kWinningMoves: return fmt::format("winning moves {}", player);
    case McgsCommand::Kind::kThermograph: break;
  }
  return "thermograph";
}

struct WinningMove {
  std::string text;  // as MCGS writes it
  solve::WrittenMove written;
};

// The answer to one command.
struct Reply {
  std::string result;    // "Win", "3", moves, walls
  std::string expected;  // "": the file says nothing that can be compared
  bool differs = false;
  std::vector<WinningMove> moves;
  std::optional<StopReason> stop;  // why it is unknown
  std::string trouble;             // "": none; why the sum was refused
  double milliseconds = 0;
};

// Tables that hold more are given up before the next sum.
constexpr std::uint64_t kMostShared = std::uint64_t{256} << 20U;

// A store and a solver: sums solved one after another share what was found.
class Tables {
 public:
  Tables(const SumCommandOptions& options, GameTables& known) : options_(options), known_(known) {
    renew();
  }

  Store& store() { return *store_; }
  solve::SumOutcome& solver() { return *solver_; }

  // Before each sum.
  void prepare() {
    if (options_.fresh || solver_->bytes() + store_->statistics().bytes > kMostShared) renew();
  }

 private:
  void renew() {
    solver_.reset();
    store_.emplace();
    solver_.emplace(*store_, solver_options(options_, known_));
  }

  const SumCommandOptions& options_;
  GameTables& known_;
  std::optional<Store> store_;
  std::optional<solve::SumOutcome> solver_;
};

class McgsRun {
 public:
  McgsRun(const SumCommandOptions& options, Tables& tables, const solve::McgsSum& sum)
      : options_(options),
        store_(tables.store()),
        file_sum_(read_again(sum)),
        sum_(file_sum_.sum),
        solver_(tables.solver()) {}

  Reply reply(const McgsCommand& command) {
    const Stopwatch watch;
    Reply out;
    Budget budget(options_.common.limits, &interrupt_flag());
    try {
      switch (command.kind) {
        case McgsCommand::Kind::kSolve:
          command.first ? outcome(command, out, budget) : nim_value(command, out, budget);
          break;
        case McgsCommand::Kind::kWinningMoves: winning_moves(command, out, budget); break;
        case McgsCommand::Kind::kThermograph: thermograph(command, out, budget); break;
      }
    } catch (const BudgetExhausted& spent) {
      out = {};
      out.stop = spent.reason();
    } catch (const db::DatabaseError&) {
      throw;
    } catch (const Error& error) {
      out = {};
      out.trouble = error.what();
    }
    out.milliseconds = watch.cpu_milliseconds();
    return out;
  }

 private:
  // Into the store of the tables.
  solve::McgsSum read_again(const solve::McgsSum& sum) {
    return solve::parse_mcgs(store_, SourceText("sum", mcgs_text(sum)), false).sums.front();
  }

  static const char* word(bool win) { return win ? "Win" : "Loss"; }

  void outcome(const McgsCommand& command, Reply& out, Budget& budget) {
    const solve::SumAnswer answer = solver_.solve(sum_, *command.first, budget);
    if (answer.verdict == Verdict::kUnknown) {
      out.stop = answer.stop;
      return;
    }
    if (answer.verdict == Verdict::kDraws) {
      out.result = "Draw";
      return;
    }
    out.result = word(answer.verdict == Verdict::kWins);
    if (command.win) compare(out, word(*command.win));
  }

  void nim_value(const McgsCommand& command, Reply& out, Budget& budget) {
    out.result = std::to_string(solver_.nim_value(sum_, budget));
    if (command.nim_value) compare(out, std::to_string(*command.nim_value));
  }

  // In a sum in which both have the same moves, Left's are those to nim value 0.
  void winning_moves(const McgsCommand& command, Reply& out, Budget& budget) {
    const Player first = command.first.value_or(Player::kLeft);
    std::vector<solve::McgsMove> winning;
    for (std::size_t term = 0; term < sum_.size(); ++term) {
      for (solve::McgsMove& move : solve::mcgs_moves(store_, file_sum_, term, first)) {
        const solve::Sum after = solve::after_move(store_, sum_, move.move);
        if (solver_.decide(after, opponent(first), budget) != Verdict::kLoses) continue;
        winning.push_back(std::move(move));
      }
    }
    solve::sort_mcgs_moves(winning);
    for (const solve::McgsMove& move : winning) {
      out.moves.push_back(
          {mcgs_text(file_sum_, move), solve::written_move(store_, sum_, move.move)});
      out.result += (out.result.empty() ? "" : " ") + out.moves.back().text;
    }
    if (out.moves.empty()) out.result = "None";
    if (!command.winning_moves) return;
    std::string expected;
    for (const std::string& move : sorted_mcgs_moves(file_sum_, *command.winning_moves)) {
      expected += (expected.empty() ? "" : " ") + move;
    }
    compare(out, expected.empty() ? "None" : expected);
  }

  void thermograph(const McgsCommand& command, Reply& out, Budget& budget) {
    const Thermograph found = solver_.thermograph(sum_, budget);
    PerPlayer<solve::McgsWall> walls;
    for (const Player player : kPlayers) walls[player] = solve::mcgs_wall(found.wall(player));
    out.result = text_of(walls);
    if (!command.walls) return;
    out.expected = text_of(*command.walls);
    for (const Player player : kPlayers) {
      out.differs = out.differs || (*command.walls)[player] != walls[player];
    }
  }

  static void compare(Reply& out, const std::string& expected) {
    out.expected = expected;
    out.differs = out.result != expected;
  }

  const SumCommandOptions& options_;
  Store& store_;
  solve::McgsSum file_sum_;
  const solve::Sum& sum_;
  solve::SumOutcome& solver_;
};

std::string line_of(const McgsCommand& command, const Reply& reply) {
  const std::string name = name_of(command);
  if (!reply.trouble.empty()) return fmt::format("{}: !!{}", name, reply.trouble);
  if (reply.stop) return name + ": unknown";
  std::string out = fmt::format("{}: {}", name, reply.result);
  if (reply.differs) out += fmt::format("  (expected {})", reply.expected);
  return out;
}

Json json_of(const McgsCommand& command, const Reply& reply) {
  Json out;
  out["line"] = command.place.line;
  out["column"] = command.place.column;
  out["command"] = name_of(command);
  out["result"] = nullptr;
  put_doubt(out, !reply.trouble.empty() ? reply.trouble : reply.stop ? describe(*reply.stop) : "");
  if (!reply.trouble.empty()) {
    out["error"] = reply.trouble;
    return out;
  }
  if (reply.stop) {
    out["stopped"] = describe(*reply.stop);
    return out;
  }
  if (command.kind == McgsCommand::Kind::kWinningMoves) {
    out["result"] = Json::array();
    for (const WinningMove& move : reply.moves) {
      Json json = move_json(move.written);
      json["move"] = move.text;
      out["result"].push_back(std::move(json));
    }
  } else {
    out["result"] = reply.result;
  }
  if (!reply.expected.empty()) {
    out["expected"] = reply.expected;
    out["agrees"] = !reply.differs;
  }
  return out;
}

void add(McgsCounts& counts, const Reply& reply) {
  ++counts.commands;
  counts.seconds += reply.milliseconds / 1000;
  if (!reply.trouble.empty()) {
    ++counts.refused;
  } else if (reply.stop) {
    ++counts.unknown;
    counts.interrupted = counts.interrupted || *reply.stop == StopReason::kInterrupted;
  } else if (reply.expected.empty()) {
    ++counts.not_compared;
  } else {
    ++(reply.differs ? counts.different : counts.as_expected);
  }
}

std::string text_of(const McgsCounts& counts) {
  std::string out;
  const auto line = [&](const char* name, std::size_t count) {
    out += fmt::format("{:<13} {:>6}\n", name, count);
  };
  line("sums", counts.sums);
  line("commands", counts.commands);
  line("as expected", counts.as_expected);
  line("different", counts.different);
  line("not compared", counts.not_compared);
  line("unknown", counts.unknown);
  if (counts.refused > 0) line("refused", counts.refused);
  return out;
}

}  // namespace

McgsCounts& McgsCounts::operator+=(const McgsCounts& other) {
  sums += other.sums;
  commands += other.commands;
  as_expected += other.as_expected;
  different += other.different;
  not_compared += other.not_compared;
  unknown += other.unknown;
  refused += other.refused;
  interrupted = interrupted || other.interrupted;
  seconds += other.seconds;
  return *this;
}

ExitCode McgsCounts::code() const {
  if (interrupted) return kInterrupted;
  if (different > 0 || refused > 0) return kRuntimeError;
  return unknown > 0 ? kOutOfBudget : kOk;
}

McgsCounts count_mcgs(const std::string& path, const SumCommandOptions& options) {
  const SourceText source(display_name(path), read_file(path));
  Store scratch;
  const solve::McgsFile file = solve::parse_mcgs(scratch, source);
  GameTables known(options.db, options.common.quiet);
  Tables tables(options, known);
  const std::uint64_t most = options.common.limits.milliseconds;
  McgsCounts counts;
  counts.sums = file.sums.size();
  for (const solve::McgsSum& sum : file.sums) {
    tables.prepare();
    McgsRun solver(options, tables, sum);
    for (const McgsCommand& command : sum.commands) {
      Reply reply = solver.reply(command);
      for (double spent = reply.milliseconds;
           reply.stop == StopReason::kTime && spent + 1 < static_cast<double>(most);) {
        reply = solver.reply(command);
        spent += reply.milliseconds;
        reply.milliseconds = spent;
      }
      add(counts, reply);
    }
    if (counts.interrupted) break;
  }
  return counts;
}

ExitCode run_sum_mcgs(const SumCommandOptions& options) {
  const SourceText source(display_name(options.mcgs), read_file(options.mcgs));
  Store scratch;
  const solve::McgsFile file = solve::parse_mcgs(scratch, source);
  GameTables known(options.db, options.common.quiet);
  InOrder output(file.sums.size());
  std::mutex mutex;
  McgsCounts counts;
  counts.sums = file.sums.size();
  {
    const Progress progress(
        [&] { return fmt::format("{} of {} sums", output.count_finished(), file.sums.size()); },
        options.common.quiet);
    const auto answer = [&](Tables& tables, std::size_t i) {
      tables.prepare();
      McgsRun solver(options, tables, file.sums[i]);
      std::string lines;
      for (const McgsCommand& command : file.sums[i].commands) {
        const Reply reply = solver.reply(command);
        if (options.json) {
          Json json = json_of(command, reply);
          if (options.time) json["cpu_ms"] = reply.milliseconds;
          lines += json_line(json) + '\n';
        } else {
          lines += line_of(command, reply);
          lines += options.time ? fmt::format("  {:.3f} ms\n", reply.milliseconds) : "\n";
        }
        const std::lock_guard lock(mutex);
        add(counts, reply);
      }
      output.finished(i, std::move(lines));
    };
    parallel_work(scratch, file.sums.size(), options.threads, [&](Store&, const NextItem& next) {
      Tables tables(options, known);
      while (const auto i = next()) answer(tables, *i);
    });
  }
  if (!options.common.quiet) std::cerr << '\n' << text_of(counts);
  return counts.code();
}

}  // namespace cgt::repl
