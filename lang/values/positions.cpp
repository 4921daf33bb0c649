#include "lang/values/positions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "cgt/support/hash.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/forms.hpp"

namespace cgt::lang {
namespace {

constexpr std::size_t kMemoryInterval = 4096;

bool is_leaf(const Value& v) { return v.is_number() || v.kind() == Kind::kGame || is_form(v); }

// What differs between working out values and forms.
struct Values {
  using Result = GameId;
  Context& context;

  Result leaf(const Value& v) const {
    if (is_form(v)) return context.forms().value(form_of(context, v, "an option"));
    return context.game(v, "an option of a position");
  }
  Result zero() const { return kZero; }
  Result make(std::span<const Result> left, std::span<const Result> right) const {
    return context.store().construct(left, right);
  }
  Result add(Result g, Result h) const { return context.store().add(g, h); }
  Result negate(Result g) const { return context.store().negate(g); }
  Result multiple(const Value& n, Result g) const {
    return context.store().multiple(context.dyadic(n, "a multiple"), g);
  }
  Result ordinal(const Value& a, const Value& b) const {
    Positions& positions = context.positions();
    const auto part = [&](const Value& v) {
      return has_options(v) ? positions.form(context, v) : form_of(context, v, "an ordinal sum");
    };
    const Form base = part(a);
    return context.forms().value(context.forms().ordinal_sum(base, part(b)));
  }
  static constexpr bool kDecomposes = true;
};

struct FormsOf {
  using Result = Form;
  Context& context;

  Result leaf(const Value& v) const { return form_of(context, v, "an option of a position"); }
  Result zero() const { return Form(kZero); }
  Result make(std::span<const Result> left, std::span<const Result> right) const {
    return context.forms().make(left, right);
  }
  Result add(Result g, Result h) const { return context.forms().sum(g, h); }
  Result negate(Result g) const { return context.forms().negate(g); }
  Result multiple(const Value& n, Result g) const {
    return context.forms().multiple(context.dyadic(n, "a multiple"), g);
  }
  static constexpr bool kDecomposes = false;
};

// One position on the way down.
template <class Result>
struct Visit {
  enum class Rule : std::uint8_t { kOptions, kSum, kNegative, kMultiple, kOrdinalSum };
  Value position;
  Rule rule = Rule::kOptions;
  std::vector<Value> children;
  std::size_t left = 0;                      // kOptions: so many children are Left's
  std::vector<std::optional<Result>> known;  // of the children, when they were listed
  std::vector<Result> results;
};

// Members that a class may have.
struct Symbols {
  explicit Symbols(Context& context)
      : canonical_form(context.symbol("CanonicalForm")),
        decomposition(context.symbol("Decomposition")) {}
  std::uint32_t canonical_form;
  std::uint32_t decomposition;
};

template <class Policy>
class Search {
 public:
  using Result = typename Policy::Result;
  using Table = PositionTable<Result>;
  using State = typename Table::State;
  using Rule = typename Visit<Result>::Rule;

  Search(Context& context, Table& table)
      : context_(context), policy_{context}, symbols_(context), table_(table) {}
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search() {
    while (depth_ > 0) table_.known_slot(path_[--depth_].position).state = State::kUnknown;
  }

  Result run(const Value& root) {
    if (const auto known = look_up(root)) return *known;
    for (;;) {
      Visit<Result>& top = path_[depth_ - 1];
      if (top.results.size() < top.children.size()) {
        const Value& child = top.children[top.results.size()];
        std::optional<Result> result = top.known[top.results.size()];
        if (!result) result = is_leaf(child) ? policy_.leaf(child) : look_up(child);
        if (result) top.results.push_back(*result);
        continue;
      }
      const Result result = combine(top);
      auto& slot = table_.known_slot(top.position);
      slot.result = result;
      slot.state = State::kKnown;
      if (--depth_ == 0) return result;
      path_[depth_ - 1].results.push_back(result);
    }
  }

