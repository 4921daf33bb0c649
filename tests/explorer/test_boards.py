"""Boards of all rulesets: every move is clicked, illegal clicks are explained, editing, undo, the program's answer."""

import pytest
from conftest import cgt, values

# Shows the example of a ruleset; gives it with its value in the panel, once that is about it.
SHOW = """
    const {restore, get} = await T.state();
    const {ask} = await import('/core/api.js');
    const position = await ask('position', {game: arguments_[0]});
    restore({game: arguments_[0], player: 'left'});
    const panel = document.querySelector('.value');
    await T.until(() => panel.dataset.shown === JSON.stringify({game: arguments_[0], board: position.board}), 'the value of ' + arguments_[0]);
    return {position, value: document.querySelector('.value-text').dataset.value};
"""

# Where to click for cells, and which of them are not where they are seen.
WHERE = """
    window.__before = document.querySelector('#board-text').value;
    T.middle(document.querySelector('.board > *'));
    const at = [];
    const hidden = [];
    for (const cell of arguments_[0]) {
      const element = document.querySelector(`.board [data-cell="${cell}"]`);
      const [x, y] = T.at(element);
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit.closest('[data-cell]') !== element) hidden.push(cell);
      at.push([x, y]);
    }
    return {at, hidden};
"""

# After a move was clicked: the board; then back to the example, and where the next move is clicked.
AFTER = """
    const {get} = await T.state();
    const text = document.querySelector('#board-text');
    // A click that is a move is one before it returns; what is shown comes from the server.
    if (get().at !== 1) return {board: null, said: document.querySelector('#message').textContent};
    await T.until(() => text.value !== window.__before, 'the move');
    const board = get().moves[0].slice(1);
    document.querySelector('#undo').click();
    await T.until(() => text.value === window.__before, 'undo');
    return {board};
"""

VALUES = """
    const {compute} = await import('/core/api.js');
    // The page gives up what it asked for before; that is over first.
    await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'rest');
    const out = [];
    for (const board of arguments_[1]) out.push((await compute('test', 'value', {game: arguments_[0], board})).text);
    return out;
"""


def drag(page, begin, end):
    """The mouse, pressed at a point of the window and let go at another one."""
    at = {"button": "left", "clickCount": 1}
    page.cdp("Input.dispatchMouseEvent", {**at, "type": "mousePressed", "x": begin[0], "y": begin[1]})
    for share in (0.3, 0.6, 1):
        page.cdp("Input.dispatchMouseEvent", {"type": "mouseMoved", "button": "left", "buttons": 1, "x": begin[0] + share * (end[0] - begin[0]), "y": begin[1] + share * (end[1] - begin[1])})
    page.cdp("Input.dispatchMouseEvent", {**at, "type": "mouseReleased", "x": end[0], "y": end[1]})


def names(page):
    reply = page.run("const {ask} = await import('/core/api.js'); return (await ask('rulesets')).rulesets.map((r) => r.sample);")
    assert len(reply) >= 64
    return reply


def test_every_move_of_every_ruleset(page):
    """Each move of Left in the example is clicked once, and is worth what `cgt eval` says; then a cell that no move
    changes is clicked, and the page says why it is none."""
    trouble = []
    clicked = explained = 0
    for game in names(page):
        shown = page.run(SHOW, game)
        position = shown["position"]
        boards = [position["board"]]
        for move in position["left"]:
            if not move["clicks"]:
                continue
            where = page.run(WHERE, move["clicks"])
            if where["hidden"]:
                trouble.append(f"{game}: cells {where['hidden']} are not where they are seen")
            page.click_at(*where["at"])
            after = page.run(AFTER)
            if after["board"] != move["board"]:
                trouble.append(f"{game}: clicks {move['clicks']} made {after}, not {move['board']}")
                page.run(SHOW, game)
                continue
            boards.append(after["board"])
            clicked += 1
        texts = [shown["value"], *page.run(VALUES, game, boards[1:])]
        for board, text, said in zip(boards, texts, values(game, boards)):
            if said["value"] != text:
                trouble.append(f"{game} {board}: the page says {text}, cgt eval {said['value']}")
        used = {cell for move in position["left"] for cell in [*move["cells"], *(move["clicks"] or []), move["from"], move["to"]]}
        cells = page.run("return document.querySelectorAll('.board [data-cell]').length;")
        idle = next((cell for cell in range(cells) if cell not in used), None)
        if idle is not None:
            page.run("document.querySelector('#message').textContent = '';")
            page.click_at(*page.run(WHERE, [idle])["at"])
            said = page.run("const line = document.querySelector('#message'); await T.until(() => line.textContent, 'an explanation'); return [line.textContent, line.className, (await T.state()).get().at ?? 0];")
            if len(said[0]) <= 10 or said[1:] != ["error", 0]:
                trouble.append(f"{game}: a click on cell {idle} is explained as {said}")
            explained += 1
    assert not trouble, "\n".join(trouble)
    assert clicked >= 250 and explained >= 20


