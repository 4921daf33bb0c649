// The syntax tree. Nodes live in their Program's arena (no destructor recursion) and point at their
// children; names and literals are views into the Program's source text.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lang/syntax/lexer.hpp"
#include "lang/value.hpp"

namespace cgt::lang {

enum class NodeKind : std::uint8_t {
  kInteger,
  kString,
  kUptimal,  // ^<2>, v[3]*: the text names the value
  kBoolean,  // literals; kBoolean: token is kTrue or kFalse
  kNothing,
  kName,
  kHistory,        // %3 (ups = 3), % (ups = -1: the last), %% (-2)
  kNus,            // ^, v3, ^2*4, *n: ups (signed) or kids[0] = how many; star: kids[1] or plain *
  kUnary,          // token; kids[0]
  kBinary,         // token; kids[0], kids[1]: ^ : & comparisons
  kChain,          // left-associative a op b op c: kids, tokens[i] stands before kids[i + 1]
  kInfixCall,      // kids[0] text kids[1]
  kRange,          // kids: first, last[, step]
  kMember,         // kids[0] . text
  kMethodCall,     // kids[0] . text ( kids[1..] )
  kCall,           // kids[0] ( kids[1..] )
  kNamedArgument,  // text => kids[0]
  kIndex,          // kids[0] [ kids[1..] ]
  kList,
  kSet,
  kMap,          // kids: elements, or one kFor that yields them; map elements are kPair
  kPair,         // kids: key, value
  kParen,        // kids[0]
  kCoordinates,  // kids: two or more, or none for "()"
  kGame,         // kids: kOptions left, kOptions right; token kExplicitOpen: an explicit form;
                 // text: its name, of a{0|a}
  kLoop,         // as an option: "pass", or the name of braces around it
  kOptions,      // kids: options
  kBlock,        // kids: statements; value of the last
  kIf,           // kids: condition, block, ..., [else block]
  kFor,          // text: variable; kids by LoopPart, then bodies
  kAssign,       // text := kids[0]
  kVar,          // var text [:= kids[0]]
  kLambda,       // kids: parameters (kName, kids: [type, default], each may be null)..., body;
                 // text: its name if made by def
  kDef,          // text; kids[0] = kLambda
  kReturn,       // [kids[0]]
  kBreak,
  kContinue,
  kTry,        // kids: body, finally block
  kClass,      // `declaration`
  kThis,       // the instance whose method runs
  kSuper,      // only as receiver of kMember, kMethodCall: the method of a base
  kSetMember,  // kids[0] . text := kids[1]
  kFieldInit,  // in a constructor: the field `text` of the new instance := kids[0]
  kBaseInit,   // in a constructor: runs that of the first base with the arguments kids
};

// Fixed positions of the children of a kFor; absent parts are null. Bodies follow kLoopParts: with
// `yields` each is one value of the resulting list, otherwise there is one, a block.
enum LoopPart : std::size_t {
  kLoopIn,
  kLoopFrom,
  kLoopTo,
  kLoopBy,
  kLoopBind,
  kLoopWhile,
  kLoopWhere,
  kLoopInner,
  kLoopParts,
};

struct Node;
struct ClassInfo;
struct Member;

// A local variable or parameter of one function.
struct Variable {
  std::string_view name;
  const Node* owner = nullptr;  // the kLambda that it belongs to; null at the top level
  bool captured = false;        // a function within uses it: it lives in a cell
  std::uint32_t slot = 0;
};

// What a name stands for; set by the resolver.
enum class Binding : std::uint8_t {
  kUnresolved,
  kLocal,     // `variable`, of this function or of one around it
  kGlobal,    // `slot` in the session's globals
  kConstant,  // `slot` in Program::constants; kMember, kMethodCall: the whole dotted path
  kMember,    // of the instance `hops` instances around `variable`, which holds `this`: `member`,
              // or a row of the registry if that is null
  kStatic,    // static variable: `member`
};

// Syntax errors reported for one text.
inline constexpr std::size_t kMaxDiagnostics = 20;

// What a class contains, as written.
struct MemberDeclaration {
  enum class Kind : std::uint8_t { kVariable, kMethod, kClass };
  Kind kind = Kind::kMethod;
  bool is_static = false;
  bool is_private = false;
  bool is_override = false;
  bool is_property = false;
  bool is_mutable = false;   // mutable var
  bool is_external = false;  // its code is that of the built-in class
  std::string name;          // of an operator: "op +", "op unary -"
  SourceSpan span;
  Node* node = nullptr;  // kLambda; initial value or null; kClass
};
struct BaseDeclaration {
  std::string path;
  SourceSpan span;
};
struct ClassDeclaration {
  std::string name;
  SourceSpan span;  // of its head
  bool is_mutable = false;
  bool has_brackets = false;
  bool is_singleton = false;
  bool is_enum = false;
  bool is_system = false;
  bool is_external = false;       // some member has its code outside of the language
  bool passes_arguments = false;  // extends Base(...)
  std::vector<Node*> parameters;  // kName
  std::vector<BaseDeclaration> bases;
  std::vector<std::string> constants;  // of an enum
  std::vector<MemberDeclaration> members;
  Node* maker = nullptr;  // kLambda: the constructor
  ClassInfo* info = nullptr;
};

struct Node {
  NodeKind kind = NodeKind::kNothing;
  Token token = Token::kEnd;
  bool star = false;         // kNus; a parameter that takes all arguments that are left
  bool yields = false;       // kFor
  bool loops = false;        // kGame: a kLoop is among its options or in those of such an option
  std::uint32_t height = 1;  // longest path to a leaf; bounded by kMaxNesting
  std::int64_t ups = 0;
  SourceSpan span;
  std::string_view text;
  std::vector<Node*> kids;
  std::vector<Token> tokens;  // kChain
  Binding binding = Binding::kUnresolved;
  std::uint32_t slot = 0;
  Variable* variable = nullptr;
  std::uint32_t hops = 0;
  const Member* member = nullptr;
  ClassDeclaration* declaration = nullptr;
};

struct Program {
  explicit Program(SourceText s) : source(std::move(s)) {}
  SourceText source;
  std::string package;  // "pkg." of a class file in a folder
  std::string folder;   // of its file, below that of the session: where `loads` are looked for
  // The files of `load "FILE"`, which run before anything else of this text is looked at.
  struct Load {
    std::string path;
    SourceSpan span;
  };
  std::vector<Load> loads;
  std::deque<Node> nodes;
  Node* root = nullptr;     // kBlock
  bool suppressed = false;  // ends in ';'
  std::deque<Variable> variables;
  std::deque<ClassDeclaration> classes;
  std::deque<std::string> names;  // that the parser made; they do not stand in the source
  std::vector<Value> constants;
};

// The source of an expression in normal spacing: "(x, y) -> (x - y) / 2".
std::string unparse(const Node& node);

}  // namespace cgt::lang
