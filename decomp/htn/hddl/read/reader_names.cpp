// Declarations: types, objects, predicates, functions, variables.
#include <fmt/format.h>

#include "cgt/support/containers.hpp"
#include "decomp/htn/hddl/read/reader.hpp"

namespace cgt::htn::hddl {

void Complaints::add(SourceSpan span, std::string message, std::string hint) {
  diagnostics_.push_back({Severity::kError, std::move(message), std::move(hint), span});
  if (diagnostics_.size() == kMost) raise();
}

void Complaints::fail(SourceSpan span, std::string message, std::string hint) {
  add(span, std::move(message), std::move(hint));
  throw Skip{};
}

void Complaints::raise() const {
  if (!diagnostics_.empty()) throw InputError(source_, diagnostics_);
}

const Index* Names::find(std::string_view name) const {
  const auto it = index_.find(name);
  return it == index_.end() ? nullptr : &it->second;
}

Index Names::find(Sexpr::Node node, Complaints& complaints) const {
  if (const Index* index = node.is_list() ? nullptr : find(node.word())) return *index;
  std::string hint;
  if (!node.is_list()) {
    std::vector<std::string> known;
    for (const auto& [name, index] : index_) known.emplace_back(name);
    std::sort(known.begin(), known.end());
    const auto same = std::find_if(known.begin(), known.end(),
                                   [&](const std::string& name) { return node.is(name); });
    const std::string near = same != known.end() ? *same : closest(node.word(), known);
    if (!near.empty()) hint = fmt::format("did you mean \"{}\"?", near);
  }
  if (node.is_list()) complaints.fail(node.span(), fmt::format("expected the name of a {}", kind_));
  complaints.fail(node.span(), fmt::format("no {} is called \"{}\"", kind_, node.word()), hint);
}

std::string_view Reader::name_of(Node node, std::string_view what) const {
  if (node.is_list()) fail(node, fmt::format("expected the name of a {}, not a list", what));
  const std::string_view word = node.word();
  if (word[0] == '?' || word[0] == ':') {
    fail(node, fmt::format("\"{}\" cannot be the name of a {}", word, what),
         word[0] == '?' ? "'?' begins variables" : "':' begins keywords");
  }
  return word;
}

// The list (define (WHAT NAME) ...).
Reader::Node Reader::define(const Sexpr& text, std::string_view what, std::string& name) const {
  const Node root = text.root();
  const std::string wanted = fmt::format("(define ({} NAME) ...)", what);
  if (root.size() < 2 || !root[0].is("define")) fail(root, "expected " + wanted);
  const Node head = root[1];
  if (!head.is_list() || head.size() != 2 || !head[0].is(what) || head[1].is_list()) {
    const bool other =
        head.is_list() && head.size() == 2 && (head[0].is("domain") || head[0].is("problem"));
    fail(head, "expected " + wanted,
         other
             ? fmt::format("this is a {}; the domain comes first, then the problem", head[0].word())
             : "");
  }
  name = head[1].word();
  return root;
}

Index Reader::type_of(Node node) const {
  if (node.is_list() && node.size() > 0 && node[0].is("either")) {
    fail(node, "either is not supported", "declare a type above those and use it here");
  }
  return types_.find(node, *complaints_);
}

void Reader::read_types(Node section) {
  // Parents may be declared later, or nowhere else.
  const auto number = [&](Node node) {
    const std::string_view name = name_of(node, "type");
    if (const Index* known = types_.find(name)) return *known;
    const auto index = static_cast<Index>(model_.types.size());
    model_.types.push_back({std::string(name), 0, node.span()});
    types_.add(name, index);
    return index;
  };
  std::vector<bool> declared(1, true);
  const auto declare = [&](Node node, Index parent) {
    const Index index = number(node);
    declared.resize(model_.types.size());
    if (index == 0) {
      if (parent != 0) fail(node, "object is above all types");
      return;
    }
    if (declared[index] && model_.types[index].parent != parent) {
      fail(node, fmt::format("type \"{}\" is declared twice", node.word()),
           "a type has one parent");
    }
    declared[index] = true;
    model_.types[index].parent = parent;
    Index above = parent;
    while (above != 0 && above != index) above = model_.types[above].parent;
    if (above != 0) {
      model_.types[index].parent = 0;
      fail(node, fmt::format("type \"{}\" is above itself", node.word()));
    }
  };
  std::size_t first = 1;
  for (std::size_t i = 1; i < section.size(); ++i) {
    if (!section[i].is("-")) continue;
    if (i == first) fail(section[i], "expected a name before '-'");
    if (i + 1 == section.size()) fail(section[i], "expected a type after '-'");
    if (section[i + 1].is_list()) type_of(section[i + 1]);
    const Index parent = number(section[i + 1]);
    for (; first < i; ++first) attempt([&] { declare(section[first], parent); });
    first = ++i + 1;
  }
  for (; first < section.size(); ++first) attempt([&] { declare(section[first], 0); });
}

void Reader::read_objects(Node section) {
  typed_list(section, 1, [&](Node node, Index type) {
    attempt([&] {
      const std::string_view name = name_of(node, "object");
      const auto index = static_cast<Index>(model_.objects.size());
      if (!objects_.add(name, index)) {
        const Index known = *objects_.find(name);
        // Constants are often listed again among the objects.
        if (model_.objects[known].type == type) return;
        fail(node, fmt::format("object \"{}\" is declared twice, with different types", name));
      }
      model_.objects.push_back({std::string(name), type, node.span()});
    });
  });
}

std::vector<Typed> Reader::variables_of(Node list, std::size_t from) {
  if (!list.is_list()) fail(list, "expected a list of variables", "(?x - type ?y ?z - type)");
  // Few are compared one by one; of many, that would take too long.
  constexpr std::size_t kFew = 16;
  std::vector<Typed> out;
  out.reserve(list.size() - std::min(list.size(), from));
  FlatSet<std::string_view> seen;
  const auto is_new = [&](std::string_view name) {
    if (list.size() > kFew) return seen.insert(name).second;
    return std::none_of(out.begin(), out.end(),
                        [&](const Typed& other) { return other.name == name; });
  };
  typed_list(list, from, [&](Node node, Index type) {
    if (node.is_list() || node.word().size() < 2 || node.word()[0] != '?') {
      fail(node, "expected a variable", std::string(kVariableHint));
    }
    if (!is_new(node.word())) {
      fail(node, fmt::format("variable {} is declared twice", node.word()));
    }
    out.push_back({std::string(node.word()), type, node.span()});
  });
  return out;
}

void Reader::read_symbols(Node section, Names& names, std::vector<Symbol>& symbols,
                          bool functions) {
  for (std::size_t i = 1; i < section.size(); ++i) {
    const Node node = section[i];
    if (functions && node.is("-") && i + 1 < section.size()) {  // "- number" after functions
      if (!section[++i].is("number")) {
        complaints_->add(section[i].span(), "functions have the type number");
      }
      continue;
    }
    attempt([&] {
      const char* what = functions ? "function" : "predicate";
      if (!node.is_list() || node.size() == 0) {
        fail(node, fmt::format("expected a {}", what), "(name ?x - type)");
      }
      const std::string_view name = name_of(node[0], what);
      if (!names.add(name, static_cast<Index>(symbols.size()))) {
        fail(node[0], fmt::format("{} \"{}\" is declared twice", what, name));
      }
      symbols.push_back({std::string(name), {}, node[0].span()});
      symbols.back().parameters = variables_of(node, 1);
    });
  }
}

}  // namespace cgt::htn::hddl
