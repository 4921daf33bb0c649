#include "decomp/solve/sums/driven/driven_search.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "cgt/support/error.hpp"
#include "cgt/support/memory/hash.hpp"
#include "cgt/text/print.hpp"
#include "decomp/position/negative.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
// Finite numbers stay below, so that sums of them do, too.
constexpr std::uint64_t kMostNumber = std::uint64_t{1} << 40U;
// A sum is divided when it has resisted so many searches, each of twice the nodes of the one before. The sums at the
// top are divided at once: they are what makes work for all.
constexpr unsigned kTries = 3;
constexpr std::size_t kTop = 2;
constexpr unsigned kMostDoublings = 20;

[[noreturn]] void throw_damaged() { throw Error("a message about a sum is damaged"); }

class Writer {
 public:
  template <class T>
  void put(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  void put_text(const std::string& text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    if (bytes_.size() < sizeof(T)) throw_damaged();
    T out;
    std::memcpy(&out, bytes_.data(), sizeof out);
    bytes_.remove_prefix(sizeof out);
    return out;
  }
  std::string get_text() {
    const auto size = get<std::uint32_t>();
    if (bytes_.size() < size) throw_damaged();
    std::string out(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return out;
  }
  std::size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

char mark(Player mover) { return mover == Player::kLeft ? 'L' : 'R'; }
Player mover_of(std::string_view text) {
  return text.starts_with('L') ? Player::kLeft : Player::kRight;
}

}  // namespace

DrivenSearch::DrivenSearch(Store& store, Options options)
    : store_(store), options_(std::move(options)), solver_(store) {
  CGT_EXPECTS(options_.rank < options_.ranks, "a rank is one of the ranks");
  if (options_.visits == 0) options_.visits = options_.ranks == 1 ? 1 : 2 * options_.ranks;
}

std::string DrivenSearch::canonical_text(Store& store, const Sum& sum) {
  GameId rest = kZero;
  std::vector<std::string> terms;
  for (const SumTerm& term : sum) {
    if (const auto* game = std::get_if<GameId>(&term.game)) {
      rest = store.add(rest, *game);
      continue;
    }
    const auto* position = std::get_if<AnyPosition>(&term.game);
    if (position == nullptr) refuse_loopy_sum();
    std::vector<Summand<AnyPosition>> parts;
    rest = store.add(rest, store.integer(position->split(parts)));
    for (const Summand<AnyPosition>& part : parts) {
      const AnyPosition one = part.negated ? negative(part.position) : part.position;
      terms.push_back(term_text(term.ruleset, one.text()));
    }
  }
  std::ranges::sort(terms);
  if (rest != kZero || terms.empty()) terms.push_back(to_text(store, rest));
  std::string out;
  for (const std::string& term : terms) out += (out.empty() ? "" : " + ") + term;
  return out;
}

std::string DrivenSearch::bytes_of(const Visit& visit) {
  Writer out;
  out.put(static_cast<std::uint8_t>(visit.back));
  out.put(static_cast<std::uint8_t>(visit.loopy));
  out.put(visit.question);
  out.put(visit.numbers);
  out.put(static_cast<std::uint32_t>(visit.path.size()));
  for (const Step& step : visit.path) out.put(step);
  out.put_text(visit.text);
  return out.take();
}

DrivenSearch::Visit DrivenSearch::read(std::string_view bytes) {
  MessageReader in(bytes);
  Visit out;
  out.back = in.get<std::uint8_t>() != 0;
  out.loopy = in.get<std::uint8_t>() != 0;
  out.question = in.get<std::uint32_t>();
  out.numbers = in.get<Numbers>();
  const auto steps = in.get<std::uint32_t>();
  if (steps > in.left() / sizeof(Step)) throw_damaged();
  for (std::uint32_t i = 0; i < steps; ++i) out.path.push_back(in.get<Step>());
  out.text = in.get_text();
  if (in.left() != 0) throw_damaged();
  return out;
}

unsigned DrivenSearch::home(std::string_view text) const {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  return static_cast<unsigned>(hash_bytes({bytes, text.size()}, 0x686f6d65) % options_.ranks);
}

void DrivenSearch::pass(unsigned to, Visit visit) {
  if (to == options_.rank) {
    (visit.back ? up_ : down_).push_back(std::move(visit));
    return;
  }
  ++figures_.messages;
  options_.send(to, bytes_of(visit));
}

void DrivenSearch::take_in(std::string_view message) {
  Visit visit = read(message);
  (visit.back ? up_ : down_).push_back(std::move(visit));
}

void DrivenSearch::ask(const Sum& sum, Player first) {
  CGT_EXPECTS(options_.rank == 0, "rank 0 asks");
  root_ = mark(first) + canonical_text(store_, sum);
  answer_.reset();
  ++question_;
  for (unsigned i = 0; i < options_.visits; ++i) start_visit();
}

void DrivenSearch::start_visit() {
  Visit visit;
  visit.question = question_;
  visit.text = root_;
  pass(home(root_), std::move(visit));
}

bool DrivenSearch::work(Budget& budget) {
  bool any = false;
  for (; !up_.empty(); any = true) {
    Visit visit = std::move(up_.front());
    up_.pop_front();
    go_up(std::move(visit));
  }
  if (down_.empty()) return any;
  Visit visit = std::move(down_.front());
  down_.pop_front();
  go_down(std::move(visit), budget);
  return true;
}

std::uint32_t DrivenSearch::state_of(const std::string& text) {
  const auto [found, fresh] = homes_.try_emplace(text, static_cast<std::uint32_t>(states_.size()));
  if (fresh) {
    states_.emplace_back().text = text;
    ++figures_.homes;
  }
  return found->second;
}

void DrivenSearch::go_down(Visit visit, Budget& budget) {
  const std::uint32_t index = state_of(visit.text);
  const auto met = [&](const Step& step) {
    return step.rank == options_.rank && step.state == index;
  };
  if (std::ranges::any_of(visit.path, met)) {
    visit.loopy = true;
    return turn(std::move(visit), states_[index]);
  }
  State& state = states_[index];
  latest_ = std::max(latest_, visit.question);
  if (visit.question < latest_) return turn(std::move(visit), state);  // nobody waits for it
  if (!state.divided && state.numbers.one != 0 && state.numbers.all != 0) {
    bool loopy = false;
    search(state, budget, loopy);
    visit.loopy = loopy;
    const bool known = state.numbers.one == 0 || state.numbers.all == 0;
    const bool resists = state.tries >= (visit.path.size() < kTop ? 1 : kTries);
    if (!known && !loopy && resists) divide(state, budget);
    return turn(std::move(visit), state);
  }
  look(state);
  if (state.numbers.one == 0 || state.numbers.all == 0) return turn(std::move(visit), state);
  const std::size_t chosen = easiest(state);
  Child& child = state.children[chosen];
  ++child.visits;
  visit.path.push_back({options_.rank, index, static_cast<std::uint32_t>(chosen)});
  visit.text = child.text;
  const unsigned to = home(child.text);
  pass(to, std::move(visit));
}

// Back to where it came from.
void DrivenSearch::turn(Visit visit, const State& state) {
  visit.back = true;
  visit.numbers = state.numbers;
  visit.text.clear();
  const unsigned to = visit.path.empty() ? 0 : visit.path.back().rank;
  pass(to, std::move(visit));
}

void DrivenSearch::go_up(Visit visit) {
  if (visit.path.empty()) {
    // Of an earlier question, or answered already.
    if (visit.question != question_ || answer_) return;
    if (visit.loopy) {
      answer_ = Answer{Verdict::kUnknown, true};
    } else if (visit.numbers.one == 0 || visit.numbers.all == 0) {
      answer_ = Answer{visit.numbers.one == 0 ? Verdict::kWins : Verdict::kLoses, false};
    } else {
      start_visit();
    }
    return;
  }
  const Step step = visit.path.back();
  visit.path.pop_back();
  if (step.state >= states_.size() || step.child >= states_[step.state].children.size()) {
    throw_damaged();
  }
  State& state = states_[step.state];
  Child& child = state.children[step.child];
  --child.visits;
  // What is known stays known, whatever comes late.
  if (child.numbers.one != 0 && child.numbers.all != 0) child.numbers = visit.numbers;
  look(state);
  turn(std::move(visit), state);
}

// The numbers of a divided state from those of its children.
void DrivenSearch::look(State& state) {
  if (!state.divided || state.numbers.one == 0 || state.numbers.all == 0) return;
  std::uint64_t least = kNever;
  std::uint64_t largest = 0;
  std::uint64_t open = 0;
  for (const Child& child : state.children) {
    least = std::min(least, child.numbers.all);
    largest = std::max(largest, child.numbers.one);
    open += child.numbers.one == 0 ? 0 : 1;
  }
  if (least == 0) {
    state.numbers = {0, kNever};
  } else if (open == 0) {
    state.numbers = {kNever, 0};
  } else {
    state.numbers = {std::min(least, kMostNumber), std::min(largest + open - 1, kMostNumber)};
  }
}

std::size_t DrivenSearch::easiest(const State& state) const {
  std::size_t out = 0;
  std::uint64_t least = kNever;
  for (std::size_t i = 0; i < state.children.size(); ++i) {
    const Child& child = state.children[i];
    if (child.numbers.one == 0) continue;  // won by the opponent
    const std::uint64_t number = child.numbers.all * (1 + std::uint64_t{child.visits});
    if (number >= least) continue;
    least = number;
    out = i;
  }
  return out;
}

void DrivenSearch::search(State& state, Budget& budget, bool& loopy) {
  const Player mover = mover_of(state.text);
  const Sum sum = sum_of(state.text);
  if (state.tries == 0) state.first = estimate(sum, mover, budget);
  const unsigned doublings = std::min(state.tries, kMostDoublings);
  Budget part = budget.part(options_.grain << doublings);
  SumAnswer answer;
  try {
    answer = solver_.solve(sum, mover, part);
  } catch (const LoopySum&) {
    loopy = true;
    return;
  }
  ++state.tries;
  ++figures_.tries;
  figures_.searched += answer.figures.expansions;
  budget.settle(part);
  budget.poll();
  switch (answer.verdict) {
    case Verdict::kWins: state.numbers = {0, kNever}; return;
    case Verdict::kLoses: state.numbers = {kNever, 0}; return;
    case Verdict::kDraws: loopy = true; return;
    case Verdict::kUnknown: break;
  }
  loopy = answer.loopy;
  // What resists looks harder, but not much: each further search is of twice the nodes.
  const auto harder = [&](std::uint64_t number) {
    return std::min(number + (number * state.tries + 3) / 4, kMostNumber);
  };
  state.numbers = {harder(state.first.one), harder(state.first.all)};
}

void DrivenSearch::divide(State& state, Budget& budget) {
  const Player mover = mover_of(state.text);
  const Sum sum = sum_of(state.text);
  std::vector<Child> children;
  FlatSet<std::string> seen;
  for (std::size_t term = 0; term < sum.size(); ++term) {
    for (const SumMove& move : moves_in(store_, sum, term, mover)) {
      budget.charge();
      const Sum after = after_move(store_, sum, move);
      Child child;
      child.text = mark(opponent(mover)) + canonical_text(store_, after);
      if (!seen.insert(child.text).second) continue;
      child.numbers = estimate(sum_of(child.text), opponent(mover), budget);
      children.push_back(std::move(child));
    }
  }
  state.children = std::move(children);
  state.divided = true;
  ++figures_.divided;
  look(state);
}

// As df-pn in one process begins (proof_search.cpp): few moves of the player to move make a loss likely,
// more moves of the opponent, too.
DrivenSearch::Numbers DrivenSearch::estimate(const Sum& sum, Player mover, Budget& budget) {
  PerPlayer<std::uint64_t> moves{};
  for (const SumTerm& term : sum) {
    const auto* position = std::get_if<AnyPosition>(&term.game);
    if (position == nullptr) continue;
    const std::string name = term_text(term.ruleset, term.text);
    auto found = mobility_.find(name);
    if (found == mobility_.end()) {
      PerPlayer<std::uint32_t> counted{};
      for (const Player player : kPlayers) {
        counted[player] = static_cast<std::uint32_t>(position->options(player, budget).size());
      }
      found = mobility_.emplace(name, counted).first;
    }
    for (const Player player : kPlayers) moves[player] += found->second[player];
  }
  const std::uint64_t mine = moves[mover];
  const std::uint64_t theirs = moves[opponent(mover)];
  return {1 + (theirs > mine ? theirs - mine : 0), 1 + mine};
}

}  // namespace cgt::solve
