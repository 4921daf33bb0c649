// Help, apropos and completion: all read the registry.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "cgt/support/text_input.hpp"
#include "lang/library/core.hpp"
#include "lang/registry.hpp"
#include "lang/session/impl.hpp"
#include "lang/syntax/parser.hpp"

namespace cgt::lang {
namespace {

struct Topic {
  std::string_view name;
  std::string_view text;
};

// Constructs of the language itself; everything else is a row of the registry.
constexpr std::array<Topic, 15> kTopics{{
    {"for",
     "for x in C do ... end            for x from a to b by c do ... end\n"
     "for x in C while w where t yield e end      the list of all e\n"
     "for x := e do ... end            heads may follow each other: for x in A for y in B\n"
     "[e for x in C], {e for x in C}, {k => v for x in C}, Sum(e for x in C)"},
    {"while",
     "while condition do ... end\nbreak leaves the innermost loop, continue goes on with its next "
     "turn."},
    {"if",
     "if c then ... elseif d then ... else ... end\nAn expression; without else its value may be "
     "Nothing."},
    {"def",
     "def f(x, y) := e                 def f(x, y) begin ... end\n"
     "x -> e and (x, y) -> e are functions without a name. f(1, y => 2) names an argument."},
    {"var",
     "var x := e      a variable of the block around it\n"
     "x := e          assigns to the nearest x; makes one if there is none"},
    {"begin", "begin a; b; c end      statements in a row; the value is that of the last."},
    {"try",
     "try ... finally ... end      the second part runs even if the first fails.\nerror(\"text\") "
     "fails."},
    {"load",
     "load \"FILE\"      runs a file, once, ahead of all other statements of a text\n"
     "The path begins at the folder of the text that loads it. What the file defines is there "
     "then."},
    {"game",
     "{L|R}      the game with Left options L and Right options R: {1,*|0}, {0|}, {|}\n"
     "{a||b|c}   is {a|{b|c}}: fewer bars bind tighter\n"
     "^ ^^ ^3    ups          v vv v3    downs\n"
     "* *2 *(n)  nimbers      ^3*2       ups plus a nimber\n"
     "+-G        {G|-G}       a+-b       {a+b|a-b}\n"
     "n*G        n copies     G Heat 2   is G.Heat(2)\n"
     "G:H        ordinal sum  '{*|*}'    a form, see ?forms"},
    {"forms",
     "'{L|R}'     the game as it is written: '{*|*}' is not 0\n"
     "G:H         ordinal sum: a move in G throws H away\n"
     "F + G, n*F, F ConwayProduct G, F ConjunctiveSum G, F SelectiveSum G, F OrdinalProduct G\n"
     "F.CanonicalForm is the value. A value stands for the form of its canonical options."},
    {"sums",
     "A list of games stands for their sum, which need not be formed:\n"
     "Hotstrat(L, Left), Thermostrat, Sentestrat, OptimalMove      a move: [component, option]\n"
     "PlayOut(L, Left, Strategy.Hotstrat), GuaranteedStop          what it comes to\n"
     "UndominatedMoves(L, Left)                                    moves of maximal incentive"},
    {"numbers",
     "Exact: integers of any size and fractions. + - * / % (remainder) ^ (power).\n"
     "4/6 is 2/3. Numbers with a power of 2 below are games."},
    {"comparison",
     "== != equal or not (any values)      <= < >= >\n"
     "<> confused with                     <| less than or confused, |> greater than or confused"},
    {"collections",
     "[a,b] list      {a,b} set      {k => v} map      {=>} empty map\n"
     "a..b..step range      (r,c) coordinates      L[i] element, from 1"},
    {"history", "%1, %2, ... earlier results      % or _ the last      %% the one before"},
}};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// --- documentation comments ----------------------------------------------------------------------

// [[Grid]] is shown as Grid, [[Coordinates#Orthogonal][the directions]] as what it reads, with the
// target behind it.
std::string without_links(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find("[[");
    const std::size_t close = open == std::string_view::npos ? open : text.find("]]", open);
    if (close == std::string_view::npos) break;
    const std::string_view link = text.substr(open + 2, close - open - 2);
    const std::size_t cut = link.find("][");
    std::string target(link.substr(0, std::min(cut, link.size())));
    std::replace(target.begin(), target.end(), '#', '.');
    out += text.substr(0, open);
    out += cut == std::string_view::npos ? target
                                         : fmt::format("{} ({})", link.substr(cut + 2), target);
    text.remove_prefix(close + 2);
  }
  return out.append(text);
}

// The comment /** ... */ before what is declared at `offset`, with nothing but words of the
// declaration between them.
std::string comment_before(std::string_view source, std::size_t offset) {
  constexpr std::array<std::string_view, 12> kWords{"def",     "op",     "var",       "class",
                                                    "enum",    "static", "private",   "override",
                                                    "mutable", "system", "singleton", "property"};
  std::size_t end = offset;
  for (;;) {
    while (end > 0 && std::string_view(" \t\r\n").find(source[end - 1]) != std::string_view::npos)
      --end;
    std::size_t start = end;
    while (start > 0 && is_word(source[start - 1])) --start;
    if (std::ranges::find(kWords, source.substr(start, end - start)) == kWords.end()) break;
    end = start;
  }
  if (!source.substr(0, end).ends_with("*/")) return {};
  const std::size_t start = source.rfind("/*", end - 2);
  if (start == std::string_view::npos || end - start < 5 || source[start + 2] != '*') return {};
  std::string_view text = source.substr(start + 3, end - start - 5);
  std::string out;
  while (!text.empty()) {
    const std::size_t line_end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, line_end);
    text.remove_prefix(std::min(line_end + 1, text.size()));
    const auto trim = [&] {
      while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
      while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    };
    trim();
    if (line.starts_with("*")) line.remove_prefix(1);
    trim();
    out.append(line).push_back('\n');
  }
  while (out.ends_with('\n')) out.pop_back();
  out.erase(0, std::min(out.find_first_not_of('\n'), out.size()));
  return without_links(out);
}

