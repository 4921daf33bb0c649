#include "lang/python/games/language.hpp"

#include <fmt/format.h>

#include <cctype>

#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/positions.hpp"
#include "lang/python/games/thermographs.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/thermographs.hpp"

namespace cgt::python {

Language::Language(Store& games, Use used)
    : use(used), session(games), context_(session.make_context(unlimited_)) {
  lang::add_all_packages(session);
}

Language::Language(std::unique_ptr<Store> games)
    : use(Use::kSession),
      own_games(std::move(games)),
      session(*own_games),
      context_(session.make_context(unlimited_)) {
  lang::add_all_packages(session);
}

void Language::bury(lang::Value value) {
  const std::lock_guard lock(burying_);
  buried_.push_back(std::move(value));
  has_buried_ = true;
}

void Language::empty() {
  if (!has_buried_.load()) return;
  std::vector<lang::Value> last;
  const std::lock_guard lock(burying_);
  last.swap(buried_);
  has_buried_ = false;
}

Language& Universe::language() {
  if (Language* made = first_language_.load(std::memory_order_acquire)) return *made;
  const std::lock_guard lock(sharing_);
  if (languages_.empty())
    languages_.push_back(std::make_unique<Language>(root_, Language::Use::kFirst));
  first_language_.store(languages_.front().get(), std::memory_order_release);
  return *languages_.front();
}

Language* Universe::spare_language(std::unique_lock<std::recursive_mutex>& lock) {
  constexpr std::size_t kMostLanguages = 16;
  const std::lock_guard sharing(sharing_);
  for (std::size_t i = 1; i < kMostLanguages; ++i) {
    if (i == languages_.size())
      languages_.push_back(std::make_unique<Language>(root_, Language::Use::kSpare));
    lock = std::unique_lock(languages_[i]->in_use, std::try_to_lock);
    if (lock.owns_lock()) return languages_[i].get();
  }
  return nullptr;
}

std::string snake_case(std::string_view name) {
  std::string out;
  const auto upper = [&](std::size_t at) {
    return at < name.size() && std::isupper(static_cast<unsigned char>(name[at])) != 0;
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (upper(i) && i > 0 && (!upper(i - 1) || (i + 1 < name.size() && !upper(i + 1)))) out += '_';
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  static const py::handle is_keyword =
      py::object(py::module_::import("keyword").attr("iskeyword")).release();
  if (is_keyword(out).cast<bool>()) out += '_';
  return out;
}

namespace {

// Classes of Python that arguments are looked at for. Looked up when the module is made.
struct Imported {
  py::handle names = py::module_::import("cgt._names").release();
  py::handle rational = py::object(py::module_::import("numbers").attr("Rational")).release();
  PyTypeObject* game = type_of<PyGame>();
  PyTypeObject* number = type_of<PyNumber>();

  template <class Class>
  static PyTypeObject* type_of() {
    return reinterpret_cast<PyTypeObject*>(py::type::of<Class>().ptr());
  }
};
const Imported& imported() {
  static const Imported& all = *new Imported;
  return all;
}

// Null for what is none. The two classes themselves are told without a look at the tables of pybind11.
const PyGame* as_game(py::handle object) {
  const PyTypeObject* type = Py_TYPE(object.ptr());
  if (type == imported().game || type == imported().number) {
    auto* instance = reinterpret_cast<py::detail::instance*>(object.ptr());
    return instance->get_value_and_holder().value_ptr<PyGame>();
  }
  return py::isinstance<PyGame>(object) ? object.cast<const PyGame*>() : nullptr;
}

template <class Class>
const Class* as(py::handle object) {
  return py::isinstance<Class>(object) ? object.cast<const Class*>() : nullptr;
}

lang::Value ruleset_value(const PyRuleset& r) {
  std::string text = r.called;
  if (text.ends_with("()")) text.resize(text.size() - 2);
  return lang::Value::native<lang::RulesetObject>(r.ruleset, std::move(text));
}

}  // namespace

UniversePtr universe_in(py::handle object) {
  if (const PyGame* game = as_game(object)) return game->universe;
  if (const auto* value = as<PyValue>(object)) return value->universe;
  if (const auto* position = as<PyPosition>(object)) return position->universe;
  return default_universe();
}

bool is_operand(py::handle object) {
  return as_game(object) != nullptr || py::isinstance<PyValue>(object) ||
         (PyLong_Check(object.ptr()) && !PyBool_Check(object.ptr())) ||
         (!PyFloat_Check(object.ptr()) && py::isinstance(object, imported().rational));
}

lang::Value Conversion::take(py::handle object, std::string_view parameter) {
  if (const PyGame* game = as_game(object)) {
    if (game->universe != universe_) refuse_other_store();
    return context().wrap(game->id);
  }
  if (object.is_none()) return {};
  if (PyBool_Check(object.ptr())) return lang::Value::boolean(object.is(py::bool_(true)));
  if (PyLong_Check(object.ptr())) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    return overflow == 0 ? lang::Value::integer(small) : lang::Value::rational(rational(object));
  }
  if (PyUnicode_Check(object.ptr())) return take_text(object, parameter);
  return take_other(object);
}

lang::Value Conversion::take_text(py::handle object, std::string_view parameter) {
  if (parameter == "player" || parameter == "first") return lang::Value::player(player(object));
  const auto is_a = [&](const char* name) {
    return Py_TYPE(object.ptr()) != &PyUnicode_Type &&
           py::isinstance(object, imported().names.attr(name));
  };
  if (is_a("Player")) return lang::Value::player(player(object));
  const auto text = py::str(object.attr("__str__")()).cast<std::string>();
  if (is_a("Outcome")) {
    const lang::Value* member = language_.session.registry().constant("OutcomeClass." + text);
    if (member == nullptr) throw Error("the language has no outcome " + text);
    return *member;
  }
  if (parameter == "komaster" && text != "none") return lang::Value::player(player(object));
  if (texts_ == Texts::kTexts) return lang::Value::string(text);
  return language_.ask(py::none(), [&](lang::Context& c) {
    return lang::loopy_value(c, parse_loopy(lang::loopy_games(c), text));
  });
}

lang::Value Conversion::take_other(py::handle object) {
  if (const auto* value = as<PyValue>(object)) {
    if (value->universe != universe_) refuse_other_store();
    if (value->home ? value->home.get() != &language_ : language_.use != Language::Use::kFirst)
      throw Needs{value->home};
    return value->value;
  }
  if (const auto* t = as<PyThermograph>(object))
    return lang::make_thermograph(t->thermograph, t->title);
  if (const auto* r = as<PyRuleset>(object)) return ruleset_value(*r);
  if (const auto* p = as<PyPosition>(object))
    return lang::Value::native<lang::NativePosition>(p->position, ruleset_value(*p->ruleset));
  if (PyDict_Check(object.ptr())) {
    std::vector<std::pair<lang::Value, lang::Value>> entries;
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object))
      entries.emplace_back(take(key), take(value));
    return lang::make_map(context(), std::move(entries));
  }
  if (PyAnySet_Check(object.ptr())) return lang::make_set(context(), items(object));
  if (PyTuple_Check(object.ptr()) && PyTuple_GET_SIZE(object.ptr()) == 2) {
    std::vector<lang::Value> both = items(object);
    if (both[0].is_integer() && both[1].is_integer())
      return lang::Value::coordinates(std::move(both));
    return lang::Value::list(std::move(both));
  }
  if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()))
    return lang::Value::list(items(object));
  if (PyFloat_Check(object.ptr()) || py::isinstance(object, imported().rational))
    return lang::Value::rational(rational(object));
  throw py::type_error(
      fmt::format("the language has no value for this {}",
                  py::str(py::type::handle_of(object).attr("__name__")).cast<std::string>()));
}

