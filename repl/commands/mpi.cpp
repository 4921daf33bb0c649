#include "repl/commands/census.hpp"
#include "repl/commands/commands.hpp"
#include "repl/commands/database.hpp"
#include "repl/commands/programs.hpp"

namespace cgt::repl {

Command add_mpi(const Command& program, NoOptions&) {
  const Command mpi = program.add(
      "mpi",
      "Work that the processes of mpirun share: census, db build; a program of its own, "
      "cgt-mpi");
  mpi.require_command();
  mpi.examples("  cgt mpi census clobber 2x3   one process; mpirun before it starts more\n");
  return mpi;
}

void offer_mpi(Commands& commands) {
  const auto run = [](const auto&, const std::vector<std::string>& words) {
    return start_program("cgt-mpi", "cgt-mpi", words);
  };
  const Command mpi = commands.offer(add_mpi, run);
  commands.offer_in(mpi, add_mpi_census, run);
  commands.offer_in(mpi, add_mpi_build, run);
}

}  // namespace cgt::repl