def test_what_is_over_is_not_told_any_more(page):
    """Another position has no mark of the last move, and no message about the one before."""
    page.show({"game": "domineering", "board": "...|...", "player": "left"})
    page.run("await T.until(() => document.querySelector('#board-text').value === '...|...', 'the board');")
    page.click_at(*page.run(WHERE, [0, 3])["at"])
    page.run("await T.until(() => document.querySelector('.board .last') && document.querySelector('#message').textContent, 'a move that is told');")
    seen = page.run("""
        const input = document.querySelector('#board-text');
        input.value = '...|..#';
        input.form.requestSubmit();
        const {get} = await T.state();
        await T.until(() => get().board === '...|..#' && document.querySelectorAll('.board .wall').length === 1, 'another board');
        return [document.querySelectorAll('.board .last').length, document.querySelector('#message').textContent];""")
    assert seen == [0, ""]


def test_a_whole_game_against_the_program(page):
    """Left begins where Right wins: after each answer Right still wins, whoever has to move."""
    board = "....|....|....|...."
    page.show({"game": "domineering", "board": board, "player": "left", "alternate": True, "answers": "right"})
    outcomes = []
    for turn in range(8):
        step = page.run("""
            const {get} = await T.state();
            await T.until(() => (get().at ?? 0) === arguments_[0] && get().player === 'left', 'Left to move');
            const {ask} = await import('/core/api.js');
            const board = get().moves?.at(-1)?.slice(1) ?? get().board;
            const position = await ask('position', {game: 'domineering', board});
            await T.until(() => document.querySelector('#board-text').value === position.board, 'the board');
            return position;""", 2 * turn)
        outcomes.append(step["board"])
        if not step["left"]:
            break
        page.click_at(*page.run(WHERE, step["left"][0]["clicks"])["at"])
        page.run("""
            const {get} = await T.state();
            const none = () => /has no move/.test(document.querySelector('#message').textContent);
            await T.until(() => get().at >= arguments_[0] + 2 || none(), 'the answer');""", 2 * turn)
        if page.run("return /Right has no move/.test(document.querySelector('#message').textContent);"):
            pytest.fail("the program lost a game that it could win")
    first, *rest = values("domineering", outcomes)
    assert first["outcome"] in ("N", "P", "R")
    # Left, who moved first on the whole board, may have won it only if the board is Left's or the first player's.
    if first["outcome"] in ("P", "R"):
        assert all(said["outcome"] in ("P", "R") for said in rest)


def test_undo_redo_edit_and_the_keyboard(page):
    page.show({"game": "domineering", "board": "...|..."})
    page.run("await T.until(() => document.querySelector('#board-text').value === '...|...'); document.querySelector('.board [data-cell=\"0\"]').focus();")
    page.key("ArrowDown")
    page.key("ArrowRight")
    assert page.run("return document.activeElement.dataset.cell;") == "4"
    page.key("Enter")
    page.run("const {get} = await T.state(); await T.until(() => get().at === 1 || document.querySelector('.board .candidate'), 'a move or a choice');")
    page.run("""const {get} = await T.state();
        if (!get().at) { document.querySelector('.board .candidate').click(); }
        await T.until(() => get().at === 1, 'the move');""")
    after = page.run("return (await T.state()).get().moves[0];")
    assert after[0] == "L" and after.count("#") == 2
    page.key("z", modifiers=2)
    page.run("const {get} = await T.state(); await T.until(() => get().at === 0, 'undo');")
    page.key("y", modifiers=2)
    page.run("const {get} = await T.state(); await T.until(() => get().at === 1, 'redo');")
    page.key("z", modifiers=2)
    # Edit: a click puts the chosen piece or takes it away, rows and columns come and go; a refusal is told.
    page.run("""
        const text = () => document.querySelector('#board-text').value;
        const {get} = await T.state();
        await T.until(() => text() === '...|...', 'the board as it was');
        const button = (name) => document.querySelector(`.editor [aria-label="${name}"]`);
        button('Put #').click();
        document.querySelector('.board [data-cell="0"]').click();
        await T.until(() => text() === '#..|...', 'a piece');
        document.querySelector('.board [data-cell="0"]').click();
        await T.until(() => text() === '...|...', 'the piece taken away');
        button('One of the rows more').click();
        await T.until(() => text().split('|').length === 3, 'another row');
        button('One of the columns less').click();
        await T.until(() => text().split('|')[0].length === 2, 'a column less');
        button('Play').click();
        document.querySelector('#undo').click();
        await T.until(() => text().split('|')[0].length === 3, 'undo of an edit');""")
    page.run("""
        const input = document.querySelector('#board-text');
        input.value = 'what?';
        input.form.requestSubmit();
        const line = document.querySelector('#message');
        await T.until(() => line.className === 'error' && line.textContent.length > 10, 'a refusal');""")


