#include "cgt/game.hpp"

#include <ostream>

namespace cgt {

std::ostream& operator<<(std::ostream& out, Game g) { return out << g.to_string(); }

}  // namespace cgt
