// Rulesets by name: the type-erased layer through which the language, the command line and the
// evaluator see every native game. What a ruleset itself writes is a Position (position.hpp) and
// one RulesetEntry; it knows no algorithm.
//
//   const RulesetEntry& entry = *find_ruleset("domineering");     // decomp/rules/registry.hpp
//   const std::shared_ptr<const Ruleset> game = entry.make({});
//   const AnyPosition board = game->position("....|....");        // throws InputError
//   const std::unique_ptr<AnyGraph> graph = board.new_graph();    // for solve::GraphSearch
//
// AnyPosition is a Position too: one pointer to a shared, immutable model.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "decomp/position/graph.hpp"
#include "decomp/position/position.hpp"

namespace cgt {

// --- what a position or a ruleset is made from ---

// Contents of cells by the numbers of the ruleset's characters, row by row.
struct CGT_API GridInput {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::int64_t> cells;
};

// Vertices 0 .. labels.size() - 1 with labels ("" for none), edges with labels.
struct CGT_API GraphInput {
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    std::string label;
  };
  std::vector<std::string> labels;
  std::vector<Edge> edges;
  bool directed = false;
};

using Coordinate = std::pair<std::int64_t, std::int64_t>;

// One argument: of a ruleset (Subtraction([2,3,7]), GenToadsAndFrogs(maxJump => 2)) or of a
// position (a board as text, a heap size, coordinates, ...).
using RulesetArgument = std::variant<std::int64_t, bool, std::string, std::vector<std::int64_t>,
                                     std::vector<Coordinate>, GridInput, GraphInput>;

struct CGT_API RulesetParameter {
  std::string name;  // "" where it was given by place
  RulesetArgument value;
};

// The arguments of a ruleset or position, read by name and place. get() throws Error naming the
// parameter if the kind is wrong; finish() if something was left over.
class CGT_API RulesetArguments {
 public:
  RulesetArguments() = default;
  RulesetArguments(std::vector<RulesetParameter> given) : given_(std::move(given)) {}  // NOLINT

  std::size_t size() const { return given_.size(); }
  // The parameter: named so, or else the `place`-th without a name. Null if not given.
  const RulesetArgument* find(std::string_view name, std::size_t place);
  std::int64_t integer(std::string_view name, std::size_t place, std::int64_t otherwise);
  bool boolean(std::string_view name, std::size_t place, bool otherwise);
  std::string string(std::string_view name, std::size_t place, std::string otherwise);
  // One integer counts as a list of one.
  std::vector<std::int64_t> integers(std::string_view name, std::size_t place,
                                     std::vector<std::int64_t> otherwise);
  std::vector<Coordinate> coordinates(std::string_view name, std::size_t place,
                                      std::vector<Coordinate> otherwise);
  // Throws Error if an argument was not asked for.
  void finish() const;

 private:
  std::vector<RulesetParameter> given_;
  std::vector<bool> used_ = std::vector<bool>(given_.size());
};

// --- positions of any ruleset ---

class CGT_API AnyPosition {
 public:
  class Model {
   public:
    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    virtual ~Model() = default;
    virtual std::vector<Option<AnyPosition>> options(Player player, Budget& budget) const = 0;
    virtual std::int64_t split(std::vector<Summand<AnyPosition>>& sum) const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::string text() const = 0;
    virtual bool equals(const Model& other) const = 0;
    virtual bool impartial() const = 0;
    virtual bool split_impartial(std::vector<Summand<AnyPosition>>& sum) const = 0;
    virtual std::uint32_t depth_hint() const = 0;
    virtual std::unique_ptr<AnyGraph> new_graph() const = 0;
  };

  AnyPosition() = default;
  template <class P>
  requires(!std::same_as<P, AnyPosition>) && Position<P> explicit AnyPosition(P position);

  // All but these require a position that was not default-constructed.
  explicit operator bool() const { return model_ != nullptr; }
  friend bool operator==(const AnyPosition& a, const AnyPosition& b) {
    return a.model_ == b.model_ ||
           (a.model_ != nullptr && b.model_ != nullptr && a.model_->equals(*b.model_));
  }

  std::vector<Option<AnyPosition>> options(Player player) const {
    Budget budget;
    return model_->options(player, budget);
  }
  std::vector<Option<AnyPosition>> options(Player player, Budget& budget) const {
    return model_->options(player, budget);
  }
  std::int64_t split(std::vector<Summand<AnyPosition>>& sum) const { return model_->split(sum); }
  std::uint64_t hash() const { return model_->hash(); }
  std::string text() const { return model_->text(); }
  bool impartial() const { return model_->impartial(); }
  bool split_impartial(std::vector<Summand<AnyPosition>>& sum) const {
    return model_->split_impartial(sum);
  }
  std::uint32_t depth_hint() const { return model_->depth_hint(); }
  // A graph for this position and all others of the same type, empty as yet.
  std::unique_ptr<AnyGraph> new_graph() const { return model_->new_graph(); }
  const std::type_info& type() const {
    const Model& model = *model_;
    return typeid(model);
  }
  // Null if it is a position of another type.
  template <Position P>
  const P* as() const;

 private:
  template <Position P>
  class ModelOf;

  std::shared_ptr<const Model> model_;
};

