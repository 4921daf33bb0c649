// Sessions that declare domains of the package htn and ask them.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing {

struct Talk {
  Talk() { add_all_packages(session); }
  Result ask(const std::string& text, const Budget::Limits& limits = kLimits) {
    return session.evaluate(SourceText("script", text), limits);
  }
  std::string say(const std::string& text) {
    const Result result = ask(text);
    INFO(text << "\n" << result.diagnostics << "\n" << result.trace);
    REQUIRE(result.ok());
    return result.output + result.text;
  }
  std::string refusal(const std::string& text) {
    const Result result = ask(text);
    CHECK_FALSE(result.ok());
    return result.diagnostics;
  }
  Session session;
};

// One task, one operator, a counter.
inline const std::string kCounter =
    "d := htn.Domain([\"cost\"]);"
    "up := d.Operator(\"up\", (s, k) -> htn.Effect({\"n\" => s[\"n\"] + k}, {\"cost\" => 1/k}));"
    "t := d.Task(\"t\");";

// A random domain as a script: counters, operators that move them, methods with conditions and
// bindings, in layers, so that it ends.
inline std::string random_domain(std::mt19937_64& random) {
  const auto upto = [&](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n + 1));
  };
  std::string out = "d := htn.Domain([\"time\", \"money\"]);";
  for (int o = 0; o < 3; ++o) {
    out += fmt::format(
        "o{} := d.Operator(\"o{}\", (s, k) -> if s[\"a\"] + k != {} then htn.Effect({{\"a\" => "
        "(s[\"a\"] + k*{}) % 4, [\"b\", k] => s[\"a\"]}}, {{\"time\" => {} + s[\"a\"]/4, \"money\" "
        "=> {}*k}}) end);",
        o, o, upto(4), 1 + upto(2), upto(3), upto(2));
  }
  for (int layer = 0; layer < 3; ++layer) {
    out += fmt::format("t{} := d.Task(\"t{}\");", layer, layer);
    const auto task = [&] {
      const int below = upto(layer);
      return below == 0 || upto(1) == 0 ? fmt::format("o{}(k)", upto(2))
                                        : fmt::format("t{}(k)", below - 1);
    };
    for (int m = 1 + upto(1); m >= 0; --m) {
      std::string list;
      for (int n = upto(2); n >= 0; --n) list += (list.empty() ? "" : ", ") + task();
      if (upto(1) == 0) {
        out += fmt::format("d.Method(t{}, \"m{}\", (s, k) -> if s[\"a\"] != {} then [{}] end);",
                           layer, m, upto(3), list);
      } else {
        out += fmt::format(
            "d.Method(t{}, \"m{}\", (s, j, k) -> [{}], (s, j) -> [i for i in [1, 2, 3] where "
            "s[\"b\", i] != {}]);",
            layer, m, list, upto(3));
      }
    }
  }
  return out + "d.Start({\"a\" => 0}, [t2(1), t1(2)]);";
}

}  // namespace cgt::lang::testing
