// Misere play in the language: quotients of heap games, comparison within universes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "cgt/misere/counts.hpp"
#include "cgt/misere/universe.hpp"
#include "decomp/rules/heap/heap.hpp"
#include "decomp/solve/misere/certificate.hpp"
#include "decomp/solve/misere/positions.hpp"
#include "decomp/solve/misere/quotient.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/bindings/rulesets/script_heaps.hpp"
#include "lang/library/core.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

// Quotients of heap games, which grow as they are asked.
struct HeapQuotients {
  explicit HeapQuotients(Store&) {}
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const std::shared_ptr<const heap::Rules>& r) const {
      return static_cast<std::size_t>(r->hash());
    }
  };
  struct Equal {
    bool operator()(const std::shared_ptr<const heap::Rules>& a,
                    const std::shared_ptr<const heap::Rules>& b) const {
      return *a == *b;
    }
  };
  FlatMap<std::shared_ptr<const heap::Rules>, std::shared_ptr<solve::MisereHeaps>, Hash, Equal>
      heaps;
};

std::shared_ptr<solve::MisereHeaps> quotient_of(Context& c,
                                                const std::shared_ptr<const heap::Rules>& rules) {
  auto& heaps = c.kept<HeapQuotients>().heaps[rules];
  if (heaps == nullptr) heaps = std::make_shared<solve::MisereHeaps>(rules);
  return heaps;
}

// A quotient as it was when it was asked for.
class MisereQuotientObject final : public NativeObject {
 public:
  MisereQuotientObject(std::string n, std::shared_ptr<solve::MisereHeaps> h, Budget& budget)
      : name(std::move(n)),
        heaps(std::move(h)),
        quotient(heaps->quotient()),
        period(heaps->period()),
        facts(solve::facts_of(quotient, budget)) {}
  // Of the games 1, 2, ... of the quotient, which are those forms, and of all their sums.
  MisereQuotientObject(std::string n, solve::MisereQuotient q, std::vector<MisereId> f,
                       Budget& budget)
      : name(std::move(n)),
        quotient(std::move(q)),
        forms(std::move(f)),
        facts(solve::facts_of(quotient, budget)) {}
  const char* class_name() const override { return "MisereQuotient"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    if (heaps == nullptr) {
      return fmt::format("MisereQuotient({}, Order => {}, POrder => {})", name, facts.order,
                         facts.lost);
    }
    const std::string reach =
        period ? fmt::format("Period => {}, Preperiod => {}", period->period, period->preperiod)
               : fmt::format("Heaps => {}", quotient.classes.size() - 1);
    return fmt::format("MisereQuotient({}, Order => {}, POrder => {}, {})", name, facts.order,
                       facts.lost, reach);
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const MisereQuotientObject*>(&other);
    return o != nullptr && o->name == name && o->quotient.classes == quotient.classes &&
           o->quotient.lost == quotient.lost;
  }
  std::uint64_t hash() const override { return mix(std::hash<std::string>()(name), facts.order); }

  const std::string name;
  const std::shared_ptr<solve::MisereHeaps> heaps;  // null: of a list of games
  const solve::MisereQuotient quotient;
  const std::optional<solve::MiserePeriod> period;
  const std::vector<MisereId> forms;  // of a list of games: heaps is null
  const solve::QuotientFacts facts;
};

const MisereQuotientObject& quotient_object(const Value& v) {
  return *v.as_native<MisereQuotientObject>();
}

constexpr std::uint32_t kLongestPeriodSearch = 2000;

// A code of digits names a game better than its class does.
std::string quotient_name(Context& c, const Value& game, const heap::Rules& rules) {
  const bool native = game.as_native<RulesetObject>() != nullptr;
  const bool coded = dynamic_cast<const heap::TakeAndBreak*>(&rules) != nullptr;
  return coded ? rules.code() : native ? c.text(game) : rules.class_name();
}

