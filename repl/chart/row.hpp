// Pictures side by side, as the terms of a sum.
#pragma once

#include <string>
#include <vector>

namespace cgt::repl {

struct PictureInRow {
  std::string sign;     // before it: "", "+" or "-"
  std::string picture;  // a complete <svg> element with width and height, such as all of ours
  std::string text;     // below it, or in its place if there is no picture
};

// A complete <svg> element. `title` and the texts are given to screen readers.
std::string row_of_pictures(const std::string& title, const std::vector<PictureInRow>& pictures);

}  // namespace cgt::repl
