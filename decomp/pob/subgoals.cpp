#include "decomp/pob/subgoals.hpp"

#include <bit>
#include <cctype>

#include "cgt/support/diagnostic.hpp"

namespace cgt::pob {

namespace {

using Words = std::vector<std::uint64_t>;

bool test(const Words& words, std::size_t i) { return (words[i / 64] >> (i % 64) & 1U) != 0; }
void set(Words& words, std::size_t i) { words[i / 64] |= std::uint64_t{1} << (i % 64); }

bool part_of(const Words& a, const Words& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & ~b[i]) != 0) return false;
  }
  return true;
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

// Operator precedence with explicit stacks (Dijkstra 1961).
class FormulaParser {
 public:
  FormulaParser(const Subgoals& goals, std::string_view text)
      : goals_(goals), source_("formula", std::string(text)), text_(source_.text()) {}

  Subgoals::Element parse() {
    bool operand = true;  // a goal or a parenthesis is next
    while (true) {
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      if (at_ == text_.size()) break;
      const char c = text_[at_];
      if (operand && c == '(') {
        operators_.push_back({'(', at_++});
      } else if (operand && is_name(c)) {
        values_.push_back(name());
        operand = false;
      } else if (!operand && c == ')') {
        reduce(0);
        if (operators_.empty()) fail("nothing to close", at_, 1);
        operators_.pop_back();
        ++at_;
      } else if (!operand && (c == '&' || c == '|')) {
        reduce(precedence(c));
        operators_.push_back({c, at_++});
        operand = true;
      } else {
        fail(operand ? "a goal or '(' is missing here" : "'&', '|' or ')' is missing here", at_, 1);
      }
    }
    if (operand) fail("a goal is missing at the end", text_.size(), 0);
    reduce(0);
    if (!operators_.empty()) fail("this parenthesis is not closed", operators_.back().at, 1);
    return std::move(values_.back());
  }

 private:
  struct Operator {
    char kind;
    std::size_t at;
  };

  static int precedence(char c) { return c == '&' ? 2 : c == '|' ? 1 : 0; }

  [[noreturn]] void fail(std::string message, std::size_t at, std::size_t length,
                         std::string hint = {}) const {
    throw InputError(source_,
                     {{Severity::kError, std::move(message), std::move(hint), {at, length}}});
  }

  Subgoals::Element name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "true") return goals_.bottom();
    const auto found = std::find(goals_.goals_.begin(), goals_.goals_.end(), word);
    if (found == goals_.goals_.end()) {
      const std::string near = closest(word, goals_.goals_);
      fail("no goal \"" + std::string(word) + "\"", begin, word.size(),
           near.empty() ? "" : "did you mean " + near + "?");
    }
    return goals_.goal(static_cast<std::size_t>(found - goals_.goals_.begin()));
  }

  // Applies the operators on top that bind at least as tightly.
  void reduce(int least) {
    while (!operators_.empty() && operators_.back().kind != '(' &&
           precedence(operators_.back().kind) >= least) {
      const Subgoals::Element right = std::move(values_.back());
      values_.pop_back();
      Subgoals::Element& left = values_.back();
      left = operators_.back().kind == '&' ? goals_.join(left, right) : goals_.meet(left, right);
      operators_.pop_back();
    }
  }

  const Subgoals& goals_;
  SourceText source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Operator> operators_;
  std::vector<Subgoals::Element> values_;
};

Subgoals::Subgoals(std::vector<std::string> goals) : goals_(std::move(goals)) {
  if (goals_.size() > kMaxGoals) {
    throw Error("at most " + std::to_string(kMaxGoals) + " goals, not " +
                std::to_string(goals_.size()));
  }
  for (const std::string& goal : goals_) {
    if (goal.empty() || !std::all_of(goal.begin(), goal.end(), is_name) || goal == "true") {
      throw Error("\"" + goal + "\" is not a name of a goal", "letters, digits and underscores");
    }
    if (std::count(goals_.begin(), goals_.end(), goal) > 1) throw Error("two goals " + goal);
  }
  possible_.worlds_.assign((worlds() + 63) / 64, 0);
  for (std::size_t w = 0; w < worlds(); ++w) set(possible_.worlds_, w);
}

