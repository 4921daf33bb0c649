// Parser: text -> Program. Operator precedence, loosest first:
//
//   :=   ->   or   and   not   == != < <= > >= <| |> <> === !==   infix call (G Heat 2)
//   ..   &   + - +- (binary)   :   * / %   unary + - +-   ^ (right)   postfix . () []
//
// In operand position ^ ^^ ^3 v vv v3 are ups and downs and * *3 *(n) nimbers, ^*2 their sum. In
// operator position ^ is power and * the product. The operand of * ^ v stands directly after it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lang/syntax/ast.hpp"

namespace cgt::lang {

// Brackets and blocks within each other, and height of an expression. Bounds the recursion of the
// parser and of everything that walks a tree, so that they fit a stack of 8 MB with sanitizers on
// (about 14 kB a level there, a tenth of that otherwise).
inline constexpr std::uint32_t kMaxNesting = 250;
// Height of a tree: a bracket takes up to three levels of it, a postfix operation one.
inline constexpr std::uint32_t kMaxHeight = 4 * kMaxNesting;
// Nodes of one program: bounds the memory that a text can ask for.
inline constexpr std::size_t kMaxNodes = 4'000'000;
// Bytes of one text.
inline constexpr std::size_t kMaxSource = 20'000'000;
// Digits of one number in a text.
inline constexpr std::size_t kMaxDigits = 1'000'000;

struct ParseResult {
  enum class Status { kComplete, kIncomplete, kErrors };
  Status status = Status::kComplete;
  std::shared_ptr<Program> program;     // always set; `root` is null unless kComplete
  std::string open;                     // kIncomplete
  std::vector<Diagnostic> diagnostics;  // kErrors, in text order; kIncomplete: the one at the end
};

ParseResult parse(SourceText source);

}  // namespace cgt::lang
