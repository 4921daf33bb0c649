// The plan library examples/edaps: node counts, plans and lead times that Smith (1997) prints, and
// a second EDAPS in C++ (tests/decomp/htn/edaps_domain.hpp) on random designs.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "decomp/htn/planner/planner.hpp"
#include "lang/bindings/bindings.hpp"
#include "tests/decomp/htn/edaps_domain.hpp"
#include "tests/files.hpp"
#include "tests/lang/evaluate.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::lang_edaps_test {
namespace {

// A session in the folder of the library.
struct Edaps {
  Edaps() {
    add_all_packages(session);
    session.set_directory(cgt::testing::source_root() + "/examples/edaps");
  }
  std::string say(const std::string& text) {
    const Result result = session.evaluate(text, kLimits);
    INFO(text << "\n" << result.diagnostics << "\n" << result.trace);
    REQUIRE(result.ok());
    return result.output + result.text;
  }
  // [nodes, lead in cents of a minute] of a design in the input language, or [nodes, failed hole].
  std::string plan(const std::string& design, bool pruner) {
    session.set_global("given", Value::string(design));
    session.set_global("pruner", Value::boolean(pruner));
    return say(
        "reader := Reader(\"x\", given); design := reader.Read();"
        "if not reader.errors.IsEmpty then error(reader.errors[1]) end;"
        "answer := Planner(Tables.Load()).Plan(design, {\"pruner\" => pruner});"
        "[answer.nodes, if answer.plan is Nothing then answer.failed.tolerance"
        " else answer.plan.Values[\"lead\"].ToDecimal(6) end]");
  }
  Session session;
};

std::string printed(std::uint64_t nodes, double lead) {
  return fmt::format("[{},\"{:.6f}\"]", nodes, lead);
}

// The commands of a design.
std::string commands(const edaps::Design& d) {
  std::string out =
      fmt::format("D {} {} 1\nG {}\nR {}\nW {}\n", d.length, d.width, d.gap, d.trace, d.plating);
  for (const edaps::Hole& h : d.vias)
    out += fmt::format("P {} {} {} {} {}\n", h.x, h.y, h.depth, h.diameter, h.tolerance);
  for (const edaps::Hole& h : d.holes)
    out += fmt::format("H {} {} {} {} {}\n", h.x, h.y, h.depth, h.diameter, h.tolerance);
  for (const edaps::Milling& m : d.milling) {
    out += fmt::format("M {} {} 0 {} {} {} {} {}\n", m.x, m.y, m.depth, m.length, m.width, m.radius,
                       m.tolerance);
  }
  for (std::size_t i = 0; i < d.parts.size(); ++i) {
    out += fmt::format("Z 1 1 0 .3 .3 .2 1 1 N{} 1 1 {} {}\n", i, d.parts[i].adhere ? 1 : 0,
                       d.parts[i].hand_solder ? 1 : 0);
    for (int pin = 0; pin < d.parts[i].pins; ++pin) out += "Y 0 .1\n";
  }
  return out;
}

struct Answer {
  std::uint64_t nodes = 0;
  double lead = 0;
  bool failed = false;
};
Answer in_cpp(const edaps::Design& design, bool pruner) {
  edaps::Library library(design);
  Budget budget;
  htn::PlannerOptions options;
  options.duplicates = options.failures = options.bound = false;
  options.local_choice = pruner;
  htn::Planner planner(library.domain(), options);
  planner.on_dead_end([](htn::TaskId, const htn::Statistics&) { return false; });
  const htn::PlanResult result = planner.best(edaps::kLead, budget);
  Answer out{result.statistics.nodes + 1, 0, result.stop == StopReason::kDeclined};
  if (!result.plans.empty()) out.lead = result.plans[0].values[edaps::kLead];
  return out;
}

edaps::Design random_design(std::mt19937_64& random) {
  const auto upto = [&](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n + 1));
  };
  // Multiples of 1/16 are the same as decimals and as doubles.
  const auto sixteenths = [&](int least, int most) { return (least + upto(most - least)) / 16.0; };
  edaps::Design d;
  d.length = sixteenths(32, 96);
  d.width = sixteenths(32, 96);
  d.gap = (upto(3) * 2 + 1) / 128.0;
  d.trace = 1 / 1024.0;
  d.plating = sixteenths(1, 4);
  const auto holes = [&](int most, int least_mils) {
    std::vector<edaps::Hole> out;
    for (int i = upto(most); i > 0; --i) {
      out.push_back({sixteenths(0, 32), sixteenths(0, 32), sixteenths(8, 16), sixteenths(3, 8),
                     static_cast<double>(least_mils + upto(8))});
    }
    return out;
  };
  d.vias = holes(3, 5);
  d.holes = holes(4, upto(9) == 0 ? 1 : 5);
  for (int i = upto(4); i > 0; --i) {
    const double mils[] = {2, 4, 5, 10, 12};
    const double tolerance = upto(30) == 0 ? 1 : mils[upto(4)];
    d.milling.push_back({upto(1) == 0 ? 0 : sixteenths(1, 16), sixteenths(1, 16), sixteenths(2, 8),
                         sixteenths(8, 16), sixteenths(8, 16), sixteenths(1, 4), tolerance});
  }
  for (int i = upto(5); i > 0; --i) d.parts.push_back({upto(2) == 0, upto(2) == 0, upto(3)});
  return d;
}

}  // namespace

