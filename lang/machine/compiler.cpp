#include "lang/machine/vm.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "lang/values/class.hpp"
#include "lang/values/loopy.hpp"

namespace cgt::lang {
namespace {

Value decimal(std::string_view digits) { return Value::rational(Integer(digits)); }

// Invariant: the code of an expression leaves exactly one value on the stack; that of a condition
// jump consumes one.
class FunctionCompiler {
 public:
  FunctionCompiler(FunctionCompiler* parent, const std::shared_ptr<Program>& program,
                   Registry& registry, const std::shared_ptr<Globals>& globals)
      : parent_(parent),
        program_(program),
        registry_(registry),
        prototype_(std::make_shared<Prototype>()) {
    prototype_->program = program;
    prototype_->globals = globals;
  }

  std::shared_ptr<Prototype> compile_program(const std::vector<ClassDeclaration*>& classes) {
    for (ClassDeclaration* declaration : classes) compile_class(*declaration);
    for (const ClassDeclaration* declaration : classes) set_statics(*declaration);
    for (const ClassDeclaration* declaration : classes) {
      if (declaration->is_singleton) make_singleton(*declaration);
    }
    statements(*program_->root);
    emit(program_->root->span, Op::kReturn);
    return prototype_;
  }

  std::shared_ptr<Prototype> compile_lambda(const Node& lambda, const ClassInfo* owner) {
    lambda_ = &lambda;
    prototype_->node = &lambda;
    prototype_->name = std::string(lambda.text);
    prototype_->owner = owner;
    prototype_->has_this = lambda.variable != nullptr;
    if (lambda.variable != nullptr) receive(lambda.span, lambda.variable);
    for (std::size_t i = 0; i + 1 < lambda.kids.size(); ++i) {
      const Node& parameter = *lambda.kids[i];
      prototype_->parameters.emplace_back(parameter.variable->name);
      parameter.variable->slot = new_slot();
      slotted_.emplace(parameter.variable, true);
      const ClassInfo* type = parameter.kids.empty() ? nullptr : type_of(parameter.kids[0]);
      if (parameter.star) {
        prototype_->variadic = true;
        prototype_->rest = std::exchange(type, nullptr);
      }
      prototype_->types.push_back(type);
      if (parameter.star) continue;
      if (parameter.kids.empty() || parameter.kids[1] == nullptr) ++prototype_->required;
    }
    for (std::size_t i = 0; i + 1 < lambda.kids.size(); ++i) {
      const Node& parameter = *lambda.kids[i];
      if (!parameter.kids.empty() && parameter.kids[1] != nullptr) {
        const std::size_t given = emit(parameter.span, Op::kDefault, parameter.variable->slot);
        expression(*parameter.kids[1]);
        emit(parameter.span, Op::kSetLocal, parameter.variable->slot);
        emit(parameter.span, Op::kPop);
        land(given);
      }
      if (parameter.variable->captured)
        emit(lambda.span, Op::kNewCell, parameter.variable->slot, 1);
    }
    expression(*lambda.kids.back());
    emit(lambda.kids.back()->span, Op::kReturn);
    return prototype_;
  }

 private:
  // --- classes ----------------------------------------------------------------------------------
  void receive(SourceSpan span, Variable* self) {
    self->slot = new_slot();
    slotted_.emplace(self, true);
    if (self->captured) emit(span, Op::kNewCell, self->slot, 1);
  }
  // Null: any value will do.
  const ClassInfo* type_of(const Node* type) {
    if (type == nullptr || type->binding != Binding::kConstant) return nullptr;
    return as_class(program_->constants[type->slot]).type.get();
  }

  CountedPointer<const FunctionObject> function(const Node& lambda, const ClassInfo* owner,
                                                bool is_property = false) {
    FunctionCompiler inner(nullptr, program_, registry_, prototype_->globals);
    CountedPointer<FunctionObject> made(new FunctionObject);
    const std::shared_ptr<Prototype> code = inner.compile_lambda(lambda, owner);
    code->is_property = is_property;
    made->prototype = code;
    return made;
  }

