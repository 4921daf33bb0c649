// Ctrl-C. The handler only sets a flag, which every Budget looks at; the evaluation then stops by
// itself and the session goes on. A second Ctrl-C within a second, if the first had no effect yet,
// ends the program with code 130, unless it was told to be patient.
//
// Signals belong to the process, so this is the one piece of process-wide state of the program.
#pragma once

#include <atomic>

namespace cgt::repl {

// What a second Ctrl-C means that comes within a second, before the first had an effect.
enum class Impatience { kEndsProgram, kIsPatient };
// Installs the handler; calls after the first do nothing.
void catch_interrupts(Impatience impatience = Impatience::kEndsProgram);
// SIGTERM is taken as Ctrl-C is, by work that keeps what it has come to: so jobs are ended on clusters.
void catch_terminations();
// Set by Ctrl-C until cleared.
std::atomic<bool>& interrupt_flag();
// Forgets a Ctrl-C. True if there was one.
bool take_interrupt();

}  // namespace cgt::repl
