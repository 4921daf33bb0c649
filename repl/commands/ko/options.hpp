// The options of cgt ko.
#pragma once

#include <optional>
#include <string>

#include "cgt/ko/thermograph.hpp"
#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// cgt ko GAME|DIAGRAM
struct KoOptions {
  CommonOptions common;
  std::string game;                  // "-": one a line from standard input
  std::string file;                  // one a line; "": none
  std::optional<Komaster> komaster;  // none: all three
  bool json = false;
  std::string svg;  // "": no drawing
  bool plot = false;
  bool verify = false;
  bool discover = false;  // mean and temperature as the stack of coupons tells them
};

Command add_ko(const Command& program, KoOptions& options);

}  // namespace cgt::repl
