// A planning domain written as functions over a state of any type: the C++ face of plan libraries.
//
//   struct Trip { int at = 0, cash = 20; };
//   using Travel = CodeDomain<Trip>;                        // arguments are integers
//   Travel d({{.name = "time"}});
//   const auto walk = d.op("walk", [](Trip& s, Travel::Args a, Effects& e) {
//     s.at = a[1];
//     e.attributes[0] = 10.0 * std::abs(a[1] - a[0]);
//     return true;                                          // false: not possible here
//   });
//   const auto travel = d.task("travel");
//   d.method(travel, "on foot", [=](const Trip& s, Travel::Args a, Travel::Instances& out) {
//     if (std::abs(a[0] - s.at) <= 3) out.add({walk(s.at, a[0])}).because("it is near");
//   });
//   d.start(Trip{}, {travel(3)});
//   Planner(d).first(budget);
//
// A method may add any number of instances (one for each binding), or none. Names are ids that make
// ground tasks when they are called with arguments. Everything is declared before planning starts;
// names, methods and operators are valid as long as the domain.
//
// The state is copied before each operator and put back to undo it. A state that has the members
// `Word mark()` and `void undo(Word mark)` is changed in place instead, on its own trail; its
// operators must change nothing when they return false. A state that has `Hash128 hash128() const`
// can be compared: equal states must have equal hashes. Registers has all three.
//
// Argument types other than integers need std::hash, ==, and a text (set_argument_text).
#pragma once

#include <concepts>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/htn/domain.hpp"

namespace cgt::htn {

// Numbered variables as the state of a CodeDomain: changed in place, undone by a trail, with a hash
// that follows every change. What the numbers mean is up to the domain, which interns values of
// other types.
//
//   Registers s(3);
//   const Word mark = s.mark();
//   s.set(0, 5);
//   s.undo(mark);                 // s[0] == 0 again
class CGT_API Registers {
 public:
  explicit Registers(std::size_t count = 0, Word value = 0) : values_(count, value) {
    for (Word i = 0; i < count; ++i) hash_ ^= htn::hash128(i, value);
  }

  std::size_t size() const { return values_.size(); }
  Word operator[](std::size_t i) const { return values_[i]; }
  void set(std::size_t i, Word value) {
    if (values_[i] == value) return;
    trail_.emplace_back(i, values_[i]);
    write(i, value);
  }

  Word mark() const { return trail_.size(); }
  void undo(Word mark) {
    for (; trail_.size() > mark; trail_.pop_back()) {
      write(trail_.back().first, trail_.back().second);
    }
  }
  Hash128 hash128() const { return hash_; }

 private:
  void write(std::size_t i, Word value) {
    hash_ ^= htn::hash128(i, values_[i]);
    hash_ ^= htn::hash128(i, value);
    values_[i] = value;
  }

  std::vector<Word> values_;
  std::vector<std::pair<std::size_t, Word>> trail_;
  Hash128 hash_;
};

template <class S>
concept UndoableState = requires(S& s, Word mark) {
  { s.mark() } -> std::convertible_to<Word>;
  s.undo(mark);
};
template <class S>
concept HashedState = requires(const S& s) {
  { s.hash128() } -> std::same_as<Hash128>;
};

template <class State, class Arg = std::int64_t>
class CodeDomain final : public Domain {
 public:
  using Args = std::span<const Arg>;

  // Makes ground tasks: name(arguments...).
  class Name {
   public:
    template <class... A>
    TaskId operator()(A&&... args) const {
      SmallVector<Arg, 4> list;
      (list.push_back(static_cast<Arg>(std::forward<A>(args))), ...);
      return domain_->intern(id_, {list.data(), list.size()});
    }
    TaskId of(Args args) const { return domain_->intern(id_, args); }
    std::uint32_t id() const { return id_; }

   private:
    friend class CodeDomain;
    Name(CodeDomain* domain, std::uint32_t id) : domain_(domain), id_(id) {}
    CodeDomain* domain_;
    std::uint32_t id_;
  };