TEST_CASE("EDAPS as a script has the nodes and lead times of Smith", "[edaps]") {
  Edaps edaps;
  struct Module {
    const char* file;
    std::uint64_t with, without;
    const char* lead;
  };
  const Module rows[] = {{"RM1", 3732, 11078, "642.33"},
                         {"URM1", 12684, 37864, "867.88"},
                         {"URM2", 35595, 106527, "1199.86"},
                         {"URM3", 91546, 274310, "1664.02"},
                         {"RM2", 8299, 24879, "411.57"}};
  for (const Module& row : rows) {
    INFO(row.file);
    for (const bool pruner : {true, false}) {
      CHECK(edaps.say(
                fmt::format("design := Reader(\"x\", ReadText(\"designs/{}.edaps\")).Read();"
                            "answer := Planner(Tables.Load()).Plan(design, {{\"pruner\" => {}}});"
                            "[answer.nodes, Numbers.Shown(answer.plan.Values[\"lead\"])]",
                            row.file, pruner)) ==
            fmt::format("[{},\"{}\"]", pruner ? row.with : row.without, row.lead));
    }
  }
  CHECK(
      edaps.say(
          "p := Planner(Tables.Load()).Plan(Reader(\"x\", ReadText(\"designs/RM1.edaps\")).Read())"
          ".plan; [Numbers.Shown(p.Values[\"setup\"]), Numbers.Shown(p.Values[\"run\"])]") ==
      "[\"319.70\",\"322.63\"]");
  // The files of several modules are copies of the first.
  CHECK(edaps.say("one := Reader(\"x\", ReadText(\"designs/RM1.edaps\")).Read();"
                  "three := Reader(\"x\", ReadText(\"designs/URM2.edaps\")).Read();"
                  "copies := one.Copies(3);"
                  "[copies.length == three.length, copies.parts.Length == three.parts.Length,"
                  " [[h.x, h.y, h.diameter] for h in copies.holes]"
                  " == [[h.x, h.y, h.diameter] for h in three.holes],"
                  " [[q.x, q.y, q.pins] for q in copies.parts]"
                  " == [[q.x, q.y, q.pins] for q in three.parts]]") == "[true,true,true,true]");
}

TEST_CASE("EDAPS as a script and in C++ agree on random designs", "[edaps][random]") {
  Edaps edaps;
  std::mt19937_64 random(20);
  std::size_t failures = 0;
  const std::size_t cases = cgt::testing::scaled(60);
  for (std::size_t i = 0; i < cases; ++i) {
    const edaps::Design design = random_design(random);
    const std::string text = commands(design);
    for (const bool pruner : {true, false}) {
      const Answer expected = in_cpp(design, pruner);
      INFO(text);
      const std::string said = edaps.plan(text, pruner);
      if (expected.failed) {
        ++failures;
        CHECK(said.starts_with(fmt::format("[{},", expected.nodes)));
        CHECK_FALSE(said.ends_with("\"]"));
      } else {
        CHECK(said == printed(expected.nodes, expected.lead));
      }
    }
  }
  cgt::testing::expect_share(failures, 2 * cases, 0.04);  // 0.12
}

