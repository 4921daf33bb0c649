#include "repl/commands/octal/options.hpp"

#include "decomp/rules/heap/code.hpp"

namespace cgt::repl {

Command add_octal(const Command& program, OctalOptions& options) {
  const Command octal = program.add(
      "octal",
      "Nim values of take-and-break games, and their periods: one long search, or many codes");
  add_common(octal, options.common);
  const CommandOption codes =
      octal.option("CODES", options.codes, "", "0.07 4.3 0.[3] ...: codes of heap games")
          .words(0, -1);
  const CommandOption file =
      octal.option("--file", options.file, "FILE", "Codes, one a line; - is standard input")
          .excludes(codes);
  octal
      .option("--digits", options.digits, "N",
              "All octal codes 0.d, 0.dd, ... of at most N digits behind the point")
      .between(std::int64_t{1}, std::int64_t{6})
      .excludes(codes)
      .excludes(file);
  octal.option("--to,--last", options.last, "N", "The largest heap that is looked at")
      .between(std::int64_t{1}, static_cast<std::int64_t>(heap::kMaxHeap))
      .with_default();
  octal.flag("--json", options.json, "Print JSON, one object a line");
  octal.option("--threads", options.threads, "N", "Codes at a time; 0: as many as the machine has");
  add_sharding(
      octal, options.sharding,
      "Keep each answer there as it is found, of one code its values; go on where it stopped");
  octal.needs([&options] {
    return options.codes.empty() && options.file.empty() && options.digits == 0
               ? "CODES, --file or --digits"
               : "";
  });
  octal.examples(
      R"(  cgt octal 0.16 --to 1000000               one long search: period, proof, sparse values
  cgt octal 0.06 --to 30000 --state v       keeps its values in v, goes on where it stopped
  cgt octal 0.07 0.77                       Dawson's Kayles and Kayles, a row each
  cgt octal --digits 2 --to 1000            all of two digits
  cgt octal --digits 2 --shard 1/3 --state part   a third of them; cgt merge joins
)");
  return octal;
}

}  // namespace cgt::repl