Value misere_quotient(Context& c, Arguments a) {
  const ScriptScope scope(c);
  const std::shared_ptr<const heap::Rules> rules = heap_rules_of(c, a[0]);
  const std::string name = quotient_name(c, a[0], *rules);
  if (!a[1].is_nothing()) {
    const std::int64_t last = c.integer(a[1], "MisereQuotient");
    if (last < 0 || last > heap::kMaxHeap) throw Error("MisereQuotient needs a number of heaps");
    // Of its own: the one of the session may have more heaps already.
    auto heaps = std::make_shared<solve::MisereHeaps>(rules);
    if (!heaps->extend(static_cast<std::uint32_t>(last), c.budget())) {
      throw Error(fmt::format("no finite quotient of the heaps 1 .. {} was found", last),
                  fmt::format("that of the heaps 1 .. {} has order {}", heaps->heaps(),
                              heaps->quotient().order()));
    }
    return Value::native<MisereQuotientObject>(name, std::move(heaps), c.budget());
  }
  const auto* coded = dynamic_cast<const heap::TakeAndBreak*>(rules.get());
  if (coded == nullptr || !heap::has_period_theorem(coded->rule())) {
    throw Error("quotients of all heaps are proved of finite codes only",
                "MisereQuotient(100) is that of the heaps 1 .. 100");
  }
  const auto heaps = quotient_of(c, rules);
  if (!heaps->find_period(kLongestPeriodSearch, c.budget())) {
    throw Error("no finite quotient of all heaps was found",
                fmt::format("that of the heaps 1 .. {0} has order {1}: MisereQuotient({0})",
                            heaps->heaps(), heaps->quotient().order()));
  }
  return Value::native<MisereQuotientObject>(name, heaps, c.budget());
}

// The followers of all these games, options first; not the game without options, which is the empty
// sum.
std::vector<MisereId> closure_of(Context& c, const std::vector<Value>& games) {
  const MisereGames& table = misere_games(c);
  std::vector<MisereId> todo;
  for (const Value& game : games) todo.push_back(misere_form(c, game));
  FlatMap<MisereId, bool> seen;
  std::vector<MisereId> out;
  while (!todo.empty()) {
    const MisereId form = todo.back();
    todo.pop_back();
    c.budget().charge();
    if (table.options(form).empty() || !seen.emplace(form, true).second) continue;
    out.push_back(form);
    for (const MisereId o : table.options(form)) todo.push_back(o);
  }
  // Options are made before the game that has them.
  std::ranges::sort(out);
  return out;
}

// Of a list of games; of a heap game as its own method has it.
Value misere_quotient_of(Context& c, Arguments a) {
  if (a[0].kind() != Kind::kList && a[0].kind() != Kind::kSet) return misere_quotient(c, a);
  const std::vector<Value> games = c.elements(a[0], "MisereQuotient");
  std::vector<MisereId> forms = closure_of(c, games);
  FlatMap<MisereId, std::uint32_t> number;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    number.emplace(forms[i], static_cast<std::uint32_t>(i + 1));
  }
  const MisereGames& table = misere_games(c);
  solve::MisereQuotientSearch search(
      [&](std::uint32_t game, Budget& budget, const solve::VisitOption& visit) {
        for (const MisereId o : table.options(forms[game - 1])) {
          budget.charge();
          const auto found = number.find(o);
          if (found == number.end()) {
            visit({});
          } else {
            visit({&found->second, 1});
          }
        }
      });
  if (!search.extend(static_cast<std::uint32_t>(forms.size()), c.budget())) {
    throw Error("no finite quotient of these games was found",
                fmt::format("that of the first {} of their {} followers has order {}",
                            search.games(), forms.size(), search.quotient().order()));
  }
  return Value::native<MisereQuotientObject>(c.text(a[0]), search.quotient(), std::move(forms),
                                             c.budget());
}

// Heaps as a text "3+5", a size, or a list of sizes.
std::vector<heap::Size> heaps_argument(Context& c, const MisereQuotientObject& q, const Value& v) {
  const Value arguments[] = {v};
  const AnyPosition position =
      heap::HeapRuleset(std::shared_ptr<const heap::Rules>(q.heaps, &q.heaps->rules()))
          .position(arguments_of(c, arguments, {}));
  return position.as<heap::Position>()->heaps();
}

