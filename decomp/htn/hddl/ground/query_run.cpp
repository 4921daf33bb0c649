// How queries are run.
#include <cmath>

#include "decomp/htn/hddl/ground/query.hpp"

namespace cgt::htn::hddl {
namespace {

// A scan stands at a place of a bucket.
Word cursor_of(Index bucket, Index place) { return (Word{bucket} << 32U) | place; }
Index bucket_of(Word cursor) { return static_cast<Index>(cursor >> 32U); }
Index place_of(Word cursor) { return static_cast<Index>(cursor); }

bool is_generator(const Step& step) {
  return step.kind == Step::Kind::kScan || step.kind == Step::Kind::kEnumerate;
}

}  // namespace

double QueryRunner::evaluate(const Expression& expression, const Index* values) const {
  const auto part = [&](std::size_t i) { return evaluate(expression.parts[i], values); };
  switch (expression.kind) {
    case Expression::Kind::kNumber: return expression.number;
    case Expression::Kind::kAdd: return part(0) + part(1);
    case Expression::Kind::kSubtract: return part(0) - part(1);
    case Expression::Kind::kMultiply: return part(0) * part(1);
    case Expression::Kind::kDivide: return part(0) / part(1);
    case Expression::Kind::kFunction: break;
  }
  SmallVector<Index, 8> objects;
  for (const Term& term : expression.terms) {
    objects.push_back(term.is_variable ? values[term.index] : objects_.number(term.index));
  }
  return relations_.value(expression.function, {objects.data(), objects.size()});
}

bool QueryRunner::holds(const Test& test, Index* values) const {
  if (test.comparison != nullptr) {
    const double left = evaluate(test.comparison->sides[0], values);
    const double right = evaluate(test.comparison->sides[1], values);
    // What has no value compares with nothing.
    if (std::isnan(left) || std::isnan(right)) return test.negated;
    bool holds = false;
    switch (test.comparison->comparison) {
      case Formula::Comparison::kLess: holds = left < right; break;
      case Formula::Comparison::kLessEqual: holds = left <= right; break;
      case Formula::Comparison::kEqual: holds = left == right; break;
      case Formula::Comparison::kGreaterEqual: holds = left >= right; break;
      case Formula::Comparison::kGreater: holds = left > right; break;
    }
    return holds != test.negated;
  }
  for (const Query& query : test.alternatives) {
    if (exists(query, values)) return !test.negated;
  }
  return test.negated;
}

bool QueryRunner::holds(const Step& step, Index* values) const {
  switch (step.kind) {
    case Step::Kind::kAtom: {
      SmallVector<Index, 8> objects;
      for (const Term& term : step.terms) objects.push_back(value(term, values));
      return relations_.holds(step.predicate, std::span<const Index>(
                                                  objects.data(), objects.size())) != step.negated;
    }
    case Step::Kind::kEqual:
      return (value(step.terms[0], values) == value(step.terms[1], values)) != step.negated;
    case Step::Kind::kRange:
      return step.range.contains(value(step.terms[0], values)) != step.negated;
    case Step::Kind::kBind:
      values[step.variable] = value(step.terms[0], values);
      return step.range.contains(values[step.variable]);
    default: return holds(step.test, values);
  }
}

Word QueryRunner::open(const Step& step, const Index* values) const {
  if (step.kind == Step::Kind::kEnumerate) return step.range.first;
  SmallVector<Index, 8> key;
  for (const Term& term : step.terms) key.push_back(value(term, values));
  return cursor_of(relations_.bucket(step.predicate, step.index, {key.data(), key.size()}), 0);
}

// Moves on to the first place from `cursor` on that fits, and binds.
bool QueryRunner::settle(const Step& step, Index* values, Word& cursor) const {
  if (step.kind == Step::Kind::kEnumerate) {
    cursor = step.range.from(static_cast<Index>(cursor));
    if (cursor >= step.range.last) return false;
    values[step.variable] = static_cast<Index>(cursor);
    return true;
  }
  const Index bucket = bucket_of(cursor);
  if (bucket == Relations::kNone) return false;
  const std::span<const Index> facts = relations_.facts(step.predicate, step.index, bucket);
  for (Index place = place_of(cursor); place < facts.size(); ++place) {
    const std::span<const Index> objects = relations_.tuple(step.predicate, facts[place]);
    bool fits = true;
    for (const Step::Column& column : step.columns) {
      const Index object = objects[column.column];
      if (column.same ? values[column.variable] != object : !column.range.contains(object)) {
        fits = false;
        break;
      }
      values[column.variable] = object;
    }
    if (fits) {
      cursor = cursor_of(bucket, place);
      return true;
    }
  }
  return false;
}

// Binds again what was bound when the cursor was left here.
void QueryRunner::restore(const Step& step, Index* values, Word cursor) const {
  static_cast<void>(settle(step, values, cursor));
}

bool QueryRunner::next(const Query& query, Index* values, Word* cursors, bool resume) const {
  std::size_t at = 0;
  Index generator = 0;
  bool forward = true;
  if (resume) {
    for (const Step& step : query.steps) {
      if (is_generator(step)) {
        restore(step, values, cursors[generator++]);
      } else if (step.kind == Step::Kind::kBind) {
        values[step.variable] = value(step.terms[0], values);
      }
    }
    at = query.steps.size();
    forward = false;
  }
  while (true) {
    if (forward) {
      if (at == query.steps.size()) return true;
      const Step& step = query.steps[at];
      if (is_generator(step)) {
        cursors[generator] = open(step, values);
        forward = settle(step, values, cursors[generator]);
        if (forward) ++generator;
      } else {
        forward = holds(step, values);
      }
      if (forward) ++at;
    } else {
      if (at == 0) return false;
      const Step& step = query.steps[--at];
      if (!is_generator(step)) continue;
      ++cursors[--generator];
      forward = settle(step, values, cursors[generator]);
      if (forward) {
        ++generator;
        ++at;
      }
    }
  }
}

bool QueryRunner::exists(const Query& query, Index* values) const {
  SmallVector<Word, 8> cursors(query.generators);
  return next(query, values, cursors.data(), false);
}

bool QueryRunner::is_last(const Query& query, const Word* cursors) const {
  Index generator = 0;
  for (const Step& step : query.steps) {
    if (!is_generator(step)) continue;
    const Word cursor = cursors[generator++];
    if (step.kind == Step::Kind::kEnumerate) {
      if (step.range.from(static_cast<Index>(cursor) + 1) < step.range.last) return false;
    } else if (place_of(cursor) + 1 <
               relations_.facts(step.predicate, step.index, bucket_of(cursor)).size()) {
      return false;
    }
  }
  return true;
}

}  // namespace cgt::htn::hddl