TEST_CASE("EDAPS: the same plans whether functions are remembered or not", "[edaps]") {
  Edaps edaps;
  const std::string run =
      "d := Process(Reader(\"x\", ReadText(\"designs/RM1.edaps\")).Read(), Tables.Load()).Domain();"
      "d.Remember({}); r := d.Best(\"lead\", {{\"duplicates\" => false, \"failures\" => false, "
      "\"bound\" => false}});[r.Nodes, r.Plan.Values, r.Plan.Steps.Length, r.Plan.Tree]";
  const std::string remembered = edaps.say(fmt::format(fmt::runtime(run), "true"));
  CHECK(remembered == edaps.say(fmt::format(fmt::runtime(run), "false")));
  CHECK(remembered.starts_with("[3731,"));
}

TEST_CASE("EDAPS: choosing for one milling feature alone loses the best plan", "[edaps]") {
  Edaps edaps;
  // Lead time of milling: what the features add, without the set-up of the machine (2 minutes).
  edaps.say(
      "def lead(features) begin"
      "  var base := Reader(\"x\", \"D 4 6 1\\nG .015\\nR .0014\\n\" + features).Read();"
      "  Planner(Tables.Load()).Plan(base).plan.Values[\"lead\"]"
      "end;"
      "f1 := \"M 0 2.25 0 .05 .4 .3 .15 2\\n\"; f2 := \"M 2 4 0 .05 .4 .3 .15 2\\n\";"
      "f3 := \"M 0 5 0 .05 .4 .3 .15 2\\n\";");
  CHECK(edaps.say("(lead(f1 + f2) - lead(\"\") - 2).ToDecimal(3)") == "\"0.236\"");
  CHECK(edaps.say("(lead(f1 + f2 + f3) - lead(\"\") - 2).ToDecimal(3)") == "\"0.302\"");
  // All three by end mill, as choosing one by one would have it: .305.
  CHECK(edaps.say("(3*2*(5/100*(4/10*3/10 - Numbers.Pi/4*(15/100)^2)/(15/100)) + 1/10)"
                  ".ToDecimal(3)") == "\"0.305\"");
}

TEST_CASE("EDAPS: every error names line, column and what was expected", "[edaps]") {
  Edaps edaps;
  struct Complaint {
    const char* text;
    const char* error;
  };
  const std::string rest = "D 4 6 1\nG .015\nR .0014\n";
  const Complaint rows[] = {
      {"Q 1\n", "x:1:1: error: there is no command 'Q'; expected one of"},
      {"B 1\n", "x:1:4: error: the line ends too early for B; expected a number (y of the"},
      {"  B 1 two # c\n", "x:1:7: error: 'two' is not the y of the bullseye; expected a number"},
      {"B 1 2 3\n", "x:1:7: error: '3' is too much; expected the end of the line"},
      {"D 4 0 1\n", "x:1:5: error: '0' is not the width of the board; expected a number > 0"},
      {"G 1\nG 2\n", "x:2:1: error: G was given in line 1; expected another command"},
      {"T 20\n", "x:1:1: error: T belongs to a hole; expected H before it"},
      {"P 1 1 1 .2 10\nCO 1 1\n", "x:2:1: error: CO belongs to a hole; expected H before it"},
      {"H 1 1 1 .2 10 T\n", "x:1:16: error: the line ends too early for T; expected a number > 0"},
      {"H 1 1 1 .2 10 E\n", "x:1:15: error: 'E' is too much; expected the end of the line"},
      {"Y 1 1\n", "x:1:1: error: Y belongs to a part; expected Z before it"},
      {"Z 1 1 0 .3 .3 .2 7 1 C 1 1 0 0\n",
       "x:1:18: error: '7' is not the type of the part; expected a number from 1"},
      {"Z 1 1 0 .3 .3 .2 1 3 C 1 1 0 0\n", "x:1:20: error: '3' is not the hardware; expected 1"},
      {"Z 1 1 0 .3 .3 .2 1 1 C 1 1 0 2\n", "x:1:30: error: '2' is not the hand soldering; expect"},
      {"M 1 1 0 1 1 1 .6 2\n", "x:1:1: error: a corner radius of 0.6 does not fit into 1 x 1;"},
      {"E 1\n", "x:1:3: error: '1' is too much; expected the end of the line"},
      {"", "x:1:1: error: the file ends without D; expected the size of the board"},
      {"D 4 6 1\n", "x:1:1: error: the file ends without G; expected the least gap"},
  };
  for (const Complaint& row : rows) {
    edaps.session.set_global("given", Value::string(row.text));
    const std::string said =
        edaps.say("r := Reader(\"x\", given); r.Read(); [e for e in r.errors][1].ToUnquotedOutput");
    INFO(row.text);
    CHECK(said.starts_with(row.error));
  }
  // All lines are read; what is right is right.
  CHECK(edaps.say("r := Reader(\"x\", \"D 4 6\\nG a\\r\\nR .0014\\n\"); r.Read();"
                  "r.errors.Size") == "2");
  edaps.session.set_global(
      "given",
      Value::string(rest + "H 1 1 1 .3 10 T 20 CO .1 .4\nCY .2 .5\nE\nN\nF a.iges\nI x\n"
                           "O .1\nB 1 1\nM 0 1 90 .1 1 1 .1 5\nZ 3 4 45 .3 .3 .2 1 2 C 0 0 "
                           "0 0\nY 0 1\n"));
  CHECK(edaps.say("r := Reader(\"x\", given); d := r.Read(); h := d.holes[1];"
                  "[r.errors.Size, h.threads, h.conical, h.cylindrical, d.isEchoed, d.isPruned]") ==
        "[0,20,[1/10,2/5],[1/5,1/2],false,false]");
  // Pin (0,1) of a part at (3,4) that is turned by 45 degrees, in single precision.
  CHECK(edaps.say("p := d.parts[1].Place(1); [p[1].ToDecimal(9), p[2].ToDecimal(9)]") ==
        "[\"2.292893171\",\"4.707106590\"]");
}

