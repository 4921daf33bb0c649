// What pictures as texts have in common.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace cgt::testing {

// "" if every tag is closed in order and no text holds a stray < or &.
inline std::string xml_fault(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t i = 0; i < xml.size(); ++i) {
    if (xml[i] == '&') {
      const std::size_t end = xml.find(';', i);
      if (end == std::string::npos || end - i > 6) return "a stray & at " + std::to_string(i);
    }
    if (xml[i] == '>') return "a stray > at " + std::to_string(i);
    if (xml[i] != '<') continue;
    const std::size_t end = xml.find('>', i);
    if (end == std::string::npos) return "a tag without end";
    const std::string tag = xml.substr(i + 1, end - i - 1);
    if (tag.find('<') != std::string::npos) return "a < in a tag";
    if (std::ranges::count(tag, '"') % 2 != 0) return "an open quote in " + tag;
    const std::string name = tag.substr(tag[0] == '/' ? 1 : 0, tag.find(' '));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != name) return "</" + name + "> closes nothing";
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    i = end;
  }
  return open.empty() ? "" : "<" + open.back() + "> is open";
}

inline std::size_t occurrences(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace cgt::testing
