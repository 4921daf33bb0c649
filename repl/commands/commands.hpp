// The commands of the program, each offered by the source that has its options and runs it.
#pragma once

#include "repl/command_line/commands.hpp"

namespace cgt::repl {

void offer_boxes(Commands& commands);
void offer_census(Commands& commands);
void offer_db(Commands& commands);
void offer_eval(Commands& commands);
void offer_extremes(Commands& commands);
void offer_go(Commands& commands);
void offer_gtp(Commands& commands);
void offer_info(Commands& commands);
void offer_ko(Commands& commands);
void offer_misere(Commands& commands);
Command add_mpi(const Command& program, NoOptions& options);
void offer_mpi(Commands& commands);
void offer_octal(Commands& commands);
void offer_programs(Commands& commands);  // explore, kernel
void offer_prove(Commands& commands);
void offer_selftest(Commands& commands);
void offer_semeai(Commands& commands);
void offer_sum(Commands& commands);
void offer_verify(Commands& commands);

// cgt merge reads the command line again that made the files.
using ReadCommand = Request (*)(const std::vector<std::string>& words);
void offer_merge(Commands& commands, ReadCommand read);

void offer_bench(Commands& commands);
void offer_bridge(Commands& commands);
void offer_edaps(Commands& commands);
void offer_htn(Commands& commands);
void offer_pathology(Commands& commands);
void offer_sokoban(Commands& commands);

}  // namespace cgt::repl
