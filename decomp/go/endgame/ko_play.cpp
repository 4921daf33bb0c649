#include "decomp/go/endgame/ko_play.hpp"

#include <fmt/format.h>

#include <numeric>
#include <set>

namespace cgt::go {
namespace {

// A move of the player to play in a region, judged by a wall.
struct JudgedMove {
  std::uint32_t cell = 0;  // of the region
  KoWall wall;             // the score after it at each temperature, tax paid
};

// The moves of a region without a ko that matters. Positions after them that depend on ko count as
// the bound that is worse for the mover.
std::vector<JudgedMove> plain_moves(solve::LocalSearch<Region>& search, Store& store,
                                    const Region& region, Player player, Budget& budget) {
  std::vector<JudgedMove> out;
  for (const Option<Region>& move : region.options(player, budget)) {
    const solve::LocalValue value = search.evaluate(move.position, budget);
    const GameId reached = player == Player::kLeft ? value.lower : value.upper;
    out.push_back({move.move, tilted(to_ko_wall(store.thermograph(reached).wall(opponent(player))),
                                     Rational(move.shift), -sign(player))});
  }
  return out;
}

std::vector<JudgedMove> moves_of_ko(const RegionKo& ko, Komaster komaster, Player player,
                                    Budget& budget) {
  std::vector<JudgedMove> out;
  for (KoMove& move : ko_moves(ko.graph->graph, komaster, player, budget)) {
    out.push_back(
        {ko.graph->cells[player][move.option], tilted(std::move(move.wall), ko.graph->settled, 0)});
  }
  return out;
}

// The cell whose move keeps most for the player at that temperature; the first of equal ones.
std::optional<std::uint32_t> best_cell(const std::vector<JudgedMove>& moves, Player player,
                                       const Rational& temperature) {
  std::optional<Rational> best;
  std::optional<std::uint32_t> cell;
  for (const JudgedMove& move : moves) {
    const Rational score = move.wall.at(temperature);
    if (best && (player == Player::kLeft ? score <= *best : score >= *best)) continue;
    best = score;
    cell = move.cell;
  }
  return cell;
}

class PlayOut {
 public:
  PlayOut(Store& store, const GoEndgame& endgame, const KoLineRules& rules, Budget& budget)
      : store_(store),
        rules_(rules),
        komaster_(rules.komaster),
        budget_(budget),
        search_(store),
        board_(endgame.problem().board),
        parts_(endgame.partition().parts) {
    line_.lower = line_.upper = to_rational(endgame.fixed_score());
  }

  KoLine run(Player first) {
    int passes = 0;
    std::size_t given = 0;
    for (Player player = first; passes < 2; player = opponent(player)) {
      budget_.charge();
      if (!judge()) break;
      // With equal stones, player and ban, play would go round and round.
      if (!seen_.insert({key(), player, ban_}).second) {
        line_.trouble = "play comes back to an earlier position";
        break;
      }
      if (given < rules_.given.size()) {
        follow(player, rules_.given[given++]);
        continue;
      }
      passes = move(player, rules_.strategies[player]) ? 0 : passes + 1;
      if (passes > 0) {
        ban_.reset();
        last_.reset();
      }
    }
    for (const Part& part : parts_) {
      const RegionKo& ko = judgement(part.region);
      if (ko.thermographs) {
        const Rational& mast = (*ko.thermographs)[komaster_].mast();
        line_.lower += mast;
        line_.upper += mast;
      } else {
        line_.lower += to_rational(store_.mean(ko.value.lower));
        line_.upper += to_rational(store_.mean(ko.value.upper));
      }
    }
    return std::move(line_);
  }

 private:
  const RegionKo& judgement(const Region& region) {
    const auto known = known_.find(region);
    if (known != known_.end()) return *known->second;
    auto found = std::make_unique<RegionKo>(region_ko(search_, store_, region, budget_));
    return *known_.emplace(region, std::move(found)).first->second;
  }
  Rational temperature(std::size_t part) {
    return (*judgement(parts_[part].region).thermographs)[komaster_].temperature();
  }

  // Thermographs of all regions; false if one has none.
  bool judge() {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const RegionKo& ko = judgement(parts_[i].region);
      line_.ko = line_.ko || !ko.value.exact();
      if (ko.thermographs) continue;
      line_.trouble = fmt::format("region {} has no thermograph: {}", i + 1, ko.refused);
      return false;
    }
    return true;
  }

  std::vector<Colour> key() const {
    std::vector<Colour> out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(board_.size()); ++i) {
      out.push_back(board_[board_.point(i)]);
    }
    return out;
  }

  // The lowest temperature so far of the hottest region.
  Rational cooled() {
    Rational hottest(-1);
    for (std::size_t i = 0; i < parts_.size(); ++i) hottest = std::max(hottest, temperature(i));
    return ambient_ ? std::min(*ambient_, hottest) : hottest;
  }

