// A second evaluator, straight from the definitions and sharing no code with the store: games are
// numbered option lists, <= is its definition, a sum is its definition, a canonical form is found
// by removing options one at a time. Memoised, because otherwise nothing of interest would end.
#pragma once

#include <gmpxx.h>

#include <map>
#include <utility>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt::testing {

class Naive {
 public:
  using Id = int;
  using Ids = std::vector<Id>;
  using Form = std::pair<Ids, Ids>;

  const Ids& left(Id g) const { return forms_[index(g)].first; }
  const Ids& right(Id g) const { return forms_[index(g)].second; }

  Id make(Ids left_options, Ids right_options) {
    for (Ids* side : {&left_options, &right_options}) {
      std::sort(side->begin(), side->end());
      side->erase(std::unique(side->begin(), side->end()), side->end());
    }
    Form form{std::move(left_options), std::move(right_options)};
    const auto [it, fresh] = ids_.emplace(form, static_cast<Id>(forms_.size()));
    if (fresh) forms_.push_back(std::move(form));
    return it->second;
  }

  // The form that the store keeps, option by option.
  Id import(Store& store, GameId g) {
    const auto known = imported_.find(g);
    if (known != imported_.end()) return known->second;
    Ids sides[2];
    for (const Player player : kPlayers) {
      for (const GameId x : store.options(g, player)) {
        sides[cgt::index(player)].push_back(import(store, x));
      }
    }
    return imported_[g] = make(sides[0], sides[1]);
  }

  bool leq(Id g, Id h) {
    const auto known = order_.find({g, h});
    if (known != order_.end()) return known->second;
    bool result = true;
    for (const Id x : left(g)) result = result && !leq(h, x);
    if (result) {
      for (const Id x : right(h)) result = result && !leq(x, g);
    }
    return order_[{g, h}] = result;
  }
  bool equal(Id g, Id h) { return leq(g, h) && leq(h, g); }

  Id add(Id g, Id h) {
    if (h < g) std::swap(g, h);
    const auto known = sums_.find({g, h});
    if (known != sums_.end()) return known->second;
    Ids l;
    Ids r;
    for (std::size_t i = 0; i < left(g).size(); ++i) l.push_back(add(left(g)[i], h));
    for (std::size_t i = 0; i < left(h).size(); ++i) l.push_back(add(g, left(h)[i]));
    for (std::size_t i = 0; i < right(g).size(); ++i) r.push_back(add(right(g)[i], h));
    for (std::size_t i = 0; i < right(h).size(); ++i) r.push_back(add(g, right(h)[i]));
    const Id sum = make(l, r);
    return sums_[{g, h}] = sum;
  }

  Id negate(Id g) {
    Ids l;
    Ids r;
    for (std::size_t i = 0; i < right(g).size(); ++i) l.push_back(negate(right(g)[i]));
    for (std::size_t i = 0; i < left(g).size(); ++i) r.push_back(negate(left(g)[i]));
    return make(l, r);
  }

  // Removes one dominated or reversible option at a time until there is none.
  Id canonical(Id g) {
    const auto known = canonical_.find(g);
    if (known != canonical_.end()) return known->second;
    Ids l;
    Ids r;
    for (std::size_t i = 0; i < left(g).size(); ++i) l.push_back(canonical(left(g)[i]));
    for (std::size_t i = 0; i < right(g).size(); ++i) r.push_back(canonical(right(g)[i]));
    Id form = make(l, r);
    for (Id next = improve(form); next != form; next = improve(form)) form = next;
    return canonical_[g] = form;
  }

  int birthday(Id g) const {
    int days = 0;
    for (const Id x : left(g)) days = std::max(days, birthday(x) + 1);
    for (const Id x : right(g)) days = std::max(days, birthday(x) + 1);
    return days;
  }

  Id integer(int n) {
    if (n == 0) return make({}, {});
    return n > 0 ? make({integer(n - 1)}, {}) : make({}, {integer(n + 1)});
  }
  // n / 2^k as the game itself.
  Id number(long n, unsigned k) {
    while (k > 0 && n % 2 == 0) {
      n /= 2;
      --k;
    }
    return k == 0 ? integer(static_cast<int>(n)) : make({number(n - 1, k)}, {number(n + 1, k)});
  }