  void compile_class(ClassDeclaration& declaration) {
    ClassInfo& type = *declaration.info;
    for (const MemberDeclaration& member : declaration.members) {
      if (member.kind != MemberDeclaration::Kind::kMethod) continue;
      const auto known = type.members.find(registry_.symbol(member.name));
      known->second->overloads.push_back(function(*member.node, &type, member.is_property));
    }
    // Known from here on, since other files may need it while this one waits for them.
    if (type.outer == nullptr) {
      Globals& globals = *prototype_->globals;
      Globals::Entry& entry = globals.entries[globals.slot(type.path)];
      entry.value = class_value(&type);
      entry.defined = true;
    }
    const bool has_code = declaration.maker->kids.back()->kids.size() > 1;
    if (!has_code) return;
    type.maker = function(*declaration.maker, &type);
    const std::vector<Node*>& body = declaration.maker->kids.back()->kids;
    const Prototype& maker = *type.maker->prototype;
    const std::size_t count = maker.parameters.size();
    bool plain = count == type.fields.size() && maker.required == count && body.size() == count + 1;
    for (std::size_t i = 0; plain && i < count; ++i) plain = type.fields[i] == maker.parameters[i];
    if (plain) type.plain_fields = count;
  }

  void set_statics(const ClassDeclaration& declaration) {
    for (const MemberDeclaration& member : declaration.members) {
      if (member.kind != MemberDeclaration::Kind::kVariable || !member.is_static) continue;
      const auto value = function(*member.node, declaration.info);
      emit(member.span, Op::kConstant, constant(Value::object(Kind::kFunction, value)));
      emit(member.span, Op::kCall, 0, 0);
      emit(member.span, Op::kSetStatic,
           static_cell(*declaration.info->find(registry_.symbol(member.name))));
      emit(member.span, Op::kPop);
    }
  }

  void make_singleton(const ClassDeclaration& declaration) {
    const std::uint32_t slot = prototype_->globals->slot(declaration.info->path);
    emit(declaration.span, Op::kConstant, constant(class_value(declaration.info)));
    emit(declaration.span, Op::kCall, 0, 0);
    emit(declaration.span, Op::kSetGlobal, slot);
    emit(declaration.span, Op::kPop);
  }

  std::uint32_t static_cell(const Member& member) {
    return constant(Value::object(Kind::kInternal, member.cell));
  }

  void load_this(const Node& node) {
    if (node.variable->owner != lambda_) {
      emit(node.span, Op::kCaptured, capture(node.variable));
    } else {
      emit(node.span, node.variable->captured ? Op::kCell : Op::kLocal, node.variable->slot);
    }
  }
  // The instance, or the class in static code, whose member the node names.
  [[gnu::noinline]] void load_receiver(const Node& node) {
    if (node.variable == nullptr) {
      emit(node.span, Op::kConstant, constant(program_->constants[node.slot]));
      return;
    }
    load_this(node);
    for (std::uint32_t i = 0; i < node.hops; ++i) emit(node.span, Op::kOuter);
  }
  static bool is_field(const Node& node) {
    return node.member != nullptr && node.member->kind == Member::Kind::kField;
  }
  [[gnu::noinline]] void load_member(const Node& node) {
    if (is_field(node)) {
      const bool near =
          node.hops == 0 && node.variable->owner == lambda_ && !node.variable->captured;
      if (!near) load_receiver(node);
      emit(node.span, near ? Op::kThisField : Op::kField, node.member->field);
      return;
    }
    load_receiver(node);
    emit(node.span, Op::kMember, registry_.symbol(node.text));
  }
  // f(x) where f is a method, and not a variable or property that holds a function.
  static bool calls_member(const Node& callee) {
    if (callee.kind != NodeKind::kName || callee.binding != Binding::kMember) return false;
    return !is_field(callee) && (callee.member == nullptr || !callee.member->is_property);
  }

  [[gnu::noinline]] void call(const Node& node) {
    const Node& callee = *node.kids[0];
    const auto count = static_cast<std::uint32_t>(node.kids.size() - 1);
    if (calls_member(callee)) {
      load_receiver(callee);
      const std::uint32_t names = arguments(node);
      emit(node.span, Op::kMethod, registry_.symbol(callee.text), count, names);
      return;
    }
    expression(callee);
    const std::uint32_t names = arguments(node);
    emit(node.span, Op::kCall, count, names);
  }

