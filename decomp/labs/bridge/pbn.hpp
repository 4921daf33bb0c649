// Portable Bridge Notation (PBN 2.1): records of deals, contracts and play.
//
// A record is its tag pairs in order with the lines that belong to each; tags that are not known are
// kept. What write() makes reads back as the same record, byte for byte. A record is left out if
// a hand has not 13 cards (a hand may be unknown, "-"), a card comes twice, or a known tag cannot be
// read; play that is not legal counts as such, too.
//
// Records are read as people write them. Of tags that come twice the first one counts. Values "#" and
// "##" are those of the record before, and so are the cards of a second table of the same board. A
// blank line ends a record only if another Event, Board or Deal follows. Rows of play may stand in
// the order of play, end in the middle of a trick, and hold annotations. 3N is 3NT, 4Sx is 4SX.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "decomp/labs/bridge/table.hpp"

namespace cgt::bridge::pbn {

struct Tag {
  std::string name;
  std::string value;
  std::vector<std::string> lines;     // what follows the pair: calls, cards, rows of a table
  std::vector<std::string> comments;  // lines before it, with their % or ;
};

struct Record {
  std::vector<Tag> tags;

  // What the tags say.
  std::string board;
  std::optional<Deal> deal;  // if all four hands are known; else:
  std::array<bool, 4> known{};
  Hands hands{};
  int dealer = 0;
  unsigned vulnerable = 0;
  std::optional<Contract> contract;  // with the declarer
  std::optional<int> result;         // tricks of declarer
  std::vector<Card> play;            // in the order of play
  bool claimed = false;              // the play ends with *

  bool is_vulnerable(int seat) const { return (vulnerable >> (seat & 1) & 1U) != 0; }
  const Tag* find(std::string_view name) const;
  // Adds or replaces a tag.
  void set(std::string_view name, std::string value, std::vector<std::string> lines = {});
};

struct Records {
  std::vector<Record> records;
  // What was left out and why, rendered with its place.
  std::vector<std::string> warnings;
};
// Reads PBN, or the LIN of Bridge Base Online, which gets the tags of PBN. A record that is wrong costs
// itself only. Throws InputError if that leaves none.
Records read(const SourceText& source);
std::string write(const std::vector<Record>& records);

// A record with what is needed to play it.
Record record_of(int board, const Deal& deal, const Contract& contract);
// Sets Play and Result: rows from the opening leader on, "-" for what was not played; `tricks` of
// declarer. With `claim` the play ends early.
void set_play(Record& record, const std::vector<Card>& cards, int tricks, bool claim);
// "None", "NS", "EW" or "All".
std::string vulnerable_text(unsigned sides);
// "N:AKQ..."; unknown hands as "-".
std::string deal_text(const Hands& hands,
                      const std::array<bool, 4>& known = {true, true, true, true});

}  // namespace cgt::bridge::pbn
