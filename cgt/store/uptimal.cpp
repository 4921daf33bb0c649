#include "cgt/store/uptimal.hpp"

#include "cgt/support/containers.hpp"

namespace cgt {
namespace {

struct ExpansionHash {
  std::uint64_t operator()(const UptimalExpansion& e) const { return e.hash(); }
};

// The number-up-star, if the expansion is one.
std::optional<Nus> nus_of(const UptimalExpansion& e) {
  if (e.length() > 1) return std::nullopt;
  return Nus{e.number, e.length() == 0 ? 0 : e.coefficient(1), e.nimber};
}

UptimalExpansion expansion_of(const Nus& value) {
  UptimalExpansion out(value.number, value.nimber);
  if (value.ups != 0) out.add(1, 1, value.ups);
  return out;
}

}  // namespace

// --- from an expansion to its game ---------------------------------------------------------------

GameId uptimal(Store& store, const UptimalExpansion& expansion) {
  if (expansion.length() > kMostPower) {
    throw Error("this power of up is too large",
                "powers of up go to " + std::to_string(kMostPower));
  }
  FlatMap<UptimalExpansion, GameId, ExpansionHash> made;
  const auto find = [&](const UptimalExpansion& e) -> GameId {
    if (const auto value = nus_of(e)) return store.nus(*value);
    const auto it = made.find(e);
    return it == made.end() ? GameId() : it->second;
  };
  UptimalExpansion root = expansion;
  root.number = Dyadic();
  std::vector<UptimalExpansion> stack{root};
  while (!stack.empty()) {
    const UptimalExpansion top = stack.back();
    if (!find(top).is_none()) {
      stack.pop_back();
      continue;
    }
    PerPlayer<GameList> sides;
    bool ready = true;
    for (const Player player : kPlayers) {
      for (UptimalExpansion& option : canonical_options(top, player)) {
        const GameId g = find(option);
        if (g.is_none()) {
          stack.push_back(std::move(option));
          ready = false;
        } else {
          sides[player].push_back(g);
        }
      }
    }
    if (!ready) continue;
    made.emplace(top, store.construct(sides[Player::kLeft], sides[Player::kRight]));
    stack.pop_back();
  }
  return store.add(store.number(expansion.number), find(root));
}

// --- from a game to its expansion ----------------------------------------------------------------

struct UptimalExpansions::Known {
  FlatMap<GameId, Entry> games;
};

UptimalExpansions::UptimalExpansions(Store& store)
    : store_(store), known_(std::make_unique<Known>()) {}
UptimalExpansions::~UptimalExpansions() = default;

const UptimalExpansions::Entry* UptimalExpansions::known(GameId g) {
  const auto it = known_->games.find(g);
  if (it != known_->games.end()) return &it->second;
  if (const auto value = store_.as_nus(g)) {
    auto entry = std::make_unique<const UptimalExpansion>(expansion_of(*value));
    return &known_->games.emplace(g, std::move(entry)).first->second;
  }
  if (!is_candidate(g)) return &known_->games.emplace(g, nullptr).first->second;
  return nullptr;
}

// What can be refuted without a look at the options: both stops are the number part, and by
// canonical_options() one player has a single option.
bool UptimalExpansions::is_candidate(GameId g) {
  return store_.stop(g, Player::kLeft) == store_.stop(g, Player::kRight) &&
         (store_.option_count(g, Player::kLeft) == 1 ||
          store_.option_count(g, Player::kRight) == 1);
}

// The options of g are those of `guess`, whose last coefficient is `rising`'s.
bool UptimalExpansions::matches(GameId g, const UptimalExpansion& guess, Player rising) {
  UptimalExpansion plain = guess;
  plain.number = Dyadic();
  for (const Player player : {opponent(rising), rising}) {
    auto expected = canonical_options(plain, player);
    const std::uint64_t count = store_.option_count(g, player);
    if (count != expected.size()) return false;
    for (auto& option : expected) option.number = guess.number;
    // Different games have different expansions, so a bijection is an injection; the nimbers at the
    // end of `expected` are found by their place.
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto& got = known_->games.at(store_.option(g, player, i));
      if (!got) return false;
      const std::size_t special = std::min<std::size_t>(expected.size(), 2);
      if (std::find(expected.begin(), expected.begin() + special, *got) !=
          expected.begin() + special) {
        continue;
      }
      if (got->length() != 0 || got->nimber + 1 >= expected.size() ||
          expected[got->nimber + 1] != *got) {
        return false;
      }
    }
  }
  return true;
}