  [[gnu::noinline]] void super_call(const Node& node) {
    load_this(*node.kids[0]);
    const std::uint32_t names = arguments(node);
    emit(node.span, Op::kSuper, registry_.symbol(node.text),
         static_cast<std::uint32_t>(node.kids.size() - 1), names);
  }

  [[gnu::noinline]] void field_init(const Node& node) {
    expression(*node.kids[0]);
    load_this(node);
    const Member* field = prototype_->owner->find(registry_.symbol(node.text));
    emit(node.span, Op::kSetField, field->field, 1);
  }

  [[gnu::noinline]] void base_init(const Node& node) {
    load_this(node);
    all(node.kids);
    const ClassInfo* base = prototype_->owner->ancestry[1];
    emit(node.span, Op::kBaseInit, constant(class_value(base)),
         static_cast<std::uint32_t>(node.kids.size()));
  }

  struct Loop {
    std::vector<std::size_t> breaks;
    std::vector<std::size_t> continues;
    std::uint32_t mark = 0;
    std::size_t tries = 0;
  };

  // --- code -------------------------------------------------------------------------------------
  std::size_t emit(SourceSpan span, Op op, std::uint32_t a = 0, std::uint32_t b = 0,
                   std::uint32_t c = 0) {
    if (merge(span, op, a, b)) return prototype_->code.size() - 1;
    prototype_->code.push_back({op, a, b, c});
    prototype_->spans.push_back(span);
    return prototype_->code.size() - 1;
  }
  // Joins the instruction with those before it that no jump can part from it.
  bool merge(SourceSpan span, Op op, std::uint32_t a, std::uint32_t b) {
    if (landed_ == here() || prototype_->code.empty()) return false;
    Instruction& last = prototype_->code.back();
    if (op == Op::kPop && last.op == Op::kSetLocal) {
      last.op = Op::kMoveLocal;
      const std::size_t before = prototype_->code.size() - 2;
      if (prototype_->code.size() < 2 || landed_ + 1 == here() ||
          prototype_->code[before].op != Op::kNext) {
        return true;
      }
      prototype_->code[before].c = last.a + 1;
      prototype_->code.pop_back();
      prototype_->spans.pop_back();
      return true;
    }
    if (op == Op::kBinary && (last.op == Op::kLocal || last.op == Op::kConstant)) {
      last = {last.op == Op::kLocal ? Op::kBinaryLocal : Op::kBinaryConstant, a, b, last.a};
      prototype_->spans.back() = span;
      return true;
    }
    const bool computed =
        last.op == Op::kBinary || last.op == Op::kBinaryLocal || last.op == Op::kBinaryConstant;
    if (op == Op::kJumpIfFalse && computed) last.b = 1;
    return false;
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(prototype_->code.size()); }
  void land(std::size_t jump) {
    landed_ = here();
    Instruction& i = prototype_->code[jump];
    if (i.op == Op::kNext || i.op == Op::kForTest || i.op == Op::kDefault)
      i.b = here();
    else
      i.a = here();
  }
  std::uint32_t new_slot() { return prototype_->slots++; }
  std::uint32_t constant(Value value) {
    prototype_->constants.push_back(std::move(value));
    return static_cast<std::uint32_t>(prototype_->constants.size() - 1);
  }

  // --- variables --------------------------------------------------------------------------------
  // Slots are given at the first mention. A declaration of a captured variable makes a fresh cell,
  // so that each turn of a loop has its own; otherwise the machine makes the cell at first use.
  void ensure_slot(Variable* variable) {
    if (slotted_.contains(variable)) return;
    slotted_.emplace(variable, true);
    variable->slot = new_slot();
  }
  [[gnu::noinline]] void fresh_cell(SourceSpan span, Variable* variable) {
    ensure_slot(variable);
    if (variable->captured) emit(span, Op::kNewCell, variable->slot, 0);
  }

  // Index among this function's captures.
  std::uint32_t capture(Variable* variable) {
    if (const auto it = captures_.find(variable); it != captures_.end()) return it->second;
    Prototype::Capture capture_of;
    if (variable->owner == parent_->lambda_) {
      parent_->ensure_slot(variable);
      capture_of = {true, variable->slot};
    } else {
      capture_of = {false, parent_->capture(variable)};
    }
    const auto index = static_cast<std::uint32_t>(prototype_->captures.size());
    prototype_->captures.push_back(capture_of);
    captures_.emplace(variable, index);
    return index;
  }

