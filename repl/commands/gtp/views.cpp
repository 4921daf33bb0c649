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

// What is told of one move.
struct Info {
  std::string move;
  std::optional<Dyadic> lower;  // the score after it
  std::optional<Dyadic> upper;
  std::string line;
};

// Percents that the player wins: 100 and 0 where that is proved.
int win_rate(const Info& info, Player player) {
  const bool black = info.lower && info.lower->sign() > 0;
  const bool white = info.upper && info.upper->sign() < 0;
  return !black && !white ? 50 : black == (player == Player::kLeft) ? 100 : 0;
}

std::string info_text(const std::vector<Info>& infos, Player player, std::uint64_t visits,
                      GtpDialect dialect, const Dyadic& estimate) {
  std::string out;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    const Info& info = infos[i];
    const int rate = win_rate(info, player);
    const bool exact = info.lower && info.lower == info.upper;
    const Dyadic score = exact ? *info.lower : estimate;
    const std::string lead = go::decimal_text(player == Player::kLeft ? score : -score);
    if (i > 0) out += ' ';
    out += fmt::format("info move {} visits {} winrate ", info.move, visits);
    if (dialect == GtpDialect::kKata) {
      const char* const share = rate == 100 ? "1" : rate == 0 ? "0" : "0.5";
      out += fmt::format("{0} scoreMean {1} scoreStdev 0 scoreLead {1} prior {2} lcb {0} order {3}",
                         share, lead, i == 0 ? "1" : "0", i);
    } else {
      out += std::to_string(rate * 100);
      if (dialect == GtpDialect::kLeela) {
        out += fmt::format(" prior {} lcb {} order {}", i == 0 ? 10000 : 0, rate * 100, i);
      } else if (exact) {
        out += " scoreLead " + lead;
      }
    }
    out += " pv " + info.line;
  }
  return out;
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
                     game.prisoners(Player::kRight), go::player_name(game.to_play()));
  return out;
}

std::string gtp_status_list(GtpAnalysis& analysis, std::string_view which, Budget& budget) {
  const Board& board = analysis.board();
  const go::Judgement& judged = analysis.estimate(budget).judged;
  std::string out;
  for (const go::JudgedBlock& block : judged.blocks) {
    const char* status = block.status == go::GroupStatus::kSeki ? "seki"
                         : judged.stands(block, board)          ? "alive"
                                                                : "dead";
    if (status != which) continue;
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

// What bounds say of moves.
std::vector<Info> bounded_infos(const go::Game& game, GtpAnalysis& analysis, const GtpMove& move,
                                Player player, Budget& budget) {
  const Board& board = analysis.board();
  const std::vector<go::BoundedMove> moves = analysis.bounded_moves(player, budget);
  std::vector<Info> out;
  if (!move.point) {
    const auto passed = analysis.score(opponent(player), budget);
    out.push_back({"pass", passed.lower, passed.upper, "pass"});
  }
  std::vector<Info> others;
  for (const go::BoundedMove& one : moves) {
    const std::string name = board.name(one.point);
    if (move.point == one.point) {
      out.push_back({name, one.lower, one.upper, name});
    } else if (one.proved_best && others.size() + 1 < kAnalyzedMoves &&
               game.judge({player, one.point}) == go::Legality::kLegal) {
      others.push_back({name, one.lower, one.upper, name});
    }
  }
  if (!out.empty()) out.insert(out.end(), others.begin(), others.end());
  return out;
}

std::vector<Info> exact_infos(const go::Game& game, GtpAnalysis& analysis, const GtpMove& move,
                              Player player, Budget& budget) {
  const Board& board = game.board();
  const std::string chosen = move.point ? board.name(*move.point) : "pass";
  const std::string line = gtp_line_view(analysis, player, budget);
  const auto score = analysis.score(player, budget);
  const bool leads = line.rfind(chosen + ' ', 0) == 0 || line == chosen;
  std::vector<Info> out{{chosen, score.lower, score.upper, leads ? line : chosen}};
  for (const go::MoveReport& other : analysis.moves(player, budget)) {
    if (out.size() == kAnalyzedMoves) break;
    if (move.point == other.point) continue;
    if (game.judge({player, other.point}) != go::Legality::kLegal) continue;
    const std::string name = board.name(other.point);
    out.push_back({name, other.score, other.score, name});
  }
  return out;
}

}  // namespace

std::string gtp_analyze_view(const go::Game& game, GtpAnalysis& analysis, const GtpMove& move,
                             Player player, Budget& budget, const GtpAnalyzeStyle& style) {
  const Board& board = game.board();
  std::vector<Info> infos;
  try {
    if (analysis.complete()) {
      infos = exact_infos(game, analysis, move, player, budget);
    } else if (analysis.partition(budget) != nullptr) {
      infos = bounded_infos(game, analysis, move, player, budget);
    }
  } catch (const BudgetExhausted&) {
    // The move alone.
  }
  if (infos.empty()) {
    const std::string chosen = move.point ? board.name(*move.point) : "pass";
    infos.push_back({chosen, std::nullopt, std::nullopt, chosen});
  }
  const std::uint64_t visits = std::max<std::uint64_t>(analysis.positions(), 1);
  if (style.dialect != GtpDialect::kKata) {
    return info_text(infos, player, visits, style.dialect, Dyadic());
  }
  const go::GoReport::Estimate& estimate = analysis.estimate(budget);
  std::string out = info_text(infos, player, visits, style.dialect, estimate.scores[player]);
  if (!style.ownership) return out;
  out += " ownership";
  for (const float owner : estimate.judged.owners) {
    out += fmt::format(" {:.2f}", owner * static_cast<float>(sign(player)));
  }
  return out;
}

}  // namespace cgt::repl
