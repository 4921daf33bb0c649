// Poset games (Schuh 1952, Gale 1974; Byrnes 2003): a move takes an element of a finite partially ordered set away,
// and all above it. Who cannot move has lost. Impartial. Chomp is the game of a product of chains without its least
// element; so are Schuh's game of divisors and higher Chomp. On trees it is Green Hackenbush, on antichains Nim of ones.
//
//   PosetGame("a<b<c, a<d")     elements and what is above them
//   PosetGame("3x4x2")          Chomp in a box; the elements are 1.0.0, 0.1.0, ...
//
// Elements that are not connected by comparisons are summands.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/text_input.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::poset_game {

constexpr const char* kName = "PosetGame";
constexpr std::size_t kMost = 64;

using Set = std::uint64_t;

struct Poset {
  std::vector<std::string> names;
  std::vector<Set> above;  // of each element, itself included

  friend bool operator==(const Poset&, const Poset&) = default;
};

class Position {
 public:
  static constexpr bool kImpartial = true;

  Position() = default;
  Position(const Poset* poset, Set left) : poset_(poset), left_(left) {}

  // `move` is the number of the element.
  std::vector<Option<Position>> options(Player /*player*/) const {
    std::vector<Option<Position>> out;
    for (Set rest = left_; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
      out.push_back({i, Position(poset_, left_ & ~poset_->above[i])});
    }
    return out;
  }
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint32_t depth_hint() const { return static_cast<std::uint32_t>(std::popcount(left_)); }
  std::uint64_t hash() const { return mix(left_, reinterpret_cast<std::uintptr_t>(poset_)); }
  std::string text() const {
    std::string out;
    for (Set rest = left_; rest != 0; rest &= rest - 1)
      out += (out.empty() ? "" : " ") +
             poset_->names[static_cast<std::size_t>(std::countr_zero(rest))];
    return out.empty() ? "none" : out;
  }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  const Poset* poset_ = nullptr;
  Set left_ = 0;
};

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  for (Set rest = left_; rest != 0;) {
    Set part = rest & (~rest + 1);
    for (Set before = 0; before != part;) {
      before = part;
      for (Set all = rest; all != 0; all &= all - 1) {
        const Set above = poset_->above[static_cast<std::size_t>(std::countr_zero(all))] & rest;
        if ((above & part) != 0) part |= above;
      }
    }
    rest &= ~part;
    sum.push_back({Position(poset_, part), false});
  }
  return 0;
}

namespace {

bool is_name_part(char c) { return is_letter(c) || is_digit(c); }

[[noreturn]] void refuse_size() {
  throw Error("the set is too large", fmt::format("at most {} elements", kMost));
}

// "3x4x2"; empty: something else.
std::vector<std::uint64_t> box_of(std::string_view text) {
  std::vector<std::uint64_t> sides;
  while (true) {
    const std::optional<std::uint64_t> side = take_number<std::uint64_t>(text);
    if (!side || *side == 0) return {};
    sides.push_back(*side);
    if (text.empty()) return sides.size() > 1 ? sides : std::vector<std::uint64_t>{};
    if (text.front() != 'x') return {};
    text.remove_prefix(1);
  }
}

Poset chomp(const std::vector<std::uint64_t>& sides) {
  std::uint64_t size = 1;
  for (const std::uint64_t side : sides) {
    if (side > kMost + 1 || (size *= side) > kMost + 1) refuse_size();
  }
  std::vector<std::vector<std::uint64_t>> places;
  Poset poset;
  for (std::uint64_t n = 1; n < size; ++n) {
    std::vector<std::uint64_t>& place = places.emplace_back();
    std::string name;
    std::uint64_t rest = n;
    for (const std::uint64_t side : sides) {
      place.push_back(rest % side);
      rest /= side;
      name += fmt::format("{}{}", name.empty() ? "" : ".", place.back());
    }
    poset.names.push_back(name);
  }
  for (const auto& low : places) {
    Set above = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      bool is_above = true;
      for (std::size_t d = 0; d < sides.size(); ++d) is_above = is_above && places[i][d] >= low[d];
      if (is_above) above |= Set{1} << i;
    }
    poset.above.push_back(above);
  }
  return poset;
}

