#include "cgt/detail/loopy_survival.hpp"

#include "cgt/detail/loopy_table.hpp"

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
  const bool stoppers = !g.is_vertex() && !h.is_vertex();
  if (left) return stoppers && asks_ ? answer(table_.left_survives_first(g, h)) : Known::kOpen;
  if (!changed_.empty() && g.is_vertex() && g == h && !changed_[g.number()])
    return Known::kSurvives;
  if (!stoppers) return Known::kOpen;
  if (g == h) return Known::kSurvives;
  if (asks_) return answer(table_.stopper_leq(g, h));
  const auto it = table_.memo().find({g, h});
  return it == table_.memo().end() ? Known::kOpen : answer(it->second);
}

Survival::Numbers& Survival::numbers_of(LoopyId g, LoopyId h) {
  if (columns_ == 0 || !g.is_vertex() || !h.is_vertex())
    return numbers_.try_emplace({g, h}).first->second;
  if (!grid_.empty()) return grid_[g.number() * columns_ + h.number()];
  std::vector<Numbers>& row = rows_[g.number()];
  if (row.empty()) {
    row.resize(columns_);
    ++rows_made_;
  }
  return row[h.number()];
}

std::uint32_t Survival::state(LoopyId g, LoopyId h, bool left) {
  Numbers& numbers = numbers_of(g, h);
  const std::size_t mover = left ? 1 : 0;
  if (numbers[mover] == 0) {
    table_.store().charge();
    states_.push_back({g, h, left});
    status_.push_back(Known::kOpen);
    numbers[mover] = static_cast<std::uint32_t>(states_.size());
    if (states_.size() % kMemoryInterval == 0) table_.store().charge_memory(meter_, bytes());
    status_.back() = known(g, h, left);
  }
  return numbers[mover] - 1;
}

bool Survival::add_edge(std::uint32_t from, LoopyId g, LoopyId h, bool good) {
  const bool left = states_[from].left;
  Known there = Known::kOpen;
  if (asks_ && !g.is_vertex() && !h.is_vertex()) {
    there = known(g, h, !left);  // the table remembers it
  } else {
    const std::uint32_t to = state(g, h, !left);
    there = status_[to];
    if (there == Known::kOpen) {
      edges_.push_back({from, to, good});
      return true;
    }
  }
  // Right's moves to where Left survives do not matter, nor do hers to where she loses.
  return left != (there == Known::kSurvives);
}

void Survival::expand(std::uint32_t at) {
  if (status_[at] != Known::kOpen) return;
  const State s = states_[at];
  const std::size_t edges = edges_.size();
  const auto decided = [&] {
    edges_.resize(edges);
    status_[at] = s.left ? Known::kSurvives : Known::kLoses;
  };
  const Player in_h = s.left ? Player::kLeft : Player::kRight;
  // Moves from a vertex beside a stopper come first: what they lead to is mostly known.
  const bool g_first = s.g.is_vertex() && !s.h.is_vertex();
  for (const bool in_g : {g_first, !g_first}) {
    if (in_g ? is_avoided(s.g, s.h, beside_h_) : is_avoided(s.h, s.g, beside_g_)) continue;
    const bool good = rule_ == (in_g ? Rule::kOffside : Rule::kOnside);
    for (const LoopyId o :
         in_g ? options(g_graph_, s.g, opponent(in_h)) : options(h_graph_, s.h, in_h)) {
      if (!(in_g ? add_edge(at, o, s.h, good) : add_edge(at, s.g, o, good))) return decided();
    }
  }
  if (edges_.size() == edges) status_[at] = s.left ? Known::kLoses : Known::kSurvives;
}

bool Survival::is_avoided(LoopyId x, LoopyId y, bool beside) const {
  if (!x.is_short() || !table_.store().is_number(x.game())) return false;
  if (rule_ != Rule::kStopper) return beside && y.is_vertex();
  return y.is_loopy() || (y.is_vertex() && !no_numbers_.empty() && no_numbers_[y.number()]);
}

std::uint64_t Survival::bytes() const {
  return states_.capacity() * (sizeof(State) + sizeof(Known)) + edges_.capacity() * sizeof(Edge) +
         (grid_.capacity() + rows_made_ * columns_) * sizeof(Numbers) +
         rows_.capacity() * sizeof(rows_[0]) + bytes_of_table(numbers_);
}

