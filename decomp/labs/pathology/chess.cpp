#include "decomp/labs/pathology/experiments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/random.hpp"

namespace cgt::search::pathology {
namespace {

using chess::Endgame;
using chess::kBlack;
using chess::kWhite;
using chess::Man;
using chess::Squares;

constexpr float kInfinite = std::numeric_limits<float>::infinity();
// Of every so many positions the clustering factor is asked for: it costs as much as all searches.
constexpr std::uint64_t kClusteringEvery = 16;
// Parts of a table: the squares of the first man.
constexpr std::size_t kParts = 64;

// An endgame and those that captures lead to, the largest first; values of all their positions with
// one side to move. A value that no legal position has is the worst for the side that reads it.
class Family {
 public:
  explicit Family(const Endgame& top) {
    add(top);
    draw_ = 0;
    for (int mover = 0; mover < 2; ++mover) {
      draw_ = std::max(draw_, static_cast<float>(top.counts(mover).longest_win));
    }
    draw_ += kDrawBeyond;
  }

  struct Member {
    const Endgame* endgame;
    int after[chess::Material::kMost];  // members; -1: only kings are left
  };
  using Layer = std::vector<std::vector<float>>;  // for each member, by number of the position

  const std::vector<Member>& members() const { return members_; }
  float draw() const { return draw_; }

  // What White pays: moves to mate.
  float cost(chess::DistanceToMate value, int mover) const {
    if (value.draw()) return draw_;
    const bool white_wins = value.mover_wins() == (mover == kWhite);
    const auto moves = static_cast<float>(value.moves());
    return white_wins ? moves : 2 * draw_ - moves;
  }

  // The worst value for who moves to positions with `mover` to move.
  static float illegal(int mover) { return mover == kBlack ? kInfinite : -kInfinite; }

  // Calls body(member, number) for each move to a position of which legal(member, number) is true; with kings
  // alone, the member is none and so is the question.
  template <class Legal, class Body>
  void for_each_child(std::size_t member, int mover, std::uint32_t number, Legal legal,
                      Body body) const {
    const Member& m = members_[member];
    const chess::Material& material = m.endgame->material();
    const int men = material.size();
    const chess::Position position = chess::Position::of(material, mover, number);
    const Squares own = position.occupied(material, mover);
    const Squares occupied = own | position.occupied(material, 1 - mover);
    for (int i = 0; i < men; ++i) {
      const Man man = material.man(i);
      if (man.colour != mover) continue;
      const auto shift = static_cast<unsigned>(6 * (men - 1 - i));
      const std::uint32_t rest = number & ~(std::uint32_t{63} << shift);
      chess::for_each_square(
          chess::attacks(man.kind, position.squares[i], occupied) & ~own, [&](int to) {
            if ((occupied & chess::bit(to)) == 0) {
              const std::uint32_t n = rest | static_cast<std::uint32_t>(to) << shift;
              if (legal(member, n)) body(member, n);
              return;
            }
            capture(m, position, i, to, legal, body);
          });
    }
  }

  // Adds what a capture leads to.
  template <class Legal, class Body>
  void capture(const Member& m, chess::Position position, int man, int to, Legal legal,
               Body body) const {
    const chess::Material& material = m.endgame->material();
    int captured = -1;
    for (int k = 2; k < material.size(); ++k) {
      if (material.man(k).colour != position.mover && position.squares[k] == to) captured = k;
    }
    // The other king: the position before was not legal.
    if (captured < 0) return;
    position.squares[man] = static_cast<std::uint8_t>(to);
    const int after = m.after[captured];
    if (after < 0) {
      // Kings beside each other are not a position.
      if ((chess::king_attacks(position.squares[0]) & chess::bit(position.squares[1])) == 0)
        body(members_.size(), 0U);
      return;
    }
    std::uint32_t n = 0;
    for (int k = 0; k < material.size(); ++k) {
      if (k != captured) n = n << 6U | position.squares[k];
    }
    const auto index = static_cast<std::size_t>(after);
    if (legal(index, n)) body(index, n);
  }

  chess::DistanceToMate truth(std::size_t member, int mover, std::uint32_t number) const {
    if (member == members_.size()) return chess::DistanceToMate(chess::DistanceToMate::kDraw);
    return members_[member].endgame->value(mover, number);
  }
  auto by_table(int mover) const {
    return [this, mover](std::size_t m, std::uint32_t n) {
      return members_[m].endgame->value(mover, n).legal();
    };
  }

