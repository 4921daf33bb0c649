// cgt prove: statements about values as files that Coq checks, by the definitions of examples/coq.
//
// A file lists the games of a statement as rows, each with the numbers of its options. A position is the
// tree of its moves as they are, nothing simplified; equal trees are one row. Coq finds the proof itself
// (examples/coq/Checker.v), so nothing that this program computed is trusted: if it were wrong, coqc
// would refuse the file.
#include <fmt/format.h>
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cgt/algebra/form.hpp"
#include "cgt/support/words.hpp"
#include "cgt/text/text.hpp"
#include "lang/lang.hpp"
#include "lang/syntax/parser.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/positions.hpp"
#include "repl/commands/commands.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/rulesets.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {
namespace {

using lang::Node;
using lang::NodeKind;
using lang::Token;

// cgt prove STATEMENT... --coq FILE
struct ProveOptions {
  CommonOptions common;
  std::vector<std::string> statements;  // "-": one a line from standard input
  std::string coq;                      // file
};

Command add_prove(const Command& program, ProveOptions& options) {
  const Command prove =
      program.add("prove", "Statements about values as a file that the proof assistant Coq checks");
  add_common(prove, options.common);
  prove
      .option(
          "STATEMENT", options.statements, "",
          "G == H, G <= H, G < H, G <> H, ... for games and sums of games; or G alone: its value, "
          "and that this is canonical; - reads one a line")
      .required();
  prove.option("--coq", options.coq, "FILE", "Write it there").file({"v"}).required();
  prove.examples(
      R"(  cgt prove 'game.grid.Domineering("..|..")' --coq board.v
                                           the tree of moves of a board equals its value
  cgt prove '{2|-1} + * <> 0' --coq first.v   the first player wins a sum
)");
  return prove;
}

// Positions of one game; rows of one statement, and their numbers.
constexpr std::uint64_t kMostPositions = 1'000'000;
constexpr std::size_t kMostRows = 20'000;
constexpr std::size_t kMostNumbers = 200'000;
constexpr const char* kHint =
    "a proof lists the tree of each position; state it of the parts of the board";

// Distinct game trees by their options, which stand before them.
class Table {
 public:
  struct Row {
    PerPlayer<std::vector<std::size_t>> options;  // numbers from 1, ascending
    GameId value;
  };

  explicit Table(Forms& forms) : forms_(forms) {}

  // The number of the tree of a form. Throws Error if there are too many.
  std::size_t add(Form root) {
    std::vector<Form> stack{root};
    while (!stack.empty()) {
      const Form f = stack.back();
      if (numbers_.contains(f)) {
        stack.pop_back();
        continue;
      }
      forms_.store().charge();
      Row row;
      const std::size_t open = stack.size();
      for (const Player player : kPlayers) {
        for (const Form option : forms_.options(f, player)) {
          const auto known = numbers_.find(option);
          if (known == numbers_.end()) {
            stack.push_back(option);
          } else {
            row.options[player].push_back(known->second);
          }
        }
        std::vector<std::size_t>& sorted = row.options[player];
        std::ranges::sort(sorted);
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
      }
      if (stack.size() > kMostNumbers) refuse();
      if (stack.size() > open) continue;
      stack.pop_back();
      const auto [same, fresh] = trees_.try_emplace(
          {row.options[Player::kLeft], row.options[Player::kRight]}, rows_.size() + 1);
      numbers_.emplace(f, same->second);
      if (!fresh) continue;
      for (const Player player : kPlayers) count_ += row.options[player].size();
      if (rows_.size() == kMostRows || count_ > kMostNumbers) refuse();
      row.value = forms_.value(f);
      rows_.push_back(std::move(row));
    }
    return numbers_.at(root);
  }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  [[noreturn]] static void refuse() {
    throw Error(fmt::format("this statement is about more than {} games, or {} options", kMostRows,
                            kMostNumbers),
                kHint);
  }

