#include "decomp/go/board/region.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "tests/testing.hpp"

namespace cgt::go::region_test {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>((state_ >> 33U) % bound);
  }
  char of(std::string_view letters) { return letters[below(letters.size())]; }

 private:
  std::uint64_t state_;
};

// The rules once more, on a picture with its boundary stones drawn: no flags, no blocks kept, every
// question answered by flooding the picture.
struct Picture {
  int width = 0;
  int height = 0;
  std::string cells;

  char at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return '#';
    return cells[static_cast<std::size_t>(y * width + x)];
  }
  void put(int x, int y, char c) { cells[static_cast<std::size_t>(y * width + x)] = c; }

  static char colour(char c) { return c == 'B' ? 'X' : c == 'W' ? 'O' : c; }

  // The block at (x, y); whether it holds a boundary stone, and whether it has a liberty.
  struct Flood {
    std::vector<std::pair<int, int>> cells;
    bool immortal = false;
    bool breathes = false;
  };
  Flood flood(int x, int y) const {
    Flood out;
    const char stone = colour(at(x, y));
    std::string seen(cells.size(), ' ');
    out.cells.push_back({x, y});
    seen[static_cast<std::size_t>(y * width + x)] = '!';
    for (std::size_t next = 0; next < out.cells.size(); ++next) {
      const auto [cx, cy] = out.cells[next];
      if (at(cx, cy) == 'B' || at(cx, cy) == 'W') out.immortal = true;
      const int around[4][2] = {{cx, cy - 1}, {cx - 1, cy}, {cx + 1, cy}, {cx, cy + 1}};
      for (const auto& n : around) {
        const char c = at(n[0], n[1]);
        if (c == '.') out.breathes = true;
        if (c == '#' || colour(c) != stone) continue;
        char& mark = seen[static_cast<std::size_t>(n[1] * width + n[0])];
        if (mark == ' ') out.cells.push_back({n[0], n[1]});
        mark = '!';
      }
    }
    return out;
  }
  bool captured(int x, int y) const {
    const Flood block = flood(x, y);
    return !block.immortal && !block.breathes;
  }

  // Plays; prisoners taken, or none if illegal.
  std::optional<int> play(char stone, int x, int y) {
    if (at(x, y) != '.') return std::nullopt;
    put(x, y, stone);
    int prisoners = 0;
    const int around[4][2] = {{x, y - 1}, {x - 1, y}, {x + 1, y}, {x, y + 1}};
    for (const auto& n : around) {
      const char c = at(n[0], n[1]);
      if ((c != 'X' && c != 'O') || c == stone || !captured(n[0], n[1])) continue;
      for (const auto& [cx, cy] : flood(n[0], n[1]).cells) {
        put(cx, cy, '.');
        ++prisoners;
      }
    }
    if (captured(x, y)) {
      put(x, y, '.');
      return std::nullopt;
    }
    return prisoners;
  }

  std::string text() const {
    std::string out;
    for (int y = 0; y < height; ++y) {
      if (y > 0) out += '/';
      out += cells.substr(static_cast<std::size_t>(y * width), static_cast<std::size_t>(width));
    }
    return out;
  }

  bool legal() const {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const char c = at(x, y);
        if ((c == 'X' || c == 'O') && captured(x, y)) return false;
      }
    }
    return true;
  }

  // Upper left corner of the box that Region makes of it.
  std::pair<int, int> corner() const {
    int left = width;
    int top = height;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const char c = at(x, y);
        if (c == '#' || c == 'B' || c == 'W' || (c != '.' && flood(x, y).immortal)) continue;
        left = std::min(left, x);
        top = std::min(top, y);
      }
    }
    return {left, top};
  }

  // Mirror images (bit 0, bit 1), transposition (bit 2), colours exchanged (bit 3).
  Picture transformed(int which) const {
    Picture out;
    const bool transpose = (which & 4) != 0;
    out.width = transpose ? height : width;
    out.height = transpose ? width : height;
    for (int y = 0; y < out.height; ++y) {
      for (int x = 0; x < out.width; ++x) {
        int sx = transpose ? y : x;
        int sy = transpose ? x : y;
        if ((which & 1) != 0) sx = width - 1 - sx;
        if ((which & 2) != 0) sy = height - 1 - sy;
        char c = at(sx, sy);
        if ((which & 8) != 0) {
          constexpr std::string_view kFrom = "BWXObwYQ";
          constexpr std::string_view kTo = "WBOXwbQY";
          const std::size_t k = kFrom.find(c);
          if (k != std::string_view::npos) c = kTo[k];
        }
        out.cells += c;
      }
    }
    return out;
  }
};

