// The parts of the core table, by topic; register_core() joins them.
#pragma once

#include <functional>
#include <vector>

#include "lang/context.hpp"
#include "lang/registry.hpp"
#include "lang/values/limits.hpp"

namespace cgt::lang {

void register_core(Registry& registry);

void register_games(Registry& registry);
void register_algebra(Registry& registry);
void register_loopy(Registry& registry);
void register_forms(Registry& registry);
void register_thermography(Registry& registry);
void register_grids(Registry& registry);
void register_classes(Registry& registry);
void register_integers(Registry& registry);
void register_numbers(Registry& registry);
void register_collections(Registry& registry);
void register_strings(Registry& registry);
void register_strategies(Registry& registry);
void register_texts(Registry& registry);
void register_graphs(Registry& registry);
void register_infinity(Registry& registry);
void register_misere(Registry& registry);
void register_transfinite(Registry& registry);
void register_mutables(Registry& registry);
void register_tables(Registry& registry);
void register_plots(Registry& registry);
void register_random(Registry& registry);
void register_more_strings(Registry& registry);
void register_reading(Registry& registry);
void register_more(Registry& registry);
void register_more_grids(Registry& registry);

using Arguments = std::span<const Value>;

// Stable; `less` may throw and need not be a strict order, which std::sort would not tolerate.
void sort_items(Context& c, std::vector<Value>& items,
                const std::function<bool(const Value&, const Value&)>& less);
// By f(x, y): negative if x comes first. `what` is the name of the method.
void sort_with(Context& c, std::vector<Value>& items, const Value& f, const char* what);

// The rows of a table: lists. Requires a value of that class.
std::vector<Value> table_rows(const Value& table);
// A table of these rows of cells.
Value make_table(std::vector<std::vector<Value>> rows);

}  // namespace cgt::lang