  Forms& forms_;
  std::vector<Row> rows_;
  std::size_t count_ = 0;  // of their numbers
  FlatMap<Form, std::size_t> numbers_;
  std::map<std::pair<std::vector<std::size_t>, std::vector<std::size_t>>, std::size_t> trees_;
};

// A sum of games, in terms of Games.v and of Checker.v.
struct Sum {
  std::string stated;  // "G1 + - G2"
  std::string term;    // "(Plus (Base 3) (Minus (Base 2)))"
  GameId value;
};

// How a relation of the language is stated, and by which theorem it is proved.
struct Relations {
  Token token;
  const char* stated;   // of both sides
  const char* theorem;  // of both terms; its arguments are exchanged if `exchanged`
  bool exchanged;
  bool (*holds)(Relation);
};
constexpr Relations kRelations[] = {
    {Token::kEqual, "{0} == {1}", "by_equal", false,
     [](Relation r) { return r == Relation::kEqual; }},
    {Token::kLessEqual, "{0} <= {1}", "by_le", false,
     [](Relation r) { return r == Relation::kLess || r == Relation::kEqual; }},
    {Token::kGreaterEqual, "{0} >= {1}", "by_le", true,
     [](Relation r) { return r == Relation::kGreater || r == Relation::kEqual; }},
    {Token::kLess, "{0} < {1}", "by_less", false, [](Relation r) { return r == Relation::kLess; }},
    {Token::kGreater, "{0} > {1}", "by_less", true,
     [](Relation r) { return r == Relation::kGreater; }},
    {Token::kFuzzy, "confused ({0}) ({1})", "by_confused", false,
     [](Relation r) { return r == Relation::kFuzzy; }},
    {Token::kLessFuzzy, "~ {1} <= {0}", "by_not_le", true,
     [](Relation r) { return r == Relation::kLess || r == Relation::kFuzzy; }},
    {Token::kGreaterFuzzy, "~ {0} <= {1}", "by_not_le", false,
     [](Relation r) { return r == Relation::kGreater || r == Relation::kFuzzy; }},
};

// Within a comment of Coq: comments nest, and texts in double quotes are read as such.
std::string in_comment(std::string_view text) {
  const bool quotes = text.find('\\') == std::string_view::npos;
  std::string out;
  for (const char c : text) {
    const char last = out.empty() ? ' ' : out.back();
    if ((last == '(' && c == '*') || (last == '*' && c == ')')) out += ' ';
    const bool control = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    out += control ? ' ' : c == '"' && !quotes ? '\'' : c;
  }
  return out;
}

constexpr std::size_t kValueLength = 60;

// What is wrong was said on standard error.
struct Refused {
  ExitCode code;
};

class Statement {
 public:
  // Throws Refused, InputError, BudgetExhausted.
  Statement(lang::Session& session, const SourceText& source, const CommonOptions& common)
      : session_(session),
        source_(source),
        common_(common),
        budget_(common.limits, &interrupt_flag()),
        context_(session.make_context(budget_)),
        table_(context_->forms()) {
    const Store::BudgetScope scope(session.store(), budget_);
    read();
  }

  // What is stated, for people.
  const std::string& text() const { return text_; }
  std::size_t games() const { return table_.rows().size(); }
  // Definitions and a theorem `claim`.
  const std::string& coq() const { return coq_; }

 private:
  [[noreturn]] void refuse(const SourceSpan& span, const std::string& message,
                           const std::string& hint) const {
    std::cerr << render({Severity::kError, message, hint, span}, source_) << '\n';
    throw Refused{kRuntimeError};
  }

