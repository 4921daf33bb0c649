// cgt eval: values of positions.
#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/store/parallel.hpp"
#include "cgt/support/json_answer.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/printer.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/explicit.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/play/temperature_discovery.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "decomp/solve/values/position_tree.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/values/export.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

// cgt eval GAME POSITION...
struct EvalOptions {
  CommonOptions common;
  std::string game;
  std::vector<std::string> positions;  // "-": one a line from standard input
  bool list = false;
  bool json = false;
  bool moves = false;
  enum class Only : std::uint8_t { kAll, kOutcome, kThermograph };
  Only only = Only::kAll;              // what is found without the canonical form
  bool discover = false;               // mean and temperature by play beside coupons, alone
  std::optional<std::uint32_t> delta;  // of their steps: 1/2^delta; none: finer and finer
  std::uint32_t depth = 0;             // moves to look ahead; 0: all
  bool guess = false;                  // tell an estimate, too
  unsigned threads = 1;                // 0: as many as the machine has
  std::string tree;                    // file; "": no drawing
  std::string positions_tree;          // file
  bool sensible = false;               // of that tree: only sensible moves
  std::string thermograph;             // file
  std::string board;                   // file
  std::string db;                      // database of values known before; "": none

  bool draws() const {
    return !tree.empty() || !positions_tree.empty() || !thermograph.empty() || !board.empty();
  }
};

Command add_eval(const Command& program, EvalOptions& options) {
  const Command eval = program.add("eval", "The value of a position of a native ruleset");
  add_common(eval, options.common);
  add_printing(eval, options.common);
  eval.option("GAME", options.game, "",
              "domineering, game.heap.Subtraction([1,2]), ...; see --list; or a file of positions, "
              "moves.txt")
      .ruleset();
  eval.option("POSITION", options.positions, "",
              "Boards as text; - reads one a line, empty lines are none (default for a file of "
              "positions: all)");
  eval.flag("--list", options.list, "Print all games, how boards are written, an example");
  eval.flag("--json", options.json, "Print JSON, one object a line");
  eval.flag("--moves", options.moves, "Print all first moves with their values");
  using Only = EvalOptions::Only;
  eval.choice<Only, Only>(
      "--only", options.only, {{"outcome", Only::kOutcome}, {"thermograph", Only::kThermograph}},
      "WHAT", "outcome or thermograph: find that alone, without the canonical form");
  eval.flag("--discover", options.discover,
            "Find mean and temperature alone, by play beside coupons: bounds that shrink");
  using Step = std::optional<std::uint32_t>;
  eval.choice<Step, std::uint32_t>("--delta", options.delta,
                                   {{"1", 0},
                                    {"1/2", 1},
                                    {"1/4", 2},
                                    {"1/8", 3},
                                    {"1/16", 4},
                                    {"1/32", 5},
                                    {"1/64", 6},
                                    {"1/128", 7},
                                    {"1/256", 8}},
                                   "STEP", "The coupons are so far apart; else 1, 1/2, 1/4, ...");
  eval.option("--depth", options.depth, "N", "--discover looks at most N moves ahead");
  eval.flag("--guess", options.guess, "--discover tells an estimate, too: half the moves to spare");
  eval.option("--threads", options.threads, "N",
              "Positions at a time, or threads for one position; 0: as the machine has");
  eval.option("--tree", options.tree, "FILE", "Draw the tree of the value: FILE.svg or FILE.dot")
      .file({"svg", "dot"});
  eval.option("--positions", options.positions_tree, "FILE",
              "Draw the tree of positions: FILE.svg, FILE.dot or FILE.json")
      .file({"svg", "dot", "json"});
  eval.flag("--sensible", options.sensible, "Of that tree only the sensible moves");
  eval.option("--svg,--thermograph", options.thermograph, "FILE", "Draw the thermograph: FILE.svg")
      .file({"svg"});
  eval.option("--board", options.board, "FILE", "Draw the position: FILE.svg").file({"svg"});
  eval.option("--db", options.db, "FILE", kKnown).file({"db"});
  eval.needs([&options] {
    const bool details = options.delta || options.depth > 0 || options.guess;
    if (details && !options.discover) return "--discover";
    if (options.discover && (options.only != Only::kAll || options.moves)) {
      return "neither --only nor --moves beside --discover, but that";
    }
    if (options.discover && options.draws()) return "no drawing beside --discover, but that";
    if (options.positions.size() > 1 && options.draws()) return "one POSITION, for a drawing,";
    return options.list || !options.game.empty() ? "" : "GAME";
  });
  eval.examples(
      R"(  cgt eval --list                          all games, and how their boards are written
  cgt eval domineering '..|..' --moves     the value of a board, and of each move
  cgt eval clobber 'xoxo|oxox' --only outcome
                                           who wins, without the value
  cgt eval amazons 'x..|...|..o' --discover
                                           mean and temperature alone; --budget-ms N: their bounds
  cgt eval moves.txt                       a game of your own, all its positions: lines like
                                           "a: b c | d", Left's moves | Right's; or JSON
  cgt eval domineering '....|....|...#' --svg walls.svg
                                           draw the thermograph
  cgt eval clobber 'xo|ox' --board board.svg
                                           draw the board
)");
  return eval;
}

