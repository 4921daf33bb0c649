// Manual pages in roff (groff_man(7)), one for the program and one for each of its commands; what is
// below a command stands on the page of that. They are made of the table that --help is made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repl/command_line/table.hpp"

namespace cgt::repl {

struct ManualPage {
  std::string name;  // of the file: "cgt-go.1"
  std::string text;
};

// `version`: "cgt 0.1.0". The pages bear no date, so that equal programs write equal pages.
std::vector<ManualPage> manual_pages(const CommandEntry& program, std::string_view version);

// Text for the body of a page: what roff would take for a command or another character is escaped.
std::string roff(std::string_view text);

}  // namespace cgt::repl
