#include "decomp/solve/sums/certificate/certificate.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace cgt::solve {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "cgt certificate";
constexpr int kVersion = 1;
// No certificate is nested more deeply.
constexpr int kDeepest = 4;

std::string json_of(const TermNumbers& terms) { return Json(terms).dump(); }

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw Error(fmt::format("this is not a certificate: {} {}", where, what),
              "cgt sum ... --certificate FILE writes one");
}

// The fields of an object, which are these and no others; the last one may be missing.
void expect_fields(const Json& object, const std::string& where,
                   const std::vector<std::string>& fields, bool last_may_miss) {
  if (!object.is_object()) refuse(where, "is not an object");
  for (const std::string& field : fields) {
    if (object.contains(field) || (last_may_miss && field == fields.back())) continue;
    refuse(where, fmt::format("has no \"{}\"", field));
  }
  for (const auto& item : object.items()) {
    if (std::find(fields.begin(), fields.end(), item.key()) == fields.end()) {
      refuse(where, fmt::format("has an unknown field \"{}\"", item.key()));
    }
  }
}

const Json& list_at(const Json& json, const std::string& field) {
  const Json& list = json[field];
  if (!list.is_array()) refuse(fmt::format("\"{}\"", field), "is not a list");
  return list;
}

std::string string_at(const Json& json, const std::string& where) {
  if (!json.is_string()) refuse(where, "is not a string");
  return json.get<std::string>();
}

Player player_at(const Json& json, const std::string& where) {
  for (const Player player : kPlayers) {
    if (json.is_string() && json.get_ref<const std::string&>() == name(player)) return player;
  }
  refuse(where, "is neither \"Left\" nor \"Right\"");
}

TermNumbers numbers_at(const Json& json, const std::string& where, std::size_t terms) {
  if (!json.is_array()) refuse(where, "is not a list of numbers");
  TermNumbers out;
  out.reserve(json.size());
  const auto most = static_cast<std::int64_t>(terms);
  for (const Json& number : json) {
    const bool small = number.is_number_integer() &&
                       (!number.is_number_unsigned() || number.get<std::uint64_t>() <= terms);
    const std::int64_t n = small ? number.get<std::int64_t>() : 0;
    if (n == 0 || n > most || n < -most) {
      refuse(where, fmt::format("names a term that is not there; there are {}", terms));
    }
    out.push_back(n);
  }
  return out;
}

}  // namespace

std::string certificate_json(const Certificate& certificate) {
  std::string out = fmt::format(
      "{{\"format\": \"{}\", \"version\": {},\n \"sum\": {},\n \"first\": \"{}\", \"winner\": "
      "\"{}\",\n \"values\": [",
      kFormat, kVersion, Json(certificate.sum).dump(), name(certificate.first),
      name(certificate.winner));
  const auto next_line = [&](bool first) { out += first ? "\n  " : ",\n  "; };
  for (std::size_t i = 0; i < certificate.values.size(); ++i) {
    next_line(i == 0);
    const auto& [position, value] = certificate.values[i];
    out += fmt::format("[{}, {}]", Json(position).dump(), Json(value).dump());
  }
  out += "],\n \"terms\": [";
  for (std::size_t i = 0; i < certificate.terms.size(); ++i) {
    next_line(i == 0);
    out += Json(certificate.terms[i]).dump();
  }
  out += "],\n \"steps\": [";
  for (std::size_t i = 0; i < certificate.steps.size(); ++i) {
    next_line(i == 0);
    const CertificateStep& step = certificate.steps[i];
    out += fmt::format("{{\"sum\": {}", json_of(step.sum));
    if (step.reply) out += fmt::format(", \"reply\": {}", json_of(*step.reply));
    out += "}";
  }
  return out + "]}\n";
}

Certificate parse_certificate(const SourceText& text) {
  if (text.text().size() > kMostCertificateBytes) {
    throw Error(fmt::format("this certificate is larger than {} bytes", kMostCertificateBytes));
  }
  Json json;
  try {
    json = Json::parse(text.text(), [](int depth, Json::parse_event_t, const Json&) {
      if (depth > kDeepest) refuse("the file", "is nested too deeply");
      return true;
    });
  } catch (const Json::parse_error& error) {
    const std::size_t at = error.byte == 0 ? 0 : error.byte - 1;
    throw InputError(text, {{Severity::kError,
                             "this is not JSON",
                             "a certificate is a JSON object",
                             {std::min(at, text.text().size()), 1}}});
  } catch (const Json::exception&) {
    refuse("the file", "holds a number that is too large");
  }
  if (!json.is_object() || json.value("format", Json()) != Json(kFormat)) {
    refuse("the file", fmt::format("has no \"format\": \"{}\"", kFormat));
  }
  if (json.value("version", Json()) != Json(kVersion)) {
    refuse("\"version\"", fmt::format("is not {}", kVersion));
  }
  expect_fields(json, "the file",
                {"format", "version", "sum", "first", "winner", "values", "terms", "steps"}, false);
  Certificate out;
  out.sum = string_at(json["sum"], "\"sum\"");
  out.first = player_at(json["first"], "\"first\"");
  out.winner = player_at(json["winner"], "\"winner\"");
  for (const Json& pair : list_at(json, "values")) {
    const std::string where = fmt::format("value {}", out.values.size() + 1);
    if (!pair.is_array() || pair.size() != 2) refuse(where, "is not a pair");
    out.values.emplace_back(string_at(pair[0], where), string_at(pair[1], where));
  }
  for (const Json& term : list_at(json, "terms")) {
    out.terms.push_back(string_at(term, fmt::format("term {}", out.terms.size() + 1)));
  }
  for (const Json& given : list_at(json, "steps")) {
    const std::string where = fmt::format("step {}", out.steps.size() + 1);
    expect_fields(given, where, {"sum", "reply"}, true);
    CertificateStep step{numbers_at(given["sum"], where, out.terms.size()), {}};
    if (given.contains("reply")) {
      step.reply = numbers_at(given["reply"], where, out.terms.size());
    }
    out.steps.push_back(std::move(step));
  }
  return out;
}

}  // namespace cgt::solve