// Random interior with a random ring; legal.
Picture random_picture(Random& random) {
  while (true) {
    Picture p;
    p.width = 3 + static_cast<int>(random.below(4));
    p.height = 3 + static_cast<int>(random.below(3));
    for (int y = 0; y < p.height; ++y) {
      for (int x = 0; x < p.width; ++x) {
        const bool ring = x == 0 || y == 0 || x + 1 == p.width || y + 1 == p.height;
        p.cells += random.of(ring ? "BW#" : "....XXOO#BW");
      }
    }
    if (p.legal()) return p;
  }
}

void require_same_parts(const Region& a, const Region& b) {
  const auto pa = a.parts();
  const auto pb = b.parts();
  REQUIRE(pa.size() == pb.size());
  for (std::size_t i = 0; i < pa.size(); ++i) REQUIRE(pa[i].region == pb[i].region);
}

TEST_CASE("options are those of the rules, on random regions and deep into play") {
  Random random(11);
  std::size_t options_seen = 0;
  std::size_t takes_seen = 0;
  const std::size_t rounds = testing::scaled(2000);
  for (std::size_t round = 0; round < rounds; ++round) {
    Picture picture = random_picture(random);
    Region region = Region::parse(picture.text());
    const auto [left, top] = picture.corner();
    for (int ply = 0; ply < 8 && region.size() > 0; ++ply) {
      CAPTURE(picture.text());
      std::vector<std::pair<Picture, Region>> children;
      for (const Player player : kPlayers) {
        const auto options = region.options(player);
        std::size_t next = 0;
        for (int y = 0; y < picture.height; ++y) {
          for (int x = 0; x < picture.width; ++x) {
            Picture child = picture;
            const auto prisoners = child.play(player == Player::kLeft ? 'X' : 'O', x, y);
            if (!prisoners) continue;
            REQUIRE(next < options.size());
            const Option<Region>& option = options[next++];
            REQUIRE(option.move ==
                    static_cast<std::uint32_t>((y - top) * region.width() + x - left));
            REQUIRE(option.shift == sign(player) * *prisoners);
            REQUIRE(option.may_repeat == (*prisoners > 0));
            REQUIRE(option.position.width() == region.width());
            require_same_parts(option.position, Region::parse(child.text()));
            // The cached hash is the one of the cells.
            REQUIRE(option.position ==
                    Region::from_cells(region.width(), region.height(), option.position.cells()));
            takes_seen += *prisoners > 0 ? 1 : 0;
            ++options_seen;
            children.push_back({child, option.position});
          }
        }
        REQUIRE(next == options.size());
      }
      if (children.empty()) break;
      const auto& chosen = children[random.below(children.size())];
      picture = chosen.first;
      region = chosen.second;
    }
  }
  testing::expect_share(options_seen, rounds, 4);         // 8.4
  testing::expect_share(takes_seen, options_seen, 0.04);  // 0.097
}

