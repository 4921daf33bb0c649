#include "decomp/search/information_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace cgt::search {

void require_information_sets(const GameType& type) {
  if (type.players > 2 || (type.players == 2 && type.sum != UtilitySum::kZero)) {
    throw Error(
        "information sets are for one player, or two of whom one loses what the other gains");
  }
}

void refuse_set(int player, const char* reason, const char* hint) {
  throw Error(fmt::format("player {} {}", player + 1, reason), hint);
}

namespace {

using Tree = InformationTree;
using Set = Tree::Set;

// What the plays that end with two sequences are worth together, by chance.
struct Payment {
  std::array<std::uint32_t, 2> sequence;
  Rational amount;
  double rounded = 0;
};

std::vector<Payment> payments_of(const Tree& tree) {
  std::map<std::array<std::uint32_t, 2>, Rational> sums;
  for (const Tree::Node& node : tree.nodes) {
    if (node.player == kTerminal) sums[node.sequence] += node.chance * node.utility;
  }
  std::vector<Payment> out;
  for (auto& [sequence, amount] : sums) {
    if (!(amount == Rational(0))) out.push_back({sequence, amount, amount.to_double()});
  }
  return out;
}

// Player p's best answer to a plan of the other, and what it is worth to player 0.
struct Answer {
  Plan plan;
  Rational value;
};

Answer best_answer(const Tree& tree, const std::vector<Payment>& payments, std::size_t p,
                   const Plan& other) {
  Plan worth(tree.sequences[p]);
  for (const Payment& payment : payments)
    worth[payment.sequence[p]] += other[payment.sequence[1 - p]] * payment.amount;
  const std::vector<Set>& sets = tree.sets[p];
  std::vector<std::uint32_t> choice(sets.size());
  for (std::size_t i = sets.size(); i-- > 0;) {
    const Set& set = sets[i];
    std::uint32_t best = set.first;
    for (std::uint32_t s = set.first + 1; s < set.first + set.count; ++s) {
      if (p == 0 ? worth[best] < worth[s] : worth[s] < worth[best]) best = s;
    }
    choice[i] = best;
    worth[set.before] += worth[best];
  }
  Answer answer{Plan(tree.sequences[p]), worth[0]};
  answer.plan[0] = Rational(1);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    answer.plan[choice[i]] = answer.plan[sets[i].before];
  }
  return answer;
}

Judged judged(const Tree& tree, const std::vector<Payment>& payments, std::array<Plan, 2> plans) {
  Judged out;
  for (const Payment& payment : payments) {
    out.value += plans[0][payment.sequence[0]] * plans[1][payment.sequence[1]] * payment.amount;
  }
  out.promise = out.value;
  out.lower = best_answer(tree, payments, 1, plans[0]).value;
  out.upper = best_answer(tree, payments, 0, plans[1]).value;
  out.plans = std::move(plans);
  return out;
}

// Of each set the move that `choose(set)` numbers, always.
template <class Choose>
Plan pure_plan(const Tree& tree, std::size_t p, const Choose& choose) {
  Plan plan(tree.sequences[p]);
  plan[0] = Rational(1);
  for (std::uint32_t i = 0; i < tree.sets[p].size(); ++i) {
    const Set& set = tree.sets[p][i];
    plan[set.first + choose(i)] = plan[set.before];
  }
  return plan;
}

// Mixtures of rows (who wants much) and columns that are best against each other, by the simplex method with the
// rule of Bland (1977), which never comes back to a basis.
struct Mixtures {
  std::vector<Rational> rows, columns;
};

