#include "decomp/solve/census/census_positions.hpp"

#include <fmt/format.h>

#include <random>

namespace cgt::solve {
namespace {

constexpr std::uint64_t kMostBoards = std::uint64_t{1} << 62U;
constexpr std::size_t kMostSymmetries = 8;
constexpr std::uint64_t kBlockValues =
    256;  // at most, so that the tables stay in the nearest cache

std::string joined(const BoardSpace::Size& shape, const std::string& cells) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0 && i % static_cast<std::size_t>(shape.columns) == 0) out += '|';
    out += cells[i];
  }
  return out;
}

// What positions are the sum of, in terms of one graph.
class SpaceComponents {
 public:
  struct Sum {
    std::int64_t rest = 0;
    std::vector<SignedNode> parts;  // ascending
    friend bool operator==(const Sum&, const Sum&) = default;
  };

  explicit SpaceComponents(const Ruleset& game) : game_(game) {}

  // Empty if the ruleset refuses the board.
  std::optional<Sum> of(const std::string& text) {
    try {
      const AnyPosition position = game_.position(text);
      if (graph_ == nullptr) {
        graph_ = position.new_graph();
        type_ = &position.type();
      }
      if (position.type() != *type_) throw Error("boards of one size are of several types");
      Sum sum;
      sum.rest = graph_->components(position, sum.parts);
      std::sort(sum.parts.begin(), sum.parts.end());
      return sum;
    } catch (const InputError& error) {
      if (refusal_.empty()) refusal_ = error.message();
      return std::nullopt;
    } catch (const Error& error) {
      if (refusal_.empty()) refusal_ = error.what();
      return std::nullopt;
    }
  }

  // Why the first board was refused.
  const std::string& refusal() const { return refusal_; }

 private:
  const Ruleset& game_;
  std::unique_ptr<AnyGraph> graph_;
  const std::type_info* type_ = nullptr;
  std::string refusal_;
};

// Calls visit(cells) for all boards of `count` cells if they are at most BoardSpace::kProbes, else
// for that many random ones, until it returns false.
template <class Visit>
void probe(std::size_t count, const std::string& alphabet, Visit visit) {
  std::uint64_t all = 1;
  for (std::size_t i = 0; i < count && all <= BoardSpace::kProbes; ++i) all *= alphabet.size();
  std::string cells(count, alphabet.front());
  if (all <= BoardSpace::kProbes) {
    for (std::uint64_t n = 0; n < all; ++n) {
      std::uint64_t rest = n;
      for (char& c : cells) {
        c = alphabet[rest % alphabet.size()];
        rest /= alphabet.size();
      }
      if (!visit(cells)) return;
    }
    return;
  }
  std::mt19937_64 random(1);
  for (std::size_t n = 0; n < BoardSpace::kProbes; ++n) {
    for (char& c : cells) c = alphabet[random() % alphabet.size()];
    if (!visit(cells)) return;
  }
}

// The characters that no earlier one could stand for. Tried on boards that have room for every
// move, also where those of the census have not.
std::string different_cells(const Ruleset& game, BoardSpace::Size shape) {
  const std::string all = game.char_map();
  shape.columns = std::max(shape.columns, shape.rows == 1 ? 8 : 3);
  if (shape.rows > 1) shape.rows = std::max(shape.rows, 3);
  const auto count = static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns);
  SpaceComponents components(game);
  std::string kept;
  for (const char c : all) {
    const bool spare = std::ranges::any_of(kept, [&](char earlier) {
      bool seen = false;
      bool same = true;
      probe(count, all, [&](const std::string& cells) {
        if (cells.find(c) == std::string::npos) return true;
        const auto sum = components.of(joined(shape, cells));
        seen = seen || sum.has_value();
        std::string other = cells;
        std::ranges::replace(other, c, earlier);
        same = sum == components.of(joined(shape, other));
        return same;
      });
      return seen && same;
    });
    if (!spare) kept += c;
  }
  return kept;
}

}  // namespace

// --- boards --------------------------------------------------------------------------------------

