// The methods of misere canonical forms.
#include "cgt/misere/counts.hpp"
#include "lang/values/forms.hpp"

#include <fmt/format.h>

#include "lang/library/core.hpp"

namespace cgt::lang {

namespace {

const Value& other_misere_form(Context& c, const Value& v, const char* what) {
  if (is_misere_form(v)) return v;
  throw Error(fmt::format("{} needs a misère form, not {}", what, c.text(v)),
              "*[2] is a nim heap, *[[2],0] the game with the options *[2] and *[0]");
}

void register_misere_parts(Registry& registry) {
  const Rows rows = Rows(registry, "MisereCanonicalGame").on("(*[2]+*[2])");
  const auto id = [](const Value& v) { return v.as_native<MisereFormObject>()->id; };
  const auto list = [](const std::vector<MisereId>& games) {
    std::vector<Value> out;
    for (const MisereId g : games) out.push_back(misere_form_value(g));
    return Value::list(std::move(out));
  };
  rows.add("MisereMinus(h)", "The x whose sum with h is the game; an error if there is none.",
           "MisereMinus(*[2]) --> *[2]", [id](Context& c, Arguments a) {
             const MisereId h = id(other_misere_form(c, a[1], "MisereMinus"));
             const auto x = misere_parts(c).minus(id(a[0]), h, c.budget());
             if (x) return misere_form_value(*x);
             throw Error(fmt::format("{} is not a part of {}", c.text(a[1]), c.text(a[0])));
           });
  rows.add("Parts", "The even parts of its even part, without 0 and itself, in pairs.",
           "Parts --> [*[2]]", [id, list](Context& c, Arguments a) {
             return list(misere_parts(c).parts(id(a[0]), c.budget()));
           });
  rows.add("Partitions", "All ways to write it as a sum of even primes and perhaps of *[1].",
           "Partitions --> [[*[2],*[2]]]", [id, list](Context& c, Arguments a) {
             std::vector<Value> out;
             for (const auto& primes : misere_parts(c).partitions(id(a[0]), c.budget()))
               out.push_back(list(primes));
             return Value::list(std::move(out));
           });
  rows.add("IsPrime", "Has its even part two even parts, 0 and itself?", "IsPrime --> false",
           [id](Context& c, Arguments a) {
             return Value::boolean(misere_parts(c).is_prime(id(a[0]), c.budget()));
           });
  rows.add("IsExtraverted", "Is each option a part?", "IsExtraverted --> true",
           [id](Context& c, Arguments a) {
             return Value::boolean(misere_parts(c).is_extraverted(id(a[0]), c.budget()));
           });
  rows.add("IsIntroverted", "Is it a part of each option? Only *[0] and *[1] are.",
           "IsIntroverted --> false", [id](Context& c, Arguments a) {
             return Value::boolean(misere_games(c).birthday(id(a[0])) < 2);
           });
  rows.add("Distinguisher(h)", "A game whose sums with the game and with h have unequal outcomes.",
           "Distinguisher(*[[2]]) --> *[(2#1)21]", [id](Context& c, Arguments a) {
             const MisereId h = id(other_misere_form(c, a[1], "Distinguisher"));
             const auto x = misere_parts(c).distinguisher(id(a[0]), h, c.budget());
             if (x) return misere_form_value(*x);
             throw Error("a game is not told apart from itself");
           });
  rows.add("IsLinkedTo(h)", "Is there a game whose sums with both the previous player wins?",
           "IsLinkedTo(*[2]) --> false", [id](Context& c, Arguments a) {
             const MisereId h = id(other_misere_form(c, a[1], "IsLinkedTo"));
             return Value::boolean(misere_parts(c).is_linked(id(a[0]), h));
           });
  rows.add("Link(h)", "A game whose sums with both the previous player wins; an error if none is.",
           "Link(*[[[2]]]) --> *[((2#1)21)32]", [id](Context& c, Arguments a) {
             const MisereId h = id(other_misere_form(c, a[1], "Link"));
             const auto x = misere_parts(c).link(id(a[0]), h, c.budget());
             if (x) return misere_form_value(*x);
             throw Error("one of the games is an option of the other one, so nothing links them");
           });
}

}  // namespace

void register_misere(Registry& registry) {
  Rows(registry, "")
      .add("MisereCanonicalGame.DayN(day)", "All games born by a day, 0 to 4.",
           "MisereCanonicalGame.DayN(3) --> [*[0],*[1],*[2],*[3],*[2#]]",
           [](Context& c, Arguments a) {
             const std::int64_t day = c.integer(a[0], "DayN");
             if (day < 0 || day > kLastListedImpartialDay) {
               throw Error("DayN goes to day 4", "there are 4171780 by day 5");
             }
             std::vector<MisereId> games = impartial_misere_games(
                 misere_games(c), static_cast<std::uint32_t>(day), c.budget());
             misere_parts(c).sort(games, c.budget());
             std::vector<Value> out;
             for (const MisereId g : games) out.push_back(misere_form_value(g));
             return Value::list(std::move(out));
           });
  const Rows rows = Rows(registry, "MisereCanonicalGame").on("(*[[2],0])");
  const auto id = [](const Value& v) { return v.as_native<MisereFormObject>()->id; };
  const auto list = [](const std::vector<MisereId>& games) {
    std::vector<Value> out;
    for (const MisereId g : games) out.push_back(misere_form_value(g));
    return Value::list(std::move(out));
  };
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
  rows.add("Options", "Its canonical options, in the order of games.", "Options --> [*[0],*[2#]]",
           [id, list](Context& c, Arguments a) {
             return list(misere_parts(c).options(id(a[0]), c.budget()));
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
             return Value::boolean(misere_parts(c).is_even(id(a[0]), c.budget()));
           });
  rows.add("IsHalfTame",
           "Is it not tame, but all its options, with a nim value of 0 or 1 and no "
           "misère nim value of these?",
           "IsHalfTame --> true", [id](Context& c, Arguments a) {
             return Value::boolean(misere_games(c).is_half_tame(id(a[0]), c.budget()));
           });
  register_misere_parts(registry);
}

}  // namespace cgt::lang
