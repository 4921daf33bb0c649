// The inside of a Session, shared by its two source files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/function.hpp"
#include "lang/session.hpp"
#include "lang/vm.hpp"

namespace cgt::lang {

struct Session::Impl {
  Impl();

  Store store;
  std::optional<Forms> forms;
  std::optional<Store::Mark> start;  // what clear() returns to
  Registry registry;
  PrintStyle style;
  Format format = Format::kText;
  std::string directory;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::string_view)> sink;
  bool history_on = false;
  std::vector<Value> history;
  std::shared_ptr<Globals> globals = std::make_shared<Globals>();
  std::string output;  // of the running evaluation
  Host host;

  Value recall(std::int64_t which) const;
  Result run(const SourceText& source, Budget& budget);
  // The row that a topic names: "Cool", "Game.Cool", "game.go.Region"; all rows of that name.
  std::vector<const Builtin*> rows(std::string_view topic) const;
};

HelpEntry help_entry(const Builtin& builtin);

}  // namespace cgt::lang
