#include "cgt/support/suggestion.hpp"

#include <algorithm>
#include <cstddef>

#include "cgt/support/diagnostic.hpp"

namespace cgt {
namespace {

// Of shorter beginnings nearly every name is one.
constexpr std::size_t kShortestBeginning = 3;

bool begins(std::string_view word, std::string_view candidate) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return word.size() <= candidate.size() &&
         std::equal(word.begin(), word.end(), candidate.begin(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best = closest(word, candidates);
  if (!best.empty() || word.size() < kShortestBeginning) return best;
  for (const std::string& candidate : candidates) {
    const bool shorter = best.empty() || candidate.size() < best.size();
    if (shorter && begins(word, candidate)) best = candidate;
  }
  return best;
}

}  // namespace cgt
