#include "decomp/htn/hddl/read/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "decomp/htn/hddl/read/reader.hpp"

namespace cgt::htn::hddl {
namespace {

// Sections by keyword; each of them is a list that begins with one.
bool is_section(Sexpr::Node node, std::string_view keyword) {
  return node.is_list() && node.size() > 0 && node[0].is(keyword);
}

}  // namespace

// Calls read(section) for each section that begins with the keyword.
template <class Read>
void Reader::each_section(Node root, std::string_view keyword, Read read) {
  for (std::size_t i = 2; i < root.size(); ++i) {
    if (is_section(root[i], keyword)) attempt([&] { read(root[i]); });
  }
}

void Reader::known_sections(Node root, std::initializer_list<std::string_view> known,
                            std::string_view what, const std::string& hint) const {
  for (std::size_t i = 2; i < root.size(); ++i) {
    const Node section = root[i];
    if (std::any_of(known.begin(), known.end(),
                    [&](std::string_view each) { return is_section(section, each); })) {
      continue;
    }
    const bool named = section.is_list() && section.size() > 0 && !section[0].is_list();
    complaints_->add(named ? section[0].span() : section.span(),
                     named ? fmt::format("a {} has no section \"{}\"", what, section[0].word())
                           : "expected a section",
                     hint);
  }
}

void Reader::declarations(Node root) {
  known_sections(root,
                 {":requirements", ":types", ":constants", ":predicates", ":functions", ":task",
                  ":action", ":method"},
                 "domain",
                 "sections of a domain: :types, :constants, :predicates, :functions, :task, "
                 ":method, :action");
  each_section(root, ":types", [&](Node node) { read_types(node); });
  each_section(root, ":constants", [&](Node node) { read_objects(node); });
  constants_ = model_.objects.size();
  each_section(root, ":predicates",
               [&](Node node) { read_symbols(node, predicates_, model_.predicates, false); });
  each_section(root, ":functions",
               [&](Node node) { read_symbols(node, functions_, model_.functions, true); });
  each_section(root, ":action", [&](Node node) { declare_task(node, true); });
  each_section(root, ":method", [&](Node node) { declare_method_effect(node); });
  each_section(root, ":task", [&](Node node) { declare_task(node, false); });
}

void Reader::bodies(Node root) {
  each_section(root, ":action", [&](Node node) {
    const Index* index = node.size() < 2 ? nullptr : tasks_.find(node[1].word());
    // One that could not be declared has no body either.
    if (index != nullptr && *index < model_.actions.size() &&
        model_.tasks[*index].span.offset == node[1].span().offset) {
      action_body(node, *index);
    }
  });
  each_section(root, ":method", [&](Node node) { method_body(node); });
}

// A ground fact, (not FACT), or (= (function ...) number).
void Reader::read_fact(Node node) {
  if (!node.is_list() || node.size() == 0) fail(node, "expected a fact", "(predicate object ...)");
  std::vector<Typed> none;
  Scope scope{&none, {}};
  if (node[0].is("not")) {
    // What is not listed is false; saying so is allowed.
    static_cast<void>(formula(node, scope));
    return;
  }
  const auto indices = [](const std::vector<Term>& terms) {
    std::vector<Index> out;
    out.reserve(terms.size());
    for (const Term& term : terms) out.push_back(term.index);
    return out;
  };
  if (node[0].is("=")) {
    if (node.size() != 3) fail(node, "expected (= (FUNCTION ...) NUMBER)");
    const Expression function = expression(node[1], scope);
    const Expression value = expression(node[2], scope);
    if (function.kind != Expression::Kind::kFunction) fail(node[1], "expected a function");
    if (value.kind != Expression::Kind::kNumber) fail(node[2], "expected a number");
    model_.values.push_back({function.function, indices(function.terms), value.number});
    return;
  }
  if (node[0].is("and") || node[0].is("or") || node[0].is("forall") || node[0].is("exists")) {
    fail(node, "expected a fact", "(predicate object ...)");
  }
  const Index predicate = predicates_.find(node[0], *complaints_);
  const std::vector<Typed>& parameters = model_.predicates[predicate].parameters;
  std::vector<Index> objects;
  objects.reserve(parameters.size());
  each_term(node, scope, parameters, "predicate",
            [&](Term term) { objects.push_back(term.index); });
  model_.facts.push_back({predicate, std::move(objects)});
}

void Reader::read_facts(Node section) {
  model_.facts.reserve(section.size());
  for (std::size_t i = 1; i < section.size(); ++i) {
    attempt([&] { read_fact(section[i]); });
  }
}

void Reader::read_metric(Node section) {
  const std::string hint = "(:metric minimize (total-cost))";
  if (section.size() != 3 || !(section[1].is("minimize") || section[1].is("maximize"))) {
    fail(section, "expected minimize or maximize and an expression", hint);
  }
  std::vector<Typed> none;
  Scope scope{&none, {}};
  model_.maximize = section[1].is("maximize");
  model_.metric = expression(section[2], scope);
  model_.has_metric = true;
}

void Reader::domain_name(Node section) const {
  if (section.size() != 2 || section[1].is_list()) fail(section, "expected (:domain NAME)");
  if (section[1].word() == model_.domain) return;
  complaints_->warn(section[1].span(),
                    fmt::format("the problem is one of domain \"{}\", this domain is called \"{}\"",
                                section[1].word(), model_.domain),
                    "give the domain that belongs to it");
}

void Reader::problem_sections(Node root) {
  known_sections(
      root, {":requirements", ":domain", ":objects", ":htn", ":init", ":goal", ":metric"},
      "problem", "sections of a problem: :domain, :objects, :htn, :init, :goal, :metric");
  each_section(root, ":domain", [&](Node node) { domain_name(node); });
  each_section(root, ":init", [&](Node node) { read_facts(node); });
  each_section(root, ":goal", [&](Node node) {
    if (node.size() != 2) fail(node, "expected (:goal CONDITION)");
    Scope scope{&model_.goal.variables, {}};
    model_.goal.precondition = formula(node[1], scope);
    model_.has_goal = node[1].size() > 0;
  });
  each_section(root, ":metric", [&](Node node) { read_metric(node); });
  bool has_network = false;
  each_section(root, ":htn", [&](Node node) {
    if (has_network) fail(node[0], "there are two :htn sections");
    has_network = true;
    Method& method = model_.initial;
    method.name = "root";
    method.span = node[0].span();
    Scope scope{&method.variables, {}};
    for (std::size_t at = 1; at < node.size(); ++at) {
      const Node keyword = node[at];
      const Node list = argument(node, at);
      if (!keyword.is(":parameters")) continue;
      for (Typed& variable : variables_of(list, 0)) scope.declare(std::move(variable));
    }
    method.parameters = static_cast<Index>(method.variables.size());
    network(node, 1, method, scope);
  });
  if (!has_network) {
    fail(root[1], "the problem has no tasks", "(:htn :ordered-subtasks (and (task ...) ...))");
  }
}

// Constants of the domain may be objects of the problem: these are read between the two passes over
// the domain.
void Reader::read(const SourceText& domain, const SourceText* problem, bool strict) {
  Complaints of_domain(domain, strict);
  const Sexpr domain_text(domain);
  std::optional<Complaints> of_problem;
  std::optional<Sexpr> problem_text;
  std::optional<Node> root;
  model_.types.push_back({"object", 0, {}, {}});
  types_.add("object", 0);
  const auto begin = [&](Complaints& complaints, const Sexpr& text, std::string_view what,
                         std::string& name) {
    complaints_ = &complaints;
    for (const SourceSpan& span : text.glued()) {
      complaints.warn(span, "'-' is read as a word of its own", "a blank stands after '-'");
    }
    return define(text, what, name);
  };
  attempt([&] {
    const Node of = begin(of_domain, domain_text, "domain", model_.domain);
    declarations(of);
    if (problem != nullptr) {
      of_problem.emplace(*problem, strict);
      problem_text.emplace(*problem);
      attempt([&] {
        root = begin(*of_problem, *problem_text, "problem", model_.problem);
        each_section(*root, ":objects", [&](Node node) { read_objects(node); });
      });
      complaints_ = &of_domain;
    }
    bodies(of);
  });
  of_domain.raise();
  model_.warnings = of_domain.warnings();
  if (problem == nullptr) return;
  complaints_ = &*of_problem;
  in_domain_ = false;
  if (root) attempt([&] { problem_sections(*root); });
  of_problem->raise();
  for (std::string& warning : of_problem->warnings()) {
    model_.warnings.push_back(std::move(warning));
  }
}

Model read_domain(const SourceText& domain, const ReadOptions& options) {
  Model model;
  Reader(model).read(domain, nullptr, options.strict);
  return model;
}

Model read_model(const SourceText& domain, const SourceText& problem, const ReadOptions& options) {
  Model model;
  Reader(model).read(domain, &problem, options.strict);
  return model;
}

}  // namespace cgt::htn::hddl
