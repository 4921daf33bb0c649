// Games in format strings of fmt: fmt::format("{} has mean {}", game, game.mean()). For those who have fmt
// themselves; no other installed header needs it.
#pragma once

#include <fmt/format.h>

#include <string>

#include "cgt/game.hpp"
#include "cgt/number/dyadic.hpp"
#include "cgt/number/rational.hpp"

namespace cgt {

// As text, with the width and the alignment that texts can have.
template <class Value>
struct FormattedAsText : fmt::formatter<std::string> {
  template <class Context>
  auto format(const Value& value, Context& context) const {
    if constexpr (requires { value.to_string(); }) {
      return fmt::formatter<std::string>::format(value.to_string(), context);
    } else {
      return fmt::formatter<std::string>::format(to_string(value), context);
    }
  }
};

}  // namespace cgt

template <>
struct fmt::formatter<cgt::Game> : cgt::FormattedAsText<cgt::Game> {};
template <>
struct fmt::formatter<cgt::Dyadic> : cgt::FormattedAsText<cgt::Dyadic> {};
template <>
struct fmt::formatter<cgt::Rational> : cgt::FormattedAsText<cgt::Rational> {};
