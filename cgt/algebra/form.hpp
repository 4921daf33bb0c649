// Forms: positions with the options they are given, before anything is simplified.
//
// A value forgets how a game was written: {*|*} and 0 are the same game. Several operations need
// what is forgotten: the ordinal sum G:H depends on the form of its base G, the Conway product, the
// conjunctive and the selective sum and misere play on the forms of all they combine. A Form is
// such a position. It is either a value, read as its canonical form, or an explicit list of options
// which are forms again, or a compound of forms whose options are worked out when somebody asks for
// them. A table of forms (Forms) keeps every form once, so equal words mean the same form (not:
// equal words iff equal values), and it remembers the value of each. Compounds of two values are
// remembered in the store instead, so that they outlive the table; the functions of products.hpp
// are these.
//
// Definitions, with G^L, G^R for the options and o for the rest of the operation:
//   sum               G + H     {G^L + H, G + H^L | G^R + H, G + H^R}
//   ordinal sum       G : H     {G^L, G : H^L | G^R, G : H^R}
//   ordinal product   G (x) H   {(G (x) H^L) : G^L, (G (x) H^R) : -G^R
//                               | (G (x) H^L) : G^R, (G (x) H^R) : -G^L}
//   Conway product    G H       {G^L H + G H^L - G^L H^L, G^R H + G H^R - G^R H^R
//                               | G^L H + G H^R - G^L H^R, G^R H + G H^L - G^R H^L}
//   conjunctive sum   a move is made in both components; it ends when one has no move
//                               {G^L o H^L | G^R o H^R}
//   selective sum     a move is made in one component or in both
//                               {G^L o H, G o H^L, G^L o H^L | the same for Right}
// (Conway 1976, chapters 1, 14 and 15; Smith 1966.)
//
// Thread rule: that of the store. Forms of one table must not be given to another.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgt/store/print_order.hpp"
#include "cgt/store/store.hpp"
#include "cgt/support/hash.hpp"

namespace cgt {

namespace detail {
enum class Operation;
}  // namespace detail

// What to do after a selective sum has been moved in.
enum class SelectiveRule {
  // The definition: the rest is a selective sum again.
  kSelective,
  // As CGSuite computes it: after a move in one component the rest is an ordinary sum, after a move
  // in both it is a conjunctive sum. 1/2 and 1/2 give 3/4 instead of 1, *5 and *6 give *8 instead
  // of *11.
  kFirstMoveOnly,
};

// A word that names one form of one table. A value is a form of every table of its store.
class CGT_API Form {
 public:
  constexpr Form() = default;
  constexpr Form(GameId game) : word_(game.word()) {}  // NOLINT: a value is a form
  constexpr bool is_none() const { return word_ == 0; }
  // Is it a value, read as its canonical form?
  constexpr bool is_game() const { return (word_ & kTag) == 0; }
  // Requires is_game().
  constexpr GameId game() const { return GameId::from_word(static_cast<std::uint32_t>(word_)); }
  constexpr std::uint64_t word() const { return word_; }

  friend constexpr bool operator==(Form, Form) = default;
  friend constexpr auto operator<=>(Form, Form) = default;

 private:
  friend class Forms;
  static constexpr std::uint64_t kTag = std::uint64_t{1} << 63U;
  static constexpr Form at(std::size_t place) {
    Form form;
    form.word_ = kTag | place;
    return form;
  }
  constexpr std::size_t place() const { return static_cast<std::size_t>(word_ & ~kTag); }

  std::uint64_t word_ = 0;
};

}  // namespace cgt

template <>
struct std::hash<cgt::Form> {
  std::size_t operator()(cgt::Form form) const noexcept {
    return static_cast<std::size_t>(cgt::mix(form.word(), 0));
  }
};

namespace cgt {

using FormList = SmallVector<Form, 8>;

// Characters of a written form. Forms share parts, which the text repeats.
inline constexpr std::size_t kMaxFormText = 50'000;

class CGT_API Forms {
 public:
  explicit Forms(Store& store);
  ~Forms();
  Forms(const Forms&) = delete;
  Forms& operator=(const Forms&) = delete;

