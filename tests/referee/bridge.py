"""Bridge endings with all cards seen, by minimax: the tricks of declarer's side after each legal
card."""

from functools import lru_cache

from program import Engine

RANKS = '23456789TJQKA'
SUITS = 'SHDC'
SEATS = 'NESW'


def beats(card, other, trump):
    """Does a card that is played later win over one that was winning?"""
    if card[0] == other[0]:
        return RANKS.index(card[1]) > RANKS.index(other[1])
    return card[0] == trump


def winner(trick, trump):
    """The place in the order of play of the winning card."""
    best = 0
    for i in range(1, len(trick)):
        if beats(trick[i], trick[best], trump):
            best = i
    return best


def legal(hand, trick):
    follow = [c for c in hand if trick and c[0] == trick[0][0]]
    return follow or list(hand)


def solver(trump, declarer):
    """tricks(hands, leader, trick) of declarer's side from there on."""
    side = SEATS.index(declarer) % 2

    @lru_cache(None)
    def tricks(hands, leader, trick):
        if len(trick) == 4:
            first = (leader + winner(trick, trump)) % 4
            return (first % 2 == side) + tricks(hands, first, ())
        seat = (leader + len(trick)) % 4
        if not hands[seat]:
            return 0
        return (max if seat % 2 == side else min)(after(hands, leader, trick, c)
                                                  for c in legal(hands[seat], trick))

    def after(hands, leader, trick, card):
        seat = (leader + len(trick)) % 4
        left = tuple(h - {card} if s == seat else h for s, h in enumerate(hands))
        return tricks(left, leader, trick + (card,))

    return after


class Bridge(Engine):
    name = 'bridge'
    about = 'double-dummy tricks of endings of two to five cards'
    share = 0.2
    batch = 50

    def case(self, source):
        """A deal, a contract and cards played at random until a few are left."""
        deck = [s + r for s in SUITS for r in RANKS]
        source.shuffle(deck)
        hands = [set(deck[13 * i:13 * i + 13]) for i in range(4)]
        strain, declarer = source.choice(['NT', *SUITS]), source.choice(SEATS)
        leader, trick, played = (SEATS.index(declarer) + 1) % 4, [], []
        left = 4 * source.choices((2, 3, 4, 5), (6, 8, 4, .3))[0] - source.choice((0, 0, 1, 2, 3))
        start = tuple(map(frozenset, hands))
        while sum(map(len, hands)) > left:
            seat = (leader + len(trick)) % 4
            card = source.choice(sorted(legal(hands[seat], trick)))
            hands[seat].remove(card)
            trick.append(card)
            played.append(card)
            if len(trick) == 4:
                leader, trick = (leader + winner(trick, strain)) % 4, []
        return start, strain, declarer, tuple(played)

    def text(self, hands):
        return 'N:' + ' '.join('.'.join(''.join(r for r in RANKS[::-1] if s + r in hand)
                                        for s in SUITS)
                               for hand in hands)

    def question(self, case):
        hands, strain, declarer, played = case
        return (f'game.bridge.Deal("{self.text(hands)}","1{strain}","{declarer}").Play("{" ".join(played)}")'
                '.DoubleDummy')

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        hands, strain, declarer, played = case
        hands = [set(h) for h in hands]
        leader, trick, won = (SEATS.index(declarer) + 1) % 4, (), 0
        for card in played:
            hands[(leader + len(trick)) % 4].remove(card)
            trick += (card,)
            if len(trick) == 4:
                leader, trick = (leader + winner(trick, strain)) % 4, ()
                won += leader % 2 == SEATS.index(declarer) % 2
        hands = tuple(map(frozenset, hands))
        after = solver(strain, declarer)
        mine = {c: won + after(hands, leader, trick, c)
                for c in legal(hands[(leader + len(trick)) % 4], trick)}
        said = {c: int(n) for c, n in pairs(answer)}
        if said != mine:
            return f'the tricks after each card are {mine}, the program says {said}'
        return None

    def smaller(self, case):
        """One card more is played: the ending is shorter."""
        hands, strain, declarer, played = case
        left = [set(h) - set(played) for h in hands]
        leader, trick = (SEATS.index(declarer) + 1) % 4, []
        for card in played:
            trick.append(card)
            if len(trick) == 4:
                leader, trick = (leader + winner(trick, strain)) % 4, []
        for card in sorted(legal(left[(leader + len(trick)) % 4], trick)):
            yield hands, strain, declarer, (*played, card)


def pairs(answer):
    """A map in JSON: an object, or a list of pairs."""
    return answer.items() if isinstance(answer, dict) else answer
