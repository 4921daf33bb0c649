#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cgt/support/json_answer.hpp"
#include "decomp/labs/bridge/double_dummy.hpp"
#include "decomp/labs/bridge/players.hpp"
#include "repl/labs/bridge.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/journal.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using bridge::pbn::Record;

// One declarer's table: what it has played of the deals, in a file that it goes on with.
class PlayedTable {
 public:
  PlayedTable(std::string name, std::string file, const std::vector<Record>& deals)
      : name_(std::move(name)), file_(std::move(file)), played_(deals.size()) {
    if (file_.empty() || !std::filesystem::exists(file_)) return;
    const SourceText source(display_name(file_), read_file(file_));
    std::map<std::string, const Record*> done;
    const std::vector<Record> records = bridge::pbn::read(source).records;
    for (const Record& r : records) {
      if (r.deal && r.contract && r.result && !r.play.empty()) done[r.board] = &r;
    }
    for (std::size_t i = 0; i < deals.size(); ++i) {
      const auto at = done.find(deals[i].board);
      if (at == done.end()) continue;
      if (at->second->deal->hands != deals[i].deal->hands ||
          at->second->contract != deals[i].contract)
        throw Error(fmt::format("board {} of {} is another deal", deals[i].board, file_),
                    "choose another file for what is played");
      played_[i] = *at->second;
    }
  }

  const std::string& name() const { return name_; }
  bool has(std::size_t i) const { return played_[i].has_value(); }
  const Record& at(std::size_t i) const { return *played_[i]; }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::count_if(played_.begin(), played_.end(), [](const auto& r) { return r.has_value(); }));
  }
  void add(std::size_t i, Record record) {
    const std::lock_guard lock(mutex_);
    if (!file_.empty()) {
      std::ofstream out(file_, std::ios::app);
      out << bridge::pbn::write({record});
      if (!out.flush()) throw FileError("cannot write " + file_);
    }
    played_[i] = std::move(record);
  }
  std::vector<Record> records() const {
    std::vector<Record> out;
    for (const auto& r : played_) {
      if (r) out.push_back(*r);
    }
    return out;
  }
  // In the order of the deals, whatever thread was first.
  void settle() const {
    if (!file_.empty()) replace_file(file_, bridge::pbn::write(records()));
  }
  double seconds() const { return sum("DeclarerSeconds"); }
  double nodes() const { return sum("DeclarerNodes"); }

 private:
  // Of the boards that have the tag, on average.
  double sum(const char* tag) const {
    double total = 0;
    int n = 0;
    for (const auto& r : played_) {
      if (!r || r->find(tag) == nullptr) continue;
      total += std::stod("0" + r->find(tag)->value);
      ++n;
    }
    return n == 0 ? 0 : total / n;
  }

  std::string name_;
  std::string file_;
  std::vector<std::optional<Record>> played_;
  std::mutex mutex_;
};

