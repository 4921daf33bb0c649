#include "decomp/solve/sums/mcgs/moves.hpp"

#include <fmt/format.h>

#include <tuple>

#include "cgt/text/text.hpp"

namespace cgt::solve {
namespace {

constexpr std::string_view kMadeImpartial = "impartial ";
constexpr std::uint32_t kLetters = 26;

// --- boards ---

// The cells of a position as it prints: characters, or numbers between commas.
struct Cells {
  std::vector<std::string> cells;  // row by row
  std::size_t columns = 0;

  explicit Cells(std::string_view text, bool numbers) {
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos) text.remove_prefix(colon + 1);
    bool fresh = true;  // the next digit begins a number
    std::size_t rows = 1;
    for (const char c : text) {
      if (c == '|') ++rows;
      if (c == '|' || is_space(c) || c == ',') {
        fresh = true;
        continue;
      }
      if (fresh || !numbers) cells.emplace_back();
      cells.back() += c;
      fresh = false;
    }
    columns = cells.size() / rows;
  }
};

// The notation of one kind of board: what a move was, as the boards before and after tell, and its
// number in the ruleset where they do not.
class McgsBoard {
 public:
  McgsBoard(const std::string& before, const std::string& after, bool strip, bool numbers)
      : before_(before, numbers), after_(after, numbers), strip_(strip) {
    for (std::size_t i = 0; i < before_.cells.size(); ++i) {
      if (before_.cells[i] != after_.cells[i]) changed_.push_back(i);
    }
  }

  std::string at(std::size_t cell) const {
    if (strip_) return std::to_string(cell + 1);
    std::size_t column = cell % before_.columns;
    std::string letters;
    // After z comes aa; MCGS has no boards so wide.
    for (++column; column > 0; column = (column - 1) / kLetters) {
      letters.insert(letters.begin(), static_cast<char>('a' + (column - 1) % kLetters));
    }
    return letters + std::to_string(cell / before_.columns + 1);
  }
  std::string pair(std::size_t from, std::size_t to) const {
    return fmt::format("{}-{}", at(from), at(to));
  }
  const std::vector<std::size_t>& changed() const { return changed_; }
  const std::string& was(std::size_t cell) const { return before_.cells[cell]; }
  const std::string& is(std::size_t cell) const { return after_.cells[cell]; }
  std::size_t columns() const { return before_.columns; }
  // The changed cell that holds, or held, one of these.
  std::size_t changed_to(std::string_view cells) const {
    return *std::ranges::find_if(
        changed_, [&](std::size_t i) { return cells.find(is(i)) != std::string_view::npos; });
  }
  std::size_t changed_from(std::string_view cells) const {
    return *std::ranges::find_if(
        changed_, [&](std::size_t i) { return cells.find(was(i)) != std::string_view::npos; });
  }