  // Calls body(value in `layer`, value by the table) for each legal move.
  template <class Body>
  void for_each_move(std::size_t member, int mover, std::uint32_t number, const Layer& layer,
                     Body body) const {
    const auto legal = [&](std::size_t m, std::uint32_t n) {
      return layer[m][n] != illegal(1 - mover);
    };
    for_each_child(member, mover, number, legal, [&](std::size_t m, std::uint32_t n) {
      body(m == members_.size() ? draw_ : layer[m][n], truth(m, 1 - mover, n));
    });
  }

  // Of the positions two moves behind one of White's, the families being Black's replies.
  ClusteringFactor clustering(std::uint32_t number) const {
    ClusteringFactor out;
    std::vector<double> family;
    for_each_child(0, kWhite, number, by_table(kBlack), [&](std::size_t m, std::uint32_t n) {
      family.clear();
      if (m == members_.size()) return;
      for_each_child(m, kBlack, n, by_table(kWhite), [&](std::size_t k, std::uint32_t reply) {
        family.push_back(cost(truth(k, kWhite, reply), kWhite));
      });
      out.add(family);
    });
    return out;
  }

  // Mate or stalemate? A position that is decided later has a move; a draw may have none.
  bool terminal(std::size_t member, int mover, std::uint32_t number) const {
    const chess::DistanceToMate value = members_[member].endgame->value(mover, number);
    if (value.decided()) return value.plies() == 0;
    bool none = true;
    for_each_child(member, mover, number, by_table(1 - mover),
                   [&](std::size_t, std::uint32_t) { none = false; });
    return none;
  }

  // The heuristic values of all positions with `mover` to move, of the members from `first` on.
  Layer horizon(int mover, std::size_t first, const ChessExperiment& experiment,
                Budget& budget) const {
    Layer out(members_.size());
    for (std::size_t m = first; m < members_.size(); ++m) {
      const Endgame& endgame = *members_[m].endgame;
      const std::size_t part = endgame.material().squares_count() / kParts;
      out[m].resize(part * kParts);
      const std::uint64_t name = 0xc4e55 + 64 * m + static_cast<std::uint64_t>(mover);
      for_each_part(kParts, experiment.threads, budget, [&](std::size_t p, Budget& mine) {
        for (std::size_t i = p * part; i < (p + 1) * part; ++i) {
          mine.charge();
          const auto n = static_cast<std::uint32_t>(i);
          const chess::DistanceToMate value = endgame.value(mover, n);
          float& here = out[m][n];
          if (!value.legal()) {
            here = illegal(mover);
          } else if (terminal(m, mover, n)) {
            here = cost(value, mover);
          } else {
            const double noise = Random(experiment.seed, name, n).normal() * experiment.sigma;
            here = static_cast<float>(cost(value, mover) + noise);
          }
        }
      });
    }
    return out;
  }

  // One ply more: of positions of the largest endgame with `mover` to move, from those after their moves.
  std::vector<float> sweep(int mover, const Layer& after, unsigned threads, Budget& budget) const {
    const Endgame& endgame = *members_[0].endgame;
    const std::size_t part = endgame.material().squares_count() / kParts;
    std::vector<float> out(part * kParts);
    for_each_part(kParts, threads, budget, [&](std::size_t p, Budget& mine) {
      for (std::size_t i = p * part; i < (p + 1) * part; ++i) {
        mine.charge();
        const auto n = static_cast<std::uint32_t>(i);
        const chess::DistanceToMate value = endgame.value(mover, n);
        if (!value.legal()) {
          out[n] = illegal(mover);
          continue;
        }
        const float worst = mover == kWhite ? kInfinite : -kInfinite;
        float best = worst;
        for_each_move(0, mover, n, after, [&](float v, chess::DistanceToMate) {
          best = mover == kWhite ? std::min(best, v) : std::max(best, v);
        });
        out[n] = best == worst ? cost(value, mover) : best;
      }
    });
    return out;
  }

