#include "lang/values/positions.hpp"

#include <fmt/format.h>

#include "lang/values/arithmetic.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/explicit.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"

namespace cgt::lang {
namespace {

// One position on the way down.
struct Visit {
  enum class Rule : std::uint8_t { kOptions, kSum, kNegative, kMultiple, kOrdinalSum };
  Value position;
  Rule rule = Rule::kOptions;
  std::vector<Value> children;
  std::size_t left = 0;                    // kOptions: so many children are Left's
  std::vector<std::optional<Form>> known;  // of the children, when they were listed
  std::vector<Form> results;
};

// Works out the form of a position.
class FormSearch {
 public:
  using Table = PositionTable<Form>;
  using State = Table::State;
  using Rule = Visit::Rule;

  FormSearch(Context& context, Table& table) : context_(context), table_(table) {}
  FormSearch(const FormSearch&) = delete;
  FormSearch& operator=(const FormSearch&) = delete;
  ~FormSearch() {
    while (depth_ > 0) table_.known_slot(path_[--depth_].position).state = State::kUnknown;
  }

  Form run(const Value& root) {
    if (const auto known = look_up(root)) return *known;
    for (;;) {
      Visit& top = path_[depth_ - 1];
      if (top.results.size() < top.children.size()) {
        const Value& child = top.children[top.results.size()];
        std::optional<Form> result = top.known[top.results.size()];
        if (!result && is_leaf_game(child)) {
          result = form_of(context_, child, "an option of a position");
        }
        if (!result) result = look_up(child);
        if (result) top.results.push_back(*result);
        continue;
      }
      const Form result = combine(top);
      auto& slot = table_.known_slot(top.position);
      slot.result = result;
      slot.state = State::kKnown;
      if (--depth_ == 0) return result;
      path_[depth_ - 1].results.push_back(result);
    }
  }

 private:
  // The result, or empty if the position is now on top of the path.
  std::optional<Form> look_up(const Value& position) {
    if (!has_options(position)) {
      throw Error(fmt::format("an option of a position is a game, not {}", position.described()));
    }
    auto& slot = table_.slot(position);
    if (slot.state == State::kKnown) return slot.result;
    if (slot.state == State::kOpen) {
      throw Error(
          "this game is loopy: play can come back to " + context_.text(position).substr(0, 200),
          "it has a GameValue, but no form that ends");
    }
    if (table_.size() % kMemoryInterval == 0) {
      table_.note_memory(context_.budget(), table_.size() * kBytesPerPosition);
    }
    if (depth_ == path_.size()) path_.emplace_back();
    path_[depth_].position = slot.key;
    slot.state = State::kOpen;
    open(path_[depth_++]);
    return std::nullopt;
  }

  void open(Visit& visit) {
    context_.budget().charge();
    visit.rule = Rule::kOptions;
    visit.children.clear();
    visit.results.clear();
    if (const CompoundObject* compound = as_compound(visit.position)) {
      expand(*compound, visit);
    } else {
      for (const Player player : kPlayers) {
        for (Value& option : position_options(context_, visit.position, player))
          visit.children.push_back(std::move(option));
        if (player == Player::kLeft) visit.left = visit.children.size();
      }
    }
    table_.look_up(visit.children, visit.known);
  }

  static void expand(const CompoundObject& compound, Visit& visit) {
    switch (compound.operation) {
      case CompoundObject::Operation::kSum:
        visit.rule = Rule::kSum;
        visit.children = {compound.a, compound.b};
        return;
      case CompoundObject::Operation::kNegative:
        visit.rule = Rule::kNegative;
        visit.children = {compound.a};
        return;
      case CompoundObject::Operation::kMultiple:
        visit.rule = Rule::kMultiple;
        visit.children = {compound.b};
        return;
      case CompoundObject::Operation::kOrdinalSum:
        visit.rule = Rule::kOrdinalSum;
        visit.children = {compound.a, compound.b};
        return;
    }
  }

  Form combine(const Visit& visit) {
    Forms& forms = context_.forms();
    switch (visit.rule) {
      case Rule::kOptions: {
        const std::span<const Form> all(visit.results);
        return forms.make(all.first(visit.left), all.subspan(visit.left));
      }
      case Rule::kSum: {
        Form sum(kZero);
        for (const Form& part : visit.results) sum = forms.sum(sum, part);
        return sum;
      }
      case Rule::kNegative: return forms.negate(visit.results[0]);
      case Rule::kMultiple:
        return forms.multiple(context_.dyadic(as_compound(visit.position)->a, "a multiple"),
                              visit.results[0]);
      case Rule::kOrdinalSum: return forms.ordinal_sum(visit.results[0], visit.results[1]);
    }
    return Form(kZero);
  }

