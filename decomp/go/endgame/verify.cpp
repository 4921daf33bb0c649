#include "decomp/go/endgame/verify.hpp"

#include <fmt/format.h>

#include "cgt/support/words.hpp"
#include "decomp/go/life/check_group.hpp"
#include "decomp/go/life/check_seki.hpp"
#include "decomp/go/safety/benson.hpp"
#include "decomp/go/safety/safety_certificate.hpp"

namespace cgt::go {
namespace {

void refute(VerifyReport& report, Doubt doubt, std::string claim, std::string against) {
  report.wrong.push_back({doubt, std::move(claim), std::move(against)});
}

// The points that are searched, and the stones that are settled at the beginning.
struct BoardFrame {
  std::vector<Point> open;
  std::vector<Point> safe;
};

// The whole board: only the open points are played on, all stones are real.
struct BoardPosition {
  // Contents of the open points, two bits each, and 3 for what is settled.
  struct Key {
    SmallVector<std::uint64_t, 1> words;
    std::uint64_t hash() const {
      std::uint64_t h = words.size();
      for (const std::uint64_t word : words) h = mix(h, word);
      return h;
    }
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Moves {
    const BoardFrame* frame;
    Board board;
    std::vector<char> settled;
    Player player;
    std::size_t at = 0;
    bool next(BoardPosition& child, std::int64_t& shift) {
      while (at < frame->open.size()) {
        const std::size_t i = at++;
        const Point p = frame->open[i];
        if (settled[i] != 0 || board[p] != Colour::kEmpty) continue;
        child.frame = frame;
        child.board = board;
        child.settled = settled;
        const PlayResult played = child.board.play(player, p);
        if (!played.legal) continue;
        shift = sign(player) * played.captured + child.settle();
        return true;
      }
      return false;
    }
  };

  Moves moves(Player player) const { return {frame, board, settled, player}; }
  Key key() const {
    Key out;
    out.words.resize((settled.size() + 31) / 32);
    for (std::size_t i = 0; i < settled.size(); ++i) {
      const std::uint64_t here =
          settled[i] != 0 ? 3 : static_cast<std::uint64_t>(board[frame->open[i]]);
      out.words[i / 32] |= here << (2 * (i % 32));
    }
    return out;
  }
  // Takes out of play what lives unconditionally; its points, Black's minus White's.
  std::int64_t settle() {
    std::int64_t worth = 0;
    for (const Player player : kPlayers) {
      const UnconditionalLife life = unconditional_life(board, player, frame->safe);
      const auto mark = [&](Point p, bool counts) {
        const auto at = std::ranges::lower_bound(frame->open, p);
        if (at == frame->open.end() || *at != p) return;
        char& gone = settled[static_cast<std::size_t>(at - frame->open.begin())];
        if (gone == 0 && counts) {
          worth += sign(player) * (board[p] == Colour::kEmpty ? 1 : 2);
        }
        gone = 1;
      };
      for (const auto& region : life.territory) {
        for (const Point p : region) mark(p, true);
      }
      for (const auto& block : life.blocks) {
        for (const Point p : block) mark(p, false);
      }
    }
    return worth;
  }