// Of a game whose form is a follower, or of a sum of such: a list, or a sum that is written.
std::uint32_t class_of_games(Context& c, const MisereQuotientObject& q, const Value& root) {
  std::uint32_t product = 0;
  std::vector<Value> todo{root};
  while (!todo.empty()) {
    const Value v = std::move(todo.back());
    todo.pop_back();
    c.budget().charge();
    if (v.kind() == Kind::kList) {
      for (const Value& one : c.elements(v, "a sum of games")) todo.push_back(one);
      continue;
    }
    const CompoundObject* compound = as_compound(v);
    if (compound != nullptr && compound->operation == CompoundObject::Operation::kSum) {
      todo.push_back(compound->a);
      todo.push_back(compound->b);
      continue;
    }
    const MisereId form = misere_form(c, v);
    if (misere_games(c).options(form).empty()) continue;
    const auto place = std::ranges::lower_bound(q.forms, form);
    if (place == q.forms.end() || *place != form) {
      throw Error(fmt::format("{} is not a follower of the games of the quotient", c.text(v)),
                  "a sum of followers is a list of them");
    }
    const auto game = static_cast<std::size_t>(place - q.forms.begin()) + 1;
    product = q.quotient.product(product, q.quotient.classes[game]);
  }
  return product;
}

std::uint32_t class_in(Context& c, const MisereQuotientObject& q, const Value& v) {
  if (q.heaps == nullptr) return class_of_games(c, q, v);
  std::uint32_t product = 0;
  for (heap::Size heap : heaps_argument(c, q, v)) {
    if (heap >= q.quotient.classes.size()) {
      if (!q.period) {
        throw Error(fmt::format("the quotient has the heaps 1 .. {}, not {}",
                                q.quotient.classes.size() - 1, heap));
      }
      heap = q.period->preperiod + (heap - q.period->preperiod) % q.period->period;
    }
    product = q.quotient.product(product, q.quotient.classes[heap]);
  }
  return product;
}

Value text_list(const std::vector<std::string>& texts) {
  std::vector<Value> out;
  for (const std::string& text : texts) out.push_back(Value::string(text));
  return Value::list(std::move(out));
}

const heap::Position* heaps_in(const Value& v) {
  const auto* position = v.as_native<NativePosition>();
  return position == nullptr ? nullptr : position->position.as<heap::Position>();
}

// --- universes --------------------------------------------------------------------------------------

class UniverseObject final : public NativeObject {
 public:
  explicit UniverseObject(MisereUniverse::Kind k) : kind(k) {}
  const char* class_name() const override { return "MisereUniverse"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    switch (kind) {
      case MisereUniverse::Kind::kAll: return "MisereUniverse.All";
      case MisereUniverse::Kind::kDicot: return "MisereUniverse.Dicot";
      case MisereUniverse::Kind::kDeadEnding: break;
    }
    return "MisereUniverse.DeadEnding";
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const UniverseObject*>(&other);
    return o != nullptr && o->kind == kind;
  }
  std::uint64_t hash() const override { return static_cast<std::uint64_t>(kind); }
  const MisereUniverse::Kind kind;
};

struct Universes {
  explicit Universes(Store&) {}
  MisereForms forms;
  MisereUniverse all{forms, MisereUniverse::Kind::kAll};
  MisereUniverse dicot{forms, MisereUniverse::Kind::kDicot};
  MisereUniverse dead_ending{forms, MisereUniverse::Kind::kDeadEnding};
  solve::MisereTrees positions{forms};
  FlatMap<Form, MisereFormId> known;
};

MisereUniverse& universe_of(Context& c, const Value& v) {
  Universes& all = c.kept<Universes>();
  switch (v.as_native<UniverseObject>()->kind) {
    case MisereUniverse::Kind::kAll: return all.all;
    case MisereUniverse::Kind::kDicot: return all.dicot;
    case MisereUniverse::Kind::kDeadEnding: break;
  }
  return all.dead_ending;
}