  // What a method adds its instances to.
  class Instances {
   public:
    class Instance {
     public:
      // The value of the next variable of the method.
      Instance& bind(const Arg& value) {
        at().bindings.push_back(domain_->word_of(value));
        return *this;
      }
      Instance& because(const std::string& reason) {
        domain_->pool_[index_].reason = domain_->intern_text(reason);
        return *this;
      }
      Instance& estimate(double cost) {
        at().estimate = cost;
        return *this;
      }
      Instance& weight(double likelihood) {
        at().weight = likelihood;
        return *this;
      }

     private:
      friend class Instances;
      Instance(CodeDomain* domain, std::size_t index) : domain_(domain), index_(index) {}
      Expansion& at() { return domain_->pool_[index_].expansion; }
      CodeDomain* domain_;
      std::size_t index_;
    };

    Instance add(std::span<const TaskId> subtasks) {
      const std::size_t index = domain_->new_instance();
      domain_->pool_[index].expansion.subtasks.assign(subtasks.begin(), subtasks.end());
      return Instance(domain_, index);
    }
    Instance add(std::initializer_list<TaskId> subtasks) {
      return add(std::span<const TaskId>(subtasks.begin(), subtasks.size()));
    }

   private:
    friend class CodeDomain;
    explicit Instances(CodeDomain* domain) : domain_(domain) {}
    CodeDomain* domain_;
  };

  using Operator = std::function<bool(State&, Args, Effects&)>;
  using Method = std::function<void(const State&, Args, Instances&)>;

  explicit CodeDomain(std::vector<Attribute> attributes = {}) : attributes_(std::move(attributes)) {
    if constexpr (std::integral<Arg>) {
      argument_text_ = [](const Arg& a) { return std::to_string(a); };
    } else if constexpr (std::convertible_to<Arg, std::string>) {
      argument_text_ = [](const Arg& a) { return std::string(a); };
    }
  }

  // --- declarations ---

  Name task(std::string name) { return declare(std::move(name), TaskKind::kCompound); }
  Name op(std::string name, Operator code) {
    const Name out = declare(std::move(name), TaskKind::kPrimitive);
    names_[out.id()].code = std::move(code);
    return out;
  }
  // Tried in the order of declaration. `variables` are the names of what instances bind.
  MethodId method(Name task, std::string name, Method code,
                  std::vector<std::string> variables = {}) {
    CGT_EXPECTS(names_[task.id()].kind == TaskKind::kCompound, "methods are for compound tasks");
    return add_method(names_[task.id()].methods, std::move(name), std::move(code),
                      std::move(variables));
  }
  // A method for the empty list, which is not an end of a plan while `accept` says so.
  MethodId nil_method(std::string name, Method code, std::vector<std::string> variables = {}) {
    return add_method(nil_methods_, std::move(name), std::move(code), std::move(variables));
  }
  // Is the empty list the end of a plan?
  void set_accept(std::function<bool(const State&)> accept) { accept_ = std::move(accept); }
  void set_locally_choosable(Name task) { names_[task.id()].locally_choosable = true; }
  void set_owner(Name task, int agent) { names_[task.id()].owner = agent; }
  void set_agents(std::vector<std::string> names) { agents_ = std::move(names); }
  // See Domain::relevant_hash, least_contribution.
  void set_relevant(Name task, std::function<Hash128(const State&, Args)> hash) {
    names_[task.id()].relevant = std::move(hash);
  }
  void set_least(Name task, std::function<void(Args, std::span<double>)> least) {
    names_[task.id()].least = std::move(least);
  }
  void set_argument_text(std::function<std::string(const Arg&)> text) {
    argument_text_ = std::move(text);
  }
  void start(State state, std::vector<TaskId> tasks) {
    state_ = std::move(state);
    saved_.clear();
    initial_ = std::move(tasks);
  }

  State& state() { return state_; }
  const State& state() const { return state_; }
  Args arguments(TaskId task) const { return {tasks_[task].args.data(), tasks_[task].args.size()}; }
  const std::string& task_name(TaskId task) const { return names_[tasks_[task].name].text; }
  bool is(TaskId task, Name name) const { return task != kNil && tasks_[task].name == name.id(); }

  // --- Domain ---

