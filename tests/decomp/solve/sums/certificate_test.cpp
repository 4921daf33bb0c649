// Certificates of won sums: those of random wins are verified, spoilt ones are refused.
#include "decomp/solve/sums/certificate/certificate.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/mcgs/file.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/solve/sums/small_terms.hpp"
#include "tests/testing.hpp"

namespace cgt::solve::certificate_test {
namespace {

using Random = std::mt19937_64;
using testing::SmallTerm;
using testing::SmallTerms;

std::size_t below(Random& random, std::size_t n) { return random() % n; }

struct Win {
  std::string sum;
  GameId value = kZero;
  Player first = Player::kLeft;
  Player winner = Player::kLeft;
  Certificate proof;
};

Player winner_of(Store& store, GameId value, Player first) {
  return store.left_wins(value, first) ? Player::kLeft : Player::kRight;
}

Win random_win(Store& store, SumOutcome& solver, const SmallTerms& pool, Random& random) {
  Win win;
  std::size_t product = 1;
  const std::size_t terms = 1 + below(random, 4);
  for (std::size_t i = 0; i < terms; ++i) {
    const SmallTerm& term = pool.terms[below(random, pool.terms.size())];
    product *= term.positions;
    if (product > 2000 && i > 0) break;
    const bool negated = random() % 2 == 0;
    win.sum += i == 0 ? (negated ? "- " : "") : (negated ? " - " : " + ");
    if (!term.term.ruleset.empty()) win.sum += term.term.ruleset + ':';
    win.sum += term.term.text;
    win.value = store.add(win.value, negated ? store.negate(term.value) : term.value);
  }
  win.first = random() % 2 == 0 ? Player::kLeft : Player::kRight;
  win.winner = winner_of(store, win.value, win.first);
  CertifyOptions options;
  // Few lemmas mean many steps.
  options.value_nodes = std::array<std::uint64_t, 4>{0, 0, 16, 4096}[below(random, 4)];
  Budget budget;
  win.proof = certify(store, solver, win.sum, win.first, budget, registered_ruleset, options);
  return win;
}

CertificateVerdict checked(const Certificate& certificate) {
  Store store;
  Budget budget;
  return check_certificate(store, certificate, budget);
}

// --- mutations, each of which leaves nothing that proves the claim ---

struct Mutation {
  const char* name;
  // Spoils the certificate, or returns false if it has nothing of the kind.
  std::function<bool(Certificate&, const Win&, Store&, Random&)> apply;
};

using Likeness = std::pair<bool, std::multiset<std::int64_t>>;

Likeness likeness(const Certificate& proof, const CertificateStep& step) {
  Store store;
  Likeness out{step.reply.has_value(), {}};
  for (const std::int64_t number : step.sum) {
    const std::string& text = proof.terms[static_cast<std::size_t>(std::abs(number)) - 1];
    const bool position = text.find(':') != std::string::npos;
    if (position || !store.is_nus(parse_value(store, text))) out.second.insert(number);
  }
  return out;
}

// Two steps may serve the same need only if they are about the same player to move and the same
// terms but for numbers, ups and stars. A step that is alone in this is missed when it is gone: the
// producer writes none that nothing needs.
bool alone(const Certificate& proof, std::size_t chosen) {
  const Likeness wanted = likeness(proof, proof.steps[chosen]);
  return std::ranges::count_if(proof.steps, [&](const CertificateStep& step) {
           return likeness(proof, step) == wanted;
         }) == 1;
}

std::optional<std::size_t> missed_step(const Certificate& proof, Random& random) {
  if (proof.steps.empty()) return {};
  const std::size_t chosen = below(random, proof.steps.size());
  if (!alone(proof, chosen)) return {};
  return chosen;
}

std::optional<std::size_t> replying_step(const Certificate& proof, Random& random) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < proof.steps.size(); ++i) {
    if (proof.steps[i].reply) found.push_back(i);
  }
  if (found.empty()) return {};
  return found[below(random, found.size())];
}