  void read() {
    const lang::ParseResult parsed = lang::parse(source_);
    if (parsed.status != lang::ParseResult::Status::kComplete) {
      throw InputError(source_, parsed.diagnostics);
    }
    const std::vector<Node*>& statements = parsed.program->root->kids;
    if (statements.size() != 1) {
      refuse({0, source_.text().size()}, "expected one statement about games",
             "such as G == H, G <= H, or G alone; several are several words");
    }
    const Node* node = statements.front();
    while (node->kind == NodeKind::kParen) node = node->kids.front();
    const auto* relation = std::ranges::find(kRelations, node->token, &Relations::token);
    std::string claim;
    std::string proof;
    if (node->kind == NodeKind::kBinary && relation != std::end(kRelations)) {
      const Sum a = sum_of(*node->kids[0]);
      const Sum b = sum_of(*node->kids[1]);
      if (!relation->holds(context_->store().compare(a.value, b.value))) {
        refuse(node->span, "this is not so",
               fmt::format("the values are {} and {}", text_of(a.value), text_of(b.value)));
      }
      claim = fmt::format(fmt::runtime(relation->stated), a.stated, b.stated);
      proof = fmt::format("{} games {} {}", relation->theorem, (relation->exchanged ? b : a).term,
                          (relation->exchanged ? a : b).term);
      text_ = source_.text();
    } else {
      const Sum a = sum_of(*node);
      const std::size_t row = table_.add(a.value);
      names_ += fmt::format("Definition V := game_in games {}.  (* {} *)\n", row,
                            in_comment(text_of(a.value)));
      claim = fmt::format("{} == V /\\ canonical V", a.stated);
      proof = fmt::format("by_canonical games {} (Base {})", a.term, row);
      text_ = fmt::format("{} == {}", source_.text(), text_of(a.value));
    }
    write(claim, proof);
  }

  // A sum as it is written; what is not a sum is a game.
  Sum sum_of(const Node& node) {
    if (node.kind == NodeKind::kParen) return sum_of(*node.kids.front());
    Store& store = context_->store();
    if (node.kind == NodeKind::kUnary && node.token == Token::kMinus &&
        node.kids[0]->kind != NodeKind::kInteger) {
      return negative_of(sum_of(*node.kids[0]));
    }
    const auto is_sign = [](Token t) { return t == Token::kPlus || t == Token::kMinus; };
    if (node.kind == NodeKind::kChain && std::ranges::all_of(node.tokens, is_sign)) {
      Sum out = sum_of(*node.kids[0]);
      for (std::size_t i = 0; i < node.tokens.size(); ++i) {
        Sum next = sum_of(*node.kids[i + 1]);
        if (node.tokens[i] == Token::kMinus) next = negative_of(next);
        const bool brackets = next.stated.find(" + ") != std::string::npos;
        out = {
            fmt::format(fmt::runtime(brackets ? "{} + ({})" : "{} + {}"), out.stated, next.stated),
            fmt::format("(Plus {} {})", out.term, next.term), store.add(out.value, next.value)};
      }
      return out;
    }
    return game_of(node);
  }

  Sum negative_of(const Sum& sum) {
    const bool brackets = sum.stated.find(' ') != std::string::npos;
    return {fmt::format(fmt::runtime(brackets ? "- ({})" : "- {}"), sum.stated),
            fmt::format("(Minus {})", sum.term), context_->store().negate(sum.value)};
  }

  Sum game_of(const Node& node) {
    const SourceSpan span = node.span;
    const std::string written(source_.text().substr(span.offset, span.length));
    Form form;
    try {
      form = form_of(span);
    } catch (const BudgetExhausted& spent) {
      if (spent.reason() != StopReason::kNodes || common_.limits.nodes <= kMostPositions) throw;
      refuse(span, fmt::format("this game has more than {} positions", kMostPositions), kHint);
    } catch (const Error& error) {
      refuse(span, error.what(), error.hint());
    }
    const std::size_t row = table_.add(form);
    const std::string name = fmt::format("G{}", ++games_);
    names_ += fmt::format("Definition {} := game_in games {}.  (* {} *)\n", name, row,
                          in_comment(written));
    return {name, fmt::format("(Base {})", row), context_->forms().value(form)};
  }

