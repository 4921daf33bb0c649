#include "repl/support/running/prepare.hpp"

#include <iostream>

#include "lang/bindings/bindings.hpp"
#include "repl/support/running/interrupt.hpp"

namespace cgt::repl {

void prepare(lang::Session& session, const CommonOptions& common) {
  lang::add_all_packages(session);
  session.set_style({common.notation, common.max_length.value_or(0)});
  session.set_format(common.format);
  session.set_read_everywhere(common.allow_read);
  session.set_stop_flag(&interrupt_flag());
  session.set_output([](std::string_view line) { std::cout << line << '\n'; });
}

}  // namespace cgt::repl