const std::vector<Mutation>& mutations() {
  static const std::vector<Mutation> all{
      // No certificate proves what is false.
      {"the other player wins",
       [](Certificate& proof, const Win&, Store&, Random&) {
         proof.winner = opponent(proof.winner);
         return true;
       }},
      {"the other player moves first, and that is wrong",
       [](Certificate& proof, const Win& win, Store& store, Random&) {
         proof.first = opponent(proof.first);
         return winner_of(store, win.value, proof.first) != proof.winner;
       }},
      {"one more term in the sum, with which it is lost",
       [](Certificate& proof, const Win& win, Store& store, Random& random) {
         static constexpr std::array kMore{"1", "-1", "*", "^", "{3|-5}", "clobber:xo", "1/2"};
         const std::string more = kMore[below(random, kMore.size())];
         const GameId extra = more.find(':') == std::string::npos ? parse_value(store, more)
                                                                  : parse_value(store, "*");
         proof.sum += " + " + more;
         return winner_of(store, store.add(win.value, extra), win.first) != win.winner;
       }},
      // A value is proved by its definition, so no other is accepted.
      {"another value in a lemma",
       [](Certificate& proof, const Win&, Store& store, Random& random) {
         if (proof.values.empty()) return false;
         std::string& value = proof.values[below(random, proof.values.size())].second;
         const GameId truth = parse_value(store, value);
         const std::array wrong{store.negate(truth), store.add(truth, store.nimber(1)),
                                store.add(truth, store.number(Dyadic(1)))};
         const GameId other = wrong[below(random, wrong.size())];
         value = to_text(store, other);
         return other != truth;
       }},
      {"the values of two lemmas exchanged",
       [](Certificate& proof, const Win&, Store&, Random& random) {
         if (proof.values.size() < 2) return false;
         auto& one = proof.values[below(random, proof.values.size())].second;
         auto& other = proof.values[below(random, proof.values.size())].second;
         std::swap(one, other);
         return one != other;
       }},
      {"a lemma stated twice",
       [](Certificate& proof, const Win&, Store&, Random& random) {
         if (proof.values.empty()) return false;
         proof.values.push_back(proof.values[below(random, proof.values.size())]);
         return true;
       }},
      // Steps.
      {"a step left out",
       [](Certificate& proof, const Win&, Store&, Random& random) {
         const auto step = missed_step(proof, random);
         if (!step) return false;
         proof.steps.erase(proof.steps.begin() + static_cast<std::ptrdiff_t>(*step));
         return true;
       }},
      {"a step about a sum with a term more",
       [](Certificate& proof, const Win&, Store&, Random& random) {
         const auto step = missed_step(proof, random);
         if (!step) return false;
         // A term that no other step has, and that cancels nothing.
         proof.terms.push_back("{17|-19||-23}");
         proof.steps[*step].sum.push_back(static_cast<std::int64_t>(proof.terms.size()));
         return true;
       }},
      {"a step that needs no reply, for want of one",
       [](Certificate& proof, const Win&, Store&, Random& random) {
         const auto step = missed_step(proof, random);
         if (!step || !proof.steps[*step].reply) return false;
         proof.steps[*step].reply.reset();
         return true;
       }},
      {"the steps in the opposite order",
       [](Certificate& proof, const Win&, Store&, Random&) {
         // Steps that are alone in their likeness cannot be replaced by others, and each but the
         // last is needed by a later one.
         if (proof.steps.size() < 2) return false;
         for (std::size_t i = 0; i < proof.steps.size(); ++i) {
           if (!alone(proof, i)) return false;
         }
         std::ranges::reverse(proof.steps);
         return true;
       }},
      // A game is never equal to one of its options (Conway 1976), so this is not a move.
      {"a reply that passes",
       [](Certificate& proof, const Win&, Store&, Random& random) {
         const auto step = replying_step(proof, random);
         if (!step) return false;
         proof.steps[*step].reply = proof.steps[*step].sum;
         return true;
       }},
  };
  return all;
}

std::string shown(const Certificate& proof) {
  return proof.steps.size() > 50 ? proof.sum : certificate_json(proof);
}

TEST_CASE("certificates of 500 random wins are verified, and spoilt ones refused",
          "[sums][certificate][random]") {
  Store store;
  Random random(1953);
  const SmallTerms pool = testing::small_terms(store, 6, random);
  CHECK(pool.rulesets > 45);
  SumOutcome solver(store);
  const std::size_t wanted = testing::scaled(500);
  std::size_t with_steps = 0;
  std::size_t with_values = 0;
  std::vector<std::size_t> refused(mutations().size());
  std::size_t all_refused = 0;
  std::size_t rounds = 0;
  for (; rounds < wanted || all_refused < wanted; ++rounds) {
    const std::size_t round = rounds;
    REQUIRE(round < 4 * wanted);
    const Win win = random_win(store, solver, pool, random);
    INFO("round " << round << ": " << name(win.first) << " first: " << shown(win.proof));
    // Against the canonical form of the sum.
    REQUIRE(win.proof.winner == win.winner);
    const CertificateVerdict verdict = checked(win.proof);
    INFO(verdict.where << ": " << verdict.reason);
    REQUIRE(verdict.verified);
    REQUIRE(parse_certificate(SourceText("proof", certificate_json(win.proof))) == win.proof);
    with_steps += win.proof.steps.empty() ? 0 : 1;
    with_values += win.proof.values.empty() ? 0 : 1;

    // Two kinds a win, so that the rare ones get their turn.
    for (int i = 0; i < 2; ++i) {
      const std::size_t kind = below(random, mutations().size());
      Certificate spoilt = win.proof;
      if (!mutations()[kind].apply(spoilt, win, store, random)) continue;
      INFO("spoilt: " << mutations()[kind].name << ": " << shown(spoilt));
      const CertificateVerdict no = checked(spoilt);
      REQUIRE_FALSE(no.verified);
      CHECK_FALSE(no.where.empty());
      CHECK_FALSE(no.reason.empty());
      ++refused[kind];
      ++all_refused;
    }
  }
  testing::expect_share(with_steps, rounds, 0.3);   // 0.71
  testing::expect_share(with_values, rounds, 0.2);  // 0.43
  for (std::size_t kind = 0; kind < refused.size(); ++kind) {
    INFO(mutations()[kind].name);
    testing::expect_share(refused[kind], all_refused, 0.009);  // 0.022 of the rarest kind
  }
}

