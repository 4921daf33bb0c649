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
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decomp/htn/domain.hpp"
#include "decomp/htn/plan.hpp"
#include "decomp/htn/planner/policy.hpp"
#include "lang/context.hpp"

namespace cgt::lang::plans {

// What functions of a script answered, by what they looked at.
//
// The functions of a planning domain depend on their arguments and on the variables of the state
// that they read, and on nothing else. So an answer is kept in a decision tree: the root is the
// question (which function, which arguments), an inner node the variable that the function reads
// next, an edge the value found there, a leaf the answer. A search meets the same question in the
// same circumstances again and again; all but the first time cost a walk down a tree instead of a
// call of the interpreter.
//
// Invariants
//   1. Answers never move and are never dropped as long as the Memo lives (or until clear()).
//   2. Variables and values are numbers; 0 is a value like the others.
//   3. At most kMaxAnswers are kept; what comes later is asked each time. That costs time only.

// A variable that was read, and its value, both as numbers.
struct Reading {
  std::uint32_t variable = 0;
  std::uint32_t value = 0;
};

template <class Answer>
class Memo {
 public:
  static constexpr std::size_t kMaxAnswers = std::size_t{1} << 20U;

  // What is known about the question in a state; null: nothing. `values` by variable.
  const Answer* find(std::uint64_t question, std::span<const std::uint32_t> values) const {
    const auto root = roots_.find(question);
    if (root == roots_.end()) return nullptr;
    std::uint32_t at = root->second;
    for (;;) {
      const Node& node = nodes_[at];
      if (node.variable == kLeaf) return node.answer;
      const std::uint32_t value = values[node.variable];
      if (value == node.value) {
        at = node.child;
        continue;
      }
      const auto edge = edges_.find(key(at, value));
      if (edge == edges_.end()) return nullptr;
      at = edge->second;
    }
  }

  bool is_full() const { return answers_.size() >= kMaxAnswers; }
  std::size_t size() const { return answers_.size(); }

  // Keeps the answer to a question that find() did not know. Null: the function has read other
  // variables than it did in a state that it could not tell from this one.
  const Answer* add(std::uint64_t question, std::span<const Reading> readings, Answer answer) {
    const auto [root, fresh] = roots_.try_emplace(question, 0U);
    if (fresh) root->second = new_node();
    std::uint32_t at = root->second;
    bool is_new = fresh;
    for (const Reading& reading : readings) {
      if (is_new) {
        nodes_[at].variable = reading.variable;
        nodes_[at].value = reading.value;
        nodes_[at].child = static_cast<std::uint32_t>(nodes_.size());
        at = new_node();
        continue;
      }
      if (nodes_[at].variable != reading.variable) return nullptr;
      if (nodes_[at].value == reading.value) {
        at = nodes_[at].child;
        continue;
      }
      const auto [edge, added] =
          edges_.try_emplace(key(at, reading.value), static_cast<std::uint32_t>(nodes_.size()));
      at = added ? new_node() : edge->second;
      is_new = added;
    }
    if (!is_new) return nullptr;
    answers_.push_back(std::move(answer));
    nodes_[at].answer = &answers_.back();
    return &answers_.back();
  }

  void clear() {
    roots_.clear();
    edges_.clear();
    nodes_.clear();
    answers_.clear();
  }
  const std::deque<Answer>& answers() const { return answers_; }

 private:
  static constexpr std::uint32_t kLeaf = 0xffffffffU;
  // The edge that was made first lies in the node: most nodes have no other.
  struct Node {
    std::uint32_t variable = kLeaf;
    std::uint32_t value = 0;
    std::uint32_t child = 0;
    const Answer* answer = nullptr;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(std::uint64_t k) const {
      return static_cast<std::size_t>(mix(k, 0x9e3779b97f4a7c15ULL));
    }
  };
  static std::uint64_t key(std::uint32_t node, std::uint32_t value) {
    return (std::uint64_t{node} << 32U) | value;
  }
  std::uint32_t new_node() {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  FlatMap<std::uint64_t, std::uint32_t, KeyHash> roots_;
  FlatMap<std::uint64_t, std::uint32_t, KeyHash> edges_;
  std::vector<Node> nodes_;
  std::deque<Answer> answers_;
};

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
  // A task that is done where it holds, and whose methods have to bring that about. `holds`: a function
  // that says so, or Nothing: a variable has the value that is the last argument, or all of a map have theirs.
  std::uint32_t add_goal(const std::string& name, Value holds);
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
    // Of a goal: the task behind the subtasks of its methods that looks whether it holds.
    std::optional<std::uint32_t> check;
    Value holds;
  };
  struct MethodRecord {
    std::string text;
    Value code;
    Value bindings;
    // Of a goal, or of the check of one: nothing is left to do where it holds.
    std::optional<std::uint32_t> if_holds;
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
  bool goal_holds(const NameRecord& goal, TaskId task);
  MethodAnswer ask_method(const MethodRecord& method, TaskId task);
  void add_instance(MethodAnswer& answer, const MethodRecord& method, const Value& given,
                    std::span<const Value> variables, std::optional<TaskId> check);
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