  Store& store() const { return store_; }

  // --- making forms -----------------------------------------------------------------------------
  // '{left|right}', nothing removed but repetitions. Never becomes a value, not even '{|}'.
  Form make(std::span<const Form> left, std::span<const Form> right);
  // The canonical form of g as an explicit form, option for option.
  Form explicit_form(GameId g);
  // Mirrors values, explicit forms and sums of any kind; of the two products it is a form of its
  // own.
  Form negate(Form g);
  Form sum(Form g, Form h);
  // n copies of g; n may be negative. Throws Error unless n is an integer.
  Form multiple(const Dyadic& n, Form g);
  Form ordinal_sum(Form g, Form h);
  Form ordinal_product(Form g, Form h);
  Form conway_product(Form g, Form h);
  Form conjunctive_sum(Form g, Form h);
  Form selective_sum(Form g, Form h, SelectiveRule rule = SelectiveRule::kSelective);

  // --- asking -----------------------------------------------------------------------------------
  // Is it '{...}', or the negative of a form? Both false of values and of other compounds.
  bool is_explicit(Form f) const { return is_of(f, Kind::kExplicit); }
  bool is_negative(Form f) const { return is_of(f, Kind::kNegative); }
  // The options, each once, in the order of words.
  FormList options(Form f, Player player);
  // The canonical form of the value.
  GameId value(Form f);
  OutcomeClass outcome(Form f) { return store_.outcome(value(f)); }
  // The outcome under misere play, where the player who cannot move wins.
  OutcomeClass misere_outcome(Form f);
  // The depth of the tree as written: of '{*|*}' it is 2.
  std::uint64_t birthday(Form f);
  // Distinct forms that can be reached, f itself included.
  std::uint64_t follower_count(Form f);
  // The options of `player` whose value is at least as good for them as some canonical option of
  // value(f). Every canonical option that an option of f has for its value is found; one that comes
  // from reversal only may have no sensible option.
  FormList sensible_options(Form f, Player player);
  // '{*|*}' : 1, with the values as `style` prints them. A text longer than style.max_length is
  // "'{...}' 7 followers"; without such a limit, one beyond kMaxFormText throws Error.
  std::string to_text(Form f, const PrintStyle& style = {});

 private:
  enum class Kind : std::uint8_t {
    kExplicit,
    kNegative,
    kSum,
    kMultiple,  // a is the integer
    kOrdinalSum,
    kOrdinalProduct,
    kConwayProduct,
    kConjunctiveSum,
    kSelectiveSum,
    kSelectiveMove,
  };
  // A compound, or an explicit form if `kind` says so (then a and b are none).
  struct Node {
    Kind kind = Kind::kExplicit;
    bool expanded = false;  // options are known
    Form a;
    Form b;
    PerPlayer<std::vector<Form>> options;
    GameId value;  // none: not known yet
  };

  // Compounds by their kind and operands.
  struct Compounds;

  Node& node(Form f) { return nodes_[f.place()]; }
  bool is_of(Form f, Kind kind) const { return !f.is_game() && nodes_[f.place()].kind == kind; }
  Form compound(Kind kind, Form a, Form b);
  std::uint64_t text_length(Form root, const PrintStyle& style);
  void append_parts(Form f, Player player, FormList& keys);
  void append_options(Form f, Player player, FormList& out);
  // How many copies, of a multiple.
  Dyadic copies(const Node& node) const { return store_.number_value(node.a.game()); }
  void expand(Form root);
  void expand_one(Form f);
  // Where the store remembers the value, if the operands are values.
  static std::optional<detail::Operation> operation(const Node& node);
  GameId closed_form(const Node& node);
  GameId known_value(Form f);

  Store& store_;
  std::deque<Node> nodes_;
  std::unique_ptr<Compounds> compounds_;
  std::map<std::pair<std::vector<Form>, std::vector<Form>>, Form> explicits_;
};

}  // namespace cgt