BoardSpace::BoardSpace(std::shared_ptr<const Ruleset> game, std::string name, Size size,
                       std::string cells, bool classes)
    : game_(std::move(game)),
      name_(std::move(name)),
      shape_(size),
      cells_(std::move(cells)),
      classes_(classes) {
  const std::string all = game_->char_map();
  if (all.empty()) {
    throw Error(fmt::format("{} is not played on boards of cells", game_->class_name()),
                "for heaps give a range of sizes, such as 0..20");
  }
  if (shape_.rows < 1 || shape_.columns < 1) throw Error("a board has at least one cell");
  for (const char c : cells_) {
    if (all.find(c) != std::string::npos) continue;
    throw Error(fmt::format("no cell of {} is written '{}'", game_->class_name(), c),
                fmt::format("cells are \"{}\"", all));
  }
  const auto count =
      static_cast<std::size_t>(shape_.rows) * static_cast<std::size_t>(shape_.columns);
  const auto count_boards = [&](std::size_t characters) {
    size_ = 1;
    for (std::size_t i = 0; i < count && characters > 1; ++i) {
      size_ *= characters;
      if (size_ < kMostBoards) continue;
      throw Error(
          fmt::format("there are too many boards of {}x{} cells", shape_.rows, shape_.columns),
          "a smaller size, or fewer characters by --cells");
    }
    if (count > 4096) throw Error("the board is too large");
  };
  if (!cells_.empty()) {
    // In the order of the char map, each once.
    std::string sorted;
    for (const char c : all) {
      if (cells_.find(c) != std::string::npos) sorted += c;
    }
    cells_ = std::move(sorted);
    count_boards(cells_.size());
  } else {
    count_boards(2);
    cells_ = different_cells(*game_, shape_);
    count_boards(cells_.size());
  }
  find_symmetries();
}

void BoardSpace::find_symmetries() {
  const auto rows = static_cast<std::size_t>(shape_.rows);
  const auto columns = static_cast<std::size_t>(shape_.columns);
  // Bit 0 mirrors the columns, bit 1 the rows, bit 2 exchanges rows and columns.
  for (unsigned s = 0; s < (rows == columns ? 8U : 4U); ++s) {
    Map map(rows * columns);
    for (std::size_t i = 0; i < map.size(); ++i) {
      std::size_t r = i / columns;
      std::size_t c = i % columns;
      if ((s & 4U) != 0) std::swap(r, c);
      if ((s & 2U) != 0) r = rows - 1 - r;
      if ((s & 1U) != 0) c = columns - 1 - c;
      map[i] = static_cast<std::uint16_t>(r * columns + c);
    }
    if (std::ranges::find(images_, map) == images_.end()) images_.push_back(std::move(map));
  }
  SpaceComponents components(*game_);
  bool seen = false;
  probe(rows * columns, cells_, [&](const std::string& cells) {
    const auto sum = components.of(joined(shape_, cells));
    seen = seen || sum.has_value();
    for (std::size_t k = images_.size(); k-- > 1;) {
      std::string image(cells.size(), '\0');
      for (std::size_t i = 0; i < image.size(); ++i) image[i] = cells[images_[k][i]];
      if (sum == components.of(joined(shape_, image))) continue;
      images_.erase(images_.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return true;
  });
  if (!seen) throw Error(components.refusal());
  if (!classes_) images_.resize(1);
  tabulate_images();
}

BoardSpace::Digits BoardSpace::digits(std::uint64_t number) const {
  Digits out(images_.front().size());
  for (std::size_t i = out.size(); i-- > 0; number /= cells_.size()) {
    out[i] = static_cast<std::uint8_t>(number % cells_.size());
  }
  return out;
}

AnyPosition BoardSpace::position(std::uint64_t number) const {
  return game_->position(text(number));
}

std::string BoardSpace::text(std::uint64_t number) const {
  const Digits cells = digits(number);
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0 && i % static_cast<std::size_t>(shape_.columns) == 0) out += '|';
    out += cells_[cells[i]];
  }
  return out;
}