// Sums that MCGS solves, too, where the strategy is longer than a few lines.
TEST_CASE("certificates of larger sums", "[sums][certificate]") {
  Store store;
  SumOutcome solver(store);
  for (const auto& [sum, first] : std::vector<std::pair<std::string, Player>>{
           {"amazons:OO.|..X|... + amazons:.O.|...|X..", Player::kLeft},
           {"amazons:.XO|...|O.X + amazons:...|XOX|... + amazons:X.X|...|..O", Player::kLeft},
           {"clobber:XOXOXO|OXOXOX + 3*clobber:XXOO - nogo:.O.|.OX|... + {3|-5}", Player::kRight},
           {"1000 + clobber:XOXOXOXO - 1001 + {1|*} + domineering:...|...|...", Player::kLeft},
           {"2*domineering:....|....|.... - 2*domineering:....|....|....", Player::kRight}}) {
    INFO(sum);
    Budget budget;
    const Certificate proof = certify(store, solver, sum, first, budget);
    const CertificateVerdict verdict = checked(proof);
    INFO(verdict.where << ": " << verdict.reason);
    CHECK(verdict.verified);
    // G + -G needs no strategy but the copying one.
    if (sum.starts_with("2*")) CHECK(proof.steps.empty());
  }
}

TEST_CASE("a spent budget ends the making and the checking of a certificate",
          "[sums][certificate]") {
  const std::string sum = "amazons:.XO|...|O.X + amazons:...|XOX|... + amazons:X.X|...|..O";
  Store store;
  SumOutcome solver(store);
  Budget unlimited;
  const Certificate proof = certify(store, solver, sum, Player::kLeft, unlimited);
  for (const std::uint64_t nodes : {1U, 1000U, 20000U}) {
    Budget less({.nodes = nodes});
    CHECK_THROWS_AS(certify(store, solver, sum, Player::kLeft, less), BudgetExhausted);
    Store fresh;
    Budget little({.nodes = nodes / 10});
    CHECK_THROWS_AS(check_certificate(fresh, proof, little), BudgetExhausted);
  }
  CertifyOptions options;
  options.most_steps = 10;
  CHECK_THROWS_WITH(
      certify(store, solver, sum, Player::kLeft, unlimited, registered_ruleset, options),
      "the certificate is too large: it has more than 10 steps");
}

TEST_CASE("play that can repeat has no certificate", "[sums][certificate]") {
  Store store;
  const Certificate proof{"backsliding-toads-and-frogs:t..f - backsliding-toads-and-frogs:t..f",
                          Player::kLeft,
                          Player::kRight,
                          {},
                          {},
                          {}};
  Budget budget;
  const CertificateVerdict verdict = check_certificate(store, proof, budget);
  CHECK(verdict.where == "the claim");
  CHECK(verdict.reason == "play can come back to a position, so there is no certificate");
}

TEST_CASE("sums as text read back", "[sums][certificate]") {
  Store store;
  const std::string text = "clobber:xo + - domineering:..|.. + {3|-5} + {-1|-2} + ^* + (3+Miny(2))";
  CHECK(sum_text(store, parse_sum(store, text)) == text);
  CHECK(sum_text(store, {}) == "0");
  const McgsFile switches =
      parse_mcgs(store, SourceText("file", "{version 1.7} [switch_game] (5 -3) {B}"));
  CHECK(sum_text(store, switches.sums[0].sum) == "{5|-3}");
  const McgsFile file =
      parse_mcgs(store, SourceText("file", "{version 1.7} [impartial clobber] XO|OX {N}"));
  CHECK(sum_text(store, file.sums[0].sum) == "game.grid.Clobber.ImpartialVariant:xo|ox");
  const McgsFile toads =
      parse_mcgs(store, SourceText("file", "{version 1.7} [gen_toads] (1,2,1,0:X.O) {B}"));
  CHECK(sum_text(store, toads.sums[0].sum) == "gen-toads-and-frogs(1, 2, 1, false):t.f");
}

