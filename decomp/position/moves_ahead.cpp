#include "decomp/position/moves_ahead.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace cgt {
namespace {

// Steps are handed over in batches: for less the threads would spend their time on waking each other.
constexpr std::size_t kStepsOfBatch = 64;
constexpr std::size_t kChildrenOfBatch = 1U << 14U;
// So many batches exist at most: what is ahead stays in the caches, and takes little memory.
constexpr std::size_t kBatches = 32;

struct Batch {
  std::vector<MovesAhead::Step> steps;  // the first `count` are filled
  std::size_t count = 0;
  std::size_t children = 0;
};

}  // namespace

class MovesAhead::Work {
 public:
  Work(PositionGraph& graph, std::vector<Visit> path, std::vector<Stage> stages, unsigned threads,
       const Budget& budget)
      : graph_(graph),
        path_(std::move(path)),
        depth_(path_.size()),
        stages_(std::move(stages)),
        budget_(budget.part(budget.limits().nodes)),
        hand_budget_(budget.part(budget.limits().nodes)),
        drafts_wanted_(threads > 2) {
    threads_.reserve(threads);
    threads_.emplace_back([this] { run(); });
    try {
      for (unsigned i = 2; i < threads; ++i) {
        threads_.emplace_back([this, whole = &budget_] {
          Budget own = whole->part(whole->limits().nodes);
          lend_hands(own);
        });
      }
    } catch (const std::exception&) {  // no more threads, or no memory: fewer hands do as well
    }
  }

