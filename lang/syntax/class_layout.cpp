#include "lang/syntax/class_layout.hpp"

#include <fmt/format.h>

namespace cgt::lang {
namespace {

// The class that a global variable holds, or of the singleton that it holds.
const ClassInfo* class_in(const Value& v) {
  if (v.kind() == Kind::kClass) return as_class(v).type.get();
  if (is_instance(v) && as_instance(v).type->is_singleton) return as_instance(v).type.get();
  return nullptr;
}

}  // namespace

void ClassLayout::declare() {
  for (Node* statement : program_.root->kids) {
    if (statement->kind != NodeKind::kClass) continue;
    ClassDeclaration& declaration = *statement->declaration;
    if (!outermost_.emplace(declaration.name, &declaration).second) {
      note_(declaration.span, fmt::format("the class '{}' is declared twice", declaration.name),
            "");
    }
    shell(declaration, nullptr);
  }
  for (Node* statement : program_.root->kids) {
    if (statement->kind == NodeKind::kClass) lay_out(*statement->declaration);
  }
}

void ClassLayout::shell(ClassDeclaration& declaration, const ClassInfo* outer) {
  CountedPointer<ClassInfo> info(new ClassInfo);
  declaration.info = info.get();
  info->name = declaration.name;
  info->path =
      outer == nullptr ? program_.package + declaration.name : outer->path + "." + declaration.name;
  info->outer = outer;
  info->is_mutable = declaration.is_mutable;
  info->has_brackets = declaration.has_brackets;
  info->is_singleton = declaration.is_singleton;
  info->is_enum = declaration.is_enum;
  info->is_library = program_.source.name().starts_with("library/");
  declarations_.emplace(info.get(), &declaration);
  globals_.classes.push_back(info);
  if (outer != nullptr && declaration.is_singleton) {
    note_(declaration.span, "a nested class is not a singleton",
          "declare the singleton outside of the class");
  }
  for (MemberDeclaration& member : declaration.members) {
    if (member.kind == MemberDeclaration::Kind::kClass)
      shell(*member.node->declaration, info.get());
  }
}

const ClassInfo* ClassLayout::declared(std::string_view name) const {
  const auto it = outermost_.find(std::string(name));
  return it == outermost_.end() ? nullptr : it->second->info;
}

void ClassLayout::ready(const ClassInfo* type) {
  if (const auto it = declarations_.find(type); it != declarations_.end()) lay_out(*it->second);
}

const ClassInfo* ClassLayout::find_head(std::string_view name, const ClassInfo* scope) {
  for (const ClassInfo* c = scope; c != nullptr; c = c->outer) {
    if (c->name == name) return c;
    const Member* member = c->find(registry_.symbol(name));
    if (member != nullptr && member->kind == Member::Kind::kClass) return member->nested;
  }
  if (const ClassInfo* own = declared(name)) return own;
  if (!program_.package.empty()) {
    if (const ClassInfo* own = in_file(program_.package + std::string(name))) return own;
  }
  if (const Globals::Entry* entry = globals_.find(name); entry != nullptr && entry->defined) {
    return class_in(entry->value);
  }
  if (const ClassInfo* native = registry_.class_named(name)) return native;
  return in_file(name);
}

const ClassInfo* ClassLayout::find(std::string_view path, const ClassInfo* scope) {
  std::size_t dot = std::min(path.find('.'), path.size());
  const ClassInfo* found = find_head(path.substr(0, dot), scope);
  // A package: a folder, then the file.
  while (found == nullptr && dot < path.size()) {
    dot = std::min(path.find('.', dot + 1), path.size());
    const std::string_view full = path.substr(0, dot);
    found = registry_.class_named(full);
    // The name that x.Class shows.
    if (found == nullptr && full.starts_with("game."))
      found = registry_.class_named(full.substr(5));
    if (found == nullptr) found = in_file(full);
  }
  // Or its full name: game.grid.GridRuleset.
  for (const std::string_view package :
       {"game.grid.", "game.strip.", "game.graph.", "game.heap.", "game.misere.", "game.util.",
        "game.", "cgsuite.lang.", "cgsuite.util."}) {
    if (found != nullptr || !path.starts_with(package)) continue;
    dot = std::min(path.find('.', package.size()), path.size());
    const std::string_view name = path.substr(package.size(), dot - package.size());
    found = registry_.class_named(name);
    if (found == nullptr) found = in_file(name);
  }
  while (found != nullptr && dot < path.size()) {
    const std::size_t end = std::min(path.find('.', dot + 1), path.size());
    ready(found);
    const Member* member = found->find(registry_.symbol(path.substr(dot + 1, end - dot - 1)));
    found = member != nullptr && member->kind == Member::Kind::kClass ? member->nested : nullptr;
    dot = end;
  }
  return found;
}

bool ClassLayout::has(const ClassInfo& type, std::string_view name) {
  if (type.find(registry_.symbol(name)) != nullptr) return true;
  return std::any_of(type.owners.begin(), type.owners.end(), [&](const std::string& owner) {
    return registry_.row(owner, name) != nullptr;
  });
}

void ClassLayout::lay_out(ClassDeclaration& declaration) {
  State& state = states_[declaration.info];
  if (state == State::kDone) return;
  if (state == State::kBusy) return;
  if (depth_ >= kMaxAncestry) {
    note_(declaration.span, "too many classes extend each other",
          fmt::format("at most {}", kMaxAncestry));
    return;
  }
  state = State::kBusy;
  ++depth_;
  inherit(declaration);
  add_fields(declaration);
  add_members(declaration);
  states_[declaration.info] = State::kDone;
  order_.push_back(&declaration);
  for (MemberDeclaration& member : declaration.members) {
    if (member.kind == MemberDeclaration::Kind::kClass) lay_out(*member.node->declaration);
  }
  --depth_;
}

void ClassLayout::inherit(ClassDeclaration& declaration) {
  ClassInfo& type = *declaration.info;
  // A class without ancestry is not laid out yet: that is how a circle of bases is found.
  std::vector<const ClassInfo*> ancestry{&type};
  std::vector<const ClassInfo*> bases;
  for (const BaseDeclaration& base : declaration.bases) {
    const ClassInfo* found = find(base.path, type.outer);
    if (found == nullptr) {
      note_(base.span, fmt::format("unknown class '{}'", base.path), "");
      continue;
    }
    ready(found);
    if (found->ancestry.empty()) {
      note_(base.span, fmt::format("the class '{}' extends itself", base.path), "");
      continue;
    }
    if (found->is_native && !found->is_game && !found->is_ruleset && found->name != "Object") {
      note_(base.span, fmt::format("'{}' cannot be extended", base.path), "");
      continue;
    }
    if (!bases.empty() && !found->fields.empty()) {
      note_(base.span, fmt::format("'{}' has variables", base.path),
            "only the first class after 'extends' may have some");
      continue;
    }
    bases.push_back(found);
  }
  if (bases.empty()) bases.push_back(registry_.class_named(type.is_enum ? "Enum" : "Object"));
  for (const ClassInfo* base : bases) {
    for (const ClassInfo* ancestor : base->ancestry) {
      if (std::find(ancestry.begin(), ancestry.end(), ancestor) == ancestry.end())
        ancestry.push_back(ancestor);
    }
    for (const std::string& owner : base->owners) {
      if (std::find(type.owners.begin(), type.owners.end(), owner) == type.owners.end())
        type.owners.push_back(owner);
    }
    for (const auto& [symbol, member] : base->members) type.members.emplace(symbol, member);
    type.is_game = type.is_game || base->is_game;
    type.is_ruleset = type.is_ruleset || base->is_ruleset;
    type.is_mutable = type.is_mutable || base->is_mutable;
    if (base->board != BoardKind::kNone) type.board = base->board;
  }
  // What every object has comes last.
  const auto object = std::find(type.owners.begin(), type.owners.end(), "Object");
  if (object != type.owners.end()) std::rotate(object, object + 1, type.owners.end());
  type.fields = bases[0]->fields;
  type.settled = bases[0]->settled;
  type.ancestry = std::move(ancestry);
}

std::shared_ptr<Member> ClassLayout::fresh(ClassInfo& type, std::string_view name,
                                           Member::Kind kind) {
  auto member = std::make_shared<Member>();
  member->kind = kind;
  member->owner = &type;
  type.members[registry_.symbol(name)] = member;
  return member;
}

void ClassLayout::add_fields(ClassDeclaration& declaration) {
  ClassInfo& type = *declaration.info;
  const auto add = [&](std::string_view name, bool is_private, SourceSpan span, bool shares) {
    const Member* known = type.find(registry_.symbol(name));
    if (known != nullptr && known->kind == Member::Kind::kField) {
      if (!shares || known->owner == &type) {
        note_(span, fmt::format("'{}' is declared twice in '{}'", name, type.name), "");
      }
      return;
    }
    const auto member = fresh(type, name, Member::Kind::kField);
    member->field = static_cast<std::uint32_t>(type.fields.size());
    member->is_private = is_private;
    type.fields.emplace_back(name);
  };
  for (const Node* parameter : declaration.parameters) {
    type.parameters.emplace_back(parameter->text);
    add(parameter->text, false, parameter->span, true);
  }
  for (const MemberDeclaration& member : declaration.members) {
    if (member.kind == MemberDeclaration::Kind::kVariable && !member.is_static)
      add(member.name, member.is_private, member.span, false);
  }
  // Where some variables are called mutable, the others are not.
  const auto is_variable = [](const MemberDeclaration& member) {
    return member.kind == MemberDeclaration::Kind::kVariable && !member.is_static;
  };
  if (std::ranges::any_of(declaration.members, &MemberDeclaration::is_mutable)) {
    for (const MemberDeclaration& member : declaration.members) {
      if (is_variable(member) && !member.is_mutable)
        type.settled.push_back(type.find(registry_.symbol(member.name))->field);
    }
  }
  if (type.is_enum) {
    type.enumeration.name = type.name.c_str();
    type.enumeration.script_class = &type;
    for (const std::string& name : declaration.constants) {
      const auto ordinal = static_cast<int>(type.enumeration.members.size());
      type.constant_names.push_back(name);
      type.enumeration.members.push_back(
          {&type.enumeration, type.constant_names.back().c_str(), ordinal});
    }
    for (const EnumMember& constant : type.enumeration.members) {
      fresh(type, constant.name, Member::Kind::kConstant)->value = Value::member(constant);
    }
  }
  add_base_call(declaration);
}

// A base with a constructor gets the arguments of the same name.
void ClassLayout::add_base_call(ClassDeclaration& declaration) {
  const ClassInfo* base =
      declaration.info->ancestry.size() > 1 ? declaration.info->ancestry[1] : nullptr;
  const auto known = declarations_.find(base);
  const bool has_maker =
      base != nullptr &&
      (base->maker != nullptr || (known != declarations_.end() && !base->fields.empty()));
  if (!has_maker || declaration.passes_arguments) return;
  Node* body = declaration.maker->kids.back();
  Node& call = program_.nodes.emplace_back();
  call.kind = NodeKind::kBaseInit;
  call.span = declaration.span;
  for (const std::string& name : base->parameters) {
    const auto own = std::find_if(declaration.parameters.begin(), declaration.parameters.end(),
                                  [&](const Node* p) { return p->text == name; });
    if (own == declaration.parameters.end()) break;
    Node& argument = program_.nodes.emplace_back();
    argument.kind = NodeKind::kName;
    argument.span = (*own)->span;
    argument.text = (*own)->text;
    call.kids.push_back(&argument);
  }
  body->kids.insert(body->kids.begin(), &call);
}

void ClassLayout::add_members(ClassDeclaration& declaration) {
  ClassInfo& type = *declaration.info;
  for (const MemberDeclaration& member : declaration.members) {
    switch (member.kind) {
      case MemberDeclaration::Kind::kMethod: add_method(declaration, member); break;
      case MemberDeclaration::Kind::kVariable: {
        if (!member.is_static) break;
        const auto made = fresh(type, member.name, Member::Kind::kVariable);
        made->is_private = member.is_private;
        made->cell = new CellObject;
        globals_.cells.push_back(*made->cell);
        break;
      }
      case MemberDeclaration::Kind::kClass: {
        const auto made = fresh(type, member.name, Member::Kind::kClass);
        made->is_private = member.is_private;
        made->nested = member.node->declaration->info;
        break;
      }
    }
  }
}

void ClassLayout::check_override(const ClassDeclaration& declaration,
                                 const MemberDeclaration& member, const Member* known) {
  const bool inherited =
      known != nullptr ? known->owner != declaration.info : has(*declaration.info, member.name);
  // What a built-in class has may be replaced without a word: class files elsewhere do not know of
  // all of its methods.
  const bool written =
      known != nullptr && known->owner != declaration.info && !known->owner->is_library;
  if (written && known->kind != Member::Kind::kClass && !member.is_override && !member.is_static) {
    note_(member.span,
          fmt::format("'{}' overrides a method of a class that '{}' extends", member.name,
                      declaration.name),
          "write  override def");
  }
  if (!inherited && known == nullptr && member.is_override) {
    std::vector<std::string> names;
    for (const std::string& owner : declaration.info->owners) {
      for (const auto& row : registry_.builtins()) {
        if (row->owner == owner) names.push_back(row->name);
      }
    }
    for (const auto& entry : declaration.info->members)
      names.push_back(registry_.symbol_name(entry.first));
    const std::string near = closest(member.name, names);
    note_(member.span, fmt::format("'{}' overrides nothing", member.name),
          near.empty() ? "leave out 'override'" : fmt::format("did you mean '{}'?", near));
  }
}

void ClassLayout::add_method(ClassDeclaration& declaration, const MemberDeclaration& member) {
  ClassInfo& type = *declaration.info;
  const Member* known = type.find(registry_.symbol(member.name));
  check_override(declaration, member, known);
  const auto shape = [&](const MemberDeclaration& one) {
    std::string types = one.is_property ? "" : "(";
    for (std::size_t i = 0; i + 1 < one.node->kids.size(); ++i) {
      const Node& parameter = *one.node->kids[i];
      const Node* as = parameter.kids.empty() ? nullptr : parameter.kids[0];
      if (as != nullptr) types += program_.source.text().substr(as->span.offset, as->span.length);
      types += ',';
    }
    return types;
  };
  if (known != nullptr && known->owner == &type) {
    const bool twice = std::ranges::any_of(declaration.members, [&](const MemberDeclaration& one) {
      return &one < &member && one.kind == MemberDeclaration::Kind::kMethod &&
             one.name == member.name && shape(one) == shape(member);
    });
    if (known->kind != Member::Kind::kMethod || twice) {
      note_(member.span, fmt::format("'{}' is declared twice in '{}'", member.name, type.name),
            "versions of a method differ in the number or the types of their parameters");
      return;
    }
    // One more version.
    Member& all = *type.members[registry_.symbol(member.name)];
    all.is_property = all.is_property && member.is_property;
    all.is_static = all.is_static || member.is_static;
    return;
  }
  const auto made = fresh(type, member.name, Member::Kind::kMethod);
  made->is_private = member.is_private;
  made->is_property = member.is_property;
  made->is_static = member.is_static;
  if (known != nullptr && known->kind == Member::Kind::kMethod) {
    made->inherited = known;
    made->is_property = made->is_property && known->is_property;
    made->is_static = made->is_static || known->is_static;
  }
}

}  // namespace cgt::lang
