#include "lang/library/core.hpp"

namespace cgt::lang {

void register_core(Registry& registry) {
  register_games(registry);
  register_algebra(registry);
  register_loopy(registry);
  register_forms(registry);
  register_grids(registry);
  register_classes(registry);
  register_thermography(registry);
  register_integers(registry);
  register_numbers(registry);
  register_collections(registry);
  register_strings(registry);
  register_strategies(registry);
  register_texts(registry);
  register_graphs(registry);
  register_infinity(registry);
  register_misere(registry);
  register_transfinite(registry);
  register_mutables(registry);
  register_tables(registry);
  register_plots(registry);
  register_random(registry);
  register_more_strings(registry);
  register_reading(registry);
  register_more(registry);
  register_more_grids(registry);
}

}  // namespace cgt::lang
