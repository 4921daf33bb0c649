#include "repl/commands/eval/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "cgt/store/parallel.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/print.hpp"
#include "cgt/text/svg.hpp"
#include "cgt/text/tree.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "decomp/solve/values/position_tree.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/values/export.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/known_games.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

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

// What is known about one position.
struct Answer {
  std::optional<GameId> value;
  std::optional<OutcomeClass> outcome;  // --only outcome
  std::optional<Thermograph> thermograph;
  std::string trouble;  // why there is no value
  ExitCode code = kOk;
  std::uint64_t components = 0;
  std::uint64_t known = 0;  // before, with --db
};

struct Move {
  std::string position;
  std::string value;
  bool sensible = false;
};

struct Row {
  const char* name;
  std::string text;
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
    const std::vector<std::string> texts = positions_of(options_);
    std::vector<AnyPosition> positions;
    for (const std::string& text : texts) positions.push_back(game_->position(text));
    Budget budget(options_.common.limits, &interrupt_flag());
    std::optional<Progress> progress(std::in_place, "evaluating", options_.common.quiet);
    std::vector<Answer> answers;
    {
      const Store::BudgetScope scope(store_, budget);
      answers =
          parallel_map(store_, positions.size(), threads_for(*game_, options_.threads),
                       [&](Store& handle, std::size_t i) { return answer(handle, positions[i]); });
    }
    progress.reset();
    ExitCode code = kOk;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (answers[i].code != kOk) code = answers[i].code;
      const bool brief = positions.size() > 1 && !options_.json && !options_.moves;
      if (options_.json) {
        std::cout << json(positions[i], texts[i], answers[i]).dump() << '\n';
      } else if (brief) {
        std::cout << fmt::format("{}\t{}\n", texts[i], brief_text(answers[i]));
      } else {
        print(positions[i], texts[i], answers[i]);
      }
    }
    if (positions.size() == 1) draw(positions[0], answers[0], texts[0]);
    std::cout << std::flush;
    return code;
  }

 private:
  solve::Evaluator& evaluator(Store& handle) {
    const std::lock_guard lock(mutex_);
    auto& slot = evaluators_[&handle];
    if (slot == nullptr) {
      slot = std::make_unique<solve::Evaluator>(handle);
      slot->set_known(known_);
    }
    return *slot;
  }

  Answer answer(Store& handle, const AnyPosition& position) {
    Answer out;
    Budget budget(options_.common.limits, &interrupt_flag());
    solve::Evaluator& solver = evaluator(handle);
    const std::uint64_t before = solver.components();
    const std::uint64_t known = solver.known();
    try {
      switch (options_.only) {
        case EvalOptions::Only::kAll: out.value = solver.value(position, budget); break;
        case EvalOptions::Only::kOutcome: out.outcome = solver.outcome(position, budget); break;
        case EvalOptions::Only::kThermograph:
          out.thermograph = solver.thermograph(position, budget);
          break;
      }
    } catch (const BudgetExhausted& spent) {
      out.trouble = fmt::format("unknown ({})", spent.what());
      out.code = spent.reason() == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
    } catch (const Error& error) {
      out.trouble = error.what();
      out.code = kRuntimeError;
    }
    out.components = solver.components() - before;
    out.known = solver.known() - known;
    return out;
  }

  std::string brief_text(const Answer& answer) {
    if (answer.value) return to_text(store_, *answer.value, style_);
    if (answer.outcome) return outcome_text(*answer.outcome);
    if (answer.thermograph) return to_text(*answer.thermograph);
    return "!!" + answer.trouble;
  }

  std::vector<Row> rows(const Answer& answer) {
    if (answer.outcome) return {{"outcome", outcome_text(*answer.outcome)}};
    if (answer.thermograph) {
      const Thermograph& t = *answer.thermograph;
      return {{"thermograph", to_text(t)},
              {"mean", t.mean().to_string()},
              {"temperature", t.temperature().to_string()}};
    }
    const GameId g = *answer.value;
    return {{"value", to_text(store_, g, style_)},
            {"outcome", outcome_text(store_.outcome(g))},
            {"mean", store_.mean(g).to_string()},
            {"temperature", store_.temperature(g).to_string()},
            {"stops", fmt::format("{} | {}", store_.stop(g, Player::kLeft).to_string(),
                                  store_.stop(g, Player::kRight).to_string())}};
  }

  void print(const AnyPosition& position, const std::string& text, const Answer& answer) {
    std::cout << fmt::format("{:<12} {}\n", game_->class_name(), text);
    if (!answer.trouble.empty()) {
      std::cout << fmt::format("{:<12} {}\n", "value", answer.trouble);
      return;
    }
    for (const Row& row : rows(answer)) std::cout << fmt::format("{:<12} {}\n", row.name, row.text);
    std::cout << fmt::format("{:<12} {} components, {} games\n", "searched", answer.components,
                             store_.statistics().games);
    if (!options_.db.empty()) {
      std::cout << fmt::format("{:<12} {} components\n", "known", answer.known);
    }
    if (!options_.moves || !answer.value) return;
    for_each_move(position, *answer.value, [](Player player, const Move& move) {
      std::cout << fmt::format("{:<5} {} {}  {}\n", cgt::name(player), move.sensible ? '*' : ' ',
                               move.position, move.value);
    });
  }

  // Each position has the whole budget for its moves, as for its value.
  void for_each_move(const AnyPosition& position, GameId whole,
                     const std::function<void(Player, const Move&)>& visit) {
    Budget budget(options_.common.limits, &interrupt_flag());
    for (const Player player : kPlayers) {
      for (const Option<AnyPosition>& option : position.options(player, budget)) {
        const GameId value = store_.add(evaluator(store_).value(option.position, budget),
                                        store_.integer(option.shift));
        visit(player, {option.position.text(), to_text(store_, value, style_),
                       solve::is_sensible(store_, whole, value, player)});
      }
    }
  }

  Json json(const AnyPosition& position, const std::string& text, const Answer& answer) {
    Json out;
    out["game"] = game_->class_name();
    out["position"] = text;
    const auto letter = [](OutcomeClass o) { return outcome_text(o).substr(0, 1); };
    if (answer.outcome) out["outcome"] = letter(*answer.outcome);
    if (answer.thermograph) out["thermograph"] = Json::parse(to_json(*answer.thermograph));
    if (!answer.trouble.empty()) {
      out["value"] = nullptr;
      out["error"] = answer.trouble;
    }
    if (!answer.value) return out;
    const GameId g = *answer.value;
    out["value"] = to_text(store_, g, style_);
    out["outcome"] = letter(store_.outcome(g));
    out["mean"] = store_.mean(g).to_string();
    out["temperature"] = store_.temperature(g).to_string();
    out["left_stop"] = store_.stop(g, Player::kLeft).to_string();
    out["right_stop"] = store_.stop(g, Player::kRight).to_string();
    out["components"] = answer.components;
    if (!options_.db.empty()) out["known"] = answer.known;
    if (options_.moves) {
      out["left"] = Json::array();
      out["right"] = Json::array();
      for_each_move(position, g, [&](Player player, const Move& move) {
        out[player == Player::kLeft ? "left" : "right"].push_back(
            {{"position", move.position}, {"value", move.value}, {"sensible", move.sensible}});
      });
    }
    return out;
  }

  void draw(const AnyPosition& position, const Answer& answer, const std::string& text) {
    if (!options_.tree.empty() && answer.value) {
      write_file(options_.tree, options_.tree.ends_with(".dot")
                                    ? game_tree_dot(store_, *answer.value)
                                    : game_tree_svg(store_, *answer.value));
    }
    if (!options_.positions_tree.empty()) draw_positions(position);
    if (!options_.thermograph.empty() && (answer.value || answer.thermograph)) {
      const std::string title = fmt::format("{} {}", game_->class_name(), text);
      write_file(
          options_.thermograph,
          thermograph_svg(answer.value ? store_.thermograph(*answer.value) : *answer.thermograph,
                          title));
    }
  }

  void draw_positions(const AnyPosition& position) {
    Budget budget(options_.common.limits, &interrupt_flag());
    solve::Evaluator& solver = evaluator(store_);
    const std::string& file = options_.positions_tree;
    solve::PositionTreeStyle style;
    style.sensible = options_.sensible;
    if (file.ends_with(".json")) {
      style.max_nodes = 100'000;
      write_file(file, solve::position_tree_json(store_, solver, position, style, budget));
      return;
    }
    const TreeDrawing tree = solve::position_tree(store_, solver, position, style, budget);
    write_file(file, file.ends_with(".dot") ? tree_dot(tree) : tree_svg(tree));
  }

  const EvalOptions& options_;
  std::shared_ptr<const Ruleset> game_;
  PrintStyle style_;
  Store store_;
  KnownGames database_;
  const db::Table* known_;
  std::mutex mutex_;
  std::map<Store*, std::unique_ptr<solve::Evaluator>> evaluators_;  // one for each thread
};

}  // namespace

ExitCode run_eval(const EvalOptions& options) {
  if (options.list) {
    print_list();
    return kOk;
  }
  return Evaluation(options, ruleset_called(options.game, options.common)).run();
}

}  // namespace cgt::repl