// What the comment at the top of a class file says: the rule, then "Author: ...", "Source: ..." and values,
// "In print: E --> V" or "Computed: E --> V"; a field may take several lines.
struct ScriptHeader {
  std::string rule;
  std::vector<std::pair<std::string, std::string>> fields;
};

ScriptHeader header_of(std::string_view text) {
  constexpr std::array<std::string_view, 4> kFields{"Author", "Source", "In print", "Computed"};
  ScriptHeader header;
  while (text.starts_with("//")) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trimmed(text.substr(2, end - 2));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t colon = std::min(line.find(": "), line.size());
    if (std::ranges::find(kFields, line.substr(0, colon)) != kFields.end()) {
      header.fields.emplace_back(line.substr(0, colon), line.substr(colon + 2));
      continue;
    }
    std::string& last = header.fields.empty() ? header.rule : header.fields.back().second;
    if (!last.empty()) last += ' ';
    last += line;
  }
  return header;
}

std::string script_page(std::string_view name, std::string_view text) {
  const ScriptHeader header = header_of(text);
  std::string page = fmt::format("{}\n  {}\n", name, header.rule);
  for (const auto& [field, value] : header.fields)
    page += fmt::format("  {:<10} {}\n", field + ":", value);
  // The code stands behind the comment.
  std::size_t code = 0;
  while (text.substr(code).starts_with("//"))
    code = std::min(text.find('\n', code), text.size() - 1) + 1;
  return page + '\n' + std::string(text.substr(code));
}

// A line for each ruleset: its name and its rule, without its notation.
std::string rulesets_and_rules(const Registry& registry) {
  std::string out;
  for (const Constant& constant : registry.constants()) {
    const std::size_t notation = constant.doc.find(" Positions: ");
    if (constant.name.starts_with("game.") && notation != std::string::npos)
      out += fmt::format("{:<28} {}\n", constant.name, constant.doc.substr(0, notation));
  }
  for (const auto& [name, text] : registry.scripts())
    out += fmt::format("{:<28} {}\n", name, header_of(text).rule);
  return out;
}

