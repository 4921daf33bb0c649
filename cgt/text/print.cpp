#include "cgt/text/print.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "cgt/support/contract.hpp"
#include "cgt/text/uptimal.hpp"

namespace cgt {
namespace {

// Bars separate down to this many nested forms before braces start afresh.
constexpr int kMostBars = 4;

// --- print order ---------------------------------------------------------------------------------

// A value that is a sum of a number, powers of up and a nimber, seen as its place in print order.
struct UptimalKey {
  Dyadic number;
  // Coefficients of ^, ^<2>, ...: `head` of ^, and, if `power` > 1, `tail` of ^<power> with the
  // ones between equal to `middle`.
  std::int64_t head = 0;
  std::int64_t middle = 0;
  std::int64_t tail = 0;
  std::uint32_t power = 0;  // how many coefficients
  std::uint32_t nimber = 0;

  std::int64_t coefficient(std::uint32_t i) const {
    return i == 0 ? head : i + 1 == power ? tail : middle;
  }
  // 0 numbers, 1 nimbers, 2 the others.
  int rank() const {
    if (power == 0 && nimber == 0) return 0;
    return power == 0 && number.is_zero() ? 1 : 2;
  }
};

UptimalKey key_of(const Nus& value) {
  return {value.number, value.ups, 0, 0, value.ups == 0 ? 0U : 1U, value.nimber};
}

UptimalKey key_of(const UptimalName& name) {
  const int unit = sign(name.rising);
  const int lower = name.sum ? unit : 0;
  return {name.number, lower, lower, unit, name.power, name.nimber};
}

// Coefficients compare as words do: the first difference decides, else the shorter comes first.
int three_way(const UptimalKey& a, const UptimalKey& b) {
  if (a.rank() != b.rank()) return a.rank() < b.rank() ? -1 : 1;
  if (a.number != b.number) return a.number < b.number ? -1 : 1;
  // Coefficients are constant from 1 to power - 2, so these places show every difference.
  const std::uint32_t common = std::min(a.power, b.power);
  for (const std::uint32_t i : {0U, 1U, common - 1}) {
    if (common == 0 || i >= common) continue;
    const std::int64_t x = a.coefficient(i);
    const std::int64_t y = b.coefficient(i);
    if (x != y) return x < y ? -1 : 1;
  }
  if (a.power != b.power) return a.power < b.power ? -1 : 1;
  return a.nimber < b.nimber ? -1 : a.nimber > b.nimber ? 1 : 0;
}

class PrintOrder {
 public:
  explicit PrintOrder(Store& store) : store_(store), names_(store) {}

  const UptimalName* uptimal(GameId g) { return names_.find(g); }

  // Options of g in print order; kept, so that every list is sorted once.
  const std::vector<GameId>& options(GameId g, Player player) {
    auto& sorted = sorted_[g];
    if (sorted == nullptr) {
      prepare(g);
      return options(g, player);
    }
    return (*sorted)[player];
  }

  void sort(std::vector<GameId>& games) {
    for (const GameId g : games) options(g, Player::kLeft);
    std::ranges::sort(games, [this](GameId a, GameId b) { return compare(a, b) < 0; });
  }

 private:
  using Sides = PerPlayer<std::vector<GameId>>;

  // Sorts the option lists of all followers of g, options before owners.
  void prepare(GameId g) {
    std::vector<GameId> stack{g};
    while (!stack.empty()) {
      const GameId top = stack.back();
      if (sorted_[top] != nullptr) {
        stack.pop_back();
        continue;
      }
      Sides sides;
      bool ready = true;
      if (!key(top)) {
        for (const Player player : kPlayers) {
          for (const GameId x : store_.options(top, player)) {
            sides[player].push_back(x);
            if (sorted_[x] == nullptr) {
              stack.push_back(x);
              ready = false;
            }
          }
        }
      }
      if (!ready) continue;
      for (const Player player : kPlayers) {
        std::ranges::sort(sides[player], [this](GameId a, GameId b) { return compare(a, b) < 0; });
      }
      sorted_[top] = std::make_unique<Sides>(std::move(sides));
      stack.pop_back();
    }
  }

  std::optional<UptimalKey> key(GameId g) {
    if (const auto value = store_.as_nus(g)) return key_of(*value);
    if (const UptimalName* name = names_.find(g)) return key_of(*name);
    return std::nullopt;
  }