// The number of an image is a sum over blocks of cells of what each block makes of it.
void BoardSpace::tabulate_images() {
  const std::uint64_t base = cells_.size();
  const std::size_t count = images_.front().size();
  std::vector<std::uint64_t> weights(count, 1);  // of the digits of a number
  for (std::size_t i = count - 1; i-- > 0;) weights[i] = weights[i + 1] * base;
  std::size_t most = 1;  // digits in a block
  for (std::uint64_t values = base; most < count && values * base <= kBlockValues; ++most) {
    values *= base;
  }
  for (std::size_t last = count; last > 0;) {  // the block of the lowest digits first
    const std::size_t first = last - std::min(last, most);
    Block block;
    for (std::size_t i = first; i < last; ++i) block.values *= base;
    for (std::size_t k = 1; k < images_.size(); ++k) {
      std::vector<std::uint64_t> gains(last - first);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = images_[k][i];
        if (from >= first && from < last) gains[from - first] += weights[i];
      }
      for (std::uint64_t value = 0; value < block.values; ++value) {
        std::uint64_t part = 0;
        std::uint64_t rest = value;
        for (std::size_t i = gains.size(); i-- > 0; rest /= base) part += gains[i] * (rest % base);
        block.parts.push_back(part);
      }
    }
    blocks_.push_back(std::move(block));
    last = first;
  }
}

// The orbit has as many boards as there are symmetries for each that keeps the board.
std::uint64_t BoardSpace::class_size(std::uint64_t number) const {
  const std::size_t others = images_.size() - 1;
  std::array<std::uint64_t, kMostSymmetries - 1> numbers{};  // of the images
  std::uint64_t rest = number;
  for (const Block& block : blocks_) {
    const std::uint64_t value = rest % block.values;
    rest /= block.values;
    for (std::size_t k = 0; k < others; ++k)
      numbers[k] += block.parts[static_cast<std::size_t>(k * block.values + value)];
  }
  std::uint64_t keeping = 1;
  for (std::size_t k = 0; k < others; ++k) {
    if (numbers[k] < number) return 0;
    if (numbers[k] == number) ++keeping;
  }
  return images_.size() / keeping;
}

std::string BoardSpace::identity() const {
  std::string out = fmt::format("game {}\nsize {}x{}\ncells {}\ncounts {}\n", name_, shape_.rows,
                                shape_.columns, cells_, classes_ ? "classes" : "boards");
  // Of the images of a board whose cells are all different, the places of the first two cells and
  // of the last tell the symmetry.
  out += "symmetries";
  for (const Map& map : images_) {
    out += fmt::format(" {}.{}.{}", map.front(), map[map.size() > 1 ? 1 : 0], map.back());
  }
  return out + '\n';
}

// --- heaps ---------------------------------------------------------------------------------------

HeapSpace::HeapSpace(std::shared_ptr<const Ruleset> game, std::string name, std::int64_t first,
                     std::int64_t last)
    : game_(std::move(game)), name_(std::move(name)), first_(first), last_(last) {
  if (first < 0 || last < first) {
    throw Error(fmt::format("{}..{} is not a range of heaps", first, last),
                "the smallest heap first, such as 0..20");
  }
  if (!game_->char_map().empty()) {
    throw Error(fmt::format("{} is played on boards, not with heaps", game_->class_name()),
                "give a size, such as 4x4 or 1x10");
  }
}

std::uint64_t HeapSpace::size() const { return static_cast<std::uint64_t>(last_ - first_) + 1; }

AnyPosition HeapSpace::position(std::uint64_t number) const {
  const std::int64_t size = first_ + static_cast<std::int64_t>(number);
  return game_->position(RulesetArguments({{"", RulesetArgument(size)}}));
}

std::string HeapSpace::text(std::uint64_t number) const {
  return std::to_string(first_ + static_cast<std::int64_t>(number));
}

std::string HeapSpace::identity() const {
  return fmt::format("game {}\nheaps {}..{}\n", name_, first_, last_);
}

}  // namespace cgt::solve
