// Game: a value with its store, for people who link the library. Two words, copied freely; valid as
// long as the store lives. Operators are the field's: + - and the partial order. `a <= b` is the
// order of games, and there is deliberately no <=> : games can be confused. Numbers join in: where one
// operand is a Game, the other may be an integer or a Dyadic.
//
//   Store store;
//   const Game hot = Game::parse(store, "{2|1||0}");
//   CGT_EXPECTS(hot < 3 && hot + 1 > 0 && 2 * hot - hot == hot, "numbers are games");
//   CGT_EXPECTS(hot.options(Player::kRight).front() == 0, "the right option");
//   std::cout << hot << '\n';  // {2|1||0}
//
// Contracts, checked in every build: a Game is made from an id of its store, and operands of one
// operation are games of one store, or of handles that share their games (Store::share). The result
// belongs to the handle of the left one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/text/text.hpp"

namespace cgt {

class CGT_API Game {
 public:
  // Requires store.contains(id).
  Game(Store& store, GameId id) : store_(&store), id_(id) {
    CGT_EXPECTS(store.contains(id), "a Game is made from the id of a game of its store");
  }
  // Reads "{2|1||0}" and the like; throws InputError.
  static Game parse(Store& store, std::string_view text) {
    return made(store, parse_value(store, text));
  }

  static Game number(Store& store, const Dyadic& x) { return made(store, store.number(x)); }
  static Game nimber(Store& store, std::uint32_t k) { return made(store, store.nimber(k)); }
  // u*up + *k.
  static Game up(Store& store, std::int64_t u = 1, std::uint32_t k = 0) {
    return made(store, store.up(u, k));
  }

  Store& store() const { return *store_; }
  GameId id() const { return id_; }

  friend Game operator+(Game a, Game b) {
    expect_one_store(a, b);
    return made(*a.store_, a.store_->add(a.id_, b.id_));
  }
  friend Game operator-(Game a, Game b) {
    expect_one_store(a, b);
    return made(*a.store_, a.store_->subtract(a.id_, b.id_));
  }
  Game operator-() const { return made(*store_, store_->negate(id_)); }
  friend Game operator+(Game a, const Dyadic& x) { return a + a.same(x); }
  friend Game operator+(const Dyadic& x, Game a) { return a.same(x) + a; }
  friend Game operator-(Game a, const Dyadic& x) { return a - a.same(x); }
  friend Game operator-(const Dyadic& x, Game a) { return a.same(x) - a; }
  // n copies of g; n may be negative.
  friend Game operator*(std::int64_t n, Game g) {
    return made(*g.store_, g.store_->multiple(n, g.id_));
  }
  Game& operator+=(Game other) { return *this = *this + other; }
  Game& operator-=(Game other) { return *this = *this - other; }

  friend bool operator==(Game a, Game b) {
    expect_one_store(a, b);
    return a.id_ == b.id_;
  }
  friend bool operator<=(Game a, Game b) {
    expect_one_store(a, b);
    return a.store_->leq(a.id_, b.id_);
  }
  friend bool operator>=(Game a, Game b) { return b <= a; }
  friend bool operator<(Game a, Game b) { return a <= b && !(a == b); }
  friend bool operator>(Game a, Game b) { return b < a; }
  friend bool operator==(Game a, const Dyadic& x) { return a == a.same(x); }
  friend bool operator<=(Game a, const Dyadic& x) { return a <= a.same(x); }
  friend bool operator<=(const Dyadic& x, Game a) { return a.same(x) <= a; }
  friend bool operator>=(Game a, const Dyadic& x) { return a.same(x) <= a; }
  friend bool operator>=(const Dyadic& x, Game a) { return a <= a.same(x); }
  friend bool operator<(Game a, const Dyadic& x) { return a < a.same(x); }
  friend bool operator<(const Dyadic& x, Game a) { return a.same(x) < a; }
  friend bool operator>(Game a, const Dyadic& x) { return a.same(x) < a; }
  friend bool operator>(const Dyadic& x, Game a) { return a < a.same(x); }
  // Less, greater, equal, or confused.
  Relation compare(Game other) const {
    expect_one_store(*this, other);
    return store_->compare(id_, other.id_);
  }
  // Who wins under normal play.
  OutcomeClass outcome() const { return store_->outcome(id_); }

  // The canonical options.
  std::vector<Game> options(Player player) const {
    std::vector<Game> out;
    for (const GameId option : store_->options(id_, player)) out.push_back(made(*store_, option));
    return out;
  }
  std::uint64_t birthday() const { return store_->birthday(id_); }
  bool is_number() const { return store_->is_number(id_); }
  // Requires is_number().
  Dyadic number_value() const { return store_->number_value(id_); }

  Dyadic mean() const { return store_->mean(id_); }
  Dyadic temperature() const { return store_->temperature(id_); }
  Dyadic left_stop() const { return store_->stop(id_, Player::kLeft); }
  Dyadic right_stop() const { return store_->stop(id_, Player::kRight); }
  Game cool(const Dyadic& t) const { return made(*store_, store_->cool(id_, t)); }
  Game heat(Game t) const {
    expect_one_store(*this, t);
    return made(*store_, store_->heat(id_, t.id_));
  }
  Game freeze() const { return made(*store_, store_->freeze(id_)); }
  std::string to_string(const PrintStyle& style = {}) const { return to_text(*store_, id_, style); }
  friend std::ostream& operator<<(std::ostream& out, Game g) { return out << g.to_string(); }

 private:
  Game() = default;
  // What a store has answered is one of its games.
  static Game made(Store& store, GameId id) {
    Game game;
    game.store_ = &store;
    game.id_ = id;
    return game;
  }
  Game same(const Dyadic& x) const { return number(*store_, x); }
  static void expect_one_store(const Game& a, const Game& b) {
    CGT_EXPECTS(a.store_ == b.store_ || a.store_->shares_games_with(*b.store_),
                "the operands are games of one store");
  }

  Store* store_ = nullptr;
  GameId id_;
};

}  // namespace cgt

// Equal games of one store have equal hashes; they last as long as the store.
template <>
struct std::hash<cgt::Game> {
  std::size_t operator()(cgt::Game g) const { return std::hash<cgt::GameId>()(g.id()); }
};
