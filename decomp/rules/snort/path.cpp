#include "decomp/rules/snort/path.hpp"

#include <algorithm>

#include "cgt/support/error.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::snort {
namespace {

constexpr char letter(Player player) { return player == Player::kLeft ? 'L' : 'R'; }

}  // namespace

Path Path::parse(std::string_view text) {
  Path path;
  for (const char c : text) {
    if (c != kBoth && c != kNobody && c != 'L' && c != 'R') {
      throw Error("'" + std::string(1, c) + "' is no vertex of a Snort path",
                  "write . for both players, L or R for one, # for nobody");
    }
    path.vertices_ += c;
  }
  return path;
}

std::vector<Option<Path>> Path::options(Player player) const {
  std::vector<Option<Path>> out;
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    if (vertices_[v] != kBoth && vertices_[v] != letter(player)) continue;
    Option<Path> option;
    option.move = static_cast<std::uint32_t>(v);
    option.position = *this;
    std::string& after = option.position.vertices_;
    after[v] = kNobody;
    const auto shut_out = [&](std::size_t neighbour) {
      char& c = after[neighbour];
      if (c == kBoth) {
        c = letter(player);
      } else if (c == letter(opponent(player))) {
        c = kNobody;
      }
    };
    if (v > 0) shut_out(v - 1);
    if (v + 1 < vertices_.size()) shut_out(v + 1);
    out.push_back(std::move(option));
  }
  return out;
}

// One representative of a run, its mirror image, and both with the players exchanged.
Summand<Path> Path::canonical(std::string run) {
  std::string exchanged = run;
  for (char& c : exchanged) {
    if (c == 'L' || c == 'R') c = c == 'L' ? 'R' : 'L';
  }
  run = std::min(run, std::string(run.rbegin(), run.rend()));
  exchanged = std::min(exchanged, std::string(exchanged.rbegin(), exchanged.rend()));
  Summand<Path> part;
  part.negated = exchanged < run;
  part.position.vertices_ = part.negated ? std::move(exchanged) : std::move(run);
  return part;
}

std::int64_t Path::split(std::vector<Summand<Path>>& sum) const {
  for (std::size_t first = 0; first < vertices_.size();) {
    const std::size_t last = std::min(vertices_.find(kNobody, first), vertices_.size());
    if (last > first) sum.push_back(canonical(vertices_.substr(first, last - first)));
    first = last + 1;
  }
  return 0;
}

std::uint64_t Path::hash() const {
  std::uint64_t h = vertices_.size();
  for (const char c : vertices_) h = mix(h, static_cast<std::uint64_t>(c));
  return h;
}

}  // namespace cgt::snort
