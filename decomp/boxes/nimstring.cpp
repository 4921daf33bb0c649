#include "decomp/boxes/nimstring.hpp"

#include <algorithm>

#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::boxes {
namespace {

constexpr std::uint8_t kLoony = 255;  // at most 64 strings: nimbers are below 128

std::uint8_t sum(std::uint8_t a, std::uint8_t b) {
  return a == kLoony || b == kLoony ? kLoony : static_cast<std::uint8_t>(a ^ b);
}

}  // namespace

struct Nimstring::Tables {
  explicit Tables(const Board& of) : board(of) {}

  const Board& board;
  FlatMap<Strings, std::uint8_t> parts;  // canonical ones
  MemoryMeter meter;

  // As deep as there are strings.
  std::uint8_t value(Strings left, Budget& budget) {
    std::uint8_t total = 0;
    while (left != 0 && total != kLoony) {
      const Strings part = board.part(left);
      left ^= part;
      total = sum(total, part_value(part, budget));
    }
    return total;
  }

  // Is there a coin to take whose neighbour has one string more, which takes no coin? Then the player to move may take both,
  // or leave both: either way it is a win beside any game.
  bool is_half_open(Strings part) const {
    for (int coin = 0; coin < board.coin_count(); ++coin) {
      const Strings tied = board.tied(coin) & part;
      if (count(tied) != 1) continue;
      const auto& [a, b] = board.ends(lowest(tied));
      const int next = a == coin ? b : a;
      if (next == kGround) continue;
      const Strings others = board.tied(next) & part & ~tied;
      if (count(others) == 1 && board.taken(part, lowest(others)) == 0) return true;
    }
    return false;
  }

  std::uint8_t part_value(Strings part, Budget& budget) {
    if (is_half_open(part)) return kLoony;
    const Strings key = board.canonical(part);
    if (const auto known = parts.find(key); known != parts.end()) return known->second;
    budget.charge();
    if (parts.size() % kMemoryInterval == 0) meter.set(budget, bytes_of_growing_table(parts));
    const std::uint8_t found = search(key, budget);
    parts.emplace(key, found);
    return found;
  }

  std::uint8_t search(Strings part, Budget& budget) {
    // To take a coin costs nothing: who cuts another string lets the other player take it, and what is then left is what
    // he would have left after taking it. Only where that string would take a coin as well, it is not so: is_half_open().
    for (Strings rest = part; rest != 0; rest &= rest - 1) {
      const int string = lowest(rest);
      if (board.taken(part, string) != 0) return value(part & ~one(string), budget);
    }
    std::uint64_t reached[2] = {};  // nimbers below 128
    for (Strings rest = part; rest != 0; rest &= rest - 1) {
      const std::uint8_t after = value(part & ~one(lowest(rest)), budget);
      if (after != kLoony) reached[after / 64] |= std::uint64_t{1} << after % 64;
    }
    if (~reached[0] != 0) return static_cast<std::uint8_t>(__builtin_ctzll(~reached[0]));
    return static_cast<std::uint8_t>(64 + __builtin_ctzll(~reached[1]));
  }
};

Nimstring::Nimstring(const Board& board) : tables_(std::make_unique<Tables>(board)) {}
Nimstring::~Nimstring() = default;

std::optional<std::uint32_t> Nimstring::value(Strings left, Budget& budget) {
  const std::uint8_t found = tables_->value(left, budget);
  if (found == kLoony) return std::nullopt;
  return found;
}

std::vector<int> Nimstring::winning(Strings left, Budget& budget) {
  std::vector<int> found;
  for (Strings rest = left; rest != 0; rest &= rest - 1) {
    const int string = lowest(rest);
    const std::uint8_t after = tables_->value(left & ~one(string), budget);
    const bool again = tables_->board.taken(left, string) != 0;
    if (again ? after != 0 : after == 0) found.push_back(string);
  }
  return found;
}

std::uint64_t Nimstring::positions() const { return tables_->parts.size(); }

}  // namespace cgt::boxes
