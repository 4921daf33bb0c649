#include "lang/values/forms.hpp"

#include "cgt/support/hash.hpp"
#include "lang/values/misere.hpp"

namespace cgt::lang {

std::string FormObject::to_text(Context& context, const PrintStyle& style) const {
  return context.forms().to_text(form, style);
}

bool FormObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const FormObject*>(&other);
  return o != nullptr && o->form == form;
}

std::uint64_t FormObject::hash() const { return mix(form.word(), 1); }

Form form_of(Context& context, const Value& v, std::string_view what) {
  if (const auto* object = v.as_native<FormObject>()) return object->form;
  if (const auto* misere = v.as_native<MisereFormObject>())
    return misere_as_form(context, misere->id);
  return {context.game(v, what)};
}

Value form_value(Context& context, Form form) {
  if (form.is_game()) return context.wrap(form.game());
  return Value::native<FormObject>(form);
}

}  // namespace cgt::lang