def test_moves_so_far_and_lines_that_were_left(page):
    page.show({"game": "domineering", "board": "..#|...|...", "player": "left", "alternate": True})
    page.run("await T.until(() => document.querySelector('#board-text').value === '..#|...|...', 'the board');")
    page.click_at(*page.run(WHERE, [0, 3])["at"])
    texts = "return [...document.querySelectorAll('.history button')].map((one) => one.textContent);"
    settled = "const {get} = await T.state(); await T.until(() => (get().at ?? 0) === arguments_[0] && document.querySelector('#board-text').value === get().moves[arguments_[0] - 1].slice(1), 'the move');"
    page.run(settled, 1)
    page.click_at(*page.run(WHERE, [4, 5])["at"])
    page.run(settled, 2)
    assert page.run(texts) == ["start", "L a3 a2", "R b2 c2"]
    # Back by the arrow key, another move, and the first line again.
    page.run("document.querySelector('.history [aria-current]').focus();")
    page.key("ArrowLeft")
    page.run(settled, 1)
    page.click_at(*page.run(WHERE, [7, 8])["at"])
    page.run(settled, 2)
    assert page.run(texts) == ["start", "L a3 a2", "R b1 c1", "b2 c2 …"]
    page.run("[...document.querySelectorAll('.history button')].at(-1).click();")
    page.run(settled, 2)
    assert page.run(texts) == ["start", "L a3 a2", "R b2 c2", "b1 c1 …"]


def test_dominoes_are_their_owners(page):
    page.show({"game": "domineering", "board": "..|..", "moves": ["L#.|#.", "E#.|##"], "at": 1})
    # The address names boards; moves are named by the server.
    page.run("await T.until(() => document.querySelector('.history [aria-current]')?.textContent === 'L a2 a1', 'the name');")
    cells = "await T.until(() => document.querySelector('#board-text').value === arguments_[0], 'the board'); return [...document.querySelectorAll('.play .board [data-cell]')].map((one) => one.getAttribute('aria-label'));"
    assert page.run(cells, "#.|#.") == ["a2, closed, Left’s", "b2, empty", "a1, closed, Left’s", "b1, empty"]
    page.run("document.querySelector('#redo').click();")
    assert page.run(cells, "#.|##")[3] == "b1, closed"
    joined = page.run("const [a, b] = [0, 2].map((i) => document.querySelector(`.play .board [data-cell='${i}'] > span`).getBoundingClientRect()); return b.top - a.bottom;")
    assert joined <= 1


def test_options_speak_on_the_board(page):
    """Equal options are one line, the best first; its moves are marked on the board while it is looked at."""
    page.show({"game": "domineering", "board": "..|..", "player": "left"})
    seen = page.run("""
        await T.until(() => document.querySelector('#board-text').value === '..|..', 'the board');
        await T.until(() => !document.documentElement.hasAttribute('data-busy') && document.querySelectorAll('.outline [role=treeitem]').length >= 3, 'the options');
        const line = document.querySelectorAll('.outline [role=treeitem]')[1];
        line.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
        const marked = document.querySelectorAll('.board .hint').length;
        document.querySelector('.outline').dispatchEvent(new PointerEvent('pointerleave'));
        return [line.querySelector('.hidden').textContent, marked, document.querySelectorAll('.board .hint').length];""")
    assert seen[0].startswith("Left: 1, best, canonical, 2 moves: ") and "temperature -1" in seen[0]
    assert seen[1:] == [4, 0]


