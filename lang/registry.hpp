// The registry: every function, method and constant that scripts can name, in one table. Calls,
// `help`, `apropos`, tab completion and "did you mean" all read this table, so they cannot
// disagree.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/value.hpp"

namespace cgt::lang {

struct ClassInfo;

// One row. In `function`, arguments are in the order of the signature, optional ones that were left
// out are Nothing; for a method arguments[0] is the receiver and the parameters follow.
struct CGT_API Builtin {
  using Function = std::function<Value(Context&, std::span<const Value>)>;

  std::string owner;  // class of the receiver ("Game", "List"), or "" for a free function
  std::string
      signature;    // "Mean" (a property), "Cool(t)", "Svg(title?)"; free: "game.go.Region(rows)"
  std::string doc;  // one line
  std::string example;  // an expression, or "expression --> what it prints"
  Function function;
  std::string setup = {};  // statements that run before the example, a line each, or ""

  // Derived from the signature by Registry::add.
  std::string name = {};
  std::vector<std::string> parameters = {};
  std::size_t required = 0;
  bool is_property = false;
};

struct CGT_API Constant {
  std::string name;  // qualified: "Left", "Player.Left", "game.go.Black"
  std::string doc;
  Value value;
};

// A set of rows that is registered together. Names of a package start with its name and a dot.
struct CGT_API Package {
  std::string name;  // "game.go"
  std::string doc;
  std::vector<Builtin> builtins;
  std::vector<Constant> constants;
  // Of class ClassInfo: native ones, whose instances the constant of their path makes.
  std::vector<CountedPointer<const Object>> classes = {};
  // Class files that need not exist, by the full name of their class: "rulesets.Timber".
  std::vector<std::pair<std::string, std::string_view>> scripts = {};
};

class CGT_API Registry {
 public:
  Registry() = default;
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  // A row with the same owner and name replaces the older one.
  void add(Builtin builtin);
  void add(Constant constant);
  void add(Package package);

  // Free function or constant by qualified name.
  const Builtin* function(std::string_view name) const;
  const Value* constant(std::string_view name) const;
  // True for "game", "game.go", "Player": something may follow after a dot.
  bool is_namespace(std::string_view name) const;

  // The method row of a class itself, not of those it extends.
  const Builtin* row(std::string_view owner, std::string_view name) const;
  // Classes that scripts know without a declaration: Integer, Game, GridRuleset, ...
  void add_class(CountedPointer<const ClassInfo> type);
  const ClassInfo* class_named(std::string_view name) const;
  std::vector<std::string> class_names() const;

  // The text of a class that packages bring; "" if they bring none of this name. Files of the user
  // that have its name go before it.
  std::string_view script(std::string_view name) const;
  const std::map<std::string, std::string_view, std::less<>>& scripts() const { return scripts_; }

  // Method names are interned when a script is compiled; calls look up (class, symbol) pairs.
  std::uint32_t symbol(std::string_view name);
  const std::string& symbol_name(std::uint32_t symbol) const { return symbols_[symbol]; }
  // The method that `receiver` understands, its own classes first; null if there is none.
  const Builtin* method(const Value& receiver, std::uint32_t symbol) const;
  std::vector<std::string> method_names(const Value& receiver) const;

  // All rows in order of registration.
  const std::vector<std::unique_ptr<Builtin>>& builtins() const { return builtins_; }
  const std::vector<Constant>& constants() const { return constants_; }
  const std::vector<std::pair<std::string, std::string>>& packages() const { return packages_; }
  std::vector<std::string> free_names() const;

 private:
  std::vector<std::unique_ptr<Builtin>> builtins_;
  std::vector<Constant> constants_;
  std::vector<std::pair<std::string, std::string>> packages_;  // name, doc
  std::map<std::string, std::string_view, std::less<>> scripts_;
  std::vector<std::string> symbols_;
  FlatMap<std::string, std::uint32_t> symbol_ids_;
  FlatMap<std::string, const Builtin*> functions_;
  FlatMap<std::string, std::size_t> constant_ids_;
  FlatMap<std::string, const Builtin*> methods_;  // "owner.name"
  FlatMap<std::string, CountedPointer<const Object>> classes_;
  mutable FlatMap<std::string, FlatMap<std::uint32_t, const Builtin*>>
      dispatch_;  // per class chain
};

// Adds rows of one owner, one after the other, to a registry or to a package:
//
//   Registry registry;
//   const Rows strings(registry, "String");
//   strings.add("IsEmpty", "Has it no character?", "\"\".IsEmpty --> true",
//               [](Context&, std::span<const Value> a) {
//                 return Value::boolean(a[0].as_string().empty());
//               });
//
// The registry or package must outlive it.
class CGT_API Rows {
 public:
  Rows(Registry& registry, std::string_view owner) : registry_(&registry), owner_(owner) {}
  Rows(Package& package, std::string_view owner) : package_(&package), owner_(owner) {}

  // The same owner, but every example begins with a receiver: on("[3,1]"), with the example
  // "Length --> 2", shows "[3,1].Length --> 2".
  Rows on(std::string_view receiver) const;
  // The same owner, but these statements run before every example.
  Rows after(std::string_view setup) const;

  // The fields of a Builtin. What captures nothing is passed as a pointer: a std::function of a class of its
  // own for each of the rows takes the compiler several seconds.
  template <class F>
  void add(std::string_view signature, std::string_view doc, std::string_view example,
           F function) const {
    if constexpr (requires { static_cast<Plain>(function); })
      add_plain(signature, doc, example, function);
    else
      add_function(signature, doc, example, std::move(function));
  }

 private:
  using Plain = Value (*)(Context&, std::span<const Value>);
  void add_plain(std::string_view signature, std::string_view doc, std::string_view example,
                 Plain function) const;
  void add_function(std::string_view signature, std::string_view doc, std::string_view example,
                    Builtin::Function function) const;

  Registry* registry_ = nullptr;
  Package* package_ = nullptr;  // one of the two is null
  std::string owner_;
  std::string receiver_;  // with its dot
  std::string setup_;
};

// The classes whose methods a value understands, most specific first, ending in "Object".
CGT_API std::vector<std::string> class_chain(const Value& value);
// The narrowest class of a value by name, "Nimber", "DyadicRational", "Grid", where class_name() has
// one for all games.
CGT_API std::string value_class(Store& store, const Value& value);
// Does `value is type` hold? Of classes of values (ClassInfo::is_value) only the machine knows.
CGT_API bool belongs(const Value& value, const ClassInfo& type);

// Everything that needs cgt only.
CGT_API void register_core(Registry& registry);

// The reference of the language as a Markdown page, written from the registry: docs/language/
// reference.md is this text (`cgt docs reference`), and a test compares the two.

// One line about a type ("Game", "List"; "" for free functions); empty if it is unknown.
CGT_API std::string_view type_doc(std::string_view owner);

// Every row and constant of the registry, grouped by type, and the bases that are written in the
// language itself.
CGT_API std::string reference_page(const Registry& registry);

}  // namespace cgt::lang
