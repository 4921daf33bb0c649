// No exception crosses: random traces of calls with bad texts, NULL, buffers of no size, numbers that
// are not games, positions and handles freed in any order.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "cgt/support/error.hpp"
#include "lang/c/handle.hpp"
#include "tests/lang/c/handles.hpp"
#include "tests/testing.hpp"

namespace traces_test {

namespace {

using cgt::testing::expect_share;
using cgt::testing::Handle;
using cgt::testing::mutated;
using cgt::testing::scaled;
using cgt::testing::text_of;

constexpr cgt_game kUntouched = 0xABCDEF01;

class Trace {
 public:
  explicit Trace(std::uint64_t seed) : random_(seed) {
    stores_.emplace_back();
    REQUIRE(cgt_store_new(&stores_.back().handle) == CGT_OK);
    REQUIRE(cgt_session_new(&session_) == CGT_OK);
    limit(stores_.back().handle);
    limit(cgt_session_store(session_));
  }
  ~Trace() {
    std::shuffle(positions_.begin(), positions_.end(), random_);
    std::shuffle(stores_.begin(), stores_.end(), random_);
    if (below(2) == 0)
      cgt_session_free(session_);
    else
      late_ = true;
    for (const Owned& owned : stores_) cgt_store_free(owned.handle);
    for (cgt_position* p : positions_) cgt_position_free(p);
    for (cgt_loopy* value : loopy_) cgt_loopy_free(value);
    if (late_) cgt_session_free(session_);
  }
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  void step() {
    place_ = below(stores_.size());
    store_ = below(30) == 0 ? nullptr : stores_[place_].handle;
    switch (below(14)) {
      case 0: make(); break;
      case 1: make(); break;
      case 2: combine(); break;
      case 3: combine(); break;
      case 4: ask(); break;
      case 5: ask(); break;
      case 6: write(); break;
      case 7: write(); break;
      case 8: positions(); break;
      case 9: positions(); break;
      case 10: sums_and_go(); break;
      case 11: scripts(); break;
      case 12: loopy(); break;
      default: manage(); break;
    }
  }

  std::map<cgt_status, std::uint64_t> statuses;
  std::uint64_t calls = 0;

 private:
  struct Owned {
    cgt_store* handle = nullptr;
    std::vector<cgt_game> games;
  };

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  static void limit(cgt_store* store) {
    const cgt_budget budget{sizeof(cgt_budget), 400, CGT_UNLIMITED, 64};
    REQUIRE(cgt_store_set_budget(store, &budget) == CGT_OK);
  }

  // What every call must keep to.
  cgt_status met(cgt_status status, cgt_store* store) {
    ++calls;
    ++statuses[status];
    CHECK(status >= CGT_OK);
    CHECK(status < CGT_NO_MEMORY);
    if (store == nullptr) {
      CHECK(status == CGT_INPUT);
    } else {
      CHECK((std::strlen(cgt_last_error(store)) == 0) == (status == CGT_OK));
      CHECK((std::strlen(cgt_error_report(store)) == 0) == (status == CGT_OK));
      CHECK((cgt_error_line(store) == 0) == (cgt_error_column(store) == 0));
    }
    return status;
  }
  cgt_status met(cgt_status status) { return met(status, store_); }

