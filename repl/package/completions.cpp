#include "repl/package/package.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace cgt::repl {
namespace {

using Kind = Expected::Kind;

// In single quotes, as all three shells read it; fish needs \' where the others leave the quotes.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

// As an array, a space-separated list, or an alternative.
std::string together(const std::vector<std::string>& words, const char* between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

std::string replaced(std::string text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::vector<std::string> names_of_commands(const CommandEntry& command) {
  std::vector<std::string> names;
  for (const CommandEntry& inner : command.commands) names.push_back(inner.words.back());
  return names;
}

std::vector<std::string> names_of_options(const CommandEntry& command) {
  std::vector<std::string> names;
  for (const OptionEntry& option : command.options) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// --- bash ---------------------------------------------------------------------------------------

// What does not depend on the table. COMP_WORDS has "=" as a word of its own, as bash is set up by
// default.
constexpr const char* kBashWalk = R"bash(
_cgt() {
  local cur=${COMP_WORDS[COMP_CWORD]} path=cgt place=1 option='' word part i
  local options commands kind values
  COMPREPLY=()
  _cgt_names "$path"
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ -n $option ]]; then
      [[ $word == '=' ]] || option=''
    elif [[ $word == -?* ]]; then
      _cgt_value "$path" "$word"
      [[ -n $kind && $word != *=* ]] && option=$word
    elif [[ " $commands " == *" $word "* ]]; then
      path+=" $word"
      place=1
      _cgt_names "$path"
    else
      place=$((place + 1))
    fi
  done
  if [[ -n $option ]]; then
    [[ $cur == '=' ]] && cur=''
    _cgt_value "$path" "$option"
  elif [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
    return
  else
    _cgt_value "$path" "$place"
    [[ -n $kind ]] || _cgt_value "$path" many
    [[ $place == 1 ]] && mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur")
  fi
  case $kind in
    words)
      for word in $values; do
        [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
      done
      ;;
    list)
      part=${cur##*,}
      for word in $values; do
        [[ $word == "$part"* ]] && COMPREPLY+=("${cur%"$part"}$word")
      done
      ;;
    files | folders)
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do
        if [[ -d $word || ($kind == files && (-z $values || " $values " == *" ${word##*.} "*)) ]]; then
          COMPREPLY+=("$word")
        fi
      done < <(compgen -f -- "$cur")
      ;;
  esac
  return 0
}
complete -F _cgt cgt
)bash";

// "kind=words values='a b'"
std::string bash_value(const OptionEntry& option, const std::vector<std::string>& rulesets) {
  const auto set = [](const char* kind, const std::vector<std::string>& words) {
    return fmt::format("kind={} values={}", kind, in_quotes(together(words)));
  };
  switch (option.expected.kind) {
    case Kind::kAnything: return set("any", {});
    case Kind::kWords: return set(option.list ? "list" : "words", option.expected.words);
    case Kind::kFile: return set("files", option.expected.words);
    case Kind::kFolder: return set("folders", {});
    case Kind::kRuleset: return set("words", rulesets);
  }
  return {};
}

}  // namespace

std::string bash_completion(const CommandEntry& program, const std::vector<std::string>& rulesets) {
  std::string names;
  std::string values;
  for (const CommandEntry* command : all_commands(program)) {
    const std::string path = command->path();
    names += fmt::format("    {})\n      options={}\n      commands={}\n      ;;\n",
                         in_quotes(path), in_quotes(together(names_of_options(*command))),
                         in_quotes(together(names_of_commands(*command))));
    std::size_t place = 0;
    for (const OptionEntry& option : command->options) {
      if (!option.positional && !option.takes_value) continue;
      std::vector<std::string> patterns;
      if (option.positional) {
        ++place;
        patterns.push_back(in_quotes(fmt::format("{} {}", path, place)));
        if (option.repeatable) patterns.push_back(in_quotes(path + " many"));
      }
      for (const std::string& name : option.names) {
        if (!option.positional) patterns.push_back(in_quotes(path + ' ' + name));
      }
      values +=
          fmt::format("    {}) {} ;;\n", together(patterns, " | "), bash_value(option, rulesets));
    }
  }
  return fmt::format(
      "# Completion of cgt for bash. Written by `cgt docs completions bash`: do not edit.\n"
      "# shellcheck shell=bash\n\n"
      "# Options and commands of a command.\n"
      "_cgt_names() {{\n  options='' commands=''\n  case $1 in\n{}  esac\n}}\n\n"
      "# What the value of an option may be, or the word in a place.\n"
      "_cgt_value() {{\n  kind='' values=''\n  case \"$1 $2\" in\n{}  esac\n}}\n{}",
      names, values, kBashWalk);
}

