// The positions that a census goes through, by number: all boards of one size, or a range of heaps.
//
// Boards. A board is a number with one digit a cell, the first cell the highest: board 0 shows the
// first character everywhere. Two things are found out by trying them on boards of the ruleset:
// every one of the size if there are few, kProbes random ones otherwise.
//   cells       the characters of the ruleset's char map, but for those that could be replaced by
//               an earlier one without changing any summand (walls of Clobber: free cells do
//               the same).
//   symmetries  the reflections and rotations of the rectangle that keep the sum of components of
//               every board tried. They are not assumed: the ruleset itself says that a board and
//               its image have the same summands (Position::split).
// A class is what these symmetries make of one board. Its representative is the board with the
// least number.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decomp/position/ruleset.hpp"

namespace cgt::solve {

class CGT_API CensusPositions {
 public:
  CensusPositions() = default;
  CensusPositions(const CensusPositions&) = delete;
  CensusPositions& operator=(const CensusPositions&) = delete;
  virtual ~CensusPositions() = default;

  // Positions have the numbers 0 .. size() - 1.
  virtual std::uint64_t size() const = 0;
  // Throws Error if the ruleset refuses it.
  virtual AnyPosition position(std::uint64_t number) const = 0;
  virtual std::string text(std::uint64_t number) const = 0;
  // How many positions the class has that this one represents; 0 if it is not a representative.
  virtual std::uint64_t class_size(std::uint64_t number) const = 0;
  // Are values wanted one by one?
  virtual bool listed() const = 0;
  // Lines that say which census this is, for checkpoints.
  virtual std::string identity() const = 0;
};

class CGT_API BoardSpace final : public CensusPositions {
 public:
  static constexpr std::size_t kProbes = 2000;

  struct Size {
    int rows = 0;
    int columns = 0;
  };

  // `name` is what the ruleset is called in checkpoints. cells: "" for those found out. Without
  // `classes` every board is its own class. Throws Error if the cells are not the ruleset's, if
  // there are 2^62 boards or more, or if the ruleset refuses all boards tried.
  BoardSpace(std::shared_ptr<const Ruleset> game, std::string name, Size size, std::string cells,
             bool classes);

  std::uint64_t size() const override { return size_; }
  AnyPosition position(std::uint64_t number) const override;
  std::string text(std::uint64_t number) const override;
  std::uint64_t class_size(std::uint64_t number) const override;
  bool listed() const override { return false; }
  std::string identity() const override;

  const std::string& cells() const { return cells_; }
  // The identity counts.
  std::size_t symmetries() const { return images_.size(); }

 private:
  using Digits = std::vector<std::uint8_t>;
  // image[i] = board[map[i]].
  using Map = std::vector<std::uint16_t>;

  // Cells next to each other in the order of the digits.
  struct Block {
    std::uint64_t values = 1;  // that its digits take
    // What it adds to the number of an image, by image but the first, and by value.
    std::vector<std::uint64_t> parts;
  };

  Digits digits(std::uint64_t number) const;
  void find_symmetries();
  void tabulate_images();

  std::shared_ptr<const Ruleset> game_;
  std::string name_;
  Size shape_;
  std::string cells_;
  bool classes_;
  std::uint64_t size_ = 0;
  std::vector<Map> images_;    // of the symmetries, different maps; the identity first
  std::vector<Block> blocks_;  // the lowest digits first
};

class CGT_API HeapSpace final : public CensusPositions {
 public:
  // Heaps of first .. last tokens.
  HeapSpace(std::shared_ptr<const Ruleset> game, std::string name, std::int64_t first,
            std::int64_t last);

  std::uint64_t size() const override;
  AnyPosition position(std::uint64_t number) const override;
  std::string text(std::uint64_t number) const override;
  std::uint64_t class_size(std::uint64_t) const override { return 1; }
  bool listed() const override { return true; }
  std::string identity() const override;

 private:
  std::shared_ptr<const Ruleset> game_;
  std::string name_;
  std::int64_t first_;
  std::int64_t last_;
};

}  // namespace cgt::solve
