#include "decomp/labs/pathology/experiments.hpp"

#include <algorithm>
#include <cmath>

#include "decomp/labs/pathology/buckets.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/random.hpp"

namespace cgt::search::pathology {
namespace {

constexpr std::uint64_t kBlock = 100;

// Distributions over the buckets of all nodes of a level, one after the other, as cumulated sums.
class ErrorMinimising {
 public:
  ErrorMinimising(const ModelParameters& parameters, const Buckets& buckets)
      : g_(static_cast<std::size_t>(buckets.g)) {
    const std::vector<double> posterior = bucket_posterior(buckets, parameters.sigma);
    errors_.resize(g_);
    cumulated_.resize(g_ * g_);
    for (std::size_t i = 0; i < g_; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < g_; ++j) {
        const double p = posterior[i * g_ + j];
        sum += p;
        cumulated_[i * g_ + j] = sum;
        errors_[i] += p * std::abs(static_cast<double>(i) - static_cast<double>(j));
      }
    }
  }

  // Values of the children of the root, into `out`. shown(d) are the buckets that the heuristic
  // shows of the nodes of level d.
  template <class Shown>
  void search(const SyntheticTree& tree, int depth, Shown shown, std::vector<float>& out) {
    const auto b = static_cast<std::size_t>(tree.parameters().branching);
    values_ = shown(depth);
    distributions_.resize(values_.size() * g_);
    for (std::size_t i = 0; i < values_.size(); ++i) static_distribution(values_[i], i);
    std::vector<double> joint(g_);
    for (int d = depth - 1; d >= 1; --d) {
      const std::vector<float> own = shown(d);
      const bool maximise = tree.maximises(d);
      const std::size_t n = own.size();
      for (std::size_t i = 0; i < n; ++i) {
        // The children of i are overwritten only by nodes before i.
        float best = values_[i];
        std::fill(joint.begin(), joint.end(), 1.0);
        for (std::size_t k = 0; k < b; ++k) {
          const std::size_t child = i + k * n;
          best = maximise ? std::max(best, values_[child]) : std::min(best, values_[child]);
          const double* cumulated = &distributions_[child * g_];
          for (std::size_t j = 0; j < g_; ++j) {
            joint[j] *= maximise ? cumulated[j] : 1 - (j == 0 ? 0 : cumulated[j - 1]);
          }
        }
        // P(minimum >= j) becomes P(minimum <= j).
        if (!maximise) {
          for (std::size_t j = 0; j < g_; ++j) joint[j] = j + 1 < g_ ? 1 - joint[j + 1] : 1;
        }
        double error = 0;
        double before = 0;
        for (std::size_t j = 0; j < g_; ++j) {
          error += (joint[j] - before) * std::abs(static_cast<double>(j) - best);
          before = joint[j];
        }
        const auto shown_bucket = static_cast<std::size_t>(own[i]);
        if (errors_[shown_bucket] < error) {
          values_[i] = own[i];
          static_distribution(own[i], i);
        } else {
          values_[i] = best;
          std::copy(joint.begin(), joint.end(), &distributions_[i * g_]);
        }
      }
      values_.resize(n);
    }
    out = values_;
  }

 private:
  void static_distribution(float shown, std::size_t node) {
    const auto from =
        cumulated_.begin() + static_cast<std::ptrdiff_t>(shown) * static_cast<std::ptrdiff_t>(g_);
    std::copy(from, from + static_cast<std::ptrdiff_t>(g_), &distributions_[node * g_]);
  }

  std::size_t g_;
  std::vector<double> errors_;     // expected, of each bucket shown
  std::vector<double> cumulated_;  // of the posterior, row by row
  std::vector<float> values_;
  std::vector<double> distributions_;
};

class Comparison {
 public:
  Comparison(const ModelParameters& parameters, int granularity, std::uint64_t seed)
      : parameters_(parameters),
        experiment_(parameters, {granularity}, seed),
        buckets_(experiment_.buckets(0)),
        seed_(seed) {}

