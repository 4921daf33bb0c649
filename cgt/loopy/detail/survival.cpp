#include "cgt/loopy/detail/survival.hpp"

#include "cgt/loopy/detail/table.hpp"

namespace cgt::detail {

const std::vector<LoopyId>& Survival::options(const LoopyGraph* graph, LoopyId g, Player player) {
  if (g.is_vertex()) return (*graph)[g][player];
  if (g.is_loopy()) return table_.options(g)[player];
  buffer_.clear();
  for (const GameId o : table_.store().options(g.game(), player)) buffer_.emplace_back(o);
  return buffer_;
}

Survival::Known Survival::known(LoopyId g, LoopyId h, bool left) {
  const auto answer = [](bool survives) { return survives ? Known::kSurvives : Known::kLoses; };
  Store& store = table_.store();
  if (g.is_short() && h.is_short()) {
    // Left, moving first, wins H - G unless it is <= 0.
    return answer(left ? !store.leq(h.game(), g.game()) : store.leq(g.game(), h.game()));
  }
  if (left) return Known::kOpen;
  if (!changed_.empty() && g.is_vertex() && g == h && !changed_[g.number()])
    return Known::kSurvives;
  if (g.is_vertex() || h.is_vertex()) {
    const auto it = answers_.find({g, h});
    return it == answers_.end() ? Known::kOpen : answer(it->second);
  }
  if (g == h) return Known::kSurvives;
  if (asks_) return answer(table_.stopper_leq(g, h));
  const auto it = table_.memo().find({g, h});
  return it == table_.memo().end() ? Known::kOpen : answer(it->second);
}

std::uint32_t Survival::state(LoopyId g, LoopyId h, bool left) {
  std::uint32_t& number = numbers_[{g, h}][left ? 1 : 0];
  if (number == 0) {
    table_.store().charge();
    states_.push_back({g, h, left});
    number = static_cast<std::uint32_t>(states_.size());
    if (states_.size() % kMemoryInterval == 0) table_.store().charge_memory(meter_, bytes());
  }
  return number - 1;
}

void Survival::add_edge(std::uint32_t from, LoopyId g, LoopyId h, bool good) {
  const std::uint32_t to = state(g, h, !states_[from].left);
  edges_.push_back({from, to, good});
}

void Survival::expand(std::uint32_t at) {
  const State s = states_[at];
  status_.push_back(known(s.g, s.h, s.left));
  if (status_.back() != Known::kOpen) return;
  const Player in_h = s.left ? Player::kLeft : Player::kRight;
  if (!is_avoided(s.h, s.g)) {
    for (const LoopyId o : options(h_graph_, s.h, in_h))
      add_edge(at, s.g, o, rule_ == Rule::kOnside);
  }
  if (!is_avoided(s.g, s.h)) {
    for (const LoopyId o : options(g_graph_, s.g, opponent(in_h)))
      add_edge(at, o, s.h, rule_ == Rule::kOffside);
  }
}

bool Survival::is_avoided(LoopyId x, LoopyId g) const {
  if (rule_ != Rule::kStopper || !x.is_short() || !table_.store().is_number(x.game())) return false;
  return g.is_loopy() || (g.is_vertex() && !no_numbers_.empty() && no_numbers_[g.number()]);
}

std::uint64_t Survival::bytes() const {
  return states_.capacity() * (sizeof(State) + sizeof(Known)) + edges_.capacity() * sizeof(Edge) +
         bytes_of_table(numbers_) + bytes_of_table(answers_);
}

void Survival::index_edges() {
  first_.assign(states_.size() + 1, 0);
  for (const Edge& e : edges_) ++first_[e.to + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  into_.resize(edges_.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t e = 0; e < edges_.size(); ++e) into_[next[edges_[e].to]++] = e;
}

// Marks what Left loses, from its ends backwards.
void Survival::settle_stoppers() {
  std::vector<std::uint32_t> moves(states_.size(), 0);
  for (const Edge& e : edges_) ++moves[e.from];
  std::vector<std::uint32_t> lost;
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    if (status_[s] == Known::kOpen && states_[s].left && moves[s] == 0) status_[s] = Known::kLoses;
    if (status_[s] == Known::kLoses) lost.push_back(s);
  }
  while (!lost.empty()) {
    table_.store().charge();
    const std::uint32_t to = lost.back();
    lost.pop_back();
    for (std::uint32_t i = first_[to]; i < first_[to + 1]; ++i) {
      const std::uint32_t s = edges_[into_[i]].from;
      if (status_[s] != Known::kOpen) continue;
      if (states_[s].left && --moves[s] > 0) continue;
      status_[s] = Known::kLoses;
      lost.push_back(s);
    }
  }
  for (Known& status : status_) {
    if (status == Known::kOpen) status = Known::kSurvives;
  }
}

// The greatest set W from which Left forces a good move into W, or the end of Right's moves.
void Survival::settle_cycles() {
  // Bytes, as they are looked at in no order; the vectors serve all rounds.
  std::vector<std::uint8_t> wanted(states_.size(), 1);
  std::vector<std::uint8_t> reached;
  std::vector<std::uint32_t> escapes;  // of Right
  for (std::uint32_t s = 0; s < states_.size(); ++s)
    wanted[s] = status_[s] != Known::kLoses ? 1 : 0;
  std::vector<std::uint32_t> forced;
  for (;;) {
    reached.assign(states_.size(), 0);
    escapes.assign(states_.size(), 0);
    forced.clear();
    const auto reach = [&](std::uint32_t s) {
      if (reached[s] != 0) return;
      reached[s] = 1;
      forced.push_back(s);
    };
    for (const Edge& e : edges_) {
      const bool arrives = e.good && wanted[e.to] != 0;
      if (states_[e.from].left) {
        if (arrives) reach(e.from);
      } else if (!arrives) {
        ++escapes[e.from];
      }
    }
    for (std::uint32_t s = 0; s < states_.size(); ++s) {
      if (status_[s] == Known::kSurvives) reach(s);
      if (status_[s] == Known::kOpen && !states_[s].left && escapes[s] == 0) reach(s);
    }
    while (!forced.empty()) {
      table_.store().charge();
      const std::uint32_t to = forced.back();
      forced.pop_back();
      for (std::uint32_t i = first_[to]; i < first_[to + 1]; ++i) {
        const Edge& e = edges_[into_[i]];
        if (status_[e.from] != Known::kOpen) continue;
        if (!states_[e.from].left) {
          if (e.good && wanted[to] != 0) continue;  // no escape to begin with
          if (--escapes[e.from] > 0) continue;
        }
        reach(e.from);
      }
    }
    if (reached == wanted) break;
    wanted.swap(reached);
  }
  for (std::uint32_t s = 0; s < states_.size(); ++s)
    status_[s] = wanted[s] != 0 ? Known::kSurvives : Known::kLoses;
}

bool Survival::leq(LoopyId g, LoopyId h) {
  if (const Known status = known(g, h, false); status != Known::kOpen)
    return status == Known::kSurvives;
  states_.clear();
  status_.clear();
  edges_.clear();
  numbers_.clear();
  const std::uint32_t root = state(g, h, false);
  for (std::uint32_t s = 0; s < states_.size(); ++s) expand(s);
  effort_ += states_.size();
  index_edges();
  if (rule_ == Rule::kStopper) {
    settle_stoppers();
  } else {
    settle_cycles();
  }
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    const State& at = states_[s];
    if (at.left || (at.g.is_short() && at.h.is_short())) continue;
    OrderMemo& memo = at.g.is_vertex() || at.h.is_vertex() ? answers_ : table_.memo();
    memo.emplace(std::pair(at.g, at.h), status_[s] == Known::kSurvives);
  }
  return status_[root] == Known::kSurvives;
}

}  // namespace cgt::detail
