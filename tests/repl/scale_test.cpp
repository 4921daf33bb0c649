// The model of scale: what a simulation comes to, against what can be worked out without one.
#include "repl/bench/scale/model.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "cgt/support/error.hpp"

namespace scale_test {

using namespace cgt;        // NOLINT
using namespace cgt::repl;  // NOLINT
using Catch::Matchers::WithinRel;

namespace {

const std::string kHead = "first\tlast\tcpu ns\trecords\tbytes\n";

// Ranges of 100 positions that take 1 ms each and have 10 records of 40 bytes: 10 us a position, 10^4 records a second.
RecordedCosts even_costs() {
  std::string text = kHead;
  for (int i = 0; i < 50; ++i) {
    text += fmt::format("{}\t{}\t1000000\t10\t400\n", 100 * i, 100 * i + 100);
  }
  return RecordedCosts(text);
}

// Nothing that is lost but by what a test adds.
ScaleOptions without_loss(unsigned ranks) {
  ScaleOptions out;
  out.ranks = ranks;
  out.cpu_hours = ranks / 36.;  // 100 s for each
  out.skew = out.latency = out.poll = out.message_seconds = out.take_in = out.write = 0;
  out.bandwidth = 1e18;
  out.most_range = 10'000;
  return out;
}

double sum_of_shares(const ScaleResult& result) {
  return result.efficiency + result.taking_in + result.waiting + result.idle;
}

}  // namespace

TEST_CASE("recorded costs are added up and cut", "[repl][scale]") {
  RecordedCosts costs(kHead + "0\t10\t1000000000\t5\t100\n20\t30\t3000000000\t15\t300\n");
  CHECK(costs.positions() == 20);
  CHECK_THAT(costs.all().seconds, WithinRel(4.));
  CHECK(costs.before(0).seconds == 0);
  CHECK_THAT(costs.before(5).seconds, WithinRel(.5));
  CHECK_THAT(costs.before(10).records, WithinRel(5.));
  CHECK_THAT(costs.before(15).bytes, WithinRel(250.));
  // Again from the beginning.
  CHECK_THAT(costs.before(45).seconds, WithinRel(8.5));
  costs.slow_down(3);
  CHECK_THAT(costs.before(5).seconds, WithinRel(1.5));
  CHECK_THAT(costs.before(10).records, WithinRel(5.));
  for (const std::string& wrong :
       {std::string(), std::string("first\n"), kHead, kHead + "0\t10\t5\t5\n",
        kHead + "0\t10\t5\t5\tx\n", kHead + "0\t10\t5\t5\t5\t5\n", kHead + "5\t5\t5\t5\t5\n"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(RecordedCosts(wrong), Error);
  }
}

TEST_CASE("nothing is lost where nothing is in the way", "[repl][scale]") {
  const RecordedCosts costs = even_costs();
  for (const unsigned ranks : {1U, 2U, 7U, 64U}) {
    for (const Relay relay : {Relay::kAtOnce, Relay::kBatched, Relay::kTree}) {
      ScaleOptions options = without_loss(ranks);
      options.relay = relay;
      const ScaleResult result = simulate(costs, options);
      CHECK(result.efficiency > .999);
      CHECK_THAT(sum_of_shares(result), WithinRel(1., 1e-6));
      CHECK(result.bottleneck().empty());
    }
  }
}

TEST_CASE("records of all are taken in by each", "[repl][scale]") {
  // The share e of the time that is left for work solves e + ranks * e * rate * cost = 1.
  const RecordedCosts costs = even_costs();
  for (const unsigned ranks : {16U, 100U}) {
    ScaleOptions options = without_loss(ranks);
    options.take_in = 1e-6;
    const ScaleResult result = simulate(costs, options);
    const double expected = 1 / (1 + ranks * 1e4 * options.take_in);
    CHECK_THAT(result.efficiency, WithinRel(expected, .03));
    CHECK_THAT(sum_of_shares(result), WithinRel(1., 1e-6));
    CHECK(result.bottleneck() == "adding the records of all");
  }
}

TEST_CASE("the link of rank 0 carries so much and no more", "[repl][scale]") {
  // ranks * e * 4 * 10^5 bytes a second, to ranks - 1 others.
  const RecordedCosts costs = even_costs();
  ScaleOptions options = without_loss(64);
  options.bandwidth = 4e8;
  options.relay = Relay::kBatched;
  const ScaleResult all = simulate(costs, options);
  // It is idle now and then, since reports come in bursts.
  const double most = 4e8 / (64. * 63. * 4e5);
  CHECK(all.efficiency < most);
  CHECK(all.efficiency > .75 * most);
  CHECK(all.bottleneck() == "the link of rank 0");
  CHECK(all.link > .75);
  // To two of them it carries all.
  options.relay = Relay::kTree;
  const ScaleResult tree = simulate(costs, options);
  CHECK(tree.efficiency > 2 * most);
  CHECK_THAT(tree.link, WithinRel(tree.efficiency * 64 * 2 * 4e5 / 4e8, .05));
  CHECK_THAT(sum_of_shares(tree), WithinRel(1., 1e-6));
}

TEST_CASE("a file is written by one", "[repl][scale]") {
  const RecordedCosts costs = even_costs();
  ScaleOptions options = without_loss(64);
  options.write = 10e-6;
  const ScaleResult result = simulate(costs, options);
  // 10^4 records a second of work: one writer for ten ranks.
  CHECK_THAT(result.efficiency, WithinRel(10. / 64, .01));
  CHECK(result.bottleneck() == "the writer of the file");
  options = without_loss(5);
  options.write = 10e-6;
  CHECK(simulate(costs, options).efficiency > .99);
}

TEST_CASE("slow messages and slow ranks are told apart", "[repl][scale]") {
  const RecordedCosts costs = even_costs();
  ScaleOptions options = without_loss(64);
  // Ranges of 10,000 positions take .1 s, rank 0 needs 10 ms for each of two messages and more for reports.
  options.message_seconds = 10e-3;
  const ScaleResult slow = simulate(costs, options);
  CHECK(slow.efficiency < .3);
  CHECK(slow.bottleneck() == "the messages of rank 0");
  // One position at the end is all that ranks of different speeds wait for.
  options = without_loss(64);
  options.skew = .5;
  CHECK(simulate(costs, options).efficiency > .99);
  // Ranges that are never cut leave most ranks with nothing.
  options.most_range = options.least_range = 5'000'000;
  const ScaleResult last = simulate(costs, options);
  CHECK(last.efficiency < .7);
  CHECK(last.bottleneck() == "the last ranges");
}

}  // namespace scale_test