def test_temperatures_on_the_board(page):
    page.show({"game": "domineering", "board": "...|...", "player": "left"})
    told = page.run("""
        await T.until(() => document.querySelector('#board-text').value === '...|...', 'the board');
        await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'the options');
        document.querySelector('#tell').click();
        const cells = await T.until(() => document.querySelector('.play .board [data-told]') && [...document.querySelectorAll('.play .board [data-cell]')], 'labels');
        const out = cells.map((one) => [one.dataset.told, one.getAttribute('aria-label')]);
        document.querySelector('#tell').click();
        return [out, document.querySelectorAll('.board [data-told]').length];""")
    known = {child["label"]: child for child in page.run("const {ask} = await import('/core/api.js'); return (await ask('tree', {game: 'domineering', board: '...|...', path: []})).children;") if child["player"] == "left"}
    for column, name in enumerate(("a2 a1", "b2 b1", "c2 c1")):
        child = known[name]
        for cell in (column, column + 3):
            assert told[0][cell][0] == ("★" if child["best"] else "") + child["temperature"] + "°"
            assert ("best" in told[0][cell][1].split(", ")) == child["best"]
    assert any(child["best"] for child in known.values()) and told[1] == 0


def test_hint_and_why(page):
    """The best moves are marked; the table of all has their incentives, which are what a move gains."""
    board = "....|....|...#"
    page.show({"game": "domineering", "board": board, "player": "left"})
    reply = page.run("""
        await T.until(() => document.querySelector('#board-text').value === arguments_[0] && document.querySelector('.value').dataset.state === 'ready', 'the board');
        document.querySelector('#hint').click();
        await T.until(() => /^Best for Left/.test(document.querySelector('#message').textContent), 'a hint');
        const {ask} = await import('/core/api.js');
        return ask('play', {game: 'domineering', board: arguments_[0], player: 'left'});""", board)
    marked = page.run("return [...document.querySelectorAll('.board .hint')].map((cell) => Number(cell.dataset.cell));")
    assert marked and sorted(marked) == sorted({cell for move in reply["best"] for cell in move["cells"]})
    shown = page.run("""
        document.querySelector('#why').click();
        const dialog = document.querySelector('#dialog');
        await T.until(() => dialog.open && dialog.querySelector('tbody tr'), 'why');
        const rows = [...dialog.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));
        const drawn = () => dialog.querySelector('figure .walls .left').getAttribute('points');
        const [over, under] = [...dialog.querySelectorAll('.why-plot select')];
        const titles = [over, under].map((one) => one.selectedOptions[0].textContent);
        const first = drawn();
        over.value = '0';
        over.dispatchEvent(new Event('change'));
        const changed = drawn() !== first;
        const reason = dialog.querySelector('p').textContent;
        dialog.close();
        return {rows, titles, reason, changed};""")
    assert shown["titles"] == [f"after {reply['best'][0]['label']}", "before"] and shown["changed"]
    assert len(shown["reason"]) > 40 and reply["best"][0]["label"] in shown["reason"]
    assert sum("best" in row[3] for row in shown["rows"]) == len(reply["best"])
    gains = "; ".join(f'Print(game.grid.Domineering("{move["board"]}").CanonicalForm); Print((game.grid.Domineering("{move["board"]}") - game.grid.Domineering("{board}")).CanonicalForm)'
                      for move in reply["all"])
    told = cgt("-e", gains + ";").stdout.split()
    assert [[row[1], row[2]] for row in shown["rows"]] == [told[i:i + 2] for i in range(0, len(told), 2)]


