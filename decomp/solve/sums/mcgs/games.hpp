// The games of MCGS files: what may stand in a section, and what it is here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {

class McgsSection {
 public:
  virtual ~McgsSection() = default;
  // Do both players always have the same moves?
  virtual bool impartial() const = 0;
  // Throws InputError and Error about `text`.
  virtual SumTerm read(Store& store, const std::string& text) const = 0;
};

// The section of this name without brackets, "impartial " before it or not. Throws Error.
std::unique_ptr<const McgsSection> mcgs_section(const std::string& name);

// The nim value of the game in which both players may make the moves of both in the canonical form
// of a number, or of ups and a star.
std::uint32_t impartial_nim_value(const Dyadic& number);
std::uint32_t impartial_nim_value(std::int64_t ups, bool star);

// What a game of these sections was written as, which has been read before: the numbers of an
// integer, a fraction or a switch; ups and a star.
std::vector<Dyadic> mcgs_numbers(const std::string& text);
std::pair<std::int64_t, bool> mcgs_up_star(const std::string& text);

}  // namespace cgt::solve
