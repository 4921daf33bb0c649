// Games as values: making them, algebra, order, structure, thermography.
#include <fmt/format.h>

#include <vector>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/ko/graph.hpp"
#include "cgt/ko/thermograph.hpp"
#include "cgt/pictures/ko_drawing.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/text.hpp"
#include "lang/c/handle.hpp"

namespace {

namespace c = cgt::c;
using cgt::Budget;
using cgt::Dyadic;
using cgt::GameId;

// *out = make().
template <class Make>
cgt_status make_game(cgt_store* store, cgt_game* out, const Make& make) {
  return c::computing(store, [&](Budget&) {
    cgt_game& to = c::required(out, "out");
    const GameId made = make();
    to = made.word();
  });
}

// *out = ask(g).
template <class Result, class Ask>
cgt_status ask_game(cgt_store* store, cgt_game g, Result* out, const Ask& ask) {
  return c::computing(store, [&](Budget&) {
    Result& to = c::required(out, "out");
    const Result found = ask(c::read_game(*store, g));
    to = found;
  });
}

// The text write(g).
template <class Write>
cgt_status text_of_game(cgt_store* store, cgt_game g, const c::Buffer& to, const Write& write) {
  return c::computing(store, [&](Budget&) {
    c::check(to);
    c::give(*store, write(c::read_game(*store, g)), to);
  });
}

std::vector<GameId> read_games(cgt_store& store, const cgt_game* games, std::size_t count) {
  if (count > 0) c::required(games, "a list of options");
  std::vector<GameId> read;
  for (std::size_t i = 0; i < count; ++i) read.push_back(c::read_game(store, games[i]));
  return read;
}

Dyadic figure_of(cgt::Store& games, GameId g, int which) {
  switch (which) {
    case CGT_MEAN: return games.mean(g);
    case CGT_TEMPERATURE: return games.temperature(g);
    case CGT_LEFT_STOP: return games.stop(g, cgt::Player::kLeft);
    case CGT_RIGHT_STOP: return games.stop(g, cgt::Player::kRight);
    default:
      throw c::Refusal(fmt::format("{} is not a figure", which),
                       "CGT_MEAN, CGT_TEMPERATURE, CGT_LEFT_STOP or CGT_RIGHT_STOP");
  }
}

// The largest power of 2 in int64.
constexpr std::uint32_t kMostHalves = 62;

}  // namespace

cgt_status cgt_parse(cgt_store* store, const char* text, cgt_game* out) {
  return make_game(store, out,
                   [&] { return cgt::parse_value(store->games, c::read_text(text, "text")); });
}

cgt_status cgt_parse_json(cgt_store* store, const char* text, cgt_game* out) {
  return make_game(store, out,
                   [&] { return cgt::value_from_json(store->games, c::read_text(text, "text")); });
}

cgt_status cgt_integer(cgt_store* store, int64_t n, cgt_game* out) {
  return make_game(store, out, [&] { return store->games.integer(n); });
}

cgt_status cgt_dyadic(cgt_store* store, int64_t numerator, int64_t denominator, cgt_game* out) {
  return make_game(store, out, [&] {
    if (denominator <= 0 || (denominator & (denominator - 1)) != 0) {
      throw cgt::Error(fmt::format("{}/{} is not a dyadic number", numerator, denominator),
                       "the denominator of the value of a game is a power of 2");
    }
    std::uint32_t halves = 0;
    while ((denominator >> halves) != 1) ++halves;
    return store->games.number(Dyadic(numerator, halves));
  });
}

cgt_status cgt_nimber(cgt_store* store, uint32_t k, cgt_game* out) {
  return make_game(store, out, [&] { return store->games.nimber(k); });
}

cgt_status cgt_up(cgt_store* store, int64_t n, uint32_t k, cgt_game* out) {
  return make_game(store, out, [&] { return store->games.up(n, k); });
}

cgt_status cgt_construct(cgt_store* store, const cgt_game* left, size_t left_count,
                         const cgt_game* right, size_t right_count, cgt_game* out) {
  return make_game(store, out, [&] {
    const std::vector<GameId> lefts = read_games(*store, left, left_count);
    const std::vector<GameId> rights = read_games(*store, right, right_count);
    return store->games.construct(lefts, rights);
  });
}

cgt_status cgt_negate(cgt_store* store, cgt_game g, cgt_game* out) {
  return make_game(store, out, [&] { return store->games.negate(c::read_game(*store, g)); });
}

cgt_status cgt_add(cgt_store* store, cgt_game g, cgt_game h, cgt_game* out) {
  return make_game(store, out, [&] {
    return store->games.add(c::read_game(*store, g), c::read_game(*store, h));
  });
}

cgt_status cgt_subtract(cgt_store* store, cgt_game g, cgt_game h, cgt_game* out) {
  return make_game(store, out, [&] {
    return store->games.subtract(c::read_game(*store, g), c::read_game(*store, h));
  });
}

cgt_status cgt_multiply(cgt_store* store, cgt_game g, int64_t n, cgt_game* out) {
  return make_game(store, out,
                   [&] { return store->games.multiple(Dyadic(n), c::read_game(*store, g)); });
}

cgt_status cgt_compare(cgt_store* store, cgt_game g, cgt_game h, cgt_relation* out) {
  return ask_game(store, g, out, [&](GameId first) {
    return c::relation_of(store->games.compare(first, c::read_game(*store, h)));
  });
}