  [[gnu::noinline]] void load(const Node& node) {
    switch (node.binding) {
      case Binding::kGlobal: emit(node.span, Op::kGlobal, node.slot); return;
      case Binding::kConstant:
        emit(node.span, Op::kConstant, constant(program_->constants[node.slot]));
        return;
      case Binding::kLocal: {
        Variable* variable = node.variable;
        if (variable->owner != lambda_)
          emit(node.span, Op::kCaptured, capture(variable));
        else {
          ensure_slot(variable);
          emit(node.span, variable->captured ? Op::kCell : Op::kLocal, variable->slot);
        }
        return;
      }
      case Binding::kMember: load_member(node); return;
      case Binding::kStatic: emit(node.span, Op::kStatic, static_cell(*node.member)); return;
      case Binding::kUnresolved: break;
    }
    contract_violation("only resolved programs are compiled", __FILE__, __LINE__);
  }
  [[gnu::noinline]] void store(SourceSpan span, const Node& node) {
    if (node.binding == Binding::kGlobal) {
      emit(span, Op::kSetGlobal, node.slot);
    } else if (node.binding == Binding::kMember) {
      load_receiver(node);
      emit(span, Op::kSetField, node.member->field);
    } else if (node.binding == Binding::kStatic) {
      emit(span, Op::kSetStatic, static_cell(*node.member));
    } else if (node.variable->owner != lambda_) {
      emit(span, Op::kSetCaptured, capture(node.variable));
    } else {
      ensure_slot(node.variable);
      emit(span, node.variable->captured ? Op::kSetCell : Op::kSetLocal, node.variable->slot);
    }
  }

  // --- statements -------------------------------------------------------------------------------
  [[gnu::noinline]] void statements(const Node& block) {
    if (block.kids.empty()) emit(block.span, Op::kNothing);
    for (std::size_t i = 0; i < block.kids.size(); ++i) {
      if (i > 0) emit(block.kids[i]->span, Op::kPop);
      expression(*block.kids[i]);
    }
  }

  void condition(const Node& node, Token what, std::size_t& jump) {
    expression(node);
    jump = emit(node.span, Op::kJumpIfFalse, 0, static_cast<std::uint32_t>(what));
  }

  [[gnu::noinline]] void if_expression(const Node& node) {
    std::vector<std::size_t> ends;
    std::size_t i = 0;
    for (; i + 1 < node.kids.size(); i += 2) {
      std::size_t skip = 0;
      condition(*node.kids[i], Token::kIf, skip);
      expression(*node.kids[i + 1]);
      ends.push_back(emit(node.span, Op::kJump));
      land(skip);
    }
    if (i < node.kids.size())
      expression(*node.kids[i]);
    else
      emit(node.span, Op::kNothing);
    for (const std::size_t jump : ends) land(jump);
  }

  // Leaves the list of yielded values, or Nothing.
  [[gnu::noinline]] void loop_expression(const Node& node) {
    if (!node.yields) {
      loop(node, std::nullopt);
      emit(node.span, Op::kNothing);
      return;
    }
    const std::uint32_t builder = new_slot();
    emit(node.span, Op::kNewBuilder, builder);
    loop(node, builder);
    emit(node.span, Op::kBuilt, builder);
  }

