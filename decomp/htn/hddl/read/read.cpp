#include "decomp/htn/hddl/read/model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "decomp/htn/hddl/read/reader.hpp"

namespace cgt::htn::hddl {
namespace {

// Sections by keyword; each of them is a list that begins with one.
bool is_section(Sexpr::Node node, std::string_view keyword) {
  return node.is_list() && node.size() > 0 && node[0].is(keyword);
}

}  // namespace

void Reader::domain(const SourceText& source) {
  Complaints complaints(source);
  complaints_ = &complaints;
  const Sexpr text(source);
  model_.types.push_back({"object", 0, {}});
  types_.add("object", 0);
  attempt([&] {
    const Node root = define(text, "domain", model_.domain);
    const auto each = [&](std::string_view keyword, auto read) {
      for (std::size_t i = 2; i < root.size(); ++i) {
        if (is_section(root[i], keyword)) attempt([&] { read(root[i]); });
      }
    };
    static constexpr std::string_view kKnown[] = {":requirements", ":types",     ":constants",
                                                  ":predicates",   ":functions", ":task",
                                                  ":action",       ":method"};
    for (std::size_t i = 2; i < root.size(); ++i) {
      const Node section = root[i];
      if (std::any_of(std::begin(kKnown), std::end(kKnown),
                      [&](std::string_view known) { return is_section(section, known); })) {
        continue;
      }
      std::string hint = "sections of a domain: :types, :constants, :predicates, :functions, ";
      hint += ":task, :method, :action";
      const bool named = section.is_list() && section.size() > 0 && !section[0].is_list();
      complaints.add(named ? section[0].span() : section.span(),
                     named ? fmt::format("a domain has no section \"{}\"", section[0].word())
                           : "expected a section",
                     hint);
    }
    each(":types", [&](Node node) { read_types(node); });
    each(":constants", [&](Node node) { read_objects(node); });
    each(":predicates",
         [&](Node node) { read_symbols(node, predicates_, model_.predicates, false); });
    each(":functions", [&](Node node) { read_symbols(node, functions_, model_.functions, true); });
    each(":action", [&](Node node) { declare_task(node, true); });
    each(":task", [&](Node node) { declare_task(node, false); });
    each(":action", [&](Node node) {
      const Index* index = node.size() < 2 ? nullptr : tasks_.find(node[1].word());
      // One that could not be declared has no body either.
      if (index != nullptr && *index < model_.actions.size() &&
          model_.tasks[*index].span.offset == node[1].span().offset) {
        action_body(node, *index);
      }
    });
    each(":method", [&](Node node) { method_body(node); });
  });
  complaints.raise();
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

void Reader::problem(const SourceText& source) {
  Complaints complaints(source);
  complaints_ = &complaints;
  const Sexpr text(source);
  attempt([&] {
    const Node root = define(text, "problem", model_.problem);
    bool has_network = false;
    for (std::size_t i = 2; i < root.size(); ++i) {
      const Node section = root[i];
      if (is_section(section, ":objects")) attempt([&] { read_objects(section); });
    }
    for (std::size_t i = 2; i < root.size(); ++i) {
      const Node section = root[i];
      attempt([&] {
        if (is_section(section, ":objects") || is_section(section, ":requirements")) return;
        if (is_section(section, ":domain")) {
          if (section.size() != 2 || section[1].word() != model_.domain) {
            fail(section, fmt::format("the problem is not one of domain \"{}\"", model_.domain),
                 "give the domain that belongs to it");
          }
        } else if (is_section(section, ":init")) {
          read_facts(section);
        } else if (is_section(section, ":goal")) {
          if (section.size() != 2) fail(section, "expected (:goal CONDITION)");
          Scope scope{&model_.goal.variables, {}};
          model_.goal.precondition = formula(section[1], scope);
          model_.has_goal = section[1].size() > 0;
        } else if (is_section(section, ":metric")) {
          read_metric(section);
        } else if (is_section(section, ":htn")) {
          if (has_network) fail(section[0], "there are two :htn sections");
          has_network = true;
          Method& method = model_.initial;
          method.name = "root";
          method.span = section[0].span();
          Scope scope{&method.variables, {}};
          for (std::size_t at = 1; at < section.size(); ++at) {
            const Node keyword = section[at];
            const Node list = argument(section, at);
            if (!keyword.is(":parameters")) continue;
            for (Typed& variable : variables_of(list, 0)) scope.declare(std::move(variable));
          }
          method.parameters = static_cast<Index>(method.variables.size());
          network(section, 1, method, scope);
        } else {
          const bool named = section.is_list() && section.size() > 0 && !section[0].is_list();
          fail(named ? section[0] : section,
               named ? fmt::format("a problem has no section \"{}\"", section[0].word())
                     : "expected a section",
               "sections of a problem: :domain, :objects, :htn, :init, :goal, :metric");
        }
      });
    }
    if (!has_network) {
      fail(root[1], "the problem has no tasks", "(:htn :ordered-subtasks (and (task ...) ...))");
    }
  });
  complaints.raise();
}

Model read_domain(const SourceText& domain) {
  Model model;
  Reader(model).domain(domain);
  return model;
}

Model read_model(const SourceText& domain, const SourceText& problem) {
  Model model;
  Reader reader(model);
  reader.domain(domain);
  reader.problem(problem);
  return model;
}

}  // namespace cgt::htn::hddl
