// What the language can do, from the rows of its registry: methods of Game, Number, Loopy, Position, Ruleset and
// Thermograph besides those that are bound by hand, all methods of other values (cgt.lang.Value), and the
// packages (cgt.lang.Namespace). Names are those of the language in snake_case.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>
#include <mutex>

#include "cgt/text/json.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/lang.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/thermographs.hpp"
#include "lang/python/play/positions.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/export.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/thermographs.hpp"

namespace cgt::python {

// A session on the games of a universe. Counts of its values are not atomic, so one thread at a time has them:
// the one that has the loopy values (LoopyTable::in_use), as results may be such.
class Language {
 public:
  explicit Language(Store& games) : session(games) { lang::add_all_packages(session); }

  lang::Session session;

  // Objects of Python end while another thread may be counting: their values wait for the next call.
  void bury(lang::Value value) {
    const std::lock_guard lock(burying_);
    buried_.push_back(std::move(value));
  }
  // Requires the lock.
  void empty() {
    std::vector<lang::Value> last;
    const std::lock_guard lock(burying_);
    last.swap(buried_);
  }

 private:
  std::mutex burying_;
  std::vector<lang::Value> buried_;
};

Language& Universe::language() {
  const std::lock_guard lock(sharing_);
  if (!language_) language_ = std::make_shared<Language>(root_);
  return *language_;
}

namespace {

// cgt.lang.Value: what has no class of its own in Python.
struct PyValue {
  PyValue(UniversePtr in, lang::Value v) : universe(std::move(in)), value(std::move(v)) {}
  ~PyValue() { universe->language().bury(std::move(value)); }
  PyValue(const PyValue&) = delete;
  PyValue& operator=(const PyValue&) = delete;

  const UniversePtr universe;
  lang::Value value;
};
using PyValuePtr = std::shared_ptr<PyValue>;

// cgt.lang.Namespace: "game.heap".
struct PyNamespace {
  std::string path;
};

std::string snake_case(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto upper = [&](std::size_t at) {
      return at < name.size() && std::isupper(static_cast<unsigned char>(name[at])) != 0;
    };
    if (upper(i) && i > 0 && (!upper(i - 1) || (i + 1 < name.size() && !upper(i + 1)))) out += '_';
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  static const py::handle is_keyword =
      py::object(py::module_::import("keyword").attr("iskeyword")).release();
  if (is_keyword(out).cast<bool>()) out += '_';
  return out;
}

std::string shown_type(py::handle object) {
  return py::str(py::type::handle_of(object).attr("__name__")).cast<std::string>();
}

// Arguments and results of one call. Requires the lock of the interpreter and that of the language.
class Conversion {
 public:
  Conversion(const UniversePtr& universe, lang::Context& context)
      : universe_(universe), context_(context) {}

