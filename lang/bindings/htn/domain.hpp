// A planning domain whose methods and operators are functions of a script.
//
// The state maps keys to values of the language. Functions get a view of it as their first
// argument and read it by s[key]; operators answer with the changes. The domain notes which
// variables a function reads, and asks it once only for all states that agree on these (Memo): what
// a function returns must depend on its arguments and the state alone. A function that is seen to
// look at something else is refused by name.
//
// Values of the language are numbers here: keys of the state (variables), values, ground tasks.
//
// Thread rule: that of the session.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "cgt/support/small_vector.hpp"
#include "decomp/htn/domain.hpp"
#include "decomp/htn/plan.hpp"
#include "decomp/htn/planner/policy.hpp"
#include "lang/bindings/htn/memo.hpp"
#include "lang/context.hpp"

namespace cgt::lang::plans {

// One instance of a method, as a function of the script gave it.
struct Instance {
  SmallVector<htn::TaskId, 8> subtasks;
  SmallVector<htn::Word, 8> bindings;  // numbers of values; the last one is the reason
  double estimate = 0;
  double weight = 1;
};
struct MethodAnswer {
  std::vector<Instance> instances;
};
struct OperatorAnswer {
  bool possible = false;
  SmallVector<Reading, 4> changes;
  std::vector<double> contributions;  // one for each attribute
  std::vector<Value> exact;           // the same as numbers; Nothing where nothing is contributed
};
struct TruthAnswer {
  bool truth = false;
};

// Another agent, who chooses among methods.
struct Agent {
  std::string name;
  htn::Criterion criterion;  // kCustom: the function is `custom`
  Value custom;
};

// A hint that names the nearest of the known words; "" if none is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

// Parameters of a function of a script; null if it is native.
const std::vector<std::string>* parameters_of(const Value& code);

class ScriptDomain final : public htn::Domain {
 public:
  using TaskId = htn::TaskId;
  using MethodId = htn::MethodId;
  using Word = htn::Word;

  ScriptDomain();
  ~ScriptDomain() override;

  // --- declarations: throw Error for names that exist, and while it is being planned ---

  void add_attribute(htn::Attribute attribute);
  std::uint32_t add_task(const std::string& name);
  std::uint32_t add_operator(const std::string& name, Value code);
  // `bindings`: Nothing, or a function that lists what the variables of the method may be.
  // `task` empty: a method for the empty list.
  void add_method(std::optional<std::uint32_t> task, std::string name, Value code, Value bindings);
  void set_accept(Value code);
  void keep_cheapest(std::uint32_t name);
  void add_agent(Agent agent);
  void set_owner(std::uint32_t name, const std::string& agent);
  // Asks functions each time, even in circumstances that were met before.
  void set_remember(bool on) { remember_ = on; }
  // Throws Error for values that can change.
  void start(const std::vector<std::pair<Value, Value>>& state, std::vector<TaskId> tasks);

  TaskId intern(std::uint32_t name, std::span<const Value> arguments);
  const std::string& task_name(TaskId task) const { return names_[tasks_[task].name].text; }
  std::vector<Value> arguments(TaskId task) const;
  std::size_t size() const { return names_.size(); }
  std::optional<std::size_t> attribute(const std::string& name) const;
  // Throws Error with the complaint, and an attribute of nearly this name as a hint.
  [[noreturn]] void refuse_attribute(const std::string& name, const std::string& complaint) const;
  // The task that a value is: a task of this domain, or the name of one, without arguments.
  std::optional<TaskId> as_task(const Value& value);
  const std::vector<Agent>& agents() const { return agents_; }

  // --- use ---

  // While one of these lives, functions of the script can be called. Throws Error if there is one
  // already and `planning`: a function of the domain asks the domain for a plan.
  class Use {
   public:
    Use(ScriptDomain& domain, Context& context, Value view, bool planning);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    ScriptDomain& domain_;
    Context* before_;
    Value view_before_;
    bool planning_;
  };
  // Stops what is asked from now on with BudgetExhausted(kTime) after so many milliseconds.
  void set_limit(std::uint64_t milliseconds);
  // Undoes everything since start().
  void reset() { undo(0); }
  // The value of the variable that `indices` name: s[k] or s[k, l], which is s[[k, l]].
  Value read(std::span<const Value> indices);
  // All variables that have a value.
  std::vector<std::pair<Value, Value>> state() const;
  // Changes variables on the trail, as an operator does.
  void change(const Value& changes, const char* what);
  // Does the task and says what it contributes; null if it is not possible.
  const OperatorAnswer* perform(TaskId task);
  // What the steps of a plan contribute exactly (Nothing where nothing is contributed), attribute
  // by attribute, and the state after them, when they are done from the state of start(). The
  // present state is kept.
  struct Replay {
    std::vector<Value> exact;
    std::vector<std::pair<Value, Value>> end;
  };
  Replay replay(const htn::Plan& plan);
  // The variables of a method instance and their values: the last binding is the reason.
  std::vector<std::pair<std::string, Value>> variables(MethodId method,
                                                       std::span<const Word> bindings) const;
  // The functions and values it holds, when the session ends.
  void release(std::vector<Value>& out);

