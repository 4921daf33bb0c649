#include "repl/commands/gtp/protocol.hpp"

#include <algorithm>
#include <cctype>

#include "cgt/support/text_input.hpp"
#include "decomp/go/record/decimal.hpp"

namespace cgt::repl {
namespace {

bool all_digits(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

GtpRequest parse_gtp(std::string_view line) {
  GtpRequest out;
  std::vector<std::string> words;
  bool open = false;
  std::string comment;
  bool commented = false;
  for (const char c : line) {
    const auto code = static_cast<unsigned char>(c);
    if ((code < 0x20 && c != '\t') || code == 0x7F) continue;
    if (commented) {
      comment += c == '\t' ? ' ' : c;
    } else if (c == '#') {
      commented = true;
    } else if (c == ' ' || c == '\t') {
      open = false;
    } else {
      if (!open) words.emplace_back();
      open = true;
      words.back() += c;
    }
  }
  while (!comment.empty() && comment.front() == ' ') comment.erase(0, 1);
  while (!comment.empty() && comment.back() == ' ') comment.pop_back();
  out.interrupt = words.empty() && comment == "interrupt";
  auto next = words.begin();
  if (next != words.end() && all_digits(*next)) out.id = *next++;
  if (next != words.end()) out.command = *next++;
  out.arguments.assign(next, words.end());
  return out;
}

std::string gtp_open_answer(const GtpRequest& request, const GtpResult& result) {
  std::string out = (result.ok ? "=" : "?") + request.id;
  std::string_view text = result.text;
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  if (!text.empty() && text.front() != '\n') out += ' ';
  for (const char c : text) {
    if (c == '\n' && out.back() == '\n') out += ' ';
    out += c;
  }
  return out + '\n';
}

std::string gtp_answer(const GtpRequest& request, const GtpResult& result) {
  return gtp_open_answer(request, result) + '\n';
}

std::optional<Player> gtp_colour(std::string_view word) {
  const std::string name = lower(word);
  if (name == "b" || name == "black") return Player::kLeft;
  if (name == "w" || name == "white") return Player::kRight;
  return std::nullopt;
}

std::optional<std::uint64_t> gtp_number(std::string_view word) {
  if (!all_digits(word) || word.size() > 9) return std::nullopt;
  std::uint64_t out = 0;
  for (const char c : word) out = out * 10 + static_cast<std::uint64_t>(c - '0');
  return out;
}

std::optional<GtpVertex> gtp_vertex(std::string_view word, const go::Board& board) {
  if (lower(word) == "pass") return GtpVertex{true, std::nullopt};
  if (!go::parse_point(word, kMaxGtpSide, kMaxGtpSide)) return std::nullopt;
  return GtpVertex{false, board.point(word)};
}

std::string gtp_score(const Dyadic& score) {
  if (score.is_zero()) return "0";
  return (score.sign() > 0 ? "B+" : "W+") + go::decimal_text(score.abs());
}

std::string gtp_points(const go::Board& board, const std::vector<go::Point>& points) {
  return board.names(points);
}

}  // namespace cgt::repl
