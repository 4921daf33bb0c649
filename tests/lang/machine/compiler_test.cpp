// The compiler: what it makes of small programs, and what must hold of the code of every program.
#include "lang/machine/vm.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lang/syntax/class_layout.hpp"
#include "lang/syntax/parser.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing::compiler_test {
namespace {

struct Bench {
  Registry registry;
  std::shared_ptr<Globals> globals = std::make_shared<Globals>();

  Bench() { register_core(registry); }
  ~Bench() { globals->clear(); }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  // Null for what parser or resolver refuse.
  std::shared_ptr<Prototype> code(const std::string& text) {
    const ParseResult parsed = parse(SourceText("test", text));
    if (parsed.status != ParseResult::Status::kComplete) return nullptr;
    std::vector<ClassDeclaration*> classes;
    if (!resolve(*parsed.program, registry, *globals, {}, &classes).empty()) return nullptr;
    return compile(parsed.program, registry, globals, classes);
  }
};

std::vector<Op> ops(const Prototype& code) {
  std::vector<Op> out;
  for (const Instruction& i : code.code) out.push_back(i.op);
  return out;
}

bool ends_flow(Op op) { return op == Op::kJump || op == Op::kReturn || op == Op::kRethrow; }

// Where else than to the next instruction it may lead.
std::optional<std::uint32_t> target(const Instruction& i) {
  switch (i.op) {
    case Op::kJump:
    case Op::kJumpIfFalse:
    case Op::kAndJump:
    case Op::kOrJump:
    case Op::kTry: return i.a;
    case Op::kNext:
    case Op::kForTest:
    case Op::kDefault: return i.b;
    default: return std::nullopt;
  }
}

struct Effect {
  std::uint32_t pops = 0;
  std::uint32_t pushes = 0;
};

// As function.hpp says of each instruction, where it goes on to the next one.
Effect effect(const Instruction& i) {
  switch (i.op) {
    case Op::kConstant:
    case Op::kNothing:
    case Op::kLocal:
    case Op::kCell:
    case Op::kCaptured:
    case Op::kGlobal:
    case Op::kHistory:
    case Op::kUptimal:
    case Op::kClosure:
    case Op::kBuilt:
    case Op::kThisField:
    case Op::kStatic: return {0, 1};
    case Op::kPop:
    case Op::kMoveLocal:
    case Op::kJumpIfFalse:
    case Op::kAndJump:
    case Op::kOrJump:
    case Op::kIterate:
    case Op::kAppend: return {1, 0};
    case Op::kReturn: return {1, 0};
    case Op::kSetLocal:
    case Op::kSetCell:
    case Op::kSetCaptured:
    case Op::kSetGlobal:
    case Op::kSetStatic:
    case Op::kBoolean:
    case Op::kUnary:
    case Op::kBinaryLocal:
    case Op::kBinaryConstant:
    case Op::kMember:
    case Op::kSet:
    case Op::kField:
    case Op::kOuter:
    case Op::kIs: return {1, 1};
    case Op::kBinary:
    case Op::kGame:
    case Op::kConcat:
    case Op::kSetField:
    case Op::kSetMember: return {2, 1};
    case Op::kLoopy: return {i.b, 1};
    case Op::kNus: return {(i.b & 1U) + (i.b >> 2U & 1U), 1};
    case Op::kCall:
    case Op::kIndex: return {i.a + 1, 1};
    case Op::kMethod:
    case Op::kSuper:
    case Op::kBaseInit: return {i.b + 1, 1};
    case Op::kList:
    case Op::kCoordinates:
    case Op::kRange: return {i.a, 1};
    case Op::kMap: return {i.a == 0 ? 1 : 2 * i.a, 1};
    case Op::kUpdated: return {1 + 2 * i.b, 1};
    case Op::kNext: return {0, i.c == 0 ? 1U : 0U};
    case Op::kNewCell:
    case Op::kJump:
    case Op::kForTest:
    case Op::kForStep:
    case Op::kPoll:
    case Op::kNewBuilder:
    case Op::kMark:
    case Op::kUnwind:
    case Op::kTry:
    case Op::kEndTry:
    case Op::kRethrow:
    case Op::kDefault: return {0, 0};
  }
  return {0, 0};
}

// The operands that must be numbers of something.
std::string bad_operand(const Instruction& i, const Prototype& code) {
  const auto below = [](std::uint32_t x, std::size_t size, const char* what) {
    return x < size ? "" : std::string("no such ") + what;
  };
  switch (i.op) {
    case Op::kConstant:
    case Op::kUptimal:
    case Op::kNus:
    case Op::kHistory:
    case Op::kStatic:
    case Op::kSetStatic:
    case Op::kBaseInit:
    case Op::kIs: return below(i.a, code.constants.size(), "constant");
    case Op::kBinaryConstant: return below(i.c, code.constants.size(), "constant");
    case Op::kLocal:
    case Op::kSetLocal:
    case Op::kMoveLocal:
    case Op::kCell:
    case Op::kSetCell:
    case Op::kNewCell:
    case Op::kIterate:
    case Op::kNewBuilder:
    case Op::kAppend:
    case Op::kBuilt:
    case Op::kMark:
    case Op::kUnwind:
    case Op::kDefault:
    case Op::kRethrow: return below(i.a, code.slots, "slot");
    case Op::kNext: return below(std::max(i.a, i.c == 0 ? 0 : i.c - 1), code.slots, "slot");
    case Op::kForTest:
    case Op::kForStep: return below(i.a + 2, code.slots, "slot");
    case Op::kBinaryLocal: return below(i.c, code.slots, "slot");
    case Op::kCaptured:
    case Op::kSetCaptured: return below(i.a, code.captures.size(), "captured cell");
    case Op::kGlobal:
    case Op::kSetGlobal: return below(i.a, code.globals->entries.size(), "global");
    case Op::kClosure: return below(i.a, code.prototypes.size(), "function");
    case Op::kCall: return below(i.b, code.argument_names.size() + 1, "list of names");
    case Op::kMethod:
    case Op::kSuper: return below(i.c, code.argument_names.size() + 1, "list of names");
    default: return "";
  }
}

// Walks along all paths with the height of the stack. Returns "" or what is wrong: a jump to
// nowhere, an operand that names nothing, a stack that is not the same on all paths to an
// instruction, or too low for it, or a path that runs over the end.
std::string flaw(const Prototype& code, std::size_t& instructions) {
  const auto at = [](std::size_t i, const std::string& what) {
    return "instruction " + std::to_string(i) + ": " + what;
  };
  if (code.spans.size() != code.code.size()) return "not every instruction has a place";
  std::vector<std::optional<std::uint32_t>> heights(code.code.size());
  std::map<std::uint32_t, std::uint32_t> marks;  // heights by slot
  std::vector<std::size_t> open;
  std::string wrong;
  const auto reach = [&](std::size_t from, std::size_t to, std::uint32_t height) {
    if (to >= code.code.size()) {
      wrong = at(from, "leads beyond the end");
    } else if (!heights[to]) {
      heights[to] = height;
      open.push_back(to);
    } else if (*heights[to] != height && code.code[to].op != Op::kUnwind) {
      // What jumps out of expressions meets at an instruction that cuts the stack.
      wrong = at(to, "the stack is " + std::to_string(*heights[to]) + " or " +
                         std::to_string(height) + " high");
    }
  };
  if (code.code.empty()) return "no code";
  reach(0, 0, 0);
  while (!open.empty() && wrong.empty()) {
    const std::size_t index = open.back();
    open.pop_back();
    const Instruction& i = code.code[index];
    std::uint32_t height = *heights[index];
    ++instructions;
    if (const std::string bad = bad_operand(i, code); !bad.empty()) return at(index, bad);
    const auto [pops, pushes] = effect(i);
    if (height < pops) return at(index, "takes more than there is");
    if (i.op == Op::kMark) marks[i.a] = height;
    if (i.op == Op::kUnwind) {
      if (!marks.contains(i.a)) return at(index, "cuts to a mark that was not set");
      if (height < marks[i.a]) return at(index, "cuts a stack that is lower");
      height = marks[i.a];
    }
    if (const auto jump = target(i)) {
      // A handler finds the error above the stack of its try.
      const std::uint32_t there = i.op == Op::kJumpIfFalse ? height - 1
                                  : i.op == Op::kTry       ? height + 1
                                                           : height;
      reach(index, *jump, there);
    }
    if (!ends_flow(i.op)) reach(index, index + 1, height - pops + pushes);
  }
  if (!wrong.empty()) return wrong;
  for (const auto& inner : code.prototypes) {
    if (const std::string deep = flaw(*inner, instructions); !deep.empty())
      return "in a function: " + deep;
  }
  return "";
}

TEST_CASE("code of small programs", "[compiler]") {
  Bench bench;
  const auto made = [&](const std::string& text) {
    const auto code = bench.code(text);
    REQUIRE(code != nullptr);
    return ops(*code);
  };
  using Ops = std::vector<Op>;
  CHECK(made("1") == Ops{Op::kConstant, Op::kReturn});
  CHECK(made("") == Ops{Op::kNothing, Op::kReturn});
  CHECK(made("1; 2") == Ops{Op::kConstant, Op::kPop, Op::kConstant, Op::kReturn});
  // An operand that is a constant goes into the operation.
  CHECK(made("x := 3; x + 1") == Ops{Op::kConstant, Op::kSetGlobal, Op::kPop, Op::kGlobal,
                                     Op::kBinaryConstant, Op::kReturn});
  CHECK(made("[1, 2]") == Ops{Op::kConstant, Op::kConstant, Op::kList, Op::kReturn});
  CHECK(made("if true then 1 else 2 end") ==
        Ops{Op::kConstant, Op::kJumpIfFalse, Op::kConstant, Op::kJump, Op::kConstant, Op::kReturn});
  CHECK(made("true and false") ==
        Ops{Op::kConstant, Op::kAndJump, Op::kConstant, Op::kBoolean, Op::kReturn});
}

TEST_CASE("a jump lands between instructions that would be joined", "[compiler]") {
  Bench bench;
  // The constant 2 is reached by a jump and by going on: it must not go into the sum.
  const auto code = bench.code("1 + (if true then 3 else 2 end)");
  REQUIRE(code != nullptr);
  const std::vector<Op> made = ops(*code);
  CHECK(std::count(made.begin(), made.end(), Op::kBinaryConstant) == 0);
  CHECK(std::count(made.begin(), made.end(), Op::kBinary) == 1);
}

TEST_CASE("parameters, captured variables and defaults", "[compiler]") {
  Bench bench;
  const auto code = bench.code("f := (a, b ? 2) -> (c -> a + b + c)");
  REQUIRE(code != nullptr);
  REQUIRE(code->prototypes.size() == 1);
  const Prototype& outer = *code->prototypes[0];
  CHECK(outer.parameters == std::vector<std::string>{"a", "b"});
  CHECK(outer.required == 1);
  CHECK(ops(outer) == std::vector<Op>{Op::kNewCell, Op::kDefault, Op::kConstant, Op::kMoveLocal,
                                      Op::kNewCell, Op::kClosure, Op::kReturn});
  REQUIRE(outer.prototypes.size() == 1);
  const Prototype& inner = *outer.prototypes[0];
  REQUIRE(inner.captures.size() == 2);
  CHECK(inner.captures[0].from_local);
  CHECK(inner.slots == 1);
  CHECK(outer.captures.empty());
}

TEST_CASE("code of every program keeps its stack", "[compiler]") {
  std::size_t programs = 0;
  std::size_t refused = 0;
  std::size_t instructions = 0;
  std::set<Op> seen;
  const auto look = [&](const auto& self, const Prototype& code) -> void {
    for (const Instruction& i : code.code) seen.insert(i.op);
    for (const auto& inner : code.prototypes) self(self, *inner);
  };
  Bench bench;
  const auto check = [&](const std::string& text) {
    const auto code = bench.code(text);
    if (code == nullptr) {
      ++refused;
      return;
    }
    ++programs;
    INFO(text);
    CHECK(flaw(*code, instructions) == "");
    look(look, *code);
  };
  for (const char* file : {"lang.tsv", "native.tsv", "library.tsv", "values.tsv"}) {
    for (const Row& row : read_rows(file)) check(row.expression);
  }
  // What the tables have little of: ways out of loops and of what is being computed.
  for (const char* text :
       {"for x from 1 to 9 do [1, 2, if x == 3 then break else x end] end",
        "for x in [1, 2, 3] do 1 + (if x == 2 then continue else 5 end) end",
        "f := x -> [x, return 4]",
        "f := x -> begin try if x > 3 then return 1 end finally y := 2 end; 5 end",
        "for x from 1 to 5 do try if x == 2 then continue end; break finally z := x end end",
        "[for a in [1, 2] for b in [3, 4] where a < b yield a * b]",
        "f := (a ? 3, b ? a -> a) -> begin var c := a; g := () -> begin c := c + 1; c end; g() end",
        "while true do break end; {1 => 2, 3 => 4}; {for i from 1 to 3 yield i => i}"}) {
    check(text);
  }
  // 2815 and 734, which name what packages add, or are errors on purpose.
  CHECK(programs > 3 * refused);
  CHECK(instructions > programs);
  CHECK(seen.contains(Op::kUnwind));
  CHECK(seen.contains(Op::kTry));
  CHECK(seen.contains(Op::kNext));
  CHECK(seen.contains(Op::kForTest));
  CHECK(seen.contains(Op::kCaptured));
}

TEST_CASE("the check of code sees what is wrong with it", "[compiler]") {
  Bench bench;
  const auto flaw_of = [&](const auto& spoil) {
    const auto code = bench.code("x := 1; if x == 1 then [x, 2] else 3 end");
    REQUIRE(code != nullptr);
    std::size_t instructions = 0;
    REQUIRE(flaw(*code, instructions) == "");
    spoil(*code);
    return flaw(*code, instructions);
  };
  const auto first = [](Prototype& code, Op op) -> Instruction& {
    return *std::find_if(code.code.begin(), code.code.end(),
                         [&](const Instruction& i) { return i.op == op; });
  };
  CHECK_THAT(flaw_of([&](Prototype& code) { first(code, Op::kList).a = 3; }),
             Catch::Contains("takes more than there is"));
  CHECK_THAT(flaw_of([&](Prototype& code) { first(code, Op::kList).a = 1; }),
             Catch::Contains("the stack is"));
  CHECK_THAT(flaw_of([&](Prototype& code) { first(code, Op::kJump).a = 99; }),
             Catch::Contains("beyond the end"));
  CHECK_THAT(flaw_of([&](Prototype& code) { first(code, Op::kGlobal).a = 99; }),
             Catch::Contains("no such global"));
  CHECK_THAT(flaw_of([&](Prototype& code) { code.spans.pop_back(); }), Catch::Contains("place"));
}

}  // namespace
}  // namespace cgt::lang::testing::compiler_test