// "LINE:COLUMN: message" or the message.
std::string refusal(const std::string& text) {
  try {
    parse_certificate(SourceText("file", text));
  } catch (const InputError& error) {
    return std::to_string(error.place().line) + ":" + std::to_string(error.place().column) + ": " +
           error.message();
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}

TEST_CASE("what is not a certificate is refused with a reason", "[sums][certificate]") {
  const auto with = [](const std::string& values, const std::string& steps) {
    return R"({"format": "cgt certificate", "version": 1, "sum": "0", "first": "Left",
               "winner": "Right", "values": )" +
           values + R"(, "terms": ["1", "*"], "steps": )" + steps + "}";
  };
  CHECK(refusal(with("[]", "[]")) == "read");
  CHECK(refusal(with("[]", R"([{"sum": [1, -2], "reply": []}])")) == "read");
  CHECK(refusal("") == "1:1: this is not JSON");
  CHECK(refusal("{\n \"format\": x}") == "2:12: this is not JSON");
  CHECK(refusal("[]") ==
        R"(this is not a certificate: the file has no "format": "cgt certificate")");
  CHECK(refusal("7") ==
        R"(this is not a certificate: the file has no "format": "cgt certificate")");
  CHECK(refusal(R"({"format": "cgt certificate", "version": 2})") ==
        R"(this is not a certificate: "version" is not 1)");
  CHECK(refusal(R"({"format": "cgt certificate", "version": 1})") ==
        R"(this is not a certificate: the file has no "sum")");
  CHECK(refusal(with("7", "[]")) == R"(this is not a certificate: "values" is not a list)");
  CHECK(refusal(with(R"([["1"]])", "[]")) == "this is not a certificate: value 1 is not a pair");
  CHECK(refusal(with(R"([["1", 2]])", "[]")) ==
        "this is not a certificate: value 1 is not a string");
  CHECK(refusal(with("[]", "[{}]")) == R"(this is not a certificate: step 1 has no "sum")");
  CHECK(refusal(with("[]", R"([{"sum": [], "x": 1}])")) ==
        R"(this is not a certificate: step 1 has an unknown field "x")");
  for (const char* number : {"0", "3", "-3", "1.5", "true", "18446744073709551615", "1e9",
                             "-9223372036854775808", R"("1")"}) {
    CHECK(refusal(with("[]", std::string(R"([{"sum": [1]}, {"sum": [)") + number + "]}]")) ==
          "this is not a certificate: step 2 names a term that is not there; there are 2");
  }
  CHECK(refusal(with("[]", "[1e999]")).find("not a certificate") != std::string::npos);
  CHECK(refusal(with("[[[[[]]]]]", "[]")) ==
        "this is not a certificate: the file is nested too deeply");
  CHECK(refusal(std::string(1'000'000, '[')) ==
        "this is not a certificate: the file is nested too deeply");
  std::string escaped = with("[]", "[]");
  escaped.insert(escaped.find("Left"), "\xff");
  CHECK(refusal(escaped) != "read");

  const std::string good = with(R"([["clobber:xo", "*"]])", R"([{"sum": [1], "reply": [2]}])");
  for (std::size_t length = 0; length < good.size(); ++length) {
    CHECK(refusal(good.substr(0, length)) != "read");
  }
}

TEST_CASE("entries of a certificate that cannot be read are named", "[sums][certificate]") {
  const Certificate good{"clobber:xo + 1",      Player::kLeft, Player::kLeft,
                         {{"clobber:xo", "*"}}, {"1", "*"},    {}};
  CHECK(checked(good).verified);
  const auto where = [](Certificate proof) {
    const CertificateVerdict verdict = checked(proof);
    return verdict.where + ": " + verdict.reason;
  };
  Certificate bad = good;
  bad.terms[1] = "klobber:xo";
  CHECK(where(bad) == "term 2: there is no game \"klobber\"");
  bad = good;
  bad.sum = "clobber:xz";
  CHECK(where(bad).starts_with("the claim: "));
  bad = good;
  bad.values[0].first = "clobber:xo.xo";
  CHECK(where(bad) == "value 1: clobber:xo.xo is not one component in normal form");
  bad = good;
  bad.values[0].second = "^";
  CHECK(where(bad) == "value 1: clobber:xo is *, not ^");
  bad = good;
  bad.winner = Player::kRight;
  CHECK(where(bad) == "the claim: it does not follow from the steps");
}

}  // namespace
}  // namespace cgt::solve::certificate_test
