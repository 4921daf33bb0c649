#include "lang/resolver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "lang/parser.hpp"

namespace cgt::lang {
namespace {

struct Later {
  std::string_view name;
  const char* what;
};

// Names of the whole dialect that have no meaning yet: an honest refusal beats "unknown name".
constexpr std::array<Later, 15> kLater{{
    {"pass", "loopy games"},
    {"on", "loopy games"},
    {"off", "loopy games"},
    {"over", "loopy games"},
    {"under", "loopy games"},
    {"dud", "loopy games"},
    {"upon", "loopy games"},
    {"omega", "transfinite numbers"},
    {"inf", "infinite numbers"},
    {"MutableList", "mutable collections"},
    {"MutableSet", "mutable collections"},
    {"MutableMap", "mutable collections"},
    {"Graph", "graphs"},
    {"Table", "tables"},
    {"Random", "random numbers"},
}};

constexpr std::array<std::string_view, 14> kClassNames{
    "Integer", "Rational", "Number", "Game",        "Boolean",  "String", "List",
    "Set",     "Map",      "Range",  "Coordinates", "Function", "Object", "Collection"};

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
  Resolver(Program& program, const Registry& registry, Globals& globals)
      : program_(program), registry_(registry), globals_(globals) {}

  std::vector<Diagnostic> run() {
    FunctionScope top;
    top.blocks.emplace_back();
    function_ = &top;
    for (const Node* statement : program_.root->kids) hoist(statement, true);
    for (Node* statement : program_.root->kids) visit(statement);
    return std::move(diagnostics_);
  }

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
    const bool assigns = node->kind == NodeKind::kAssign || node->kind == NodeKind::kDef;
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
    return registry_.constant(name) != nullptr || registry_.is_namespace(name) ||
           registry_.function(name) != nullptr ||
           std::find(kClassNames.begin(), kClassNames.end(), name) != kClassNames.end() ||
           std::any_of(kLater.begin(), kLater.end(),
                       [&](const Later& l) { return l.name == name; });
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

  // The value that a dotted path names in the registry.
  std::optional<Value> registered(std::string_view path) const {
    if (const Value* constant = registry_.constant(path)) return *constant;
    if (const Builtin* builtin = registry_.function(path)) return make_function(*builtin);
    return std::nullopt;
  }

  [[gnu::noinline]] void unknown(const Node* node, std::string_view name) {
    for (const Later& later : kLater) {
      if (later.name == name) {
        return note(node->span, fmt::format("not supported yet: {} ('{}')", later.what, name));
      }
    }
    if (std::find(kClassNames.begin(), kClassNames.end(), name) != kClassNames.end()) {
      return note(node->span, fmt::format("not supported yet: classes as values ('{}')", name));
    }
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
    const std::string near = closest(name, candidates);
    std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'?", near);
    if (near.empty()) {
      const auto& rows = registry_.builtins();
      const auto method = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
        return !row->owner.empty() && row->name == name;
      });
      if (method != rows.end())
        hint = fmt::format("it is a method: write x.{}", (*method)->signature);
    }
    note(node->span, fmt::format("unknown name '{}'", name), std::move(hint));
  }

  [[gnu::noinline]] void visit_name(Node* node) {
    if (Variable* variable = find_local(node->text)) return bind_local(node, variable);
    if (known_global(node->text)) return bind_global(node, node->text);
    if (auto value = registered(node->text)) return bind_constant(node, *std::move(value));
    unknown(node, node->text);
  }

  // "game.go" of a chain of members whose first name is no variable; empty if it is something else.
  std::string path_of(const Node* node) {
    if (node->kind == NodeKind::kName) {
      if (find_local(node->text) != nullptr || known_global(node->text)) return {};
      return registry_.is_namespace(node->text) ? std::string(node->text) : std::string();
    }
    if (node->kind != NodeKind::kMember) return {};
    const std::string head = path_of(node->kids[0]);
    return head.empty() ? head : fmt::format("{}.{}", head, node->text);
  }

  // True if the node was dealt with as a path into a package.
  [[gnu::noinline]] bool visit_path(Node* node) {
    const std::string head = path_of(node->kids[0]);
    if (head.empty() || !registry_.is_namespace(head)) return false;
    const std::string path = fmt::format("{}.{}", head, node->text);
    if (auto value = registered(path)) {
      bind_constant(node, *std::move(value));
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

  [[gnu::noinline]] void visit_lambda(Node* node) {
    FunctionScope scope;
    scope.parent = function_;
    scope.lambda = node;
    scope.blocks.emplace_back();
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
  const Registry& registry_;
  Globals& globals_;
  FunctionScope* function_ = nullptr;
  FlatMap<std::string, bool> hoisted_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

std::vector<Diagnostic> resolve(Program& program, const Registry& registry, Globals& globals) {
  return Resolver(program, registry, globals).run();
}

}  // namespace cgt::lang
