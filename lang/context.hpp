// Context: what a native function sees of the running session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <typeinfo>

#include "cgt/algebra/form.hpp"
#include "cgt/text/text.hpp"
#include "lang/value.hpp"

namespace cgt::lang {

class MutableObject;
class Positions;

using KeptByPackages = std::map<std::type_index, std::shared_ptr<void>>;

class CGT_API Context {
 public:
  virtual ~Context() = default;

  virtual Store& store() = 0;
  // The forms of the session, as explicit and compound games need them.
  virtual Forms& forms() = 0;
  virtual Budget& budget() = 0;
  virtual const PrintStyle& style() const = 0;
  // Folder of the running script, "" if there is none: relative paths in scripts start there.
  virtual const std::string& directory() const = 0;
  // May scripts read files outside of that folder? See readable_path() in library/core.hpp.
  virtual bool may_read_everywhere() const = 0;
  // The folder that scripts may write into, "": none. See write_text() in library/core.hpp.
  virtual const std::string& write_folder() const = 0;
  // The text of a file that need not exist (Session::provide), or null.
  virtual const std::string* provided(const std::string& path) const = 0;
  // Calls a script or native function. Throws what the function throws.
  virtual Value call(const Value& function, std::span<const Value> arguments) = 0;
  // Of an instance of a class of a script: does it or its class declare the member, what is its
  // value or the result of its call, how is the instance written.
  virtual bool has_member(const Value& receiver, std::uint32_t symbol) = 0;
  virtual Value call_member(const Value& receiver, std::uint32_t symbol,
                            std::span<const Value> arguments) = 0;
  // Names of members as numbers.
  virtual std::uint32_t symbol(std::string_view name) = 0;
  bool has_member(const Value& receiver, std::string_view name) {
    return has_member(receiver, symbol(name));
  }
  Value call_member(const Value& receiver, std::string_view name,
                    std::span<const Value> arguments) {
    return call_member(receiver, symbol(name), arguments);
  }
  virtual std::string instance_text(const Value& instance, const PrintStyle& style) = 0;
  // Values of positions, remembered.
  virtual Positions& positions() = 0;
  // The session empties it when its scope ends; see mutable.hpp.
  virtual void own(MutableObject& object) = 0;
  virtual std::shared_ptr<void>& kept(const std::type_info& type) = 0;
  // A line of output of the script.
  virtual void print(std::string_view line) = 0;

  // What a package keeps for the session, such as tables of values: made when first asked for, and
  // dropped when the session clears its Store.
  template <class T>
  T& kept() {
    std::shared_ptr<void>& slot = kept(typeid(T));
    if (slot == nullptr) slot = std::make_shared<T>(store());
    return *static_cast<T*>(slot.get());
  }

  // The text of a value, as the session prints it.
  std::string text(const Value& value);
  // The short game that a value is. Throws Error naming `what` if it is none: a list, 1/3, ...
  GameId game(const Value& value, std::string_view what = "this operation");
  Value wrap(GameId g) { return Value::game(store(), g); }
  // Checked arguments; they throw Error naming `what`.
  Dyadic dyadic(const Value& value, std::string_view what);
  std::int64_t integer(const Value& value, std::string_view what);
  Player player(const Value& value, std::string_view what);
  const std::string& string(const Value& value, std::string_view what);
  // Elements of a list, set, range or coordinates (of a map: its entries).
  std::vector<Value> elements(const Value& value, std::string_view what);
  // The same, without a copy if nothing else refers to the list.
  std::vector<Value> elements(Value&& value, std::string_view what);
  // Native objects that are being printed within each other.
  std::uint32_t text_depth = 0;
};

// The short game that a value is, if it is one.
CGT_API std::optional<GameId> as_short_game(Store& store, const Value& value);

// Counts of a session. The same in every run of the same scripts.

struct CGT_API Statistics {
  std::uint64_t instructions = 0;  // that machines have executed
  std::uint64_t positions = 0;     // of rulesets in scripts that searches have met
};

// Bounds on what a script can make that are not a matter of its budget.

// Bytes of one string. Throws Error beyond.
inline constexpr std::size_t kMaxText = std::size_t{64} << 20U;
CGT_API void check_text(std::size_t size);
// Largest nimber that a script can make; *k has k options.
inline constexpr std::int64_t kMaxNimber = (1 << 20) - 1;

}  // namespace cgt::lang