TEST_CASE("a move connected to immortal stones leaves the region") {
  const Region corridor = Region::parse("BBBB/W..B/BBBB");
  CHECK(corridor.width() == 2);
  CHECK(corridor.height() == 1);
  CHECK(corridor.empties() == 2);
  CHECK(corridor.at(0, 0) == (Region::kEmpty | Region::kTouchesBlack | Region::kTouchesWhite));
  const auto left = corridor.options(Player::kLeft);
  REQUIRE(left.size() == 2);
  CHECK(left[0].move == 0);
  CHECK(left[0].position.parts().size() == 1);
  CHECK(left[0].position.parts()[0].region == Region::parse("BBB/B.B/BBB"));
  CHECK(left[0].position.parts()[0].dx == 1);
  const auto right = corridor.options(Player::kRight);
  REQUIRE(right.size() == 2);
  CHECK(right[0].position.parts()[0].region == Region::parse("BBB/W.B/BBB"));
  // A white stone at the closed end is not connected: it stays, and can be taken.
  CHECK(right[1].position.parts()[0].region == Region::parse("BBBB/W.OB/BBBB"));
}

TEST_CASE("prisoners are free moves, and suicide is illegal") {
  const Region gold = Region::parse("BBBB/W.OB/BBBB");
  const auto left = gold.options(Player::kLeft);
  REQUIRE(left.size() == 1);
  CHECK(left[0].shift == 1);
  CHECK(left[0].may_repeat);
  const Region eye = Region::parse("BBB/B.B/BBB");
  CHECK(eye.options(Player::kLeft).size() == 1);
  CHECK(eye.options(Player::kRight).empty());
}

TEST_CASE("ordinary stones next to immortal ones are immortal") {
  CHECK(Region::parse("BBBB/WXX./BBBB") == Region::parse("###B/##B./###B"));
  CHECK(Region::parse("BXW") == Region());
  CHECK(Region::parse("B.XXW").points() == 3);
}

TEST_CASE("short rows end outside and separators are equal") {
  CHECK(Region::parse("##BBB/BBB.BBB/W....B#/BBB.BBB/##BBB").points() == 6);
  CHECK(Region::parse("BBB\nW. B\r\nBBB\n") == Region::parse("BBB|W.B|BBB"));
}

struct Refusal {
  std::size_t column = 0;
  std::string message;
};

Refusal refusal(const std::string& diagram) {
  try {
    Region::parse(diagram);
  } catch (const InputError& error) {
    return {error.place().column, error.message()};
  }
  return {0, "accepted"};
}

TEST_CASE("bad regions are refused at the place") {
  CHECK(refusal("BBB/B?B/BBB").column == 6);
  CHECK(refusal("BBB/B?B/BBB").message == "unknown character in a region");
  CHECK(refusal("").message == "empty diagram");
  CHECK(refusal("/ /").message == "empty diagram");
  CHECK(refusal("#BB/BOB/#B.").column == 6);
  CHECK(refusal("#BB/BOB/#B.").message == "stones without liberty");
  CHECK(refusal("B.B/BXW/OWW").message == "accepted");
  CHECK(refusal(std::string(55, '.')).column == 55);
  CHECK(refusal(std::string(54, '.')).message == "the region is larger than 52 x 52");
  CHECK(refusal('B' + std::string(52, '.') + 'W').message == "accepted");
}

TEST_CASE("text reads back") {
  CHECK(Region().text() == "#");
  CHECK(Region().canonical().position == Region());
  CHECK(Region().parts().empty());
  CHECK(Region().options(Player::kLeft).empty());
  CHECK(Region::parse("#") == Region());
  CHECK(Region::parse(Region::parse("BBBB/W..B/BBBB").text()) == Region::parse("BBBB/W..B/BBBB"));
  // Between two cells of different flags no boundary stone can stand: letters take over.
  const Region split = Region::parse("b#w/..d/YXQ");
  CHECK(Region::parse(split.text()) == split);
  Random random(5);
  std::size_t with_letters = 0;
  const std::size_t rounds = testing::scaled(3000);
  for (std::size_t round = 0; round < rounds; ++round) {
    // Cells chosen freely, so that many have no drawing.
    const int w = 1 + static_cast<int>(random.below(5));
    const int h = 1 + static_cast<int>(random.below(4));
    std::string diagram;
    for (int y = 0; y < h; ++y) {
      if (y > 0) diagram += '/';
      for (int x = 0; x < w; ++x) diagram += random.of(".bwdXOYQ##");
    }
    Region region;
    try {
      region = Region::parse(diagram);
    } catch (const InputError&) {
      continue;
    }
    const std::string text = region.text();
    CAPTURE(diagram, text);
    REQUIRE(Region::parse(text) == region);
    with_letters += text.find_first_of("bwdYQ") != std::string::npos ? 1 : 0;
  }
  testing::expect_share(with_letters, rounds, 0.09);  // 0.19
}