// "Name(x, y)" of the parameters of a class or a function.
std::string signature(const std::string& name, std::span<Node* const> parameters, bool brackets) {
  std::string out = name;
  if (!brackets) return out;
  out += '(';
  for (const Node* parameter : parameters) {
    if (!out.ends_with('(')) out += ", ";
    out += parameter->text;
    if (parameter->star) out += "...";
    if (!parameter->kids.empty() && parameter->kids[1] != nullptr) out += '?';
  }
  return out + ')';
}

std::string indented(const std::string& text) {
  std::string out = "  ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}

}  // namespace

void Session::Impl::document(const Program& program, const ClassDeclaration& declaration) {
  const std::string& path = declaration.info->path;
  const std::string_view source = program.source.text();
  std::string page =
      signature(path, declaration.parameters, !declaration.parameters.empty()) + '\n';
  const std::string doc = comment_before(source, declaration.span.offset);
  if (!doc.empty()) page += indented(doc) + '\n';
  bool said = !doc.empty();
  for (const MemberDeclaration& member : declaration.members) {
    const std::string about = comment_before(source, member.span.offset);
    // Names in brackets are those of values that enums keep for their members.
    if (about.empty() || member.name.starts_with('(')) continue;
    said = true;
    std::string head = member.name;
    if (member.kind == MemberDeclaration::Kind::kMethod) {
      const std::vector<Node*>& kids = member.node->kids;
      head = signature(member.name, std::span(kids).first(kids.size() - 1), !member.is_property);
    }
    page += fmt::format("  {:<28} {}\n", head, about.substr(0, about.find('\n')));
    documents[path + "." + member.name] = fmt::format("{}.{}\n{}\n", path, head, indented(about));
  }
  if (said) documents[path] = page;
}

HelpEntry help_entry(const Builtin& builtin) {
  const std::string owner = builtin.owner.empty() ? "" : builtin.owner + ".";
  return {builtin.name, owner + builtin.signature, builtin.doc, builtin.example, builtin.setup};
}

std::vector<const Builtin*> Session::Impl::rows(std::string_view topic) const {
  std::vector<const Builtin*> found;
  for (const auto& builtin : registry.builtins()) {
    if (builtin->name == topic ||
        (!builtin->owner.empty() && builtin->owner + "." + builtin->name == topic)) {
      found.push_back(builtin.get());
    }
  }
  return found;
}