  // A game of the store most often; of another, of none, or any word.
  cgt_game game() {
    const std::vector<cgt_game>& mine = stores_[place_].games;
    switch (below(12)) {
      case 0: return 0;
      case 1: return static_cast<cgt_game>(random_());
      case 2: return static_cast<cgt_game>(random_() % 5000);
      case 3: {
        const std::vector<cgt_game>& other = stores_[below(stores_.size())].games;
        return other.empty() ? 3 : other[below(other.size())];
      }
      default: return mine.empty() ? 1 : mine[below(mine.size())];
    }
  }
  void keep(cgt_status status, cgt_game made) {
    if (status == CGT_OK) {
      REQUIRE(made != 0);
      std::vector<cgt_game>& mine = stores_[place_].games;
      if (mine.size() < 60)
        mine.push_back(made);
      else
        mine[below(60)] = made;
    } else {
      CHECK(made == kUntouched);
    }
  }
  // Calls with a place for a game, or with NULL.
  template <class Call>
  void new_game(const Call& call) {
    cgt_game made = kUntouched;
    if (below(20) == 0) {
      CHECK(met(call(static_cast<cgt_game*>(nullptr))) != CGT_OK);
    } else {
      const cgt_status status = met(call(&made));
      keep(status, made);
    }
  }
  template <class Call>
  void new_text(const Call& call) {
    std::array<char, 40> small{};
    small.fill('?');
    std::size_t needed = 7777;
    switch (below(6)) {
      case 0: CHECK(met(call(nullptr, 0, nullptr)) == CGT_INPUT); break;
      case 1: met(call(nullptr, 10, &needed)); break;
      case 2: {
        const cgt_status status = met(call(small.data(), 0, &needed));
        CHECK(status != CGT_OK);
        CHECK(small[0] == '?');
        break;
      }
      default: {
        const std::size_t size = below(small.size());
        const cgt_status status = met(call(small.data(), size, &needed));
        for (std::size_t i = size; i < small.size(); ++i) CHECK(small[i] == '?');
        if (status == CGT_OK) {
          CHECK(needed <= size);
          CHECK(std::strlen(small.data()) + 1 == needed);
        }
        if (status == CGT_INPUT && needed != 7777 && store_ != nullptr) {
          std::string whole(needed, '?');
          CHECK(cgt_text_again(store_, whole.data(), needed, nullptr) == CGT_OK);
          CHECK(whole.back() == '\0');
        }
      }
    }
  }

  const char* text(std::initializer_list<const char*> good, std::string_view signs) {
    if (below(25) == 0) return nullptr;
    text_ = *(good.begin() + static_cast<std::ptrdiff_t>(below(good.size())));
    if (below(2) == 0) text_ = mutated(text_, signs, random_);
    return text_.c_str();
  }
  // A game as JSON, or what is left of it.
  std::string document() {
    const std::string json =
        R"({"format":"cgt-value","version":1,"root":2,"games":[{"id":0,"name":"1"},)"
        R"({"id":1,"name":"-1"},{"id":2,"left":[0],"right":[1]}]})";
    return below(2) == 0 ? mutated(json, "0123\"{}[]:,", random_) : json;
  }
  std::int64_t number() {
    switch (below(4)) {
      case 0: return static_cast<std::int64_t>(random_());
      case 1: return below(2) == 0 ? INT64_MIN : INT64_MAX;
      default: return static_cast<std::int64_t>(below(9)) - 4;
    }
  }
  int choice(int count) {
    return below(8) == 0 ? static_cast<int>(random_()) : static_cast<int>(below(count));
  }

  void make() {
    switch (below(7)) {
      case 0:
      case 1:
        return new_game([&](cgt_game* out) {
          return cgt_parse(store_,
                           text({"{2|1||0}", "^3*2", "+-(1/2)", "Tiny(2)", "3/4", "{3|0||-1}+*",
                                 "{0||0|-5}", "{1|1||-1,*}"},
                                "0123{}|,^v*+-/()TinyMiny\n\x01\xff"),
                           out);
        });
      case 2: {
        const std::string json = document();
        return new_game([&](cgt_game* out) { return cgt_parse_json(store_, json.c_str(), out); });
      }
      case 3: return new_game([&](cgt_game* out) { return cgt_integer(store_, number(), out); });
      case 4:
        return new_game([&](cgt_game* out) { return cgt_dyadic(store_, number(), number(), out); });
      case 5:
        return new_game([&](cgt_game* out) {
          return cgt_up(store_, number(), static_cast<std::uint32_t>(number()), out);
        });
      default:
        return new_game([&](cgt_game* out) {
          return cgt_nimber(store_, static_cast<std::uint32_t>(number()), out);
        });
    }
  }

