#include "repl/commands/gtp/engine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <vector>

#include "decomp/go/record/decimal.hpp"
#include "decomp/go/record/problem.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/gtp/analysis.hpp"
#include "repl/commands/gtp/mover.hpp"
#include "repl/commands/gtp/protocol.hpp"
#include "repl/commands/gtp/views.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

struct GtpGame {
  go::Game game;
  Dyadic komi;
  std::string rules;
  std::vector<std::string> warnings;
};

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

// After the first `moves` moves of the main line, or as many as there are. They can be undone, if
// play without set-up stones in between leads there, by the simple ko rule and without suicide. Throws
// FileError, and InputError for a record that cannot be read.
GtpGame gtp_load(const std::string& path, go::MoveCount moves) {
  const std::string text = read_file(path);
  const std::string name = display_name(path);
  const go::Problem start = go::parse_sgf(text, name, 0);
  const bool all = moves > static_cast<go::MoveCount>(start.moves.size());
  const go::Problem wanted = go::parse_sgf(text, name, all ? go::kAllMoves : moves);
  std::optional<go::Game> game = played(start, wanted);
  if (!game) game.emplace(wanted.board, wanted.to_play.value_or(Player::kLeft), wanted.prisoners);
  if (wanted.to_play) game->set_to_play(*wanted.to_play);
  return {std::move(*game), wanted.komi, wanted.rules, wanted.warnings};
}

using Words = std::vector<std::string>;

// The command is known and cannot be done: the text of the answer.
struct GtpFailure {
  std::string text;
};

[[noreturn]] void refuse(std::string text) { throw GtpFailure{std::move(text)}; }
[[noreturn]] void wrong_arguments() { refuse("syntax error"); }

Player colour(const std::string& word) {
  const auto found = gtp_colour(word);
  if (!found) wrong_arguments();
  return *found;
}

std::uint64_t number_in(const std::string& word) {
  const auto found = gtp_number(word);
  if (!found) wrong_arguments();
  return *found;
}

// What the clock of the game leaves, in milliseconds.
struct GtpClock {
  std::uint64_t main = 0;
  std::uint64_t extra = 0;
  std::uint64_t stones = 0;
  bool set = false;  // false: no limit

  // Enough for the rest of a game; byo-yomi with a fifth to spare.
  std::uint64_t share() const {
    constexpr std::uint64_t kMovesToCome = 40;
    const std::uint64_t of_main = main / kMovesToCome;
    const std::uint64_t of_extra = stones == 0 ? 0 : extra * 4 / (5 * stones);
    return std::max({of_main, of_extra, std::uint64_t{20}});
  }
};

constexpr const char* kAnalyzeCommands =
    "gfx/Safe/cgt-safe\n"
    "bwboard/Territory/cgt-territory\n"
    "sboard/Part/cgt-parts\n"
    "cboard/Temperature/cgt-temperature\n"
    "plist/Shared/go_safe_shared_liberties_in_seki\n"
    "plist/Optimal/cgt-best %m\n"
    "pspairs/Loss/cgt-loss %m\n"
    "varc/Line/cgt-line %c\n"
    "hstring/Subgames/cgt-subgames\n"
    "string/Score/cgt-score";

}  // namespace

struct GtpEngine::Impl {
  explicit Impl(GtpSettings the_settings) : settings(std::move(the_settings)) {}

  struct Entry;
  static const std::vector<Entry>& commands();

  Budget::Limits limits(std::optional<Player> player) const {
    std::uint64_t milliseconds = settings.milliseconds;
    if (player && clocks[*player].set) {
      milliseconds = std::min(milliseconds, clocks[*player].share());
    }
    return {.nodes = settings.nodes, .milliseconds = milliseconds, .megabytes = settings.megabytes};
  }
  Budget budget(std::optional<Player> player = std::nullopt) const {
    return Budget(limits(player), settings.stop);
  }

