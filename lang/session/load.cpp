// Files that a text loads: load "FILE". Each runs once in a session, as if its text stood there, until it is
// changed.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/session/impl.hpp"
#include "lang/syntax/class_layout.hpp"
#include "lang/syntax/parser.hpp"

namespace cgt::lang {
namespace {

// One name a file, however it is written; files that need not exist have names of their own.
std::string real_name(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path real =
      std::filesystem::weakly_canonical(std::filesystem::absolute(file), error);
  return (error ? file : real).string();
}

}  // namespace

std::optional<FileStamp> stamp_of(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  FileStamp found;
  found.time = std::filesystem::last_write_time(file, error);
  if (!error) found.size = std::filesystem::file_size(file, error);
  if (error) return std::nullopt;
  return found;
}

std::optional<SourceText> read_source(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return SourceText(file.string(), {std::istreambuf_iterator<char>(in), {}});
}

void Session::Impl::load_files(const std::shared_ptr<Program>& program, Budget& budget) {
  if (program->loads.empty()) return;
  // Where files load each other in a circle, the first of them is running already.
  const std::filesystem::path own = program->source.name();
  if (const auto found = stamp_of(own)) files.insert_or_assign(real_name(own), *found);
  for (const Program::Load& load : program->loads) load_file(program, load, budget);
}

void Session::Impl::load_file(const std::shared_ptr<Program>& program, const Program::Load& load,
                              Budget& budget) {
  const auto refuse_with = [&](const std::string& message, const std::string& hint) {
    throw LoadFailure{refuse(*program, {{Severity::kError, message, hint, load.span}})};
  };
  const std::filesystem::path path =
      (std::filesystem::path(program->folder) / load.path).lexically_normal();
  std::string key = path.string();
  FileStamp now;
  std::optional<SourceText> source;
  if (const auto it = provided.find(key); it != provided.end()) {
    key = "provided " + key;
    source.emplace(it->first, it->second);
  } else {
    std::string file;
    try {
      Machine machine(host, budget);
      file = readable_path(machine, key);
    } catch (const Error& error) {
      refuse_with(error.what(), error.hint());
    }
    const auto found = stamp_of(file);
    if (!found)
      refuse_with(fmt::format("there is no file {}", file),
                  "paths begin at the folder of the text that loads them");
    key = real_name(file);
    now = *found;
    if (const auto known = files.find(key); known == files.end() || known->second != now) {
      source = read_source(file);
      if (!source) refuse_with(fmt::format("the file {} cannot be read", file), "");
    }
  }
  if (const auto known = files.find(key); known != files.end() && known->second == now) return;
  if (files.size() >= kMaxLoaded)
    refuse_with("too many files are loaded", fmt::format("at most {}", kMaxLoaded));
  if (loading >= kMaxAncestry)
    refuse_with("too many files load each other", fmt::format("at most {}", kMaxAncestry));

  const ParseResult parsed = parse(*std::move(source));
  if (parsed.status != ParseResult::Status::kComplete) throw LoadFailure{refuse(parsed)};
  parsed.program->folder = path.parent_path().string();
  // Known from here on, so that a circle ends.
  files.insert_or_assign(key, now);
  ++loading;
  try {
    run_program(parsed.program, budget);
  } catch (ScriptFailure& failure) {
    files.erase(key);
    loading = 0;
    failure.calls.push_back({"", program, load.span});
    throw;
  } catch (...) {
    files.erase(key);
    loading = 0;
    throw;
  }
  --loading;
}

}  // namespace cgt::lang