def test_heaps_and_graphs_are_edited(page):
    page.show({"game": "nim", "board": "3+5"})
    page.run("""
        const text = () => document.querySelector('#board-text').value;
        await T.until(() => /3/.test(text()) && /5/.test(text()), 'two heaps');
        const size = document.querySelector('.editor input[type=number]');
        size.value = '4';
        size.dispatchEvent(new Event('change'));
        await T.until(() => /4/.test(text()) && !/3/.test(text()), 'another size');
        [...document.querySelectorAll('.editor button')].find((b) => /Add a heap/.test(b.textContent)).click();
        await T.until(() => document.querySelectorAll('.heap').length === 3, 'another heap');""")
    page.show({"game": "hackenbush"})
    vertices = page.run("""
        await T.until(() => document.querySelector('.graph .vertex'), 'a graph');
        document.querySelector('.editor [data-tool=edge-r]').click();
        return document.querySelectorAll('.graph .vertex').length;""")
    assert vertices >= 3
    edges = page.run("return document.querySelectorAll('.graph .edge').length;")
    red = page.run("return document.querySelectorAll('.graph .edge.right').length;")
    page.click_at(*page.run(WHERE, [0, 1])["at"])
    count = "await T.until(() => document.querySelectorAll('.graph .edge').length === arguments_[0] && document.querySelectorAll('.graph .vertex').length === arguments_[1], 'edges and vertices'); return document.querySelectorAll('.graph .edge.right').length;"
    assert page.run(count, edges + 1, vertices) == red + 1
    # The same end twice: a new vertex. A drag from end to end, and one into the open, whose vertex stands where it ended.
    page.click_at(*2 * page.run(WHERE, [1])["at"])
    assert page.run(count, edges + 2, vertices + 1) == red + 2
    (x, y), (to_x, to_y) = page.run(WHERE, [1, 2])["at"]
    drag(page, (x, y), (to_x, to_y))
    assert page.run(count, edges + 3, vertices + 1) == red + 3
    x, y = page.run(WHERE, [1])["at"][0]
    box = page.run("const {left, top, width} = document.querySelector('.graph').getBoundingClientRect(); return [Math.round(left + width * .12), Math.round(top + width * .12)];")
    drag(page, (x, y), box)
    assert page.run(count, edges + 4, vertices + 2) == red + 4
    new = page.run("return T.at([...document.querySelectorAll('.graph .vertex')].at(-1).querySelector('circle'));")
    assert max(abs(new[i] - box[i]) for i in (0, 1)) < 6
    page.run("document.querySelector('.editor [data-tool=play]').click();")
    # A vertex is dragged: it moves, and no move is made.
    x, y = page.run(WHERE, [1])["at"][0]
    drag(page, (x, y), (x + 60, y - 30))
    moved = page.run("const {left, width} = document.querySelector('.graph [data-cell=\"1\"]').getBoundingClientRect(); return left + width / 2;")
    assert abs(moved - (x + 60)) < 8


LOOKS = {
    "amazons": {"queen", "arrow"}, "konane": {"chequer"}, "clobber": {"chequer"}, "chomp": {"poison", "chocolate"}, "toads-and-frogs": {"toad", "frog"},
    "fox-and-geese": {"goose", "fox"}, "hare-and-hounds": {"hound", "hare"}, "nogo": {"stone"}, "go": {"stone"}, "sheep": {"sheep"}, "turning": {"heads", "tails"},
    "toppling-dominoes": {"domino"}, "hackenbush-string": {"edge"}, "ski-jumps": {"jumper"}, "elephants-and-rhinos": {"elephant", "rhino"},
}


@pytest.mark.parametrize("game", LOOKS)
def test_pieces_are_drawn(page, game):
    """Each piece is a drawing of pieces.svg that is there, in two shapes where it is of two owners."""
    page.show({"game": game, **({"board": "x.#|..o"} if game == "amazons" else {})})
    seen = page.run("""
        await T.until(() => document.querySelector('.play .board .sprite'), 'the pieces');
        const file = new DOMParser().parseFromString(await (await fetch('board/pieces.svg')).text(), 'image/svg+xml');
        const sprites = [...document.querySelectorAll('.play .board .sprite')];
        const cells = [...document.querySelectorAll('.play .board [data-cell]')];
        const fill = (owner) => { const one = document.querySelector(`.play .board .${owner} .sprite`); return one && getComputedStyle(one).getPropertyValue('--body'); };
        return {looks: [...new Set(sprites.map((one) => one.dataset.look))], missing: sprites.filter((one) => !file.getElementById(one.dataset.look)).length,
          square: sprites.every((one) => one.getBoundingClientRect().width > 8), fills: [fill('left'), fill('right')],
          names: cells.map((one) => one.getAttribute('aria-label')), mirrored: getComputedStyle(document.querySelector('.play .board .right .sprite') ?? document.body).transform};""")
    assert set(seen["looks"]) == LOOKS[game] and seen["missing"] == 0 and seen["square"]
    for look in LOOKS[game]:
        assert any(f", {look}" in name for name in seen["names"]), seen["names"]
    if all(seen["fills"]):
        assert seen["fills"][0] != seen["fills"][1]
    if game == "toads-and-frogs":
        # They face each other.
        assert seen["mirrored"].startswith("matrix(-1")


