#include "cgt/algebra/form.hpp"

#include "cgt/detail/fold.hpp"
#include "cgt/detail/misere_rule.hpp"
#include "cgt/misere/misere_games.hpp"
#include "cgt/number/nim_field.hpp"

namespace cgt {
namespace {

void sort_unique(std::vector<Form>& forms) {
  std::ranges::sort(forms);
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
}

std::optional<Dyadic> integer_in(Store& store, Form f) {
  if (!f.is_game() || !store.is_integer(f.game())) return std::nullopt;
  return store.number_value(f.game());
}

}  // namespace

struct Forms::Compounds {
  struct Key {
    Kind kind = Kind::kSum;
    Form a;
    Form b;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct HashKey {
    std::size_t operator()(const Key& key) const noexcept {
      return static_cast<std::size_t>(
          mix(mix(key.a.word(), key.b.word()), static_cast<std::uint64_t>(key.kind)));
    }
  };
  FlatMap<Key, Form, HashKey> known;

  // What the table of forms holds besides `known`: nodes, their options, written forms.
  std::uint64_t bytes = 0;
  std::uint64_t told = 0;
  MemoryMeter meter;

  // Throws BudgetExhausted; the table stays valid.
  void grow(Store& store, std::uint64_t more) {
    constexpr std::uint64_t kStep = std::uint64_t{1} << 16U;
    bytes += more;
    const std::uint64_t all = bytes + bytes_of_growing_table(known);
    if (all < told + kStep && told < all + kStep) return;
    told = all;
    store.charge_memory(meter, all);
  }
};

Forms::Forms(Store& store) : store_(store), compounds_(std::make_unique<Compounds>()) {}
Forms::~Forms() = default;

// --- making forms --------------------------------------------------------------------------------

Form Forms::make(std::span<const Form> left, std::span<const Form> right) {
  PerPlayer<std::vector<Form>> sides;
  sides[Player::kLeft].assign(left.begin(), left.end());
  sides[Player::kRight].assign(right.begin(), right.end());
  for (const Player player : kPlayers) sort_unique(sides[player]);
  std::pair key{sides[Player::kLeft], sides[Player::kRight]};
  if (const auto it = explicits_.find(key); it != explicits_.end()) return it->second;
  detail::impl_of(store_).charge();
  Node& fresh = nodes_.emplace_back();
  fresh.expanded = true;
  fresh.options = std::move(sides);
  // Its options are held by the key, too; a node of the map has about 96 bytes besides.
  compounds_->grow(store_, sizeof(Node) + 96 + 2 * sizeof(Form) * (left.size() + right.size()));
  return explicits_.emplace(std::move(key), Form::at(nodes_.size() - 1)).first->second;
}

Form Forms::explicit_form(GameId g) {
  const FormList left = options(g, Player::kLeft);
  const FormList right = options(g, Player::kRight);
  return make(left, right);
}

Form Forms::compound(Kind kind, Form a, Form b) {
  const Compounds::Key key{kind, a, b};
  auto& known = compounds_->known;
  if (const auto it = known.find(key); it != known.end()) return it->second;
  // A node without its name in the table, if one of these throws, does no harm.
  detail::impl_of(store_).charge();
  Node& fresh = nodes_.emplace_back();
  fresh.kind = kind;
  fresh.a = a;
  fresh.b = b;
  compounds_->grow(store_, sizeof(Node));
  return known.emplace(key, Form::at(nodes_.size() - 1)).first->second;
}

Form Forms::sum(Form g, Form h) { return compound(Kind::kSum, g, h); }
Form Forms::multiple(const Dyadic& n, Form g) {
  if (!n.is_integer()) throw Error("a multiple of a game is an integer number of copies");
  return compound(Kind::kMultiple, store_.number(n), g);
}
Form Forms::ordinal_sum(Form g, Form h) { return compound(Kind::kOrdinalSum, g, h); }
Form Forms::ordinal_product(Form g, Form h) { return compound(Kind::kOrdinalProduct, g, h); }
Form Forms::conway_product(Form g, Form h) { return compound(Kind::kConwayProduct, g, h); }
Form Forms::conjunctive_sum(Form g, Form h) { return compound(Kind::kConjunctiveSum, g, h); }
Form Forms::selective_sum(Form g, Form h, SelectiveRule rule) {
  return compound(rule == SelectiveRule::kSelective ? Kind::kSelectiveSum : Kind::kSelectiveMove, g,
                  h);
}

Form Forms::negate(Form root) {
  FlatMap<Form, Form> known;
  const auto quick = [&](Form f) -> std::optional<Form> {
    if (f.is_game()) return Form(store_.negate(f.game()));
    const Node& n = node(f);
    if (n.kind == Kind::kNegative) return n.a;
    if (n.kind == Kind::kConwayProduct || n.kind == Kind::kOrdinalProduct) {
      return compound(Kind::kNegative, f, Form());
    }
    if (n.kind == Kind::kMultiple) return multiple(-copies(n), n.b);
    return std::nullopt;
  };
  const auto children = [&](Form f, Player player, FormList& keys) {
    const Node& n = node(f);
    if (n.kind == Kind::kExplicit) {
      keys.insert(keys.end(), n.options[player].begin(), n.options[player].end());
    } else {
      keys.push_back(player == Player::kLeft ? n.a : n.b);
    }
  };
  const auto combine = [&](Form f, const auto& keys, const auto& at) {
    PerPlayer<FormList> negated;
    for (const Player player : kPlayers) {
      for (const Form x : keys[player]) negated[player].push_back(at(x));
    }
    const Kind kind = node(f).kind;
    if (kind == Kind::kExplicit) return make(negated[Player::kRight], negated[Player::kLeft]);
    return compound(kind, negated[Player::kLeft].front(), negated[Player::kRight].front());
  };
  return detail::fold(root, known, quick, children, combine);
}

// --- options -------------------------------------------------------------------------------------

FormList Forms::options(Form f, Player player) {
  FormList out;
  append_options(f, player, out);
  return out;
}

void Forms::append_options(Form f, Player player, FormList& out) {
  if (f.is_game()) {
    SmallVector<GameId, 8> games;
    detail::append_options(detail::impl_of(store_), f.game(), player, games);
    out.insert(out.end(), games.begin(), games.end());
    return;
  }
  expand(f);
  const auto& known = node(f).options[player];
  out.insert(out.end(), known.begin(), known.end());
}

// The options of a compound come from those of its operands, whatever these are compounds of.
void Forms::expand(Form root) {
  std::vector<Form> stack{root};
  while (!stack.empty()) {
    const Form f = stack.back();
    const auto ready = [&](Form x) { return x.is_none() || x.is_game() || node(x).expanded; };
    if (ready(f)) {
      stack.pop_back();
      continue;
    }
    const Form a = node(f).a;
    const Form b = node(f).b;
    for (const Form operand : {a, b}) {
      if (!ready(operand)) stack.push_back(operand);
    }
    if (stack.back() != f) continue;
    expand_one(f);
    stack.pop_back();
  }
}

void Forms::expand_one(Form f) {
  const Form a = node(f).a;
  const Form b = node(f).b;
  const Kind kind = node(f).kind;
  PerPlayer<FormList> in_a;
  PerPlayer<FormList> in_b;
  for (const Player player : kPlayers) {
    append_options(a, player, in_a[player]);
    if (!b.is_none()) append_options(b, player, in_b[player]);
  }
  PerPlayer<std::vector<Form>> out;
  for (const Player player : kPlayers) {
    std::vector<Form>& mine = out[player];
    const Player other = opponent(player);
    const auto in_both = [&](Kind rest) {
      for (const Form x : in_a[player]) {
        for (const Form y : in_b[player]) mine.push_back(compound(rest, x, y));
      }
    };
    const auto in_one = [&](Kind rest) {
      for (const Form x : in_a[player]) mine.push_back(compound(rest, x, b));
      for (const Form y : in_b[player]) mine.push_back(compound(rest, a, y));
    };
    switch (kind) {
      case Kind::kExplicit: break;
      case Kind::kNegative:
        for (const Form x : in_a[other]) mine.push_back(negate(x));
        break;
      case Kind::kSum: in_one(Kind::kSum); break;
      case Kind::kMultiple: {
        const Dyadic n = copies(node(f));
        if (n.is_zero()) break;
        const bool mirrored = n.sign() < 0;
        const Dyadic rest = mirrored ? n + Dyadic(1) : n - Dyadic(1);
        for (Form x : in_b[mirrored ? other : player]) {
          if (mirrored) x = negate(x);
          mine.push_back(rest.is_zero() ? x : sum(multiple(rest, b), x));
        }
        break;
      }
      case Kind::kOrdinalSum:
        mine.assign(in_a[player].begin(), in_a[player].end());
        for (const Form y : in_b[player]) mine.push_back(ordinal_sum(a, y));
        break;
      case Kind::kOrdinalProduct:
        for (const Player side : kPlayers) {
          for (const Form y : in_b[side]) {
            const Form base = ordinal_product(a, y);
            for (const Form x : in_a[side == Player::kLeft ? player : other]) {
              mine.push_back(ordinal_sum(base, side == Player::kLeft ? x : negate(x)));
            }
          }
        }
        break;
      case Kind::kConwayProduct:
        for (const Player side : kPlayers) {
          for (const Form x : in_a[side]) {
            const Form xb = conway_product(x, b);
            for (const Form y : in_b[player == Player::kLeft ? side : opponent(side)]) {
              mine.push_back(sum(sum(xb, conway_product(a, y)), negate(conway_product(x, y))));
            }
          }
        }
        break;
      case Kind::kConjunctiveSum: in_both(Kind::kConjunctiveSum); break;
      case Kind::kSelectiveSum:
        in_one(Kind::kSelectiveSum);
        in_both(Kind::kSelectiveSum);
        break;
      case Kind::kSelectiveMove:
        in_one(Kind::kSum);
        in_both(Kind::kConjunctiveSum);
        break;
    }
    sort_unique(mine);
    mine.shrink_to_fit();
  }
  const std::uint64_t count = out[Player::kLeft].size() + out[Player::kRight].size();
  Node& n = node(f);
  n.options = std::move(out);
  n.expanded = true;
  compounds_->grow(store_, count * sizeof(Form));
}

// --- values --------------------------------------------------------------------------------------

std::optional<detail::Operation> Forms::operation(const Node& n) {
  if (!n.a.is_game() || !n.b.is_game() || n.b.is_none()) return std::nullopt;
  switch (n.kind) {
    case Kind::kOrdinalSum: return detail::Operation::kOrdinalSum;
    case Kind::kOrdinalProduct: return detail::Operation::kOrdinalProduct;
    case Kind::kConwayProduct: return detail::Operation::kConwayProduct;
    case Kind::kConjunctiveSum: return detail::Operation::kConjunctiveSum;
    case Kind::kSelectiveSum: return detail::Operation::kSelectiveSum;
    case Kind::kSelectiveMove: return detail::Operation::kSelectiveMove;
    case Kind::kExplicit:
    case Kind::kNegative:
    case Kind::kSum:
    case Kind::kMultiple: break;
  }
  return std::nullopt;
}

// What needs no walk over options. None if there is no such rule.
GameId Forms::closed_form(const Node& n) {
  const bool games = n.a.is_game() && n.b.is_game() && !n.b.is_none();
  switch (n.kind) {
    case Kind::kSum: return games ? store_.add(n.a.game(), n.b.game()) : GameId();
    case Kind::kMultiple: return games ? store_.multiple(copies(n), n.b.game()) : GameId();
    case Kind::kOrdinalSum: {
      if (n.a == Form(kZero) && n.b.is_game()) return n.b.game();
      if (n.b == Form(kZero) && n.a.is_game()) return n.a.game();
      const auto x = integer_in(store_, n.a);
      const auto y = integer_in(store_, n.b);
      if (x && y && x->sign() * y->sign() >= 0) return store_.number(*x + *y);
      return {};
    }
    case Kind::kConwayProduct: {
      if (!games) return {};
      if (store_.is_number(n.a.game()) && store_.is_number(n.b.game())) {
        return store_.number(store_.number_value(n.a.game()) * store_.number_value(n.b.game()));
      }
      if (const auto x = integer_in(store_, n.a)) return store_.multiple(*x, n.b.game());
      if (const auto y = integer_in(store_, n.b)) return store_.multiple(*y, n.a.game());
      const auto k = store_.as_nus(n.a.game());
      const auto m = store_.as_nus(n.b.game());
      if (k && m && k->number.is_zero() && k->ups == 0 && m->number.is_zero() && m->ups == 0) {
        // Numbers below 2^32 are a field, so the product stays there.
        return store_.nimber(
            static_cast<std::uint32_t>(nim_product(std::uint64_t{k->nimber}, m->nimber)));
      }
      return {};
    }
    case Kind::kExplicit:
    case Kind::kNegative:
    case Kind::kOrdinalProduct:
    case Kind::kConjunctiveSum:
    case Kind::kSelectiveSum:
    case Kind::kSelectiveMove: break;
  }
  return {};
}

GameId Forms::known_value(Form f) {
  if (f.is_game()) return f.game();
  Node& n = node(f);
  if (!n.value.is_none()) return n.value;
  if (const auto op = operation(n)) {
    n.value = GameId::from_word(detail::impl_of(store_).memo(*op).find(n.a.game(), n.b.game()));
  }
  if (n.value.is_none()) n.value = closed_form(n);
  return n.value;
}

GameId Forms::value(Form root) {
  Store::Impl& impl = detail::impl_of(store_);
  const auto quick = [&](Form f) { return known_value(f); };
  const auto children = [&](Form f, Player player, FormList& keys) {
    const Node& n = node(f);
    if (n.kind == Kind::kSum || n.kind == Kind::kNegative || n.kind == Kind::kMultiple) {
      const Form operand = player == Player::kLeft ? n.a : n.b;
      if (!operand.is_none()) keys.push_back(operand);
    } else {
      append_options(f, player, keys);
    }
  };
  const auto combine = [&](Form f, GameList& left, GameList& right) {
    impl.charge();
    Node& n = node(f);
    if (n.kind == Kind::kSum) {
      n.value = impl.add(left.front(), right.front());
    } else if (n.kind == Kind::kMultiple) {
      n.value = store_.multiple(copies(n), right.front());
    } else if (n.kind == Kind::kNegative) {
      n.value = impl.negate(left.front());
    } else {
      n.value = impl.construct(left, right);
    }
    if (const auto op = operation(n)) {
      impl.memo(*op).store(n.a.game(), n.b.game(), n.value.word());
    }
    return n.value;
  };
  return detail::evaluate(root, quick, children, combine);
}

OutcomeClass Forms::misere_outcome(Form root) {
  FlatMap<Form, detail::MisereWins> known;
  const auto quick = [&](Form f) -> std::optional<detail::MisereWins> {
    if (!f.is_game()) return std::nullopt;
    return detail::MisereWins::of(cgt::misere_outcome(store_, f.game()));
  };
  const auto children = [&](Form f, Player player, FormList& keys) {
    append_options(f, player, keys);
  };
  const auto combine = [&](Form, const auto& keys, const auto& at) {
    detail::impl_of(store_).charge();
    return detail::misere_wins(keys, at);
  };
  return detail::fold(root, known, quick, children, combine).outcome();
}

std::uint64_t Forms::birthday(Form root) {
  FlatMap<Form, std::uint64_t> known;
  const auto quick = [&](Form f) -> std::optional<std::uint64_t> {
    if (!f.is_game()) return std::nullopt;
    return store_.birthday(f.game());
  };
  const auto children = [&](Form f, Player player, FormList& keys) {
    append_options(f, player, keys);
  };
  const auto combine = [&](Form, const auto& keys, const auto& at) {
    detail::impl_of(store_).charge();
    std::uint64_t days = 0;
    for (const Player player : kPlayers) {
      for (const Form x : keys[player]) days = std::max(days, at(x) + 1);
    }
    return days;
  };
  return detail::fold(root, known, quick, children, combine);
}

std::uint64_t Forms::follower_count(Form root) {
  FlatSet<Form> seen{root};
  std::vector<Form> open{root};
  MemoryMeter meter;
  while (!open.empty()) {
    const Form f = open.back();
    open.pop_back();
    detail::impl_of(store_).charge();
    if (seen.size() % 1024 == 0) {
      store_.charge_memory(meter, bytes_of_growing_table(seen) + open.capacity() * sizeof(Form));
    }
    for (const Player player : kPlayers) {
      for (const Form x : options(f, player)) {
        if (seen.insert(x).second) open.push_back(x);
      }
    }
  }
  return seen.size();
}

FormList Forms::sensible_options(Form f, Player player) {
  const GameList canonical = store_.options(value(f), player);
  FormList out;
  for (const Form x : options(f, player)) {
    const GameId reached = value(x);
    const bool sensible = std::ranges::any_of(canonical, [&](GameId y) {
      return player == Player::kLeft ? store_.leq(y, reached) : store_.leq(reached, y);
    });
    if (sensible) out.push_back(x);
  }
  return out;
}

}  // namespace cgt
