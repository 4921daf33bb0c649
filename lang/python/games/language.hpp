// Language: a session of the language on the games of a universe, for calls of rows of its registry.
//
// Counts of values are not atomic, so one thread at a time has a session. Values other than numbers, games, texts
// and collections of these are kept by the session that made them: PyValue. Those of calls are the first session's of
// a universe; while it works for another thread, a call that neither takes nor gives such values has a spare one.
// A cgt.lang.Session keeps its own.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "decomp/solve/values/evaluator.hpp"
#include "lang/lang.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/games/games.hpp"

namespace cgt::python {

class Language : public std::enable_shared_from_this<Language> {
 public:
  enum class Use : std::uint8_t { kFirst, kSpare, kSession };
  Language(Store& games, Use use);
  // A session on games of its own way to a universe.
  explicit Language(std::unique_ptr<Store> games);
  Language(const Language&) = delete;
  Language& operator=(const Language&) = delete;

  // work(context) -> lang::Value, within the limits of a call.
  template <class Work>
  lang::Value ask(const py::object& budget, Work work) {
    return ask_briefly(budget, [&](Budget& limited) {
      lang::Value found;
      session.with_context(limited, [&](lang::Context& context) { found = work(context); });
      return found;
    });
  }

  // Objects of Python end while another thread may be counting: their values wait for the next call.
  void bury(lang::Value value);
  void empty();

  const Use use;
  std::recursive_mutex in_use;
  const std::unique_ptr<Store> own_games;
  lang::Session session;
  lang::Context& context() { return *context_; }  // without limits
  // Of positions that play can come back to.
  solve::Evaluator& evaluator() {
    if (!evaluator_) evaluator_.emplace(session.store());
    return *evaluator_;
  }

 private:
  Budget unlimited_;
  std::unique_ptr<lang::Context> context_;
  std::optional<solve::Evaluator> evaluator_;
  std::atomic<bool> has_buried_{false};
  std::mutex burying_;
  std::vector<lang::Value> buried_;
};

// cgt.lang.Value and what is derived from it: a value that is none of Python's or of cgt's other classes.
struct PyValue {
  // `home`: the session that keeps it; null for the first one of the universe.
  PyValue(UniversePtr in, std::shared_ptr<Language> keeper, lang::Value v)
      : universe(std::move(in)), home(std::move(keeper)), value(std::move(v)) {}
  ~PyValue() { (home ? *home : universe->language()).bury(std::move(value)); }
  PyValue(const PyValue&) = delete;
  PyValue& operator=(const PyValue&) = delete;

  const UniversePtr universe;
  const std::shared_ptr<Language> home;
  lang::Value value;
};
using PyValuePtr = std::shared_ptr<PyValue>;

// A value is kept by this session, or was to be kept by the first one (null).
struct Needs {
  std::shared_ptr<Language> home;
};

// How numbers of the language are given.
enum class As : std::uint8_t { kNumbers, kGames, kFractions };
// What a text stands for among arguments.
enum class Texts : std::uint8_t { kTexts, kGames };

// Arguments and results of one call. Requires the lock of the interpreter and that of the language.
class Conversion {
 public:
  Conversion(const UniversePtr& universe, Language& language, Texts texts = Texts::kTexts)
      : universe_(universe), language_(language), texts_(texts) {}

  // `parameter`: its name in the signature; a player may be written as a text.
  lang::Value take(py::handle object, std::string_view parameter = "");
  py::object give(const lang::Value& value, As as = As::kNumbers);

 private:
  lang::Context& context() { return language_.context(); }
  lang::Value take_text(py::handle object, std::string_view parameter);
  lang::Value take_other(py::handle object);
  std::vector<lang::Value> items(py::handle object);
  py::list list(const std::vector<lang::Value>& values, As as);
  py::object give_number(const lang::Value& value, As as);
  py::object give_native(const lang::Value& value);

  const UniversePtr& universe_;
  Language& language_;
  const Texts texts_;
};

// work(language), alone with the session that keeps a value.
template <class Work>
py::object in_home(const UniversePtr& universe, const std::shared_ptr<Language>& home,
                   const Work& work) {
  Language& language = home ? *home : universe->language();
  std::unique_lock lock(language.in_use, std::try_to_lock);
  if (!lock.owns_lock()) {
    const py::gil_scoped_release released;
    lock.lock();
  }
  language.empty();
  try {
    return work(language);
  } catch (const Needs&) {
    throw Error("these values are of different sessions");
  }
}

// work(language), alone with it. It may be done again with another one. Throws Error if values of two sessions meet.
template <class Work>
py::object in_language(const UniversePtr& universe, const Work& work) {
  try {
    Language& first = universe->language();
    if (const std::unique_lock lock(first.in_use, std::try_to_lock); lock.owns_lock()) {
      first.empty();
      return work(first);
    }
    if (std::unique_lock<std::recursive_mutex> lock;
        Language* spare = universe->spare_language(lock))
      return work(*spare);
    return in_home(universe, nullptr, work);
  } catch (const Needs& needs) {
    return in_home(universe, needs.home, work);
  }
}

// The universe that an argument is of; the default one for what is of none.
UniversePtr universe_in(py::handle object);
// Does it stand for a value in arithmetic? Values, games and numbers do.
bool is_operand(py::handle object);
// "NimSum" -> "nim_sum".
std::string snake_case(std::string_view name);
// The class of the values of this class of the language; null if cgt.lang.Value is.
py::handle class_for(const std::string& language_class);

// Classes for values, with the methods of the registry; also the methods of other classes.
void bind_values(py::module_& module);

}  // namespace cgt::python