// A position by its moves; a number, a game or a form by its options as written.
MisereFormId misere_form_of(Context& c, const Value& v, const char* what) {
  Universes& tables = c.kept<Universes>();
  const ScriptScope scope(c);
  if (v.kind() == Kind::kString) return tables.forms.parse(SourceText("<form>", v.as_string()));
  if (const auto* native = v.as_native<NativePosition>()) {
    return tables.positions.form(native->position, c.budget());
  }
  const Form root = v.as_native<PositionObject>() != nullptr || v.kind() == Kind::kInstance
                        ? c.positions().form(c, v)
                        : form_of(c, v, what);
  Forms& forms = c.forms();
  if (forms.birthday(root) > MisereForms::kMaxBirthday) {
    throw Error(fmt::format("{} needs games born by day {}", what, MisereForms::kMaxBirthday));
  }
  std::vector<Form> stack{root};
  while (!stack.empty()) {
    const Form form = stack.back();
    if (tables.known.contains(form)) {
      stack.pop_back();
      continue;
    }
    c.budget().charge();
    const std::size_t before = stack.size();
    PerPlayer<std::vector<MisereFormId>> options;
    for (const Player player : kPlayers) {
      for (const Form o : forms.options(form, player)) {
        if (const auto found = tables.known.find(o); found != tables.known.end()) {
          options[player].push_back(found->second);
        } else {
          stack.push_back(o);
        }
      }
    }
    if (stack.size() > before) continue;
    tables.known.emplace(form, tables.forms.make(std::move(options[Player::kLeft]),
                                                 std::move(options[Player::kRight])));
    stack.pop_back();
  }
  return tables.known.at(root);
}

