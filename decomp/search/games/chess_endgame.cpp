#include "decomp/search/games/chess_endgame.hpp"

namespace cgt::search::chess {
namespace {

constexpr std::string_view kLetters = "KQRB";

}  // namespace

Material::Material(std::string_view text) {
  int colour = -1;
  std::vector<Man> others;
  for (const char c : text) {
    const std::size_t kind = kLetters.find(c);
    if (kind == std::string_view::npos) {
      throw Error("\"" + std::string(text) + "\" is not an endgame",
                  "kings, queens, rooks and bishops: KQK, KRK, KBBK, KQKR");
    }
    if (c == 'K') {
      ++colour;
      men_.push_back({Kind::kKing, colour});
    } else {
      if (colour < 0) break;
      others.push_back({static_cast<Kind>(kind), colour});
    }
  }
  if (men_.size() != 2 || text.front() != 'K') {
    throw Error("an endgame has one king of each colour", "White's men first: KQKR");
  }
  men_.insert(men_.end(), others.begin(), others.end());
  if (men_.size() > kMost) throw Error("endgames of more than four men are not modelled");
}

std::string Material::text() const {
  std::string out[2];
  for (const Man& man : men_) out[man.colour] += kLetters[static_cast<std::size_t>(man.kind)];
  return out[0] + out[1];
}

Material Material::without(int i) const {
  CGT_EXPECTS(i >= 2 && i < size(), "a king is not captured");
  Material out;
  out.men_ = men_;
  out.men_.erase(out.men_.begin() + i);
  return out;
}

Position Position::of(const Material& material, int mover, std::uint32_t number) {
  Position out;
  out.mover = mover;
  for (int i = material.size(); i-- > 0;) {
    out.squares[i] = number & 63U;
    number >>= 6U;
  }
  return out;
}

std::uint32_t Position::number(const Material& material) const {
  std::uint32_t out = 0;
  for (int i = 0; i < material.size(); ++i) out = out << 6U | squares[i];
  return out;
}

Squares Position::occupied(const Material& material, int colour) const {
  Squares out = 0;
  for (int i = 0; i < material.size(); ++i) {
    if (material.man(i).colour == colour) out |= bit(squares[i]);
  }
  return out;
}

std::string Position::text(const Material& material) const {
  std::string out = mover == kWhite ? "w" : "b";
  for (int i = 0; i < material.size(); ++i) {
    const Man man = material.man(i);
    const char letter = kLetters[static_cast<std::size_t>(man.kind)];
    out += ' ';
    out += man.colour == kWhite ? letter : static_cast<char>(letter - 'A' + 'a');
    out += static_cast<char>('a' + squares[i] % 8);
    out += static_cast<char>('1' + squares[i] / 8);
  }
  return out;
}

// Works on the numbers of positions: man i stands at the digit of weight shift(i).
//
// Invariants: a table byte is kIllegal or kDraw (nothing found yet) or final. open_ counts, for a
// position that may yet be lost, its moves that are not known to lose; kSafe: it cannot be lost,
// because a capture holds or it is stalemate. A position that some capture decides at ply p waits
// in pending_[p] until the layers before are done.
class EndgameBuilder {
 public:
  EndgameBuilder(Endgame& out, Budget& budget) : out_(out), budget_(budget) {
    const Material& m = out.material_;
    men_ = m.size();
    for (int i = 0; i < men_; ++i) {
      shift_[i] = static_cast<unsigned>(6 * (men_ - 1 - i));
      man_[i] = m.man(i);
      if (i >= 2) has_pieces_[man_[i].colour] = true;
    }
  }

  void run() {
    const std::size_t count = out_.material_.squares_count();
    for (int mover = 0; mover < 2; ++mover) {
      table(mover).assign(count, DistanceToMate::kDraw);
      // Who faces a bare king is never mated.
      if (has_pieces_[1 - mover]) open_[mover].assign(count, kSafe);
    }
    std::uint8_t squares[Material::kMost];
    for (int mover = 0; mover < 2; ++mover) {
      for (std::uint32_t n = 0; n < count; ++n) {
        budget_.charge();
        read(n, squares);
        start(mover, n, squares);
      }
    }
    note_memory();
    for (unsigned ply = 0; ply < kPlies; ++ply) {
      // The loser is to move at even distances.
      for (const std::uint32_t entry : pending_[ply]) {
        std::uint8_t& code = table(static_cast<int>(entry >> 31U))[entry & kNumber];
        if (code == DistanceToMate::kDraw) code = static_cast<std::uint8_t>(ply + 1);
      }
      pending_[ply] = {};
      for (int mover = 0; mover < 2; ++mover) expand(mover, ply);
    }
    for (auto& open : open_) open = {};
    note_memory();
  }

