#include "decomp/solve/sums/certificate/checked_sums.hpp"

#include <fmt/format.h>

#include <set>

#include "cgt/text/text.hpp"
#include "decomp/position/negative.hpp"

namespace cgt::solve {
namespace {

// Parts are split again, but not for ever where canonical orientations are not settled.
constexpr int kMostRounds = 4;

}  // namespace

void refuse_loops() { throw Error("play can come back to a position, so there is no certificate"); }

// --- normal forms ---

std::optional<CheckedPart> CheckedSums::find(const AnyPosition& position) const {
  const auto [first, last] = by_hash_.equal_range(position.hash());
  for (auto it = first; it != last; ++it) {
    if (component(it->second).position == position) return it->second;
  }
  return std::nullopt;
}

CheckedPart CheckedSums::intern(const AnyPosition& position, const std::string& ruleset) {
  components_.push_back({position, ruleset, {}, {}, {}});
  const auto fresh = static_cast<CheckedPart>(components_.size());
  by_hash_.emplace(position.hash(), fresh);
  return fresh;
}

CheckedPart CheckedSums::negative(CheckedPart part) {
  if (is_value(part)) return kFirstValuePart + store_.negate(value(part)).word();
  return component(part).position.impartial() ? part : -part;
}

// A part may itself split into smaller ones, or be the negative of its own part; components are
// those that do not.
CheckedMove CheckedSums::split(const AnyPosition& position, const std::string& ruleset) {
  struct Open {
    AnyPosition position;
    bool negated;
    int rounds;
  };
  std::vector<Open> open{{position, false, 0}};
  CheckedMove out;
  while (!open.empty()) {
    Open next = std::move(open.back());
    open.pop_back();
    while (const auto* exchanged = next.position.as<Negative>()) {
      next = {AnyPosition(exchanged->base()), !next.negated, next.rounds};
    }
    std::optional<CheckedPart> part = find(next.position);
    if (!part) {
      std::vector<Summand<AnyPosition>> summands;
      const std::int64_t rest = next.position.split(summands);
      if (next.rounds == kMostRounds ||
          (rest == 0 && summands.size() == 1 && summands[0].position == next.position)) {
        part = intern(next.position, ruleset);
      } else {
        out.shift += next.negated ? -rest : rest;
        for (Summand<AnyPosition>& summand : summands) {
          open.push_back(
              {std::move(summand.position), next.negated != summand.negated, next.rounds + 1});
        }
      }
    }
    if (part) out.parts.push_back(next.negated ? negative(*part) : *part);
  }
  return out;
}

void CheckedSums::add(GameId game, CheckedSum& sum) {
  if (store_.is_nus(game)) {
    sum.game = store_.add(sum.game, game);
  } else {
    sum.parts.push_back(kFirstValuePart + game.word());
  }
}

void CheckedSums::add(CheckedPart part, bool negated, CheckedSum& sum) {
  const CheckedPart signed_part = negated ? negative(part) : part;
  const GameId game = is_value(signed_part) ? value(signed_part) : component(signed_part).value;
  if (game.is_none()) {
    sum.parts.push_back(signed_part);
  } else {
    add(signed_part < 0 ? store_.negate(game) : game, sum);
  }
}

void CheckedSums::add(const CheckedMove& move, bool negated, CheckedSum& sum) {
  const GameId integer = store_.integer(move.shift);
  add(negated ? store_.negate(integer) : integer, sum);
  for (const CheckedPart part : move.parts) add(part, negated, sum);
}

// Copying the opponent wins only where play ends. Throws Error if it need not.
void CheckedSums::expect_end(CheckedPart part, Budget& budget) {
  const Component& base = component(part);
  if (base.play_ends || !base.computed.is_none()) return;
  const std::unique_ptr<AnyGraph> graph = base.position.new_graph();
  std::vector<SignedNode> nodes;
  graph->components(base.position, nodes);
  const bool known = std::all_of(nodes.begin(), nodes.end(), [&](SignedNode v) {
    return graph->depth_hint(node_of(v)) != kUnknownDepth;
  });
  if (!known) evaluate(part, budget);
  components_[index_of(part)].play_ends = true;
}

void CheckedSums::normalise(CheckedSum& sum, Budget& budget) {
  budget.charge(1 + sum.parts.size());
  std::map<CheckedPart, std::size_t> count;
  for (const CheckedPart part : sum.parts) {
    const auto inverse = count.find(negative(part));
    if (inverse == count.end()) {
      ++count[part];
    } else {
      if (!is_value(part)) expect_end(part, budget);
      if (--inverse->second == 0) count.erase(inverse);
    }
  }
  sum.parts.clear();
  for (const auto& [part, copies] : count) sum.parts.insert(sum.parts.end(), copies, part);
}

CheckedSum CheckedSums::sum_of(const Sum& terms, Budget& budget) {
  CheckedSum sum;
  for (const SumTerm& term : terms) {
    budget.charge();
    if (const auto* position = std::get_if<AnyPosition>(&term.game)) {
      add(split(*position, term.ruleset), false, sum);
    } else if (const auto* game = std::get_if<GameId>(&term.game)) {
      add(*game, sum);
    } else {
      refuse_loops();
    }
  }
  normalise(sum, budget);
  return sum;
}

CheckedSum CheckedSums::sum_of(const std::vector<CheckedSum>& terms, const TermNumbers& numbers,
                               Budget& budget) {
  CheckedSum sum;
  for (const std::int64_t number : numbers) {
    const CheckedSum& term = terms[static_cast<std::size_t>(number < 0 ? -number : number) - 1];
    budget.charge(1 + term.parts.size());
    add(number < 0 ? store_.negate(term.game) : term.game, sum);
    for (const CheckedPart part : term.parts) add(part, number < 0, sum);
  }
  normalise(sum, budget);
  return sum;
}

CheckedSum CheckedSums::renewed(const CheckedSum& sum, Budget& budget) {
  return sum_of({sum}, {1}, budget);
}

// --- moves and values ---

const PerPlayer<std::vector<CheckedMove>>& CheckedSums::all_moves(std::size_t index,
                                                                  Budget& budget) {
  if (!components_[index].expanded) {
    const Component base = components_[index];
    PerPlayer<std::vector<CheckedMove>> moves;
    for (const Player player : kPlayers) {
      for (const Option<AnyPosition>& option : base.position.options(player, budget)) {
        budget.charge();
        if (option.may_repeat) refuse_loops();
        moves[player].push_back(split(option.position, base.ruleset));
        moves[player].back().shift += option.shift;
      }
    }
    components_[index].moves = std::move(moves);
    components_[index].expanded = true;
  }
  return components_[index].moves;
}

std::vector<CheckedSum> CheckedSums::moves(const CheckedSum& sum, Player player, Budget& budget) {
  const Store::BudgetScope scope(store_, budget);
  std::vector<CheckedSum> out;
  const auto play = [&](std::size_t left_out, const auto& change) {
    CheckedSum after{sum.game, sum.parts};
    if (left_out < sum.parts.size()) {
      after.parts.erase(after.parts.begin() + static_cast<std::ptrdiff_t>(left_out));
    }
    change(after);
    normalise(after, budget);
    out.push_back(std::move(after));
  };
  const auto each_option = [&](GameId game, const auto& use) {
    const std::uint64_t count = store_.option_count(game, player);
    for (std::uint64_t i = 0; i < count; ++i) use(store_.option(game, player, i));
  };
  each_option(sum.game, [&](GameId option) {
    play(sum.parts.size(), [&](CheckedSum& after) { after.game = option; });
  });
  for (std::size_t i = 0; i < sum.parts.size(); ++i) {
    const CheckedPart part = sum.parts[i];
    if (i > 0 && sum.parts[i - 1] == part) continue;
    if (is_value(part)) {
      each_option(value(part),
                  [&](GameId option) { play(i, [&](CheckedSum& after) { add(option, after); }); });
      continue;
    }
    const bool negated = part < 0;
    const Player mover = negated ? opponent(player) : player;
    for (const CheckedMove& move : all_moves(index_of(part), budget)[mover]) {
      play(i, [&](CheckedSum& after) { add(move, negated, after); });
    }
  }
  const auto less = [](const CheckedSum& a, const CheckedSum& b) {
    return a.game != b.game ? a.game < b.game : a.parts < b.parts;
  };
  std::sort(out.begin(), out.end(), less);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

GameId CheckedSums::evaluate(CheckedPart root, Budget& budget) {
  const Store::BudgetScope scope(store_, budget);
  std::vector<std::size_t> stack{index_of(root)};
  std::set<std::size_t> open;
  while (!stack.empty()) {
    const std::size_t at = stack.back();
    if (!components_[at].computed.is_none()) {
      stack.pop_back();
      continue;
    }
    const PerPlayer<std::vector<CheckedMove>>& moves = all_moves(at, budget);
    const bool first_visit = open.insert(at).second;
    PerPlayer<std::vector<GameId>> options;
    bool complete = true;
    for (const Player player : kPlayers) {
      for (const CheckedMove& move : moves[player]) {
        budget.charge();
        GameId option = store_.integer(move.shift);
        for (const CheckedPart part : move.parts) {
          const GameId follower = component(part).computed;
          if (follower.is_none()) {
            if (!first_visit || open.contains(index_of(part))) refuse_loops();
            stack.push_back(index_of(part));
            complete = false;
          } else if (complete) {
            option = store_.add(option, part < 0 ? store_.negate(follower) : follower);
          }
        }
        options[player].push_back(option);
      }
    }
    if (!complete) continue;
    components_[at].computed = store_.construct(options[Player::kLeft], options[Player::kRight]);
    open.erase(at);
    stack.pop_back();
  }
  return component(root).computed;
}

void CheckedSums::use_value(CheckedPart part) {
  components_[index_of(part)].value = component(part).computed;
}

// --- what is known ---

std::string value_term_text(Store& store, GameId value) {
  const std::string text = to_text(store, value);
  int open = 0;
  for (std::size_t i = std::min(text.find_first_not_of("+-"), text.size()); i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '(') ++open;
    if (c == '}' || c == ')') --open;
    if (open == 0 && (c == '+' || c == '-')) return "(" + text + ")";
  }
  return text;
}

std::string CheckedSums::text(CheckedPart part) const {
  if (is_value(part)) return value_term_text(store_, value(part));
  const Component& base = component(part);
  return fmt::format("{}{}:{}", part < 0 ? "-" : "", base.ruleset, base.position.text());
}

std::string CheckedSums::text(const CheckedSum& sum) const {
  std::string out;
  for (const CheckedPart part : sum.parts) out += (out.empty() ? "" : " + ") + text(part);
  if (!out.empty() && sum.game == kZero) return out;
  return out + (out.empty() ? "" : " + ") + to_text(store_, sum.game);
}

void CheckedSums::learn(const CheckedSum& sum, Player winner, Player next) {
  known_[{winner, next, sum.parts}].push_back(sum.game);
}

bool CheckedSums::known(const CheckedSum& sum, Player winner, Player next) {
  if (sum.parts.size() <= 2 && std::all_of(sum.parts.begin(), sum.parts.end(), is_value)) {
    // a + b >= 0 iff a >= -b.
    const GameId a = sum.parts.empty() ? sum.game : store_.add(sum.game, value(sum.parts[0]));
    const GameId b = sum.parts.size() < 2 ? kZero : store_.negate(value(sum.parts[1]));
    const bool left_wins = next == Player::kLeft ? !store_.leq(a, b) : store_.leq(b, a);
    return left_wins == (winner == Player::kLeft);
  }
  const auto found = known_.find({winner, next, sum.parts});
  return found != known_.end() &&
         std::any_of(found->second.begin(), found->second.end(), [&](GameId game) {
           return winner == Player::kLeft ? store_.leq(game, sum.game) : store_.leq(sum.game, game);
         });
}

}  // namespace cgt::solve
