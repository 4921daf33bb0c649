#include "repl/commands/ko/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cgt/ko/drawing.hpp"

namespace cgt::repl {
namespace {

using Json = nlohmann::ordered_json;

const char* title_of(Komaster komaster) {
  return komaster == Komaster::kNone   ? "no komaster"
         : komaster == Komaster::kLeft ? "Left is komaster"
                                       : "Right is komaster";
}

std::string knots_text(const KoThermograph& graph, Player player) {
  std::string out;
  for (const KoThermograph::Knot& knot : graph.knots(player)) {
    out += fmt::format("{}{}:{}", out.empty() ? "" : " ", to_string(knot.temperature),
                       to_string(knot.value));
  }
  return out;
}

Json check_json(const StackCheck& check) {
  Json steps = Json::object();
  for (const StackCheck::Round& round : check.rounds) {
    steps[fmt::format("1/{}", round.per_point)] = to_string(round.steps);
  }
  return {{"agrees", check.agrees},
          {"threats", check.threats},
          {"passes", check.end == StackEnd::kFreePasses ? "free" : "costly"},
          {"steps", steps}};
}

Json reading_json(const StackReading& reading) {
  return {{"mean", {to_string(reading.mean_low), to_string(reading.mean_high)}},
          {"temperature",
           {reading.temperature_low.sign() == 0 ? "<=0" : to_string(reading.temperature_low),
            to_string(reading.temperature_high)}},
          {"step", fmt::format("1/{}", reading.per_point)},
          {"threats", reading.threats},
          {"proved", false}};
}

}  // namespace

ExitCode KoReport::code() const {
  if (stopped == StopReason::kInterrupted) return kInterrupted;
  if (stopped) return kOutOfBudget;
  // Play alone answers what thermography refuses.
  const bool answered = std::ranges::any_of(readings, [](const auto& r) { return r.has_value(); });
  if (!refused.empty() && !answered) return kRuntimeError;
  // A thermograph that the stack does not confirm is still that of the rules.
  return kOk;
}

std::vector<Komaster> komasters_of(const KoOptions& options) {
  if (options.komaster) return {*options.komaster};
  return {kKomasters.begin(), kKomasters.end()};
}

std::string ko_lines(const KoReport& report, const KoOptions& options) {
  std::string out = report.game + "\n";
  if (!report.lower.empty()) {
    out += fmt::format("value: depends on ko, between {} and {}\n", report.lower, report.upper);
  }
  if (report.exact)
    out += "no ko matters: the thermograph is that of the value " + report.upper + "\n";
  std::string read;
  for (const Komaster komaster : komasters_of(options)) {
    const auto& reading = report.readings[static_cast<std::size_t>(komaster)];
    if (reading) read += fmt::format("{}: {}\n", title_of(komaster), reading->text());
  }
  if (!report.refused.empty()) return out + "refused: " + report.refused + "\n" + read;
  if (!report.thermographs) {
    return out + "unknown: " + (report.stopped ? describe(*report.stopped) : "") + "\n";
  }
  std::vector<std::array<std::string, 5>> rows{
      {"komaster", "mean", "temperature", "Left's wall", "Right's wall"}};
  for (const Komaster komaster : komasters_of(options)) {
    const KoThermograph& graph = (*report.thermographs)[komaster];
    rows.push_back({name(komaster), to_string(graph.mast()), graph.temperature_text(),
                    knots_text(graph, Player::kLeft), knots_text(graph, Player::kRight)});
  }
  std::array<std::size_t, 5> widths{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < 5; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < 5; ++i) line += fmt::format(" {:<{}} ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  out += fmt::format("class: {}\n", name(report.thermographs->kind()));
  for (const Komaster komaster : komasters_of(options)) {
    if (!options.plot) break;
    out += fmt::format("\n{}:\n{}", title_of(komaster), plot_ko((*report.thermographs)[komaster]));
  }
  for (const Komaster komaster : komasters_of(options)) {
    const auto& check = report.checks[static_cast<std::size_t>(komaster)];
    if (check) out += fmt::format("{}: {}\n", title_of(komaster), check->text());
  }
  out += read;
  if (!report.unchecked.empty()) out += "not checked: " + report.unchecked + "\n";
  return out;
}

std::string ko_json(const KoReport& report, const KoOptions& options) {
  // Put together as text: a file may hold many games, and all but the name of one are short.
  std::string out;
  const auto add_text = [&out](const char* key, const std::string& json) {
    out += fmt::format("{}\"{}\":{}", out.empty() ? "{" : ",", key, json);
  };
  const auto add = [&add_text](const char* key, const Json& json) {
    add_text(key, json.dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  add("game", report.game);
  if (!report.refused.empty()) {
    add("refused", report.refused);
  } else if (!report.thermographs) {
    add("unknown", report.stopped ? describe(*report.stopped) : "");
  } else {
    for (const Komaster komaster : komasters_of(options)) {
      add_text(name(komaster), to_json((*report.thermographs)[komaster]));
    }
    add("class", name(report.thermographs->kind()));
    Json checks = Json::object();
    for (const Komaster komaster : komasters_of(options)) {
      const auto& check = report.checks[static_cast<std::size_t>(komaster)];
      if (check) checks[name(komaster)] = check_json(*check);
    }
    if (!checks.empty()) add("stack", checks);
    if (!report.unchecked.empty()) add("not_checked", report.unchecked);
  }
  Json readings = Json::object();
  for (const Komaster komaster : komasters_of(options)) {
    const auto& reading = report.readings[static_cast<std::size_t>(komaster)];
    if (reading) readings[name(komaster)] = reading_json(*reading);
  }
  if (!readings.empty()) add("discovered", readings);
  if (!report.lower.empty()) {
    add("lower", report.lower);
    add("upper", report.upper);
  }
  return out + "}\n";
}

std::string ko_drawing(const KoReport& report, const KoOptions& options) {
  std::vector<KoPanel> panels;
  for (const Komaster komaster : komasters_of(options)) {
    panels.push_back({title_of(komaster), (*report.thermographs)[komaster]});
  }
  return ko_svg(report.game, panels);
}

}  // namespace cgt::repl