  void combine() {
    const cgt_game g = game();
    const cgt_game h = game();
    switch (below(9)) {
      case 0: return new_game([&](cgt_game* out) { return cgt_negate(store_, g, out); });
      case 1: return new_game([&](cgt_game* out) { return cgt_add(store_, g, h, out); });
      case 2: return new_game([&](cgt_game* out) { return cgt_subtract(store_, g, h, out); });
      case 3:
        return new_game([&](cgt_game* out) { return cgt_multiply(store_, g, number(), out); });
      case 4: return new_game([&](cgt_game* out) { return cgt_cool(store_, g, h, out); });
      case 5: return new_game([&](cgt_game* out) { return cgt_heat(store_, g, h, out); });
      case 6: return new_game([&](cgt_game* out) { return cgt_atomic_weight(store_, g, out); });
      case 7:
        return new_game([&](cgt_game* out) {
          return cgt_option(store_, g, choice(2), below(4) == 0 ? random_() : below(3), out);
        });
      default: {
        const std::array<cgt_game, 3> options{game(), game(), game()};
        return new_game([&](cgt_game* out) {
          return cgt_construct(store_, below(9) == 0 ? nullptr : options.data(), below(3),
                               options.data() + 1, below(3), out);
        });
      }
    }
  }

  // Values of any handle, of one that was freed, or none.
  const cgt_loopy* loopy_value() {
    return loopy_.empty() || below(12) == 0 ? nullptr : loopy_[below(loopy_.size())];
  }

  template <class Call>
  void new_loopy(const Call& call) {
    if (below(20) == 0) {
      CHECK(met(call(static_cast<cgt_loopy**>(nullptr))) != CGT_OK);
      return;
    }
    cgt_loopy* made = nullptr;
    const cgt_status status = met(call(&made));
    CHECK((made != nullptr) == (status == CGT_OK));
    if (made == nullptr) return;
    if (loopy_.size() < 30) {
      loopy_.push_back(made);
    } else {
      cgt_loopy*& place = loopy_[below(30)];
      cgt_loopy_free(place);
      place = made;
    }
  }

  void loopy() {
    const cgt_loopy* g = loopy_value();
    const cgt_loopy* h = loopy_value();
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        return new_loopy([&](cgt_loopy** out) {
          return cgt_loopy_parse(store_,
                                 text({"over", "{2+over|2}", "on & off", "a{0|{1|a}}", "^[on]",
                                       "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}", "{3|1}"},
                                      "0123{}|,^v*+-aonfe&[]"),
                                 out);
        });
      case 3: {
        const std::string json = document();
        return new_loopy(
            [&](cgt_loopy** out) { return cgt_loopy_parse_json(store_, json.c_str(), out); });
      }
      case 4:
        return new_loopy([&](cgt_loopy** out) { return cgt_loopy_from_game(store_, game(), out); });
      case 5: return new_loopy([&](cgt_loopy** out) { return cgt_loopy_add(store_, g, h, out); });
      case 6:
        return new_loopy(
            [&](cgt_loopy** out) { return cgt_loopy_side(store_, g, choice(2), out); });
      case 7:
        return new_loopy(
            [&](cgt_loopy** out) { return cgt_loopy_multiply(store_, g, number(), out); });
      case 8:
        return new_text([&](char* b, size_t n, size_t* k) {
          return below(2) == 0 ? cgt_loopy_print(store_, g, choice(5), b, n, k)
                               : cgt_loopy_stop(store_, g, choice(2), b, n, k);
        });
      default: {
        cgt_relation relation{};
        cgt_outcome outcome{};
        met(cgt_loopy_compare(store_, g, h, below(9) == 0 ? nullptr : &relation));
        met(cgt_loopy_outcome(store_, g, below(9) == 0 ? nullptr : &outcome));
        cgt_game made = kUntouched;
        const cgt_status status = met(cgt_loopy_game(store_, g, &made));
        keep(status, made);
      }
    }
  }

