#include "repl/commands/parts/info.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "repl/support/files.hpp"
#include "repl/support/parts/part.hpp"

namespace cgt::repl {
namespace {

using Json = nlohmann::ordered_json;

ExitCode say_info(const Json& json, bool as_json) {
  if (as_json) {
    std::cout << json.dump() << '\n' << std::flush;
    return kOk;
  }
  const auto put = [](const std::string& name, const Json& value) {
    std::cout << fmt::format("{:<10}{}\n", name,
                             value.is_string() ? value.get<std::string>() : value.dump());
  };
  for (const auto& [name, value] : json.items()) {
    if (!value.is_array()) {
      if (!value.is_null()) put(name, value);
      continue;
    }
    for (const Json& input : value) {
      put("input",
          input.at("checksum").get<std::string>() + " " + input.at("file").get<std::string>());
    }
  }
  std::cout << std::flush;
  return kOk;
}

const char* kind_text(const std::string& kind) {
  if (kind == "census") return "checkpoint of a census";
  if (kind == "grid") return "journal of a grid";
  if (kind == "units") return "journal";
  return "part";
}

Json none_if_empty_json(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

bool is_database(const std::string& path) {
  if (path == "-") return false;
  std::ifstream in(path, std::ios::binary);
  std::string begin(15, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return in && begin == "SQLite format 3";
}

ExitCode run_info_of_part(const InfoOptions& options) {
  const std::string& path = options.files.front();
  const std::string text = read_file(path);
  Json out;
  out["file"] = display_name(path);
  if (is_part(text)) {
    const Part part = parse_part(display_name(path), text);
    const PartHeader& h = part.header;
    out["kind"] = kind_text(h.kind);
    out["version"] = h.version;
    out["command"] = h.command;
    out["ruleset"] = none_if_empty_json(h.ruleset);
    out["seed"] = none_if_empty_json(h.seed);
    out["shard"] = h.share.text();
    out["units"] = h.units;
    out["inputs"] = Json::array();
    for (const auto& [hash, name] : h.inputs) {
      out["inputs"].push_back({{"checksum", hash}, {"file", name}});
    }
    out["bytes"] = text.size();
    return say_info(out, options.json);
  }
  // Certificates say what they are.
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_object() && json.contains("format") && json.contains("version")) {
    out["kind"] = "certificate";
    for (const auto& [name, value] : json.items()) {
      if (value.is_string() || value.is_number()) out[name] = value;
    }
    out["bytes"] = text.size();
    return say_info(out, options.json);
  }
  throw FileError(out["file"].get<std::string>() +
                  ": no checkpoint, journal, shard, database or certificate of cgt");
}

}  // namespace cgt::repl
