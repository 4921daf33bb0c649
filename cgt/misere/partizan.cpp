#include "cgt/misere/partizan.hpp"

#include <fmt/format.h>

#include "cgt/detail/misere_rule.hpp"
#include "cgt/support/hash.hpp"

namespace cgt {
namespace {

constexpr MisereFormId kNoConjugate = ~MisereFormId{0};

std::uint64_t form_key(const PerPlayer<std::vector<MisereFormId>>& options) {
  std::uint64_t h = options[Player::kLeft].size();
  for (const Player player : kPlayers) {
    for (const MisereFormId o : options[player]) h = mix(h, o + 1);
  }
  return h;
}

void tidy(std::vector<MisereFormId>& options) {
  std::ranges::sort(options);
  options.erase(std::unique(options.begin(), options.end()), options.end());
}

// One form after the other, with its own stack.
class MisereFormReader {
 public:
  MisereFormReader(MisereForms& forms, const SourceText& source)
      : forms_(forms), source_(source), text_(source.text()) {}

  MisereFormId read() {
    while (true) {
      skip();
      if (at_ == text_.size()) fail("a form is missing", "0, *, *2, -1 and {0|*} are forms");
      std::optional<MisereFormId> found;
      if (text_[at_] == '{') {
        open_.push_back({at_++, {}, Player::kLeft});
        skip();
        // No option to the left, or none at all.
        if (at_ == text_.size() || text_[at_] != '|') continue;
        found = close();
      } else {
        found = name();
      }
      while (found) {
        skip();
        if (open_.empty()) {
          if (at_ < text_.size()) fail("a form ends before this", "comparisons are: G ? H");
          return *found;
        }
        open_.back().options[open_.back().side].push_back(*found);
        found.reset();
        if (at_ < text_.size() && text_[at_] == ',') {
          ++at_;
        } else {
          found = close();
        }
      }
    }
  }

 private:
  struct Open {
    std::size_t at;
    PerPlayer<std::vector<MisereFormId>> options;
    Player side;
  };

  [[noreturn]] void fail(std::string message, std::string hint = {}) const {
    fail_at(at_, std::move(message), std::move(hint));
  }
  [[noreturn]] void fail_at(std::size_t at, std::string message, std::string hint = {}) const {
    throw InputError(source_, {{Severity::kError, std::move(message), std::move(hint), {at, 1}}});
  }
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  // At the end of the options of one side: empty if options of the other follow.
  std::optional<MisereFormId> close() {
    Open& form = open_.back();
    if (at_ < text_.size() && text_[at_] == '|' && form.side == Player::kLeft) {
      ++at_;
      form.side = Player::kRight;
      skip();
      if (at_ == text_.size() || text_[at_] != '}') return std::nullopt;
    }
    if (at_ == text_.size()) fail_at(form.at, "this brace is not closed", "{0|*} is a form");
    if (text_[at_] != '}') fail("',', '|' or '}' is missing here", "{0,*|1} is a form");
    if (form.side == Player::kLeft) fail("'|' is missing before this brace", "{0|} is 1");
    ++at_;
    const MisereFormId made = forms_.make(std::move(form.options[Player::kLeft]),
                                          std::move(form.options[Player::kRight]));
    open_.pop_back();
    return made;
  }

  MisereFormId name() {
    const std::size_t start = at_;
    const char first = text_[at_];
    if (first == '*' || first == '-') ++at_;
    std::uint32_t n = 0;
    const std::size_t digits = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      n = 10 * n + static_cast<std::uint32_t>(text_[at_++] - '0');
      if (n > MisereForms::kMaxBirthday) {
        fail_at(start, fmt::format("forms are born by day {} at most", MisereForms::kMaxBirthday));
      }
    }
    if (at_ == digits && first != '*') {
      at_ = start;
      fail(fmt::format("'{}' begins no form", text_[at_]), "0, *, *2, -1 and {0|*} are forms");
    }
    if (first == '*') return forms_.nim_heap(at_ == digits ? 1 : n);
    return forms_.integer(first == '-' ? -static_cast<std::int64_t>(n) : n);
  }