  // Without kChoice.
  void run(std::uint64_t first, std::uint64_t count, std::vector<double>* errors,
           Budget& budget) const {
    const int b = parameters_.branching;
    SyntheticTree tree(parameters_);
    for (int d = 1; d <= parameters_.deep; ++d) tree.want_noise(d);
    ErrorMinimising minimising(parameters_, buckets_);
    std::vector<float> truths(static_cast<std::size_t>(b));
    std::vector<float> values;
    const auto shown = [&](int level) {
      std::vector<float> out(tree.width(level));
      value_horizon(tree.utilities(level).data(), tree.noise(level).data(), out.size(), buckets_,
                    out.data());
      return out;
    };
    const auto error = [&](const std::vector<float>& estimates) {
      return decision_error(std::span<const float>(estimates.data(), truths.size()),
                            std::span<const float>(truths), 1);
    };
    std::vector<float> next;
    const auto minimax = [&](int depth) {
      values = shown(depth);
      for (int d = depth - 1; d >= 1; --d) {
        next.resize(tree.width(d));
        back_up(values.data(), next.size(), b, tree.maximises(d), next.data());
        values.swap(next);
      }
      return error(values);
    };
    const auto product = [&] {
      values = shown(parameters_.deep);
      for (float& v : values) v = buckets_.centre(v);
      for (int d = parameters_.deep - 1; d >= 1; --d) {
        const std::size_t n = tree.width(d);
        const bool maximise = tree.maximises(d);
        next.assign(n, 1);
        for (std::size_t i = 0; i < values.size(); ++i) {
          next[i % n] *= maximise ? 1 - values[i] : values[i];
        }
        if (maximise) {
          for (float& v : next) v = 1 - v;
        }
        values.swap(next);
      }
      return error(values);
    };
    for (std::uint64_t t = first; t < first + count; ++t) {
      budget.charge(tree.width(parameters_.deep));
      tree.draw(seed_, t);
      for (std::size_t i = 0; i < truths.size(); ++i) {
        truths[i] = buckets_.bucket(tree.utilities(1)[i]);
      }
      errors[0].push_back(minimax(parameters_.deep));
      errors[1].push_back(minimax(parameters_.shallow));
      minimising.search(tree, parameters_.deep, shown, values);
      errors[3].push_back(error(values));
      errors[4].push_back(product());
    }
  }

 private:
  ModelParameters parameters_;
  SyntheticExperiment experiment_;
  Buckets buckets_;
  std::uint64_t seed_;
};

}  // namespace

const char* name(Remedy remedy) {
  switch (remedy) {
    case Remedy::kMinimax: return "minimax";
    case Remedy::kShallow: return "shallow minimax";
    case Remedy::kChoice: return "static choice";
    case Remedy::kErrorMinimising: return "error-minimising";
    case Remedy::kProduct: return "product";
  }
  return "";
}

std::vector<double> bucket_posterior(const Buckets& buckets, double sigma) {
  CGT_EXPECTS(buckets.g >= 2, "a distribution over buckets needs buckets");
  const auto g = static_cast<std::size_t>(buckets.g);
  // Lower boundaries of the buckets but the first.
  std::vector<double> edges;
  for (std::size_t k = 1; k < g; ++k) {
    edges.push_back(static_cast<double>(buckets.shift) +
                    static_cast<double>(k) / static_cast<double>(g));
  }
  std::vector<double> shown(g * g);  // P(shown i | true j) in column j
  for (std::size_t j = 0; j < g; ++j) {
    const double at = buckets.centre(static_cast<float>(j));
    double below = 0;
    for (std::size_t i = 0; i < g; ++i) {
      double to = 1;
      if (i + 1 < g) {
        to = sigma > 0 ? normal_distribution((edges[i] - at) / sigma) : (at < edges[i] ? 1 : 0);
      }
      shown[i * g + j] += to - below;
      below = to;
    }
  }
  for (std::size_t i = 0; i < g; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < g; ++j) sum += shown[i * g + j];
    for (std::size_t j = 0; j < g; ++j) {
      shown[i * g + j] = sum > 0 ? shown[i * g + j] / sum : (i == j ? 1.0 : 0.0);
    }
  }
  return shown;
}

std::array<ErrorMean, kRemedies.size()> compare_remedies(const ModelParameters& parameters,
                                                         int granularity, std::uint64_t trees,
                                                         std::uint64_t seed, unsigned threads,
                                                         Budget& budget) {
  if (parameters.model == Model::kOnePlayer) throw Error("the remedies are for two players");
  if (granularity < 2) throw Error("the remedies need a granularity of at least 2");
  const Comparison comparison(parameters, granularity, seed);
  struct Block {
    std::vector<double> errors[kRemedies.size()];
  };
  const auto blocks = static_cast<std::size_t>((trees + kBlock - 1) / kBlock);
  std::vector<Block> parts(blocks);
  for_each_part(blocks, threads, budget, [&](std::size_t i, Budget& mine) {
    const std::uint64_t first = i * kBlock;
    comparison.run(first, std::min(kBlock, trees - first), parts[i].errors, mine);
  });
  // The choice is settled by other trees than those it is judged by.
  const std::vector<ErrorTally> pilot =
      SyntheticExperiment(parameters, {granularity}, seed).run(trees, trees, budget);
  const bool deep = pilot[0].deep < pilot[0].shallow;
  std::array<ErrorMean, kRemedies.size()> out;
  for (Block& part : parts) {
    part.errors[2] = part.errors[deep ? 0 : 1];
    for (std::size_t r = 0; r < kRemedies.size(); ++r) {
      for (const double error : part.errors[r]) out[r].add(error);
    }
  }
  return out;
}

}  // namespace cgt::search::pathology
