// cgt octal: nim values of take-and-break games.
#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/store/parallel.hpp"
#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "decomp/db/checksum.hpp"
#include "decomp/rules/heap/code.hpp"
#include "decomp/rules/heap/long_search.hpp"
#include "decomp/rules/heap/rules.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/journal.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {
namespace {

// cgt octal [CODE...]: one code is a long search, several are rows of a table.
struct OctalOptions {
  CommonOptions common;
  std::vector<std::string> codes;
  std::string file;             // codes, one a line
  std::uint32_t digits = 0;     // all codes of so many digits, or fewer; 0: those that are named
  std::uint32_t last = 10'000;  // heap
  bool json = false;
  unsigned threads = 1;  // 0: as many as the machine has
  Sharding sharding;     // of the codes
};

Command add_octal(const Command& program, OctalOptions& options) {
  const Command octal = program.add(
      "octal",
      "Nim values of take-and-break games, and their periods: one long search, or many codes");
  add_common(octal, options.common);
  const CommandOption codes =
      octal.option("CODES", options.codes, "", "0.07 4.3 0.[3] ...: codes of heap games")
          .words(0, -1);
  const CommandOption file =
      octal.option("--file", options.file, "FILE", "Codes, one a line; - is standard input")
          .excludes(codes);
  octal
      .option("--digits", options.digits, "N",
              "All octal codes 0.d, 0.dd, ... of at most N digits behind the point")
      .between(std::int64_t{1}, std::int64_t{6})
      .excludes(codes)
      .excludes(file);
  octal.option("--to,--last", options.last, "N", "The largest heap that is looked at")
      .between(std::int64_t{1}, static_cast<std::int64_t>(heap::kMaxHeap))
      .with_default();
  octal.flag("--json", options.json, "Print JSON, one object a line");
  octal.option("--threads", options.threads, "N", "Codes at a time; 0: as many as the machine has");
  add_sharding(
      octal, options.sharding,
      "Keep each answer there as it is found, of one code its values; go on where it stopped");
  octal.needs([&options] {
    return options.codes.empty() && options.file.empty() && options.digits == 0
               ? "CODES, --file or --digits"
               : "";
  });
  octal.examples(
      R"(  cgt octal 0.16 --to 1000000               one long search: period, proof, sparse values
  cgt octal 0.06 --to 30000 --state v       keeps its values in v, goes on where it stopped
  cgt octal 0.07 0.77                       Dawson's Kayles and Kayles, a row each
  cgt octal --digits 2 --to 1000            all of two digits
  cgt octal --digits 2 --shard 1/3 --state part   a third of them; cgt merge joins
)");
  return octal;
}

class ValuesFile {
 public:
  // Reads what is there, cuts off what is damaged, and opens the file for more. Throws FileError if
  // it cannot be read or written, or holds anything but the values of this code.
  ValuesFile(std::string path, const std::string& code);

  // The values that were found in it, from the heap 0 on.
  std::vector<std::uint32_t> take_values() { return std::move(values_); }
  // Bytes at the end of the file that were no whole block.
  std::uint64_t dropped() const { return dropped_; }
  // Writes the values that follow those of the file. Throws FileError.
  void append(std::span<const std::uint32_t> values);

 private:
  std::string path_;
  std::vector<std::uint32_t> values_;
  std::uint64_t dropped_ = 0;
  std::ofstream out_;
};

constexpr std::size_t kBlockHead = 16;
constexpr std::size_t kBlockValues = 1U << 16U;

void put_number(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 0xffU);
}

std::uint64_t number_at(std::string_view text, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(text[at + i])} << (8 * i);
  }
  return value;
}

