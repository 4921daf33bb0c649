#include "cgt/misere/misere_games.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgt/detail/fold.hpp"
#include "cgt/detail/misere_rule.hpp"

namespace cgt {

namespace {

std::uint32_t mex(std::vector<std::uint32_t> values) {
  std::ranges::sort(values);
  std::uint32_t next = 0;
  for (const std::uint32_t v : values) {
    if (v == next) ++next;
  }
  return next;
}

std::uint64_t hash_of(const std::vector<MisereId>& options) {
  std::uint64_t h = options.size();
  for (const MisereId o : options) h = mix(h, o);
  return h;
}

std::uint64_t pair_key(MisereId g, MisereId h) {
  return (static_cast<std::uint64_t>(std::max(g, h)) << 32U) | std::min(g, h);
}

}  // namespace

std::string Genus::text() const {
  if (nim_heap) return std::to_string(nim_value);
  std::vector<std::uint32_t> shown = terms;
  if (short_form) shown.resize(1);
  if (std::ranges::all_of(shown, [](std::uint32_t t) { return t < 10; })) {
    return fmt::format("{}^{}", nim_value, fmt::join(shown, ""));
  }
  return fmt::format("{}^({})", nim_value, fmt::join(shown, ","));
}

struct MisereGames::Tables {
  FlatMap<std::uint64_t, std::vector<MisereId>> index;  // by hash of the options
  FlatMap<std::uint64_t, MisereId> sums;
};

MisereGames::MisereGames() : tables_(std::make_unique<Tables>()) {
  games_.push_back({{}, 0, 1, 0, true});
  tables_->index[hash_of({})].push_back(0);
}
MisereGames::MisereGames(MisereGames&&) noexcept = default;
MisereGames& MisereGames::operator=(MisereGames&&) noexcept = default;
MisereGames::~MisereGames() = default;

bool MisereGames::has_option(MisereId g, MisereId option) const {
  return std::ranges::binary_search(games_[g].options, option);
}

std::uint32_t MisereGames::misere_mex(const std::vector<MisereId>& options) const {
  if (options.empty()) return 1;
  std::vector<std::uint32_t> values;
  for (const MisereId o : options) values.push_back(games_[o].misere_nim_value);
  return mex(std::move(values));
}

bool MisereGames::simplifies(const std::vector<MisereId>& options, MisereId g,
                             Budget& budget) const {
  // No game is an option of itself, so g would not answer itself.
  if (std::ranges::binary_search(options, g)) return false;
  const std::vector<MisereId>& kept = games_[g].options;
  budget.charge(1 + (options.size() + kept.size()) / 16);
  if (!std::ranges::includes(options, kept)) return false;
  for (const MisereId o : options) {
    if (!std::ranges::binary_search(kept, o) && !has_option(o, g)) return false;
  }
  // 0 is won by the next player, so only a game that the next player wins can be 0.
  return g != 0 || misere_mex(options) != 0;
}

MisereId MisereGames::construct(std::vector<MisereId> options, Budget& budget) {
  std::ranges::sort(options);
  options.erase(std::unique(options.begin(), options.end()), options.end());
  if (options.empty()) return 0;
  // If the game is equal to some option of an option, it is that one.
  for (const MisereId o : options) {
    budget.charge(1 + games_[o].options.size() / 16);
    for (const MisereId g : games_[o].options) {
      if (simplifies(options, g, budget)) return g;
    }
  }
  std::vector<MisereId>& bucket = tables_->index[hash_of(options)];
  for (const MisereId g : bucket) {
    if (games_[g].options == options) return g;
  }
  Game game;
  // *k has k options: nim heaps of k different sizes, less than k since their mex is k.
  game.nim_heap = true;
  std::vector<std::uint32_t> normal;
  for (const MisereId o : options) {
    normal.push_back(games_[o].nim_value);
    game.birthday = std::max(game.birthday, games_[o].birthday + 1);
    game.nim_heap = game.nim_heap && games_[o].nim_heap;
  }
  game.nim_value = mex(std::move(normal));
  game.misere_nim_value = misere_mex(options);
  game.nim_heap = game.nim_heap && game.nim_value == options.size();
  game.options = std::move(options);
  const auto fresh = static_cast<MisereId>(games_.size());
  bucket.push_back(fresh);
  games_.push_back(std::move(game));
  return fresh;
}

// An explicit stack of sums that are being made: a sum is asked for again once those of its options
// are known.
MisereId MisereGames::add(MisereId g, MisereId h, Budget& budget) {
  if (g == 0 || h == 0) return std::max(g, h);
  std::vector<std::pair<MisereId, MisereId>> stack{{g, h}};
  auto& sums = tables_->sums;
  const auto known = [&](MisereId a, MisereId b) -> const MisereId* {
    const auto found = sums.find(pair_key(a, b));
    return found == sums.end() ? nullptr : &found->second;
  };
  while (!stack.empty()) {
    const auto [a, b] = stack.back();
    if (known(a, b) != nullptr) {
      stack.pop_back();
      continue;
    }
    budget.charge(games_[a].options.size() + games_[b].options.size());
    const std::size_t before = stack.size();
    std::vector<MisereId> options;
    const auto option = [&](MisereId x, MisereId y) {
      if (x == 0 || y == 0) {
        options.push_back(std::max(x, y));
      } else if (const MisereId* sum = known(x, y)) {
        options.push_back(*sum);
      } else {
        stack.emplace_back(x, y);
      }
    };
    for (const MisereId o : games_[a].options) option(o, b);
    for (const MisereId o : games_[b].options) option(a, o);
    if (stack.size() > before) continue;
    sums[pair_key(a, b)] = construct(std::move(options), budget);
    stack.pop_back();
  }
  return *known(g, h);
}

MisereId MisereGames::nim_heap(std::uint32_t size, Budget& budget) {
  std::vector<MisereId> heaps;
  for (std::uint32_t k = 0; k <= size; ++k) heaps.push_back(construct(heaps, budget));
  return heaps.back();
}

// The terms by those of the options: G + n * 2 has the options G' + n * 2, and G + (n - 1) * 2 with
// and without *1, which changes the last bit.
MisereGames::Kind MisereGames::new_kind(MisereId g, Budget& budget) const {
  const Game& game = games_[g];
  Kind kind;
  std::size_t settled = 0;  // from here on the terms of the options alternate
  for (const MisereId o : game.options) settled = std::max(settled, kinds_[o].terms.size());
  std::vector<std::uint32_t>& terms = kind.terms;
  terms.push_back(game.misere_nim_value);
  while (true) {
    const std::size_t n = terms.size();
    budget.charge(1 + game.options.size() / 4);
    if (n >= settled + 4 && terms[n - 1] == terms[n - 3] && terms[n - 2] == terms[n - 4]) break;
    std::vector<std::uint32_t> values{terms.back(), terms.back() ^ 1U};
    for (const MisereId o : game.options) {
      const std::vector<std::uint32_t>& other = kinds_[o].terms;
      const std::size_t end = other.size();
      values.push_back(n < end ? other[n] : other[end - 2 + (n - end) % 2]);
    }
    terms.push_back(mex(std::move(values)));
  }
  std::size_t n = terms.size();
  while (n > 2 && terms[n - 1] == terms[n - 3]) --n;
  terms.resize(n);

  const std::uint32_t x = game.nim_value;
  const std::vector<std::uint32_t> firm{x, x ^ 2U};
  const bool nim_like =
      terms == firm || (x < 2 && terms == std::vector<std::uint32_t>{x ^ 1U, x ^ 2U, x});
  // Has it moves back to tame games of the nim value of G and of its misere nim value: to one of both,
  // or to one each?
  struct Answers {
    bool by_one = true;
    bool by_two = true;
  };
  const auto answers = [&](MisereId option) {
    const auto& back = games_[option].options;
    budget.charge(1 + back.size() / 2);
    const auto any = [&](bool nim, bool misere) {
      return std::ranges::any_of(back, [&](MisereId o) {
        return kinds_[o].tameable && (!nim || games_[o].nim_value == x) &&
               (!misere || games_[o].misere_nim_value == terms.front());
      });
    };
    return Answers{any(true, true), any(true, false) && any(false, true)};
  };
  // The tame options alone must give the genus, and the others be answered.
  std::vector<std::uint32_t> normal;
  std::vector<std::uint32_t> first;
  Answers all;
  for (const MisereId o : game.options) {
    if (kinds_[o].tameable) {
      normal.push_back(games_[o].nim_value);
      first.push_back(games_[o].misere_nim_value);
    } else {
      const Answers one = answers(o);
      all = {all.by_one && one.by_one, all.by_two && one.by_two};
    }
  }
  const std::uint32_t start = first.empty() ? 1 : mex(std::move(first));
  const bool by_tame = mex(std::move(normal)) == x && start == terms.front();
  kind.tameable = nim_like && all.by_one && by_tame;
  kind.half_tame = all.by_two && by_tame && x < 2 && terms.front() >= 2;
  kind.options_tame = std::ranges::all_of(game.options, [&](MisereId o) { return kinds_[o].tame; });
  kind.tame = nim_like && kind.options_tame;
  return kind;
}

// Followers first.
MisereId MisereGames::mate(MisereId g, Budget& budget) {
  FlatMap<MisereId, MisereId> mates;
  std::vector<MisereId> stack{g};
  while (!stack.empty()) {
    const MisereId at = stack.back();
    if (mates.contains(at)) {
      stack.pop_back();
      continue;
    }
    budget.charge();
    const std::size_t before = stack.size();
    std::vector<MisereId> options;
    for (const MisereId o : games_[at].options) {
      if (const auto it = mates.find(o); it != mates.end()) {
        options.push_back(it->second);
      } else {
        stack.push_back(o);
      }
    }
    if (stack.size() > before) continue;
    mates.emplace(at, at == 0 ? nim_heap(1, budget) : construct(std::move(options), budget));
    stack.pop_back();
  }
  return mates.at(g);
}

const MisereGames::Kind& MisereGames::kind(MisereId g, Budget& budget) {
  // Options are older than the games that have them.
  while (kinds_.size() <= g) {
    kinds_.push_back(new_kind(static_cast<MisereId>(kinds_.size()), budget));
  }
  return kinds_[g];
}

Genus MisereGames::genus(MisereId g, Budget& budget) {
  const Kind& kind = this->kind(g, budget);
  return {nim_value(g), kind.terms, games_[g].nim_heap,
          (kind.tameable && kind.terms.size() == 2) || kind.half_tame};
}

OutcomeClass misere_outcome(Store& store, GameId root) {
  Store::Impl& impl = detail::impl_of(store);
  auto& memo = impl.memo(detail::Operation::kMisere);
  FlatMap<GameId, detail::MisereWins> known;
  const auto quick = [&](GameId g) -> std::optional<detail::MisereWins> {
    if (impl.is_nus(g)) {
      const Nus value = impl.nus_of(g);
      if (value.is_number() && value.number.is_integer() && !value.number.is_zero()) {
        // Only one player can move, and that one cannot get rid of the moves in time.
        return detail::MisereWins::always(value.number.sign() > 0 ? Player::kRight : Player::kLeft);
      }
      if (value.number.is_zero() && value.ups == 0 && value.nimber > 1) {
        return detail::MisereWins::first();
      }
    }
    if (const auto word = memo.find(g, kZero); word != 0) return detail::MisereWins::decode(word);
    return std::nullopt;
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId g, const auto& keys, const auto& at) {
    impl.charge();
    const auto wins = detail::misere_wins(keys, at);
    memo.store(g, kZero, wins.encode());
    return wins;
  };
  return detail::fold(root, known, quick, children, combine).outcome();
}

}  // namespace cgt
