#include "decomp/labs/pathology/grid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "cgt/support/hash.hpp"
#include "cgt/support/text_input.hpp"

namespace cgt::search::pathology {
namespace {

// Approximate number of leaves in a unit.
constexpr double kUnitLeaves = 4e7;
// About half a gigabyte to keep track of; a second each, four months of one core.
constexpr std::uint64_t kMostUnits = 10'000'000;

std::uint64_t checksum(std::string_view text) {
  return hash_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace

GridParameters GridParameters::full(Model model) {
  GridParameters out;
  out.model.model = model;
  for (int b = 2; b <= 10; ++b) out.branchings.push_back(b);
  for (int s = 0; s <= 10; ++s) out.similarities.push_back(s / 10.0);
  if (model == Model::kOnePlayer) {
    for (int g = 2; g <= 20; ++g) out.granularities.push_back(g);
    for (int g = 25; g <= 100; g += 5) out.granularities.push_back(g);
    for (int g = 110; g <= 300; g += 10) out.granularities.push_back(g);
  } else {
    for (int g = 2; g <= 60; ++g) out.granularities.push_back(g);
  }
  return out;
}

GridParameters GridParameters::quick(Model model) {
  GridParameters out;
  out.model.model = model;
  out.similarities = {0, 0.5, 1};
  out.trees = 2000;
  if (model == Model::kOnePlayer) {
    out.branchings = {2, 3, 4};
    out.granularities = {2, 5, 10, 20, 50, 100, 300};
  } else {
    out.branchings = {2, 4, 6};
    out.granularities = {2, 3, 5, 10, 20, 50};
  }
  return out;
}

Grid::Grid(GridParameters parameters) : parameters_(std::move(parameters)) {
  if (parameters_.branchings.empty() || parameters_.similarities.empty() ||
      parameters_.granularities.empty() || parameters_.trees == 0) {
    throw Error("a grid has branchings, similarities, granularities and trees");
  }
  const std::size_t rows = parameters_.branchings.size() * parameters_.similarities.size();
  for (std::size_t row = 0; row < rows; ++row) {
    const ModelParameters model = model_of(row);
    const SyntheticTree checked(model);  // refuses what is out of range
    const double leaves = std::pow(model.branching, model.height);
    const auto block = static_cast<std::uint64_t>(std::max(20.0, kUnitLeaves / leaves));
    if (parameters_.trees / block > kMostUnits / rows) {
      throw Error("a grid of so many trees would not end", "--trees is their number for each cell");
    }
    for (std::uint64_t first = 0; first < parameters_.trees; first += block) {
      units_.push_back({row, first, std::min(block, parameters_.trees - first), {}});
    }
    rows_.push_back(std::make_unique<Row>());
  }
}

ModelParameters Grid::model_of(std::size_t row) const {
  ModelParameters out = parameters_.model;
  out.branching = parameters_.branchings[row / parameters_.similarities.size()];
  out.similarity = parameters_.similarities[row % parameters_.similarities.size()];
  return out;
}

std::string Grid::header() const {
  const GridParameters& p = parameters_;
  return fmt::format(
      "pathology grid 2: {}, height {}, depths {} and {}, sigma {}, bucket-noise-bucket, adapted "
      "buckets, b [{}], s "
      "[{}], "
      "g [{}], {} trees, seed {}\n",
      name(p.model.model), p.model.height, p.model.deep, p.model.shallow, p.model.sigma,
      fmt::join(p.branchings, " "), fmt::join(p.similarities, " "), fmt::join(p.granularities, " "),
      p.trees, p.seed);
}

std::string Grid::line_of(std::size_t unit) const {
  std::string out = std::to_string(unit);
  for (const ErrorTally& tally : units_[unit].tallies) {
    for (const double field : tally.fields()) out += fmt::format(" {}", field);
  }
  return out + fmt::format(" #{:016x}\n", checksum(out));
}

bool Grid::read_line(std::string_view line) {
  const std::size_t mark = line.rfind(" #");
  if (mark == std::string_view::npos) return false;
  std::string_view body = line.substr(0, mark);
  if (line.substr(mark + 2) != fmt::format("{:016x}", checksum(body))) return false;
  const std::size_t unit = take_number<std::size_t>(body).value_or(units_.size());
  if (unit >= units_.size()) return false;
  std::vector<double> fields;
  while (!body.empty()) {
    body.remove_prefix(1);
    const std::optional<double> field = take_number<double>(body);
    if (!field) return false;
    fields.push_back(*field);
  }
  const std::size_t g = parameters_.granularities.size();
  if (fields.size() != g * ErrorTally::kFields) return false;
  std::vector<ErrorTally> tallies;
  for (std::size_t k = 0; k < g; ++k) {
    tallies.push_back(ErrorTally::from_fields(
        std::span(fields).subspan(k * ErrorTally::kFields, ErrorTally::kFields)));
  }
  if (units_[unit].tallies.empty()) ++done_;
  units_[unit].tallies = std::move(tallies);
  return true;
}

std::size_t Grid::restore(std::string_view journal) {
  const std::size_t first = journal.find('\n');
  if (first == std::string_view::npos) return 0;
  if (journal.substr(0, first + 1) != header()) {
    throw Error(
        "the journal belongs to another experiment: " + std::string(journal.substr(0, first)),
        "give another file, or the same parameters");
  }
  std::size_t good = first + 1;
  while (true) {
    const std::size_t end = journal.find('\n', good);
    if (end == std::string_view::npos || !read_line(journal.substr(good, end - good))) return good;
    good = end + 1;
  }
}

std::size_t Grid::share_units() const {
  return (units_.size() + share_of_ - 1 - share_index_) / share_of_;
}

std::size_t Grid::share_done() const {
  const std::lock_guard lock(mutex_);
  std::size_t out = 0;
  for (std::size_t i = share_index_; i < units_.size(); i += share_of_) {
    if (!units_[i].tallies.empty()) ++out;
  }
  return out;
}

std::optional<StopReason> Grid::run(Budget::Limits limits, const std::atomic<bool>* stop,
                                    unsigned threads,
                                    const std::function<void(const std::string&)>& sink) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (units_[i].tallies.empty() && i % share_of_ == share_index_) open.push_back(i);
  }
  Budget budget(limits, stop);
  try {
    for_each_part(open.size(), threads, budget, [&](std::size_t i, Budget& mine) {
      Unit& unit = units_[open[i]];
      Row& row = *rows_[unit.row];
      std::call_once(row.made, [&] {
        row.experiment = std::make_unique<const SyntheticExperiment>(
            model_of(unit.row), parameters_.granularities, parameters_.seed);
      });
      std::vector<ErrorTally> tallies = row.experiment->run(unit.first, unit.count, mine);
      const std::lock_guard lock(mutex_);
      unit.tallies = std::move(tallies);
      ++done_;
      sink(line_of(open[i]));
    });
  } catch (const BudgetExhausted& spent) {
    return spent.reason();
  }
  return std::nullopt;
}

double Grid::work_of(const Unit& unit) const {
  const ModelParameters model = model_of(unit.row);
  return static_cast<double>(unit.count) * std::pow(model.branching, model.deep) *
         static_cast<double>(parameters_.granularities.size());
}

double Grid::work() const {
  double sum = 0;
  for (const Unit& unit : units_) sum += work_of(unit);
  return sum;
}

double Grid::work_done() const {
  const std::lock_guard lock(mutex_);
  double sum = 0;
  for (const Unit& unit : units_) sum += unit.tallies.empty() ? 0 : work_of(unit);
  return sum;
}

ErrorTally Grid::tally(std::size_t branching, std::size_t similarity,
                       std::size_t granularity) const {
  const std::lock_guard lock(mutex_);
  const std::size_t row = branching * parameters_.similarities.size() + similarity;
  ErrorTally out;
  for (const Unit& unit : units_) {
    if (unit.row == row && !unit.tallies.empty()) out += unit.tallies[granularity];
  }
  return out;
}

}  // namespace cgt::search::pathology
