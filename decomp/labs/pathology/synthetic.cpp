#include "decomp/labs/pathology/synthetic.hpp"

#include <array>
#include <cmath>

#include "decomp/search/random.hpp"

namespace cgt::search::pathology {

// Random numbers in single precision, for experiments that draw ten thousand million of them: 32
// bits a number, normal quantiles from a table.

// The quantile function of the normal distribution, cut into kCells cells in which it is linear;
// the outer ones are exact. The error is below 2e-5 everywhere.
class NormalTable {
 public:
  NormalTable() {
    for (std::uint32_t i = 1; i < kCells; ++i) {
      knots_[i] = static_cast<float>(normal_quantile(static_cast<double>(i) / kCells));
    }
  }
  // Of the probability (bits + 1/2) / 2^32.
  float operator()(std::uint32_t bits) const {
    const std::uint32_t cell = bits >> kShift;
    if (cell < kExact || cell >= kCells - kExact) {
      return static_cast<float>(normal_quantile((bits + 0.5) * 0x1p-32));
    }
    const float part = static_cast<float>(bits & ((1U << kShift) - 1)) * (1.0F / (1U << kShift));
    return knots_[cell] + part * (knots_[cell + 1] - knots_[cell]);
  }

 private:
  static constexpr unsigned kShift = 19;
  static constexpr std::uint32_t kCells = 1U << (32 - kShift);
  static constexpr std::uint32_t kExact = 64;
  std::array<float, kCells + 1> knots_{};
};

// A stream that hands out the halves of the words of Random.
class FastRandom {
 public:
  FastRandom(const NormalTable& table, Random random) : table_(&table), random_(random) {}

  std::uint32_t bits() {
    half_ = !half_;
    if (!half_) return static_cast<std::uint32_t>(word_ >> 32U);
    word_ = random_.next();
    return static_cast<std::uint32_t>(word_);
  }
  // In (0, 1), a multiple of 2^-24 plus 2^-25.
  float uniform() { return (static_cast<float>(bits() >> 8U) + 0.5F) * 0x1p-24F; }
  float normal() { return (*table_)(bits()); }
  // Standard normal under the condition that its distribution function lies in (tail, 1 - tail).
  float truncated_normal(double tail) {
    const double p = tail * 0x1p32 + (1 - 2 * tail) * (bits() + 0.5);
    return (*table_)(static_cast<std::uint32_t>(p));
  }