 private:
  Cells before_;
  Cells after_;
  bool strip_;
  std::vector<std::size_t> changed_;
};

std::string stone(const McgsBoard& board, std::size_t cell) {
  const std::string& text = board.is(cell);
  return fmt::format("{}_{}", board.at(cell), text == "x" || text == "X" ? 'X' : 'O');
}

// The neighbour of the ruleset's number up, left, right, down is taken, perhaps one of the same
// colour: so the boards do not tell.
std::string clobber(const McgsBoard& board, std::uint32_t move) {
  constexpr std::uint32_t kDirections = 4;
  const std::size_t from = move / kDirections;
  const std::array<std::size_t, kDirections> to{from - board.columns(), from - 1, from + 1,
                                                from + board.columns()};
  return board.pair(from, to[move % kDirections]);
}

std::string slide(const McgsBoard& board) {
  const std::size_t from = board.changed_to(".");
  return board.pair(from, board.changed()[board.changed()[0] == from ? 1 : 0]);
}

std::string amazon(const McgsBoard& board) {
  const std::size_t from = board.changed_from("xo");
  const std::size_t to = board.changed_to("xo");
  return fmt::format("{}-{}", board.pair(from, to), board.at(board.changed_to("#")));
}

std::string fission(const McgsBoard& board) {
  const std::size_t from = board.changed_from("x");
  // The three cells that changed are neighbours in a row, or in a column.
  const bool along_row = board.columns() > 1 && board.changed()[1] - board.changed()[0] == 1;
  return fmt::format("{}_{}", board.at(from), along_row ? 'H' : 'V');
}

std::string sheep(const McgsBoard& board) {
  const std::size_t to = board.changed_from("0");
  const std::size_t from = board.changed()[board.changed()[0] == to ? 1 : 0];
  std::string herd = board.is(to);
  if (herd[0] == '-') herd.erase(0, 1);
  return fmt::format("{}-{}", board.pair(from, to), herd);
}

std::string king(const McgsBoard& board) {
  if (board.changed().size() == 1) return stone(board, board.changed()[0]);
  const std::size_t from = board.changed_to("#");
  return board.pair(from, board.changed()[board.changed()[0] == from ? 1 : 0]);
}

// Rows that are left: "2+3", "4", "0".
std::string kayles(const std::string& before, const std::string& after) {
  std::vector<std::uint64_t> rest;
  for (std::size_t at = 0; at < after.size();) {
    const std::size_t end = std::min(after.find('+', at), after.size());
    rest.push_back(std::stoull(after.substr(at, end - at)));
    at = end + 1;
  }
  rest.resize(2);
  std::ranges::sort(rest);
  return fmt::format("{}-{}-{}", std::stoull(before) - rest[0] - rest[1], rest[0], rest[1]);
}

std::string written(const std::string& section, const std::string& before, const std::string& after,
                    std::uint32_t move) {
  if (section == "kayles") return kayles(before, after);
  if (section == "toppling_dominoes") return fmt::format("{}{}", move / 2 + 1, "LR"[move % 2]);
  const bool strip = section == "clobber_1xn" || section == "nogo_1xn" || section == "elephants" ||
                     section == "gen_toads";
  const McgsBoard board(before, after, strip, section == "sheep");
  if (section == "nogo" || section == "nogo_1xn") return stone(board, board.changed()[0]);
  if (section == "domineering") return board.pair(board.changed()[0], board.changed()[1]);
  if (section == "amazons") return amazon(board);
  if (section == "fission") return fission(board);
  if (section == "sheep") return sheep(board);
  if (section == "gen_king_dirt") return king(board);
  if (section == "elephants" || section == "gen_toads") return slide(board);
  return clobber(board, move);
}

// --- values ---

// Moves in a value as it was written, before anything was taken for something simpler.
class ValueMoves {
 public:
  ValueMoves(Store& store, std::size_t term, Player player, bool impartial,
             std::vector<McgsMove>& out)
      : store_(store), term_(term), player_(player), impartial_(impartial), out_(out) {}

  bool has(Player mover) const { return impartial_ || mover == player_; }
  void add(std::string text, GameId after) {
    out_.push_back({std::move(text), {term_, player_, after, kZero, to_text(store_, after)}});
  }
  void add(std::string text, const Dyadic& after) {
    add(std::move(text),
        impartial_ ? store_.nimber(impartial_nim_value(after)) : store_.number(after));
  }

  // Left makes a number less by one in its last place, Right greater; in an integer one of them.
  void number(const Dyadic& x, bool integer) {
    const Dyadic step = Dyadic(1, x.exponent());
    if (has(Player::kLeft) && (x.exponent() > 0 || x.sign() > 0)) {
      add(integer ? "INT" : "DEC", x - step);
    }
    if (has(Player::kRight) && (x.exponent() > 0 || x.sign() < 0)) {
      add(integer ? "INT" : "INC", x + step);
    }
  }
  // ^ = {0|*}, ^* = {0,*|0}, from there on ^n = {0|^(n-1)*} and ^n* = {0|^(n-1)}.
  void up_star(std::int64_t ups, bool star) {
    if (ups == 0) {
      if (star) up_star_move(0, false);
      return;
    }
    const Player ahead = ups > 0 ? Player::kLeft : Player::kRight;
    if (has(ahead)) {
      up_star_move(0, false);
      if (star && (ups == 1 || ups == -1)) up_star_move(0, true);
    }
    if (has(opponent(ahead))) up_star_move(ups - (ups > 0 ? 1 : -1), !star);
  }

