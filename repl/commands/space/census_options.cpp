#include "repl/commands/space/census_options.hpp"

namespace cgt::repl {
namespace {

void add_census_rows(const Command& census, CensusOptions& options, bool shards) {
  add_common(census, options.common);
  census.option("GAME", options.game, "", "domineering, kayles, ...; cgt eval --list shows all")
      .required()
      .ruleset();
  census.option("SIZE", options.size, "", "ROWSxCOLUMNS of boards, or FIRST..LAST of heaps")
      .required();
  census.option("--cells", options.cells, "CHARS",
                "Characters that the cells show; all that differ");
  census.flag("--all", options.all, "Look at each board, not at one of each class of images");
  using Key = solve::CensusKey;
  const CommandOption by = census.choice<std::optional<Key>, Key>(
      "--by", options.by,
      {{"value", Key::kValue},
       {"outcome", Key::kOutcome},
       {"mean", Key::kMean},
       {"temperature", Key::kTemperature},
       {"birthday", Key::kBirthday}},
      "KEY", "Count by value, outcome, mean, temperature or birthday");
  CommandOption hottest =
      census.option("--hottest", options.hottest, "N", "The N hottest boards, of each class one")
          .between(std::int64_t{1}, static_cast<std::int64_t>(solve::Census::kHottest));
  CommandOption unique = census.flag("--unique", options.unique, "Values that occur once");
  hottest.excludes(by).excludes(unique);
  unique.excludes(by);
  census.option("--top", options.top, "N", "Only the first N lines");
  census.option("--max", options.common.max_length, "N",
                "Of values longer than N characters print the size (60 in tables; 0: none)");
  const CommandOption tsv = census.flag("--tsv", options.tsv, "Columns separated by tabs");
  census.flag("--json", options.json, "One JSON object").excludes(tsv);
  constexpr const char* kState = "Write a checkpoint to FILE, go on where it stopped";
  if (shards) {
    add_sharding(census, options.sharding, kState);
  } else {
    census.option("--state", options.sharding.state, "FILE", kState);
  }
  census.option("--save-every", options.save_seconds, "S", "Seconds between checkpoints")
      .between(0.01, 1e6)
      .with_default();
  if (!shards) return;
  census.option("--threads", options.threads, "N", "0: as many as the machine has");
  census.option("--db", options.db, "FILE", kKnown).file({"db"});
}

}  // namespace

Command add_census(const Command& program, CensusOptions& options) {
  const Command census = program.add(
      "census", "The values of all boards of one size, or of a range of heaps, and how often");
  add_census_rows(census, options, true);
  census.examples(
      R"(  cgt census domineering 4x4               the values of all boards, and how often
  cgt census kayles 0..100 --by outcome    of heaps
  cgt census clobber 3x4 --hottest 5       the hottest boards
  cgt census clobber 3x3 --shard 1/2 --state half   half of the boards; cgt merge joins
  cgt census clobber 3x3 --shard 2/2 --state rest   the others, on another machine
)");
  return census;
}

Command add_mpi_census(const Command& mpi, MpiCensusOptions& options) {
  const Command census =
      mpi.add("census", "The values of all boards of one size, and how often, by all processes");
  add_census_rows(census, options.census, false);
  census.examples("  cgt mpi census clobber 3x3   one process; mpirun before it starts more\n");
  return census;
}

}  // namespace cgt::repl