 private:
  const NormalTable* table_;
  Random random_;
  std::uint64_t word_ = 0;
  bool half_ = false;
};

namespace {

constexpr std::size_t kMostLeaves = std::size_t{1} << 26U;

const NormalTable& normal_table() {
  static const NormalTable table;
  return table;
}

void check(const ModelParameters& p) {
  if (p.branching < 2) throw Error("a node has at least two children");
  if (!(p.similarity >= 0 && p.similarity <= 1)) throw Error("similarity is between 0 and 1");
  check_deviation(p.sigma);
  if (p.sigma > 100)
    throw Error("the deviation of the noise is at most 100 where utilities are at most 1");
  if (p.shallow < 1 || p.deep < p.shallow || p.deep > p.height) {
    throw Error("depths are at least 1 and at most the height of the tree, the shallow one first");
  }
  if (std::pow(p.branching, p.height) > static_cast<double>(kMostLeaves)) {
    throw Error("the trees have more than 2^26 leaves");
  }
}

// Of two players, where the leaves are independent: who moves last meets them.
double independent_balance(const ModelParameters& p) {
  const double c = fixed_point(p.branching);
  return p.height % 2 == 1 ? 1 - c : c;
}

}  // namespace

const char* name(Model model) {
  switch (model) {
    case Model::kTopDown: return "top-down";
    case Model::kBottomUp: return "bottom-up";
    case Model::kOnePlayer: return "one-player";
  }
  return "";
}

SyntheticTree::SyntheticTree(const ModelParameters& parameters) : parameters_(parameters) {
  check(parameters);
  const auto levels = static_cast<std::size_t>(parameters.height) + 1;
  const auto b = static_cast<std::size_t>(parameters.branching);
  std::size_t width = 1;
  for (std::size_t d = 0; d < levels; ++d, width *= b) {
    widths_.push_back(width);
    levels_.emplace_back(width);
  }
  noise_.resize(levels);
  wanted_.assign(levels, false);
  want_noise(parameters.deep);
  want_noise(parameters.shallow);
  const std::size_t leaves = widths_.back();
  if (parameters.similarity > 0) similar_.resize(leaves);
  if (parameters.model == Model::kTopDown) {
    truncated_tail_ = normal_distribution(-3);
  } else {
    left_to_right_.resize(leaves);
    for (std::uint32_t i = 0; i < leaves; ++i) {
      // The digits in the other order.
      std::size_t rest = i;
      std::size_t number = 0;
      for (std::size_t d = 1; d < levels; ++d, rest /= b) number = number * b + rest % b;
      left_to_right_[i] = static_cast<std::uint32_t>(number);
    }
  }
}

void SyntheticTree::draw_independent(FastRandom& random) {
  for (float& leaf : levels_.back()) leaf = random.uniform();
}

void SyntheticTree::draw_similar_top_down(FastRandom& random) {
  scratch_.assign(1, 0);
  for (std::size_t d = 1; d < widths_.size(); ++d) {
    std::vector<float>& next = similar_;
    next.resize(widths_[d]);
    const std::size_t n = widths_[d - 1];
    for (std::size_t k = 0; k < widths_[d]; k += n) {
      for (std::size_t i = 0; i < n; ++i) {
        next[k + i] = scratch_[i] + random.truncated_normal(truncated_tail_);
      }
    }
    if (d + 1 < widths_.size()) scratch_.swap(next);
  }
  const auto [least, greatest] = std::minmax_element(similar_.begin(), similar_.end());
  const float low = *least;
  const float scale = *greatest > low ? 1 / (*greatest - low) : 0;
  for (float& v : similar_) v = (v - low) * scale;
}

void SyntheticTree::draw_similar_in_order(FastRandom& random) {
  // Gaps between sorted uniform numbers are those of exponential ones, scaled.
  const std::size_t n = similar_.size();
  scratch_.resize(n);
  double sum = 0;
  for (float& v : scratch_) {
    sum -= std::log(static_cast<double>(random.uniform()));
    v = static_cast<float>(sum);
  }
  sum -= std::log(static_cast<double>(random.uniform()));
  const auto scale = static_cast<float>(1 / sum);
  for (std::size_t i = 0; i < n; ++i) similar_[left_to_right_[i]] = scratch_[i] * scale;
}

void SyntheticTree::draw(std::uint64_t seed, std::uint64_t index) {
  // Trees of different similarity share nothing, those of different granularity everything.
  const std::uint64_t shape =
      mix(static_cast<std::uint64_t>(parameters_.model) * 4096 +
              static_cast<std::uint64_t>(parameters_.branching),
          static_cast<std::uint64_t>(parameters_.height) * 4096 +
              static_cast<std::uint64_t>(std::lround(parameters_.similarity * 1000)));
  FastRandom random(normal_table(), Random(seed, shape, index));
  const double s = parameters_.similarity;
  std::vector<float>& leaves = levels_.back();
  if (s < 1) draw_independent(random);
  if (s > 0) {
    if (parameters_.model == Model::kTopDown) {
      draw_similar_top_down(random);
    } else {
      draw_similar_in_order(random);
    }
    if (s == 1) {
      leaves = similar_;
    } else if (parameters_.model == Model::kTopDown) {
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (random.uniform() < s) leaves[i] = similar_[i];
      }
    } else {
      const double c = independent_balance(parameters_);
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        const double v = similar_[i];
        const double extreme = v < c ? (c - v) / c : (v - c) / (1 - c);
        if (random.uniform() < std::pow(extreme, (1 - s) / s)) leaves[i] = similar_[i];
      }
    }
  }
  for (std::size_t d = levels_.size() - 1; d-- > 0;) {
    back_up(levels_[d + 1].data(), widths_[d], parameters_.branching,
            maximises(static_cast<int>(d)), levels_[d].data());
  }
  const auto sigma = static_cast<float>(parameters_.sigma);
  for (std::size_t d = 0; d < levels_.size(); ++d) {
    if (!wanted_[d]) continue;
    noise_[d].resize(widths_[d]);
    for (float& z : noise_[d]) z = sigma * random.normal();
  }
}

