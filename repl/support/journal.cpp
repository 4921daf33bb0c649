#include "repl/support/journal.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "cgt/support/text_input.hpp"
#include "decomp/db/checksum.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

std::string unit_line(std::size_t unit, const std::string& result) {
  const std::string line = fmt::format("{} {}", unit, result);
  return fmt::format("{} #{:016x}\n", line, db::Checksum().bytes(line).value());
}

// The line without its newline. False: it is not whole.
bool read_unit_line(std::string_view line, std::size_t& unit, std::string& result) {
  const std::size_t mark = line.rfind(" #");
  if (mark == std::string_view::npos) return false;
  std::string_view body = line.substr(0, mark);
  if (line.substr(mark + 2) != fmt::format("{:016x}", db::Checksum().bytes(body).value())) {
    return false;
  }
  const std::optional<std::size_t> number = take_number<std::size_t>(body);
  if (!number || !body.starts_with(' ')) return false;
  unit = *number;
  result = body.substr(1);
  return true;
}

}  // namespace

void PartJournal::open(const std::string& path, const PartHeader& header, const std::string& body) {
  path_ = path;
  replace_file(path, header.text() + body);
  out_.open(path, std::ios::binary | std::ios::app);
  if (!out_) throw FileError(path + ": cannot be written");
}

void PartJournal::append(const std::string& line) {
  out_ << line << std::flush;
  if (!out_) throw FileError(path_ + ": cannot be written");
}

std::size_t merged_units(const Sharding& sharding) {
  return static_cast<std::size_t>(sharding.merged->front().header.units);
}

UnitRun::UnitRun(const Sharding& sharding, PartHeader header, std::size_t count, bool quiet)
    : shard_(sharding.given),
      quiet_(quiet),
      header_(std::move(header)),
      path_(sharding.state),
      results_(count) {
  header_.units = count;
  if (sharding.merging()) {
    for (const Part& part : *sharding.merged) {
      read_body(part);
      for (std::size_t i = 0; i < count; ++i) {
        if (!part.header.share.has(i) || results_[i]) continue;
        throw FileError(
            fmt::format("{}: shard {} is not complete: unit {} of {} is missing\n"
                        "hint: the command that began it goes on",
                        part.path, part.header.share.text(), i + 1, count));
      }
    }
    return;
  }
  if (!path_.empty()) {
    std::string kept;
    if (std::filesystem::exists(path_)) {
      const Part part = read_part(path_);
      check_same(part, header_, true);
      if (!(part.header.share == header_.share)) {
        throw FileError(fmt::format("{}: shard {}, not {}", path_, part.header.share.text(),
                                    header_.share.text()));
      }
      read_body(part);
    }
    std::size_t done = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!results_[i]) continue;
      kept += unit_line(i, *results_[i]);
      ++done;
    }
    if (done > 0 && !quiet_) {
      std::cerr << fmt::format("going on after {} units, from {}\n", done, path_);
    }
    journal_.open(path_, header_, kept);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (header_.share.has(i) && !results_[i]) todo_.push_back(i);
  }
}

// Lines as long as they are whole.
void UnitRun::read_body(const Part& part) {
  std::string_view body = part.body;
  while (true) {
    const std::size_t end = body.find('\n');
    std::size_t unit = 0;
    std::string result;
    if (end == std::string_view::npos || !read_unit_line(body.substr(0, end), unit, result)) return;
    if (unit >= results_.size() || !part.header.share.has(unit)) return;
    results_[unit] = std::move(result);
    body.remove_prefix(end + 1);
  }
}

void UnitRun::finished(std::size_t unit, std::string result) {
  const std::lock_guard lock(mutex_);
  if (journal_.is_open()) journal_.append(unit_line(unit, result));
  results_[unit] = std::move(result);
}

const std::string* UnitRun::result(std::size_t unit) const {
  const std::lock_guard lock(mutex_);
  return results_[unit] ? &*results_[unit] : nullptr;
}

void UnitRun::tell() const {
  if (!shard_ || quiet_) return;
  std::size_t mine = 0;
  std::size_t done = 0;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (!header_.share.has(i)) continue;
    ++mine;
    if (results_[i]) ++done;
  }
  std::cerr << fmt::format("shard {}: {} of {} units in {}\n", header_.share.text(), done, mine,
                           path_);
}

}  // namespace cgt::repl
