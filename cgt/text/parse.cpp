#include "cgt/text/parse.hpp"

#include <utility>

#include "cgt/detail/value_reader.hpp"

namespace cgt {
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

}  // namespace cgt
