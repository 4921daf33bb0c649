// Random small problems in HDDL with everything that the dialect has; by default without recursion.
#pragma once

#include <fmt/format.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl::testing {

// Of the texts of a domain and a problem.
inline Model model_of(const std::pair<std::string, std::string>& texts) {
  return read_model(SourceText("d.hddl", texts.first), SourceText("p.hddl", texts.second));
}

class RandomHddl {
 public:
  explicit RandomHddl(unsigned seed, bool recursive = false)
      : random_(seed), recursive_(recursive) {}

  // Domain and problem.
  std::pair<std::string, std::string> texts() {
    std::string d =
        "(define (domain r)\n(:types a - object b c - a d - b d - c)\n(:constants k - b)\n"
        "(:predicates (p ?x ?y - a) (q ?x - b) (s) (u ?x - a))\n"
        "(:functions (fuel) (weight ?x - a) (total-cost))\n";
    for (int i = 0; i < kActions; ++i) actions_.push_back(types(up_to(2)));
    for (int i = 0; i < kTasks; ++i) tasks_.push_back(types(up_to(2)));
    for (int i = 0; i < kTasks; ++i) {
      d += fmt::format("(:task t{} :parameters ({}))\n", i, parameters(tasks_[i], 0));
      const int methods = 1 + up_to(2);
      for (int m = 0; m < methods; ++m) d += method(i, m);
    }
    for (int i = 0; i < kActions; ++i) d += action(i);
    d += ")\n";
    std::string p =
        "(define (problem r1) (:domain r)\n(:objects b1 b2 - b c1 c2 - c a1 - a d1 - d)\n";
    scope_.clear();
    const bool open = up_to(2) == 0;
    if (open) scope_ = {{"?h", "b"}};
    p += fmt::format("(:htn :parameters ({}) :ordered-subtasks (and {} {}))\n(:init",
                     open ? "?h - b" : "", call("t0", tasks_[0]), call("t1", tasks_[1]));
    scope_.clear();
    const std::vector<std::string> as{"a1", "b1", "b2", "c1", "c2", "k"};
    for (const auto& x : as) {
      for (const auto& y : as) {
        if (up_to(4) == 0) p += fmt::format(" (p {} {})", x, y);
      }
      if (up_to(1) == 0) p += fmt::format(" (u {})", x);
      if (up_to(3) != 0) p += fmt::format(" (= (weight {}) {})", x, up_to(3));
    }
    for (const char* x : {"b1", "b2", "k"}) {
      if (up_to(1) == 0) p += fmt::format(" (q {})", x);
    }
    if (up_to(1) == 0) p += " (s)";
    p += " (= (fuel) 3) (= (total-cost) 0))\n";
    if (up_to(2) == 0) p += "(:goal " + formula(1) + ")\n";
    return {d, p + "(:metric minimize (total-cost)))\n"};
  }