  // Approximately: instance, board and table entry.
  static constexpr std::uint64_t kBytesPerPosition = 250;

  Context& context_;
  Table& table_;
  std::deque<Visit> path_;  // the first depth_; the others keep their memory for later
  std::size_t depth_ = 0;
};

bool takes_part(const Value& v) { return is_leaf_game(v) || has_options(v); }

std::string operand(Context& context, const Value& v, const PrintStyle& style, bool sum_allowed) {
  const std::string text = format(context, v, style);
  const CompoundObject* inner = as_compound(v);
  const bool plain =
      (inner == nullptr && !is_form(v)) ||
      (sum_allowed && inner != nullptr && inner->operation == CompoundObject::Operation::kSum);
  return plain ? text : "(" + text + ")";
}

}  // namespace

CompoundObject::CompoundObject(Operation o, Value x, Value y)
    : operation(o), a(std::move(x)), b(std::move(y)) {
  for (const Value* part : {&a, &b}) {
    const CompoundObject* inner = as_compound(*part);
    const Object* object = part->object();
    const std::uint32_t depth = inner != nullptr    ? inner->depth_
                                : object != nullptr ? object->nesting()
                                                    : 0;
    depth_ = std::max(depth_, depth + 1);
  }
  if (depth_ > kMaxCollectionDepth) {
    throw Error("this sum of positions is nested too deeply",
                fmt::format("at most {} within each other", kMaxCollectionDepth));
  }
  hash_ = mix(mix(a.hash(), b.hash()), static_cast<std::uint64_t>(operation));
}

std::string CompoundObject::to_text(Context& context, const PrintStyle& style) const {
  switch (operation) {
    case Operation::kSum: {
      const CompoundObject* minus = as_compound(b);
      if (minus != nullptr && minus->operation == Operation::kNegative) {
        return operand(context, a, style, true) + " - " + operand(context, minus->a, style, false);
      }
      return operand(context, a, style, true) + " + " + operand(context, b, style, false);
    }
    case Operation::kNegative: return "-" + operand(context, a, style, false);
    case Operation::kMultiple:
      return format(context, a, style) + " * " + operand(context, b, style, false);
    case Operation::kOrdinalSum:
      return operand(context, a, style, false) + " : " + operand(context, b, style, false);
  }
  return {};
}

bool CompoundObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const CompoundObject*>(&other);
  return o != nullptr && hash_ == o->hash_ && operation == o->operation && a == o->a && b == o->b;
}

std::uint64_t CompoundObject::hash() const { return hash_; }

bool is_leaf_game(const Value& v) { return v.is_number() || v.kind() == Kind::kGame || is_form(v); }

bool has_options(const Value& v) {
  return is_position(v) || as_compound(v) != nullptr || as_native_position(v) != nullptr;
}

namespace {

// A move in a compound is a move in one of its parts. Compounds lie in each other at most
// kMaxCollectionDepth deep.
std::vector<Value> compound_options(Context& context, const CompoundObject& compound_object,
                                    Player player) {
  using Operation = CompoundObject::Operation;
  const Value& a = compound_object.a;
  const Value& b = compound_object.b;
  std::vector<Value> out;
  switch (compound_object.operation) {
    case Operation::kSum:
      for (const Value& moved : position_options(context, a, player))
        out.push_back(*compound(context, Token::kPlus, moved, b));
      for (const Value& moved : position_options(context, b, player))
        out.push_back(*compound(context, Token::kPlus, a, moved));
      return out;
    case Operation::kNegative:
      for (const Value& moved : position_options(context, a, opponent(player)))
        out.push_back(*compound(context, Token::kMinus, Value::integer(0), moved));
      return out;
    case Operation::kMultiple: {
      const std::int64_t copies = context.integer(a, "a multiple");
      if (copies == 0) return out;
      const std::int64_t left = copies > 0 ? copies - 1 : copies + 1;
      const Value rest = left == 0   ? Value::integer(0)
                         : left == 1 ? b
                                     : *compound(context, Token::kStar, Value::integer(left), b);
      const Player mover = copies > 0 ? player : opponent(player);
      for (const Value& moved : position_options(context, b, mover)) {
        const Token sign = copies > 0 ? Token::kPlus : Token::kMinus;
        out.push_back(*compound(context, sign, rest, moved));
      }
      return out;
    }
    case Operation::kOrdinalSum:
      out = position_options(context, a, player);
      for (const Value& moved : position_options(context, b, player))
        out.push_back(*compound(context, Token::kColon, a, moved));
      return out;
  }
  return out;
}

// Impartial classes may say  override def Options := ...
bool options_need_no_player(Context& context, const Value& v) {
  const Member* options = as_instance(v).type->find(context.symbol("Options"));
  return options != nullptr && options->is_property && options->inherited == nullptr;
}

}  // namespace

