// Texts in parentheses: the lexical layer of HDDL (and of PDDL and its relatives).
//
//   Sexpr text(SourceText("p.hddl", "(define (problem p) (:init (on a b)))"));
//   text.root()[1][0].word();      // "problem"
//
// Words are everything between blanks and parentheses, but the '-' right before a letter at their
// beginning is a word of its own; a semicolon starts a comment that ends with its line. Words are
// kept as written; keywords are compared without regard to case.
//
// Invariant: the children of a list lie side by side, so taking one costs the same for all.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cgt/support/diagnostic.hpp"

namespace cgt::htn::hddl {

class Sexpr {
  struct Record {
    SourceSpan span;
    std::uint32_t first = 0;  // of the children
    std::uint32_t count = 0;
    bool is_list = false;
  };

 public:
  // Lists nested deeper are refused: what works on formulas may then use the stack.
  static constexpr std::size_t kDeepest = 1000;

  // A word or a list; refers to its Sexpr, which must outlive it.
  class Node {
   public:
    Node(const Sexpr& text, std::uint32_t index) : text_(&text), index_(index) {}
    bool is_list() const { return record().is_list; }
    SourceSpan span() const { return record().span; }
    // Of a word.
    std::string_view word() const {
      const Record& at = record();
      return at.is_list ? std::string_view{}
                        : text_->source_.text().substr(at.span.offset, at.span.length);
    }
    // Is it this word, whatever the case of its letters? Never true of lists.
    bool is(std::string_view word) const;
    // Of a list; 0 for words.
    std::size_t size() const { return record().count; }
    Node operator[](std::size_t i) const {
      return {*text_, text_->children_[record().first + static_cast<std::uint32_t>(i)]};
    }

   private:
    const Sexpr* text_;
    std::uint32_t index_;
    const Record& record() const { return text_->records_[index_]; }
  };

  // Reads one list with nothing but blanks and comments around it. Throws InputError. `source` must
  // outlive this.
  explicit Sexpr(const SourceText& source);
  Sexpr(const Sexpr&) = delete;
  Sexpr& operator=(const Sexpr&) = delete;

  Node root() const { return {*this, root_}; }
  const SourceText& source() const { return source_; }
  // Where a '-' has no blank after it.
  const std::vector<SourceSpan>& glued() const { return glued_; }

 private:
  const SourceText& source_;
  std::vector<Record> records_;
  std::vector<std::uint32_t> children_;
  std::vector<SourceSpan> glued_;
  std::uint32_t root_ = 0;
};

}  // namespace cgt::htn::hddl