Subgoals::Element Subgoals::goal(std::size_t i) const {
  Element out;
  out.worlds_.assign(possible_.worlds_.size(), 0);
  for (std::size_t w = 0; w < worlds(); ++w) {
    if ((w >> i & 1U) != 0 && test(possible_.worlds_, w)) set(out.worlds_, w);
  }
  return out;
}

void Subgoals::imply(std::string_view premise, std::string_view conclusion) {
  const Element p = parse(premise);
  const Element c = parse(conclusion);
  for (std::size_t i = 0; i < possible_.worlds_.size(); ++i) {
    possible_.worlds_[i] &= ~p.worlds_[i] | c.worlds_[i];
  }
}

Subgoals::Element Subgoals::parse(std::string_view formula) const {
  return FormulaParser(*this, formula).parse();
}

bool Subgoals::less_equal(const Element& a, const Element& b) const {
  return part_of(b.worlds_, a.worlds_);
}

Subgoals::Element Subgoals::join(const Element& a, const Element& b) const {
  Element out = a;
  for (std::size_t i = 0; i < out.worlds_.size(); ++i) out.worlds_[i] &= b.worlds_[i];
  return out;
}

Subgoals::Element Subgoals::meet(const Element& a, const Element& b) const {
  Element out = a;
  for (std::size_t i = 0; i < out.worlds_.size(); ++i) out.worlds_[i] |= b.worlds_[i];
  return out;
}

Subgoals::Element Subgoals::bottom() const { return possible_; }

Subgoals::Element Subgoals::top() const {
  Element out = bottom();
  for (std::size_t i = 0; i < goals_.size(); ++i) out = join(out, goal(i));
  return out;
}

std::string Subgoals::text(const Element& x) const {
  const auto inside = [&](std::size_t w) { return test(x.worlds_, w); };
  std::vector<std::size_t> terms;
  for (std::size_t w = 0; w < worlds(); ++w) {
    if (!inside(w)) continue;
    if (std::any_of(terms.begin(), terms.end(), [&](std::size_t t) { return (t & ~w) == 0; })) {
      continue;
    }
    // Goals that follow from the others, or are not needed, go.
    std::size_t term = w;
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      const std::size_t less = term & ~(std::size_t{1} << i);
      bool enough = less != term;
      for (std::size_t v = 0; v < worlds() && enough; ++v) {
        enough = (less & ~v) != 0 || !test(possible_.worlds_, v) || inside(v);
      }
      if (enough) term = less;
    }
    std::erase_if(terms, [&](std::size_t t) { return (term & ~t) == 0; });
    terms.push_back(term);
  }
  std::string out;
  for (const std::size_t term : terms) {
    if (!out.empty()) out += " | ";
    if (term == 0) return "true";
    std::string conjunction;
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      if ((term >> i & 1U) == 0) continue;
      if (!conjunction.empty()) conjunction += " & ";
      conjunction += goals_[i];
    }
    out += conjunction;
  }
  return out;
}

std::vector<Subgoals::Element> Subgoals::all() const {
  if (goals_.size() > 5) throw Error("too many formulas to list for more than 5 goals");
  std::vector<Element> conjunctions;
  for (std::size_t set = 1; set < worlds(); ++set) {
    Element term = bottom();
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      if ((set >> i & 1U) != 0) term = join(term, goal(i));
    }
    conjunctions.push_back(std::move(term));
  }
  const auto before = [](const Element& a, const Element& b) {
    int more = 0;
    for (std::size_t i = 0; i < a.worlds_.size(); ++i) {
      more += std::popcount(a.worlds_[i]) - std::popcount(b.worlds_[i]);
    }
    return more != 0 ? more > 0 : a.worlds_ < b.worlds_;
  };
  const auto tidy = [&](std::vector<Element>& elements) {
    std::sort(elements.begin(), elements.end(), before);
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  };
  // Every formula is a disjunction of conjunctions: add one conjunction at a time.
  std::vector<Element> disjunctions;
  for (const Element& term : conjunctions) {
    const std::size_t count = disjunctions.size();
    for (std::size_t i = 0; i < count; ++i) disjunctions.push_back(meet(disjunctions[i], term));
    disjunctions.push_back(term);
    tidy(disjunctions);
  }
  std::erase(disjunctions, bottom());
  return disjunctions;
}

}  // namespace cgt::pob
