#include "lang/syntax/class_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace cgt::lang {
namespace {

struct BlockScope {
  std::vector<Variable*> variables;
};

struct FunctionScope {
  FunctionScope* parent = nullptr;
  const Node* lambda = nullptr;
  std::vector<BlockScope> blocks;
  int loops = 0;
};

class Resolver {
 public:
  Resolver(Program& program, Registry& registry, Globals& globals, const ClassLayout::Loader& load)
      : program_(program),
        registry_(registry),
        globals_(globals),
        load_(load),
        layout_(program, registry, globals, load,
                [this](SourceSpan span, std::string message, std::string hint) {
                  note(span, std::move(message), std::move(hint));
                }) {}

  std::vector<Diagnostic> run() {
    FunctionScope top;
    top.blocks.emplace_back();
    function_ = &top;
    layout_.declare();
    order = layout_.order();
    for (const Node* statement : program_.root->kids) hoist(statement, true);
    for (Node* statement : program_.root->kids) visit(statement);
    return std::move(diagnostics_);
  }

  std::vector<ClassDeclaration*> order;

 private:
  [[gnu::noinline]] void note(SourceSpan span, std::string message, std::string hint = {}) {
    if (diagnostics_.size() < kMaxDiagnostics) {
      diagnostics_.push_back({Severity::kError, std::move(message), std::move(hint), span});
    }
  }

  bool at_top() const { return function_->parent == nullptr; }
  bool at_outermost() const { return at_top() && function_->blocks.size() == 1; }

  // Names that the program assigns outside of functions.
  void hoist(const Node* node, bool outermost) {
    if (node == nullptr || node->kind == NodeKind::kLambda) return;
    const bool assigns = node->kind == NodeKind::kAssign || node->kind == NodeKind::kDef ||
                         (outermost && node->kind == NodeKind::kClass);
    if (assigns || (outermost && node->kind == NodeKind::kVar)) {
      hoisted_.emplace(std::string(node->text), true);
    }
    for (const Node* kid : node->kids) hoist(kid, false);
  }

  Variable* find_local(std::string_view name) {
    for (FunctionScope* f = function_; f != nullptr; f = f->parent) {
      for (auto block = f->blocks.rbegin(); block != f->blocks.rend(); ++block) {
        for (auto it = block->variables.rbegin(); it != block->variables.rend(); ++it) {
          if ((*it)->name != name) continue;
          if (f != function_) (*it)->captured = true;
          return *it;
        }
      }
    }
    return nullptr;
  }

  Variable* declare(BlockScope& block, std::string_view name) {
    Variable& variable = program_.variables.emplace_back();
    variable.name = name;
    variable.owner = function_->lambda;
    block.variables.push_back(&variable);
    return &variable;
  }

  bool reserved(std::string_view name) const {
    return registry_.class_named(name) != nullptr || registry_.constant(name) != nullptr ||
           registry_.is_namespace(name) || registry_.function(name) != nullptr ||
           (is_loopy_name(name) && name != "tis" && name != "tisn");
  }

  // A class of a script may have the name of a class that values are not instances of by themselves.
  bool may_be_hidden(std::string_view name) const {
    constexpr std::array<std::string_view, 19> kBasic{
        "Object", "Integer",      "Rational", "Number",    "Boolean", "String",      "List",
        "Set",    "Map",          "Range",    "Class",     "Enum",    "Coordinates", "Player",
        "Game",   "OutcomeClass", "Ruleset",  "Procedure", "Function"};
    return registry_.class_named(name) != nullptr && registry_.constant(name) == nullptr &&
           std::ranges::find(kBasic, name) == kBasic.end();
  }

  void bind_local(Node* node, Variable* variable) {
    node->binding = Binding::kLocal;
    node->variable = variable;
  }
  void bind_global(Node* node, std::string_view name) {
    node->binding = Binding::kGlobal;
    node->slot = globals_.slot(name);
  }
  void bind_constant(Node* node, Value value) {
    node->binding = Binding::kConstant;
    node->slot = static_cast<std::uint32_t>(program_.constants.size());
    program_.constants.push_back(std::move(value));
  }

  bool known_global(std::string_view name) const {
    const Globals::Entry* entry = globals_.find(name);
    return (entry != nullptr && entry->defined) || hoisted_.contains(std::string(name));
  }