std::vector<Value> position_options(Context& context, const Value& v, Player player) {
  if (is_position(v)) {
    const Value side = Value::player(player);
    const std::size_t arguments = options_need_no_player(context, v) ? 0 : 1;
    return context.elements(context.call_member(v, "Options", {&side, arguments}), "Options");
  }
  if (const PositionObject* native = as_native_position(v)) return native->options(context, player);
  if (const CompoundObject* sum = as_compound(v)) return compound_options(context, *sum, player);
  std::vector<Value> options;
  if (is_loopy(v)) {
    const LoopyId stopper = stopper_of(context, v, "an option of a position");
    for (const LoopyId g : loopy_games(context).options(stopper, player))
      options.push_back(lang::loopy_value(context, LoopyValue(g)));
  } else if (is_form(v)) {
    for (const Form f : context.forms().options(form_of(context, v, "an option"), player))
      options.push_back(form_value(context, f));
  } else {
    for (const GameId g : context.store().options(context.game(v, "an option"), player))
      options.push_back(context.wrap(g));
  }
  return options;
}

// --- values -------------------------------------------------------------------------------------

namespace {

// Positions of scripts, and games whose options may be such.
bool is_solved(const Value& v) { return is_position(v) || is_explicit(v); }

}  // namespace

// Values of games that are not sums, negatives or multiples, and what is made of values.
struct Positions::ShortValues {
  using Known = FlatMap<Value, GameId, ValueHash>;
  Positions& positions;
  Context& context;

  Known& known() { return positions.compounds_; }
  GameId plain(const Value& v) {
    if (is_form(v)) return context.forms().value(form_of(context, v, "a part of a game"));
    if (is_leaf_game(v)) return context.game(v, "a part of a game");
    if (positions.solver_ != nullptr && is_solved(v)) return positions.solver_->value(context, v);
    if (const PositionObject* native = as_native_position(v)) return native->value(context);
    return context.forms().value(positions.form(context, v));
  }
  GameId sum(GameId g, GameId h) { return context.store().add(g, h); }
  GameId negative(GameId g) { return context.store().negate(g); }
  GameId multiple(const Value& copies, GameId g) {
    return context.store().multiple(context.dyadic(copies, "a multiple"), g);
  }
};

struct Positions::LoopyValues {
  using Known = FlatMap<Value, LoopyValue, ValueHash>;
  Positions& positions;
  Context& context;

  LoopyGames& games() { return loopy_games(context); }
  Known& known() { return positions.loopy_compounds_; }
  LoopyValue plain(const Value& v) {
    if (is_loopy(v)) return loopy_of(context, v);
    if (positions.solver_ != nullptr && is_solved(v))
      return positions.solver_->loopy_value(context, v);
    if (const PositionObject* native = as_native_position(v)) return native->loopy_value(context);
    const CompoundObject* compound = as_compound(v);
    if (compound == nullptr) return ShortValues{positions, context}.plain(v);
    // Of an ordinal sum only the options of the first part matter; each is worth its value.
    LoopyOptions base;
    for (const Player player : kPlayers) {
      for (const Value& option : position_options(context, compound->a, player)) {
        const LoopyValue value = positions.loopy_value(context, option);
        if (!value.is_stopper()) {
          throw Error("this ordinal sum needs a base whose options are stoppers",
                      context.text(option).substr(0, 200) + " is none");
        }
        base[player].push_back(value.stopper());
      }
    }
    return games().ordinal_sum(base, positions.loopy_value(context, compound->b));
  }
  LoopyValue sum(const LoopyValue& g, const LoopyValue& h) { return games().add(g, h); }
  LoopyValue negative(const LoopyValue& g) { return games().negate(g); }
  LoopyValue multiple(const Value& copies, const LoopyValue& g) {
    if (!g.is_short()) return games().multiple(context.integer(copies, "a multiple"), g);
    return ShortValues{positions, context}.multiple(copies, g.stopper().game());
  }
};