  const BoardFrame* frame;  // outlives the search
  Board board;
  std::vector<char> settled;  // of the open points
};

void verify_board(GoEndgame& endgame, Budget& whole, std::uint64_t nodes, VerifyReport& report) {
  Budget budget = whole.part(nodes);
  BoardFrame frame;
  for (const auto& part : endgame.partition().parts) {
    frame.open.insert(frame.open.end(), part.points.begin(), part.points.end());
  }
  std::ranges::sort(frame.open);
  for (const Player player : kPlayers) {
    const auto& safe = endgame.partition().safe_stones[player];
    frame.safe.insert(frame.safe.end(), safe.begin(), safe.end());
  }
  BoardPosition root{&frame, endgame.problem().board, std::vector<char>(frame.open.size(), 0)};
  const std::int64_t settled = root.settle();
  search::OutcomeSearch<BoardPosition> search;
  const Dyadic fixed = endgame.fixed_score();
  try {
    for (const Player first : kPlayers) {
      const auto score = endgame.score(first, budget);
      if (!score.exact()) {
        report.complete = false;
        report.lines.push_back(
            fmt::format("whole board, {} first: no exact score to check", colour_name(first)));
        continue;
      }
      const Dyadic stop = *score.lower - fixed;
      if (!stop.is_integer() || !stop.is_small()) {
        report.complete = false;
        report.lines.push_back(
            "whole board: the stop is not an integer, which plain search does not decide");
        continue;
      }
      const auto at_least = [&](std::int64_t m) {
        return search.left_wins(root, settled - m, true, first, budget);
      };
      const std::int64_t m = stop.small_numerator();
      const bool good = at_least(m) && !at_least(m + 1);
      if (!good) {
        refute(
            report, Doubt::kValues,
            fmt::format("{} first: the score is {}", colour_name(first), score.lower->to_string()),
            "search of the whole board finds another one");
      }
      report.lines.push_back(fmt::format("whole board, {} first: score {} {} by full-width search",
                                         colour_name(first), score.lower->to_string(),
                                         good ? "confirmed" : "CONTRADICTED"));
    }
  } catch (const BudgetExhausted& stop) {
    report.complete = false;
    report.lines.push_back(
        fmt::format("whole board: not finished after {} nodes ({})", search.nodes(), stop.what()));
  } catch (const search::Repetition& repetition) {
    report.complete = false;
    report.lines.push_back(fmt::format("whole board: left out, {}", repetition.what()));
  }
  report.nodes += search.nodes();
}

void verify_subgame(const Subgame& subgame, const Region& region, Store& store, std::size_t number,
                    Budget& whole, std::uint64_t nodes, VerifyReport& report) {
  Budget budget = whole.part(nodes);
  search::OutcomeSearch<RegionPosition> search;
  std::string verdict;
  try {
    int compared = 0;
    bool good = true;
    std::int64_t settled = 0;
    const RegionPosition root{region.without_settled(settled)};
    const std::int64_t from =
        store.stop(subgame.lower, Player::kRight).floor().small_numerator() - 1;
    const std::int64_t to = store.stop(subgame.lower, Player::kLeft).ceil().small_numerator() + 1;
    for (std::int64_t n = from; n <= to; ++n) {
      const GameId difference = store.subtract(subgame.lower, store.integer(n));
      for (const Player first : kPlayers) {
        good = good && search.left_wins(root, settled - n, false, first, budget) ==
                           store.left_wins(difference, first);
        ++compared;
      }
    }
    if (!good) {
      refute(report, Doubt::kValues, fmt::format("the value of subgame {}", number),
             "plain search of it beside integers has other outcomes");
    }
    verdict = fmt::format("{} outcomes with integers {} to {} {}", compared, from, to,
                          good ? "confirmed" : "CONTRADICTED");
  } catch (const BudgetExhausted& stop) {
    report.complete = false;
    verdict = fmt::format("not finished after {} nodes ({})", search.nodes(), stop.what());
  } catch (const search::Repetition& repetition) {
    report.complete = false;
    verdict = fmt::format("left out, {}", repetition.what());
  }
  report.nodes += search.nodes();
  report.lines.push_back(fmt::format("subgame {}: {}", number, verdict));
}

}  // namespace

VerifyReport verify_safety(const GoEndgame& endgame, Budget& budget) {
  VerifyReport report;
  const Safety& proved = endgame.partition().certified;
  std::size_t searched = 0;
  std::size_t answers = 0;
  std::size_t trusted = 0;
  for (const SafetyClaim& claim : proved.claims) {
    if (claim.certificate.rule != SafetyRule::kSearch) continue;
    ++searched;
    trusted += claim.certificate.fights.empty() ? 1 : 0;
    for (const SafetyFight& fight : claim.certificate.fights) answers += fight.answers.size();
  }
  const std::uint64_t before = budget.used_nodes();
  try {
    const std::string wrong =
        check_safety(endgame.problem().board, proved, {}, budget, trusted > 0);
    if (!wrong.empty()) refute(report, Doubt::kSafety, "what is proved to live", wrong);
    report.complete = trusted == 0;
    std::string line = fmt::format("safety: {} confirmed by certificates",
                                   counted(proved.claims.size() - trusted, "claim"));
    if (searched > trusted) {
      line += fmt::format(", {} of search by {}", searched - trusted, counted(answers, "answer"));
    }
    if (proved.claims.empty()) line = "safety: nothing is claimed";
    if (trusted > 0) line += fmt::format("; {} of search left out", trusted);
    report.lines.push_back(wrong.empty() ? std::move(line) : "safety: REFUSED, " + wrong);
  } catch (const BudgetExhausted& spent) {
    report.complete = false;
    report.lines.push_back(fmt::format("safety: left out, {}", describe(spent.reason())));
  }
  report.nodes = budget.used_nodes() - before;
  return report;
}

namespace {

void verify_seki(const Region& region, const Seki& seki, std::size_t number, Budget& budget,
                 std::uint64_t nodes_each, VerifyReport& report) {
  try {
    const SekiCheck check = check_seki(region, seki, nodes_each, budget);
    report.nodes += check.nodes;
    if (!check.wrong.empty()) {
      refute(report, Doubt::kValues, fmt::format("subgame {} is a seki", number), check.wrong);
    }
    report.complete = report.complete && check.confirmed;
    std::string verdict = "left out, too many positions to confirm a seki";
    if (!check.wrong.empty()) {
      verdict = seki.proofs.empty() ? "REFUTED, no seki: " + check.wrong
                                    : "REFUSED, no proof of a seki: " + check.wrong;
    } else if (check.confirmed) {
      verdict = fmt::format("seki confirmed by {}: neither player gains, moving first",
                            seki.proofs.empty() ? "search" : counted(check.answers, "answer"));
    }
    report.lines.push_back(fmt::format("subgame {}: {}", number, verdict));
  } catch (const BudgetExhausted& spent) {
    report.complete = false;
    report.lines.push_back(
        fmt::format("subgame {}: left out, {}", number, describe(spent.reason())));
  }
}

}  // namespace

VerifyReport verify_sekis(const GoEndgame& endgame, Budget& budget, std::uint64_t nodes_each) {
  VerifyReport report;
  for (std::size_t i = 0; i < endgame.subgames().size(); ++i) {
    const auto& seki = endgame.subgames()[i].seki;
    if (!seki) continue;
    verify_seki(endgame.partition().parts[i].region, *seki, i + 1, budget, nodes_each, report);
  }
  return report;
}

VerifyReport verify_groups(const Board& board, const Safety& safety, std::span<const Point> assumed,
                           std::span<const GroupLife> lives, Budget& budget) {
  VerifyReport report;
  const std::uint64_t before = budget.used_nodes();
  const auto add = [&](std::string line) { report.lines.push_back("groups: " + std::move(line)); };
  try {
    // A claim of safety by search without answers is taken for granted, as verify_safety() does.
    const std::string wrong = check_safety(board, safety, assumed, budget, true);
    if (!wrong.empty()) {
      refute(report, Doubt::kSafety, "what is proved to live around groups", wrong);
      add("REFUSED, the stones around: " + wrong);
      return report;
    }
    for (const GroupLife& life : lives) {
      if (life.status == GroupStatus::kUnknown) continue;
      const std::string which = fmt::format("{} {} {}", colour_name(life.owner),
                                            board.name(life.stones.front()), name(life.status));
      const GroupCheck check = check_group(board, life, safety, assumed, budget);
      report.complete = report.complete && check.confirmed;
      if (!check.wrong.empty()) {
        refute(report, Doubt::kSafety, which, check.wrong);
        add(fmt::format("{} REFUSED: {}", which, check.wrong));
      } else if (!check.confirmed) {
        add(which + " left out, its proof is too long");
      } else {
        add(fmt::format(
            "{} confirmed by {}", which,
            life.proofs.empty() ? "a claim of safety" : counted(check.answers, "answer")));
      }
    }
  } catch (const BudgetExhausted& spent) {
    report.complete = false;
    add(fmt::format("left out, {}", describe(spent.reason())));
  }
  report.nodes = budget.used_nodes() - before;
  return report;
}

namespace {

// Another way to the same score: the problem, and how its scores are those of the board.
struct OtherWay {
  std::string name;
  Problem problem;
  PartitionOptions options;
  ScoringRules rules;
  bool exchanged = false;  // the colours, and with them the sign
};

// The points of a board as one of its eight images has them.
struct Image {
  int number = 0;  // bit 0: columns reversed, bit 1: rows reversed, bit 2: then rows are columns
  int width = 0;
  int height = 0;
  Point operator()(Point p) const {
    const int x = (number & 1) != 0 ? width - 1 - p.x : p.x;
    const int y = (number & 2) != 0 ? height - 1 - p.y : p.y;
    return (number & 4) != 0 ? Point::at(y, x) : Point::at(x, y);
  }
  Board empty() const { return (number & 4) != 0 ? Board(height, width) : Board(width, height); }
};

OtherWay seen_as(const GoEndgame& endgame, const Image& image, bool exchanged) {
  const Board& board = endgame.problem().board;
  const auto player_of_it = [&](Player player) { return exchanged ? opponent(player) : player; };
  OtherWay way{.name = "",
               .problem = endgame.problem(),
               .options = endgame.options(),
               .rules = endgame.rules(),
               .exchanged = exchanged};
  way.problem.board = image.empty();
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Point p = board.point(i);
    if (board[p] == Colour::kEmpty) continue;
    way.problem.board.set(image(p), colour_of(player_of_it(player_of(board[p]))));
  }
  const auto turn = [&](std::vector<Point>& points) {
    for (Point& p : points) p = image(p);
    std::ranges::sort(points);
  };
  way.problem.assumed.clear();  // they are among the options
  turn(way.options.assumed);
  turn(way.options.contested);
  for (const Player player : kPlayers) {
    way.options.areas[player_of_it(player)] = endgame.options().areas[player];
    way.rules.prisoners[player_of_it(player)] = endgame.rules().prisoners[player];
  }
  for (const Player player : kPlayers) turn(way.options.areas[player]);
  if (exchanged) {
    way.problem.komi = -(way.problem.komi + Dyadic(way.rules.handicap));
    way.rules.handicap = 0;
  }
  way.options.proofs = false;
  if (way.options.safety == SafetyMethod::kSearch) way.options.prove = nullptr;
  return way;
}

std::vector<OtherWay> other_ways(const GoEndgame& endgame) {
  const Board& board = endgame.problem().board;
  std::vector<OtherWay> out;
  for (const SafetyMethod method :
       {SafetyMethod::kBenson, SafetyMethod::kStatic, SafetyMethod::kSearch}) {
    if (method == endgame.options().safety) continue;
    OtherWay way = seen_as(endgame, {0, board.width(), board.height()}, false);
    way.options.safety = method;
    way.options.prove = nullptr;
    way.name = fmt::format("with safety by \"{}\"", name(method));
    out.push_back(std::move(way));
  }
  for (int number = 1; number < 8; ++number) {
    OtherWay way = seen_as(endgame, {number, board.width(), board.height()}, false);
    if (std::ranges::any_of(out, [&](const OtherWay& other) {
          return other.problem.board == way.problem.board && other.name.starts_with("as");
        })) {
      continue;
    }
    way.name = fmt::format("as image {} of the board", number);
    out.push_back(std::move(way));
  }
  out.push_back(seen_as(endgame, {0, board.width(), board.height()}, true));
  out.back().name = "with the colours exchanged";
  return out;
}

std::string interval_text(const GoEndgame::Score& score) {
  if (score.exact()) return score.lower->to_string();
  return fmt::format("{} to {}", score.lower->to_string(), score.upper->to_string());
}

}  // namespace

VerifyReport verify_others(const GoEndgame& endgame, const PerPlayer<GoEndgame::Score>& scores,
                           Budget& budget) {
  VerifyReport report;
  const std::vector<OtherWay> ways = other_ways(endgame);
  std::size_t compared = 0;
  std::size_t exact = 0;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const OtherWay& way = ways[i];
    Budget share = budget.slice(i * 100 / ways.size(), (i + 1) * 100 / ways.size());
    Store store;
    GoEndgame other(store, way.problem, way.options, way.rules);
    other.solve(share);
    report.nodes += share.used_nodes();
    if (!other.partitioned()) {
      report.complete = false;
      continue;
    }
    for (const Player first : kPlayers) {
      GoEndgame::Score score = other.score(way.exchanged ? opponent(first) : first, share);
      const GoEndgame::Score& known = scores[first];
      if (!score.lower || !score.upper || !known.lower || !known.upper) {
        report.complete = false;
        continue;
      }
      if (way.exchanged) score = {-*score.upper, -*score.lower};
      ++compared;
      exact += score.exact() ? 1 : 0;
      if (*score.lower <= *known.upper && *known.lower <= *score.upper) continue;
      const bool levels = way.options.safety != endgame.options().safety;
      const bool benson = way.options.safety == SafetyMethod::kBenson ||
                          endgame.options().safety == SafetyMethod::kBenson;
      refute(report, levels && !benson ? Doubt::kSafety : Doubt::kValues,
             fmt::format("{} first: the score is {}", colour_name(first), interval_text(known)),
             fmt::format("{} it is {}", way.name, interval_text(score)));
    }
  }
  report.lines.push_back(report.wrong.empty()
                             ? fmt::format("others: {} found in other ways agree, {} of them exact",
                                           counted(compared, "score"), exact)
                             : "others: CONTRADICTED, " + report.wrong.front().text());
  return report;
}

