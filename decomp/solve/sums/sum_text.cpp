#include "decomp/solve/sums/sum_text.hpp"

#include <fmt/format.h>

#include "cgt/support/text_input.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "decomp/position/negative.hpp"

namespace cgt::solve {
namespace {

bool is_sign(char c) { return c == '+' || c == '-'; }
int bracket(char c) {
  if (c == '(' || c == '{' || c == '[') return 1;
  return c == ')' || c == '}' || c == ']' ? -1 : 0;
}

// The start of a term that is a position.
struct Head {
  std::size_t copies_at = 0;
  std::size_t name_at = 0;
  std::size_t name_end = 0;
  std::size_t position_at = 0;  // past the colon
};

class SumReader {
 public:
  SumReader(Store& store, const SourceText& source, const RulesetCalled& called)
      : store_(store), source_(source), text_(source.text()), called_(called) {}

  Sum read() {
    skip_space();
    if (at_ == text_.size()) fail(at_, 1, "a sum is missing here", "the empty sum is written 0");
    bool first = true;
    while (at_ < text_.size()) {
      bool minus = false;
      if (!first) {
        const std::size_t sign = at_++;
        minus = text_[sign] == '-';
        skip_space();
        if (at_ == text_.size()) {
          fail(sign, 1, "a term is missing after this", "terms are joined by + and -");
        }
      }
      first = false;
      term(minus);
      skip_space();
    }
    return std::move(sum_);
  }

 private:
  [[noreturn]] void fail(std::size_t offset, std::size_t length, std::string message,
                         std::string hint) const {
    throw InputError(source_,
                     {{Severity::kError, std::move(message), std::move(hint), {offset, length}}});
  }
  char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  void skip_space() { at_ = past_space(at_); }
  std::size_t past_space(std::size_t at) const {
    while (is_space(peek(at))) ++at;
    return at;
  }

  // A name or the path of a file, perhaps with arguments in brackets, and a colon; copies before it.
  std::optional<Head> head(std::size_t at) const {
    Head head;
    head.copies_at = at;
    if (is_digit(peek(at))) {
      while (is_digit(peek(at))) ++at;
      at = past_space(at);
      if (peek(at) != '*' && peek(at) != '.') return std::nullopt;
      at = past_space(at + 1);
    }
    head.name_at = at;
    const bool path = peek(at) == '/' ||
                      (peek(at) == '.' && (peek(at + 1) == '/' || text_.substr(at, 3) == "../"));
    if (!path && !is_letter(peek(at))) return std::nullopt;
    int open = 0;
    while (at < text_.size()) {
      const char c = text_[at];
      if (open == 0 && !is_letter(c) && !is_digit(c) && c != '-' && c != '.' && c != '/' &&
          c != '(') {
        break;
      }
      open += bracket(c);
      ++at;
    }
    head.name_end = at;
    at = past_space(at);
    if (peek(at) != ':') return std::nullopt;
    head.position_at = at + 1;
    return head;
  }

  void term(bool minus) {
    // Signs of the term itself; those of a value that is not a position are its own.
    std::size_t at = at_;
    bool negated = minus;
    while (is_sign(peek(at))) {
      negated = negated != (peek(at) == '-');
      at = past_space(at + 1);
    }
    if (const std::optional<Head> found = head(at)) return position(*found, negated);
    value(minus);
  }

  void position(const Head& head, bool negated) {
    std::size_t end = head.position_at;
    while (end < text_.size() && !(is_sign(text_[end]) && is_space(text_[end - 1]) &&
                                   (end + 1 == text_.size() || is_space(text_[end + 1])))) {
      ++end;
    }
    at_ = end;
    const std::size_t start = past_space(head.position_at);
    while (end > start && is_space(text_[end - 1])) --end;
    const std::string_view name = text_.substr(head.name_at, head.name_end - head.name_at);
    if (start >= end) {
      fail(head.position_at, 1, "a position is missing here", fmt::format("{}:POSITION", name));
    }
    const std::string_view board = text_.substr(start, end - start);
    SumTerm made{position_of(head, name, board, start), std::string(name), std::string(board)};
    if (const RulesetEntry* entry = find_ruleset(name)) made.ruleset = entry->name;
    if (negated) {
      made.game = negative(std::get<AnyPosition>(made.game));
      made.text = "-(" + made.text + ")";
    }
    for (std::size_t copies = copies_of(head); copies > 0; --copies) sum_.push_back(made);
  }