  // `parameter`: its name in the signature; a player may be written as a text.
  lang::Value take(const py::object& object, std::string_view parameter) {
    if (object.is_none()) return {};
    if (py::isinstance<py::bool_>(object)) return lang::Value::boolean(object.cast<bool>());
    if (const auto id = py::isinstance<PyGame>(object) ? operand(universe_, object) : std::nullopt)
      return lang::Value::game(context_.store(), *id);
    if (py::isinstance<py::str>(object)) return take_text(object, parameter);
    if (const auto* value = exactly<PyValue>(object)) {
      require(value->universe);
      return value->value;
    }
    if (const auto* t = exactly<PyThermograph>(object))
      return lang::make_thermograph(t->thermograph, t->title);
    if (const auto* r = exactly<PyRuleset>(object)) return ruleset(*r);
    if (const auto* p = exactly<PyPosition>(object)) {
      return lang::Value::native<lang::NativePosition>(p->position, ruleset(*p->ruleset));
    }
    if (const auto* g = exactly<KoGraph>(object)) return lang::ko_graph_value(*g);
    if (py::isinstance(object, py::module_::import("cgt._cgt").attr("Loopy"))) {
      const auto text = object.attr("json")().cast<std::string>();
      return lang::loopy_value(context_, loopy_from_json(lang::loopy_games(context_), text));
    }
    if (py::isinstance<py::dict>(object)) {
      std::vector<std::pair<lang::Value, lang::Value>> entries;
      for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object))
        entries.emplace_back(take(key), take(value));
      return lang::make_map(context_, std::move(entries));
    }
    if (py::isinstance<py::set>(object) || py::isinstance<py::frozenset>(object))
      return lang::make_set(context_, items(object));
    if (py::isinstance<py::tuple>(object) && py::len(object) == 2) {
      std::vector<lang::Value> both = items(object);
      if (both[0].is_integer() && both[1].is_integer())
        return lang::Value::coordinates(std::move(both));
      return lang::Value::list(std::move(both));
    }
    if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object))
      return lang::Value::list(items(object));
    if (py::isinstance(object, py::module_::import("numbers").attr("Rational"))) {
      const auto part = [&](const char* name) {
        return Integer(py::str(py::int_(object.attr(name))).cast<std::string>());
      };
      return lang::Value::rational(Rational(part("numerator"), part("denominator")));
    }
    throw py::type_error(fmt::format("the language has no value for this {}", shown_type(object)));
  }

  py::object give(const lang::Value& value) {
    using lang::Kind;
    switch (value.kind()) {
      case Kind::kNothing: return py::none();
      case Kind::kBoolean: return py::bool_(value.as_boolean());
      case Kind::kInteger: return py::int_(value.as_int64());
      case Kind::kString: return py::str(value.as_string());
      case Kind::kGame: return wrap(universe_, value.as_game());
      case Kind::kRational: {
        const py::object fraction = py::module_::import("fractions").attr("Fraction");
        const py::object number = fraction(to_string(value.as_rational()));
        return value.is_integer() ? py::object(number.attr("numerator")) : number;
      }
      case Kind::kEnum:
        if (const auto side = value.as_player()) return player_object(*side);
        if (value.class_name() == "OutcomeClass")
          return py::module_::import("cgt._names").attr("Outcome")(context_.text(value));
        break;
      case Kind::kCoordinates: return py::tuple(list(value.coordinate_items()));
      case Kind::kList: return list(value.as_list());
      case Kind::kSet:
      case Kind::kRange: return list(context_.elements(value, "the result"));
      case Kind::kMap: {
        py::dict out;
        for (const auto& [key, entry] : value.as_map().entries) out[give(key)] = give(entry);
        return py::object(std::move(out));
      }
      case Kind::kNative:
        if (auto native = give_native(value)) return native;
        break;
      default: break;
    }
    return py::cast(std::make_shared<PyValue>(universe_, value));
  }

 private:
  template <class Class>
  static const Class* exactly(const py::object& object) {
    return py::isinstance<Class>(object) ? object.cast<const Class*>() : nullptr;
  }
  lang::Value take(py::handle object) {
    return take(py::reinterpret_borrow<py::object>(object), "");
  }

  void require(const UniversePtr& universe) const {
    if (universe != universe_) throw py::value_error("the values are of different stores");
  }

  static lang::Value ruleset(const PyRuleset& r) {
    std::string text = r.called;
    if (text.ends_with("()")) text.resize(text.size() - 2);
    return lang::Value::native<lang::RulesetObject>(r.ruleset, std::move(text));
  }

  lang::Value take_text(const py::object& object, std::string_view parameter) {
    const auto is_a = [&](const char* name) {
      return py::isinstance(object, py::module_::import("cgt._names").attr(name));
    };
    if (is_a("Player") || parameter == "player") return lang::Value::player(player(object));
    const auto text = py::str(object.attr("__str__")()).cast<std::string>();
    if (!is_a("Outcome")) return lang::Value::string(text);
    const lang::Value* member =
        universe_->language().session.registry().constant("OutcomeClass." + text);
    if (member == nullptr) throw Error("the language has no outcome " + text);
    return *member;
  }

  std::vector<lang::Value> items(const py::object& object) {
    std::vector<lang::Value> out;
    for (const py::handle item : object) out.push_back(take(item));
    return out;
  }

  py::list list(const std::vector<lang::Value>& values) {
    py::list out;
    for (const lang::Value& value : values) out.append(give(value));
    return out;
  }

  // Null where Python has no class for it.
  py::object give_native(const lang::Value& value) {
    if (const auto* t = value.as_native<lang::ThermographObject>())
      return py::cast(PyThermograph{t->thermograph, t->title});
    if (const KoGraph* graph = lang::as_ko_graph(value)) return py::cast(*graph);
    if (const auto* p = value.as_native<lang::NativePosition>()) {
      const auto rules = ruleset_called(lang::ruleset_of(p->ruleset).text);
      return py::cast(PyPosition{universe_, p->position, rules});
    }
    if (const auto* r = value.as_native<lang::RulesetObject>())
      return py::cast(PyRuleset(*ruleset_called(r->text)));
    if (const auto* g = value.as_native<lang::LoopyObject>()) {
      const std::string text = to_json(lang::loopy_games(context_), g->value);
      py::object store = py::none();
      if (universe_ != default_universe()) store = py::cast(PyStore{universe_});
      return py::module_::import("cgt._cgt").attr("_loopy_from_json")(text, store);
    }
    return {};
  }

  const UniversePtr& universe_;
  lang::Context& context_;
};

