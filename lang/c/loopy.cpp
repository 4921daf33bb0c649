// Loopy values: objects of one handle's table.
#include "cgt/loopy/loopy_games.hpp"

#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "lang/c/handle.hpp"

namespace {

namespace c = cgt::c;
using cgt::Budget;
using cgt::LoopyGames;
using cgt::LoopyValue;

// *out = new value of make(games, budget).
template <class Make>
cgt_status make_loopy(cgt_store* store, cgt_loopy** out, const Make& make) {
  return c::computing(store, [&](Budget& budget) {
    cgt_loopy*& to = c::required(out, "out");
    LoopyGames& games = c::loopy_of(*store);
    LoopyValue made = make(games, budget);
    to = new cgt_loopy{std::move(made), store->loopy};
  });
}

// The text write(games, value).
template <class Write>
cgt_status text_of_loopy(cgt_store* store, const cgt_loopy* value, const c::Buffer& to,
                         const Write& write) {
  return c::computing(store, [&](Budget&) {
    c::check(to);
    const LoopyValue& g = c::read_loopy(*store, value, "the value");
    c::give(*store, write(c::loopy_of(*store), g), to);
  });
}

}  // namespace

cgt_status cgt_loopy_parse(cgt_store* store, const char* text, cgt_loopy** out) {
  return make_loopy(store, out, [&](LoopyGames& games, Budget&) {
    return cgt::parse_loopy(games, c::read_text(text, "text"));
  });
}

cgt_status cgt_loopy_parse_json(cgt_store* store, const char* text, cgt_loopy** out) {
  return make_loopy(store, out, [&](LoopyGames& games, Budget&) {
    return cgt::loopy_from_json(games, c::read_text(text, "text"));
  });
}

cgt_status cgt_loopy_from_game(cgt_store* store, cgt_game g, cgt_loopy** out) {
  return make_loopy(store, out,
                    [&](LoopyGames&, Budget&) { return LoopyValue(c::read_game(*store, g)); });
}

cgt_status cgt_loopy_from_position(cgt_store* store, const cgt_position* position,
                                   cgt_loopy** out) {
  return make_loopy(store, out, [&](LoopyGames& games, Budget& budget) {
    const cgt::AnyPosition& board = c::read_position(position);
    return c::ask_position(
        *store, board, [&] { return c::evaluator_of(*store).loopy_value(board, games, budget); });
  });
}

void cgt_loopy_free(cgt_loopy* value) { delete value; }

cgt_status cgt_loopy_game(cgt_store* store, const cgt_loopy* value, cgt_game* out) {
  return c::computing(store, [&](Budget&) {
    cgt_game& to = c::required(out, "out");
    const LoopyValue& g = c::read_loopy(*store, value, "the value");
    if (!g.is_short()) {
      throw cgt::Error("this is not a short game: " + cgt::cycle_text(c::loopy_of(*store), g));
    }
    to = g.stopper().game().word();
  });
}

cgt_status cgt_loopy_print(cgt_store* store, const cgt_loopy* value, cgt_format format,
                           char* buffer, size_t size, size_t* needed) {
  return text_of_loopy(
      store, value, {buffer, size, needed},
      [&](LoopyGames& games, const LoopyValue& g) { return c::loopy_text(games, g, format); });
}

cgt_status cgt_loopy_negate(cgt_store* store, const cgt_loopy* g, cgt_loopy** out) {
  return make_loopy(store, out, [&](LoopyGames& games, Budget&) {
    return games.negate(c::read_loopy(*store, g, "g"));
  });
}

cgt_status cgt_loopy_add(cgt_store* store, const cgt_loopy* g, const cgt_loopy* h,
                         cgt_loopy** out) {
  return make_loopy(store, out, [&](LoopyGames& games, Budget&) {
    return games.add(c::read_loopy(*store, g, "g"), c::read_loopy(*store, h, "h"));
  });
}

cgt_status cgt_loopy_subtract(cgt_store* store, const cgt_loopy* g, const cgt_loopy* h,
                              cgt_loopy** out) {
  return make_loopy(store, out, [&](LoopyGames& games, Budget&) {
    return games.subtract(c::read_loopy(*store, g, "g"), c::read_loopy(*store, h, "h"));
  });
}

cgt_status cgt_loopy_multiply(cgt_store* store, const cgt_loopy* g, int64_t n, cgt_loopy** out) {
  return make_loopy(store, out, [&](LoopyGames& games, Budget&) {
    return games.multiple(n, c::read_loopy(*store, g, "g"));
  });
}

cgt_status cgt_loopy_compare(cgt_store* store, const cgt_loopy* g, const cgt_loopy* h,
                             cgt_relation* out) {
  return c::computing(store, [&](Budget&) {
    cgt_relation& to = c::required(out, "out");
    to = c::relation_of(
        c::loopy_of(*store).compare(c::read_loopy(*store, g, "g"), c::read_loopy(*store, h, "h")));
  });
}

cgt_status cgt_loopy_outcome(cgt_store* store, const cgt_loopy* g, cgt_outcome* out) {
  return c::computing(store, [&](Budget&) {
    cgt_outcome& to = c::required(out, "out");
    to = c::outcome_of(c::loopy_of(*store).outcome(c::read_loopy(*store, g, "g")));
  });
}

cgt_status cgt_loopy_side(cgt_store* store, const cgt_loopy* g, cgt_player winner,
                          cgt_loopy** out) {
  return make_loopy(store, out, [&](LoopyGames& games, Budget&) {
    const bool left = c::read_player(winner) == cgt::Player::kLeft;
    return games.side(c::read_loopy(*store, g, "g"),
                      left ? cgt::Side::kOnside : cgt::Side::kOffside);
  });
}

cgt_status cgt_loopy_stop(cgt_store* store, const cgt_loopy* g, cgt_player first, char* buffer,
                          size_t size, size_t* needed) {
  return text_of_loopy(
      store, g, {buffer, size, needed}, [&](LoopyGames& games, const LoopyValue& value) {
        if (!value.is_stopper()) {
          throw cgt::Error("what is not a stopper has no stops",
                           "its sides may have some: cgt_loopy_side()");
        }
        return cgt::to_text(games, games.make(games.stop(value.stopper(), c::read_player(first))));
      });
}
