#include "lang/bindings/scripts/running.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "lang/bindings/scripts/position.hpp"
#include "lang/values/class.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

class OwnSession final : public ScriptHost {
 public:
  OwnSession(std::shared_ptr<Session> session, const Budget::Limits& limits,
             const std::atomic<bool>* stop)
      : session_(std::move(session)), limits_(limits), stop_(stop) {}

  void ask(Budget* budget, const std::function<void(Context&)>& body) override {
    if (budget != nullptr) return session_->with_context(*budget, body);
    Budget own(limits_, stop_);
    session_->with_context(own, body);
  }
  // The value of an expression. Throws Error.
  Value read(const std::string& text) {
    const Result result = session_->evaluate(SourceText("position", text), limits_);
    if (result.ok()) return result.value;
    if (result.status == Status::kInterrupted) throw BudgetExhausted(StopReason::kInterrupted);
    std::string message = result.problems.empty() ? "" : result.problems.front().message;
    if (message.empty()) message = "a position is missing here";
    throw Error(message, result.problems.empty() ? "" : result.problems.front().hint);
  }

 private:
  std::shared_ptr<Session> session_;
  Budget::Limits limits_;
  const std::atomic<bool>* stop_;
};

class ScriptRuleset final : public Ruleset {
 public:
  ScriptRuleset(std::shared_ptr<OwnSession> host, Value ruleset)
      : host_(std::move(host)), ruleset_(std::move(ruleset)) {
    host_->ask(nullptr, [&](Context& context) {
      const Member* member = as_instance(ruleset_).type->find(context.symbol("Position"));
      if (member == nullptr || member->nested == nullptr || !member->nested->is_game) {
        throw Error(fmt::format("the ruleset '{}' has no class Position", class_name()),
                    "class Position(grid as Grid) extends GridGame ... end");
      }
      const BoardKind board = member->nested->board;
      if (board == BoardKind::kNone || board == BoardKind::kGraph) return;
      char_map_ = context.string(context.call_member(ruleset_, "CharMap", {}), "CharMap");
    });
  }

  std::string class_name() const override { return as_instance(ruleset_).type->name; }
  std::string char_map() const override { return char_map_; }

  using Ruleset::position;
  AnyPosition position(RulesetArguments arguments) const override {
    const RulesetArgument* given = arguments.find("position", 0);
    arguments.finish();
    Value argument;
    if (given == nullptr) throw Error("a position is missing here");
    if (const auto* text = std::get_if<std::string>(given)) {
      if (text->starts_with("=")) return game(text->substr(1));
      if (char_map_.empty()) return made(arguments_of(*text));
      argument = Value::string(*text);
    } else if (const auto* number = std::get_if<std::int64_t>(given)) {
      argument = Value::integer(*number);
    } else {
      throw Error("positions of scripts are read from texts and integers");
    }
    return made({argument});
  }

 private:
  // Between brackets, so that every text is one list or none.
  std::vector<Value> arguments_of(const std::string& text) const {
    const Value list = host_->read("[" + text + "]");
    std::vector<Value> out;
    host_->ask(nullptr, [&](Context& context) { out = context.elements(list, "a position"); });
    return out;
  }

  AnyPosition game(const std::string& text) const {
    const Value value = host_->read(text);
    if (!is_leaf_game(value)) throw Error(fmt::format("\"{}\" is not a value", text));
    return AnyPosition(ScriptPosition(host_, value));
  }

  AnyPosition made(const std::vector<Value>& arguments) const {
    Value position;
    host_->ask(nullptr, [&](Context& context) { position = context.call(ruleset_, arguments); });
    if (!has_options(position)) {
      throw Error(fmt::format("'{}' makes no position of this", class_name()));
    }
    return AnyPosition(ScriptPosition(host_, std::move(position)));
  }

  std::shared_ptr<OwnSession> host_;  // outlives the value
  Value ruleset_;
  std::string char_map_;  // "": no boards
};

}  // namespace

std::shared_ptr<const Ruleset> script_ruleset(std::shared_ptr<Session> session, const Value& value,
                                              const Budget::Limits& limits,
                                              const std::atomic<bool>* stop) {
  if (!is_instance(value) || !as_instance(value).type->is_ruleset) return nullptr;
  return std::make_shared<ScriptRuleset>(
      std::make_shared<OwnSession>(std::move(session), limits, stop), value);
}

bool is_script_ruleset(const Ruleset& ruleset) {
  return dynamic_cast<const ScriptRuleset*>(&ruleset) != nullptr;
}

}  // namespace cgt::lang