void Survival::index_edges() {
  const std::size_t count = states_.size() - base_;
  first_.assign(count + 1, 0);
  for (const Edge& e : edges_) ++first_[e.to - base_ + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  into_.resize(edges_.size());
  moves_.assign(first_.begin(), first_.end() - 1);
  for (const Edge& e : edges_) into_[moves_[e.to - base_]++] = {e.from, e.good};
}

// Decides what the states in the queue decide, backwards: Left survives where one of her moves leads to
// a state where she does, or all of Right's.
void Survival::propagate() {
  while (!queue_.empty()) {
    table_.store().charge();
    const std::uint32_t to = queue_.back();
    queue_.pop_back();
    const Known status = status_[to];
    for (std::uint32_t i = first_[to - base_]; i < first_[to - base_ + 1]; ++i) {
      const std::uint32_t s = into_[i].from;
      if (status_[s] != Known::kOpen) continue;
      const bool helps = states_[s].left == (status == Known::kSurvives);
      if (!helps && --moves_[s - base_] > 0) continue;
      status_[s] = status;
      queue_.push_back(s);
    }
  }
}

// What is open after all that is decided goes on for ever.
void Survival::settle() {
  const auto end = static_cast<std::uint32_t>(states_.size());
  moves_.assign(end - base_, 0);
  for (const Edge& e : edges_) ++moves_[e.from - base_];
  queue_.clear();
  for (std::uint32_t s = base_; s < end; ++s) {
    if (status_[s] != Known::kOpen) queue_.push_back(s);
  }
  propagate();
  if (rule_ != Rule::kStopper) settle_cycles();
  for (std::uint32_t s = base_; s < end; ++s) {
    if (status_[s] == Known::kOpen) status_[s] = Known::kSurvives;
  }
}

// Leaves those states open from which Left forces good moves again and again. Where she cannot force
// one more she loses, and so where Right can make play go there.
void Survival::settle_cycles() {
  const auto is_open = [&](std::uint32_t s) { return status_[s] == Known::kOpen; };
  std::vector<std::uint32_t> open;
  for (std::uint32_t s = base_; s < states_.size(); ++s) {
    if (is_open(s)) open.push_back(s);
  }
  std::vector<Edge> between = edges_;
  std::vector<std::uint32_t> escapes(states_.size() - base_);  // of Right
  std::vector<bool> reached(states_.size() - base_);
  while (!open.empty()) {
    std::erase_if(between, [&](const Edge& e) { return !is_open(e.from) || !is_open(e.to); });
    for (const std::uint32_t s : open) {
      escapes[s - base_] = 0;
      reached[s - base_] = false;
    }
    const auto reach = [&](std::uint32_t s) {
      if (reached[s - base_]) return;
      reached[s - base_] = true;
      queue_.push_back(s);
    };
    for (const Edge& e : between) {
      if (states_[e.from].left) {
        if (e.good) reach(e.from);
      } else if (!e.good) {
        ++escapes[e.from - base_];
      }
    }
    for (const std::uint32_t s : open) {
      if (!states_[s].left && escapes[s - base_] == 0) reach(s);
    }
    while (!queue_.empty()) {
      table_.store().charge();
      const std::uint32_t to = queue_.back();
      queue_.pop_back();
      for (std::uint32_t i = first_[to - base_]; i < first_[to - base_ + 1]; ++i) {
        const Source& e = into_[i];
        if (!is_open(e.from)) continue;
        // A good move of Right's was no escape to begin with.
        if (!states_[e.from].left && (e.good || --escapes[e.from - base_] > 0)) continue;
        reach(e.from);
      }
    }
    for (const std::uint32_t s : open) {
      if (reached[s - base_]) continue;
      status_[s] = Known::kLoses;
      queue_.push_back(s);
    }
    if (queue_.empty()) return;
    propagate();
    std::erase_if(open, [&](std::uint32_t s) { return !is_open(s); });
  }
}

bool Survival::leq(LoopyId g, LoopyId h) {
  if (states_.empty()) {
    // Most questions need no more.
    constexpr std::size_t kFew = 16;
    states_.reserve(kFew);
    status_.reserve(kFew);
    edges_.reserve(kFew);
  }
  base_ = static_cast<std::uint32_t>(states_.size());
  const std::uint32_t root = state(g, h, false);
  if (status_[root] != Known::kOpen) return status_[root] == Known::kSurvives;
  edges_.clear();
  for (std::uint32_t s = base_; s < states_.size(); ++s) expand(s);
  index_edges();
  settle();
  for (std::uint32_t s = base_; s < states_.size(); ++s) {
    const State& at = states_[s];
    if (at.left || at.g.is_vertex() || at.h.is_vertex() || (at.g.is_short() && at.h.is_short()))
      continue;
    table_.memo().emplace(std::pair(at.g, at.h), status_[s] == Known::kSurvives);
  }
  return status_[root] == Known::kSurvives;
}

}  // namespace cgt::detail