template <Position P>
class AnyPosition::ModelOf final : public AnyPosition::Model {
 public:
  explicit ModelOf(P p) : position(std::move(p)) {}
  std::vector<Option<AnyPosition>> options(Player player, Budget& budget) const override {
    std::vector<Option<AnyPosition>> out;
    for (Option<P>& o : options_within(position, player, budget)) {
      out.push_back({o.move, AnyPosition(std::move(o.position)), o.shift, o.may_repeat, o.ko});
    }
    return out;
  }
  std::int64_t split(std::vector<Summand<AnyPosition>>& sum) const override {
    std::vector<Summand<P>> parts;
    const std::int64_t rest = position.split(parts);
    append(parts, sum);
    return rest;
  }
  std::uint64_t hash() const override { return position.hash(); }
  std::string text() const override { return position.text(); }
  bool equals(const Model& other) const override {
    return typeid(other) == typeid(ModelOf) &&
           position == static_cast<const ModelOf&>(other).position;
  }
  bool impartial() const override { return kIsImpartial<P>; }
  bool split_impartial(std::vector<Summand<AnyPosition>>& sum) const override {
    std::vector<Summand<P>> parts;
    const bool known = cgt::split_impartial(position, parts);
    append(parts, sum);
    return known;
  }
  std::uint32_t depth_hint() const override { return cgt::depth_hint(position); }
  std::unique_ptr<AnyGraph> new_graph() const override;

  const P position;

 private:
  static void append(std::vector<Summand<P>>& parts, std::vector<Summand<AnyPosition>>& sum) {
    for (Summand<P>& part : parts)
      sum.push_back({AnyPosition(std::move(part.position)), part.negated});
  }
};

template <class P>
requires(!std::same_as<P, AnyPosition>) && Position<P> AnyPosition::AnyPosition(P position)
    : model_(std::make_shared<ModelOf<P>>(std::move(position))) {}

template <Position P>
const P* AnyPosition::as() const {
  if (model_ == nullptr || type() != typeid(ModelOf<P>)) return nullptr;
  return &static_cast<const ModelOf<P>&>(*model_).position;
}

// --- graphs of any ruleset ---

template <Position P>
std::int64_t GraphOf<P>::components(const AnyPosition& position, std::vector<SignedNode>& out) {
  const P* p = position.as<P>();
  CGT_EXPECTS(p != nullptr, "a graph holds positions of one type");
  return components(*p, out);
}

template <Position P>
std::unique_ptr<AnyGraph> AnyPosition::ModelOf<P>::new_graph() const {
  return std::make_unique<GraphOf<P>>();
}

// --- rulesets ---

class CGT_API Ruleset {
 public:
  Ruleset() = default;
  Ruleset(const Ruleset&) = delete;
  Ruleset& operator=(const Ruleset&) = delete;
  virtual ~Ruleset() = default;

  // "GenClobber", as CGSuite names the class.
  virtual std::string class_name() const = 0;
  // Throws InputError (text with a place) or Error.
  virtual AnyPosition position(RulesetArguments arguments) const = 0;
  AnyPosition position(std::string text) const {
    return position(RulesetArguments({{"", RulesetArgument(std::move(text))}}));
  }
  // The characters of its boards by number, as CGSuite's CharMap (".xo"); "" if it has none.
  virtual std::string char_map() const { return {}; }
};

// Makes a position of its arguments: from a function that gives positions of one type.
class CGT_API PositionReader {
 public:
  template <class F>
  requires Position<std::invoke_result_t<F&, RulesetArguments&>> PositionReader(F read)  // NOLINT
      : read_([read = std::move(read)](RulesetArguments& arguments) {
          return AnyPosition(read(arguments));
        }) {}
  AnyPosition operator()(RulesetArguments& arguments) const { return read_(arguments); }

 private:
  std::function<AnyPosition(RulesetArguments&)> read_;
};

// A ruleset whose positions are made by a function. They may hold a pointer to data of the ruleset that
// the function owns.
class CGT_API PlainRuleset : public Ruleset {
 public:
  PlainRuleset(std::string class_name, std::string char_map, PositionReader read);

  std::string class_name() const override;
  AnyPosition position(RulesetArguments arguments) const override;
  using Ruleset::position;
  std::string char_map() const override;

 private:
  std::string class_name_;
  std::string char_map_;
  PositionReader read_;
};

// One line of the registry.
struct CGT_API RulesetEntry {
  std::string name;       // of the command line: "domineering"
  std::string path;       // of the language: "game.grid.Domineering"
  std::string summary;    // one line: who moves how
  std::string board;      // how a position is written, one line
  std::string example;    // a position: "....|....|...."
  std::string signature;  // parameters of the ruleset: "" or "removals, allbut?"
  std::function<std::shared_ptr<const Ruleset>(RulesetArguments)> make;
};

// An entry without parameters.
CGT_API RulesetEntry plain_entry(std::string name, std::string path, std::string summary,
                                 std::string board, std::string example, std::string class_name,
                                 std::string char_map, PositionReader read);

// One copy of every set of parameters that rulesets were made with, so that a position names its
// rules by a pointer: cheap to copy, to compare and to hash, and valid for ever.

// Equal values give the same pointer. Safe from several threads. There are few different values,
// so they are searched one by one, and kept.
template <class T>
const T* interned(T value) {
  static std::mutex mutex;
  static std::list<T> all;
  const std::lock_guard lock(mutex);
  for (const T& known : all) {
    if (known == value) return &known;
  }
  return &all.emplace_back(std::move(value));
}

// Arguments of rulesets as people write them, in the literals of the language:
//
//   [1,2], allbut => true      "0.77"      [(1,0),(-1,0)]      8
//
// An integer, true or false, a text in double quotes (\" and \\ inside of it), a list of integers, a pair of
// integers or a list of pairs; with a name and => before it where it is not given by its place.

// Those between the bracket that stands before the byte `begin` and the last byte of the text, which is to be
// ')'. Throws InputError.
CGT_API std::vector<RulesetParameter> parse_arguments(const SourceText& source, std::size_t begin);
// What parse_arguments() reads as these, without the brackets. Throws Error for boards and graphs, which are no
// literals.
CGT_API std::string argument_text(const std::vector<RulesetParameter>& arguments);

}  // namespace cgt