std::uint64_t board_number(const Record& record, std::size_t index) {
  std::uint64_t number = 0;
  for (const char c : record.board) {
    if (c < '0' || c > '9' || number > 1'000'000'000) return index + 1;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

std::vector<std::size_t> all_of(const std::vector<Record>& deals) {
  std::vector<std::size_t> out(deals.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

// What the journal of a match keeps of a board: what each table played.
std::string board_text(const PlayedTable& a, const PlayedTable& b, std::size_t i) {
  return json_line(nlohmann::json{bridge::pbn::write({a.at(i)}), bridge::pbn::write({b.at(i)})});
}

void take_board(PlayedTable& a, PlayedTable& b, std::size_t i, const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  for (std::size_t k = 0; k < 2; ++k) {
    const SourceText source("<board>", json.at(k).get<std::string>());
    (k == 0 ? a : b).add(i, bridge::pbn::read(source).records.at(0));
  }
}

// Plays what is missing at the tables. Returns why it stopped early, if so.
// `wanted`: the boards, ascending; `whole` is called, by any thread, when all tables have one.
std::optional<StopReason> play_tables(const BridgeOptions& o, const std::vector<Record>& deals,
                                      const std::vector<PlayedTable*>& tables, bool tell_costs,
                                      const std::vector<std::size_t>& wanted,
                                      const std::function<void(std::size_t)>& whole = {}) {
  struct Item {
    std::size_t board;
    PlayedTable* table;
  };
  std::vector<Item> items;
  std::vector<std::atomic<unsigned>> open(deals.size());  // tables that have not played it
  for (const std::size_t i : wanted) {
    for (PlayedTable* table : tables) {
      if (!table->has(i)) items.push_back({i, table});
      open[i] += table->has(i) ? 0 : 1;
    }
  }
  if (items.empty()) return std::nullopt;
  const unsigned threads = std::min(thread_count(o.threads), bridge::DoubleDummy::kMaxSlots);
  bridge::DoubleDummy::set_slots(threads);
  std::atomic<unsigned> slots{0};
  std::atomic<std::size_t> done{0};
  const Stopwatch watch;
  const Progress progress(
      [&] {
        return progress_text(done.load(), items.size(), 0, watch.wall_milliseconds() / 1000,
                             "boards");
      },
      o.common.quiet);
  const std::exception_ptr thrown = share_items(items.size(), threads, [&](const NextItem& next) {
    const unsigned slot = slots++;
    std::map<std::string, std::unique_ptr<bridge::Player>> players;
    const auto defence = bridge::make_defence(o.defence, o.seed, slot);
    while (const auto index = next()) {
      const auto& [board, table] = items[*index];
      auto& player = players[table->name()];
      if (player == nullptr) player = bridge::make_declarer(table->name(), o.seed, slot);
      Record record = deals[board];
      Budget budget(o.common.limits, &interrupt_flag());
      const bridge::PlayedDeal played = bridge::play_deal(
          record.deal->hands, *record.contract, record.is_vulnerable(record.contract->declarer),
          *player, *defence, board_number(record, board), budget);
      bridge::pbn::set_play(record, played.cards, played.tricks, false);
      if (tell_costs) {
        record.set("DeclarerSeconds", fmt::format("{:.4f}", played.cpu));
        record.set("DeclarerNodes", std::to_string(played.nodes));
      }
      table->add(board, std::move(record));
      if (--open[board] == 0 && whole) whole(board);
      ++done;
    }
  });
  for (PlayedTable* table : tables) table->settle();
  if (thrown == nullptr) return std::nullopt;
  try {
    std::rethrow_exception(thrown);
  } catch (const BudgetExhausted& spent) {
    return spent.reason();
  }
}

ExitCode stopped_code(const std::optional<StopReason>& stopped) { return exit_code(stopped); }

int score_of(const Record& record) {
  return bridge::score(*record.contract, record.is_vulnerable(record.contract->declarer),
                       *record.result);
}

struct MatchSummary {
  bridge::BoardAMatch all;
  bridge::BoardAMatch notrump;
  bridge::BoardAMatch suits;
  double tricks_a = 0;
  double tricks_b = 0;
};

std::string margin_text(const char* name, const bridge::BoardAMatch& m) {
  return fmt::format(
      "{:8} {:5} boards: won {}, lost {}, tied {}; {:+.4f} boards a deal [{:+.4f}, {:+.4f}]\n",
      name, m.boards(), m.won(), m.lost(), m.tied(), m.margin(), m.margin() - m.half_width(),
      m.margin() + m.half_width());
}

nlohmann::ordered_json margin_json(const bridge::BoardAMatch& m) {
  return {{"boards", m.boards()},
          {"won", m.won()},
          {"lost", m.lost()},
          {"tied", m.tied()},
          {"margin", m.margin()},
          {"interval", {m.margin() - m.half_width(), m.margin() + m.half_width()}}};
}

}  // namespace

ExitCode run_bridge_play(const BridgeOptions& o) {
  std::vector<Record> deals = bridge_deals(o.file);
  if (!o.board.empty()) {
    std::erase_if(deals, [&](const Record& r) { return r.board != o.board; });
    if (deals.empty()) throw Error("there is no board " + o.board + " in " + display_name(o.file));
  }
  PlayedTable table(o.declarer, o.out, deals);
  const auto stopped = play_tables(o, deals, {&table}, !o.out.empty(), all_of(deals));
  if (o.out.empty()) std::cout << bridge::pbn::write(table.records());
  if (stopped) {
    std::cerr << fmt::format("Incomplete ({}): {} of {} boards{}\n", describe(*stopped),
                             table.count(), deals.size(),
                             o.out.empty() ? "" : "; the same command goes on");
  }
  return stopped_code(stopped);
}

ExitCode run_bridge_match(const BridgeOptions& o) {
  PartHeader header = new_header(o.sharding, "units");
  header.seed = std::to_string(o.seed);
  const bool keeps = !o.sharding.state.empty();
  if (keeps && o.file == "-") throw FileError("--state is of a file of deals, not of <stdin>");
  if (keeps) header.inputs.push_back(input_of(o.file, read_file(o.file)));
  // The parts of a match have its deals.
  std::vector<Record> deals;
  if (o.sharding.merging()) {
    deals.resize(merged_units(o.sharding));
  } else {
    deals = bridge_deals(o.file);
  }
  PlayedTable a(o.a, o.out_a, deals);
  PlayedTable b(o.b, o.out_b, deals);
  UnitRun units(o.sharding, std::move(header), deals.size(), o.common.quiet);
  for (std::size_t i = 0; i < deals.size(); ++i) {
    const std::string* before = units.result(i);
    if (before == nullptr) continue;
    take_board(a, b, i, *before);
    if (o.sharding.merging()) deals[i] = a.at(i);
  }
  // Of one name, two tables all the same.
  const auto stopped = play_tables(o, deals, {&a, &b}, true, units.todo(), [&](std::size_t i) {
    if (keeps) units.finished(i, board_text(a, b, i));
  });
  units.tell();
  if (!units.prints()) return stopped_code(stopped);
  MatchSummary sum;
  for (std::size_t i = 0; i < deals.size(); ++i) {
    if (!a.has(i) || !b.has(i)) continue;
    const int ours = score_of(a.at(i));
    const int theirs = score_of(b.at(i));
    sum.all.add(ours, theirs);
    (deals[i].contract->strain == bridge::kNotrump ? sum.notrump : sum.suits).add(ours, theirs);
    sum.tricks_a += *a.at(i).result;
    sum.tricks_b += *b.at(i).result;
  }
  const int n = std::max(1, sum.all.boards());
  sum.tricks_a /= n;
  sum.tricks_b /= n;
  if (o.json) {
    nlohmann::ordered_json json{{"a", o.a}, {"b", o.b}, {"defence", o.defence}, {"seed", o.seed}};
    json["all"] = margin_json(sum.all);
    json["notrump"] = margin_json(sum.notrump);
    json["suits"] = margin_json(sum.suits);
    json["tricks"] = {sum.tricks_a, sum.tricks_b};
    json["seconds"] = {a.seconds(), b.seconds()};
    json["nodes"] = {a.nodes(), b.nodes()};
    put_doubt(json, "a sample of deals; interval: 95 of 100 such samples cover the margin");
    std::cout << json_line(json) << '\n';
  } else {
    std::cout << margin_text("all", sum.all);
    if (sum.notrump.boards() > 0) std::cout << margin_text("notrump", sum.notrump);
    if (sum.suits.boards() > 0) std::cout << margin_text("suits", sum.suits);
    std::cout << fmt::format("tricks   {:.3f} against {:.3f}\n", sum.tricks_a, sum.tricks_b);
    if (!o.common.quiet) {
      std::cout << fmt::format(
          "declarer {:.3f} against {:.3f} CPU s a deal; {:.0f} against {:.0f} nodes\n", a.seconds(),
          b.seconds(), a.nodes(), b.nodes());
    }
  }
  if (stopped) {
    std::cerr << fmt::format("Incomplete ({}): {} and {} of {} boards{}\n", describe(*stopped),
                             a.count(), b.count(), deals.size(),
                             o.out_a.empty() && !keeps ? "" : "; the same command goes on");
  }
  return stopped_code(stopped);
}

}  // namespace cgt::repl
