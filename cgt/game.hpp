// Game: a value with its store, for people who link the library. Two words, copied freely; valid as
// long as the store lives. Operators are the field's: + - and the partial order. `a <= b` is the
// order of games, and there is deliberately no <=> : games can be confused.
#pragma once

#include <string>
#include <string_view>

#include "cgt/store/store.hpp"
#include "cgt/text/parse.hpp"
#include "cgt/text/print.hpp"

namespace cgt {

class Game {
 public:
  Game(Store& store, GameId id) : store_(&store), id_(id) {}
  // Reads "{2|1||0}" and the like; throws InputError.
  static Game parse(Store& store, std::string_view text) {
    return {store, parse_value(store, text)};
  }

  Store& store() const { return *store_; }
  GameId id() const { return id_; }

  friend Game operator+(Game a, Game b) { return {*a.store_, a.store_->add(a.id_, b.id_)}; }
  friend Game operator-(Game a, Game b) { return {*a.store_, a.store_->subtract(a.id_, b.id_)}; }
  Game operator-() const { return {*store_, store_->negate(id_)}; }

  friend bool operator==(Game a, Game b) { return a.id_ == b.id_; }
  friend bool operator<=(Game a, Game b) { return a.store_->leq(a.id_, b.id_); }
  friend bool operator>=(Game a, Game b) { return b <= a; }
  friend bool operator<(Game a, Game b) { return a <= b && !(a == b); }
  friend bool operator>(Game a, Game b) { return b < a; }
  Relation compare(Game other) const { return store_->compare(id_, other.id_); }

  Dyadic mean() const { return store_->mean(id_); }
  Dyadic temperature() const { return store_->temperature(id_); }
  Dyadic left_stop() const { return store_->stop(id_, Player::kLeft); }
  Dyadic right_stop() const { return store_->stop(id_, Player::kRight); }
  Game cool(const Dyadic& t) const { return {*store_, store_->cool(id_, t)}; }
  Game heat(Game t) const { return {*store_, store_->heat(id_, t.id_)}; }
  Game freeze() const { return {*store_, store_->freeze(id_)}; }
  std::string to_string(const PrintStyle& style = {}) const { return to_text(*store_, id_, style); }

 private:
  Store* store_;
  GameId id_;
};

}  // namespace cgt
