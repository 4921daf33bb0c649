// Loopy values: sides, stops, degrees and varieties.
#include <fmt/format.h>

#include <algorithm>

#include "cgt/text/loopy_text.hpp"
#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"

namespace cgt::lang {
namespace {

Value stopper_set(Context& c, const std::vector<LoopyId>& stoppers) {
  std::vector<Value> items;
  for (const LoopyId g : stoppers) items.push_back(loopy_value(c, LoopyValue(g)));
  return make_set(c, std::move(items));
}

Value stopper_options(Context& c, const Value& g, Player player) {
  return stopper_set(c, loopy_games(c).options(stopper_of(c, g, "this list of options"), player));
}

Value both_options(Context& c, const Value& g, const Value& player) {
  if (!player.is_nothing()) return stopper_options(c, g, c.player(player, "Options"));
  const LoopyId id = stopper_of(c, g, "this list of options");
  std::vector<LoopyId> both = loopy_games(c).options(id, Player::kLeft);
  for (const LoopyId o : loopy_games(c).options(id, Player::kRight)) both.push_back(o);
  return stopper_set(c, both);
}

Value pseudonumber(Context& c, const Pseudonumber& x) {
  return loopy_value(c, LoopyValue(loopy_games(c).make(x)));
}

Value yes(bool b) { return Value::boolean(b); }

// The variety of a stopper over its degree, if that is one and the two varieties agree.
Value variety(Context& c, const Value& v) {
  LoopyGames& games = loopy_games(c);
  const LoopyId g = stopper_of(c, v, "Variety");
  const LoopyValue degree = games.degree(g);
  if (!games.is_idempotent(degree)) {
    throw Error(fmt::format("the variety of {} is not defined: its degree {} is not an idempotent",
                            c.text(v), c.text(loopy_value(c, degree))));
  }
  const LoopyValue up = games.upsum_variety(LoopyValue(g), degree);
  const LoopyValue down = games.downsum_variety(LoopyValue(g), degree);
  if (!games.equal(up, down)) {
    throw Error(fmt::format("{} is not stable: its upsum variety {} is not its downsum variety {}",
                            c.text(v), c.text(loopy_value(c, up)), c.text(loopy_value(c, down))));
  }
  return loopy_value(c, up);
}

bool is_stable(Context& c, const Value& v) {
  LoopyGames& games = loopy_games(c);
  const LoopyId g = stopper_of(c, v, "IsStable");
  const LoopyValue degree = games.degree(g);
  if (!games.is_idempotent(degree)) {
    throw Error(fmt::format("{} has no variety: its degree {} is not an idempotent", c.text(v),
                            c.text(loopy_value(c, degree))));
  }
  return games.equal(games.upsum_variety(LoopyValue(g), degree),
                     games.downsum_variety(LoopyValue(g), degree));
}

using Sum = LoopyValue (LoopyGames::*)(const LoopyValue&, const LoopyValue&);

// Rows that short games have too.
void register_sums(const Rows& rows) {
  const auto add = [&](const char* name, const char* doc, const char* example, Sum sum) {
    const bool sums = std::string_view(name).ends_with("sum");
    rows.add(fmt::format("{}({})", name, sums ? "that" : "deg"), doc, example,
             [sum, name](Context& c, Arguments a) {
               return loopy_value(
                   c, (loopy_games(c).*sum)(loopy_of(c, a[0], name), loopy_of(c, a[1], name)));
             });
  };
  add("Upsum", "The onside of the sum with h.", "over Upsum under --> over", &LoopyGames::upsum);
  add("Downsum", "The offside of the sum with h.", "over Downsum under --> under",
      &LoopyGames::downsum);
  add("UpsumVariety", "G Upsum (-G Downsum -h), for an idempotent h.",
      "upon.UpsumVariety(^<on>) --> v<on>", &LoopyGames::upsum_variety);
  add("DownsumVariety", "G Downsum (-G Upsum h), for an idempotent h.",
      "upon.DownsumVariety(^<on>) --> v<on>", &LoopyGames::downsum_variety);
}

void register_structure(const Rows& rows) {
  rows.add("Options(player?)", "The canonical options of a player, or of both, of a stopper.",
           "over.Options --> {0,over}",
           [](Context& c, Arguments a) { return both_options(c, a[0], a[1]); });
  rows.add("LeftOptions", "Left's canonical options, of a stopper.", "on.LeftOptions --> {on}",
           [](Context& c, Arguments a) { return stopper_options(c, a[0], Player::kLeft); });
  rows.add("RightOptions", "Right's canonical options, of a stopper.", "on.RightOptions --> {}",
           [](Context& c, Arguments a) { return stopper_options(c, a[0], Player::kRight); });
  rows.add("Followers", "All followers of a stopper, itself included, as a set.",
           "upon.Followers --> {0,*,^[on]}", [](Context& c, Arguments a) {
             return stopper_set(c, loopy_games(c).followers(stopper_of(c, a[0], "Followers")));
           });
  rows.add("FollowerCount", "How many followers a stopper has, itself included.",
           "over.FollowerCount --> 2", [](Context& c, Arguments a) {
             return Value::integer(static_cast<std::int64_t>(
                 loopy_games(c).followers(stopper_of(c, a[0], "FollowerCount")).size()));
           });
  for (const char* name : {"GameValue", "CanonicalForm"}) {
    rows.add(name, "The value itself: it is canonical.", fmt::format("over.{} --> over", name),
             [](Context&, Arguments a) { return a[0]; });
  }
  rows.add("Subordinate(base)", "The H of a stopper that is base:H.", "over.Subordinate(1) --> off",
           [](Context& c, Arguments a) {
             const Form base = form_of(c, a[1], "Subordinate");
             LoopyOptions taken;
             for (const Player player : kPlayers) {
               for (const Form option : c.forms().options(base, player))
                 taken[player].emplace_back(c.forms().value(option));
             }
             return loopy_value(
                 c, loopy_games(c).subordinate(stopper_of(c, a[0], "Subordinate"), taken));
           });
  rows.add("Tiny", "{0||0|-G}.", "on.Tiny --> Tiny(on)", [](Context& c, Arguments a) {
    const LoopyValue zero(kZero);
    LoopyGames& games = loopy_games(c);
    const LoopyValue minus = games.negate(loopy_of(c, a[0]));
    const LoopyValue threat = games.construct({&zero, 1}, {&minus, 1});
    return loopy_value(c, games.construct({&zero, 1}, {&threat, 1}));
  });
  rows.add("Miny", "{G|0||0}.", "on.Miny --> Miny(on)", [](Context& c, Arguments a) {
    const LoopyValue zero(kZero);
    LoopyGames& games = loopy_games(c);
    const LoopyValue self = loopy_of(c, a[0]);
    const LoopyValue threat = games.construct({&self, 1}, {&zero, 1});
    return loopy_value(c, games.construct({&threat, 1}, {&zero, 1}));
  });
}

void register_questions(const Rows& rows) {
  for (const char* name :
       {"IsLoopfree", "IsNumber", "IsInteger", "IsZero", "IsNimber", "IsOrdinal", "IsUptimal"}) {
    rows.add(name, "False for every loopy game.", fmt::format("over.{} --> false", name),
             [](Context&, Arguments) { return yes(false); });
  }
  rows.add("IsFinite", "True: its graph is finite.", "on.IsFinite --> true",
           [](Context&, Arguments) { return yes(true); });
  rows.add("IsStopper", "Can play by turns not go on for ever?", "dud.IsStopper --> false",
           [](Context& c, Arguments a) { return yes(loopy_of(c, a[0]).is_stopper()); });
  rows.add("IsStopperSided", "Were onside and offside shown to be stoppers?",
           "dud.IsStopperSided --> true",
           [](Context& c, Arguments a) { return yes(loopy_of(c, a[0]).is_stopper_sided()); });
  rows.add("IsPlumtree", "Is it a stopper whose only cycles are passes?",
           "{pass|*}.IsPlumtree --> true", [](Context& c, Arguments a) {
             const LoopyValue g = loopy_of(c, a[0]);
             return yes(g.is_stopper() && loopy_games(c).is_plumtree(g.stopper()));
           });
  rows.add("IsPseudonumber", "Is it x, x + over or x + under for a number x, on or off?",
           "{1|pass}.IsPseudonumber --> true", [](Context& c, Arguments a) {
             const LoopyValue g = loopy_of(c, a[0]);
             return yes(g.is_stopper() && loopy_games(c).as_pseudonumber(g.stopper()).has_value());
           });
  rows.add(
      "IsIdempotent", "Is G + G = G?", "over.IsIdempotent --> true",
      [](Context& c, Arguments a) { return yes(loopy_games(c).is_idempotent(loopy_of(c, a[0]))); });
  rows.add("IsInfinitesimal", "Is it between -x and x for every number x > 0?",
           "over.IsInfinitesimal --> true", [](Context& c, Arguments a) {
             return yes(loopy_games(c).is_infinitesimal(loopy_of(c, a[0])));
           });
  rows.add(
      "IsNumberish", "Is it infinitesimally close to a number?", "{1|pass}.IsNumberish --> true",
      [](Context& c, Arguments a) { return yes(loopy_games(c).is_numberish(loopy_of(c, a[0]))); });
  rows.add("IsNumberTiny", "Is it a number plus a tiny or miny?",
           "Tiny(over).IsNumberTiny --> true", [](Context& c, Arguments a) {
             const LoopyValue g = loopy_of(c, a[0]);
             return yes(g.is_stopper() && loopy_games(c).is_number_tiny(g.stopper()));
           });
  rows.add("OutcomeClass",
           "Who wins: L, R, N or P; D, PHat, PCheck, NHat, NCheck where infinite play decides.",
           "dud.OutcomeClass --> D", [](Context& c, Arguments a) {
             return outcome_value(loopy_games(c).outcome(loopy_of(c, a[0])));
           });
}

void register_sides(const Rows& rows) {
  rows.add("Onside", "The value if infinite play is won by Left.", "dud.Onside --> on",
           [](Context& c, Arguments a) {
             return loopy_value(c, loopy_games(c).side(loopy_of(c, a[0]), Side::kOnside));
           });
  rows.add("Offside", "The value if infinite play is won by Right.", "dud.Offside --> off",
           [](Context& c, Arguments a) {
             return loopy_value(c, loopy_games(c).side(loopy_of(c, a[0]), Side::kOffside));
           });
  rows.add("Degree", "The onside of G - G, for a stopper.", "upon.Degree --> ^<on>",
           [](Context& c, Arguments a) {
             return loopy_value(c, loopy_games(c).degree(stopper_of(c, a[0], "Degree")));
           });
  rows.add("Variety", "How a stopper varies about its degree, if it is stable.",
           "{-1/4+*|pass}.Variety --> ^<on>",
           [](Context& c, Arguments a) { return variety(c, a[0]); });
  rows.add("IsStable", "Are its two varieties over its degree the same?", "over.IsStable --> true",
           [](Context& c, Arguments a) { return yes(is_stable(c, a[0])); });
  for (const Player player : kPlayers) {
    rows.add(fmt::format("{}Stop", name(player)),
             fmt::format("The pseudonumber reached if {} begins, of a stopper.", name(player)),
             player == Player::kLeft ? "{over|under}.LeftStop --> over"
                                     : "{over|under}.RightStop --> under",
             [player](Context& c, Arguments a) {
               return pseudonumber(c, loopy_games(c).stop(stopper_of(c, a[0], "Stop"), player));
             });
  }
  rows.add("Stop(player)", "The pseudonumber reached if the player begins, of a stopper.",
           "{over|under}.Stop(Left) --> over", [](Context& c, Arguments a) {
             return pseudonumber(
                 c, loopy_games(c).stop(stopper_of(c, a[0], "Stop"), c.player(a[1], "Stop")));
           });
  rows.add("StrongStop(player)", "The stop without over and under.",
           "{over|under}.StrongStop(Left) --> 0", [](Context& c, Arguments a) {
             return pseudonumber(c, loopy_games(c).strong_stop(stopper_of(c, a[0], "StrongStop"),
                                                               c.player(a[1], "StrongStop")));
           });
}

}  // namespace

void register_loopy(Registry& registry) {
  register_sums(Rows(registry, "Game"));
  const Rows rows(registry, "LoopyGame");
  register_structure(rows);
  register_questions(rows);
  register_sides(rows);
}

}  // namespace cgt::lang