  // Needs both prepared. Goes down along the first difference only.
  int compare(GameId a, GameId b) {
    while (a != b) {
      const auto x = key(a);
      const auto y = key(b);
      if (x && y) return three_way(*x, *y);
      if (x || y) return x ? -1 : 1;
      GameId next_a = a;
      GameId next_b = b;
      for (const Player player : kPlayers) {
        const auto& p = (*sorted_[a])[player];
        const auto& q = (*sorted_[b])[player];
        const auto [i, j] = std::ranges::mismatch(p, q);
        if (i == p.end() && j == q.end()) continue;
        if (i == p.end() || j == q.end()) return i == p.end() ? -1 : 1;
        next_a = *i;
        next_b = *j;
        break;
      }
      a = next_a;
      b = next_b;
    }
    return 0;
  }

  Store& store_;
  UptimalNames names_;
  FlatMap<GameId, std::unique_ptr<Sides>> sorted_;
};

// --- names ---------------------------------------------------------------------------------------

std::string ups_text(std::int64_t ups) {
  const char letter = ups < 0 ? 'v' : '^';
  const std::uint64_t count =
      ups < 0 ? 0 - static_cast<std::uint64_t>(ups) : static_cast<std::uint64_t>(ups);
  if (count <= 2) return std::string(count, letter);
  return letter + std::to_string(count);
}

std::string nus_text(const Nus& value, Notation notation) {
  const char* const glue = notation == Notation::kCanonical ? "+" : "";
  std::string out;
  const auto append = [&](const std::string& part) {
    if (!out.empty()) out += glue;
    out += part;
  };
  if (!value.number.is_zero() || value.is_number()) append(value.number.to_string());
  if (value.ups != 0) {
    // ^* is one token in both notations; ^3*2 would not read back.
    std::string ups = ups_text(value.ups);
    if (value.nimber == 1 && value.ups >= -2 && value.ups <= 2) ups += "*";
    append(ups);
  }
  if (value.nimber != 0 &&
      !(value.ups != 0 && value.nimber == 1 && value.ups >= -2 && value.ups <= 2)) {
    append(value.nimber == 1 ? "*" : "*" + std::to_string(value.nimber));
  }
  return out;
}

std::string uptimal_text(const UptimalName& name, Notation notation) {
  const char* const glue = notation == Notation::kCanonical ? "+" : "";
  std::string out;
  if (!name.number.is_zero()) out += name.number.to_string() + glue;
  out += name.rising == Player::kLeft ? '^' : 'v';
  out += (name.sum ? "[" : "<") + std::to_string(name.power) + (name.sum ? "]" : ">");
  if (name.nimber != 0) {
    out += glue;
    out += name.nimber == 1 ? "*" : "*" + std::to_string(name.nimber);
  }
  return out;
}

class Printer {
 public:
  Printer(Store& store, const PrintStyle& style) : store_(store), style_(style), order_(store) {}

  std::string print(GameId root) {
    push_game(root);
    while (!work_.empty()) {
      const Item item = std::move(work_.back());
      work_.pop_back();
      if (item.game.is_none()) {
        out_ += item.text;
      } else {
        expand(item.game, item.kind);
      }
      if (style_.max_length != 0 && out_.size() > style_.max_length) {
        return "{...} " + std::to_string(store_.follower_count(root)) + " followers";
      }
    }
    return std::move(out_);
  }

 private:
  enum class Kind {
    kWhole,    // complete text of a value
    kBare,     // a brace form without its braces
    kOperand,  // complete text, parenthesised unless it is a plain number or in braces
  };
  struct Item {
    GameId game;
    Kind kind = Kind::kWhole;
    std::string text;
  };
  struct Shape {
    enum class Name { kNus, kUptimal, kSwitch, kTiny, kMiny, kForm };
    Name name = Name::kForm;
    Dyadic number;     // number part of a tiny or miny
    GameId parameter;  // of a tiny or miny
    int bars = 1;      // of a form
  };

  void push_text(std::string text) { work_.push_back({GameId(), Kind::kWhole, std::move(text)}); }
  void push_game(GameId g, Kind kind = Kind::kWhole) { work_.push_back({g, kind, {}}); }

  // Pushes so that `parts` come out in the order given.
  void push_list(const std::vector<GameId>& games) {
    for (std::size_t i = games.size(); i-- > 0;) {
      push_game(games[i]);
      if (i > 0) push_text(",");
    }
  }

  bool is_single(GameId g, Player player) const { return store_.option_count(g, player) == 1; }

  // {x || x | H} with x a number and mean(H) < x is x + Tiny(x - H); mirrored for Miny.
  bool name_tiny(GameId g, Player sided, Shape& shape) {
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
    shape.name = sided == Player::kLeft ? Shape::Name::kTiny : Shape::Name::kMiny;
    shape.number = number;
    shape.parameter = sided == Player::kLeft ? store_.subtract(x, h) : store_.subtract(h, x);
    return true;
  }

