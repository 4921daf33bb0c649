#include "decomp/position/ruleset.hpp"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "cgt/support/text_input.hpp"

namespace cgt {
namespace {

class ArgumentReader {
 public:
  ArgumentReader(const SourceText& source, std::size_t begin)
      : source_(source), text_(source.text()), at_(begin) {}

  std::vector<RulesetParameter> read() {
    std::vector<RulesetParameter> out;
    if (!take(')')) {
      do out.push_back(parameter());
      while (take(','));
      if (!take(')')) refuse("a comma or the closing bracket is missing here");
    }
    skip_space();
    if (at_ < text_.size()) refuse("this belongs to no argument");
    return out;
  }

 private:
  // Of the byte where it stands, or of the last one if the text has ended.
  [[noreturn]] void refuse(std::string message) const {
    refuse(std::move(message), at_ < text_.size() ? at_ : text_.size() - 1, 1);
  }
  [[noreturn]] void refuse(std::string message, std::size_t offset, std::size_t length) const {
    throw InputError(source_, {{Severity::kError,
                                std::move(message),
                                "arguments are 8, true, \"0.77\", [1,2], (1,0), [(1,0),(0,1)]; or "
                                "with their names: allbut => true",
                                {offset, length}}});
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (is_space(peek())) ++at_;
  }
  bool take(char c) {
    skip_space();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  RulesetParameter parameter() {
    skip_space();
    const std::size_t begin = at_;
    const std::string_view name = word();
    if (name.empty()) return {"", value()};
    if (name == "true" || name == "false") return {"", name == "true"};
    skip_space();
    if (text_.substr(at_, 2) != "=>") refuse("this word is not an argument", begin, name.size());
    at_ += 2;
    skip_space();
    const std::size_t behind = at_;
    const std::string_view truth = word();
    if (truth.empty()) return {std::string(name), value()};
    if (truth != "true" && truth != "false")
      refuse("this word is not an argument", behind, truth.size());
    return {std::string(name), truth == "true"};
  }

  std::string_view word() {
    const std::size_t begin = at_;
    if (is_letter(peek())) {
      while (is_letter(peek()) || is_digit(peek())) ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  // What is not a word.
  RulesetArgument value() {
    skip_space();
    if (peek() == '"') return quoted();
    if (take('[')) return list();
    if (peek() == '(') return std::vector<Coordinate>{pair()};
    return integer();
  }

  std::string quoted() {
    const std::size_t begin = at_++;
    std::string out;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      out += text_[at_++];
    }
    if (at_ == text_.size()) refuse("this text is never closed", begin, 1);
    ++at_;
    return out;
  }

  RulesetArgument list() {
    std::vector<std::int64_t> numbers;
    std::vector<Coordinate> pairs;
    if (take(']')) return numbers;
    do {
      skip_space();
      const bool is_pair = peek() == '(';
      if (is_pair ? !numbers.empty() : !pairs.empty())
        refuse("a list has numbers or pairs, not both");
      if (is_pair)
        pairs.push_back(pair());
      else
        numbers.push_back(integer());
    } while (take(','));
    if (!take(']')) refuse("a comma or ] is missing here");
    if (pairs.empty()) return numbers;
    return pairs;
  }

  Coordinate pair() {
    take('(');
    const std::int64_t first = integer();
    if (!take(',')) refuse("a pair has two numbers");
    const std::int64_t second = integer();
    if (!take(')')) refuse("a pair has two numbers");
    return {first, second};
  }

  std::int64_t integer() {
    skip_space();
    const std::size_t begin = at_;
    if (peek() == '-') ++at_;
    while (is_digit(peek())) ++at_;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    if (const std::optional<std::int64_t> n = parse_number<std::int64_t>(digits)) return *n;
    if (!digits.empty() && is_digit(digits.back()))
      refuse("this number is too large", begin, digits.size());
    at_ = begin;
    refuse("an argument is missing here");
  }

  const SourceText& source_;
  const std::string_view text_;
  std::size_t at_;
};

std::string text_of(std::int64_t n) { return std::to_string(n); }
std::string text_of(bool truth) { return truth ? "true" : "false"; }
std::string text_of(const Coordinate& pair) {
  return '(' + std::to_string(pair.first) + ',' + std::to_string(pair.second) + ')';
}
std::string text_of(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}
template <class T>
std::string text_of(const std::vector<T>& list) {
  std::string out;
  for (const T& item : list) out += (out.empty() ? "" : ",") + text_of(item);
  return '[' + out + ']';
}

}  // namespace

std::string argument_text(const std::vector<RulesetParameter>& arguments) {
  std::string out;
  for (const RulesetParameter& given : arguments) {
    if (!out.empty()) out += ", ";
    if (!given.name.empty()) out += given.name + " => ";
    out += std::visit(
        [](const auto& value) -> std::string {
          using Kind = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<Kind, GridInput> || std::is_same_v<Kind, GraphInput>)
            throw Error("a board is not an argument that can be written");
          else
            return text_of(value);
        },
        given.value);
  }
  return out;
}

std::vector<RulesetParameter> parse_arguments(const SourceText& source, std::size_t begin) {
  return ArgumentReader(source, begin).read();
}

}  // namespace cgt