  int up_to(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n + 1)); }

 private:
  static constexpr int kActions = 4;
  static constexpr int kTasks = 4;
  struct Variable {
    std::string name;
    std::string type;
  };
  std::mt19937 random_;
  bool recursive_;
  std::vector<std::vector<std::string>> actions_;
  std::vector<std::vector<std::string>> tasks_;
  std::vector<Variable> scope_;
  int fresh_ = 0;

  std::string type() {
    static constexpr const char* kTypes[] = {"a", "b", "c", "b"};
    return kTypes[up_to(3)];
  }
  std::vector<std::string> types(int count) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.push_back(type());
    return out;
  }
  // Declares ?v0, ?v1... from `first` on.
  std::string parameters(const std::vector<std::string>& list, int first) {
    std::string out;
    for (std::size_t i = 0; i < list.size(); ++i) {
      out += fmt::format(" ?v{} - {}", first + static_cast<int>(i), list[i]);
    }
    return out;
  }
  // A variable or constant that may be of this type.
  std::string term(const std::string& type) {
    std::vector<std::string> fit;
    for (const Variable& v : scope_) {
      if (v.type == type || v.type == "a" || type == "a") fit.push_back(v.name);
    }
    if (type != "c" && (fit.empty() || up_to(5) == 0)) return "k";
    if (!fit.empty() && up_to(9) != 0)
      return fit[static_cast<std::size_t>(up_to(static_cast<int>(fit.size()) - 1))];
    return type == "c" ? "" : "k";
  }
  std::string call(const std::string& name, const std::vector<std::string>& list) {
    std::string out = "(" + name;
    for (const std::string& type : list) {
      std::string t = term(type);
      // There is no constant of type c in the domain.
      if (t.empty()) t = scope_of(type);
      if (t.empty()) return "(nothing)";
      out += " " + t;
    }
    return out + ")";
  }
  std::string scope_of(const std::string& type) {
    for (const Variable& v : scope_) {
      if (v.type == type || v.type == "a") return v.name;
    }
    return {};
  }
  std::string atom() {
    switch (up_to(3)) {
      case 0: return fmt::format("(p {} {})", term("a"), term("a"));
      case 1: return fmt::format("(q {})", term("b"));
      case 2: return "(s)";
      default: return fmt::format("(u {})", term("a"));
    }
  }
  std::string number() {
    switch (up_to(2)) {
      case 0: return "(fuel)";
      case 1: return fmt::format("(weight {})", term("a"));
      default: return fmt::format("(+ 1 {})", up_to(2));
    }
  }
  std::string quantified(const char* word, int depth) {
    const std::string t = type();
    const std::string name = fmt::format("?z{}", fresh_++);
    scope_.push_back({name, t});
    std::string out = fmt::format("({} ({} - {}) {})", word, name, t, formula(depth - 1));
    scope_.pop_back();
    return out;
  }
  std::string formula(int depth) {
    if (depth <= 0) return up_to(3) == 0 ? "(not " + atom() + ")" : atom();
    switch (up_to(8)) {
      case 0: return fmt::format("(or {} {})", formula(depth - 1), formula(depth - 1));
      case 1: return fmt::format("(imply {} {})", formula(depth - 1), formula(depth - 1));
      case 2: return quantified("forall", depth);
      case 3: return quantified("exists", depth);
      case 4: return fmt::format("(not {})", formula(depth - 1));
      case 5: return fmt::format("(= {} {})", term("a"), term("a"));
      case 6: return fmt::format("({} {} {})", up_to(1) == 0 ? "<" : ">=", number(), number());
      default: return fmt::format("(and {} {})", formula(depth - 1), formula(depth - 1));
    }
  }
  std::string effect() {
    switch (up_to(7)) {
      case 0: return fmt::format("(not {})", atom());
      case 1: return fmt::format("(when {} {})", formula(1), atom());
      case 2: {
        const std::string name = fmt::format("?z{}", fresh_++);
        scope_.push_back({name, "b"});
        std::string out = fmt::format("(forall ({} - b) (when {} (not {})))", name, atom(), atom());
        scope_.pop_back();
        return out;
      }
      case 3: return "(increase (total-cost) 2)";
      case 4: return "(decrease (fuel) 1)";
      case 5: return fmt::format("(assign (weight {}) {})", term("a"), up_to(3));
      default: return atom();
    }
  }
  std::string action(int i) {
    scope_.clear();
    for (std::size_t v = 0; v < actions_[i].size(); ++v) {
      scope_.push_back({fmt::format("?v{}", v), actions_[i][v]});
    }
    std::string out = fmt::format("(:action x{} :parameters ({})\n :precondition {}\n :effect (and",
                                  i, parameters(actions_[i], 0), formula(up_to(1)));
    for (int e = 1 + up_to(2); e > 0; --e) out += " " + effect();
    return out + "))\n" + (i == 0 ? "(:action nothing :parameters ())\n" : "");
  }
  std::string method(int task, int number) {
    scope_.clear();
    std::vector<std::string> list;
    std::string head = fmt::format("(t{}", task);
    for (const std::string& t : tasks_[task]) {
      // Now and then narrower or wider than the task's parameter.
      list.push_back(up_to(4) == 0 ? (t == "a" ? "b" : "a") : t);
      head += fmt::format(" ?v{}", list.size() - 1);
    }
    head += ")";
    for (int extra = up_to(2); extra > 0; --extra) list.push_back(type());
    for (std::size_t v = 0; v < list.size(); ++v)
      scope_.push_back({fmt::format("?v{}", v), list[v]});
    std::string out = fmt::format("(:method m{}-{} :parameters ({}) :task {}\n", task, number,
                                  parameters(list, 0), head);
    if (up_to(2) != 0) out += " :precondition " + formula(up_to(2)) + "\n";
    if (list.size() > 1 && up_to(3) == 0) out += " :constraints (not (= ?v0 ?v1))\n";
    out += " :ordered-subtasks (and";
    for (int s = up_to(3); s > 0; --s) {
      const bool primitive = (task + 1 >= kTasks && !recursive_) || up_to(1) == 0;
      const int which = primitive    ? up_to(kActions - 1)
                        : recursive_ ? up_to(kTasks - 1)
                                     : task + 1 + up_to(kTasks - task - 2);
      const auto index = static_cast<std::size_t>(which);
      out += " " + call(fmt::format("{}{}", primitive ? "x" : "t", which),
                        primitive ? actions_[index] : tasks_[index]);
    }
    return out + "))\n";
  }
};

}  // namespace cgt::htn::hddl::testing
