// Positions of rulesets, and sums of them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/local_search.hpp"
#include "lang/c/handle.hpp"

namespace {

namespace c = cgt::c;
using cgt::AnyPosition;
using cgt::Budget;
using cgt::LoopyValue;

cgt::LoopyValue value_of(cgt_store& store, const AnyPosition& position, Budget& budget) {
  return c::ask_position(store, position, [&] {
    return c::evaluator_of(store).loopy_value(position, c::loopy_of(store), budget);
  });
}

std::string rulesets_as_lines() {
  std::string out;
  for (const cgt::RulesetEntry& entry : cgt::rulesets()) {
    out += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", entry.name, entry.path, entry.signature,
                       entry.summary, entry.board, entry.example);
  }
  return out;
}

std::string rulesets_as_json() {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const cgt::RulesetEntry& entry : cgt::rulesets()) {
    out.push_back({{"name", entry.name},
                   {"path", entry.path},
                   {"parameters", entry.signature},
                   {"summary", entry.summary},
                   {"board", entry.board},
                   {"example", entry.example}});
  }
  return out.dump();
}

cgt::solve::Sum read_sum(cgt_store& store, const char* text) {
  return cgt::solve::parse_sum(store.games, cgt::SourceText("<sum>", c::read_text(text, "sum")));
}

}  // namespace

cgt_status cgt_rulesets(cgt_store* store, cgt_format format, char* buffer, size_t size,
                        size_t* needed) {
  return c::computing(store, [&](Budget&) {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    if (format != CGT_TEXT && format != CGT_JSON) c::refuse_format(format, "CGT_TEXT or CGT_JSON");
    c::give(*store, format == CGT_TEXT ? rulesets_as_lines() : rulesets_as_json(), to);
  });
}

cgt_status cgt_position_parse(cgt_store* store, const char* ruleset, const char* text,
                              cgt_position** out) {
  return c::computing(store, [&](Budget&) {
    cgt_position*& to = c::required(out, "out");
    const std::string name = c::read_text(ruleset, "ruleset");
    const std::string board = c::read_text(text, "text");
    auto rules = cgt::registered_ruleset(name);
    AnyPosition position = rules->position(board);
    to = new cgt_position{std::move(rules), std::move(position)};
  });
}

void cgt_position_free(cgt_position* position) { delete position; }

cgt_status cgt_position_text(cgt_store* store, const cgt_position* position, char* buffer,
                             size_t size, size_t* needed) {
  return c::computing(store, [&](Budget&) {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    c::give(*store, c::read_position(position).text(), to);
  });
}

cgt_status cgt_position_value(cgt_store* store, const cgt_position* position, cgt_game* out) {
  return c::computing(store, [&](Budget& budget) {
    cgt_game& to = c::required(out, "out");
    const LoopyValue value = value_of(*store, c::read_position(position), budget);
    if (!value.is_short()) {
      throw cgt::Error("the value is a loopy game", "cgt_position_print() writes it");
    }
    to = value.stopper().game().word();
  });
}

cgt_status cgt_position_print(cgt_store* store, const cgt_position* position, cgt_format format,
                              char* buffer, size_t size, size_t* needed) {
  return c::computing(store, [&](Budget& budget) {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    const LoopyValue value = value_of(*store, c::read_position(position), budget);
    c::give(*store, c::loopy_text(c::loopy_of(*store), value, format), to);
  });
}

cgt_status cgt_position_outcome(cgt_store* store, const cgt_position* position, cgt_outcome* out) {
  return c::computing(store, [&](Budget& budget) {
    cgt_outcome& to = c::required(out, "out");
    const AnyPosition& board = c::read_position(position);
    try {
      to = c::outcome_of(c::ask_position(*store, board, [&] {
        return cgt::solve::outcome_of(c::evaluator_of(*store), c::sums_of(*store),
                                      {{board, "", board.text()}}, budget);
      }));
    } catch (const cgt::solve::LoopySum&) {
      to = c::outcome_of(c::loopy_of(*store).outcome(value_of(*store, board, budget)));
    }
  });
}

cgt_status cgt_position_thermograph(cgt_store* store, const cgt_position* position,
                                    cgt_format format, char* buffer, size_t size, size_t* needed) {
  return c::computing(store, [&](Budget& budget) {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    const AnyPosition& board = c::read_position(position);
    const cgt::Thermograph walls = c::ask_position(
        *store, board, [&] { return c::evaluator_of(*store).thermograph(board, budget); });
    c::give(*store, c::thermograph_text(walls, format), to);
  });
}

cgt_status cgt_position_options(cgt_store* store, const cgt_position* position, cgt_player player,
                                cgt_position** options, int64_t* gains, size_t capacity,
                                size_t* count) {
  return c::computing(store, [&](Budget& budget) {
    size_t& told = c::required(count, "count");
    const AnyPosition& board = c::read_position(position);
    if (options == nullptr && gains != nullptr) throw c::Refusal("gains without options");
    auto moves = board.options(c::read_player(player), budget);
    told = moves.size();
    if (options == nullptr) return;
    if (capacity < moves.size()) {
      throw c::Refusal(
          fmt::format("the list has room for {} positions of {}", capacity, moves.size()));
    }
    std::vector<std::unique_ptr<cgt_position>> made;
    for (auto& move : moves) {
      made.push_back(std::make_unique<cgt_position>(
          cgt_position{position->ruleset, std::move(move.position)}));
    }
    for (std::size_t i = 0; i < made.size(); ++i) {
      options[i] = made[i].release();
      if (gains != nullptr) gains[i] = moves[i].shift;
    }
  });
}

cgt_status cgt_sum_verdict(cgt_store* store, const char* sum, cgt_player first, cgt_verdict* out) {
  return c::computing(store, [&](Budget& budget) {
    cgt_verdict& to = c::required(out, "out");
    const cgt::Player who = c::read_player(first);
    switch (c::sums_of(*store).decide(read_sum(*store, sum), who, budget)) {
      case cgt::solve::Verdict::kWins: to = CGT_WINS; return;
      case cgt::solve::Verdict::kLoses: to = CGT_LOSES; return;
      case cgt::solve::Verdict::kDraws: to = CGT_DRAWS; return;
      case cgt::solve::Verdict::kUnknown: break;
    }
    throw c::Refusal("a verdict without reason", {}, CGT_INTERNAL);
  });
}

cgt_status cgt_sum_outcome(cgt_store* store, const char* sum, cgt_outcome* out) {
  return c::computing(store, [&](Budget& budget) {
    cgt_outcome& to = c::required(out, "out");
    to = c::outcome_of(c::sums_of(*store).outcome(read_sum(*store, sum), budget));
  });
}

cgt_status cgt_sum_winning_moves(cgt_store* store, const char* sum, cgt_player first, char* buffer,
                                 size_t size, size_t* needed) {
  return c::computing(store, [&](Budget& budget) {
    const c::Buffer to{buffer, size, needed};
    c::check(to);
    const cgt::solve::Sum terms = read_sum(*store, sum);
    std::string out;
    std::set<std::string> seen;
    for (const auto& move :
         c::sums_of(*store).winning_moves(terms, c::read_player(first), true, budget)) {
      const cgt::solve::SumTerm& term = terms[move.term];
      const std::string line =
          fmt::format("{}\t{}\t{}\n", move.term + 1, cgt::solve::term_text(term.ruleset, term.text),
                      cgt::solve::after_text(store->games, terms, move));
      // Moves that leave the same position count once.
      if (seen.insert(line).second) out += line;
    }
    c::give(*store, std::move(out), to);
  });
}
