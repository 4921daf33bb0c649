// What text and LaTeX share: which values have names, where braces can be left out, and
// the walk that writes a value from left to right without recursion. A Dialect supplies the words.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/print_order.hpp"
#include "cgt/text/text.hpp"

namespace cgt {

// ^<n>, v<n>, ^[n] or v[n] with n >= 2: the only sums of powers of up that have a name in print.
struct PowerName {
  Player rising = Player::kLeft;  // kLeft: ^, kRight: v
  bool sum = false;               // ^[n] rather than ^<n>
  std::uint32_t power = 0;
};
std::optional<PowerName> power_name(const UptimalExpansion& expansion);

// Not a sum of number, ups and nimber.
inline bool is_one_part(const Nus& value) {
  return (value.number.is_zero() ? 0 : 1) + (value.ups != 0 ? 1 : 0) +
             (value.nimber != 0 ? 1 : 0) <=
         1;
}

class Dialect {
 public:
  Dialect() = default;
  Dialect(const Dialect&) = delete;
  Dialect& operator=(const Dialect&) = delete;
  virtual ~Dialect() = default;

  virtual std::string nus(const Nus& value) const = 0;
  // Needs no parentheses after +-.
  virtual bool is_plain(const Nus& value) const = 0;
  virtual std::string power(const Dyadic& number, const PowerName& name,
                            std::uint32_t nimber) const = 0;
  // What stands before and after G in number + Tiny(G), or Miny(G).
  virtual std::string open_tiny(const Dyadic& number, Player sided) const = 0;
  virtual std::string close_tiny() const = 0;
  virtual std::string plus_minus() const = 0;
  virtual std::string open_brace() const = 0;
  virtual std::string close_brace() const = 0;
  // Between the sides of a form whose options use up to bars - 1.
  virtual std::string bars(int bars) const = 0;
  virtual std::string comma() const { return ","; }
  // Instead of a text that is too long.
  virtual std::string size_note(const std::string& nodes, const std::string& followers) const = 0;
};

// The dialect of to_text().
std::unique_ptr<const Dialect> text_dialect(Notation notation);

// May print any number of games; what it finds out about their followers is kept.
class Printer {
 public:
  // `dialect` outlives the printer. max_length as in PrintStyle.
  Printer(Store& store, const Dialect& dialect, std::size_t max_length);
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;
  ~Printer();

  // The text of g, or what size_note() says of it if that is too long.
  std::string print(GameId g);
  // The text of g, unless it is too long.
  std::optional<std::string> print_if_short(GameId g);
  // In which it prints options.
  PrintOrder& order() { return order_; }

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
    enum class Name { kNus, kPower, kSwitch, kTiny, kForm };
    Name name = Name::kForm;
    Dyadic number;                 // number part of a tiny or miny
    GameId parameter;              // of a tiny or miny
    Player sided = Player::kLeft;  // kLeft: tiny, kRight: miny
    int bars = 1;                  // of a form
  };

  struct Shapes;

  void push_text(std::string text);
  void push_game(GameId g, Kind kind = Kind::kWhole);
  void push_list(const std::vector<GameId>& games);
  void push_side(GameId g, Player player);
  void expand(GameId g, Kind kind);
  const Shape& shape(GameId root);
  bool is_single(GameId g, Player player) const { return store_.option_count(g, player) == 1; }
  bool is_symmetric(GameId g);
  bool name_tiny(GameId g, Player sided, Shape& shape);
  std::string size_note(GameId g);

  Store& store_;
  const Dialect& dialect_;
  std::size_t max_length_;
  PrintOrder order_;
  std::unique_ptr<Shapes> shapes_;
  std::vector<Item> work_;
  std::string out_;
};

}  // namespace cgt