  GtpAnalysis& analysis() {
    if (!known)
      known = std::make_unique<GtpAnalysis>(game, komi, std::vector<go::Point>(), scoring);
    return *known;
  }
  // Of another position than before.
  void begin(go::Game next) {
    game = std::move(next);
    known.reset();
  }
  void note(const std::string& text) const {
    if (settings.note) settings.note(text);
  }
  void expect_empty() const {
    const go::Board& board = game.board();
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      if (board[board.point(i)] != go::Colour::kEmpty) refuse("board not empty");
    }
  }

  go::Move move_of(const std::string& who, const std::string& where) const {
    const Player player = colour(who);
    const auto vertex = gtp_vertex(where, game.board());
    if (!vertex) wrong_arguments();
    if (!vertex->pass && !vertex->point) refuse("illegal move");
    return {player, vertex->point};
  }
  // The opponent may know no superko, so it does not bind what is told; genmove goes by it.
  void play(const go::Move& move) {
    if (game.play(move, go::KoRule::kSimple) != go::Legality::kLegal) refuse("illegal move");
    known.reset();
  }

  // --- administration -------------------------------------------------------------------------
  std::string protocol_version(const Words&) { return "2"; }
  std::string name(const Words&) { return "cgt"; }
  std::string version(const Words&) {
    const std::string line = version_line();  // with the name before it
    return line.substr(line.find(' ') + 1);
  }
  std::string known_command(const Words& words);
  std::string list_commands(const Words&);
  std::string quit(const Words&) {
    done = true;
    return "";
  }
  std::string nothing(const Words&) { return ""; }

  // --- the board ------------------------------------------------------------------------------
  std::string boardsize(const Words& words) {
    const std::uint64_t size = number_in(words[0]);
    if (size < 1 || size > static_cast<std::uint64_t>(kMaxGtpSide)) refuse("unacceptable size");
    const int side = static_cast<int>(size);
    begin(go::Game(go::Board(side, side)));
    return "";
  }
  std::string clear_board(const Words&) {
    begin(go::Game(go::Board(game.board().width(), game.board().height())));
    return "";
  }
  std::string set_komi(const Words& words) {
    const go::Decimal given = go::read_decimal(words[0]);
    if (!given.dyadic) wrong_arguments();
    komi = given.value;
    known.reset();
    return "";
  }
  std::string handicap(const Words& words) {
    const std::uint64_t stones = number_in(words[0]);
    expect_empty();
    const go::Board& board = game.board();
    const auto points = go::handicap_points(board.width(), board.height(),
                                            static_cast<int>(std::min<std::uint64_t>(stones, 99)));
    if (points.empty()) refuse("invalid number of stones");
    return place(points);
  }
  // May put fewer than asked: as many as have a customary place.
  std::string free_handicap(const Words& words) {
    const std::uint64_t stones = number_in(words[0]);
    expect_empty();
    if (stones < 2) refuse("invalid number of stones");
    const go::Board& board = game.board();
    for (std::uint64_t n = std::min<std::uint64_t>(stones, 9); n >= 2; --n) {
      const auto points = go::handicap_points(board.width(), board.height(), static_cast<int>(n));
      if (!points.empty()) return place(points);
    }
    refuse("invalid number of stones");
  }
  std::string place(const std::vector<go::Point>& points) {
    go::Board board = game.board();
    for (const go::Point p : points) board.set(p, go::Colour::kBlack);
    begin(go::Game(board, Player::kRight));
    return gtp_points(board, points);
  }
  std::string given_handicap(const Words& words) {
    expect_empty();
    go::Board board = game.board();
    if (words.size() < 2) refuse("bad vertex list");
    for (const std::string& word : words) {
      const auto vertex = gtp_vertex(word, board);
      if (!vertex || !vertex->point || board[*vertex->point] != go::Colour::kEmpty) {
        refuse("bad vertex list");
      }
      board.set(*vertex->point, go::Colour::kBlack);
    }
    if (board.stone_without_liberty()) refuse("bad vertex list");
    begin(go::Game(board, Player::kRight));
    return "";
  }
  std::string play_one(const Words& words) {
    play(move_of(words[0], words[1]));
    return "";
  }
  std::string undo(const Words&) { return undo_many(1); }
  std::string gg_undo(const Words& words) {
    return undo_many(words.empty() ? 1 : number_in(words[0]));
  }
  std::string undo_many(std::uint64_t count) {
    if (count > game.moves()) refuse("cannot undo");
    for (; count > 0; --count) game.undo();
    known.reset();
    return "";
  }
  std::string showboard(const Words&) { return gtp_board_text(game); }
  std::string loadsgf(const Words& words);

  // --- GoGui ----------------------------------------------------------------------------------
  std::string play_sequence(const Words& words) {
    if (words.size() % 2 != 0) wrong_arguments();
    const go::Game before = game;
    try {
      for (std::size_t i = 0; i < words.size(); i += 2) play(move_of(words[i], words[i + 1]));
    } catch (const GtpFailure&) {
      begin(before);
      throw;
    }
    return "";
  }
  std::string setup(const Words& words) {
    if (words.size() % 2 != 0) wrong_arguments();
    expect_empty();
    go::Board board = game.board();
    for (std::size_t i = 0; i < words.size(); i += 2) {
      const go::Move stone = move_of(words[i], words[i + 1]);
      if (!stone.point) wrong_arguments();
      if (board[*stone.point] != go::Colour::kEmpty) refuse("illegal position");
      board.set(*stone.point, go::colour_of(stone.player));
    }
    if (board.stone_without_liberty()) refuse("illegal position");
    begin(go::Game(board, game.to_play()));
    return "";
  }
  std::string setup_player(const Words& words) {
    game.set_to_play(colour(words[0]));
    known.reset();
    return "";
  }
  std::string sigint(const Words&) {
    signals = true;
    return std::to_string(getpid());
  }
  std::string analyze_commands(const Words&) { return kAnalyzeCommands; }

  // --- time -----------------------------------------------------------------------------------
  std::string time_settings(const Words& words) {
    const std::uint64_t main = number_in(words[0]);
    const std::uint64_t extra = number_in(words[1]);
    const std::uint64_t stones = number_in(words[2]);
    // Byo-yomi of no stones: no limit at all.
    const bool set = !(extra > 0 && stones == 0);
    for (const Player player : kPlayers) clocks[player] = {main * 1000, extra * 1000, stones, set};
    return "";
  }
  std::string kgs_time_settings(const Words& words) {
    const std::string& kind = words[0];
    GtpClock clock;
    clock.set = kind != "none";
    if (kind == "absolute" && words.size() == 2) {
      clock.main = number_in(words[1]) * 1000;
    } else if ((kind == "byoyomi" || kind == "canadian") && words.size() == 4) {
      clock.main = number_in(words[1]) * 1000;
      clock.extra = number_in(words[2]) * 1000;
      // Periods of byo-yomi are of one move each.
      clock.stones = kind == "canadian" ? number_in(words[3]) : 1;
      if (kind == "byoyomi") number_in(words[3]);
    } else if (kind != "none" || words.size() != 1) {
      wrong_arguments();
    }
    clocks = {{clock, clock}};
    return "";
  }
  std::string time_left(const Words& words) {
    const Player player = colour(words[0]);
    const std::uint64_t time = number_in(words[1]) * 1000;
    const std::uint64_t stones = number_in(words[2]);
    GtpClock& clock = clocks[player];
    clock.set = true;
    clock.main = stones == 0 ? time : 0;
    if (stones > 0) clock.extra = time;
    if (stones > 0) clock.stones = stones;
    return "";
  }

  // --- moves and scores -----------------------------------------------------------------------
  GtpMove chosen(Player player, bool cleanup) {
    Budget work = budget(player);
    const GtpMove move = cleanup ? cleanup_move(game, analysis(), player, work)
                                 : choose_move(game, analysis(), player, work);
    note(fmt::format("{} {}: {}", player == Player::kLeft ? "b" : "w", vertex(move), move.reason));
    return move;
  }
  std::string vertex(const GtpMove& move) const {
    return move.point ? game.board().name(*move.point) : "pass";
  }
  std::string generate(Player player, bool cleanup) {
    const GtpMove move = chosen(player, cleanup);
    const std::string text = vertex(move);
    play({player, move.point});
    return text;
  }
  std::string genmove(const Words& words) { return generate(colour(words[0]), false); }
  std::string reg_genmove(const Words& words) { return vertex(chosen(colour(words[0]), false)); }
  std::string genmove_cleanup(const Words& words) { return generate(colour(words[0]), true); }
  std::string final_score(const Words&) {
    Budget work = budget();
    GtpAnalysis& position = analysis();
    Budget half = work.half();
    if (position.solve(half)) {
      const auto black = position.score(Player::kLeft, half);
      const auto white = position.score(Player::kRight, half);
      if (black.exact() && white.exact() && *black.lower == *white.lower) {
        note("final_score: proved");
        return gtp_score(*black.lower);
      }
    }
    return gtp_score(estimated(position, "final_score", work));
  }
  // For the player to move, with the reasons for doubt as notes.
  Dyadic estimated(GtpAnalysis& position, const char* asked, Budget& work) const {
    const go::GoReport::Estimate& found = position.estimate(work);
    note(fmt::format("{}: an estimate, not proved", asked));
    for (const std::string& reason : found.reasons) note("  " + reason);
    return found.scores[game.to_play()];
  }
  // As GNU Go writes it.
  std::string estimate_score(const Words&) {
    Budget work = budget();
    GtpAnalysis& position = analysis();
    Budget half = work.half();
    position.solve(half);
    const auto proved = position.score(game.to_play(), half);
    const Dyadic seen =
        proved.exact() ? *proved.lower : estimated(position, "estimate_score", work);
    return fmt::format("{} (upper bound: {}, lower: {})", gtp_score(seen),
                       go::decimal_text(proved.upper.value_or(seen)),
                       go::decimal_text(proved.lower.value_or(seen)));
  }
  std::string kgs_rules(const Words& words) {
    const auto named = go::scoring_named(words[0]);
    if (!named) refuse("unknown rules");
    scoring = *named;
    known.reset();
    return "";
  }
  std::string list_stones(const Words& words) {
    const go::Colour wanted = go::colour_of(colour(words[0]));
    const go::Board& board = game.board();
    std::vector<go::Point> points;
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      if (board[board.point(i)] == wanted) points.push_back(board.point(i));
    }
    return gtp_points(board, points);
  }
  std::string captures(const Words& words) {
    return std::to_string(game.prisoners(colour(words[0])));
  }
  // The game from its first position, where it is known by moves; to a file if one is named.
  std::string printsgf(const Words& words) {
    go::Problem record;
    go::Game first = game;
    for (std::optional<go::Move> last = first.last(); last && first.undo(); last = first.last()) {
      record.moves.insert(record.moves.begin(), *last);
    }
    record.board = first.board();
    if (record.moves.empty()) record.to_play = game.to_play();
    record.komi = komi;
    record.rules = scoring == go::Scoring::kArea ? "Chinese" : "Japanese";
    const std::string text = go::to_sgf(record);
    if (words.empty()) return text;
    std::string path = words[0];
    for (std::size_t i = 1; i < words.size(); ++i) path += ' ' + words[i];
    try {
      write_file(path, text);
    } catch (const FileError& error) {
      note(error.what());
      refuse("cannot write file");
    }
    return "";
  }
  std::string final_status_list(const Words& words) {
    if (words[0] != "alive" && words[0] != "dead" && words[0] != "seki") wrong_arguments();
    Budget work = budget();
    return gtp_status_list(analysis(), words[0], work);
  }

  // --- analysis -------------------------------------------------------------------------------
  Player player_of(const Words& words) const {
    return words.empty() ? game.to_play() : colour(words[0]);
  }
  std::string safe(const Words&) {
    Budget work = budget();
    return gtp_safe_view(analysis(), work);
  }
  std::string territory(const Words&) {
    Budget work = budget();
    return gtp_territory_view(analysis(), work);
  }
  std::string parts(const Words&) {
    Budget work = budget();
    return gtp_parts_view(analysis(), work);
  }
  std::string temperature(const Words&) {
    Budget work = budget();
    return gtp_temperature_view(analysis(), work);
  }
  std::string subgames(const Words&) {
    Budget work = budget();
    return gtp_subgames_view(analysis(), settings.notation, work);
  }
  std::string score(const Words&) {
    Budget work = budget();
    return gtp_score_view(analysis(), work);
  }
  GtpAnalysis& solved(Budget& work) {
    if (!analysis().solve(work)) refuse("the position is not solved");
    return analysis();
  }
  std::string best(const Words& words) {
    const Player player = player_of(words);
    Budget work = budget();
    return gtp_points(game.board(), go::best_of(solved(work).moves(player, work)));
  }
  std::string loss(const Words& words) {
    const Player player = player_of(words);
    Budget work = budget();
    return gtp_loss_view(solved(work), player, work);
  }
  std::string line(const Words& words) {
    const Player player = player_of(words);
    Budget work = budget();
    return gtp_line_view(solved(work), player, work);
  }
  std::string go_safe(const Words& words) {
    if (words[0] != "benson" && words[0] != "static") wrong_arguments();
    std::optional<Player> only;
    if (words.size() > 1) only = colour(words[1]);
    const go::Safety found =
        safe_points(words[0] == "benson" ? go::SafetyMethod::kBenson : go::SafetyMethod::kStatic);
    std::vector<go::Point> points;
    for (const Player player : kPlayers) {
      if (only && *only != player) continue;
      for (const auto* list : {&found.stones[player], &found.territory[player]}) {
        points.insert(points.end(), list->begin(), list->end());
      }
    }
    const std::string count = std::to_string(points.size());
    const std::string names = points_from_below(std::move(points));
    return names.empty() ? count : count + ' ' + names;
  }
  std::string go_safe_dame_static(const Words&) {
    return points_from_below(
        go::neutral_points(game.board(), safe_points(go::SafetyMethod::kStatic)));
  }
  // Row by row from the lowest one, as Fuego lists points: its suites compare texts.
  std::string points_from_below(std::vector<go::Point> points) const {
    std::ranges::sort(points,
                      [](go::Point a, go::Point b) { return a.y != b.y ? a.y > b.y : a.x < b.x; });
    return gtp_points(game.board(), points);
  }
  std::string shared_liberties(const Words&) {
    Budget work = budget();
    std::vector<go::Point> points;
    for (const GtpSeki& seki : analysis().sekis(work)) {
      points.insert(points.end(), seki.shared.begin(), seki.shared.end());
    }
    std::ranges::sort(points);
    return gtp_points(game.board(), points);
  }
  go::Safety safe_points(go::SafetyMethod method) {
    Budget work = budget();
    return go::safety(game.board(), method, work);
  }

  // Colour and interval, either may be missing: the mover's, and no interval.
  Player analyze_player(const Words& words) const {
    std::optional<Player> player;
    for (const std::string& word : words) {
      if (const auto found = gtp_colour(word); found && !player) {
        player = found;
      } else if (!gtp_number(word)) {
        wrong_arguments();
      }
    }
    return player.value_or(game.to_play());
  }
  std::string analyze(const Words& words) {
    const Player player = analyze_player(words);
    open = true;
    Budget work = budget(player);
    GtpAnalysis& position = analysis();
    const GtpMove move = choose_move(game, position, player, work);
    return '\n' + gtp_analyze_view(game, position, move, player, work);
  }
  // Colour and interval, then pairs of a name and a value, of which `ownership true` counts.
  std::string analyze_in(const Words& words, GtpDialect dialect) {
    GtpAnalyzeStyle style{.dialect = dialect};
    Words first;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (gtp_colour(words[i]) || gtp_number(words[i])) {
        first.push_back(words[i]);
        continue;
      }
      if (i + 1 == words.size()) wrong_arguments();
      if (words[i] == "ownership") style.ownership = words[i + 1] == "true";
      // avoid COLOUR POINTS MOVES and the like: what follows belongs to it.
      i += words[i] == "avoid" || words[i] == "allow" ? 3 : 1;
    }
    const Player player = analyze_player(first);
    open = true;
    Budget work = budget(player);
    GtpAnalysis& position = analysis();
    Budget half = work.half();
    const GtpMove move = choose_move(game, position, player, half);
    return '\n' + gtp_analyze_view(game, position, move, player, work, style);
  }
  std::string lz_analyze(const Words& words) { return analyze_in(words, GtpDialect::kLeela); }
  std::string kata_analyze(const Words& words) { return analyze_in(words, GtpDialect::kKata); }
  std::string genmove_analyze(const Words& words) {
    const Player player = analyze_player(words);
    const GtpMove move = chosen(player, false);
    Budget work = budget(player);
    const std::string view = gtp_analyze_view(game, analysis(), move, player, work);
    const std::string text = vertex(move);
    play({player, move.point});
    return '\n' + view + "\nplay " + text;
  }

  GtpSettings settings;
  go::Game game;
  Dyadic komi;
  go::Scoring scoring = go::Scoring::kTerritory;
  PerPlayer<GtpClock> clocks;
  std::unique_ptr<GtpAnalysis> known;  // of the position at hand
  bool done = false;
  bool open = false;  // the last answer waits for its end
  bool signals = false;
};

