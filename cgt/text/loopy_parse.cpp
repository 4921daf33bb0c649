#include <optional>
#include <string>
#include <utility>

#include "cgt/detail/value_reader.hpp"
#include "cgt/text/loopy_text.hpp"

namespace cgt {
namespace {

// Makes loopy values. A form in braces is a vertex of equations, which are solved as soon as all
// names that occur in it are bound.
class LoopyMaker {
 public:
  struct LoopyOption {
    enum class Kind { kValue, kForm, kPass };
    LoopyOption(LoopyValue g) : value(std::move(g)) {}  // NOLINT: a value is an option
    LoopyOption(Kind k, std::size_t n) : kind(k), form(n) {}

    Kind kind = Kind::kValue;
    LoopyValue value;
    std::size_t form = 0;
  };

  static constexpr bool kLoops = true;
  using Value = LoopyValue;
  using Options = std::vector<LoopyOption>;

  explicit LoopyMaker(LoopyGames& games) : games_(games) {}

  Store& store() { return games_.store(); }
  LoopyValue add(const LoopyValue& g, const LoopyValue& h) { return games_.add(g, h); }
  LoopyValue subtract(const LoopyValue& g, const LoopyValue& h) { return games_.subtract(g, h); }
  LoopyValue negate(const LoopyValue& g) { return games_.negate(g); }
  LoopyValue sides(const LoopyValue& s, const LoopyValue& t) { return games_.sides(s, t); }
  LoopyValue construct(const Options& left, const Options& right) {
    return value_of(form(left, right, new_form()));
  }

  LoopyValue upon() { return games_.upon(); }
  LoopyValue uponth() { return cgt::uponth(games_); }
  std::optional<LoopyValue> named(std::string_view name) {
    if (name == "on") return games_.on();
    if (name == "off") return games_.off();
    if (name == "over") return games_.over();
    if (name == "under") return games_.under();
    if (name == "upon") return games_.upon();
    if (name == "dud") return games_.dud();
    if (name == "tis") return games_.sides(LoopyValue(store().integer(1)), LoopyValue(kZero));
    if (name == "tisn") return games_.sides(LoopyValue(kZero), LoopyValue(store().integer(-1)));
    return std::nullopt;
  }

  std::size_t new_form() {
    forms_.emplace_back();
    return forms_.size() - 1;
  }
  LoopyOption form(Options left, Options right, std::size_t n) {
    forms_[n][Player::kLeft] = std::move(left);
    forms_[n][Player::kRight] = std::move(right);
    for (const Player player : kPlayers) {
      for (LoopyOption& option : forms_[n][player]) {
        if (option.kind == LoopyOption::Kind::kPass) option = label(n);
      }
    }
    return label(n);
  }
  static LoopyOption pass() { return {LoopyOption::Kind::kPass, 0}; }
  static LoopyOption label(std::size_t n) { return {LoopyOption::Kind::kForm, n}; }
  static bool is_value(const LoopyOption& o) { return o.kind == LoopyOption::Kind::kValue; }

  LoopyValue value_of(const LoopyOption& option) {
    if (is_value(option)) return option.value;
    LoopySystem system;
    std::vector<std::size_t> queue{option.form};
    FlatMap<std::size_t, std::uint32_t> place;
    place.emplace(option.form, system.add());
    for (std::uint32_t v = 0; v < queue.size(); ++v) {
      for (const Player player : kPlayers) {
        for (const LoopyOption& o : forms_[queue[v]][player]) {
          if (is_value(o)) {
            system.add_option(v, player, o.value);
            continue;
          }
          const auto [it, fresh] = place.emplace(o.form, system.size());
          if (fresh) {
            system.add();
            queue.push_back(o.form);
          }
          system.add_move(v, player, it->second);
        }
      }
    }
    return games_.values(system)[0];
  }

 private:
  LoopyGames& games_;
  std::vector<PerPlayer<Options>> forms_;
};

}  // namespace

LoopyValue parse_loopy(LoopyGames& games, std::string_view text) {
  LoopyMaker maker(games);
  return ValueReader<LoopyMaker>(maker, text).read();
}

}  // namespace cgt
