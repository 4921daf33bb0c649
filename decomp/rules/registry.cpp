#include "decomp/rules/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cgt/support/diagnostic.hpp"
#include "decomp/position/argument_text.hpp"
#include "decomp/rules/arckayles.hpp"
#include "decomp/rules/col.hpp"
#include "decomp/rules/domineering.hpp"
#include "decomp/rules/echess.hpp"
#include "decomp/rules/fox.hpp"
#include "decomp/rules/hackenbush.hpp"
#include "decomp/rules/hackenbush_strings.hpp"
#include "decomp/rules/heap/cake.hpp"
#include "decomp/rules/heap/heap.hpp"
#include "decomp/rules/heap/pairs.hpp"
#include "decomp/rules/turning.hpp"

namespace cgt {

// Each game is one source, of which nobody needs more than its entry.
namespace amazons {
RulesetEntry amazons_entry();
}
namespace blockbusting {
RulesetEntry blockbusting_entry();
}
namespace chomp {
RulesetEntry chomp_entry();
}
namespace clobber {
RulesetEntry clobber_entry();
RulesetEntry anti_clobber_entry();
RulesetEntry cannibal_clobber_entry();
RulesetEntry gen_clobber_entry();
RulesetEntry hot_clobber_entry();
RulesetEntry kings_entry();
RulesetEntry knights_entry();
RulesetEntry queens_entry();
RulesetEntry rooks_entry();
}  // namespace clobber
namespace fission {
RulesetEntry fission_entry();
}
namespace go {
RulesetEntry go_entry();
}
namespace hare {
RulesetEntry hare_and_hounds_entry();
}
namespace king_dirt {
RulesetEntry king_dirt_entry();
}
namespace konane {
RulesetEntry konane_entry();
}
namespace maze {
RulesetEntry maize_entry();
RulesetEntry maze_entry();
}  // namespace maze
namespace nogo {
RulesetEntry nogo_entry();
}
namespace sheep {
RulesetEntry sheep_entry();
}
namespace shove {
RulesetEntry push_entry();
RulesetEntry shove_entry();
}  // namespace shove
namespace ski_jumps {
RulesetEntry ski_jumps_entry();
}
namespace toads {
RulesetEntry backsliding_toads_and_frogs_entry();
RulesetEntry elephants_and_rhinos_entry();
RulesetEntry gen_toads_and_frogs_entry();
RulesetEntry toads_and_frogs_entry();
}  // namespace toads
namespace toppling {
RulesetEntry toppling_dominoes_entry();
}

bool needs_arguments(std::string_view signature) {
  const auto count = [&](char c) { return std::ranges::count(signature, c); };
  return !signature.empty() && count('?') <= count(',');
}

std::span<const RulesetEntry> rulesets() {
  static const std::vector<RulesetEntry> all = [] {
    std::vector<RulesetEntry> entries{
        amazons::amazons_entry(),
        blockbusting::blockbusting_entry(),
        chomp::chomp_entry(),
        clobber::anti_clobber_entry(),
        clobber::cannibal_clobber_entry(),
        clobber::clobber_entry(),
        clobber::gen_clobber_entry(),
        clobber::hot_clobber_entry(),
        clobber::kings_entry(),
        clobber::knights_entry(),
        clobber::queens_entry(),
        clobber::rooks_entry(),
        domineering::cram_entry(),
        domineering::domineering_entry(),
        echess::echess_entry(),
        echess::gen_echess_entry(),
        fission::fission_entry(),
        fox::ceylonese_fox_and_geese_entry(),
        fox::fox_and_geese_entry(),
        fox::gen_fox_and_geese_entry(),
        go::go_entry(),
        hackenbush::hackenbush_string_entry(),
        hare::hare_and_hounds_entry(),
        king_dirt::king_dirt_entry(),
        konane::konane_entry(),
        maze::maize_entry(),
        maze::maze_entry(),
        nogo::nogo_entry(),
        sheep::sheep_entry(),
        shove::push_entry(),
        shove::shove_entry(),
        ski_jumps::ski_jumps_entry(),
        toads::backsliding_toads_and_frogs_entry(),
        toads::elephants_and_rhinos_entry(),
        toads::gen_toads_and_frogs_entry(),
        toads::toads_and_frogs_entry(),
        toppling::toppling_dominoes_entry(),
        turning::turning_entry(),
    };
    const auto add = [&](std::vector<RulesetEntry> more) {
      for (RulesetEntry& entry : more) entries.push_back(std::move(entry));
    };
    add(arckayles::arckayles_entries());
    add(col::vertex_entries());
    add(hackenbush::hackenbush_entries());
    add(heap::cake_entries());
    add(heap::heap_entries());
    add(heap::pair_entries());
    std::ranges::sort(entries, {}, &RulesetEntry::path);
    return entries;
  }();
  return all;
}

const RulesetEntry* find_ruleset(std::string_view name) {
  for (const RulesetEntry& entry : rulesets()) {
    if (entry.name == name || entry.path == name) return &entry;
  }
  return nullptr;
}

std::string in_the_language(std::string_view name) {
  const std::size_t open = name.find('(');
  if (open == std::string_view::npos) return std::string(name);
  const RulesetEntry* entry = find_ruleset(name.substr(0, open));
  if (entry == nullptr) return std::string(name);
  return entry->path + std::string(name.substr(open));
}

std::shared_ptr<const Ruleset> registered_ruleset(const std::string& name) {
  const std::size_t open = name.find('(');
  const std::string word = name.substr(0, open);
  if (const RulesetEntry* entry = find_ruleset(word)) {
    if (open != std::string::npos)
      return entry->make(parse_arguments(SourceText("<ruleset>", name), open + 1));
    if (!needs_arguments(entry->signature)) return entry->make({});
    throw Error(fmt::format("{} needs its parameters", name),
                fmt::format("write '{}(...)': {}", entry->path, entry->signature));
  }
  std::vector<std::string> names;
  for (const RulesetEntry& entry : rulesets()) names.push_back(entry.name);
  const std::string near = closest(word, names);
  throw Error(
      fmt::format("there is no game \"{}\"", word),
      near.empty() ? "cgt eval --list shows all games" : fmt::format("did you mean \"{}\"?", near));
}

}  // namespace cgt
