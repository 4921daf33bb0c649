// The scripting language: a dialect of CGScript, embedded in a C++ program through this header.
//
// Promise: evaluate() never throws, never crashes on any text and never runs longer than its
// budget; what it cannot do it says with a position. Every value that prints in canonical notation
// reads back.
//
//   cgt::lang::Session session;
//   cgt::lang::Result r = session.evaluate("{3||2|1}.Cool(1/2)");
//   if (r.ok()) std::puts(r.text.c_str()); else std::fputs(r.diagnostics.c_str(), stderr);
//
// A program may be fed whole or line by line: kIncomplete says that the text so far can be
// continued ("open" says what is still open), so keep the text, append the next line and evaluate
// again.
//
// States: a Session is always ready; an evaluation that fails or runs out of budget keeps the
// globals assigned before it stopped. Several sessions can live in one process; a session belongs
// to one thread at a time.
//
// Extending: a Package is a list of rows (registry.hpp) and of constants. A row is a free function
// ("game.go.Region(rows)") or a method of a class (owner "Go.Region", signature "Value"). Its
// C++ function gets a Context (store, budget, checked arguments) and returns a Value; to refuse, it
// throws cgt::Error with a hint. Native objects derive from NativeObject.
//
//   cgt::lang::Package package{"demo", "An example.", {}, {}};
//   package.builtins.push_back({"", "demo.Twice(g)", "g + g.", "demo.Twice(^) --> ^^",
//       [](cgt::lang::Context& c, std::span<const cgt::lang::Value> a) {
//         const cgt::GameId g = c.game(a[0], "Twice");
//         return c.wrap(c.store().add(g, g));
//       }});
//   session.add(std::move(package));
//
// Limits, all named and tested: kMaxNesting, kMaxHeight, kMaxNodes and kMaxDigits (parser.hpp),
// kMaxCallDepth and kMaxNativeDepth (vm.hpp), kMaxBits (arithmetic.hpp), kMaxNimber and
// kMaxText (context.hpp), kMaxCollection, kMaxCollectionDepth (value.hpp), kMaxRange, kMaxPrinted
// (collections.hpp).
#pragma once

#include "lang/context.hpp"
#include "lang/registry.hpp"
#include "lang/session.hpp"
#include "lang/value.hpp"
