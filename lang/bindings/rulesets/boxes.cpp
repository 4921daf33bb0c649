// game.boxes: Dots and Boxes, Nimstring, Strings and Coins.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "decomp/boxes/nimstring.hpp"
#include "decomp/boxes/score.hpp"
#include "lang/bindings/bindings.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;
constexpr const char* kBoard = "game.boxes.Board";

// A board and the searches that positions of one game share.
struct BoxesGame {
  explicit BoxesGame(boxes::Board read) : board(std::move(read)), scores(board), nimstring(board) {}
  boxes::Board board;
  boxes::ScoreSearch scores;
  boxes::Nimstring nimstring;
};

class BoxesObject final : public NativeObject {
 public:
  BoxesObject(std::shared_ptr<BoxesGame> game, boxes::Strings left)
      : game_(std::move(game)), left_(left) {}
  const char* class_name() const override { return "Boxes"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("{}(\"{}\")", kBoard, text());
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const BoxesObject*>(&other);
    return o != nullptr && o->text() == text();
  }
  std::uint64_t hash() const override { return std::hash<std::string>()(text()); }

  std::string text() const { return board().text(left_); }
  const boxes::Board& board() const { return game_->board; }
  boxes::Strings left() const { return left_; }
  const std::shared_ptr<BoxesGame>& game() const { return game_; }
  std::optional<std::uint32_t> nim_value(Context& c) const {
    return game_->nimstring.value(left_, c.budget());
  }
  // Strings by name.
  Value names(const std::vector<int>& strings) const {
    std::vector<Value> out;
    for (const int string : strings) out.push_back(Value::string(board().string_name(string)));
    return Value::list(std::move(out));
  }

 private:
  std::shared_ptr<BoxesGame> game_;
  boxes::Strings left_;
};

const BoxesObject& boxes_of(const Value& v) { return *v.as_native<BoxesObject>(); }

Value make_boxes(Context& c, Arguments a) {
  auto game = std::make_shared<BoxesGame>(boxes::Board::parse(c.string(a[0], kBoard), "<boxes>"));
  const boxes::Strings all = game->board.strings();
  return Value::native<BoxesObject>(std::move(game), all);
}

Value boxes_score(Context& c, Arguments a) {
  const BoxesObject& on = boxes_of(a[0]);
  const boxes::ScoreBounds found = on.game()->scores.score(on.left(), c.budget());
  if (found.stopped) throw BudgetExhausted(*found.stopped);
  return Value::integer(found.lower);
}

Value boxes_moves(Context& c, Arguments a) {
  const BoxesObject& on = boxes_of(a[0]);
  std::vector<Value> out;
  for (const boxes::ScoredMove& move : on.game()->scores.moves(on.left(), c.budget())) {
    out.push_back(Value::list({Value::string(on.board().string_name(move.string)),
                               Value::integer(move.taken), Value::integer(move.score)}));
  }
  return Value::list(std::move(out));
}

Value boxes_chains(Context&, Arguments a) {
  const BoxesObject& on = boxes_of(a[0]);
  std::vector<Value> out;
  for (const boxes::Chain& chain : on.board().chains(on.left())) {
    out.push_back(
        Value::list({Value::string(chain.loop ? "loop" : "chain"), Value::integer(chain.coins)}));
  }
  return Value::list(std::move(out));
}

Value boxes_picture(Context& c, Arguments a) {
  const BoxesObject& on = boxes_of(a[0]);
  if (on.board().drawn()) return Value::string(boxes_svg(on.text(), kBoard));
  DrawnGraph graph;
  graph.grounded = true;
  graph.labels.emplace_back(".");
  for (int coin = 0; coin < on.board().coin_count(); ++coin) graph.labels.emplace_back("");
  for (boxes::Strings rest = on.left(); rest != 0; rest &= rest - 1) {
    const auto& [from, to] = on.board().ends(boxes::lowest(rest));
    graph.edges.push_back(
        {static_cast<std::size_t>(from + 1), static_cast<std::size_t>(to + 1), "-"});
  }
  c.budget().charge();
  return Value::string(graph_svg(graph, kBoard, on.text()));
}

}  // namespace

Package boxes_package() {
  Package package;
  package.name = "game.boxes";
  package.doc = "Dots and Boxes: scores, Nimstring, chains; also Strings and Coins on graphs.";
  Rows(package, "")
      .add("game.boxes.Board(text)",
           "A drawing, \"+-+ +/| |  /+ + +\", a size, \"2x3\", or strings of a graph, \"a-b b-.\".",
           "game.boxes.Board(\"2x2\").Score --> 2", make_boxes);
  const Rows rows = Rows(package, "Boxes").on("game.boxes.Board(\"+-+ +/| |  /+ +-+\")");
  rows.add("Score",
           "How many more boxes the player to move takes than the opponent, if both play best.",
           "Score --> 0", boxes_score);
  rows.add("Moves", "Each line with the boxes that it closes and the score, best first.",
           "Moves[1] --> [\"A2-B2\",1,0]", boxes_moves);
  rows.add("BestLine", "Best play to the end, by lines.", "BestLine.Length --> 3",
           [](Context& c, Arguments a) {
             const BoxesObject& on = boxes_of(a[0]);
             return on.names(on.game()->scores.line(on.left(), c.budget()));
           });
  rows.add(
      "NimValue",
      "Of Nimstring, where a player who cannot move loses; \"loony\": a win beside any other game.",
      "NimValue --> 1", [](Context& c, Arguments a) {
        const std::optional<std::uint32_t> value = boxes_of(a[0]).nim_value(c);
        return value ? Value::integer(*value) : Value::string("loony");
      });
  rows.add("IsLoony", "Has Nimstring no nim value here?", "IsLoony --> false",
           [](Context& c, Arguments a) { return Value::boolean(!boxes_of(a[0]).nim_value(c)); });
  rows.add("WinningMoves", "The lines that win Nimstring.",
           "WinningMoves --> [\"B1-C1\",\"C1-C2\",\"A2-B2\"]", [](Context& c, Arguments a) {
             const BoxesObject& on = boxes_of(a[0]);
             return on.names(on.game()->nimstring.winning(on.left(), c.budget()));
           });
  rows.add("Play(line)", "The board after the line between two dots is drawn.",
           "Play(\"B1-C1\") --> game.boxes.Board(\"+-+-+/| |  /+ +-+\")",
           [](Context& c, Arguments a) {
             const BoxesObject& on = boxes_of(a[0]);
             const int string = on.board().string_named(on.left(), c.string(a[1], "Play"));
             return Value::native<BoxesObject>(on.game(), on.left() & ~boxes::one(string));
           });
  rows.add("Chains",
           "Paths of boxes with two open sides each: \"chain\" or \"loop\", and how many.",
           "Chains --> [[\"chain\",1]]", boxes_chains);
  rows.add("Lines", "The names of the lines that are still to be drawn.",
           "Lines --> [\"B1-C1\",\"C1-C2\",\"A2-B2\"]", [](Context&, Arguments a) {
             const BoxesObject& on = boxes_of(a[0]);
             std::vector<int> open;
             for (boxes::Strings rest = on.left(); rest != 0; rest &= rest - 1)
               open.push_back(boxes::lowest(rest));
             return on.names(open);
           });
  rows.add("Svg", "The drawing, or the graph, as an SVG document.",
           "Svg.Substring(1, 4) --> \"<svg\"", boxes_picture);
  return package;
}

}  // namespace cgt::lang
