#include "decomp/boxes/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "cgt/support/containers.hpp"

namespace cgt::boxes {
namespace {

using Json = nlohmann::json;

// What is to be shown of the positions with one number of lines: the strongest bounds.
using Claims = FlatMap<Strings, int>;

class Certifier {
 public:
  Certifier(const Board& board, ScoreSearch& search, Budget& budget)
      : board_(board), search_(search), budget_(budget) {
    const auto levels = static_cast<std::size_t>(count(board.strings())) + 1;
    least_.resize(levels);
    most_.resize(levels);
  }

  // Claims rest on positions with fewer lines, so all claims about a position are known when its
  // turn comes.
  std::vector<CertificateStep> steps(int score) {
    claim(board_.strings(), score, true);
    claim(board_.strings(), score, false);
    std::vector<CertificateStep> steps;
    for (std::size_t level = least_.size(); level-- > 0;) {
      for (const bool lower : {true, false}) {
        // In an order that does not depend on the table.
        const Claims& claims = (lower ? least_ : most_)[level];
        std::vector<std::pair<Strings, int>> sorted(claims.begin(), claims.end());
        std::ranges::sort(sorted);
        for (const auto& [open, bound] : sorted) {
          budget_.charge();
          if (steps.size() >= kMostSteps)
            throw Error(fmt::format("the certificate has more than {} steps", kMostSteps));
          steps.push_back({open, bound, lower ? std::optional(reply(open, bound)) : std::nullopt});
          if (lower) continue;
          for (Strings rest = open; rest != 0; rest &= rest - 1) {
            const auto [after, target, least] = follow(open, bound, false, lowest(rest));
            claim(after, target, least);
          }
        }
      }
    }
    std::ranges::reverse(steps);
    return steps;
  }

 private:
  struct Next {
    Strings open = 0;
    int bound = 0;
    bool least = false;
  };

  // What is to be shown after a line if `bound` is to hold before it.
  Next follow(Strings open, int bound, bool least, int line) const {
    const int taken = board_.taken(open, line);
    const Strings after = open & ~one(line);
    return taken != 0 ? Next{after, bound - taken, least} : Next{after, -bound, !least};
  }

  bool plain(const Next& next) const {
    const int coins = board_.coins(next.open);
    return next.least ? -coins >= next.bound : coins <= next.bound;
  }

  Claims& claims(const Next& next) {
    return (next.least ? least_ : most_)[static_cast<std::size_t>(count(next.open))];
  }

  bool claimed(const Next& next) {
    const auto found = claims(next).find(next.open);
    return found != claims(next).end() &&
           (next.least ? found->second >= next.bound : found->second <= next.bound);
  }

  void claim(Strings open, int bound, bool least) {
    const Next next{open, bound, least};
    if (plain(next) || claimed(next)) return;
    claims(next)[open] = bound;
  }

  bool holds(const Next& next) {
    if (plain(next)) return true;
    return next.least ? search_.at_least(next.open, next.bound, budget_)
                      : !search_.at_least(next.open, next.bound + 1, budget_);
  }

  // A line after which the bound holds, one that asks for nothing new if there is such a line.
  int reply(Strings open, int bound) {
    std::vector<std::pair<int, int>> lines;  // how much is new, line
    for (Strings rest = open; rest != 0; rest &= rest - 1) {
      const Next next = follow(open, bound, true, lowest(rest));
      const bool met = claims(next).contains(next.open);
      lines.emplace_back(plain(next)     ? 0
                         : claimed(next) ? 1
                         : met           ? 2
                         : next.least    ? 3
                                         : 4,
                         lowest(rest));
    }
    std::ranges::sort(lines);
    for (const auto& [order, line] : lines) {
      const Next next = follow(open, bound, true, line);
      if (order != 1 && !holds(next)) continue;
      claim(next.open, next.bound, next.least);
      return line;
    }
    throw Error("the search does not stand by its score");
  }