  void loop(const Node& node, std::optional<std::uint32_t> builder) {
    const auto part = [&](LoopPart p) { return node.kids[p]; };
    Loop here_loop;
    here_loop.mark = new_slot();
    here_loop.tries = tries_.size();
    const std::uint32_t control = new_slot();
    emit(node.span, Op::kMark, here_loop.mark);
    const bool counts = part(kLoopFrom) != nullptr;
    if (part(kLoopIn) != nullptr) {
      expression(*part(kLoopIn));
      emit(part(kLoopIn)->span, Op::kIterate, control);
    } else if (counts) {
      prototype_->slots += 2;  // control + 1: limit, control + 2: step
      start_counter(node, control);
    } else if (part(kLoopBind) != nullptr) {
      expression(*part(kLoopBind));
      emit(node.span, Op::kSetLocal, control);
      emit(node.span, Op::kPop);
    }

    const std::uint32_t start = here();
    landed_ = start;
    std::vector<std::size_t> exits;
    if (part(kLoopIn) != nullptr)
      exits.push_back(emit(node.span, Op::kNext, control));
    else
      emit(node.span, Op::kPoll);
    if (part(kLoopTo) != nullptr) exits.push_back(emit(part(kLoopTo)->span, Op::kForTest, control));
    if (!node.text.empty()) {
      if (part(kLoopIn) == nullptr) emit(node.span, Op::kLocal, control);
      fresh_cell(node.span, node.variable);
      store(node.span, node);
      emit(node.span, Op::kPop);
    }
    if (part(kLoopWhile) != nullptr) {
      exits.push_back(0);
      condition(*part(kLoopWhile), Token::kWhile, exits.back());
    }
    std::size_t skip = 0;
    if (part(kLoopWhere) != nullptr) condition(*part(kLoopWhere), Token::kWhere, skip);

    loops_.push_back(here_loop);
    if (part(kLoopInner) != nullptr) loop(*part(kLoopInner), builder);
    for (std::size_t i = kLoopParts; i < node.kids.size(); ++i) {
      expression(*node.kids[i]);
      if (builder)
        emit(node.kids[i]->span, Op::kAppend, *builder);
      else
        emit(node.kids[i]->span, Op::kPop);
    }
    here_loop = std::move(loops_.back());
    loops_.pop_back();

    if (!here_loop.continues.empty()) {
      for (const std::size_t jump : here_loop.continues) land(jump);
      emit(node.span, Op::kUnwind, here_loop.mark);
    }
    if (part(kLoopWhere) != nullptr) land(skip);
    if (counts) emit(node.span, Op::kForStep, control);
    if (part(kLoopBind) == nullptr) emit(node.span, Op::kJump, start);
    for (const std::size_t jump : exits) land(jump);
    if (!here_loop.breaks.empty()) {
      for (const std::size_t jump : here_loop.breaks) land(jump);
      emit(node.span, Op::kUnwind, here_loop.mark);
    }
  }

  void start_counter(const Node& node, std::uint32_t control) {
    const LoopPart parts[] = {kLoopFrom, kLoopTo, kLoopBy};
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Node* kid = node.kids[parts[i]];
      if (kid != nullptr)
        expression(*kid);
      else if (i == 2)
        emit(node.span, Op::kConstant, constant(Value::integer(1)));
      else
        continue;
      emit(node.span, Op::kSetLocal, control + i);
      emit(node.span, Op::kPop);
    }
  }

  [[gnu::noinline]] void jump_out(const Node& node) {
    Loop& target = loops_.back();
    leave_tries(node.span, target.tries);
    const std::size_t jump = emit(node.span, Op::kJump);
    (node.kind == NodeKind::kBreak ? target.breaks : target.continues).push_back(jump);
  }

  // The finally blocks between here and the `keep` outermost ones, innermost first.
  [[gnu::noinline]] void leave_tries(SourceSpan span, std::size_t keep) {
    const std::vector<const Node*> saved = tries_;
    while (tries_.size() > keep) {
      const Node* after = tries_.back();
      tries_.pop_back();
      emit(span, Op::kEndTry);
      expression(*after);
      emit(span, Op::kPop);
    }
    tries_ = saved;
  }

  [[gnu::noinline]] void try_expression(const Node& node) {
    const std::uint32_t error = new_slot();
    const std::size_t handler = emit(node.span, Op::kTry);
    tries_.push_back(node.kids[1]);
    expression(*node.kids[0]);
    tries_.pop_back();
    emit(node.span, Op::kEndTry);
    expression(*node.kids[1]);
    emit(node.span, Op::kPop);
    const std::size_t end = emit(node.span, Op::kJump);
    land(handler);
    emit(node.span, Op::kSetLocal, error);
    emit(node.span, Op::kPop);
    expression(*node.kids[1]);
    emit(node.span, Op::kPop);
    emit(node.span, Op::kRethrow, error);
    land(end);
  }

  // --- expressions ------------------------------------------------------------------------------
  void all(const std::vector<Node*>& kids, std::size_t from = 0) {
    for (std::size_t i = from; i < kids.size(); ++i) expression(*kids[i]);
  }

