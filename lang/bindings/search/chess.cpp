// game.search.Chess and Endgame: chess endgames without pawns, as states and as tables of distances to mate.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "decomp/search/games/chess_endgame_state.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/search/script_game.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;
namespace chess = search::chess;

std::string square_name(int square) {
  return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

// Moves are written from square to square: "b2b8".
class ChessObject final : public StateObject {
 public:
  ChessObject(std::shared_ptr<const chess::Material> material, chess::Position position)
      : material_(std::move(material)), state_(*material_, position) {}
  const char* class_name() const override { return "Search.Chess"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("game.search.Chess(\"{}\")", state_.position().text(*material_));
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const ChessObject*>(&other);
    return o != nullptr &&
           o->state_.position().text(*o->material_) == state_.position().text(*material_);
  }
  std::uint64_t hash() const override {
    return mix(state_.hash(), std::hash<std::string>()(material_->text()));
  }
  Value to_move(Context&) const override {
    const int player = state_.player();
    if (player == search::kTerminal) return {};
    return Value::player(player == chess::kWhite ? Player::kLeft : Player::kRight);
  }
  std::vector<Value> moves(Context&) const override {
    std::vector<Value> out;
    for (const auto move : all()) out.push_back(Value::string(name(move)));
    return out;
  }
  Value play(Context& c, const Value& move) const override {
    for (const auto one : all()) {
      if (Value::string(name(one)) == move) return after(one);
    }
    throw Error(fmt::format("{} is not a legal move", c.text(move)),
                "from square to square: \"b2b8\"");
  }
  Value utility(Context&) const override { return Value::integer(state_.utility(0)); }

  const chess::Material& material() const { return *material_; }
  const chess::EndgameState& state() const { return state_; }
  std::vector<chess::EndgameState::Move> all() const {
    std::vector<chess::EndgameState::Move> out;
    if (state_.player() != search::kTerminal) state_.moves(out);
    return out;
  }
  std::string name(chess::EndgameState::Move move) const {
    return square_name(state_.position().squares[move / 64]) + square_name(move % 64);
  }
  // Captured men are no longer there.
  Value after(chess::EndgameState::Move move) const {
    chess::EndgameState child = state_;
    child.play(move);
    chess::Position position = child.position();
    for (int i = 2; i < material_->size(); ++i) {
      if (position.squares[i] != chess::EndgameState::kCaptured) continue;
      std::copy(position.squares + i + 1, position.squares + material_->size(),
                position.squares + i);
      position.squares[material_->size() - 1] = 0;
      return Value::native<ChessObject>(
          std::make_shared<const chess::Material>(material_->without(i)), position);
    }
    return Value::native<ChessObject>(material_, position);
  }

 private:
  std::shared_ptr<const chess::Material> material_;
  chess::EndgameState state_;
};

const ChessObject& chess_of(const Value& v, const char* what) {
  const auto* state = v.as_native<ChessObject>();
  if (state != nullptr) return *state;
  throw Error(fmt::format("{} needs a position of chess, not {}", what, v.described()),
              "game.search.Chess(\"w Ka1 Rb2 kc4\")");
}

// "w Ka1 Rb2 kc4"
Value position(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.Chess";
  const std::string& text = c.string(a[0], kName);
  const auto refuse = [&](const char* reason) -> void {
    throw Error(fmt::format("\"{}\" is not a position: {}", text, reason),
                "who moves, then the men, White's in capitals: \"w Ka1 Rb2 kc4\"");
  };
  chess::Position found;
  std::string white, black;
  std::vector<std::uint8_t> squares[2];
  std::size_t words = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    if (words++ == 0) {
      if (word != "w" && word != "b") refuse("it begins with w or b");
      found.mover = word == "w" ? chess::kWhite : chess::kBlack;
      continue;
    }
    if (word.size() != 3 || word[1] < 'a' || word[1] > 'h' || word[2] < '1' || word[2] > '8')
      refuse("a man is a letter and a square");
    const bool is_white = word[0] >= 'A' && word[0] <= 'Z';
    if (!is_white && (word[0] < 'a' || word[0] > 'z')) refuse("a man is a letter and a square");
    const char letter = is_white ? word[0] : static_cast<char>(word[0] - 'a' + 'A');
    (is_white ? white : black) += letter;
    squares[is_white ? 0 : 1].push_back(
        static_cast<std::uint8_t>(8 * (word[2] - '1') + (word[1] - 'a')));
  }
  // The material has its kings first in each colour, then the others in the order in which they are written.
  for (int colour = 0; colour < 2; ++colour) {
    std::string& men = colour == 0 ? white : black;
    const std::size_t king = men.find('K');
    if (king == std::string::npos) refuse("each colour has a king");
    std::rotate(men.begin(), men.begin() + static_cast<std::ptrdiff_t>(king),
                men.begin() + static_cast<std::ptrdiff_t>(king) + 1);
    auto& places = squares[colour];
    std::rotate(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(king),
                places.begin() + static_cast<std::ptrdiff_t>(king) + 1);
  }
  auto material = std::make_shared<const chess::Material>(white + black);
  std::size_t next[2] = {0, 0};
  for (int i = 0; i < material->size(); ++i) {
    const auto colour = static_cast<std::size_t>(material->man(i).colour);
    found.squares[i] = squares[colour][next[colour]++];
  }
  if (!chess::EndgameState(*material, found).legal())
    refuse("two men share a square, or who has moved is in check");
  return Value::native<ChessObject>(std::move(material), found);
}