  const Board& board_;
  ScoreSearch& search_;
  Budget& budget_;
  std::vector<Claims> least_;  // by the number of lines
  std::vector<Claims> most_;
};

[[noreturn]] void refuse_entry(const std::string& what) { throw Error(what); }

int whole_number(const Json& json, const std::string& where) {
  if (!json.is_number_integer() || json.get<std::int64_t>() < -1000 ||
      json.get<std::int64_t>() > 1000)
    refuse_entry(fmt::format("{} is not a number of boxes", where));
  return json.get<int>();
}

}  // namespace

Certificate certify(const Board& board, ScoreSearch& search, Budget& budget) {
  const ScoreBounds score = search.score(board.strings(), budget);
  if (!score.exact()) throw BudgetExhausted(*score.stopped);
  Certificate certificate{board.text(board.strings()), {}, score.lower, {}};
  for (int s = 0; s < board.string_count(); ++s) certificate.lines.push_back(board.string_name(s));
  certificate.steps = Certifier(board, search, budget).steps(score.lower);
  return certificate;
}

std::string certificate_json(const Certificate& certificate) {
  const Json lines = certificate.lines;
  std::string out = fmt::format(
      "{{\"format\": \"cgt boxes certificate\", \"version\": 1,\n \"board\": {},\n \"lines\": {}, "
      "\"score\": {},\n \"steps\": [",
      Json(certificate.board).dump(), lines.dump(), certificate.score);
  for (std::size_t i = 0; i < certificate.steps.size(); ++i) {
    const CertificateStep& step = certificate.steps[i];
    out += fmt::format("{}\n  {{\"open\": \"{:x}\", \"{}\": {}", i == 0 ? "" : ",", step.open,
                       step.line ? "least" : "most", step.bound);
    if (step.line) {
      const Json name = certificate.lines[static_cast<std::size_t>(*step.line)];
      out += fmt::format(", \"line\": {}", name.dump());
    }
    out += "}";
  }
  return out + "]}\n";
}

bool is_certificate(const SourceText& text) {
  return text.text().substr(0, 200).find("\"cgt boxes certificate\"") != std::string_view::npos;
}

Certificate parse_certificate(const SourceText& text) {
  Json json;
  try {
    json = Json::parse(text.text());
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(text.text().size(), std::max<std::size_t>(error.byte, 1) - 1);
    throw InputError(text, {{Severity::kError, "this is not JSON", "", {at, 1}}});
  }
  if (!json.is_object() || json.value("format", Json()) != "cgt boxes certificate")
    refuse_entry("this is not a certificate of a score");
  if (json.value("version", Json()) != 1) refuse_entry("the version is not 1");
  Certificate out;
  const Json board = json.value("board", Json());
  if (!board.is_string()) refuse_entry("there is no board");
  out.board = board.get<std::string>();
  std::map<std::string, int> numbers;
  for (const Json& line : json.value("lines", Json::array())) {
    if (!line.is_string() || out.lines.size() == kMaxStrings ||
        !numbers.emplace(line.get<std::string>(), static_cast<int>(out.lines.size())).second)
      refuse_entry("the lines are not names of different lines");
    out.lines.push_back(line.get<std::string>());
  }
  out.score = whole_number(json.value("score", Json()), "the score");
  const Json steps = json.value("steps", Json());
  if (!steps.is_array() || steps.size() > kMostSteps) refuse_entry("there is no list of steps");
  for (const Json& step : steps) {
    const std::string where = fmt::format("step {}", out.steps.size() + 1);
    const Json open = step.is_object() ? step.value("open", Json()) : Json();
    if (!open.is_string()) refuse_entry(where + " has no open lines");
    const auto digits = open.get<std::string>();
    CertificateStep read;
    const auto [end, trouble] =
        std::from_chars(digits.data(), digits.data() + digits.size(), read.open, 16);
    if (trouble != std::errc() || end != digits.data() + digits.size())
      refuse_entry(where + " has no hexadecimal number of open lines");
    const bool least = step.contains("least");
    if (least == step.contains("most")) refuse_entry(where + " needs either \"least\" or \"most\"");
    read.bound = whole_number(step[least ? "least" : "most"], where);
    if (least != step.contains("line")) refuse_entry(where + " needs a line with \"least\" only");
    if (least) {
      const auto found =
          step["line"].is_string() ? numbers.find(step["line"].get<std::string>()) : numbers.end();
      if (found == numbers.end()) refuse_entry(where + " draws no line of the board");
      read.line = found->second;
    }
    out.steps.push_back(read);
  }
  return out;
}

}  // namespace cgt::boxes