  // The value that a dotted path names in the registry; cgsuite.util.Grid.Empty is Grid.Empty.
  std::optional<Value> registered(std::string_view path) const {
    if (const Value* constant = registry_.constant(path)) return *constant;
    if (const Builtin* builtin = registry_.function(path)) return make_function(*builtin);
    for (const std::string_view package :
         {"cgsuite.lang.", "cgsuite.util.", "game.misere.", "game."}) {
      if (path.starts_with(package)) return registered(path.substr(package.size()));
    }
    return std::nullopt;
  }

  void bind_class(Node* node, const ClassInfo& type) {
    if (!type.is_native) return bind_global(node, type.path);
    if (auto value = registered(type.path)) return bind_constant(node, *std::move(value));
    bind_constant(node, class_value(&type));
  }

  // A class or a constant of a package, in files of the class path.
  bool bind_to_file(Node* node, const std::string& path) {
    if (!load_.type) return false;
    if (const ClassInfo* type = load_.type(path)) {
      bind_class(node, *type);
      return true;
    }
    if (!load_.constant || !load_.constant(path)) return false;
    // pkg.constants.Name
    Node& constants = program_.nodes.emplace_back();
    constants.kind = NodeKind::kName;
    constants.span = node->span;
    bind_global(&constants, path.substr(0, path.rfind('.') + 1) + "constants");
    if (node->kind == NodeKind::kName) {
      node->kind = NodeKind::kMember;
      node->kids.push_back(&constants);
    } else {
      node->kids[0] = &constants;
    }
    return true;
  }

  // What may be meant by a name that is one of a package, or a command of the prompt.
  std::string full_name_of(std::string_view name) const {
    if (name == "help" || name == "quit" || name == "exit" || name == "clear")
      return fmt::format("at the prompt, :{}", name == "exit" ? "quit" : name);
    for (const std::string& full : registry_.free_names()) {
      if (full.size() > name.size() && full.ends_with(name) &&
          full[full.size() - name.size() - 1] == '.')
        return fmt::format("its full name is {}", full);
    }
    return {};
  }

  // A function that is called in the body of another one may be made later.
  bool made_later(const Node* callee) {
    if (at_top() || class_ != nullptr || callee->kind != NodeKind::kName) return false;
    const std::string_view name = callee->text;
    if (!full_name_of(name).empty() || registry_.is_namespace(name)) return false;
    std::vector<std::string> known = registry_.free_names();
    for (const auto& entry : globals_.entries) {
      if (entry.defined && entry.name.size() > 2) known.push_back(entry.name);
    }
    for (const auto& entry : hoisted_) known.push_back(entry.first);
    return closest(name, known).empty() || name.size() < 3;
  }