  // Elements as one list; loops among them are spliced.
  [[gnu::noinline]] void element_list(const Node& node) {
    std::uint32_t pending = 0;
    bool have_list = false;
    const auto flush = [&] {
      if (pending == 0 && have_list) return;
      emit(node.span, Op::kList, pending);
      pending = 0;
      if (have_list) emit(node.span, Op::kConcat);
      have_list = true;
    };
    for (const Node* kid : node.kids) {
      if (kid->kind == NodeKind::kFor && kid->yields && node.kids.size() == 1) {
        expression(*kid);
        have_list = true;
      } else {
        expression(*kid);
        ++pending;
      }
    }
    flush();
  }

  // Braces with loops: the lists of their other options, vertex by vertex.
  [[gnu::noinline]] void loopy_game(const Node& root) {
    CountedPointer<LoopyShape> shape(new LoopyShape);
    std::vector<const Node*> vertices{&root};
    // The braces around each vertex, by which names are found.
    std::vector<std::uint32_t> around{0};
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
      for (const Player player : kPlayers) {
        const Node& options = *vertices[v]->kids[cgt::index(player)];
        Node others = options;
        others.kids.clear();
        for (Node* item : options.kids) {
          if (item->kind == NodeKind::kGame && item->loops) {
            shape->moves.push_back({v, player, static_cast<std::uint32_t>(vertices.size())});
            vertices.push_back(item);
            around.push_back(v);
          } else if (item->kind == NodeKind::kLoop) {
            std::uint32_t to = v;
            while (item->text != "pass" && vertices[to]->text != item->text) to = around[to];
            shape->moves.push_back({v, player, to});
          } else {
            others.kids.push_back(item);
          }
        }
        element_list(others);
      }
    }
    shape->vertices = static_cast<std::uint32_t>(vertices.size());
    const std::uint32_t lists = 2 * shape->vertices;
    emit(root.span, Op::kLoopy, constant(Value::object(Kind::kInternal, std::move(shape))), lists);
  }

  // {key => value, ...} without loops.
  static bool is_written_map(const Node& node) {
    return node.kind == NodeKind::kMap && !node.kids.empty() &&
           std::all_of(node.kids.begin(), node.kids.end(),
                       [](const Node* kid) { return kid->kind == NodeKind::kPair; });
  }

  // Written pairs go on the stack as they are, a loop makes a list of pairs.
  [[gnu::noinline]] void map(const Node& node) {
    if (!is_written_map(node)) {
      element_list(node);
      emit(node.span, Op::kMap);
      return;
    }
    for (const Node* kid : node.kids) all(kid->kids);
    emit(node.span, Op::kMap, static_cast<std::uint32_t>(node.kids.size()));
  }

  // Arguments; returns names + 1, or 0 if all go by place.
  [[gnu::noinline]] std::uint32_t arguments(const Node& node) {
    bool named = false;
    std::vector<std::string> names;
    for (std::size_t i = 1; i < node.kids.size(); ++i) {
      const Node& argument = *node.kids[i];
      const bool is_named = argument.kind == NodeKind::kNamedArgument;
      names.emplace_back(is_named ? std::string(argument.text) : std::string());
      named = named || is_named;
      expression(is_named ? *argument.kids[0] : argument);
    }
    if (!named) return 0;
    prototype_->argument_names.push_back(std::move(names));
    return static_cast<std::uint32_t>(prototype_->argument_names.size());
  }

  [[gnu::noinline]] void chain(const Node& node) {
    const Token first = node.tokens[0];
    if (first == Token::kAnd || first == Token::kOr) {
      const Op op = first == Token::kAnd ? Op::kAndJump : Op::kOrJump;
      std::vector<std::size_t> ends;
      for (std::size_t i = 0; i < node.kids.size(); ++i) {
        expression(*node.kids[i]);
        if (i + 1 < node.kids.size())
          ends.push_back(emit(node.kids[i]->span, op, 0, static_cast<std::uint32_t>(first)));
        else
          emit(node.kids[i]->span, Op::kBoolean, 0, static_cast<std::uint32_t>(first));
      }
      for (const std::size_t jump : ends) land(jump);
      return;
    }
    expression(*node.kids[0]);
    for (std::size_t i = 0; i < node.tokens.size(); ++i) {
      const Node& right = *node.kids[i + 1];
      expression(right);
      // The error of a step of a long chain shows this step, not the whole chain.
      const std::size_t start = i == 0 ? node.span.offset : node.kids[i]->span.offset;
      emit({start, right.span.offset + right.span.length - start}, Op::kBinary,
           static_cast<std::uint32_t>(node.tokens[i]));
    }
  }