 private:
  void up_star_move(std::int64_t ups, bool star) {
    const std::string number = ups == 0 && star ? "" : std::to_string(ups);
    add(number + (star ? "*" : ""),
        impartial_ ? store_.nimber(impartial_nim_value(ups, star)) : store_.up(ups, star ? 1 : 0));
  }

  Store& store_;
  std::size_t term_;
  Player player_;
  bool impartial_;
  std::vector<McgsMove>& out_;
};

void value_moves(Store& store, const McgsGame& game, GameId value, ValueMoves& moves,
                 const std::string& section, Player player) {
  if (section == "integer_game" || section == "dyadic_rational") {
    moves.number(mcgs_numbers(game.text).at(0), section == "integer_game");
  } else if (section == "switch_game") {
    const std::vector<Dyadic> sides = mcgs_numbers(game.text);
    if (moves.has(Player::kLeft)) moves.add("SWITCH_L", sides.at(0));
    if (moves.has(Player::kRight)) moves.add("SWITCH_R", sides.at(1));
  } else if (section == "up_star") {
    const auto [ups, star] = mcgs_up_star(game.text);
    moves.up_star(ups, star);
  } else {
    std::size_t index = 0;
    for (const GameId option : store.options(value, player)) {
      const char* const name = player == Player::kLeft ? "L_" : "R_";
      moves.add(section == "nimber" ? "*" + std::to_string(store.as_nus(option)->nimber)
                                    : name + std::to_string(index++),
                option);
    }
  }
}

std::pair<std::size_t, std::string> split_move(const std::string& move) {
  const std::size_t colon = move.find(':');
  if (colon == std::string::npos || colon == 0 || colon > 6 ||
      !std::all_of(move.begin(), move.begin() + static_cast<std::ptrdiff_t>(colon), is_digit)) {
    return {0, move};
  }
  return {std::stoul(move.substr(0, colon)), move.substr(colon + 1)};
}

}  // namespace

std::vector<McgsMove> mcgs_moves(Store& store, const McgsSum& sum, std::size_t term,
                                 Player player) {
  std::vector<McgsMove> out;
  const McgsGame& game = sum.games[term];
  const bool impartial = game.section.starts_with(kMadeImpartial);
  const std::string section = impartial ? game.section.substr(kMadeImpartial.size()) : game.section;
  if (const auto* value = std::get_if<GameId>(&sum.sum[term].game)) {
    ValueMoves moves(store, term, player, impartial, out);
    value_moves(store, game, *value, moves, section, player);
    return out;
  }
  const auto& position = std::get<AnyPosition>(sum.sum[term].game);
  const std::string before = position.text();
  for (Option<AnyPosition>& option : position.options(player)) {
    std::string after = option.position.text();
    // A variant's moves are numbered by the player whose move it was, too; Cram is none.
    const bool variant = impartial && section != "kayles" && section != "domineering";
    std::string text = written(section, before, after, variant ? option.move / 2 : option.move);
    out.push_back({std::move(text),
                   {term, player, std::move(option.position), store.integer(option.shift),
                    std::move(after)}});
  }
  return out;
}

std::string mcgs_text(const McgsSum& sum, const McgsMove& move) {
  return sum.games.size() == 1 ? move.text : fmt::format("{}:{}", move.move.term, move.text);
}

void sort_mcgs_moves(std::vector<McgsMove>& moves) {
  const auto key = [](const McgsMove& m) { return std::tie(m.move.term, m.text); };
  std::ranges::sort(moves, [&](const McgsMove& a, const McgsMove& b) { return key(a) < key(b); });
  const auto same = [&](const McgsMove& a, const McgsMove& b) { return key(a) == key(b); };
  moves.erase(std::unique(moves.begin(), moves.end(), same), moves.end());
}

std::vector<std::string> sorted_mcgs_moves(const McgsSum& sum, std::vector<std::string> moves) {
  std::ranges::sort(moves, {}, split_move);
  std::vector<std::string> out;
  for (const std::string& move : moves) {
    const auto [game, text] = split_move(move);
    out.push_back(sum.games.size() == 1 && game == 0 ? text : fmt::format("{}:{}", game, text));
  }
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace cgt::solve
