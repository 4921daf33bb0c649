#include "cgt/misere/universe.hpp"

#include <fmt/format.h>

#include "cgt/support/hash.hpp"

namespace cgt {
namespace {

using Options = std::vector<MisereFormId>;

Options copied(std::span<const MisereFormId> options) { return {options.begin(), options.end()}; }

}  // namespace

bool MisereUniverse::contains(MisereFormId g) const {
  switch (kind_) {
    case Kind::kDicot: return forms_.is_dicot(g);
    case Kind::kDeadEnding: return forms_.is_dead_ending(g);
    case Kind::kAll: break;
  }
  return true;
}

// The deepest path goes down two forms of kMaxBirthday days at most.
bool MisereUniverse::at_least(MisereFormId g, MisereFormId h, Budget& budget) {
  if (g == h) return true;
  const std::uint64_t key = (static_cast<std::uint64_t>(g) << 32U) | h;
  if (const auto found = order_.find(key); found != order_.end()) return found->second;
  budget.charge();
  bool holds = proviso(g, h, budget);
  // By index: forms may be made below, and the spans of older ones stay good, but not their owners.
  const Options right = copied(forms_.options(g, Player::kRight));
  const Options left = copied(forms_.options(h, Player::kLeft));
  for (std::size_t i = 0; holds && i < right.size(); ++i) {
    const auto less = [&](MisereFormId o) { return at_least(right[i], o, budget); };
    const auto answers = [&](MisereFormId o) { return at_least(o, h, budget); };
    holds = std::ranges::any_of(copied(forms_.options(h, Player::kRight)), less) ||
            std::ranges::any_of(copied(forms_.options(right[i], Player::kLeft)), answers);
  }
  for (std::size_t i = 0; holds && i < left.size(); ++i) {
    const auto more = [&](MisereFormId o) { return at_least(o, left[i], budget); };
    const auto answers = [&](MisereFormId o) { return at_least(g, o, budget); };
    holds = std::ranges::any_of(copied(forms_.options(g, Player::kLeft)), more) ||
            std::ranges::any_of(copied(forms_.options(left[i], Player::kRight)), answers);
  }
  order_.emplace(key, holds);
  if (order_.size() % kMemoryInterval == 0) {
    meter_.set(budget, 32 * (order_.size() + beside_.size()));
  }
  return holds;
}

bool MisereUniverse::proviso(MisereFormId g, MisereFormId h, Budget& budget) {
  const auto cannot = [&](MisereFormId x, Player player) {
    return forms_.options(x, player).empty();
  };
  const auto implies = [](bool a, bool b) { return !a || b; };
  switch (kind_) {
    case Kind::kAll: break;
    case Kind::kDicot:
      return implies(forms_.wins_moving_first(h, Player::kLeft),
                     forms_.wins_moving_first(g, Player::kLeft)) &&
             implies(forms_.wins_moving_first(g, Player::kRight),
                     forms_.wins_moving_first(h, Player::kRight));
    case Kind::kDeadEnding: {
      const std::uint32_t days = std::max(forms_.birthday(g), forms_.birthday(h)) + 2;
      const auto strong_of = [&](MisereFormId x, Player player) {
        return strong(x, player, days, budget);
      };
      return implies(strong_of(h, Player::kLeft), strong_of(g, Player::kLeft)) &&
             implies(strong_of(g, Player::kRight), strong_of(h, Player::kRight));
    }
  }
  return implies(cannot(h, Player::kLeft), cannot(g, Player::kLeft)) &&
         implies(cannot(g, Player::kRight), cannot(h, Player::kRight));
}

bool MisereUniverse::strong(MisereFormId g, Player player, std::uint32_t days, Budget& budget) {
  // Right beside the ends of Right is Left beside those of Left, in the conjugate.
  const MisereFormId form = player == Player::kLeft ? g : forms_.conjugate(g);
  for (std::uint32_t n = 0; n <= days; ++n) {
    if (!wins_beside_ends(form, true, n, budget)) return false;
  }
  return true;
}

// Does who is to move in G + M_n win? Left has no move in M_n, and Right may move to all M_m, m < n.
bool MisereUniverse::wins_beside_ends(MisereFormId g, bool left_moves, std::uint32_t n,
                                      Budget& budget) {
  const std::uint64_t key =
      (static_cast<std::uint64_t>(g) << 32U) | (std::uint64_t{n} << 1U) | (left_moves ? 1U : 0U);
  if (const auto found = beside_.find(key); found != beside_.end()) return found->second;
  budget.charge();
  const Options options = copied(forms_.options(g, left_moves ? Player::kLeft : Player::kRight));
  bool wins = options.empty() && (left_moves || n == 0);
  for (std::size_t i = 0; !wins && i < options.size(); ++i) {
    wins = !wins_beside_ends(options[i], !left_moves, n, budget);
  }
  for (std::uint32_t m = 0; !wins && !left_moves && m < n; ++m) {
    wins = !wins_beside_ends(g, true, m, budget);
  }
  beside_.emplace(key, wins);
  return wins;
}

MisereUniverse::Order MisereUniverse::compare(MisereFormId g, MisereFormId h, Budget& budget) {
  for (const MisereFormId x : {g, h}) {
    if (!contains(x)) {
      throw Error(fmt::format("{} is not {}", forms_.text(x),
                              kind_ == Kind::kDicot ? "a dicot" : "dead-ending"),
                  kind_ == Kind::kDicot
                      ? "in every follower of a dicot both players can move, or none"
                      : "who cannot move in a follower may never move in it again");
    }
  }
  const bool more = at_least(g, h, budget);
  const bool less = at_least(h, g, budget);
  if (more && less) return Order::kEqual;
  return more ? Order::kGreater : less ? Order::kLess : Order::kIncomparable;
}

// Followers first, each by its simplest options.
MisereFormId MisereUniverse::simplest(MisereFormId g, Budget& budget) {
  std::vector<MisereFormId> stack{g};
  while (!stack.empty()) {
    const MisereFormId form = stack.back();
    if (simplest_.contains(form)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    PerPlayer<Options> options;
    for (const Player player : kPlayers) {
      for (const MisereFormId o : forms_.options(form, player)) {
        if (const auto found = simplest_.find(o); found != simplest_.end()) {
          options[player].push_back(found->second);
        } else {
          stack.push_back(o);
        }
      }
    }
    if (stack.size() > before) continue;
    const MisereFormId with_simple_options =
        forms_.make(std::move(options[Player::kLeft]), std::move(options[Player::kRight]));
    simplest_.emplace(form, simplest_by_options(with_simple_options, budget));
    stack.pop_back();
  }
  return simplest_.at(g);
}

// Step by step; each step leaves an equal form. What a theorem does not promise is compared.
MisereFormId MisereUniverse::simplest_by_options(MisereFormId g, Budget& budget) {
  const auto better = [&](Player player, MisereFormId a, MisereFormId b) {
    return player == Player::kLeft ? at_least(a, b, budget) : at_least(b, a, budget);
  };
  const auto equal = [&](MisereFormId a, MisereFormId b) {
    return contains(a) && at_least(a, b, budget) && at_least(b, a, budget);
  };
  const auto with = [&](MisereFormId form, Player player, const Options& own) {
    Options other = copied(forms_.options(form, opponent(player)));
    return player == Player::kLeft ? forms_.make(own, std::move(other))
                                   : forms_.make(std::move(other), own);
  };
  // The next form, or `form` itself if nothing is left to do for the player.
  const auto step = [&](MisereFormId form, Player player) {
    const Options options = copied(forms_.options(form, player));
    for (std::size_t i = 0; i < options.size(); ++i) {
      Options rest = options;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      const auto dominates = [&](MisereFormId o) { return better(player, o, options[i]); };
      if (std::ranges::any_of(rest, dominates)) return with(form, player, rest);
      for (const MisereFormId back : copied(forms_.options(options[i], opponent(player)))) {
        if (!better(player, form, back)) continue;
        // The option is reversible through `back`: what the player can do there stands for it.
        const Options there = copied(forms_.options(back, player));
        if (!there.empty()) {
          Options replaced = rest;
          replaced.insert(replaced.end(), there.begin(), there.end());
          return with(form, player, replaced);
        }
        // Through an end: the option goes, or, where it is needed, a least one with the same use
        // takes its place.
        const MisereFormId without = with(form, player, rest);
        if (equal(without, form)) return without;
        const MisereFormId star = forms_.nim_heap(1);
        MisereFormId least = star;
        if (kind_ == Kind::kDeadEnding) {
          Options ends;
          for (std::uint32_t n = 0; n <= forms_.birthday(form) && least == star; ++n) {
            // A move to where the player has no move any more, and the opponent some.
            const MisereFormId end =
                player == Player::kLeft ? forms_.make({}, ends) : forms_.make(ends, {});
            Options tried = rest;
            tried.push_back(end);
            if (equal(with(form, player, tried), form)) least = end;
            ends.push_back(end);
          }
        }
        if (least == options[i]) continue;
        Options replaced = rest;
        replaced.push_back(least);
        const MisereFormId small = with(form, player, replaced);
        if (small < form && equal(small, form)) return small;
        if (forms_.birthday(least) < forms_.birthday(options[i]) && equal(small, form))
          return small;
      }
    }
    return form;
  };
  // Options of both players may be needed only by one another: {*|*} is 0 among dicots.
  if (equal(g, 0)) return 0;
  while (true) {
    budget.charge();
    const MisereFormId left = step(g, Player::kLeft);
    if (left != g) {
      g = left;
      continue;
    }
    const MisereFormId right = step(g, Player::kRight);
    if (right == g) return g;
    g = right;
  }
}

std::vector<MisereFormId> MisereUniverse::born_by(std::uint32_t day, Budget& budget) {
  std::vector<MisereFormId> classes{0};
  for (std::uint32_t d = 1; d <= day; ++d) {
    // Sets of options without dominated ones, for Left; those of Right are antichains too.
    std::vector<Options> sets{{}};
    for (std::size_t i = 0; i < sets.size(); ++i) {
      budget.charge();
      // By place in `classes`, ascending.
      const std::size_t next = sets[i].empty() ? 0 : sets[i].back() + std::size_t{1};
      for (std::size_t c = next; c < classes.size(); ++c) {
        const auto comparable = [&](MisereFormId place) {
          return at_least(classes[place], classes[c], budget) ||
                 at_least(classes[c], classes[place], budget);
        };
        if (std::ranges::any_of(sets[i], comparable)) continue;
        Options larger = sets[i];
        larger.push_back(static_cast<MisereFormId>(c));
        sets.push_back(std::move(larger));
      }
    }
    for (Options& set : sets) {
      for (MisereFormId& place : set) place = classes[place];
    }
    // Forms that compare alike with the classes of the day before may be equal.
    FlatMap<std::uint64_t, Options> alike;
    std::vector<MisereFormId> found;
    for (const Options& left : sets) {
      for (const Options& right : sets) {
        const MisereFormId form = forms_.make(left, right);
        if (!contains(form)) continue;
        std::uint64_t signature = static_cast<std::uint64_t>(forms_.outcome(form));
        for (const MisereFormId c : classes) {
          signature = mix(signature, (at_least(form, c, budget) ? 1U : 0U) +
                                         (at_least(c, form, budget) ? 2U : 0U));
        }
        Options& bucket = alike[signature];
        const auto equal = [&](MisereFormId o) {
          return at_least(o, form, budget) && at_least(form, o, budget);
        };
        if (std::ranges::any_of(bucket, equal)) continue;
        bucket.push_back(form);
        found.push_back(form);
      }
    }
    classes = std::move(found);
  }
  return classes;
}

const char* order_sign(MisereUniverse::Order order) {
  switch (order) {
    case MisereUniverse::Order::kEqual: return "=";
    case MisereUniverse::Order::kLess: return "<";
    case MisereUniverse::Order::kGreater: return ">";
    case MisereUniverse::Order::kIncomparable: break;
  }
  return "||";
}

const char* universe_name(MisereUniverse::Kind kind) {
  switch (kind) {
    case MisereUniverse::Kind::kAll: return "all";
    case MisereUniverse::Kind::kDicot: return "dicot";
    case MisereUniverse::Kind::kDeadEnding: break;
  }
  return "dead-ending";
}

}  // namespace cgt