  // Throws BudgetExhausted, Error, Refused.
  Form form_of(const SourceSpan& span) {
    // Everything before it is blank, so that errors have their place.
    std::string alone(source_.text().substr(0, span.offset + span.length));
    for (std::size_t i = 0; i < span.offset; ++i) {
      if (alone[i] != '\n') alone[i] = ' ';
    }
    const lang::Result found =
        session_.evaluate(SourceText(source_.name(), alone + ";"), common_.limits);
    if (!found.ok()) {
      report(found, common_);
      throw Refused{exit_code(found.status)};
    }
    if (!lang::has_options(found.value)) return lang::form_of(*context_, found.value, "a proof");
    Budget::Limits limits = common_.limits;
    limits.nodes = std::min(limits.nodes, kMostPositions);
    Budget budget(limits, &interrupt_flag());
    Form form;
    session_.with_context(budget, [&](lang::Context& context) {
      form = context.positions().form(context, found.value);
    });
    return form;
  }

  std::string text_of(GameId g) {
    return to_text(context_->store(), g, {Notation{}, kValueLength});
  }

  void write(const std::string& claim, const std::string& proof) {
    const std::vector<Table::Row>& rows = table_.rows();
    coq_ = fmt::format("(* {} *)\nDefinition games : list row := [", in_comment(source_.text()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto side = [&](Player player) {
        return fmt::format("{}", fmt::join(rows[i].options[player], "; "));
      };
      coq_ += fmt::format("\n  moves [{}] [{}]{}  (* {}: {} *)", side(Player::kLeft),
                          side(Player::kRight), i + 1 < rows.size() ? ";" : "", i + 1,
                          in_comment(text_of(rows[i].value)));
    }
    coq_ += fmt::format(
        "\n]%positive.\n{}Theorem claim : {}.\nProof. apply ({}). vm_cast_no_check (eq_refl true). "
        "Qed.\n",
        names_, claim, proof);
  }

  lang::Session& session_;
  const SourceText& source_;
  const CommonOptions& common_;
  Budget budget_;
  std::unique_ptr<lang::Context> context_;
  Table table_;
  std::size_t games_ = 0;
  std::string names_;
  std::string text_;
  std::string coq_;
};

std::vector<SourceText> sources_of(const ProveOptions& options) {
  std::vector<SourceText> out;
  for (const std::string& given : options.statements) {
    if (given != "-") {
      out.emplace_back("STATEMENT", given);
      continue;
    }
    std::size_t number = 0;
    for (std::string line; std::getline(std::cin, line);) {
      ++number;
      if (line.find_first_not_of(" \t\r") != std::string::npos) {
        out.emplace_back(fmt::format("{}, line {}", display_name(given), number), line);
      }
    }
  }
  return out;
}

ExitCode run_prove(const ProveOptions& options) {
  const std::vector<SourceText> sources = sources_of(options);
  lang::Session session;
  prepare(session, options.common);
  const std::string check = fmt::format("coqc -Q examples/coq CGT {}", quoted_word(options.coq));
  std::string coq = fmt::format(
      "(* Written by {}, to be checked by\n     {}\n   The definitions are in Games.v. *)\n"
      "From Coq Require Import List PArith.\nFrom CGT Require Import Checker.\n"
      "Import ListNotations.\n\n",
      version_line(), check);
  std::string all = "nothing_more";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    try {
      const Statement statement(session, sources[i], options.common);
      std::cout << fmt::format("{}  ({})\n", statement.text(), counted(statement.games(), "game"));
      if (sources.size() == 1) {
        coq += statement.coq() + "Print Assumptions claim.\n";
        break;
      }
      const std::string name = fmt::format("Statement{}", i + 1);
      coq += fmt::format("Module {0}.\n{1}End {0}.\n\n", name, statement.coq());
      all = fmt::format("also {}.claim ({})", name, all);
    } catch (const Refused& refused) {
      return refused.code;
    }
  }
  if (sources.size() > 1)
    coq += fmt::format("Definition claims := {}.\nPrint Assumptions claims.\n", all);
  write_file(options.coq, coq);
  std::cout << fmt::format("check it with: {}\n", check) << std::flush;
  return kOk;
}

}  // namespace

void offer_prove(Commands& commands) { commands.offer(add_prove, run_prove); }

}  // namespace cgt::repl