  // Values of searches to `depth - 1` of the positions with Black to move.
  Layer behind_a_move(const ChessExperiment& experiment, int depth, Budget& budget) const {
    int mover = depth % 2 == 1 ? kBlack : kWhite;
    Layer layer = horizon(mover, 0, experiment, budget);
    Layer valued[2];
    if (depth > 1) {
      for (int m = 0; m < 2; ++m) valued[m] = horizon(m, 1, experiment, budget);
    }
    for (int k = 1; k < depth; ++k) {
      mover = 1 - mover;
      Layer next(members_.size());
      next[0] = sweep(mover, layer, experiment.threads, budget);
      for (std::size_t m = 1; m < members_.size(); ++m) next[m] = valued[mover][m];
      layer = std::move(next);
    }
    return layer;
  }

 private:
  int add(const Endgame& endgame) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (members_[i].endgame == &endgame) return static_cast<int>(i);
    }
    const std::size_t at = members_.size();
    members_.push_back({&endgame, {-1, -1, -1, -1}});
    for (int i = 2; i < endgame.material().size(); ++i) {
      const Endgame* rest = endgame.after_capture(i);
      if (rest == nullptr) continue;
      const int after = add(*rest);
      members_[at].after[i] = after;
    }
    return static_cast<int>(at);
  }

  std::vector<Member> members_;
  float draw_ = 0;
};

}  // namespace

void check_experiment(const ChessExperiment& experiment) {
  check_depths(experiment.deep, experiment.shallow);
  check_granularities(experiment.granularities);
  check_deviation(experiment.sigma);
  CGT_EXPECTS(experiment.only_every > 0, "a part of the positions is every n-th of them");
}

ChessCurve chess_pathology(const Endgame& endgame, const ChessExperiment& experiment,
                           Budget& budget) {
  check_experiment(experiment);
  const Family family(endgame);
  const Family::Layer shallow = family.behind_a_move(experiment, experiment.shallow, budget);
  const Family::Layer deep = family.behind_a_move(experiment, experiment.deep, budget);
  const float range = family.draw();
  const std::size_t part = endgame.material().squares_count() / kParts;
  std::vector<ChessCurve> parts(kParts);
  for_each_part(kParts, experiment.threads, budget, [&](std::size_t p, Budget& mine) {
    ChessCurve& out = parts[p];
    out.tallies.resize(experiment.granularities.size());
    std::vector<float> estimates[2];
    std::vector<float> buckets[2];
    std::vector<float> truths;
    for (std::size_t i = p * part; i < (p + 1) * part; ++i) {
      mine.charge();
      const auto n = static_cast<std::uint32_t>(i);
      const chess::DistanceToMate value = endgame.value(kWhite, n);
      if (!value.mover_wins() || value.moves() <= experiment.beyond) continue;
      if (n % experiment.only_every != 0) continue;
      truths.clear();
      for (auto& list : estimates) list.clear();
      family.for_each_move(0, kWhite, n, deep, [&](float v, chess::DistanceToMate after) {
        estimates[0].push_back(v);
        truths.push_back(family.cost(after, kBlack));
      });
      family.for_each_move(0, kWhite, n, shallow,
                           [&](float v, chess::DistanceToMate) { estimates[1].push_back(v); });
      ++out.positions;
      out.mean_moves += static_cast<double>(truths.size());
      if (out.positions % kClusteringEvery == 0) out.clustering.add(family.clustering(n));
      for (std::size_t k = 0; k < out.tallies.size(); ++k) {
        const int g = experiment.granularities[k];
        double errors[2];
        for (std::size_t d = 0; d < 2; ++d) {
          buckets[d] = estimates[d];
          if (g > 0) {
            for (float& v : buckets[d]) {
              v = std::clamp(std::floor(v * static_cast<float>(g) / range), 0.0F,
                             static_cast<float>(g - 1));
            }
          }
          errors[d] = decision_error(std::span<const float>(buckets[d]),
                                     std::span<const float>(truths), -1);
        }
        out.tallies[k].add({errors[0], errors[1]});
      }
    }
  });
  ChessCurve out;
  out.granularities = experiment.granularities;
  out.tallies.resize(out.granularities.size());
  for (const ChessCurve& one : parts) {
    out.positions += one.positions;
    out.mean_moves += one.mean_moves;
    out.clustering += one.clustering;
    for (std::size_t k = 0; k < out.tallies.size(); ++k) out.tallies[k] += one.tallies[k];
  }
  if (out.positions > 0) out.mean_moves /= static_cast<double>(out.positions);
  return out;
}

}  // namespace cgt::search::pathology
