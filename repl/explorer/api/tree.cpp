#include <fmt/format.h>

#include <algorithm>

#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/text/json.hpp"
#include "decomp/solve/values/position_tree.hpp"
#include "lang/bindings/bindings.hpp"
#include "repl/explorer/api/values.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kMostPath = 200;
constexpr std::size_t kMostLine = 16;

// A child with its value, and what becomes of it in the canonical form.
struct Child {
  SubjectOption option;
  LoopyValue value;
  const char* status = "unknown";
  std::string by;
  bool sensible = false;
};

Subject walk(Work& work, Subject subject, const Json& request) {
  if (!has(request, "path")) return subject;
  const Json& path = list_in(request, "path");
  if (path.size() > kMostPath) throw Error("this path is too long");
  for (const Json& step : path) {
    const auto [player, index] = read_option_id(string_of(step, "a step of the path"));
    std::vector<SubjectOption> options = options_of(work, subject, player);
    if (index >= options.size()) {
      throw Error(fmt::format("there is no option {}: {} has {}", option_id(player, index),
                              player == Player::kLeft ? "Left" : "Right", options.size()));
    }
    subject = std::move(options[index].subject);
  }
  return subject;
}

std::vector<Child> children_of(Work& work, const Subject& subject, Player player) {
  std::vector<Child> children;
  for (SubjectOption& option : options_of(work, subject, player)) {
    Child child;
    child.value = value_of(work, option.subject);
    child.option = std::move(option);
    children.push_back(std::move(child));
  }
  return children;
}

std::vector<RankedMove> ranked(Work& work, Player player, const std::vector<Child>& children) {
  std::vector<RankedMove> moves;
  for (const Child& child : children) moves.push_back({child.value});
  rank_moves(work, player, moves);
  return moves;
}

// Is it at most as good for the player?
bool no_better(Work& work, Player player, const LoopyValue& a, const LoopyValue& b) {
  return player == Player::kLeft ? work.games.leq(a, b) : work.games.leq(b, a);
}

// Canonical options of the whole are those that its simplest form has (Conway 1976). Of the others one
// that another option is at least as good as is dominated; else the opponent's answer to it that is at
// least as good for him as the whole makes it reversible.
void judge(Work& work, const LoopyValue& whole, Player player, std::vector<Child>& children) {
  if (!whole.is_stopper()) return;
  const std::vector<LoopyId> wanted = work.games.options(whole.stopper(), player);
  for (Child& child : children) {
    if (!child.value.is_stopper()) continue;
    work.budget.charge();
    child.sensible = solve::is_sensible(work.games, wanted, child.value, player);
    if (std::ranges::find(wanted, child.value.stopper()) != wanted.end()) {
      child.status = "canonical";
      continue;
    }
    for (const Child& other : children) {
      const bool same = work.games.equal(other.value, child.value);
      if (same || !no_better(work, player, child.value, other.value)) continue;
      child.status = "dominated";
      child.by = value_text(work, other.value);
      break;
    }
    if (!child.by.empty()) continue;
    for (const LoopyId answer : work.games.options(child.value.stopper(), opponent(player))) {
      if (!no_better(work, player, LoopyValue(answer), whole)) continue;
      child.status = "reversible";
      child.by = value_text(work, LoopyValue(answer));
      break;
    }
  }
}

// What is known of an option of a position without its value.
void put_move(Json& out, Work& work, const SubjectOption& option) {
  const Subject& after = option.subject;
  if (after.kind != Subject::Kind::kPosition) return;
  out["label"] = option.label;
  out["board"] = after.position.text();
  out["picture"] =
      cgt::repl::json_of(after.ruleset, picture_of(after.ruleset, after.position, work.budget));
}

Json json_of(Work& work, const LoopyValue& whole, Player player, const Child& child, bool best) {
  Json out{{"id", option_id(player, child.option.index)}, {"player", player_word(player)}};
  put_fact(out, "text", [&] { return value_text(work, child.value); });
  put_fact(out, "latex", [&] { return value_latex(work, child.value); });
  out["status"] = child.status;
  out["by"] = child.by;
  out["sensible"] = child.sensible;
  out["best"] = best;
  if (child.value.is_short()) {
    put_fact(out, "temperature",
             [&] { return work.store.temperature(child.value.stopper().game()).to_string(); });
  }
  put_fact(out, "incentive", [&] {
    const LoopyValue gain = player == Player::kLeft ? work.games.subtract(child.value, whole)
                                                    : work.games.subtract(whole, child.value);
    return value_text(work, gain);
  });
  put_move(out, work, child.option);
  return out;
}

// One line of best play from here, until what is left is a number; {"more": true} ends one that is cut.
Json line_of(Work& work, Subject subject, Player first) {
  Json line = Json::array();
  Player player = first;
  for (;;) {
    const LoopyValue whole = value_of(work, subject);
    if (whole.is_short() && work.store.is_number(whole.stopper().game())) break;
    std::vector<Child> children = children_of(work, subject, player);
    const std::vector<RankedMove> moves = ranked(work, player, children);
    const auto best = std::ranges::find(moves, true, &RankedMove::best);
    if (best == moves.end()) break;
    if (line.size() == kMostLine) {
      line.push_back({{"more", true}});
      break;
    }
    SubjectOption& taken = children[static_cast<std::size_t>(best - moves.begin())].option;
    Json step{{"id", option_id(player, taken.index)}, {"text", value_text(work, best->after)}};
    if (!taken.label.empty()) step["label"] = taken.label;
    line.push_back(std::move(step));
    subject = std::move(taken.subject);
    player = opponent(player);
  }
  return line;
}

