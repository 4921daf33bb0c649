#include "repl/mpi/ranks.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <signal.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "decomp/db/table.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

using solve::NumberRange;

enum Tag : int {
  kAsk = 1,
  kRangeFor,
  kEndOfWork,
  kState,
  kRecords,
  kAllTold,  // what this rank was given is done, and reported
  kStop,
  kBye
};

constexpr std::chrono::milliseconds kPoll{1};        // between looks for messages
constexpr std::chrono::milliseconds kFarewell{500};  // for the last reports, when interrupted
// Between reports: a share of the time since the beginning, when all find the same, and at most a second.
constexpr std::chrono::milliseconds kFirstExchange{20};
constexpr std::chrono::milliseconds kExchange{1000};
constexpr int kExchangeShare = 16;
constexpr std::uint64_t kLeastRange = 16;                      // positions: a range costs messages
constexpr std::uint64_t kMostRange = std::uint64_t{1} << 16U;  // positions
constexpr std::size_t kMostBytes = std::size_t{1}
                                   << 20U;  // of records in a message, at the beginning
constexpr char kInterruptedMark = '!';      // behind a farewell
constexpr int kFanOut = 2;                  // of the tree by which more ranks are told
constexpr int kFewRanks = 8;                // that are not told their own records

std::string range_bytes(NumberRange range) {
  std::string out(sizeof range, '\0');
  std::memcpy(out.data(), &range, sizeof range);
  return out;
}

NumberRange range_of_bytes(const std::string& text) {
  NumberRange out;
  if (text.size() == sizeof out) std::memcpy(&out, text.data(), sizeof out);
  return out;
}

void append_sized(std::string& out, const std::string& text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  out += text;
}

std::string records_bytes(const std::vector<db::Record>& records) {
  std::string out;
  for (const db::Record& record : records) {
    out += static_cast<char>(record.kind);
    append_sized(out, record.component);
    append_sized(out, record.payload);
  }
  return out;
}

void read_records(const std::string& bytes, std::vector<db::Record>& out) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  const auto sized = [&] {
    std::uint32_t size = 0;
    std::memcpy(&size, at, sizeof size);
    at += sizeof size;
    std::string text(at, size);
    at += size;
    return text;
  };
  while (at != end) {
    db::Record record;
    record.kind = static_cast<db::Kind>(*at++);
    record.component = sized();
    record.payload = sized();
    out.push_back(std::move(record));
  }
}

}  // namespace

struct Ranks::Outgoing {
  MPI_Request request = MPI_REQUEST_NULL;
  std::shared_ptr<const std::string> text;
};

Ranks::Ranks() {
  // Signals belong to the thread of the census.
  sigset_t blocked;
  sigset_t previous;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &previous);
  thread_ = std::thread([this] { talk(); });
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return ready_; });
}

Ranks::~Ranks() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  thread_.join();
}

void Ranks::talk() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  {
    const std::lock_guard lock(mutex_);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    owed_.resize(static_cast<std::size_t>(size_));
    gone_.resize(static_cast<std::size_t>(size_));
    ready_ = true;
  }
  wake_.notify_all();
  bool in_order = false;
  while (true) {
    const bool busy = receive();
    {
      const std::lock_guard lock(mutex_);
      if (rank_ == 0) {
        answer_waiting();
        relay();
      }
    }
    send_queued();
    std::erase_if(flying_, [](const std::unique_ptr<Outgoing>& out) {
      int done = 0;
      MPI_Test(&out->request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
    std::unique_lock lock(mutex_);
    if (leaving_ && (!finished_ || (queue_.empty() && flying_.empty()))) {
      in_order = finished_;
      break;
    }
    lock.unlock();
    if (!busy) std::this_thread::sleep_for(kPoll);
  }
  if (in_order) {
    // Others may still speak to this rank.
    MPI_Request all_leave = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &all_leave);
    for (int left = 0; left == 0; MPI_Test(&all_leave, &left, MPI_STATUS_IGNORE)) {
      if (!receive()) std::this_thread::sleep_for(kPoll);
    }
    MPI_Finalize();
  } else {
    MPI_Abort(MPI_COMM_WORLD, code_);
  }
}

// One message, if one has arrived.
bool Ranks::receive() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return false;
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  take_in(status.MPI_SOURCE, status.MPI_TAG, std::move(text));
  return true;
}

