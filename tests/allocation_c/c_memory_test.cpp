// The face in C when memory runs out at any moment: the status is CGT_NO_MEMORY, nothing is written,
// and the same handle answers the same question afterwards as if nothing had been. (Not of JSON: the
// library that reads and writes it needs memory to give memory back.)
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "lang/c/cgt.h"
#include "tests/allocation/failing_new.hpp"

namespace c_memory_test {

namespace {

using cgt::testing::allowed_allocations;

// A question and its answer: "" until the status is CGT_OK.
using Question = std::function<cgt_status(cgt_store*, std::string&)>;

struct Named {
  const char* name;
  Question ask;
};

// For as long as it lives, allocations of the test itself succeed.
class Ours {
 public:
  Ours() : left_(allowed_allocations) { allowed_allocations = -1; }
  Ours(const Ours&) = delete;
  Ours& operator=(const Ours&) = delete;
  ~Ours() { allowed_allocations = left_; }

 private:
  long left_;
};

// Large enough for every answer here, and made beforehand: only the library allocates.
char buffer[1U << 20U];

// The text of call(buffer, size, needed).
template <class Call>
cgt_status text(std::string& out, const Call& call) {
  const cgt_status status = call(buffer, sizeof buffer, nullptr);
  const Ours ours;
  if (status == CGT_OK) out = buffer;
  return status;
}

cgt_status printed(cgt_store* store, cgt_game g, std::string& out) {
  return text(out,
              [&](char* b, size_t n, size_t* k) { return cgt_print(store, g, CGT_TEXT, b, n, k); });
}

cgt_status values(cgt_store* store, std::string& out) {
  cgt_game g = 0;
  cgt_game h = 0;
  cgt_status status = cgt_parse(store, "{5|2||-1|-7,{0|-20}}", &g);
  if (status == CGT_OK) status = cgt_parse(store, "{3||1|*}+^", &h);
  if (status == CGT_OK) status = cgt_add(store, g, h, &g);
  if (status == CGT_OK) status = cgt_heat(store, g, h, &g);
  if (status == CGT_OK) status = printed(store, g, out);
  return status;
}

cgt_status drawing(cgt_store* store, std::string& out) {
  cgt_game g = 0;
  const cgt_status status = cgt_parse(store, "{5|2||-1|-7}", &g);
  if (status != CGT_OK) return status;
  return text(out, [&](char* b, size_t n, size_t* k) {
    return cgt_thermograph(store, g, CGT_SVG, b, n, k);
  });
}

cgt_status position(cgt_store* store, std::string& out) {
  cgt_position* board = nullptr;
  cgt_status status = cgt_position_parse(store, "domineering", "...|.#.|...", &board);
  if (status != CGT_OK) {
    const Ours ours;
    CHECK(board == nullptr);
    return status;
  }
  cgt_game g = 0;
  status = cgt_position_value(store, board, &g);
  if (status == CGT_OK) status = printed(store, g, out);
  cgt_position_free(board);
  return status;
}

cgt_status sum(cgt_store* store, std::string& out) {
  return text(out, [&](char* b, size_t n, size_t* k) {
    return cgt_sum_winning_moves(store, "clobber:xoxo|oxox + {3|-5} + ^*", CGT_RIGHT, b, n, k);
  });
}

cgt_status loopy(cgt_store* store, std::string& out) {
  cgt_loopy* g = nullptr;
  cgt_loopy* h = nullptr;
  cgt_loopy* both = nullptr;
  cgt_status status = cgt_loopy_parse(store, "{2+over|2}", &g);
  if (status == CGT_OK) status = cgt_loopy_parse(store, "a{0|{1|a}}", &h);
  if (status == CGT_OK) status = cgt_loopy_add(store, g, h, &both);
  if (status == CGT_OK) {
    status = text(out, [&](char* b, size_t n, size_t* k) {
      return cgt_loopy_print(store, both, CGT_TEXT, b, n, k);
    });
  } else {
    const Ours ours;
    CHECK(both == nullptr);
  }
  for (cgt_loopy* value : {g, h, both}) cgt_loopy_free(value);
  return status;
}

cgt_status kos(cgt_store* store, std::string& out) {
  return text(out, [&](char* b, size_t n, size_t* k) {
    return cgt_ko_thermograph(store, "A: B | 0; B: 30 | A", CGT_KOMASTER_LEFT, CGT_SVG, b, n, k);
  });
}

cgt_status refused(cgt_store* store, std::string& out) {
  cgt_game g = 0;
  const cgt_status status = cgt_parse(store, "{1|2", &g);
  const Ours ours;
  CHECK(g == 0);
  if (status != CGT_INPUT) return status;
  out = cgt_error_report(store);
  return CGT_OK;
}

const std::vector<Named>& questions() {
  static const std::vector<Named> all{
      {"values", values}, {"drawing", drawing}, {"position", position}, {"sum", sum},
      {"loopy", loopy},   {"kos", kos},         {"refused", refused}};
  return all;
}

}  // namespace

TEST_CASE("C: a failed allocation is CGT_NO_MEMORY, and the handle goes on", "[c][memory]") {
  for (const Named& question : questions()) {
    INFO(question.name);
    cgt_store* reference = nullptr;
    REQUIRE(cgt_store_new(&reference) == CGT_OK);
    std::string expected;
    REQUIRE(question.ask(reference, expected) == CGT_OK);
    REQUIRE(!expected.empty());
    cgt_store_free(reference);
    cgt_store* store = nullptr;
    REQUIRE(cgt_store_new(&store) == CGT_OK);
    std::size_t failures = 0;
    for (long k = 0;; k += 1 + k / 32) {
      INFO("after " << k << " allocations");
      std::string answer;
      allowed_allocations = k;
      const cgt_status status = question.ask(store, answer);
      allowed_allocations = -1;
      if (status == CGT_OK) {
        CHECK(answer == expected);
        break;
      }
      REQUIRE(status == CGT_NO_MEMORY);
      CHECK(answer.empty());
      CHECK(std::string(cgt_last_error(store)) == "out of memory");
      CHECK(std::strlen(cgt_error_report(store)) > 0);
      ++failures;
    }
    CHECK(failures > 5);
    // All of it, of the handle that has met so much.
    for (const Named& other : questions()) {
      INFO(other.name);
      std::string found;
      cgt_store* fresh = nullptr;
      REQUIRE(cgt_store_new(&fresh) == CGT_OK);
      std::string wanted;
      REQUIRE(other.ask(fresh, wanted) == CGT_OK);
      cgt_store_free(fresh);
      CHECK(other.ask(store, found) == CGT_OK);
      CHECK(found == wanted);
    }
    cgt_store_free(store);
  }
}

TEST_CASE("C: a handle for which there is no memory is not made", "[c][memory]") {
  cgt_store* base = nullptr;
  REQUIRE(cgt_store_new(&base) == CGT_OK);
  for (const bool shared : {false, true}) {
    std::size_t failures = 0;
    for (long k = 0;; ++k) {
      cgt_store* store = nullptr;
      allowed_allocations = k;
      const cgt_status status = shared ? cgt_store_share(base, &store) : cgt_store_new(&store);
      allowed_allocations = -1;
      if (status == CGT_OK) {
        std::string answer;
        CHECK(values(store, answer) == CGT_OK);
        cgt_store_free(store);
        break;
      }
      REQUIRE(status == CGT_NO_MEMORY);
      CHECK(store == nullptr);
      ++failures;
    }
    CHECK(failures > 2);
  }
  std::string answer;
  CHECK(values(base, answer) == CGT_OK);
  cgt_store_free(base);
}

TEST_CASE("C: a session for which there is no memory is not made", "[c][memory]") {
  std::size_t failures = 0;
  for (long k = 0;; k += 1 + k / 4) {
    cgt_session* session = nullptr;
    allowed_allocations = k;
    const cgt_status status = cgt_session_new(&session);
    allowed_allocations = -1;
    if (status == CGT_OK) {
      cgt_session_free(session);
      break;
    }
    REQUIRE(status == CGT_NO_MEMORY);
    REQUIRE(session == nullptr);
    ++failures;
  }
  CHECK(failures > 20);
}

TEST_CASE("C: scripts that get no memory fail, and their session goes on", "[c][memory]") {
  const std::vector<std::array<const char*, 2>> scripts{
      {{"G := {5|2||-1|-7,{0|-20}}; G.Mean + 1/2", "1/4"}},
      {{"game.grid.Domineering(\"...|.#.|...\").CanonicalForm", "0"}},
      {{"def twice(x) := [x, x]; twice(twice(^)).Size", "2"}},
      {{"Sum(n^2 for n from 1 to 50)", "42925"}},
      {{"game.heap.Kayles.NimValueSequence(30).Size", "30"}}};
  cgt_session* session = nullptr;
  REQUIRE(cgt_session_new(&session) == CGT_OK);
  cgt_store* store = cgt_session_store(session);
  for (const auto& [script, value] : scripts) {
    INFO(script);
    std::string expected;
    REQUIRE(text(expected, [&](char* b, size_t n, size_t* k) {
              return cgt_eval(session, script, CGT_TEXT, b, n, k);
            }) == CGT_OK);
    if (*value != '\0') CHECK(expected == value);
    std::size_t failures = 0;
    for (long k = 0;; k += 1 + k / 32) {
      INFO("after " << k << " allocations");
      std::string answer;
      allowed_allocations = k;
      const cgt_status status = text(answer, [&](char* b, size_t n, size_t* needed) {
        return cgt_eval(session, script, CGT_TEXT, b, n, needed);
      });
      allowed_allocations = -1;
      if (status == CGT_OK) {
        CHECK(answer == expected);
        break;
      }
      REQUIRE(status == CGT_NO_MEMORY);
      CHECK(std::string(cgt_last_error(store)) == "out of memory");
      ++failures;
    }
    CHECK(failures > 5);
  }
  cgt_session_free(session);
}

TEST_CASE("C: loopy values outlast a lack of memory", "[c][memory]") {
  cgt_store* store = nullptr;
  REQUIRE(cgt_store_new(&store) == CGT_OK);
  cgt_loopy* over = nullptr;
  REQUIRE(cgt_loopy_parse(store, "over", &over) == CGT_OK);
  std::string answer;
  allowed_allocations = 3;
  CHECK(loopy(store, answer) == CGT_NO_MEMORY);
  allowed_allocations = -1;
  cgt_loopy* minus = nullptr;
  REQUIRE(cgt_loopy_negate(store, over, &minus) == CGT_OK);
  REQUIRE(text(answer, [&](char* b, size_t n, size_t* k) {
            return cgt_loopy_print(store, minus, CGT_TEXT, b, n, k);
          }) == CGT_OK);
  CHECK(answer == "under");
  cgt_loopy_free(over);
  cgt_loopy_free(minus);
  cgt_store_free(store);
}

}  // namespace c_memory_test
