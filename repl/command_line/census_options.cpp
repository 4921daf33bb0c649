#include <map>

#include "repl/command_line/option_groups.hpp"

namespace cgt::repl {

void add_census(CLI::App& app, CensusOptions& census) {
  add_common(app, census.common);
  app.add_option("GAME", census.game, "domineering, kayles, ...; cgt eval --list shows all")
      ->required()
      ->type_name("");
  app.add_option("SIZE", census.size, "ROWSxCOLUMNS of boards, or FIRST..LAST of heaps")
      ->required()
      ->type_name("");
  app.add_option("--cells", census.cells, "Characters that the cells show; all that differ")
      ->type_name("CHARS");
  app.add_flag("--all", census.all, "Look at each board, not at one of each class of images");
  const std::map<std::string, solve::CensusKey> keys{
      {"value", solve::CensusKey::kValue},
      {"outcome", solve::CensusKey::kOutcome},
      {"mean", solve::CensusKey::kMean},
      {"temperature", solve::CensusKey::kTemperature},
      {"birthday", solve::CensusKey::kBirthday}};
  CLI::Option* by =
      app.add_option("--by", census.by, "Count by value, outcome, mean, temperature or birthday")
          ->transform(CLI::CheckedTransformer(keys))
          ->type_name("KEY");
  CLI::Option* hottest =
      app.add_option("--hottest", census.hottest, "The N hottest boards, of each class one")
          ->check(CLI::Range(std::size_t{1}, solve::Census::kHottest))
          ->type_name("N");
  CLI::Option* unique = app.add_flag("--unique", census.unique, "Values that occur once");
  hottest->excludes(by)->excludes(unique);
  unique->excludes(by);
  app.add_option("--top", census.top, "Only the first N lines")->type_name("N");
  app.add_option("--max", census.common.max_length,
                 "Of values longer than N characters print the size (60 in tables; 0: none)")
      ->type_name("N");
  CLI::Option* tsv = app.add_flag("--tsv", census.tsv, "Columns separated by tabs");
  app.add_flag("--json", census.json, "One JSON object")->excludes(tsv);
  app.add_option("--state", census.state, "Write a checkpoint to FILE, go on where it stopped")
      ->type_name("FILE");
  app.add_option("--save-every", census.save_seconds, "Seconds between checkpoints")
      ->check(CLI::Range(0.01, 1e6))
      ->capture_default_str()
      ->type_name("S");
  app.add_option("--threads", census.threads, "0: as many as the machine has")->type_name("N");
  app.add_option("--db", census.db, kKnown)->type_name("FILE");
}

}  // namespace cgt::repl
