#include "decomp/rules/hackenbush_strings.hpp"

#include <fmt/format.h>

namespace cgt::hackenbush {
namespace {

constexpr char kLeftEdge = 'l';
constexpr char kRightEdge = 'r';
constexpr char kGreenEdge = 'e';

char edge_of(Player player) { return player == Player::kLeft ? kLeftEdge : kRightEdge; }

// Of edges of both players and at least one. Those above the first colour, m of them, have a sum of
// fractions whose numerator over 2^m is 2B - (2^m - 1), where B has a bit for each, set for Left.
Dyadic number_of(std::string_view colours) {
  const std::size_t above = std::min(colours.find_first_not_of(colours.front()), colours.size());
  const auto first = static_cast<std::int64_t>(above);
  const Dyadic whole(colours.front() == kLeftEdge ? first : -first);
  const std::size_t bits = colours.size() - above;
  if (bits == 0) return whole;
  std::vector<std::uint8_t> bytes((bits + 7) / 8);
  for (std::size_t j = 0; j < bits; ++j) {
    const std::size_t bit = bits - 1 - j;
    if (colours[above + j] == kLeftEdge) bytes[bit / 8] |= static_cast<std::uint8_t>(1U << bit % 8);
  }
  mpz_class numerator;
  mpz_import(numerator.get_mpz_t(), bytes.size(), -1, 1, 0, 0, bytes.data());
  mpz_class one(1);
  numerator = 2 * numerator - (one << bits) + 1;
  return whole + Dyadic(std::move(numerator), static_cast<std::uint32_t>(bits));
}

}  // namespace

String::String(std::string colours) : edges_(colours.size()) {
  auto whole = std::make_shared<Whole>();
  whole->hashes.reserve(colours.size() + 1);
  whole->hashes.push_back(mix(0, 0));
  for (const char c : colours) {
    whole->hashes.push_back(mix(whole->hashes.back(), static_cast<unsigned char>(c)));
  }
  whole->first_green = std::min(colours.find(kGreenEdge), colours.size());
  whole->first_coloured = std::min(colours.find_first_not_of(kGreenEdge), colours.size());
  whole->colours = std::move(colours);
  whole_ = std::move(whole);
}

bool operator==(const String& a, const String& b) {
  if (a.edges_ != b.edges_) return false;
  return a.whole_ == b.whole_ ||
         a.whole_->colours.compare(0, a.edges_, b.whole_->colours, 0, b.edges_) == 0;
}

std::vector<Option<String>> String::options(Player player) const {
  Budget budget;
  return options(player, budget);
}

std::vector<Option<String>> String::options(Player player, Budget& budget) const {
  constexpr std::size_t kChargeAfter = 256;
  std::vector<Option<String>> out;
  for (std::size_t i = 0; i < edges_; ++i) {
    if (i % kChargeAfter == kChargeAfter - 1) budget.charge();
    const char c = whole_->colours[i];
    if (c == kGreenEdge || c == edge_of(player)) {
      out.push_back({static_cast<std::uint32_t>(i), String(whole_, i)});
    }
  }
  return out;
}

std::int64_t String::split(std::vector<Summand<String>>& sum) const {
  if (edges_ == 0) return 0;
  const std::size_t first = whole_->first_coloured;
  if (first >= edges_ || whole_->colours[first] == kLeftEdge) {
    sum.push_back({*this, false});
    return 0;
  }
  std::string exchanged = text();
  for (char& c : exchanged) {
    if (c != kGreenEdge) c = c == kLeftEdge ? kRightEdge : kLeftEdge;
  }
  sum.push_back({String(std::move(exchanged)), true});
  return 0;
}

std::optional<Nus> String::known_value() const {
  if (edges_ <= whole_->first_coloured) return Nus{{}, 0, static_cast<std::uint32_t>(edges_)};
  if (edges_ > whole_->first_green) return {};
  return Nus{number_of(std::string_view(whole_->colours).substr(0, edges_)), 0, 0};
}

namespace {

String read(RulesetArguments& arguments) {
  std::string colours = arguments.string("string", 0, "");
  if (colours == "0") return String();
  const SourceText source("<HackenbushString>", colours);
  const auto refuse = [&](std::size_t at, std::string message, std::string hint) {
    throw InputError(source, {{Severity::kError, std::move(message), std::move(hint), {at, 1}}});
  };
  const std::size_t strange = colours.find_first_not_of("lre");
  if (strange != std::string::npos) {
    refuse(strange, "no edge is written so", "edges are l, r and e, from the ground up");
  }
  if (colours.size() > String::kMaxEdges) {
    refuse(String::kMaxEdges, "this string is too long",
           fmt::format("at most {} edges", String::kMaxEdges));
  }
  return String(std::move(colours));
}

}  // namespace

RulesetEntry hackenbush_string_entry() {
  return plain_entry("hackenbush-string", "game.strip.HackenbushString",
                     "cut an edge; those above it are gone",
                     "edges l, r, e from the ground up, one above the other; 0 if there are none",
                     "lrle", "HackenbushString", "", read);
}

}  // namespace cgt::hackenbush
