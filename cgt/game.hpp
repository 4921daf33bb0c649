// Game: a value with its store, for people who link the library. Two words, copied freely; valid as
// long as the store lives. Operators are the field's: + - and the partial order. `a <= b` is the
// order of games, and there is deliberately no <=> : games can be confused.
//
// Contracts, checked in every build: a Game is made from an id of its store, and operands of one
// operation are games of one store, or of handles that share their games (Store::share). The result
// belongs to the handle of the left one.
#pragma once

#include <string>
#include <string_view>

#include "cgt/store/store.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/text/parse.hpp"
#include "cgt/text/print.hpp"

namespace cgt {

class Game {
 public:
  // Requires store.contains(id).
  Game(Store& store, GameId id) : store_(&store), id_(id) {
    CGT_EXPECTS(store.contains(id), "a Game is made from the id of a game of its store");
  }
  // Reads "{2|1||0}" and the like; throws InputError.
  static Game parse(Store& store, std::string_view text) {
    return made(store, parse_value(store, text));
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
  Relation compare(Game other) const {
    expect_one_store(*this, other);
    return store_->compare(id_, other.id_);
  }

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

 private:
  Game() = default;
  // What a store has answered is one of its games.
  static Game made(Store& store, GameId id) {
    Game game;
    game.store_ = &store;
    game.id_ = id;
    return game;
  }
  static void expect_one_store(const Game& a, const Game& b) {
    CGT_EXPECTS(a.store_ == b.store_ || a.store_->shares_games_with(*b.store_),
                "the operands are games of one store");
  }

  Store* store_ = nullptr;
  GameId id_;
};

}  // namespace cgt