  [[gnu::noinline]] void unknown(Node* node, std::string_view name) {
    if (node == callee_ && made_later(node)) return bind_global(node, name);
    if (registry_.is_namespace(name)) {
      return note(node->span, fmt::format("'{}' is a package, not a value", name),
                  fmt::format("name a member of it: {}.x", name));
    }
    std::vector<std::string> candidates = registry_.free_names();
    for (const auto& entry : globals_.entries) {
      if (entry.defined) candidates.push_back(entry.name);
    }
    for (const auto& entry : hoisted_) candidates.push_back(entry.first);
    for (const FunctionScope* f = function_; f != nullptr; f = f->parent) {
      for (const BlockScope& block : f->blocks) {
        for (const Variable* variable : block.variables) candidates.emplace_back(variable->name);
      }
    }
    const std::string near = full_name_of(name).empty() ? closest(name, candidates) : "";
    std::string hint = near.empty() ? full_name_of(name) : fmt::format("did you mean '{}'?", near);
    if (hint.empty()) {
      const auto& rows = registry_.builtins();
      const auto method_called = [&](std::string_view wanted) {
        return std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
          return !row->owner.empty() && row->name == wanted;
        });
      };
      if (const auto method = method_called(name); method != rows.end()) {
        hint = fmt::format("it is a method: write x.{}", (*method)->signature);
      } else {
        std::vector<std::string> methods;
        for (const auto& row : rows) {
          if (!row->owner.empty()) methods.push_back(row->name);
        }
        const std::string near_method = closest(name, methods);
        if (!near_method.empty()) {
          hint = fmt::format("did you mean the method x.{}?",
                             (*method_called(near_method))->signature);
        } else if (node == option_) {
          hint = fmt::format("to lead back to braces, name them: {0}{{0|{0}}}", name.substr(0, 60));
        }
      }
    }
    note(node->span,
         fmt::format("unknown name '{}{}'", name.substr(0, 60), name.size() > 60 ? "..." : ""),
         std::move(hint));
  }

  // Has the class, or one that it extends, such a member? The name of a built-in class is that class, though
  // positions have a property OutcomeClass.
  bool has_member(const ClassInfo& c, std::string_view name) {
    if (c.find(registry_.symbol(name)) != nullptr) return true;
    return registry_.class_named(name) == nullptr && layout_.has(c, name);
  }

  // A member of the class that the code stands in, or of a class around it.
  [[gnu::noinline]] bool bind_member(Node* node) {
    const std::uint32_t symbol = registry_.symbol(node->text);
    node->hops = 0;
    for (const ClassInfo* c = class_; c != nullptr; c = c->outer, ++node->hops) {
      const Member* member = c->find(symbol);
      if (member == nullptr && !has_member(*c, node->text)) continue;
      node->member = member;
      if (member != nullptr && member->kind == Member::Kind::kVariable) {
        node->binding = Binding::kStatic;
        return true;
      }
      Variable* self = find_local("this");
      if (self == nullptr) {
        if (member == nullptr || member->kind == Member::Kind::kField ||
            (member->kind == Member::Kind::kMethod && !member->is_static)) {
          note(node->span, fmt::format("'{}' needs an instance of '{}'", node->text, c->name),
               "static code has no 'this'");
          return true;
        }
        bind_constant(node, class_value(c));
      }
      node->binding = Binding::kMember;
      node->variable = self;
      return true;
    }
    return false;
  }

  [[gnu::noinline]] void visit_this(Node* node) {
    if (Variable* self = find_local("this")) return bind_local(node, self);
    note(node->span, "'this' stands in no method");
  }

  // The class that a type names, as a constant.
  [[gnu::noinline]] void visit_type(Node* node) {
    if (node == nullptr || node->kind == NodeKind::kNothing) return;
    std::string path(program_.source.text().substr(node->span.offset, node->span.length));
    std::erase(path, ' ');
    const ClassInfo* type = layout_.find(path, class_);
    if (type != nullptr) return bind_constant(node, class_value(type));
    std::vector<std::string> names = registry_.class_names();
    const std::string near = closest(path, names);
    note(node->span, fmt::format("unknown class '{}'", path),
         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }

  [[gnu::noinline]] void visit_class(Node* node) {
    ClassDeclaration& declaration = *node->declaration;
    const bool outermost = class_ == nullptr;
    if (declaration.info == nullptr || (outermost && !at_outermost())) {
      return note(node->span, "a class is declared outside of blocks and functions");
    }
    if (outermost && reserved(declaration.name) && !may_be_hidden(declaration.name)) {
      return note(declaration.span, fmt::format("'{}' is built in", declaration.name),
                  "choose another name");
    }
    if (outermost) bind_global(node, declaration.info->path);
    const ClassInfo* const outer = std::exchange(class_, declaration.info);
    visit_lambda(declaration.maker, true);
    for (MemberDeclaration& member : declaration.members) {
      if (member.kind == MemberDeclaration::Kind::kClass) {
        visit_class(member.node);
      } else if (member.node != nullptr && member.node->kind == NodeKind::kLambda &&
                 (member.is_static || member.kind == MemberDeclaration::Kind::kMethod)) {
        visit_lambda(member.node, !member.is_static);
      }
    }
    class_ = outer;
  }

  [[gnu::noinline]] void visit_name(Node* node) {
    if (Variable* variable = find_local(node->text)) return bind_local(node, variable);
    if (bind_member(node)) return;
    if (const ClassInfo* own = layout_.declared(node->text)) return bind_global(node, own->path);
    const std::string own_name = program_.package + std::string(node->text);
    if (!program_.package.empty() && bind_to_file(node, own_name)) return;
    if (known_global(node->text)) return bind_global(node, node->text);
    if (auto value = registered(node->text)) return bind_constant(node, *std::move(value));
    if (!program_.package.empty()) {
      if (auto value = registered(own_name)) return bind_constant(node, *std::move(value));
    }
    if (const ClassInfo* type = registry_.class_named(node->text)) return bind_class(node, *type);
    if (bind_to_file(node, std::string(node->text))) return;
    if (node->text == "pass") {
      return note(node->span, "'pass' is an option only, and stands by itself in braces",
                  "{0|pass}: Right may move to the game itself");
    }
    if (is_loopy_name(node->text)) {
      node->kind = NodeKind::kUptimal;
      return;
    }
    unknown(node, node->text);
  }

  // Braces with loops. A name is bound in the options of its braces and of braces among them; what
  // is in a sum or a call there has a value of its own first, and cannot lead back.
  [[gnu::noinline]] void visit_loops(Node* node) {
    const std::size_t names = loop_names_.size();
    loop_names_.push_back(node->text);
    for (const Node* options : node->kids) {
      for (Node* item : options->kids) {
        if (item->kind == NodeKind::kLoop) {
          if (item->text != "pass" &&
              std::ranges::find(loop_names_, item->text) == loop_names_.end())
            note(item->span,
                 fmt::format("'{}' has no value before its braces are closed", item->text),
                 "a name of braces stands by itself as an option: a{0|{1|a}}");
        } else if (item->kind == NodeKind::kGame && item->loops) {
          visit_loops(item);
        } else {
          std::vector<std::string_view> outer = std::exchange(loop_names_, {});
          visit_option(item);
          loop_names_ = std::move(outer);
        }
      }
    }
    loop_names_.resize(names);
  }
  void visit_option(Node* item) {
    const Node* outer = std::exchange(option_, item);
    visit(item);
    option_ = outer;
  }
  [[gnu::noinline]] void visit_loopy_game(Node* node) {
    std::vector<std::string_view> outer = std::exchange(loop_names_, {});
    visit_loops(node);
    loop_names_ = std::move(outer);
  }

  // "game.go" of a chain of members whose first name is not a variable; empty if it is something else.
  std::string path_of(const Node* node) {
    if (node->kind == NodeKind::kName) {
      if (find_local(node->text) != nullptr || known_global(node->text)) return {};
      for (const ClassInfo* c = class_; c != nullptr; c = c->outer) {
        if (has_member(*c, node->text)) return {};
      }
      return registry_.is_namespace(node->text) ? std::string(node->text) : std::string();
    }
    if (node->kind != NodeKind::kMember) return {};
    const std::string head = path_of(node->kids[0]);
    return head.empty() ? head : fmt::format("{}.{}", head, node->text);
  }

  // game.grid.GridRuleset, the full name of a class.
  bool full_name(Node* node, const std::string& path) {
    if (!path.starts_with("game.") && !path.starts_with("cgsuite.")) return false;
    const ClassInfo* type = layout_.find(path, nullptr);
    if (type != nullptr) bind_class(node, *type);
    return type != nullptr;
  }

  // pkg.Name, a class in the file pkg/Name.cgs.
  bool in_package(Node* node) {
    const Node* head = node;
    while (head->kind == NodeKind::kMember || head == node) head = head->kids[0];
    if (!load_.type || head->kind != NodeKind::kName || shadowed(head->text) != nullptr ||
        known_global(head->text) || registry_.is_namespace(head->text) ||
        registry_.class_named(head->text) != nullptr) {
      return false;
    }
    for (const ClassInfo* c = class_; c != nullptr; c = c->outer) {
      if (has_member(*c, head->text)) return false;
    }
    const std::size_t start = head->span.offset;
    const std::string_view text = program_.source.text();
    const std::size_t end =
        text.find(node->text, node->kids[0]->span.offset + node->kids[0]->span.length);
    std::string path(text.substr(start, end + node->text.size() - start));
    std::erase(path, ' ');
    return bind_to_file(node, path);
  }

  // True if the node was dealt with as a path into a package.
  [[gnu::noinline]] bool visit_path(Node* node) {
    if (in_package(node)) return true;
    const std::string head = path_of(node->kids[0]);
    if (head.empty() || !registry_.is_namespace(head)) return false;
    const std::string path = fmt::format("{}.{}", head, node->text);
    if (auto value = registered(path)) {
      bind_constant(node, *std::move(value));
      return true;
    }
    if (full_name(node, path)) return true;
    if (node->kind == NodeKind::kMember && (head == "Icon" || head == "cgsuite.util.Icon")) {
      // Pictures are not drawn: whatever a ruleset calls one will do.
      bind_constant(node, Value::string(std::string(node->text)));
      return true;
    }
    if (node->kind == NodeKind::kMember && registry_.is_namespace(path)) {
      note(node->span, fmt::format("'{}' is a package, not a value", path));
      return true;
    }
    const std::string near = closest(path, registry_.free_names());
    note(node->span, fmt::format("'{}' has no member '{}'", head, node->text),
         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    return true;
  }

  [[gnu::noinline]] void visit_assign(Node* node) {
    Node* value = node->kids.empty() ? nullptr : node->kids[0];
    const bool is_var = node->kind == NodeKind::kVar;
    const auto bind = [&] {
      if (is_var && !at_outermost()) {
        for (const Variable* v : function_->blocks.back().variables) {
          if (v->name == node->text) {
            return note(node->span, fmt::format("'{}' is declared twice", node->text));
          }
        }
        return bind_local(node, declare(function_->blocks.back(), node->text));
      }
      Variable* variable = is_var ? nullptr : find_local(node->text);
      if (variable != nullptr) return bind_local(node, variable);
      if (!is_var && node->kind == NodeKind::kAssign && bind_member(node)) {
        const bool assignable =
            node->binding == Binding::kStatic ||
            (node->member != nullptr && node->member->kind == Member::Kind::kField);
        if (!assignable) note(node->span, fmt::format("'{}' is not a variable", node->text));
        return;
      }
      if (reserved(node->text)) {
        return note(node->span,
                    fmt::format("'{}' is built in and cannot be assigned to", node->text),
                    "choose another name");
      }
      if (at_top() || known_global(node->text)) return bind_global(node, node->text);
      bind_local(node, declare(function_->blocks.front(), node->text));
    };
    // A function may call itself; other values do not see the variable that they initialise.
    const bool early = value != nullptr && value->kind == NodeKind::kLambda;
    if (early) bind();
    if (value != nullptr) visit(value);
    if (!early) bind();
  }

  [[gnu::noinline]] void visit_lambda(Node* node, bool has_this = false) {
    FunctionScope scope;
    scope.parent = function_;
    scope.lambda = node;
    scope.blocks.emplace_back();
    if (has_this) {
      FunctionScope* const around = std::exchange(function_, &scope);
      node->variable = declare(scope.blocks[0], "this");
      function_ = around;
    }
    for (std::size_t i = 0; i + 1 < node->kids.size(); ++i) {
      Node* parameter = node->kids[i];
      const bool twice =
          std::any_of(scope.blocks[0].variables.begin(), scope.blocks[0].variables.end(),
                      [&](const Variable* v) { return v->name == parameter->text; });
      if (twice)
        note(parameter->span, fmt::format("two parameters are named '{}'", parameter->text));
      else if (Variable* outer = shadowed(parameter->text); outer != nullptr) {
        note(parameter->span,
             fmt::format("'{}' hides a variable of the function around it", parameter->text),
             "choose another name");
      }
      FunctionScope* const outer_function = function_;
      function_ = &scope;
      // A default may name the parameters before it.
      if (!parameter->kids.empty()) {
        visit_type(parameter->kids[0]);
        if (parameter->kids[1] != nullptr) visit(parameter->kids[1]);
      }
      bind_local(parameter, declare(scope.blocks[0], parameter->text));
      function_ = outer_function;
    }
    FunctionScope* const outer = function_;
    function_ = &scope;
    visit(node->kids.back());
    function_ = outer;
  }

  // Like find_local, without marking a capture.
  Variable* shadowed(std::string_view name) {
    for (FunctionScope* f = function_; f != nullptr; f = f->parent) {
      for (const BlockScope& block : f->blocks) {
        for (Variable* variable : block.variables) {
          if (variable->name == name) return variable;
        }
      }
    }
    return nullptr;
  }

  [[gnu::noinline]] void visit_loop(Node* node) {
    function_->blocks.emplace_back();
    for (const LoopPart part : {kLoopIn, kLoopFrom, kLoopTo, kLoopBy, kLoopBind}) {
      if (node->kids[part] != nullptr) visit(node->kids[part]);
    }
    if (!node->text.empty()) bind_local(node, declare(function_->blocks.back(), node->text));
    for (const LoopPart part : {kLoopWhile, kLoopWhere}) {
      if (node->kids[part] != nullptr) visit(node->kids[part]);
    }
    ++function_->loops;
    if (node->kids[kLoopInner] != nullptr) visit(node->kids[kLoopInner]);
    for (std::size_t i = kLoopParts; i < node->kids.size(); ++i) visit(node->kids[i]);
    --function_->loops;
    function_->blocks.pop_back();
  }

  [[gnu::noinline]] void visit_block(Node* node) {
    function_->blocks.emplace_back();
    for (Node* kid : node->kids) visit(kid);
    function_->blocks.pop_back();
  }

  [[gnu::noinline]] void visit_jump(const Node* node) {
    if (node->kind == NodeKind::kReturn) {
      if (at_top()) note(node->span, "'return' stands in no function");
    } else if (function_->loops == 0) {
      note(node->span, "this stands in no loop");
    }
  }

  // Recursive: messages are made elsewhere, out of its frame.
  void visit(Node* node) {
    switch (node->kind) {
      case NodeKind::kName: return visit_name(node);
      case NodeKind::kCall: {
        Node* callee = node->kids[0];
        const bool by_name = callee->kind == NodeKind::kName;
        const Node* const around = std::exchange(callee_, callee);
        visit(callee);
        callee_ = around;
        for (std::size_t i = 1; i < node->kids.size(); ++i) visit(node->kids[i]);
        if (!by_name || callee->kind != NodeKind::kMember) return;
        // A method of the constants of the package.
        node->kind = NodeKind::kMethodCall;
        node->text = callee->text;
        node->kids[0] = callee->kids[0];
        return;
      }
      case NodeKind::kMember:
      case NodeKind::kMethodCall:
        if (visit_path(node)) {
          for (std::size_t i = 1; i < node->kids.size(); ++i) visit(node->kids[i]);
          return;
        }
        break;
      case NodeKind::kAssign:
      case NodeKind::kVar:
      case NodeKind::kDef: return visit_assign(node);
      case NodeKind::kLambda: return visit_lambda(node);
      case NodeKind::kThis: return visit_this(node);
      case NodeKind::kClass: return visit_class(node);
      case NodeKind::kFieldInit:
      case NodeKind::kBaseInit: visit_this(node); break;
      case NodeKind::kSuper:
        if (class_ == nullptr) note(node->span, "'super' stands in no class");
        return visit_this(node);
      case NodeKind::kBinary:
        if (node->token != Token::kIs) break;
        visit(node->kids[0]);
        return visit_type(node->kids[1]);
      case NodeKind::kGame:
        if (node->loops) return visit_loopy_game(node);
        for (const Node* options : node->kids) {
          for (Node* item : options->kids) visit_option(item);
        }
        return;
      case NodeKind::kFor: return visit_loop(node);
      case NodeKind::kBlock: return visit_block(node);
      case NodeKind::kBreak:
      case NodeKind::kContinue:
      case NodeKind::kReturn: visit_jump(node); break;
      default: break;
    }
    for (Node* kid : node->kids) {
      if (kid != nullptr) visit(kid);
    }
  }

  Program& program_;
  Registry& registry_;
  Globals& globals_;
  const ClassLayout::Loader& load_;
  ClassLayout layout_;
  const ClassInfo* class_ = nullptr;  // that the code stands in
  FunctionScope* function_ = nullptr;
  std::vector<std::string_view> loop_names_;  // of braces around, as far as options lead to them
  const Node* callee_ = nullptr;              // that is visited
  const Node* option_ = nullptr;              // that is visited, in braces
  FlatMap<std::string, bool> hoisted_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

std::vector<Diagnostic> resolve(Program& program, Registry& registry, Globals& globals,
                                const ClassLayout::Loader& load,
                                std::vector<ClassDeclaration*>* order) {
  Resolver resolver(program, registry, globals, load);
  std::vector<Diagnostic> diagnostics = resolver.run();
  if (order != nullptr) *order = std::move(resolver.order);
  return diagnostics;
}

}  // namespace cgt::lang
