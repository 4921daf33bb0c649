#include "decomp/search/games/eight_puzzle.hpp"

#include <cstdlib>

namespace cgt::search {
namespace {

constexpr std::uint32_t kPermutations = 362880;

// Lexicographic rank of a permutation of nine.
std::uint32_t rank(const std::array<std::uint8_t, 9>& tiles) {
  std::uint32_t out = 0;
  unsigned seen = 0;
  for (unsigned i = 0; i < 9; ++i) {
    unsigned smaller = tiles[i];
    for (unsigned v = 0; v < tiles[i]; ++v) smaller -= seen >> v & 1U;
    seen |= 1U << tiles[i];
    out = out * (9 - i) + smaller;
  }
  return out;
}

unsigned blank_of(const std::array<std::uint8_t, 9>& tiles) {
  return static_cast<unsigned>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
}

}  // namespace

EightPuzzle::EightPuzzle(const std::array<std::uint8_t, 9>& tiles) : tiles_(tiles) {
  std::array<std::uint8_t, 9> sorted = tiles;
  std::sort(sorted.begin(), sorted.end());
  for (unsigned i = 0; i < 9; ++i) {
    if (sorted[i] != i) throw Error("a tray holds each of 0 to 8 once", "0 is the blank");
  }
}

void EightPuzzle::moves(std::vector<Move>& out) const {
  const unsigned blank = blank_of(tiles_);
  if (blank >= 3) out.push_back(static_cast<Move>(blank - 3));
  if (blank % 3 > 0) out.push_back(static_cast<Move>(blank - 1));
  if (blank % 3 < 2) out.push_back(static_cast<Move>(blank + 1));
  if (blank < 6) out.push_back(static_cast<Move>(blank + 3));
}

void EightPuzzle::play(Move cell) { std::swap(tiles_[cell], tiles_[blank_of(tiles_)]); }

void EightPuzzle::predecessors(std::vector<std::pair<EightPuzzle, Move>>& out) const {
  const auto blank = static_cast<Move>(blank_of(tiles_));
  std::vector<Move> cells;
  moves(cells);
  for (const Move cell : cells) {
    EightPuzzle before = *this;
    before.play(cell);
    out.emplace_back(before, blank);
  }
}

std::uint64_t EightPuzzle::hash() const { return mix(rank(tiles_), 0x8); }

int EightPuzzle::manhattan() const {
  int sum = 0;
  for (int cell = 0; cell < 9; ++cell) {
    const int tile = tiles_[static_cast<std::size_t>(cell)];
    if (tile == 0) continue;
    const int home = tile - 1;
    sum += std::abs(cell / 3 - home / 3) + std::abs(cell % 3 - home % 3);
  }
  return sum;
}

std::string EightPuzzle::text() const {
  std::string out;
  for (const std::uint8_t tile : tiles_) {
    out += tile == 0 ? '.' : static_cast<char>('0' + tile);
  }
  return out;
}

EightPuzzleSpace::EightPuzzleSpace() : numbers_(kPermutations, kNone) {
  states_.reserve(kStates);
  const auto visit = [this](const EightPuzzle& state, unsigned distance) {
    std::uint32_t& number = numbers_[rank(state.tiles())];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(states_.size());
      states_.push_back(state);
      distances_.push_back(static_cast<std::uint8_t>(distance));
      manhattan_.push_back(static_cast<std::uint8_t>(state.manhattan()));
    }
    return number;
  };
  visit(EightPuzzle(), 0);
  std::vector<EightPuzzle::Move> moves;
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    const EightPuzzle state = states_[i];
    moves.clear();
    state.moves(moves);
    for (const EightPuzzle::Move move : moves) {
      EightPuzzle next = state;
      next.play(move);
      neighbours_.push_back(visit(next, distances_[i] + 1U));
    }
    neighbours_.resize(std::size_t{4} * (i + 1), kNone);
    degrees_.push_back(static_cast<std::uint8_t>(moves.size()));
  }
}

std::uint32_t EightPuzzleSpace::number(const EightPuzzle& state) const {
  return numbers_[rank(state.tiles())];
}

}  // namespace cgt::search