// Integers and nim heaps as values: their canonical forms are the same forms.
Value value_of_misere_form(Context& c, MisereFormId root) {
  Universes& tables = c.kept<Universes>();
  FlatMap<MisereFormId, Form> made;
  std::vector<MisereFormId> stack{root};
  while (!stack.empty()) {
    const MisereFormId form = stack.back();
    if (made.contains(form)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    PerPlayer<std::vector<Form>> options;
    for (const Player player : kPlayers) {
      for (const MisereFormId o : tables.forms.options(form, player)) {
        if (const auto found = made.find(o); found != made.end()) {
          options[player].push_back(found->second);
        } else {
          stack.push_back(o);
        }
      }
    }
    if (stack.size() > before) continue;
    const Form as_written = c.forms().make(options[Player::kLeft], options[Player::kRight]);
    const bool named = tables.forms.text(form)[0] != '{';
    made.emplace(form, named ? Form(c.forms().value(as_written)) : as_written);
    stack.pop_back();
  }
  return form_value(c, made.at(root));
}

void add_quotient_rows(Package& package) {
  Rows(package, "")
      .add(
          "MisereQuotient(games, heaps?)",
          "The misere quotient of all sums of followers of the games in a list; or of a heap game.",
          "MisereQuotient([*[[2],0], *[2]]) --> MisereQuotient([*[2#0],*[2]], Order => 14, POrder "
          "=> 4)",
          misere_quotient_of);
  const Rows rulesets(package, "Ruleset");
  rulesets.add(
      "MisereQuotient(heaps?)",
      "The misere quotient of all heaps, proved by its period, or of the heaps 1 .. heaps.",
      "game.heap.Kayles.MisereQuotient --> "
      "MisereQuotient(0.77, Order => 40, POrder => 9, Period => 12, Preperiod => 71)",
      misere_quotient);
  const Rows games(package, "ImpartialGame");
  games.add("MisereOutcomeClass",
            "Who wins if the player who cannot move wins; sums of heaps by their misere quotient.",
            "game.heap.Kayles(\"30+31+25\").MisereOutcomeClass --> N", [](Context& c, Arguments a) {
              const ScriptScope scope(c);
              if (const heap::Position* sum = heaps_in(a[0])) {
                const auto heaps = quotient_of(c, sum->rules()[Player::kLeft]);
                if (const auto lost = heaps->lost(sum->heaps(), c.budget())) {
                  return Value::outcome(*lost ? OutcomeClass::kPrevious : OutcomeClass::kNext);
                }
              }
              const MisereId form = misere_form(c, a[0]);
              return Value::outcome(misere_games(c).next_player_wins(form)
                                        ? OutcomeClass::kNext
                                        : OutcomeClass::kPrevious);
            });
  games.add("MisereWinningOptions", "The options of a sum of heaps that win under misere play.",
            "game.heap.Kayles(\"5+6\").MisereWinningOptions --> "
            "[game.heap.Kayles(\"1+2+6\"),game.heap.Kayles(\"3+6\"),game.heap.Kayles(\"4+5\")]",
            [](Context& c, Arguments a) {
              const heap::Position* sum = heaps_in(a[0]);
              if (sum == nullptr) throw Error("MisereWinningOptions needs a sum of heaps");
              const ScriptScope scope(c);
              const auto heaps = quotient_of(c, sum->rules()[Player::kLeft]);
              if (!heaps->lost(sum->heaps(), c.budget())) {
                throw Error("no finite misere quotient that has these heaps was found");
              }
              const RulesetObject& ruleset = ruleset_of(a[0].as_native<NativePosition>()->ruleset);
              std::vector<Value> out;
              for (const auto& left : solve::winning_heap_moves(*heaps, sum->heaps(), c.budget())) {
                const Value text =
                    Value::string(left.empty() ? "0" : fmt::format("{}", fmt::join(left, "+")));
                out.push_back(ruleset.call(c, {&text, 1}, {}));
              }
              return Value::list(std::move(out));
            });

  const Rows rows = Rows(package, "MisereQuotient").on("game.heap.Kayles.MisereQuotient");
  using Get = std::size_t (*)(const MisereQuotientObject&);
  const auto number = [](Get get) -> Builtin::Function {
    return [get](Context&, Arguments a) {
      return Value::integer(static_cast<std::int64_t>(get(quotient_object(a[0]))));
    };
  };
  using Q = const MisereQuotientObject&;
  rows.add("Order", "The number of elements.", "Order --> 40",
           number([](Q q) { return q.facts.order; }));
  rows.add("POrder", "How many of them are P-positions.", "POrder --> 9",
           number([](Q q) { return q.facts.lost; }));
  rows.add("Idempotents", "The number of elements x with x*x = x.", "Idempotents --> 5",
           number([](Q q) { return q.facts.idempotents; }));
  rows.add("Involutions", "The number of elements x with x*x = 1.", "Involutions --> 2",
           number([](Q q) { return q.facts.involutions; }));
  rows.add("KernelOrder", "The order of the least ideal, which is a group.", "KernelOrder --> 16",
           number([](Q q) { return q.facts.kernel; }));
  rows.add("KernelPOrder", "How many P-positions the kernel has.", "KernelPOrder --> 1",
           number([](Q q) { return q.facts.kernel_lost; }));
  rows.add("IsTame", "Is it the quotient of sums of nim heaps?", "IsTame --> false",
           [](Context&, Arguments a) { return Value::boolean(quotient_object(a[0]).facts.tame); });
  rows.add("Period", "The period of the map from heaps to elements, or Nothing.", "Period --> 12",
           [](Context&, Arguments a) {
             const auto& period = quotient_object(a[0]).period;
             return period ? Value::integer(period->period) : Value();
           });
  rows.add("Preperiod", "The first heap from which on the map repeats, or Nothing.",
           "Preperiod --> 71", [](Context&, Arguments a) {
             const auto& period = quotient_object(a[0]).period;
             return period ? Value::integer(period->preperiod) : Value();
           });
  rows.add(
      "Generators", "The heaps, or games, that the generators a, b, c, ... stand for.",
      "Generators --> [1,2,5,9,12,25,27]", [](Context&, Arguments a) {
        std::vector<Value> out;
        const MisereQuotientObject& q = quotient_object(a[0]);
        for (const std::uint32_t g : q.quotient.generators) {
          out.push_back(q.heaps == nullptr ? misere_form_value(q.forms[g - 1]) : Value::integer(g));
        }
        return Value::list(std::move(out));
      });
  rows.add("Relations", "Relations between the generators that define it.",
           "Relations[1] --> \"a^2 = 1\"", [](Context& c, Arguments a) {
             return text_list(solve::presentation(quotient_object(a[0]).quotient, c.budget()));
           });
  rows.add("PPortion", "The elements that are P-positions.", "PPortion[1] --> \"a\"",
           [](Context&, Arguments a) {
             const solve::MisereQuotient& q = quotient_object(a[0]).quotient;
             std::vector<std::string> out;
             for (std::size_t x = 0; x < q.order(); ++x) {
               if (q.lost[x]) out.push_back(solve::element_text(q.words[x]));
             }
             return text_list(out);
           });
  rows.add("Element(heaps)", "The element of a heap, or of a sum of heaps, in the generators.",
           "Element(\"3+5\") --> \"a*b*c\"", [](Context& c, Arguments a) {
             const MisereQuotientObject& q = quotient_object(a[0]);
             return Value::string(solve::element_text(q.quotient.words[class_in(c, q, a[1])]));
           });
  rows.add("Elements", "The elements of the heaps 0, 1, 2, ..., as far as they were searched.",
           "Elements[3] --> \"b\"", [](Context&, Arguments a) {
             const solve::MisereQuotient& q = quotient_object(a[0]).quotient;
             std::vector<std::string> out;
             for (const std::uint32_t x : q.classes) out.push_back(solve::element_text(q.words[x]));
             return text_list(out);
           });
  rows.add("Index(heaps)", "The number of the element, from 0: equal elements are equal numbers.",
           "Index(0) --> 0", [](Context& c, Arguments a) {
             return Value::integer(class_in(c, quotient_object(a[0]), a[1]));
           });
  rows.add("OutcomeClass(heaps)", "Who wins a sum of heaps: N or P.",
           "OutcomeClass(\"60+61+35\") --> N", [](Context& c, Arguments a) {
             const MisereQuotientObject& q = quotient_object(a[0]);
             return Value::outcome(q.quotient.lost[class_in(c, q, a[1])] ? OutcomeClass::kPrevious
                                                                         : OutcomeClass::kNext);
           });
  rows.add("Certificate", "A text that proves it; `cgt misere verify` checks it.",
           "Certificate.Length > 1000 --> true", [](Context& c, Arguments a) {
             const MisereQuotientObject& q = quotient_object(a[0]);
             if (q.heaps == nullptr) throw Error("certificates are of heap games");
             return Value::string(solve::misere_certificate(*q.heaps, c.budget()));
           });
}

std::uint32_t day_of_births(Context& c, const Value& v, const char* what) {
  const std::int64_t day = c.integer(v, what);
  if (day < 0 || day > kLastUniverseDay) {
    throw Error(fmt::format("{} goes to day {}", what, kLastUniverseDay),
                "no later day was ever counted");
  }
  return static_cast<std::uint32_t>(day);
}

// Options as sums of primes where they can be, so that g + g is two games and not one.
class PrimeGames {
 public:
  explicit PrimeGames(Context& c) : context_(c) {}

  // The games that `root` is made of, options first, `root` itself last.
  void add_followers(MisereId root) {
    enter(root);
    std::ranges::sort(games_, {},
                      [&](MisereId g) { return std::pair(misere_games(context_).birthday(g), g); });
    // Without the root among its parts: it is one game, prime or not.
    std::erase(games_, root);
    games_.push_back(root);
    for (std::size_t i = 0; i < games_.size(); ++i) {
      number_.emplace(games_[i], static_cast<std::uint32_t>(i + 1));
    }
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(games_.size()); }
  void each_option(std::uint32_t game, const solve::VisitOption& visit) {
    std::vector<std::uint32_t> sum;
    for (const MisereId o : options_of(games_[game - 1])) {
      sum.clear();
      for (const MisereId prime : primes_of(o)) sum.push_back(number_.at(prime));
      visit(sum);
    }
  }

 private:
  // A copy: games that are made meanwhile move them.
  std::vector<MisereId> options_of(MisereId g) const {
    const auto options = misere_games(context_).options(g);
    return {options.begin(), options.end()};
  }
  // A part may be born later than the sum, as a difference is: then the sum stays whole, so that options
  // are made of games that are born before.
  std::vector<MisereId> primes_of(MisereId g) {
    const MisereGames& table = misere_games(context_);
    if (table.options(g).empty()) return {};
    for (std::vector<MisereId>& primes : misere_parts(context_).partitions(g, context_.budget())) {
      const auto early = [&](MisereId prime) { return table.birthday(prime) <= table.birthday(g); };
      if (std::ranges::all_of(primes, early)) return std::move(primes);
    }
    return {g};
  }
  void enter(MisereId root) {
    FlatMap<MisereId, bool> seen;
    std::vector<MisereId> todo{root};
    while (!todo.empty()) {
      const MisereId g = todo.back();
      todo.pop_back();
      context_.budget().charge();
      if (!seen.emplace(g, true).second) continue;
      games_.push_back(g);
      for (const MisereId o : options_of(g)) {
        for (const MisereId prime : primes_of(o)) todo.push_back(prime);
      }
    }
  }

  Context& context_;
  std::vector<MisereId> games_;
  FlatMap<MisereId, std::uint32_t> number_;
};

constexpr std::int64_t kMostCopiesAsked = 100'000;

Value outcomes_of_copies(Context& c, Arguments a) {
  const std::int64_t most = c.integer(a[1], "OutcomesOfCopies");
  if (most < 0 || most > kMostCopiesAsked) {
    throw Error(fmt::format("OutcomesOfCopies needs a number of copies to {}", kMostCopiesAsked));
  }
  PrimeGames games(c);
  const MisereId root = a[0].as_native<MisereFormObject>()->id;
  std::vector<bool> lost(static_cast<std::size_t>(most) + 1, false);
  if (!misere_games(c).options(root).empty()) {
    games.add_followers(root);
    lost =
        solve::lost_copies([&](std::uint32_t game, Budget&,
                               const solve::VisitOption& visit) { games.each_option(game, visit); },
                           games.size(), static_cast<std::uint32_t>(most), c.budget());
  }
  std::vector<Value> out;
  for (const bool previous : lost) {
    out.push_back(Value::outcome(previous ? OutcomeClass::kPrevious : OutcomeClass::kNext));
  }
  return Value::list(std::move(out));
}

void add_universe_rows(Package& package) {
  Rows(package, "MisereCanonicalGame")
      .on("(*[[2],0])")
      .add("OutcomesOfCopies(n)",
           "Who wins 0, 1, .., n copies of the game, N or P, without the forms of their sums.",
           "OutcomesOfCopies(5) --> [N,N,P,N,P,N]", outcomes_of_copies);
  const Rows rows = Rows(package, "MisereUniverse").on("MisereUniverse.Dicot");
  rows.add("Compare(g, h)",
           "How two games compare beside all games of the universe: \"=\", \"<\", \">\" or \"||\". "
           "Forms are taken as written, also in a string, positions by their moves.",
           "Compare('{*|*}', 0) --> \"=\"", [](Context& c, Arguments a) {
             const MisereFormId g = misere_form_of(c, a[1], "Compare");
             const MisereFormId h = misere_form_of(c, a[2], "Compare");
             return Value::string(order_sign(universe_of(c, a[0]).compare(g, h, c.budget())));
           });
  rows.add(
      "Contains(g)", "Is the game in the universe?", "Contains(1) --> false",
      [](Context& c, Arguments a) {
        return Value::boolean(universe_of(c, a[0]).contains(misere_form_of(c, a[1], "Contains")));
      });
  rows.add("Simplest(g)",
           "An equal form without dominated and reversible options: of all games and of dicots the "
           "canonical one.",
           "Simplest('{*|*}') --> 0", [](Context& c, Arguments a) {
             const MisereFormId g = misere_form_of(c, a[1], "Simplest");
             MisereUniverse& universe = universe_of(c, a[0]);
             universe.compare(g, g, c.budget());  // refuses what is not in it
             return value_of_misere_form(c, universe.simplest(g, c.budget()));
           });
  rows.add("BornBy(day)", "One game of each class born by a day.", "BornBy(2).Length --> 9",
           [](Context& c, Arguments a) {
             std::vector<Value> out;
             for (const MisereFormId g :
                  universe_of(c, a[0]).born_by(day_of_births(c, a[1], "BornBy"), c.budget())) {
               out.push_back(value_of_misere_form(c, g));
             }
             return Value::list(std::move(out));
           });
  rows.add(
      "Add(g, h)",
      "The sum as a form. Values are added as in normal play, where * + * is 0; among dead-ending "
      "games it is not.",
      "Add('{0|0}', '{0|0}') --> '{*|*}'", [](Context& c, Arguments a) {
        const MisereFormId g = misere_form_of(c, a[1], "Add");
        const MisereFormId h = misere_form_of(c, a[2], "Add");
        return value_of_misere_form(c, c.kept<Universes>().forms.add(g, h, c.budget()));
      });
  rows.add("OutcomeClass(g)", "Who wins a form if the player who cannot move wins: L, R, N or P.",
           "OutcomeClass('{0|0}') --> P", [](Context& c, Arguments a) {
             const MisereFormId g = misere_form_of(c, a[1], "OutcomeClass");
             return Value::outcome(c.kept<Universes>().forms.outcome(g));
           });
  rows.add(
      "IsInvertible(g)",
      "Is the sum of a game and its conjugate 0? No other game can be its inverse in dicots and "
      "in dead-ending games.",
      "IsInvertible('{0|0}') --> true", [](Context& c, Arguments a) {
        const MisereFormId g = misere_form_of(c, a[1], "IsInvertible");
        return Value::boolean(is_conjugate_invertible(c.kept<Universes>().forms,
                                                      universe_of(c, a[0]), g, c.budget()));
      });
  rows.add("OrderedPairs(day)",
           "How many pairs (g, h) of the classes born by a day have g >= h, pairs of equal ones "
           "included.",
           "OrderedPairs(2) --> 25", [](Context& c, Arguments a) {
             MisereUniverse& universe = universe_of(c, a[0]);
             const std::vector<MisereFormId> games =
                 universe.born_by(day_of_births(c, a[1], "OrderedPairs"), c.budget());
             return Value::integer(
                 static_cast<std::int64_t>(ordered_pairs(universe, games, c.budget())));
           });
  Rows(package, "")
      .add(
          "MisereGamesBornBy(day)",
          "How many impartial games in canonical form under misere play are born by a day, 0 to 5.",
          "[MisereGamesBornBy(n) for n from 0 to 5] --> [1,2,3,5,22,4171780]",
          [](Context& c, Arguments a) {
            const std::int64_t day = c.integer(a[0], "MisereGamesBornBy");
            if (day < 0 || day > 5) {
              throw Error("MisereGamesBornBy goes to day 5",
                          "cgt misere count --universe impartial --day 6 prints a formula");
            }
            return Value::rational(Rational(
                count_impartial_misere(static_cast<std::uint32_t>(day), c.budget()).games));
          });
  using Kind = MisereUniverse::Kind;
  package.constants.push_back({"MisereUniverse.All", "All games, in misere play.",
                               Value::native<UniverseObject>(Kind::kAll)});
  package.constants.push_back({"MisereUniverse.Dicot",
                               "Games in whose followers both players can move, or none.",
                               Value::native<UniverseObject>(Kind::kDicot)});
  package.constants.push_back({"MisereUniverse.DeadEnding",
                               "Games in which whoever cannot move never can again.",
                               Value::native<UniverseObject>(Kind::kDeadEnding)});
}

}  // namespace

void add_misere_rows(Package& package) {
  add_quotient_rows(package);
  add_universe_rows(package);
}

}  // namespace cgt::lang