// Ten thousand spoiled inputs: the reader always answers, and each complaint has a place and says
// what was expected.
TEST_CASE("EDAPS: no input breaks the reader", "[edaps][random]") {
  Edaps edaps;
  const std::string good =
      "I Teflon\nO .1\nW .1\nB .25 1\nD 4 6 1\nG .015\nF a.iges\nR .0014\nP 1 1 1 .2 10\n"
      "H .5 .25 1 .4 10 T 20\nCO .1 .5\nCY .1 .6\nM 0 2.25 0 .5 .4 .3 .15 2\n"
      "Z 3.6 5 0 .35 .3 .2 2 1 C1 1 1 0 0\nY .175 0\nE\nN\n";
  static const std::regex complaint(R"(x:[0-9]+:[0-9]+: error: [^\n]*; expected [^\n]*)");
  std::mt19937_64 random(4);
  std::size_t complaints = 0;
  std::size_t accepted = 0;
  constexpr std::size_t batch = 100;
  const std::size_t cases = cgt::testing::scaled(10'000) / batch * batch;
  for (std::size_t i = 0; i < cases; i += batch) {
    std::vector<Value> inputs;
    for (std::size_t k = 0; k < batch; ++k) {
      std::string text = good;
      for (int n = 1 + static_cast<int>(random() % 4); n > 0 && !text.empty(); --n) {
        const std::size_t at = random() % text.size();
        const std::size_t other = random() % text.size();
        switch (random() % 6) {
          case 0: text.erase(at, 1 + random() % 8); break;
          case 1: text[at] = static_cast<char>(random() % 256); break;
          case 2: text.insert(at, text.substr(other, 1 + random() % 12)); break;
          case 3: text[at] = "DIOWZYBFGRHTCMPEN0123456789.-#/ \n\t"[random() % 35]; break;
          case 4: text.resize(at); break;
          default: text.insert(at, std::string(1 + random() % 50, '9')); break;
        }
      }
      inputs.push_back(Value::string(std::move(text)));
    }
    edaps.session.set_global("inputs", Value::list(std::move(inputs)));
    // One line for each complaint, "ok" for each input without.
    std::istringstream lines(
        edaps.say("for t in inputs do r := Reader(\"x\", t); r.Read();"
                  " if r.errors.IsEmpty then Print(\"ok\") end;"
                  " for e in r.errors do Print(e.Replace(\"\\n\", \" \")) end end;"));
    for (std::string line; std::getline(lines, line);) {
      if (line == "ok") {
        ++accepted;
        continue;
      }
      ++complaints;
      INFO(line);
      if (!std::regex_match(line, complaint)) FAIL("a complaint without place or expectation");
    }
  }
  cgt::testing::expect_share(complaints, cases, 1);   // 2.3
  cgt::testing::expect_share(accepted, cases, 0.03);  // 0.075
}

}  // namespace cgt::lang::testing::lang_edaps_test
