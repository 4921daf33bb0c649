#include "repl/package/package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {
namespace {

struct Described {
  const char* name;
  const char* what;
};

constexpr Described kVariables[] = {
    {"NO_COLOR", "If it is set, the prompt has no colour."},
    {"PAGER", "Shows what ??TOPIC prints at the prompt; less unless it is set."},
    {"XDG_CONFIG_HOME", "Folder of cgt/init.cgs; $HOME/.config unless it is set."},
    {"XDG_STATE_HOME", "Folder of cgt/history; $HOME/.local/state unless it is set."},
};

constexpr Described kFiles[] = {
    {"~/.config/cgt/init.cgs",
     "A script that runs before the first prompt, unless --no-init is given."},
    {"~/.local/state/cgt/history", "What was typed at the prompt, unless --no-history is given."},
};

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", roff(text)); }

std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

// A line of the text of a page: what begins it is not a request.
std::string line(std::string text) {
  if (text.starts_with('.') || text.starts_with('\'')) text.insert(0, "\\&");
  return text + '\n';
}

std::string item(const std::string& head, std::string_view what) {
  return ".TP\n" + line(head) + line(what.empty() ? "\\&" : roff(what));
}

// "-q, --quiet" or "--budget-ms N"
std::string head_of(const OptionEntry& option) {
  std::string head;
  for (const std::string& name : option.names) {
    head += (head.empty() ? "" : ", ") + (option.positional ? italic(name) : bold(name));
  }
  if (!option.type.empty()) head += ' ' + italic(option.type);
  if (option.repeatable && option.positional) head += " ...";
  return head;
}

std::string options_of(const CommandEntry& command) {
  std::string out;
  for (const OptionEntry& option : command.options) out += item(head_of(option), option.what);
  return out;
}

// "cgt-go" of cgt go and of cgt go generate.
std::string page_of(const CommandEntry& command) {
  std::string name = command.words.front();
  if (command.words.size() > 1) name += '-' + command.words[1];
  return name;
}

std::string synopsis(const CommandEntry& command) {
  const std::string path = command.path();
  std::string rest = command.usage;
  if (rest.starts_with(path)) rest = rest.substr(path.size());
  return line(bold(path) + roff(rest));
}

// The lower commands, each with a head of its own.
std::string inner_options(const std::vector<const CommandEntry*>& commands) {
  std::string out;
  for (const CommandEntry* command : commands) {
    out += fmt::format(".SS {}\n", roff(command->path()));
    out += line(roff(command->what + '.')) + options_of(*command);
  }
  return out;
}

std::string examples(const std::vector<const CommandEntry*>& commands) {
  std::string out;
  std::set<std::string> seen;
  for (const CommandEntry* command : commands) {
    for (const Example& example : examples_of(*command)) {
      if (seen.insert(example.command).second) out += item(bold(example.command), example.what);
    }
  }
  return out;
}

// Those that options of this page name.
std::string files_of(const std::vector<const CommandEntry*>& commands) {
  std::string out;
  std::set<std::string> seen;
  for (const CommandEntry* command : commands) {
    for (const OptionEntry& option : command->options) {
      if (option.expected.kind != Expected::Kind::kFile) continue;
      std::string head = option.positional ? option.names.front() : option.names.back();
      if (!seen.insert(head + option.what).second) continue;
      out += item(option.positional ? italic(head) : bold(head) + ' ' + italic(option.type),
                  option.what);
    }
  }
  return out;
}

std::string rows(std::span<const Described> table) {
  std::string out;
  for (const Described& row : table) out += item(bold(row.name), row.what);
  return out;
}

std::string see_also(const CommandEntry& program, const std::string& self) {
  std::string out;
  const auto add = [&](const std::string& name) {
    if (name != self) out += (out.empty() ? "" : ",\n") + fmt::format("\\fB{}\\fR(1)", roff(name));
  };
  add(page_of(program));
  for (const CommandEntry& command : program.commands) add(page_of(command));
  return out + "\n";
}

ManualPage page(const CommandEntry& program, const CommandEntry& command,
                std::string_view version) {
  const bool whole = &program == &command;
  const std::string name = page_of(command);
  // On the page of the program its commands are only named.
  std::vector<const CommandEntry*> commands{&command};
  if (!whole) commands = all_commands(command);
  const std::vector<const CommandEntry*> inner(commands.begin() + 1, commands.end());

  std::string text = fmt::format(
      ".\\\" Written by cgt docs man: do not edit.\n"
      ".TH {} 1 \"\" \"{}\" \"User Commands\"\n",
      upper(name), version);
  const auto section = [&](const char* title, const std::string& body) {
    text += fmt::format(".SH {}\n{}", title, body);
  };
  const std::string_view prefix = "cgt: ";
  std::string_view what = command.what;
  if (what.starts_with(prefix)) what.remove_prefix(prefix.size());
  section("NAME", line(roff(name) + " \\- " + roff(what)));

  std::string usage = synopsis(command);
  for (const CommandEntry* one : inner) usage += ".br\n" + synopsis(*one);
  section("SYNOPSIS", usage);

  std::string description = line(roff(std::string(what) + '.'));
  if (!command.commands.empty()) description += ".PP\nCommands:\n";
  for (const CommandEntry& one : command.commands) {
    description += item(bold(one.words.back()), one.what + '.');
  }
  if (whole) {
    description +=
        ".PP\nWithout a command or a script it is a prompt: \\fB:help\\fR lists what it knows.\n"
        "Each command has a page of its own, see below.\n";
  }
  section("DESCRIPTION", description);
  section("OPTIONS", options_of(command) + inner_options(inner));

  std::string codes;
  for (const ExitMeaning& meaning : kExitMeanings)
    codes +=
        item(bold(std::to_string(static_cast<int>(meaning.code))), std::string(meaning.what) + '.');
  section("EXIT STATUS", codes);

  const std::string named = files_of(commands);
  if (whole) {
    section("ENVIRONMENT", rows(kVariables));
    section("FILES", rows(kFiles) + named);
  } else {
    section("ENVIRONMENT", "Nothing that is not read by \\fBcgt\\fR(1).\n");
    section("FILES", named.empty() ? "None but those of \\fBcgt\\fR(1).\n" : named);
  }
  section("EXAMPLES", examples(commands));
  section("SEE ALSO", see_also(program, name));
  return {name + ".1", std::move(text)};
}

}  // namespace

std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      case '"': out += "\\(dq"; break;
      default: out += c;
    }
  }
  return out;
}

std::vector<ManualPage> manual_pages(const CommandEntry& program, std::string_view version) {
  std::vector<ManualPage> pages{page(program, program, version)};
  for (const CommandEntry& command : program.commands)
    pages.push_back(page(program, command, version));
  return pages;
}

}  // namespace cgt::repl
