#include "decomp/htn/hddl/list_guide.hpp"

namespace cgt::htn::hddl {
namespace {

constexpr std::size_t kWordBits = 32;
// More would cost more than they tell.
constexpr std::size_t kMostLandmarks = 1024;
// Tasks ahead that are asked whether they would be harmed.
constexpr std::size_t kFarthest = 256;

}  // namespace

ListGuide::ListGuide(RelationalDomain& domain, const GuideOptions& options, Budget* budget)
    : domain_(domain),
      state_(domain.state()),
      options_(options),
      may_(domain, budget),
      rigid_(domain.model().predicates.size(), true) {
  const Model& model = domain.model();
  for (const Action& action : model.actions) {
    for (const Effect& effect : action.effects) {
      const bool fact = effect.kind == Effect::Kind::kAdd || effect.kind == Effect::Kind::kDelete;
      if (fact) rigid_[effect.symbol] = false;
    }
  }
  names_.intern({});
  literals_.emplace_back();
  Conjunction goal;
  domain.compiler().split(model.goal.precondition, false, goal);
  std::vector<Index> literals;
  for (const Literal& literal : goal.literals) note(literal, {}, literals);
  for (const Index literal : literals) goal_.push_back({literal, 0});
}

Index ListGuide::intern(bool negated, Index predicate, std::span<const Index> objects) {
  SmallVector<Index, 8> name;
  name.push_back(2 * predicate + (negated ? 1 : 0));
  name.insert(name.end(), objects.begin(), objects.end());
  const Index literal = names_.intern({name.data(), name.size()});
  if (literal == literals_.size()) {
    literals_.push_back({negated, predicate, state_.intern(predicate, objects)});
  }
  return literal;
}

// The literal with these arguments, unless it always holds. Rigid ones are decided now.
void ListGuide::note(const Literal& literal, std::span<const Index> arguments,
                     std::vector<Index>& into) {
  SmallVector<Index, 8> objects;
  for (const Term& term : literal.terms) {
    objects.push_back(term.is_variable ? arguments[term.index] : term.index);
  }
  bool never = false;
  if (literal.kind == Literal::Kind::kEqual) {
    never = (objects[0] == objects[1]) == literal.negated;
  } else if (literal.kind == Literal::Kind::kType) {
    never = domain_.objects().of_type(literal.symbol).contains(objects[0]) == literal.negated;
  } else {
    const std::span<const Index> tuple(objects.data(), objects.size());
    if (!rigid_[literal.symbol]) {
      into.push_back(intern(literal.negated, literal.symbol, tuple));
      return;
    }
    never = state_.holds(literal.symbol, tuple) == literal.negated;
  }
  if (never) into.push_back(kNever);
}

const std::vector<Index>& ListGuide::known(TaskId task) {
  if (task >= known_.size()) {
    known_.resize(task + 1);
    asked_.resize(task + 1);
  }
  if (asked_[task] == 0) {
    asked_[task] = 1;
    const auto& literals = domain_.hierarchy().symbols[domain_.symbol(task)].known;
    std::vector<Index> out;
    if (!literals) {
      out.push_back(kNever);
    } else {
      for (const Literal& literal : *literals) note(literal, domain_.arguments(task), out);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    known_[task] = std::move(out);
  }
  return known_[task];
}

// change() == kMakes, without looking for more where that is not so.
bool ListGuide::may_make(TaskId task, Index literal) const {
  const Ground& ground = literals_[literal];
  return may_.makes(domain_.symbol(task), domain_.arguments(task), ground.negated, ground.predicate,
                    state_.tuple(ground.predicate, ground.tuple));
}

ListGuide::Change ListGuide::change(TaskId task, Index literal) {
  if (literal == kNever) return Change::kNone;
  if (task >= changes_.size()) changes_.resize(task + 1);
  std::vector<Change>& answers = changes_[task];
  if (literal >= answers.size())
    answers.resize(std::max<std::size_t>(literal + 1, literals_.size()));
  Change& answer = answers[literal];
  if (answer == Change::kNotAsked) {
    const Ground& ground = literals_[literal];
    answer = may_make(task, literal) ? Change::kMakes
             : undoes(task, ground)  ? Change::kUndoes
                                     : Change::kNone;
  }
  return answer;
}

// Does the task, which is known not to make the literal true, always make it false?
bool ListGuide::undoes(TaskId task, const Ground& literal) const {
  const Model& model = domain_.model();
  const Index symbol = domain_.symbol(task);
  if (symbol >= model.tasks.size() || !model.is_primitive(symbol)) return false;
  const std::span<const Index> arguments = domain_.arguments(task);
  const std::span<const Index> objects = state_.tuple(literal.predicate, literal.tuple);
  const auto kind = literal.negated ? Effect::Kind::kAdd : Effect::Kind::kDelete;
  for (const Effect& effect : model.actions[symbol].effects) {
    const bool always = effect.variables.empty() && effect.condition.kind == Formula::Kind::kAnd &&
                        effect.condition.parts.empty();
    if (effect.kind != kind || effect.symbol != literal.predicate || !always) continue;
    bool same = true;
    for (std::size_t i = 0; same && i < objects.size(); ++i) {
      const Term& term = effect.terms[i];
      // Variables of an action beyond its parameters are those of its quantifiers.
      same = (term.is_variable ? arguments[term.index] : domain_.objects().number(term.index)) ==
             objects[i];
    }
    if (same) return true;
  }
  return false;
}

Guide::Path ListGuide::start() {
  cells_.clear();
  needs_.clear();
  masks_.clear();
  landmarks_.clear();
  mask_of_.clear();
  has_mask_.clear();
  met_ = {};
  if (options_.landmarks) find_landmarks();
  width_ = (landmarks_.size() + kWordBits - 1) / kWordBits;
  const std::vector<Index> none(width_);
  return stepped(met_.intern(none));
}

void ListGuide::push(TaskId task, Cell tail) {
  const Noted* below = tail == kEmpty ? nullptr : &cells_[tail];
  Noted cell{task, tail, below == nullptr ? 1 : below->height + 1, 0, 0, needs_.size()};
  if (options_.needs) {
    const std::vector<Index>& own = known(task);
    const std::size_t first = below == nullptr ? 0 : below->first;
    const std::size_t last = below == nullptr ? goal_.size() : below->last;
    const std::size_t begin = needs_.size();
    seen_.resize(literals_.size());
    ++push_;
    for (const Index literal : own) {
      seen_[literal] = push_;
      needs_.push_back({literal, cell.height});
    }
    std::size_t kept = 0;
    for (std::size_t i = first; i < last; ++i) {
      // By value: needs_ grows.
      const Need need = below == nullptr ? goal_[i] : needs_[i];
      const Change what = change(task, need.literal);
      if (what == Change::kMakes) continue;
      if (what == Change::kUndoes) {
        needs_.push_back({kNever, need.height});
        continue;
      }
      ++kept;
      // Not if the task itself needs it, too.
      if (seen_[need.literal] != push_) needs_.push_back(need);
    }
    cell.first = begin;
    cell.last = needs_.size();
    // Nothing new and nothing lost: the needs of the tail.
    if (below != nullptr && own.empty() && kept == last - first) {
      needs_.resize(begin);
      cell.first = first;
      cell.last = last;
    }
  }
  if (width_ > 0) {
    const std::span<const Index> may = mask(task);
    const std::size_t at = masks_.size();
    masks_.insert(masks_.end(), may.begin(), may.end());
    for (std::size_t w = 0; tail != kEmpty && w < width_; ++w) {
      masks_[at + w] |= masks_[tail * width_ + w];
    }
  }
  cells_.push_back(cell);
}

void ListGuide::truncate(std::uint32_t cells) {
  if (cells >= cells_.size()) return;
  needs_.resize(cells_[cells].before);
  cells_.resize(cells);
  masks_.resize(cells * width_);
}

std::optional<Guide::Death> ListGuide::dead(Cell list, Path path) const {
  if (list == kEmpty) return std::nullopt;
  const Noted& cell = cells_[list];
  const Need* deadly = nullptr;
  for (std::size_t i = cell.first; i < cell.last; ++i) {
    const Need& need = needs_[i];
    if (holds(need.literal) || (deadly != nullptr && deadly->height >= need.height)) continue;
    deadly = &need;
  }
  if (deadly != nullptr) return Death{deadly->height, false};
  const std::span<const Index> met = met_[path];
  for (std::size_t w = 0; w < width_; ++w) {
    Index all = ~Index{0};
    if (w + 1 == width_ && landmarks_.size() % kWordBits != 0) {
      all = (Index{1} << (landmarks_.size() % kWordBits)) - 1;
    }
    if ((all & ~met[w] & ~masks_[list * width_ + w]) != 0) return Death{0, true};
  }
  return std::nullopt;
}

bool ListGuide::harms(std::span<const TaskId> tasks, Cell list) {
  Cell cell = list;
  for (std::size_t ahead = 0; cell != kEmpty && ahead < kFarthest; ++ahead) {
    for (const Index literal : known(cells_[cell].task)) {
      if (!holds(literal)) continue;
      bool undone = false;
      for (const TaskId task : tasks) {
        const Change what = change(task, literal);
        if (what != Change::kNone) undone = what == Change::kUndoes;
      }
      if (undone) return true;
    }
    cell = cells_[cell].tail;
  }
  return false;
}

Guide::Path ListGuide::stepped(Path before) {
  if (width_ == 0) return before;
  const std::span<const Index> old = met_[before];
  std::vector<Index> now(old.begin(), old.end());
  for (std::size_t i = 0; i < landmarks_.size(); ++i) {
    const Index bit = Index{1} << (i % kWordBits);
    if ((now[i / kWordBits] & bit) == 0 && holds(landmarks_[i])) now[i / kWordBits] |= bit;
  }
  return met_.intern(now);
}

std::size_t ListGuide::unmet(Path path) const {
  std::size_t met = 0;
  if (width_ > 0) {
    for (const Index word : met_[path]) met += static_cast<std::size_t>(std::popcount(word));
  }
  return landmarks_.size() - met;
}

std::span<const Index> ListGuide::mask(TaskId task) {
  if (task >= mask_of_.size()) {
    mask_of_.resize(task + 1);
    has_mask_.resize(task + 1);
  }
  if (has_mask_[task] == 0) {
    has_mask_[task] = 1;
    std::vector<Index> bits(width_);
    for (std::size_t i = 0; i < landmarks_.size(); ++i) {
      if (may_make(task, landmarks_[i])) bits[i / kWordBits] |= Index{1} << (i % kWordBits);
    }
    mask_of_[task] = std::move(bits);
  }
  return mask_of_[task];
}

// What the action demands if it is to make the literal with these objects true by the effect; false
// if it cannot.
bool ListGuide::demands(Index action, const Effect& effect, std::span<const Index> objects,
                        std::vector<Index>& out) {
  const Model& model = domain_.model();
  const TaskSymbol& symbol = domain_.hierarchy().symbols[action];
  std::vector<Index> arguments(model.actions[action].variables.size(), Relations::kNone);
  for (std::size_t i = 0; i < effect.terms.size(); ++i) {
    const Term& term = effect.terms[i];
    if (!term.is_variable) {
      if (domain_.objects().number(term.index) != objects[i]) return false;
      continue;
    }
    Index& value = arguments[term.index];
    const Index type = model.actions[action].variables[term.index].type;
    if (value != Relations::kNone && value != objects[i]) return false;
    if (!domain_.objects().of_type(type).contains(objects[i])) return false;
    value = objects[i];
  }
  for (const Literal& literal : *symbol.known) {
    const bool ground = std::all_of(literal.terms.begin(), literal.terms.end(), [&](const Term& t) {
      return !t.is_variable || arguments[t.index] != Relations::kNone;
    });
    if (!ground) continue;
    note(literal, arguments, out);
    if (!out.empty() && out.back() == kNever) return false;
  }
  return true;
}

void ListGuide::find_landmarks() {
  const Model& model = domain_.model();
  const Hierarchy& hierarchy = domain_.hierarchy();
  // Actions that the tasks of the problem can lead to.
  std::vector<bool> reached = hierarchy.reached_from(hierarchy.root);
  reached[hierarchy.root] = true;
  std::vector<std::uint8_t> known(literals_.size());
  const auto add = [&](Index literal) {
    known.resize(literals_.size());
    if (literal == kNever || known[literal] != 0) return;
    known[literal] = 1;
    if (holds(literal) || landmarks_.size() == kMostLandmarks) return;
    landmarks_.push_back(literal);
  };
  for (const Need& need : goal_) add(need.literal);
  std::vector<Index> one;
  for (std::size_t next = 0; next < landmarks_.size(); ++next) {
    const Ground ground = literals_[landmarks_[next]];
    const std::span<const Index> of_state = state_.tuple(ground.predicate, ground.tuple);
    const std::vector<Index> objects(of_state.begin(), of_state.end());
    std::optional<std::vector<Index>> common;
    for (Index action = 0; action < model.actions.size(); ++action) {
      if (!reached[action] || (common && common->empty())) continue;
      for (const Effect& effect : model.actions[action].effects) {
        const auto kind = ground.negated ? Effect::Kind::kDelete : Effect::Kind::kAdd;
        if (effect.kind != kind || effect.symbol != ground.predicate) continue;
        one.clear();
        if (!demands(action, effect, objects, one)) continue;
        if (!common) {
          common = one;
          continue;
        }
        std::erase_if(*common, [&](Index literal) {
          return std::find(one.begin(), one.end(), literal) == one.end();
        });
      }
    }
    if (!common) continue;
    for (const Index literal : *common) add(literal);
  }
}

std::uint64_t ListGuide::bytes() const {
  return cells_.capacity() * sizeof(Noted) + needs_.capacity() * sizeof(Need) +
         masks_.capacity() * sizeof(Index) + met_.bytes() + names_.bytes() +
         changes_.size() * (literals_.size() + sizeof(std::vector<Index>));
}

}  // namespace cgt::htn::hddl
