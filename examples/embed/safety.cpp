// Which stones are safe, why, and what becomes of the others.
//
// Black's wall has two eyes, White's group in the corner one, and White's lower side makes a second eye
// whoever moves first. Each claim of safety has a certificate that is checked by code of its own.
#include <cstdio>
#include <string>

#include "decomp/go/life/group_status.hpp"
#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/safety/safety.hpp"
#include "decomp/go/safety/safety_certificate.hpp"

int main() {
  using namespace cgt;
  const go::Board board = go::parse_board(".OX.X./OOXXXX/XXXOOO/OOOO.O/.O.OOO/......").board;
  Budget budget;
  const go::Safety safe = go::safety(board, go::SafetyMethod::kStatic, budget);
  for (const go::SafetyClaim& claim : safe.claims) {
    std::printf("%s: %zu stones, %zu points of territory, by %s\n",
                claim.owner == Player::kLeft ? "Black" : "White", claim.stones.size(),
                claim.territory.size(), claim.rule.c_str());
  }
  const std::string wrong = go::check_safety(board, safe, {}, budget);
  std::printf("Certificates: %s\n", wrong.empty() ? "all hold" : wrong.c_str());

  const go::Safety searched = go::searched_safety(board, {}, budget);
  std::printf("By search %d points of Black and %d of White are safe\n",
              searched.points(Player::kLeft), searched.points(Player::kRight));
  const go::GroupStatus corner = go::group_status(board, go::Point::at(1, 0), searched, {}, budget);
  std::printf("The corner is %s\n", go::name(corner));
  return wrong.empty() ? 0 : 1;
}
