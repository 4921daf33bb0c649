// Forms as values of the language: '{*|*}' and compounds of such, games that keep how they were
// written. A number or a game counts as the form of its canonical options.
#pragma once

#include <string>

#include "cgt/algebra/form.hpp"
#include "cgt/misere/misere_games.hpp"
#include "cgt/misere/misere_parts.hpp"
#include "lang/context.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang {

// Class "Form". What the Forms table of the session gives back as a value is wrapped as a number or
// a game instead, so a FormObject never holds one.
class FormObject final : public NativeObject {
 public:
  explicit FormObject(Form f) : form(f) {}
  const char* class_name() const override { return "Form"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;
  const Form form;
};

inline bool is_form(const Value& v) { return v.as_native<FormObject>() != nullptr; }
// The form that a number, a game or a form is. Throws Error naming `what` for anything else.
Form form_of(Context& context, const Value& v, std::string_view what);
Value form_value(Context& context, Form form);
// The narrowest class of a value by name, as value_class() but with those of forms: ExplicitGame,
// NegativeGame, CompoundGame.
std::string narrow_class(Context& context, const Value& v);

// Misere canonical forms of impartial games as values: *[2], *[[2],0].
//
// In *[...] a list is the set of its elements, an integer a nim heap; the outermost brackets around one
// element are not a list of their own: *[3] is the nim heap 3, *[[3]] the game with that option.

// The table of forms of a session. Forms stay good for as long as the session keeps its store.
struct MisereTable {
  explicit MisereTable(Store&) {}
  MisereGames games;
  MisereParts parts{games};
};
inline MisereGames& misere_games(Context& context) { return context.kept<MisereTable>().games; }
inline MisereParts& misere_parts(Context& context) { return context.kept<MisereTable>().parts; }

class MisereFormObject final : public NativeObject {
 public:
  explicit MisereFormObject(MisereId g) : id(g) {}
  const char* class_name() const override { return "MisereCanonicalGame"; }
  // In normal play, and in compounds with other games, it is the form of its options.
  const char* base_class() const override { return "Form"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return id; }
  const MisereId id;
};

inline bool is_misere_form(const Value& v) { return v.as_native<MisereFormObject>() != nullptr; }
inline Value misere_form_value(MisereId g) { return Value::native<MisereFormObject>(g); }
// *[...]. Throws Error for what is not an integer >= 0, list or form.
Value misere_form_of_list(Context& context, const Value& list);
// The name between the brackets: digits are nim heaps, x# is the game with the option x, x[n] the sum of
// x and the nim heap n, x[-n] the difference, x[nm] is x[n][m], and other games are their options one
// after the other, in brackets within names.
std::string misere_name(Context& context, MisereId g);
// The form of normal play with the same options.
Form misere_as_form(Context& context, MisereId g);
// + and integer multiples; at least one of both is a form.
Value misere_binary(Context& context, Token op, const Value& a, const Value& b);

}  // namespace cgt::lang