// The options of both players with all that is told of them, and lines of best play.
void put_options(Json& out, Work& work, const Subject& subject) {
  const LoopyValue whole = value_of(work, subject);
  put_fact(out, "text", [&] { return value_text(work, whole); });
  put_fact(out, "latex", [&] { return value_latex(work, whole); });
  put_fact(out, "outcome", [&] { return outcome_letter(work, whole); });
  Json children = Json::array();
  for (const Player player : kPlayers) {
    std::vector<Child> found = children_of(work, subject, player);
    judge(work, whole, player, found);
    const std::vector<RankedMove> moves = ranked(work, player, found);
    for (std::size_t i = 0; i < found.size(); ++i)
      children.push_back(json_of(work, whole, player, found[i], moves[i].best));
  }
  out["children"] = std::move(children);
  put_fact(out, "sensible_lines", [&] {
    Json lines = Json::array();
    for (const Player player : kPlayers) {
      Json line = line_of(work, subject, player);
      if (!line.empty()) lines.push_back(std::move(line));
    }
    return lines;
  });
}

// The moves alone, where there are no values.
void put_moves(Json& out, Work& work, const Subject& subject, const std::string& why_not) {
  out["text"] = "unknown";
  out.erase("latex");
  out["unknown"] = why_not;
  Json& children = out["children"] = Json::array();
  for (const Player player : kPlayers) {
    for (const SubjectOption& option : options_of(work, subject, player)) {
      Json child{{"id", option_id(player, option.index)}, {"player", player_word(player)}};
      child["text"] = "unknown";
      child["status"] = "unknown";
      child["by"] = "";
      child["sensible"] = true;
      put_move(child, work, option);
      children.push_back(std::move(child));
    }
  }
}

struct Exported {
  std::string text;
  std::string name;
};

[[noreturn]] void refuse_export(const std::string& what, const std::string& format) {
  throw Error(fmt::format("there is no {} of a {}", format, what),
              "tree, thermograph or position as svg, json, latex; a tree as dot, too");
}

std::string export_tree(Work& work, const Subject& subject, const std::string& format) {
  if (subject.kind == Subject::Kind::kPosition) {
    solve::PositionTreeStyle style;
    if (format == "json") {
      style.max_nodes = 20'000;
      return solve::position_tree_json(work.store, work.evaluator, subject.position, style,
                                       work.budget);
    }
    const TreeDrawing tree =
        solve::position_tree(work.store, work.evaluator, subject.position, style, work.budget);
    if (format == "dot") return tree_dot(tree);
    return format == "svg" ? tree_svg(tree) : tree_tikz(tree);
  }
  const LoopyValue value = value_of(work, subject);
  if (format == "svg") return loopy_svg(work.games, value);
  if (format == "dot") return loopy_dot(work.games, value);
  if (format == "latex") return loopy_tikz(work.games, value);
  return value.is_short() ? to_json(work.store, value.stopper().game())
                          : to_json(work.games, value);
}

std::string export_text(Work& work, const Subject& subject, const std::string& what,
                        const std::string& format) {
  if (what == "tree") return export_tree(work, subject, format);
  if (what == "thermograph") {
    const Thermograph found = thermograph_of_subject(work, subject);
    if (format == "svg") return thermograph_svg(found, subject.title);
    if (format == "json") return to_json(found);
    if (format == "latex") return thermograph_tikz(found);
    refuse_export(what, format);
  }
  if (what != "position") throw Error("\"what\" is tree, thermograph or position");
  if (subject.kind != Subject::Kind::kPosition) throw Error("this is not a position");
  const std::string text = subject.position.text();
  if (format == "svg")
    return lang::picture_of_position(subject.ruleset.path, *subject.ruleset.rules, text,
                                     work.budget);
  if (format == "json") {
    return text_of({{"game", subject.ruleset.name}, {"board", text}}) + "\n";
  }
  if (format == "latex") return "\\texttt{" + text + "}\n";
  refuse_export(what, format);
}

}  // namespace

Json call_tree(Workspace& workspace, const Json& request, Budget& budget) {
  const Subject start = workspace.subject(request, budget);
  Json out;
  workspace.within(budget, [&](Work& work) {
    const Subject subject = walk(work, start, request);
    const bool position = subject.kind == Subject::Kind::kPosition;
    out["path"] = has(request, "path") ? request["path"] : Json::array();
    if (position) {
      out["game"] = subject.ruleset.name;
      out["board"] = subject.position.text();
      out["picture"] = cgt::repl::json_of(subject.ruleset,
                                          picture_of(subject.ruleset, subject.position, budget));
    }
    try {
      // What has no value has moves all the same, and half of the time is left to list them.
      Budget part = position ? budget.half() : budget.part(Budget::kUnlimited);
      const Store::BudgetScope scope(work.store, part);
      Work within{work.context, work.store, work.games, work.evaluator, part};
      put_options(out, within, subject);
    } catch (const BudgetExhausted& spent) {
      if (!position || spent.reason() == StopReason::kInterrupted) throw;
      put_moves(out, work, subject, spent.what());
    } catch (const solve::KoMatters& ko) {
      put_moves(out, work, subject, ko.what());
    }
  });
  return out;
}

Json call_export(Workspace& workspace, const Json& request, Budget& budget) {
  const Subject start = workspace.subject(request, budget);
  const std::string what = text_in(request, "what");
  const std::string format = text_in(request, "format");
  const bool known = format == "svg" || format == "dot" || format == "json" || format == "latex";
  if (!known) throw Error("\"format\" is svg, dot, json or latex");
  Json out;
  workspace.within(budget, [&](Work& work) {
    const Subject subject = walk(work, start, request);
    out = {{"text", export_text(work, subject, what, format)},
           {"name", what + "." + (format == "latex" ? "tex" : format)}};
  });
  return out;
}

}  // namespace cgt::repl
