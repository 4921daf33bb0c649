// Whose the pieces of a board are, and where its walls stand, so that the page, which knows no rules, can
// show them.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repl/explorer/api/picture.hpp"

namespace cgt::repl {
namespace {

struct Pieces {
  std::string_view path;  // of the ruleset
  std::string_view left;
  std::string_view right;
  std::string_view both;   // moved by either player
  std::string_view looks;  // what the page draws for a letter: "x=queen #=arrow"
};

// Of what is not listed x is Left's and o is Right's.
constexpr Pieces kUsual{"", "xX", "oO", "", "x=stone o=stone X=stone O=stone"};
constexpr std::string_view kChequers = "x=chequer o=chequer";
constexpr std::string_view kFoxAndGeese = "x=goose o=fox";
constexpr std::string_view kToadsAndFrogs = "t=toad f=frog";
constexpr std::array kPieces = std::to_array<Pieces>({
    {"game.grid.Amazons", "x", "o", "", "x=queen o=queen #=arrow"},
    {"game.grid.AntiClobber", "x", "o", "", kChequers},
    {"game.grid.CannibalClobber", "x", "o", "", kChequers},
    {"game.grid.CeyloneseFoxAndGeese", "x", "o", "", kFoxAndGeese},
    {"game.grid.Chomp", "", "", "x", "x=chocolate"},
    {"game.grid.Clobber", "x", "o", "", kChequers},
    {"game.grid.Echess", "k", "KR", "", "k=king K=king R=rook"},
    {"game.grid.Fission", "", "", "x", "x=stone"},
    {"game.grid.FoxAndGeese", "x", "o", "", kFoxAndGeese},
    {"game.grid.GenClobber", "x", "o", "", kChequers},
    {"game.grid.GenEchess", "k", "KR", "", "k=king K=king R=rook"},
    {"game.grid.GenFoxAndGeese", "x", "o", "", kFoxAndGeese},
    {"game.grid.HareAndHounds", "x", "o", "", "x=hound o=hare"},
    {"game.grid.HotClobber", "x", "o", "", kChequers},
    {"game.grid.KingDirt", "x", "o", "", "x=king o=king"},
    {"game.grid.Kings", "x", "o", "", "x=king o=king"},
    {"game.grid.Knights", "x", "o", "", "x=knight o=knight"},
    {"game.grid.Konane", "x", "o", "", kChequers},
    {"game.grid.Maize", "", "", "oudj", "o=stone u=stone d=stone j=stone"},
    {"game.grid.Maze", "", "", "oudj", "o=stone u=stone d=stone j=stone"},
    // Who moves what its moves say.
    {"game.grid.Patterns", "", "", "", "x=stone o=stone"},
    {"game.grid.Queens", "x", "o", "", "x=queen o=queen"},
    {"game.grid.Rooks", "x", "o", "", "x=rook o=rook"},
    {"game.grid.SkiJumps", "Ll", "Rr", "", "L=jumper R=jumper l=skier r=skier"},
    {"game.strip.BackslidingToadsAndFrogs", "t", "f", "", kToadsAndFrogs},
    {"game.strip.Blockbusting", "l", "r", "", "l=block r=block"},
    {"game.strip.ElephantsAndRhinos", "t", "f", "", "t=elephant f=rhino"},
    {"game.strip.GenToadsAndFrogs", "t", "f", "", kToadsAndFrogs},
    {"game.strip.HackenbushString", "l", "r", "e", "l=edge r=edge e=edge"},
    {"game.strip.Push", "l", "r", "", "l=block r=block"},
    {"game.strip.Shove", "l", "r", "", "l=block r=block"},
    {"game.strip.ToadsAndFrogs", "t", "f", "", kToadsAndFrogs},
    {"game.strip.TopplingDominoes", "l", "r", "e", "l=domino r=domino e=domino"},
    {"game.strip.Turning", "", "", "ht", "h=heads t=tails"},
});

const Pieces& pieces_of(const NamedRuleset& ruleset) {
  const auto* const listed = std::ranges::find(kPieces, ruleset.path, &Pieces::path);
  return listed == kPieces.end() ? kUsual : *listed;
}

// The name of a piece that the page can draw, "" for none.
std::string_view look_of(const Pieces& pieces, const Picture& picture, const std::string& cell) {
  if (picture.writing == GridText::kNumbers) return cell == "0" ? "" : "sheep";
  const std::size_t at = pieces.looks.find(cell + "=");
  if (cell.size() != 1 || at == std::string_view::npos) return "";
  const std::string_view from = pieces.looks.substr(at + 2);
  return from.substr(0, from.find(' '));
}

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
  const Pieces& pieces = pieces_of(ruleset);
  owners.reserve(picture.cells.size());
  for (const std::string& cell : picture.cells) owners.push_back(owner_of(pieces, picture, cell));
  return owners;
}

void put_pieces(Json& out, const NamedRuleset& ruleset, const Picture& picture) {
  out["owners"] = owners_of(ruleset, picture);
  Picture palette = picture;
  palette.cells = alphabet_of(ruleset, picture);
  out["alphabet_owners"] = owners_of(ruleset, palette);
  const Pieces& pieces = pieces_of(ruleset);
  for (const auto& [name, shown] : {std::pair("looks", &std::as_const(picture)),
                                    std::pair("alphabet_looks", &std::as_const(palette))}) {
    Json& looks = out[name] = Json::array();
    for (const std::string& cell : shown->cells) looks.push_back(look_of(pieces, picture, cell));
  }
  // Nobody eats the first square.
  if (ruleset.path == "game.grid.Chomp" && picture.cells.front() != ".") out["looks"][0] = "poison";
  if (!ruleset.path.ends_with(".Maze") && !ruleset.path.ends_with(".Maize")) return;
  Json& walls = out["walls"] = Json::array();
  for (const std::string& cell : picture.cells) walls.push_back(walls_of(cell));
}

}  // namespace cgt::repl
