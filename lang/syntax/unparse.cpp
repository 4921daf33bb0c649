#include <string>
#include <string_view>
#include <utility>

#include "lang/syntax/ast.hpp"

namespace cgt::lang {
namespace {

std::string bare_text(Token token) {
  const std::string quoted = spelling(token);
  return quoted.substr(1, quoted.size() - 2);
}

class Unparser {
 public:
  std::string out;

  void write(const Node& node) {
    switch (node.kind) {
      case NodeKind::kInteger:
      case NodeKind::kString:
      case NodeKind::kUptimal:
      case NodeKind::kName: out += node.text; return;
      case NodeKind::kBoolean: out += node.token == Token::kTrue ? "true" : "false"; return;
      case NodeKind::kNothing: out += "Nothing"; return;
      case NodeKind::kHistory: return history(node);
      case NodeKind::kNus: return nus(node);
      case NodeKind::kUnary:
        word("", node.token, "");
        if (node.token == Token::kNot) out += ' ';
        return write(*node.kids[0]);
      case NodeKind::kBinary:
        write(*node.kids[0]);
        if (node.token == Token::kCarets || node.token == Token::kColon)
          word("", node.token, "");
        else
          word(" ", node.token, " ");
        return write(*node.kids[1]);
      case NodeKind::kChain:
        write(*node.kids[0]);
        for (std::size_t i = 0; i < node.tokens.size(); ++i) {
          word(" ", node.tokens[i], " ");
          write(*node.kids[i + 1]);
        }
        return;
      case NodeKind::kInfixCall:
        write(*node.kids[0]);
        put(" ", node.text, " ");
        return write(*node.kids[1]);
      case NodeKind::kRange: return list(node, "", "..", "");
      case NodeKind::kMember:
        write(*node.kids[0]);
        put(".", node.text, "");
        return;
      case NodeKind::kMethodCall:
        write(*node.kids[0]);
        put(".", node.text, "");
        return list(node, "(", ", ", ")", 1);
      case NodeKind::kCall: write(*node.kids[0]); return list(node, "(", ", ", ")", 1);
      case NodeKind::kNamedArgument: put("", node.text, " => "); return write(*node.kids[0]);
      case NodeKind::kIndex: write(*node.kids[0]); return list(node, "[", ", ", "]", 1);
      case NodeKind::kList: return list(node, "[", ", ", "]");
      case NodeKind::kSet: return list(node, "{", ", ", "}");
      case NodeKind::kMap:
        if (node.kids.empty())
          out += "{=>}";
        else
          list(node, "{", ", ", "}");
        return;
      case NodeKind::kPair: return list(node, "", " => ", "");
      case NodeKind::kParen:
      case NodeKind::kCoordinates: return list(node, "(", ", ", ")");
      case NodeKind::kGame:
        if (node.token == Token::kExplicitOpen) return list(node, "'{", "|", "}'");
        out += node.text;
        return list(node, "{", "|", "}");
      case NodeKind::kLoop: out += node.text; return;
      case NodeKind::kOptions: return list(node, "", ",", "");
      case NodeKind::kBlock:
        if (node.token == Token::kBegin) out += "begin ";
        for (std::size_t i = 0; i < node.kids.size(); ++i) {
          if (i > 0) out += "; ";
          write(*node.kids[i]);
        }
        if (node.token == Token::kBegin) out += node.kids.empty() ? "end" : " end";
        return;
      case NodeKind::kIf: return if_expression(node);
      case NodeKind::kFor: return loop(node);
      case NodeKind::kAssign: put("", node.text, " := "); return write(*node.kids[0]);
      case NodeKind::kVar:
        put("var ", node.text, "");
        if (!node.kids.empty()) list(node, " := ", "", "");
        return;
      case NodeKind::kLambda: return lambda(node);
      case NodeKind::kDef: put("", node.text, " := "); return write(*node.kids[0]);
      case NodeKind::kReturn: return list(node, node.kids.empty() ? "return" : "return ", "", "");
      case NodeKind::kClass: put("class ", node.text, " ... end"); return;
      case NodeKind::kThis: out += "this"; return;
      case NodeKind::kSuper: out += "super"; return;
      case NodeKind::kSetMember:
        write(*node.kids[0]);
        put(".", node.text, " := ");
        return write(*node.kids[1]);
      case NodeKind::kFieldInit: put("var ", node.text, " := "); return write(*node.kids[0]);
      case NodeKind::kBaseInit: return list(node, "super(", ", ", ")");
      case NodeKind::kBreak: out += "break"; return;
      case NodeKind::kContinue: out += "continue"; return;
      case NodeKind::kTry:
        out += "try ";
        write(*node.kids[0]);
        out += " finally ";
        write(*node.kids[1]);
        out += " end";
        return;
    }
  }