  [[gnu::noinline]] void nus(const Node& node) {
    std::uint32_t flags = 0;
    if (node.kids[0] != nullptr) {
      expression(*node.kids[0]);
      flags |= 1U;
    }
    if (node.star) flags |= 2U;
    if (node.kids[1] != nullptr) {
      expression(*node.kids[1]);
      flags |= 4U;
    }
    emit(node.span, Op::kNus, constant(Value::integer(node.ups)), flags);
  }

  [[gnu::noinline]] void literal(const Node& node) {
    switch (node.kind) {
      case NodeKind::kInteger: emit(node.span, Op::kConstant, constant(decimal(node.text))); return;
      case NodeKind::kString:
        emit(node.span, Op::kConstant, constant(Value::string(unquote(node.text))));
        return;
      case NodeKind::kUptimal:
        emit(node.span, Op::kUptimal, constant(Value::string(std::string(node.text))));
        return;
      case NodeKind::kBoolean:
        emit(node.span, Op::kConstant, constant(Value::boolean(node.token == Token::kTrue)));
        return;
      default: emit(node.span, Op::kHistory, constant(Value::integer(node.ups))); return;
    }
  }

  [[gnu::noinline]] void closure(const Node& node) {
    FunctionCompiler inner(this, program_, registry_, prototype_->globals);
    prototype_->prototypes.push_back(inner.compile_lambda(node, prototype_->owner));
    emit(node.span, Op::kClosure, static_cast<std::uint32_t>(prototype_->prototypes.size() - 1));
  }

  // The frames of this function pile up with the height of the tree: temporaries of the single
  // cases stay out of it, and the compiler must not inline them back.
  void expression(const Node& node) {
    if (node.kind != NodeKind::kMethodCall &&
        (node.binding == Binding::kConstant ||
         (node.kind == NodeKind::kMember && node.binding == Binding::kGlobal))) {
      return load(node);
    }
    switch (node.kind) {
      case NodeKind::kInteger:
      case NodeKind::kString:
      case NodeKind::kUptimal:
      case NodeKind::kBoolean:
      case NodeKind::kHistory: literal(node); return;
      case NodeKind::kNothing: emit(node.span, Op::kNothing); return;
      case NodeKind::kLoop:
        contract_violation("loops are compiled with their braces", __FILE__, __LINE__);
      case NodeKind::kName: load(node); return;
      case NodeKind::kNus: nus(node); return;
      case NodeKind::kUnary:
        expression(*node.kids[0]);
        emit(node.span, Op::kUnary, static_cast<std::uint32_t>(node.token));
        return;
      case NodeKind::kBinary:
        if (node.token == Token::kIs) return type_test(node);
        all(node.kids);
        emit(node.span, Op::kBinary, static_cast<std::uint32_t>(node.token));
        return;
      case NodeKind::kChain: chain(node); return;
      case NodeKind::kInfixCall:
        all(node.kids);
        emit(node.span, Op::kMethod, registry_.symbol(node.text), 1);
        return;
      case NodeKind::kRange:
        all(node.kids);
        emit(node.span, Op::kRange, static_cast<std::uint32_t>(node.kids.size()));
        return;
      case NodeKind::kMember:
        if (node.kids[0]->kind == NodeKind::kSuper) return super_call(node);
        expression(*node.kids[0]);
        emit(node.span, Op::kMember, registry_.symbol(node.text));
        return;
      case NodeKind::kMethodCall: method_call(node); return;
      case NodeKind::kCall: call(node); return;
      case NodeKind::kThis:
      case NodeKind::kSuper: load(node); return;
      case NodeKind::kClass: emit(node.span, Op::kGlobal, node.slot); return;
      case NodeKind::kFieldInit: field_init(node); return;
      case NodeKind::kBaseInit: base_init(node); return;
      case NodeKind::kSetMember:
        all(node.kids);
        emit(node.span, Op::kSetMember, registry_.symbol(node.text));
        return;
      case NodeKind::kNamedArgument: expression(*node.kids[0]); return;
      case NodeKind::kIndex:
        all(node.kids);
        emit(node.span, Op::kIndex, static_cast<std::uint32_t>(node.kids.size() - 1));
        return;
      case NodeKind::kOptions:
      case NodeKind::kList: element_list(node); return;
      case NodeKind::kSet:
        element_list(node);
        emit(node.span, Op::kSet);
        return;
      case NodeKind::kMap: map(node); return;
      case NodeKind::kPair:
        all(node.kids);
        emit(node.span, Op::kList, 2);
        return;
      case NodeKind::kParen: expression(*node.kids[0]); return;
      case NodeKind::kCoordinates:
        all(node.kids);
        emit(node.span, Op::kCoordinates, static_cast<std::uint32_t>(node.kids.size()));
        return;
      case NodeKind::kGame:
        if (node.loops) return loopy_game(node);
        all(node.kids);
        emit(node.span, Op::kGame, node.token == Token::kExplicitOpen ? 1 : 0);
        return;
      case NodeKind::kBlock: statements(node); return;
      case NodeKind::kIf: if_expression(node); return;
      case NodeKind::kFor: loop_expression(node); return;
      case NodeKind::kVar:
        if (node.binding == Binding::kLocal) fresh_cell(node.span, node.variable);
        if (node.kids.empty())
          emit(node.span, Op::kNothing);
        else
          expression(*node.kids[0]);
        store(node.span, node);
        return;
      case NodeKind::kAssign:
      case NodeKind::kDef:
        expression(*node.kids[0]);
        store(node.span, node);
        return;
      case NodeKind::kLambda: closure(node); return;
      case NodeKind::kReturn:
        if (node.kids.empty())
          emit(node.span, Op::kNothing);
        else
          expression(*node.kids[0]);
        leave_tries(node.span, 0);
        emit(node.span, Op::kReturn);
        return;
      case NodeKind::kBreak:
      case NodeKind::kContinue: jump_out(node); return;
      case NodeKind::kTry: try_expression(node); return;
    }
  }

