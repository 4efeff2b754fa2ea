/**
 * The order of the bytes that two texts have in UTF-8, for a sort. It is the order of their code points: unit by unit as JavaScript
 * has them, except that the halves of a surrogate pair, which is of a code point above all single units, come last.
 */
export function compareKeys(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
