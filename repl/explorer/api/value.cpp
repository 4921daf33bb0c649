#include <fmt/format.h>

#include <array>

#include "cgt/support/known_so_far.hpp"
#include "lang/values/loopy.hpp"
#include "repl/explorer/api/values.hpp"
#include "repl/explorer/api/workspace.hpp"
#include "repl/session/notebook.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kMostTemperatures = 1'000;

// What the language says of a value that is not a game: a list, a thermograph, a board of Go.
Json other_value(Workspace& workspace, const lang::Value& value, Budget& budget) {
  const lang::Result text = workspace.session().text(value, rest_of(budget));
  if (!text.ok())
    throw Error(text.diagnostics.empty() ? "this value has no text" : text.diagnostics);
  const MimeBundle bundle = mime_bundle(workspace.session(), value, text.text, rest_of(budget));
  Json out{{"text", text.text}, {"kind", value.class_name()}};
  if (const auto found = bundle.find("image/svg+xml"); found != bundle.end())
    out["svg"] = found->second;
  return out;
}

bool is_game(Workspace& workspace, const Subject& subject, Budget& budget) {
  if (subject.kind != Subject::Kind::kValue) return true;
  bool game = false;
  workspace.within(budget, [&](Work& work) {
    try {
      lang::loopy_of(work.context, subject.value, "the explorer");
      game = true;
    } catch (const Error&) {  // it is shown in another way
    }
  });
  return game;
}

// A local position of Go in which kos matter: bounds, and a thermograph for each komaster.
Json ko_facts(Workspace& workspace, const Subject& subject, Budget& budget) {
  Json out{{"text", "depends on ko"}, {"kind", "ko"}};
  workspace.within(budget, [&](Work& work) {
    const solve::LocalValue bounds = work.evaluator.bounds(subject.position, budget);
    out["bounds"] = {{"lower", value_text(work, LoopyValue(bounds.lower))},
                     {"upper", value_text(work, LoopyValue(bounds.upper))}};
  });
  Json& kos = out["ko"] = Json::object();
  const std::string region = fmt::format("game.go.Region(\"{}\")", subject.position.text());
  struct Master {
    const char* name;
    const char* argument;
    const char* title;
  };
  constexpr std::array<Master, 3> kMasters{{{"none", "\"none\"", "no komaster"},
                                            {"left", "Left", "Left is komaster"},
                                            {"right", "Right", "Right is komaster"}}};
  for (const auto& [name, argument, title] : kMasters) {
    const lang::Result found = workspace.session().evaluate(
        SourceText("<ko>", fmt::format("{}.KoThermograph({});", region, argument)),
        rest_of(budget));
    if (!found.ok()) {
      kos[name] = {
          {"refused", found.problems.empty() ? "unknown" : found.problems.front().message}};
      continue;
    }
    Json one{{"text", found.text}};
    const lang::Result drawing = workspace.session().evaluate(
        SourceText("<ko>",
                   fmt::format("{}.KoThermograph({}).Svg(\"{}\")", region, argument, title)),
        rest_of(budget));
    if (drawing.ok()) one["svg"] = drawing.value.as_string();
    for (const char* const member : {"Mast", "Temperature"}) {
      const lang::Result fact = workspace.session().evaluate(
          SourceText("<ko>", fmt::format("{}.KoThermograph({}).{}", region, argument, member)),
          rest_of(budget));
      if (fact.ok()) one[member == std::string("Mast") ? "mean" : "temperature"] = fact.text;
    }
    kos[name] = std::move(one);
  }
  return out;
}

}  // namespace

Json call_value(Workspace& workspace, const Json& request, Budget& budget) {
  const Subject subject = workspace.subject(request, budget);
  if (!is_game(workspace, subject, budget)) return other_value(workspace, subject.value, budget);
  Json out;
  try {
    workspace.within(budget, [&](Work& work) {
      const Dyadic t = number_in(work, text_in(request, "t", "1"), "t");
      if (t < Dyadic(-1)) throw Error("\"t\" of the request is below -1");
      out = facts_of(work, value_of(work, subject), subject.title, t);
    });
  } catch (const BudgetExhausted& spent) {
    if (spent.reason() == StopReason::kInterrupted) throw;
    out = {{"text", "unknown"}, {"unknown", spent.what()}};
    if (const std::string known = known_text(spent); !known.empty()) out["known"] = known;
  } catch (const solve::KoMatters&) {
    out = ko_facts(workspace, subject, budget);
  }
  return out;
}

Json call_thermograph(Workspace& workspace, const Json& request, Budget& budget) {
  const Json& temperatures = list_in(request, "t");
  if (temperatures.size() > kMostTemperatures) throw Error("these are too many temperatures");
  const Subject subject = workspace.subject(request, budget);
  Json out{{"at", Json::array()}};
  workspace.within(budget, [&](Work& work) {
    const Thermograph found = thermograph_of_subject(work, subject);
    for (const Json& one : temperatures) {
      const Dyadic t = number_in(work, string_of(one, "a temperature"), "t");
      if (t < Dyadic(-1)) throw Error("a temperature is at least -1");
      out["at"].push_back({{"t", t.to_string()},
                           {"left", found.wall(Player::kLeft).at(t).to_string()},
                           {"right", found.wall(Player::kRight).at(t).to_string()}});
    }
  });
  return out;
}

}  // namespace cgt::repl
