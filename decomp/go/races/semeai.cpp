#include "decomp/go/races/semeai.hpp"

namespace cgt::go::semeai {

namespace {

using Search = pob::PobSearch<Race, RaceOrder, RaceLeaves>;

Search make_search(const Options& options) {
  pob::PobOptions pob;
  pob.engine = options.engine;
  pob.table_entries = options.table_entries;
  pob.max_nodes = options.table_entries;
  return Search(RaceOrder{}, RaceLeaves{{options.formulas}}, pob);
}

}  // namespace

struct Solver::Searches {
  Searches(const Options& options, std::size_t points)
      : rule{options.prune},
        search(make_search(options)),
        capture(race_bound(Goal::kCapture, static_cast<int>(points))),
        not_lose(race_bound(Goal::kNotLose, static_cast<int>(points))) {}
  MoveRule rule;
  Search search;
  pob::BoundOf<RaceOrder> capture;
  pob::BoundOf<RaceOrder> not_lose;
};

const char* verdict_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDefenderCaptures: return "live";
    case Outcome::kNeither: return "seki";
    case Outcome::kAttackerCaptures: return "kill";
  }
  return "";
}

Solver::Solver(Problem problem, Options options) : Solver(problem, options, Layout(problem)) {}

Solver::Solver(Problem problem, Options options, Layout layout)
    : problem_(std::move(problem)),
      options_(options),
      layout_(std::move(layout)),
      searches_(std::make_unique<Searches>(options, layout_.size())) {}

Solver::~Solver() = default;

Analysis Solver::analysis() const {
  const State state(layout_, layout_.attacker());
  return analyse(state, Blocks(layout_, state.stones()));
}

pob::Outcomes<RaceValue> Solver::static_value(Player first) const {
  return semeai::static_value(State(layout_, first));
}

// Closes the bounds of the answer as far as the two questions do.
void Solver::ask(const State& state, Answer& answer, Budget& budget) {
  const Race race(state, searches_->rule);
  const auto put = [&](const pob::BoundOf<RaceOrder>& bound) {
    auto found = searches_->search.query(race, bound, budget);
    answer.counts += found.counts;
    if (found.verdict == search::Verdict::kUnknown) answer.stop = found.stop;
    return found.verdict;
  };
  switch (put(searches_->capture)) {
    case search::Verdict::kWin: answer.lower = Outcome::kAttackerCaptures; return;
    case search::Verdict::kLoss: answer.upper = Outcome::kNeither; break;
    case search::Verdict::kUnknown: break;
  }
  switch (put(searches_->not_lose)) {
    case search::Verdict::kWin: answer.lower = Outcome::kNeither; break;
    case search::Verdict::kLoss: answer.upper = Outcome::kDefenderCaptures; break;
    case search::Verdict::kUnknown: break;
  }
  if (answer.lower == answer.upper) answer.stop = StopReason::kSolved;
}

Answer Solver::solve(Player first, Budget& budget) {
  Answer answer;
  answer.first = first;
  ask(State(layout_, first), answer, budget);
  if (options_.line && answer.outcome()) find_line(answer, budget);
  return answer;
}

void Solver::find_line(Answer& answer, Budget& budget) {
  State state(layout_, answer.first);
  std::vector<State::Move> moves;
  while (!state.over()) {
    moves.clear();
    Race(state, searches_->rule).moves(moves);
    bool found = false;
    for (const State::Move move : moves) {
      State child = state;
      child.play(move);
      Answer after;
      ask(child, after, budget);
      if (after.stop != StopReason::kSolved) return;
      if (after.outcome() != answer.outcome()) continue;
      LineMove step{state.mover(), std::nullopt};
      if (move != State::kPass) step.point = layout_.point(move);
      answer.line.push_back(step);
      state = std::move(child);
      found = true;
      break;
    }
    if (!found) throw std::logic_error("no move of a race keeps its value");
  }
}

}  // namespace cgt::go::semeai
