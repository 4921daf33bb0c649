// A value in the forms that a notebook can show, by MIME type.
//
//   every value                                       text/plain, as the prompt writes it
//   numbers, games, collections of them               text/latex
//   what has a method Svg but is no game: positions,
//   thermographs, Go boards, grids; drawings in text  image/svg+xml
//   tables and maps                                   text/html, a <table> with <th scope>
//
// A game has an Svg as well, its tree, which X.Svg shows.
#pragma once

#include <map>
#include <string>

#include "cgt/support/budget.hpp"
#include "lang/lang.hpp"

namespace cgt::repl {

using MimeBundle = std::map<std::string, std::string>;

// `plain` is the text of the value. A form that cannot be made, or not within the limits, is left
// out. Throws nothing that the value does.
MimeBundle mime_bundle(lang::Session& session, const lang::Value& value, const std::string& plain,
                       const Budget::Limits& limits);

}  // namespace cgt::repl