  void ask() {
    const cgt_game g = game();
    cgt_relation relation = CGT_EQUAL;
    cgt_outcome outcome = CGT_OUTCOME_L;
    cgt_fraction fraction{7, 7};
    std::uint64_t n = 77;
    const bool null = below(15) == 0;
    switch (below(6)) {
      case 0: met(cgt_compare(store_, g, game(), null ? nullptr : &relation)); break;
      case 1: met(cgt_game_outcome(store_, g, null ? nullptr : &outcome)); break;
      case 2: met(cgt_option_count(store_, g, choice(2), null ? nullptr : &n)); break;
      case 3: met(cgt_birthday(store_, g, null ? nullptr : &n)); break;
      case 4: met(cgt_follower_count(store_, g, null ? nullptr : &n)); break;
      default:
        if (met(cgt_figure(store_, g, choice(4), null ? nullptr : &fraction)) != CGT_OK) {
          CHECK(fraction.denominator == 7);
        }
    }
  }

  void write() {
    const cgt_game g = game();
    const cgt_format format = choice(5);
    switch (below(5)) {
      case 0:
      case 1:
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_print(store_, g, format, b, s, k);
        });
      case 2:
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_thermograph(store_, g, format, b, s, k);
        });
      case 3: {
        const int which = choice(4);
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_figure_text(store_, g, which, b, s, k);
        });
      }
      default:
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_tree_node_count(store_, g, b, s, k);
        });
    }
  }

  const cgt_position* position() {
    return positions_.empty() || below(15) == 0 ? nullptr : positions_[below(positions_.size())];
  }
  void own(cgt_position* p) {
    if (positions_.size() < 20) {
      positions_.push_back(p);
      return;
    }
    cgt_position*& place = positions_[below(20)];
    cgt_position_free(place);
    place = p;
  }

  void positions() {
    const cgt_position* p = position();
    switch (below(8)) {
      case 0:
      case 1: {
        static const std::array<std::array<const char*, 2>, 7> kBoards{
            {{"domineering", "...|..#|..."},
             {"clobber", "xoxo|oxox"},
             {"nogo", "....|..xo"},
             {"amazons", "x..|...|..o"},
             {"konane", "xoxo|ox.x"},
             {"toads", "tt.ff"},
             {"subtraction([1,2], allbut => true)", "9"}}};
        const auto& [ruleset, board] = kBoards[below(kBoards.size())];
        std::string name = ruleset;
        if (below(6) == 0) name = mutated(name, "abcdefgh.( )[],=>\"19", random_);
        cgt_position* made = nullptr;
        const bool null = below(20) == 0;
        if (met(cgt_position_parse(store_, name.c_str(), text({board}, ".xo#|tf1 \n\xff"),
                                   null ? nullptr : &made)) == CGT_OK) {
          REQUIRE(made != nullptr);
          own(made);
        } else {
          CHECK(made == nullptr);
        }
        break;
      }
      case 2: return new_game([&](cgt_game* out) { return cgt_position_value(store_, p, out); });
      case 3:
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_position_text(store_, p, b, s, k);
        });
      case 4: {
        const cgt_format format = choice(5);
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_position_print(store_, p, format, b, s, k);
        });
      }
      case 5: {
        cgt_outcome outcome = CGT_OUTCOME_P;
        met(cgt_position_outcome(store_, p, below(9) == 0 ? nullptr : &outcome));
        break;
      }
      case 6: {
        const cgt_format format = choice(5);
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_position_thermograph(store_, p, format, b, s, k);
        });
      }
      default: {
        std::array<cgt_position*, 8> after{};
        std::array<std::int64_t, 8> gains{};
        std::size_t count = 0;
        const bool list = below(4) != 0;
        const cgt_status status = met(cgt_position_options(
            store_, p, choice(2), list ? after.data() : nullptr,
            below(3) == 0 ? nullptr : gains.data(), below(9), below(15) == 0 ? nullptr : &count));
        for (std::size_t i = 0; i < after.size(); ++i) {
          CHECK((after[i] != nullptr) == (status == CGT_OK && list && i < count));
          if (after[i] != nullptr) own(after[i]);
        }
      }
    }
  }

  void sums_and_go() {
    const auto sum = [&] {
      return text({"domineering:..|.. + ^*", "clobber:xoxo|oxox - 2*nogo:... + {3|-5}", "*2 + *3",
                   "konane:xo.x - 1/2"},
                  ".xo#|+-:*23^{} \n\xff");
    };
    switch (below(6)) {
      case 0: {
        cgt_verdict verdict = CGT_DRAWS;
        met(cgt_sum_verdict(store_, sum(), choice(2), below(15) == 0 ? nullptr : &verdict));
        break;
      }
      case 1: {
        cgt_outcome outcome = CGT_OUTCOME_P;
        met(cgt_sum_outcome(store_, sum(), below(15) == 0 ? nullptr : &outcome));
        break;
      }
      case 2: {
        const char* given = sum();
        const int first = choice(2);
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_sum_winning_moves(store_, given, first, b, s, k);
        });
      }
      case 3:
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_rulesets(store_, choice(5), b, s, k);
        });
      default: {
        const char* given =
            text({"BBBBB/W...B/BBBBB", "(;SZ[5]AB[ab][bb][cb]AW[ad][bd][cd]PL[W])", "..X/.OX/OOX"},
                 ".XOBW/()[];SZABW59abcde\n\xff");
        cgt_go_options options{sizeof(cgt_go_options), choice(2) - 1, choice(2), below(3)};
        if (below(9) == 0) options.size = below(100);
        const bool plain = below(2) == 0;
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_go_solve(store_, given, plain ? nullptr : &options, b, s, k);
        });
      }
    }
  }

  void scripts() {
    cgt_session* session = below(20) == 0 ? nullptr : session_;
    store_ = cgt_session_store(session);
    switch (below(6)) {
      case 0: {
        cgt_game made = kUntouched;
        const cgt_status status = met(cgt_session_game(session, below(9) == 0 ? nullptr : &made));
        CHECK((status == CGT_OK) == (made != kUntouched));
        if (status == CGT_OK) met(cgt_session_set(session, text({"G", "x1"}, "gH_ 0:="), made));
        break;
      }
      case 1:
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_session_output(session, b, s, k);
        });
      case 2: {
        cgt_position* made = nullptr;
        const cgt_status status =
            met(cgt_session_position(session, "game.heap.Subtraction(1..2)", text({"7"}, "0123 -"),
                                     below(9) == 0 ? nullptr : &made));
        CHECK((status == CGT_OK) == (made != nullptr));
        if (made != nullptr) own(made);
        break;
      }
      default: {
        const char* given = text({"G := {2|1||0}; G.Mean", "for i from 1 to 5 do Print(i) end",
                                  "game.grid.Clobber(\"xox|ox.\").CanonicalForm", "[1,^,\"a\"]",
                                  "while true do end", "f := x -> f(x); f(1)", "1 +"},
                                 "0123{}|,^v*+-/()\"[];:=.\n\x01\xff");
        const int format = choice(4);
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_eval(session, given, format, b, s, k);
        });
      }
    }
  }

  void manage() {
    switch (below(8)) {
      case 0: {
        cgt_store* made = nullptr;
        const bool null = below(5) == 0;
        const cgt_status status = met(cgt_store_share(store_, null ? nullptr : &made));
        CHECK((status == CGT_OK) == (made != nullptr));
        if (made == nullptr) break;
        limit(made);
        if (stores_.size() < 5) {
          stores_.push_back({made, stores_[place_].games});
          break;
        }
        cgt_store_free(stores_[place_].handle);
        stores_[place_].handle = made;
        break;
      }
      case 1: {
        if (stores_.size() >= 5) break;
        stores_.emplace_back();
        REQUIRE(cgt_store_new(&stores_.back().handle) == CGT_OK);
        limit(stores_.back().handle);
        break;
      }
      case 2:
        if (stores_.size() < 2) break;
        cgt_store_free(stores_[place_].handle);
        stores_.erase(stores_.begin() + static_cast<std::ptrdiff_t>(place_));
        break;
      case 3: {
        cgt_budget budget{below(60), below(9000), CGT_UNLIMITED, 64};
        if (below(2) == 0) budget.size = sizeof budget;
        const cgt_status status = met(cgt_store_set_budget(store_, &budget));
        CHECK((status == CGT_OK) == (store_ != nullptr && budget.size <= sizeof budget &&
                                     budget.size >= 8 && budget.size % 8 == 0));
        if (store_ != nullptr) limit(store_);
        break;
      }
      case 4:
        cgt_store_stop(store_);
        if (store_ != nullptr && below(2) == 0) {
          cgt_game made = kUntouched;
          CHECK(met(cgt_integer(store_, 1, &made)) == CGT_INTERRUPTED);
          CHECK(met(cgt_integer(store_, 1, &made)) == CGT_OK);
        } else {
          cgt_store_resume(store_);
        }
        break;
      case 5:
        return new_text([&](char* b, std::size_t s, std::size_t* k) {
          return cgt_text_again(store_, b, s, k);
        });
      default: {
        CHECK(cgt_store_new(nullptr) == CGT_INPUT);
        CHECK(cgt_session_new(nullptr) == CGT_INPUT);
        cgt_position_free(nullptr);
        cgt_session_free(nullptr);
        CHECK(cgt_session_store(nullptr) == nullptr);
      }
    }
  }

  std::mt19937_64 random_;
  std::vector<Owned> stores_;
  std::vector<cgt_position*> positions_;
  std::vector<cgt_loopy*> loopy_;
  cgt_session* session_ = nullptr;
  bool late_ = false;
  std::size_t place_ = 0;
  cgt_store* store_ = nullptr;
  std::string text_;
};

}  // namespace

