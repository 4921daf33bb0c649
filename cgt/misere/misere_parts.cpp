#include "cgt/misere/misere_parts.hpp"

#include <tuple>

#include "cgt/support/containers.hpp"

namespace cgt {
namespace {

using MiserePair = std::pair<MisereId, MisereId>;

std::uint64_t key_of(MisereId g, MisereId h) { return (static_cast<std::uint64_t>(g) << 32U) | h; }

}  // namespace

struct MisereParts::Tables {
  FlatMap<MisereId, MisereId> even;
  FlatMap<MisereId, std::vector<MisereId>> ordered;
  FlatMap<std::uint64_t, std::optional<MisereId>> differences;  // of even games
  FlatMap<MisereId, std::vector<MisereId>> parts;               // of even games
  FlatMap<std::uint64_t, MisereId> links;                       // the smaller id first
};

MisereParts::MisereParts(MisereGames& games) : games_(games), tables_(std::make_unique<Tables>()) {}
MisereParts::~MisereParts() = default;

bool MisereParts::has_option(MisereId g, MisereId option) const {
  return std::ranges::binary_search(games_.options(g), option);
}

MisereId MisereParts::even_part(MisereId g, Budget& budget) {
  if (const auto it = tables_->even.find(g); it != tables_->even.end()) return it->second;
  const MisereId other = games_.add(g, games_.nim_heap(1, budget), budget);
  const MisereId even = has_option(g, other) ? other : g;
  tables_->even.emplace(g, even);
  tables_->even.emplace(other, even);
  return even;
}

// --- the order --------------------------------------------------------------------------------
// Requires the even parts of both and the ordered options of these. Where options differ at one place
// first, those two decide: a loop, which ends as options are born earlier.
bool MisereParts::before(MisereId g, MisereId h) {
  while (g != h) {
    const MisereId x = tables_->even.at(g);
    const MisereId y = tables_->even.at(h);
    if (x == y) return g == x;
    const auto key = [&](MisereId e) {
      return std::tuple(games_.birthday(e), games_.options(e).size(), games_.nim_value(e),
                        games_.misere_nim_value(e));
    };
    if (key(x) != key(y)) return key(x) < key(y);
    const std::vector<MisereId>& a = tables_->ordered.at(x);
    const std::vector<MisereId>& b = tables_->ordered.at(y);
    const auto [p, q] = std::ranges::mismatch(a, b);
    g = *p;
    h = *q;
  }
  return false;
}

void MisereParts::order(MisereId root, Budget& budget) {
  std::vector<MisereId> stack{root};
  while (!stack.empty()) {
    const MisereId g = stack.back();
    if (tables_->ordered.contains(g)) {
      stack.pop_back();
      continue;
    }
    budget.charge();
    const std::size_t size = stack.size();
    const MisereId even = even_part(g, budget);
    if (even != g && !tables_->ordered.contains(even)) stack.push_back(even);
    const auto options = games_.options(g);
    std::vector<MisereId> sorted(options.begin(), options.end());
    for (const MisereId o : sorted) {
      if (!tables_->ordered.contains(o)) stack.push_back(o);
    }
    if (stack.size() > size) continue;
    std::ranges::sort(sorted, [&](MisereId a, MisereId b) { return before(a, b); });
    tables_->ordered.emplace(g, std::move(sorted));
    stack.pop_back();
  }
}

std::vector<MisereId> MisereParts::options(MisereId g, Budget& budget) {
  order(g, budget);
  return tables_->ordered.at(g);
}

void MisereParts::sort(std::vector<MisereId>& games, Budget& budget) {
  for (const MisereId g : games) order(g, budget);
  std::ranges::sort(games, [&](MisereId a, MisereId b) { return before(a, b); });
}

// --- differences ------------------------------------------------------------------------------
// Let X + h = g for even g and h. If some X + h' is an option of g, X is the difference of that option
// and h'. Otherwise every X + h' is reversible, which is to say that it has g as an option; as X + h''
// is not g, some X' + h' is. Then each option of g is a sum X' + h, and the options of X are the
// differences of these with h, and those of g with each h'.
bool MisereParts::take_apart(MisereId g, MisereId h, std::vector<MiserePair>& missing,
                             Budget& budget) {
  const MisereId one = games_.nim_heap(1, budget);
  // Null: not known yet.
  const auto difference = [&](MisereId a, MisereId b) -> const std::optional<MisereId>* {
    const auto it = tables_->differences.find(key_of(a, b));
    if (it != tables_->differences.end()) return &it->second;
    missing.emplace_back(a, b);
    return nullptr;
  };
  const auto minus_of_any = [&](MisereId a, MisereId b) -> std::optional<MisereId> {
    const MisereId x = even_part(a, budget);
    const MisereId y = even_part(b, budget);
    const auto* found = difference(x, y);
    if (found == nullptr || !*found) return std::nullopt;
    const std::optional<MisereId> d = *found;
    return (a == x) == (b == y) ? d : games_.add(*d, one, budget);
  };
  std::optional<MisereId> answer;
  const auto try_it = [&](MisereId x) {
    budget.charge();
    return (games_.nim_value(x) ^ games_.nim_value(h)) == games_.nim_value(g) &&
           games_.add(x, h, budget) == g;
  };
  const auto of_g = games_.options(g);
  const auto of_h = games_.options(h);
  const std::vector<MisereId> gs(of_g.begin(), of_g.end());
  const std::vector<MisereId> hs(of_h.begin(), of_h.end());
  // A game with an option 0 or *1 has no parts but those that all games have (Conway 1976, ch. 12).
  const bool prime = has_option(g, 0) || has_option(g, one);
  if (h == 0) {
    answer = g;
  } else if (g == h) {
    answer = 0;
  } else if (g != 0 && !prime) {
    std::vector<MisereId> candidates;
    for (const MisereId o : gs) {
      for (const MisereId k : hs) {
        if (const auto x = minus_of_any(o, k)) candidates.push_back(*x);
      }
    }
    std::vector<MisereId> options;
    bool all = true;
    for (const MisereId o : gs) {
      const auto x = minus_of_any(o, h);
      all = all && x;
      if (x) options.push_back(*x);
    }
    for (const MisereId k : hs) {
      const auto x = minus_of_any(g, k);
      all = all && x;
      if (x) options.push_back(*x);
    }
    if (!missing.empty()) return false;
    std::ranges::sort(candidates);
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    const auto it = std::ranges::find_if(candidates, try_it);
    if (it != candidates.end()) {
      answer = *it;
    } else if (all) {
      const MisereId x = games_.construct(std::move(options), budget);
      if (try_it(x)) answer = x;
    }
  }
  tables_->differences.emplace(key_of(g, h), answer);
  return true;
}

std::optional<MisereId> MisereParts::minus(MisereId g, MisereId h, Budget& budget) {
  const MisereId x = even_part(g, budget);
  const MisereId y = even_part(h, budget);
  std::vector<MiserePair> stack{{x, y}};
  std::vector<MiserePair> missing;
  while (!stack.empty()) {
    const auto [a, b] = stack.back();
    missing.clear();
    if (tables_->differences.contains(key_of(a, b)) || take_apart(a, b, missing, budget)) {
      stack.pop_back();
    } else {
      stack.insert(stack.end(), missing.begin(), missing.end());
    }
  }
  const std::optional<MisereId> d = tables_->differences.at(key_of(x, y));
  if (!d || (g == x) == (h == y)) return d;
  return games_.add(*d, games_.nim_heap(1, budget), budget);
}

// --- parts ------------------------------------------------------------------------------------
// If g = X + Y, some option of g is X + Y' or X' + Y, as not all of these are reversible unless g is 0:
// so X or Y is a part of an option.
std::vector<MisereId> MisereParts::parts(MisereId root, Budget& budget) {
  std::vector<MisereId> stack{even_part(root, budget)};
  while (!stack.empty()) {
    const MisereId g = stack.back();
    if (tables_->parts.contains(g)) {
      stack.pop_back();
      continue;
    }
    budget.charge();
    const std::size_t size = stack.size();
    std::vector<MisereId> found;
    const MisereId one = games_.nim_heap(1, budget);
    if (!has_option(g, 0) && !has_option(g, one)) {
      std::vector<MisereId> candidates;
      for (const MisereId o : options(g, budget)) {
        const MisereId even = even_part(o, budget);
        const auto it = tables_->parts.find(even);
        if (it == tables_->parts.end()) {
          stack.push_back(even);
          continue;
        }
        candidates.push_back(even);
        candidates.insert(candidates.end(), it->second.begin(), it->second.end());
      }
      if (stack.size() > size) continue;
      sort(candidates, budget);
      candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
      for (const MisereId x : candidates) {
        if (x == g || std::ranges::find(found, x) != found.end()) continue;
        const auto rest = minus(g, x, budget);
        if (!rest) continue;
        const MisereId y = even_part(*rest, budget);
        found.push_back(x);
        if (y != x) found.push_back(y);
      }
    }
    tables_->parts.emplace(g, std::move(found));
    stack.pop_back();
  }
  return tables_->parts.at(even_part(root, budget));
}

bool MisereParts::is_prime(MisereId g, Budget& budget) {
  const MisereId even = even_part(g, budget);
  return even != 0 && parts(even, budget).empty();
}

std::vector<std::vector<MisereId>> MisereParts::partitions(MisereId g, Budget& budget) {
  struct Partial {
    MisereId rest;
    std::vector<MisereId> primes;
  };
  std::vector<std::vector<MisereId>> found;
  std::vector<Partial> stack{{g, {}}};
  while (!stack.empty()) {
    budget.charge();
    Partial top = std::move(stack.back());
    stack.pop_back();
    const MisereId even = even_part(top.rest, budget);
    if (even == 0) {
      if (top.rest != 0) top.primes.push_back(top.rest);
      found.push_back(std::move(top.primes));
      continue;
    }
    std::vector<MisereId> primes = parts(even, budget);
    primes.push_back(even);
    std::erase_if(primes, [&](MisereId p) { return !is_prime(p, budget); });
    // The least one is taken up first, so it goes last.
    sort(primes, budget);
    std::ranges::reverse(primes);
    for (const MisereId p : primes) {
      if (!top.primes.empty() && p != top.primes.back() && before(p, top.primes.back())) continue;
      const auto rest = minus(top.rest, p, budget);
      if (!rest) continue;
      Partial next{*rest, top.primes};
      next.primes.push_back(p);
      stack.push_back(std::move(next));
    }
  }
  return found;
}

bool MisereParts::is_extraverted(MisereId g, Budget& budget) {
  const std::vector<MisereId> all = options(g, budget);
  return std::ranges::all_of(all, [&](MisereId o) { return minus(g, o, budget).has_value(); });
}

// --- links ------------------------------------------------------------------------------------
bool MisereParts::previous_wins(MisereId g, MisereId h, Budget& budget) {
  return !games_.next_player_wins(games_.add(g, h, budget));
}

bool MisereParts::is_linked(MisereId g, MisereId h) const {
  return !has_option(g, h) && !has_option(h, g);
}

// Does the previous player win 0 + 0 or 0 + h? Then 0 tells the games apart. Otherwise some option of
// one game is linked to the other (Conway 1976, theorem 75): the link is won there, and with the game
// that can move to the option it is not.
std::optional<MisereId> MisereParts::distinguisher(MisereId g, MisereId h, Budget& budget) {
  if (g == h) return std::nullopt;
  if ((g == 0 && !games_.next_player_wins(h)) || (h == 0 && !games_.next_player_wins(g))) return 0;
  for (const auto& [from, to] : {MiserePair(g, h), MiserePair(h, g)}) {
    for (const MisereId o : options(from, budget)) {
      if (is_linked(o, to)) return link(o, to, budget);
    }
  }
  return std::nullopt;
}

MisereId MisereParts::winning_distinguisher(MisereId won, MisereId other, Budget& budget) {
  const MisereId apart = *distinguisher(won, other, budget);
  if (previous_wins(won, apart, budget)) return apart;
  // The other way round: mates of the options answer them (Conway 1976, theorem 75).
  std::vector<MisereId> all{apart};
  for (const MisereId o : options(won, budget)) all.push_back(games_.mate(o, budget));
  return games_.construct(std::move(all), budget);
}

// Conway (1976), theorem 76: the options are games with which the options of g are won and h is lost,
// and the other way round.
bool MisereParts::find_link(MisereId g, MisereId h, std::vector<MiserePair>& missing,
                            Budget& budget) {
  const auto known = [&](MisereId a, MisereId b) {
    return tables_->links.contains(key_of(std::min(a, b), std::max(a, b)));
  };
  // The one link that distinguisher() asks for.
  const auto ask = [&](MisereId a, MisereId b) {
    if ((a == 0 && !games_.next_player_wins(b)) || (b == 0 && !games_.next_player_wins(a))) return;
    for (const auto& [from, to] : {MiserePair(a, b), MiserePair(b, a)}) {
      for (const MisereId o : options(from, budget)) {
        if (!is_linked(o, to)) continue;
        if (!known(o, to)) missing.emplace_back(o, to);
        return;
      }
    }
  };
  for (const auto& [from, to] : {MiserePair(g, h), MiserePair(h, g)}) {
    for (const MisereId o : options(from, budget)) ask(o, to);
  }
  if (!missing.empty()) return false;
  std::vector<MisereId> all;
  for (const auto& [from, to] : {MiserePair(g, h), MiserePair(h, g)}) {
    for (const MisereId o : options(from, budget))
      all.push_back(winning_distinguisher(o, to, budget));
  }
  // Two games without options are both won beside *1.
  const MisereId made = all.empty() ? games_.nim_heap(1, budget) : games_.construct(all, budget);
  tables_->links.emplace(key_of(std::min(g, h), std::max(g, h)), made);
  return true;
}

std::optional<MisereId> MisereParts::link(MisereId g, MisereId h, Budget& budget) {
  if (!is_linked(g, h)) return std::nullopt;
  const auto key = [](MisereId a, MisereId b) { return key_of(std::min(a, b), std::max(a, b)); };
  std::vector<MiserePair> stack{{g, h}};
  std::vector<MiserePair> missing;
  while (!stack.empty()) {
    const auto [a, b] = stack.back();
    missing.clear();
    budget.charge();
    if (tables_->links.contains(key(a, b)) || find_link(a, b, missing, budget)) {
      stack.pop_back();
    } else {
      stack.insert(stack.end(), missing.begin(), missing.end());
    }
  }
  return tables_->links.at(key(g, h));
}

}  // namespace cgt
