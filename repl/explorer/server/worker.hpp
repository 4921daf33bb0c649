// The side of a worker: requests come over a socket, one after the other, and are answered by the API.
#pragma once

namespace cgt::repl {

// Serves until the other side is gone. Standard input is the socket. Returns an exit code.
int run_worker();

}  // namespace cgt::repl