  std::vector<TaskId> initial_tasks() override { return initial_; }
  bool accepts() override { return !accept_ || accept_(state_); }
  const std::vector<Attribute>& attributes() const override { return attributes_; }
  TaskKind kind(TaskId task) const override { return names_[tasks_[task].name].kind; }
  std::span<const MethodId> methods(TaskId task) override {
    return task == kNil ? nil_methods_ : names_[tasks_[task].name].methods;
  }

  // All instances of a method are made at once and wait in pool_, which is a stack like the choice
  // points: words are where they begin and how many have been given out.
  bool next(TaskId task, MethodId method, ChoicePoint& point, Expansion& out) override {
    if (point.words.empty()) {
      const std::size_t begin = pool_size_;
      Instances instances(this);
      const Args args = task == kNil ? Args{} : arguments(task);
      methods_[method].code(state_, args, instances);
      if (pool_size_ == begin) return false;
      point.words = {begin, 0};
    }
    const auto begin = static_cast<std::size_t>(point.words[0]);
    const std::size_t index = begin + static_cast<std::size_t>(point.words[1]++);
    Pooled& given = pool_[index];
    out.subtasks = given.expansion.subtasks;
    out.bindings = given.expansion.bindings;
    out.bindings.push_back(given.reason);
    out.estimate = given.expansion.estimate;
    out.weight = given.expansion.weight;
    out.last = index + 1 == pool_size_;
    if (out.last) pool_size_ = begin;
    return true;
  }
  void close(ChoicePoint& point) override { pool_size_ = static_cast<std::size_t>(point.words[0]); }

  bool locally_choosable(TaskId task) const override {
    return names_[tasks_[task].name].locally_choosable;
  }

  bool apply(TaskId task, Effects& effects) override {
    const Record& record = tasks_[task];
    const Args args(record.args.data(), record.args.size());
    const Operator& code = names_[record.name].code;
    if constexpr (UndoableState<State>) {
      return code(state_, args, effects);
    } else {
      saved_.push_back(state_);
      if (code(state_, args, effects)) return true;
      state_ = std::move(saved_.back());
      saved_.pop_back();
      return false;
    }
  }
  Word mark() override {
    if constexpr (UndoableState<State>) {
      return state_.mark();
    } else {
      return saved_.size();
    }
  }
  void undo(Word mark) override {
    if constexpr (UndoableState<State>) {
      state_.undo(mark);
    } else if (saved_.size() > mark) {
      state_ = std::move(saved_[static_cast<std::size_t>(mark)]);
      saved_.erase(saved_.begin() + static_cast<std::ptrdiff_t>(mark), saved_.end());
    }
  }
  bool has_state_hash() const override { return HashedState<State>; }
  Hash128 state_hash() override {
    if constexpr (HashedState<State>) {
      return state_.hash128();
    } else {
      contract_violation("states without hash128() cannot be compared", __FILE__, __LINE__);
    }
  }
  Hash128 relevant_hash(TaskId task) override {
    const auto& relevant = names_[tasks_[task].name].relevant;
    return relevant ? relevant(state_, arguments(task)) : state_hash();
  }

  int owner(TaskId task) const override {
    return task == kNil ? 0 : names_[tasks_[task].name].owner;
  }
  std::string agent_name(int agent) const override {
    const auto index = static_cast<std::size_t>(agent);
    return index < agents_.size() ? agents_[index] : Domain::agent_name(agent);
  }
  void least_contribution(TaskId task, std::span<double> out) override {
    const auto& least = names_[tasks_[task].name].least;
    if (least) least(arguments(task), out);
  }

  std::string task_text(TaskId task) const override {
    if (task == kNil) return "NIL";
    std::string out = "(" + task_name(task);
    for (const Arg& arg : tasks_[task].args) out += " " + argument_text(arg);
    return out + ")";
  }
  std::string method_name(MethodId method) const override { return methods_[method].name; }
  std::vector<std::pair<std::string, std::string>> binding_texts(
      MethodId method, std::span<const Word> bindings) const override {
    std::vector<std::pair<std::string, std::string>> out;
    const auto& variables = methods_[method].variables;
    for (std::size_t i = 0; i + 1 < bindings.size(); ++i) {
      out.emplace_back(i < variables.size() ? variables[i] : "?" + std::to_string(i + 1),
                       argument_text(value_of(bindings[i])));
    }
    return out;
  }
  std::string reason(TaskId /*task*/, MethodId /*method*/,
                     std::span<const Word> bindings) const override {
    const Word text = bindings.empty() ? 0 : bindings.back();
    return text == 0 ? std::string() : texts_[static_cast<std::size_t>(text - 1)];
  }