// work(conversion, call), where call(function) runs function(context) -> lang::Value within the budget.
template <class Work>
py::object with_language(const UniversePtr& universe, const py::object& given, Work work) {
  Language& language = universe->language();
  std::unique_lock lock(universe->loopy().in_use, std::try_to_lock);
  if (!lock.owns_lock()) {
    const py::gil_scoped_release released;
    lock.lock();
  }
  language.empty();
  Budget unlimited;
  py::object result;
  language.session.with_context(unlimited, [&](lang::Context& context) {
    Conversion conversion(universe, context);
    result = work(conversion, [&](const auto& function) {
      return ask_briefly(given, [&](Budget& budget) {
        lang::Value found;
        language.session.with_context(budget,
                                      [&](lang::Context& limited) { found = function(limited); });
        return found;
      });
    });
  });
  return result;
}

// Arguments by place and by name, in the order of the signature; the receiver stands first if there is one.
std::vector<lang::Value> arguments_for(const lang::Builtin& row, std::vector<lang::Value> out,
                                       Conversion& conversion, const py::args& places,
                                       const py::kwargs& names) {
  const std::size_t first = out.size();
  const auto& parameters = row.parameters;
  if (places.size() > parameters.size()) {
    throw py::type_error(
        fmt::format("{} takes {} arguments", snake_case(row.name), parameters.size()));
  }
  out.resize(first + parameters.size());
  std::vector<bool> is_given(parameters.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    out[first + i] = conversion.take(places[i], parameters[i]);
    is_given[i] = true;
  }
  for (const auto& [key, value] : names) {
    const auto name = key.cast<std::string>();
    if (name == "budget") continue;
    const auto at = std::ranges::find(parameters, name, snake_case) - parameters.begin();
    const auto i = static_cast<std::size_t>(at);
    if (i == parameters.size() || is_given[i])
      throw py::type_error(fmt::format("{} takes no other {}", snake_case(row.name), name));
    out[first + i] = conversion.take(py::reinterpret_borrow<py::object>(value), parameters[i]);
    is_given[i] = true;
  }
  for (std::size_t i = 0; i < row.required; ++i) {
    if (!is_given[i])
      throw py::type_error(
          fmt::format("{} needs {}", snake_case(row.name), snake_case(parameters[i])));
  }
  return out;
}

py::object budget_in(const py::kwargs& names) {
  return names.contains("budget") ? py::object(names["budget"]) : py::none();
}

UniversePtr universe_in(const py::handle& object) {
  if (py::isinstance<PyGame>(object)) return object.cast<const PyGame&>().universe;
  if (py::isinstance<PyPosition>(object)) return object.cast<const PyPosition&>().universe;
  if (py::isinstance<PyValue>(object)) return object.cast<const PyValue&>().universe;
  return default_universe();
}

// The method `name` of the language, of the object.
py::object call_method(const std::string& name, const py::object& self, const py::args& places,
                       const py::kwargs& names) {
  const UniversePtr universe = universe_in(self);
  return with_language(universe, budget_in(names), [&](Conversion& conversion, auto call) {
    std::vector<lang::Value> receiver{conversion.take(self, "")};
    const lang::Builtin* row = nullptr;
    for (const std::string& owner : class_chain(receiver[0])) {
      row = universe->language().session.registry().row(owner, name);
      if (row != nullptr) break;
    }
    if (row == nullptr) {
      throw py::attribute_error(
          fmt::format("{} has no method {}", receiver[0].described(), snake_case(name)));
    }
    std::vector<lang::Value> all =
        arguments_for(*row, std::move(receiver), conversion, places, names);
    return conversion.give(call([&](lang::Context& c) { return row->function(c, all); }));
  });
}

