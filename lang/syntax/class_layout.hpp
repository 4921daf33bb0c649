// Makes the classes that a program declares: finds their bases, gives fields their places and
// checks overriding. The code of the methods comes later, from the compiler.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/registry.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/values/class.hpp"
#include "lang/values/function.hpp"

namespace cgt::lang {

// Bases of bases, and files that load each other.
inline constexpr std::size_t kMaxAncestry = 100;

class ClassLayout {
 public:
  using Note = std::function<void(SourceSpan, std::string, std::string)>;
  // What files of the class path declare, by full name. Both may be empty.
  struct Loader {
    // The class, built in if the file says that its code is; null if there is no such file.
    std::function<const ClassInfo*(std::string_view path)> type;
    // Is it a member of the singleton `constants` of its package? That is made before the program
    // runs.
    std::function<bool(std::string_view path)> constant;
  };

  ClassLayout(Program& program, Registry& registry, Globals& globals, Loader load, Note note)
      : program_(program),
        registry_(registry),
        globals_(globals),
        load_(std::move(load)),
        note_(std::move(note)) {}

  // All classes that stand outermost in the program. In `order()` bases come before what extends
  // them.
  void declare();
  const std::vector<ClassDeclaration*>& order() const { return order_; }

  // The class that a path names within `scope` (null: outside of classes), or null.
  const ClassInfo* find(std::string_view path, const ClassInfo* scope);
  // A class that the program declares outermost.
  const ClassInfo* declared(std::string_view name) const;
  // Does the class have a member or a native method of that name?
  bool has(const ClassInfo& type, std::string_view name);

 private:
  enum class State : std::uint8_t { kNone, kBusy, kDone };

  void shell(ClassDeclaration& declaration, const ClassInfo* outer);
  void lay_out(ClassDeclaration& declaration);
  void inherit(ClassDeclaration& declaration);
  void add_fields(ClassDeclaration& declaration);
  void add_members(ClassDeclaration& declaration);
  void add_method(ClassDeclaration& declaration, const MemberDeclaration& member);
  void add_base_call(ClassDeclaration& declaration);
  void check_override(const ClassDeclaration& declaration, const MemberDeclaration& member,
                      const Member* known);
  std::shared_ptr<Member> fresh(ClassInfo& type, std::string_view name, Member::Kind kind);
  void ready(const ClassInfo* type);
  const ClassInfo* find_head(std::string_view name, const ClassInfo* scope);
  const ClassInfo* in_file(std::string_view path) const {
    return load_.type ? load_.type(path) : nullptr;
  }

  Program& program_;
  Registry& registry_;
  Globals& globals_;
  Loader load_;
  Note note_;
  FlatMap<std::string, ClassDeclaration*> outermost_;
  FlatMap<const ClassInfo*, ClassDeclaration*> declarations_;
  FlatMap<const ClassInfo*, State> states_;
  std::vector<ClassDeclaration*> order_;
  std::size_t depth_ = 0;
};

// Resolver: decides at compile time what every name of a program stands for, so that nothing is
// looked up by name while it runs. It annotates the tree (Node::binding, variable, slot).
//
// Rules. Parameters, loop variables and `var` in a block or function are local to it. Elsewhere an
// assignment reaches the nearest variable of that name, a global included; if there is none it
// makes one: global at the top level, local to the function inside a function. Names that a program
// assigns at top level are known in all of it, so that functions can call each other; a function
// that is called in another one may also come with a later text.

// Returns what is wrong: unknown names (with "did you mean"), double declarations, misplaced
// breaks. `load` finds classes in files. The classes of the program are laid out; `order`, if
// given, gets them, bases first.
std::vector<Diagnostic> resolve(Program& program, Registry& registry, Globals& globals,
                                const ClassLayout::Loader& load = {},
                                std::vector<ClassDeclaration*>* order = nullptr);

}  // namespace cgt::lang
