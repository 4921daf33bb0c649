// What the language can do, from the rows of its registry: methods of the classes for games, positions, rulesets and
// thermographs, classes for its other values, and its packages (cgt.lang.Namespace). Names are those of the language
// in snake_case, where kNames has no other.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/words.hpp"
#include "lang/python/core/callable.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/language.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/forms.hpp"

namespace cgt::python {
namespace {

// A class of Python whose methods are rows of these classes of the language, the more special ones first. With a
// docstring it is made here, for values; a class that is derived from it in Python may take its place: _derived().
struct Face {
  const char* name;
  std::vector<const char*> owners;
  const char* doc = nullptr;
  Texts texts = Texts::kTexts;
};
const std::vector<Face>& faces() {
  static const std::vector<Face>& all = *new std::vector<Face>{
      {"Game", {"Game"}, nullptr, Texts::kGames},
      {"Number", {"Integer", "Rational"}},
      {"Thermograph", {"Thermograph"}},
      {"Ruleset", {"NativeRuleset", "Ruleset"}},
      {"Position", {"ImpartialGame", "Position"}},
      {"Loopy",
       {"CanonicalStopper", "Pseudonumber", "StopperSidedValue", "SidedValue", "LoopyGame"},
       "A value of play that can come back, and is not a short game.",
       Texts::kGames},
      {"KoGraph",
       {"Ko.Graph"},
       "Positions whose play may come back, as kos do, and ends in a score."},
      {"KoThermograph", {"Ko.Thermograph"}, "The two walls of a position with kos."},
      {"Misere", {"MisereCanonicalGame"}, "An impartial game in misere play, in canonical form."},
      {"MisereQuotient", {"MisereQuotient"}, "The misere quotient of sums of games."},
  };
  return all;
}

// Rows that Python calls by another name, or whose results have a class of their own; `result` is for the stub, and
// says how numbers are given.
struct Name {
  const char* face;
  const char* name;
  const char* row;
  const char* result;
  bool is_property = false;
};
constexpr const char* kGame = "Game";
constexpr const char* kGameList = "List[Game]";
constexpr const char* kFraction = "Fraction";
constexpr auto kNames = std::to_array<Name>({
    {"Game", "options", "Options", kGameList},
    {"Game", "left", "LeftOptions", kGameList, true},
    {"Game", "right", "RightOptions", kGameList, true},
    {"Game", "left_options", "LeftOptions", kGameList},
    {"Game", "right_options", "RightOptions", kGameList},
    {"Game", "sensible_options", "SensibleOptions", kGameList},
    {"Game", "sensible_left_options", "SensibleLeftOptions", kGameList},
    {"Game", "sensible_right_options", "SensibleRightOptions", kGameList},
    {"Game", "followers", "Followers", kGameList},
    {"Game", "incentives", "Incentives", kGameList},
    {"Game", "left_incentives", "LeftIncentives", kGameList},
    {"Game", "right_incentives", "RightIncentives", kGameList},
    {"Game", "canonical_form", "CanonicalForm", kGame},
    {"Game", "outcome", "OutcomeClass", "Outcome"},
    {"Game", "birthday", "Birthday", "int"},
    {"Game", "follower_count", "FollowerCount", "int"},
    {"Game", "tree_nodes", "TreeNodeCount", "int"},
    {"Game", "mean", "Mean", kFraction},
    {"Game", "temperature", "Temperature", kFraction},
    {"Game", "left_stop", "LeftStop", kFraction},
    {"Game", "right_stop", "RightStop", kFraction},
    {"Game", "stop", "Stop", kFraction},
    {"Game", "thermograph", "Thermograph", "Thermograph"},
    {"Game", "cool", "Cool", kGame},
    {"Game", "chilled", "Chilled", kGame},
    {"Game", "heat", "Heat", kGame},
    {"Game", "overheat", "Overheat", kGame},
    {"Game", "freeze", "Freeze", kGame},
    {"Game", "atomic_weight", "AtomicWeight", kGame},
    {"Game", "reduced", "ReducedCanonicalForm", kGame},
    {"Game", "ordinal_sum", "OrdinalSum", kGame},
    {"Game", "norton_multiply", "NortonProduct", kGame},
    {"Game", "conway_product", "ConwayProduct", kGame},
    {"Game", "ordinal_product", "OrdinalProduct", kGame},
    {"Game", "tiny", "Tiny", kGame},
    {"Game", "miny", "Miny", kGame},
    {"Game", "infinitesimal_part", "InfinitesimalPart", kGame},
    {"Game", "companion", "Companion", kGame},
    {"Game", "star_projection", "StarProjection", kGame},
    {"Game", "tree_svg", "Svg", "str"},
    {"Thermograph", "mean", "Mean", kFraction, true},
    {"Thermograph", "mast", "Mast", kFraction, true},
    {"Thermograph", "temperature", "Temperature", kFraction, true},
    {"Position", "followers", "Followers", "List[Position]"},
    {"Position", "follower_count", "FollowerCount", "int"},
    {"Loopy", "options", "Options", "List[Union[Loopy, Game]]"},
    {"Loopy", "left_options", "LeftOptions", "List[Union[Loopy, Game]]"},
    {"Loopy", "right_options", "RightOptions", "List[Union[Loopy, Game]]"},
    {"Loopy", "followers", "Followers", "List[Union[Loopy, Game]]"},
    {"Loopy", "outcome", "OutcomeClass", "Outcome"},
    {"Loopy", "onside", "Onside", "Union[Loopy, Game]", true},
    {"Loopy", "offside", "Offside", "Union[Loopy, Game]", true},
    {"Loopy", "stop", "Stop", "Union[Loopy, Game]"},
    {"Loopy", "degree", "Degree", "Union[Loopy, Game]"},
    {"Loopy", "upsum", "Upsum", "Union[Loopy, Game]"},
    {"Loopy", "downsum", "Downsum", "Union[Loopy, Game]"},
    {"Loopy", "upsum_variety", "UpsumVariety", "Union[Loopy, Game]"},
    {"Loopy", "downsum_variety", "DownsumVariety", "Union[Loopy, Game]"},
    {"KoGraph", "text", "Text", "str", true},
    {"KoGraph", "kind", "Class", "str"},
    {"KoThermograph", "mean", "Mean", kFraction, true},
    {"KoThermograph", "temperature", "Temperature", kFraction, true},
    {"KoThermograph", "at", "At", kFraction},
    {"KoThermograph", "left_wall", "LeftWall", "List[List[Fraction]]"},
    {"KoThermograph", "right_wall", "RightWall", "List[List[Fraction]]"},
    {"MisereQuotient", "order", "Order", "int", true},
    {"MisereQuotient", "p_order", "POrder", "int", true},
    {"MisereQuotient", "period", "Period", "Optional[int]", true},
    {"MisereQuotient", "preperiod", "Preperiod", "Optional[int]", true},
    {"MisereQuotient", "idempotents", "Idempotents", "int", true},
    {"MisereQuotient", "kernel_order", "KernelOrder", "int", true},
    {"MisereQuotient", "is_tame", "IsTame", "bool", true},
    {"MisereQuotient", "generators", "Generators", "List[int]", true},
    {"MisereQuotient", "relations", "Relations", "List[str]", true},
    {"MisereQuotient", "p_portion", "PPortion", "List[str]", true},
    {"MisereQuotient", "certificate", "Certificate", "str", true},
});

As results_of(std::string_view type) {
  if (type.ends_with("Fraction") || type.ends_with("Fraction]]")) return As::kFractions;
  return type.find("Game") != std::string_view::npos ? As::kGames : As::kNumbers;
}

// The registry of all sessions: what a row does depends on its context alone.
const lang::Registry& registry() { return default_universe()->language().session.registry(); }

// Names of the language in a message become those of Python: "LowerBound" -> "lower_bound()",
// "game.go.Board" -> "lang.game.go.board". Only what can be no word of prose: names of two words and of packages.
// The row itself is `called` so.
std::string in_python(const std::string& text, std::string_view own, const std::string& called);
std::string in_python(const std::string& text) { return in_python(text, "", ""); }
std::string in_python(const std::string& text, std::string_view own, const std::string& called) {
  static const std::map<std::string, std::string, std::less<>>& names = *[] {
    auto* all = new std::map<std::string, std::string, std::less<>>;
    for (const auto& row : registry().builtins()) {
      const std::size_t dot = row->name.rfind('.') + 1;
      const std::string last = snake_case(std::string_view(row->name).substr(dot));
      if (row->owner.empty() && dot > 0)
        all->emplace(row->name, "lang." + row->name.substr(0, dot) + last);
      else if (last.find('_') != std::string::npos)
        all->emplace(row->name, last + "()");
    }
    for (const auto& [word, ours] : {std::pair("Integer", "int"),
                                     {"Rational", "Fraction"},
                                     {"String", "str"},
                                     {"Boolean", "bool"},
                                     {"Nothing", "None"},
                                     {"OutcomeClass", "outcome()"},
                                     {"GameValue", "cgt.loopy.value()"}})
      all->insert_or_assign(word, ours);
    return all;
  }();
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    const auto is_part = [&](std::size_t at) {
      return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                  (text[at] == '.' && at + 1 < text.size() &&
                                   std::isalnum(static_cast<unsigned char>(text[at + 1])) != 0));
    };
    while (is_part(end)) ++end;
    const std::string_view word = std::string_view(text).substr(i, end - i);
    const auto found = names.find(word);
    if (!own.empty() && word == own) {
      out += called;
    } else if (found != names.end()) {
      const bool is_call = end < text.size() && text[end] == '(';
      out += is_call && found->second.ends_with("()")
                 ? found->second.substr(0, found->second.size() - 2)
                 : found->second;
    } else {
      out += word;
    }
    if (end < text.size()) out += text[end];
    i = end + 1;
  }
  return out;
}