 private:
  static constexpr std::uint8_t kSafe = 255;
  static constexpr unsigned kPlies = 253;
  static constexpr std::uint32_t kNumber = 0x7fffffff;

  std::vector<std::uint8_t>& table(int mover) { return out_.table_[mover]; }

  void read(std::uint32_t n, std::uint8_t* squares) const {
    for (int i = 0; i < men_; ++i) squares[i] = n >> shift_[i] & 63U;
  }

  // Squares that the men of `colour` attack, man `gone` excepted (-1: none).
  Squares attacked_by(int colour, const std::uint8_t* squares, Squares occupied, int gone) const {
    Squares out = 0;
    for (int i = 0; i < men_; ++i) {
      if (man_[i].colour == colour && i != gone) out |= attacks(man_[i].kind, squares[i], occupied);
    }
    return out;
  }

  // Calls body(man, to, captured man or -1) for each legal move.
  template <class Body>
  void legal_moves(int mover, const std::uint8_t* squares, Squares own, Squares theirs,
                   Body body) const {
    const Squares occupied = own | theirs;
    const int king = mover;
    for (int i = 0; i < men_; ++i) {
      if (man_[i].colour != mover) continue;
      const Squares without = occupied & ~bit(squares[i]);
      for_each_square(attacks(man_[i].kind, squares[i], occupied) & ~own, [&](int to) {
        int captured = -1;
        for (int k = 2; k < men_; ++k) {
          if (man_[k].colour != mover && squares[k] == to) captured = k;
        }
        const int at = i == king ? to : squares[king];
        const bool check = i == king || has_pieces_[1 - mover];
        if (check &&
            (attacked_by(1 - mover, squares, without | bit(to), captured) & bit(at)) != 0) {
          return;
        }
        body(i, to, captured);
      });
    }
  }

  DistanceToMate after_capture(int mover, const std::uint8_t* squares, int man, int to,
                               int captured) const {
    const Endgame* rest = out_.after_capture(captured);
    if (rest == nullptr) return DistanceToMate(DistanceToMate::kDraw);
    std::uint32_t n = 0;
    for (int i = 0; i < men_; ++i) {
      if (i != captured) n = n << 6U | static_cast<std::uint32_t>(i == man ? to : squares[i]);
    }
    return rest->value(1 - mover, n);
  }

  // Legality, mate, stalemate and what captures lead to.
  void start(int mover, std::uint32_t n, const std::uint8_t* squares) {
    Squares sides[2] = {0, 0};
    bool apart = true;
    for (int i = 0; i < men_; ++i) {
      const Squares here = bit(squares[i]);
      apart = apart && ((sides[0] | sides[1]) & here) == 0;
      sides[man_[i].colour] |= here;
    }
    std::uint8_t& code = table(mover)[n];
    const Squares own = sides[mover];
    const Squares theirs = sides[1 - mover];
    const Squares occupied = own | theirs;
    if (!apart || (attacked_by(mover, squares, occupied, -1) & bit(squares[1 - mover])) != 0) {
      code = DistanceToMate::kIllegal;
      return;
    }
    unsigned quiet = 0;
    unsigned losing = 0;  // captures that lose
    unsigned latest = 0;
    unsigned soonest = kPlies;
    bool safe = false;
    legal_moves(mover, squares, own, theirs, [&](int man, int to, int captured) {
      if (captured < 0) {
        ++quiet;
        return;
      }
      const DistanceToMate after = after_capture(mover, squares, man, to, captured);
      if (after.draw()) {
        safe = true;
      } else if (after.mover_loses()) {
        safe = true;
        soonest = std::min(soonest, after.plies() + 1);
      } else {
        ++losing;
        latest = std::max(latest, after.plies() + 1);
      }
    });
    if (soonest < kPlies) wait(soonest, mover, n);
    if (open_[mover].empty() || safe) return;
    if (quiet + losing == 0) {
      const bool mate = (attacked_by(1 - mover, squares, occupied, -1) & bit(squares[mover])) != 0;
      if (mate) wait(0, mover, n);
      return;
    }
    if (quiet == 0) {
      wait(latest, mover, n);
      return;
    }
    open_[mover][n] = static_cast<std::uint8_t>(quiet);
  }

  void wait(unsigned ply, int mover, std::uint32_t n) {
    pending_[ply].push_back(n | static_cast<std::uint32_t>(mover) << 31U);
  }