class EndgameObject final : public EndingsTable {
 public:
  explicit EndgameObject(std::shared_ptr<const chess::Endgame> table) : table_(std::move(table)) {}
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("game.search.Endgame(\"{}\")", table_->material().text());
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const EndgameObject*>(&other);
    return o != nullptr && o->table_->material().text() == table_->material().text();
  }
  std::uint64_t hash() const override {
    return std::hash<std::string>()(table_->material().text());
  }
  int value(Context& c, const Value& v) const override {
    const ChessObject& position = chess_of(v, kName);
    const auto distance = look_up(c, position);
    if (!distance || distance->draw()) return 0;
    return (position.state().position().mover == chess::kWhite) == distance->mover_wins() ? 1 : -1;
  }
  std::optional<std::uint32_t> plies(Context& c, const Value& v) const override {
    const auto distance = look_up(c, chess_of(v, kName));
    if (!distance || distance->draw()) return std::nullopt;
    return distance->plies();
  }
  std::vector<Value> best(Context& c, const Value& v) const override {
    const ChessObject& position = chess_of(v, kName);
    const int here = value(c, v);
    const auto left = plies(c, v);
    std::vector<Value> out;
    for (const auto move : position.all()) {
      const Value after = position.after(move);
      const auto then = plies(c, after);
      if (value(c, after) == here && (!left || (then && *then + 1 == *left)))
        out.push_back(Value::string(position.name(move)));
    }
    return out;
  }
  std::array<std::uint64_t, 3> counts() const override {
    const chess::EndgameCounts white = table_->counts(chess::kWhite);
    const chess::EndgameCounts black = table_->counts(chess::kBlack);
    return {white.wins + black.losses, white.losses + black.wins, white.draws + black.draws};
  }
  std::uint32_t longest() const override {
    unsigned most = 0;
    for (const int mover : {chess::kWhite, chess::kBlack}) {
      for (std::uint32_t n = 0; n < table_->material().squares_count(); ++n) {
        const chess::DistanceToMate distance = table_->value(mover, n);
        if (distance.decided()) most = std::max(most, distance.plies());
      }
    }
    return most;
  }

  static constexpr const char* kName = "game.search.Endgame";

 private:
  // Nothing: only kings are left.
  std::optional<chess::DistanceToMate> look_up(Context& c, const ChessObject& position) const {
    const std::string wanted = position.material().text();
    if (position.material().size() == 2) return std::nullopt;
    std::vector<const chess::Endgame*> open{table_.get()};
    while (!open.empty()) {
      const chess::Endgame* table = open.back();
      open.pop_back();
      if (table->material().text() == wanted) return table->value(position.state().position());
      for (int i = 2; i < table->material().size(); ++i) {
        if (table->after_capture(i) != nullptr) open.push_back(table->after_capture(i));
      }
    }
    throw Error(fmt::format("{} is not in this table", position.to_text(c, c.style())),
                "it has the men of its name, and what is left of them after captures");
  }

  std::shared_ptr<const chess::Endgame> table_;
};

Value endgame(Context& c, Arguments a) {
  const chess::Material material(c.string(a[0], EndgameObject::kName));
  SearchBudget budget(c, a[1], EndgameObject::kName);
  try {
    auto table = std::make_shared<const chess::Endgame>(material, budget.get());
    budget.settle(StopReason::kSolved);
    return Value::native<EndgameObject>(std::move(table));
  } catch (const BudgetExhausted& spent) {
    budget.settle(spent.reason());
    throw;
  }
}

}  // namespace

void add_chess_rows(Package& package) {
  const Rows rows(package, "");
  rows.add(
      "game.search.Chess(position)",
      "A chess endgame of up to four men (K, Q, R, B), White's in capitals; White is player 1. "
      "Moves are from square to square.",
      "game.search.Chess(\"w Ka1 Rb2 kc8\").Moves.Contains(\"b2b8\") --> true", position);
  rows.add("game.search.Endgame(men, nodes?)",
           "Who mates, and in how many plies, from every position with these men, White's first: a "
           "table to ask.",
           "game.search.Endgame(\"KRK\").Plies(game.search.Chess(\"w Ka1 Rb2 kc8\")) --> 23",
           endgame);
}

}  // namespace cgt::lang