std::string signature_of(const lang::Builtin& row, bool has_receiver, std::string_view result) {
  std::string out = has_receiver ? "(self, " : "(";
  for (std::size_t i = 0; i < row.parameters.size(); ++i) {
    out += snake_case(row.parameters[i]);
    out += i < row.required ? ", " : "=None, ";
  }
  out += "*, budget=None)";
  if (result.empty() && has_receiver && (row.name.starts_with("Is") || row.name.starts_with("Has")))
    result = "bool";
  return result.empty() ? out : fmt::format("{} -> {}", out, result);
}

// A row as a function or a method.
class RowCall final : public Callable {
 public:
  // `face`: the class in Python, "" of functions. `result`: what the stub says.
  RowCall(const lang::Builtin& asked, std::string called, bool has_receiver, Texts texts,
          std::string_view face = "", std::string_view result = "", bool is_property = false)
      : row_(asked),
        has_receiver_(has_receiver),
        texts_(texts),
        results_(results_of(result)),
        of_game_(has_receiver ? registry().row("Game", asked.name) : &asked),
        of_integer_(of_game_) {
    name = std::move(called);
    signature = is_property ? fmt::format("property -> {}", result)
                            : signature_of(asked, has_receiver, result);
    doc = in_python(asked.doc);
    row = asked.name;
    owner = face;
    example = asked.example;
    setup = asked.setup;
    for (const char* number : {"Rational", "Integer"}) {
      if (!has_receiver) break;
      if (const lang::Builtin* own = registry().row(number, asked.name)) of_integer_ = own;
    }
  }