Mixtures solve_matrix(const std::vector<std::vector<Rational>>& matrix, Budget& budget) {
  const std::size_t m = matrix.size();
  const std::size_t n = matrix.front().size();
  Rational least = matrix[0][0];
  for (const auto& row : matrix) {
    for (const Rational& x : row) least = std::min(least, x);
  }
  // Maximise the sum of q where (matrix + shift) q <= 1: all entries are positive then. Columns: q, slacks, right side.
  const Rational shift = Rational(1) - least;
  std::vector<std::vector<Rational>> table(m + 1, std::vector<Rational>(n + m + 1));
  std::vector<std::size_t> basis(m);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) table[i][j] = matrix[i][j] + shift;
    table[i][n + i] = Rational(1);
    table[i][n + m] = Rational(1);
    basis[i] = n + i;
  }
  for (std::size_t j = 0; j < n; ++j) table[m][j] = Rational(-1);
  const Rational zero(0);
  for (;;) {
    std::size_t enter = 0;
    while (enter < n + m && !(table[m][enter] < zero)) ++enter;
    if (enter == n + m) break;
    std::size_t leave = m;
    Rational ratio;
    for (std::size_t i = 0; i < m; ++i) {
      if (!(zero < table[i][enter])) continue;
      Rational r = table[i][n + m] / table[i][enter];
      if (leave == m || r < ratio || (r == ratio && basis[i] < basis[leave])) {
        leave = i;
        ratio = std::move(r);
      }
    }
    budget.charge(m * n);
    const Rational pivot = table[leave][enter];
    for (Rational& x : table[leave]) x /= pivot;
    for (std::size_t i = 0; i <= m; ++i) {
      if (i == leave || table[i][enter] == zero) continue;
      const Rational factor = table[i][enter];
      for (std::size_t j = 0; j <= n + m; ++j) {
        if (!(table[leave][j] == zero)) table[i][j] -= factor * table[leave][j];
      }
    }
    basis[leave] = enter;
  }
  const Rational sum = table[m][n + m];
  Mixtures out{std::vector<Rational>(m), std::vector<Rational>(n)};
  for (std::size_t i = 0; i < m; ++i) {
    out.rows[i] = table[m][n + i] / sum;
    if (basis[i] < n) out.columns[basis[i]] = table[i][n + m] / sum;
  }
  return out;
}

Plan mixture(const std::vector<Plan>& plans, const std::vector<Rational>& weights) {
  Plan out(plans.front().size());
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (weights[i] == Rational(0)) continue;
    for (std::size_t s = 0; s < out.size(); ++s) {
      if (!(plans[i][s] == Rational(0))) out[s] += weights[i] * plans[i][s];
    }
  }
  return out;
}

}  // namespace

Judged equilibrium(const InformationTree& tree, Budget& budget) {
  const std::vector<Payment> payments = payments_of(tree);
  std::array<std::vector<Plan>, 2> pure;
  for (std::size_t p = 0; p < 2; ++p)
    pure[p].push_back(pure_plan(tree, p, [](std::uint32_t) { return 0U; }));
  std::vector<std::vector<Rational>> matrix;
  const auto entry = [&](const Plan& mine, const Plan& other) {
    Rational sum;
    for (const Payment& payment : payments) {
      const Rational& a = mine[payment.sequence[0]];
      if (a == Rational(0)) continue;
      sum += a * other[payment.sequence[1]] * payment.amount;
    }
    return sum;
  };
  Judged best = judged(tree, payments, {pure[0][0], pure[1][0]});
  matrix.push_back({entry(pure[0][0], pure[1][0])});
  try {
    for (std::uint64_t round = 1;; ++round) {
      budget.charge(payments.size() + 1);
      const Mixtures mixed = solve_matrix(matrix, budget);
      std::array<Plan, 2> plans{mixture(pure[0], mixed.rows), mixture(pure[1], mixed.columns)};
      std::array<Answer, 2> answers{best_answer(tree, payments, 0, plans[1]),
                                    best_answer(tree, payments, 1, plans[0])};
      Judged now = judged(tree, payments, plans);
      now.rounds = round;
      if (now.upper - now.lower <= best.upper - best.lower) best = std::move(now);
      best.rounds = round;
      if (best.lower == best.upper) return best;
      pure[0].push_back(std::move(answers[0].plan));
      pure[1].push_back(std::move(answers[1].plan));
      for (std::size_t i = 0; i + 1 < pure[0].size(); ++i)
        matrix[i].push_back(entry(pure[0][i], pure[1].back()));
      matrix.emplace_back();
      for (const Plan& other : pure[1]) matrix.back().push_back(entry(pure[0].back(), other));
    }
  } catch (const BudgetExhausted& spent) {
    best.stop = spent.reason();
  }
  return best;
}

