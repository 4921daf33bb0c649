#include "repl/package/options.hpp"

namespace cgt::repl {

Command add_docs(const Command& program, DocsOptions& options) {
  const Command docs = program.add(
      "docs", "What the program writes about itself: pages, completions, grammars for editors");
  using Page = DocsOptions::Page;
  docs.choice<Page, Page>(
          "PAGE", options.page,
          {{"reference", Page::kReference},
           {"rulesets", Page::kRulesets},
           {"man", Page::kMan},
           {"completions", Page::kCompletions},
           {"grammar", Page::kGrammar},
           {"share", Page::kShare}},
          "", "reference, rulesets, man, completions, grammar, or share: the last three and man")
      .required();
  docs.option("WHAT", options.what, "",
              "man, share: the folder; completions: bash, zsh or fish; grammar: vim or textmate");
  docs.needs([&options] {
    const bool pair = options.page != Page::kReference && options.page != Page::kRulesets;
    if (pair && options.what.empty()) return "WHAT (see cgt docs --help)";
    return "";
  });
  docs.examples(
      R"(  cgt docs reference                    the reference of the language, as Markdown
  cgt docs man man1                     manual pages into the folder man1
  cgt docs completions bash             what bash has to know to complete command lines
  cgt docs share ~/.local/share         all that other programs read, where they look for it
)");
  return docs;
}

}  // namespace cgt::repl