struct GtpEngine::Impl::Entry {
  const char* name;
  std::size_t least;  // arguments
  std::size_t most;
  std::string (Impl::*run)(const Words&);
};

const std::vector<GtpEngine::Impl::Entry>& GtpEngine::Impl::commands() {
  constexpr std::size_t kAny = ~std::size_t{0};
  // In alphabetical order.
  static const std::vector<Entry> kCommands{
      {"analyze", 0, 2, &Impl::analyze},
      {"boardsize", 1, 1, &Impl::boardsize},
      {"captures", 1, 1, &Impl::captures},
      {"cgt-best", 0, 1, &Impl::best},
      {"cgt-line", 0, 1, &Impl::line},
      {"cgt-loss", 0, 1, &Impl::loss},
      {"cgt-parts", 0, 0, &Impl::parts},
      {"cgt-safe", 0, 0, &Impl::safe},
      {"cgt-score", 0, 0, &Impl::score},
      {"cgt-subgames", 0, 0, &Impl::subgames},
      {"cgt-temperature", 0, 0, &Impl::temperature},
      {"cgt-territory", 0, 0, &Impl::territory},
      {"clear_board", 0, 0, &Impl::clear_board},
      {"estimate_score", 0, 0, &Impl::estimate_score},
      {"final_score", 0, 0, &Impl::final_score},
      {"final_status_list", 1, 1, &Impl::final_status_list},
      {"fixed_handicap", 1, 1, &Impl::handicap},
      {"genmove", 1, 1, &Impl::genmove},
      {"genmove_analyze", 0, 2, &Impl::genmove_analyze},
      {"gg-undo", 0, 1, &Impl::gg_undo},
      {"go_safe", 1, 2, &Impl::go_safe},
      {"go_safe_dame_static", 0, 0, &Impl::go_safe_dame_static},
      {"go_safe_shared_liberties_in_seki", 0, 0, &Impl::shared_liberties},
      {"gogui-analyze_commands", 0, 0, &Impl::analyze_commands},
      {"gogui-interrupt", 0, 0, &Impl::nothing},
      {"gogui-play_sequence", 0, kAny, &Impl::play_sequence},
      {"gogui-setup", 0, kAny, &Impl::setup},
      {"gogui-setup_player", 1, 1, &Impl::setup_player},
      {"gogui-sigint", 0, 0, &Impl::sigint},
      {"gogui-title", 0, 0, &Impl::name},
      {"kata-analyze", 0, kAny, &Impl::kata_analyze},
      {"kgs-game_over", 0, 0, &Impl::nothing},
      {"kgs-genmove_cleanup", 1, 1, &Impl::genmove_cleanup},
      {"kgs-rules", 1, 1, &Impl::kgs_rules},
      {"kgs-time_settings", 1, 4, &Impl::kgs_time_settings},
      {"known_command", 1, 1, &Impl::known_command},
      {"komi", 1, 1, &Impl::set_komi},
      {"list_commands", 0, 0, &Impl::list_commands},
      {"list_stones", 1, 1, &Impl::list_stones},
      {"loadsgf", 1, kAny, &Impl::loadsgf},
      {"lz-analyze", 0, kAny, &Impl::lz_analyze},
      {"name", 0, 0, &Impl::name},
      {"place_free_handicap", 1, 1, &Impl::free_handicap},
      {"play", 2, 2, &Impl::play_one},
      {"printsgf", 0, kAny, &Impl::printsgf},
      {"protocol_version", 0, 0, &Impl::protocol_version},
      {"quit", 0, 0, &Impl::quit},
      {"reg_genmove", 1, 1, &Impl::reg_genmove},
      {"set_free_handicap", 0, kAny, &Impl::given_handicap},
      {"showboard", 0, 0, &Impl::showboard},
      {"time_left", 3, 3, &Impl::time_left},
      {"time_settings", 3, 3, &Impl::time_settings},
      {"undo", 0, 0, &Impl::undo},
      {"version", 0, 0, &Impl::version},
  };
  return kCommands;
}

