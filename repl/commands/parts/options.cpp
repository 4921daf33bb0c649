#include "repl/commands/parts/options.hpp"

namespace cgt::repl {

Command add_merge(const Command& program, MergeOptions& options) {
  const Command merge = program.add(
      "merge", "Join what --shard 1/N .. N/N made: prints what the whole command would print");
  add_common(merge, options.common);
  merge.option("FILES", options.files, "", "Of all shards, in any order").required().words(1, -1);
  merge.option("--out", options.out, "FILE", "Of databases: the new file").file({"db"});
  merge.examples("  cgt merge half rest   what the command of both would have printed\n");
  return merge;
}

Command add_info(const Command& program, InfoOptions& options) {
  const Command info = program.add(
      "info", "What made a file of results: version, command, ruleset, seed, shard, inputs");
  add_common(info, options.common);
  info.option("FILE", options.files, "", "A checkpoint, journal, shard, database or certificate")
      .required()
      .words(1, 1);
  info.flag("--json", options.json, "One JSON object");
  info.examples("  cgt info half\n  cgt info clobber.db --json\n");
  return info;
}

}  // namespace cgt::repl
