#include "decomp/solve/misere/quotient.hpp"

#include <fmt/format.h>

#include "cgt/support/hash.hpp"
#include "decomp/solve/misere/quotient_pairs.hpp"

namespace cgt::solve {
namespace {

struct ElementSetHash {
  using is_avalanching = void;
  std::size_t operator()(const ElementSet& set) const {
    std::uint64_t h = set.size();
    for (const std::uint64_t word : set) h = mix(h, word);
    return static_cast<std::size_t>(h);
  }
};

GameSum sum_of_words(const GameSum& a, const GameSum& b) {
  GameSum out;
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() || y != b.end()) {
    if (y == b.end() || (x != a.end() && x->first < y->first)) {
      out.push_back(*x++);
    } else if (x == a.end() || y->first < x->first) {
      out.push_back(*y++);
    } else {
      out.emplace_back(x->first, x->second + y->second);
      ++x;
      ++y;
    }
  }
  return out;
}

}  // namespace

// The games from 1 on, as far as they are decided: a generator, or a word in the generators before it.
class MisereQuotientSearch::Work {
 public:
  Work(OptionsOfGame options, QuotientLimits limits)
      : options_(std::move(options)), limits_(limits), sets_(limits.copies) {}

  bool extend(std::uint32_t last, Budget& budget) {
    while (stuck_ == Stuck::kNot && proved_.classes.size() <= last) {
      // A stop in the middle of a change leaves it half done.
      if (torn_) {
        const auto decided = static_cast<std::uint32_t>(words_.size());
        if (!rebuild(decided, budget)) return false;
      }
      torn_ = true;
      const bool found = decide(static_cast<std::uint32_t>(words_.size()), budget);
      torn_ = false;
      if (!found) return false;
    }
    return stuck_ == Stuck::kNot;
  }
  const MisereQuotient& proved() const { return proved_; }
  Stuck stuck() const { return stuck_; }

 private:
  // Decides about the next game; false if no quotient is found.
  bool decide(std::uint32_t game, Budget& budget) {
    const ElementSet options = option_classes(game, budget);
    std::optional<std::uint32_t> found = known_class(options);
    if (!found) {
      if (const auto candidate = translate(options, budget)) {
        if (pairs_->add(*candidate, options, budget)) {
          found = candidate;
          known_.emplace(options, *candidate);
        }
      }
    }
    if (found) {
      words_.push_back(now_.words[*found]);
      now_.classes.push_back(*found);
      // While games are decided again, the larger quotient of before stands.
      if (now_.classes.size() > proved_.classes.size()) {
        if (proved_now_) {
          proved_.classes.push_back(*found);
        } else {
          proved_ = now_;
          proved_now_ = true;
        }
      }
      return true;
    }
    make_generator(game);
    return rebuild(game + 1, budget);
  }

  void make_generator(std::uint32_t game) {
    now_.generators.push_back(game);
    words_.push_back({{static_cast<std::uint32_t>(now_.generators.size()), 1}});
  }

  std::optional<std::uint32_t> known_class(const ElementSet& options) const {
    // A game without options is 0.
    if (std::ranges::all_of(options, [](std::uint64_t w) { return w == 0; })) return 0;
    const auto it = known_.find(options);
    return it == known_.end() ? std::nullopt : std::optional(it->second);
  }

  // The element whose translate of the P-positions is that of a game with these options.
  std::optional<std::uint32_t> translate(const ElementSet& options, Budget& budget) {
    SetId won = PositionSets::kEmpty;
    for (std::uint32_t x = 0; x < now_.order(); ++x) {
      if (((options[x / 64] >> (x % 64)) & 1U) != 0) won = sets_.join(won, translates_[x], budget);
    }
    const auto lost = sets_.lost(won, generators(), budget);
    if (!lost) return std::nullopt;  // then it is not a translate
    const auto it = element_of_.find(*lost);
    return it == element_of_.end() ? std::nullopt : std::optional(it->second);
  }

  std::uint32_t generators() const { return static_cast<std::uint32_t>(now_.generators.size()); }

  ElementSet option_classes(std::uint32_t game, Budget& budget) {
    ElementSet out((now_.order() + 63) / 64);
    options_(game, budget, [&](std::span<const std::uint32_t> sum) {
      std::uint32_t x = 0;
      for (const std::uint32_t part : sum) {
        const std::uint32_t y = now_.classes[part];
        x = x == 0 ? y : y == 0 ? x : product(x, y);
      }
      out[x / 64] |= std::uint64_t{1} << (x % 64);
    });
    return out;
  }

  std::uint32_t product(std::uint32_t x, std::uint32_t y) {
    std::vector<std::uint32_t>& row = products_[std::min(x, y)];
    if (row.empty()) {
      row.resize(now_.order());
      for (std::uint32_t z = 0; z < row.size(); ++z) row[z] = z;
      for (const auto& [generator, copies] : now_.words[std::min(x, y)]) {
        for (std::uint32_t i = 0; i < copies; ++i) {
          for (std::uint32_t& z : row) z = now_.times[generator - 1][z];
        }
      }
    }
    return row[std::max(x, y)];
  }