// Statements "a<b<c" with commas between.
Poset read_poset(const std::string& text) {
  if (const std::vector<std::uint64_t> box = box_of(trimmed(text)); !box.empty()) return chomp(box);
  const SourceText source("<order>", text);
  Poset poset;
  std::map<std::string, std::size_t, std::less<>> numbers;
  std::optional<std::size_t> below;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("<,", from), text.size());
    const std::string name(trimmed(source.text().substr(from, end - from)));
    const auto refuse = [&](const std::string& message) {
      throw InputError(source, {{Severity::kError,
                                 message,
                                 "write \"a<b<c, a<d\", or a box, \"3x4\"",
                                 {from, end - from}}});
    };
    if (name.empty() || !is_letter(name.front()) || !std::ranges::all_of(name, is_name_part))
      refuse(fmt::format("expected the name of an element; found \"{}\"", name));
    if (name == "all" || name == "none")
      refuse(fmt::format("\"{}\" is the name of a position", name));
    const auto [at, fresh] = numbers.emplace(name, numbers.size());
    const std::size_t element = at->second;
    if (fresh) {
      if (numbers.size() > kMost) refuse_size();
      poset.names.push_back(name);
      poset.above.push_back(Set{1} << element);
    }
    if (below == element) refuse(fmt::format("{} is not above itself", name));
    if (below) poset.above[*below] |= Set{1} << element;
    below = end < text.size() && text[end] == '<' ? std::optional(element) : std::nullopt;
    from = end + 1;
  }
  // What is above those above; an order has no circle.
  for (std::size_t k = 0; k < poset.above.size(); ++k) {
    for (Set& above : poset.above) {
      if ((above >> k & 1U) != 0) above |= poset.above[k];
    }
  }
  for (std::size_t i = 0; i < poset.above.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if ((poset.above[i] >> k & 1U) != 0 && (poset.above[k] >> i & 1U) != 0) {
        throw Error(fmt::format("{} and {} are above each other", poset.names[k], poset.names[i]),
                    "an order has no circle");
      }
    }
  }
  return poset;
}

Position read(const Poset* poset, RulesetArguments& arguments) {
  const std::string text = arguments.string("elements", 0, "all");
  const std::string_view given = trimmed(text);
  const std::size_t size = poset->names.size();
  const Set all = size == kMost ? ~Set{0} : (Set{1} << size) - 1;
  if (given == "all") return {poset, all};
  Set left = 0;
  for (std::size_t at = 0; at < given.size() && given != "none";) {
    const std::size_t end = std::min(given.find_first_of(" ,", at), given.size());
    const std::string name(given.substr(at, end - at));
    at = end + 1;
    if (name.empty()) continue;
    const auto found = std::ranges::find(poset->names, name);
    if (found == poset->names.end())
      throw Error(fmt::format("there is no element \"{}\"", name),
                  "write those that are left, or \"all\"");
    left |= Set{1} << static_cast<unsigned>(found - poset->names.begin());
  }
  return {poset, left};
}

}  // namespace

RulesetEntry poset_game_entry() {
  return {
      "poset-game",
      fmt::format("game.graph.{}", kName),
      "takes an element of an order and all above it: \"a<b<c, a<d\", or Chomp in a box, \"3x4x2\"",
      "the elements that are left, or \"all\"",
      "all",
      "order?",
      [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
        const Poset* poset = interned(read_poset(arguments.string("order", 0, "a<b<c, a<d")));
        arguments.finish();
        return std::make_shared<PlainRuleset>(
            kName, "", [poset](RulesetArguments& position) { return read(poset, position); });
      }};
}

}  // namespace cgt::poset_game
