"""Bridge endings with all cards seen, by minimax: the tricks of declarer's side after each legal
card. Scores by law 77 of the Laws of Duplicate Bridge."""

from functools import lru_cache

from program import Engine

RANKS = '23456789TJQKA'
SUITS = 'SHDC'
SEATS = 'NESW'
MANY = 120_000


class TooMany(Exception):
    """Minimax would take too long."""


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
    left = MANY

    @lru_cache(None)
    def tricks(hands, leader, trick):
        nonlocal left
        left -= 1
        if left < 0:
            raise TooMany
        if len(trick) == 4:
            first = (leader + winner(trick, trump)) % 4
            return (first % 2 == side) + tricks(hands, first, ())
        seat = (leader + len(trick)) % 4
        if not hands[seat]:
            return 0
        # More than all tricks that are left, or less than none, there are not.
        best, most = (max, len(hands[seat])) if seat % 2 == side else (min, 0)
        found = None
        for c in legal(hands[seat], trick):
            n = after(hands, leader, trick, c)
            found = n if found is None else best(found, n)
            if found == most:
                break
        return found

    def after(hands, leader, trick, card):
        seat = (leader + len(trick)) % 4
        others = tuple(h - {card} if s == seat else h for s, h in enumerate(hands))
        return tricks(others, leader, trick + (card,))

    return after


def score(contract, tricks, vulnerable):
    """What declarer's side scores; `contract` is level, strain and X for each double."""
    level, strain, doubles = int(contract[0]), contract[1:].rstrip('X'), contract.count('X')
    over = tricks - 6 - level
    if over < 0:
        first, next_, later = (200, 300, 300) if vulnerable else (100, 200, 300)
        down = sum(first if i == 0 else next_ if i < 3 else later for i in range(-over))
        return -doubles * down if doubles else over * (100 if vulnerable else 50)
    each = 20 if strain in ('D', 'C') else 30
    points = (level * each + (10 if strain == 'NT' else 0)) * 2 ** doubles
    bonus = 50 if points < 100 else 500 if vulnerable else 300
    bonus += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    extra = doubles * (200 if vulnerable else 100) if doubles else each
    return points + bonus + 50 * doubles + over * extra


class Bridge(Engine):
    name = 'bridge'
    about = 'double-dummy tricks of endings of up to six cards, whose turn it is, scores'
    share = 0.2
    batch = 50

    def case(self, source):
        """A deal, a contract and cards played at random until a few are left."""
        deck = [s + r for s in SUITS for r in RANKS]
        source.shuffle(deck)
        hands = [set(deck[13 * i:13 * i + 13]) for i in range(4)]
        contract = f'{source.randint(1, 7)}{source.choice(["NT", *SUITS])}' + \
            source.choice(('', '', 'X', 'XX'))
        declarer = source.choice(SEATS)
        left = 4 * source.choices((1, 2, 3, 4, 5, 6), (1, 6, 8, 4, .3, .15))[0] - \
            source.choice((0, 0, 1, 2, 3))
        start, played = tuple(map(frozenset, hands)), []
        while sum(map(len, hands)) > left:
            hands, leader, trick, _ = self.after(start, contract, declarer, played)
            played.append(source.choice(sorted(legal(hands[(leader + len(trick)) % 4], trick))))
            hands = [h - {played[-1]} for h in hands]
        return start, contract, declarer, tuple(played), source.randrange(4), \
            source.choice((False, True)), source.randint(0, 13)

    def after(self, start, contract, declarer, played):
        """Hands, leader and cards of this trick, tricks of declarer's side."""
        hands, side = list(start), SEATS.index(declarer) % 2
        leader, trick, won = (SEATS.index(declarer) + 1) % 4, (), 0
        for card in played:
            seat = (leader + len(trick)) % 4
            hands[seat] -= {card}
            trick += (card,)
            if len(trick) == 4:
                leader, trick = (leader + winner(trick, contract[1:].rstrip('X'))) % 4, ()
                won += leader % 2 == side
        return tuple(hands), leader, trick, won

    def text(self, hands, first):
        return SEATS[first] + ':' + ' '.join(
            '.'.join(''.join(r for r in RANKS[::-1] if s + r in hands[(first + i) % 4])
                     for s in SUITS) for i in range(4))

    def question(self, case):
        hands, contract, declarer, played, first, vulnerable, tricks = case
        return (f'p := game.bridge.Deal("{self.text(hands, first)}", "{contract}", "{declarer}")'
                f'.Play("{" ".join(played)}");\t'
                f'[p.DoubleDummy, p.Turn, p.Tricks, '
                f'game.bridge.Score("{contract}", {tricks}, {str(vulnerable).lower()})]')

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        start, contract, declarer, played, _, vulnerable, tricks = case
        hands, leader, trick, won = self.after(start, contract, declarer, played)
        seat = (leader + len(trick)) % 4
        turn = SEATS[seat] if len(played) < 52 else None
        mine = [turn, won, score(contract, tricks, vulnerable)]
        said, *rest = answer
        if [rest[0], *map(int, rest[1:])] != mine:
            return f'turn, tricks and the score of {tricks} are {mine}, the program says {rest}'
        after = solver(contract[1:].rstrip('X'), declarer)
        try:
            mine = {c: won + after(hands, leader, trick, c) for c in legal(hands[seat], trick)}
        except TooMany:
            return None
        said = {c: int(n) for c, n in pairs(said)}
        if said != mine:
            return f'the tricks after each card are {mine}, the program says {said}'
        return None

    def smaller(self, case):
        """One card more is played: the ending is shorter."""
        start, contract, declarer, played, *rest = case
        hands, leader, trick, _ = self.after(start, contract, declarer, played)
        for card in sorted(legal(hands[(leader + len(trick)) % 4], trick)):
            yield start, contract, declarer, (*played, card), *rest


def pairs(answer):
    """A map in JSON: an object, or a list of pairs."""
    return answer.items() if isinstance(answer, dict) else answer