std::optional<std::string> Session::help(std::string_view topic) const {
  for (const Topic& t : kTopics) {
    if (t.name == topic) return std::string(t.text);
  }
  if (topic == "rulesets") return rulesets_and_rules(impl_->registry);
  if (const auto it = impl_->documents.find(std::string(topic)); it != impl_->documents.end())
    return it->second;
  std::string out;
  for (const Builtin* row : impl_->rows(topic)) {
    const HelpEntry entry = help_entry(*row);
    if (!out.empty()) out += '\n';
    out += fmt::format("{}\n  {}\n", entry.signature, entry.doc);
    for (std::string_view rest = entry.setup; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      out += fmt::format("  {} {}\n", rest.size() == entry.setup.size() ? "Before: " : "        ",
                         rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!entry.example.empty()) out += fmt::format("  Example: {}\n", entry.example);
  }
  if (!out.empty()) return out;
  for (const Constant& constant : impl_->registry.constants()) {
    if (constant.name == topic) return fmt::format("{}\n  {}\n", constant.name, constant.doc);
  }
  // A class or a package: its members.
  if (const std::string_view source = library_source(topic); !source.empty())
    return std::string(source);
  const std::string prefix = std::string(topic) + ".";
  if (const std::string_view doc = type_doc(topic); !topic.empty() && !doc.empty())
    out += fmt::format("{}\n  {}\n", topic, doc);
  for (const auto& [name, doc] : impl_->registry.packages()) {
    if (name == topic && out.empty()) out += fmt::format("{}\n  {}\n", name, doc);
  }
  for (const auto& row : impl_->registry.builtins()) {
    if (row->owner == topic || (row->owner.empty() && row->name.starts_with(prefix))) {
      out += fmt::format("  {:<28} {}\n", row->signature, row->doc);
    }
  }
  for (const Constant& constant : impl_->registry.constants()) {
    if (constant.name.starts_with(prefix))
      out += fmt::format("  {:<28} {}\n", constant.name, constant.doc);
  }
  // A class in a script that a package brings, and the last word of a name: Clobber for game.grid.Clobber.
  if (const std::string_view text = impl_->registry.script(topic); out.empty() && !text.empty())
    out = script_page(topic, text);
  const std::string last = fmt::format(".{}", topic);
  for (const Constant& constant : impl_->registry.constants()) {
    if (out.empty() && !topic.empty() && constant.name.ends_with(last))
      out = fmt::format("{}\n  {}\n", constant.name, constant.doc);
  }
  for (const auto& [name, text] : impl_->registry.scripts()) {
    if (topic.empty() || !name.ends_with(last)) continue;
    out = out.empty() ? script_page(name, text) : fmt::format("{}  As a script: ?{}\n", out, name);
  }
  if (out.empty()) return std::nullopt;
  return out;
}

std::vector<HelpEntry> Session::help_entries() const {
  std::vector<HelpEntry> entries;
  for (const auto& row : impl_->registry.builtins()) entries.push_back(help_entry(*row));
  for (const Topic& t : kTopics) {
    entries.push_back({std::string(t.name), std::string(t.name), std::string(t.text), "", ""});
  }
  return entries;
}

std::vector<HelpEntry> Session::apropos(std::string_view word) const {
  const std::string wanted = lower(word);
  std::vector<HelpEntry> found;
  std::vector<HelpEntry> entries = help_entries();
  for (const Constant& constant : impl_->registry.constants())
    entries.push_back({constant.name, constant.name, constant.doc, "", ""});
  for (const auto& [name, text] : impl_->registry.scripts()) {
    const ScriptHeader header = header_of(text);
    std::string doc = header.rule;
    for (const auto& field : header.fields) doc += ' ' + field.second;
    entries.push_back({name, name, doc, "", ""});
  }
  for (const auto& [name, page] : impl_->documents) {
    const std::size_t second = page.find_first_not_of(" \n", page.find('\n'));
    entries.push_back({name, name, second < page.size() ? page.substr(second) : "", "", ""});
  }
  for (HelpEntry& entry : entries) {
    const bool hit = lower(entry.signature).find(wanted) != std::string::npos ||
                     lower(entry.doc).find(wanted) != std::string::npos;
    if (hit) found.push_back(std::move(entry));
  }
  return found;
}

std::vector<std::string> Session::complete(std::string_view line) const {
  std::size_t start = line.size();
  while (start > 0 && is_word(line[start - 1])) --start;
  const std::string_view word = line.substr(start);
  std::set<std::string> found;
  const auto offer = [&](std::string_view candidate, std::string_view prefix) {
    if (candidate.starts_with(prefix)) found.emplace(candidate);
  };
  if (start > 0 && line[start - 1] == '.') {
    std::size_t path_start = start;
    while (path_start > 0 && (is_word(line[path_start - 1]) || line[path_start - 1] == '.'))
      --path_start;
    const std::string_view path = line.substr(path_start, start - 1 - path_start);
    const Globals::Entry* variable = impl_->globals->find(path);
    const bool is_variable = variable != nullptr && variable->defined;
    const bool of_scripts = std::ranges::any_of(impl_->registry.scripts(), [&](const auto& script) {
      return !path.empty() && script.first.starts_with(std::string(path) + ".");
    });
    if (!is_variable && !path.empty() && (of_scripts || impl_->registry.is_namespace(path))) {
      for (const std::string& name : impl_->registry.free_names())
        offer(name, line.substr(path_start));
    } else {
      std::vector<std::string> names;
      if (is_variable) {
        names = impl_->registry.method_names(variable->value);
      } else if (!path.empty() && path.find_first_not_of("0123456789") == std::string_view::npos) {
        names = impl_->registry.method_names(Value::integer(1));
      } else {
        for (const auto& row : impl_->registry.builtins()) {
          if (!row->owner.empty()) names.push_back(row->name);
        }
      }
      for (const std::string& name : names) offer(name, word);
    }
  } else if (!word.empty() || line.empty()) {
    for (const std::string& name : impl_->registry.free_names()) offer(name, word);
    for (const std::string& name : reserved_words()) offer(name, word);
    for (const std::string& name : global_names()) offer(name, word);
  }
  return {found.begin(), found.end()};
}

}  // namespace cgt::lang