  // Is the canonical form g a number? Then its value.
  bool as_number(Id g, mpq_class& value) const {
    const Ids& l = left(g);
    const Ids& r = right(g);
    mpq_class x;
    mpq_class y;
    if (l.empty() && r.empty()) return value = 0, true;
    if (r.empty()) return l.size() == 1 && as_number(l[0], x) && (value = x + 1, true);
    if (l.empty()) return r.size() == 1 && as_number(r[0], x) && (value = x - 1, true);
    return l.size() == 1 && r.size() == 1 && as_number(l[0], x) && as_number(r[0], y) && x < y &&
           (value = (x + y) / 2, true);
  }

  // The stop of a canonical form when Left (Right) starts.
  mpq_class stop(Id g, bool left_starts) const {
    mpq_class best;
    if (as_number(g, best)) return best;
    const Ids& moves = left_starts ? left(g) : right(g);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const mpq_class reached = stop(moves[i], !left_starts);
      if (i == 0 || (left_starts ? reached > best : reached < best)) best = reached;
    }
    return best;
  }

  // The walls of the thermograph at temperature t >= 0, as (left, right): scaffolds from the
  // options at the same t, closed to the value of the mast where they have crossed at or below t.
  std::pair<mpq_class, mpq_class> walls(Id g, const mpq_class& t) {
    mpq_class x;
    if (as_number(g, x)) return {x, x};
    const auto at = scaffolds(g, t);
    if (at.first > at.second) return at;
    // Games born by day 3 bend at multiples of `step` only, and so the crossing is found exactly.
    const mpq_class step(1, 16);
    for (mpq_class s = 0;; s += step) {
      const auto low = scaffolds(g, s);
      if (low.first == low.second) return {low.first, low.first};
      const auto high = scaffolds(g, s + step);
      if (high.first <= high.second) {
        const mpq_class a = low.first - low.second;
        const mpq_class b = high.first - high.second;
        const mpq_class mast = low.first + (high.first - low.first) * a / (a - b);
        return {mast, mast};
      }
    }
  }

 private:
  static std::size_t index(Id g) { return static_cast<std::size_t>(g); }

  std::pair<mpq_class, mpq_class> scaffolds(Id g, const mpq_class& t) {
    const auto known = scaffolds_.find({g, t});
    if (known != scaffolds_.end()) return known->second;
    std::pair<mpq_class, mpq_class> out;
    for (std::size_t i = 0; i < left(g).size(); ++i) {
      const mpq_class value = walls(left(g)[i], t).second - t;
      if (i == 0 || value > out.first) out.first = value;
    }
    for (std::size_t i = 0; i < right(g).size(); ++i) {
      const mpq_class value = walls(right(g)[i], t).first + t;
      if (i == 0 || value < out.second) out.second = value;
    }
    return scaffolds_[{g, t}] = out;
  }

  Id improve(Id g) {
    for (const bool for_left : {true, false}) {
      const Ids mine = for_left ? left(g) : right(g);
      for (std::size_t i = 0; i < mine.size(); ++i) {
        Ids rest = mine;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        for (const Id other : rest) {
          if (for_left ? leq(mine[i], other) : leq(other, mine[i])) return with(g, for_left, rest);
        }
        for (const Id answer : Ids(for_left ? right(mine[i]) : left(mine[i]))) {
          if (!(for_left ? leq(answer, g) : leq(g, answer))) continue;
          const Ids& through = for_left ? left(answer) : right(answer);
          rest.insert(rest.end(), through.begin(), through.end());
          return with(g, for_left, rest);
        }
      }
    }
    return g;
  }
  Id with(Id g, bool for_left, Ids side) {
    return for_left ? make(std::move(side), right(g)) : make(left(g), std::move(side));
  }

  std::map<Form, Id> ids_;
  std::vector<Form> forms_;
  std::map<std::pair<Id, Id>, bool> order_;
  std::map<std::pair<Id, Id>, Id> sums_;
  std::map<Id, Id> canonical_;
  std::map<GameId, Id> imported_;
  std::map<std::pair<Id, mpq_class>, std::pair<mpq_class, mpq_class>> scaffolds_;
};

inline mpq_class to_mpq(const Dyadic& x) {
  mpq_class out(x.numerator());
  mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), x.exponent());
  return out;
}

}  // namespace cgt::testing