TEST_CASE("C: random traces of calls end in a status each", "[c][random]") {
  std::map<cgt_status, std::uint64_t> statuses;
  std::uint64_t calls = 0;
  const std::size_t traces = scaled(100);
  for (std::size_t i = 0; i < traces; ++i) {
    Trace trace(i + 1);
    for (int step = 0; step < 300; ++step) trace.step();
    for (const auto& [status, count] : trace.statuses) statuses[status] += count;
    calls += trace.calls;
  }
  expect_share(statuses[CGT_OK], calls, 0.2);       // 0.46
  expect_share(statuses[CGT_INPUT], calls, 0.1);    // 0.47
  expect_share(statuses[CGT_DOMAIN], calls, 0.01);  // 0.062
  expect_share(statuses[CGT_BUDGET], calls, 0.001);
  expect_share(statuses[CGT_INTERRUPTED], calls, 0.001);
}

TEST_CASE("C: after a spent budget the same call with more of it gives the right value", "[c]") {
  for (const char* board : {"xoxo|oxox|xoxo", "xoxox|oxoxo|xoxox"}) {
    cgt_position* position = nullptr;
    const Handle fresh;
    REQUIRE(cgt_position_parse(fresh.store, "clobber", board, &position) == CGT_OK);
    const auto value = [&](cgt_store* store) {
      return text_of([&](char* b, std::size_t s, std::size_t* k) {
        return cgt_position_print(store, position, CGT_TEXT, b, s, k);
      });
    };
    const std::string wanted = value(fresh.store);
    const Handle tried;
    std::size_t spent = 0;
    cgt_game g = kUntouched;
    cgt_status status = CGT_BUDGET;
    for (std::uint64_t nodes = 0; status != CGT_OK; nodes = nodes * 2 + 1) {
      const cgt_budget budget{sizeof(cgt_budget), nodes, CGT_UNLIMITED, CGT_UNLIMITED};
      REQUIRE(cgt_store_set_budget(tried.store, &budget) == CGT_OK);
      status = cgt_position_value(tried.store, position, &g);
      if (status == CGT_OK) break;
      CHECK(status == CGT_BUDGET);
      CHECK(g == kUntouched);
      ++spent;
      // It is as good as before: with no limit, other questions are answered.
      REQUIRE(cgt_store_set_budget(tried.store, nullptr) == CGT_OK);
      cgt_game sum = 0;
      cgt_game hot = 0;
      REQUIRE(cgt_parse(tried.store, "{2|1||0}", &hot) == CGT_OK);
      REQUIRE(cgt_add(tried.store, hot, hot, &sum) == CGT_OK);
      REQUIRE(cgt_subtract(tried.store, sum, hot, &sum) == CGT_OK);
      CHECK(sum == hot);
    }
    CHECK(spent > 3);
    REQUIRE(cgt_store_set_budget(tried.store, nullptr) == CGT_OK);
    CHECK(value(tried.store) == wanted);
    cgt_position_free(position);
  }
}

