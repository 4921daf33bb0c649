// Random planning domains over a few facts, and what plans they have, found without any planner.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "decomp/htn/code_domain.hpp"
#include "decomp/htn/domain.hpp"

namespace random_domain {

using cgt::htn::Attribute;
using cgt::htn::CodeDomain;
using cgt::htn::Hash128;
using cgt::htn::MethodId;
using cgt::htn::TaskId;
using cgt::htn::Values;

using Bits = std::uint32_t;

struct Facts {
  Bits bits = 0;
  Hash128 hash128() const { return cgt::htn::hash128(bits, 7); }
};

struct Condition {
  Bits wanted = 0, forbidden = 0;
  bool holds(Bits state) const { return (state & wanted) == wanted && (state & forbidden) == 0; }
};
struct Operator {
  Condition pre;
  Bits add = 0, del = 0;
  Values contribution;
};
struct Method {
  Condition pre;
  std::vector<int> subtasks;  // operators from 0, compound tasks from operators.size()
};

struct Problem {
  std::vector<Attribute> attributes;
  std::vector<Operator> operators;
  std::vector<std::vector<Method>> tasks;
  std::vector<int> todo;
  Bits start = 0;
  Condition goal;
  int facts = 0;
};

struct Shape {
  int facts = 4, operators = 5, tasks = 4, methods = 3, subtasks = 3, todo = 2;
  int one_in = 6;          // so many facts to one condition on a fact
  bool recursive = false;  // a task may come back below itself
  std::vector<Attribute> attributes;
};

inline Problem make(std::mt19937_64& random, const Shape& shape) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto condition = [&](int one_in) {
    Condition c;
    for (int f = 0; f < shape.facts; ++f) {
      const int r = below(2 * one_in);
      if (r == 0) c.wanted |= 1U << f;
      if (r == 1) c.forbidden |= 1U << f;
    }
    return c;
  };
  Problem p;
  p.facts = shape.facts;
  p.attributes = shape.attributes;
  p.start = static_cast<Bits>(below(1 << shape.facts));
  p.goal = condition(shape.one_in);
  for (int i = 0; i < shape.operators; ++i) {
    Operator o;
    o.pre = condition(shape.one_in);
    o.add = static_cast<Bits>(below(1 << shape.facts)) & static_cast<Bits>(below(1 << shape.facts));
    o.del = static_cast<Bits>(below(1 << shape.facts)) & static_cast<Bits>(below(1 << shape.facts));
    for (const Attribute& a : shape.attributes) {
      const bool less = a.better == cgt::htn::Better::kLess;
      double x = below(5);
      if (a.combine == cgt::htn::Combine::kProduct) x = less ? 1 + below(3) : .5 * below(3);
      if (a.combine == cgt::htn::Combine::kSum) {
        if (!less) x = -x;
        if (!a.monotone) x = below(7) - 3;
      }
      o.contribution.push_back(x);
    }
    p.operators.push_back(std::move(o));
  }
  p.tasks.resize(static_cast<std::size_t>(shape.tasks));
  for (int t = 0; t < shape.tasks; ++t) {
    const int methods = 1 + below(shape.methods);
    for (int m = 0; m < methods; ++m) {
      Method method;
      method.pre = condition(shape.one_in);
      const int length = below(shape.subtasks + 1);
      for (int s = 0; s < length; ++s) {
        const int first = shape.recursive ? 0 : t + 1;
        const int choice = below(shape.operators + shape.tasks - first);
        method.subtasks.push_back(choice < shape.operators ? choice : choice + first);
      }
      p.tasks[static_cast<std::size_t>(t)].push_back(std::move(method));
    }
  }
  for (int i = 0; i < shape.todo; ++i) p.todo.push_back(shape.operators + below(shape.tasks));
  return p;
}

// The problem for the planner. `ids` gets the TaskId of every operator and task. owner(t) chooses
// among the methods of task t, of which method m has the weight weight(m).
template <class Owner, class Weight>
void declare(CodeDomain<Facts>& d, const Problem& p, std::vector<TaskId>& ids, Owner owner,
             Weight weight) {
  using D = CodeDomain<Facts>;
  ids.clear();
  for (std::size_t i = 0; i < p.operators.size(); ++i) {
    const Operator o = p.operators[i];
    ids.push_back(d.op("o" + std::to_string(i), [o](Facts& s, D::Args, cgt::htn::Effects& e) {
      if (!o.pre.holds(s.bits)) return false;
      s.bits = (s.bits & ~o.del) | o.add;
      std::copy(o.contribution.begin(), o.contribution.end(), e.attributes.begin());
      return true;
    })());
  }
  std::vector<D::Name> names;
  for (std::size_t t = 0; t < p.tasks.size(); ++t) {
    names.push_back(d.task("t" + std::to_string(t)));
    d.set_owner(names.back(), owner(t));
    ids.push_back(names.back()());
  }
  for (std::size_t t = 0; t < p.tasks.size(); ++t) {
    for (std::size_t m = 0; m < p.tasks[t].size(); ++m) {
      const Method method = p.tasks[t][m];
      std::vector<TaskId> subtasks;
      for (const int s : method.subtasks) subtasks.push_back(ids[static_cast<std::size_t>(s)]);
      const double likely = weight(m);
      d.method(names[t], "m" + std::to_string(m),
               [method, subtasks, likely](const Facts& s, D::Args, D::Instances& out) {
                 if (method.pre.holds(s.bits)) out.add(subtasks).weight(likely);
               });
    }
  }
  const Condition goal = p.goal;
  d.set_accept([goal](const Facts& s) { return goal.holds(s.bits); });
  std::vector<TaskId> todo;
  for (const int t : p.todo) todo.push_back(ids[static_cast<std::size_t>(t)]);
  d.start(Facts{p.start}, todo);
}

