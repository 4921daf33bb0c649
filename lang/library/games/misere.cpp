// The methods of misere canonical forms.
#include "lang/values/misere.hpp"

#include <algorithm>

#include "lang/library/core.hpp"

namespace cgt::lang {

void register_misere(Registry& registry) {
  const Rows rows = Rows(registry, "MisereCanonicalGame").on("(*[[2],0])");
  const auto id = [](const Value& v) { return v.as_native<MisereFormObject>()->id; };
  rows.add(
      "Birthday", "The length of the longest play of the canonical form.", "Birthday --> 4",
      [id](Context& c, Arguments a) { return Value::integer(misere_games(c).birthday(id(a[0]))); });
  rows.add("NimValue", "The nim value in normal play.", "NimValue --> 1",
           [id](Context& c, Arguments a) {
             return Value::integer(misere_games(c).nim_value(id(a[0])));
           });
  rows.add("MisereNimValue", "The n for which the previous player wins the sum with *n.",
           "MisereNimValue --> 2", [id](Context& c, Arguments a) {
             return Value::integer(misere_games(c).misere_nim_value(id(a[0])));
           });
  rows.add("MisereOutcomeClass", "Who wins if the player who cannot move wins: N or P.",
           "MisereOutcomeClass --> N", [id](Context& c, Arguments a) {
             return Value::outcome(misere_games(c).next_player_wins(id(a[0]))
                                       ? OutcomeClass::kNext
                                       : OutcomeClass::kPrevious);
           });
  rows.add("Options", "Its canonical options.", "Options --> [*[0],*[2#]]",
           [id](Context& c, Arguments a) {
             std::vector<MisereId> options = misere_options(c, id(a[0]));
             std::ranges::reverse(options);
             std::vector<Value> out;
             for (const MisereId o : options) out.push_back(misere_form_value(o));
             return Value::list(std::move(out));
           });
  rows.add("IsNimHeap", "Is it a nim heap?", "IsNimHeap --> false", [id](Context& c, Arguments a) {
    return Value::boolean(misere_games(c).nim_heap_size(id(a[0])).has_value());
  });
  rows.add("IsTame", "Has it, and what is left of its options, the genus of a sum of nim heaps?",
           "IsTame --> false", [id](Context& c, Arguments a) {
             return Value::boolean(misere_games(c).is_tame(id(a[0]), c.budget()));
           });
  rows.add("IsHalfTame",
           "Is it not tame, but all its options, with a nim value of 0 or 1 and no "
           "misère nim value of these?",
           "IsHalfTame --> true", [id](Context& c, Arguments a) {
             return Value::boolean(misere_games(c).is_half_tame(id(a[0]), c.budget()));
           });
}

}  // namespace cgt::lang
