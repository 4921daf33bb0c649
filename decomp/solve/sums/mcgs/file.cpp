#include "decomp/solve/sums/mcgs/file.hpp"

#include <fmt/format.h>

#include <map>

#include "cgt/support/text_input.hpp"
#include "cgt/text/text.hpp"

namespace cgt::solve {
namespace {

constexpr std::array<std::string_view, 7> kVersions{"1.1", "1.2", "1.3", "1.4",
                                                    "1.5", "1.6", "1.7"};
constexpr std::string_view kVersionWord = "version";
constexpr std::size_t kMostSolves = 3;
constexpr std::string_view kBrackets = "()[]{}";
constexpr std::string_view kValueStart = "cgt:";
constexpr std::string_view kValueEnd = ":cgt";

// What fails, for all readers of one file; and places, asked for in ascending order.
class Input {
 public:
  explicit Input(const SourceText& source) : source_(source) {}

  const SourceText& source() const { return source_; }
  std::string_view text() const { return source_.text(); }
  [[noreturn]] void fail(std::size_t offset, std::size_t length, std::string message,
                         std::string hint) const {
    throw InputError(source_,
                     {{Severity::kError, std::move(message), std::move(hint), {offset, length}}});
  }
  SourceText::Place place(std::size_t offset) {
    for (; seen_ < offset; ++seen_) {
      if (text()[seen_] == '\n') {
        ++place_.line;
        place_.column = 1;
      } else {
        ++place_.column;
      }
    }
    return place_;
  }

 private:
  const SourceText& source_;
  std::size_t seen_ = 0;
  SourceText::Place place_;
};

struct Token {
  enum class Kind { kWord, kSection, kGame, kCommands, kValue, kEnd };
  Kind kind = Kind::kEnd;
  std::size_t at = 0;      // of the bracket or word
  std::size_t length = 0;  // with the brackets
  std::size_t inside = 0;  // where the text starts
  std::string_view text;   // without brackets
};

class Tokens {
 public:
  explicit Tokens(const Input& input) : input_(input), text_(input.text()) {}

  Token next() {
    while (true) {
      while (at_ < text_.size() && is_space(text_[at_])) ++at_;
      if (at_ == text_.size()) return {Token::Kind::kEnd, at_, 0, at_, {}};
      if (!text_.substr(at_).starts_with("/*")) break;
      comment();
    }
    switch (text_[at_]) {
      case '[': return bracketed(Token::Kind::kSection, ']', "[](){}");
      case '(': return bracketed(Token::Kind::kGame, ')', "[](){}");
      case '{': return bracketed(Token::Kind::kCommands, '}', "[]{}");
      default: return word();
    }
  }

 private:
  bool ends(std::size_t at) const { return at >= text_.size() || is_space(text_[at]); }

  // A comment ends where its sign is followed by white space, so that it may speak of comments.
  void comment() {
    std::size_t end = at_;
    do {
      end = text_.find("*/", end == at_ ? at_ + 2 : end + 1);
      if (end == std::string_view::npos) {
        input_.fail(at_, 2, "this comment is never closed", "*/ and white space close it");
      }
    } while (!ends(end + 2));
    at_ = end + 2;
  }

  Token bracketed(Token::Kind kind, char close, std::string_view reserved) {
    const std::size_t from = at_;
    const std::size_t end = text_.find_first_of(reserved, from + 1);
    if (end == std::string_view::npos) {
      input_.fail(from, 1, "this bracket is never closed", fmt::format("'{}' closes it", close));
    }
    if (text_[end] != close) {
      input_.fail(
          end, 1, fmt::format("'{}' stands inside of brackets", text_[end]),
          fmt::format("'{}' closes what was opened at {}:{}", close,
                      input_.source().place(from).line, input_.source().place(from).column));
    }
    if (!ends(end + 1)) {
      input_.fail(end + 1, 1, "white space is missing before this",
                  "brackets have white space around them");
    }
    at_ = end + 1;
    return {kind, from, at_ - from, from + 1, text_.substr(from + 1, end - from - 1)};
  }

  Token word() {
    const std::size_t from = at_;
    while (!ends(at_)) ++at_;
    const std::string_view word = text_.substr(from, at_ - from);
    if (word == kValueStart) {
      std::size_t end = at_;
      do {
        end = text_.find(kValueEnd, end + 1);
        if (end == std::string_view::npos) {
          input_.fail(from, word.size(), "this value is never closed", ":cgt closes it");
        }
      } while (!ends(end + kValueEnd.size()) || !is_space(text_[end - 1]));
      const std::string_view value = text_.substr(at_, end - at_);
      const std::size_t inside = at_;
      at_ = end + kValueEnd.size();
      return {Token::Kind::kValue, from, at_ - from, inside, value};
    }
    const std::size_t bracket = std::min(word.find_first_of(kBrackets), word.find("/*"));
    if (bracket != std::string_view::npos) {
      input_.fail(from + bracket, 1, "white space is missing before this",
                  "brackets and comments have white space around them");
    }
    return {Token::Kind::kWord, from, word.size(), from, word};
  }

