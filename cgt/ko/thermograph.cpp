#include "cgt/ko/thermograph.hpp"

namespace cgt {
namespace {

// Scaffolds and the terms that they are the best of, each worked out once. A term of a move that
// takes a ko does not look at the scaffold that holds the move back, so that there is an order
// among them all: where cycles are stages of kos, Left's terms look on along the stages and Right's
// back, and one of them at the other only through the komaster's opponent.
class KoRules {
 public:
  KoRules(const KoGraph& graph, Komaster komaster, Budget& budget)
      : graph_(graph), komaster_(komaster), budget_(budget) {
    std::uint32_t next = static_cast<std::uint32_t>(2 * graph.size());
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      for (const Player player : kPlayers) {
        first_.push_back(next);
        const auto count = static_cast<std::uint32_t>(graph[v].options[player].size());
        for (std::uint32_t i = 0; i < count; ++i) {
          moves_.push_back({v, player, i, takes_ko(v, player, i)});
        }
        next += count;
      }
    }
    terms_.resize(next);
  }

  PerPlayer<KoWall> walls(std::uint32_t v) {
    for (const Player player : kPlayers) solve(scaffold_unit(v, player));
    return walls_of(v);
  }
  const std::optional<KoWall>& term(std::uint32_t v, Player player, std::size_t option) {
    const std::uint32_t unit = move_unit(v, player, option);
    solve(unit);
    return terms_[unit].wall;
  }

 private:
  struct Move {
    std::uint32_t from;
    Player player;
    std::uint32_t option;
    bool takes;  // a ko, and may not be taken back at once
  };
  struct Term {
    std::optional<KoWall> wall;  // none: nothing to move, the worst there is
    bool solved = false;
  };

  std::uint32_t scaffold_unit(std::uint32_t v, Player player) const {
    return 2 * v + static_cast<std::uint32_t>(index(player));
  }
  std::uint32_t move_unit(std::uint32_t v, Player player, std::size_t option) const {
    return first_[scaffold_unit(v, player)] + static_cast<std::uint32_t>(option);
  }
  const KoOption& option_of(const Move& move) const {
    return graph_[move.from].options[move.player][move.option];
  }

  bool leads(std::uint32_t from, Player player, std::uint32_t to) const {
    const auto& options = graph_[from].options[player];
    return std::any_of(options.begin(), options.end(),
                       [to](const KoOption& option) { return option.node == to; });
  }
  bool takes_ko(std::uint32_t v, Player player, std::size_t i) const {
    const KoOption& option = graph_[v].options[player][i];
    return option.node && !is_komaster(komaster_, opponent(player)) &&
           leads(*option.node, opponent(player), v);
  }

  // What a unit rests on.
  std::vector<std::uint32_t> needs(std::uint32_t unit) const {
    std::vector<std::uint32_t> out;
    if (unit < 2 * graph_.size()) {
      const auto player = static_cast<Player>(unit % 2);
      const std::size_t count = graph_[unit / 2].options[player].size();
      for (std::size_t i = 0; i < count; ++i) out.push_back(move_unit(unit / 2, player, i));
      return out;
    }
    const Move& move = moves_[unit - 2 * graph_.size()];
    const KoOption& option = option_of(move);
    if (!option.node) return out;
    out.push_back(scaffold_unit(*option.node, move.player));
    const Player other = opponent(move.player);
    if (!move.takes) {
      out.push_back(scaffold_unit(*option.node, other));
      return out;
    }
    const auto& answers = graph_[*option.node].options[other];
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].node != move.from) out.push_back(move_unit(*option.node, other, i));
    }
    return out;
  }

  void solve(std::uint32_t root) {
    struct Visit {
      std::uint32_t unit;
      std::vector<std::uint32_t> needs;
      std::size_t next = 0;
    };
    if (terms_[root].solved) return;
    std::vector<Visit> stack;
    stack.push_back({root, needs(root)});
    while (!stack.empty()) {
      budget_.charge();
      Visit& top = stack.back();
      if (top.next < top.needs.size()) {
        const std::uint32_t unit = top.needs[top.next++];
        if (!terms_[unit].solved) stack.push_back({unit, needs(unit)});
        CGT_ASSERT(stack.size() <= terms_.size() + 1, "irregular cycles are refused before");
        continue;
      }
      const std::uint32_t unit = top.unit;
      stack.pop_back();
      terms_[unit].wall = unit < 2 * graph_.size() ? best_of(unit) : worth_of(unit);
      terms_[unit].solved = true;
    }
  }

  void improve(std::optional<KoWall>& best, const std::optional<KoWall>& wall,
               Player player) const {
    if (!wall) return;
    best = best ? better_wall(*best, *wall, player) : *wall;
  }

  std::optional<KoWall> best_of(std::uint32_t scaffold) {
    std::optional<KoWall> best;
    for (const std::uint32_t unit : needs(scaffold)) {
      improve(best, terms_[unit].wall, static_cast<Player>(scaffold % 2));
    }
    return best;
  }

  const PerPlayer<KoWall>& walls_of(std::uint32_t v) {
    if (walls_.empty()) walls_.resize(graph_.size());
    auto& walls = walls_[v];
    if (!walls) {
      walls = walls_of_scaffolds(terms_[scaffold_unit(v, Player::kLeft)].wall,
                                 terms_[scaffold_unit(v, Player::kRight)].wall);
    }
    return *walls;
  }

  std::optional<KoWall> worth_of(std::uint32_t unit) {
    const Move& move = moves_[unit - 2 * graph_.size()];
    const Player other = opponent(move.player);
    const KoOption& option = option_of(move);
    const int tax = -sign(move.player);
    if (!option.node) return tilted(walls_of_number(option.value)[other], 0, tax);
    const Rational points = to_rational(option.value);
    if (!move.takes) return tilted(walls_of(*option.node)[other], points, tax);
    // The other plays elsewhere and the taker must go on, or he has another answer.
    std::optional<KoWall> after = terms_[scaffold_unit(*option.node, move.player)].wall;
    if (!after) return std::nullopt;
    const auto& answers = graph_[*option.node].options[other];
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].node == move.from) continue;
      improve(after, terms_[move_unit(*option.node, other, i)].wall, other);
    }
    return tilted(std::move(*after), points, tax);
  }

  const KoGraph& graph_;
  Komaster komaster_;
  Budget& budget_;
  std::vector<std::uint32_t> first_;  // unit of the first move, by scaffold
  std::vector<Move> moves_;
  std::vector<Term> terms_;  // scaffolds, then moves
  std::vector<std::optional<PerPlayer<KoWall>>> walls_;
};

