#include "decomp/go/races/moves.hpp"

namespace cgt::go::semeai {
namespace {

using Move = State::Move;

struct Described {
  Move move = State::kPass;
  std::optional<MoveValue> value;
  // What the point touches, where such points can be exchanged; else empty.
  std::vector<std::uint32_t> touches;
  int rank = 0;
};

bool captures_essential(const State& state, const Blocks& blocks, Move move) {
  const std::uint8_t own = Layout::stone_of(state.mover());
  const auto around = state.layout().neighbours(move);
  return std::any_of(around.begin(), around.end(), [&](Layout::Number q) {
    if (state.stones()[q] == Layout::kEmpty || state.stones()[q] == own) return false;
    const Blocks::Block& block = blocks.of(q);
    return block.essential && !block.safe && block.liberties == 1;
  });
}

// Lasting blocks that the point touches, and safe stones beyond the layout.
std::vector<std::uint32_t> touched(const State& state, const Blocks& blocks, Move move) {
  const Layout& layout = state.layout();
  std::vector<std::uint32_t> out;
  constexpr std::uint32_t kSafe = 1U << 20U;
  for (const Player player : kPlayers) {
    const auto code = kSafe + static_cast<std::uint32_t>(index(player));
    if (layout.touches_safe(move, player)) out.push_back(code);
  }
  for (const Layout::Number q : layout.neighbours(move)) {
    if (state.stones()[q] == Layout::kEmpty) continue;
    const Blocks::Block& block = blocks.of(q);
    out.push_back(block.safe ? kSafe + block.stone - 1U : blocks.number(q));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// What all points of an outside or a shared region touch; empty where they differ, as they may with
// several essential blocks of a colour, or where the region is of another kind.
std::vector<std::uint32_t> touched(const State& state, const Blocks& blocks, const Region& region) {
  if (region.kind != RegionKind::kOutside && region.kind != RegionKind::kShared) return {};
  std::vector<std::uint32_t> all = touched(state, blocks, region.points.front());
  for (const Layout::Number p : region.points) {
    if (touched(state, blocks, p) != all) return {};
  }
  return all;
}

std::optional<MoveValue> value_in(const Region& region, Player mover) {
  switch (region.kind) {
    case RegionKind::kNeutral: return MoveValue::kUseless;
    case RegionKind::kShared: return MoveValue::kShared;
    case RegionKind::kOutside:
      return region.owner == mover ? MoveValue::kUseless : MoveValue::kOutside;
    case RegionKind::kEye:
      if (region.owner == mover && region.count && region.points.size() <= 2 &&
          region.points.size() == region.empty.size()) {
        return MoveValue::kUseless;
      }
      return std::nullopt;
    case RegionKind::kOpen: return std::nullopt;
  }
  return std::nullopt;
}

int rank_of(std::optional<MoveValue> value) {
  if (!value) return 2;
  switch (*value) {
    case MoveValue::kCapture: return 0;
    case MoveValue::kEnd:
    case MoveValue::kOutside: return 1;
    case MoveValue::kShared: return 3;
    case MoveValue::kPass: return 4;
    case MoveValue::kUseless: return 5;
  }
  return 5;
}

}  // namespace

void MoveRule::operator()(const State& state, std::vector<Move>& moves, std::size_t first) const {
  const Blocks blocks(state.layout(), state.stones());
  const Analysis analysis = analyse(state, blocks);
  std::vector<std::size_t> region_of(state.layout().size());
  std::vector<std::vector<std::uint32_t>> touches;
  for (std::size_t r = 0; r < analysis.regions.size(); ++r) {
    for (const Layout::Number p : analysis.regions[r].points) region_of[p] = r;
    touches.push_back(touched(state, blocks, analysis.regions[r]));
  }
  std::vector<Described> all;
  for (std::size_t i = first; i < moves.size(); ++i) {
    Described d;
    d.move = moves[i];
    if (d.move == State::kPass) {
      d.value = state.passes() > 0 ? MoveValue::kEnd : MoveValue::kPass;
    } else {
      const std::size_t r = region_of[d.move];
      d.touches = touches[r];
      // Values speak of one race; with several blocks a side they would not be exact.
      if (analysis.one_block_each) d.value = value_in(analysis.regions[r], state.mover());
      if (captures_essential(state, blocks, d.move)) d.value = MoveValue::kCapture;
    }
    d.rank = rank_of(d.value);
    const auto same = [&](const Described& other) {
      return !d.touches.empty() && other.touches == d.touches;
    };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(std::move(d));
  }
  if (prune) {
    std::vector<MoveValue> values;
    std::vector<std::size_t> valued;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].value) continue;
      values.push_back(*all[i].value);
      valued.push_back(i);
    }
    std::vector<bool> kept(all.size(), false);
    for (const std::size_t i : pob::undominated(MoveValueOrder{}, values)) kept[valued[i]] = true;
    const bool captures = std::any_of(values.begin(), values.end(),
                                      [](MoveValue v) { return v == MoveValue::kCapture; });
    std::vector<Described> rest;
    for (std::size_t i = 0; i < all.size(); ++i) {
      // A capture is as good as anything can be, so better than what has no value, too.
      if (kept[i] || (!all[i].value && !captures)) rest.push_back(std::move(all[i]));
    }
    all = std::move(rest);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Described& a, const Described& b) { return a.rank < b.rank; });
  moves.resize(first);
  for (const Described& d : all) moves.push_back(d.move);
}

}  // namespace cgt::go::semeai
