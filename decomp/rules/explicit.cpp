// Explicit: a game given by all its positions and their moves.
//
//   Explicit("a: b c | d; b: d | a; c: 2 | -1; d: |")
//
// A statement is the name of a position, a colon, Left's moves, a bar and Right's moves; without bars anywhere both
// players have the same moves. Statements are separated by ';' or line breaks, moves by blanks or commas; '#' starts
// a comment. A move leads to a position, or to an integer. Play may come back to a position: it has a loopy value.
#include "decomp/rules/explicit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/text_input.hpp"

namespace cgt::explicit_game {

constexpr const char* kName = "Explicit";

struct Move {
  std::uint32_t to = 0;  // the number of the position
  std::int64_t gained = 0;
  friend bool operator==(const Move&, const Move&) = default;
};

struct Table {
  std::vector<std::string> names;  // the last one is the end, without a name
  std::vector<PerPlayer<std::vector<Move>>> moves;
  bool impartial = true;
  bool ends = true;                                             // play never comes back
  std::map<std::string, std::uint32_t, std::less<>> numbers{};  // of the names

  friend bool operator==(const Table& a, const Table& b) {
    return a.names == b.names && a.impartial == b.impartial &&
           std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(),
                      [](const auto& x, const auto& y) { return x.values == y.values; });
  }
};

template <bool kBoth>
class Position {
 public:
  static constexpr bool kImpartial = kBoth;

  Position() = default;
  Position(const Table* table, std::uint32_t at) : table_(table), at_(at) {}

  // `move` is the number of the move in the list.
  std::vector<Option<Position>> options(Player player) const {
    std::vector<Option<Position>> out;
    for (const Move& move : table_->moves[at_][player]) {
      const auto number = static_cast<std::uint32_t>(out.size());
      out.push_back({number, Position(table_, move.to), move.gained});
    }
    return out;
  }
  std::int64_t split(std::vector<Summand<Position>>& sum) const {
    const auto& moves = table_->moves[at_];
    if (!moves[Player::kLeft].empty() || !moves[Player::kRight].empty())
      sum.push_back({*this, false});
    return 0;
  }
  bool splits_moves() const { return true; }
  bool all_small() const { return kImpartial && table_->ends; }
  std::uint64_t hash() const { return mix(at_, reinterpret_cast<std::uintptr_t>(table_)); }
  std::string text() const { return table_->names[at_]; }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  const Table* table_ = nullptr;
  std::uint32_t at_ = 0;
};

namespace {

constexpr const char* kHint =
    "write \"a: b c | d\", Left's moves before the bar; \"a: |\" has none";

bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '\''; }

