#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cgt/support/json_answer.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/census.hpp"
#include "repl/commands/commands.hpp"
#include "repl/commands/database.hpp"
#include "repl/commands/programs.hpp"
#include "repl/support/files.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {

namespace {

// cgt merge FILES
struct MergeOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string out;  // of databases: the file to make
};

// cgt info FILE
struct InfoOptions {
  std::vector<std::string> files;  // one
  bool json = false;
};

Command add_merge(const Command& program, MergeOptions& options) {
  const Command merge = program.add(
      "merge", "Join what --shard 1/N .. N/N made: prints what the whole command would print");
  add_quiet(merge, options.common);
  merge.option("FILES", options.files, "", "Of all shards, in any order").required().words(1, -1);
  merge.option("--out", options.out, "FILE", "Of databases: the new file").file({"db"});
  merge.examples("  cgt merge half rest   what the command of both would have printed\n");
  return merge;
}

Command add_info(const Command& program, InfoOptions& options) {
  const Command info = program.add(
      "info", "What made a file of results: version, command, ruleset, seed, shard, inputs");
  info.option("FILE", options.files, "", "A checkpoint, journal, shard, database or certificate")
      .required()
      .words(1, 1);
  info.flag("--json", options.json, "One JSON object");
  info.examples("  cgt info half\n  cgt info clobber.db --json\n");
  return info;
}

using Json = nlohmann::ordered_json;

ExitCode say_info(const Json& json, bool as_json) {
  if (as_json) {
    std::cout << json_line(json) << '\n' << std::flush;
    return kOk;
  }
  const auto put = [](const std::string& name, const Json& value) {
    std::cout << fmt::format("{:<10}{}\n", name,
                             value.is_string() ? value.get<std::string>() : json_line(value));
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

ExitCode run_info(const InfoOptions& options) {
  if (!is_database(options.files.front())) return run_info_of_part(options);
  DbOptions info;
  info.files = options.files;
  info.json = options.json;
  return run_db(info);
}

// The command that made the files shows what they come to.
int merge_parts(const MergeOptions& options, ReadCommand read) {
  const auto parts = std::make_shared<const std::vector<Part>>(read_parts(options.files));
  const PartHeader& header = parts->front().header;
  std::vector<std::string> words = command_words(header.command);
  words.erase(words.begin());  // "cgt"
  const Request request = read(words);
  if (request.sharding == nullptr) {
    throw FileError(parts->front().path +
                    ": made by a command that has no shards: " + header.command);
  }
  request.sharding->merged = parts;
  request.common->quiet = request.common->quiet || options.common.quiet;
  return request.run({});
}

int run_merge(const MergeOptions& options, ReadCommand read) {
  if (!is_database(options.files.front())) {
    if (options.out.empty()) return merge_parts(options, read);
    throw FileError("--out is for databases: what cgt merge prints goes to standard output");
  }
  if (options.out.empty()) throw FileError("databases are merged into a new file: --out FILE");
  DbOptions merge;
  merge.common = options.common;
  merge.action = DbOptions::Action::kMerge;
  merge.files = options.files;
  merge.files.insert(merge.files.begin(), options.out);
  return run_db(merge);
}

}  // namespace

void offer_info(Commands& commands) { commands.offer(add_info, run_info); }

void offer_merge(Commands& commands, ReadCommand read) {
  commands.offer(add_merge,
                 [read](const MergeOptions& options) { return run_merge(options, read); });
}

Command add_mpi(const Command& program, NoOptions&) {
  const Command mpi = program.add(
      "mpi",
      "Work that the processes of mpirun share: census, db build; a program of its own, "
      "cgt-mpi");
  mpi.require_command();
  mpi.examples("  cgt mpi census clobber 2x3   one process; mpirun before it starts more\n");
  return mpi;
}

void offer_mpi(Commands& commands) {
  const auto run = [](const auto&, const std::vector<std::string>& words) {
    return start_program("cgt-mpi", "cgt-mpi", words);
  };
  const Command mpi = commands.offer(add_mpi, run);
  commands.offer_in(mpi, add_mpi_census, run);
  commands.offer_in(mpi, add_mpi_build, run);
}

}  // namespace cgt::repl
