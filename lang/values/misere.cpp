#include "lang/values/misere.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "cgt/support/containers.hpp"

namespace cgt::lang {
namespace {

constexpr std::int64_t kMostMisereHeap = 200;
// The names of followers are part of a name.
constexpr std::size_t kLongestMisereName = 20'000;
// Beyond so many followers a game is not looked at for being a sum of two of them.
constexpr std::size_t kMostFollowersOfSums = 60;

std::vector<MisereId> misere_followers(Context& c, MisereId g) {
  const MisereGames& games = misere_games(c);
  std::vector<MisereId> found{g};
  FlatMap<MisereId, bool> seen{{g, true}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const MisereId o : games.options(found[i])) {
      if (seen.emplace(o, true).second) found.push_back(o);
    }
    c.budget().charge();
  }
  return found;
}

// Two followers, neither 0 nor the game, whose sum it is; the one that is printed first first. A sum
// with 1 is of the last resort.
std::optional<std::pair<MisereId, MisereId>> summands(Context& c, MisereId g) {
  MisereGames& games = misere_games(c);
  std::vector<MisereId> parts = misere_followers(c, g);
  if (parts.size() > kMostFollowersOfSums) return std::nullopt;
  std::ranges::sort(parts);
  std::optional<std::pair<MisereId, MisereId>> found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = i; j < parts.size(); ++j) {
      const MisereId x = parts[i];
      const MisereId y = parts[j];
      if (x == 0 || x == g || y == g) continue;
      // Genera of sums: nim values add up, and days as far as nothing is reversible.
      if ((games.nim_value(x) ^ games.nim_value(y)) != games.nim_value(g) ||
          games.birthday(x) + games.birthday(y) < games.birthday(g)) {
        continue;
      }
      if (games.add(x, y, c.budget()) != g) continue;
      // *3 beside *2 is *2 + *1: the last one takes the 1.
      const auto key = [&](MisereId part) {
        const auto heap = games.nim_heap_size(part);
        const std::uint32_t odd = heap && *heap % 2 == 1 ? 1 : 0;
        return std::tuple(games.birthday(part) - odd, games.options(part).size() - odd);
      };
      const bool with_one = games.nim_heap_size(x) == 1U || games.nim_heap_size(y) == 1U;
      const auto ordered =
          key(x) > key(y) || (key(x) == key(y) && x < y) ? std::pair(x, y) : std::pair(y, x);
      if (!with_one) return ordered;
      if (!found) found = ordered;
    }
  }
  return found;
}

MisereId form_of_element(Context& c, const Value& v) {
  struct Open {
    std::vector<Value> items;
    std::vector<MisereId> options;
  };
  MisereGames& games = misere_games(c);
  std::vector<Open> open;
  std::optional<MisereId> made;
  const auto enter = [&](const Value& x) {
    if (const auto* form = x.as_native<MisereFormObject>()) {
      made = form->id;
    } else if (x.kind() == Kind::kList) {
      open.push_back({x.as_list(), {}});
    } else if (const auto n = x.small_integer(); n && *n >= 0 && *n <= kMostMisereHeap) {
      made = games.nim_heap(static_cast<std::uint32_t>(*n), c.budget());
    } else {
      throw Error(fmt::format("{} is no option of a misère form", c.text(x)),
                  fmt::format("options are nim heaps to {}, lists of options and forms: *[[2],0]",
                              kMostMisereHeap));
    }
  };
  enter(v);
  while (!open.empty()) {
    if (made) {
      open.back().options.push_back(*made);
      made.reset();
    }
    Open& top = open.back();
    if (top.options.size() < top.items.size()) {
      const Value next = top.items[top.options.size()];
      enter(next);
      continue;
    }
    made = games.construct(std::move(top.options), c.budget());
    open.pop_back();
  }
  return *made;
}

}  // namespace

std::string MisereFormObject::to_text(Context& context, const PrintStyle&) const {
  return "*[" + misere_name(context, id) + "]";
}

bool MisereFormObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const MisereFormObject*>(&other);
  return o != nullptr && o->id == id;
}

Value misere_form_of_list(Context& context, const Value& list) {
  const std::vector<Value>& items = list.as_list();
  return misere_form_value(form_of_element(context, items.size() == 1 ? items[0] : list));
}

std::vector<MisereId> misere_options(Context& context, MisereId g) {
  const MisereGames& games = misere_games(context);
  const auto options = games.options(g);
  std::vector<MisereId> out(options.begin(), options.end());
  const auto key = [&](MisereId o) {
    return std::tuple(games.birthday(o), games.options(o).size(), games.nim_value(o));
  };
  std::ranges::stable_sort(out, [&](MisereId a, MisereId b) { return key(a) > key(b); });
  return out;
}

std::string misere_name(Context& context, MisereId root) {
  const MisereGames& games = misere_games(context);
  struct Name {
    std::string text;
    bool whole = true;  // needs no brackets within another
  };
  FlatMap<MisereId, Name> names;
  std::vector<MisereId> stack{root};
  while (!stack.empty()) {
    const MisereId g = stack.back();
    if (names.contains(g)) {
      stack.pop_back();
      continue;
    }
    context.budget().charge();
    Name name;
    const std::size_t before = stack.size();
    const auto part = [&](MisereId x) -> std::string {
      const auto it = names.find(x);
      if (it != names.end())
        return it->second.whole ? it->second.text : "(" + it->second.text + ")";
      stack.push_back(x);
      return "";
    };
    if (const auto heap = games.nim_heap_size(g)) {
      name.text = *heap < 10 ? std::to_string(*heap) : fmt::format("({})", *heap);
    } else if (const auto sum = summands(context, g)) {
      std::string first = part(sum->first);
      const std::string second = part(sum->second);
      const std::size_t bare = first.find_last_not_of('#') + 1;
      name.text = first.substr(0, bare) + "[" + first.substr(bare) + second + "]";
    } else {
      const std::vector<MisereId> options = misere_options(context, g);
      for (const MisereId o : options) name.text += part(o);
      if (options.size() == 1) {
        name.text += '#';
      } else {
        name.whole = false;
      }
    }
    if (stack.size() > before) continue;
    if (name.text.size() > kLongestMisereName) {
      throw Error("the name of this misère form is too long");
    }
    names.emplace(g, std::move(name));
    stack.pop_back();
  }
  return names.at(root).text;
}

Value misere_binary(Context& context, Token op, const Value& a, const Value& b) {
  const auto* x = a.as_native<MisereFormObject>();
  const auto* y = b.as_native<MisereFormObject>();
  MisereGames& games = misere_games(context);
  if (op == Token::kPlus && x != nullptr && y != nullptr) {
    return misere_form_value(games.add(x->id, y->id, context.budget()));
  }
  const auto n = (x != nullptr ? b : a).small_integer();
  if (op == Token::kStar && n && *n >= 0) {
    MisereId sum = 0;
    for (std::int64_t i = 0; i < *n; ++i) {
      context.budget().charge();
      sum = games.add(sum, (x != nullptr ? x : y)->id, context.budget());
    }
    return misere_form_value(sum);
  }
  throw Error(
      fmt::format("{} is not defined for {} and {}", spelling(op), a.class_name(), b.class_name()),
      "misère forms are added, and multiplied by integers >= 0");
}

}  // namespace cgt::lang
