#include "repl/commands/gtp/loading.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "cgt/support/text/diagnostic.hpp"
#include "decomp/rules/go/record/problem.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

// The same position by moves that can be undone; none if they do not lead there.
std::optional<go::Game> played(const go::Problem& start, const go::Problem& wanted) {
  const Player first =
      start.moves.empty() ? start.to_play.value_or(Player::kLeft) : start.moves.front().player;
  go::Game game(start.board, first);
  const std::size_t count = start.moves.size() - std::min(start.moves.size(), wanted.moves.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (game.play(start.moves[i], go::KoRule::kSimple) != go::Legality::kLegal) return std::nullopt;
  }
  if (!(game.board() == wanted.board)) return std::nullopt;
  return game;
}

}  // namespace

GtpGame gtp_load(const std::string& path, std::size_t moves) {
  const std::string text = read_file(path);
  const std::string name = display_name(path);
  const go::Problem start = go::parse_sgf(text, name);
  const go::Problem wanted = moves == go::kAllMoves || moves > start.moves.size()
                                 ? go::parse_sgf(text, name, go::kAllMoves)
                                 : go::parse_sgf(text, name, moves);
  std::optional<go::Game> game = played(start, wanted);
  if (!game) game.emplace(wanted.board, wanted.to_play.value_or(Player::kLeft), wanted.prisoners);
  if (wanted.to_play) game->set_to_play(*wanted.to_play);
  return {std::move(*game), wanted.komi, wanted.warnings};
}

}  // namespace cgt::repl
