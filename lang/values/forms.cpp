#include "lang/values/forms.hpp"

#include "lang/registry.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace cgt::lang {

std::string FormObject::to_text(Context& context, const PrintStyle& style) const {
  return context.forms().to_text(form, style);
}

bool FormObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const FormObject*>(&other);
  return o != nullptr && o->form == form;
}

std::uint64_t FormObject::hash() const { return mix(form.word(), 1); }

Form form_of(Context& context, const Value& v, std::string_view what) {
  if (const auto* object = v.as_native<FormObject>()) return object->form;
  if (const auto* misere = v.as_native<MisereFormObject>())
    return misere_as_form(context, misere->id);
  return {context.game(v, what)};
}

std::string narrow_class(Context& context, const Value& v) {
  const auto* written = v.as_native<FormObject>();
  if (written == nullptr) return value_class(context.store(), v);
  if (context.forms().is_explicit(written->form)) return "ExplicitGame";
  return context.forms().is_negative(written->form) ? "NegativeGame" : "CompoundGame";
}

Value form_value(Context& context, Form form) {
  if (form.is_game()) return context.wrap(form.game());
  return Value::native<FormObject>(form);
}

namespace {

constexpr std::int64_t kMostMisereHeap = 200;
// The names of followers are part of a name.
constexpr std::size_t kLongestMisereName = 20'000;
// Beyond so many followers a name has differences only that are options.
constexpr std::size_t kMostFollowersOfSums = 60;

bool misere_followers_exceed(Context& c, MisereId g, std::size_t most) {
  const MisereGames& games = misere_games(c);
  std::vector<MisereId> found{g};
  FlatMap<MisereId, bool> seen{{g, true}};
  for (std::size_t i = 0; i < found.size() && found.size() <= most; ++i) {
    for (const MisereId o : games.options(found[i])) {
      if (seen.emplace(o, true).second) found.push_back(o);
    }
    c.budget().charge();
  }
  return found.size() > most;
}

// The game as a sum x + *n (n > 0) or a difference x - *-n (n < 0) of an x born earlier, or as 0 and 0.
struct HeapBeside {
  MisereId rest = 0;
  std::int64_t heap = 0;
};

HeapBeside heap_beside(Context& c, MisereId g) {
  MisereGames& games = misere_games(c);
  MisereParts& parts = misere_parts(c);
  const std::uint32_t day = games.birthday(g);
  const bool odd = !parts.is_even(g, c.budget());
  const auto options = games.options(g);
  const std::vector<MisereId> moves(options.begin(), options.end());
  const bool small = !misere_followers_exceed(c, g, kMostFollowersOfSums);
  for (std::uint32_t n = odd ? 3 : 2; n < day; n += 2) {
    const MisereId heap = games.nim_heap(n, c.budget());
    if (small) {
      const auto rest = parts.minus(g, heap, c.budget());
      if (rest && games.birthday(*rest) < day) return {*rest, n};
      const MisereId sum = games.add(g, heap, c.budget());
      if (games.birthday(sum) < day) return {sum, -static_cast<std::int64_t>(n)};
      continue;
    }
    for (const MisereId x : moves) {
      if (games.birthday(x) + n < day || (games.nim_value(x) ^ n) != games.nim_value(g)) continue;
      if (games.add(x, heap, c.budget()) == g) return {x, n};
    }
  }
  if (odd) return {parts.even_part(g, c.budget()), 1};
  return {};
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
      throw Error(fmt::format("{} is not an option of a misère form", c.text(x)),
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

std::string misere_name(Context& context, MisereId root) {
  const MisereGames& games = misere_games(context);
  struct Name {
    std::string head;  // a game, options in brackets if there are several
    std::string tail;  // heaps beside it and signs #: what stands in [], or nothing
    std::string text() const {
      const bool plain = tail.find_first_not_of('#') == std::string::npos;
      return plain ? head + tail : head + "[" + tail + "]";
    }
  };
  FlatMap<MisereId, Name> names;
  std::vector<MisereId> stack{root};
  const auto digit = [](std::int64_t n) {
    return n < 10 ? std::to_string(n) : fmt::format("({})", n);
  };
  while (!stack.empty()) {
    const MisereId g = stack.back();
    if (names.contains(g)) {
      stack.pop_back();
      continue;
    }
    context.budget().charge();
    Name name;
    const std::size_t before = stack.size();
    const auto part = [&](MisereId x) -> const Name* {
      const auto it = names.find(x);
      if (it != names.end()) return &it->second;
      stack.push_back(x);
      return nullptr;
    };
    if (const auto heap = games.nim_heap_size(g)) {
      name.head = digit(*heap);
    } else if (const HeapBeside beside = heap_beside(context, g); beside.heap != 0) {
      if (const Name* rest = part(beside.rest)) {
        name = *rest;
        name.tail += (beside.heap < 0 ? "-" : "") + digit(std::abs(beside.heap));
      }
    } else {
      std::vector<MisereId> options = misere_parts(context).options(g, context.budget());
      std::ranges::reverse(options);
      if (options.size() == 1) {
        if (const Name* only = part(options[0])) {
          name = *only;
          name.tail += '#';
        }
      } else {
        name.head = "(";
        for (const MisereId o : options) {
          if (const Name* option = part(o)) name.head += option->text();
        }
        name.head += ")";
      }
    }
    if (stack.size() > before) continue;
    if (name.head.size() + name.tail.size() > kLongestMisereName) {
      throw Error("the name of this misère form is too long");
    }
    names.emplace(g, std::move(name));
    stack.pop_back();
  }
  const Name& whole = names.at(root);
  // The brackets around the whole are enough.
  if (whole.tail.empty() && games.options(root).size() > 1 && !games.nim_heap_size(root)) {
    return whole.head.substr(1, whole.head.size() - 2);
  }
  return whole.text();
}

Form misere_as_form(Context& context, MisereId g) {
  const MisereGames& games = misere_games(context);
  std::vector<MisereId> all{g};
  FlatMap<MisereId, Form> forms;
  for (std::size_t i = 0; i < all.size(); ++i) {
    context.budget().charge();
    if (!forms.emplace(all[i], Form()).second) continue;
    const auto options = games.options(all[i]);
    all.insert(all.end(), options.begin(), options.end());
  }
  // Options are older than what they are options of.
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (const MisereId x : all) {
    context.budget().charge();
    std::vector<Form> options;
    for (const MisereId o : games.options(x)) options.push_back(forms.at(o));
    forms[x] = context.forms().make(options, options);
  }
  return forms.at(g);
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
  const auto is_game = [](const Value& v) {
    return v.kind() == Kind::kGame || v.is_number() || v.as_native<FormObject>() != nullptr;
  };
  if ((op == Token::kPlus || op == Token::kMinus || op == Token::kColon) &&
      (x == nullptr ? is_game(a) : y == nullptr && is_game(b))) {
    const Form left = form_of(context, a, "a game");
    const Form right = form_of(context, b, "a game");
    Forms& forms = context.forms();
    return form_value(context, op == Token::kColon  ? forms.ordinal_sum(left, right)
                               : op == Token::kPlus ? forms.sum(left, right)
                                                    : forms.sum(left, forms.negate(right)));
  }
  throw Error(
      fmt::format("{} is not defined for {} and {}", spelling(op), a.class_name(), b.class_name()),
      "misère forms are added, and multiplied by integers >= 0");
}

}  // namespace cgt::lang
