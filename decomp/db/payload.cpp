#include "decomp/db/payload.hpp"

#include <fmt/format.h>

#include "cgt/support/containers.hpp"
#include "cgt/text/text.hpp"

namespace cgt::db {
namespace {

constexpr std::uint64_t kInteger = 0;
constexpr std::uint64_t kSmall = 1;
constexpr std::uint64_t kLarge = 2;
constexpr std::uint64_t kForm = 3;
constexpr std::uint64_t kLargeNumber = std::uint64_t{1} << 32U;

constexpr const char* kOutcomes = "LRNP";

class Writer {
 public:
  void number(std::uint64_t n) {
    for (; n >= 0x80U; n >>= 7U) out_ += static_cast<char>((n & 0x7fU) | 0x80U);
    out_ += static_cast<char>(n);
  }
  void folded(std::int64_t n) {
    const auto u = static_cast<std::uint64_t>(n) << 1U;
    number(n < 0 ? ~u : u);
  }
  void magnitude(const mpz_class& n) {
    number(n < 0 ? 1 : 0);
    std::string bytes((mpz_sizeinbase(n.get_mpz_t(), 2) + 7) / 8, '\0');
    mpz_export(bytes.data(), nullptr, -1, 1, 0, 0, n.get_mpz_t());
    text(bytes);
  }
  void dyadic(const Dyadic& x) {
    if (x.is_small()) {
      number(x.exponent());
      folded(x.small_numerator());
    } else {
      number(x.exponent() + kLargeNumber);
      magnitude(x.numerator());
    }
  }
  void text(std::string_view bytes) {
    number(bytes.size());
    raw(bytes);
  }
  void raw(std::string_view bytes) { out_ += bytes; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

class PayloadBytes {
 public:
  explicit PayloadBytes(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t out = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(raw(1)[0]);
      const std::uint64_t bits = byte & 0x7fU;
      if (shift == 63 && bits > 1) break;
      out |= bits << shift;
      if (byte < 0x80U) return out;
    }
    fail();
  }
  std::int64_t folded() {
    const std::uint64_t n = number();
    return static_cast<std::int64_t>((n & 1U) != 0 ? ~(n >> 1U) : n >> 1U);
  }
  std::uint32_t small() {
    const std::uint64_t n = number();
    if (n > std::numeric_limits<std::uint32_t>::max()) fail();
    return static_cast<std::uint32_t>(n);
  }
  mpz_class magnitude() {
    const bool negative = number() != 0;
    const std::string_view bytes = text();
    mpz_class out;
    mpz_import(out.get_mpz_t(), bytes.size(), -1, 1, 0, 0, bytes.data());
    return negative ? mpz_class(-out) : out;
  }
  Dyadic dyadic() {
    const std::uint64_t exponent = number();
    if (exponent < kLargeNumber) return {folded(), static_cast<std::uint32_t>(exponent)};
    if (exponent >= 2 * kLargeNumber) fail();
    return {magnitude(), static_cast<std::uint32_t>(exponent - kLargeNumber)};
  }
  // A number of things that take at least a byte each.
  std::size_t count() {
    const std::uint64_t n = number();
    if (n > rest_.size()) fail();
    return static_cast<std::size_t>(n);
  }
  std::string_view text() { return raw(count()); }
  std::string_view raw(std::size_t bytes) {
    if (bytes > rest_.size()) fail();
    const std::string_view out = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return out;
  }
  std::string_view rest() { return std::exchange(rest_, {}); }
  void finish() const {
    if (!rest_.empty()) fail();
  }
  [[noreturn]] static void fail() { throw Error("the bytes do not follow the format of payloads"); }

 private:
  std::string_view rest_;
};

// An entry before it is written.
struct Entry {
  GameId game;
  std::uint64_t height = 0;
  std::optional<Nus> nus;
  PerPlayer<std::vector<std::uint64_t>> options;  // numbers of entries, once those are known
};

void write_leaf(Writer& out, const Nus& nus) {
  const Dyadic& x = nus.number;
  if (nus.is_number() && x.is_integer() && x.is_small()) {
    out.number(kInteger);
    out.folded(x.small_numerator());
    return;
  }
  out.number(x.is_small() ? kSmall : kLarge);
  out.number(x.exponent());
  if (x.is_small()) {
    out.folded(x.small_numerator());
  } else {
    out.magnitude(x.numerator());
  }
  out.folded(nus.ups);
  out.number(nus.nimber);
}

// All followers, those of number-up-stars left out, in the order of heights.
std::vector<Entry> entries_of(Store& store, GameId value) {
  struct Visit {
    Entry entry;
    GameList options;
    std::size_t next = 0;
  };
  std::vector<Entry> entries;
  FlatMap<GameId, std::uint64_t> heights;
  std::vector<Visit> path;
  const auto enter = [&](GameId g) {
    Visit visit{{g, 0, store.as_nus(g), {}}, {}};
    if (!visit.entry.nus) {
      for (const Player player : kPlayers) {
        const GameList moves = store.options(g, player);
        visit.options.insert(visit.options.end(), moves.begin(), moves.end());
      }
    }
    path.push_back(std::move(visit));
  };
  enter(value);
  while (!path.empty()) {
    Visit& visit = path.back();
    if (visit.next == visit.options.size()) {
      heights.emplace(visit.entry.game, visit.entry.height);
      entries.push_back(std::move(visit.entry));
      path.pop_back();
      continue;
    }
    const GameId option = visit.options[visit.next];
    const auto known = heights.find(option);
    if (known == heights.end()) {
      enter(option);
    } else {
      visit.entry.height = std::max(visit.entry.height, known->second + 1);
      ++visit.next;
    }
  }
  std::ranges::sort(entries, {}, &Entry::height);
  return entries;
}

bool before(const Entry& a, const Entry& b) {
  if (a.nus.has_value() != b.nus.has_value()) return a.nus.has_value();
  if (a.nus) {
    if (a.nus->number != b.nus->number) return a.nus->number < b.nus->number;
    return std::pair(a.nus->ups, a.nus->nimber) < std::pair(b.nus->ups, b.nus->nimber);
  }
  const auto lists = [](const Entry& e) {
    return std::tie(e.options[Player::kLeft], e.options[Player::kRight]);
  };
  return lists(a) < lists(b);
}

void write_wall(Writer& out, const Trajectory& wall) {
  out.dyadic(wall.mast);
  out.number(wall.critical.size());
  for (const Dyadic& t : wall.critical) out.dyadic(t);
  for (const int slope : wall.slopes) out.folded(slope);
}

Trajectory read_wall(PayloadBytes& in) {
  Trajectory wall;
  wall.mast = in.dyadic();
  const std::size_t count = in.count();
  for (std::size_t i = 0; i < count; ++i) wall.critical.push_back(in.dyadic());
  wall.slopes.clear();
  for (std::size_t i = 0; i <= count; ++i) {
    const std::int64_t slope = in.folded();
    if (slope < std::numeric_limits<int>::min() || slope > std::numeric_limits<int>::max()) {
      PayloadBytes::fail();
    }
    wall.slopes.push_back(static_cast<int>(slope));
  }
  if (wall.slopes[0] != 0) PayloadBytes::fail();
  for (std::size_t i = 0; i < count; ++i) {
    const bool descends = i == 0 || wall.critical[i] < wall.critical[i - 1];
    if (!descends || wall.critical[i] <= Dyadic(-1) || wall.slopes[i] == wall.slopes[i + 1]) {
      PayloadBytes::fail();
    }
  }
  return wall;
}

}  // namespace

const char* name(Kind kind) {
  switch (kind) {
    case Kind::kValue: return "value";
    case Kind::kBounds: return "bounds";
    case Kind::kThermograph: return "thermograph";
    case Kind::kOutcome: return "outcome";
  }
  return "?";
}

std::string write_value(Store& store, GameId value) {
  std::vector<Entry> entries = entries_of(store, value);
  FlatMap<GameId, std::uint64_t> number;
  for (std::size_t first = 0; first < entries.size();) {
    // Those of one height: all their options have numbers.
    std::size_t last = first;
    for (; last < entries.size() && entries[last].height == entries[first].height; ++last) {
      Entry& entry = entries[last];
      if (entry.nus) continue;
      for (const Player player : kPlayers) {
        for (const GameId option : store.options(entry.game, player)) {
          entry.options[player].push_back(number.at(option));
        }
        std::ranges::sort(entry.options[player]);
      }
    }
    std::sort(entries.begin() + static_cast<std::ptrdiff_t>(first),
              entries.begin() + static_cast<std::ptrdiff_t>(last), before);
    for (; first < last; ++first) number.emplace(entries[first].game, first);
  }
  Writer out;
  out.number(entries.size());
  for (const Entry& entry : entries) {
    if (entry.nus) {
      write_leaf(out, *entry.nus);
      continue;
    }
    out.number(kForm);
    for (const Player player : kPlayers) {
      out.number(entry.options[player].size());
      for (const std::uint64_t option : entry.options[player]) out.number(option);
    }
  }
  return out.take();
}

std::string write_bounds(Store& store, const Bounds& bounds) {
  Writer out;
  out.text(write_value(store, bounds.lower));
  out.raw(write_value(store, bounds.upper));
  return out.take();
}

std::string write_thermograph(const Thermograph& thermograph) {
  Writer out;
  for (const Player player : kPlayers) write_wall(out, thermograph.wall(player));
  return out.take();
}

std::string write_outcome(OutcomeClass outcome) {
  return {kOutcomes[static_cast<std::size_t>(outcome)]};
}

GameId PayloadReader::value(std::string_view payload) {
  PayloadBytes in(payload);
  const std::size_t count = in.count();
  if (count == 0) PayloadBytes::fail();
  std::vector<GameId> games;
  games.reserve(count);
  PerPlayer<GameList> options;
  for (std::size_t i = 0; i < count; ++i) {
    switch (in.number()) {
      case kInteger: games.push_back(store_.integer(in.folded())); break;
      case kSmall: {
        const std::uint32_t exponent = in.small();
        const Dyadic number(in.folded(), exponent);
        const std::int64_t ups = in.folded();
        games.push_back(store_.nus({number, ups, in.small()}));
        break;
      }
      case kLarge: {
        const std::uint32_t exponent = in.small();
        const Dyadic number(in.magnitude(), exponent);
        const std::int64_t ups = in.folded();
        games.push_back(store_.nus({number, ups, in.small()}));
        break;
      }
      case kForm: {
        for (const Player player : kPlayers) {
          options[player].clear();
          const std::size_t moves = in.count();
          for (std::size_t k = 0; k < moves; ++k) {
            const std::uint64_t option = in.number();
            if (option >= games.size()) PayloadBytes::fail();
            options[player].push_back(games[static_cast<std::size_t>(option)]);
          }
        }
        const GameList& left = options[Player::kLeft];
        const GameList& right = options[Player::kRight];
        // Where a side has no moves it is a number, which is written otherwise.
        const bool restored = forms_ == Forms::kAsWritten && !left.empty() && !right.empty();
        games.push_back(restored ? store_.restore(left, right) : store_.construct(left, right));
        break;
      }
      default: PayloadBytes::fail();
    }
  }
  in.finish();
  return games.back();
}

Bounds PayloadReader::bounds(std::string_view payload) {
  PayloadBytes in(payload);
  const std::string_view lower = in.text();
  const Bounds out{value(lower), value(in.rest())};
  if (out.lower == out.upper || !store_.leq(out.lower, out.upper)) PayloadBytes::fail();
  return out;
}

Thermograph read_thermograph(std::string_view payload) {
  PayloadBytes in(payload);
  Thermograph out;
  for (const Player player : kPlayers) out.walls[player] = read_wall(in);
  in.finish();
  if (out.walls[Player::kLeft].mast != out.walls[Player::kRight].mast) PayloadBytes::fail();
  return out;
}

OutcomeClass read_outcome(std::string_view payload) {
  const std::string_view outcomes(kOutcomes);
  const std::size_t found = payload.size() == 1 ? outcomes.find(payload[0]) : outcomes.npos;
  if (found == outcomes.npos) PayloadBytes::fail();
  return static_cast<OutcomeClass>(found);
}

std::string rewritten(Store& store, Kind kind, std::string_view payload) {
  try {
    PayloadReader reader(store);
    switch (kind) {
      case Kind::kValue: return write_value(store, reader.value(payload));
      case Kind::kBounds: return write_bounds(store, reader.bounds(payload));
      case Kind::kThermograph: return write_thermograph(read_thermograph(payload));
      case Kind::kOutcome: return write_outcome(read_outcome(payload));
    }
  } catch (const Error&) {
    return {};
  }
  return {};
}

std::string payload_text(Store& store, Kind kind, std::string_view payload, std::size_t longest) {
  PayloadReader reader(store);
  std::string text;
  // The note that to_text() writes instead of a long text is no longer than this.
  constexpr std::size_t kNote = 200;
  const PrintStyle style{Notation::kCanonical, longest == 0 ? 0 : std::max(longest, kNote)};
  const auto value = [&](GameId g) {
    std::string out = to_text(store, g, style);
    // Only that note has blanks after its braces.
    return out.starts_with("{...} ") ? std::string() : out;
  };
  switch (kind) {
    case Kind::kValue: text = value(reader.value(payload)); break;
    case Kind::kBounds: {
      const Bounds bounds = reader.bounds(payload);
      const std::string lower = value(bounds.lower);
      const std::string upper = value(bounds.upper);
      if (!lower.empty() && !upper.empty()) text = lower + " .. " + upper;
      break;
    }
    case Kind::kThermograph: text = to_text(read_thermograph(payload)); break;
    case Kind::kOutcome: text = payload; break;
  }
  if (text.empty() || (longest != 0 && text.size() > longest)) {
    return "payload:" + hexadecimal(payload);
  }
  return text;
}

std::string hexadecimal(std::string_view bytes) {
  std::string out;
  out.reserve(2 * bytes.size());
  for (const char c : bytes) out += fmt::format("{:02x}", static_cast<std::uint8_t>(c));
  return out;
}

}  // namespace cgt::db
