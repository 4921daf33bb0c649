#include "repl/command_line/common_options.hpp"

#include "cgt/text/text.hpp"
#include "lang/values/export.hpp"

namespace cgt::repl {

static_assert(Notation{} == Notation::kCanonical && lang::Format{} == lang::Format::kText);

void add_quiet(const Command& command, CommonOptions& common) {
  command.flag("-q,--quiet", common.quiet, "No banner, no prompts, no progress");
}

void add_common(const Command& command, CommonOptions& common, const char* limit) {
  command.choice<Notation, Notation>(
      "--notation", common.notation,
      {{"canonical", Notation::kCanonical}, {"cgsuite", Notation::kCgsuite}}, "NAME",
      "How values print: canonical (reads back) or cgsuite (as CGSuite prints)");
  command.option("--budget-ms", common.limits.milliseconds, "N", limit);
  command.option("--budget-nodes", common.limits.nodes, "N", "Stop it after N units of work");
  command.option("--budget-mb", common.limits.megabytes, "N",
                 "Stop it when its tables hold N megabytes (default: 4096)");
  add_quiet(command, common);
}

void add_printing(const Command& command, CommonOptions& common) {
  using lang::Format;
  command.choice<Format, Format>("--format", common.format,
                                 {{"text", Format::kText},
                                  {"latex", Format::kLatex},
                                  {"json", Format::kJson},
                                  {"svg", Format::kSvg}},
                                 "NAME",
                                 "How values are written: text, latex, json or svg (a picture)");
  command.option("--max", common.max_length, "N",
                 "Of values longer than N characters print the size (0: all of them whole)");
}

}  // namespace cgt::repl
