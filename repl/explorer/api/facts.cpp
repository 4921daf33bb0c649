#include "repl/explorer/api/values.hpp"

#include <algorithm>
#include <new>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/pictures/drawing.hpp"
#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"

namespace cgt::repl {
namespace {

// A page cannot show more of one value.
const PrintStyle kShown{Notation::kCanonical, 4'000};
constexpr std::size_t kMostNumber = 4'000;

std::string kind_of_game(Store& store, GameId g) {
  if (store.is_integer(g)) return "integer";
  if (store.is_number(g)) return "number";
  if (is_nimber(store, g)) return "nimber";
  if (store.option_count(g, Player::kLeft) == 1 && store.option_count(g, Player::kRight) == 1 &&
      store.is_number(store.option(g, Player::kLeft, 0)) &&
      store.is_number(store.option(g, Player::kRight, 0)) && warmth(store, g) == Warmth::kHot)
    return "switch";
  if (is_infinitesimal(store, g)) return is_all_small(store, g) ? "all-small" : "infinitesimal";
  return warmth(store, g) == Warmth::kTepid ? "tepid" : "hot";
}

void put_short(Json& out, Work& work, GameId g, const Dyadic& t) {
  Store& store = work.store;
  put_fact(out, "kind", [&] { return kind_of_game(store, g); });
  put_fact(out, "outcome", [&] { return outcome_letter(work, g); });
  put_fact(out, "mean", [&] { return store.mean(g).to_string(); });
  put_fact(out, "temperature", [&] { return store.temperature(g).to_string(); });
  put_fact(out, "left_stop", [&] { return store.stop(g, Player::kLeft).to_string(); });
  put_fact(out, "right_stop", [&] { return store.stop(g, Player::kRight).to_string(); });
  put_fact(out, "birthday", [&] { return std::to_string(store.birthday(g)); });
  put_fact(out, "size", [&] { return std::to_string(store.follower_count(g)); });
  if (is_nimber(store, g)) {
    put_fact(out, "nim_value", [&] { return std::to_string(store.as_nus(g)->nimber); });
  }
  put_fact(out, "atomic_weight", [&]() -> Json {
    const std::optional<GameId> weight = find_atomic_weight(store, g);
    return weight ? Json(to_text(store, *weight, kShown)) : Json();
  });
  put_fact(out, "reduced",
           [&] { return to_text(store, reduced_canonical_form(store, g), kShown); });
  put_fact(out, "cooled", [&] { return to_text(store, store.cool(g, t), kShown); });
  out["t"] = t.to_string();
}

void put_loopy(Json& out, Work& work, const LoopyValue& g) {
  LoopyGames& games = work.games;
  out["kind"] = g.is_stopper() ? "stopper" : "loopy";
  put_fact(out, "outcome", [&] { return outcome_letter(work, g); });
  Json sides;
  if (g.is_stopper()) {
    for (const Player player : kPlayers) {
      put_fact(out, player == Player::kLeft ? "left_stop" : "right_stop", [&] {
        return value_text(work, LoopyValue(games.make(games.stop(g.stopper(), player))));
      });
    }
  } else {
    for (const Side side : kSides) {
      put_fact(sides, side == Side::kOnside ? "onside" : "offside", [&]() -> Json {
        const LoopySide& one = g.side(side);
        return one.is_stopper() ? value_text(work, LoopyValue(one.id))
                                : "not shown to be a stopper";
      });
    }
  }
  put_fact(sides, "cycle", [&] { return cycle_text(games, g, kShown); });
  out["loopy"] = sides;
  put_fact(out, "mean", [&] { return thermograph_of(games, g).mean().to_string(); });
  put_fact(out, "temperature",
           [&] { return std::max(thermograph_of(games, g).temperature(), Dyadic()).to_string(); });
}

// A thermograph of a loopy value means nothing below temperature 0, where its mast may begin: what is written
// of a lower temperature than `least` becomes that.
std::string with_temperature(std::string drawing, const Dyadic& temperature, const Dyadic& least) {
  if (temperature >= least) return drawing;
  const auto words = [](const Dyadic& t) { return "temperature " + t.to_string() + ","; };
  const std::string wrong = words(temperature);
  const std::string right = words(least);
  for (std::size_t at = drawing.find(wrong); at != std::string::npos;
       at = drawing.find(wrong, at + right.size()))
    drawing.replace(at, wrong.size(), right);
  return drawing;
}

}  // namespace

void put_fact(Json& out, const char* name, const std::function<Json()>& fact) {
  const auto unknown = [&](const std::string& why) {
    out[name] = "unknown";
    out["unknown"] = why;
  };
  try {
    Json found = fact();
    if (!found.is_null()) out[name] = std::move(found);
  } catch (const BudgetExhausted& spent) {
    if (spent.reason() == StopReason::kInterrupted) throw;
    unknown(spent.what());
  } catch (const std::bad_alloc&) {
    unknown("out of memory");
  } catch (const Error&) {  // the value has none
  }
}

std::string value_text(Work& work, const LoopyValue& g) {
  return g.is_short() ? to_text(work.store, g.stopper().game(), kShown)
                      : to_text(work.games, g, kShown);
}

std::string value_latex(Work& work, const LoopyValue& g) {
  return g.is_short() ? to_latex(work.store, g.stopper().game(), kShown)
                      : to_latex(work.games, g, kShown);
}

std::string outcome_letter(Work& work, const LoopyValue& g) { return name(work.games.outcome(g)); }

Json json_of(const Thermograph& thermograph) {
  const Frame frame = frame_of(thermograph);
  Json out;
  for (const Player player : kPlayers) {
    Json& wall = out[player_word(player)] = Json::array();
    for (const Corner& corner : frame.walls[player])
      wall.push_back({corner.temperature.to_string(), corner.value.to_string()});
  }
  out["mean"] = thermograph.mean().to_string();
  out["temperature"] = thermograph.temperature().to_string();
  out["top"] = frame.top.to_string();
  return out;
}

Json facts_of(Work& work, const LoopyValue& g, const std::string& title, const Dyadic& t) {
  Json out;
  put_fact(out, "text", [&] { return value_text(work, g); });
  put_fact(out, "latex", [&] { return value_latex(work, g); });
  if (g.is_short()) {
    put_short(out, work, g.stopper().game(), t);
  } else {
    put_loopy(out, work, g);
  }
  put_fact(out, "thermograph", [&] { return json_of(thermograph_of(work.games, g)); });
  put_fact(out, "svg", [&] {
    const Thermograph thermograph = thermograph_of(work.games, g);
    if (g.is_short()) return thermograph_svg(thermograph, title);
    const std::string drawing = thermograph_svg(thermograph, title + ", from temperature 0 up");
    return with_temperature(drawing, thermograph.temperature(), Dyadic());
  });
  return out;
}

Dyadic number_in(Work& work, const std::string& text, const char* name) {
  if (text.size() <= kMostNumber) {
    const GameId g = parse_value(work.store, text);
    if (work.store.is_number(g)) return work.store.number_value(g);
  }
  throw Error(std::string("\"") + name + "\" of the request is not a dyadic number: " + text,
              "as 3/4 or -1");
}

Thermograph thermograph_of_subject(Work& work, const Subject& subject) {
  if (subject.kind == Subject::Kind::kPosition) {
    try {
      return work.evaluator.thermograph(subject.position, work.budget);
    } catch (const solve::LoopyPosition&) {  // by its value
    }
  }
  return thermograph_of(work.games, value_of(work, subject));
}

}  // namespace cgt::repl
