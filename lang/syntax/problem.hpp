// What is wrong with a script, for programs: the same as Result::diagnostics and Result::trace, in
// parts. As JSON, one line:
//
//   {"file":"a.cgs","line":3,"col":5,"end":{"line":3,"col":9},"severity":"error",
//    "message":"unknown name 'Foot'","hint":"did you mean 'foo'?","stack":[]}
//
// `end` is the place behind the last character. Lines and columns count from 1, columns are bytes.
// A problem without a place (a spent budget) has no "line", "col" and "end". `stack` holds the
// calls, innermost first: {"function","file","line","col"}, function "" at the top level.
#pragma once

#include <string>
#include <vector>

#include "cgt/support/api.hpp"
#include "cgt/support/diagnostic.hpp"

namespace cgt::lang {

struct CGT_API Problem {
  struct Call {
    std::string function;
    std::string file;
    SourceText::Place place;
  };
  Severity severity = Severity::kError;
  std::string message;
  std::string hint;
  std::string file;
  bool has_place = false;
  SourceText::Place begin;
  SourceText::Place end;
  std::vector<Call> stack;
};

CGT_API Problem make_problem(const Diagnostic& diagnostic, const SourceText& source);
// Bytes that are no UTF-8 become U+FFFD.
CGT_API std::string to_json(const Problem& problem);

}  // namespace cgt::lang
