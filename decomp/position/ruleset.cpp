#include "decomp/position/ruleset.hpp"

#include <fmt/format.h>

namespace cgt {
namespace {

template <class T>
T expect(const RulesetArgument* argument, std::string_view name, const char* what, T otherwise) {
  if (argument == nullptr) return otherwise;
  if (const T* value = std::get_if<T>(argument)) return *value;
  throw Error(fmt::format("'{}' is {}", name, what));
}

}  // namespace

const RulesetArgument* RulesetArguments::find(std::string_view name, std::size_t place) {
  std::size_t unnamed = 0;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    if (given_[i].name == name || (given_[i].name.empty() && unnamed++ == place)) {
      used_[i] = true;
      return &given_[i].value;
    }
  }
  return nullptr;
}

std::int64_t RulesetArguments::integer(std::string_view name, std::size_t place,
                                       std::int64_t otherwise) {
  return expect<std::int64_t>(find(name, place), name, "an integer", otherwise);
}

bool RulesetArguments::boolean(std::string_view name, std::size_t place, bool otherwise) {
  return expect<bool>(find(name, place), name, "true or false", otherwise);
}

std::string RulesetArguments::string(std::string_view name, std::size_t place,
                                     std::string otherwise) {
  return expect<std::string>(find(name, place), name, "a string", std::move(otherwise));
}

std::vector<std::int64_t> RulesetArguments::integers(std::string_view name, std::size_t place,
                                                     std::vector<std::int64_t> otherwise) {
  const RulesetArgument* argument = find(name, place);
  if (argument != nullptr) {
    if (const auto* one = std::get_if<std::int64_t>(argument)) return {*one};
  }
  return expect<std::vector<std::int64_t>>(argument, name, "a list of integers",
                                           std::move(otherwise));
}

std::vector<Coordinate> RulesetArguments::coordinates(std::string_view name, std::size_t place,
                                                      std::vector<Coordinate> otherwise) {
  return expect<std::vector<Coordinate>>(find(name, place), name, "a list of coordinates",
                                         std::move(otherwise));
}

void RulesetArguments::finish() const {
  for (std::size_t i = 0; i < given_.size(); ++i) {
    if (used_[i]) continue;
    throw Error(given_[i].name.empty()
                    ? "there are too many arguments here"
                    : fmt::format("there is no parameter '{}' here", given_[i].name));
  }
}

PlainRuleset::PlainRuleset(std::string class_name, std::string char_map, PositionReader read)
    : class_name_(std::move(class_name)), char_map_(std::move(char_map)), read_(std::move(read)) {}

std::string PlainRuleset::class_name() const { return class_name_; }

AnyPosition PlainRuleset::position(RulesetArguments arguments) const {
  AnyPosition made = read_(arguments);
  arguments.finish();
  return made;
}

std::string PlainRuleset::char_map() const { return char_map_; }

RulesetEntry plain_entry(std::string name, std::string path, std::string summary, std::string board,
                         std::string example, std::string class_name, std::string char_map,
                         PositionReader read) {
  return {std::move(name),
          std::move(path),
          std::move(summary),
          std::move(board),
          std::move(example),
          "",
          [=](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
            arguments.finish();
            return std::make_shared<PlainRuleset>(class_name, char_map, read);
          }};
}

}  // namespace cgt