  // Shapes of all followers that the text will visit, options first (bars depend on them).
  const Shape& shape(GameId root) {
    std::vector<GameId> stack{root};
    while (!stack.empty()) {
      const GameId g = stack.back();
      if (shapes_.contains(g)) {
        stack.pop_back();
        continue;
      }
      Shape s;
      if (store_.is_nus(g)) {
        s.name = Shape::Name::kNus;
      } else if (order_.uptimal(g) != nullptr) {
        s.name = Shape::Name::kUptimal;
      } else if (store_.negate(g) == g) {
        s.name = Shape::Name::kSwitch;
      } else if (!name_tiny(g, Player::kLeft, s) && !name_tiny(g, Player::kRight, s)) {
        bool ready = true;
        int bars = 0;
        for (const Player player : kPlayers) {
          if (!is_single(g, player)) continue;
          const GameId x = store_.option(g, player, 0);
          const auto known = shapes_.find(x);
          if (known == shapes_.end()) {
            stack.push_back(x);
            ready = false;
          } else if (known->second.name == Shape::Name::kForm && known->second.bars < kMostBars) {
            bars = std::max(bars, known->second.bars);
          }
        }
        if (!ready) continue;
        s.bars = bars + 1;
      }
      shapes_.emplace(g, s);
      stack.pop_back();
    }
    return shapes_.find(root)->second;
  }

  void push_side(GameId g, Player player) {
    const auto& games = order_.options(g, player);
    if (games.size() == 1) {
      const Shape& s = shape(games[0]);
      if (s.name == Shape::Name::kForm && s.bars < kMostBars) {
        push_game(games[0], Kind::kBare);
        return;
      }
    }
    push_list(games);
  }

  void expand(GameId g, Kind kind) {
    const Shape s = shape(g);
    switch (s.name) {
      case Shape::Name::kNus: {
        const Nus value = *store_.as_nus(g);
        const std::string text = nus_text(value, style_.notation);
        const bool plain =
            value.is_number() && (style_.notation == Notation::kCgsuite ||
                                  (value.number.is_integer() && value.number.sign() >= 0));
        out_ += kind == Kind::kOperand && !plain ? "(" + text + ")" : text;
        return;
      }
      case Shape::Name::kUptimal: {
        const std::string text = uptimal_text(*order_.uptimal(g), style_.notation);
        out_ += kind == Kind::kOperand ? "(" + text + ")" : text;
        return;
      }
      case Shape::Name::kSwitch: {
        if (kind == Kind::kOperand) push_text(")");
        const auto& games = order_.options(g, Player::kLeft);
        if (games.size() == 1) {
          push_game(games[0], Kind::kOperand);
        } else {
          push_text("}");
          push_list(games);
          push_text("{");
        }
        push_text(kind == Kind::kOperand ? "(+-" : "+-");
        return;
      }
      case Shape::Name::kTiny:
      case Shape::Name::kMiny: {
        std::string head = s.number.is_zero() ? "" : s.number.to_string();
        if (!head.empty() && style_.notation == Notation::kCanonical) head += "+";
        head += s.name == Shape::Name::kTiny ? "Tiny(" : "Miny(";
        push_text(kind == Kind::kOperand ? "))" : ")");
        push_game(s.parameter);
        push_text((kind == Kind::kOperand ? "(" : "") + head);
        return;
      }
      case Shape::Name::kForm:
        if (kind != Kind::kBare) push_text("}");
        push_side(g, Player::kRight);
        push_text(std::string(static_cast<std::size_t>(s.bars), '|'));
        push_side(g, Player::kLeft);
        if (kind != Kind::kBare) push_text("{");
        return;
    }
  }

  Store& store_;
  PrintStyle style_;
  PrintOrder order_;
  FlatMap<GameId, Shape> shapes_;
  std::vector<Item> work_;
  std::string out_;
};

void append_list(std::string& out, const std::vector<Dyadic>& values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    out += values[i].to_string();
  }
  out += ']';
}

}  // namespace

std::string to_text(Store& store, GameId g, const PrintStyle& style) {
  CGT_EXPECTS(!g.is_none(), "only a game has a text");
  return Printer(store, style).print(g);
}

std::string to_text(const Trajectory& wall) {
  std::string out = wall.mast.to_string() + ",";
  append_list(out, wall.critical);
  out += ",[";
  for (std::size_t i = 0; i < wall.slopes.size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(wall.slopes[i]);
  }
  return out + "]";
}

std::string to_text(const Thermograph& thermograph) {
  return "Thermograph(" + to_text(thermograph.wall(Player::kLeft)) + "," +
         to_text(thermograph.wall(Player::kRight)) + ")";
}

void sort_for_print(Store& store, std::vector<GameId>& games) { PrintOrder(store).sort(games); }

}  // namespace cgt