  const Input& input_;
  std::string_view text_;
  std::size_t at_ = 0;
};

// The commands of one block.
class Commands {
 public:
  Commands(Input& input, const Token& block, const McgsSum& sum)
      : input_(input), sum_(sum), at_(block.inside), end_(block.inside + block.text.size()) {}

  std::vector<McgsCommand> read() {
    std::vector<McgsCommand> commands;
    while (true) {
      commands.push_back(command());
      solves_ += commands.back().kind == McgsCommand::Kind::kSolve ? 1 : 0;
      if (solves_ > kMostSolves) {
        input_.fail(command_at_, 1, "this is a fourth question about one sum",
                    "B, W and N stand at most three times in a block");
      }
      skip_space();
      if (at_ == end_) return commands;
      if (input_.text()[at_] != ',') unexpected("',' separates commands");
      ++at_;
    }
  }

 private:
  void skip_space() {
    while (at_ < end_ && is_space(input_.text()[at_])) ++at_;
  }
  // The next word, "" at a comma, a bracket or the end.
  std::string_view peek() {
    skip_space();
    std::size_t to = at_;
    while (to < end_ && !is_space(input_.text()[to]) &&
           std::string_view(",()").find(input_.text()[to]) == std::string_view::npos)
      ++to;
    return input_.text().substr(at_, to - at_);
  }
  bool take(std::string_view word) {
    if (peek() != word) return false;
    at_ += word.size();
    return true;
  }
  void expect(char c) {
    skip_space();
    if (at_ == end_ || input_.text()[at_] != c) unexpected(kPoints);
    ++at_;
  }
  [[noreturn]] void unexpected(std::string hint) {
    const std::string_view word = peek();
    if (at_ == end_) input_.fail(at_, 1, "something is missing here", std::move(hint));
    if (word.empty()) {
      input_.fail(at_, 1, fmt::format("'{}' is not expected here", input_.text()[at_]),
                  std::move(hint));
    }
    input_.fail(at_, word.size(), fmt::format("\"{}\" is not expected here", word),
                std::move(hint));
  }

  void first_player(McgsCommand& command) {
    const std::size_t from = at_;
    if (take("B")) {
      command.first = Player::kLeft;
    } else if (take("W")) {
      command.first = Player::kRight;
    } else if (take("N")) {
      if (sum_.impartial) return;
      const auto partizan = std::ranges::find_if(sum_.games, [](const McgsGame& game) {
        return game.section.empty() || game.section == kValueStart ||
               !mcgs_section(game.section)->impartial();
      });
      input_.fail(at_ - 1, 1, "N asks about a sum that is not impartial",
                  fmt::format("the game at {}:{} is not; [impartial ...] makes it so",
                              partizan->place.line, partizan->place.column));
    } else {
      at_ = from;
      unexpected("B, W or N");
    }
  }

  McgsCommand command() {
    static constexpr const char* kHint =
        "commands are B, W (win, loss), N (a nim value), winning moves, thermograph";
    McgsCommand command;
    const std::string_view word = peek();
    command_at_ = at_;
    command.place = input_.place(at_);
    if (take("winning")) {
      command.kind = McgsCommand::Kind::kWinningMoves;
      if (!take("moves")) unexpected("winning moves B, W or N");
      peek();
      first_player(command);
      winning_moves(command);
    } else if (take("thermograph")) {
      command.kind = McgsCommand::Kind::kThermograph;
      if (!peek().empty()) {
        PerPlayer<McgsWall> walls;
        if (!take("L:")) unexpected(kPoints);
        walls[Player::kLeft] = wall();
        if (!take("R:")) unexpected(kPoints);
        walls[Player::kRight] = wall();
        command.walls = std::move(walls);
      }
    } else if (word == kVersionWord) {
      input_.fail(at_, word.size(), "the version is not expected here",
                  "{version 1.7} stands once, at the start");
    } else if (word == "B" || word == "W" || word == "N") {
      first_player(command);
      if (command.first) {
        if (take("win")) command.win = true;
        if (!command.win && take("loss")) command.win = false;
      } else if (!peek().empty()) {
        nim_value(command);
      }
    } else {
      unexpected(kHint);
    }
    return command;
  }