// The value of an ordinal sum depends on the form of its first part; those of the others follow
// from the values of their parts.
template <class Values>
typename Values::Known::mapped_type Positions::value_by(Values values, const Value& root) {
  using Operation = CompoundObject::Operation;
  const auto made_of_parts = [](const Value& v) {
    const CompoundObject* compound = as_compound(v);
    return compound != nullptr && compound->operation != Operation::kOrdinalSum;
  };
  if (!made_of_parts(root)) return values.plain(root);
  std::vector<Value> stack{root};
  while (!stack.empty()) {
    const Value top = stack.back();
    if (values.known().contains(top)) {
      stack.pop_back();
      continue;
    }
    if (!made_of_parts(top)) {
      auto value = values.plain(top);
      values.known()[top] = std::move(value);
      continue;
    }
    values.context.budget().charge();
    const CompoundObject& compound = *as_compound(top);
    const bool multiple = compound.operation == Operation::kMultiple;
    const Value& first = multiple ? compound.b : compound.a;
    const bool binary = compound.operation == Operation::kSum;
    const auto a = values.known().find(first);
    if (a == values.known().end()) {
      stack.push_back(first);
      continue;
    }
    if (binary && !values.known().contains(compound.b)) {
      stack.push_back(compound.b);
      continue;
    }
    auto value = a->second;
    if (binary) value = values.sum(value, values.known().at(compound.b));
    if (multiple) value = values.multiple(compound.a, value);
    if (compound.operation == Operation::kNegative) value = values.negative(value);
    values.known()[top] = std::move(value);
  }
  return values.known().at(root);
}

GameId Positions::value(Context& context, const Value& root) {
  return telling_what_is_known(
      [&] {
        return value_by(ShortValues{*this, context}, root);
      },
      [&] { return known_of(context, root); });
}

LoopyValue Positions::loopy_value(Context& context, const Value& root) {
  return telling_what_is_known(
      [&] {
        return value_by(LoopyValues{*this, context}, root);
      },
      [&] { return known_of(context, root); });
}

Form Positions::form(Context& context, const Value& v) {
  return FormSearch(context, forms_).run(v);
}

std::size_t Positions::size() const { return solver_ == nullptr ? forms_.size() : solver_->size(); }

void Positions::clear() {
  if (solver_ != nullptr) solver_->clear();
  compounds_ = {};
  loopy_compounds_ = {};
  forms_.clear();
}

Value negative_compound(const Value& a) {
  const CompoundObject* inner = as_compound(a);
  if (inner != nullptr && inner->operation == CompoundObject::Operation::kNegative) return inner->a;
  return Value::native<CompoundObject>(CompoundObject::Operation::kNegative, a, Value());
}

std::optional<Value> compound(Context& context, Token op, const Value& a, const Value& b) {
  using Operation = CompoundObject::Operation;
  if (!takes_part(a) || !takes_part(b)) return std::nullopt;
  const auto minus = [&](const Value& v) {
    if (!is_leaf_game(v)) return negative_compound(v);
    if (!is_form(v)) return context.wrap(context.store().negate(context.game(v, "'-'")));
    return form_value(context, context.forms().negate(form_of(context, v, "'-'")));
  };
  const Value zero = Value::integer(0);
  switch (op) {
    case Token::kPlus:
      if (a == zero) return b;
      if (b == zero) return a;
      if (is_leaf_game(a) && is_leaf_game(b)) {
        if (is_form(a) || is_form(b)) {
          return form_value(
              context, context.forms().sum(form_of(context, a, "'+'"), form_of(context, b, "'+'")));
        }
        return context.wrap(context.store().add(context.game(a), context.game(b)));
      }
      return Value::native<CompoundObject>(Operation::kSum, a, b);
    case Token::kMinus:
      if (b == zero) return a;
      if (a == zero) return minus(b);
      return Value::native<CompoundObject>(Operation::kSum, a, minus(b));
    case Token::kStar:
      if (a.is_integer()) return Value::native<CompoundObject>(Operation::kMultiple, a, b);
      if (b.is_integer()) return Value::native<CompoundObject>(Operation::kMultiple, b, a);
      return std::nullopt;
    case Token::kColon: return Value::native<CompoundObject>(Operation::kOrdinalSum, a, b);
    default: return std::nullopt;
  }
}

}  // namespace cgt::lang