  ~Work() {
    {
      const std::lock_guard lock(mutex_);
      abandoned_ = true;
    }
    emptied_.notify_all();
    filled_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  Step& next() {
    if (taken_ == reading_.count) read_on();
    return reading_.steps[taken_++];
  }

 private:
  // --- the caller's side

  void read_on() {
    std::unique_lock lock(mutex_);
    if (reading_.count != 0) {
      empty_.push_back(std::move(reading_));
      emptied_.notify_one();
    }
    reading_ = {};
    taken_ = 0;
    while (full_.empty() && !ended_) {
      drafts_wanted_ = true;
      ++idle_;
      filled_.wait(lock, [&] { return !full_.empty() || ended_ || drafts_.wanting(); });
      --idle_;
      while (full_.empty() && !ended_ && draft(lock, hand_budget_)) {
      }
    }
    if (full_.empty()) {
      if (failure_ != nullptr) std::rethrow_exception(failure_);
      CGT_EXPECTS(false, "the search goes the way of the thread ahead of it");
    }
    reading_ = std::move(full_.front());
    full_.pop_front();
  }

  // --- any thread

  // Makes one draft, without the lock; false: there was none to be made.
  bool draft(std::unique_lock<std::mutex>& lock, Budget& budget) {
    NodeId node = 0;
    std::unique_ptr<MovesDraft> draft = drafts_.begin(node);
    if (draft == nullptr) return false;
    lock.unlock();
    bool made = true;
    const std::uint64_t before = budget.used_nodes();
    try {
      draft->generate(budget);
      draft->nodes = budget.used_nodes() - before;
    } catch (...) {  // the thread ahead will see it for itself, at its place
      made = false;
    }
    lock.lock();
    drafts_.end(node, std::move(draft), made);
    return true;
  }

  void lend_hands(Budget& budget) {
    try {
      std::unique_lock lock(mutex_);
      while (true) {
        ++idle_;
        filled_.wait(lock, [&] { return ended_ || abandoned_ || drafts_.wanting(); });
        --idle_;
        if (ended_ || abandoned_) return;
        draft(lock, budget);
      }
    } catch (const std::exception&) {  // no memory for one more draft: one hand less
    }
  }

  // --- the thread ahead

  void run() {
    std::exception_ptr failure;
    try {
      search();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    if (writing_.count != 0) full_.push_back(std::move(writing_));
    failure_ = failure;
    ended_ = true;
    filled_.notify_all();
  }

  // The steps of a depth-first search, up to a child that is on the path: a cycle.
  void search() {
    while (depth_ > 0) {
      Visit& visit = path_[depth_ - 1];
      if (visit.next == visit.children.size()) {
        stages_[visit.node] = Stage::kDone;
        --depth_;
        continue;
      }
      const NodeId child = node_of(visit.children[visit.next++]);
      if (stages_[child] == Stage::kDone) continue;
      if (stages_[child] == Stage::kOnPath || !meet(child)) return;
    }
  }

  // False if nobody waits for more.
  bool meet(NodeId node) {
    Step& step = new_step();
    const std::uint64_t before = budget_.used_nodes();
    step.node = node;
    step.nodes = 0;
    step.value = graph_.value_without_search(node, budget_);
    if (step.value) {
      stages_[node] = Stage::kDone;
    } else {
      step.nodes = expand(node, step.moves);
      if (depth_ == path_.size()) path_.emplace_back();
      Visit& visit = path_[depth_++];
      visit.node = node;
      visit.next = 0;
      visit.children.assign(step.moves.children.begin(), step.moves.children.end());
      writing_.children += visit.children.size();
    }
    step.nodes += budget_.used_nodes() - before;
    step.graph_size = graph_.size();
    step.graph_bytes = graph_.bytes() + stages_.capacity() * sizeof(Stage);
    ++writing_.count;
    if (writing_.count < kStepsOfBatch && writing_.children < kChildrenOfBatch) return true;
    return hand_over();
  }

  // The nodes of the budget that were spent on it elsewhere.
  std::uint64_t expand(NodeId node, Expansion& moves) {
    const std::size_t known = graph_.size();
    const bool by_drafts = drafts_wanted_;
    std::unique_ptr<MovesDraft> made;
    if (by_drafts) {
      const std::lock_guard lock(mutex_);
      made = drafts_.take(node);
    }
    std::uint64_t elsewhere = 0;
    if (made != nullptr) {
      graph_.expand(*made, moves);
      elsewhere = made->nodes;
    } else {
      graph_.expand(node, moves, budget_);
    }
    stages_.resize(graph_.size(), Stage::kUnseen);
    stages_[node] = Stage::kOnPath;
    if (by_drafts) offer_drafts(known, moves, std::move(made));
    return elsewhere;
  }

  // Of what the node has led to for the first time, which has the numbers from `known` on; the first of
  // these among its children comes next, and is not offered.
  void offer_drafts(std::size_t known, const Expansion& moves, std::unique_ptr<MovesDraft> spare) {
    const auto next =
        std::ranges::find_if(moves.children, [&](SignedNode v) { return node_of(v) >= known; });
    const std::lock_guard lock(mutex_);
    if (spare != nullptr) drafts_.put_away(std::move(spare));
    for (auto node = static_cast<NodeId>(graph_.size()); node-- > known;) {
      if (node == node_of(*next)) continue;
      std::unique_ptr<MovesDraft> draft = drafts_.spare();
      if (draft == nullptr) draft = graph_.new_draft();
      if (draft == nullptr) return;
      graph_.begin_draft(node, *draft);
      drafts_.add(node, std::move(draft));
    }
    if (idle_ > 0 && drafts_.wanting()) filled_.notify_all();
  }

  Step& new_step() {
    if (writing_.count == writing_.steps.size()) writing_.steps.emplace_back();
    return writing_.steps[writing_.count];
  }

  bool hand_over() {
    std::unique_lock lock(mutex_);
    full_.push_back(std::move(writing_));
    if (idle_ > 0) filled_.notify_all();
    writing_ = {};
    if (batches_ < kBatches) {
      ++batches_;
      return !abandoned_;
    }
    emptied_.wait(lock, [&] { return !empty_.empty() || abandoned_; });
    if (abandoned_) return false;
    writing_ = std::move(empty_.back());
    empty_.pop_back();
    writing_.count = writing_.children = 0;
    return true;
  }

  // The thread ahead.
  PositionGraph& graph_;
  std::vector<Visit> path_;  // the first `depth_`; the others keep their memory
  std::size_t depth_;
  std::vector<Stage> stages_;
  Budget budget_;
  Batch writing_;
  std::size_t batches_ = 1;  // that exist

  // The caller.
  Batch reading_;
  std::size_t taken_ = 0;
  Budget hand_budget_;

  std::atomic<bool> drafts_wanted_;  // somebody had to wait

  std::mutex mutex_;  // of all that follows
  std::condition_variable filled_;
  std::condition_variable emptied_;
  std::deque<Batch> full_;
  std::vector<Batch> empty_;
  Drafts drafts_;
  unsigned idle_ = 0;  // threads that wait for `filled_`
  std::exception_ptr failure_;
  bool ended_ = false;
  bool abandoned_ = false;

  std::vector<std::thread> threads_;  // the last: they use the others
};

MovesAhead::MovesAhead(PositionGraph& graph, std::vector<Visit> path, std::vector<Stage> stages,
                       unsigned threads, const Budget& budget)
    : work_(std::make_unique<Work>(graph, std::move(path), std::move(stages), threads, budget)) {}

MovesAhead::~MovesAhead() = default;

MovesAhead::Step& MovesAhead::next() { return work_->next(); }

}  // namespace cgt