ValuesFile::ValuesFile(std::string path, const std::string& code) : path_(std::move(path)) {
  const std::string head = fmt::format("cgt octal values 1\ncode {}\n\n", code);
  std::error_code none;
  if (std::filesystem::exists(path_, none) && std::filesystem::file_size(path_, none) > 0) {
    const std::string text = read_file(path_);
    if (!text.starts_with(head)) {
      throw FileError(fmt::format("{} does not hold the values of {}", display_name(path_), code));
    }
    std::size_t at = head.size();
    while (text.size() - at >= kBlockHead) {
      const std::uint64_t count = number_at(text, at, 4);
      const std::uint64_t width = number_at(text, at + 4, 4);
      const std::size_t body = at + kBlockHead;
      if ((width != 2 && width != 4) || count * width > text.size() - body) break;
      const std::string_view bytes = std::string_view(text).substr(body, count * width);
      if (db::Checksum().bytes(bytes).value() != number_at(text, at + 8, 8)) break;
      for (std::size_t i = 0; i < count; ++i) {
        values_.push_back(static_cast<std::uint32_t>(number_at(bytes, i * width, width)));
      }
      at = body + bytes.size();
    }
    dropped_ = text.size() - at;
    if (dropped_ > 0) std::filesystem::resize_file(path_, at, none);
    if (none) throw FileError(fmt::format("{} cannot be written", display_name(path_)));
  } else {
    write_file(path_, head);
  }
  out_.open(path_, std::ios::binary | std::ios::app);
  if (!out_) throw FileError(fmt::format("{} cannot be written", display_name(path_)));
}

void ValuesFile::append(std::span<const std::uint32_t> values) {
  for (; values.size() > kBlockValues; values = values.subspan(kBlockValues)) {
    append(values.first(kBlockValues));
  }
  if (values.empty()) return;
  const std::size_t width = std::ranges::max(values) > 0xffffU ? 4 : 2;
  std::string body;
  body.reserve(values.size() * width);
  for (const std::uint32_t value : values) put_number(body, value, width);
  std::string block;
  put_number(block, values.size(), 4);
  put_number(block, width, 4);
  put_number(block, db::Checksum().bytes(body).value(), 8);
  out_ << block << body << std::flush;
  if (!out_) throw FileError(fmt::format("{} cannot be written", display_name(path_)));
}

using OctalJson = nlohmann::ordered_json;

// What is not a code is found out before hours of work, and where it stands.
std::vector<std::string> codes_in_file(const std::string& path) {
  const SourceText source(display_name(path), read_file(path));
  std::vector<std::string> out;
  for (const SourceSpan& line : written_lines(source.text())) {
    out.emplace_back(source.text().substr(line.offset, line.length));
    try {
      heap::Code::parse(out.back());
    } catch (const InputError& error) {
      throw InputError(error, source, line.offset);
    }
  }
  return out;
}

// All of at most `digits` digits, none with a 0 at the end: those are codes of fewer.
std::vector<std::string> octal_codes(std::uint32_t digits) {
  std::vector<std::string> out;
  std::uint64_t count = 1;
  for (std::uint32_t n = 1; n <= digits; ++n) {
    count *= 8;
    for (std::uint64_t code = 0; code < count; ++code) {
      if (code % 8 != 0) out.push_back(fmt::format("0.{:0{}o}", code, n));
    }
  }
  return out;
}

// A row, and the exit code that goes with it.
struct OctalAnswer {
  std::string row;
  ExitCode code = kOk;

  std::string text() const { return json_line(OctalJson{row, static_cast<int>(code)}); }
  static OctalAnswer read(const std::string& text) {
    const auto json = OctalJson::parse(text);
    return {json.at(0), static_cast<ExitCode>(json.at(1).get<int>())};
  }
};

constexpr const char* kOctalHead = "code\tperiod\tpreperiod\tsaltus\tlargest\theap\n";