using Json = nlohmann::ordered_json;

void print_list() {
  std::size_t name = 0;
  std::size_t path = 0;
  for (const RulesetEntry& entry : rulesets()) {
    name = std::max(name, entry.name.size());
    path = std::max(path, entry.path.size() + entry.signature.size());
  }
  for (const RulesetEntry& entry : rulesets()) {
    const std::string call =
        entry.path + (entry.signature.empty() ? "" : "(" + entry.signature + ")");
    std::cout << fmt::format("{:<{}}  {:<{}}  {}\n{:<{}}  {}; {}\n", entry.name, name, call,
                             path + 2, entry.summary, "", name, entry.board, entry.example);
  }
}

std::vector<std::string> positions_of(const EvalOptions& options) {
  std::vector<std::string> texts;
  for (const std::string& given : options.positions) {
    if (given != "-") {
      texts.push_back(given);
      continue;
    }
    for (std::string line; std::getline(std::cin, line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (!line.empty()) texts.push_back(line);
    }
  }
  return texts;
}

struct Move {
  Player player = Player::kLeft;
  std::string position;
  std::string value;
  bool sensible = false;
};

struct PositionDrawing {
  std::string file;
  std::string text;
  std::string trouble;  // why there is none
};

// What there is to say about one position, as text: all of it is found under the budget of the
// position, and printed afterwards. What is missing was not asked for, or the budget was spent.
struct Answer {
  std::optional<std::string> value;
  std::optional<std::string> outcome;
  std::optional<Thermograph> thermograph;  // --only thermograph
  std::optional<solve::Discovery> discovery;
  std::optional<std::string> mean;
  std::optional<std::string> temperature;
  PerPlayer<std::optional<std::string>> stops;
  bool loopy = false;                 // the value is: it has no mean and no temperature
  std::optional<std::string> onside;  // of a loopy value that is not a stopper, and so has no stops
  std::optional<std::string> offside;
  std::vector<Move> moves;
  bool has_value = false;      // found, if perhaps not printed
  bool moves_missing = false;  // the list is not complete
  std::vector<PositionDrawing> drawings;
  std::string trouble;  // why something is missing; "" if nothing is
  std::string so_far;   // what is known of the position where its value is not; "" if nothing is
  ExitCode code = kOk;
  std::uint64_t components = 0;
  std::uint64_t known = 0;  // before, with --db
  std::uint64_t games = 0;
};

// Prints the values of one position and of its moves. They share most of their followers, and moves
// that a symmetry exchanges share their values.
class ValueTexts {
 public:
  ValueTexts(LoopyGames& games, const PrintStyle& style)
      : games_(games),
        style_(style),
        dialect_(text_dialect(style.notation)),
        printer_(games.store(), *dialect_, style.max_length) {}

  std::string operator()(const LoopyValue& g) {
    return g.is_short() ? (*this)(g.stopper().game()) : to_text(games_, g, style_);
  }
  const std::string& operator()(GameId g) {
    const auto known = texts_.find(g);
    return known != texts_.end() ? known->second
                                 : texts_.emplace(g, printer_.print(g)).first->second;
  }

 private:
  LoopyGames& games_;
  PrintStyle style_;
  std::unique_ptr<const Dialect> dialect_;
  Printer printer_;
  std::map<GameId, std::string> texts_;
};

// What a thread keeps from one position to the next.
struct Solver {
  Solver(Store& handle, const db::Table* known, unsigned threads)
      : store(handle), evaluator(handle), sums(handle, with_threads(threads)) {
    evaluator.set_known(known);
    evaluator.set_threads(threads);
  }
  static solve::SumOptions with_threads(unsigned threads) {
    solve::SumOptions out;
    out.threads = threads;
    return out;
  }
  Store& store;
  LoopyGames loopy{store};
  solve::Evaluator evaluator;
  solve::SumOutcome sums;
};

class Evaluation {
 public:
  Evaluation(const EvalOptions& options, std::shared_ptr<const Ruleset> game)
      : options_(options),
        game_(std::move(game)),
        style_{options.common.notation, 0},
        database_(options.db, options.common.quiet),
        known_(database_(options.game)) {
    if (options.common.max_length) style_.max_length = *options.common.max_length;
  }

  ExitCode run() {
    std::vector<std::string> texts = positions_of(options_);
    if (options_.positions.empty()) texts = explicit_game::positions(*game_);
    if (texts.empty() && options_.positions.empty())
      throw UsageError("POSITION is required", "only a file of positions has a list of them");
    if (options_.draws() && texts.size() != 1)
      throw Error(fmt::format("a drawing is of one position, and here are {}", texts.size()));
    std::vector<AnyPosition> positions;
    for (const std::string& text : texts) positions.push_back(game_->position(text));
    // Nodes and time are for each position, memory for all of them together.
    const Budget whole(options_.common.limits, &interrupt_flag());
    std::optional<Progress> progress(std::in_place, "evaluating", options_.common.quiet);
    Store store;
    const unsigned threads = thread_count(threads_for(*game_, options_.threads));
    // Where there are fewer positions than threads, several work on each.
    const auto for_each = static_cast<unsigned>(
        std::max<std::size_t>(1, threads / std::max<std::size_t>(1, positions.size())));
    std::vector<Answer> answers = parallel_map(
        store, positions.size(), threads,
        [&](Store& handle) { return Solver(handle, known_, for_each); },
        [&](Solver& solver, std::size_t i) {
          Budget budget = whole.another();
          return answer(solver, positions[i], positions.size() == 1 ? &texts[i] : nullptr, budget);
        });
    progress.reset();
    ExitCode code = kOk;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (answers[i].code != kOk) code = answers[i].code;
      const bool brief = positions.size() > 1 && !options_.json && !options_.moves;
      if (options_.json) {
        std::cout << json_line(json(texts[i], answers[i])) << '\n';
      } else if (brief) {
        std::cout << fmt::format("{}\t{}\n", texts[i], brief_text(answers[i]));
      } else {
        print(texts[i], answers[i]);
      }
    }
    std::cout << std::flush;
    for (const Answer& answer : answers) {
      for (const PositionDrawing& drawing : answer.drawings) {
        if (drawing.trouble.empty()) {
          write_file(drawing.file, drawing.text);
        } else {
          std::cerr << fmt::format("{} was not drawn: {}\n", drawing.file, drawing.trouble);
        }
      }
    }
    return code;
  }

 private:
  // Runs question(). False, with the reason in the answer, if the budget ended it or there is no
  // answer.
  template <class Question>
  bool ask(Answer& answer, Question question) {
    try {
      question();
      return true;
    } catch (const BudgetExhausted& spent) {
      answer.trouble = fmt::format("unknown ({})", spent.what());
      if (const auto* told = dynamic_cast<const Unfinished*>(&spent)) {
        answer.so_far = told->known().facts;
      }
      answer.code = exit_code(spent.reason());
    } catch (const Error& error) {
      answer.trouble = error.what();
      answer.code = kRuntimeError;
    }
    return false;
  }

  // `title` for drawings; null: none are made.
  Answer answer(Solver& solver, const AnyPosition& position, const std::string* title,
                Budget& budget) {
    Answer out;
    Store& store = solver.store;
    const Store::BudgetScope scope(store, budget);
    const std::uint64_t components = solver.evaluator.components();
    const std::uint64_t known = solver.evaluator.known();
    if (options_.discover) {
      discover(out, position, budget);
      return out;
    }
    std::optional<LoopyValue> found;
    const auto search = [&] {
      budget.poll();
      switch (options_.only) {
        case EvalOptions::Only::kAll:
          found = solver.evaluator.loopy_value(position, solver.loopy, budget);
          break;
        case EvalOptions::Only::kOutcome: out.outcome = outcome(solver, position, budget); break;
        case EvalOptions::Only::kThermograph:
          out.thermograph = thermograph_alone(out, solver, position, budget);
          break;
      }
    };
    ask(out, [&] {
      telling_what_is_known(
          search, [&] { return solve::known_of_position(store, solver.evaluator, position); });
    });
    out.components = solver.evaluator.components() - components;
    out.known = solver.evaluator.known() - known;
    ValueTexts texts(solver.loopy, style_);
    std::optional<GameId> value;
    if (found && found->is_short()) value = found->stopper().game();
    if (value) describe(out, store, *value, texts);
    if (found && !value) describe_loopy(out, solver.loopy, *found, texts);
    if (out.thermograph) {
      out.mean = out.thermograph->mean().to_string();
      const Dyadic temperature = out.thermograph->temperature();
      // That of an infinitesimal is 0.
      out.temperature = (out.loopy ? std::max(temperature, Dyadic()) : temperature).to_string();
    }
    out.games = store.statistics().games;
    if (found && options_.moves) {
      out.moves_missing =
          !ask(out, [&] { find_moves(out, solver, position, *found, texts, budget); });
    }
    if (title != nullptr) draw(out, solver, position, *title, found, budget);
    return out;
  }

  void discover(Answer& out, const AnyPosition& position, Budget& budget) {
    solve::DiscoveryOptions wanted{.exponent = options_.delta, .guess = options_.guess};
    if (options_.depth > 0) wanted.depth = options_.depth;
    ask(out, [&] { out.discovery = solve::discover_temperature(position, wanted, budget); });
    if (!out.discovery || !is_limit(out.discovery->stop)) return;
    out.trouble = cgt::describe(out.discovery->stop);
    out.code = exit_code(out.discovery->stop);
  }

  // Each by itself: some of it costs nothing even when the budget is spent.
  void describe(Answer& out, Store& store, GameId g, ValueTexts& texts) {
    out.has_value = true;
    ask(out, [&] { out.outcome = outcome_text(store.outcome(g)); });
    for (const Player player : kPlayers) {
      ask(out, [&] { out.stops[player] = store.stop(g, player).to_string(); });
    }
    if (store.is_number(g)) {
      // Its thermograph would take the thermographs of all its followers.
      const Dyadic number = store.number_value(g);
      out.mean = number.to_string();
      out.temperature = Dyadic(-1).scaled(-std::int64_t{number.exponent()}).to_string();
    } else {
      ask(out, [&] { out.mean = store.mean(g).to_string(); });
      ask(out, [&] { out.temperature = store.temperature(g).to_string(); });
    }
    ask(out, [&] { out.value = texts(g); });
  }

  void describe_loopy(Answer& out, LoopyGames& games, const LoopyValue& g, ValueTexts& texts) {
    out.has_value = out.loopy = true;
    ask(out, [&] { out.outcome = outcome_text(games.outcome(g)); });
    if (g.is_stopper()) {
      for (const Player player : kPlayers) {
        ask(out, [&] {
          out.stops[player] = texts(LoopyValue(games.make(games.stop(g.stopper(), player))));
        });
      }
    } else {
      const auto side = [&](Side which) {
        const LoopySide& s = g.side(which);
        return s.is_stopper() ? texts(LoopyValue(s.id)) : "not shown to be a stopper";
      };
      ask(out, [&] { out.onside = side(Side::kOnside); });
      ask(out, [&] { out.offside = side(Side::kOffside); });
    }
    ask(out, [&] { out.value = texts(g); });
  }

  // Without the value where that is possible.
  static std::string outcome(Solver& solver, const AnyPosition& position, Budget& budget) {
    try {
      return outcome_text(solve::outcome_of(solver.evaluator, solver.sums,
                                            {{position, "", position.text()}}, budget));
    } catch (const solve::LoopySum&) {
      const LoopyValue value = solver.evaluator.loopy_value(position, solver.loopy, budget);
      return outcome_text(solver.loopy.outcome(value));
    }
  }

  // Without the value where that is possible.
  static Thermograph thermograph_alone(Answer& out, Solver& solver, const AnyPosition& position,
                                       Budget& budget) {
    try {
      return solver.evaluator.thermograph(position, budget);
    } catch (const solve::LoopyPosition&) {
      const LoopyValue value = solver.evaluator.loopy_value(position, solver.loopy, budget);
      out.loopy = !value.is_short();
      return thermograph_of(solver.loopy, value);
    }
  }

  void find_moves(Answer& out, Solver& solver, const AnyPosition& position, const LoopyValue& whole,
                  ValueTexts& texts, Budget& budget) {
    LoopyGames& games = solver.loopy;
    for (const Player player : kPlayers) {
      std::vector<LoopyId> wanted;
      if (whole.is_stopper()) wanted = games.options(whole.stopper(), player);
      std::map<LoopyId, bool> known;
      for (const Option<AnyPosition>& option : position.options(player, budget)) {
        const LoopyValue value =
            games.add(solver.evaluator.loopy_value(option.position, games, budget),
                      LoopyValue(solver.store.integer(option.shift)));
        bool sensible = false;
        if (value.is_stopper()) {
          const auto [it, fresh] = known.try_emplace(value.stopper());
          if (fresh) it->second = solve::is_sensible(games, wanted, value, player);
          sensible = it->second;
        } else {
          sensible = solve::is_sensible(games, wanted, value, player);
        }
        out.moves.push_back({player, option.position.text(), texts(value), sensible});
      }
    }
  }

  void draw(Answer& out, Solver& solver, const AnyPosition& position, const std::string& text,
            const std::optional<LoopyValue>& found, Budget& budget) {
    const auto make = [&](const std::string& file, auto drawing) {
      if (file.empty()) return;
      PositionDrawing& made = out.drawings.emplace_back();
      made.file = file;
      if (!ask(out, [&] { made.text = drawing(); })) made.trouble = out.trouble;
    };
    if (found) {
      make(options_.tree, [&] {
        return options_.tree.ends_with(".dot") ? loopy_dot(solver.loopy, *found)
                                               : loopy_svg(solver.loopy, *found);
      });
    }
    make(options_.board, [&] { return picture_called(options_.game, text, options_.common); });
    make(options_.positions_tree, [&] { return positions_tree(solver, position, budget); });
    if (found || out.thermograph) {
      make(options_.thermograph, [&] {
        const std::string title = fmt::format("{} {}", game_->class_name(), text);
        const Thermograph drawn =
            out.thermograph ? *out.thermograph : thermograph_of(solver.loopy, *found);
        return thermograph_svg(drawn, title + (out.loopy ? ", from temperature 0 up" : ""));
      });
    }
  }

  std::string positions_tree(Solver& solver, const AnyPosition& position, Budget& budget) {
    const std::string& file = options_.positions_tree;
    solve::PositionTreeStyle style;
    style.sensible = options_.sensible;
    if (file.ends_with(".json")) {
      style.max_nodes = 100'000;
      return solve::position_tree_json(solver.store, solver.evaluator, position, style, budget);
    }
    const TreeDrawing tree =
        solve::position_tree(solver.store, solver.evaluator, position, style, budget);
    return file.ends_with(".dot") ? tree_dot(tree) : tree_svg(tree);
  }

  // --- printing: nothing is computed any more

  std::string brief_text(const Answer& answer) {
    if (answer.discovery) {
      return fmt::format("mean {}, temperature {}", answer.discovery->mean.text(),
                         answer.discovery->temperature.text());
    }
    switch (options_.only) {
      case EvalOptions::Only::kAll:
        if (answer.value) return *answer.value;
        break;
      case EvalOptions::Only::kOutcome:
        if (answer.outcome) return *answer.outcome;
        break;
      case EvalOptions::Only::kThermograph:
        if (answer.thermograph) return to_text(*answer.thermograph);
        break;
    }
    return "!!" + answer.trouble;
  }

  void print(const std::string& text, const Answer& answer) {
    const auto row = [&](const char* name, const std::string& said) {
      std::cout << fmt::format("{:<12} {}\n", name, said);
    };
    const auto known_row = [&](const char* name, const std::optional<std::string>& said) {
      if (said || answer.has_value) row(name, said.value_or(answer.trouble));
    };
    row(game_->class_name().c_str(), text);
    if (const auto& found = answer.discovery) {
      row("mean", found->mean.text());
      row("temperature", found->temperature.text());
      if (found->guess) {
        row("guess",
            fmt::format("mean {}, temperature {}; not proved", found->guess->mean.to_string(),
                        found->guess->temperature.to_string()));
      }
      std::string seen =
          found->whole ? "all moves looked at" : fmt::format("{} moves looked ahead", found->depth);
      if (!answer.trouble.empty()) seen += fmt::format("; {}", answer.trouble);
      row("coupons", fmt::format("steps of {}, {}", found->step.to_string(), seen));
      row("searched", fmt::format("{} components, {} states", found->positions, found->states));
      return;
    }
    if (!answer.has_value && !answer.outcome && !answer.thermograph) {
      row("value", answer.trouble);
      if (!answer.so_far.empty()) row("so far", answer.so_far);
      return;
    }
    known_row("value", answer.value);
    known_row("outcome", answer.outcome);
    if (answer.thermograph) row("thermograph", to_text(*answer.thermograph));
    if (!answer.loopy || answer.thermograph) {
      known_row("mean", answer.mean);
      known_row("temperature", answer.temperature);
    }
    if (answer.onside) row("onside", *answer.onside);
    if (answer.offside) row("offside", *answer.offside);
    if (answer.has_value && !answer.onside) {
      const auto stop = [&](Player player) {
        return answer.stops[player].value_or(answer.trouble);
      };
      row("stops", fmt::format("{} | {}", stop(Player::kLeft), stop(Player::kRight)));
    }
    row("searched", fmt::format("{} components, {} games", answer.components, answer.games));
    if (!options_.db.empty()) row("known", fmt::format("{} components", answer.known));
    for (const Move& move : answer.moves) {
      std::cout << fmt::format("{:<5} {} {}  {}\n", cgt::name(move.player),
                               move.sensible ? '*' : ' ', move.position, move.value);
    }
    if (answer.moves_missing) row("other moves", answer.trouble);
  }

  Json json(const std::string& text, const Answer& answer) {
    Json out;
    out["game"] = game_->class_name();
    out["position"] = text;
    const auto put = [&](const char* key, const std::optional<std::string>& said) {
      if (said || answer.has_value) out[key] = said ? Json(*said) : Json();
    };
    if (const auto& found = answer.discovery) {
      put_discovery(out, *found);
      if (!answer.trouble.empty()) out["error"] = answer.trouble;
      put_doubt(out, !answer.trouble.empty() ? answer.trouble
                     : found->exact()        ? ""
                                             : "mean and temperature are bounds so far");
      return out;
    }
    put_doubt(out, answer.trouble);
    std::optional<std::string> letter;
    if (answer.outcome) letter = answer.outcome->substr(0, answer.outcome->find(' '));
    if (!answer.has_value) put("outcome", letter);
    if (answer.thermograph) out["thermograph"] = Json::parse(to_json(*answer.thermograph));
    if (!answer.trouble.empty()) {
      if (!answer.value) out["value"] = nullptr;
      out["error"] = answer.trouble;
      if (!answer.so_far.empty()) out["so_far"] = answer.so_far;
    }
    if (!answer.has_value) return out;
    put("value", answer.value);
    put("outcome", letter);
    if (answer.loopy) out["loopy"] = true;
    if (!answer.loopy) {
      put("mean", answer.mean);
      put("temperature", answer.temperature);
    }
    if (answer.onside) {
      put("onside", answer.onside);
      put("offside", answer.offside);
    } else {
      put("left_stop", answer.stops[Player::kLeft]);
      put("right_stop", answer.stops[Player::kRight]);
    }
    out["components"] = answer.components;
    if (!options_.db.empty()) out["known"] = answer.known;
    if (options_.moves) {
      out["left"] = Json::array();
      out["right"] = Json::array();
      for (const Move& move : answer.moves) {
        out[move.player == Player::kLeft ? "left" : "right"].push_back(
            {{"position", move.position}, {"value", move.value}, {"sensible", move.sensible}});
      }
    }
    return out;
  }

  static void put_discovery(Json& out, const solve::Discovery& found) {
    const auto ends = [](const DyadicInterval& interval) {
      const auto end = [](const std::optional<Dyadic>& x) {
        return x ? Json(x->to_string()) : Json();
      };
      return Json::array({end(interval.lower), end(interval.upper)});
    };
    out["mean"] = ends(found.mean);
    out["temperature"] = ends(found.temperature);
    out["exact"] = found.exact();
    if (found.guess) {
      out["guess"] = {{"mean", found.guess->mean.to_string()},
                      {"temperature", found.guess->temperature.to_string()}};
    }
    out["step"] = found.step.to_string();
    out["depth"] = found.whole ? Json() : Json(found.depth);
    out["components"] = found.positions;
    out["states"] = found.states;
  }

  const EvalOptions& options_;
  std::shared_ptr<const Ruleset> game_;
  PrintStyle style_;
  GameTables database_;
  const db::Table* known_;
};

ExitCode run_eval(const EvalOptions& options) {
  if (options.list) {
    print_list();
    return kOk;
  }
  return Evaluation(options, ruleset_called(options.game, options.common)).run();
}

}  // namespace

void offer_eval(Commands& commands) { commands.offer(add_eval, run_eval); }

}  // namespace cgt::repl