  std::size_t copies_of(const Head& head) const {
    if (head.copies_at == head.name_at) return 1;
    std::string_view rest =
        std::string_view(text_).substr(head.copies_at, head.name_at - head.copies_at);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::optional<std::size_t> copies = take_number<std::size_t>(rest);
    if (!copies || *copies > kMostTerms - sum_.size()) {
      fail(head.copies_at, digits, "these are too many copies",
           fmt::format("a sum has at most {} terms", kMostTerms));
    }
    return *copies;
  }

  AnyPosition position_of(const Head& head, std::string_view name, std::string_view board,
                          std::size_t start) {
    std::shared_ptr<const Ruleset> game;
    try {
      game = called_(in_the_language(name));
    } catch (const InputError& error) {
      fail(head.name_at, name.size(), error.message(), error.diagnostics().front().hint);
    } catch (const Error& error) {
      fail(head.name_at, name.size(), error.what(), error.hint());
    }
    try {
      return game->position(std::string(board));
    } catch (const InputError& error) {
      throw InputError(error, source_, start);
    } catch (const Error& error) {
      fail(start, board.size(), error.what(), error.hint());
    }
  }

  void value(bool minus) {
    const std::size_t start = at_;
    std::size_t end = at_;
    while (is_sign(peek(end))) end = past_space(end + 1);
    int open = 0;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      open += bracket(c);
      if (open > 0 || !is_sign(c)) continue;
      // A sign that has lost its brackets is left to the reader of values, which says so.
      if (open == 0) break;
    }
    at_ = end;
    while (end > start && is_space(text_[end - 1])) --end;
    const std::string_view text = text_.substr(start, end - start);
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos) {
      fail(start + colon, 1, "this colon belongs to no term",
           "terms are values and RULESET:POSITION, joined by + and -");
    }
    if (find_ruleset(text) != nullptr) {
      fail(start, text.size(), "a position is missing here", fmt::format("{}:POSITION", text));
    }
    if (sum_.size() >= kMostTerms) {
      fail(start, 1, "this sum is too long", fmt::format("at most {} terms", kMostTerms));
    }
    SumTerm term{GameId(kZero), "", minus ? fmt::format("-({})", text) : std::string(text)};
    try {
      LoopyValue value = parse_loopy(loopy_, text);
      if (minus) value = loopy_.negate(value);
      if (value.is_short())
        term.game = value.stopper().game();
      else
        term.game = LoopyTerm{to_text(loopy_, value)};
    } catch (const InputError& error) {
      throw InputError(error, source_, start);
    }
    sum_.push_back(std::move(term));
  }

  Store& store_;
  const SourceText& source_;
  std::string_view text_;
  const RulesetCalled& called_;
  LoopyGames loopy_{store_};
  std::size_t at_ = 0;
  Sum sum_;
};

}  // namespace

Sum parse_sum(Store& store, const SourceText& text, const RulesetCalled& called) {
  return SumReader(store, text, called).read();
}

Sum parse_sum(Store& store, std::string_view text, const RulesetCalled& called) {
  return parse_sum(store, SourceText("<sum>", std::string(text)), called);
}

std::string term_text(const std::string& ruleset, const std::string& text) {
  if (ruleset.empty()) return text;
  // Negatives of positions are written -(board) where the ruleset is known.
  if (text.starts_with("-(") && text.ends_with(')')) {
    return fmt::format("-{}:{}", ruleset, text.substr(2, text.size() - 3));
  }
  return fmt::format("{}:{}", ruleset, text);
}

std::string after_text(Store& store, const Sum& sum, const SumMove& move) {
  const std::string after = term_text(sum[move.term].ruleset, move.text);
  return move.gained == kZero ? after : after + " + " + to_text(store, move.gained);
}

}  // namespace cgt::solve