Judged cfr(const InformationTree& tree, std::uint64_t iterations, Budget& budget) {
  const std::vector<Payment> payments = payments_of(tree);
  std::array<std::vector<double>, 2> plan, regret, average;
  const auto replan = [&](std::size_t p, double weight) {
    plan[p][0] = 1;
    for (const Set& set : tree.sets[p]) {
      double sum = 0;
      for (std::uint32_t k = 0; k < set.count; ++k) sum += regret[p][set.first + k];
      for (std::uint32_t k = 0; k < set.count; ++k) {
        const double part = sum > 0 ? regret[p][set.first + k] / sum : 1.0 / set.count;
        plan[p][set.first + k] = plan[p][set.before] * part;
      }
    }
    for (std::size_t s = 0; s < plan[p].size(); ++s) average[p][s] += weight * plan[p][s];
  };
  for (std::size_t p = 0; p < 2; ++p) {
    plan[p].assign(tree.sequences[p], 0);
    regret[p] = average[p] = plan[p];
    replan(p, 0);
  }
  Judged out;
  std::uint64_t t = 0;
  try {
    for (t = 1; t <= iterations; ++t) {
      for (std::size_t p = 0; p < 2; ++p) {
        budget.charge(payments.size() + 1);
        // What each sequence is worth to p, against the plan of the other.
        std::vector<double> worth(tree.sequences[p], 0);
        for (const Payment& payment : payments) {
          const double amount = plan[1 - p][payment.sequence[1 - p]] * payment.rounded;
          worth[payment.sequence[p]] += p == 0 ? amount : -amount;
        }
        for (std::size_t i = tree.sets[p].size(); i-- > 0;) {
          const Set& set = tree.sets[p][i];
          double sum = 0;
          for (std::uint32_t k = 0; k < set.count; ++k) sum += regret[p][set.first + k];
          double mean = 0;
          for (std::uint32_t k = 0; k < set.count; ++k) {
            const double part = sum > 0 ? regret[p][set.first + k] / sum : 1.0 / set.count;
            mean += part * worth[set.first + k];
          }
          for (std::uint32_t k = 0; k < set.count; ++k) {
            double& r = regret[p][set.first + k];
            r = std::max(0.0, r + worth[set.first + k] - mean);
          }
          worth[set.before] += mean;
        }
        replan(p, static_cast<double>(t));
      }
    }
  } catch (const BudgetExhausted& spent) {
    out.stop = spent.reason();
  }
  constexpr std::int64_t kParts = 1'000'000;
  std::array<Plan, 2> plans;
  for (std::size_t p = 0; p < 2; ++p) {
    plans[p].resize(tree.sequences[p]);
    plans[p][0] = Rational(1);
    for (const Set& set : tree.sets[p]) {
      double sum = 0;
      std::uint32_t most = set.first;
      for (std::uint32_t s = set.first; s < set.first + set.count; ++s) {
        sum += average[p][s];
        if (average[p][s] > average[p][most]) most = s;
      }
      std::int64_t left = kParts;
      for (std::uint32_t s = set.first; s < set.first + set.count; ++s) {
        const double part = sum > 0 ? average[p][s] / sum : 1.0 / set.count;
        const std::int64_t parts =
            std::min(left, static_cast<std::int64_t>(std::llround(part * kParts)));
        plans[p][s] = Rational(parts);
        left -= parts;
      }
      plans[p][most] += Rational(left);
      for (std::uint32_t s = set.first; s < set.first + set.count; ++s)
        plans[p][s] *= plans[p][set.before] / Rational(kParts);
    }
  }
  const StopReason stop = out.stop;
  out = judged(tree, payments, std::move(plans));
  out.stop = stop;
  out.rounds = std::min(t, iterations);
  return out;
}

Judged clairvoyance(const InformationTree& tree, Budget& budget) {
  // What each node is worth if everybody sees everything.
  std::vector<Rational> worth(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    budget.charge();
    const Tree::Node& node = tree.nodes[n];
    if (node.player == kTerminal) {
      worth[n] = node.utility;
      continue;
    }
    for (std::uint32_t c = node.first; c < node.first + node.count; ++c) {
      if (node.player == kChance) {
        // A node of chance with probability 0 is worth nothing to anybody.
        if (!(tree.nodes[c].chance == Rational(0)))
          worth[n] += tree.nodes[c].chance / node.chance * worth[c];
      } else if (c == node.first ||
                 (node.player == 0 ? worth[n] < worth[c] : worth[c] < worth[n])) {
        worth[n] = worth[c];
      }
    }
  }
  std::array<std::vector<Rational>, 2> sums;  // by sequence
  for (std::size_t p = 0; p < 2; ++p) sums[p].resize(tree.sequences[p]);
  for (const Tree::Node& node : tree.nodes) {
    if (node.player < 0) continue;
    const auto p = static_cast<std::size_t>(node.player);
    for (std::uint32_t k = 0; k < node.count; ++k)
      sums[p][tree.sets[p][node.set].first + k] += node.chance * worth[node.first + k];
  }
  std::array<Plan, 2> plans;
  for (std::size_t p = 0; p < 2; ++p) {
    plans[p] = pure_plan(tree, p, [&](std::uint32_t i) {
      const Set& set = tree.sets[p][i];
      std::uint32_t best = 0;
      for (std::uint32_t k = 1; k < set.count; ++k) {
        const Rational& a = sums[p][set.first + best];
        const Rational& b = sums[p][set.first + k];
        if (p == 0 ? a < b : b < a) best = k;
      }
      return best;
    });
  }
  Judged out = judged(tree, payments_of(tree), std::move(plans));
  out.promise = worth[0];
  return out;
}

}  // namespace cgt::search
