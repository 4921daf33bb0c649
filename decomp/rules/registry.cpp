#include "decomp/rules/registry.hpp"

#include <algorithm>
#include <array>

#include "decomp/rules/clobber/clobber.hpp"
#include "decomp/rules/domineering/domineering.hpp"

namespace cgt {

std::span<const RulesetEntry> rulesets() {
  static const std::vector<RulesetEntry> all = [] {
    std::vector<RulesetEntry> entries{
        clobber::anti_clobber_entry(), clobber::cannibal_clobber_entry(), clobber::clobber_entry(),
        clobber::gen_clobber_entry(),  clobber::hot_clobber_entry(),      clobber::kings_entry(),
        clobber::knights_entry(),      clobber::queens_entry(),           clobber::rooks_entry(),
        domineering::cram_entry(),     domineering::domineering_entry(),
    };
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

}  // namespace cgt