// All options of g are known. The player who does not own the last coefficient has a single option,
// which gives the expansion if the length n is known: it is that of this option, one more, or one
// more than that of the other side's option that takes the last 1 away.
UptimalExpansions::Entry UptimalExpansions::resolve(GameId g) {
  for (const Player rising : kPlayers) {
    const Player falling = opponent(rising);
    if (store_.option_count(g, falling) != 1) continue;
    const auto& answer = known_->games.at(store_.option(g, falling, 0));
    if (!answer) return nullptr;
    const std::uint32_t length = answer->length();
    std::vector<std::uint32_t> lengths{length, length + 1};
    const std::uint64_t count = store_.option_count(g, rising);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto& option = known_->games.at(store_.option(g, rising, i));
      if (!option) return nullptr;
      if (option->length() > length) lengths.push_back(option->length() + 1);
    }
    for (const std::uint32_t n : lengths) {
      if (n == 0 || n > kMostPower) continue;
      UptimalExpansion guess = *answer;
      guess.add(1, n, sign(rising));
      guess.nimber ^= 1U;
      if (guess.length() != n || guess.runs().back().coefficient * sign(rising) < 0) continue;
      if (matches(g, guess, rising)) return std::make_unique<const UptimalExpansion>(guess);
    }
  }
  return nullptr;
}

const UptimalExpansion* UptimalExpansions::find(GameId root) {
  if (const Entry* entry = known(root)) return entry->get();
  struct Frame {
    GameId g;
    Player player = Player::kLeft;
    std::uint64_t next = 0;
  };
  std::vector<Frame> stack{{root}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const GameId g = frame.g;
    if (frame.next == store_.option_count(g, frame.player)) {
      if (frame.player == Player::kLeft) {
        frame.player = Player::kRight;
        frame.next = 0;
        continue;
      }
      known_->games.emplace(g, resolve(g));
      stack.pop_back();
      continue;
    }
    const GameId option = store_.option(g, frame.player, frame.next);
    const Entry* entry = known(option);
    if (entry == nullptr) {
      stack.push_back({option});
    } else if (!*entry) {
      known_->games.emplace(g, nullptr);
      stack.pop_back();
    } else {
      ++frame.next;
    }
  }
  return known_->games.at(root).get();
}

std::optional<UptimalExpansion> uptimal_expansion(Store& store, GameId g) {
  UptimalExpansions expansions(store);
  const UptimalExpansion* found = expansions.find(g);
  if (found == nullptr) return std::nullopt;
  return *found;
}

bool is_uptimal(Store& store, GameId g) { return UptimalExpansions(store).find(g) != nullptr; }

UptimalExpansion expect_uptimal(Store& store, GameId g) {
  if (auto found = uptimal_expansion(store, g)) return *std::move(found);
  throw Error("this game is not an uptimal",
              "uptimals are sums of a number, a nimber and multiples of ^, ^<2>, ^<3>, ...");
}

// --- generalised powers --------------------------------------------------------------------------

// x = {x^L | x^R} for a positive x that is not an integer; x = {x - 1 | } for an integer. The options
// that the walk meets are the numbers born before x on its path from 0.
GameId power_to(Store& store, GameId g, const Dyadic& x) {
  if (x.sign() <= 0) throw Error("this power of a game needs a positive exponent");
  if (store.birthday(store.number(x)) > kMostPower) throw Error("this exponent is too large");
  FlatMap<GameId, GameId> made;
  std::vector<GameId> stack{store.number(x)};
  while (!stack.empty()) {
    const GameId exponent = stack.back();
    if (made.contains(exponent)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    PerPlayer<GameList> sides;
    for (const Player player : kPlayers) {
      for (const GameId y : store.options(exponent, player)) {
        if (y == kZero) continue;
        const auto it = made.find(y);
        if (it == made.end()) {
          stack.push_back(y);
          ready = false;
        } else {
          sides[player].push_back(it->second);
        }
      }
    }
    if (!ready) continue;
    for (const Player player : kPlayers) {
      for (const GameId option : store.options(g, player)) sides[player].push_back(option);
    }
    made.emplace(exponent, store.construct(sides[Player::kLeft], sides[Player::kRight]));
    stack.pop_back();
  }
  return made.at(store.number(x));
}

GameId power(Store& store, GameId g, const Dyadic& x) {
  if (store.option_count(g, Player::kLeft) != 1 || store.option_count(g, Player::kRight) != 1 ||
      store.option(g, Player::kLeft, 0) != kZero) {
    throw Error("this game has no powers", "powers are for games {0|H} with a single option H");
  }
  const Dyadic below = x - Dyadic(1);
  if (below.sign() < 0) throw Error("this power of a game needs an exponent of at least 1");
  const GameId answer = store.option(g, Player::kRight, 0);
  const GameId sum = below.is_zero() ? kZero : power_to(store, g, below);
  return store.construct({kZero}, {store.subtract(answer, sum)});
}

}  // namespace cgt
