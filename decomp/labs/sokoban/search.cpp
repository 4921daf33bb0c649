#include "decomp/labs/sokoban/search.hpp"

namespace cgt::sokoban {

std::string lurd(const Board& board, const std::vector<Push>& pushes) {
  Position position(board);
  position.set(board.boxes().data(), board.boxes().size());
  Square player = board.player();
  std::string out;
  for (const Push& push : pushes) {
    out += position.walk(player, board.next(push.box, push.direction ^ 2));
    out += kPushLetter[push.direction];
    position.lift(push.box);
    position.put(board.next(push.box, push.direction));
    player = push.box;
  }
  return out;
}

Solution run(Search& search, Budget& budget) {
  StopReason stop = StopReason::kSolved;
  try {
    while (!search.ended()) search.go_on(budget, Budget::kUnlimited);
    return search.solution();
  } catch (const BudgetExhausted& spent) {
    stop = spent.reason();
  }
  Solution known = search.solution();
  known.stop = stop;
  return known;
}

namespace {

// Units of work of one turn in kAuto: about half a second. A* takes longer for a unit.
constexpr std::uint64_t kTurn = 2'000'000;

struct Attempt {
  Method method;
  unsigned variant = 0;  // of the packing plan
  bool links = false;
  bool homewards = false;
  Way way = Way::kForwards;
  std::uint64_t units = kTurn;  // at a time
};

std::unique_ptr<Search> search_for(const Board& board, const Attempt& how,
                                   int most_pushes = kNoPushes) {
  const Method method = how.method;
  if (method == Method::kAbstract || method == Method::kScalar) {
    FeatureOptions options;
    options.variant = how.variant;
    options.links = how.links;
    options.homewards = how.homewards;
    options.way = how.way;
    options.vector = method == Method::kAbstract;
    options.most_pushes = most_pushes;
    return feature_search(board, options);
  }
  OptimalOptions options;
  options.iterative = method == Method::kIda;
  options.weight = method == Method::kWeighted ? 5 : 1;
  return push_search(board, options);
}

void add_counts(SolveCounts& to, const SolveCounts& from) {
  to.nodes += from.nodes;
  to.states += from.states;
  to.dead += from.dead;
  to.forced += from.forced;
  to.corrals += from.corrals;
}

// What a search has found in addition to an answer.
void merge(Solution& answer, const Solution& found) {
  add_counts(answer.counts, found.counts);
  answer.lower = std::max(answer.lower, found.lower);
  answer.stop = found.stop;
  if (found.pushes && found.upper < answer.upper) {
    answer.pushes = found.pushes;
    answer.upper = found.upper;
  }
}

// Several searches that take turns until one of them ends.
class Attempts {
 public:
  explicit Attempts(const Board& board) : board_(board) {
    for (const Attempt& one : kAttempts) {
      if (one.way == Way::kForwards || board.boxes().size() == board.goals().size())
        entries_.push_back({one, nullptr});
    }
  }

  // What all of them know is in `answer` afterwards, also if this throws BudgetExhausted.
  void run(Budget& budget, Solution& answer) {
    try {
      take_turns(budget);
    } catch (const BudgetExhausted&) {
      collect(answer);
      throw;
    }
    collect(answer);
  }

 private:
  // The first one solves more levels than all others.
  static constexpr Attempt kAttempts[] = {
      {.method = Method::kAbstract, .units = 3 * kTurn},
      {.method = Method::kAbstract, .way = Way::kBackwards, .units = 2 * kTurn},
      {.method = Method::kAbstract, .variant = 1, .homewards = true},
      {.method = Method::kWeighted, .units = kTurn / 2},
      {.method = Method::kScalar},
      {.method = Method::kAbstract, .variant = 2},
      {.method = Method::kAbstract, .links = true}};
  struct Entry {
    Attempt how;
    std::unique_ptr<Search> search;
  };

  void take_turns(Budget& budget) {
    // Each may hold its share of the memory; then the others go on without it.
    const std::uint64_t megabytes = budget.limits().megabytes;
    const std::uint64_t share = megabytes == Budget::kUnlimited
                                    ? Budget::kUnlimited
                                    : (megabytes << 20U) / (entries_.size() + 1);
    for (;;) {
      bool any = false;
      for (Entry& entry : entries_) {
        if (entry.search == nullptr) entry.search = search_for(board_, entry.how);
        if (entry.search->bytes() > share) continue;
        any = true;
        entry.search->go_on(budget, entry.how.units);
        if (entry.search->ended()) return;
      }
      if (!any) throw BudgetExhausted(StopReason::kMemory);
    }
  }

  // The one that has ended says why, and is the last.
  void collect(Solution& answer) {
    const Entry* last = nullptr;
    for (const Entry& entry : entries_) {
      if (entry.search == nullptr) continue;
      if (entry.search->ended())
        last = &entry;
      else
        merge(answer, entry.search->solution());
    }
    if (last != nullptr) merge(answer, last->search->solution());
  }

  const Board& board_;
  std::vector<Entry> entries_;
};

// A* takes turns with searches for solutions with fewer pushes than that of the answer: below a limit
// half-way between what is proved to be needed and what is known, and nearer to the latter where that fails.
// Until A* has ended or nothing is left between the two.
void take_turns(const Board& board, Search& fewest, Budget& budget, Solution& answer) {
  for (int missed = -1;;) {
    fewest.go_on(budget, 3 * kTurn);
    if (fewest.ended()) return;
    missed = std::max({missed, answer.lower - 1, fewest.solution().lower - 1});
    if (missed + 1 >= answer.upper) return;
    const int limit = missed + (answer.upper - missed) / 2;
    const auto shorter = search_for(board, {.method = Method::kAbstract}, limit);
    shorter->go_on(budget, 3 * kTurn);
    if (!shorter->solution().pushes) missed = limit;
    // Its bound is only that of the start.
    merge(answer, shorter->solution());
  }
}

// What is known is in `answer` afterwards, also if this throws BudgetExhausted.
void find_fewest(const Board& board, Budget& budget, Solution& answer) {
  const auto fewest = search_for(board, {.method = Method::kAStar});
  try {
    take_turns(board, *fewest, budget, answer);
  } catch (const BudgetExhausted&) {
    merge(answer, fewest->solution());
    throw;
  }
  merge(answer, run(*fewest, budget));
}

}  // namespace

Solution solve(const Board& board, const SolveOptions& options, Budget& budget) {
  Solution answer;
  try {
    if (options.method == Method::kAuto) {
      Attempts(board).run(budget, answer);
    } else {
      answer = run(*search_for(board, {.method = options.method}), budget);
    }
    if (options.best && answer.pushes && !answer.optimal()) find_fewest(board, budget, answer);
  } catch (const BudgetExhausted& spent) {
    answer.stop = spent.reason();
  }
  return answer;
}

}  // namespace cgt::sokoban
