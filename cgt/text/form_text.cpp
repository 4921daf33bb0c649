// Forms as they are written (cgt/algebra/form.hpp).
#include <algorithm>

#include "cgt/algebra/form.hpp"
#include "cgt/detail/fold.hpp"
#include "cgt/text/text.hpp"

namespace cgt {

// Characters of the text, saturated; operations count a few more than their signs have. Shared
// forms count each time, so the text may be exponentially longer than the table.
std::uint64_t Forms::text_length(Form root, const PrintStyle& style) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 60U;
  constexpr std::uint64_t kSigns = 6;
  FlatMap<Form, std::uint64_t> known;
  const auto quick = [&](Form f) -> std::optional<std::uint64_t> {
    if (!f.is_game()) return std::nullopt;
    return cgt::to_text(store_, f.game(), style).size();
  };
  const auto children = [&](Form f, Player player, FormList& keys) {
    append_parts(f, player, keys);
  };
  const auto combine = [&](Form, const auto& keys, const auto& at) {
    detail::impl_of(store_).charge();
    std::uint64_t length = kSigns;
    for (const Player player : kPlayers) {
      for (const Form x : keys[player]) length = std::min(kMost, length + at(x) + 1);
    }
    return length;
  };
  return detail::fold(root, known, quick, children, combine);
}

// Options of an explicit form, operands of a compound.
void Forms::append_parts(Form f, Player player, FormList& keys) {
  const Node& n = node(f);
  if (n.kind == Kind::kExplicit) {
    keys.insert(keys.end(), n.options[player].begin(), n.options[player].end());
  } else if (const Form operand = player == Player::kLeft ? n.a : n.b; !operand.is_none()) {
    keys.push_back(operand);
  }
}

std::string Forms::to_text(Form root, const PrintStyle& style) {
  PrintStyle bounded = style;
  if (style.max_length == 0 || style.max_length > kMaxFormText) bounded.max_length = kMaxFormText;
  if (!root.is_game() && text_length(root, bounded) > bounded.max_length) {
    if (style.max_length == 0) {
      throw Error("this form is too long to be written", "at most " + std::to_string(kMaxFormText) +
                                                             " characters; its value may be short");
    }
    return "'{...}' " + std::to_string(follower_count(root)) + " followers";
  }
  // Texts of forms, operands and options before those that are made of them.
  FlatMap<Form, std::string> known;
  const auto quick = [&](Form f) -> std::optional<std::string> {
    if (!f.is_game()) return std::nullopt;
    return cgt::to_text(store_, f.game(), style);
  };
  const auto children = [&](Form f, Player player, FormList& keys) {
    append_parts(f, player, keys);
  };
  const auto combine = [&](Form f, const auto& keys, const auto& at) {
    detail::impl_of(store_).charge();
    const Node& n = node(f);
    if (n.kind == Kind::kExplicit) {
      std::string out = "'{";
      for (const Player player : kPlayers) {
        std::vector<GameId> games;
        std::vector<std::string> others;
        for (const Form x : keys[player]) {
          if (x.is_game()) {
            games.push_back(x.game());
          } else {
            others.push_back(at(x));
          }
        }
        sort_for_print(store_, games);
        std::ranges::sort(others);
        std::vector<std::string> texts;
        for (const GameId g : games) texts.push_back(at(g));
        texts.insert(texts.end(), others.begin(), others.end());
        for (std::size_t i = 0; i < texts.size(); ++i) out += (i == 0 ? "" : ",") + texts[i];
        out += player == Player::kLeft ? "|" : "}'";
      }
      return out;
    }
    const auto operand = [&](Form x) {
      const bool compound = !x.is_game() && node(x).kind != Kind::kExplicit;
      // The ordinal sum binds tighter than the sum.
      const bool bare = compound && n.kind == Kind::kSum && node(x).kind == Kind::kOrdinalSum;
      return compound && !bare ? "(" + at(x) + ")" : at(x);
    };
    const char* between = "";
    switch (n.kind) {
      case Kind::kExplicit: break;
      case Kind::kNegative: return "-" + operand(n.a);
      case Kind::kSum: between = " + "; break;
      case Kind::kMultiple: between = " * "; break;
      case Kind::kOrdinalSum: between = " : "; break;
      case Kind::kOrdinalProduct: between = " OrdinalProduct "; break;
      case Kind::kConwayProduct:
        between = n.a.is_game() && store_.is_integer(n.a.game()) ? " * " : " ConwayProduct ";
        break;
      case Kind::kConjunctiveSum: between = " ConjunctiveSum "; break;
      case Kind::kSelectiveSum:
      case Kind::kSelectiveMove: between = " SelectiveSum "; break;
    }
    return operand(n.a) + between + operand(n.b);
  };
  return detail::fold(root, known, quick, children, combine);
}

}  // namespace cgt