void Ranks::take_in(int from, int tag, std::string text) {
  std::unique_lock lock(mutex_);
  ++figures_.messages;
  figures_.bytes += text.size();
  const auto sender = static_cast<std::size_t>(from);
  switch (tag) {
    case kAsk: waiting_.push_back(from); break;
    case kAllTold:
      out_ -= owed_[sender];
      owed_[sender] = 0;
      break;
    case kRangeFor:
      given_.push_back(range_of_bytes(text));
      asked_ = false;
      break;
    case kEndOfWork: end_ = true; break;
    case kState:
      if (work_ == nullptr) break;
      try {
        work_->restore(text);
      } catch (const Error& error) {
        failure_ = fmt::format("rank {}: {}", from, error.what());
      }
      break;
    case kRecords: {
      std::vector<db::Record> records;
      read_records(text, records);
      // First into the file, then to those whose results rest on them.
      if (rank_ == 0 && work_ != nullptr) work_->add_records(records);
      std::ranges::move(records, std::back_inserter(records_));
      if (rank_ != 0) {
        if (size_ > kFewRanks) pass_on(std::make_shared<const std::string>(std::move(text)));
      } else if (size_ > 2) {
        to_relay_.emplace_back(from, std::move(text));
      }
      break;
    }
    case kStop: interrupt_flag().store(true); break;
    case kBye:
      gone_[sender] = true;
      figures_.components += std::stoull("0" + text);
      if (text.ends_with(kInterruptedMark)) {
        // A signal to one is meant for all.
        interrupt_flag().store(true);
      } else if (owed_[sender] != 0) {
        failure_ = fmt::format("rank {} was ended before the others", from);
      }
      break;
    default: break;
  }
  lock.unlock();
  wake_.notify_all();
}

void Ranks::send_queued() {
  while (true) {
    Message next;
    {
      const std::lock_guard lock(mutex_);
      if (queue_.empty()) return;
      next = std::move(queue_.front());
      queue_.pop_front();
      ++figures_.messages;
      figures_.bytes += next.text->size();
    }
    auto out = std::make_unique<Outgoing>();
    out->text = std::move(next.text);
    MPI_Isend(out->text->data(), static_cast<int>(out->text->size()), MPI_CHAR, next.to, next.tag,
              MPI_COMM_WORLD, &out->request);
    flying_.push_back(std::move(out));
  }
}

// A share of what is left; nothing if all is handed out.
std::optional<NumberRange> Ranks::take_range() {
  if (pool_.empty()) return std::nullopt;
  const std::uint64_t share = left_ / (4 * static_cast<std::uint64_t>(size_));
  const std::uint64_t most = std::clamp(share, kLeastRange, kMostRange);
  NumberRange& front = pool_.front();
  const NumberRange out{front.first, std::min(front.last, front.first + most)};
  front.first = out.last;
  if (front.first == front.last) pool_.pop_front();
  left_ -= out.last - out.first;
  ++figures_.ranges;
  return out;
}

void Ranks::answer_waiting() {
  if (!begun_) return;
  const auto none = std::make_shared<const std::string>();
  for (const int to : std::exchange(waiting_, {})) {
    const auto range = take_range();
    if (!range) {
      queue_.push_back({to, kEndOfWork, none});
      continue;
    }
    owed_[static_cast<std::size_t>(to)] += range->last - range->first;
    out_ += range->last - range->first;
    queue_.push_back({to, kRangeFor, std::make_shared<const std::string>(range_bytes(*range))});
  }
}

void Ranks::tell_all(int tag, const std::shared_ptr<const std::string>& text) {
  for (int to = 1; to < size_; ++to) {
    if (!gone_[static_cast<std::size_t>(to)]) queue_.push_back({to, tag, text});
  }
}

// Records, down the tree in which rank r has the children r * kFanOut + 1, ... : so rank 0 sends little,
// however many ranks there are.
void Ranks::pass_on(const std::shared_ptr<const std::string>& text) {
  for (int i = 1; i <= kFanOut; ++i) {
    const std::int64_t to = std::int64_t{rank_} * kFanOut + i;
    if (to < size_) queue_.push_back({static_cast<int>(to), kRecords, text});
  }
}

// One message an interval to each rank, however many ranks found something. Where they are many, all are told
// the same bytes.
void Ranks::relay() {
  if (to_relay_.empty() || Clock::now() - relayed_ < interval()) return;
  relayed_ = Clock::now();
  const auto others = [&](int to) {
    std::string out;
    for (const auto& one : to_relay_) {
      if (one.first != to) out += one.second;
    }
    return std::make_shared<const std::string>(std::move(out));
  };
  if (size_ > kFewRanks) {
    pass_on(others(-1));  // of all
  } else {
    for (int to = 1; to < size_; ++to) {
      if (gone_[static_cast<std::size_t>(to)]) continue;
      if (auto text = others(to); !text->empty()) queue_.push_back({to, kRecords, std::move(text)});
    }
  }
  to_relay_.clear();
}