py::object call_function(const std::string& name, const py::args& places, const py::kwargs& names) {
  const UniversePtr& universe = default_universe();
  const lang::Builtin* row = universe->language().session.registry().function(name);
  return with_language(universe, budget_in(names), [&](Conversion& conversion, auto call) {
    std::vector<lang::Value> all = arguments_for(*row, {}, conversion, places, names);
    return conversion.give(call([&](lang::Context& c) { return row->function(c, all); }));
  });
}

// The doc of a row and its example, which is one of the language.
std::string docstring(const lang::Builtin& row) {
  return row.example.empty() ? row.doc
                             : fmt::format("{}\n\nIn the language: {}", row.doc, row.example);
}

py::cpp_function method_object(const lang::Builtin& row, const py::object& scope) {
  return {
      [name = row.name](const py::object& self, const py::args& places, const py::kwargs& names) {
        return call_method(name, self, places, names);
      },
      py::name(snake_case(row.name).c_str()), py::is_method(scope),
      py::doc(docstring(row).c_str())};
}

py::cpp_function function_object(const lang::Builtin& row, const std::string& name) {
  return {[path = row.name](const py::args& places, const py::kwargs& names) {
            return call_function(path, places, names);
          },
          py::name(name.c_str()), py::doc(docstring(row).c_str())};
}

// Rows of Python's own classes: the owners in the language, the more special ones first.
struct Face {
  const char* name;
  std::vector<const char*> owners;
};
const std::vector<Face>& faces() {
  static const std::vector<Face>& all = *new std::vector<Face>{
      {"Game", {"Game"}},
      {"Number", {"Integer", "Rational"}},
      {"Loopy",
       {"CanonicalStopper", "Pseudonumber", "StopperSidedValue", "SidedValue", "LoopyGame"}},
      {"Thermograph", {"Thermograph"}},
      {"Ruleset", {"NativeRuleset", "Ruleset"}},
      {"Position", {"ImpartialGame", "Position"}}};
  return all;
}

// (class in Python or "", name in Python, [(parameter, required)], docstring) of what bind_rows() has added.
py::list& added_rows() {
  static py::list& rows = *new py::list;
  return rows;
}

void note_row(const char* face, const std::string& name, const lang::Builtin& row) {
  py::list parameters;
  for (std::size_t i = 0; i < row.parameters.size(); ++i)
    parameters.append(py::make_tuple(snake_case(row.parameters[i]), i < row.required));
  added_rows().append(py::make_tuple(face, name, parameters, docstring(row)));
}

void add_methods(py::module_& module, const lang::Registry& registry) {
  for (const Face& face : faces()) {
    const py::object type = module.attr(face.name);
    for (const char* owner : face.owners) {
      for (const auto& row : registry.builtins()) {
        const std::string name = row->owner == owner ? snake_case(row->name) : "";
        if (name.empty() || py::hasattr(type, name.c_str())) continue;
        type.attr(name.c_str()) = method_object(*row, type);
        note_row(face.name, name, *row);
      }
    }
  }
}

// The method of a value that Python calls `name`, by the class of the value.
const lang::Builtin* row_of(const PyValue& v, const std::string& name) {
  const lang::Registry& registry = v.universe->language().session.registry();
  for (const std::string& owner : class_chain(v.value)) {
    for (const auto& row : registry.builtins())
      if (row->owner == owner && snake_case(row->name) == name) return row.get();
  }
  return nullptr;
}

py::object attribute(const py::object& self, const std::string& name) {
  const auto& v = self.cast<const PyValue&>();
  const lang::Builtin* row = row_of(v, name);
  if (row == nullptr)
    throw py::attribute_error(fmt::format("{} has no method {}", v.value.described(), name));
  return py::module_::import("types").attr("MethodType")(method_object(*row, py::type::of(self)),
                                                         self);
}

std::string value_text(const PyValue& v) {
  return with_language(v.universe, py::none(),
                       [&](Conversion&, auto call) {
                         return py::str(call([&](lang::Context& c) {
                                          return lang::Value::string(c.text(v.value));
                                        }).as_string());
                       })
      .template cast<std::string>();
}

