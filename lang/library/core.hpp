// The parts of the core table, by topic; register_core() joins them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/context.hpp"
#include "lang/registry.hpp"

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

// Classes of the library that are written in the language itself. They are read when a script first
// names them.

// The source of a class of the library, or empty.
std::string_view library_source(std::string_view name);
std::vector<std::string_view> library_names();

// What scripts may read: files below the folder of the running script (the working folder, if there
// is none), unless the session was told otherwise. Links are followed before the path is judged.
// They write only below a folder that the session was told; nothing in the language starts programs.

// The path to open for what a script names; relative paths start at its folder. Throws Error for a
// path that it may not read.
std::string readable_path(Context& context, const std::string& path);
// The text of the file that a script names, or what the session provides under that name. Throws Error if it
// may not or cannot be read, and if it is longer than texts may be.
std::string readable_text(Context& context, const std::string& path);
// Writes the file, or adds to its end; relative paths start at Context::write_folder(). Throws Error if it may not
// or cannot be written.
void write_text(Context& context, const std::string& path, const std::string& text, bool append);

}  // namespace cgt::lang