OctalAnswer examine(const std::string& code, const OctalOptions& options) {
  OctalAnswer out;
  Budget budget(options.common.limits, &interrupt_flag());
  OctalJson json{{"code", code}, {"last", options.last}};
  std::string period = "-\t-\t-";
  std::string most = "-\t-";
  try {
    const heap::TakeAndBreak rules(heap::Code::parse(code));
    const std::vector<std::uint32_t> values = rules.nim_values(options.last, budget);
    const auto largest = std::ranges::max_element(values);
    most = fmt::format("{}\t{}", *largest, largest - values.begin());
    json["largest"] = *largest;
    json["heap"] = largest - values.begin();
    if (const auto found = rules.check_periodicity(options.last, budget)) {
      period = fmt::format("{}\t{}\t{}", found->period, found->preperiod, found->saltus);
      json["period"] = found->period;
      json["preperiod"] = found->preperiod;
      json["saltus"] = found->saltus;
      if (options.json) json["proof"] = *rules.period_proof(options.last, budget);
    }
  } catch (const BudgetExhausted& spent) {
    out.code = exit_code(spent.reason());
    json["stopped"] = describe(spent.reason());
    period = "?\t?\t?";
    if (most == "-\t-") most = "?\t?";
  }
  put_doubt(json, json.value("stopped", ""));
  out.row = options.json ? json_line(json) + "\n" : fmt::format("{}\t{}\t{}\n", code, period, most);
  return out;
}

std::vector<std::string> codes_of(const OctalOptions& options) {
  if (options.digits > 0) return octal_codes(options.digits);
  if (!options.file.empty()) return codes_in_file(options.file);
  for (const std::string& code : options.codes) heap::Code::parse(code);
  return options.codes;
}

constexpr double kMegabyte = 1024.0 * 1024.0;

// The memory that a search may need is said before it begins, and a search that may not have so much
// does not begin.
void check_memory(const heap::Code& code, const OctalOptions& options) {
  const std::uint64_t bytes = heap::LongSearch::bytes(code, options.last);
  const double megabytes = std::ceil(static_cast<double>(bytes) / kMegabyte);
  if (megabytes <= static_cast<double>(options.common.limits.megabytes)) return;
  throw Error(fmt::format("the values of {} heaps need {:.0f} MB, and --budget-mb allows {}",
                          options.last, megabytes, options.common.limits.megabytes),
              "a smaller --to, or more memory");
}

// Heaps between two looks at the clock, seconds between two blocks of the file.
constexpr heap::Size kSearchStep = 4096;
constexpr std::chrono::seconds kSaveEvery{10};

