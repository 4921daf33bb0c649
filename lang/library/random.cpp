// Random numbers: the same seed gives the same numbers on every machine.
//
// The generator is SplitMix64 (Steele, Lea and Flood 2014): the state goes on by a constant, the
// output is a mix of it. Integers of a range come without bias: outputs beyond the last whole
// multiple of its size are thrown away.
#include <fmt/format.h>

#include <utility>

#include "lang/library/core.hpp"
#include "lang/values/mutable.hpp"

namespace cgt::lang {
namespace {

class RandomObject final : public MutableObject {
 public:
  explicit RandomObject(std::int64_t s) : seed(s), state(static_cast<std::uint64_t>(s)) {}
  const char* class_name() const override { return "Random"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("Random({})", seed);
  }
  void release(std::vector<Value>&) const override {}

  std::uint64_t next() const {
    state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  // From 0 to size - 1. Requires size > 0.
  std::uint64_t below(std::uint64_t size) const {
    const std::uint64_t rest = (0 - size) % size;  // 2^64 mod size
    std::uint64_t n = next();
    while (n < rest) n = next();
    return n % size;
  }

  const std::int64_t seed;
  mutable std::uint64_t state;
};

const RandomObject& random_of(const Value& v) { return *v.as_native<RandomObject>(); }

Value next_integer(Context& c, Arguments a) {
  const std::int64_t n = c.integer(a[1], "NextInteger");
  if (a[2].is_nothing() && n < 1) throw Error("NextInteger needs an integer > 0");
  const std::int64_t low = a[2].is_nothing() ? 0 : n;
  const std::int64_t high = a[2].is_nothing() ? n - 1 : c.integer(a[2], "NextInteger");
  if (low > high)
    throw Error(fmt::format("NextInteger: there is no integer from {} to {}", low, high));
  const std::uint64_t size = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  const std::uint64_t step = size == 0 ? random_of(a[0]).next() : random_of(a[0]).below(size);
  return Value::integer(static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + step));
}

}  // namespace

void register_random(Registry& registry) {
  const Rows functions(registry, "");
  const Rows randoms(registry, "Random");
  functions.add("Random(seed)", "A source of random numbers; the same seed gives the same numbers.",
                "Random(1474).NextInteger(100) --> 61", [](Context& c, Arguments a) {
                  auto* random = new RandomObject(c.integer(a[0], "Random"));
                  c.own(*random);
                  return Value::object(Kind::kNative, CountedPointer<const Object>(random));
                });
  randoms.add("NextInteger(n, last?)", "An integer from 0 to n - 1, or from n to last.",
              "Random(7).NextInteger(5, 5) --> 5", next_integer);
  randoms.add(
      "NextBoolean", "true or false.", "[r.NextBoolean for r := Random(3)].Size --> 1",
      [](Context&, Arguments a) { return Value::boolean(random_of(a[0]).next() >> 63U != 0); });
  randoms.add("Choice(elements)", "One element of a collection.", "Random(7).Choice([5]) --> 5",
              [](Context& c, Arguments a) {
                const std::vector<Value> items = c.elements(a[1], "Choice");
                if (items.empty()) throw Error("Choice of an empty collection");
                return items[random_of(a[0]).below(items.size())];
              });
  randoms.add("Shuffled(elements)", "The elements in random order, as a list.",
              "Random(7).Shuffled([2,1,3]).Sorted --> [1,2,3]", [](Context& c, Arguments a) {
                std::vector<Value> items = c.elements(a[1], "Shuffled");
                for (std::size_t i = items.size(); i > 1; --i) {
                  c.budget().charge();
                  std::swap(items[i - 1], items[random_of(a[0]).below(i)]);
                }
                return Value::list(std::move(items));
              });
}

}  // namespace cgt::lang
