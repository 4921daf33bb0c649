#include "cgt/text/printer.hpp"

#include "cgt/algebra/tree_size.hpp"
#include "cgt/support/containers.hpp"

namespace cgt {
namespace {

// Bars separate down to this many nested forms before braces start afresh.
constexpr int kMostBarsWritten = 4;

}  // namespace

std::optional<PowerName> power_name(const UptimalExpansion& expansion) {
  const auto& runs = expansion.runs();
  if (runs.empty()) return std::nullopt;
  const std::int64_t last = runs.back().coefficient;
  if (last != 1 && last != -1) return std::nullopt;
  PowerName name{last > 0 ? Player::kLeft : Player::kRight, runs.size() == 1, expansion.length()};
  const bool is_power = runs.size() == 2 && runs.front().coefficient == 0 && runs.back().count == 1;
  if (name.power < 2 || (!name.sum && !is_power)) return std::nullopt;
  return name;
}

struct Printer::Shapes {
  FlatMap<GameId, Shape> known;
};

Printer::Printer(Store& store, const Dialect& dialect, std::size_t max_length)
    : store_(store),
      dialect_(dialect),
      max_length_(max_length),
      order_(store),
      shapes_(std::make_unique<Shapes>()) {}
Printer::~Printer() = default;

std::string Printer::print(GameId g) {
  if (auto text = print_if_short(g)) return *std::move(text);
  return size_note(g);
}

std::optional<std::string> Printer::print_if_short(GameId g) {
  work_.clear();
  out_.clear();
  push_game(g);
  while (!work_.empty()) {
    const Item item = std::move(work_.back());
    work_.pop_back();
    if (item.game.is_none()) {
      out_ += item.text;
    } else {
      // Unfolding costs nothing in the store, but must end when its budget is spent.
      store_.charge();
      expand(item.game, item.kind);
    }
    if (max_length_ != 0 && out_.size() > max_length_) return std::nullopt;
  }
  return std::move(out_);
}

std::string Printer::size_note(GameId g) {
  const std::string followers = with_separators(std::to_string(store_.follower_count(g)));
  return dialect_.size_note(tree_node_count_text(store_, g, Leaves::kNumberUpStars), followers);
}

void Printer::push_text(std::string text) {
  work_.push_back({GameId(), Kind::kWhole, std::move(text)});
}

void Printer::push_game(GameId g, Kind kind) { work_.push_back({g, kind, {}}); }

// Work is taken from the end, so the parts of a text are pushed from right to left.
void Printer::push_list(const std::vector<GameId>& games) {
  for (std::size_t i = games.size(); i-- > 0;) {
    push_game(games[i]);
    if (i > 0) push_text(dialect_.comma());
  }
}

bool Printer::is_symmetric(GameId g) {
  // The negative of a large game is worth avoiding.
  if (store_.option_count(g, Player::kLeft) != store_.option_count(g, Player::kRight)) return false;
  if (!(store_.stop(g, Player::kLeft) == -store_.stop(g, Player::kRight))) return false;
  return store_.negate(g) == g;
}

// {x || x | H} with x a number and mean(H) < x is x + Tiny(x - H); mirrored for Miny.
bool Printer::name_tiny(GameId g, Player sided, Shape& shape) {
  const Player other = opponent(sided);
  if (!is_single(g, sided) || !is_single(g, other)) return false;
  const GameId x = store_.option(g, sided, 0);
  const GameId threat = store_.option(g, other, 0);
  if (!store_.is_number(x) || store_.is_nus(threat)) return false;
  if (!is_single(threat, sided) || !is_single(threat, other)) return false;
  if (store_.option(threat, sided, 0) != x) return false;
  const GameId h = store_.option(threat, other, 0);
  const Dyadic number = store_.number_value(x);
  if ((number - store_.mean(h)).sign() != sign(sided)) return false;
  shape.name = Shape::Name::kTiny;
  shape.number = number;
  shape.sided = sided;
  shape.parameter = sided == Player::kLeft ? store_.subtract(x, h) : store_.subtract(h, x);
  return true;
}

// Shapes of all followers that the text will visit, options first (bars depend on them).
const Printer::Shape& Printer::shape(GameId root) {
  std::vector<GameId> stack{root};
  while (!stack.empty()) {
    const GameId g = stack.back();
    if (shapes_->known.contains(g)) {
      stack.pop_back();
      continue;
    }
    store_.charge();
    Shape s;
    const UptimalExpansion* expansion = nullptr;
    if (store_.is_nus(g)) {
      s.name = Shape::Name::kNus;
    } else if ((expansion = order_.expansion(g)) != nullptr && power_name(*expansion)) {
      s.name = Shape::Name::kPower;
    } else if (is_symmetric(g)) {
      s.name = Shape::Name::kSwitch;
    } else if (!name_tiny(g, Player::kLeft, s) && !name_tiny(g, Player::kRight, s)) {
      bool ready = true;
      int bars = 0;
      for (const Player player : kPlayers) {
        if (!is_single(g, player)) continue;
        const GameId x = store_.option(g, player, 0);
        const auto known = shapes_->known.find(x);
        if (known == shapes_->known.end()) {
          stack.push_back(x);
          ready = false;
        } else if (known->second.name == Shape::Name::kForm &&
                   known->second.bars < kMostBarsWritten) {
          bars = std::max(bars, known->second.bars);
        }
      }
      if (!ready) continue;
      s.bars = bars + 1;
    }
    shapes_->known.emplace(g, s);
    stack.pop_back();
  }
  return shapes_->known.find(root)->second;
}

void Printer::push_side(GameId g, Player player) {
  const auto& games = order_.options(g, player);
  if (games.size() == 1) {
    const Shape& s = shape(games[0]);
    if (s.name == Shape::Name::kForm && s.bars < kMostBarsWritten) {
      push_game(games[0], Kind::kBare);
      return;
    }
  }
  push_list(games);
}

void Printer::expand(GameId g, Kind kind) {
  const Shape s = shape(g);
  const bool operand = kind == Kind::kOperand;
  switch (s.name) {
    case Shape::Name::kNus: {
      const Nus value = *store_.as_nus(g);
      const std::string text = dialect_.nus(value);
      out_ += operand && !dialect_.is_plain(value) ? "(" + text + ")" : text;
      return;
    }
    case Shape::Name::kPower: {
      const UptimalExpansion& e = *order_.expansion(g);
      const std::string text = dialect_.power(e.number, *power_name(e), e.nimber);
      out_ += operand ? "(" + text + ")" : text;
      return;
    }
    case Shape::Name::kSwitch: {
      if (operand) push_text(")");
      const auto& games = order_.options(g, Player::kLeft);
      if (games.size() == 1) {
        push_game(games[0], Kind::kOperand);
      } else {
        push_text(dialect_.close_brace());
        push_list(games);
        push_text(dialect_.open_brace());
      }
      push_text((operand ? "(" : "") + dialect_.plus_minus());
      return;
    }
    case Shape::Name::kTiny:
      push_text(dialect_.close_tiny() + (operand ? ")" : ""));
      push_game(s.parameter);
      push_text((operand ? "(" : "") + dialect_.open_tiny(s.number, s.sided));
      return;
    case Shape::Name::kForm:
      if (kind != Kind::kBare) push_text(dialect_.close_brace());
      push_side(g, Player::kRight);
      push_text(dialect_.bars(s.bars));
      push_side(g, Player::kLeft);
      if (kind != Kind::kBare) push_text(dialect_.open_brace());
      return;
  }
}

}  // namespace cgt
