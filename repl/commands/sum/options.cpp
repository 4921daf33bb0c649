#include "repl/commands/sum/options.hpp"

namespace cgt::repl {

Command add_sum(const Command& program, SumCommandOptions& options) {
  const Command sum =
      program.add("sum", "Who wins a sum of positions and values, and by which move");
  add_common(sum, options.common);
  const CommandOption text =
      sum.option("SUM", options.sum, "",
                 "RULESET:BOARD and values, joined by + and - with blanks around; - reads one a "
                 "line");
  const CommandOption file =
      sum.option("--file", options.file, "FILE", "Sums, one a line; # starts a comment")
          .excludes(text);
  const CommandOption mcgs =
      sum.option("--mcgs", options.mcgs, "FILE", "A file of MCGS: answer its commands")
          .excludes(text)
          .excludes(file);
  using First = std::optional<Player>;
  sum.choice<First, First>(
         "--first", options.first,
         {{"L", First(Player::kLeft)}, {"R", First(Player::kRight)}, {"both", std::nullopt}},
         "PLAYER", "Who moves first: L, R or both (both unless told)")
      .excludes(mcgs);
  sum.flag("--moves", options.moves, "All winning moves, not one").excludes(mcgs);
  const CommandOption scores =
      sum.flag("--scores", options.scores, "Play for the score, as in Go, not for the last move")
          .excludes(mcgs);
  const CommandOption misere =
      sum.flag("--misere", options.misere, "Who makes the last move loses, instead of winning")
          .excludes(mcgs)
          .excludes(scores);
  sum.option("--certificate", options.certificate, "FILE",
             "Write a strategy of the winner there, for cgt verify; needs --first L or R")
      .excludes(file)
      .excludes(mcgs)
      .excludes(scores)
      .excludes(misere);
  sum.option("--svg", options.svg, "FILE", "Draw the boards of the sum side by side: FILE.svg")
      .file({"svg"})
      .excludes(file)
      .excludes(mcgs);
  sum.flag("--json", options.json, "Print JSON, one object a line");
  sum.flag("--time", options.time, "Tell CPU milliseconds, too");
  sum.flag("--fresh", options.fresh,
           "With --mcgs: empty tables for each sum, so that no time depends on those before it");
  using Method = solve::SumMethod;
  sum.choice<Method, Method>(
      "--method", options.method,
      {{"proof-numbers", Method::kProofNumbers},
       {"in-turns", Method::kInTurns},
       {"alpha-beta", Method::kAlphaBeta}},
      "NAME", "Search by proof-numbers, alpha-beta, or both in-turns (proof-numbers unless told)");
  add_sharding(sum, options.sharding,
               "With --file: keep each answer there as it is found, go on where it stopped");
  sum.option("--db", options.db, "FILE", kKnown).file({"db"});
  sum.option("--threads", options.threads, "N",
             "Sums at a time; threads on one SUM; 0: as many as the machine has");
  sum.needs([&options] {
    if (options.sum.empty() && options.file.empty() && options.mcgs.empty())
      return "SUM, --file or --mcgs";
    if (!options.certificate.empty() && (!options.first || options.sum == "-"))
      return "one SUM and --first L or R, for a certificate,";
    if (!options.sharding.state.empty() && options.file.empty()) return "--file, for --state,";
    if (!options.svg.empty() && options.sum == "-") return "one SUM, for a drawing,";
    if (options.fresh && options.mcgs.empty()) return "--mcgs, for --fresh,";
    return "";
  });
  sum.examples(R"(  cgt sum 'clobber:xoxo + ^*'              who wins, and by which move
  cgt sum 'clobber:xoxo - {2|-1}' --first L --certificate won.json
                                           and a strategy that cgt verify checks
  cgt sum 'clobber:xoxo - domineering:..|..' --svg sum.svg
                                           draw it, too
  cgt sum --misere 'kayles:30+31+25'       the last move loses
  cgt sum --file sums.txt --threads 0      a sum a line, on all processors
)");
  return sum;
}

Command add_mpi_sum(const Command& mpi, MpiSumOptions& options) {
  SumCommandOptions& sums = options.sum;
  const Command sum = mpi.add("sum", "Who wins the sums of a file, each solved by one process");
  add_common(sum, sums.common);
  sum.option("--file", sums.file, "FILE", "Sums, one a line; # starts a comment").required();
  using First = std::optional<Player>;
  sum.choice<First, First>(
      "--first", sums.first,
      {{"L", First(Player::kLeft)}, {"R", First(Player::kRight)}, {"both", std::nullopt}}, "PLAYER",
      "Who moves first: L, R or both (both unless told)");
  sum.flag("--moves", sums.moves, "All winning moves, not one");
  sum.flag("--json", sums.json, "Print JSON, one object a line");
  sum.option("--state", sums.sharding.state, "FILE",
             "Keep each answer there as it is found, go on where it stopped");
  sum.examples("  cgt mpi sum --file sums.txt   one process; mpirun before it starts more\n");
  return sum;
}

Command add_verify(const Command& program, VerifyOptions& options) {
  const Command verify =
      program.add("verify", "Check certificates of won sums: replay the strategies in them");
  add_common(verify, options.common);
  verify.option("FILES", options.files, "", "Certificates, or - for standard input").required();
  verify.examples("  cgt verify won.json\n");
  return verify;
}

}  // namespace cgt::repl
