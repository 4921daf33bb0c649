#include "repl/package/package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

#include "decomp/rules/registry.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/lang.hpp"
#include "lang/registry.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

// cgt docs PAGE [WHAT]
struct DocsOptions {
  enum class Page { kReference, kRulesets, kMan, kCompletions, kOffers, kGrammar, kShare };
  Page page = Page::kReference;
  std::string what;  // a folder, a shell or an editor
};

Command add_docs(const Command& program, DocsOptions& options) {
  const Command docs = program.add(
      "docs", "What the program writes about itself: pages, completions, grammars for editors");
  using Page = DocsOptions::Page;
  docs.choice<Page, Page>("PAGE", options.page,
                          {{"reference", Page::kReference},
                           {"rulesets", Page::kRulesets},
                           {"man", Page::kMan},
                           {"completions", Page::kCompletions},
                           {"offers", Page::kOffers},
                           {"grammar", Page::kGrammar},
                           {"share", Page::kShare}},
                          "",
                          "reference, rulesets, man, completions, grammar, or share: the last "
                          "three and man; offers: "
                          "what completes the words of standard input, one a line")
      .required();
  docs.option("WHAT", options.what, "",
              "man, share: the folder; completions: bash, zsh or fish; grammar: vim or textmate");
  docs.needs([&options] {
    const bool alone = options.page == Page::kReference || options.page == Page::kRulesets ||
                       options.page == Page::kOffers;
    return !alone && options.what.empty() ? "WHAT (see cgt docs --help)" : "";
  });
  docs.examples(
      R"(  cgt docs reference                    the reference of the language, as Markdown
  cgt docs man man1                     manual pages into the folder man1
  cgt docs completions bash             what bash has to know to complete command lines
  cgt docs share ~/.local/share         all that other programs read, where they look for it
)");
  return docs;
}

namespace fs = std::filesystem;

using Page = DocsOptions::Page;

// Where bash, zsh, fish, man and vim look for files of a package below share/.
constexpr const char* kManFolder = "man/man1";
constexpr const char* kBashFile = "bash-completion/completions/cgt";
constexpr const char* kZshFile = "zsh/site-functions/_cgt";
constexpr const char* kFishFile = "fish/vendor_completions.d/cgt.fish";
constexpr const char* kVimFile = "vim/vimfiles/syntax/cgt.vim";
constexpr const char* kVimDetection = "vim/vimfiles/ftdetect/cgt.vim";
constexpr const char* kTextmateFile = "cgt/textmate/cgt.tmLanguage.json";

std::string reference() {
  lang::Session session;
  lang::add_all_packages(session);
  return lang::reference_page(session.registry());
}

std::vector<std::string> ruleset_names() {
  std::vector<std::string> names;
  for (const RulesetEntry& entry : rulesets()) names.push_back(entry.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string grammar(const std::string& editor) {
  if (editor == "vim") return vim_syntax();
  if (editor == "textmate") return textmate_grammar();
  return {};
}

void write(const fs::path& path, const std::string& text) {
  std::error_code ignored;  // the file cannot be written then, which says why
  fs::create_directories(path.parent_path(), ignored);
  write_file(path.string(), text);
}

void write_manual(const fs::path& folder, const CommandEntry& program) {
  for (const ManualPage& page : manual_pages(program, version_line()))
    write(folder / page.name, page.text);
}

void write_share(const fs::path& folder, const CommandEntry& program) {
  write_manual(folder / kManFolder, program);
  write(folder / kBashFile, completion("bash"));
  write(folder / kZshFile, completion("zsh"));
  write(folder / kFishFile, completion("fish"));
  write(folder / kVimFile, vim_syntax());
  write(folder / kVimDetection, vim_detection());
  write(folder / kTextmateFile, textmate_grammar());
}

ExitCode print(const std::string& text, const std::string& wanted, const char* known) {
  if (text.empty()) {
    throw UsageError(fmt::format("{} is none of {}", wanted, known));
  }
  std::cout << text;
  return kOk;
}

ExitCode run_docs(const DocsOptions& options, const CommandEntry& program) {
  const std::string& what = options.what;
  switch (options.page) {
    case Page::kReference: std::cout << reference(); break;
    case Page::kRulesets: std::cout << lang::rulesets_page(); break;
    case Page::kMan: write_manual(what, program); break;
    case Page::kShare: write_share(what, program); break;
    case Page::kCompletions: return print(completion(what), what, "bash, zsh, fish");
    case Page::kOffers: {
      std::vector<std::string> words;
      for (std::string word; std::getline(std::cin, word);) words.push_back(word);
      std::cout << offers_for(program, std::move(words), ruleset_names());
      break;
    }
    case Page::kGrammar: return print(grammar(what), what, "vim, textmate");
  }
  return kOk;
}

}  // namespace

void offer_docs(Commands& commands, CommandEntry (*table)()) {
  commands.offer(add_docs,
                 [table](const DocsOptions& options) { return run_docs(options, table()); });
}

}  // namespace cgt::repl