  [[gnu::noinline]] void type_test(const Node& node) {
    const Node& type = *node.kids[1];
    expression(*node.kids[0]);
    if (type.kind == NodeKind::kNothing) {
      emit(node.span, Op::kNothing);
      emit(node.span, Op::kBinary, static_cast<std::uint32_t>(Token::kEqual));
    } else {
      emit(node.span, Op::kIs, constant(program_->constants[type.slot]));
    }
  }

  [[gnu::noinline]] void method_call(const Node& node) {
    const auto count = static_cast<std::uint32_t>(node.kids.size() - 1);
    if (node.kids[0]->kind == NodeKind::kSuper) return super_call(node);
    if (node.binding == Binding::kConstant || node.binding == Binding::kGlobal) {
      load(node);
      const std::uint32_t names = arguments(node);
      emit(node.span, Op::kCall, count, names);
      return;
    }
    expression(*node.kids[0]);
    if (node.text == "Updated" && count == 1 && is_written_map(*node.kids[1])) {
      const std::vector<Node*>& pairs = node.kids[1]->kids;
      for (const Node* pair : pairs) all(pair->kids);
      emit(node.span, Op::kUpdated, registry_.symbol(node.text),
           static_cast<std::uint32_t>(pairs.size()));
      return;
    }
    const std::uint32_t names = arguments(node);
    emit(node.span, Op::kMethod, registry_.symbol(node.text), count, names);
  }

  FunctionCompiler* parent_;
  const std::shared_ptr<Program>& program_;
  Registry& registry_;
  std::shared_ptr<Prototype> prototype_;
  const Node* lambda_ = nullptr;
  FlatMap<Variable*, bool> slotted_;
  FlatMap<Variable*, std::uint32_t> captures_;
  std::vector<Loop> loops_;
  std::uint32_t landed_ = 0;        // where jumps landed last: there, instructions are not merged
  std::vector<const Node*> tries_;  // finally blocks around this point
};

}  // namespace

std::shared_ptr<Prototype> compile(const std::shared_ptr<Program>& program, Registry& registry,
                                   const std::shared_ptr<Globals>& globals,
                                   const std::vector<ClassDeclaration*>& classes) {
  return FunctionCompiler(nullptr, program, registry, globals).compile_program(classes);
}

}  // namespace cgt::lang