// --- zsh ----------------------------------------------------------------------------------------

namespace {

std::string zsh_function(const CommandEntry& command) { return '_' + together(command.words, "_"); }

// The text in [...] of a specification of _arguments.
std::string zsh_text(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"})
    text = replaced(std::move(text), special, std::string("\\") + special);
  return text;
}

std::string zsh_action(const OptionEntry& option, const std::string& label) {
  const std::vector<std::string>& words = option.expected.words;
  switch (option.expected.kind) {
    case Kind::kAnything: return " ";
    case Kind::kWords:
      if (option.list) return fmt::format("_values -s , {} {}", label, together(words));
      return fmt::format("({})", together(words));
    case Kind::kFile:
      return words.empty() ? "_files" : fmt::format("_files -g \"*.({})\"", together(words, "|"));
    case Kind::kFolder: return "_files -/";
    case Kind::kRuleset: return "_cgt_rulesets";
  }
  return {};
}

// The specification of an option, as words of the shell.
std::string zsh_option(const OptionEntry& option) {
  const std::string label = option.type.empty() ? "value" : zsh_text(option.type);
  std::string rest = fmt::format("[{}]", zsh_text(option.what));
  if (option.takes_value) rest += fmt::format(":{}:{}", label, zsh_action(option, label));
  std::string out;
  const std::string others = fmt::format("({})", together(option.names));
  for (const std::string& name : option.names) {
    // Behind -x+ the value may follow at once, behind --x= it may.
    const char* sign = !option.takes_value ? "" : name.starts_with("--") ? "=" : "+";
    const std::string before = option.repeatable ? "*" : others;
    out += fmt::format("    {} \\\n", in_quotes(before + name + sign + rest));
  }
  return out;
}

std::string zsh_command(const CommandEntry& command) {
  const bool group = !command.commands.empty();
  std::string specs;
  std::size_t place = 0;
  for (const OptionEntry& option : command.options) {
    if (!option.positional) {
      specs += zsh_option(option);
      continue;
    }
    ++place;
    if (group) continue;  // offered beside the commands
    const std::string label = zsh_text(option.names.front());
    const std::string where = option.repeatable ? "*" : std::to_string(place);
    specs += fmt::format(
        "    {} \\\n", in_quotes(fmt::format("{}:{}:{}", where, label, zsh_action(option, label))));
  }
  std::string out = fmt::format("{}() {{\n", zsh_function(command));
  if (!group) {
    specs.resize(specs.size() - 3);  // no " \" behind the last
    return out + "  _arguments -S \\\n" + specs + "\n}\n\n";
  }
  std::string list;
  std::string calls;
  for (const CommandEntry& inner : command.commands) {
    const std::string& name = inner.words.back();
    list += fmt::format("        {}\n", in_quotes(name + ':' + replaced(inner.what, ":", "\\:")));
    calls += fmt::format("        {}) {} ;;\n", name, zsh_function(inner));
  }
  std::string words;
  for (const OptionEntry* option : command.places())
    words += fmt::format("      {}\n", zsh_action(*option, option->names.front()));
  return out + fmt::format(
                   "  local curcontext=$curcontext state line\n"
                   "  local -a commands\n"
                   "  typeset -A opt_args\n"
                   "  _arguments -C \\\n{}    '1: :->first' \\\n    '*:: :->rest'\n"
                   "  case $state in\n"
                   "    first)\n"
                   "      commands=(\n{}      )\n"
                   "      _describe -t commands command commands\n{}"
                   "      ;;\n"
                   "    rest)\n"
                   "      case $words[1] in\n{}      esac\n"
                   "      ;;\n"
                   "  esac\n}}\n\n",
                   specs, list, words, calls);
}

}  // namespace