  // Makes a move that was given.
  void follow(Player player, Point point) {
    const Rational ambient = cooled();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (const Option<Region>& option : parts_[i].region.options(player, budget_)) {
        if (parts_[i].point_of(option.move) != point) continue;
        if (ban_ == point && !is_komaster(komaster_, player)) break;
        line_.moves.push_back({player, i, point, ambient, false, ban_ == point});
        make(player, i, option.move);
        ambient_ = ambient;
        return;
      }
    }
    throw Error(
        fmt::format("{} has no move at {} in a region", colour_name(player), board_.name(point)));
  }

  // Makes the move that the strategy chooses; false if it finds none.
  bool move(Player player, KoStrategy strategy) {
    std::vector<std::size_t> order(parts_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return temperature(a) > temperature(b); });
    if (order.empty() || temperature(order.front()).sign() < 0) return false;
    const Rational ambient = cooled();
    const bool sentestrat = strategy == KoStrategy::kSentestrat;
    const bool answers = sentestrat && last_ && temperature(*last_) > ambient;
    if (answers) {
      const auto at = std::find(order.begin(), order.end(), *last_);
      std::rotate(order.begin(), at, at + 1);
    }
    for (const std::size_t part : order) {
      const Rational hot = temperature(part);
      if (hot.sign() < 0) continue;
      const Rational t = sentestrat ? std::min(hot, ambient) : hot;
      std::vector<JudgedMove> moves = moves_in(parts_[part].region, player);
      if (ban_ && !is_komaster(komaster_, player)) {
        std::erase_if(moves, [&](const JudgedMove& judged) {
          return parts_[part].point_of(judged.cell) == *ban_;
        });
      }
      const auto cell = best_cell(moves, player, t);
      if (!cell) continue;
      const Point point = parts_[part].point_of(*cell);
      line_.moves.push_back(
          {player, part, point, ambient, answers && part == *last_, ban_ && point == *ban_});
      make(player, part, *cell);
      ambient_ = ambient;
      return true;
    }
    return false;
  }

  std::vector<JudgedMove> moves_in(const Region& region, Player player) {
    const RegionKo& ko = judgement(region);
    return ko.graph ? moves_of_ko(ko, komaster_, player, budget_)
                    : plain_moves(search_, store_, region, player, budget_);
  }

  void make(Player player, std::size_t part, std::uint32_t cell) {
    Part& moved = parts_[part];
    const PlayResult played = board_.play(player, moved.point_of(cell));
    CGT_ASSERT(played.legal, "moves of regions are moves of the board");
    ban_ = played.ko;
    for (Option<Region>& option : moved.region.options(player, budget_)) {
      if (option.move != cell) continue;
      line_.lower += Rational(option.shift);
      line_.upper += Rational(option.shift);
      moved.region = std::move(option.position);
      break;
    }
    last_ = part;
  }

  Store& store_;
  const KoLineRules& rules_;
  Komaster komaster_;
  Budget& budget_;
  solve::LocalSearch<Region> search_;
  Board board_;
  std::vector<Part> parts_;  // with the regions as they are now
  FlatMap<Region, std::unique_ptr<RegionKo>, RegionHash> known_;
  std::optional<Rational> ambient_;  // before this turn
  std::optional<std::size_t> last_;  // where the opponent has just moved
  std::optional<Point> ban_;         // where a ko was taken just now
  std::set<std::tuple<std::vector<Colour>, Player, std::optional<Point>>> seen_;
  KoLine line_;
};

}  // namespace

BoardKos board_kos(Store& store, const GoEndgame& endgame, Player to_play, Budget& budget) {
  CGT_EXPECTS(endgame.partitioned(), "the board is cut into its parts");
  const Store::BudgetScope scope(store, budget);
  const auto& subgames = endgame.subgames();
  const auto& parts = endgame.partition().parts;
  BoardKos out;
  out.regions.resize(subgames.size());
  bool all = true;
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    if (subgames[i].searched && !subgames[i].exact) {
      out.regions[i] =
          region_ko(store, parts[i].region, {subgames[i].lower, subgames[i].upper}, budget);
      all = all && out.regions[i]->thermographs;
    }
    all = all && subgames[i].searched;
  }
  if (!all) return out;
  solve::LocalSearch<Region> search(store);
  out.sums.emplace();
  for (const Komaster komaster : kKomasters) {
    KoSum& sum = (*out.sums)[static_cast<std::size_t>(komaster)];
    sum.mean = to_rational(endgame.fixed_score());
    sum.temperature = -1;
    std::optional<std::size_t> hottest;
    for (std::size_t i = 0; i < subgames.size(); ++i) {
      const auto& ko = out.regions[i];
      const Rational mast =
          ko ? (*ko->thermographs)[komaster].mast() : to_rational(subgames[i].mean);
      const Rational temperature =
          ko ? (*ko->thermographs)[komaster].temperature() : to_rational(subgames[i].temperature);
      sum.mean += mast;
      if (hottest && temperature <= sum.temperature) continue;
      hottest = i;
      sum.temperature = temperature;
    }
    // A number is nothing to move in.
    if (!hottest || sum.temperature.sign() < 0) continue;
    const auto& ko = out.regions[*hottest];
    const std::vector<JudgedMove> moves =
        ko ? moves_of_ko(*ko, komaster, to_play, budget)
           : plain_moves(search, store, parts[*hottest].region, to_play, budget);
    if (const auto cell = best_cell(moves, to_play, sum.temperature)) {
      sum.move = OrthodoxMove{*hottest, parts[*hottest].point_of(*cell)};
    }
  }
  return out;
}

const char* name(KoStrategy strategy) {
  return strategy == KoStrategy::kHotstrat ? "hotstrat" : "sentestrat";
}

KoLine ko_line(Store& store, const GoEndgame& endgame, Player first, const KoLineRules& rules,
               Budget& budget) {
  CGT_EXPECTS(endgame.partitioned(), "the board is cut into its parts");
  const Store::BudgetScope scope(store, budget);
  return PlayOut(store, endgame, rules, budget).run(first);
}

}  // namespace cgt::go
