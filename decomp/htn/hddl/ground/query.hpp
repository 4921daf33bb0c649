// Conditions compiled to join programs over Relations.
//
// A query binds variables so that a conjunction of literals holds. It is a list of steps: scans of
// a bucket of an index, enumerations of the objects of a type, equations that bind a variable, and
// tests, each as soon as what it needs is bound. The order of the scans is chosen when the query is
// compiled: next is always the one that is expected to find the fewest facts in the initial state
// (join order by selectivity; Selinger et al. 1979). Quantifiers, `or` and comparisons of numbers
// are tests, with queries of their own inside.
//
// Objects are numbered so that those of a type, subtypes included, are a range, with gaps where types
// have several parents: `Objects`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decomp/htn/hddl/ground/relations.hpp"
#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl {

// The objects of a model in the order of their types.
class CGT_API Objects {
 public:
  struct Range {
    Index first = 0;
    Index last = 0;                              // exclusive
    const std::vector<bool>* members = nullptr;  // all if there are no gaps; belongs to the Objects
    bool contains(Index object) const {
      return object >= first && object < last && (members == nullptr || (*members)[object]);
    }
    // The first one that is not before `object`, or `last`.
    Index from(Index object) const {
      while (object < last && !contains(object)) ++object;
      return object;
    }
    // Of those without gaps; an upper bound of others.
    Index size() const { return last - first; }
  };
  explicit Objects(const Model& model);
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;
  Range of_type(Index type) const { return ranges_[type]; }
  Index number(Index of_model) const { return number_[of_model]; }
  Index of_model(Index number) const { return of_model_[number]; }

 private:
  std::vector<Range> ranges_;
  std::vector<std::vector<bool>> members_;  // of types that have gaps
  std::vector<Index> number_;
  std::vector<Index> of_model_;

  void leave_gaps(const Model& model);
};

// Few: most predicates and tasks have one or two arguments.
using Terms = SmallVector<Term, 4>;

// A literal, equation or type test over the variables of a method; terms name objects by number.
struct CGT_API Literal {
  enum class Kind : std::uint8_t { kAtom, kEqual, kType };
  Kind kind = Kind::kAtom;
  bool negated = false;
  Index symbol = 0;  // predicate or type
  Terms terms;
  friend bool operator==(const Literal&, const Literal&) = default;
};

// Literals and, beside them, what is not literal.
struct CGT_API Conjunction {
  std::vector<Literal> literals;
  struct Other {
    const Formula* formula = nullptr;
    bool negated = false;
  };
  std::vector<Other> others;
};

struct Query;

// Holds if one of the alternatives has a solution, or if a comparison holds; or if not.
struct CGT_API Test {
  bool negated = false;
  const Formula* comparison = nullptr;
  std::vector<Query> alternatives;
};

struct CGT_API Step {
  enum class Kind : std::uint8_t {
    kScan,       // binds variables from the facts in a bucket
    kEnumerate,  // binds a variable to each object of a range
    kBind,       // binds a variable to a term
    kAtom,       // tests a fact
    kEqual,      // tests two terms
    kRange,      // tests the type of a term
    kTest,
  };
  struct Column {
    Index column = 0;
    Index variable = 0;
    bool same = false;  // the variable has a value already: compare
    Objects::Range range;
  };
  Kind kind = Kind::kTest;
  bool negated = false;
  Index predicate = 0;
  Index index = 0;
  Terms terms;  // key of the scan, arguments of the atom, both sides of an equation
  std::vector<Column> columns;
  Index variable = 0;
  Objects::Range range;
  Test test;
};

struct CGT_API Query {
  std::vector<Step> steps;
  Index generators = 0;  // scans and enumerations
};

// Translates formulas of a model; remembers which predicates hold facts of what types.
class CGT_API QueryCompiler {
 public:
  QueryCompiler(const Model& model, const Objects& objects, Relations& relations);

  // Splits a formula into literals and others. `negated`: its negation.
  void split(const Formula& formula, bool negated, Conjunction& out) const;
  // Binds `wanted`, of those `variables`, given those that are bound.
  Query compile(const Conjunction& conjunction, const std::vector<Typed>& variables,
                std::vector<bool> bound, const std::vector<Index>& wanted);
  Term term(const Term& of_model) const {
    return of_model.is_variable ? of_model : Term{false, objects_.number(of_model.index)};
  }
  Terms terms(std::span<const Term> of_model) const;
  // Types of the columns of a predicate; `object` where an effect may write any object.
  Index column_type(Index predicate, std::size_t column) const {
    return column_types_[predicate][column];
  }

 private:
  const Model& model_;
  const Objects& objects_;
  Relations& relations_;
  std::vector<std::vector<Index>> column_types_;

  Test test(const Conjunction::Other& other, const std::vector<Typed>& variables,
            const std::vector<bool>& bound);
  friend class QueryBuilder;
};

// Runs queries. `values` has a place for each variable.
class CGT_API QueryRunner {
 public:
  QueryRunner(const Objects& objects, const Relations& relations)
      : objects_(objects), relations_(relations) {}

  // The first solution, or, if `resume`, the next after the one that `cursors` stands for. Cursors
  // has a word for each generator.
  bool next(const Query& query, Index* values, Word* cursors, bool resume) const;
  bool exists(const Query& query, Index* values) const;
  // True if no generator has anything left, so that next() would find nothing.
  bool is_last(const Query& query, const Word* cursors) const;
  double evaluate(const Expression& expression, const Index* values) const;
  Index value(const Term& term, const Index* values) const {
    return term.is_variable ? values[term.index] : term.index;
  }

 private:
  const Objects& objects_;
  const Relations& relations_;

  bool holds(const Step& step, Index* values) const;
  bool holds(const Test& test, Index* values) const;
  Word open(const Step& step, const Index* values) const;
  bool settle(const Step& step, Index* values, Word& cursor) const;
  void restore(const Step& step, Index* values, Word cursor) const;
};

}  // namespace cgt::htn::hddl
