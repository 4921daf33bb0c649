// The class path: where classes come from that a text names but does not declare.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/machine/vm.hpp"
#include "lang/session/impl.hpp"
#include "lang/syntax/class_layout.hpp"
#include "lang/syntax/parser.hpp"

namespace cgt::lang {
namespace {

// pkg/Name.cgs of pkg.Name
std::string relative_file(std::string path) {
  std::replace(path.begin(), path.end(), '.', '/');
  return path + ".cgs";
}

ClassDeclaration* declared(const Program& program, std::string_view name) {
  for (const Node* statement : program.root->kids) {
    if (statement->kind == NodeKind::kClass && statement->declaration->name == name)
      return statement->declaration;
  }
  return nullptr;
}

}  // namespace

const ClassInfo* Session::Impl::load_class(const std::string& path, Budget& budget) {
  if (const auto it = loaded.find(path); it != loaded.end()) return it->second->info;
  auto source = class_source(path);
  if (!source) return nullptr;
  WatchedFile file{path, class_file(path), {}};
  const bool read = source->name() == file.file.string();
  if (read) file.stamp = stamp_of(file.file).value_or(FileStamp{});
  const ClassInfo* found = load_source(path, *std::move(source), budget);
  if (read && found != nullptr) watched.push_back(std::move(file));
  return found;
}

bool Session::Impl::is_constant(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) return false;
  const std::string holder = path.substr(0, dot + 1) + "constants";
  auto known = constants.find(holder);
  if (known == constants.end()) {
    auto source = class_source(holder);
    if (!source) return false;
    known = constants.try_emplace(holder).first;
    const ParseResult parsed = parse(*std::move(source));
    const bool complete = parsed.status == ParseResult::Status::kComplete;
    const ClassDeclaration* singleton = complete ? declared(*parsed.program, "constants") : nullptr;
    if (singleton != nullptr && singleton->is_singleton) {
      for (const MemberDeclaration& member : singleton->members) known->second.insert(member.name);
    }
  }
  return known->second.contains(path.substr(dot + 1));
}

std::optional<SourceText> Session::Impl::class_source(const std::string& path) const {
  if (const std::string_view text = library_source(path); !text.empty())
    return SourceText("library/" + path + ".cgs", std::string(text));
  if (loaded.size() >= kMaxLoaded) return std::nullopt;
  if (const auto it = provided.find(relative_file(path)); it != provided.end())
    return SourceText(it->first, it->second);
  const std::filesystem::path file = class_file(path);
  if (stamp_of(file)) return read_source(file);
  const std::string_view text = registry.script(path);
  if (text.empty()) return std::nullopt;
  return SourceText(relative_file(path), std::string(text));
}

std::filesystem::path Session::Impl::class_file(const std::string& path) const {
  return std::filesystem::path(directory) / relative_file(path);
}

void Session::Impl::reload_changed_files(Budget& budget) {
  const auto changed = [](const WatchedFile& one) { return stamp_of(one.file) != one.stamp; };
  if (std::ranges::none_of(watched, changed)) return;
  std::vector<WatchedFile> files = std::exchange(watched, {});
  for (const WatchedFile& one : files) loaded.erase(one.path);
  constants.clear();
  const auto again = [&](const WatchedFile& one) {
    try {
      return load_class(one.path, budget) != nullptr;
    } catch (const LoadFailure&) {
      return false;  // whoever names the class is told what is wrong
    }
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    bool there = false;
    try {
      there = again(files[i]);
    } catch (...) {
      // Out of budget: these are tried again before the next text.
      for (; i < files.size(); ++i) {
        files[i].stamp = {};
        watched.push_back(std::move(files[i]));
      }
      throw;
    }
    if (there) continue;
    if (const auto it = globals->slots.find(files[i].path); it != globals->slots.end()) {
      Globals::Entry& entry = globals->entries[it->second];
      entry.value = Value();
      entry.defined = false;
    }
  }
}

const ClassInfo* Session::Impl::load_source(const std::string& path, SourceText source,
                                            Budget& budget) {
  const ParseResult parsed = parse(std::move(source));
  if (parsed.status != ParseResult::Status::kComplete) throw LoadFailure{refuse(parsed)};
  Program& program = *parsed.program;
  const std::size_t dot = path.rfind('.');
  const std::string name = dot == std::string::npos ? path : path.substr(dot + 1);
  program.package = path.substr(0, path.size() - name.size());
  program.folder = std::filesystem::path(relative_file(path)).parent_path().string();
  ClassDeclaration* const declaration = declared(program, name);
  // Another script that happens to have this name is not a class.
  if (declaration == nullptr) return nullptr;
  if (declaration->is_external) {
    const ClassInfo* built_in = registry.class_named(name);
    if (built_in == nullptr && !library_source(name).empty()) built_in = load_class(name, budget);
    if (built_in != nullptr) {
      declaration->info = const_cast<ClassInfo*>(built_in);
      programs.push_back(parsed.program);
      loaded.emplace(path, declaration);
      return built_in;
    }
    throw LoadFailure{
        refuse(program, {{Severity::kError, fmt::format("no class '{}' is built in", name),
                          "a class with external methods has its code outside of the language",
                          declaration->span}})};
  }
  if (++loading > kMaxAncestry) {
    loading = 0;
    throw LoadFailure{
        refuse(program, {{Severity::kError, "too many class files need each other",
                          fmt::format("at most {}", kMaxAncestry), declaration->span}})};
  }
  programs.push_back(parsed.program);
  loaded.emplace(path, declaration);
  try {
    run_program(parsed.program, budget);
  } catch (...) {
    loaded.erase(path);
    loading = 0;
    throw;
  }
  --loading;
  return declaration->info;
}

Value Session::Impl::run_program(const std::shared_ptr<Program>& program, Budget& budget) {
  load_files(program, budget);
  std::set<std::string> needed;  // constants of packages
  const ClassLayout::Loader loader{
      [&](std::string_view path) { return load_class(std::string(path), budget); },
      [&](std::string_view path) {
        const std::string full(path);
        if (!is_constant(full)) return false;
        needed.insert(full.substr(0, full.rfind('.') + 1) + "constants");
        return true;
      }};
  std::vector<ClassDeclaration*> classes;
  const std::vector<Diagnostic> diagnostics =
      resolve(*program, registry, *globals, loader, &classes);
  if (!diagnostics.empty()) throw LoadFailure{refuse(*program, diagnostics)};
  for (const ClassDeclaration* declaration : classes) document(*program, *declaration);
  const std::shared_ptr<Prototype> code = compile(program, registry, globals, classes);
  for (const std::string& path : needed) load_class(path, budget);
  const Store::BudgetScope scope(store, budget);
  Machine machine(host, budget);
  return machine.run(code);
}

}  // namespace cgt::lang