VerifyReport verify(GoEndgame& endgame, Store& store, Budget& budget, std::uint64_t nodes_each) {
  VerifyReport report;
  const auto& parts = endgame.partition().parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Subgame& subgame = endgame.subgames()[i];
    if (!subgame.exact) {
      report.complete = false;
      report.lines.push_back(fmt::format("subgame {}: left out, it has no exact value", i + 1));
      continue;
    }
    if (subgame.seki) {
      verify_seki(parts[i].region, *subgame.seki, i + 1, budget, nodes_each, report);
      continue;
    }
    verify_subgame(subgame, parts[i].region, store, i + 1, budget, nodes_each, report);
  }
  const bool seki = std::ranges::any_of(
      endgame.subgames(), [](const Subgame& subgame) { return subgame.seki.has_value(); });
  if (seki) {
    // The plain search would count their eyes.
    report.complete = false;
    report.lines.emplace_back("whole board: left out, there is a seki");
  } else if (endgame.conditional()) {
    // On the real board those blocks could be taken.
    report.complete = false;
    report.lines.emplace_back("whole board: left out, blocks are assumed to live");
  } else {
    verify_board(endgame, budget, nodes_each, report);
  }
  report.summary = !report.wrong.empty() ? "CONTRADICTED: the plain search disagrees"
                   : report.complete     ? "verified: every comparison agrees"
                                         : "no contradiction, but not everything could be searched";
  report.summary += fmt::format(" ({} nodes)", report.nodes);
  return report;
}

}  // namespace cgt::go
