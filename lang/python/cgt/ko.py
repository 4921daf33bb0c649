"""Thermographs of kos: means and temperatures for each komaster (Berlekamp 1996; Spight 2002).

>>> from cgt import ko
>>> t = ko.Graph('A: B | 0; B: 30 | A').thermograph()
>>> t.mean, t.temperature
(Fraction(10, 1), Fraction(10, 1))
"""

from __future__ import annotations

from ._cgt import KoGraph as Graph
from ._cgt import KoThermograph as Thermograph

__all__ = ["Graph", "Thermograph"]
