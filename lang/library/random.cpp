// Random numbers: the same seed gives the same numbers on every machine, and in CGSuite.
//
// The generator is the linear one of 48 bits that java.util.Random specifies (Knuth 1981, 3.2.1), and an
// integer of a range comes from the fewest bits that have room for it: a draw beyond the range is thrown
// away, so that there is no bias.
#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cstdint>
#include <random>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/values/mutable.hpp"

namespace cgt::lang {
namespace {

class RandomObject final : public MutableObject {
 public:
  explicit RandomObject(std::int64_t s)
      : seed(s), state((static_cast<std::uint64_t>(s) ^ kMultiplier) & kMask) {}
  const char* class_name() const override { return "Random"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("Random({})", seed);
  }
  void release(std::vector<Value>&) const override {}

  // A number of so many bits, 1 to 64: bytes from the highest on, four of a step, its lowest first.
  std::uint64_t bits(int count) const {
    const int bytes = (count + 7) / 8;
    std::uint64_t out = 0;
    std::uint64_t four = 0;
    for (int i = 0; i < bytes; ++i, four >>= 8U) {
      if (i % 4 == 0) {
        state = (state * kMultiplier + 0xB) & kMask;
        four = state >> 16U;
      }
      out = out << 8U | (four & 0xFFU);
    }
    return count == 64 ? out : out & ((std::uint64_t{1} << count) - 1);
  }
  // From 0 to `last`.
  std::uint64_t up_to(std::uint64_t last) const {
    if (last == 0) return 0;
    const auto width = static_cast<int>(std::bit_width(last));
    std::uint64_t n = bits(width);
    while (n > last) n = bits(width);
    return n;
  }

  static constexpr std::uint64_t kMultiplier = 0x5DEECE66D;
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 48U) - 1;
  const std::int64_t seed;
  mutable std::uint64_t state;
};

// Another one at each call: 48 bits, as many as there are states.
std::int64_t seed_by_the_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ticks =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  return static_cast<std::int64_t>((ticks ^ std::uint64_t{std::random_device()()} << 16U) &
                                   RandomObject::kMask);
}

const RandomObject& random_of(const Value& v) { return *v.as_native<RandomObject>(); }

Value next_integer(Context& c, Arguments a) {
  const std::int64_t n = c.integer(a[1], "NextInteger");
  if (a[2].is_nothing() && n < 1) throw Error("NextInteger needs an integer > 0");
  const std::int64_t low = a[2].is_nothing() ? 0 : n;
  const std::int64_t high = a[2].is_nothing() ? n - 1 : c.integer(a[2], "NextInteger");
  if (low > high)
    throw Error(fmt::format("NextInteger: there is no integer from {} to {}", low, high));
  const std::uint64_t step =
      random_of(a[0]).up_to(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
  return Value::integer(static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + step));
}

}  // namespace

void register_random(Registry& registry) {
  const Rows functions(registry, "");
  const Rows randoms(registry, "Random");
  functions.add("Random(seed?)",
                "A source of random numbers; the same seed gives the same numbers. Without one the "
                "clock gives it; what prints is Random(seed).",
                "Random(1474).NextInteger(100) --> 64", [](Context& c, Arguments a) {
                  auto* random = new RandomObject(a[0].is_nothing() ? seed_by_the_clock()
                                                                    : c.integer(a[0], "Random"));
                  c.own(*random);
                  return Value::object(Kind::kNative, CountedPointer<const Object>(random));
                });
  randoms.add("NextInteger(upperBound, last?)",
              "An integer from 0 to upperBound - 1; with `last`, from upperBound to last.",
              "Random(7).NextInteger(5, 5) --> 5", next_integer);
  randoms.add("seed", "What it was made from.", "Random(7).seed --> 7",
              [](Context&, Arguments a) { return Value::integer(random_of(a[0]).seed); });
  randoms.add("NextBoolean", "true or false.", "[r.NextBoolean for r := Random(3)].Size --> 1",
              [](Context&, Arguments a) { return Value::boolean(random_of(a[0]).bits(1) != 0); });
  randoms.add("Choice(elements)", "One element of a collection.", "Random(7).Choice([5]) --> 5",
              [](Context& c, Arguments a) {
                const std::vector<Value> items = c.elements(a[1], "Choice");
                if (items.empty()) throw Error("Choice of an empty collection");
                return items[static_cast<std::size_t>(random_of(a[0]).up_to(items.size() - 1))];
              });
  randoms.add("Shuffled(elements)", "The elements in random order, as a list.",
              "Random(7).Shuffled([2,1,3]).Sorted --> [1,2,3]", [](Context& c, Arguments a) {
                std::vector<Value> items = c.elements(a[1], "Shuffled");
                for (std::size_t i = items.size(); i > 1; --i) {
                  c.budget().charge();
                  std::swap(items[i - 1],
                            items[static_cast<std::size_t>(random_of(a[0]).up_to(i - 1))]);
                }
                return Value::list(std::move(items));
              });
}

}  // namespace cgt::lang