// What follows the path in the registry: a function, a constant or a namespace.
py::object member_of(const PyNamespace& space, const std::string& name) {
  const UniversePtr& universe = default_universe();
  const lang::Registry& registry = universe->language().session.registry();
  const std::string prefix = space.path.empty() ? "" : space.path + ".";
  const auto matches = [&](const std::string& full) {
    const std::string_view rest =
        std::string_view(full).substr(std::min(prefix.size(), full.size()));
    return full.starts_with(prefix) && rest.find('.') == std::string_view::npos &&
           (rest == name || snake_case(rest) == name);
  };
  for (const auto& row : registry.builtins())
    if (row->owner.empty() && matches(row->name)) return function_object(*row, name);
  for (const lang::Constant& constant : registry.constants()) {
    if (!matches(constant.name)) continue;
    return with_language(universe, py::none(), [&](Conversion& conversion, auto) {
      return conversion.give(constant.value);
    });
  }
  if (registry.is_namespace(prefix + name)) return py::cast(PyNamespace{prefix + name});
  throw py::attribute_error(fmt::format("the language has no {}{}", prefix, name));
}

std::vector<std::string> members_of(const PyNamespace& space) {
  const lang::Registry& registry = default_universe()->language().session.registry();
  const std::string prefix = space.path.empty() ? "" : space.path + ".";
  std::vector<std::string> out;
  for (const std::string& full : registry.free_names()) {
    if (!full.starts_with(prefix)) continue;
    const std::string rest = full.substr(prefix.size());
    const bool is_function = registry.function(full) != nullptr;
    const std::size_t dot = rest.find('.');
    out.push_back(dot != std::string::npos ? rest.substr(0, dot)
                  : is_function            ? snake_case(rest)
                                           : rest);
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

void bind_rows(py::module_& module) {
  py::class_<PyValue, PyValuePtr>(
      module, "Value",
      R"(A value of the language that is none of Python's or of cgt's other classes.

Its methods are those of its class in the language: dir(value) lists them.

    >>> expansion = Game('^^*').uptimal_expansion()
    >>> expansion, expansion.class_name, expansion.coefficients()
    (<UptimalExpansion *.2>, 'UptimalExpansion', [2])
)")
      .def_property_readonly(
          "class_name", [](const PyValue& v) { return v.value.class_name(); },
          "Its class in the language.")
      .def("__getattr__", attribute, py::arg("name"))
      .def("__dir__",
           [](const PyValue& v) {
             std::vector<std::string> out{"class_name"};
             for (const std::string& name :
                  v.universe->language().session.registry().method_names(v.value))
               out.push_back(snake_case(name));
             return out;
           })
      .def(
          "__eq__",
          [](const PyValue& v, const py::object& other) -> py::object {
            if (!py::isinstance<PyValue>(other)) return not_implemented();
            const auto& w = other.cast<const PyValue&>();
            return with_language(v.universe, py::none(), [&](Conversion&, auto) {
              return py::bool_(v.universe == w.universe && v.value == w.value);
            });
          },
          py::arg("other"))
      .def("__hash__", [](const PyValue& v) { return static_cast<py::ssize_t>(v.value.hash()); })
      .def("__str__", value_text)
      .def("__repr__", [](const PyValue& v) {
        return fmt::format("<{} {}>", v.value.class_name(), value_text(v));
      });
  py::class_<PyNamespace>(module, "Namespace",
                          R"(A package of the language: functions, constants and packages.

    >>> lang.game.heap.Kayles, lang.functions.tiny(2), 'go' in dir(lang.game)
    (rulesets.Kayles(), Game('Tiny(2)'), True)
)")
      .def(py::init([](const std::string& path) { return PyNamespace{path}; }),
           py::arg("path") = "")
      .def("__getattr__", member_of, py::arg("name"))
      .def("__dir__", members_of)
      .def("__repr__", [](const PyNamespace& n) { return fmt::format("<namespace {}>", n.path); });
  module.def("_call", call_method, py::arg("name"), py::arg("self"));
  add_methods(module, default_universe()->language().session.registry());
  module.attr("_rows") = added_rows();
}

}  // namespace cgt::python
