#include "cgt/ko/graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/number/rational.hpp"
#include "cgt/support/containers.hpp"

namespace cgt {
namespace {

constexpr const char* kNodeForm = "a node is written NAME: options of Left | options of Right";

bool is_ko_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ko_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_ko_word(char c) { return is_ko_letter(c) || is_ko_digit(c) || c == '_'; }

class KoReader {
 public:
  KoReader(std::string_view text, const std::string& name)
      : source_(name, std::string(text)), text_(source_.text()) {}

  KoGraph read() {
    blanks();
    if (at_ == text_.size()) fail(at_, "there is no graph here", kNodeForm);
    while (at_ < text_.size()) {
      node();
      if (at_ == text_.size()) break;
      if (text_[at_] != ';') {
        fail(at_, fmt::format("unexpected '{}'", text_[at_]),
             "options are separated by ',' and nodes by ';'");
      }
      ++at_;
      blanks();
    }
    resolve();
    return KoGraph(std::move(nodes_));
  }

 private:
  struct Use {
    std::string_view name;
    std::uint32_t node = 0;
    Player player = Player::kLeft;
    std::size_t option = 0;
  };

  [[noreturn]] void fail(std::size_t from, std::string message, std::string hint,
                         std::size_t length = 1) const {
    throw InputError(source_, {{Severity::kError,
                                std::move(message),
                                std::move(hint),
                                {from, std::max<std::size_t>(length, 1)}}});
  }
  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  void blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string::npos)
      ++at_;
  }

  std::string_view word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_ko_word(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  void node() {
    const std::size_t start = at_;
    if (!is_ko_letter(text_[at_])) fail(at_, "the name of a node begins with a letter", kNodeForm);
    const std::string_view name = word();
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    if (!names_.emplace(name, number).second) {
      fail(start, fmt::format("the node \"{}\" is already there", name),
           "all options of a node stand in one place", name.size());
    }
    nodes_.push_back({std::string(name), {}, {}});
    blanks();
    if (!at(':')) fail(at_, fmt::format("':' expected after \"{}\"", name), kNodeForm);
    ++at_;
    options(Player::kLeft);
    if (!at('|')) {
      fail(at_, fmt::format("'|' expected among the options of \"{}\"", name), kNodeForm);
    }
    ++at_;
    options(Player::kRight);
  }

  void options(Player player) {
    blanks();
    if (at_ == text_.size() || at('|') || at(';')) return;
    while (true) {
      nodes_.back().options[player].push_back(option(player));
      blanks();
      if (!at(',')) return;
      ++at_;
      blanks();
    }
  }

  // Digits with a sign before them, which must be there if `sign` is.
  Dyadic number(bool whole) {
    const std::size_t start = at_;
    if (at('-') || at('+')) ++at_;
    blanks();
    const std::size_t digits = at_;
    while (at_ < text_.size() && is_ko_digit(text_[at_])) ++at_;
    if (at_ == digits) fail(at_, "a number or the name of a node is expected here", kNodeForm);
    Integer above(text_.substr(digits, at_ - digits));
    Integer below(1);
    if (at('/')) {
      const std::size_t from = ++at_;
      while (at_ < text_.size() && is_ko_digit(text_[at_])) ++at_;
      if (at_ == from) fail(at_, "digits are expected after '/'", "");
      below = Integer(text_.substr(from, at_ - from));
    }
    if (at('.')) fail(at_, "scores are written as fractions", "1/2, not 0.5");
    if (at_ < text_.size() && is_ko_word(text_[at_])) {
      fail(start, "a name begins with a letter", kNodeForm, at_ + 1 - start);
    }
    const std::size_t length = at_ - start;
    if (below == 0) fail(start, "the denominator is 0", "", length);
    Rational value(above, below);
    if (text_[start] == '-') value = -value;
    if (whole && !value.is_integer()) {
      fail(start, "points that come with a move are whole", "a settled score may be m/2^k", length);
    }
    const std::optional<Dyadic> dyadic = to_dyadic(value);
    if (!dyadic) {
      fail(start, "a score is a number m/2^k", "1/2 or 3/4, but not 1/3", length);
    }
    return *dyadic;
  }

  KoOption option(Player player) {
    if (at_ == text_.size() || !is_ko_letter(text_[at_])) return {std::nullopt, number(false)};
    const std::string_view name = word();
    uses_.push_back({name, static_cast<std::uint32_t>(nodes_.size() - 1), player,
                     nodes_.back().options[player].size()});
    blanks();
    Dyadic points;
    if (at('+') || at('-')) points = number(true);
    return {0, std::move(points)};
  }

  void resolve() {
    for (const Use& use : uses_) {
      const auto found = names_.find(use.name);
      if (found == names_.end()) {
        std::vector<std::string> known;
        for (const KoNode& node : nodes_) known.push_back(node.name);
        const std::string near = closest(use.name, known);
        fail(static_cast<std::size_t>(use.name.data() - text_.data()),
             fmt::format("there is no node \"{}\"", use.name),
             near.empty() ? fmt::format("write it: {}: ... | ...", use.name)
                          : fmt::format("did you mean \"{}\"?", near),
             use.name.size());
      }
      nodes_[use.node].options[use.player][use.option].node = found->second;
    }
  }

  SourceText source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<KoNode> nodes_;
  FlatMap<std::string_view, std::uint32_t> names_;
  std::vector<Use> uses_;
};

}  // namespace

KoGraph::KoGraph(std::vector<KoNode> nodes) : nodes_(std::move(nodes)) {
  CGT_EXPECTS(!nodes_.empty(), "a graph has a node");
  for (const KoNode& node : nodes_) {
    for (const Player player : kPlayers) {
      for (const KoOption& option : node.options[player]) {
        CGT_EXPECTS(!option.node || *option.node < nodes_.size(), "options are nodes of the graph");
        CGT_EXPECTS(!option.node || option.value.is_integer(), "points are whole");
      }
    }
  }
}

KoGraph KoGraph::parse(std::string_view text, const std::string& name) {
  return KoReader(text, name).read();
}

std::string KoGraph::text() const {
  std::string out;
  for (const KoNode& node : nodes_) {
    if (!out.empty()) out += "; ";
    out += node.name + ":";
    for (const Player player : kPlayers) {
      if (player == Player::kRight) out += " |";
      const char* separator = " ";
      for (const KoOption& option : node.options[player]) {
        out += separator;
        separator = ", ";
        if (!option.node) {
          out += option.value.to_string();
          continue;
        }
        out += nodes_[*option.node].name;
        if (option.value.sign() > 0) out += "+";
        if (!option.value.is_zero()) out += option.value.to_string();
      }
    }
  }
  return out;
}

KoGraph KoGraph::negative() const {
  std::vector<KoNode> nodes = nodes_;
  for (KoNode& node : nodes) {
    std::swap(node.options[Player::kLeft], node.options[Player::kRight]);
    for (auto& options : node.options.values) {
      for (KoOption& option : options) option.value = -option.value;
    }
  }
  return KoGraph(std::move(nodes));
}

}  // namespace cgt