SyntheticExperiment::SyntheticExperiment(const ModelParameters& parameters,
                                         std::vector<int> granularities, std::uint64_t seed)
    : parameters_(parameters), granularities_(std::move(granularities)), seed_(seed) {
  check(parameters);
  check_granularities(granularities_);
  const bool one_player = parameters.model == Model::kOnePlayer;
  if (!one_player) balance_ = find_balance();
  for (const int g : granularities_) {
    const double leaves = std::pow(parameters.branching, parameters.height - 1);
    buckets_.push_back(one_player ? Buckets::below(g, std::pow(0.5, 1 / leaves))
                                  : Buckets::shifted(g, balance_));
  }
}

double SyntheticExperiment::find_balance() const {
  if (parameters_.similarity == 0) return independent_balance(parameters_);
  SyntheticTree tree(parameters_);
  constexpr std::size_t kBins = 4096;
  double below[2] = {0, 0};
  std::vector<double> histogram[2];
  const std::size_t trees =
      std::clamp<std::size_t>(6'000'000 / tree.width(parameters_.height), 400, 2000);
  for (auto& bins : histogram) bins.assign(kBins, 0);
  for (std::size_t t = 0; t < trees; ++t) {
    tree.draw(mix(seed_, 0x91107), t);
    for (int d = 0; d < 2; ++d) {
      const double weight = 1.0 / static_cast<double>(tree.width(d) * trees);
      for (const float u : tree.utilities(d)) {
        histogram[d][std::min(static_cast<std::size_t>(u * kBins), kBins - 1)] += weight;
      }
    }
  }
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    for (int d = 0; d < 2; ++d) below[d] += histogram[d][bin];
    if (below[0] >= 1 - below[1]) return (static_cast<double>(bin) + 1) / kBins;
  }
  return 0.5;
}

std::vector<ErrorTally> SyntheticExperiment::run(std::uint64_t first, std::uint64_t count,
                                                 Budget& budget) const {
  const int b = parameters_.branching;
  std::vector<ErrorTally> tallies(granularities_.size());
  SyntheticTree tree(parameters_);
  std::vector<float> values(tree.width(parameters_.height - 1));
  std::vector<float> parents(values.size());
  std::vector<float> truths(static_cast<std::size_t>(b));
  // Error of the search to a depth, given the buckets of the true utilities of the root's children.
  const auto error = [&](int depth, const Buckets& buckets) {
    const float* utilities = tree.utilities(depth).data();
    const float* noise = tree.noise(depth).data();
    values.resize(std::max(tree.width(depth - 1), static_cast<std::size_t>(b)));
    if (depth == 1) {
      value_horizon(utilities, noise, static_cast<std::size_t>(b), buckets, values.data());
    } else {
      back_up_horizon(utilities, noise, tree.width(depth - 1), b, tree.maximises(depth - 1),
                      buckets, values.data());
      for (int d = depth - 2; d >= 1; --d) {
        back_up(values.data(), tree.width(d), b, tree.maximises(d), parents.data());
        values.swap(parents);
      }
    }
    return decision_error(std::span<const float>(values.data(), static_cast<std::size_t>(b)),
                          std::span<const float>(truths), 1);
  };
  for (std::uint64_t t = first; t < first + count; ++t) {
    tree.draw(seed_, t);
    for (std::size_t k = 0; k < granularities_.size(); ++k) {
      budget.charge(tree.width(parameters_.deep));
      const Buckets& buckets = buckets_[k];
      for (std::size_t i = 0; i < truths.size(); ++i) {
        const float u = tree.utilities(1)[i];
        truths[i] = buckets.g == 0 ? u : buckets.bucket(u);
      }
      const double deep = error(parameters_.deep, buckets);
      const double shallow = error(parameters_.shallow, buckets);
      tallies[k].add({deep, shallow});
    }
  }
  return tallies;
}

ClusteringFactor SyntheticExperiment::clustering(std::uint64_t trees) const {
  ClusteringFactor out;
  SyntheticTree tree(parameters_);
  const auto b = static_cast<std::size_t>(parameters_.branching);
  const std::size_t parents = tree.width(parameters_.height - 1);
  std::vector<double> family(b);
  for (std::uint64_t t = 0; t < trees; ++t) {
    tree.draw(seed_, t);
    const std::span<const float> leaves = tree.utilities(parameters_.height);
    for (std::size_t i = 0; i < parents; ++i) {
      for (std::size_t k = 0; k < b; ++k) family[k] = leaves[i + k * parents];
      out.add(family);
    }
  }
  return out;
}

}  // namespace cgt::search::pathology