TEST_CASE("canonical() is one for all sixteen images, and knows the reversed ones") {
  Random random(23);
  std::size_t symmetric = 0;
  const std::size_t rounds = testing::scaled(1500);
  for (std::size_t round = 0; round < rounds; ++round) {
    const Picture picture = random_picture(random);
    const Summand<Region> first = Region::parse(picture.text()).canonical();
    const bool self_reverse =
        !first.negated && !Region::parse(picture.transformed(8).text()).canonical().negated;
    symmetric += self_reverse ? 1 : 0;
    for (int which = 1; which < 16; ++which) {
      const Summand<Region> image = Region::parse(picture.transformed(which).text()).canonical();
      CAPTURE(picture.text(), which, image.position.text(), first.position.text());
      REQUIRE(image.position == first.position);
      REQUIRE(image.position.hash() == first.position.hash());
      const bool reversed = (which & 8) != 0;
      REQUIRE(image.negated == (self_reverse ? false : first.negated != reversed));
    }
    const Summand<Region> again = first.position.canonical();
    CAPTURE(picture.text(), again.position.text(), first.position.text());
    REQUIRE(again.position == first.position);
    REQUIRE_FALSE(again.negated);
  }
  testing::expect_share(symmetric, rounds, 0.2);  // 0.45
}

TEST_CASE("different regions have different canonical forms") {
  CHECK_FALSE(Region::parse("BBBB/W..B/BBBB").canonical().position ==
              Region::parse("BBBB/W..W/BBBB").canonical().position);
  CHECK(Region::parse("BBBB/W..B/BBBB").canonical().position ==
        Region::parse("WWW/W.W/W.W/#B#").canonical().position);
  CHECK(Region::parse("BBBB/W..B/BBBB").canonical().negated !=
        Region::parse("WWW/W.W/W.W/#B#").canonical().negated);
}

TEST_CASE("parts are the connected components where they were") {
  const Region region = Region::parse("BB#WW/B.#.W/BB#WW/..#.#");
  const auto parts = region.parts();
  REQUIRE(parts.size() == 4);
  for (const Located& part : parts) {
    for (int y = 0; y < part.region.height(); ++y) {
      for (int x = 0; x < part.region.width(); ++x) {
        const Region::Cell cell = part.region.at(x, y);
        if (cell != Region::kOutside) CHECK(cell == region.at(x + part.dx, y + part.dy));
      }
    }
  }
  CHECK(parts[0].region == Region::parse("BB/B./BB"));
  // A lone point without any neighbour is not a game; two such points are.
  CHECK(Region::parse(".").parts().empty());
  CHECK(Region::parse("..").parts().size() == 1);
}

TEST_CASE("split leaves out the territory of one player, and its worth") {
  const auto worth = [](const char* diagram) {
    std::vector<Summand<Region>> sum;
    const std::int64_t out = Region::parse(diagram).split(sum);
    return std::pair<std::int64_t, std::size_t>(out, sum.size());
  };
  CHECK(worth("BBBB/B..B/BBBB") == std::pair<std::int64_t, std::size_t>(2, 0));
  CHECK(worth("WWW/W.W/WWW") == std::pair<std::int64_t, std::size_t>(-1, 0));
  CHECK(worth("BBBBB/B.O.B/BBBBB") == std::pair<std::int64_t, std::size_t>(4, 0));
  CHECK(worth("BBB/W.B/BBB") == std::pair<std::int64_t, std::size_t>(0, 1));
  // The centre touches nothing: somebody might live there.
  CHECK(worth("BBBBB/B...B/B...B/B...B/BBBBB").second == 1);
  CHECK(worth("BB#WW/B.#.W/BB#WW") == std::pair<std::int64_t, std::size_t>(0, 0));
}

