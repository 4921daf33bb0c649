#include "cgt/text/text.hpp"

#include <fmt/format.h>

#include "cgt/detail/value_reader.hpp"
#include "cgt/text/printer.hpp"

namespace cgt {

namespace {

std::string ups_text(std::int64_t ups) {
  const char letter = ups < 0 ? 'v' : '^';
  const std::uint64_t count =
      ups < 0 ? 0 - static_cast<std::uint64_t>(ups) : static_cast<std::uint64_t>(ups);
  if (count <= 2) return std::string(static_cast<std::size_t>(count), letter);
  return letter + std::to_string(count);
}

std::string nimber_text(std::uint32_t k) { return k == 1 ? "*" : "*" + std::to_string(k); }

class TextDialect : public Dialect {
 public:
  explicit TextDialect(Notation notation)
      : notation_(notation), glue_(notation == Notation::kCanonical ? "+" : "") {}

  std::string nus(const Nus& value) const override {
    std::string out;
    const auto append = [&](const std::string& part) {
      if (!out.empty()) out += glue_;
      out += part;
    };
    if (!value.number.is_zero() || value.is_number()) append(value.number.to_string());
    // ^* is one token in both notations; ^3*2 would not read back.
    const bool one_token = value.ups != 0 && value.nimber == 1 && value.ups >= -2 && value.ups <= 2;
    if (value.ups != 0) append(ups_text(value.ups) + (one_token ? "*" : ""));
    if (value.nimber != 0 && !one_token) append(nimber_text(value.nimber));
    return out;
  }

  bool is_plain(const Nus& value) const override {
    if (notation_ == Notation::kCgsuite) return value.nimber == 0 && is_one_part(value);
    return value.is_number() && value.number.is_integer() && value.number.sign() >= 0;
  }

  std::string power(const Dyadic& number, const PowerName& name,
                    std::uint32_t nimber) const override {
    std::string out;
    if (!number.is_zero()) out += number.to_string() + glue_;
    out += name.rising == Player::kLeft ? '^' : 'v';
    out += (name.sum ? "[" : "<") + std::to_string(name.power) + (name.sum ? "]" : ">");
    if (nimber != 0) out += glue_ + nimber_text(nimber);
    return out;
  }

  std::string open_tiny(const Dyadic& number, Player sided) const override {
    const std::string head = number.is_zero() ? "" : number.to_string() + glue_;
    return head + (sided == Player::kLeft ? "Tiny(" : "Miny(");
  }
  std::string close_tiny() const override { return ")"; }
  std::string plus_minus() const override { return "+-"; }
  std::string open_brace() const override { return "{"; }
  std::string close_brace() const override { return "}"; }
  std::string bars(int bars) const override {
    return std::string(static_cast<std::size_t>(bars), '|');
  }
  std::string size_note(const std::string& nodes, const std::string& followers) const override {
    return "{...} " + nodes + " nodes, " + followers + " followers";
  }

 private:
  Notation notation_;
  std::string glue_;
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

std::unique_ptr<const Dialect> text_dialect(Notation notation) {
  return std::make_unique<const TextDialect>(notation);
}

std::string to_text(Store& store, GameId g, const PrintStyle& style) {
  CGT_EXPECTS(!g.is_none(), "only a game has a text");
  const TextDialect dialect(style.notation);
  return Printer(store, dialect, style.max_length).print(g);
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

namespace {

// Makes short games: an option is a value as soon as its braces are closed.
class ShortMaker {
 public:
  static constexpr bool kLoops = false;
  using Value = GameId;
  using Options = GameList;

  explicit ShortMaker(Store& store) : store_(store) {}

  Store& store() { return store_; }
  GameId add(GameId g, GameId h) { return store_.add(g, h); }
  GameId subtract(GameId g, GameId h) { return store_.subtract(g, h); }
  GameId negate(GameId g) { return store_.negate(g); }
  GameId construct(const GameList& left, const GameList& right) {
    return store_.construct(left, right);
  }
  static std::size_t new_form() { return 0; }
  GameId form(const GameList& left, const GameList& right, std::size_t) {
    return store_.construct(left, right);
  }
  static bool is_value(GameId) { return true; }
  static GameId value_of(GameId g) { return g; }

 private:
  Store& store_;
};

}  // namespace

GameId parse_value(Store& store, std::string_view text) {
  ShortMaker maker(store);
  return ValueReader<ShortMaker>(maker, text).read();
}

std::string to_latex(const Dyadic& x) {
  if (x.is_integer()) return x.to_string();
  const Dyadic whole = x.abs().scaled(x.exponent());
  const Dyadic unit = Dyadic(1).scaled(x.exponent());
  return std::string(x.sign() < 0 ? "-" : "") + "\\frac{" + whole.to_string() + "}{" +
         unit.to_string() + "}";
}

namespace {

std::string nimber_latex(std::uint32_t k) {
  return k == 1 ? "{\\ast}" : fmt::format("{{\\ast}}{}", k);
}

class LatexDialect : public Dialect {
 public:
  std::string nus(const Nus& value) const override {
    std::string out;
    if (!value.number.is_zero() || value.is_number()) out += to_latex(value.number);
    if (value.ups != 0) {
      const char* const arrow = value.ups > 0 ? "{\\uparrow}" : "{\\downarrow}";
      const auto word = static_cast<std::uint64_t>(value.ups);
      const std::uint64_t count = value.ups < 0 ? 0 - word : word;
      if (count == 1) {
        out += arrow;
      } else if (count == 2) {
        out += value.ups > 0 ? "{\\Uparrow}" : "{\\Downarrow}";
      } else {
        // 1 4.up would be read as fourteen.
        out += fmt::format("{}{}{{\\cdot}}{}", out.empty() ? "" : "+", count, arrow);
      }
    }
    if (value.nimber != 0) out += nimber_latex(value.nimber);
    return out;
  }
  bool is_plain(const Nus& value) const override {
    return value.nimber == 0 && is_one_part(value) && value.number.sign() >= 0;
  }
  std::string power(const Dyadic& number, const PowerName& name,
                    std::uint32_t nimber) const override {
    std::string out = number.is_zero() ? "" : to_latex(number);
    out += name.rising == Player::kLeft ? "{\\uparrow}^{" : "{\\downarrow}_{";
    out += fmt::format("{}{}{}}}", name.sum ? "[" : "", name.power, name.sum ? "]" : "");
    if (nimber != 0) out += nimber_latex(nimber);
    return out;
  }
  std::string open_tiny(const Dyadic& number, Player sided) const override {
    return (number.is_zero() ? "" : to_latex(number)) +
           (sided == Player::kLeft ? "{+}_{" : "{-}_{");
  }
  std::string close_tiny() const override { return "}"; }
  std::string plus_minus() const override { return "{\\pm}"; }
  std::string open_brace() const override { return "\\{"; }
  std::string close_brace() const override { return "\\}"; }
  std::string bars(int bars) const override {
    if (bars == 1) return "\\mid ";
    std::string out = "\\mathrel{|";
    for (int i = 1; i < bars; ++i) out += "\\mkern-2mu|";
    return out + "}";
  }
  std::string size_note(const std::string& nodes, const std::string& followers) const override {
    return "\\{\\ldots\\}\\mbox{ " + nodes + " nodes, " + followers + " followers}";
  }
};

}  // namespace

std::string to_latex(Store& store, GameId g, const PrintStyle& style) {
  CGT_EXPECTS(!g.is_none(), "only a game has a text");
  return Printer(store, LatexDialect(), style.max_length).print(g);
}

}  // namespace cgt
