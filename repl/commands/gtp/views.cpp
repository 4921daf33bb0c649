#include "repl/commands/gtp/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "decomp/go/record/decimal.hpp"
#include "repl/commands/gtp/protocol.hpp"

namespace cgt::repl {
namespace {

using go::Board;
using go::Colour;
using go::Point;

// Moves that `analyze` tells of.
constexpr std::size_t kAnalyzedMoves = 10;

// Rows of words, `""` where there is none.
std::string board_of_words(const Board& board, const std::vector<std::string>& words) {
  std::string out;
  for (int y = 0; y < board.height(); ++y) {
    if (y > 0) out += '\n';
    for (int x = 0; x < board.width(); ++x) {
      const std::string& word = words[board.index(Point::at(x, y))];
      out += (x > 0 ? " " : "") + (word.empty() ? std::string("\"\"") : word);
    }
  }
  return out;
}

std::vector<std::string> no_words(const Board& board) {
  return std::vector<std::string>(static_cast<std::size_t>(board.size()));
}

std::string heat_colour(const go::Subgame& subgame) {
  if (!subgame.exact) return "gray";
  constexpr std::array<std::pair<int, const char*>, 5> kBands{
      {{0, "#9fb4c7"}, {1, "#4f8ed9"}, {2, "#48b078"}, {4, "#f0aa32"}, {1 << 20, "#e23e30"}}};
  for (const auto& [below, colour] : kBands) {
    if (subgame.temperature < Dyadic(below)) return colour;
  }
  return "#e23e30";
}

std::string bound_text(const go::GoEndgame::Score& score) {
  if (score.exact()) return gtp_score(*score.lower);
  if (!score.lower && !score.upper) return "unknown";
  return fmt::format("{} to {}", score.lower ? gtp_score(*score.lower) : "unknown",
                     score.upper ? gtp_score(*score.upper) : "unknown");
}

// Of Sabaki, for one move with its score for Black.
std::string info(const std::string& move, std::uint64_t visits, const std::optional<Dyadic>& score,
                 Player player, const std::string& line) {
  const Dyadic lead = score ? (player == Player::kLeft ? *score : -*score) : Dyadic();
  const int rate = !score || lead.is_zero() ? 5000 : lead.sign() > 0 ? 10000 : 0;
  std::string out = fmt::format("info move {} visits {} winrate {}", move, visits, rate);
  if (score) out += " scoreLead " + go::decimal_text(lead);
  return out + " pv " + line;
}

}  // namespace

std::string gtp_board_text(const go::Game& game) {
  const Board& board = game.board();
  std::string letters = "  ";
  for (int x = 0; x < board.width(); ++x) letters += ' ' + go::column_name(x);
  std::string out = '\n' + letters + '\n';
  for (int y = 0; y < board.height(); ++y) {
    const int row = board.height() - y;
    out += fmt::format("{:>2}", row);
    for (int x = 0; x < board.width(); ++x) {
      const Colour colour = board[Point::at(x, y)];
      out += colour == Colour::kBlack ? " X" : colour == Colour::kWhite ? " O" : " .";
    }
    out += fmt::format(" {}\n", row);
  }
  out += letters + '\n';
  out += fmt::format("Prisoners: Black {}, White {}; {} to play", game.prisoners(Player::kLeft),
                     game.prisoners(Player::kRight),
                     game.to_play() == Player::kLeft ? "Black" : "White");
  return out;
}

std::string gtp_status_list(GtpAnalysis& analysis, std::string_view which, Budget& budget) {
  const Board& board = analysis.board();
  enum Status : char { kAlive, kDead, kSeki };
  std::vector<char> status(static_cast<std::size_t>(board.size()), kAlive);
  const auto safe = go::safety(board, go::SafetyMethod::kStatic, budget);
  for (const GtpSeki& seki : analysis.sekis(budget)) {
    for (const Point p : seki.stones) status[board.index(p)] = kSeki;
  }
  for (const Player player : kPlayers) {
    for (const Point p : safe.dead[player]) status[board.index(p)] = kDead;
  }
  const char wanted = which == "seki" ? kSeki : which == "dead" ? kDead : kAlive;
  std::string out;
  for (std::size_t i = 0; i < status.size(); ++i) {
    const Point p = board.point(i);
    if (board[p] == Colour::kEmpty || status[i] != wanted) continue;
    const go::Block block = board.block(p);
    if (block.stones.front() != p) continue;
    out += (out.empty() ? "" : "\n") + gtp_points(board, block.stones);
  }
  return out;
}

std::string gtp_safe_view(GtpAnalysis& analysis, Budget& budget) {
  const Board& board = analysis.board();
  const auto safe = go::safety(board, go::SafetyMethod::kStatic, budget);
  std::string out;
  std::array<std::size_t, 2> counts{};
  for (const Player player : kPlayers) {
    std::vector<Point> points = safe.stones[player];
    points.insert(points.end(), safe.territory[player].begin(), safe.territory[player].end());
    std::ranges::sort(points);
    counts[player == Player::kLeft ? 0 : 1] = points.size();
    if (points.empty()) continue;
    out += (player == Player::kLeft ? "BLACK " : "WHITE ") + gtp_points(board, points) + '\n';
  }
  return out + fmt::format("TEXT safe points: {} black, {} white", counts[0], counts[1]);
}

std::string gtp_territory_view(GtpAnalysis& analysis, Budget& budget) {
  const Board& board = analysis.board();
  const auto safe = go::safety(board, go::SafetyMethod::kStatic, budget);
  std::vector<std::string> words = no_words(board);
  for (const Player player : kPlayers) {
    for (const Point p : safe.territory[player]) {
      words[board.index(p)] = player == Player::kLeft ? "b" : "w";
    }
  }
  return board_of_words(board, words);
}

std::string gtp_parts_view(GtpAnalysis& analysis, Budget& budget) {
  const Board& board = analysis.board();
  std::vector<std::string> words = no_words(board);
  if (const go::Partition* found = analysis.partition(budget)) {
    for (std::size_t i = 0; i < found->parts.size(); ++i) {
      for (const Point p : found->parts[i].points) words[board.index(p)] = std::to_string(i + 1);
    }
  }
  return board_of_words(board, words);
}

std::string gtp_temperature_view(GtpAnalysis& analysis, Budget& budget) {
  const Board& board = analysis.board();
  analysis.solve(budget);
  std::vector<std::string> words = no_words(board);
  for (const go::Subgame& subgame : analysis.subgames()) {
    const std::string colour = heat_colour(subgame);
    for (const Point p : subgame.points) words[board.index(p)] = colour;
  }
  return board_of_words(board, words);
}

std::string gtp_subgames_view(GtpAnalysis& analysis, Notation notation, Budget& budget) {
  analysis.solve(budget);
  std::string out;
  const auto& subgames = analysis.subgames();
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    const go::Subgame& subgame = subgames[i];
    out += fmt::format("{}: {} ", i + 1, gtp_points(analysis.board(), subgame.points));
    out += subgame.exact          ? fmt::format("value {} mean {} temperature {}\n",
                                                analysis.value_text(subgame, notation),
                                                subgame.mean.to_string(), subgame.temperature.to_string())
           : subgame.note.empty() ? "not solved\n"
                                  : fmt::format("not solved ({})\n", subgame.note);
  }
  return out.empty() ? "no part is open" : out;
}

