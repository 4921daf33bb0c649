// Declarations: types, objects, predicates, functions, variables.
#include <fmt/format.h>

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

void Complaints::warn(SourceSpan span, std::string message, std::string hint) {
  if (strict_) return add(span, std::move(message), std::move(hint));
  const auto same = std::find_if(warnings_.begin(), warnings_.end(), [&](const Warning& warning) {
    return warning.first.hint == hint;
  });
  if (same != warnings_.end()) {
    ++same->more;
    return;
  }
  warnings_.push_back({{Severity::kWarning, std::move(message), std::move(hint), span}});
}

std::vector<std::string> Complaints::warnings() const {
  std::vector<std::string> out;
  for (const Warning& warning : warnings_) {
    Diagnostic told = warning.first;
    if (warning.more > 0) told.hint += fmt::format(" ({} more like this)", warning.more);
    out.push_back(render(told, source_));
  }
  return out;
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

// A type that no text declares.
Index Reader::made_type(std::string name, Index parent) {
  if (const Index* known = types_.find(name)) return *known;
  const auto index = static_cast<Index>(model_.types.size());
  types_.add(made_names_.emplace_back(name), index);
  model_.types.push_back({std::move(name), parent, {}, {}});
  return index;
}

// What follows from another parent is left out.
void Reader::add_parent(Index type, Index parent) {
  if (model_.is_subtype(type, parent)) return;
  Type& of = model_.types[type];
  if (model_.is_subtype(parent, of.parent)) {
    of.parent = parent;
  } else {
    of.others.push_back(parent);
  }
}

// The type above all of these.
Index Reader::union_of(const std::vector<Index>& types) {
  Index parent = types[0];
  const auto above_all = [&] {
    return std::all_of(types.begin(), types.end(),
                       [&](Index type) { return model_.is_subtype(type, parent); });
  };
  while (!above_all()) parent = model_.types[parent].parent;
  if (std::find(types.begin(), types.end(), parent) != types.end()) return parent;
  std::string name = "(either";
  for (const Index type : types) name += " " + model_.types[type].name;
  const Index out = made_type(name + ")", parent);
  for (const Index type : types) add_parent(type, out);
  return out;
}

// The type below both.
Index Reader::intersection_of(Index a, Index b) {
  if (model_.is_subtype(a, b)) return a;
  if (model_.is_subtype(b, a)) return b;
  const Index out =
      made_type(fmt::format("{} and {}", model_.types[a].name, model_.types[b].name), a);
  add_parent(out, b);
  return out;
}

Index Reader::type_of(Node node) {
  if (!node.is_list() || node.size() < 2 || !node[0].is("either")) {
    return types_.find(node, *complaints_);
  }
  std::vector<Index> types;
  for (std::size_t i = 1; i < node.size(); ++i) {
    types.push_back(types_.find(node[i], *complaints_));
  }
  return union_of(types);
}

void Reader::read_types(Node section) {
  // Parents may be declared later, or nowhere else.
  const auto number = [&](Node node) {
    const std::string_view name = name_of(node, "type");
    if (const Index* known = types_.find(name)) return *known;
    const auto index = static_cast<Index>(model_.types.size());
    model_.types.push_back({std::string(name), 0, {}, node.span()});
    types_.add(name, index);
    return index;
  };
  FlatSet<Index> declared;
  const auto declare = [&](Node node, const std::vector<Index>& parents) {
    const Index index = number(node);
    bool again = !declared.insert(index).second;
    for (const Index parent : parents) {
      if (index != 0 && again && !model_.is_subtype(index, parent)) {
        complaints_->warn(node.span(),
                          fmt::format("type \"{}\" lies below \"{}\", too", node.word(),
                                      model_.types[parent].name),
                          "in HDDL, a type has one parent");
      }
      again = true;
      if ((index != 0 || parent != 0) && model_.is_subtype(parent, index)) {
        fail(node, index == 0 ? "object is above all types"
                              : fmt::format("type \"{}\" is above itself", node.word()));
      }
      add_parent(index, parent);
    }
  };
  std::size_t first = 1;
  for (std::size_t i = 1; i < section.size(); ++i) {
    if (!section[i].is("-")) continue;
    if (i == first) fail(section[i], "expected a name before '-'");
    if (i + 1 == section.size()) fail(section[i], "expected a type after '-'");
    const Node above = section[i + 1];
    std::vector<Index> parents;
    if (above.is_list() && above.size() > 1 && above[0].is("either")) {
      for (std::size_t p = 1; p < above.size(); ++p) parents.push_back(number(above[p]));
    } else {
      parents.push_back(number(above));
    }
    for (; first < i; ++first) attempt([&] { declare(section[first], parents); });
    first = ++i + 1;
  }
  for (; first < section.size(); ++first) attempt([&] { declare(section[first], {0}); });
}

void Reader::read_objects(Node section) {
  typed_list(section, 1, [&](Node node, Index type) {
    attempt([&] {
      const std::string_view name = name_of(node, "object");
      const auto index = static_cast<Index>(model_.objects.size());
      if (objects_.add(name, index)) {
        model_.objects.push_back({std::string(name), type, node.span()});
        return;
      }
      // Constants are often listed again among the objects.
      Index& known = model_.objects[*objects_.find(name)].type;
      if (known == type) return;
      complaints_->warn(node.span(),
                        fmt::format("object \"{}\" is of type {} and of type {}", name,
                                    model_.types[known].name, model_.types[type].name),
                        "in HDDL, an object is declared once");
      known = intersection_of(known, type);
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
