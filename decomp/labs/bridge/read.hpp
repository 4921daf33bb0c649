// What the readers of PBN and LIN share: a record that is wrong costs itself only.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/labs/bridge/pbn.hpp"

namespace cgt::bridge::pbn {

// Thrown where a text is wrong; ends the record, or the line, that it stands in.
struct Refused {
  Diagnostic diagnostic;
};
[[noreturn]] void refuse(std::size_t offset, std::size_t length, std::string message,
                         std::string hint = {});

// Records that are read, and what was wrong with others.
class Findings {
 public:
  explicit Findings(const SourceText& source);
  void add(Record record) { records_.push_back(std::move(record)); }
  void warn(SourceSpan span, std::string message, std::string hint = {});
  // Runs what may throw Refused; `what` is left out then, "" for a line.
  void attempt(const std::string& what, const std::function<void()>& read);
  // Throws InputError if nothing was read and something refused.
  Records finish();

 private:
  const SourceText& source_;
  std::vector<Record> records_;
  std::vector<Diagnostic> warnings_;
  std::optional<Diagnostic> refusal_;  // the first one
};

// LIN: pairs of a key and a value, all of them followed by '|', as Bridge Base Online writes them.
bool looks_like_lin(std::string_view text);
Records read_lin(const SourceText& source);

}  // namespace cgt::bridge::pbn