  // --- Domain ---

  std::vector<TaskId> initial_tasks() override { return initial_; }
  bool accepts() override;
  const std::vector<htn::Attribute>& attributes() const override { return attributes_; }
  htn::TaskKind kind(TaskId task) const override { return names_[tasks_[task].name].kind; }
  std::span<const MethodId> methods(TaskId task) override;
  bool next(TaskId task, MethodId method, htn::ChoicePoint& point, htn::Expansion& out) override;
  void close(htn::ChoicePoint& point) override;
  bool locally_choosable(TaskId task) const override;
  bool apply(TaskId task, htn::Effects& effects) override;
  Word mark() override { return trail_.size(); }
  void undo(Word mark) override;
  htn::Hash128 state_hash() override { return hash_; }
  int owner(TaskId task) const override;
  std::string agent_name(int agent) const override;
  std::string task_text(TaskId task) const override;
  std::string method_name(MethodId method) const override { return methods_[method].text; }
  std::vector<std::pair<std::string, std::string>> binding_texts(
      MethodId method, std::span<const Word> bindings) const override;
  std::string reason(TaskId task, MethodId method, std::span<const Word> bindings) const override;

 private:
  struct NameRecord {
    std::string text;
    htn::TaskKind kind = htn::TaskKind::kCompound;
    Value code;  // of an operator
    std::vector<MethodId> methods;
    bool keep_cheapest = false;
    int owner = 0;
  };
  struct MethodRecord {
    std::string text;
    Value code;
    Value bindings;
  };
  struct TaskRecord {
    std::uint32_t name = 0;
    SmallVector<std::uint32_t, 4> arguments;  // numbers of values
    bool operator==(const TaskRecord&) const = default;
  };
  struct TaskHash {
    std::size_t operator()(const TaskRecord& task) const;
  };

  std::uint32_t declare(NameRecord record);
  void refuse_change() const;
  std::uint32_t value_number(const Value& value);
  std::uint32_t variable(std::span<const Value> indices);
  void put(std::uint32_t variable, std::uint32_t value);
  void set(std::uint32_t variable, std::uint32_t value);
  void poll();
  // Calls a function with the view of the state, the arguments of the task and `more`.
  Value call(const Value& code, TaskId task, std::span<const Value> more);
  // What `ask` answers, from memory if it is known. `temporary` holds an answer that is not kept.
  template <class Answer, class Ask>
  const Answer& remembered(Memo<Answer>& memo, std::uint64_t question, Answer& temporary,
                           const std::string& what, Ask ask);
  MethodAnswer ask_method(const MethodRecord& method, TaskId task);
  void add_instance(MethodAnswer& answer, const MethodRecord& method, const Value& given,
                    std::span<const Value> variables);
  OperatorAnswer ask_operator(const NameRecord& name, TaskId task);
  std::string value_text(const Value& value) const;

  std::vector<htn::Attribute> attributes_;
  std::vector<NameRecord> names_;
  FlatMap<std::string, std::uint32_t> name_numbers_;
  std::vector<MethodRecord> methods_;
  std::vector<MethodId> nil_methods_;
  std::vector<Agent> agents_;  // agent 0 is the planner
  Value accept_;

  std::vector<Value> values_;  // 0: Nothing
  FlatMap<Value, std::uint32_t, ValueHash> value_numbers_;
  std::vector<Value> keys_;  // of the variables
  FlatMap<Value, std::uint32_t, ValueHash> variables_;
  std::vector<TaskRecord> tasks_;
  FlatMap<TaskRecord, TaskId, TaskHash> task_numbers_;
  std::vector<TaskId> initial_;

  std::vector<std::uint32_t> current_;  // value of each variable
  std::vector<Reading> trail_;          // values before each change
  htn::Hash128 hash_;

  bool remember_ = true;
  Memo<MethodAnswer> methods_memo_;
  Memo<OperatorAnswer> operators_memo_;
  Memo<TruthAnswer> accept_memo_;
  // Answers that are not kept, of the choice points that are open.
  std::vector<std::unique_ptr<MethodAnswer>> open_;
  OperatorAnswer last_operator_;

  Context* context_ = nullptr;
  Value view_;
  bool planning_ = false;
  bool reading_ = false;
  std::vector<Reading> readings_;
  std::vector<std::uint32_t> read_at_;  // by variable: the number of the call that read it
  std::uint32_t call_number_ = 0;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::uint32_t until_clock_ = 0;
};

}  // namespace cgt::lang::plans