TEST_CASE("what lives unconditionally leaves the game, with its territory") {
  const auto left = [](const char* diagram) {
    std::int64_t worth = 0;
    const Region rest = Region::parse(diagram).without_settled(worth);
    return std::pair<std::int64_t, int>(worth, rest.points());
  };
  // Two eyes. A point between the enemy's wall and the living group is a dame, and stays.
  CHECK(left("#####W/.X.XXW/XXXXXW/WWWWWW") == std::pair<std::int64_t, int>(2, 0));
  CHECK(left("#####W/.X.X.W/XXXXXW/WWWWWW") == std::pair<std::int64_t, int>(2, 1));
  // One eye, and an eye that the enemy's wall touches: nothing is settled.
  CHECK(left("#####W/..XX.W/XXXXXW/WWWWWW") == std::pair<std::int64_t, int>(0, 10));
  // A stone of the enemy in an eye is dead.
  CHECK(left("######W/.X.OXXW/XXXXXXW/WWWWWWW") == std::pair<std::int64_t, int>(4, 0));
}

TEST_CASE("territory is worth what split says: every move changes it by one") {
  // G = n exactly if all of Left's options are n - 1, Right's n + 1, and Left has one (for n > 0):
  // checked for all positions reached by play inside.
  Random random(3);
  std::size_t checked = 0;
  const std::size_t rounds = testing::scaled(400);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::string diagram;
    for (int y = 0; y < 3; ++y) {
      if (y > 0) diagram += '/';
      for (int x = 0; x < 4; ++x) diagram += random.of("bbbQ#");
    }
    Region region;
    try {
      region = Region::parse(diagram);
    } catch (const InputError&) {
      continue;
    }
    std::vector<Region> work{region};
    for (std::size_t i = 0; i < work.size() && i < 200; ++i) {
      const Region here = work[i];
      std::vector<Summand<Region>> sum;
      const std::int64_t worth = here.split(sum);
      REQUIRE(sum.empty());
      REQUIRE((worth > 0) == !here.options(Player::kLeft).empty());
      for (const Player player : kPlayers) {
        for (const Option<Region>& option : here.options(player)) {
          REQUIRE(option.shift + option.position.split(sum) == worth - sign(player));
          REQUIRE(sum.empty());
          work.push_back(option.position);
          ++checked;
        }
      }
    }
  }
  testing::expect_share(checked, rounds, 900);  // 1900
}

TEST_CASE("the number of positions of blocked corridors is pinned") {
  // Positions up to symmetry and reversal, after splitting: 2^n - 1 instead of 2.84^n.
  for (const int length : {4, 8, 11}) {
    const std::string wall(static_cast<std::size_t>(length) + 2, 'B');
    const std::string middle = "W" + std::string(static_cast<std::size_t>(length), '.') + "B";
    std::vector<Summand<Region>> table;
    Region::parse(wall + "/" + middle + "/" + wall).split(table);
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (const Player player : kPlayers) {
        for (const Option<Region>& option : Region(table[i].position).options(player)) {
          std::vector<Summand<Region>> parts;
          option.position.split(parts);
          for (const Summand<Region>& part : parts) {
            const bool known = std::any_of(table.begin(), table.end(), [&](const auto& old) {
              return old.position == part.position;
            });
            if (!known) table.push_back(part);
          }
        }
      }
    }
    CHECK(table.size() == (std::size_t{1} << static_cast<unsigned>(length)) - 1);
  }
}

}  // namespace
}  // namespace cgt::go::region_test