  MisereForms& forms_;
  const SourceText& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
};

}  // namespace

MisereForms::MisereForms() { make({}, {}); }

MisereFormId MisereForms::make(std::vector<MisereFormId> left, std::vector<MisereFormId> right) {
  Entry form;
  tidy(left);
  tidy(right);
  form.options[Player::kLeft] = std::move(left);
  form.options[Player::kRight] = std::move(right);
  const std::uint64_t hash = form_key(form.options);
  for (const MisereFormId id : index_[hash]) {
    const Entry& known = forms_[id];
    if (known.options[Player::kLeft] == form.options[Player::kLeft] &&
        known.options[Player::kRight] == form.options[Player::kRight]) {
      return id;
    }
  }
  for (const Player player : kPlayers) {
    const auto& own = form.options[player];
    const auto& others = form.options[opponent(player)];
    form.dead[player] = own.empty() && std::ranges::all_of(others, [&](MisereFormId o) {
                          return forms_[o].dead[player];
                        });
    form.dead_ending = form.dead_ending && (!own.empty() || form.dead[player]);
    for (const MisereFormId o : own) {
      form.birthday = std::max(form.birthday, forms_[o].birthday + 1);
      form.dicot = form.dicot && forms_[o].dicot;
      form.dead_ending = form.dead_ending && forms_[o].dead_ending;
    }
    form.wins[player] = own.empty() || std::ranges::any_of(own, [&](MisereFormId o) {
                          return !forms_[o].wins[opponent(player)];
                        });
  }
  form.dicot =
      form.dicot && form.options[Player::kLeft].empty() == form.options[Player::kRight].empty();
  if (form.birthday > kMaxBirthday) {
    throw Error(fmt::format("this form is born after day {}", kMaxBirthday));
  }
  const auto fresh = static_cast<MisereFormId>(forms_.size());
  index_[hash].push_back(fresh);
  forms_.push_back(std::move(form));
  conjugates_.push_back(kNoConjugate);
  return fresh;
}

MisereFormId MisereForms::conjugate(MisereFormId g) {
  // Options are older, so those of all forms up to g can be made in order; only g's followers are.
  std::vector<MisereFormId> stack{g};
  while (!stack.empty()) {
    const MisereFormId form = stack.back();
    if (conjugates_[form] != kNoConjugate) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    PerPlayer<std::vector<MisereFormId>> options;
    for (const Player player : kPlayers) {
      for (const MisereFormId o : forms_[form].options[player]) {
        if (conjugates_[o] == kNoConjugate) {
          stack.push_back(o);
        } else {
          options[opponent(player)].push_back(conjugates_[o]);
        }
      }
    }
    if (stack.size() > before) continue;
    const MisereFormId made =
        make(std::move(options[Player::kLeft]), std::move(options[Player::kRight]));
    conjugates_[form] = made;
    conjugates_[made] = form;
    stack.pop_back();
  }
  return conjugates_[g];
}