std::string gtp_score_view(GtpAnalysis& analysis, Budget& budget) {
  analysis.solve(budget);
  const auto black = analysis.score(Player::kLeft, budget);
  const auto white = analysis.score(Player::kRight, budget);
  return fmt::format("Black first: {}, White first: {}", bound_text(black), bound_text(white));
}

std::string gtp_loss_view(GtpAnalysis& analysis, Player player, Budget& budget) {
  std::string out;
  for (const go::MoveReport& move : analysis.moves(player, budget)) {
    out += fmt::format("{}{} {}", out.empty() ? "" : " ", analysis.board().name(move.point),
                       go::decimal_text(move.loss));
  }
  return out;
}

std::string gtp_line_view(GtpAnalysis& analysis, Player player, Budget& budget) {
  std::vector<Point> points;
  for (const go::LineMove& move : analysis.line(player, budget)) points.push_back(move.point);
  return gtp_points(analysis.board(), points);
}

namespace {

// What bounds say of moves: who wins after them, a lead only where both ends agree.
std::string bounded_info(const go::Game& game, GtpAnalysis& analysis, const GtpMove& move,
                         Player player, std::uint64_t visits, Budget& budget) {
  const Board& board = analysis.board();
  const auto told_of = [&](const std::string& name, const Dyadic& lower, const Dyadic& upper) {
    if (lower == upper) return info(name, visits, lower, player, name);
    const bool black = lower.sign() > 0;
    const bool white = upper.sign() < 0;
    const int rate = !black && !white ? 5000 : black == (player == Player::kLeft) ? 10000 : 0;
    return fmt::format("info move {} visits {} winrate {} pv {}", name, visits, rate, name);
  };
  const std::vector<go::BoundedMove> moves = analysis.bounded_moves(player, budget);
  std::string out;
  if (!move.point) {
    const auto passed = analysis.score(opponent(player), budget);
    out = told_of("pass", *passed.lower, *passed.upper);
  }
  std::string others;
  std::size_t told = 1;
  for (const go::BoundedMove& one : moves) {
    const std::string name = board.name(one.point);
    if (move.point == one.point) {
      out = told_of(name, one.lower, one.upper);
    } else if (one.proved_best && told < kAnalyzedMoves &&
               game.judge({player, one.point}) == go::Legality::kLegal) {
      others += ' ' + told_of(name, one.lower, one.upper);
      ++told;
    }
  }
  return out.empty() ? out : out + others;
}

}  // namespace

std::string gtp_analyze_view(const go::Game& game, GtpAnalysis& analysis, const GtpMove& move,
                             Player player, Budget& budget) {
  const Board& board = game.board();
  const std::string chosen = move.point ? board.name(*move.point) : "pass";
  const std::uint64_t visits = std::max<std::uint64_t>(analysis.positions(), 1);
  try {
    if (!analysis.complete()) {
      std::string out;
      if (analysis.partition(budget) != nullptr) {
        out = bounded_info(game, analysis, move, player, visits, budget);
      }
      return out.empty() ? info(chosen, visits, std::nullopt, player, chosen) : out;
    }
    const std::string line = gtp_line_view(analysis, player, budget);
    const auto score = analysis.score(player, budget);
    const bool leads = line.rfind(chosen + ' ', 0) == 0 || line == chosen;
    std::string out = info(chosen, visits, score.lower, player, leads ? line : chosen);
    std::size_t told = 1;
    for (const go::MoveReport& other : analysis.moves(player, budget)) {
      if (told == kAnalyzedMoves) break;
      if (move.point == other.point) continue;
      if (game.judge({player, other.point}) != go::Legality::kLegal) continue;
      const std::string name = board.name(other.point);
      out += ' ' + info(name, visits, other.score, player, name);
      ++told;
    }
    return out;
  } catch (const BudgetExhausted&) {
    return info(chosen, visits, std::nullopt, player, chosen);
  }
}

}  // namespace cgt::repl