  py::object call(const Arguments& given) const override {
    if (has_receiver_ && given.places == 0)
      throw py::type_error(fmt::format("{} is a method: it needs an object", name));
    py::object budget = py::none();
    for (std::size_t i = 0; i < given.named(); ++i) {
      if (is_budget(given.name(i)))
        budget = py::reinterpret_borrow<py::object>(given.named_value(i));
    }
    const UniversePtr universe = has_receiver_ ? universe_in(given.values[0]) : default_universe();
    try {
      return in_language(universe, [&](Language& language) {
        Conversion conversion(universe, language, texts_);
        std::array<lang::Value, kMostArguments> values;
        const lang::Builtin* own = &row_;
        if (has_receiver_) {
          values[0] = conversion.take(given.values[0]);
          own = row_for(values[0]);
        }
        const std::size_t count = take_arguments(conversion, *own, given, values);
        const lang::Value found = language.ask(budget, [&](lang::Context& context) {
          return own->function(context, {values.data(), count});
        });
        return conversion.give(found, results_);
      });
    } catch (const InputError&) {
      throw;
    } catch (const Error& error) {
      throw Error(in_python(error.what(), row_.name, name),
                  in_python(error.hint(), row_.name, name));
    }
  }

 private:
  static constexpr std::size_t kMostArguments = 12;