// All tasks are the planner's.
inline void declare(CodeDomain<Facts>& d, const Problem& p, std::vector<TaskId>& ids) {
  declare(
      d, p, ids, [](std::size_t) { return 0; }, [](std::size_t) { return 1.0; });
}

// Every plan of a problem without recursive tasks, by recursion: the operators and the values, in
// the order of depth-first search.
struct PlainPlan {
  std::vector<int> steps;
  Values values;
  friend auto operator<=>(const PlainPlan&, const PlainPlan&) = default;
};
inline void enumerate(const Problem& p, Bits state, std::vector<int> list, PlainPlan& prefix,
                      std::vector<PlainPlan>& out) {
  if (list.empty()) {
    if (p.goal.holds(state)) out.push_back(prefix);
    return;
  }
  const auto head = static_cast<std::size_t>(list.front());
  const std::vector<int> rest(list.begin() + 1, list.end());
  if (head < p.operators.size()) {
    const Operator& o = p.operators[head];
    if (!o.pre.holds(state)) return;
    const PlainPlan before = prefix;
    prefix.steps.push_back(static_cast<int>(head));
    for (std::size_t a = 0; a < p.attributes.size(); ++a) {
      prefix.values[a] =
          cgt::htn::combined(p.attributes[a].combine, prefix.values[a], o.contribution[a]);
    }
    enumerate(p, (state & ~o.del) | o.add, rest, prefix, out);
    prefix = before;
    return;
  }
  for (const Method& m : p.tasks[head - p.operators.size()]) {
    if (!m.pre.holds(state)) continue;
    std::vector<int> next = m.subtasks;
    next.insert(next.end(), rest.begin(), rest.end());
    enumerate(p, state, next, prefix, out);
  }
}
inline std::vector<PlainPlan> enumerate(const Problem& p) {
  std::vector<PlainPlan> out;
  PlainPlan prefix{{}, cgt::htn::identities(p.attributes)};
  enumerate(p, p.start, p.todo, prefix, out);
  return out;
}

// The vectors that no other one of the list is better than.
inline std::set<Values> undominated(const std::vector<Attribute>& attributes,
                                    const std::vector<Values>& all) {
  std::set<Values> out;
  for (const Values& v : all) {
    const bool dominated = std::any_of(all.begin(), all.end(), [&](const Values& w) {
      return w != v && cgt::htn::no_worse(attributes, w, v);
    });
    if (!dominated) out.insert(v);
  }
  return out;
}

// For problems of any kind: which states each task can end in, and at what undominated values, as
// the least fixed point of the equations of the methods. Values must not get better on the way.
class Fixpoint {
 public:
  using Ends = std::map<Bits, std::set<Values>>;

  explicit Fixpoint(const Problem& p) : p_(p) {
    const auto states = std::size_t{1} << static_cast<unsigned>(p.facts);
    ends_.assign(p.tasks.size(), std::vector<Ends>(states));
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t t = 0; t < p.tasks.size(); ++t) {
        for (Bits s = 0; s < states; ++s) {
          for (const Method& m : p.tasks[t]) {
            if (!m.pre.holds(s)) continue;
            for (const auto& [end, values] : run(s, m.subtasks)) {
              for (const Values& v : values) changed |= add(ends_[t][s][end], v);
            }
          }
        }
      }
    }
  }
  // What the list can end in from `state`.
  Ends run(Bits state, const std::vector<int>& list) const {
    Ends now{{state, {cgt::htn::identities(p_.attributes)}}};
    for (const int item : list) {
      Ends next;
      for (const auto& [s, values] : now) {
        for (const auto& [end, costs] : step(s, static_cast<std::size_t>(item))) {
          for (const Values& v : values) {
            for (const Values& c : costs) {
              Values sum = v;
              for (std::size_t a = 0; a < sum.size(); ++a) {
                sum[a] = cgt::htn::combined(p_.attributes[a].combine, v[a], c[a]);
              }
              add(next[end], sum);
            }
          }
        }
      }
      now = std::move(next);
    }
    return now;
  }
  std::set<Values> answer() const {
    std::set<Values> out;
    for (const auto& [end, values] : run(p_.start, p_.todo)) {
      if (!p_.goal.holds(end)) continue;
      for (const Values& v : values) add(out, v);
    }
    return out;
  }

 private:
  bool add(std::set<Values>& to, const Values& v) const {
    for (const Values& w : to) {
      if (cgt::htn::no_worse(p_.attributes, w, v)) return false;
    }
    std::erase_if(to, [&](const Values& w) { return cgt::htn::no_worse(p_.attributes, v, w); });
    to.insert(v);
    return true;
  }
  Ends step(Bits s, std::size_t item) const {
    if (item >= p_.operators.size()) return ends_[item - p_.operators.size()][s];
    const Operator& o = p_.operators[item];
    if (!o.pre.holds(s)) return {};
    return {{(s & ~o.del) | o.add, {o.contribution}}};
  }

  const Problem& p_;
  std::vector<std::vector<Ends>> ends_;
};

}  // namespace random_domain
