#include "cgt/support/text_input.hpp"
#include "repl/explorer/api/values.hpp"

#include <utility>

#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"

namespace cgt::repl {
namespace {

Subject subject_of_value(Work& work, const LoopyValue& value) {
  Subject out;
  out.known = value;
  out.title = value.is_short() ? to_text(work.store, value.stopper().game(), {.max_length = 80})
                               : to_text(work.games, value, {.max_length = 80});
  return out;
}

}  // namespace

std::vector<SubjectOption> options_of(Work& work, const Subject& subject, Player player) {
  std::vector<SubjectOption> out;
  const auto add = [&](Subject after, std::string label) {
    out.push_back({out.size(), std::move(after), std::move(label)});
  };
  if (subject.kind == Subject::Kind::kPosition) {
    const Picture picture = picture_of(subject.ruleset, subject.position, work.budget);
    for (BoardMove& move :
         moves_of(subject.ruleset, subject.position, picture, player, work.budget)) {
      Subject after = subject;
      after.position = move.option.position;
      after.shift = subject.shift + move.option.shift;
      after.title = title_of(subject.ruleset) + " " + move.board;
      add(std::move(after), std::move(move.label));
    }
    return out;
  }
  const LoopyValue whole = value_of(work, subject);
  if (whole.is_short()) {
    GameList options = work.store.options(whole.stopper().game(), player);
    std::vector<GameId> sorted(options.begin(), options.end());
    sort_for_print(work.store, sorted);
    for (const GameId option : sorted) add(subject_of_value(work, LoopyValue(option)), "");
  } else if (whole.is_stopper()) {
    std::vector<LoopyId> options = work.games.options(whole.stopper(), player);
    sort_for_print(work.games, options);
    for (const LoopyId option : options) add(subject_of_value(work, LoopyValue(option)), "");
  }
  return out;
}

std::string option_id(Player player, std::size_t index) {
  return (player == Player::kLeft ? "L" : "R") + std::to_string(index);
}

std::pair<Player, std::size_t> read_option_id(const std::string& id) {
  const bool letter = id.starts_with('L') || id.starts_with('R');
  const auto index = parse_number<std::size_t>(std::string_view(id).substr(letter ? 1 : 0));
  if (!letter || !index) throw Error("expected an option; found \"" + id + "\"", "as L0 or R2");
  return {id[0] == 'L' ? Player::kLeft : Player::kRight, *index};
}

}  // namespace cgt::repl
