"""Pictures of boards, for notebooks: plain SVG without style sheets or scripts."""

from __future__ import annotations

import base64
from fractions import Fraction
from html import escape
from typing import Any, Dict, List, Optional

from . import _cgt
from ._cgt import Position

_CELL = 30
_MARGIN = 28
# Cold regions are blue, hot ones red, as `cgt go --svg` tints them; those without value are grey.
_TINTS = ((-1, "#7890c4"), (0, "#4f8ed9"), (1, "#48b078"), (2, "#f0aa32"), (4, "#e23e30"))
_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def _column(x: int) -> str:
    low = _COLUMNS[x % len(_COLUMNS)]
    return low if x < len(_COLUMNS) else low * 2


def _tint(temperature: Optional[Fraction]) -> str:
    if temperature is None:
        return "#9a8f9e"
    return [colour for bound, colour in _TINTS if bound <= temperature or bound == -1][-1]


def _text(x: float, y: float, text: str, size: int = 12) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-family="sans-serif" '
        f'text-anchor="middle" dominant-baseline="central">{escape(text)}</text>'
    )


def _document(width: int, height: int, title: str, description: str, parts: List[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(parts)}</svg>"
    )


def board(endgame: Any) -> str:
    """The board with the regions that are known, each tinted by its temperature with its value as a tooltip."""
    rows = endgame.diagram.splitlines()
    high, wide = len(rows), len(rows[0])
    places = {f"{_column(x)}{high - y}": (x, y) for y in range(high) for x in range(wide)}

    def centre(x: int, y: int) -> tuple[int, int]:
        return _MARGIN + _CELL * x + _CELL // 2, _MARGIN + _CELL * y + _CELL // 2

    parts = ['<rect width="100%" height="100%" fill="#f3dcae"/>']
    described = []
    for region in endgame.regions(known=True):
        temperature = region.value.temperature() if region.exact else None
        value = str(region.value) if region.exact else region.note or "no exact value"
        points = [name for name in region.points if name in places]
        cells = "".join(
            f'<rect x="{_MARGIN + _CELL * x}" y="{_MARGIN + _CELL * y}" width="{_CELL}" height="{_CELL}"/>'
            for x, y in (places[name] for name in points)
        )
        label = escape(f"{' '.join(points)}: {value}")
        parts.append(
            f'<g fill="{_tint(temperature)}" fill-opacity="0.6"><title>{label}</title>{cells}</g>'
        )
        described.append(f"{' '.join(points)}: {value}")
    first, last = centre(0, 0), centre(wide - 1, high - 1)
    lines = [f"M{centre(x, 0)[0]} {first[1]}V{last[1]}" for x in range(wide)]
    lines += [f"M{first[0]} {centre(0, y)[1]}H{last[0]}" for y in range(high)]
    parts.append(f'<path d="{"".join(lines)}" stroke="#555" fill="none"/>')
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell in "XO":
                cx, cy = centre(x, y)
                fill = "#111" if cell == "X" else "#fff"
                parts.append(
                    f'<circle cx="{cx}" cy="{cy}" r="{_CELL * 0.46:g}" fill="{fill}" stroke="#111"/>'
                )
    for x in range(wide):
        parts.append(_text(centre(x, 0)[0], _MARGIN / 2, _column(x)))
    for y in range(high):
        parts.append(_text(_MARGIN / 2, centre(0, y)[1], str(high - y)))
    width, height = 2 * _MARGIN + _CELL * wide, 2 * _MARGIN + _CELL * high
    return _document(width, height, endgame.name, "; ".join(described) or endgame.diagram, parts)


def grid(position: Position) -> Optional[str]:
    """The cells of a board or strip with their characters; None for positions that are not a grid."""
    if not position.ruleset.path.startswith(("game.grid.", "game.strip.")):
        return None
    rows = position.text.split("|")
    if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        return None
    fills: Dict[str, str] = {".": "#fff", "#": "#444", "x": "#cfe0f7", "o": "#f7d8cf"}
    parts = []
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            parts.append(
                f'<rect x="{_CELL * x + 1}" y="{_CELL * y + 1}" width="{_CELL}" height="{_CELL}" '
                f'fill="{fills.get(cell.lower(), "#eee")}" stroke="#555"/>'
            )
            if cell not in ".#":
                parts.append(_text(_CELL * (x + 0.5) + 1, _CELL * (y + 0.5) + 1, cell, 16))
    title = position.ruleset.path.rsplit(".", 1)[-1]
    return _document(_CELL * len(rows[0]) + 2, _CELL * len(rows) + 2, title, position.text, parts)


def _image(self: Any) -> Optional[str]:
    """The picture as an <img>: nbconvert 6 leaves nothing of an <svg> that stands in a page."""
    picture = self._repr_svg_()
    if picture is None:
        return None
    data = base64.b64encode(picture.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(str(self))}">'


for _class in (_cgt.Thermograph, _cgt.KoThermograph, _cgt.Position, _cgt.Endgame):
    setattr(_class, "_repr_html_", _image)