def test_arrows_where_pieces_move(page):
    """The best moves of Amazons are arrows, with the shot; those of Domineering, where nothing goes, are none."""
    page.show({"game": "amazons", "board": "x..|..o", "player": "left"})
    page.run("await T.until(() => document.querySelector('#board-text').value === 'x..|..o' && !document.documentElement.hasAttribute('data-busy'), 'the board');")
    drawn = """
        document.querySelector('#hint').click();
        await T.until(() => document.querySelector('.board .hint'), 'a hint');
        const at = document.querySelector('.board .arrows');
        return [[...at.querySelectorAll('g')].map((one) => one.getAttribute('class')), at.hasAttribute('hidden')];"""
    classes, hidden = page.run(drawn)
    assert not hidden and "left" in classes and "left shot" in classes and len(classes) % 2 == 0
    page.run("document.querySelector('.play [data-cell=\"1\"]').click();")
    page.show({"game": "domineering", "board": "..|..", "player": "left"})
    page.run("await T.until(() => document.querySelector('#board-text').value === '..|..' && !document.documentElement.hasAttribute('data-busy'), 'the board');")
    assert page.run(drawn) == [[], True]


def test_comments_on_moves(page):
    """A comment stands in the move list and in the address, and goes with the line that it belongs to."""
    page.show({"game": "domineering", "board": "..#|...|...", "player": "left", "alternate": True, "moves": ["L#.#|#..|..."], "at": 1})
    page.run("""
        await T.until(() => document.querySelector('#board-text').value === '#.#|#..|...', 'the move');
        const input = document.querySelector('.comment input');
        input.value = 'takes the corner';
        input.dispatchEvent(new Event('change'));
        await T.until(() => document.querySelector('.history .remark')?.textContent === 'takes the corner', 'the comment');""")
    assert page.run("return (await T.state()).get().notes;") == ["takes the corner"]
    # The address keeps it.
    again = page.run("const {decode, encode} = await import('/core/fragment.js'); return decode(encode((await T.state()).get())).state.notes;")
    assert again == ["takes the corner"]
    page.run("document.querySelector('#undo').click(); await T.until(() => document.querySelector('#board-text').value === '..#|...|...', 'undo');")
    assert page.run("return document.querySelector('.comment').hidden;")
    # Another move has none; the line that was left has its comment again.
    page.run("(await T.state()).change({player: 'left'});")
    page.click_at(*page.run(WHERE, [4, 7])["at"])
    page.run("const {get} = await T.state(); await T.until(() => get().moves[0] === 'L..#|.#.|.#.', 'another move');")
    assert page.run("return (await T.state()).get().notes ?? null;") is None
    page.run("(await T.until(() => [...document.querySelectorAll('.history button')].find((one) => / …$/.test(one.textContent)), 'the line')).click();")
    page.run("await T.until(() => document.querySelector('.history .remark')?.textContent === 'takes the corner', 'the comment');")


def test_rules_in_a_sentence_and_on_a_board(page):
    """The dialog says what a move is, and plays some; who wants no motion sees a move before and after."""
    for motion in ("no-preference", "reduce"):
        page.cdp("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": motion}]})
        page.show({"game": "toads-and-frogs"})
        seen = page.run("""
            await T.until(() => document.querySelector('#board-text').value, 'the board');
            document.querySelector('#how').click();
            const dialog = document.querySelector('#dialog');
            const caption = () => dialog.querySelector('.note').textContent;
            await T.until(() => /^Left: /.test(caption()), 'a move');
            const boards = await T.until(() => dialog.querySelectorAll('.demo > *').length === arguments_[0] && arguments_[0], 'boards');
            if (boards === 1) await T.until(() => /^Right: /.test(caption()), 'the answer');
            const text = dialog.querySelector('.sentence').textContent;
            dialog.close();
            return [text, dialog.querySelector('.demo').inert];""", 1 if motion == "no-preference" else 2)
        assert "jump over one enemy piece" in seen[0] and seen[1]
    page.cdp("Emulation.setEmulatedMedia", {"features": []})
