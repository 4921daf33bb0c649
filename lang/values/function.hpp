// Compiled code and the functions made of it.
#pragma once

#include <boost/intrusive/list.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "lang/value.hpp"

namespace cgt::lang {

struct Builtin;
struct ClassInfo;
// The code as written (lang/syntax/ast.hpp), which compiled code keeps but does not look into.
struct Node;
struct Program;
std::string unparse(const Node& node);

// A captured variable. Only the VM sees it. A local function that names itself is held by the cell
// that it holds, so the Globals keep a list of all cells, to empty them at the end.
struct CellObject final
    : Object,
      boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
  mutable Value value;
};

// Global variables of a session; code refers to them by slot.
struct Globals {
  struct Entry {
    std::string name;
    Value value;
    bool defined = false;
  };
  std::vector<Entry> entries;
  FlatMap<std::string, std::uint32_t> slots;
  boost::intrusive::list<CellObject, boost::intrusive::constant_time_size<false>> cells;
  std::vector<CountedPointer<ClassInfo>> classes;  // all that were ever declared

  Globals();
  ~Globals();

  // Empties variables and cells, so that nothing is left that holds itself.
  void clear();
  std::uint32_t slot(std::string_view name);
  const Entry* find(std::string_view name) const;
};

// Instructions of the stack machine. Operands a, b, c; "pops -> pushes".
enum class Op : std::uint8_t {
  kConstant,        // -> constants[a]
  kNothing,         // -> Nothing
  kPop,             // x ->
  kLocal,           // -> slot a
  kSetLocal,        // x -> x
  kMoveLocal,       // x ->
  kCell,            // -> content of the cell in slot a
  kSetCell,         // x -> x
  kNewCell,         // slot a := a new cell with the slot's value if b, else with Nothing
  kCaptured,        // -> content of captured cell a
  kSetCaptured,     // x -> x
  kGlobal,          // -> global a
  kSetGlobal,       // x -> x
  kHistory,         // -> earlier result; a as in Node::ups
  kJump,            // to a
  kJumpIfFalse,     // boolean -> ; to a if false; b: what it is the condition of (Token)
  kAndJump,         // boolean -> boolean and jump to a if false, else ->
  kOrJump,          // boolean -> boolean and jump to a if true, else ->
  kBoolean,         // checks that the top is a boolean; b as for kJumpIfFalse
  kUnary,           // x -> op x; a: Token
  kBinary,          // x y -> x op y; a: Token; b: the next instruction is kJumpIfFalse
  kBinaryLocal,     // x -> x op slot c; a, b as for kBinary
  kBinaryConstant,  // x -> x op constants[c]; a, b as for kBinary
  kUptimal,         // -> the game named by the string constants[a]
  kNus,          // [ups] [star] -> game; a: Node::ups as int32 in constants; b: bit 0 ups operand,
                 //   bit 1 star, bit 2 star operand
  kCall,         // f x.. -> result; a: number of arguments; b: names + 1, or 0
  kMethod,       // receiver x.. -> result; a: symbol, b: number of arguments, c: names + 1, or 0
  kMember,       // receiver -> value; a: symbol
  kIndex,        // collection i.. -> element; a: number of indices
  kList,         // x.. -> list; a: how many
  kSet,          // list -> set
  kMap,          // key value.. -> map of a entries; a = 0: list of [key, value] lists -> map
  kUpdated,      // board key value.. -> board.Updated(map of them); a: symbol, b: entries
  kCoordinates,  // x.. -> coordinates; a: how many
  kRange,        // first last [step] -> range; a: how many
  kGame,         // list list -> game; a: an explicit form if not 0
  kLoopy,        // list.. -> loopy game; a: constant, a LoopyShape; b: how many lists
  kConcat,       // list list -> list
  kClosure,      // -> function of prototypes[a]
  kReturn,       // x -> (to the caller)
  kIterate,      // collection -> ; slot a := iterator
  kNext,         // charges the budget; -> element of the iterator in slot a, or jump to b;
                 //   c: slot + 1 that the element goes to, or 0: the stack
  kForTest,      // jump to b unless slot a has not passed slot a + 1 (step in slot a + 2)
  kForStep,      // slot a += slot a + 2
  kPoll,         // charges the budget
  kNewBuilder,   // slot a := empty list builder
  kAppend,       // x -> ; to the builder in slot a
  kBuilt,        // -> list of the builder in slot a
  kMark,         // slot a := height of the stack
  kUnwind,       // cuts the stack to the height in slot a
  kTry,          // errors go to a, with the stack as it is now
  kEndTry,
  kRethrow,    // raises the error in slot a again
  kThisField,  // -> field a of the instance in slot 0
  kField,      // instance -> field a
  kOuter,      // instance -> the instance around it
  kSetField,   // x instance -> x; field a; b: by a constructor
  kSetMember,  // instance x -> x; a: symbol
  kStatic,     // -> content of the cell that is constants[a]
  kSetStatic,  // x -> x
  kSuper,      // this x.. -> result of the method of a base; a: symbol, b, c as for kMethod
  kBaseInit,   // this x.. -> this; runs the constructor of the class constants[a]; b: arguments
  kIs,         // x -> boolean; constants[a]: class
  kDefault,    // jump to b unless the parameter in slot a was left out
};

struct Instruction {
  Op op = Op::kNothing;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};

struct Prototype {
  struct Capture {
    bool from_local =
        false;  // a cell in a slot of the enclosing function, else one of its captures
    std::uint32_t index = 0;
  };

  std::string name;                     // "" for an anonymous function
  std::vector<std::string> parameters;  // in slots 0, 1, ...; of a method 1, 2, ...
  std::vector<const ClassInfo*> types;  // of the parameters, null: any
  std::size_t required = 0;             // parameters without a default; they stand first
  bool variadic = false;                // the last parameter is the list of what is left
  const ClassInfo* rest = nullptr;      // of its elements, null: any
  bool has_this = false;                // a method: slot 0 is the receiver
  bool is_property = false;             // a method that was declared without brackets
  const ClassInfo* owner = nullptr;     // the class that the code stands in
  std::uint32_t slots = 0;
  std::vector<Instruction> code;
  std::vector<SourceSpan> spans;  // of each instruction
  std::vector<Value> constants;
  std::vector<std::vector<std::string>>
      argument_names;  // of calls with named arguments; "" = by place
  std::vector<std::shared_ptr<Prototype>> prototypes;
  std::vector<Capture> captures;
  std::shared_ptr<Program> program;
  std::shared_ptr<Globals> globals;
  const Node* node = nullptr;  // kLambda, or null for a whole program
};

struct FunctionObject final : Object {
  std::shared_ptr<const Prototype> prototype;              // a script function,
  std::vector<CountedPointer<const CellObject>> captured;  // or
  const Builtin* builtin = nullptr;                        // a native one

  std::string name() const;
};

Value make_function(const Builtin& builtin);

}  // namespace cgt::lang
