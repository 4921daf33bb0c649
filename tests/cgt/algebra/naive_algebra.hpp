// The operations of the algebra straight from their definitions, on the plain trees of naive.hpp.
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "tests/cgt/naive.hpp"

namespace cgt::testing {

class NaiveAlgebra {
 public:
  using Id = Naive::Id;
  using Ids = Naive::Ids;

  explicit NaiveAlgebra(Naive& naive) : n_(naive) {}

  const Ids& options(Id g, Player player) const {
    return player == Player::kLeft ? n_.left(g) : n_.right(g);
  }

  Id ordinal_sum(Id g, Id h) {
    PerPlayer<Ids> sides;
    for (const Player p : kPlayers) {
      sides[p] = options(g, p);
      for (const Id y : Ids(options(h, p))) sides[p].push_back(ordinal_sum(g, y));
    }
    return make(sides);
  }

  Id ordinal_product(Id g, Id h) {
    PerPlayer<Ids> sides;
    for (const Player p : kPlayers) {
      for (const Id y : Ids(n_.left(h))) {
        const Id base = ordinal_product(g, y);
        for (const Id x : Ids(options(g, p))) sides[p].push_back(ordinal_sum(base, x));
      }
      for (const Id y : Ids(n_.right(h))) {
        const Id base = ordinal_product(g, y);
        for (const Id x : Ids(options(g, opponent(p)))) {
          sides[p].push_back(ordinal_sum(base, n_.negate(x)));
        }
      }
    }
    return make(sides);
  }

  // Options simplified on the way: only their values count in a sum.
  Id conway_product(Id g, Id h) {
    const auto known = products_.find({g, h});
    if (known != products_.end()) return known->second;
    PerPlayer<Ids> sides;
    for (const Player p : kPlayers) {
      for (const Player q : kPlayers) {
        for (const Id x : Ids(options(g, p))) {
          for (const Id y : Ids(options(h, q))) {
            const Id gain = n_.add(conway_product(x, h), conway_product(g, y));
            sides[p == q ? Player::kLeft : Player::kRight].push_back(
                n_.canonical(n_.add(gain, n_.negate(conway_product(x, y)))));
          }
        }
      }
    }
    const Id product = n_.canonical(make(sides));
    return products_[{g, h}] = product;
  }

  Id conjunctive_sum(Id g, Id h) {
    PerPlayer<Ids> sides;
    for (const Player p : kPlayers) {
      for (const Id x : Ids(options(g, p))) {
        for (const Id y : Ids(options(h, p))) sides[p].push_back(conjunctive_sum(x, y));
      }
    }
    return make(sides);
  }

  Id selective_sum(Id g, Id h) {
    PerPlayer<Ids> sides;
    for (const Player p : kPlayers) {
      const Ids in_g = options(g, p);
      const Ids in_h = options(h, p);
      for (const Id x : in_g) sides[p].push_back(selective_sum(x, h));
      for (const Id y : in_h) sides[p].push_back(selective_sum(g, y));
      for (const Id x : in_g) {
        for (const Id y : in_h) sides[p].push_back(selective_sum(x, y));
      }
    }
    return make(sides);
  }

  Id multiple(int times, Id g) {
    Id sum = n_.integer(0);
    for (int i = 0; i < std::abs(times); ++i) sum = n_.canonical(n_.add(sum, g));
    return times < 0 ? n_.negate(sum) : sum;
  }

  // g a canonical form; u any.
  Id norton_multiply(Id g, Id u) {
    if (const auto times = integer(g)) return multiple(*times, u);
    Ids steps;
    for (const Id x : Ids(n_.left(u))) steps.push_back(n_.add(u, n_.add(x, n_.negate(u))));
    for (const Id x : Ids(n_.right(u))) steps.push_back(n_.add(u, n_.add(u, n_.negate(x))));
    PerPlayer<Ids> sides;
    for (const Player p : kPlayers) {
      for (const Id x : Ids(options(g, p))) {
        for (Id step : steps) {
          step = n_.canonical(step);
          if (p == Player::kRight) step = n_.negate(step);
          sides[p].push_back(n_.canonical(n_.add(norton_multiply(x, u), step)));
        }
      }
    }
    return n_.canonical(make(sides));
  }

  Id overheat(Id g, Id s, Id t) {
    if (const auto times = integer(g)) return multiple(*times, s);
    PerPlayer<Ids> sides;
    for (const Player p : kPlayers) {
      for (const Id x : Ids(options(g, p))) {
        const Id tax = p == Player::kLeft ? t : n_.negate(t);
        sides[p].push_back(n_.canonical(n_.add(overheat(x, s, t), tax)));
      }
    }
    return n_.canonical(make(sides));
  }

  // The recursion of the header, on canonical forms.
  Id companion(Id g) {
    const Id zero = n_.integer(0);
    if (g == zero) return n_.make({zero}, {zero});
    PerPlayer<Ids> sides;
    for (const Player p : kPlayers) {
      for (const Id x : Ids(options(g, p))) sides[p].push_back(companion(x));
    }
    if (n_.leq(zero, g)) sides[Player::kLeft].push_back(zero);
    if (n_.leq(g, zero)) sides[Player::kRight].push_back(zero);
    return n_.canonical(make(sides));
  }

  // Does `player` win if they move first and the player without a move wins?
  bool misere_wins(Id g, Player player) {
    const Ids& mine = options(g, player);
    if (mine.empty()) return true;
    for (const Id x : mine) {
      if (!misere_wins(x, opponent(player))) return true;
    }
    return false;
  }

  // 0 none, 1 odd, 2 even; numbers are leaves if `tempered`.
  int parity(Id g, bool tempered) {
    mpq_class x;
    if (tempered && n_.as_number(g, x)) return 2;
    bool all_even = true;
    bool all_odd = true;
    for (const Player p : kPlayers) {
      for (const Id y : options(g, p)) {
        const int below = parity(y, tempered);
        all_even = all_even && below == 2;
        all_odd = all_odd && below == 1;
      }
    }
    return all_odd ? 2 : all_even ? 1 : 0;
  }

  long stop_count(Id g) {
    mpq_class x;
    if (n_.as_number(g, x)) return 1;
    long count = 0;
    for (const Player p : kPlayers) {
      for (const Id y : options(g, p)) count += stop_count(y);
    }
    return count;
  }

  bool all_small(Id g) {
    if (n_.left(g).empty() != n_.right(g).empty()) return false;
    for (const Player p : kPlayers) {
      for (const Id y : options(g, p)) {
        if (!all_small(y)) return false;
      }
    }
    return true;
  }

 private:
  Id make(const PerPlayer<Ids>& sides) {
    return n_.make(sides[Player::kLeft], sides[Player::kRight]);
  }

  std::optional<int> integer(Id g) {
    mpq_class x;
    if (!n_.as_number(g, x) || x.get_den() != 1) return std::nullopt;
    return static_cast<int>(x.get_num().get_si());
  }

  Naive& n_;
  std::map<std::pair<Id, Id>, Id> products_;
};

}  // namespace cgt::testing