// One code: as far as --to, a period or a limit; with --state from where an earlier search stopped.
ExitCode search_one(const std::string& text, const OctalOptions& options) {
  const heap::Code code = heap::Code::parse(text);
  check_memory(code, options);
  const double megabytes =
      static_cast<double>(heap::LongSearch::bytes(code, options.last)) / kMegabyte;
  if (!options.json) {
    std::cout << fmt::format("code       {}\nmemory     at most {:.1f} MB for the heaps 1 .. {}\n",
                             text, megabytes, options.last)
              << std::flush;
  }
  Budget budget(options.common.limits, &interrupt_flag());
  heap::LongSearch search(code);
  std::optional<ValuesFile> file;
  std::size_t saved = 0;
  std::size_t known = 0;
  const auto save = [&] {
    if (file && saved < search.values().size()) {
      file->append(search.values().subspan(saved));
      saved = search.values().size();
    }
  };
  OctalJson json{{"code", text}, {"to", options.last}, {"memory_mb", std::ceil(megabytes)}};
  ExitCode ended = kOk;
  std::string stopped;
  try {
    search.reserve(options.last, budget);
    if (!options.sharding.state.empty()) {
      catch_terminations();
      file.emplace(options.sharding.state, text);
      if (file->dropped() > 0 && !options.common.quiet) {
        std::cerr << fmt::format("cgt: the last {} bytes of {} were damaged and are found again\n",
                                 file->dropped(), options.sharding.state);
      }
      std::vector<std::uint32_t> values = file->take_values();
      saved = values.size();
      known = saved == 0 ? 0 : saved - 1;
      if (!values.empty()) search.restore(std::move(values));
    }
    std::atomic<std::size_t> reached{search.values().size()};
    const Progress progress(
        [&] { return fmt::format("heap {} of {}", reached.load(), options.last); },
        options.common.quiet);
    auto saved_at = std::chrono::steady_clock::now();
    while (search.values().size() <= options.last) {
      const auto next = static_cast<heap::Size>(
          std::min<std::size_t>(options.last, search.values().size() + kSearchStep));
      if (search.extend(next, budget)) break;
      reached = search.values().size();
      if (std::chrono::steady_clock::now() - saved_at > kSaveEvery) {
        save();
        saved_at = std::chrono::steady_clock::now();
      }
    }
    save();
    search.find_period(budget);
    if (search.period()) json["proof"] = search.proof(budget);
  } catch (const BudgetExhausted& spent) {
    save();
    stopped = describe(spent.reason());
    ended = exit_code(spent.reason());
  }
  const std::span<const std::uint32_t> values = search.values();
  const auto largest = std::ranges::max_element(values);
  const heap::SparseSpace sparse = search.sparse_space();
  const std::size_t last = values.size() - 1;
  json["heaps"] = last;
  if (file) json["from_file"] = known;
  json["value"] = values.back();
  json["sum"] = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  json["largest"] = *largest;
  json["heap"] = largest - values.begin();
  json["sparse"] = {{"mask", fmt::format("{:x}", sparse.mask)},
                    {"position", sparse.by_position},
                    {"heaps", sparse.heaps},
                    {"last", sparse.last}};
  if (const auto& p = search.period()) {
    json["period"] = p->period;
    json["preperiod"] = p->preperiod;
    json["saltus"] = p->saltus;
  }
  if (!stopped.empty()) json["stopped"] = stopped;
  put_doubt(json, stopped);
  if (options.json) {
    std::cout << json_line(json) << '\n';
    return ended;
  }
  if (file && known > 0) std::cout << fmt::format("from file  the heaps 1 .. {}\n", known);
  if (!stopped.empty()) std::cout << fmt::format("stopped    {}\n", stopped);
  if (const auto& p = search.period()) {
    std::cout << fmt::format("period     {} from heap {} on{}\n", p->period, p->preperiod,
                             p->saltus == 0 ? "" : fmt::format(", {} more each time", p->saltus));
    if (json.contains("proof")) {
      std::cout << fmt::format("proof      {}\n", json["proof"].get<std::string>());
    }
  } else {
    std::cout << "period     none is proved\n";
  }
  std::cout << fmt::format("heaps      1 .. {}, the last one of value {}; all add up to {}\n", last,
                           values.back(), json["sum"].get<std::uint64_t>());
  std::cout << fmt::format("largest    {} at heap {}\n", *largest, largest - values.begin());
  std::cout << fmt::format("sparse     {} heaps by mask {:x}{}, the last at {}\n", sparse.heaps,
                           sparse.mask, sparse.by_position ? " and position" : "", sparse.last);
  return ended;
}

ExitCode run_octal(const OctalOptions& options) {
  const std::vector<std::string> codes = codes_of(options);
  if (options.file.empty() && options.digits == 0 && codes.size() == 1 && !options.sharding.given &&
      !options.sharding.merging()) {
    return search_one(codes.front(), options);
  }
  UnitRun units(options.sharding, new_header(options.sharding, "units"), codes.size(),
                options.common.quiet);
  if (units.prints() && !options.json) std::cout << kOctalHead << std::flush;
  ExitCode all = kOk;
  units.run<OctalAnswer>(
      thread_count(options.threads), "codes",
      [&](std::size_t i) { return examine(codes[i], options); },
      [&](const OctalAnswer& answer) { all = worse(all, answer.code); });
  units.tell();
  return all;
}

}  // namespace

void offer_octal(Commands& commands) { commands.offer(add_octal, run_octal); }

}  // namespace cgt::repl
