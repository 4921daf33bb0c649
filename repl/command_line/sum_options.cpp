#include <map>

#include "repl/command_line/option_groups.hpp"

namespace cgt::repl {

void add_sum(CLI::App& app, SumCommandOptions& sum) {
  add_common(app, sum.common);
  CLI::Option* text = app.add_option("SUM", sum.sum,
                                     "RULESET:BOARD and values, joined by + and - with blanks "
                                     "around; - reads one a line")
                          ->type_name("");
  CLI::Option* file = app.add_option("--file", sum.file, "Sums, one a line; # starts a comment")
                          ->type_name("FILE")
                          ->excludes(text);
  CLI::Option* mcgs = app.add_option("--mcgs", sum.mcgs, "A file of MCGS: answer its commands")
                          ->type_name("FILE")
                          ->excludes(text)
                          ->excludes(file);
  const std::map<std::string, std::optional<Player>> players{
      {"L", Player::kLeft}, {"R", Player::kRight}, {"both", std::nullopt}};
  app.add_option_function<std::string>(
         "--first", [&sum, players](const std::string& name) { sum.first = players.at(name); },
         "Who moves first: L, R or both (both unless told)")
      ->check(CLI::IsMember({"L", "R", "both"}))
      ->type_name("PLAYER")
      ->excludes(mcgs);
  app.add_flag("--moves", sum.moves, "All winning moves, not one")->excludes(mcgs);
  CLI::Option* scores =
      app.add_flag("--scores", sum.scores, "Play for the score, as in Go, not for the last move")
          ->excludes(mcgs);
  app.add_option("--certificate", sum.certificate,
                 "Write a strategy of the winner there, for cgt verify; needs --first L or R")
      ->type_name("FILE")
      ->excludes(file)
      ->excludes(mcgs)
      ->excludes(scores);
  app.add_flag("--json", sum.json, "Print JSON, one object a line");
  app.add_flag("--time", sum.time, "Tell CPU milliseconds, too");
  const std::map<std::string, solve::SumMethod> methods{
      {"proof-numbers", solve::SumMethod::kProofNumbers},
      {"alpha-beta", solve::SumMethod::kAlphaBeta}};
  app.add_option("--method", sum.method,
                 "Search by proof-numbers or alpha-beta (proof-numbers unless told)")
      ->transform(CLI::CheckedTransformer(methods))
      ->type_name("NAME");
  app.add_option("--db", sum.db, kKnown)->type_name("FILE");
  app.add_option("--threads", sum.threads, "Sums at a time; 0: as many as the machine has")
      ->type_name("N");
}

}  // namespace cgt::repl
