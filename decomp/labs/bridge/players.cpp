#include "decomp/labs/bridge/players.hpp"

#include "cgt/support/error.hpp"
#include "cgt/support/text_input.hpp"
#include "decomp/labs/bridge/classic.hpp"
#include "decomp/labs/bridge/improved.hpp"

namespace cgt::bridge {
namespace {

[[noreturn]] void refuse_player(const std::string& name) {
  throw Error("\"" + name + "\" is no player",
              "improved, classic, classic+layouts, rule, pimc:20; defenders: dd, pimc:10");
}

// The number behind "pimc:".
int layouts_of(const std::string& name) {
  const std::optional<int> out = parse_number<int>(std::string_view(name).substr(5));
  if (!out || *out < 1 || *out > 999'999) refuse_player(name);
  return *out;
}

}  // namespace

std::unique_ptr<Player> make_declarer(const std::string& name, std::uint64_t seed, unsigned slot) {
  if (name == "improved") return make_improved(seed, slot);
  if (name == "classic") return make_classic({}, seed);
  if (name == "classic+layouts") {
    ClassicOptions options;
    options.layouts = 32;
    return make_classic(options, seed);
  }
  if (name == "rule") return make_rule_declarer();
  if (name.starts_with("pimc:")) return make_pimc(layouts_of(name), seed, slot);
  refuse_player(name);
}

std::unique_ptr<Player> make_defence(const std::string& name, std::uint64_t seed, unsigned slot) {
  if (name == "dd") return make_seeing_defender(slot);
  if (name.starts_with("pimc:")) return make_pimc(layouts_of(name), seed + 0x5eed, slot);
  throw Error("\"" + name + "\" is no defence", "dd, pimc:10");
}

}  // namespace cgt::bridge
