#include "cgt/misere/counts.hpp"

#include <fmt/format.h>

namespace cgt {
namespace {

// Games as sets of games of the day before, one bit each; those of earlier days come first, so that
// the bits of a game are the same on all days.
using OptionBits = std::uint32_t;

// What one H makes of sets of options.
struct SimplifiesTo {
  OptionBits options = 0;  // of H
  OptionBits above = 0;    // the games that have H as an option
};

struct ImpartialDay {
  std::vector<OptionBits> games;
  OptionBits lost = 0;  // P-positions
  // H by H, those of the day before alone: no other game is an option of some of these.
  std::vector<SimplifiesTo> lower;

  bool is_canonical(OptionBits set) const {
    for (const SimplifiesTo& h : lower) {
      const OptionBits others = set & ~h.options;
      if ((set & h.options) != h.options || others == 0 || (others & ~h.above) != 0) continue;
      if (h.options != 0 || (set & lost) != 0) return false;
    }
    return true;
  }
};

bool is_lost(OptionBits game, OptionBits lost) { return game != 0 && (game & lost) == 0; }

ImpartialDay day_of(std::vector<OptionBits> games, std::size_t before) {
  ImpartialDay day;
  day.games = std::move(games);
  day.lower.resize(before);
  for (std::size_t i = 0; i < day.games.size(); ++i) {
    if (is_lost(day.games[i], day.lost)) day.lost |= OptionBits{1} << i;
    for (std::size_t h = 0; h < before; ++h) {
      if (((day.games[i] >> h) & 1U) != 0) day.lower[h].above |= OptionBits{1} << i;
    }
  }
  for (std::size_t h = 0; h < before; ++h) day.lower[h].options = day.games[h];
  return day;
}

// All games born by day 0, 1, .., `last`, at most 4: 22 of them.
ImpartialDay impartial_games_by(std::uint32_t last, Budget& budget) {
  ImpartialDay day = day_of({0}, 0);
  for (std::uint32_t d = 1; d <= last; ++d) {
    std::vector<OptionBits> games = day.games;
    const OptionBits sets = OptionBits{1} << day.games.size();
    for (OptionBits set = 0; set < sets; ++set) {
      budget.charge();
      const bool known = std::ranges::find(day.games, set) != day.games.end();
      if (!known && day.is_canonical(set)) games.push_back(set);
    }
    day = day_of(std::move(games), day.games.size());
  }
  return day;
}

// Of the games of the next day, how many there are, and how many have each H as an option.
struct Having {
  std::uint64_t games = 0;
  std::vector<std::uint64_t> with;  // by H
  std::uint64_t won_with_zero = 0;  // N-positions with the option 0
};

Having count_next(const ImpartialDay& day, Budget& budget) {
  Having having;
  having.with.resize(day.games.size());
  const OptionBits sets = OptionBits{1} << day.games.size();
  for (OptionBits set = 0; set < sets; ++set) {
    if (set % 1024 == 0) budget.charge(64);
    if (!day.is_canonical(set)) continue;
    ++having.games;
    for (OptionBits left = set; left != 0; left &= left - 1) {
      ++having.with[static_cast<std::size_t>(std::countr_zero(left))];
    }
    if ((set & 1U) != 0 && !is_lost(set, day.lost)) ++having.won_with_zero;
  }
  return having;
}

// All sets of `having.games` games but those that simplify.
SumOfPowers sets_of(const Having& having) {
  std::map<std::uint64_t, std::int64_t> factors;
  SumOfPowers sum;
  ++factors[having.games];
  for (std::size_t h = 0; h < having.with.size(); ++h) {
    --factors[having.with[h]];
    // Without another element than its options the set is H itself; for 0 those have no P-position.
    if (h == 0) {
      ++factors[having.won_with_zero];
    } else {
      ++sum.rest;
    }
  }
  // Two equal powers are the next one.
  for (auto it = factors.begin(); it != factors.end(); ++it) {
    const std::int64_t carried = it->second / 2;
    if (carried == 0) continue;
    it->second -= 2 * carried;
    factors[it->first + 1] += carried;
  }
  for (auto it = factors.rbegin(); it != factors.rend(); ++it) {
    if (it->second != 0) sum.powers.emplace_back(*it);
  }
  return sum;
}

bool has_genus_of_nim(MisereGames& table, MisereId g, Budget& budget) {
  const Genus genus = table.genus(g, budget);
  const std::uint32_t x = genus.nim_value;
  return genus.terms == std::vector<std::uint32_t>{x, x ^ 2U} ||
         (x < 2 && genus.terms == std::vector<std::uint32_t>{x ^ 1U, x ^ 2U, x});
}

}  // namespace

std::size_t ordered_pairs(MisereUniverse& universe, std::span<const MisereFormId> games,
                          Budget& budget) {
  std::size_t pairs = 0;
  for (const MisereFormId g : games) {
    for (const MisereFormId h : games) pairs += universe.at_least(g, h, budget) ? 1 : 0;
  }
  return pairs;
}

bool is_conjugate_invertible(MisereForms& forms, MisereUniverse& universe, MisereFormId g,
                             Budget& budget) {
  const MisereFormId sum = forms.add(g, forms.conjugate(g), budget);
  return universe.compare(sum, 0, budget) == MisereUniverse::Order::kEqual;
}

UniverseCounts count_by_day(MisereForms& forms, MisereUniverse& universe, std::uint32_t day,
                            Budget& budget) {
  const std::vector<MisereFormId> games = universe.born_by(day, budget);
  UniverseCounts counts;
  counts.classes = games.size();
  counts.ordered_pairs = ordered_pairs(universe, games, budget);
  for (const MisereFormId g : games) {
    ++counts.outcomes[forms.outcome(g)];
    if (is_conjugate_invertible(forms, universe, g, budget)) ++counts.conjugate_invertible;
  }
  return counts;
}

Integer SumOfPowers::value() const {
  Integer sum(rest);
  for (const auto& [exponent, factor] : powers) sum += Integer(factor) << exponent;
  return sum;
}

std::string SumOfPowers::text() const {
  std::string out;
  const auto add = [&](std::int64_t factor, const std::string& what) {
    out += out.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    out += what;
  };
  for (const auto& [exponent, factor] : powers) {
    const std::int64_t size = factor < 0 ? -factor : factor;
    add(factor, fmt::format("{}2^{}", size == 1 ? "" : fmt::format("{}*", size), exponent));
  }
  if (rest != 0 || out.empty()) add(rest, fmt::format("{}", rest < 0 ? -rest : rest));
  return out;
}

std::vector<MisereId> impartial_misere_games(MisereGames& table, std::uint32_t day,
                                             Budget& budget) {
  CGT_EXPECTS(day <= kLastListedImpartialDay, "a day to 4");
  std::vector<MisereId> made;
  for (const OptionBits game : impartial_games_by(day, budget).games) {
    std::vector<MisereId> options;
    for (OptionBits left = game; left != 0; left &= left - 1) {
      options.push_back(made[static_cast<std::size_t>(std::countr_zero(left))]);
    }
    made.push_back(table.construct(std::move(options), budget));
  }
  return made;
}

ImpartialMisereCounts count_impartial_misere(std::uint32_t day, Budget& budget) {
  CGT_EXPECTS(day <= kLastImpartialMisereDay, "a day to 6");
  ImpartialMisereCounts counts;
  if (day <= kLastListedImpartialDay) {
    const ImpartialDay last = impartial_games_by(day, budget);
    counts.examined = true;
    counts.games = Integer(last.games.size());
    counts.formula.rest = static_cast<std::int64_t>(last.games.size());
    counts.previous_player_wins = static_cast<std::size_t>(std::popcount(last.lost));
    MisereGames table;
    for (const MisereId g : impartial_misere_games(table, day, budget)) {
      if (has_genus_of_nim(table, g, budget)) ++counts.genus_of_nim;
    }
    return counts;
  }
  // Of day 5 from the pairs of the days 3 and 4, of day 6 from those of 4 and 5.
  const ImpartialDay four = impartial_games_by(4, budget);
  if (day == 5) {
    Having having;
    having.games = four.games.size();
    for (const SimplifiesTo& h : four.lower) {
      having.with.push_back(static_cast<std::uint64_t>(std::popcount(h.above)));
    }
    having.won_with_zero =
        static_cast<std::uint64_t>(std::popcount(four.lower[0].above & ~four.lost));
    counts.formula = sets_of(having);
  } else {
    counts.formula = sets_of(count_next(four, budget));
  }
  counts.games = counts.formula.value();
  return counts;
}

}  // namespace cgt