  // Everything anew from the generators and the words of the games before `end`. A game that does not
  // fit becomes a generator, and the games behind it are undecided again.
  bool rebuild(std::uint32_t end, Budget& budget) {
    words_.resize(end);
    while (true) {
      proved_now_ = false;
      if (!find_elements(budget)) return false;
      const auto unfit = find_classes(budget);
      if (!unfit) break;
      CGT_EXPECTS(!std::ranges::binary_search(now_.generators, *unfit),
                  "the pairs of generators obey");
      words_.resize(*unfit);
      while (!now_.generators.empty() && now_.generators.back() >= *unfit) {
        now_.generators.pop_back();
      }
      make_generator(*unfit);
      sets_ = PositionSets(limits_.copies);
    }
    if (now_.classes.size() > proved_.classes.size()) {
      proved_ = now_;
      proved_now_ = true;
    }
    return true;
  }

  // The elements: translates of the set of P-positions, those of the first generators first.
  bool find_elements(Budget& budget) {
    for (std::uint32_t i = sets_.games(); i < generators(); ++i) {
      std::vector<GameSum> options;
      options_(now_.generators[i], budget, [&](std::span<const std::uint32_t> sum) {
        GameSum word;
        for (const std::uint32_t part : sum) word = sum_of_words(word, words_[part]);
        options.push_back(std::move(word));
      });
      sets_.add_game(std::move(options));
    }
    const auto lost = sets_.lost(sets_.zero(generators()), generators(), budget);
    if (!lost) {
      stuck_ = Stuck::kCopies;
      return false;
    }
    translates_.assign(1, *lost);
    element_of_.clear();
    element_of_.emplace(*lost, 0);
    now_.words.assign(1, {});
    for (std::uint32_t g = 1; g <= generators(); ++g) {
      const std::size_t before = translates_.size();
      for (std::size_t start = 0; start < before; ++start) {
        std::size_t at = start;
        while (true) {
          const SetId next = sets_.without(translates_[at], g, budget);
          budget.charge();
          if (!element_of_.emplace(next, static_cast<std::uint32_t>(translates_.size())).second)
            break;
          if (translates_.size() >= limits_.elements) {
            stuck_ = Stuck::kElements;
            return false;
          }
          translates_.push_back(next);
          now_.words.push_back(sum_of_words(now_.words[at], {{g, 1}}));
          at = translates_.size() - 1;
        }
      }
    }
    now_.times.assign(generators(), std::vector<std::uint32_t>(translates_.size()));
    now_.lost.assign(translates_.size(), false);
    for (std::size_t x = 0; x < translates_.size(); ++x) {
      now_.lost[x] = sets_.contains_zero(translates_[x]);
      for (std::uint32_t g = 1; g <= generators(); ++g) {
        now_.times[g - 1][x] = element_of_.at(sets_.without(translates_[x], g, budget));
      }
    }
    products_.assign(now_.order(), {});
    return true;
  }

  // The classes of the games and their pairs, generators first: the pairs of those obey the rule by
  // the making of their set. The first game that does not fit, or nothing.
  std::optional<std::uint32_t> find_classes(Budget& budget) {
    now_.classes.assign(1, 0);
    known_.clear();
    std::vector<ElementSet> options(1);
    for (std::uint32_t game = 1; game < words_.size(); ++game) {
      std::uint32_t x = 0;
      for (const auto& [generator, copies] : words_[game]) {
        for (std::uint32_t i = 0; i < copies; ++i) x = now_.times[generator - 1][x];
      }
      options.push_back(option_classes(game, budget));
      now_.classes.push_back(x);
    }
    pairs_ = std::make_unique<QuotientPairs>(now_);
    for (const std::uint32_t game : now_.generators) {
      if (!pairs_->add(now_.classes[game], options[game], budget)) return game;
      known_.emplace(options[game], now_.classes[game]);
    }
    for (std::uint32_t game = 1; game < words_.size(); ++game) {
      if (const auto x = known_class(options[game])) {
        if (*x != now_.classes[game]) return game;
        continue;
      }
      if (!pairs_->add(now_.classes[game], options[game], budget)) return game;
      known_.emplace(options[game], now_.classes[game]);
    }
    return std::nullopt;
  }

  OptionsOfGame options_;
  QuotientLimits limits_;
  std::vector<GameSum> words_{{}};  // of the games decided, 0 first
  MisereQuotient now_ = MisereQuotient::trivial();
  MisereQuotient proved_ = MisereQuotient::trivial();
  bool proved_now_ = true;  // proved_ is now_
  Stuck stuck_ = Stuck::kNot;
  bool torn_ = false;

  PositionSets sets_;
  // Of no games: the empty sum is not a P-position.
  std::vector<SetId> translates_{PositionSets::kEmpty};
  FlatMap<SetId, std::uint32_t> element_of_{{PositionSets::kEmpty, 0}};
  std::vector<std::vector<std::uint32_t>> products_{{}};      // x -> x * y, if asked for
  FlatMap<ElementSet, std::uint32_t, ElementSetHash> known_;  // classes by classes of options
  std::unique_ptr<QuotientPairs> pairs_ = std::make_unique<QuotientPairs>(now_);
};