  // "cool() needs t: cool(t, *, budget=None)".
  [[noreturn]] void refuse(const std::string& why) const {
    std::string shown = signature.substr(0, signature.find(" -> "));
    if (has_receiver_) shown = "(" + shown.substr(std::string_view("(self, ").size());
    throw py::type_error(fmt::format("{}() {}: {}{}", name, why, name, shown));
  }

  static bool is_budget(py::handle key) {
    return PyUnicode_CompareWithASCIIString(key.ptr(), "budget") == 0;
  }

  // The row of the receiver's own class.
  const lang::Builtin* row_for(const lang::Value& receiver) const {
    if (receiver.kind() == lang::Kind::kGame && of_game_ != nullptr) return of_game_;
    if (receiver.kind() == lang::Kind::kInteger && of_integer_ != nullptr) return of_integer_;
    for (const std::string& kind : lang::class_chain(receiver)) {
      if (const lang::Builtin* found = registry().row(kind, row_.name)) return found;
    }
    throw Error(fmt::format("{} has no {}()", receiver.described(), name));
  }

  // By place and by name, in the order of the signature; how many there are.
  std::size_t take_arguments(Conversion& conversion, const lang::Builtin& own,
                             const Arguments& given,
                             std::array<lang::Value, kMostArguments>& values) const {
    const std::size_t first = has_receiver_ ? 1 : 0;
    const std::size_t places = given.places - first;
    const auto& parameters = own.parameters;
    CGT_EXPECTS(first + parameters.size() <= kMostArguments, "rows have few parameters");
    if (places > parameters.size()) {
      refuse(parameters.empty()
                 ? std::string("has no parameters")
                 : fmt::format("has {}, not {}", counted(parameters.size(), "parameter"), places));
    }
    std::uint32_t is_given = (1U << places) - 1;
    for (std::size_t i = 0; i < places; ++i)
      values[first + i] = conversion.take(given.values[first + i], parameters[i]);
    for (std::size_t k = 0; k < given.named(); ++k) {
      if (is_budget(given.name(k))) continue;
      const auto key = given.name(k).cast<std::string>();
      const auto at = std::ranges::find(parameters, key, snake_case) - parameters.begin();
      const auto i = static_cast<std::size_t>(at);
      if (i == parameters.size() || (is_given & 1U << i) != 0)
        refuse(fmt::format("has no {}parameter {}", i == parameters.size() ? "" : "other ", key));
      values[first + i] = conversion.take(given.named_value(k), parameters[i]);
      is_given |= 1U << i;
    }
    for (std::size_t i = 0; i < own.required; ++i) {
      if ((is_given & 1U << i) == 0) refuse("needs " + snake_case(parameters[i]));
    }
    return first + parameters.size();
  }