std::string zsh_completion(const CommandEntry& program, const std::vector<std::string>& rulesets) {
  std::string out =
      "#compdef cgt\n"
      "# Completion of cgt for zsh. Written by `cgt docs completions zsh`: do not edit.\n\n";
  out += fmt::format(
      "_cgt_rulesets() {{\n  local -a names\n  names=({})\n"
      "  compadd -a names\n}}\n\n",
      together(rulesets));
  for (const CommandEntry* command : all_commands(program)) out += zsh_command(*command);
  // Read by autoload, the file is the body of the function; sourced, it only says what to call.
  return out +
         "if [[ $funcstack[1] == _cgt ]]; then\n  _cgt \"$@\"\nelse\n  compdef _cgt cgt\nfi\n";
}

// --- fish ---------------------------------------------------------------------------------------

namespace {

std::string fish_quotes(std::string text) {
  text = replaced(std::move(text), "\\", "\\\\");
  return '\'' + replaced(std::move(text), "'", "\\'") + '\'';
}

// Options of `complete` that say what the value is.
std::string fish_value(const OptionEntry& option, const std::vector<std::string>& rulesets) {
  const std::vector<std::string>& words = option.expected.words;
  switch (option.expected.kind) {
    case Kind::kAnything: return "";
    case Kind::kWords:
      if (option.list) {
        return fmt::format(" -a {}",
                           fish_quotes(fmt::format("(__fish_append , {})", together(words))));
      }
      return fmt::format(" -a {}", fish_quotes(together(words)));
    case Kind::kFile: {
      if (words.empty()) return " -F";
      std::string calls;
      for (const std::string& word : words)
        calls += fmt::format("{}(__fish_complete_suffix .{})", calls.empty() ? "" : " ", word);
      return fmt::format(" -k -a {}", fish_quotes(calls));
    }
    case Kind::kFolder: return " -a '(__fish_complete_directories)'";
    case Kind::kRuleset: return fmt::format(" -a {}", fish_quotes(together(rulesets)));
  }
  return {};
}

std::string fish_command(const CommandEntry& command, const std::vector<std::string>& rulesets) {
  const std::string start = fmt::format("complete -c cgt -n '__cgt_at {}'", command.path());
  std::string out;
  for (const CommandEntry& inner : command.commands) {
    out += fmt::format("{} -a {} -d {}\n", start, inner.words.back(), fish_quotes(inner.what));
  }
  for (const OptionEntry& option : command.options) {
    if (option.positional) {
      const std::string value = fish_value(option, rulesets);
      if (!value.empty()) out += start + value + '\n';
      continue;
    }
    out += start;
    for (const std::string& name : option.names) {
      const bool full = name.starts_with("--");
      out += fmt::format(" {} {}", full ? "-l" : "-s", name.substr(full ? 2 : 1));
    }
    // -x is "a value, and no files", against which -F has no say.
    const std::string value = fish_value(option, rulesets);
    if (option.takes_value) out += (value == " -F" ? " -r" : " -x") + value;
    out += fmt::format(" -d {}\n", fish_quotes(option.what));
  }
  return out;
}

}  // namespace

std::string fish_completion(const CommandEntry& program, const std::vector<std::string>& rulesets) {
  std::vector<std::string> paths;
  for (const CommandEntry* command : all_commands(program)) {
    if (command != &program) paths.push_back(in_quotes(command->path()));
  }
  std::string out = fmt::format(
      "# Completion of cgt for fish. Written by `cgt docs completions fish`: do not edit.\n\n"
      "# Is the command typed so far this one?\n"
      "function __cgt_at\n"
      "  set -l path cgt\n"
      "  for word in (commandline -opc)[2..-1]\n"
      "    switch \"$path $word\"\n"
      "      case {}\n"
      "        set path \"$path $word\"\n"
      "    end\n"
      "  end\n"
      "  test \"$path\" = \"$argv\"\n"
      "end\n\n"
      "complete -c cgt -f\n",
      together(paths));
  for (const CommandEntry* command : all_commands(program)) out += fish_command(*command, rulesets);
  return out;
}

}  // namespace cgt::repl
