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
  rows.add("IsTame", "Has it, and have its options, the genus of a sum of nim heaps?",
           "IsTame --> false", [id](Context& c, Arguments a) {
             return Value::boolean(misere_games(c).is_tame(id(a[0]), c.budget()));
           });
  rows.add("IsTameable", "The same, but for options that can be answered by tameable games.",
           "IsTameable --> false", [id](Context& c, Arguments a) {
             return Value::boolean(misere_games(c).is_tameable(id(a[0]), c.budget()));
           });
  rows.add("IsGenerallyTame", "Is it tame, or has it the genus x^x of a nim heap?",
           "IsGenerallyTame --> false", [id](Context& c, Arguments a) {
             MisereGames& games = misere_games(c);
             const MisereId g = id(a[0]);
             const Genus genus = games.genus(g, c.budget());
             const std::uint32_t x = genus.nim_value;
             return Value::boolean(games.is_tame(g, c.budget()) ||
                                   genus.terms == std::vector<std::uint32_t>{x, x ^ 2U});
           });
  // Whoever is ahead by nim values: 0 or 1 in one kind of play and more in the other.
  const auto restive = [](const MisereGames& games, MisereId g) {
    return games.nim_value(g) < 2 && games.misere_nim_value(g) >= 2;
  };
  rows.add("IsGenerallyRestive", "Is the nim value 0 or 1, and the misère nim value greater?",
           "IsGenerallyRestive --> true", [id, restive](Context& c, Arguments a) {
             return Value::boolean(restive(misere_games(c), id(a[0])));
           });
  rows.add("IsRestive", "The same, and all options are tame.", "IsRestive --> true",
           [id, restive](Context& c, Arguments a) {
             MisereGames& games = misere_games(c);
             return Value::boolean(restive(games, id(a[0])) &&
                                   games.is_wild_over_tame(id(a[0]), c.budget()));
           });
  rows.add("IsRestless",
           "Is the misère nim value 0 or 1, the nim value greater, and are all options tame?",
           "IsRestless --> false", [id](Context& c, Arguments a) {
             MisereGames& games = misere_games(c);
             const MisereId g = id(a[0]);
             return Value::boolean(games.nim_value(g) >= 2 && games.misere_nim_value(g) < 2 &&
                                   games.is_wild_over_tame(g, c.budget()));
           });
  rows.add("Mate", "*[1] for *[0], *[0] for *[1], else the game of the mates of the options.",
           "Mate --> *[2#1]", [id](Context& c, Arguments a) {
             return misere_form_value(misere_games(c).mate(id(a[0]), c.budget()));
           });
  rows.add("IsEven", "Is its sum with *[1] none of its options?", "IsEven --> true",
           [id](Context& c, Arguments a) {
             MisereGames& games = misere_games(c);
             const MisereId g = id(a[0]);
             const MisereId other = games.add(g, games.nim_heap(1, c.budget()), c.budget());
             const auto options = games.options(g);
             return Value::boolean(std::ranges::find(options, other) == options.end());
           });
  rows.add("IsHalfTame",
           "Is it not tame, but all its options, with a nim value of 0 or 1 and no "
           "misère nim value of these?",
           "IsHalfTame --> true", [id](Context& c, Arguments a) {
             return Value::boolean(misere_games(c).is_half_tame(id(a[0]), c.budget()));
           });
}

}  // namespace cgt::lang