  const lang::Builtin& row_;
  const bool has_receiver_;
  const Texts texts_;
  const As results_;
  const lang::Builtin* of_game_;
  const lang::Builtin* of_integer_;
};

py::object method(const lang::Builtin& row, const std::string& name, Texts texts,
                  std::string_view face, std::string_view result = "", bool is_property = false) {
  return method_of(std::make_unique<RowCall>(row, name, true, texts, face, result, is_property));
}

// (class, name, name in the language, [(parameter, is required)], docstring, result or "", is a property) of all
// methods: for stubs.
py::list& added_rows() {
  static py::list& rows = *new py::list;
  return rows;
}

// The method, unless the class has one of that name.
void add_method(const py::object& type, const Face& face, const std::string& name,
                const lang::Builtin& row, const Name* known) {
  if (py::hasattr(type, name.c_str())) return;
  const std::string result = known == nullptr ? "" : known->result;
  const bool is_property = known != nullptr && known->is_property;
  const py::object made = method(row, name, face.texts, face.name, result, is_property);
  const py::object property = py::module_::import("builtins").attr("property");
  type.attr(name.c_str()) = is_property ? property(made) : made;
  py::list parameters;
  for (std::size_t i = 0; i < row.parameters.size(); ++i)
    parameters.append(py::make_tuple(snake_case(row.parameters[i]), i < row.required));
  added_rows().append(
      py::make_tuple(face.name, name, row.name, parameters, row.doc, result, is_property));
}

std::map<std::string, py::handle>& classes() {
  static auto& all = *new std::map<std::string, py::handle>;
  return all;
}

void add_methods(py::module_& module, const Face& face) {
  if (face.doc != nullptr) {
    const py::object base = module.attr("Value");
    py::dict members;
    members["__doc__"] = face.doc;
    members["__module__"] = "cgt._cgt";
    module.attr(face.name) = py::type::of(base)(py::str(face.name), py::make_tuple(base), members);
  }
  const py::object type = module.attr(face.name);
  for (const char* owner : face.owners) {
    if (face.doc != nullptr) classes()[owner] = py::object(type).release();
    for (const Name& known : kNames) {
      const lang::Builtin* row = registry().row(owner, known.row);
      if (row != nullptr && std::string_view(known.face) == face.name)
        add_method(type, face, known.name, *row, &known);
    }
    for (const auto& row : registry().builtins()) {
      // Misere forms belong to the session that made them.
      const bool is_misere = row->name == "MisereNimValue" || row->name == "Genus" ||
                             row->name == "MisereCanonicalForm";
      if (row->owner == owner && !(is_misere && row->owner == "Game"))
        add_method(type, face, snake_case(row->name), *row, nullptr);
    }
  }
  for (const Name& known : kNames) {
    if (std::string_view(known.face) != face.name) continue;
    // Loopy values understand some rows of games.
    if (const lang::Builtin* row = registry().row("Game", known.row))
      add_method(type, face, known.name, *row, &known);
    CGT_EXPECTS(py::hasattr(type, known.name), "each of kNames is a row");
  }
}

// "; did you mean tiny?", or "" where nothing is like it.
std::string nearest(const std::string& name, const std::vector<std::string>& names) {
  const std::string found = closest(name, names);
  return found.empty() ? "" : fmt::format("; did you mean {}?", found);
}

// The method of a value that Python calls `name`, by the class of the value.
py::object method_named(const py::object& self, const std::string& name) {
  const auto& v = self.cast<const PyValue&>();
  // Rows are never dropped, so their methods are kept, too.
  static auto& known = *new std::map<const lang::Builtin*, py::handle>;
  for (const std::string& owner : lang::class_chain(v.value)) {
    for (const auto& row : registry().builtins()) {
      if (row->owner != owner || snake_case(row->name) != name) continue;
      py::handle& made = known[row.get()];
      if (!made) made = method(*row, name, Texts::kTexts, owner).release();
      return made.attr("__get__")(self);
    }
  }
  std::vector<std::string> names;
  for (const std::string& known_name : registry().method_names(v.value))
    names.push_back(snake_case(known_name));
  throw py::attribute_error(fmt::format("{} has no method {}{}", in_python(v.value.described()),
                                        name, nearest(name, names)));
}

