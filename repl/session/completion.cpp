#include "repl/session/completion.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

namespace cgt::repl {

namespace {

// Where a name of a file begins, and what it must end in.
struct FilePlace {
  std::size_t start = 0;
  std::string_view ending;
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kFileCommands{
    {{":load ", ".cgs"}, {"load \"", ".cgs"}, {":log ", ""}, {":export ", ""}}};

// Behind the quote that opened a string which is still open; npos: none is.
std::size_t open_string(std::string_view text) {
  std::size_t open = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool inside = open != std::string_view::npos;
    if (inside && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      open = inside ? std::string_view::npos : i + 1;
    }
  }
  return open;
}

// "game.go.Load" of "x := game.go.Load(".
std::string_view called(std::string_view text) {
  const auto trim = [&] {
    while (text.ends_with(' ')) text.remove_suffix(1);
  };
  trim();
  if (!text.ends_with('(')) return {};
  text.remove_suffix(1);
  trim();
  constexpr std::string_view kWord =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
  const std::size_t last = text.find_last_not_of(kWord);
  return last == std::string_view::npos ? text : text.substr(last + 1);
}

std::optional<FilePlace> file_place(const lang::Registry& registry, std::string_view before) {
  for (const auto& [command, ending] : kFileCommands) {
    if (!before.starts_with(command)) continue;
    const std::size_t start = before.find_first_not_of(' ', command.size());
    return FilePlace{std::min(start, before.size()), ending};
  }
  const std::size_t start = open_string(before);
  if (start == std::string_view::npos) return std::nullopt;
  const lang::Builtin* row = registry.function(called(before.substr(0, start - 1)));
  if (row == nullptr || row->parameters.empty() || row->parameters.front() != "path")
    return std::nullopt;
  return FilePlace{start, ""};
}

}  // namespace

std::optional<Conversation::Completions> file_completions(const lang::Registry& registry,
                                                          const std::string& line,
                                                          std::size_t cursor) {
  namespace fs = std::filesystem;
  const std::string_view before = std::string_view(line).substr(0, cursor);
  const auto place = file_place(registry, before);
  if (!place) return std::nullopt;
  const std::string typed(before.substr(place->start));
  const std::size_t slash = typed.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : typed.substr(0, slash + 1);
  const std::string name = typed.substr(folder.size());
  Conversation::Completions found{place->start, {}};
  std::error_code error;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, error), end; !error && at != end;
       at.increment(error)) {
    const std::string candidate = at->path().filename().string();
    if (!candidate.starts_with(name) || (candidate[0] == '.' && !name.starts_with('.'))) continue;
    std::error_code unknown;
    const bool is_folder = at->is_directory(unknown);
    if (is_folder || candidate.ends_with(place->ending))
      found.candidates.push_back(folder + candidate + (is_folder ? "/" : ""));
  }
  std::ranges::sort(found.candidates);
  return found;
}

namespace {

constexpr SymbolName kSymbolNames[] = {
    {"down", "v"},      {"downarrow", "v"},     {"downstar", "v*"},
    {"fuzzy", "<>"},    {"ge", ">="},           {"geq", ">="},
    {"half", "1/2"},    {"infty", "inf"},       {"le", "<="},
    {"leq", "<="},      {"miny", "Miny("},      {"ne", "!="},
    {"neq", "!="},      {"parallel", "<>"},     {"pm", "+-"},
    {"quarter", "1/4"}, {"star", "*"},          {"tiny", "Tiny("},
    {"to", "->"},       {"triangleleft", "<|"}, {"triangleright", "|>"},
    {"up", "^"},        {"uparrow", "^"},       {"upstar", "^*"},
};

}  // namespace

std::span<const SymbolName> symbol_names() { return kSymbolNames; }

std::string_view symbol_named(std::string_view name) {
  for (const SymbolName& symbol : kSymbolNames) {
    if (name == symbol.name) return symbol.text;
  }
  return {};
}

}  // namespace cgt::repl