MisereFormId MisereForms::add(MisereFormId g, MisereFormId h, Budget& budget) {
  const auto key = [](MisereFormId a, MisereFormId b) {
    return (static_cast<std::uint64_t>(std::max(a, b)) << 32U) | std::min(a, b);
  };
  const auto known = [&](MisereFormId a, MisereFormId b) -> std::optional<MisereFormId> {
    if (a == 0 || b == 0) return std::max(a, b);
    const auto found = sums_.find(key(a, b));
    return found == sums_.end() ? std::nullopt : std::optional(found->second);
  };
  std::vector<std::pair<MisereFormId, MisereFormId>> stack{{g, h}};
  while (!stack.empty()) {
    const auto [a, b] = stack.back();
    if (known(a, b)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    PerPlayer<std::vector<MisereFormId>> options;
    const auto option = [&](Player player, MisereFormId x, MisereFormId y) {
      budget.charge();
      if (const auto sum = known(x, y)) {
        options[player].push_back(*sum);
      } else {
        stack.emplace_back(x, y);
      }
    };
    for (const Player player : kPlayers) {
      for (const MisereFormId o : forms_[a].options[player]) option(player, o, b);
      for (const MisereFormId o : forms_[b].options[player]) option(player, a, o);
    }
    if (stack.size() > before) continue;
    const MisereFormId made =
        make(std::move(options[Player::kLeft]), std::move(options[Player::kRight]));
    sums_.emplace(key(a, b), made);
    if (sums_.size() % kMemoryInterval == 0) {
      meter_.set(budget, 32 * sums_.size() + 200 * forms_.size());
    }
    stack.pop_back();
  }
  return *known(g, h);
}

MisereFormId MisereForms::integer(std::int64_t n) {
  MisereFormId g = 0;
  for (std::int64_t i = 0; i < n; ++i) g = make({g}, {});
  for (std::int64_t i = 0; i > n; --i) g = make({}, {g});
  return g;
}

MisereFormId MisereForms::nim_heap(std::uint32_t n) {
  std::vector<MisereFormId> heaps;
  for (std::uint32_t i = 0; i <= n; ++i) heaps.push_back(make(heaps, heaps));
  return heaps.back();
}

MisereFormId MisereForms::parse(const SourceText& text) {
  return MisereFormReader(*this, text).read();
}

OutcomeClass MisereForms::outcome(MisereFormId g) const {
  return detail::MisereWins{forms_[g].wins}.outcome();
}

// The names of followers first: options are older than the forms that have them.
std::string MisereForms::text(MisereFormId g, std::size_t longest) const {
  FlatMap<MisereFormId, std::string> names;
  std::vector<MisereFormId> stack{g};
  while (!stack.empty()) {
    const MisereFormId form = stack.back();
    if (names.contains(form)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Player player : kPlayers) {
      for (const MisereFormId o : forms_[form].options[player]) {
        if (!names.contains(o)) stack.push_back(o);
      }
    }
    if (stack.size() > before) continue;
    const auto& left = forms_[form].options[Player::kLeft];
    const auto& right = forms_[form].options[Player::kRight];
    std::string name;
    const auto plain_number = [&](const std::vector<MisereFormId>& options, bool negative) {
      if (options.size() != 1) return false;
      const std::string& o = names.at(options[0]);
      const bool number = o == "0" || (negative ? o[0] == '-' : o[0] >= '1' && o[0] <= '9');
      if (number) name = std::to_string(std::stol(o) + (negative ? -1 : 1));
      return number;
    };
    if (left.empty() && right.empty()) {
      name = "0";
    } else if ((right.empty() && plain_number(left, false)) ||
               (left.empty() && plain_number(right, true))) {
      // A number, written already.
    } else if (left == right &&
               std::ranges::all_of(
                   left, [&](MisereFormId o) { return o == 0 || names.at(o)[0] == '*'; }) &&
               forms_[form].birthday == left.size()) {
      // All smaller heaps: as many options as days, and none but heaps.
      name = left.size() == 1 ? "*" : fmt::format("*{}", left.size());
    } else {
      name = "{";
      for (const Player player : kPlayers) {
        // Those of fewer days and shorter names first, whatever was made first.
        std::vector<std::tuple<std::uint32_t, std::size_t, std::string>> shown;
        for (const MisereFormId o : forms_[form].options[player]) {
          shown.emplace_back(forms_[o].birthday, names.at(o).size(), names.at(o));
        }
        std::ranges::sort(shown);
        const char* separator = "";
        for (const auto& [day, length, option] : shown) {
          name += separator + option;
          separator = ",";
        }
        name += player == Player::kLeft ? '|' : '}';
        if (name.size() > longest) throw Error("the text of this form is too long");
      }
    }
    names.emplace(form, std::move(name));
    stack.pop_back();
  }
  return names.at(g);
}

}  // namespace cgt
