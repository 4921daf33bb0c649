// The checker of certificates: the rules, and nothing of the search.
#include <fmt/format.h>

#include <algorithm>
#include <bitset>

#include "cgt/support/containers.hpp"
#include "decomp/boxes/certificate.hpp"

namespace cgt::boxes {
namespace {

// Boxes that still have an open line, as the rules say it.
int still_open(const Board& board, Strings open) {
  std::bitset<2 * kMaxStrings> seen;  // each line touches two boxes at most
  for (int line = 0; line < board.string_count(); ++line) {
    if ((open & one(line)) == 0) continue;
    for (const int coin : board.ends(line)) {
      if (coin != kGround) seen.set(static_cast<std::size_t>(coin));
    }
  }
  return static_cast<int>(seen.count());
}

struct ProvedBounds {
  int least = 0;
  int most = 0;
};

}  // namespace

std::optional<std::string> refute(const Certificate& certificate, Budget& budget) {
  const Board board = Board::parse(certificate.board, "the board");
  if (static_cast<std::size_t>(board.string_count()) != certificate.lines.size())
    return "the board has other open lines";
  for (int line = 0; line < board.string_count(); ++line) {
    if (board.string_name(line) != certificate.lines[static_cast<std::size_t>(line)])
      return fmt::format("line {} of the board is {}", line + 1, board.string_name(line));
  }
  FlatMap<Strings, ProvedBounds> proved;
  MemoryMeter meter;
  const auto known = [&](Strings open) {
    const int coins = still_open(board, open);
    const auto found = proved.find(open);
    return found == proved.end() ? ProvedBounds{-coins, coins} : found->second;
  };
  for (std::size_t i = 0; i < certificate.steps.size(); ++i) {
    budget.charge();
    if (i % kMemoryInterval == 0) meter.set(budget, bytes_of_growing_table(proved));
    const CertificateStep& step = certificate.steps[i];
    const std::string where = fmt::format("step {}: ", i + 1);
    if ((step.open & ~board.strings()) != 0 || step.open == 0)
      return where + "these are not lines of the board";
    if (step.line && (step.open & one(*step.line)) == 0)
      return fmt::format("{}{} is drawn already", where,
                         certificate.lines[static_cast<std::size_t>(*step.line)]);
    const int before = still_open(board, step.open);
    for (int line = 0; line < board.string_count(); ++line) {
      if ((step.open & one(line)) == 0 || (step.line && line != *step.line)) continue;
      const Strings after = step.open & ~one(line);
      const int closed = before - still_open(board, after);
      const ProvedBounds rest = known(after);
      // Who closes a box moves again.
      const int least = closed > 0 ? closed + rest.least : -rest.most;
      const int most = closed > 0 ? closed + rest.most : -rest.least;
      if (step.line ? least < step.bound : most > step.bound)
        return fmt::format("{}no earlier step shows that {} gives {} {}", where,
                           certificate.lines[static_cast<std::size_t>(line)],
                           step.line ? "at least" : "at most", step.bound);
    }
    ProvedBounds bounds = known(step.open);
    if (step.line) {
      bounds.least = std::max(bounds.least, step.bound);
    } else {
      bounds.most = std::min(bounds.most, step.bound);
    }
    proved.insert_or_assign(step.open, bounds);
  }
  const ProvedBounds all = known(board.strings());
  if (all.least != certificate.score || all.most != certificate.score)
    return fmt::format("the steps show a score from {} to {}, not {}", all.least, all.most,
                       certificate.score);
  return std::nullopt;
}

}  // namespace cgt::boxes