class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : source_(name, text) {}

  const Table* read() {
    // Names first, for moves may lead to what is written later.
    const std::vector<SourceSpan> statements = split();
    for (const SourceSpan& s : statements) add_name(s);
    if (statements.empty()) refuse({}, "expected at least one position with its moves");
    for (const SourceSpan& s : statements) {
      if (text(s).find('|') != std::string_view::npos) table_.impartial = false;
    }
    table_.moves.resize(table_.names.size() + 1);
    for (const SourceSpan& s : statements) add_moves(s);
    table_.names.emplace_back("0");
    table_.ends = ends();
    return interned(std::move(table_));
  }

 private:
  // Takes positions away from which play has nowhere to go but to such: all, if none leads back to itself.
  bool ends() const {
    std::vector<std::vector<std::uint32_t>> before(table_.moves.size());
    std::vector<std::size_t> left(table_.moves.size());
    for (std::uint32_t from = 0; from < table_.moves.size(); ++from) {
      for (const std::vector<Move>& moves : table_.moves[from].values) {
        for (const Move& move : moves) before[move.to].push_back(from);
        left[from] += moves.size();
      }
    }
    std::vector<std::uint32_t> over;
    for (std::uint32_t at = 0; at < left.size(); ++at) {
      if (left[at] == 0) over.push_back(at);
    }
    for (std::size_t i = 0; i < over.size(); ++i) {
      for (const std::uint32_t from : before[over[i]]) {
        if (--left[from] == 0) over.push_back(from);
      }
    }
    return over.size() == left.size();
  }
  std::string_view text(SourceSpan s) const { return source_.text().substr(s.offset, s.length); }
  [[noreturn]] void refuse(SourceSpan span, std::string message, std::string hint = kHint) const {
    throw InputError(source_, {{Severity::kError, std::move(message), std::move(hint), span}});
  }

  std::vector<SourceSpan> split() const {
    std::vector<SourceSpan> found;
    const std::string_view all = source_.text();
    for (std::size_t from = 0; from < all.size();) {
      std::size_t end = std::min(all.find_first_of(";\n#", from), all.size());
      const std::string_view part = trimmed(all.substr(from, end - from));
      if (!part.empty())
        found.push_back({static_cast<std::size_t>(part.data() - all.data()), part.size()});
      if (end < all.size() && all[end] == '#') end = std::min(all.find('\n', end), all.size());
      from = end + 1;
    }
    return found;
  }

  // The word at the front of the text, and where it stands.
  SourceSpan word(std::string_view& rest) const {
    std::size_t length = 0;
    while (length < rest.size() && is_name_part(rest[length])) ++length;
    const SourceSpan span{static_cast<std::size_t>(rest.data() - source_.text().data()), length};
    rest.remove_prefix(length);
    return span;
  }

  void add_name(SourceSpan statement) {
    std::string_view rest = text(statement);
    const SourceSpan name = word(rest);
    if (name.length == 0) refuse({name.offset, 1}, "expected the name of a position");
    if (parse_number<std::int64_t>(text(name)))
      refuse(name, fmt::format("the name {} is an integer", text(name)));
    rest = trimmed(rest);
    if (rest.empty() || rest.front() != ':')
      refuse(statement, fmt::format("expected a colon behind \"{}\"", text(name)));
    const auto number = static_cast<std::uint32_t>(table_.names.size());
    if (!table_.numbers.emplace(text(name), number).second)
      refuse(name, fmt::format("\"{}\" has two lines", text(name)));
    table_.names.emplace_back(text(name));
  }

  void add_moves(SourceSpan statement) {
    std::string_view rest = text(statement);
    const SourceSpan name = word(rest);
    auto& moves = table_.moves[table_.numbers.at(std::string(text(name)))];
    rest.remove_prefix(rest.find(':') + 1);
    Player player = Player::kLeft;
    while (!(rest = trimmed(rest)).empty()) {
      if (rest.front() == ',') {
        rest.remove_prefix(1);
        continue;
      }
      if (rest.front() == '|') {
        const SourceSpan bar{static_cast<std::size_t>(rest.data() - source_.text().data()), 1};
        if (player == Player::kRight)
          refuse(bar, "expected one bar between Left's and Right's moves");
        player = Player::kRight;
        rest.remove_prefix(1);
        continue;
      }
      const SourceSpan target = word(rest);
      if (target.length == 0)
        refuse({target.offset, 1},
               fmt::format("expected a position, or an integer; found '{}'", rest.front()));
      moves[player].push_back(move_to(target));
    }
    if (table_.impartial) {
      moves[Player::kRight] = moves[Player::kLeft];
    } else if (player == Player::kLeft) {
      refuse(statement, "expected a bar between Left's and Right's moves");
    }
  }

  Move move_to(SourceSpan target) const {
    if (const auto known = table_.numbers.find(std::string(text(target)));
        known != table_.numbers.end())
      return {known->second, 0};
    if (const auto number = parse_number<std::int64_t>(text(target))) {
      if (table_.impartial && *number != 0)
        refuse(target, "an integer is not impartial",
               "write Left's and Right's moves with a bar between");
      return {static_cast<std::uint32_t>(table_.names.size()), *number};
    }
    if (text(target).find_first_not_of("-0123456789") == std::string_view::npos)
      refuse(target, "this integer is too large", "");
    const std::string near = closest(std::string(text(target)), table_.names);
    refuse(target, fmt::format("\"{}\" has no line of its own", text(target)),
           near.empty() ? fmt::format("write \"{}: |\" for a position without moves", text(target))
                        : fmt::format("did you mean \"{}\"?", near));
  }

  SourceText source_;
  Table table_;
};

template <bool kBoth>
PositionReader reader(const Table* table) {
  return [table](RulesetArguments& arguments) {
    const std::string name = arguments.string("position", 0, table->names.front());
    if (const auto found = table->numbers.find(name); found != table->numbers.end())
      return Position<kBoth>(table, found->second);
    if (name == table->names.back())
      return Position<kBoth>(table, static_cast<std::uint32_t>(table->names.size() - 1));
    const std::string near = closest(name, table->names);
    throw Error(fmt::format("there is no position \"{}\"", name),
                near.empty() ? "" : fmt::format("did you mean \"{}\"?", near));
  };
}

class ExplicitRuleset final : public PlainRuleset {
 public:
  explicit ExplicitRuleset(const Table* table)
      : PlainRuleset(kName, "", table->impartial ? reader<true>(table) : reader<false>(table)),
        table_(table) {}
  const Table& table() const { return *table_; }

 private:
  const Table* table_;
};

}  // namespace

std::shared_ptr<const Ruleset> ruleset(const std::string& text, const std::string& name) {
  return std::make_shared<ExplicitRuleset>(Reader(text, name).read());
}

bool is_name(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_name_part) &&
         !parse_number<std::int64_t>(word);
}

std::vector<std::string> positions(const Ruleset& ruleset) {
  const auto* written = dynamic_cast<const ExplicitRuleset*>(&ruleset);
  if (written == nullptr) return {};
  const std::vector<std::string>& names = written->table().names;
  return {names.begin(), names.end() - 1};
}

RulesetEntry explicit_entry() {
  return {"explicit",
          "game.graph.Explicit",
          "a game given by its positions: \"a: b c | d; b: ...\", Left's moves | Right's moves",
          "the name of a position",
          "a",
          "graph?",
          [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
            const std::string text = arguments.string("graph", 0, "a: b | c; b: 1 | ; c: | -1 b");
            arguments.finish();
            return ruleset(text, "<graph>");
          }};
}

}  // namespace cgt::explicit_game
