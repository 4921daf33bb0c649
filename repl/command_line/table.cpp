#include "repl/command_line/table.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>

namespace cgt::repl {

std::string CommandEntry::path() const {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

const OptionEntry* CommandEntry::find(std::string_view name) const {
  for (const OptionEntry& option : options) {
    if (std::find(option.names.begin(), option.names.end(), name) != option.names.end())
      return &option;
  }
  return nullptr;
}

std::vector<const OptionEntry*> CommandEntry::places() const {
  std::vector<const OptionEntry*> found;
  for (const OptionEntry& option : options) {
    if (option.positional) found.push_back(&option);
  }
  return found;
}

std::vector<const CommandEntry*> all_commands(const CommandEntry& command) {
  std::vector<const CommandEntry*> found;
  std::vector<const CommandEntry*> open{&command};
  while (!open.empty()) {
    const CommandEntry* next = open.back();
    open.pop_back();
    found.push_back(next);
    for (auto it = next->commands.rbegin(); it != next->commands.rend(); ++it) open.push_back(&*it);
  }
  return found;
}

std::vector<Example> examples_of(const CommandEntry& command) {
  std::vector<Example> found;
  const std::string start = "  " + command.words.front();
  std::istringstream lines(command.footer);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() && !found.empty()) break;
    const std::size_t text = line.find_first_not_of(' ');
    if (text == std::string::npos) continue;
    if (line.starts_with(start)) {
      // Two blanks end the command.
      const std::size_t end = std::min(line.find("  ", text), line.size());
      const std::size_t what = std::min(line.find_first_not_of(' ', end), line.size());
      found.push_back({line.substr(text, end - text), line.substr(what)});
    } else if (text >= 2 && !found.empty()) {
      std::string& what = found.back().what;
      what += (what.empty() ? "" : " ") + line.substr(text);
    }
  }
  return found;
}

}  // namespace cgt::repl