 private:
  struct NameRecord {
    std::string text;
    TaskKind kind;
    Operator code;
    std::vector<MethodId> methods;
    bool locally_choosable = false;
    int owner = 0;
    std::function<Hash128(const State&, Args)> relevant;
    std::function<void(Args, std::span<double>)> least;
  };
  struct MethodRecord {
    std::string name;
    Method code;
    std::vector<std::string> variables;
  };
  struct Record {
    std::uint32_t name;
    SmallVector<Arg, 4> args;
    bool operator==(const Record&) const = default;
  };
  struct RecordHash {
    std::size_t operator()(const Record& r) const {
      std::uint64_t h = mix(r.name, r.args.size());
      for (const Arg& arg : r.args) h = mix(h, std::hash<Arg>{}(arg));
      return static_cast<std::size_t>(h);
    }
  };
  struct Pooled {
    Expansion expansion;
    Word reason = 0;  // in texts_, from 1
  };

  Name declare(std::string text, TaskKind kind) {
    NameRecord record{};
    record.text = std::move(text);
    record.kind = kind;
    names_.push_back(std::move(record));
    return Name(this, static_cast<std::uint32_t>(names_.size() - 1));
  }
  MethodId add_method(std::vector<MethodId>& list, std::string name, Method code,
                      std::vector<std::string> variables) {
    methods_.push_back({std::move(name), std::move(code), std::move(variables)});
    list.push_back(static_cast<MethodId>(methods_.size() - 1));
    return list.back();
  }
  TaskId intern(std::uint32_t name, Args args) {
    Record record{name, {args.begin(), args.end()}};
    const auto [it, fresh] = task_ids_.try_emplace(record, static_cast<TaskId>(tasks_.size()));
    if (fresh) tasks_.push_back(std::move(record));
    return it->second;
  }
  std::size_t new_instance() {
    if (pool_size_ == pool_.size()) pool_.emplace_back();
    pool_[pool_size_].expansion.clear();
    pool_[pool_size_].reason = 0;
    return pool_size_++;
  }
  Word intern_text(const std::string& text) {
    const auto [it, fresh] = text_ids_.try_emplace(text, texts_.size() + 1);
    if (fresh) texts_.push_back(text);
    return it->second;
  }
  // Values of variables as words: integers are themselves.
  Word word_of(const Arg& value) {
    if constexpr (std::integral<Arg>) {
      return static_cast<Word>(value);
    } else {
      const auto [it, fresh] = value_ids_.try_emplace(value, values_.size());
      if (fresh) values_.push_back(value);
      return it->second;
    }
  }
  Arg value_of(Word word) const {
    if constexpr (std::integral<Arg>) {
      return static_cast<Arg>(word);
    } else {
      return values_[word];
    }
  }
  std::string argument_text(const Arg& arg) const {
    return argument_text_ ? argument_text_(arg) : "?";
  }

  std::vector<Attribute> attributes_;
  std::vector<NameRecord> names_;
  std::vector<MethodRecord> methods_;
  std::vector<MethodId> nil_methods_;
  std::vector<std::string> agents_;
  std::function<bool(const State&)> accept_;
  std::function<std::string(const Arg&)> argument_text_;

  State state_{};
  std::vector<State> saved_;
  std::vector<TaskId> initial_;
  std::deque<Record> tasks_;  // methods hold arguments while they make tasks
  FlatMap<Record, TaskId, RecordHash> task_ids_;
  std::vector<Pooled> pool_;
  std::size_t pool_size_ = 0;
  std::vector<std::string> texts_;
  FlatMap<std::string, Word> text_ids_;
  std::vector<Arg> values_;
  FlatMap<Arg, Word> value_ids_;
};

}  // namespace cgt::htn
