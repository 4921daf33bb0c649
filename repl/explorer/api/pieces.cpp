// Whose the pieces of a board are, and where its walls stand, so that the page, which knows no rules, can
// show them.

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "repl/explorer/api/picture.hpp"

namespace cgt::repl {
namespace {

struct Pieces {
  std::string_view path;  // of the ruleset
  std::string_view left;
  std::string_view right;
  std::string_view both;  // moved by either player
};

// Of what is not listed x is Left's and o is Right's.
constexpr Pieces kUsual{"", "xX", "oO", ""};
constexpr std::array kPieces = std::to_array<Pieces>({
    {"game.grid.Chomp", "", "", "x"},
    {"game.grid.Echess", "k", "KR", ""},
    {"game.grid.Fission", "", "", "x"},
    {"game.grid.GenEchess", "k", "KR", ""},
    {"game.grid.Maize", "", "", "oudj"},
    {"game.grid.Maze", "", "", "oudj"},
    {"game.grid.SkiJumps", "Ll", "Rr", ""},
    {"game.strip.BackslidingToadsAndFrogs", "t", "f", ""},
    {"game.strip.Blockbusting", "l", "r", ""},
    {"game.strip.ElephantsAndRhinos", "t", "f", ""},
    {"game.strip.GenToadsAndFrogs", "t", "f", ""},
    {"game.strip.Push", "l", "r", ""},
    {"game.strip.Shove", "l", "r", ""},
    {"game.strip.ToadsAndFrogs", "t", "f", ""},
    {"game.strip.TopplingDominoes", "l", "r", "e"},
    {"game.strip.Turning", "", "", "ht"},
});

std::string_view owner_of(const Pieces& pieces, const Picture& picture, const std::string& cell) {
  if (picture.writing == GridText::kNumbers)
    return cell == "0" ? "" : cell.starts_with('-') ? "right" : "left";
  if (cell.size() != 1) return "";
  const auto in = [&](std::string_view letters) {
    return letters.find(cell.front()) != std::string_view::npos;
  };
  return in(pieces.left) ? "left" : in(pieces.right) ? "right" : in(pieces.both) ? "both" : "";
}

// "below", "right": sides of a cell of Maze.
std::string_view walls_of(const std::string& cell) {
  constexpr std::string_view kBelow = "_u";
  constexpr std::string_view kRight = ")d";
  constexpr std::string_view kCorner = "Jj";
  const auto in = [&](std::string_view letters) {
    return letters.find(cell) != std::string_view::npos;
  };
  return in(kBelow) ? "below" : in(kRight) ? "right" : in(kCorner) ? "below right" : "";
}

}  // namespace

std::vector<std::string_view> owners_of(const NamedRuleset& ruleset, const Picture& picture) {
  std::vector<std::string_view> owners;
  if (picture.go) return owners;
  const auto* const listed = std::ranges::find(kPieces, ruleset.path, &Pieces::path);
  const Pieces& pieces = listed == kPieces.end() ? kUsual : *listed;
  owners.reserve(picture.cells.size());
  for (const std::string& cell : picture.cells) owners.push_back(owner_of(pieces, picture, cell));
  return owners;
}

void put_pieces(Json& out, const NamedRuleset& ruleset, const Picture& picture) {
  out["owners"] = owners_of(ruleset, picture);
  Picture palette = picture;
  palette.cells = alphabet_of(ruleset, picture);
  out["alphabet_owners"] = owners_of(ruleset, palette);
  if (!ruleset.path.ends_with(".Maze") && !ruleset.path.ends_with(".Maize")) return;
  Json& walls = out["walls"] = Json::array();
  for (const std::string& cell : picture.cells) walls.push_back(walls_of(cell));
}

}  // namespace cgt::repl
