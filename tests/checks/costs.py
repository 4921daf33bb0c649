#!/usr/bin/env python3
"""Measures what questions about positions cost, and which cost more than one that contains their answer.

usage: costs.py CGT [RUNS]

The value of a position contains its thermograph, its outcome, its mean and its temperature; the
thermograph contains mean and temperature. Each question is asked in a session of its own; its cost
is the least CPU time of RUNS runs (5), as `##` of the prompt tells it. A row is listed if a question
costs more than 1.1 times, and 1 ms more than, the dearest one that contains its answer.
"""
import re
import subprocess
import sys

POSITIONS = """
grid.Domineering("......|......|......|.....#") grid.Domineering(".......|.......|.......")
grid.Domineering(".....|.....|.....|.....|....#") grid.Clobber("xoxo|oxox|xoxo") grid.Clobber("xoxoxo|oxoxox")
grid.Amazons("x...|....|...o") grid.Amazons("x....|....o") grid.Fission("....|.x..|...x")
grid.Fission("....|.x..|....|....") grid.Kings("xox|oxo|xo.") grid.Knights("xoxo|oxox|xoxo")
grid.Rooks("xoxo|oxox") grid.Queens("xox|oxo") grid.AntiClobber("xoxo|o..o") grid.HotClobber("xxox|oxxo")
grid.Cram("....|....|....") grid.Cram(".....|.....|.....") strip.ToadsAndFrogs("tttt..fff") strip.ToadsAndFrogs("ttt...ffff")
strip.ElephantsAndRhinos("tt.t...f.ff") strip.TopplingDominoes("lrerlerlrelr") strip.TopplingDominoes("rlrlelrlrlel")
strip.Turning("1-3")("hththhtthhth") graph.Hackenbush("l(l;rl(e;lr(ll;er)))") graph.Hackenbush("e(ee(l;r);l(rrl;ee))")
graph.ChildishHackenbush("(e:B;e:Bllllllrrr:B)") graph.Col("R-.-R-.-L-.-R-.-.-.") graph.Col(".-.-.-.-.-.-.-.")
graph.Snort("L-.-.-.-.-.-.-L") graph.Snort(".-.-.(-.-.;-.-.-.)") graph.ArcKayles("------------") graph.ArcKayles("---(--;---;----)")
graph.PartizanArcKayles("lrlr(ll;ree(rl;lr))") heap.Kayles(500) heap.GrundysGame(300) heap.Subtraction([2,3,7])(999)
heap.PartizanSubtraction([1,3],[2,3])(40) heap.Cutcake((30,41)) heap.Wythoff((60,71)) heap.PartizanEuclid((89,55))
""".split()
CONTAINED = {"Thermograph": ["CanonicalForm"], "OutcomeClass": ["CanonicalForm"],
             "Mean": ["CanonicalForm", "Thermograph"], "Temperature": ["CanonicalForm", "Thermograph"]}


def cost(cgt, position, question, runs):
    """CPU milliseconds of game.POSITION.QUESTION; None if it is refused."""
    best = None
    for _ in range(runs):
        text = f"p := game.{position};\np.{question};\n##\n"
        run = subprocess.run([cgt], input=text, text=True, capture_output=True, check=False)
        found = re.search(r"\(CPU ([\d.]+) ms\)", run.stdout)
        if run.returncode != 0 or found is None:
            return None
        best = min(float(found[1]), best if best is not None else float("inf"))
    return best


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    dear = 0
    for position in POSITIONS:
        costs = {q: cost(sys.argv[1], position, q, runs) for q in ["CanonicalForm", *CONTAINED]}
        print(f"{position:<50}", *(f"{q[:7]} {c}" for q, c in costs.items()))
        for question, wholes in CONTAINED.items():
            known = [costs[w] for w in wholes if costs[w] is not None]
            own = costs[question]
            if own is not None and known and own > max(1.1 * max(known), max(known) + 1):
                print(f"  {question} costs {own / max(max(known), 0.1):.1f} times as much")
                dear += 1
    print(f"{dear} questions of {len(POSITIONS)} positions cost more than what contains their answer")


if __name__ == "__main__":
    main()