void Ranks::begin(solve::SharedWork& work, std::vector<NumberRange> left,
                  std::vector<db::Record> known) {
  const std::lock_guard lock(mutex_);
  work_ = &work;
  begun_at_ = Clock::now();
  if (rank_ != 0) return;
  std::vector<db::Record> some;
  std::size_t bytes = 0;
  const auto tell_some = [&] {
    if (!some.empty()) {
      auto text = std::make_shared<const std::string>(records_bytes(some));
      if (size_ > kFewRanks) {
        pass_on(std::move(text));
      } else {
        tell_all(kRecords, text);
      }
    }
    some.clear();
    bytes = 0;
  };
  for (db::Record& record : known) {
    bytes += record.component.size() + record.payload.size();
    some.push_back(std::move(record));
    if (bytes >= kMostBytes) tell_some();
  }
  tell_some();
  for (const NumberRange& range : left) {
    left_ += range.last - range.first;
    pool_.push_back(range);
  }
  begun_ = true;
}

solve::RangeFeed::Next Ranks::next(NumberRange& range) {
  std::unique_lock lock(mutex_);
  if (!failure_.empty()) throw Error(failure_);
  if (rank_ == 0) {
    if (const auto mine = take_range()) {
      range = *mine;
      return Next::kRange;
    }
    if (out_ == 0) return Next::kEnd;
    wake_.wait_for(lock, std::chrono::milliseconds(5));
    return Next::kNotYet;
  }
  // Asked for ahead: the answer arrives while the last range is searched.
  if (!asked_ && !end_) {
    asked_ = true;
    queue_.push_back({0, kAsk, std::make_shared<const std::string>()});
  }
  if (!given_.empty()) {
    range = given_.front();
    given_.pop_front();
    return Next::kRange;
  }
  if (end_) return Next::kEnd;
  wake_.wait_for(lock, std::chrono::milliseconds(5));
  return Next::kNotYet;
}

Ranks::Clock::duration Ranks::interval() const {
  return std::clamp<Clock::duration>((Clock::now() - begun_at_) / kExchangeShare, kFirstExchange,
                                     kExchange);
}

bool Ranks::due() {
  if (size_ == 1) return false;
  return Clock::now() - exchanged_ >= interval();
}

// To rank 0: a state comes behind the records that it rests on.
void Ranks::report(std::string records, std::string state) {
  const auto text = [](std::string& bytes) {
    return std::make_shared<const std::string>(std::move(bytes));
  };
  if (!records.empty()) queue_.push_back({0, kRecords, text(records)});
  if (!state.empty()) queue_.push_back({0, kState, text(state)});
}

void Ranks::exchange(solve::SharedWork& work, std::vector<db::Record> found, db::Table& table) {
  exchanged_ = Clock::now();
  std::vector<db::Record> others;
  std::string records = records_bytes(found);
  std::string state;
  if (rank_ != 0 && exchanged_ - told_ >= kExchange) {
    state = work.take_state();
    told_ = exchanged_;
  }
  {
    const std::lock_guard lock(mutex_);
    others.swap(records_);
    if (rank_ != 0) {
      report(std::move(records), std::move(state));
    } else if (!records.empty()) {
      to_relay_.emplace_back(0, std::move(records));
    }
  }
  for (const db::Record& record : others) table.add(record);
}

void Ranks::end(solve::SharedWork& work, bool complete) {
  if (rank_ != 0) {
    std::vector<db::Record> found;
    work.take_records(found);
    std::string state = work.take_state();
    std::string farewell = std::to_string(work.components());
    if (!complete && interrupt_flag().load()) farewell += kInterruptedMark;
    const std::lock_guard lock(mutex_);
    report(records_bytes(found), std::move(state));
    if (complete) queue_.push_back({0, kAllTold, std::make_shared<const std::string>()});
    queue_.push_back({0, kBye, std::make_shared<const std::string>(std::move(farewell))});
    finished_ = true;
    return;
  }
  std::unique_lock lock(mutex_);
  figures_.components += work.components();
  if (!complete) tell_all(kStop, std::make_shared<const std::string>());
  const auto all_gone = [this] { return std::count(gone_.begin() + 1, gone_.end(), false) == 0; };
  // In good order they leave as soon as they are told that nothing is left.
  const auto patience = complete ? std::chrono::milliseconds(60'000) : kFarewell;
  finished_ = wake_.wait_for(lock, patience, all_gone);
}

RankFigures Ranks::figures() const {
  const std::lock_guard lock(mutex_);
  return figures_;
}

}  // namespace cgt::repl
