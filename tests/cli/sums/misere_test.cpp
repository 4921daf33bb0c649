// `cgt misere` as a program: JSON, files, certificates, errors and exit codes.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace misere_test {

using cgt::testing::lines_of;
using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::ordered_json;

TEST_CASE("JSON of misere quotients", "[cli][misere]") {
  const auto result = run_cgt({"misere", "quotient", "kayles", "--json"});
  CHECK(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["order"] == 40);
  CHECK(json["p"] == 9);
  CHECK(json["period"] == 12);
  CHECK(json["preperiod"] == 71);
  CHECK(json["idempotents"] == 5);
  CHECK(json["kernel"] == 16);
  CHECK(json["kernel_p"] == 1);
  CHECK(json["involutions"] == 2);
  CHECK(json["map"].size() == json["heaps"].get<std::size_t>() + 1);
  // The map, beside what the file of another program says of Kayles.
  for (const std::string& line :
       lines_of(read_file(cgt::testing::test_data() + "/decomp/solve/data/misere.tsv"))) {
    if (!line.starts_with("misere.least-equal-heap\t0.77 ")) continue;
    std::istringstream numbers(line.substr(line.rfind('\t') + 1));
    std::size_t least = 0;
    for (std::size_t n = 1; numbers >> least; ++n) CHECK(json["map"][n] == json["map"][least]);
  }
  const auto partial = run_cgt({"misere", "quotient", "0.07", "--heaps", "12", "--json"});
  CHECK(partial.exit_code == 0);
  CHECK(Json::parse(partial.out)["period"].is_null());
  CHECK(Json::parse(partial.out)["order"] == 12);
}

TEST_CASE("Misere games counted by day", "[cli][misere]") {
  const auto json = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"misere", "count", "--json"});
    const auto result = run_cgt(arguments);
    CHECK(result.exit_code == 0);
    return Json::parse(result.out);
  };
  const Json all = json({"--day", "2"});
  CHECK(all["classes"] == 256);
  CHECK(all["ordered_pairs"] == 4491);
  CHECK(all["outcomes"] == Json({{"N", 169}, {"L", 39}, {"R", 39}, {"P", 9}}));
  CHECK(json({"--universe", "dead-ending", "--day", "2"})["conjugate_invertible"] == 46);
  CHECK(json({"--universe", "dicot"})["classes"] == 9);
  const Json four = json({"--universe", "impartial", "--day", "4"});
  CHECK(four["games"] == 22);
  CHECK(four["genus_of_nim"] == 14);
  CHECK(four["p"] == 4);
  const Json six = json({"--universe", "impartial", "--day", "6"});
  CHECK(six["digits"] == 1'255'831);
  CHECK(six["formula"].get<std::string>().starts_with("2^4171780 - 2^2096640 - "));
  CHECK(!six.contains("games"));
  CHECK(run_cgt({"misere", "count", "--universe", "dicot", "--day", "4"}).exit_code != 0);
  CHECK(run_cgt({"misere", "count", "--universe", "impartial", "--day", "7"}).exit_code != 0);
  CHECK(run_cgt({"misere", "count", "--day", "2", "--budget-nodes", "50"}).exit_code == 4);
}

TEST_CASE("Misere quotients that are not found", "[cli][misere]") {
  const auto copies = run_cgt({"misere", "quotient", "0.06", "--copies", "40"});
  CHECK(copies.exit_code == 4);
  CHECK(copies.out.starts_with("0.06: heaps 1 .. 16, no quotient of all heaps was found\n"));
  const auto elements = run_cgt({"misere", "quotient", "4.7", "--elements", "30", "--json"});
  CHECK(elements.exit_code == 4);
  CHECK(Json::parse(elements.out)["order"] == 28);
  const auto spent = run_cgt({"misere", "quotient", "0.152", "--budget-nodes", "3000", "--json"});
  CHECK(spent.exit_code == 4);
  CHECK(Json::parse(spent.out).contains("stopped"));
}

TEST_CASE("Misere outcomes from a file", "[cli][misere]") {
  const TemporaryFile file("# sums\n30+31+25\n\n  1  \n1+1\r\n0\n100000000+1\n");
  const auto result = run_cgt({"misere", "outcome", "0.77", "--file", file.path()});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "N\nP\nN\nN\nP\n");
  const auto moves = run_cgt({"misere", "outcome", "kayles", "3", "--moves", "--json"});
  CHECK(moves.out == R"({"sum":"3","outcome":"N","moves":["1"],"proved":true})"
                     "\n");
  const TemporaryFile bad("1+2\n3+x\n");
  const auto refused = run_cgt({"misere", "outcome", "0.77", "--file", bad.path()});
  CHECK(refused.exit_code == 3);
  CHECK(refused.err.find(":2:3: error: a heap is missing here") != std::string::npos);
  const auto unknown = run_cgt({"misere", "outcome", "0.06", "20", "--copies", "40"});
  CHECK(unknown.exit_code == 4);
  CHECK(unknown.out == "unknown\n");
}

TEST_CASE("Comparison in a universe", "[cli][misere]") {
  const auto compare = [](const char* universe, const char* question) {
    return run_cgt({"misere", "compare", "--universe", universe, question});
  };
  CHECK(compare("dicot", "{*|*} ? 0").out == "=\n");
  CHECK(compare("dead-ending", "{*|*} ? 0").out == "||\n");
  CHECK(compare("all", "{0,1|-1} ? {0,1|-1}").out == "=\n");
  CHECK(compare("dicot", "clobber:xo ? *").out == "=\n");
  const auto wrong = compare("dicot", "1 ? 0");
  CHECK(wrong.exit_code == 1);
  CHECK(wrong.err.starts_with("error: 1 is not a dicot\n"));
  const auto missing = compare("all", "0 * 0");
  CHECK(missing.exit_code == 3);
  CHECK(missing.err.find("'?' is missing between two games") != std::string::npos);
  const TemporaryFile file("{0|*} ? *\n* ? {0|\n");
  const auto in_file = run_cgt({"misere", "compare", "--file", file.path()});
  CHECK(in_file.exit_code == 3);
  CHECK(in_file.err.find(":2:8: error: a form is missing") != std::string::npos);
  const auto json = run_cgt({"misere", "compare", "--universe", "dicot", "--json", "{*|*} ? 0"});
  CHECK(Json::parse(json.out)["simplest"] == Json::array({"0", "0"}));
}

TEST_CASE("Certificates of misere quotients as files", "[cli][misere]") {
  const TemporaryFile file("");
  CHECK(run_cgt({"misere", "quotient", "0.77", "--certificate", file.path()}).exit_code == 0);
  const auto good = run_cgt({"misere", "verify", file.path()});
  CHECK(good.exit_code == 0);
  CHECK(good.out ==
        "0.77: order 40, proved by 1417 pairs for all heaps, with period 12 from heap 71 on\n");
  std::string text = read_file(file.path());
  text.replace(text.find("game 0.77"), 9, "game 0.75");
  const TemporaryFile wrong(text);
  CHECK(run_cgt({"misere", "verify", wrong.path()}).exit_code == 3);
}

}  // namespace misere_test
