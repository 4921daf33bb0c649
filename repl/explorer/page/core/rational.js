// Exact rational numbers, for the read-out of thermographs: integers of any size, always reduced.

const abs = (n) => (n < 0n ? -n : n);

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return abs(a);
}

export class Rational {
  constructor(numerator, denominator = 1n) {
    if (denominator === 0n) throw new RangeError('division by zero');
    const sign = denominator < 0n ? -1n : 1n;
    const divisor = gcd(numerator, denominator) || 1n;
    this.n = (sign * numerator) / divisor;
    this.d = (sign * denominator) / divisor;
  }

  // "3", "-3/4", "+1/2", "0.375" or "-2.5"; null if the text is none of these.
  static parse(text) {
    let found = /^\s*([+-]?\d+)(?:\s*\/\s*(\d+))?\s*$/.exec(text);
    if (found) {
      const denominator = BigInt(found[2] ?? '1');
      return denominator === 0n ? null : new Rational(BigInt(found[1]), denominator);
    }
    found = /^\s*([+-]?)(\d*)\.(\d+)\s*$/.exec(text);
    if (!found) return null;
    const value = new Rational(BigInt(found[2] + found[3]), 10n ** BigInt(found[3].length));
    return found[1] === '-' ? value.times(new Rational(-1n)) : value;
  }

  plus(other) { return new Rational(this.n * other.d + other.n * this.d, this.d * other.d); }
  minus(other) { return new Rational(this.n * other.d - other.n * this.d, this.d * other.d); }
  times(other) { return new Rational(this.n * other.n, this.d * other.d); }
  over(other) { return new Rational(this.n * other.d, this.d * other.n); }
  compare(other) {
    const difference = this.n * other.d - other.n * this.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  // The largest multiple of `step` that is not above this number.
  floor(step) {
    const quotient = this.over(step);
    let whole = quotient.n / quotient.d;
    if (quotient.n < 0n && whole * quotient.d !== quotient.n) whole -= 1n;
    return step.times(new Rational(whole));
  }
  toString() { return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`; }
  toNumber() { return Number(this.n) / Number(this.d); }
}

// The value of a wall at temperature `t`: corners are [temperature, value] from below, the mast stands above
// the last one. Null below the first corner, where a thermograph is not drawn.
export function wallAt(corners, t) {
  if (!corners.length || t.compare(corners[0][0]) < 0) return null;
  for (let i = 1; i < corners.length; ++i) {
    const [t0, x0] = corners[i - 1];
    const [t1, x1] = corners[i];
    if (t.compare(t1) > 0) continue;
    if (t1.compare(t0) === 0) return x1;
    return x0.plus(x1.minus(x0).times(t.minus(t0)).over(t1.minus(t0)));
  }
  return corners[corners.length - 1][1];
}

// Corners from the texts of the server; null if one of them is not a number.
export function readWall(corners) {
  const out = [];
  for (const [t, x] of corners) {
    const pair = [Rational.parse(String(t)), Rational.parse(String(x))];
    if (!pair[0] || !pair[1]) return null;
    out.push(pair);
  }
  return out.sort((a, b) => a[0].compare(b[0]));
}