py::object Conversion::give(const lang::Value& value, As as) {
  using lang::Kind;
  switch (value.kind()) {
    case Kind::kNothing: return py::none();
    case Kind::kBoolean: return py::bool_(value.as_boolean());
    case Kind::kInteger:
      if (as == As::kNumbers) return py::int_(value.as_int64());
      return give_number(value, as);
    case Kind::kRational: return give_number(value, as);
    case Kind::kString: return py::str(value.as_string());
    case Kind::kGame: return wrap(universe_, value.as_game());
    case Kind::kEnum:
      if (const auto side = value.as_player()) return player_object(*side);
      if (value.class_name() == "OutcomeClass")
        return imported().names.attr("Outcome")(value.as_enum().name);
      break;
    case Kind::kCoordinates: return py::tuple(list(value.coordinate_items(), as));
    case Kind::kList: return list(value.as_list(), as);
    case Kind::kSet: return list(value.as_set().items, as);
    case Kind::kRange: return list(context().elements(value, "the result"), as);
    case Kind::kMap: {
      py::dict out;
      for (const auto& [key, entry] : value.as_map().entries) out[give(key, as)] = give(entry, as);
      return py::object(std::move(out));
    }
    case Kind::kNative:
      if (auto native = give_native(value)) return native;
      break;
    default: break;
  }
  if (language_.use == Language::Use::kSpare) throw Needs{};
  // Loopy values are compared and added, and those of two sessions would not meet.
  if (language_.use == Language::Use::kSession && lang::is_loopy(value)) {
    LoopyGames& games = lang::loopy_games(context());
    return py::module_::import("cgt._pickles")
        .attr("loopy")(to_json(games, lang::loopy_of(context(), value)));
  }
  const bool is_session = language_.use == Language::Use::kSession;
  auto kept = std::make_shared<PyValue>(universe_,
                                        is_session ? language_.shared_from_this() : nullptr, value);
  const py::handle type = class_for(value.class_name());
  if (!type) return py::cast(std::move(kept));
  py::object object = type.attr("__new__")(type);
  py::type::of<PyValue>().attr("__init__")(object, py::cast(std::move(kept)));
  return object;
}

py::object Conversion::give_number(const lang::Value& value, As as) {
  if (as == As::kGames) return wrap(universe_, context().game(value, "the result"));
  const py::object number = fraction(value.as_rational());
  if (as == As::kNumbers && value.is_integer()) return number.attr("numerator");
  return number;
}

std::vector<lang::Value> Conversion::items(py::handle object) {
  std::vector<lang::Value> out;
  for (const py::handle item : object) out.push_back(take(item));
  return out;
}

py::list Conversion::list(const std::vector<lang::Value>& values, As as) {
  py::list out(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) out[i] = give(values[i], as);
  return out;
}

// Null where Python has no class for it.
py::object Conversion::give_native(const lang::Value& value) {
  if (const auto* t = value.as_native<lang::ThermographObject>())
    return py::cast(PyThermograph{t->thermograph, t->title});
  if (const auto* p = value.as_native<lang::NativePosition>()) {
    const auto rules = ruleset_called(lang::ruleset_of(p->ruleset).text);
    return py::cast(PyPosition{universe_, p->position, rules});
  }
  if (const auto* r = value.as_native<lang::RulesetObject>())
    return py::cast(PyRuleset(*ruleset_called(r->text)));
  return {};
}

}  // namespace cgt::python
