"""A name for every ruleset of the registry. The stub beside this file, which the build writes, lists them."""

from typing import Dict

from . import _cgt
from ._family import Family

FAMILIES: Dict[str, Family] = {entry["class_name"]: Family(entry) for entry in _cgt._ruleset_entries()}
globals().update(FAMILIES)
__all__ = [*FAMILIES, "FAMILIES"]