std::string GtpEngine::Impl::known_command(const Words& words) {
  const bool found =
      std::ranges::any_of(commands(), [&](const Entry& entry) { return entry.name == words[0]; });
  return found ? "true" : "false";
}

std::string GtpEngine::Impl::list_commands(const Words&) {
  std::string out;
  for (const Entry& entry : commands()) out += (out.empty() ? "" : "\n") + std::string(entry.name);
  return out;
}

std::string GtpEngine::Impl::loadsgf(const Words& words) {
  // A name with blanks comes as several words, or between quotes.
  std::size_t last = words.size();
  go::MoveCount moves = go::kAllMoves;
  if (last > 1) {
    if (const auto before = gtp_number(words.back())) {
      if (*before == 0) wrong_arguments();
      moves = static_cast<go::MoveCount>(*before - 1);
      --last;
    }
  }
  std::string path = words[0];
  for (std::size_t i = 1; i < last; ++i) path += ' ' + words[i];
  if (path.size() > 1 && path.front() == '"' && path.back() == '"') {
    path = path.substr(1, path.size() - 2);
  }
  try {
    GtpGame loaded = gtp_load(path, moves);
    if (std::max(loaded.game.board().width(), loaded.game.board().height()) > kMaxGtpSide) {
      refuse("cannot load file");
    }
    for (const std::string& warning : loaded.warnings) note(warning);
    komi = loaded.komi;
    scoring = go::scoring_named(loaded.rules).value_or(go::Scoring::kTerritory);
    begin(std::move(loaded.game));
  } catch (const Error& error) {
    note(error.what());
    refuse("cannot load file");
  } catch (const FileError& error) {
    note(error.what());
    refuse("cannot load file");
  }
  return "";
}

