// The packages that show decomp to scripts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cgt/ko/thermograph.hpp"
#include "decomp/go/board/board.hpp"
#include "decomp/position/ruleset.hpp"
#include "lang/registry.hpp"
#include "lang/session.hpp"
#include "lang/values/drawing.hpp"

namespace cgt::lang {

// game.go: Go regions, boards and SGF problems.
CGT_API Package go_package();

// game.go.Semeai: rows of game.go on races to capture.
CGT_API void add_semeai_rows(Package& package);
// The race on a whole board. Lists of names of points: stones of the essential blocks, and of other
// blocks that can be taken, or Nothing.
CGT_API Value semeai_on_board(Context& c, const go::Board& board, const Value& essential,
                              const Value& others);

// game.boxes: Dots and Boxes.
CGT_API Package boxes_package();

// game.ko: cyclic score graphs and their thermographs.
CGT_API Package ko_package();
// Left, Right or "none". Throws Error.
CGT_API Komaster komaster_argument(Context& c, const Value& value);
// The thermograph of a komaster; it is written as `question`, with him as the argument.
CGT_API Value ko_thermograph_value(const KoThermographs& all, Komaster komaster,
                                   const std::string& question);
CGT_API Value ko_graph_value(const KoGraph& graph);
// The graph that a value is, if it is one.
CGT_API const KoGraph* as_ko_graph(const Value& value);

// What play in a region or subgame of Go is, its settled part counted: the value, or the graph of its
// kos. None if the value is neither.
CGT_API std::optional<std::variant<GameId, KoGraph>> go_term(Context& c, const Value& value);

// game.bridge: deals, declarers, exact suits and endings. In builds with CGT_LABS.
CGT_API Package bridge_package();

// game.environment: sums of games and kos beside coupons.
CGT_API Package environment_package();

// game.search.AStar and others, rows of game.search on puzzles and on chance.
CGT_API void add_single_agent_rows(Package& package);
// game.search.Lookahead, a row of game.search. In builds with CGT_LABS.
CGT_API void add_lookahead_rows(Package& package);

// game.search, game.pob: searches of games that scripts define.
CGT_API Package search_package();
CGT_API Package pob_package();

// htn: plan libraries as scripts.
CGT_API Package htn_package();

// game.sums: who wins a sum of positions and values.
CGT_API Package sums_package();

// game.grid, game.strip, game.graph, game.heap: the registry of decomp.
CGT_API std::vector<Package> ruleset_packages();

// Are the positions of the ruleset at this path written as graphs?
CGT_API bool writes_graphs(std::string_view ruleset);

// The picture of a position of a native ruleset, by the path of the ruleset in the language
// ("game.grid.Clobber") and the text of the position. Throws Error if there is none.
CGT_API std::string picture_of_position(const std::string& ruleset, const Ruleset& rules,
                                        const std::string& text, Budget& budget);
// The graph that the text of a position of a ruleset on graphs means, whatever its letters mean.
CGT_API DrawnGraph drawn_graph(const std::string& ruleset, const std::string& text, Budget& budget);

// The page of the manual that lists the native rulesets.
CGT_API std::string rulesets_page();

// The ruleset that a value is; null if it is none.
CGT_API std::shared_ptr<const Ruleset> native_ruleset(const Value& value);

// All packages.
CGT_API void add_all_packages(Session& session);

}  // namespace cgt::lang