void refuse_irregular(const KoGraph& graph, Budget& budget) {
  if (const auto cycle = irregular_cycle(graph, budget)) throw IrregularKo(*cycle, graph);
}

KoThermograph by_rules(const KoGraph& graph, Komaster komaster, Budget& budget) {
  KoThermograph out{KoRules(graph, komaster, budget).walls(0)};
  CGT_ASSERT(out.walls[Player::kLeft].corners.back().slope == 0 &&
                 out.walls[Player::kRight].corners.back().slope == 0 &&
                 out.mast() == out.walls[Player::kRight].corners.back().value,
             "walls end in one vertical mast");
  return out;
}

}  // namespace

const char* name(Komaster komaster) {
  switch (komaster) {
    case Komaster::kNone: return "none";
    case Komaster::kLeft: return "L";
    case Komaster::kRight: return "R";
  }
  return "";
}

const char* name(KoClass kind) {
  switch (kind) {
    case KoClass::kPlacid: return "placid";
    case KoClass::kActive: return "active";
    case KoClass::kHyperactive: return "hyperactive";
  }
  return "";
}

IrregularKo::IrregularKo(const IrregularCycle& cycle, const KoGraph& graph)
    : Error(cycle.text(graph),
            "a thermograph needs kos that are taken back one at a time; here "
            "the walls would depend on themselves") {}

Rational KoThermograph::temperature() const {
  return std::max(walls[Player::kLeft].corners.back().t, walls[Player::kRight].corners.back().t);
}

std::vector<KoThermograph::Knot> KoThermograph::knots(Player player) const {
  std::vector<Knot> out;
  const Rational end = temperature();
  if (end.sign() <= 0) return {{0, mast()}};
  for (const KoWall::Corner& corner : walls[player].corners) {
    if (corner.t < end) out.push_back({corner.t, corner.value});
  }
  out.push_back({end, mast()});
  return out;
}

std::string KoThermograph::temperature_text() const {
  return cold() ? "<=0" : to_string(temperature());
}

KoThermograph ko_thermograph(const KoGraph& graph, Komaster komaster, Budget& budget) {
  refuse_irregular(graph, budget);
  return by_rules(graph, komaster, budget);
}

KoThermographs ko_thermographs(const KoGraph& graph, Budget& budget) {
  refuse_irregular(graph, budget);
  KoThermographs out;
  for (const Komaster komaster : kKomasters) {
    out.by_komaster[static_cast<std::size_t>(komaster)] = by_rules(graph, komaster, budget);
  }
  return out;
}

KoClass KoThermographs::kind() const {
  bool same_temperature = true;
  for (const KoThermograph& graph : by_komaster) {
    if (graph.mast() != by_komaster[0].mast()) return KoClass::kHyperactive;
    same_temperature =
        same_temperature && graph.temperature_text() == by_komaster[0].temperature_text();
  }
  return same_temperature ? KoClass::kPlacid : KoClass::kActive;
}

std::vector<KoMove> ko_moves(const KoGraph& graph, Komaster komaster, Player player,
                             Budget& budget) {
  refuse_irregular(graph, budget);
  KoRules rules(graph, komaster, budget);
  std::vector<KoMove> out;
  for (std::size_t i = 0; i < graph[0].options[player].size(); ++i) {
    if (const auto& wall = rules.term(0, player, i)) out.push_back({i, *wall});
  }
  return out;
}

}  // namespace cgt
