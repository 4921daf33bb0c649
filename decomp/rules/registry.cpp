#include "decomp/rules/registry.hpp"

#include <fmt/format.h>

#include "decomp/rules/domineering.hpp"
#include "decomp/rules/heap/cake.hpp"
#include "decomp/rules/heap/heap.hpp"
#include "decomp/rules/heap/pairs.hpp"

namespace cgt {

// Of most games nobody needs more than the entry: the namespace and the name of each.
// clang-format off
#define CGT_GAMES(X) \
  X(amazons, amazons) X(blockbusting, blockbusting) X(chomp, chomp) X(clobber, anti_clobber) \
  X(clobber, cannibal_clobber) X(clobber, clobber) X(clobber, gen_clobber) \
  X(clobber, hot_clobber) X(clobber, kings) X(clobber, knights) X(clobber, queens) \
  X(clobber, rooks) X(domineering, cram) X(domineering, domineering) X(echess, echess) \
  X(echess, gen_echess) X(explicit_game, explicit) X(fission, fission) X(fox, ceylonese_fox_and_geese) \
  X(fox, fox_and_geese) X(fox, gen_fox_and_geese) X(go, go) X(hackenbush, hackenbush_string) \
  X(hare, hare_and_hounds) X(king_dirt, king_dirt) X(konane, konane) X(maze, maize) \
  X(maze, maze) X(nogo, nogo) X(patterns, patterns) X(poset_game, poset_game) X(sheep, sheep) X(shove, push) \
  X(shove, shove) X(ski_jumps, ski_jumps) X(sylver, sylver) X(toads, backsliding_toads_and_frogs) \
  X(toads, elephants_and_rhinos) X(toads, gen_toads_and_frogs) X(toads, toads_and_frogs) \
  X(toppling, toppling_dominoes) X(turning, turning)
// clang-format on

#define CGT_DECLARE(game, name) \
  namespace game {              \
  RulesetEntry name##_entry();  \
  }
CGT_GAMES(CGT_DECLARE)
namespace arckayles {
std::vector<RulesetEntry> arckayles_entries();
}
namespace col {
std::vector<RulesetEntry> vertex_entries();
}
namespace hackenbush {
std::vector<RulesetEntry> hackenbush_entries();
}

bool needs_arguments(std::string_view signature) {
  const auto count = [&](char c) { return std::ranges::count(signature, c); };
  return !signature.empty() && count('?') <= count(',');
}

std::span<const RulesetEntry> rulesets() {
  static const std::vector<RulesetEntry> all = [] {
#define CGT_CALL(game, name) game::name##_entry(),
    std::vector<RulesetEntry> entries{CGT_GAMES(CGT_CALL)};
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
