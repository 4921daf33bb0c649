// What the fuzzer does with a design for EDAPS, and the test that replays the corpus too.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/lang.hpp"

namespace cgt::lang::testing {

// Reads designs with the reader of the plan library in a folder.
class EdapsReplay {
 public:
  explicit EdapsReplay(std::string folder) : folder_(std::move(folder)) {}

  // What the reader said of the last text: complaints, a line each, or what is known of the design.
  const std::string& said() const { return said_; }
  // Returns what broke a promise of the reader, or "": any text is a design, or each complaint has a
  // place in it; and reading it again says the same.
  std::string operator()(const std::string& text) {
    // A session keeps what it has seen: a new one from time to time.
    if (session_ == nullptr || ++texts_ % 1000 == 0) {
      session_ = std::make_unique<Session>();
      session_->set_directory(folder_);
    }
    said_ = read(text);
    if (!broken_.empty()) return broken_;
    if (read(text) != said_) return "the same text is read in two ways";
    return broken_;
  }

 private:
  std::string read(const std::string& text) {
    broken_.clear();
    session_->set_global("given", Value::string(text));
    const Result result = session_->evaluate(
        SourceText("edaps",
                   "r := Reader(\"x\", given); d := r.Read();"
                   "if r.errors.IsEmpty then [[], [d.length, d.width, d.gap, d.holes.Length,"
                   " d.vias.Length, d.milling.Length, d.parts.Length].ToString]"
                   " else [r.errors.ToList, \"\"] end"),
        {2'000'000, 2000, 500});
    if (result.status == Status::kOutOfBudget) return "spent";
    if (!result.ok()) {
      broken_ = "the reader failed: " + result.diagnostics;
      return {};
    }
    std::string out = result.value.as_list()[1].as_string();
    for (const Value& error : result.value.as_list()[0].as_list()) {
      out += error.as_string() + '\n';
      check_place(error.as_string(), text);
    }
    return out;
  }

  // "x:7:12: error: ...; expected ..."
  void check_place(const std::string& error, const std::string& text) {
    std::size_t at = 2;
    const auto number = [&]() -> std::optional<std::size_t> {
      std::size_t n = 0;
      const std::size_t begin = at;
      for (; at < error.size() && error[at] >= '0' && error[at] <= '9'; ++at) {
        n = 10 * n + static_cast<std::size_t>(error[at] - '0');
      }
      if (at == begin || at >= error.size() || error[at] != ':') return std::nullopt;
      ++at;
      return n;
    };
    const std::optional<std::size_t> line = number();
    const std::optional<std::size_t> column = number();
    std::size_t lines = 1;
    for (const char c : text) lines += c == '\n' || c == '\r' ? 1 : 0;
    if (error.rfind("x:", 0) != 0 || !line || !column || error.find(" error: ") != at) {
      broken_ = "a complaint has no place: " + error;
    } else if (*line < 1 || *line > lines || *column < 1 || *column > text.size() + 1) {
      broken_ = "a complaint is about what is not there: " + error;
    } else if (error.find("; expected ") == std::string::npos) {
      broken_ = "a complaint does not say what was expected: " + error;
    }
  }

  std::string folder_;
  std::unique_ptr<Session> session_;
  std::size_t texts_ = 0;
  std::string said_;
  std::string broken_;
};

}  // namespace cgt::lang::testing
