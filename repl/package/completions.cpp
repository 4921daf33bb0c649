// Completion of command lines: shells ask the program itself, so that they offer what it reads.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "repl/package/package.hpp"

namespace cgt::repl {
namespace {

using Kind = Expected::Kind;

// A line for each word that begins as what was typed; ":files ENDINGS" and ":folders" ask the shell.
class Offers {
 public:
  explicit Offers(std::string typed) : typed_(std::move(typed)) {}

  void add(const std::string& word, const std::string& what = {}) {
    if (!word.starts_with(typed_)) return;
    lines_ += what.empty() ? word + '\n' : word + '\t' + what + '\n';
  }
  // `before`: what stands in the same word before the value.
  void add_values(const OptionEntry& option, std::string before,
                  const std::vector<std::string>& rulesets) {
    const Expected& expected = option.expected;
    if (option.list) before = typed_.substr(0, std::max(typed_.rfind(',') + 1, before.size()));
    switch (expected.kind) {
      case Kind::kAnything: break;
      case Kind::kWords:
        for (const std::string& word : expected.words) add(before + word);
        break;
      case Kind::kFile:
        lines_ += fmt::format(":files{}{}\n", expected.words.empty() ? "" : " ",
                              fmt::join(expected.words, " "));
        break;
      case Kind::kFolder: lines_ += ":folders\n"; break;
      case Kind::kRuleset:
        for (const std::string& name : rulesets) add(before + name);
        break;
    }
  }
  const std::string& lines() const { return lines_; }

 private:
  std::string typed_;
  std::string lines_;
};

// Bash has "=" as a word of its own, as it is set up by default.
constexpr const char* kBash =
    R"bash(# Completion of cgt for bash. Written by `cgt docs completions bash`: do not edit.
# shellcheck shell=bash

_cgt() {
  local cur=${COMP_WORDS[COMP_CWORD]} line word endings
  COMPREPLY=()
  [[ $cur == '=' ]] && cur=''
  while IFS= read -r line; do
    word=${line%%$'\t'*}
    if [[ $word != :* ]]; then
      COMPREPLY+=("$word")
      continue
    fi
    compopt -o filenames 2>/dev/null
    endings=" ${word#:files} "
    while IFS= read -r word; do
      if [[ -d $word || $endings == '  ' || $endings == *" ${word##*.} "* ]]; then
        COMPREPLY+=("$word")
      fi
    done < <(compgen -f -- "$cur")
  done < <(printf '%s\n' "${COMP_WORDS[@]:1:COMP_CWORD}" | "${COMP_WORDS[0]}" docs offers 2>/dev/null)
  return 0
}
complete -F _cgt cgt
)bash";

// Read by autoload, the file is the body of the function; sourced, it only says what to call.
constexpr const char* kZsh = R"zsh(#compdef cgt
# Completion of cgt for zsh. Written by `cgt docs completions zsh`: do not edit.

_cgt() {
  local line
  local -a offers
  for line in "${(@f)$(print -rl -- "${(@)words[2,CURRENT]}" | "$words[1]" docs offers 2>/dev/null)}"; do
    case $line in
      '') ;;
      :folders) _files -/ ;;
      :files) _files ;;
      :files\ *) _files -g "*.(${${line#:files }// /|})" ;;
      *) offers+=("${${line%%$'\t'*}//:/\\:}${${(M)line%$'\t'*}/$'\t'/:}") ;;
    esac
  done
  _describe value offers
}
if [[ $funcstack[1] == _cgt ]]; then
  _cgt "$@"
else
  compdef _cgt cgt
fi
)zsh";

constexpr const char* kFish =
    R"fish(# Completion of cgt for fish. Written by `cgt docs completions fish`: do not edit.

function __cgt_offers
  for line in (printf '%s\n' (commandline -opc)[2..-1] (commandline -ct) | cgt docs offers 2>/dev/null)
    switch $line
      case :folders
        __fish_complete_directories (commandline -ct)
      case :files
        __fish_complete_path (commandline -ct)
      case ':files *'
        for ending in (string split ' ' -- (string sub -s 8 -- $line))
          __fish_complete_suffix .$ending
        end
      case '*'
        echo $line
    end
  end
end
complete -c cgt -f -k -a '(__cgt_offers)'
)fish";

}  // namespace

std::string offers_for(const CommandEntry& program, std::vector<std::string> words,
                       const std::vector<std::string>& rulesets) {
  std::string typed = words.empty() ? "" : words.back();
  if (!words.empty()) words.pop_back();
  const CommandEntry* command = &program;
  const OptionEntry* open = nullptr;  // its value comes next
  std::size_t place = 0;
  const auto option_called = [&](const std::string& name) -> const OptionEntry* {
    const OptionEntry* option = command->find(name);
    return option != nullptr && option->takes_value && !option->positional ? option : nullptr;
  };
  for (const std::string& word : words) {
    const auto inner = std::ranges::find(command->commands, word,
                                         [](const CommandEntry& one) { return one.words.back(); });
    if (open != nullptr) {
      if (word != "=") open = nullptr;
    } else if (word.size() > 1 && word[0] == '-') {
      open = option_called(word);
    } else if (inner != command->commands.end()) {
      command = &*inner;
      place = 0;
    } else {
      ++place;
    }
  }
  std::string before;
  if (open != nullptr) {
    if (typed == "=") typed.clear();
  } else if (const std::size_t sign = typed.find('='); sign != std::string::npos) {
    open = option_called(typed.substr(0, sign));
    if (open != nullptr) before = typed.substr(0, sign + 1);
  }
  Offers offers(typed);
  if (open != nullptr) {
    offers.add_values(*open, before, rulesets);
  } else if (typed.starts_with('-')) {
    for (const OptionEntry& option : command->options) {
      if (option.positional) continue;
      for (const std::string& name : option.names) offers.add(name, option.what);
    }
  } else {
    if (place == 0) {
      for (const CommandEntry& inner : command->commands)
        offers.add(inner.words.back(), inner.what);
    }
    const std::vector<const OptionEntry*> places = command->places();
    if (place >= places.size() && !places.empty() && places.back()->repeatable) {
      place = places.size() - 1;
    }
    if (place < places.size()) offers.add_values(*places[place], before, rulesets);
  }
  return offers.lines();
}

std::string completion(const std::string& shell) {
  if (shell == "bash") return kBash;
  if (shell == "zsh") return kZsh;
  if (shell == "fish") return kFish;
  return {};
}

}  // namespace cgt::repl
