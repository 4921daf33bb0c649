#include "decomp/go/record/either.hpp"

namespace cgt::go {

bool is_sgf(const std::string& text, const std::string& name) {
  const bool named_sgf = name.size() > 4 && name.substr(name.size() - 4) == ".sgf";
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return named_sgf || (first != std::string::npos && text[first] == '(');
}

Problem parse_either(const std::string& text, const std::string& name, const SgfOptions& which) {
  if (is_sgf(text, name)) return parse_sgf(text, name, which);
  if (which.game > 1 || !which.path.empty() || (which.moves != 0 && which.moves != kLastOfGame)) {
    throw Error(name + " is a diagram: it has one position",
                "--game, --path and --moves are for SGF");
  }
  return parse_board(text, name);
}

}  // namespace cgt::go
