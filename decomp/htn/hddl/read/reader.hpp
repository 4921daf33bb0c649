// The inside of read.cpp: one object reads both texts of a model. Complaints are collected; what
// cannot be read is skipped up to the end of its section.
#pragma once

#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/read/sexpr.hpp"

namespace cgt::htn::hddl {

// Thrown after a complaint: the rest of this section makes no sense.
struct Skip {};

// Complaints about one text, and warnings.
class Complaints {
 public:
  Complaints(const SourceText& source, bool strict) : source_(source), strict_(strict) {}
  void add(SourceSpan span, std::string message, std::string hint = {});
  [[noreturn]] void fail(SourceSpan span, std::string message, std::string hint = {});
  // For what is understood all the same; an error if `strict`. The hint says what HDDL has instead.
  // Of warnings with one hint, keeps the first and counts the others.
  void warn(SourceSpan span, std::string message, std::string hint);
  // Throws InputError if there are any complaints.
  void raise() const;
  std::vector<std::string> warnings() const;

 private:
  static constexpr std::size_t kMost = 20;
  struct Warning {
    Diagnostic first;
    std::size_t more = 0;  // others with the same hint
  };
  const SourceText& source_;
  bool strict_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<Warning> warnings_;
};

// Names of one kind with their numbers. The texts that they stand in must outlive this.
class Names {
 public:
  explicit Names(const char* kind) : kind_(kind) {}
  // False if the name is taken.
  bool add(std::string_view name, Index index) { return index_.emplace(name, index).second; }
  // Throws Skip.
  Index find(Sexpr::Node node, Complaints& complaints) const;
  const Index* find(std::string_view name) const;

 private:
  const char* kind_;
  FlatMap<std::string_view, Index> index_;
};

// The variables in sight, innermost last.
struct Scope {
  std::vector<Typed>* variables;  // all of the action or method
  std::vector<Index> visible;     // indices into them
  void declare(Typed variable) {
    visible.push_back(static_cast<Index>(variables->size()));
    variables->push_back(std::move(variable));
  }
};

class Reader {
 public:
  explicit Reader(Model& model) : model_(model) {}
  // Without `problem`, the domain alone.
  void read(const SourceText& domain, const SourceText* problem, bool strict);

 private:
  using Node = Sexpr::Node;

  Model& model_;
  Complaints* complaints_ = nullptr;
  Names types_{"type"};
  Names objects_{"object"};
  Names predicates_{"predicate"};
  Names functions_{"function"};
  Names tasks_{"task or action"};
  std::deque<std::string> made_names_;  // of types that stand for several
  FlatSet<std::string_view> method_names_;
  bool in_domain_ = true;                       // or in the problem
  FlatMap<std::size_t, Index> method_effects_;  // actions by the place of the method's name
  std::size_t constants_ = 0;                   // objects of the domain

  [[noreturn]] void fail(Node node, std::string message, std::string hint = {}) const {
    complaints_->fail(node.span(), std::move(message), std::move(hint));
  }
  // Runs what reads a part; a Skip ends that part only.
  template <class Read>
  void attempt(Read read) {
    try {
      read();
    } catch (const Skip&) {  // said already
    }
  }

  // reader_names.cpp
  Node define(const Sexpr& text, std::string_view what, std::string& name) const;
  std::string_view name_of(Node node, std::string_view what) const;
  // "a b - t c": calls item(node, type) for each name; node of untyped names gets `object`.
  template <class Item>
  void typed_list(Node list, std::size_t from, Item item);
  // Of a name, or of (either NAME ...).
  Index type_of(Node node);
  void add_parent(Index type, Index parent);
  Index made_type(std::string name, Index parent);
  Index union_of(const std::vector<Index>& types);
  Index intersection_of(Index a, Index b);
  void read_types(Node section);
  void read_objects(Node section);
  void read_symbols(Node section, Names& names, std::vector<Symbol>& symbols, bool functions);
  std::vector<Typed> variables_of(Node list, std::size_t from);

  // reader_formula.cpp
  Formula formula(Node node, Scope& scope);
  Formula junction(Node node, Scope& scope, Formula::Kind kind);
  Formula comparison(Node node, Scope& scope);
  Expression expression(Node node, Scope& scope);
  Formula sort_of(Node node, Scope& scope);
  Term term(Node node, const Scope& scope) const;
  void require_arguments(Node node, std::size_t wanted, std::string_view what) const;
  // Of something, the one with this number, which is to be of a type.
  Term typed_term(Node node, std::size_t i, const Scope& scope, Index wanted) const;
  std::vector<Term> terms(Node node, const Scope& scope, const std::vector<Typed>& wanted,
                          std::string_view what) const;
  // The same for each of them.
  template <class Then>
  void each_term(Node node, const Scope& scope, const std::vector<Typed>& wanted,
                 std::string_view what, Then then) const;
  bool looks_numeric(Node node) const;
  void effects(Node node, Scope& scope, const std::vector<Index>& variables,
               const Formula& condition, std::vector<Effect>& out);
  Effect assignment(Node node, Scope& scope);

  // reader_tasks.cpp
  void declare_task(Node section, bool primitive);
  void action_body(Node section, Index index);
  void declare_method_effect(Node section);
  void method_effect(Node list, Method& method, Scope& scope);
  void method_body(Node section);
  void network(Node section, std::size_t from, Method& method, Scope& scope);
  void subtasks(Node node, Method& method, const Scope& scope);
  void subtask(Node node, Method& method, const Scope& scope);
  void order(const Node* ordering, Node tasks, bool ordered, Method& method) const;
  Node argument(Node section, std::size_t& at) const;

  // read.cpp
  template <class Read>
  void each_section(Node root, std::string_view keyword, Read read);
  void known_sections(Node root, std::initializer_list<std::string_view> known,
                      std::string_view what, const std::string& hint) const;
  void declarations(Node root);
  void bodies(Node root);
  void problem_sections(Node root);
  void domain_name(Node section) const;
  void read_facts(Node section);
  void read_fact(Node node);
  void read_metric(Node section);
};

template <class Then>
void Reader::each_term(Node node, const Scope& scope, const std::vector<Typed>& wanted,
                       std::string_view what, Then then) const {
  require_arguments(node, wanted.size(), what);
  for (std::size_t i = 0; i < wanted.size(); ++i) then(typed_term(node, i, scope, wanted[i].type));
}

inline constexpr std::string_view kVariableHint = "names of variables begin with '?'";

template <class Item>
void Reader::typed_list(Node list, std::size_t from, Item item) {
  std::size_t first = from;
  for (std::size_t i = from; i < list.size(); ++i) {
    if (!list[i].is("-")) continue;
    if (i == first) fail(list[i], "expected a name before '-'");
    if (i + 1 == list.size()) fail(list[i], "expected a type after '-'");
    const Index type = type_of(list[i + 1]);
    for (; first < i; ++first) item(list[first], type);
    first = ++i + 1;
  }
  for (; first < list.size(); ++first) item(list[first], Index{0});
}

}  // namespace cgt::htn::hddl