// By the session that keeps it: what it is may be a number in tables of that session.
std::string value_text(const PyValue& v) {
  return in_home(v.universe, v.home,
                 [&](Language& language) {
                   return py::str(language
                                      .ask(py::none(),
                                           [&](lang::Context& c) {
                                             return lang::Value::string(c.text(v.value));
                                           })
                                      .as_string());
                 })
      .cast<std::string>();
}

auto value_operator(lang::Token op, bool is_swapped) {
  return [op, is_swapped](const PyValue& v, const py::object& other) -> py::object {
    if (!is_operand(other)) return not_implemented();
    const auto work = [&](Language& language) {
      Conversion conversion(v.universe, language);
      const lang::Value w = conversion.take(other);
      return conversion.give(language.ask(py::none(),
                                          [&](lang::Context& c) {
                                            return is_swapped ? lang::binary(c, op, w, v.value)
                                                              : lang::binary(c, op, v.value, w);
                                          }),
                             As::kGames);
    };
    return v.home ? in_home(v.universe, v.home, work) : in_language(v.universe, work);
  };
}

void bind_value(py::module_& module) {
  using lang::Token;
  py::class_<PyValue, PyValuePtr> value(
      module, "Value",
      R"(A value of the language that is none of Python's or of cgt's other classes.

Its methods are those of its class in the language: dir(value) lists them.

    >>> expansion = Game('^^*').uptimal_expansion()
    >>> expansion, expansion.class_name, expansion.coefficients()
    (<UptimalExpansion *.2>, 'UptimalExpansion', [2])
)");
  value
      .def(py::init([](const PyValue& v) {
             return std::make_shared<PyValue>(v.universe, v.home, v.value);
           }),
           py::arg("value"))
      .def_property_readonly(
          "class_name", [](const PyValue& v) { return v.value.class_name(); },
          R"(Its class in the language.

    >>> Game('^^*').uptimal_expansion().class_name
    'UptimalExpansion'
)")
      .def("__getattr__", method_named, py::arg("name"))
      .def("__dir__",
           [](const py::object& self) {
             py::set out(py::module_::import("builtins").attr("object").attr("__dir__")(self));
             for (const std::string& name :
                  registry().method_names(self.cast<const PyValue&>().value))
               out.add(snake_case(name));
             return py::list(out);
           })
      .def(
          "__eq__",
          [](const PyValue& v, const py::object& other) -> py::object {
            if (PyFloat_Check(other.ptr()) || !is_operand(other)) return not_implemented();
            if (!py::isinstance<PyValue>(other)) return py::bool_(false);
            const auto& w = other.cast<const PyValue&>();
            return in_home(v.universe, v.home, [&](Language&) {
              return py::bool_(v.universe == w.universe && v.value == w.value);
            });
          },
          py::arg("other"))
      .def("__hash__", [](const PyValue& v) { return static_cast<py::ssize_t>(v.value.hash()); })
      .def("__neg__",
           [](const PyValue& v) {
             return in_home(v.universe, v.home, [&](Language& language) {
               return Conversion(v.universe, language)
                   .give(language.ask(py::none(),
                                      [&](lang::Context& c) {
                                        return lang::unary(c, Token::kMinus, v.value);
                                      }),
                         As::kGames);
             });
           })
      .def("__str__", value_text)
      .def("__repr__", [](const PyValue& v) {
        return fmt::format("<{} {}>", v.value.class_name(), value_text(v));
      });
  struct Operator {
    const char* name;
    Token op;
    bool is_swapped = false;
  };
  for (const Operator& o : {Operator{"__add__", Token::kPlus},
                            {"__radd__", Token::kPlus, true},
                            {"__sub__", Token::kMinus},
                            {"__rsub__", Token::kMinus, true},
                            {"__mul__", Token::kStar},
                            {"__rmul__", Token::kStar, true},
                            {"__le__", Token::kLessEqual},
                            {"__ge__", Token::kGreaterEqual},
                            {"__lt__", Token::kLess},
                            {"__gt__", Token::kGreater}})
    value.def(o.name, value_operator(o.op, o.is_swapped), py::arg("other"));
}