 private:
  // The result, or empty if the position is now on top of the path.
  std::optional<Result> look_up(const Value& position) {
    if (!has_options(position)) {
      throw Error(fmt::format("an option of a position is a game, not {}", position.described()));
    }
    auto& slot = table_.slot(position);
    if (slot.state == State::kKnown) return slot.result;
    if (slot.state == State::kOpen) {
      throw Error("loopy games are not supported yet: this position comes back to itself: " +
                  context_.text(position).substr(0, 200));
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

  void open(Visit<Result>& visit) {
    context_.budget().charge();
    visit.rule = Rule::kOptions;
    visit.children.clear();
    visit.results.clear();
    if (const CompoundObject* compound = as_compound(visit.position)) {
      expand(*compound, visit);
    } else if (!(Policy::kDecomposes && split(visit))) {
      for (const Player player : kPlayers) {
        for (Value& option : position_options(context_, visit.position, player))
          visit.children.push_back(std::move(option));
        if (player == Player::kLeft) visit.left = visit.children.size();
      }
    }
    table_.look_up(visit.children, visit.known);
  }

  void expand(const CompoundObject& compound, Visit<Result>& visit) {
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
        if constexpr (!Policy::kDecomposes) visit.children = {compound.a, compound.b};
        return;
    }
  }

  // The summands that the class names; false if there is only the position itself.
  bool split(Visit<Result>& visit) {
    if (const PositionObject* native = as_native_position(visit.position)) {
      visit.rule = Rule::kSum;
      visit.children = {context_.wrap(native->value(context_))};
      return true;
    }
    if (context_.has_member(visit.position, symbols_.canonical_form)) {
      visit.rule = Rule::kSum;
      visit.children = {context_.call_member(visit.position, symbols_.canonical_form, {})};
      return true;
    }
    if (!context_.has_member(visit.position, symbols_.decomposition)) return false;
    std::vector<Value> parts = context_.elements(
        context_.call_member(visit.position, symbols_.decomposition, {}), "Decomposition");
    if (parts.size() == 1 && parts[0] == visit.position) return false;
    visit.rule = Rule::kSum;
    visit.children = std::move(parts);
    return true;
  }

  Result combine(const Visit<Result>& visit) {
    switch (visit.rule) {
      case Rule::kOptions: {
        const std::span<const Result> all(visit.results);
        return policy_.make(all.first(visit.left), all.subspan(visit.left));
      }
      case Rule::kSum: {
        Result sum = policy_.zero();
        for (const Result& part : visit.results) sum = policy_.add(sum, part);
        return sum;
      }
      case Rule::kNegative: return policy_.negate(visit.results[0]);
      case Rule::kMultiple:
        return policy_.multiple(as_compound(visit.position)->a, visit.results[0]);
      case Rule::kOrdinalSum: {
        if constexpr (Policy::kDecomposes) {
          const CompoundObject& compound = *as_compound(visit.position);
          return policy_.ordinal(compound.a, compound.b);
        } else {
          return context_.forms().ordinal_sum(visit.results[0], visit.results[1]);
        }
      }
    }
    return policy_.zero();
  }

  // Instance, board and table entry, about.
  static constexpr std::uint64_t kBytesPerPosition = 250;

  Context& context_;
  Policy policy_;
  const Symbols symbols_;
  Table& table_;
  std::deque<Visit<Result>> path_;  // the first depth_; the others keep their memory for later
  std::size_t depth_ = 0;
};

bool takes_part(const Value& v) { return is_leaf(v) || has_options(v); }

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
    if (const CompoundObject* inner = as_compound(*part))
      depth_ = std::max(depth_, inner->depth_ + 1);
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

}  // namespace

std::vector<Value> position_options(Context& context, const Value& v, Player player) {
  if (is_position(v)) {
    const Value side = Value::player(player);
    return context.elements(context.call_member(v, "Options", {&side, 1}), "Options");
  }
  if (const PositionObject* native = as_native_position(v)) return native->options(context, player);
  if (const CompoundObject* sum = as_compound(v)) return compound_options(context, *sum, player);
  std::vector<Value> options;
  if (is_form(v)) {
    for (const Form f : context.forms().options(form_of(context, v, "an option"), player))
      options.push_back(form_value(context, f));
  } else {
    for (const GameId g : context.store().options(context.game(v, "an option"), player))
      options.push_back(context.wrap(g));
  }
  return options;
}

GameId Positions::value(Context& context, const Value& v) {
  return Search<Values>(context, values_).run(v);
}

Form Positions::form(Context& context, const Value& v) {
  return Search<FormsOf>(context, forms_).run(v);
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
    if (!is_leaf(v)) return negative_compound(v);
    if (!is_form(v)) return context.wrap(context.store().negate(context.game(v, "'-'")));
    return form_value(context, context.forms().negate(form_of(context, v, "'-'")));
  };
  const Value zero = Value::integer(0);
  switch (op) {
    case Token::kPlus:
      if (a == zero) return b;
      if (b == zero) return a;
      if (is_leaf(a) && is_leaf(b)) {
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
