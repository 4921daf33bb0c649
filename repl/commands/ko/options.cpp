#include "repl/commands/ko/options.hpp"

namespace cgt::repl {

Command add_ko(const Command& program, KoOptions& options) {
  const Command ko = program.add("ko", "Thermographs of positions with kos, for each komaster");
  add_common(ko, options.common);
  const CommandOption game = ko.option(
      "GAME", options.game, "",
      "A score graph, 'A: B | 0; B: 30 | A', or a region of Go, '#BW#/B.XW/#BW#'; - reads "
      "one a line");
  const CommandOption file =
      ko.option("--file", options.file, "FILE", "Games, one a line; # and a blank start a comment")
          .excludes(game);
  using Wanted = std::optional<Komaster>;
  ko.choice<Wanted, Wanted>("--komaster", options.komaster,
                            {{"none", Wanted(Komaster::kNone)},
                             {"L", Wanted(Komaster::kLeft)},
                             {"R", Wanted(Komaster::kRight)},
                             {"all", std::nullopt}},
                            "WHO", "Who can win every ko: none, L, R or all (all unless told)");
  ko.flag("--json", options.json, "Print JSON, one object a line");
  ko.flag("--plot", options.plot, "Draw the thermographs in text");
  ko.option("--svg", options.svg, "FILE", "Draw the thermographs of one game: FILE.svg")
      .file({"svg"})
      .excludes(file);
  ko.flag("--verify", options.verify, "Check them by search beside a stack of coupons, too");
  ko.flag("--discover", options.discover,
          "Tell mean and temperature by play beside coupons alone, for any cycles");
  ko.needs([&options] {
    if (options.game.empty() && options.file.empty()) return "GAME or --file";
    if (options.game == "-" && !options.svg.empty()) return "one GAME, for a drawing,";
    return "";
  });
  ko.examples(R"(  cgt ko 'A: B | 0; B: 30 | A'          a ko of 30 points, Left to take
  cgt ko '#BW#/B.XW/#BW#' --komaster R  a ko on the board, White can afford threats
  cgt ko --file kos.txt --json          a game a line
  cgt ko 'A: B, C | 0; B: D | A; C: D | A; D: 9 | B, C' --discover
                                        a double ko, by play alone
)");
  return ko;
}

}  // namespace cgt::repl