GtpEngine::GtpEngine(GtpSettings settings) : impl_(std::make_unique<Impl>(std::move(settings))) {}
GtpEngine::~GtpEngine() = default;

bool GtpEngine::done() const { return impl_->done; }
bool GtpEngine::controlled_by_signals() const { return impl_->signals; }
const go::Game& GtpEngine::game() const { return impl_->game; }

std::string GtpEngine::finish() {
  const bool open = impl_->open;
  impl_->open = false;
  return open ? "\n" : "";
}

std::string GtpEngine::answer(std::string_view line) {
  const std::string ended = finish();
  const GtpRequest request = parse_gtp(line);
  if (request.empty()) return ended;
  const auto& commands = Impl::commands();
  const auto entry = std::ranges::find_if(
      commands, [&](const Impl::Entry& known) { return known.name == request.command; });
  GtpResult result;
  try {
    if (entry == commands.end()) refuse("unknown command");
    const std::size_t count = request.arguments.size();
    if (count < entry->least || count > entry->most) wrong_arguments();
    result.text = (*impl_.*entry->run)(request.arguments);
  } catch (const GtpFailure& failure) {
    result = {false, failure.text};
  } catch (const BudgetExhausted& spent) {
    result = {false, spent.what()};
  } catch (const std::bad_alloc&) {
    impl_->known.reset();
    result = {false, "out of memory"};
  }
  if (!result.ok) impl_->open = false;
  return ended + (impl_->open ? gtp_open_answer(request, result) : gtp_answer(request, result));
}

}  // namespace cgt::repl