  void nim_value(McgsCommand& command) {
    const std::string_view word = peek();
    command.nim_value = parse_number<std::uint32_t>(word);
    if (!command.nim_value) unexpected("a nim value is 0, 1, 2, ...");
    at_ += word.size();
  }

  void winning_moves(McgsCommand& command) {
    for (std::string_view move = peek(); !move.empty(); move = peek()) {
      if (!command.winning_moves) command.winning_moves.emplace();
      const bool none = move == "None";
      if ((none || none_) && !command.winning_moves->empty()) unexpected("moves, or None alone");
      if (none_) unexpected("moves, or None alone");
      none_ = none;
      if (!none) command.winning_moves->emplace_back(move);
      at_ += move.size();
    }
    none_ = false;
  }

  McgsWall wall() {
    McgsWall wall;
    skip_space();
    while (at_ < end_ && input_.text()[at_] == '(') {
      ++at_;
      McgsPoint& point = wall.emplace_back();
      point.value = fraction();
      expect(',');
      const std::size_t from = at_;
      point.temperature = fraction();
      const bool first = wall.size() == 1;
      if (first ? point.temperature != Dyadic(-1)
                : point.temperature <= wall[wall.size() - 2].temperature) {
        input_.fail(from + 1, 1, "this temperature is out of order",
                    "walls start at temperature -1 and go up");
      }
      expect(')');
      skip_space();
    }
    if (wall.empty()) unexpected(kPoints);
    return wall;
  }

  Dyadic fraction() {
    std::string text(peek());
    const std::size_t slash = text.find('/');
    const auto number = [&](const std::string& digits) {
      mpz_class n;
      const bool read = !digits.empty() && digits[0] != '+' && n.set_str(digits, 10) == 0;
      if (!read) unexpected(kPoints);
      return n;
    };
    mpz_class numerator = number(text.substr(0, slash));
    const mpz_class denominator = slash == std::string::npos ? 1 : number(text.substr(slash + 1));
    const auto power = denominator > 0 ? mpz_scan1(denominator.get_mpz_t(), 0) : 0;
    if (denominator <= 0 || mpz_sizeinbase(denominator.get_mpz_t(), 2) != power + 1) {
      unexpected("denominators are powers of two");
    }
    at_ += text.size();
    return {std::move(numerator), static_cast<std::uint32_t>(power)};
  }

  static constexpr const char* kPoints =
      "thermograph L: (value, temperature) ... R: (value, temperature) ...";
  Input& input_;
  const McgsSum& sum_;
  std::size_t at_;
  std::size_t end_;
  std::size_t command_at_ = 0;
  std::size_t solves_ = 0;
  bool none_ = false;
};

class FileReader {
 public:
  FileReader(Store& store, const SourceText& source) : store_(store), input_(source) {}

  McgsFile read(bool version_required) {
    Tokens tokens(input_);
    Token token = tokens.next();
    if (token.kind == Token::Kind::kCommands && trimmed(token.text).starts_with(kVersionWord)) {
      file_.version = version(token);
      token = tokens.next();
    } else if (version_required) {
      input_.fail(token.at, std::max<std::size_t>(token.length, 1), "the version is missing",
                  "a file starts with {version 1.7}");
    }
    for (; token.kind != Token::Kind::kEnd; token = tokens.next()) {
      switch (token.kind) {
        case Token::Kind::kSection: open_section(token); break;
        case Token::Kind::kCommands: ask(token); break;
        case Token::Kind::kValue: value(token); break;
        default: game(token);
      }
    }
    if (!sum_.games.empty()) {
      input_.fail(game_at_, 1, "no command asks about this game",
                  "a block such as {B, W} follows the games of a sum");
    }
    return std::move(file_);
  }

 private:
  std::string version(const Token& token) const {
    const std::string_view rest = trimmed(token.text).substr(kVersionWord.size());
    const std::string_view word = !rest.empty() && is_space(rest.front()) ? trimmed(rest) : "";
    if (std::ranges::find(kVersions, word) == kVersions.end()) {
      input_.fail(token.at, token.length, "this version is not known",
                  fmt::format("versions {} to {} are read", kVersions.front(), kVersions.back()));
    }
    return std::string(word);
  }

