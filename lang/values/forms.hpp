// Forms as values of the language: '{*|*}' and compounds of such, games that keep how they were
// written. A number or a game counts as the form of its canonical options.
#pragma once

#include "cgt/algebra/form.hpp"
#include "lang/context.hpp"

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

}  // namespace cgt::lang