  // Takes back moves from the positions with `mover` to move that are decided at `ply`.
  void expand(int mover, unsigned ply) {
    const auto code = static_cast<std::uint8_t>(ply + 1);
    const std::vector<std::uint8_t>& decided = table(mover);
    std::vector<std::uint8_t>& before = table(1 - mover);
    std::vector<std::uint8_t>& open = open_[1 - mover];
    const bool mover_loses = ply % 2 == 0;
    if (!mover_loses && open.empty()) return;
    std::uint8_t squares[Material::kMost];
    const auto end = decided.end();
    for (auto at = std::find(decided.begin(), end, code); at != end;
         at = std::find(at + 1, end, code)) {
      budget_.charge();
      const auto n = static_cast<std::uint32_t>(at - decided.begin());
      read(n, squares);
      Squares occupied = 0;
      for (int i = 0; i < men_; ++i) occupied |= bit(squares[i]);
      for (int i = 0; i < men_; ++i) {
        if (man_[i].colour == mover) continue;
        const std::uint32_t rest = n & ~(std::uint32_t{63} << shift_[i]);
        for_each_square(attacks(man_[i].kind, squares[i], occupied) & ~occupied, [&](int from) {
          const std::uint32_t p = rest | static_cast<std::uint32_t>(from) << shift_[i];
          if (before[p] != DistanceToMate::kDraw) return;
          if (mover_loses) {
            before[p] = static_cast<std::uint8_t>(code + 1);
          } else if (open[p] != kSafe && --open[p] == 0) {
            lose(1 - mover, p, ply + 1);
          }
        });
      }
    }
  }

  // All quiet moves of p lose, the last one at `ply`; captures that lose may take longer.
  void lose(int mover, std::uint32_t p, unsigned ply) {
    std::uint8_t squares[Material::kMost];
    read(p, squares);
    Squares sides[2] = {0, 0};
    for (int i = 0; i < men_; ++i) sides[man_[i].colour] |= bit(squares[i]);
    unsigned latest = ply;
    if (has_pieces_[1 - mover]) {
      legal_moves(mover, squares, sides[mover], sides[1 - mover],
                  [&](int man, int to, int captured) {
                    if (captured < 0) return;
                    const auto after = after_capture(mover, squares, man, to, captured);
                    latest = std::max(latest, after.plies() + 1);
                  });
    }
    if (latest == ply) {
      table(mover)[p] = static_cast<std::uint8_t>(ply + 1);
    } else {
      wait(latest, mover, p);
    }
  }

  void note_memory() {
    std::size_t bytes = 0;
    for (int mover = 0; mover < 2; ++mover) bytes += table(mover).size() + open_[mover].size();
    for (const auto& list : pending_) bytes += list.capacity() * sizeof(list[0]);
    out_.meter_.set(budget_, bytes);  // the tables after captures have meters of their own
  }

  Endgame& out_;
  Budget& budget_;
  int men_ = 0;
  Man man_[Material::kMost];
  unsigned shift_[Material::kMost] = {};
  bool has_pieces_[2] = {false, false};
  std::vector<std::uint8_t> open_[2];
  std::vector<std::uint32_t> pending_[kPlies];
};

Endgame::Endgame(const Material& material, Budget& budget) : material_(material) {
  after_.resize(static_cast<std::size_t>(material.size()));
  for (int i = 2; i < material.size(); ++i) {
    const Material rest = material.without(i);
    if (rest.size() == 2) continue;
    // Like men leave the same table behind.
    for (int k = 2; k < i; ++k) {
      if (material.man(k) == material.man(i))
        after_[static_cast<std::size_t>(i)] = after_[static_cast<std::size_t>(k)];
    }
    if (after_[static_cast<std::size_t>(i)] == nullptr) {
      after_[static_cast<std::size_t>(i)] = std::make_shared<const Endgame>(rest, budget);
    }
  }
  EndgameBuilder(*this, budget).run();
}

EndgameCounts Endgame::counts(int mover) const {
  EndgameCounts out;
  for (const std::uint8_t code : table_[mover]) {
    const DistanceToMate value(code);
    if (!value.legal()) continue;
    ++out.legal;
    if (value.draw()) {
      ++out.draws;
    } else if (value.mover_wins()) {
      ++out.wins;
      out.longest_win = std::max(out.longest_win, value.moves());
    } else {
      ++out.losses;
      out.mates += value.plies() == 0 ? 1 : 0;
    }
  }
  return out;
}

std::size_t Endgame::bytes() const {
  std::size_t out = table_[0].size() + table_[1].size();
  for (std::size_t i = 2; i < after_.size(); ++i) {
    const bool shared = i > 2 && after_[i] == after_[2];
    if (after_[i] != nullptr && !shared) out += after_[i]->bytes();
  }
  return out;
}

}  // namespace cgt::search::chess
