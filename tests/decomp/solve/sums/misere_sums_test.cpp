// Sums under misere play: by quotients and by whole trees, against the outcome of forms as written.
#include <catch2/catch.hpp>

#include "cgt/algebra/form.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/misere_sums.hpp"
#include "decomp/solve/sums/sum_text.hpp"

namespace misere_sums_test {

using namespace cgt;
using namespace cgt::solve;

namespace {

// The form of a position by its moves, values by their canonical options.
Form form_of(Forms& forms, const SumGame& game) {
  if (const auto* value = std::get_if<GameId>(&game)) return *value;
  PerPlayer<std::vector<Form>> options;
  for (const Player player : kPlayers) {
    for (const auto& option : std::get<AnyPosition>(game).options(player)) {
      options[player].push_back(form_of(forms, option.position));
    }
  }
  return forms.make(options[Player::kLeft], options[Player::kRight]);
}

}  // namespace

TEST_CASE("Who wins sums under misere play", "[misere]") {
  Store store;
  Forms forms(store);
  Budget budget;
  MisereSums sums(store);
  for (const char* text :
       {"kayles:3+4", "kayles:1 + kayles:2+5", "clobber:xo + domineering:..|..", "^* + clobber:xxo",
        "domineering:...|... - clobber:oox + *2", "kayles:3 + nim:2+2", "1/2 + kayles:2", "0"}) {
    INFO(text);
    const Sum sum = parse_sum(store, SourceText("sum", text));
    Form whole = GameId(store.integer(0));
    for (const SumTerm& term : sum) whole = forms.sum(whole, form_of(forms, term.game));
    const OutcomeClass outcome = forms.misere_outcome(whole);
    for (const Player first : kPlayers) {
      const bool wins =
          outcome == OutcomeClass::kNext ||
          outcome == (first == Player::kLeft ? OutcomeClass::kLeft : OutcomeClass::kRight);
      CHECK(sums.wins(sum, first, budget) == wins);
      const std::vector<SumMove> all = sums.winning_moves(sum, first, true, budget);
      for (const SumMove& move : all) {
        CHECK_FALSE(sums.wins(after_move(store, sum, move), opponent(first), budget));
      }
      // Who cannot move wins without one.
      bool can_move = false;
      for (std::size_t term = 0; term < sum.size(); ++term) {
        can_move = can_move || !moves_in(store, sum, term, first).empty();
      }
      CHECK(wins == (!all.empty() || !can_move));
      CHECK(sums.winning_moves(sum, first, false, budget).size() == (all.empty() ? 0U : 1U));
    }
  }
}

}  // namespace misere_sums_test