TEST_CASE("C: a limit on memory ends a call, and without it the call is answered", "[c]") {
  const Handle handle;
  cgt_position* board = nullptr;
  REQUIRE(cgt_position_parse(handle.store, "clobber", "xoxox|oxoxo|xoxox", &board) == CGT_OK);
  const cgt_budget budget{sizeof(cgt_budget), CGT_UNLIMITED, CGT_UNLIMITED, 1};
  REQUIRE(cgt_store_set_budget(handle.store, &budget) == CGT_OK);
  cgt_game g = kUntouched;
  CHECK(cgt_position_value(handle.store, board, &g) == CGT_BUDGET);
  CHECK(std::string(cgt_last_error(handle.store)) == "memory budget spent");
  REQUIRE(cgt_store_set_budget(handle.store, nullptr) == CGT_OK);
  CHECK(cgt_position_value(handle.store, board, &g) == CGT_OK);
  cgt_position_free(board);
}

TEST_CASE("C: a number that is read as a game has the one word that the value has", "[c]") {
  const Handle handle;
  // All words with the tag of small values: those that no game has are refused.
  std::uint64_t games = 0;
  std::uint64_t refused = 0;
  std::mt19937_64 random(5);
  for (std::size_t i = 0; i < scaled(20'000); ++i) {
    const auto word = static_cast<cgt_game>(random() | 1U);
    cgt_game twice = 0;
    const cgt_status status = cgt_negate(handle.store, word, &twice);
    if (status == CGT_OK) {
      ++games;
      cgt_game read = 0;
      const std::string text = text_of([&](char* b, std::size_t s, std::size_t* k) {
        return cgt_print(handle.store, word, CGT_TEXT, b, s, k);
      });
      REQUIRE(cgt_parse(handle.store, text.c_str(), &read) == CGT_OK);
      CHECK(read == word);
    } else {
      CHECK(status == CGT_INPUT);
      ++refused;
    }
  }
  expect_share(games, games + refused, 0.1);    // 0.53
  expect_share(refused, games + refused, 0.1);  // 0.47
}

TEST_CASE("C: the guard makes a status of whatever is thrown", "[c]") {
  const Handle handle;
  cgt_store* store = handle.store;
  const auto thrown = [&](const auto& exception) {
    return cgt::c::computing(store, [&](cgt::Budget&) { throw exception; });
  };
  CHECK(thrown(cgt::Error("no", "try this")) == CGT_DOMAIN);
  CHECK(std::string(cgt_last_error(store)) == "no");
  CHECK(std::string(cgt_error_hint(store)) == "try this");
  CHECK(thrown(cgt::BudgetExhausted(cgt::StopReason::kMemory)) == CGT_BUDGET);
  CHECK(thrown(std::bad_alloc()) == CGT_NO_MEMORY);
  CHECK(std::string(cgt_last_error(store)) == "out of memory");
  cgt_game g = 0;
  CHECK(cgt_parse(store, "^", &g) == CGT_OK);
  // A broken contract is a bug of the library; what was going on is not trusted any more.
  const Handle broken;
  CHECK(cgt::c::computing(broken.store, [](cgt::Budget&) {
          CGT_EXPECTS(false, "this is a test");
        }) == CGT_INTERNAL);
  CHECK(std::string(cgt_last_error(broken.store)).find("this is a test") != std::string::npos);
  CHECK(cgt_parse(broken.store, "^", &g) == CGT_INTERNAL);
  CHECK(cgt_store_set_budget(broken.store, nullptr) == CGT_INTERNAL);
  CHECK(thrown(7) == CGT_INTERNAL);
}

}  // namespace traces_test