cgt_status cgt_game_outcome(cgt_store* store, cgt_game g, cgt_outcome* out) {
  return ask_game(store, g, out,
                  [&](GameId game) { return c::outcome_of(store->games.outcome(game)); });
}

cgt_status cgt_option_count(cgt_store* store, cgt_game g, cgt_player player, uint64_t* out) {
  return ask_game(store, g, out, [&](GameId game) {
    return store->games.option_count(game, c::read_player(player));
  });
}

cgt_status cgt_option(cgt_store* store, cgt_game g, cgt_player player, uint64_t i, cgt_game* out) {
  return make_game(store, out, [&] {
    const GameId game = c::read_game(*store, g);
    const cgt::Player who = c::read_player(player);
    const std::uint64_t count = store->games.option_count(game, who);
    if (i >= count) {
      throw c::Refusal(fmt::format("there is no option {}", i),
                       fmt::format("{} has {} of them, numbered from 0", name(who), count));
    }
    return store->games.option(game, who, i);
  });
}

cgt_status cgt_birthday(cgt_store* store, cgt_game g, uint64_t* out) {
  return ask_game(store, g, out, [&](GameId game) { return store->games.birthday(game); });
}

cgt_status cgt_follower_count(cgt_store* store, cgt_game g, uint64_t* out) {
  return ask_game(store, g, out, [&](GameId game) { return store->games.follower_count(game); });
}

cgt_status cgt_tree_node_count(cgt_store* store, cgt_game g, char* buffer, size_t size,
                               size_t* needed) {
  return text_of_game(store, g, {buffer, size, needed}, [&](GameId game) {
    return cgt::tree_node_count(store->games, game).get_str();
  });
}

cgt_status cgt_atomic_weight(cgt_store* store, cgt_game g, cgt_game* out) {
  return make_game(store, out,
                   [&] { return cgt::atomic_weight(store->games, c::read_game(*store, g)); });
}

cgt_status cgt_print(cgt_store* store, cgt_game g, cgt_format format, char* buffer, size_t size,
                     size_t* needed) {
  return text_of_game(store, g, {buffer, size, needed},
                      [&](GameId game) { return c::game_text(store->games, game, format); });
}

cgt_status cgt_figure(cgt_store* store, cgt_game g, int which, cgt_fraction* out) {
  return ask_game(store, g, out, [&](GameId game) {
    const Dyadic x = figure_of(store->games, game, which);
    if (!x.is_small() || x.exponent() > kMostHalves) {
      throw cgt::Error("the number does not fit two 64-bit integers",
                       "cgt_figure_text() writes it, however large it is");
    }
    return cgt_fraction{x.small_numerator(), std::int64_t{1} << x.exponent()};
  });
}

cgt_status cgt_figure_text(cgt_store* store, cgt_game g, int which, char* buffer, size_t size,
                           size_t* needed) {
  return text_of_game(store, g, {buffer, size, needed}, [&](GameId game) {
    return figure_of(store->games, game, which).to_string();
  });
}

cgt_status cgt_cool(cgt_store* store, cgt_game g, cgt_game t, cgt_game* out) {
  return make_game(store, out, [&] {
    const GameId game = c::read_game(*store, g);
    const GameId by = c::read_game(*store, t);
    if (!store->games.is_number(by)) {
      throw cgt::Error("games are cooled by numbers", "cgt_heat() heats by any game");
    }
    return store->games.cool(game, store->games.number_value(by));
  });
}

cgt_status cgt_heat(cgt_store* store, cgt_game g, cgt_game t, cgt_game* out) {
  return make_game(store, out, [&] {
    return store->games.heat(c::read_game(*store, g), c::read_game(*store, t));
  });
}

cgt_status cgt_thermograph(cgt_store* store, cgt_game g, cgt_format format, char* buffer,
                           size_t size, size_t* needed) {
  return text_of_game(store, g, {buffer, size, needed}, [&](GameId game) {
    return c::thermograph_text(store->games.thermograph(game), format);
  });
}

cgt_status cgt_ko_thermograph(cgt_store* store, const char* graph, cgt_komaster komaster,
                              cgt_format format, char* buffer, size_t size, size_t* needed) {
  return c::computing(store, [&](Budget& budget) {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    const cgt::KoGraph kos = cgt::KoGraph::parse(c::read_text(graph, "graph"));
    if (komaster < CGT_NO_KOMASTER || komaster > CGT_KOMASTER_RIGHT) {
      throw c::Refusal(fmt::format("{} is not a komaster", komaster),
                       "CGT_NO_KOMASTER, CGT_KOMASTER_LEFT or CGT_KOMASTER_RIGHT");
    }
    const auto walls =
        cgt::ko_thermograph(kos, cgt::kKomasters[static_cast<std::size_t>(komaster)], budget);
    switch (format) {
      case CGT_TEXT: return c::give(*store, cgt::plot_ko(walls), to);
      case CGT_JSON: return c::give(*store, cgt::to_json(walls), to);
      case CGT_SVG: return c::give(*store, cgt::ko_svg(kos.text(), {{"", walls}}), to);
      default: c::refuse_format(format, "CGT_TEXT, CGT_JSON or CGT_SVG");
    }
  });
}