// cgt.lang.Namespace: "game.heap".
struct PyNamespace {
  std::string path;
  std::string prefix() const { return path.empty() ? "" : path + "."; }
};

std::vector<std::string> members_of(const PyNamespace& space) {
  const std::string prefix = space.prefix();
  std::vector<std::string> out;
  for (const std::string& full : registry().free_names()) {
    // Classes of scripts belong to sessions.
    if (!full.starts_with(prefix) || registry().scripts().contains(full)) continue;
    const std::string rest = full.substr(prefix.size());
    const std::size_t dot = rest.find('.');
    out.push_back(dot != std::string::npos               ? rest.substr(0, dot)
                  : registry().function(full) != nullptr ? snake_case(rest)
                                                         : rest);
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// What follows the path in the registry: a function, a constant or a namespace.
py::object member_of(const PyNamespace& space, const std::string& name) {
  const std::string prefix = space.prefix();
  const auto matches = [&](const std::string& full) {
    const std::string_view rest =
        std::string_view(full).substr(std::min(prefix.size(), full.size()));
    return full.starts_with(prefix) && rest.find('.') == std::string_view::npos &&
           (rest == name || snake_case(rest) == name);
  };
  static auto& known = *new std::map<const lang::Builtin*, py::handle>;
  for (const auto& row : registry().builtins()) {
    if (!row->owner.empty() || !matches(row->name)) continue;
    py::handle& made = known[row.get()];
    if (!made) {
      made = function_of(std::make_unique<RowCall>(*row, name, false, Texts::kTexts)).release();
    }
    return py::reinterpret_borrow<py::object>(made);
  }
  for (const lang::Constant& constant : registry().constants()) {
    if (!matches(constant.name)) continue;
    return in_home(default_universe(), nullptr, [&](Language& language) {
      return Conversion(default_universe(), language).give(constant.value);
    });
  }
  if (registry().is_namespace(prefix + name)) return py::cast(PyNamespace{prefix + name});
  throw py::attribute_error(
      fmt::format("the language has no {}{}{}", prefix, name, nearest(name, members_of(space))));
}

}  // namespace

py::handle class_for(const std::string& language_class) {
  const auto found = classes().find(language_class);
  return found == classes().end() ? py::handle() : found->second;
}

void bind_values(py::module_& module) {
  rename_in_messages(in_python);
  bind_value(module);
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
  for (const Face& face : faces()) add_methods(module, face);
  module.def(
      "_derived",
      [](const py::object& type) {
        for (auto& [owner, base] : classes()) {
          if (py::object(type.attr("__base__")).is(base)) base = py::object(type).release();
        }
        return type;
      },
      py::arg("type"));
  // *[...] of the language, from integers, forms and lists of these.
  module.def(
      "_misere",
      [](const py::list& options) {
        return in_language(default_universe(), [&](Language& language) {
          Conversion conversion(default_universe(), language);
          const lang::Value list = conversion.take(options);
          return conversion.give(language.ask(
              py::none(), [&](lang::Context& c) { return lang::misere_form_of_list(c, list); }));
        });
      },
      py::arg("options"));
  module.def(
      "_player", [](const py::object& name) { return player_object(player(name)); },
      py::arg("name"));
  module.attr("_rows") = added_rows();
}

}  // namespace cgt::python