  void open_section(const Token& token) {
    std::string name;  // with single blanks
    for (std::string_view rest = trimmed(token.text); !rest.empty(); rest = trimmed(rest)) {
      std::size_t end = 0;
      while (end < rest.size() && !is_space(rest[end])) ++end;
      name += (name.empty() ? "" : " ") + std::string(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    auto& known = sections_[name];
    if (known == nullptr) {
      try {
        known = mcgs_section(name);
      } catch (const Error& error) {
        input_.fail(token.at, token.length, error.what(), error.hint());
      }
    }
    section_ = known.get();
    section_name_ = name;
  }

  void add(SumTerm term, const std::string& section, const std::string& text, bool impartial,
           const Token& token) {
    if (sum_.games.empty()) game_at_ = token.at;
    sum_.sum.push_back(std::move(term));
    sum_.games.push_back({section, text, input_.place(token.at)});
    sum_.impartial = sum_.impartial && impartial;
  }

  void game(const Token& token) {
    if (section_ == nullptr) {
      input_.fail(token.at, token.length, "this game stands in no section",
                  "[clobber_1xn] opens one");
    }
    const std::string_view inner = trimmed(token.text);
    const std::size_t start =
        token.inside +
        (inner.empty() ? 0 : static_cast<std::size_t>(inner.data() - token.text.data()));
    const std::string text(inner);
    SumTerm term;
    try {
      term = section_->read(store_, text);
    } catch (const InputError& error) {
      throw InputError(error, input_.source(), start);
    } catch (const Error& error) {
      input_.fail(start, text.size(), error.what(), error.hint());
    }
    add(std::move(term), section_name_, text, section_->impartial(), token);
  }

  void value(const Token& token) {
    const std::string text(trimmed(token.text));
    GameId value = kZero;
    try {
      value = parse_value(store_, token.text);
    } catch (const InputError& error) {
      throw InputError(error, input_.source(), token.inside);
    }
    add({value, "", text}, std::string(kValueStart), text, false, token);
  }

  void ask(const Token& token) {
    sum_.place = input_.place(token.at);
    sum_.commands = Commands(input_, token, sum_).read();
    file_.sums.push_back(std::move(sum_));
    sum_ = {};
  }

  Store& store_;
  Input input_;
  McgsFile file_;
  McgsSum sum_;
  std::size_t game_at_ = 0;  // the first game of the sum
  const McgsSection* section_ = nullptr;
  std::string section_name_;
  std::map<std::string, std::unique_ptr<const McgsSection>> sections_;
};

std::string letter(const McgsCommand& command) {
  if (!command.first) return "N";
  return *command.first == Player::kLeft ? "B" : "W";
}

std::string text_of(const McgsWall& wall) {
  std::string out;
  for (const McgsPoint& point : wall) {
    out += fmt::format(" ({}, {})", point.value.to_string(), point.temperature.to_string());
  }
  return out;
}

std::string text_of(const McgsCommand& command) {
  switch (command.kind) {
    case McgsCommand::Kind::kSolve:
      return letter(command) + (command.win ? (*command.win ? " win" : " loss") : "") +
             (command.nim_value ? fmt::format(" {}", *command.nim_value) : "");
    case McgsCommand::Kind::kWinningMoves:
      return "winning moves " + letter(command) +
             (!command.winning_moves ? ""
              : command.winning_moves->empty()
                  ? " None"
                  : fmt::format(" {}", fmt::join(*command.winning_moves, " ")));
    case McgsCommand::Kind::kThermograph: break;
  }
  if (!command.walls) return "thermograph";
  return "thermograph L:" + text_of((*command.walls)[Player::kLeft]) +
         " R:" + text_of((*command.walls)[Player::kRight]);
}

}  // namespace

bool operator==(const McgsCommand& a, const McgsCommand& b) {
  return a.kind == b.kind && a.first == b.first && a.win == b.win && a.nim_value == b.nim_value &&
         a.winning_moves == b.winning_moves && a.walls == b.walls;
}

McgsWall mcgs_wall(const Trajectory& wall) {
  McgsWall points{{wall.at(-1), -1}};
  for (std::size_t i = wall.critical.size(); i-- > 0;) {
    points.push_back({wall.at(wall.critical[i]), wall.critical[i]});
  }
  return points;
}

McgsFile parse_mcgs(Store& store, const SourceText& text, bool version_required) {
  return FileReader(store, text).read(version_required);
}

std::string mcgs_text(const McgsSum& sum) {
  std::string out;
  std::string_view section;
  for (const McgsGame& game : sum.games) {
    if (game.section == kValueStart) {
      out += fmt::format("{} {} {}\n", kValueStart, game.text, kValueEnd);
      continue;
    }
    if (game.section != section) out += fmt::format("[{}]\n", game.section);
    section = game.section;
    out += fmt::format("({})\n", game.text);
  }
  std::string commands;
  for (const McgsCommand& command : sum.commands) {
    commands += (commands.empty() ? "" : ",\n ") + text_of(command);
  }
  return out + "{" + commands + "}\n";
}

}  // namespace cgt::solve