 private:
  void put(std::string_view before, std::string_view text, std::string_view after) {
    out.append(before).append(text).append(after);
  }
  [[gnu::noinline]] void word(std::string_view before, Token token, std::string_view after) {
    put(before, bare_text(token), after);
  }
  [[gnu::noinline]] void history(const Node& node) {
    if (node.ups > 0)
      put("%", std::to_string(node.ups), "");
    else
      out.append(static_cast<std::size_t>(-node.ups), '%');
  }

  void list(const Node& node, const char* open, const char* separator, const char* close,
            std::size_t from = 0) {
    out += open;
    for (std::size_t i = from; i < node.kids.size(); ++i) {
      if (i > from) out += separator;
      element(*node.kids[i]);
    }
    out += close;
  }

  // A loop among elements is written after its body: x^2 for x in L.
  void element(const Node& node) {
    if (node.kind != NodeKind::kFor || !node.yields) return write(node);
    const Node* innermost = &node;
    while (innermost->kids[kLoopInner] != nullptr) innermost = innermost->kids[kLoopInner];
    write(*innermost->kids[kLoopParts]);
    for (const Node* head = &node; head != nullptr; head = head->kids[kLoopInner]) {
      out += ' ';
      header(*head);
    }
  }

  [[gnu::noinline]] void nus(const Node& node) {
    if (node.ups != 0) {
      const std::string arrow = node.ups > 0 ? "^" : "v";
      const std::int64_t size = node.ups > 0 ? node.ups : -node.ups;
      out += arrow;
      if (node.kids[0] != nullptr)
        write(*node.kids[0]);
      else if (size > 3)
        out += std::to_string(size);
      else
        for (std::int64_t i = 1; i < size; ++i) out += arrow;
    }
    if (node.star) out += '*';
    if (node.kids[1] != nullptr) write(*node.kids[1]);
  }

  [[gnu::noinline]] void lambda(const Node& node) {
    const std::size_t count = node.kids.size() - 1;
    const bool bare = count == 1 && node.kids[0]->kids.empty() && !node.kids[0]->star;
    if (!bare) out += '(';
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) out += ", ";
      const Node& parameter = *node.kids[i];
      out += parameter.text;
      const bool typed = !parameter.kids.empty();
      if (typed && parameter.kids[0] != nullptr) {
        out += " as ";
        write(*parameter.kids[0]);
      }
      if (parameter.star) out += "...";
      if (typed && parameter.kids[1] != nullptr) {
        out += " ? ";
        write(*parameter.kids[1]);
      }
    }
    if (!bare) out += ')';
    out += " -> ";
    write(*node.kids.back());
  }

  [[gnu::noinline]] void if_expression(const Node& node) {
    std::size_t i = 0;
    for (; i + 1 < node.kids.size(); i += 2) {
      out += i == 0 ? "if " : " elseif ";
      write(*node.kids[i]);
      out += " then ";
      write(*node.kids[i + 1]);
    }
    if (i < node.kids.size()) {
      out += " else ";
      write(*node.kids[i]);
    }
    out += " end";
  }

  [[gnu::noinline]] void header(const Node& node) {
    bool first = node.text.empty();
    if (!first) put("for ", node.text, "");
    static constexpr std::pair<LoopPart, const char*> kParts[] = {
        {kLoopIn, "in"}, {kLoopBind, ":="},     {kLoopFrom, "from"},  {kLoopTo, "to"},
        {kLoopBy, "by"}, {kLoopWhile, "while"}, {kLoopWhere, "where"}};
    for (const auto& [part, part_name] : kParts) {
      if (node.kids[part] == nullptr) continue;
      if (!first) out += ' ';
      first = false;
      put("", part_name, " ");
      write(*node.kids[part]);
    }
  }

  [[gnu::noinline]] void loop(const Node& node) {
    const Node* innermost = &node;
    for (const Node* head = &node; head != nullptr; head = head->kids[kLoopInner]) {
      if (head != &node) out += ' ';
      header(*head);
      innermost = head;
    }
    for (std::size_t i = kLoopParts; i < innermost->kids.size(); ++i) {
      out += innermost->yields ? " yield " : " do ";
      write(*innermost->kids[i]);
    }
    out += " end";
  }
};

}  // namespace

std::string unparse(const Node& node) {
  Unparser unparser;
  unparser.write(node);
  return std::move(unparser.out);
}

}  // namespace cgt::lang