MisereQuotientSearch::MisereQuotientSearch(OptionsOfGame options, QuotientLimits limits)
    : work_(std::make_unique<Work>(std::move(options), limits)) {}
MisereQuotientSearch::MisereQuotientSearch(MisereQuotientSearch&&) noexcept = default;
MisereQuotientSearch& MisereQuotientSearch::operator=(MisereQuotientSearch&&) noexcept = default;
MisereQuotientSearch::~MisereQuotientSearch() = default;

bool MisereQuotientSearch::extend(std::uint32_t last, Budget& budget) {
  return work_->extend(last, budget);
}
const MisereQuotient& MisereQuotientSearch::quotient() const { return work_->proved(); }
MisereQuotientSearch::Stuck MisereQuotientSearch::stuck() const { return work_->stuck(); }

std::size_t MisereQuotient::lost_count() const {
  return static_cast<std::size_t>(std::ranges::count(lost, true));
}

std::uint32_t MisereQuotient::product(std::uint32_t x, std::uint32_t y) const {
  for (const auto& [generator, copies] : words[y]) {
    for (std::uint32_t i = 0; i < copies; ++i) x = times[generator - 1][x];
  }
  return x;
}

QuotientFacts facts_of(const MisereQuotient& quotient, Budget& budget) {
  QuotientFacts facts;
  facts.order = quotient.order();
  facts.lost = quotient.lost_count();
  for (std::uint32_t x = 0; x < quotient.order(); ++x) {
    budget.charge();
    const std::uint32_t square = quotient.product(x, x);
    if (square == x) ++facts.idempotents;
    if (square == 0) ++facts.involutions;
  }
  // The product of the idempotents that are powers of the generators is the least idempotent, and its
  // multiples are the least ideal.
  std::uint32_t least = 0;
  for (const std::vector<std::uint32_t>& times : quotient.times) {
    // As many factors as there are elements lead into the cycle of the powers.
    for (std::size_t i = 0; i < quotient.order(); ++i) least = times[least];
    budget.charge(quotient.order());
  }
  std::vector<bool> kernel(quotient.order());
  for (std::uint32_t x = 0; x < quotient.order(); ++x) kernel[quotient.product(least, x)] = true;
  for (std::uint32_t x = 0; x < quotient.order(); ++x) {
    if (!kernel[x]) continue;
    ++facts.kernel;
    if (quotient.lost[x]) ++facts.kernel_lost;
  }
  // Of nim heaps: 1, the quotient of * alone, or a kernel of order 2^n and beside it 1 and *, of which *
  // is lost and so is the identity of the kernel.
  const std::uint32_t identity = [&] {
    std::uint32_t e = least;
    while (quotient.product(e, e) != e) e = quotient.product(e, least);
    return e;
  }();
  facts.tame = facts.order <= 2 ||
               (facts.order == facts.kernel + 2 && facts.lost == 2 && facts.kernel_lost == 1 &&
                quotient.lost[identity] && facts.involutions == 2);
  return facts;
}

std::string element_text(const GameSum& word) {
  if (word.empty()) return "1";
  std::string out;
  for (const auto& [generator, copies] : word) {
    if (!out.empty()) out += '*';
    out += static_cast<char>('a' + (generator - 1) % 26);
    if (generator > 26) out += std::to_string((generator - 1) / 26);
    if (copies > 1) out += fmt::format("^{}", copies);
  }
  return out;
}

// Words in the order in which elements were found: each is the word of an element before it, and one
// generator that is none of a smaller number than its last. A product of this kind that is an old
// element is a relation; all others follow from these.
std::vector<std::string> presentation(const MisereQuotient& quotient, Budget& budget) {
  std::vector<std::pair<GameSum, std::uint32_t>> relations;
  const auto divides = [](const GameSum& a, const GameSum& b) {
    auto at = b.begin();
    for (const auto& [generator, copies] : a) {
      while (at != b.end() && at->first < generator) ++at;
      if (at == b.end() || at->first != generator || at->second < copies) return false;
    }
    return true;
  };
  for (std::uint32_t x = 0; x < quotient.order(); ++x) {
    for (std::uint32_t g = 0; g < quotient.times.size(); ++g) {
      const GameSum word = sum_of_words(quotient.words[x], {{g + 1, 1}});
      const std::uint32_t y = quotient.times[g][x];
      if (quotient.words[y] == word) continue;
      budget.charge(1 + relations.size());
      const auto covered = [&](const auto& relation) { return divides(relation.first, word); };
      if (std::ranges::any_of(relations, covered)) continue;
      std::erase_if(relations, [&](const auto& relation) { return divides(word, relation.first); });
      relations.emplace_back(word, y);
    }
  }
  std::vector<std::string> out;
  for (const auto& [word, y] : relations) {
    out.push_back(fmt::format("{} = {}", element_text(word), element_text(quotient.words[y])));
  }
  return out;
}

}  // namespace cgt::solve
